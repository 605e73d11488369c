//! The page of exercises: the choice of an exercise, its tasks, and the tree or the listing on which
//! the current task is answered: with the student's answers, and once the task is done with those that
//! are missing.

use std::path::PathBuf;

use egui::{Align, Label, Layout, RichText, Role, ScrollArea, TextEdit, Ui, WidgetInfo, vec2};

use super::{ExercisesPage, side::task_texts};
use crate::app::{
    context::Cx,
    lab::area::LabDiagram,
    pages::PageId,
    request::Request,
    session::{Asker, ExerciseWork, FileForm, FileQuery, Notice, QueryContent},
    ui::diagram::{DiagramNode, Tone},
    ui::focus::FocusScroll,
    ui::text::ticked,
    ui::theme::{self, CONTROL_HEIGHT, SPACE_S, TEXT_NOTE, Theme},
    ui::widgets::{drop_down_ui, option_ui, primary_button_if, segmented_ui},
};
use minnow_engine::Branch;
use minnow_lab::{
    Tree,
    exercise::{ExerciseAnswers, ExerciseTask, WindowAnswer, node_name},
    lesson::{LessonNode, LessonTree},
};

// Sizes in points.
const MIN_LIST_WIDTH: f32 = 120.0;
const MAX_LIST_WIDTH: f32 = 260.0;
/// The width of the controls beside the list.
const BESIDE_LIST: f32 = 320.0;
const SEED_WIDTH: f32 = 74.0;
const MAX_TASKS_WIDTH: f32 = 560.0;
const EMPTY_WIDTH: f32 = 430.0;
const MIN_TREE_HEIGHT: f32 = 180.0;
const MAX_TREE_HEIGHT: f32 = 520.0;

static OPEN: FileForm = FileForm::open("Open exercises", &[("Exercises", &["ron"])]);

static PRINT: FileForm = FileForm::save("Print to a page for paper", &[("Web pages", &["html"])]);

/// The name of an exercise in the list.
fn name(work: &ExerciseWork) -> String {
    format!("{}, seed {}", work.sheet.set.title, work.sheet.seed)
}

/// Draws the page's content.
pub(super) fn page_ui(ui: &mut Ui, page: &mut ExercisesPage, cx: &mut Cx<'_>) {
    head_ui(ui, page, cx);
    let lists = &cx.session.lists;
    let Some(work) = page.work(lists) else {
        empty_ui(ui);
        return;
    };
    if let Some(task) = tasks_ui(ui, page, work) {
        page.show_task(lists, task);
    }
    ui.add_space(SPACE_S);
    let scroll = ScrollArea::vertical().id_salt(("exercise", page.at, page.task_index));
    scroll.auto_shrink([false, false]).show_focused(ui, |ui| match drawing(page, work) {
        Some(drawing) => {
            let height = ui.available_height().clamp(MIN_TREE_HEIGHT, MAX_TREE_HEIGHT);
            if let Some(path) = drawing.ui(ui, height) {
                page.click(lists, path);
            }
        }
        None => {
            if let Some(line) = listing_ui(ui, page, work) {
                page.mark_line(lists, line);
            }
        }
    });
}

/// The list of exercises begun, the field for a seed, and the button that opens a file.
fn head_ui(ui: &mut Ui, page: &mut ExercisesPage, cx: &mut Cx<'_>) {
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().interact_size.y = CONTROL_HEIGHT;
        let lists = &cx.session.lists;
        let works: Vec<&ExerciseWork> = lists.exercises().collect();
        if !works.is_empty() {
            let shown = page.work(lists).map_or(String::new(), name);
            let room = ui.available_width();
            let width = (room - BESIDE_LIST).clamp(MIN_LIST_WIDTH, MAX_LIST_WIDTH);
            let size = vec2(width.min(room), CONTROL_HEIGHT);
            ui.allocate_ui_with_layout(size, Layout::left_to_right(Align::Center), |ui| {
                drop_down_ui(ui, "Your exercises", &shown, |ui| {
                    for (at, work) in works.iter().enumerate().rev() {
                        let text = ticked(work.is_over(), &name(work));
                        if option_ui(ui, page.at == Some(at), text).clicked()
                            && let Some(notice) = page.show(lists, at)
                        {
                            cx.ask(Request::Notify(notice));
                        }
                    }
                });
            });
        }
        seed_ui(ui, page);
        if ui.button("Open\u{2026}").on_hover_text("A set or a sheet of exercises").clicked() {
            let suggestion = cx.session.suggested_path().with_file_name("exercises.ron");
            let (asker, content) = (Asker::Lab, QueryContent::Nothing);
            cx.ask(Request::AskFile(FileQuery { asker, form: &OPEN, suggestion, content }));
        }
        if let Some(suggestion) = page.suggested_path(cx.session) {
            print_ui(ui, page, suggestion.with_extension("html"), cx);
        }
    });
}

/// The button that writes the exercise for paper.
fn print_ui(ui: &mut Ui, page: &ExercisesPage, suggestion: PathBuf, cx: &mut Cx<'_>) {
    let button = ui.button("Print\u{2026}");
    if !button.on_hover_text("A page for paper, which a browser prints").clicked() {
        return;
    }
    match page.paper(&cx.session.lists) {
        Some(Ok(text)) => {
            let (asker, content) = (Asker::Page(PageId::Export), QueryContent::Text(text));
            cx.ask(Request::AskFile(FileQuery { asker, form: &PRINT, suggestion, content }));
        }
        Some(Err(error)) => {
            let problem = format!("This exercise cannot be printed: {error}.");
            cx.ask(Request::Notify(Notice::error(problem)));
        }
        None => {}
    }
}

/// The field for the seed, and the button that begins its exercise.
fn seed_ui(ui: &mut Ui, page: &mut ExercisesPage) {
    let field = TextEdit::singleline(&mut page.seed).hint_text("seed").id_salt("seed");
    let field = ui.add_sized(vec2(SEED_WIDTH, CONTROL_HEIGHT), field);
    field.widget_info(|| WidgetInfo::labeled(Role::TextInput, true, "Seed"));
    let entered = field.lost_focus() && ui.input(|input| input.key_pressed(egui::Key::Enter));
    let button = primary_button_if(ui, "Begin", page.at.is_none());
    let hover = format!("An exercise of \"{}\"", page.set.title);
    if ui.add(button).on_hover_text(hover).clicked() || entered {
        page.begins = true;
    }
}

fn empty_ui(ui: &mut Ui) {
    ui.add_space(SPACE_S);
    ui.set_max_width(ui.available_width().min(EMPTY_WIDTH));
    for text in [
        "An exercise is a tree with six tasks about alpha-beta. Each seed makes a different tree.",
        "Type the seed that your teacher gave you, or any number, and choose Begin. Open reads a \
         teacher's set of tasks, or a sheet.",
    ] {
        ui.add(Label::new(theme::muted(ui, text)).wrap());
    }
}

/// A tab for each task; those that are done have a tick. Returns the index of the task to go to.
fn tasks_ui(ui: &mut Ui, page: &ExercisesPage, work: &ExerciseWork) -> Option<usize> {
    let tasks = &work.sheet.set.tasks;
    let words: Vec<String> =
        tasks.iter().map(|task| ticked(work.is_done(*task), task_texts(*task)[0])).collect();
    let options: Vec<(&str, bool)> =
        words.iter().enumerate().map(|(at, word)| (word.as_str(), at == page.task_index)).collect();
    let shown = ui.scope(|ui| {
        ui.set_max_width(ui.available_width().min(MAX_TASKS_WIDTH));
        segmented_ui(ui, "Task", &options)
    });
    shown.inner
}

/// The function with a wrong line. Returns the line, from 1, that was clicked.
fn listing_ui(ui: &mut Ui, page: &ExercisesPage, work: &ExerciseWork) -> Option<usize> {
    let (key, task) = (page.key.as_ref()?, page.task()?);
    let theme = Theme::of(ui);
    let is_done = work.is_done(task);
    let chosen = work.sheet.answers.slip;
    let mut clicked = None;
    ScrollArea::horizontal().auto_shrink([false, true]).show_focused(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 0.0;
        for (number, line) in (1..).zip(key.listing()) {
            let text = RichText::new(format!("{number:2} {line}")).monospace().size(TEXT_NOTE);
            let text = match (is_done, key.is_slip(number), number == chosen) {
                (true, true, _) => text.color(theme.good),
                (true, false, true) => text.color(theme.bad),
                _ => text,
            };
            let row = ui.selectable_label(number == chosen, text);
            let name = format!("Line {number}: {}", line.trim());
            row.widget_info(|| WidgetInfo::labeled(Role::Button, true, &name));
            if row.clicked() {
                clicked = Some(number);
            }
        }
    });
    clicked
}

/// The answers to draw: the student's, and once the task is done those that are missing.
struct DrawnAnswers<'a> {
    task: ExerciseTask,
    given: &'a ExerciseAnswers,
    /// The right answers, once the task is done.
    right: Option<&'a ExerciseAnswers>,
}

/// The drawing for the current task; `None` for a task without a tree.
fn drawing(page: &ExercisesPage, work: &ExerciseWork) -> Option<LabDiagram> {
    let (task, key) = (page.task()?, page.key.as_ref()?);
    if task == ExerciseTask::Slip {
        return None;
    }
    let tree = LessonTree::plain(page.tree(work)?);
    let right = work.is_done(task).then_some(&key.answers);
    let drawn = DrawnAnswers { task, given: &work.sheet.answers, right };
    let node = |spot: &LessonNode| drawn.node(spot, tree.player(spot.is_max));
    Some(LabDiagram::new(&tree, page.selected(), node))
}

impl DrawnAnswers<'_> {
    fn node(&self, spot: &LessonNode, player: &str) -> DiagramNode {
        let given = self.answer(self.given, spot);
        let right = self.right.map(|right| self.answer(right, spot));
        let is_pruned = |path: &[Branch]| {
            let answers = self.right.unwrap_or(self.given);
            self.task == ExerciseTask::Pruned && answers.pruned.contains(&node_name(path))
        };
        let is_below = || (1..=spot.path.len()).any(|plies| is_pruned(&spot.path[..plies]));
        let (tone, verdict) = match &right {
            Some(right) if !given.is_empty() && given == *right => (Tone::Right, ", right"),
            Some(_) if !given.is_empty() => (Tone::Wrong, ", wrong"),
            _ if is_below() => (Tone::Never, ""),
            _ => (Tone::Plain, ""),
        };
        let answer = match right.filter(|right| *right != given && !right.is_empty()) {
            Some(right) if !given.is_empty() => format!("{right}, not {given}"),
            Some(right) => right,
            None => given,
        };
        let told = if answer.is_empty() { String::new() } else { format!(": {answer}{verdict}") };
        let title = spot.leaf.clone().unwrap_or_else(|| player.to_owned());
        let name = spot.label() + &told;
        // Pruned nodes show it by their tone.
        let note = if self.task == ExerciseTask::Pruned { String::new() } else { answer };
        DiagramNode { title, note, tone, name, ..DiagramNode::default() }
    }

    /// The answer about a node; empty without one.
    fn answer(&self, answers: &ExerciseAnswers, spot: &LessonNode) -> String {
        let name = node_name(&spot.path);
        match (self.task, &spot.leaf) {
            (ExerciseTask::Pruned, _) if answers.pruned.contains(&name) => "pruned".to_owned(),
            (ExerciseTask::Windows, None) => {
                let window = answers.windows.iter().find(|window| window.node == name);
                window.map_or(String::new(), window_note)
            }
            (ExerciseTask::Kinds, None) => {
                let kind = answers.kinds.iter().find(|kind| kind.node == name);
                kind.map_or(String::new(), |kind| kind.kind.to_uppercase())
            }
            (ExerciseTask::LeafOrder, Some(leaf)) => {
                let place = answers.leaf_order.iter().position(|value| value.to_string() == *leaf);
                place.map_or(String::new(), |place| format!("#{}", place + 1))
            }
            _ => String::new(),
        }
    }
}

/// `5 .. ∞`; empty if nothing is filled in.
fn window_note(window: &WindowAnswer) -> String {
    if window.is_missing() {
        return String::new();
    }
    format!("{} .. {}", window.alpha.text(true), window.beta.text(false))
}
