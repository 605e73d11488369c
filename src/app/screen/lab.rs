//! The lab: on the page of the recorded tree some keys and the board walk through the recording, on
//! the pages of lessons and listings they answer the lesson; elsewhere they act on the game as in
//! Analyse.

use super::{AppState, Overlay};
use crate::app::{
    action::{Action, Page},
    lab::{LabAction, LabPage, TreePage, TreePageAction},
    review,
    session::{Command, Mode, MoveQuery, Navigation},
    settings,
};

impl AppState {
    pub(super) fn update_lab(&mut self, action: LabAction, now_ms: u64) {
        self.lab.update(&mut self.session, action, now_ms);
    }

    /// Opens the page that explains why a move is worse than the best one, and starts its search.
    pub(super) fn ask_why(&mut self, query: MoveQuery) {
        self.overlay = Some(Overlay::Page(Page::WhyNot));
        self.lab.explain(&mut self.session, query);
    }

    /// The tree page, if it is on the screen with a recording.
    pub fn shown_recording(&self) -> Option<&TreePage> {
        (self.mode() == Mode::Lab).then(|| self.lab.shown_recording()).flatten()
    }

    pub(super) fn update_in_lab(&mut self, action: Action, now_ms: u64) {
        match action {
            Action::Command(command) if self.shown_recording().is_some() => {
                self.command_in_recording(command, now_ms);
            }
            Action::Command(command) if !self.lab.page.has_game_board() => {
                self.command_in_lesson(command, now_ms);
            }
            Action::Command(Command::ToggleAnalysis | Command::ToggleThreat) => {}
            Action::Command(command) => self.command_in_analyse(command, now_ms),
            // The pages without the game's board leave the game's moves alone.
            Action::Moves(_) if !self.lab.page.has_game_board() => {}
            Action::Moves(action) => self.update_moves(action, now_ms),
            Action::Review(action) => review::update::update(&mut self.session, action),
            Action::Games(action) => self.update_games(action, now_ms),
            Action::Settings(action) => settings::update(&mut self.session, action),
            Action::Lab(action) => self.update_lab(action, now_ms),
            Action::Play(_) | Action::Learn(_) | Action::Editor(_) | Action::Analyse(_) => {}
            Action::Window(action) => self.update_window(action, now_ms),
        }
    }

    fn command_in_recording(&mut self, command: Command, now_ms: u64) {
        let action = match command {
            Command::Navigate(navigation) => match navigation {
                Navigation::Back => TreePageAction::Back,
                Navigation::Forward => TreePageAction::On,
                Navigation::Start => TreePageAction::GoTo(0),
                Navigation::End => TreePageAction::GoTo(usize::MAX),
                Navigation::PreviousVariation => TreePageAction::SelectParent,
                Navigation::NextVariation => TreePageAction::SelectChild,
                Navigation::Head | Navigation::To(_) => return self.navigate(navigation),
            },
            Command::ToggleAnalysis => TreePageAction::TogglePlay,
            Command::ToggleThreat => TreePageAction::NextCutOff,
            Command::Move(mv) => return self.lab.tree.follow_move(&mut self.session, mv),
            Command::Type(_) | Command::TypedMove(_) | Command::KeepShapes(_) => return,
            command @ (Command::TypeBackspace
            | Command::Undo
            | Command::Redo
            | Command::Hint
            | Command::DeleteHere
            | Command::AddLine { .. }
            | Command::Flip
            | Command::Cancel
            | Command::SelectMode(_)
            | Command::EditPosition
            | Command::StartReview
            | Command::Learn
            | Command::Explain(_)
            | Command::NewGame
            | Command::Copy(_)
            | Command::Paste(_)) => return self.command_in_analyse(command, now_ms),
        };
        self.update_lab(LabAction::Tree(action), now_ms);
    }

    fn command_in_lesson(&mut self, command: Command, now_ms: u64) {
        match command {
            Command::Type(text) => {
                let asks = self.lab.lessons.moves_on_offer().is_some();
                if asks && self.lab.page == LabPage::Lessons {
                    self.type_text(&text);
                }
            }
            Command::TypedMove(text) => {
                self.session.typed.clear();
                self.lab.answer_typed(&mut self.session, &text);
            }
            Command::Navigate(Navigation::Back) => self.lab.open_neighbour(false),
            Command::Navigate(Navigation::Forward) => self.lab.open_neighbour(true),
            Command::Flip => self.lab.lessons.flipped = !self.lab.lessons.flipped,
            // The lesson's board is not the game's.
            Command::Navigate(_)
            | Command::Move(_)
            | Command::DeleteHere
            | Command::Undo
            | Command::Redo
            | Command::KeepShapes(_)
            | Command::ToggleAnalysis
            | Command::ToggleThreat => {}
            command @ (Command::TypeBackspace
            | Command::Hint
            | Command::AddLine { .. }
            | Command::Cancel
            | Command::SelectMode(_)
            | Command::EditPosition
            | Command::StartReview
            | Command::Learn
            | Command::Explain(_)
            | Command::NewGame
            | Command::Copy(_)
            | Command::Paste(_)) => self.command_in_analyse(command, now_ms),
        }
    }
}
