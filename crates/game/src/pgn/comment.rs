//! Notes in PGN: commands such as `[%eval 0.3]` inside comments, and the text around them. This file
//! has both reading and writing, so that they match.
//!
//! The first readable command of each kind counts; others and unknown commands
//! stay in the text. A line break in a comment counts as a blank, because
//! programs wrap lines anywhere; an empty line separates paragraphs.

use super::super::{DrawnShape, Notes, RecordedEval, ShapeColor};
use minnow_rules::{Bitboard, Square, visible};

/// Adds the commands of a comment to the notes, and returns its text.
pub(super) fn take_commands(notes: &mut Notes, comment: &str, board: Bitboard) -> String {
    let mut rest = comment;
    let mut text = String::new();
    while let Some(start) = rest.find("[%") {
        let (before, command) = rest.split_at(start);
        text.push_str(before);
        let end = command.find(']').map_or(command.len(), |end| end + 1);
        let (command, behind) = command.split_at(end);
        let is_applied = apply_command(notes, command, board);
        text.push_str(if is_applied { " " } else { command });
        rest = behind;
    }
    text.push_str(rest);
    paragraphs(&safe(&text))
}

/// A text as a comment in which nothing is a command.
pub(super) fn plain_comment(text: &str) -> String {
    paragraphs(&safe(&text.replace("[%", "[ %")))
}

/// A text that can stand in braces: with round brackets for braces if a closing one is in it, and
/// without control characters.
pub(super) fn safe(text: &str) -> String {
    let text: String = text.chars().filter(is_shown).collect();
    if text.contains('}') { text.replace('{', "(").replace('}', ")") } else { text }
}

/// False for a control character, which no reader shows. Tabs and line ends stay.
pub(super) fn is_shown(letter: &char) -> bool {
    !letter.is_control() || letter.is_whitespace()
}

/// True if a line of a comment may begin with a word. A percent sign there would hide the line, and
/// an `Event` tag after an empty line would begin the next game.
pub(super) fn may_begin_line(word: &str) -> bool {
    !word.starts_with('%') && word != "[Event"
}

/// The text with a single blank for each run of blanks and a single line for each paragraph.
fn paragraphs(text: &str) -> String {
    let mut out = String::new();
    let mut separator = "";
    for line in text.split('\n') {
        let words: Vec<&str> = line.split_ascii_whitespace().collect();
        let Some(first) = words.first() else {
            separator = "\n";
            continue;
        };
        if !out.is_empty() {
            out.push_str(if may_begin_line(first) { separator } else { " " });
        }
        out.push_str(&words.join(" "));
        separator = " ";
    }
    out
}

/// Adds a command such as `[%clk 0:05:00]` to the notes; `false` if it is unknown or malformed.
fn apply_command(notes: &mut Notes, command: &str, board: Bitboard) -> bool {
    let inner = command.strip_prefix("[%").and_then(|inner| inner.strip_suffix(']'));
    let inner = inner.filter(|inner| !has_empty_line(inner));
    let Some((name, value)) = inner.and_then(|inner| inner.split_once(char::is_whitespace)) else {
        return false;
    };
    let value = value.trim();
    match name {
        "eval" if notes.evaluation.is_none() => {
            notes.evaluation = parse_evaluation(value);
            notes.evaluation.is_some()
        }
        "clk" if notes.clock_ms.is_none() => {
            notes.clock_ms = parse_clock(value);
            notes.clock_ms.is_some()
        }
        "emt" if notes.used_ms.is_none() => {
            notes.used_ms = parse_clock(value);
            notes.used_ms.is_some()
        }
        "cal" | "csl" => match parse_shapes(value, name == "csl", board) {
            Some(shapes) => {
                notes.shapes.extend(shapes);
                true
            }
            None => false,
        },
        _ => false,
    }
}

/// True if a text goes over the end of a paragraph. No command does: two comments that join as two
/// paragraphs would be one.
fn has_empty_line(text: &str) -> bool {
    let lines: Vec<&str> = text.split('\n').collect();
    let inner = lines.get(1..lines.len() - 1).unwrap_or_default();
    inner.iter().any(|line| line.trim_ascii().is_empty())
}

/// Reads pawns such as `1.23` or `1`, or `#-3` for a mate, optionally followed by a comma and the
/// depth. An integer before a depth is in centipawns, as ChessBase writes them.
fn parse_evaluation(text: &str) -> Option<RecordedEval> {
    let text = visible(text);
    let (score, depth, cp_per_unit) = match text.split_once(',') {
        Some((score, depth)) => {
            let cp_per_unit = if score.contains('.') { 100.0 } else { 1.0 };
            (score.trim(), depth.trim().parse().ok()?, cp_per_unit)
        }
        None => (&*text, 0, 100.0),
    };
    if let Some(moves) = score.strip_prefix('#') {
        return Some(RecordedEval::Mate { moves: moves.parse().ok()?, depth_plies: depth });
    }
    let (unsigned, sign) = match score.strip_prefix('-') {
        Some(unsigned) => (unsigned, -1),
        None => (score.strip_prefix('+').unwrap_or(score), 1),
    };
    let is_number = unsigned.starts_with(|c: char| c.is_ascii_digit() || c == '.');
    let units: f64 = unsigned.parse().ok().filter(|_| is_number)?;
    let cp = (units * cp_per_unit).round();
    if cp > f64::from(i32::MAX) + 1.0 {
        return None;
    }
    let cp = i32::try_from(sign * cp as i64).ok()?;
    Some(RecordedEval::Centipawns { cp, depth_plies: depth })
}

/// Reads `h:mm:ss`, `mm:ss` or `ss`, optionally with a fraction, as milliseconds.
fn parse_clock(text: &str) -> Option<u64> {
    let (whole, fraction) = text.split_once(['.', ',']).unwrap_or((text, ""));
    let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let mut seconds = 0_u64;
    for (place, part) in whole.split(':').enumerate() {
        if place > 2 || !digits(part) {
            return None;
        }
        seconds = seconds.checked_mul(60)?.checked_add(part.parse().ok()?)?;
    }
    if !digits(fraction) {
        return None;
    }
    let thousandths: String = fraction.chars().chain("000".chars()).take(3).collect();
    seconds.checked_mul(1_000)?.checked_add(thousandths.parse().ok()?)
}

/// Reads arrows such as `Ga2a4,Rb3b4` or circles such as `Ga2,Rb3`.
fn parse_shapes(text: &str, circles: bool, board: Bitboard) -> Option<Vec<DrawnShape>> {
    let shape = |entry: &str| {
        let entry = entry.trim();
        let letter = entry.chars().next()?;
        let color = ShapeColor::ALL.into_iter().find(|color| color_letter(*color) == letter)?;
        let square = |from: usize| -> Option<Square> {
            entry.get(from..from + 2)?.parse().ok().filter(|square| board.contains(*square))
        };
        let from = square(1)?;
        let to = if circles { from } else { square(3)? };
        let length = if circles { 3 } else { 5 };
        (entry.len() == length).then_some(DrawnShape { color, from, to })
    };
    text.split(',').map(shape).collect()
}

fn color_letter(color: ShapeColor) -> char {
    match color {
        ShapeColor::Green => 'G',
        ShapeColor::Red => 'R',
        ShapeColor::Yellow => 'Y',
        ShapeColor::Blue => 'B',
    }
}

/// The commands for this evaluation, for times and shapes. The writer does not break a command at its
/// blanks.
pub(super) fn commands(notes: &Notes, evaluation: Option<RecordedEval>) -> Vec<String> {
    let mut commands: Vec<String> = evaluation.map(evaluation_text).into_iter().collect();
    let times = [("clk", notes.clock_ms), ("emt", notes.used_ms)];
    let times = times.into_iter().filter_map(|(name, ms)| Some((name, clock_text(ms?))));
    commands.extend(times.map(|(name, text)| format!("[%{name} {text}]")));
    for (name, circles) in [("csl", true), ("cal", false)] {
        let entries: Vec<String> = notes
            .shapes
            .iter()
            .filter(|shape| shape.is_circle() == circles)
            .map(|shape| shape_text(*shape))
            .collect();
        if !entries.is_empty() {
            commands.push(format!("[%{name} {}]", entries.join(",")));
        }
    }
    commands
}

fn evaluation_text(evaluation: RecordedEval) -> String {
    let (score, depth) = match evaluation {
        RecordedEval::Centipawns { cp, depth_plies } => {
            let sign = if cp < 0 { "-" } else { "" };
            let size = cp.unsigned_abs();
            (format!("{sign}{}.{:02}", size / 100, size % 100), depth_plies)
        }
        RecordedEval::Mate { moves, depth_plies } => (format!("#{moves}"), depth_plies),
    };
    if depth == 0 { format!("[%eval {score}]") } else { format!("[%eval {score},{depth}]") }
}

fn clock_text(ms: u64) -> String {
    let seconds = ms / 1_000;
    let text = format!("{}:{:02}:{:02}", seconds / 3_600, seconds / 60 % 60, seconds % 60);
    match ms % 1_000 {
        0 => text,
        thousandths => format!("{text}.{thousandths:03}").trim_end_matches('0').to_owned(),
    }
}

fn shape_text(shape: DrawnShape) -> String {
    let color = color_letter(shape.color);
    if shape.is_circle() {
        format!("{color}{}", shape.from)
    } else {
        format!("{color}{}{}", shape.from, shape.to)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn notes(comment: &str) -> Notes {
        let mut notes = Notes::default();
        notes.comment = take_commands(&mut notes, comment, Bitboard(0x1f1f_1f1f_1f1f));
        notes
    }

    #[test]
    fn commands_are_removed_from_the_text() {
        let read = notes(
            "A [%eval +1.23,12] b\n[%clk 0:05:00.5][%csl Rb3] [%emt 7][%cal Ga2a4,Bc1c2]\n\n c",
        );
        assert_eq!(read.comment, "A b\nc");
        assert_eq!(read.evaluation, Some(RecordedEval::Centipawns { cp: 123, depth_plies: 12 }));
        assert_eq!((read.clock_ms, read.used_ms), (Some(300_500), Some(7_000)));
        let shapes: Vec<String> = read.shapes.iter().map(DrawnShape::to_string).collect();
        assert_eq!(shapes, ["red b3", "green a2a4", "blue c1c2"]);
        assert_eq!(
            commands(&read, read.evaluation),
            [
                "[%eval 1.23,12]",
                "[%clk 0:05:00.5]",
                "[%emt 0:00:07]",
                "[%csl Rb3]",
                "[%cal Ga2a4,Bc1c2]"
            ]
        );
    }

    #[test]
    fn unknown_commands_stay_in_the_text() {
        for text in [
            "[%emt soon]",
            "[%timestamp 3]",
            "[%eval good]",
            "[%eval inf]",
            "[%eval 99999999999]",
            "[%clk 1:2:3:4]",
            "[%clk -1:00]",
            "[%csl Rb9]",
            "[%cal Ga2h8]",
            "[%cal Ga2]",
            "[%csl \u{e9}b3]",
            "[%eval",
            "[%]",
        ] {
            assert_eq!(notes(text), Notes { comment: text.to_owned(), ..Notes::default() });
        }
        assert_eq!(notes("[%eval 1] [%eval 2]").comment, "[%eval 2]", "the first counts");
    }

    #[test]
    fn a_command_ends_in_its_paragraph() {
        let in_two = notes("a [%eval\n\n0.5] b");
        assert_eq!((in_two.comment.as_str(), in_two.evaluation), ("a [%eval\n0.5] b", None));
        let in_one = notes("a [%eval\n0.5] b");
        let half_a_pawn = RecordedEval::Centipawns { cp: 50, depth_plies: 0 };
        assert_eq!((in_one.comment.as_str(), in_one.evaluation), ("a b", Some(half_a_pawn)));
    }

    #[test]
    fn evaluations_and_times_are_exact() {
        for (text, cp, depth_plies) in [
            ("0.29", 29, 0),
            ("-0.07", -7, 0),
            ("\u{2212}0.07", -7, 0),
            ("-21474836.48", i32::MIN, 0),
            (".5", 50, 0),
            ("1", 100, 0),
            ("-2", -200, 0),
            ("14,24", 14, 24),
            ("-250, 5", -250, 5),
            ("+7,1", 7, 1),
            ("0,14", 0, 14),
            ("0.14,24", 14, 24),
            ("1.00,12", 100, 12),
        ] {
            let expected = RecordedEval::Centipawns { cp, depth_plies };
            assert_eq!(parse_evaluation(text), Some(expected), "{text}");
        }
        for (text, moves, depth_plies) in [("#3", 3, 0), ("#-3,7", -3, 7), ("#\u{2013}3", -3, 0)] {
            let mate = RecordedEval::Mate { moves, depth_plies };
            assert_eq!(parse_evaluation(text), Some(mate), "{text}");
        }
        for ms in [0, 7, 59_990, 3_600_000, 86_399_999, 4_000_000_000_000] {
            assert_eq!(parse_clock(&clock_text(ms)), Some(ms));
        }
        assert_eq!(parse_clock("05:30"), Some(330_000));
        assert_eq!(parse_clock("0:00:07,5"), Some(7_500));
    }
}
