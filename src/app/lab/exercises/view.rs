//! The page of exercises: the choice of an exercise, its tasks, and the tree or the listing on which
//! the current task is answered.

use egui::{Align, Label, Layout, RichText, Role, ScrollArea, TextEdit, Ui, WidgetInfo, vec2};

use super::{ExerciseAction, ExercisesPage, drawing::ExerciseDrawing};
use crate::app::{
    session::{ExerciseWork, Out, Session},
    ui::diagram::diagram_ui,
    ui::focus::FocusScroll,
    ui::text::ticked,
    ui::theme::{self, CONTROL_HEIGHT, SPACE_S, TEXT_NOTE, Theme},
    ui::widgets::{drop_down_ui, primary_button, segmented_ui},
};
use minnow_lab::exercise::ExerciseTask;

// Sizes in points.
const MIN_LIST_WIDTH: f32 = 120.0;
const MAX_LIST_WIDTH: f32 = 260.0;
/// The width of the controls beside the list.
const BESIDE_LIST: f32 = 250.0;
const SEED_WIDTH: f32 = 74.0;
const MAX_TASKS_WIDTH: f32 = 560.0;
const EMPTY_WIDTH: f32 = 430.0;
const MIN_TREE_HEIGHT: f32 = 180.0;
const MAX_TREE_HEIGHT: f32 = 520.0;

/// The word for a task on its tab.
pub fn task_word(task: ExerciseTask) -> &'static str {
    match task {
        ExerciseTask::Pruned => "Pruned",
        ExerciseTask::Windows => "Windows",
        ExerciseTask::LeafOrder => "Leaves",
        ExerciseTask::Kinds => "Kinds",
        ExerciseTask::BestOrder => "Order",
        ExerciseTask::Slip => "Slip",
    }
}

/// The name of an exercise in the list.
fn name(work: &ExerciseWork) -> String {
    format!("{}, seed {}", work.sheet.set.title, work.sheet.seed)
}

/// Draws the page's content.
pub fn exercises_ui(
    ui: &mut Ui,
    session: &Session,
    page: &ExercisesPage,
    out: &mut Out<ExerciseAction>,
) {
    head_ui(ui, session, page, out);
    let Some(work) = page.work(&session.lists) else {
        empty_ui(ui);
        return;
    };
    tasks_ui(ui, page, work, out);
    ui.add_space(SPACE_S);
    let scroll = ScrollArea::vertical().id_salt(("exercise", page.at(), page.task_index()));
    scroll.auto_shrink([false, false]).show_focused(ui, |ui| {
        match ExerciseDrawing::new(page, work) {
            Some(drawing) => tree_ui(ui, &drawing, out),
            None => listing_ui(ui, page, work, out),
        }
    });
}

/// The list of exercises begun, the field for a seed, and the button that opens a file.
fn head_ui(ui: &mut Ui, session: &Session, page: &ExercisesPage, out: &mut Out<ExerciseAction>) {
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().interact_size.y = CONTROL_HEIGHT;
        let works: Vec<&ExerciseWork> = session.lists.exercises().collect();
        if !works.is_empty() {
            let shown = page.work(&session.lists).map_or(String::new(), name);
            let room = ui.available_width();
            let width = (room - BESIDE_LIST).clamp(MIN_LIST_WIDTH, MAX_LIST_WIDTH);
            let size = vec2(width.min(room), CONTROL_HEIGHT);
            ui.allocate_ui_with_layout(size, Layout::left_to_right(Align::Center), |ui| {
                drop_down_ui(ui, "Your exercises", &shown, |ui| {
                    for (at, work) in works.iter().enumerate().rev() {
                        let done = work.done.len() == work.sheet.set.tasks.len();
                        let text = ticked(done, &name(work));
                        if ui.selectable_label(page.at() == Some(at), text).clicked() {
                            out.push(ExerciseAction::Resume(at));
                        }
                    }
                });
            });
        }
        seed_ui(ui, page, out);
        if ui.button("Open\u{2026}").on_hover_text("A set or a sheet of exercises").clicked() {
            out.push(ExerciseAction::AskFile);
        }
    });
}

/// The field for the seed, and the button that begins its exercise.
fn seed_ui(ui: &mut Ui, page: &ExercisesPage, out: &mut Out<ExerciseAction>) {
    let mut seed = page.seed().to_owned();
    let field = TextEdit::singleline(&mut seed).hint_text("seed").id_salt("seed");
    let field = ui.add_sized(vec2(SEED_WIDTH, CONTROL_HEIGHT), field);
    field.widget_info(|| WidgetInfo::labeled(Role::TextInput, true, "Seed"));
    if field.changed() {
        out.push(ExerciseAction::Seed(seed));
    }
    let entered = field.lost_focus() && ui.input(|input| input.key_pressed(egui::Key::Enter));
    let button =
        if page.at().is_none() { primary_button(ui, "Begin") } else { egui::Button::new("Begin") };
    let hover = format!("An exercise of \"{}\"", page.set().title);
    if ui.add(button).on_hover_text(hover).clicked() || entered {
        out.push(ExerciseAction::Begin);
    }
}

fn empty_ui(ui: &mut Ui) {
    ui.add_space(SPACE_S);
    ui.set_max_width(ui.available_width().min(EMPTY_WIDTH));
    for text in [
        "An exercise is a tree with six tasks about alpha-beta. Each seed makes another tree.",
        "Type the seed that your teacher gave you, or any number, and choose Begin. Open reads a \
         teacher's set of tasks, or a sheet.",
    ] {
        ui.add(Label::new(theme::muted(ui, text)).wrap());
    }
}

/// A tab for each task; those that are done have a tick.
fn tasks_ui(ui: &mut Ui, page: &ExercisesPage, work: &ExerciseWork, out: &mut Out<ExerciseAction>) {
    let tasks = &work.sheet.set.tasks;
    let words: Vec<String> =
        tasks.iter().map(|task| ticked(work.is_done(*task), task_word(*task))).collect();
    let options: Vec<(&str, bool)> = words
        .iter()
        .enumerate()
        .map(|(at, word)| (word.as_str(), at == page.task_index()))
        .collect();
    ui.scope(|ui| {
        ui.set_max_width(ui.available_width().min(MAX_TASKS_WIDTH));
        if let Some(task) = segmented_ui(ui, "Task", &options) {
            out.push(ExerciseAction::Task(task));
        }
    });
}

fn tree_ui(ui: &mut Ui, drawing: &ExerciseDrawing, out: &mut Out<ExerciseAction>) {
    let height = ui.available_height().clamp(MIN_TREE_HEIGHT, MAX_TREE_HEIGHT);
    ui.allocate_ui(vec2(ui.available_width(), height), |ui| {
        let clicked = diagram_ui(ui, &drawing.nodes, &drawing.rows, drawing.selected);
        if let Some(path) = clicked.and_then(|place| drawing.paths.get(place)) {
            out.push(ExerciseAction::Node(path.clone()));
        }
    });
}

/// The function with a wrong line.
fn listing_ui(
    ui: &mut Ui,
    page: &ExercisesPage,
    work: &ExerciseWork,
    out: &mut Out<ExerciseAction>,
) {
    let (Some(key), Some(task)) = (page.key(), page.task()) else { return };
    let theme = Theme::of(ui);
    let is_done = work.is_done(task);
    let chosen = work.sheet.answers.slip;
    ScrollArea::horizontal().auto_shrink([false, true]).show_focused(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 0.0;
        for (number, line) in (1..).zip(key.listing()) {
            let text = RichText::new(format!("{number:2} {line}")).monospace().size(TEXT_NOTE);
            let text = match (is_done, number == key.answers.slip, number == chosen) {
                (true, true, _) => text.color(theme.good),
                (true, false, true) => text.color(theme.bad),
                _ => text,
            };
            let row = ui.selectable_label(number == chosen, text);
            let name = format!("Line {number}: {}", line.trim());
            row.widget_info(|| WidgetInfo::labeled(Role::Button, true, &name));
            if row.clicked() {
                out.push(ExerciseAction::Line(number));
            }
        }
    });
}
