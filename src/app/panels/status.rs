//! The status line: whether the game is kept, its file, and the game's rules in a few words.

use egui::{Align, Frame, Layout, Margin, RichText, Ui};
use egui_material_icons::icons;

use crate::{
    app::{
        action::Action,
        state::{AppState, Notice, NoticeKind},
        theme::{self, Theme},
        widgets::icon_button_ui,
    },
    rules::{Stalemate, Variant},
};

/// Draws the line.
pub fn status_ui(ui: &mut Ui, state: &AppState) {
    let color = Theme::of(ui).muted;
    ui.horizontal_centered(|ui| {
        ui.spacing_mut().item_spacing.x = theme::SPACE_L;
        ui.label(RichText::new("Game kept as you play").small().color(color));
        ui.label(RichText::new(document_text(state)).small().color(color));
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let text = RichText::new(variant_summary(state.variant())).small().color(color);
            ui.add(egui::Label::new(text).truncate());
        });
    });
}

/// Shows a sentence for the user above the status line, until it is dismissed.
pub fn notice_ui(ui: &mut Ui, notice: &Notice, out: &mut Vec<Action>) {
    let theme = Theme::of(ui);
    let (icon, color) = match notice.kind {
        NoticeKind::Info => (icons::ICON_INFO.codepoint, theme.accent),
        NoticeKind::Error => (icons::ICON_ERROR.codepoint, theme.bad),
    };
    let frame = Frame::new().fill(theme.raised).inner_margin(Margin::symmetric(16, 4));
    egui::Panel::bottom("notice").frame(frame).show(ui, |ui| {
        ui.horizontal(|ui| {
            ui.label(RichText::new(icon).size(18.0).color(color));
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                let close = icons::ICON_CLOSE.codepoint;
                if icon_button_ui(ui, close, "Dismiss", true).clicked() {
                    out.push(Action::DismissNotice);
                }
                ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                    ui.add(egui::Label::new(&notice.text).wrap());
                });
            });
        });
    });
}

/// Shows what has been typed of a move, over the foot of the board.
pub fn typed_ui(ui: &mut Ui, typed: &str, board: egui::Rect) {
    let theme = Theme::of(ui);
    egui::Area::new(egui::Id::unique("typed move"))
        .pivot(egui::Align2::CENTER_BOTTOM)
        .fixed_pos(board.center_bottom() - egui::vec2(0.0, theme::SPACE_S))
        .interactable(false)
        .show(ui.ctx(), |ui| {
            theme.overlay().inner_margin(theme::SPACE_S as i8).show(ui, |ui| {
                ui.horizontal(|ui| {
                    ui.label(theme::heading(typed));
                    ui.label(RichText::new("Enter plays it").small().color(theme.muted));
                });
            });
        });
}

/// The file's name, with a word where it lags behind the game.
fn document_text(state: &AppState) -> String {
    let name = match (&state.document.path, &state.document.title) {
        (Some(path), _) => path.display().to_string(),
        (None, Some(title)) => title.clone(),
        (None, None) => return String::new(),
    };
    if state.is_unsaved() { format!("{name} (changed)") } else { name }
}

/// What to know about a game in a few words.
pub fn variant_summary(variant: &Variant) -> String {
    let mut words = vec![if variant.king_capture {
        "the king can be taken".to_owned()
    } else {
        "mate wins".to_owned()
    }];
    words.push(match variant.stalemate {
        Stalemate::Loss => "stalemate loses".to_owned(),
        Stalemate::Draw => "stalemate draws".to_owned(),
    });
    if let Some(limit) = variant.move_limit {
        words.push(format!("draw after move {limit}"));
    }
    format!("{}: {}", variant.name, words.join("; "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn summaries_come_from_the_data() {
        let text = |id| variant_summary(Variant::by_id(id).unwrap());
        assert_eq!(
            text("minichess"),
            "MiniChess: the king can be taken; stalemate loses; draw after move 40"
        );
        assert_eq!(text("gardner"), "Gardner: mate wins; stalemate draws");
    }
}
