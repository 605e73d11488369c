//! The fields of the visits against the tree: values by plain minimax, kinds by value and window, the
//! order of lines and moves, and the purposes of searches from the root.

use super::{
    Trace, alpha, beta, is_max, minimax, number, path, random_tree, random_window, technique,
    techniques, text_trace, text_tree, value,
};
use minnow_engine::{Random, Window};
use minnow_lab::{TextTree, Tree};
use serde_json::Value;

/// The kind that follows from value and window.
fn kind(visit: &Value) -> &'static str {
    let (high, low) = if is_max(visit) { ("cut", "all") } else { ("all", "cut") };
    if value(visit) >= beta(visit) {
        high
    } else if value(visit) <= alpha(visit) {
        low
    } else {
        "pv"
    }
}

/// The expected kind by the parent's and by the place in the order of search.
fn expected(trace: &Trace, visit: &Value) -> &'static str {
    let Some(parent) = visit["parent"].as_u64() else { return "pv" };
    let parent = &trace.visits[parent as usize];
    let earlier = trace.earlier(parent, visit);
    let is_first = earlier.iter().all(|other| other["path"] == visit["path"]);
    match (parent["expected"].as_str(), is_first) {
        (Some("pv"), true) => "pv",
        (Some("cut"), _) => "all",
        _ => "cut",
    }
}

/// Checks the fields of one visit that follow from the tree and the other visits.
fn check_visit(trace: &Trace, tree: &TextTree, visit: &Value, about: &str) {
    let about = format!("{about}: {visit}");
    let path = path(visit);
    let node = path.iter().fold(tree.root(), |node, number| tree.children(node)[number - 1]);
    assert_eq!(is_max(visit), tree.is_max(path.len()), "{about}");
    let leaf = tree.end(&node, path.len()).expect("a value").map(|score| i64::from(score.value()));
    if visit["table"]["settles"] != Value::Bool(true) {
        assert_eq!(visit["static"].as_i64(), leaf, "{about}");
    }
    let id = trace.header["technique"].as_str().expect("a technique");
    let is_searched = leaf.is_none() && visit["table"]["settles"] != Value::Bool(true);
    if id.split('+').next() == Some("alpha-beta") && is_searched {
        assert!((alpha(visit)..=beta(visit)).contains(&value(visit)), "{about}");
    }
    assert!(leaf.is_none_or(|leaf| leaf == value(visit)), "{about}");
    let truth = minimax(tree, node, path.len());
    let holds = match visit["bound"].as_str() {
        Some("exact") => value(visit) == truth,
        Some("lower") => value(visit) <= truth && value(visit) >= beta(visit),
        Some("upper") => value(visit) >= truth && value(visit) <= alpha(visit),
        _ => false,
    };
    assert!(holds, "{truth} at {about}");
    let kind = if leaf.is_some() { Value::Null } else { kind(visit).into() };
    assert_eq!(visit["kind"], kind, "{about}");
    assert_eq!(visit["expected"], expected(trace, visit), "{about}");
    let children: Vec<&Value> = trace.children(visit).collect();
    let moves = tree.branches(&node).len();
    let mut tried: Vec<&Value> = children.iter().map(|child| &child["path"]).collect();
    tried.dedup();
    if visit["cutoff"].is_null() {
        assert!(tried.is_empty() || tried.len() == moves, "{about}");
    } else {
        assert_eq!(number(&visit["cutoff"]["tried"]), tried.len(), "{about}");
        assert_eq!(number(&visit["cutoff"]["moves"]), moves, "{about}");
        assert!(tried.len() < moves, "{about}");
    }
    if let Some(best) = visit["best"].as_u64().filter(|_| !tried.is_empty()) {
        let is_best =
            |path: &&Value| path.as_array().and_then(|path| path.last()?.as_u64()) == Some(best);
        assert!(tried.iter().any(is_best), "{about}");
    }
    for child in children {
        let own = super::path(child);
        assert_eq!(own[..own.len() - 1], path, "{about}");
    }
    check_order(visit, &tried, moves, &about);
}

/// The children are searched in the order that `ordered_by` lists.
fn check_order(visit: &Value, tried: &[&Value], moves: usize, about: &str) {
    let Some(order) = visit["ordered_by"].as_array() else { return };
    assert_eq!(order.len(), moves, "{about}");
    for (child, ordered) in tried.iter().zip(order) {
        let last = child.as_array().and_then(|path| path.last());
        assert_eq!(last, Some(&ordered["move"]), "{about}");
        assert!(ordered["rule"].is_null() || ordered["rule"].is_string(), "{about}");
        assert!(ordered["rank"].is_i64(), "{about}");
    }
}

/// The lines come in the order of the exits: each visit after its children, which lie between it
/// and its next sibling.
fn check_exits(trace: &Trace) {
    let mut open: Vec<usize> = Vec::new();
    let mut next = 0;
    for line in &trace.lines {
        while open.last() != Some(line) {
            assert_eq!(trace.visits[next]["parent"].as_u64(), open.last().map(|at| *at as u64));
            open.push(next);
            next += 1;
        }
        open.pop();
    }
    assert!(open.is_empty() && next == trace.visits.len());
}

#[test]
fn every_field_follows_from_the_tree() {
    let (mut random, techniques) = (Random(4), techniques());
    for number in 0..12 {
        let text = random_tree(&mut random, 1 + number % 4);
        let window = random_window(&mut random);
        let tree = text_tree(&text, random.below(2) == 0);
        for technique in &techniques {
            let trace = text_trace(&tree, technique, window);
            let about = format!("{} {window:?} {text}", technique.id);
            check_exits(&trace);
            for visit in &trace.visits {
                check_visit(&trace, &tree, visit, &about);
            }
            let count = |field: &str| {
                trace.visits.iter().filter(|visit| !visit[field].is_null()).count() as u64
            };
            let counts = trace.report.counts;
            let found = [trace.visits.len() as u64, count("static"), count("cutoff")];
            assert_eq!(found, [counts.nodes, counts.leaves, counts.cutoffs], "{about}");
        }
    }
}

#[test]
fn searches_of_the_root_have_their_purpose() {
    let purposes = |text: &str, id: &str| {
        let trace = text_trace(&text_tree(text, true), &technique(id), Window::FULL);
        let roots = trace.visits.iter().filter(|visit| visit["parent"].is_null());
        let facts = |visit: &Value| {
            let purpose = visit["purpose"].as_str().expect("a purpose").to_owned();
            (purpose, number(&visit["iteration"]))
        };
        roots.map(facts).collect::<Vec<_>>()
    };
    let named = |purposes: &[&str]| {
        purposes.iter().map(|purpose| ((*purpose).to_owned(), 1)).collect::<Vec<_>>()
    };
    assert_eq!(purposes("((300 120) (80 20))", "aspiration"), named(&["full", "re-search"]));
    assert_eq!(purposes("((3 12) (2 8))", "mtdf"), named(&["null", "null"]));
    assert_eq!(purposes("((3 12) (2 8))", "scout"), named(&["full"]));
    let tree = text_tree("((3 12) (8 9))", true);
    let trace = text_trace(&tree, &technique("scout"), Window::FULL);
    let second = trace.visits.iter().filter(|visit| visit["path"] == Value::from(vec![2]));
    let purposes: Vec<&Value> = second.map(|visit| &visit["purpose"]).collect();
    assert_eq!(purposes, ["null", "re-search"]);
}
