//! Opening and saving games. A file that cannot be read leaves the game on the board alone.

use std::path::{Path, PathBuf};

use super::super::{
    action::{Action, FileAction, GamesAction},
    games::examples::EXAMPLES,
    screen::{AppState, Screen},
    session::{Document, Effect, Mode},
    storage::autosave::AutosavedGame,
    storage::dialogs::with_extension,
};
use crate::game::{
    Game,
    save::from_ron,
    store::{OpenedFile, PGN_EXTENSION, is_pgn, open_file, save_game},
};

impl AppState {
    pub(super) fn apply_file(&mut self, action: FileAction, now_ms: u64) {
        match action {
            FileAction::Open => self.session.effects.push(Effect::AskOpen),
            FileAction::OpenPath(path) => self.open_path(path),
            FileAction::OpenExample(index) => self.open_example(index),
            FileAction::Save => {
                self.after_save = None;
                self.save(now_ms);
            }
            FileAction::SaveAs => {
                self.after_save = None;
                self.session
                    .effects
                    .push(Effect::AskSave { suggestion: self.session.suggested_path() });
            }
            FileAction::SavePgn => {
                self.after_save = None;
                let suggestion = self.session.suggested_path();
                let stem = suggestion.with_extension("").with_extension(PGN_EXTENSION);
                self.session.effects.push(Effect::AskSave { suggestion: stem });
            }
            FileAction::Overwrite(path) => self.save_to(path, now_ms),
            FileAction::SavePath { path, confirmed } => self.save_path(path, confirmed, now_ms),
            FileAction::TypePath(request) => {
                let path = self.session.suggested_path();
                self.session.effects.push(Effect::TypePath { request, path });
            }
            FileAction::NoneChosen => self.after_save = None,
        }
    }

    /// Saves to the game's own file, or asks for one.
    fn save(&mut self, now_ms: u64) {
        match self.session.document.path.clone() {
            Some(path) => self.save_to(path, now_ms),
            None => self
                .session
                .effects
                .push(Effect::AskSave { suggestion: self.session.suggested_path() }),
        }
    }

    /// Saves to a path that was chosen. Another file there is overwritten only if the user knows
    /// of it: a dialog has asked for the name as typed, but not for the one with our ending.
    fn save_path(&mut self, chosen: PathBuf, confirmed: bool, now_ms: u64) {
        let path = absolute(&with_extension(chosen.clone()));
        let known = confirmed && path == absolute(&chosen);
        match self.overwrites(&path, known) {
            Some(question) => self.question = Some(question),
            None => self.save_to(path, now_ms),
        }
    }

    /// The file is read before any question: one that cannot be opened should not ask for a save.
    fn open_path(&mut self, path: PathBuf) {
        let path = absolute(&path);
        let game = match open_file(&path, self.session.variant()) {
            Ok(OpenedFile::Save(game)) => *game,
            Ok(OpenedFile::Pgn(file)) => return self.open_pgn(file, path),
            Err(problem) => return self.session.error(format!("{problem}.")),
        };
        if self.guard_unsaved(Action::Games(GamesAction::File(FileAction::OpenPath(path.clone()))))
        {
            self.session.notice = None;
            self.close_chooser();
            self.session.remember(&path);
            if game.result().is_none() {
                self.session.settings.adopt_players(game.header.players);
            }
            let document =
                Document { path: Some(path), from_elsewhere: true, ..Document::default() };
            self.screen = Screen::from(mode_for(&game));
            self.begin_game(game, document);
            self.session.game.go_to(self.session.game.head());
        }
    }

    fn open_example(&mut self, index: usize) {
        let Some(example) = EXAMPLES.get(index) else { return };
        match from_ron(example.text.as_bytes()) {
            Err(problem) => {
                self.session.error(format!("The example \"{}\": {problem}.", example.title))
            }
            Ok(game) => {
                if self
                    .guard_unsaved(Action::Games(GamesAction::File(FileAction::OpenExample(index))))
                {
                    if game.result().is_none() {
                        self.session.settings.adopt_players(game.header.players);
                        self.session.effects.push(Effect::KeepSettings);
                    }
                    let title = Some(format!("Example: {}", example.title));
                    self.session.notice = None;
                    self.screen = Screen::from(mode_for(&game));
                    self.begin_game(game, Document { title, ..Document::default() });
                    self.session.game.go_to_start();
                }
            }
        }
    }

    /// Saves to a path, about which every question has been asked. A file of PGN does not become the
    /// game's own, as it cannot hold all of it.
    pub(super) fn save_to(&mut self, path: PathBuf, now_ms: u64) {
        self.session.note_clock(now_ms);
        self.session.record_players();
        let known = self.session.document.path.as_ref() == Some(&path);
        let backup = !known || self.session.document.from_elsewhere;
        match save_game(&path, &self.session.game, backup) {
            Err(problem) => {
                self.after_save = None;
                self.session.error(format!("{problem}."));
            }
            Ok(()) => {
                self.session.info(format!("Saved to {}.", path.display()));
                self.session.remember(&path);
                if !is_pgn(&path) {
                    self.session.document = Document {
                        path: Some(path),
                        saved_revision: self.session.revision,
                        ..Document::default()
                    };
                } else if self.session.document.path.is_none() || self.after_save.is_some() {
                    self.session.document.saved_revision = self.session.revision;
                }
                self.session.keep_game();
                if let Some(next) = self.after_save.take() {
                    self.apply(next, now_ms);
                }
            }
        }
    }

    /// Saves, asking for a name if there is none yet, and then goes on with what was asked for.
    pub(in crate::app) fn save_then(&mut self, then: Action, now_ms: u64) {
        self.after_save = Some(then);
        self.save(now_ms);
    }

    /// Goes on with the game that was on the board when the program last ended.
    pub fn resume_kept(&mut self, restored: AutosavedGame) {
        let document = Document {
            from_elsewhere: restored.path.is_some(),
            path: restored.path,
            ..Document::default()
        };
        if restored.game.result().is_none() {
            self.session.settings.adopt_players(restored.game.header.players);
        }
        self.begin_game(restored.game, document);
        self.session.game.go_to(self.session.game.head());
        if restored.unsaved {
            self.session.document.saved_revision = 0;
        }
    }
}

/// A game that is over is opened to look at, another to go on with.
fn mode_for(game: &Game) -> Mode {
    if game.result().is_some() { Mode::Analyse } else { Mode::Play }
}

/// The path from the root, so that it means the same after a start from elsewhere.
fn absolute(path: &Path) -> PathBuf {
    std::path::absolute(path).unwrap_or_else(|_| path.to_owned())
}
