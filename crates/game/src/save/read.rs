//! Reading a saved game: text, then RON, then every move through the rules.

use ron::error::{Error as RonError, SpannedError};
use ron::extensions::Extensions;
use serde::Deserialize;
use serde::de::DeserializeOwned;

use super::format::{LineEntry, MoveEntry, NotesEntry, SaveFile};
use super::{BranchPoint, FORMAT, MAX_BYTES, MovePlace, SaveError};
use crate::{Game, Header, MAX_NESTING, MoveNumber, NodeId, PlayError};
use minnow_rules::{Position, Variant, excerpt};

/// The maximum nesting of RON values: six for each variation, and the rest for the file around the
/// moves. Deeper files are refused before they exhaust the stack. At the limit a debug build uses
/// less than 1.3 MB of stack, a release build 128 KB.
const RECURSION_LIMIT: usize = 6 * MAX_NESTING as usize + 16;

/// Reads a saved game of any format up to [`FORMAT`]. The cursor is at the head.
///
/// # Errors
///
/// Returns a [`SaveError`] that names the place if the text is no saved game, has unknown fields
/// or values, or contains an illegal move.
pub fn from_ron(bytes: &[u8]) -> Result<Game, SaveError> {
    let text = std::str::from_utf8(bytes)
        .map_err(|error| SaveError::NotText { byte: error.valid_up_to() + 1 })?;
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    check_start(text)?;
    if bytes.len() > MAX_BYTES {
        return Err(SaveError::TooLarge);
    }
    check_format(text)?;
    let file: SaveFile = parse(text).map_err(|error| place_error(text, error, false))?;
    replay(file)
}

/// Checks that the text begins with a struct, or with a comment or attribute of RON.
fn check_start(text: &str) -> Result<(), SaveError> {
    match text.trim_start().chars().next() {
        None => Err(SaveError::Empty),
        Some('(' | '/' | '#') => Ok(()),
        Some(_) => Err(SaveError::Foreign),
    }
}

/// Fields of the lab's exercises and lessons that no saved game has.
const LAB_FIELDS: [&str; 4] = ["answers:", "branching:", "tasks:", "question:"];

/// The format number; all other fields are ignored.
#[derive(Deserialize)]
struct Version {
    format: Option<u32>,
}

fn check_format(text: &str) -> Result<(), SaveError> {
    let version: Version = parse(text).map_err(|error| place_error(text, error, true))?;
    match version.format {
        Some(1..=FORMAT) => Ok(()),
        Some(format) if format > FORMAT => Err(SaveError::Newer(format)),
        _ if LAB_FIELDS.iter().any(|field| text.contains(field)) => Err(SaveError::OfLab),
        _ => Err(SaveError::Foreign),
    }
}

fn parse<T: DeserializeOwned>(text: &str) -> Result<T, SpannedError> {
    ron::Options::default()
        .with_default_extension(Extensions::IMPLICIT_SOME)
        .with_recursion_limit(RECURSION_LIMIT)
        .from_str(text)
}

fn place_error(text: &str, error: SpannedError, syntax: bool) -> SaveError {
    let (line, column) = (error.span.start.line, error.span.start.col);
    let end = error.span.end;
    let is_at_end = text.lines().count() <= end.line
        && text.lines().last().is_none_or(|last| end.col > last.trim_end().chars().count());
    match error.code {
        RonError::ExceededRecursionLimit => SaveError::TooDeep,
        RonError::Eof | RonError::ExpectedStringEnd | RonError::UnclosedBlockComment => {
            SaveError::Truncated { line, column }
        }
        _ if syntax && is_at_end => SaveError::Truncated { line, column },
        problem if syntax => SaveError::Syntax { line, column, problem },
        problem => SaveError::Content { line, column, problem },
    }
}

fn replay(file: SaveFile) -> Result<Game, SaveError> {
    let variant = Variant::by_id(&file.variant)
        .ok_or_else(|| SaveError::UnknownVariant(excerpt(&file.variant)))?;
    let mut game = match file.start {
        None => Game::new(variant),
        Some(fen) => Game::from_position(
            Position::from_fen(variant, &fen)
                .map_err(|error| SaveError::Start { fen: excerpt(&fen), error })?,
        ),
    };
    game.header = Header {
        names: [file.white.name, file.black.name],
        players: [file.white.player.into(), file.black.player.into()],
        tags: file.tags,
        clock: file.clock.map(Into::into),
        uncounted: file.uncounted.map(|entry| entry.0),
    };
    if let Some(excess) = game.header.excess() {
        return Err(SaveError::Header(excess));
    }
    set_notes(&mut game, NodeId::ROOT, file.notes, MovePlace::start)?;
    replay_line(&mut game, NodeId::ROOT, file.moves, &mut Vec::new())?;
    let end = game.main_line_end();
    let moves = game.node(end).map_or(0, |node| node.ply());
    let played = file.played.unwrap_or(moves);
    if !game.set_played(played) {
        return Err(SaveError::Played { played, moves });
    }
    if let Some(end) = file.end {
        game.conclude(end.into());
    }
    Ok(game)
}

/// Plays a line after `parent`. `route` lists the variations that contain the line. Only variations
/// recurse, and their nesting is limited.
fn replay_line(
    game: &mut Game,
    parent: NodeId,
    line: LineEntry,
    route: &mut Vec<BranchPoint>,
) -> Result<(), SaveError> {
    let mut parent = parent;
    for MoveEntry { play, more } in line {
        let Some(before) = game.node(parent).map(|node| *node.position()) else { break };
        let place = |route: &[BranchPoint]| MovePlace::new(&before, route);
        let mv = before
            .parse_move(&play)
            .map_err(|error| SaveError::Move { place: place(route), error })?;
        let id = game.insert(parent, mv).map_err(|error| match error {
            PlayError::TooMany => SaveError::TooMany,
            _ => SaveError::TooDeep,
        })?;
        if let Some(more) = more {
            set_notes(game, id, more.notes, || place(route))?;
            for (number, variation) in more.variations.into_iter().enumerate() {
                route.push(BranchPoint { at: MoveNumber::next_of(&before), number: number + 1 });
                replay_line(game, parent, variation, route)?;
                route.pop();
            }
        }
        parent = id;
    }
    Ok(())
}

fn set_notes(
    game: &mut Game,
    id: NodeId,
    notes: NotesEntry,
    place: impl FnOnce() -> MovePlace,
) -> Result<(), SaveError> {
    let before = *game.node_before(id).map_or(game.start(), |node| node.position());
    let notes = match notes.into_notes(&before) {
        Ok(notes) => notes,
        Err(error) => return Err(SaveError::Review { place: place(), error }),
    };
    if let Some(excess) = notes.excess() {
        return Err(SaveError::Notes { place: place(), excess });
    }
    let board = game.variant().board();
    let leaves =
        |shape: &&crate::DrawnShape| !board.contains(shape.from) || !board.contains(shape.to);
    if let Some(shape) = notes.shapes.iter().find(leaves) {
        return Err(SaveError::Shape { place: place(), shape: *shape });
    }
    if let Some(known) = game.notes_mut(id).filter(|_| !notes.is_empty()) {
        *known = notes;
    }
    Ok(())
}
