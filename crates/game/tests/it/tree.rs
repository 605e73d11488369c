//! The tree of a game: lines, take-back, edits, ends, and its invariants under random edits.

use crate::support::{assert_sound, game, line, main_line, play, play_all, read};
use minnow_game::{Game, GameEnd, MAX_NESTING, Mark, NodeId, PlayError};
use minnow_rules::{Color, Ending, Position, Variant};

#[test]
fn moves_extend_the_end_and_branch_earlier() {
    let mut game = game("gardner", "b2b3 c4b3 a2b3");
    let end = game.cursor();
    assert_eq!(game.head(), end);
    game.go_to_start();
    let branch = play(&mut game, "c2c3");
    assert_eq!(game.node(branch).unwrap().nesting(), 1);
    assert_eq!(game.head(), end);
    assert_eq!(main_line(&game), "b2b3 c4b3 a2b3");
    game.go_to_start();
    assert_eq!(play(&mut game, "b2b3"), game.path(end)[1]);
    assert_eq!(crate::support::all_nodes(&game).len(), 5, "a known move is joined");
}

#[test]
fn navigation_stops_at_ends_and_changes_variations() {
    let mut game = game("gardner", "b2b3 c4b3");
    game.go_to_start();
    play(&mut game, "c2c3");
    assert!(!game.next_variation());
    assert!(game.previous_variation());
    assert_eq!(game.cursor(), game.path(game.head())[1]);
    assert!(!game.previous_variation() && game.next_variation());
    assert!(game.back() && !game.back());
    assert!(game.forward() && game.forward() && !game.forward());
    assert_eq!(game.cursor(), game.head());
    game.go_to_start();
    assert!(!game.next_variation());
    game.go_to_end();
    assert_eq!(game.cursor(), game.head());
}

#[test]
fn moves_taken_back_are_redone_in_order() {
    let mut game = game("gardner", "b2b3 c4b3 a2b3");
    game.take_back();
    game.take_back();
    assert_eq!((game.head(), game.node(game.head()).unwrap().ply()), (game.cursor(), 1));
    game.go_to_start();
    assert!(game.redo().is_some());
    assert_eq!(game.cursor(), game.head());
    assert_eq!(play(&mut game, "a2b3"), game.main_line_end(), "playing the same move redoes it");
    assert_eq!(game.redo(), None);
    while game.take_back().is_some() {}
    assert_eq!((game.head(), game.take_back()), (NodeId::ROOT, None));
}

#[test]
fn new_moves_drop_taken_back_ones_without_notes() {
    let mut plain = game("gardner", "b2b3 c4b3 a2b3");
    plain.take_back();
    plain.take_back();
    play(&mut plain, "d4d3");
    assert_eq!(crate::support::all_nodes(&plain).len(), 3);
    assert_eq!(main_line(&plain), "b2b3 d4d3");

    let mut noted = game("gardner", "b2b3 c4b3 a2b3");
    noted.take_back();
    let taken = noted.take_back().unwrap();
    noted.notes_mut(taken).unwrap().comment = "Natural.".to_owned();
    play(&mut noted, "d4d3");
    assert_eq!(main_line(&noted), "b2b3 d4d3");
    assert_eq!(line(&noted, taken), "b2b3 c4b3 a2b3");
    assert_sound(&noted);
}

#[test]
fn variations_beside_taken_back_moves_stay_variations() {
    let mut game = game("gardner", "b2b3");
    game.go_to_start();
    let variation = play(&mut game, "c2c3");
    game.go_to(game.head());
    game.take_back();
    assert_eq!(game.head(), NodeId::ROOT);
    play(&mut game, "d2d3");
    assert_eq!(main_line(&game), "d2d3");
    assert_eq!(line(&game, variation), "c2c3");
}

#[test]
fn playing_on_keeps_the_old_line() {
    let mut game = game("gardner", "b2b3 c4b3 a2b3");
    let old = game.head();
    game.conclude(GameEnd::Resigned(Color::Black));
    game.go_to(game.path(old)[1]);
    let mv = read(&game, "d4d3");
    let new = game.play_on(mv).unwrap();
    assert_eq!((game.head(), game.result()), (new, None));
    assert_eq!(main_line(&game), "b2b3 d4d3");
    assert_eq!(line(&game, old), "b2b3 c4b3 a2b3");
    assert_sound(&game);
}

#[test]
fn promotion_and_demotion_undo_each_other() {
    let mut game = game("gardner", "b2b3 c4b3");
    let main = game.head();
    game.go_to_start();
    play_all(&mut game, "c2c3 b4c3");
    let variation = game.cursor();
    assert!(game.promote(variation));
    assert_eq!(main_line(&game), "c2c3 b4c3");
    assert_eq!(game.head(), variation, "the head follows the main line");
    assert!(!game.promote(variation));
    assert!(game.demote(variation));
    assert_eq!(main_line(&game), "b2b3 c4b3");
    assert!(!game.demote(variation), "it is the last");
    assert!(game.make_main_line(variation) && !game.make_main_line(variation));
    assert_eq!(game.node(main).unwrap().nesting(), 1);
    assert_sound(&game);
}

#[test]
fn deleting_moves_cursor_and_head_out() {
    let mut game = game("gardner", "b2b3 c4b3 a2b3");
    let path = game.path(game.head());
    assert!(game.delete(path[2]));
    assert_eq!((game.cursor(), game.head()), (path[1], path[1]));
    assert!(game.node(path[3]).is_none() && !game.go_to(path[3]));
    assert!(!game.delete(path[2]) && !game.delete(NodeId::ROOT));
    assert!(!game.promote(path[3]) && !game.demote(path[3]) && !game.make_main_line(path[3]));
    assert_eq!(game.path(path[3]), []);
    assert_eq!((game.occurrences(path[3]), game.end_at(path[3])), (0, None));
    let mv = read(&game, "c4b3");
    assert_eq!(game.add(path[2], mv), Err(PlayError::NoSuchNode));
    assert_ne!(game.add(path[1], mv), Ok(path[2]), "ids are not used again");
}

#[test]
fn illegal_moves_change_nothing() {
    let mut game = game("gardner", "b2b3");
    let foreign = read(&game, "c4b3");
    game.go_to_start();
    assert_eq!(game.play(foreign), Err(PlayError::Illegal(foreign)));
    assert_eq!(crate::support::all_nodes(&game).len(), 2);
}

#[test]
fn players_can_end_a_game_once() {
    let mut game = game("minichess", "b2b3");
    assert!(game.conclude(GameEnd::Agreed));
    assert!(!game.conclude(GameEnd::Resigned(Color::White)));
    assert_eq!(game.result(), Some(GameEnd::Agreed));
    let mv = read(&game, "b5b4");
    assert_eq!(game.play(mv), Err(PlayError::Over(GameEnd::Agreed)));
    let analysis = game.add(game.head(), mv).unwrap();
    assert_ne!(game.head(), analysis, "analysis after the end is not part of the game");
    assert_eq!((game.result(), game.redo()), (Some(GameEnd::Agreed), None));
    game.take_back();
    assert_eq!(game.result(), None);
}

#[test]
fn ends_by_the_rules_precede_the_players() {
    let mut game = game("silverman4x4", "a2b3 b4b3 c2b3 c4b3 b2a3 b3c4 b1a2");
    let Some(GameEnd::ByRules(outcome)) = game.result() else { panic!("not over") };
    assert_eq!((outcome.winner, outcome.ending), (Some(Color::White), Ending::Checkmate));
    assert!(!game.conclude(GameEnd::Agreed));
    game.take_back();
    assert_eq!(game.result(), None);
}

#[test]
fn repetition_is_counted_along_the_path() {
    let start = Position::from_fen(Variant::by_id("gardner").unwrap(), "4k/5/5/5/KR3 w - - 0 1");
    let mut game = Game::from_position(start.unwrap());
    let again = "a1a2 e5e4 a2a1 e4e5";
    play_all(&mut game, "a1a2 e5e4 a2a1");
    assert_eq!(game.occurrences(game.cursor()), 1);
    play_all(&mut game, "e4e5");
    assert_eq!(game.occurrences(game.cursor()), 2);
    play_all(&mut game, again);
    let Some(GameEnd::ByRules(outcome)) = game.outcome() else { panic!("not over") };
    assert_eq!((outcome.winner, outcome.ending), (None, Ending::Repetition));
    let beyond = read(&game, "a1a2");
    assert!(matches!(game.play(beyond), Err(PlayError::Over(_))));
    assert!(game.add(game.cursor(), beyond).is_ok());
}

#[test]
fn variations_nest_up_to_the_limit() {
    let start = Position::from_fen(Variant::by_id("gardner").unwrap(), "4k/5/5/5/KR3 w - - 0 1");
    let mut game = Game::from_position(start.unwrap());
    let mut deepest = NodeId::ROOT;
    let refused = loop {
        let moves: Vec<_> = game.node(deepest).unwrap().position().legal_moves().iter().collect();
        game.add(deepest, moves[0]).unwrap();
        match game.add(deepest, moves[1]) {
            Ok(id) => deepest = id,
            Err(error) => break error,
        }
    };
    assert_eq!(refused, PlayError::TooDeep);
    assert_eq!(game.node(deepest).unwrap().nesting(), MAX_NESTING);
    assert!(game.make_main_line(deepest));
    assert_sound(&game);
}

#[test]
fn two_thousand_moves_work() {
    let start =
        Position::from_fen(Variant::by_id("minichess").unwrap(), "k4/5/5/5/5/K3R w - - 0 1");
    let mut game = Game::from_position(start.unwrap());
    let mut end = NodeId::ROOT;
    for ply in 0..2_000 {
        let text = ["e1e2", "a6b6", "e2e1", "b6a6"][ply % 4];
        let position = *game.node(end).unwrap().position();
        end = game.add(end, position.parse_move(text).unwrap()).unwrap();
    }
    assert_eq!(game.path(end).len(), 2_001);
    assert_eq!(game.occurrences(end), u8::MAX);
    assert!(game.delete(game.path(end)[1]));
    assert_eq!(game.head(), NodeId::ROOT);
}

#[test]
fn nodes_have_the_last_clock_before_them() {
    use minnow_game::{ClockState, TimeControl};
    let mut game = game("minichess", "b2b3 b5b4 c2c3");
    assert_eq!(game.time_left_ms(game.head()), None);
    let control = TimeControl { base_ms: 60_000, increment_ms: 0, delay_ms: 0 };
    game.header.clock = Some(ClockState { control, left_ms: [60_000; 2] });
    let path = game.path(game.head());
    game.notes_mut(path[1]).unwrap().clock_ms = Some(50_000);
    game.notes_mut(path[2]).unwrap().clock_ms = Some(40_000);
    assert_eq!(game.time_left_ms(path[3]), Some([50_000, 40_000]));
    assert_eq!(game.time_left_ms(path[1]), Some([50_000, 60_000]));
    assert_eq!(game.time_left_ms(NodeId::ROOT), Some([60_000; 2]));
}

#[test]
fn marks_stay_with_their_moves() {
    let mut game = game("gardner", "b2b3");
    game.go_to_start();
    let variation = play(&mut game, "c2c3");
    game.notes_mut(variation).unwrap().marks.toggle(Mark::Brilliant);
    game.make_main_line(variation);
    assert!(game.node(variation).unwrap().notes.marks.contains(Mark::Brilliant));
}
