//! The editor's screen: its board and its controls.

use egui::{Frame, Ui};

use super::{Editor, EditorAction, view::editor_ui};
use crate::app::{
    session::{Out, Session},
    ui::board::{PlacingChange, PlacingState, PlacingView, placing_ui},
    ui::breakpoints::{Arrangement, beside_width, is_low},
    ui::theme::{self, SPACE_M, SPACE_S, SPACE_XS, Theme},
    ui::widgets::side_panel,
};

/// The part of the window below the bars.
#[derive(Clone, Copy, Debug)]
pub(crate) struct EditorArea {
    pub arrangement: Arrangement,
    /// False while something lies over the board.
    pub is_board_enabled: bool,
}

/// Fills the area with the controls in a panel and the board beside or above them.
pub(crate) fn editor_area_ui(
    ui: &mut Ui,
    session: &Session,
    editor: &Editor,
    placing: &mut PlacingState,
    area: EditorArea,
    out: &mut Out<EditorAction>,
) {
    let size = ui.ctx().content_rect().size();
    let is_small = !matches!(area.arrangement, Arrangement::Wide | Arrangement::Drawer);
    controls_panel(area.arrangement, size).show(ui, |ui| {
        let card = Theme::of(ui).card();
        let card = if is_small { card.inner_margin(SPACE_S as i8) } else { card };
        card.show(ui, |ui| {
            ui.take_available_space();
            editor_ui(ui, editor, editor.ending(session).as_ref(), out);
        });
    });
    let margin = if is_low(size) { SPACE_XS } else { SPACE_M };
    let frame = Frame::new().fill(Theme::of(ui).background).inner_margin(margin as i8);
    egui::CentralPanel::no_frame().frame(frame).show(ui, |ui| {
        board_ui(ui, session, editor, placing, area.is_board_enabled, out);
    });
}

fn controls_panel(arrangement: Arrangement, window: egui::Vec2) -> egui::Panel {
    match arrangement {
        Arrangement::Wide | Arrangement::Drawer => {
            side_panel(egui::Panel::right("editor"), theme::RIGHT_WIDTH)
        }
        Arrangement::TabsBeside => side_panel(egui::Panel::right("editor"), beside_width(window)),
        Arrangement::TabsBelow => side_panel(egui::Panel::bottom("editor"), panel_height(window)),
    }
}

/// The height of the controls below the board.
fn panel_height(window: egui::Vec2) -> f32 {
    (window.y * 0.38).clamp(150.0, 340.0)
}

fn board_ui(
    ui: &mut Ui,
    session: &Session,
    editor: &Editor,
    placing: &mut PlacingState,
    enabled: bool,
    out: &mut Out<EditorAction>,
) {
    let pieces: Vec<_> = editor.setup().board.pieces().collect();
    let variant = editor.variant();
    let view = PlacingView {
        files: variant.files,
        ranks: variant.ranks,
        flipped: session.flipped,
        pieces: &pieces,
        roles: variant.roles(),
        look: session.settings.board_look(),
        enabled,
    };
    for change in placing_ui(ui, placing, &view) {
        out.push(match change {
            PlacingChange::Put(at, piece) => EditorAction::Put(at, piece),
            PlacingChange::Moved(from, to) => EditorAction::Move(from, to),
        });
    }
}
