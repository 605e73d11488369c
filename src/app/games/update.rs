//! Games from PGN: files with one or many, and pasted text. What comes in never replaces unsaved
//! work without the question, and no file that holds several games is written over by one.

use std::path::{Path, PathBuf};

use super::super::{
    action::{Action, ChooserAction, FileAction, GamesAction},
    games::chooser::Chooser,
    screen::{AppState, Screen},
    session::{Command, Document, Effect, Mode, Question},
    ui::text::capitalised,
};
use crate::{
    game::{
        Game,
        pgn::{PgnFile, PgnGame, PgnProblem},
        store::{EXTENSION, OpenedFile, backup_path, is_pgn, open_file},
    },
    rules::{PositionTextError, Variant, parse_position_text},
};

impl AppState {
    pub(in crate::app) fn apply_games(&mut self, action: GamesAction, now_ms: u64) {
        match action {
            GamesAction::NewGameOf(id) => self.new_game(id),
            GamesAction::File(action) => self.apply_file(action, now_ms),
            GamesAction::Choose(action) => self.apply_choice(action),
        }
    }

    pub(in crate::app) fn new_game(&mut self, id: String) {
        let Some(variant) = Variant::by_id(&id) else {
            self.session.error(format!("There is no variant \"{id}\"."));
            return;
        };
        if self.guard_unsaved(Action::Games(GamesAction::NewGameOf(id.clone()))) {
            if self.session.settings.variant != id {
                self.session.settings.variant = id;
                self.session.effects.push(Effect::KeepSettings);
            }
            self.session.notice = None;
            self.screen = Screen::from(Mode::Play);
            self.begin_game(Game::new(variant), Default::default());
        }
    }

    /// Opens the games of a file: the only one, or the list of all.
    pub(super) fn open_pgn(&mut self, file: PgnFile, path: PathBuf) {
        if file.len() > 1 {
            self.session.remember(&path);
            self.session.notice = None;
            self.show_chooser(Chooser::new(file, Some(path)));
            return;
        }
        let Some(read) = self.readable(file.read(0)) else { return };
        let again = Action::Games(GamesAction::File(FileAction::OpenPath(path.clone())));
        if self.guard_unsaved(again) {
            self.session.remember(&path);
            self.begin_read(read, Some((&path, None)));
        }
    }

    pub(super) fn apply_choice(&mut self, action: ChooserAction) {
        let Some(chooser) = self.chooser_mut() else { return };
        match action {
            ChooserAction::Filter(text) => chooser.set_filter(text),
            ChooserAction::Mark(row) => chooser.mark(row),
            ChooserAction::Close => self.close_chooser(),
            ChooserAction::Open => self.open_marked(),
        }
    }

    fn open_marked(&mut self) {
        let Some(chooser) = self.chooser() else { return };
        let (read, place) = (chooser.read_marked(), chooser.marked_place());
        let path = chooser.path.clone();
        let Some(read) = self.readable(read) else { return };
        if self.guard_unsaved(Action::Games(GamesAction::Choose(ChooserAction::Open))) {
            let number = place.map(|place| place + 1);
            self.begin_read(read, path.as_deref().map(|path| (path, number)));
        }
    }

    /// The game, unless there is nothing of it that could be shown; then the user is told.
    fn readable(&mut self, read: Option<PgnGame>) -> Option<PgnGame> {
        let read = read?;
        if read.is_skipped() {
            self.tell_problems(&read.problems);
            return None;
        }
        Some(read)
    }

    /// Puts a game that was read on the board. It is in no file of its own, so it is saved to a new
    /// one: beside its PGN file, by its number there if it was one of many. Pasted games are
    /// unsaved work.
    fn begin_read(&mut self, read: PgnGame, source: Option<(&Path, Option<usize>)>) {
        let mut document = Document::default();
        if let Some((path, number)) = source {
            let stem = path.file_stem().unwrap_or_default().to_string_lossy();
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            let numbered = number.map_or(String::new(), |number| format!("-{number}"));
            let own = format!("{stem}{numbered}.{EXTENSION}");
            document.suggestion = Some(path.with_file_name(own));
            document.title = Some(match number {
                Some(number) => format!("{name}, game {number}"),
                None => name.into_owned(),
            });
        }
        self.session.notice = None;
        self.close_chooser();
        self.begin_game(read.game, document);
        if source.is_none() {
            self.session.document.saved_revision = 0;
        }
        self.session.game.go_to(self.session.game.head());
        self.tell_problems(&read.problems);
    }

    /// Tells the first of a game's problems and how many more there are.
    fn tell_problems(&mut self, problems: &[PgnProblem]) {
        let Some((first, others)) = problems.split_first() else { return };
        let more = match others.len() {
            0 => String::new(),
            count => format!(" (and {count} more)"),
        };
        let text = format!("{first}{more}.");
        self.session.error(capitalised(&text));
    }

    /// Begins a new game from pasted text: a position, or a game in PGN.
    pub(in crate::app) fn paste(&mut self, text: &str) {
        let position = parse_position_text(self.session.variant(), text);
        if !is_movetext(text) {
            match position {
                Ok(position) => {
                    if self.guard_unsaved(Action::Command(Command::Paste(text.to_owned()))) {
                        self.begin_game(Game::from_position(position), Document::default());
                        self.session.info("A new game starts from the pasted position.");
                    }
                    return;
                }
                Err(PositionTextError::UnknownForm(_)) => {}
                Err(problem) => {
                    self.session.error(format!("The pasted position cannot be played: {problem}."));
                    return;
                }
            }
        }
        match PgnFile::parse(text.as_bytes(), self.session.variant()) {
            Err(problem) if is_movetext(text) => {
                self.session.error(format!("The pasted game cannot be read: {problem}."));
            }
            Err(_) => {
                let word = text.split_whitespace().next().unwrap_or("");
                let word: String = word.chars().take(MOST_QUOTED).collect();
                self.session.error(format!(
                    "The pasted text is neither a position nor a game: it begins with \"{word}\"."
                ));
            }
            Ok(file) if file.len() > 1 => self.show_chooser(Chooser::new(file, None)),
            Ok(file) => {
                let Some(read) = self.readable(file.read(0)) else { return };
                if self.guard_unsaved(Action::Command(Command::Paste(text.to_owned()))) {
                    self.begin_read(read, None);
                    if self.session.notice.is_none() {
                        self.session.info("The pasted game is on the board.");
                    }
                }
            }
        }
    }

    /// Whether a file is to be asked about before the game is written there: another's, or one with
    /// several games, which no dialog of the desktop tells.
    pub(super) fn overwrites(&self, path: &Path, known: bool) -> Option<Question<Action>> {
        if !path.exists() {
            return None;
        }
        let games = match is_pgn(path).then(|| open_file(path, self.session.variant())) {
            Some(Ok(OpenedFile::Pgn(file))) => Some(file.len()).filter(|games| *games > 1),
            _ => None,
        };
        let own = self.session.document.path.as_deref() == Some(path);
        let asks = games.is_some() || !known && !own;
        asks.then(|| {
            let path = path.to_owned();
            let text = match games {
                None => format!(
                    "{} exists already. What it holds now is kept beside it.",
                    path.display()
                ),
                Some(games) => format!(
                    "{} holds {games} games. They would be replaced by this one, and kept in {}.",
                    path.display(),
                    backup_path(&path).display()
                ),
            };
            let replace = Action::Games(GamesAction::File(FileAction::Overwrite(path)));
            Question::new("Replace this file?", text).cancel("Cancel").choice("Replace", replace)
        })
    }
}

/// How much of a pasted word is quoted, in characters.
const MOST_QUOTED: usize = 40;

/// Whether a text begins as PGN does: with a tag, a comment or a move's number and its dot.
fn is_movetext(text: &str) -> bool {
    let text = text.trim_start_matches(['\u{feff}', ' ', '\t', '\r', '\n']);
    let behind = text.trim_start_matches(|letter: char| letter.is_ascii_digit());
    text.starts_with(['[', '{', ';', '%'])
        || behind.len() < text.len() && behind.starts_with(['.', '\u{2026}'])
}
