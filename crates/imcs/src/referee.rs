//! The referee of a game: whose turn it is, which moves count, the clocks, and the end.
//!
//! It follows the course's server: a captured king decides, else the game is a draw after turn 40. It
//! does not test whether a side can move. It has no clock and no connection of its own: the caller
//! passes the time and what the mover sent.

use minnow_rules::{Color, Move, Position, excerpt};

use super::wire::{
    GameCause, GameEnd, RESIGN, board_lines, dashed, exact_clock_text, has_form_of_move,
    parse_move, sent, variant,
};

/// The time for White's first move, which its clock does not count.
const FIRST_MOVE_MS: u64 = 60_000;

/// How much longer than the mover's clock the server waits for a line. A move that comes then is late
/// nevertheless.
const GRACE_MS: u64 = 10_000;

/// The clock of a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum SideClock {
    /// White's, until its first move.
    FirstMove {
        left_ms: u64,
    },
    Running {
        left_ms: u64,
    },
}

impl SideClock {
    fn left_ms(self) -> u64 {
        match self {
            SideClock::FirstMove { left_ms } | SideClock::Running { left_ms } => left_ms,
        }
    }
}

/// The mover's answer to a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum MoverInput<'a> {
    Line(&'a str),
    /// Nothing until the deadline.
    Nothing,
    /// The connection ended.
    Gone,
}

/// The consequence of an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Ruling {
    /// The mover gets this line and is asked again.
    Again(String),
    /// The opponent gets this move and has the turn.
    Next(String),
    /// The game is over. The opponent gets the move that ended it, if a move did.
    Over { last_move: Option<String>, end: GameEnd },
}

/// A game under way.
#[derive(Debug)]
pub(crate) struct Referee {
    position: Position,
    clocks: [SideClock; 2],
    /// The time of the last request for a move.
    asked_ms: u64,
    /// The time of the first request in this game.
    begun_ms: Option<u64>,
    moves: Vec<Move>,
}

impl Referee {
    /// A game from the start, with the clocks of White and Black.
    pub(crate) fn new(clocks_ms: [u64; 2]) -> Referee {
        let [white, black] = clocks_ms;
        Referee {
            position: Position::start(variant()),
            clocks: [
                SideClock::FirstMove { left_ms: white },
                SideClock::Running { left_ms: black },
            ],
            asked_ms: 0,
            begun_ms: None,
            moves: Vec::new(),
        }
    }

    /// The side to move.
    pub(crate) fn mover(&self) -> Color {
        self.position.turn()
    }

    /// The moves so far, as the protocol writes them.
    pub(crate) fn moves(&self) -> Vec<String> {
        self.moves.iter().map(|mv| dashed(*mv)).collect()
    }

    /// The request for a move: an empty line, the board, an empty line, and the clocks, the mover's
    /// first. The mover's clock runs from now on.
    pub(crate) fn request(&mut self, now_ms: u64) -> String {
        self.asked_ms = now_ms;
        self.begun_ms.get_or_insert(now_ms);
        let own = self.clock(self.mover()).left_ms();
        let other = self.clock(!self.mover()).left_ms();
        let clocks = format!("? {} {}", exact_clock_text(own), exact_clock_text(other));
        let mut lines = vec![String::new()];
        lines.extend(board_lines(&self.position));
        lines.extend([String::new(), clocks]);
        sent(lines)
    }

    /// The time until which the server waits for a line of the mover.
    pub(crate) fn deadline_ms(&self) -> u64 {
        match self.clock(self.mover()) {
            // Illegal moves do not prolong it.
            SideClock::FirstMove { .. } => self.begun_ms.unwrap_or(self.asked_ms) + FIRST_MOVE_MS,
            SideClock::Running { left_ms } => self.asked_ms + left_ms + GRACE_MS,
        }
    }

    /// Judges what came after a request.
    pub(crate) fn judge(&mut self, input: MoverInput<'_>, now_ms: u64) -> Ruling {
        let (passed_ms, deadline_ms) = (now_ms.saturating_sub(self.asked_ms), self.deadline_ms());
        let is_late = match &mut self.clocks[self.mover().index()] {
            SideClock::FirstMove { .. } => now_ms >= deadline_ms,
            SideClock::Running { left_ms } => {
                *left_ms = left_ms.saturating_sub(passed_ms);
                *left_ms == 0
            }
        };
        if is_late {
            return self.lost(GameCause::Time);
        }
        let line = match input {
            MoverInput::Line(line) => line,
            MoverInput::Nothing => return self.lost(GameCause::Time),
            MoverInput::Gone => return self.lost(GameCause::Disconnect),
        };
        let words: Vec<&str> = line.split_whitespace().collect();
        match words[..] {
            [RESIGN] => self.lost(GameCause::Resignation),
            ["!", word] | [word] if has_form_of_move(word) => {
                match parse_move(&self.position, word) {
                    Some(mv) => self.play(mv),
                    None => Ruling::Again(format!("- illegal move {word}")),
                }
            }
            _ => Ruling::Again(format!("- invalid move {}", excerpt(line))),
        }
    }

    fn clock(&self, side: Color) -> SideClock {
        self.clocks[side.index()]
    }

    fn lost(&self, cause: GameCause) -> Ruling {
        let end = GameEnd { winner: Some(!self.mover()), cause };
        Ruling::Over { last_move: None, end }
    }

    fn play(&mut self, mv: Move) -> Ruling {
        let mover = self.mover();
        self.clocks[mover.index()] = SideClock::Running { left_ms: self.clock(mover).left_ms() };
        let is_king_taken = self.position.takes_king(mv);
        self.position = self.position.play(mv);
        self.moves.push(mv);
        let winner = is_king_taken.then_some(mover);
        if is_king_taken || self.position.at_move_limit() {
            let end = GameEnd { winner, cause: GameCause::Board };
            Ruling::Over { last_move: Some(dashed(mv)), end }
        } else {
            Ruling::Next(dashed(mv))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use minnow_rules::parse_position_text;

    const MINUTE_MS: u64 = 60_000;

    /// Plays moves without using time.
    fn play(referee: &mut Referee, moves: &str) -> Option<Ruling> {
        let mut last = None;
        for text in moves.split_whitespace() {
            referee.request(0);
            last = Some(referee.judge(MoverInput::Line(text), 0));
        }
        last
    }

    fn over(winner: Color, cause: GameCause) -> Ruling {
        Ruling::Over { last_move: None, end: GameEnd { winner: Some(winner), cause } }
    }

    #[test]
    fn the_request_has_board_and_clocks() {
        let mut referee = Referee::new([MINUTE_MS, 2 * MINUTE_MS]);
        let board = "\r\n1 W\r\nkqbnr\r\nppppp\r\n.....\r\n.....\r\nPPPPP\r\nRNBQK\r\n\r\n";
        assert_eq!(referee.request(7), format!("{board}? 01:00.000 02:00.000\r\n"));
        assert_eq!(
            referee.judge(MoverInput::Line("! a2-a3"), 30_000),
            Ruling::Next("a2-a3".into())
        );
        assert!(referee.request(31_000).ends_with("? 02:00.000 01:00.000\r\n"), "not charged");
        assert_eq!(
            referee.judge(MoverInput::Line(" b5-b4 "), 41_500),
            Ruling::Next("b5-b4".into())
        );
        assert!(referee.request(50_000).ends_with("? 01:00.000 01:49.500\r\n"));
        assert_eq!(referee.moves(), ["a2-a3", "b5-b4"]);
    }

    #[test]
    fn a_refused_line_is_named_and_costs_time() {
        let mut referee = Referee::new([MINUTE_MS; 2]);
        play(&mut referee, "a2-a3");
        for (line, answer) in [
            ("a5-a2", "- illegal move a5-a2"),
            ("! a2-a3", "- illegal move a2-a3"),
            ("a5a4", "- invalid move a5a4"),
            ("xyz\u{7} 1", "- invalid move xyz  1"),
            ("a5-a4 a5-a4", "- invalid move a5-a4 a5-a4"),
            ("! resign", "- invalid move ! resign"),
        ] {
            referee.request(0);
            let ruling = referee.judge(MoverInput::Line(line), 1000);
            assert_eq!(ruling, Ruling::Again(answer.to_owned()), "{line}");
        }
        assert!(referee.request(0).ends_with("? 00:54.000 01:00.000\r\n"));
    }

    #[test]
    fn a_side_without_time_or_connection_loses() {
        use Color::{Black, White};
        for (moves, input, at_ms, expected) in [
            ("", MoverInput::Nothing, FIRST_MOVE_MS, over(Black, GameCause::Time)),
            ("", MoverInput::Gone, 0, over(Black, GameCause::Disconnect)),
            ("a2-a3", MoverInput::Line("a5-a4"), MINUTE_MS, over(White, GameCause::Time)),
            ("a2-a3", MoverInput::Gone, MINUTE_MS, over(White, GameCause::Time)),
            ("a2-a3", MoverInput::Gone, 1, over(White, GameCause::Disconnect)),
            ("a2-a3", MoverInput::Line("resign"), 1, over(White, GameCause::Resignation)),
            ("a2-a3 a5-a4", MoverInput::Line("resign"), 1, over(Black, GameCause::Resignation)),
        ] {
            let mut referee = Referee::new([MINUTE_MS; 2]);
            play(&mut referee, moves);
            referee.request(0);
            assert_eq!(referee.judge(input, at_ms), expected, "{moves} {input:?}");
        }
    }

    #[test]
    fn illegal_first_moves_do_not_prolong_the_first_minute() {
        let mut referee = Referee::new([MINUTE_MS; 2]);
        for now_ms in [5, 30_005, 59_005] {
            referee.request(now_ms);
            assert_eq!(referee.deadline_ms(), 5 + FIRST_MOVE_MS);
            assert!(matches!(referee.judge(MoverInput::Line("?"), now_ms), Ruling::Again(_)));
        }
        play(&mut referee, "a2-a3");
        referee.request(70_000);
        assert_eq!(referee.deadline_ms(), 70_000 + MINUTE_MS + GRACE_MS);
    }

    #[test]
    fn a_captured_king_decides_and_the_last_turn_draws() {
        for (board, text, winner) in [
            ("40 B\nk....\n.....\n.....\n.....\n.....\n....K\n", "a6-a5", None),
            ("40 B\nk....\nQ....\n.....\n.....\n....r\n....K\n", "e2-e1", Some(Color::Black)),
            ("40 W\nk....\nQ....\n.....\n.....\n....r\n....K\n", "a5-a6", Some(Color::White)),
        ] {
            let mut referee = Referee::new([MINUTE_MS; 2]);
            referee.position = parse_position_text(variant(), board).unwrap();
            let end = GameEnd { winner, cause: GameCause::Board };
            let last_move = Some(text.to_owned());
            assert_eq!(play(&mut referee, text), Some(Ruling::Over { last_move, end }), "{board}");
        }
    }

    /// The rules of Minnow would end the game here; the course's server asks for a move.
    #[test]
    fn a_stuck_side_is_asked_for_a_move() {
        let mut referee = Referee::new([MINUTE_MS; 2]);
        referee.position = Position::from_fen(variant(), "5/5/5/3p1/2prp/2Kbk b").unwrap();
        assert!(referee.position.legal_moves().is_empty());
        assert!(referee.request(0).ends_with("? 01:00.000 01:00.000\r\n"));
        let ruling = referee.judge(MoverInput::Line("e1-e2"), 1);
        assert_eq!(ruling, Ruling::Again("- illegal move e1-e2".to_owned()));
        referee.request(1);
        let ruling = referee.judge(MoverInput::Line("resign"), 2);
        assert_eq!(ruling, over(Color::White, GameCause::Resignation));
    }
}
