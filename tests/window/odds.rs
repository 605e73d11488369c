//! Odds: their choice in the settings, and the games that begin at them.

use minnow_game::GameStart;

use crate::desk::{Desk, quick};
use minnow::app::session::settings::Settings;

#[test]
fn odds_begin_the_empty_game_anew() {
    let mut desk = Desk::new();
    desk.unfold();
    desk.choose("Odds", |text| text == "You without a pawn");
    assert_eq!(desk.fen(), "kqbnr/ppppp/5/5/PPP1P/RNBQK w - - 0 1");
    assert!(desk.shows("You") && desk.shows("without a pawn"));
    desk.choose("Odds", |text| text == "Computer without the queen");
    assert_eq!(desk.fen(), "k1bnr/ppppp/5/5/PPPPP/RNBQK w - - 0 1");
    desk.choose("Odds", |text| text == "None");
    assert!(desk.state().session.game.is_from_normal_start());
    desk.choose("Odds", |text| text == "Computer without the queen");
    desk.click("You play: Black");
    let start = desk.state().session.game.start().fen();
    assert_eq!(start, "kqbnr/ppppp/5/5/PPPPP/RNB1K w - - 0 1");
}

#[test]
fn a_game_under_way_keeps_its_start() {
    let mut desk = Desk::new();
    desk.play("a2", "a3");
    desk.until_plies(2);
    desk.unfold();
    desk.choose("Odds", |text| text == "You without a knight");
    assert!(
        desk.state().session.game.is_from_normal_start() && desk.shows("From the next game on.")
    );
    desk.click("New game");
    let tag = desk.state().session.game.header.tag("Odds").map(str::to_owned);
    assert_eq!(tag.as_deref(), Some("White without a knight"));
}

#[test]
fn odds_go_from_board_to_board() {
    let mut desk = Desk::with(&Settings { variant: "losalamos".to_owned(), ..quick() });
    desk.unfold();
    desk.choose("Odds", |text| text == "You without a knight");
    assert_eq!(desk.fen(), "rnqknr/pppppp/6/6/PPPPPP/R1QKNR w - - 0 1");
    desk.choose_board(|text| text.starts_with("Gardner"));
    assert!(matches!(desk.state().session.game.start_kind(), GameStart::Odds(_)));
    desk.choose_board(|text| text.starts_with("Simpler"));
    assert!(desk.state().session.game.is_from_normal_start());
    assert!(desk.says("This board does not allow the chosen odds"));
}
