//! The screens, and what each does with every action. A screen decides in one exhaustive match, so
//! that a new action does not compile until every screen says whether it takes it.

mod analyse;
mod editor;
mod games;
mod lab;
mod learn;
mod moves;
mod play;
mod requests;
mod state;
#[cfg(test)]
pub mod tests;
mod tick;

use super::{
    action::{Action, WindowAction},
    review,
    session::{AfterUnsaved, Copied, Effect, Mode, Navigation},
};
use crate::rules::write_course;

pub use state::{AppState, Overlay, Screen};

impl AppState {
    /// Carries out an action at a moment, in milliseconds from any fixed one.
    pub fn update(&mut self, action: Action, now_ms: u64) {
        if self.question.is_some() && !answers_question(&action) {
            // A question is answered first; the window keeps the mouse away from what is under it.
            return;
        }
        if !matches!(action, Action::Window(_)) {
            self.session.edits.history.look(self.session.game.cursor());
        }
        match &self.screen {
            Screen::Play => self.update_in_play(action, now_ms),
            Screen::Analyse => self.update_in_analyse(action, now_ms),
            Screen::Learn(_) => self.update_in_learn(action, now_ms),
            Screen::Editor { .. } => self.update_in_editor(action, now_ms),
            Screen::Lab => self.update_in_lab(action, now_ms),
        }
        self.carry_out_requests(now_ms);
    }

    /// The window's own actions, which mean the same on every screen.
    fn update_window(&mut self, action: WindowAction, now_ms: u64) {
        match action {
            WindowAction::Show(page) => self.overlay = Some(Overlay::Page(page)),
            WindowAction::Answer(index) => self.answer(index, now_ms),
            WindowAction::DismissQuestion => self.dismiss_question(),
            WindowAction::DismissNotice => self.session.notice = None,
            WindowAction::ToggleDrawer => self.toggle_drawer(),
            WindowAction::SelectTab(tab) => self.tab = tab,
            WindowAction::FullScreen => self.session.effects.push(Effect::ToggleFullScreen),
            WindowAction::AskBeforeClosing => self.ask_about_unsaved(AfterUnsaved::Quit),
            WindowAction::Quit => self.session.effects.push(Effect::Close),
            WindowAction::SaveFirst(next) => self.save_first(next, now_ms),
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

    /// Changes the workspace. Outside Play the game waits: its clock stops, and the computer does not
    /// move. Back in Play the last position is shown, and the computer waits for the user.
    pub(in crate::app) fn select_mode(&mut self, mode: Mode, now_ms: u64) {
        self.close_editor();
        if self.mode() == mode {
            return;
        }
        self.screen = Screen::from(mode);
        self.session.engine.cancel();
        self.play.pending = None;
        self.play.hint = None;
        self.play.banner = false;
        self.close_drawer();
        self.session.typed.clear();
        match mode {
            Mode::Analyse | Mode::Lab => self.session.stop_clock(now_ms),
            Mode::Play => {
                self.live.switch_off();
                self.session.game.go_to(self.session.game.head());
                self.play.paused = self.session.waits_for_computer();
            }
        }
    }

    /// Whether a review can start. A game that is being played cannot be reviewed, or the review
    /// would advise a player; in the other modes the game waits.
    pub fn may_review(&self) -> bool {
        let waits = self.mode() != Mode::Play || self.session.end().is_some();
        waits && self.editor().is_none() && review::update::can_start(&self.session)
    }

    fn start_review(&mut self, now_ms: u64) {
        if self.may_review() {
            self.select_mode(Mode::Analyse, now_ms);
            review::update::start(&mut self.session, now_ms);
        }
    }

    fn navigate(&mut self, navigation: Navigation) {
        self.session.navigate(navigation);
        self.play.hint = None;
    }

    fn copy_what(&mut self, what: Copied) {
        let text = match what {
            Copied::Fen => self.session.game.position().fen(),
            Copied::Course => write_course(self.session.game.position()),
            Copied::Pgn => self.session.game_as_pgn(),
        };
        self.session.copy(text);
    }

    /// Closes what lies on top; without anything there, drops the typed letters or the banner.
    fn cancel(&mut self) {
        if matches!(self.overlay, Some(Overlay::Page(_) | Overlay::Chooser(_))) {
            self.overlay = None;
        } else if self.session.typed.is_empty() {
            self.close_drawer();
            self.play.banner = false;
        } else {
            self.session.typed.clear();
        }
    }
}

/// Whether an action answers the question that is shown, or ends the program.
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
