//! The one place where actions change the state.

mod analyse;
mod compare;
mod editor;
mod files;
mod games;
mod lab;
mod learn;
mod lessons;
mod play;
mod review;
mod setting;
#[cfg(test)]
mod tests;
mod tick;
mod tree;

use super::{
    action::{Action, Answer, Copied, Mode, Navigation},
    session::{Effect, Question},
    state::{AppState, Overlay, Screen},
};
use crate::{
    game::Game,
    rules::{Variant, write_course},
};

pub use analyse::LiveStatus;
pub use tick::TENTHS_BELOW_MS;

impl AppState {
    /// Carries out an action at a moment, in milliseconds from any fixed one.
    pub fn apply(&mut self, action: Action, now_ms: u64) {
        let answers = matches!(action, Action::Answer(_) | Action::Quit | Action::AskBeforeClosing);
        if self.question.is_some() && !answers {
            // A question is answered first; the window keeps the mouse away from what is under it.
            return;
        }
        let Some(action) = self.while_learning(action) else { return };
        if self.mode() != Mode::Play && is_of_play(&action) {
            return;
        }
        let Some(action) = self.while_in_lab(action) else { return };
        self.session.edits.history.look(self.session.game.cursor());
        self.obey(action, now_ms);
    }

    /// Carries out an action that nothing stands against.
    fn obey(&mut self, action: Action, now_ms: u64) {
        match action {
            Action::BoardMove { from, to, promotion } => {
                self.board_move(from, to, promotion, now_ms);
            }
            Action::TypedMove(text) => self.typed_move(&text, now_ms),
            Action::Type(text) => self.type_or_mark(&text, now_ms),
            Action::TypeBackspace => drop(self.session.typed.pop()),
            Action::KeepShapes(shapes) => self.session.keep_shapes(&shapes),
            Action::UndoKey => self.undo_key(now_ms),
            Action::RedoKey => self.redo_key(now_ms),
            Action::Editor(action) => self.apply_editor(action),
            Action::Tree(action) => self.apply_tree(action, now_ms),
            Action::Review(action) => self.apply_review(action, now_ms),
            Action::TakeBack => self.take_back(now_ms),
            Action::Redo => self.redo(now_ms),
            Action::Hint => self.ask_hint(now_ms),
            Action::Resign => self.question = Some(Question::Resign),
            Action::OfferDraw => self.offer_draw(now_ms),
            Action::MoveNow => self.move_now(now_ms),
            Action::Resume => self.resume(now_ms),
            Action::Pause => self.pause(now_ms),
            Action::Flip => self.session.flipped = !self.session.flipped,
            Action::Navigate(navigation) => self.navigate(navigation),
            Action::NewGame => self.new_game(self.session.variant().id.clone()),
            Action::NewGameOf(id) => self.new_game(id),
            Action::Paste(text) => self.paste(&text),
            Action::Copy(what) => self.copy_what(what),
            Action::File(file) => self.apply_file(file, now_ms),
            Action::Choose(action) => self.apply_choice(action),
            Action::Set(setting) => self.apply_setting(setting, now_ms),
            Action::Answer(answer) => self.answer(answer, now_ms),
            Action::Show(page) => self.overlay = Some(Overlay::Page(page)),
            Action::CloseOverlay => self.close_overlay(),
            Action::DismissNotice => self.session.notice = None,
            Action::DismissBanner => self.play.banner = false,
            Action::ToggleDrawer => self.toggle_drawer(),
            Action::SelectTab(tab) => self.tab = tab,
            Action::SelectMode(mode) => self.select_mode(mode, now_ms),
            Action::ToggleAnalysis => self.toggle_analysis(),
            Action::ToggleThreat => self.toggle_threat(),
            Action::PlayLine { after, moves } => self.play_line(after, &moves),
            Action::Learn(action) => self.apply_learn(action, now_ms),
            Action::Lab(action) => self.apply_lab(action, now_ms),
            Action::FullScreen => self.session.effects.push(Effect::ToggleFullScreen),
            Action::AskBeforeClosing => self.ask_before_closing(),
            Action::Quit => self.quit(),
        }
    }

    fn ask_before_closing(&mut self) {
        self.question = Some(Question::Unsaved { then: Box::new(Action::Quit) });
    }

    fn quit(&mut self) {
        self.closing |= self.may_drop;
        self.session.effects.push(Effect::Close);
    }

    fn copy_what(&mut self, what: Copied) {
        let text = match (what, self.editor()) {
            (Copied::Fen, Some(editor)) => editor.fen(),
            (Copied::Fen, None) => self.session.game.position().fen(),
            (Copied::Course, _) => write_course(self.session.game.position()),
            (Copied::Pgn, _) => self.session.game_as_pgn(),
        };
        self.session.copy(text);
    }

    fn close_overlay(&mut self) {
        if matches!(self.overlay, Some(Overlay::Page(_) | Overlay::Chooser(_))) {
            self.overlay = None;
        } else if matches!(self.screen, Screen::Editor { .. }) {
            self.close_editor();
        } else if self.session.typed.is_empty() {
            self.close_drawer();
            self.play.banner = false;
        } else {
            self.session.typed.clear();
        }
    }

    fn navigate(&mut self, navigation: Navigation) {
        let game = &mut self.session.game;
        match navigation {
            Navigation::Start => game.go_to_start(),
            Navigation::Back => drop(game.back()),
            Navigation::Forward => drop(game.forward()),
            Navigation::End => game.go_to_end(),
            Navigation::Head => drop(game.go_to(game.head())),
            Navigation::NextVariation => drop(game.next_variation()),
            Navigation::PreviousVariation => drop(game.previous_variation()),
            Navigation::To(node) => drop(game.go_to(node)),
        }
        self.play.hint = None;
        self.session.typed.clear();
    }

    /// Runs `then` at once, or asks first if that would drop unsaved work.
    fn guard_unsaved(&mut self, then: Action) -> bool {
        if self.session.is_unsaved() && !self.may_drop {
            self.question = Some(Question::Unsaved { then: Box::new(then) });
            return false;
        }
        true
    }

    fn new_game(&mut self, id: String) {
        let Some(variant) = Variant::by_id(&id) else {
            self.session.error(format!("There is no variant \"{id}\"."));
            return;
        };
        if self.guard_unsaved(Action::NewGameOf(id.clone())) {
            if self.session.settings.variant != id {
                self.session.settings.variant = id;
                self.session.effects.push(Effect::KeepSettings);
            }
            self.session.notice = None;
            self.screen = Screen::from(Mode::Play);
            self.begin_game(Game::new(variant), Default::default());
        }
    }

    fn answer(&mut self, answer: Answer, now_ms: u64) {
        let Some(question) = self.question.take() else { return };
        match (question, answer) {
            (_, Answer::Cancel) => self.after_save = None,
            (Question::LosesKing { played }, _) => self.play_or_ask(played, now_ms),
            (Question::PlayOn { played }, _) => self.play_on(played, now_ms),
            (Question::Resign, _) => self.resign(now_ms),
            (Question::Unsaved { then }, Answer::SaveFirst) => self.save_then(*then, now_ms),
            (Question::Unsaved { then }, Answer::Yes) => {
                self.may_drop = true;
                self.apply(*then, now_ms);
                self.may_drop = false;
            }
            (Question::Overwrite { path, .. }, _) => self.save_to(path, now_ms),
        }
    }
}

/// Whether an action belongs to a game that is being played, and means nothing in analysis.
fn is_of_play(action: &Action) -> bool {
    matches!(
        action,
        Action::TakeBack
            | Action::Redo
            | Action::Hint
            | Action::Resign
            | Action::OfferDraw
            | Action::MoveNow
            | Action::Resume
            | Action::Pause
    )
}
