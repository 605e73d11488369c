//! Games of the engine against itself, and the quiet positions of these games as samples.
//!
//! A game depends on the seed and its number alone, so that the number of threads does not change
//! the samples.

use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

use super::{engine_game::play_game, openings::random_opening};
use minnow_base::sync::StopFlag;
use minnow_engine::{Bound, Random, Root, SearchInfo, SearchLimits, SearchResult, Searcher};
use minnow_jobs::run_numbered;
use minnow_rules::{Color, Position, Variant};

/// The transposition table of a player, in MB; the searches are short.
const HASH_MB: usize = 1;

/// An opening is drawn anew, up to this many times, while the engine's score is further from 0 than this many
/// centipawns: random moves give away much, and positions that are won already teach little.
const OPENING_TRIES: usize = 10;
const EVEN_SCORE: i32 = 250;

/// A quiet position with its score and the result of its game.
#[derive(Clone, Debug, PartialEq)]
pub struct Sample {
    /// A position of the game, after its random plies.
    pub position: Position,
    /// The search's score, in centipawns from White's view.
    pub score: i32,
    /// White's points in the game: 0, 0.5 or 1.
    pub points: f32,
    /// The number of the game, the same for all its positions.
    pub game: u32,
}

/// A set of games to play.
#[derive(Clone, Debug)]
pub struct SelfPlay {
    /// The variants to play, each with the same number of games.
    pub variants: Vec<&'static Variant>,
    /// Games of each variant.
    pub games: u32,
    /// Nodes per move.
    pub nodes: u64,
    /// A game opens with this many random plies, or one less, so that either side begins.
    pub random_plies: u32,
    /// Chooses the random plies.
    pub seed: u64,
    /// The number of games played at once, at least 1.
    pub threads: usize,
}

impl SelfPlay {
    /// Plays the games and returns their quiet positions, ordered by game. Every thread calls
    /// `report` after each of its games with the number of games finished by all threads.
    pub fn play(&self, report: &(dyn Fn(u32) + Sync)) -> Vec<Sample> {
        let finished = AtomicU32::new(0);
        let games = u64::from(self.games.max(1));
        let play_numbered = |player: &mut SelfPlayer, number: u64| {
            let variant = self.variants[(number / games) as usize];
            let samples = player.game(variant, self, number as u32);
            report(finished.fetch_add(1, Relaxed) + 1);
            samples
        };
        let numbers = 0..games * self.variants.len() as u64;
        let new_player = || SelfPlayer::new(self.nodes);
        let samples = run_numbered(self.threads, numbers, new_player, play_numbered);
        samples.into_iter().flatten().collect()
    }
}

/// An engine that plays both sides of one game after the other.
struct SelfPlayer {
    searcher: Searcher,
    limits: SearchLimits,
}

/// The search returned no move.
struct NoMove;

impl SelfPlayer {
    fn new(nodes: u64) -> SelfPlayer {
        let searcher = Searcher::new(Variant::default_variant(), HASH_MB);
        SelfPlayer { searcher, limits: SearchLimits::nodes(nodes) }
    }

    /// The quiet positions of one game from a random opening to its end by the rules.
    fn game(&mut self, variant: &'static Variant, plan: &SelfPlay, number: u32) -> Vec<Sample> {
        let mut random =
            Random(plan.seed ^ (u64::from(number) + 1).wrapping_mul(0xd6e8_feb8_6659_fd93));
        let random_plies = plan.random_plies.saturating_sub(random.below(2) as u32) as usize;
        self.searcher.new_game();
        let Some(opening) = self.opening(variant, random_plies, &mut random) else {
            return Vec::new();
        };
        let mut samples = Vec::new();
        let game = play_game(&opening, |root| {
            let position = &root.position;
            let result = self.search(root);
            if is_quiet(position, &result) && is_exact(&result.info) {
                let sign = if position.turn() == Color::White { 1 } else { -1 };
                let score = sign * result.info.score.value();
                samples.push(Sample { position: *position, score, points: 0.5, game: number });
            }
            result.best.ok_or(NoMove)
        });
        let Ok(game) = game else { return Vec::new() };
        let points = match game.winner {
            Some(Color::White) => 1.0,
            Some(Color::Black) => 0.0,
            None => 0.5,
        };
        samples.iter_mut().for_each(|sample| sample.points = points);
        samples
    }

    /// The positions of a random opening, an even one if there is one among a few.
    fn opening(
        &mut self,
        variant: &'static Variant,
        plies: usize,
        random: &mut Random,
    ) -> Option<Vec<Position>> {
        let mut found = None;
        for _ in 0..OPENING_TRIES {
            let Some(opening) = random_opening(variant, plies, random) else { continue };
            let is_even = opening.last().is_some_and(|last| {
                self.search(&Root::new(*last)).info.score.value().abs() <= EVEN_SCORE
            });
            found = Some(opening);
            if is_even {
                break;
            }
        }
        found
    }

    fn search(&mut self, root: &Root) -> SearchResult {
        let never = StopFlag::new();
        self.searcher.search(root, &self.limits, &never, &mut |_| {})
    }
}

/// True if neither side is in the middle of an exchange.
fn is_quiet(position: &Position, result: &SearchResult) -> bool {
    let is_quiet_move = |mv| position.captured(mv).is_none() && mv.promotion().is_none();
    !position.in_check() && result.best.is_some_and(is_quiet_move)
}

/// True if a score is a value in centipawns: neither a mate nor a bound that a limit left open.
fn is_exact(info: &SearchInfo) -> bool {
    info.depth > 0 && info.bound == Bound::Exact && !info.score.is_decided()
}

#[cfg(test)]
mod tests {
    use std::{panic::catch_unwind, time::Duration};

    use super::*;
    use minnow_engine::Score;

    fn plan(threads: usize, seed: u64) -> SelfPlay {
        let variants = ["minichess", "silverman4x4"].map(|id| Variant::by_id(id).unwrap()).to_vec();
        SelfPlay { variants, games: 3, nodes: 60, random_plies: 4, seed, threads }
    }

    #[test]
    fn games_do_not_depend_on_the_threads() {
        let one = plan(1, 5).play(&|_| {});
        assert_eq!(one, plan(3, 5).play(&|_| {}));
        assert_ne!(one, plan(1, 6).play(&|_| {}));
    }

    #[test]
    fn samples_are_quiet_and_reach_late_plies() {
        let finished = AtomicU32::new(0);
        let samples = plan(2, 1).play(&|_| {
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
        let played = catch_unwind(|| plan.play(&|finished| assert_ne!(finished, last)));
        assert!(played.is_err());
    }

    #[test]
    fn samples_have_exact_scores_without_mates() {
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
        assert!(is_exact(&known));
        assert!(!is_exact(&SearchInfo { bound: Bound::Lower, ..known.clone() }));
        assert!(!is_exact(&SearchInfo { depth: 0, ..known.clone() }));
        assert!(!is_exact(&SearchInfo { score: Score::won_at(3), ..known }));
    }
}
