//! The page of tournaments: a form or a file makes one, a job plays it, and the page shows its boards,
//! its table, its finished games and what its programs say.
//!
//! Nothing starts before the user has answered a question that shows each command. The journal in the
//! tournament's folder has every finished game, so a tournament goes on after the window was closed.

mod boards;
mod form;
mod form_view;
mod games;
mod live;
mod plot;
mod run;
mod shown;
mod stock;
mod table;
mod view;

use std::path::PathBuf;

use egui::Ui;

use super::{
    context::Cx,
    pages::{Page, PageId, PageSubject, PageTick},
    registry::{MenuGroup, Opener},
    request::Request,
    session::{ChosenFile, Question, Session, Wake, WallTime},
    ui::text::{capitalised, sentence},
};
use form::TournamentForm;
use live::ProgramLog;
use minnow_arena::tournament::{
    LimitChoice, TournamentPlan,
    report::{format_text, limit_text},
};
use minnow_rules::{Variant, counted};
use run::{RunOrder, RunReport, TournamentRun};
use shown::{ShownTournament, TournamentTab};
use stock::{StoredTournament, TournamentStock, new_folder};

pub use shown::TournamentTable;

/// The title of the page.
const TITLE: &str = "Tournament";

/// The width of the page, in points.
const PAGE_WIDTH: f32 = 980.0;

/// The pause between two frames of running clocks, in milliseconds.
const CLOCK_PAUSE_MS: u64 = 500;

/// Work that needs more than a view has; it begins at the next tick.
#[derive(Debug)]
enum PageWork {
    AskForForm,
    AskForShown,
    OpenFolder(PathBuf),
    ShowForm,
}

/// The page. Its tournament is played on while the page is closed.
#[derive(Debug, Default)]
pub struct TournamentPage {
    form: TournamentForm,
    /// The tournament on the page; the form is there without one.
    shown: Option<ShownTournament>,
    run: Option<TournamentRun>,
    stock: TournamentStock,
    /// Why the form or a file was refused, as a sentence.
    problem: Option<String>,
    /// The tournament that the open question would begin; `None` for the one on the page.
    asked: Option<Box<RunOrder>>,
    due: Vec<PageWork>,
}

impl Page for TournamentPage {
    fn title(&self, _: &Session) -> String {
        TITLE.to_owned()
    }

    fn width(&self) -> f32 {
        PAGE_WIDTH
    }

    fn has_arrow_keys(&self) -> bool {
        true
    }

    fn keeps_height(&self) -> bool {
        true
    }

    fn open(&mut self, subject: PageSubject<'_>, session: &mut Session) {
        if self.form.boards.is_empty() {
            self.form.boards.push(subject.variant);
        }
        self.stock.list(session);
    }

    fn ui(&mut self, ui: &mut Ui, cx: &mut Cx<'_>) {
        view::page_ui(ui, self, cx);
    }

    fn answered(&mut self, choice: usize, session: &mut Session, _: u64) {
        let asked = self.asked.take();
        if choice == START_ANSWER {
            self.begin(asked.map(|order| *order), session);
        }
    }

    fn chosen(&mut self, file: ChosenFile, session: &mut Session, _: u64) {
        self.open_file(file.path, session);
    }

    fn tick(&mut self, session: &mut Session, at: PageTick) -> Wake {
        for work in std::mem::take(&mut self.due) {
            match work {
                PageWork::AskForForm => self.ask_for_form(session),
                PageWork::AskForShown => self.ask_for_shown(session),
                PageWork::OpenFolder(folder) => self.open_file(folder, session),
                PageWork::ShowForm => self.show_form(session),
            }
        }
        match self.stock.poll() {
            // A tournament has begun meanwhile.
            Some(Ok(_)) if self.run.is_some() => {}
            Some(Ok(stored)) => self.show(stored),
            Some(Err(problem)) => self.problem = Some(problem),
            None => {}
        }
        let run = self.follow_run(session, at);
        let shown = self.shown.as_mut();
        let table = shown.and_then(|shown| shown.follow_table(&session.background, at.now_ms));
        [run, table].into_iter().flatten().min()
    }
}

/// The answers of the question, and the index of the one that starts.
const ANSWERS: [&str; 2] = ["Cancel", "Start"];
const START_ANSWER: usize = 1;

impl TournamentPage {
    pub(in crate::app) const OPENER: Option<Opener> =
        Some(Opener { group: MenuGroup::Games, text: "Tournament\u{2026}", keys: None });

    /// The table of the tournament on the page, once it has all finished games.
    pub fn table(&self) -> Option<&TournamentTable> {
        self.shown.as_ref()?.newest_table()
    }

    /// The numbers of finished games and of games under way.
    pub fn games(&self) -> (usize, usize) {
        self.shown.as_ref().map_or((0, 0), |shown| (shown.records.len(), shown.under_way()))
    }

    /// True while games are played or may begin.
    pub fn is_running(&self) -> bool {
        self.run.is_some()
    }

    /// `Tournament: 5 of 12 games finished` or `Tournament: paused, 5 of 12 games finished`, while games
    /// are played or may begin.
    pub fn run_text(&self) -> Option<String> {
        let (run, shown) = (self.run.as_ref()?, self.shown.as_ref()?);
        let paused = if run.is_paused { "paused, " } else { "" };
        Some(format!("Tournament: {paused}{}", view::progress_text(shown)))
    }

    /// True if the page has taken in all that has happened.
    pub fn is_up_to_date(&self) -> bool {
        self.run.as_ref().is_none_or(TournamentRun::is_up_to_date)
    }

    /// True while a tournament or the list of those that were begun here is read.
    pub fn is_reading(&self) -> bool {
        self.stock.is_reading() || self.stock.is_listing()
    }

    /// Reads the file of a tournament, or the folder of one that was begun here, and shows it. Nothing
    /// starts.
    pub fn open_file(&mut self, path: PathBuf, session: &mut Session) {
        self.problem = None;
        if self.run.is_some() {
            return session
                .error("Stop the tournament that is played before you open another one.");
        }
        self.shown = None;
        self.stock.read(session, path);
    }

    fn show(&mut self, stored: StoredTournament) {
        self.problem = None;
        self.shown = Some(ShownTournament::new(stored));
    }

    /// Leaves work to the next tick.
    fn do_later(&mut self, work: PageWork, cx: &mut Cx<'_>) {
        self.due.push(work);
        cx.ask(Request::Wake);
    }

    /// Shows the form again.
    fn show_form(&mut self, session: &Session) {
        if self.run.is_none() {
            self.shown = None;
            self.problem = None;
            self.stock.list(session);
        }
    }

    /// Asks before the tournament of the form starts.
    fn ask_for_form(&mut self, session: &mut Session) {
        let plan = self.form.plan(&WallTime::now().minute_text());
        self.problem = match (plan.check(), new_folder(session)) {
            (Err(error), _) => Some(sentence(&error)),
            (Ok(()), None) => Some(
                "There is no home folder to keep the games of a tournament in. Open the file of a \
                 tournament instead."
                    .to_owned(),
            ),
            (Ok(()), Some(folder)) => {
                session.ask(start_question(&plan, 0));
                self.asked = Some(Box::new(RunOrder { plan, folder }));
                None
            }
        };
    }

    /// Asks before the tournament on the page starts or goes on.
    fn ask_for_shown(&mut self, session: &mut Session) {
        if let Some(shown) = &self.shown {
            session.ask(start_question(&shown.order.plan, shown.records.len()));
            self.asked = None;
        }
    }

    /// Begins a new tournament, or goes on with the one on the page. The user has agreed.
    fn begin(&mut self, new: Option<RunOrder>, session: &mut Session) {
        if self.run.is_some() {
            return;
        }
        if let Some(order) = new {
            let (records, has_report, problem) = (Vec::new(), false, None);
            self.show(StoredTournament { order, records, has_report, problem });
        }
        if let Some(shown) = &mut self.shown {
            shown.tab = TournamentTab::Boards;
            (shown.problem, shown.note) = (None, None);
            shown.logs.iter_mut().for_each(ProgramLog::clear);
            self.run = Some(TournamentRun::start(shown.order.clone(), &session.background));
        }
    }

    /// Takes in what the run reports.
    fn follow_run(&mut self, session: &mut Session, at: PageTick) -> Wake {
        let (run, shown) = (self.run.as_mut()?, self.shown.as_mut()?);
        let look = run.look(at.now_ms, at.is_shown);
        for report in look.reports {
            match report {
                RunReport::Opened(records) => {
                    shown.set_records(records);
                    shown.has_report = false;
                }
                RunReport::Written => shown.has_report = true,
                RunReport::Note(text) => shown.note = Some(text),
                RunReport::Problem(problem) => shown.problem = Some(problem),
            }
        }
        if let Some(news) = look.news {
            shown.take(news, at.now_ms);
        }
        if look.is_over {
            self.run = None;
            self.report_end(session, at.is_shown);
            return Some(at.now_ms);
        }
        let has_clocks = matches!(shown.order.plan.limits, LimitChoice::Clock { .. });
        let clocks = (at.is_shown && has_clocks).then_some(at.now_ms + CLOCK_PAUSE_MS);
        [look.wake, clocks].into_iter().flatten().min()
    }

    /// Tells a user who does not see the page that the run is over.
    fn report_end(&mut self, session: &mut Session, is_shown: bool) {
        let Some(shown) = &mut self.shown else { return };
        shown.preparation = None;
        // Games that were stopped are played from their starts the next time.
        for game in &mut shown.games {
            game.take_if(|game| game.live.end.is_none());
        }
        let name = &shown.order.plan.name;
        match &shown.problem {
            _ if is_shown => {}
            Some(problem) => {
                session.error(format!("The tournament \"{name}\" has ended: {problem}"))
            }
            None => session.info(format!("The tournament \"{name}\" has ended.")),
        }
    }
}

/// The question that shows each command before it is started.
fn start_question(plan: &TournamentPlan, finished: usize) -> Question {
    let commands = plan.commands();
    let programs = if commands.is_empty() {
        "No program of others is started.".to_owned()
    } else {
        format!("It starts these programs:\n\n{}", commands.join("\n"))
    };
    let text = format!("{}.\n\n{programs}", plan_text(plan));
    let (title, text) = match finished {
        0 => (format!("Start \"{}\"?", plan.name), text),
        count => {
            let games = counted(count as u64, "game is", "games are");
            let text = format!("{text}\n\n{games} finished already and will not be played again.");
            (format!("Go on with \"{}\"?", plan.name), text)
        }
    };
    Question::of_page(PageId::Tournament, &title, text, ANSWERS)
}

/// The plan in a line: `Round robin of 3 players on Gardner, 2 games for each pairing, 1 s for a move`.
fn plan_text(plan: &TournamentPlan) -> String {
    let players = counted(plan.players.len() as u64, "player", "players");
    let games = counted(u64::from(plan.games), "game", "games");
    let each = if plan.variants.len() > 1 { "each pairing and board" } else { "each pairing" };
    let name = |id: &String| Variant::by_id(id).map_or(id.clone(), |board| board.name.clone());
    let boards = plan.variants.iter().map(name).collect::<Vec<_>>().join(", ");
    let (format, limits) = (capitalised(&format_text(plan.format)), limit_text(plan.limits));
    format!("{format} of {players} on {boards}, {games} for {each}, {limits}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use minnow_arena::tournament::PlayerEntry;
    use minnow_external::ProgramEntry;

    #[test]
    fn the_question_shows_each_command() {
        let words = ["/opt/my engine/run", "--threads", "1"].map(str::to_owned);
        let program = PlayerEntry::Program(ProgramEntry::of_command("Mine", &words));
        let mut plan = TournamentPlan::of_players(vec![PlayerEntry::Level(1), program]);
        plan.name = "Cup".to_owned();
        let question = start_question(&plan, 0);
        assert_eq!(question.title, "Start \"Cup\"?");
        assert!(question.text.contains("Mine: '/opt/my engine/run' --threads 1"), "{question:?}");
        assert_eq!(question.asker, Some(PageId::Tournament));
        plan.players = vec![PlayerEntry::Level(1), PlayerEntry::Random];
        let question = start_question(&plan, 3);
        assert_eq!(question.title, "Go on with \"Cup\"?");
        assert!(question.text.contains("No program of others is started."), "{question:?}");
        assert!(question.text.contains("3 games are finished already"), "{question:?}");
    }
}
