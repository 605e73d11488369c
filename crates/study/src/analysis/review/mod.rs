//! The review of a whole game, one position at a time from the last to the first.
//!
//! The search of a position excludes the played move, because the value of the next position
//! already gives its score, one ply deeper. The value of a position is the better of the two. So a
//! move never improves the evaluation, the best move never lowers it, and the score of the best
//! other move is known for only moves. The transposition table is kept for the whole review.
//!
//! `confirm.rs` searches the two moves again that a mark of weight compares; `short_lines.rs` continues
//! better lines of a few plies; `finding.rs` makes the marks and sentences.

mod confirm;
mod finding;
mod short_lines;

use std::collections::BTreeSet;

use super::{WinCurve, comparison::SearchEffort, position_value::PositionValue};
use confirm::Confirmation;
use minnow_base::sync::StopFlag;
use minnow_engine::{Root, Score, SearchLimits, SearchResult, Searcher};
use minnow_game::{Game, Judgement, MoveVerdict, NodeId, RecordedEval};
use minnow_rules::{Move, Outcome, Position, Variant};

/// The limits for the search of each position; `None` does not limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReviewLimits {
    /// Plies.
    pub depth: Option<u32>,
    /// Nodes for each position.
    pub nodes: Option<u64>,
    /// Milliseconds for each position.
    pub movetime_ms: Option<u64>,
}

impl Default for ReviewLimits {
    /// A number of nodes, so that the result is the same on every machine. A game of sixty plies
    /// takes a few seconds.
    fn default() -> ReviewLimits {
        ReviewLimits { depth: None, nodes: Some(100_000), movetime_ms: None }
    }
}

/// The result of the review for a move of the main line.
#[derive(Clone, Debug, PartialEq)]
pub struct MoveFinding {
    /// The move's node.
    pub node: NodeId,
    /// The score of the position before it, from the mover's point of view.
    pub before: Score,
    /// The score of the position after it, also from the mover's; at most `before`.
    pub after: Score,
    /// The best move, possibly the played one.
    pub best: Move,
    /// The verdict to write into the game.
    pub verdict: MoveVerdict,
}

/// The number of positions that a review has done, and of all positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReviewProgress {
    /// The positions with a final evaluation.
    pub done: usize,
    /// All positions of the main line.
    pub total: usize,
    /// The finished searches of the next position, while its mark is confirmed.
    pub searches: usize,
}

impl ReviewProgress {
    /// The finished share of the review, 0 to 1. It never falls: a position whose mark is confirmed
    /// takes longer, and its searches advance the share within the position.
    pub fn share(self) -> f64 {
        let part = self.searches as f64 / (self.searches + 1) as f64;
        (self.done as f64 + part) / self.total.max(1) as f64
    }
}

/// The nodes that a review has spent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ReviewNodes {
    /// By the first searches, one for each position.
    pub first: u64,
    /// By the searches that confirm marks and continue their better lines.
    pub confirming: u64,
}

/// A position of a game with its evaluation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PositionEval {
    /// The node of the position.
    pub node: NodeId,
    /// From White's point of view.
    pub evaluation: RecordedEval,
}

/// The result of a review, complete or up to now.
#[derive(Clone, Debug, PartialEq)]
pub struct Review {
    /// In the order of play, up to the end of the main line.
    pub findings: Vec<MoveFinding>,
    /// The earliest position that was searched. No finding has its evaluation.
    pub first: Option<PositionEval>,
    /// True if all positions were searched.
    pub complete: bool,
}

impl Review {
    /// Replaces the verdicts in the game by those of this review.
    pub fn write_into(&self, game: &mut Game) {
        game.remove_review();
        if let Some(PositionEval { node, evaluation }) = self.first {
            game.set_verdict(node, MoveVerdict::unjudged(evaluation));
        }
        for finding in &self.findings {
            game.set_verdict(finding.node, finding.verdict.clone());
        }
    }
}

/// A position of the main line.
struct LinePosition {
    node: NodeId,
    position: Position,
    /// The move played in it; `None` for the last position.
    played: Option<Move>,
    /// The outcome of the game, in the last position.
    end: Option<Outcome>,
}

/// The results for a position that was searched.
struct SearchedPosition {
    value: PositionValue,
    /// True if the value needed no search.
    is_solved: bool,
    /// The value by the best of the other moves, or by the better move alone.
    others: Option<PositionValue>,
    /// True if `others` is about all moves but the played one.
    has_all_others: bool,
    /// True if the played move has been compared alone with the better move.
    is_compared: bool,
    /// The finding for the played move.
    finding: Option<MoveFinding>,
}

/// A mark that was searched again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ComparedMove {
    /// The move's node.
    pub node: NodeId,
    /// The judgement of the first search, which the finding may not have any more.
    pub first: Judgement,
}

/// Reviews the main line of a game step by step. It copies the positions, so that the game may
/// change meanwhile; verdicts on deleted moves are dropped.
pub struct Reviewer {
    variant: &'static Variant,
    places: Vec<LinePosition>,
    /// The keys of all positions, for repetitions.
    keys: Vec<u64>,
    curve: WinCurve,
    limits: ReviewLimits,
    /// The positions searched, the last position of the game first.
    searched: Vec<SearchedPosition>,
    /// The mark that is being confirmed, and the positions whose marks are to be confirmed after it.
    confirming: Option<Confirmation>,
    unconfirmed: BTreeSet<usize>,
    /// The positions whose better lines are too short.
    short_lines: BTreeSet<usize>,
    /// The positions whose findings have changed since [`Reviewer::take_findings`].
    changed: BTreeSet<usize>,
    /// The searches of the position under way.
    searches: usize,
    nodes: ReviewNodes,
    compared: Vec<ComparedMove>,
}

impl Reviewer {
    /// A review of the game's main line up to its end, also of an unfinished game.
    pub fn new(game: &Game, limits: ReviewLimits) -> Reviewer {
        let ids: Vec<NodeId> =
            std::iter::once(NodeId::ROOT).chain(game.continuation(NodeId::ROOT)).collect();
        let place = |id: &NodeId| {
            let position = *game.node(*id)?.position();
            let next = game.continuation(*id).next();
            let played = next.and_then(|next| game.node(next)?.played());
            // Counting the occurrences of every position could take more than linear time.
            let is_last = played.is_none();
            let end = is_last.then(|| position.outcome(game.occurrences(*id))).flatten();
            Some(LinePosition { node: *id, position, played, end })
        };
        let places: Vec<LinePosition> = ids.iter().filter_map(place).collect();
        let keys = places.iter().map(|place| place.position.key()).collect();
        let variant = game.variant();
        let curve = WinCurve::of(variant);
        Reviewer {
            variant,
            places,
            keys,
            curve,
            limits,
            searched: Vec::new(),
            confirming: None,
            unconfirmed: BTreeSet::new(),
            short_lines: BTreeSet::new(),
            changed: BTreeSet::new(),
            searches: 0,
            nodes: ReviewNodes::default(),
            compared: Vec::new(),
        }
    }

    /// The variant of the game.
    pub fn variant(&self) -> &'static Variant {
        self.variant
    }

    /// The position searched last, with its evaluation; `None` before the first step.
    pub fn position(&self) -> Option<PositionEval> {
        let at = self.places.len().checked_sub(self.searched.len())?;
        let (place, searched) = (self.places.get(at)?, self.searched_at(at)?);
        let evaluation = searched.value.evaluation(place.position.turn());
        Some(PositionEval { node: place.node, evaluation })
    }

    /// How far the review is.
    pub fn progress(&self) -> ReviewProgress {
        let (pending, searches) = if self.is_pending() { (1, self.searches) } else { (0, 0) };
        let done = self.searched.len() - pending;
        ReviewProgress { done, total: self.places.len(), searches }
    }

    /// True if the position searched last needs more searches.
    fn is_pending(&self) -> bool {
        self.confirming.is_some() || !self.short_lines.is_empty()
    }

    /// The nodes spent so far.
    pub fn nodes(&self) -> ReviewNodes {
        self.nodes
    }

    /// The marks that were searched again so far, in the order of these searches.
    pub fn compared(&self) -> &[ComparedMove] {
        &self.compared
    }

    /// True if no step is left.
    pub fn is_finished(&self) -> bool {
        self.searched.len() == self.places.len() && !self.is_pending()
    }

    /// The findings that are new or have changed since the last call. Ask for them between two
    /// positions: a mark that is being confirmed is not certain yet.
    pub fn take_findings(&mut self) -> Vec<MoveFinding> {
        let changed = std::mem::take(&mut self.changed);
        changed.into_iter().filter_map(|at| self.searched_at(at)?.finding.clone()).collect()
    }

    /// The result so far.
    pub fn review(&self) -> Review {
        Review {
            findings: self.searched.iter().rev().filter_map(|own| own.finding.clone()).collect(),
            first: self.position(),
            complete: self.is_finished(),
        }
    }

    /// Makes the next search: of the next position towards the start, to confirm a mark, or to
    /// continue a better line. Returns `false` if `stop` was set; the review is then unchanged, and
    /// the next step repeats the search.
    pub fn step(&mut self, searcher: &mut Searcher, stop: &StopFlag) -> bool {
        match (self.confirming.take(), self.short_lines.last().copied()) {
            (Some(confirmation), _) => self.confirm(confirmation, searcher, stop),
            (None, Some(at)) => self.lengthen(at, searcher, stop),
            (None, None) => self.search_next(searcher, stop),
        }
    }

    /// Searches the next position towards the start.
    fn search_next(&mut self, searcher: &mut Searcher, stop: &StopFlag) -> bool {
        let Some(at) = self.places.len().checked_sub(self.searched.len() + 1) else { return true };
        let LinePosition { position, end, played, .. } = self.places[at];
        let solved = PositionValue::solved(&position, end, played);
        let mut others = None;
        if solved.is_none() {
            let Ok(found) = self.search_others(at, searcher, stop) else { return false };
            others = found;
        } else if stop.is_set() {
            return false;
        }
        let is_solved = solved.is_some();
        let value = solved.or_else(|| match self.played_value(at) {
            Some(played) => Some(PositionValue::better_of(played, others.as_ref())),
            None => others.clone(),
        });
        self.searched.push(SearchedPosition {
            value: value.unwrap_or_else(PositionValue::unknown),
            is_solved,
            others,
            has_all_others: true,
            is_compared: false,
            finding: None,
        });
        self.searches = 1;
        self.judge_again(at);
        self.confirm_next();
        true
    }

    /// The value of the position by the played move.
    fn played_value(&self, at: usize) -> Option<PositionValue> {
        let played = self.places.get(at)?.played?;
        Some(self.searched_at(at + 1)?.value.one_ply_earlier(played))
    }

    /// The value of the best move besides the played one; `None` if no other move keeps the king
    /// safe.
    fn search_others(
        &mut self,
        at: usize,
        searcher: &mut Searcher,
        stop: &StopFlag,
    ) -> Result<Option<PositionValue>, StoppedSearch> {
        let others = self.other_moves(at);
        if others.is_empty() {
            return if stop.is_set() { Err(StoppedSearch) } else { Ok(None) };
        }
        let limits = SearchEffort::First.limits(self.limits, others);
        let result = self.search(at, &limits, searcher, stop)?;
        self.nodes.first += result.info.nodes;
        Ok(Some(PositionValue::of(result)))
    }

    /// The safe moves of a position besides the played one.
    fn other_moves(&self, at: usize) -> Vec<Move> {
        let LinePosition { position, played, .. } = &self.places[at];
        position.safe_moves().iter().filter(|mv| Some(*mv) != *played).collect()
    }

    /// Searches a position of the game.
    fn search(
        &self,
        at: usize,
        limits: &SearchLimits,
        searcher: &mut Searcher,
        stop: &StopFlag,
    ) -> Result<SearchResult, StoppedSearch> {
        search(&self.root_at(at), limits, searcher, stop)
    }

    /// A position of the game, with those before it.
    fn root_at(&self, at: usize) -> Root {
        let earlier = self.keys.get(..at).unwrap_or_default().to_vec();
        Root { earlier, ..Root::new(self.places[at].position) }
    }

    /// The index in `searched` of a position of the main line.
    fn index_of(&self, at: usize) -> usize {
        self.places.len() - 1 - at
    }

    fn searched_at(&self, at: usize) -> Option<&SearchedPosition> {
        self.searched.get(self.index_of(at))
    }

    fn searched_at_mut(&mut self, at: usize) -> Option<&mut SearchedPosition> {
        let index = self.index_of(at);
        self.searched.get_mut(index)
    }
}

/// A search was stopped before its limits.
struct StoppedSearch;

/// Searches a position to depth 1 at least.
fn search(
    root: &Root,
    limits: &SearchLimits,
    searcher: &mut Searcher,
    stop: &StopFlag,
) -> Result<SearchResult, StoppedSearch> {
    let mut search = |limits: &SearchLimits| searcher.search(root, limits, stop, &mut |_| {});
    let mut result = search(limits);
    if result.info.depth == 0 && result.best.is_some() {
        // The limit ended the search before depth 1.
        let depth = Some(1);
        result = search(&SearchLimits { depth, nodes: None, movetime_ms: None, ..limits.clone() });
    }
    if stop.is_set() { Err(StoppedSearch) } else { Ok(result) }
}
