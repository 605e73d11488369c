//! The shipped games in `saves/`, and a fixture of each save format, which must open for ever.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use crate::support::{all_nodes, assert_sound, main_line};
use minnow_game::{
    Computer, Game, GameEnd, Judgement, NodeId, Player, RecordedEval, UncountedReason,
    save::{from_ron, to_ron},
    store::load_game,
};
use minnow_rules::{Color, Ending, MoveKind, Variant};

fn examples() -> BTreeMap<String, Game> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../saves");
    let paths: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|e| e.unwrap().path()).collect();
    let open = |path: PathBuf| {
        let name = path.file_name().unwrap().to_str().unwrap();
        let name = name.strip_suffix(".minnow.ron").unwrap().to_owned();
        let text = fs::read_to_string(&path).unwrap();
        let game = load_game(&path).unwrap_or_else(|error| panic!("{error}"));
        assert_sound(&game);
        assert_eq!(to_ron(&game), text, "{name} is not written as the program writes");
        (name, game)
    };
    paths.into_iter().map(open).collect()
}

#[test]
fn examples_end_as_their_names_say() {
    let games = examples();
    let ending = |name: &str| match games[name].result() {
        Some(GameEnd::ByRules(outcome)) => Some((outcome.ending, outcome.winner)),
        _ => None,
    };
    assert_eq!(ending("king-hunt"), Some((Ending::KingTaken, Some(Color::White))));
    assert_eq!(ending("course-position"), Some((Ending::KingTaken, Some(Color::White))));
    assert_eq!(ending("move-limit"), Some((Ending::MoveLimit, None)));
    assert_eq!(ending("silverman-solved"), Some((Ending::Checkmate, Some(Color::White))));
    assert_eq!(ending("chess-attack"), Some((Ending::Checkmate, Some(Color::White))));
    assert_eq!(ending("los-alamos"), Some((Ending::Checkmate, Some(Color::White))));
    assert_eq!(ending("microchess-unfinished"), None);
    let study = all_nodes(&games["gardner-study"]);
    assert!(study.iter().any(|id| games["gardner-study"].node(*id).unwrap().nesting() == 2));
}

#[test]
fn the_stalemate_example_ends_in_stalemate() {
    let game = &examples()["stalemate-loses"];
    let path = game.path(game.head());
    let before_last = game.node(path[path.len() - 3]).unwrap().position();
    assert!(before_last.safe_moves().is_empty() && !before_last.in_check());
    assert_eq!(game.result().unwrap().winner(), Some(Color::White));
}

#[test]
fn the_chess_attack_example_has_special_moves() {
    let game = &examples()["chess-attack"];
    let kinds: Vec<MoveKind> = all_nodes(game)
        .into_iter()
        .filter_map(|id| Some(game.node(id)?.played()?.kind()))
        .collect();
    for kind in [MoveKind::DoubleStep, MoveKind::EnPassant, MoveKind::Castle] {
        assert!(kinds.contains(&kind), "{kind:?}");
    }
}

#[test]
fn format_1_opens_for_ever() {
    let game = from_ron(include_bytes!("../fixtures/format1.minnow.ron")).unwrap();
    assert_sound(&game);
    assert_eq!(game.start().fullmove(), 2);
    assert_eq!(game.header.names, ["Ada \"the first\"", ""]);
    let computer = Computer {
        level: Some(6),
        hundredths: 0,
        depth_plies: Some(9),
        think_ms: Some(1_500),
        nodes: Some(200_000),
    };
    assert_eq!(game.header.players, [Player::Human, Player::Computer(computer)]);
    assert_eq!(game.header.tag("Date"), Some("2026.03.01"));
    assert_eq!(game.header.clock.unwrap().left_ms, [58_000, 59_500]);
    assert_eq!(game.result(), Some(GameEnd::Resigned(Color::Black)));
    assert_eq!(main_line(&game), "e2e4 d4e3 d2e3 b5b4");
    let path = game.path(game.head());
    assert_eq!(path.len(), 4);
    let notes = |id: NodeId| &game.node(id).unwrap().notes;
    assert_eq!(notes(NodeId::ROOT).comment, "Before the first move.");
    assert_eq!(
        notes(NodeId::ROOT).evaluation,
        Some(RecordedEval::Centipawns { cp: 12, depth_plies: 7 })
    );
    assert_eq!(notes(path[1]).marks.iter().count(), 6);
    assert_eq!(notes(path[1]).clock_ms, Some(59_000));
    assert_eq!(notes(path[2]).shapes.len(), 3);
    assert_eq!(notes(path[2]).evaluation, Some(RecordedEval::Mate { moves: -3, depth_plies: 11 }));
    let nested = all_nodes(&game).into_iter().filter(|id| game.node(*id).unwrap().nesting() == 2);
    assert_eq!(nested.count(), 3);
}

#[test]
fn format_2_opens_with_its_review() {
    let text = include_str!("../fixtures/format2.minnow.ron");
    let game = from_ron(text.as_bytes()).unwrap();
    let path = game.path(game.head());
    let verdict = |place: usize| game.node(path[place]).unwrap().notes.verdict.as_deref().unwrap();
    assert_eq!(verdict(0).evaluation, RecordedEval::Centipawns { cp: 10, depth_plies: 12 });
    assert_eq!(verdict(1).judgement, None);
    assert_eq!(verdict(2).evaluation, RecordedEval::Mate { moves: 4, depth_plies: 11 });
    assert_eq!(verdict(2).judgement, Some(Judgement::Blunder));
    assert_eq!(verdict(2).sentence, "\"d4\" allows mate.");
    assert_eq!(verdict(2).better.len(), 2);
    assert!(verdict(2).is_unconfirmed() && !verdict(1).is_unconfirmed());
    let error = |text: String| from_ron(text.as_bytes()).unwrap_err().to_string();
    assert_eq!(
        error(text.replace("\"c3b4\"", "\"c3c5\"")),
        "the review of Black's move 1 names a line that cannot be played: the move \"c3c5\" is not allowed here"
    );
    assert!(error(text.replace("\"blunder\"", "\"slip\"")).contains("\"slip\" is not a judgement"));
}

#[test]
fn format_3_opens_with_its_delay() {
    let game = from_ron(include_bytes!("../fixtures/format3.minnow.ron")).unwrap();
    let clock = game.header.clock.unwrap();
    assert_eq!((clock.control.base_ms, clock.control.delay_ms), (300_000, 3_000));
    assert_eq!(clock.left_ms, [298_000, 300_000]);
    let text = minnow_game::save::to_ron(&game);
    assert!(text.contains("format: 3,") && text.contains("delay_ms: 3000,"), "{text}");
    let pgn = minnow_game::pgn::to_pgn(&game);
    assert!(pgn.contains("[TimeControl \"300+0d3\"]"), "{pgn}");
}

#[test]
fn format_4_opens_with_strength_and_reason() {
    let file = include_str!("../fixtures/format4.minnow.ron");
    let game = from_ron(file.as_bytes()).unwrap();
    assert_eq!(game.header.players, [Player::Human, Player::Computer(Computer::of_strength(430))]);
    assert_eq!(game.header.uncounted, Some(UncountedReason::TakeBack));
    let text = minnow_game::save::to_ron(&game);
    assert!(text.contains("format: 4,") && text.contains("level: 4, hundredths: 30"), "{text}");
    assert_eq!(from_ron(text.as_bytes()).unwrap().header, game.header);
    let pgn = minnow_game::pgn::to_pgn(&game);
    assert!(pgn.contains("[Black \"Minnow level 4.3\"]"), "{pgn}");
    let error = |text: String| from_ron(text.as_bytes()).unwrap_err().to_string();
    assert!(error(file.replace("30)", "100)")).contains("100 hundredths are more than a level"));
    assert!(error(file.replace("\"take-back\"", "\"luck\"")).contains("\"luck\" is no reason"));
}

#[test]
fn format_5_opens_with_confirmed_marks() {
    let file = include_str!("../fixtures/format5.minnow.ron");
    let game = from_ron(file.as_bytes()).unwrap();
    let path = game.path(game.head());
    let verdict = |place: usize| game.node(path[place]).unwrap().notes.verdict.as_deref().unwrap();
    assert_eq!(verdict(2).judgement, Some(Judgement::Blunder));
    assert!(verdict(2).is_confirmed && !verdict(1).is_confirmed);
    let text = minnow_game::save::to_ron(&game);
    assert!(text.contains("format: 5,") && text.matches("confirmed: true").count() == 1, "{text}");
    let again = from_ron(text.as_bytes()).unwrap();
    assert_eq!(again.node(path[2]).unwrap().notes, game.node(path[2]).unwrap().notes);
}

#[test]
fn format_6_opens_with_its_move_times() {
    let game = from_ron(include_bytes!("../fixtures/format6.minnow.ron")).unwrap();
    let path = game.path(game.head());
    let notes = |place: usize| &game.node(path[place]).unwrap().notes;
    assert_eq!((notes(1).clock_ms, notes(1).used_ms), (Some(178_500), Some(3_500)));
    assert_eq!((notes(3).clock_ms, notes(3).used_ms), (None, Some(0)));
    let text = to_ron(&game);
    assert!(text.contains("format: 6,") && text.contains("used_ms: 12250"), "{text}");
    assert_eq!(to_ron(&from_ron(text.as_bytes()).unwrap()), text);
    let pgn = minnow_game::pgn::to_pgn(&game);
    assert!(pgn.contains("1. c3 {[%clk 0:02:58.5] [%emt 0:00:03.5]}"), "{pgn}");
}

#[test]
fn format_7_opens_with_its_program() {
    let game = from_ron(include_bytes!("../fixtures/format7.minnow.ron")).unwrap();
    assert_eq!(game.header.players, [Player::Human, Player::Program]);
    assert_eq!(game.header.name(Color::Black), "Sjaak II");
    assert_eq!(game.result(), Some(GameEnd::Forfeited(Color::Black)));
    let text = to_ron(&game);
    assert!(text.contains("format: 7,") && text.contains("end: Forfeited(Black)"), "{text}");
    assert_eq!(to_ron(&from_ron(text.as_bytes()).unwrap()), text);
    let pgn = minnow_game::pgn::to_pgn(&game);
    assert!(pgn.contains("[Black \"Sjaak II\"]"), "{pgn}");
    assert!(pgn.contains("[Termination \"program failure\"]"), "{pgn}");
    let file = minnow_game::pgn::PgnFile::parse(pgn.as_bytes(), game.variant()).unwrap();
    assert_eq!(file.read(0).unwrap().game.result(), game.result());
}

#[test]
fn a_game_on_a_server_keeps_its_opponent_and_end() {
    let mut game = Game::new(Variant::default_variant());
    game.play(game.position().parse_move("c2c3").unwrap()).unwrap();
    game.header.players = [Player::Human, Player::Remote];
    game.header.names[1] = "bob".to_owned();
    assert!(to_ron(&game).contains("format: 7,"));
    game.conclude(GameEnd::Disconnected(Color::Black));
    let text = to_ron(&game);
    let read = from_ron(text.as_bytes()).unwrap();
    assert_eq!((&read.header, read.result()), (&game.header, game.result()), "{text}");
    let pgn = minnow_game::pgn::to_pgn(&game);
    let file = minnow_game::pgn::PgnFile::parse(pgn.as_bytes(), game.variant()).unwrap();
    assert_eq!(file.read(0).unwrap().game.result(), game.result(), "{pgn}");
}
