//! A simulated class: each kind of error and cheat is named beside the marks, and the honest student
//! beside it keeps all points.

use super::*;

fn set(title: &str) -> ExerciseSet {
    ExerciseSet { title: title.to_owned(), ..ExerciseSet::default() }
}

fn class_of(count: usize, secret: u8, set: &ExerciseSet) -> Class {
    let student = |at| Student { id: format!("s{at:03}"), name: format!("Student {at}") };
    Class::new(&ClassSecret::new([secret; 32]), set, (0..count).map(student).collect()).unwrap()
}

fn sealed(mut sheet: ExerciseSheet) -> ExerciseSheet {
    sheet.seal = sheet.seal_of_answers();
    sheet
}

/// The right answers of a student, handed in by the page.
fn solved(class: &Class, at: usize) -> ExerciseSheet {
    let member = &class.members()[at];
    sealed(ExerciseSheet { answers: member.key.answers.clone(), ..member.sheet.clone() })
}

fn file(name: &str, sheet: &ExerciseSheet) -> HandIn {
    let key = ExerciseKey::of_sheet(sheet).unwrap();
    HandIn { file: format!("in/{name}.ron"), text: Ok(sheet.write(&key).unwrap()) }
}

/// The file of a student whose solved sheet was changed.
fn changed(class: &Class, at: usize, change: impl FnOnce(&mut ExerciseSheet)) -> Vec<HandIn> {
    let mut sheet = solved(class, at);
    change(&mut sheet);
    vec![file(&class.members()[at].student.id, &sheet)]
}

/// The same with changed answers, which the page has sealed.
fn answered(class: &Class, at: usize, change: impl FnOnce(&mut ExerciseAnswers)) -> Vec<HandIn> {
    changed(class, at, |sheet| {
        change(&mut sheet.answers);
        *sheet = sealed(sheet.clone());
    })
}

/// The same with a changed text.
fn rewritten(class: &Class, at: usize, change: impl FnOnce(String) -> String) -> Vec<HandIn> {
    let mut hand_ins = changed(class, at, |_| {});
    hand_ins[0].text = hand_ins[0].text.clone().map(change);
    hand_ins
}

fn graded(class: &Class, at: usize) -> GradedSheet {
    solved(class, at).graded.unwrap()
}

/// The files of student `at`; the next student is honest.
type Kind = fn(&Class, usize) -> Vec<HandIn>;

/// Errors and cheats, each with a part of the remark that names it.
const KINDS: [(&str, Kind); 28] = [
    ("", |class, at| changed(class, at, |_| {})),
    ("nothing was handed in", |_, _| Vec::new()),
    ("in/s004.ron cannot be read: ", |class, at| {
        rewritten(class, at, |text| text[..text.len() / 2].to_owned())
    }),
    ("cannot be read: it is not text", |_, at| {
        vec![HandIn { file: format!("S{at:03}.pdf"), text: Err("it is not text".to_owned()) }]
    }),
    ("cannot be read: ", |class, at| {
        rewritten(class, at, |text| text.replacen("    slip: ", "    slip: line", 1))
    }),
    ("the seed was changed from ", |class, at| changed(class, at, |sheet| sheet.seed += 1)),
    ("the tree was changed", |class, at| {
        let tree = ExerciseKey::new(&ExerciseSet::default(), 1).unwrap().tree.to_string();
        changed(class, at, |sheet| sheet.graded.as_mut().unwrap().tree = tree)
    }),
    ("the tree is that of Student 15 (s015)", |class, at| {
        let other = graded(class, at + 1);
        changed(class, at, |sheet| {
            sheet.graded = Some(GradedSheet { id: format!("s{at:03}"), ..other });
        })
    }),
    ("the name on it is \"Eve\"", |class, at| {
        changed(class, at, |sheet| sheet.student = "Eve".to_owned())
    }),
    ("its file is named for Student 19 (s019)", |class, at| {
        vec![file(&format!("s{:03}", at + 1), &solved(class, at))]
    }),
    ("the set was changed", |class, at| changed(class, at, |sheet| sheet.set.tasks.truncate(1))),
    ("a sheet of the set \"Week 1\", not of this one", |class, at| {
        let earlier = class_of(class.members().len(), 7, &set("Week 1"));
        vec![file(&format!("s{at:03}"), &solved(&earlier, at))]
    }),
    ("a sheet of practice, not the one", |_, at| {
        let key = ExerciseKey::new(&ExerciseSet::default(), 5).unwrap();
        vec![file(&format!("s{at:03}"), &key.solved())]
    }),
    ("the digest was changed", |class, at| {
        changed(class, at, |sheet| sheet.graded.as_mut().unwrap().digest = "0".repeat(64))
    }),
    ("the tree was changed", |class, at| {
        let forged = class_of(class.members().len(), 8, &set("Week 2"));
        vec![file(&format!("s{at:03}"), &solved(&forged, at))]
    }),
    ("the answers were changed after the page had sealed them", |class, at| {
        changed(class, at, |sheet| sheet.answers.slip += 1)
    }),
    ("no seal: not handed in with Minnow's page", |class, at| {
        changed(class, at, |sheet| sheet.seal.clear())
    }),
    ("second.ron, with different answers: in/second.ron counts", |class, at| {
        let mut second = solved(class, at);
        second.answers.slip = 0;
        let mut hand_ins = changed(class, at, |_| {});
        hand_ins.push(file("second", &sealed(second)));
        hand_ins
    }),
    ("and in/again.ron", |class, at| {
        let mut hand_ins = changed(class, at, |_| {});
        hand_ins.push(file("again", &solved(class, at)));
        hand_ins
    }),
    ("leaf_order: the same answer as Student 39 (s039)", |class, at| {
        let other = solved(class, at + 1).answers;
        answered(class, at, |answers| *answers = other)
    }),
    ("no answers", |class, at| {
        answered(class, at, |answers| *answers = ExerciseAnswers::default())
    }),
    ("kinds: no answer", |class, at| answered(class, at, |answers| answers.kinds.clear())),
    ("pruned: the tree has no node \"7.7\"", |class, at| {
        answered(class, at, |answers| answers.pruned.push("7.7".to_owned()))
    }),
    ("kinds: \"fail-high\" at 1 is none of pv, cut, all", |class, at| {
        answered(class, at, |answers| answers.kinds[0].kind = "fail-high".to_owned())
    }),
    ("best_order: \"[[1 2)\" cannot be read, column 6: ", |class, at| {
        answered(class, at, |answers| answers.best_order = "[[1 2)".to_owned())
    }),
    ("best_order: this is not the tree of the sheet", |class, at| {
        answered(class, at, |answers| answers.best_order = "((1 2) (3 4))".to_owned())
    }),
    ("windows: 1 has several answers", |class, at| {
        answered(class, at, |answers| {
            answers
                .windows
                .push(WindowAnswer { alpha: BoundAnswer::At(1), ..answers.windows[0].clone() });
        })
    }),
    ("leaf_order: the tree has no leaf 100", |class, at| {
        answered(class, at, |answers| answers.leaf_order[3] = 100)
    }),
];

#[test]
fn every_error_and_cheat_is_named() {
    let class = class_of(2 * KINDS.len(), 7, &set("Week 2"));
    let mut hand_ins = vec![HandIn { file: "notes.txt".to_owned(), text: Ok("Hello".to_owned()) }];
    for (kind, (_, hand_in)) in KINDS.iter().enumerate() {
        hand_ins.extend(hand_in(&class, 2 * kind));
        hand_ins.push(file(&format!("honest-{kind}"), &solved(&class, 2 * kind + 1)));
    }
    let marks = class.mark(&hand_ins);
    assert_eq!(marks.strangers.len(), 1);
    assert!(marks.strangers[0].starts_with("notes.txt: "), "{:?}", marks.strangers);
    for (pair, (expected, _)) in marks.rows.chunks(2).zip(KINDS) {
        let [student, honest] = pair else { panic!("pairs") };
        let said = [student.remarks.as_slice(), &student.suspicions].concat().join("; ");
        assert!(
            said.contains(expected) && said.is_empty() == expected.is_empty(),
            "{expected}: {said}"
        );
        assert_eq!(honest.marks.points(), 6 * TASK_POINTS, "{expected}: {honest:?}");
        assert!(honest.remarks.is_empty(), "{honest:?}");
        let is_copied = expected.contains("the same answer");
        assert_eq!(!honest.suspicions.is_empty(), is_copied, "{expected}: {:?}", honest.suspicions);
        assert_eq!(student.marks.most(), 6 * TASK_POINTS);
    }
}

#[test]
fn a_sheet_with_a_forged_id_takes_no_points() {
    let class = class_of(2, 7, &set("Week 2"));
    let mut forged = class.members()[1].sheet.clone();
    forged.graded.as_mut().unwrap().id = "s000".to_owned();
    let hand_ins = [file("forged", &sealed(forged)), file("s000", &solved(&class, 0))];
    let row = &class.mark(&hand_ins).rows[0];
    assert_eq!((row.file.as_str(), row.marks.points()), ("in/s000.ron", 6 * TASK_POINTS));
    let said = row.suspicions.join("; ");
    assert!(said.contains("forged.ron and in/s000.ron, with different answers: in/s000"), "{said}");
}

/// In a class of this size, students share the right answers of small trees, and sometimes the trees.
#[test]
fn right_answers_of_small_trees_are_not_copies() {
    let small = ExerciseSet { depth: 2, branching: 2, highest: 5, ..set("Small") };
    let class = class_of(100, 7, &small);
    let hand_ins: Vec<HandIn> =
        (0..100).map(|at| file(&format!("s{at:03}"), &solved(&class, at))).collect();
    for row in class.mark(&hand_ins).rows {
        assert!(row.suspicions.is_empty(), "{row:?}");
    }
}

#[test]
fn only_the_secret_makes_graded_trees() {
    let week = set("Week 2");
    let class = class_of(20, 7, &week);
    let other = class_of(20, 8, &week);
    for (member, other) in class.members().iter().zip(other.members()) {
        let practice = ExerciseKey::new(&week, member.key.seed).unwrap();
        assert_ne!(practice.tree, member.key.tree);
        assert_ne!(other.key.tree, member.key.tree);
        let secret = ClassSecret::new([7; 32]);
        assert_eq!(secret.key(&week, &member.student.id).unwrap().tree, member.key.tree);
        assert!(secret.made(&member.sheet) && !secret.made(&other.sheet));
    }
}

#[test]
fn own_trees_are_not_graded() {
    let own = ExerciseSet { trees: vec!["((1 2) (3 4))".to_owned()], ..set("Week 2") };
    let error = ClassSecret::new([7; 32]).key(&own, "s1").unwrap_err();
    assert_eq!(error, ExerciseError::OwnTrees);
}

#[test]
fn the_file_of_a_secret_is_read() {
    let secret = ClassSecret::new([0xa5; 32]);
    assert!(ClassSecret::parse(&secret.write()).is_ok_and(|read| read == secret));
    for (text, problem) in [
        ("(secret: \"a5\")", "the secret is not of 64 hexadecimal digits"),
        ("(secrets: \"\")", "secrets"),
    ] {
        let error = ClassSecret::parse(text).err().unwrap().to_string();
        assert!(error.contains(problem), "{text}: {error}");
    }
}

#[test]
fn a_tree_of_another_shape_is_refused() {
    let sheet = solved(&class_of(1, 7, &set("Week 2")), 0);
    for tree in ["((1 2) (3 4))", "", "((1 2", &"(".repeat(200)] {
        let graded = GradedSheet { tree: tree.to_owned(), ..sheet.graded.clone().unwrap() };
        let bad = ExerciseSheet { graded: Some(graded), ..sheet.clone() };
        let error = ExerciseKey::of_sheet(&bad).unwrap_err().to_string();
        assert!(error.contains("is not one of its set"), "{error}");
    }
}

#[test]
fn feedback_is_escaped_and_names_nobody_else() {
    let week = set("<b>Week</b> 2");
    let class = class_of(2, 7, &week);
    let mut copied = solved(&class, 1);
    copied.student = "<script>".to_owned();
    copied.graded = graded(&class, 0).into();
    let hand_ins = [file("s000", &copied), file("s001", &solved(&class, 1))];
    let marks = class.mark(&hand_ins);
    assert!(marks.rows[0].suspicions.iter().any(|text| text.contains("Student 1 (s001)")));
    let page = feedback_page(&class.members()[0], &marks.rows[0]);
    assert!(page.contains("&lt;b&gt;Week&lt;/b&gt; 2") && page.contains("Student 0"), "{page}");
    assert!(!page.contains("<script>") && !page.contains("Student 1"), "{page}");
    assert!(page.contains("<svg ") && page.contains("Wrong. ") && page.contains("Right. "));
}
