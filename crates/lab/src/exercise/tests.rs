//! Trees follow from seeds, keys get all points, and a class is marked.

use super::*;
use crate::Tree;

fn key(seed: u64) -> ExerciseKey {
    ExerciseKey::new(&ExerciseSet::default(), seed).unwrap()
}

#[test]
fn a_seed_makes_a_tree_without_ties() {
    let mut trees = std::collections::BTreeSet::new();
    for seed in 1..=60 {
        let key = key(seed);
        assert_eq!(self::key(seed).tree, key.tree);
        assert_eq!(key.tree.uniform(), Some((3, 3)));
        let text = key.tree.to_string();
        let mut leaves: Vec<&str> =
            text.split(['(', ')', ' ']).filter(|word| !word.is_empty()).collect();
        leaves.sort_unstable();
        leaves.dedup();
        assert_eq!(leaves.len(), 27, "{text}");
        assert!(key.answers.pruned.len() >= 3, "{text}");
        trees.insert(text);
    }
    assert_eq!(trees.len(), 60);
}

#[test]
fn keys_get_all_points_empty_sheets_none() {
    for seed in 1..=60 {
        let key = key(seed);
        let marks = key.mark(&key.answers);
        for mark in &marks.tasks {
            assert_eq!(mark.points, mark.most, "seed {seed}: {mark:?}");
        }
        let empty = key.mark(&ExerciseAnswers::default());
        assert_eq!((empty.points(), empty.most()), (0, marks.most()), "seed {seed}");
        assert_eq!(key.mark(&key.sheet("Student").answers).points(), 0, "seed {seed}");
    }
}

#[test]
fn a_sheet_does_not_give_its_answers_away() {
    let key = key(17);
    let sheet = key.sheet("Ada").answers;
    let named: Vec<&str> = sheet.windows.iter().map(|window| window.node.as_str()).collect();
    assert_eq!(
        named,
        ["1", "1.1", "1.2", "1.3", "2", "2.1", "2.2", "2.3", "3", "3.1", "3.2", "3.3"]
    );
    assert!(named.len() > key.answers.windows.len(), "this search prunes inner nodes");
    assert!(sheet.kinds.iter().map(|kind| kind.node.as_str()).eq(named));
}

#[test]
fn every_size_has_trees_with_answers() {
    for (depth, branching) in (2..=5).flat_map(|depth| (2..=4).map(move |moves| (depth, moves))) {
        let set = ExerciseSet { depth, branching, highest: 2_000, ..ExerciseSet::default() };
        for seed in 1..=5 {
            let key = ExerciseKey::new(&set, seed).unwrap();
            let marks = key.mark(&key.answers);
            for mark in marks.tasks {
                let about = format!("{depth} plies, {branching} moves, seed {seed}: {mark:?}");
                assert!(mark.points == mark.most && mark.most > 0, "{about}");
            }
        }
    }
}

fn points(key: &ExerciseKey, answers: &ExerciseAnswers, task: ExerciseTask) -> usize {
    key.mark(answers).tasks.iter().find(|mark| mark.task == task).unwrap().points
}

#[test]
fn guesses_and_the_given_order_gain_nothing() {
    let key = key(17);
    let points = |answers: &_, task| points(&key, answers, task);
    let mut answers = key.answers.clone();
    let all = ["pv", "cut", "all"];
    answers.kinds = answers
        .kinds
        .iter()
        .flat_map(|right| all.map(|kind| KindAnswer { kind: kind.to_owned(), ..right.clone() }))
        .collect();
    assert_eq!(points(&answers, ExerciseTask::Kinds), 0);
    answers.best_order = key.tree.to_string();
    assert_eq!(points(&answers, ExerciseTask::BestOrder), 0);
}

/// A CUT node is one whose value reached the opponent's bound, also by its last move.
#[test]
fn a_cut_node_need_not_have_a_cutoff() {
    let mut by_last_move = 0;
    for seed in 0..100 {
        let key = key(seed);
        for answer in &key.answers.kinds {
            let path = key.path_of(&answer.node).unwrap();
            let mut visits = key.recording.visits.iter().enumerate();
            let (_, visit) = visits.find(|(at, _)| key.recording.path(*at) == path).unwrap();
            let (score, window) = (visit.exit.unwrap().score, visit.window);
            let is_cut = if visit.is_max { score >= window.beta } else { score <= window.alpha };
            assert_eq!(answer.kind == "cut", is_cut, "{seed}: {answer:?}");
            if is_cut && visit.cut_off.is_none() {
                by_last_move += 1;
                let why = key.explain(&path, None);
                assert!(why.contains("reached the opponent's bound, a CUT node"), "{why}");
            }
        }
    }
    assert!(by_last_move > 10, "only {by_last_move}");
}

#[test]
fn wrong_answers_lose_points() {
    let key = key(7);
    let points = |answers: &_, task| points(&key, answers, task);
    let mut answers = key.answers.clone();
    let pruned = answers.pruned.len();
    answers.pruned[0] = "9.9".to_owned();
    assert_eq!(points(&answers, ExerciseTask::Pruned), pruned - 2);
    // To list every node as pruned gains nothing.
    answers.pruned = (1..=3)
        .flat_map(|a| (1..=3).flat_map(move |b| (1..=3).map(move |c| format!("{a}.{b}.{c}"))))
        .collect();
    assert!(points(&answers, ExerciseTask::Pruned) < pruned);
    answers.windows[0].alpha = BoundAnswer::At(-77);
    assert_eq!(points(&answers, ExerciseTask::Windows), key.answers.windows.len() - 1);
    answers.kinds[0].kind = "none".to_owned();
    assert_eq!(points(&answers, ExerciseTask::Kinds), key.answers.kinds.len() - 1);
    answers.best_order = key.tree.to_string();
    assert!(points(&answers, ExerciseTask::BestOrder) < 5);
    answers.best_order = "((1 2) (3 4))".to_owned();
    assert_eq!(points(&answers, ExerciseTask::BestOrder), 0);
    answers.slip = 0;
    assert_eq!(points(&answers, ExerciseTask::Slip), 0);
}

#[test]
fn sheets_survive_writing_and_reading() {
    let key = key(3);
    for sheet in [key.sheet("Ada"), key.solved()] {
        let text = sheet.write(&key).unwrap();
        assert_eq!(ExerciseSheet::parse(&text).unwrap(), sheet, "{text}");
        assert!(text.contains(&key.tree.to_string()), "{text}");
    }
    let text = key.sheet("Ada").write(&key).unwrap().replacen("student", "pupil", 1);
    assert!(ExerciseSheet::parse(&text).unwrap_err().to_string().contains("pupil"));
}

#[test]
fn invalid_sets_are_refused() {
    let refused = |text: &str| ExerciseSet::parse(text).unwrap_err().to_string();
    assert!(refused("(depth: 9)").contains("the depth 9"));
    assert!(refused("(branching: 1)").contains("the branching factor 1"));
    assert!(refused("(highest: 5)").contains("no different values for 27 leaves"));
    assert!(refused("(tasks: [])").contains("no task"));
    assert!(
        refused("(trees: [\"((3 12) (8 2))\", \"((3 x) 2)\"])").starts_with("tree 2: column 5: ")
    );
    assert!(refused("(\n  dept: 3)").starts_with("2:"), "{}", refused("(\n  dept: 3)"));
    let set = ExerciseSet::parse("(depth: 4, branching: 2, tasks: [Pruned])").unwrap();
    let key = ExerciseKey::new(&set, 5).unwrap();
    assert_eq!(key.mark(&key.answers).tasks.len(), 1);
}

#[test]
fn own_trees_fit_their_tasks() {
    let classic = "((3 12 8) (2 4 6) (14 5 2))";
    for (tree, tasks, expected) in [
        (classic, "Pruned, Windows, Kinds, BestOrder, Slip", None),
        (classic, "Pruned, LeafOrder", Some("2 is there twice")),
        ("((3 -12) (8 2) 4)", "Pruned, LeafOrder", None),
        ("((3 -12) (8 2) 4)", "BestOrder", Some("the same number of moves")),
        ("((3 12) (8 ?))", "Pruned", Some("column 12: an exercise needs a number")),
        ("[[3, 12], [8, 2]]", "Pruned", None),
        ("7", "Pruned", Some("its depth of 0")),
        ("(7 8)", "Slip", Some("its depth of 1")),
        ("((((((1 2))))))", "Pruned", Some("its depth of 6")),
    ] {
        let read = ExerciseSet::parse(&format!("(trees: [\"{tree}\"], tasks: [{tasks}])"));
        let problem = read.as_ref().err().map(ToString::to_string);
        let is_right = match (&problem, expected) {
            (Some(problem), Some(part)) => problem.contains(part),
            (problem, expected) => problem.is_none() && expected.is_none(),
        };
        assert!(is_right, "{tree}, {tasks}: {problem:?}");
        let Ok(set) = read else { continue };
        let key = ExerciseKey::new(&set, 5).unwrap();
        assert_eq!(key.tree, crate::TextTree::parse(tree, true).unwrap());
        let marks = key.mark(&key.answers);
        assert_eq!(marks.points(), marks.most(), "{tree}, {tasks}");
        let text = key.sheet("Ada").write(&key).unwrap();
        assert_eq!(ExerciseSheet::parse(&text).unwrap(), key.sheet("Ada"));
    }
}

#[test]
fn own_trees_follow_the_seed_and_have_a_limit() {
    let trees = ["((1 2) (3 4))", "((5 6) (7 8))"].map(str::to_owned).to_vec();
    let set = ExerciseSet { trees, ..ExerciseSet::default() };
    let tree = |seed| ExerciseKey::new(&set, seed).unwrap().tree.to_string();
    assert_eq!([1, 2, 3, 4].map(tree).as_slice(), [&set.trees[..], &set.trees[..]].concat());
    let trees = vec!["((1 2) (3 4))".to_owned(); 513];
    let error = ExerciseKey::new(&ExerciseSet { trees, ..ExerciseSet::default() }, 1).unwrap_err();
    assert_eq!(error, ExerciseError::TooManyLeaves { leaves: 2_052, most: 2_048 });
}

#[test]
fn hints_cost_points_of_their_task_only() {
    let set = ExerciseSet { hint_cost: 2, ..ExerciseSet::default() };
    for seed in 0..9 {
        let key = ExerciseKey::new(&set, seed).unwrap();
        let marks = key.mark(&key.answers);
        for mark in &marks.tasks {
            let hints = key.hints(mark.task);
            assert!(!hints.is_empty(), "seed {seed}: {mark:?}");
            assert!(hints.iter().all(|hint| hint.ends_with(['.', '?'])), "{hints:?}");
            let mut answers = key.answers.clone();
            answers.hints = vec![mark.task];
            let expected = mark.most.min(2);
            assert_eq!(key.mark(&answers).points(), marks.most() - expected, "{mark:?}");
            answers.hints = vec![mark.task; 1_000];
            assert_eq!(points(&key, &answers, mark.task), 0);
        }
    }
    let free = key(1);
    assert!(EXERCISE_TASKS.iter().all(|task| free.hints(*task).is_empty()));
}

#[test]
fn hints_show_the_way() {
    let trees = vec!["((3 12) (2 8))".to_owned(), "((2 8) (3 12))".to_owned()];
    let set = ExerciseSet { trees, hint_cost: 1, ..ExerciseSet::default() };
    let key = |seed| ExerciseKey::new(&set, seed).unwrap();
    for (seed, task, expected) in [
        (1, ExerciseTask::Pruned, vec!["A cutoff happens at node 2."]),
        (
            1,
            ExerciseTask::Windows,
            vec![
                "Node 1: Alpha is still that of the root; beta is still that of the root.",
                "Node 2: Alpha is the value of 1; beta is still that of the root.",
            ],
        ),
        (
            1,
            ExerciseTask::LeafOrder,
            vec!["The search evaluates 3 of 4 leaves.", "A cutoff happens at node 2."],
        ),
        (
            1,
            ExerciseTask::Kinds,
            vec!["Node 1: The search returns 3.", "Node 2: The search returns 2."],
        ),
        (1, ExerciseTask::BestOrder, vec![]),
        (
            2,
            ExerciseTask::BestOrder,
            vec!["In the given order the best move at the root is worth 3."],
        ),
    ] {
        assert_eq!(key(seed).hints(task), expected, "{task:?}");
    }
}

#[test]
fn a_slip_costs_a_point_and_not_the_rest() {
    for seed in 1..=30 {
        let key = key(seed);
        let most = key.answers.leaf_order.len();
        let lost = |answers: &ExerciseAnswers| {
            key.mark(&key.answers).points() - key.mark(answers).points()
        };
        let changed = |change: &dyn Fn(&mut ExerciseAnswers)| {
            let mut answers = key.answers.clone();
            change(&mut answers);
            lost(&answers)
        };
        assert_eq!(changed(&|answers| answers.leaf_order[0] = -1), 1, "a wrong leaf");
        assert_eq!(changed(&|answers| answers.leaf_order.truncate(most - 1)), 1, "a missing leaf");
        assert_eq!(changed(&|answers| answers.leaf_order.insert(3, -1)), 1, "a leaf too much");
        assert_eq!(changed(&|answers| answers.leaf_order.swap(0, 1)), 2, "two leaves swapped");
        let child = format!("{}.1", key.answers.pruned[0]);
        if key.path_of(&child).is_some() {
            let is_lost = changed(&|answers| answers.pruned[0].clone_from(&child));
            assert_eq!(is_lost, 1, "a child instead of the pruned node");
            assert_eq!(changed(&|answers| answers.pruned.push(child.clone())), 0, "both");
        }
        // The value that the root has last, wrong wherever it is a bound.
        let mut bounds = key.answers.windows.iter().map(|window| window.alpha);
        let value = bounds.rfind(|alpha| *alpha != BoundAnswer::Infinite).unwrap();
        let wrong = |bound: &mut BoundAnswer| {
            if *bound == value {
                *bound = BoundAnswer::At(-5);
            }
        };
        let is_lost = changed(&|answers| {
            for window in &mut answers.windows {
                wrong(&mut window.alpha);
                wrong(&mut window.beta);
            }
        });
        assert!((1..=2).contains(&is_lost), "seed {seed}: {is_lost}");
    }
}

#[test]
fn answers_are_read_as_students_write_them() {
    let key = key(3);
    let most = key.mark(&key.answers).most();
    let written = |node: fn(&str) -> String, kind: fn(&str) -> String| {
        let mut answers = key.answers.clone();
        answers.pruned.iter_mut().for_each(|name| *name = node(name));
        answers.windows.iter_mut().for_each(|window| window.node = node(&window.node));
        for answer in &mut answers.kinds {
            *answer = KindAnswer { node: node(&answer.node), kind: kind(&answer.kind) };
        }
        answers.kinds.push(answers.kinds[0].clone());
        answers.best_order = format!(" {} ", answers.best_order.replace(' ', ", "));
        answers
    };
    type Rewrite = fn(&str) -> String;
    let ways: [(Rewrite, Rewrite); 6] = [
        (|node| format!("{node} "), str::to_uppercase),
        (|node| node.replace('.', ","), |kind| format!("{kind}-node")),
        (|node| node.replace('.', " "), |kind| format!(" {kind} ")),
        (|node| format!("node {node}."), |kind| format!("{} node", kind.to_uppercase())),
        (|node| node.replace('.', " / "), |kind| format!("{kind}_node")),
        (|node| format!("\t0{node}"), |kind| format!("\"{kind}\"")),
    ];
    for (node, kind) in ways {
        let answers = written(node, kind);
        assert_eq!(key.read(&answers).remarks, [""; 0], "{answers:?}");
        assert_eq!(key.mark(&answers).points(), most, "{answers:?}");
    }
}

#[test]
fn one_remark_names_each_thing_that_is_unreadable() {
    let key = key(3);
    let mut answers = key.answers.clone();
    answers.pruned = vec!["1.x.2".to_owned(), " ".to_owned(), "1.x.2".to_owned()];
    answers.kinds = vec![KindAnswer { node: "1".to_owned(), kind: "max".to_owned() }];
    answers.slip = 99;
    assert_eq!(
        key.read(&answers).remarks,
        [
            "pruned: the tree has no node \"1.x.2\"",
            "kinds: \"max\" at 1 is none of pv, cut, all",
            "slip: the listing has no line 99",
        ]
    );
    answers.leaf_order = (1_000..9_000).collect();
    let remarks = key.read(&answers).remarks;
    assert!(remarks.len() < 20 && remarks.last().unwrap().ends_with(" more"), "{remarks:?}");
}

#[test]
fn a_title_of_two_lines_is_one_comment() {
    let set = ExerciseSet { title: "Week 3\nalpha-beta".to_owned(), ..ExerciseSet::default() };
    let key = ExerciseKey::new(&set, 3).unwrap();
    let text = key.solved().write(&key).unwrap();
    assert!(text.starts_with("// Week 3 alpha-beta, seed 3\n"), "{text}");
    assert_eq!(ExerciseSheet::parse(&text).unwrap(), key.solved());
}

/// The answers of a student who gets some of each task wrong.
fn half_right(key: &ExerciseKey) -> ExerciseAnswers {
    let mut answers = key.answers.clone();
    let children = |name: &String| {
        key.path_of(name)
            .is_some_and(|path| !key.tree.branches(&key.tree.node_at(&path)).is_empty())
    };
    let inner = answers.pruned.iter().find(|name| children(name)).cloned();
    answers.pruned.remove(0);
    answers.pruned.extend(["1.1".to_owned(), "7.7".to_owned()]);
    answers.pruned.extend(inner.map(|name| format!("{name}.1")));
    answers.windows[0].alpha = BoundAnswer::At(-77);
    answers.windows.pop();
    answers.leaf_order.swap(1, 2);
    answers.kinds[0].kind = "none".to_owned();
    answers.best_order = key.tree.to_string();
    answers.slip = 0;
    answers
}

#[test]
fn feedback_agrees_with_the_marks() {
    for seed in 1..=30 {
        let key = key(seed);
        let marks = key.mark(&key.answers);
        let answers = half_right(&key);
        let half = key.mark(&answers);
        for (best, mark) in marks.tasks.iter().zip(&half.tasks) {
            let right = key.feedback(best.task, &key.answers);
            assert!(right.iter().all(|one| one.is_right), "seed {seed}: {right:#?}");
            let found = key.feedback(mark.task, &answers);
            assert!(found.iter().any(|one| !one.is_right), "seed {seed}: {found:#?}");
            let count = found.iter().filter(|one| one.is_right).count();
            // A node below a pruned one loses no point of its own.
            let is_wrong = |one: &&AnswerFeedback| {
                ["is visited", "has no node"].iter().any(|text| one.right.contains(text))
            };
            let wrong = found.iter().filter(is_wrong).count();
            match mark.task {
                ExerciseTask::Pruned => {
                    assert_eq!(mark.points, count.saturating_sub(wrong), "seed {seed}");
                }
                ExerciseTask::Windows | ExerciseTask::Kinds => {
                    assert_eq!((mark.points, mark.most), (count, found.len()), "seed {seed}");
                }
                ExerciseTask::LeafOrder | ExerciseTask::BestOrder | ExerciseTask::Slip => {
                    assert_eq!((found.len(), count), (1, 0));
                }
            }
        }
    }
}

#[test]
fn feedback_gives_the_recorded_reason() {
    let key = key(7);
    let (task, answers) = (ExerciseTask::Pruned, half_right(&key));
    let found = key.feedback(task, &answers);
    let text = |part: &str| {
        found.iter().find(|one| one.right.contains(part)).unwrap_or_else(|| panic!("no {part}"))
    };
    assert!(text("You did not mark it").why.starts_with("Not visited. Cutoff at "), "{found:#?}");
    assert_eq!(text("1.1 is visited").why, "All moves of 1.1 are searched.");
    assert_eq!(text("7.7").right, "The tree has no node 7.7.");
    for one in key.feedback(ExerciseTask::Windows, &key.answers) {
        let infinite = one.right.contains("alpha -\u{221e}");
        assert_eq!(infinite, one.why.contains("Alpha is still that of the root"), "{one:?}");
    }
    let leaves = &key.feedback(ExerciseTask::LeafOrder, &answers)[0];
    assert!(leaves.right.starts_with("Leaf 2 is "), "{leaves:?}");
    let mut pruned = key.answers.clone();
    let mut path = key.path_of(&key.answers.pruned[0]).unwrap();
    path.resize(3, minnow_engine::Branch(1));
    let leaf = key.tree.end(&key.tree.node_at(&path), path.len()).unwrap().unwrap();
    pruned.leaf_order[0] = leaf.value();
    let never = &key.feedback(ExerciseTask::LeafOrder, &pruned)[0];
    assert!(never.why.contains(": Not visited. Cutoff at "), "{never:?}");
    let order = &key.feedback(ExerciseTask::BestOrder, &answers)[0];
    assert!(order.right.contains(" of 27 leaves; the fewest are 11."), "{order:?}");
}

#[test]
fn feedback_has_no_answers_to_other_tasks() {
    let (bounds, kinds) = (["lpha", "beta", "window"], ["PV", "CUT", "ALL"]);
    for seed in 1..=30 {
        let key = key(seed);
        let answers = half_right(&key);
        for task in EXERCISE_TASKS {
            let found = key.feedback(task, &answers).into_iter();
            let clicked = key.inner_nodes().into_iter().map(|path| key.explain(&path, Some(task)));
            let texts: Vec<String> =
                found.flat_map(|one| [one.right, one.why]).chain(clicked).collect();
            let texts = texts.join("\n");
            let has = |words: [&str; 3]| words.iter().any(|word| texts.contains(word));
            match task {
                ExerciseTask::Windows => assert!(has(bounds) && !has(kinds), "{texts}"),
                // The meaning of a kind names the window, but no bound.
                ExerciseTask::Kinds => {
                    assert!(has(kinds) && !has(["lpha", "beta", " = "]), "{texts}");
                }
                ExerciseTask::Pruned | ExerciseTask::LeafOrder | ExerciseTask::BestOrder => {
                    assert!(!has(bounds) && !has(kinds), "{texts}");
                }
                ExerciseTask::Slip => assert!(!has(kinds), "{texts}"),
            }
        }
    }
}

#[test]
fn every_wrong_line_is_a_right_answer() {
    for seed in 0..9 {
        let key = key(seed);
        let wrong = ExerciseSet::function(seed).listing.wrong_lines;
        for line in 0..=key.listing().len() {
            let answers = ExerciseAnswers { slip: line, ..ExerciseAnswers::default() };
            let is_right = line > 0 && wrong.contains(&(line - 1));
            assert_eq!(key.is_slip(line), is_right);
            assert_eq!(key.feedback(ExerciseTask::Slip, &answers)[0].is_right, is_right);
        }
    }
}
