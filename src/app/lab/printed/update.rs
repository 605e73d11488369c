//! The updates of the page of printed functions.

use super::{PrintedAction, PrintedPage};
use crate::app::{
    lab::{
        PageRequest,
        tree_setup::{TreeInput, TreeSetup},
    },
    session::Session,
};
use minnow_lab::Tree;

impl PrintedPage {
    /// Carries out an action. Returns what another page must do, if anything.
    pub fn update(&mut self, session: &mut Session, action: PrintedAction) -> Option<PageRequest> {
        match action {
            PrintedAction::Open(at) => self.open(at),
            PrintedAction::Pick(line) => {
                if self.pick(line) {
                    self.run();
                    session.note_learned(PrintedPage::id_of(self.at()));
                }
            }
            PrintedAction::Hint => self.hint(),
            PrintedAction::Show => {
                self.show();
                self.run();
            }
            PrintedAction::Run => self.run(),
            PrintedAction::OpenTree => {
                let tree = &self.runs()?.tree;
                let setup = TreeSetup {
                    input: TreeInput::Text,
                    text: tree.to_string(),
                    root_is_max: tree.root_is_max(),
                    ..TreeSetup::default()
                };
                return Some(PageRequest::OpenTree { setup, position: None });
            }
        }
        None
    }

    /// Opens the function before or after this one.
    pub fn open_neighbour(&mut self, forward: bool) {
        let at = if forward { self.at() + 1 } else { self.at().saturating_sub(1) };
        self.open(at);
    }
}
