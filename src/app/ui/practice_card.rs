//! The frame of a card of Train: a title and a sentence, the card's own content, a small board where
//! there is room for one, and the buttons at the lower left.

use egui::{
    Align, Label, Layout, Rect, RichText, ScrollArea, Sense, Stroke, StrokeKind, Ui, UiBuilder,
    Vec2, vec2,
};

use super::{
    board::{PositionPicture, mini_board_in_ui},
    focus::FocusScroll,
    theme::{self, CONTROL_HEIGHT, RADIUS_CARD, SPACE_L, SPACE_M, SPACE_S, SPACE_XS, Theme},
};

// Sizes in points.
/// The least width of a card with a board. Below it, the buttons need the margins, too.
const BOARD_FROM_WIDTH: f32 = 380.0;
/// The board's share of the width, at most.
const BOARD_SHARE: f32 = 0.36;
/// Below this width the buttons need the whole of it, and the board stands above them.
const BESIDE_BUTTONS_FROM_WIDTH: f32 = 560.0;
/// The height of a row with the distance to the next one.
pub const PRACTICE_ROW_HEIGHT: f32 = 32.0;

/// The parts that all cards have.
pub struct PracticeCard<'a> {
    pub title: &'a str,
    /// The practice, in a sentence.
    pub about: &'a str,
    /// A position with its name for screen readers.
    pub picture: Option<(PositionPicture, &'a str)>,
}

impl PracticeCard<'_> {
    /// Draws the card in this size; the content scrolls where it is higher than its room. Content and
    /// buttons share what `cx` holds.
    pub fn ui<C>(
        self,
        ui: &mut Ui,
        size: Vec2,
        cx: &mut C,
        content: impl FnOnce(&mut Ui, &mut C),
        buttons: impl FnOnce(&mut Ui, &mut C),
    ) {
        let (rect, _) = ui.allocate_exact_size(size, Sense::hover());
        let theme = Theme::of(ui);
        let line = Stroke::new(1.0, theme.line);
        ui.painter().rect(rect, RADIUS_CARD, theme.panel, line, StrokeKind::Inside);
        let is_narrow = size.x < BOARD_FROM_WIDTH;
        let (margin, padding) = if is_narrow { (SPACE_M, SPACE_S) } else { (SPACE_L, SPACE_M) };
        let mut inside = rect.shrink(margin);
        let mut row = inside.with_min_y(inside.bottom() - CONTROL_HEIGHT);
        if let Some((picture, name)) = self.picture.filter(|_| !is_narrow) {
            let is_beside = size.x >= BESIDE_BUTTONS_FROM_WIDTH;
            let room = if is_beside { inside } else { inside.with_max_y(row.top() - SPACE_S) };
            let place = board_place(&picture, room);
            mini_board_in_ui(ui, &picture, name, place);
            inside.max.x = place.left() - SPACE_L;
            if is_beside {
                row.max.x = inside.max.x;
            }
        }
        let above = inside.with_max_y(row.top() - SPACE_S);
        let child = |ui: &mut Ui, name: &str, rect: Rect, layout: Layout| {
            let builder = UiBuilder::new().max_rect(rect).layout(layout);
            ui.new_child(builder.id_salt((self.title, name)))
        };
        let mut texts = child(ui, "texts", above, Layout::top_down(Align::Min));
        texts.spacing_mut().item_spacing = vec2(SPACE_S, SPACE_XS);
        texts.label(theme::heading(self.title));
        texts.add(Label::new(theme::muted(texts.ctx(), self.about)).wrap());
        texts.add_space(SPACE_S);
        ScrollArea::vertical().auto_shrink(false).show_focused(&mut texts, |ui| content(ui, cx));
        let mut below = child(ui, "buttons", row, Layout::left_to_right(Align::Center));
        below.spacing_mut().item_spacing.x = SPACE_S;
        below.spacing_mut().button_padding.x = padding;
        buttons(&mut below, cx);
    }
}

/// The right end of a card.
fn board_place(picture: &PositionPicture, inside: Rect) -> Rect {
    let [files, ranks] = [picture.files, picture.ranks].map(f32::from);
    let square = (inside.width() * BOARD_SHARE / files).min(inside.height() / ranks).floor();
    let size = square * vec2(files, ranks);
    let left = inside.right() - size.x;
    Rect::from_min_size(egui::pos2(left, inside.center().y - size.y / 2.0), size)
}

/// A row of a card: a link that begins the practice, and a note at the right. Returns true on a click.
pub fn practice_row_ui(ui: &mut Ui, text: &str, note: &str) -> bool {
    let size = vec2(ui.available_width(), PRACTICE_ROW_HEIGHT - SPACE_XS);
    let row = egui::Layout::right_to_left(egui::Align::Center);
    ui.allocate_ui_with_layout(size, row, |ui| {
        ui.label(theme::muted(ui.ctx(), note));
        let left = egui::Layout::left_to_right(egui::Align::Center);
        ui.with_layout(left, |ui| {
            let color = Theme::of(ui).text;
            let link = egui::Link::new(RichText::new(text).color(color));
            let response = ui.add(link);
            if response.gained_focus() {
                response.scroll_to_me(None);
            }
            response.clicked()
        })
        .inner
    })
    .inner
}
