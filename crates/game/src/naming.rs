//! How messages name a move, the suggested name of a game's file, date and players, and the forms of
//! a date.

use std::fmt;

use chrono::{DateTime, NaiveDate};

use super::Header;
use minnow_rules::{Color, Position, Variant};

/// The maximum length of a player's name in a file name, in characters.
const MAX_CHARS: usize = 40;

/// A move in chess numbering, such as White's move 7.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveNumber {
    number: u16,
    color: Color,
}

impl MoveNumber {
    /// The number of the move that is played in this position.
    pub fn next_of(before: &Position) -> MoveNumber {
        MoveNumber { number: before.fullmove(), color: before.turn() }
    }
}

impl fmt::Display for MoveNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}'s move {}", self.color, self.number)
    }
}

/// The name of a file for a game, without its ending: `2026-11-22 You - Minnow level 3`. Where
/// neither date nor players are known, it is the name of the variant.
///
/// The name has letters, digits, blanks, `-` and `_` only, and begins with a letter or a digit.
///
/// ```
/// use minnow_game::{Header, file_stem};
/// use minnow_rules::Variant;
///
/// let mut header = Header { names: ["Ada".to_owned(), "../B/ob".to_owned()], ..Header::default() };
/// header.set_tag("Date", "2026.11.22");
/// assert_eq!(file_stem(&header, Variant::default_variant()), "2026-11-22 Ada - B ob");
/// ```
pub fn file_stem(header: &Header, variant: &Variant) -> String {
    let known = Color::ALL.map(|color| header.shown_name(color).map(|name| safe(&name)));
    let [white, black] = &known;
    let date = header.tag("Date").filter(|date| is_date(date)).map(|date| date.replace('.', "-"));
    let are_known = white.is_some() || black.is_some();
    let name = |name: &Option<String>, color: Color| {
        name.clone().filter(|name| !name.is_empty()).unwrap_or(color.to_string())
    };
    let players = if are_known {
        format!("{} - {}", name(white, Color::White), name(black, Color::Black))
    } else {
        safe(&variant.name)
    };
    match date {
        Some(date) => format!("{date} {players}"),
        None => players,
    }
}

/// True for a complete date in the form of PGN: `2026.11.22`, with a month and a day that exist.
///
/// ```
/// use minnow_game::is_date;
///
/// assert!(is_date("2026.11.22") && is_date("2024.02.29"));
/// assert!(!is_date("2026.11.??") && !is_date("2026.02.29") && !is_date("22.11.2026"));
/// ```
pub fn is_date(text: &str) -> bool {
    let parts: Vec<&str> = text.split('.').collect();
    let [year, month, day] = parts.as_slice() else { return false };
    let number = |text: &str, digits: usize| {
        let is_number = text.len() == digits && text.bytes().all(|byte| byte.is_ascii_digit());
        is_number.then(|| text.parse::<u32>().ok()).flatten()
    };
    let (Some(year), Some(month), Some(day)) = (number(year, 4), number(month, 2), number(day, 2))
    else {
        return false;
    };
    NaiveDate::from_ymd_opt(year as i32, month, day).is_some()
}

/// The day of a moment in the form of PGN, in UTC; `None` after the year 9999. `seconds` count from the
/// beginning of 1970.
///
/// ```
/// use minnow_game::utc_date;
///
/// assert_eq!(utc_date(1_795_737_600).as_deref(), Some("2026.11.27"));
/// assert_eq!(utc_date(u64::MAX), None);
/// ```
pub fn utc_date(seconds: u64) -> Option<String> {
    let moment = DateTime::from_timestamp(i64::try_from(seconds).ok()?, 0)?;
    Some(moment.format("%Y.%m.%d").to_string()).filter(|text| is_date(text))
}

/// A date as typed in the form of PGN; `None` if the text is not a date. Hyphens may stand for dots, and
/// unknown parts may be left out.
///
/// ```
/// use minnow_game::pgn_date;
///
/// assert_eq!(pgn_date("2026-11").as_deref(), Some("2026.11.??"));
/// assert_eq!(pgn_date("2026.02.30"), None);
/// ```
pub fn pgn_date(text: &str) -> Option<String> {
    let text = text.trim().replace('-', ".");
    let mut parts: Vec<String> = text.split('.').map(str::to_owned).collect();
    if parts.len() > 3 || text.is_empty() {
        return None;
    }
    parts.resize(3, "??".to_owned());
    let is_unknown: Vec<bool> = parts.iter().map(|part| part.chars().all(|c| c == '?')).collect();
    if is_unknown[0] && (parts[0].len() != 4 || !is_unknown[1]) {
        return None;
    }
    // The known parts have to belong to a date; a leap year has every day.
    let stand_in = ["2024", "01", "01"];
    let filled: Vec<&str> = parts
        .iter()
        .zip(&is_unknown)
        .zip(stand_in)
        .map(|((part, unknown), other)| if *unknown { other } else { part.as_str() })
        .collect();
    let is_complete = !is_unknown.iter().skip(1).zip(&parts[1..]).any(|(u, p)| *u && p.len() != 2);
    (is_complete && is_date(&filled.join("."))).then(|| parts.join("."))
}

/// A name with a blank in place of each character that a file name should not have.
fn safe(name: &str) -> String {
    let is_plain = |letter: char| letter.is_alphanumeric() || letter == '-' || letter == '_';
    let plain: String = name.chars().map(|c| if is_plain(c) { c } else { ' ' }).collect();
    let words: Vec<&str> = plain.split_whitespace().collect();
    let joined: String = words.join(" ").chars().take(MAX_CHARS).collect();
    joined.trim_start_matches(['-', '_', ' ']).trim_end().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Computer, Player};

    #[test]
    fn file_names_carry_date_and_players() {
        let level_3 = Player::Computer(Computer { level: Some(3), ..Computer::default() });
        let mut header = Header { players: [Player::Human, level_3], ..Header::default() };
        let stem = |header: &Header| file_stem(header, Variant::default_variant());
        assert_eq!(stem(&header), "You - Minnow level 3");
        header.set_tag("Date", "2026.11.22");
        assert_eq!(stem(&header), "2026-11-22 You - Minnow level 3");
        header.set_tag("Date", "2026.??.??");
        header.players = [Player::Unknown; 2];
        assert_eq!(stem(&header), "MiniChess");
    }

    #[test]
    fn dates_may_be_incomplete() {
        for (text, expected) in [
            ("2026.11.22", Some("2026.11.22")),
            (" 2026-11-22 ", Some("2026.11.22")),
            ("2026", Some("2026.??.??")),
            ("2026.11", Some("2026.11.??")),
            ("2026.??.??", Some("2026.??.??")),
            ("????.??.??", Some("????.??.??")),
            ("2026.13.01", None),
            ("2026.02.30", None),
            ("22.11.2026", None),
            ("yesterday", None),
            ("1.2.3.4", None),
            ("2026.?.??", None),
        ] {
            assert_eq!(pgn_date(text).as_deref(), expected, "{text}");
        }
    }

    #[test]
    fn file_names_are_safe() {
        for (name, expected) in [
            ("../../etc/passwd", "etc passwd - Black"),
            ("-rf\n:*?", "rf - Black"),
            ("J\u{fc}rgen M.", "J\u{fc}rgen M - Black"),
            ("...", "White - Black"),
        ] {
            let names = [name.to_owned(), String::new()];
            let header = Header { names, ..Header::default() };
            assert_eq!(file_stem(&header, Variant::default_variant()), expected);
        }
        let names = ["x".repeat(200), "y".repeat(200)];
        let header = Header { names, ..Header::default() };
        assert_eq!(file_stem(&header, Variant::default_variant()).len(), 2 * MAX_CHARS + 3);
    }
}
