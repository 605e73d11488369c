//! Scores and windows, which the search, the lab and the review share.

use std::{fmt, ops::Neg};

/// The deepest ply that a search may reach, counted from its root.
pub const MAX_PLY: usize = 120;

/// The score of a mate at the root.
const MATE: i32 = 30_000;
/// Scores from this on are forced wins; evaluations stay below it. A mate lies at most `MAX_PLY` plies
/// behind the deepest node, or as far behind it as an end-game table says, and the transposition
/// table gives its entry to a node as deep.
const WON: i32 = MATE - 4 * MAX_PLY as i32;
/// The moves of the longest mate that has a score.
const MAX_MATE_MOVES: i32 = (MATE - WON) / 2;

/// The score of a position for the side to move: centipawns, or the distance of a forced win or
/// loss.
///
/// ```
/// use minnow_engine::Score;
///
/// let score = Score::centipawns(124);
/// assert_eq!((score.to_string(), (-score).value()), ("+1.24".to_owned(), -124));
/// let mate = Score::won_at(5);
/// assert!(mate > score && mate.is_decided());
/// assert_eq!((mate.to_string(), mate.mate_in()), ("#3".to_owned(), Some(3)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Score(i32);

impl Score {
    /// The value 0: a draw, or a balanced position.
    pub const DRAW: Score = Score(0);
    /// Greater than every other score.
    pub const INFINITE: Score = Score(MATE + 1);

    /// An evaluation in centipawns, limited to less than the scores of forced wins.
    #[inline]
    pub const fn centipawns(value: i32) -> Score {
        Score(if value >= WON {
            WON - 1
        } else if value <= -WON {
            1 - WON
        } else {
            value
        })
    }

    /// The score with this [`Score::value`]; `None` beyond those of forced wins.
    pub const fn from_value(value: i32) -> Option<Score> {
        if value >= -MATE && value <= MATE { Some(Score(value)) } else { None }
    }

    /// The score of the side to move if it has lost, `ply` plies from the root.
    #[inline]
    pub const fn lost_at(ply: usize) -> Score {
        Score(ply as i32 - MATE)
    }

    /// The score of the side to move if it wins `ply` plies from the root.
    #[inline]
    pub const fn won_at(ply: usize) -> Score {
        Score(MATE - ply as i32)
    }

    /// The score with this [`Score::mate_in`]: `moves` is 0 or less if the side to move is mated. A mate
    /// beyond 240 moves counts as one in 240.
    pub fn of_mate_in(moves: i32) -> Score {
        let plies = 2 * moves.clamp(-MAX_MATE_MOVES, MAX_MATE_MOVES).unsigned_abs() as usize;
        if moves > 0 { Score::won_at(plies - 1) } else { Score::lost_at(plies) }
    }

    /// The number itself: centipawns, or close to 30,000 for forced wins.
    #[inline]
    pub const fn value(self) -> i32 {
        self.0
    }

    /// True if this is a forced win or loss.
    #[inline]
    pub const fn is_decided(self) -> bool {
        self.0.abs() >= WON
    }

    /// Moves to the mate: positive if the side to move mates, negative or 0 if it is mated.
    pub const fn mate_in(self) -> Option<i32> {
        match self.0 {
            score if score >= WON => Some((MATE - score + 1) / 2),
            score if score <= -WON => Some(-((MATE + score + 1) / 2)),
            _ => None,
        }
    }

    /// The form in the transposition table: forced wins count from the node at `ply`, not from the
    /// root.
    #[inline]
    pub(super) const fn to_table(self, ply: usize) -> i16 {
        let shift = if self.0 >= WON {
            ply as i32
        } else if self.0 <= -WON {
            -(ply as i32)
        } else {
            0
        };
        (self.0 + shift) as i16
    }

    /// The inverse of `to_table`.
    #[inline]
    pub(super) const fn from_table(value: i16, ply: usize) -> Score {
        let value = value as i32;
        if value >= WON {
            Score(value - ply as i32)
        } else if value <= -WON {
            Score(value + ply as i32)
        } else {
            Score(value)
        }
    }

    /// The score plus `centipawns`, for windows and margins.
    #[inline]
    pub const fn offset(self, centipawns: i32) -> Score {
        Score(self.0 + centipawns)
    }
}

impl Neg for Score {
    type Output = Score;

    #[inline]
    fn neg(self) -> Score {
        Score(-self.0)
    }
}

impl fmt::Display for Score {
    /// The form for readers: `+1.24`, `-0.30`, `#3`, `#-2`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.mate_in() {
            Some(moves) if self.0 > 0 => write!(f, "#{moves}"),
            Some(moves) => write!(f, "#-{}", -moves),
            None => write!(f, "{:+.2}", f64::from(self.0) / 100.0),
        }
    }
}

/// The open interval (alpha, beta) in which a node's score is exact.
///
/// ```
/// use minnow_engine::{Score, Window};
///
/// let window = Window::new(Score::centipawns(-20), Score::centipawns(50));
/// assert_eq!(window.for_opponent().beta, Score::centipawns(20));
/// assert!(Window::null_above(window.alpha).is_null());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    /// A score at or below it is an upper bound of the true score.
    pub alpha: Score,
    /// A score at or above it is a lower bound of the true score.
    pub beta: Score,
}

impl Window {
    /// Contains every score.
    pub const FULL: Window = Window { alpha: Score(-MATE - 1), beta: Score(MATE + 1) };

    /// The window between these scores; `alpha` is meant to be less than `beta`.
    #[inline]
    pub const fn new(alpha: Score, beta: Score) -> Window {
        Window { alpha, beta }
    }

    /// The null window that tests whether a score exceeds `alpha`.
    #[inline]
    pub const fn null_above(alpha: Score) -> Window {
        Window { alpha, beta: Score(alpha.0 + 1) }
    }

    /// True if the window contains no score.
    #[inline]
    pub const fn is_null(self) -> bool {
        self.beta.0 - self.alpha.0 <= 1
    }

    /// The same interval from the opponent's side.
    #[inline]
    pub const fn for_opponent(self) -> Window {
        Window { alpha: Score(-self.beta.0), beta: Score(-self.alpha.0) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mate_distances_count_moves_of_the_winner() {
        assert_eq!(Score::won_at(1).mate_in(), Some(1));
        assert_eq!(Score::won_at(3).mate_in(), Some(2));
        assert_eq!(Score::lost_at(2).mate_in(), Some(-1));
        assert_eq!(Score::lost_at(0).mate_in(), Some(0));
        for moves in [1, 7, 240, 0, -3, -240] {
            assert_eq!(Score::of_mate_in(moves).mate_in(), Some(moves));
        }
        assert_eq!(Score::of_mate_in(i32::MAX).mate_in(), Some(240));
        assert_eq!(Score::of_mate_in(i32::MIN).mate_in(), Some(-240));
        assert_eq!(Score::won_at(5).to_string(), "#3");
        assert_eq!(Score::lost_at(4).to_string(), "#-2");
        assert_eq!(Score::centipawns(-30).to_string(), "-0.30");
    }

    #[test]
    fn table_scores_move_with_the_node() {
        for score in [Score::won_at(9), Score::lost_at(9), Score::centipawns(77)] {
            assert_eq!(Score::from_table(score.to_table(4), 4), score);
        }
        let three_plies_on = Score::from_table(Score::won_at(9).to_table(4), 7);
        assert_eq!(three_plies_on, Score::won_at(12));
    }

    #[test]
    fn evaluations_never_look_like_mates() {
        assert!(!Score::centipawns(1_000_000).is_decided());
        assert!(!Score::centipawns(-1_000_000).is_decided());
    }
}
