//! The move list as rows, made from the game's tree and kept until the game changes.
//!
//! The main line stands in pairs. Below a move stand its comment, a review's verdict, and its
//! variations, indented by their nesting. `rows` draws the rows.

#[cfg(test)]
mod tests;

use std::collections::HashMap;

use crate::app::ui::text::{numbered_moves, time_text};
use minnow_game::{Game, GameEnd, Judgement, Mark, MoveNode, NodeId, Notes};
use minnow_rules::{Color, Move, Position, san};

/// The most moves in one row of a variation. Only rows in view are laid out, so long variations are
/// split.
const MOST_CELLS: usize = 40;

/// The most moves shown of a better line.
const MOST_BETTER: usize = 7;

/// A better line of fewer moves says if it ends the game.
const SHORT_LINE: usize = 3;

/// A move that can be clicked.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Cell {
    pub node: NodeId,
    /// `6.` or `6…` where a number is due before the move; else empty, as in pairs.
    pub number: String,
    pub san: String,
    /// The user's mark, else a review's.
    pub mark: Option<Mark>,
    /// The clock after the move, as `2:58`, or else the time that the move took, as `3.5 s`; empty
    /// where neither is known.
    pub time: String,
}

impl Cell {
    /// SAN with its mark.
    pub fn text(&self) -> String {
        format!("{}{}", self.san, self.mark.map_or("", Mark::text))
    }
}

/// A row of the list. The main line has depth 0, its variations depth 1.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Row {
    /// A move of each side on the main line; one may be missing.
    Pair { number: u16, white: Option<Cell>, black: Option<Cell> },
    /// A part of a variation; `first` if it begins there.
    Line { depth: u16, first: bool, cells: Vec<Cell> },
    /// A comment on the move above.
    Comment { depth: u16, text: String },
    /// A review's verdict on the move above.
    Verdict { depth: u16, content: VerdictContent },
}

/// The content of a verdict's row.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct VerdictContent {
    /// The judged move.
    pub node: NodeId,
    pub judgement: Judgement,
    pub sentence: String,
    /// The better line, each move with its number where one is due.
    pub better: Vec<String>,
}

/// The rows of a game.
#[derive(Debug, Default)]
pub struct MoveSheet {
    made_for: Option<(u64, u64)>,
    pub rows: Vec<Row>,
    /// The row of each move.
    places: HashMap<NodeId, usize>,
    /// The moves' names in SAN; they never change within a game.
    sans: HashMap<NodeId, String>,
}

impl MoveSheet {
    /// Makes the rows again if the game or its revision changed since the last call. Returns true
    /// if it did.
    pub fn update(&mut self, game: &Game, game_number: u64, revision: u64) -> bool {
        let wanted = (game_number, revision);
        if self.made_for == Some(wanted) {
            return false;
        }
        if self.made_for.is_none_or(|(number, _)| number != game_number) {
            self.sans.clear();
        }
        self.made_for = Some(wanted);
        let mut writer = Writer { game, sans: &mut self.sans, rows: Vec::new() };
        writer.main_line();
        self.rows = writer.rows;
        let numbered = self.rows.iter().enumerate();
        self.places = numbered.flat_map(|(at, row)| nodes(row).map(move |id| (id, at))).collect();
        true
    }

    /// The row in which a move stands; `None` for the start position.
    pub fn row_of(&self, node: NodeId) -> Option<usize> {
        self.places.get(&node).copied()
    }
}

/// The moves in a row.
fn nodes(row: &Row) -> impl Iterator<Item = NodeId> {
    let cells: Vec<&Cell> = match row {
        Row::Pair { white, black, .. } => white.iter().chain(black).collect(),
        Row::Line { cells, .. } => cells.iter().collect(),
        Row::Comment { .. } | Row::Verdict { .. } => Vec::new(),
    };
    cells.into_iter().map(|cell| cell.node)
}

/// `6.` or, for Black, `6…`.
pub fn number_text(before: &Position) -> String {
    let dots = if before.turn() == Color::White { "." } else { "\u{2026}" };
    format!("{}{dots}", before.fullmove())
}

/// A move's SAN with its number, such as `6… Ka5`.
pub fn numbered_text(game: &Game, node: NodeId) -> Option<String> {
    let node = game.node(node)?;
    let before = game.node(node.parent()?)?.position();
    Some(format!("{} {}", number_text(before), san(before, node.played()?)))
}

/// The moves from the start to a node with their numbers: `1. a3 b4 2. axb4`.
pub fn line_text(game: &Game, node: NodeId) -> String {
    let path = game.path(node);
    let moves: Vec<Move> = path.iter().filter_map(|id| game.node(*id)?.played()).collect();
    numbered_moves(game.start(), &moves).join(" ")
}

/// Writes the rows of a game.
struct Writer<'a> {
    game: &'a Game,
    sans: &'a mut HashMap<NodeId, String>,
    rows: Vec<Row>,
}

impl Writer<'_> {
    fn main_line(&mut self) {
        let game = self.game;
        if let Some(root) = game.node(NodeId::ROOT) {
            self.remarks(game.start(), NodeId::ROOT, root, 0);
        }
        // White's move, until Black's move or a remark completes the row.
        let mut open: Option<(u16, Cell)> = None;
        for id in game.continuation(NodeId::ROOT) {
            let Some((node, before)) = node_and_before(game, id) else { break };
            let number = before.position().fullmove();
            let cell = self.cell(id, node, before, String::new());
            if before.position().turn() == Color::White {
                open = Some((number, cell));
            } else {
                let white = open.take().map(|(_, cell)| cell);
                self.rows.push(Row::Pair { number, white, black: Some(cell) });
            }
            if has_remarks(node) || before.children().len() > 1 {
                self.close_pair(&mut open);
                self.remarks(before.position(), id, node, 0);
                self.variations(before, 1);
            }
        }
        self.close_pair(&mut open);
    }

    fn close_pair(&mut self, open: &mut Option<(u16, Cell)>) {
        if let Some((number, cell)) = open.take() {
            self.rows.push(Row::Pair { number, white: Some(cell), black: None });
        }
    }

    /// The alternatives to the first move after a node.
    fn variations(&mut self, before: &MoveNode, depth: u16) {
        for variation in before.children().iter().skip(1) {
            self.line(*variation, depth);
        }
    }

    /// Writes a variation from its first move on. The recursion is as deep as variations nest.
    fn line(&mut self, first: NodeId, depth: u16) {
        let game = self.game;
        let mut cells = Vec::new();
        let mut begins = true;
        for id in std::iter::once(first).chain(game.continuation(first)) {
            let Some((node, before)) = node_and_before(game, id) else { break };
            let number_due = cells.is_empty() || before.position().turn() == Color::White;
            let number = if number_due { number_text(before.position()) } else { String::new() };
            cells.push(self.cell(id, node, before, number));
            let branches = id != first && before.children().len() > 1;
            if branches || has_remarks(node) || cells.len() >= MOST_CELLS {
                let first = std::mem::take(&mut begins);
                self.rows.push(Row::Line { depth, first, cells: std::mem::take(&mut cells) });
                self.remarks(before.position(), id, node, depth);
                if branches {
                    self.variations(before, depth + 1);
                }
            }
        }
        if !cells.is_empty() {
            self.rows.push(Row::Line { depth, first: begins, cells });
        }
    }

    fn cell(&mut self, id: NodeId, node: &MoveNode, before: &MoveNode, number: String) -> Cell {
        let name = || node.played().map_or(String::new(), |mv| san(before.position(), mv));
        let san = self.sans.entry(id).or_insert_with(name).clone();
        let notes = &node.notes;
        let judged = || notes.verdict.as_ref()?.judgement.map(Judgement::mark);
        let mark = notes.marks.iter().next().or_else(judged);
        Cell { node: id, number, san, mark, time: move_time_text(notes) }
    }

    /// True if the game has the shown part of this better line after a node.
    fn has_line(&self, after: NodeId, better: &[Move]) -> bool {
        let mut shown = better.iter().take(MOST_BETTER);
        shown.try_fold(after, |node, mv| self.game.child(node, *mv)).is_some()
    }

    /// The comment on a move and a review's verdict. `before` is the position before it.
    fn remarks(&mut self, before: &Position, id: NodeId, node: &MoveNode, depth: u16) {
        let notes = &node.notes;
        let comment = notes.shown_comment();
        if !comment.is_empty() {
            self.rows.push(Row::Comment { depth, text: comment.into_owned() });
        }
        let Some(verdict) = &notes.verdict else { return };
        if let Some(judgement) = verdict.judgement.filter(|_| !verdict.sentence.is_empty()) {
            let sentence = verdict.sentence.clone();
            let better = match node.parent() {
                Some(parent) if !self.has_line(parent, &verdict.better) => {
                    better_words(*before, &verdict.better)
                }
                // The line stands below as a variation.
                _ => Vec::new(),
            };
            let content = VerdictContent { node: id, judgement, sentence, better };
            self.rows.push(Row::Verdict { depth, content });
        }
    }
}

/// The better line, with the end of the game after a line that is short because of it.
fn better_words(before: Position, better: &[Move]) -> Vec<String> {
    let mut words = numbered_moves(&before, &better[..better.len().min(MOST_BETTER)]);
    if better.len() < SHORT_LINE && words.len() == better.len() {
        let end = better.iter().fold(before, |at, mv| at.play(*mv));
        if let (Some(last), Some(outcome)) = (words.last_mut(), end.outcome(1)) {
            last.push_str(&format!(", {}", GameEnd::ByRules(outcome)));
        }
    }
    words
}

fn move_time_text(notes: &Notes) -> String {
    match (notes.clock_ms, notes.used_ms) {
        (Some(ms), _) => time_text(ms / 1_000),
        (None, Some(ms)) => format!("{}.{} s", ms / 1_000, ms % 1_000 / 100),
        (None, None) => String::new(),
    }
}

/// A move's node and the one before it.
fn node_and_before(game: &Game, id: NodeId) -> Option<(&MoveNode, &MoveNode)> {
    let node = game.node(id)?;
    Some((node, game.node(node.parent()?)?))
}

/// True if a comment or a verdict follows a move.
fn has_remarks(node: &MoveNode) -> bool {
    let judged = |verdict: &minnow_game::MoveVerdict| {
        verdict.judgement.is_some() && !verdict.sentence.is_empty()
    };
    !node.notes.shown_comment().is_empty() || node.notes.verdict.as_deref().is_some_and(judged)
}
