//! The page of puzzles: the choice, the stock, and the search through the user's games.

use egui::{Key, Modifiers, Ui};

use super::{
    StockedPuzzle,
    own_games::OwnGamesSearch,
    page_view,
    stock::{PuzzleChoice, PuzzleStock, StockCounts, StockKey},
};
use crate::app::{
    context::Cx,
    pages::{Page, PageTick},
    registry::{MenuGroup, Opener, OpenerKeys},
    session::{Effect, KeptListName, Session, Wake, WallTime, task::Task},
    ui::{
        text::{sentence, variant_text},
        theme,
    },
};
use minnow_game::store::StoreError;
use minnow_jobs::JobProgress;
use minnow_study::puzzles::{FinderLimits, OwnPuzzles, SolvedDays, practice_level, solved_days};

/// The page.
#[derive(Debug, Default)]
pub struct PuzzlesPage {
    pub(super) choice: PuzzleChoice,
    stock: Option<PuzzleStock>,
    search: Task<Result<OwnPuzzles, StoreError>>,
    /// The puzzles that the running or last search has found, and the games it has searched.
    pub(super) found: FoundPuzzles,
    /// The figures that the page shows.
    content: Option<PageContent>,
}

/// The finds of a search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct FoundPuzzles {
    pub games: usize,
    pub puzzles: usize,
}

/// The figures of the page.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct PageContent {
    pub counts: StockCounts,
    pub groups: Vec<(&'static str, usize)>,
    pub days: SolvedDays,
    pub tries: usize,
    /// The difficulty at which the user solves half, from 1.
    pub level: f64,
    /// The games of the board that were searched, and their puzzles.
    pub searched: FoundPuzzles,
}

impl PuzzlesPage {
    pub(in crate::app) const OPENER: Option<Opener> = Some(Opener {
        group: MenuGroup::Games,
        text: "Puzzles\u{2026}",
        keys: Some(OpenerKeys::new(Modifiers::COMMAND, Key::U, "Puzzles")),
    });

    /// Ends the search through the user's games; what it has found stays.
    pub(super) fn stop_search(&self) {
        self.search.stop();
    }

    pub(super) fn content(&self) -> Option<&PageContent> {
        self.content.as_ref()
    }

    /// True while the user's games are looked through.
    pub fn is_searching(&self) -> bool {
        self.search.is_running()
    }

    pub(super) fn progress(&self) -> JobProgress {
        self.search.progress()
    }

    pub(super) fn problem(&self) -> Option<&str> {
        self.search.problem()
    }

    pub(super) fn begin_search(&mut self, session: &Session) {
        let Some(archive) = session.archive.archive().filter(|_| !self.is_searching()) else {
            return;
        };
        self.found = FoundPuzzles::default();
        let known = session.lists.own_puzzles.entries().iter();
        let search = OwnGamesSearch {
            archive: archive.clone(),
            variant: session.variant(),
            known: known.map(|game| game.game.clone()).collect(),
            limits: FinderLimits::default(),
        };
        self.search.begin(session.background.start("puzzles", move |job| search.run(job)));
    }

    /// The puzzles of the board.
    fn stock(&mut self, session: &Session) -> &PuzzleStock {
        let key = StockKey::of(session);
        let kept = self.stock.take().filter(|stock| stock.key == key);
        self.stock.insert(kept.unwrap_or_else(|| PuzzleStock::of(session)))
    }

    /// The next puzzle of the choice; not the `last` one.
    pub fn next(&mut self, session: &Session, last: Option<&str>) -> Option<StockedPuzzle> {
        let (choice, now) = (self.choice, WallTime::now().digits());
        let seed = session.seed ^ session.lists.puzzles.len() as u64;
        self.stock(session).next(choice, &now, last, seed).cloned()
    }
}

impl Page for PuzzlesPage {
    fn title(&self, session: &Session) -> String {
        format!("Puzzles of {}", variant_text(session.variant()))
    }

    fn width(&self) -> f32 {
        theme::CHOOSER_WIDTH
    }

    fn ui(&mut self, ui: &mut Ui, cx: &mut Cx<'_>) {
        page_view::puzzles_page_ui(ui, self, cx);
    }

    /// Takes the finds of the search, and keeps the figures of the page up to date.
    fn tick(&mut self, session: &mut Session, at: PageTick) -> Wake {
        for searched in self.search.poll() {
            let game = match searched {
                Ok(game) => game,
                Err(error) => {
                    self.search.set_problem(sentence(&error));
                    continue;
                }
            };
            self.found.games += 1;
            self.found.puzzles += game.puzzles.len();
            session.lists.own_puzzles.add(game);
            session.effects.push(Effect::KeepList(KeptListName::OwnPuzzles));
        }
        if !at.is_shown {
            return None;
        }
        let (choice, now) = (self.choice, WallTime::now().digits());
        let stock = self.stock(session);
        let content = PageContent {
            counts: stock.counts(choice, &now),
            groups: stock.groups(choice.source),
            days: solved_days(&session.lists.puzzles, &now),
            tries: session.lists.puzzles.len(),
            level: practice_level(&session.lists.puzzles),
            searched: searched(session),
        };
        self.content = Some(content);
        None
    }
}

fn searched(session: &Session) -> FoundPuzzles {
    let games = session.lists.own_puzzles.entries().iter();
    let of_board = games.filter(|game| game.variant == session.variant().id);
    of_board.fold(FoundPuzzles::default(), |sum, game| FoundPuzzles {
        games: sum.games + 1,
        puzzles: sum.puzzles + game.puzzles.len(),
    })
}
