//! The twelve levels of the computer as an opponent, as data.
//!
//! Depth and nodes decide, so that a level is the same on every machine; time
//! is only a ceiling. `docs/measurements/levels.md` says how far apart they are.

use super::{Handicap, SearchLimits};

/// One level: what it may search and what it overlooks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Level {
    /// 1, the gentlest, to 12.
    pub number: u8,
    /// A fish, by size.
    pub name: &'static str,
    /// A sentence for the player.
    pub about: &'static str,
    /// Deepest iteration, in plies.
    pub depth: u32,
    pub nodes: u64,
    /// The ceiling for one move.
    pub time_ms: u64,
    /// In how many positions, in percent, it sees every capture that may come next.
    pub recapture_percent: u8,
    /// In the others it overlooks captures that gain up to this, in centipawns.
    pub most_overlooked: u16,
    /// How far it misjudges a piece on a square, in centipawns either way, the same all game.
    pub misjudgement: u16,
}

impl Level {
    /// The level with this number; numbers out of range give the nearest.
    pub fn get(number: u8) -> &'static Level {
        &LEVELS[usize::from(number.clamp(1, 12)) - 1]
    }

    pub fn limits(&self) -> SearchLimits {
        SearchLimits {
            depth: Some(self.depth),
            nodes: Some(self.nodes),
            movetime_ms: Some(self.time_ms),
            // The same level plays the same moves on every machine.
            threads: Some(1),
            ..SearchLimits::default()
        }
    }

    /// What it overlooks in the game with this seed.
    pub fn handicap(&self, seed: u64) -> Handicap {
        if self.recapture_percent >= 100 && self.misjudgement == 0 {
            return Handicap::NONE;
        }
        Handicap {
            recapture_percent: self.recapture_percent,
            most_overlooked: self.most_overlooked,
            misjudgement: self.misjudgement,
            seed,
        }
    }
}

macro_rules! levels {
    ($($number:literal $name:literal $about:literal: depth $depth:literal nodes $nodes:literal ms $ms:literal sees $sees:literal but $cap:literal off $off:literal;)*) => {
        [$(Level {
            number: $number, name: $name, about: $about, depth: $depth, nodes: $nodes, time_ms: $ms,
            recapture_percent: $sees, most_overlooked: $cap, misjudgement: $off,
        }),*]
    };
}

/// All levels, the gentlest first.
pub static LEVELS: [Level; 12] = levels! {
    1 "Fry" "Takes what it can and rarely looks what comes back.":
        depth 1 nodes 1_000 ms 500 sees 15 but 10_000 off 60;
    2 "Stickleback" "Often misses what its move leaves hanging, even the queen.":
        depth 1 nodes 1_500 ms 500 sees 60 but 10_000 off 60;
    3 "Gudgeon" "Guards its queen; other pieces hang at times.":
        depth 1 nodes 2_000 ms 500 sees 40 but 500 off 60;
    4 "Dace" "Guards queen and rook; a knight or bishop may hang.":
        depth 1 nodes 2_500 ms 500 sees 70 but 340 off 60;
    5 "Roach" "Looks no further than its own move, but misses few captures.":
        depth 1 nodes 3_000 ms 500 sees 90 but 340 off 40;
    6 "Perch" "Two plies ahead: sees your answer, and half the recaptures.":
        depth 2 nodes 5_000 ms 500 sees 50 but 340 off 40;
    7 "Chub" "Two plies ahead, and every capture after them.":
        depth 2 nodes 10_000 ms 500 sees 100 but 0 off 30;
    8 "Trout" "Three plies ahead; quiet threats escape it.":
        depth 3 nodes 20_000 ms 500 sees 100 but 0 off 20;
    9 "Salmon" "Five plies ahead; small mistakes are punished.":
        depth 5 nodes 50_000 ms 500 sees 100 but 0 off 15;
    10 "Zander" "Seven plies ahead.":
        depth 7 nodes 100_000 ms 1_000 sees 100 but 0 off 10;
    11 "Catfish" "Ten plies ahead; it rarely lets a win go.":
        depth 10 nodes 500_000 ms 3_000 sees 100 but 0 off 5;
    12 "Pike" "As strong as Minnow is.":
        depth 40 nodes 3_000_000 ms 12_000 sees 100 but 0 off 0;
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_level_may_do_at_least_what_the_one_below_may() {
        for pair in LEVELS.windows(2) {
            let (below, above) = (pair[0], pair[1]);
            assert_eq!(below.number + 1, above.number);
            assert!(below.depth <= above.depth && below.nodes < above.nodes);
            assert!(below.time_ms <= above.time_ms);
            assert!(below.most_overlooked >= above.most_overlooked);
            assert!(below.misjudgement >= above.misjudgement);
        }
    }
    #[test]
    fn a_depth_named_in_the_sentence_is_the_level_s() {
        const WORDS: [&str; 11] =
            ["No", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten"];
        let mut named = 0;
        for level in &LEVELS {
            let Some((word, _)) = level.about.split_once(" plies ahead") else { continue };
            let depth = WORDS.iter().position(|other| *other == word);
            assert_eq!(depth, Some(level.depth as usize), "{}", level.about);
            named += 1;
        }
        assert_eq!(named, 6);
    }

    #[test]
    fn time_leaves_a_slow_machine_its_nodes() {
        // 300 nodes a millisecond is a tenth of what a desktop machine does.
        assert!(LEVELS.iter().all(|level| level.nodes <= 300 * level.time_ms));
    }
}
