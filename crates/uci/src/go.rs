//! The `go` command. It is always answered: unknown words and bad values are left out, and a search
//! that would then have no limit takes one second.

use std::{
    iter::{Copied, Peekable},
    ops::RangeInclusive,
    slice::Iter,
};

use minnow_engine::{SearchClock, SearchLimits};
use minnow_rules::{MAX_PERFT_PLIES, Move, MoveTextError, Position, excerpt};

/// The time limit of a search whose command has no valid limit, or a bad value.
pub(super) const DEFAULT_MOVETIME_MS: u64 = 1_000;

/// The words of `go`; one of them ends a list of search moves and is never a value.
const GO_WORDS: [&str; 13] = [
    "infinite",
    "ponder",
    "searchmoves",
    "depth",
    "nodes",
    "movetime",
    "mate",
    "wtime",
    "btime",
    "winc",
    "binc",
    "movestogo",
    "perft",
];

/// The parameters of a `go` command.
#[derive(Debug, Default, PartialEq)]
pub(super) struct GoCommand {
    pub infinite: bool,
    /// The search runs without a clock until `ponderhit`.
    pub ponder: bool,
    /// Count the move sequences of this length instead of searching.
    pub perft_plies: Option<u32>,
    /// The command is `go` alone, which searches until `stop`.
    is_alone: bool,
    /// The words and values that were left out.
    pub problems: Vec<GoProblem>,
    depth: Option<u32>,
    nodes: Option<u64>,
    movetime_ms: Option<u64>,
    mate: Option<u32>,
    /// The remaining times of White and Black.
    time_ms: [Option<u64>; 2],
    /// The increments of White and Black.
    increment_ms: [Option<u64>; 2],
    moves_to_go: Option<u32>,
    search_moves: Vec<String>,
}

/// A part of a `go` command that was left out.
#[derive(Debug, PartialEq, thiserror::Error)]
pub(super) enum GoProblem {
    #[error("\"go\" has no parameter \"{}\"", excerpt(.0))]
    UnknownWord(String),
    #[error(
        "\"{word}\" needs a whole number from {} to {}, not \"{}\"",
        range.start(), range.end(), excerpt(text)
    )]
    BadValue { word: &'static str, text: String, range: RangeInclusive<u64> },
}

impl GoCommand {
    /// Reads the words after `go`.
    pub(crate) fn parse(words: &[&str]) -> GoCommand {
        let mut go = GoCommand { is_alone: words.is_empty(), ..GoCommand::default() };
        let mut reader = GoReader { words: words.iter().copied().peekable(), problems: Vec::new() };
        while let Some(word) = reader.words.next() {
            go.read_parameter(word, &mut reader);
        }
        GoCommand { problems: reader.problems, ..go }
    }

    /// Reads the parameter that begins with `word`. A bad value leaves the parameter as it was.
    fn read_parameter(&mut self, word: &str, reader: &mut GoReader) {
        const U32_MAX: u64 = u32::MAX as u64;
        match word {
            "infinite" => self.infinite = true,
            "ponder" => self.ponder = true,
            "searchmoves" => self.search_moves.extend(reader.search_moves()),
            "perft" => {
                let range = 0..=u64::from(MAX_PERFT_PLIES);
                self.perft_plies = reader.number("perft", range).or(self.perft_plies);
            }
            "depth" => self.depth = reader.number("depth", 1..=U32_MAX).or(self.depth),
            "nodes" => self.nodes = reader.number("nodes", 1..=u64::MAX).or(self.nodes),
            "movetime" => {
                self.movetime_ms = reader.number("movetime", 0..=u64::MAX).or(self.movetime_ms);
            }
            "mate" => self.mate = reader.number("mate", 1..=U32_MAX).or(self.mate),
            "wtime" => self.time_ms[0] = reader.clock_ms("wtime").or(self.time_ms[0]),
            "btime" => self.time_ms[1] = reader.clock_ms("btime").or(self.time_ms[1]),
            "winc" => self.increment_ms[0] = reader.clock_ms("winc").or(self.increment_ms[0]),
            "binc" => self.increment_ms[1] = reader.clock_ms("binc").or(self.increment_ms[1]),
            "movestogo" => {
                self.moves_to_go = reader.number("movestogo", 0..=U32_MAX).or(self.moves_to_go);
            }
            _ => reader.problems.push(GoProblem::UnknownWord(word.to_owned())),
        }
    }

    /// The limits for the side to move, on top of `own`; those after `ponderhit` if the search
    /// ponders. Bad search moves are left out. A search without a limit takes one second, unless the
    /// command is `go` alone or infinite. A bad value limits the search to one second.
    pub(crate) fn limits(&self, position: &Position, own: SearchLimits) -> SearchLimits {
        let us = position.turn().index();
        let named = self.search_moves.iter().flat_map(|text| position.parse_move(text));
        let mut moves: Vec<Move> = named.collect();
        if moves.is_empty() && own.lines > 1 && position.variant().king_capture {
            // Every legal move may have a line, also one that leaves a king to be taken.
            moves.extend(position.legal_moves());
        }
        let limits = SearchLimits {
            depth: self.depth,
            nodes: self.nodes,
            movetime_ms: self.movetime_ms,
            clock: self.time_ms[us].map(|remaining_ms| SearchClock {
                remaining_ms,
                increment_ms: self.increment_ms[us].unwrap_or(0),
                moves_to_go: self.moves_to_go,
            }),
            mate: self.mate,
            moves,
            ..own
        };
        if self.infinite || self.is_alone {
            return limits;
        }
        let is_bad = |problem: &GoProblem| matches!(problem, GoProblem::BadValue { .. });
        let is_unlimited = limits.is_endless() && limits.mate.is_none();
        if is_unlimited || self.problems.iter().any(is_bad) {
            let movetime_ms = Some(DEFAULT_MOVETIME_MS);
            return limits.tightened(&SearchLimits { movetime_ms, ..SearchLimits::default() });
        }
        limits
    }

    /// The error of the first search move that the position does not have.
    pub(crate) fn bad_search_move(&self, position: &Position) -> Option<MoveTextError> {
        self.search_moves.iter().find_map(|text| position.parse_move(text).err())
    }
}

/// Reads the values of the parameters.
struct GoReader<'a> {
    words: Peekable<Copied<Iter<'a, &'a str>>>,
    problems: Vec<GoProblem>,
}

impl<'a> GoReader<'a> {
    /// The next word, unless it begins another parameter.
    fn next_value(&mut self) -> Option<&'a str> {
        self.words.next_if(|word| !GO_WORDS.contains(word))
    }

    fn search_moves(&mut self) -> Vec<String> {
        std::iter::from_fn(|| self.next_value()).map(str::to_owned).collect()
    }

    /// The number that follows `word`; `None` if there is none in this range.
    fn number<T: TryFrom<u64>>(
        &mut self,
        word: &'static str,
        range: RangeInclusive<u64>,
    ) -> Option<T> {
        let text = self.next_value().unwrap_or_default();
        let number = text.parse().ok().filter(|number| range.contains(number));
        let number = number.and_then(|number: u64| T::try_from(number).ok());
        if number.is_none() {
            self.problems.push(GoProblem::BadValue { word, text: text.to_owned(), range });
        }
        number
    }

    /// The milliseconds that follow `word`. Some programs send a clock below zero; it counts as
    /// zero.
    fn clock_ms(&mut self, word: &'static str) -> Option<u64> {
        let is_below_zero = |text: &&str| text.parse().is_ok_and(|ms: i64| ms < 0);
        match self.words.next_if(is_below_zero) {
            Some(_) => Some(0),
            None => self.number(word, 0..=u64::MAX),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use minnow_rules::Variant;

    fn parsed(text: &str) -> GoCommand {
        GoCommand::parse(&text.split_whitespace().collect::<Vec<_>>())
    }

    fn limits(text: &str) -> SearchLimits {
        let start = Position::start(Variant::default_variant());
        parsed(text).limits(&start, SearchLimits::default())
    }

    #[test]
    fn a_command_without_a_limit_takes_a_second() {
        let second = SearchLimits { movetime_ms: Some(1_000), ..SearchLimits::default() };
        for text in ["foo", "ponder", "btime 100", "winc 5", "movestogo 3", "searchmoves", "depth"]
        {
            assert_eq!(limits(text), second, "{text}");
        }
        for text in ["", "infinite", "infinite foo", "infinite depth -1"] {
            assert!(limits(text).is_endless(), "{text}");
        }
    }

    #[test]
    fn bad_values_limit_the_search() {
        for word in ["depth", "nodes", "movetime", "mate", "movestogo", "perft"] {
            for value in ["", "-1", "1.5", "x", "1e3", "99999999999999999999"] {
                let text = format!("{word} {value} depth 3 wtime 60000");
                let limits = limits(&text);
                assert_eq!((limits.depth, limits.movetime_ms), (Some(3), Some(1_000)), "{text}");
                assert_eq!(limits.clock.map(|clock| clock.remaining_ms), Some(60_000), "{text}");
                assert_eq!(parsed(&text).problems.len(), 1, "{text}");
            }
        }
        for text in ["depth 0", "nodes 0", "mate 0", "depth 4294967296", "wtime x", "binc"] {
            assert_eq!(parsed(text).problems.len(), 1, "{text}");
        }
    }

    #[test]
    fn unknown_words_change_nothing() {
        let with_words = parsed("foo depth 2 bar nodes 500 -1 movetime 70 baz");
        assert_eq!(with_words.problems.len(), 4);
        assert_eq!(limits("foo depth 2 bar nodes 500"), limits("depth 2 nodes 500"));
        assert_eq!(limits("movetime 0").movetime_ms, Some(0));
        assert_eq!(parsed("perft 3 foo").perft_plies, Some(3));
        let clock = limits("wtime -20 winc -5").clock;
        assert_eq!(clock, Some(SearchClock::default()));
    }

    #[test]
    fn several_lines_name_every_legal_move() {
        let variant = Variant::default_variant();
        let position = Position::from_fen(variant, "k4/5/5/5/5/R3K w - - 0 1").unwrap();
        let moves = |text: &str, lines| {
            let own = SearchLimits { lines, ..SearchLimits::default() };
            parsed(text).limits(&position, own).moves.len()
        };
        assert_eq!((moves("depth 3", 1), moves("depth 3", 2)), (0, position.legal_moves().len()));
        assert_eq!(moves("searchmoves a1b1 e1e2", 2), 2);
    }

    #[test]
    fn problems_quote_the_input_cut_to_a_length() {
        let problem = |text: &str| parsed(text).problems[0].to_string();
        assert_eq!(problem("sideways"), "\"go\" has no parameter \"sideways\"");
        assert_eq!(
            problem("depth -1"),
            "\"depth\" needs a whole number from 1 to 4294967295, not \"-1\""
        );
        assert!(problem(&format!("mate {}", "9".repeat(1_000))).len() < 200);
        assert!(problem(&"x".repeat(1_000)).len() < 200);
    }
}
