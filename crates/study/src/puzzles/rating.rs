//! The user's rating at the puzzles of a board: a puzzle counts as an opponent with the rating of its
//! difficulty there, by the estimator of the user's rating in games.

use std::collections::HashSet;

use super::record::{PuzzleResult, PuzzleTryList};
use crate::analysis::{PlayerRating, RatedGame, opponent_elo};
use minnow_engine::{LEVELS, Strength, rating_of, strength_of};
use minnow_rules::Variant;

/// The difficulty of a new user's first puzzles.
const FIRST_DIFFICULTY: u8 = 2;

/// A rating is told from this many first tries on. With fewer it would say little but where it began.
pub const LEAST_RATED_TRIES: usize = 10;

/// A rating with its error, in Elo; 0 is the player who moves at random on this board.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PuzzleRating {
    /// The estimate.
    pub value: f64,
    /// The 95 % bound, either way.
    pub error: f64,
}

/// The rating of the puzzles of a difficulty. The lowest level that solves them in half of its games is
/// stronger than they are, and the level below is weaker: they lie midway between the two. The error is
/// half of that step together with the level's own.
///
/// ```
/// use minnow_rules::Variant;
/// use minnow_study::puzzles::difficulty_rating;
///
/// let variant = Variant::default_variant();
/// let [easy, hard] = [3, 9].map(|difficulty| difficulty_rating(variant, difficulty));
/// assert!(easy.value + easy.error < hard.value - hard.error);
/// ```
pub fn difficulty_rating(variant: &Variant, difficulty: u8) -> PuzzleRating {
    let strongest = LEVELS.len() as u8;
    let level = |number: u8| opponent_elo(variant, Strength::of_level(number));
    let number = difficulty.clamp(1, strongest);
    // Beyond the ends of the table the last step goes on.
    let upper = number.max(2);
    let half_step = (level(upper) - level(upper - 1)) / 2.0;
    let above = if difficulty > strongest { half_step } else { -half_step };
    let level_error = f64::from(rating_of(variant, Strength::of_level(number)).error);
    PuzzleRating { value: level(number) + above, error: half_step.hypot(level_error) }
}

/// What the user's first tries at the puzzles of a board say.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PuzzleStanding {
    estimate: PuzzleRating,
    /// The puzzles that were tried.
    tries: usize,
    /// The difficulty that fits the user, from 1.
    pub difficulty: f64,
}

impl PuzzleStanding {
    /// The standing on a board. Only the first try at a puzzle counts; one with a hint is half a point.
    pub fn new(tries: &PuzzleTryList, variant: &Variant) -> PuzzleStanding {
        let mut known = HashSet::new();
        let of_board =
            |puzzle: &str| puzzle.rsplit_once('-').is_some_and(|(id, _)| id == variant.id);
        let first = tries
            .entries()
            .iter()
            .filter(|tried| of_board(&tried.puzzle) && known.insert(tried.puzzle.as_str()));
        let games: Vec<RatedGame> = first
            .map(|tried| RatedGame {
                opponent_elo: difficulty_rating(variant, tried.difficulty).value,
                points: points(tried.result),
                aim_points: None,
            })
            .collect();
        let beginning = difficulty_rating(variant, FIRST_DIFFICULTY).value;
        let rating = PlayerRating::prior(beginning, &[]).after(&games);
        let strength = strength_of(variant, rating.elo.round() as i32);
        let level_error = f64::from(rating_of(variant, strength).error);
        let error = rating.bound().hypot(level_error);
        PuzzleStanding {
            estimate: PuzzleRating { value: rating.elo, error },
            tries: games.len(),
            // A difficulty lies half a level below the level with its number.
            difficulty: f64::from(strength.hundredths()) / 100.0 + 0.5,
        }
    }

    /// The rating; `None` before [`LEAST_RATED_TRIES`] puzzles.
    pub fn rating(&self) -> Option<PuzzleRating> {
        (self.tries >= LEAST_RATED_TRIES).then_some(self.estimate)
    }
}

fn points(result: PuzzleResult) -> f64 {
    match result {
        PuzzleResult::Solved => 1.0,
        PuzzleResult::Helped => 0.5,
        PuzzleResult::Failed => 0.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzles::PuzzleTry;
    use minnow_rules::builtin_variants;

    fn variant() -> &'static Variant {
        Variant::default_variant()
    }

    /// First tries at puzzles of this difficulty, in turn with these results.
    fn tries(board: &str, difficulty: u8, count: usize, results: &[PuzzleResult]) -> PuzzleTryList {
        let mut list = PuzzleTryList::default();
        for (number, result) in (0..count).zip(results.iter().cycle()) {
            list.add(PuzzleTry {
                ended: format!("20261201-18{number:04}-000+0100"),
                puzzle: format!("{board}-{number:016x}"),
                difficulty,
                result: *result,
            });
        }
        list
    }

    #[test]
    fn difficulties_rise_and_lie_between_the_levels() {
        for variant in builtin_variants() {
            let ratings: Vec<f64> =
                (1..=13).map(|difficulty| difficulty_rating(variant, difficulty).value).collect();
            assert!(ratings.is_sorted_by(|one, next| one < next), "{}: {ratings:?}", variant.id);
            for (level, pair) in (1..=12).zip(ratings.windows(2)) {
                let elo = opponent_elo(variant, Strength::of_level(level));
                assert!(pair[0] < elo && elo < pair[1], "{} {level}", variant.id);
            }
        }
    }

    #[test]
    fn one_failure_is_no_rating() {
        let standing = |count| {
            PuzzleStanding::new(&tries("minichess", 1, count, &[PuzzleResult::Failed]), variant())
        };
        assert_eq!(standing(0).difficulty.round(), f64::from(FIRST_DIFFICULTY));
        assert!(standing(1).rating().is_none() && standing(1).difficulty < standing(0).difficulty);
        assert!(standing(LEAST_RATED_TRIES - 1).rating().is_none());
        assert!(standing(LEAST_RATED_TRIES).rating().is_some());
    }

    #[test]
    fn the_rating_finds_the_difficulty_within_its_error() {
        let half = [PuzzleResult::Solved, PuzzleResult::Failed];
        for (difficulty, count) in [(3, 40), (5, 20), (8, 100), (12, 60)] {
            let list = tries("minichess", difficulty, count, &half);
            let standing = PuzzleStanding::new(&list, variant());
            let (rating, puzzles) =
                (standing.rating().unwrap(), difficulty_rating(variant(), difficulty));
            let off = (rating.value - puzzles.value).abs();
            assert!(off < rating.error && rating.error < 400.0, "{difficulty}: {rating:?}");
        }
    }

    #[test]
    fn more_tries_leave_a_smaller_error() {
        let half = [PuzzleResult::Solved, PuzzleResult::Failed];
        let error = |count| {
            let list = tries("minichess", 4, count, &half);
            PuzzleStanding::new(&list, variant()).rating().unwrap().error
        };
        assert!(error(40) < error(20) && error(20) < error(10));
    }

    #[test]
    fn only_first_tries_on_the_board_count() {
        let mut list = tries("minichess", 4, 20, &[PuzzleResult::Failed]);
        let before = PuzzleStanding::new(&list, variant());
        for other in ["minichess", "minichess2006"] {
            for tried in tries(other, 4, 20, &[PuzzleResult::Solved]).entries() {
                list.add(PuzzleTry { ended: format!("{}1", tried.ended), ..tried.clone() });
            }
        }
        assert_eq!((list.len(), PuzzleStanding::new(&list, variant())), (60, before));
    }
}
