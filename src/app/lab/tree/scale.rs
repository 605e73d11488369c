//! A scale of scores from -infinity to infinity with alpha and beta on it.
//!
//! The middle is stretched and the ends are compressed, so that both a difference of a pawn and the
//! infinite ends are visible. Where the window can be set, alpha and beta are dragged or moved with
//! the arrow keys.

use egui::{
    Align2, Color32, FontId, Id, Key, Pos2, Rect, Role, Sense, Stroke, Ui, WidgetInfo, pos2, vec2,
};

use super::canvas::kind_color;
use crate::app::ui::theme::{SPACE_S, SPACE_XS, TEXT_SMALL, TEXT_TINY, Theme, bold_font};
use minnow_engine::{Score, Window};
use minnow_lab::NodeKind;

// Sizes in points.
const RAIL_HEIGHT: f32 = 8.0;
/// The margin at each end of the rail, for the handles.
const RAIL_MARGIN: f32 = 9.0;
const HANDLE_RADIUS: f32 = 8.0;
const LABELS_HEIGHT: f32 = 20.0;
const FIGURES_HEIGHT: f32 = 18.0;
const FIGURE_DISTANCE: f32 = 26.0;

/// A handle this close to an end stands for the end; a share of half the scale.
const INFINITE_FROM: f64 = 0.965;

/// The content of a scale.
pub(super) struct ScaleView<'a> {
    /// The name of the node that the window belongs to.
    pub name: &'a str,
    pub window: Window,
    /// The window on entry, where children have narrowed it.
    pub entered: Window,
    /// The node's value with its kind; a leaf has no kind.
    pub value: Option<(Score, Option<NodeKind>)>,
    /// The score halfway from the middle to the end.
    pub half: i32,
    /// Scores to mark below the rail, the most important first.
    pub figures: &'a [i32],
    pub text: &'a dyn Fn(Score) -> String,
    /// True if alpha and beta can be moved.
    pub editable: bool,
}

/// The place of a score on the scale, from -1 to 1; the middle is 0.
fn share_of(score: Score, half: i32) -> f64 {
    if score.value().abs() >= Score::INFINITE.value() {
        return f64::from(score.value().signum());
    }
    let value = f64::from(score.value());
    value / (value.abs() + f64::from(half))
}

/// The score at a place from -1 to 1, rounded to whole steps.
fn score_at(share: f64, half: i32, step: i32) -> Score {
    if share.abs() >= INFINITE_FROM {
        return if share > 0.0 { Score::INFINITE } else { -Score::INFINITE };
    }
    let value = f64::from(half) * share / (1.0 - share.abs());
    Score::centipawns((value / f64::from(step)).round() as i32 * step)
}

struct Rail<'a> {
    rect: Rect,
    view: &'a ScaleView<'a>,
}

impl Rail<'_> {
    fn x(&self, score: Score) -> f32 {
        self.rect.center().x + self.rect.width() / 2.0 * share_of(score, self.view.half) as f32
    }

    fn score(&self, x: f32) -> Score {
        let share = (x - self.rect.center().x) / (self.rect.width() / 2.0);
        score_at(f64::from(share), self.view.half, self.step())
    }

    /// The smallest step of a handle.
    fn step(&self) -> i32 {
        (self.view.half / 40).max(1)
    }
}

/// Draws the scale over the whole width. Returns the window if the user has set it.
pub(super) fn scale_ui(ui: &mut Ui, view: &ScaleView<'_>) -> Option<Window> {
    let height = LABELS_HEIGHT + 2.0 * HANDLE_RADIUS + FIGURES_HEIGHT;
    let (room, _) = ui.allocate_exact_size(vec2(ui.available_width(), height), Sense::hover());
    let middle = room.top() + LABELS_HEIGHT + HANDLE_RADIUS;
    let rail = Rail {
        rect: Rect::from_min_max(
            pos2(room.left() + RAIL_MARGIN, middle - RAIL_HEIGHT / 2.0),
            pos2(room.right() - RAIL_MARGIN, middle + RAIL_HEIGHT / 2.0),
        ),
        view,
    };
    words_ui(ui, view, room);
    paint_rail(ui, &rail);
    let set = view.editable.then(|| handles_ui(ui, &rail)).flatten();
    paint_value(ui, &rail);
    set
}

/// Alpha at the left, beta at the right, and in the middle the name of the node, if there is room.
fn words_ui(ui: &Ui, view: &ScaleView<'_>, room: Rect) {
    let theme = Theme::of(ui);
    let painter = ui.painter();
    let (alpha, beta) = ((view.text)(view.window.alpha), (view.text)(view.window.beta));
    let font = bold_font(TEXT_SMALL);
    let left = format!("\u{3b1} {alpha}");
    let right = format!("\u{3b2} {beta}");
    let left =
        painter.text(room.left_top(), Align2::LEFT_TOP, left, font.clone(), theme.second_line);
    let right = painter.text(room.right_top(), Align2::RIGHT_TOP, right, font, theme.warning);
    let font = FontId::proportional(TEXT_SMALL);
    let name = painter.layout_no_wrap(view.name.to_owned(), font, theme.muted);
    let corner = room.center_top() - vec2(name.size().x / 2.0, 0.0);
    let place = Rect::from_min_size(corner, name.size()).expand2(vec2(SPACE_XS, 0.0));
    if left.right() < place.left() && place.right() < right.left() {
        painter.galley(corner, name, theme.muted);
    }
}

fn paint_rail(ui: &Ui, rail: &Rail<'_>) {
    let theme = Theme::of(ui);
    let (painter, view) = (ui.painter(), rail.view);
    let radius = RAIL_HEIGHT / 2.0;
    painter.rect_filled(rail.rect, radius, theme.raised);
    let part = |window: Window| {
        let (from, to) = (rail.x(window.alpha), rail.x(window.beta));
        Rect::from_min_max(
            pos2(from, rail.rect.top()),
            pos2(to.max(from + 1.0), rail.rect.bottom()),
        )
    };
    painter.rect_filled(part(view.entered), radius, theme.line);
    if view.window.alpha < view.window.beta {
        let inside = theme.accent.gamma_multiply(0.45);
        painter.rect_filled(part(view.window), radius, inside);
    }
    let font = FontId::proportional(TEXT_TINY);
    let mut taken: Vec<f32> = Vec::new();
    for figure in view.figures {
        let at = rail.x(Score::centipawns(*figure));
        if taken.iter().any(|other| (at - other).abs() < FIGURE_DISTANCE) {
            continue;
        }
        taken.push(at);
        let top = rail.rect.bottom() + 3.0;
        let stroke = Stroke::new(1.0, theme.line);
        painter.line_segment([pos2(at, top), pos2(at, top + 3.0)], stroke);
        let text = (view.text)(Score::centipawns(*figure));
        let text = if *figure == 0 { "0" } else { text.strip_suffix(".00").unwrap_or(&text) };
        let below = pos2(at, top + 4.0);
        painter.text(below, Align2::CENTER_TOP, text, font.clone(), theme.muted);
    }
    for (score, color) in
        [(view.window.alpha, theme.second_line), (view.window.beta, theme.warning)]
    {
        paint_mark(ui, pos2(rail.x(score), rail.rect.center().y), color);
    }
}

fn paint_mark(ui: &Ui, at: Pos2, color: Color32) {
    let size = vec2(3.0, RAIL_HEIGHT + 8.0);
    ui.painter().rect_filled(Rect::from_center_size(at, size), 1.5, color);
}

/// The value as a disc. Outside the window it is a bound.
fn paint_value(ui: &Ui, rail: &Rail<'_>) {
    let Some((score, kind)) = rail.view.value else { return };
    let theme = Theme::of(ui);
    let at = pos2(rail.x(score), rail.rect.center().y);
    let color = kind.map_or(theme.muted, |kind| kind_color(theme, kind));
    ui.painter().circle(at, 6.0, color, Stroke::new(1.5, theme.panel));
}

/// The two handles. Alpha stays below beta.
fn handles_ui(ui: &mut Ui, rail: &Rail<'_>) -> Option<Window> {
    let theme = Theme::of(ui);
    let Window { alpha, beta } = rail.view.window;
    let id = ui.scope_id().with("root window");
    let step = rail.step();
    let moved = handle_ui(ui, rail, id.with("alpha"), "Alpha", alpha, theme.second_line);
    if let Some(score) = moved {
        let most = if beta >= Score::INFINITE { Score::INFINITE } else { beta };
        return Some(Window::new(score.min(most.offset(-step)).max(-Score::INFINITE), beta));
    }
    let moved = handle_ui(ui, rail, id.with("beta"), "Beta", beta, theme.warning);
    moved.map(|score| Window::new(alpha, score.max(alpha.offset(step)).min(Score::INFINITE)))
}

/// A handle with its name, score and colour. Returns its new place if it was moved.
fn handle_ui(
    ui: &mut Ui,
    rail: &Rail<'_>,
    id: Id,
    name: &str,
    score: Score,
    color: Color32,
) -> Option<Score> {
    let at = pos2(rail.x(score), rail.rect.center().y);
    let rect = Rect::from_center_size(
        at,
        vec2(2.0 * HANDLE_RADIUS + SPACE_XS, 2.0 * HANDLE_RADIUS + SPACE_S),
    );
    let response = ui.interact(rect, id, Sense::click_and_drag());
    let text = (rail.view.text)(score);
    response.widget_info(|| WidgetInfo::labeled(Role::Slider, true, format!("{name} {text}")));
    let lit = response.hovered() || response.dragged() || response.has_focus();
    let radius = if lit { HANDLE_RADIUS } else { HANDLE_RADIUS - 1.5 };
    let edge = Stroke::new(2.5, color);
    ui.painter().circle(at, radius, Theme::of(ui).panel, edge);
    if response.has_focus() {
        let filter = egui::EventFilter { horizontal_arrows: true, ..Default::default() };
        ui.memory_mut(|memory| memory.set_focus_lock_filter(id, filter));
        let presses = |key| ui.input(|input| input.num_presses(key)) as f32;
        let pixels = 4.0 * (presses(Key::ArrowRight) - presses(Key::ArrowLeft));
        if pixels != 0.0 {
            return Some(rail.score(at.x + pixels)).filter(|moved| *moved != score);
        }
    }
    let pointer = response.interact_pointer_pos().filter(|_| response.dragged())?;
    Some(rail.score(pointer.x)).filter(|moved| *moved != score)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_and_places_belong_together() {
        for value in [-900, -100, -5, 0, 35, 200, 1_000] {
            let score = Score::centipawns(value);
            assert_eq!(score_at(share_of(score, 200), 200, 5), score);
        }
        assert_eq!(share_of(Score::INFINITE, 200), 1.0);
        assert_eq!(score_at(-1.0, 200, 5), -Score::INFINITE);
        assert_eq!(share_of(Score::centipawns(200), 200), 0.5);
        assert!(share_of(Score::won_at(3), 200) > INFINITE_FROM);
    }
}
