//! The column beside the exercise: the student's name, the task, the fields for bounds, the feedback
//! and the buttons.

use egui::{Button, Key, Label, RichText, Role, ScrollArea, TextEdit, Ui, WidgetInfo, vec2};

use super::{ExercisesPage, answers::bound_of};
use crate::app::{
    context::Cx,
    pages::PageId,
    request::Request,
    session::{Asker, ExerciseWork, FileForm, FileQuery, KeptLists, QueryContent},
    ui::focus::FocusScroll,
    ui::theme::{self, CONTROL_HEIGHT, SPACE_S, SPACE_XS, TEXT_NOTE, Theme},
    ui::widgets::{button_row_ui, primary_button_if, reveal_once, said_ui},
};
use minnow_lab::exercise::{BoundAnswer, ExerciseKey, ExerciseTask, node_name};
use minnow_rules::{counted, excerpt};

/// In points.
const BOUND_WIDTH: f32 = 56.0;

static HAND_IN: FileForm =
    FileForm::save("Save the answers to hand in", &[("Exercises", &["ron"])]);

/// The word for a task on its tab, its heading, and what to do.
pub(super) fn task_texts(task: ExerciseTask) -> [&'static str; 3] {
    match task {
        ExerciseTask::Pruned => [
            "Pruned",
            "Pruned branches",
            "Click the nodes that alpha-beta prunes: not their children, only the highest. Another \
             click takes the mark away.",
        ],
        ExerciseTask::Windows => [
            "Windows",
            "Alpha and beta",
            "Click each visited node below the root, leaves aside, and fill in alpha and beta on \
             entry, from MAX's view. Values are fail-soft. Enter goes to the next node.",
        ],
        ExerciseTask::LeafOrder => [
            "Leaves",
            "Order of the leaves",
            "Click the leaves in the order in which alpha-beta evaluates them. A click on a \
             numbered leaf takes it back.",
        ],
        ExerciseTask::Kinds => [
            "Kinds",
            "Kinds of nodes",
            "Click each visited node below the root, leaves aside, until it shows its kind: PV, \
             CUT or ALL.",
        ],
        ExerciseTask::BestOrder => [
            "Order",
            "Best order",
            "Reorder the moves so that alpha-beta evaluates the fewest leaves. Click two moves of \
             the same node, and they change places.",
        ],
        ExerciseTask::Slip => {
            ["Slip", "Find the slip", "This function has a mistake. Click a wrong line."]
        }
    }
}

/// `3 of 4 points`, `1 of 1 point`.
fn points_text(points: usize, most: usize) -> String {
    format!("{points} of {}", counted(most as u64, "point", "points"))
}

/// Draws the column.
pub(super) fn side_ui(ui: &mut Ui, page: &mut ExercisesPage, cx: &mut Cx<'_>) {
    let lists = &cx.session.lists;
    let Some((work, task)) = page.work(lists).zip(page.task()) else {
        ui.add(Label::new(theme::heading("Exercises")).wrap());
        ui.add(Label::new("No exercise has been begun.").wrap());
        return;
    };
    let marks = page.points();
    let points = match marks.tasks.len() {
        0 => String::new(),
        _ => format!(" \u{b7} {}", points_text(marks.points(), marks.most())),
    };
    let place = format!("{} \u{b7} seed {}{points}", work.sheet.set.title, work.sheet.seed);
    ui.add(Label::new(theme::caption(ui, place)).wrap());
    name_ui(ui, page, work, lists);
    let room = ui.available_height() - CONTROL_HEIGHT - 2.0 * ui.spacing().item_spacing.y;
    let scroll = ScrollArea::vertical().id_salt(("task", page.at, page.task_index));
    scroll.auto_shrink([false, false]).max_height(room).show_focused(ui, |ui| {
        let [_, heading, text] = task_texts(task);
        ui.add(Label::new(theme::heading(heading)).wrap());
        if work.is_done(task) {
            feedback_ui(ui, page, work, task);
            return;
        }
        ui.add(Label::new(text).wrap());
        if task == ExerciseTask::Windows {
            bounds_ui(ui, page, work, lists);
        }
        let assumption = page.key.as_ref().map_or("", ExerciseKey::assumption);
        if task == ExerciseTask::Slip && !assumption.is_empty() {
            ui.add(Label::new(assumption).wrap());
        }
        hints_ui(ui, page, work, task, lists);
        ui.add_space(SPACE_XS);
        let once = match (work.is_withheld(), &work.sheet.graded) {
            (_, Some(_)) => "This sheet is graded: your teacher returns the right answers.",
            (true, None) => "Hand in shows the right answers. Then yours can no longer be changed.",
            (false, None) => {
                "Check compares your answer with the right one. Only this first try counts."
            }
        };
        ui.add(Label::new(theme::muted(ui, once)).wrap());
    });
    buttons_ui(ui, page, work, task, cx);
}

fn name_ui(ui: &mut Ui, page: &mut ExercisesPage, work: &ExerciseWork, lists: &KeptLists) {
    let mut student = work.sheet.student.clone();
    let field = TextEdit::singleline(&mut student)
        .hint_text("Your name")
        .desired_width(f32::INFINITY)
        .id_salt("student");
    let field = ui.add_enabled(work.sheet.graded.is_none(), field);
    field.widget_info(|| WidgetInfo::labeled(Role::TextInput, field.enabled(), "Your name"));
    if field.changed() {
        page.rename(lists, &student);
    }
}

/// The fields for the bounds of the selected node.
fn bounds_ui(ui: &mut Ui, page: &mut ExercisesPage, work: &ExerciseWork, lists: &KeptLists) {
    ui.add_space(SPACE_S);
    let Some(node) = page.selected().map(node_name) else {
        if ui.button("First node").clicked() {
            page.select_next();
        }
        return;
    };
    let window = work.sheet.answers.windows.iter().find(|window| window.node == node);
    let (alpha, beta) = window
        .map_or((BoundAnswer::Missing, BoundAnswer::Missing), |window| (window.alpha, window.beta));
    ui.label(theme::bold(format!("Node {node}")));
    let (mut entered, mut refused) = (false, None);
    ui.horizontal(|ui| {
        for (is_alpha, bound) in [(true, alpha), (false, beta)] {
            let name = if is_alpha { "Alpha" } else { "Beta" };
            // A text stays as it was typed, since "-" may become "-5" and a text may be no bound.
            let id = ui.scope_id().with((name, &node, work.sheet.seed));
            let typed = ui.data_mut(|data| data.remove_temp::<String>(id));
            let typed = typed.filter(|text| bound_of(text).unwrap_or_default() == bound);
            let mut text = typed.unwrap_or_else(|| bound.text(is_alpha));
            ui.label(name);
            let field = TextEdit::singleline(&mut text).id_salt((name, &node));
            let field = ui.add_sized(vec2(BOUND_WIDTH, CONTROL_HEIGHT), field);
            field.widget_info(|| WidgetInfo::labeled(Role::TextInput, true, name));
            let is_new = ui.data_mut(|data| {
                let shown = data.get_temp_mut_or_default::<String>(egui::Id::unique("bounds of"));
                is_alpha && std::mem::replace(shown, node.clone()) != node
            });
            if is_new {
                field.request_focus();
            }
            if field.changed() {
                page.set_bound(lists, is_alpha, &text);
            }
            if bound_of(&text).is_none() {
                refused = Some(excerpt(&text));
            }
            ui.data_mut(|data| data.insert_temp(id, text));
            entered |= field.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
        }
    });
    if let Some(text) = refused {
        let problem = format!("\"{text}\" is not a bound: a bound is a whole number or infinite.");
        let problem = RichText::new(problem).size(TEXT_NOTE).color(Theme::of(ui).bad);
        ui.add(Label::new(problem).wrap());
    }
    let infinite = "A dash or any letter stands for infinity.";
    ui.add(Label::new(RichText::new(infinite).size(TEXT_NOTE)).wrap());
    if ui.button("Next node").clicked() || entered {
        page.select_next();
    }
}

/// The hints that the student has asked for, and the button for the next one.
fn hints_ui(
    ui: &mut Ui,
    page: &mut ExercisesPage,
    work: &ExerciseWork,
    task: ExerciseTask,
    lists: &KeptLists,
) {
    let accent = Theme::of(ui).accent;
    let asked = work.sheet.answers.hints_on(task);
    for hint in page.hints.iter().take(asked) {
        said_ui(ui, accent, |ui| {
            ui.add(Label::new(hint.as_str()).wrap());
        });
    }
    let cost = counted(work.sheet.set.hint_cost as u64, "point", "points");
    if asked < page.hints.len() && ui.button(format!("Hint for {cost}")).clicked() {
        page.take_hint(lists);
    }
}

/// The points of the task, each answer with its reason, and the explanation of the selected node, which
/// says all once no task is open.
fn feedback_ui(ui: &mut Ui, page: &ExercisesPage, work: &ExerciseWork, task: ExerciseTask) {
    let theme = Theme::of(ui);
    if let Some(mark) = page.mark(task) {
        let hints = match work.sheet.answers.hints_on(task) {
            0 => String::new(),
            asked => format!(" after {}", counted(asked as u64, "hint", "hints")),
        };
        ui.label(theme::bold(points_text(mark.points, mark.most) + &hints));
    }
    let note = |text: &str| RichText::new(text).size(TEXT_NOTE);
    // Mistakes first.
    let mut answers: Vec<_> = page.feedback.iter().collect();
    answers.sort_by_key(|answer| answer.is_right);
    for answer in answers {
        let (color, word) =
            if answer.is_right { (theme.good, "Right.") } else { (theme.bad, "Wrong.") };
        said_ui(ui, color, |ui| {
            ui.add(Label::new(theme::bold(format!("{word} {}", answer.right))).wrap());
            if !answer.why.is_empty() {
                ui.add(Label::new(note(&answer.why)).wrap());
            }
        });
    }
    if let (Some(path), Some(key)) = (page.selected(), page.key.as_ref()) {
        let name = if path.is_empty() { "The root".to_owned() } else { node_name(path) };
        let open = (!work.is_over()).then_some(task);
        let said = ui.scope(|ui| {
            said_ui(ui, theme.accent, |ui| {
                ui.label(theme::bold(&name));
                ui.add(Label::new(note(&key.explain(path, open))).wrap());
            });
        });
        reveal_once(ui, said.response.rect, &name);
    } else if task != ExerciseTask::Slip {
        let text = "Click a node to see what the search does there.";
        ui.add(Label::new(theme::muted(ui, text)).wrap());
    }
}

fn buttons_ui(
    ui: &mut Ui,
    page: &mut ExercisesPage,
    work: &ExerciseWork,
    task: ExerciseTask,
    cx: &mut Cx<'_>,
) {
    let (is_done, count) = (work.is_done(task), work.sheet.set.tasks.len());
    let is_last = page.task_index + 1 == count;
    let can_check = !is_done && !work.is_withheld();
    let buttons = vec![
        (Button::new("Clear"), !is_done),
        (primary_button_if(ui, "Check", can_check), can_check),
        (primary_button_if(ui, "Next", !can_check && !is_last), !is_last),
        (primary_button_if(ui, "Hand in\u{2026}", work.is_over()), true),
    ];
    let lists = &cx.session.lists;
    match button_row_ui(ui, buttons) {
        Some(0) => page.clear(lists),
        Some(1) => page.check(lists),
        Some(2) => page.show_task(lists, page.task_index + 1),
        Some(_) => {
            if let Some((suggestion, text)) =
                page.suggested_path(cx.session).zip(page.hand_in(lists))
            {
                let (asker, content) = (Asker::Page(PageId::Export), QueryContent::Text(text));
                let query = FileQuery { asker, form: &HAND_IN, suggestion, content };
                page.finish(lists);
                cx.ask(Request::AskFile(query));
            }
        }
        None => {}
    }
}
