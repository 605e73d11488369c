//! Compares techniques on one position: each is measured at every depth up to a greatest one.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use super::{
    Algorithm, LabLimits, LabSettings, Measures, PositionTree, Stop, Technique, Tree,
    minimal_leaves, move_phrase, run,
};
use crate::{engine::NoObserver, rules::Position};

/// The node limit of a technique at one depth.
pub const MAX_COMPARISON_NODES: u64 = 5_000_000;
/// The node limit of minimax when it measures the branching factor.
const MAX_BRANCHING_NODES: u64 = 200_000;
/// Minimax measures the branching factor to this depth at most.
const MAX_BRANCHING_PLIES: u32 = 8;

/// The techniques and settings of a comparison.
#[derive(Clone, Debug)]
pub struct Comparison {
    pub position: Position,
    pub techniques: Vec<ComparedTechnique>,
    /// The greatest depth, in plies.
    pub depth: u32,
    pub quiescence: bool,
}

/// A technique of a comparison.
#[derive(Clone, Debug)]
pub struct ComparedTechnique {
    /// The caller's number for it, which its cells contain.
    pub index: usize,
    pub technique: Technique,
}

/// A result of a comparison.
#[derive(Clone, Debug, PartialEq)]
pub enum CompareUpdate {
    /// The branching factor of the whole tree.
    Branching(f64),
    Cell(CompareCell),
}

/// The figures of one technique at one depth.
#[derive(Clone, Debug, PartialEq)]
pub struct CompareCell {
    /// The number that the caller gave the technique.
    pub technique: usize,
    pub depth: u32,
    pub measures: Measures,
    /// The best move in words.
    pub best: String,
    /// Leaves of the last iteration.
    pub leaves: u64,
    /// The reason if there is no answer.
    pub stopped: Option<Stop>,
}

impl Comparison {
    /// Measures all techniques at depth 1, then at depth 2 and so on, until `stop` is set. A
    /// technique that takes too many nodes at one depth is not tried at greater ones.
    pub fn run(&self, stop: &AtomicBool, emit: &mut dyn FnMut(CompareUpdate)) {
        let tree = PositionTree::new(self.position);
        let limits = LabLimits { nodes: MAX_COMPARISON_NODES, deadline: None, stop: Some(stop) };
        if let Some(branching) = branching(&tree, limits) {
            emit(CompareUpdate::Branching(branching));
        }
        let mut given_up = Vec::new();
        for depth in 1..=self.depth {
            let quiescence = self.quiescence;
            let settings = LabSettings { limits, quiescence, ..LabSettings::depth(depth) };
            let minimal = minimal_leaves(&tree, &settings).ok();
            for compared in &self.techniques {
                let cell = if given_up.contains(&compared.index) {
                    unmeasured(compared, depth)
                } else {
                    measured(&tree, compared, &settings, minimal)
                };
                if stop.load(Relaxed) {
                    return;
                }
                given_up.extend(cell.stopped.map(|_| compared.index));
                emit(CompareUpdate::Cell(cell));
            }
        }
    }
}

fn measured(
    tree: &PositionTree,
    compared: &ComparedTechnique,
    settings: &LabSettings,
    minimal: Option<u64>,
) -> CompareCell {
    let report = run(tree, &compared.technique, settings, &mut NoObserver);
    let measures = Measures::of(&report, settings.depth, minimal);
    CompareCell {
        technique: compared.index,
        depth: settings.depth,
        best: measures.best.map_or(String::new(), |best| move_phrase(tree, &tree.root(), best)),
        measures,
        leaves: report.last_leaves,
        stopped: report.stopped,
    }
}

fn unmeasured(compared: &ComparedTechnique, depth: u32) -> CompareCell {
    CompareCell {
        technique: compared.index,
        depth,
        measures: Measures::default(),
        best: String::new(),
        leaves: 0,
        stopped: Some(Stop::Nodes),
    }
}

/// The branching factor, leaves^(1/depth) of minimax at the greatest depth within the limits.
fn branching(tree: &PositionTree, limits: LabLimits<'_>) -> Option<f64> {
    let technique = Technique::of(Algorithm::Minimax);
    let limits = LabLimits { nodes: MAX_BRANCHING_NODES, ..limits };
    let mut factor = None;
    for depth in 1..=MAX_BRANCHING_PLIES {
        let settings = LabSettings { limits, ..LabSettings::depth(depth) };
        let report = run(tree, &technique, &settings, &mut NoObserver);
        if report.stopped.is_some() {
            break;
        }
        factor = Some((report.last_leaves as f64).powf(1.0 / f64::from(depth)));
    }
    factor
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Variant;

    fn updates(stop: bool) -> Vec<CompareUpdate> {
        let techniques = ["minimax", "alpha-beta"].into_iter().zip(3..);
        let comparison = Comparison {
            position: Position::start(Variant::default_variant()),
            techniques: techniques
                .map(|(id, index)| ComparedTechnique {
                    index,
                    technique: Technique::parse(id).unwrap(),
                })
                .collect(),
            depth: 2,
            quiescence: false,
        };
        let mut updates = Vec::new();
        comparison.run(&AtomicBool::new(stop), &mut |update| updates.push(update));
        updates
    }

    #[test]
    fn shallow_depths_come_first_until_a_stop() {
        let updates = updates(false);
        assert!(matches!(updates[0], CompareUpdate::Branching(factor) if factor > 1.0));
        let cells = updates[1..].iter().map(|update| match update {
            CompareUpdate::Cell(cell) => (cell.depth, cell.technique),
            other => panic!("{other:?}"),
        });
        assert_eq!(cells.collect::<Vec<_>>(), [(1, 3), (1, 4), (2, 3), (2, 4)]);
    }

    #[test]
    fn a_stopped_comparison_has_no_cells() {
        let updates = updates(true);
        assert!(!updates.iter().any(|update| matches!(update, CompareUpdate::Cell(_))));
    }
}
