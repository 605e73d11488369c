//! The comparison as a plot: leaves over depth on a logarithmic axis, with the curves of theory.
//!
//! It is not an `egui_plot`: version 0.38 has no logarithmic axis, only a grid for one, and its dashes
//! have no offset, so curves in one place would hide each other.

use egui::{
    Align2, Color32, FontId, Painter, Pos2, Rect, Sense, Shape, Stroke, Ui, WidgetInfo, pos2,
};

use super::ComparePage;
use crate::app::ui::theme::{SPACE_S, SPACE_XS, TEXT_SMALL, Theme};
use minnow_lab::{CurvePoint, THEORY, WholeTree};
use minnow_rules::grouped;

/// The margins for the numbers at the left, the labels at the right and the depths, in points.
const PLOT_LEFT: f32 = 64.0;
const PLOT_RIGHT: f32 = 64.0;
const PLOT_BELOW: f32 = 34.0;

/// The radius of a point, and of each ring around it.
const POINT_RADIUS: f32 = 3.0;
const RING_DISTANCE: f32 = 2.5;
/// The room for the rings of the first depth beside the axis.
const RING_ROOM: f32 = 16.0;
/// Curves that are no further apart on the screen, in points, count as coinciding.
const NEAR: f32 = 3.0;
/// The length of a dash where curves coincide.
const DASH: f32 = 6.0;

/// The colour of a technique in plot and table.
pub(super) fn line_color(theme: &Theme, place: usize) -> Color32 {
    let colors = [
        theme.accent,
        theme.second_line,
        theme.warning,
        theme.bad,
        theme.text,
        theme.good,
        theme.mistake,
    ];
    colors[place % colors.len()]
}

/// Draws the plot over the available width. `shown` are the indices of the techniques.
pub(super) fn plot_ui(ui: &mut Ui, compare: &ComparePage, shown: &[usize], height: f32) {
    let size = egui::vec2(ui.available_width(), height);
    let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
    response.widget_info(|| {
        WidgetInfo::labeled(
            egui::Role::Image,
            true,
            "Leaves of the last iteration over depth, on a logarithmic axis",
        )
    });
    let Some(depths) = compare.measured.as_ref().map(|measured| measured.depth) else { return };
    let most = compare.cells.iter().map(|cell| cell.leaves).max().unwrap_or(1);
    let inside = Rect::from_min_max(
        pos2(rect.left() + PLOT_LEFT, rect.top() + SPACE_S),
        pos2(rect.right() - PLOT_RIGHT, rect.bottom() - PLOT_BELOW),
    );
    let top = (most.max(10) as f64).log10().ceil();
    let plot = Plot { inside, depths, top };
    plot.axes(ui);
    plot.expected(ui, &compare.whole_tree);
    plot.lines(ui, compare, shown);
    if let Some(at) = response.hover_pos() {
        let depth = plot.depth_at(at);
        response.on_hover_ui_at_pointer(|ui| depth_ui(ui, compare, shown, depth));
    }
}

/// The figures of one depth, shown beside the pointer.
fn depth_ui(ui: &mut Ui, compare: &ComparePage, shown: &[usize], depth: u32) {
    ui.label(format!("Depth {depth}: leaves of the last iteration"));
    for (index, place) in shown.iter().enumerate() {
        let Some(technique) = compare.techniques.get(*place) else { continue };
        let leaves = match compare.cell(*place, depth) {
            Some(cell) if cell.stopped.is_none() => grouped(cell.leaves),
            _ => "\u{2013}".to_owned(),
        };
        let color = line_color(Theme::of(ui), index);
        ui.colored_label(color, format!("{leaves}  {}", technique.name()));
    }
}

struct Plot {
    inside: Rect,
    depths: u32,
    /// The logarithm of the greatest number on the axis.
    top: f64,
}

impl Plot {
    fn point(&self, depth: f64, leaves: f64) -> Pos2 {
        let across = (depth - 1.0) / f64::from(self.depths.max(2) - 1);
        let up = leaves.max(1.0).log10() / self.top;
        pos2(
            egui::lerp(self.inside.left() + RING_ROOM..=self.inside.right(), across as f32),
            egui::lerp(self.inside.bottom()..=self.inside.top(), up as f32),
        )
    }

    fn depth_at(&self, at: Pos2) -> u32 {
        let left = self.inside.left() + RING_ROOM;
        let share = (at.x - left) / (self.inside.right() - left).max(1.0);
        1 + (share.clamp(0.0, 1.0) * (self.depths.max(1) - 1) as f32).round() as u32
    }

    fn axes(&self, ui: &Ui) {
        let theme = Theme::of(ui);
        let (painter, font) = (ui.painter(), FontId::proportional(TEXT_SMALL));
        for power in 0..=self.top as u32 {
            let y = self.point(1.0, 10f64.powi(power as i32)).y;
            painter.hline(self.inside.x_range(), y, Stroke::new(1.0, theme.line));
            let at = pos2(self.inside.left() - SPACE_S, y);
            let text = grouped(10u64.pow(power));
            painter.text(at, Align2::RIGHT_CENTER, text, font.clone(), theme.muted);
        }
        for depth in 1..=self.depths {
            let at = pos2(self.point(f64::from(depth), 1.0).x, self.inside.bottom() + SPACE_XS);
            painter.text(at, Align2::CENTER_TOP, depth.to_string(), font.clone(), theme.muted);
        }
        let at = pos2(self.inside.center().x, self.inside.bottom() + PLOT_BELOW);
        painter.text(at, Align2::CENTER_BOTTOM, "depth in plies", font, theme.muted);
    }

    /// The curves of theory, dashed, each with a label at its end.
    fn expected(&self, ui: &Ui, whole_tree: &[WholeTree]) {
        let theme = Theme::of(ui);
        let stroke = Stroke::new(1.0, theme.muted);
        for curve in THEORY {
            let name = curve.name;
            let points = (1..=self.depths).filter_map(|depth| {
                let leaves = curve.leaves(whole_tree, depth)?;
                Some(self.point(f64::from(depth), leaves))
            });
            let line = below(points, self.inside.top());
            let Some(end) = line.last() else { continue };
            ui.painter().extend(Shape::dashed_line(&line, stroke, 4.0, 4.0));
            let at = *end + egui::vec2(SPACE_XS, 0.0);
            let font = FontId::proportional(TEXT_SMALL);
            ui.painter().text(at, Align2::LEFT_CENTER, name, font, theme.muted);
        }
    }

    /// The measured curves. Where several coincide, their dashes alternate, and their points are rings
    /// around each other.
    fn lines(&self, ui: &Ui, compare: &ComparePage, shown: &[usize]) {
        let curve = |place: &usize| compare.leaves_of(*place).into_iter().map(|one| self.at(one));
        let curves: Vec<Vec<Pos2>> = shown.iter().map(|place| curve(place).collect()).collect();
        let painter: &Painter = ui.painter();
        for (index, curve) in curves.iter().enumerate() {
            let stroke = Stroke::new(2.0, line_color(Theme::of(ui), index));
            for step in curve.windows(2) {
                let same =
                    |other: &[Pos2]| is_near(other[0], step[0]) && is_near(other[1], step[1]);
                let shared = |other: &&Vec<Pos2>| other.windows(2).any(same);
                let rank = curves[..index].iter().filter(shared).count();
                let count = curves.iter().filter(shared).count();
                painter.extend(dashes(&[step[0], step[1]], stroke, rank, count));
            }
            for point in curve {
                let shared = |other: &&Vec<Pos2>| other.iter().any(|other| is_near(*other, *point));
                let rank = curves[..index].iter().filter(shared).count();
                if rank == 0 {
                    painter.circle_filled(*point, POINT_RADIUS, stroke.color);
                } else {
                    let radius = POINT_RADIUS + RING_DISTANCE * rank as f32;
                    painter.circle_stroke(*point, radius, Stroke::new(1.5, stroke.color));
                }
            }
        }
    }

    fn at(&self, point: CurvePoint) -> Pos2 {
        self.point(f64::from(point.depth), point.leaves)
    }
}

fn is_near(one: Pos2, other: Pos2) -> bool {
    one.distance(other) <= NEAR
}

/// The part of a rising line that lies below a height on the screen.
fn below(points: impl Iterator<Item = Pos2>, top: f32) -> Vec<Pos2> {
    let mut line: Vec<Pos2> = Vec::new();
    for point in points {
        if point.y >= top {
            line.push(point);
            continue;
        }
        if let Some(last) = line.last().copied() {
            let share = (last.y - top) / (last.y - point.y);
            line.push(last.lerp(point, share));
        }
        break;
    }
    line
}

/// A line that shares its place with others: its dashes leave room for those of the `count - 1` others.
fn dashes(ends: &[Pos2; 2], stroke: Stroke, rank: usize, count: usize) -> Vec<Shape> {
    if count < 2 {
        return vec![Shape::line_segment(*ends, stroke)];
    }
    let gap = DASH * (count - 1) as f32;
    Shape::dashed_line_with_offset(ends, stroke, &[DASH], &[gap], DASH * rank as f32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_end_at_the_upper_edge() {
        let points = [pos2(0.0, 100.0), pos2(10.0, 50.0), pos2(20.0, -50.0), pos2(30.0, -90.0)];
        assert_eq!(below(points.into_iter(), 0.0), [points[0], points[1], pos2(15.0, 0.0)]);
    }

    #[test]
    fn lines_in_one_place_take_turns() {
        let stroke = Stroke::new(2.0, Color32::WHITE);
        let ends = [pos2(0.0, 0.0), pos2(60.0, 0.0)];
        let starts = |rank| -> Vec<f32> {
            let shapes = dashes(&ends, stroke, rank, 2);
            shapes.iter().map(|shape| shape.visual_bounding_rect().center().x.round()).collect()
        };
        let (first, second) = (starts(0), starts(1));
        assert_eq!(first.len(), 5);
        assert!(first.iter().all(|at| !second.contains(at)), "{first:?} {second:?}");
    }
}
