//! Days and times of the record of puzzles: files of older versions, whose times have no zone, clocks
//! that are set back or wrong, flights, and days of 23 and 25 hours.

use std::{collections::HashSet, path::Path};

use proptest::{collection::vec, prelude::*};

use minnow_study::puzzles::{
    PuzzleResult::{self, Failed, Solved},
    PuzzleSchedule, PuzzleTry, PuzzleTryList, solved_days,
};

/// A list in a file of an older version.
fn fixture(name: &str) -> PuzzleTryList {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures").join(name);
    let read = PuzzleTryList::read(&path).unwrap();
    assert!(read.set_aside.is_none() && !read.list.is_empty());
    read.list
}

/// A list of tries in the order of entry: time, puzzle and result.
fn list(tries: &[(&str, &str, PuzzleResult)]) -> PuzzleTryList {
    let mut list = PuzzleTryList::default();
    for (ended, puzzle, result) in tries {
        let (ended, puzzle) = ((*ended).to_owned(), (*puzzle).to_owned());
        list.add(PuzzleTry { ended, puzzle, difficulty: 1, result: *result });
    }
    list
}

/// The number of puzzles to repeat.
fn due(tries: &PuzzleTryList, now: &str) -> usize {
    PuzzleSchedule::new(tries, now).due().len()
}

#[test]
fn puzzles_are_due_by_day_not_by_hour() {
    let tries = fixture("due-by-hour.puzzles.ron");
    assert_eq!(due(&tries, "20261124-235959-000"), 0);
    assert_eq!(due(&tries, "20261125-000000-000+0100"), 3);
    assert_eq!(due(&tries, "20261125-090000-000"), 3);
}

#[test]
fn a_clock_that_was_wrong_hides_nothing() {
    let tries = fixture("wrong-clock.puzzles.ron");
    let now = "20261126-093000-000+0100";
    assert_eq!(due(&tries, now), 2);
    let practised = solved_days(&tries, now);
    assert_eq!((practised.in_a_row, practised.days, practised.today), (0, 1, 0));
    let schedule = PuzzleSchedule::new(&tries, now);
    assert!(schedule.is_known("minichess-c328b6526eccaacc"));
    assert!(!schedule.is_known("minichess-0b7cf04e0510c0df"), "it is new");
}

#[test]
fn tries_count_in_the_order_of_entry() {
    // The clock was set back by seven hours between the two.
    let [late, early] = ["20261124-220000-000", "20261124-150000-000"];
    let solved_last = list(&[(late, "a", Failed), (early, "a", Solved)]);
    assert_eq!(due(&solved_last, "20261125-120000-000"), 0);
    assert_eq!(solved_days(&solved_last, "20261125-120000-000").in_a_row, 1);
    let failed_last = list(&[(late, "a", Solved), (early, "a", Failed)]);
    assert_eq!(due(&failed_last, "20261125-120000-000"), 1);
    assert_eq!(solved_days(&failed_last, "20261125-120000-000").in_a_row, 0);
}

#[test]
fn a_flight_west_asks_nothing_twice() {
    let tries = list(&[("20261126-010000-000+0900", "a", Failed)]);
    let schedule = PuzzleSchedule::new(&tries, "20261125-180000-000-0800");
    assert!(schedule.is_known("a") && !schedule.is_due("a"));
    assert_eq!(due(&tries, "20261126-230000-000-0800"), 0);
    assert_eq!(due(&tries, "20261127-000100-000-0800"), 1);
}

#[test]
fn a_flight_in_an_old_file_is_no_future() {
    let tries = list(&[("20261126-003000-000", "a", Solved)]);
    let schedule = PuzzleSchedule::new(&tries, "20261125-180000-000-0800");
    assert!(schedule.is_known("a") && !schedule.is_due("a"));
    assert_eq!(solved_days(&tries, "20261125-180000-000-0800").in_a_row, 1);
}

#[test]
fn short_and_long_days_shift_nothing() {
    let spring = list(&[("20260328-233000-000+0100", "a", Failed)]);
    assert_eq!(due(&spring, "20260329-003000-000+0100"), 1);
    assert_eq!(due(&spring, "20260329-233000-000+0200"), 1);
    let autumn = list(&[
        ("20261025-025900-000+0200", "a", Failed),
        ("20261025-020100-000+0100", "b", Failed),
    ]);
    assert_eq!(due(&autumn, "20261025-235900-000+0100"), 0);
    assert_eq!(due(&autumn, "20261026-000100-000+0100"), 2);
}

#[test]
fn a_clock_set_back_by_a_minute_loses_nothing() {
    let tries = list(&[("20261125-120030-000+0100", "a", Failed)]);
    assert!(PuzzleSchedule::new(&tries, "20261125-115900-000+0100").is_known("a"));
    assert_eq!(due(&tries, "20261126-080000-000+0100"), 1);
}

#[test]
fn only_wrong_times_leave_a_puzzle_new() {
    let tries = list(&[("20991231-235959-000+0000", "a", Solved)]);
    let now = "20261125-120000-000+0100";
    assert!(!PuzzleSchedule::new(&tries, now).is_known("a"));
    assert_eq!(solved_days(&tries, now), Default::default());
    let later = list(&[
        ("20991231-235959-000+0000", "a", Solved),
        ("20261124-120000-000+0100", "a", Failed),
    ]);
    assert_eq!(due(&later, now), 1);
}

#[test]
fn a_clock_at_its_beginning_forgets_nothing() {
    let tries = list(&[
        ("20261120-120000-000", "a", Solved),
        ("19700101-000100-000", "a", Failed),
        ("20261121-120000-000", "b", Failed),
    ]);
    assert_eq!(PuzzleSchedule::new(&tries, "20261121-130000-000").days_until_due("a"), Some(0));
    assert_eq!(due(&tries, "20261122-000000-000"), 2);
}

/// A list of puzzles that were solved at these times.
fn solved_at(times: &[&str]) -> PuzzleTryList {
    let names: Vec<String> = (0..times.len()).map(|number| format!("p{number}")).collect();
    let tries = times.iter().zip(&names).map(|(time, name)| (*time, name.as_str(), Solved));
    list(&tries.collect::<Vec<_>>())
}

#[test]
fn flights_and_wrong_clocks_break_no_row() {
    let cases: [(&[&str], &str, u32); 7] = [
        // A flight west, on which the same day comes again.
        (&["20261125-230000-000+0900", "20261126-010000-000+0900"], "20261125-180000-000-0800", 2),
        // Over the date line: the next local day is the next but one.
        (&["20261125-210000-000-0800", "20261127-090000-000+0900"], "20261127-100000-000+0900", 2),
        (&["20261125-210000-000-0800"], "20261127-090000-000+0900", 1),
        // A clock that was set back, by hand or to winter time.
        (&["20261024-120000-000", "20261025-025900-000"], "20261025-020100-000", 2),
        // A day of 23 hours.
        (&["20260328-233000-000+0100", "20260329-233000-000+0200"], "20260330-003000-000+0200", 2),
        // A clock that once stood at its beginning.
        (
            &["20261124-120000-000", "19700101-000100-000", "20261125-120000-000"],
            "20261126-090000-000",
            2,
        ),
        // A whole day without a try.
        (&["20261123-120000-000", "20261125-120000-000"], "20261125-200000-000", 1),
    ];
    for (times, now, days) in cases {
        let practised = solved_days(&solved_at(times), now);
        assert_eq!((practised.days, practised.in_a_row as usize), (days, times.len()), "{now}");
    }
}

/// A time as the user's clock shows it, in minutes of UTC and hours of the zone.
fn stamp(minutes: i64, zone: i64) -> String {
    let local = chrono::DateTime::from_timestamp(60 * (minutes + 60 * zone), 0).unwrap();
    let sign = if zone < 0 { '-' } else { '+' };
    format!("{}-000{sign}{:02}00", local.format("%Y%m%d-%H%M%S"), zone.abs())
}

proptest! {
    /// Whoever practises at least every 24 hours keeps the row, wherever the tries are made.
    #[test]
    fn zones_lose_no_day_of_a_row(
        steps in vec((1..=1_440_i64, -11..=14_i64), 1..40),
        wrong in 0..40_usize,
    ) {
        let mut minutes = 29_800_000;
        let mut times = Vec::new();
        for (wait, zone) in &steps {
            minutes += wait;
            times.push(stamp(minutes, *zone));
        }
        let (wait, zone) = steps[0];
        let now = stamp(minutes + wait, zone);
        let days: HashSet<&str> = times.iter().map(|time| &time[..8]).collect();
        let texts: Vec<&str> = times.iter().map(String::as_str).collect();
        let practised = solved_days(&solved_at(&texts), &now);
        prop_assert_eq!(practised.days as usize, days.len());
        prop_assert_eq!(practised.in_a_row as usize, texts.len());
        // A clock that was wrong once changes nothing.
        let mut with_wrong = texts.clone();
        with_wrong.insert(wrong.min(texts.len()), "20991231-120000-000+0000");
        let then = solved_days(&solved_at(&with_wrong), &now);
        prop_assert_eq!(then, practised);
    }

    /// Each failed puzzle is due from the next day of the user's calendar on, wherever the user is.
    #[test]
    fn zones_lose_nothing_that_is_due(
        steps in vec((0..3_000_i64, -11..=14_i64), 1..30),
        last in (0..3_000_i64, -11..=14_i64),
        wrong in vec(0..30_usize, 0..4),
    ) {
        let mut minutes = 29_800_000;
        let mut times = Vec::new();
        for (wait, zone) in steps {
            minutes += wait;
            times.push(stamp(minutes, zone));
        }
        let now = stamp(minutes + last.0, last.1);
        let names: Vec<String> = (0..times.len()).map(|number| format!("p{number}")).collect();
        let mut tries: Vec<(&str, &str, PuzzleResult)> = times
            .iter()
            .zip(&names)
            .map(|(time, name)| (time.as_str(), name.as_str(), Failed))
            .collect();
        let schedule = PuzzleSchedule::new(&list(&tries), &now);
        for (time, name, _) in &tries {
            prop_assert!(schedule.is_known(name));
            prop_assert_eq!(schedule.is_due(name), now[..8] > time[..8], "{} at {}", time, now);
        }
        let all_due: Vec<String> = schedule.due().into_iter().map(str::to_owned).collect();
        for place in wrong {
            let puzzle = names[place % names.len()].as_str();
            tries.insert(place.min(tries.len()), ("20991231-120000-000+0000", puzzle, Solved));
        }
        prop_assert_eq!(PuzzleSchedule::new(&list(&tries), &now).due().len(), all_due.len());
    }
}
