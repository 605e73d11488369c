//! The players of a ladder: the levels, and simple players that connect them with random play.
//!
//! A new kind of player is a variant of [`PlayerKind`] with its name and its arm of
//! [`Player::choose`].

use std::{fmt, str::FromStr};

use super::{
    MatchError,
    openings::{random_openings, random_safe_move},
};
use minnow_base::sync::StopFlag;
use minnow_engine::{
    Level, Opponent, Random, Root, SearchInfo, SearchLimits, Searcher, exchange_gain, material_gain,
};
use minnow_rules::{Move, Position, Variant, excerpt, internal::split_mix};

/// Each player's transposition table, in MB.
const HASH_MB: usize = 16;
/// The number of moves in the hash of a fingerprint, and the most nodes of each.
const FINGERPRINT_MOVES: usize = 8;
const FINGERPRINT_NODES: u64 = 5_000;

/// A kind of player, written `random`, `bridge-40`, `careful` or `level-3`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum PlayerKind {
    /// Any move that keeps its king.
    Random,
    /// With a chance in percent any move that keeps its king, otherwise the capture that gains most
    /// in exchanges on its square, if one gains.
    Bridge(u8),
    /// The move that gains most after the opponent's best exchange: takes free pieces and leaves
    /// none hanging.
    Careful,
    /// The level with this number.
    Level(u8),
}

/// A text that names no player.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("\"{0}\" is no player; players are random, bridge-P, careful and level-N")]
pub struct PlayerNameError(String);

impl fmt::Display for PlayerKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PlayerKind::Random => f.write_str("random"),
            PlayerKind::Bridge(percent) => write!(f, "bridge-{percent}"),
            PlayerKind::Careful => f.write_str("careful"),
            PlayerKind::Level(number) => write!(f, "level-{number}"),
        }
    }
}

impl FromStr for PlayerKind {
    type Err = PlayerNameError;

    fn from_str(text: &str) -> Result<PlayerKind, PlayerNameError> {
        let number = |start: &str| text.strip_prefix(start)?.parse::<u8>().ok();
        let kind = match text {
            "random" => Some(PlayerKind::Random),
            "careful" => Some(PlayerKind::Careful),
            _ => number("bridge-").filter(|percent| *percent <= 100).map(PlayerKind::Bridge),
        };
        let is_level = |number: &u8| Level::exists(*number);
        let level = || number("level-").filter(is_level).map(PlayerKind::Level);
        kind.or_else(level).ok_or_else(|| PlayerNameError(excerpt(text)))
    }
}

impl PlayerKind {
    /// The player's name, its settings and a hash of some of its moves. Results of players with
    /// different fingerprints must not be mixed.
    pub fn fingerprint(self, variant: &'static Variant) -> String {
        let limits = SearchLimits::nodes(FINGERPRINT_NODES);
        let openings = random_openings(variant, FINGERPRINT_MOVES, &mut Random(1));
        let mut mixed = 0;
        for (opening, seed) in openings.iter().zip(1..) {
            let Some(last) = opening.last() else { continue };
            let mut player = Player::new(self, variant, seed).limited(limits.clone());
            let mut root = Root::new(*last);
            let mut mix = |root: &Root| {
                let bits = player.choose(root).map_or(0, Move::bits);
                mixed = split_mix(mixed ^ u64::from(bits));
            };
            mix(&root);
            if let Some(capture) = last.safe_captures().into_iter().next() {
                // After a capture the caps on recaptures apply.
                root.play(capture);
                mix(&root);
            }
        }
        match self {
            PlayerKind::Level(number) => format!("{self} {:?} {mixed:016x}", Level::get(number)),
            simple => format!("{simple} {mixed:016x}"),
        }
    }
}

/// A player in one game.
pub struct Player {
    kind: PlayerKind,
    random: Random,
    /// The level with its engine.
    engine: Option<LevelEngine>,
    /// Those of a level besides its own.
    limits: SearchLimits,
}

/// A player's move.
#[derive(Clone, Debug, PartialEq)]
pub struct PlayerMove {
    /// A legal move.
    pub mv: Move,
    /// The result of a level's search; its depth is 0 if the move comes from a book.
    pub info: Option<SearchInfo>,
}

struct LevelEngine {
    opponent: Opponent,
    searcher: Searcher,
}

impl Player {
    /// A player whose moves depend on the game and this seed only.
    pub fn new(kind: PlayerKind, variant: &'static Variant, seed: u64) -> Player {
        let engine = match kind {
            PlayerKind::Level(number) => Some(LevelEngine {
                opponent: Opponent::of_level(number, seed),
                searcher: Searcher::new(variant, HASH_MB),
            }),
            PlayerKind::Random | PlayerKind::Bridge(_) | PlayerKind::Careful => None,
        };
        Player { kind, random: Random(seed), engine, limits: SearchLimits::default() }
    }

    /// The same player with limits besides those of its level.
    pub fn limited(self, limits: SearchLimits) -> Player {
        Player { limits, ..self }
    }

    /// The player's move. A level has its own depth and nodes, and no limit of time of its own.
    ///
    /// # Errors
    ///
    /// [`MatchError::NoLegalMove`] if the player has no legal move to play.
    pub fn choose(&mut self, root: &Root) -> Result<Move, MatchError> {
        let limits = self.limits.clone();
        Ok(self.think(root, &limits, &StopFlag::new())?.mv)
    }

    /// The player's move, with what a level's search found. These limits apply instead of those of
    /// [`Player::limited`]; a stop ends the search of a level early, with the move found so far.
    ///
    /// # Errors
    ///
    /// [`MatchError::NoLegalMove`] if the player has no legal move to play.
    pub fn think(
        &mut self,
        root: &Root,
        limits: &SearchLimits,
        stop: &StopFlag,
    ) -> Result<PlayerMove, MatchError> {
        let position = &root.position;
        let mut info = None;
        let mv = match self.kind {
            PlayerKind::Random => random_safe_move(position, &mut self.random),
            PlayerKind::Bridge(percent) => {
                let is_random = self.random.below(100) < usize::from(percent);
                let free = if is_random { None } else { free_capture(position) };
                free.or_else(|| random_safe_move(position, &mut self.random))
            }
            PlayerKind::Careful => self.careful_move(position),
            PlayerKind::Level(_) => self.engine.as_mut().and_then(|engine| {
                let LevelEngine { opponent, searcher } = engine;
                let result = searcher.play(root, opponent, limits, stop, &mut |_| {});
                info = Some(result.info);
                result.best
            }),
        };
        // Every move may leave the king to be taken.
        let mv = mv.or_else(|| position.legal_moves().iter().next());
        let mv = mv.filter(|mv| position.legal_moves().contains(*mv)).ok_or_else(|| {
            let (player, variant) = (self.kind.to_string(), position.variant().id.clone());
            MatchError::NoLegalMove { player, variant, fen: position.fen() }
        })?;
        Ok(PlayerMove { mv, info })
    }

    /// Of several best moves a random one.
    fn careful_move(&mut self, position: &Position) -> Option<Move> {
        if let Some(mv) = position.legal_moves().iter().find(|mv| position.takes_king(*mv)) {
            return Some(mv);
        }
        let worth: Vec<(Move, i32)> = position
            .safe_moves()
            .iter()
            .map(|mv| {
                let lost = best_exchange(&position.play(mv)).map_or(0, |reply| reply.gain.max(0));
                (mv, material_gain(position, mv) - lost)
            })
            .collect();
        let most = worth.iter().map(|(_, worth)| *worth).max()?;
        let best: Vec<Move> =
            worth.iter().filter(|(_, worth)| *worth == most).map(|(mv, _)| *mv).collect();
        best.get(self.random.below(best.len())).copied()
    }
}

/// A capture or promotion with the gain of the exchange on its square.
#[derive(Clone, Copy, Debug)]
struct Exchange {
    mv: Move,
    /// In centipawns; below 0 if it loses material.
    gain: i32,
}

/// The capture or promotion that gains most in the exchange on its square.
fn best_exchange(position: &Position) -> Option<Exchange> {
    let moves = position.legal_moves();
    let captures = moves.iter().filter(|mv| material_gain(position, *mv) > 0);
    let kept =
        captures.filter(|mv| position.takes_king(*mv) || position.safe_moves().contains(*mv));
    let exchanges = kept.map(|mv| Exchange { mv, gain: exchange_gain(position, mv) });
    // The first of several best ones.
    exchanges.reduce(|best, next| if next.gain > best.gain { next } else { best })
}

fn free_capture(position: &Position) -> Option<Move> {
    best_exchange(position).filter(|exchange| exchange.gain > 0).map(|exchange| exchange.mv)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The moves that the player makes with different seeds.
    fn chosen(kind: PlayerKind, fen: &str) -> Vec<String> {
        let variant = Variant::default_variant();
        let position = Position::from_fen(variant, fen).unwrap();
        let root = Root::new(position);
        let mut texts: Vec<String> = (0..40)
            .map(|seed| {
                let mv = Player::new(kind, variant, seed).choose(&root).unwrap();
                position.move_text(mv)
            })
            .collect();
        texts.sort();
        texts.dedup();
        texts
    }

    #[test]
    fn names_are_read_as_they_are_written() {
        use PlayerKind::{Bridge, Careful, Level, Random};
        for kind in [Random, Bridge(40), Careful, Level(12)] {
            assert_eq!(kind.to_string().parse(), Ok(kind));
        }
        for name in ["", "level-0", "level-13", "bridge-101", "bridge", "level-x", "Random"] {
            assert!(name.parse::<PlayerKind>().is_err(), "{name}");
        }
    }

    #[test]
    fn fingerprints_tell_players_and_boards_apart() {
        let print = |kind: PlayerKind, id| kind.fingerprint(Variant::by_id(id).unwrap());
        let level = print(PlayerKind::Level(2), "minichess");
        assert_eq!(level, print(PlayerKind::Level(2), "minichess"));
        assert!(level.starts_with("level-2 Level { number: 2, "), "{level}");
        assert_ne!(level, print(PlayerKind::Level(2), "gardner"));
        assert_ne!(level, print(PlayerKind::Level(3), "minichess"));
    }

    #[test]
    fn bridges_take_what_is_free_or_move_at_random() {
        let free_rook = "k4/5/2r2/5/2R2/K4 w - - 0 1";
        assert_eq!(chosen(PlayerKind::Bridge(0), free_rook), ["c2c4"]);
        assert!(chosen(PlayerKind::Bridge(100), free_rook).len() > 6);
        let guarded_pawn = "k4/1p3/2p2/5/2R2/K4 w - - 0 1";
        assert!(chosen(PlayerKind::Bridge(0), guarded_pawn).len() > 6);
    }

    #[test]
    fn the_careful_player_leaves_nothing_hanging() {
        // The pawn attacks the rook; the rook's file stays safe below the pawn's reach.
        let attacked = "k4/5/1p3/2R2/5/K4 w - - 0 1";
        let moves = chosen(PlayerKind::Careful, attacked);
        assert!(moves.iter().all(|text| text.starts_with("c3")), "{moves:?}");
        // Neither king nor rook can take the guarded pawn for free, and the free one is taken.
        assert_eq!(chosen(PlayerKind::Careful, "k4/5/3p1/5/3R1/K4 w - - 0 1"), ["d2d4"]);
    }

    #[test]
    fn kings_are_taken_and_kept() {
        for kind in [PlayerKind::Bridge(0), PlayerKind::Careful] {
            assert_eq!(chosen(kind, "k4/5/5/5/5/R3K w - - 0 1"), ["a1a6"], "{kind}");
        }
        let position = Position::from_fen(Variant::default_variant(), "k4/5/1R3/5/5/K4 b - - 0 1");
        let position = position.unwrap();
        for text in chosen(PlayerKind::Random, "k4/5/1R3/5/5/K4 b - - 0 1") {
            assert!(position.safe_moves().contains(position.parse_move(&text).unwrap()), "{text}");
        }
    }
}
