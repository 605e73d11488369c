//! Small changes to texts for the user.

use std::fmt::Display;

use egui_material_icons::icons;

use minnow_rules::{Color, Move, Position, Variant, san};

/// An error's message as a sentence: with a capital and a full stop.
pub fn sentence(problem: &impl Display) -> String {
    format!("{}.", capitalised(&problem.to_string()))
}

/// The ways to read a typed move whose letters behind the first are all capitals, as Caps Lock makes them:
/// `B2B3` as `b2b3`, `nC3` as `Nc3`. Empty for other texts.
pub fn without_caps_lock(text: &str) -> Vec<String> {
    let is_lower = |letter: char| letter.is_ascii_lowercase();
    let is_mixed = text.chars().skip(1).any(is_lower);
    if is_mixed || !text.contains(|letter: char| letter.is_ascii_uppercase()) {
        return Vec::new();
    }
    let lower = text.to_lowercase();
    let digit_at = |at: usize| lower.as_bytes().get(at).is_some_and(u8::is_ascii_digit);
    if digit_at(1) && digit_at(3) {
        return vec![lower];
    }
    let promotes = |text: &str| match text.split_once('=') {
        Some((squares, role)) => format!("{squares}={}", role.to_uppercase()),
        None => text.to_owned(),
    };
    vec![promotes(&lower), promotes(&capitalised(&lower)), text.to_uppercase()]
}

/// A text with its first letter as a capital.
pub fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    match letters.next() {
        Some(first) => first.to_uppercase().chain(letters).collect(),
        None => String::new(),
    }
}

/// A time on a clock: `3:07`, `1:02:05`.
pub fn time_text(seconds: u64) -> String {
    let (minutes, seconds) = (seconds / 60, seconds % 60);
    match minutes / 60 {
        0 => format!("{minutes}:{seconds:02}"),
        hours => format!("{hours}:{:02}:{seconds:02}", minutes % 60),
    }
}

/// `MiniChess 5×6`.
pub fn variant_text(variant: &Variant) -> String {
    let sized = variant.name.contains(char::is_numeric) && variant.name.contains('x');
    let name = if sized {
        variant.name.replace('x', "\u{d7}")
    } else {
        format!("{} {}", variant.name, variant.size_text().replace('x', "\u{d7}"))
    };
    name.trim().to_owned()
}

/// How a game differs from others, in a few words: `take the king to win`, `mate wins, castling`.
pub fn variant_difference(variant: &Variant) -> String {
    let goal = if variant.king_capture { "take the king to win" } else { "mate wins" };
    let castling = (!variant.castlings.is_empty()).then_some("castling");
    let double_step = variant.double_step.then_some("double step");
    let words: Vec<&str> = [Some(goal), castling, double_step].into_iter().flatten().collect();
    words.join(", ")
}

/// The rule of games in which a bishop may step.
pub const BISHOP_STEP: &str =
    "A bishop may also step to an empty neighbouring square along a rank or file.";

/// `a, b or c`, with the word before the last.
pub fn listed(names: &[&str], word: &str) -> String {
    match names {
        [] => String::new(),
        [only] => (*only).to_owned(),
        [first @ .., last] => format!("{} {word} {last}", first.join(", ")),
    }
}

/// The moves of a line with their numbers: `1. a3`, `b4`, or `1… b4` where Black begins it. Ends before
/// the first move that is not legal.
pub fn numbered_moves(start: &Position, line: &[Move]) -> Vec<String> {
    let mut position = *start;
    let mut texts = Vec::new();
    for mv in line {
        if !position.legal_moves().contains(*mv) {
            break;
        }
        let number = match position.turn() {
            Color::White => format!("{}. ", position.fullmove()),
            Color::Black if texts.is_empty() => format!("{}\u{2026} ", position.fullmove()),
            Color::Black => String::new(),
        };
        texts.push(number + &san(&position, *mv));
        position = position.play(*mv);
    }
    texts
}

/// The text of an entry in a list, with a tick before what is done.
pub fn ticked(done: bool, text: &str) -> String {
    if done { format!("{} {text}", icons::ICON_CHECK.codepoint) } else { text.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_texts_in_capitals_have_other_readings() {
        for text in ["Bxc3", "a2a3", "bxc3", "Nb1c3", "a6=q", "22", ""] {
            assert!(without_caps_lock(text).is_empty(), "{text}");
        }
        for (text, reading) in [
            ("B2B3", "b2b3"),
            ("BXC3", "Bxc3"),
            ("BXC3", "bxc3"),
            ("nC3", "Nc3"),
            ("A6=Q", "a6=Q"),
            ("A5A6Q", "a5a6q"),
            ("o-O", "O-O"),
        ] {
            assert!(without_caps_lock(text).contains(&reading.to_owned()), "{text} as {reading}");
        }
    }

    #[test]
    fn differences_come_from_the_data() {
        let text = |id| variant_difference(Variant::by_id(id).unwrap());
        assert_eq!(text("minichess"), "take the king to win");
        assert_eq!(text("gardner"), "mate wins");
        assert_eq!(text("microchess"), "mate wins, castling");
    }
}
