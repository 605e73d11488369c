//! The legal moves of a position with their results by the end-game tables.

use egui::{Button, Label, RichText, Ui};

use super::text::{doubt_text, outcome};
use crate::app::ui::{move_buttons::move_buttons_ui, theme::Theme};
use minnow_rules::{Move, Position, san};
use minnow_tables::{TableValue, ValuedMove};

/// The form of the moves in the list: buttons that make them, or text alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TableMoveStyle {
    Buttons,
    Labels,
}

/// Draws the moves, the best first; returns the move whose button was clicked.
pub fn table_moves_ui(
    ui: &mut Ui,
    position: &Position,
    moves: &[ValuedMove],
    kind: TableMoveStyle,
) -> Option<Move> {
    if kind == TableMoveStyle::Labels {
        // Lines of text stand closer than buttons.
        ui.spacing_mut().interact_size.y = 0.0;
    }
    let mut chosen = None;
    move_buttons_ui(ui, |ui| {
        let theme = Theme::of(ui);
        for valued in moves {
            let color = match valued.value {
                TableValue::Win(_) => theme.good,
                TableValue::Draw => theme.muted,
                TableValue::Loss(_) => theme.bad,
            };
            let outcome = outcome(valued, position.variant());
            let text = RichText::new(format!("{} {outcome}", san(position, valued.mv)));
            let text = text.small().color(color);
            let shown = match kind {
                TableMoveStyle::Buttons => ui.add(Button::new(text)),
                TableMoveStyle::Labels => {
                    let label = ui.add(Label::new(text).extend());
                    ui.add_space(ui.spacing().item_spacing.x);
                    label
                }
            };
            let shown = match valued.doubt {
                Some(doubt) => shown.on_hover_text(doubt_text(doubt)),
                None => shown,
            };
            if shown.clicked() {
                chosen = Some(valued.mv);
            }
        }
    });
    chosen
}
