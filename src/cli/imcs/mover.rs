//! The player on a server: a level, or a program of somebody else.

use std::path::Path;

use crate::cli::{Failure, bad_input, programs::check_runner};
use minnow_arena::{Player, PlayerKind};
use minnow_base::sync::StopFlag;
use minnow_engine::{LEVELS, Root, SearchClock, SearchLimits};
use minnow_external::{
    ProgramEntry, ProgramFault, ProgramLimits, ProgramPlayer, Turn, TurnClock, TurnLimits,
};
use minnow_imcs::GameEnd;
use minnow_program as program;
use minnow_rules::{Color, Move, Position, Variant, result_text};
use minnow_runner::Runner;

/// The time of a move in a game without clocks.
const UNTIMED_MOVE_MS: u64 = 10_000;

/// Kept on the clock for the way to the server.
const OVERHEAD_MS: u64 = 100;

/// The kind of player that the arguments name.
pub(super) enum MoverKind {
    Level(u8),
    Program(Box<ProgramEntry>, Runner),
}

/// A player in one game.
pub(super) enum Mover {
    Level(Box<Player>),
    Program { name: String, player: Option<ProgramPlayer> },
}

impl Mover {
    /// The move after these moves from the start; `None` to resign. The clocks are the own one and the
    /// opponent's, in ms.
    pub(super) fn choose(&mut self, moves: &[Move], clocks_ms: [Option<u64>; 2]) -> Option<Move> {
        let mut root = Root::new(Position::start(Variant::default_variant()));
        moves.iter().for_each(|mv| root.play(*mv));
        if root.position.legal_moves().is_empty() {
            return None;
        }
        match self {
            Mover::Level(player) => choose_by_level(player, &root, clocks_ms[0]),
            Mover::Program { name, player } => {
                let chosen = choose_by_program(player.as_mut()?, moves, &root.position, clocks_ms);
                let fault = match chosen {
                    Ok(mv) => return Some(mv),
                    Err(fault) => fault,
                };
                if fault != ProgramFault::Resigned {
                    program::report(format_args!("minnow: {name}: {fault}"));
                }
                // It is not asked again in this game.
                *player = None;
                None
            }
        }
    }

    /// Ends a program after its game.
    pub(super) fn finish(self, end: GameEnd) {
        if let Mover::Program { player: Some(player), .. } = self {
            player.finish(result_text(end.winner), &end.to_string());
        }
    }
}

impl MoverKind {
    /// The player of the arguments, of which at most one is given.
    pub(super) fn of(
        level: Option<u8>,
        command: Option<&str>,
        folder: Option<&Path>,
    ) -> Result<MoverKind, Failure> {
        let entry = if let Some(command) = command {
            let words = ProgramEntry::parse_command_line(command)
                .map_err(|error| Failure::refused("--program", error))?;
            ProgramEntry::of_command(command, &words)
        } else if let Some(folder) = folder {
            ProgramEntry::from_bot_folder(folder).map_err(bad_input)?
        } else {
            return Ok(MoverKind::Level(level.unwrap_or(LEVELS.len() as u8)));
        };
        let runner = Runner::new();
        check_runner(&runner)?;
        Ok(MoverKind::Program(Box::new(entry), runner))
    }

    /// The player of a game; a program is started.
    pub(super) fn for_game(&self, seed: u64) -> Result<Mover, Failure> {
        let variant = Variant::default_variant();
        match self {
            MoverKind::Level(number) => {
                let player = Player::new(PlayerKind::Level(*number), variant, seed);
                Ok(Mover::Level(Box::new(player)))
            }
            MoverKind::Program(entry, runner) => {
                let limits = ProgramLimits::default();
                let player = ProgramPlayer::start(runner, entry, variant, &limits)
                    .map_err(|fault| Failure::BadInput(format!("{}: {fault}", entry.name)))?;
                Ok(Mover::Program { name: entry.name.clone(), player: Some(player) })
            }
        }
    }
}

fn choose_by_level(player: &mut Player, root: &Root, own_ms: Option<u64>) -> Option<Move> {
    let clock = own_ms.map(|remaining_ms| SearchClock {
        remaining_ms,
        increment_ms: 0,
        moves_to_go: root.position.moves_left(),
    });
    let movetime_ms = clock.is_none().then_some(UNTIMED_MOVE_MS);
    let limits =
        SearchLimits { clock, movetime_ms, overhead_ms: OVERHEAD_MS, ..SearchLimits::default() };
    player.think(root, &limits, &StopFlag::new()).ok().map(|choice| choice.mv)
}

fn choose_by_program(
    player: &mut ProgramPlayer,
    moves: &[Move],
    position: &Position,
    clocks_ms: [Option<u64>; 2],
) -> Result<Move, ProgramFault> {
    let clock = match clocks_ms {
        [Some(own), Some(other)] => {
            let own = own.saturating_sub(OVERHEAD_MS).max(1);
            let is_white = position.turn() == Color::White;
            let left_ms = if is_white { [own, other] } else { [other, own] };
            Some(TurnClock { left_ms, increment_ms: [0; 2], moves_to_go: None })
        }
        _ => None,
    };
    let movetime_ms = clock.is_none().then_some(UNTIMED_MOVE_MS);
    let limits = TurnLimits { movetime_ms, clock, ..TurnLimits::default() };
    let start = Position::start(position.variant());
    let turn = Turn { start: &start, moves, position, limits };
    player.choose(&turn, &StopFlag::new()).map(|choice| choice.mv)
}
