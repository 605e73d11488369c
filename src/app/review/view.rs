//! The card of the review: its button, its progress, and how both sides played.

use egui::{
    Align, Button, Label, Layout, Popup, Rect, RichText, Role, Sense, Ui, WidgetInfo, vec2,
};
use egui_material_icons::icons;

use crate::{
    analysis::{SideSummary, Summary},
    app::{
        action::{Action, ReviewAction, Setting},
        review::layout::ReviewSheet,
        screen::AppState,
        session::settings::ReviewDepth,
        session::{Command, Navigation},
        ui::theme::{
            self, CONTROL_HEIGHT, NOTE_HEIGHT, SPACE_S, SPACE_XS, TEXT_BODY, TEXT_NOTE, TEXT_SMALL,
            Theme, bold_font,
        },
        ui::widgets::{icon_button_ui, paint_judgement, primary_button, sized_button_ui},
    },
    game::Judgement,
    rules::Color,
};

/// In a card slimmer than this, in points, the buttons stand below the figures and errors are
/// counted without words.
const BESIDE_FROM_WIDTH: f32 = 400.0;
/// The width of one side's figures where there is more room, in points.
const SIDE_WIDTH: f32 = 142.0;
/// Both accuracies and the button stand in one row from this width on, in points.
const ROW_FROM_WIDTH: f32 = 340.0;
/// Two accuracies with the sides' names need this width, in points.
const NAMES_FROM_WIDTH: f32 = 164.0;
/// And so much with the first letters of these, in points.
const LETTERS_FROM_WIDTH: f32 = 124.0;
/// Beside a button words need this width, in points.
const WORDS_FROM_WIDTH: f32 = 80.0;
/// The width of the button that leads to the errors, in points.
const LEARN_WIDTH: f32 = 126.0;
/// Errors that are counted.
const COUNTED: [Judgement; 4] =
    [Judgement::Blunder, Judgement::Mistake, Judgement::Inaccuracy, Judgement::MissedWin];

/// Draws the card's inside; `slim` where there is room for a row or two only.
pub fn review_ui(
    ui: &mut Ui,
    state: &AppState,
    sheet: &ReviewSheet,
    slim: bool,
    out: &mut Vec<Action>,
) {
    ui.spacing_mut().item_spacing.y = SPACE_XS;
    if state.session.review.running().is_some() {
        running_ui(ui, state, out);
        return;
    }
    match sheet.summary() {
        Some(summary) if slim => slim_ui(ui, state, sheet, summary, out),
        Some(summary) => summary_ui(ui, state, sheet, summary, out),
        None => start_ui(ui, state, out),
    }
}

/// Before a review.
fn start_ui(ui: &mut Ui, state: &AppState, out: &mut Vec<Action>) {
    ui.horizontal(|ui| {
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            menu_ui(ui, state, out);
            let button = primary_button(ui, "Review game");
            let size = vec2(112.0, CONTROL_HEIGHT);
            let response = sized_button_ui(ui, size, state.may_review(), button);
            if response.on_hover_text("Find the moves that cost the game (Ctrl+R)").clicked() {
                out.push(Action::Command(Command::StartReview));
            }
            if ui.available_width() >= WORDS_FROM_WIDTH {
                ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                    muted_ui(ui, "Accuracy and errors of both sides");
                });
            }
        });
    });
}

/// While it runs.
fn running_ui(ui: &mut Ui, state: &AppState, out: &mut Vec<Action>) {
    let Some(running) = state.session.review.running() else { return };
    ui.horizontal(|ui| {
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            if ui.add(Button::new("Cancel").min_size(vec2(0.0, CONTROL_HEIGHT))).clicked() {
                out.push(Action::Review(ReviewAction::Cancel));
            }
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                let text = format!("Reviewing {} of {}", running.done, running.total);
                ui.add(Label::new(theme::bold(text)).truncate());
                if state.review_waits() && ui.available_width() >= WORDS_FROM_WIDTH {
                    muted_ui(ui, "waits for the search");
                }
            });
        });
    });
    let share = running.done as f32 / running.total.max(1) as f32;
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
fn slim_ui(
    ui: &mut Ui,
    state: &AppState,
    sheet: &ReviewSheet,
    summary: &Summary,
    out: &mut Vec<Action>,
) {
    let [white, black] = &summary.sides;
    ui.horizontal(|ui| {
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let wide = ui.available_width() >= ROW_FROM_WIDTH;
            ui.spacing_mut().item_spacing.x = if wide { SPACE_S } else { SPACE_XS };
            menu_ui(ui, state, out);
            if wide {
                learn_ui(ui, sheet, out);
            } else {
                learn_icon_ui(ui, sheet, out);
            }
            let names = ui.available_width() >= NAMES_FROM_WIDTH;
            let letters = ui.available_width() >= LETTERS_FROM_WIDTH;
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                for (name, side) in [("White", white), ("Black", black)] {
                    match names {
                        true => muted_ui(ui, name),
                        false if letters => muted_ui(ui, &name[..1]),
                        false => {}
                    }
                    let text = accuracy_text(side);
                    let size = if letters { TEXT_BODY } else { TEXT_SMALL };
                    let label = ui.label(RichText::new(&text).font(bold_font(size)));
                    say(&label, &format!("{name} accuracy {text}"));
                }
                if summary.is_partial && ui.available_width() >= WORDS_FROM_WIDTH {
                    muted_ui(ui, &part_text(sheet));
                }
            });
        });
    });
}

/// The figures of both sides, and what to do with them.
fn summary_ui(
    ui: &mut Ui,
    state: &AppState,
    sheet: &ReviewSheet,
    summary: &Summary,
    out: &mut Vec<Action>,
) {
    let beside = ui.available_width() >= BESIDE_FROM_WIDTH;
    let width = if beside { SIDE_WIDTH } else { (ui.available_width() - SPACE_S) / 2.0 };
    ui.horizontal_top(|ui| {
        ui.spacing_mut().item_spacing.x = SPACE_S;
        for (color, side) in Color::ALL.into_iter().zip(&summary.sides) {
            let size = vec2(width, 0.0);
            ui.allocate_ui_with_layout(size, Layout::top_down(Align::Min), |ui| {
                ui.set_width(width);
                side_ui(ui, color, side);
                let name = name(color);
                counts_ui(ui, beside, (name, side), |judgement| {
                    let after = sheet.place_of_cursor(&state.session.game);
                    if let Some(node) = sheet.next(color, judgement, after) {
                        out.push(Action::Command(Command::Navigate(Navigation::To(node))));
                    }
                });
            });
        }
        if beside {
            ui.with_layout(Layout::top_down(Align::Max), |ui| {
                learn_ui(ui, sheet, out);
                menu_ui(ui, state, out);
            });
        }
    });
    if beside && !summary.is_partial {
        return;
    }
    ui.horizontal(|ui| {
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            if !beside {
                menu_ui(ui, state, out);
                learn_ui(ui, sheet, out);
            }
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                if summary.is_partial {
                    muted_ui(ui, &part_text(sheet));
                }
            });
        });
    });
}

/// The way to the errors; there is none in a game without any.
fn learn_ui(ui: &mut Ui, sheet: &ReviewSheet, out: &mut Vec<Action>) {
    let any = has_errors(sheet);
    let button = primary_button(ui, "Learn from it");
    let size = vec2(LEARN_WIDTH, CONTROL_HEIGHT);
    let response = sized_button_ui(ui, size, any, button);
    if response.on_hover_text("Find better moves in place of the errors").clicked() {
        out.push(Action::Command(Command::Learn));
    }
}

/// The same where there is no room for its words.
fn learn_icon_ui(ui: &mut Ui, sheet: &ReviewSheet, out: &mut Vec<Action>) {
    let icon = icons::ICON_SCHOOL.codepoint;
    if icon_button_ui(ui, icon, "Learn from it", has_errors(sheet)).clicked() {
        out.push(Action::Command(Command::Learn));
    }
}

fn has_errors(sheet: &ReviewSheet) -> bool {
    let erred = |judgement: Judgement| judgement.is_error();
    sheet.points().iter().any(|point| point.judgement.is_some_and(erred))
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
    say(&label, &format!("{name} accuracy {text}"));
    ui.add_space(SPACE_XS);
}

/// One side's errors by kind, below each other with words or side by side without; `go` is called
/// with the one that was clicked.
fn counts_ui(
    ui: &mut Ui,
    words: bool,
    (name, side): (&str, &SideSummary),
    mut go: impl FnMut(Judgement),
) {
    if words {
        for judgement in COUNTED {
            let size = vec2(ui.available_width(), NOTE_HEIGHT);
            if count_ui(ui, size, (name, judgement), side.count(judgement), words) {
                go(judgement);
            }
        }
        return;
    }
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 0.0;
        let size = vec2(ui.available_width() / COUNTED.len() as f32, NOTE_HEIGHT);
        for judgement in COUNTED {
            if count_ui(ui, size, (name, judgement), side.count(judgement), words) {
                go(judgement);
            }
        }
    });
}

/// `● 1 blunder`, or without the word; tells whether it was clicked.
fn count_ui(
    ui: &mut Ui,
    size: egui::Vec2,
    (side, judgement): (&str, Judgement),
    count: usize,
    words: bool,
) -> bool {
    let theme = Theme::of(ui);
    let any = count > 0;
    let sense = if any { Sense::click() } else { Sense::hover() };
    let (rect, response) = ui.allocate_exact_size(size, sense);
    let text = count_text(judgement, count);
    let role = if any { Role::Button } else { Role::Label };
    response.widget_info(|| WidgetInfo::labeled(role, true, format!("{side}: {text}")));
    if any && (response.hovered() || response.has_focus()) {
        let raised = rect.expand2(vec2(SPACE_XS, 0.0));
        ui.painter().rect_filled(raised, theme::RADIUS_SWATCH, theme.raised);
    }
    let middle = rect.left_center() + vec2(6.0, 0.0);
    paint_judgement(ui.painter(), theme, judgement, middle, 5.0);
    let color = if any { theme.text } else { theme.muted };
    let font = egui::FontId::proportional(TEXT_NOTE);
    let at = rect.left_center() + vec2(if words { 18.0 } else { 15.0 }, 0.0);
    let shown = if words { text.clone() } else { count.to_string() };
    ui.painter().text(at, egui::Align2::LEFT_CENTER, shown, font, color);
    let hint = if any { format!("{text}: go to the next one") } else { text };
    response.on_hover_text(hint).clicked()
}

fn count_text(judgement: Judgement, count: usize) -> String {
    let name = judgement.name();
    match (judgement, count) {
        (_, 1) => format!("1 {name}"),
        (Judgement::Inaccuracy, _) => format!("{count} inaccuracies"),
        _ => format!("{count} {name}s"),
    }
}

fn accuracy_text(side: &SideSummary) -> String {
    side.accuracy.map_or("\u{2013}".to_owned(), |accuracy| format!("{accuracy:.0} %"))
}

fn part_text(sheet: &ReviewSheet) -> String {
    let (judged, all) = sheet.plies();
    format!("Reviewed {judged} of {all} plies")
}

fn muted_ui(ui: &mut Ui, text: &str) {
    let color = Theme::of(ui).muted;
    ui.add(Label::new(RichText::new(text).small().color(color)).truncate());
}

/// What a screen reader says in place of a label's own text.
fn say(response: &egui::Response, text: &str) {
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, text));
}

/// How carefully, again, and away with it.
fn menu_ui(ui: &mut Ui, state: &AppState, out: &mut Vec<Action>) {
    let reviewed = state.session.game.has_review();
    let menu = icon_button_ui(ui, icons::ICON_MORE_HORIZ.codepoint, "Review menu", true);
    Popup::menu(&menu).show(|ui| {
        ui.set_width(theme::MENU_WIDTH * 0.75);
        ui.spacing_mut().interact_size.y = theme::ROW_HEIGHT;
        for depth in ReviewDepth::ALL {
            let text = format!("{} review", depth.name());
            let chosen = state.session.settings.review == depth;
            if ui.selectable_label(chosen, text).on_hover_text(depth_text(depth)).clicked() {
                out.push(Action::Settings(Setting::Review(depth)));
                ui.close();
            }
        }
        ui.separator();
        if reviewed && ui.add_enabled(state.may_review(), Button::new("Review again")).clicked() {
            out.push(Action::Command(Command::StartReview));
            ui.close();
        }
        if ui.add_enabled(reviewed, Button::new("Remove review")).clicked() {
            out.push(Action::Review(ReviewAction::Remove));
            ui.close();
        }
    });
}

/// What a way of reviewing costs.
fn depth_text(depth: ReviewDepth) -> String {
    let nodes = depth.limits().nodes.map_or(0, |nodes| nodes / 1000);
    format!("{nodes},000 positions for each move")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_said_in_their_number() {
        assert_eq!(count_text(Judgement::Blunder, 1), "1 blunder");
        assert_eq!(count_text(Judgement::Inaccuracy, 0), "0 inaccuracies");
        assert_eq!(count_text(Judgement::MissedWin, 2), "2 missed wins");
    }
}
