//! The page about the program.

use egui::{RichText, Ui};

use super::Page;
use crate::app::{
    context::Cx,
    registry::{MenuGroup, Opener},
    session::Session,
    ui::theme::Theme,
};

/// The page.
#[derive(Default)]
pub struct AboutPage;

impl AboutPage {
    pub(super) const OPENER: Option<Opener> =
        Some(Opener { group: MenuGroup::Help, text: "About Minnow", keys: None });
}

impl Page for AboutPage {
    fn title(&self, _: &Session) -> String {
        "Minnow".to_owned()
    }

    fn ui(&mut self, ui: &mut Ui, _: &mut Cx<'_>) {
        let color = Theme::of(ui).muted;
        ui.label(concat!("Version ", env!("CARGO_PKG_VERSION")));
        ui.label("Chess on small boards, with a look inside the search.");
        ui.label(
            RichText::new("Licence: MIT or Apache-2.0, at your choice. Pieces drawn for Minnow.")
                .color(color),
        );
        ui.label(
            RichText::new("Fonts: Noto Sans (SIL Open Font License). Icons: Material Symbols.")
                .color(color),
        );
    }
}
