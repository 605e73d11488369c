//! One static page of HTML: standings, ratings, cross table, and every game to replay on a board.
//!
//! The page works without a server and loads nothing. Names and what programs wrote are text, never
//! markup or script.

use serde::Serialize;

use super::{
    end_text, format_text, game_of_record, limit_text, opening_text, plot::ratings_svg, sprt_text,
};
use crate::{
    Tally,
    tournament::{GameRecord, StandingRow, Standings, TournamentPlan},
};
use minnow_base::quoting::markup;
use minnow_game::{Game, NodeId, RecordedEval};
use minnow_rules::{Position, Square, counted, result_text, san};

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
const PIECES: [(char, &str); 12] = pieces! {
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

/// The page.
pub fn html(plan: &TournamentPlan, records: &[GameRecord], standings: &Standings) -> String {
    let title = markup(if plan.name.is_empty() { "Tournament" } else { &plan.name });
    let plot = ratings_svg(standings).unwrap_or_default();
    let templates: String = PIECES
        .iter()
        .map(|(letter, svg)| format!("<template id=\"piece-{letter}\">{}</template>\n", svg.trim()))
        .collect();
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\">\n\
         <title>{title}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n<h1>{title}</h1>\n\
         {}<h2>Standings</h2>\n{}{plot}<h2>Cross table</h2>\n{}{REPLAY}<h2>Games</h2>\n{}{templates}\
         <script type=\"application/json\" id=\"data\">{}</script>\n<script>\n{SCRIPT}</script>\n\
         </body>\n</html>\n",
        about(plan, standings),
        standings_table(standings),
        cross_table(plan, standings),
        games_table(plan, records),
        data(plan, records),
    )
}

/// What was played, in sentences.
fn about(plan: &TournamentPlan, standings: &Standings) -> String {
    let finished = standings.finished;
    let games = match standings.planned.filter(|planned| *planned != finished) {
        Some(planned) => format!("{finished} of {planned} games"),
        None => counted(finished as u64, "game", "games"),
    };
    let boards = markup(&plan.variants.join(", "));
    let (format, limits) = (format_text(plan.format), limit_text(plan.limits));
    let openings = opening_text(&plan.openings);
    let mut text = format!(
        "<p class=\"note\">{games}, {format} on {boards}; {limits}. The games start \
         {openings}, and each pair of games has the same opening with colours swapped.</p>\n"
    );
    if let (Some(test), Some(state)) = (&plan.sprt, &standings.sprt) {
        text += &format!("<p>{}.</p>\n", markup(&sprt_text(test, state)));
    }
    text
}

/// A row of a table from its cells, which are markup.
fn row(tag: &str, cells: impl IntoIterator<Item = String>) -> String {
    let cells: String = cells.into_iter().map(|cell| format!("<{tag}>{cell}</{tag}>")).collect();
    format!("<tr>{cells}</tr>\n")
}

fn table(id: &str, head: &str, body: &str) -> String {
    format!(
        "<div class=\"wide\"><table id=\"{id}\"><thead>{head}</thead>\n<tbody>{body}</tbody></table>\
         </div>\n"
    )
}

fn standings_table(standings: &Standings) -> String {
    let names = ["", "player", "games", "points", "won", "drawn", "lost", "Elo", "error", "faults"];
    let head = row("th", names.map(str::to_owned));
    let rows = standings.rows.iter().zip(1..).map(|(standing, place)| {
        let StandingRow { wins, draws, losses, points, faults, .. } = standing;
        let [elo, error] = match standing.rating() {
            Some([elo, error]) => [format!("{elo:+.0}"), format!("\u{b1}{error:.0}")],
            None => [String::new(), String::new()],
        };
        let numbers = [place, wins + draws + losses].map(|number: u32| number.to_string());
        let [place, games] = numbers;
        let results = [wins, draws, losses].map(u32::to_string);
        let cells = [place, markup(&standing.name), games, points.to_string()];
        row("td", cells.into_iter().chain(results).chain([elo, error, faults.to_string()]))
    });
    table("standings", &head, &rows.collect::<String>())
}

/// The results of each player, in a row, against each other one.
fn cross_table(plan: &TournamentPlan, standings: &Standings) -> String {
    let order: Vec<usize> = standings.rows.iter().map(|row| row.player).collect();
    let numbers = (1..=order.len()).map(|place| place.to_string());
    let head = row("th", [String::new(), "player".to_owned()].into_iter().chain(numbers));
    let tally = |one: usize, other: usize| standings.cross.get(one)?.get(other)?.as_ref();
    let rows = order.iter().zip(1..).map(|(player, place): (&usize, u32)| {
        let name = plan.players.get(*player).map_or_else(String::new, |entry| entry.name());
        let cells = order.iter().map(|other| match tally(*player, *other) {
            Some(tally) => tally_text(tally),
            None => String::new(),
        });
        row("td", [place.to_string(), markup(&name)].into_iter().chain(cells))
    });
    table("cross", &head, &rows.collect::<String>())
}

/// Points of games: `3.5/6`, with wins, draws and losses where the mouse rests.
fn tally_text(tally: &Tally) -> String {
    let [wins, draws, losses] = tally.counts();
    let (points, games) = (f64::from(wins) + f64::from(draws) / 2.0, wins + draws + losses);
    format!("<span title=\"{tally}\">{points}/{games}</span>")
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
