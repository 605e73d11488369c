//! The board's input as a state machine without a window: presses, releases and keys become moves.
//!
//! It works on squares only: the widget maps points and keys to them and paints. It contains no
//! rules of chess: a [`BoardView`] lists the possible moves.

use minnow_rules::{Color, Move, Role, Square};

use super::PositionPicture;
use super::picture::{Brush, Shape};

/// A move that may be made. Several with the same squares differ in `promotion`,
/// and the user is asked which one is meant, in the order given.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct OfferedMove {
    /// The caller's move; the board returns it unchanged.
    pub mv: Move,
    pub from: Square,
    pub to: Square,
    /// Shown as a ring instead of a dot.
    pub capture: bool,
    pub promotion: Option<Role>,
}

/// The contents of the board, and the input that it accepts in this frame.
#[derive(Clone, Copy, Debug)]
pub struct BoardView<'a> {
    pub picture: &'a PositionPicture,
    /// The side whose pieces can be picked up, with or without legal moves; `None` while the computer
    /// thinks.
    pub movable: Option<Color>,
    /// The moves on offer. Several with the same squares open the promotion chooser.
    pub targets: &'a [OfferedMove],
    /// The user's shapes belong to a record: a press of the main button leaves them alone.
    pub shapes_kept: bool,
    /// False if the board ignores mouse and keyboard, drawing included.
    pub enabled: bool,
}

impl<'a> BoardView<'a> {
    /// True if the piece on this square, if any, can be picked up.
    pub(super) fn can_pick(&self, square: Square) -> bool {
        let piece = self.picture.piece_at(square);
        self.movable.is_some_and(|color| piece.is_some_and(|piece| piece.color == color))
    }

    /// The moves from one square to another: more than one where a promotion must be chosen.
    pub(super) fn choices(
        &self,
        from: Square,
        to: Square,
    ) -> impl Iterator<Item = &'a OfferedMove> + use<'a> {
        self.targets.iter().filter(move |target| (target.from, target.to) == (from, to))
    }

    /// True if a move from one square to another is on offer.
    pub(super) fn can_move(&self, from: Square, to: Square) -> bool {
        self.choices(from, to).next().is_some()
    }
}

/// A promotion waiting for the user's choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Promotion {
    pub from: Square,
    pub to: Square,
    /// The index of the choice that Enter would take.
    pub marked: usize,
}

/// The effect of the mouse button that is held.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Gesture {
    None,
    /// A piece is held.
    Hold {
        from: Square,
        /// It was selected before the press, so a release at home lets it go.
        was_selected: bool,
        /// It follows the pointer.
        lifted: bool,
        /// The pointer has been over another square.
        left_home: bool,
    },
    /// An arrow or circle is being drawn.
    Draw {
        from: Square,
        to: Option<Square>,
        brush: Brush,
    },
}

/// The state behind the board: selection, held piece, pending promotion,
/// keyboard cursor and the user's shapes.
#[derive(Clone, Debug)]
pub(super) struct BoardInput {
    /// The square whose piece is picked up.
    pub selected: Option<Square>,
    gesture: Gesture,
    /// The promotion to be chosen.
    pub promotion: Option<Promotion>,
    /// The square of the keyboard cursor.
    pub cursor: Square,
    /// The user's shapes, oldest first.
    pub shapes: Vec<Shape>,
}

impl Default for BoardInput {
    fn default() -> BoardInput {
        BoardInput {
            selected: None,
            gesture: Gesture::None,
            promotion: None,
            cursor: Square::new(0, 0),
            shapes: Vec::new(),
        }
    }
}

impl BoardInput {
    /// The square whose piece follows the pointer.
    pub(super) fn lifted(&self) -> Option<Square> {
        match self.gesture {
            Gesture::Hold { from, lifted: true, .. } => Some(from),
            _ => None,
        }
    }

    /// True if a piece is held down, lifted or not.
    pub(super) fn holds_piece(&self) -> bool {
        matches!(self.gesture, Gesture::Hold { .. })
    }

    /// True if a button is held that went down on the board.
    pub(super) fn is_gesture(&self) -> bool {
        self.gesture != Gesture::None
    }

    /// The shape under the pen, not yet one of [`BoardInput::shapes`].
    pub(super) fn drawing(&self) -> Option<Shape> {
        match self.gesture {
            Gesture::Draw { from, to: Some(to), brush } => Some(Shape::arrow(from, to, brush)),
            _ => None,
        }
    }

    /// Drops a selection that is no longer on offer, as after a move of the other side.
    pub(super) fn sync(&mut self, view: &BoardView<'_>) {
        if self.selected.is_some_and(|square| !view.can_pick(square)) {
            self.selected = None;
        }
        if matches!(self.gesture, Gesture::Hold { from, .. } if !view.can_pick(from)) {
            self.gesture = Gesture::None;
        }
        if self.promotion.is_some_and(|p| view.choices(p.from, p.to).nth(1).is_none()) {
            self.promotion = None;
        }
    }

    /// The main button goes down on a square. Wipes the user's shapes unless they are kept.
    pub(super) fn press(&mut self, at: Square, view: &BoardView<'_>) -> Option<OfferedMove> {
        self.gesture = Gesture::None;
        if !view.shapes_kept {
            self.shapes.clear();
        }
        self.cursor = at;
        if self.promotion.take().is_some() {
            return None;
        }
        if let Some(from) = self.selected.filter(|from| view.can_move(*from, at)) {
            return self.make_move(from, at, view);
        }
        if view.can_pick(at) {
            let was_selected = self.selected.replace(at) == Some(at);
            self.gesture =
                Gesture::Hold { from: at, was_selected, lifted: false, left_home: false };
        } else {
            self.selected = None;
        }
        None
    }

    /// The pointer moves with a button held. If `far`, it has left the point of the press, and a
    /// held piece lifts off.
    pub(super) fn drag(&mut self, over: Option<Square>, far: bool) {
        match &mut self.gesture {
            Gesture::None => {}
            Gesture::Hold { from, lifted, left_home, .. } => {
                *left_home |= over != Some(*from);
                *lifted |= far || *left_home;
            }
            Gesture::Draw { to, .. } => *to = over,
        }
    }

    /// The main button goes up, over a square or outside the board.
    pub(super) fn release(
        &mut self,
        at: Option<Square>,
        view: &BoardView<'_>,
    ) -> Option<OfferedMove> {
        let Gesture::Hold { from, was_selected, left_home, .. } = self.gesture else {
            return None;
        };
        self.gesture = Gesture::None;
        if at == Some(from) {
            if was_selected || left_home {
                self.selected = None;
            }
            return None;
        }
        self.selected = None;
        at.and_then(|to| self.make_move(from, to, view))
    }

    /// The other button goes down: starts an arrow or circle, or puts a held piece back.
    pub(super) fn press_secondary(&mut self, at: Square, brush: Brush) {
        if self.holds_piece() || self.promotion.is_some() {
            self.cancel();
        } else {
            self.gesture = Gesture::Draw { from: at, to: Some(at), brush };
        }
    }

    /// The other button goes up. Returns true if the user's shapes changed.
    pub(super) fn release_secondary(&mut self, at: Option<Square>) -> bool {
        let Gesture::Draw { from, brush, .. } = self.gesture else { return false };
        self.gesture = Gesture::None;
        let Some(to) = at else { return false };
        Shape::arrow(from, to, brush).toggle_in(&mut self.shapes);
        true
    }

    /// The other button goes up where it went down, on a target of the chosen piece: the user asks
    /// about the move, and no circle is drawn.
    pub(super) fn ask(&mut self, at: Option<Square>, view: &BoardView<'_>) -> Option<OfferedMove> {
        let Gesture::Draw { from: pressed, .. } = self.gesture else { return None };
        let (from, to) = (self.selected?, at.filter(|at| *at == pressed)?);
        let target = view.choices(from, to).next().copied()?;
        self.gesture = Gesture::None;
        Some(target)
    }

    /// A choice without a pointer (Enter, or a screen reader's click): picks up, puts down or
    /// deselects, like a click.
    pub(super) fn activate(&mut self, at: Square, view: &BoardView<'_>) -> Option<OfferedMove> {
        self.gesture = Gesture::None;
        self.cursor = at;
        if self.promotion.take().is_some() {
            return None;
        }
        match self.selected {
            Some(from) if from != at && view.can_move(from, at) => self.make_move(from, at, view),
            selected => {
                self.selected = (selected != Some(at) && view.can_pick(at)).then_some(at);
                None
            }
        }
    }

    /// Marks another choice of the pending promotion, `by` places further on.
    pub(super) fn mark_choice(&mut self, by: isize, view: &BoardView<'_>) {
        if let Some(pending) = &mut self.promotion {
            let count = view.choices(pending.from, pending.to).count();
            let marked = pending.marked.saturating_add_signed(by);
            pending.marked = marked.min(count.saturating_sub(1));
        }
    }

    /// Takes the pending promotion's choice with this index.
    pub(super) fn choose(&mut self, index: usize, view: &BoardView<'_>) -> Option<OfferedMove> {
        let pending = self.promotion?;
        let choice = view.choices(pending.from, pending.to).nth(index).copied()?;
        self.promotion = None;
        Some(choice)
    }

    /// Esc: closes the promotion, else deselects the piece, else stops drawing. Returns false if
    /// there was nothing to cancel.
    pub(super) fn cancel(&mut self) -> bool {
        if self.promotion.take().is_some() {
            return true;
        }
        let busy = self.selected.is_some() || self.gesture != Gesture::None;
        self.selected = None;
        self.gesture = Gesture::None;
        busy
    }

    fn make_move(&mut self, from: Square, to: Square, view: &BoardView<'_>) -> Option<OfferedMove> {
        self.selected = None;
        let mut choices = view.choices(from, to);
        let only = choices.next().copied()?;
        if choices.next().is_some() {
            self.promotion = Some(Promotion { from, to, marked: 0 });
            return None;
        }
        Some(only)
    }
}

#[cfg(test)]
#[path = "input_tests.rs"]
mod tests;
