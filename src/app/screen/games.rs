//! Joins the games feature to the list of games, which lies over the screen, and to the question box.

use super::{AppState, Overlay};
use crate::app::request::Request;
use crate::app::{
    games::{self, GamesAction, GamesReply},
    session::AfterUnsaved,
};

impl AppState {
    pub(super) fn update_games(&mut self, action: GamesAction, now_ms: u64) {
        let chooser = match &mut self.overlay {
            Some(Overlay::Chooser(chooser)) => Some(&mut **chooser),
            _ => None,
        };
        let reply = games::update(&mut self.session, chooser, action, now_ms);
        self.take_games_reply(reply);
    }

    /// Takes the files that were read or written. Questions wait for the one that is shown.
    pub(super) fn tick_games(&mut self, now_ms: u64) {
        let reply = games::tick(&mut self.session, self.question.is_none(), now_ms);
        self.take_games_reply(reply);
    }

    /// Takes a position or games as text; the editor takes a position.
    pub(super) fn paste(&mut self, text: String) {
        if let Some(editor) = self.editor_mut() {
            editor.set_text(text);
        } else {
            let reply = games::paste(&mut self.session, &text);
            self.take_games_reply(reply);
        }
    }

    /// A new game of the variant on the board.
    pub(super) fn new_game_here(&mut self) {
        let id = &self.session.variant().id;
        self.session.request_game_of(id);
    }

    pub(super) fn save_first(&mut self, next: AfterUnsaved, now_ms: u64) {
        games::save_first(&mut self.session, next, now_ms);
    }

    fn take_games_reply(&mut self, reply: Option<GamesReply>) {
        match reply {
            Some(GamesReply::Ask(question)) => self.question = Some(question.map(Request::Games)),
            Some(GamesReply::ShowChooser(chooser)) => {
                self.overlay = Some(Overlay::Chooser(chooser));
            }
            Some(GamesReply::CloseChooser) => self.close_chooser(),
            None => {}
        }
    }
}
