//! Every number that tunes the search, grouped by technique.
//!
//! Values are in centipawns or in plies of remaining depth. Measurements are in
//! `docs/measurements/search.md`. The evaluation's networks and weights are in `assets/nets/` and
//! `assets/weights/`.

/// Aspiration windows: half the width of the first window, around the last iteration's score.
pub(crate) const ASPIRATION_WIDTH: i32 = 30;
/// Aspiration windows: first iteration with one; scores of shallower iterations vary too much.
pub(crate) const ASPIRATION_DEPTH: u32 = 5;

/// Static exchange evaluation: value of a role, pawn to king.
pub(crate) const EXCHANGE_VALUES: [i32; 6] = [100, 300, 330, 500, 950, 10_000];

/// History: bonus for each ply of remaining depth, and its maximum.
pub(crate) const HISTORY_BONUS: i32 = 300;
pub(crate) const HISTORY_MAX_BONUS: i32 = 2_400;
/// History: largest absolute value of an entry.
pub(crate) const HISTORY_RANGE: i32 = 16_000;

/// Correction history: largest correction of a static evaluation, in centipawns; largest weight of
/// one search result; and the sum of all weights.
pub(crate) const CORRECTION_MAX: i32 = 128;
pub(crate) const CORRECTION_MAX_WEIGHT: i32 = 16;
pub(crate) const CORRECTION_WEIGHTS: i32 = 256;

/// Quiescence search, delta pruning: margin above the stand-pat score and the captured material.
pub(crate) const DELTA_MARGIN: i32 = 180;

/// Reverse futility pruning: largest depth, and margin for each ply of it.
pub(crate) const REVERSE_FUTILITY_DEPTH: i32 = 7;
pub(crate) const REVERSE_FUTILITY_MARGIN: i32 = 80;

/// Null move pruning: smallest depth; reduction in plies; plies of depth that reduce by one ply
/// more; and centipawns above beta that do (up to three plies).
pub(crate) const NULL_MOVE_DEPTH: i32 = 3;
pub(crate) const NULL_MOVE_REDUCTION: i32 = 3;
pub(crate) const NULL_MOVE_DEPTH_DIVISOR: i32 = 4;
pub(crate) const NULL_MOVE_SCORE_DIVISOR: i32 = 200;
/// Null move pruning: fewest pieces of the side besides king and pawns.
pub(crate) const NULL_MOVE_MIN_PIECES: u32 = 1;
/// Null move pruning: smallest depth at which a cutoff is verified.
pub(crate) const NULL_MOVE_VERIFY_DEPTH: i32 = 10;

/// Internal iterative reduction: smallest depth of a node without a table move.
pub(crate) const INTERNAL_REDUCTION_DEPTH: i32 = 6;

/// Late move pruning: largest depth, and number of moves kept at depth 0; half as many where the
/// static evaluation is not improving.
pub(crate) const LATE_MOVE_DEPTH: i32 = 7;
pub(crate) const LATE_MOVE_BASE: i32 = 4;
/// Futility pruning: largest depth; margin of quiet moves, of captures, and for each ply.
pub(crate) const FUTILITY_DEPTH: i32 = 7;
pub(crate) const FUTILITY_BASE: i32 = 100;
pub(crate) const FUTILITY_CAPTURE_BASE: i32 = 200;
pub(crate) const FUTILITY_MARGIN: i32 = 90;
/// History pruning: largest depth, and history score for each ply below which a quiet move is
/// pruned.
pub(crate) const HISTORY_PRUNING_DEPTH: i32 = 4;
pub(crate) const HISTORY_PRUNING: i32 = -5_000;
/// Static exchange pruning: largest depth; the material a capture may lose for each ply, and a quiet
/// move for the square of the plies.
pub(crate) const SEE_PRUNING_DEPTH: i32 = 7;
pub(crate) const SEE_PRUNING_CAPTURE: i32 = 60;
pub(crate) const SEE_PRUNING_QUIET: i32 = 15;

/// Singular extension: smallest depth; how much shallower the table's entry may be; and margin below
/// its score for each ply.
pub(crate) const SINGULAR_DEPTH: i32 = 6;
pub(crate) const SINGULAR_ENTRY_DEPTH: i32 = 3;
pub(crate) const SINGULAR_MARGIN: i32 = 2;
/// Singular extension: further margin for an extension of two plies.
pub(crate) const SINGULAR_DOUBLE_MARGIN: i32 = 25;

/// Late move reductions: smallest depth, number of the first reduced move, and base and divisor of
/// the reduction base + ln(depth) * ln(number) / divisor.
pub(crate) const REDUCTION_DEPTH: i32 = 2;
pub(crate) const REDUCTION_FIRST: i32 = 3;
pub(crate) const REDUCTION_BASE: f64 = 0.60;
pub(crate) const REDUCTION_DIVISOR: f64 = 2.1;
/// Late move reductions: history score that changes the reduction by one ply.
pub(crate) const REDUCTION_HISTORY: i32 = 10_000;

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
pub(crate) const CLOCK_SOFT_PERCENT: u64 = 65;
/// Time: the hard limit in percent of a move's share.
pub(crate) const CLOCK_HARD_PERCENT: u64 = 250;
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
