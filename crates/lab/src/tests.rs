//! Every technique returns minimax's value or a correct bound, and the best order evaluates the
//! minimal number of leaves.

use proptest::prelude::*;
use web_time::Instant;

use super::{text_tree::inner_text, *};
use minnow_engine::{Bound, Branch, NoObserver, Random, Score, Window};
use minnow_rules::{Position, Variant, builtin_variants};

/// Every algorithm, alone, with each ordering and with some combinations; all are exact.
fn all_techniques() -> Vec<Technique> {
    let mut techniques: Vec<Technique> =
        ALGORITHMS.iter().map(|info| Technique::of(info.algorithm)).collect();
    for info in ALGORITHMS.iter().filter(|info| info.takes_orderings) {
        let algorithm = info.algorithm;
        let orderings = ORDERINGS.iter().map(|info| info.ordering);
        techniques.extend(orderings.map(|ordering| Technique::of(algorithm).with(ordering)));
        let id = info.id;
        techniques.extend(Technique::parse(&format!("{id}+full")));
        techniques.extend(Technique::parse(&format!("{id}+random+tt+previous-iteration")));
    }
    techniques
}

fn value<T: Tree>(tree: &T, technique: &Technique, settings: &LabSettings) -> (Score, Bound) {
    let report = run(tree, technique, settings, &mut NoObserver);
    assert_eq!(report.stopped, None, "{}", technique.id);
    let answer = report.answer.unwrap();
    (answer.score, answer.bound)
}

fn minimax<T: Tree>(tree: &T, settings: &LabSettings) -> Score {
    value(tree, &Technique::of(Algorithm::Minimax), settings).0
}

#[track_caller]
fn assert_all_exact<T: Tree>(tree: &T, settings: &LabSettings, about: &str) {
    let expected = (minimax(tree, settings), Bound::Exact);
    for technique in all_techniques() {
        let found = value(tree, &technique, settings);
        assert_eq!(found, expected, "{} on {about}", technique.id);
    }
}

pub(crate) fn text_tree(text: &str) -> TextTree {
    TextTree::parse(text, true).unwrap()
}

pub(crate) fn start_tree() -> PositionTree<'static> {
    PositionTree::new(Position::start(Variant::default_variant()))
}

pub(crate) fn recorded<T: Tree>(tree: &T, id: &str, depth: u32) -> Recording {
    let (technique, settings) = (Technique::parse(id).unwrap(), LabSettings::depth(depth));
    record_technique(tree, &technique, &settings, usize::MAX, &mut |_| {}).recording
}

/// A random tree as text: up to four moves, leaves of few values so that there are ties.
pub(crate) fn random_tree(random: &mut Random, depth: u32) -> String {
    if depth == 0 || random.below(8) == 0 {
        return (random.below(9) as i32 - 4).to_string();
    }
    inner_text((0..=random.below(4)).map(|_| random_tree(random, depth - 1)))
}

#[test]
fn all_techniques_equal_minimax_on_random_trees() {
    let mut random = Random(11);
    for number in 0..120 {
        let text = random_tree(&mut random, 1 + number % 5);
        for root_is_max in [true, false] {
            let tree = TextTree::parse(&text, root_is_max).unwrap();
            assert_all_exact(&tree, &LabSettings::depth(tree.height().max(1)), &text);
        }
    }
}

/// A number for a position that looks random, of few values so that there are ties; on some it
/// depends on the ply, as evaluations near a limit of moves do.
fn hashed(position: &Position, seed: u64) -> Score {
    let key = position.key() ^ seed ^ u64::from(position.at_move_limit());
    Score::centipawns(Random(key).below(40) as i32 * 5 - 100)
}

/// A position from a random game, not finished.
fn random_position(variant: usize, seed: u64) -> Position {
    let variants = builtin_variants();
    let mut random = Random(seed);
    let start = Position::start(&variants[variant % variants.len()]);
    let mut position = start;
    for _ in 0..random.below(60) {
        let moves: Vec<_> = position.legal_moves().iter().collect();
        if moves.is_empty() {
            break;
        }
        let next = position.play(moves[random.below(moves.len())]);
        if next.outcome(1).is_some() {
            break;
        }
        position = next;
    }
    position
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn all_techniques_equal_minimax_on_positions(
        variant in 0_usize..64, seed in any::<u64>(), depth in 1_u32..=3, quiescence in any::<bool>(),
    ) {
        let position = random_position(variant, seed);
        let tree = PositionTree::with_evaluation(position, |at| hashed(at, seed));
        let quiescence = quiescence && depth < 3;
        let settings = LabSettings { quiescence, ..LabSettings::depth(depth) };
        let most = LabSettings { limits: LabLimits::nodes(6_000), ..settings };
        let plain = run(&tree, &Technique::of(Algorithm::Minimax), &most, &mut NoObserver);
        prop_assume!(plain.stopped.is_none());
        assert_all_exact(&tree, &settings, &format!("{position:?} at depth {depth}"));
    }

    #[test]
    fn windows_give_the_value_or_a_bound(seed in any::<u64>(), low in -6_i32..6, width in 1_i32..5) {
        let text = random_tree(&mut Random(seed), 4);
        let window = Window::new(Score::centipawns(low), Score::centipawns(low + width));
        for root_is_max in [true, false] {
            let tree = TextTree::parse(&text, root_is_max).unwrap();
            let settings = LabSettings { window, ..LabSettings::depth(tree.height().max(1)) };
            let expected = minimax(&tree, &settings);
            for technique in all_techniques() {
                let (score, bound) = value(&tree, &technique, &settings);
                let holds = match bound {
                    Bound::Exact => score == expected,
                    Bound::Lower => score >= window.beta && score <= expected,
                    Bound::Upper => score <= window.alpha && score >= expected,
                };
                prop_assert!(holds, "{}: {score} {bound:?} of {expected} on {text}", technique.id);
                let inside = expected > window.alpha && expected < window.beta;
                prop_assert!(!inside || bound == Bound::Exact, "{} on {text}", technique.id);
            }
        }
    }
}

#[test]
fn mates_near_the_move_limit_are_no_draws() {
    let minichess = Variant::default_variant();
    for fullmove in [37, 38, 39, 40] {
        let fen = format!("k4/2Q2/1K3/4p/5/5 w - - 0 {fullmove}");
        let position = Position::from_fen(minichess, &fen).unwrap();
        assert_all_exact(&PositionTree::new(position), &LabSettings::depth(3), &fen);
    }
}

/// A uniform tree of which only the visited part exists, in perfect order: the first child has
/// its parent's value, the others are no better for the player who chooses.
struct PerfectTree {
    branching: u16,
    depth: usize,
}

#[derive(Clone)]
struct GrownNode {
    value: i32,
    seed: u64,
}

impl Tree for PerfectTree {
    type Node = GrownNode;

    fn root(&self) -> GrownNode {
        GrownNode { value: 0, seed: 1 }
    }

    fn root_is_max(&self) -> bool {
        true
    }

    fn key(&self, node: &GrownNode) -> u64 {
        node.seed
    }

    fn end(&self, node: &GrownNode, ply: usize) -> Result<Option<Score>, Stop> {
        Ok((ply == self.depth).then_some(Score::centipawns(node.value)))
    }

    fn static_value(&self, _: &GrownNode, _: usize) -> Result<Score, Stop> {
        Err(Stop::NoValue { column: 0 })
    }

    fn branches(&self, _: &GrownNode) -> Vec<Branch> {
        (1..=self.branching).map(Branch).collect()
    }

    fn play(&self, node: &GrownNode, branch: Branch) -> GrownNode {
        let mut random = Random(node.seed.wrapping_mul(31).wrapping_add(u64::from(branch.0)));
        let seed = random.draw();
        // The lowest bit is the player to move: MAX's children are worse for MAX.
        let worse = 1 + random.below(9) as i32;
        let is_max = node.seed & 1 == 1;
        let step = if is_max { -worse } else { worse };
        let value = node.value + if branch.0 == 1 { 0 } else { step };
        GrownNode { value, seed: (seed & !1) | u64::from(!is_max) }
    }

    fn name(&self, _: &GrownNode, branch: Branch) -> String {
        branch.0.to_string()
    }

    fn has_inner_values(&self) -> bool {
        false
    }
}

#[test]
fn perfect_order_has_the_minimal_leaves() {
    for branching in 2..=6_u16 {
        for depth in 1..=8_u32 {
            let tree = PerfectTree { branching, depth: depth as usize };
            let b = u64::from(branching);
            let least = b.pow(depth.div_ceil(2)) + b.pow(depth / 2) - 1;
            for id in ["alpha-beta", "alpha-beta-soft", "negamax", "scout"] {
                let technique = Technique::parse(id).unwrap();
                let report = run(&tree, &technique, &LabSettings::depth(depth), &mut NoObserver);
                assert_eq!(uniform_minimum(b, depth), Some(least));
                let about = format!("{id} with {branching} moves to depth {depth}");
                assert_eq!(report.counts.leaves, least, "{about}");
                assert_eq!(report.counts.first_cutoffs, report.counts.cutoffs, "{about}");
                assert_eq!(report.answer.unwrap().score, Score::DRAW, "{about}");
            }
        }
    }
}

#[test]
fn the_oracles_order_is_minimal_on_uniform_trees() {
    let mut random = Random(5);
    fn uniform(random: &mut Random, branching: usize, depth: u32) -> String {
        if depth == 0 {
            return random.below(2_000).to_string();
        }
        inner_text((0..branching).map(|_| uniform(random, branching, depth - 1)))
    }
    for (branching, depth) in [(2, 6), (3, 4), (4, 3), (5, 4)] {
        let tree = text_tree(&uniform(&mut random, branching, depth));
        let b = branching as u64;
        assert_eq!(tree.uniform(), Some((b, depth)));
        let least = uniform_minimum(b, depth).unwrap();
        assert_eq!(minimal_leaves(&tree, &LabSettings::depth(depth)), Ok(least));
        let worst = Technique::of(Algorithm::AlphaBeta).with(MoveOrdering::ReverseOrder);
        let worst = run(&tree, &worst, &LabSettings::depth(depth), &mut NoObserver);
        assert!(worst.counts.leaves > least && worst.counts.leaves <= b.pow(depth));
    }
}

/// A tree in an order without any cutoff: MAX's moves get better, and so do MIN's. All leaves below
/// a node lie between the values that both players have there.
fn unprunable(breadth: i32, depth: u32, is_max: bool, low: i32) -> String {
    if depth == 0 {
        return low.to_string();
    }
    let width = breadth.pow(depth - 1);
    let child = |number: i32| {
        let place = if is_max { number } else { breadth - 1 - number };
        unprunable(breadth, depth - 1, !is_max, low + place * width)
    };
    inner_text((0..breadth).map(child))
}

#[test]
fn an_order_without_cutoffs_always_exists() {
    let text = "((((12 4) (15 11)) ((3 1) (5 2))) (((14 9) (16 13)) ((8 6) (10 7))))";
    assert_eq!(measured(text, "alpha-beta").2[1..], [16, 0]);
    for breadth in 2..=4_u8 {
        for depth in 1..=5 {
            let text = unprunable(breadth.into(), depth, true, 0);
            let leaves = u64::from(breadth).pow(depth);
            assert_eq!(measured(&text, "alpha-beta").2[1..], [leaves, 0], "{text}");
        }
    }
}

#[test]
fn the_reverse_of_the_best_order_may_prune() {
    let text = "((((3 4) (8 16)) ((6 5) (14 12))) (((13 1) (10 11)) ((9 2) (15 7))))";
    assert_eq!(measured(text, "alpha-beta").2[1], 16);
    assert_eq!(measured(text, "alpha-beta+reverse-order").2[1], 14);
}

#[test]
fn null_windows_find_the_move_of_either_root() {
    let mut random = Random(3);
    let mut texts = vec!["(1 2)".to_owned(), "(2 1)".to_owned()];
    texts.extend((0..60).map(|number| random_tree(&mut random, 1 + number % 4)));
    for text in &texts {
        for root_is_max in [true, false] {
            let tree = TextTree::parse(text, root_is_max).unwrap();
            let settings = LabSettings::depth(tree.height().max(1));
            let answer = |id: &str| {
                let technique = Technique::parse(id).unwrap();
                run(&tree, &technique, &settings, &mut NoObserver).answer.unwrap()
            };
            let (mtdf, plain) = (answer("mtdf"), answer("minimax"));
            assert_eq!(mtdf.best.is_some(), plain.best.is_some(), "{text} {root_is_max}");
            let Some(best) = mtdf.best else { continue };
            let child = tree.play(&tree.root(), best);
            let below = value_below(&tree, child, !root_is_max);
            assert_eq!(below, plain.score, "{text} {root_is_max}: {best:?}");
        }
    }
}

/// The minimax value of a node where MAX or MIN moves.
fn value_below(tree: &TextTree, node: usize, is_max: bool) -> Score {
    if let Ok(Some(score)) = tree.end(&node, 0) {
        return score;
    }
    let children = tree.branches(&node).into_iter().map(|branch| tree.play(&node, branch));
    let values = children.map(|child| value_below(tree, child, !is_max));
    if is_max { values.max() } else { values.min() }.unwrap()
}

fn measured(text: &str, id: &str) -> (i32, Option<u16>, [u64; 3]) {
    let tree = text_tree(text);
    let technique = Technique::parse(id).unwrap();
    let report = run(&tree, &technique, &LabSettings::depth(tree.height()), &mut NoObserver);
    let LabCounts { nodes, leaves, cutoffs, .. } = report.counts;
    let answer = report.answer.unwrap();
    (answer.score.value(), answer.best.map(|branch| branch.0), [nodes, leaves, cutoffs])
}

#[test]
fn the_texts_examples_come_out_as_printed() {
    // AIMA's tree: the leaf after 8 and 2 is not evaluated.
    assert_eq!(measured("((3 12) (8 2 ?))", "alpha-beta"), (3, Some(1), [7, 4, 1]));
    // The same leaves in another order: 8 first causes no cutoff, 2 before 8 saves a leaf.
    assert_eq!(measured("((3 12) (8 2))", "alpha-beta"), (3, Some(1), [7, 4, 0]));
    assert_eq!(measured("((3 12) (2 8))", "alpha-beta"), (3, Some(1), [6, 3, 1]));
    assert_eq!(measured("((3 12) (8 2))", "minimax"), (3, Some(1), [7, 4, 0]));
    // The example of the second text: 5, then a MIN node with a child of 3.
    assert_eq!(measured("((5 9) (3 ?))", "negamax"), (5, Some(1), [6, 3, 1]));
    // The bound 5 of the grandparent: the grandchild has 4 and 2, and its sibling is not visited.
    assert_eq!(measured("(((5)) ((4 2) (7 6)))", "alpha-beta"), (5, Some(1), [8, 3, 1]));
    // Deep cutoff: the bound comes from three plies above; F1 does not pass it on.
    assert_eq!(measured("(5 (((4 9) 3) 2))", "alpha-beta"), (5, Some(1), [7, 3, 2]));
    assert_eq!(measured("(5 (((4 9) 3) 2))", "shallow"), (5, Some(1), [8, 4, 1]));
    // A null window needs any refutation: the one with a single reply costs one leaf.
    assert_eq!(measured("(((9)) ((4 5 6) (7)))", "scout"), (9, Some(1), [9, 4, 1]));
    assert_eq!(measured("(((9)) ((4 5 6) (7)))", "scout+fewest-replies"), (9, Some(1), [7, 2, 1]));
    // Depth 1 never prunes.
    assert_eq!(measured("(1 7 3 9)", "alpha-beta"), (9, Some(4), [5, 4, 0]));
}

#[test]
fn a_forbidden_leaf_is_an_error_if_evaluated() {
    let tree = text_tree("((3 12) (8 2 ?))");
    let report =
        run(&tree, &Technique::of(Algorithm::Minimax), &LabSettings::depth(2), &mut NoObserver);
    assert_eq!(report.stopped, Some(Stop::Forbidden { column: 14 }));
    assert!(report.answer.is_none());
    let shallow = LabSettings::depth(1);
    let report = run(&tree, &Technique::of(Algorithm::AlphaBeta), &shallow, &mut NoObserver);
    assert_eq!(report.stopped, Some(Stop::NoValue { column: 2 }));
}

#[test]
fn a_stopped_search_still_has_a_move() {
    let tree = start_tree();
    let technique = Technique::parse("deepening+previous-iteration").unwrap();
    let limits = LabLimits { deadline: Some(Instant::now()), ..LabLimits::nodes(u64::MAX) };
    let settings = LabSettings { limits, ..LabSettings::depth(30) };
    let report = run(&tree, &technique, &settings, &mut NoObserver);
    assert_eq!(report.stopped, Some(Stop::Time));
    // The search completed some depths before its first check of the clock.
    let answer = report.answer.unwrap();
    assert!((1..30).contains(&answer.depth) && answer.best == report.fallback);
    let few = LabSettings { limits: LabLimits::nodes(3), ..LabSettings::depth(4) };
    let report = run(&tree, &technique, &few, &mut NoObserver);
    assert_eq!((report.stopped, report.counts.nodes), (Some(Stop::Nodes), 3));
    assert!(report.answer.is_none() && report.fallback.is_some());
}

#[test]
fn minimax_visits_what_perft_counts() {
    for variant in builtin_variants().iter().take(4) {
        let position = Position::start(variant);
        let (tree, minimax) = (PositionTree::new(position), Technique::of(Algorithm::Minimax));
        let report = run(&tree, &minimax, &LabSettings::depth(3), &mut NoObserver);
        let nodes: u64 = (0..=3).map(|depth| minnow_rules::perft(&position, depth)).sum();
        assert_eq!(report.counts.nodes, nodes, "{}", variant.id);
    }
}

#[test]
fn aspiration_reports_the_result_of_its_guess() {
    let tree = text_tree("((300 120) (80 20))");
    let technique = Technique::of(Algorithm::Aspiration);
    let report = run(&tree, &technique, &LabSettings::depth(2), &mut NoObserver);
    let answer = report.answer.unwrap();
    assert_eq!((answer.score.value(), answer.bound), (120, Bound::Exact));
    let (guessed, bound) = answer.guessed.unwrap();
    assert!(bound == Bound::Lower && guessed.value() < 121);
}

#[test]
fn players_change_only_their_own_bound() {
    let mut random = Random(45);
    for number in 0..1_000 {
        let tree = text_tree(&random_tree(&mut random, 1 + number % 4));
        for visit in recorded(&tree, "alpha-beta", tree.height().max(1)).visits {
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
fn one_ply_prunes_nothing_with_the_full_window() {
    let mut random = Random(46);
    for _ in 0..1_000 {
        let moves = 1 + random.below(9);
        let leaves = (0..moves).map(|_| (random.below(9) as i32 - 4).to_string());
        let text = inner_text(leaves);
        for id in ["alpha-beta", "alpha-beta-soft", "negamax"] {
            let [_, evaluated, cutoffs] = measured(&text, id).2;
            assert_eq!((evaluated, cutoffs), (moves as u64, 0), "{id} on {text}");
        }
    }
}
