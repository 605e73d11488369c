//! The game of Play while a position of a task or a game of a tournament is analysed in its place: it waits
//! with its clock, its steps of undo and its file, and comes back unchanged. It stays the game that the next
//! start resumes; the analysis goes to the archive as soon as the user adds a move.

use super::{ArchivePlace, Document, Reviewing, Session};
use minnow_game::{ChessClock, EditHistory, Game, GameStart};

/// A game beside the one on the board, with all that belongs to it.
#[derive(Debug)]
pub(super) struct GameBeside {
    game: Game,
    edits: EditHistory,
    document: Document,
    revision: u64,
    game_number: u64,
    clock: Option<ChessClock>,
    pub(super) archive_place: ArchivePlace,
    review: Reviewing,
    flipped: bool,
}

/// A game with its file and its place in the archive.
#[derive(Clone, Copy, Debug)]
pub struct KeptGame<'a> {
    pub game: &'a Game,
    pub document: &'a Document,
    pub archive_place: &'a ArchivePlace,
    revision: u64,
}

impl KeptGame<'_> {
    /// True if the game has changes that are in no file.
    pub fn is_unsaved(&self) -> bool {
        self.document.saved_revision != self.revision && !self.game.is_empty()
    }

    /// True if a restart should restore the game.
    pub fn is_worth_keeping(&self) -> bool {
        let is_set_up = self.game.start_kind() == GameStart::SetUp;
        !self.game.is_empty() || is_set_up || self.document.path.is_some()
    }

    /// The time left to both sides in the game's record.
    pub fn left_ms(&self) -> Option<[u64; 2]> {
        self.game.header.clock.map(|clock| clock.left_ms)
    }
}

impl Session {
    pub(super) fn game_on_board(&self) -> KeptGame<'_> {
        KeptGame {
            game: &self.game,
            document: &self.document,
            archive_place: &self.archive_place,
            revision: self.revision,
        }
    }

    /// The game that Play shows, on the board or waiting.
    pub fn game_of_play(&self) -> KeptGame<'_> {
        match &self.waiting {
            None => self.game_on_board(),
            Some(waiting) => KeptGame {
                game: &waiting.game,
                document: &waiting.document,
                archive_place: &waiting.archive_place,
                revision: waiting.revision,
            },
        }
    }

    /// True while the game of Play waits beside the one on the board.
    pub fn has_waiting_game(&self) -> bool {
        self.waiting.is_some()
    }

    /// Puts a game on the board in place of the game of Play, which waits, or of an earlier analysis.
    /// `title` names it in place of a file.
    pub fn analyse_beside(&mut self, game: Game, title: &str) {
        if self.waiting.is_some() {
            self.archive_before_leaving();
        }
        let mut beside = GameBeside {
            edits: EditHistory::new(&game),
            game,
            document: Document { title: Some(title.to_owned()), ..Document::default() },
            revision: 0,
            game_number: self.next_number(),
            clock: None,
            archive_place: ArchivePlace::default(),
            review: Reviewing::default(),
            flipped: self.flipped,
        };
        self.exchange(&mut beside);
        self.waiting.get_or_insert(Box::new(beside));
        self.engine.new_game();
    }

    /// Puts the game of Play on the board again. The analysis in its place is in the archive if the user
    /// has added a move.
    pub fn take_up_game(&mut self) {
        if self.waiting.is_none() {
            return;
        }
        self.archive_before_leaving();
        if let Some(mut waiting) = self.waiting.take() {
            self.exchange(&mut waiting);
        }
        self.engine.new_game();
    }

    /// Acts on the game of Play, also while it waits.
    pub fn with_game_of_play(&mut self, act: impl FnOnce(&mut Session)) {
        let Some(mut waiting) = self.waiting.take() else { return act(self) };
        self.exchange(&mut waiting);
        act(self);
        self.exchange(&mut waiting);
        self.waiting = Some(waiting);
    }

    /// The file of the game with this number, if the game is on the board or waits.
    pub fn document_of(&mut self, game_number: u64) -> Option<&mut Document> {
        if self.game_number == game_number {
            return Some(&mut self.document);
        }
        let waiting = self.waiting.as_mut().filter(|waiting| waiting.game_number == game_number);
        waiting.map(|waiting| &mut waiting.document)
    }

    fn exchange(&mut self, other: &mut GameBeside) {
        std::mem::swap(&mut self.game, &mut other.game);
        std::mem::swap(&mut self.edits, &mut other.edits);
        std::mem::swap(&mut self.document, &mut other.document);
        std::mem::swap(&mut self.revision, &mut other.revision);
        std::mem::swap(&mut self.game_number, &mut other.game_number);
        std::mem::swap(&mut self.clock, &mut other.clock);
        std::mem::swap(&mut self.archive_place, &mut other.archive_place);
        std::mem::swap(&mut self.review, &mut other.review);
        std::mem::swap(&mut self.flipped, &mut other.flipped);
        self.typed.clear();
    }
}
