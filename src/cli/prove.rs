//! `minnow prove`: proves a win or a draw, writes a certificate, and checks certificates.

use std::{
    io::Write,
    path::{Path, PathBuf},
    time::Duration,
};
use web_time::Instant;

use clap::{Args, ValueEnum};

use super::{Failure, PositionArgs};
use minnow_base::sync::StopFlag;
use minnow_program as program;
use minnow_prove::{
    Certificate, CheckedClaim, MAX_CERTIFICATE_BYTES, MAX_CERTIFICATE_POSITIONS, MateProver,
    ProofTree, ProveGap, ProveLimits, ProveOutcome, ProveProgress, ProveQuestion, check,
};
use minnow_rules::{Color, Position, counted, san};

/// How often progress is printed.
const PROGRESS_PAUSE: Duration = Duration::from_secs(5);

/// How a certificate treats what it leaves out.
const WIN_SCOPE: &str = "No line of the win repeats a position, and each ends before a limit on moves; \
    it holds in every game in which none of its positions would already be a draw by repetition.";
const HOLD_SCOPE: &str = "A repetition or a limit on moves draws, so a side that never loses holds the \
    draw in every game.";

/// The arguments of `prove`.
#[derive(Debug, Args)]
pub struct ProveArgs {
    /// The position, as with --fen
    #[arg(value_name = "FEN", conflicts_with_all = ["fen", "board", "check"])]
    position_fen: Option<String>,
    #[command(flatten)]
    position: PositionArgs,
    /// Ask only whether this side can force a win
    #[arg(long, value_enum, value_name = "SIDE")]
    win: Option<ProveSide>,
    /// Look only for wins in at most this many moves
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1000))]
    moves: Option<u16>,
    /// The size of the table in MB
    #[arg(long, value_name = "MB", default_value_t = 256,
        value_parser = clap::value_parser!(u32).range(1..=65_536))]
    memory: u32,
    /// Nodes for each side's question
    #[arg(long, value_name = "N", default_value_t = 50_000_000,
        value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Print this many moves of the proof tree
    #[arg(long, value_name = "N", default_value_t = 2)]
    tree: u16,
    /// Write a certificate, which --check verifies; with - it goes to the standard output, and the
    /// result to standard error
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Check certificates, by the rules alone; - is standard input
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with_all = ["fen", "board", "out"])]
    check: Vec<PathBuf>,
}

impl ProveArgs {
    /// The file of the certificate.
    pub(super) fn written_file(&self) -> Option<&Path> {
        self.out.as_deref()
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum ProveSide {
    White,
    Black,
}

pub(super) fn run(output: &mut impl Write, args: &ProveArgs) -> Result<(), Failure> {
    if !args.check.is_empty() {
        return check_files(output, &args.check);
    }
    let position = args.position.position_or(args.position_fen.as_deref())?;
    let sides = match args.win {
        Some(ProveSide::White) => vec![Color::White],
        Some(ProveSide::Black) => vec![Color::Black],
        None => vec![position.turn(), !position.turn()],
    };
    let memory_mb = args.memory as usize;
    let limits = ProveLimits { memory_mb, max_nodes: args.nodes, max_moves: args.moves };
    let mut prover = MateProver::new(limits);
    let (mut holds, mut failures, mut disproven) = (Vec::new(), Vec::new(), 0);
    for attacker in sides {
        let question = ProveQuestion::new(position, attacker);
        match prover.prove(&question, &StopFlag::new(), &mut reporter()) {
            ProveOutcome::Proven(tree) => {
                print_win(output, &tree, args.tree)?;
                return write_certificate(output, args.out.as_deref(), &[&tree]);
            }
            ProveOutcome::Disproven { within: Some(moves) } => {
                writeln!(output, "{attacker} cannot force a win in {moves} moves, proven.")?;
            }
            ProveOutcome::Disproven { within: None } => {
                disproven += 1;
                writeln!(output, "{attacker} cannot force a win, proven.")?;
                if args.out.is_some() {
                    match prover.hold(&question, &StopFlag::new(), &mut reporter()) {
                        Ok(hold) => holds.push(hold),
                        // The claim is proven, but not all moves that show it were found.
                        Err(gap) => failures.push(format!(
                            "no certificate that {attacker} cannot force a win: {gap}"
                        )),
                    }
                }
            }
            ProveOutcome::Unknown(gap @ ProveGap::Memory(_)) => {
                return Err(Failure::BadInput(format!("--memory {memory_mb}: {gap}")));
            }
            // The other side may win.
            ProveOutcome::Unknown(gap) => {
                failures.push(format!("not decided, can {attacker} force a win: {gap}"));
            }
        }
    }
    if disproven == Color::ALL.len() {
        writeln!(output, "The position is a draw.")?;
    }
    write_certificate(output, args.out.as_deref(), &holds.iter().collect::<Vec<_>>())?;
    if failures.is_empty() {
        return Ok(());
    }
    Err(Failure::Difference(failures.join("; ")))
}

/// Prints progress on standard error now and then.
fn reporter() -> impl FnMut(ProveProgress) {
    let mut last = Instant::now();
    move |progress| {
        if last.elapsed() >= PROGRESS_PAUSE {
            last = Instant::now();
            let ProveProgress { nodes, deepest_plies, fill_permille, .. } = progress;
            let percent = fill_permille / 10;
            program::report(format_args!(
                "{nodes} nodes, longest line {deepest_plies} plies, table {percent} % full"
            ));
        }
    }
}

fn print_win(output: &mut impl Write, tree: &ProofTree, depth: u16) -> Result<(), Failure> {
    let (side, moves) = (tree.side(), tree.moves());
    let shortest = if tree.is_shortest() { "; no win is shorter" } else { "" };
    writeln!(output, "{side} wins in at most {}, proven{shortest}.", count(moves))?;
    let mut position = *tree.position();
    let mut words = Vec::new();
    for mv in tree.line() {
        words.push(numbered(&position, &san(&position, mv), words.is_empty()));
        position = position.play(mv);
    }
    writeln!(output, "Longest defence: {}", words.join(" "))?;
    writeln!(output, "Positions with an answer: {}", tree.len())?;
    print_tree(output, tree, tree.position(), TreeDepth { left: depth, indent: 0 })?;
    Ok(())
}

fn count(moves: u16) -> String {
    counted(u64::from(moves), "move", "moves")
}

/// A move with its number where a reader needs it: `3. Qa2`, `3... Kb5`.
fn numbered(position: &Position, mv: &str, is_first: bool) -> String {
    match position.turn() {
        Color::White => format!("{}. {mv}", position.fullmove()),
        Color::Black if is_first => format!("{}... {mv}", position.fullmove()),
        Color::Black => mv.to_owned(),
    }
}

#[derive(Clone, Copy)]
struct TreeDepth {
    /// Moves of the winning side that are still printed.
    left: u16,
    indent: usize,
}

/// Prints the answer in each position, and every defence against it on a line of its own.
fn print_tree(
    output: &mut impl Write,
    tree: &ProofTree,
    position: &Position,
    depth: TreeDepth,
) -> Result<(), Failure> {
    if depth.left == 0 {
        return Ok(());
    }
    let is_answer = position.turn() == tree.side();
    let left = depth.left - u16::from(is_answer);
    for step in tree.steps(position) {
        let text = numbered(position, &san(position, step.mv), true);
        let indent = "  ".repeat(depth.indent);
        let next = position.play(step.mv);
        match tree.moves_after(position, step) {
            0 => writeln!(output, "{indent}{text}")?,
            left => writeln!(output, "{indent}{text} ({} more)", count(left))?,
        }
        print_tree(output, tree, &next, TreeDepth { left, indent: depth.indent + 1 })?;
    }
    Ok(())
}

fn write_certificate(
    output: &mut impl Write,
    path: Option<&Path>,
    trees: &[&ProofTree],
) -> Result<(), Failure> {
    let Some(path) = path else { return Ok(()) };
    let Some((first, others)) = trees.split_first() else {
        return Ok(writeln!(output, "No certificate is written to {}.", path.display())?);
    };
    let bytes = Certificate::new(first, others).to_bytes();
    let size = bytes.len();
    program::write_file("--out", path, &bytes)?;
    writeln!(output, "Certificate: {} ({size} bytes)", path.display())?;
    let positions: usize = trees.iter().map(|tree| tree.len()).sum();
    if size > MAX_CERTIFICATE_BYTES || positions > MAX_CERTIFICATE_POSITIONS {
        let limit_mb = MAX_CERTIFICATE_BYTES >> 20;
        return Err(Failure::Difference(format!(
            "--check reads at most {limit_mb} MB and {MAX_CERTIFICATE_POSITIONS} positions with a move"
        )));
    }
    Ok(())
}

/// Checks all files. One that is refused is reported, and the others are checked.
fn check_files(output: &mut impl Write, paths: &[PathBuf]) -> Result<(), Failure> {
    let mut are_right = true;
    for path in paths {
        match checked(path) {
            Ok(claims) => print_claims(output, path, &claims)?,
            Err(failure) => {
                program::report(format_args!("minnow: {failure}"));
                are_right = false;
            }
        }
    }
    if are_right { Ok(()) } else { Err(Failure::Reported) }
}

/// The claims of a certificate, all of which hold.
fn checked(path: &Path) -> Result<Vec<CheckedClaim>, Failure> {
    let bytes = program::read_bytes("--check", path, MAX_CERTIFICATE_BYTES)?;
    check(&bytes).map_err(|error| Failure::refused(path.display().to_string(), error))
}

fn print_claims(
    output: &mut impl Write,
    path: &Path,
    claims: &[CheckedClaim],
) -> Result<(), Failure> {
    for (at, claim) in claims.iter().enumerate() {
        if at == 0 {
            writeln!(output, "{}: {} {}", path.display(), claim.place.variant, claim.place.fen)?;
        }
        let scope = if claim.win_plies.is_some() { WIN_SCOPE } else { HOLD_SCOPE };
        writeln!(output, "  {claim}: right. {scope}")?;
    }
    let holds = |side| claims.iter().any(|it| it.side == side && it.win_plies.is_none());
    if Color::ALL.into_iter().all(holds) {
        writeln!(output, "  The position is a draw.")?;
    }
    Ok(())
}
