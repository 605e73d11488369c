//! The game as a document: its file, whether it is saved, and what is kept of it.

use std::path::{Path, PathBuf};

use super::{Effect, Session};
use crate::{
    game::{pgn::to_pgn, store::EXTENSION},
    rules::{Color, Position},
};

impl Session {
    pub fn is_unsaved(&self) -> bool {
        self.document.saved_revision != self.revision && !self.game.is_empty()
    }

    /// True if a restart should restore the game.
    pub fn is_worth_keeping(&self) -> bool {
        let start = Position::start(self.variant());
        !self.game.is_empty() || *self.game.start() != start || self.document.path.is_some()
    }

    pub fn keep_game(&mut self) {
        if !self.effects.contains(&Effect::KeepGame) {
            self.effects.push(Effect::KeepGame);
        }
    }

    /// The window's title: the file, if there is one, and the program.
    pub fn window_title(&self) -> String {
        let name = self.document.path.as_ref().and_then(|path| path.file_name());
        match name {
            Some(name) => format!("{} \u{2013} Minnow", name.to_string_lossy()),
            None => "Minnow".to_owned(),
        }
    }

    /// The suggested path for a save of this game: its own file, else a new one beside the last.
    pub fn suggested_path(&self) -> PathBuf {
        let document = &self.document;
        if let Some(path) = document.path.as_ref().or(document.suggestion.as_ref()) {
            return path.clone();
        }
        let folder = self
            .settings
            .recent
            .iter()
            .find_map(|path| path.parent())
            .map(Path::to_owned)
            .or_else(std::env::home_dir)
            .unwrap_or_default();
        folder.join(format!("{}.{EXTENSION}", self.variant().id))
    }

    pub fn remember(&mut self, path: &Path) {
        self.settings.remember_file(path);
        self.effects.push(Effect::KeepSettings);
    }

    /// The whole game as PGN.
    pub fn game_as_pgn(&mut self) -> String {
        self.record_players();
        to_pgn(&self.game)
    }

    /// Records the players while the game goes on.
    pub fn record_players(&mut self) {
        if self.end().is_none() {
            self.game.header.players = Color::ALL.map(|color| self.settings.player(color));
        }
    }
}
