//! Writing a game in PGN's export format: tags, then moves in lines of at most 79 characters.

use super::comment::{commands, may_begin_line, safe};
use super::signs::{SplitComment, split_signs};
use super::steps;
use super::tags::{result_text, write_tags};
use crate::limits::{MAX_COMMENT_CHARS, cut};
use crate::{
    Game, GameEnd, Judgement, MAX_NESTING, Mark, MoveNode, MoveVerdict, NodeId, Notes, RecordedEval,
};
use minnow_rules::{Color, Position, san};

/// The maximum length of a line, in characters. Only a command in a comment may exceed it.
const COLUMNS: usize = 79;

/// The game in PGN with all variations and notes. The text ends in a line feed.
pub fn to_pgn(game: &Game) -> String {
    let mut out = String::new();
    write_tags(game, &mut out);
    out.push('\n');
    let mut text = Movetext { out, column: 0, glue: true, opening: String::new() };
    if let Some(root) = game.node(NodeId::ROOT) {
        text.notes(&root.notes, evaluation(game, NodeId::ROOT));
    }
    if let Some(first) = game.continuation(NodeId::ROOT).next() {
        write_line(game, first, &mut text);
    }
    text.word(result_text(game));
    text.out.push('\n');
    text.out
}

/// Writes a line from its first move. Only variations recurse, and their nesting is limited.
fn write_line(game: &Game, first: NodeId, text: &mut Movetext) {
    let mut needs_number = true;
    for id in std::iter::once(first).chain(game.continuation(first)) {
        let (Some(node), Some(before)) = (game.node(id), game.node_before(id)) else { continue };
        let (Some(mv), before) = (node.played(), before.position()) else { continue };
        text.move_text(before, &san(before, mv), needs_number);
        let noted = text.notes(&node.notes, evaluation(game, id));
        let variations = game.variations(id);
        for variation in variations {
            text.open();
            write_line(game, *variation, text);
            text.close();
        }
        let better = node.notes.verdict.as_ref().filter(|_| node.nesting() < MAX_NESTING);
        let better = better.is_some_and(|verdict| write_better(verdict, before, text));
        needs_number = noted || better || !variations.is_empty();
    }
}

/// The evaluation to write at a node: the recorded one, or else the review's.
fn evaluation(game: &Game, id: NodeId) -> Option<RecordedEval> {
    let notes = &game.node(id)?.notes;
    let verdict = notes.verdict.as_ref().filter(|_| !is_over(game, id));
    notes.evaluation.or(verdict.map(|verdict| verdict.evaluation))
}

/// True if the rules have ended the game at a node, or every move there or before it loses the king.
fn is_over(game: &Game, id: NodeId) -> bool {
    let is_lost = |node: &MoveNode| !node.position().has_safe_move();
    // To count a position's occurrences at more nodes than one could take more than linear time.
    let is_ended = || id == game.head() && matches!(game.result(), Some(GameEnd::ByRules(_)));
    game.node(id).is_some_and(|node| is_lost(node) || node.position().outcome(1).is_some())
        || game.node_before(id).is_some_and(is_lost)
        || is_ended()
}

/// Writes a verdict's better line as a variation; `false` if there is none.
fn write_better(verdict: &MoveVerdict, before: &Position, text: &mut Movetext) -> bool {
    let mut position = *before;
    let mut is_open = false;
    for mv in &verdict.better {
        if !position.legal_moves().contains(*mv) {
            break;
        }
        if !is_open {
            text.open();
        }
        text.move_text(&position, &san(&position, *mv), !is_open);
        position = position.play(*mv);
        is_open = true;
    }
    if is_open {
        text.close();
    }
    is_open
}

/// The text written so far.
struct Movetext {
    out: String,
    /// The number of characters in the last line.
    column: usize,
    /// True if the next word follows without a blank.
    glue: bool,
    /// Opening brackets and braces to write before the next word.
    opening: String,
}

impl Movetext {
    /// Writes a word after a blank or on a new line.
    fn word(&mut self, word: &str) {
        let word = std::mem::take(&mut self.opening) + word;
        steps::count(word.len());
        let length = word.chars().count();
        if std::mem::take(&mut self.glue) {
            self.column += length;
        } else if self.column + 1 + length > COLUMNS {
            self.out.push('\n');
            self.column = length;
        } else {
            self.out.push(' ');
            self.column += 1 + length;
        }
        self.out.push_str(&word);
    }

    fn open(&mut self) {
        self.opening.push('(');
    }

    fn close(&mut self) {
        self.glue = self.column < COLUMNS;
        self.word(")");
    }

    fn move_text(&mut self, before: &Position, san: &str, needs_number: bool) {
        match before.turn() {
            Color::White => self.word(&format!("{}.", before.fullmove())),
            Color::Black if needs_number => self.word(&format!("{}...", before.fullmove())),
            Color::Black => {}
        }
        self.word(san);
    }

    /// Writes marks, signs and comment; `true` if there is a comment, after which Black's move needs
    /// its number.
    fn notes(&mut self, notes: &Notes, evaluation: Option<RecordedEval>) -> bool {
        let verdict = notes.verdict.as_ref();
        let judged = verdict.and_then(|verdict| verdict.judgement).map(Judgement::mark);
        let marks = Mark::ALL.into_iter();
        for mark in marks.filter(|mark| notes.marks.contains(*mark) || judged == Some(*mark)) {
            self.word(&format!("${}", mark.number()));
        }
        let SplitComment { signs, text } = split_signs(&notes.comment);
        for number in signs.numbers() {
            self.word(&format!("${number}"));
        }
        // Read back, the sentence is a part of the comment.
        let room = MAX_COMMENT_CHARS.saturating_sub(notes.comment.chars().count() + 1);
        let sentence = verdict.map_or("", |verdict| cut(&verdict.sentence, room));
        let comments: Vec<String> =
            [text, sentence].into_iter().filter(|text| !text.is_empty()).map(safe).collect();
        self.comment(&commands(notes, evaluation), &comments.join("\n"))
    }

    /// Writes a comment of commands and text; `false` if it is empty.
    fn comment(&mut self, commands: &[String], text: &str) -> bool {
        let mut words: Vec<String> = commands.to_vec();
        let mut has_text = false;
        for (place, line) in text.split('\n').enumerate() {
            for (number, word) in line.split_ascii_whitespace().enumerate() {
                match words.last_mut().filter(|_| !may_begin_line(word)) {
                    Some(last) => [" ", word].into_iter().for_each(|part| last.push_str(part)),
                    None => {
                        if place > 0 && number == 0 && has_text {
                            words.push(PARAGRAPH.to_owned());
                        }
                        words.push(word.to_owned());
                    }
                }
                has_text = true;
            }
        }
        let Some(last) = words.pop() else { return false };
        self.opening.push('{');
        for word in &words {
            if word == PARAGRAPH {
                self.out.push_str("\n\n");
                self.column = 0;
                self.glue = true;
            } else {
                self.word(word);
            }
        }
        self.word(&format!("{last}}}"));
        true
    }
}

/// Marks the boundary of two paragraphs among the words of a comment, none of which is a line feed.
const PARAGRAPH: &str = "\n";
