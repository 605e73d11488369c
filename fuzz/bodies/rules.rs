//! The readers of the rules: variants, FEN, the course's form and moves.

use minnow_rules::{
    Move, Position, Setup, Variant, parse_course, parse_position_text, parse_san, parse_variants,
    perft, san, write_course,
};

use super::{check_message, variant_of};

/// A variant file. The start position of each variant can be played on.
pub fn variants(data: &[u8]) {
    match parse_variants(&String::from_utf8_lossy(data)) {
        Err(error) => check_message(&error),
        Ok(variants) => {
            // A position borrows its variant for ever.
            let variants: &'static [Variant] = Box::leak(variants.into());
            for variant in variants {
                let start = Position::start(variant);
                assert_eq!(start.fen(), variant.start_fen);
                perft(&start, 2);
            }
        }
    }
}

/// A byte for the variant, then a FEN.
pub fn fen(data: &[u8]) {
    let (variant, text) = variant_of(data);
    let text = String::from_utf8_lossy(text);
    match Setup::from_fen(variant, &text) {
        Err(error) => {
            check_message(&error);
            assert!(Position::from_fen(variant, &text).is_err());
        }
        Ok(setup) => {
            let written = setup.write_fen(variant);
            assert_eq!(Setup::from_fen(variant, &written).as_ref(), Ok(&setup), "{written}");
            match Position::new(&setup, variant) {
                Err(error) => check_message(&error),
                Ok(position) => check_position(&position),
            }
        }
    }
}

/// A byte for the variant, then a position in the course's form.
pub fn course(data: &[u8]) {
    let (variant, text) = variant_of(data);
    let text = String::from_utf8_lossy(text);
    match parse_course(variant, &text) {
        Err(error) => check_message(&error),
        Ok(setup) => {
            if let Ok(position) = Position::new(&setup, variant) {
                let written = write_course(&position);
                assert_eq!(parse_course(variant, &written).as_ref(), Ok(&setup), "{written}");
            }
        }
    }
    match parse_position_text(variant, &text) {
        Err(error) => check_message(&error),
        Ok(position) => check_position(&position),
    }
}

/// A byte for the variant, a number of plies, that many bytes that choose moves, then a move's text.
pub fn san_move(data: &[u8]) {
    let (variant, rest) = variant_of(data);
    let (plies, rest) = rest.split_first().map_or((0, rest), |(n, rest)| (usize::from(*n), rest));
    let (choices, text) = rest.split_at(plies.min(rest.len()));
    let mut position = Position::start(variant);
    for choice in choices {
        let Some(mv) = chosen(&position, *choice) else { break };
        position = position.play(mv);
    }
    let text = String::from_utf8_lossy(text);
    match parse_san(&position, &text) {
        Err(error) => check_message(&error),
        Ok(mv) => {
            assert!(position.legal_moves().contains(mv), "{text}");
            let written = san(&position, mv);
            assert_eq!(parse_san(&position, &written), Ok(mv), "{written}");
        }
    }
    match position.parse_move(&text) {
        Err(error) => check_message(&error),
        Ok(mv) => assert_eq!(position.parse_move(&position.move_text(mv)), Ok(mv)),
    }
}

/// A legal move chosen by a number; `None` where there is none.
fn chosen(position: &Position, choice: u8) -> Option<Move> {
    let moves = position.legal_moves();
    moves.iter().nth(usize::from(choice) % moves.len().max(1))
}

/// Checks that a position survives its FEN and that its moves survive their notation.
fn check_position(position: &Position) {
    let fen = position.fen();
    let again = Position::from_fen(position.variant(), &fen);
    assert_eq!(again.as_ref(), Ok(position), "{fen}");
    assert_eq!(position.key(), position.key_from_scratch(), "{fen}");
    for mv in position.legal_moves().iter() {
        let text = san(position, mv);
        assert_eq!(parse_san(position, &text), Ok(mv), "{fen}: {text}");
        let next = position.play(mv);
        assert_eq!(next.key(), next.key_from_scratch(), "{fen}: {text}");
    }
}
