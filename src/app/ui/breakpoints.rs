//! The division of the window at each size, as pure functions of its size in points, and the sizes
//! of the views.

mod lab;

use egui::{Rangef, Vec2};

use super::theme::{LINES_WIDTH, RIGHT_WIDTH};

pub use lab::*;

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

/// Sizes of `analyse/view.rs`, in points; shares are of the available room.
pub mod analyse {
    /// The width of a line's score, in points.
    pub const SCORE_WIDTH: f32 = 60.0;
    /// The height of a line, in points.
    pub const LINE_HEIGHT: f32 = 30.0;
    /// The height of a line in a low window, in points.
    pub const LOW_LINE_HEIGHT: f32 = 24.0;
    /// In a narrower card, in points, the header has fewer words.
    pub const TIGHT_BELOW: f32 = 340.0;
    /// In a narrower card, in points, the header does not offer the number of lines, and the
    /// progress shows the depth only.
    pub const NARROW_BELOW: f32 = 240.0;
    /// The size of a square of the preview board, in points.
    pub const PREVIEW_SQUARE: f32 = 32.0;
}

/// Sizes of `endings/view.rs` and `ui/table_work.rs`, in points.
pub mod endings {
    /// The height of the bar of progress.
    pub const BAR_HEIGHT: f32 = 6.0;
    /// The room that the link to all endings needs.
    pub const LINK_WIDTH: f32 = 80.0;
}

/// Sizes of `explorer/`, in points.
pub mod explorer {
    pub const ROW_HEIGHT: f32 = 22.0;
    /// The most rows without scrolling.
    pub const ROWS: f32 = 6.0;
    /// The columns of a row besides the bar.
    pub const MOVE_WIDTH: f32 = 58.0;
    pub const SCORE_WIDTH: f32 = 42.0;
    pub const GAMES_WIDTH: f32 = 44.0;
    pub const BOOK_WIDTH: f32 = 44.0;
    /// The bar's long caption needs this width.
    pub const LONG_CAPTION_WIDTH: f32 = 130.0;
    /// The size of the percentages in the bar.
    pub const PERCENT_SIZE: f32 = 10.0;
    /// A part of the bar below this width has no text.
    pub const LEAST_TEXT_WIDTH: f32 = 26.0;
}

/// Sizes of `facts/`, in points.
pub mod facts {
    /// From this width on, the cards stand in two columns.
    pub const COLUMNS_FROM: f32 = 700.0;
    /// The room of a board.
    pub const BOARD_SIDE: f32 = 96.0;
    /// The height of the bar of wins, draws and losses.
    pub const BAR_HEIGHT: f32 = 6.0;
    pub const BUTTON_WIDTH: f32 = 64.0;
    /// The width of the controls of a build.
    pub const BUILD_WIDTH: f32 = 360.0;
}

/// Sizes of the page of puzzles, in points.
pub mod puzzles {
    pub const START_WIDTH: f32 = 240.0;
    /// The width of the choice of the source.
    pub const SOURCES_WIDTH: f32 = 440.0;
    pub const BAR_WIDTH: f32 = 200.0;
    pub const BAR_HEIGHT: f32 = 6.0;
}

/// Sizes of `learn/view.rs`, in points; shares are of the available room.
pub mod learn {
    /// The least width for the full title as a heading, in points.
    pub const HEADING_FROM_WIDTH: f32 = 340.0;
    /// The size of a problem's icon, in points.
    pub const ICON_SIZE: f32 = 18.0;
}

/// Sizes of `review/view.rs`, in points; shares are of the available room.
pub mod review {
    /// In a narrower card, in points, the buttons stand below the figures, and the counts of errors
    /// have no words.
    pub const BESIDE_FROM_WIDTH: f32 = 400.0;
    /// The width of one side's figures in a wider card, in points.
    pub const SIDE_WIDTH: f32 = 142.0;
    /// The least width for both accuracies and the button in one row, in points.
    pub const ROW_FROM_WIDTH: f32 = 340.0;
    /// The least width for two accuracies with the sides' names, in points.
    pub const NAMES_FROM_WIDTH: f32 = 164.0;
    /// The least width for two accuracies with the first letters of the names, in points.
    pub const LETTERS_FROM_WIDTH: f32 = 124.0;
    /// The least width for words beside a button, in points.
    pub const WORDS_FROM_WIDTH: f32 = 80.0;
    /// The width of the button that leads to the errors, in points.
    pub const LEARN_WIDTH: f32 = 126.0;

    /// The height of the figures of both sides with their buttons, in a card of this width.
    pub fn figures_height(width: f32) -> f32 {
        if width >= BESIDE_FROM_WIDTH { 130.0 } else { 120.0 }
    }
}

/// Sizes of `shell/menu.rs`, in points; shares are of the available room.
pub mod menu {
    /// The least width at which the fish is shown, in points.
    pub const FISH_FROM_WIDTH: f32 = 460.0;
    /// The least width beside the fish at which the program's name is shown, in points.
    pub const NAME_FROM_WIDTH: f32 = 600.0;
    /// The least width beside the tabs at which the buttons show words, not icons, in points.
    pub const WORDS_FROM_WIDTH: f32 = 320.0;
}

/// Sizes of `shell/pages.rs`, in points; shares are of the available room.
pub mod pages {
    /// The width of the keys' names, in points; their effects take the rest.
    pub const KEYS_WIDTH: f32 = 190.0;
    /// In a narrower page, in points, the effects stand below the keys.
    pub const KEYS_BESIDE_FROM: f32 = 360.0;
}

/// Sizes of `shell/notices.rs`, in points.
pub mod notices {
    /// Room for the button of an alert or notice.
    pub const BUTTON_WIDTH: f32 = 96.0;
    /// The height of the button and the cross.
    pub const BUTTON_HEIGHT: f32 = 22.0;
    /// Room for the icon before the sentence and the cross behind it.
    pub const ICONS_WIDTH: f32 = 80.0;
}

/// Sizes of `play/controls.rs`, in points.
pub mod controls {
    /// From this width on, three buttons stand in a row.
    pub const THREE_FROM_WIDTH: f32 = 240.0;
}

/// Sizes of `play/players.rs`, in points.
pub mod players {
    /// The side of a captured piece's picture, in points.
    pub const CAPTURED_SIZE: f32 = 18.0;
    /// The least width of a clock in points, so that the width is constant.
    pub const CLOCK_WIDTH: f32 = 86.0;
    /// The distance between captured pieces, in points, where there is room.
    pub const CAPTURED_STEP: f32 = CAPTURED_SIZE * 0.62;
    /// Room for the lead in material, in points.
    pub const LEAD_WIDTH: f32 = 28.0;
    /// Room for a rating behind the name, in points.
    pub const RATING_WIDTH: f32 = 48.0;
    /// Room for the words beside the clock, in points.
    pub const WORDS_WIDTH: f32 = 100.0;
    /// In a strip slimmer than this, in points, there is no room for words beside a clock.
    pub const TIGHT_BELOW: f32 = 360.0;
}

/// Sizes of `editor/view.rs`, in points.
pub mod editor {
    /// Below this width, in points, the title is bold text instead of a heading, and buttons stand below
    /// one another.
    pub const HEADING_FROM_WIDTH: f32 = 220.0;

    /// The height of the controls below the board.
    pub fn panel_height(window: egui::Vec2) -> f32 {
        (window.y * 0.38).clamp(150.0, 340.0)
    }
}

/// Sizes of `games/view.rs`, in points.
pub mod games {
    /// The height of everything around the list, in points.
    pub const AROUND_LIST: f32 = 270.0;
    /// The maximum height of the list, in points.
    pub const MOST_HEIGHT: f32 = 480.0;
    /// A list narrower than this, in points, has no columns for moves, date and event.
    pub const ALL_COLUMNS_FROM: f32 = 600.0;
}

/// Sizes of `archive/`, in points.
pub mod archive {
    /// The maximum width of the list.
    pub const WIDTH: f32 = 940.0;
    /// The least room beside the list and the form, for their margins.
    pub const AROUND_WIDTH: f32 = 64.0;
    /// From this width on, the filters stand in one row.
    pub const WIDE_FROM: f32 = 760.0;
    /// The height of everything around the list, and with the filters in two rows.
    pub const AROUND_LIST: f32 = 250.0;
    pub const AROUND_NARROW_LIST: f32 = 290.0;
    pub const ROW_HEIGHT: f32 = 64.0;
    /// The longer side of a row's board.
    pub const BOARD: f32 = 54.0;
    /// The distance of a row's two lines of text from its middle.
    pub const LINE_OFFSET: f32 = 10.0;
    pub const RESULT_WIDTH: f32 = 150.0;
    pub const DROP_DOWN_WIDTH: f32 = 140.0;
    /// The width of the form, and the height of everything around its fields.
    pub const FORM_WIDTH: f32 = 440.0;
    pub const AROUND_FORM: f32 = 190.0;
    /// The share of a tag's row that its name takes.
    pub const TAG_NAME_SHARE: f32 = 0.35;
}

/// Sizes of `opponents/`, in points.
pub mod opponents {
    use egui::{Vec2, vec2};

    /// From this width on, the cards stand in two columns.
    pub const COLUMNS_FROM: f32 = 700.0;
    /// From this width on, the history of the rating stands beside it.
    pub const HISTORY_BESIDE_FROM: f32 = 720.0;
    pub const HISTORY: Vec2 = vec2(360.0, 84.0);
    /// The room of the longest fish.
    pub const FISH: Vec2 = vec2(72.0, 48.0);
    pub const BUTTON_WIDTH: f32 = 64.0;
    pub const AIM_WIDTH: f32 = 360.0;
}

/// Sizes of `moves/`, in points.
pub mod moves {
    /// From this width on, in points, the list has a caption.
    pub const CAPTION_FROM_WIDTH: f32 = 200.0;
    /// The field grows with its text up to this height, in points, and then scrolls.
    pub const MOST_COMMENT_HEIGHT: f32 = 112.0;
    /// With less height than this, in points, the move list hides a comment field without focus.
    pub const COMMENT_FROM_HEIGHT: f32 = 200.0;
    /// The menu's width, in points.
    pub const MENU_WIDTH: f32 = 240.0;
    /// The width of the move numbers, in points.
    pub const NUMBER_WIDTH: f32 = 34.0;
    /// The indentation of a variation against the line it leaves, in points.
    pub const INDENT: f32 = 12.0;
    /// Deeper variations are not indented further, so that their text keeps some width.
    pub const MOST_INDENTS: u16 = 6;
    /// The gap between two rows, in points.
    pub const ROW_GAP: f32 = 2.0;
    /// The gap between two moves of a variation, in points.
    pub const CELL_GAP: f32 = 6.0;
    /// The margin above and below a comment, in points.
    pub const COMMENT_MARGIN: f32 = 3.0;
    /// The bar at the left of a verdict, in points.
    pub const VERDICT_BAR_WIDTH: f32 = 3.0;
    /// The margin above and below the box, in points.
    pub const VERDICT_MARGIN: f32 = 3.0;
}

/// Sizes of `review/graph.rs`, in points.
pub mod review_graph {
    /// The height of the words below the curve, in points.
    pub const WORDS_HEIGHT: f32 = 26.0;
    /// The radius of an error's mark, in points.
    pub const MARK_RADIUS: f32 = 5.0;
    /// The distance of the curve from the frame, in points.
    pub const INSET: f32 = 3.0;
}

/// Sizes of `shell/analyse_screen.rs`, in points.
pub mod analyse_screen {
    /// Below this height of the window, the card of the explorer takes the place of the review's.
    pub const CROWDED_BELOW_HEIGHT: f32 = 780.0;
    /// From this height on, in points, a single panel holds both the lines and the moves.
    pub const BOTH_FROM_HEIGHT: f32 = 280.0;
    /// The least useful height of the card of moves, in points.
    pub const LEAST_MOVES_HEIGHT: f32 = 96.0;
    /// The graph is at least this wide where there is room, in points.
    pub const GRAPH_WIDTH: f32 = 560.0;
    /// The least useful height of the graph, without its words, in points.
    pub const LEAST_GRAPH_HEIGHT: f32 = 28.0;

    /// The height of the graph with its words; `None` if the board needs all of `room`.
    pub fn graph_height(room: f32) -> Option<f32> {
        let words = super::review_graph::WORDS_HEIGHT;
        match room {
            560.0.. => Some(92.0 + words),
            450.0.. => Some(48.0 + words),
            _ => None,
        }
    }
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
