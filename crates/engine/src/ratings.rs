//! The ratings of the levels on each board, as data (`assets/ratings.ron`).
//!
//! 0 is the player that moves at random. `minnow-workshop ladder` measures the ratings;
//! `docs/measurements/ladder.md` describes the method.

use std::{fmt, fmt::Write, sync::LazyLock};

use serde::Deserialize;

use super::{
    LEVELS, Strength,
    by_squares::{BoardValue, by_squares},
};
use minnow_rules::{Variant, excerpt};

/// Added, as an independent error, to the ratings of boards without measurements, in Elo.
const OTHER_BOARD_ERROR: f64 = 100.0;

/// A rating with its error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rating {
    /// In Elo; 0 is the player that moves at random on this board.
    pub elo: i32,
    /// The 95 % bound, in Elo either way, of the step to the neighbouring levels.
    pub error: i32,
}

impl fmt::Display for Rating {
    /// `620 ± 40`
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ± {}", self.elo, self.error)
    }
}

/// An entry of the data file: the ratings of the levels on one board, from level 1 on.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct RatingColumn {
    /// The variant's id.
    pub board: String,
    /// True if some of the values are estimates that no ladder has measured.
    #[serde(default)]
    pub provisional: bool,
    /// One rating for each level; they rise.
    pub elo: Vec<i32>,
    /// The error of each rating, as in [`Rating::error`].
    pub error: Vec<i32>,
}

/// The strength's rating on this board, linear between two levels. Boards without a measurement
/// have a rating by their number of squares, with a wider error.
///
/// ```
/// use minnow_engine::{Strength, rating_of, strength_of};
/// use minnow_rules::Variant;
///
/// let variant = Variant::default_variant();
/// let rating = rating_of(variant, Strength::of_level(4));
/// assert!(rating.elo > rating_of(variant, Strength::of_level(3)).elo);
/// assert_eq!(strength_of(variant, rating.elo), Strength::of_level(4));
/// ```
pub fn rating_of(variant: &Variant, strength: Strength) -> Rating {
    let above_first = f64::from(strength.hundredths()) / 100.0 - 1.0;
    let below = (above_first.floor() as usize).min(LEVELS.len() - 1);
    let above = (below + 1).min(LEVELS.len() - 1);
    let share = above_first - below as f64;
    let [from, to] = [below, above].map(|index| level_rating(variant, index));
    let between = |from: i32, to: i32| from + (share * f64::from(to - from)).round() as i32;
    Rating { elo: between(from.elo, to.elo), error: between(from.error, to.error) }
}

/// The strength with this rating on this board: the nearest one for a rating out of range.
pub fn strength_of(variant: &Variant, elo: i32) -> Strength {
    let elo_of = |index| level_rating(variant, index).elo;
    let Some(above) = (0..LEVELS.len()).find(|index| elo <= elo_of(*index)) else {
        return Strength::from_hundredths(u16::MAX);
    };
    let Some(below) = above.checked_sub(1) else { return Strength::from_hundredths(0) };
    let [from, to] = [below, above].map(|index| f64::from(elo_of(index)));
    let share = (f64::from(elo) - from) / (to - from);
    Strength::from_hundredths((100.0 * (above as f64 + share)).round() as u16)
}

/// The rating of the level with this index, from 0.
fn level_rating(variant: &Variant, index: usize) -> Rating {
    if let Some(own) = columns().iter().find(|column| column.board == variant.id) {
        return own.rating(index);
    }
    let interpolated = |pick: fn(Rating) -> i32| {
        let known: Vec<BoardValue> = columns()
            .iter()
            .filter_map(|column| {
                let value = f64::from(pick(column.rating(index)));
                Some(BoardValue { variant: Variant::by_id(&column.board)?, value })
            })
            .collect();
        by_squares(variant, &known).unwrap_or(0.0)
    };
    let error = interpolated(|rating| rating.error).hypot(OTHER_BOARD_ERROR);
    let elo = interpolated(|rating| rating.elo);
    Rating { elo: elo.round() as i32, error: error.round() as i32 }
}

impl RatingColumn {
    fn rating(&self, index: usize) -> Rating {
        Rating { elo: self.elo[index], error: self.error[index] }
    }

    /// The reason why the program could not use the column.
    fn fault(&self) -> Option<RatingsFault> {
        let levels = LEVELS.len();
        if Variant::by_id(&self.board).is_none() {
            return Some(RatingsFault::Board(excerpt(&self.board)));
        }
        if self.elo.len() != levels || self.error.len() != levels {
            return Some(RatingsFault::Count { board: self.board.clone(), levels });
        }
        let rises = self.elo.is_sorted_by(|below, above| below < above);
        (!rises).then(|| RatingsFault::Order(self.board.clone()))
    }
}

/// Why a text holds no ratings.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum RatingsFault {
    /// The text is not RON, or lacks a field.
    #[error(transparent)]
    Syntax(#[from] ron::error::SpannedError),
    /// No built-in variant has this id.
    #[error("there is no board \"{0}\"")]
    Board(String),
    /// An entry has too few or too many numbers.
    #[error("the entry of \"{board}\" needs a rating and an error for each of {levels} levels")]
    Count {
        /// The variant's id.
        board: String,
        /// The number of levels.
        levels: usize,
    },
    /// In the entry of this board a level is not rated above the one before it.
    #[error("the ratings of \"{0}\" do not rise from level to level")]
    Order(String),
}

/// Reads the text of `ratings.ron`.
///
/// # Errors
///
/// The first fault of the text.
pub fn parse_ratings(text: &str) -> Result<Vec<RatingColumn>, RatingsFault> {
    let columns: Vec<RatingColumn> = ron::from_str(text)?;
    match columns.iter().find_map(RatingColumn::fault) {
        Some(fault) => Err(fault),
        None => Ok(columns),
    }
}

/// The text of `ratings.ron` with these columns.
pub fn ratings_text(columns: &[RatingColumn]) -> String {
    let mut text = String::from(HEADING);
    for RatingColumn { board, provisional, elo, error } in columns {
        let mark = if *provisional { "        provisional: true,\n" } else { "" };
        // Writing to a string cannot fail.
        let _ = writeln!(text, "    (\n        board: \"{board}\",\n{mark}        elo: {elo:?},");
        let _ = writeln!(text, "        error: {error:?},\n    ),");
    }
    text + "]\n"
}

const HEADING: &str = "\
// The ratings of the levels, from level 1 on. 0 is a player that moves at random. An error is that of the step to the
// neighbouring levels. Boards without an entry are interpolated by their number of squares.
// `minnow-workshop ladder --ratings` writes an entry; in a provisional one those with an error of 100 are estimates.
[
";

fn columns() -> &'static [RatingColumn] {
    static COLUMNS: LazyLock<Vec<RatingColumn>> =
        LazyLock::new(|| match parse_ratings(include_str!("../../../assets/ratings.ron")) {
            Ok(columns) => columns,
            Err(error) => unreachable!("the built-in ratings.ron is tested: {error}"),
        });
    &COLUMNS
}

#[cfg(test)]
mod tests {
    use super::*;
    use minnow_rules::builtin_variants;

    #[test]
    fn ratings_rise_with_the_strength_on_every_board() {
        for variant in builtin_variants() {
            let elo: Vec<i32> = (100..=1200)
                .map(|hundredths| rating_of(variant, Strength::from_hundredths(hundredths)).elo)
                .collect();
            assert!(elo.is_sorted(), "{}: {elo:?}", variant.id);
            for (level, index) in LEVELS.iter().zip(0..) {
                let rating = rating_of(variant, Strength::of_level(level.number));
                assert_eq!(rating, level_rating(variant, index), "{}", variant.id);
                assert!(rating.error > 0);
            }
        }
    }

    #[test]
    fn ratings_and_strengths_are_inverse() {
        for variant in builtin_variants() {
            for hundredths in (100..=1200).step_by(7) {
                let strength = Strength::from_hundredths(hundredths);
                let elo = rating_of(variant, strength).elo;
                let found = rating_of(variant, strength_of(variant, elo)).elo;
                assert!((found - elo).abs() <= 2, "{} {hundredths}: {found}, {elo}", variant.id);
            }
            assert_eq!(strength_of(variant, -9_999), Strength::of_level(1));
            assert_eq!(strength_of(variant, 9_999), Strength::of_level(12));
        }
    }

    #[test]
    fn other_boards_have_wider_errors() {
        let error = |id| rating_of(Variant::by_id(id).unwrap(), Strength::of_level(5)).error;
        assert!(error("mallett") > error("gardner"));
        assert!(error("diana") > error("losalamos"));
    }

    #[test]
    fn columns_survive_writing_and_reading() {
        let text = include_str!("../../../assets/ratings.ron");
        assert_eq!(ratings_text(&parse_ratings(text).unwrap()), text);
    }

    #[test]
    fn faulty_columns_are_named() {
        let mut columns = columns().to_vec();
        columns[1].elo[3] = columns[1].elo[2];
        let fault = parse_ratings(&ratings_text(&columns)).unwrap_err();
        assert_eq!(fault, RatingsFault::Order("gardner".into()));
        columns[0].error.pop();
        let fault = parse_ratings(&ratings_text(&columns)).unwrap_err();
        assert_eq!(fault, RatingsFault::Count { board: "minichess".into(), levels: 12 });
        columns[0].board = "go".into();
        let fault = parse_ratings(&ratings_text(&columns)).unwrap_err();
        assert_eq!(fault, RatingsFault::Board("go".into()));
        assert!(parse_ratings("nothing").is_err());
    }
}
