//! Reads the lines of a search: `info` and `bestmove`.

use std::{iter::Peekable, str::SplitWhitespace};

use minnow_rules::{Move, Position};

use super::{ProgramFault, ReportedScore, SearchReport};

/// The plies of a line that are kept.
const MAX_LINE_PLIES: usize = 64;

/// The words by which engines say that there is no move.
const NO_MOVES: [&str; 6] = ["", "(none)", "none", "0000", "null", "nullmove"];

/// The content of an `info` line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct InfoLine {
    pub report: SearchReport,
    /// True if the score is only an upper or lower bound.
    pub is_bound: bool,
}

type Words<'a> = Peekable<SplitWhitespace<'a>>;

impl InfoLine {
    /// Reads a line `info ...` about a search of this position; `None` for other lines and for those
    /// with neither a score nor a move. Missing and bad numbers are 0, and what is not a legal move
    /// ends the line of moves.
    pub(crate) fn parse(line: &str, position: &Position) -> Option<InfoLine> {
        let mut words = line.split_whitespace().peekable();
        if words.next() != Some("info") {
            return None;
        }
        let report = SearchReport { line_number: 1, ..SearchReport::default() };
        let mut info = InfoLine { report, is_bound: false };
        while let Some(word) = words.next() {
            match word {
                // The rest is a text for people.
                "string" => break,
                "depth" => info.report.depth = small_count(&mut words),
                "multipv" => info.report.line_number = small_count(&mut words).max(1),
                "nodes" => info.report.nodes = count(&mut words),
                "time" => info.report.time_ms = count(&mut words),
                "score" => info.report.score = score(&mut words),
                "lowerbound" | "upperbound" => info.is_bound = true,
                "pv" => info.report.line = moves(&mut words, position),
                _ => {}
            }
        }
        let is_empty = info.report.score.is_none() && info.report.line.is_empty();
        (!is_empty).then_some(info)
    }
}

/// The next word as a number, if it is one; otherwise it stays.
fn number(words: &mut Words<'_>) -> Option<i64> {
    let number = words.peek()?.parse().ok()?;
    words.next();
    Some(number)
}

fn count(words: &mut Words<'_>) -> u64 {
    number(words).map_or(0, |number| u64::try_from(number).unwrap_or(0))
}

fn small_count(words: &mut Words<'_>) -> u32 {
    u32::try_from(count(words)).unwrap_or(u32::MAX)
}

fn score(words: &mut Words<'_>) -> Option<ReportedScore> {
    let kind = words.next_if(|word| ["cp", "mate"].contains(word))?;
    let value = number(words)?.clamp(i32::MIN.into(), i32::MAX.into());
    let value = i32::try_from(value).unwrap_or(0);
    Some(if kind == "cp" { ReportedScore::Centipawns(value) } else { ReportedScore::Mate(value) })
}

/// The legal moves that the words begin with.
fn moves(words: &mut Words<'_>, position: &Position) -> Vec<Move> {
    let (mut position, mut line) = (*position, Vec::new());
    while line.len() < MAX_LINE_PLIES
        && let Some(mv) = words.peek().and_then(|word| read_move(word, &position))
    {
        words.next();
        line.push(mv);
        position = position.play(mv);
    }
    line
}

/// A move in any case.
fn read_move(word: &str, position: &Position) -> Option<Move> {
    position.parse_move(&word.to_ascii_lowercase()).ok()
}

/// True for a line that ends a search.
pub(crate) fn ends_search(line: &str) -> bool {
    line.split_whitespace().next() == Some("bestmove")
}

/// Reads a line `bestmove MOVE ...`. The move that the engine wants to ponder on is ignored.
///
/// # Errors
///
/// A [`ProgramFault`] if there is no move or no legal one.
pub(crate) fn best_move(line: &str, position: &Position) -> Result<Move, ProgramFault> {
    let word = line.split_whitespace().nth(1).unwrap_or_default();
    let lower = word.to_ascii_lowercase();
    match lower.as_str() {
        "resign" => Err(ProgramFault::Resigned),
        none if NO_MOVES.contains(&none) => Err(ProgramFault::NoMove(line.trim().to_owned())),
        text => Ok(position.parse_move(text)?),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use minnow_rules::Variant;
    use proptest::prelude::*;

    fn start() -> Position {
        Position::start(Variant::default_variant())
    }

    fn parse(line: &str) -> Option<InfoLine> {
        InfoLine::parse(line, &start())
    }

    #[test]
    fn a_full_line_is_read() {
        let info = parse(
            "info depth 9 seldepth 12 multipv 2 score cp -31 nodes 4077 nps 99 hashfull 3 tbhits 0 \
             time 41 pv b1c3 a5a4 b2b3",
        )
        .unwrap();
        let report = info.report;
        assert_eq!(
            (report.line_number, report.depth, report.nodes, report.time_ms),
            (2, 9, 4_077, 41)
        );
        assert_eq!(report.score, Some(ReportedScore::Centipawns(-31)));
        assert_eq!(start().line_text(&report.line), "b1c3 a5a4 b2b3");
        assert!(!info.is_bound);
    }

    #[test]
    fn odd_scores_are_read() {
        let score = |text: &str| parse(&format!("info score {text} pv b1c3")).unwrap();
        for (text, expected, is_bound) in [
            ("mate 3", Some(ReportedScore::Mate(3)), false),
            ("mate 0", Some(ReportedScore::Mate(0)), false),
            ("mate -0", Some(ReportedScore::Mate(0)), false),
            ("mate -2", Some(ReportedScore::Mate(-2)), false),
            ("cp 20 lowerbound", Some(ReportedScore::Centipawns(20)), true),
            ("upperbound cp 20", None, true),
            ("cp 99999999999", Some(ReportedScore::Centipawns(i32::MAX)), false),
            ("cp", None, false),
            ("cp 1.5", None, false),
            ("mate cp 4", None, false),
        ] {
            let info = score(text);
            assert_eq!((info.report.score, info.is_bound), (expected, is_bound), "{text}");
            assert_eq!(info.report.line.len(), 1, "{text}");
        }
    }

    #[test]
    fn missing_numbers_and_bad_moves_are_left_out() {
        let info =
            parse("info depth nodes 7 time -5 multipv 0 score cp 1 pv b1c3 b1c3 a5a4 nodes 8");
        let report = info.unwrap().report;
        assert_eq!((report.depth, report.nodes, report.time_ms, report.line_number), (0, 8, 0, 1));
        assert_eq!(start().line_text(&report.line), "b1c3");
        for line in [
            "",
            "info",
            "info depth 3 currmove b1c3 currmovenumber 1",
            "info string score cp 3 pv b1c3",
            "info score pv e1e9",
            "information score cp 3",
        ] {
            assert_eq!(parse(line), None, "{line}");
        }
    }

    #[test]
    fn a_best_move_is_read_or_refused() {
        let promoting =
            Position::from_fen(Variant::by_id("gardner").unwrap(), "5/P3k/5/5/K4 w - - 0 9");
        let promoting = promoting.unwrap();
        for line in ["bestmove a4a5q", "bestmove A4A5Q ponder e4e5", "bestmove\ta4a5Q"] {
            assert_eq!(
                promoting.move_text(best_move(line, &promoting).unwrap()),
                "a4a5q",
                "{line}"
            );
        }
        let there = "but there are legal moves";
        for (line, expected) in [
            ("bestmove a4a6", "the move \"a4a6\" is not allowed here".to_owned()),
            (
                "bestmove a4a5",
                "the move \"a4a5\" needs the letter of the piece it promotes to".to_owned(),
            ),
            ("bestmove (none)", format!("it answered \"bestmove (none)\", {there}")),
            ("bestmove 0000", format!("it answered \"bestmove 0000\", {there}")),
            ("bestmove NULL", format!("it answered \"bestmove NULL\", {there}")),
            ("bestmove", format!("it answered \"bestmove\", {there}")),
            ("bestmove resign", "it resigned".to_owned()),
        ] {
            assert_eq!(best_move(line, &promoting).unwrap_err().to_string(), expected, "{line}");
        }
    }

    proptest! {
        #[test]
        fn any_line_is_read_or_left_out(words in prop::collection::vec(
            prop_oneof![
                Just("score".to_owned()), Just("cp".to_owned()), Just("mate".to_owned()),
                Just("pv".to_owned()), Just("depth".to_owned()), Just("multipv".to_owned()),
                Just("b1c3".to_owned()), Just("a5a4".to_owned()), Just("nodes".to_owned()),
                any::<u64>().prop_map(|number| number.to_string()), any::<String>(),
            ],
            0..12,
        )) {
            let text = words.join(" ");
            if let Some(info) = parse(&format!("info {text}")) {
                prop_assert!(info.report.line_number >= 1);
            }
            let _ = best_move(&format!("bestmove {text}"), &start());
        }
    }
}
