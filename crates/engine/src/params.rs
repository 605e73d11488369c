//! Every number that tunes the search, grouped by technique.
//!
//! Values are in centipawns or in plies of remaining depth. Measurements are in
//! `docs/measurements/search.md`. The evaluation's networks and weights are in `assets/nets/` and
//! `assets/weights/`.
//!
//! A row `name = 30, 10..=90, 6` declares the function `name`, which returns 30. Range and step are for
//! `minnow-workshop spsa`, which tunes these numbers by games. The numbers below them stay as they are
//! in such games: those of time play no part at fixed nodes.

use crate::search_numbers::search_numbers;

search_numbers! {
    /// Aspiration windows: half the width of the first window, around the last iteration's score.
    aspiration_width = 30, 8..=100, 6;
    /// Aspiration windows: first iteration with one; scores of shallower iterations vary too much.
    aspiration_depth = 5, 3..=9, 1;

    /// Static exchange evaluation: value of each role besides the king.
    exchange_pawn = 100, 60..=180, 10;
    exchange_knight = 300, 200..=450, 20;
    exchange_bishop = 330, 200..=450, 20;
    exchange_rook = 500, 350..=750, 30;
    exchange_queen = 950, 650..=1_400, 50;

    /// History: bonus for each ply of remaining depth, and its maximum.
    history_bonus = 297, 80..=700, 40;
    history_max_bonus = 2_051, 600..=5_000, 300;
    /// History: largest absolute value of an entry.
    history_range = 14_793, 8_000..=30_000, 1_500;

    /// Correction history: largest correction of a static evaluation, in centipawns; largest weight of
    /// one search result; and the sum of all weights.
    correction_max = 105, 30..=250, 20;
    correction_max_weight = 15, 6..=40, 3;
    correction_weights = 264, 100..=600, 40;

    /// Quiescence search, delta pruning: margin above the stand-pat score and the captured material.
    delta_margin = 165, 60..=450, 25;

    /// Reverse futility pruning: largest depth, and margin for each ply of it.
    reverse_futility_depth = 6, 4..=12, 1;
    reverse_futility_margin = 69, 35..=160, 8;

    /// Null move pruning: smallest depth; reduction in plies; plies of depth that reduce by one ply
    /// more; and centipawns above beta that do (up to three plies).
    null_move_depth = 4, 2..=6, 1;
    null_move_reduction = 4, 2..=6, 1;
    null_move_depth_divisor = 3, 2..=8, 1;
    null_move_score_divisor = 199, 80..=400, 25;
    /// Null move pruning: fewest pieces of the side besides king and pawns.
    null_move_min_pieces = 1, 1..=3, 1;
    /// Null move pruning: smallest depth at which a cutoff is verified.
    null_move_verify_depth = 11, 6..=18, 1;

    /// Internal iterative reduction: smallest depth of a node without a table move.
    internal_reduction_depth = 4, 3..=9, 1;

    /// Late move pruning: largest depth, and number of moves kept at depth 0; half as many where the
    /// static evaluation is not improving.
    late_move_depth = 9, 4..=12, 1;
    late_move_base = 7, 1..=10, 1;
    /// Futility pruning: largest depth; margin of quiet moves, of captures, and for each ply.
    futility_depth = 7, 4..=12, 1;
    futility_base = 103, 30..=220, 12;
    futility_capture_base = 204, 60..=400, 25;
    futility_margin = 80, 35..=180, 10;
    /// History pruning: largest depth, and history score for each ply below which a quiet move is
    /// pruned.
    history_pruning_depth = 4, 2..=8, 1;
    history_pruning = -4_763, -12_000..=-1_000, 600;
    /// Static exchange pruning: largest depth; the material a capture may lose for each ply, and a quiet
    /// move for the square of the plies.
    see_pruning_depth = 5, 4..=12, 1;
    see_pruning_capture = 75, 20..=150, 8;
    see_pruning_quiet = 15, 4..=50, 3;

    /// Singular extension: smallest depth; how much shallower the table's entry may be; and margin below
    /// its score for each ply.
    singular_depth = 5, 4..=10, 1;
    singular_entry_depth = 2, 2..=5, 1;
    singular_margin = 2, 1..=6, 1;
    /// Singular extension: further margin for an extension of two plies.
    singular_double_margin = 32, 5..=80, 5;

    /// Late move reductions: smallest depth, number of the first reduced move, and base and divisor of
    /// the reduction base + ln(depth) * ln(number) / divisor, both in percent.
    reduction_depth = 3, 2..=5, 1;
    reduction_first = 4, 2..=6, 1;
    reduction_base_percent = 61, 0..=150, 10;
    reduction_divisor_percent = 206, 140..=350, 12;
    /// Late move reductions: history score that changes the reduction by one ply.
    reduction_history = 8_833, 3_000..=24_000, 1_000;
}

/// Transposition table: scores are not used within this many plies of the draw by lack of progress,
/// because the key does not depend on the plies since the last progress.
pub(crate) const NO_PROGRESS_PLIES: u32 = 12;
/// Transposition table: in this many last plies before a move limit the key depends on the ply. They
/// are more than the plies in which the evaluation fades, so that a faded score is used at its own
/// ply only, and enough for the mates that a search finds.
pub(crate) const LIMIT_KEY_PLIES: u32 = 40;
/// Transposition table: with more plies left, this many neighbouring plies share a key.
pub(crate) const LIMIT_KEY_STEP: u32 = 8;

/// Time: number of moves that share the clock, if neither time control nor move limit is nearer.
pub(crate) const CLOCK_MOVES: u64 = 28;
/// Time: percent of the increment that a move's share includes.
pub(crate) const CLOCK_INCREMENT_PERCENT: u64 = 75;
/// Time: the soft limit in percent of a move's share; a running iteration continues after it.
pub(crate) const CLOCK_SOFT_PERCENT: u64 = 200;
/// Time: the hard limit in percent of a move's share.
pub(crate) const CLOCK_HARD_PERCENT: u64 = 600;
/// Time: maximum for one move in percent of the clock, unless the move is the last.
pub(crate) const CLOCK_MAX_PERCENT: u64 = 40;
/// Time: factor on the soft limit when the best move has just changed.
pub(crate) const CLOCK_UNSTABLE: f64 = 1.3;
/// Time: decrease of that factor for each iteration that keeps the best move.
pub(crate) const CLOCK_STABLE_STEP: f64 = 0.09;
/// Time: largest number of iterations that decrease it.
pub(crate) const CLOCK_STABLE_MAX: u32 = 8;
/// Time: factor on the soft limit if no node was spent on the best move.
pub(crate) const CLOCK_NODES: f64 = 1.7;
/// Time: decrease of that factor if all nodes were spent on the best move.
pub(crate) const CLOCK_NODES_FALL: f64 = 1.2;
/// Time: a fall of the score by this many centipawns doubles the soft limit; more does not.
pub(crate) const CLOCK_FALL: f64 = 120.0;
