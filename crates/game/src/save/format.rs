//! The structs that serde reads from formats 1 to 7, before any move is checked.
//!
//! Only format, variant and moves are required. Unknown fields are refused, because ignoring them
//! would lose data at the next save and hide typing errors. A new field therefore needs a new format
//! number. New fields are always optional, so the newest reader opens all older formats:
//!
//! - 2: `review` in the notes on a move,
//! - 3: the delay of a clock,
//! - 4: strengths between two levels, and `uncounted`,
//! - 5: confirmed marks,
//! - 6: the time that a move took,
//! - 7: programs of others and players on a server, and games that a failed program or a lost connection
//!   has decided.

use serde::de::value::MapAccessDeserializer;
use serde::{Deserialize, Deserializer, de};

use crate::limits::MAX_BETTER_PLIES;
use crate::{
    ClockState, Computer, DrawnShape, GameEnd, Judgement, Mark, MoveVerdict, Notes,
    ParseShapeError, Player, RecordedEval, TimeControl, UncountedReason,
};
use minnow_rules::{Color, Move, MoveTextError, Position, excerpt};

/// The whole file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SaveFile {
    #[serde(rename = "format")]
    _format: u32,
    pub variant: String,
    /// The FEN of the first position; by default the variant's start.
    pub start: Option<String>,
    #[serde(default)]
    pub white: SideEntry,
    #[serde(default)]
    pub black: SideEntry,
    #[serde(default)]
    pub tags: Vec<(String, String)>,
    pub clock: Option<ClockEntry>,
    /// The end decided by the players.
    pub end: Option<EndEntry>,
    /// Why the game does not count for the user's rating, since format 4.
    pub uncounted: Option<UncountedEntry>,
    /// The number of played plies of the main line; by default all.
    pub played: Option<u32>,
    /// The notes on the first position.
    #[serde(default)]
    pub notes: NotesEntry,
    pub moves: LineEntry,
}

/// A line as a list of moves.
pub(super) type LineEntry = Vec<MoveEntry>;

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SideEntry {
    #[serde(default)]
    pub name: String,
    #[serde(default)]
    pub player: PlayerEntry,
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) enum PlayerEntry {
    #[default]
    Unknown,
    Human,
    Computer {
        level: Option<u8>,
        #[serde(default)]
        hundredths: Hundredths,
        depth: Option<u32>,
        time_ms: Option<u64>,
        nodes: Option<u64>,
    },
    /// Since format 7.
    Program,
    /// Since format 7.
    Remote,
}

impl From<PlayerEntry> for Player {
    fn from(entry: PlayerEntry) -> Player {
        match entry {
            PlayerEntry::Unknown => Player::Unknown,
            PlayerEntry::Human => Player::Human,
            PlayerEntry::Program => Player::Program,
            PlayerEntry::Remote => Player::Remote,
            PlayerEntry::Computer { level, hundredths, depth, time_ms, nodes } => {
                Player::Computer(Computer {
                    level,
                    hundredths: hundredths.0,
                    depth_plies: depth,
                    think_ms: time_ms,
                    nodes,
                })
            }
        }
    }
}

/// Hundredths of a level, since format 4.
#[derive(Default, Deserialize)]
#[serde(try_from = "u8")]
pub(super) struct Hundredths(u8);

impl TryFrom<u8> for Hundredths {
    type Error = EntryError;

    fn try_from(number: u8) -> Result<Hundredths, EntryError> {
        let is_part = number < 100;
        is_part.then_some(Hundredths(number)).ok_or(EntryError::Hundredths(number))
    }
}

#[derive(Deserialize)]
#[serde(try_from = "String")]
pub(super) struct UncountedEntry(pub UncountedReason);

impl TryFrom<String> for UncountedEntry {
    type Error = EntryError;

    fn try_from(text: String) -> Result<UncountedEntry, EntryError> {
        let known = UncountedReason::ALL.into_iter().find(|reason| reason.name() == text);
        known.map(UncountedEntry).ok_or_else(|| EntryError::Uncounted(excerpt(&text)))
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ClockEntry {
    base_ms: u64,
    increment_ms: u64,
    #[serde(default)]
    delay_ms: u64,
    /// White's time, then Black's.
    left_ms: (u64, u64),
}

impl From<ClockEntry> for ClockState {
    fn from(entry: ClockEntry) -> ClockState {
        let ClockEntry { base_ms, increment_ms, delay_ms, left_ms: (white, black) } = entry;
        let control = TimeControl { base_ms, increment_ms, delay_ms };
        ClockState { control, left_ms: [white, black] }
    }
}

#[derive(Deserialize)]
#[serde(remote = "Color")]
enum Side {
    White,
    Black,
}

/// `Won` and `Drawn` are results without a reason.
#[derive(Deserialize)]
pub(super) enum EndEntry {
    Resigned(#[serde(with = "Side")] Color),
    Agreed,
    TimeOut(#[serde(with = "Side")] Color),
    /// Since format 7.
    Forfeited(#[serde(with = "Side")] Color),
    /// Since format 7.
    Disconnected(#[serde(with = "Side")] Color),
    Won(#[serde(with = "Side")] Color),
    Drawn,
}

impl From<EndEntry> for GameEnd {
    fn from(entry: EndEntry) -> GameEnd {
        match entry {
            EndEntry::Resigned(side) => GameEnd::Resigned(side),
            EndEntry::Agreed => GameEnd::Agreed,
            EndEntry::TimeOut(side) => GameEnd::TimeOut(side),
            EndEntry::Forfeited(side) => GameEnd::Forfeited(side),
            EndEntry::Disconnected(side) => GameEnd::Disconnected(side),
            EndEntry::Won(side) => GameEnd::Recorded(Some(side)),
            EndEntry::Drawn => GameEnd::Recorded(None),
        }
    }
}

/// The notes on a position.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct NotesEntry {
    #[serde(default)]
    comment: String,
    #[serde(default)]
    marks: Vec<MarkEntry>,
    #[serde(default)]
    arrows: Vec<ShapeEntry>,
    eval: Option<EvalEntry>,
    clock_ms: Option<u64>,
    /// Since format 6.
    used_ms: Option<u64>,
    review: Option<ReviewEntry>,
}

impl NotesEntry {
    /// The notes on a move that was played in `before`.
    pub(super) fn into_notes(self, before: &Position) -> Result<Notes, MoveTextError> {
        let verdict = self.review.map(|review| review.into_verdict(before)).transpose()?;
        Ok(Notes {
            comment: self.comment,
            marks: self.marks.into_iter().map(|mark| mark.0).collect(),
            shapes: self.arrows.into_iter().map(|shape| shape.0).collect(),
            evaluation: self.eval.map(|eval| eval.0),
            clock_ms: self.clock_ms,
            used_ms: self.used_ms,
            verdict: verdict.map(Box::new),
        })
    }
}

/// A review's verdict on a move, since format 2.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ReviewEntry {
    eval: EvalEntry,
    judgement: Option<JudgementEntry>,
    /// Since format 5.
    #[serde(default)]
    confirmed: bool,
    #[serde(default)]
    sentence: String,
    #[serde(default)]
    better: Vec<String>,
}

impl ReviewEntry {
    fn into_verdict(self, before: &Position) -> Result<MoveVerdict, MoveTextError> {
        let mut position = *before;
        let play = |text: String| -> Result<Move, MoveTextError> {
            let mv = position.parse_move(&text)?;
            position = position.play(mv);
            Ok(mv)
        };
        Ok(MoveVerdict {
            evaluation: self.eval.0,
            judgement: self.judgement.map(|judgement| judgement.0),
            sentence: self.sentence,
            // One move over the limit is enough to refuse the file.
            better: self
                .better
                .into_iter()
                .take(MAX_BETTER_PLIES + 1)
                .map(play)
                .collect::<Result<_, _>>()?,
            is_confirmed: self.confirmed,
        })
    }
}

/// Why a value was refused.
#[derive(Debug, thiserror::Error)]
pub(super) enum EntryError {
    #[error("{0} hundredths are more than a level")]
    Hundredths(u8),
    #[error("\"{0}\" is no reason why a game does not count")]
    Uncounted(String),
    #[error("\"{0}\" is not a judgement of a review")]
    Judgement(String),
    #[error("\"{0}\" is none of the marks ! ? !! ?? !? ?!")]
    Mark(String),
    #[error("an evaluation has either cp or mate")]
    Evaluation,
}

#[derive(Deserialize)]
#[serde(try_from = "String")]
struct JudgementEntry(Judgement);

impl TryFrom<String> for JudgementEntry {
    type Error = EntryError;

    fn try_from(text: String) -> Result<JudgementEntry, EntryError> {
        let known = Judgement::ALL.into_iter().find(|judgement| judgement.name() == text);
        known.map(JudgementEntry).ok_or_else(|| EntryError::Judgement(excerpt(&text)))
    }
}

#[derive(Deserialize)]
#[serde(try_from = "String")]
struct MarkEntry(Mark);

impl TryFrom<String> for MarkEntry {
    type Error = EntryError;

    fn try_from(text: String) -> Result<MarkEntry, EntryError> {
        let mark = Mark::from_text(&text).map(MarkEntry);
        mark.ok_or_else(|| EntryError::Mark(excerpt(&text)))
    }
}

#[derive(Deserialize)]
#[serde(try_from = "String")]
struct ShapeEntry(DrawnShape);

impl TryFrom<String> for ShapeEntry {
    type Error = ParseShapeError;

    fn try_from(text: String) -> Result<ShapeEntry, ParseShapeError> {
        text.parse().map(ShapeEntry)
    }
}

#[derive(Deserialize)]
#[serde(try_from = "EvalFields")]
struct EvalEntry(RecordedEval);

/// Either `cp` (centipawns) or `mate` (moves), from White's point of view.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct EvalFields {
    cp: Option<i32>,
    mate: Option<i32>,
    #[serde(default)]
    depth: u16,
}

impl TryFrom<EvalFields> for EvalEntry {
    type Error = EntryError;

    fn try_from(fields: EvalFields) -> Result<EvalEntry, EntryError> {
        let depth_plies = fields.depth;
        match (fields.cp, fields.mate) {
            (Some(cp), None) => Ok(EvalEntry(RecordedEval::Centipawns { cp, depth_plies })),
            (None, Some(moves)) => Ok(EvalEntry(RecordedEval::Mate { moves, depth_plies })),
            _ => Err(EntryError::Evaluation),
        }
    }
}

/// A move: its text alone, or a struct with notes and variations.
pub(super) struct MoveEntry {
    pub play: String,
    /// Boxed, because most moves have none.
    pub more: Option<Box<MoveExtras>>,
}

/// The notes and variations of a move.
pub(super) struct MoveExtras {
    pub notes: NotesEntry,
    /// Alternatives to this move.
    pub variations: Vec<LineEntry>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct MoveFields {
    play: String,
    #[serde(default)]
    comment: String,
    #[serde(default)]
    marks: Vec<MarkEntry>,
    #[serde(default)]
    arrows: Vec<ShapeEntry>,
    eval: Option<EvalEntry>,
    clock_ms: Option<u64>,
    used_ms: Option<u64>,
    review: Option<ReviewEntry>,
    #[serde(default)]
    variations: Vec<LineEntry>,
}

impl From<MoveFields> for MoveEntry {
    fn from(fields: MoveFields) -> MoveEntry {
        let MoveFields {
            play,
            comment,
            marks,
            arrows,
            eval,
            clock_ms,
            used_ms,
            review,
            variations,
        } = fields;
        let notes = NotesEntry { comment, marks, arrows, eval, clock_ms, used_ms, review };
        MoveEntry { play, more: Some(Box::new(MoveExtras { notes, variations })) }
    }
}

impl<'de> Deserialize<'de> for MoveEntry {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<MoveEntry, D::Error> {
        deserializer.deserialize_any(MoveVisitor)
    }
}

struct MoveVisitor;

impl<'de> de::Visitor<'de> for MoveVisitor {
    type Value = MoveEntry;

    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("a move like \"a2a3\" or (play: \"a2a3\", comment: \"...\")")
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<MoveEntry, E> {
        Ok(MoveEntry { play: text.to_owned(), more: None })
    }

    fn visit_map<A: de::MapAccess<'de>>(self, map: A) -> Result<MoveEntry, A::Error> {
        MoveFields::deserialize(MapAccessDeserializer::new(map)).map(MoveEntry::from)
    }
}
