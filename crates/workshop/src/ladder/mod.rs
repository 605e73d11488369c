//! `minnow-workshop ladder`: measures the levels against each other and fits their ratings.
//!
//! `docs/measurements/ladder.md` describes the method and has the figures.

mod kept;
mod plan;
mod report;

use std::{
    collections::HashMap,
    io::Write,
    path::{Path, PathBuf},
};

use clap::Args;

use self::{kept::KeptPairing, plan::LadderPlan, report::LadderReport};
use super::{
    ProgressReporter,
    openings_file::{OpeningsArgs, PlayedOpening},
};
use minnow_arena::{OpeningResult, Pairing, PairingResults, PlayerKind, RoundRobin};
use minnow_base::files::system as fs;
use minnow_engine::{RatingColumn, parse_ratings, ratings_text};
use minnow_program::{Failure, read_text, variant, write_file};
use minnow_rules::{Position, Variant};
pub(super) use plan::LevelRange;

/// The arguments of `ladder`.
#[derive(Debug, Args)]
pub(crate) struct LadderArgs {
    /// The variant's id
    #[arg(long, value_name = "ID", default_value = "minichess")]
    variant: String,
    /// The games of each pair of players; two are played from each opening
    #[arg(long, value_name = "N", default_value_t = 300, value_parser = clap::value_parser!(u32).range(2..=100_000))]
    games: u32,
    /// The games of pairs with level 11 or 12, if fewer
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(2..=100_000))]
    top_games: u32,
    /// The levels that play
    #[arg(long, value_name = "A-B", default_value = "1-12")]
    levels: LevelRange,
    /// Levels up to this far apart play each other
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u8).range(1..=11))]
    apart: u8,
    /// Chances of random moves of the players between random play and level 1, in percent, falling
    #[arg(long, value_name = "LIST", value_delimiter = ',', default_value = "85,60,30,0", value_parser = clap::value_parser!(u8).range(0..=99))]
    bridge: Vec<u8>,
    /// Leave out the bridge to random play; the lowest level then has the rating 0
    #[arg(long)]
    no_bridge: bool,
    #[command(flatten)]
    openings: OpeningsArgs,
    /// A folder for the results: those in it are not played again
    #[arg(long, value_name = "DIR")]
    results: Option<PathBuf>,
    /// Print the tables of the results in the folder without playing
    #[arg(long, requires = "results")]
    no_play: bool,
    /// Seed of the games and of the bootstrap
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Games played at once; the results do not depend on their number
    #[arg(long, value_name = "T", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    /// Bootstrap samples
    #[arg(long, value_name = "N", default_value_t = 1_000, value_parser = clap::value_parser!(u32).range(20..=100_000))]
    samples: u32,
    /// The file of ratings whose column for this board is replaced
    #[arg(long, value_name = "FILE", conflicts_with = "no_bridge")]
    ratings: Option<PathBuf>,
}

pub(super) fn run(output: &mut impl Write, args: &LadderArgs) -> Result<(), Failure> {
    let variant = variant(&args.variant)?;
    let plan = args.plan()?;
    let pairings = plan.pairings();
    let most = pairings.iter().map(|pairing| pairing.openings).max().unwrap_or(0);
    let openings = args.openings.load(variant, most, usize::from(args.threads))?;
    let mut kept = args.kept(variant, &pairings, &openings)?;
    if !args.no_play {
        args.play(variant, &pairings, &openings, &mut kept)?;
    }
    let players = plan.players();
    let number = |wanted| players.iter().position(|kind| *kind == wanted).unwrap_or(0);
    let results: Vec<PairingResults> = pairings
        .iter()
        .zip(&kept)
        .map(|(pairing, kept)| PairingResults {
            players: pairing.players.map(number),
            openings: kept.rows.values().take(pairing.openings).map(|row| row.results).collect(),
        })
        .filter(|results| !results.openings.is_empty())
        .collect();
    if results.is_empty() {
        return Err(Failure::BadInput("there are no results".into()));
    }
    let report = LadderReport::new(&plan, &results, args.samples, args.seed);
    writeln!(output, "{}, seed {}\n", variant.id, args.seed)?;
    report.write(output)?;
    write_plies(output, &kept)?;
    match &args.ratings {
        Some(path) => write_column(path, variant, &report),
        None => Ok(()),
    }
}

fn write_plies(output: &mut impl Write, kept: &[KeptPairing]) -> Result<(), Failure> {
    let plies = kept.iter().flat_map(|kept| kept.rows.values()).flat_map(|row| row.plies);
    let plies: Vec<usize> = plies.collect();
    let mean = plies.iter().sum::<usize>() as f64 / plies.len().max(1) as f64;
    writeln!(output, "\n{} games of {mean:.0} plies on average.", plies.len())?;
    Ok(())
}

/// Replaces the board's column in a file of ratings.
fn write_column(path: &Path, variant: &Variant, report: &LadderReport) -> Result<(), Failure> {
    let refused = |problem: String| Failure::refused_file("--ratings", path, problem);
    let text = read_text("--ratings", path)?;
    let mut columns = parse_ratings(&text).map_err(|error| refused(error.to_string()))?;
    let place = columns.iter().position(|column| column.board == variant.id);
    // A board without a column starts from the first one.
    let old = place.map_or_else(|| columns.first().cloned(), |at| Some(columns[at].clone()));
    let old: RatingColumn = old.ok_or_else(|| refused("the file has no column".to_owned()))?;
    let column = report.column(&variant.id, &old);
    match place {
        Some(at) => columns[at] = column,
        None => columns.push(column),
    }
    let text = ratings_text(&columns);
    parse_ratings(&text).map_err(|error| refused(error.to_string()))?;
    write_file("--ratings", path, text)
}

impl LadderArgs {
    /// The files of the openings and of the ratings.
    pub(super) fn written_files(&self) -> [Option<&Path>; 2] {
        [self.openings.file(), self.ratings.as_deref()]
    }

    fn plan(&self) -> Result<LadderPlan, Failure> {
        if !self.bridge.is_sorted_by(|weaker, stronger| weaker > stronger) {
            let problem = "--bridge: the chances of random moves must fall";
            return Err(Failure::BadInput(problem.into()));
        }
        let bridge = if self.no_bridge { Vec::new() } else { self.bridge.clone() };
        let (levels, apart, games) = (self.levels, self.apart, self.games);
        Ok(LadderPlan { levels, apart, bridge, games, top_games: self.top_games.min(games) })
    }

    /// The kept results of all pairings.
    fn kept(
        &self,
        variant: &'static Variant,
        pairings: &[Pairing],
        openings: &[PlayedOpening],
    ) -> Result<Vec<KeptPairing>, Failure> {
        let Some(folder) = &self.results else {
            return Ok(pairings.iter().map(|_| KeptPairing::unkept()).collect());
        };
        let option = || format!("--results {}", folder.display());
        fs::create_dir_all(folder).map_err(|error| Failure::unwritten(option(), &error))?;
        let mut known: HashMap<PlayerKind, String> = HashMap::new();
        let mut fingerprint = |kind: PlayerKind| {
            known.entry(kind).or_insert_with(|| kind.fingerprint(variant)).clone()
        };
        let open = |pairing: &Pairing| {
            let [first, second] = pairing.players.map(&mut fingerprint);
            let (id, version) = (&variant.id, env!("CARGO_PKG_VERSION"));
            let heading = format!(
                "ladder of {id}, version {version}, seed {}\n{first}\n{second}\n",
                self.seed
            );
            KeptPairing::open(folder, &heading, variant, pairing, openings)
        };
        pairings.iter().map(open).collect()
    }

    /// Plays the games that the kept results lack.
    fn play(
        &self,
        variant: &'static Variant,
        pairings: &[Pairing],
        openings: &[PlayedOpening],
        kept: &mut [KeptPairing],
    ) -> Result<(), Failure> {
        let positions: Vec<Vec<Position>> =
            openings.iter().map(|opening| opening.positions.clone()).collect();
        let threads = usize::from(self.threads);
        let plan = RoundRobin { variant, pairings, openings: &positions, seed: self.seed, threads };
        let done: Vec<Vec<usize>> =
            kept.iter().map(|kept| kept.rows.keys().copied().collect()).collect();
        let all: usize = pairings.iter().map(|pairing| pairing.openings).sum();
        let known: usize = pairings
            .iter()
            .zip(&done)
            .map(|(pairing, done)| done.iter().filter(|at| **at < pairing.openings).count())
            .sum();
        let progress = ProgressReporter::new("openings", all, 20);
        let (mut finished, mut failure) = (known, None);
        let mut report = |result: OpeningResult| {
            finished += 1;
            progress.report(finished);
            failure = kept[result.pairing].add(&result, &openings[result.opening]).err();
            failure.is_none()
        };
        plan.play(&|pairing, opening| done[pairing].contains(&opening), &mut report)
            .map_err(|error| Failure::Fault(error.to_string()))?;
        match failure {
            Some(error) => Err(Failure::unwritten("--results", &error)),
            None => Ok(()),
        }
    }
}
