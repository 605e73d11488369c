//! The page of puzzles: what is due, the choice, the user's record, and the search through the user's
//! games.

use egui::{Button, Key, Label, Modifiers, ProgressBar, Response, RichText, Ui, vec2};

use super::{
    StockedPuzzle,
    own_games::OwnGamesSearch,
    stock::{PuzzleChoice, PuzzleSource, PuzzleStock, StockCounts, StockKey},
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
        widgets::{primary_button_if, segmented_ui, sized_button_ui},
    },
};
use minnow_game::store::StoreError;
use minnow_rules::counted;
use minnow_study::puzzles::{FinderLimits, OwnPuzzles, SolvedDays, practice_level, solved_days};

// Sizes in points.
const START_WIDTH: f32 = 240.0;
const SOURCES_WIDTH: f32 = 440.0;
const BAR_WIDTH: f32 = 200.0;
const BAR_HEIGHT: f32 = 6.0;

/// The page.
#[derive(Debug, Default)]
pub struct PuzzlesPage {
    choice: PuzzleChoice,
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
    counts: StockCounts,
    groups: Vec<(&'static str, usize)>,
    days: SolvedDays,
    tries: usize,
    /// The difficulty at which the user solves half, from 1.
    level: f64,
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
        let Some(archive) = session.archive.archive().filter(|_| !self.is_searching()) else {
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
    let of_board = games.filter(|game| game.variant == session.train_variant().id);
    of_board.fold(FoundPuzzles::default(), |sum, game| FoundPuzzles {
        games: sum.games + 1,
        puzzles: sum.puzzles + game.puzzles.len(),
    })
}

fn note_ui(ui: &mut Ui, text: impl Into<String>) {
    let color = Theme::of(ui).muted;
    ui.add(Label::new(RichText::new(text).small().color(color)).wrap());
}

fn start_ui(ui: &mut Ui, page: &PuzzlesPage, content: &PageContent, cx: &mut Cx<'_>) {
    note_ui(
        ui,
        "One move is far better than all others at each step: long searches have checked it, and \
         mates are proven. A puzzle comes again after some days, sooner if it went wrong.",
    );
    let counts = content.counts;
    let has_some = counts.due + counts.new > 0;
    let size = vec2(START_WIDTH.min(ui.available_width()), CONTROL_HEIGHT);
    let button = primary_button_if(ui, "Solve puzzles", has_some);
    let start = sized_button_ui(ui, size, has_some, button);
    if cx.is_new && has_some {
        start.request_focus();
    }
    if start.clicked() {
        cx.ask(Request::SolvePuzzle);
    }
    let text = match (counts.all, has_some) {
        (0, _) if page.choice.source == PuzzleSource::OwnGames => {
            "No puzzle from your games yet: look through them below.".to_owned()
        }
        (0, _) => "No puzzles come with this board: look through your games below.".to_owned(),
        (_, true) => {
            format!("{} to repeat, {} new, {} in all.", counts.due, counts.new, counts.all)
        }
        (_, false) => {
            "Every puzzle of this choice is solved; the next one is due another day.".to_owned()
        }
    };
    ui.add(Label::new(text).wrap());
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
    if content.tries == 0 {
        return "No puzzle tried yet.".to_owned();
    }
    let tries = counted(content.tries as u64, "try", "tries");
    let days = content.days;
    let mut text = format!(
        "{tries} on all boards, {} today. You solve about half of the puzzles of difficulty {:.0}.",
        days.today,
        content.level.round()
    );
    if days.in_a_row > 1 {
        text += &format!(" The last {} in a row without help.", days.in_a_row);
    }
    if days.days > 1 {
        text += &format!(" Practised on {} days in a row.", days.days);
    }
    text
}

fn own_games_ui(ui: &mut Ui, page: &mut PuzzlesPage, content: &PageContent, cx: &mut Cx<'_>) {
    ui.label(theme::heading("From your games"));
    if !cx.session.archive.has_folder() {
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
        let bar = ProgressBar::new(share).fill(Theme::of(ui).accent);
        ui.add(bar.desired_height(BAR_HEIGHT).desired_width(BAR_WIDTH));
        let text = format!("{} of {} games", progress.done, progress.total);
        ui.label(theme::muted(ui, text));
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_record_says_what_is_known() {
        let content = |tries, days| PageContent {
            counts: StockCounts::default(),
            groups: Vec::new(),
            days,
            tries,
            level: 3.4,
            searched: FoundPuzzles::default(),
        };
        let none = content(0, SolvedDays::default());
        assert_eq!(record_text(&none), "No puzzle tried yet.");
        let some = content(7, SolvedDays { in_a_row: 4, days: 3, today: 2 });
        assert_eq!(
            record_text(&some),
            "7 tries on all boards, 2 today. You solve about half of the puzzles of difficulty 3. \
             The last 4 in a row without help. Practised on 3 days in a row."
        );
    }
}
