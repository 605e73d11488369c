//! A player at the board: one of Minnow's own, or a program.

use std::{path::PathBuf, time::Duration};

use web_time::Instant;

use super::{LimitChoice, PlayerEntry};
use crate::{MatchError, Player};
use minnow_base::sync::StopFlag;
use minnow_engine::{Root, SearchClock, SearchInfo, SearchLimits};
use minnow_external::{
    Choice, ProgramEntry, ProgramFault, ProgramLimits, ProgramPlayer, ReportedScore, SearchReport,
    Turn, TurnClock, TurnLimits,
};
use minnow_rules::{Color, Variant, result_text};
use minnow_runner::Runner;

/// A level leaves this much of its clock to the machine, in ms.
const OVERHEAD_MS: u64 = 20;

/// The limits of the programs of a tournament, and the files that they may not see.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ProgramConditions {
    /// The limits of each program.
    pub limits: ProgramLimits,
    /// Files and folders that a sandbox hides from the programs; each program's own folder stays
    /// visible.
    pub hidden: Vec<PathBuf>,
}

impl ProgramConditions {
    /// Starts a program for games of a board.
    pub(super) fn start(
        &self,
        runner: &Runner,
        program: &ProgramEntry,
        variant: &'static Variant,
    ) -> Result<ProgramPlayer, ProgramFault> {
        ProgramPlayer::start_without(runner, program, variant, &self.limits, &self.hidden)
    }
}

/// A player in one game.
pub(super) enum Side {
    Own(Box<Player>),
    Program(Box<ProgramPlayer>),
}

/// Why a player made no move.
pub(super) enum SideFailure {
    /// The tournament was stopped.
    Stopped,
    /// The program loses.
    Program(ProgramFault),
    /// A bug.
    Level(MatchError),
}

impl Side {
    /// Starts a player for one game; the seed decides the moves of one of Minnow's own.
    pub(super) fn start(
        entry: &PlayerEntry,
        variant: &'static Variant,
        runner: &Runner,
        conditions: &ProgramConditions,
        seed: u64,
    ) -> Result<Side, ProgramFault> {
        if let Some(kind) = entry.kind() {
            return Ok(Side::Own(Box::new(Player::new(kind, variant, seed))));
        }
        let Some(program) = entry.program() else {
            unreachable!("a checked plan holds the programs of its bots")
        };
        conditions.start(runner, program, variant).map(Box::new).map(Side::Program)
    }

    /// The move of a turn. `root` has the same position, with those before it.
    pub(super) fn choose(
        &mut self,
        root: &Root,
        turn: &Turn<'_>,
        stop: &StopFlag,
    ) -> Result<Choice, SideFailure> {
        let chosen = match self {
            Side::Own(player) => think(player, root, turn.limits, stop).map_err(SideFailure::Level),
            Side::Program(program) => program.choose(turn, stop).map_err(|fault| match fault {
                ProgramFault::Stopped => SideFailure::Stopped,
                fault => SideFailure::Program(fault),
            }),
        };
        // A stop ends a search early, so its move is not the player's.
        if stop.is_set() { Err(SideFailure::Stopped) } else { chosen }
    }

    /// Tells a program the result. Returns the last lines of its conversation, none of a level's.
    pub(super) fn finish(self, winner: Option<Color>, reason: &str) -> Vec<String> {
        match self {
            Side::Own(_) => Vec::new(),
            Side::Program(program) => {
                let lines = program.log();
                (*program).finish(result_text(winner), reason);
                lines
            }
        }
    }
}

/// The move of a player of Minnow's own. Time for which it was paused does not count.
fn think(
    player: &mut Player,
    root: &Root,
    limits: TurnLimits,
    stop: &StopFlag,
) -> Result<Choice, MatchError> {
    let now = || {
        let now = Instant::now();
        (now, stop.paused_until(now))
    };
    let limits = search_limits(limits, root.position.turn());
    let (begun, paused_before) = now();
    let choice = player.think(root, &limits, stop)?;
    let (ended, paused_after) = now();
    let paused = paused_after.saturating_sub(paused_before);
    let took = ended.duration_since(begun).saturating_sub(paused);
    let report = choice.info.as_ref().and_then(report_of);
    Ok(Choice { mv: choice.mv, report, took_ms: milliseconds(took) })
}

/// The limits of a level's search.
fn search_limits(limits: TurnLimits, turn: Color) -> SearchLimits {
    let TurnLimits { movetime_ms, nodes, depth, clock } = limits;
    let clock_of = |clock: TurnClock| SearchClock {
        remaining_ms: clock.left_ms[turn.index()],
        increment_ms: clock.increment_ms[turn.index()],
        moves_to_go: clock.moves_to_go,
    };
    let overhead_ms = if clock.is_some() { OVERHEAD_MS } else { 0 };
    let clock = clock.map(clock_of);
    SearchLimits { movetime_ms, nodes, depth, clock, overhead_ms, ..SearchLimits::default() }
}

/// A level's search as programs report theirs; `None` for a move without a search, as from a book.
fn report_of(info: &SearchInfo) -> Option<SearchReport> {
    let score = match info.score.mate_in() {
        Some(moves) => ReportedScore::Mate(moves),
        None => ReportedScore::Centipawns(info.score.value()),
    };
    (info.depth > 0).then(|| SearchReport {
        line_number: 1,
        depth: info.depth,
        score: Some(score),
        nodes: info.nodes,
        time_ms: milliseconds(info.elapsed),
        line: info.pv.clone(),
    })
}

fn milliseconds(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

/// The clocks of a game, White's first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Clocks {
    /// Below zero for a player within the margin.
    balance_ms: [i64; 2],
    increment_ms: u64,
}

impl Clocks {
    /// `None` if the plan has none.
    pub(super) fn new(limits: LimitChoice) -> Option<Clocks> {
        match limits {
            LimitChoice::Clock { base_ms, increment_ms } => {
                Some(Clocks { balance_ms: [signed(base_ms); 2], increment_ms })
            }
            LimitChoice::MoveTime(_) | LimitChoice::Nodes(_) | LimitChoice::Depth(_) => None,
        }
    }

    /// The times that are left, White's first.
    pub(super) fn left_ms(&self) -> [u64; 2] {
        self.balance_ms.map(|balance| u64::try_from(balance).unwrap_or(0))
    }

    /// Takes the time of a move from a clock. False if it was too long. A margin for the delays
    /// between referee and player is allowed in a game, not for each move: otherwise a player whose
    /// clock is at zero could move for ever.
    #[must_use]
    pub(super) fn press(&mut self, mover: Color, took_ms: u64) -> bool {
        let balance = &mut self.balance_ms[mover.index()];
        let left = balance.saturating_sub(signed(took_ms));
        *balance = left.saturating_add(signed(self.increment_ms));
        left >= -signed(milliseconds(ProgramLimits::default().margin))
    }
}

fn signed(ms: u64) -> i64 {
    i64::try_from(ms).unwrap_or(i64::MAX)
}

/// The limits of the next move.
pub(super) fn turn_limits(limits: LimitChoice, clocks: Option<Clocks>) -> TurnLimits {
    let none = TurnLimits::default();
    match (limits, clocks) {
        (LimitChoice::MoveTime(ms), _) => TurnLimits { movetime_ms: Some(ms), ..none },
        (LimitChoice::Nodes(nodes), _) => TurnLimits { nodes: Some(nodes), ..none },
        (LimitChoice::Depth(depth), _) => TurnLimits { depth: Some(depth), ..none },
        (LimitChoice::Clock { .. }, clocks) => {
            let clock = clocks.map(|clocks| TurnClock {
                left_ms: clocks.left_ms(),
                increment_ms: [clocks.increment_ms; 2],
                moves_to_go: None,
            });
            TurnLimits { clock, ..none }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_runs_down_and_gains_its_increment() {
        let limits = LimitChoice::Clock { base_ms: 1_000, increment_ms: 100 };
        let mut clocks = Clocks::new(limits).unwrap();
        assert!(clocks.press(Color::White, 300));
        assert!(clocks.press(Color::Black, 1_200), "the margin");
        assert_eq!(clocks.left_ms(), [800, 0]);
        assert!(!clocks.press(Color::Black, 5_000));
        let clock = turn_limits(limits, Some(clocks)).clock.unwrap();
        assert_eq!((clock.left_ms[0], clock.increment_ms), (800, [100, 100]));
        let mut slow = Clocks::new(LimitChoice::Clock { base_ms: 1_000, increment_ms: 0 }).unwrap();
        let moves = (0..9).take_while(|_| slow.press(Color::White, 400)).count();
        assert_eq!((moves, slow.left_ms()), (3, [0, 1_000]), "the margin is that of a game");
        assert_eq!(Clocks::new(LimitChoice::Nodes(5)), None);
        assert_eq!(turn_limits(LimitChoice::Nodes(5), None).nodes, Some(5));
    }
}
