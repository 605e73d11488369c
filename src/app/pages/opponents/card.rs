//! A card of the page: a fish, name and number, a sentence, rating and results, and the button that
//! begins a game.

use egui::{
    Align, Frame, Layout, Margin, Response, RichText, Role, Stroke, Ui, Vec2, WidgetInfo, vec2,
};

use crate::app::ui::{
    fish::fish_ui,
    theme::{self, CONTROL_HEIGHT, RADIUS_CONTROL, SPACE_M, SPACE_S, SPACE_XS, TEXT_SMALL, Theme},
    widgets::{pill_ui, primary_button_if},
};

// Sizes in points.
/// The room of the longest fish.
const FISH_SIZE: Vec2 = vec2(72.0, 48.0);
const BUTTON_WIDTH: f32 = 64.0;

/// The texts of a card.
pub(super) struct CardText<'a> {
    pub name: &'a str,
    /// Behind the name; empty for match me.
    pub number: String,
    pub about: &'a str,
    pub rating: String,
    pub results: String,
    /// The button's name for screen readers.
    pub play: String,
}

/// A card's place and state.
#[derive(Clone, Copy)]
pub(super) struct CardPlace {
    pub width: f32,
    /// The height of the text below the name, the same for all cards of a row.
    pub text_height: f32,
    /// The level of the fish.
    pub fish: u8,
    /// True for the opponent of the settings.
    pub is_current: bool,
}

/// The width of the texts of a card.
fn text_width(width: f32) -> f32 {
    width - FISH_SIZE.x - 3.0 * SPACE_S - 2.0
}

/// The height of a card's texts below its name.
pub(super) fn text_height(ui: &Ui, text: &CardText<'_>, width: f32) -> f32 {
    let font = egui::FontId::proportional(TEXT_SMALL);
    let room = text_width(width);
    let wrapped = |text: &str| {
        let galley = ui.painter().layout(text.to_owned(), font.clone(), Theme::of(ui).text, room);
        galley.size().y
    };
    // The rating stands on a pill, with the results beside it or below.
    let one_line = |text: &str| {
        ui.painter().layout_no_wrap(text.to_owned(), font.clone(), Theme::of(ui).text).size().x
    };
    let beside = one_line(&text.rating) * 1.1 + 3.0 * SPACE_S + one_line(&text.results);
    let lines = if beside <= room { 1.0 } else { 2.0 };
    wrapped(text.about) + lines * (TEXT_SMALL + 3.0 * SPACE_XS) + SPACE_M
}

/// Draws a card with more controls below its texts. Returns its button.
pub(super) fn card_ui(
    ui: &mut Ui,
    place: CardPlace,
    text: &CardText<'_>,
    more: impl FnOnce(&mut Ui),
) -> Response {
    let theme = Theme::of(ui);
    let stroke = if place.is_current {
        Stroke::new(2.0, theme.accent)
    } else {
        Stroke::new(1.0, theme.line)
    };
    let frame = Frame::new()
        .fill(theme.background)
        .stroke(stroke)
        .corner_radius(RADIUS_CONTROL)
        // Both strokes take the same room.
        .inner_margin(Margin::same((SPACE_S - stroke.width) as i8));
    let shown = frame.show(ui, |ui| {
        ui.set_width(place.width - 2.0 * SPACE_S);
        ui.horizontal_top(|ui| {
            ui.spacing_mut().item_spacing = vec2(SPACE_S, SPACE_XS);
            let color = if place.is_current { theme.accent } else { theme.muted };
            fish_ui(ui, FISH_SIZE, place.fish, color, theme.background);
            ui.vertical(|ui| {
                ui.set_width(text_width(place.width));
                let button = name_ui(ui, place, text);
                ui.scope(|ui| {
                    ui.set_min_height(place.text_height);
                    ui.label(RichText::new(text.about).small().color(theme.muted));
                    ui.horizontal_wrapped(|ui| {
                        ui.spacing_mut().interact_size.y = 0.0;
                        pill_ui(ui, &text.rating);
                        ui.label(RichText::new(&text.results).small());
                    });
                });
                more(ui);
                button
            })
            .inner
        })
        .inner
    });
    shown.inner
}

/// The name with its number, and the button at the right end.
fn name_ui(ui: &mut Ui, place: CardPlace, text: &CardText<'_>) -> Response {
    let size = vec2(ui.available_width(), CONTROL_HEIGHT - SPACE_XS);
    let row = ui.allocate_ui_with_layout(size, Layout::right_to_left(Align::Center), |ui| {
        let button = primary_button_if(ui, "Play", place.is_current);
        let response = ui.add(button.min_size(vec2(BUTTON_WIDTH, size.y)));
        response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &text.play));
        ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
            ui.label(theme::bold(text.name));
            if !text.number.is_empty() {
                ui.label(theme::muted(ui.ctx(), &text.number));
            }
            if place.is_current {
                let color = Theme::of(ui).accent;
                let chosen = RichText::new("your opponent").small().color(color);
                ui.add(egui::Label::new(chosen).truncate());
            }
        });
        response
    });
    row.inner
}
