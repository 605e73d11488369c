//! The data that come with the program, checked by other means than those that made them, reviews in
//! saved games of older formats, and the days of the user's record.

// In a test a panic is the report.
#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used)]

mod days;
mod puzzles;

use minnow_game::save::from_ron;
use minnow_study::analysis::summary;

#[test]
fn a_review_says_whether_its_marks_are_confirmed() {
    let is_unconfirmed = |file: &[u8]| summary(&from_ron(file).unwrap()).unwrap().is_unconfirmed;
    assert!(is_unconfirmed(include_bytes!("../../../game/tests/fixtures/format2.minnow.ron")));
    assert!(!is_unconfirmed(include_bytes!("../../../game/tests/fixtures/format5.minnow.ron")));
}
