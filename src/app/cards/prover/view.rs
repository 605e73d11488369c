//! The view of the card: the search under way, its result, and the moves of the proof in the position
//! on the board.

use egui::{Align, Button, Label, Layout, RichText, Ui};
use egui_material_icons::icons;

use super::{Proof, ProofStep, Prover};
use crate::app::{
    cards::CardId,
    context::Cx,
    request::Request,
    session::{GameCommand, Navigation},
    ui::{
        lists::move_buttons_ui,
        theme::{self, SPACE_M, SPACE_S, Theme},
        widgets::{icon_button_ui, said_ui},
    },
};
use minnow_prove::ProofTree;
use minnow_rules::{Position, counted, san};

/// Draws the inside of the card. Returns true if the user closes it.
pub(super) fn card_ui(ui: &mut Ui, prover: &Prover, cx: &mut Cx<'_>) -> bool {
    let Some(proof) = &prover.proof else { return false };
    ui.spacing_mut().item_spacing.y = SPACE_S;
    let closes = header_ui(ui, prover);
    match prover.verdict() {
        None => question_ui(ui, prover, proof),
        Some(verdict) => {
            let theme = Theme::of(ui);
            let color = if proof.tree.is_some() { theme.good } else { theme.muted };
            said_ui(ui, color, |ui| {
                ui.add(Label::new(theme::bold(verdict)).wrap());
            });
            if proof.is_undecided() {
                tried_ui(ui, prover);
            }
        }
    }
    match (proof.steps_here(cx.session), &proof.tree) {
        (None, _) => elsewhere_ui(ui, proof, cx),
        (Some(steps), Some(tree)) => steps_ui(ui, tree, &steps, cx),
        (Some(_), None) => {}
    }
    closes
}

fn header_ui(ui: &mut Ui, prover: &Prover) -> bool {
    let row = ui.horizontal(|ui| {
        ui.label(theme::caption(ui, "Proof"));
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let close = icon_button_ui(ui, icons::ICON_CLOSE.codepoint, "Close the proof", true);
            if prover.is_searching() && ui.button("Stop").clicked() {
                prover.work.stop();
            }
            close.clicked()
        })
    });
    row.inner.inner
}

/// The question under work.
fn question_ui(ui: &mut Ui, prover: &Prover, proof: &Proof) {
    ui.label(theme::bold(format!("Can {} force a win?", proof.asked)));
    tried_ui(ui, prover);
}

/// A line for each thing that the search has tried.
fn tried_ui(ui: &mut Ui, prover: &Prover) {
    for text in prover.tried() {
        ui.add(Label::new(theme::muted(ui, text)).wrap());
    }
}

/// The ways on where the board does not stand in the proof.
fn elsewhere_ui(ui: &mut Ui, proof: &Proof, cx: &mut Cx<'_>) {
    ui.add(Label::new(theme::muted(ui, "The board shows another position.")).wrap());
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = SPACE_M;
        if ui.link(RichText::new("Back to the proof").small()).clicked() {
            cx.ask(GameCommand::Navigate(Navigation::To(proof.start.node)));
        }
        if ui.link(RichText::new("Prove this position").small()).clicked() {
            cx.ask(Request::OpenCard(CardId::Prover));
        }
    });
}

/// The moves of the proof as buttons, which make the move on the board.
fn steps_ui(ui: &mut Ui, tree: &ProofTree, steps: &[ProofStep], cx: &mut Cx<'_>) {
    let position = cx.session.game.position();
    let is_answer = position.turn() == tree.side();
    let heading = match (steps, is_answer) {
        ([], _) => return,
        (_, true) => "The move of the proof:".to_owned(),
        ([_], false) => "The only defence:".to_owned(),
        (_, false) => format!("{} defences, and each has its answer:", steps.len()),
    };
    ui.label(theme::muted(ui, heading));
    move_buttons_ui(ui, |ui| {
        let theme = Theme::of(ui);
        let color = if is_answer { theme.good } else { theme.text };
        for step in steps {
            let text = step_text(position, step, is_answer);
            if ui.add(Button::new(RichText::new(text).small().color(color))).clicked() {
                cx.ask(GameCommand::Move(step.answer.mv));
            }
        }
    });
}

/// `Qa2, then 4 more moves`, or `Kb5 loses in 4`.
fn step_text(position: &Position, step: &ProofStep, is_answer: bool) -> String {
    let mv = san(position, step.answer.mv);
    match (step.moves_left, is_answer) {
        (0, _) => mv,
        (left, true) => {
            format!("{mv}, then at most {}", counted(u64::from(left), "more move", "more moves"))
        }
        (left, false) => format!("{mv} loses in {left}"),
    }
}
