//! The data that all screens share: the game and its file, the edits, the clock, the engine, the
//! settings and the notice. Features change it in their updates; it names none of them.

mod archive_client;
mod clock;
mod command;
mod document;
pub mod engine_client;
mod file_client;
#[cfg(test)]
pub mod for_tests;
mod game_list;
mod keeping;
mod kept_lists;
mod new_game;
mod opponent_settings;
mod parts;
pub mod programs;
mod question;
mod rating;
mod record;
mod remote;
mod setting_texts;
mod setting_values;
pub mod settings;
mod sound;
mod tables;
pub mod task;
mod user_records;
mod waiting;

use std::path::PathBuf;

use super::request::Request;
use engine_client::{EngineClient, Purpose};
use minnow_engine::{Root, SearchClock, SearchJob};
use minnow_game::{ChessClock, EditHistory, Game, GameEnd, NodeId, Player};
use minnow_rules::{Color, Position, Variant};
use parts::KeptPlace;
use settings::{EngineSettings, Settings, Sides};
use waiting::GameBeside;

pub use archive_client::{ArchiveClient, ArchiveEvent, ArchivePurpose};
pub(super) use archive_client::{damaged_text, own_games};
pub use command::{
    AfterUnsaved, Copied, GameCommand, Mode, MoveQuery, NamedPicture, Navigation, ScreenCommand,
    TrainingOrder,
};
pub use document::{ArchiveOrder, ArchivePlace, WallTime, computer_name, day_of, listed_name};
pub use file_client::{
    ExportEnd, ExportOrder, FileClient, FileWork, MakeContent, ObstacleKind, Overwrite,
    ReadContent, ReadOutcome, ReadRequest, SaveObstacle, SaveOrder, SaveOutcome, SaveResult,
    SlowFile,
};
pub use game_list::{EXAMPLES, GameList, GameSummary};
pub use keeping::{Alert, Keeping, KeptThing, MovedGame};
pub use kept_lists::{KeptListName, KeptLists};
pub use new_game::{Adoption, NewGame, StartCursor};
pub use parts::{
    Document, Effect, GameToSave, GameVersion, Notice, NoticeUndo, Place, RUN_REST_MS, RUN_STEP_MS,
    TrainingBoard,
};
pub use programs::{HAS_PROGRAMS, MAX_PROGRAMS, ProgramList};
pub use question::{
    Asker, BoardDrawing, Choice, ChosenFile, FileChoice, FileForm, FileQuery, PathPurpose,
    QueryContent, Question,
};
pub use rating::UncountedGame;
pub use record::{AskedOpinion, Reviewing};
pub use remote::{HAS_NETWORK, RemoteOpponent, RemoteStart};
pub use sound::Sound;
pub use tables::{TableClient, TableStatus};
pub use task::Background;
pub use user_records::{ExerciseWork, UserRecord, UserRecords, records_in_settings};
pub use waiting::KeptGame;

/// The time of the next event without user input, in milliseconds of the caller's time.
pub type Wake = Option<u64>;

/// The coach is silent in games with less time for a side than this.
const COACH_CLOCK_MS: u64 = 180_000;

/// The shared part of the window's state.
pub struct Session {
    pub settings: Settings,
    /// The address of the page, where the program is one.
    pub page_address: Option<String>,
    /// The folder of the user's games and lists, where the program has one.
    pub data_folder: Option<PathBuf>,
    pub game: Game,
    /// The undo and redo steps.
    pub edits: EditHistory,
    pub document: Document,
    /// Counts changes of the game.
    pub revision: u64,
    /// The number of the game among those of this session and the boards of its tasks.
    pub game_number: u64,
    /// The last number that was given away.
    last_number: u64,
    /// Makes a weak level's mistakes different in each game.
    pub seed: u64,
    pub clock: Option<ChessClock>,
    /// The whole seconds left when the clock was last kept.
    kept_seconds: Option<[u64; 2]>,
    pub engine: EngineClient,
    pub files: FileClient,
    /// Starts jobs beside the engine.
    pub background: Background,
    /// The end-game tables.
    pub tables: TableClient,
    /// The games that were played.
    pub archive: ArchiveClient,
    pub archive_place: ArchivePlace,
    /// The lists of the user's own data.
    pub lists: KeptLists,
    /// The running or completed review of this game.
    pub review: Reviewing,
    /// The position that each workspace showed last, in the order of `Mode::ALL`.
    kept_places: [Option<KeptPlace>; Mode::ALL.len()],
    /// The board that the user has chosen to train on.
    pub train_board: Option<&'static Variant>,
    pub flipped: bool,
    /// The letters of a move that is being typed.
    pub typed: String,
    /// The game that was on the board before this one, if moves were made in it.
    pub replaced: Option<Box<NewGame>>,
    /// The game of Play, while the position of a task is analysed in its place.
    waiting: Option<Box<GameBeside>>,
    /// The opponent on a server.
    pub remote: Option<RemoteOpponent>,
    pub notice: Option<Notice>,
    /// Counts the notices, so that the same text shown again is a new notice.
    pub notice_number: u64,
    pub keeping: Keeping,
    pub effects: Vec<Effect>,
    /// The features' requests to the rest of the window.
    pub requests: Vec<Request>,
    /// The step that follows a save the user asked for.
    pub after_save: Option<AfterUnsaved>,
}

impl Session {
    /// A session with an empty game of the settings' variant. `seed` should differ between starts.
    pub fn new(settings: Settings, engine: EngineClient, seed: u64) -> Session {
        let game = settings.new_game(settings.variant());
        let mut session = Session {
            settings,
            edits: EditHistory::new(&game),
            game,
            document: Document::default(),
            page_address: None,
            data_folder: None,
            revision: 0,
            game_number: 0,
            last_number: 0,
            seed,
            clock: None,
            kept_seconds: None,
            engine,
            files: FileClient::default(),
            background: Background::default(),
            tables: TableClient::default(),
            archive: ArchiveClient::default(),
            archive_place: ArchivePlace::default(),
            lists: KeptLists::default(),
            review: Reviewing::default(),
            kept_places: [None; Mode::ALL.len()],
            train_board: None,
            flipped: false,
            typed: String::new(),
            replaced: None,
            waiting: None,
            remote: None,
            notice: None,
            notice_number: 0,
            keeping: Keeping::default(),
            effects: Vec::new(),
            requests: Vec::new(),
            after_save: None,
        };
        let engine = session.settings.engine;
        session.engine.configure(engine.threads, engine.hash_mb);
        session
    }

    pub fn variant(&self) -> &'static Variant {
        self.game.variant()
    }

    /// The board to train on: the chosen one, else the game's.
    pub fn train_variant(&self) -> &'static Variant {
        self.train_board.unwrap_or(self.variant())
    }

    /// The current position of the game.
    pub fn head_position(&self) -> &Position {
        self.game.node(self.game.head()).map_or(self.game.start(), |node| node.position())
    }

    /// The place of the position shown.
    pub fn here(&self) -> Place {
        self.place(self.game.cursor())
    }

    pub fn place(&self, node: NodeId) -> Place {
        Place { game_number: self.game_number, node }
    }

    pub fn at_head(&self) -> bool {
        self.game.cursor() == self.game.head()
    }

    /// The end of the game; `None` while it goes on.
    pub fn end(&self) -> Option<GameEnd> {
        self.game.result()
    }

    /// True if a human moves this side from now on.
    pub fn is_human(&self, color: Color) -> bool {
        self.settings.sides.is_human(color)
    }

    /// The player of a side: the next one while the game goes on, by its record once it is over.
    pub fn player(&self, color: Color) -> Player {
        let recorded = self.game.header.player(color);
        if self.end().is_some() && recorded != Player::Unknown {
            recorded
        } else {
            self.next_player(color)
        }
    }

    /// True if the game goes on and it is a human's turn.
    pub fn waits_for_human(&self) -> bool {
        self.end().is_none() && self.is_human(self.head_position().turn())
    }

    /// True if the game goes on and it is the computer's turn.
    pub fn waits_for_computer(&self) -> bool {
        self.end().is_none() && !self.is_human(self.head_position().turn())
    }

    /// True if a human moves the side to move in the position shown, and the rules allow a move.
    pub fn may_play_here(&self) -> bool {
        self.is_human(self.game.position().turn()) && self.game.outcome().is_none()
    }

    /// True while the computer searches for its move.
    pub fn is_thinking(&self) -> bool {
        self.engine.play.running.as_ref().is_some_and(|running| running.purpose == Purpose::Reply)
    }

    /// True if there is an agreed draw or a move to take back.
    pub fn can_take_back(&self) -> bool {
        let is_possible = self.end() == Some(GameEnd::Agreed) || self.take_back_plies() > 0;
        is_possible && !self.plays_remotely()
    }

    /// The number of plies a take-back undoes: back to the last position in which a human was to
    /// move. 0 if there is none.
    pub fn take_back_plies(&self) -> usize {
        let path = self.game.path(self.game.head());
        let turn = |node: &NodeId| self.game.node(*node).map(|node| node.position().turn());
        if self.settings.sides == Sides::None {
            return usize::from(path.len() > 1);
        }
        let earlier = path.iter().rev().skip(1);
        earlier
            .zip(1..)
            .find(|(node, _)| turn(node).is_some_and(|turn| self.is_human(turn)))
            .map_or(0, |(_, plies)| plies)
    }

    /// A seed that differs for each task.
    pub fn task_seed(&self) -> u64 {
        self.seed.wrapping_add(self.last_number)
    }

    /// The number of another game or board.
    fn next_number(&mut self) -> u64 {
        self.last_number += 1;
        self.last_number
    }

    /// The game's earlier positions and the one at a node, for a search.
    pub fn root_at(&self, node: NodeId) -> Option<Root> {
        root_in(&self.game, node)
    }

    /// The search for the computer's next move with the current settings.
    pub fn reply_job(&self, now_ms: u64) -> Option<SearchJob> {
        let root = self.root_at(self.game.head())?;
        let color = root.position.turn();
        let mut limits = self.settings.limits(color);
        if let Some(clock) = &self.clock {
            limits.clock = Some(SearchClock {
                remaining_ms: clock.remaining_ms(color, now_ms),
                // A delay, too, is time that each move adds.
                increment_ms: clock.control().increment_ms + clock.control().delay_ms,
                moves_to_go: None,
            });
            limits.overhead_ms = 100;
        }
        // One thread leaves the other cores to the rest of the machine.
        limits.threads = Some(1);
        Some(SearchJob { root, limits, opponent: self.settings.opponent(color, self.seed) })
    }

    /// True if the clock is too short for the coach.
    pub fn has_short_clock(&self) -> bool {
        self.clock.as_ref().is_some_and(|clock| clock.control().estimate_ms() < COACH_CLOCK_MS)
    }

    /// Notes that the user took help in this game.
    pub fn note_help(&mut self) {
        if self.end().is_none() && self.game.header.note_help() {
            self.revision += 1;
            self.keep_game();
        }
    }

    pub fn info(&mut self, text: impl Into<String>) {
        self.show_notice(Notice::info(text));
    }

    pub fn error(&mut self, text: impl Into<String>) {
        self.show_notice(Notice::error(text));
    }

    /// Shows a notice in place of the present one.
    pub fn show_notice(&mut self, notice: Notice) {
        self.notice = Some(notice);
        self.notice_number += 1;
    }

    pub fn copy(&mut self, text: String) {
        self.effects.push(Effect::Copy(text));
        self.info("Copied to the clipboard.");
    }

    /// True if the game is over in the position shown; a notice then says so.
    pub fn has_nothing_to_search(&mut self) -> bool {
        let over = self.game.position().outcome(1).is_some();
        if over {
            self.info("The game is over in this position. Go back to an earlier one to search it.");
        }
        over
    }

    /// Changes the engine's settings, within their bounds.
    pub fn set_engine(&mut self, engine: EngineSettings) {
        let engine = engine.within_bounds();
        let old = std::mem::replace(&mut self.settings.engine, engine);
        if (old.threads, old.hash_mb) != (engine.threads, engine.hash_mb) {
            self.engine.configure(engine.threads, engine.hash_mb);
        }
    }

    /// Walks through the game; the typed letters of a move are dropped.
    pub fn navigate(&mut self, navigation: Navigation) {
        let game = &mut self.game;
        match navigation {
            Navigation::Start => game.go_to_start(),
            Navigation::Back => drop(game.back()),
            Navigation::Forward => drop(game.forward()),
            Navigation::End => game.go_to_end(),
            Navigation::Head => drop(game.go_to(game.head())),
            Navigation::NextVariation => drop(game.next_variation()),
            Navigation::PreviousVariation => drop(game.previous_variation()),
            Navigation::To(node) => drop(game.go_to(node)),
        }
        self.typed.clear();
    }
}

/// The earlier positions of a game and the one at a node.
fn root_in(game: &Game, node: NodeId) -> Option<Root> {
    let at = game.node(node)?;
    let before = at.parent().and_then(|parent| game.node(parent));
    let taken_on = before
        .zip(at.played())
        .and_then(|(before, mv)| before.position().captured(mv).map(|_| mv.to()));
    let key = |id: NodeId| Some(game.node(id)?.position().key());
    let mut earlier: Vec<u64> = game.path(node).into_iter().filter_map(key).collect();
    earlier.pop();
    Some(Root { position: *at.position(), earlier, taken_on })
}
