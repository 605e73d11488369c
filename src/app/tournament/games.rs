//! The list of the finished games: a filter, a row for each game, and the button that opens one.

use egui::{
    Align2, FontId, Id, Key, Label, Modifiers, Rect, Response, RichText, Role, Sense, TextEdit, Ui,
    WidgetInfo, vec2,
};

use super::{
    boards::open,
    live::result_text,
    shown::ShownTournament,
    view::{list_height, row_texts_ui},
};
use crate::app::{
    context::Cx,
    ui::{
        theme::{self, CONTROL_HEIGHT, RADIUS_CONTROL, ROW_HEIGHT, SPACE_S, TEXT_BODY, Theme},
        widgets::primary_button_if,
    },
};
use minnow_arena::tournament::{GameRecord, report::end_text};
use minnow_rules::{Variant, counted};

// Sizes in points.
/// The height of the filter, of the two lines on the marked game and of the button, with their distances.
const AROUND_GAMES: f32 = 128.0;
/// The least width of a number with the distance to the names.
const NUMBER_WIDTH: f32 = 80.0;

/// Draws the list.
pub(super) fn games_ui(ui: &mut Ui, shown: &mut ShownTournament, cx: &mut Cx<'_>) {
    if shown.records.is_empty() {
        let text = "No game is finished yet.";
        ui.add(Label::new(theme::muted(ui.ctx(), text)).wrap());
        return;
    }
    let height = list_height(ui, AROUND_GAMES);
    let mut opens = keys(ui, shown, (height / ROW_HEIGHT) as usize);
    filter_ui(ui, shown);
    let clicked = ui.scope(|ui| {
        shown.rows.rows_ui(
            ui,
            "marked game of the tournament",
            ROW_HEIGHT,
            height,
            |ui, rect, row| {
                let record = shown.records.get(shown.rows.place(row)?)?;
                Some(row_ui(ui, rect, row, row == shown.rows.marked(), record, shown))
            },
        )
    });
    if let Some((row, is_double)) = clicked.inner {
        shown.rows.mark(row);
        opens |= is_double;
        // The keys go on from the row.
        ui.memory_mut(|memory| memory.request_focus(filter_id()));
    }
    let marked = shown.marked_record();
    if let Some(record) = marked {
        ui.add(Label::new(RichText::new(record_text(record)).small()).wrap());
    }
    let button = primary_button_if(ui, "Open in Analyse", marked.is_some());
    let button = ui.add_enabled(marked.is_some(), button.min_size(vec2(0.0, CONTROL_HEIGHT)));
    opens |= button.clicked();
    if let Some(record) = marked.filter(|_| opens) {
        open(shown.analysis_of(record), cx);
    }
}

fn filter_id() -> Id {
    Id::unique("filter of a tournament's games")
}

/// While the filter has the focus, the list takes Up, Down and Enter. Returns true if Enter opens a game.
fn keys(ui: &Ui, shown: &mut ShownTournament, rows_of_page: usize) -> bool {
    if ui.memory(|memory| memory.focused()) != Some(filter_id()) {
        return false;
    }
    shown.rows.mark_by_keys(ui, rows_of_page);
    ui.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Enter))
}

fn filter_ui(ui: &mut Ui, shown: &mut ShownTournament) {
    let mut words = shown.words.clone();
    let edit = TextEdit::singleline(&mut words).id(filter_id());
    let edit = edit.hint_text("Find by player, board or end").align(Align2::LEFT_CENTER);
    let edit = edit.desired_width(f32::INFINITY).min_size(vec2(0.0, CONTROL_HEIGHT));
    let field = ui.add(edit);
    field.widget_info(|| WidgetInfo::labeled(Role::TextInput, true, "Find a game"));
    if words != shown.words {
        shown.set_words(words);
    }
}

/// A row: number, players and board, and the result at the right.
fn row_ui(
    ui: &mut Ui,
    rect: Rect,
    row: usize,
    is_marked: bool,
    record: &GameRecord,
    shown: &ShownTournament,
) -> Response {
    let response = ui.interact(rect, ui.scope_id().with(("game", row)), Sense::click());
    let (number, players) = (record.number, shown.players_text(record.players));
    let board = Variant::by_id(&record.variant).map_or(&record.variant, |board| &board.name);
    let result = result_text(record);
    let label = format!("Game {number}, {players}, {board}, {result}, {}", end_text(record));
    response.widget_info(|| WidgetInfo::selected(Role::ListBoxOption, true, is_marked, &label));
    let theme = Theme::of(ui);
    if is_marked || response.hovered() {
        let fill = if is_marked { theme.accent_background } else { theme.raised };
        ui.painter().rect_filled(rect, RADIUS_CONTROL, fill);
    }
    let inside = rect.shrink2(vec2(SPACE_S, 0.0));
    let (font, at) = (FontId::proportional(TEXT_BODY), inside.left_center());
    let drawn = ui.painter().text(at, Align2::LEFT_CENTER, number.to_string(), font, theme.muted);
    // The names stand below each other.
    let names = inside.with_min_x(drawn.right().max(inside.left() + NUMBER_WIDTH));
    let left = RichText::new(format!("{players}, {board}"));
    row_texts_ui(ui, names, left, theme::bold(result));
    response.on_hover_text(label)
}

/// Why a game ended, and its length.
fn record_text(record: &GameRecord) -> String {
    let plies = record.opening.split_whitespace().count() + record.moves.len();
    format!("{}; {}", end_text(record), counted(plies as u64, "half-move", "half-moves"))
}
