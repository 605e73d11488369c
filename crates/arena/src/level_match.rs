//! A match of one level against another, with colours reversed from each opening.
//!
//! Levels keep their own depth and nodes; their time limit applies only if the match sets one, so
//! that a seed gives the same games on every machine.

use std::collections::BTreeMap;

use super::{
    FinishedGame, GameResult, Tally,
    engine_game::play_game,
    openings::random_openings,
    player::{Player, PlayerKind},
};
use minnow_engine::{Random, SearchLimits};
use minnow_rules::{Color, Variant};

/// The plan of a match.
#[derive(Clone, Debug)]
pub struct LevelMatch {
    /// The numbers of the two levels, from 1; results count for the first.
    pub levels: [u8; 2],
    /// The board and rules of all games.
    pub variant: &'static Variant,
    /// The number of games; two are played from each opening.
    pub games: u32,
    /// Limits per move besides those of the levels. With `movetime_ms` games may differ from run to
    /// run.
    pub movetime_ms: Option<u64>,
    /// The most nodes per move.
    pub nodes: Option<u64>,
    /// Chooses the openings and the moves that weak levels overlook.
    pub seed: u64,
}

/// Why a match ended early.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MatchError {
    /// The variant has fewer openings than the match needs.
    #[error("only {found} openings of {variant} were found")]
    TooFewOpenings {
        /// The id of the variant.
        variant: String,
        /// The number of openings found.
        found: usize,
    },
    /// A bug in the engine.
    #[error("{player} has no legal answer to {variant} {fen}")]
    NoLegalMove {
        /// The name of the player.
        player: String,
        /// The id of the variant.
        variant: String,
        /// The position in which it had to move.
        fen: String,
    },
}

/// A match after one more game.
#[derive(Clone, Copy, Debug)]
pub struct MatchProgress<'a> {
    /// The game's number, from 1.
    pub number: u32,
    /// The end of this game.
    pub game: FinishedGame,
    /// The results of all games so far, for the first level.
    pub tally: &'a Tally,
}

/// A finished match.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MatchReport {
    /// The results of the first level.
    pub tally: Tally,
    /// The number of games by their end.
    pub endings: BTreeMap<String, u32>,
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
        let limits = SearchLimits {
            nodes: self.nodes,
            movetime_ms: self.movetime_ms,
            ..SearchLimits::default()
        };
        let mut result = MatchReport::default();
        for index in 0..self.games {
            let Some(opening) = openings.get(index as usize / 2) else { break };
            // The first player has White in the first game of a pair.
            let first_color = if index % 2 == 0 { Color::White } else { Color::Black };
            let mut players = self.levels.map(|level| {
                let player = Player::new(PlayerKind::Level(level), self.variant, random.draw());
                player.limited(limits.clone())
            });
            let game = play_game(opening, |root| {
                players[usize::from(root.position.turn() != first_color)].choose(root)
            })?;
            result.tally.add(GameResult::of(game.winner, first_color));
            *result.endings.entry(game.ending.to_owned()).or_default() += 1;
            report(MatchProgress { number: index + 1, game, tally: &result.tally });
        }
        Ok(result)
    }
}
