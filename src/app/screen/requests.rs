//! Carries out the features' requests. Another game on the board needs the question about unsaved
//! work first.

use super::{AppState, Overlay, Screen};
use crate::app::{
    action::{Action, Page, Tab, WindowAction},
    review,
    session::{AfterUnsaved, Effect, Mode, NewGame, Question, Request},
};
use minnow_game::UncountedReason;

impl AppState {
    /// Carries out the requests of the features in their order.
    pub(super) fn carry_out_requests(&mut self, now_ms: u64) {
        for request in std::mem::take(&mut self.session.requests) {
            match request {
                Request::DropHint => self.play.hint = None,
                Request::HeadMoved => {
                    self.session.note_uncounted(UncountedReason::TakeBack);
                    self.play.pending = None;
                    if self.mode() == Mode::Play && self.session.waits_for_computer() {
                        self.play.pause(&mut self.session, now_ms);
                    }
                }
                Request::SidesChanged => {
                    self.play.paused = false;
                    self.play.pending = None;
                    self.play.hint = None;
                }
                Request::GameEnded => {
                    self.question.take_if(|question| question.lapses_at_end);
                }
                Request::ShowRules => {
                    let id = self.session.variant().id.clone();
                    self.overlay = Some(Overlay::Page(Page::Rules(id)));
                }
                Request::ShowGlossary(words) => {
                    self.overlay = Some(Overlay::Page(Page::Glossary(words)));
                }
                Request::ShowBoards => self.overlay = Some(Overlay::Page(Page::Boards)),
                Request::ShowGame => self.select_tab(Tab::Game),
                Request::Review if review::update::can_start(&self.session) => {
                    review::update::start(&mut self.session, now_ms);
                }
                Request::Review => {}
                Request::LearnFrom(node) => {
                    self.start_learning(now_ms);
                    if let Screen::Learn(learn) = &mut self.screen {
                        learn.begin_with(&mut self.session, node);
                    }
                }
                Request::ShowOpponents => self.overlay = Some(Overlay::Page(Page::Opponents)),
                Request::ShowFacts => self.overlay = Some(Overlay::Page(Page::Facts)),
                Request::GoOn(next) if self.session.would_lose_changes() => {
                    self.ask_about_unsaved(next);
                }
                Request::GoOn(next) => self.proceed(next),
                Request::ShowMoves => self.select_tab(Tab::Moves),
                Request::Begin(new) if self.session.would_lose_changes() => {
                    self.ask_about_unsaved(AfterUnsaved::Begin(new));
                }
                Request::Begin(new) | Request::Replace(new) => {
                    self.session.note_clock(now_ms);
                    self.begin(*new);
                }
                Request::SaveLabPicture(named) => {
                    self.export.ask_picture(&mut self.session, *named);
                }
                // The user has played on during the save.
                Request::Proceed(next) if self.session.is_unsaved() => self.ask_about_unsaved(next),
                Request::Proceed(next) => self.proceed(next),
            }
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
                    .choice("Save", WindowAction::SaveFirst(next.clone()))
                    .choice("Save a copy", WindowAction::SaveCopyFirst(next.clone()))
            }
            None => {
                let problem = self.session.keeping.archive_problem();
                let problem = problem.map_or(String::new(), |problem| format!(" {problem}"));
                let text = format!("The game on the board has not been saved to a file.{problem}");
                Question::new("Save this game first?", text)
                    .choice("Save", WindowAction::SaveFirst(next.clone()))
            }
        };
        let question =
            question.choice("Don't save", WindowAction::DropUnsaved(next)).cancel("Cancel");
        self.question = Some(question.map(Action::Window));
    }

    /// Goes on after the user's decision about unsaved work.
    pub(super) fn proceed(&mut self, next: AfterUnsaved) {
        match next {
            AfterUnsaved::Begin(new) => self.begin(*new),
            AfterUnsaved::Train(order) => self.start_training(*order),
            AfterUnsaved::SolvePuzzle => self.start_puzzle(),
            AfterUnsaved::Quit => {
                self.may_close = true;
                self.session.effects.push(Effect::Close);
            }
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
        let mode = new.mode.unwrap_or(self.mode());
        self.session.begin(new);
        self.live.forget();
        self.play.begin(&self.session);
        self.question = None;
        self.close_chooser();
        self.screen = Screen::from(mode);
    }
}
