//! Traces of the lab's searches: every field follows from the tree, and the source of every bound
//! agrees with a second implementation that reads it backwards from the values.

mod cutoffs;
mod fields;
mod forms;
mod positions;

use minnow_engine::{Random, Score, Window};
use minnow_lab::{
    ALGORITHMS, LabReport, LabSettings, ORDERINGS, Technique, TextTree, TraceHeader, TraceSubject,
    Tree, write_trace,
};
use serde_json::Value;

/// Every algorithm alone, with each ordering, and with all that need no oracle.
fn techniques() -> Vec<Technique> {
    let mut techniques: Vec<Technique> =
        ALGORITHMS.iter().map(|info| Technique::of(info.algorithm)).collect();
    for info in ALGORITHMS.iter().filter(|info| info.takes_orderings) {
        let alone = Technique::of(info.algorithm);
        let orderings = ORDERINGS.iter().map(|info| info.ordering);
        techniques.extend(orderings.map(|ordering| alone.clone().with(ordering)));
        let real = ORDERINGS.iter().filter(|info| !info.needs_oracle && info.opposite.is_none());
        techniques.push(real.fold(alone, |all, info| all.with(info.ordering)));
    }
    techniques
}

/// A tree as text with up to four moves at a node and leaves of few values, so that there are ties.
fn random_tree(random: &mut Random, depth: u32) -> String {
    if depth == 0 || random.below(9) == 0 {
        return (random.below(80) as i32 - 40).to_string();
    }
    let children: Vec<String> =
        (0..=random.below(4)).map(|_| random_tree(random, depth - 1)).collect();
    format!("({})", children.join(" "))
}

/// Plain minimax of a node of a tree's text, from MAX's view.
pub(crate) fn minimax(tree: &TextTree, node: usize, ply: usize) -> i64 {
    if let Ok(Some(score)) = tree.end(&node, ply) {
        return score.value().into();
    }
    let children = tree.branches(&node).into_iter().map(|branch| tree.play(&node, branch));
    let values = children.map(|child| minimax(tree, child, ply + 1));
    if tree.is_max(ply) { values.max() } else { values.min() }.expect("a child")
}

/// A trace: the header, and the visits by their numbers.
struct Trace {
    header: Value,
    visits: Vec<Value>,
    /// The numbers of the visits in the order of the lines.
    lines: Vec<usize>,
    /// The numbers of the children of each visit.
    children: Vec<Vec<usize>>,
    report: LabReport,
}

impl Trace {
    /// The children of a visit, in the order of entry.
    fn children(&self, visit: &Value) -> impl Iterator<Item = &Value> {
        self.children[number(&visit["visit"])].iter().map(|child| &self.visits[*child])
    }

    /// The earlier children of the parent.
    fn earlier(&self, parent: &Value, child: &Value) -> Vec<&Value> {
        self.children(parent).take_while(|other| other["visit"] != child["visit"]).collect()
    }
}

fn trace<T: Tree>(
    tree: &T,
    subject: TraceSubject,
    technique: &Technique,
    settings: &LabSettings,
) -> Trace {
    let header = TraceHeader::new(tree, subject, technique, settings);
    let mut text = Vec::new();
    let report = write_trace(tree, technique, settings, &header, &mut text).expect("a trace");
    let text = String::from_utf8(text).expect("UTF-8");
    let mut lines = text.lines().map(|line| serde_json::from_str::<Value>(line).expect("JSON"));
    let header = lines.next().expect("a header");
    let mut visits: Vec<Value> = lines.collect();
    let lines = visits.iter().map(|visit| number(&visit["visit"])).collect();
    visits.sort_by_key(|visit| number(&visit["visit"]));
    let mut children = vec![Vec::new(); visits.len()];
    for (child, visit) in visits.iter().enumerate() {
        if let Some(parent) = visit["parent"].as_u64() {
            children[parent as usize].push(child);
        }
    }
    Trace { header, visits, lines, children, report }
}

pub(crate) fn text_tree(text: &str, root_is_max: bool) -> TextTree {
    TextTree::parse(text, root_is_max).expect("a tree")
}

pub(crate) fn technique(id: &str) -> Technique {
    Technique::parse(id).expect("a technique")
}

/// The settings of a search of the whole tree.
pub(crate) fn settings(tree: &TextTree, window: Window) -> LabSettings<'static> {
    LabSettings { window, ..LabSettings::depth(tree.height().max(1)) }
}

fn text_trace(tree: &TextTree, technique: &Technique, window: Window) -> Trace {
    let subject = TraceSubject::Tree { tree: tree.to_string() };
    trace(tree, subject, technique, &settings(tree, window))
}

fn number(value: &Value) -> usize {
    value.as_u64().unwrap_or_else(|| panic!("{value} is no number")) as usize
}

/// Beyond all values.
const INFINITE: i64 = 1_000_000;

fn alpha(visit: &Value) -> i64 {
    visit["alpha"].as_i64().unwrap_or(-INFINITE)
}

fn beta(visit: &Value) -> i64 {
    visit["beta"].as_i64().unwrap_or(INFINITE)
}

fn value(visit: &Value) -> i64 {
    visit["value"].as_i64().expect("a value")
}

fn is_max(visit: &Value) -> bool {
    visit["max"].as_bool().expect("max")
}

fn path(visit: &Value) -> Vec<usize> {
    visit["path"].as_array().expect("a path").iter().map(number).collect()
}

pub(crate) fn random_window(random: &mut Random) -> Window {
    if random.below(3) > 0 {
        return Window::FULL;
    }
    let alpha = random.below(60) as i32 - 40;
    Window::new(Score::centipawns(alpha), Score::centipawns(alpha + 1 + random.below(30) as i32))
}
