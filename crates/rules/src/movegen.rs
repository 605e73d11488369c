//! Move generation: all legal moves, or only those that keep the own king safe.
//!
//! One generator serves two receivers: a list, and a counter that lets perft
//! count the bits of its last ply instead of making moves.

use arrayvec::ArrayVec;

use super::{Bitboard, Color, Move, MoveKind, Position, Role, Square, attacks};

/// An upper bound on the moves of a valid set-up, which has at most 16 pieces a side.
const CAPACITY: usize = 320;

/// The moves of one position, in the order of generation.
#[derive(Clone)]
pub struct MoveList(ArrayVec<Move, CAPACITY>);

impl MoveList {
    fn new() -> MoveList {
        MoveList(ArrayVec::new())
    }

    #[inline]
    fn push(&mut self, mv: Move) {
        self.0.push(mv);
    }

    /// The number of moves.
    #[inline]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// True if the list has no move.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// True if the list has this move, with the same kind.
    pub fn contains(&self, mv: Move) -> bool {
        self.0.contains(&mv)
    }

    /// The move at this place, from 0.
    #[inline]
    pub fn get(&self, place: usize) -> Option<Move> {
        self.0.get(place).copied()
    }

    /// The moves in the order of generation.
    pub fn iter(&self) -> impl Iterator<Item = Move> + '_ {
        self.0.iter().copied()
    }
}

impl IntoIterator for MoveList {
    type Item = Move;
    type IntoIter = arrayvec::IntoIter<Move, CAPACITY>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

/// Receives moves from the generator.
trait MoveSink {
    /// Normal moves of the piece on `from`.
    fn normal(&mut self, from: Square, targets: Bitboard);
    /// Moves of pawns to `targets`; the origin of each is its target's index minus `back`.
    fn pawns(&mut self, targets: Bitboard, back: i8, kind: MoveKind);
    fn promotions(&mut self, targets: Bitboard, back: i8, roles: &[Role]);
    fn special(&mut self, mv: Move);
}

#[inline]
fn behind(to: Square, back: i8) -> Square {
    Square::from_index((to.index() as i8).wrapping_sub(back) as usize)
}

impl MoveSink for MoveList {
    #[inline]
    fn normal(&mut self, from: Square, targets: Bitboard) {
        for to in targets {
            self.push(Move::new(from, to, MoveKind::Normal));
        }
    }

    #[inline]
    fn pawns(&mut self, targets: Bitboard, back: i8, kind: MoveKind) {
        for to in targets {
            self.push(Move::new(behind(to, back), to, kind));
        }
    }

    #[inline]
    fn promotions(&mut self, targets: Bitboard, back: i8, roles: &[Role]) {
        for to in targets {
            for role in roles {
                self.push(Move::new(behind(to, back), to, MoveKind::Promotion(*role)));
            }
        }
    }

    #[inline]
    fn special(&mut self, mv: Move) {
        self.push(mv);
    }
}

/// Counts moves without making them.
struct MoveCounter(u64);

impl MoveSink for MoveCounter {
    #[inline]
    fn normal(&mut self, _: Square, targets: Bitboard) {
        self.0 += u64::from(targets.count());
    }

    #[inline]
    fn pawns(&mut self, targets: Bitboard, _: i8, _: MoveKind) {
        self.0 += u64::from(targets.count());
    }

    #[inline]
    fn promotions(&mut self, targets: Bitboard, _: i8, roles: &[Role]) {
        self.0 += u64::from(targets.count()) * roles.len() as u64;
    }

    #[inline]
    fn special(&mut self, _: Move) {
        self.0 += 1;
    }
}

impl Position {
    /// All legal moves. In variants with king capture these include moves that leave the own king
    /// en prise; there are none once a king has been captured.
    pub fn legal_moves(&self) -> MoveList {
        let mut list = MoveList::new();
        self.generate(self.legal_mode(), &mut list);
        list
    }

    /// The legal moves after which the own king is not attacked; equal to `legal_moves` in variants
    /// without king capture. A capture of the enemy king that leaves the own king attacked is
    /// excluded although it wins: look for it in `legal_moves`.
    pub fn safe_moves(&self) -> MoveList {
        let mut list = MoveList::new();
        self.generate(GenerationMode::Safe, &mut list);
        list
    }

    /// Those of `safe_moves` that capture a piece or promote a pawn.
    pub fn safe_captures(&self) -> MoveList {
        let mut list = MoveList::new();
        self.generate(GenerationMode::SafeCaptures, &mut list);
        list
    }

    /// True if `safe_moves` has a move. In most positions this generates no moves.
    #[inline]
    pub fn has_safe_move(&self) -> bool {
        let obvious = || {
            self.generator().is_some_and(|mut generator| {
                generator.pinned = generator.find_pinned();
                generator.has_plain_move()
            })
        };
        !self.in_check() && obvious() || self.count_safe_moves() > 0
    }

    /// The number of moves in `legal_moves`.
    pub fn count_legal_moves(&self) -> u64 {
        self.count_moves(self.legal_mode())
    }

    /// The number of moves in `safe_moves`.
    pub fn count_safe_moves(&self) -> u64 {
        self.count_moves(GenerationMode::Safe)
    }

    fn count_moves(&self, mode: GenerationMode) -> u64 {
        let mut count = MoveCounter(0);
        self.generate(mode, &mut count);
        count.0
    }

    fn legal_mode(&self) -> GenerationMode {
        if self.variant().king_capture { GenerationMode::PseudoLegal } else { GenerationMode::Safe }
    }

    /// A generator that ignores check and pins so far; `None` once a king has been captured.
    #[inline]
    fn generator(&self) -> Option<Generator<'_>> {
        let us = self.turn();
        let king = self.board().king(us)?;
        self.board().king(!us)?;
        let allowed = self.variant().board() & !self.board().color(us);
        Some(Generator {
            position: self,
            us,
            blockers: self.blockers(),
            allowed,
            pawns_allowed: allowed,
            pinned: Bitboard::EMPTY,
            king,
        })
    }

    #[inline]
    fn generate(&self, mode: GenerationMode, sink: &mut impl MoveSink) {
        let Some(mut generator) = self.generator() else { return };
        if mode == GenerationMode::PseudoLegal {
            sink.normal(generator.king, attacks::king(generator.king) & generator.allowed);
            generator.castlings(sink);
            generator.pieces(sink);
            generator.pawns(sink);
            self.en_passant_moves(false).for_each(|mv| sink.special(mv));
            return;
        }
        if mode == GenerationMode::SafeCaptures {
            let enemies = self.board().color(!generator.us);
            let last = Bitboard::rank(self.variant().last_rank(generator.us));
            generator.allowed &= enemies;
            generator.pawns_allowed &= enemies | last;
        }
        generator.safe_king_moves(sink);
        let (king, checkers) = (generator.king, self.checkers());
        if checkers.has_two() {
            return;
        }
        generator.pinned = generator.find_pinned();
        match checkers.first() {
            Some(checker) => {
                let answers = attacks::between(king, checker) | checkers;
                generator.allowed &= answers;
                generator.pawns_allowed &= answers;
            }
            None if mode == GenerationMode::Safe => generator.castlings(sink),
            None => {}
        }
        generator.pieces(sink);
        generator.pawns(sink);
        self.en_passant_moves(true).for_each(|mv| sink.special(mv));
    }
}

/// Which moves to generate.
#[derive(Clone, Copy, PartialEq, Eq)]
enum GenerationMode {
    /// All pseudo-legal moves, also those that leave the own king en prise.
    PseudoLegal,
    Safe,
    /// Safe captures and promotions.
    SafeCaptures,
}

struct Generator<'a> {
    position: &'a Position,
    us: Color,
    /// All pieces, and everything off the board.
    blockers: Bitboard,
    /// Target squares: no own pieces, and once the king's moves are made, in check only squares
    /// that end it.
    allowed: Bitboard,
    /// Target squares of pawns, which also promote when only captures are generated.
    pawns_allowed: Bitboard,
    /// Pinned own pieces, which may move only along the line to their king.
    pinned: Bitboard,
    king: Square,
}

impl Generator<'_> {
    #[inline]
    fn own(&self, role: Role) -> Bitboard {
        self.position.board().of(self.us, role)
    }

    #[inline]
    fn their(&self, role: Role) -> Bitboard {
        self.position.board().of(!self.us, role)
    }

    /// Own pieces that stand alone between the own king and an enemy slider.
    #[inline]
    fn find_pinned(&self) -> Bitboard {
        let queens = self.their(Role::Queen);
        let snipers = (attacks::rook_rays(self.king) & (self.their(Role::Rook) | queens))
            | (attacks::bishop_rays(self.king) & (self.their(Role::Bishop) | queens));
        let mut pinned = Bitboard::EMPTY;
        for sniper in snipers {
            let shields = attacks::between(self.king, sniper) & self.blockers;
            if !shields.has_two() {
                pinned |= shields & self.position.board().color(self.us);
            }
        }
        pinned
    }

    /// True if an unpinned pawn or knight has a move; only valid when the king is not in check.
    #[inline]
    fn has_plain_move(&self) -> bool {
        let pawns = self.own(Role::Pawn) & !self.pinned;
        let ahead = match self.us {
            Color::White => pawns.shift_up(1),
            Color::Black => pawns.shift_down(1),
        };
        let knights = self.own(Role::Knight) & !self.pinned;
        (ahead & !self.blockers).any()
            || knights.into_iter().any(|from| (attacks::knight(from) & self.allowed).any())
    }

    /// Squares that the enemy attacks once the own king is removed, so that the king does not shield
    /// the squares behind it from a slider.
    #[inline]
    fn enemy_attacks(&self) -> Bitboard {
        let blockers = self.blockers & !Bitboard::of(self.king);
        let queens = self.their(Role::Queen);
        let mut attacked = attacks::pawns(!self.us, self.their(Role::Pawn));
        for from in self.their(Role::Knight) {
            attacked |= attacks::knight(from);
        }
        for from in self.their(Role::Bishop) | queens {
            attacked |= attacks::bishop(from, blockers);
        }
        for from in self.their(Role::Rook) | queens {
            attacked |= attacks::rook(from, blockers);
        }
        for from in self.their(Role::King) {
            attacked |= attacks::king(from);
        }
        attacked
    }

    #[inline]
    fn safe_king_moves(&self, sink: &mut impl MoveSink) {
        let targets = attacks::king(self.king) & self.allowed;
        if targets.any() {
            sink.normal(self.king, targets & !self.enemy_attacks());
        }
    }

    #[inline]
    fn castlings(&self, sink: &mut impl MoveSink) {
        let rights = self.position.castling_rights();
        if rights == 0 {
            return;
        }
        for (right, castling) in self.position.variant().castlings.iter().enumerate() {
            if rights >> right & 1 == 0
                || castling.color != self.us
                || (castling.empty_path() & self.blockers).any()
                || (castling.king_path() & self.enemy_attacks()).any()
            {
                continue;
            }
            let mv = Move::new(castling.king_from, castling.king_to, MoveKind::Castle);
            if !self.position.play(mv).is_attacked(self.us) {
                sink.special(mv);
            }
        }
    }

    /// Emits the moves of one piece; a pinned piece stays on its line.
    #[inline]
    fn piece(&self, from: Square, targets: Bitboard, sink: &mut impl MoveSink) {
        let mut targets = targets & self.allowed;
        if self.pinned.contains(from) {
            targets &= attacks::line(self.king, from);
        }
        sink.normal(from, targets);
    }

    #[inline]
    fn pieces(&self, sink: &mut impl MoveSink) {
        for from in self.own(Role::Knight) & !self.pinned {
            self.piece(from, attacks::knight(from), sink);
        }
        for from in self.own(Role::Bishop) {
            let mut targets = attacks::bishop(from, self.blockers);
            if self.position.variant().bishop_step {
                targets |= attacks::step(from) & !self.blockers;
            }
            self.piece(from, targets, sink);
        }
        for from in self.own(Role::Rook) {
            self.piece(from, attacks::rook(from, self.blockers), sink);
        }
        for from in self.own(Role::Queen) {
            self.piece(from, attacks::queen(from, self.blockers), sink);
        }
    }

    #[inline]
    fn pawns(&self, sink: &mut impl MoveSink) {
        let pawns = self.own(Role::Pawn);
        self.pawn_set(pawns & !self.pinned, Bitboard::FULL, sink);
        for from in pawns & self.pinned {
            self.pawn_set(Bitboard::of(from), attacks::line(self.king, from), sink);
        }
    }

    /// Emits the moves of pawns whose targets are on `line`.
    #[inline]
    fn pawn_set(&self, pawns: Bitboard, line: Bitboard, sink: &mut impl MoveSink) {
        let (up, forward): (i8, fn(Bitboard) -> Bitboard) = match self.us {
            Color::White => (8, |set| set.shift_up(1)),
            Color::Black => (-8, |set| set.shift_down(1)),
        };
        let variant = self.position.variant();
        let enemies = self.position.board().color(!self.us);
        let last = Bitboard::rank(variant.last_rank(self.us));
        let ahead = forward(pawns);
        let steps = ahead & !self.blockers;
        let groups = [
            (steps, up),
            (ahead.shift_left() & enemies, up - 1),
            (ahead.shift_right() & enemies, up + 1),
        ];
        for (targets, back) in groups {
            let targets = targets & self.pawns_allowed & line;
            sink.pawns(targets & !last, back, MoveKind::Normal);
            let promoting = targets & last;
            if promoting.any() {
                sink.promotions(promoting, back, &variant.promotions);
            }
        }
        if variant.double_step {
            let passed = forward(Bitboard::rank(variant.second_rank(self.us)));
            let targets = forward(steps & passed) & !self.blockers & self.pawns_allowed & line;
            sink.pawns(targets, 2 * up, MoveKind::DoubleStep);
        }
    }
}
