//! General sentences of the lessons, the glossary and the claims on random trees, uniform and not,
//! with ties: each test looks for a counterexample.

use super::{
    tests::{random_tree, recorded, text_tree},
    text_tree::inner_text,
    *,
};
use minnow_engine::{NoObserver, Random, Score, Window};

/// A tree with as many moves at every node; its leaves have few values, so that there are ties.
fn uniform_tree(random: &mut Random, branching: usize, depth: u32) -> String {
    if depth == 0 {
        return (random.below(9) as i32 - 4).to_string();
    }
    inner_text((0..branching).map(|_| uniform_tree(random, branching, depth - 1)))
}

/// The trees, every other one uniform.
fn trees() -> impl Iterator<Item = TextTree> {
    let mut random = Random(45);
    let texts = (0..1_000).map(move |number| {
        let depth = 1 + random.below(4) as u32;
        if number % 2 == 0 {
            let branching = 1 + random.below(3);
            uniform_tree(&mut random, branching, depth)
        } else {
            random_tree(&mut random, depth)
        }
    });
    texts.map(|text| text_tree(&text)).filter(|tree| tree.height() > 0)
}

fn searched(tree: &TextTree, id: &str, window: Window) -> (Score, u64) {
    let settings = LabSettings { window, ..LabSettings::depth(tree.height()) };
    let report = run(tree, &Technique::parse(id).unwrap(), &settings, &mut NoObserver);
    (report.answer.unwrap().score, report.counts.leaves)
}

/// A window, and one that contains it.
fn nested_windows(random: &mut Random) -> [Window; 2] {
    let mut below = |limit: usize| random.below(limit) as i32;
    let alpha = below(11) - 6;
    let beta = alpha + 1 + below(6);
    let wider = [alpha - below(4), beta + below(4)];
    [[alpha, beta], wider]
        .map(|[low, high]| Window::new(Score::DRAW.offset(low), Score::DRAW.offset(high)))
}

#[test]
fn narrower_windows_never_evaluate_more_leaves() {
    let mut random = Random(7);
    for tree in trees() {
        let [narrow, wide] = nested_windows(&mut random);
        for id in ["alpha-beta", "alpha-beta-soft", "negamax"] {
            let leaves = [narrow, wide, Window::FULL].map(|window| searched(&tree, id, window).1);
            assert!(leaves.is_sorted(), "{id} on {tree}: {leaves:?}");
        }
    }
}

#[test]
fn fail_soft_bounds_are_at_least_as_tight() {
    let mut random = Random(8);
    for tree in trees() {
        let [window, _] = nested_windows(&mut random);
        let (value, _) = searched(&tree, "minimax", Window::FULL);
        let [hard, soft] =
            ["alpha-beta", "alpha-beta-soft"].map(|id| searched(&tree, id, window).0);
        let is_tighter = if hard <= window.alpha {
            value <= soft && soft <= hard
        } else if hard >= window.beta {
            value >= soft && soft >= hard
        } else {
            value == soft && soft == hard
        };
        assert!(is_tighter, "{tree}: value {value}, fail-hard {hard}, fail-soft {soft}");
    }
}

#[test]
fn players_change_only_their_own_bound() {
    for tree in trees() {
        for visit in recorded(&tree, "alpha-beta", tree.height()).visits {
            let (entered, left) = (visit.window, visit.narrowed);
            let is_kept = if visit.is_max {
                left.beta == entered.beta && left.alpha >= entered.alpha
            } else {
                left.alpha == entered.alpha && left.beta <= entered.beta
            };
            assert!(is_kept && left.alpha < left.beta, "{tree}: {entered:?} to {left:?}");
        }
    }
}

#[test]
fn inner_nodes_fail_hard_inside_their_windows() {
    for tree in trees() {
        let visits = recorded(&tree, "alpha-beta", tree.height()).visits;
        for visit in visits.iter().filter(|visit| !visit.children.is_empty()) {
            let score = visit.exit.unwrap().score;
            assert!((visit.window.alpha..=visit.window.beta).contains(&score), "{tree}: {score}");
        }
    }
}

#[test]
fn one_ply_prunes_nothing_with_the_full_window() {
    for tree in trees().filter(|tree| tree.height() == 1) {
        let all = tree.branches(&tree.root()).len() as u64;
        for id in ["alpha-beta", "alpha-beta-soft", "negamax"] {
            assert_eq!(searched(&tree, id, Window::FULL).1, all, "{id} on {tree}");
        }
    }
    let window = Window { beta: Score::DRAW.offset(5), ..Window::FULL };
    assert_eq!(searched(&text_tree("(1 7 3 9)"), "alpha-beta", window).1, 2);
}

#[test]
fn no_order_of_a_uniform_tree_is_cheaper_than_perfect() {
    for tree in trees().filter(|tree| tree.uniform().is_some()) {
        let leaves = |id: &str| searched(&tree, id, Window::FULL).1;
        let least = leaves("alpha-beta+perfect-order");
        for id in ["alpha-beta", "alpha-beta+random", "alpha-beta+reverse-order"] {
            assert!(leaves(id) >= least, "{id} on {tree}");
        }
    }
}
