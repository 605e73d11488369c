//! Paints the shapes of a tree: boxes with text, ticks, lines, stumps.

use std::sync::Arc;

use egui::{
    Align2, Color32, CornerRadius, FontId, Galley, Painter, Pos2, Rect, Shape, Stroke, StrokeKind,
    Ui, pos2, vec2,
};

use super::{
    TreeScene,
    drawing::{Drawing, NodeBox, Size, Stumps},
};
use crate::app::{
    lab::area::kind_tone,
    ui::theme::{RADIUS_CONTROL, TEXT_NOTE, TEXT_SMALL, TEXT_TINY, Theme, bold_font},
};
use minnow_engine::{ScoreSource, Window};
use minnow_lab::{NodeExit, NodeKind};

/// The minimum widths for a short and for a long label below stumps, in points.
const SHORT_STUMP_LABEL_FROM: f32 = 28.0;
const LONG_STUMP_LABEL_FROM: f32 = 150.0;

/// The letters' sizes that a text is tried in, as shares of its usual size.
const SCALES: [f32; 4] = [1.0, 0.9, 0.8, 0.7];
/// The distance of the text from the left edge of a box, in points, and its least distance from the
/// right edge.
const FULL_MARGIN: f32 = 10.0;
const SHORT_MARGIN: f32 = 5.0;
const EDGE: f32 = 3.0;

/// The colour of a node's kind.
pub(crate) fn kind_color(theme: &Theme, kind: NodeKind) -> Color32 {
    kind_tone(kind).color(theme)
}

fn window_text(shown: &TreeScene<'_>, visit: usize, window: Window) -> String {
    let window = shown.recorded.seen_window(visit, window);
    let text = |score| shown.recorded.score_text(score);
    format!("\u{3b1} {}  \u{3b2} {}", text(window.alpha), text(window.beta))
}

pub(super) fn paint(ui: &Ui, shown: &TreeScene<'_>, drawing: &Drawing<'_>) {
    let theme = Theme::of(ui);
    let painter = ui.painter_at(drawing.rows.view);
    paint_merged(&painter, theme, drawing);
    for edge in &drawing.edges {
        let stroke = match (edge.on_variation, edge.faint) {
            (true, _) => Stroke::new(3.0, theme.accent),
            (false, false) => Stroke::new(1.2, theme.line.lerp_to_gamma(theme.muted, 0.35)),
            (false, true) => Stroke::new(0.8, theme.line),
        };
        painter.line_segment([edge.from, edge.to], stroke);
    }
    for stumps in &drawing.stumps {
        paint_stumps(&painter, theme, stumps);
    }
    for node in &drawing.boxes {
        let exit = shown.recorded.exit_at(node.visit, shown.at);
        let kind = exit.and_then(|exit| exit.kind);
        match node.size {
            Size::Tick => paint_tick(&painter, theme, node, kind, node.visit == shown.selected),
            _ => paint_box(&painter, theme, shown, node, exit),
        }
    }
}

/// Merged nodes.
fn paint_merged(painter: &Painter, theme: &Theme, drawing: &Drawing<'_>) {
    let shade = theme.line.gamma_multiply(0.55);
    for fan in &drawing.fans {
        let corners = vec![fan.from, pos2(fan.x.max, fan.top), pos2(fan.x.min, fan.top)];
        painter.add(Shape::convex_polygon(corners, shade, Stroke::NONE));
    }
    for sliver in &drawing.slivers {
        painter.rect_filled(sliver.below, 0.0, shade);
        let color = sliver.kind.map_or(theme.muted, |kind| kind_color(theme, kind));
        painter.rect_filled(sliver.rect, 0.0, color.gamma_multiply(0.8));
    }
}

/// A ring around the box under the pointer.
pub(super) fn paint_lit(ui: &Ui, node: &NodeBox, place: Rect) {
    let color = Theme::of(ui).text.gamma_multiply(0.25);
    let stroke = Stroke::new(2.0, color);
    let painter = ui.painter_at(place);
    painter.rect_stroke(node.rect, RADIUS_CONTROL, stroke, StrokeKind::Outside);
}

fn paint_tick(
    painter: &Painter,
    theme: &Theme,
    node: &NodeBox,
    kind: Option<NodeKind>,
    selected: bool,
) {
    let color = kind.map_or(theme.muted, |kind| kind_color(theme, kind));
    let radius = (node.rect.width() / 3.0).min(4.0);
    painter.rect_filled(node.rect, CornerRadius::same(radius as u8), color);
    if selected {
        let stroke = Stroke::new(2.0, theme.text);
        painter.rect_stroke(node.rect.expand(2.0), 4, stroke, StrokeKind::Outside);
    }
}

fn paint_box(
    painter: &Painter,
    theme: &Theme,
    shown: &TreeScene<'_>,
    node: &NodeBox,
    exit: Option<&NodeExit>,
) {
    let rect = node.rect;
    let kind = exit.and_then(|exit| exit.kind);
    let color = kind.map_or(theme.muted, |kind| kind_color(theme, kind));
    let selected = node.visit == shown.selected;
    let fill = if selected { theme.raised.lerp_to_gamma(color, 0.14) } else { theme.raised };
    let width = if selected { 3.0 } else { 1.5 };
    painter.rect(rect, RADIUS_CONTROL, fill, Stroke::new(width, color), StrokeKind::Inside);
    let full = node.size == Size::Full;
    let margin = if full { FULL_MARGIN } else { SHORT_MARGIN };
    let room = rect.width() - margin - EDGE;
    let left_top = |top: f32| rect.left_top() + vec2(margin, top);
    let name = shown.recorded.name(node.visit);
    let size = if full { TEXT_NOTE } else { TEXT_SMALL };
    let names = [name, name.trim_start_matches("move ")].map(str::to_owned);
    let name = fitting(painter, names, |scale| bold_font(size * scale), theme.text, room);
    let kind_word = kind.filter(|_| full).map_or("", NodeKind::name);
    let word = painter.layout_no_wrap(kind_word.to_owned(), bold_font(TEXT_TINY), color);
    let size = if full { TEXT_SMALL } else { TEXT_TINY };
    let beside = if full { word.size().x + margin } else { 0.0 };
    let value = exit.and_then(|_| shown.recorded.value_text(node.visit)).unwrap_or_default();
    // In the narrowest boxes a bound has no room for the space after its sign.
    let values = [value.replace(' ', ""), value];
    let font = |scale: f32| FontId::proportional(size * scale);
    let value = fitting(painter, values.into_iter().rev(), font, theme.muted, room - beside);
    let name_width = name.as_ref().map_or(0.0, |name| name.size().x);
    for (top, galley) in [(6.0, name), (23.0, value)] {
        if let Some(galley) = galley {
            painter.galley(left_top(top), galley, theme.text);
        }
    }
    if full {
        let at = pos2(rect.right() - margin - word.size().x, rect.top() + 24.0);
        painter.galley(at, word, color);
        paint_third_line(painter, theme, shown, node, exit.is_some(), name_width);
    }
    if shown.folded.contains(&node.visit) {
        paint_folded(painter, theme, shown, node);
    }
}

/// The window, or the source of the value. A box with two lines has room for it beside the name; below
/// it, edges would cross the text.
fn paint_third_line(
    painter: &Painter,
    theme: &Theme,
    shown: &TreeScene<'_>,
    node: &NodeBox,
    left: bool,
    name_width: f32,
) {
    let Some(visit) = shown.recorded.visit(node.visit) else { return };
    let text = match visit.exit.filter(|_| left).map(|exit| exit.source) {
        Some(ScoreSource::Leaf) => "leaf".to_owned(),
        Some(ScoreSource::Table) => "from the table".to_owned(),
        Some(ScoreSource::Rule(_)) => "pruned by a rule".to_owned(),
        Some(ScoreSource::Search) => window_text(shown, node.visit, visit.window),
        None => window_text(shown, node.visit, shown.recorded.window_at(node.visit, shown.at)),
    };
    // A node that is still searched has no value; its window takes that line.
    let top = if left { 41.0 } else { 23.0 };
    let is_inside = top + TEXT_TINY < node.rect.height();
    let (place, beside) = if is_inside {
        (node.rect.left_top() + vec2(FULL_MARGIN, top), 0.0)
    } else {
        (node.rect.right_top() + vec2(-SHORT_MARGIN, 8.0), name_width + SHORT_MARGIN)
    };
    let room = node.rect.width() - FULL_MARGIN - SHORT_MARGIN - beside;
    let texts = [text.replace("  ", " "), text];
    let font = |scale: f32| FontId::proportional(TEXT_TINY * scale);
    if let Some(galley) = fitting(painter, texts.into_iter().rev(), font, theme.muted, room) {
        let before = if is_inside { 0.0 } else { galley.size().x };
        painter.galley(place - vec2(before, 0.0), galley, theme.muted);
    }
}

/// The first of the texts that fits the room, in the largest letters that fit; none if all are too
/// long: a number is never cut.
fn fitting(
    painter: &Painter,
    texts: impl IntoIterator<Item = String>,
    font: impl Fn(f32) -> FontId,
    color: Color32,
    room: f32,
) -> Option<Arc<Galley>> {
    let texts: Vec<String> = texts.into_iter().collect();
    let choices = SCALES.iter().flat_map(|scale| texts.iter().map(move |text| (*scale, text)));
    choices
        .map(|(scale, text)| painter.layout_no_wrap(text.clone(), font(scale), color))
        .find(|galley| galley.size().x <= room)
}

/// The number of nodes that a folded node hides.
fn paint_folded(painter: &Painter, theme: &Theme, shown: &TreeScene<'_>, node: &NodeBox) {
    let hidden = shown.recorded.size(node.visit).saturating_sub(1);
    let text = format!("+{}", minnow_rules::grouped(u64::from(hidden)));
    let galley = painter.layout_no_wrap(text, bold_font(TEXT_TINY), theme.muted);
    let size = galley.size() + vec2(12.0, 4.0);
    let at = node.rect.center_bottom() + vec2(0.0, 2.0 + size.y / 2.0);
    let rect = Rect::from_center_size(at, size);
    let edge = Stroke::new(1.0, theme.line);
    painter.rect(rect, size.y / 2.0, theme.raised, edge, StrokeKind::Inside);
    painter.galley(rect.center() - galley.size() / 2.0, galley, theme.muted);
}

/// Dashed lines for the branches that were not searched, with their number.
fn paint_stumps(painter: &Painter, theme: &Theme, stumps: &Stumps) {
    let color = theme.bad.gamma_multiply(0.75);
    for end in &stumps.ends {
        dashed(painter, stumps.from, *end, color);
        painter.circle_filled(*end, 2.5, color);
    }
    let Some(first) = stumps.ends.first() else { return };
    let count = stumps.count;
    let text = match stumps.x.span() {
        LONG_STUMP_LABEL_FROM.. if count == 1 => "1 reply not searched".to_owned(),
        LONG_STUMP_LABEL_FROM.. => format!("{count} replies not searched"),
        SHORT_STUMP_LABEL_FROM.. => format!("{count} cut"),
        _ => return,
    };
    let at = pos2(stumps.x.min + 2.0, first.y + 7.0);
    painter.text(at, Align2::LEFT_TOP, text, FontId::proportional(TEXT_SMALL), theme.bad);
}

fn dashed(painter: &Painter, from: Pos2, to: Pos2, color: Color32) {
    painter.extend(Shape::dashed_line(&[from, to], Stroke::new(1.2, color), 4.0, 3.0));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::lab::tree::{
        canvas::{
            camera::{Camera, Weights},
            drawing::{Rows, tests::scene},
        },
        recorded::tests::recorded,
    };
    use crate::app::ui::theme;
    use egui_kittest::Harness;
    use std::collections::HashSet;

    #[test]
    fn no_edge_crosses_the_text_of_a_window() {
        let (recorded, folded) = (recorded("((3 12 5) (2 8 1 9))"), HashSet::new());
        let weights = Weights::new(&recorded, &folded);
        let shown = scene(&recorded, &folded, recorded.moments());
        for height in [180.0, 300.0] {
            let view = Rect::from_min_size(Pos2::ZERO, vec2(900.0, height));
            let drawing = Drawing::new(&shown, &weights, Camera::default(), Rows::new(view, 3), 0);
            let builder = Harness::builder().with_size(view.size());
            let harness = builder
                .with_context_setup(theme::install)
                .build_ui(|ui| paint(ui, &shown, &drawing));
            let texts = harness.output().shapes.iter().filter_map(|shape| match &shape.shape {
                Shape::Text(text) if text.galley.text().starts_with('\u{3b1}') => Some(text),
                _ => None,
            });
            let windows: Vec<Rect> = texts.map(|text| text.visual_bounding_rect()).collect();
            assert!(windows.len() >= 2, "{windows:?}");
            // The boxes are painted over the edges.
            for window in windows {
                let is_inside = |node: &NodeBox| node.rect.contains_rect(window);
                assert!(drawing.boxes.iter().any(is_inside), "{window:?} in rows of {height}");
            }
        }
    }

    #[test]
    fn numbers_in_boxes_are_never_cut() {
        egui::__run_test_ui(|ui| {
            let font = |scale: f32| FontId::proportional(TEXT_TINY * scale);
            let fit = |text: &str, room| {
                let texts = [text.to_owned(), text.replace(' ', "")];
                fitting(ui.painter(), texts, font, Color32::WHITE, room)
            };
            for room in [38.0, 60.0, 100.0] {
                for text in ["3", "\u{2265} 12", "\u{2264} \u{2212}12.34", "\u{2265} #\u{2212}12"] {
                    let galley = fit(text, room);
                    assert!(galley.is_none_or(|galley| galley.size().x <= room), "{text} {room}");
                }
            }
            assert!(fit("\u{2264} \u{2212}12.34", 52.0).is_some(), "smaller letters fit");
            assert!(fit("\u{2264} \u{2212}1234567.89", 20.0).is_none(), "a cut number is wrong");
        });
    }
}
