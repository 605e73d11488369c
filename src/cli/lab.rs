//! `minnow lab`: textbook searches on one position or tree, a row of measures for each.

use std::{
    io::Write,
    path::{Path, PathBuf},
    time::Duration,
};
use web_time::Instant;

use clap::{Args, Subcommand, ValueEnum};

use super::{
    Failure, PositionArgs,
    columns::write_columns,
    lab_claims, lab_class, lab_exercise, lab_export,
    lab_export::{DrawnContent, ExportArgs},
    lab_grade, lab_lessons, lab_set, lab_trace,
};
use minnow_engine::{Bound, Branch, NoObserver, Score, Window};
use minnow_lab::{
    ALGORITHMS, Algorithm, FULL, LabLimits, LabReport, LabSettings, Measures, ORDERINGS,
    OrderingSet, PositionTree, Stop, Technique, TextTree, TraceSubject, Tree, default_techniques,
    minimal_leaves, run as search, uniform_minimum,
};
use minnow_program as program;
use minnow_rules::excerpt;

/// The columns, in order; also the header in csv.
const COLUMNS: [&str; 9] = [
    "name",
    "value",
    "best",
    "nodes",
    "leaves",
    "cutoffs",
    "first_cut_pct",
    "ebf",
    "minimal_ratio",
];

/// The arguments of `minnow lab`.
#[derive(Debug, Args)]
#[command(after_long_help = long_help())]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub struct LabArgs {
    #[command(subcommand)]
    verb: Option<LabVerb>,
    #[command(flatten)]
    position: PositionArgs,
    /// A tree instead of a position, such as "((3 12) (8 2 ?))": integers are leaves from MAX's
    /// view, ? is a leaf that must not be evaluated
    #[arg(long, value_name = "TEXT", conflicts_with_all = ["fen", "board"], allow_hyphen_values = true)]
    tree: Option<String>,
    /// The player to move at the root of a tree
    #[arg(long, value_name = "max or min", default_value = "max", requires = "tree")]
    root: RootPlayer,
    /// Depth in plies; for a tree the default is its height
    #[arg(long, value_name = "D", value_parser = clap::value_parser!(u32).range(1..=60),
        required_unless_present = "tree")]
    depth: Option<u32>,
    /// Technique ids separated by commas, see below
    #[arg(long, value_name = "LIST")]
    techniques: Option<String>,
    /// The root's alpha and beta from MAX's view: in centipawns for a position, where MAX is the
    /// side to move; in the unit of the leaves for a tree, also with --root min
    #[arg(long, value_name = "A,B", allow_hyphen_values = true)]
    window: Option<String>,
    /// Seed of the random order
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Add quiescence search (captures and promotions) after the last ply
    #[arg(long)]
    quiescence: bool,
    /// Stop a technique at this number of nodes
    #[arg(long, value_name = "N", default_value_t = 20_000_000,
        value_parser = clap::value_parser!(u64).range(1..))]
    max_nodes: u64,
    /// Stop a technique after this many milliseconds; deepening keeps its last complete iteration
    #[arg(long, value_name = "MS", conflicts_with = "positions",
        value_parser = clap::value_parser!(u64).range(1..))]
    movetime: Option<u64>,
    #[arg(long, default_value = "table")]
    format: LabFormat,
    /// A file with a line `ID FEN` for each position (- is standard input); prints the mean and the
    /// worst minimal_ratio of each technique over all positions
    #[arg(long, value_name = "FILE", conflicts_with_all = ["fen", "board", "tree", "variant"])]
    positions: Option<PathBuf>,
    /// Write every visit of the search of one technique as a line of JSON; docs/lab.md explains
    /// the fields. With - the trace goes to the standard output, and the table to standard error
    #[arg(long, value_name = "FILE", requires = "techniques", conflicts_with = "positions")]
    trace: Option<PathBuf>,
    #[command(flatten)]
    export: ExportArgs,
}

impl LabArgs {
    /// The file of the trace.
    pub(super) fn written_file(&self) -> Option<&Path> {
        self.trace.as_deref()
    }
}

/// The verbs of `minnow lab`.
#[derive(Debug, Subcommand)]
enum LabVerb {
    /// Compare a trace that another program wrote with the search that its header names
    Check {
        /// The trace, a header and a line of JSON for each visit, see docs/lab.md; - is standard input
        trace: PathBuf,
    },
    /// Measure the claims of the texts on a position, or on all positions of a file
    Claims(lab_claims::ClaimsArgs),
    /// Graded exercises for a class: its secret, the sheets of its roster, and their marks
    #[command(subcommand)]
    Class(lab_class::ClassVerb),
    /// Print a sheet of exercises: a tree from a seed, with questions and places for the answers
    Exercise(lab_exercise::ExerciseArgs),
    /// Grade the programs of students by docs/project.md: a line of CSV for each
    Grade(lab_grade::GradeArgs),
    /// Check a folder of lessons: a line for each with its id, title and number of right answers
    Lessons {
        #[arg(value_name = "DIR")]
        folder: PathBuf,
    },
    /// Mark sheets that students have filled in: a line of CSV for each
    Mark(lab_exercise::MarkArgs),
}

#[derive(Clone, Copy, Debug, PartialEq, ValueEnum)]
enum RootPlayer {
    Max,
    Min,
}

#[derive(Clone, Copy, Debug, PartialEq, ValueEnum)]
pub(super) enum LabFormat {
    Table,
    Csv,
}

/// The ids and definitions for the help.
fn long_help() -> String {
    let list = |title: &str, entries: Vec<(&str, &str)>| {
        let lines: String =
            entries.iter().map(|(id, about)| format!("  {id:<18} {about}\n")).collect();
        format!("{title}\n{lines}\n")
    };
    let algorithms = ALGORITHMS.iter().map(|info| (info.id, info.about)).collect();
    let orderings = ORDERINGS.iter().map(|info| (info.id, info.about)).collect();
    let defaults: Vec<String> = default_techniques().into_iter().map(|each| each.id).collect();
    let columns = vec![
        ("name", "the technique's id"),
        ("value", "centipawns from MAX's view (in trees the unit of the leaves); #N mate in N;"),
        ("", "<=N or >=N if the window allows only a bound; empty if stopped"),
        ("best", "the best move, or the child's number from 1; empty if no move"),
        ("", "exceeds alpha for MAX or falls below beta for MIN; deepening always has one, from"),
        ("", "its last complete iteration"),
        ("nodes", "nodes entered, root and leaves included, in all iterations"),
        ("leaves", "nodes given a static value, ends of the game included, in all iterations"),
        ("cutoffs", "nodes with a cutoff before the last move; cutoffs by the transposition table"),
        ("", "are not counted"),
        ("first_cut_pct", "percentage of cutoffs by the first move"),
        ("ebf", "effective branching factor: leaves^(1/depth) of the last iteration"),
        ("minimal_ratio", "leaves of the last iteration / leaves of alpha-beta without tt in"),
        ("", "perfect order; empty if that order exceeds the limits; below 1 where a table or a"),
        ("", "refutation with few replies is cheaper than that order"),
    ];
    let mut text = list("Techniques:", algorithms);
    text += &list(
        "Orderings, added with + as in negamax+captures+tt (not to minimax and shallow):",
        orderings,
    );
    let full = Technique::of(Algorithm::Scout).with_all(OrderingSet::full());
    text += &format!("The full combination: {FULL}, that is {}\n", full.id);
    text += &format!("Without --techniques: {}\n\n", defaults.join(","));
    text + list("Columns:", columns).trim_end()
}

pub(super) fn run(output: &mut impl Write, args: &LabArgs) -> Result<(), Failure> {
    match &args.verb {
        Some(verb) => run_verb(output, verb),
        None => run_techniques(output, args),
    }
}

fn run_verb(output: &mut impl Write, verb: &LabVerb) -> Result<(), Failure> {
    match verb {
        LabVerb::Check { trace } => lab_trace::check(output, trace),
        LabVerb::Claims(claims) => lab_claims::run(output, claims),
        LabVerb::Class(verb) => lab_class::run(output, verb),
        LabVerb::Exercise(exercise) => lab_exercise::print_sheet(output, exercise),
        LabVerb::Grade(grade) => lab_grade::run(output, grade),
        LabVerb::Lessons { folder } => lab_lessons::run(output, folder),
        LabVerb::Mark(mark) => lab_exercise::mark(output, mark),
    }
}

/// Runs the techniques and prints a row for each.
fn run_techniques(output: &mut impl Write, args: &LabArgs) -> Result<(), Failure> {
    let refuse = |problem: String| Failure::BadInput(problem);
    let techniques = match &args.techniques {
        None => default_techniques(),
        Some(list) => Technique::parse_list(list)
            .map_err(|problem| refuse(format!("--techniques \"{}\": {problem}", excerpt(list))))?,
    };
    let draws_tree = args.export.path_of(DrawnContent::Tree).is_some();
    let for_one = [("--trace", args.trace.is_some()), ("--export", draws_tree)];
    if let Some((option, _)) = for_one.into_iter().find(|(_, is_given)| *is_given)
        && techniques.len() != 1
    {
        let count = techniques.len();
        return Err(refuse(format!("{option} takes one technique, --techniques has {count}")));
    }
    let window = args.window.as_deref().map_or(Ok(Window::FULL), parse_window)?;
    let settings = LabSettings {
        window,
        quiescence: args.quiescence,
        seed: args.seed,
        limits: LabLimits::nodes(args.max_nodes),
        ..LabSettings::depth(args.depth.unwrap_or(1))
    };
    if let Some(path) = &args.positions {
        return lab_set::run(output, path, &techniques, &settings, args.format);
    }
    let Some(text) = &args.tree else {
        let tree = PositionTree::new(args.position.position()?);
        if let Some(path) = args.export.path_of(DrawnContent::Plot) {
            lab_export::write_plot(tree.root(), &techniques, &settings, path)?;
        }
        let subject = TraceSubject::of_position(&tree.root());
        return compare(output, &tree, &techniques, &settings, &LabSubject { args, subject });
    };
    let in_tree = |problem: String| refuse(format!("--tree \"{}\": {problem}", excerpt(text)));
    let tree = TextTree::parse(text, args.root == RootPlayer::Max)
        .map_err(|problem| in_tree(problem.to_string()))?;
    if args.export.path_of(DrawnContent::Plot).is_some() {
        let problem = "--draw plot needs a position: a tree as text has one depth only";
        return Err(refuse(problem.to_owned()));
    }
    let height = tree.height().max(1);
    let depth = args.depth.unwrap_or(height).min(height);
    if let Some(column) = tree.inner_node_at(depth) {
        return Err(in_tree(Stop::NoValue { column }.to_string()));
    }
    let subject = TraceSubject::Tree { tree: tree.to_string() };
    let settings = LabSettings { depth, ..settings };
    compare(output, &tree, &techniques, &settings, &LabSubject { args, subject })?;
    match tree.uniform().filter(|_| args.format == LabFormat::Table && depth == height) {
        Some((breadth, height)) => Ok(writeln!(output, "{}", uniform_text(breadth, height))?),
        None => Ok(()),
    }
}

/// The leaves of the best order on a uniform tree, by the formula.
fn uniform_text(breadth: u64, height: u32) -> String {
    let leaves = uniform_minimum(breadth, height).map_or("very many".to_owned(), |n| n.to_string());
    format!(
        "A uniform tree, b = {breadth} and d = {height}: in best order alpha-beta evaluates \
         b^ceil(d/2) + b^floor(d/2) - 1 = {leaves} leaves (Knuth and Moore, 1975)."
    )
}

/// Reads `-50,50`.
fn parse_window(text: &str) -> Result<Window, Failure> {
    let number =
        |word: &str| word.trim().parse().ok().filter(|n: &i32| (-30_000..=30_000).contains(n));
    let bounds = text.split_once(',').and_then(|(a, b)| Some((number(a)?, number(b)?)));
    match bounds {
        Some((alpha, beta)) if alpha < beta => {
            Ok(Window::new(Score::DRAW.offset(alpha), Score::DRAW.offset(beta)))
        }
        _ => Err(Failure::BadInput(format!(
            "--window \"{}\" is not two integers A,B with A below B, of at most 30000",
            excerpt(text)
        ))),
    }
}

/// The arguments with the tree or position that they name.
struct LabSubject<'a> {
    args: &'a LabArgs,
    subject: TraceSubject,
}

/// Searches with each technique and prints its row.
fn compare<T: Tree>(
    output: &mut impl Write,
    tree: &T,
    techniques: &[Technique],
    settings: &LabSettings,
    subject: &LabSubject,
) -> Result<(), Failure> {
    let args = subject.args;
    let full = LabSettings { window: Window::FULL, ..within(settings, args.movetime) };
    let minimal = minimal_leaves(tree, &full).ok();
    let mut rows = vec![COLUMNS.map(str::to_owned).to_vec()];
    let mut touched = None;
    for technique in techniques {
        let limited = within(settings, args.movetime);
        lab_export::write_tree(tree, technique, &limited, &args.export)?;
        let report = match &args.trace {
            Some(path) => lab_trace::write(tree, &subject.subject, technique, &limited, path)?,
            None => search(tree, technique, &limited, &mut NoObserver),
        };
        if let Some(stop) = report.stopped {
            let reason =
                format!("{}: {}", technique.id, reason_text(stop, technique, &report, args));
            match stop {
                Stop::Forbidden { .. } => touched = touched.or(Some(reason)),
                _ => program::report(format_args!("minnow: {reason}")),
            }
        }
        let mut measures = Measures::of(&report, settings.depth, minimal);
        if technique.algorithm == Algorithm::Deepening {
            measures.best = measures.best.or(report.fallback);
        }
        let name_of = |branch: Branch| tree.name(&tree.root(), branch);
        rows.push(row(&technique.id, &measures, name_of));
    }
    if let Some(path) = args.export.path_of(DrawnContent::Table) {
        let title = format!("{}, depth {}", subject_text(&subject.subject), settings.depth);
        lab_export::write_table(title, &rows, path)?;
    }
    write_rows(output, &rows, args.format)?;
    touched.map_or(Ok(()), |reason| Err(Failure::Fault(reason)))
}

/// The searched tree or position, for a title.
fn subject_text(subject: &TraceSubject) -> String {
    match subject {
        TraceSubject::Tree { tree } => tree.clone(),
        TraceSubject::Position { fen, .. } => fen.clone(),
    }
}

/// The settings with a deadline, counted from now.
fn within<'a>(settings: &LabSettings<'a>, movetime_ms: Option<u64>) -> LabSettings<'a> {
    let from_now = |ms| Instant::now().checked_add(Duration::from_millis(ms));
    let limits = LabLimits { deadline: movetime_ms.and_then(from_now), ..settings.limits };
    LabSettings { limits, ..*settings }
}

/// The reason why a technique was stopped, and the move that it has found.
fn reason_text(stop: Stop, technique: &Technique, report: &LabReport, args: &LabArgs) -> String {
    let reason = match (stop, args.movetime) {
        (Stop::Nodes, _) => format!("it needs more than {} nodes", args.max_nodes),
        (Stop::Time, Some(ms)) => format!("it needs more than {ms} ms"),
        (stop, _) => stop.to_string(),
    };
    let plays =
        matches!(stop, Stop::Nodes | Stop::Time) && technique.algorithm == Algorithm::Deepening;
    match report.answer.as_ref().filter(|_| plays) {
        Some(answer) => format!("{reason}; its move is that of depth {}", answer.depth),
        None if plays => format!("{reason}; its move is the first of the list"),
        None => reason,
    }
}

fn row(id: &str, measures: &Measures, name_of: impl Fn(Branch) -> String) -> Vec<String> {
    let number = |value: Option<f64>, places: usize| {
        value.map_or(String::new(), |value| format!("{value:.places$}"))
    };
    vec![
        id.to_owned(),
        measures.value.map_or(String::new(), |(score, bound)| value_text(score, bound)),
        measures.best.map_or(String::new(), name_of),
        measures.nodes.to_string(),
        measures.leaves.to_string(),
        measures.cutoffs.to_string(),
        number(measures.first_cut_pct, 1),
        number(measures.ebf, 2),
        number(measures.minimal_ratio, 3),
    ]
}

/// `30`, `#2`, `<=30` or `>=30`.
fn value_text(score: Score, bound: Bound) -> String {
    let sign = match bound {
        Bound::Exact => "",
        Bound::Upper => "<=",
        Bound::Lower => ">=",
    };
    match score.mate_in() {
        Some(_) => format!("{sign}{score}"),
        None => format!("{sign}{}", score.value()),
    }
}

/// Writes rows, the header first: as CSV, or as a table for people.
pub(super) fn write_rows(
    output: &mut impl Write,
    rows: &[Vec<String>],
    format: LabFormat,
) -> Result<(), Failure> {
    if format == LabFormat::Table {
        return Ok(write_columns(output, rows, 0)?);
    }
    for row in rows {
        writeln!(output, "{}", row.join(","))?;
    }
    Ok(())
}
