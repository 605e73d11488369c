//! The comparison as a plot: leaves over depth on a logarithmic axis, with the curves of theory.

use crate::app::ui::breakpoints::lab_compare as sizes;
use egui::{
    Align2, Color32, FontId, Painter, Pos2, Rect, Sense, Shape, Stroke, Ui, WidgetInfo, pos2,
};

use super::ComparePage;
use crate::{
    app::{
        ui::theme::{SPACE_S, SPACE_XS, TEXT_SMALL, Theme},
        ui::widgets::grouped,
    },
    lab::{Algorithm, MoveOrdering, OrderingSet, Technique},
};

/// The curves of theory: the exponent per ply, and the label.
const EXPECTED: [(f64, &str); 3] = [(1.0, "b^d"), (0.75, "b^(3d/4)"), (0.5, "b^(d/2)")];

/// The colour of a technique in plot and table.
pub fn line_color(theme: &Theme, place: usize) -> Color32 {
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

/// The name of a technique in the table and the plot.
pub fn technique_name(technique: &Technique) -> String {
    let (id, full) = (technique.algorithm.info().id, OrderingSet::full());
    match technique.orderings {
        orderings if orderings == full && technique.algorithm == Algorithm::Scout => {
            "full combination".to_owned()
        }
        orderings if orderings == full => format!("full, {id}"),
        orderings if orderings == full.without(MoveOrdering::Tt) => format!("full, {id}, no table"),
        _ => technique.id.replace('+', " + "),
    }
}

/// Draws the plot over the available width. `shown` are the indices of the techniques.
pub fn plot_ui(ui: &mut Ui, compare: &ComparePage, shown: &[usize], height: f32) {
    let size = egui::vec2(ui.available_width(), height);
    let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
    response.widget_info(|| {
        WidgetInfo::labeled(egui::Role::Image, true, "Leaves over depth, on a logarithmic axis")
    });
    let Some((_, depths, _)) = compare.measured() else { return };
    let most = compare.cells().iter().map(|cell| cell.leaves).max().unwrap_or(1);
    let inside = Rect::from_min_max(
        pos2(rect.left() + sizes::PLOT_LEFT, rect.top() + SPACE_S),
        pos2(rect.right() - sizes::PLOT_RIGHT, rect.bottom() - sizes::PLOT_BELOW),
    );
    let top = (most.max(10) as f64).log10().ceil();
    let plot = Plot { inside, depths, top };
    plot.axes(ui);
    if let Some(branching) = compare.branching() {
        plot.expected(ui, branching);
    }
    plot.lines(ui, compare, shown);
    if let Some(at) = response.hover_pos() {
        let depth = plot.depth_at(at);
        response.on_hover_ui_at_pointer(|ui| depth_ui(ui, compare, shown, depth));
    }
}

/// The figures of one depth, shown beside the pointer.
fn depth_ui(ui: &mut Ui, compare: &ComparePage, shown: &[usize], depth: u32) {
    ui.label(format!("Depth {depth}: leaves"));
    for (index, place) in shown.iter().enumerate() {
        let Some(technique) = compare.techniques().get(*place) else { continue };
        let leaves = match compare.cell(*place, depth) {
            Some(cell) if cell.stopped.is_none() => grouped(cell.leaves),
            _ => "\u{2013}".to_owned(),
        };
        let color = line_color(Theme::of(ui), index);
        ui.colored_label(color, format!("{leaves}  {}", technique_name(technique)));
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
            egui::lerp(self.inside.x_range(), across as f32),
            egui::lerp(self.inside.bottom()..=self.inside.top(), up as f32),
        )
    }

    fn depth_at(&self, at: Pos2) -> u32 {
        let share = (at.x - self.inside.left()) / self.inside.width().max(1.0);
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
        let at = pos2(self.inside.center().x, self.inside.bottom() + sizes::PLOT_BELOW);
        painter.text(at, Align2::CENTER_BOTTOM, "depth in plies", font, theme.muted);
    }

    /// The curves of theory, dashed, each with a label at its end.
    fn expected(&self, ui: &Ui, branching: f64) {
        let theme = Theme::of(ui);
        let painter =
            ui.painter().with_clip_rect(self.inside.expand2(egui::vec2(sizes::PLOT_RIGHT, 2.0)));
        let stroke = Stroke::new(1.0, theme.muted);
        for (exponent, name) in EXPECTED {
            // The curve ends at the upper edge.
            let end = (self.top / (exponent * branching.log10())).min(f64::from(self.depths));
            let value = |depth: f64| branching.powf(exponent * depth);
            let line = [self.point(1.0, value(1.0)), self.point(end, value(end))];
            if end > 1.0 {
                painter.extend(Shape::dashed_line(&line, stroke, 4.0, 4.0));
            }
            let at = line[1] + egui::vec2(SPACE_XS, 0.0);
            let font = FontId::proportional(TEXT_SMALL);
            painter.text(at, Align2::LEFT_CENTER, name, font, theme.muted);
        }
    }

    fn lines(&self, ui: &Ui, compare: &ComparePage, shown: &[usize]) {
        let painter: &Painter = ui.painter();
        for (index, place) in shown.iter().enumerate() {
            let color = line_color(Theme::of(ui), index);
            let points: Vec<Pos2> = (1..=self.depths)
                .filter_map(|depth| compare.cell(*place, depth))
                .filter(|cell| cell.stopped.is_none())
                .map(|cell| self.point(f64::from(cell.depth), cell.leaves as f64))
                .collect();
            for point in &points {
                painter.circle_filled(*point, 3.0, color);
            }
            painter.add(Shape::line(points, Stroke::new(2.0, color)));
        }
    }
}
