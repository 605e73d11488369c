//! "Why not this move?": what was asked of a position, and the answer as a small tree of sentences.

use super::super::{session::MoveQuery, task::Task};
use crate::{
    engine::{Branch, NoObserver},
    jobs::{JobContext, JobHandle},
    lab::{
        LabLimits, LabSettings, NodeKind, PositionTree, RefutationQuery, Stop, Technique, Tree,
        move_phrase, run, why_not,
    },
    rules::{Move, Position},
};

/// The answer looks so many plies ahead, captures played on; less where that takes too many nodes.
const DEPTH: u32 = 5;
/// The nodes that one depth may take.
const MOST_NODES: u64 = 1_500_000;
/// A move is not asked to be better than this much worse than the best one.
const MARGIN_CP: i32 = 30;

/// A node of the answer.
#[derive(Clone, Debug, PartialEq)]
pub struct WhyNode {
    /// Its distance from the move that was asked about.
    pub level: usize,
    /// The moves that lead here.
    pub moves: String,
    pub kind: NodeKind,
    pub sentence: String,
    /// The position after the first of the moves, and that move.
    pub position: Position,
    pub played: Option<Move>,
}

/// The job's output.
#[derive(Clone, Debug, PartialEq)]
pub struct WhyAnswer {
    /// Plies.
    pub depth: u32,
    pub nodes: Vec<WhyNode>,
}

/// The state of the page.
#[derive(Debug, Default)]
pub struct Why {
    asked: Option<MoveQuery>,
    answer: Option<WhyAnswer>,
    task: Task<WhyAnswer>,
}

impl Why {
    pub fn asked(&self) -> Option<&MoveQuery> {
        self.asked.as_ref()
    }

    pub fn answer(&self) -> Option<&WhyAnswer> {
        self.answer.as_ref()
    }

    pub fn problem(&self) -> Option<&str> {
        self.task.problem()
    }

    /// Whether the answer has not come yet.
    pub fn is_thinking(&self) -> bool {
        self.task.is_running()
    }

    /// Follows a job that answers this question.
    pub fn begin(&mut self, asked: MoveQuery, job: JobHandle<WhyAnswer>) {
        (self.asked, self.answer) = (Some(asked), None);
        self.task.begin(job);
    }

    /// Takes in the job's answer.
    pub fn poll(&mut self) {
        self.answer = self.task.poll().pop().or(self.answer.take());
    }
}

/// The job: answers at the greatest depth that takes few enough nodes.
pub fn answer(asked: &MoveQuery, job: &JobContext<WhyAnswer>) {
    let tree = PositionTree::new(asked.position);
    let limits = LabLimits { nodes: MOST_NODES, deadline: None, stop: Some(job.stop_flag()) };
    for depth in (1..=DEPTH).rev() {
        let settings = LabSettings { limits, quiescence: true, ..LabSettings::depth(depth) };
        if let Ok(nodes) = answer_at(&tree, asked.mv.into(), &settings) {
            return job.emit(WhyAnswer { depth, nodes });
        }
        if job.is_stopped() {
            return;
        }
    }
}

fn answer_at(
    tree: &PositionTree<'_>,
    tried: Branch,
    settings: &LabSettings<'_>,
) -> Result<Vec<WhyNode>, Stop> {
    let report = run(tree, &Technique::full(), settings, &mut NoObserver);
    let found = report.answer.filter(|_| report.stopped.is_none()).ok_or(Stop::Nodes)?;
    let best = found.best.unwrap_or(tried);
    if best == tried {
        let name = move_phrase(tree, &tree.root(), tried);
        let value = tree.score_text(found.score);
        let sentence = format!("{name} is the best move there is, worth {value}.");
        let (position, played) = (tree.play(&tree.root(), tried), Move::from_bits(tried.0));
        let kind = NodeKind::Pv;
        return Ok(vec![WhyNode { level: 0, moves: name, kind, sentence, position, played }]);
    }
    let question = RefutationQuery { tried, best, value: found.score, margin_cp: MARGIN_CP };
    let refutation = why_not(tree, &question, settings)?;
    let mut told: Vec<WhyNode> = Vec::with_capacity(refutation.nodes.len());
    for node in refutation.nodes {
        let level = node.parent.and_then(|parent| told.get(parent)).map_or(0, |up| up.level + 1);
        let before = node.path.iter().rev().skip(1).rev();
        let place = before.fold(tree.root(), |place, branch| tree.play(&place, *branch));
        let names: Vec<String> =
            node.moves.iter().map(|branch| move_phrase(tree, &place, *branch)).collect();
        told.push(WhyNode {
            level,
            moves: names.join(", "),
            kind: node.kind,
            sentence: node.sentence,
            position: node.path.last().map_or(place, |last| tree.play(&place, *last)),
            played: node.path.last().and_then(|last| Move::from_bits(last.0)),
        });
    }
    Ok(told)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bad_move_is_refuted_and_the_best_one_is_said_to_be_that() {
        let fen = "k1b1r/pp1np/2Pp1/P4/1BPPP/RQ2K b - - 0 9";
        let position = Position::from_fen(crate::rules::Variant::default_variant(), fen).unwrap();
        let tree = PositionTree::new(position);
        let settings = LabSettings { quiescence: true, ..LabSettings::depth(3) };
        let told: Vec<Vec<WhyNode>> = position
            .legal_moves()
            .iter()
            .map(|played| answer_at(&tree, played.into(), &settings).unwrap())
            .collect();
        let best = told.iter().filter(|told| told[0].sentence.contains("is the best move"));
        assert_eq!(best.count(), 1);
        let refuted: Vec<_> = told.iter().filter(|told| told.len() > 1).collect();
        assert!(refuted.len() > 5);
        assert!(refuted.iter().all(|told| told[0].level == 0 && told[1].level == 1));
    }
}
