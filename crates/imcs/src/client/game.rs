//! A game of a client: the server's lines become events, and the moves are followed on a board.

use std::{
    net::TcpStream,
    sync::{Arc, Mutex, MutexGuard},
    time::Duration,
};

use minnow_base::sync::lock_briefly;
use minnow_rules::{Color, Move, Position, excerpt};

use super::{ClientError, GameStart, code_of, hang_up, reader::LineReader, send};
use crate::wire::{GameEnd, RESIGN, board_lines, dashed, parse_exact_clock, parse_move, variant};

/// How much longer than both clocks a client waits for the server.
const SPARE_TIME: Duration = Duration::from_secs(120);

/// The most lines of a board that are kept; a server that sends more sends no board.
const MAX_BOARD_LINES: usize = 20;

/// An event in a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GameEvent {
    /// The opponent has made a move.
    OpponentMoved(Move),
    /// The server asks for a move; the clocks are the client's and the opponent's, in ms, `None` without
    /// a clock.
    YourTurn {
        /// The times that both have left.
        clocks_ms: [Option<u64>; 2],
    },
    /// The server refuses the move; the text is its reason. It will ask again.
    MoveRefused(String),
    /// The game is over, and with it the connection.
    Ended(GameEnd),
}

/// The game as the client follows it.
struct GameView {
    color: Color,
    position: Position,
    moves: Vec<Move>,
    /// The client's move that the server has not answered yet.
    sent: Option<Move>,
}

impl GameView {
    fn make(&mut self, mv: Move) {
        self.position = self.position.play(mv);
        self.moves.push(mv);
    }

    /// Makes the move that was sent: the server has accepted it.
    fn make_sent(&mut self) {
        if let Some(mv) = self.sent.take() {
            self.make(mv);
        }
    }
}

/// A game on a server, as events. The other half, [`GamePlayer`], sends the moves.
pub struct ClientGame {
    reader: LineReader,
    player: GamePlayer,
    start: GameStart,
    /// The lines of the board since the last event.
    board: Vec<String>,
    patience: Option<Duration>,
}

/// Sends the moves of a game, from any thread.
#[derive(Clone)]
pub struct GamePlayer {
    stream: Arc<TcpStream>,
    view: Arc<Mutex<GameView>>,
}

impl ClientGame {
    pub(super) fn new(reader: LineReader, start: GameStart) -> ClientGame {
        let view = GameView {
            color: start.color,
            position: Position::start(variant()),
            moves: Vec::new(),
            sent: None,
        };
        let player =
            GamePlayer { stream: reader.stream().clone(), view: Arc::new(Mutex::new(view)) };
        let [own, other] = start.clocks_ms;
        let both = own.zip(other).map(|(own, other)| Duration::from_millis(own + other));
        let patience = both.map(|both| both + SPARE_TIME);
        ClientGame { reader, player, start, board: Vec::new(), patience }
    }

    /// Colour and clocks.
    pub fn start(&self) -> GameStart {
        self.start
    }

    /// The other half of the game.
    pub fn player(&self) -> GamePlayer {
        self.player.clone()
    }

    /// Waits for the next event.
    ///
    /// # Errors
    ///
    /// [`ClientError::Lost`] if the connection ends before the game, [`ClientError::Differs`] if the
    /// server's board is another one, and [`ClientError::Unexpected`].
    pub fn next_event(&mut self) -> Result<GameEvent, ClientError> {
        loop {
            let line = self.reader.next_line(self.patience)?;
            let event = match line.split_once(' ') {
                Some(("!", text)) => Some(self.opponent_moved(text.trim())?),
                Some(("?", clocks)) => Some(self.turn(clocks)?),
                Some(("-", reason)) => {
                    self.player.lock().sent = None;
                    Some(GameEvent::MoveRefused(excerpt(reason)))
                }
                Some(("X", reason)) => return Err(ClientError::Lost(excerpt(reason))),
                _ => self.other(line)?,
            };
            if let Some(event) = event {
                self.board.clear();
                return Ok(event);
            }
        }
    }

    /// A line that is a result, a part of a board, or empty.
    fn other(&mut self, line: String) -> Result<Option<GameEvent>, ClientError> {
        if let Some(end) = GameEnd::parse(&line) {
            self.player.lock().make_sent();
            return Ok(Some(GameEvent::Ended(end)));
        }
        if matches!(code_of(&line), Some(400..=599)) {
            return Err(ClientError::Refused(excerpt(&line)));
        }
        // The line `= W wins` says what the line after it says.
        if line.trim().is_empty() || line.starts_with("= ") {
            return Ok(None);
        }
        if self.board.len() == MAX_BOARD_LINES {
            return Err(ClientError::unexpected(&line));
        }
        self.board.push(line);
        Ok(None)
    }

    fn opponent_moved(&self, text: &str) -> Result<GameEvent, ClientError> {
        let mut view = self.player.lock();
        view.make_sent();
        let mv = parse_move(&view.position, text).filter(|_| view.position.turn() != view.color);
        let differs = || ClientError::Differs(format!("\"{}\" is not a move here", excerpt(text)));
        let mv = mv.ok_or_else(differs)?;
        view.make(mv);
        Ok(GameEvent::OpponentMoved(mv))
    }

    /// The request for a move, after its board.
    fn turn(&self, clocks: &str) -> Result<GameEvent, ClientError> {
        let view = self.player.lock();
        let expected = board_lines(&view.position);
        if view.position.turn() != view.color || self.board != expected {
            let found = excerpt(&self.board.join(" "));
            let text = format!("it has \"{found}\" instead of \"{}\"", expected.join(" "));
            return Err(ClientError::Differs(text));
        }
        let words: Vec<&str> = clocks.split_whitespace().collect();
        let clocks_ms = match words[..] {
            [own, other] => parse_exact_clock(own).zip(parse_exact_clock(other)),
            _ => None,
        };
        let (own, other) = clocks_ms.ok_or_else(|| ClientError::unexpected(clocks))?;
        Ok(GameEvent::YourTurn { clocks_ms: [own, other] })
    }
}

impl GamePlayer {
    fn lock(&self) -> MutexGuard<'_, GameView> {
        lock_briefly(&self.view)
    }

    /// The position after the moves that the server has confirmed.
    pub fn position(&self) -> Position {
        self.lock().position
    }

    /// Those moves, from the start.
    pub fn moves(&self) -> Vec<Move> {
        self.lock().moves.clone()
    }

    /// Sends a move. Whether the server accepts it is known with the next event.
    ///
    /// # Errors
    ///
    /// [`ClientError::NotAMove`] if it is not the client's turn or the move is not legal, and
    /// [`ClientError::Lost`].
    pub fn play(&self, mv: Move) -> Result<(), ClientError> {
        let mut view = self.lock();
        let is_turn = view.position.turn() == view.color && view.sent.is_none();
        if !is_turn || !view.position.legal_moves().contains(mv) {
            return Err(ClientError::NotAMove(dashed(mv)));
        }
        view.sent = Some(mv);
        drop(view);
        send(&self.stream, &dashed(mv))
    }

    /// Gives up. The server reads it at the client's next turn.
    ///
    /// # Errors
    ///
    /// [`ClientError::Lost`].
    pub fn resign(&self) -> Result<(), ClientError> {
        send(&self.stream, RESIGN)
    }

    /// Ends the connection, which loses the game.
    pub fn leave(&self) {
        hang_up(&self.stream);
    }
}
