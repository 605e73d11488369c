//! The choice of the theme, the size of everything, and, each with a picture, the board's colours, the
//! pattern of its squares and the piece set.

use egui::{
    Align, Layout, Painter, Rect, Response, Role as AccessRole, Stroke, StrokeKind, Ui, Vec2,
    WidgetInfo, vec2,
};
use egui_material_icons::icons;

use super::page::group_ui;
use crate::app::{
    context::Cx,
    session::settings::ThemeChoice,
    ui::board::{Pattern, PieceSet, paint_pattern, paint_piece_of},
    ui::lists::RadioGroup,
    ui::theme::{self, BOARD_COLORS, BoardColors, RADIUS_SWATCH, SPACE_S, SPACE_XS, Theme},
    ui::widgets::{choice_row_ui, icon_button_ui},
};
use minnow_rules::{Color, Piece, Role};

/// The size of a picture of two squares, in points: three stand in a row of a narrow column, and
/// patterns can be told apart.
const PICTURE: Vec2 = vec2(74.0, 37.0);

/// Draws the choice of the theme, for the page and the menu. Returns the user's choice.
pub(in crate::app) fn theme_ui(ui: &mut Ui, current: ThemeChoice) -> Option<ThemeChoice> {
    let choices = ThemeChoice::ALL.map(|choice| (choice, choice.name()));
    choice_row_ui(ui, "Theme", current, &choices)
}

/// Draws the size of everything with its two buttons, for the page and the menu. Returns the change
/// that the user wants.
pub(in crate::app) fn zoom_ui(ui: &mut Ui) -> Option<f32> {
    let mut wanted = None;
    ui.horizontal(|ui| {
        // A small window may limit the zoom.
        ui.label(format!("Zoom {:.0} %", ui.ctx().zoom_factor() * 100.0));
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            for (icon, label, step) in [
                (icons::ICON_ADD.codepoint, "Larger", 0.125),
                (icons::ICON_REMOVE.codepoint, "Smaller", -0.125),
            ] {
                if icon_button_ui(ui, icon, label, true).clicked() {
                    wanted = Some(step);
                }
            }
        });
    });
    wanted
}

/// Draws the three choices of the board.
pub(super) fn board_look_ui(ui: &mut Ui, cx: &mut Cx<'_>) {
    let settings = &cx.session.settings;
    let (colors, pattern) = (BoardColors::by_id(&settings.board_colors), settings.pattern);
    let choices: Vec<_> = BOARD_COLORS.iter().map(|choice| (choice, choice.name)).collect();
    let chosen = BOARD_COLORS.iter().position(|choice| choice.id == settings.board_colors);
    let picked = choices_ui(ui, "Board colours", &choices, chosen, |painter, rect, choice| {
        paint_pattern(painter, rect, Pattern::Plain, choice);
    });
    if let Some(choice) = picked {
        cx.change_settings(|changed| choice.id.clone_into(&mut changed.board_colors));
    }
    let choices = Pattern::ALL.map(|choice| (choice, choice.name()));
    let chosen = Pattern::ALL.iter().position(|choice| *choice == pattern);
    let picked = choices_ui(ui, "Squares", &choices, chosen, |painter, rect, choice| {
        paint_pattern(painter, rect, choice, colors);
    });
    if let Some(choice) = picked {
        cx.change_settings(|changed| changed.pattern = choice);
    }
    let choices = PieceSet::ALL.map(|choice| (choice, choice.name()));
    let chosen = PieceSet::ALL.iter().position(|choice| *choice == settings.pieces);
    let picked = choices_ui(ui, "Pieces", &choices, chosen, |painter, rect, choice| {
        paint_pattern(painter, rect, pattern, colors);
        let (left, right) = rect.split_left_right_at_fraction(0.5);
        let knight = Piece { color: Color::White, role: Role::Knight };
        let king = Piece { color: Color::Black, role: Role::King };
        paint_piece_of(painter, left, choice, knight, 1.0);
        paint_piece_of(painter, right, choice, king, 1.0);
    });
    if let Some(choice) = picked {
        cx.change_settings(|changed| changed.pieces = choice);
    }
}

/// A row of pictures below the name of their group, which goes on below where it is too wide. Returns the
/// choice that the user made.
fn choices_ui<T: Copy>(
    ui: &mut Ui,
    group: &str,
    choices: &[(T, &str)],
    chosen: Option<usize>,
    paint: impl Fn(&Painter, Rect, T),
) -> Option<T> {
    group_ui(ui, group);
    ui.add_space(SPACE_XS);
    let row = ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = Vec2::splat(SPACE_S);
        let mut radio = RadioGroup::new(chosen);
        for (choice, name) in choices {
            let label = format!("{group}: {name}");
            let paint = |painter: &Painter, rect: Rect| paint(painter, rect, *choice);
            choice_ui(ui, &mut radio, &label, paint).on_hover_text(*name);
        }
        radio.chosen(ui)
    });
    row.inner.and_then(|index| choices.get(index)).map(|(choice, _)| *choice)
}

/// A picture to click, with a frame if it is chosen; `label` is for screen readers.
fn choice_ui(
    ui: &mut Ui,
    group: &mut RadioGroup,
    label: &str,
    paint: impl FnOnce(&Painter, Rect),
) -> Response {
    let theme = Theme::of(ui);
    let (_, rect) = ui.allocate_space(PICTURE);
    let chosen = group.is_next_chosen();
    let response = group.cell(ui, rect, ui.scope_id().with(label));
    response.widget_info(|| WidgetInfo::selected(AccessRole::RadioButton, true, chosen, label));
    // A picture out of view need not be rasterised.
    if ui.is_rect_visible(rect) {
        paint(ui.painter(), rect);
    }
    let (width, color) = if chosen { (2.0, theme.accent) } else { (1.0, theme.line) };
    let stroke = Stroke::new(width, color);
    ui.painter().rect_stroke(rect, RADIUS_SWATCH, stroke, StrokeKind::Outside);
    if chosen {
        let dot = rect.right_top() + theme::SPACE_XS * vec2(-1.0, 1.0);
        ui.painter().circle(dot, theme::SPACE_XS, theme.accent, Stroke::new(1.0, theme.panel));
    }
    response
}
