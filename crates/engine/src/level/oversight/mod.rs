//! Oversights: the moves that a weak level does not see, by kind.
//!
//! An oversight belongs to a piece on its square. It is drawn by a hash of seed, kind, piece, square
//! and the number of men on the board at the root, so it stays until that piece moves or something
//! is captured, and needs no memory. The search leaves an overlooked move out for either side: the
//! opponent's threats are overlooked like own chances. A side in check sees all its moves.
//!
//! A new kind is a row of the table here and a finder in one of the files: a pure function that
//! returns the square of the piece to which the oversight belongs, if a move is of its kind.

mod captures;
mod tactics;

use super::caps::Caps;
use minnow_rules::{Move, Position, Role, Square, internal::split_mix};

/// A move as the finders see it.
pub(super) struct Look<'a> {
    /// The position that is searched.
    pub root: &'a Position,
    /// The position in which the move is made.
    pub position: &'a Position,
    pub mv: Move,
    /// The distance of the position from the root, in plies.
    pub ply: usize,
}

impl Look<'_> {
    /// The role that the move captures.
    fn captured(&self) -> Option<Role> {
        self.position.captured(self.mv)
    }

    /// True if the move neither captures nor promotes.
    fn is_quiet(&self) -> bool {
        self.captured().is_none() && self.mv.promotion().is_none()
    }
}

/// Returns the square of the piece to which the oversight belongs; `None` if the move is not of the
/// kind.
type Finder = fn(&Look) -> Option<Square>;

/// The kinds of oversights that are no moves but rules, drawn once a game.
fn drawn_once_a_game(_: &Look) -> Option<Square> {
    None
}

/// One kind of oversight.
struct KindOfOversight {
    name: &'static str,
    finder: Finder,
    /// The chance at each level in percent, level 1 first.
    chances: [u8; 12],
}

/// Builds the enumeration of the kinds and their table.
macro_rules! oversights {
    ($($(#[$about:meta])* $kind:ident, $name:literal, $finder:expr, $chances:expr;)*) => {
        /// A kind of oversight.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Oversight { $($(#[$about])* $kind,)* }

        impl Oversight {
            /// All kinds in the order of their table.
            pub const ALL: &'static [Oversight] = &[$(Oversight::$kind,)*];
        }

        const ROWS: &[KindOfOversight] = &[$(KindOfOversight { name: $name, finder: $finder, chances: $chances },)*];
    };
}

oversights! {
    /// A bishop's step to an empty neighbouring square of its rank or file.
    BishopStep, "the bishop's step", tactics::bishop_step, [60, 50, 42, 25, 21, 17, 12, 6, 5, 1, 0, 0];
    /// A capture on a square that only pinned pieces guard: the pins are overlooked.
    PinnedGuard, "a pinned guard", tactics::pinned_guard, [80, 70, 56, 32, 27, 24, 17, 12, 11, 4, 1, 0];
    /// A knight's move later in the line that attacks two pieces worth more.
    KnightFork, "a knight fork", tactics::knight_fork, [90, 80, 66, 37, 29, 25, 19, 12, 11, 4, 1, 0];
    /// A move later in the line that uncovers a slider's attack.
    DiscoveredAttack, "a discovered attack", tactics::discovered_attack, [90, 80, 66, 37, 29, 24, 18, 11, 10, 3, 1, 0];
    /// A promotion by a pawn that was not one step from it at the root.
    PawnRace, "a pawn race", tactics::pawn_race, [90, 80, 66, 37, 29, 26, 15, 10, 8, 4, 1, 0];
    /// A quiet move later in the line that attacks a piece worth more, or one without a guard.
    QuietThreat, "a quiet threat", tactics::quiet_threat, [90, 80, 66, 37, 29, 22, 14, 5, 4, 1, 0, 0];
    /// A capture by a slider from three squares away or more.
    LongCapture, "a capture from afar", captures::from_afar, [68, 37, 21, 5, 0, 0, 0, 0, 0, 0, 0, 0];
    /// A capture towards the own side of the board.
    BackwardCapture, "a backward capture", captures::backward, [57, 32, 17, 4, 0, 0, 0, 0, 0, 0, 0, 0];
    /// A capture that was not possible at the root.
    FreshCapture, "a capture that just became possible", captures::fresh, [57, 32, 17, 3, 0, 0, 0, 0, 0, 0, 0, 0];
    /// A capture on a square where a man of the same side stood at the root.
    Recapture, "a recapture", captures::recapture, [46, 22, 11, 2, 0, 0, 0, 0, 0, 0, 0, 0];
    /// Where a side without a move loses, stalemate is taken for a draw.
    StalemateDraws, "stalemate taken for a draw", drawn_once_a_game, [75, 50, 30, 10, 0, 0, 0, 0, 0, 0, 0, 0];
    /// The limit of moves is noticed only within its last plies.
    LateLimit, "the move limit noticed late", drawn_once_a_game, [90, 80, 70, 43, 24, 13, 5, 0, 0, 0, 0, 0];
}

/// The number of kinds.
pub(super) const KINDS: usize = ROWS.len();

/// The chances of all kinds in percent, by the kind's place in [`Oversight::ALL`].
pub(super) type Chances = [u8; KINDS];

impl Oversight {
    /// The kind in words, such as `a knight fork`.
    pub fn name(self) -> &'static str {
        ROWS[self as usize].name
    }
}

/// The chances of the level with this index, from 0.
pub(super) const fn chances_of(index: usize) -> Chances {
    let (mut chances, mut kind) = ([0; KINDS], 0);
    while kind < KINDS {
        chances[kind] = ROWS[kind].chances[index];
        kind += 1;
    }
    chances
}

/// The view of an opponent in one search, without the moves that it overlooks. Full strength has
/// none.
pub(crate) struct Sight {
    root: Position,
    /// The number of men on the board at the root.
    men: u64,
    seed: u64,
    chances: Chances,
    caps: Caps,
    /// The plies below the horizon in which captures are searched.
    pub capture_plies: usize,
}

impl Sight {
    pub(super) fn new(
        root: &Position,
        seed: u64,
        chances: Chances,
        caps: Caps,
        capture_plies: usize,
    ) -> Sight {
        let men = u64::from(root.board().occupied().count());
        Sight { root: *root, men, seed, chances, caps, capture_plies }
    }

    /// True if the search leaves the move out.
    pub(crate) fn overlooks(&self, position: &Position, mv: Move, ply: usize) -> bool {
        self.oversight(position, mv, ply).is_some()
    }

    /// The kind of oversight by which the search leaves the move out, `ply` plies from the root.
    pub(super) fn oversight(&self, position: &Position, mv: Move, ply: usize) -> Option<Oversight> {
        let look = Look { root: &self.root, position, mv, ply };
        if position.in_check() || self.caps.shows(&look) {
            return None;
        }
        let kinds = Oversight::ALL.iter().zip(ROWS);
        kinds.filter(|(kind, _)| self.chance(**kind) > 0).find_map(|(kind, row)| {
            let square = (row.finder)(&look)?;
            let piece = position.board().piece_on(square)?;
            let place = square.index() * 12 + piece.color.index() * 6 + piece.role.index();
            let draw = self.draw(*kind, (self.men << 16) ^ place as u64);
            (draw < u64::from(self.chance(*kind))).then_some(*kind)
        })
    }

    /// True if the opponent takes stalemate for a draw in this game.
    pub(crate) fn takes_stalemate_for_draw(&self) -> bool {
        let kind = Oversight::StalemateDraws;
        self.draw(kind, 0) < u64::from(self.chance(kind))
    }

    fn chance(&self, kind: Oversight) -> u8 {
        self.chances[kind as usize]
    }

    fn draw(&self, kind: Oversight, place: u64) -> u64 {
        drawn_percent(self.seed, kind, place)
    }
}

/// A number below 100, the same for the same arguments.
fn drawn_percent(seed: u64, kind: Oversight, place: u64) -> u64 {
    split_mix(split_mix(seed ^ ((kind as u64) << 56)) ^ place) % 100
}

/// True if an opponent with these chances notices the move limit late in the game with this seed.
pub(super) fn notices_limit_late(seed: u64, chances: &Chances) -> bool {
    let kind = Oversight::LateLimit;
    drawn_percent(seed, kind, 0) < u64::from(chances[kind as usize])
}

#[cfg(test)]
mod tests;
