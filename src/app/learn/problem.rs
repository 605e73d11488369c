//! One problem: an error of the game, with the texts that describe it.

use crate::app::ui::text::numbered_moves;
use minnow_game::{Game, Judgement};
use minnow_rules::{Color, Move, Position, san};
use minnow_study::analysis::MistakeExercise;

/// A position in which the user finds a better move than the one that was played.
#[derive(Clone, Debug)]
pub struct Problem {
    pub exercise: MistakeExercise,
    pub position: Position,
    /// The move of the game, and the review's judgement of it.
    pub played: Move,
    judgement: Judgement,
    /// The explanation of the review, which names the better move.
    pub sentence: String,
}

impl Problem {
    /// `None` if the exercise is not from this game.
    pub fn new(game: &Game, exercise: MistakeExercise) -> Option<Problem> {
        let node = game.node(exercise.played)?;
        let verdict = node.notes.verdict.as_ref()?;
        Some(Problem {
            position: *game.node(exercise.before)?.position(),
            played: node.played()?,
            judgement: verdict.judgement?,
            sentence: verdict.sentence.clone(),
            exercise,
        })
    }

    pub fn san(&self, mv: Move) -> String {
        san(&self.position, mv)
    }

    /// `6. Qxb4 was played (blunder).`
    pub fn error_text(&self) -> String {
        let dots = if self.position.turn() == Color::White { "." } else { "\u{2026}" };
        let (number, played) = (self.position.fullmove(), self.san(self.played));
        format!("{number}{dots} {played} was played ({}).", self.judgement.name())
    }

    pub fn task_text(&self) -> String {
        format!("Find a better move for {}.", self.position.turn())
    }

    /// The better line with its move numbers.
    pub fn line_text(&self) -> String {
        numbered_moves(&self.position, &self.exercise.better).join(" ")
    }
}
