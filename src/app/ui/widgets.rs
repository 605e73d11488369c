//! Small controls, missing in egui, that the panels share.

use egui::accesskit::Live;
use egui::{
    Align, Align2, Button, Color32, CornerRadius, FontId, Frame, Id, LayerId, Layout, Margin,
    Modal, Order, Popup, ProgressBar, Response, RichText, Role, ScrollArea, Sense, Ui, Vec2,
    WidgetInfo, vec2,
};

use super::focus::FocusScroll;
use super::lists::RadioGroup;
use super::theme::{
    self, CONTROL_HEIGHT, RADIUS_CONTROL, RADIUS_SWATCH, SPACE_M, SPACE_S, SPACE_XS, TEXT_BODY,
    TEXT_SMALL, Theme, bold_font,
};
use minnow_game::Judgement;

/// The size of a switch, in points.
pub const SWITCH_WIDTH: f32 = 34.0;
pub const SWITCH_HEIGHT: f32 = 18.0;

/// The least room beside a dialog, for its margins, in points.
const AROUND_DIALOG: f32 = 64.0;

/// The most of the window's height that the user's own entries take in a menu.
const MENU_LIST_SHARE: f32 = 0.4;

/// Width of the line before an explanation, in points.
const RULE_WIDTH: f32 = 3.0;

/// The size of the labels in a row of choices, and the least size in a narrow row, in points.
const LABEL_SIZE: f32 = TEXT_SMALL + 1.0;
const LEAST_LABEL_SIZE: f32 = 9.0;

/// The widths of the cells of a row of choices, and the size of their labels. All cells have the same
/// width where every label fits; else a long label gets more room, and only then all labels shrink.
fn segments(ui: &Ui, options: &[(&str, bool)], room: f32) -> (Vec<f32>, f32) {
    let label_width = |label: &str| {
        // The chosen label is bold, and no cell is to move when another is chosen.
        let (text, font) = (label.to_owned(), bold_font(LABEL_SIZE));
        ui.painter().layout_no_wrap(text, font, Color32::PLACEHOLDER).size().x + 2.0 * SPACE_XS
    };
    let wanted: Vec<f32> = options.iter().map(|(label, _)| label_width(label)).collect();
    let count = options.len().max(1) as f32;
    let (total, equal) = (wanted.iter().sum::<f32>(), room / count);
    if wanted.iter().all(|width| *width <= equal) {
        return (vec![equal; options.len()], LABEL_SIZE);
    }
    let share = (room / total.max(1.0)).min(1.0);
    let spare = (room - total * share) / count;
    let size = (LABEL_SIZE * share).max(LEAST_LABEL_SIZE);
    (wanted.iter().map(|width| width * share + spare).collect(), size)
}

/// A dialog over the window, of this width where there is room. Returns true if the user leaves it by
/// Escape or by a click beside it.
pub fn dialog_ui(ui: &mut Ui, name: &str, width: f32, content: impl FnOnce(&mut Ui)) -> bool {
    let width = width.min(ui.ctx().content_rect().width() - AROUND_DIALOG);
    let modal = Modal::new(Id::unique(name)).frame(Theme::of(ui).overlay()).show(ui, |ui| {
        ui.set_width(width);
        content(ui);
    });
    modal.should_close()
}

/// A row of exclusive choices; returns the index of the clicked one.
pub fn segmented_ui(ui: &mut Ui, name: &str, options: &[(&str, bool)]) -> Option<usize> {
    let theme = Theme::of(ui);
    let size = vec2(ui.available_width(), CONTROL_HEIGHT);
    let (frame, _) = ui.allocate_exact_size(size, Sense::hover());
    let radius = CornerRadius::same(RADIUS_CONTROL);
    ui.painter().rect_filled(frame, radius, theme.raised);
    let inner = frame.shrink(3.0);
    let (widths, font_size) = segments(ui, options, inner.width());
    let mut left = inner.left();
    let mut cells = RadioGroup::new(options.iter().position(|(_, selected)| *selected));
    for (index, ((label, selected), width)) in options.iter().zip(widths).enumerate() {
        let size = vec2(width, inner.height());
        let cell = egui::Rect::from_min_size(egui::pos2(left, inner.top()), size);
        left += width;
        let id = ui.scope_id().with((name, index));
        let response = cells.cell(ui, cell, id);
        response.widget_info(|| {
            WidgetInfo::selected(Role::RadioButton, true, *selected, format!("{name}: {label}"))
        });
        if *selected {
            let stroke = egui::Stroke::new(1.5, theme.accent);
            ui.painter().rect_filled(cell, RADIUS_CONTROL - 2, theme.panel);
            ui.painter().rect_stroke(cell, RADIUS_CONTROL - 2, stroke, egui::StrokeKind::Inside);
        }
        let color = if *selected || response.hovered() { theme.text } else { theme.muted };
        let font = if *selected { bold_font(font_size) } else { FontId::proportional(font_size) };
        ui.painter().text(cell.center(), Align2::CENTER_CENTER, *label, font, color);
    }
    cells.chosen(ui)
}

/// A row of exclusive choices of a value, each with its text; returns the clicked one.
pub fn choice_row_ui<T: Copy + PartialEq>(
    ui: &mut Ui,
    name: &str,
    current: T,
    choices: &[(T, impl AsRef<str>)],
) -> Option<T> {
    let options: Vec<(&str, bool)> =
        choices.iter().map(|(value, text)| (text.as_ref(), *value == current)).collect();
    segmented_ui(ui, name, &options).map(|index| choices[index].0)
}

/// A label on the left and its field on the right. Returns the field.
pub fn labelled_ui(ui: &mut Ui, label: &str, field: impl FnOnce(&mut Ui) -> Response) -> Response {
    let text = RichText::new(label).color(Theme::of(ui).muted);
    labelled_in_ui(ui, text, field)
}

/// A label in its own style on the left and its field on the right. Returns the field.
pub fn labelled_in_ui(
    ui: &mut Ui,
    text: RichText,
    field: impl FnOnce(&mut Ui) -> Response,
) -> Response {
    let both = |ui: &mut Ui| {
        let field = field(ui);
        let beside = |ui: &mut Ui| ui.add(egui::Label::new(text).truncate());
        let label = ui.with_layout(Layout::left_to_right(Align::Center), beside).inner;
        field.labelled_by(label.id)
    };
    ui.horizontal(|ui| ui.with_layout(Layout::right_to_left(Align::Center), both).inner).inner
}

/// A slider as wide as there is room, without its value.
pub fn wide_slider_ui(ui: &mut Ui, slider: egui::Slider<'_>) -> Response {
    ui.spacing_mut().slider_width = ui.available_width();
    let response = theme::slider_ui(ui, slider.show_value(false));
    if response.drag_stopped() {
        // Without the focus, the arrow keys navigate the game again.
        response.surrender_focus();
    }
    response
}

/// A label on the left and its value on the right.
pub fn value_row_ui(ui: &mut Ui, label: &str, value: &str) {
    let theme = Theme::of(ui);
    let size = vec2(ui.available_width(), theme::ROW_HEIGHT - SPACE_XS);
    ui.allocate_ui_with_layout(size, Layout::left_to_right(Align::Center), |ui| {
        ui.label(RichText::new(label).color(theme.muted));
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| ui.label(value));
    });
}

/// A small muted text, in as many lines as it needs.
pub fn note_ui(ui: &mut Ui, text: impl Into<String>) {
    ui.add(egui::Label::new(theme::muted(ui, text).small()).wrap());
}

/// The heading of a section of a page, which screen readers can jump to.
pub fn section_heading_ui(ui: &mut Ui, text: &str) {
    let heading = ui.label(theme::heading(text));
    heading.widget_info(|| WidgetInfo::labeled(Role::Heading, true, text));
}

/// Raises a row under the pointer or with the focus.
pub fn paint_row_hover(ui: &Ui, response: &Response) {
    if response.hovered() || response.has_focus() {
        let rect = response.rect.expand2(vec2(SPACE_XS, 0.0));
        ui.painter().rect_filled(rect, RADIUS_CONTROL, Theme::of(ui).raised);
    }
}

/// A whole row that switches something on or off; returns true if it was clicked.
pub fn toggle_row_ui(ui: &mut Ui, label: &str, on: bool) -> bool {
    let theme = Theme::of(ui);
    let size = vec2(ui.available_width(), theme::ROW_HEIGHT - SPACE_XS);
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    response.widget_info(|| WidgetInfo::selected(Role::CheckBox, true, on, label));
    paint_row_hover(ui, &response);
    let font = egui::FontId::proportional(TEXT_BODY);
    ui.painter().text(rect.left_center(), Align2::LEFT_CENTER, label, font.clone(), theme.text);
    let track = vec2(SWITCH_WIDTH, SWITCH_HEIGHT);
    let at = rect.right_center() - vec2(SWITCH_WIDTH, SWITCH_HEIGHT / 2.0);
    paint_switch(ui, egui::Rect::from_min_size(at, track), on);
    response.clicked()
}

/// A switch: a filled track with the knob on the right while it is on, an empty one with the knob on
/// the left while it is off.
pub fn paint_switch(ui: &Ui, track: egui::Rect, on: bool) {
    let theme = Theme::of(ui);
    let (fill, line, knob) = if on {
        (theme.accent, theme.accent, theme.on_accent)
    } else {
        (theme.panel, theme.muted, theme.muted)
    };
    let radius = track.height() / 2.0;
    let stroke = egui::Stroke::new(1.5, line);
    ui.painter().rect(track, radius, fill, stroke, egui::StrokeKind::Inside);
    let x = if on { track.right() - radius } else { track.left() + radius };
    ui.painter().circle_filled(egui::pos2(x, track.center().y), radius - 4.0, knob);
}

/// A button of exactly this size.
pub fn sized_button_ui(ui: &mut Ui, size: Vec2, enabled: bool, button: Button<'_>) -> Response {
    ui.add_enabled_ui(enabled, |ui| ui.add_sized(size, button)).inner
}

/// The primary button: filled with the accent.
pub fn primary_button<'a>(ui: &Ui, text: &str) -> Button<'a> {
    let theme = Theme::of(ui);
    Button::new(theme::bold(text).color(theme.on_accent)).fill(theme.accent)
}

/// A button that is the primary one for a while. It is not while it is disabled, because text on a faded
/// accent cannot be read.
pub fn primary_button_if<'a>(ui: &Ui, text: &'a str, is_primary: bool) -> Button<'a> {
    if is_primary { primary_button(ui, text) } else { Button::new(text) }
}

/// A drop-down list as wide as there is room; `name` is for screen readers.
pub fn drop_down_ui(ui: &mut Ui, name: &str, selected: &str, list: impl FnOnce(&mut Ui)) {
    let combo = egui::ComboBox::from_id_salt(name)
        .width(ui.available_width())
        .truncate()
        .selected_text(selected)
        .icon(|ui, rect, visuals, _| {
            let font = egui::FontId::proportional(18.0);
            let icon = egui_material_icons::icons::ICON_EXPAND_MORE.codepoint;
            let color = visuals.fg_stroke.color;
            ui.painter().text(rect.center(), Align2::CENTER_CENTER, icon, font, color);
        });
    let font = egui::TextStyle::Button.resolve(ui.style());
    let text = ui.painter().layout_no_wrap(selected.to_owned(), font, Color32::PLACEHOLDER);
    let response = combo.show_ui(ui, list).response;
    keep_popup_above(ui, Popup::default_response_id(&response));
    let room =
        response.rect.width() - 2.0 * ui.spacing().button_padding.x - ui.spacing().icon_width;
    let is_cut = text.size().x > room - ui.spacing().icon_spacing;
    let response = if is_cut { response.on_hover_text(selected) } else { response };
    response.widget_info(|| {
        let mut info = WidgetInfo::labeled(Role::ComboBox, true, name);
        info.current_text_value = Some(selected.to_owned());
        info
    });
    // On Linux, the value of a list does not reach screen readers, but its description does.
    ui.ctx().accesskit_node_builder(response.id, |node| node.set_description(selected));
}

/// Keeps an open popup above the page or dialog that it was opened from. A click whose press and release
/// come in one frame raises both, and egui then leaves them in the order that they had, which is the wrong
/// one if the page was opened after the popup was shown last.
fn keep_popup_above(ui: &Ui, popup: Id) {
    let (below, above) = (ui.layer_id(), LayerId::new(Order::Foreground, popup));
    if Popup::is_id_open(ui.ctx(), popup) && below.order == above.order {
        ui.ctx().set_sublayer(below, above);
    }
}

/// An entry of a drop-down list. A click closes the list, also one by a screen reader.
pub fn option_ui(ui: &mut Ui, is_chosen: bool, text: impl Into<egui::WidgetText>) -> Response {
    let response = ui.selectable_label(is_chosen, text.into());
    if response.clicked() {
        ui.close();
    }
    response
}

/// The entries of a menu whose number the user decides. Many of them scroll.
pub fn menu_list_ui(ui: &mut Ui, entries: impl FnOnce(&mut Ui)) {
    let height = MENU_LIST_SHARE * ui.ctx().content_rect().height();
    let area = ScrollArea::vertical().id_salt("menu list").max_height(height);
    area.min_scrolled_height(height).show_focused(ui, entries);
}

/// A frameless button that shows an icon; `label` is for screen readers and the tooltip.
pub fn icon_button_ui(ui: &mut Ui, icon: &str, label: &str, enabled: bool) -> Response {
    let text = RichText::new(icon).size(18.0);
    let response = ui.add_enabled(enabled, Button::new(text).frame_when_inactive(false));
    response.widget_info(|| WidgetInfo::labeled(Role::Button, enabled, label));
    response.on_hover_text(label)
}

/// The tab of a workspace in the top bar.
pub fn tab_ui(ui: &mut Ui, text: &str, selected: bool) -> Response {
    let theme = Theme::of(ui);
    let color = if selected { theme.accent } else { theme.muted };
    let font = if selected { bold_font(TEXT_BODY) } else { egui::FontId::proportional(TEXT_BODY) };
    let galley = ui.painter().layout_no_wrap(text.to_owned(), font, color);
    let margin = ui.spacing().button_padding.x.min(SPACE_M);
    let size = vec2(galley.size().x + 2.0 * margin, CONTROL_HEIGHT);
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    response.widget_info(|| WidgetInfo::selected(Role::Tab, true, selected, text));
    if selected {
        ui.painter().rect_filled(rect, RADIUS_CONTROL, theme.accent_background);
    } else if response.hovered() {
        ui.painter().rect_filled(rect, RADIUS_CONTROL, theme.raised);
    }
    ui.painter().galley(rect.center() - galley.size() / 2.0, galley, color);
    response
}

/// Lets screen readers announce the texts of a part of the window when they appear and change. A text
/// that is live by itself may stay unheard in the first pass.
pub fn announce_texts(ui: &Ui) {
    ui.ctx().accesskit_node_builder(ui.unique_id(), |node| node.set_live(Live::Polite));
}

/// A raised block with a line of this colour before it. Screen readers announce its texts.
pub fn said_ui(ui: &mut Ui, color: Color32, inside: impl FnOnce(&mut Ui)) {
    let margin = Margin { left: SPACE_M as i8, ..Margin::same(SPACE_S as i8) };
    let frame = Frame::new().fill(Theme::of(ui).raised).inner_margin(margin);
    let shown = frame.corner_radius(RADIUS_SWATCH).show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = SPACE_XS;
        ui.take_available_width();
        announce_texts(ui);
        inside(ui);
    });
    let mut rule = shown.response.rect;
    rule.max.x = rule.min.x + RULE_WIDTH;
    ui.painter().rect_filled(rule, 0.0, color);
}

/// The sentence of a task. Screen readers announce it.
pub fn task_text_ui(ui: &mut Ui, text: impl Into<String>) {
    ui.scope(|ui| {
        announce_texts(ui);
        ui.add(egui::Label::new(theme::bold(text)).wrap());
    });
}

/// The texts above the row of buttons of a card. Their place has this height, in points, where there is
/// room, with and without a message, so that the buttons stay where they are; higher texts scroll.
pub fn texts_above_buttons_ui(ui: &mut Ui, height: f32, texts: impl FnOnce(&mut Ui)) {
    let room = ui.available_height() - CONTROL_HEIGHT - 2.0 * ui.spacing().item_spacing.y;
    let height = height.min(room).max(0.0);
    let area = ScrollArea::vertical().auto_shrink(false).max_height(height);
    area.min_scrolled_height(height).show_focused(ui, texts);
    ui.add_space(SPACE_XS);
}

/// Scrolls to a new text, once for each text.
pub fn reveal_once(ui: &Ui, rect: egui::Rect, text: &str) {
    let id = ui.scope_id().with("revealed");
    let before = ui.data_mut(|data| data.get_temp::<String>(id));
    if before.as_deref() != Some(text) {
        ui.scroll_to_rect(rect, Some(Align::BOTTOM));
        ui.data_mut(|data| data.insert_temp(id, text.to_owned()));
    }
}

/// The height of `thin_bar`, in points.
pub const THIN_BAR_HEIGHT: f32 = 6.0;

/// A thin bar of progress, for a share from 0 to 1.
pub fn thin_bar(ui: &Ui, share: f32) -> ProgressBar {
    ProgressBar::new(share).fill(Theme::of(ui).accent).desired_height(THIN_BAR_HEIGHT)
}

/// A row of buttons of the same width; returns the index of the clicked one. The second click of a double
/// click is ignored, because the first one may have put another button into this place.
pub fn button_row_ui(ui: &mut Ui, buttons: Vec<(Button<'_>, bool)>) -> Option<usize> {
    let count = buttons.len().max(1) as f32;
    let width = (ui.available_width() - SPACE_S * (count - 1.0)) / count;
    let mut clicked = None;
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = SPACE_S;
        ui.spacing_mut().button_padding.x = SPACE_XS;
        for (place, (button, enabled)) in buttons.into_iter().enumerate() {
            let response = sized_button_ui(ui, vec2(width, CONTROL_HEIGHT), enabled, button);
            if response.clicked() && !response.double_clicked() && !response.triple_clicked() {
                clicked = Some(place);
            }
        }
    });
    clicked
}

/// A short word on the accent's background.
pub fn pill_ui(ui: &mut Ui, text: &str) -> Response {
    let theme = Theme::of(ui);
    let font = bold_font(TEXT_SMALL);
    let galley = ui.painter().layout_no_wrap(text.to_owned(), font, theme.accent);
    let size = galley.size() + vec2(2.0 * SPACE_S, SPACE_XS);
    let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, text));
    ui.painter().rect_filled(rect, size.y / 2.0, theme.accent_background);
    ui.painter().galley(rect.center() - galley.size() / 2.0, galley, theme.accent);
    response
}

/// The sign of an error, distinguished by shape as well as colour: a disc for a blunder, a diamond
/// for a mistake, a triangle for an inaccuracy, a ring for a missed win.
pub fn paint_judgement(
    painter: &egui::Painter,
    theme: &Theme,
    judgement: Judgement,
    at: egui::Pos2,
    radius: f32,
) {
    let color = theme.mark(judgement.mark());
    let edge = egui::Stroke::new(1.0, theme.panel);
    let corners = |places: &[(f32, f32)]| {
        let corner = |(x, y): &(f32, f32)| at + vec2(*x, *y) * radius;
        let points = places.iter().map(corner).collect();
        painter.add(egui::Shape::convex_polygon(points, color, edge));
    };
    match judgement {
        Judgement::Blunder => {
            painter.circle(at, radius, color, edge);
        }
        Judgement::Mistake => {
            corners(&[(0.0, -1.2), (1.2, 0.0), (0.0, 1.2), (-1.2, 0.0)]);
        }
        Judgement::Inaccuracy => corners(&[(0.0, -1.1), (1.1, 0.9), (-1.1, 0.9)]),
        Judgement::MissedWin | Judgement::OnlyMove => {
            let ring = egui::Stroke::new(radius * 0.4, color);
            painter.circle(at, radius * 0.75, theme.panel, ring);
        }
    }
}

/// `0.8 s` for 800 milliseconds.
pub fn seconds_text(ms: u64) -> String {
    format!("{:.1} s", ms as f64 / 1000.0)
}

/// A side panel of a fixed size without a frame of its own.
pub fn side_panel(panel: egui::Panel, size: f32) -> egui::Panel {
    panel
        .resizable(false)
        .show_separator_line(false)
        .exact_size(size)
        .frame(Frame::new().inner_margin(Margin::same(SPACE_M as i8)))
}
