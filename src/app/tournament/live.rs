//! The events of a running tournament, gathered for the page: its threads note them, and the page takes
//! in the new ones at most a few times a second, however fast the games are.

use std::{
    collections::VecDeque,
    sync::{Arc, Mutex},
};

use minnow_arena::tournament::{
    GameNumber, GameRecord, LimitChoice, TournamentEvent, TournamentPlan,
};
use minnow_base::sync::lock_briefly;
use minnow_game::Game;
use minnow_rules::{Color, Move, Position, Variant};

/// The most lines of a program's log that are kept.
const MAX_LOG_LINES: usize = 500;

/// The lines of a program's log, the oldest first.
pub(super) type ProgramLog = VecDeque<String>;

/// A game under way, or the last one of its slot.
#[derive(Clone, Debug)]
pub(super) struct LiveGame {
    pub number: GameNumber,
    /// The numbers of the players in the plan: White, Black.
    pub players: [usize; 2],
    pub variant: &'static Variant,
    pub position: Position,
    /// All moves, those of the opening first.
    pub moves: Vec<Move>,
    /// The time that each side had after the last move, in milliseconds; `None` without clocks.
    pub clocks: Option<[u64; 2]>,
    /// The result, once the game is over.
    pub end: Option<String>,
}

impl LiveGame {
    /// The game up to now for the board of Analyse, with these names of all players.
    pub(super) fn game(&self, names: &[String]) -> Option<Game> {
        let mut game = Game::new(self.variant);
        game.header.names =
            self.players.map(|player| names.get(player).cloned().unwrap_or_default());
        game.header.cut_to_limits();
        for mv in &self.moves {
            game.play(*mv).ok()?;
        }
        Some(game)
    }

    fn make(&mut self, mv: Move, clocks: Option<[u64; 2]>) {
        self.position = self.position.play(mv);
        self.moves.push(mv);
        self.clocks = clocks.or(self.clocks);
    }
}

/// The task before the first game, and the share of it that is done, 0 to 1.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Preparation {
    pub task: String,
    pub done: f32,
}

/// The news of a tournament.
#[derive(Debug, Default)]
pub(super) struct TournamentNews {
    pub preparation: Option<Preparation>,
    /// By their slots.
    pub games: Vec<Option<LiveGame>>,
    /// The games that have ended since the last look.
    pub finished: Vec<Arc<GameRecord>>,
    /// The lines since the last look, by the numbers of the players.
    pub logs: Vec<ProgramLog>,
}

#[derive(Debug, Default)]
struct FeedState {
    news: TournamentNews,
    is_new: bool,
}

/// The news on their way from the threads of a tournament to the page.
#[derive(Debug)]
pub(super) struct TournamentFeed {
    state: Mutex<FeedState>,
    /// The time on the clocks of a new game.
    start_ms: Option<u64>,
}

impl TournamentFeed {
    pub(super) fn new(plan: &TournamentPlan) -> TournamentFeed {
        let start_ms = match plan.limits {
            LimitChoice::Clock { base_ms, .. } => Some(base_ms),
            LimitChoice::MoveTime(_) | LimitChoice::Nodes(_) | LimitChoice::Depth(_) => None,
        };
        let news = TournamentNews {
            logs: vec![ProgramLog::new(); plan.players.len()],
            ..TournamentNews::default()
        };
        TournamentFeed { state: Mutex::new(FeedState { news, is_new: false }), start_ms }
    }

    /// Notes an event. Returns true if it is the first one since the last look: only then the window has
    /// to be woken.
    pub(super) fn note(&self, event: TournamentEvent) -> bool {
        let mut state = lock_briefly(&self.state);
        state.news.note(event, self.start_ms.map(|base_ms| [base_ms; 2]));
        !std::mem::replace(&mut state.is_new, true)
    }

    pub(super) fn is_new(&self) -> bool {
        lock_briefly(&self.state).is_new
    }

    /// The news, if anything has happened since the last look.
    pub(super) fn take(&self) -> Option<TournamentNews> {
        let mut state = lock_briefly(&self.state);
        if !std::mem::take(&mut state.is_new) {
            return None;
        }
        let news = &mut state.news;
        Some(TournamentNews {
            preparation: news.preparation.clone(),
            games: news.games.clone(),
            finished: std::mem::take(&mut news.finished),
            logs: news.logs.iter_mut().map(std::mem::take).collect(),
        })
    }
}

impl TournamentNews {
    fn note(&mut self, event: TournamentEvent, clocks: Option<[u64; 2]>) {
        match event {
            TournamentEvent::Preparing { task, done } => {
                self.preparation = Some(Preparation { task, done });
            }
            TournamentEvent::GameStarted { slot, number, players, variant, opening, start } => {
                self.preparation = None;
                if self.games.len() <= slot {
                    self.games.resize(slot + 1, None);
                }
                let (position, moves, end) = (start, opening, None);
                let game = LiveGame { number, players, variant, position, moves, clocks, end };
                self.games[slot] = Some(game);
            }
            TournamentEvent::MovePlayed { slot, mv, clocks, report: _ } => {
                if let Some(game) = self.game_mut(slot) {
                    game.make(mv, clocks);
                }
            }
            TournamentEvent::GameEnded { slot, record } => {
                if let Some(game) = self.game_mut(slot) {
                    game.end = Some(result_text(&record).to_owned());
                }
                self.finished.push(Arc::new(record));
            }
            TournamentEvent::Log { player, lines } => {
                if let Some(log) = self.logs.get_mut(player) {
                    extend_log(log, lines);
                }
            }
            // The table has it, too.
            TournamentEvent::Sprt(_) => {}
        }
    }

    fn game_mut(&mut self, slot: usize) -> Option<&mut LiveGame> {
        self.games.get_mut(slot)?.as_mut()
    }
}

/// Adds lines to a log, which keeps the newest.
pub(super) fn extend_log(log: &mut ProgramLog, lines: impl IntoIterator<Item = String>) {
    log.extend(lines);
    log.drain(..log.len().saturating_sub(MAX_LOG_LINES));
}

/// `1-0`.
pub(super) fn result_text(record: &GameRecord) -> &'static str {
    match record.winner {
        Some(Color::White) => "1-0",
        Some(Color::Black) => "0-1",
        None => "1/2-1/2",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use minnow_arena::tournament::PlayerEntry;

    #[test]
    fn a_game_is_followed_from_its_opening_to_its_end() {
        let plan = TournamentPlan {
            limits: LimitChoice::Clock { base_ms: 5_000, increment_ms: 0 },
            ..TournamentPlan::of_players(vec![PlayerEntry::Level(1), PlayerEntry::Random])
        };
        let feed = TournamentFeed::new(&plan);
        assert!(feed.take().is_none());
        let variant = Variant::default_variant();
        let first = Position::start(variant);
        let opening = vec![first.safe_moves().iter().next().unwrap()];
        let start = first.play(opening[0]);
        let number: GameNumber = "1.1.1a".parse().unwrap();
        let started = TournamentEvent::GameStarted {
            slot: 2,
            number,
            players: [1, 0],
            variant,
            opening,
            start,
        };
        assert!(feed.note(started), "the window is asleep");
        let mv = start.safe_moves().iter().next().unwrap();
        let clocks = Some([5_000, 4_200]);
        assert!(!feed.note(TournamentEvent::MovePlayed { slot: 2, mv, report: None, clocks }));
        assert!(!feed.note(TournamentEvent::MovePlayed {
            slot: 9,
            mv,
            report: None,
            clocks: None
        }));
        let news = feed.take().unwrap();
        let game = news.games[2].as_ref().unwrap();
        assert_eq!((game.moves.len(), game.clocks), (2, clocks));
        let names = ["Level 1".to_owned(), "Random".to_owned()];
        assert_eq!(game.game(&names).unwrap().header.names, ["Random", "Level 1"]);
        let record = GameRecord {
            number,
            variant: variant.id.clone(),
            players: [1, 0],
            opening: String::new(),
            moves: Vec::new(),
            winner: Some(Color::Black),
            reason: "mate".to_owned(),
            fault: None,
            started: 0,
        };
        assert!(feed.note(TournamentEvent::GameEnded { slot: 2, record }));
        let lines = (0..2 * MAX_LOG_LINES).map(|line| line.to_string()).collect();
        feed.note(TournamentEvent::Log { player: 1, lines });
        let news = feed.take().unwrap();
        assert_eq!(news.games[2].as_ref().unwrap().end.as_deref(), Some("0-1"));
        assert_eq!((news.finished.len(), news.logs[1].len()), (1, MAX_LOG_LINES));
        assert!(feed.take().is_none());
        feed.note(TournamentEvent::Log { player: 1, lines: vec!["last".to_owned()] });
        assert_eq!(feed.take().unwrap().logs[1], ["last"], "the others were taken");
    }
}
