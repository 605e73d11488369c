//! The answer to "Why not this move?" as a page over the window: a sentence at each node.

use egui::{Label, RichText, Ui};

use super::{
    LabAction,
    why::{Asked, Told, Why},
};
use crate::{
    app::{
        action::Action,
        theme::{self, SPACE_L, SPACE_S, SPACE_XS, Theme},
        widgets::{drop_down_ui, said_ui},
    },
    lab::Kind,
    rules::{Move, Position},
};

/// The page's title.
pub fn title(why: &Why) -> String {
    match why.asked() {
        Some(Asked { position, played }) => format!("Why not {}?", position.move_text(*played)),
        None => "Why not this move?".to_owned(),
    }
}

/// Draws the page's inside.
pub fn why_ui(ui: &mut Ui, why: &Why, out: &mut Vec<LabAction>) {
    let Some(asked) = why.asked() else { return };
    let name = |played| asked.position.move_text(played);
    drop_down_ui(ui, "Move to ask about", &name(asked.played), |ui| {
        for played in asked.position.legal_moves() {
            if ui.selectable_label(played == asked.played, name(played)).clicked() {
                let position = asked.position;
                out.push(LabAction::WhyNot(Box::new(Asked { position, played })));
            }
        }
    });
    ui.add_space(SPACE_S);
    match (why.answer(), why.is_thinking()) {
        (Some(answer), _) => {
            for told in &answer.nodes {
                told_ui(ui, told);
                ui.add_space(SPACE_XS);
            }
            let text = format!(
                "Searched {} plies ahead, captures played on. Scores are those of the side that \
                 would make the move. At a CUT node one reply is enough; at an ALL node every try \
                 fails.",
                answer.depth
            );
            ui.add(Label::new(RichText::new(text).small().color(Theme::of(ui).muted)).wrap());
        }
        (None, true) => drop(ui.label(theme::muted(ui, "Looking for the refutation\u{2026}"))),
        (None, false) => {
            let text = "There is no answer: another search came in between. Ask again.";
            ui.add(Label::new(theme::muted(ui, text)).wrap());
        }
    }
}

/// The entry of a menu that asks about a move.
pub fn ask_ui(ui: &mut Ui, position: Position, played: Move, out: &mut Vec<Action>) {
    if ui.button("Why not this move?").clicked() {
        out.push(Action::Lab(LabAction::WhyNot(Box::new(Asked { position, played }))));
        ui.close();
    }
}

fn told_ui(ui: &mut Ui, told: &Told) {
    let theme = Theme::of(ui);
    let (word, color) = match told.kind {
        Kind::Pv => ("best", theme.accent),
        Kind::Cut => ("CUT", theme.bad),
        Kind::All => ("ALL", theme.second_line),
    };
    ui.horizontal_top(|ui| {
        ui.add_space(told.level as f32 * SPACE_L);
        ui.vertical(|ui| {
            said_ui(ui, color, |ui| {
                ui.horizontal_wrapped(|ui| {
                    ui.label(theme::bold(&told.moves));
                    ui.label(RichText::new(word).small().color(color));
                });
                ui.add(Label::new(&told.sentence).wrap());
            });
        });
    });
}
