//! A second implementation of the rules, for positions without castling: a board of cells and moves
//! by walking over it. It shares nothing with the program but the variant's data.

use minnow_rules::{Color, Piece, Position, Role, Setup, Square, Stalemate, Variant};
use minnow_tables::TableValue;

const DIAGONAL: [[i8; 2]; 4] = [[1, 1], [1, -1], [-1, 1], [-1, -1]];
const STRAIGHT: [[i8; 2]; 4] = [[1, 0], [-1, 0], [0, 1], [0, -1]];
const JUMPS: [[i8; 2]; 8] =
    [[1, 2], [2, 1], [-1, 2], [-2, 1], [1, -2], [2, -1], [-1, -2], [-2, -1]];

/// A placement with its side to move.
#[derive(Clone, Copy)]
pub(crate) struct SimpleBoard {
    variant: &'static Variant,
    cells: [Option<Piece>; 64],
    turn: Color,
    /// The cell that a pawn has just passed with a double step.
    pub passed: Option<[i8; 2]>,
    /// True if the last move captured en passant.
    pub took_en_passant: bool,
}

impl SimpleBoard {
    /// The placement of a position.
    pub(crate) fn of(position: &Position) -> SimpleBoard {
        let mut cells = [None; 64];
        for (square, piece) in position.board().pieces() {
            cells[square.index()] = Some(piece);
        }
        let (variant, turn) = (position.variant(), position.turn());
        SimpleBoard { variant, cells, turn, passed: None, took_en_passant: false }
    }

    /// The position, without counters.
    pub(crate) fn position(&self, variant: &'static Variant) -> Position {
        let mut setup = Setup {
            board: Default::default(),
            turn: self.turn,
            castling_rights: 0,
            en_passant: None,
            halfmove_clock: 0,
            fullmove: 1,
        };
        for index in 0..64 {
            setup.board.set(Square::from_index(index), self.cells[index]);
        }
        Position::new(&setup, variant).expect("a valid position")
    }

    fn index(&self, [file, rank]: [i8; 2]) -> Option<usize> {
        let files = 0..self.variant.files as i8;
        let ranks = 0..self.variant.ranks as i8;
        (files.contains(&file) && ranks.contains(&rank)).then_some((8 * rank + file) as usize)
    }

    fn at(&self, cell: [i8; 2]) -> Option<Piece> {
        self.index(cell).and_then(|index| self.cells[index])
    }

    fn is_empty(&self, cell: [i8; 2]) -> bool {
        self.index(cell).is_some_and(|index| self.cells[index].is_none())
    }

    /// The men of a side with their cells.
    fn men(&self, color: Color) -> Vec<([i8; 2], Role)> {
        let cells = (0..64).filter_map(|index| {
            let piece = self.cells[index as usize].filter(|piece| piece.color == color)?;
            Some(([index % 8, index / 8], piece.role))
        });
        cells.collect()
    }

    /// The cells that a man reaches by walking: to the first man of either side, that cell included.
    fn walk(&self, from: [i8; 2], steps: &[[i8; 2]], is_long: bool) -> Vec<[i8; 2]> {
        let mut reached = Vec::new();
        for [x, y] in steps {
            let mut cell = [from[0] + x, from[1] + y];
            while self.index(cell).is_some() {
                reached.push(cell);
                if !is_long || !self.is_empty(cell) {
                    break;
                }
                cell = [cell[0] + x, cell[1] + y];
            }
        }
        reached
    }

    /// The cells that a man could capture on.
    fn attacked_from(&self, from: [i8; 2], role: Role, color: Color) -> Vec<[i8; 2]> {
        let forward = forward(color);
        match role {
            Role::Pawn => self.walk(from, &[[1, forward], [-1, forward]], false),
            Role::Knight => self.walk(from, &JUMPS, false),
            Role::Bishop => self.walk(from, &DIAGONAL, true),
            Role::Rook => self.walk(from, &STRAIGHT, true),
            Role::Queen => self.walk(from, &[DIAGONAL, STRAIGHT].concat(), true),
            Role::King => self.walk(from, &[DIAGONAL, STRAIGHT].concat(), false),
        }
    }

    fn is_attacked(&self, color: Color) -> bool {
        let is_king = |cell: &[i8; 2]| {
            self.at(*cell).is_some_and(|man| man == Piece { color, role: Role::King })
        };
        let attackers = self.men(!color).into_iter();
        attackers
            .flat_map(|(from, role)| self.attacked_from(from, role, !color))
            .any(|c| is_king(&c))
    }

    /// The boards after the moves that keep the own king.
    pub(crate) fn safe_moves(&self) -> Vec<SimpleBoard> {
        let mut moves = self.moves();
        moves.retain(|next| !next.is_attacked(self.turn));
        moves
    }

    /// The boards after all moves, also those that leave the own king en prise.
    fn moves(&self) -> Vec<SimpleBoard> {
        let mut moves = Vec::new();
        for (from, role) in self.men(self.turn) {
            if role == Role::Pawn {
                self.add_pawn_moves(from, &mut moves);
                continue;
            }
            for to in self.attacked_from(from, role, self.turn) {
                if self.at(to).is_none_or(|man| man.color != self.turn) {
                    moves.push(self.after(from, to, role));
                }
            }
            if role == Role::Bishop && self.variant.bishop_step {
                for to in self.walk(from, &STRAIGHT, false) {
                    if self.is_empty(to) {
                        moves.push(self.after(from, to, role));
                    }
                }
            }
        }
        moves
    }

    fn add_pawn_moves(&self, from: [i8; 2], moves: &mut Vec<SimpleBoard>) {
        let forward = forward(self.turn);
        let one = [from[0], from[1] + forward];
        let two = [from[0], from[1] + 2 * forward];
        if self.is_empty(one) {
            self.add_promotions(from, one, moves);
            let ranks = self.variant.ranks as i8;
            let home = if self.turn == Color::White { 1 } else { ranks - 2 };
            if self.variant.double_step && from[1] == home && self.is_empty(two) {
                let mut next = self.after(from, two, Role::Pawn);
                next.passed = self.variant.en_passant.then_some(one);
                moves.push(next);
            }
        }
        for to in self.walk(from, &[[1, forward], [-1, forward]], false) {
            if self.at(to).is_some_and(|man| man.color != self.turn) {
                self.add_promotions(from, to, moves);
            } else if self.passed == Some(to) {
                let mut next = self.after(from, to, Role::Pawn);
                next.took_en_passant = true;
                next.put([to[0], from[1]], None);
                moves.push(next);
            }
        }
    }

    fn add_promotions(&self, from: [i8; 2], to: [i8; 2], moves: &mut Vec<SimpleBoard>) {
        let last = if self.turn == Color::White { self.variant.ranks as i8 - 1 } else { 0 };
        if to[1] != last {
            return moves.push(self.after(from, to, Role::Pawn));
        }
        moves.extend(self.variant.promotions.iter().map(|role| self.after(from, to, *role)));
    }

    fn after(&self, from: [i8; 2], to: [i8; 2], role: Role) -> SimpleBoard {
        let mut next =
            SimpleBoard { turn: !self.turn, passed: None, took_en_passant: false, ..*self };
        next.put(from, None);
        next.put(to, Some(Piece { color: self.turn, role }));
        next
    }

    fn put(&mut self, cell: [i8; 2], man: Option<Piece>) {
        let index = self.index(cell).expect("a cell of the board");
        self.cells[index] = man;
    }

    /// The value of a placement without a move that keeps the king, as the tables count: one ply after
    /// a mate or the last move where a limit ends the game, and two where the king is captured.
    pub(crate) fn end_value(&self) -> TableValue {
        let variant = self.variant;
        if variant.king_capture && !self.moves().is_empty() {
            return TableValue::Loss(2);
        }
        let is_mate = !variant.king_capture && self.is_attacked(self.turn);
        if is_mate || variant.stalemate == Stalemate::Loss {
            return TableValue::Loss(u8::from(variant.move_limit.is_some()));
        }
        TableValue::Draw
    }

    /// True if the rules end the game because of the men that are left.
    pub(crate) fn is_drawn_by_material(&self) -> bool {
        let men = [self.men(Color::White), self.men(Color::Black)].concat();
        let is_minor = |role: Role| matches!(role, Role::Knight | Role::Bishop | Role::King);
        self.variant.bare_kings_draw && men.len() < 4 && men.iter().all(|(_, role)| is_minor(*role))
    }
}

fn forward(color: Color) -> i8 {
    if color == Color::White { 1 } else { -1 }
}
