//! A row of the user's games: the final board, names, facts and result.

use egui::{
    Align2, Color32, FontId, Rect, Response, Role, Sense, Ui, UiBuilder, WidgetInfo, pos2,
    text::LayoutJob, text::TextWrapping, vec2,
};

use super::list::{ResultKind, odds_text, result_text};
use crate::app::ui::{
    board::{BoardLook, PositionPicture, mini_board_ui},
    theme::{RADIUS_CONTROL, SPACE_M, SPACE_S, TEXT_BODY, TEXT_SMALL, Theme, bold_font},
};
use minnow_game::archive::ArchivedGame;
use minnow_rules::{Color, counted};

// Sizes in points.
/// The longer side of the board.
const BOARD_SIDE: f32 = 54.0;
/// The distance of the two lines of text from the row's middle.
const LINE_OFFSET: f32 = 10.0;
const RESULT_WIDTH: f32 = 150.0;

/// A row's place in the list.
#[derive(Clone, Copy)]
pub(super) struct RowPlace {
    pub rect: Rect,
    /// The index among the shown rows.
    pub row: usize,
    pub marked: bool,
    pub look: BoardLook,
}

/// Draws a row.
pub(super) fn row_ui(ui: &mut Ui, place: RowPlace, game: &ArchivedGame) -> Response {
    let RowPlace { rect, row, marked, look } = place;
    let theme = Theme::of(ui);
    let response = ui.interact(rect, ui.scope_id().with(row), Sense::click());
    let mut label = format!("{}, {}, {}", names_text(game), result_text(game), facts_text(game));
    let accuracy = accuracy_text(game);
    let mut accuracy_line = String::new();
    if !accuracy.is_empty() {
        label.push_str(&format!(", accuracy {accuracy}"));
        accuracy_line = format!("Accuracy {accuracy}");
    }
    response.widget_info(|| WidgetInfo::selected(Role::ListBoxOption, true, marked, &label));
    if marked || response.hovered() {
        let fill = if marked { theme.accent_background } else { theme.raised };
        ui.painter().rect_filled(rect.shrink2(vec2(0.0, 1.0)), RADIUS_CONTROL, fill);
    }
    board_ui(ui, rect, game, look);
    let left = rect.left() + BOARD_SIDE + 2.0 * SPACE_M;
    let right = rect.right() - SPACE_S;
    let middle = right - RESULT_WIDTH;
    let upper = rect.center().y - LINE_OFFSET;
    let lower = rect.center().y + LINE_OFFSET;
    let (bold, small) = (bold_font(TEXT_BODY), FontId::proportional(TEXT_SMALL));
    let names_room = middle - left - SPACE_S;
    text_ui(ui, pos2(left, upper), names_room, &names_text(game), bold.clone(), theme.text);
    text_ui(ui, pos2(left, lower), names_room, &facts_text(game), small.clone(), theme.muted);
    let color = match ResultKind::of(game) {
        Some(ResultKind::Won) => theme.good,
        Some(ResultKind::Lost) => theme.bad,
        _ => theme.text,
    };
    let room = RESULT_WIDTH;
    text_ui(ui, pos2(middle, upper), room, &result_text(game), bold, color);
    text_ui(ui, pos2(middle, lower), room, &accuracy_line, small, theme.muted);
    response
}

/// `You – Minnow level 3`.
fn names_text(game: &ArchivedGame) -> String {
    let [white, black] = &game.names;
    format!("{white} \u{2013} {black}")
}

/// Date, board, moves and clock.
fn facts_text(game: &ArchivedGame) -> String {
    let moves = counted(game.moves() as u64, "move", "moves");
    let odds = odds_text(game).unwrap_or_default();
    let parts = [game.date.clone(), game.variant.name.clone(), odds, moves, game.clock.clone()];
    let parts: Vec<String> = parts.into_iter().filter(|part| !part.is_empty()).collect();
    parts.join(" \u{b7} ")
}

/// `91 % and 84 %`, White first, for the sides that have one; empty without a review.
fn accuracy_text(game: &ArchivedGame) -> String {
    let sides = game.accuracies.into_iter().flatten();
    let sides: Vec<String> = sides.map(|percent| format!("{percent} %")).collect();
    sides.join(" and ")
}

/// The final position, with the user's side below.
fn board_ui(ui: &mut Ui, row: Rect, game: &ArchivedGame, look: BoardLook) {
    let (files, ranks) = (game.variant.files, game.variant.ranks);
    let square = BOARD_SIDE / f32::from(files.max(ranks));
    let size = square * vec2(f32::from(files), f32::from(ranks));
    let center = pos2(row.left() + SPACE_M + BOARD_SIDE / 2.0, row.center().y);
    let picture = PositionPicture {
        flipped: game.user == Some(Color::Black),
        ..PositionPicture::new(game.variant, game.pieces(), look)
    };
    let place = UiBuilder::new().max_rect(Rect::from_center_size(center, size));
    ui.scope_builder(place, |ui| mini_board_ui(ui, &picture, "the final position", square));
}

/// A line of text, truncated where it is too long; `at` is the middle of its left edge.
fn text_ui(ui: &Ui, at: egui::Pos2, room: f32, text: &str, font: FontId, color: Color32) {
    let mut job = LayoutJob::simple_singleline(text.to_owned(), font, color);
    job.wrap = TextWrapping::truncate_at_width(room.max(0.0));
    let galley = ui.painter().layout_job(job);
    let place = Align2::LEFT_CENTER.anchor_size(at, galley.size()).min;
    ui.painter().galley(place, galley, color);
}
