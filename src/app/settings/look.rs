//! The choice of the board's colours, the pattern of its squares and the piece set, each with a
//! picture.

use egui::{
    Painter, Rect, Response, Role as AccessRole, Sense, Stroke, StrokeKind, Ui, Vec2, WidgetInfo,
    vec2,
};

use crate::{
    app::{
        session::settings::Settings,
        ui::board::{Pattern, PieceSet, paint_pattern, paint_piece_of},
        ui::theme::{self, BOARD_COLORS, BoardColors, RADIUS_SWATCH, SPACE_S, SPACE_XS, Theme},
    },
    rules::{Color, Piece, Role},
};

/// The side of a square in the pictures of colours and patterns, in points.
const SMALL_SQUARE: f32 = 22.0;
/// The side of a square in the pictures of pieces, in points.
const PIECE_SQUARE: f32 = 38.0;

/// Draws the three choices.
pub(super) fn board_look_ui(ui: &mut Ui, settings: &mut Settings) {
    let colors = BoardColors::by_id(&settings.board_colors);
    let small = SMALL_SQUARE * vec2(2.0, 1.0);
    choices_ui(ui, |ui| {
        for choice in &BOARD_COLORS {
            let label = format!("Board colours: {}", choice.name);
            let chosen = settings.board_colors == choice.id;
            let paint =
                |painter: &Painter, rect| paint_pattern(painter, rect, Pattern::Plain, choice);
            if choice_ui(ui, &label, choice.name, small, chosen, paint).clicked() {
                choice.id.clone_into(&mut settings.board_colors);
            }
        }
    });
    choices_ui(ui, |ui| {
        for pattern in Pattern::ALL {
            let label = format!("Squares: {}", pattern.name());
            let chosen = settings.pattern == pattern;
            let paint = |painter: &Painter, rect| paint_pattern(painter, rect, pattern, colors);
            if choice_ui(ui, &label, pattern.name(), small, chosen, paint).clicked() {
                settings.pattern = pattern;
            }
        }
    });
    choices_ui(ui, |ui| {
        for set in PieceSet::ALL {
            let label = format!("Pieces: {}", set.name());
            let size = PIECE_SQUARE * vec2(2.0, 1.0);
            let pattern = settings.pattern;
            let paint = |painter: &Painter, rect: Rect| {
                paint_pattern(painter, rect, pattern, colors);
                let (left, right) = rect.split_left_right_at_fraction(0.5);
                let knight = Piece { color: Color::White, role: Role::Knight };
                let king = Piece { color: Color::Black, role: Role::King };
                paint_piece_of(painter, left, set, knight, 1.0);
                paint_piece_of(painter, right, set, king, 1.0);
            };
            if choice_ui(ui, &label, set.name(), size, settings.pieces == set, paint).clicked() {
                settings.pieces = set;
            }
        }
    });
    ui.add_space(SPACE_XS);
}

/// A row of choices, which goes on below where it is too wide.
fn choices_ui(ui: &mut Ui, choices: impl FnOnce(&mut Ui)) {
    ui.add_space(SPACE_XS);
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = Vec2::splat(SPACE_S);
        choices(ui);
    });
}

/// A picture to click, with a frame if it is chosen.
fn choice_ui(
    ui: &mut Ui,
    label: &str,
    name: &str,
    size: Vec2,
    chosen: bool,
    paint: impl FnOnce(&Painter, Rect),
) -> Response {
    let theme = Theme::of(ui);
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    response.widget_info(|| WidgetInfo::selected(AccessRole::RadioButton, true, chosen, label));
    paint(ui.painter(), rect);
    let stroke = match (chosen, response.has_focus()) {
        (_, true) => Stroke::new(2.0, theme.text),
        (true, false) => Stroke::new(2.0, theme.accent),
        (false, false) => Stroke::new(1.0, theme.line),
    };
    ui.painter().rect_stroke(rect, RADIUS_SWATCH, stroke, StrokeKind::Outside);
    if chosen {
        let dot = rect.right_top() + theme::SPACE_XS * vec2(-1.0, 1.0);
        ui.painter().circle(dot, theme::SPACE_XS, theme.accent, Stroke::new(1.0, theme.panel));
    }
    response.on_hover_text(name)
}
