//! The engine's games against itself, for the fitting.
//!
//! Every game depends on the seed and its number alone, so that the samples
//! are the same with any number of threads.

use std::{
    sync::atomic::{AtomicBool, AtomicU32, Ordering::Relaxed},
    thread,
};

use super::Sample;
use crate::{
    engine::{Handicap, Limits, Root, Searcher, eval::Evaluation},
    rules::{Color, Move, Position, Variant},
};

/// The table of a player of these games; they are short.
const HASH_MB: usize = 1;

/// What is to be played.
#[derive(Clone, Debug)]
pub struct PlayPlan {
    pub variants: Vec<&'static Variant>,
    /// Games of each variant.
    pub games: u32,
    /// Nodes a move.
    pub nodes: u64,
    /// A game opens with this many random plies, or one less, so that either side begins.
    pub random_plies: u32,
    pub seed: u64,
    /// How many games are played at once; at least 1.
    pub threads: usize,
}

/// Plays the games and keeps their quiet positions, ordered by game. `report` is called after
/// each game with the number of finished ones, from any thread.
pub fn play(plan: &PlayPlan, report: &(dyn Fn(u32) + Sync)) -> Vec<Sample> {
    let games = plan.games * plan.variants.len() as u32;
    let (next, finished) = (AtomicU32::new(0), AtomicU32::new(0));
    let mut samples: Vec<Sample> = thread::scope(|scope| {
        let players: Vec<_> = (0..plan.threads.max(1))
            .map(|_| {
                scope.spawn(|| {
                    let mut samples = Vec::new();
                    let mut player = Player::new(plan.nodes);
                    loop {
                        let game = next.fetch_add(1, Relaxed);
                        let Some(variant) = plan.variants.get((game / plan.games.max(1)) as usize)
                        else {
                            return samples;
                        };
                        samples.extend(player.game(variant, plan, game));
                        report(finished.fetch_add(1, Relaxed) + 1);
                    }
                })
            })
            .collect();
        players.into_iter().flat_map(|player| player.join().unwrap_or_default()).collect()
    });
    debug_assert_eq!(finished.into_inner(), games);
    samples.sort_by_key(|sample| sample.game);
    samples
}

/// Plays one game after the other.
struct Player {
    searcher: Searcher,
    limits: Limits,
}

impl Player {
    fn new(nodes: u64) -> Player {
        let searcher = Searcher::new(Variant::default_variant(), HASH_MB);
        Player { searcher, limits: Limits::nodes(nodes) }
    }

    /// The quiet positions of a game from a random opening; the game ends by the rules.
    fn game(&mut self, variant: &'static Variant, plan: &PlayPlan, game: u32) -> Vec<Sample> {
        let evaluation = Evaluation::new(variant, &Handicap::NONE);
        let running = AtomicBool::new(false);
        let mut random =
            Random(plan.seed ^ (u64::from(game) + 1).wrapping_mul(0xd6e8_feb8_6659_fd93));
        let mut root = Root::new(Position::start(variant));
        let mut samples = Vec::new();
        let random_plies = plan.random_plies.saturating_sub(random.below(2) as u32);
        self.searcher.new_game();
        for ply in 0.. {
            let position = root.position;
            let seen = root.earlier.iter().filter(|key| **key == position.key()).count() + 1;
            if let Some(outcome) = position.outcome(seen.min(255) as u8) {
                let points = match outcome.winner {
                    Some(Color::White) => 1.0,
                    Some(Color::Black) => 0.0,
                    None => 0.5,
                };
                samples.iter_mut().for_each(|sample: &mut Sample| sample.points = points);
                break;
            }
            if ply < random_plies {
                let Some(played) = random_move(&position, &mut random) else { return Vec::new() };
                root.play(played);
                continue;
            }
            let result =
                self.searcher.search(&root, &self.limits, Handicap::NONE, &running, &mut |_| {});
            let Some(best) = result.best else { return Vec::new() };
            let quiet = !position.in_check()
                && position.captured(best).is_none()
                && best.promotion().is_none();
            let score = result.info.score;
            if quiet && result.info.depth > 0 && !score.is_decided() && !evaluation.fades(&position)
            {
                let sign = if position.turn() == Color::White { 1 } else { -1 };
                samples.push(Sample { position, score: sign * score.value(), points: 0.5, game });
            }
            root.play(best);
        }
        samples
    }
}

/// Any move that does not hang the king.
fn random_move(position: &Position, random: &mut Random) -> Option<Move> {
    let moves = position.safe_moves();
    let at = random.below(moves.len().max(1) as u64) as usize;
    moves.iter().nth(at)
}

/// SplitMix64 (Steele, Lea, Flood 2014).
pub(super) struct Random(pub u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `limit`, which is at least 1; the bias is less than one in billions.
    pub fn below(&mut self, limit: u64) -> u64 {
        self.next() % limit.max(1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plan(threads: usize, seed: u64) -> PlayPlan {
        let variants = ["minichess", "silverman4x4"].map(|id| Variant::by_id(id).unwrap()).to_vec();
        PlayPlan { variants, games: 3, nodes: 60, random_plies: 4, seed, threads }
    }

    #[test]
    fn the_same_games_are_played_with_any_number_of_threads() {
        let one = play(&plan(1, 5), &|_| {});
        assert_eq!(one, play(&plan(3, 5), &|_| {}));
        assert_ne!(one, play(&plan(1, 6), &|_| {}));
    }

    #[test]
    fn samples_are_quiet_and_far_from_a_move_limit() {
        let finished = AtomicU32::new(0);
        let samples = play(&plan(2, 1), &|_| {
            finished.fetch_add(1, Relaxed);
        });
        assert_eq!(finished.into_inner(), 6);
        assert!(samples.len() > 40, "{}", samples.len());
        assert!(samples.iter().all(|sample| !sample.position.in_check()));
        assert!(samples.iter().any(|sample| sample.points != 0.5));
        let last = samples.iter().map(|sample| sample.position.ply());
        assert!(last.max().is_some_and(|ply| ply > 20));
    }
}
