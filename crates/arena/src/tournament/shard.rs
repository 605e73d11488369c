//! A part of a tournament's games, so that several machines can share them.

use std::{fmt, str::FromStr};

use super::GameNumber;
use minnow_rules::excerpt;

/// A part of the games, written `2/4`. The parts are disjoint and together hold all games; both games
/// of a pair are in the same part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    number: u32,
    of: u32,
}

/// A text that is no part.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("\"{0}\" is no part; parts are written like 2/4, the second of four")]
pub struct ShardError(String);

impl Shard {
    /// All games.
    pub const ALL: Shard = Shard { number: 1, of: 1 };

    /// True if the part has this game.
    pub fn has(self, game: GameNumber) -> bool {
        // Neighbouring pairings would all fall on one machine if their numbers had a factor in common
        // with the number of parts.
        let diagonal = u64::from(game.pair) + u64::from(game.pairing) + u64::from(game.round);
        diagonal % u64::from(self.of) == u64::from(self.number - 1)
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.of)
    }
}

impl FromStr for Shard {
    type Err = ShardError;

    fn from_str(text: &str) -> Result<Shard, ShardError> {
        let read = || {
            let (number, of) = text.split_once('/')?;
            let (number, of) = (number.parse::<u32>().ok()?, of.parse::<u32>().ok()?);
            (1..=of).contains(&number).then_some(Shard { number, of })
        };
        read().ok_or_else(|| ShardError(excerpt(text)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_pair_of_games_is_in_one_part() {
        let parts: Vec<Shard> = ["1/3", "2/3", "3/3"].map(|text| text.parse().unwrap()).to_vec();
        let mut sizes = [0; 3];
        for (pairing, pair) in (1..=6).flat_map(|pairing| (1..=6).map(move |pair| (pairing, pair)))
        {
            let game = |is_second| GameNumber { round: 1, pairing, pair, is_second };
            let [first, second] = [false, true].map(|is_second| {
                parts.iter().map(|part| part.has(game(is_second))).collect::<Vec<_>>()
            });
            assert_eq!(first, second);
            assert_eq!(first.iter().filter(|has| **has).count(), 1);
            sizes[first.iter().position(|has| *has).unwrap()] += 1;
            assert!(Shard::ALL.has(game(true)));
        }
        assert_eq!(sizes, [12; 3]);
    }

    #[test]
    fn parts_are_read_as_they_are_written() {
        assert_eq!("2/4".parse::<Shard>().unwrap().to_string(), "2/4");
        for text in ["", "0/4", "5/4", "2", "1/0", "a/b", "-1/2", "1/2/3"] {
            assert!(text.parse::<Shard>().is_err(), "{text}");
        }
    }
}
