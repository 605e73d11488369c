//! How the window is divided at each size: pure functions from its size in points.

use egui::Vec2;

/// Below this width the settings hide in a drawer.
const DRAWER_BELOW: f32 = 1000.0;
/// Below this width there is one side panel with tabs.
const TABS_BELOW: f32 = 760.0;
/// Below this height the strips beside the board are slim.
const LOW_BELOW: f32 = 620.0;
/// The smallest size, in points, at which everything still fits.
const LEAST: Vec2 = Vec2::new(440.0, 330.0);

/// Where the panels beside the board are.
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
    match () {
        () if size.x >= DRAWER_BELOW => Arrangement::Wide,
        () if size.x >= TABS_BELOW => Arrangement::Drawer,
        () if size.x > size.y => Arrangement::TabsBeside,
        () => Arrangement::TabsBelow,
    }
}

/// Whether the window is so low that every strip of it should be slim.
pub fn is_low(size: Vec2) -> bool {
    size.y < LOW_BELOW
}

/// The zoom the window can hold: the wish, less where that would leave too few points.
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
