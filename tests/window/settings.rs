//! Settings reach the search, and are restored at the next start.

use std::{fs, path::Path};

use egui::accesskit::Role;
use egui::{Key, Modifiers, vec2};
use egui_kittest::kittest::{By, Queryable};

use minnow::app::session::settings::{ReplyPace, Settings, Sides, ThemeChoice};
use minnow::app::storage::places::Places;
use minnow_engine::{Level, SearchJob, SearchLimits, Strength};

use crate::desk::{Desk, WIDE, folder_with, quick, to_depth, two_humans};

/// The job of the window's next search, as the settings are now.
fn next_job(desk: &Desk) -> SearchJob {
    desk.state().session.reply_job(0).unwrap()
}

fn set_level(desk: &mut Desk, level: u8) {
    desk.all("Level").last().unwrap().set_value_accesskit(f64::from(level));
    desk.run();
}

#[test]
fn the_level_slider_keeps_its_place() {
    let mut desk = Desk::with(&Settings { use_custom: false, ..quick() });
    desk.unfold();
    let labels = ["Level", "Limits", "You play: White", "Board", "Clock: None"];
    let places = labels.map(|label| desk.rect(label));
    for number in 1..=12 {
        set_level(&mut desk, number);
        assert_eq!(labels.map(|label| desk.rect(label)), places, "level {number}");
    }
}

#[test]
fn each_watched_side_has_its_level() {
    // So much time that the window rests between two moves.
    let settings = Settings { use_custom: false, level: 3, watch_pause_ms: 8_000, ..quick() };
    let mut desk = Desk::with(&settings);
    desk.unfold();
    desk.click("Players: Watch");
    let slide = |desk: &mut Desk, slider: &str, value: f64| {
        desk.all(slider).last().unwrap().set_value_accesskit(value);
        desk.run();
    };
    slide(&mut desk, "Level of Black", 7.0);
    slide(&mut desk, "Time for a move, at least", 10_000.0);
    let settings = &desk.state().session.settings;
    assert_eq!((settings.level, settings.black_level), (3, Some(7)));
    assert_eq!(settings.watch_pause_ms, 10_000);
    for text in ["Gudgeon", "level 3", "Chub", "level 7", "10.0 s"] {
        assert!(desk.shows(text), "{text}");
    }
}

#[test]
fn clocks_reach_from_bullet_to_an_hour() {
    let with_clock = |name: &str| {
        let mut desk = Desk::with(&quick());
        desk.click("Clock: Other");
        desk.choose("Times", |text| text == name);
        desk
    };
    assert!(with_clock("Bullet 1+0").shows("clock 1:00"));
    let mut desk = with_clock("Classical 60+0");
    assert!(desk.shows("clock 1:00:00"));
    desk.set_number("Minutes", "45");
    desk.set_number("Increment, seconds a move", "4");
    desk.set_number("Delay, seconds a move", "6");
    let control = desk.state().session.clock.as_ref().unwrap().control();
    assert_eq!(
        (control.base_ms, control.increment_ms, control.delay_ms),
        (2_700_000, 4_000, 6_000)
    );
    let base_ms = |desk: &Desk| desk.state().session.clock.as_ref().unwrap().control().base_ms;
    for (typed, wanted_ms) in [("1,5", 90_000), ("0.5", 30_000), ("0,25", 15_000)] {
        desk.set_number("Minutes", typed);
        assert_eq!(base_ms(&desk), wanted_ms, "{typed}");
    }
    for typed in ["500", "-3", "0", "1:30", "0,01"] {
        desk.set_number("Minutes", typed);
        let refusal = "is not a number from 0.05 to 180 in steps of 0.05, so 0.25 stays.";
        assert!(desk.says(&format!("\"{typed}\" {refusal}")), "{typed}");
        assert_eq!(base_ms(&desk), 15_000, "{typed}");
    }
}

#[test]
fn numbers_are_taken_whole_or_refused() {
    let mut desk = Desk::with(&Settings { use_custom: false, ..quick() });
    desk.unfold();
    desk.choose("Limits", |text| text == "Limits of your own");
    desk.set_number("Time, at most", "0,5");
    desk.set_number("Positions, at most", "250,000");
    desk.set_number("Depth, at most", "6 half-moves");
    let taken = desk.state().session.settings.custom;
    assert_eq!((taken.think_ms, taken.nodes, taken.depth_plies), (500, Some(250_000), Some(6)));
    for (field, typed, stays) in [
        ("Time, at most", "0,5,5", "0.50"),
        ("Time, at most", "1,500", "0.50"),
        ("Positions, at most", "10,0000", "250,000"),
        ("Positions, at most", "250.000", "250,000"),
        ("Depth, at most", "6,5", "6"),
        ("Depth, at most", "6 moves", "6"),
    ] {
        desk.set_number(field, typed);
        assert_eq!(desk.state().session.settings.custom, taken, "{field}: {typed}");
        assert!(desk.says(&format!("\"{typed}\" is not a ")), "{field}: {typed}");
        assert!(desk.says(&format!(", so {stays} stays.")), "{field}: {typed}");
        desk.set_number(field, stays);
        assert!(!desk.says("stays."), "what is taken ends the refusal");
    }
}

#[test]
fn the_sliders_level_limits_the_next_search() {
    let mut desk = Desk::with(&Settings { use_custom: false, ..quick() });
    for number in [1, 3, 5, 2] {
        set_level(&mut desk, number);
        let level = Level::get(number);
        assert!(desk.says(&format!("{} level {number} of 12, about ", level.name)));
        let job = next_job(&desk);
        assert_eq!(job.limits, level.limits());
        let strength = job.opponent.map(|opponent| opponent.strength);
        assert_eq!(strength, Some(Strength::of_level(number)));
    }
}

#[test]
fn own_limits_reach_the_search() {
    let mut desk = Desk::with(&Settings { use_custom: false, ..quick() });
    desk.unfold();
    desk.choose("Limits", |text| text == "Limits of your own");
    desk.set_number("Depth, at most", "0");
    desk.set_number("Positions, at most", "50");
    desk.set_number("Time, at most", "600");
    let (nodes, movetime_ms, threads) = (Some(50), Some(600_000), Some(1));
    let limits = SearchLimits { nodes, movetime_ms, threads, ..SearchLimits::default() };
    assert_eq!(next_job(&desk).limits, limits);
    assert_eq!(next_job(&desk).opponent, None);
    // No depth limits this search, so an answer shows that the nodes did.
    desk.play("a2", "a3");
    desk.until_plies(2);
    assert!(desk.shows("Minnow") && desk.shows("own limits"));
}

#[test]
fn a_new_level_counts_from_the_next_move() {
    let mut desk = Desk::with(&to_depth(60));
    desk.play("a2", "a3");
    assert!(desk.state().session.is_thinking());
    desk.unfold();
    desk.choose("Limits", |text| text == "Limits from the level");
    set_level(&mut desk, 1);
    assert!(desk.state().session.is_thinking(), "the search under way goes on");
    desk.click("Move now");
    desk.until_plies(2);
    desk.play("b2", "b3");
    desk.until_plies(4);
}

#[test]
fn settings_are_there_again_at_the_next_start() {
    let folder = tempfile::tempdir().unwrap();
    let mut desk = Desk::open(folder.path(), None, WIDE);
    set_level(&mut desk, 9);
    desk.unfold();
    for label in ["Reply: Calm", "Clock: 3+2", "Show what it thinks", "Warn before losing the king"]
    {
        desk.click_in_view_or_not(label);
    }
    desk.open_settings();
    for label in [
        "Coordinates",
        "Dots where a piece can go",
        "Mark the last move",
        "Confirm each move",
        "Premoves",
        "Theme: Dark",
        "Board colours: Harbour",
        "Animations",
    ] {
        desk.click_in_view_or_not(label);
    }
    desk.close_page();
    desk.choose_board(|text| text.starts_with("Microchess"));
    desk.click("You play: Either");
    let set = desk.state().session.settings.clone();
    assert!(set.confirm_moves && !set.premoves && !set.marks.targets && !set.warn_king);
    assert_eq!((set.level, set.theme, set.reply), (9, ThemeChoice::Dark, ReplyPace::Calm));
    drop(desk);

    let desk = Desk::open(folder.path(), None, WIDE);
    assert_eq!(desk.state().session.settings, set);
    assert_eq!(desk.state().session.variant().id, "microchess");
    assert!(
        desk.harness.ctx.options(|options| options.theme_preference) == egui::ThemePreference::Dark
    );
    assert!(desk.says("level 9 of 12") && desk.says("3:00"));
    assert!(desk.shows("Players: Watch"), "what was unfolded stays so");
}

#[test]
fn a_confirmed_move_is_played_and_another_is_not() {
    let mut desk = Desk::with(&Settings { confirm_moves: true, ..two_humans() });
    let board = desk.rect("board");
    desk.play("a2", "a3");
    assert!(desk.shows("Play a3?") && desk.moves().is_empty());
    assert!(desk.shows("a3, white pawn") && desk.shows("a2, empty"), "it stands on the board");
    for label in ["Play a3?", "Play it", "Take it back"] {
        assert!(!desk.rect(label).intersects(board), "{label} lies beside the board");
    }
    desk.click("Take it back");
    assert!(desk.moves().is_empty() && !desk.shows("Play a3?"));
    assert!(desk.shows("a2, white pawn") && desk.shows("a3, empty"));
    desk.play("b1", "c3");
    desk.click("Play it");
    assert_eq!(desk.moves(), ["Nc3"]);
}

#[test]
fn keys_answer_for_an_open_move() {
    let mut desk = Desk::with(&Settings { confirm_moves: true, ..two_humans() });
    desk.type_text("a2a3");
    assert!(desk.shows("Play a3?"));
    desk.press(Modifiers::NONE, Key::Escape);
    assert!(!desk.shows("Play a3?") && desk.moves().is_empty());
    desk.press(Modifiers::NONE, Key::Tab);
    for key in [Key::Escape, Key::Enter] {
        for square in ["b1", "c3"] {
            desk.go_to_square(square);
            desk.press(Modifiers::NONE, Key::Enter);
        }
        assert!(desk.shows("Play Nc3?") && desk.moves().is_empty());
        desk.press(Modifiers::NONE, key);
        assert!(!desk.shows("Play Nc3?"), "{key:?} answers on the board, too");
    }
    assert_eq!(desk.moves(), ["Nc3"]);
    desk.focus("Hint");
    desk.type_text("b5b4");
    desk.press(Modifiers::NONE, Key::Enter);
    assert_eq!(desk.moves(), ["Nc3", "b4"], "not the control that had the focus");
    desk.type_text("a2a3");
    let is_there = |desk: &Desk| desk.focused() == "Play it";
    for _ in 0..30 {
        if !is_there(&desk) {
            desk.press(Modifiers::NONE, Key::Tab);
        }
    }
    assert!(is_there(&desk), "the Tab key reaches the answers");
    desk.press(Modifiers::NONE, Key::Tab);
    assert_eq!(desk.focused(), "Take it back");
    desk.press(Modifiers::NONE, Key::Enter);
    assert_eq!(desk.moves().len(), 2);
}

#[test]
fn without_premoves_the_board_waits_for_the_reply() {
    for premoves in [true, false] {
        let mut desk = Desk::with(&Settings { premoves, ..to_depth(60) });
        desk.play("a2", "a3");
        assert!(desk.state().session.is_thinking());
        desk.play("b2", "b3");
        assert_eq!(desk.state().play.premove.is_some(), premoves);
    }
}

#[test]
fn a_reset_asks_and_keeps_the_choices_of_the_game() {
    let mut desk = Desk::with(&Settings { volume: 20, premoves: false, ..two_humans() });
    let before = desk.state().session.settings.clone();
    desk.open_settings();
    desk.click_in_view_or_not("Reset settings\u{2026}");
    desk.click("Cancel");
    assert_eq!(desk.state().session.settings, before);
    desk.click_in_view_or_not("Reset settings\u{2026}");
    desk.click("Reset");
    assert_eq!(desk.state().session.settings, before.reset());
    assert!(before.reset().premoves && before.reset().sides == before.sides);
}

#[test]
fn a_link_leads_to_the_section_and_tab_goes_on_there() {
    for size in [WIDE, vec2(360.0, 640.0)] {
        let mut desk = Desk::open_in(folder_with(&two_humans()), None, size);
        desk.open_settings();
        let data = |desk: &Desk| desk.rect("Reset settings\u{2026}");
        let window = desk.harness.ctx.content_rect();
        assert!(!window.contains_rect(data(&desk)), "{size:?}: the page is longer");
        let link = By::new().role(Role::Link).label("Data");
        desk.harness.get(link).click();
        desk.run();
        assert_eq!(desk.focused(), "Data");
        assert!(window.contains_rect(data(&desk)), "{size:?}: {:?}", data(&desk));
        desk.press(Modifiers::NONE, Key::Tab);
        assert_eq!(desk.focused(), "Copy the path", "{size:?}");
    }
}

#[test]
fn the_systems_wish_for_less_motion_is_the_default() {
    let mut desk = Desk::with(&Settings { animate: true, ..quick() });
    desk.open_settings();
    let is_on = |desk: &Desk| desk.state().session.settings.animates();
    assert!(is_on(&desk));
    desk.harness.state_mut().set_system_motion(true);
    desk.run();
    assert!(!is_on(&desk) && desk.harness.ctx.global_style().animation_time == 0.0);
    desk.click_in_view_or_not("Animations");
    assert!(is_on(&desk), "the user's choice wins");
    desk.click_in_view_or_not("Animations");
    desk.harness.state_mut().set_system_motion(false);
    desk.run();
    assert!(!is_on(&desk), "in both directions");
}

#[test]
fn unreadable_settings_are_set_aside_and_reported() {
    let folder = folder_with(&quick());
    let file = minnow::app::storage::places::Places::below(folder.path()).settings_file();
    std::fs::write(&file, "(level: \"many\"").unwrap();
    let mut desk = Desk::open(folder.path(), None, WIDE);
    assert!(desk.notice().contains("not readable (1:"), "{}", desk.notice());
    set_level(&mut desk, 7);
    drop(desk);
    let aside = file.with_extension("ron.unreadable");
    assert_eq!(std::fs::read_to_string(aside).unwrap(), "(level: \"many\"");
    assert_eq!(Desk::open(folder.path(), None, WIDE).state().session.settings.level, 7);
}

#[test]
fn a_changed_setting_erases_no_record_of_another_window() {
    let folder = folder_with(&quick());
    let file = Places::below(folder.path()).settings_file();
    // As versions wrote it that kept the records with the settings.
    let settings = fs::read_to_string(&file).unwrap();
    let settings = settings.strip_suffix(')').unwrap();
    let old = format!("{settings}recent: [\"/games/old.minnow.ron\"], learned: [\"minimax\"])");
    fs::write(&file, &old).unwrap();
    let mut first = Desk::open(folder.path(), None, WIDE);
    let has_records = |path: &Path| fs::read_to_string(path).unwrap().contains("minimax");
    first.until("settings without records", |_| !has_records(&file));
    let mut second = Desk::open(folder.path(), None, WIDE);
    assert_eq!((first.notice(), second.notice()), (String::new(), String::new()));
    second.press(Modifiers::COMMAND, Key::Num4);
    second.click("Lab: As printed");
    second.click("Line 4: if v > b: return v");
    first.unfold();
    first.click_in_view_or_not("Reply: Calm");
    drop((first, second));
    let mut desk = Desk::open(folder.path(), None, WIDE);
    let session = &desk.state().session;
    assert_eq!(session.lists.learned().collect::<Vec<_>>(), ["minimax", "printed-0"]);
    assert_eq!(session.settings.reply, ReplyPace::Calm);
    desk.menu("Games", "Recent");
    assert!(desk.shows("old.minnow.ron"));
    assert_eq!(fs::read_to_string(file.with_extension("ron~")).unwrap(), old);
}

#[test]
fn the_folded_line_names_unusual_choices() {
    let settings = Settings { animate: false, sounds: false, ..Settings::default() };
    let mut desk = Desk::with(&settings);
    assert!(desk.shows("More"));
    desk.unfold();
    desk.choose("Odds", |text| text == "Computer without a knight");
    desk.click_in_view_or_not("Coach asks before bad moves");
    assert!(desk.shows("More: knight odds, coach"));
    desk.click_in_view_or_not("More: knight odds, coach");
    assert!(desk.shows("More: knight odds, coach") && !desk.shows("Coach asks before bad moves"));
    desk.play("a2", "a3");
    assert!(desk.shows("This game: Dace, level 4, without a knight \u{b7} you play White"));
}

#[test]
fn a_side_left_open_is_drawn() {
    let mut desk = Desk::with(&quick());
    let mut drawn = Vec::new();
    desk.click("You play: Either");
    for _ in 0..12 {
        drawn.push(desk.state().session.settings.sides);
        assert!(desk.state().session.settings.draws_side && desk.shows("Start game"));
        desk.click("New game");
    }
    assert!(drawn.contains(&Sides::White) && drawn.contains(&Sides::Black), "{drawn:?}");
    assert_eq!(drawn.iter().filter(|sides| sides.has_one_human()).count(), drawn.len());
}
