//! The card of learning from mistakes: the problem, the verdict on the last move, and the buttons.

use egui::{
    Align, Button, Color32, Key, Label, Layout, Modifiers, RichText, Role, ScrollArea, Ui,
    WidgetInfo, vec2,
};
use egui_material_icons::icons;

use super::{Learn, LearnAction, Problem, Solution, Stage};
use crate::app::{
    session::Out,
    ui::focus::FocusScroll,
    ui::theme::{self, CONTROL_HEIGHT, SPACE_S, SPACE_XS, TEXT_NOTE, Theme},
    ui::widgets::{icon_button_ui, primary_button, said_ui, segmented_ui, sized_button_ui},
};
use minnow_rules::Color;

// Sizes in points.
const HEADING_FROM_WIDTH: f32 = 340.0;
const ICON_SIZE: f32 = 18.0;

const TITLE: &str = "Learn from your mistakes";
const SHORT_TITLE: &str = "Learn";

/// Draws the inside of the card. A `slim` card begins with the problem. The buttons are always
/// visible.
pub fn learn_ui(ui: &mut Ui, learn: &Learn, slim: bool, out: &mut Out<LearnAction>) {
    head_ui(ui, learn, out);
    let room = ui.available_height() - CONTROL_HEIGHT - 2.0 * ui.spacing().item_spacing.y;
    let scroll = ScrollArea::vertical().auto_shrink([false, true]).max_height(room);
    scroll.show_focused(ui, |ui| {
        if slim {
            texts_ui(ui, learn);
        }
        sides_ui(ui, learn, out);
        solutions_ui(ui, learn);
        if !slim {
            texts_ui(ui, learn);
        }
    });
    ui.add_space(SPACE_XS);
    buttons_ui(ui, learn, out);
}

/// Takes the Enter key, which goes on from a finished problem. Call it before the board is drawn,
/// because a focused board takes the key.
pub fn enter_key_ui(ui: &Ui, learn: &Learn, out: &mut Out<LearnAction>) {
    if !learn.is_open() && ui.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Enter)) {
        out.push(learn.next_action());
    }
}

fn head_ui(ui: &mut Ui, learn: &Learn, out: &mut Out<LearnAction>) {
    ui.horizontal(|ui| {
        let wide = ui.available_width() >= HEADING_FROM_WIDTH;
        ui.label(if wide { theme::heading(TITLE) } else { theme::bold(SHORT_TITLE) });
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            ui.spacing_mut().button_padding = vec2(SPACE_XS, 0.0);
            let close = icons::ICON_CLOSE.codepoint;
            if icon_button_ui(ui, close, "Leave learning", true).clicked() {
                out.push(LearnAction::Leave);
            }
            if learn.total() > 0 && !learn.is_over() {
                let text = format!("{} of {}", learn.index() + 1, learn.total());
                ui.label(RichText::new(text).color(Theme::of(ui).muted));
            }
        });
    });
}

/// The choice of the side, with the number of errors of each.
fn sides_ui(ui: &mut Ui, learn: &Learn, out: &mut Out<LearnAction>) {
    let names = Color::ALL.map(|color| match learn.count(color) {
        0 => format!("{color}, none"),
        1 => format!("{color}, 1 error"),
        count => format!("{color}, {count} errors"),
    });
    let options = [0, 1].map(|side| (names[side].as_str(), learn.side == Color::ALL[side]));
    if let Some(index) = segmented_ui(ui, "Errors of", &options)
        && Color::ALL[index] != learn.side
    {
        out.push(LearnAction::Side(Color::ALL[index]));
    }
}

/// An icon for each problem: its solution, or whether it is the current one or follows.
fn solutions_ui(ui: &mut Ui, learn: &Learn) {
    let theme = Theme::of(ui);
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(SPACE_XS, SPACE_XS);
        for index in 0..learn.total() {
            let solution = learn.solutions().get(index);
            let current = index == learn.index() && !learn.is_over();
            let icon = icon(theme, solution.copied(), current);
            let state = match solution {
                Some(solution) => solution.name(),
                None if current => "current",
                None => "open",
            };
            ui.add(Label::new(icon)).widget_info(|| {
                WidgetInfo::labeled(Role::Label, true, format!("Problem {}: {state}", index + 1))
            });
        }
    });
}

fn icon(theme: &Theme, solution: Option<Solution>, current: bool) -> RichText {
    let (icon, color): (&str, Color32) = match solution {
        Some(Solution::Found) => (icons::ICON_CHECK_CIRCLE.codepoint, theme.good),
        Some(Solution::FoundWithHint) => (icons::ICON_LIGHTBULB.codepoint, theme.warning),
        Some(Solution::Shown) => (icons::ICON_VISIBILITY.codepoint, theme.muted),
        Some(Solution::Skipped) => (icons::ICON_SKIP_NEXT.codepoint, theme.muted),
        None if current => (icons::ICON_RADIO_BUTTON_CHECKED.codepoint, theme.accent),
        None => (icons::ICON_RADIO_BUTTON_UNCHECKED.codepoint, theme.muted),
    };
    RichText::new(icon).size(ICON_SIZE).color(color)
}

/// The problem and the verdict on the last move, or at the end the summary.
fn texts_ui(ui: &mut Ui, learn: &Learn) {
    match (learn.stage(), learn.problem()) {
        (Stage::Over, _) if learn.total() == 0 => {
            ui.add(Label::new(learn.praise_text()).wrap());
        }
        (Stage::Over, _) => {
            ui.label(theme::bold("That was the last problem."));
            ui.add(Label::new(learn.summary_text()).wrap());
        }
        (stage, Some(problem)) => {
            ui.add(Label::new(problem.error_text()).wrap());
            if !learn.is_done() {
                ui.add(Label::new(theme::bold(problem.task_text())).wrap());
            }
            stage_ui(ui, stage, problem);
            if let Some(hint) = learn.hint_text().filter(|_| !learn.is_done()) {
                ui.add(Label::new(RichText::new(hint).color(Theme::of(ui).muted)).wrap());
            }
        }
        (_, None) => {}
    }
}

fn stage_ui(ui: &mut Ui, stage: &Stage, problem: &Problem) {
    let theme = Theme::of(ui);
    match stage {
        Stage::Open { wrong: None } | Stage::Over => {}
        Stage::Open { wrong: Some(wrong) } => said_ui(ui, theme.bad, |ui| {
            ui.add(Label::new(wrong).wrap());
        }),
        Stage::Judging { .. } => said_ui(ui, theme.line, |ui| {
            ui.label(RichText::new("Judging your move\u{2026}").color(theme.muted));
        }),
        Stage::Done { answer, verdict } => {
            let color = if answer.is_some() { theme.good } else { theme.accent };
            said_ui(ui, color, |ui| {
                ui.add(Label::new(theme::bold(verdict)).wrap());
                ui.add(Label::new(&problem.sentence).wrap());
                let line = RichText::new(problem.line_text()).size(TEXT_NOTE).color(theme.muted);
                ui.add(Label::new(line).wrap());
            });
        }
    }
}

/// The buttons of the stage, in a row.
fn buttons_ui(ui: &mut Ui, learn: &Learn, out: &mut Out<LearnAction>) {
    let has_hint = learn.is_open() && !learn.hint_is_complete();
    let last = learn.index() + 1 == learn.total();
    let buttons = match learn.stage() {
        Stage::Open { .. } | Stage::Judging { .. } => vec![
            ("Hint", has_hint, LearnAction::Hint),
            ("Show me", true, LearnAction::Show),
            ("Skip", true, LearnAction::Skip),
        ],
        Stage::Done { .. } => {
            vec![(if last { "Finish" } else { "Next" }, true, LearnAction::Next)]
        }
        Stage::Over if learn.total() == 0 => vec![("Done", true, LearnAction::Leave)],
        Stage::Over => {
            vec![("Again", true, LearnAction::Side(learn.side)), ("Done", true, LearnAction::Leave)]
        }
    };
    let count = buttons.len() as f32;
    let width = (ui.available_width() - SPACE_S * (count - 1.0)) / count;
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = SPACE_S;
        ui.spacing_mut().button_padding.x = SPACE_XS;
        for (text, enabled, action) in buttons {
            let is_primary = matches!(action, LearnAction::Next | LearnAction::Leave);
            let button = if is_primary { primary_button(ui, text) } else { Button::new(text) };
            if sized_button_ui(ui, vec2(width, CONTROL_HEIGHT), enabled, button).clicked() {
                out.push(action);
            }
        }
    });
}
