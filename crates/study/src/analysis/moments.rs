//! The most instructive moments of a reviewed game: errors of one side that decided something, of
//! different kinds if possible.

use super::{MistakeExercise, mistake_exercises};
use minnow_game::{Game, MoveNode, NodeId, RecordedEval};
use minnow_rules::Color;

/// The number of moments.
const MOMENTS: usize = 2;
/// A game with less than this winning chance before the error was lost anyhow, in percent.
const LOST_ANYHOW: f64 = 15.0;

/// A mate in more moves than this is no theme of its own.
const SOON: i32 = 3;

/// The kind of an error, by the recorded facts of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MomentTheme {
    /// After the move, the opponent mates in at most three moves.
    AllowedMate,
    /// Before the move, the side could mate in at most three moves.
    MissedMate,
    /// The next move of the game captured something.
    AllowedCapture,
    /// The better move captures something.
    MissedCapture,
    /// None of the other themes.
    Position,
}

impl MomentTheme {
    /// The effect of the move, as a predicate.
    pub fn text(self) -> &'static str {
        match self {
            MomentTheme::AllowedMate => "allows mate",
            MomentTheme::MissedMate => "misses mate",
            MomentTheme::AllowedCapture => "allows a capture",
            MomentTheme::MissedCapture => "misses a capture",
            MomentTheme::Position => "gives the advantage away",
        }
    }
}

/// An error worth another look.
#[derive(Clone, Debug, PartialEq)]
pub struct InstructiveMoment {
    /// The position with the error and the better line.
    pub exercise: MistakeExercise,
    /// What the error did.
    pub theme: MomentTheme,
}

impl InstructiveMoment {
    /// The points of winning chance that the move lost.
    pub fn lost_points(&self) -> f64 {
        self.exercise.win_before - self.exercise.win_after
    }
}

/// At most two moments of a side in a reviewed game, in the order of play: the error that lost most
/// winning chance, and the next greatest of another theme, else of the same. Errors in a game that
/// was lost anyhow do not count.
pub fn instructive_moments(game: &Game, side: Color) -> Vec<InstructiveMoment> {
    let moment = |exercise: MistakeExercise| {
        let theme = theme(game, &exercise)?;
        Some(InstructiveMoment { exercise, theme })
    };
    let errors = mistake_exercises(game, side).into_iter();
    let mut moments: Vec<InstructiveMoment> =
        errors.filter(|error| error.win_before >= LOST_ANYHOW).filter_map(moment).collect();
    moments.sort_by(|one, other| other.lost_points().total_cmp(&one.lost_points()));
    if let Some(first) = moments.first().map(|moment| moment.theme)
        && let Some(at) = moments.iter().position(|moment| moment.theme != first)
    {
        moments[1..=at].rotate_right(1);
    }
    moments.truncate(MOMENTS);
    let ply =
        |moment: &InstructiveMoment| game.node(moment.exercise.played).map_or(0, |node| node.ply());
    moments.sort_by_key(ply);
    moments
}

fn theme(game: &Game, exercise: &MistakeExercise) -> Option<MomentTheme> {
    let (before, played) = (game.node(exercise.before)?, game.node(exercise.played)?);
    let captures = |node: &MoveNode, mv| node.position().captured(mv).is_some();
    let reply = game.continuation(exercise.played).next();
    let reply = reply.and_then(|reply: NodeId| game.node(reply)?.played());
    Some(if mates(played) {
        MomentTheme::AllowedMate
    } else if mates(before) {
        MomentTheme::MissedMate
    } else if reply.is_some_and(|reply| captures(played, reply)) {
        MomentTheme::AllowedCapture
    } else if exercise.answer().is_some_and(|answer| captures(before, answer)) {
        MomentTheme::MissedCapture
    } else {
        MomentTheme::Position
    })
}

/// True if the review found that the side to move mates soon.
fn mates(node: &MoveNode) -> bool {
    let evaluation = node.notes.verdict.as_ref().map(|verdict| verdict.evaluation);
    let Some(RecordedEval::Mate { moves, .. }) = evaluation else { return false };
    match node.position().turn() {
        Color::White => (1..=SOON).contains(&moves),
        Color::Black => (-SOON..=-1).contains(&moves),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use minnow_game::{Judgement, MoveVerdict};
    use minnow_rules::Variant;

    /// A game in which White's moves leave these evaluations, and Black's change nothing.
    fn game(moves: &[(&str, RecordedEval)]) -> Game {
        let mut game = Game::new(Variant::default_variant());
        let mut before = cp(0);
        let verdict = |evaluation, judgement, better| {
            let sentence = String::new();
            MoveVerdict { evaluation, judgement, sentence, better, is_confirmed: true }
        };
        game.set_verdict(NodeId::ROOT, verdict(before, None, Vec::new()));
        for (text, after) in moves {
            let better = game.position().legal_moves().iter().next();
            let mv = game.position().parse_move(text).unwrap();
            let judgement = (before != *after).then_some(Judgement::Blunder);
            let node = game.play(mv).unwrap();
            game.set_verdict(node, verdict(*after, judgement, better.into_iter().collect()));
            before = *after;
        }
        game
    }

    fn cp(cp: i32) -> RecordedEval {
        RecordedEval::Centipawns { cp, depth_plies: 9 }
    }

    fn found(game: &Game) -> Vec<(u32, MomentTheme)> {
        let moments = instructive_moments(game, Color::White);
        let ply = |node| game.node(node).unwrap().ply();
        moments.iter().map(|moment| (ply(moment.exercise.played), moment.theme)).collect()
    }

    #[test]
    fn the_second_moment_has_another_theme() {
        // Two quiet errors, then a smaller one that costs a pawn.
        let quiet = game(&[
            ("c2c3", cp(-300)),
            ("a5a4", cp(400)),
            ("d2d3", cp(-100)),
            ("d5d4", cp(100)),
            ("c3c4", cp(-50)),
            ("b5c4", cp(-50)),
        ]);
        assert_eq!(found(&quiet), [(3, MomentTheme::Position), (5, MomentTheme::AllowedCapture)]);
        assert!(instructive_moments(&quiet, Color::Black).len() <= 2);
    }

    #[test]
    fn errors_in_lost_games_do_not_count() {
        let lost = game(&[("c2c3", cp(-700)), ("a5a4", cp(-700)), ("d2d3", mate(-3))]);
        assert_eq!(found(&lost), [(1, MomentTheme::Position)]);
        let mated = game(&[("c2c3", mate(-2)), ("a5a4", mate(-2))]);
        assert_eq!(found(&mated), [(1, MomentTheme::AllowedMate)]);
        assert!(found(&Game::new(Variant::default_variant())).is_empty());
    }

    fn mate(moves: i32) -> RecordedEval {
        RecordedEval::Mate { moves, depth_plies: 9 }
    }
}
