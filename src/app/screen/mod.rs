//! The screens, and what each does with every action. All matches on commands and screens are
//! exhaustive: a new command or screen does not compile until every case is decided.

mod analyse;
mod archive;
mod editor;
mod export;
mod games;
mod lab;
mod learn;
mod moves;
mod opponents;
mod page;
mod play;
mod puzzles;
mod requests;
mod state;
mod task;
#[cfg(test)]
pub mod tests;
mod tick;
mod trainer;

use super::{
    action::{Action, ExplorerAction, Page, ProverAction, WindowAction},
    endings, facts, games as game_files,
    lab::TreeEditorAction,
    prover, review,
    session::{
        AfterUnsaved, Command, Copied, Effect, GameCommand, Mode, Navigation, ProgramCommand,
        ScreenCommand,
    },
    settings,
};
use minnow_rules::write_course;

pub use state::{AppState, Overlay, Screen};
pub use task::BoardTask;

impl AppState {
    /// Carries out an action at `now_ms`, in milliseconds from any fixed moment.
    pub fn update(&mut self, action: Action, now_ms: u64) {
        if self.question.is_some() && !answers_question(&action) {
            // Nothing else counts while a question is open; the window blocks the mouse below it.
            return;
        }
        if !matches!(action, Action::Window(_)) {
            self.session.edits.history.look(self.session.game.cursor());
        }
        match action {
            Action::Command(Command::Program(command)) => self.update_program(command, now_ms),
            Action::Command(Command::Game(command)) => self.update_game(command, now_ms),
            Action::Command(Command::Screen(command)) => self.update_screen(command, now_ms),
            Action::Window(action) => self.update_window(action, now_ms),
            Action::Games(action) => self.update_games(action, now_ms),
            Action::Archive(action) => self.update_archive(action, now_ms),
            Action::Export(action) => self.update_export(action, now_ms),
            Action::Opponents(action) => self.update_opponents(action),
            Action::Endings(action) => endings::update(&mut self.session, action),
            Action::Facts(action) => facts::update(&mut self.session, action),
            Action::Explorer(action) => self.update_explorer(action, now_ms),
            Action::Prover(action) => self.update_prover(action, now_ms),
            Action::Settings(action) => settings::update(&mut self.session, action),
            Action::Lab(action) => self.update_lab(action, now_ms),
            Action::Moves(action) => self.update_moves(action, now_ms),
            // A review shows the answers of the problems.
            Action::Review(_) if self.learn().is_some() => {}
            Action::Review(action) => review::update::update(&mut self.session, action),
            Action::Learn(action) => self.update_learn(action),
            Action::Puzzles(action) => self.update_puzzles(action, now_ms),
            Action::Trainer(action) => self.update_trainer(action),
            Action::Editor(action) => self.update_editor(action),
            Action::Play(action) if matches!(self.screen, Screen::Play) => {
                self.update_play(action, now_ms);
            }
            Action::Analyse(action) if matches!(self.screen, Screen::Analyse) => {
                self.update_analyse(action);
            }
            // The game waits, or its analysis is not shown.
            Action::Play(_) | Action::Analyse(_) => {}
        }
        self.carry_out_requests(now_ms);
    }

    fn update_program(&mut self, command: ProgramCommand, now_ms: u64) {
        match command {
            ProgramCommand::Flip => self.flip(),
            ProgramCommand::Cancel => self.cancel(),
            ProgramCommand::SelectMode(mode) => self.select_mode(mode, now_ms),
            ProgramCommand::EditPosition => self.open_editor(),
            ProgramCommand::StartReview => self.start_review(now_ms),
            ProgramCommand::Learn => self.start_learning(now_ms),
            ProgramCommand::Explain(query) => self.ask_why(query),
            ProgramCommand::NewGame => self.new_game_here(),
            ProgramCommand::BuildTables => self.session.tables.build(self.session.game.variant()),
            ProgramCommand::StopTables => self.session.tables.stop(),
            ProgramCommand::Copy(Copied::Fen) if self.shown_editor() => {
                self.edit_tree(TreeEditorAction::Copy, now_ms);
            }
            ProgramCommand::Copy(what) => self.copy_what(what),
            ProgramCommand::Paste(text) if self.shown_editor() => {
                self.edit_tree(TreeEditorAction::Paste(text), now_ms);
            }
            ProgramCommand::Paste(text) => self.paste(text),
            ProgramCommand::FollowLink(fragment) => self.follow_link(&fragment, now_ms),
        }
    }

    fn update_game(&mut self, command: GameCommand, now_ms: u64) {
        match &self.screen {
            Screen::Play | Screen::Analyse => self.game_on_board(command, now_ms),
            Screen::Learn(_) => self.game_in_learn(command, now_ms),
            Screen::Task(_) => self.game_in_task(command, now_ms),
            Screen::Lab => self.game_in_lab(command, now_ms),
            Screen::Editor { .. } => {}
        }
    }

    fn update_screen(&mut self, command: ScreenCommand, now_ms: u64) {
        match &self.screen {
            Screen::Play => self.command_in_play(command, now_ms),
            Screen::Analyse => self.command_in_analyse(command, now_ms),
            Screen::Learn(_) => self.command_in_learn(command),
            // Neither hints nor the engine help in a task.
            Screen::Task(_) => {}
            Screen::Lab => self.command_in_lab(command, now_ms),
            Screen::Editor { .. } => {}
        }
    }

    /// The window's own actions, which mean the same on every screen.
    fn update_window(&mut self, action: WindowAction, now_ms: u64) {
        match action {
            WindowAction::Show(page) => self.overlay = Some(Overlay::Page(page)),
            WindowAction::Answer(index) => self.answer(index, now_ms),
            WindowAction::DismissQuestion => self.dismiss_question(),
            WindowAction::DismissNotice => self.session.notice = None,
            WindowAction::ReturnToGame => self.return_to_game(),
            WindowAction::DismissAlert(index) => self.session.keeping.dismiss(index),
            WindowAction::ToggleDrawer => self.toggle_drawer(),
            WindowAction::SelectTab(tab) => self.select_tab(tab),
            WindowAction::FullScreen => self.session.effects.push(Effect::ToggleFullScreen),
            WindowAction::AskBeforeClosing => self.ask_about_unsaved(AfterUnsaved::Quit),
            WindowAction::Quit => self.session.effects.push(Effect::Close),
            WindowAction::SaveAllData => self.session.effects.push(Effect::SaveAllData),
            WindowAction::LoadAllData => self.ask_to_load_all_data(),
            WindowAction::ChooseAllData => self.session.effects.push(Effect::ChooseAllData),
            WindowAction::SaveFirst(next) => self.save_first(next, now_ms),
            WindowAction::SaveCopyFirst(next) => {
                game_files::save_copy_first(&mut self.session, next)
            }
            WindowAction::DropUnsaved(next) => self.proceed(next),
        }
    }

    fn answer(&mut self, index: usize, now_ms: u64) {
        let Some(question) = self.question.take() else { return };
        let choice = question.choices.into_iter().nth(index);
        match choice.and_then(|choice| choice.action) {
            Some(action) => self.update(action, now_ms),
            None => self.session.after_save = None,
        }
    }

    fn dismiss_question(&mut self) {
        if self.question.take().is_some() {
            self.session.after_save = None;
        }
    }

    /// Changes the workspace; each one shows the position again that it showed last. Outside Play the
    /// clock stops and the computer does not move. Back in Play the computer waits for the user.
    pub(in crate::app) fn select_mode(&mut self, mode: Mode, now_ms: u64) {
        self.close_editor();
        self.leave_task();
        if self.mode() == mode {
            return;
        }
        self.session.keep_place(self.mode());
        self.screen = Screen::from(mode);
        self.session.return_to_place(mode);
        self.session.engine.cancel();
        self.play.pending = None;
        self.play.hint = None;
        self.close_drawer();
        self.session.typed.clear();
        match mode {
            Mode::Analyse | Mode::Lab => self.session.stop_clock(now_ms),
            Mode::Play => {
                self.live.switch_off();
                self.play.paused = self.session.waits_for_computer();
            }
        }
    }

    /// Leaves Learn or the task on the board, if one of them is shown.
    pub(super) fn leave_task(&mut self) {
        self.leave_learn();
        self.leave_board_task();
    }

    /// True if a review can start. A game in progress cannot be reviewed in Play, because the
    /// review would advise a player.
    pub fn may_review(&self) -> bool {
        let waits = self.mode() != Mode::Play || self.session.end().is_some();
        let has_moves = matches!(self.screen, Screen::Play | Screen::Analyse | Screen::Lab);
        waits && has_moves && review::update::can_start(&self.session)
    }

    fn start_review(&mut self, now_ms: u64) {
        if self.may_review() {
            self.select_mode(Mode::Analyse, now_ms);
            review::update::start(&mut self.session, now_ms);
        }
    }

    /// The card of the explorer is in Analyse, in the place of a proof.
    fn update_explorer(&mut self, action: ExplorerAction, now_ms: u64) {
        let has_place = matches!(self.screen, Screen::Analyse) && !self.prover.is_open();
        if action == ExplorerAction::Toggle && !has_place {
            let node = self.session.game.cursor();
            self.select_mode(Mode::Analyse, now_ms);
            self.session.navigate(Navigation::To(node));
            prover::update(&mut self.prover, &mut self.session, ProverAction::Close);
            return self.explorer.open();
        }
        self.explorer.update(action);
    }

    /// True if the explorer has its card in Analyse, shown or not; a proof takes its place.
    pub fn shows_explorer(&self) -> bool {
        self.explorer.is_open() && !self.prover.is_open()
    }

    /// A proof begins in Analyse, where its card is.
    fn update_prover(&mut self, action: ProverAction, now_ms: u64) {
        if action == ProverAction::Start {
            let node = self.session.game.cursor();
            self.select_mode(Mode::Analyse, now_ms);
            self.session.navigate(Navigation::To(node));
        }
        prover::update(&mut self.prover, &mut self.session, action);
    }

    fn navigate(&mut self, navigation: Navigation) {
        self.session.navigate(navigation);
        self.play.hint = None;
    }

    fn copy_what(&mut self, what: Copied) {
        let text = match what {
            Copied::Fen if let Some(editor) = self.editor() => editor.fen(),
            Copied::Fen => self.session.game.position().fen(),
            Copied::Course => write_course(self.session.game.position()),
            Copied::Pgn => self.session.game_as_pgn(),
            Copied::PositionLink | Copied::GameLink | Copied::TreeLink => self.link(what),
        };
        self.session.copy(text);
    }

    fn flip(&mut self) {
        if self.mode() == Mode::Lab && !self.lab.page.has_game_board() && self.editor().is_none() {
            self.lab.lessons.flipped = !self.lab.lessons.flipped;
        } else {
            self.session.flipped = !self.session.flipped;
        }
    }

    /// Closes the topmost page or list, else drops the typed letters or the premove, else leaves the
    /// editor or the exercises, else closes the drawer.
    fn cancel(&mut self) {
        match self.overlay {
            Some(Overlay::Page(_) | Overlay::Chooser(_) | Overlay::YourGames) => {
                if self.page() == Some(&Page::Welcome) {
                    // The settings file marks that the first start is over.
                    self.session.effects.push(Effect::KeepSettings);
                }
                self.overlay = None;
                return;
            }
            Some(Overlay::HeaderForm(_)) => return self.close_header_form(),
            Some(Overlay::Drawer) | None => {}
        }
        if !self.session.typed.is_empty() {
            self.session.typed.clear();
            return;
        }
        if self.play.premove.take().is_some() {
            return;
        }
        match &self.screen {
            Screen::Editor { .. } => self.close_editor(),
            Screen::Learn(_) | Screen::Task(_) if !self.drawer_open() => self.leave_task(),
            Screen::Play | Screen::Analyse | Screen::Learn(_) | Screen::Task(_) | Screen::Lab => {
                self.close_drawer()
            }
        }
    }
}

/// True if an action answers the open question or ends the program.
fn answers_question(action: &Action) -> bool {
    matches!(
        action,
        Action::Window(
            WindowAction::Answer(_)
                | WindowAction::DismissQuestion
                | WindowAction::Quit
                | WindowAction::AskBeforeClosing
        )
    )
}
