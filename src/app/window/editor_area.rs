//! The window while a position is being set up: the editor's board and its controls.

use egui::{Frame, Ui};

use super::MinnowApp;
use crate::app::shell::panes::side;
use crate::app::{
    action::{Action, EditorAction},
    editor::view,
    ui::board::{Placed, PlacingView, placing_ui},
    ui::breakpoints::{Arrangement, is_low},
    ui::theme::{self, BoardColors, SPACE_M, SPACE_S, SPACE_XS, Theme},
};

impl MinnowApp {
    pub(in crate::app) fn editor_window_ui(
        &mut self,
        ui: &mut Ui,
        arrangement: Arrangement,
        out: &mut Vec<Action>,
    ) {
        let size = ui.ctx().content_rect().size();
        let panel = match arrangement {
            Arrangement::Wide | Arrangement::Drawer => {
                side(egui::Panel::right("editor"), theme::RIGHT_WIDTH)
            }
            Arrangement::TabsBeside => {
                let width = (size.x * 0.44).clamp(200.0, theme::RIGHT_WIDTH);
                side(egui::Panel::right("editor"), width)
            }
            Arrangement::TabsBelow => {
                let height = (size.y * 0.38).clamp(150.0, 340.0);
                side(egui::Panel::bottom("editor"), height)
            }
        };
        panel.show(ui, |ui| {
            let small = !matches!(arrangement, Arrangement::Wide | Arrangement::Drawer);
            let card = Theme::of(ui).card();
            let card = if small { card.inner_margin(SPACE_S as i8) } else { card };
            card.show(ui, |ui| {
                ui.take_available_space();
                if let Some(editor) = self.state.editor() {
                    view::editor_ui(ui, editor, out);
                }
            });
        });
        let margin = if is_low(size) { SPACE_XS } else { SPACE_M };
        let frame = Frame::new().fill(Theme::of(ui).background).inner_margin(margin as i8);
        egui::CentralPanel::no_frame().frame(frame).show(ui, |ui| self.placing_ui(ui, out));
    }

    fn placing_ui(&mut self, ui: &mut Ui, out: &mut Vec<Action>) {
        let Some(editor) = self.state.editor() else { return };
        let pieces: Vec<_> = editor.setup().board.pieces().collect();
        let variant = editor.variant();
        let view = PlacingView {
            files: variant.files,
            ranks: variant.ranks,
            flipped: self.state.session.flipped,
            pieces: &pieces,
            roles: variant.roles(),
            colors: BoardColors::by_id(&self.state.session.settings.board_colors),
            enabled: self.state.question.is_none() && self.state.page().is_none(),
        };
        let placed = placing_ui(ui, &mut self.placing, &view);
        out.extend(placed.into_iter().map(|change| {
            Action::Editor(match change {
                Placed::Put(at, piece) => EditorAction::Put(at, piece),
                Placed::Moved(from, to) => EditorAction::Move(from, to),
            })
        }));
    }
}
