//! What the window knows. Panels read it; only `apply` and `tick` change it.

mod parts;

use super::{
    action::{Action, Mode, Page, Tab},
    board::{Brush, Shape, Target},
    chooser::Chooser,
    editor::Editor,
    edits::Edits,
    engine_client::{EngineClient, Purpose},
    lab::{Lab, LabPage},
    learn::Learn,
    live::Live,
    reviewing::Reviewing,
    settings::{Settings, Sides},
};
use crate::{
    engine::{Root, SearchJob, SearchResult},
    game::{ChessClock, Edit, Game, GameEnd, NodeId, ShapeColor, TimeControl},
    rules::{Color, Move, Position, Variant},
};

pub use parts::{Document, Effect, Hint, Notice, NoticeKind, PendingReply, Place, Question};

/// The state of the program, free of egui.
pub struct AppState {
    pub settings: Settings,
    pub game: Game,
    pub edits: Edits,
    pub document: Document,
    /// Counts changes of the game.
    pub revision: u64,
    pub game_number: u64,
    /// What makes a weak level's mistakes different in this game.
    pub seed: u64,
    pub clock: Option<ChessClock>,
    pub mode: Mode,
    pub live: Live,
    pub review: Reviewing,
    /// The walk through a player's errors, while there is one.
    pub learn: Option<Learn>,
    /// The search lab, which keeps what it has while other modes are shown.
    pub lab: Lab,
    pub engine: EngineClient,
    /// The computer does not move by itself until it is told to go on.
    pub paused: bool,
    pub pending: Option<PendingReply>,
    pub hint: Option<Hint>,
    pub question: Option<Question>,
    pub page: Option<Page>,
    pub chooser: Option<Chooser>,
    /// The position that is being set up.
    pub editor: Option<Editor>,
    pub notice: Option<Notice>,
    /// Whether the end of the game is announced over the board: only when it has just come.
    pub banner: bool,
    pub flipped: bool,
    pub drawer_open: bool,
    pub tab: Tab,
    /// What has been typed of a move.
    pub typed: String,
    /// How long the computer took for its last move, its pause included.
    pub last_reply_ms: Option<u64>,
    pub effects: Vec<Effect>,
    /// What to go on with once a save that was asked for first is done.
    pub after_save: Option<Action>,
    /// The user has just agreed to drop unsaved work.
    pub(super) may_drop: bool,
    /// The user has agreed that closing drops unsaved work.
    pub closing: bool,
}

impl AppState {
    /// A program with a new game of the settings' variant. `seed` should differ between starts.
    pub fn new(settings: Settings, engine: EngineClient, seed: u64) -> AppState {
        let game = Game::new(settings.variant());
        let mut state = AppState {
            settings,
            edits: Edits::new(&game),
            game,
            document: Document::default(),
            revision: 0,
            game_number: 1,
            seed,
            clock: None,
            mode: Mode::Play,
            live: Live::default(),
            review: Reviewing::default(),
            learn: None,
            lab: Lab::default(),
            engine,
            paused: false,
            pending: None,
            hint: None,
            question: None,
            page: None,
            chooser: None,
            editor: None,
            notice: None,
            banner: false,
            flipped: false,
            drawer_open: false,
            tab: Tab::Game,
            typed: String::new(),
            last_reply_ms: None,
            effects: Vec::new(),
            after_save: None,
            may_drop: false,
            closing: false,
        };
        state.engine.configure(state.settings.engine.threads, state.settings.engine.hash_mb);
        state.begin_game(Game::new(state.settings.variant()), Document::default());
        state
    }

    /// Puts another game on the board. The computer waits if it would have to move in a game that
    /// is under way already.
    pub fn begin_game(&mut self, game: Game, document: Document) {
        self.engine.new_game();
        self.edits = Edits::new(&game);
        self.live.forget();
        self.review.forget();
        self.learn = None;
        self.game = game;
        self.document = document;
        self.game_number += 1;
        self.seed = self.seed.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
        self.revision += 1;
        self.document.saved_revision = self.revision;
        self.pending = None;
        self.hint = None;
        self.question = None;
        self.editor = None;
        self.banner = false;
        self.typed.clear();
        self.last_reply_ms = None;
        self.paused = !self.game.is_empty() || self.game.start().ply() > 0;
        self.clock = self.clock_of_game();
        self.flipped = self.settings.sides == Sides::Black;
        self.keep_game();
    }

    /// The clock as the game's record has it, or as the settings want it for a new game.
    pub(super) fn clock_of_game(&mut self) -> Option<ChessClock> {
        if self.game.is_empty() && self.game.header.clock.is_none() {
            let choice = self.settings.clock?;
            let control = TimeControl {
                base_ms: u64::from(choice.minutes) * 60_000,
                increment_ms: u64::from(choice.increment_seconds) * 1_000,
            };
            let left_ms = [control.base_ms; 2];
            self.game.header.clock = Some(crate::game::ClockState { control, left_ms });
        }
        let kept = self.game.header.clock?;
        Some(ChessClock::with_left(kept.control, kept.left_ms, self.head_position().turn()))
    }

    pub fn variant(&self) -> &'static Variant {
        self.game.variant()
    }

    /// The position where the game stands.
    pub fn head_position(&self) -> &Position {
        self.game.node(self.game.head()).map_or(self.game.start(), |node| node.position())
    }

    /// Where the user looks.
    pub fn here(&self) -> Place {
        self.place(self.game.cursor())
    }

    pub fn place(&self, node: NodeId) -> Place {
        Place { game_number: self.game_number, node }
    }

    pub fn at_head(&self) -> bool {
        self.game.cursor() == self.game.head()
    }

    /// How the game has ended, if it has.
    pub fn end(&self) -> Option<GameEnd> {
        self.game.result()
    }

    pub fn is_human(&self, color: Color) -> bool {
        self.settings.sides.is_human(color)
    }

    /// Whether the user may move the side to move where he looks: in a game his own, in analysis
    /// either as long as there is a legal move, and in a problem as long as it is open.
    pub fn may_move(&self) -> bool {
        let may = match self.mode {
            Mode::Play => {
                self.is_human(self.game.position().turn()) && self.game.outcome().is_none()
            }
            Mode::Analyse | Mode::Lab => self.learn.as_ref().is_none_or(Learn::is_open),
        };
        may && self.question.is_none()
    }

    /// Whether the game goes on and it is a human's turn.
    pub fn waits_for_human(&self) -> bool {
        self.end().is_none() && self.is_human(self.head_position().turn())
    }

    /// Whether the game goes on and it is the computer's turn.
    pub fn waits_for_computer(&self) -> bool {
        self.end().is_none() && !self.is_human(self.head_position().turn())
    }

    /// Whether the computer is looking for its own move.
    pub fn is_thinking(&self) -> bool {
        self.engine.running().is_some_and(|running| running.purpose == Purpose::Reply)
    }

    pub fn is_unsaved(&self) -> bool {
        self.document.saved_revision != self.revision && !self.game.is_empty()
    }

    /// How many plies a take-back undoes: back to the last position in which a human was to move.
    /// 0 where there is none.
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

    /// The game's earlier positions and the one at a node, for a search.
    pub fn root_at(&self, node: NodeId) -> Option<Root> {
        let position = *self.game.node(node)?.position();
        let mut earlier: Vec<u64> = self
            .game
            .path(node)
            .iter()
            .filter_map(|id| Some(self.game.node(*id)?.position().key()))
            .collect();
        earlier.pop();
        Some(Root { position, earlier })
    }

    /// The search for the computer's next move, as the settings are now.
    pub fn reply_job(&self, now_ms: u64) -> Option<SearchJob> {
        let root = self.root_at(self.game.head())?;
        let mut limits = self.settings.limits();
        if let Some(clock) = &self.clock {
            let left_ms = clock.left_ms(now_ms)[root.position.turn().index()];
            limits.clock = Some(crate::engine::SearchClock {
                remaining_ms: left_ms,
                increment_ms: clock.control().increment_ms,
                moves_to_go: None,
            });
            limits.overhead_ms = 100;
        }
        // The rest of the machine is the user's while the computer plays.
        limits.threads = Some(1);
        Some(SearchJob { root, limits, handicap: self.settings.handicap(self.seed) })
    }

    /// Whether the computer accepts a draw after this search of the position where the game
    /// stands: if it sees itself no better.
    pub fn accepts_draw(&self, result: &SearchResult) -> bool {
        let human_to_move = self.is_human(self.head_position().turn());
        let for_computer = if human_to_move { -result.info.score } else { result.info.score };
        for_computer.value() <= 0
    }

    /// The moves of a position, as the board offers them.
    pub fn targets(position: &Position) -> Vec<Target> {
        let target = |played: Move| Target {
            from: played.from(),
            to: position.target_square(played),
            capture: position.captured(played).is_some(),
            promotion: played.promotion().filter(|_| position.variant().promotions.len() > 1),
        };
        position.legal_moves().into_iter().map(target).collect()
    }

    /// The arrows and circles kept with the position that is looked at.
    pub fn shapes_here(&self) -> Vec<Shape> {
        let notes = self.game.node(self.game.cursor()).map(|node| &node.notes);
        notes.map_or(Vec::new(), |notes| notes.shapes.iter().map(|s| shown_shape(*s)).collect())
    }

    /// Keeps the user's arrows and circles with the position that is looked at.
    pub fn keep_shapes(&mut self, shapes: &[Shape]) {
        let cursor = self.game.cursor();
        if let Some(notes) = self.game.notes_mut(cursor) {
            notes.shapes = shapes.iter().filter_map(|shape| kept_shape(*shape)).collect();
            self.touch_as(Edit::Shapes);
        }
    }

    /// The window's title: the file, if there is one, and the program.
    pub fn window_title(&self) -> String {
        let name = self.document.path.as_ref().and_then(|path| path.file_name());
        match name {
            Some(name) => format!("{} \u{2013} Minnow", name.to_string_lossy()),
            None => "Minnow".to_owned(),
        }
    }

    /// Takes in typed letters if they may belong to a move.
    pub fn type_text(&mut self, text: &str) {
        let files = self.variant().files;
        let begins = |letter: char| {
            "NBRQKO0".contains(letter) || ('a'..='h').take(usize::from(files)).any(|f| f == letter)
        };
        let goes_on = |letter: char| begins(letter) || "12345678xX-=+#nbrqk".contains(letter);
        let fits = |letter: char| {
            if self.typed.is_empty() { begins(letter) } else { goes_on(letter) }
        };
        let covered = self.page.is_some() || self.chooser.is_some();
        if self.may_move() && !covered && text.chars().all(fits) && self.typed.len() < 9 {
            self.typed.push_str(text);
        }
    }

    /// Whether what was typed is a move of the form `a2a3` that needs nothing more.
    pub fn typed_is_whole(&self) -> bool {
        let bytes = self.typed.as_bytes();
        bytes.len() >= 4
            && bytes[1].is_ascii_digit()
            && bytes[3].is_ascii_digit()
            && self.typed_position().parse_move(&self.typed).is_ok()
    }

    /// The position in which typed moves are meant: the lesson's, where one waits for a move.
    fn typed_position(&self) -> Position {
        let asked = self.lab.lessons.moves_on_offer();
        let in_lesson = self.mode == Mode::Lab && self.lab.page == LabPage::Lessons;
        asked.filter(|_| in_lesson).unwrap_or(*self.game.position())
    }

    pub fn info(&mut self, text: impl Into<String>) {
        self.notice =
            Some(Notice { kind: NoticeKind::Info, text: text.into(), offers_undo: false });
    }

    pub fn error(&mut self, text: impl Into<String>) {
        self.notice =
            Some(Notice { kind: NoticeKind::Error, text: text.into(), offers_undo: false });
    }

    /// Notes who plays, as long as the game is being played.
    pub fn record_players(&mut self) {
        if self.end().is_none() {
            self.game.header.players = Color::ALL.map(|color| self.settings.player(color));
        }
    }

    /// Whether there is anything that a restart should bring back.
    pub fn is_worth_keeping(&self) -> bool {
        let start = Position::start(self.variant());
        !self.game.is_empty() || *self.game.start() != start || self.document.path.is_some()
    }

    /// Notes that the game has changed, and how: that can be undone from now on.
    pub fn touch_as(&mut self, edit: Edit) {
        self.record(edit);
        self.revision += 1;
        self.keep_game();
    }

    pub fn keep_game(&mut self) {
        if !self.effects.contains(&Effect::KeepGame) {
            self.effects.push(Effect::KeepGame);
        }
    }
}

fn shown_shape(shape: crate::game::DrawnShape) -> Shape {
    let brush = match shape.color {
        ShapeColor::Green => Brush::Green,
        ShapeColor::Red => Brush::Red,
        ShapeColor::Yellow => Brush::Yellow,
        ShapeColor::Blue => Brush::Blue,
    };
    Shape::arrow(shape.from, shape.to, brush)
}

/// The program's own brushes are not the user's to keep.
fn kept_shape(shape: Shape) -> Option<crate::game::DrawnShape> {
    let color = match shape.brush {
        Brush::Green => ShapeColor::Green,
        Brush::Red => ShapeColor::Red,
        Brush::Yellow => ShapeColor::Yellow,
        Brush::Blue => ShapeColor::Blue,
        Brush::Best | Brush::Second => return None,
    };
    Some(crate::game::DrawnShape { color, from: shape.from, to: shape.to.unwrap_or(shape.from) })
}
