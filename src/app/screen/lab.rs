//! The lab: on the page of the recorded tree some keys and the board walk through the recording, on
//! the pages of lessons and listings they answer the lesson; elsewhere they act on the game as in
//! Analyse.

use super::AppState;
use crate::app::{
    lab::{EditorStep, LabAction, LabPage, TreeEditorAction, TreePage, TreePageAction},
    pages::PageId,
    session::{GameCommand, Mode, MoveQuery, Navigation, ScreenCommand},
};
use minnow_lab::TreeEdit;

impl AppState {
    pub(super) fn update_lab(&mut self, action: LabAction, now_ms: u64) {
        self.lab.update(&mut self.session, action, now_ms);
    }

    /// Opens the page that explains why a move is worse than the best one, and starts its search.
    pub(super) fn ask_why(&mut self, query: MoveQuery) {
        self.show(PageId::Why, "");
        self.pages.why.ask(&mut self.session, query);
    }

    /// The tree page, if it is on the screen with a recording.
    pub fn shown_recording(&self) -> Option<&TreePage> {
        (self.mode() == Mode::Lab).then(|| self.lab.shown_recording()).flatten()
    }

    /// Commands on the game's board. A recording gives the walking commands another meaning.
    pub(super) fn game_in_lab(&mut self, command: GameCommand, now_ms: u64) {
        if !self.lab.page.has_game_board() {
            self.game_in_lesson(command);
        } else if self.shown_editor() {
            self.game_in_editor(command, now_ms);
        } else if self.shown_recording().is_some() {
            self.game_in_recording(command, now_ms);
        } else {
            self.game_on_board(command, now_ms);
        }
    }

    fn game_in_recording(&mut self, command: GameCommand, now_ms: u64) {
        let action = match command {
            GameCommand::Navigate(navigation) => match navigation {
                Navigation::Back => TreePageAction::Back,
                Navigation::Forward => TreePageAction::On,
                Navigation::Start => TreePageAction::GoTo(0),
                Navigation::End => TreePageAction::GoTo(usize::MAX),
                Navigation::PreviousVariation => TreePageAction::SelectParent,
                Navigation::NextVariation => TreePageAction::SelectChild,
                Navigation::Head | Navigation::To(_) => return self.navigate(navigation),
            },
            GameCommand::Move(mv) => return self.lab.tree.follow_move(&mut self.session, mv),
            GameCommand::TypeBackspace | GameCommand::DeleteHere => {
                return self.game_on_board(command, now_ms);
            }
            GameCommand::Type(_) | GameCommand::TypedMove(_) | GameCommand::KeepShapes(_) => return,
        };
        self.update_lab(LabAction::Tree(action), now_ms);
    }

    /// True if the tree editor is on the screen.
    pub fn shown_editor(&self) -> bool {
        self.mode() == Mode::Lab && self.editor().is_none() && self.lab.shown_editor().is_some()
    }

    /// The walking commands and typed signs in the tree editor.
    fn game_in_editor(&mut self, command: GameCommand, now_ms: u64) {
        let action = match command {
            GameCommand::Navigate(navigation) => TreeEditorAction::Step(match navigation {
                Navigation::Back => EditorStep::Left,
                Navigation::Forward => EditorStep::Right,
                Navigation::Start => EditorStep::Root,
                Navigation::End => EditorStep::LastLeaf,
                Navigation::PreviousVariation => EditorStep::Up,
                Navigation::NextVariation => EditorStep::Down,
                Navigation::Head | Navigation::To(_) => return self.navigate(navigation),
            }),
            GameCommand::DeleteHere => TreeEditorAction::Edit(TreeEdit::Delete),
            GameCommand::Type(sign) => TreeEditorAction::Type(sign),
            GameCommand::TypeBackspace => TreeEditorAction::Backspace,
            GameCommand::TypedMove(_) => TreeEditorAction::Accept,
            GameCommand::Move(_) | GameCommand::KeepShapes(_) => return,
        };
        self.edit_tree(action, now_ms);
    }

    /// Carries out an action in the tree editor.
    pub(super) fn edit_tree(&mut self, action: TreeEditorAction, now_ms: u64) {
        self.update_lab(LabAction::Tree(TreePageAction::Editor(action)), now_ms);
    }

    fn game_in_lesson(&mut self, command: GameCommand) {
        match command {
            GameCommand::Type(text) => {
                let asks = self.lab.lessons.moves_on_offer().is_some();
                if asks && self.lab.page == LabPage::Lessons {
                    self.type_text(&text);
                }
            }
            GameCommand::TypedMove(text) => {
                self.session.typed.clear();
                self.lab.answer_typed(&mut self.session, &text);
            }
            GameCommand::TypeBackspace => drop(self.session.typed.pop()),
            GameCommand::Navigate(Navigation::Back) => {
                self.lab.open_neighbour(&self.session, false)
            }
            GameCommand::Navigate(Navigation::Forward) => {
                self.lab.open_neighbour(&self.session, true)
            }
            // The lesson's board is not the game's.
            GameCommand::Navigate(_)
            | GameCommand::Move(_)
            | GameCommand::DeleteHere
            | GameCommand::KeepShapes(_) => {}
        }
    }

    pub(super) fn command_in_lab(&mut self, command: ScreenCommand, now_ms: u64) {
        match command {
            ScreenCommand::Undo if self.shown_editor() => {
                self.edit_tree(TreeEditorAction::Undo, now_ms);
            }
            ScreenCommand::Redo if self.shown_editor() => {
                self.edit_tree(TreeEditorAction::Redo, now_ms);
            }
            // The editor shows the result and not the steps.
            _ if self.shown_editor() => {}
            ScreenCommand::ToggleAnalysis if self.shown_recording().is_some() => {
                self.update_lab(LabAction::Tree(TreePageAction::TogglePlay), now_ms);
            }
            ScreenCommand::ToggleThreat if self.shown_recording().is_some() => {
                self.update_lab(LabAction::Tree(TreePageAction::NextCutOff), now_ms);
            }
            ScreenCommand::Undo | ScreenCommand::Redo if !self.lab.page.has_game_board() => {}
            ScreenCommand::Undo | ScreenCommand::Redo | ScreenCommand::AddLine { .. } => {
                self.command_in_analyse(command, now_ms);
            }
            ScreenCommand::ToggleAnalysis | ScreenCommand::ToggleThreat | ScreenCommand::Hint => {}
        }
    }
}
