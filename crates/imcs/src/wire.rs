//! The words that both ends of a connection write and read: seats, clocks, moves, boards and results.

use std::fmt;

use minnow_rules::{Color, Move, Position, Variant, write_course};

/// The version that the greeting names.
pub(crate) const VERSION: &str = "2.5";

/// The port of the protocol.
pub const DEFAULT_PORT: u16 = 3589;

/// The word that gives a game up.
pub(crate) const RESIGN: &str = "resign";

/// A line that ends a list.
pub(crate) const LIST_END: &str = ".";

/// The time of each side unless an offer names another, in ms.
pub const DEFAULT_CLOCK_MS: u64 = 300_000;

/// The longest time of a side, a day.
const MAX_CLOCK_MS: u64 = 24 * 60 * 60 * 1000;

/// The board of the protocol: MiniChess, with the rules of 2011.
pub(crate) fn variant() -> &'static Variant {
    Variant::default_variant()
}

/// The colour that a player asks for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Seat {
    /// This colour.
    Color(Color),
    /// Either: the other player or the server chooses.
    #[default]
    Any,
}

impl Seat {
    /// Reads `W`, `B` or `?`; lower case is read, too.
    pub fn parse(text: &str) -> Option<Seat> {
        match text {
            "W" | "w" => Some(Seat::Color(Color::White)),
            "B" | "b" => Some(Seat::Color(Color::Black)),
            "?" => Some(Seat::Any),
            _ => None,
        }
    }
}

impl fmt::Display for Seat {
    /// `W`, `B` or `?`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Seat::Color(color) => color_letter(*color),
            Seat::Any => "?",
        })
    }
}

/// `W` or `B`.
pub(crate) fn color_letter(color: Color) -> &'static str {
    match color {
        Color::White => "W",
        Color::Black => "B",
    }
}

/// A time in whole seconds as offers and starts show it: `5:00`.
pub(crate) fn clock_text(ms: u64) -> String {
    let seconds = ms / 1000;
    format!("{}:{:02}", seconds / 60, seconds % 60)
}

/// Reads a time of an offer or a start, `300` or `5:00`, in ms; at least a second and at most a day.
pub(crate) fn parse_clock(text: &str) -> Option<u64> {
    let seconds = match text.split_once(':') {
        Some((minutes, seconds)) if seconds.len() == 2 => {
            number(minutes)?.checked_mul(60)?.checked_add(number(seconds)?)?
        }
        Some(_) => return None,
        None => number(text)?,
    };
    let ms = seconds.checked_mul(1000)?;
    (1000..=MAX_CLOCK_MS).contains(&ms).then_some(ms)
}

/// Digits alone: no sign, as `parse` would allow.
fn number(text: &str) -> Option<u64> {
    let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|_| is_number)
}

/// A clock as the request for a move shows it: `05:00.000`.
pub(crate) fn exact_clock_text(ms: u64) -> String {
    format!("{:02}:{:02}.{:03}", ms / 60_000, ms / 1000 % 60, ms % 1000)
}

/// Reads a clock of a request for a move, in ms; `Some(None)` for `-`, a side without a clock.
pub(crate) fn parse_exact_clock(text: &str) -> Option<Option<u64>> {
    if text == "-" {
        return Some(None);
    }
    let (minutes, seconds) = text.split_once(':')?;
    let (seconds, thousandths) = seconds.split_once('.')?;
    if thousandths.len() != 3 {
        return None;
    }
    let ms = number(minutes)?.checked_mul(60_000)?;
    let ms = ms.checked_add(number(seconds)?.checked_mul(1000)?)?;
    let ms = ms.checked_add(number(thousandths)?)?;
    // No offer has more.
    (ms <= MAX_CLOCK_MS).then_some(Some(ms))
}

/// The move as the protocol writes it: `a2-a3`, also for a promotion.
pub(crate) fn dashed(mv: Move) -> String {
    format!("{}-{}", mv.from(), mv.to())
}

/// The squares of a move as the protocol writes it, whether it is legal or not.
pub(crate) fn has_form_of_move(text: &str) -> bool {
    let is_file = |byte: &u8| (b'a'..=b'e').contains(byte);
    let is_rank = |byte: &u8| (b'1'..=b'6').contains(byte);
    match text.as_bytes() {
        [from_file, from_rank, b'-', to_file, to_rank] => {
            is_file(from_file) && is_rank(from_rank) && is_file(to_file) && is_rank(to_rank)
        }
        _ => false,
    }
}

/// The legal move of a text; `None` if it has another form or the position does not allow it.
pub(crate) fn parse_move(position: &Position, text: &str) -> Option<Move> {
    has_form_of_move(text).then(|| position.parse_move(text).ok())?
}

/// The lines of a position: turn and side, then the ranks.
pub(crate) fn board_lines(position: &Position) -> Vec<String> {
    write_course(position).lines().map(str::to_owned).collect()
}

/// Lines as they are sent.
pub(crate) fn sent<L: AsRef<str>>(lines: impl IntoIterator<Item = L>) -> String {
    let mut text = String::new();
    for line in lines {
        text.extend([line.as_ref(), "\r\n"]);
    }
    text
}

/// The cause of the end of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameCause {
    /// A king was captured, or the last turn was played.
    Board,
    /// The loser gave up.
    Resignation,
    /// The loser's clock ran out.
    Time,
    /// The loser's connection ended.
    Disconnect,
}

/// The result of a game, as `231 W wins on opponent time` says it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameEnd {
    /// `None` for a draw.
    pub winner: Option<Color>,
    /// The cause; a draw is always by the board.
    pub cause: GameCause,
}

impl GameEnd {
    /// The code of the reply: 230, 231 or 232.
    pub(crate) fn code(self) -> u16 {
        match self.winner {
            None => 230,
            Some(Color::White) => 231,
            Some(Color::Black) => 232,
        }
    }

    /// Reads a reply such as `231 W wins on opponent time`. A reason that is not known counts as the
    /// board's.
    pub(crate) fn parse(line: &str) -> Option<GameEnd> {
        let (code, text) = line.split_once(' ')?;
        let winner = match code {
            "230" => None,
            "231" => Some(Color::White),
            "232" => Some(Color::Black),
            _ => return None,
        };
        let causes = [GameCause::Resignation, GameCause::Time, GameCause::Disconnect];
        let ends_with = |cause: &GameCause| text.ends_with(cause_text(*cause));
        let cause = causes.into_iter().find(ends_with).unwrap_or(GameCause::Board);
        Some(GameEnd { winner, cause })
    }
}

fn cause_text(cause: GameCause) -> &'static str {
    match cause {
        GameCause::Board => "",
        GameCause::Resignation => " on opponent resignation",
        GameCause::Time => " on opponent time",
        GameCause::Disconnect => " on opponent disconnect",
    }
}

impl fmt::Display for GameEnd {
    /// `draw`, `W wins` or `B wins on opponent time`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.winner {
            None => f.write_str("draw"),
            Some(winner) => {
                write!(f, "{} wins{}", color_letter(winner), cause_text(self.cause))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn times_are_read_as_they_are_written() {
        for (text, ms) in [
            ("300", Some(300_000)),
            ("5:00", Some(300_000)),
            ("0:01", Some(1000)),
            ("1440:00", Some(MAX_CLOCK_MS)),
            ("0", None),
            ("1440:01", None),
            ("5:0", None),
            ("+5", None),
            ("5:+1", None),
            ("", None),
            (":30", None),
            ("99999999999999999999", None),
        ] {
            assert_eq!(parse_clock(text), ms, "{text:?}");
        }
        for ms in [0, 999, 60_000, 299_999, 5_999_001] {
            assert_eq!(parse_exact_clock(&exact_clock_text(ms)), Some(Some(ms)));
        }
        assert_eq!(
            (clock_text(299_999), exact_clock_text(299_999)),
            ("4:59".into(), "04:59.999".into())
        );
        assert_eq!(parse_exact_clock("-"), Some(None));
        for bad in ["", "5:00", "05:00.00", "05:-1.000", "a:00.000", "1440:00.001"] {
            assert_eq!(parse_exact_clock(bad), None, "{bad:?}");
        }
    }

    #[test]
    fn moves_have_one_form() {
        let start = Position::start(variant());
        assert_eq!(parse_move(&start, "a2-a3").map(dashed).as_deref(), Some("a2-a3"));
        for bad in ["a2a3", "a2-a4", "a2-a3q", "A2-A3", "a2-f3", "a2-a7", " a2-a3", "é2-3"] {
            assert_eq!(parse_move(&start, bad), None, "{bad:?}");
        }
    }

    #[test]
    fn results_are_read_as_they_are_written() {
        for winner in [None, Some(Color::White), Some(Color::Black)] {
            for cause in
                [GameCause::Board, GameCause::Resignation, GameCause::Time, GameCause::Disconnect]
            {
                let cause = if winner.is_some() { cause } else { GameCause::Board };
                let end = GameEnd { winner, cause };
                assert_eq!(GameEnd::parse(&format!("{} {end}", end.code())), Some(end));
            }
        }
        assert_eq!(GameEnd::parse("400 no such user"), None);
    }

    proptest! {
        #[test]
        fn no_text_panics(text in any::<String>()) {
            let start = Position::start(variant());
            let _ = (parse_clock(&text), parse_exact_clock(&text), GameEnd::parse(&text), Seat::parse(&text));
            prop_assert!(parse_move(&start, &text).is_none_or(|mv| dashed(mv) == text));
        }
    }
}
