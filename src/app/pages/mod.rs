//! The pages over the board, and their registry. A new page is a file or folder here, its
//! `mod` line and its line in the registry.

mod boards;
mod documents;
mod facts;
mod help;
pub mod opponents;
mod rules;
mod why;

use egui::{Context, Ui};
use minnow_rules::Variant;

#[cfg(not(target_arch = "wasm32"))]
use super::tournament::TournamentPage;
use super::{
    archive::{NamesPage, YourGames},
    context::Cx,
    export::Export,
    games::GameFiles,
    puzzles::PuzzlesPage,
    registry::{Opener, registry},
    request::Request,
    session::{ChosenFile, Session, Wake},
    settings::SettingsPage,
    ui::theme,
};

/// The height around a page's content, and the least height of the content, in points.
const AROUND_PAGE: f32 = 160.0;
const LEAST_PAGE: f32 = 120.0;

/// The facts for the tick of a page.
#[derive(Clone, Copy, Debug)]
pub struct PageTick {
    /// Milliseconds of the program's clock.
    pub now_ms: u64,
    pub is_shown: bool,
    /// False while a question is open: what may lead to another one waits.
    pub may_ask: bool,
}

/// The greatest height of a page's content without scrolling, in points: the window leaves room for the
/// page's frame and title.
pub fn page_height(ctx: &Context) -> f32 {
    (ctx.content_rect().height() - AROUND_PAGE).max(LEAST_PAGE)
}

/// The topic and the board for which a page opens.
#[derive(Clone, Copy, Debug)]
pub struct PageSubject<'a> {
    /// The part of the page that is asked for; empty if there is none.
    pub topic: &'a str,
    /// The variant of the board on the screen: the editor's or the lesson's, else the game's.
    pub variant: &'static Variant,
}

/// A page over the board. The window draws its frame, title and scroll bar.
pub trait Page {
    fn title(&self, session: &Session) -> String;

    /// In points; a small window leaves less.
    fn width(&self) -> f32 {
        theme::PAGE_WIDTH
    }

    /// True if the page always takes the height that it may have: what stands at its top keeps its place
    /// while the rest changes.
    fn keeps_height(&self) -> bool {
        false
    }

    /// True if the page draws a frame of its own. It is not drawn while a question is open.
    fn has_own_frame(&self) -> bool {
        false
    }

    /// True if the arrow keys go from one control to the next and do not scroll.
    fn has_arrow_keys(&self) -> bool {
        false
    }

    /// The page comes onto the screen.
    fn open(&mut self, subject: PageSubject<'_>, session: &mut Session) {
        let _ = (subject, session);
    }

    /// The user closes the page.
    fn close(&mut self, session: &mut Session) {
        let _ = session;
    }

    /// Draws the content and changes its own state.
    fn ui(&mut self, ui: &mut Ui, cx: &mut Cx<'_>);

    /// The user has given the answer with this index to the page's question.
    fn answered(&mut self, choice: usize, session: &mut Session, now_ms: u64) {
        let _ = (choice, session, now_ms);
    }

    /// The user has chosen a file for which the page asked.
    fn chosen(&mut self, file: ChosenFile, session: &mut Session, now_ms: u64) {
        let _ = (file, session, now_ms);
    }

    /// Starts its jobs and takes in what they found. Returns when to call it again.
    fn tick(&mut self, session: &mut Session, at: PageTick) -> Wake {
        let _ = (session, at);
        None
    }
}

registry! {
    /// All pages.
    Pages,
    /// A page.
    PageId, Page;
    /// How the user opens it; `None` if it has no entry in the menu.
    opener: OPENER -> Option<Opener>;
    Boards boards: boards::Boards,
    Opponents opponents: opponents::OpponentsPage,
    #[cfg(not(target_arch = "wasm32"))]
    Tournament tournament: TournamentPage,
    Puzzles puzzles: PuzzlesPage,
    YourGames your_games: YourGames,
    Export export: Export,
    Rules rules: rules::RulesPage,
    Facts facts: facts::FactsPage,
    Help help: help::HelpPage,
    Keys keys: help::KeysPage,
    About about: help::AboutPage,
    Welcome welcome: help::WelcomePage,
    Glossary glossary: documents::GlossaryPage,
    Bibliography bibliography: documents::BibliographyPage,
    Why why: why::WhyPage,
    Names names: NamesPage,
    Settings settings: SettingsPage,
    GameFiles game_files: GameFiles,
}

impl Pages {
    /// Calls every page's tick; `may_ask` if no question is open. Returns when to call it again.
    pub fn tick(
        &mut self,
        session: &mut Session,
        shown: Option<PageId>,
        may_ask: bool,
        now_ms: u64,
    ) -> Wake {
        let asks = |request: &Request| matches!(request, Request::Ask(_) | Request::Begin(_));
        let mut wake: Wake = None;
        for id in PageId::ALL {
            let waits = may_ask && session.requests.iter().any(asks);
            let is_shown = shown == Some(*id);
            let at = PageTick { now_ms, is_shown, may_ask: may_ask && !waits };
            let own = self.get_mut(*id).tick(session, at);
            wake = [wake, own, waits.then_some(now_ms)].into_iter().flatten().min();
        }
        wake
    }
}
