//! Short lessons with a question each: this page has the question with the tree or the choices, the
//! column beside it the text.

use std::{ops::Range, path::PathBuf};

use egui::{Align, Button, Label, Layout, RichText, Role, ScrollArea, Sense, Ui, WidgetInfo, vec2};
use egui_material_icons::icons;

use super::{LessonStage, LessonsPage, board::drawing};
use crate::app::{
    context::Cx,
    pages::PageId,
    request::Request,
    session::{Asker, FileForm, FileQuery, PathPurpose, QueryContent, Session},
    ui::focus::FocusScroll,
    ui::text::ticked,
    ui::theme::{
        self, CONTROL_HEIGHT, RADIUS_CONTROL, ROW_HEIGHT, SPACE_S, SPACE_XS, TEXT_NOTE, Theme,
        bold_font,
    },
    ui::widgets::{
        button_row_ui, drop_down_ui, option_ui, primary_button_if, reveal_once, said_ui,
        sized_button_ui,
    },
};
use minnow_lab::{
    lesson::{
        Lesson, LessonChoice, LessonReply, LessonScene, LessonTask, LessonTree, builtin_chapters,
        builtin_lessons,
    },
    terms_in,
};
use minnow_rules::grouped;

// Sizes in points.
const MOST_FIGURES_WIDTH: f32 = 560.0;
const FIGURE_WIDTH: f32 = 68.0;
/// In less width, the moves are left out of the figures.
const MOVES_FROM_WIDTH: f32 = 380.0;
const MOST_LIST_WIDTH: f32 = 400.0;
const MOST_CHOICE_WIDTH: f32 = 440.0;
/// From this height on, the page shows the chapter with an icon for each lesson.
const CHAPTER_FROM_HEIGHT: f32 = 400.0;
const ICON_SIDE: f32 = 26.0;
const MIN_TREE_HEIGHT: f32 = 180.0;
const MAX_TREE_HEIGHT: f32 = 440.0;

/// The most terms of a lesson with a link to the glossary.
const MOST_TERMS: usize = 5;

static FOLDER: FileForm = FileForm {
    title: "Open a folder of lessons",
    purpose: PathPurpose::OpenFolder,
    kinds: &[("Lessons", &["ron"])],
};

/// The heading of the lessons in the user's folder.
const OWN_CHAPTER: &str = "Your lessons";

fn is_done(session: &Session, lesson: &Lesson) -> bool {
    session.lists.has_learned(&lesson.id)
}

/// Draws the page's content: the list of lessons, the question, and the tree or the choices.
pub(super) fn page_ui(ui: &mut Ui, lessons: &mut LessonsPage, cx: &mut Cx<'_>) {
    head_ui(ui, lessons, cx);
    if ui.available_height() >= CHAPTER_FROM_HEIGHT {
        ui.scope(|ui| chapter_ui(ui, lessons, cx.session));
    }
    ui.add_space(SPACE_S);
    let scroll = ScrollArea::vertical().id_salt(("lesson page", lessons.at));
    scroll.auto_shrink([false, false]).show_focused(ui, |ui| {
        ui.spacing_mut().item_spacing.y = SPACE_S;
        let lesson = lessons.lesson().clone();
        ui.add(Label::new(theme::bold(&lesson.question)).wrap());
        let mut reply = match &lesson.scene {
            LessonScene::Tree(tree) => tree_ui(ui, lessons, tree),
            LessonScene::Position(_) => None,
        };
        match &lesson.ask {
            LessonTask::Choice(choices) => reply = choices_ui(ui, lessons, choices),
            LessonTask::Move(_) if !lessons.is_answered() => {
                let text = "Make the move on the board: click the piece, then its square, or type it, \
                            as in c3b4.";
                ui.add(Label::new(theme::muted(ui, text)).wrap());
            }
            LessonTask::Move(_) | LessonTask::Node(_) => {}
        }
        if lessons.is_answered() {
            figures_ui(ui, lessons);
            let text = "Step through this search on the tree page";
            if ui.button(text).clicked() {
                cx.ask(Request::RecordTree(Box::new(lessons.tree_order())));
            }
        }
        if let Some(reply) = reply {
            answer(lessons, reply, cx);
        }
    });
}

/// Answers the question. What is found is noted.
pub(super) fn answer(lessons: &mut LessonsPage, reply: LessonReply, cx: &mut Cx<'_>) {
    if lessons.reply(reply) {
        cx.ask(Request::NoteLearned(lessons.lesson().id.clone()));
    }
}

fn head_ui(ui: &mut Ui, lessons: &mut LessonsPage, cx: &mut Cx<'_>) {
    let count = lessons.count();
    let all = (0..count).filter_map(|at| lessons.get(at));
    let done = all.filter(|lesson| is_done(cx.session, lesson)).count();
    ui.allocate_ui_with_layout(
        vec2(ui.available_width(), CONTROL_HEIGHT),
        Layout::right_to_left(Align::Center),
        |ui| {
            ui.label(theme::muted(ui, format!("{done} of {count} done")));
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                ui.set_max_width(ui.available_width().min(MOST_LIST_WIDTH));
                let shown = format!("{}. {}", lessons.at + 1, lessons.lesson().title);
                drop_down_ui(ui, "All lessons", &shown, |ui| list_ui(ui, lessons, cx));
            });
        },
    );
}

/// The user's own lessons, then the chapters with their lessons.
fn list_ui(ui: &mut Ui, lessons: &mut LessonsPage, cx: &mut Cx<'_>) {
    folder_ui(ui, lessons, cx);
    for problem in &lessons.folder.content.problems {
        let text = RichText::new(problem).size(TEXT_NOTE).color(Theme::of(ui).bad);
        // The list stretches its entries to its width, which would spread the words of a text.
        ui.with_layout(Layout::top_down(Align::Min), |ui| ui.add(Label::new(text).wrap()));
    }
    let mut chosen = None;
    let mut entry_ui = |ui: &mut Ui, place: usize| {
        let Some(lesson) = lessons.get(place) else { return };
        let title = format!("{}. {}", place + 1, lesson.title);
        let text = ticked(is_done(cx.session, lesson), &title);
        if option_ui(ui, place == lessons.at, text).clicked() {
            chosen = Some(place);
        }
    };
    (builtin_lessons().len()..lessons.count()).for_each(|place| entry_ui(ui, place));
    for chapter in builtin_chapters() {
        ui.label(theme::caption(ui, chapter.title));
        chapter.lessons.clone().for_each(|place| entry_ui(ui, place));
    }
    if let Some(place) = chosen {
        lessons.go_to(place);
    }
}

/// The heading of the user's own lessons, and the buttons for their folder.
fn folder_ui(ui: &mut Ui, lessons: &mut LessonsPage, cx: &mut Cx<'_>) {
    ui.label(theme::caption(ui, OWN_CHAPTER));
    let folder = &mut lessons.folder;
    let Some(path) = folder.path.clone() else {
        if ui.button("Open a folder of lessons\u{2026}").clicked() {
            let suggestion = cx.session.suggested_path().with_file_name("");
            ask_folder(suggestion, cx);
            ui.close();
        }
        return;
    };
    let reading = if folder.reading.is_running() { " (reading\u{2026})" } else { "" };
    let name = format!("{}{reading}", path.display());
    ui.add(Label::new(theme::muted(ui, name)).wrap());
    ui.horizontal_wrapped(|ui| {
        let [another, again, close] =
            ["Another folder\u{2026}", "Read again", "Close"].map(|text| ui.button(text).clicked());
        if another || again || close {
            ui.close();
        }
        if another {
            ask_folder(path, cx);
        } else if again {
            folder.read(cx.session, path);
        } else if close {
            cx.ask(Request::OpenLessons(None));
        }
    });
}

fn ask_folder(suggestion: PathBuf, cx: &mut Cx<'_>) {
    let (asker, content) = (Asker::Lab, QueryContent::Nothing);
    cx.ask(Request::AskFile(FileQuery { asker, form: &FOLDER, suggestion, content }));
}

/// A chapter's heading, and the indices of its lessons.
struct ShownChapter {
    heading: String,
    title: &'static str,
    lessons: Range<usize>,
}

/// The chapter of the current lesson.
fn chapter_of(lessons: &LessonsPage) -> ShownChapter {
    let mut numbered = (1..).zip(builtin_chapters());
    let found = numbered.find(|(_, chapter)| chapter.lessons.contains(&lessons.at));
    match found {
        Some((number, chapter)) => ShownChapter {
            heading: format!("Chapter {number}: {}", chapter.title),
            title: chapter.title,
            lessons: chapter.lessons.clone(),
        },
        None => ShownChapter {
            heading: OWN_CHAPTER.to_owned(),
            title: OWN_CHAPTER,
            lessons: builtin_lessons().len()..lessons.count(),
        },
    }
}

/// An icon for each lesson of the chapter, done, current, or to come, and the chapter's title.
fn chapter_ui(ui: &mut Ui, lessons: &mut LessonsPage, session: &Session) {
    let chapter = chapter_of(lessons);
    // egui takes the height of a row from this when the row begins.
    ui.spacing_mut().interact_size.y = ICON_SIDE;
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(SPACE_XS, SPACE_XS);
        let mut chosen = None;
        for place in chapter.lessons.clone() {
            if icon_ui(ui, session, lessons, place) {
                chosen = Some(place);
            }
        }
        ui.add_space(SPACE_XS);
        ui.label(theme::muted(ui, chapter.heading));
        if let Some(place) = chosen {
            lessons.go_to(place);
        }
    });
}

/// Draws the icon of a lesson. Returns true if the user goes to it.
fn icon_ui(ui: &mut Ui, session: &Session, lessons: &LessonsPage, place: usize) -> bool {
    let theme = Theme::of(ui);
    let Some(lesson) = lessons.get(place) else { return false };
    let (done, current) = (is_done(session, lesson), place == lessons.at);
    let (rect, response) = ui.allocate_exact_size(vec2(ICON_SIDE, ICON_SIDE), Sense::click());
    let suffix = if done { ", done" } else { "" };
    let name = format!("Lesson {}: {}{suffix}", place + 1, lesson.title);
    response.widget_info(|| WidgetInfo::selected(Role::Button, true, current, &name));
    let fill = if done { theme.accent_background } else { theme.raised };
    ui.painter().rect_filled(rect, RADIUS_CONTROL, fill);
    if current || response.hovered() || response.has_focus() {
        let stroke = egui::Stroke::new(if current { 2.0 } else { 1.0 }, theme.accent);
        let inside = egui::StrokeKind::Inside;
        ui.painter().rect_stroke(rect, RADIUS_CONTROL, stroke, inside);
    }
    let number = (place + 1).to_string();
    let text = if done { icons::ICON_CHECK.codepoint } else { number.as_str() };
    let color = if done { theme.accent } else { theme.text };
    let center = egui::Align2::CENTER_CENTER;
    ui.painter().text(rect.center(), center, text, bold_font(TEXT_NOTE), color);
    response.on_hover_text(&lesson.title).clicked()
}

/// Draws the tree. Returns the node that the user gives as the answer.
fn tree_ui(ui: &mut Ui, lessons: &LessonsPage, tree: &LessonTree) -> Option<LessonReply> {
    let asks = matches!(lessons.lesson().ask, LessonTask::Node(_));
    let share = if asks && !lessons.is_answered() { 0.0 } else { 0.4 };
    let below = ui.available_height() * share;
    let height = (ui.available_height() - below).clamp(MIN_TREE_HEIGHT, MAX_TREE_HEIGHT);
    let path = drawing(tree, lessons).ui(ui, height);
    path.filter(|_| asks).map(LessonReply::Node)
}

/// Draws the choices. Returns the one that the user gives as the answer.
fn choices_ui(ui: &mut Ui, lessons: &LessonsPage, choices: &[LessonChoice]) -> Option<LessonReply> {
    let mut reply = None;
    let theme = Theme::of(ui);
    let chosen = match &lessons.answer {
        Some((LessonReply::Choice(place), _)) => Some(*place),
        _ => None,
    };
    let width = ui.available_width().min(MOST_CHOICE_WIDTH);
    for (place, choice) in choices.iter().enumerate() {
        let color = match (chosen == Some(place), choice.right) {
            (_, true) if lessons.is_answered() => Some(theme.good),
            (true, false) => Some(theme.bad),
            _ => None,
        };
        let mut button = Button::new(&choice.text);
        if let Some(color) = color {
            button = button.stroke(egui::Stroke::new(2.0, color));
        }
        if sized_button_ui(ui, vec2(width, CONTROL_HEIGHT), true, button).clicked() {
            reply = Some(LessonReply::Choice(place));
        }
    }
    reply
}

/// The measured figures, a row for each.
fn figures_ui(ui: &mut Ui, lessons: &LessonsPage) {
    let figures = &lessons.lesson().figures;
    ui.add_space(SPACE_XS);
    ui.label(theme::caption(ui, "Measured just now"));
    let with_moves = ui.available_width() >= MOVES_FROM_WIDTH;
    let title = |text: &str| theme::caption(ui, text);
    let titles = [title("search"), title("value"), title("best move"), title("leaves")];
    row_ui(ui, titles, with_moves);
    for (place, figure) in figures.iter().enumerate() {
        let Some(found) = lessons.measured.get(place) else { continue };
        let texts =
            [figure.label.clone(), found.value.clone(), found.best.clone(), grouped(found.leaves)];
        row_ui(ui, texts.map(RichText::new), with_moves);
    }
    if let Some(text) = lessons.lesson().iterations_text(&lessons.measured) {
        ui.add(Label::new(theme::muted(ui, text)).wrap());
    }
    if let Some(problem) = lessons.task.problem() {
        ui.add(Label::new(RichText::new(problem).color(Theme::of(ui).bad)).wrap());
    } else if lessons.is_measuring() {
        ui.label(theme::muted(ui, "Searching\u{2026}"));
    }
}

fn row_ui(ui: &mut Ui, texts: [RichText; 4], with_moves: bool) {
    let [label, value, best, leaves] = texts;
    let size = vec2(ui.available_width().min(MOST_FIGURES_WIDTH), ROW_HEIGHT);
    ui.allocate_ui_with_layout(size, Layout::right_to_left(Align::Center), |ui| {
        let mut cell = |text: RichText| {
            let size = vec2(FIGURE_WIDTH, ROW_HEIGHT);
            ui.allocate_ui_with_layout(size, Layout::right_to_left(Align::Center), |ui| {
                ui.set_min_width(FIGURE_WIDTH);
                ui.label(text);
            });
        };
        cell(leaves);
        if with_moves {
            cell(best);
        }
        cell(value);
        ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
            ui.add(Label::new(label).truncate());
        });
    });
}

/// Draws the column beside the page: the text, and the verdict on the answer.
pub(super) fn side_ui(ui: &mut Ui, lessons: &mut LessonsPage, cx: &mut Cx<'_>) {
    let lesson = lessons.lesson();
    let (count, chapter) = (lessons.count(), chapter_of(lessons).title);
    let place = format!("{chapter} \u{b7} Lesson {} of {count}", lessons.at + 1);
    ui.add(Label::new(theme::caption(ui, place)).wrap());
    let room = ui.available_height() - CONTROL_HEIGHT - 2.0 * ui.spacing().item_spacing.y;
    let scroll = ScrollArea::vertical().id_salt(("lesson", lessons.at));
    scroll.auto_shrink([false, false]).max_height(room).show_focused(ui, |ui| {
        ui.add(Label::new(theme::heading(&lesson.title)).wrap());
        for paragraph in &lesson.text {
            ui.add(Label::new(paragraph).wrap());
        }
        terms_ui(ui, lesson, cx);
        ui.add_space(SPACE_XS);
        verdict_ui(ui, lessons);
    });
    buttons_ui(ui, lessons, count, cx);
}

/// Links to the glossary for the terms of the title, then for the first ones of the text.
fn terms_ui(ui: &mut Ui, lesson: &Lesson, cx: &mut Cx<'_>) {
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().interact_size.y = TEXT_NOTE;
        let texts = format!("{} {}", lesson.title, lesson.text.join(" "));
        for term in terms_in(&texts).into_iter().take(MOST_TERMS) {
            let text = RichText::new(term.term).size(TEXT_NOTE).color(Theme::of(ui).accent);
            if ui.link(text).on_hover_text(term.meaning).clicked() {
                cx.ask(Request::ShowTopic(PageId::Glossary, term.term.to_owned()));
            }
        }
    });
}

fn verdict_ui(ui: &mut Ui, lessons: &LessonsPage) {
    let theme = Theme::of(ui);
    let Some((_, verdict)) = &lessons.answer else { return };
    let (color, word) = match (verdict.right, lessons.stage) {
        (true, LessonStage::Shown) => (theme.accent, "The answer."),
        (true, _) => (theme.good, "Right."),
        (false, LessonStage::Open) => (theme.bad, "Not this one."),
        (false, _) => (theme.line, "What the search does there:"),
    };
    let said = ui.scope(|ui| {
        said_ui(ui, color, |ui| {
            ui.label(theme::bold(word));
            for sentence in &verdict.reasons {
                ui.add(Label::new(RichText::new(sentence).size(TEXT_NOTE)).wrap());
            }
        });
    });
    reveal_once(ui, said.response.rect, &verdict.reasons.join(" "));
}

fn buttons_ui(ui: &mut Ui, lessons: &mut LessonsPage, count: usize, cx: &mut Cx<'_>) {
    let at = lessons.at;
    let is_last = at + 1 == count;
    let next = primary_button_if(ui, "Next", lessons.is_answered() && !is_last);
    let buttons = vec![
        (Button::new("Back"), at > 0),
        (Button::new("Show me"), !lessons.is_answered()),
        (next, !is_last),
    ];
    match button_row_ui(ui, buttons) {
        Some(0) => lessons.go_to(at - 1),
        Some(1) => {
            lessons.show();
            cx.ask(Request::Wake);
        }
        Some(_) => lessons.go_to(at + 1),
        None => {}
    }
}
