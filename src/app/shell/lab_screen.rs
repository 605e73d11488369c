//! The lab's screen.

use crate::app::request::Request;
use egui::Ui;

use super::MinnowApp;
use crate::app::{
    context::change_settings,
    lab::{LabContext, area::lab_area_ui},
    session::{Out, settings::SidePanel},
    ui::breakpoints::Arrangement,
    ui::splitter::WidthChange,
};

impl MinnowApp {
    pub(in crate::app) fn lab_window_ui(
        &mut self,
        ui: &mut Ui,
        arrangement: Arrangement,
        out: &mut Vec<Request>,
    ) {
        let flags = self.board_flags();
        let context = LabContext { session: &self.state.session, lab: &self.state.lab, flags };
        let mut emitted = Out::default();
        let (views, board) = (&mut self.lab_views, &mut self.board);
        let change = lab_area_ui(ui, arrangement, context, views, board, &mut emitted);
        out.extend(emitted.into_actions(Request::Lab));
        if let Some(WidthChange(width)) = change {
            let settings = &self.state.session.settings;
            change_settings(out, settings, |changed| {
                changed.panels.set(SidePanel::LabBoard, width);
            });
        }
    }
}
