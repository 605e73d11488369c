//! Published versions of alpha-beta with an error, each beside the correct function.
//!
//! The errors are easy to overlook. Each function is written as faithfully as its error requires
//! and runs on the smallest tree on which it differs from the correct one. Both record the result of
//! every node, so that the window can show the first wrong one.
//!
//! ```
//! use minnow_lab::printed::{PRINTED_FUNCTIONS, first_divergence};
//!
//! let function = &PRINTED_FUNCTIONS[1];
//! let tree = function.tree()?;
//! let (printed, right) = (function.run_printed(&tree), function.run_right(&tree));
//! assert_eq!((printed.found.value, right.found.value), (-1, 1));
//! assert!(first_divergence(&printed, &right).is_some());
//! # Ok::<(), minnow_lab::TextTreeError>(())
//! ```

mod course;
mod encyclopedia;
mod fail_hard;
mod game_theory;
mod pair;
mod sentences;
mod take_back;

pub use sentences::{PRINTED_SENTENCES, PrintedSentence};

use super::{Stop, TextTree, TextTreeError, Tree, exercise::node_phrase};
use minnow_engine::Branch;

/// The infinity of the texts: no leaf is greater. A lost game is worth minus infinity.
pub const INFINITY: i32 = super::MAX_LEAF;

/// A printed function and its error.
pub struct PrintedFunction {
    /// The number of the text, 0 to 4.
    pub text: u8,
    /// The error, in a few words.
    pub title: &'static str,
    /// The effect of the error, in a sentence.
    pub about: &'static str,
    /// The assumption under which the listing is wrong; empty if it needs none. It is part of the
    /// question, so it must not name the error.
    pub assumption: &'static str,
    /// The smallest tree on which the function differs from the correct one.
    tree: &'static str,
    root_is_max: bool,
    /// The depth of the search, in plies.
    pub depth: u32,
    /// The code in which the student looks for the error.
    pub listing: PrintedCode,
    /// Searches to a depth, correctly or with an error.
    search: fn(&mut TracedBoard, u32, PrintedError) -> RootResult,
    error: PrintedError,
}

/// The error of a printed function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum PrintedError {
    /// The correct function.
    None,
    StrictFirstTest,
    NegatedLeaf,
    NoMoves,
    WindowNotPassed,
    LateTest,
    Exchanged,
    StrictTest,
    NoFirstMove,
}

/// A listing with another text in one line.
const fn with_line<const N: usize>(
    mut lines: [&'static str; N],
    line: usize,
    text: &'static str,
) -> [&'static str; N] {
    lines[line] = text;
    lines
}

/// The code of a printed function, paraphrased line by line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PrintedCode {
    /// Indented by spaces.
    pub lines: &'static [&'static str],
    /// The wrong lines, from 0; the student has to find one of them.
    pub wrong_lines: &'static [usize],
    /// The correct line.
    pub right: &'static str,
    /// A hint that does not give the answer away.
    pub hint: &'static str,
}

/// The root's value from MAX's view, and its move if the function returns one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RootResult {
    /// The value from MAX's view.
    pub value: i32,
    /// The move; `None` if the function returns a value alone.
    pub best: Option<Branch>,
}

/// The result of a node; runs store them in the order of the returns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NodeReturn {
    /// The moves from the root.
    pub path: Vec<Branch>,
    /// The returned value, from MAX's view.
    pub value: i32,
}

/// A run of a function on a tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FunctionRun {
    /// The result at the root.
    pub found: RootResult,
    /// The results of the nodes, in the order of the returns.
    pub left: Vec<NodeReturn>,
    /// The column, from 1, of a leaf `?` that the function evaluated.
    pub forbidden: Option<usize>,
}

/// The first node at which two runs differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Divergence {
    /// The moves from the root to the node.
    pub path: Vec<Branch>,
    /// The value by the printed function, from MAX's view.
    pub printed: i32,
    /// `None` if the correct function does not visit the node.
    pub right: Option<i32>,
}

impl Divergence {
    /// The sentence on the first node at which the runs differ.
    pub fn text(&self) -> String {
        let (node, printed) = (node_phrase(&self.path), self.printed);
        match self.right {
            Some(right) => {
                let has_infinite = [printed, right].iter().any(|value| value.abs() == INFINITY);
                let note = if has_infinite {
                    format!(" A value of {INFINITY} stands for infinity.")
                } else {
                    String::new()
                };
                format!(
                    "The first wrong node is {node}: it returns {printed} instead of {right}.{note}"
                )
            }
            None => {
                format!("The runs first differ at {node}: the correct function does not visit it.")
            }
        }
    }
}

/// All printed functions, in the order of the texts.
pub static PRINTED_FUNCTIONS: [PrintedFunction; 9] = [
    course::STRICT_FIRST_TEST,
    pair::NEGATED_LEAF,
    pair::NO_MOVES,
    take_back::WINDOW_NOT_PASSED,
    take_back::LATE_TEST,
    take_back::NO_MOVES,
    encyclopedia::EXCHANGED,
    encyclopedia::STRICT_TEST,
    game_theory::NULL_MOVE,
];

impl PrintedFunction {
    /// The smallest tree on which the function differs from the correct one.
    ///
    /// # Errors
    ///
    /// A [`TextTreeError`]; not for the functions of [`PRINTED_FUNCTIONS`].
    pub fn tree(&self) -> Result<TextTree, TextTreeError> {
        TextTree::parse(self.tree, self.root_is_max)
    }

    /// Runs the printed function.
    pub fn run_printed(&self, tree: &TextTree) -> FunctionRun {
        self.run(tree, self.error)
    }

    /// Runs the correct function.
    pub fn run_right(&self, tree: &TextTree) -> FunctionRun {
        self.run(tree, PrintedError::None)
    }

    fn run(&self, tree: &TextTree, error: PrintedError) -> FunctionRun {
        let mut board = TracedBoard {
            tree,
            path: Vec::new(),
            nodes: vec![tree.root()],
            left: Vec::new(),
            forbidden: None,
        };
        let found = (self.search)(&mut board, self.depth, error);
        FunctionRun { found, left: board.left, forbidden: board.forbidden }
    }
}

/// The first node at which the run of the printed function differs.
pub fn first_divergence(printed: &FunctionRun, right: &FunctionRun) -> Option<Divergence> {
    let differs = |(index, left): &(usize, &NodeReturn)| right.left.get(*index) != Some(left);
    let (index, left) = printed.left.iter().enumerate().find(differs)?;
    let there = right.left.get(index).filter(|other| other.path == left.path);
    let (path, printed) = (left.path.clone(), left.value);
    Some(Divergence { path, printed, right: there.map(|other| other.value) })
}

/// The board of the functions: a path in a tree, and the results of the nodes so far.
struct TracedBoard<'a> {
    tree: &'a TextTree,
    path: Vec<Branch>,
    /// The nodes of the path, the root first.
    nodes: Vec<usize>,
    left: Vec<NodeReturn>,
    forbidden: Option<usize>,
}

impl TracedBoard<'_> {
    fn node(&self) -> usize {
        self.nodes.last().copied().unwrap_or_default()
    }

    fn is_max(&self) -> bool {
        self.tree.is_max(self.path.len())
    }

    /// The moves; none where the game is over.
    fn moves(&self) -> Vec<Branch> {
        self.tree.branches(&self.node())
    }

    fn play(&mut self, branch: Branch) {
        let next = self.tree.play(&self.node(), branch);
        self.path.push(branch);
        self.nodes.push(next);
    }

    fn take_back(&mut self) {
        self.path.pop();
        self.nodes.pop();
    }

    /// The value of the position from MAX's view; 0 if the tree has none.
    fn eval(&mut self) -> i32 {
        match self.tree.end(&self.node(), self.path.len()) {
            Ok(score) => score.map_or(0, |score| score.value()),
            Err(Stop::Forbidden { column }) => {
                self.forbidden = Some(column);
                0
            }
            Err(_) => 0,
        }
    }

    /// Stores and returns the result of the current node.
    fn leave(&mut self, value: i32) -> i32 {
        self.left.push(NodeReturn { path: self.path.clone(), value });
        value
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Algorithm, LabSettings, Technique, run, tests::random_tree};
    use minnow_engine::{NoObserver, Random, Score};

    /// The value of the tree by a technique that other tests compare with minimax.
    fn true_value(tree: &TextTree) -> Score {
        let settings = LabSettings::depth(tree.height());
        let report = run(tree, &Technique::of(Algorithm::AlphaBeta), &settings, &mut NoObserver);
        report.answer.unwrap().score
    }

    #[test]
    fn right_functions_are_right() {
        for trap in &PRINTED_FUNCTIONS {
            let tree = trap.tree().unwrap();
            let right = trap.run_right(&tree);
            assert_eq!(right.found.value, true_value(&tree).value(), "{}", trap.title);
            assert_eq!(right.forbidden, None, "{}", trap.title);
        }
    }

    #[test]
    fn printed_functions_are_wrong_on_their_trees() {
        let wrong_values = ["negates", "no moves", "exchanged"];
        for trap in &PRINTED_FUNCTIONS {
            let tree = trap.tree().unwrap();
            let (printed, right) = (trap.run_printed(&tree), trap.run_right(&tree));
            let title = trap.title;
            if wrong_values.iter().any(|word| title.contains(word)) {
                assert_ne!(printed.found.value, right.found.value, "{title}");
            } else if title.contains("null move") {
                assert_eq!(printed.found.best, None, "{title}");
                assert!(right.found.best.is_some(), "{title}");
            } else {
                assert!(printed.forbidden.is_some(), "{title}");
            }
        }
    }

    #[test]
    fn a_late_cutoff_costs_nodes_never_the_value() {
        let (mut random, mut leaves_differ) = (Random(3), false);
        let depth = 4;
        let random_trees: Vec<String> =
            (0..1_000).map(|number| random_tree(&mut random, 1 + number % depth)).collect();
        for title in ["> for the first move", "less than instead", "before the update"] {
            let trap = PRINTED_FUNCTIONS.iter().find(|trap| trap.title.contains(title)).unwrap();
            let small = trees_of(7, 3, &["1".to_owned(), "2".to_owned(), "3".to_owned()]);
            for text in small.iter().chain(&random_trees) {
                let tree = TextTree::parse(text, trap.root_is_max).unwrap();
                let deep = PrintedFunction { depth, ..*trap };
                let (printed, right) = (deep.run_printed(&tree), deep.run_right(&tree));
                assert_eq!(printed.found.value, right.found.value, "{title}: {text}");
                assert!(printed.left.len() >= right.left.len(), "{title}: {text}");
                leaves_differ |= printed.left.len() > right.left.len();
            }
        }
        assert!(leaves_differ);
    }

    /// True if the two functions differ on the tree and the correct one evaluates no `?`.
    fn separates(trap: &PrintedFunction, tree: &TextTree, depth: u32) -> bool {
        let at_depth = PrintedFunction { depth, ..*trap };
        let (printed, right) = (at_depth.run_printed(tree), at_depth.run_right(tree));
        let end = |run: &FunctionRun| (run.found.value, run.found.best.is_some(), run.forbidden);
        right.forbidden.is_none() && end(&printed) != end(&right)
    }

    /// All trees of so many nodes and at most so many plies, the leaves of these kinds.
    fn trees_of(nodes: usize, plies: u32, leaves: &[String]) -> Vec<String> {
        let inner = (plies > 0).then(|| forests_of(nodes - 1, plies - 1, leaves));
        let inner = inner.into_iter().flatten().map(|children| format!("({children})"));
        let leaf = leaves.iter().filter(|_| nodes == 1).cloned();
        leaf.chain(inner).collect()
    }

    /// The same for one or more trees side by side.
    fn forests_of(nodes: usize, plies: u32, leaves: &[String]) -> Vec<String> {
        let mut found = Vec::new();
        for first in 1..=nodes {
            let rest = match nodes - first {
                0 => vec![String::new()],
                left => forests_of(left, plies, leaves),
            };
            for tree in trees_of(first, plies, leaves) {
                found
                    .extend(rest.iter().map(|rest| format!("{tree} {rest}").trim_end().to_owned()));
            }
        }
        found
    }

    #[test]
    fn no_smaller_tree_shows_the_error() {
        let lost = (-INFINITY).to_string();
        let mut missed = Vec::new();
        for trap in &PRINTED_FUNCTIONS {
            let mut leaves = ["?", "-5", "1", "3"].map(str::to_owned).to_vec();
            leaves.extend(trap.tree.contains(&lost).then(|| lost.clone()));
            let shown = trap.tree().unwrap();
            assert!(separates(trap, &shown, trap.depth), "{}", trap.title);
            let size = trap.tree.split(['(', ' ']).filter(|word| !word.is_empty()).count()
                + trap.tree.matches('(').count();
            for nodes in 2..size {
                for text in trees_of(nodes, trap.depth, &leaves) {
                    let tree = TextTree::parse(&text, trap.root_is_max).unwrap();
                    for depth in tree.height()..=trap.depth {
                        if separates(trap, &tree, depth) {
                            missed.push(format!("{}: {text}, depth {depth}", trap.title));
                        }
                    }
                }
            }
        }
        assert!(missed.is_empty(), "{missed:#?}");
    }

    #[test]
    fn every_wrong_line_exists() {
        for trap in &PRINTED_FUNCTIONS {
            let PrintedCode { lines, wrong_lines, right, .. } = trap.listing;
            assert!(!wrong_lines.is_empty() && wrong_lines.iter().all(|line| *line < lines.len()));
            let is_right = |line: &usize| lines[*line].trim() == right.trim();
            assert!(!wrong_lines.iter().any(is_right), "{}", trap.title);
            assert!(lines.iter().all(|line| line.chars().count() <= 64), "{}", trap.title);
        }
    }

    #[test]
    fn the_first_wrong_node_is_found() {
        let places: Vec<(Vec<u16>, i32, Option<i32>)> = PRINTED_FUNCTIONS
            .iter()
            .filter_map(|trap| {
                let tree = trap.tree().unwrap();
                first_divergence(&trap.run_printed(&tree), &trap.run_right(&tree))
            })
            .map(|wrong| {
                (wrong.path.iter().map(|branch| branch.0).collect(), wrong.printed, wrong.right)
            })
            .collect();
        assert_eq!(
            places,
            [
                (vec![2, 2], 0, None),
                (vec![1], -1, Some(1)),
                (vec![1], INFINITY, Some(-5)),
                (vec![2, 2], 0, None),
                (vec![2, 2], 0, None),
                (vec![1], INFINITY, Some(-5)),
                (vec![], 1, Some(2)),
                (vec![2, 2], 0, None),
            ]
        );
    }

    #[test]
    fn infinity_is_explained_where_it_occurs() {
        let mut explained = 0;
        for trap in &PRINTED_FUNCTIONS {
            let tree = trap.tree().unwrap();
            let wrong = first_divergence(&trap.run_printed(&tree), &trap.run_right(&tree));
            let Some(wrong) = wrong else { continue };
            let is_explained = wrong.text().contains("stands for infinity");
            assert_eq!(is_explained, wrong.printed == INFINITY, "{}", trap.title);
            explained += usize::from(is_explained);
        }
        assert_eq!(explained, 2);
    }

    #[test]
    fn assumptions_do_not_name_the_error() {
        for trap in &PRINTED_FUNCTIONS {
            for word in ["<", "less", "is right", "view of the side", "move"] {
                assert!(!trap.assumption.contains(word), "{}: {word}", trap.title);
            }
        }
    }

    #[test]
    fn most_errors_are_invisible_on_harmless_trees() {
        let tree = TextTree::parse("((3 12) (8 2) (5 1))", true).unwrap();
        // Two plies end at MAX's nodes, where nothing is negated.
        for trap in PRINTED_FUNCTIONS.iter().filter(|trap| trap.depth == 2) {
            assert_eq!(trap.run_printed(&tree).found.value, 3, "{}", trap.title);
        }
    }
}
