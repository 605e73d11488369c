//! Settings, engines and threads that tests of several features share.

use std::{
    sync::{
        Arc, Mutex,
        mpsc::{Receiver, channel},
    },
    time::Duration,
};

use super::{
    Background, Session, TableClient,
    engine_client::EngineClient,
    settings::{CustomLimits, ReplyPace, Settings, Sides},
};
use minnow_base::sync::StopFlag;
use minnow_engine::{Bound, Score, SearchInfo};
use minnow_game::Game;
use minnow_jobs::Spawner;
use minnow_rules::{Move, Variant};
use minnow_tables::TableSet;

/// Far longer than any answer takes: a test that waits so long hangs.
pub const HANGS_AFTER: Duration = Duration::from_secs(120);

/// Settings for two humans.
pub fn two_humans() -> Settings {
    Settings { sides: Sides::Both, ..Settings::default() }
}

/// White against a computer that looks two plies ahead and answers at once.
pub fn against_computer() -> Settings {
    let custom = CustomLimits { depth_plies: Some(2), nodes: Some(2_000), think_ms: 600_000 };
    Settings { use_custom: true, custom, reply: ReplyPace::AtOnce, ..Settings::default() }
}

/// White against a computer that thinks until it is stopped.
pub fn against_thinker() -> Settings {
    let custom = CustomLimits { depth_plies: None, nodes: None, think_ms: 600_000 };
    Settings { custom, ..against_computer() }
}

/// A game of MiniChess with these moves.
pub fn game(moves: &str) -> Game {
    let mut game = Game::new(Variant::default_variant());
    for text in moves.split_whitespace() {
        let mv = game.position().parse_move(text).unwrap();
        game.play(mv).unwrap();
    }
    game
}

/// The tables of up to three men.
pub fn tables(variant: &str) -> TableSet {
    TableSet::built(Variant::by_id(variant).unwrap(), 3, &StopFlag::new()).unwrap()
}

/// Gives a session the tables of up to three men on its board.
pub fn add_tables(session: &mut Session) {
    let shared = session.engine.tables.clone();
    shared.add(tables(&session.variant().id));
    session.tables = TableClient::new(shared, None, Background::default());
}

/// An engine, and the calls by which it announces events.
pub fn engine(spawner: Spawner) -> (EngineClient, Receiver<()>) {
    let (wake, wakes) = channel();
    (EngineClient::new(spawner, move || wake.send(()).unwrap_or_default()), wakes)
}

pub fn session() -> Session {
    Session::new(Settings::default(), engine(Spawner::default()).0, 7)
}

/// The report of a search that found this line.
pub fn search_info(depth: u32, score: Score, pv: Vec<Move>) -> SearchInfo {
    let (bound, elapsed) = (Bound::Exact, Duration::from_millis(10));
    let (multipv, seldepth, nodes, permille_full) = (1, depth, 1_000, 0);
    SearchInfo { multipv, depth, seldepth, score, bound, nodes, elapsed, permille_full, pv }
}

type ThreadBody = Box<dyn FnOnce() + Send>;

/// Thread bodies that have not run.
#[derive(Clone, Default)]
pub struct QueuedThreads(Arc<Mutex<Vec<ThreadBody>>>);

impl QueuedThreads {
    pub fn spawner(&self) -> Spawner {
        let threads = self.clone();
        Spawner::new(move |_, body| {
            threads.0.lock().unwrap().push(body);
            Ok(())
        })
    }

    /// Runs the oldest body.
    pub fn run_oldest(&self) {
        let body = self.0.lock().unwrap().remove(0);
        body();
    }

    /// Runs the bodies that wait now; returns `false` if there are none.
    pub fn run_all(&self) -> bool {
        let bodies = std::mem::take(&mut *self.0.lock().unwrap());
        let has_run = !bodies.is_empty();
        bodies.into_iter().for_each(|body| body());
        has_run
    }
}
