//! `minnow review-check`: measures whether reviews can be trusted, on the engine's own games.
//!
//! In each game a blunder is planted, which the review must find and answer; in some of them every
//! move is searched with ten times the nodes, and none that such a search calls best should be
//! called an error. The figures stand in `docs/review.md`.

use std::{io::Write, sync::atomic::AtomicBool};

use clap::Args;

use super::{Failure, variant};
use crate::{
    analysis::{MoveFinding, Review, ReviewLimits, Reviewer},
    engine::{Handicap, Random, Root, Score, SearchLimits, SearchResult, Searcher},
    game::{Game, Judgement, NodeId},
    rules::{Move, Position, Variant, san},
};

/// Random plies that a game opens with.
const OPENING_PLIES: usize = 4;
/// Nodes a move in the games.
const PLAY_NODES: u64 = 5_000;
/// A game ends after so many plies if the rules do not end it before.
const MOST_PLIES: usize = 60;
/// No blunder is planted before this ply or after the next.
const PLANTED: std::ops::Range<usize> = 8..40;
/// A blunder is planted where the score is no further from even than this, in centipawns ...
const MOST_EVEN_CP: i32 = 200;
/// ... and loses at least this.
const LEAST_DROP_CP: i32 = 500;
/// The better move must be within this of the best in the deeper search.
const BETTER_WITHIN_CP: i32 = 100;
/// So many plies deeper than the review blunders and better moves are checked.
const DEEPER: u32 = 4;
/// A check that takes more nodes than this is given up, and the blunder is not planted.
const MOST_CHECK_NODES: u64 = 30_000_000;
/// So many times the review's nodes are searched for moves called best.
const TIMES: u64 = 10;
/// The transposition table of each engine, in MB.
const HASH_MB: usize = 64;

/// What `minnow review-check` was asked for.
#[derive(Debug, Args)]
pub struct ReviewCheckArgs {
    /// The variant's id
    #[arg(long, value_name = "ID", default_value = "minichess")]
    variant: String,
    /// Games with a blunder planted
    #[arg(long, value_name = "N", default_value_t = 30)]
    games: u32,
    /// In so many of them the best moves are searched, too
    #[arg(long, value_name = "N", default_value_t = 10)]
    searched: u32,
    /// Chooses the games
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
}

pub(super) fn run(output: &mut impl Write, args: &ReviewCheckArgs) -> Result<(), Failure> {
    let variant = variant(&args.variant)?;
    let mut check = Check::new(variant, args.seed);
    let (mut found, mut answered, mut best, mut wronged) = (0, 0, 0, 0);
    for number in 1..=args.games {
        let (game, planted) = check.play();
        let review = check.review(&game);
        let finding = review.findings.iter().find(|finding| finding.node == planted.node);
        let is_found = finding.is_some_and(is_blunder);
        let is_answered = finding.is_some_and(|finding| check.is_answered(&planted, finding));
        found += u32::from(is_found);
        answered += u32::from(is_answered);
        let text = finding.map_or("", |finding| finding.verdict.sentence.as_str());
        let (plies, blunder) =
            (review.findings.len(), san(&planted.before.position, planted.played));
        write!(output, "game {number}: {plies} plies, {blunder} drops {}", planted.drop_text)?;
        writeln!(output, ": {}; {text}", if is_found { "??" } else { "MISSED" })?;
        if number <= args.searched {
            let (called, wrong) = check.best_moves(&game, &review);
            best += called;
            wronged += wrong;
            writeln!(output, "game {number}: {called} moves called best, {wrong} marked ? or ??")?;
        }
        output.flush()?;
    }
    let games = args.games;
    writeln!(output, "{}: {found} of {games} blunders marked ??", variant.id)?;
    writeln!(output, "{answered} of {games} better moves named that hold {DEEPER} plies deeper")?;
    let share = 100.0 * f64::from(wronged) / f64::from(best.max(1));
    writeln!(output, "{wronged} of {best} best moves marked ? or ?? ({share:.2} %)")?;
    Ok(())
}

fn is_blunder(finding: &MoveFinding) -> bool {
    finding.verdict.judgement == Some(Judgement::Blunder)
}

/// A blunder in a game.
struct Planted {
    node: NodeId,
    before: Root,
    played: Move,
    /// The score before it from the mover, and the depth it was searched to.
    best: Score,
    depth: u32,
    drop_text: String,
}

struct Check {
    variant: &'static Variant,
    random: Random,
    player: Searcher,
    checker: Searcher,
    running: AtomicBool,
}

impl Check {
    fn new(variant: &'static Variant, seed: u64) -> Check {
        let [player, checker] = [0; 2].map(|_| Searcher::new(variant, HASH_MB));
        Check { variant, random: Random(seed), player, checker, running: AtomicBool::new(false) }
    }

    /// A game with a blunder; games in which none could be planted are dropped.
    fn play(&mut self) -> (Game, Planted) {
        loop {
            if let Some(played) = self.try_play() {
                return played;
            }
        }
    }

    fn try_play(&mut self) -> Option<(Game, Planted)> {
        self.player.new_game();
        self.checker.new_game();
        let mut game = Game::new(self.variant);
        let mut root = Root::new(*game.start());
        let mut planted: Option<Planted> = None;
        let wanted_at = PLANTED.start + self.random.below(PLANTED.len() / 2);
        for ply in 0..MOST_PLIES {
            if game.outcome().is_some() {
                break;
            }
            let blunder = match planted {
                None if ply >= wanted_at && PLANTED.contains(&ply) => self.blunder(&root),
                _ => None,
            };
            let played = match &blunder {
                Some(blunder) => blunder.played,
                None if ply < OPENING_PLIES => self.random_move(&root.position)?,
                None => search(&mut self.player, &root, &SearchLimits::nodes(PLAY_NODES)).best?,
            };
            let node = game.play(played).ok()?;
            planted = blunder.map(|blunder| Planted { node, ..blunder }).or(planted);
            root.play(played);
        }
        Some((game, planted?))
    }

    fn random_move(&mut self, position: &Position) -> Option<Move> {
        let moves = position.safe_moves();
        let at = self.random.below(moves.len());
        moves.iter().nth(at)
    }

    /// A move that loses much where the game is near even, if there is one; of several any.
    fn blunder(&mut self, root: &Root) -> Option<Planted> {
        let reviewed = search(&mut self.checker, root, &review_limits());
        let is_even = |score: Score| !score.is_decided() && score.value().abs() <= MOST_EVEN_CP;
        if !is_even(reviewed.info.score) {
            return None;
        }
        let depth = reviewed.info.depth + DEEPER;
        let best = self.deep(root, depth)?;
        if !is_even(best) {
            return None;
        }
        let mut moves: Vec<Move> = root.position.safe_moves().iter().collect();
        while !moves.is_empty() {
            let played = moves.swap_remove(self.random.below(moves.len()));
            let mut after = root.clone();
            after.play(played);
            let loses = |score: Score| best.value() + score.value() >= LEAST_DROP_CP;
            let glance = search(&mut self.checker, &after, &SearchLimits::depth(5)).info.score;
            if after.position.outcome(1).is_some() || !loses(glance) {
                continue;
            }
            let Some(score) = self.deep(&after, depth).filter(|score| loses(*score)) else {
                continue;
            };
            let drop_text = format!("{best} to {}", -score);
            let (before, node) = (root.clone(), NodeId::ROOT);
            return Some(Planted { node, before, played, best, depth, drop_text });
        }
        None
    }

    /// The score of a search to this depth; `None` if it would take too long.
    fn deep(&mut self, root: &Root, depth: u32) -> Option<Score> {
        let limits = SearchLimits { nodes: Some(MOST_CHECK_NODES), ..SearchLimits::depth(depth) };
        let info = search(&mut self.checker, root, &limits).info;
        (info.depth >= depth || info.score.is_decided()).then_some(info.score)
    }

    /// As the program reviews a game.
    fn review(&self, game: &Game) -> Review {
        let mut searcher = Searcher::new(self.variant, HASH_MB);
        let mut reviewer = Reviewer::new(game, ReviewLimits::default());
        while !reviewer.is_finished() {
            reviewer.step(&mut searcher, &self.running);
        }
        reviewer.review()
    }

    /// Whether a better move is named, and a deeper search finds it nearly as good as the best.
    fn is_answered(&mut self, planted: &Planted, finding: &MoveFinding) -> bool {
        let Some(better) = finding.verdict.better.first() else { return false };
        let is_named = finding.verdict.sentence.contains(&san(&planted.before.position, *better));
        let mut after = planted.before.clone();
        after.play(*better);
        let score = self.deep(&after, planted.depth.saturating_sub(1)).map(|score| -score);
        let holds = |score: Score| score.value() + BETTER_WITHIN_CP >= planted.best.value();
        is_named && score.is_some_and(holds)
    }

    /// How many of the game's moves a long search calls best, and how many of these the review
    /// calls mistakes or blunders.
    fn best_moves(&mut self, game: &Game, review: &Review) -> (u32, u32) {
        self.checker.new_game();
        let nodes = review_limits().nodes.map(|nodes| TIMES * nodes);
        let limits = SearchLimits { nodes, ..SearchLimits::default() };
        let mut root = Root::new(*game.start());
        let (mut called, mut wronged) = (0, 0);
        for finding in &review.findings {
            let Some(played) = game.node(finding.node).and_then(|node| node.played()) else {
                continue;
            };
            if search(&mut self.checker, &root, &limits).best == Some(played) {
                called += 1;
                let judgement = finding.verdict.judgement;
                let is_wrong = matches!(judgement, Some(Judgement::Blunder | Judgement::Mistake));
                wronged += u32::from(is_wrong);
            }
            root.play(played);
        }
        (called, wronged)
    }
}

fn review_limits() -> SearchLimits {
    let ReviewLimits { depth, nodes, movetime_ms } = ReviewLimits::default();
    SearchLimits { depth, nodes, movetime_ms, ..SearchLimits::default() }
}

fn search(searcher: &mut Searcher, root: &Root, limits: &SearchLimits) -> SearchResult {
    searcher.search(root, limits, Handicap::NONE, &AtomicBool::new(false), &mut |_| {})
}
