//! The card of learning from mistakes: the problem, the verdict on the last move, and the buttons.

use egui::{Align, Button, Color32, Label, Layout, RichText, Role, Ui, WidgetInfo, vec2};
use egui_material_icons::icons;

use super::{Learn, Problem, Solution, Stage};
use crate::app::{
    context::Cx,
    request::Request,
    session::Session,
    task_buttons::task_buttons_ui,
    ui::board::Hint,
    ui::text::capitalised,
    ui::theme::{self, SPACE_XS, TEXT_NOTE, Theme},
    ui::widgets::{
        button_row_ui, primary_button, said_ui, segmented_ui, task_text_ui, texts_above_buttons_ui,
    },
};
use minnow_game::{Game, Judgement};
use minnow_rules::Color;
use minnow_study::analysis::summary;

// Sizes in points.
const HEADING_FROM_WIDTH: f32 = 340.0;
const ICON_SIZE: f32 = 18.0;
/// The height of the texts above the buttons.
const TEXTS_HEIGHT: f32 = 280.0;

const TITLE: &str = "Learn from your mistakes";
const OPPONENT_TITLE: &str = "Your opponent's mistakes";
const SHORT_TITLE: &str = "Learn";

impl Learn {
    /// Draws the inside of the card. A `slim` card begins with the problem. The buttons are always
    /// visible.
    pub fn ui(&mut self, ui: &mut Ui, slim: bool, cx: &mut Cx<'_>) {
        head_ui(ui, self, cx);
        texts_above_buttons_ui(ui, TEXTS_HEIGHT, |ui| {
            if slim {
                texts_ui(ui, self, cx.session);
            }
            self.sides_ui(ui, cx);
            solutions_ui(ui, self);
            if !slim {
                texts_ui(ui, self, cx.session);
            }
        });
        if self.is_done() || self.is_over() {
            self.end_buttons_ui(ui, cx);
        } else {
            self.problem_buttons_ui(ui, cx);
        }
    }

    /// The choice of the side, with the number of errors of each. The moments of the stock are the
    /// user's own.
    fn sides_ui(&mut self, ui: &mut Ui, cx: &mut Cx<'_>) {
        if let Some(origin) = &self.origin {
            ui.add(Label::new(theme::muted(ui, capitalised(&origin.title))).wrap());
            return;
        }
        let names = Color::ALL.map(|color| {
            let name = self.name(cx.session, color);
            match self.counts[color.index()] {
                0 => format!("{name}, none"),
                1 => format!("{name}, 1 error"),
                count => format!("{name}, {count} errors"),
            }
        });
        let options = [0, 1].map(|side| (names[side].as_str(), self.side == Color::ALL[side]));
        if let Some(index) = segmented_ui(ui, "Errors of", &options)
            && Color::ALL[index] != self.side
        {
            self.begin_side(Color::ALL[index]);
            cx.ask(Request::Wake);
        }
    }

    /// The shown name of a side, where a user played, else the colour: names of files may be long.
    fn name(&self, session: &Session, side: Color) -> String {
        let header = &self.board.game.header;
        header.user().map_or_else(|| side.to_string(), |_| session.name_in(header, side))
    }

    /// The title of the card, which says whose mistakes these are.
    pub(super) fn title(&self) -> &'static str {
        match self.board.game.header.user() {
            Some(user) if user != self.side => OPPONENT_TITLE,
            _ => TITLE,
        }
    }

    /// The message for a side without problems. A review marks small errors, too, which are not
    /// practised.
    pub(super) fn praise_text(&self, session: &Session) -> String {
        let part = if self.complete { "in this game" } else { "in the reviewed part" };
        let owner = match self.name(session, self.side).as_str() {
            "You" => "your".to_owned(),
            name => format!("{name}'s"),
        };
        if self.has_marked_errors() {
            return format!(
                "Well played: {owner} errors {part} were small. Only errors that cost more than 10 \
                 points of winning chance are practised."
            );
        }
        format!(
            "Well played: none of {owner} moves cost more than 10 points of winning chance {part}."
        )
    }

    /// True if the review has marked an error of the side.
    fn has_marked_errors(&self) -> bool {
        let mut errors = Judgement::ALL.into_iter().filter(|judgement| judgement.is_error());
        let summary = summary(&self.board.game);
        summary.is_some_and(|all| errors.any(|own| all.sides[self.side.index()].count(own) > 0))
    }

    fn problem_buttons_ui(&mut self, ui: &mut Ui, cx: &mut Cx<'_>) {
        let has_hint = self.is_open() && !matches!(self.hint, Some(Hint::Move(..)));
        let buttons = vec![
            (Button::new("Hint"), has_hint),
            (Button::new("Show me"), true),
            (Button::new("Skip"), true),
        ];
        match button_row_ui(ui, buttons) {
            Some(0) => self.give_hint(),
            Some(1) => self.show(),
            Some(_) => self.skip(),
            None => return,
        }
        cx.ask(Request::Wake);
    }

    /// The buttons of a finished problem and of the summary.
    fn end_buttons_ui(&mut self, ui: &mut Ui, cx: &mut Cx<'_>) {
        if self.is_over() && self.origin.is_some() {
            return self.next_game_ui(ui, cx);
        }
        let is_last = self.index() + 1 == self.problems.len();
        let text = match self.stage() {
            Stage::Over => "Done",
            _ if is_last => "Finish",
            _ => "Next",
        };
        let mut buttons = vec![(primary_button(ui, text), true)];
        if self.is_over() && !self.problems.is_empty() {
            buttons.insert(0, (Button::new("Again"), true));
        }
        let last = buttons.len() - 1;
        match button_row_ui(ui, buttons) {
            Some(index) if index == last => cx.ask(Request::NextTask),
            Some(_) => {
                self.begin_side(self.side);
                cx.ask(Request::Wake);
            }
            None => {}
        }
    }

    /// The buttons after the last moment of a game of the stock.
    fn next_game_ui(&self, ui: &mut Ui, cx: &mut Cx<'_>) {
        let Some(next) = self.next_game else {
            if button_row_ui(ui, vec![(primary_button(ui, "Leave"), true)]).is_some() {
                cx.ask(Request::LeaveTask);
            }
            return;
        };
        let buttons = vec![(Button::new("Leave"), true), (primary_button(ui, "Next game"), true)];
        match button_row_ui(ui, buttons) {
            Some(0) => cx.ask(Request::LeaveTask),
            Some(_) => cx.ask(Request::LearnFrom(next)),
            None => {}
        }
    }
}

fn head_ui(ui: &mut Ui, learn: &Learn, cx: &mut Cx<'_>) {
    ui.horizontal(|ui| {
        let wide = ui.available_width() >= HEADING_FROM_WIDTH;
        ui.label(if wide { theme::heading(learn.title()) } else { theme::bold(SHORT_TITLE) });
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            task_buttons_ui(ui, "Leave learning", true, cx);
            if !learn.problems.is_empty() && !learn.is_over() {
                let text = format!("{} of {}", learn.index() + 1, learn.problems.len());
                ui.label(RichText::new(text).color(Theme::of(ui).muted));
            }
        });
    });
}

/// An icon for each problem: its solution, or whether it is the current one or follows.
fn solutions_ui(ui: &mut Ui, learn: &Learn) {
    let theme = Theme::of(ui);
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(SPACE_XS, SPACE_XS);
        for index in 0..learn.problems.len() {
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
fn texts_ui(ui: &mut Ui, learn: &Learn, session: &Session) {
    let game = &learn.board().game;
    match (learn.stage(), learn.problem()) {
        (Stage::Over, _) if learn.problems.is_empty() => {
            ui.add(Label::new(learn.praise_text(session)).wrap());
        }
        (Stage::Over, _) => {
            ui.label(theme::bold("That was the last problem."));
            ui.add(Label::new(learn.summary_text()).wrap());
        }
        (stage, Some(problem)) => {
            ui.add(Label::new(problem.error_text(game)).wrap());
            if !learn.is_done() {
                task_text_ui(ui, problem.task_text());
            }
            stage_ui(ui, stage, problem, game);
            if let Some(hint) = learn.hint_text().filter(|_| !learn.is_done()) {
                ui.add(Label::new(RichText::new(hint).color(Theme::of(ui).muted)).wrap());
            }
        }
        (_, None) => {}
    }
}

fn stage_ui(ui: &mut Ui, stage: &Stage, problem: &Problem, game: &Game) {
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
                ui.add(Label::new(problem.sentence(game)).wrap());
                let line = RichText::new(problem.line_text()).size(TEXT_NOTE).color(theme.muted);
                ui.add(Label::new(line).wrap());
            });
        }
    }
}
