//! A second judge of the review: another engine looks at a sample of the judged moves.

use std::io::Write;

use clap::Args;

use super::{
    ReviewedMove,
    judges::{JudgedBest, ReviewJudge},
    row::{CheckedGame, CheckedMove, MoveGrade, MoveMark},
};
use crate::uci_engine::{UciAnswer, UciEngine};
use minnow_engine::{Root, Score};
use minnow_program::Failure;
use minnow_rules::{Position, Variant};

/// The arguments that name the engine and its work.
#[derive(Debug, Args)]
pub(super) struct SecondJudgeArgs {
    /// Another engine, a command that speaks UCI: it judges a sample of the moves, too
    #[arg(long, value_name = "COMMAND")]
    engine: Option<String>,
    /// An option of the other engine, such as UCI_Variant=gardner
    #[arg(long, value_name = "NAME=VALUE", requires = "engine")]
    engine_option: Vec<String>,
    /// Nodes of the other engine for each search
    #[arg(long, value_name = "N", default_value_t = 1_000_000, value_parser = clap::value_parser!(u64).range(1..))]
    engine_nodes: u64,
    /// The moves of each kind that the other engine judges at most
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..))]
    engine_sample: u32,
}

impl SecondJudgeArgs {
    /// Lets the engine judge a sample of the moves that the first judge finds best, and a sample of
    /// the moves with a mark. Does nothing without an engine.
    pub(super) fn judge(
        &self,
        output: &mut impl Write,
        variant: &'static Variant,
        games: &[CheckedGame],
    ) -> Result<(), Failure> {
        let Some(command) = &self.engine else { return Ok(()) };
        let engine = UciEngine::start(command, &self.engine_option)
            .map_err(|error| Failure::refused(format!("--engine {command}"), error))?;
        let mut judge = SecondJudge { engine, nodes: self.engine_nodes, variant };
        let best = |mv: &CheckedMove| mv.grade == MoveGrade::Best;
        let shown = |mv: &CheckedMove| mv.mark == MoveMark::Shown;
        self.judge_sample(output, &mut judge, "best moves", games, best)?;
        self.judge_sample(output, &mut judge, "moves marked ? or ??", games, shown)
    }

    /// Judges some of the moves that pass, spread evenly over the games.
    fn judge_sample(
        &self,
        output: &mut impl Write,
        judge: &mut SecondJudge,
        kind: &str,
        games: &[CheckedGame],
        passes: fn(&CheckedMove) -> bool,
    ) -> Result<(), Failure> {
        let moves = games.iter().flat_map(|game| &game.moves).filter(|mv| passes(mv));
        let moves: Vec<&CheckedMove> = moves.collect();
        let step = moves.len().div_ceil(self.engine_sample as usize).max(1);
        let mut counts = [0; 4];
        for mv in moves.iter().step_by(step) {
            let judged = judge.judge_again(mv)?;
            if (judged.grade == MoveGrade::Upheld) != (mv.mark == MoveMark::Shown) {
                writeln!(output, "differs: {mv}; the engine: {judged}")?;
            }
            counts[judged.grade as usize] += 1;
        }
        let [best, refuted, weaker, upheld] = counts;
        writeln!(
            output,
            "{kind}, {} judged by the engine: {best} best, {refuted} lose too little for a mark, \
             {weaker} are ?!, {upheld} are ? or ??",
            counts.iter().sum::<u32>()
        )?;
        Ok(output.flush()?)
    }
}

/// The engine.
struct SecondJudge {
    engine: UciEngine,
    nodes: u64,
    variant: &'static Variant,
}

impl ReviewJudge for SecondJudge {
    fn best(&mut self, root: &Root) -> Result<JudgedBest, Failure> {
        if let Some(outcome) = root.position.outcome(1) {
            let is_lost = outcome.winner == Some(!root.position.turn());
            let score = if is_lost { Score::lost_at(0) } else { Score::DRAW };
            return Ok(JudgedBest { mv: None, score });
        }
        let answer = self.engine.search(&root.position, &format!("nodes {}", self.nodes));
        let UciAnswer { best, score } =
            answer.map_err(|error| Failure::refused("--engine", error))?;
        let score = score.ok_or_else(|| {
            Failure::Fault(format!("the engine has no score of {}", root.position.fen()))
        })?;
        Ok(JudgedBest { mv: best, score })
    }
}

impl SecondJudge {
    fn judge_again(&mut self, checked: &CheckedMove) -> Result<CheckedMove, Failure> {
        let refused = |error| Failure::refused("--results", error);
        let position = Position::from_fen(self.variant, &checked.fen)
            .map_err(|error| refused(error.to_string()))?;
        let read =
            |text: &str| position.parse_move(text).map_err(|error| refused(error.to_string()));
        let played = ReviewedMove {
            mv: read(&checked.mv)?,
            mark: checked.mark,
            better: read(&checked.better)?,
        };
        let root = Root::new(position);
        let best = self.best(&root)?;
        self.grade(&root, &played, best)
    }
}
