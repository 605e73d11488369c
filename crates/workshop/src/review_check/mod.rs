//! `minnow-workshop review-check`: measures the review on games of the engine against itself.
//!
//! - Each game has a planted blunder. The review should mark it and name a better move.
//! - A judge, a search with a hundred times the review's nodes, searches every position. The review
//!   should not mark a move that the judge finds best.
//! - The judge also searches the position after each marked move. It should not find that the move
//!   loses little.
//! - With `--engine`, another engine judges a sample of the best and of the marked moves.
//!
//! `docs/measurements/review.md` has the results.

mod games;
mod judges;
mod row;
mod second_judge;

use std::{io::Write, path::PathBuf, time::Instant};

use clap::{Args, ValueEnum};

use self::{
    games::{PlantedGame, ReviewGames},
    judges::{LongSearch, ReviewJudge},
    row::{CheckedGame, MoveGrade, MoveMark},
    second_judge::SecondJudgeArgs,
};
use super::{
    binomial::upper_bound,
    kept_file::{KeptError, KeptFile},
};
use minnow_engine::{Root, Searcher};
use minnow_game::{Judgement, MoveNode};
use minnow_program::{Failure, variant};
use minnow_rules::{Move, Variant, san};
use minnow_study::analysis::{MoveFinding, Review, ReviewLimits, Reviewer};

/// The judge's nodes, as a multiple of the review's.
const JUDGE_FACTOR: u64 = 100;
/// The transposition table of the review and of the judge, in MB.
const HASH_MB: usize = 64;

/// The arguments of `review-check`.
#[derive(Debug, Args)]
pub(crate) struct ReviewCheckArgs {
    /// The variant's id
    #[arg(long, value_name = "ID", default_value = "minichess")]
    variant: String,
    /// Games, each with a planted blunder
    #[arg(long, value_name = "N", default_value_t = 40)]
    games: u32,
    /// Nodes of the judge for each search; a hundred times those of the review by default
    #[arg(long, value_name = "N", default_value_t = JUDGE_FACTOR * review_nodes(), value_parser = clap::value_parser!(u64).range(1..))]
    judge_nodes: u64,
    /// Seed of the games
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// A file for the results of the games: those in it are not played again
    #[arg(long, value_name = "FILE")]
    results: Option<PathBuf>,
    #[command(flatten)]
    second: SecondJudgeArgs,
}

pub(super) fn run(output: &mut impl Write, args: &ReviewCheckArgs) -> Result<(), Failure> {
    let variant = variant(&args.variant)?;
    let (mut file, mut checked) = args.open(variant)?;
    let mut checker = ReviewChecker {
        games: ReviewGames::new(variant, args.seed, args.judge_nodes),
        judge: LongSearch::new(variant, args.judge_nodes),
        variant,
    };
    for number in 1..=args.games {
        if checked.iter().any(|game| game.number == number) {
            continue;
        }
        let game = checker.check(output, number)?;
        if let Some(file) = &mut file {
            let added = file.add(&game.to_string());
            added.map_err(|error| Failure::unwritten("--results", &error))?;
        }
        checked.push(game);
        output.flush()?;
    }
    checked.retain(|game| (1..=args.games).contains(&game.number));
    write_summary(output, variant, &checked)?;
    args.second.judge(output, variant, &checked)
}

impl ReviewCheckArgs {
    /// Opens the file of results and reads the games that it has.
    fn open(&self, variant: &Variant) -> Result<(Option<KeptFile>, Vec<CheckedGame>), Failure> {
        let Some(path) = &self.results else { return Ok((None, Vec::new())) };
        let refused = |error| Failure::refused_file("--results", path, error);
        let heading = format!(
            "review of {}, version {}, {} nodes, judge {} nodes, seed {}\n",
            variant.id,
            env!("CARGO_PKG_VERSION"),
            review_nodes(),
            self.judge_nodes,
            self.seed,
        );
        let opened = KeptFile::open(path, &heading).map_err(refused)?;
        let read = |line: String| CheckedGame::parse(&line).ok_or(KeptError::Row(line));
        let games: Result<_, _> = opened.lines.into_iter().map(read).collect();
        Ok((Some(opened.file), games.map_err(refused)?))
    }
}

/// The nodes of the review's first search of a position.
fn review_nodes() -> u64 {
    ReviewLimits::default().nodes.unwrap_or(0)
}

/// Reviews games and judges the reviews.
struct ReviewChecker {
    variant: &'static Variant,
    games: ReviewGames,
    judge: LongSearch,
}

/// A review with the marks that it searched again.
struct MeasuredReview {
    review: Review,
    reviewer: Reviewer,
    seconds: f64,
}

impl ReviewChecker {
    fn check(&mut self, output: &mut impl Write, number: u32) -> Result<CheckedGame, Failure> {
        let PlantedGame { game, blunder } = self.games.play(number);
        let measured = self.review(&game);
        let (review, nodes) = (&measured.review, measured.reviewer.nodes());
        let finding = review.findings.iter().find(|finding| finding.node == blunder.node);
        let planted_mark = finding.and_then(|finding| finding.verdict.judgement);
        let answer = finding.and_then(|finding| finding.verdict.better.first().copied());
        let mut checked = CheckedGame {
            number,
            plies: review.findings.len() as u32,
            first_nodes: nodes.first,
            confirming_nodes: nodes.confirming,
            compared: measured.reviewer.compared().len() as u32,
            found: planted_mark == Some(Judgement::Blunder),
            answered: answer.is_some_and(|answer| self.games.is_answer(&blunder, answer)),
            moves: Vec::new(),
        };
        let text = if checked.found { "??" } else { "MISSED" };
        let planted = san(&blunder.before.position, blunder.mv);
        writeln!(
            output,
            "game {number}: {} plies, {planted} drops {}: {text}; {} + {} nodes in {:.1} s",
            checked.plies, blunder.drop_text, nodes.first, nodes.confirming, measured.seconds
        )?;
        self.judge.new_game();
        let mut root = Root::new(*game.start());
        for finding in &review.findings {
            let Some(mv) = game.node(finding.node).and_then(MoveNode::played) else { continue };
            let (best, mark) = (self.judge.best(&root)?, measured.mark(finding));
            if best.mv == Some(mv) || mark != MoveMark::None {
                let own = ReviewedMove { mv, mark, better: finding.best };
                let judged = self.judge.grade(&root, &own, best)?;
                if mark != MoveMark::None {
                    writeln!(output, "game {number}: {judged}")?;
                }
                checked.moves.push(judged);
            }
            root.play(mv);
        }
        Ok(checked)
    }

    /// The review with the program's own limits.
    fn review(&self, game: &minnow_game::Game) -> MeasuredReview {
        let mut searcher = Searcher::new(self.variant, HASH_MB);
        let mut reviewer = Reviewer::new(game, ReviewLimits::default());
        let (begin, never) = (Instant::now(), Default::default());
        while !reviewer.is_finished() {
            reviewer.step(&mut searcher, &never);
        }
        let seconds = begin.elapsed().as_secs_f64();
        MeasuredReview { review: reviewer.review(), reviewer, seconds }
    }
}

impl MeasuredReview {
    fn mark(&self, finding: &MoveFinding) -> MoveMark {
        let is_mark = |judgement| matches!(judgement, Judgement::Blunder | Judgement::Mistake);
        if finding.verdict.judgement.is_some_and(is_mark) {
            return MoveMark::Shown;
        }
        let compared = self.reviewer.compared().iter();
        let mut own = compared.filter(|compared| compared.node == finding.node);
        if own.any(|compared| is_mark(compared.first)) {
            MoveMark::Withdrawn
        } else {
            MoveMark::None
        }
    }
}

/// A move of a game, as the review sees it.
struct ReviewedMove {
    mv: Move,
    mark: MoveMark,
    better: Move,
}

fn write_summary(
    output: &mut impl Write,
    variant: &Variant,
    games: &[CheckedGame],
) -> Result<(), Failure> {
    let sum = |value: fn(&CheckedGame) -> u64| games.iter().map(value).sum::<u64>();
    let marks = |mark: MoveMark, grades: &[MoveGrade]| {
        let moves = games.iter().flat_map(|game| &game.moves);
        moves.filter(|mv| mv.mark == mark && grades.contains(&mv.grade)).count() as u32
    };
    let share = |hits: u32, count: u32| {
        let percent = 100.0 * f64::from(hits) / f64::from(count.max(1));
        format!(
            "{hits} of {count} ({percent:.2} %, at most {:.2} %)",
            100.0 * upper_bound(hits, count)
        )
    };
    let (only_best, refuted) = ([MoveGrade::Best], [MoveGrade::Best, MoveGrade::Refuted]);
    let (all, shown) = (MoveGrade::value_variants(), MoveMark::Shown);
    let count = games.len();
    let (found, answered) = (sum(|game| game.found.into()), sum(|game| game.answered.into()));
    writeln!(output, "{}: {found} of {count} planted blunders marked ??", variant.id)?;
    writeln!(output, "{answered} of {count} better moves hold against the judge")?;
    let wrong = marks(shown, &only_best);
    let best = wrong + marks(MoveMark::Withdrawn, &only_best) + marks(MoveMark::None, &only_best);
    writeln!(output, "best moves marked ? or ??: {}", share(wrong, best))?;
    let count = marks(shown, all);
    writeln!(output, "shown ? and ?? refuted: {}", share(marks(shown, &refuted), count))?;
    let weaker = marks(shown, &[MoveGrade::Weaker]);
    writeln!(output, "shown ? and ?? that are only ?!: {}", share(weaker, count))?;
    let count = marks(MoveMark::Withdrawn, all);
    let upheld = marks(MoveMark::Withdrawn, &[MoveGrade::Upheld]);
    writeln!(output, "withdrawn ? and ?? that the judge upholds: {}", share(upheld, count))?;
    let (plies, compared) = (sum(|game| game.plies.into()), sum(|game| game.compared.into()));
    let (first, confirming) = (sum(|game| game.first_nodes), sum(|game| game.confirming_nodes));
    writeln!(output, "{} nodes a ply, {compared} marks searched again", first / plies.max(1))?;
    writeln!(output, "{} nodes for each of them", confirming / compared.max(1))?;
    let most = games.iter().map(|game| game.first_nodes + game.confirming_nodes).max();
    writeln!(output, "{} nodes for the longest review", most.unwrap_or(0))?;
    Ok(())
}
