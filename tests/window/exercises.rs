//! The lab's exercises in the window.

use std::{fs, path::Path};

use egui::{Key, Modifiers};
use minnow_engine::Branch;
use minnow_lab::{
    TextTree,
    exercise::{
        BoundAnswer, ClassSecret, EXERCISE_TASKS, ExerciseKey, ExerciseSet, ExerciseSheet,
        ExerciseTask,
    },
};

use crate::desk::{Desk, folder_with, quick};
use crate::threads::without;

/// A small tree: four moves for each player.
const SET: &str = "(title: \"Small\", depth: 2, branching: 4)";
const SEED: u64 = 17;

/// A window on the page of exercises without file dialogs, so that paths are typed.
fn desk(folder: &Path) -> Desk {
    let mut desk = without(folder, "file dialog");
    desk.press(Modifiers::COMMAND, Key::Num4);
    desk.click("Lab: Exercises");
    desk
}

fn folder() -> tempfile::TempDir {
    let folder = folder_with(&quick());
    fs::write(folder.path().join("set.ron"), SET).unwrap();
    folder
}

fn key() -> ExerciseKey {
    ExerciseKey::new(&ExerciseSet::parse(SET).unwrap(), SEED).unwrap()
}

/// Presses Tab until the control with a label that begins like this has the focus.
#[track_caller]
fn tab_to(desk: &mut Desk, label: &str) {
    for _ in 0..120 {
        if desk.focused().starts_with(label) {
            return;
        }
        desk.harness.key_press(Key::Tab);
        desk.harness.step();
    }
    panic!("the Tab key does not reach \"{label}\"");
}

/// Goes to a control with the keyboard and presses it.
#[track_caller]
fn press(desk: &mut Desk, label: &str) {
    tab_to(desk, label);
    desk.press(Modifiers::NONE, Key::Space);
}

/// Types a path in place of a file dialog and waits for the file.
fn type_path(desk: &mut Desk, path: &Path) {
    desk.enter_path(path);
    if desk.state().lab.pages.exercises.opening.is_running() {
        desk.until("a file", |state| !state.lab.pages.exercises.opening.is_running());
    }
}

/// Opens the set and begins the exercise of the seed, by the keyboard.
fn begin(desk: &mut Desk, folder: &Path) {
    press(desk, "Open\u{2026}");
    type_path(desk, &folder.join("set.ron"));
    assert!(desk.notice().contains("\"Small\" is open"), "{}", desk.notice());
    tab_to(desk, "Seed");
    desk.replace(&SEED.to_string());
    desk.press(Modifiers::NONE, Key::Enter);
    assert!(desk.says("Small \u{b7} seed 17"));
}

/// A bound as a student types it; any sign but digits is infinite.
fn typed(bound: BoundAnswer) -> String {
    match bound {
        BoundAnswer::At(value) => value.to_string(),
        BoundAnswer::Infinite | BoundAnswer::Missing => "-".to_owned(),
    }
}

fn answer(desk: &mut Desk, key: &ExerciseKey, task: ExerciseTask) {
    match task {
        ExerciseTask::Pruned => {
            for node in &key.answers.pruned {
                press(desk, &format!("Move {node}"));
            }
        }
        ExerciseTask::Windows => {
            press(desk, "Move 1");
            for window in &key.answers.windows {
                assert_eq!(desk.focused(), "Alpha");
                desk.replace(&typed(window.alpha));
                desk.press(Modifiers::NONE, Key::Tab);
                desk.replace(&typed(window.beta));
                desk.press(Modifiers::NONE, Key::Enter);
            }
        }
        ExerciseTask::LeafOrder => {
            for leaf in &key.answers.leaf_order {
                let label = desk.labels_with(&format!(", leaf {leaf}"));
                let exact = label.iter().find(|text| text.ends_with(&format!("leaf {leaf}")));
                press(desk, exact.unwrap());
            }
        }
        ExerciseTask::Kinds => {
            for kind in &key.answers.kinds {
                let clicks = ["pv", "cut", "all"].iter().position(|one| *one == kind.kind).unwrap();
                for _ in 0..=clicks {
                    press(desk, &format!("Move {}", kind.node));
                }
            }
        }
        ExerciseTask::BestOrder => order(desk, key),
        ExerciseTask::Slip => press(desk, "Line 1: "),
    }
}

/// Exchanges moves of the root and of the MIN nodes until each best move is the first.
fn order(desk: &mut Desk, key: &ExerciseKey) {
    let best = TextTree::parse(&key.answers.best_order, true).unwrap();
    let shown = |desk: &Desk| {
        let exercises = &desk.state().lab.pages.exercises;
        exercises.tree(exercises.work(&desk.state().session.lists).unwrap()).unwrap()
    };
    for node in [vec![], vec![1], vec![2], vec![3], vec![4]] {
        let leaves = |tree: &TextTree, child: usize| -> String {
            use minnow_lab::Tree;
            let path: Vec<Branch> =
                node.iter().copied().chain([child as u16]).map(Branch).collect();
            let at = tree.node_at(&path);
            let mut values: Vec<String> = match tree.branches(&at).as_slice() {
                [] => vec![tree.end(&at, path.len()).unwrap().unwrap().to_string()],
                moves => moves
                    .iter()
                    .map(|branch| {
                        let leaf = tree.play(&at, *branch);
                        tree.end(&leaf, 2).unwrap().unwrap().to_string()
                    })
                    .collect(),
            };
            values.sort();
            values.join(" ")
        };
        let from = (1..=4).find(|at| leaves(&shown(desk), *at) == leaves(&best, 1)).unwrap();
        if from != 1 {
            let name = |child: usize| {
                let path: Vec<String> =
                    node.iter().map(u16::to_string).chain([child.to_string()]).collect();
                format!("Move {}", path.join("."))
            };
            press(desk, &name(1));
            press(desk, &name(from));
        }
    }
}

#[test]
fn an_exercise_is_done_by_keyboard_and_handed_in() {
    let folder = folder();
    let mut desk = desk(folder.path());
    begin(&mut desk, folder.path());
    let key = key();
    tab_to(&mut desk, "Your name");
    desk.replace("Ada");
    for task in EXERCISE_TASKS {
        assert_eq!(desk.state().lab.pages.exercises.task(), Some(task));
        answer(&mut desk, &key, task);
        press(&mut desk, "Check");
        let mark = desk.state().lab.pages.exercises.mark(task).unwrap();
        // The first line is not the wrong one.
        let expected = if task == ExerciseTask::Slip { 0 } else { mark.most };
        assert_eq!(mark.points, expected, "{task:?}");
        assert!(desk.says(&format!("{} of {} point", mark.points, mark.most)));
        assert!(!desk.says(", wrong"), "{task:?}: right answers are not drawn as wrong");
        if task != ExerciseTask::Slip {
            press(&mut desk, "Next");
        }
    }
    press(&mut desk, "Hand in");
    type_path(&mut desk, &folder.path().join("ada"));
    let file = folder.path().join("ada.ron");
    assert!(desk.notice().contains("ada.ron"), "{}", desk.notice());
    let sheet = ExerciseSheet::parse(&fs::read_to_string(file).unwrap()).unwrap();
    assert_eq!((sheet.student.as_str(), sheet.seed), ("Ada", SEED));
    let marks = key.mark(&sheet.answers);
    assert_eq!(marks, desk.state().lab.pages.exercises.points());
    assert_eq!(marks.points(), marks.most() - 1);
}

#[test]
fn answers_survive_the_window_and_count_once() {
    let folder = folder();
    let mut window = desk(folder.path());
    begin(&mut window, folder.path());
    let first = key().answers.pruned[0].clone();
    let wrong = "Move 1.1";
    window.click_part(&format!("{wrong}, leaf"));
    drop(window);
    let mut window = desk(folder.path());
    assert!(window.says("Small \u{b7} seed 17") && window.says(": pruned"), "the mark is kept");
    window.click("Check");
    assert!(window.says("0 of ") && window.says("1.1 is visited."));
    assert!(window.says(&format!("{first} is pruned. You did not mark it.")));
    assert!(window.says(": pruned, wrong"), "the mark on 1.1 stays");
    let remark = window.rect("Click a node to see what the search does there.");
    assert!(window.rect("Wrong. 1.1 is visited.").bottom() <= remark.top(), "answers first");
    let answers = |desk: &Desk| {
        let work = desk.state().session.lists.exercises().next().unwrap();
        work.sheet.answers.clone()
    };
    let before = answers(&window);
    // A click on a node now explains it.
    window.click_part(&format!("Move {first}"));
    assert!(window.says("Not visited. Cutoff at ") && answers(&window) == before);
    assert!(!window.is_enabled("Check") && !window.is_enabled("Clear"));
    drop(window);
    let mut window = desk(folder.path());
    window.press(Modifiers::NONE, Key::ArrowLeft);
    assert!(!window.is_enabled("Check"), "the first try counts after a restart, too");
    // The same seed goes on with the same answers.
    tab_to(&mut window, "Open\u{2026}");
    begin(&mut window, folder.path());
    assert_eq!(window.state().session.lists.exercises().count(), 1);
    assert_eq!(answers(&window), before);
}

#[test]
fn a_sheet_from_the_teacher_is_opened() {
    let folder = folder();
    let key = key();
    let mut sheet = key.sheet("Grace");
    sheet.answers.leaf_order = key.answers.leaf_order[..2].to_vec();
    fs::write(folder.path().join("grace.ron"), sheet.write(&key).unwrap()).unwrap();
    fs::write(folder.path().join("bad.ron"), "(title: \"Small\",\n depht: 2)").unwrap();
    let mut desk = desk(folder.path());
    press(&mut desk, "Open\u{2026}");
    type_path(&mut desk, &folder.path().join("bad.ron"));
    let notice = desk.notice();
    assert!(notice.contains("bad.ron\" is not a set of exercises: 2:"), "{notice}");
    press(&mut desk, "Open\u{2026}");
    type_path(&mut desk, &folder.path().join("grace.ron"));
    desk.click("Task: Leaves");
    assert!(desk.says(": #1") && desk.says(": #2") && !desk.says(": #3"));
    desk.click("Clear");
    assert!(!desk.says(": #1"));
    let works: Vec<_> = desk.state().session.lists.exercises().collect();
    assert_eq!((works.len(), works[0].sheet.student.as_str()), (1, "Grace"));
}

#[test]
fn a_hint_costs_points_and_an_exercise_is_printed() {
    let folder = folder();
    let set = "(title: \"Own\", trees: [\"((-3 12) (-8 2))\"], tasks: [Windows], hint_cost: 1)";
    let path = folder.path().join("set.ron");
    fs::write(&path, set).unwrap();
    let mut desk = desk(folder.path());
    press(&mut desk, "Open\u{2026}");
    type_path(&mut desk, &path);
    tab_to(&mut desk, "Seed");
    desk.replace("1");
    desk.press(Modifiers::NONE, Key::Enter);
    press(&mut desk, "Hint for 1 point");
    assert!(desk.says("Node 1: Alpha is still that of the root; beta is still that of the root."));
    assert!(!desk.says("Node 2: Alpha"));
    let key = ExerciseKey::new(&ExerciseSet::parse(set).unwrap(), 1).unwrap();
    answer(&mut desk, &key, ExerciseTask::Windows);
    press(&mut desk, "Check");
    assert!(desk.says("1 of 2 points after 1 hint") && !desk.says("Hint for"));
    press(&mut desk, "Print\u{2026}");
    type_path(&mut desk, &folder.path().join("paper"));
    assert!(desk.notice().contains("paper.html"), "{}", desk.notice());
    let paper = fs::read_to_string(folder.path().join("paper.html")).unwrap();
    assert!(paper.contains("Own \u{b7} seed 1<") && !paper.contains("1 of 2 points"), "{paper}");
}

fn sheet_of(file: &Path) -> ExerciseSheet {
    ExerciseSheet::parse(&fs::read_to_string(file).unwrap()).unwrap()
}

#[test]
fn a_graded_sheet_is_sealed_and_shows_no_key() {
    let folder = folder();
    let key = ClassSecret::new([7; 32]).key(&key().set, "s001").unwrap();
    let sheet = folder.path().join("s001.ron");
    fs::write(&sheet, key.sheet("Ann").write(&key).unwrap()).unwrap();
    let mut desk = desk(folder.path());
    press(&mut desk, "Open\u{2026}");
    type_path(&mut desk, &sheet);
    let pruned = &key.answers.pruned[0];
    press(&mut desk, &format!("Move {pruned}"));
    assert!(desk.says("This sheet is graded"));
    assert!(!desk.is_enabled("Check") && !desk.is_enabled("Your name"));
    press(&mut desk, "Hand in");
    type_path(&mut desk, &folder.path().join("done"));
    let done = sheet_of(&folder.path().join("done.ron"));
    assert_eq!(done.answers.pruned, std::slice::from_ref(pruned));
    assert_eq!(done.seal, done.seal_of_answers());
    let page = &desk.state().lab.pages.exercises;
    assert!(EXERCISE_TASKS.iter().all(|task| page.mark(*task).is_none()));
    assert!(desk.says("This sheet is graded") && !desk.says("is pruned"));
}

#[test]
fn a_set_can_withhold_the_answers_until_the_hand_in() {
    let folder = folder();
    let set = SET.replace("depth", "feedback: AfterHandIn, depth");
    fs::write(folder.path().join("set.ron"), set).unwrap();
    let mut desk = desk(folder.path());
    begin(&mut desk, folder.path());
    press(&mut desk, &format!("Move {}", key().answers.pruned[0]));
    assert!(!desk.is_enabled("Check") && !desk.says("is pruned."));
    press(&mut desk, "Hand in");
    type_path(&mut desk, &folder.path().join("done"));
    assert_eq!(sheet_of(&folder.path().join("done.ron")).answers.pruned.len(), 1);
    assert!(desk.says("is pruned.") && !desk.is_enabled("Clear"));
}

#[test]
fn a_set_of_the_command_line_opens_in_the_lab() {
    let folder = folder();
    let path = folder.path().join("given.ron");
    fs::write(&path, "(title: \"Small\", depth: 2, branching: 4, tasks: [Pruned])").unwrap();
    let mut desk = Desk::open(folder.path(), Some(path), crate::desk::WIDE);
    desk.until("the set", |state| {
        let notice = state.session.notice.as_ref();
        notice.is_some_and(|notice| notice.text == "\"Small\" is open. Type your seed.")
    });
    assert!(desk.shows("Lab: Exercises"));
}
