//! The division of the window at each size, as pure functions of its size in points, and the handle that
//! changes the width of a panel, by mouse or by the arrow keys.

use egui::{
    CursorIcon, FocusDirection, Id, Key, Modifiers, Rangef, Rect, Role, Sense, Stroke, Ui, Vec2,
    WidgetInfo, pos2,
};

use super::theme::{LINES_WIDTH, RIGHT_WIDTH, Theme};

/// Below this width the column is narrow.
const NARROW_COLUMN_BELOW: f32 = 1000.0;
/// Below this width there is one slim panel.
const TABS_BELOW: f32 = 760.0;
/// The width of the column in a window without room for a wider one.
const NARROW_COLUMN: f32 = 320.0;
/// Below this height the strips beside the board are slim.
const LOW_BELOW: f32 = 620.0;
/// Below this width a panel below the board is as high as in a window of at least this height.
const NARROW_BELOW: f32 = 440.0;
const LEAST_NARROW: f32 = 700.0;
/// The smallest size, in points, at which everything still fits.
const LEAST: Vec2 = Vec2::new(360.0, 330.0);

/// The least width of a panel, in points, and the greatest as a share of the window.
const LEAST_PANEL: f32 = 260.0;
const MOST_OF_WINDOW: f32 = 0.42;

/// The width of the strip of a handle that takes the pointer, in points.
const HANDLE_STRIP: f32 = 8.0;
/// The change of the width by an arrow key, in points.
const HANDLE_STEP: f32 = 16.0;

/// The places of the panels beside the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arrangement {
    /// A column right of the board.
    Wide,
    /// One slim panel right of the board: a small window that is wider than tall.
    TabsBeside,
    /// One panel below the board.
    TabsBelow,
}

/// The arrangement for a window of this size in points.
pub fn arrangement(size: Vec2) -> Arrangement {
    if size.x >= TABS_BELOW {
        Arrangement::Wide
    } else if size.x > size.y {
        Arrangement::TabsBeside
    } else {
        Arrangement::TabsBelow
    }
}

/// The width of the single panel beside the board.
pub fn beside_width(window: Vec2) -> f32 {
    (window.x * 0.44).clamp(200.0, RIGHT_WIDTH)
}

/// The width of the column beside the board.
pub fn column_width(window: Vec2) -> f32 {
    if window.x < NARROW_COLUMN_BELOW {
        return NARROW_COLUMN;
    }
    let most = (window.x * 0.3).clamp(LINES_WIDTH, 1.8 * LINES_WIDTH);
    (window.x * 0.38).clamp(RIGHT_WIDTH, most)
}

/// The height of the single panel below the board, for its share of the window's height.
pub fn below_height(window: Vec2, share: f32) -> f32 {
    // The controls of a narrow window take more lines.
    let height = if window.x < NARROW_BELOW { window.y.max(LEAST_NARROW) } else { window.y };
    (height * share).clamp(150.0, 300.0)
}

/// The height of the column below the board in Play and Analyse. In 480 by 640 points, the board keeps 340
/// points.
pub fn column_below_height(window: Vec2) -> f32 {
    ((window.y - 640.0) * 0.9 + 92.0).clamp(92.0, 300.0)
}

/// True if the strips of the players and the edges around the board should be slim.
pub fn is_slim(size: Vec2) -> bool {
    is_low(size) || size.x < TABS_BELOW
}

/// True if every strip of the window should be slim.
pub fn is_low(size: Vec2) -> bool {
    size.y < LOW_BELOW
}

/// The wanted zoom, or the largest one that leaves the window enough points.
/// `size` is the window's size in points at zoom 1.
pub fn fitting_zoom(wish: f32, size: Vec2) -> f32 {
    let most = (size.x / LEAST.x).min(size.y / LEAST.y).max(0.5);
    wish.min(most)
}

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

    /// The least and the greatest width. The board keeps a part of the window.
    fn limits(&self, ui: &Ui) -> Rangef {
        let window = ui.ctx().content_rect().size();
        let least = LEAST_PANEL.min(self.usual);
        Rangef::new(least, (window.x * MOST_OF_WINDOW).max(self.usual))
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
        let strip = Rect::from_x_y_ranges(
            edge - HANDLE_STRIP / 2.0..=edge + HANDLE_STRIP / 2.0,
            panel.y_range(),
        );
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
        Some(if key == wider { HANDLE_STEP } else { -HANDLE_STEP })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use egui::vec2;

    #[test]
    fn panels_move_as_the_window_shrinks() {
        assert_eq!(arrangement(vec2(1280.0, 800.0)), Arrangement::Wide);
        assert_eq!(arrangement(vec2(760.0, 700.0)), Arrangement::Wide);
        assert_eq!(column_width(vec2(999.0, 700.0)), 320.0);
        assert!(column_width(vec2(1000.0, 700.0)) > 320.0);
        assert_eq!(arrangement(vec2(640.0, 480.0)), Arrangement::TabsBeside);
        assert_eq!(arrangement(vec2(480.0, 800.0)), Arrangement::TabsBelow);
    }

    #[test]
    fn zoom_never_leaves_less_than_the_least_size() {
        assert_eq!(fitting_zoom(1.0, vec2(1280.0, 800.0)), 1.0);
        assert_eq!(fitting_zoom(2.0, vec2(1280.0, 800.0)), 2.0);
        let zoom = fitting_zoom(2.0, vec2(640.0, 480.0));
        assert!(zoom < 1.5 && 640.0 / zoom >= LEAST.x && 480.0 / zoom >= LEAST.y);
    }
}
