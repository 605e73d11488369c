//! The Universal Chess Interface from the side of the user interface.
//!
//! Before each search the engine gets the position and `isready`, and what it wrote before its
//! `readyok` is dropped: a second best move, or one that nobody asked for.

use std::time::Duration;
use web_time::Instant;

use minnow_base::sync::StopFlag;
use minnow_rules::{Move, Position, Variant, builtin_variants};

use super::{
    Choice, EngineIdentity, OptionError, ProgramEntry, ProgramFault, RulesCheck, SearchReport,
    TestedBoard, TestedProgram, Turn, TurnLimits, UciOption, UciOptionKind,
    conversation::{Conversation, POLL_TIME, millis},
    info::{InfoLine, best_move, ends_search},
    player::AnswerTime,
    uci_board::{UciBoard, VARIANT_OPTION},
};

/// The options that are read of an engine.
const MAX_OPTIONS: usize = 1_000;

/// The time for the best move after `stop`.
const STOP_TIME: Duration = Duration::from_secs(2);

/// The time for which an analysis may write the output of one answer.
const ANSWER_INTERVAL: Duration = Duration::from_secs(1);

/// The time in which the boards of a test begin.
const BOARDS_TIME: Duration = Duration::from_secs(30);

/// The option for the number of lines.
const LINES_OPTION: &str = "MultiPV";

/// A running engine.
pub(crate) struct UciEngine {
    conversation: Conversation,
    identity: EngineIdentity,
    handshake: Duration,
    /// With the file that the engine may read at any time.
    board: UciBoard,
    /// The number of lines that was set last.
    lines: Option<i64>,
}

/// The move of a position that does not occur under the rules of check, which most engines know only:
/// it takes the king, or every move leaves the own king to be taken. For an engine of these rules such
/// a game is over, and the choice does not change the result.
fn move_without_search(position: &Position) -> Option<Move> {
    let moves = position.legal_moves();
    let takes_king = moves.iter().find(|mv| position.takes_king(*mv));
    takes_king.or_else(|| moves.iter().next().filter(|_| !position.has_safe_move()))
}

/// The time of a search under way.
struct SearchTime<'a> {
    stop: &'a StopFlag,
    begun: Instant,
    /// `None` for one without a limit.
    time: Option<AnswerTime>,
    /// The moment of the command `stop`.
    stopped: Option<Instant>,
}

impl<'a> SearchTime<'a> {
    fn begin(time: Option<AnswerTime>, stop: &'a StopFlag) -> SearchTime<'a> {
        SearchTime { stop, begun: Instant::now(), time, stopped: None }
    }

    /// The time that is left for the best move.
    fn rest(&self) -> Result<Duration, ProgramFault> {
        let after_stop = self.stopped.map(|stopped| STOP_TIME.checked_sub(stopped.elapsed()));
        if after_stop == Some(None) {
            return Err(ProgramFault::Unstoppable(STOP_TIME));
        }
        let rest = match self.time {
            Some(time) => {
                let rest = time.with_margin().checked_sub(self.begun.elapsed());
                rest.ok_or(ProgramFault::Late(time.time))?
            }
            None => Duration::MAX,
        };
        Ok(rest.min(after_stop.flatten().unwrap_or(Duration::MAX)))
    }
}

impl UciEngine {
    /// Sends `uci`, and reads the answer up to `uciok`.
    fn shake_hands(
        conversation: &mut Conversation,
        entry: &ProgramEntry,
        patience: Duration,
    ) -> Result<EngineIdentity, ProgramFault> {
        conversation.send("uci\n");
        let begun = Instant::now();
        let mut identity = EngineIdentity { name: entry.name.clone(), ..EngineIdentity::default() };
        let mut end = ProgramFault::Silent(patience);
        let (mut other, mut is_uci) = (None, false);
        while let Some(rest) = patience.checked_sub(begun.elapsed()) {
            let line = match conversation.poll(rest) {
                Ok(Some(line)) => line,
                Ok(None) => continue,
                Err(ProgramFault::NoAnswer) => {
                    end = ProgramFault::NoAnswer;
                    break;
                }
                Err(fault) => return Err(fault),
            };
            let word = line.split_whitespace().next();
            is_uci |= matches!(word, Some("id" | "option"));
            match word {
                Some("uciok") => return Ok(identity),
                Some("id") => identity.read_id(&line),
                Some("option") if identity.options.len() < MAX_OPTIONS => {
                    identity.options.extend(UciOption::parse(&line));
                }
                Some(_) if other.is_none() => other = Some(line),
                _ => {}
            }
        }
        let other = other.filter(|_| !is_uci);
        Err(other.map_or(end, ProgramFault::NotUci))
    }

    /// Shakes hands, sets the options of the entry and the board, and begins a game.
    pub(crate) fn start(
        mut conversation: Conversation,
        entry: &ProgramEntry,
        board: UciBoard,
        handshake: Duration,
    ) -> Result<UciEngine, ProgramFault> {
        let identity = UciEngine::shake_hands(&mut conversation, entry, handshake)?;
        let mut engine = UciEngine { conversation, identity, handshake, board, lines: None };
        engine.set_up(entry)?;
        Ok(engine)
    }

    /// Shakes hands, tries each board as a game would, and ends the engine.
    pub(crate) fn test(
        mut conversation: Conversation,
        entry: &ProgramEntry,
        board: UciBoard,
        handshake: Duration,
        stop: &StopFlag,
    ) -> Result<TestedProgram, ProgramFault> {
        let identity = UciEngine::shake_hands(&mut conversation, entry, handshake)?;
        let mut engine = UciEngine { conversation, identity, handshake, board, lines: None };
        let boards = engine.test_boards(entry, stop);
        engine.conversation.finish("quit\n");
        Ok(TestedProgram { identity: engine.identity, boards })
    }

    /// Tries the boards until the time is over, the flag is stopped or the engine does not go on. The
    /// others are unchecked.
    fn test_boards(&mut self, entry: &ProgramEntry, stop: &StopFlag) -> Vec<TestedBoard> {
        let begun = Instant::now();
        let options = self.set_options(entry);
        let mut goes_on = self.identity.reads_rules();
        let test = |variant: &'static Variant| {
            self.board.variant = variant;
            goes_on &= begun.elapsed() < BOARDS_TIME && !stop.is_stopped();
            let result = match &options {
                Err(fault) => Err(fault.clone()),
                Ok(()) if !self.identity.plays(variant, entry) => {
                    Err(ProgramFault::Board(variant.name.clone()))
                }
                Ok(()) if goes_on => {
                    self.reset_board();
                    let result = self.set_board(entry);
                    goes_on = is_answer(&result);
                    result
                }
                Ok(()) => Ok(RulesCheck::Unchecked),
            };
            TestedBoard { variant, result }
        };
        builtin_variants().iter().map(test).collect()
    }

    /// Sets the first board of the engine, which it has in a game, too. An engine keeps the board before
    /// if it does not know the next one.
    fn reset_board(&mut self) {
        let Some(option) = self.identity.option(VARIANT_OPTION) else { return };
        if let UciOptionKind::Combo { default, .. } = &option.kind {
            self.conversation.send(&option.set_text(default));
        }
    }

    fn set_up(&mut self, entry: &ProgramEntry) -> Result<(), ProgramFault> {
        self.set_options(entry)?;
        self.set_board(entry).map(drop)
    }

    fn set_options(&mut self, entry: &ProgramEntry) -> Result<(), ProgramFault> {
        for (name, value) in &entry.options {
            let option = self.identity.option(name);
            let option = option.ok_or_else(|| OptionError::Unknown(name.clone()))?;
            option.check(value)?;
            self.conversation.send(&option.set_text(value));
        }
        Ok(())
    }

    /// Sets the board and begins a game. An engine that reads rules has to know those of the board.
    fn set_board(&mut self, entry: &ProgramEntry) -> Result<RulesCheck, ProgramFault> {
        let variant = self.board.variant;
        let choice = self.identity.board_choice(variant, entry);
        let choice = choice.ok_or_else(|| ProgramFault::Board(variant.name.clone()))?;
        self.conversation.send(&self.board.commands(&choice)?);
        self.conversation.send("ucinewgame\n");
        self.get_ready()?;
        if self.identity.reads_rules() { self.check_rules() } else { Ok(RulesCheck::Unchecked) }
    }

    /// Lets an engine count positions. One that does not count is believed.
    fn check_rules(&mut self) -> Result<RulesCheck, ProgramFault> {
        self.conversation.send(&self.board.count_commands());
        let begun = Instant::now();
        while let Some(rest) = self.handshake.checked_sub(begun.elapsed()) {
            let Some(line) = self.conversation.poll(rest)? else { continue };
            if let Some(count) = line.trim().strip_prefix("Nodes searched:") {
                let Ok(counted) = count.trim().parse() else { return Ok(RulesCheck::Unchecked) };
                return self.board.check_count(counted).map(|()| RulesCheck::Counted);
            }
            if ends_search(&line) {
                return Ok(RulesCheck::Unchecked);
            }
        }
        self.conversation.send("stop\n");
        Ok(RulesCheck::Unchecked)
    }

    /// Waits until the engine has done what it was sent before; drops what it wrote before.
    fn get_ready(&mut self) -> Result<(), ProgramFault> {
        self.conversation.send("isready\n");
        let begun = Instant::now();
        while let Some(rest) = self.handshake.checked_sub(begun.elapsed()) {
            let line = self.conversation.poll(rest)?;
            if line.is_some_and(|line| line.split_whitespace().next() == Some("readyok")) {
                return Ok(());
            }
        }
        Err(ProgramFault::NotReady(self.handshake))
    }

    /// Sets the number of lines, as far as the engine has that option.
    fn set_lines(&mut self, lines: u32) {
        let Some(option) = self.identity.option(LINES_OPTION) else { return };
        let UciOptionKind::Spin { min, max, .. } = option.kind else { return };
        let lines = i64::from(lines).clamp(min, max);
        if self.lines != Some(lines) {
            self.conversation.send(&option.set_text(&lines.to_string()));
            self.lines = Some(lines);
        }
    }

    /// Sends the position, and waits until the engine can search.
    fn set_position(&mut self, turn: &Turn<'_>) -> Result<(), ProgramFault> {
        let moves = turn.start.line_text(turn.moves);
        let moves = if moves.is_empty() { moves } else { format!(" moves {moves}") };
        self.conversation.send(&format!("position fen {}{moves}\n", turn.start.fen()));
        self.get_ready()
    }

    /// The next line of a search. Sends `stop` if the flag says so.
    fn search_line(&mut self, search: &mut SearchTime<'_>) -> Result<String, ProgramFault> {
        loop {
            if search.stopped.is_none() && search.stop.is_stopped() {
                self.conversation.send("stop\n");
                search.stopped = Some(Instant::now());
            }
            let rest = search.rest()?;
            if let Some(line) = self.conversation.poll(rest.min(POLL_TIME))? {
                return Ok(line);
            }
        }
    }

    /// The move of a search under the limits of the turn.
    pub(crate) fn choose(
        &mut self,
        turn: &Turn<'_>,
        time: AnswerTime,
        stop: &StopFlag,
    ) -> Result<Choice, ProgramFault> {
        if let Some(mv) = move_without_search(turn.position) {
            return Ok(Choice { mv, report: None, took_ms: 0 });
        }
        self.set_lines(1);
        self.set_position(turn)?;
        self.conversation.send(&go_text(&turn.limits, time.time));
        let mut search = SearchTime::begin(Some(time), stop);
        let mut best: Option<SearchReport> = None;
        loop {
            let line = self.search_line(&mut search)?;
            if ends_search(&line) {
                let took_ms = millis(search.begun.elapsed());
                return Ok(Choice { mv: best_move(&line, turn.position)?, report: best, took_ms });
            }
            let info = InfoLine::parse(&line, turn.position);
            if let Some(InfoLine { report, is_bound }) = info
                && report.line_number == 1
                && report.score.is_some()
                && (!is_bound || best.is_none())
            {
                best = Some(report);
            }
        }
    }

    /// Reports the lines of a search that the flag ends.
    pub(crate) fn analyse(
        &mut self,
        turn: &Turn<'_>,
        lines: u32,
        stop: &StopFlag,
        report: &mut dyn FnMut(SearchReport),
    ) -> Result<(), ProgramFault> {
        self.set_lines(lines);
        self.set_position(turn)?;
        self.conversation.send("go infinite\n");
        let mut search = SearchTime::begin(None, stop);
        let mut renewed = Instant::now();
        loop {
            let line = self.search_line(&mut search)?;
            if ends_search(&line) {
                return Ok(());
            }
            if let Some(InfoLine { report: found, is_bound: false }) =
                InfoLine::parse(&line, turn.position)
                && found.score.is_some()
                && !found.line.is_empty()
                && search.stopped.is_none()
            {
                report(found);
            }
            if renewed.elapsed() >= ANSWER_INTERVAL {
                self.conversation.begin_answer();
                renewed = Instant::now();
            }
        }
    }

    pub(crate) fn finish(self) {
        self.conversation.finish("quit\n");
    }

    pub(crate) fn log(&self) -> Vec<String> {
        self.conversation.log()
    }
}

impl EngineIdentity {
    /// Reads a line `id name ...` or `id author ...`. An empty name does not count.
    fn read_id(&mut self, line: &str) {
        let mut words = line.split_whitespace().skip(1);
        let kind = words.next();
        let text = words.collect::<Vec<_>>().join(" ");
        match kind {
            Some("name") if !text.is_empty() => self.name = text,
            Some("author") => self.author = text,
            _ => {}
        }
    }
}

/// True if an engine has counted for a board, or refuses it alone, so that it can be asked for others.
fn is_answer(result: &Result<RulesCheck, ProgramFault>) -> bool {
    use ProgramFault::{Board, Rules, RulesFile};
    matches!(result, Ok(RulesCheck::Counted) | Err(Board(_) | Rules { .. } | RulesFile(_)))
}

/// The command that begins a search; one without a limit gets this time.
fn go_text(limits: &TurnLimits, time: Duration) -> String {
    let mut text = "go".to_owned();
    let mut add = |word: &str, value: Option<u64>| {
        text.extend(value.map(|value| format!(" {word} {value}")));
    };
    if let Some(clock) = limits.clock {
        let [white, black] = clock.left_ms;
        let [white_increment, black_increment] = clock.increment_ms;
        add("wtime", Some(white));
        add("btime", Some(black));
        add("winc", Some(white_increment));
        add("binc", Some(black_increment));
        add("movestogo", clock.moves_to_go.map(u64::from));
    }
    let has_limit = *limits != TurnLimits::default();
    let movetime_ms = limits.movetime_ms.or_else(|| (!has_limit).then(|| millis(time)));
    add("movetime", movetime_ms);
    add("nodes", limits.nodes);
    add("depth", limits.depth.map(u64::from));
    text.push('\n');
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::TurnClock;

    #[test]
    fn each_limit_is_a_parameter_of_go() {
        let clock =
            TurnClock { left_ms: [3_000, 4_000], increment_ms: [10, 20], moves_to_go: Some(5) };
        let none = TurnLimits::default();
        for (limits, expected) in [
            (none, "go movetime 9000\n"),
            (TurnLimits { nodes: Some(8), depth: Some(3), ..none }, "go nodes 8 depth 3\n"),
            (TurnLimits { movetime_ms: Some(50), ..none }, "go movetime 50\n"),
            (
                TurnLimits { clock: Some(clock), ..none },
                "go wtime 3000 btime 4000 winc 10 binc 20 movestogo 5\n",
            ),
        ] {
            assert_eq!(go_text(&limits, Duration::from_secs(9)), expected);
        }
    }

    #[test]
    fn a_position_beyond_check_needs_no_search() {
        let found = |id: &str, fen: &str| {
            let position = Position::from_fen(Variant::by_id(id).unwrap(), fen).unwrap();
            move_without_search(&position).map(|mv| position.move_text(mv))
        };
        let start = "kqbnr/ppppp/5/5/PPPPP/RNBQK w - - 0 1";
        assert_eq!(found("minichess", start), None);
        let check = "k4/R4/5/5/4K/5 b - - 0 1";
        assert_eq!(found("minichess", check), None, "the king takes the rook");
        assert_eq!(found("minichess", "k4/R4/5/5/4K/5 w - - 0 1").as_deref(), Some("a5a6"));
        for (name, lost) in
            [("mate", "k4/1Q3/1K3/5/5/5 b - - 0 1"), ("stalemate", "k4/5/1Q3/K4/5/5 b - - 0 1")]
        {
            assert!(found("minichess", lost).is_some(), "{name}");
        }
        assert_eq!(found("gardner", "k4/1Q3/1K3/5/5 b - - 0 1"), None, "the game is over");
    }
}
