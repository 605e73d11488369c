//! The source of each cutoff by the values of the visits, and the words of its explanation.

use std::collections::HashMap;

use super::{
    INFINITE, Trace, alpha, beta, is_max, number, path, random_tree, random_window, settings,
    technique, techniques, text_trace, text_tree, value,
};
use minnow_engine::{Random, Window};
use minnow_lab::{Recorder, Recording, Technique, TextTree, explain, run};
use serde_json::Value;

/// The question of the null window that a node belongs to, by the values of the visits: it is that
/// of the highest node with an artificial end. `None` outside null windows.
fn null_question(trace: &Trace, visit: &Value) -> Option<String> {
    let is_null = |visit: &&Value| {
        [true, false].iter().any(|at_beta| source_of_end(trace, visit, *at_beta) == "null window")
    };
    let parent = |visit: &Value| visit["parent"].as_u64().map(|at| &trace.visits[at as usize]);
    let mut asked = Some(visit).filter(is_null)?;
    while let Some(above) = parent(asked).filter(is_null) {
        asked = above;
    }
    Some(match path(asked).last() {
        None => format!("is the root at least {}?", beta(asked)),
        Some(number) if is_max(asked) => {
            format!("does move {number} hold MAX below {}?", beta(asked))
        }
        Some(number) => format!("is move {number} better than {}?", alpha(asked)),
    })
}

/// The source of a node's beta or alpha on entry by the values of the visits: from the node upwards,
/// the first ancestor whose earlier children or static value made the bound what it is.
pub(super) fn source_of_end(trace: &Trace, cut: &Value, looks_at_beta: bool) -> Value {
    let end = |visit: &Value| if looks_at_beta { beta(visit) } else { alpha(visit) };
    let wanted = end(cut);
    let mut child = cut;
    while let Some(above) = child["parent"].as_u64() {
        let parent = &trace.visits[above as usize];
        let earlier = trace.earlier(parent, child);
        // Only the player at the parent can have moved this bound there.
        let mut setter = None;
        let mut standing = end(parent);
        if is_max(parent) != looks_at_beta {
            let better = |one: i64, than: i64| if looks_at_beta { one < than } else { one > than };
            if let Some(own) = parent["static"].as_i64().filter(|own| better(*own, standing)) {
                (standing, setter) = (own, Some(Value::from("stand pat")));
            }
            for (index, other) in earlier.iter().enumerate() {
                // A null window only decides that the same move is searched again.
                let next = earlier.get(index + 1).copied().unwrap_or(child);
                if next["path"] != other["path"] && better(value(other), standing) {
                    (standing, setter) = (value(other), Some(other["visit"].clone()));
                }
            }
        }
        if standing == wanted {
            if let Some(setter) = setter {
                return setter;
            }
        } else if wanted.abs() != INFINITE {
            // The parent chose another bound: one of its own making.
            let before = earlier.last().filter(|other| other["path"] == child["path"]);
            return before.map_or(Value::from("null window"), |before| before["visit"].clone());
        }
        child = parent;
    }
    let technique = trace.header["technique"].as_str().expect("a technique");
    let whole = if looks_at_beta { 1 } else { 0 };
    if technique.starts_with("mtdf") {
        Value::from("null window")
    } else if trace.header["window"][whole] == child[if looks_at_beta { "beta" } else { "alpha" }] {
        Value::from("root window")
    } else {
        Value::from("aspiration window")
    }
}

/// `move 2 after move 1, move 3`: a visit as the sentence at another names it.
fn phrase(trace: &Trace, visit: usize, sibling_of: &Value) -> String {
    let path: Vec<String> =
        path(&trace.visits[visit]).iter().map(|number| format!("move {number}")).collect();
    let (last, above) = path.split_last().expect("a move");
    if trace.visits[visit]["parent"] == sibling_of["parent"] {
        last.clone()
    } else if above.is_empty() {
        format!("{last} at the root")
    } else {
        format!("{last} after {}", above.join(", "))
    }
}

/// The words by which the explanation of a cutoff has to name the source.
fn words(trace: &Trace, cut: &Value, source: &Value) -> String {
    let (opponent, wanted) = if is_max(cut) { ("MIN", beta(cut)) } else { ("MAX", alpha(cut)) };
    match source.as_str() {
        Some("root window") => "; the window at the root asks for nothing".to_owned(),
        Some("null window") => {
            let question = null_question(trace, cut).expect("a null window");
            format!("; the null window asks \"{question}\"")
        }
        Some("aspiration window") => "is the end of the aspiration window, a guess".to_owned(),
        Some(other) => panic!("{other} in a tree without quiescence search"),
        None => {
            let visit = number(source);
            let from = phrase(trace, visit, cut);
            let proven = value(&trace.visits[visit]);
            if wanted == proven {
                return format!("; {opponent} already has {wanted} from {from}, so");
            }
            let side = if wanted < proven { "more" } else { "less" };
            format!(
                "; {opponent} already has {side} than {wanted} from the null window on {from}, so"
            )
        }
    }
}

fn record(tree: &TextTree, technique: &Technique, window: Window) -> Recording {
    let mut recorder = Recorder::new(usize::MAX);
    run(tree, technique, &settings(tree, window), &mut recorder);
    recorder.finish()
}

#[test]
fn ten_thousand_cutoffs_name_their_sources() {
    let (mut random, techniques) = (Random(15), techniques());
    let (mut cutoffs, mut sources) = (0, HashMap::<String, usize>::new());
    while cutoffs < 10_000 {
        let depth = 3 + random.below(3) as u32;
        let text = random_tree(&mut random, depth);
        let window = random_window(&mut random);
        let tree = text_tree(&text, random.below(2) == 0);
        for technique in &techniques {
            let trace = text_trace(&tree, technique, window);
            let recording = record(&tree, technique, window);
            for cut in trace.visits.iter().filter(|visit| !visit["cutoff"].is_null()) {
                let source = source_of_end(&trace, cut, is_max(cut));
                let about = format!("{} {window:?} {text}: {cut}", technique.id);
                assert_eq!(cut["cutoff"]["source"], source, "{about}");
                let sentence = explain(&tree, &recording, number(&cut["visit"])).expect("a node");
                let expected = words(&trace, cut, &source);
                assert!(sentence.contains(&expected), "{expected} not in {sentence}, {about}");
                let class = source.as_str().unwrap_or("visit").to_owned();
                *sources.entry(class).or_default() += 1;
                cutoffs += 1;
            }
        }
    }
    for class in ["visit", "root window", "null window", "aspiration window"] {
        let count = sources.get(class).copied().unwrap_or(0);
        assert!(count > 50, "only {count} cutoffs by {class}: {sources:?}");
    }
}

/// The explanation of the cutoff at the end of a path.
fn cutoff_at(tree: &TextTree, id: &str, path: &[u16]) -> String {
    let recording = record(tree, &technique(id), Window::FULL);
    let at = |visit: &usize| {
        let own: Vec<u16> = recording.path(*visit).iter().map(|branch| branch.0).collect();
        own == path && recording.visits[*visit].cut_off.is_some()
    };
    let visit = (0..recording.visits.len()).find(at).expect("a cutoff");
    explain(tree, &recording, visit).expect("a sentence")
}

#[test]
fn the_deep_cutoff_is_root_move_ones() {
    let tree = text_tree("(5 (((4 9) (3 8)) 2))", true);
    for id in ["alpha-beta", "scout", "negamax"] {
        let sentence = cutoff_at(&tree, id, &[2, 1, 2]);
        assert!(sentence.contains("MAX already has 5 from move 1 at the root"), "{id}: {sentence}");
    }
}

#[test]
fn null_windows_are_explained_by_their_question() {
    let check = |text: &str, root_is_max, id: &str, path: &[u16], words: &str| {
        let sentence = cutoff_at(&text_tree(text, root_is_max), id, path);
        assert!(sentence.contains(&format!("the null window asks {words}")), "{sentence}");
    };
    // MAX has 6; node 2.1 is a MAX node below the null window of move 2.
    let better = "\"is move 2 better than 6?\", and 7 or more is enough";
    check("(6 ((9 1) 7))", true, "scout", &[2, 1], better);
    let below = "\"does move 2 hold MAX below -6?\", and -7 or less";
    check("(-6 ((-9 -1) -7))", false, "scout", &[2, 1], below);
    check("((7 9) 3)", true, "mtdf", &[], "\"is the root at least 0?\", and 0 or more");
}
