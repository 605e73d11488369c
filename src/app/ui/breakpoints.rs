//! The division of the window at each size, as pure functions of its size in points.

use egui::{Rangef, Vec2};

use super::theme::{LINES_WIDTH, RIGHT_WIDTH};

/// Below this width the settings are in a drawer.
const DRAWER_BELOW: f32 = 1000.0;
/// Below this width there is one side panel with tabs.
const TABS_BELOW: f32 = 760.0;
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

/// The places of the panels beside the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arrangement {
    /// Settings left, moves right.
    Wide,
    /// Settings in a drawer, moves right.
    Drawer,
    /// One panel with tabs, right of the board: a small window that is wider than tall.
    TabsBeside,
    /// One panel with tabs below the board.
    TabsBelow,
}

/// The arrangement for a window of this size in points.
pub fn arrangement(size: Vec2) -> Arrangement {
    if size.x >= DRAWER_BELOW {
        Arrangement::Wide
    } else if size.x >= TABS_BELOW {
        Arrangement::Drawer
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

/// The width of the moves in play. A wide window has room that the board cannot use.
pub fn moves_width(window: Vec2) -> f32 {
    (window.x * 0.19).clamp(RIGHT_WIDTH, 1.5 * RIGHT_WIDTH)
}

/// The width of the lines and moves in analysis.
pub fn lines_width(window: Vec2) -> f32 {
    let most = (window.x * 0.3).clamp(LINES_WIDTH, 1.8 * LINES_WIDTH);
    (window.x * 0.38).clamp(RIGHT_WIDTH, most)
}

/// The least and the greatest width of a panel that the user may widen. The board keeps a part of
/// the window.
pub fn panel_limits(usual: f32, window: Vec2) -> Rangef {
    let least = LEAST_PANEL.min(usual);
    Rangef::new(least, (window.x * MOST_OF_WINDOW).max(usual))
}

/// The height of the single panel below the board, for its share of the window's height.
pub fn below_height(window: Vec2, share: f32) -> f32 {
    // The controls of a narrow window take more lines.
    let height = if window.x < NARROW_BELOW { window.y.max(LEAST_NARROW) } else { window.y };
    (height * share).clamp(150.0, 300.0)
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

#[cfg(test)]
mod tests {
    use super::*;
    use egui::vec2;

    #[test]
    fn panels_move_as_the_window_shrinks() {
        assert_eq!(arrangement(vec2(1280.0, 800.0)), Arrangement::Wide);
        assert_eq!(arrangement(vec2(900.0, 700.0)), Arrangement::Drawer);
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
