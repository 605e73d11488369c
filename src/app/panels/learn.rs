//! The card of learning from errors: the problem, what became of the last move, and the buttons.

use egui::{
    Align, Button, Color32, Frame, Label, Layout, Margin, RichText, Role, ScrollArea, Sense, Ui,
    WidgetInfo, vec2,
};
use egui_material_icons::icons;

use crate::{
    app::{
        action::{Action, LearnAction},
        learn::{Learn, Problem, Solution, Stage},
        theme::{
            self, CONTROL_HEIGHT, RADIUS_SWATCH, SPACE_M, SPACE_S, SPACE_XS, TEXT_NOTE, Theme,
            caption,
        },
        widgets::{icon_button_ui, primary_button, segmented_ui, sized_button_ui},
    },
    rules::Color,
};

const TITLE: &str = "Learn from your mistakes";
/// In less width than this, in points, the title is shorter and no heading.
const HEADING_FROM_WIDTH: f32 = 340.0;
const SHORT_TITLE: &str = "Learn";
/// Size of the signs for problems, in points.
const SIGN_SIZE: f32 = 18.0;
/// Width of the line before what is said of a move, in points.
const RULE_WIDTH: f32 = 3.0;

/// Draws the card's inside.
pub fn learn_ui(ui: &mut Ui, learn: &Learn, out: &mut Vec<Action>) {
    let mut wishes = Vec::new();
    head_ui(ui, learn, &mut wishes);
    ScrollArea::vertical().auto_shrink([false, true]).show(ui, |ui| {
        sides_ui(ui, learn, &mut wishes);
        if learn.total() > 0 {
            signs_ui(ui, learn);
            ui.add_space(SPACE_XS);
        }
        match (learn.stage(), learn.problem()) {
            (Stage::Over, _) => over_ui(ui, learn, &mut wishes),
            (_, Some(problem)) => problem_ui(ui, learn, problem, &mut wishes),
            _ => {}
        }
    });
    out.extend(wishes.into_iter().map(Action::Learn));
}

fn head_ui(ui: &mut Ui, learn: &Learn, out: &mut Vec<LearnAction>) {
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

/// Whose errors, and how many each side has.
fn sides_ui(ui: &mut Ui, learn: &Learn, out: &mut Vec<LearnAction>) {
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

/// A sign for each problem: how it ended, or that it is still to come.
fn signs_ui(ui: &mut Ui, learn: &Learn) {
    let theme = Theme::of(ui);
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(SPACE_XS, SPACE_XS);
        for index in 0..learn.total() {
            let solution = learn.solutions().get(index);
            let current = index == learn.index() && !learn.is_over();
            let (icon, color) = sign(theme, solution.copied(), current);
            let said = match solution {
                Some(solution) => solution.name(),
                None if current => "at hand",
                None => "to come",
            };
            let sign = Label::new(RichText::new(icon).size(SIGN_SIZE).color(color));
            ui.add(sign).widget_info(|| {
                WidgetInfo::labeled(Role::Label, true, format!("Problem {}: {said}", index + 1))
            });
        }
    });
}

fn sign(theme: &Theme, solution: Option<Solution>, current: bool) -> (&'static str, Color32) {
    match solution {
        Some(Solution::Found) => (icons::ICON_CHECK_CIRCLE.codepoint, theme.good),
        Some(Solution::FoundWithHint) => (icons::ICON_LIGHTBULB.codepoint, theme.warning),
        Some(Solution::Shown) => (icons::ICON_VISIBILITY.codepoint, theme.muted),
        Some(Solution::Skipped) => (icons::ICON_SKIP_NEXT.codepoint, theme.muted),
        None if current => (icons::ICON_RADIO_BUTTON_CHECKED.codepoint, theme.accent),
        None => (icons::ICON_RADIO_BUTTON_UNCHECKED.codepoint, theme.muted),
    }
}

fn problem_ui(ui: &mut Ui, learn: &Learn, problem: &Problem, out: &mut Vec<LearnAction>) {
    let theme = Theme::of(ui);
    let number = format!("Move {}", problem.position.fullmove());
    ui.label(caption(ui.ctx(), number));
    ui.add(Label::new(problem.error_text()).wrap());
    ui.add(Label::new(theme::bold(problem.task_text())).wrap());
    ui.add_space(SPACE_XS);
    match learn.stage() {
        Stage::Open { wrong } => {
            if let Some(wrong) = wrong {
                said_ui(ui, theme.bad, |ui| {
                    ui.add(Label::new(wrong).wrap());
                });
            }
            open_buttons_ui(ui, learn, out);
        }
        Stage::Judging { .. } => {
            said_ui(ui, theme.line, |ui| {
                ui.label(RichText::new("Looking at your move\u{2026}").color(theme.muted));
            });
            open_buttons_ui(ui, learn, out);
        }
        Stage::Done { answer, said } => {
            let color = if answer.is_some() { theme.good } else { theme.accent };
            said_ui(ui, color, |ui| {
                ui.add(Label::new(theme::bold(said)).wrap());
                ui.add(Label::new(&problem.sentence).wrap());
                let line = RichText::new(problem.line_text()).size(TEXT_NOTE).color(theme.muted);
                ui.add(Label::new(line).wrap());
            });
            let last = learn.index() + 1 == learn.total();
            let text = if last { "Finish" } else { "Next" };
            let size = vec2(ui.available_width(), CONTROL_HEIGHT);
            let button = primary_button(ui, text);
            if sized_button_ui(ui, size, true, button).clicked() {
                out.push(LearnAction::Next);
            }
        }
        Stage::Over => {}
    }
}

/// A raised block with a line of this colour before it.
fn said_ui(ui: &mut Ui, color: Color32, inside: impl FnOnce(&mut Ui)) {
    let margin = Margin { left: SPACE_M as i8, ..Margin::same(SPACE_S as i8) };
    let frame = Frame::new().fill(Theme::of(ui).raised).inner_margin(margin);
    let shown = frame.corner_radius(RADIUS_SWATCH).show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = SPACE_XS;
        ui.take_available_width();
        inside(ui);
    });
    let mut rule = shown.response.rect;
    rule.max.x = rule.min.x + RULE_WIDTH;
    ui.painter().rect_filled(rule, 0.0, color);
    ui.allocate_response(vec2(0.0, SPACE_XS), Sense::hover());
}

fn open_buttons_ui(ui: &mut Ui, learn: &Learn, out: &mut Vec<LearnAction>) {
    if let Some(hint) = learn.hint_text() {
        ui.add(Label::new(RichText::new(hint).color(Theme::of(ui).muted)).wrap());
    }
    let may_ask = learn.is_open() && !learn.hint_is_whole();
    let width = (ui.available_width() - 2.0 * SPACE_S) / 3.0;
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = SPACE_S;
        ui.spacing_mut().button_padding.x = SPACE_XS;
        let buttons = [
            ("Hint", may_ask, LearnAction::Hint),
            ("Show me", true, LearnAction::Show),
            ("Skip", true, LearnAction::Skip),
        ];
        for (text, enabled, action) in buttons {
            let size = vec2(width, CONTROL_HEIGHT);
            if sized_button_ui(ui, size, enabled, Button::new(text)).clicked() {
                out.push(action);
            }
        }
    });
}

/// What came of it, or that there was nothing to do.
fn over_ui(ui: &mut Ui, learn: &Learn, out: &mut Vec<LearnAction>) {
    let empty = learn.total() == 0;
    if empty {
        ui.add_space(SPACE_S);
        ui.add(Label::new(learn.praise_text()).wrap());
    } else {
        ui.label(theme::bold("That was the last one."));
        ui.add(Label::new(learn.summary_text()).wrap());
    }
    ui.add_space(SPACE_S);
    let buttons = if empty { 1.0 } else { 2.0 };
    let width = (ui.available_width() - SPACE_S * (buttons - 1.0)) / buttons;
    let size = vec2(width, CONTROL_HEIGHT);
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = SPACE_S;
        if !empty && sized_button_ui(ui, size, true, Button::new("Once more")).clicked() {
            out.push(LearnAction::Side(learn.side));
        }
        let done = primary_button(ui, "Done");
        if sized_button_ui(ui, size, true, done).clicked() {
            out.push(LearnAction::Leave);
        }
    });
}
