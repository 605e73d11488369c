//! The engine's games against itself, for the fitting.
//!
//! Every game depends on the seed and its number alone, so that the samples
//! are the same with any number of threads.

use std::{
    panic::resume_unwind,
    sync::atomic::{AtomicBool, AtomicU32, Ordering::Relaxed},
    thread::{self, ScopedJoinHandle},
};

use super::Sample;
use crate::{
    engine::{Bound, Handicap, Random, Root, SearchInfo, SearchLimits, Searcher, eval::Evaluation},
    rules::{Color, Move, Position, Variant},
};

/// The table of a player of these games; they are short.
const HASH_MB: usize = 1;

/// What is to be played.
#[derive(Clone, Debug)]
pub struct PlayPlan {
    /// What is played; a game's number says which.
    pub variants: Vec<&'static Variant>,
    /// Games of each variant.
    pub games: u32,
    /// Nodes a move.
    pub nodes: u64,
    /// A game opens with this many random plies, or one less, so that either side begins.
    pub random_plies: u32,
    /// Chooses the random plies, and by them the games.
    pub seed: u64,
    /// How many games are played at once; at least 1.
    pub threads: usize,
}

/// Plays the games and keeps their quiet positions, ordered by game. `report` is called after
/// each game with the number of finished ones, from any thread.
pub fn play(plan: &PlayPlan, report: &(dyn Fn(u32) + Sync)) -> Vec<Sample> {
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
        // Without one player's games the samples would be others: its panic is everybody's.
        let join = |player: ScopedJoinHandle<_>| player.join().unwrap_or_else(|p| resume_unwind(p));
        players.into_iter().flat_map(join).collect()
    });
    samples.sort_by_key(|sample| sample.game);
    samples
}

/// Plays one game after the other.
struct Player {
    searcher: Searcher,
    limits: SearchLimits,
}

impl Player {
    fn new(nodes: u64) -> Player {
        let searcher = Searcher::new(Variant::default_variant(), HASH_MB);
        Player { searcher, limits: SearchLimits::nodes(nodes) }
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
            if quiet && is_measured(&result.info) && !evaluation.fades(&position) {
                let sign = if position.turn() == Color::White { 1 } else { -1 };
                let score = sign * result.info.score.value();
                samples.push(Sample { position, score, points: 0.5, game });
            }
            root.play(best);
        }
        samples
    }
}

/// Whether a search's score says in centipawns what the position is worth: no mate, and no bound
/// that a limit left unresolved.
fn is_measured(info: &SearchInfo) -> bool {
    info.depth > 0 && info.bound == Bound::Exact && !info.score.is_decided()
}

/// Any move that does not hang the king.
fn random_move(position: &Position, random: &mut Random) -> Option<Move> {
    let moves = position.safe_moves();
    let at = random.below(moves.len());
    moves.iter().nth(at)
}

#[cfg(test)]
mod tests {
    use std::{panic::catch_unwind, time::Duration};

    use super::*;
    use crate::engine::Score;

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

    #[test]
    fn a_panic_in_a_game_is_not_swallowed() {
        let mut plan = plan(2, 1);
        plan.games = 1;
        let last = plan.variants.len() as u32;
        let played = catch_unwind(|| play(&plan, &|finished| assert_ne!(finished, last)));
        assert!(played.is_err());
    }

    #[test]
    fn only_exact_scores_that_are_no_mates_are_samples() {
        let known = SearchInfo {
            multipv: 1,
            depth: 4,
            seldepth: 6,
            score: Score::centipawns(30),
            bound: Bound::Exact,
            nodes: 60,
            elapsed: Duration::ZERO,
            permille_full: 0,
            pv: Vec::new(),
        };
        assert!(is_measured(&known));
        assert!(!is_measured(&SearchInfo { bound: Bound::Lower, ..known.clone() }));
        assert!(!is_measured(&SearchInfo { depth: 0, ..known.clone() }));
        assert!(!is_measured(&SearchInfo { score: Score::won_at(3), ..known }));
    }
}
