//! The lab's screen.

use egui::Ui;

use super::MinnowApp;
use crate::app::{
    context::Cx, lab::area::lab_area_ui, request::Request, session::settings::SidePanel,
    ui::breakpoints::Arrangement, ui::splitter::WidthChange,
};

impl MinnowApp {
    pub(in crate::app) fn lab_window_ui(
        &mut self,
        ui: &mut Ui,
        arrangement: Arrangement,
        out: &mut Vec<Request>,
    ) {
        let flags = self.board_flags();
        let mut cx = Cx::new(&self.state.session, self.now_ms(), out);
        let (lab, board) = (&mut self.state.lab, &mut self.board);
        if let Some(WidthChange(width)) = lab_area_ui(ui, arrangement, lab, board, flags, &mut cx) {
            cx.change_settings(|changed| changed.panels.set(SidePanel::LabBoard, width));
        }
    }
}
