//! The views of the end-game tables that several features share: results in words, moves with their
//! results, and the controls of a build.

use egui::{Align, Button, Label, Layout, RichText, Ui, vec2};

use super::{
    context::Cx,
    request::Request,
    session::TableStatus,
    ui::{
        lists::move_buttons_ui,
        text::capitalised,
        theme::{self, CONTROL_HEIGHT, SPACE_S, Theme},
        widgets::thin_bar,
    },
};
use minnow_jobs::JobProgress;
use minnow_rules::{Color, Move, Position, Role, Variant, counted, san};
use minnow_tables::{GameValue, TableClass, TableDoubt, TableSet, TableValue, ValuedMove};

/// The result of a position in a sentence; `None` if the tables do not have it. `earlier` has the keys
/// of the game's positions before it.
pub fn verdict(tables: &TableSet, position: &Position, earlier: &[u64]) -> Option<String> {
    let GameValue { value, doubt } = tables.game_value(position, earlier)?;
    let winner = match value {
        TableValue::Draw => {
            let is_late = tables.value(position).is_some_and(|value| value != TableValue::Draw);
            let limit = if position.at_progress_limit() { "50-move rule" } else { "move limit" };
            let reason =
                if is_late { format!(": the {limit} comes before the win") } else { String::new() };
            return Some(format!("A draw{reason}."));
        }
        TableValue::Win(_) => position.turn(),
        TableValue::Loss(_) => !position.turn(),
    };
    let sentence = match winner_moves(value, position.variant()) {
        0 => format!("{winner} takes the king"),
        moves => format!("{winner} wins in {}", counted(u64::from(moves), "move", "moves")),
    };
    let exception = match doubt {
        None => "",
        Some(TableDoubt::Progress) => ", unless the 50-move rule comes first",
        Some(TableDoubt::Repetition) => ", unless a repetition draws",
    };
    Some(format!("{sentence}{exception}."))
}

/// The outcome of a move in a few words, such as `wins in 7`.
fn outcome(valued: &ValuedMove, variant: &Variant) -> String {
    let moves = winner_moves(valued.value, variant);
    let text = match (valued.value, moves) {
        (TableValue::Draw, _) if valued.repeats => "draws by repetition".to_owned(),
        (TableValue::Draw, _) => "draws".to_owned(),
        (TableValue::Win(_), 0) => "takes the king".to_owned(),
        (TableValue::Win(_), _) => format!("wins in {moves}"),
        (TableValue::Loss(_), 0) => "loses the king".to_owned(),
        (TableValue::Loss(_), _) => format!("loses in {moves}"),
    };
    if valued.doubt.is_none() { text } else { format!("{text}?") }
}

/// Why the outcome of a move is not certain.
fn doubt_text(doubt: TableDoubt) -> &'static str {
    match doubt {
        TableDoubt::Progress => "The 50-move rule may come first.",
        TableDoubt::Repetition => "A position that has occurred before may come back and draw.",
    }
}

/// The winner's moves to the mate or to the position without a move; 0 where only the king must still
/// be captured, and in a draw.
fn winner_moves(value: TableValue, variant: &Variant) -> u8 {
    let plies = value.plies_to_mate(variant).unwrap_or(0);
    match value {
        TableValue::Win(_) => plies.div_ceil(2),
        TableValue::Loss(_) | TableValue::Draw => plies / 2,
    }
}

/// The men of a class: `Queen and rook against bishop`. The kings are named where a side has no more.
pub fn class_text(class: &TableClass) -> String {
    let [white, black] = Color::ALL.map(|color| side_text(class.roles(color)));
    capitalised(&format!("{white} against {black}"))
}

/// `queen and two rooks`
fn side_text(roles: &[Role]) -> String {
    let groups: Vec<String> = roles.chunk_by(|one, other| one == other).map(men_text).collect();
    match groups.as_slice() {
        [] => "king".to_owned(),
        [only] => only.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

/// The name of a role, in the plural with its number: `rook`, `two rooks`.
fn men_text(same: &[Role]) -> String {
    let name = same.first().map_or("", |role| role.name());
    match same.len() {
        1 => name.to_owned(),
        2 => format!("two {name}s"),
        _ => format!("three {name}s"),
    }
}

/// A share in percent. Only what is exactly nothing or all is shown as 0 or 100 %.
pub fn share_text(part: u64, whole: u64) -> String {
    match (200 * part + whole).checked_div(2 * whole) {
        None | Some(0) if part > 0 => "under 1 %".to_owned(),
        Some(100) if part < whole => "over 99 %".to_owned(),
        percent => format!("{} %", percent.unwrap_or(0)),
    }
}

/// The form of the moves in the list: buttons that make them, or text alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TableMoveStyle {
    Buttons,
    Labels,
}

/// Draws the moves, the best first; returns the move whose button was clicked.
pub fn table_moves_ui(
    ui: &mut Ui,
    position: &Position,
    moves: &[ValuedMove],
    kind: TableMoveStyle,
) -> Option<Move> {
    if kind == TableMoveStyle::Labels {
        // Lines of text stand closer than buttons.
        ui.spacing_mut().interact_size.y = 0.0;
    }
    let mut chosen = None;
    move_buttons_ui(ui, |ui| {
        let theme = Theme::of(ui);
        for valued in moves {
            let color = match valued.value {
                TableValue::Win(_) => theme.good,
                TableValue::Draw => theme.muted,
                TableValue::Loss(_) => theme.bad,
            };
            let outcome = outcome(valued, position.variant());
            let text = RichText::new(format!("{} {outcome}", san(position, valued.mv)));
            let text = text.small().color(color);
            let shown = match kind {
                TableMoveStyle::Buttons => ui.add(Button::new(text)),
                TableMoveStyle::Labels => {
                    let label = ui.add(Label::new(text).extend());
                    ui.add_space(ui.spacing().item_spacing.x);
                    label
                }
            };
            let shown = match valued.doubt {
                Some(doubt) => shown.on_hover_text(doubt_text(doubt)),
                None => shown,
            };
            if shown.clicked() {
                chosen = Some(valued.mv);
            }
        }
    });
    chosen
}

/// Draws the button that begins the build of tables, or its progress; nothing in another state.
pub fn build_ui(ui: &mut Ui, status: &TableStatus, cx: &mut Cx<'_>) {
    match status {
        TableStatus::Missing { entries } => {
            let millions = (*entries as f64 / 1e6).max(0.1);
            let text = format!(
                "With four men or fewer the result of every position can be known. \
                 {millions:.1} million positions are worked out once and kept."
            );
            if ui.button("Build the tables").on_hover_text(text).clicked() {
                cx.ask(Request::BuildTables);
            }
        }
        TableStatus::Building(progress) => building_ui(ui, *progress, cx),
        TableStatus::Ready(_) | TableStatus::Loading | TableStatus::NoFolder => {}
    }
}

/// The same among controls below each other: the progress has a row of this width.
pub fn build_row_ui(ui: &mut Ui, width: f32, status: &TableStatus, cx: &mut Cx<'_>) {
    if let TableStatus::Building(_) = status {
        let layout = Layout::right_to_left(Align::Center);
        let row = |ui: &mut Ui| build_ui(ui, status, cx);
        ui.allocate_ui_with_layout(vec2(width, CONTROL_HEIGHT), layout, row);
    } else {
        build_ui(ui, status, cx);
    }
}

/// The share of a build that is done, in whole percent.
pub fn build_percent(progress: JobProgress) -> u64 {
    100 * progress.done / progress.total.max(1)
}

/// The button that ends a build, and its progress.
fn building_ui(ui: &mut Ui, progress: Option<JobProgress>, cx: &mut Cx<'_>) {
    let share =
        progress.map_or(0.0, |progress| progress.done as f32 / progress.total.max(1) as f32);
    let percent = progress.map_or(0, build_percent);
    ui.spacing_mut().item_spacing.x = SPACE_S;
    if ui.button("Stop").clicked() {
        cx.ask(Request::StopTables);
    }
    ui.label(theme::muted(ui, format!("Building: {percent} %")));
    ui.add(thin_bar(ui, share).desired_width(ui.available_width()));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::session::for_tests;

    fn verdict_of(tables: &TableSet, fen: &str) -> String {
        let position = Position::from_fen(tables.variant(), fen).unwrap();
        verdict(tables, &position, &[]).unwrap()
    }

    fn outcomes(tables: &TableSet, fen: &str) -> Vec<String> {
        let position = Position::from_fen(tables.variant(), fen).unwrap();
        let moves = tables.valued_moves(&position, &[]).unwrap();
        moves.iter().map(|valued| outcome(valued, tables.variant())).collect()
    }

    #[test]
    fn mates_count_the_winners_moves() {
        let tables = for_tests::tables("gardner");
        assert_eq!(verdict_of(&tables, "k4/5/1K3/5/4R w - - 0 1"), "White wins in 1 move.");
        assert_eq!(verdict_of(&tables, "1k3/5/1K3/5/4R b - - 0 1"), "White wins in 2 moves.");
        let late = verdict_of(&tables, "k4/5/2K2/5/1R3 w - - 99 60");
        assert!(late.ends_with(" moves, unless the 50-move rule comes first."), "{late}");
        let moves = outcomes(&tables, "k4/5/1K3/5/4R w - - 0 1");
        assert_eq!(moves[0], "wins in 1");
        assert!(moves.iter().skip(1).all(|text| text.starts_with("wins in ") || text == "draws"));
        assert_eq!(verdict_of(&tables, "k4/5/1K3/5/3B1 w - - 0 1"), "A draw.");
    }

    #[test]
    fn the_course_game_ends_with_the_king() {
        let tables = for_tests::tables("minichess");
        assert_eq!(verdict_of(&tables, "k4/5/5/5/5/R3K w - - 0 1"), "White takes the king.");
        assert_eq!(outcomes(&tables, "k4/5/5/5/5/R3K w - - 0 1")[0], "takes the king");
        let attacked = outcomes(&tables, "k4/5/5/5/5/R3K b - - 0 1");
        assert_eq!(attacked.last().unwrap(), "loses the king", "{attacked:?}");
        assert_ne!(attacked[0], "loses the king");
        let late = "k4/5/2K2/5/5/1R3 w - - 0 40";
        assert_eq!(verdict_of(&tables, late), "A draw: the move limit comes before the win.");
    }

    #[test]
    fn classes_are_named_by_their_men() {
        for (name, text) in [
            ("KK", "King against king"),
            ("KRK", "Rook against king"),
            ("KQKR", "Queen against rook"),
            ("KBNK", "Bishop and knight against king"),
            ("KNNK", "Two knights against king"),
            ("KQRRK", "Queen and two rooks against king"),
            ("KQRBK", "Queen, rook and bishop against king"),
            ("KPPPK", "Three pawns against king"),
        ] {
            assert_eq!(class_text(&name.parse().unwrap()), text);
        }
    }

    #[test]
    fn a_build_counts_whole_percent() {
        let percent = |done, total| build_percent(JobProgress { done, total });
        assert_eq!([percent(0, 0), percent(1, 8), percent(7, 7)], [0, 12, 100]);
    }

    #[test]
    fn only_exact_shares_are_nothing_or_all() {
        let texts = [0, 1, 5, 6, 500, 995, 999, 1000].map(|part| share_text(part, 1000));
        let shares = ["0 %", "under 1 %", "1 %", "1 %", "50 %", "over 99 %", "over 99 %", "100 %"];
        assert_eq!(texts, shares);
        assert_eq!(share_text(0, 0), "0 %");
    }
}
