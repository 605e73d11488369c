//! The division of the window at each size, as pure functions of its size in points, and the sizes
//! of the views.

use egui::{Rangef, Vec2};

use super::theme::{LINES_WIDTH, RIGHT_WIDTH};

/// Below this width the settings are in a drawer.
const DRAWER_BELOW: f32 = 1000.0;
/// Below this width there is one side panel with tabs.
const TABS_BELOW: f32 = 760.0;
/// Below this height the strips beside the board are slim.
const LOW_BELOW: f32 = 620.0;
/// The smallest size, in points, at which everything still fits.
const LEAST: Vec2 = Vec2::new(440.0, 330.0);

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
    (window.y * share).clamp(150.0, 300.0)
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

/// Sizes of `lab/area.rs`, in points; shares are of the available room.
pub mod lab_area {
    /// Width of the board's column where there is room, in points: at least this, or this share of the
    /// window.
    pub const BOARD_COLUMN: f32 = 340.0;
    pub const BOARD_COLUMN_SHARE: f32 = 0.26;
    /// In a small window, the shares of the board's column or row, and of the text.
    pub const BOARD_SHARE: f32 = 0.4;
    pub const TEXT_SHARE: f32 = 0.5;
    /// The switch of the pages is not stretched beyond this width, in points.
    pub const SWITCH_WIDTH: f32 = 560.0;
    /// The least height of the card below the board, in points; the board leaves room for it where
    /// its share of the column allows.
    pub const CARD_FROM_HEIGHT: f32 = 140.0;
    pub const LEAST_CARD_HEIGHT: f32 = 90.0;
    pub const MOST_OF_COLUMN: f32 = 0.6;
    /// The least width of the card beside the board, in points.
    pub const CARD_FROM_WIDTH: f32 = 150.0;
}

/// Sizes of `lab/compare/view.rs`, in points; shares are of the available room.
pub mod lab_compare {
    /// The table takes the whole width up to this, in points.
    pub const TABLE_WIDTH: f32 = 960.0;
    /// The most of the room's width that the techniques' names take, and their least in points.
    pub const NAMES_SHARE: f32 = 0.42;
    pub const NAMES_WIDTH: f32 = 110.0;
    /// The width of an empty page's text, in points.
    pub const EMPTY_WIDTH: f32 = 430.0;
    /// Width of the list of depths, in points, and where there is little room.
    pub const DEPTH_WIDTH: f32 = 104.0;
    pub const SHORT_DEPTH_WIDTH: f32 = 58.0;
    /// Below this width, in points, the page's head uses short texts.
    pub const SHORT_BELOW: f32 = 340.0;
    /// Below this width, in points, the button for a repetition has a short text.
    pub const BRIEF_BELOW: f32 = 420.0;
    /// The minimum and the maximum height of the plot, in points.
    pub const MIN_PLOT_HEIGHT: f32 = 210.0;
    pub const MAX_PLOT_HEIGHT: f32 = 420.0;
    /// The plot's margins for the numbers to the left, the labels to the right and the depths below,
    /// in points.
    pub const PLOT_LEFT: f32 = 64.0;
    pub const PLOT_RIGHT: f32 = 64.0;
    pub const PLOT_BELOW: f32 = 34.0;
}

/// Sizes of `lab/lessons/board.rs`, in points; shares are of the available room.
pub mod lab_lessons_board {
    /// The board's largest share of the column's width, beside the text.
    pub const BESIDE_SHARE: f32 = 0.38;
    /// The board's largest share of the column's height, above the text.
    pub const BOARD_SHARE: f32 = 0.46;
}

/// Sizes of `lab/lessons/view.rs`, in points; shares are of the available room.
pub mod lab_lessons {
    /// The figures are not stretched beyond this width, in points.
    pub const FIGURES_WIDTH: f32 = 560.0;
    /// The width of a figure's column, in points.
    pub const FIGURE_WIDTH: f32 = 68.0;
    /// In less width than this, in points, the moves are left out of the figures.
    pub const MOVES_FROM_WIDTH: f32 = 380.0;
    /// The list of lessons is not stretched beyond this width, in points.
    pub const LIST_WIDTH: f32 = 400.0;
    /// Answers to choose from are not stretched beyond this width, in points.
    pub const CHOICE_WIDTH: f32 = 440.0;
    /// From this height on, in points, the page shows the chapter with an icon for each lesson.
    pub const CHAPTER_FROM_HEIGHT: f32 = 400.0;
    /// The side of a lesson's icon in the row of its chapter, in points.
    pub const ICON_SIDE: f32 = 26.0;
    /// The minimum and the maximum height of a tree, in points.
    pub const MIN_TREE_HEIGHT: f32 = 180.0;
    pub const MAX_TREE_HEIGHT: f32 = 440.0;
}

/// Sizes of `lab/exercises/`, in points.
pub mod lab_exercises {
    /// The list of exercises is not stretched beyond this width.
    pub const LIST_WIDTH: f32 = 260.0;
    pub const SEED_WIDTH: f32 = 74.0;
    /// The tabs of the tasks are not stretched beyond this width.
    pub const TASKS_WIDTH: f32 = 560.0;
    /// The width of a field for alpha or beta.
    pub const BOUND_WIDTH: f32 = 56.0;
    /// The text of a page without an exercise is no wider than this.
    pub const EMPTY_WIDTH: f32 = 430.0;
    /// The minimum and the maximum height of the tree.
    pub const MIN_TREE_HEIGHT: f32 = 180.0;
    pub const MAX_TREE_HEIGHT: f32 = 520.0;
}

/// Sizes of `lab/printed/view.rs`, in points; shares are of the available room.
pub mod lab_printed {
    /// The least size of the function's letters, in points.
    pub const LEAST_TEXT: f32 = 9.5;
    /// From this width on, in points, all four buttons stand in one row.
    pub const ONE_ROW_FROM: f32 = 340.0;
    /// The height of the tree, in points.
    pub const TREE_HEIGHT: f32 = 210.0;
    /// The list of functions is not stretched beyond this width, in points.
    pub const LIST_WIDTH: f32 = 400.0;
}

/// Sizes of `lab/tree/area.rs`, in points; shares are of the available room.
pub mod lab_tree_area {
    /// The pseudo-code is shown if at least this height remains for the tree, in points.
    pub const TREE_FROM_HEIGHT: f32 = 340.0;
    /// Without a card below the board, the node's text takes this share of the page, and at least this
    /// height in points.
    pub const WORDS_SHARE: f32 = 0.34;
    pub const LEAST_WORDS: f32 = 76.0;
}

/// Sizes of `lab/tree/code.rs`, in points; shares are of the available room.
pub mod lab_tree_code {
    pub const CODE_WIDTH: f32 = 470.0;
    /// The height of a line of code, in points.
    pub const LINE_HEIGHT: f32 = 18.0;
    /// The minimum width of the card for a description beside the code, in points.
    pub const WORDS_FROM: f32 = 700.0;
}

/// Sizes of `lab/tree/view.rs`, in points; shares are of the available room.
pub mod lab_tree {
    /// From this width on, in points, the buttons have words.
    pub const WORDS_FROM: f32 = 560.0;
    /// The least width left for the buttons that zoom and fold, in points.
    pub const ZOOM_FROM: f32 = 94.0;
    /// Height of a row of controls, which buttons with an icon fill.
    pub const ROW_HEIGHT: f32 = 38.0;
    /// Below this width, in points, there is no room for the word on the button that records.
    pub const SLIM_BELOW: f32 = 270.0;
    /// Width of the list of techniques, and in a narrow page.
    pub const LIST_WIDTH: f32 = 170.0;
    pub const NARROW_LIST_WIDTH: f32 = 104.0;
    /// The options are shown whole where there is this much room, in points.
    pub const OPTIONS_HEIGHT: f32 = 460.0;
    /// The width of the play button with any text, in points.
    pub const PLAY_WIDTH: f32 = 66.0;
    /// Width of the list of speeds, in points.
    pub const SPEED_WIDTH: f32 = 104.0;
    /// The text of an empty page is no wider than this, in points.
    pub const EMPTY_WIDTH: f32 = 420.0;
    /// An empty page has a paragraph from this height on, in points.
    pub const EMPTY_TEXT_FROM: f32 = 220.0;
}

/// Sizes of `lab/tree/editor/view.rs`, in points.
pub mod lab_tree_editor {
    /// The width of the form for a random tree.
    pub const RANDOM_WIDTH: f32 = 230.0;
}

/// Sizes of `lab/tree/scale.rs`, in points.
pub mod lab_tree_scale {
    pub const RAIL_HEIGHT: f32 = 8.0;
    /// The margin at each end of the rail, for the handles.
    pub const MARGIN: f32 = 9.0;
    pub const HANDLE_RADIUS: f32 = 8.0;
    /// The height of the labels above the rail and of the figures below it.
    pub const LABELS_HEIGHT: f32 = 20.0;
    pub const FIGURES_HEIGHT: f32 = 18.0;
    /// The minimum distance between figures below the rail.
    pub const FIGURE_DISTANCE: f32 = 26.0;
}

/// Sizes of `lab/tree/canvas/`, in points.
pub mod lab_tree_canvas {
    /// The maximum width of a box.
    pub const MAX_BOX_WIDTH: f32 = 122.0;
    /// The minimum width of a node that the camera goes to, and its maximum share of the view.
    pub const MIN_FOCUS_WIDTH: f64 = 124.0;
    pub const MAX_FOCUS_SHARE: f64 = 1.4;
    /// The maximum number of stumps that are drawn separately.
    pub const MAX_STUMPS: usize = 6;
    /// The minimum widths of a node with its full text, with the shortest text, and with a tick.
    /// Narrower nodes are merged with their neighbours.
    pub const FULL_FROM_WIDTH: f32 = 96.0;
    pub const SHORT_FROM_WIDTH: f32 = 46.0;
    pub const TICK_FROM_WIDTH: f32 = 5.0;
    /// The minimum distance between merged nodes that are drawn separately.
    pub const MERGED_DISTANCE: f32 = 1.5;
    /// The minimum and maximum height of a row.
    pub const MIN_ROW_HEIGHT: f32 = 54.0;
    pub const MAX_ROW_HEIGHT: f32 = 112.0;
    /// The minimum height of a row for boxes with a third line.
    pub const THREE_LINES_FROM_HEIGHT: f32 = 80.0;
    pub const TICK_HEIGHT: f32 = 22.0;
    /// The space between the top of a row and its boxes.
    pub const ROW_PADDING: f32 = 4.0;
    /// The minimum room for a short label below stumps and for a long one.
    pub const SHORT_STUMP_LABEL_FROM: f32 = 28.0;
    pub const LONG_STUMP_LABEL_FROM: f32 = 150.0;
}

/// Sizes of `lab/why/view.rs`, in points; shares are of the available room.
pub mod lab_why {
    pub const BOARD_FROM: f32 = 560.0;
    /// The width of the board, in points.
    pub const BOARD_WIDTH: f32 = 170.0;
    /// The width of the page, in points.
    pub const PAGE_WIDTH: f32 = 720.0;
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
    pub const RESULT_WIDTH: f32 = 110.0;
    pub const DROP_DOWN_WIDTH: f32 = 140.0;
    /// The width of the form, and the height of everything around its fields.
    pub const FORM_WIDTH: f32 = 440.0;
    pub const AROUND_FORM: f32 = 190.0;
    /// The share of a tag's row that its name takes.
    pub const TAG_NAME_SHARE: f32 = 0.35;
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
    /// From this height on, in points, a single panel holds both the lines and the moves.
    pub const BOTH_FROM_HEIGHT: f32 = 280.0;
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
