//! The user's reviewed games with moments to learn from, found by a job in the background.
//!
//! The index of the archive names the moments of each game: the job reads only games that are new or
//! have changed, and what it has read stays known if it is stopped.

use jiff::civil::Date;

use super::{Learn, Stage, moments::DueMoments};
use crate::app::{
    session::{Session, TrainingBoard, WallTime, computer_name, damaged_text, day_of, task::Task},
    ui::text::sentence,
};
use minnow_game::{
    Computer, Game,
    archive::{Archive, ArchiveId, ArchivedGame},
    store::StoreError,
};
use minnow_jobs::{JobContext, lower_thread_priority};
use minnow_rules::{Color, Position, Variant};
use minnow_study::{
    analysis::{moment_name, moment_position, review_facts},
    puzzles::PuzzleTryList,
};
use std::ops::ControlFlow;

/// The least number of games that the job reports at once, so that the list is not made anew for each.
const PART_GAMES: usize = 64;

/// A game with moments that are due.
#[derive(Clone, Debug, PartialEq)]
pub struct LearnGame {
    /// Date and opponent: `yesterday, against Roach`.
    pub title: String,
    /// The number of moments that are due.
    pub moments: usize,
    pub(super) id: ArchiveId,
    date: String,
    /// The user's side.
    side: Color,
    /// The names of the moments that are due, in the order of play.
    pub(super) due: Vec<String>,
}

impl LearnGame {
    /// The place in the list, by which games are sorted: the later, the greater.
    fn place(&self) -> (&str, &ArchiveId) {
        (&self.date, &self.id)
    }
}

/// A reviewed game in which the user erred.
#[derive(Debug)]
struct ReviewedGame {
    id: ArchiveId,
    variant: &'static Variant,
    date: String,
    opponent: String,
    side: Color,
    moments: Vec<String>,
}

impl ReviewedGame {
    /// `None` for a game without moments.
    fn of(game: &ArchivedGame) -> Option<ReviewedGame> {
        let side = game.user.filter(|_| !game.moments.is_empty())?;
        Some(ReviewedGame {
            id: game.id.clone(),
            variant: game.variant,
            date: game.date.clone(),
            opponent: opponent_text(game, side),
            side,
            moments: game.moments.clone(),
        })
    }

    /// The game with its due moments; `None` if it has none.
    fn due(&self, due: &DueMoments, today: Option<Date>) -> Option<LearnGame> {
        let due: Vec<String> =
            self.moments.iter().filter(|moment| due.has(moment)).cloned().collect();
        (!due.is_empty()).then(|| LearnGame {
            title: title_text(&self.date, &self.opponent, today),
            moments: due.len(),
            id: self.id.clone(),
            date: self.date.clone(),
            side: self.side,
            due,
        })
    }
}

/// The finds of the job since its last report.
#[derive(Debug)]
struct StockPart {
    games: Vec<ReviewedGame>,
    /// A sentence about games that could not be read.
    problem: Option<String>,
}

impl StockPart {
    fn new(games: &[ArchivedGame], problem: Option<String>) -> StockPart {
        StockPart { games: games.iter().filter_map(ReviewedGame::of).collect(), problem }
    }
}

/// The facts that change when a game of the archive does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct ArchiveState {
    writes: u64,
    listed: usize,
}

impl ArchiveState {
    fn of(session: &Session) -> ArchiveState {
        let (writes, listed) = (session.keeping.archive_writes, session.archive.games.len());
        ArchiveState { writes, listed }
    }
}

/// The sources of a list: with another key it is made anew.
#[derive(Debug, PartialEq)]
struct ListKey {
    variant: &'static Variant,
    parts: u64,
    tries: usize,
    /// A full list of tries keeps its count.
    newest_try: Option<String>,
    today: Option<Date>,
}

/// The games of a board whose moments are due, and the job that looks for them.
#[derive(Debug, Default)]
pub struct LearnStock {
    variant: Option<&'static Variant>,
    /// True if the archive is to be read, unless it is known as it is.
    is_wanted: bool,
    /// The archive as the last job began to read it.
    read: Option<ArchiveState>,
    scan: Task<StockPart>,
    /// True until the job's first part has taken the place of the games before.
    is_new: bool,
    problem: Option<String>,
    /// The games of all boards.
    found: Vec<ReviewedGame>,
    /// Counts the parts of all jobs.
    parts: u64,
    games: Vec<LearnGame>,
    key: Option<ListKey>,
    opening: Task<Result<Game, StoreError>>,
    /// The game that is being opened.
    opened: Option<LearnGame>,
}

impl LearnStock {
    /// Chooses the board, and looks for new and changed games in the next tick. It may be called in
    /// each frame that shows the games.
    pub fn set_variant(&mut self, variant: &'static Variant) {
        self.variant = Some(variant);
        self.is_wanted = true;
    }

    /// The games of the board with moments that are due, the newest first.
    pub fn games(&self) -> &[LearnGame] {
        &self.games
    }

    /// The number of moments that are due in all games of the board.
    pub fn due(&self) -> usize {
        self.games.iter().map(|game| game.moments).sum()
    }

    /// The share of the games that are known, 0 to 1, while the job runs.
    pub fn progress(&self) -> Option<f32> {
        let progress = self.scan.progress();
        let share = progress.done as f32 / progress.total.max(1) as f32;
        self.scan.is_running().then_some(share)
    }

    /// A sentence about the games that could not be read.
    pub fn problem(&self) -> Option<&str> {
        self.problem.as_deref().or_else(|| self.scan.problem())
    }

    /// The position of the first moment of the first game.
    pub fn first_position(&self) -> Option<Position> {
        moment_position(self.games.first()?.due.first()?)
    }

    /// Ends the job. What it has found stays; it goes on when the archive has changed, or after the
    /// next start of the program.
    pub fn stop(&self) {
        self.scan.stop();
    }

    /// Opens the game with this index; [`LearnStock::tick`] returns its moments.
    pub fn open(&mut self, index: usize, session: &Session) {
        let Some(game) = self.games.get(index) else { return };
        let Some(archive) = session.archive.archive.clone() else { return };
        let id = game.id.clone();
        self.opened = Some(game.clone());
        self.opening.begin(session.background.start("learn", move |job| {
            job.emit(archive.open(&id));
        }));
    }

    /// The index of the game that follows this one: the next older one, else the newest.
    pub(super) fn after(&self, done: &LearnGame) -> Option<usize> {
        let older = self.games.iter().position(|game| game.place() < done.place());
        older.or_else(|| self.games.iter().position(|game| game.id != done.id))
    }

    /// Takes in what the jobs have found, and begins one if games may have changed. Returns the game
    /// that was opened.
    pub fn tick(&mut self, session: &mut Session) -> Option<Learn> {
        for part in self.scan.poll() {
            self.take(part);
        }
        if self.is_wanted && !self.scan.is_running() {
            self.is_wanted = false;
            self.look(session);
        }
        if self.variant.is_some() {
            self.refresh(&session.lists.learned, &WallTime::now().stamp());
        }
        self.take_opened(session)
    }

    /// Reads the archive, unless it is known as it is.
    fn look(&mut self, session: &Session) {
        let state = Some(ArchiveState::of(session));
        if self.read == state {
            return;
        }
        self.read = state;
        if let Some(archive) = session.archive.archive.clone() {
            self.is_new = true;
            self.scan.begin(session.background.start("learn stock", move |job| {
                scan(&archive, job);
            }));
        }
    }

    fn take(&mut self, part: StockPart) {
        if std::mem::take(&mut self.is_new) {
            self.found.clear();
        }
        self.found.extend(part.games);
        self.problem = part.problem;
        self.parts += 1;
    }

    /// Makes the list anew if it is out of date at `now`, a time as digits.
    pub(super) fn refresh(&mut self, tries: &PuzzleTryList, now: &str) {
        let Some(variant) = self.variant else { return };
        let today = day_of(now);
        let newest_try = tries.entries().last().map(|tried| tried.ended.clone());
        let key = ListKey { variant, parts: self.parts, tries: tries.len(), newest_try, today };
        if self.key.as_ref() == Some(&key) {
            return;
        }
        self.key = Some(key);
        let due = DueMoments::new(tries, now);
        let of_board = self.found.iter().filter(|game| game.variant == variant);
        self.games = of_board.filter_map(|game| game.due(&due, today)).collect();
        self.games.sort_unstable_by(|one, other| other.place().cmp(&one.place()));
    }

    fn take_opened(&mut self, session: &mut Session) -> Option<Learn> {
        let outcome = self.opening.poll().pop();
        if let Some(problem) = self.opening.problem() {
            session.error(problem);
            self.opening = Task::default();
        }
        match outcome? {
            Ok(game) => {
                let learn =
                    Learn::of_moments(TrainingBoard::new(session, game), self.opened.take()?);
                if !learn.is_over() {
                    return Some(learn);
                }
                session.info("This game has changed: no moment of it is due.");
            }
            Err(error) => session.error(sentence(&error)),
        }
        (self.is_wanted, self.read) = (true, None);
        None
    }
}

impl Learn {
    /// The due moments of a game of the stock.
    fn of_moments(board: TrainingBoard, origin: LearnGame) -> Learn {
        let mut learn = Learn::new(board, origin.side);
        learn.problems.retain(|problem| origin.due.contains(&moment_name(&problem.position)));
        if learn.problems.is_empty() {
            learn.stage = Stage::Over;
        }
        Learn { origin: Some(origin), ..learn }
    }

    /// Notes which game of the stock can follow this one.
    pub fn find_next_game(&mut self, stock: &LearnStock) {
        self.next_game = self.origin.as_ref().and_then(|origin| stock.after(origin));
    }
}

/// Lists the games of an archive, and reports those with moments: first those that its index has, then
/// the others as they are read, the newest first.
fn scan(archive: &Archive, job: &JobContext<StockPart>) {
    lower_thread_priority();
    let mut reported = 0;
    let listed = archive.list(review_facts, |games, total| {
        if games.len() >= reported + PART_GAMES.max(reported / 4) {
            job.progress(games.len() as u64, total as u64);
            job.emit(StockPart::new(&games[reported..], None));
            reported = games.len();
        }
        if job.is_stopped() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    match listed {
        Ok(Some(list)) => {
            job.emit(StockPart::new(&list.games[reported..], damaged_text(&list.damaged)));
        }
        Ok(None) => {}
        Err(error) => job.emit(StockPart::new(&[], Some(sentence(&error)))),
    }
}

/// The opponent's recorded name; a level by its own name.
fn opponent_text(game: &ArchivedGame, user: Color) -> String {
    let at = (!user).index();
    let name = &game.names[at];
    let is_unnamed = |computer: &Computer| {
        name.strip_prefix("Minnow level ") == computer.level_text().as_deref()
    };
    let computer = game.strengths[at].map(Computer::of_strength).filter(is_unnamed);
    match computer.map(computer_name) {
        // Between two levels.
        Some("Minnow") | None => name.clone(),
        Some(level) => level.to_owned(),
    }
}

/// `yesterday, against Roach`.
fn title_text(date: &str, opponent: &str, today: Option<Date>) -> String {
    let days =
        today.zip(day_of(date)).and_then(|(today, date)| Some(date.until(today).ok()?.get_days()));
    match days {
        Some(0) => format!("today, against {opponent}"),
        Some(1) => format!("yesterday, against {opponent}"),
        Some(days @ 2..=6) => format!("{days} days ago, against {opponent}"),
        _ if date.is_empty() => format!("against {opponent}"),
        _ => format!("{date}, against {opponent}"),
    }
}
