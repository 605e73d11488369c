//! The numbering of a class's positions.
//!
//! A position is numbered by the kings, then by each group of equal men. The board is mirrored so
//! that White's king stands on its left half (the middle file included), and kings that touch have
//! no number. Equal men are numbered as a set. Different men on one square have a number without a
//! position; that costs memory but keeps the numbering simple.

use std::cmp::Ordering;

use super::TableClass;
use minnow_rules::{Board, Color, Piece, Position, Role, Setup, Square, Variant};

/// Equal men of a class.
#[derive(Clone, Copy, Debug)]
struct Group {
    piece: Piece,
    count: usize,
    /// The number of squares that such a man can stand on.
    squares: usize,
    /// The number of sets of squares.
    sets: usize,
}

/// The men of a placement with the side to move, in the colours of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Placement {
    pub board: Board,
    pub turn: Color,
}

impl Placement {
    /// The placement of a position; `is_swapped` exchanges the colours and turns the board upside
    /// down.
    pub(crate) fn of(position: &Position, is_swapped: bool) -> Placement {
        let placement = Placement { board: *position.board(), turn: position.turn() };
        if is_swapped { placement.swapped(position.variant()) } else { placement }
    }

    fn swapped(&self, variant: &Variant) -> Placement {
        let mut board = Board::default();
        for (square, piece) in self.board.pieces() {
            let square = Square::new(square.file(), variant.ranks - 1 - square.rank());
            board.set(square, Some(Piece { color: !piece.color, ..piece }));
        }
        Placement { board, turn: !self.turn }
    }

    fn mirrored(&self, variant: &Variant) -> Placement {
        let mut board = Board::default();
        for (square, piece) in self.board.pieces() {
            board.set(Square::new(variant.files - 1 - square.file(), square.rank()), Some(piece));
        }
        Placement { board, turn: self.turn }
    }

    /// The position, without counters; `None` if the rules of chess forbid it, also where the king
    /// of the side that is not to move could be captured.
    pub(crate) fn position(&self, variant: &'static Variant) -> Option<Position> {
        let Placement { board, turn } = *self;
        let (castling_rights, en_passant, halfmove_clock, fullmove) = (0, None, 0, 1);
        let setup = Setup { board, turn, castling_rights, en_passant, halfmove_clock, fullmove };
        let position = Position::new(&setup, variant).ok()?;
        (!position.is_attacked(!turn)).then_some(position)
    }
}

/// A part of the board.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Left,
    /// The middle file of an odd number of files.
    Middle,
    Right,
}

fn side_of(square: Square, variant: &Variant) -> Side {
    match (2 * square.file() + 1).cmp(&variant.files) {
        Ordering::Less => Side::Left,
        Ordering::Equal => Side::Middle,
        Ordering::Greater => Side::Right,
    }
}

/// The numbering of one class on one board.
pub(super) struct Indexer {
    variant: &'static Variant,
    groups: Vec<Group>,
    is_symmetric: bool,
    /// The number of each pair of kings by `64 * white + black`, after mirroring; `NO_PAIR` if the
    /// kings touch.
    king_numbers: Vec<u16>,
    /// The pairs of kings by their number.
    king_pairs: Vec<[Square; 2]>,
    /// The number of placements for one side to move.
    placements: usize,
}

const NO_PAIR: u16 = u16::MAX;

impl Indexer {
    pub(crate) fn new(class: &TableClass, variant: &'static Variant) -> Indexer {
        let mut king_numbers = vec![NO_PAIR; 64 * 64];
        let mut king_pairs = Vec::new();
        for white in variant.board() {
            for black in variant.board() {
                if white.distance(black) > 1 && side_of(white, variant) != Side::Right {
                    king_numbers[64 * white.index() + black.index()] = king_pairs.len() as u16;
                    king_pairs.push([white, black]);
                }
            }
        }
        let groups = groups(class, variant);
        let sets: usize = groups.iter().map(|group| group.sets).product();
        let placements = king_pairs.len() * sets;
        let is_symmetric = class.is_symmetric();
        Indexer { variant, groups, is_symmetric, king_numbers, king_pairs, placements }
    }

    /// The number of entries of the table.
    pub(crate) fn len(&self) -> usize {
        self.placements * if self.is_symmetric { 1 } else { 2 }
    }

    /// The number of a placement of this class, in the table's colours; `None` if the kings touch.
    pub(crate) fn number(&self, placement: &Placement) -> Option<usize> {
        if self.is_symmetric && placement.turn == Color::Black {
            return self.number_of(&placement.swapped(self.variant));
        }
        self.number_of(placement)
    }

    /// The numbers of `before`, one for each move that leads from the position of that number to a
    /// position with the number of `after`. Mirroring can make it none or two: if White's king stands
    /// on a middle file, a placement and its mirror image are numbered apart.
    pub(crate) fn numbers_before(
        &self,
        before: &Placement,
        after: &Placement,
    ) -> [Option<usize>; 2] {
        let swaps = self.is_symmetric && before.turn == Color::Black;
        let before = if swaps { before.swapped(self.variant) } else { *before };
        // `after` is a placement that `Indexer::placement` returned.
        let side = |placement: &Placement| {
            placement.board.king(Color::White).map(|king| side_of(king, self.variant))
        };
        match (side(&before), side(after) == Some(Side::Middle)) {
            (Some(Side::Right), true) => [None, None],
            (Some(Side::Middle), false) => {
                [self.number_of(&before), self.number_of(&before.mirrored(self.variant))]
            }
            _ => [self.number_of(&before), None],
        }
    }

    fn number_of(&self, placement: &Placement) -> Option<usize> {
        let board = &placement.board;
        let [white, black] = [board.king(Color::White)?, board.king(Color::Black)?];
        let files = self.variant.files;
        let mirrors = side_of(white, self.variant) == Side::Right;
        let mirrored = |square: Square| {
            if mirrors { Square::new(files - 1 - square.file(), square.rank()) } else { square }
        };
        let pair = self.king_numbers[64 * mirrored(white).index() + mirrored(black).index()];
        if pair == NO_PAIR {
            return None;
        }
        let mut number = usize::from(pair);
        for group in &self.groups {
            let men = board.of(group.piece.color, group.piece.role);
            let mut places = [0; TableClass::MAX_MEN];
            for (place, square) in places.iter_mut().zip(men) {
                *place = self.place_of(mirrored(square), group.piece.role);
            }
            // Mirroring changes the order.
            let places = &mut places[..group.count];
            places.sort_unstable();
            number = number * group.sets + set_number(places);
        }
        let second_half = placement.turn == Color::Black;
        Some(number + if second_half { self.placements } else { 0 })
    }

    /// The side to move of a number, in the table's colours.
    pub(crate) fn turn(&self, number: usize) -> Color {
        if number < self.placements { Color::White } else { Color::Black }
    }

    /// The placement with this number; `None` if two men would share a square.
    pub(crate) fn placement(&self, number: usize) -> Option<Placement> {
        let turn = self.turn(number);
        let mut number = number % self.placements;
        let mut board = Board::default();
        for group in self.groups.iter().rev() {
            let set = number % group.sets;
            number /= group.sets;
            for place in places(set, group.count, group.squares).into_iter().take(group.count) {
                let square = self.square_of(place, group.piece.role);
                if board.occupied().contains(square) {
                    return None;
                }
                board.set(square, Some(group.piece));
            }
        }
        for (color, square) in Color::ALL.into_iter().zip(self.king_pairs[number]) {
            if board.occupied().contains(square) {
                return None;
            }
            board.set(square, Some(Piece { color, role: Role::King }));
        }
        Some(Placement { board, turn })
    }

    /// The place of a square among those of a role, rank by rank; a pawn's begin on the second rank.
    fn place_of(&self, square: Square, role: Role) -> usize {
        let rank = square.rank() - u8::from(role == Role::Pawn);
        usize::from(rank) * usize::from(self.variant.files) + usize::from(square.file())
    }

    fn square_of(&self, place: usize, role: Role) -> Square {
        let files = usize::from(self.variant.files);
        let rank = place / files + usize::from(role == Role::Pawn);
        Square::new((place % files) as u8, rank as u8)
    }
}

fn groups(class: &TableClass, variant: &Variant) -> Vec<Group> {
    let mut groups: Vec<Group> = Vec::new();
    for color in Color::ALL {
        for role in class.roles(color) {
            let piece = Piece { color, role: *role };
            match groups.last_mut().filter(|group| group.piece == piece) {
                Some(group) => group.count += 1,
                None => {
                    let ranks = variant.ranks - if *role == Role::Pawn { 2 } else { 0 };
                    let squares = usize::from(variant.files) * usize::from(ranks);
                    groups.push(Group { piece, count: 1, squares, sets: 0 });
                }
            }
        }
    }
    groups.iter_mut().for_each(|group| group.sets = choose(group.squares, group.count));
    groups
}

/// The number of sets of `count` out of `from`.
const fn choose(from: usize, count: usize) -> usize {
    let (mut product, mut taken) = (1, 0);
    while taken < count {
        if taken >= from {
            return 0;
        }
        product = product * (from - taken) / (taken + 1);
        taken += 1;
    }
    product
}

/// The number of a set of ascending places among the sets of its size (the combinatorial number
/// system: Knuth, The Art of Computer Programming 4A, 7.2.1.3).
fn set_number(places: &[usize]) -> usize {
    places.iter().enumerate().map(|(index, place)| choose(*place, index + 1)).sum()
}

/// The set of `count` places with this number; the first `count` entries are its places.
fn places(mut set: usize, count: usize, squares: usize) -> [usize; TableClass::MAX_MEN] {
    let mut found = [0; TableClass::MAX_MEN];
    let mut below = squares;
    for index in (0..count).rev() {
        // The greatest place whose sets do not exceed what is left.
        let place =
            (index..below).rev().find(|place| choose(*place, index + 1) <= set).unwrap_or(index);
        found[index] = place;
        set -= choose(place, index + 1);
        below = place;
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn indexer(variant: &str, class: &str) -> Indexer {
        Indexer::new(&class.parse().unwrap(), Variant::by_id(variant).unwrap())
    }

    #[test]
    fn numbers_and_placements_correspond() {
        for (variant, class) in [
            ("minichess", "KPK"),
            ("silverman4x4", "KRRK"),
            ("chess4x5", "KPKP"),
            ("diana", "KBKN"),
        ] {
            let indexer = indexer(variant, class);
            let mut positions = 0;
            for number in 0..indexer.len() {
                let Some(placement) = indexer.placement(number) else { continue };
                // On a middle file the mirrored placement has a number of its own.
                assert_eq!(indexer.number(&placement), Some(number), "{placement:?}");
                positions += 1;
            }
            assert!(2 * positions > indexer.len(), "{positions} of {}", indexer.len());
        }
    }

    #[test]
    fn sets_are_numbered_without_gaps() {
        let mut number = 0;
        for high in 0..6 {
            for low in 0..high {
                assert_eq!(set_number(&[low, high]), number);
                assert_eq!(places(number, 2, 6)[..2], [low, high]);
                number += 1;
            }
        }
        assert_eq!((number, choose(6, 2), choose(30, 3), choose(1, 2)), (15, 15, 4060, 0));
    }

    proptest! {
        #[test]
        fn mirrored_placements_have_one_number(
            number in 0..1_000_000_usize,
            class in prop::sample::select(vec!["KRKN", "KRRK", "KPPK"]),
        ) {
            let indexer = indexer("losalamos", class);
            let number = number % indexer.len();
            let Some(placement) = indexer.placement(number) else { return Ok(()) };
            let mut board = Board::default();
            for (square, piece) in placement.board.pieces() {
                board.set(Square::new(5 - square.file(), square.rank()), Some(piece));
            }
            prop_assert_eq!(indexer.number(&Placement { board, turn: placement.turn }), Some(number));
        }
    }
}
