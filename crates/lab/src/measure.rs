//! The measures by which techniques are compared.

use super::{LabReport, LabSettings, MoveOrdering, Stop, Technique, Tree, run};
use minnow_engine::{Bound, Branch, NoObserver, Score};

/// The measures of a technique; `None` where nothing could be measured.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Measures {
    /// The root's value from MAX's view, and whether it is exact or a bound.
    pub value: Option<(Score, Bound)>,
    /// The best move at the root; `None` if no move reached alpha.
    pub best: Option<Branch>,
    /// The nodes of all iterations.
    pub nodes: u64,
    /// The leaves of all iterations.
    pub leaves: u64,
    /// The cutoffs of all iterations.
    pub cutoffs: u64,
    /// The percentage of cutoffs by the first move.
    pub first_cut_pct: Option<f64>,
    /// The effective branching factor: the d-th root of the last iteration's leaves at depth d.
    pub ebf: Option<f64>,
    /// The last iteration's leaves, divided by those of alpha-beta without a transposition table in
    /// perfect order.
    pub minimal_ratio: Option<f64>,
}

impl Measures {
    /// The measures of a search to `depth` plies; `minimal` is the number of leaves of the perfect order.
    pub fn of(report: &LabReport, depth: u32, minimal: Option<u64>) -> Measures {
        let counts = report.counts;
        let answer = report.answer.as_ref().filter(|_| report.stopped.is_none());
        let last_leaves = report.last_leaves as f64;
        let has_cutoffs = counts.cutoffs > 0;
        Measures {
            value: answer.map(|answer| (answer.score, answer.bound)),
            best: answer.and_then(|answer| answer.best),
            nodes: counts.nodes,
            leaves: counts.leaves,
            cutoffs: counts.cutoffs,
            first_cut_pct: has_cutoffs
                .then(|| 100.0 * counts.first_cutoffs as f64 / counts.cutoffs as f64),
            ebf: answer.map(|_| last_leaves.powf(1.0 / f64::from(depth.max(1)))),
            minimal_ratio: answer.and(minimal).map(|minimal| last_leaves / minimal.max(1) as f64),
        }
    }
}

/// The number of leaves that alpha-beta evaluates in the perfect order of a uniform tree with
/// branching factor b and height d in plies: b^ceil(d/2) + b^floor(d/2) - 1 (Knuth and Moore, "An
/// analysis of alpha-beta pruning", 1975). `None` if the number overflows.
pub fn uniform_minimum(breadth: u64, height: u32) -> Option<u64> {
    let [more, less] = [height.div_ceil(2), height / 2].map(|plies| breadth.checked_pow(plies));
    more?.checked_add(less?)?.checked_sub(1)
}

/// The possible cost of the worst order, for users.
pub const WORST_ORDER_NOTE: &str = "For every b and d some tree has an order in which alpha-beta \
     evaluates all b^d leaves; in other trees every order has cutoffs. The reverse of the perfect \
     order is not always the worst.";

/// The reasons why a minimal ratio can be below 1, for users.
pub const MINIMAL_RATIO_NOTE: &str = "The ratio can be below 1 for two reasons: the perfect order is \
     measured without a transposition table, and where branches differ in size a refutation with \
     fewer replies can cost less than the best move.";

/// The number of leaves of alpha-beta on this tree with the moves in the order of their minimax
/// values. A search for that order comes first.
///
/// # Errors
///
/// A [`Stop`] if one of the two searches reaches a limit or needs a value that does not exist.
pub fn minimal_leaves<T: Tree>(tree: &T, settings: &LabSettings) -> Result<u64, Stop> {
    let technique = Technique::of(super::Algorithm::AlphaBeta).with(MoveOrdering::PerfectOrder);
    let report = run(tree, &technique, settings, &mut NoObserver);
    report.stopped.map_or(Ok(report.counts.leaves), Err)
}
