//! Games of the engine against itself, each with one planted blunder.

use super::HASH_MB;
use minnow_arena::internal::random_safe_move;
use minnow_base::sync::StopFlag;
use minnow_engine::{Random, Root, Score, SearchLimits, SearchResult, Searcher};
use minnow_game::{Game, NodeId};
use minnow_rules::{Move, Variant, internal::split_mix};

/// Random plies at the beginning of a game.
const OPENING_PLIES: usize = 4;
/// Nodes per move in the games.
const PLAY_NODES: u64 = 5_000;
/// A game stops after this many plies.
const MAX_PLIES: usize = 60;
/// The plies at which a blunder may be planted.
const BLUNDER_PLIES: std::ops::Range<usize> = 8..40;
/// The largest score, for either side, of a position before a planted blunder, in centipawns.
const MAX_EVEN_CP: i32 = 200;
/// The smallest loss of a planted blunder, in centipawns.
const MIN_DROP_CP: i32 = 500;
/// The largest gap between a better move and the best one, in centipawns.
const MAX_BETTER_GAP_CP: i32 = 100;
/// The depth, in plies, of the search that preselects blunders.
const PRESELECTION_PLIES: u32 = 5;
/// The judge's nodes are this many times those of the search that preselects positions.
const PRESELECTION_FACTOR: u64 = 100;

/// A game with its blunder.
pub(super) struct PlantedGame {
    pub game: Game,
    pub blunder: PlantedBlunder,
}

/// A blunder planted in a game.
pub(super) struct PlantedBlunder {
    pub node: NodeId,
    pub before: Root,
    pub mv: Move,
    /// The best score before the blunder, from the mover's view.
    best: Score,
    /// The scores before and after it, both from the mover's view.
    pub drop_text: String,
}

/// Plays games by number.
pub(super) struct ReviewGames {
    variant: &'static Variant,
    seed: u64,
    player: Searcher,
    checker: Searcher,
    /// The nodes of a search that checks a blunder.
    nodes: u64,
}

impl ReviewGames {
    /// Games of this seed, whose blunders are checked with this many nodes.
    pub(super) fn new(variant: &'static Variant, seed: u64, nodes: u64) -> ReviewGames {
        let [player, checker] = [0; 2].map(|_| Searcher::new(variant, HASH_MB));
        ReviewGames { variant, seed, player, checker, nodes }
    }

    /// The game with this number, which depends on nothing else. Plays until a game takes a planted
    /// blunder.
    pub(super) fn play(&mut self, number: u32) -> PlantedGame {
        let mut random = Random(split_mix(self.seed ^ split_mix(number.into())));
        loop {
            if let Some(game) = self.try_play(&mut random) {
                return game;
            }
        }
    }

    fn try_play(&mut self, random: &mut Random) -> Option<PlantedGame> {
        self.player.new_game();
        self.checker.new_game();
        let mut game = Game::new(self.variant);
        let mut root = Root::new(*game.start());
        let mut planted: Option<PlantedBlunder> = None;
        let first_ply = BLUNDER_PLIES.start + random.below(BLUNDER_PLIES.len() / 2);
        for ply in 0..MAX_PLIES {
            if game.outcome().is_some() {
                break;
            }
            let is_time = planted.is_none() && ply >= first_ply && BLUNDER_PLIES.contains(&ply);
            let blunder = if is_time { self.blunder(&root, random) } else { None };
            let mv = match &blunder {
                Some(blunder) => blunder.mv,
                None if ply < OPENING_PLIES => random_safe_move(&root.position, random)?,
                None => search(&mut self.player, &root, &SearchLimits::nodes(PLAY_NODES)).best?,
            };
            let node = game.play(mv).ok()?;
            planted = blunder.map(|blunder| PlantedBlunder { node, ..blunder }).or(planted);
            root.play(mv);
        }
        Some(PlantedGame { game, blunder: planted? })
    }

    /// A random blunder in a position that is nearly even, if there is one.
    fn blunder(&mut self, root: &Root, random: &mut Random) -> Option<PlantedBlunder> {
        let is_even = |score: Score| !score.is_decided() && score.value().abs() <= MAX_EVEN_CP;
        let limits = SearchLimits::nodes((self.nodes / PRESELECTION_FACTOR).max(1));
        if !is_even(search(&mut self.checker, root, &limits).info.score) {
            return None;
        }
        let best = self.score(root);
        if !is_even(best) {
            return None;
        }
        let mut moves: Vec<Move> = root.position.safe_moves().iter().collect();
        while !moves.is_empty() {
            let mv = moves.swap_remove(random.below(moves.len()));
            let mut after = root.clone();
            after.play(mv);
            let loses = |score: Score| best.value() + score.value() >= MIN_DROP_CP;
            let limits = SearchLimits::depth(PRESELECTION_PLIES);
            let shallow_score = search(&mut self.checker, &after, &limits).info.score;
            if after.position.outcome(1).is_some() || !loses(shallow_score) {
                continue;
            }
            let score = self.score(&after);
            if !loses(score) {
                continue;
            }
            let drop_text = format!("{best} to {}", -score);
            let (before, node) = (root.clone(), NodeId::ROOT);
            return Some(PlantedBlunder { node, before, mv, best, drop_text });
        }
        None
    }

    /// True if a move in place of the blunder keeps nearly the best score.
    pub(super) fn is_answer(&mut self, blunder: &PlantedBlunder, better: Move) -> bool {
        let mut after = blunder.before.clone();
        after.play(better);
        -self.score(&after).value() + MAX_BETTER_GAP_CP >= blunder.best.value()
    }

    fn score(&mut self, root: &Root) -> Score {
        search(&mut self.checker, root, &SearchLimits::nodes(self.nodes)).info.score
    }
}

fn search(searcher: &mut Searcher, root: &Root, limits: &SearchLimits) -> SearchResult {
    searcher.search(root, limits, &StopFlag::new(), &mut |_| {})
}
