//! A running program in a game or an analysis, whatever its protocol.

use std::{
    path::{Path, PathBuf},
    time::Duration,
};

use minnow_base::sync::StopFlag;
use minnow_rules::Variant;
use minnow_runner::{Launch, Protocol, RunFault, RunLimits, Runner};

use super::{
    Choice, EngineIdentity, ProgramEntry, ProgramFault, SearchReport, TestedProgram, Turn,
    conversation::Conversation, text_player::TextPlayer, uci_board::UciBoard,
    uci_engine::UciEngine,
};

/// The time and the resources of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProgramLimits {
    /// The time for the answer to `uci` and to each `isready`. A program of the text protocol has none to
    /// answer: its first move, while it may still be starting, may take so much longer, at most 2 s.
    pub handshake: Duration,
    /// The time beyond that of the move after which a move is late.
    pub margin: Duration,
    /// The limits of the process. The time is that of a move which no time limits, and the output that
    /// of each answer.
    pub run: RunLimits,
}

impl Default for ProgramLimits {
    /// 10 s for a handshake, a margin of 500 ms, 120 s for a move without a limit of time, 4 GB of
    /// memory, 16 MB of output for each answer, 64 processes.
    fn default() -> ProgramLimits {
        let run = RunLimits {
            time: Duration::from_secs(120),
            memory_bytes: 4 << 30,
            output_bytes: 16 << 20,
            processes: 64,
        };
        let handshake = Duration::from_secs(10);
        ProgramLimits { handshake, margin: Duration::from_millis(500), run }
    }
}

/// The most time beyond that of the first move in which a program of the text protocol starts.
const MAX_START_TIME: Duration = Duration::from_secs(2);

/// The time in which a program of the text protocol shows that it does not work.
const TRIAL_TIME: Duration = Duration::from_millis(500);

/// A running program. Dropping it ends it.
pub struct ProgramPlayer {
    speaker: Speaker,
    limits: ProgramLimits,
}

/// The side of the protocol that is Minnow's.
enum Speaker {
    Uci(Box<UciEngine>),
    Text(Box<TextPlayer>),
}

impl ProgramPlayer {
    /// Starts a program for games of a variant. A UCI engine has then got its options and its board,
    /// and is ready.
    ///
    /// # Errors
    ///
    /// A [`ProgramFault`] if it cannot be started, is no UCI engine, has no such option or does not
    /// play this board.
    pub fn start(
        runner: &Runner,
        entry: &ProgramEntry,
        variant: &'static Variant,
        limits: &ProgramLimits,
    ) -> Result<ProgramPlayer, ProgramFault> {
        ProgramPlayer::start_without(runner, entry, variant, limits, &[])
    }

    /// Starts a program for which a sandbox hides these files and folders; its own folder stays
    /// visible.
    ///
    /// # Errors
    ///
    /// The faults of [`ProgramPlayer::start`].
    pub fn start_without(
        runner: &Runner,
        entry: &ProgramEntry,
        variant: &'static Variant,
        limits: &ProgramLimits,
        hidden: &[PathBuf],
    ) -> Result<ProgramPlayer, ProgramFault> {
        let start = |shown: Option<&Path>| start(runner, entry, limits, hidden, shown);
        let speaker = match entry.protocol {
            Protocol::Text => {
                let conversation = start(None)?;
                let start_time = limits.handshake.min(MAX_START_TIME);
                let player = TextPlayer::new(conversation, entry.lists_moves, start_time);
                Speaker::Text(Box::new(player))
            }
            Protocol::Uci => {
                let board = UciBoard::new(entry, variant);
                let conversation = start(board.rules_path())?;
                let engine = UciEngine::start(conversation, entry, board, limits.handshake)?;
                Speaker::Uci(Box::new(engine))
            }
        };
        Ok(ProgramPlayer { speaker, limits: *limits })
    }

    /// The program's move. [`StopFlag::stop`] ends the search of a UCI engine early, and its move is
    /// taken; a pause of the flag is ignored. After a fault the program is of no use any more.
    ///
    /// # Errors
    ///
    /// A [`ProgramFault`] if there is no legal move in time; [`ProgramFault::Stopped`] if a program
    /// that cannot be stopped was.
    pub fn choose(&mut self, turn: &Turn<'_>, stop: &StopFlag) -> Result<Choice, ProgramFault> {
        let time = turn.limits.time(turn.position.turn()).unwrap_or(self.limits.run.time);
        let time = AnswerTime { time, margin: self.limits.margin };
        match &mut self.speaker {
            Speaker::Uci(engine) => engine.choose(turn, time, stop),
            Speaker::Text(player) => player.choose(turn.position, time, stop),
        }
    }

    /// Analyses a position with this many lines until the flag is stopped or the engine ends its
    /// search, and reports each line with a score as it comes in. A pause of the flag is ignored.
    ///
    /// # Errors
    ///
    /// A [`ProgramFault`]; [`ProgramFault::NoAnalysis`] for a program of the text protocol.
    pub fn analyse(
        &mut self,
        turn: &Turn<'_>,
        lines: u32,
        stop: &StopFlag,
        report: &mut dyn FnMut(SearchReport),
    ) -> Result<(), ProgramFault> {
        match &mut self.speaker {
            Speaker::Uci(engine) => engine.analyse(turn, lines, stop, report),
            Speaker::Text(_) => Err(ProgramFault::NoAnalysis),
        }
    }

    /// Tells the program the result, such as `1-0`, and the reason, and waits half a second for its
    /// end.
    pub fn finish(self, result: &str, reason: &str) {
        match self.speaker {
            Speaker::Uci(engine) => engine.finish(),
            Speaker::Text(player) => player.finish(result, reason),
        }
    }

    /// The last lines to and from the program: `< ` begins a line to it, `> ` one from it.
    pub fn log(&self) -> Vec<String> {
        match &self.speaker {
            Speaker::Uci(engine) => engine.log(),
            Speaker::Text(player) => player.log(),
        }
    }
}

/// The time of an answer.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AnswerTime {
    pub time: Duration,
    /// The time beyond it after which the answer is late.
    pub margin: Duration,
}

impl AnswerTime {
    pub(crate) fn with_margin(self) -> Duration {
        self.time.saturating_add(self.margin)
    }
}

/// Shakes hands with a UCI engine, tries the boards as a game does, and ends it. The boards take at most
/// half a minute and the time of one more board; the flag leaves the rest of them unchecked.
///
/// # Errors
///
/// A [`ProgramFault`] if it cannot be started or does not answer as UCI asks. For a program of the
/// text protocol only its start is tried, and its identity is the entry's name.
pub fn test_program(
    runner: &Runner,
    entry: &ProgramEntry,
    stop: &StopFlag,
) -> Result<TestedProgram, ProgramFault> {
    let limits = ProgramLimits::default();
    if entry.protocol == Protocol::Text {
        let mut conversation = start(runner, entry, &limits, &[], None)?;
        conversation.poll(TRIAL_TIME)?;
        let identity = EngineIdentity { name: entry.name.clone(), ..EngineIdentity::default() };
        return Ok(TestedProgram { identity, boards: Vec::new() });
    }
    let board = UciBoard::of_all(entry);
    let conversation = start(runner, entry, &limits, &[], board.rules_path())?;
    UciEngine::test(conversation, entry, board, limits.handshake, stop)
}

/// Starts the process. A sandbox shows it this file besides.
fn start(
    runner: &Runner,
    entry: &ProgramEntry,
    limits: &ProgramLimits,
    hidden: &[PathBuf],
    shown: Option<&Path>,
) -> Result<Conversation, ProgramFault> {
    if let Some(reason) = entry.start_problem() {
        let command = entry.command.first().cloned().unwrap_or_default();
        return Err(RunFault::NotStarted { command, reason: reason.to_owned() }.into());
    }
    let (command, folder) = (entry.start_command(), entry.start_folder());
    let shown: Vec<PathBuf> = shown.into_iter().map(PathBuf::from).collect();
    let launch =
        Launch { hidden, shown: &shown, limits: limits.run, ..Launch::new(&command, &folder) };
    Ok(Conversation::start(runner, &launch)?)
}
