//! One problem: an error of the game, with the texts that describe it.

use crate::app::ui::text::numbered_moves;
use minnow_game::{Game, Judgement, MoveVerdict};
use minnow_rules::{Color, Move, Position, san};
use minnow_study::analysis::MistakeExercise;

/// A position in which the user finds a better move than the one that was played.
#[derive(Clone, Debug)]
pub struct Problem {
    pub exercise: MistakeExercise,
    pub position: Position,
    /// The move of the game.
    pub played: Move,
}

impl Problem {
    /// `None` if the exercise is not from this game.
    pub fn new(game: &Game, exercise: MistakeExercise) -> Option<Problem> {
        let position = *game.node(exercise.before)?.position();
        let played = game.node(exercise.played)?.played()?;
        Some(Problem { exercise, position, played })
    }

    /// The review's verdict on the move of the game.
    fn verdict<'a>(&self, game: &'a Game) -> Option<&'a MoveVerdict> {
        game.node(self.exercise.played)?.notes.verdict.as_deref()
    }

    pub fn san(&self, mv: Move) -> String {
        san(&self.position, mv)
    }

    /// `6. Qxb4 was played (blunder).`
    pub fn error_text(&self, game: &Game) -> String {
        let dots = if self.position.turn() == Color::White { "." } else { "\u{2026}" };
        let (number, played) = (self.position.fullmove(), self.san(self.played));
        let judgement = self.verdict(game).and_then(|verdict| verdict.judgement);
        let judgement = judgement.map_or("error", Judgement::name);
        format!("{number}{dots} {played} was played ({judgement}).")
    }

    /// The explanation of the review, which names the better move.
    pub fn sentence<'a>(&self, game: &'a Game) -> &'a str {
        self.verdict(game).map_or("", |verdict| verdict.sentence.as_str())
    }

    pub fn task_text(&self) -> String {
        format!("Find a better move for {}.", self.position.turn())
    }

    /// The better line with its move numbers.
    pub fn line_text(&self) -> String {
        numbered_moves(&self.position, &self.exercise.better).join(" ")
    }
}
