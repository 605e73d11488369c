//! `minnow-workshop openings`: counts what the strongest level plays against itself in the opening,
//! and evaluates it, for the opening explorer.

use std::{collections::HashMap, io::Write, path::PathBuf};

use clap::Args;

use super::game_series::{GameSeries, play_games};
use minnow_arena::{MatchError, Player, PlayerKind, record_game};
use minnow_base::sync::StopFlag;
use minnow_engine::{LEVELS, Root, Score, SearchLimits, Searcher};
use minnow_program::{Failure, variant, write_output};
use minnow_rules::{Color, Position, Variant, internal::split_mix};
use minnow_study::explorer::{GameScore, ScoredGame, tree_text};

/// The transposition table of the evaluations, in MB.
const HASH_MB: usize = 32;

/// The arguments of `openings`.
#[derive(Debug, Args)]
pub(crate) struct OpeningsArgs {
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
    let series = StrongestGames { variant, seed: args.seed };
    let (count, threads) = (args.games as usize, usize::from(args.threads));
    let heading = || series.heading();
    let games = play_games(&series, count, threads, args.results.as_deref(), heading)?;
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
    write_output(output, args.out.as_deref(), &text)
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
        let (root, never) = (Root::new(*position), StopFlag::new());
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

/// Games of the strongest level against itself.
struct StrongestGames {
    variant: &'static Variant,
    seed: u64,
}

impl GameSeries for StrongestGames {
    type Game = ScoredGame;
    type Tools = ();

    fn new_tools(&self) {}

    /// The levels' book makes the openings differ.
    fn play(&self, (): &mut (), number: usize) -> Result<ScoredGame, MatchError> {
        let seed = split_mix(self.seed ^ split_mix(number as u64 + 1));
        let mut players =
            [seed, split_mix(seed)].map(|seed| Player::new(strongest(), self.variant, seed));
        let game = record_game(&[Position::start(self.variant)], &mut players)?;
        let score = game.end.winner.map_or(GameScore::Drawn, GameScore::Won);
        Ok(ScoredGame { moves: game.moves.iter().map(|recorded| recorded.mv).collect(), score })
    }

    /// `12 1-0 b1a3 a5a4`
    fn line(&self, number: usize, game: &ScoredGame) -> String {
        let result = match game.score {
            GameScore::Won(Color::White) => "1-0",
            GameScore::Won(Color::Black) => "0-1",
            GameScore::Drawn | GameScore::Open => "1/2-1/2",
        };
        format!("{number} {result} {}", Position::start(self.variant).line_text(&game.moves))
    }

    fn read(&self, line: &str) -> Option<(usize, ScoredGame)> {
        let mut words = line.split_whitespace();
        let number = words.next()?.parse().ok()?;
        let score = match words.next()? {
            "1-0" => GameScore::Won(Color::White),
            "0-1" => GameScore::Won(Color::Black),
            "1/2-1/2" => GameScore::Drawn,
            _ => return None,
        };
        let mut position = Position::start(self.variant);
        let mut moves = Vec::new();
        for word in words {
            let mv = position.parse_move(word).ok()?;
            moves.push(mv);
            position = position.play(mv);
        }
        Some((number, ScoredGame { moves, score }))
    }
}

fn strongest() -> PlayerKind {
    PlayerKind::Level(LEVELS.len() as u8)
}

impl StrongestGames {
    /// All that decides the games, as the file of results begins.
    fn heading(&self) -> String {
        let StrongestGames { variant, seed } = *self;
        let (version, player) = (env!("CARGO_PKG_VERSION"), strongest().fingerprint(variant));
        format!("openings of {}, version {version}, seed {seed}\n{player}\n", variant.id)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kept_games_read_as_they_were_written() {
        let series = StrongestGames { variant: Variant::default_variant(), seed: 1 };
        for line in ["0 1-0 b1a3 a5a4", "17 0-1 a2a3", "2 1/2-1/2 a2a3 a5a4 b1c3"] {
            let (number, game) = series.read(line).unwrap();
            assert_eq!(series.line(number, &game), line);
        }
        for line in ["", "x 1-0 a2a3", "1 2-0 a2a3", "1 1-0 a2a6"] {
            assert_eq!(series.read(line), None, "{line}");
        }
    }
}
