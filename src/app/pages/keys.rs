//! The page of all keys.

use egui::{Grid, Key, Label, Modifiers, Ui};

use super::Page;
use crate::app::{
    context::Cx,
    keymap,
    registry::{MenuGroup, Opener, OpenerKeys},
    session::Session,
    ui::theme::{self, SPACE_L, SPACE_S, SPACE_XS},
};

// Sizes in points.
/// In a narrower page the effect of a key stands below it.
const BESIDE_FROM_WIDTH: f32 = 360.0;
const KEYS_WIDTH: f32 = 190.0;

/// The page.
#[derive(Default)]
pub struct KeysPage;

impl KeysPage {
    pub(super) const OPENER: Option<Opener> = Some(Opener {
        group: MenuGroup::Help,
        text: "Keys",
        keys: Some(OpenerKeys::new(Modifiers::NONE, Key::Questionmark, "All keys")),
    });
}

impl Page for KeysPage {
    fn title(&self, _: &Session) -> String {
        "Keys".to_owned()
    }

    fn ui(&mut self, ui: &mut Ui, _: &mut Cx<'_>) {
        ui.spacing_mut().interact_size.y = theme::TEXT_HEADING;
        for table in keymap::ALL {
            ui.add_space(SPACE_S);
            ui.label(theme::caption(ui.ctx(), table.title));
            let ctx = ui.ctx().clone();
            let rows = table.rows(|keys| ctx.format_shortcut(keys));
            if ui.available_width() < BESIDE_FROM_WIDTH {
                for row in rows {
                    ui.label(theme::bold(row.keys));
                    ui.add(Label::new(row.text).wrap());
                    ui.add_space(SPACE_XS);
                }
                continue;
            }
            let grid = Grid::new(table.title).num_columns(2).spacing([SPACE_L, SPACE_XS]);
            grid.min_col_width(KEYS_WIDTH).show(ui, |ui| {
                for row in rows {
                    ui.label(theme::bold(row.keys));
                    ui.add(Label::new(row.text).wrap());
                    ui.end_row();
                }
            });
        }
    }
}
