//! `minnow-workshop mistakes`: measures how much the moves of the levels lose, and why.
//!
//! Each level plays its neighbours from even openings. A full-strength search measures its moves;
//! large drops are searched again with more nodes.

mod measure;
mod report;

use std::{io::Write, path::PathBuf, time::Instant};

use clap::Args;

use self::{
    measure::{LargeDrop, MeasureLimits, MeasuredMove, MoveMeter},
    report::LevelMoves,
};
use super::{
    game_series::{GameSeries, KnownGames},
    ladder::LevelRange,
    openings_file::{OpeningsArgs, PlayedOpening},
};
use minnow_arena::{MatchError, Player, PlayerKind, RecordedMove, record_game};
use minnow_base::files::system as fs;
use minnow_engine::{Level, Opponent};
use minnow_program::{Failure, variant};
use minnow_rules::{Color, Variant, internal::split_mix};

/// The arguments of `mistakes`.
#[derive(Debug, Args)]
pub(crate) struct MistakesArgs {
    /// The variant's id
    #[arg(long, value_name = "ID", default_value = "minichess")]
    variant: String,
    /// The levels whose moves are measured
    #[arg(long, value_name = "A-B", default_value = "3-11")]
    levels: LevelRange,
    /// The games of each level, half of them against each neighbour
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    games: u32,
    /// Nodes of the searches before and after each move
    #[arg(long, value_name = "N", default_value_t = 100_000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Nodes of the searches that repeat a large drop
    #[arg(long, value_name = "N", default_value_t = 1_000_000, value_parser = clap::value_parser!(u64).range(1..))]
    again_nodes: u64,
    /// A drop above this is large, in points of winning chance
    #[arg(long, value_name = "POINTS", default_value_t = 30, value_parser = clap::value_parser!(u8).range(1..=99))]
    drop: u8,
    #[command(flatten)]
    pub openings: OpeningsArgs,
    /// A folder for the measured games: those in it are not played again
    #[arg(long, value_name = "DIR")]
    results: Option<PathBuf>,
    /// Seed of the games
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Games measured at once; the results do not depend on their number
    #[arg(long, value_name = "T", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
}

pub(super) fn run(output: &mut impl Write, args: &MistakesArgs) -> Result<(), Failure> {
    let variant = variant(&args.variant)?;
    let openings =
        args.openings.load(variant, args.games.div_ceil(2) as usize, usize::from(args.threads))?;
    let levels: Result<Vec<LevelMoves>, Failure> = args
        .levels
        .numbers()
        .map(|level| measure_level(&LevelGames { args, variant, openings: &openings, level }))
        .collect();
    let (id, drop) = (&variant.id, f64::from(args.drop));
    writeln!(
        output,
        "{id}, {} nodes, again {}, seed {}\n",
        args.nodes, args.again_nodes, args.seed
    )?;
    report::write(output, &levels?, drop)?;
    Ok(())
}

/// The games of one level, whose moves are measured.
struct LevelGames<'a> {
    args: &'a MistakesArgs,
    variant: &'static Variant,
    openings: &'a [PlayedOpening],
    level: u8,
}

impl GameSeries for LevelGames<'_> {
    type Game = Vec<MeasuredMove>;
    type Tools = ();

    fn new_tools(&self) {}

    /// Plays a game and measures the moves of the level. Two games in a row begin with the same
    /// opening, one against the level below and one against that above; the colours change with the
    /// opening.
    fn play(&self, (): &mut (), number: usize) -> Result<Vec<MeasuredMove>, MatchError> {
        let LevelGames { args, variant, openings, level } = *self;
        let own = if (number / 2).is_multiple_of(2) { Color::White } else { Color::Black };
        let seed = split_mix(args.seed ^ split_mix(u64::from(level) << 32 | number as u64));
        let mut players = [Color::White, Color::Black].map(|color| {
            let level = if color == own { level } else { neighbour(level, number) };
            let seed = if color == own { seed } else { split_mix(seed) };
            Player::new(PlayerKind::Level(level), variant, seed)
        });
        let moves = record_game(&openings[number / 2].positions, &mut players)?.moves;
        let opponent = Opponent::of_level(level, seed);
        let mut meter = MoveMeter::new(variant, opponent, args.limits());
        let measured = moves.iter().enumerate().filter(|(_, mv)| mv.root.position.turn() == own);
        let previous = |at: usize| at.checked_sub(1).map(|at| &moves[at]);
        Ok(measured
            .map(|(at, mv): (usize, &RecordedMove)| meter.measure(mv, previous(at)))
            .collect())
    }

    fn line(&self, number: usize, moves: &Vec<MeasuredMove>) -> String {
        game_text(number, moves)
    }

    fn read(&self, line: &str) -> Option<(usize, Vec<MeasuredMove>)> {
        parse_game(line)
    }
}

fn measure_level(series: &LevelGames) -> Result<LevelMoves, Failure> {
    let LevelGames { args, level, .. } = *series;
    let count = args.games as usize;
    let known = args.kept(series)?;
    let (known_before, begin) = (count - known.missing(count).len(), Instant::now());
    let report = |played: usize| {
        let finished = known_before + played;
        if finished.is_multiple_of((count / 10).max(1)) {
            let seconds = begin.elapsed().as_secs();
            minnow_program::report(format_args!(
                "level {level}: {finished} of {count} games, {seconds} s"
            ));
        }
    };
    let games = known.complete(series, count, usize::from(args.threads), &report)?;
    Ok(LevelMoves { level, games: games.len(), moves: games.into_iter().flatten().collect() })
}

impl MistakesArgs {
    fn limits(&self) -> MeasureLimits {
        let (nodes, again_nodes) = (self.nodes, self.again_nodes);
        MeasureLimits { nodes, again_nodes, large: f64::from(self.drop) }
    }

    /// The kept games of a level.
    fn kept(&self, series: &LevelGames) -> Result<KnownGames<Vec<MeasuredMove>>, Failure> {
        let Some(folder) = &self.results else { return Ok(KnownGames::none()) };
        let option = || format!("--results {}", folder.display());
        fs::create_dir_all(folder).map_err(|error| Failure::unwritten(option(), &error))?;
        let LevelGames { variant, level, .. } = *series;
        let players = [neighbour(level, 0), level, neighbour(level, 1)];
        let players =
            players.map(|number| PlayerKind::Level(number).fingerprint(variant)).join("\n");
        let heading = format!(
            "mistakes of {}, version {}, seed {}, {:?}\n{players}\n",
            variant.id,
            env!("CARGO_PKG_VERSION"),
            self.seed,
            self.limits(),
        );
        let path = folder.join(format!("{}.mistakes.level-{level}.txt", variant.id));
        KnownGames::kept(series, Some(&path), || heading)
    }
}

/// The neighbour that the level plays in this game; at the ends the only one.
fn neighbour(level: u8, game: usize) -> u8 {
    let neighbours = [level.saturating_sub(1), level + 1];
    let neighbours: Vec<u8> =
        neighbours.into_iter().filter(|number| Level::exists(*number)).collect();
    neighbours.get(game % neighbours.len().max(1)).copied().unwrap_or(level)
}

/// A line of a game: its number, then for each move the loss, and for a large drop distance,
/// oversight and broken cap.
fn game_text(game: usize, moves: &[MeasuredMove]) -> String {
    let mut text = game.to_string();
    for MeasuredMove { loss, large } in moves {
        text += &format!(";{loss:.3}");
        if let Some(LargeDrop { distance, oversight, broken }) = large {
            text += &format!(":{distance}:{oversight}:{broken}");
        }
    }
    text
}

fn parse_game(line: &str) -> Option<(usize, Vec<MeasuredMove>)> {
    let mut parts = line.split(';');
    let game = parts.next()?.parse().ok()?;
    let measured = |text: &str| {
        let fields: Vec<&str> = text.split(':').collect();
        let large = match fields[..] {
            [_] => None,
            [_, distance, oversight, broken] => Some(LargeDrop {
                distance: distance.parse().ok()?,
                oversight: oversight.to_owned(),
                broken: broken.to_owned(),
            }),
            _ => return None,
        };
        Some(MeasuredMove { loss: fields[0].parse().ok()?, large })
    };
    let moves: Option<Vec<MeasuredMove>> = parts.map(measured).collect();
    Some((game, moves?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_survive_writing_and_reading() {
        let drop = LargeDrop { distance: 4, oversight: "a pawn race".into(), broken: "".into() };
        let moves = vec![
            MeasuredMove { loss: 0.0, large: None },
            MeasuredMove { loss: 41.25, large: Some(drop) },
        ];
        let text = game_text(17, &moves);
        assert_eq!(text, "17;0.000;41.250:4:a pawn race:");
        assert_eq!(parse_game(&text), Some((17, moves)));
        assert_eq!(parse_game("3"), Some((3, Vec::new())));
        for bad in ["", "x;1", "1;y", "1;2:3", "1;2:x:a:b"] {
            assert_eq!(parse_game(bad), None, "{bad}");
        }
    }

    #[test]
    fn neighbours_alternate_where_there_are_two() {
        assert_eq!([0, 1, 2].map(|game| neighbour(5, game)), [4, 6, 4]);
        assert_eq!([0, 1].map(|game| neighbour(1, game)), [2, 2]);
        assert_eq!([0, 1].map(|game| neighbour(12, game)), [11, 11]);
    }
}
