//! Every number that tunes the search, grouped by technique.
//!
//! Values are in centipawns or plies. They are first settings by judgement,
//! not yet fitted to games. The evaluation's weights stand in `assets/weights/`.

/// Quiescence: a capture that cannot lift the score to alpha even with this margin is left out.
pub const DELTA_MARGIN: i32 = 180;
/// Aspiration: half the width of the first window around the last iteration's score.
pub const ASPIRATION_WIDTH: i32 = 30;
/// Aspiration starts at this depth; shallower scores jump too much.
pub const ASPIRATION_DEPTH: u32 = 5;
/// History: the bonus grows with the square of the depth up to this.
pub const HISTORY_MOST_BONUS: i32 = 1200;
/// History: entries stay within this value either way.
pub const HISTORY_RANGE: i32 = 16_000;

/// Worth of a role for ordering captures, pawn to king.
pub const VICTIM_WORTH: [i32; 6] = [100, 300, 330, 500, 950, 10_000];

/// In this many last plies before a move limit the ply belongs to the table's key: more than the
/// evaluation's fading, so that no faded score is used where it does not hold, and enough for the
/// mates that a search finds.
pub const LIMIT_KEY_PLIES: u32 = 40;
