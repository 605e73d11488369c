//! Material: a side's pieces, its captures, and the gains and losses of a line of moves.
//!
//! A capture at the end of the line is ignored, because a recapture may follow. So are moves
//! beyond a horizon, because the search is unreliable there.

use minnow_rules::{Color, Move, Position, Role};

/// The number of plies of a line that count.
const HORIZON: usize = 9;

/// The conventional value of a role, in pawns.
pub(super) fn worth(role: Role) -> i32 {
    match role {
        Role::Pawn => 1,
        Role::Knight | Role::Bishop => 3,
        Role::Rook => 5,
        Role::Queen => 9,
        Role::King => 0,
    }
}

/// The material of a side in pawns, by the conventional values.
pub fn material(position: &Position, side: Color) -> i32 {
    let of_role = |role: Role| worth(role) * position.board().of(side, role).count() as i32;
    Role::ALL.into_iter().map(of_role).sum()
}

/// The roles that a side has captured since `start`, the weakest first. A promoted pawn does not count as
/// captured.
pub fn captured(position: &Position, start: &Position, side: Color) -> Vec<Role> {
    let count = |of: &Position, role: Role| of.board().of(!side, role).count() as i32;
    let lost = |role: Role| count(start, role) - count(position, role);
    let gained = |role: Role| if role == Role::Pawn { 0 } else { (-lost(role)).max(0) };
    let promoted: i32 = Role::ALL.into_iter().map(gained).sum();
    let captured = |role: Role| {
        let extra = if role == Role::Pawn { promoted } else { 0 };
        std::iter::repeat_n(role, (lost(role) - extra).max(0) as usize)
    };
    Role::ALL.into_iter().flat_map(captured).collect()
}

/// The pieces that a side has lost and won in a line, without exchanges of equal value.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Trade {
    /// Own pieces, the most valuable first.
    pub lost: Vec<Role>,
    /// Enemy pieces, the most valuable first.
    pub won: Vec<Role>,
    /// The promotions of own pawns.
    pub promoted: Vec<Role>,
    /// The promotions of enemy pawns.
    pub enemy_promoted: Vec<Role>,
}

impl Trade {
    /// The trade of a line for a side. A line rests before a move that does not change material,
    /// and at its end after such a move. The result is the first rest with the same balance as the
    /// last rest; a line without a rest has no trade.
    pub(super) fn of(start: &Position, line: &[Move], side: Color) -> Trade {
        let mut position = *start;
        let mut trade = Trade::default();
        let mut rests: Vec<Trade> = Vec::new();
        for (at, mv) in line.iter().take(HORIZON).enumerate() {
            trade.add(&position, *mv, side);
            let changes = is_change(&position, *mv);
            position = position.play(*mv);
            let at_rest = match line.get(at + 1) {
                Some(next) => !is_change(&position, *next),
                None => !changes || position.outcome(1).is_some(),
            };
            if at_rest {
                rests.push(trade.clone());
            }
        }
        let Some(last) = rests.last().map(Trade::balance) else { return Trade::default() };
        let first = rests.into_iter().find(|trade| trade.balance() == last);
        first.unwrap_or_default().settled()
    }

    /// The material won minus the material lost, in pawns.
    pub(super) fn balance(&self) -> i32 {
        let sum = |roles: &[Role]| roles.iter().map(|role| worth(*role)).sum::<i32>();
        let grown = |roles: &[Role]| roles.iter().map(|role| worth(*role) - 1).sum::<i32>();
        sum(&self.won) - sum(&self.lost) + grown(&self.promoted) - grown(&self.enemy_promoted)
    }

    fn add(&mut self, position: &Position, mv: Move, side: Color) {
        let own = position.turn() == side;
        if let Some(role) = position.captured(mv) {
            if own { &mut self.won } else { &mut self.lost }.push(role);
        }
        if let Some(role) = mv.promotion() {
            if own { &mut self.promoted } else { &mut self.enemy_promoted }.push(role);
        }
    }

    /// The trade without noise: a promoted piece that was captured counts as a pawn, and exchanges
    /// of equal value cancel.
    fn settled(mut self) -> Trade {
        unpromote(&mut self.enemy_promoted, &mut self.won);
        unpromote(&mut self.promoted, &mut self.lost);
        self.lost.sort_by_key(|role| -worth(*role));
        self.won.sort_by_key(|role| -worth(*role));
        let won = &mut self.won;
        self.lost.retain(|role| {
            let equal = won.iter().position(|other| worth(*other) == worth(*role));
            equal.map(|at| won.remove(at)).is_none()
        });
        self
    }
}

fn unpromote(promoted: &mut Vec<Role>, taken: &mut [Role]) {
    promoted.retain(|role| {
        let pawn = taken.iter_mut().find(|other| *other == role);
        let was_taken = pawn.is_some();
        if let Some(pawn) = pawn {
            *pawn = Role::Pawn;
        }
        !was_taken
    });
}

fn is_change(position: &Position, mv: Move) -> bool {
    position.captured(mv).is_some() || mv.promotion().is_some()
}

/// The pieces in words: `a rook and two pawns`, `the queen`.
pub(super) fn pieces_text(roles: &[Role]) -> String {
    let parts: Vec<String> = roles
        .chunk_by(|one, other| one == other)
        .map(|same| match (same, same.len()) {
            ([Role::Queen, ..], 1) => "the queen".to_owned(),
            ([role, ..], 1) => format!("a {}", role.name()),
            ([role, ..], 2) => format!("two {}s", role.name()),
            ([role, ..], count) => format!("{count} {}s", role.name()),
            ([], _) => String::new(),
        })
        .collect();
    match parts.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, before)) => format!("{} and {last}", before.join(", ")),
        None => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use minnow_rules::Variant;

    fn trade(fen: &str, moves: &str) -> Trade {
        let start = Position::from_fen(Variant::by_id("gardner").unwrap(), fen).unwrap();
        Trade::of(&start, &crate::moves_of(&start, moves), start.turn())
    }

    #[test]
    fn captures_and_material_follow_the_board_and_promotions() {
        let variant = Variant::default_variant();
        let start = Position::start(variant);
        // Black has lost queen and pawn; one black pawn has become a queen.
        let position = Position::from_fen(variant, "k1bnr/ppp2/5/5/PPPPq/RNBQK b - - 0 9").unwrap();
        assert_eq!(captured(&position, &start, Color::White), [Role::Pawn, Role::Pawn]);
        assert_eq!(captured(&position, &start, Color::Black), [Role::Pawn]);
        assert_eq!(material(&start, Color::White), material(&start, Color::Black));
    }

    #[test]
    fn pieces_count_once_the_line_rests() {
        let fen = "k4/3p1/1pn2/3Q1/K4 w";
        let lost = trade(fen, "d2c3 d4c3");
        assert_eq!(lost, Trade::default(), "the line ends with the capture");
        let lost = trade(fen, "d2c3 d4c3 a1b1");
        assert_eq!(
            lost,
            Trade { lost: vec![Role::Queen], won: vec![Role::Knight], ..lost.clone() }
        );
        assert_eq!(lost.balance(), -6);
        assert_eq!(pieces_text(&lost.lost), "the queen");
    }

    #[test]
    fn equal_exchanges_cancel() {
        let traded = trade("k4/1p3/2n2/1P3/K1N2 w", "b2c3 b4c3 a1a2");
        assert_eq!(traded.lost, [Role::Pawn]);
        assert_eq!(traded.won, [Role::Knight]);
        let even = trade("k4/1p3/2n2/4B/K4 w", "e2d1 a5b5");
        assert_eq!(even, Trade::default());
    }

    #[test]
    fn captured_promotions_count_as_pawns() {
        let promoted = trade("4k/P4/5/5/K4 w", "a4a5q e5e4 a1a2");
        assert_eq!((promoted.balance(), promoted.promoted.as_slice()), (8, &[Role::Queen][..]));
        let taken = trade("4r/P3k/5/5/K4 w", "a4a5q e5a5 a1b1");
        assert_eq!(taken, Trade { lost: vec![Role::Pawn], ..Trade::default() });
    }

    #[test]
    fn pieces_are_listed_in_words() {
        let roles = [Role::Rook, Role::Pawn, Role::Pawn];
        assert_eq!(pieces_text(&roles), "a rook and two pawns");
    }
}
