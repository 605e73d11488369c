//! A second opinion on the review: a program of others looks at the position before the move shown, and
//! what it finds becomes a part of the move's comment.

use crate::app::{
    session::{
        AskedOpinion, Session,
        engine_client::{ProblemKind, ProgramProblem},
    },
    ui::text::numbered_moves,
};
use minnow_engine::SearchResult;
use minnow_external::TurnLimits;
use minnow_game::{Edit, Judgement, NodeId};
use minnow_jobs::JobEvent;
use minnow_rules::{Color, Move, Position, san};
use minnow_study::analysis::score_text;

/// The time that a program has for its opinion.
const OPINION_SECONDS: u64 = 3;
/// The most moves of its line that the comment has.
const LINE_MOVES: usize = 6;

/// Asks a program for its opinion on the move shown, in place of an earlier question.
pub(crate) fn ask(session: &mut Session, name: &str) {
    let place = session.here();
    let Some(shown) = shown_move(session, place.node) else {
        session.info("Show a move of the game first.");
        return;
    };
    match session.program_order(name, shown.parent) {
        Ok(order) => {
            let limits =
                TurnLimits { movetime_ms: Some(1_000 * OPINION_SECONDS), ..TurnLimits::default() };
            let job = session.engine.programs.ask(order, limits);
            session.review.opinion = Some(AskedOpinion { name: name.to_owned(), place, job });
            let mv = san(&shown.before, shown.mv);
            session
                .info(format!("{name} looks at the position before {mv} for {OPINION_SECONDS} s."));
        }
        Err(problem) => session.error(problem),
    }
}

/// Takes the opinion once it is there.
pub(super) fn tick(session: &mut Session) {
    let Some(mut asked) = session.review.opinion.take() else { return };
    while let Some(event) = asked.job.try_event() {
        match event {
            JobEvent::Output(Ok(result)) => return take(session, &asked, &result),
            JobEvent::Output(Err(ProgramProblem { kind: ProblemKind::Stopped, .. })) => return,
            JobEvent::Output(Err(ProgramProblem { text, .. })) => {
                return session.error(format!("{} has no opinion: {text}.", asked.name));
            }
            JobEvent::Failed(problem) => {
                return session.error(format!("{} has no opinion: {problem}.", asked.name));
            }
            JobEvent::Finished => return,
            JobEvent::Progress(_) => {}
        }
    }
    session.review.opinion = Some(asked);
}

fn take(session: &mut Session, asked: &AskedOpinion, result: &SearchResult) {
    if asked.place.game_number != session.game_number {
        return;
    }
    let Some(shown) = shown_move(session, asked.place.node) else { return };
    let Some(node) = session.game.node(asked.place.node) else { return };
    let verdict = node.notes.verdict.as_deref();
    let found = Findings {
        mv: shown.mv,
        is_error: verdict
            .and_then(|verdict| verdict.judgement)
            .is_some_and(|judgement| judgement != Judgement::OnlyMove),
        better: verdict.and_then(|verdict| verdict.better.first().copied()),
    };
    let text = format!("{} {}", asked.name, opinion_text(&shown.before, found, result));
    if let Some(notes) = session.game.notes_mut(asked.place.node) {
        notes.add_to_comment(&text);
        session.edits.look(asked.place.node);
        session.touch_as(Edit::Comment);
        session.info(text);
    }
}

/// A move of the game, and the position before it.
struct ShownMove {
    parent: NodeId,
    before: Position,
    mv: Move,
}

/// The move that leads to a node; `None` for the start of the game.
fn shown_move(session: &Session, node: NodeId) -> Option<ShownMove> {
    let node = session.game.node(node)?;
    let parent = node.parent()?;
    let before = *session.game.node(parent)?.position();
    Some(ShownMove { parent, before, mv: node.played()? })
}

/// The findings of the game and its review on a move.
#[derive(Clone, Copy)]
struct Findings {
    mv: Move,
    /// True if the review marks it as an error.
    is_error: bool,
    /// The review's better move.
    better: Option<Move>,
}

/// `agrees with the review: 4. Nc3 d4 (+0.8, depth 12).`
fn opinion_text(before: &Position, found: Findings, result: &SearchResult) -> String {
    let info = &result.info;
    let best = result.best;
    let relation = if best == Some(found.mv) {
        if found.is_error {
            "disagrees with the review and plays the same"
        } else {
            "plays the same"
        }
    } else if found.is_error && best == found.better {
        "agrees with the review"
    } else if found.is_error {
        "prefers a different move from the review"
    } else {
        "prefers another move"
    };
    let own: Vec<Move> = best.into_iter().collect();
    let is_whole = info.pv.first() == best.as_ref();
    let moves = if is_whole { &info.pv[..info.pv.len().min(LINE_MOVES)] } else { &own[..] };
    let line = numbered_moves(before, moves).join(" ");
    if info.depth == 0 {
        return format!("{relation}: {line}.");
    }
    let score = if before.turn() == Color::White { info.score } else { -info.score };
    format!("{relation}: {line} ({}, depth {}).", score_text(score, before), info.depth)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::session::for_tests::search_info;
    use minnow_engine::Score;
    use minnow_rules::Variant;

    #[test]
    fn an_opinion_says_whether_it_agrees() {
        let start = Position::start(Variant::default_variant());
        let [a3, b3, c3] = ["a2a3", "b2b3", "c2c3"].map(|text| start.parse_move(text).unwrap());
        let result = |depth, best| SearchResult {
            best: Some(best),
            info: search_info(depth, Score::centipawns(80), vec![best]),
        };
        for (is_error, better, best, depth, expected) in [
            (true, Some(b3), b3, 12, "agrees with the review: 1. b3 (+0.8, depth 12)."),
            (
                true,
                Some(b3),
                c3,
                12,
                "prefers a different move from the review: 1. c3 (+0.8, depth 12).",
            ),
            (true, Some(b3), a3, 0, "disagrees with the review and plays the same: 1. a3."),
            (false, None, a3, 0, "plays the same: 1. a3."),
            (false, None, c3, 0, "prefers another move: 1. c3."),
        ] {
            let found = Findings { mv: a3, is_error, better };
            assert_eq!(opinion_text(&start, found, &result(depth, best)), expected);
        }
    }
}
