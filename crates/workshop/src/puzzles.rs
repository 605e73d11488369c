//! `minnow-workshop puzzles`: makes the puzzles of a board from games between levels.
//!
//! Levels make mistakes, so that their games have positions with one good move. Each game is looked
//! through once; at most so many puzzles of each difficulty are written, those of the first games. With
//! `--grade` it only finds the difficulties of a file's puzzles anew.

use std::{
    collections::{BTreeMap, HashSet},
    fmt::Write as _,
    io::Write,
    path::PathBuf,
    sync::atomic::{AtomicUsize, Ordering::Relaxed},
};

use clap::Args;

use super::{
    ProgressReporter,
    game_series::{GameSeries, play_games},
};
use minnow_arena::{MatchError, Player, PlayerKind, record_game};
use minnow_base::sync::StopFlag;
use minnow_engine::{LEVELS, Random};
use minnow_jobs::run_numbered;
use minnow_program::{Failure, read_text, variant, write_output};
use minnow_rules::{Position, Variant, internal::split_mix};
use minnow_study::puzzles::{FinderLimits, Puzzle, PuzzleFileError, PuzzleFinder, parse_puzzles};

/// The weakest and the strongest players of the games: others make too many mistakes or too few.
const PLAYERS: std::ops::RangeInclusive<u8> = 3..=9;

/// The arguments of `puzzles`.
#[derive(Debug, Args)]
pub(crate) struct PuzzlesArgs {
    /// The variant's id
    #[arg(long, value_name = "ID", default_value = "minichess")]
    variant: String,
    /// Games to look through
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    games: u32,
    /// The most puzzles of one difficulty
    #[arg(long, value_name = "N", default_value_t = 50, value_parser = clap::value_parser!(u32).range(1..))]
    per_level: u32,
    /// Nodes of each search that verifies a step
    #[arg(long, value_name = "N", default_value_t = 1_000_000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// A file for the puzzles of each game: games in it are not looked through again
    #[arg(long, value_name = "FILE")]
    results: Option<PathBuf>,
    /// Seed of the games
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Threads; the puzzles do not depend on their number
    #[arg(long, value_name = "T", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    /// Grade the puzzles of this file by today's levels instead of finding new ones
    #[arg(long, value_name = "FILE", conflicts_with_all = ["games", "per_level", "nodes", "results", "seed"])]
    grade: Option<PathBuf>,
    /// The file for the puzzles, instead of standard output
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

pub(super) fn run(output: &mut impl Write, args: &PuzzlesArgs) -> Result<(), Failure> {
    let variant = variant(&args.variant)?;
    if let Some(path) = &args.grade {
        let text = regrade(variant, &read_text("--grade", path)?, usize::from(args.threads))
            .map_err(|error| Failure::refused_file("--grade", path, error))?;
        return write_output(output, args.out.as_deref(), &text);
    }
    let series = PuzzleGames { variant, nodes: args.nodes, seed: args.seed };
    let (count, threads) = (args.games as usize, usize::from(args.threads));
    let heading = || series.heading();
    let found = play_games(&series, count, threads, args.results.as_deref(), heading)?;
    let puzzles = chosen(found.into_iter().flatten(), args.per_level as usize);
    let mut text = format!(
        "# {}: {} games of levels {} to {}, {} nodes a search, seed {}\n",
        variant.id,
        args.games,
        PLAYERS.start(),
        PLAYERS.end(),
        args.nodes,
        args.seed
    );
    for puzzle in &puzzles {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{puzzle}");
    }
    write_output(output, args.out.as_deref(), &text)
}

/// Games between levels that are looked through for puzzles.
struct PuzzleGames {
    variant: &'static Variant,
    nodes: u64,
    seed: u64,
}

impl GameSeries for PuzzleGames {
    type Game = Vec<Puzzle>;
    type Tools = PuzzleFinder;

    fn new_tools(&self) -> PuzzleFinder {
        let limits = FinderLimits { verify: self.nodes, ..FinderLimits::default() };
        PuzzleFinder::new(self.variant, limits)
    }

    fn play(&self, finder: &mut PuzzleFinder, number: usize) -> Result<Vec<Puzzle>, MatchError> {
        let mut random = Random(split_mix(self.seed ^ split_mix(number as u64 + 1)));
        let count = usize::from(PLAYERS.end() - PLAYERS.start()) + 1;
        let mut players = [0, 1].map(|_| {
            let level = (PLAYERS.start() + random.below(count) as u8).min(LEVELS.len() as u8);
            Player::new(PlayerKind::Level(level), self.variant, random.draw())
        });
        let moves = record_game(&[Position::start(self.variant)], &mut players)?.moves;
        let roots = moves.into_iter().map(|recorded| recorded.root);
        Ok(finder.find_all(roots, usize::MAX, &StopFlag::new()))
    }

    /// `17|FEN; mate; 4; a2a3|…`
    fn line(&self, number: usize, puzzles: &Vec<Puzzle>) -> String {
        let texts = puzzles.iter().map(Puzzle::to_string);
        std::iter::once(number.to_string()).chain(texts).collect::<Vec<_>>().join("|")
    }

    fn read(&self, line: &str) -> Option<(usize, Vec<Puzzle>)> {
        let mut parts = line.split('|');
        let number = parts.next()?.parse().ok()?;
        let puzzles = parts.map(|text| Puzzle::parse(self.variant, text).ok());
        Some((number, puzzles.collect::<Option<_>>()?))
    }
}

/// The puzzles of a file with their difficulty by today's levels, the easiest first. Comments before the first puzzle
/// are kept.
fn regrade(
    variant: &'static Variant,
    text: &str,
    threads: usize,
) -> Result<String, PuzzleFileError> {
    let mut puzzles = parse_puzzles(variant, text)?;
    let never = StopFlag::new();
    let progress = ProgressReporter::new("puzzles", puzzles.len(), 20);
    let done = AtomicUsize::new(0);
    let found = run_numbered(
        threads,
        0..puzzles.len() as u64,
        || PuzzleFinder::new(variant, FinderLimits::default()),
        |finder, number| {
            let difficulty = finder.difficulty(&puzzles[number as usize], &never);
            progress.report(done.fetch_add(1, Relaxed) + 1);
            difficulty
        },
    );
    for (puzzle, difficulty) in puzzles.iter_mut().zip(found) {
        // It is never `None`: nothing sets `never`.
        puzzle.difficulty = difficulty.unwrap_or(puzzle.difficulty);
    }
    puzzles.sort_by_key(|puzzle| puzzle.difficulty);
    let comments = text.lines().take_while(|line| line.starts_with('#')).map(str::to_owned);
    let lines = comments.chain(puzzles.iter().map(Puzzle::to_string));
    Ok(lines.map(|line| line + "\n").collect())
}

/// The first puzzles of each difficulty, each position once, the easiest first.
fn chosen(found: impl Iterator<Item = Puzzle>, per_level: usize) -> Vec<Puzzle> {
    let (mut seen, mut by_level) = (HashSet::new(), BTreeMap::<u8, Vec<Puzzle>>::new());
    for puzzle in found {
        let list = by_level.entry(puzzle.difficulty).or_default();
        if list.len() < per_level && seen.insert(puzzle.id()) {
            list.push(puzzle);
        }
    }
    by_level.into_values().flatten().collect()
}

impl PuzzleGames {
    /// All that decides the puzzles, as the file of results begins.
    fn heading(&self) -> String {
        let PuzzleGames { variant, nodes, seed } = *self;
        let players: Vec<String> =
            PLAYERS.map(|level| PlayerKind::Level(level).fingerprint(variant)).collect();
        format!(
            "puzzles of {}, version {}, seed {seed}, {nodes} nodes\n{}\n",
            variant.id,
            env!("CARGO_PKG_VERSION"),
            players.join("\n")
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn puzzle(fen: &str, difficulty: u8) -> Puzzle {
        let variant = Variant::by_id("silverman4x4").unwrap();
        Puzzle::parse(variant, &format!("{fen}; mate; {difficulty}; d2d4")).unwrap()
    }

    const ONE: &str = "k3/4/1K1R/4 w - - 0 1";
    const OTHER: &str = "k3/2P1/1K1R/4 w - - 0 1";

    #[test]
    fn games_survive_writing_and_reading() {
        let puzzles = vec![puzzle(ONE, 2), puzzle(OTHER, 3)];
        let series = PuzzleGames { variant: puzzles[0].start.variant(), nodes: 1, seed: 1 };
        let text = series.line(17, &puzzles);
        assert_eq!(series.read(&text), Some((17, puzzles)));
        assert_eq!(series.read("3"), Some((3, Vec::new())));
        assert_eq!(series.read("3|nonsense"), None);
    }

    #[test]
    fn each_position_comes_once_and_each_difficulty_so_often() {
        let found = [puzzle(ONE, 2), puzzle(ONE, 2), puzzle(OTHER, 2), puzzle(ONE, 1)];
        let ids = |list: Vec<Puzzle>| list.iter().map(Puzzle::id).collect::<Vec<_>>();
        let both = vec![puzzle(ONE, 2).id(), puzzle(OTHER, 2).id()];
        assert_eq!(ids(chosen(found.clone().into_iter(), 5)), both);
        assert_eq!(ids(chosen(found.into_iter(), 1)), both[..1]);
    }
}
