//! The lab: its pages, their registry, and the meaning of keys. A new page is a file or folder here
//! and a line in the registry.
//!
//! The searches are in `minnow_lab`. The state survives a change of mode and is no part of the game.

pub mod area;
pub mod claims;
pub mod compare;
pub mod exercises;
pub mod lessons;
pub mod printed;
pub mod tree;
mod tree_setup;

use egui::Ui;

use super::{
    context::Cx,
    registry::registry,
    session::{ChosenFile, GameCommand, PathPurpose, Session, Wake},
};
use area::LabLayout;

pub use claims::ClaimsPage;
pub use compare::ComparePage;
pub use exercises::ExercisesPage;
pub use lessons::LessonsPage;
pub use printed::PrintedPage;
pub use tree::{TreeOrder, TreePage};

/// A page of the lab.
pub trait LabPage {
    /// True if the game's board belongs to the page.
    fn has_game_board(&self) -> bool {
        true
    }

    /// The page comes onto the screen.
    fn open(&mut self, session: &mut Session) {
        let _ = session;
    }

    /// Draws the column beside the page.
    fn column_ui(&mut self, ui: &mut Ui, layout: &mut LabLayout<'_>, cx: &mut Cx<'_>);

    /// Draws the page itself, and changes its own state.
    fn ui(&mut self, ui: &mut Ui, layout: &LabLayout<'_>, cx: &mut Cx<'_>);

    /// Returns false if the key means nothing to the page, so that it is for the game's board.
    fn key(&mut self, key: LabKey, session: &mut Session, now_ms: u64) -> bool {
        let _ = (key, session, now_ms);
        false
    }

    /// Takes a command of the board in its column, or typed text. Returns what is for the game's
    /// board; without that board, the letters of a move.
    fn command(&mut self, command: GameCommand, session: &mut Session) -> Option<GameCommand> {
        let _ = session;
        self.has_game_board().then_some(command)
    }

    /// Starts its jobs and takes in what they found. Returns when to call it again.
    fn tick(&mut self, session: &mut Session, is_shown: bool, now_ms: u64) -> Wake {
        let _ = (session, is_shown, now_ms);
        None
    }
}

registry! {
    /// All pages of the lab.
    LabPages,
    /// A page of the lab.
    LabPageId, LabPage;
    /// The label in the switch.
    name: NAME -> &'static str;
    Tree tree: TreePage,
    Compare compare: ComparePage,
    Lessons lessons: LessonsPage,
    Exercises exercises: ExercisesPage,
    Printed printed: PrintedPage,
    Claims claims: ClaimsPage,
}

/// A key of the lab, by what it does there. On a page with the game's board the keys that mean nothing
/// to the page walk through the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LabKey {
    /// One event of the recording, lesson, task, printed function or move back.
    Back,
    Forward,
    Start,
    End,
    /// Goes to the parent of the node.
    Parent,
    /// Goes to the first child of the node.
    Child,
    /// Plays the recording, or pauses it.
    Play,
    NextCutoff,
    /// Adds a child in the tree editor.
    AddChild,
    /// Deletes the node in the tree editor.
    Delete,
    Undo,
    Redo,
}

/// The state of the lab.
pub struct Lab {
    pub page: LabPageId,
    pub pages: LabPages,
}

impl Default for Lab {
    fn default() -> Lab {
        Lab { page: LabPageId::Tree, pages: LabPages::default() }
    }
}

impl Lab {
    /// The page on the screen.
    pub fn shown(&self) -> &dyn LabPage {
        self.pages.get(self.page)
    }

    pub fn shown_mut(&mut self) -> &mut dyn LabPage {
        self.pages.get_mut(self.page)
    }

    pub fn show(&mut self, page: LabPageId, session: &mut Session) {
        self.page = page;
        session.typed.clear();
        self.shown_mut().open(session);
    }

    /// Records a search and shows it on the tree page.
    pub fn record(&mut self, order: TreeOrder, session: &mut Session) {
        self.page = LabPageId::Tree;
        self.pages.tree.record(order, session);
    }

    /// Takes the file that the lessons or the exercises have asked for.
    pub fn chosen(&mut self, file: ChosenFile, session: &mut Session) {
        let LabPages { lessons, exercises, .. } = &mut self.pages;
        if file.query.form.purpose == PathPurpose::OpenFolder {
            lessons.open_folder(session, Some(file.path));
        } else {
            exercises.read(session, file.path);
        }
    }

    /// Calls every page's tick; `is_shown` is true if the lab is on the screen.
    pub fn tick(&mut self, session: &mut Session, is_shown: bool, now_ms: u64) -> Wake {
        let shown = is_shown.then_some(self.page);
        let tick =
            |id: &LabPageId| self.pages.get_mut(*id).tick(session, shown == Some(*id), now_ms);
        LabPageId::ALL.iter().filter_map(tick).min()
    }

    /// The tree page, if it is the current page.
    pub fn shown_tree(&self) -> Option<&TreePage> {
        (self.page == LabPageId::Tree).then_some(&self.pages.tree)
    }
}
