//! The tournament on the page: its games, and the table that a thread computes from them.

use std::sync::Arc;

use super::{
    live::{LiveGame, Preparation, ProgramLog, TournamentNews, extend_log},
    run::RunOrder,
    stock::StoredTournament,
};
use crate::app::{
    request::Request,
    session::{Background, Wake, task::Task},
    ui::{lists::MarkedRows, text::sentence},
};
use minnow_arena::tournament::{
    GameNumber, GameRecord, Standings, Tournament, report::game_of_record,
};
use minnow_game::{Game, GameEnd};
use minnow_jobs::{JobContext, lower_thread_priority};

/// The least time from one table to the next while games are played, in milliseconds.
const TABLE_PAUSE_MS: u64 = 1_000;

/// The parts of the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TournamentTab {
    Boards,
    Table,
    Games,
    Log,
}

impl TournamentTab {
    pub(super) const CHOICES: [(TournamentTab, &str); 4] = [
        (TournamentTab::Boards, "Boards"),
        (TournamentTab::Table, "Table"),
        (TournamentTab::Games, "Games"),
        (TournamentTab::Log, "Log"),
    ];
}

/// The table after some games.
#[derive(Clone, Debug)]
pub struct TournamentTable {
    pub standings: Standings,
    /// True if no game is left to play.
    pub is_over: bool,
}

/// A board of the page.
#[derive(Clone, Debug)]
pub(super) struct ShownGame {
    pub live: LiveGame,
    /// Since when the player to move thinks, in milliseconds of the program's clock.
    pub since_ms: u64,
}

/// The tournament.
#[derive(Debug)]
pub(super) struct ShownTournament {
    pub order: RunOrder,
    /// The names of the players.
    pub names: Vec<String>,
    /// In the order of their numbers.
    pub records: Vec<Arc<GameRecord>>,
    /// By their slots.
    pub games: Vec<Option<ShownGame>>,
    pub preparation: Option<Preparation>,
    /// By the numbers of the players.
    pub logs: Vec<ProgramLog>,
    pub table: Option<TournamentTable>,
    computing: Task<Result<TournamentTable, String>>,
    /// The number of games of the newest table, also of one that is being computed.
    computed: Option<usize>,
    next_table_ms: u64,
    /// Why it does not go on, as a sentence.
    pub problem: Option<String>,
    /// A remark on the run, as a sentence.
    pub note: Option<String>,
    /// True if the folder has the page with every game, of the last run.
    pub has_report: bool,
    pub tab: TournamentTab,
    /// The words of the filter of the finished games.
    pub words: String,
    pub rows: MarkedRows,
    /// The player whose log is shown.
    pub log_player: usize,
}

impl ShownTournament {
    pub(super) fn new(stored: StoredTournament) -> ShownTournament {
        let StoredTournament { order, records, has_report, problem } = stored;
        // A tournament that has begun has no board before it goes on.
        let tab = if records.is_empty() { TournamentTab::Boards } else { TournamentTab::Table };
        let names = order.plan.player_names();
        let mut shown = ShownTournament {
            logs: vec![ProgramLog::new(); names.len()],
            names,
            order,
            records: Vec::new(),
            games: Vec::new(),
            preparation: None,
            table: None,
            computing: Task::default(),
            computed: None,
            next_table_ms: 0,
            problem,
            note: None,
            has_report,
            tab,
            words: String::new(),
            rows: MarkedRows::default(),
            log_player: 0,
        };
        shown.set_records(records);
        shown
    }

    /// Replaces the finished games.
    pub(super) fn set_records(&mut self, records: Vec<GameRecord>) {
        self.records = records.into_iter().map(Arc::new).collect();
        self.records.sort_by_key(|record| record.number);
        self.computed = None;
        self.show_rows(None);
    }

    /// Takes in what has happened.
    pub(super) fn take(&mut self, news: TournamentNews, now_ms: u64) {
        let TournamentNews { preparation, games, finished, logs } = news;
        self.preparation = preparation;
        for (log, lines) in self.logs.iter_mut().zip(logs) {
            extend_log(log, lines);
        }
        let mut before = std::mem::take(&mut self.games).into_iter();
        let follow = |live: Option<LiveGame>| {
            let before = before.next().flatten();
            let live = live?;
            let is_same = |shown: &ShownGame| {
                shown.live.number == live.number && shown.live.moves.len() == live.moves.len()
            };
            let since_ms = before.filter(is_same).map_or(now_ms, |shown| shown.since_ms);
            Some(ShownGame { live, since_ms })
        };
        self.games = games.into_iter().map(follow).collect();
        if !finished.is_empty() {
            let marked = self.marked_number();
            self.records.extend(finished);
            self.records.sort_by_key(|record| record.number);
            self.show_rows(marked);
        }
    }

    /// Changes the words of the filter of the finished games.
    pub(super) fn set_words(&mut self, words: String) {
        self.words = words;
        self.show_rows(self.marked_number());
    }

    fn marked_number(&self) -> Option<GameNumber> {
        Some(self.marked_record()?.number)
    }

    /// Shows the finished games that fit the words of the filter, and marks the one with this number.
    fn show_rows(&mut self, marked: Option<GameNumber>) {
        let words: Vec<String> =
            self.words.to_lowercase().split_whitespace().map(str::to_owned).collect();
        let has_words = |record: &GameRecord| {
            let text = self.record_text(record).to_lowercase();
            words.iter().all(|word| text.contains(word))
        };
        // A long list is shown anew with each game.
        let fits = |record: &GameRecord| words.is_empty() || has_words(record);
        let places: Vec<usize> =
            (0..self.records.len()).filter(|place| fits(&self.records[*place])).collect();
        let is_marked = |record: &Arc<GameRecord>| Some(record.number) == marked;
        let kept = self.records.iter().position(is_marked);
        self.rows.show(places, kept, 0);
    }

    pub(super) fn marked_record(&self) -> Option<&Arc<GameRecord>> {
        self.records.get(self.rows.marked_place()?)
    }

    /// The number of games under way.
    pub(super) fn under_way(&self) -> usize {
        self.games.iter().flatten().filter(|game| game.live.end.is_none()).count()
    }

    /// The name of a player.
    pub(super) fn name(&self, player: usize) -> &str {
        self.names.get(player).map_or("?", String::as_str)
    }

    /// `Level 1 – Sjaak`.
    pub(super) fn players_text(&self, players: [usize; 2]) -> String {
        let [white, black] = players.map(|player| self.name(player));
        format!("{white} \u{2013} {black}")
    }

    /// The texts of a finished game that the filter searches.
    fn record_text(&self, record: &GameRecord) -> String {
        let (number, players) = (record.number, self.players_text(record.players));
        let fault = record.fault.as_deref().unwrap_or_default();
        format!("{number} {players} {} {} {fault}", record.variant, record.reason)
    }

    /// The request that opens a finished game in Analyse.
    pub(super) fn analysis_of(&self, record: &GameRecord) -> Option<Request> {
        let mut game = game_of_record(&self.order.plan, record)?;
        // The end of the game says it already.
        let is_named = !matches!(game.result(), None | Some(GameEnd::Recorded(_)));
        if is_named && record.fault.is_none() {
            let last = game.head();
            game.notes_mut(last)?.comment.clear();
        }
        Some(self.analysis(game, record.number))
    }

    /// The request that opens a game of a board in Analyse: one under way up to now, a finished one with
    /// its record.
    pub(super) fn analysis_of_live(&self, live: &LiveGame) -> Option<Request> {
        match self.record(live.number).filter(|_| live.end.is_some()) {
            Some(record) => self.analysis_of(record),
            None => Some(self.analysis(live.game(&self.names)?, live.number)),
        }
    }

    fn analysis(&self, game: Game, number: GameNumber) -> Request {
        let title = format!("{}, game {number}", self.order.plan.name);
        Request::AnalyseGame { game: Box::new(game), title }
    }

    /// The finished game with this number.
    fn record(&self, number: GameNumber) -> Option<&GameRecord> {
        let found = self.records.binary_search_by_key(&number, |record| record.number);
        found.ok().map(|place| &*self.records[place])
    }

    /// Keeps the table up to date. Returns when to call it again if nothing else happens.
    pub(super) fn follow_table(&mut self, background: &Background, now_ms: u64) -> Wake {
        for computed in self.computing.poll() {
            match computed {
                Ok(table) => self.table = Some(table),
                Err(problem) => self.problem = Some(problem),
            }
        }
        let is_known = self.computed == Some(self.records.len());
        if is_known || self.computing.is_running() {
            return None;
        }
        if now_ms < self.next_table_ms {
            return Some(self.next_table_ms);
        }
        self.next_table_ms = now_ms + TABLE_PAUSE_MS;
        self.computed = Some(self.records.len());
        let (plan, records) = (self.order.plan.clone(), self.records.clone());
        self.computing.begin(background.start("tournament table", move |job: &JobContext<_>| {
            lower_thread_priority();
            let records = records.iter().map(|record| (**record).clone()).collect();
            let table = Tournament::new(plan, records).map(|tournament| TournamentTable {
                standings: tournament.standings(),
                is_over: tournament.missing().is_empty(),
            });
            job.emit(table.map_err(|error| sentence(&error)));
        }));
        None
    }

    /// The table of all finished games; `None` while it is computed.
    pub(super) fn newest_table(&self) -> Option<&TournamentTable> {
        self.table.as_ref().filter(|table| table.standings.finished == self.records.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use minnow_arena::tournament::{PlayerEntry, TournamentPlan, end};
    use minnow_rules::Color;

    fn record(number: &str, reason: &str) -> GameRecord {
        GameRecord {
            number: number.parse().unwrap(),
            variant: "gardner".to_owned(),
            players: [1, 0],
            opening: String::new(),
            moves: Vec::new(),
            winner: Some(Color::White),
            reason: reason.to_owned(),
            fault: None,
            started: 0,
        }
    }

    #[test]
    fn the_mark_stays_with_its_game() {
        let plan = TournamentPlan::of_players(vec![PlayerEntry::Level(1), PlayerEntry::Random]);
        let order = RunOrder { plan, folder: "cup.games".into() };
        let records = vec![record("1.1.2a", "mate"), record("1.1.1b", "stalemate")];
        let mut shown = ShownTournament::new(StoredTournament {
            order,
            records,
            has_report: false,
            problem: None,
        });
        assert_eq!(shown.tab, TournamentTab::Table, "no board is under way");
        shown.rows.mark(1);
        let marked = |shown: &ShownTournament| shown.marked_record().unwrap().number.to_string();
        assert_eq!(marked(&shown), "1.1.2a", "in the order of their numbers");
        let finished = vec![Arc::new(record("1.1.1a", "forfeit"))];
        let logs = vec![ProgramLog::new(), ["> go".to_owned()].into()];
        shown.take(TournamentNews { finished, logs, ..TournamentNews::default() }, 0);
        assert_eq!((marked(&shown).as_str(), shown.rows.count()), ("1.1.2a", 3));
        let logs = vec![ProgramLog::new(), ["< bestmove".to_owned()].into()];
        shown.take(TournamentNews { logs, ..TournamentNews::default() }, 0);
        assert_eq!(shown.logs[1], ["> go", "< bestmove"]);
        shown.set_words("level  FORFEIT".to_owned());
        assert_eq!((marked(&shown).as_str(), shown.rows.count()), ("1.1.1a", 1));
        shown.set_words("nobody".to_owned());
        assert!(shown.marked_record().is_none());
    }

    #[test]
    fn a_comment_names_an_end_that_the_game_does_not() {
        let plan = TournamentPlan::of_players(vec![PlayerEntry::Level(1), PlayerEntry::Random]);
        let order = RunOrder { plan, folder: "cup.games".into() };
        let (records, has_report, problem) = (Vec::new(), false, None);
        let stored = StoredTournament { order, records, has_report, problem };
        let shown = ShownTournament::new(stored);
        assert_eq!(shown.tab, TournamentTab::Boards, "it has not begun");
        for (reason, comment) in [(end::RESIGNED, ""), (end::DRAW_RULE, end::DRAW_RULE)] {
            let record = record("1.1.1a", reason);
            let Some(Request::AnalyseGame { game, .. }) = shown.analysis_of(&record) else {
                panic!("no game for {reason}");
            };
            assert_eq!(game.node(game.head()).unwrap().notes.comment, comment);
        }
    }
}
