//! Pairs of games between two sets of numbers, from even openings of one or several boards.

use clap::Args;

use crate::{
    game_series::GameSeries,
    kept_file::{result_letter, result_of_letter},
};
use minnow_arena::{EvenOpenings, GameResult, MatchError, NumbersGame};
use minnow_program::{Failure, report, variant};
use minnow_rules::{Color, MoveTextError, Position, Variant};

/// The options of the games.
#[derive(Debug, Args)]
pub(super) struct NumbersGameArgs {
    /// The variants' ids; the pairs of games go through them in turn
    #[arg(long, value_name = "IDS", value_delimiter = ',', default_value = "minichess")]
    variants: Vec<String>,
    /// Nodes per move
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: u64,
    /// Even openings of each variant; the pairs go through them in turn
    #[arg(long, value_name = "N", default_value_t = 500, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    openings: u32,
    /// Nodes of the search that calls an opening even
    #[arg(long, value_name = "N", default_value_t = 20_000, value_parser = clap::value_parser!(u64).range(1..))]
    opening_nodes: u64,
    /// The largest score of an even opening, in centipawns
    #[arg(long, value_name = "CP", default_value_t = 80, value_parser = clap::value_parser!(i32).range(1..=10_000))]
    even: i32,
    /// Seed of the openings and of what is tried
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,
    /// Games played at once; the results do not depend on their number
    #[arg(long, value_name = "T", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
}

/// A board with its openings, each the list of its positions.
pub(super) struct BoardOpenings {
    variant: &'static Variant,
    openings: Vec<Vec<Position>>,
}

impl NumbersGameArgs {
    pub(super) fn threads(&self) -> usize {
        usize::from(self.threads)
    }

    /// All that decides the games besides the numbers, as the heading of a file names it.
    pub(super) fn heading(&self) -> String {
        let NumbersGameArgs { nodes, openings, opening_nodes, even, seed, .. } = self;
        format!(
            "{}, {nodes} nodes, {openings} openings even within {even} centipawns by \
             {opening_nodes} nodes, seed {seed}, version {}",
            self.variants.join(","),
            env!("CARGO_PKG_VERSION")
        )
    }

    /// The boards with their openings, which a search finds.
    pub(super) fn boards(&self) -> Result<Vec<BoardOpenings>, Failure> {
        let variants: Result<Vec<&'static Variant>, Failure> =
            self.variants.iter().map(|id| variant(id)).collect();
        variants?.into_iter().map(|variant| self.board(variant)).collect()
    }

    fn board(&self, variant: &'static Variant) -> Result<BoardOpenings, Failure> {
        let search = EvenOpenings {
            variant,
            nodes: self.opening_nodes,
            max_score: self.even,
            seed: self.seed,
            threads: self.threads(),
        };
        let found = search.find(self.openings as usize, &mut |_| {});
        report(format_args!("{}: {} even openings", variant.id, found.len()));
        if found.is_empty() {
            return Err(Failure::BadInput(format!("{} has no such even opening", variant.id)));
        }
        let positions = found.iter().map(|opening| opening.positions(variant));
        let openings: Result<Vec<_>, MoveTextError> = positions.collect();
        let openings = openings.map_err(|error| Failure::Fault(error.to_string()))?;
        Ok(BoardOpenings { variant, openings })
    }
}

/// Pairs of games between two sets of numbers. Games 2n and 2n + 1 are a pair; the first set has White
/// in the first of them.
pub(super) struct NumbersSeries<'a> {
    /// At least one, each with an opening.
    pub boards: &'a [BoardOpenings],
    pub nodes: u64,
    /// The number of the first pair, which chooses board and opening.
    pub first_pair: usize,
    pub numbers: [Vec<i32>; 2],
}

impl GameSeries for NumbersSeries<'_> {
    /// For the first set.
    type Game = GameResult;
    type Tools = NumbersGame;

    fn new_tools(&self) -> NumbersGame {
        NumbersGame::new(self.boards[0].variant, self.nodes)
    }

    fn play(&self, tools: &mut NumbersGame, number: usize) -> Result<GameResult, MatchError> {
        let pair = self.first_pair + number / 2;
        let BoardOpenings { openings, .. } = &self.boards[pair % self.boards.len()];
        let opening = &openings[pair / self.boards.len() % openings.len()];
        let [first, second] = &self.numbers;
        let (color, numbers): (Color, [&[i32]; 2]) = if number.is_multiple_of(2) {
            (Color::White, [first, second])
        } else {
            (Color::Black, [second, first])
        };
        let end = tools.play(opening, numbers)?;
        Ok(GameResult::of(end.winner, color))
    }

    fn line(&self, number: usize, game: &GameResult) -> String {
        format!("{number} {}", result_letter(*game))
    }

    fn read(&self, line: &str) -> Option<(usize, GameResult)> {
        let (number, letter) = line.split_once(' ')?;
        Some((number.parse().ok()?, result_of_letter(letter)?))
    }
}
