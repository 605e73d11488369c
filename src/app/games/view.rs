//! The list of games of a file: a filter, a row per game, and the keys that walk through the rows.
//! Only the rows in view are laid out, so that a long list costs no more than a short one.

use egui::{
    Align, Align2, Button, FontId, Key, Label, Layout, Modifiers, Pos2, Rect, Response, RichText,
    Sense, TextEdit, Ui, WidgetInfo, pos2, text::LayoutJob, text::TextWrapping, vec2,
};

use egui_material_icons::icons;

use super::{GameFiles, chooser::Chooser};
use crate::app::{
    context::Cx,
    pages::Page,
    request::Request,
    ui::focus::default_focus,
    ui::theme::{
        self, CHOOSER_WIDTH, CONTROL_HEIGHT, RADIUS_CONTROL, ROW_HEIGHT, SPACE_L, SPACE_S,
        SPACE_XS, TEXT_BODY, TEXT_SMALL, Theme, bold_font,
    },
    ui::widgets::{dialog_ui, primary_button_if},
};
use minnow_rules::{counted, grouped};

// Sizes in points.
/// The height of everything around the list.
const AROUND_LIST: f32 = 270.0;
const MOST_HEIGHT: f32 = 480.0;
/// A narrower list has no columns for moves, date and event.
const ALL_COLUMNS_FROM: f32 = 600.0;

/// The columns: the heading, and whether the column holds numbers, which are aligned right.
const COLUMNS: [(&str, bool); 7] = [
    ("No.", true),
    ("Players", false),
    ("Board", false),
    ("Result", false),
    ("Moves", true),
    ("Date", false),
    ("Event", false),
];

/// Shows the list over the window.
pub(super) fn chooser_ui(ui: &mut Ui, files: &mut GameFiles, cx: &mut Cx<'_>) {
    let title = files.title(cx.session);
    let Some(list) = &mut files.list else { return cx.ask(Request::Cancel) };
    let (mut opens, mut cancels) = (false, false);
    let closed = dialog_ui(ui, "chooser", CHOOSER_WIDTH, |ui| {
        let room = ui.ctx().content_rect().height();
        let height = (room - AROUND_LIST).clamp(3.0 * ROW_HEIGHT, MOST_HEIGHT);
        // The list takes Up, Down and Enter although the filter has the keyboard focus.
        list.rows.mark_by_keys(ui, (height / ROW_HEIGHT) as usize);
        opens |= ui.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Enter));
        title_ui(ui, title, list);
        filter_ui(ui, list);
        ui.add_space(SPACE_XS);
        opens |= ui.scope(|ui| list_ui(ui, list, height)).inner;
        ui.add_space(SPACE_S);
        problems_ui(ui, list);
        ui.horizontal(|ui| {
            let (size, any) = (vec2(88.0, CONTROL_HEIGHT), list.rows.count() > 0);
            let open = primary_button_if(ui, "Open game", any).min_size(size);
            opens |= ui.add_enabled(any, open).clicked();
            cancels |= ui.add(Button::new("Cancel").min_size(size)).clicked();
        });
    });
    if opens {
        files.due.push(GameFiles::open_marked);
        cx.ask(Request::Wake);
    }
    if cancels || closed {
        cx.ask(Request::Cancel);
    }
}

fn title_ui(ui: &mut Ui, title: String, list: &Chooser) {
    let [rows, total] = [list.rows.count(), list.total()].map(|count| count as u64);
    let games = counted(total, "game", "games");
    let count = if rows == total { games } else { format!("{} of {games}", grouped(rows)) };
    ui.horizontal(|ui| {
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            ui.label(theme::muted(ui.ctx(), count));
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                ui.add(Label::new(theme::title(title)).truncate());
            });
        });
    });
}

fn filter_ui(ui: &mut Ui, list: &mut Chooser) {
    let mut text = list.filter().to_owned();
    let hint = "Filter by player, event, date or result";
    let edit = TextEdit::singleline(&mut text).hint_text(hint).desired_width(f32::INFINITY);
    let field = ui.add(edit.align(egui::Align2::LEFT_CENTER).min_size(vec2(0.0, CONTROL_HEIGHT)));
    field.widget_info(|| WidgetInfo::labeled(egui::Role::TextInput, true, "Filter"));
    if field.changed() {
        list.set_filter(text);
    }
    default_focus(&field);
}

/// The cells of a row from left to right, as many as fit.
fn cells(row: Rect) -> Vec<Rect> {
    let wide = row.width() >= ALL_COLUMNS_FROM;
    let fixed = if wide {
        [52.0, 0.0, 96.0, 66.0, 54.0, 92.0, 0.0].as_slice()
    } else {
        &[46.0, 0.0, 92.0, 66.0]
    };
    let gaps = SPACE_L * fixed.len() as f32;
    let flexible = (row.width() - gaps - fixed.iter().sum::<f32>()).max(0.0);
    let shares = if wide { [0.58, 0.42] } else { [1.0, 0.0] };
    let mut shares = shares.into_iter();
    let mut left = row.left() + SPACE_S / 2.0;
    let mut cells = Vec::new();
    for width in fixed {
        let is_flexible = *width == 0.0;
        let width = if is_flexible { flexible * shares.next().unwrap_or(0.0) } else { *width };
        cells.push(Rect::from_min_size(pos2(left, row.top()), vec2(width, row.height())));
        left += width + SPACE_L;
    }
    cells
}

/// Draws the rows. Returns true if the user opens one.
fn list_ui(ui: &mut Ui, list: &mut Chooser, height: f32) -> bool {
    let theme = Theme::of(ui);
    let size = vec2(ui.available_width(), TEXT_SMALL + SPACE_S);
    let (head, _) = ui.allocate_exact_size(size, Sense::hover());
    for (cell, (heading, is_number)) in cells(head).into_iter().zip(COLUMNS) {
        cell_ui(ui, cell, heading, is_number, bold_font(TEXT_SMALL), theme.muted);
    }
    ui.painter().hline(head.x_range(), head.bottom(), (1.0, theme.line));
    let name = "chooser's marked row";
    let clicked = list
        .rows
        .rows_ui(ui, name, ROW_HEIGHT, height, |ui, rect, row| row_ui(ui, rect, row, list));
    clicked.is_some_and(|(row, opens)| {
        list.rows.mark(row);
        opens
    })
}

/// Draws a row; `row` is its index among the shown ones.
fn row_ui(ui: &mut Ui, rect: Rect, row: usize, list: &Chooser) -> Option<Response> {
    let (game, place) = (list.row(row)?, list.rows.place(row)?);
    let (number, problem, marked) = (place + 1, list.problem(place), row == list.rows.marked());
    let theme = Theme::of(ui);
    let response = ui.interact(rect, ui.scope_id().with(row), Sense::click());
    let moves = format!("{}", game.moves);
    let words = format!(
        "Game {number}: {}, {}, {}, {moves} moves, {}, {}",
        game.players, game.board, game.result, game.date, game.event
    );
    response.widget_info(|| WidgetInfo::selected(egui::Role::ListBoxOption, true, marked, &words));
    if marked || response.hovered() {
        let fill = if marked { theme.accent_background } else { theme.raised };
        ui.painter().rect_filled(rect, RADIUS_CONTROL, fill);
    }
    let warning = icons::ICON_WARNING.codepoint;
    let number = match problem {
        Some(_) => format!("{warning} {number}"),
        None => number.to_string(),
    };
    let texts =
        [&number, &game.players, &game.board, &game.result, &moves, &game.date, &game.event];
    let mut is_cut = false;
    let number_color = if problem.is_some() { theme.warning } else { theme.muted };
    for ((cell, text), (index, (_, is_number))) in
        cells(rect).into_iter().zip(texts).zip(COLUMNS.into_iter().enumerate())
    {
        let color = if index == 0 { number_color } else { theme.text };
        is_cut |= cell_ui(ui, cell, text, is_number, FontId::proportional(TEXT_BODY), color);
    }
    Some(match problem {
        Some(problem) => response.on_hover_text(problem),
        None if is_cut => response.on_hover_text(words),
        None => response,
    })
}

/// A text in its cell, truncated where it is too long. Returns true if it is cut.
fn cell_ui(
    ui: &Ui,
    cell: Rect,
    text: &str,
    right: bool,
    font: FontId,
    color: egui::Color32,
) -> bool {
    let mut job = LayoutJob::simple_singleline(text.to_owned(), font, color);
    job.wrap = TextWrapping::truncate_at_width(cell.width());
    let galley = ui.painter().layout_job(job);
    let align = if right { Align2::RIGHT_CENTER } else { Align2::LEFT_CENTER };
    let anchor: Pos2 = if right { cell.right_center() } else { cell.left_center() };
    let at = align.anchor_size(anchor, galley.size()).min;
    let is_cut = galley.elided;
    ui.painter().galley(at, galley, color);
    is_cut
}

fn problems_ui(ui: &mut Ui, list: &Chooser) {
    if let Some(problems) = list.problems() {
        let text = RichText::new(&problems).small().color(Theme::of(ui).warning);
        ui.add(Label::new(text).truncate()).on_hover_text(problems);
    }
}
