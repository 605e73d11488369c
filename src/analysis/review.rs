//! The review of a whole game, one position at a time from the last to the first.
//!
//! The search of a position excludes the played move, because the value of the next position
//! already gives its score, one ply deeper. The value of a position is the better of the two. So a
//! move never improves the evaluation, the best move never lowers it, and the score of the best
//! other move is known for only moves. The transposition table is kept for the whole review.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use super::{
    WinCurve,
    explain::{MoveContext, MoveResult, error_sentence, only_move_sentence},
    judge::{is_only_move, judge},
    value::{evaluation_of, one_ply_earlier},
};
use crate::engine::{Root, Score, SearchLimits, SearchResult, Searcher};
use crate::game::{Game, Judgement, MoveVerdict, NodeId, RecordedEval};
use crate::rules::{Move, Outcome, Position, Variant};

/// The maximum length of a stored line, in plies.
const LINE_PLIES: usize = 12;

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

/// The number of positions that a review has searched, and of all positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReviewProgress {
    pub done: usize,
    pub total: usize,
}

/// A position of a game with its evaluation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PositionEval {
    pub node: NodeId,
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
            let (sentence, better) = (String::new(), Vec::new());
            game.set_verdict(node, MoveVerdict { evaluation, judgement: None, sentence, better });
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

/// The value of a position for its side to move.
struct PositionValue {
    score: Score,
    depth: u32,
    /// The best line.
    line: Vec<Move>,
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
    /// The values of the positions done, the last position first.
    worths: Vec<PositionValue>,
    /// The findings, the last move first.
    findings: Vec<MoveFinding>,
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
            let end = position.outcome(game.occurrences(*id)).filter(|_| played.is_none());
            Some(LinePosition { node: *id, position, played, end })
        };
        let places: Vec<LinePosition> = ids.iter().filter_map(place).collect();
        let keys = places.iter().map(|place| place.position.key()).collect();
        let variant = game.variant();
        let curve = WinCurve::of(variant);
        let (worths, findings) = (Vec::new(), Vec::new());
        Reviewer { variant, places, keys, curve, limits, worths, findings }
    }

    /// The variant of the game.
    pub fn variant(&self) -> &'static Variant {
        self.variant
    }

    /// The position of the last step with its evaluation; `None` before the first step.
    pub fn position(&self) -> Option<PositionEval> {
        let at = self.places.len().checked_sub(self.worths.len())?;
        let (place, worth) = (self.places.get(at)?, self.worths.last()?);
        Some(PositionEval { node: place.node, evaluation: worth.evaluation(place) })
    }

    pub fn progress(&self) -> ReviewProgress {
        ReviewProgress { done: self.worths.len(), total: self.places.len() }
    }

    pub fn is_finished(&self) -> bool {
        self.worths.len() == self.places.len()
    }

    /// The finding of the last step. The first step has none, because no move follows the last
    /// position.
    pub fn latest(&self) -> Option<&MoveFinding> {
        self.findings.last()
    }

    /// The result so far.
    pub fn review(&self) -> Review {
        Review {
            findings: self.findings.iter().rev().cloned().collect(),
            first: self.position(),
            complete: self.is_finished(),
        }
    }

    /// Searches the next position towards the start. Returns `false` if `stop` was set; the review is
    /// then unchanged, and the next step repeats the position.
    pub fn step(&mut self, searcher: &mut Searcher, stop: &AtomicBool) -> bool {
        let Some(at) = self.places.len().checked_sub(self.worths.len() + 1) else { return true };
        let place = &self.places[at];
        let known = solved(place);
        let alternative = match known {
            Some(_) => None,
            None => self.others(at, searcher, stop),
        };
        if stop.load(Relaxed) {
            return false;
        }
        let (worth, finding) = match (self.worths.last(), place.played) {
            (Some(after), Some(played)) => {
                let worth = match known {
                    Some(known) => known,
                    None => better_of(played, after, alternative.as_ref()),
                };
                let finding = self.finding(at, &worth, after, alternative.as_ref());
                (worth, finding)
            }
            _ => (known.or(alternative).unwrap_or_else(PositionValue::unknown), None),
        };
        self.worths.push(worth);
        self.findings.extend(finding);
        true
    }

    /// The value of the best move besides the played one; `None` if no other move keeps the king
    /// safe.
    fn others(
        &self,
        at: usize,
        searcher: &mut Searcher,
        stop: &AtomicBool,
    ) -> Option<PositionValue> {
        let place = &self.places[at];
        let safe = place.position.safe_moves();
        let others: Vec<Move> = safe.iter().filter(|m| Some(*m) != place.played).collect();
        if others.is_empty() {
            return None;
        }
        let earlier = self.keys.get(..at).unwrap_or_default().to_vec();
        let root = Root { position: place.position, earlier };
        let ReviewLimits { depth, nodes, movetime_ms } = self.limits;
        let limits = SearchLimits {
            depth,
            nodes,
            movetime_ms,
            moves: others,
            lines: 1,
            ..SearchLimits::default()
        };
        let mut search = |limits: &SearchLimits| searcher.search(&root, limits, stop, &mut |_| {});
        let mut result = search(&limits);
        if result.info.depth == 0 && result.best.is_some() {
            // The limit ended the search before depth 1.
            let depth = Some(1);
            result =
                search(&SearchLimits { depth, nodes: None, movetime_ms: None, ..limits.clone() });
        }
        Some(PositionValue::of(result))
    }

    /// The finding for the move played in the position at this index.
    fn finding(
        &self,
        at: usize,
        worth: &PositionValue,
        after: &PositionValue,
        alternative: Option<&PositionValue>,
    ) -> Option<MoveFinding> {
        let (place, next) = (self.places.get(at)?, self.places.get(at + 1)?);
        let played = place.played?;
        let previous = at.checked_sub(1).and_then(|before| self.places.get(before)?.played);
        let context = MoveContext { position: &place.position, curve: self.curve, previous };
        let score = one_ply_earlier(after.score);
        let line: Vec<Move> = std::iter::once(played).chain(after.line.iter().copied()).collect();
        let own = MoveResult { line: &line, score, end: next.end };
        let best = worth.line.first().copied().unwrap_or(played);
        let error = if best == played { None } else { judge(self.curve, worth.score, score) };
        let (mut judgement, mut sentence, mut better) = (error, String::new(), Vec::new());
        if let Some(error) = error {
            let other = MoveResult { line: &worth.line, score: worth.score, end: None };
            sentence = error_sentence(&context, &own, &other, error);
            better.clone_from(&worth.line);
        } else if let Some(second) = alternative
            && best == played
            && is_only_move(self.curve, score, second.score)
            && !is_obvious(&context, played, score)
        {
            let other = MoveResult { line: &second.line, score: second.score, end: None };
            judgement = Some(Judgement::OnlyMove);
            sentence = only_move_sentence(&context, &other);
        }
        let evaluation = after.evaluation(next);
        let verdict = MoveVerdict { evaluation, judgement, sentence, better };
        Some(MoveFinding { node: next.node, before: worth.score, after: score, best, verdict })
    }
}

impl PositionValue {
    /// The value of a position without safe moves and without a known result.
    fn unknown() -> PositionValue {
        PositionValue { score: Score::DRAW, depth: 0, line: Vec::new() }
    }

    fn of(result: SearchResult) -> PositionValue {
        let mut line = result.info.pv;
        line.truncate(LINE_PLIES);
        PositionValue { score: result.info.score, depth: result.info.depth, line }
    }

    fn evaluation(&self, place: &LinePosition) -> RecordedEval {
        evaluation_of(self.score, place.position.turn(), self.depth)
    }
}

/// The value of a position that needs no search: the game is over, the enemy king can be captured,
/// or every move leaves the own king en prise.
fn solved(place: &LinePosition) -> Option<PositionValue> {
    let position = &place.position;
    let known = |score, line| Some(PositionValue { score, depth: 0, line });
    if let Some(end) = place.end {
        // The winner has just moved.
        let score = if end.winner.is_some() { Score::lost_at(0) } else { Score::DRAW };
        return known(score, Vec::new());
    }
    if let Some(capture) = position.legal_moves().iter().find(|m| position.takes_king(*m)) {
        return known(Score::won_at(1), vec![capture]);
    }
    if position.has_safe_move() {
        return None;
    }
    let falls = position.king_left_falls_in_time();
    let line = place.played.into_iter().collect();
    known(if falls { Score::lost_at(0) } else { Score::DRAW }, line)
}

/// The value of a position: that of the played move or of the best other move, whichever is
/// higher. The played move wins ties.
fn better_of(
    played: Move,
    after: &PositionValue,
    alternative: Option<&PositionValue>,
) -> PositionValue {
    let score = one_ply_earlier(after.score);
    match alternative.filter(|other| other.score > score) {
        Some(other) => PositionValue { line: other.line.clone(), ..*other },
        None => {
            let mut line = vec![played];
            line.extend(after.line.iter().take(LINE_PLIES - 1));
            let depth = alternative.map_or(after.depth, |other| other.depth);
            PositionValue { score, depth, line }
        }
    }
}

/// True if an only move is too obvious to be praised: it captures the piece that has just moved, or
/// mates.
fn is_obvious(context: &MoveContext, played: Move, score: Score) -> bool {
    let takes = context.position.captured(played).is_some();
    let takes_back = takes && context.previous.is_some_and(|last| last.to() == played.to());
    takes_back || score.mate_in() == Some(1)
}
