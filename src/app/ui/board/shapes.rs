//! Arrows and circles as values, the user's and the program's.
//!
//! The user's own are kept in `BoardState` and edited with the right mouse
//! button; the program's come in with each view and are never edited here.

use minnow_rules::Square;

/// The colour of a shape. The first four are the user's, in the order of PGN's G, R, B, Y;
/// the others are for the program's own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Brush {
    Green,
    Red,
    Blue,
    Yellow,
    /// The program's first choice.
    Best,
    /// A line of second rank.
    Second,
}

impl Brush {
    /// The user's brush for the modifier keys held: none green, Shift or Ctrl
    /// red, Alt blue, both yellow.
    pub fn from_modifiers(shift_or_ctrl: bool, alt: bool) -> Brush {
        match (shift_or_ctrl, alt) {
            (false, false) => Brush::Green,
            (true, false) => Brush::Red,
            (false, true) => Brush::Blue,
            (true, true) => Brush::Yellow,
        }
    }

    /// The index into `theme::BoardMarks::brushes`.
    pub const fn index(self) -> usize {
        self as usize
    }
}

/// A circle around `from`, or an arrow from there to `to`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Shape {
    pub from: Square,
    /// The arrow's end; a shape without one is a circle.
    pub to: Option<Square>,
    pub brush: Brush,
}

impl Shape {
    /// A circle around a square.
    pub fn circle(at: Square, brush: Brush) -> Shape {
        Shape { from: at, to: None, brush }
    }

    /// An arrow; one that ends where it starts is a circle.
    pub fn arrow(from: Square, to: Square, brush: Brush) -> Shape {
        Shape { from, to: (from != to).then_some(to), brush }
    }

    /// Draws `self` into `shapes`: the same shape again removes it, another
    /// brush over the same squares repaints it.
    pub fn toggle_in(self, shapes: &mut Vec<Shape>) {
        let before = shapes.len();
        shapes.retain(|shape| *shape != self);
        if shapes.len() == before {
            shapes.retain(|shape| (shape.from, shape.to) != (self.from, self.to));
            shapes.push(self);
        }
    }
}

/// An arrow of the program; its width shows its weight.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Arrow {
    pub from: Square,
    pub to: Square,
    pub brush: Brush,
    /// From 0, the thinnest, to 1.
    pub weight: f32,
}

impl Arrow {
    pub fn new(from: Square, to: Square, brush: Brush, weight: f32) -> Arrow {
        Arrow { from, to, brush, weight: weight.clamp(0.0, 1.0) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn drawing_again_removes_and_another_brush_repaints() {
        let (a, b) = (Square::new(0, 0), Square::new(2, 3));
        let mut shapes = vec![];
        Shape::arrow(a, b, Brush::Green).toggle_in(&mut shapes);
        Shape::circle(a, Brush::Green).toggle_in(&mut shapes);
        assert_eq!(shapes.len(), 2);
        Shape::arrow(a, b, Brush::Red).toggle_in(&mut shapes);
        assert_eq!(shapes, [Shape::circle(a, Brush::Green), Shape::arrow(a, b, Brush::Red)]);
        Shape::arrow(a, b, Brush::Red).toggle_in(&mut shapes);
        assert_eq!(shapes, [Shape::arrow(a, a, Brush::Green)]);
    }
}
