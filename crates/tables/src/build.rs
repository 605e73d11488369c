//! Retrograde analysis of one class.
//!
//! 1. Every position is looked at once, forwards: its moves are counted, the moves that leave the
//!    class are valued by the tables of fewer men or fewer pawns, and the ends of the game found.
//! 2. From the ends backwards, ply by ply: a position before a loss is a win one ply longer, and a
//!    position whose last move that was not yet known to lose turns out to lose is a loss.
//! 3. What is not reached is a draw.

use std::collections::HashMap;

use super::{
    TableClass, TableSet, TableValue,
    index::{Indexer, Placement},
};
use minnow_base::alloc::{MemoryRefused, check_room, filled};
use minnow_base::sync::StopFlag;
use minnow_rules::{
    Bitboard, Color, Move, MoveKind, Piece, Position, Role, Square, Variant, attacks,
};

/// Why a build has ended without a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BuildStopped {
    /// The stop flag was set.
    #[error("the build was stopped")]
    ByRequest,
    /// A win takes more plies than [`TableValue::MAX_PLIES`].
    #[error("a win needs more than {} plies, which a table cannot hold", TableValue::MAX_PLIES)]
    TooLong,
    /// The memory does not suffice.
    #[error(transparent)]
    Memory(#[from] MemoryRefused),
}

/// The progress of the build of a class.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Progress {
    /// The share that is done, 0 to 1.
    pub done: f32,
}

/// The share of the time that the first, forward pass takes.
const FORWARD_SHARE: f32 = 0.6;
/// The stop flag is read and progress reported after this many positions.
const POSITIONS_PER_REPORT: usize = 1 << 15;
/// The memory of a build for each entry, in bytes: the value, the count of moves, and the positions
/// that become known at one distance.
const BYTES_PER_ENTRY: usize = 7;
/// The value of a position that is not known yet.
const UNKNOWN: u8 = TableValue::Draw.to_byte();

/// Builds the values of a class. `below` must hold every class that a move can lead to.
pub(super) fn build(
    class: &TableClass,
    variant: &'static Variant,
    below: &TableSet,
    stop: &StopFlag,
    report: &mut dyn FnMut(Progress),
) -> Result<Vec<u8>, BuildStopped> {
    let indexer = Indexer::new(class, variant);
    let size = indexer.len();
    check_room(size.saturating_mul(BYTES_PER_ENTRY))?;
    let mut build = Build {
        variant,
        indexer,
        is_over: variant.bare_kings_draw && class.has_bare_kings(),
        values: filled(size, || TableValue::NO_POSITION)?,
        moves_left: filled(size, || 0)?,
        plies: Vec::new(),
        passed: HashMap::new(),
        below,
    };
    build.look_forward(stop, report)?;
    build.work_backward(stop, report)?;
    Ok(build.values)
}

/// The facts that become known at one distance.
#[derive(Default)]
struct Events {
    /// Positions that are won.
    wins: Vec<u32>,
    /// Positions of which one more move loses; they are lost if it was the last.
    losing_moves: Vec<u32>,
    /// Ends of the game, lost for the side to move.
    ends: Vec<u32>,
    /// En passant captures that win for the side that answers a double step.
    passant_wins: Vec<(u32, usize)>,
}

/// A double step that can be answered en passant. It leads to a position of the table, in which the
/// opponent has the capture as one move more.
struct DoubleStep {
    /// The position before the double step.
    before: u32,
    /// The value of the best en passant capture for the side that captures.
    capture: TableValue,
    /// True once the double step is known to lose.
    is_counted: bool,
}

struct Build<'a> {
    variant: &'static Variant,
    indexer: Indexer,
    /// True if the rules end every game with these men in a draw. Only a checkmate comes first.
    is_over: bool,
    values: Vec<u8>,
    /// For each position, the moves that are not yet known to lose.
    moves_left: Vec<u8>,
    /// The events of each distance.
    plies: Vec<Events>,
    /// The double steps that lead to a position, by its number.
    passed: HashMap<u32, Vec<DoubleStep>>,
    below: &'a TableSet,
}

impl Build<'_> {
    fn events(&mut self, plies: u8) -> &mut Events {
        let index = usize::from(plies);
        if self.plies.len() <= index {
            self.plies.resize_with(index + 1, Events::default);
        }
        &mut self.plies[index]
    }

    /// Notes the value of one move of each of these positions, for the side that makes it.
    fn note(&mut self, value: TableValue, numbers: impl IntoIterator<Item = u32>) {
        match value {
            TableValue::Win(plies) => self.events(plies).wins.extend(numbers),
            TableValue::Loss(plies) => self.events(plies).losing_moves.extend(numbers),
            TableValue::Draw => {}
        }
    }

    fn look_forward(
        &mut self,
        stop: &StopFlag,
        report: &mut dyn FnMut(Progress),
    ) -> Result<(), BuildStopped> {
        let size = self.values.len();
        for number in 0..size {
            if number % POSITIONS_PER_REPORT == 0 {
                check(stop)?;
                report(Progress { done: FORWARD_SHARE * number as f32 / size as f32 });
            }
            let position = self.indexer.placement(number).and_then(|it| it.position(self.variant));
            if let Some(position) = position {
                self.values[number] = UNKNOWN;
                self.look_at(&position, number as u32);
            }
        }
        Ok(())
    }

    /// Counts the moves of a position and values those that leave the class.
    fn look_at(&mut self, position: &Position, number: u32) {
        let moves = position.safe_moves();
        if moves.is_empty() {
            if let TableValue::Loss(plies) = end_value(position) {
                self.events(plies).ends.push(number);
            }
            return;
        }
        if self.is_over {
            return;
        }
        self.moves_left[number as usize] = moves.len() as u8;
        for mv in moves.iter() {
            if position.captured(mv).is_some() || mv.promotion().is_some() {
                if let Some(after) = self.below.value_of_placement(&position.play(mv)) {
                    self.note(after.before_move(), [number]);
                }
            } else if mv.kind() == MoveKind::DoubleStep {
                self.look_at_double_step(position, number, mv);
            }
        }
    }

    fn look_at_double_step(&mut self, position: &Position, number: u32, mv: Move) {
        let next = position.play(mv);
        if next.en_passant().is_none() {
            return;
        }
        let captures = next.safe_moves();
        let captures = captures.iter().filter(|mv| mv.kind() == MoveKind::EnPassant);
        let values = captures.filter_map(|mv| {
            self.below.value_of_placement(&next.play(mv)).map(TableValue::before_move)
        });
        let (Some(capture), Some(after)) = (values.max(), self.number_of(&next)) else { return };
        let steps = self.passed.entry(after).or_default();
        steps.push(DoubleStep { before: number, capture, is_counted: false });
        let index = steps.len() - 1;
        if let TableValue::Win(plies) = capture {
            self.events(plies + 1).passant_wins.push((after, index));
        }
    }

    /// The number of a position of this class.
    fn number_of(&self, position: &Position) -> Option<u32> {
        let (_, is_swapped) = TableClass::of_board(position.board());
        let placement = Placement::of(position, is_swapped);
        self.indexer.number(&placement).map(|number| number as u32)
    }

    fn work_backward(
        &mut self,
        stop: &StopFlag,
        report: &mut dyn FnMut(Progress),
    ) -> Result<(), BuildStopped> {
        let (mut plies, mut known) = (0_u8, 0_usize);
        while usize::from(plies) < self.plies.len() {
            if plies > TableValue::MAX_PLIES {
                return Err(BuildStopped::TooLong);
            }
            let mut events = std::mem::take(&mut self.plies[usize::from(plies)]);
            self.count_passant_wins(&mut events);
            let mut losses = std::mem::take(&mut events.ends);
            for number in events.losing_moves {
                let left = &mut self.moves_left[number as usize];
                *left = left.saturating_sub(1);
                if *left == 0 {
                    losses.push(number);
                }
            }
            for (numbers, value) in
                [(losses, TableValue::Loss(plies)), (events.wins, TableValue::Win(plies))]
            {
                for number in numbers {
                    if known % POSITIONS_PER_REPORT == 0 {
                        check(stop)?;
                        let share = known as f32 / self.values.len() as f32;
                        report(Progress { done: FORWARD_SHARE + (1.0 - FORWARD_SHARE) * share });
                    }
                    if self.values[number as usize] == UNKNOWN {
                        self.values[number as usize] = value.to_byte();
                        if !self.is_over {
                            self.tell_predecessors(number, value);
                        }
                    }
                    known += 1;
                }
            }
            plies += 1;
        }
        Ok(())
    }

    /// Adds the double steps that lose to an en passant capture at this distance.
    fn count_passant_wins(&mut self, events: &mut Events) {
        for (after, index) in std::mem::take(&mut events.passant_wins) {
            let step = self.passed.get_mut(&after).and_then(|steps| steps.get_mut(index));
            if let Some(step) = step.filter(|step| !step.is_counted) {
                step.is_counted = true;
                events.losing_moves.push(step.before);
            }
        }
    }

    /// Passes the value of a position on to the positions before it.
    fn tell_predecessors(&mut self, number: u32, value: TableValue) {
        let Some(placement) = self.indexer.placement(number as usize) else { return };
        let mut numbers = Vec::with_capacity(32);
        self.predecessors(&placement, &mut numbers);
        self.note(value.before_move(), numbers);
        self.tell_double_steps(number, value);
    }

    /// Passes the value of a position on to the double steps before it that can be answered en
    /// passant: the opponent chooses between the value and the capture.
    fn tell_double_steps(&mut self, number: u32, value: TableValue) {
        let Some(steps) = self.passed.get_mut(&number) else { return };
        let mut known = Vec::new();
        for step in steps {
            match (value, value.max(step.capture).before_move()) {
                (TableValue::Win(_), TableValue::Loss(plies)) if !step.is_counted => {
                    step.is_counted = true;
                    known.push((step.before, TableValue::Loss(plies)));
                }
                (TableValue::Loss(_), TableValue::Win(plies)) => {
                    known.push((step.before, TableValue::Win(plies)));
                }
                _ => {}
            }
        }
        for (before, value) in known {
            self.note(value, [before]);
        }
    }

    /// Adds the number of every position once for each of its moves that leads to a position with
    /// the number of `placement` without a capture or promotion.
    fn predecessors(&self, placement: &Placement, numbers: &mut Vec<u32>) {
        let mover = !placement.turn;
        let occupied = placement.board.occupied() | self.variant.off_board();
        for to in placement.board.color(mover) {
            let Some(role) = placement.board.role_on(to) else { continue };
            for from in self.origins(placement, role, to, occupied) {
                let mut before = Placement { turn: mover, ..*placement };
                before.board.set(to, None);
                before.board.set(from, Some(Piece { color: mover, role }));
                let found = self.indexer.numbers_before(&before, placement);
                // A number can belong to no position: the king of the side not to move would hang.
                let of_positions = found
                    .into_iter()
                    .flatten()
                    .filter(|number| self.values[*number] != TableValue::NO_POSITION);
                numbers.extend(of_positions.map(|number| number as u32));
            }
        }
    }

    /// The empty squares from which a man can have come to `to` without a capture.
    fn origins(
        &self,
        placement: &Placement,
        role: Role,
        to: Square,
        occupied: Bitboard,
    ) -> Bitboard {
        let reached = match role {
            Role::Pawn => return self.pawn_origins(placement, to, occupied),
            Role::Knight => attacks::knight(to),
            Role::Bishop if self.variant.bishop_step => {
                attacks::bishop(to, occupied) | attacks::step(to)
            }
            Role::Bishop => attacks::bishop(to, occupied),
            Role::Rook => attacks::rook(to, occupied),
            Role::Queen => attacks::queen(to, occupied),
            Role::King => attacks::king(to),
        };
        reached & !occupied
    }

    fn pawn_origins(&self, placement: &Placement, to: Square, occupied: Bitboard) -> Bitboard {
        let mover = !placement.turn;
        let back: i8 = if mover == Color::White { -1 } else { 1 };
        let mut origins = Bitboard::EMPTY;
        let Some(one) = to.offset(0, back).filter(|one| !occupied.contains(*one)) else {
            return origins;
        };
        if one.rank() != self.variant.last_rank(!mover) {
            origins |= Bitboard::of(one);
        }
        let two = one.offset(0, back).filter(|two| !occupied.contains(*two));
        if let Some(two) = two
            && self.variant.double_step
            && two.rank() == self.variant.second_rank(mover)
            && !self.can_be_passed(placement, two, one, to)
        {
            origins |= Bitboard::of(two);
        }
        origins
    }

    /// True if the double step can be answered en passant. Such a step is kept in `passed`.
    fn can_be_passed(&self, placement: &Placement, from: Square, one: Square, to: Square) -> bool {
        let mover = !placement.turn;
        let capturers = attacks::pawn(mover, one) & placement.board.of(!mover, Role::Pawn);
        if !self.variant.en_passant || capturers.is_empty() {
            return false;
        }
        let mut before = Placement { turn: mover, ..*placement };
        before.board.set(to, None);
        before.board.set(from, Some(Piece { color: mover, role: Role::Pawn }));
        let step = Move::new(from, to, MoveKind::DoubleStep);
        let position = before.position(self.variant);
        position.is_some_and(|position| position.play(step).en_passant().is_some())
    }
}

fn check(stop: &StopFlag) -> Result<(), BuildStopped> {
    if stop.is_set() { Err(BuildStopped::ByRequest) } else { Ok(()) }
}

/// The value of a position in which no move keeps the own king.
pub(super) fn end_value(position: &Position) -> TableValue {
    let variant = position.variant();
    if variant.king_capture && position.count_legal_moves() > 0 {
        return TableValue::Loss(2);
    }
    let plies = u8::from(variant.ply_limit().is_some());
    if position.loses_without_move() { TableValue::Loss(plies) } else { TableValue::Draw }
}
