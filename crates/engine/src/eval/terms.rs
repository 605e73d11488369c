//! The terms besides material and piece-square values: mobility, threats, kings and pawns.
//!
//! Each term is a count that goes to a [`TermSink`]. For play the sink adds up weights; for fitting
//! it collects the counts. Both therefore have the same terms, and the value is linear in the
//! weights.

use super::weights::{DANGER_STEPS, GROUPS, start_of};
use minnow_rules::{Bitboard, Board, Color, Position, Role, Square, attacks};

/// Receives the terms of a position.
pub(super) trait TermSink {
    /// Counts the weight with this number `count` times for `us`.
    fn add(&mut self, us: Color, feature: usize, count: i32);
}

const KNIGHT_MOBILITY: usize = start_of("knight_mobility");
const BISHOP_MOBILITY: usize = start_of("bishop_mobility");
const ROOK_MOBILITY: usize = start_of("rook_mobility");
const QUEEN_MOBILITY: usize = start_of("queen_mobility");
const BISHOP_PAIR: usize = start_of("bishop_pair");
const ROOK_OPEN_FILE: usize = start_of("rook_open_file");
const ROOK_HALF_OPEN_FILE: usize = start_of("rook_half_open_file");
const PASSED: usize = start_of("pawn_passed");
const PASSED_BLOCKED: usize = start_of("passed_blocked");
const PASSED_SUPPORTED: usize = start_of("passed_supported");
const PASSED_OWN_KING: usize = start_of("passed_own_king");
const PASSED_ENEMY_KING: usize = start_of("passed_enemy_king");
const PASSED_UNCATCHABLE: usize = start_of("passed_uncatchable");
const DOUBLED: usize = start_of("pawn_doubled");
const ISOLATED: usize = start_of("pawn_isolated");
const SUPPORTED: usize = start_of("pawn_supported");
const PHALANX: usize = start_of("pawn_phalanx");
const FREE: usize = start_of("pawn_free");
const SHIELD: usize = start_of("king_shield");
const OPEN_FILE: usize = start_of("king_open_file");
const DANGER: usize = start_of("king_danger");
const KING_MOVES: usize = start_of("king_moves");
const FEW_MOVES: usize = start_of("few_moves");
const ALONE: usize = start_of("king_alone");
const HUNT: usize = start_of("king_hunt");
const PAWN_THREAT: usize = start_of("pawn_threat");
const MINOR_THREAT: usize = start_of("minor_threat");
const ROOK_THREAT: usize = start_of("rook_threat");
const HANGING: usize = start_of("hanging");
const CONTROL: usize = start_of("control");
const ROOM: usize = start_of("room");
const TEMPO: usize = start_of("tempo");

/// Attack units of a piece, pawn to king, that attacks the king's square or a neighbour of it. Each
/// attacked square counts one unit more.
const ATTACKER_UNITS: [i32; 6] = [0, 2, 2, 2, 3, 0];
/// Attack units of a possible check by a piece that no enemy piece could capture.
const SAFE_CHECK_UNITS: i32 = 3;

/// Facts about both sides, by colour.
struct TermContext<'a> {
    position: &'a Position,
    board: &'a Board,
    on_board: Bitboard,
    blockers: Bitboard,
    kings: [Option<Square>; 2],
    /// The squares of the kings and around them.
    rings: [Bitboard; 2],
    pawn_attacks: [Bitboard; 2],
    /// The files with pawns, one bit each from the a file.
    pawn_files: [u64; 2],
}

/// The squares that one side attacks.
struct Reach {
    all: Bitboard,
    minors: Bitboard,
    knights: Bitboard,
    rooks: Bitboard,
    diagonals: Bitboard,
    straights: Bitboard,
    /// Attack units against the enemy king.
    units: i32,
}

/// Counts all terms that are not sums over pieces and squares.
#[inline]
pub(super) fn count_terms(position: &Position, sink: &mut impl TermSink) {
    let context = TermContext::new(position);
    let white = context.pieces(Color::White, sink);
    let black = context.pieces(Color::Black, sink);
    context.placement(Color::White, sink);
    context.placement(Color::Black, sink);
    context.threats(Color::White, &white, &black, sink);
    context.threats(Color::Black, &black, &white, sink);
    context.space(Color::White, &white, &black, sink);
    context.space(Color::Black, &black, &white, sink);
    context.kings(Color::White, &white, &black, sink);
    context.kings(Color::Black, &black, &white, sink);
    context.pawns(Color::White, sink);
    context.pawns(Color::Black, sink);
    sink.add(position.turn(), TEMPO, 1);
}

impl<'a> TermContext<'a> {
    #[inline]
    fn new(position: &'a Position) -> TermContext<'a> {
        let board = position.board();
        let variant = position.variant();
        let kings = Color::ALL.map(|color| board.king(color));
        let ring = |king: Square| (attacks::king(king) | Bitboard::of(king)) & variant.board();
        let pawns = Color::ALL.map(|color| board.of(color, Role::Pawn));
        TermContext {
            position,
            board,
            on_board: variant.board(),
            blockers: position.blockers(),
            kings,
            rings: kings.map(|king| king.map_or(Bitboard::EMPTY, ring)),
            pawn_attacks: Color::ALL
                .map(|color| attacks::pawns(color, pawns[color.index()]) & variant.board()),
            pawn_files: pawns.map(files_of),
        }
    }

    /// Counts mobility, and returns the attacked squares.
    #[inline(always)]
    fn pieces(&self, us: Color, sink: &mut impl TermSink) -> Reach {
        let them = !us;
        let (board, ring) = (self.board, self.rings[them.index()]);
        let free = self.on_board & !board.color(us) & !self.pawn_attacks[them.index()];
        let pawns = self.pawn_attacks[us.index()];
        let king = self.rings[us.index()];
        let mut reach = Reach {
            all: Bitboard::EMPTY,
            minors: Bitboard::EMPTY,
            knights: Bitboard::EMPTY,
            rooks: Bitboard::EMPTY,
            diagonals: Bitboard::EMPTY,
            straights: Bitboard::EMPTY,
            units: (pawns & ring).count() as i32,
        };
        let mut piece =
            |mobility: usize, most: usize, role: Role, to: Bitboard, moves: Bitboard| {
                let count = (moves & free).count() as usize;
                sink.add(us, mobility + count.min(most - 1), 1);
                let hits = (to & ring).count() as i32;
                reach.units += hits + ATTACKER_UNITS[role.index()] * i32::from(hits > 0);
            };
        for from in board.of(us, Role::Knight) {
            let to = attacks::knight(from);
            piece(KNIGHT_MOBILITY, const { size(KNIGHT_MOBILITY) }, Role::Knight, to, to);
            reach.knights |= to;
        }
        let stepping = self.position.variant().bishop_step;
        for from in board.of(us, Role::Bishop) {
            let to = attacks::bishop(from, self.blockers);
            let steps =
                if stepping { attacks::step(from) & !self.blockers } else { Bitboard::EMPTY };
            piece(BISHOP_MOBILITY, const { size(BISHOP_MOBILITY) }, Role::Bishop, to, to | steps);
            reach.diagonals |= to;
        }
        reach.minors = reach.knights | reach.diagonals;
        for from in board.of(us, Role::Rook) {
            let to = attacks::rook(from, self.blockers);
            piece(ROOK_MOBILITY, const { size(ROOK_MOBILITY) }, Role::Rook, to, to);
            reach.rooks |= to;
        }
        reach.straights = reach.rooks;
        for from in board.of(us, Role::Queen) {
            let diagonal = attacks::bishop(from, self.blockers);
            let straight = attacks::rook(from, self.blockers);
            let to = diagonal | straight;
            piece(QUEEN_MOBILITY, const { size(QUEEN_MOBILITY) }, Role::Queen, to, to);
            reach.diagonals |= diagonal;
            reach.straights |= straight;
        }
        reach.all = pawns | king | reach.minors | reach.diagonals | reach.straights;
        reach
    }

    /// Rooks on open files, bishop pair.
    #[inline(always)]
    fn placement(&self, us: Color, sink: &mut impl TermSink) {
        let rooks = self.board.of(us, Role::Rook);
        let half_open = rooks & !on_files(self.pawn_files[us.index()]);
        let open = half_open & !on_files(self.pawn_files[(!us).index()]);
        sink.add(us, ROOK_OPEN_FILE, open.count() as i32);
        sink.add(us, ROOK_HALF_OPEN_FILE, (half_open & !open).count() as i32);
        let paired = self.board.of(us, Role::Bishop).has_two();
        let colour_bound = !self.position.variant().bishop_step;
        sink.add(us, BISHOP_PAIR, i32::from(paired && colour_bound));
    }

    /// Enemy pieces that are attacked or hanging.
    #[inline(always)]
    fn threats(&self, us: Color, ours: &Reach, theirs: &Reach, sink: &mut impl TermSink) {
        let board = self.board;
        let enemies = board.color(!us) & !board.role(Role::King);
        let by_pawn = self.pawn_attacks[us.index()] & enemies;
        if by_pawn.any() {
            for role in [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen] {
                let count = (by_pawn & board.role(role)).count() as i32;
                sink.add(us, PAWN_THREAT + role.index(), count);
            }
        }
        let rooks = enemies & board.role(Role::Rook);
        let queens = enemies & board.role(Role::Queen);
        sink.add(us, MINOR_THREAT, (ours.minors & rooks).count() as i32);
        sink.add(us, MINOR_THREAT + 1, (ours.minors & queens).count() as i32);
        sink.add(us, ROOK_THREAT, (ours.rooks & queens).count() as i32);
        let hanging = enemies & ours.all & !theirs.all;
        let pawns = hanging & board.role(Role::Pawn);
        let moving = usize::from(self.position.turn() == us);
        sink.add(us, HANGING + moving, pawns.count() as i32);
        sink.add(us, HANGING + 2 + moving, (hanging & !pawns).count() as i32);
    }

    /// Squares that the side controls, and safe squares behind its pawns.
    #[inline(always)]
    fn space(&self, us: Color, ours: &Reach, theirs: &Reach, sink: &mut impl TermSink) {
        let them = !us;
        sink.add(us, CONTROL, (ours.all & !theirs.all & self.on_board).count() as i32);
        let pawns = self.board.of(us, Role::Pawn);
        let behind = fill(them, forward(them, pawns)) & self.on_board & !pawns;
        sink.add(us, ROOM, (behind & !self.pawn_attacks[them.index()]).count() as i32);
    }

    /// The safety of the own king, and the danger to the enemy king.
    #[inline(always)]
    fn kings(&self, us: Color, ours: &Reach, theirs: &Reach, sink: &mut impl TermSink) {
        let (Some(king), Some(enemy)) = (self.kings[us.index()], self.kings[(!us).index()]) else {
            return;
        };
        let (own, pawns) = (self.board.color(us), self.board.of(us, Role::Pawn));
        let ahead = forward(us, beside(Bitboard::of(king)) | Bitboard::of(king));
        sink.add(us, SHIELD, (pawns & ahead).count() as i32);
        let files = (0b111 << king.file() >> 1) & self.on_board.0 & 0xff;
        let open = files & !self.pawn_files[us.index()];
        sink.add(us, OPEN_FILE, open.count_ones() as i32);

        let safe = self.on_board & !theirs.all & !own;
        let diagonal = attacks::bishop(enemy, self.blockers) & ours.diagonals;
        let straight = attacks::rook(enemy, self.blockers) & ours.straights;
        let leap = attacks::knight(enemy) & ours.knights;
        let checks = [diagonal, straight, leap].map(|from| i32::from((from & safe).any()));
        let units = ours.units + SAFE_CHECK_UNITS * checks.iter().sum::<i32>();
        sink.add(us, DANGER + (units as usize).min(DANGER_STEPS - 1), 1);

        let moves = (self.rings[us.index()] & !own & !theirs.all).count() as usize;
        sink.add(us, KING_MOVES + moves.min(const { size(KING_MOVES) } - 1), 1);
        if (own & !pawns) == Bitboard::of(king) {
            let taking = self.pawn_attacks[us.index()] & self.board.color(!us);
            let moves = moves + (forward(us, pawns) & !self.blockers | taking).count() as usize;
            sink.add(us, FEW_MOVES + moves.min(const { size(FEW_MOVES) } - 1), 1);
        }
        if self.board.color(!us) == Bitboard::of(enemy) {
            sink.add(us, ALONE, 1);
            sink.add(us, HUNT, distance(king, enemy));
        }
    }

    /// Pawn structure and passed pawns.
    #[inline(always)]
    fn pawns(&self, us: Color, sink: &mut impl TermSink) {
        let them = !us;
        let pawns = self.board.of(us, Role::Pawn);
        if pawns.is_empty() {
            return;
        }
        let supported = pawns & self.pawn_attacks[us.index()];
        let behind_own = fill(them, forward(them, pawns));
        let files = self.pawn_files[us.index()];
        let isolated = files & !(files << 1) & !(files >> 1);
        let isolated = pawns & on_files(isolated);
        sink.add(us, SUPPORTED, supported.count() as i32);
        sink.add(us, DOUBLED, (pawns & behind_own).count() as i32);
        sink.add(us, ISOLATED, isolated.count() as i32);
        sink.add(us, PHALANX, (pawns & pawns.shift_left()).count() as i32);
        sink.add(us, FREE, (forward(us, pawns) & !self.blockers).count() as i32);

        let guarded = fill(them, forward(them, self.board.of(them, Role::Pawn)));
        let passed = pawns & !guarded & !beside(guarded) & !behind_own;
        for pawn in passed {
            self.passed_pawn(us, pawn, supported.contains(pawn), sink);
        }
    }

    #[inline]
    fn passed_pawn(&self, us: Color, pawn: Square, supported: bool, sink: &mut impl TermSink) {
        let last = self.position.variant().last_rank(us);
        let to_go = i32::from(pawn.rank().abs_diff(last));
        let ahead = forward(us, Bitboard::of(pawn));
        let step = (to_go as usize).saturating_sub(1).min(const { size(PASSED) } - 1);
        sink.add(us, PASSED + step, 1);
        if (ahead & self.blockers).any() {
            sink.add(us, PASSED_BLOCKED + step, 1);
        }
        sink.add(us, PASSED_SUPPORTED, i32::from(supported));
        let (Some(own), Some(enemy), Some(next)) =
            (self.kings[us.index()], self.kings[(!us).index()], ahead.first())
        else {
            return;
        };
        sink.add(us, PASSED_OWN_KING, distance(own, next));
        sink.add(us, PASSED_ENEMY_KING, distance(enemy, next));
        let king_and_pawns = self.board.role(Role::King) | self.board.role(Role::Pawn);
        let path = fill(us, ahead) & self.on_board;
        if (self.board.color(!us) & !king_and_pawns).is_empty() && (path & self.blockers).is_empty()
        {
            // The rule of the square: the enemy king arrives too late to capture the new queen.
            let moves = to_go + i32::from(self.position.turn() != us);
            let late = distance(enemy, Square::new(pawn.file(), last)) > moves;
            sink.add(us, PASSED_UNCATCHABLE, i32::from(late));
        }
    }
}

/// The size of the group whose first weight has this number.
const fn size(start: usize) -> usize {
    let (mut at, mut number) = (0, 0);
    while number < start {
        number += GROUPS[at].size;
        at += 1;
    }
    GROUPS[at].size
}

/// The squares one rank ahead.
#[inline(always)]
fn forward(us: Color, set: Bitboard) -> Bitboard {
    match us {
        Color::White => set.shift_up(1),
        Color::Black => set.shift_down(1),
    }
}

/// The set and all squares ahead of it.
#[inline(always)]
fn fill(us: Color, mut set: Bitboard) -> Bitboard {
    for ranks in [1, 2, 4] {
        set |= match us {
            Color::White => set.shift_up(ranks),
            Color::Black => set.shift_down(ranks),
        };
    }
    set
}

/// The neighbours on both sides.
#[inline(always)]
fn beside(set: Bitboard) -> Bitboard {
    set.shift_left() | set.shift_right()
}

/// The files of a set, one bit each from the a file.
#[inline(always)]
fn files_of(set: Bitboard) -> u64 {
    fill(Color::Black, set).0 & 0xff
}

/// All squares of the files.
#[inline(always)]
fn on_files(files: u64) -> Bitboard {
    Bitboard(files.wrapping_mul(0x0101_0101_0101_0101))
}

/// The distance of two squares in king moves.
#[inline(always)]
fn distance(one: Square, other: Square) -> i32 {
    i32::from(one.distance(other))
}
