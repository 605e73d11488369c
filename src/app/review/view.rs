//! The card of the review: its button, its progress, and the accuracy and errors of both sides with the
//! graph between them.

use egui::{
    Align, Button, FontId, Label, Layout, Popup, Rect, RichText, Role, Sense, Ui, WidgetInfo, vec2,
};
use egui_material_icons::icons;

use super::{
    errors::errors_ui,
    is_waiting,
    layout::{PlyCount, ReviewLayout},
};
use crate::app::{
    context::Cx,
    request::Request,
    session::settings::ReviewDepth,
    session::{GameCommand, HAS_PROGRAMS, Navigation, Session},
    ui::theme::{
        self, CONTROL_HEIGHT, NOTE_HEIGHT, SPACE_S, SPACE_XS, TEXT_BODY, TEXT_SMALL, Theme,
        bold_font,
    },
    ui::widgets::{
        icon_button_ui, menu_list_ui, note_ui, primary_button, primary_button_if, sized_button_ui,
    },
};
use minnow_rules::Color;
use minnow_study::analysis::{SideSummary, Summary, shown_accuracy};

// Sizes in points.
/// The height of the row of the accuracies.
pub(crate) const REVIEW_ROW: f32 = 36.0;
const GRAPH_HEIGHT: f32 = 72.0;
/// The least width for both accuracies and the button in one row.
const ROW_FROM_WIDTH: f32 = 340.0;
/// The least width of the figures with the first letters of both names.
const LETTERS_FROM_WIDTH: f32 = 124.0;
pub(super) const LEAST_NAME_WIDTH: f32 = 24.0;
const WORDS_FROM_WIDTH: f32 = 80.0;
/// The least width of a sentence in the two lines of a row.
const SENTENCE_FROM_WIDTH: f32 = 110.0;
const START_WIDTH: f32 = 156.0;
const LEARN_WIDTH: f32 = 126.0;

const CAPTION: &str = "Accuracy:";
/// The letters that a cut name keeps. Where they do not fit, the first letters stand for the names.
const LEAST_LETTERS: usize = 4;

impl ReviewLayout {
    /// Draws the inside of the card; a `slim` one has room for only one or two rows. `may_start` is
    /// true if a review can be started now.
    pub(crate) fn card_ui(&mut self, ui: &mut Ui, may_start: bool, slim: bool, cx: &mut Cx<'_>) {
        self.follow(cx.session);
        ui.spacing_mut().item_spacing.y = SPACE_S;
        let is_running = cx.session.review.running.is_some();
        match &self.summary {
            _ if is_running => running_ui(ui, self, slim, cx),
            Some(summary) => summary_ui(ui, self, summary, may_start, slim, cx),
            None => start_ui(ui, may_start, cx),
        }
    }
}

/// A row of exactly this height: the list above the card keeps its height when the review is complete.
pub(super) fn row_ui(ui: &mut Ui, height: f32, layout: Layout, contents: impl FnOnce(&mut Ui)) {
    let size = vec2(ui.available_width(), height);
    let (rect, _) = ui.allocate_exact_size(size, Sense::hover());
    contents(&mut ui.new_child(egui::UiBuilder::new().max_rect(rect).layout(layout)));
}

/// A row whose buttons stand at its right end.
fn head_ui(ui: &mut Ui, contents: impl FnOnce(&mut Ui)) {
    row_ui(ui, REVIEW_ROW, Layout::right_to_left(Align::Center), contents);
}

/// The rest of such a row, from its left end.
fn left_ui(ui: &mut Ui, contents: impl FnOnce(&mut Ui)) {
    ui.with_layout(Layout::left_to_right(Align::Center), contents);
}

/// The card before a review.
fn start_ui(ui: &mut Ui, may_start: bool, cx: &mut Cx<'_>) {
    head_ui(ui, |ui| {
        menu_ui(ui, may_start, cx);
        left_ui(ui, |ui| {
            let is_wide = ui.available_width() >= START_WIDTH;
            let words = if is_wide { "Review this game" } else { "Review" };
            let size = vec2(ui.available_width().min(START_WIDTH), CONTROL_HEIGHT);
            let button = primary_button(ui, words);
            let response = sized_button_ui(ui, size, may_start, button);
            if response.on_hover_text("Check every move for errors (Ctrl+R)").clicked() {
                cx.ask(Request::StartReview);
            }
            sentence_ui(ui, "Finds errors and what was better.");
        });
    });
}

/// The card while a review runs.
fn running_ui(ui: &mut Ui, layout: &ReviewLayout, slim: bool, cx: &mut Cx<'_>) {
    let session = cx.session;
    let Some(running) = &session.review.running else { return };
    head_ui(ui, |ui| {
        if ui.add(Button::new("Cancel").min_size(vec2(0.0, CONTROL_HEIGHT))).clicked() {
            cx.ask(Request::StopReview);
        }
        left_ui(ui, |ui| {
            ui.add(Label::new(theme::bold(running.text())).truncate());
            if is_waiting(session) {
                sentence_ui(ui, "waits for the search");
            } else if running.progress.searches > 0 {
                sentence_ui(ui, "checks an error once more");
            }
        });
    });
    let share = running.progress.share() as f32;
    if slim {
        progress_ui(ui, share);
        return;
    }
    layout.graph_ui(ui, GRAPH_HEIGHT, cx);
    row_ui(ui, NOTE_HEIGHT, Layout::left_to_right(Align::Center), |ui| progress_ui(ui, share));
}

fn progress_ui(ui: &mut Ui, share: f32) {
    let theme = Theme::of(ui);
    let (bar, response) =
        ui.allocate_exact_size(vec2(ui.available_width(), SPACE_XS + 2.0), Sense::hover());
    response.widget_info(|| {
        let mut info = WidgetInfo::labeled(Role::ProgressIndicator, true, "Review's progress");
        info.value = Some(f64::from(share));
        info
    });
    ui.painter().rect_filled(bar, bar.height() / 2.0, theme.raised);
    let done = Rect::from_min_size(bar.min, vec2(bar.width() * share, bar.height()));
    ui.painter().rect_filled(done, bar.height() / 2.0, theme.accent);
}

/// The card of a review: both accuracies, the graph, and the errors of each side.
fn summary_ui(
    ui: &mut Ui,
    layout: &ReviewLayout,
    summary: &Summary,
    may_start: bool,
    slim: bool,
    cx: &mut Cx<'_>,
) {
    head_ui(ui, |ui| {
        let wide = ui.available_width() >= ROW_FROM_WIDTH;
        ui.spacing_mut().item_spacing.x = if wide { SPACE_S } else { SPACE_XS };
        menu_ui(ui, may_start, cx);
        if wide {
            learn_ui(ui, layout, cx);
        } else {
            learn_icon_ui(ui, layout, cx);
        }
        left_ui(ui, |ui| {
            accuracies_ui(ui, summary, cx.session);
            if slim && ui.available_width() >= WORDS_FROM_WIDTH {
                limit_ui(ui, layout, summary);
            }
        });
    });
    if slim {
        return;
    }
    layout.graph_ui(ui, GRAPH_HEIGHT, cx);
    if let Some((color, judgement)) = errors_ui(ui, summary, cx.session) {
        let after = layout.place_of_cursor(&cx.session.game);
        if let Some(node) = layout.next(color, judgement, after) {
            cx.ask(GameCommand::Navigate(Navigation::To(node)));
        }
    }
    limit_ui(ui, layout, summary);
}

/// `Accuracy: you 96 % Dace 58 %` in one size, with as much of the words as fits.
fn accuracies_ui(ui: &mut Ui, summary: &Summary, session: &Session) {
    let texts = summary.sides.each_ref().map(accuracy_text);
    let names = Color::ALL.map(|color| session.shown_name(color));
    let (room, gap) = (ui.available_width(), ui.spacing().item_spacing.x);
    let text_width = |text: &str, font: FontId| {
        ui.painter().layout_no_wrap(text.to_owned(), font, Theme::of(ui).text).size().x.ceil()
    };
    let width = |text: &str, size: f32| text_width(text, FontId::proportional(size));
    // The room that the figures leave for the names.
    let left = |size: f32| {
        let figures = texts.iter().map(|text| text_width(text, bold_font(size)));
        room - figures.sum::<f32>() - 4.0 * gap
    };
    let whole = |size: f32| names.each_ref().map(|name| width(name, size));
    let fits = |size: f32, has_caption: bool| {
        let caption = if has_caption { width(CAPTION, size) + gap } else { 0.0 };
        caption + whole(size).iter().sum::<f32>() <= left(size)
    };
    let choices = [true, false].map(|caption| [TEXT_BODY, TEXT_SMALL].map(|size| (size, caption)));
    let fitting =
        choices.as_flattened().iter().copied().find(|(size, caption)| fits(*size, *caption));
    let (size, has_caption) = fitting.unwrap_or((TEXT_SMALL, false));
    let (room_left, wishes) = (left(size), whole(size));
    // The longer name is cut first.
    let most = |own: f32, other: f32| own.min((room_left - other).max(room_left / 2.0));
    let widths = [most(wishes[0], wishes[1]), most(wishes[1], wishes[0])];
    let shortest = |name: &str| {
        let first: String = name.chars().take(LEAST_LETTERS).collect();
        width(&format!("{first}\u{2026}"), size)
    };
    let mut all = names.iter().zip(wishes).zip(widths);
    let has_names = all.all(|((name, whole), cut)| cut >= whole.min(shortest(name)));
    if has_caption {
        sized_ui(ui, CAPTION, size);
    }
    for ((name, text), width) in names.iter().zip(&texts).zip(widths) {
        let shown: &str = if has_caption && name == "You" { "you" } else { name };
        if has_names {
            ui.scope(|ui| {
                ui.set_max_width(width + 1.0);
                sized_ui(ui, shown, size);
            });
        } else if room >= LETTERS_FROM_WIDTH {
            sized_ui(ui, &shown.chars().take(1).collect::<String>(), size);
        }
        let label = ui.label(RichText::new(text).font(bold_font(size)));
        label.widget_info(|| {
            WidgetInfo::labeled(Role::Label, true, format!("{name}: accuracy {text}"))
        });
    }
}

/// A muted text of this size.
pub(super) fn sized_ui(ui: &mut Ui, text: &str, size: f32) {
    ui.add(Label::new(theme::muted(ui, text).size(size)).truncate());
}

/// A side's name, cut where it is wider than this.
pub(super) fn name_ui(ui: &mut Ui, name: &str, most_width: f32) {
    ui.scope(|ui| {
        ui.set_max_width(most_width);
        muted_ui(ui, name);
    });
}

/// The limits of the review: the part of the game that it covers, or errors of an older version.
fn limit_ui(ui: &mut Ui, layout: &ReviewLayout, summary: &Summary) {
    if summary.is_partial {
        let PlyCount { judged, total } = layout.plies();
        muted_ui(ui, &format!("Reviewed {judged} of {total} half-moves"));
    } else if summary.is_unconfirmed {
        let response = muted_ui(ui, "Errors checked only once");
        response.on_hover_text(
            "An older version made this review. \"Review again\" checks its errors once more.",
        );
    }
}

/// The button that leads to the errors, enabled if there are any.
fn learn_ui(ui: &mut Ui, layout: &ReviewLayout, cx: &mut Cx<'_>) {
    let is_primary = layout.has_problems(cx.session.game.header.user());
    let button = primary_button_if(ui, "Learn from it", is_primary);
    let size = vec2(LEARN_WIDTH, CONTROL_HEIGHT);
    let response = sized_button_ui(ui, size, layout.has_errors(), button);
    if response.on_hover_text("Find a better move for each error").clicked() {
        cx.ask(Request::StartLearning);
    }
}

/// The same button without its words.
fn learn_icon_ui(ui: &mut Ui, layout: &ReviewLayout, cx: &mut Cx<'_>) {
    let icon = icons::ICON_SCHOOL.codepoint;
    if icon_button_ui(ui, icon, "Learn from it", layout.has_errors()).clicked() {
        cx.ask(Request::StartLearning);
    }
}

fn accuracy_text(side: &SideSummary) -> String {
    let text = |accuracy| format!("{:.0} %", shown_accuracy(accuracy, 0));
    side.accuracy.map_or("\u{2013}".to_owned(), text)
}

/// A sentence in at most two lines, if the rest of the row has room for it.
fn sentence_ui(ui: &mut Ui, text: &str) {
    if ui.available_width() >= SENTENCE_FROM_WIDTH {
        note_ui(ui, text);
    }
}

fn muted_ui(ui: &mut Ui, text: &str) -> egui::Response {
    ui.add(Label::new(theme::muted(ui, text).small()).truncate())
}

/// The menu: the effort of a review, another review, and the removal of the review.
fn menu_ui(ui: &mut Ui, may_start: bool, cx: &mut Cx<'_>) {
    let reviewed = cx.session.game.has_review();
    let menu = icon_button_ui(ui, icons::ICON_MORE_HORIZ.codepoint, "Review menu", true);
    Popup::menu(&menu).show(|ui| {
        ui.set_width(theme::MENU_WIDTH * 0.75);
        ui.spacing_mut().interact_size.y = theme::ROW_HEIGHT;
        for depth in ReviewDepth::ALL {
            let text = format!("{} review", depth.name());
            let chosen = cx.session.settings.review == depth;
            if ui.selectable_label(chosen, text).on_hover_text(depth_text(depth)).clicked() {
                cx.ask(Request::ReviewDepth(depth));
                ui.close();
            }
        }
        ui.separator();
        opinions_ui(ui, cx);
        if reviewed && ui.add_enabled(may_start, Button::new("Review again")).clicked() {
            cx.ask(Request::StartReview);
            ui.close();
        }
        if ui.add_enabled(reviewed, Button::new("Remove review")).clicked() {
            cx.ask(Request::RemoveReview);
            ui.close();
        }
    });
}

/// The programs of the user's list, each for an opinion on the move shown.
fn opinions_ui(ui: &mut Ui, cx: &mut Cx<'_>) {
    let programs = cx.session.lists.programs();
    if !HAS_PROGRAMS || programs.is_empty() {
        return;
    }
    menu_list_ui(ui, |ui| {
        for entry in programs {
            let button = Button::new(format!("Second opinion by {}", entry.name));
            let response = ui.add_enabled(cx.session.review.opinion.is_none(), button);
            if response.on_hover_text("On the move shown; it goes to the comment").clicked() {
                cx.ask(Request::AskOpinion(entry.name.clone()));
                ui.close();
            }
        }
    });
    ui.separator();
}

/// The effort of a review, in positions.
fn depth_text(depth: ReviewDepth) -> String {
    let nodes = depth.limits().nodes.map_or(0, |nodes| nodes / 1000);
    format!("{nodes},000 positions for each move")
}
