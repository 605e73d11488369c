//! The levels of the computer as an opponent, as a table.
//!
//! Depth and nodes limit a level, so that it plays the same on every machine; time is only an upper
//! limit. Measured differences between the levels are in `docs/measurements/ladder.md`.
//!
//! | file | content |
//! |---|---|
//! | `strength` | a strength between two levels |
//! | `opponent` | the one call that gives an opponent's move |
//! | `oversight` | the moves that a weak level does not see, by kind |
//! | `caps` | what a level never overlooks |
//! | `cap_check` | where a cap would be the mistake |
//! | `misjudgement` | errors of the evaluation, the same in a whole game |
//! | `choice` | the choice among moves that are nearly equal |

mod cap_check;
mod caps;
mod choice;
mod misjudgement;
mod opponent;
mod oversight;
mod strength;

pub use misjudgement::Misjudgement;
pub(super) use opponent::HandicappedEngine;
pub use opponent::{Opponent, OverlookedMove};
pub use oversight::Oversight;
pub(super) use oversight::Sight;
pub use strength::Strength;

use super::SearchLimits;
use oversight::{Chances, chances_of};

/// One level: its limits and its mistakes.
///
/// ```
/// use minnow_engine::{LEVELS, Level};
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
    /// The plies below the horizon in which captures are searched.
    pub capture_plies: u8,
    /// The chance of each kind of oversight in percent, in the order of [`Oversight::ALL`].
    pub chances: Chances,
    /// The largest error of a weight of the evaluation in percent, either way. It is the same during
    /// one game.
    pub misjudgement_percent: u16,
    /// The largest error in the value of a piece on a square, in centipawns either way.
    pub square_error: u16,
    /// True if the level evaluates by the board's network, where it has one.
    pub uses_network: bool,
    /// Moves whose scores are this close to the best are as good as it, in centipawns.
    pub margin: u16,
}

impl Level {
    /// True if a level has this number.
    pub fn exists(number: u8) -> bool {
        (1..=LEVELS.len()).contains(&usize::from(number))
    }

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
    ($($name:literal: depth $depth:literal + $captures:literal, nodes $nodes:literal, ms $ms:literal,
        misjudges $percent:literal % and $square:literal, network $network:literal, margin $margin:literal,
        $about:literal;)*) => {{
        let mut levels = [$(Level {
            number: 0, name: $name, about: $about, depth: $depth, nodes: $nodes, time_ms: $ms,
            capture_plies: $captures, chances: chances_of(0), misjudgement_percent: $percent,
            square_error: $square, uses_network: $network, margin: $margin,
        }),*];
        let mut index = 0;
        while index < levels.len() {
            levels[index].number = index as u8 + 1;
            levels[index].chances = chances_of(index);
            index += 1;
        }
        levels
    }};
}

/// All levels, the weakest first. A new level is one row, and a column in the table of oversights.
pub static LEVELS: &[Level] = &levels! {
    "Fry": depth 1 + 1, nodes 1_000, ms 500, misjudges 60 % and 60, network false, margin 25, "Takes what it can and often misses what comes back.";
    "Stickleback": depth 1 + 2, nodes 1_500, ms 500, misjudges 55 % and 50, network false, margin 20, "Often misses what its move leaves hanging, even the queen.";
    "Gudgeon": depth 1 + 3, nodes 2_000, ms 500, misjudges 46 % and 41, network false, margin 20, "Sees most captures; now and then a piece hangs, even the queen.";
    "Dace": depth 2 + 2, nodes 4_000, ms 500, misjudges 33 % and 29, network false, margin 15, "Guards its queen; other pieces hang at times.";
    "Roach": depth 3 + 8, nodes 8_000, ms 500, misjudges 28 % and 24, network false, margin 12, "Sees mates in one and every capture; walks into forks.";
    "Perch": depth 5 + 20, nodes 18_000, ms 500, misjudges 22 % and 18, network false, margin 10, "Sees five half-moves ahead; many quiet threats escape it.";
    "Chub": depth 6 + 40, nodes 40_000, ms 500, misjudges 14 % and 11, network false, margin 8, "Sees six half-moves ahead; at times trusts pinned guards.";
    "Trout": depth 7 + 40, nodes 60_000, ms 500, misjudges 12 % and 9, network false, margin 0, "Sees seven half-moves ahead; misses some forks and quiet threats.";
    "Salmon": depth 8 + 40, nodes 70_000, ms 500, misjudges 12 % and 9, network true, margin 0, "Sees eight half-moves ahead; has its likes and dislikes.";
    "Zander": depth 9 + 40, nodes 85_000, ms 1_000, misjudges 7 % and 5, network true, margin 0, "Sees nine half-moves ahead.";
    "Catfish": depth 11 + 40, nodes 130_000, ms 2_000, misjudges 4 % and 3, network true, margin 0, "Sees eleven half-moves ahead; rarely misses a win.";
    "Pike": depth 40 + 120, nodes 160_000, ms 5_000, misjudges 0 % and 0, network true, margin 0, "Makes no mistakes on purpose; the strongest of the twelve.";
};

#[cfg(test)]
mod tests {
    use super::*;
    use minnow_rules::grouped;

    #[test]
    fn each_level_exceeds_the_one_below() {
        for pair in LEVELS.windows(2) {
            let (below, above) = (pair[0], pair[1]);
            assert_eq!(below.number + 1, above.number);
            assert!(below.depth <= above.depth && below.nodes < above.nodes);
            assert!(below.time_ms <= above.time_ms);
            let plies = |level: Level| level.depth + u32::from(level.capture_plies);
            assert!(plies(below) <= plies(above));
            assert!(below.uses_network <= above.uses_network && below.margin >= above.margin);
            let chances = below.chances.iter().zip(&above.chances);
            assert!(chances.into_iter().all(|(below, above)| below >= above), "{above:?}");
        }
    }

    #[test]
    fn depths_named_in_sentences_are_true() {
        const WORDS: [&str; 12] = [
            "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
            "eleven",
        ];
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
    fn the_document_has_these_tables() {
        let document = include_str!("../../../../docs/search.md");
        for level in LEVELS {
            let captures = match level.capture_plies {
                40.. => "all".to_owned(),
                plies => plies.to_string(),
            };
            let cells = [
                format!("{} {}", level.number, level.name),
                level.depth.to_string(),
                captures,
                grouped(level.nodes),
                grouped(level.time_ms),
                format!("{} %", level.misjudgement_percent),
                level.square_error.to_string(),
                if level.uses_network { "yes" } else { "" }.to_owned(),
                level.margin.to_string(),
            ];
            let row = format!("| {} |", cells.join(" | "));
            assert!(document.contains(&row), "{row}");
        }
        for (place, kind) in Oversight::ALL.iter().enumerate() {
            let with_mistakes = LEVELS.iter().filter(|level| level.chances != [0; _]);
            let chances: Vec<_> =
                with_mistakes.map(|level| level.chances[place].to_string()).collect();
            let row = format!("| {} | {} |", kind.name(), chances.join(" | "));
            assert!(document.contains(&row), "{row}");
        }
    }

    #[test]
    fn slow_machines_reach_the_node_limit() {
        // 300 nodes per millisecond is a tenth of a desktop machine's speed.
        assert!(LEVELS.iter().all(|level| level.nodes <= 300 * level.time_ms));
    }
}
