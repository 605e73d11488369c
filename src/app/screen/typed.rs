//! Typed moves: the letters that can belong to a move, the note beside them, and the digits that mark
//! one.

use super::{AppState, Screen};
use crate::app::{lab::LabPageId, moves, session::Mode, ui::text::sentence};
use minnow_game::Mark;
use minnow_rules::{Color, Move, Position, SanError, parse_premove, parse_san, san, spellings};

/// The most moves that are named behind the letters of a move.
const MOST_NAMED: usize = 5;

impl AppState {
    /// True if a move may be typed: the next one, or one in advance while the computer thinks.
    pub fn may_type(&self) -> bool {
        self.may_move() || self.premove_side().is_some() && self.question.is_none()
    }

    /// The side that may choose its next move in advance.
    fn premove_side(&self) -> Option<Color> {
        let plays = matches!(self.screen, Screen::Play);
        plays.then(|| self.play.premove_side(&self.session)).flatten()
    }

    /// Takes in typed letters if they may belong to a move.
    pub fn type_text(&mut self, text: &str) {
        let begins = |letter: char| self.begins_move(letter);
        let goes_on = |letter: char| begins(letter) || "12345678xX-=+#nbrqk".contains(letter);
        let fits = |letter: char| {
            if self.session.typed.is_empty() { begins(letter) } else { goes_on(letter) }
        };
        if self.may_type()
            && !self.is_covered()
            && text.chars().all(fits)
            && self.session.typed.len() < 9
        {
            self.session.typed.push_str(text);
        }
    }

    /// True if a typed move may begin with this letter.
    fn begins_move(&self, letter: char) -> bool {
        let files = usize::from(self.board_game().variant().files);
        "NBRQKO0".contains(letter) || ('a'..='h').take(files).any(|file| file == letter)
    }

    /// The whole text of a move that is typed, with the letters of this frame; `None` if no move is
    /// being typed.
    pub fn typed_with(&self, letters: &str) -> Option<String> {
        let text = format!("{}{letters}", self.session.typed);
        let begins = text.chars().next().is_some_and(|letter| self.begins_move(letter));
        (begins && self.may_type() && !self.is_covered()).then_some(text)
    }

    /// True if a plain letter belongs to a move and is no shortcut: it begins one, or letters of a move
    /// are typed already, `before` in this frame.
    pub fn takes_letter(&self, letter: char, before: &str) -> bool {
        let begins = || self.begins_move(letter) || self.typed_with(before).is_some();
        !self.session.typed.is_empty() || self.types_moves() && begins()
    }

    /// True if the screen has a board for typed moves.
    fn types_moves(&self) -> bool {
        let lab = &self.lab;
        match &self.screen {
            Screen::Play | Screen::Analyse | Screen::Task { .. } => true,
            Screen::Train | Screen::Editor { .. } => false,
            Screen::Lab if lab.page == LabPageId::Lessons => {
                lab.pages.lessons.moves_on_offer().is_some()
            }
            Screen::Lab => {
                let is_tree = self.shown_editor() || self.shown_recording().is_some();
                lab.shown().has_game_board() && !is_tree
            }
        }
    }

    /// A digit marks the current move, unless it is part of a typed move, accepted or rejected.
    pub(super) fn type_or_mark(&mut self, text: &str, now_ms: u64) {
        let number = text.parse().ok().and_then(Mark::from_number);
        if let Some(mark) = number.filter(|_| self.session.typed.is_empty()) {
            let covered = self.is_covered() || self.editor().is_some();
            if !covered && !self.session.edits.is_typing_refused(now_ms) {
                let node = self.session.game.cursor();
                moves::toggle_mark(&mut self.session, node, mark);
            }
            return;
        }
        let before = self.session.typed.len();
        self.type_text(text);
        if self.session.typed.len() == before && !self.may_type() {
            self.session.edits.refused_ms = Some(now_ms);
        }
    }

    /// Makes a move that was typed.
    pub(super) fn typed_move(&mut self, text: &str, now_ms: u64) {
        self.session.typed.clear();
        if !self.may_type() {
            self.session.error("It is not your move.");
            return;
        }
        match self.read_typed(text) {
            Ok(mv) => self.make_move(mv, now_ms),
            Err(problem) => self.session.error(sentence(&problem)),
        }
    }

    /// True if the typed text is a complete move of the form `a2a3`.
    pub fn typed_is_whole(&self) -> bool {
        let typed = &self.session.typed;
        let bytes = typed.as_bytes();
        let has_squares =
            bytes.len() >= 4 && bytes[1].is_ascii_digit() && bytes[3].is_ascii_digit();
        has_squares
            && match self.premove_side() {
                Some(_) => self.read_typed(typed).is_ok(),
                None => self.typed_position().parse_move(typed).is_ok(),
            }
    }

    /// Reads a typed move: of the position shown, or one in advance.
    fn read_typed(&self, text: &str) -> Result<Move, SanError> {
        match self.premove_side() {
            Some(color) => parse_premove(self.session.head_position(), color, text),
            None => parse_san(&self.typed_position(), text),
        }
    }

    /// The note on the typed letters: that Enter plays them, or the moves that complete them.
    pub fn typed_note(&self) -> String {
        let moves = match self.read_typed(&self.session.typed) {
            Ok(_) => return "Enter plays it".to_owned(),
            Err(
                SanError::Ambiguous { candidates, .. }
                | SanError::MissingPromotion { candidates, .. },
            ) => candidates,
            Err(SanError::Unreadable(_) | SanError::Illegal(_)) => self.completions(),
        };
        match moves.len().saturating_sub(MOST_NAMED) {
            _ if moves.is_empty() => "no such move".to_owned(),
            0 => moves.join(", "),
            more => format!("{} and {more} more", moves[..MOST_NAMED].join(", ")),
        }
    }

    /// The moves that begin with the typed letters.
    fn completions(&self) -> Vec<String> {
        let (position, typed) = (self.typed_position(), self.session.typed.as_str());
        let side = self.premove_side();
        let legal = || position.legal_moves().into_iter().collect();
        let moves: Vec<Move> = side.map_or_else(legal, |color| position.premoves(color));
        let completed = |mv: Move| {
            let usual = side.is_none().then(|| san(&position, mv));
            let mut texts = usual.into_iter().chain(spellings(&position, mv));
            texts.find(|text| text.starts_with(typed) && self.read_typed(text) == Ok(mv))
        };
        moves.into_iter().filter_map(completed).collect()
    }

    /// The position for typed moves: the lesson's, if it waits for a move.
    fn typed_position(&self) -> Position {
        let asked = self.lab.pages.lessons.moves_on_offer();
        let in_lesson = self.mode() == Mode::Lab && self.lab.page == LabPageId::Lessons;
        asked.filter(|_| in_lesson).unwrap_or(*self.board_game().position())
    }
}
