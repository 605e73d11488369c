//! Exercises from the errors of a reviewed game: positions, hints, and the judgement of answers.
//!
//! The caller makes the searches of an answer that an [`AttemptSearch`] asks for.

use super::{
    WinCurve,
    comparison::{MoveChoice, MoveComparison},
    explain::{MoveContext, attempt_fault},
    mover_percent,
    position_value::PositionValue,
    review::ReviewLimits,
};
use minnow_engine::{Score, SearchLimits, SearchResult};
use minnow_game::{Game, NodeId};
use minnow_rules::{Color, Move, Position, Square, Variant};

/// A move that lost more than this many points of win % becomes an exercise.
pub(super) const RETRY_DROP: f64 = 10.0;
/// An answer that loses less than this many points of win % is accepted.
const ACCEPTED_DROP: f64 = 3.5;

/// A position in which a side made an error, to be tried again.
#[derive(Clone, Debug, PartialEq)]
pub struct MistakeExercise {
    /// The node of the position.
    pub before: NodeId,
    /// The node of the error.
    pub played: NodeId,
    /// The mover's win % with best play, 0 to 100.
    pub win_before: f64,
    /// The mover's win % after the error, 0 to 100.
    pub win_after: f64,
    /// True if the review has confirmed the error and so the two figures.
    pub is_confirmed: bool,
    /// The best line, with at least one move.
    pub better: Vec<Move>,
}

/// The result of an answer.
#[derive(Clone, Debug, PartialEq)]
pub struct Attempt {
    /// The points of win % that the answer loses against the best line. Negative if the search of the
    /// answer scores higher than the review.
    pub lost_points: f64,
    /// The fault of the answer: a clause that begins with the move and does not reveal the solution.
    pub fault: String,
}

impl Attempt {
    /// True if the answer is good enough.
    pub fn is_accepted(&self) -> bool {
        self.lost_points < ACCEPTED_DROP
    }
}

impl MistakeExercise {
    /// The first hint: the square of the piece to move.
    pub fn piece_square(&self) -> Option<Square> {
        self.answer().map(Move::from)
    }

    /// The best move: the second hint, and the solution.
    pub fn answer(&self) -> Option<Move> {
        self.better.first().copied()
    }

    /// Judges an answer. `score`, from the mover's point of view, and `line`, which begins with the
    /// answer, come from a search of the answer alone.
    pub fn attempt(&self, position: &Position, score: Score, line: &[Move]) -> Attempt {
        attempt_against(self.win_before, position, score, line)
    }

    /// The result of an answer that leaves the king en prise in a variant with king capture, which
    /// needs no search; `None` for other answers.
    pub fn attempt_without_search(&self, position: &Position, answer: Move) -> Option<Attempt> {
        let hangs = !position.takes_king(answer) && !position.safe_moves().contains(answer);
        hangs.then(|| self.attempt(position, Score::lost_at(2), &[answer]))
    }
}

/// The judgement of the answer that begins this line, against the win % of the best move.
fn attempt_against(win_best: f64, position: &Position, score: Score, line: &[Move]) -> Attempt {
    let curve = WinCurve::of(position.variant());
    let best = curve.score(win_best);
    let context = MoveContext { position, curve, previous: None, best };
    let lost_points = win_best - curve.percent(score);
    Attempt { lost_points, fault: attempt_fault(&context, line, score) }
}

/// The searches that judge an answer: the answer alone, with the nodes of a review and then with
/// ten times as many, as the review has searched the better move. If the two disagree, thirty
/// times as many decide. In a review of an older version, which has not confirmed its marks, the
/// better move is searched as well.
#[derive(Clone, Debug)]
pub struct AttemptSearch {
    answer: Move,
    limits: ReviewLimits,
    comparison: MoveComparison<bool>,
}

impl AttemptSearch {
    /// The searches of an answer, in relation to the first searches of a review.
    pub fn new(exercise: &MistakeExercise, answer: Move, limits: ReviewLimits) -> AttemptSearch {
        let better = if exercise.is_confirmed {
            MoveChoice::known()
        } else {
            MoveChoice::searched(exercise.answer().into_iter().collect())
        };
        let judged = MoveChoice::searched(vec![answer]);
        AttemptSearch { answer, limits, comparison: MoveComparison::new(None, better, judged) }
    }

    /// The limits of the next search.
    pub fn next_limits(&self) -> Option<SearchLimits> {
        self.comparison.next_limits(self.limits)
    }

    /// Takes in the result of that search. Returns the judgement after the last one.
    pub fn take(
        &mut self,
        exercise: &MistakeExercise,
        position: &Position,
        result: SearchResult,
    ) -> Option<Attempt> {
        self.comparison.take(PositionValue::of(result));
        if self.next_limits().is_some() {
            return None;
        }
        let value = self.comparison.judged.value.clone()?;
        let line = if value.line.is_empty() { vec![self.answer] } else { value.line };
        let better = self.comparison.better.value.as_ref();
        let win = |better: &PositionValue| WinCurve::of(position.variant()).percent(better.score);
        let win_best = better.map_or(exercise.win_before, win);
        let attempt = attempt_against(win_best, position, value.score, &line);
        self.comparison.settles(attempt.is_accepted()).then_some(attempt)
    }
}

/// The name of a position to learn from: the board, and its FEN without the counters. It is the same in
/// every game that has the position.
///
/// ```
/// use minnow_rules::{Position, Variant};
/// use minnow_study::analysis::{moment_name, moment_position};
///
/// let gardner = Variant::by_id("gardner").expect("a board");
/// let position = Position::from_fen(gardner, "k4/3p1/2n2/3Q1/K4 w - - 3 12")?;
/// let name = moment_name(&position);
/// assert_eq!(name, "gardner: k4/3p1/2n2/3Q1/K4 w - -");
/// assert_eq!(moment_position(&name).map(|position| moment_name(&position)), Some(name));
/// # Ok::<(), minnow_rules::FenError>(())
/// ```
pub fn moment_name(position: &Position) -> String {
    let fen = position.fen();
    let fields: Vec<&str> = fen.split(' ').take(4).collect();
    format!("{}: {}", position.variant().id, fields.join(" "))
}

/// The position of a name, with new counters; `None` for another text.
pub fn moment_position(name: &str) -> Option<Position> {
    let (variant, fen) = name.split_once(": ")?;
    Position::from_fen(Variant::by_id(variant)?, fen).ok()
}

/// The exercises for one side from the main line of a reviewed game, in the order of play.
pub fn mistake_exercises(game: &Game, side: Color) -> Vec<MistakeExercise> {
    let curve = WinCurve::of(game.variant());
    let exercise = |played: NodeId| {
        let node = game.node(played)?;
        let verdict = node.notes.verdict.as_ref()?;
        let before = node.parent()?;
        let parent = game.node(before)?;
        let known = parent.notes.verdict.as_ref()?;
        let win = |evaluation, position| mover_percent(curve, evaluation, position, side);
        let win_before = win(known.evaluation, parent.position());
        let win_after = win(verdict.evaluation, node.position());
        let is_error = verdict.judgement.is_some_and(|judgement| judgement.is_error());
        let drop = win_before - win_after;
        let wanted = parent.position().turn() == side && is_error && drop > RETRY_DROP;
        let (is_confirmed, better) = (verdict.is_confirmed, verdict.better.clone());
        let exercise =
            MistakeExercise { before, played, win_before, win_after, is_confirmed, better };
        (wanted && !exercise.better.is_empty()).then_some(exercise)
    };
    game.continuation(NodeId::ROOT).filter_map(exercise).collect()
}
