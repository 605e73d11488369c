//! The page of all boards: a card with the start position for each game.

use egui::{
    Align2, FontId, Rect, Response, Role, Sense, Stroke, StrokeKind, Ui, Vec2, WidgetInfo, vec2,
};

use super::Page;
use crate::app::{
    context::Cx,
    registry::{MenuGroup, Opener},
    request::Request,
    session::Session,
    ui::board::{BoardLook, PositionPicture, mini_board_in_ui},
    ui::text::{capitalised, variant_difference, variant_text},
    ui::theme::{self, RADIUS_CONTROL, SPACE_S, SPACE_XS, Theme, bold_font},
};
use minnow_rules::{Position, Variant, builtin_variants};

/// The size of a card, in points.
const CARD: Vec2 = vec2(132.0, 142.0);
/// The largest side of a picture, in points.
const PICTURE: f32 = 90.0;
/// With this many cards in a row, a window of usual height shows all rows.
const COLUMNS: f32 = 7.0;

/// The page.
#[derive(Default)]
pub struct Boards;

impl Boards {
    pub(super) const OPENER: Option<Opener> = Some(Opener {
        group: MenuGroup::Games,
        text: "New game on another board\u{2026}",
        keys: None,
    });
}

impl Page for Boards {
    fn title(&self, _: &Session) -> String {
        "New game: choose a board".to_owned()
    }

    /// The cards with the margin that keeps the scroll bar off them.
    fn width(&self) -> f32 {
        COLUMNS * (CARD.x + SPACE_S) + SPACE_S
    }

    fn has_arrow_keys(&self) -> bool {
        true
    }

    fn ui(&mut self, ui: &mut Ui, cx: &mut Cx<'_>) {
        let current = cx.session.variant();
        let look = cx.session.settings.board_look();
        ui.label(theme::muted(ui.ctx(), "A new game begins on the board that you choose."));
        ui.add_space(SPACE_S);
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing = Vec2::splat(SPACE_S);
            for variant in builtin_variants() {
                let response = card_ui(ui, variant, variant == current, look);
                if cx.is_new && variant == current {
                    response.request_focus();
                }
                if response.gained_focus() {
                    response.scroll_to_me(None);
                }
                if response.clicked() {
                    cx.ask(Request::Cancel);
                    cx.ask(Request::NewGameOf(variant.id.clone()));
                }
            }
        });
    }
}

/// A game's start position, name and size.
fn card_ui(ui: &mut Ui, variant: &'static Variant, chosen: bool, look: BoardLook) -> Response {
    let theme = Theme::of(ui);
    let (rect, response) = ui.allocate_exact_size(CARD, Sense::click());
    let name = variant_text(variant);
    response.widget_info(|| WidgetInfo::selected(Role::Button, true, chosen, &name));
    let fill = if response.hovered() { theme.raised } else { theme.background };
    let line = match (response.has_focus(), chosen) {
        (true, _) => Stroke::new(2.0, theme.text),
        (false, true) => Stroke::new(2.0, theme.accent),
        (false, false) => Stroke::new(1.0, theme.line),
    };
    ui.painter().rect(rect, RADIUS_CONTROL, fill, line, StrokeKind::Inside);
    let place = Rect::from_center_size(
        rect.center_top() + vec2(0.0, SPACE_S + PICTURE / 2.0),
        Vec2::splat(PICTURE),
    );
    picture_ui(ui, variant, place, look);
    let color = if chosen { theme.accent } else { theme.text };
    let at = rect.center_bottom() - vec2(0.0, SPACE_S + theme::TEXT_SMALL + SPACE_XS);
    // A long name is written smaller, so that it keeps off the edges.
    let font = bold_font(theme::TEXT_SMALL);
    let width = ui.painter().layout_no_wrap(variant.name.clone(), font, color).size().x;
    let font = bold_font(theme::TEXT_SMALL * ((CARD.x - 2.0 * SPACE_S) / width).min(1.0));
    ui.painter().text(at, Align2::CENTER_BOTTOM, &variant.name, font, color);
    let size = variant.size_text().replace('x', "\u{d7}");
    let font = FontId::proportional(theme::TEXT_SMALL);
    let at = rect.center_bottom() - vec2(0.0, SPACE_S);
    ui.painter().text(at, Align2::CENTER_BOTTOM, size, font, theme.muted);
    // The hover text is the description for screen readers, too.
    response.on_hover_text(capitalised(&variant_difference(variant)))
}

/// The start position in the middle of `place`.
fn picture_ui(ui: &mut Ui, variant: &'static Variant, place: Rect, look: BoardLook) {
    let name = format!("start position of {}", variant.name);
    let picture = PositionPicture::of(&Position::start(variant), look);
    mini_board_in_ui(ui, &picture, &name, place);
}
