//! The card of the review: its button, its progress, and the accuracy and errors of both sides.

use egui::{
    Align, Button, Label, Layout, Popup, Rect, RichText, Role, Sense, Ui, WidgetInfo, vec2,
};
use egui_material_icons::icons;

use super::{is_waiting, layout::ReviewLayout};
use crate::app::{
    context::Cx,
    request::Request,
    session::settings::ReviewDepth,
    session::{GameCommand, Navigation},
    ui::theme::{
        self, CONTROL_HEIGHT, NOTE_HEIGHT, SPACE_S, SPACE_XS, TEXT_BODY, TEXT_NOTE, TEXT_SMALL,
        Theme, bold_font,
    },
    ui::widgets::{icon_button_ui, paint_judgement, primary_button, sized_button_ui},
};
use minnow_game::Judgement;
use minnow_rules::Color;
use minnow_study::analysis::{ReviewProgress, SideSummary, Summary, shown_accuracy};

// Sizes in points.
/// In a narrower card, the buttons stand below the figures, and the counts of errors have no words.
const BESIDE_FROM_WIDTH: f32 = 400.0;
/// The width of one side's figures if the buttons stand beside them.
const SIDE_WIDTH: f32 = 142.0;
/// The least width for both accuracies and the button in one row.
const ROW_FROM_WIDTH: f32 = 340.0;
/// The least width for two accuracies with the sides' names, and with only their first letters.
const NAMES_FROM_WIDTH: f32 = 164.0;
const LETTERS_FROM_WIDTH: f32 = 124.0;
const WORDS_FROM_WIDTH: f32 = 80.0;
const LEARN_WIDTH: f32 = 126.0;

/// The errors that are counted.
const COUNTED: [Judgement; 4] =
    [Judgement::Blunder, Judgement::Mistake, Judgement::Inaccuracy, Judgement::MissedWin];

/// The data of the card.
#[derive(Clone, Copy)]
struct ReviewCard<'a> {
    layout: &'a ReviewLayout,
    /// True if a review can be started now.
    may_start: bool,
}

impl ReviewLayout {
    /// Draws the inside of the card; a `slim` one has room for only one or two rows. `may_start` is
    /// true if a review can be started now.
    pub(crate) fn card_ui(&mut self, ui: &mut Ui, may_start: bool, slim: bool, cx: &mut Cx<'_>) {
        self.follow(cx.session);
        ui.spacing_mut().item_spacing.y = SPACE_XS;
        let is_running = cx.session.review.running().is_some();
        if !slim && (is_running || self.summary().is_some()) {
            // The list above keeps its height when the review is complete.
            ui.set_min_height(figures_height(ui.available_width()));
        }
        let card = ReviewCard { layout: self, may_start };
        match self.summary() {
            _ if is_running => running_ui(ui, cx),
            Some(summary) if slim => slim_ui(ui, card, summary, cx),
            Some(summary) => summary_ui(ui, card, summary, cx),
            None => start_ui(ui, card, cx),
        }
    }
}

/// The height of the figures of both sides with their buttons, in a card of this width.
fn figures_height(width: f32) -> f32 {
    if width >= BESIDE_FROM_WIDTH { 130.0 } else { 120.0 }
}

/// The card before a review.
fn start_ui(ui: &mut Ui, card: ReviewCard, cx: &mut Cx<'_>) {
    ui.horizontal(|ui| {
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            menu_ui(ui, card, cx);
            let button = primary_button(ui, "Review game");
            let size = vec2(112.0, CONTROL_HEIGHT);
            let response = sized_button_ui(ui, size, card.may_start, button);
            if response.on_hover_text("Check every move for errors (Ctrl+R)").clicked() {
                cx.ask(Request::StartReview);
            }
            if ui.available_width() >= WORDS_FROM_WIDTH {
                ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                    muted_ui(ui, "Accuracy and errors of both sides");
                });
            }
        });
    });
}

/// The card while a review runs.
fn running_ui(ui: &mut Ui, cx: &mut Cx<'_>) {
    let session = cx.session;
    let Some(running) = session.review.running() else { return };
    ui.horizontal(|ui| {
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            if ui.add(Button::new("Cancel").min_size(vec2(0.0, CONTROL_HEIGHT))).clicked() {
                cx.ask(Request::StopReview);
            }
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                let ReviewProgress { done, total, searches } = running.progress;
                let text = format!("Reviewing {done} of {total}");
                ui.add(Label::new(theme::bold(text)).truncate());
                if ui.available_width() < WORDS_FROM_WIDTH {
                    return;
                }
                if is_waiting(session) {
                    muted_ui(ui, "waits for the search");
                } else if searches > 0 {
                    muted_ui(ui, "confirms a mark");
                }
            });
        });
    });
    let share = running.progress.share() as f32;
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

/// Both accuracies in a row.
fn slim_ui(ui: &mut Ui, card: ReviewCard, summary: &Summary, cx: &mut Cx<'_>) {
    ui.horizontal(|ui| {
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let wide = ui.available_width() >= ROW_FROM_WIDTH;
            ui.spacing_mut().item_spacing.x = if wide { SPACE_S } else { SPACE_XS };
            menu_ui(ui, card, cx);
            if wide {
                learn_ui(ui, card.layout, cx);
            } else {
                learn_icon_ui(ui, card.layout, cx);
            }
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                let room = ui.available_width();
                for (color, side) in Color::ALL.into_iter().zip(&summary.sides) {
                    accuracy_ui(ui, color, side, room);
                }
                if ui.available_width() >= WORDS_FROM_WIDTH {
                    limit_ui(ui, card.layout, summary);
                }
            });
        });
    });
}

/// One side's accuracy, with as much of its name as fits when both sides have this room, in points.
fn accuracy_ui(ui: &mut Ui, color: Color, side: &SideSummary, room: f32) {
    let name = name(color);
    let letters = room >= LETTERS_FROM_WIDTH;
    if room >= NAMES_FROM_WIDTH {
        muted_ui(ui, name);
    } else if letters {
        muted_ui(ui, &name[..1]);
    }
    let text = accuracy_text(side);
    let size = if letters { TEXT_BODY } else { TEXT_SMALL };
    let label = ui.label(RichText::new(&text).font(bold_font(size)));
    name_label(&label, &format!("{name} accuracy {text}"));
}

/// The figures of both sides, and the buttons.
fn summary_ui(ui: &mut Ui, card: ReviewCard, summary: &Summary, cx: &mut Cx<'_>) {
    let beside = ui.available_width() >= BESIDE_FROM_WIDTH;
    let width = if beside { SIDE_WIDTH } else { (ui.available_width() - SPACE_S) / 2.0 };
    ui.horizontal_top(|ui| {
        ui.spacing_mut().item_spacing.x = SPACE_S;
        for (color, side) in Color::ALL.into_iter().zip(&summary.sides) {
            let size = vec2(width, 0.0);
            ui.allocate_ui_with_layout(size, Layout::top_down(Align::Min), |ui| {
                ui.set_width(width);
                side_ui(ui, color, side);
                let Some(judgement) = counts_ui(ui, beside, color, side) else { return };
                let after = card.layout.place_of_cursor(&cx.session.game);
                if let Some(node) = card.layout.next(color, judgement, after) {
                    cx.ask(GameCommand::Navigate(Navigation::To(node)));
                }
            });
        }
        if beside {
            ui.with_layout(Layout::top_down(Align::Max), |ui| {
                learn_ui(ui, card.layout, cx);
                menu_ui(ui, card, cx);
            });
        }
    });
    if beside && !summary.is_partial && !summary.is_unconfirmed {
        return;
    }
    ui.horizontal(|ui| {
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            if !beside {
                menu_ui(ui, card, cx);
                learn_ui(ui, card.layout, cx);
            }
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                limit_ui(ui, card.layout, summary);
            });
        });
    });
}

/// The limits of the review: the part of the game that it covers, or marks of an older version.
fn limit_ui(ui: &mut Ui, layout: &ReviewLayout, summary: &Summary) {
    if summary.is_partial {
        muted_ui(ui, &part_text(layout));
    } else if summary.is_unconfirmed {
        let response = muted_ui(ui, "Marks not confirmed");
        response
            .on_hover_text("An older version made this review. Review again confirms its marks");
    }
}

/// The button that leads to the errors, enabled if there are any.
fn learn_ui(ui: &mut Ui, layout: &ReviewLayout, cx: &mut Cx<'_>) {
    let button = primary_button(ui, "Learn from it");
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

fn name(color: Color) -> &'static str {
    if color == Color::White { "White" } else { "Black" }
}

fn side_ui(ui: &mut Ui, color: Color, side: &SideSummary) {
    ui.spacing_mut().item_spacing.y = 0.0;
    let name = name(color);
    muted_ui(ui, &format!("{name} accuracy"));
    let text = accuracy_text(side);
    let label = ui.label(RichText::new(&text).font(bold_font(theme::TEXT_TITLE)));
    name_label(&label, &format!("{name} accuracy {text}"));
    ui.add_space(SPACE_XS);
}

/// One side's errors by kind: below each other with `words`, or side by side without. Returns the
/// kind that was clicked.
fn counts_ui(ui: &mut Ui, words: bool, color: Color, side: &SideSummary) -> Option<Judgement> {
    let counts = COUNTED.map(|judgement| ErrorCount {
        side: name(color),
        judgement,
        count: side.count(judgement),
    });
    let mut clicked = None;
    if words {
        for count in counts {
            let size = vec2(ui.available_width(), NOTE_HEIGHT);
            if count_ui(ui, size, &count, words) {
                clicked = Some(count.judgement);
            }
        }
        return clicked;
    }
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 0.0;
        let size = vec2(ui.available_width() / COUNTED.len() as f32, NOTE_HEIGHT);
        for count in counts {
            if count_ui(ui, size, &count, words) {
                clicked = Some(count.judgement);
            }
        }
    });
    clicked
}

/// The number of one side's errors of a kind.
struct ErrorCount {
    side: &'static str,
    judgement: Judgement,
    count: usize,
}

impl ErrorCount {
    /// `1 blunder`, `2 inaccuracies`.
    fn text(&self) -> String {
        let name = self.judgement.name();
        match (self.judgement, self.count) {
            (_, 1) => format!("1 {name}"),
            (Judgement::Inaccuracy, count) => format!("{count} inaccuracies"),
            (_, count) => format!("{count} {name}s"),
        }
    }
}

/// `● 1 blunder`, or without the word. Returns true if it was clicked.
fn count_ui(ui: &mut Ui, size: egui::Vec2, count: &ErrorCount, words: bool) -> bool {
    let theme = Theme::of(ui);
    let any = count.count > 0;
    let sense = if any { Sense::click() } else { Sense::hover() };
    let (rect, response) = ui.allocate_exact_size(size, sense);
    let text = count.text();
    let role = if any { Role::Button } else { Role::Label };
    response.widget_info(|| WidgetInfo::labeled(role, true, format!("{}: {text}", count.side)));
    if any && (response.hovered() || response.has_focus()) {
        let raised = rect.expand2(vec2(SPACE_XS, 0.0));
        ui.painter().rect_filled(raised, theme::RADIUS_SWATCH, theme.raised);
    }
    let middle = rect.left_center() + vec2(6.0, 0.0);
    paint_judgement(ui.painter(), theme, count.judgement, middle, 5.0);
    let color = if any { theme.text } else { theme.muted };
    let font = egui::FontId::proportional(TEXT_NOTE);
    let at = rect.left_center() + vec2(if words { 18.0 } else { 15.0 }, 0.0);
    let shown = if words { text.clone() } else { count.count.to_string() };
    ui.painter().text(at, egui::Align2::LEFT_CENTER, shown, font, color);
    let hint = if any { format!("{text}: go to the next one") } else { text };
    response.on_hover_text(hint).clicked()
}

fn accuracy_text(side: &SideSummary) -> String {
    let text = |accuracy| format!("{:.0} %", shown_accuracy(accuracy, 0));
    side.accuracy.map_or("\u{2013}".to_owned(), text)
}

fn part_text(layout: &ReviewLayout) -> String {
    let plies = layout.plies();
    format!("Reviewed {} of {} plies", plies.judged, plies.total)
}

fn muted_ui(ui: &mut Ui, text: &str) -> egui::Response {
    let color = Theme::of(ui).muted;
    ui.add(Label::new(RichText::new(text).small().color(color)).truncate())
}

/// Replaces a label's text for screen readers.
fn name_label(response: &egui::Response, text: &str) {
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, text));
}

/// The menu: the effort of a review, another review, and the removal of the review.
fn menu_ui(ui: &mut Ui, card: ReviewCard, cx: &mut Cx<'_>) {
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
        if reviewed && ui.add_enabled(card.may_start, Button::new("Review again")).clicked() {
            cx.ask(Request::StartReview);
            ui.close();
        }
        if ui.add_enabled(reviewed, Button::new("Remove review")).clicked() {
            cx.ask(Request::RemoveReview);
            ui.close();
        }
    });
}

/// The effort of a review, in positions.
fn depth_text(depth: ReviewDepth) -> String {
    let nodes = depth.limits().nodes.map_or(0, |nodes| nodes / 1000);
    format!("{nodes},000 positions for each move")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_have_singular_and_plural() {
        let text = |judgement, count| ErrorCount { side: "White", judgement, count }.text();
        assert_eq!(text(Judgement::Blunder, 1), "1 blunder");
        assert_eq!(text(Judgement::Inaccuracy, 0), "0 inaccuracies");
        assert_eq!(text(Judgement::MissedWin, 2), "2 missed wins");
    }
}
