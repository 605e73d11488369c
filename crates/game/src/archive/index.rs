//! The index: what a list shows of each game, so that a list reads one file instead of thousands.
//!
//! A line holds a game's id, the size and time of its file, and its entry, separated by tabs. The
//! index can be made again from the games at any time: a line that does not match its file, or that
//! cannot be read, costs only the time to read that game.

use std::collections::HashMap;
use std::fmt::Write;
use web_time::UNIX_EPOCH;

use super::{ArchiveId, ArchivedGame, ArchivedResult};
use crate::{GameStart, Odds, OddsPiece, level_text};
use minnow_base::files::system::Metadata;
use minnow_rules::{Color, Variant};

/// The first line. Another version of the index is made again.
const HEADING: &str = "minnow games 4";

/// The number of fields of a line.
const FIELDS: usize = 20;

/// Size and time of a game's file, which change with its content.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct FileMark {
    bytes: u64,
    modified_ns: u64,
}

impl FileMark {
    /// `None` if the system does not know the time of the file.
    pub(super) fn new(metadata: &Metadata) -> Option<FileMark> {
        let since_1970 = metadata.modified().ok()?.duration_since(UNIX_EPOCH).ok()?;
        let modified_ns = u64::try_from(since_1970.as_nanos()).ok()?;
        Some(FileMark { bytes: metadata.len(), modified_ns })
    }
}

/// A line of the index.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct IndexedGame {
    pub(super) mark: FileMark,
    pub(super) game: ArchivedGame,
}

/// Reads an index. Lines that cannot be read are left out.
pub(super) fn parse(text: &str) -> HashMap<ArchiveId, IndexedGame> {
    let mut lines = text.lines();
    if lines.next() != Some(HEADING) {
        return HashMap::new();
    }
    lines.filter_map(parse_line).map(|line| (line.game.id.clone(), line)).collect()
}

/// The index of these games.
pub(super) fn to_text<'a>(
    games: impl IntoIterator<Item = (&'a ArchivedGame, &'a FileMark)>,
) -> String {
    let mut out = format!("{HEADING}\n");
    for (game, mark) in games {
        let number = |number: Option<u8>| number.map_or(String::new(), |number| number.to_string());
        let strength = |strength: Option<u16>| strength.map_or(String::new(), level_text);
        let result = match game.result {
            ArchivedResult::Unfinished => "*",
            ArchivedResult::Won(color) => side(color),
            ArchivedResult::Drawn => "=",
        };
        let fields: [&str; FIELDS] = [
            game.id.as_str(),
            &mark.bytes.to_string(),
            &mark.modified_ns.to_string(),
            &game.variant.id,
            &game.date,
            &game.names[0],
            &game.names[1],
            &strength(game.strengths[0]),
            &strength(game.strengths[1]),
            game.user.map_or("", side),
            result,
            &game.plies.to_string(),
            &number(game.accuracies[0]),
            &number(game.accuracies[1]),
            &game.clock,
            &game.placement,
            &start_text(game.start),
            if game.is_helped { "helped" } else { "" },
            if game.is_played { "played" } else { "" },
            &game.moments.join(";"),
        ];
        for (number, field) in fields.into_iter().enumerate() {
            if number > 0 {
                out.push('\t');
            }
            escape(field, &mut out);
        }
        out.push('\n');
    }
    out
}

fn side(color: Color) -> &'static str {
    match color {
        Color::White => "w",
        Color::Black => "b",
    }
}

fn parse_side(text: &str) -> Option<Color> {
    Color::ALL.into_iter().find(|color| side(*color) == text)
}

/// `normal`, `setup`, or the giver and the piece of odds: `w the queen`.
fn start_text(start: GameStart) -> String {
    match start {
        GameStart::Normal => "normal".to_owned(),
        GameStart::SetUp => "setup".to_owned(),
        GameStart::Odds(odds) => format!("{} {}", side(odds.giver), odds.piece.text()),
    }
}

fn parse_start(text: &str) -> Option<GameStart> {
    match (text, text.split_once(' ')) {
        ("normal", _) => Some(GameStart::Normal),
        ("setup", _) => Some(GameStart::SetUp),
        (_, Some((giver, piece))) => {
            let giver = parse_side(giver)?;
            let piece = OddsPiece::ALL.into_iter().find(|known| known.text() == piece)?;
            Some(GameStart::Odds(Odds { giver, piece }))
        }
        _ => None,
    }
}

/// Writes a field; control characters, which would end it, and `\` become `\` and a code.
fn escape(field: &str, out: &mut String) {
    for letter in field.chars() {
        if letter.is_control() || letter == '\\' {
            // Writing to a string cannot fail.
            let _ = write!(out, "\\{:x};", u32::from(letter));
        } else {
            out.push(letter);
        }
    }
}

fn unescape(field: &str) -> Option<String> {
    if !field.contains('\\') {
        return Some(field.to_owned());
    }
    let mut parts = field.split('\\');
    let mut out = parts.next()?.to_owned();
    for part in parts {
        let (code, rest) = part.split_once(';')?;
        out.push(char::from_u32(u32::from_str_radix(code, 16).ok()?)?);
        out.push_str(rest);
    }
    Some(out)
}

fn parse_line(line: &str) -> Option<IndexedGame> {
    let fields: Vec<String> = line.split('\t').map(unescape).collect::<Option<_>>()?;
    let [id, bytes, modified, variant, date, white, black, rest @ ..] = fields.as_slice() else {
        return None;
    };
    let [level_w, level_b, user, result, plies, accuracy_w, accuracy_b, clock, rest @ ..] = rest
    else {
        return None;
    };
    let [placement, start, helped, played, moments] = rest else { return None };
    let number = |text: &String| text.parse::<u8>().ok();
    let strength = |text: &String| Some((text.parse::<f64>().ok()? * 100.0).round() as u16);
    let result = match result.as_str() {
        "*" => ArchivedResult::Unfinished,
        "=" => ArchivedResult::Drawn,
        side => ArchivedResult::Won(parse_side(side)?),
    };
    Some(IndexedGame {
        mark: FileMark { bytes: bytes.parse().ok()?, modified_ns: modified.parse().ok()? },
        game: ArchivedGame {
            id: id.parse().ok()?,
            variant: Variant::by_id(variant)?,
            date: date.clone(),
            names: [white.clone(), black.clone()],
            strengths: [strength(level_w), strength(level_b)],
            user: parse_side(user),
            result,
            plies: plies.parse().ok()?,
            accuracies: [number(accuracy_w), number(accuracy_b)],
            moments: moments.split_terminator(';').map(str::to_owned).collect(),
            clock: clock.clone(),
            placement: placement.clone(),
            start: parse_start(start)?,
            is_helped: helped == "helped",
            is_played: played == "played",
        },
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game() -> ArchivedGame {
        ArchivedGame {
            id: "20261122-182205-417-1".parse().unwrap(),
            variant: Variant::default_variant(),
            date: "2026.11.22".to_owned(),
            names: ["You".to_owned(), "Minnow level 3".to_owned()],
            strengths: [None, Some(430)],
            user: Some(Color::White),
            is_played: true,
            result: ArchivedResult::Won(Color::White),
            plies: 23,
            accuracies: [Some(91), None],
            moments: vec!["gardner: k4/5 w - -".to_owned(), "gardner: 4k/5 w - -".to_owned()],
            clock: "3+2".to_owned(),
            placement: "kqbnr/5/5/5/5/RNBQK".to_owned(),
            start: GameStart::Odds(Odds { giver: Color::Black, piece: OddsPiece::Knight }),
            is_helped: true,
        }
    }

    #[test]
    fn entries_survive_a_round_trip() {
        let strange = ["a\tb\\c", "\n\u{85}\\9;"].map(str::to_owned);
        let other = ArchivedGame {
            id: "a".parse().unwrap(),
            names: strange,
            result: ArchivedResult::Unfinished,
            user: None,
            is_played: false,
            moments: Vec::new(),
            clock: String::new(),
            start: GameStart::SetUp,
            is_helped: false,
            ..game()
        };
        let games = [game(), other].map(|game| {
            let mark = FileMark { bytes: 1, modified_ns: u64::MAX };
            IndexedGame { mark, game }
        });
        let read = parse(&to_text(games.iter().map(|line| (&line.game, &line.mark))));
        assert_eq!(read.len(), 2);
        for game in games {
            assert_eq!(read.get(&game.game.id), Some(&game));
        }
    }

    #[test]
    fn a_damaged_line_loses_no_other() {
        let mark = FileMark { bytes: 7, modified_ns: 9 };
        let good = to_text([(&game(), &mark)]);
        let line = good.lines().nth(1).unwrap();
        for bad in
            ["", "\t\t", "x\ty", &line[..line.len() / 2], "\\zz;\t", &format!("{line}\tmore")]
        {
            let read = parse(&format!("{HEADING}\n{bad}\n{line}\n"));
            assert_eq!(read.len(), 1, "{bad}");
        }
        assert!(parse(&good.replacen(HEADING, "minnow games 999", 1)).is_empty());
        assert!(parse("").is_empty());
    }
}
