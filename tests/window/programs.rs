//! Programs of others in the window: their list and their test, games against them, their faults, their
//! analysis and their opinion. The programs are small scripts of `sh`.

use egui::{Key, Modifiers};
use minnow::app::session::{
    ProgramList,
    programs::ProgramRecord,
    settings::{CustomLimits, Settings},
};
use minnow::app::storage::places::Places;
use minnow_external::ProgramEntry;
use minnow_game::{GameEnd, NodeId, Player};
use minnow_rules::Color;

use crate::desk::{Desk, WIDE, folder_with, game, quick};
use crate::network::fill;
use crate::opponents::show_opponents;

/// An engine that does this at `go`, and more at other commands.
fn engine(go: &str, more: &str) -> ProgramEntry {
    engine_of_board("minichess", go, more)
}

fn engine_of_board(board: &str, go: &str, more: &str) -> ProgramEntry {
    let script = format!(
        "while read -r command rest; do case $command in \
         uci) echo id name Fake; echo id author A. Nobody; \
         echo option name UCI_Variant type combo default {board} var {board}; \
         echo option name Nerve type check default false; echo uciok;; \
         isready) echo readyok;; go) {go};; quit) exit 0;; {more} esac; done"
    );
    script_entry(&script)
}

fn script_entry(script: &str) -> ProgramEntry {
    ProgramEntry::of_command("Fake", &["sh", "-c", script].map(str::to_owned))
}

/// A folder in which a window finds a program as the opponent.
fn folder_of(entry: ProgramEntry, settings: Settings) -> tempfile::TempDir {
    let folder = folder_with(&Settings { program: Some("Fake".to_owned()), ..settings });
    let mut list = ProgramList::default();
    list.add(ProgramRecord { at: "20261122-182205-417".to_owned(), entry, removed: false });
    list.merge_into(&Places::below(folder.path()).data().join("programs.ron")).unwrap();
    folder
}

fn against(entry: ProgramEntry) -> Desk {
    Desk::open_in(folder_of(entry, quick()), None, WIDE)
}

#[test]
fn a_program_is_tested_kept_and_removed() {
    let mut desk = Desk::with(&quick());
    show_opponents(&mut desk);
    desk.click_in_view_or_not("Add a program");
    fill(&mut desk, "Command", "sh 'x");
    desk.click_in_view_or_not("Test");
    assert!(desk.says("The quotation mark ' at character 4 is not closed."));
    fill(&mut desk, "Command", &script_entry("echo hello").command_line());
    desk.click_in_view_or_not("Test");
    desk.until("the end of the test", |state| !state.pages.opponents.is_testing());
    assert!(desk.says("It cannot be used: "));
    fill(&mut desk, "Command", &engine("", "").command_line());
    assert!(!desk.says("It cannot be used: "), "that was another command");
    desk.click_in_view_or_not("Test");
    desk.until("the end of the test", |state| !state.pages.opponents.is_testing());
    assert!(desk.says("Fake by A. Nobody answers."));
    assert!(desk.says("Boards: it offers 1 of "), "it is believed, as in a game");
    desk.click_in_view_or_not("Options");
    desk.click_in_view_or_not("Nerve");
    desk.click_in_view_or_not("Keep");
    let kept = desk.state().session.lists.program("Fake").cloned().unwrap();
    assert_eq!(kept.options.get("Nerve").map(String::as_str), Some("true"));
    desk.click_in_view_or_not("Change Fake");
    assert!(desk.says("Test shows its options and the boards that it plays."));
    desk.click_in_view_or_not("Keep");
    desk.click("Change Fake");
    assert!(desk.shows("Keep"), "the new row was in view for the mouse");
    desk.click_in_view_or_not("Cancel");
    desk.click_in_view_or_not("Remove Fake");
    assert!(desk.state().session.lists.program("Fake").is_none());
    assert!(desk.shows("Fake is removed."));
    desk.click_in_view_or_not("Undo");
    assert_eq!(desk.state().session.lists.program("Fake"), Some(&kept));
    desk.click_in_view_or_not("Play Fake");
    assert_eq!(desk.state().session.settings.program_name(), Some("Fake"));
}

#[test]
fn a_test_names_the_boards_whose_rules_differ() {
    let script = "while read -r command rest; do case $command in \
         uci) echo id name Fake; echo option name UCI_Variant type combo default chess var chess; \
         echo 'option name VariantPath type string default <empty>'; echo uciok;; \
         isready) echo readyok;; go) echo Nodes searched: 0;; quit) exit 0;; esac; done";
    let mut desk = Desk::with(&quick());
    show_opponents(&mut desk);
    desk.click_in_view_or_not("Add a program");
    fill(&mut desk, "Command", &script_entry(script).command_line());
    desk.click_in_view_or_not("Test");
    desk.until("the end of the test", |state| !state.pages.opponents.is_testing());
    assert!(desk.says("Boards: it plays 0 of ") && desk.says("It cannot play MiniChess, "));
    let title = desk.labels_with("Boards: it plays 0 of ").remove(0);
    desk.click_in_view_or_not(&title);
    assert!(desk.says("from the start it counts 0 ways to make 2 moves, not 49."));
}

#[test]
fn a_program_plays_takes_back_and_hurries() {
    // It moves only when it is told to stop.
    let mut desk = against(engine("", "stop) echo bestmove a5a4;;"));
    desk.play("a2", "a3");
    desk.click("Move now");
    desk.until_plies(2);
    let header = &desk.state().session.game.header;
    assert_eq!(header.players, [Player::Human, Player::Program]);
    assert_eq!(header.name(Color::Black), "Fake");
    desk.click("Take back");
    desk.until_plies(0);
    desk.play("b2", "b3");
    desk.click("Move now");
    desk.until_plies(2);
    assert_eq!(desk.moves(), ["b3", "a4"]);
    desk.resign();
    assert_eq!(desk.state().session.end(), Some(GameEnd::Resigned(Color::White)));
    assert!(desk.says("programs have no rating"));
}

#[test]
fn a_fault_in_the_game_loses_it() {
    for (go, words) in [
        ("exit 3", "it ended"),
        ("echo bestmove a5a9", "a5a9"),
        ("echo bestmove a5a3", "a5a3"),
        ("echo 'bestmove (none)'", "(none)"),
        ("", "it took longer than"),
    ] {
        let custom = CustomLimits { think_ms: 50, ..quick().custom };
        let folder = folder_of(engine(go, ""), Settings { custom, ..quick() });
        let mut desk = Desk::open_in(folder, None, WIDE);
        desk.play("a2", "a3");
        desk.until("the end of the game", |state| state.session.end().is_some());
        let session = &desk.state().session;
        assert_eq!(session.end(), Some(GameEnd::Forfeited(Color::Black)), "{go}");
        let notice = desk.notice();
        assert!(notice.starts_with("Fake lost: ") && notice.contains(words), "{go}: {notice}");
        let comment = &session.game.node(session.game.head()).unwrap().notes.comment;
        assert_eq!(*comment, notice, "the record has the reason");
        assert!(desk.shows("You won") && desk.says("Black's program failed."));
        assert!(session.archive_place.revision.is_some(), "the game is kept");
        assert!(session.lists.results.is_empty(), "it does not count");
    }
}

#[test]
fn a_program_that_does_not_start_loses_nothing() {
    let missing = ProgramEntry::of_command("Fake", &["/nowhere/engine".to_owned()]);
    for (entry, words) in [
        (missing, "nowhere"),
        (script_entry("echo hello"), "hello"),
        (script_entry("exit 1"), "it ended"),
        (engine_of_board("chess", "", ""), "it does not list MiniChess"),
    ] {
        let mut desk = against(entry);
        desk.play("a2", "a3");
        desk.until("the problem", |state| state.play.paused);
        let notice = desk.notice();
        assert!(notice.starts_with("Fake cannot play: ") && notice.contains(words), "{notice}");
        assert_eq!(desk.state().session.end(), None);
        // The game goes on with another opponent.
        desk.unfold();
        desk.choose("Limits", |text| text == "Limits of your own");
        desk.click("Continue");
        desk.until_plies(2);
    }
}

#[test]
fn an_unknown_program_is_named_and_a_game_finds_its_own() {
    let folder = folder_with(&Settings { program: Some("Amy".to_owned()), ..quick() });
    let mut desk = Desk::open_in(folder, None, WIDE);
    desk.play("a2", "a3");
    assert!(desk.notice().starts_with("There is no program \"Amy\" in your list."));
    let mut game = game("a2a3 a5a4");
    game.header.players = [Player::Human, Player::Program];
    game.header.names[1] = "Fake".to_owned();
    for (entry, expected) in [(Some(engine("", "")), Some("Fake")), (None, None)] {
        let folder = match entry {
            Some(entry) => folder_of(entry, quick()),
            None => folder_with(&quick()),
        };
        let path = folder.path().join("game.minnow.ron");
        std::fs::write(&path, minnow_game::save::to_ron(&game)).unwrap();
        let desk = Desk::open_in(folder, Some(path), WIDE);
        assert_eq!(desk.state().session.settings.program_name(), expected);
        assert!(!desk.state().session.is_thinking(), "opening a game starts nothing");
    }
}

#[test]
fn a_program_analyses_beside_minnow() {
    let go = "echo info depth 7 multipv 1 score cp 31 nodes 100 time 10 pv a2a3 a5a4";
    let folder = folder_of(engine(go, "stop) echo bestmove a2a3;;"), quick());
    let mut desk = Desk::analysing_in(folder, &game("a2a3 a5a4"), WIDE);
    desk.press(Modifiers::NONE, Key::Home);
    desk.press(Modifiers::NONE, Key::Space);
    desk.click("3 lines");
    desk.click("Also by Fake");
    desk.until("a line", |state| {
        let here = state.live.subject(&state.session);
        state.live.program.shown(&here).is_some_and(|shown| shown.fresh)
    });
    assert!(desk.says("Fake, line 1, +0.3: 1. a3 a4"));
    assert!(desk.says("Fake \u{b7} depth 7"));
    desk.press(Modifiers::NONE, Key::ArrowRight);
    assert!(!desk.says("Fake, line 1"), "that was another position");
    desk.click("End the analysis by Fake");
    assert!(desk.state().live.program.name().is_none() && desk.state().live.is_on);
}

#[test]
fn a_failed_analysis_says_why() {
    let mut desk =
        Desk::analysing_in(folder_of(engine("exit 3", ""), quick()), &game("a2a3"), WIDE);
    desk.press(Modifiers::NONE, Key::Space);
    desk.click("3 lines");
    desk.click("Also by Fake");
    desk.until("the problem", |state| state.live.program.problem().is_some());
    assert!(desk.says("Fake") && desk.says("The analysis has ended: it ended"));
}

#[test]
fn a_second_opinion_goes_to_the_comment() {
    let go = "echo info depth 5 score cp 40 nodes 9 time 1 pv b2b3; echo bestmove b2b3";
    let folder = folder_of(engine(go, ""), quick());
    let mut desk = Desk::analysing_in(folder, &game("a2a3 a5a4"), WIDE);
    desk.press(Modifiers::NONE, Key::Home);
    desk.press(Modifiers::NONE, Key::ArrowRight);
    desk.click("Review menu");
    desk.click("Second opinion by Fake");
    desk.until("the opinion", |state| {
        let game = &state.session.game;
        game.node(game.cursor()).is_some_and(|node| !node.notes.comment.is_empty())
    });
    let game = &desk.state().session.game;
    let node = game.node(game.cursor()).unwrap();
    assert_eq!(node.notes.comment, "Fake prefers another move: 1. b3 (+0.4, depth 5).");
    assert!(game.node(NodeId::ROOT).unwrap().notes.comment.is_empty());
}

/// The processes whose command line has this word.
#[cfg(target_os = "linux")]
fn processes_with(word: &str) -> usize {
    let entries = std::fs::read_dir("/proc").unwrap().flatten();
    let lines = entries.filter_map(|entry| std::fs::read(entry.path().join("cmdline")).ok());
    lines.filter(|line| String::from_utf8_lossy(line).contains(word)).count()
}

#[cfg(target_os = "linux")]
#[test]
fn no_program_survives_its_window() {
    let word = format!("survivor-{}", std::process::id());
    let mut desk = against(engine(&format!(": {word}"), "stop) echo bestmove a5a4;;"));
    assert_eq!(processes_with(&word), 0, "a window starts nothing by itself");
    desk.play("a2", "a3");
    desk.click("Move now");
    desk.until_plies(2);
    assert!(processes_with(&word) > 0);
    drop(desk);
    let begun = std::time::Instant::now();
    while processes_with(&word) > 0 {
        assert!(begun.elapsed().as_secs() < 60, "it goes on");
        std::thread::yield_now();
    }
}
