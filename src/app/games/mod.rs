//! Other games on the board: new games, examples, saved games, PGN files and pasted text.
//!
//! A game is read completely before it is requested from the session, so that a game that cannot be
//! read asks no question and changes nothing.

pub mod chooser;
mod files;
mod pgn;
mod saving;
mod view;

use egui::Ui;

use crate::app::{
    context::Cx,
    pages::{Page, PageId, PageTick},
    registry::Opener,
    session::{Asker, ChosenFile, GameVersion, QueryContent, Session, Wake},
};
use chooser::Chooser;
use minnow_rules::Position;
use saving::BlockedSave;

pub use files::{ask_open, open_example, open_path, resume, type_open};
pub use pgn::begin_linked;
pub use saving::{save, save_as, save_as_pgn, type_save};

/// The pause between two batches of games while a large file is checked.
const CHECK_PAUSE_MS: u64 = 10;

const ASKER: Asker = Asker::Page(PageId::GameFiles);

/// Work that needs more than a view has; it begins at the next tick.
type Work = fn(&mut GameFiles, &mut Session);

/// The files of games that are opened and saved. As a page, the list of the games of a file that has
/// several.
#[derive(Debug, Default)]
pub struct GameFiles {
    pub list: Option<Chooser>,
    /// The subject of the open question.
    asked: Option<Asked>,
    /// The version of a game that a dialog saved after another game had come onto the board.
    saved_late: Option<GameVersion>,
    due: Vec<Work>,
}

#[derive(Debug)]
enum Asked {
    Save(BlockedSave),
    /// The boards that a pasted position fits, with the position on each.
    Boards(Vec<Position>),
}

impl Page for GameFiles {
    fn title(&self, _: &Session) -> String {
        let path = self.list.as_ref().and_then(|list| list.path.as_ref());
        let name = path.and_then(|path| path.file_name());
        name.map_or("Pasted games".to_owned(), |name| name.to_string_lossy().into_owned())
    }

    fn has_own_frame(&self) -> bool {
        true
    }

    fn close(&mut self, _: &mut Session) {
        self.list = None;
    }

    fn ui(&mut self, ui: &mut Ui, cx: &mut Cx<'_>) {
        view::chooser_ui(ui, self, cx);
    }

    fn answered(&mut self, choice: usize, session: &mut Session, now_ms: u64) {
        match self.asked.take() {
            Some(Asked::Save(blocked)) => blocked.answer(choice, session, now_ms),
            Some(Asked::Boards(positions)) => {
                if let Some(position) = positions.get(choice) {
                    session.request_game(pgn::pasted_position(*position));
                }
            }
            None => {}
        }
    }

    fn chosen(&mut self, file: ChosenFile, session: &mut Session, now_ms: u64) {
        let ChosenFile { query, path, confirmed } = file;
        if let QueryContent::Game(asked) = query.content {
            let is_late = asked.version.game_number != session.game_number;
            self.saved_late = is_late.then_some(asked.version);
            saving::save_chosen(session, *asked, path, confirmed, now_ms);
        } else {
            open_path(session, &path, false, now_ms);
        }
    }

    /// Takes the files that were read or written. Those that may lead to a question wait for the one
    /// that is open.
    fn tick(&mut self, session: &mut Session, at: PageTick) -> Wake {
        for work in std::mem::take(&mut self.due) {
            work(self, session);
        }
        let mut may_ask = at.may_ask;
        while let Some(outcome) = session.files.take_save(may_ask, at.now_ms) {
            if let Some(blocked) = saving::take_outcome(session, outcome, self.saved_late) {
                self.asked = Some(Asked::Save(blocked));
                may_ask = false;
            }
        }
        if let Some(outcome) = may_ask.then(|| session.files.take_read()).flatten() {
            self.take_read(outcome, session);
        }
        let more_to_check = self.list.as_mut().is_some_and(Chooser::check_more);
        more_to_check.then_some(at.now_ms + CHECK_PAUSE_MS)
    }
}

impl GameFiles {
    pub(in crate::app) const OPENER: Option<Opener> = None;
}
