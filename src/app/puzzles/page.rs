//! The page of puzzles: what is due, the choice, the user's record, and the search through the user's
//! games.

use egui::{Button, Key, Label, Modifiers, Response, RichText, Ui, vec2};

use super::{
    StockedPuzzle,
    figures::{PuzzleFigures, boards_with_puzzles},
    own_games::OwnGamesSearch,
    run::TimedRun,
    stock::{PuzzleChoice, PuzzleSource, PuzzleStock, StockKey},
};
use crate::app::{
    context::Cx,
    pages::{Page, PageTick},
    registry::{MenuGroup, Opener, OpenerKeys},
    request::Request,
    session::{Effect, KeptListName, Session, Wake, WallTime, task::Task},
    ui::{
        text::{capitalised, sentence, variant_text},
        theme::{self, CONTROL_HEIGHT, SPACE_M, SPACE_S, SPACE_XS, Theme},
        widgets::{note_ui, primary_button_if, segmented_ui, sized_button_ui, thin_bar},
    },
};
use minnow_game::store::StoreError;
use minnow_rules::counted;
use minnow_study::puzzles::{
    FinderLimits, LEAST_RATED_TRIES, OwnPuzzles, PuzzleRating, SolvedDays,
};

// Sizes in points.
const START_WIDTH: f32 = 240.0;
const SOURCES_WIDTH: f32 = 440.0;
const BAR_WIDTH: f32 = 200.0;

/// The page.
#[derive(Debug, Default)]
pub struct PuzzlesPage {
    pub(super) choice: PuzzleChoice,
    stock: Option<PuzzleStock>,
    search: Task<Result<OwnPuzzles, StoreError>>,
    /// The figures that the page shows.
    content: Option<PageContent>,
}

/// The finds of all searches.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct FoundPuzzles {
    games: usize,
    puzzles: usize,
}

/// The figures of the page.
#[derive(Clone, Debug, PartialEq)]
struct PageContent {
    /// Those that the card of Train shows, too.
    figures: Option<PuzzleFigures>,
    /// The puzzles of the choice.
    all: usize,
    groups: Vec<(&'static str, usize)>,
    days: SolvedDays,
    tries: usize,
    /// The games of the board that were searched, and their puzzles.
    searched: FoundPuzzles,
}

impl PuzzlesPage {
    pub(in crate::app) const OPENER: Option<Opener> = Some(Opener {
        group: MenuGroup::Games,
        text: "Puzzles\u{2026}",
        keys: Some(OpenerKeys::new(Modifiers::COMMAND, Key::U, "Puzzles")),
    });

    /// True while the user's games are looked through.
    pub fn is_searching(&self) -> bool {
        self.search.is_running()
    }

    fn begin_search(&mut self, session: &Session) {
        let Some(archive) = session.archive.archive.as_ref().filter(|_| !self.is_searching())
        else {
            return;
        };
        let known = session.lists.own_puzzles.entries().iter();
        let search = OwnGamesSearch {
            archive: archive.clone(),
            variant: session.train_variant(),
            known: known.map(|game| game.game.clone()).collect(),
            limits: FinderLimits::default(),
        };
        self.search.begin(session.background.start("puzzles", move |job| search.run(job)));
    }

    /// The puzzles of the board.
    pub(super) fn stock(&mut self, session: &Session) -> &PuzzleStock {
        let now = WallTime::now().stamp();
        let key = StockKey::of(session, &now);
        let kept = self.stock.take().filter(|stock| stock.key == key);
        self.stock.insert(kept.unwrap_or_else(|| PuzzleStock::of(session, &now)))
    }

    /// The next puzzle of the choice; not the `last` one.
    pub fn next(&mut self, session: &Session, last: Option<&str>) -> Option<StockedPuzzle> {
        let choice = self.choice;
        let seed = session.seed ^ session.lists.puzzles.len() as u64;
        self.stock(session).next(choice, last, seed).cloned()
    }

    /// A timed run with puzzles of the board.
    pub fn timed_run(&mut self, session: &Session, now_ms: u64) -> TimedRun {
        TimedRun::new(self.stock(session).for_run(session.task_seed()), now_ms)
    }
}

impl Page for PuzzlesPage {
    fn title(&self, session: &Session) -> String {
        format!("Puzzles of {}", variant_text(session.train_variant()))
    }

    fn width(&self) -> f32 {
        theme::CHOOSER_WIDTH
    }

    /// In the first frame the focus goes to the first button.
    fn ui(&mut self, ui: &mut Ui, cx: &mut Cx<'_>) {
        let Some(content) = self.content.clone() else {
            // The content comes with the next tick.
            ui.ctx().request_repaint();
            return;
        };
        ui.spacing_mut().item_spacing.y = SPACE_S;
        start_ui(ui, self, &content, cx);
        ui.add_space(SPACE_M - SPACE_S);
        let before = self.choice;
        choice_ui(ui, &mut self.choice, &content);
        if self.choice != before {
            cx.ask(Request::Wake);
        }
        ui.add_space(SPACE_M - SPACE_S);
        ui.label(theme::heading("Your record"));
        ui.add(Label::new(record_text(&content)).wrap());
        ui.add_space(SPACE_M - SPACE_S);
        own_games_ui(ui, self, &content, cx);
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
            session.lists.own_puzzles.add(game);
            session.effects.push(Effect::KeepList(KeptListName::OwnPuzzles));
        }
        if !at.is_shown {
            return None;
        }
        let (choice, figures) = (self.choice, self.figures(session));
        let stock = self.stock(session);
        let content = PageContent {
            figures,
            all: stock.counts(choice).all,
            groups: stock.groups(choice.source),
            days: stock.days,
            tries: session.lists.puzzles.len(),
            searched: searched(session),
        };
        self.content = Some(content);
        None
    }
}

fn searched(session: &Session) -> FoundPuzzles {
    let games = session.lists.own_puzzles.entries().iter();
    let of_board = games.filter(|game| game.variant == session.train_variant().id);
    of_board.fold(FoundPuzzles::default(), |sum, game| FoundPuzzles {
        games: sum.games + 1,
        puzzles: sum.puzzles + game.puzzles.len(),
    })
}

fn start_ui(ui: &mut Ui, page: &PuzzlesPage, content: &PageContent, cx: &mut Cx<'_>) {
    note_ui(
        ui,
        "One move is far better than all others at each step: long searches have checked it, and \
         mates are proven. A puzzle comes again after some days, sooner if it went wrong.",
    );
    let (due, fresh) = content.figures.as_ref().map_or((0, 0), |own| (own.due, own.fresh));
    let has_some = due + fresh > 0;
    let size = vec2(START_WIDTH.min(ui.available_width()), CONTROL_HEIGHT);
    let button = primary_button_if(ui, "Solve puzzles", has_some);
    let start = sized_button_ui(ui, size, has_some, button);
    if cx.is_new && has_some {
        start.request_focus();
    }
    if start.clicked() {
        cx.ask(Request::SolvePuzzle);
    }
    let text = match (content.all, has_some) {
        (0, _) if page.choice.source == PuzzleSource::OwnGames => {
            "No puzzle from your games yet: look through them below.".to_owned()
        }
        (0, _) => none_text(),
        (all, true) => format!("{due} to repeat, {fresh} new, {all} in all."),
        (_, false) => {
            "Every puzzle of this choice is solved; the next one is due another day.".to_owned()
        }
    };
    ui.add(Label::new(text).wrap());
    let has_puzzles = content.figures.is_some();
    if sized_button_ui(ui, size, has_puzzles, Button::new("Three minutes")).clicked() {
        cx.ask(Request::TimedRun);
    }
    note_ui(
        ui,
        "As many puzzles of this board as you can solve in three minutes, easy ones first. The third \
         wrong move ends the run; it changes neither your rating nor what comes again.",
    );
}

/// The sentence about a board without puzzles, with the boards that have some.
fn none_text() -> String {
    let names: Vec<String> = boards_with_puzzles().into_iter().map(variant_text).collect();
    format!(
        "No puzzles come with this board: look through your games below. These boards come with \
         some: {}.",
        names.join(", ")
    )
}

/// The choice of the source and of a group of themes.
fn choice_ui(ui: &mut Ui, choice: &mut PuzzleChoice, content: &PageContent) {
    let sources = PuzzleSource::ALL.map(|(source, name)| (name, choice.source == source));
    ui.scope(|ui| {
        ui.set_max_width(SOURCES_WIDTH.min(ui.available_width()));
        if let Some(index) = segmented_ui(ui, "Puzzles", &sources) {
            *choice = PuzzleChoice { source: PuzzleSource::ALL[index].0, group: None };
        }
    });
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(SPACE_XS, SPACE_XS);
        if chip_ui(ui, "All themes", choice.group.is_none()).clicked() {
            choice.group = None;
        }
        for (group, count) in &content.groups {
            let text = format!("{} ({count})", capitalised(group));
            if chip_ui(ui, &text, choice.group == Some(*group)).clicked() {
                choice.group = Some(*group);
            }
        }
    });
}

fn chip_ui(ui: &mut Ui, text: &str, selected: bool) -> Response {
    ui.add(Button::new(text).selected(selected).min_size(vec2(0.0, CONTROL_HEIGHT - SPACE_S)))
}

/// The record in sentences.
fn record_text(content: &PageContent) -> String {
    let days = content.days;
    let mut text = match content.tries as u64 {
        0 => "No puzzle tried yet.".to_owned(),
        count => {
            let tries = counted(count, "try", "tries");
            format!("{tries} on all boards, {} today.", days.today)
        }
    };
    let is_told = |own: &&PuzzleFigures| content.tries > 0 || own.best_run.is_some();
    if let Some(figures) = content.figures.as_ref().filter(is_told) {
        text += &board_text(figures);
    }
    if days.in_a_row > 1 {
        text += &format!(" The last {} in a row without help.", days.in_a_row);
    }
    if days.days > 1 {
        text += &format!(" Practised on {} days in a row.", days.days);
    }
    text
}

/// The part of the record that concerns the board.
fn board_text(figures: &PuzzleFigures) -> String {
    let mut text = format!(" On this board: {} solved", figures.solved);
    if let Some(best) = figures.best_run {
        text += &format!(", at most {best} in three minutes");
    }
    text += &match figures.rating {
        Some(PuzzleRating { value, error }) => {
            format!("; your puzzle rating is {value:.0} \u{b1} {error:.0}.")
        }
        None => format!("; a rating needs {LEAST_RATED_TRIES} puzzles."),
    };
    text
}

fn own_games_ui(ui: &mut Ui, page: &mut PuzzlesPage, content: &PageContent, cx: &mut Cx<'_>) {
    ui.label(theme::heading("From your games"));
    if cx.session.archive.archive.is_none() {
        note_ui(ui, "There is no folder with your games.");
        return;
    }
    let FoundPuzzles { games, puzzles } = content.searched;
    let searched = match games {
        0 => "Positions of your games on this board in which one move was far better than all others \
              become puzzles. It takes up to a minute a game and goes on in the background."
            .to_owned(),
        games => format!(
            "{} in {} on this board.",
            counted(puzzles as u64, "puzzle", "puzzles"),
            counted(games as u64, "game", "games")
        ),
    };
    ui.add(Label::new(searched).wrap());
    if let Some(problem) = page.search.problem() {
        ui.add(Label::new(RichText::new(problem).color(Theme::of(ui).bad)).wrap());
    }
    if page.is_searching() {
        searching_ui(ui, page);
        return;
    }
    let size = vec2(START_WIDTH.min(ui.available_width()), CONTROL_HEIGHT);
    let button = Button::new("Look through your games");
    if sized_button_ui(ui, size, true, button).clicked() {
        page.begin_search(cx.session);
    }
}

fn searching_ui(ui: &mut Ui, page: &PuzzlesPage) {
    let progress = page.search.progress();
    let share = progress.done as f32 / progress.total.max(1) as f32;
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = SPACE_S;
        if ui.button("Stop").clicked() {
            page.search.stop();
        }
        ui.add(thin_bar(ui, share).desired_width(BAR_WIDTH));
        let text = format!("{} of {} games", progress.done, progress.total);
        ui.label(theme::muted(ui, text));
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    fn content(tries: usize, days: SolvedDays, figures: Option<PuzzleFigures>) -> PageContent {
        PageContent {
            figures,
            all: 0,
            groups: Vec::new(),
            days,
            tries,
            searched: FoundPuzzles::default(),
        }
    }

    #[test]
    fn the_record_says_what_is_known() {
        let none = content(0, SolvedDays::default(), None);
        assert_eq!(record_text(&none), "No puzzle tried yet.");
        let days = SolvedDays { in_a_row: 4, days: 3, today: 2 };
        let figures = PuzzleFigures {
            due: 1,
            fresh: 300,
            solved: 41,
            rating: Some(PuzzleRating { value: 1_479.6, error: 90.2 }),
            days_in_row: days.days,
            best_run: Some(17),
        };
        let some = content(70, days, Some(figures));
        assert_eq!(
            record_text(&some),
            "70 tries on all boards, 2 today. On this board: 41 solved, at most 17 in three minutes; \
             your puzzle rating is 1480 \u{b1} 90. The last 4 in a row without help. Practised on 3 \
             days in a row."
        );
    }

    #[test]
    fn one_failure_claims_nothing() {
        let figures = PuzzleFigures {
            due: 0,
            fresh: 331,
            solved: 0,
            rating: None,
            days_in_row: 1,
            best_run: None,
        };
        let one = content(1, SolvedDays { in_a_row: 0, days: 1, today: 1 }, Some(figures));
        assert_eq!(
            record_text(&one),
            "1 try on all boards, 1 today. On this board: 0 solved; a rating needs 10 puzzles."
        );
    }
}
