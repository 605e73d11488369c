//! What scores, proofs and results mean to people.
//!
//! - [`analysis`]: winning chances, the review of a game, warnings of the coach, and the user's rating.
//! - [`puzzles`]: positions with one good move at each step: how they are found, their themes and
//!   difficulty, and when to repeat them.
//! - [`explorer`]: opening statistics, the moves that games have played in a position.
//! - [`win_search`]: the search for a forced win of either side.
//!
//! ```
//! use minnow_engine::Score;
//! use minnow_rules::Variant;
//! use minnow_study::analysis::WinCurve;
//!
//! let curve = WinCurve::of(Variant::default_variant());
//! assert_eq!(curve.percent(Score::DRAW), 50.0);
//! ```

#![warn(missing_docs)]

pub mod analysis;
pub mod explorer;
pub mod puzzles;
pub mod win_search;

/// The moves of a text such as `a2a3 a5a4` from a position on.
#[cfg(test)]
fn moves_of(start: &minnow_rules::Position, text: &str) -> Vec<minnow_rules::Move> {
    let mut position = *start;
    let play = |word: &str| {
        let mv = position.parse_move(word).expect("a legal move");
        position = position.play(mv);
        mv
    };
    text.split_whitespace().map(play).collect()
}
