//! The parts of pages of HTML with games: the document, tables, and games to replay on a board.
//!
//! The pages work without a server and load nothing. Names and what programs wrote are text, never markup
//! or script.

use serde::Serialize;

use super::{end_text, game_of_record};
use crate::tournament::{GameRecord, TournamentPlan};
use minnow_base::quoting::markup;
use minnow_game::{Game, NodeId, RecordedEval};
use minnow_rules::{Position, Square, result_text, san};

const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("replay.js");

/// Allows the page its own style and script, and nothing from elsewhere.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'";

macro_rules! pieces {
    ($($letter:literal: $file:literal,)+) => {
        [$(($letter, include_str!(concat!("../../../../../assets/pieces/minnow/", $file, ".svg")))),+]
    };
}

/// The drawings of the pieces, by their letters in FEN.
pub(super) const PIECES: [(char, &str); 12] = pieces! {
    'P': "wp", 'N': "wn", 'B': "wb", 'R': "wr", 'Q': "wq", 'K': "wk",
    'p': "bp", 'n': "bn", 'b': "bb", 'r': "br", 'q': "bq", 'k': "bk",
};

/// The place of the board, which the script fills. The ids of the buttons are the keys' names.
const REPLAY: &str = "<section id=\"replay\" hidden>\n<h2 id=\"title\"></h2>\n<div class=\"columns\">\
    <div><div id=\"board\" role=\"img\"></div>\n<p class=\"controls\">\
    <button id=\"Home\" aria-label=\"To the start\">\u{2759}\u{25c2}</button>\n\
    <button id=\"ArrowLeft\" aria-label=\"One move back\">\u{25c2}</button>\n\
    <button id=\"ArrowRight\" aria-label=\"One move forward\">\u{25b8}</button>\n\
    <button id=\"End\" aria-label=\"To the end\">\u{25b8}\u{2759}</button>\n\
    <button id=\"turn\">Turn the board</button></p></div>\n<div id=\"moves\"></div></div>\n\
    <p id=\"status\" aria-live=\"polite\"></p>\n<p class=\"note\">The keys Left, Right, Home and End \
    step through the game.</p>\n</section>\n";

/// A game as the script reads it.
#[derive(Serialize)]
struct PageGame {
    id: String,
    title: String,
    result: &'static str,
    reason: String,
    /// The FEN of the start.
    start: String,
    moves: Vec<PageMove>,
}

/// A move: its standard notation; for each square that it changes, the square and the piece on it
/// then, or a hyphen; and its evaluation and time in words.
#[derive(Serialize)]
struct PageMove(String, String, String);

/// A page with this title, which is text, and this body, which is markup.
pub fn document(title: &str, body: &str) -> String {
    let title = markup(title);
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\">\n\
         <title>{title}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n<h1>{title}</h1>\n\
         {body}</body>\n</html>\n"
    )
}

/// The end of a page: its games in a table, and a board that replays them. A link to `#game-NUMBER`
/// opens a game.
pub fn games(plan: &TournamentPlan, records: &[GameRecord]) -> String {
    let template = |(letter, svg): &(char, &str)| {
        format!("<template id=\"piece-{letter}\">{}</template>\n", svg.trim())
    };
    let templates: String = PIECES.iter().map(template).collect();
    format!(
        "{REPLAY}<h2>Games</h2>\n{}{templates}\
         <script type=\"application/json\" id=\"data\">{}</script>\n<script>\n{SCRIPT}</script>\n",
        games_table(plan, records),
        data(plan, records),
    )
}

/// A row of a table from its cells, which are markup; `tag` is `td` or `th`.
pub fn row(tag: &str, cells: impl IntoIterator<Item = String>) -> String {
    let cells: String = cells.into_iter().map(|cell| format!("<{tag}>{cell}</{tag}>")).collect();
    format!("<tr>{cells}</tr>\n")
}

/// A table from its heading and its rows, as [`row`] makes them.
pub fn table(id: &str, head: &str, body: &str) -> String {
    format!(
        "<div class=\"wide\"><table id=\"{id}\"><thead>{head}</thead>\n<tbody>{body}</tbody></table>\
         </div>\n"
    )
}

/// The games with links that open them, and the choice of a player.
fn games_table(plan: &TournamentPlan, records: &[GameRecord]) -> String {
    let names: Vec<String> = plan.player_names().iter().map(|name| markup(name)).collect();
    let options: String = (0..)
        .zip(&names)
        .map(|(player, name): (usize, &String)| {
            format!("<option value=\"{player}\">{name}</option>")
        })
        .collect();
    let name = |player: usize| names.get(player).cloned().unwrap_or_default();
    let head = ["game", "board", "White", "Black", "result", "end", "moves"].map(str::to_owned);
    let rows = records.iter().map(|record| {
        let [white, black] = record.players;
        let number = record.number;
        let cells = [
            format!("<a href=\"#game-{number}\">{number}</a>"),
            markup(&record.variant),
            name(white),
            name(black),
            result_text(record.winner).to_owned(),
            markup(&end_text(record)),
            record.moves.len().div_ceil(2).to_string(),
        ];
        row("td", cells).replacen("<tr>", &format!("<tr data-players=\"{white} {black}\">"), 1)
    });
    format!(
        "<p><label>Games of <select id=\"player\"><option value=\"\">all players</option>{options}\
         </select></label></p>\n{}",
        table("games", &row("th", head), &rows.collect::<String>())
    )
}

/// The games as JSON that no text can end: every `<` is written as its number.
fn data(plan: &TournamentPlan, records: &[GameRecord]) -> String {
    let names = plan.player_names();
    let games: Vec<PageGame> =
        records.iter().filter_map(|record| page_game(plan, &names, record)).collect();
    // Texts, numbers and lists are always written.
    let json = serde_json::to_string(&games).unwrap_or_else(|_| "[]".to_owned());
    json.replace('<', "\\u003c")
}

fn page_game(plan: &TournamentPlan, names: &[String], record: &GameRecord) -> Option<PageGame> {
    let game = game_of_record(plan, record)?;
    let [white, black] = record.players.map(|player| names.get(player).map_or("", String::as_str));
    Some(PageGame {
        id: record.number.to_string(),
        title: format!("{}: {white} \u{2013} {black}, {}", record.number, game.variant().name),
        result: result_text(record.winner),
        reason: end_text(record),
        start: game.start().fen(),
        moves: page_moves(&game),
    })
}

fn page_moves(game: &Game) -> Vec<PageMove> {
    let mut before = game.start();
    let mut moves = Vec::new();
    for id in game.continuation(NodeId::ROOT) {
        let Some(node) = game.node(id) else { continue };
        let Some(mv) = node.played() else { continue };
        let notes = &node.notes;
        let words = [
            notes.evaluation.map(evaluation_text),
            notes.used_ms.map(|ms| format!("{} s", ms as f64 / 1_000.0)),
        ];
        let note = words.into_iter().flatten().collect::<Vec<_>>().join(", ");
        moves.push(PageMove(san(before, mv), changes(before, node.position()), note));
        before = node.position();
    }
    moves
}

/// The squares that differ, each with its piece in the later position.
fn changes(before: &Position, after: &Position) -> String {
    let squares = before.variant().board();
    let is_changed =
        |square: &Square| before.board().piece_on(*square) != after.board().piece_on(*square);
    let changed = squares.into_iter().filter(is_changed);
    changed
        .map(|square| {
            let piece = after.board().piece_on(square).map_or('-', |piece| piece.letter());
            format!("{square}{piece}")
        })
        .collect()
}

/// `+0.31, depth 8` or `#-3, depth 8`, from White's view.
fn evaluation_text(evaluation: RecordedEval) -> String {
    let (score, depth) = match evaluation {
        RecordedEval::Centipawns { cp, depth_plies } => {
            (format!("{:+.2}", f64::from(cp) / 100.0), depth_plies)
        }
        RecordedEval::Mate { moves, depth_plies } => (format!("#{moves}"), depth_plies),
    };
    if depth == 0 { score } else { format!("{score}, depth {depth}") }
}
