//! `minnow-workshop review-check`: measures the review on games of the engine against itself.
//!
//! - Each game has a planted blunder. The review should mark it and name a better move.
//! - In some games every move is searched with ten times the nodes. The review should not mark a
//!   move as an error that this search finds best.
//!
//! `docs/review.md` has the results.

use std::{io::Write, sync::atomic::AtomicBool};

use clap::Args;

use crate::{
    analysis::{MoveFinding, Review, ReviewLimits, Reviewer},
    arena::random_safe_move,
    engine::{Random, Root, Score, SearchLimits, SearchResult, Searcher},
    game::{Game, Judgement, MoveNode, NodeId},
    program::{Failure, variant},
    rules::{Move, Variant, san},
};

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
/// The largest gap between a better move and the best one in the deeper search, in centipawns.
const MAX_BETTER_GAP_CP: i32 = 100;
/// Blunders and better moves are checked this many plies deeper than the review searches.
const EXTRA_DEPTH_PLIES: u32 = 4;
/// The node limit of a check; a blunder whose check exceeds it is not planted.
const MAX_CHECK_NODES: u64 = 30_000_000;
/// The depth, in plies, of the search that preselects blunders.
const PRESELECTION_PLIES: u32 = 5;
/// The nodes of the search that finds the best moves, as a multiple of the review's.
const NODES_FACTOR: u64 = 10;
/// The transposition table of each engine, in MB.
const HASH_MB: usize = 64;

/// The arguments of `review-check`.
#[derive(Debug, Args)]
pub struct ReviewCheckArgs {
    /// The variant's id
    #[arg(long, value_name = "ID", default_value = "minichess")]
    variant: String,
    /// Games with a planted blunder
    #[arg(long, value_name = "N", default_value_t = 30)]
    games: u32,
    /// Games in which the best moves are searched, too
    #[arg(long, value_name = "N", default_value_t = 10)]
    searched: u32,
    /// Seed of the games
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
}

pub(super) fn run(output: &mut impl Write, args: &ReviewCheckArgs) -> Result<(), Failure> {
    let variant = variant(&args.variant)?;
    let mut checker = ReviewChecker::new(variant, args.seed);
    let (mut marked, mut answered, mut best_moves) = (0, 0, BestMoveCounts::default());
    for number in 1..=args.games {
        let (game, blunder) = checker.play();
        let review = checker.review(&game);
        let finding = review.findings.iter().find(|finding| finding.node == blunder.node);
        let is_marked = finding.is_some_and(is_blunder);
        let is_answered = finding.is_some_and(|finding| checker.is_answered(&blunder, finding));
        marked += u32::from(is_marked);
        answered += u32::from(is_answered);
        let sentence = finding.map_or("", |finding| finding.verdict.sentence.as_str());
        let (plies, mv) = (review.findings.len(), san(&blunder.before.position, blunder.mv));
        write!(output, "game {number}: {plies} plies, {mv} drops {}", blunder.drop_text)?;
        writeln!(output, ": {}; {sentence}", if is_marked { "??" } else { "MISSED" })?;
        if number <= args.searched {
            let BestMoveCounts { best, marked } = checker.best_moves(&game, &review);
            best_moves.best += best;
            best_moves.marked += marked;
            writeln!(output, "game {number}: {best} best moves, {marked} marked ? or ??")?;
        }
        output.flush()?;
    }
    let (games, BestMoveCounts { best, marked: wrong }) = (args.games, best_moves);
    writeln!(output, "{}: {marked} of {games} blunders marked ??", variant.id)?;
    writeln!(
        output,
        "{answered} of {games} better moves named that hold {EXTRA_DEPTH_PLIES} plies deeper"
    )?;
    let share = 100.0 * f64::from(wrong) / f64::from(best.max(1));
    writeln!(output, "{wrong} of {best} best moves marked ? or ?? ({share:.2} %)")?;
    Ok(())
}

fn is_blunder(finding: &MoveFinding) -> bool {
    finding.verdict.judgement == Some(Judgement::Blunder)
}

/// A blunder planted in a game.
struct PlantedBlunder {
    node: NodeId,
    before: Root,
    mv: Move,
    /// The best score before the blunder, from the mover's view.
    best: Score,
    /// The depth of the search for `best`.
    depth_plies: u32,
    drop_text: String,
}

/// Moves of a game that a long search finds best.
#[derive(Clone, Copy, Debug, Default)]
struct BestMoveCounts {
    best: u32,
    /// The number of them that the review marks as mistakes or blunders.
    marked: u32,
}

/// Plays games with planted blunders and checks their reviews.
struct ReviewChecker {
    variant: &'static Variant,
    random: Random,
    player: Searcher,
    checker: Searcher,
    never: AtomicBool,
}

impl ReviewChecker {
    fn new(variant: &'static Variant, seed: u64) -> ReviewChecker {
        let [player, checker] = [0; 2].map(|_| Searcher::new(variant, HASH_MB));
        let never = AtomicBool::new(false);
        ReviewChecker { variant, random: Random(seed), player, checker, never }
    }

    /// Plays games until one takes a planted blunder.
    fn play(&mut self) -> (Game, PlantedBlunder) {
        loop {
            if let Some(game) = self.try_play() {
                return game;
            }
        }
    }

    fn try_play(&mut self) -> Option<(Game, PlantedBlunder)> {
        self.player.new_game();
        self.checker.new_game();
        let mut game = Game::new(self.variant);
        let mut root = Root::new(*game.start());
        let mut planted: Option<PlantedBlunder> = None;
        let first_ply = BLUNDER_PLIES.start + self.random.below(BLUNDER_PLIES.len() / 2);
        for ply in 0..MAX_PLIES {
            if game.outcome().is_some() {
                break;
            }
            let is_time = planted.is_none() && ply >= first_ply && BLUNDER_PLIES.contains(&ply);
            let blunder = if is_time { self.blunder(&root) } else { None };
            let mv = match &blunder {
                Some(blunder) => blunder.mv,
                None if ply < OPENING_PLIES => random_safe_move(&root.position, &mut self.random)?,
                None => search(&mut self.player, &root, &SearchLimits::nodes(PLAY_NODES)).best?,
            };
            let node = game.play(mv).ok()?;
            planted = blunder.map(|blunder| PlantedBlunder { node, ..blunder }).or(planted);
            root.play(mv);
        }
        Some((game, planted?))
    }

    /// A random blunder in a position that is nearly even, if there is one.
    fn blunder(&mut self, root: &Root) -> Option<PlantedBlunder> {
        let reviewed = search(&mut self.checker, root, &review_limits());
        let is_even = |score: Score| !score.is_decided() && score.value().abs() <= MAX_EVEN_CP;
        if !is_even(reviewed.info.score) {
            return None;
        }
        let depth_plies = reviewed.info.depth + EXTRA_DEPTH_PLIES;
        let best = self.deep_score(root, depth_plies)?;
        if !is_even(best) {
            return None;
        }
        let mut moves: Vec<Move> = root.position.safe_moves().iter().collect();
        while !moves.is_empty() {
            let mv = moves.swap_remove(self.random.below(moves.len()));
            let mut after = root.clone();
            after.play(mv);
            let loses = |score: Score| best.value() + score.value() >= MIN_DROP_CP;
            let limits = SearchLimits::depth(PRESELECTION_PLIES);
            let shallow_score = search(&mut self.checker, &after, &limits).info.score;
            if after.position.outcome(1).is_some() || !loses(shallow_score) {
                continue;
            }
            let deep_score = self.deep_score(&after, depth_plies);
            let Some(score) = deep_score.filter(|score| loses(*score)) else { continue };
            let drop_text = format!("{best} to {}", -score);
            let (before, node) = (root.clone(), NodeId::ROOT);
            return Some(PlantedBlunder { node, before, mv, best, depth_plies, drop_text });
        }
        None
    }

    /// The score of a search to this depth; `None` if it takes too many nodes.
    fn deep_score(&mut self, root: &Root, depth_plies: u32) -> Option<Score> {
        let limits =
            SearchLimits { nodes: Some(MAX_CHECK_NODES), ..SearchLimits::depth(depth_plies) };
        let info = search(&mut self.checker, root, &limits).info;
        (info.depth >= depth_plies || info.score.is_decided()).then_some(info.score)
    }

    /// The review with the program's own limits.
    fn review(&self, game: &Game) -> Review {
        let mut searcher = Searcher::new(self.variant, HASH_MB);
        let mut reviewer = Reviewer::new(game, ReviewLimits::default());
        while !reviewer.is_finished() {
            reviewer.step(&mut searcher, &self.never);
        }
        reviewer.review()
    }

    /// True if the sentence names a better move whose score in a deeper search is close to the
    /// best.
    fn is_answered(&mut self, blunder: &PlantedBlunder, finding: &MoveFinding) -> bool {
        let Some(better) = finding.verdict.better.first() else { return false };
        let is_named = finding.verdict.sentence.contains(&san(&blunder.before.position, *better));
        let mut after = blunder.before.clone();
        after.play(*better);
        let depth_plies = blunder.depth_plies.saturating_sub(1);
        let score = self.deep_score(&after, depth_plies).map(|score| -score);
        let holds = |score: Score| score.value() + MAX_BETTER_GAP_CP >= blunder.best.value();
        is_named && score.is_some_and(holds)
    }

    /// Counts the moves that a long search finds best, and those of them that the review marks.
    fn best_moves(&mut self, game: &Game, review: &Review) -> BestMoveCounts {
        self.checker.new_game();
        let nodes = review_limits().nodes.map(|nodes| NODES_FACTOR * nodes);
        let limits = SearchLimits { nodes, ..SearchLimits::default() };
        let mut root = Root::new(*game.start());
        let mut counts = BestMoveCounts::default();
        for finding in &review.findings {
            let Some(mv) = game.node(finding.node).and_then(MoveNode::played) else {
                continue;
            };
            if search(&mut self.checker, &root, &limits).best == Some(mv) {
                counts.best += 1;
                let judgement = finding.verdict.judgement;
                let is_error = matches!(judgement, Some(Judgement::Blunder | Judgement::Mistake));
                counts.marked += u32::from(is_error);
            }
            root.play(mv);
        }
        counts
    }
}

fn review_limits() -> SearchLimits {
    let ReviewLimits { depth, nodes, movetime_ms } = ReviewLimits::default();
    SearchLimits { depth, nodes, movetime_ms, ..SearchLimits::default() }
}

fn search(searcher: &mut Searcher, root: &Root, limits: &SearchLimits) -> SearchResult {
    searcher.search(root, limits, &AtomicBool::new(false), &mut |_| {})
}
