//! The arrangement of the tree page: the tree, the node's text and its position, and the pseudo-code of the
//! technique with the current line marked and the event described.

use egui::{
    Align2, FontId, Label, Rect, RichText, Role, ScrollArea, Sense, TextFormat, Ui, UiBuilder,
    WidgetInfo, text::LayoutJob, vec2,
};

use super::{
    TreePage,
    canvas::kind_color,
    forms::{tree_form_ui, tree_text_ui},
    node::node_ui,
    view::tree_ui,
};
use crate::app::{
    context::Cx,
    game_board::{BoardFlags, position_picture},
    lab::area::LabLayout,
    session::{Place, Session},
    ui::board::{Arrow, Brush, PositionPicture},
    ui::focus::FocusScroll,
    ui::theme::{self, SPACE_L, SPACE_S, SPACE_XS, TEXT_NOTE, TEXT_SMALL, Theme},
    ui::widgets::reveal_once,
};
use minnow_engine::Branch;
use minnow_game::NodeId;
use minnow_lab::{NodeKind, PseudoCode, RecordedTree, event_title, pseudo_code};
use minnow_rules::{Move, Position};

// Sizes in points.
/// The pseudo-code is shown if at least this height remains for the tree.
const TREE_FROM_HEIGHT: f32 = 340.0;
/// The fewest lines of pseudo-code that are worth a card, unless the listing is shorter.
const LEAST_LINES: usize = 11;
/// Without a card below the board, the node's text takes this share of the page.
const WORDS_SHARE: f32 = 0.34;
const LEAST_WORDS: f32 = 76.0;
const CODE_WIDTH: f32 = 470.0;
const LINE_HEIGHT: f32 = 18.0;
/// The minimum width of the code's card for a description beside the code.
const WORDS_FROM_WIDTH: f32 = 700.0;

impl TreePage {
    /// The position at the selected node, with the best reply as an arrow once the search has left the
    /// node; `None` without a recording that began from a position.
    fn node_picture(&self, session: &Session) -> Option<(Position, PositionPicture)> {
        let recorded = self.recorded()?;
        let visit = self.selected;
        let position = recorded.position(visit)?;
        let node = recorded.visit(visit)?;
        let move_of = |branch: Branch| Move::from_bits(branch.0);
        let exit = recorded.exit_at(visit, self.stepper.at);
        let best = exit.and_then(|exit| exit.best).and_then(move_of);
        let arrow = |mv: Move| Arrow::new(mv.from(), position.target_square(mv), Brush::Best, 1.0);
        let picture = PositionPicture {
            arrows: best.map(arrow).into_iter().collect(),
            ..position_picture(session, &position, node.played.and_then(move_of))
        };
        Some((position, picture))
    }
}

/// The height of the pseudo-code's card, if there is room for it; a long listing scrolls.
fn code_height(page: &TreePage, layout: &LabLayout<'_>) -> Option<f32> {
    let recorded = page.recorded().filter(|_| !page.code_hidden)?;
    if recorded.request.by_engine {
        return None;
    }
    // The listings of MAX and MIN have the same length, so the card keeps its height.
    let lines = listing_here(page, recorded).lines.len();
    let margin = if layout.low { SPACE_S } else { SPACE_L };
    let height_of = |lines: usize| LINE_HEIGHT * lines as f32 + 2.0 * margin;
    let room = layout.page.height() - layout.gap - TREE_FROM_HEIGHT;
    let fits = room >= height_of(lines.min(LEAST_LINES));
    (layout.side.is_some() && fits).then_some(room.min(height_of(lines)))
}

/// Draws the node's text below the board, without the event that the pseudo-code's card describes.
pub(super) fn side_ui(ui: &mut Ui, page: &mut TreePage, layout: &LabLayout<'_>, cx: &mut Cx<'_>) {
    let described = code_height(page, layout).is_some() && layout.page.width() >= WORDS_FROM_WIDTH;
    layout.side_ui(ui, |ui| node_ui(ui, page, !described, cx));
}

/// Draws the text form of the edited tree, the position at the node of the recording or the text of
/// its tree, or the game's board.
pub(super) fn board_ui(
    ui: &mut Ui,
    page: &mut TreePage,
    layout: &mut LabLayout<'_>,
    cx: &mut Cx<'_>,
) {
    if page.editor.is_open() {
        layout.card_ui(ui, layout.board, |ui| tree_form_ui(ui, page));
    } else if page.recorded().is_none() {
        layout.game_board_ui(ui, cx);
    } else if let Some((position, picture)) = page.node_picture(cx.session) {
        let (session, board) = (cx.session, &mut *layout.game_board);
        let flags = BoardFlags { shapes_kept: false, ..layout.flags };
        board.follow_plain(Place { game_number: session.game_number, node: NodeId::ROOT });
        ui.scope_builder(UiBuilder::new().max_rect(layout.board), |ui| {
            let ask = &mut |request| cx.ask(request);
            let output = board.position_ui(ui, &position, &picture, flags, ask);
            board.explain(&position, &output, ask);
        });
    } else {
        layout.card_ui(ui, layout.board, |ui| tree_text_ui(ui, page, layout.board));
    }
}

/// Draws the tree, and below it the pseudo-code, or the node's text if it has no room elsewhere.
pub(super) fn page_ui(ui: &mut Ui, page: &mut TreePage, layout: &LabLayout<'_>, cx: &mut Cx<'_>) {
    let (room, editing) = (layout.page, page.editor.is_open());
    let words = layout.side.is_none() && page.recorded().is_some() && !editing;
    let below = if words {
        Some((room.height() * WORDS_SHARE).max(LEAST_WORDS))
    } else {
        code_height(page, layout).filter(|_| !editing)
    };
    let bottom = below.map_or(room.bottom(), |height| room.bottom() - height - layout.gap);
    layout.card_ui(ui, room.with_max_y(bottom), |ui| tree_ui(ui, page, cx));
    let Some(height) = below else { return };
    layout.card_ui(ui, room.with_min_y(room.bottom() - height), |ui| {
        if words {
            node_ui(ui, page, true, cx);
        } else {
            code_ui(ui, page);
        }
    });
}

/// The listing for the current node.
fn listing_here(page: &TreePage, recorded: &RecordedTree) -> PseudoCode {
    let is_max = recorded.visit(page.selected).is_none_or(|visit| visit.is_max);
    pseudo_code(&recorded.request.technique, is_max)
}

/// Draws the content of the pseudo-code's card.
fn code_ui(ui: &mut Ui, page: &TreePage) {
    let Some(recorded) = page.recorded() else { return };
    let listing = listing_here(page, recorded);
    let room = ui.available_rect_before_wrap();
    let words = room.width() >= WORDS_FROM_WIDTH;
    let width = if words { CODE_WIDTH } else { room.width() };
    let moment = page.stepper.described_moment();
    let moment = moment.and_then(|moment| recorded.recording.moments.get(moment));
    let current = moment.and_then(|moment| listing.line_of(&moment.event));
    lines_ui(ui, &listing, current, room.with_max_x(room.left() + width));
    if words {
        let place = room.with_min_x(room.left() + width + SPACE_L);
        ui.scope_builder(UiBuilder::new().max_rect(place), |ui| {
            let scroll = ScrollArea::vertical().id_salt("step").auto_shrink([false, false]);
            scroll.show_focused(ui, |ui| words_ui(ui, page, recorded));
        });
    }
}

fn lines_ui(ui: &mut Ui, listing: &PseudoCode, current: Option<usize>, room: Rect) {
    let theme = Theme::of(ui);
    let font = FontId::monospace(TEXT_NOTE - 0.5);
    ui.scope_builder(UiBuilder::new().max_rect(room), |ui| {
        let scroll = ScrollArea::vertical().id_salt("code").auto_shrink([false, false]);
        scroll.show_focused(ui, |ui| {
            ui.spacing_mut().item_spacing.y = 0.0;
            for (index, line) in listing.lines.iter().enumerate() {
                let size = vec2(ui.available_width(), LINE_HEIGHT);
                let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
                let here = current == Some(index);
                if here {
                    ui.painter().rect_filled(rect, 4, theme.accent_background);
                    let mark = Rect::from_min_size(rect.min, vec2(3.0, LINE_HEIGHT));
                    ui.painter().rect_filled(mark, 1.5, theme.accent);
                    if !ui.clip_rect().contains_rect(rect) {
                        reveal_once(ui, rect, line.text);
                    }
                }
                let name = line.text.trim();
                response.widget_info(|| WidgetInfo::selected(Role::Label, true, here, name));
                let color = if here || current.is_none() { theme.text } else { theme.muted };
                let place = rect.left_center() + vec2(SPACE_S, 0.0);
                let painter = ui.painter_at(rect);
                painter.text(place, Align2::LEFT_CENTER, line.text, font.clone(), color);
            }
        });
    });
}

/// The description of the current event, or of the result at the end.
fn words_ui(ui: &mut Ui, page: &TreePage, recorded: &RecordedTree) {
    let stepper = &page.stepper;
    let described = stepper.described_moment().and_then(|moment| {
        let event = &recorded.recording.moments.get(moment)?.event;
        Some((event_title(event), recorded.describe_event(moment)?))
    });
    let (title, text) = match described {
        Some(described) => described,
        None if stepper.at == 0 => ("Before the search", String::new()),
        None => (recorded.request.technique.id.as_str(), recorded.summary()),
    };
    ui.spacing_mut().item_spacing.y = SPACE_XS;
    ui.label(theme::caption(ui, title));
    ui.add(Label::new(text).wrap());
    if stepper.is_at_end() {
        let about = recorded.request.technique.algorithm.info().about;
        let about = RichText::new(about).size(TEXT_SMALL).color(Theme::of(ui).muted);
        ui.add(Label::new(about).wrap());
        legend_ui(ui);
    }
}

/// The legend of the kinds of nodes.
fn legend_ui(ui: &mut Ui) {
    for kind in [NodeKind::Pv, NodeKind::Cut, NodeKind::All] {
        let mut job = LayoutJob::default();
        let theme = Theme::of(ui);
        let font = theme::bold_font(TEXT_SMALL);
        job.append(kind.name(), 0.0, TextFormat::simple(font, kind_color(theme, kind)));
        let font = FontId::proportional(TEXT_SMALL);
        job.append(kind.meaning(), SPACE_S, TextFormat::simple(font, theme.muted));
        ui.add(Label::new(job).wrap());
    }
}
