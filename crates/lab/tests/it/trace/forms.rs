//! A student's programs in each form in which textbooks write Scout and fail-hard alpha-beta: the
//! check accepts their traces and names the form.

use super::INFINITE;
use minnow_engine::Random;
use minnow_lab::{TraceVerdict, check_trace};
use serde_json::json;

/// The trees for each form.
const TREES: usize = 2_000;

enum Node {
    Leaf(i64),
    Inner(Vec<Node>),
}

impl Node {
    fn random(random: &mut Random, depth: usize) -> Node {
        if depth == 0 || random.below(8) == 0 {
            return Node::Leaf(random.below(80) as i64 - 40);
        }
        Node::Inner((0..=random.below(4)).map(|_| Node::random(random, depth - 1)).collect())
    }

    fn text(&self) -> String {
        match self {
            Node::Leaf(value) => value.to_string(),
            Node::Inner(children) => {
                let children: Vec<String> = children.iter().map(Node::text).collect();
                format!("({})", children.join(" "))
            }
        }
    }
}

/// The alpha of a second search, after the null window at `alpha` returned `v`.
type ReSearch = fn(alpha: i64, v: i64) -> i64;

/// A program with its trace.
struct Student {
    root_is_max: bool,
    clamps_leaves: bool,
    first_only: bool,
    re_search: ReSearch,
    lines: Vec<String>,
    visits: usize,
}

impl Student {
    fn new(root_is_max: bool) -> Student {
        Student {
            root_is_max,
            clamps_leaves: false,
            first_only: false,
            re_search: |alpha, _| alpha,
            lines: Vec::new(),
            visits: 0,
        }
    }

    fn is_max(&self, path: &[usize]) -> bool {
        self.root_is_max == path.len().is_multiple_of(2)
    }

    fn enter(&mut self) -> usize {
        self.visits += 1;
        self.visits - 1
    }

    /// Writes a visit, with window and value from MAX's view.
    fn write(
        &mut self,
        visit: usize,
        parent: Option<usize>,
        path: &[usize],
        window: [i64; 2],
        value: i64,
    ) {
        let [alpha, beta] = window.map(|end| (end.abs() < INFINITE).then_some(end));
        let line = json!({
            "visit": visit, "parent": parent, "path": path,
            "alpha": alpha, "beta": beta, "value": value,
        });
        self.lines.push(line.to_string());
    }

    /// Scout as one function. Window and value are those of the player to move.
    fn scout(
        &mut self,
        node: &Node,
        parent: Option<usize>,
        path: &[usize],
        window: [i64; 2],
    ) -> i64 {
        let (visit, sign) = (self.enter(), if self.is_max(path) { 1_i64 } else { -1 });
        let (first_only, re_search) = (self.first_only, self.re_search);
        let [entered, beta] = window;
        let value = match node {
            Node::Leaf(value) => sign * value,
            Node::Inner(children) => {
                let (mut alpha, mut best) = (entered, -INFINITE);
                for (index, child) in children.iter().enumerate() {
                    let path = [path, &[index + 1]].concat();
                    let mut search =
                        |low: i64, high: i64| -self.scout(child, Some(visit), &path, [-high, -low]);
                    let is_null = if first_only { index > 0 } else { alpha > entered };
                    let mut v =
                        if is_null { search(alpha, alpha + 1) } else { search(alpha, beta) };
                    if is_null && alpha < v && v < beta {
                        v = search(re_search(alpha, v), beta);
                    }
                    best = best.max(v);
                    if best >= beta {
                        break;
                    }
                    alpha = alpha.max(best);
                }
                best
            }
        };
        let by_max = if sign == 1 { window } else { [-beta, -entered] };
        self.write(visit, parent, path, by_max, sign * value);
        value
    }

    /// Fail-hard alpha-beta from MAX's view.
    fn fail_hard(
        &mut self,
        node: &Node,
        parent: Option<usize>,
        path: &[usize],
        window: [i64; 2],
    ) -> i64 {
        let (visit, is_max) = (self.enter(), self.is_max(path));
        let [mut alpha, mut beta] = window;
        let value = match node {
            Node::Leaf(value) if self.clamps_leaves => (*value).clamp(alpha, beta),
            Node::Leaf(value) => *value,
            Node::Inner(children) => {
                for (index, child) in children.iter().enumerate() {
                    let path = [path, &[index + 1]].concat();
                    let v = self.fail_hard(child, Some(visit), &path, [alpha, beta]);
                    if is_max {
                        alpha = alpha.max(v).min(beta);
                    } else {
                        beta = beta.min(v).max(alpha);
                    }
                    if alpha == beta {
                        break;
                    }
                }
                if is_max { alpha } else { beta }
            }
        };
        self.write(visit, parent, path, window, value);
        value
    }
}

/// The trace of a program that searches a tree with a window from MAX's view.
fn trace(mut student: Student, technique: &str, node: &Node, window: [i64; 2]) -> String {
    if technique == "scout" {
        let [alpha, beta] = window;
        let own = if student.root_is_max { window } else { [-beta, -alpha] };
        student.scout(node, None, &[], own);
    } else {
        student.fail_hard(node, None, &[], window);
    }
    let header = json!({
        "tree": node.text(), "technique": technique,
        "root": if student.root_is_max { "max" } else { "min" },
        "window": window.map(|end| (end.abs() < INFINITE).then_some(end)),
    });
    format!("{header}\n{}", student.lines.join("\n"))
}

/// Checks that the traces of a form are accepted by its name, on trees of which some tell the forms
/// apart.
fn assert_accepted(technique: &str, form: &str, student: impl Fn(bool) -> Student) {
    let mut random = Random(45);
    let mut named = 0;
    for number in 0..TREES {
        let node = Node::random(&mut random, 1 + number % 4);
        let low = random.below(60) as i64 - 40;
        let window = if random.below(3) == 0 {
            [low, low + 1 + random.below(30) as i64]
        } else {
            [-INFINITE, INFINITE]
        };
        let trace = trace(student(random.below(2) == 0), technique, &node, window);
        match check_trace(&trace).expect("a trace") {
            TraceVerdict::Same { technique: found, .. } => {
                let is_any = found == format!("{technique}; in every form on this tree");
                assert!(is_any || found.contains(form), "{form}: {found} on {trace}");
                named += usize::from(!is_any);
            }
            other => panic!("{form}: {other:?} on {trace}"),
        }
    }
    assert!(named > TREES / 20, "{form}: only {named} trees tell the forms apart");
}

#[test]
fn each_form_of_scout_is_accepted_by_its_name() {
    let re_searches: [(&str, ReSearch); 3] =
        [("alpha", |alpha, _| alpha), ("v - 1", |_, v| v - 1), ("v", |_, v| v)];
    for (from, re_search) in re_searches {
        for first_only in [false, true] {
            let full =
                if first_only { "for the first move only" } else { "until a move raises alpha" };
            let form = format!("full window {full}, re-search from {from}");
            assert_accepted("scout", &form, |root_is_max| Student {
                first_only,
                re_search,
                ..Student::new(root_is_max)
            });
        }
    }
}

#[test]
fn fail_hard_leaves_are_clamped_or_not() {
    for clamps_leaves in [false, true] {
        let form = if clamps_leaves { "leaves clamped to" } else { "leaves not clamped to" };
        assert_accepted("alpha-beta", form, |root_is_max| Student {
            clamps_leaves,
            ..Student::new(root_is_max)
        });
    }
}

#[test]
fn a_wrong_program_differs_from_every_form() {
    let leaves = |values: [i64; 2]| Node::Inner(values.map(Node::Leaf).into());
    let node = Node::Inner([[6, 9], [7, 8], [2, 5]].map(leaves).into());
    let wrong = Student { re_search: |alpha, _| alpha - 1, ..Student::new(true) };
    let verdict = check_trace(&trace(wrong, "scout", &node, [-INFINITE, INFINITE]));
    let Ok(TraceVerdict::Different(difference)) = verdict else { panic!("{verdict:?}") };
    let expected = "alpha on entering visit 7 (node 2) is 5, in the search it is 6 (the closest \
                    form: full window until a move raises alpha, re-search from v - 1)";
    assert!(difference.contains(expected), "{difference}");
}
