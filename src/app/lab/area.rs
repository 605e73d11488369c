//! The lab's part of the window: the switch between its pages, the board's column, and the page.

use egui::{CentralPanel, Frame, Margin, Rect, Ui, UiBuilder, pos2, vec2};

use super::{
    LabAction, LabPage,
    lessons::LessonBoard,
    pages::{LabContext, PageBody, PageColumn, PageRooms},
    tree::{TreeView, editor::tree_form_ui, tree_text::tree_text_ui},
};
use crate::app::{
    game_board::{BoardLayer, GameBoard, typed_ui},
    session::{Out, Place, Session, settings::SidePanel},
    ui::board::Geometry,
    ui::breakpoints::{Arrangement, is_low},
    ui::splitter::{PanelSide, SplitPanel, WidthChange},
    ui::theme::{CONTROL_HEIGHT, SPACE_L, SPACE_M, SPACE_S, SPACE_XS, Theme},
    ui::widgets::segmented_ui,
};
use minnow_game::NodeId;

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

/// The state of the lab's views from frame to frame.
#[derive(Default)]
pub struct LabViews {
    /// The camera of the recorded tree.
    pub tree: TreeView,
    pub lesson_board: LessonBoard,
}

/// The rectangles of the lab.
struct LabLayout {
    board: Rect,
    /// The switch of the pages: above the page, or above everything if the page is below the board.
    switch: Rect,
    rooms: PageRooms,
}

/// True if margins shrink: the window is low, or so narrow that the page is below the board.
fn is_tight(ui: &Ui, arrangement: Arrangement) -> bool {
    arrangement == Arrangement::TabsBelow || is_low(ui.ctx().content_rect().size())
}

/// The frame around the lab.
fn lab_frame(ui: &Ui, arrangement: Arrangement) -> Frame {
    let margin = if is_tight(ui, arrangement) { SPACE_S } else { SPACE_L };
    Frame::new().fill(Theme::of(ui).background).inner_margin(margin as i8)
}

impl LabLayout {
    /// Divides a rectangle of the window.
    fn new(ui: &Ui, arrangement: Arrangement, context: LabContext<'_>) -> LabLayout {
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
            Arrangement::Wide | Arrangement::Drawer => {
                let width = split_column(ui, context.session, room, gap).width(ui) - gap / 2.0;
                room.split_left_right_at_x(room.left() + width)
            }
            Arrangement::TabsBeside => room.split_left_right_at_fraction(BOARD_SHARE),
            Arrangement::TabsBelow => {
                let reads = !context.lab.page.has_game_board();
                room.split_top_bottom_at_fraction(if reads { TEXT_SHARE } else { BOARD_SHARE })
            }
        };
        let page = match arrangement {
            Arrangement::TabsBelow => page.with_min_y(page.top() + gap),
            _ => page.with_min_x(page.left() + gap).with_min_y(top + below_switch),
        };
        let size = vec2(page.width().min(MOST_SWITCH_WIDTH), CONTROL_HEIGHT);
        let switch = Rect::from_min_size(pos2(page.left(), top), size);
        let (board, side) = board_and_side(ui, context.session, column, gap, arrangement);
        LabLayout { board, switch, rooms: PageRooms { low, gap, column, side, page } }
    }
}

/// The board's column with half of the gap beside it, as a panel whose width the user may change.
fn split_column(ui: &Ui, session: &Session, room: Rect, gap: f32) -> SplitPanel {
    let panel = SidePanel::LabBoard;
    let share = ui.ctx().content_rect().width() * BOARD_COLUMN_SHARE;
    let usual = BOARD_COLUMN.max(share.min(room.width())) + gap / 2.0;
    let wish = session.settings.panels.of(panel);
    SplitPanel { name: panel.name(), side: PanelSide::Left, wish, usual }
}

/// Draws the handle between the board's column and the page.
fn column_handle_ui(
    ui: &Ui,
    arrangement: Arrangement,
    layout: &LabLayout,
    session: &Session,
) -> Option<WidthChange> {
    if !matches!(arrangement, Arrangement::Wide | Arrangement::Drawer) {
        return None;
    }
    let PageRooms { column, gap, .. } = layout.rooms;
    let panel = column.with_max_x(column.right() + gap / 2.0);
    split_column(ui, session, ui.max_rect(), gap).handle_ui(ui, panel)
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
    context: LabContext<'_>,
    views: &mut LabViews,
    board: &mut GameBoard,
    out: &mut Out<LabAction>,
) -> Option<WidthChange> {
    let frame = lab_frame(ui, arrangement);
    let shown = CentralPanel::no_frame().frame(frame).show(ui, |ui| {
        let layout = LabLayout::new(ui, arrangement, context);
        column_ui(ui, &layout, context, views, board, out);
        page_ui(ui, &layout, context, views, out);
        column_handle_ui(ui, arrangement, &layout, context.session)
    });
    shown.inner
}

/// Draws the board with the page's side text, or the page's own column.
fn column_ui(
    ui: &mut Ui,
    layout: &LabLayout,
    context: LabContext<'_>,
    views: &mut LabViews,
    board: &mut GameBoard,
    out: &mut Out<LabAction>,
) {
    let rooms = &layout.rooms;
    let in_room = |rect: Rect| UiBuilder::new().max_rect(rect);
    match context.lab.page.entry().column {
        PageColumn::Own(column_ui) => {
            ui.scope_builder(in_room(rooms.column), |ui| {
                if let Some(focused) = column_ui(ui, context, views, rooms, out) {
                    board.set_focus(focused);
                }
            });
        }
        PageColumn::Board(side_ui) => {
            ui.scope_builder(in_room(layout.board), |ui| {
                board_ui(ui, layout, context, board, out);
            });
            if let Some(side) = rooms.side {
                ui.scope_builder(in_room(side), |ui| {
                    in_card_ui(ui, rooms.low, |ui| side_ui(ui, context, rooms, out));
                });
            }
        }
    }
}

/// Draws the switch of the pages and the current page.
fn page_ui(
    ui: &mut Ui,
    layout: &LabLayout,
    context: LabContext<'_>,
    views: &mut LabViews,
    out: &mut Out<LabAction>,
) {
    let (page, rooms) = (context.lab.page, &layout.rooms);
    let in_room = |rect: Rect| UiBuilder::new().max_rect(rect);
    ui.scope_builder(in_room(layout.switch), |ui| {
        let options = LabPage::ALL.map(|one| (one.name(), one == page));
        if let Some(index) = segmented_ui(ui, "Lab", &options) {
            out.push(LabAction::Page(LabPage::ALL[index]));
        }
    });
    ui.scope_builder(in_room(rooms.page), |ui| match page.entry().body {
        PageBody::Card(body_ui) => in_card_ui(ui, rooms.low, |ui| body_ui(ui, context, out)),
        PageBody::Cards(body_ui) => body_ui(ui, context, views, rooms, out),
    });
}

/// Draws the position at the node of the recording or the text of its tree, or the game's board.
fn board_ui(
    ui: &mut Ui,
    layout: &LabLayout,
    context: LabContext<'_>,
    board: &mut GameBoard,
    out: &mut Out<LabAction>,
) {
    let LabContext { session, lab, flags } = context;
    if lab.shown_editor().is_some() {
        in_card_ui(ui, layout.rooms.low, |ui| tree_form_ui(ui, &lab.tree, out));
        return;
    }
    let Some(page) = lab.shown_recording() else {
        let layer = BoardLayer { shapes_kept: true, ..BoardLayer::default() };
        board.game_ui(ui, session, layer, flags, out);
        if !session.typed.is_empty() {
            typed_ui(ui, &session.typed, layout.board);
        }
        return;
    };
    let Some(scene) = page.node_scene() else {
        in_card_ui(ui, layout.rooms.low, |ui| tree_text_ui(ui, page, layout.board));
        return;
    };
    board.follow_plain(Place { game_number: session.game_number, node: NodeId::ROOT });
    let output = board.scene_ui(ui, session, &scene, flags, out);
    board.explain(&scene.position, &output, out);
}

/// Draws into a card that fills its rectangle, with smaller margins in a low window.
pub fn in_card_ui(ui: &mut Ui, low: bool, content: impl FnOnce(&mut Ui)) {
    let margin = if low { SPACE_S } else { SPACE_L };
    let card = Theme::of(ui).card().inner_margin(Margin::same(margin as i8));
    card.show(ui, |ui| {
        ui.take_available_space();
        content(ui);
    });
}
