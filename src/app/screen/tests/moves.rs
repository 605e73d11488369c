//! Edits of the tree as actions: their changes, refusals and undo.

use super::{archived, begin, notice};
use crate::app::request::Request;
use crate::app::{
    lab::LabPageId,
    learn::tests::reviewed,
    moves::layout::line_text,
    screen::AppState,
    session::for_tests::two_humans,
    session::settings::{Settings, Sides},
    session::{GameCommand, Mode, Navigation, NewGame, Question, ScreenCommand},
};
use minnow_game::{Edit, Game, Mark, save::to_ron};
use minnow_rules::{Position, Variant};

/// A game of two humans with these moves, in analysis.
fn analysing(moves: &str) -> AppState {
    let (mut state, _) = begin(two_humans());
    play(&mut state, moves);
    state.update(Request::SelectMode(Mode::Analyse), 0);
    state
}

fn play(state: &mut AppState, moves: &str) {
    for text in moves.split_whitespace() {
        state.update(Request::from(GameCommand::TypedMove(text.to_owned())), 0);
    }
}

fn main_line(state: &AppState) -> String {
    line_text(&state.session.game, state.session.game.main_line_end())
}

#[test]
fn keys_undo_and_redo_every_edit() {
    let mut state = analysing("a3 a4 b3");
    let nodes = state.session.game.path(state.session.game.head());
    state.update(Request::from(GameCommand::Navigate(Navigation::To(nodes[1]))), 0);
    let mut states = vec![to_ron(&state.session.game)];
    play(&mut state, "b4");
    let variation = state.session.game.cursor();
    let circle = crate::app::ui::board::Shape::circle(
        minnow_rules::Square::new(0, 0),
        crate::app::ui::board::Brush::Green,
    );
    let place = state.session.here();
    let comment = Request::Comment { place, text: "Sharp.\n".to_owned() };
    for action in [
        Request::Mark(variation, Mark::Interesting),
        comment,
        Request::from(GameCommand::KeepShapes(vec![circle])),
        Request::Rearrange(Edit::Promotion, variation),
        Request::Rearrange(Edit::Demotion, variation),
        Request::Rearrange(Edit::MainLine, variation),
        Request::DeleteFrom(nodes[2]),
    ] {
        states.push(to_ron(&state.session.game));
        state.update(action.clone(), 0);
        assert_ne!(states.last(), Some(&to_ron(&state.session.game)), "{action:?}");
    }
    let last = to_ron(&state.session.game);
    for earlier in states.iter().rev() {
        state.update(Request::from(ScreenCommand::Undo), 0);
        assert_eq!(*earlier, to_ron(&state.session.game), "{}", notice(&state));
    }
    for later in states.iter().skip(1).chain([&last]) {
        state.update(Request::from(ScreenCommand::Redo), 0);
        assert_eq!(*later, to_ron(&state.session.game), "{}", notice(&state));
    }
    assert_eq!(state.session.game.node(variation).unwrap().notes.comment, "Sharp.");
}

#[test]
fn an_edit_keeps_the_earlier_review_for_a_stop() {
    let (mut state, _wakes) = begin(two_humans());
    state.begin(NewGame { mode: Some(Mode::Analyse), ..NewGame::new(reviewed()) });
    let before = to_ron(&state.session.game);
    // Without a tick the new review finds nothing.
    state.update(Request::StartReview, 0);
    assert!(!state.session.game.has_review());
    state.update(Request::from(GameCommand::KeepShapes(Vec::new())), 0);
    state.update(Request::StopReview, 0);
    assert_eq!(to_ron(&state.session.game), before);
}

#[test]
fn a_deletion_says_how_it_is_undone() {
    let mut state = analysing("a3 a4 b3");
    let fen = state.session.game.position().fen();
    state.update(Request::from(GameCommand::Navigate(Navigation::Back)), 0);
    state.update(Request::from(GameCommand::DeleteHere), 0);
    assert_eq!(main_line(&state), "1. a3");
    assert!(notice(&state).starts_with("2 moves deleted. Ctrl+Z"), "{}", notice(&state));
    assert!(state.session.notice.as_ref().unwrap().undo.is_some() && state.session.is_unsaved());
    state.update(Request::UndoEdit, 0);
    assert_eq!(main_line(&state), "1. a3 a4 2. b3");
    assert_eq!(state.session.head_position().fen(), fen);
    state.update(Request::from(GameCommand::Navigate(Navigation::Start)), 0);
    state.update(Request::from(GameCommand::DeleteHere), 0);
    assert_eq!(main_line(&state), "1. a3 a4 2. b3", "the start cannot be deleted");
}

#[test]
fn a_game_in_progress_keeps_its_moves() {
    let mut state = analysing("a3 a4 b3");
    state.update(Request::from(GameCommand::Navigate(Navigation::Start)), 0);
    play(&mut state, "b3");
    let variation = state.session.game.cursor();
    state.update(Request::SelectMode(Mode::Play), 0);
    for action in [
        Request::Rearrange(Edit::Promotion, variation),
        Request::Rearrange(Edit::MainLine, variation),
        Request::from(GameCommand::DeleteHere),
    ] {
        state.update(action, 0);
        assert_eq!(main_line(&state), "1. a3 a4 2. b3");
        assert!(notice(&state).contains("game in progress"), "{}", notice(&state));
    }
    state.update(Request::DeleteFrom(variation), 0);
    assert!(state.session.game.node(variation).is_none(), "a variation is no part of it");
    state.update(Request::from(ScreenCommand::Undo), 0);
    assert_eq!(
        line_text(&state.session.game, state.session.game.head()),
        "1. a3 a4",
        "in play a move goes back"
    );
}

#[test]
fn undoing_a_played_move_restores_the_clock() {
    let mut state = analysing("a3 a4");
    state.update(Request::UndoEdit, 0);
    assert_eq!(line_text(&state.session.game, state.session.game.head()), "1. a3");
    state.update(Request::SelectMode(Mode::Play), 0);
    play(&mut state, "b4");
    assert_eq!(line_text(&state.session.game, state.session.game.head()), "1. a3 b4");
    state.update(Request::SelectMode(Mode::Analyse), 0);
    state.update(Request::RedoEdit, 0);
    assert_eq!(notice(&state), "There is nothing to redo.");
}

#[test]
fn what_is_typed_is_played_or_refused_and_marks_nothing() {
    let type_letters = |state: &mut AppState, letters: &str| {
        for letter in letters.chars() {
            state.update(Request::from(GameCommand::Type(letter.to_string())), 0);
        }
    };
    for typed in ["z2", "3", "a7", "2a3", "i3i4", "Nc9", "a5a4a3", "Bxc3", "\u{438}2"] {
        let mut state = analysing("a3");
        type_letters(&mut state, typed);
        assert_eq!(state.session.typed, typed);
        state.update(Request::from(GameCommand::TypedMove(typed.to_owned())), 0);
        assert!(notice(&state).contains(&format!("\"{typed}\"")), "{}", notice(&state));
        let is_untouched = state.session.game.nodes().all(|(_, node)| node.notes.marks.is_empty());
        assert!(is_untouched && state.session.game.path(state.session.game.head()).len() == 2);
    }
    let mut state = analysing("a3");
    type_letters(&mut state, &"a5a4".repeat(20));
    assert!(state.session.typed.len() > 8 && !state.typed_is_whole(), "no move is cut out of it");
    let (mut state, _) = begin(Settings { sides: Sides::Black, ..Settings::default() });
    state.play.paused = true;
    type_letters(&mut state, "a2a3");
    assert_eq!(notice(&state), "No move can be made here now.");
    assert_eq!(state.session.edits.can_undo(), None, "White is not the user's to move");
}

#[test]
fn caps_lock_does_not_change_the_move() {
    for (typed, san) in [
        ("A5A4", "a4"),
        ("B5B4", "b4"),
        ("nC4", "Nc4"),
        ("NC4", "Nc4"),
        ("B4", "b4"),
        ("Nc4", "Nc4"),
    ] {
        let mut state = analysing("a3");
        state.update(Request::from(GameCommand::TypedMove(typed.to_owned())), 0);
        let game = &state.session.game;
        let played = game.node(game.cursor()).unwrap().played().unwrap();
        let before = game.node(game.path(game.cursor())[1]).unwrap().position();
        assert_eq!(minnow_rules::san(before, played), san, "{typed}: {}", notice(&state));
    }
    assert_eq!(note("gardner", "k4/5/2p2/1P1B1/K4 w", "BXC3"), "b2c3, d2c3");
}

/// The remark of the window on these letters in a position.
fn note(variant: &str, fen: &str, typed: &str) -> String {
    let (mut state, _) = begin(two_humans());
    let position = Position::from_fen(Variant::by_id(variant).unwrap(), fen).unwrap();
    state.begin(NewGame::new(Game::from_position(position)));
    state.session.typed = typed.to_owned();
    state.typed_note()
}

#[test]
fn the_note_on_typed_letters_is_true() {
    let start = "kqbnr/ppppp/5/5/PPPPP/RNBQK w - - 0 1";
    for (typed, wanted) in [
        ("N", "Na3, Nc3"),
        ("Nb", "Nba3, Nbc3"),
        ("Nc3", "Enter plays it"),
        ("Nd4", "no such move"),
        ("B", "no such move"),
        ("d", "d3"),
        ("d2d", "d2d3"),
        ("a2d", "no such move"),
    ] {
        assert_eq!(note("minichess", start, typed), wanted, "{typed}");
    }
    assert_eq!(note("gardner", "k4/5/5/5/N1N1K w", "Nb3"), "Nab3+, Ncb3+");
    let many = note("gardner", "k4/5/5/5/1Q2K w", "Q");
    assert!(many.ends_with(" more") && many.matches(", Q").count() == 4, "{many}");
    let promotions = note("gardner", "k4/3P1/5/5/4K w", "d5");
    assert!(promotions.contains("d5=Q"), "{promotions}");
}

#[test]
fn stale_and_equal_comments_are_no_edits() {
    let mut state = analysing("a3");
    let place = state.session.here();
    state.update(Request::Comment { place, text: "Good.".to_owned() }, 0);
    let revision = state.session.revision;
    state.update(Request::Comment { place, text: " Good. ".to_owned() }, 0);
    assert_eq!(state.session.revision, revision);
    state.begin(NewGame::new(state.session.game.clone()));
    state.update(Request::Comment { place, text: "Late.".to_owned() }, 0);
    assert_eq!(state.session.game.node(place.node).unwrap().notes.comment, "Good.");
}

#[test]
fn pages_without_the_game_edit_no_comment() {
    let mut state = analysing("a3");
    let place = state.session.here();
    state.update(Request::SelectMode(Mode::Lab), 0);
    state.update(Request::ShowLabPage(LabPageId::Lessons), 0);
    state.update(Request::Comment { place, text: "Unseen.".to_owned() }, 0);
    assert_eq!(state.session.game.node(place.node).unwrap().notes.comment, "");
}

#[test]
fn play_from_here_keeps_the_old_game() {
    let mut state = analysing("a3 a4 b3");
    let node = state.session.game.path(state.session.game.head())[2];
    let fen = state.session.game.node(node).unwrap().position().fen();
    state.update(Request::PlayFrom(node), 0);
    let games = archived(&state).map(|order| &order.game);
    let plies = games.map(|game| game.path(game.main_line_end()).len() - 1);
    assert_eq!(plies.collect::<Vec<_>>(), [3]);
    assert_eq!((state.session.game.start().fen(), state.mode()), (fen, Mode::Play));
    assert!(state.session.game.is_empty() && state.session.document.path.is_none());
}

/// The field gives its text away when it loses the focus to a question that a job has asked.
#[test]
fn a_question_keeps_the_comment_being_typed() {
    let mut state = analysing("a3 a4");
    let place = state.session.here();
    state.update(Request::Ask(Box::new(Question::new("Replace this file?", ""))), 0);
    state.update(Request::Comment { place, text: "Typed during a save.".to_owned() }, 0);
    assert_eq!(state.session.game.node(place.node).unwrap().notes.comment, "Typed during a save.");
    assert!(state.question.is_some());
}
