//! The position that a search starts from, with its past.

use minnow_rules::{Move, Outcome, Position, Square};

/// A position to search, with the keys of the game's earlier positions for repetitions.
///
/// ```
/// use minnow_engine::Root;
/// use minnow_rules::{Position, Variant};
///
/// let mut root = Root::new(Position::start(Variant::default_variant()));
/// root.play(root.position.parse_move("a2a3")?);
/// assert_eq!(root.earlier.len(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Root {
    /// The position to search; its side to move is MAX in the events.
    pub position: Position,
    /// Keys of the positions before it, oldest first.
    pub earlier: Vec<u64>,
    /// The square on which the move before it captured; `None` if it did not, or is not known.
    pub taken_on: Option<Square>,
}

impl Root {
    /// A position without earlier positions.
    pub fn new(position: Position) -> Root {
        Root { position, earlier: Vec::new(), taken_on: None }
    }

    /// The end of the game at this position by the rules; earlier occurrences count as repetitions.
    pub fn outcome(&self) -> Option<Outcome> {
        let before = self.earlier.iter().filter(|key| **key == self.position.key()).count();
        self.position.outcome(u8::try_from(1 + before).unwrap_or(u8::MAX))
    }

    /// Makes a legal move of the game.
    pub fn play(&mut self, mv: Move) {
        self.earlier.push(self.position.key());
        self.taken_on = self.position.captured(mv).map(|_| mv.to());
        self.position = self.position.play(mv);
    }
}
