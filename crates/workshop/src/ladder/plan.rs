//! The pairings of a ladder: levels against their neighbours, and the bridge to random play.

use std::{ops::RangeInclusive, str::FromStr};

use minnow_arena::{Pairing, PlayerKind};
use minnow_engine::LEVELS;

/// From this level on, pairings have the number of games of the top.
const FIRST_TOP_LEVEL: u8 = 11;

/// A range of levels, written `1-10` or `4`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct LevelRange {
    pub first: u8,
    pub last: u8,
}

impl LevelRange {
    pub(crate) fn numbers(self) -> RangeInclusive<u8> {
        self.first..=self.last
    }
}

impl FromStr for LevelRange {
    type Err = String;

    fn from_str(text: &str) -> Result<LevelRange, String> {
        let (first, last) = text.split_once('-').unwrap_or((text, text));
        let number = |text: &str| text.parse().ok();
        let range = number(first).zip(number(last)).map(|(first, last)| LevelRange { first, last });
        let levels = LEVELS.len();
        let is_valid = |range: &LevelRange| {
            range.first >= 1 && range.first <= range.last && usize::from(range.last) <= levels
        };
        range.filter(is_valid).ok_or_else(|| format!("levels are from 1 to {levels}, as in 3-11"))
    }
}

/// The shape of a ladder.
#[derive(Clone, Debug)]
pub(super) struct LadderPlan {
    pub levels: LevelRange,
    /// Levels up to this far apart meet.
    pub apart: u8,
    /// The chances of random moves of the bridge's players, in percent, from the weakest on; empty
    /// for a ladder without a bridge.
    pub bridge: Vec<u8>,
    /// The games of a pairing, and of one with a level of the top.
    pub games: u32,
    pub top_games: u32,
}

impl LadderPlan {
    /// The players from the weakest on. The first one has the rating 0.
    pub(super) fn players(&self) -> Vec<PlayerKind> {
        let mut players = self.chain();
        if !players.is_empty() {
            players.push(PlayerKind::Careful);
        }
        players.extend(self.levels.numbers().map(PlayerKind::Level));
        players
    }

    /// The random player and the bridge's players.
    fn chain(&self) -> Vec<PlayerKind> {
        if self.bridge.is_empty() {
            return Vec::new();
        }
        let bridges = self.bridge.iter().map(|percent| PlayerKind::Bridge(*percent));
        [PlayerKind::Random].into_iter().chain(bridges).collect()
    }

    /// All pairings, the stronger player first.
    pub(super) fn pairings(&self) -> Vec<Pairing> {
        let mut pairs: Vec<[PlayerKind; 2]> = Vec::new();
        let chain = self.chain();
        for (at, weaker) in chain.iter().enumerate() {
            pairs.extend(chain.iter().skip(at + 1).take(2).map(|stronger| [*stronger, *weaker]));
        }
        if let Some(greedy) = chain.last() {
            pairs.push([PlayerKind::Careful, *greedy]);
            for level in self.levels.numbers().take(2).map(PlayerKind::Level) {
                pairs.extend([[level, *greedy], [level, PlayerKind::Careful]]);
            }
            pairs.push([PlayerKind::Level(self.levels.first), PlayerKind::Random]);
        }
        for upper in self.levels.numbers() {
            let lower = self.levels.first.max(upper.saturating_sub(self.apart))..upper;
            pairs.extend(lower.map(|lower| [upper, lower].map(PlayerKind::Level)));
        }
        let pairing = |players: [PlayerKind; 2]| {
            let is_top = players.iter().any(|kind| *kind >= PlayerKind::Level(FIRST_TOP_LEVEL));
            let games = if is_top { self.top_games } else { self.games };
            Pairing { players, openings: games.div_ceil(2) as usize }
        };
        pairs.into_iter().map(pairing).collect()
    }

    /// The two routes from the random player to the first level, as links with the stronger player
    /// first: over the bridge alone, and over the careful player besides. Empty without a bridge.
    pub(super) fn routes(&self) -> Vec<Vec<[PlayerKind; 2]>> {
        let chain = self.chain();
        if chain.is_empty() {
            return Vec::new();
        }
        let first = PlayerKind::Level(self.levels.first);
        let links = |ends: &[PlayerKind]| {
            let route = [&chain, ends].concat();
            route.windows(2).map(|pair| [pair[1], pair[0]]).collect()
        };
        vec![links(&[first]), links(&[PlayerKind::Careful, first])]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairings_connect_all_players() {
        let levels = "1-12".parse().unwrap();
        let plan = LadderPlan { levels, apart: 2, bridge: vec![60, 0], games: 300, top_games: 100 };
        let pairings = plan.pairings();
        let text = |pairing: &Pairing| {
            let [one, other] = pairing.players;
            format!("{one} {other} {}", pairing.openings)
        };
        let texts: Vec<String> = pairings.iter().map(text).collect();
        for wanted in [
            "bridge-60 random 150",
            "bridge-0 random 150",
            "careful bridge-0 150",
            "level-1 random 150",
            "level-2 careful 150",
            "level-3 level-1 150",
            "level-10 level-9 150",
            "level-11 level-9 50",
            "level-12 level-11 50",
        ] {
            assert_eq!(texts.iter().filter(|text| *text == wanted).count(), 1, "{texts:?}");
        }
        assert!(!texts.contains(&"level-4 level-1 150".to_owned()));
        let players = plan.players();
        assert_eq!((players.len(), players[0]), (16, PlayerKind::Random));
        let known = |kind: &PlayerKind| players.contains(kind);
        assert!(pairings.iter().all(|pairing| pairing.players.iter().all(known)));
        assert_eq!(plan.routes().iter().map(Vec::len).collect::<Vec<_>>(), [3, 4]);
    }

    #[test]
    fn a_ladder_without_a_bridge_has_levels_only() {
        let levels = "4-6".parse().unwrap();
        let plan = LadderPlan { levels, apart: 1, bridge: Vec::new(), games: 3, top_games: 3 };
        assert_eq!(plan.players(), [4, 5, 6].map(PlayerKind::Level));
        assert_eq!(plan.pairings().len(), 2);
        assert_eq!(plan.pairings()[0].openings, 2, "each with both colours");
        assert!(plan.routes().is_empty());
    }

    #[test]
    fn ranges_of_levels_are_checked() {
        assert_eq!("3-11".parse(), Ok(LevelRange { first: 3, last: 11 }));
        assert_eq!("7".parse(), Ok(LevelRange { first: 7, last: 7 }));
        for text in ["", "0-3", "5-4", "1-13", "a-b", "1-2-3"] {
            assert!(text.parse::<LevelRange>().is_err(), "{text}");
        }
    }
}
