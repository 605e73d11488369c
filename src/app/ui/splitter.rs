//! The handle that changes the width of a panel, by mouse or by the arrow keys.

use egui::{
    CursorIcon, FocusDirection, Id, Key, Modifiers, Rangef, Rect, Role, Sense, Stroke, Ui,
    WidgetInfo, pos2,
};

use super::breakpoints::panel_limits;
use super::theme::Theme;

/// The width of the strip that takes the pointer, in points.
const STRIP: f32 = 8.0;
/// The change of the width by an arrow key, in points.
const STEP: f32 = 16.0;

/// The side of the window at which a panel stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PanelSide {
    Left,
    Right,
}

/// A panel whose width the user may change.
#[derive(Clone, Copy, Debug)]
pub struct SplitPanel {
    /// For screen readers: `column`.
    pub name: &'static str,
    pub side: PanelSide,
    /// The user's width in points, if there is one.
    pub wish: Option<f32>,
    /// The width without a wish.
    pub usual: f32,
}

/// A change of the user's wish; `None` returns to the usual width.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WidthChange(pub Option<f32>);

impl SplitPanel {
    fn id(&self) -> Id {
        Id::unique(("width of panel", self.name))
    }

    fn limits(&self, ui: &Ui) -> Rangef {
        panel_limits(self.usual, ui.ctx().content_rect().size())
    }

    /// The width in this frame: while the handle is dragged, as far as the pointer has gone.
    pub fn width(&self, ui: &Ui) -> f32 {
        let dragged = ui.data(|data| data.get_temp(self.id()));
        self.limits(ui).clamp(dragged.or(self.wish).unwrap_or(self.usual))
    }

    /// Draws the handle at the inner edge of the panel, after the panel. Returns the change that the
    /// user has completed.
    pub fn handle_ui(&self, ui: &Ui, panel: Rect) -> Option<WidthChange> {
        let (id, limits) = (self.id(), self.limits(ui));
        let edge = match self.side {
            PanelSide::Left => panel.right(),
            PanelSide::Right => panel.left(),
        };
        let strip = Rect::from_x_y_ranges(edge - STRIP / 2.0..=edge + STRIP / 2.0, panel.y_range());
        let response = ui.interact(strip, id, Sense::click_and_drag());
        let width = panel.width();
        response.widget_info(|| {
            let mut info =
                WidgetInfo::labeled(Role::Splitter, true, format!("Width of the {}", self.name));
            info.value = Some(f64::from(width));
            info
        });
        let response = response.on_hover_cursor(CursorIcon::ResizeHorizontal);
        if response.hovered() || response.dragged() || response.has_focus() {
            let line = Stroke::new(2.0, Theme::of(ui).accent);
            ui.painter().line_segment([pos2(edge, panel.top()), pos2(edge, panel.bottom())], line);
        }
        if response.double_clicked() {
            return Some(WidthChange(None));
        }
        if response.dragged()
            && let Some(at) = response.interact_pointer_pos()
        {
            let wish = match self.side {
                PanelSide::Left => at.x - panel.left(),
                PanelSide::Right => panel.right() - at.x,
            };
            ui.data_mut(|data| data.insert_temp(id, limits.clamp(wish)));
        }
        if response.drag_stopped() {
            return ui.data_mut(|data| data.remove_temp(id)).map(|wish| WidthChange(Some(wish)));
        }
        let step = response.has_focus().then(|| self.step_by_key(ui)).flatten()?;
        Some(WidthChange(Some(limits.clamp(width + step))))
    }

    /// The arrow that points away from the panel's edge of the window widens the panel.
    fn step_by_key(&self, ui: &Ui) -> Option<f32> {
        let wider = match self.side {
            PanelSide::Left => Key::ArrowRight,
            PanelSide::Right => Key::ArrowLeft,
        };
        let keys = [Key::ArrowLeft, Key::ArrowRight];
        let pressed = |key| ui.input_mut(|input| input.consume_key(Modifiers::NONE, key));
        let key = keys.into_iter().find(|key| pressed(*key))?;
        ui.memory_mut(|memory| memory.move_focus(FocusDirection::None));
        Some(if key == wider { STEP } else { -STEP })
    }
}
