//! Every number that tunes the search, grouped by technique.
//!
//! Values are in centipawns or plies of remaining depth. What tests measured
//! about them stands in `docs/measurements/search.md`. The evaluation's networks and weights stand in
//! `assets/nets/` and `assets/weights/`.

/// Aspiration: half the width of the first window around the last iteration's score.
pub const ASPIRATION_WIDTH: i32 = 30;
/// Aspiration starts at this depth; shallower scores jump too much.
pub const ASPIRATION_DEPTH: u32 = 5;

/// Worth of a role in exchanges, pawn to king.
pub const EXCHANGE_VALUES: [i32; 6] = [100, 300, 330, 500, 950, 10_000];

/// History: bonus for each ply of remaining depth, and the most.
pub const HISTORY_BONUS: i32 = 300;
pub const HISTORY_MAX_BONUS: i32 = 2_400;
/// History: entries stay within this value either way.
pub const HISTORY_RANGE: i32 = 16_000;

/// Correction history: the most added to a static score, in centipawns; the most weight of one
/// search, and what all weigh together.
pub const CORRECTION_MAX: i32 = 128;
pub const CORRECTION_MAX_WEIGHT: i32 = 16;
pub const CORRECTION_WEIGHTS: i32 = 256;

/// Quiescence: a capture that cannot lift the score to alpha even with this margin is left out.
pub const DELTA_MARGIN: i32 = 180;

/// Reverse futility: deepest remaining depth, and the margin for each ply of it.
pub const REVERSE_FUTILITY_DEPTH: i32 = 7;
pub const REVERSE_FUTILITY_MARGIN: i32 = 80;

/// Null move: least remaining depth, reduction in plies, plies of depth for one more, and
/// centipawns above beta for one more (up to three).
pub const NULL_MOVE_DEPTH: i32 = 3;
pub const NULL_MOVE_REDUCTION: i32 = 3;
pub const NULL_MOVE_DEPTH_DIVISOR: i32 = 4;
pub const NULL_MOVE_SCORE_DIVISOR: i32 = 200;
/// Null move: pieces besides king and pawns that the side must have.
pub const NULL_MOVE_MIN_PIECES: u32 = 1;
/// Null move: from this depth on a cut-off is verified without passing.
pub const NULL_MOVE_VERIFY_DEPTH: i32 = 10;

/// Internal iterative reduction: least depth of a node without a table move.
pub const INTERNAL_REDUCTION_DEPTH: i32 = 6;

/// Late move pruning: deepest remaining depth, and moves tried before it at depth 0; half as many
/// where the static score is not improving.
pub const LATE_MOVE_DEPTH: i32 = 7;
pub const LATE_MOVE_BASE: i32 = 4;
/// Futility: deepest remaining depth, margin of quiet moves and of captures, and for each ply.
pub const FUTILITY_DEPTH: i32 = 7;
pub const FUTILITY_BASE: i32 = 100;
pub const FUTILITY_CAPTURE_BASE: i32 = 200;
pub const FUTILITY_MARGIN: i32 = 90;
/// History pruning: deepest remaining depth, and the score for each ply below which quiet moves
/// are left out.
pub const HISTORY_PRUNING_DEPTH: i32 = 4;
pub const HISTORY_PRUNING: i32 = -5_000;
/// Exchange pruning: deepest remaining depth, and what a capture may lose for each ply, and a quiet
/// move for each ply squared.
pub const SEE_PRUNING_DEPTH: i32 = 7;
pub const SEE_PRUNING_CAPTURE: i32 = 60;
pub const SEE_PRUNING_QUIET: i32 = 15;

/// Singular extension: least depth, how much shallower the table's entry may be, and the margin
/// below its score for each ply.
pub const SINGULAR_DEPTH: i32 = 6;
pub const SINGULAR_ENTRY_DEPTH: i32 = 3;
pub const SINGULAR_MARGIN: i32 = 2;
/// Singular extension: a second ply if even the others miss by this much more.
pub const SINGULAR_DOUBLE_MARGIN: i32 = 25;

/// Late move reductions: least depth, first move reduced, base and divisor of the plies
/// base + ln(depth) * ln(number) / divisor.
pub const REDUCTION_DEPTH: i32 = 2;
pub const REDUCTION_FIRST: i32 = 3;
pub const REDUCTION_BASE: f64 = 0.60;
pub const REDUCTION_DIVISOR: f64 = 2.1;
/// Late move reductions: history score worth one ply.
pub const REDUCTION_HISTORY: i32 = 10_000;

/// A table's score is not believed within this many plies of the draw by lack of progress: the
/// count of plies does not belong to the key.
pub const NO_PROGRESS_PLIES: u32 = 12;
/// In this many last plies before a move limit the ply belongs to the table's key: more than the
/// evaluation's fading, so that no faded score is used where it does not hold, and enough for the
/// mates that a search finds.
pub const LIMIT_KEY_PLIES: u32 = 40;
/// With more plies left, so many of them share a key.
pub const LIMIT_KEY_STEP: u32 = 8;

/// Time: without a time control or a move limit the clock is shared out over this many moves.
pub const CLOCK_MOVES: u64 = 28;
/// Time: of the increment, this part in percent is spent at once.
pub const CLOCK_INCREMENT_PERCENT: u64 = 75;
/// Time: the soft limit in percent of a move's share; the iteration under way then goes on.
pub const CLOCK_SOFT_PERCENT: u64 = 65;
/// Time: the hard limit in percent of a move's share.
pub const CLOCK_HARD_PERCENT: u64 = 250;
/// Time: never more than this part of the clock in percent for one move, unless it is the last.
pub const CLOCK_MAX_PERCENT: u64 = 40;
/// Time: the factor on a move's share when the best move has just changed.
pub const CLOCK_UNSTABLE: f64 = 1.3;
/// Time: how much that factor falls with each iteration that keeps the best move.
pub const CLOCK_STABLE_STEP: f64 = 0.09;
/// Time: iterations that count for it.
pub const CLOCK_STABLE_MAX: u32 = 8;
/// Time: the factor when no nodes went to the best move; it falls with their part of all nodes.
pub const CLOCK_NODES: f64 = 1.7;
/// Time: how much it falls when all nodes went there.
pub const CLOCK_NODES_FALL: f64 = 1.2;
/// Time: a score falling by this many centipawns doubles the share, which is the most.
pub const CLOCK_FALL: f64 = 120.0;
