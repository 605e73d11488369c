//! The actions of the trainer's card.

/// An action of the ending trainer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TrainerAction {
    /// Goes back to the position before the move that gave away the result.
    TakeBack,
    /// Another position of the same ending.
    Another,
    /// Leaves the trainer; the moves stay on the board of Analyse.
    Leave,
}
