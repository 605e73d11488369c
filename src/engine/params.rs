//! Every number that tunes search and evaluation, grouped by technique.
//!
//! Values are in centipawns or plies. They are first settings by judgement,
//! not yet fitted to games.

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

/// Middle-game and end-game value of a feature.
pub type Pair = (i32, i32);

/// Pawn to king.
pub const MATERIAL: [Pair; 6] =
    [(100, 120), (290, 270), (310, 310), (470, 520), (900, 950), (0, 0)];
/// A bishop's worth more where it may step.
pub const BISHOP_STEP: Pair = (40, 40);
/// Added at the centre, subtracted at the edge, pawn to king.
pub const CENTRE: [Pair; 6] = [(4, 0), (16, 12), (10, 8), (0, 2), (4, 10), (-22, 18)];
/// For each rank a pawn has advanced.
pub const PAWN_ADVANCE: Pair = (4, 8);
/// For a pawn that no enemy pawn can stop, by the ranks it still has to go, from 1.
pub const PASSED: [Pair; 8] =
    [(0, 0), (60, 110), (35, 70), (20, 40), (10, 20), (5, 10), (5, 10), (5, 10)];
/// For each square a piece attacks that no own piece holds, pawn to king.
pub const MOBILITY: [Pair; 6] = [(0, 0), (6, 6), (6, 6), (4, 6), (3, 5), (0, 0)];
/// For each attack on the enemy king's square or a neighbour of it, pawn to king.
pub const KING_ATTACK: [i32; 6] = [6, 10, 9, 12, 15, 0];
/// For the side to move.
pub const TEMPO: i32 = 12;
/// Weight of a role in the phase of the game, pawn to king.
pub const PHASE: [i32; 6] = [0, 3, 3, 5, 9, 0];
/// Evaluations fade towards a draw over this many last plies before a move limit.
pub const LIMIT_FADE_PLIES: i32 = 20;
/// In this many last plies before a move limit the ply belongs to the table's key: more than the
/// evaluation's fading, so that no faded score is used where it does not hold, and enough for the
/// mates that a search finds.
pub const LIMIT_KEY_PLIES: u32 = 40;

/// Time: without a time control or a move limit the clock is shared out over this many moves.
pub const CLOCK_MOVES: u64 = 28;
/// Time: of the increment, this part in percent is spent at once.
pub const CLOCK_INCREMENT_PERCENT: u64 = 75;
/// Time: the soft limit in percent of a move's share; the iteration under way then goes on.
pub const CLOCK_SOFT_PERCENT: u64 = 65;
/// Time: the hard limit in percent of a move's share.
pub const CLOCK_HARD_PERCENT: u64 = 250;
/// Time: never more than this part of the clock in percent for one move, unless it is the last.
pub const CLOCK_MOST_PERCENT: u64 = 40;
/// Time: the factor on a move's share when the best move has just changed.
pub const CLOCK_UNSTABLE: f64 = 1.3;
/// Time: how much that factor falls with each iteration that keeps the best move.
pub const CLOCK_STABLE_STEP: f64 = 0.09;
/// Time: iterations that count for it.
pub const CLOCK_STABLE_MOST: u32 = 8;
/// Time: the factor when no nodes went to the best move; it falls with their part of all nodes.
pub const CLOCK_NODES: f64 = 1.7;
/// Time: how much it falls when all nodes went there.
pub const CLOCK_NODES_FALL: f64 = 1.2;
/// Time: a score falling by this many centipawns doubles the share, which is the most.
pub const CLOCK_FALL: f64 = 120.0;
