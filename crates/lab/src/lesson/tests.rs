//! The figures and answers of all lessons are right, and invalid lessons are refused.

use std::collections::BTreeSet;

use super::*;
use crate::{ALGORITHMS, Algorithm, ORDERINGS};
use minnow_engine::{Branch, Score};
use minnow_rules::Position;

fn lesson(id: &str) -> &'static Lesson {
    builtin_lessons().iter().find(|lesson| lesson.id == id).unwrap()
}

#[test]
fn every_figure_is_as_expected() {
    for lesson in builtin_lessons() {
        let measured: Vec<FigureResult> =
            lesson.figures.iter().map(|figure| figure.measure(&lesson.scene)).collect();
        for (figure, own) in lesson.figures.iter().zip(&measured) {
            let about = format!("lesson {}: {} {own:?}", lesson.id, figure.label);
            assert!(figure.is_as_expected(own, &measured), "{about}, not {:?}", figure.expected);
        }
    }
}

#[test]
fn counts_say_which_iterations_they_cover() {
    let text = |id: &str| {
        let lesson = lesson(id);
        let measured: Vec<FigureResult> =
            lesson.figures.iter().map(|figure| figure.measure(&lesson.scene)).collect();
        lesson.iterations_text(&measured)
    };
    assert_eq!(text("killers"), None);
    let several = text("refutation-table").unwrap();
    assert!(
        several.ends_with("iterative deepening: 1,309; with refutation table: 1,061."),
        "{several}"
    );
}

/// The nodes that answer a lesson's question, as child numbers from 1.
fn right_nodes(id: &str) -> Vec<Vec<u16>> {
    let lesson = lesson(id);
    let searched = lesson.search();
    let numbers = lesson.right_replies(&searched).into_iter().filter_map(|reply| match reply {
        LessonReply::Node(path) => Some(path.iter().map(|branch| branch.0).collect()),
        _ => None,
    });
    numbers.collect()
}

#[test]
fn searches_find_the_nodes_of_the_texts() {
    let expected: [(&str, &[&[u16]]); 16] = [
        ("minimax", &[&[1]]),
        ("cut-off", &[&[2, 2]]),
        ("order", &[&[2, 2]]),
        ("course", &[&[2]]),
        ("kinds", &[&[2, 1]]),
        ("grandfather", &[&[2, 2], &[2, 2, 1], &[2, 2, 2]]),
        ("deep", &[&[2, 1, 1, 2]]),
        ("equal", &[&[2]]),
        ("scout", &[&[2]]),
        ("window", &[]),
        ("tie", &[&[2, 2]]),
        ("back-rank", &[&[2]]),
        ("current", &[&[3, 2]]),
        ("cut-node", &[&[1, 2], &[2]]),
        ("killers", &[&[3, 1]]),
        ("pv-line", &[]),
    ];
    for (id, nodes) in expected {
        assert_eq!(right_nodes(id), nodes, "lesson {id}");
    }
}

/// All possible answers to a lesson.
fn replies(lesson: &Lesson) -> Vec<LessonReply> {
    match (&lesson.ask, &lesson.scene) {
        (LessonTask::Choice(choices), _) => (0..choices.len()).map(LessonReply::Choice).collect(),
        (LessonTask::Node(_), LessonScene::Tree(tree)) => {
            tree.spots().into_iter().map(|spot| LessonReply::Node(spot.path)).collect()
        }
        (_, scene) => {
            let moves = scene.position().unwrap().legal_moves();
            moves.iter().map(LessonReply::Move).collect()
        }
    }
}

#[test]
fn every_lesson_explains_right_and_wrong_answers() {
    for lesson in builtin_lessons() {
        let searched = lesson.search();
        let judged: Vec<LessonVerdict> =
            replies(lesson).iter().map(|reply| lesson.judge(&searched, reply)).collect();
        let right = judged.iter().filter(|verdict| verdict.right).count();
        assert!(right > 0 && right < judged.len(), "{}: {right} right answers", lesson.id);
        for verdict in &judged {
            let only_one = lesson.technique.algorithm == Algorithm::Minimax;
            assert!(verdict.reasons.len() == 2 || only_one, "{verdict:?}");
        }
    }
}

#[test]
fn only_the_moves_asked_for_are_best() {
    for lesson in builtin_lessons() {
        let LessonTask::Move(right) = &lesson.ask else { continue };
        let scene = &lesson.scene;
        let best = scene.measure(&lesson.technique, &lesson.settings).answer.unwrap();
        assert_eq!(best.best, Some(Branch::from(right[0])), "{}", lesson.id);
        if lesson.settings.depth > 1 {
            let position = scene.position().unwrap();
            for played in position.legal_moves().iter() {
                let worth = scene.worth(played.into(), &lesson.technique, &lesson.settings);
                assert_eq!(
                    worth.map(|(worth, _)| worth) == Some(best.score),
                    right.contains(&played),
                    "{played:?}"
                );
            }
        }
    }
}

#[test]
fn the_courses_tree_has_all_replies() {
    let lesson = lesson("course");
    let LessonScene::Tree(tree) = &lesson.scene else { panic!() };
    let after = tree.position(&[Branch(2)]).unwrap();
    assert_eq!(after.legal_moves().iter().count(), 6, "c3-d4 has six replies");
    let searched = lesson.search();
    let verdict = lesson.judge(&searched, &LessonReply::Node(vec![Branch(2)]));
    assert!(verdict.right);
    assert_eq!(
        verdict.reasons[1],
        "Black answers c3-d4 with b6-b5 and holds White to +0.50; White already has +0.70 from \
         c3-b4, so Black's 5 other replies cannot matter: cutoff after 1 of 6."
    );
    let never = lesson.judge(&searched, &LessonReply::Node(vec![Branch(2), Branch(3)]));
    assert_eq!(
        (never.right, never.reasons[0].as_str()),
        (false, "The search never visits this node.")
    );
}

#[test]
fn move_values_count_from_the_position() {
    let lesson = lesson("mate");
    let searched = lesson.search();
    let LessonTask::Move(right) = &lesson.ask else { panic!() };
    let reasons = lesson.judge(&searched, &LessonReply::Move(right[0])).reasons;
    assert_eq!(reasons[1], "a5-b5 wins by force: #2.");
    let position: Position = lesson.scene.position().unwrap();
    let slow = position.parse_move("d1c1").unwrap();
    let verdict = lesson.judge(&searched, &LessonReply::Move(slow));
    assert!(!verdict.right);
    assert!(
        verdict.reasons[0].starts_with("Looking 5 plies ahead, d1-c1 gives White +"),
        "{verdict:?}"
    );
    let worth = lesson.scene.worth(slow.into(), &lesson.technique, &lesson.settings);
    let (worth, reply) = worth.unwrap();
    assert!(worth > Score::DRAW && reply.is_some());
}

const SOUND: &str = r#"(title: "A", text: ["B"], scene: Tree("((3 12) (8 2))"), technique: "minimax",
    question: "C", ask: Node(Best), right: "D", figures: [])"#;

#[track_caller]
fn assert_refused(from: &str, to: &str, parts: &[&str]) {
    let text = SOUND.replace(from, to);
    assert_ne!(text, SOUND);
    let said = parse_lesson("new", &text).unwrap_err().to_string();
    assert!(said.starts_with("lesson \"new\"") && !said.contains('\n'), "{said}");
    for part in parts {
        assert!(said.contains(part), "{part} is missing in: {said}");
    }
}

#[test]
fn invalid_lessons_are_refused_in_one_sentence() {
    parse_lesson("new", SOUND).unwrap();
    let position = |text: &str| format!("Position(variant: \"minichess\", position: \"{text}\")");
    let tree = "Tree(\"((3 12) (8 2))\")";
    assert_refused("title", "titel", &["titel"]);
    assert_refused("(8 2)", "(8 x)", &["\"((3 12) (8 x))\"", "column 12", "\"x\""]);
    assert_refused("\"minimax\"", "\"maximin\"", &["\"maximin\""]);
    assert_refused(tree, &position("5/5 w"), &["2 ranks"]);
    assert_refused(tree, &position("k4/5/5/5/5/4K w"), &["asks for nodes without a tree"]);
    assert_refused(tree, &position("").replace("minichess", "chess"), &["\"chess\""]);
    assert_refused("figures: []", "figures: [], window: Some((5, 5))", &["5, 5"]);
    assert_refused("Node(Best)", "Move([\"a2a3\"])", &["moves without a board"]);
    assert_refused("Node(Best)", "Choice([(text: \"A\", why: \"B\")])", &["0 right choices"]);
    assert_refused("Node(Best)", "Node(OnlyBy(\"x\"))", &["\"x\""]);
    let named = |moves: &str| {
        format!(
            "Named(variant: \"minichess\", position: \"k4/5/5/5/5/4K w\", tree: \"(1 2)\",
             moves: [{moves}])"
        )
    };
    assert_refused(tree, &named("\"e1d1\", \"a6a5\""), &["\"a6a5\" cannot be played there"]);
    assert_refused(tree, &named("\"e1d1\""), &["1 moves for 2 nodes"]);
}

#[test]
fn early_lessons_use_no_terms_of_later_ones() {
    let first = builtin_lessons().iter().position(|lesson| lesson.id == "kinds").unwrap();
    for lesson in &builtin_lessons()[..first] {
        let searched = lesson.search();
        for reply in replies(lesson) {
            let reasons = lesson.judge(&searched, &reply).reasons.join(" ");
            for term in ["PV", "ALL", "CUT", "inside the window", "alpha cutoff", "beta cutoff"] {
                assert!(!reasons.contains(term), "{}: {term} in {reasons}", lesson.id);
            }
        }
    }
    let root = LessonReply::Node(Vec::new());
    let minimax = lesson("minimax");
    let verdict = minimax.judge(&minimax.search(), &root);
    assert_eq!(verdict.reasons[0], "MAX plays move 1, which is worth 3.");
}

#[test]
fn a_guessed_window_is_no_move_value() {
    let window = lesson("window");
    let searched = window.search();
    let LessonScene::Tree(tree) = &window.scene else { panic!("no tree") };
    let moments = 0..searched.recording.moments.len();
    let told = moments.filter_map(|at| crate::describe_event(tree, &searched.recording, at));
    let visits = 0..searched.recording.visits.len();
    let explained = visits.filter_map(|at| crate::explain(tree, &searched.recording, at));
    let sentences: Vec<String> = told.chain(explained).collect();
    assert!(sentences.iter().any(|text| text.contains("the window at the root")), "{sentences:#?}");
    for text in &sentences {
        assert!(!text.contains("has 7 from") && !text.contains("is sure of 7"), "{text}");
    }
}

#[test]
fn stated_facts_are_in_the_record() {
    for lesson in builtin_lessons() {
        assert_eq!(lesson.wrong_fact(&lesson.search()), None, "lesson {}", lesson.id);
    }
    let stated = builtin_lessons().iter().filter(|lesson| !lesson.facts.is_empty()).count();
    assert!(stated >= 20, "{stated} lessons state facts");
    let wrong = |facts: &str| {
        let text = SOUND.replace("figures: []", &format!("facts: [{facts}], figures: []"));
        let lesson = parse_lesson("new", &text).unwrap();
        lesson.wrong_fact(&lesson.search()).map(|found| found.difference)
    };
    assert_eq!(wrong("(node: [2], value: Some(\"2\"))"), None);
    let differs = wrong("(node: [2], value: Some(\"3\"))");
    assert_eq!(differs.as_deref(), Some("at node 2 the value is 2"));
    assert_eq!(wrong("(node: [], tried: Some(1))").as_deref(), Some("at node root tried is 0"));
    assert_eq!(wrong("(node: [1], never: true)").as_deref(), Some("node 1 is visited"));
    assert_eq!(wrong("(node: [3])").as_deref(), Some("node 3 has no visit 1"));
}

#[test]
fn chapters_hold_all_lessons_in_order() {
    let mut next = 0;
    for chapter in builtin_chapters() {
        assert_eq!(chapter.lessons.start, next, "{}", chapter.title);
        assert!(chapter.lessons.len() > 1, "{}", chapter.title);
        next = chapter.lessons.end;
    }
    assert_eq!(next, builtin_lessons().len());
    assert!(next >= 30, "{next} lessons");
    let ids: BTreeSet<&str> = builtin_lessons().iter().map(|lesson| lesson.id.as_str()).collect();
    assert_eq!(ids.len(), next, "an id occurs twice");
}

#[test]
fn techniques_are_explained_before_their_use() {
    let mut explained: BTreeSet<&str> = BTreeSet::new();
    for lesson in builtin_lessons() {
        explained.extend(lesson.explains.iter().map(String::as_str));
        let figures = lesson.figures.iter().map(|figure| &figure.technique);
        let other = match &lesson.ask {
            LessonTask::Node(TargetNodes::OnlyBy(id)) => Technique::parse(id).ok(),
            _ => None,
        };
        for technique in figures.chain([&lesson.technique]).chain(other.as_ref()) {
            let orderings = technique.orderings.list().into_iter();
            // MTD(f) includes the table, which a lesson of its own explains.
            for id in orderings.map(|one| one.info().id).chain([technique.algorithm.info().id]) {
                assert!(explained.contains(id), "lesson {} uses {id}", lesson.id);
            }
        }
    }
    let known = ALGORITHMS.iter().map(|info| info.id).chain(ORDERINGS.iter().map(|info| info.id));
    let known: BTreeSet<&str> = known.collect();
    assert!(explained.is_subset(&known), "{explained:?}");
    let missing: Vec<_> = known.difference(&explained).filter(|id| **id != "random").collect();
    assert!(missing.is_empty(), "no lesson explains {missing:?}");
}

/// The whole numbers of a text, without signs; years and parts of decimals are left out.
fn numbers(text: &str) -> Vec<u64> {
    let text = text.replace(',', "");
    let words = text.split(|letter: char| !letter.is_ascii_digit() && letter != '.');
    let words = words.map(|word| word.trim_matches('.')).filter(|word| !word.contains('.'));
    words.filter_map(|word| word.parse().ok()).filter(|n| !(1900..2100).contains(n)).collect()
}

#[test]
fn numbers_in_tree_lessons_come_from_the_search() {
    for lesson in builtin_lessons() {
        let LessonScene::Tree(tree) = &lesson.scene else { continue };
        if tree.position(&[]).is_some() {
            continue;
        }
        let searched = lesson.search();
        // Nought is the value of a draw.
        let mut known: BTreeSet<u64> = numbers(&tree.text()).into_iter().chain([0]).collect();
        for visit in &searched.recording.visits {
            let score = visit.exit.map_or(Score::DRAW, |exit| exit.score);
            let scores = [visit.window.alpha, visit.window.beta, score];
            known.extend(scores.map(|score| u64::from(score.value().unsigned_abs())));
            known.extend(1..=visit.children.len() as u64);
        }
        for figure in &lesson.figures {
            let measured = figure.measure(&lesson.scene);
            known.extend(numbers(&measured.value));
            known.insert(measured.leaves);
        }
        let choices = match &lesson.ask {
            LessonTask::Choice(choices) => choices.as_slice(),
            _ => &[],
        };
        let asked = choices.iter().flat_map(|choice| [&choice.text, &choice.why]);
        let prose = [&lesson.question, &lesson.right, &lesson.wrong];
        for text in lesson.text.iter().chain(asked).chain(prose) {
            let strange: Vec<_> =
                numbers(text).into_iter().filter(|n| !known.contains(n)).collect();
            assert!(strange.is_empty(), "lesson {}: {strange:?} in: {text}", lesson.id);
        }
    }
}

/// A minute has time for about 180 words; the question and the answers take the rest.
#[test]
fn every_lesson_is_short() {
    for lesson in builtin_lessons() {
        let words: usize = lesson.text.iter().map(|text| text.split(' ').count()).sum();
        assert!(words <= 120, "lesson {} has {words} words", lesson.id);
        assert!(lesson.figures.len() <= 5, "lesson {}", lesson.id);
    }
}
