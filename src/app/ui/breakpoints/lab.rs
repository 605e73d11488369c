//! Sizes of the lab's pages, in points.

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
    /// Its least width, and the width of the controls beside it.
    pub const LEAST_LIST_WIDTH: f32 = 120.0;
    pub const BESIDE_LIST: f32 = 250.0;
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
