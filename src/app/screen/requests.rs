//! Carries out requests of several steps: answers that return to who asked, the clipboard, another game
//! on the board, which needs the question about unsaved work first, the editor, and what only the web
//! page has.

use super::{AppState, Screen};
use crate::app::{
    analyse::live_arrows,
    editor::Editor,
    export::Export,
    games,
    lab::LabPageId,
    links::Link,
    pages::PageId,
    request::Request,
    review,
    session::{AfterUnsaved, Asker, ChosenFile, Copied, Effect, Mode, NewGame, Question, Session},
    ui::text::sentence,
};
#[cfg(not(target_arch = "wasm32"))]
use minnow_game::Game;
use minnow_game::pgn::to_pgn;
use minnow_rules::{Position, write_course};

impl AppState {
    pub(super) fn answer(&mut self, index: usize, now_ms: u64) {
        let Some(question) = self.question.take() else { return };
        if let Some(page) = question.asker {
            return self.pages.get_mut(page).answered(index, &mut self.session, now_ms);
        }
        let choice = question.choices.into_iter().nth(index);
        match choice.and_then(|choice| choice.action) {
            Some(action) => self.update(action, now_ms),
            None => self.session.after_save = None,
        }
    }

    /// Hands a file to who asked for it.
    pub(super) fn file_chosen(&mut self, file: ChosenFile, now_ms: u64) {
        match file.query.asker {
            Asker::Page(page) => self.pages.get_mut(page).chosen(file, &mut self.session, now_ms),
            Asker::Lab => self.lab.chosen(file, &mut self.session),
        }
    }

    /// Gives the arrows of the analysis and the game of a task to the export, before it may draw the
    /// board.
    pub(super) fn note_board(&mut self) {
        self.pages.export.task_game = self.board_task().map(|task| task.board().game.clone());
        let in_analysis = matches!(self.screen, Screen::Analyse);
        self.pages.export.arrows =
            if in_analysis { live_arrows(&self.session, &self.live) } else { Vec::new() };
    }

    pub(super) fn export(&mut self, act: impl FnOnce(&Export, &mut Session)) {
        self.note_board();
        act(&self.pages.export, &mut self.session);
    }

    pub(super) fn dismiss_question(&mut self) {
        if self.question.take().is_some() {
            self.session.after_save = None;
        }
    }

    pub(super) fn copy_what(&mut self, what: Copied) {
        let needs_position = matches!(what, Copied::Course | Copied::PositionLink);
        let position = match self.editor().map(Editor::position) {
            Some(Ok(position)) => position,
            Some(Err(problem)) if needs_position => return self.session.error(sentence(&problem)),
            Some(Err(_)) | None => *self.board_game().position(),
        };
        let text = match what {
            Copied::Fen if let Some(editor) = self.editor() => editor.fen(),
            Copied::Fen => position.fen(),
            Copied::Course => write_course(&position),
            Copied::Pgn => self.board_pgn(),
            Copied::Tree => self.lab.pages.tree.setup.text.clone(),
            Copied::PositionLink | Copied::GameLink | Copied::TreeLink => {
                self.link(what, &position)
            }
        };
        self.session.copy(text);
    }

    /// The game on the board as PGN.
    fn board_pgn(&mut self) -> String {
        match self.board_task() {
            Some(task) => to_pgn(&task.board().game),
            None => self.session.game_as_pgn(),
        }
    }

    /// Takes a position or games as text; the editor takes a position.
    pub(super) fn paste(&mut self, text: String) {
        if let Some(editor) = self.editor_mut() {
            editor.set_text(text);
        } else {
            self.pages.game_files.paste(&text, &mut self.session);
        }
    }

    /// Asks whether to save the game before a step that drops unsaved changes.
    pub(super) fn ask_about_unsaved(&mut self, next: AfterUnsaved) {
        let document = &self.session.document;
        let question = match document.path.as_ref().or(document.suggestion.as_ref()) {
            Some(_) => {
                let name = self.session.document_name();
                let text = format!("{name} has changes that are not in the file.");
                Question::new("Save the changes?", text)
                    .choice("Save", Request::SaveFirst(next.clone()))
                    .choice("Save a copy", Request::SaveCopyFirst(next.clone()))
            }
            None => {
                let problem = self.session.keeping.archive_problem();
                let problem = problem.map_or(String::new(), |problem| format!(" {problem}"));
                let text = format!("The game on the board has not been saved to a file.{problem}");
                Question::new("Save this game first?", text)
                    .choice("Save", Request::SaveFirst(next.clone()))
            }
        };
        let question = question.choice("Don't save", Request::DropUnsaved(next)).cancel("Cancel");
        self.question = Some(question);
    }

    /// Goes on after the user's decision about unsaved work.
    pub(super) fn proceed(&mut self, next: AfterUnsaved) {
        match next {
            AfterUnsaved::Begin(new) => self.begin(*new),
            AfterUnsaved::Quit => {
                self.session.lose_left_game();
                self.may_close = true;
                self.session.effects.push(Effect::Close);
            }
        }
    }

    /// Puts another game on the board, after a question about unsaved work if there is any.
    pub(super) fn begin_or_ask(&mut self, new: Box<NewGame>) {
        self.take_up_game();
        if self.session.would_lose_changes() {
            self.ask_about_unsaved(AfterUnsaved::Begin(new));
        } else if let Some(Request::Replace(new)) = self.ask_before_leaving(Request::Replace(new)) {
            self.begin(*new);
        }
    }

    /// Asks before the window closes: about a game that is not kept on disk, else about one over a
    /// network.
    pub(super) fn ask_before_closing(&mut self) {
        self.take_up_game();
        let quit = Request::DropUnsaved(AfterUnsaved::Quit);
        let is_kept = self.session.keeping.game_problem().is_none();
        if !is_kept || self.ask_before_leaving(quit).is_some() {
            self.ask_about_unsaved(AfterUnsaved::Quit);
        }
    }

    /// Puts the game of Play back on the board, if the position of a task is analysed in its place. A
    /// game is analysed only after the user has asked for it.
    pub(super) fn take_up_game(&mut self) {
        if self.session.has_waiting_game() {
            review::stop(&mut self.session);
            self.session.take_up_game();
            self.live.forget();
            self.live.switch_off();
        }
    }

    /// Puts the game before this one on the board again.
    pub(super) fn return_to_game(&mut self) {
        if let Some(before) = self.session.replaced.take() {
            self.begin(*before);
            self.session.info("The previous game is back on the board.");
        }
    }

    /// Puts another game on the board without a question. The computer waits in a game that is
    /// under way already.
    pub fn begin(&mut self, new: NewGame) {
        self.take_up_game();
        let (mode, starts) = (new.mode.unwrap_or(self.mode()), new.starts);
        if new.is_remote {
            // Its clock runs.
            self.close_page();
        }
        self.session.begin(new);
        self.live.forget();
        self.play.begin(&self.session);
        self.play.started |= starts;
        self.question = None;
        self.close(PageId::GameFiles);
        self.screen = Screen::from(mode);
    }

    /// Shows a game of others in Analyse. The game of Play waits.
    #[cfg(not(target_arch = "wasm32"))]
    pub(super) fn analyse_game(&mut self, game: Game, title: &str, now_ms: u64) {
        self.select_mode(Mode::Analyse, now_ms);
        review::stop(&mut self.session);
        self.session.analyse_beside(game, title);
        self.live.forget();
    }

    /// Opens the editor with the position on the board.
    pub(super) fn open_editor(&mut self) {
        if self.editor().is_none() {
            let position = *self.board_game().position();
            self.leave_task();
            let editor = Box::new(Editor::new(&position));
            self.screen = Screen::Editor { editor, mode: self.mode() };
            self.session.notice = None;
            self.play.leave_position();
            self.session.typed.clear();
        }
    }

    pub(super) fn undo_setup(&mut self) {
        if self.editor_mut().is_some_and(Editor::undo) {
            self.session.info("The position is restored.");
        }
    }

    /// Returns to the mode that the editor was opened in.
    pub(in crate::app) fn close_editor(&mut self) {
        if let Screen::Editor { mode, .. } = self.screen {
            self.screen = Screen::from(mode);
        }
    }

    /// Shows what stands behind the `#` of the page's address.
    pub(super) fn follow_link(&mut self, fragment: &str, now_ms: u64) {
        match Link::parse(fragment) {
            Ok(None) => {}
            Ok(Some(Link::Position { fen, board })) => {
                let board = board.unwrap_or_else(|| self.session.variant().id.clone());
                games::begin_linked(&mut self.session, &board, &fen);
            }
            Ok(Some(Link::Game(pgn))) => self.paste(pgn),
            Ok(Some(Link::Tree(text))) => {
                self.select_mode(Mode::Lab, now_ms);
                self.lab.show(LabPageId::Tree, &mut self.session);
                self.lab.pages.tree.open_editor();
                self.lab.pages.tree.paste(&text, &mut self.session.typed);
            }
            Ok(Some(Link::Exercise(text))) => {
                self.select_mode(Mode::Lab, now_ms);
                self.lab.show(LabPageId::Exercises, &mut self.session);
                self.lab.pages.exercises.open_link(&mut self.session, &text);
            }
            Err(problem) => {
                self.session.error(format!("The link cannot be followed: {problem}."));
            }
        }
    }

    /// True if the program is a page.
    pub fn is_page(&self) -> bool {
        self.session.page_address.is_some()
    }

    pub(super) fn ask_to_load_all_data(&mut self) {
        let text = "Settings, games and everything else that Minnow keeps in this browser are \
                    replaced by those of the file.";
        let choose = Request::ChooseAllData;
        let question = Question::new("Replace all data?", text);
        self.question = Some(question.choice("Choose the file", choose).cancel("Cancel"));
    }

    /// The link with this content.
    fn link(&mut self, what: Copied, position: &Position) -> String {
        let link = match what {
            Copied::GameLink => Link::Game(self.board_pgn()),
            Copied::TreeLink => Link::Tree(self.lab.pages.tree.setup.text.clone()),
            _ => Link::Position { fen: position.fen(), board: Some(position.variant().id.clone()) },
        };
        let address = self.session.page_address.as_deref().unwrap_or_default();
        format!("{address}#{}", link.fragment())
    }
}
