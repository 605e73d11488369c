//! The computer's manners and the coach at given scores and positions.

use super::*;
use crate::app::request::Request;
use crate::app::{play::PendingReply, session::for_tests::search_info};
use minnow_engine::Score;
use minnow_game::{Odds, OddsPiece};
use minnow_rules::{Position, Variant};

/// A game of the user's as White from a position.
fn from(variant: &str, fen: &str, settings: Settings) -> Table {
    let mut table = begin(settings);
    let position = Position::from_fen(Variant::by_id(variant).unwrap(), fen).unwrap();
    table.session.begin(NewGame::from_position(position));
    table.play.begin(&table.session);
    table.play.paused = false;
    table
}

/// A quiet move that repeats no position and after which the game goes on.
fn quiet_move(game: &Game) -> Move {
    let position = game.position();
    let path = game.path(game.cursor());
    let keys = path.iter().filter_map(|id| Some(game.node(*id)?.position().key()));
    let keys: Vec<u64> = keys.collect();
    let is_quiet = |mv: &Move| {
        let next = position.play(*mv);
        !keys.contains(&next.key())
            && position.captured(*mv).is_none()
            && next.has_safe_move()
            && next.attacked_king().is_none()
    };
    position.safe_moves().iter().find(is_quiet).unwrap()
}

impl Table {
    /// A quiet move of the user's, and a reply whose search ended with this score.
    fn exchange(&mut self, score: Score, depth: u32) {
        let mv = quiet_move(&self.session.game);
        self.play.play_at_head(&mut self.session, mv, 0);
        let mv = quiet_move(&self.session.game);
        let info = search_info(depth, score, vec![mv]);
        let place = self.session.place(self.session.game.head());
        let reply = PendingReply { place, mv, at_ms: 0, asked_ms: 0, info };
        self.play.carry_out(&mut self.session, &reply, 0);
    }
}

const HOPELESS: Score = Score::centipawns(-2_500);

#[test]
fn a_hopeless_game_is_resigned() {
    let mut table = begin(against_computer());
    for _ in 0..3 {
        table.exchange(HOPELESS, 5);
        assert_eq!(table.session.end(), None);
    }
    table.exchange(HOPELESS, 5);
    assert_eq!(table.session.end(), Some(GameEnd::Resigned(Color::Black)));
    assert_eq!(table.plies(), 7, "it resigns in place of its move");
}

#[test]
fn resignation_has_its_limits() {
    let odds = Odds { giver: Color::Black, piece: OddsPiece::Queen };
    let resigns = |settings: Settings, depth: u32, fen: &str| {
        let mut table = from("minichess", fen, settings);
        (0..4).for_each(|_| table.exchange(HOPELESS, depth));
        table.session.end().is_some()
    };
    let start = Position::start(Variant::default_variant()).fen();
    let given = odds.position(Variant::default_variant()).unwrap().fen();
    assert!(resigns(against_computer(), 5, &start));
    assert!(!resigns(Settings { resigns: false, ..against_computer() }, 5, &start));
    assert!(!resigns(against_computer(), 1, &start), "a weak level cannot judge it");
    assert!(!resigns(against_computer(), 5, &given), "it gave its queen");
    assert!(!resigns(Settings { sides: Sides::None, ..against_computer() }, 5, &start));
}

#[test]
fn short_time_of_the_user_is_played_out() {
    let mut table = with_clock(against_computer());
    (0..3).for_each(|_| table.exchange(HOPELESS, 5));
    let control = table.session.clock.as_ref().unwrap().control();
    let turn = table.session.head_position().turn();
    let left_ms = [5_000, 170_000];
    table.session.clock = Some(minnow_game::ChessClock::with_left(control, left_ms, turn));
    table.exchange(HOPELESS, 5);
    assert_eq!(table.session.end(), None);
}

/// Locked pawns: the kings walk behind them.
const LOCKED: &str = "k4/5/p1p1p/P1P1P/5/K4 w - - 12 20";

/// A game in which the computer has offered a draw.
fn offered() -> Table {
    let mut table = from("minichess", LOCKED, against_computer());
    for _ in 0..5 {
        assert!(!table.play.is_draw_offered(&table.session));
        table.exchange(Score::DRAW, 6);
    }
    assert!(table.play.is_draw_offered(&table.session));
    let text = table.play.answer_text(&table.session);
    assert_eq!(text.as_deref(), Some("Minnow offers a draw."));
    table
}

#[test]
fn a_draw_is_offered_in_dead_positions() {
    let mut table = offered();
    table.play.accept_draw(&mut table.session, 0);
    assert_eq!(table.session.end(), Some(GameEnd::Agreed));
    let mut early = from("minichess", &LOCKED.replace("12 20", "0 20"), against_computer());
    early.exchange(Score::DRAW, 6);
    early.play.accept_draw(&mut early.session, 0);
    assert_eq!(early.session.end(), None, "there is no offer");
}

#[test]
fn an_offer_is_declined_and_not_repeated_soon() {
    let mut table = offered();
    table.play.decline_draw();
    assert!(!table.play.is_draw_offered(&table.session));
    let mut moved = offered();
    for table in [&mut table, &mut moved] {
        table.exchange(Score::DRAW, 6);
        assert!(!table.play.is_draw_offered(&table.session), "a move declines");
        table.play.accept_draw(&mut table.session, 0);
        assert_eq!(table.session.end(), None);
    }
}

const HANGING_QUEEN: &str = "k4/3p1/2n2/3Q1/K4 w - - 0 1";

/// A position in which the coach has judged every move.
fn coached(settings: Settings) -> Table {
    let mut table = from("gardner", HANGING_QUEEN, Settings { coach: true, ..settings });
    table.wait(0, |table| !table.session.engine.is_searching());
    table
}

#[test]
fn the_coach_asks_once_in_a_position() {
    let mut table = coached(against_computer());
    table.make("Qxc3", 0);
    assert_eq!(table.question.as_ref().unwrap().title, "This move loses much");
    table.answer("Choose another", 0);
    table.make("Qxc3", 0);
    assert_eq!((table.question.as_ref(), table.plies()), (None, 1));
    assert!(!table.session.game.header.is_helped(), "the move was played after all");
}

#[test]
fn a_changed_move_counts_as_help() {
    let mut table = coached(against_computer());
    table.make("Qxc3", 0);
    table.answer("Choose another", 0);
    table.make("Qe1", 0);
    assert!(table.plies() > 0 && table.session.game.header.is_helped());
    let mut shown = coached(against_computer());
    shown.make("Qxc3", 0);
    shown.answer("Show why", 0);
    let text = shown.play.coach_text(&shown.session);
    assert_eq!(text.as_deref(), Some("Qxc3+ loses the queen for a knight to dxc3."));
    assert_eq!((shown.play.coach_arrows(&shown.session).len(), shown.play.hint), (2, None));
    shown.play.show_better(&shown.session);
    shown.tick(0);
    assert!(shown.play.hint.is_some_and(|hint| hint.whole));
    assert!(shown.session.game.header.is_helped());
    shown.play.drop_warning();
    assert_eq!((shown.play.coach_text(&shown.session), shown.play.hint), (None, None));
}

#[test]
fn the_coach_is_silent_when_it_should_be() {
    let silent = |mut table: Table| {
        table.make("Qxc3", 0);
        table.question.is_none() && table.plies() > 0
    };
    assert!(silent(from("gardner", HANGING_QUEEN, against_computer())), "it is off");
    let both = Settings { coach: true, ..two_humans() };
    assert!(silent(from("gardner", HANGING_QUEEN, both)), "two humans play");
    let on = Settings { coach: true, ..against_computer() };
    assert!(silent(from("gardner", HANGING_QUEEN, on.clone())), "nothing is searched yet");
    let short = Settings { clock: Some(ClockChoice::new(1, 0)), ..on };
    let mut table = from("gardner", HANGING_QUEEN, short);
    table.tick(0);
    assert!(!table.session.engine.is_searching() && silent(table), "the clock is short");
}

#[test]
fn the_game_is_reviewed_for_the_coach_once() {
    let reviews = |table: &Table| {
        let requests = table.session.requests.iter();
        requests.filter(|request| **request == Request::ReviewGame).count()
    };
    let mut table = coached(against_computer());
    table.make("Qe1", 0);
    table.play.resign(&mut table.session, 0);
    for _ in 0..3 {
        table.tick(0);
    }
    assert_eq!(reviews(&table), 1);
    let mut off = begin(against_computer());
    off.make("a3", 0);
    off.play.resign(&mut off.session, 0);
    off.tick(0);
    assert_eq!(reviews(&off), 0);
}

#[test]
fn the_coach_does_not_hold_up_premoves() {
    let settings = Settings { coach: true, reply: ReplyPace::Calm, ..against_computer() };
    let mut table = from("gardner", HANGING_QUEEN, settings);
    table.make("Qe1", 0);
    table.wait(0, |table| table.play.pending.is_some());
    let mv = premove_that_is(&table, true);
    table.play.try_move(&mut table.session, mv, 10);
    table.take_question();
    assert_eq!(table.question, None);
    table.play.move_now(&mut table.session, 20);
    table.tick(20);
    assert_eq!((table.plies(), table.question.is_some()), (3, false));
}
