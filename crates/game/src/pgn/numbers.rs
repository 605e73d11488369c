//! Move numbers and their dots, compared with the position before the move.

use super::lex::WrittenNumber;
use minnow_rules::{Color, Position};

/// The numbering of a game. A file may count from another number than the position: the difference
/// of the first number holds for the game.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Numbering {
    /// The file's number less the position's, by the first number.
    first: Option<i64>,
    /// The same by the last number that did not fit.
    last: Option<i64>,
}

/// How a number contradicts the position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Contradiction {
    /// A move of the side to move is missing before it.
    Missing(Color),
    /// The right number is this.
    Wrong(WrittenNumber),
}

impl Numbering {
    /// Compares a number with the position in which the next move is played, which `is_start` tells
    /// from later ones.
    pub(super) fn check(
        &mut self,
        written: WrittenNumber,
        position: &Position,
        is_start: bool,
    ) -> Option<Contradiction> {
        let own = i64::from(position.fullmove());
        let turn = position.turn();
        let above = written.number.map(|number| i64::from(number) - own);
        if let Some(above) = above {
            self.first.get_or_insert(if is_start { above } else { 0 });
        }
        let first = self.first.unwrap_or(0);
        let fits = above.is_none_or(|above| above == first || Some(above) == self.last);
        let is_of_other = match turn {
            Color::White => written.dots > 1,
            // Some programs write `1. b3 1. b4`.
            Color::Black => written.dots < 2 && !fits,
        };
        if is_of_other {
            return Some(Contradiction::Missing(turn));
        }
        let has_dots = turn == Color::White || written.dots != 1 || written.number.is_none();
        if fits && has_dots {
            return None;
        }
        let right = if fits { above.unwrap_or(first) } else { first };
        self.last = above.or(self.last);
        let number = u32::try_from(own + right).ok();
        let dots = if turn == Color::White { 1 } else { 3 };
        Some(Contradiction::Wrong(WrittenNumber { number, dots }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use minnow_rules::Variant;

    /// A sign for the verdict on each number; the numbers stand before moves of both sides by turns.
    fn checked(numbers: &[(Option<u32>, usize)]) -> String {
        let mut numbering = Numbering::default();
        let mut position = Position::start(Variant::default_variant());
        let mut signs = String::new();
        for (place, (number, dots)) in numbers.iter().enumerate() {
            let written = WrittenNumber { number: *number, dots: *dots };
            let is_written = number.is_some() || *dots > 0;
            let checked =
                is_written.then(|| numbering.check(written, &position, place == 0)).flatten();
            signs.push(match checked {
                None => '.',
                Some(Contradiction::Wrong(_)) => '?',
                Some(Contradiction::Missing(_)) => '!',
            });
            let Some(mv) = position.legal_moves().into_iter().next() else { break };
            position = position.play(mv);
        }
        signs
    }

    #[test]
    fn numbers_contradict_by_side_or_count() {
        let none = (None, 0);
        let n = |number, dots| (Some(number), dots);
        for (numbers, expected) in [
            ([n(1, 1), none, n(2, 1), none], "...."),
            ([n(1, 0), n(1, 3), n(2, 0), n(2, 0)], "...."),
            ([n(41, 1), n(41, 3), n(42, 1), none], "...."),
            ([n(1, 1), n(1, 1), n(2, 1), none], ".?.."),
            ([n(1, 1), n(2, 1), none, none], ".!.."),
            ([n(1, 1), n(2, 0), none, none], ".!.."),
            ([n(1, 1), none, n(7, 1), n(7, 3)], "..?."),
            ([n(1, 1), none, n(7, 1), n(2, 3)], "..?."),
            ([n(1, 3), none, none, none], "!..."),
            ([n(1, 1), none, n(2, 2), none], "..!."),
            ([(None, 3), none, none, none], "!..."),
            ([none, n(2, 1), none, none], ".!.."),
            ([n(1, 1), n(9, 3), n(2, 1), n(2, 3)], ".?.."),
            ([n(u32::MAX, 1), none, n(0, 1), none], "..?."),
            ([n(41, 1), none, n(2, 1), none], "..?."),
        ] {
            assert_eq!(checked(&numbers), expected, "{numbers:?}");
        }
    }
}
