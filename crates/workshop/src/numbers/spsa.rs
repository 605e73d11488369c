//! `minnow-workshop spsa`: tunes the numbers of the search by games.
//!
//! The file of results has a line for each iteration, its number from 0 and the wins minus the losses.
//! With the heading they decide all values, so a stopped run continues as if it had not been stopped.

use std::{
    fmt::Write as _,
    io::Write,
    path::{Path, PathBuf},
};

use clap::Args;

use super::{
    check_build,
    optimizer::{Spsa, SpsaPlan},
    series::{NumbersGameArgs, NumbersSeries},
    values::{read_values, values_text},
};
use crate::{
    ProgressReporter,
    game_series::KnownGames,
    kept_file::{KeptError, KeptFile},
};
use minnow_arena::GameResult;
use minnow_engine::internal::SEARCH_NUMBERS;
use minnow_program::{Failure, is_standard_output, report, write_file};
use minnow_rules::excerpt;

/// The number of messages about the movement of the values.
const MESSAGES: usize = 25;

/// The arguments of `spsa`.
#[derive(Debug, Args)]
pub(crate) struct SpsaArgs {
    #[command(flatten)]
    games: NumbersGameArgs,
    /// Iterations; after each the values move
    #[arg(long, value_name = "N", default_value_t = 500, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    iterations: u32,
    /// Pairs of games in each iteration
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    pairs: u32,
    /// The share of its step by which a won game moves a number at the end
    #[arg(long, value_name = "R", default_value_t = 0.006)]
    rate: f64,
    /// The numbers to tune, by their names or the beginnings of names; all if there are none
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    numbers: Vec<String>,
    /// Values to start from instead of the built-in ones
    #[arg(long, value_name = "FILE")]
    start: Option<PathBuf>,
    /// A file for the results of the iterations: those in it are not played again
    #[arg(long, value_name = "FILE")]
    results: Option<PathBuf>,
    /// The file for the values, which is written after each iteration
    #[arg(long, value_name = "FILE")]
    pub out: PathBuf,
}

pub(crate) fn run(output: &mut impl Write, args: &SpsaArgs) -> Result<(), Failure> {
    let plan = args.plan()?;
    let start = read_values("--start", args.start.as_deref())?;
    check_build()?;
    let heading = args.heading(&plan, &start);
    let mut spsa = Spsa::new(plan, &start);
    let mut file = match &args.results {
        Some(path) => Some(
            continued(&mut spsa, path, &heading)
                .map_err(|error| Failure::refused_file("--results", path, error))?,
        ),
        None => None,
    };
    let boards = args.games.boards()?;
    let (nodes, games) = (args.games.nodes, 2 * args.pairs as usize);
    let write_values = |spsa: &Spsa| {
        write_file("--out", &args.out, values_text(&args.games.heading(), &spsa.rounded()))
    };
    let progress = ProgressReporter::new("iterations", args.iterations as usize, MESSAGES);
    while !spsa.is_done() {
        let first_pair = spsa.finished() as usize * args.pairs as usize;
        let numbers = spsa.candidates();
        let series = NumbersSeries { boards: &boards, nodes, first_pair, numbers };
        let played = KnownGames::none().complete(&series, games, args.games.threads(), &|_| {})?;
        let result = balance(&played);
        if let Some(file) = &mut file {
            let added = file.add(&format!("{} {result}", spsa.finished()));
            added.map_err(|error| Failure::unwritten("--results", &error))?;
        }
        spsa.advance(result);
        let finished = spsa.finished() as usize;
        progress.report(finished);
        if progress.is_due(finished) {
            report(movement(&spsa, &start));
        }
        if !is_standard_output(&args.out) {
            write_values(&spsa)?;
        }
    }
    write_values(&spsa)?;
    write!(output, "{}", table(&spsa, &start))?;
    Ok(())
}

/// Wins minus losses.
fn balance(games: &[GameResult]) -> i32 {
    games.iter().map(|game| *game as i32 - GameResult::Draw as i32).sum()
}

/// Opens the file of results and repeats the iterations that it has.
fn continued(spsa: &mut Spsa, path: &Path, heading: &str) -> Result<KeptFile, KeptError> {
    let opened = KeptFile::open(path, heading)?;
    for line in opened.lines {
        let row = line.split_once(' ').and_then(|(number, result)| {
            let number: u32 = number.parse().ok()?;
            (number == spsa.finished() && !spsa.is_done()).then_some(result.parse().ok()?)
        });
        match row {
            Some(result) => spsa.advance(result),
            None => return Err(KeptError::Row(line)),
        }
    }
    Ok(opened.file)
}

/// The values that have moved by half a step or more, in one line.
fn movement(spsa: &Spsa, start: &[i32]) -> String {
    let mut moved: Vec<String> = Vec::new();
    for ((number, value), start) in SEARCH_NUMBERS.iter().zip(spsa.values()).zip(start) {
        if (value - f64::from(*start)).abs() >= f64::from(number.step) / 2.0 {
            moved.push(format!("{} {start} -> {value:.1}", number.name));
        }
    }
    if moved.is_empty() { "no value has moved by half a step".into() } else { moved.join(", ") }
}

/// All values with their movement in steps.
fn table(spsa: &Spsa, start: &[i32]) -> String {
    let mut text = String::from("| number | start | value | steps |\n|---|---|---|---|\n");
    for ((number, value), start) in SEARCH_NUMBERS.iter().zip(spsa.values()).zip(start) {
        let steps = (value - f64::from(*start)) / f64::from(number.step);
        // Writing to a string cannot fail.
        let _ = writeln!(text, "| {} | {start} | {value:.1} | {steps:+.1} |", number.name);
    }
    text
}

impl SpsaArgs {
    fn plan(&self) -> Result<SpsaPlan, Failure> {
        if !(self.rate.is_finite() && self.rate > 0.0) {
            return Err(Failure::BadInput(format!("--rate {}: it must be above 0", self.rate)));
        }
        let has =
            |begin: &String| SEARCH_NUMBERS.iter().any(|it| it.name.starts_with(begin.as_str()));
        if let Some(unknown) = self.numbers.iter().find(|begin| !has(begin)) {
            let problem = format!("--numbers: the search has no number \"{}\"", excerpt(unknown));
            return Err(Failure::BadInput(problem));
        }
        let is_tuned = |name: &str| {
            self.numbers.is_empty()
                || self.numbers.iter().any(|begin| name.starts_with(begin.as_str()))
        };
        Ok(SpsaPlan {
            iterations: self.iterations,
            rate: self.rate,
            seed: self.games.seed,
            is_tuned: SEARCH_NUMBERS.iter().map(|number| is_tuned(number.name)).collect(),
        })
    }

    /// All that decides the run, as the file of results begins: games, plan, tuned and other numbers.
    fn heading(&self, plan: &SpsaPlan, start: &[i32]) -> String {
        let listed = |tuned: bool| {
            let rows = SEARCH_NUMBERS.iter().zip(&plan.is_tuned).zip(start);
            let chosen = rows.filter(|((_, is_tuned), _)| **is_tuned == tuned);
            let texts = chosen.map(|((number, _), value)| {
                let (name, step) = (number.name, number.step);
                if tuned { format!("{name}={value}+-{step}") } else { format!("{name}={value}") }
            });
            texts.collect::<Vec<_>>().join(" ")
        };
        let SpsaArgs { iterations, pairs, rate, .. } = self;
        format!(
            "spsa: {}\n{iterations} iterations of {pairs} pairs, rate {rate}\ntuned {}\nfixed {}\n",
            self.games.heading(),
            listed(true),
            listed(false)
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    fn plan() -> SpsaPlan {
        let is_tuned = vec![true; SEARCH_NUMBERS.len()];
        SpsaPlan { iterations: 3, rate: 0.1, seed: 1, is_tuned }
    }

    #[test]
    fn kept_iterations_are_repeated() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("results.txt");
        let start = super::super::values::defaults();
        let mut played = Spsa::new(plan(), &start);
        let mut file = continued(&mut played, &path, "plan\n").unwrap();
        for result in [5, -3] {
            file.add(&format!("{} {result}", played.finished())).unwrap();
            played.advance(result);
        }
        let mut again = Spsa::new(plan(), &start);
        continued(&mut again, &path, "plan\n").unwrap();
        assert_eq!((again.finished(), again.values()), (2, played.values()));
        assert_ne!(played.values(), Spsa::new(plan(), &start).values());
        let text = fs::read_to_string(&path).unwrap();
        for bad in ["3 1", "2 x", "2 1\n3 1"] {
            fs::write(&path, format!("{text}{bad}\n")).unwrap();
            let refused = continued(&mut Spsa::new(plan(), &start), &path, "plan\n");
            assert!(matches!(refused, Err(KeptError::Row(_))), "{bad}");
        }
    }

    #[test]
    fn wins_count_against_losses() {
        use GameResult::{Draw, Loss, Win};
        assert_eq!(balance(&[Win, Draw, Win, Loss, Win]), 2);
        assert_eq!(balance(&[Loss, Draw]), -1);
    }
}
