//! A match of one level against another, with colours reversed from each opening.
//!
//! Levels keep their own depth and nodes; their time limit applies only if the match sets one, so
//! that a seed gives the same games on every machine.

use std::{collections::BTreeMap, sync::atomic::AtomicBool};

use super::{FinishedGame, GameResult, Tally, engine_game::play_game, openings::random_openings};
use crate::{
    engine::{Level, Opponent, Random, Root, SearchLimits, Searcher},
    rules::{Color, Move, Variant},
};

/// Each player's transposition table, in MB.
const HASH_MB: usize = 16;

/// The plan of a match.
#[derive(Clone, Debug)]
pub struct LevelMatch {
    /// The numbers of the two levels, from 1; results count for the first.
    pub levels: [u8; 2],
    pub variant: &'static Variant,
    /// The number of games; two are played from each opening.
    pub games: u32,
    /// Limits per move besides those of the levels. With `movetime_ms` games may differ from run to
    /// run.
    pub movetime_ms: Option<u64>,
    pub nodes: Option<u64>,
    /// Chooses the openings and the moves that weak levels overlook.
    pub seed: u64,
}

/// Why a match ended early.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MatchError {
    #[error("only {found} openings of {variant} were found")]
    TooFewOpenings { variant: String, found: usize },
    /// A bug in the engine.
    #[error("level {level} has no legal answer to {variant} {fen}")]
    NoLegalMove { level: u8, variant: String, fen: String },
}

/// A match after one more game.
#[derive(Clone, Copy, Debug)]
pub struct MatchProgress<'a> {
    /// The game's number, from 1.
    pub number: u32,
    pub game: FinishedGame,
    pub tally: &'a Tally,
}

/// A finished match.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MatchReport {
    /// The results of the first level.
    pub tally: Tally,
    /// The number of games by their end.
    pub endings: BTreeMap<&'static str, u32>,
}

impl LevelMatch {
    /// Plays the match and calls `report` after each game.
    ///
    /// # Errors
    ///
    /// [`MatchError::TooFewOpenings`] before the first game if the variant has too few openings,
    /// [`MatchError::NoLegalMove`] if an engine returns no legal move.
    pub fn play(&self, report: &mut dyn FnMut(MatchProgress)) -> Result<MatchReport, MatchError> {
        let mut random = Random(self.seed);
        let count = self.games.div_ceil(2) as usize;
        let openings = random_openings(self.variant, count, &mut random);
        if openings.len() < count {
            let (variant, found) = (self.variant.id.clone(), openings.len());
            return Err(MatchError::TooFewOpenings { variant, found });
        }
        let mut players = self.levels.map(|level| MatchPlayer::new(level, self));
        let mut result = MatchReport::default();
        for index in 0..self.games {
            let Some(opening) = openings.get(index as usize / 2) else { break };
            // The first player has White in the first game of a pair.
            let first_color = if index % 2 == 0 { Color::White } else { Color::Black };
            for player in &mut players {
                player.new_game(random.draw());
            }
            let game = play_game(opening, |root| {
                players[usize::from(root.position.turn() != first_color)].best_move(root)
            })?;
            result.tally.add(match game.winner {
                None => GameResult::Draw,
                Some(winner) if winner == first_color => GameResult::Win,
                Some(_) => GameResult::Loss,
            });
            *result.endings.entry(game.ending).or_default() += 1;
            report(MatchProgress { number: index + 1, game, tally: &result.tally });
        }
        Ok(result)
    }
}

/// A level with the engine that plays it.
struct MatchPlayer {
    level: &'static Level,
    limits: SearchLimits,
    searcher: Searcher,
    /// Chooses the moves that a weak level overlooks in the current game.
    seed: u64,
}

impl MatchPlayer {
    fn new(level: u8, plan: &LevelMatch) -> MatchPlayer {
        let level = Level::get(level);
        let match_limits = SearchLimits {
            nodes: plan.nodes,
            movetime_ms: plan.movetime_ms,
            ..SearchLimits::default()
        };
        let mut limits = level.limits().tightened(&match_limits);
        if plan.movetime_ms.is_none() {
            limits.movetime_ms = None;
        }
        MatchPlayer { level, limits, searcher: Searcher::new(plan.variant, HASH_MB), seed: 0 }
    }

    fn new_game(&mut self, seed: u64) {
        self.seed = seed;
        self.searcher.new_game();
    }

    fn best_move(&mut self, root: &Root) -> Result<Move, MatchError> {
        let opponent = Opponent::of_level(self.level.number, self.seed);
        let never = AtomicBool::new(false);
        let result = self.searcher.play(root, &opponent, &self.limits, &never, &mut |_| {});
        let position = &root.position;
        result.best.filter(|best| position.legal_moves().contains(*best)).ok_or_else(|| {
            let (level, variant) = (self.level.number, position.variant().id.clone());
            MatchError::NoLegalMove { level, variant, fen: position.fen() }
        })
    }
}
