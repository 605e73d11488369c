//! The lab's part of the window: the switch between its pages, the board's column, and the page; and
//! what the views of several pages share.

use egui::{
    CentralPanel, Frame, Margin, Popup, PopupCloseBehavior, Rect, Ui, UiBuilder, pos2, vec2,
};
use egui_material_icons::icons;

use super::{Lab, LabPageId};
use crate::app::{
    context::Cx,
    game_board::{BoardFlags, GameBoard, game_picture},
    request::Request,
    session::Session,
    ui::board::Geometry,
    ui::breakpoints::{Arrangement, PanelSide, SplitPanel, WidthChange, is_low},
    ui::diagram::{DiagramNode, Tone, diagram_ui},
    ui::theme::{CONTROL_HEIGHT, SPACE_L, SPACE_M, SPACE_S, SPACE_XS, Theme},
    ui::widgets::{icon_button_ui, segmented_ui},
};
use minnow_engine::Branch;
use minnow_lab::{
    NodeKind, Tree,
    exercise::node_name,
    lesson::{LessonNode, LessonTree},
};

// Sizes in points.
/// The board's column is at least this wide where there is room, or this share of the window.
const BOARD_COLUMN: f32 = 340.0;
const BOARD_COLUMN_SHARE: f32 = 0.26;
/// In a small window, the shares of the board's column or row, and of the text.
const BOARD_SHARE: f32 = 0.4;
const TEXT_SHARE: f32 = 0.5;
const MOST_SWITCH_WIDTH: f32 = 560.0;
/// The board leaves this height for the card below it where its share of the column allows.
const CARD_FROM_HEIGHT: f32 = 140.0;
const LEAST_CARD_HEIGHT: f32 = 90.0;
const MOST_OF_COLUMN: f32 = 0.6;
/// The least width of the card beside the board.
const CARD_FROM_WIDTH: f32 = 150.0;

/// The rectangles of the lab, and the game's board.
pub struct LabLayout<'a> {
    /// Shows the game, or what a page shows in its place.
    pub game_board: &'a mut GameBoard,
    /// True if the window is low or narrow, so that margins shrink.
    pub low: bool,
    pub gap: f32,
    /// The actions that the board allows.
    pub flags: BoardFlags,
    /// The whole column beside the page.
    pub column: Rect,
    /// The part of the column for the board.
    pub board: Rect,
    /// The text below or beside the board, where there is room for it.
    pub side: Option<Rect>,
    /// The switch of the pages: above the page, or above everything if the page is below the board.
    switch: Rect,
    pub page: Rect,
}

/// True if margins shrink: the window is low, or so narrow that the page is below the board.
fn is_tight(ui: &Ui, arrangement: Arrangement) -> bool {
    arrangement == Arrangement::TabsBelow || is_low(ui.ctx().content_rect().size())
}

impl<'a> LabLayout<'a> {
    /// Divides a rectangle of the window.
    fn new(
        ui: &Ui,
        arrangement: Arrangement,
        session: &Session,
        has_game_board: bool,
        game_board: &'a mut GameBoard,
        flags: BoardFlags,
    ) -> LabLayout<'a> {
        let low = is_tight(ui, arrangement);
        let room = ui.available_rect_before_wrap();
        let gap = if low { SPACE_S } else { SPACE_M };
        let below_switch = CONTROL_HEIGHT + if low { SPACE_XS } else { SPACE_M };
        let top = room.top();
        let room = match arrangement {
            Arrangement::TabsBelow => room.with_min_y(top + below_switch),
            _ => room,
        };
        let (column, page) = match arrangement {
            Arrangement::Wide => {
                let width = split_column(ui, session, room, gap).width(ui) - gap / 2.0;
                room.split_left_right_at_x(room.left() + width)
            }
            Arrangement::TabsBeside => room.split_left_right_at_fraction(BOARD_SHARE),
            Arrangement::TabsBelow => {
                let share = if has_game_board { BOARD_SHARE } else { TEXT_SHARE };
                room.split_top_bottom_at_fraction(share)
            }
        };
        let page = match arrangement {
            Arrangement::TabsBelow => page.with_min_y(page.top() + gap),
            _ => page.with_min_x(page.left() + gap).with_min_y(top + below_switch),
        };
        let size = vec2(page.width().min(MOST_SWITCH_WIDTH), CONTROL_HEIGHT);
        let switch = Rect::from_min_size(pos2(page.left(), top), size);
        let (board, side) = board_and_side(ui, session, column, gap, arrangement);
        LabLayout { game_board, low, gap, flags, column, board, side, switch, page }
    }

    /// Draws into a card that fills a rectangle, with smaller margins in a low window.
    pub fn card_ui(&self, ui: &mut Ui, place: Rect, content: impl FnOnce(&mut Ui)) {
        let margin = if self.low { SPACE_S } else { SPACE_L };
        ui.scope_builder(UiBuilder::new().max_rect(place), |ui| {
            let card = Theme::of(ui).card().inner_margin(Margin::same(margin as i8));
            card.show(ui, |ui| {
                ui.take_available_space();
                content(ui);
            });
        });
    }

    /// Draws the card of the text below or beside the board, if there is room for it.
    pub fn side_ui(&self, ui: &mut Ui, content: impl FnOnce(&mut Ui)) {
        if let Some(side) = self.side {
            self.card_ui(ui, side, content);
        }
    }

    /// Draws the game's board.
    pub fn game_board_ui(&mut self, ui: &mut Ui, cx: &mut Cx<'_>) {
        let session = cx.session;
        ui.scope_builder(UiBuilder::new().max_rect(self.board), |ui| {
            let picture = game_picture(session);
            self.game_board
                .game_ui(ui, session, &picture, self.flags, &mut |request| cx.ask(request));
        });
    }
}

/// The board's column with half of the gap beside it, as a panel whose width the user may change.
fn split_column(ui: &Ui, session: &Session, room: Rect, gap: f32) -> SplitPanel {
    let share = ui.ctx().content_rect().width() * BOARD_COLUMN_SHARE;
    let usual = BOARD_COLUMN.max(share.min(room.width())) + gap / 2.0;
    let wish = session.settings.panels.lab_board;
    SplitPanel { name: "board", side: PanelSide::Left, wish, usual }
}

/// Draws the handle between the board's column and the page.
fn column_handle_ui(
    ui: &Ui,
    arrangement: Arrangement,
    layout: &LabLayout<'_>,
    session: &Session,
) -> Option<WidthChange> {
    if !matches!(arrangement, Arrangement::Wide) {
        return None;
    }
    let panel = layout.column.with_max_x(layout.column.right() + layout.gap / 2.0);
    split_column(ui, session, ui.max_rect(), layout.gap).handle_ui(ui, panel)
}

/// The rectangles of the board and of the text beside or below it. The board shrinks if it would
/// take the whole column.
fn board_and_side(
    ui: &Ui,
    session: &Session,
    column: Rect,
    gap: f32,
    arrangement: Arrangement,
) -> (Rect, Option<Rect>) {
    let variant = session.variant();
    let (files, ranks) = (variant.files, variant.ranks);
    let fits = |room: Rect| {
        let pixels = ui.pixels_per_point();
        Geometry::fit(room, pixels, files, ranks, session.flipped).board_rect().size()
    };
    if arrangement == Arrangement::TabsBelow {
        let board = column.with_max_x(column.left() + fits(column).x);
        let side = column.with_min_x(board.right() + gap);
        return if side.width() >= CARD_FROM_WIDTH { (board, Some(side)) } else { (column, None) };
    }
    let left = |height: f32| column.height() - height - gap;
    let mut height = fits(column).y;
    if left(height) < CARD_FROM_HEIGHT {
        let most = column.top() + column.height() * MOST_OF_COLUMN;
        height = fits(column.with_max_y(most)).y;
    }
    let board = column.with_max_y(column.top() + height);
    if left(height) >= LEAST_CARD_HEIGHT {
        (board, Some(column.with_min_y(board.bottom() + gap)))
    } else {
        (column, None)
    }
}

/// Draws the lab. Returns the change of the width of the board's column.
pub fn lab_area_ui(
    ui: &mut Ui,
    arrangement: Arrangement,
    lab: &mut Lab,
    board: &mut GameBoard,
    flags: BoardFlags,
    cx: &mut Cx<'_>,
) -> Option<WidthChange> {
    let margin = if is_tight(ui, arrangement) { SPACE_S } else { SPACE_L };
    let frame = Frame::new().fill(Theme::of(ui).background).inner_margin(margin as i8);
    let shown = CentralPanel::no_frame().frame(frame).show(ui, |ui| {
        let (id, page) = (lab.page, lab.shown_mut());
        let has_board = page.has_game_board();
        let mut layout = LabLayout::new(ui, arrangement, cx.session, has_board, board, flags);
        page.column_ui(ui, &mut layout, cx);
        switch_ui(ui, &layout, id, cx);
        page.ui(ui, &layout, cx);
        column_handle_ui(ui, arrangement, &layout, cx.session)
    });
    shown.inner
}

/// Draws the switch of the pages.
fn switch_ui(ui: &mut Ui, layout: &LabLayout<'_>, shown: LabPageId, cx: &mut Cx<'_>) {
    ui.scope_builder(UiBuilder::new().max_rect(layout.switch), |ui| {
        let pages = LabPageId::ALL.iter();
        let options: Vec<(&str, bool)> = pages.map(|id| (id.name(), *id == shown)).collect();
        if let Some(index) = segmented_ui(ui, "Lab", &options) {
            cx.ask(Request::ShowLabPage(LabPageId::ALL[index]));
        }
    });
}

/// Draws the button of the menu of a page's pictures for slides and, once it is pressed, the menu;
/// returns the index of the chosen entry. Each entry has a name and can be disabled.
pub(super) fn export_menu_ui(ui: &mut Ui, entries: &[(&str, bool)]) -> Option<usize> {
    let button = icon_button_ui(ui, icons::ICON_DOWNLOAD.codepoint, "Export", true);
    let mut chosen = None;
    Popup::menu(&button).close_behavior(PopupCloseBehavior::CloseOnClick).show(|ui| {
        for (index, (name, enabled)) in entries.iter().enumerate() {
            let entry = egui::Button::new(format!("{name}\u{2026}"));
            if ui.add_enabled(*enabled, entry).clicked() {
                chosen = Some(index);
            }
        }
    });
    chosen
}

/// The tree of a lesson, an exercise or a printed function as boxes that can be clicked. Each page says
/// what its boxes hold.
pub(super) struct LabDiagram {
    nodes: Vec<DiagramNode>,
    /// For each node, the moves from the root.
    paths: Vec<Vec<Branch>>,
    rows: Vec<String>,
    selected: Option<usize>,
}

impl LabDiagram {
    /// `node` makes the box of a node; `selected` leads to the selected one.
    pub(super) fn new(
        tree: &LessonTree,
        selected: Option<&[Branch]>,
        node: impl Fn(&LessonNode) -> DiagramNode,
    ) -> LabDiagram {
        let spots = tree.spots();
        // On a board, the moves name the nodes.
        let is_numbered = tree.position(&[]).is_none();
        let number = |path: &[Branch]| if is_numbered { node_name(path) } else { String::new() };
        let nodes = spots.iter().map(|spot| {
            let number = number(&spot.path);
            DiagramNode { parent: spot.parent, number, ..node(spot) }
        });
        LabDiagram {
            nodes: nodes.collect(),
            rows: row_names(tree, tree.height()),
            selected: spots.iter().position(|spot| selected == Some(spot.path.as_slice())),
            paths: spots.into_iter().map(|spot| spot.path).collect(),
        }
    }

    /// Draws the tree. Returns the moves from the root to the node that was clicked.
    pub(super) fn ui(&self, ui: &mut Ui, height: f32) -> Option<Vec<Branch>> {
        let shown = ui.allocate_ui(vec2(ui.available_width(), height), |ui| {
            diagram_ui(ui, &self.nodes, &self.rows, self.selected)
        });
        self.paths.get(shown.inner?).cloned()
    }
}

/// The tone of a node of this kind.
pub(super) fn kind_tone(kind: NodeKind) -> Tone {
    match kind {
        NodeKind::Pv => Tone::Pv,
        NodeKind::Cut => Tone::Cut,
        NodeKind::All => Tone::All,
    }
}

/// The player to move in each row. The last row has leaves only.
pub(super) fn row_names(tree: &impl Tree, height: u32) -> Vec<String> {
    (0..height as usize).map(|ply| tree.player(tree.is_max(ply)).to_owned()).collect()
}
