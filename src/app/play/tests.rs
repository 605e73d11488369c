//! Play without a window: clocks, replies, take-backs and the end of a game at given times.

mod manners;

use crate::app::request::Request;
use std::sync::mpsc::Receiver;

use super::{Play, actions::rematch, players::name, result::headline};
use crate::app::session::{
    Effect, NewGame, Question, Session, Sound, Wake,
    engine_client::{Purpose, SearchOutcome},
    for_tests::{HANGS_AFTER, against_computer, against_thinker, engine, two_humans},
    settings::{ClockChoice, ReplyPace, Settings, Sides},
};
use minnow_engine::{Level, SearchJob, SearchLimits};
use minnow_game::{Game, GameEnd, Player};
use minnow_jobs::Spawner;
use minnow_rules::{Color, Move, parse_san};

/// A game with its session, the open question, and the calls of the engine.
struct Table {
    session: Session,
    play: Play,
    question: Option<Question>,
    wakes: Receiver<()>,
}

fn begin(settings: Settings) -> Table {
    let (engine, wakes) = engine(Spawner::default());
    let game = Game::new(settings.variant());
    let mut session = Session::new(settings, engine, 7);
    session.begin(NewGame::new(game));
    let mut play = Play::default();
    play.begin(&session);
    play.started = true;
    Table { session, play, question: None, wakes }
}

fn with_clock(settings: Settings) -> Table {
    let clock = Some(ClockChoice::new(3, 2));
    begin(Settings { clock, ..settings })
}

impl Table {
    /// A human's move.
    fn make(&mut self, text: &str, now_ms: u64) {
        let mv = parse_san(self.session.game.position(), text).unwrap();
        self.question = None;
        self.play.try_move(&mut self.session, mv, now_ms);
        self.tick(now_ms);
    }

    /// Takes the question that was asked, as the window does.
    fn take_question(&mut self) {
        let is_question = |request: &mut Request| matches!(request, Request::Ask(_));
        for request in self.session.requests.extract_if(.., is_question) {
            let Request::Ask(question) = request else { unreachable!("the filter") };
            self.question = Some(*question);
        }
    }

    /// Gives the answer with this label to the open question.
    fn answer(&mut self, label: &str, now_ms: u64) {
        let choices = self.question.take().expect("a question").choices;
        let choice = choices.into_iter().find(|choice| choice.label == label).expect("a choice");
        match choice.action {
            Some(Request::PlayAnyway(mv)) => {
                self.play.play_anyway(&mut self.session, mv, now_ms);
            }
            Some(Request::ShowFault) => self.play.show_fault(),
            Some(other) => panic!("an answer of another question: {other:?}"),
            None => {}
        }
    }

    fn tick(&mut self, now_ms: u64) -> Wake {
        while let Some(SearchOutcome { search, result }) = self.session.engine.collect() {
            self.play.take_result(&mut self.session, &search, &result.unwrap(), now_ms);
        }
        self.play.tick(&mut self.session, now_ms);
        self.take_question();
        self.play.start_reply(&mut self.session, now_ms);
        self.play.start_coach(&mut self.session, now_ms);
        self.play.start_review(&mut self.session);
        self.play.next_wake(&self.session, now_ms)
    }

    /// Ticks at `now_ms` whenever the engine calls, until `done`.
    fn wait(&mut self, now_ms: u64, done: impl Fn(&Table) -> bool) {
        self.tick(now_ms);
        while !done(self) {
            self.wakes.recv_timeout(HANGS_AFTER).expect("the engine answers");
            self.tick(now_ms);
        }
    }

    /// Waits for the answer to a new search: the answers to all earlier searches have then arrived.
    fn drain(&mut self, now_ms: u64) {
        let here = self.session.here();
        let root = self.session.root_at(here.node).unwrap();
        let job = SearchJob { root, limits: SearchLimits::depth(1), opponent: None };
        self.session.engine.start(Purpose::Hint, here, job, now_ms);
        self.wait(now_ms, |table| table.play.hint.is_some());
        let hint = self.play.hint.take().unwrap();
        let legal = self.session.game.position().legal_moves();
        assert!(legal.contains(hint.mv), "an answer from elsewhere");
    }

    fn plies(&self) -> usize {
        self.session.game.path(self.session.game.head()).len() - 1
    }

    fn left_ms(&self, now_ms: u64) -> [u64; 2] {
        self.session.clock.as_ref().unwrap().left_ms(now_ms)
    }
}

#[test]
fn time_runs_only_for_the_side_to_move() {
    let mut table = with_clock(two_humans());
    assert_eq!(table.tick(50_000), None, "nothing runs before the first move");
    table.make("a3", 60_000);
    assert_eq!(table.left_ms(60_000)[1], 180_000);
    let white_ms = table.left_ms(60_000)[0];
    assert_eq!(white_ms, 182_000, "the first move is worth as much as any");
    assert_eq!(table.left_ms(70_000), [white_ms, 170_000]);
    table.make("a4", 70_000);
    assert_eq!(table.left_ms(70_000), [white_ms, 172_000], "2 s are added for the move");
    assert_eq!(table.left_ms(75_000), [white_ms - 5_000, 172_000]);
}

#[test]
fn low_time_is_heard_once_by_a_human() {
    let mut table = with_clock(two_humans());
    let low_times = |table: &Table| {
        let effects = table.session.effects.iter();
        effects.filter(|effect| **effect == Effect::Sound(Sound::LowTime)).count()
    };
    table.make("a3", 0);
    table.tick(157_000);
    assert_eq!(low_times(&table), 0, "Black has 23 of 180 s");
    for now_ms in [157_501, 160_000, 172_000] {
        table.tick(now_ms);
        assert_eq!(low_times(&table), 1, "at {now_ms}");
    }
    table.make("a4", 173_000);
    table.make("b3", 173_000);
    table.tick(175_000);
    assert_eq!(low_times(&table), 1, "Black has heard it");
    let mut alone = with_clock(against_computer());
    alone.play.paused = true;
    alone.make("a3", 0);
    alone.tick(175_000);
    assert_eq!(low_times(&alone), 0, "the computer needs no warning");
}

#[test]
fn a_tick_is_due_at_another_digit() {
    let mut table = with_clock(two_humans());
    table.make("a3", 0);
    let wake_ms = table.tick(300).unwrap();
    assert!((300..=1_301).contains(&wake_ms), "{wake_ms}");
    let wake_ms = table.tick(175_050).unwrap();
    assert!((175_050..=175_151).contains(&wake_ms), "tenths below 10 s: {wake_ms}");
}

#[test]
fn a_flag_that_falls_ends_the_game() {
    let mut table = with_clock(two_humans());
    table.make("a3", 0);
    table.tick(179_999);
    assert_eq!(table.session.end(), None);
    assert_eq!(table.tick(180_000), None, "nothing runs any more");
    let end = GameEnd::TimeOut(Color::Black);
    assert_eq!(table.session.end(), Some(end));
    assert_eq!(headline(&table.session, end), "White won");
    table.make("a4", 181_000);
    assert_eq!(table.plies(), 1, "the game is over");
    assert_eq!(table.left_ms(999_000)[1], 0);
}

#[test]
fn a_take_back_gives_the_time_back() {
    let mut table = with_clock(two_humans());
    table.make("a3", 0);
    let before = table.left_ms(0);
    table.make("a4", 30_000);
    table.make("Nc3", 60_000);
    table.play.take_back(&mut table.session, 61_000);
    table.play.take_back(&mut table.session, 62_000);
    assert_eq!(table.plies(), 1);
    assert_eq!(table.left_ms(62_000), before);
    assert_eq!(table.left_ms(63_000), [before[0], before[1] - 1_000]);
}

#[test]
fn the_end_of_a_game_stops_the_clock() {
    let mut table = with_clock(two_humans());
    table.make("a3", 0);
    table.play.resign(&mut table.session, 6_000);
    assert_eq!(table.session.end(), Some(GameEnd::Resigned(Color::Black)));
    assert_eq!(table.left_ms(6_000), table.left_ms(600_000));
    assert_eq!(table.session.game.header.clock.unwrap().left_ms, table.left_ms(6_000));
}

#[test]
fn the_computer_thinks_on_its_own_clock() {
    let mut table = with_clock(against_computer());
    table.make("a3", 0);
    let clock = table.session.reply_job(20_000).unwrap().limits.clock.unwrap();
    assert_eq!((clock.remaining_ms, clock.increment_ms), (160_000, 2_000));
    table.wait(20_000, |table| table.plies() == 2);
    assert_eq!(table.left_ms(20_000)[1], 162_000);
    let white_ms = table.left_ms(20_000)[0];
    assert_eq!(table.left_ms(30_000), [white_ms - 10_000, 162_000]);
}

#[test]
fn a_reply_waits_for_its_pace() {
    let mut table = begin(Settings { reply: ReplyPace::Natural, ..against_computer() });
    table.make("a3", 1_000);
    table.wait(1_000, |table| table.play.pending.is_some());
    let wake_ms = table.tick(1_000).unwrap();
    assert!((1_300..=3_000).contains(&wake_ms), "{wake_ms}");
    table.tick(wake_ms - 1);
    assert_eq!(table.plies(), 1);
    table.tick(wake_ms);
    assert_eq!(table.plies(), 2);
    assert_eq!(table.play.last_reply_ms, Some(wake_ms - 1_000));
}

/// A way to end what stands on the board.
type Ending = fn(&mut Play, &mut Session, u64);

/// Another game on the board.
fn abandon(play: &mut Play, session: &mut Session, _: u64) {
    session.begin(NewGame::new(Game::new(session.variant())));
    play.begin(session);
}

#[test]
fn a_move_that_is_gone_gets_no_reply() {
    let resigned = Some(GameEnd::Resigned(Color::White));
    let ways: [(Ending, Option<GameEnd>, usize); 3] =
        [(Play::take_back, None, 0), (Play::resign, resigned, 1), (abandon, None, 0)];
    for (way, end, plies) in ways {
        let mut table = begin(against_thinker());
        table.make("a3", 0);
        assert!(table.session.is_thinking());
        way(&mut table.play, &mut table.session, 0);
        assert!(!table.session.engine.is_searching());
        table.drain(0);
        assert_eq!((table.session.end(), table.plies()), (end, plies));
        assert!(table.play.pending.is_none() && !table.session.is_thinking());
    }
}

#[test]
fn a_replayed_move_is_answered_afresh() {
    let mut table = begin(against_thinker());
    table.make("a3", 0);
    table.play.take_back(&mut table.session, 0);
    table.session.settings.custom.depth_plies = Some(1);
    table.make("a3", 0);
    table.wait(0, |table| table.play.pending.is_some() || table.plies() == 2);
    table.drain(0);
    assert_eq!(table.plies(), 2, "one answer, not two");
}

#[test]
fn a_finished_game_keeps_its_players() {
    let mut table = begin(Settings { level: 1, ..Settings::default() });
    table.make("a3", 0);
    let end = GameEnd::Resigned(Color::Black);
    table.play.conclude(&mut table.session, end, 0);
    table.session.settings.level = 5;
    table.session.settings.sides = Sides::Black;
    assert_eq!(headline(&table.session, end), "You won");
    let names = Color::ALL.map(|color| name(&table.session, color).name);
    assert_eq!(names, ["You", "Fry"]);
    table.session.game.header.players = [Player::Unknown; 2];
    assert_eq!(headline(&table.session, end), "White won", "a game of others");
}

#[test]
fn the_user_has_one_name_everywhere() {
    let mut table = begin(Settings { player_name: "Ada".to_owned(), ..Settings::default() });
    table.make("a3", 0);
    assert_eq!(table.session.game.header.name(Color::White), "Ada");
    let in_play = Color::ALL.map(|color| name(&table.session, color).name);
    assert_eq!(in_play, ["You", "Dace"]);
    assert_eq!(in_play, Color::ALL.map(|color| table.session.shown_name(color)));
}

#[test]
fn a_take_back_withdraws_an_agreed_draw() {
    let mut table = with_clock(two_humans());
    table.make("a3", 0);
    table.make("a4", 1_000);
    table.play.offer_draw(&mut table.session, 2_000);
    assert_eq!(table.session.end(), Some(GameEnd::Agreed));
    table.play.take_back(&mut table.session, 3_000);
    assert_eq!((table.session.end(), table.plies()), (None, 2));
    assert_eq!(table.left_ms(4_000)[0] + 1_000, table.left_ms(3_000)[0], "White's clock runs");
}

#[test]
fn the_first_help_says_what_it_costs() {
    let mut table = begin(Settings { level: 1, reply: ReplyPace::AtOnce, ..Settings::default() });
    let text = |table: &Table| table.play.uncounted_text(&table.session);
    table.make("a3", 0);
    table.wait(0, |table| table.plies() == 2);
    assert_eq!(text(&table), None);
    table.session.note_help();
    table.tick(1_000);
    let helped = "This game no longer counts for your rating: you took help.";
    assert_eq!(text(&table).as_deref(), Some(helped));
    let mv = table.session.head_position().safe_moves().iter().next().unwrap();
    table.play.play_anyway(&mut table.session, mv, 2_000);
    table.session.note_help();
    table.tick(2_000);
    assert_eq!(text(&table), None, "it is said once");
}

#[test]
fn choices_before_the_game_take_no_count_away() {
    let mut table = begin(Settings { level: 1, ..Settings::default() });
    table.tick(0);
    table.session.settings.program = Some("Amy".to_owned());
    table.tick(0);
    assert!(table.session.why_uncounted().is_some());
    assert_eq!(table.play.uncounted_text(&table.session), None);
}

#[test]
fn no_old_answer_stays_after_the_end() {
    let mut table = begin(against_thinker());
    table.make("a3", 0);
    table.play.offer_draw(&mut table.session, 0);
    assert!(table.play.answer_text(&table.session).is_some());
    table.play.resign(&mut table.session, 0);
    assert_eq!(table.play.answer_text(&table.session), None);
}

/// A game in which the computer's reply to 1. a3 is found and held back.
fn held_back() -> Table {
    let mut table = begin(Settings { reply: ReplyPace::Calm, ..against_computer() });
    table.make("a3", 0);
    table.wait(0, |table| table.play.pending.is_some());
    table
}

/// A premove of White that is legal after the reply, or one that is not.
fn premove_that_is(table: &Table, legal: bool) -> Move {
    let head = *table.session.head_position();
    let next = head.play(table.play.pending.as_ref().unwrap().mv);
    let fits = |mv: &Move| match next.premove_here(*mv) {
        Some(mv) => legal && next.safe_moves().contains(mv),
        None => !legal,
    };
    head.premoves(Color::White).into_iter().find(fits).unwrap()
}

#[test]
fn a_premove_follows_the_reply_at_once() {
    let mut table = held_back();
    let mv = premove_that_is(&table, true);
    table.play.try_move(&mut table.session, mv, 10);
    table.take_question();
    assert_eq!(table.question, None);
    table.tick(20);
    assert_eq!((table.plies(), table.play.premove.map(|premove| premove.mv)), (1, Some(mv)));
    table.play.move_now(&mut table.session, 30);
    table.tick(30);
    assert_eq!((table.plies(), table.play.premove), (3, None));
    let game = &table.session.game;
    let played = game.node(game.head()).unwrap().played().unwrap();
    assert_eq!((played.from(), played.to()), (mv.from(), mv.to()));
}

#[test]
fn a_premove_that_is_not_legal_is_dropped() {
    let mut table = held_back();
    let mv = premove_that_is(&table, false);
    table.play.try_move(&mut table.session, mv, 10);
    assert!(table.play.premove.is_some());
    table.play.move_now(&mut table.session, 30);
    table.tick(30);
    assert_eq!((table.plies(), table.play.premove), (2, None));
    assert!(table.session.notice.is_none() && table.question.is_none());
}

#[test]
fn a_premove_ends_with_its_position() {
    let ways: [Ending; 4] = [
        |play, _, _| play.premove = None,
        |_, session, _| session.game.go_to_start(),
        Play::take_back,
        Play::resign,
    ];
    for end in ways {
        let mut table = held_back();
        let mv = premove_that_is(&table, true);
        table.play.try_move(&mut table.session, mv, 10);
        assert!(table.play.premove.is_some());
        end(&mut table.play, &mut table.session, 20);
        table.tick(20);
        assert_eq!(table.play.premove, None);
    }
}

#[test]
fn an_open_move_is_no_part_of_the_game() {
    let mut table = with_clock(Settings { confirm_moves: true, ..two_humans() });
    table.make("a3", 0);
    let mv = table.play.open_move(&table.session).expect("an open move").mv;
    table.play.play_anyway(&mut table.session, mv, 0);
    let (game, left_ms) = (table.session.game.clone(), table.left_ms(20_000));
    assert_eq!((table.plies(), table.play.open_move(&table.session).is_some()), (1, false));
    table.make("a4", 10_000);
    assert!(table.play.open_move(&table.session).is_some() && table.question.is_none());
    assert!(table.session.game == game, "the game has it only after the answer");
    assert_eq!(table.left_ms(20_000), left_ms, "the clock goes on");
    table.play.take_back(&mut table.session, 20_000);
    assert!(table.play.open_move(&table.session).is_none());
    assert!(table.session.game == game, "no other move is taken back");
    assert_eq!(table.left_ms(20_000), left_ms);
}

#[test]
fn a_delay_keeps_the_clock_quiet() {
    let delay_seconds = 5;
    let clock = Some(ClockChoice { delay_seconds, ..ClockChoice::new(3, 0) });
    let mut table = begin(Settings { clock, ..two_humans() });
    table.make("a3", 0);
    let wake_ms = table.tick(1_000).unwrap();
    assert!(wake_ms > 5_000, "no digit changes before: {wake_ms}");
    assert_eq!(table.left_ms(7_000)[1], 178_000);
}

#[test]
fn watched_sides_have_levels_and_a_pause() {
    let settings = Settings {
        sides: Sides::None,
        level: 1,
        black_level: Some(2),
        watch_pause_ms: 3_000,
        ..Settings::default()
    };
    let mut table = begin(settings);
    let depth = |table: &Table| table.session.reply_job(0).unwrap().limits.depth;
    assert_eq!(depth(&table), Some(Level::get(1).depth));
    table.wait(0, |table| table.play.pending.is_some());
    table.tick(2_999);
    assert_eq!(table.plies(), 0);
    table.tick(3_000);
    assert_eq!((table.plies(), depth(&table)), (1, Some(Level::get(2).depth)));
}

#[test]
fn a_rematch_swaps_the_colours() {
    let mut table = with_clock(against_computer());
    table.make("a3", 0);
    table.session.game.header.names = ["Ada", ""].map(str::to_owned);
    table.play.resign(&mut table.session, 1_000);
    let new = rematch(&table.session);
    table.session.begin(new);
    assert_eq!(table.session.settings.sides, Sides::Black);
    assert!(table.session.game.is_empty() && table.session.flipped);
    assert_eq!(table.session.game.header.names, ["", "Ada"]);
    assert_eq!(table.left_ms(2_000), [180_000; 2]);

    let settings =
        Settings { sides: Sides::None, level: 3, black_level: Some(8), ..Settings::default() };
    let mut table = begin(settings);
    table.play.resign(&mut table.session, 0);
    let new = rematch(&table.session);
    table.session.begin(new);
    let levels = Color::ALL.map(|color| table.session.settings.level_of(color));
    assert_eq!(levels, [8, 3]);
}
