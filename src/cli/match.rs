//! `minnow match`: one level of the computer against another.
//!
//! Every opening is played twice with the colours swapped. Levels play with their own depth and
//! nodes; their ceiling of time is left out unless `--movetime` asks for one, so that the same
//! seed gives the same games on every machine. Matches between programs are left to UCI and a
//! referee; the statistics are in `elo.rs`.

use std::{
    collections::{BTreeMap, HashSet},
    io::{self, Write},
    sync::atomic::AtomicBool,
};

use clap::Args;

use super::{
    Failure,
    elo::{GameResult, Tally},
    variant,
};
use crate::{
    engine::{Level, Random, Root, SearchLimits, Searcher},
    rules::{Color, Ending, Outcome, Position, Variant},
};

/// Random plies before the players take over.
const OPENING_PLIES: u32 = 4;
/// So many random openings in a row that are no new ones, and a variant is taken to have no more.
const MOST_TRIES_IN_VAIN: u32 = 500;
/// Each player's transposition table, in MB.
const HASH_MB: usize = 16;
/// A game is a draw after this many plies: an entry of `variants.ron` may switch all limits off.
const MOST_PLIES: usize = 1_000;

/// A match on the command line.
#[derive(Debug, Args)]
pub struct MatchArgs {
    /// The level whose results are counted, 1 to 12
    #[arg(value_parser = clap::value_parser!(u8).range(1..=12))]
    a: u8,
    /// The level it plays against, 1 to 12
    #[arg(value_parser = clap::value_parser!(u8).range(1..=12))]
    b: u8,
    /// The variant's id, see `minnow variants`
    #[arg(long, value_name = "ID", default_value = "minichess")]
    variant: String,
    /// How many games; two are played from each opening
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    games: u32,
    /// At most this long for a move; games may then differ from run to run
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..))]
    movetime: Option<u64>,
    /// At most this many nodes for a move
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Chooses the openings and what weak levels overlook
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
}

pub(super) fn run(output: &mut impl Write, args: &MatchArgs) -> Result<(), Failure> {
    let MatchArgs { games, seed, .. } = *args;
    let variant = variant(&args.variant)?;
    let mut random = Random(seed);
    let openings = openings(variant, games.div_ceil(2), &mut random).map_err(|found| {
        let id = &variant.id;
        Failure::BadInput(format!("--games {games}: only {found} openings of {id} were found"))
    })?;
    let mut players = [args.a, args.b].map(|level| Player::new(level, variant, args));
    let mut tally = Tally::default();
    let mut endings = BTreeMap::<&str, u32>::new();
    for game in 0..games {
        let Some(opening) = openings.get(game as usize / 2) else { break };
        // The first player has White in the first game of a pair.
        let first_color = if game % 2 == 0 { Color::White } else { Color::Black };
        let seeds = [random.draw(), random.draw()];
        let finished = play(opening, &mut players, first_color, seeds)?;
        tally.add(match finished.winner {
            None => GameResult::Draw,
            Some(winner) if winner == first_color => GameResult::Win,
            Some(_) => GameResult::Loss,
        });
        *endings.entry(finished.ending).or_default() += 1;
        // Nobody may be reading the progress, which is no reason to end the match.
        let _ = writeln!(io::stderr(), "game {} of {games}: {finished}; {tally}", game + 1);
    }
    let (id, a, b) = (&variant.id, args.a, args.b);
    writeln!(output, "level {a} against level {b}, {id}, {games} games, seed {seed}")?;
    writeln!(output, "{tally}, score {:.1} %, {}", 100.0 * tally.score(), tally.elo())?;
    let endings: Vec<String> =
        endings.iter().map(|(end, count)| format!("{end} {count}")).collect();
    writeln!(output, "ends: {}", endings.join(", "))?;
    Ok(())
}

/// A level with the engine that plays it.
struct Player {
    level: &'static Level,
    limits: SearchLimits,
    searcher: Searcher,
}

impl Player {
    fn new(level: u8, variant: &'static Variant, args: &MatchArgs) -> Player {
        let level = Level::get(level);
        let wanted = SearchLimits {
            nodes: args.nodes,
            movetime_ms: args.movetime,
            ..SearchLimits::default()
        };
        let mut limits = level.limits().tightened(&wanted);
        if args.movetime.is_none() {
            limits.movetime_ms = None;
        }
        Player { level, limits, searcher: Searcher::new(variant, HASH_MB) }
    }
}

/// How a game ended.
struct Finished {
    winner: Option<Color>,
    /// In chess words.
    ending: &'static str,
    plies: usize,
}

impl std::fmt::Display for Finished {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.winner {
            Some(winner) => write!(f, "{winner} wins")?,
            None => write!(f, "a draw")?,
        }
        write!(f, " after {} plies, {}", self.plies, self.ending)
    }
}

/// Plays one game to its end by the rules. The seeds, one for each player, choose what weak levels
/// overlook in it.
fn play(
    opening: &[Position],
    players: &mut [Player; 2],
    first_color: Color,
    seeds: [u64; 2],
) -> Result<Finished, Failure> {
    let never = AtomicBool::new(false);
    players.iter_mut().for_each(|player| player.searcher.new_game());
    let mut passed = opening.to_vec();
    let Some(mut position) = passed.pop() else { unreachable!("an opening has positions") };
    loop {
        let earlier: Vec<u64> = passed.iter().map(Position::key).collect();
        let before = earlier.iter().filter(|key| **key == position.key()).count();
        let occurrences = u8::try_from(1 + before).unwrap_or(u8::MAX);
        if let Some(outcome) = position.outcome(occurrences) {
            let ending = ending_text(outcome, &passed);
            return Ok(Finished { winner: outcome.winner, ending, plies: passed.len() });
        }
        if passed.len() >= MOST_PLIES {
            return Ok(Finished { winner: None, ending: "too long", plies: passed.len() });
        }
        let index = usize::from(position.turn() != first_color);
        let Player { level, limits, searcher } = &mut players[index];
        let root = Root { position, earlier };
        let handicap = level.handicap(seeds[index]);
        let best = searcher.search(&root, limits, handicap, &never, &mut |_| {}).best;
        let Some(best) = best.filter(|best| position.legal_moves().contains(*best)) else {
            let (level, id, fen) = (level.number, &position.variant().id, position.fen());
            let problem = format!("level {level} has no legal answer to {id} {fen}");
            return Err(Failure::Fault(problem));
        };
        passed.push(position);
        position = position.play(best);
    }
}

/// A game's end in chess words, from the positions before the last one. Where kings are taken, the
/// loser's last position tells whether it was mated, stalemated or careless.
fn ending_text(outcome: Outcome, passed: &[Position]) -> &'static str {
    match outcome.ending {
        Ending::Checkmate => "mate",
        Ending::NoMoves => "stalemate",
        Ending::MoveLimit => "move limit",
        Ending::Repetition => "repetition",
        Ending::NoProgress => "no progress",
        Ending::BareKings => "bare kings",
        Ending::KingTaken => match passed.iter().nth_back(1) {
            Some(last) if last.safe_moves().is_empty() && last.in_check() => "mate",
            Some(last) if last.safe_moves().is_empty() => "stalemate",
            _ => "king left to be taken",
        },
    }
}

/// As many different openings of random plies that keep the king, none of them finished or lost.
/// Each is the list of its positions. The error is how many were found, if too few.
fn openings(
    variant: &'static Variant,
    count: u32,
    random: &mut Random,
) -> Result<Vec<Vec<Position>>, usize> {
    let count = count as usize;
    let (mut found, mut seen) = (Vec::new(), HashSet::new());
    let mut tries_in_vain = 0;
    while found.len() < count && tries_in_vain < MOST_TRIES_IN_VAIN {
        tries_in_vain += 1;
        let Some(opening) = random_opening(variant, random) else { continue };
        if opening.last().is_some_and(|position| seen.insert(position.key())) {
            found.push(opening);
            tries_in_vain = 0;
        }
    }
    if found.len() < count { Err(found.len()) } else { Ok(found) }
}

/// The positions of one opening; `None` if it ends the game or leaves no move that keeps the king.
fn random_opening(variant: &'static Variant, random: &mut Random) -> Option<Vec<Position>> {
    let mut positions = vec![Position::start(variant)];
    loop {
        let position = positions.last()?;
        let moves = position.safe_moves();
        if moves.is_empty() || position.outcome(1).is_some() {
            return None;
        }
        if positions.len() > OPENING_PLIES as usize {
            return Some(positions);
        }
        let played = moves.iter().nth(random.below(moves.len()))?;
        positions.push(position.play(played));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ending(id: &str, fen: &str, moves: &str) -> &'static str {
        let variant = Variant::by_id(id).unwrap();
        let mut position = Position::from_fen(variant, fen).unwrap();
        let mut passed = Vec::new();
        for text in moves.split_whitespace() {
            passed.push(position);
            position = position.play(position.parse_move(text).unwrap());
        }
        ending_text(position.outcome(1).unwrap(), &passed)
    }

    #[test]
    fn a_taken_king_was_mated_stalemated_or_careless() {
        let mate = "k4/5/1Q3/K4/5/5 b - - 0 1";
        assert_eq!(ending("minichess", mate, "a6a5 b4a5"), "stalemate");
        let check = "k4/1Q3/1K3/5/5/5 b - - 0 1";
        assert_eq!(ending("minichess", check, "a6b6 b5b6"), "mate");
        let careless = "k4/5/1K3/5/5/5 b - - 0 1";
        assert_eq!(ending("minichess", careless, "a6a5 b4a5"), "king left to be taken");
        assert_eq!(ending("gardner", "k4/4Q/1K3/5/5 w - - 0 1", "e4b4"), "mate");
        assert_eq!(ending("gardner", "k4/4Q/1K3/5/5 w - - 0 1", "e4c4"), "stalemate");
    }

    #[test]
    fn openings_are_different_unfinished_and_the_same_for_a_seed() {
        for variant in crate::rules::builtin_variants() {
            let found = openings(variant, 30, &mut Random(5)).unwrap();
            assert_eq!(found, openings(variant, 30, &mut Random(5)).unwrap());
            assert_ne!(found, openings(variant, 30, &mut Random(6)).unwrap());
            let keys: HashSet<u64> = found.iter().map(|opening| opening[4].key()).collect();
            assert_eq!(keys.len(), 30, "{}", variant.id);
            assert!(found.iter().all(|opening| {
                opening.len() == 5
                    && opening[4].outcome(1).is_none()
                    && !opening[4].safe_moves().is_empty()
            }));
        }
    }

    #[test]
    fn openings_that_a_variant_does_not_have_are_refused() {
        let variant = Variant::by_id("silverman4x4").unwrap();
        let found = openings(variant, 100_000, &mut Random(1)).unwrap_err();
        assert!((100..100_000).contains(&found), "{found}");
    }
}
