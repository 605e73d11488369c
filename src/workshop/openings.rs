//! `minnow-workshop openings`: counts what the strongest level plays against itself in the opening,
//! and evaluates it, for the opening explorer.

use std::{
    collections::{BTreeMap, HashMap},
    io::Write,
    path::PathBuf,
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed},
    },
};

use clap::Args;

use super::{
    ProgressReporter,
    kept_file::{KeptError, KeptFile},
};
use crate::{
    arena::{MatchError, Player, PlayerKind, record_game},
    engine::{LEVELS, Root, Score, SearchLimits, Searcher},
    explorer::{GameScore, ScoredGame, tree_text},
    jobs::run_parallel,
    program::{Failure, variant, write_file},
    rules::{Color, Position, Variant, split_mix},
};

/// The transposition table of the evaluations, in MB.
const HASH_MB: usize = 32;

/// The arguments of `openings`.
#[derive(Debug, Args)]
pub struct OpeningsArgs {
    /// The variant's id
    #[arg(long, value_name = "ID", default_value = "minichess")]
    variant: String,
    /// Games to play
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = clap::value_parser!(u32).range(1..=60_000))]
    games: u32,
    /// Plies to count
    #[arg(long, value_name = "N", default_value_t = 16, value_parser = clap::value_parser!(u16).range(1..=200))]
    plies: u16,
    /// Nodes of the evaluation of each position
    #[arg(long, value_name = "N", default_value_t = 200_000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// A file for the games: those in it are not played again
    #[arg(long, value_name = "FILE")]
    results: Option<PathBuf>,
    /// Seed of the games
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Games played at once; the openings do not depend on their number
    #[arg(long, value_name = "T", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    /// The file for the openings, instead of standard output
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

pub(super) fn run(output: &mut impl Write, args: &OpeningsArgs) -> Result<(), Failure> {
    let variant = variant(&args.variant)?;
    let games: Vec<ScoredGame> = play_all(args, variant)?.into_values().collect();
    let mut judge = Judge::new(variant, args.nodes);
    let mut text = format!(
        "# {}: {} games of level {} against itself, seed {}; evaluations of {} nodes\n",
        variant.id,
        args.games,
        LEVELS.len(),
        args.seed,
        args.nodes
    );
    text +=
        &tree_text(variant, &games, usize::from(args.plies), &mut |position| judge.score(position));
    match &args.out {
        Some(path) => write_file("--out", path, text),
        None => Ok(output.write_all(text.as_bytes())?),
    }
}

/// Evaluates positions, each once.
struct Judge {
    searcher: Searcher,
    nodes: u64,
    known: HashMap<u64, Option<Score>>,
}

impl Judge {
    fn new(variant: &'static Variant, nodes: u64) -> Judge {
        Judge { searcher: Searcher::new(variant, HASH_MB), nodes, known: HashMap::new() }
    }

    /// The evaluation from White's view; `None` where the game has ended.
    fn score(&mut self, position: &Position) -> Option<Score> {
        if let Some(known) = self.known.get(&position.key()) {
            return *known;
        }
        self.searcher.new_game();
        let (root, never) = (Root::new(*position), AtomicBool::new(false));
        let limits = SearchLimits::nodes(self.nodes);
        let result = self.searcher.search(&root, &limits, &never, &mut |_| {});
        let score = result.best.map(|_| match position.turn() {
            Color::White => result.info.score,
            Color::Black => -result.info.score,
        });
        self.known.insert(position.key(), score);
        score
    }
}

/// The games by their numbers, and the file that keeps them.
struct Played {
    games: BTreeMap<u32, ScoredGame>,
    file: Option<KeptFile>,
}

fn play_all(
    args: &OpeningsArgs,
    variant: &'static Variant,
) -> Result<BTreeMap<u32, ScoredGame>, Failure> {
    let played = kept(args, variant)?;
    let tasks: Vec<u32> = (0..args.games).filter(|game| !played.games.contains_key(game)).collect();
    let progress = ProgressReporter::new("games", tasks.len(), 20);
    let (next, finished) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let shared = Mutex::new(played);
    let play_games = |_| {
        while let Some(number) = tasks.get(next.fetch_add(1, Relaxed)).copied() {
            let game = play(variant, args.seed, number)
                .map_err(|error| Failure::Fault(error.to_string()))?;
            let mut shared = shared.lock().unwrap_or_else(PoisonError::into_inner);
            if let Some(file) = &mut shared.file {
                let added = file.add(&game_text(variant, number, &game));
                added.map_err(|error| Failure::refused("--results", error))?;
            }
            shared.games.insert(number, game);
            progress.report(finished.fetch_add(1, Relaxed) + 1);
        }
        Ok(())
    };
    let threads = usize::from(args.threads);
    let done: Result<Vec<()>, Failure> = run_parallel(threads, play_games).into_iter().collect();
    done?;
    let mut games = shared.into_inner().unwrap_or_else(PoisonError::into_inner).games;
    games.retain(|number, _| *number < args.games);
    Ok(games)
}

fn strongest() -> PlayerKind {
    PlayerKind::Level(LEVELS.len() as u8)
}

/// Plays the game with this number. The levels' book makes the openings differ.
fn play(variant: &'static Variant, seed: u64, number: u32) -> Result<ScoredGame, MatchError> {
    let seed = split_mix(seed ^ split_mix(u64::from(number) + 1));
    let mut players = [seed, split_mix(seed)].map(|seed| Player::new(strongest(), variant, seed));
    let game = record_game(&[Position::start(variant)], &mut players)?;
    let score = game.end.winner.map_or(GameScore::Drawn, GameScore::Won);
    Ok(ScoredGame { moves: game.moves.iter().map(|recorded| recorded.mv).collect(), score })
}

/// The games that the file of results has.
fn kept(args: &OpeningsArgs, variant: &'static Variant) -> Result<Played, Failure> {
    let Some(path) = &args.results else {
        return Ok(Played { games: BTreeMap::new(), file: None });
    };
    let refused =
        |error: KeptError| Failure::refused(format!("--results {}", path.display()), error);
    let heading = format!(
        "openings of {}, version {}, seed {}\n{}\n",
        variant.id,
        env!("CARGO_PKG_VERSION"),
        args.seed,
        strongest().fingerprint(variant)
    );
    let opened = KeptFile::open(path, &heading).map_err(refused)?;
    let read = opened
        .lines
        .iter()
        .map(|line| read_game(variant, line).ok_or_else(|| refused(KeptError::Row(line.clone()))));
    let games = read.collect::<Result<BTreeMap<u32, ScoredGame>, Failure>>()?;
    Ok(Played { games, file: Some(opened.file) })
}

/// `12 1-0 b1a3 a5a4`
fn game_text(variant: &'static Variant, number: u32, game: &ScoredGame) -> String {
    let result = match game.score {
        GameScore::Won(Color::White) => "1-0",
        GameScore::Won(Color::Black) => "0-1",
        GameScore::Drawn | GameScore::Open => "1/2-1/2",
    };
    let mut position = Position::start(variant);
    let mut text = format!("{number} {result}");
    for mv in &game.moves {
        text.push(' ');
        text += &position.move_text(*mv);
        position = position.play(*mv);
    }
    text
}

fn read_game(variant: &'static Variant, line: &str) -> Option<(u32, ScoredGame)> {
    let mut words = line.split_whitespace();
    let number = words.next()?.parse().ok()?;
    let score = match words.next()? {
        "1-0" => GameScore::Won(Color::White),
        "0-1" => GameScore::Won(Color::Black),
        "1/2-1/2" => GameScore::Drawn,
        _ => return None,
    };
    let mut position = Position::start(variant);
    let mut moves = Vec::new();
    for word in words {
        let mv = position.parse_move(word).ok()?;
        moves.push(mv);
        position = position.play(mv);
    }
    Some((number, ScoredGame { moves, score }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kept_games_read_as_they_were_written() {
        let variant = Variant::default_variant();
        for line in ["0 1-0 b1a3 a5a4", "17 0-1 a2a3", "2 1/2-1/2 a2a3 a5a4 b1c3"] {
            let (number, game) = read_game(variant, line).unwrap();
            assert_eq!(game_text(variant, number, &game), line);
        }
        for line in ["", "x 1-0 a2a3", "1 2-0 a2a3", "1 1-0 a2a6"] {
            assert_eq!(read_game(variant, line), None, "{line}");
        }
    }
}
