//! The bracket of a knockout.
//!
//! The order of the plan is the seeding: the first player can meet the second in the last round only,
//! and the first ones have the byes if the number of players is no power of two. A tied match goes on
//! by pairs of games until one of them decides it, but by at most [`EXTRA_PAIRS`]. If all are tied, the
//! player that stands first in the plan advances.

use super::schedule::{Meeting, Results};

/// The pairs of games after a tied match.
pub(super) const EXTRA_PAIRS: u32 = 4;

/// The rounds as far as they are known.
pub(super) struct Bracket {
    pub meetings: Vec<Meeting>,
    /// The rounds that each player has survived, byes included.
    pub rounds_won: Vec<u32>,
}

/// The number of rounds.
pub(super) fn rounds(players: usize) -> u32 {
    players.max(1).next_power_of_two().trailing_zeros()
}

/// The bracket after these results. Each match begins with this many pairs of games.
pub(super) fn bracket(players: usize, pairs: u32, results: Results<'_>) -> Bracket {
    let mut bracket = Bracket { meetings: Vec::new(), rounds_won: vec![0; players] };
    let mut slots: Vec<Option<usize>> = seeding(rounds(players))
        .into_iter()
        .map(|seed| Some(seed).filter(|seed| *seed < players))
        .collect();
    for round in 1..=rounds(players) {
        let mut advancing = Vec::new();
        let mut is_finished = true;
        for (pair, pairing) in slots.chunks_exact(2).zip(1..) {
            let advances = match [pair[0], pair[1]] {
                [Some(first), Some(second)] => {
                    let players = [first.min(second), first.max(second)];
                    let meeting = extended(Meeting { round, pairing, players, pairs }, results);
                    bracket.meetings.push(meeting);
                    let winner = winner(&meeting, results);
                    is_finished &= winner.is_some();
                    winner
                }
                [first, second] => first.or(second),
            };
            if let Some(player) = advances {
                bracket.rounds_won[player] += 1;
            }
            advancing.push(advances);
        }
        if !is_finished {
            break;
        }
        slots = advancing;
    }
    bracket
}

/// The seeds in the order of the bracket, from 0: neighbours meet.
fn seeding(rounds: u32) -> Vec<usize> {
    let mut seeds = vec![0];
    for _ in 0..rounds {
        let last = 2 * seeds.len() - 1;
        seeds = seeds.into_iter().flat_map(|seed| [seed, last - seed]).collect();
    }
    seeds
}

/// The match with the further pairs that its ties so far call for.
fn extended(mut meeting: Meeting, results: Results<'_>) -> Meeting {
    let most = meeting.pairs + EXTRA_PAIRS;
    let is_tied = |meeting: &Meeting| {
        results.half_points(meeting).is_some_and(|[first, second]| first == second)
    };
    while meeting.pairs < most && is_tied(&meeting) {
        meeting.pairs += 1;
    }
    meeting
}

/// Who advances; `None` while the match is not finished.
fn winner(meeting: &Meeting, results: Results<'_>) -> Option<usize> {
    let [first, second] = meeting.players;
    let [of_first, of_second] = results.half_points(meeting)?;
    // The first one stands first in the plan.
    Some(if of_second > of_first { second } else { first })
}
