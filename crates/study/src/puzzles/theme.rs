//! The themes of a puzzle: what can be said of its line by the rules alone, without an evaluation.

use super::puzzle::{Puzzle, PuzzleGoal, is_mated};
use minnow_engine::{exchange_gain, round_value};
use minnow_rules::{Bitboard, Move, Position, Role, Square};

/// The least material that a sacrifice gives, in centipawns.
const SACRIFICED: i32 = 200;

/// What a puzzle trains.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Theme {
    /// The line mates with this move of the solver.
    MateIn(u8),
    /// A piece attacks two men at once and then takes one of them.
    Fork,
    /// A piece cannot leave its line to the king: it is pinned and then taken, or does not guard.
    Pin,
    /// A pawn promotes.
    Promotion,
    /// The opponent is left without a safe move and without a check; or the solver offers a man whose
    /// capture leaves the solver so, where that is a draw.
    Stalemate,
    /// At least three checks, and the king moves at least twice.
    KingHunt,
    /// The balance is kept.
    Defence,
    /// A man goes where the exchange on its square loses material.
    Sacrifice,
    /// The first move takes a man without a guard.
    FreePiece,
    /// The first move neither captures nor promotes nor checks.
    QuietMove,
}

impl Theme {
    /// The names of the groups that [`Theme::group`] returns.
    pub const GROUPS: [&'static str; 10] = [
        "mate",
        "fork",
        "pin",
        "promotion",
        "stalemate trick",
        "king hunt",
        "defence",
        "sacrifice",
        "free piece",
        "quiet move",
    ];

    /// The group of the theme: mates of all lengths are one.
    pub fn group(self) -> &'static str {
        Theme::GROUPS[match self {
            Theme::MateIn(_) => 0,
            Theme::Fork => 1,
            Theme::Pin => 2,
            Theme::Promotion => 3,
            Theme::Stalemate => 4,
            Theme::KingHunt => 5,
            Theme::Defence => 6,
            Theme::Sacrifice => 7,
            Theme::FreePiece => 8,
            Theme::QuietMove => 9,
        }]
    }

    /// A few words for lists.
    pub fn name(self) -> String {
        match self {
            Theme::MateIn(moves) => format!("mate in {moves}"),
            other => other.group().to_owned(),
        }
    }
}

/// A move of the solver in the line.
struct Step {
    before: Position,
    mv: Move,
    after: Position,
}

impl Step {
    fn gives_check(&self) -> bool {
        self.after.in_check()
    }

    fn is_quiet(&self) -> bool {
        let takes = self.before.captured(self.mv).is_some();
        !takes && self.mv.promotion().is_none() && !self.gives_check()
    }

    /// The enemy men that the moved piece attacks and that are worth attacking: worth more than it,
    /// without a guard, or the king.
    fn targets(&self) -> Bitboard {
        let (board, square) = (self.after.board(), self.mv.to());
        let Some(attacker) = board.role_on(square) else { return Bitboard::EMPTY };
        let enemies = board.color(self.after.turn());
        enemies.into_iter().filter(|target| self.is_target(attacker, *target)).collect()
    }

    fn is_target(&self, attacker: Role, target: Square) -> bool {
        let (us, them) = (!self.after.turn(), self.after.turn());
        let attacks = self.after.attackers(us, target).contains(self.mv.to());
        let Some(role) = self.after.board().role_on(target).filter(|_| attacks) else {
            return false;
        };
        let is_guarded = || self.after.attackers(them, target).any();
        role == Role::King || round_value(role) > round_value(attacker) || !is_guarded()
    }
}

/// The themes in the order of [`Theme`].
pub(super) fn themes_of(puzzle: &Puzzle) -> Vec<Theme> {
    let all = puzzle.walk().map(|(before, mv)| Step { before, mv, after: before.play(mv) });
    let steps: Vec<Step> = all.collect();
    let own: Vec<&Step> = steps.iter().step_by(2).collect();
    let mut themes = Vec::new();
    if puzzle.goal == PuzzleGoal::Mate {
        themes.push(Theme::MateIn(own.len() as u8));
    }
    let checks: [(Theme, bool); 9] = [
        (Theme::Fork, has_fork(&steps)),
        (Theme::Pin, has_pin(&steps)),
        (Theme::Promotion, own.iter().any(|step| step.mv.promotion().is_some())),
        (Theme::Stalemate, own.last().is_some_and(|step| is_stalemate_trick(step))),
        (Theme::KingHunt, is_king_hunt(&steps)),
        (Theme::Defence, puzzle.goal == PuzzleGoal::Hold),
        (Theme::Sacrifice, own.iter().any(|step| is_sacrifice(step))),
        (Theme::FreePiece, own.first().is_some_and(|step| takes_free_piece(step))),
        (Theme::QuietMove, own.first().is_some_and(|step| step.is_quiet())),
    ];
    themes.extend(checks.into_iter().filter(|(_, is_there)| *is_there).map(|(theme, _)| theme));
    themes
}

/// True if a piece of the solver attacks two targets and takes one of them with its next move.
fn has_fork(steps: &[Step]) -> bool {
    (0..steps.len().saturating_sub(2)).step_by(2).any(|at| {
        let (fork, take) = (&steps[at], &steps[at + 2]);
        let targets = fork.targets();
        let is_same = take.mv.from() == fork.mv.to();
        targets.has_two() && is_same && targets.contains(take.mv.to())
    })
}

/// True if a piece that the solver has just pinned is taken with the next move, or if a man stands
/// safely where only pinned men guard.
fn has_pin(steps: &[Step]) -> bool {
    let solver = steps.iter().step_by(2);
    let ignores = solver.clone().any(ignores_pinned_guards);
    ignores
        || (0..steps.len().saturating_sub(2)).step_by(2).any(|at| {
            let (pin, take) = (&steps[at], &steps[at + 2]);
            let them = pin.after.turn();
            let was_pinned = pin.before.pin_line(them, take.mv.to()).is_some();
            let is_pinned = pin.after.pin_line(them, take.mv.to()).is_some();
            let captures = take.before.captured(take.mv).is_some();
            is_pinned && !was_pinned && captures
        })
}

/// True if the move captures on a square that the opponent guards with pinned men alone, so that
/// none of them may recapture.
fn ignores_pinned_guards(step: &Step) -> bool {
    let (to, them) = (step.mv.to(), step.after.turn());
    let guards = step.after.attackers(them, to);
    let is_held = |guard| {
        let line = step.after.pin_line(them, guard);
        line.is_some_and(|line| !line.contains(to))
    };
    let takes = step.before.captured(step.mv).is_some();
    takes && guards.any() && guards.into_iter().all(is_held)
}

/// True if the move leaves the opponent in a stalemate, or offers a man whose capture stalemates the
/// solver for a draw.
fn is_stalemate_trick(last: &Step) -> bool {
    let takers = last.after.safe_captures().into_iter().filter(|mv| mv.to() == last.mv.to());
    let mut offers = takers.map(|capture| last.after.play(capture));
    is_stalemate(&last.after) || offers.any(|end| is_stalemate(&end) && !is_mated(&end))
}

/// True if the side to move has no safe move and is not in check.
fn is_stalemate(position: &Position) -> bool {
    !position.has_safe_move() && !position.in_check()
}

fn is_king_hunt(steps: &[Step]) -> bool {
    let checks = steps.iter().step_by(2).filter(|step| step.gives_check()).count();
    let replies = steps.iter().skip(1).step_by(2);
    let king_moves = replies.filter(|step| step.before.moved(step.mv) == Role::King).count();
    checks >= 3 && king_moves >= 2
}

/// True if the opponent gains at least two pawns by taking what has just moved, even counting what
/// the move took.
fn is_sacrifice(step: &Step) -> bool {
    let taken = step.before.captured(step.mv).map_or(0, round_value);
    let replies = step.after.safe_captures();
    let takers = replies.into_iter().filter(|reply| reply.to() == step.mv.to());
    let gain = takers.map(|reply| exchange_gain(&step.after, reply)).max().unwrap_or(0);
    gain >= taken + SACRIFICED
}

fn takes_free_piece(step: &Step) -> bool {
    let victim = step.before.captured(step.mv);
    let can_recapture = || step.after.legal_moves().iter().any(|reply| reply.to() == step.mv.to());
    victim.is_some_and(|role| role != Role::Pawn) && !can_recapture()
}

#[cfg(test)]
mod tests {
    use super::*;
    use minnow_rules::Variant;

    fn themes(id: &str, text: &str) -> Vec<Theme> {
        Puzzle::parse(Variant::by_id(id).unwrap(), text).unwrap().themes()
    }

    #[test]
    fn a_back_rank_mate_is_a_mate_in_one() {
        let themes = themes("gardner", "k4/pp3/q4/4R/4K w - - 0 1; mate; 1; e2e5");
        assert_eq!(themes, [Theme::MateIn(1)]);
    }

    #[test]
    fn a_fork_takes_what_it_attacked() {
        // The knight checks on c4 and takes the rook on d2 or the queen: here the rook.
        let fork = "k4/5/5/1N1r1/K4 w - - 0 1; win; 3; b2c4 a5b4 c4d2";
        assert_eq!(themes("gardner", fork), [Theme::Fork]);
        let none = "k4/5/5/1N1r1/K4 w - - 0 1; win; 3; b2c4 a5b4 a1b1";
        assert!(!themes("gardner", none).contains(&Theme::Fork));
    }

    #[test]
    fn a_pinned_man_is_taken_or_does_not_guard() {
        // The rook pins the knight of c3 to the king of c5, and takes it.
        let pin = "2k2/5/2n2/5/R3K w - - 0 1; win; 3; a1c1 c5b5 c1c3";
        assert!(!themes("gardner", pin).contains(&Theme::Fork));
        assert!(themes("gardner", pin).contains(&Theme::Pin));
        // The knight of c3 is pinned by the rook of c1, so that it does not guard the pawn of e4.
        let held = "2k2/4p/2n2/5/1BR1K w - - 0 1; win; 3; b1e4";
        assert!(themes("gardner", held).contains(&Theme::Pin));
        let guarded = "1k3/4p/2n2/5/1BR1K w - - 0 1; win; 3; b1e4";
        assert!(!themes("gardner", guarded).contains(&Theme::Pin));
    }

    #[test]
    fn a_king_hunt_needs_checks_and_king_moves() {
        let hunt = "k4/5/5/1Q3/4K w - - 0 1; win; 3; b2a2 a5b5 a2b2 b5c5 b2c2";
        assert!(themes("gardner", hunt).contains(&Theme::KingHunt));
        let short = "k4/5/5/1Q3/4K w - - 0 1; win; 3; b2a2 a5b5 a2b2";
        assert!(!themes("gardner", short).contains(&Theme::KingHunt));
    }

    #[test]
    fn promotions_free_pieces_and_quiet_moves_are_seen() {
        let promotion = "5/P4/5/k4/4K w - - 0 1; win; 3; a4a5q";
        assert_eq!(themes("gardner", promotion), [Theme::Promotion]);
        let free = "k4/5/5/3r1/3QK w - - 0 1; win; 1; d1d2";
        assert_eq!(themes("gardner", free), [Theme::FreePiece]);
        let quiet = "k4/5/3r1/5/4K w - - 0 1; hold; 1; e1e2";
        assert_eq!(themes("gardner", quiet), [Theme::Defence, Theme::QuietMove]);
    }

    #[test]
    fn a_sacrifice_loses_material_on_its_square() {
        let sacrifice = "k4/1p3/5/5/2Q1K w - - 0 1; win; 1; c1c3";
        let themes = themes("gardner", sacrifice);
        assert!(themes.contains(&Theme::Sacrifice), "{themes:?}");
    }

    #[test]
    fn a_stalemate_is_left_or_offered() {
        // Black has no move and is not in check.
        let left = "k4/5/1K3/2Q2/5 w - - 0 1; hold; 1; c2c4";
        let themes = themes("gardner", left);
        assert!(themes.contains(&Theme::Stalemate), "{themes:?}");
    }
}
