//! The pages over the board, and their registry. A new page is a file or folder here and a line in
//! the registry.

mod about;
mod boards;
mod documents;
mod facts;
mod help;
mod keys;
mod opponents;
mod rules;
mod why;

use egui::Ui;

use super::{
    context::Cx, export::Export, puzzles::PuzzlesPage, registry::registry, session::Session,
    ui::theme,
};

/// A page over the board. The window draws its frame, title and scroll bar.
pub trait Page {
    fn title(&self, session: &Session) -> String;

    /// In points; a small window leaves less.
    fn width(&self) -> f32 {
        theme::PAGE_WIDTH
    }

    /// True if the arrow keys go from one control to the next and do not scroll.
    fn has_arrow_keys(&self) -> bool {
        false
    }

    /// The page comes onto the screen, at a topic if it has some; else the topic is empty.
    fn open(&mut self, topic: &str, session: &mut Session) {
        let _ = (topic, session);
    }

    /// The user closes the page.
    fn close(&mut self, session: &mut Session) {
        let _ = session;
    }

    /// Draws the content and changes its own state.
    fn ui(&mut self, ui: &mut Ui, cx: &mut Cx<'_>);

    /// Starts its jobs and takes in what they found.
    fn tick(&mut self, session: &mut Session, is_shown: bool) {
        let _ = (session, is_shown);
    }
}

registry! {
    /// All pages.
    Pages,
    /// A page.
    PageId, Page;
    Boards boards: boards::Boards,
    Opponents opponents: opponents::OpponentsPage,
    Puzzles puzzles: PuzzlesPage,
    Export export: Export,
    Rules rules: rules::RulesPage,
    Facts facts: facts::FactsPage,
    Help help: help::HelpPage,
    Keys keys: keys::KeysPage,
    About about: about::AboutPage,
    Welcome welcome: help::WelcomePage,
    Glossary glossary: documents::GlossaryPage,
    Bibliography bibliography: documents::BibliographyPage,
    Why why: why::WhyPage,
}

impl Pages {
    /// Calls every page's tick.
    pub fn tick(&mut self, session: &mut Session, shown: Option<PageId>) {
        for id in PageId::ALL {
            self.get_mut(*id).tick(session, shown == Some(*id));
        }
    }
}
