//! Compares techniques on one position: each is measured at every depth up to a greatest one.

use super::{
    Algorithm, LabLimits, LabSettings, Measures, PositionTree, Stop, Technique, Tree,
    minimal_leaves, move_phrase, run,
};
use minnow_base::sync::StopFlag;
use minnow_engine::NoObserver;
use minnow_rules::{Position, grouped};

/// The node limit of a technique at one depth.
pub const MAX_COMPARISON_NODES: u64 = 5_000_000;
/// The node limit of minimax at one depth when it counts the leaves of the whole tree and is not one
/// of the techniques.
const MAX_COUNTING_NODES: u64 = 200_000;

/// In place of a figure that could not be measured.
const DASH: &str = "\u{2013}";

/// The techniques and settings of a comparison.
#[derive(Clone, Debug)]
pub struct Comparison {
    /// The root of all searches.
    pub position: Position,
    /// The techniques, in the order of their measurement at each depth.
    pub techniques: Vec<ComparedTechnique>,
    /// The greatest depth, in plies.
    pub depth: u32,
    /// True if quiescence search follows the last ply.
    pub quiescence: bool,
}

/// A technique of a comparison.
#[derive(Clone, Debug)]
pub struct ComparedTechnique {
    /// The caller's number for it, which its cells contain.
    pub index: usize,
    /// The algorithm with its orderings.
    pub technique: Technique,
}

/// A result of a comparison.
#[derive(Clone, Debug, PartialEq)]
pub enum CompareUpdate {
    /// The leaves of the whole tree to one depth.
    WholeTree(WholeTree),
    /// One technique at one depth.
    Cell(CompareCell),
}

/// The whole tree to one depth, as minimax searches it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WholeTree {
    /// Plies.
    pub depth: u32,
    /// The leaves of minimax to this depth.
    pub leaves: u64,
}

impl WholeTree {
    /// The branching factor at this depth, leaves^(1/depth).
    pub fn branching(self) -> f64 {
        (self.leaves as f64).powf(1.0 / f64::from(self.depth.max(1)))
    }
}

/// A curve of theory: the leaves of the whole tree to a power.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TheoryCurve {
    /// The power of the whole tree's leaves.
    pub exponent: f64,
    /// The formula, by branching factor and depth.
    pub name: &'static str,
}

/// The whole tree, a rule of thumb for a random order, and the square root of the whole tree: about
/// half of what the perfect order needs in a uniform tree of even depth.
pub const THEORY: [TheoryCurve; 3] = [
    TheoryCurve { exponent: 1.0, name: "b^d" },
    TheoryCurve { exponent: 0.75, name: "b^(3d/4)" },
    TheoryCurve { exponent: 0.5, name: "b^(d/2)" },
];

impl TheoryCurve {
    /// The leaves at a depth. Beyond the depth to which the whole tree could be counted, they go on
    /// with the last branching factor. `None` if nothing was counted.
    pub fn leaves(self, whole_tree: &[WholeTree], depth: u32) -> Option<f64> {
        let last = whole_tree.last()?;
        let counted = whole_tree.iter().find(|whole| whole.depth == depth);
        let deeper = || last.branching().powf(f64::from(depth));
        let leaves = counted.map_or_else(deeper, |whole| whole.leaves as f64);
        Some(leaves.powf(self.exponent))
    }
}

/// The figures of one technique at one depth.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CompareCell {
    /// The number that the caller gave the technique.
    pub technique: usize,
    /// Plies.
    pub depth: u32,
    /// The figures.
    pub measures: Measures,
    /// The best move in words.
    pub best: String,
    /// Leaves of the last iteration.
    pub leaves: u64,
    /// The reason if there is no answer.
    pub stopped: Option<Stop>,
}

/// The columns of a comparison after the technique: title and meaning.
pub const COMPARE_COLUMNS: [(&str, &str); 7] = [
    ("value", "The value of the position for the side to move: the same for all exact techniques"),
    ("move", "The best move; among equal moves the first in the order"),
    ("nodes", "Positions entered, in all iterations"),
    ("leaves", "Positions given a static value, in all iterations"),
    ("cut at 1st", "Percentage of cutoffs by the first move"),
    ("branching", "Effective branching factor: leaves^(1/depth) of the last iteration"),
    (
        "\u{d7} perfect",
        "Leaves of the last iteration, divided by those of alpha-beta in perfect order",
    ),
];

/// The figures of a row of the table, by column, or in the first column the reason why there are none.
pub fn compare_texts(cell: Option<&CompareCell>, is_measuring: bool) -> [String; 7] {
    let reason = match cell {
        None if is_measuring => "\u{2026}",
        None => DASH,
        Some(cell) => match cell.stopped {
            None => return figures(cell),
            Some(Stop::Nodes) => "too many nodes",
            Some(_) => "stopped",
        },
    };
    let mut row: [String; 7] = Default::default();
    reason.clone_into(&mut row[0]);
    row
}

fn figures(cell: &CompareCell) -> [String; 7] {
    let measures = &cell.measures;
    let dash = || DASH.to_owned();
    [
        measures.value.map_or_else(dash, |(score, bound)| format!("{}{score}", bound.sign())),
        cell.best.clone(),
        grouped(measures.nodes),
        grouped(measures.leaves),
        measures.first_cut_pct.map_or_else(dash, |percent| format!("{percent:.0} %")),
        measures.ebf.map_or_else(dash, |ebf| format!("{ebf:.1}")),
        measures.minimal_ratio.map_or_else(dash, |ratio| format!("{ratio:.2}")),
    ]
}

impl Comparison {
    /// Measures all techniques and the whole tree at depth 1, then at depth 2 and so on, until `stop`
    /// is set. A technique that takes too many nodes at one depth is not tried at greater ones.
    pub fn run(&self, stop: &StopFlag, emit: &mut dyn FnMut(CompareUpdate)) {
        let tree = PositionTree::new(self.position);
        let limits = LabLimits { nodes: MAX_COMPARISON_NODES, deadline: None, stop: Some(stop) };
        let mut given_up = Vec::new();
        let mut counts_leaves = true;
        for depth in 1..=self.depth {
            let quiescence = self.quiescence;
            let settings = LabSettings { limits, quiescence, ..LabSettings::depth(depth) };
            let minimal = minimal_leaves(&tree, &settings).ok();
            let mut whole = None;
            for compared in &self.techniques {
                let cell = if given_up.contains(&compared.index) {
                    let (technique, stopped) = (compared.index, Some(Stop::Nodes));
                    CompareCell { technique, depth, stopped, ..CompareCell::default() }
                } else {
                    measured(&tree, compared, &settings, minimal)
                };
                if stop.is_set() {
                    return;
                }
                given_up.extend(cell.stopped.map(|_| compared.index));
                let is_whole = compared.technique.algorithm == Algorithm::Minimax;
                if is_whole && cell.stopped.is_none() {
                    whole = Some(WholeTree { depth, leaves: cell.leaves });
                }
                emit(CompareUpdate::Cell(cell));
            }
            if counts_leaves {
                let whole = whole.or_else(|| whole_tree(&tree, &settings));
                counts_leaves = whole.is_some();
                whole.into_iter().for_each(|whole| emit(CompareUpdate::WholeTree(whole)));
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

/// The leaves of the whole tree at the depth of the settings; `None` if they are too many.
fn whole_tree(tree: &PositionTree, settings: &LabSettings) -> Option<WholeTree> {
    let limits = LabLimits { nodes: MAX_COUNTING_NODES, ..settings.limits };
    let settings = LabSettings { limits, ..*settings };
    let report = run(tree, &Technique::of(Algorithm::Minimax), &settings, &mut NoObserver);
    let leaves = report.last_leaves;
    report.stopped.is_none().then_some(WholeTree { depth: settings.depth, leaves })
}

#[cfg(test)]
mod tests {
    use super::*;
    use minnow_rules::Variant;

    fn updates(stop: bool) -> Vec<CompareUpdate> {
        let techniques = [(3, Algorithm::Minimax), (4, Algorithm::AlphaBeta)];
        let technique =
            |(index, algorithm)| ComparedTechnique { index, technique: Technique::of(algorithm) };
        let comparison = Comparison {
            position: Position::start(Variant::default_variant()),
            techniques: techniques.map(technique).to_vec(),
            depth: 2,
            quiescence: false,
        };
        let mut updates = Vec::new();
        let stop = if stop { StopFlag::stopped() } else { StopFlag::new() };
        comparison.run(&stop, &mut |update| updates.push(update));
        updates
    }

    #[test]
    fn shallow_depths_come_first_until_a_stop() {
        let updates = updates(false);
        let cells = updates.iter().filter_map(|update| match update {
            CompareUpdate::Cell(cell) => Some((cell.depth, cell.technique)),
            CompareUpdate::WholeTree(_) => None,
        });
        assert_eq!(cells.collect::<Vec<_>>(), [(1, 3), (1, 4), (2, 3), (2, 4)]);
    }

    #[test]
    fn minimax_visits_the_whole_tree() {
        let updates = updates(false);
        let mut minimax = updates.iter().filter_map(|update| match update {
            CompareUpdate::Cell(cell) if cell.technique == 3 => Some(cell),
            _ => None,
        });
        let whole = updates.iter().filter_map(|update| match update {
            CompareUpdate::WholeTree(whole) => Some(whole),
            CompareUpdate::Cell(_) => None,
        });
        let mut depths = 0;
        for whole in whole {
            let cell = minimax.next().unwrap();
            assert_eq!((whole.depth, whole.leaves), (cell.depth, cell.leaves));
            assert!((whole.branching() - cell.measures.ebf.unwrap()).abs() < 1e-9);
            depths += 1;
        }
        assert_eq!(depths, 2);
        let position = Position::start(Variant::default_variant());
        let alone = whole_tree(&PositionTree::new(position), &LabSettings::depth(2)).unwrap();
        assert_eq!(alone.leaves, minnow_rules::perft(&position, 2));
    }

    #[test]
    fn a_stopped_comparison_has_no_cells() {
        let updates = updates(true);
        assert!(!updates.iter().any(|update| matches!(update, CompareUpdate::Cell(_))));
    }
}
