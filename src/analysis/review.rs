//! The review of a whole game, one position at a time from the last to the first.
//!
//! Every position is searched without the move that was played, whose worth the position after it
//! tells already, seen from one ply deeper. The better of the two is what the position is worth, so
//! that a move never improves the evaluation, the best move never spoils it, and what all other
//! moves are worth is known where only one was good. The table stays warm throughout.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use super::{
    WinCurve,
    explain::{MoveContext, MoveResult, error_sentence, only_move_sentence},
    judge::{is_only_move, judge},
    value::{evaluation_of, one_ply_earlier},
};
use crate::engine::{Handicap, Root, Score, SearchLimits, SearchResult, Searcher};
use crate::game::{Game, Judgement, MoveVerdict, NodeId, RecordedEval};
use crate::rules::{Move, Outcome, Position, Variant};

/// Plies of a line that are kept.
const LINE_PLIES: usize = 12;

/// How long each position is searched; what is `None` does not limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReviewLimits {
    pub depth: Option<u32>,
    pub nodes: Option<u64>,
    pub movetime_ms: Option<u64>,
}

impl Default for ReviewLimits {
    /// So many nodes that a game of sixty plies takes a few seconds, the same on every machine.
    fn default() -> ReviewLimits {
        ReviewLimits { depth: None, nodes: Some(100_000), movetime_ms: None }
    }
}

/// What was found for a move of the main line.
#[derive(Clone, Debug, PartialEq)]
pub struct MoveFinding {
    /// The move's node.
    pub node: NodeId,
    /// The position before it, from the mover.
    pub before: Score,
    /// The position after it, from the same side; never more than before it.
    pub after: Score,
    /// The best move, which may be the one that was played.
    pub best: Move,
    pub verdict: MoveVerdict,
}

/// How many positions of a game a review has searched.
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

/// What a review has found, all or as far as it came.
#[derive(Clone, Debug, PartialEq)]
pub struct Review {
    /// In the order of play; they reach to the end of the main line.
    pub findings: Vec<MoveFinding>,
    /// The first position that was looked at, which no finding speaks of.
    pub first: Option<PositionEval>,
    /// Whether the first position is the game's start.
    pub complete: bool,
}

impl Review {
    /// Replaces the verdicts in the game by these.
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
    /// The end of the game in it, if it is the last one.
    end: Option<Outcome>,
}

/// What a position is worth to its side to move.
struct PositionValue {
    score: Score,
    depth: u32,
    /// The best play from it.
    line: Vec<Move>,
}

/// Goes through the main line of a game. It keeps a copy of what it needs, so that the game may
/// change; where a move in question has gone, its verdict has no place any more.
pub struct Reviewer {
    variant: &'static Variant,
    places: Vec<LinePosition>,
    /// The keys of all positions, for repetitions.
    keys: Vec<u64>,
    curve: WinCurve,
    limits: ReviewLimits,
    /// Of the places done, the last place first.
    worths: Vec<PositionValue>,
    /// The last move first.
    findings: Vec<MoveFinding>,
}

impl Reviewer {
    /// A review of the game's main line, to its end whether or not the game is over there.
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

    pub fn variant(&self) -> &'static Variant {
        self.variant
    }

    /// The position of the last step, and what it is worth; `None` before the first.
    pub fn position(&self) -> Option<PositionEval> {
        let at = self.places.len().checked_sub(self.worths.len())?;
        let (place, worth) = (self.places.get(at)?, self.worths.last()?);
        Some(PositionEval { node: place.node, evaluation: worth.evaluation(place) })
    }

    /// How far the review has come.
    pub fn progress(&self) -> ReviewProgress {
        ReviewProgress { done: self.worths.len(), total: self.places.len() }
    }

    pub fn is_finished(&self) -> bool {
        self.worths.len() == self.places.len()
    }

    /// What was found in the last step; none in the first, which has no move to judge.
    pub fn latest(&self) -> Option<&MoveFinding> {
        self.findings.last()
    }

    /// What was found so far.
    pub fn review(&self) -> Review {
        Review {
            findings: self.findings.iter().rev().cloned().collect(),
            first: self.position(),
            complete: self.is_finished(),
        }
    }

    /// Works on the next position towards the start. `false` if `stop` ended it early, which
    /// leaves everything as it was: the next step does the position again, with a warmer table.
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

    /// What the best move besides the played one is worth; `None` if there is none that keeps the
    /// king.
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
        let mut search = |limits: &SearchLimits| {
            searcher.search(&root, limits, Handicap::NONE, stop, &mut |_| {})
        };
        let mut result = search(&limits);
        if result.info.depth == 0 && result.best.is_some() {
            // So tight a limit that nothing was found out.
            let depth = Some(1);
            result =
                search(&SearchLimits { depth, nodes: None, movetime_ms: None, ..limits.clone() });
        }
        Some(PositionValue::of(result))
    }

    /// What is to be said of the move that was played in a place.
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
    /// Of a position that could not be searched at all.
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

/// What needs no search: the game is over, the enemy's king can be taken, or the own one falls
/// whatever is played.
fn solved(place: &LinePosition) -> Option<PositionValue> {
    let position = &place.position;
    let known = |score, line| Some(PositionValue { score, depth: 0, line });
    if let Some(end) = place.end {
        // Whoever wins has moved last.
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

/// What a position is worth with the better of the played move and the best other one. Of equal
/// ones it is the played one.
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

/// Whether a good move deserves no praise: it takes back, or takes what has just moved, or mates.
fn is_obvious(context: &MoveContext, played: Move, score: Score) -> bool {
    let takes = context.position.captured(played).is_some();
    let takes_back = takes && context.previous.is_some_and(|last| last.to() == played.to());
    takes_back || score.mate_in() == Some(1)
}
