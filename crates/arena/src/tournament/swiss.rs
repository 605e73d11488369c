//! The rounds of a Swiss tournament.
//!
//! A round pairs neighbours in the order of points (the Monrad system); a lot that the seed draws for
//! each round orders players with equal points. Players that have met do not meet again while another
//! pairing of the round exists, and otherwise as few and as seldom met as possible. If the number of
//! players is odd, the last player with the fewest byes has a bye, which counts as half the points of a
//! match in later rounds and not in the table. Each match has both colours equally often, so the
//! colours are always balanced.

use super::schedule::{Meeting, Results};
use minnow_rules::internal::split_mix;

/// Tries to pair a round with a number of repeated meetings; then one more repetition is allowed. It
/// ends the search where a round of many players has hardly any other pairing.
const MAX_STEPS: u32 = 20_000;

/// The results of the rounds so far, which decide the next one.
struct Rounds {
    seed: u64,
    /// Half points of each player.
    half_points: Vec<u32>,
    /// How often two players have met.
    met: Vec<Vec<u32>>,
    byes: Vec<u32>,
}

/// The pairing of a round.
struct Draw {
    pairs: Vec<[usize; 2]>,
    bye: Option<usize>,
}

/// The meetings of all rounds up to the first one that is not finished. Each match has this many pairs
/// of games.
pub(super) fn meetings(
    players: usize,
    rounds: u32,
    pairs: u32,
    seed: u64,
    results: Results<'_>,
) -> Vec<Meeting> {
    let mut state = Rounds {
        seed,
        half_points: vec![0; players],
        met: vec![vec![0; players]; players],
        byes: vec![0; players],
    };
    let mut all: Vec<Meeting> = Vec::new();
    for round in 1..=rounds {
        let draw = state.draw(round);
        let meeting = |(players, pairing)| Meeting { round, pairing, players, pairs };
        let drawn: Vec<Meeting> = draw.pairs.into_iter().zip(1..).map(meeting).collect();
        let finished = drawn.iter().map(|meeting| results.half_points(meeting));
        let points: Option<Vec<[u32; 2]>> = finished.collect();
        all.extend(&drawn);
        let Some(points) = points else { break };
        for (meeting, points) in drawn.iter().zip(points) {
            state.enter(meeting.players, points);
        }
        if let Some(player) = draw.bye {
            state.byes[player] += 1;
            state.half_points[player] += 2 * pairs;
        }
    }
    all
}

impl Rounds {
    fn enter(&mut self, players: [usize; 2], points: [u32; 2]) {
        let [first, second] = players;
        for (player, points) in players.into_iter().zip(points) {
            self.half_points[player] += points;
        }
        self.met[first][second] += 1;
        self.met[second][first] += 1;
    }

    /// The players, the most points first.
    fn order(&self, round: u32) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.byes.len()).collect();
        let lot =
            |player: usize| split_mix(split_mix(self.seed ^ u64::from(round)) ^ player as u64);
        order.sort_by_key(|player| (std::cmp::Reverse(self.half_points[*player]), lot(*player)));
        order
    }

    fn draw(&self, round: u32) -> Draw {
        let order = self.order(round);
        let byes = self.byes_in_order(&order);
        let most_repeats = self.met.iter().flatten().sum::<u32>();
        for repeats in self.fewest_repeats()..=most_repeats {
            for bye in &byes {
                let paired: Vec<usize> =
                    order.iter().copied().filter(|player| Some(*player) != *bye).collect();
                let mut steps = MAX_STEPS;
                if let Some(mut pairs) = self.pair_up(&paired, repeats, &mut steps) {
                    pairs.reverse();
                    return Draw { pairs, bye: *bye };
                }
            }
        }
        unreachable!("with as many repetitions as meetings the neighbours can be paired")
    }

    /// A bound from below on the repetitions of a round: every pair has met so often at least. Without
    /// it, a tournament of many rounds would look for what cannot be, longer from round to round.
    fn fewest_repeats(&self) -> u32 {
        let pairs = self.met.iter().enumerate().flat_map(|(first, met)| &met[..first]);
        pairs.min().map_or(0, |met| met * (self.byes.len() / 2) as u32)
    }

    /// Who may have the bye, the best choice first; one `None` if nobody has it.
    fn byes_in_order(&self, order: &[usize]) -> Vec<Option<usize>> {
        if order.len().is_multiple_of(2) {
            return vec![None];
        }
        let mut byes: Vec<usize> = order.iter().rev().copied().collect();
        byes.sort_by_key(|player| self.byes[*player]);
        byes.into_iter().map(Some).collect()
    }

    /// Pairs the players, neighbours if possible, with at most this many earlier meetings of the pairs
    /// together. The pair of the first player comes last. `None` if there is no such pairing or the
    /// steps do not suffice.
    fn pair_up(&self, order: &[usize], repeats: u32, steps: &mut u32) -> Option<Vec<[usize; 2]>> {
        let Some((first, others)) = order.split_first() else { return Some(Vec::new()) };
        for (place, second) in others.iter().enumerate() {
            let met = self.met[*first][*second];
            let Some(left) = repeats.checked_sub(met) else { continue };
            *steps = steps.checked_sub(1)?;
            let mut rest = others.to_vec();
            rest.remove(place);
            if let Some(mut pairs) = self.pair_up(&rest, left, steps) {
                pairs.push([*first, *second]);
                return Some(pairs);
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_search_begins_with_the_repetitions_that_must_be() {
        for (met, fewest) in [([0, 1, 0, 1], 0), ([3, 3, 3, 3], 6), ([3, 4, 5, 9], 6)] {
            let [near, across, far, rest] = met;
            let met = vec![
                vec![0, near, across, far],
                vec![near, 0, rest, near],
                vec![across, rest, 0, far],
                vec![far, near, far, 0],
            ];
            let rounds = Rounds { seed: 1, half_points: vec![0; 4], met, byes: vec![0; 4] };
            assert_eq!(rounds.fewest_repeats(), fewest);
            assert_eq!(rounds.draw(1).pairs.len(), 2);
        }
    }
}
