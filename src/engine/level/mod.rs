//! The levels of the computer as an opponent, as a table.
//!
//! Depth and nodes limit a level, so that it plays the same on every machine; time is only an upper
//! limit. Measured differences between the levels are in `docs/measurements/levels.md`.

mod handicap;
mod opponent;
mod strength;

pub(crate) use handicap::Handicap;
pub(super) use opponent::HandicappedEngine;
pub use opponent::Opponent;
pub use strength::Strength;

use super::SearchLimits;

/// One level: its limits and its mistakes.
///
/// ```
/// use minnow::engine::{LEVELS, Level};
///
/// let weakest = Level::get(1);
/// assert_eq!((weakest.name, weakest.depth), ("Fry", 1));
/// assert_eq!(usize::from(Level::strongest().number), LEVELS.len());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Level {
    /// From 1, the weakest.
    pub number: u8,
    /// A fish; larger fish are stronger.
    pub name: &'static str,
    /// A sentence for the player.
    pub about: &'static str,
    /// Deepest iteration, in plies.
    pub depth: u32,
    /// Most nodes for one move.
    pub nodes: u64,
    /// Most time for one move.
    pub time_ms: u64,
    /// The share of positions in which quiescence search sees all captures, in percent.
    pub recapture_percent: u8,
    /// In the other positions it overlooks captures that gain up to this, in centipawns.
    pub max_overlooked: u16,
    /// The largest error in the value of a piece on a square, in centipawns either way. It is the
    /// same during one game.
    pub misjudgement: u16,
}

impl Level {
    /// The level with this number; numbers out of range give the nearest level.
    pub fn get(number: u8) -> &'static Level {
        let strongest = Level::strongest();
        LEVELS.get(usize::from(number.max(1)) - 1).unwrap_or(strongest)
    }

    /// The strongest level, which has no handicap.
    pub fn strongest() -> &'static Level {
        &LEVELS[LEVELS.len() - 1]
    }

    /// The limits of one move.
    pub fn limits(&self) -> SearchLimits {
        Strength::of_level(self.number).limits()
    }
}

/// Builds the table from its rows and numbers them from 1.
macro_rules! levels {
    ($($name:literal: depth $depth:literal, nodes $nodes:literal, ms $ms:literal, sees $sees:literal %,
        overlooks $overlooks:literal, misjudges $misjudges:literal, $about:literal;)*) => {{
        let mut levels = [$(Level {
            number: 0, name: $name, about: $about, depth: $depth, nodes: $nodes, time_ms: $ms,
            recapture_percent: $sees, max_overlooked: $overlooks, misjudgement: $misjudges,
        }),*];
        let mut index = 0;
        while index < levels.len() {
            levels[index].number = index as u8 + 1;
            index += 1;
        }
        levels
    }};
}

/// All levels, the weakest first. A new level is one row.
pub static LEVELS: &[Level] = &levels! {
    "Fry": depth 1, nodes 1_000, ms 500, sees 15 %, overlooks 10_000, misjudges 60, "Takes what it can and rarely looks at what comes back.";
    "Stickleback": depth 1, nodes 1_500, ms 500, sees 60 %, overlooks 10_000, misjudges 60, "Often misses what its move leaves hanging, even the queen.";
    "Gudgeon": depth 1, nodes 2_000, ms 500, sees 40 %, overlooks 500, misjudges 60, "Guards its queen; other pieces hang at times.";
    "Dace": depth 1, nodes 2_500, ms 500, sees 70 %, overlooks 340, misjudges 60, "Guards queen and rook; a knight or bishop may hang.";
    "Roach": depth 1, nodes 3_000, ms 500, sees 90 %, overlooks 340, misjudges 40, "Looks no further than its own move, but misses few captures.";
    "Perch": depth 2, nodes 5_000, ms 500, sees 50 %, overlooks 340, misjudges 40, "Sees two half-moves ahead: your answer, and half the recaptures.";
    "Chub": depth 2, nodes 10_000, ms 500, sees 100 %, overlooks 0, misjudges 30, "Sees two half-moves ahead, and every capture after them.";
    "Trout": depth 3, nodes 20_000, ms 500, sees 100 %, overlooks 0, misjudges 20, "Sees three half-moves ahead; misses quiet threats.";
    "Salmon": depth 5, nodes 50_000, ms 500, sees 100 %, overlooks 0, misjudges 15, "Sees five half-moves ahead; punishes small mistakes.";
    "Zander": depth 7, nodes 100_000, ms 1_000, sees 100 %, overlooks 0, misjudges 10, "Sees seven half-moves ahead.";
    "Catfish": depth 10, nodes 500_000, ms 3_000, sees 100 %, overlooks 0, misjudges 5, "Sees ten half-moves ahead; rarely misses a win.";
    "Pike": depth 40, nodes 3_000_000, ms 12_000, sees 100 %, overlooks 0, misjudges 0, "The full strength of Minnow.";
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_level_exceeds_the_one_below() {
        for pair in LEVELS.windows(2) {
            let (below, above) = (pair[0], pair[1]);
            assert_eq!(below.number + 1, above.number);
            assert!(below.depth <= above.depth && below.nodes < above.nodes);
            assert!(below.time_ms <= above.time_ms);
            assert!(below.max_overlooked >= above.max_overlooked);
            assert!(below.misjudgement >= above.misjudgement);
        }
    }

    #[test]
    fn depths_named_in_sentences_are_true() {
        const WORDS: [&str; 11] =
            ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
        let mut named = 0;
        for level in LEVELS {
            let Some((start, _)) = level.about.split_once(" half-moves ahead") else { continue };
            let depth = WORDS.iter().position(|word| start.ends_with(word));
            assert_eq!(depth, Some(level.depth as usize), "{}", level.about);
            named += 1;
        }
        assert_eq!(named, 6);
    }

    #[test]
    fn slow_machines_reach_the_node_limit() {
        // 300 nodes per millisecond is a tenth of a desktop machine's speed.
        assert!(LEVELS.iter().all(|level| level.nodes <= 300 * level.time_ms));
    }
}
