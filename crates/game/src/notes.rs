//! Notes on a move: comment, marks, arrows and circles, evaluation, clock, and a review's verdict.
//!
//! This file holds plain data; the window draws it, `save` and `pgn` store it.

use std::{borrow::Cow, fmt, str::FromStr};

use super::limits::{MAX_COMMENT_CHARS, cut};
use minnow_rules::{Move, Square, excerpt};

/// A mark on a move; the numbers are PGN's numeric annotation glyphs `$1` to `$6`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Mark {
    /// A good move, `!`.
    Good = 1,
    /// A mistake, `?`.
    Mistake,
    /// A brilliant move, `!!`.
    Brilliant,
    /// A blunder, `??`.
    Blunder,
    /// An interesting move, `!?`.
    Interesting,
    /// A dubious move, `?!`.
    Inaccuracy,
}

impl Mark {
    /// All marks in the order of their numbers.
    pub const ALL: [Mark; 6] = [
        Mark::Good,
        Mark::Mistake,
        Mark::Brilliant,
        Mark::Blunder,
        Mark::Interesting,
        Mark::Inaccuracy,
    ];

    /// The PGN number, 1 to 6.
    pub const fn number(self) -> u8 {
        self as u8
    }

    /// The mark of a PGN number from 1 to 6.
    pub fn from_number(number: u8) -> Option<Mark> {
        Mark::ALL.into_iter().find(|mark| mark.number() == number)
    }

    /// The written form: `!`, `?`, `!!`, `??`, `!?` or `?!`.
    pub const fn text(self) -> &'static str {
        match self {
            Mark::Good => "!",
            Mark::Mistake => "?",
            Mark::Brilliant => "!!",
            Mark::Blunder => "??",
            Mark::Interesting => "!?",
            Mark::Inaccuracy => "?!",
        }
    }

    /// The mark with this written form.
    pub fn from_text(text: &str) -> Option<Mark> {
        Mark::ALL.into_iter().find(|mark| mark.text() == text)
    }
}

/// The marks of one move, each at most once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Marks(u8);

impl Marks {
    /// True if the mark is set.
    pub const fn contains(self, mark: Mark) -> bool {
        self.0 >> mark.number() & 1 != 0
    }

    /// True if no mark is set.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Adds the mark, or removes it if it is set.
    pub const fn toggle(&mut self, mark: Mark) {
        self.0 ^= 1 << mark.number();
    }

    /// The marks in the order of their numbers.
    pub fn iter(self) -> impl Iterator<Item = Mark> {
        Mark::ALL.into_iter().filter(move |mark| self.contains(*mark))
    }
}

impl FromIterator<Mark> for Marks {
    fn from_iter<I: IntoIterator<Item = Mark>>(marks: I) -> Marks {
        Marks(marks.into_iter().fold(0, |set, mark| set | 1 << mark.number()))
    }
}

/// The colours of arrows and circles, those of PGN's `[%cal]` and `[%csl]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ShapeColor {
    /// `G` in PGN.
    Green,
    /// `R` in PGN.
    Red,
    /// `Y` in PGN.
    Yellow,
    /// `B` in PGN.
    Blue,
}

impl ShapeColor {
    /// All colours.
    pub const ALL: [ShapeColor; 4] =
        [ShapeColor::Green, ShapeColor::Red, ShapeColor::Yellow, ShapeColor::Blue];

    /// The name in lower case.
    pub const fn name(self) -> &'static str {
        match self {
            ShapeColor::Green => "green",
            ShapeColor::Red => "red",
            ShapeColor::Yellow => "yellow",
            ShapeColor::Blue => "blue",
        }
    }
}

/// An arrow drawn on the board, or a circle if `from` and `to` are the same square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct DrawnShape {
    /// The colour of the drawing.
    pub color: ShapeColor,
    /// The start of an arrow, or the square of a circle.
    pub from: Square,
    /// The target of an arrow; equal to `from` for a circle.
    pub to: Square,
}

impl DrawnShape {
    /// True if the shape is a circle on one square.
    pub fn is_circle(self) -> bool {
        self.from == self.to
    }
}

impl fmt::Display for DrawnShape {
    /// `green a2a4` for an arrow, `red b3` for a circle.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.color.name(), self.from)?;
        if self.is_circle() { Ok(()) } else { write!(f, "{}", self.to) }
    }
}

/// Why a text is not a shape; it quotes the text.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("\"{0}\" is not an arrow like \"green a2a4\" or circle like \"red b3\"")]
pub struct ParseShapeError(String);

impl FromStr for DrawnShape {
    type Err = ParseShapeError;

    /// Reads what `Display` writes. The caller checks whether the squares are on a variant's board.
    fn from_str(text: &str) -> Result<DrawnShape, ParseShapeError> {
        read_shape(text).ok_or_else(|| ParseShapeError(excerpt(text)))
    }
}

fn read_shape(text: &str) -> Option<DrawnShape> {
    let (name, squares) = text.split_once(' ')?;
    let color = ShapeColor::ALL.into_iter().find(|color| color.name() == name)?;
    let from = squares.get(0..2)?.parse().ok()?;
    let to = if squares.len() == 2 { from } else { squares.get(2..)?.parse().ok()? };
    Some(DrawnShape { color, from, to })
}

/// An engine's evaluation of a position, from White's point of view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RecordedEval {
    /// Hundredths of a pawn, from a search of this depth (0 if unknown).
    Centipawns {
        /// Positive if White is better.
        cp: i32,
        /// The depth of the search.
        depth_plies: u16,
    },
    /// Mate in this many moves; negative if Black mates, 0 if the side to move is mated.
    Mate {
        /// Full moves to the mate.
        moves: i32,
        /// The depth of the search; 0 if unknown.
        depth_plies: u16,
    },
}

/// A review's judgement of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Judgement {
    /// The move loses much of the mover's winning chances.
    Blunder,
    /// The move loses a clear part of the mover's winning chances.
    Mistake,
    /// The move loses a small part of the mover's winning chances.
    Inaccuracy,
    /// The move gives up a win but keeps an advantage.
    MissedWin,
    /// Every other move would have been a blunder.
    OnlyMove,
}

impl Judgement {
    /// All judgements.
    pub const ALL: [Judgement; 5] = [
        Judgement::Blunder,
        Judgement::Mistake,
        Judgement::Inaccuracy,
        Judgement::MissedWin,
        Judgement::OnlyMove,
    ];

    /// The mark shown after the move.
    pub const fn mark(self) -> Mark {
        match self {
            Judgement::Blunder => Mark::Blunder,
            Judgement::Mistake => Mark::Mistake,
            Judgement::Inaccuracy | Judgement::MissedWin => Mark::Inaccuracy,
            Judgement::OnlyMove => Mark::Good,
        }
    }

    /// The English name in lower case, as in saved games: `blunder`, `missed win`.
    pub const fn name(self) -> &'static str {
        match self {
            Judgement::Blunder => "blunder",
            Judgement::Mistake => "mistake",
            Judgement::Inaccuracy => "inaccuracy",
            Judgement::MissedWin => "missed win",
            Judgement::OnlyMove => "only move",
        }
    }

    /// True if the judgement names an error.
    pub const fn is_error(self) -> bool {
        !matches!(self, Judgement::OnlyMove)
    }

    /// True if a review shows the judgement only after a longer search has confirmed it.
    pub const fn needs_confirmation(self) -> bool {
        !matches!(self, Judgement::Inaccuracy)
    }
}

/// A review's verdict on a move. It is separate from the user's marks and comments, so that
/// removing a review keeps them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveVerdict {
    /// The evaluation of the position after the move; for the root, of the start position.
    pub evaluation: RecordedEval,
    /// `None` for an unremarkable move.
    pub judgement: Option<Judgement>,
    /// The fault of the move and a better move in words; may be empty.
    pub sentence: String,
    /// The better line from the position before the move; may be empty.
    pub better: Vec<Move>,
    /// True if the judgement needs a confirmation and a longer search has confirmed it.
    pub is_confirmed: bool,
}

impl MoveVerdict {
    /// The verdict of a position whose move is not judged.
    pub fn unjudged(evaluation: RecordedEval) -> MoveVerdict {
        let (sentence, better) = (String::new(), Vec::new());
        MoveVerdict { evaluation, judgement: None, sentence, better, is_confirmed: false }
    }

    /// True if the verdict has a judgement that needs a confirmation and has none, as those of
    /// older versions.
    pub fn is_unconfirmed(&self) -> bool {
        !self.is_confirmed && self.judgement.is_some_and(Judgement::needs_confirmation)
    }
}

/// The notes on a move.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Notes {
    /// The user's comment; a line feed separates paragraphs.
    pub comment: String,
    /// The user's marks.
    pub marks: Marks,
    /// Arrows and circles in the order of drawing.
    pub shapes: Vec<DrawnShape>,
    /// An evaluation from a file or from analysis; a review's is in `verdict`.
    pub evaluation: Option<RecordedEval>,
    /// Milliseconds left to the mover after the move.
    pub clock_ms: Option<u64>,
    /// Milliseconds that the mover took for the move.
    pub used_ms: Option<u64>,
    /// A review's verdict. Boxed, because most moves have none.
    pub verdict: Option<Box<MoveVerdict>>,
}

impl Notes {
    /// True if there is no note of any kind.
    pub fn is_empty(&self) -> bool {
        *self == Notes::default()
    }

    /// The comment without the commands of other programs that it keeps, such as `[%evp 0,34]`.
    pub fn shown_comment(&self) -> Cow<'_, str> {
        if self.comment.contains("[%") {
            Cow::Owned(split_commands(&self.comment).0)
        } else {
            Cow::Borrowed(&self.comment)
        }
    }

    /// Replaces the [`shown_comment`](Self::shown_comment). The commands follow it.
    pub fn set_shown_comment(&mut self, text: &str) {
        let (_, commands) = split_commands(&self.comment);
        let room = MAX_COMMENT_CHARS.saturating_sub(commands.chars().count());
        self.comment = (cut(text, room).to_owned() + &commands).trim_start().to_owned();
    }

    /// Appends a sentence to the [`shown_comment`](Self::shown_comment), as far as there is room.
    pub fn add_to_comment(&mut self, sentence: &str) {
        let comment = match self.shown_comment().trim_end() {
            "" => sentence.to_owned(),
            own => format!("{own} {sentence}"),
        };
        self.set_shown_comment(&comment);
    }
}

/// The text of a comment and the commands in it, each with a blank before it.
fn split_commands(comment: &str) -> (String, String) {
    let (mut shown, mut commands) = (String::new(), String::new());
    let mut rest = comment;
    while let Some((before, command)) = rest.split_once("[%") {
        let Some((command, behind)) = command.split_once(']') else { break };
        [" [%", command, "]"].into_iter().for_each(|part| commands.push_str(part));
        shown.push_str(before);
        let ends_word = shown.is_empty() || shown.ends_with([' ', '\n']);
        rest = if ends_word { behind.trim_start_matches([' ', '\n']) } else { behind };
    }
    shown.push_str(rest);
    (shown.trim_end().to_owned(), commands)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_a_set_ordered_by_number() {
        let mut marks: Marks = [Mark::Inaccuracy, Mark::Good, Mark::Good].into_iter().collect();
        assert_eq!(marks.iter().collect::<Vec<_>>(), [Mark::Good, Mark::Inaccuracy]);
        marks.toggle(Mark::Good);
        assert!(!marks.contains(Mark::Good) && !marks.is_empty());
        for mark in Mark::ALL {
            assert_eq!(Mark::from_number(mark.number()), Some(mark));
            assert_eq!(Mark::from_text(mark.text()), Some(mark));
        }
    }

    #[test]
    fn commands_are_not_shown() {
        for (comment, shown) in [
            ("[%evp 0,34,13,-5]", ""),
            ("[%mdl 64] Good.", "Good."),
            ("A [%tqu \"En\",\"b3\"] trap [%x]", "A trap"),
            ("Good.[%x 1]\n[%y]\nBut late.", "Good.\nBut late."),
            ("a [%csl Gh8] [%cal Gh8h7] b", "a b"),
            ("half [%of", "half [%of"),
            ("50 [% ", "50 [%"),
            ("[x] %y ", "[x] %y "),
        ] {
            let mut notes = Notes { comment: comment.to_owned(), ..Notes::default() };
            assert_eq!(notes.shown_comment(), shown, "{comment}");
            notes.set_shown_comment("New.");
            assert_eq!(notes.shown_comment(), "New.", "{comment}");
        }
        let mut notes = Notes { comment: "a [%x 1] b [%y]".to_owned(), ..Notes::default() };
        notes.set_shown_comment(&"c".repeat(MAX_COMMENT_CHARS));
        assert_eq!((notes.comment.len(), notes.excess()), (MAX_COMMENT_CHARS, None));
        assert!(notes.comment.ends_with("c [%x 1] [%y]"));
    }

    #[test]
    fn shapes_are_read_as_they_are_written() {
        for text in ["green a2a4", "red b3", "blue f6a1", "yellow h8"] {
            assert_eq!(
                text.parse::<DrawnShape>().map(|shape| shape.to_string()),
                Ok(text.to_owned())
            );
        }
        for text in ["", "green", "green ", "pink a2", "green a2a", "green i1", "red a\u{e9}"] {
            assert_eq!(
                text.parse::<DrawnShape>().unwrap_err().to_string(),
                format!(
                    "\"{}\" is not an arrow like \"green a2a4\" or circle like \"red b3\"",
                    text.trim()
                )
            );
        }
    }
}
