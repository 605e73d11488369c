//! Typed moves: the letters that are typed, and the note beside them.

use super::{AppState, Screen};
use crate::app::{
    lab::LabPageId,
    session::Mode,
    ui::text::{sentence, without_caps_lock},
};
use minnow_rules::{
    Color, Move, Position, SanError, excerpt, parse_premove, parse_san, san, spellings,
};

/// The most moves that are named behind the letters of a move.
const MOST_NAMED: usize = 5;

/// The most letters that are typed. No move has as many, so such a text is refused as a whole.
const MOST_LETTERS: usize = 24;

/// The signs of a move besides letters of files and pieces.
const SIGNS: &str = "0123456789xX-=+#";

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

    /// Takes in typed letters. Slips are kept, too, so that the text is played or refused as a whole.
    pub fn type_text(&mut self, text: &str) {
        if self.is_covered() || self.question.is_some() || !self.types_moves() {
            return;
        }
        if !self.may_type() {
            if text.starts_with(|letter: char| self.begins_move(letter)) {
                self.session.info("No move can be made here now.");
            }
            return;
        }
        let room = MOST_LETTERS.saturating_sub(self.session.typed.chars().count());
        let letters = text.chars().filter(|letter| !letter.is_whitespace() && !letter.is_control());
        self.session.typed.extend(letters.take(room));
    }

    /// Drops the typed letters where no move may be typed any more: below a page or a question, and after
    /// the end of a game. A value in the tree editor stays.
    pub(super) fn drop_void_typed(&mut self) {
        if self.session.typed.is_empty() || self.shown_editor() {
            return;
        }
        if self.is_covered() || self.question.is_some() || !self.may_type() {
            self.session.typed.clear();
        }
    }

    /// True if a typed move may begin with this letter, also with Caps Lock.
    fn begins_move(&self, letter: char) -> bool {
        let files = usize::from(self.board_game().variant().files);
        let letter = letter.to_ascii_lowercase();
        "nbrqko0".contains(letter) || ('a'..='h').take(files).any(|file| file == letter)
    }

    /// True if a typed move may have this letter.
    pub fn is_in_moves(&self, letter: char) -> bool {
        SIGNS.contains(letter) || self.begins_move(letter)
    }

    /// The whole text that is typed, with the letters of this frame; `None` where no move is typed.
    pub fn typed_with(&self, letters: &str) -> Option<String> {
        let text = format!("{}{}", self.session.typed, letters.trim());
        let types = self.types_moves() && self.may_type() && !self.is_covered();
        (types && !text.is_empty()).then_some(text)
    }

    /// True if a plain letter belongs to a move and is no shortcut: it begins one, or letters of a move
    /// are typed already, `before` in this frame.
    pub fn takes_letter(&self, letter: char, before: &str) -> bool {
        let begins = |letter: char| self.begins_move(letter);
        let is_move = || begins(letter) || before.starts_with(begins);
        !self.session.typed.is_empty() || self.types_moves() && is_move()
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
        let typed = self.session.typed.to_lowercase();
        let bytes = typed.as_bytes();
        let has_squares =
            bytes.len() >= 4 && bytes[1].is_ascii_digit() && bytes[3].is_ascii_digit();
        has_squares
            && match self.premove_side() {
                Some(_) => self.read_typed(&typed).is_ok(),
                None => self.typed_position().parse_move(&typed).is_ok(),
            }
    }

    /// Reads a typed move: of the position shown, or one in advance. Caps Lock does no harm.
    fn read_typed(&self, text: &str) -> Result<Move, SanError> {
        let as_typed = self.read_as_typed(text);
        if !matches!(as_typed, Err(SanError::Unreadable(_) | SanError::Illegal(_))) {
            return as_typed;
        }
        let mut moves = Vec::new();
        for reading in without_caps_lock(text) {
            moves.extend(self.read_as_typed(&reading).ok().filter(|mv| !moves.contains(mv)));
        }
        match moves[..] {
            [] => as_typed,
            [mv] => Ok(mv),
            [..] => {
                let position = self.typed_position();
                let candidates = moves.iter().map(|mv| position.move_text(*mv)).collect();
                Err(SanError::Ambiguous { text: excerpt(text), candidates })
            }
        }
    }

    fn read_as_typed(&self, text: &str) -> Result<Move, SanError> {
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
        // A capital alone names a piece.
        let other = if typed.len() > 1 { without_caps_lock(typed) } else { Vec::new() };
        let begins = |text: &String| {
            text.starts_with(typed) || other.iter().any(|other| text.starts_with(other))
        };
        let side = self.premove_side();
        let legal = || position.legal_moves().into_iter().collect();
        let moves: Vec<Move> = side.map_or_else(legal, |color| position.premoves(color));
        let completed = |mv: Move| {
            let usual = side.is_none().then(|| san(&position, mv));
            let mut texts = usual.into_iter().chain(spellings(&position, mv));
            texts.find(|text| begins(text) && self.read_typed(text) == Ok(mv))
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
