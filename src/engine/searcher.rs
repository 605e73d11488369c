//! The engine as its callers see it: iterative deepening over the moves of a root.

use std::{sync::atomic::AtomicBool, time::Duration};

use super::{
    Handicap, Limits, MAX_PLY, Score, Window,
    eval::Evaluation,
    history::History,
    line::Line,
    node::{Search, Stopped},
    order::Picker,
    params,
    table::Table,
    time::TimePlan,
};
use crate::rules::{Move, Position, Variant};

/// A position to search, with the keys of the game's earlier positions for repetitions.
#[derive(Clone, Debug)]
pub struct Root {
    pub position: Position,
    /// Keys of the positions before it, oldest first.
    pub earlier: Vec<u64>,
}

impl Root {
    /// A position without a past.
    pub fn new(position: Position) -> Root {
        Root { position, earlier: Vec::new() }
    }

    /// The root after one more move of the game.
    pub fn play(&mut self, played: Move) {
        self.earlier.push(self.position.key());
        self.position = self.position.play(played);
    }
}

/// What a finished iteration found.
#[derive(Clone, Debug, PartialEq)]
pub struct Info {
    /// The iteration's depth in plies.
    pub depth: u32,
    /// The deepest ply reached, quiescence included.
    pub deepest: u32,
    /// From the side to move.
    pub score: Score,
    /// Moves played so far, in quiescence too.
    pub nodes: u64,
    pub elapsed: Duration,
    /// How full the table is with this search, in permille.
    pub permille_full: usize,
    /// The principal variation.
    pub line: Vec<Move>,
}

/// The answer of a search.
#[derive(Clone, Debug, PartialEq)]
pub struct SearchResult {
    /// `None` only where the game is over.
    pub best: Option<Move>,
    /// The iteration that `best` comes from, perhaps not finished; without one, its depth is 0.
    pub info: Info,
}

/// The engine. Keeps its table and history from one move to the next.
pub struct Searcher {
    table: Table,
    history: History,
    evaluation: Evaluation,
    variant: &'static Variant,
    handicap: Handicap,
}

impl Searcher {
    /// An engine with a table of `hash_mb` MB.
    pub fn new(variant: &'static Variant, hash_mb: usize) -> Searcher {
        Searcher {
            table: Table::new(hash_mb),
            history: History::new(),
            evaluation: Evaluation::new(variant, &Handicap::NONE),
            variant,
            handicap: Handicap::NONE,
        }
    }

    /// Replaces the table by one of this size.
    pub fn resize_table(&mut self, hash_mb: usize) {
        self.table = Table::new(hash_mb);
    }

    /// Forgets everything learned, so that the next search is the same as the first one's.
    pub fn new_game(&mut self) {
        self.table.clear();
        self.history = History::new();
    }

    /// What was learned of another variant, or with another judgement, is wrong for this one.
    fn prepare(&mut self, variant: &'static Variant, handicap: Handicap) {
        if self.variant != variant || self.handicap != handicap {
            self.evaluation = Evaluation::new(variant, &handicap);
            self.variant = variant;
            self.handicap = handicap;
            self.new_game();
        }
        self.table.start_search();
        self.history.start_search();
    }

    /// Searches until a limit is reached or `stop` is set, and always names a move if there is
    /// one. `report` is called after every iteration.
    pub fn search(
        &mut self,
        root: &Root,
        limits: &Limits,
        handicap: Handicap,
        stop: &AtomicBool,
        report: &mut dyn FnMut(&Info),
    ) -> SearchResult {
        self.prepare(root.position.variant(), handicap);
        let plan = TimePlan::new(limits);
        let accumulator = self.evaluation.accumulator(&root.position);
        let line = Line::new(&root.earlier, &root.position, accumulator);
        let mut search =
            Search::new(&self.table, &self.evaluation, &mut self.history, stop, plan, line);
        search.handicap = handicap;
        search.node_limit = limits.nodes.unwrap_or(u64::MAX);
        if let Some(outcome) = root.position.outcome(1) {
            let score = if outcome.winner.is_some() { Score::lost_at(0) } else { Score::DRAW };
            return SearchResult { best: None, info: Info { score, ..info(&search, 0) } };
        }
        let moves = root_moves(&root.position, &limits.moves);
        deepen(&mut search, &root.position, moves, limits, report)
    }
}

/// The moves worth considering at the root: the capture of the king alone if there is one; else
/// those that keep the own king; else, as something must be played, all that are allowed.
fn root_moves(position: &Position, wanted: &[Move]) -> Vec<Move> {
    let legal = position.legal_moves();
    if let Some(capture) = legal.iter().find(|played| position.takes_king(*played)) {
        return vec![capture];
    }
    let safe = position.safe_moves();
    let moves = if safe.is_empty() { legal } else { safe };
    let ordered = Picker::all(position, &moves, None, &History::new(), 0);
    let all: Vec<Move> = ordered.collect();
    let chosen: Vec<Move> = all.iter().copied().filter(|m| wanted.contains(m)).collect();
    if chosen.is_empty() { all } else { chosen }
}

/// Deep enough to say what a forced move is worth; more would only waste its time.
const FORCED_MOVE_DEPTH: u32 = 6;

/// Iterative deepening: each iteration starts with the last one's best move.
fn deepen(
    search: &mut Search,
    position: &Position,
    mut moves: Vec<Move>,
    limits: &Limits,
    report: &mut dyn FnMut(&Info),
) -> SearchResult {
    let mut result = SearchResult { best: moves.first().copied(), info: info(search, 0) };
    result.info.line = moves.iter().copied().take(1).collect();
    if moves.first().is_some_and(|played| position.takes_king(*played)) {
        result.info.score = Score::won_at(1);
        result.info.depth = 1;
        report(&result.info);
        return result;
    }
    if position.safe_moves().is_empty() {
        // Whatever is played, the king is taken two plies on: there is nothing to search.
        result.info.score = search.without_moves(position, 2);
        return result;
    }
    let deepest = limits.depth.unwrap_or(MAX_PLY as u32 - 1).clamp(1, MAX_PLY as u32 - 1);
    let timed = limits.clock.is_some() || limits.movetime_ms.is_some();
    let forced = timed && moves.len() == 1;
    for depth in 1..=deepest {
        search.deepest = 0;
        let mut best_so_far = None;
        let finished =
            aspiration(search, position, &mut moves, depth, result.info.score, &mut best_so_far);
        if let Some((played, score)) = best_so_far {
            result.best = Some(played);
            result.info =
                Info { score, line: search.variations.at(0).to_vec(), ..info(search, depth) };
        }
        if finished.is_err() {
            break;
        }
        report(&result.info);
        let mated = result.info.score.mate_in();
        let wanted = limits.mate.zip(mated);
        if wanted.is_some_and(|(wanted, found)| found > 0 && found as u32 <= wanted)
            || !search.plan.allows_iteration()
            || forced && depth >= FORCED_MOVE_DEPTH
        {
            break;
        }
    }
    result.info.nodes = search.nodes;
    result.info.elapsed = search.plan.elapsed();
    result
}

fn info(search: &Search, depth: u32) -> Info {
    Info {
        depth,
        deepest: search.deepest as u32,
        score: Score::DRAW,
        nodes: search.nodes,
        elapsed: search.plan.elapsed(),
        permille_full: search.table.permille_full(),
        line: Vec::new(),
    }
}

/// Searches the root with a window around the last score, and again with a wider one when the
/// score falls outside.
fn aspiration(
    search: &mut Search,
    position: &Position,
    moves: &mut [Move],
    depth: u32,
    last: Score,
    best: &mut Option<(Move, Score)>,
) -> Result<(), Stopped> {
    let mut width = params::ASPIRATION_WIDTH;
    let mut window = Window::FULL;
    if depth >= params::ASPIRATION_DEPTH && !last.is_decided() {
        window = Window::new(last.offset(-width), last.offset(width));
    }
    loop {
        let score = search_root(search, position, moves, depth, window, best)?;
        width *= 4;
        if score <= window.alpha && window.alpha > Window::FULL.alpha {
            window.alpha = widened(score, -width, Window::FULL.alpha);
        } else if score >= window.beta && window.beta < Window::FULL.beta {
            window.beta = widened(score, width, Window::FULL.beta);
        } else {
            return Ok(());
        }
    }
}

/// A bound moved by `width`, or given up altogether once it is far out.
fn widened(score: Score, width: i32, limit: Score) -> Score {
    if width.abs() > 1000 || score.is_decided() { limit } else { score.offset(width) }
}

/// One search of the root's moves. The best so far is kept even if the search is stopped: a move
/// that beat the first one of this iteration was searched to the end.
fn search_root(
    search: &mut Search,
    position: &Position,
    moves: &mut [Move],
    depth: u32,
    mut window: Window,
    best: &mut Option<(Move, Score)>,
) -> Result<Score, Stopped> {
    search.visit(0)?;
    let mut best_score = -Score::INFINITE;
    for number in 0..moves.len() {
        let played = moves[number];
        let next = search.play(position, played);
        let score = search.child::<true>(&next, window, depth as i32 - 1, 1, number == 0)?;
        search.line.pop();
        if score > best_score {
            best_score = score;
            if score > window.alpha {
                window.alpha = score;
                search.variations.extend(0, played);
                *best = Some((played, score));
                moves[..=number].rotate_right(1);
            }
            if score >= window.beta {
                break;
            }
        }
    }
    Ok(best_score)
}
