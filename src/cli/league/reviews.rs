//! The first blunder of each game that a student lost, found by the review.

use std::{
    collections::HashMap,
    ops::ControlFlow,
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
};

use super::Failure;
use minnow_arena::{
    league::{FoundBlunder, GameKey, League, LeagueFolder, ReviewedLoss},
    tournament::{GameRecord, TournamentPlan, report::game_of_record},
};
use minnow_base::sync::StopFlag;
use minnow_engine::Searcher;
use minnow_game::{Game, Judgement, NodeId};
use minnow_jobs::run_tasks;
use minnow_program as program;
use minnow_rules::{Color, Variant, counted};
use minnow_study::analysis::{MoveFinding, ReviewLimits, Reviewer};

/// The nodes for each position of a game. A number of nodes, so that every machine finds the same.
const NODES: u64 = 10_000;
/// The transposition table of a review, in MB.
const HASH_MB: usize = 16;

/// The reviews of the games that students have lost.
pub(super) struct Reviews {
    found: HashMap<GameKey, Option<FoundBlunder>>,
}

impl Reviews {
    pub(super) fn new(kept: Vec<ReviewedLoss>) -> Reviews {
        let found = kept.into_iter().map(|ReviewedLoss { game, blunder }| (game, blunder));
        Reviews { found: found.collect() }
    }

    /// The first blunder of the loser of a game; `None` if the review found none or was not made.
    pub(super) fn blunder(&self, game: &GameKey) -> Option<&FoundBlunder> {
        self.found.get(game)?.as_ref()
    }

    /// True if a game was reviewed.
    pub(super) fn has(&self, game: &GameKey) -> bool {
        self.found.contains_key(game)
    }

    /// Reviews the lost games of this league that are not reviewed, and keeps each review. A stop, which
    /// `is_stopped` asks for, is a failure.
    pub(super) fn add_missing(
        &mut self,
        league: &League,
        jobs: usize,
        folder: &mut LeagueFolder,
        is_stopped: &AtomicBool,
    ) -> Result<(), Failure> {
        let plan = league.tournament().plan();
        let lost = league.tournament().records().iter().filter(|game| is_lost(plan, game));
        let games: Vec<&GameRecord> = lost.filter(|game| !self.has(&league.key(game))).collect();
        if games.is_empty() {
            return Ok(());
        }
        let lost = counted(games.len() as u64, "lost game", "lost games");
        program::report(format_args!("reviewing {lost}"));
        let kept = Mutex::new((folder, &mut self.found));
        let new_searcher = |_| Searcher::new(Variant::default_variant(), HASH_MB);
        let review = |searcher: &mut Searcher, record: &&GameRecord| {
            if is_stopped.load(Ordering::Relaxed) {
                return Ok(ControlFlow::Break(()));
            }
            let blunder = first_blunder(plan, record, searcher);
            let review = ReviewedLoss { game: league.key(record), blunder };
            let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
            let (folder, found) = &mut *kept;
            folder.append_review(&review).map_err(|error| Failure::refused("--out", error))?;
            found.insert(review.game, review.blunder);
            Ok::<_, Failure>(ControlFlow::Continue(()))
        };
        run_tasks(jobs.min(games.len()), &games, new_searcher, review)?;
        let missing = games.iter().filter(|game| !self.has(&league.key(game))).count();
        if missing == 0 {
            return Ok(());
        }
        let missing = counted(missing as u64, "lost game is", "lost games are");
        let sentence =
            format!("stopped: {missing} not reviewed; the same command goes on from there");
        Err(Failure::Fault(sentence))
    }
}

/// The colour that lost a game.
pub(super) fn loser(record: &GameRecord) -> Option<Color> {
    record.winner.map(|winner| !winner)
}

/// True if a program has lost, after at least one move.
fn is_lost(plan: &TournamentPlan, record: &GameRecord) -> bool {
    let player = loser(record).map(|color| &plan.players[record.players[color.index()]]);
    player.is_some_and(|player| player.program().is_some()) && !record.moves.is_empty()
}

/// The first blunder of the loser.
fn first_blunder(
    plan: &TournamentPlan,
    record: &GameRecord,
    searcher: &mut Searcher,
) -> Option<FoundBlunder> {
    let game = game_of_record(plan, record)?;
    let loser = loser(record)?;
    // The review of a game must not depend on earlier games.
    searcher.new_game();
    let limits = ReviewLimits { depth: None, nodes: Some(NODES), movetime_ms: None };
    let mut reviewer = Reviewer::new(&game, limits);
    let never = StopFlag::new();
    while !reviewer.is_finished() {
        reviewer.step(searcher, &never);
    }
    let opening = record.opening.split_whitespace().count();
    let nodes: Vec<NodeId> = game.continuation(NodeId::ROOT).collect();
    reviewer.review().findings.iter().find_map(|finding| {
        let ply = nodes.iter().position(|node| *node == finding.node)?;
        (ply >= opening).then(|| blunder(&game, finding, ply, loser)).flatten()
    })
}

/// The finding as a blunder, if it is one of this colour.
fn blunder(game: &Game, finding: &MoveFinding, ply: usize, loser: Color) -> Option<FoundBlunder> {
    let after = game.node(finding.node)?.position();
    let is_of_loser = after.turn() != loser;
    let is_blunder = finding.verdict.judgement == Some(Judgement::Blunder);
    let better = *finding.verdict.better.first()?;
    let before = game.node(game.node(finding.node)?.parent()?)?.position();
    (is_of_loser && is_blunder).then(|| FoundBlunder {
        ply: u32::try_from(ply).unwrap_or(u32::MAX),
        better: before.move_text(better),
        sentence: finding.verdict.sentence.clone(),
    })
}
