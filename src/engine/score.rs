//! Scores and windows: the words that the search, the lab and the reviews share.

use std::{fmt, ops::Neg};

/// The deepest ply a search may reach, counted from its root.
pub const MAX_PLY: usize = 120;

const MATE: i32 = 30_000;
/// Scores beyond this are forced wins; evaluations stay below it.
const WON: i32 = MATE - 2 * MAX_PLY as i32;

/// What a position is worth to the side to move: centipawns, or a forced win by its distance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Score(i32);

impl Score {
    pub const DRAW: Score = Score(0);
    pub const INFINITE: Score = Score(MATE + 1);

    /// An evaluation in centipawns, kept clear of the scores of forced wins.
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

    /// The side to move has lost, `ply` plies from the root.
    #[inline]
    pub const fn lost_at(ply: usize) -> Score {
        Score(ply as i32 - MATE)
    }

    /// The side to move wins, the game being decided `ply` plies from the root.
    #[inline]
    pub const fn won_at(ply: usize) -> Score {
        Score(MATE - ply as i32)
    }

    /// The bare number: centipawns, or close to 30,000 for forced wins.
    #[inline]
    pub const fn value(self) -> i32 {
        self.0
    }

    /// Whether this is a forced win or loss.
    #[inline]
    pub const fn is_decided(self) -> bool {
        self.0.abs() >= WON
    }

    /// Moves to the mate: positive if the side to move gives it, negative if it is mated.
    pub const fn mate_in(self) -> Option<i32> {
        match self.0 {
            score if score >= WON => Some((MATE - score + 1) / 2),
            score if score <= -WON => Some(-((MATE + score + 1) / 2)),
            _ => None,
        }
    }

    /// As kept in the transposition table: forced wins counted from the node at `ply`.
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

    /// The score moved by some centipawns: a bound for windows and margins.
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
    /// As people read it: `+1.24`, `-0.30`, `#3`, `#-2`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.mate_in() {
            Some(moves) if self.0 > 0 => write!(f, "#{moves}"),
            Some(moves) => write!(f, "#-{}", -moves),
            None => write!(f, "{:+.2}", f64::from(self.0) / 100.0),
        }
    }
}

/// The open interval (alpha, beta) in which a node must be exact.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    pub alpha: Score,
    pub beta: Score,
}

impl Window {
    pub const FULL: Window = Window { alpha: Score(-MATE - 1), beta: Score(MATE + 1) };

    #[inline]
    pub const fn new(alpha: Score, beta: Score) -> Window {
        Window { alpha, beta }
    }

    /// The window of no width that only asks whether a score exceeds `alpha`.
    #[inline]
    pub const fn zero_above(alpha: Score) -> Window {
        Window { alpha, beta: Score(alpha.0 + 1) }
    }

    /// Whether no score lies inside.
    #[inline]
    pub const fn is_zero(self) -> bool {
        self.beta.0 - self.alpha.0 <= 1
    }

    /// The same interval as the opponent sees it.
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
