//! The opening books: how often moves were played in the first plies of the engine's own games.
//!
//! A book is a text with lines `COUNT move move ...`. Lines that reach the same position by other
//! moves share its counts.

use std::{collections::HashMap, sync::OnceLock};

use thiserror::Error;

use minnow_rules::{Move, MoveTextError, Position, Variant, excerpt, internal::split_mix};

/// The number of plies that books cover.
pub(super) const BOOK_PLIES: u32 = 8;

/// The book of one variant.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Book {
    /// The moves of a position with their counts, by the position's key.
    moves: HashMap<u64, Vec<BookMove>>,
}

/// A move of an opening book.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BookMove {
    /// Legal in the position that was asked for.
    pub mv: Move,
    /// The lines of the book with the move.
    pub count: u32,
}

/// The moves of the levels' book in this position, the most frequent first; none if it is not in
/// the book.
pub fn book_moves(position: &Position) -> Vec<BookMove> {
    let book = Book::of(position.variant()).filter(|_| position.ply() < BOOK_PLIES);
    let known = book.and_then(|book| book.moves.get(&position.key()));
    let mut moves = known.cloned().unwrap_or_default();
    moves.sort_by_key(|known| std::cmp::Reverse(known.count));
    moves
}

/// Why a text is no book; each error quotes it.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub(super) enum BookError {
    #[error("\"{0}\" does not begin with a count")]
    Count(String),
    #[error("line {line}: {source}")]
    Move { line: usize, source: MoveTextError },
}

impl Book {
    /// The book of the variant; `None` if it has none. Its text is read at the first call.
    pub(crate) fn of(variant: &Variant) -> Option<&'static Book> {
        static BOOKS: [OnceLock<Book>; TEXTS.len()] = [const { OnceLock::new() }; TEXTS.len()];
        let ((id, text), book) = TEXTS.iter().zip(&BOOKS).find(|((id, _), _)| *id == variant.id)?;
        let builtin = Variant::by_id(id)?;
        Some(book.get_or_init(|| match Book::parse(builtin, text) {
            Ok(book) => book,
            Err(error) => unreachable!("a test reads the built-in books: {error}"),
        }))
    }

    fn parse(variant: &'static Variant, text: &str) -> Result<Book, BookError> {
        let mut book = Book::default();
        for (line, number) in text.lines().zip(1..) {
            let mut words = line.split_whitespace();
            let Some(first) = words.next().filter(|word| !word.starts_with('#')) else { continue };
            let count = first.parse().map_err(|_| BookError::Count(excerpt(line)))?;
            let mut position = Position::start(variant);
            for word in words {
                let mv = position.parse_move(word);
                let mv = mv.map_err(|source| BookError::Move { line: number, source })?;
                book.add(&position, mv, count);
                position = position.play(mv);
            }
        }
        Ok(book)
    }

    fn add(&mut self, position: &Position, mv: Move, count: u32) {
        let moves = self.moves.entry(position.key()).or_default();
        match moves.iter_mut().find(|known| known.mv == mv) {
            Some(known) => known.count += count,
            None => moves.push(BookMove { mv, count }),
        }
    }

    /// A move of the book in this position, drawn by a hash of the seed and the position. A move's
    /// chance is in proportion to its count raised to `power`: 1 follows the counts, 0 makes all
    /// moves equal.
    pub(crate) fn choose(&self, position: &Position, seed: u64, power: f64) -> Option<Move> {
        if position.ply() >= BOOK_PLIES {
            return None;
        }
        let moves = self.moves.get(&position.key())?;
        let weights: Vec<f64> =
            moves.iter().map(|known| f64::from(known.count).powf(power)).collect();
        let drawn = split_mix(split_mix(seed ^ 0xb00c) ^ position.key()) >> 11;
        let mut left = drawn as f64 / (1_u64 << 53) as f64 * weights.iter().sum::<f64>();
        let chosen = moves.iter().zip(&weights).find(|(_, weight)| {
            left -= **weight;
            left < 0.0
        });
        chosen.map(|(known, _)| known.mv).or_else(|| moves.last().map(|known| known.mv))
    }
}

/// Builds the table of the texts from their variants' ids.
macro_rules! texts {
    ($($id:literal),* $(,)?) => {
        &[$(($id, include_str!(concat!("../../../assets/books/", $id, ".txt")))),*]
    };
}

/// The texts of the books by their variants' ids. `minnow-workshop book` makes them.
const TEXTS: &[(&str, &str)] = texts![
    "minichess",
    "minichess2006",
    "gardner",
    "baby",
    "jacobs",
    "mallett",
    "petty",
    "elena",
    "speed",
    "chess5x6",
    "chessattack",
    "microchess",
    "silverman4x4",
    "silverman4x5",
    "chess4x5",
    "chess4x6",
    "losalamos",
    "diana",
    "simpler"
];

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use minnow_rules::builtin_variants;

    #[test]
    fn built_in_books_are_read() {
        for (id, text) in TEXTS {
            let variant = Variant::by_id(id).unwrap();
            let book = Book::parse(variant, text).unwrap_or_else(|error| panic!("{id}: {error}"));
            assert_eq!(Book::of(variant), Some(&book));
        }
        for variant in builtin_variants() {
            let book = Book::of(variant).unwrap_or_else(|| panic!("{} has no book", variant.id));
            let start = Position::start(variant);
            let first: HashSet<Move> =
                (0..200).filter_map(|seed| book.choose(&start, seed, 0.0)).collect();
            assert!(!first.is_empty(), "{}", variant.id);
        }
    }

    #[test]
    fn transpositions_share_their_counts() {
        let variant = Variant::default_variant();
        let text = "# made by hand\n3 a2a3 a5a4 b1c3 d6e4\n2 b1c3 a5a4 a2a3 d6c4\n\n1 b2b3\n";
        let book = Book::parse(variant, text).unwrap();
        let start = Position::start(variant);
        let joined = ["a2a3", "a5a4", "b1c3"]
            .iter()
            .fold(start, |position, text| position.play(position.parse_move(text).unwrap()));
        assert_eq!(book.moves[&joined.key()].iter().map(|known| known.count).sum::<u32>(), 5);
        let chosen = |power| {
            let moves = (0..600).map(|seed| book.choose(&start, seed, power).unwrap());
            moves.filter(|mv| start.move_text(*mv) == "a2a3").count()
        };
        assert!((250..350).contains(&chosen(1.0)), "{}", chosen(1.0));
        assert!((160..240).contains(&chosen(0.0)), "{}", chosen(0.0));
        assert_eq!(book.choose(&start, 5, 1.0), book.choose(&start, 5, 1.0));
        assert_eq!(book.choose(&start.play(start.parse_move("b2b3").unwrap()), 1, 1.0), None);
    }

    #[test]
    fn bad_lines_are_quoted() {
        let problem = |text| Book::parse(Variant::default_variant(), text).unwrap_err().to_string();
        assert_eq!(problem("x a2a3"), "\"x a2a3\" does not begin with a count");
        assert_eq!(problem("1 a2a3\n2 a2a3 a1a2"), "line 2: the move \"a1a2\" is not allowed here");
    }
}
