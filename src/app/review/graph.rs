//! The graph of the winning chances in the card of the review, with which the user navigates the game.
//!
//! It is not an `egui_plot`: version 0.38 reads no keys, names nothing but its legend to screen readers,
//! and has neither a fill that follows the round corners nor markers other than its ten shapes.

use egui::{
    Color32, EventFilter, Key, Painter, Rect, Response, Sense, Shape, Stroke, Ui, WidgetInfo, pos2,
    vec2,
};

use super::layout::{ReviewLayout, ReviewPoint};
use crate::app::{
    context::Cx,
    session::{GameCommand, Navigation},
    ui::drawing::strip_mesh,
    ui::theme::{RADIUS_BOARD, Theme},
    ui::widgets::paint_judgement,
};

// Sizes in points.
const MARK_RADIUS: f32 = 5.0;
const CURVE_INSET: f32 = 3.0;

impl ReviewLayout {
    /// Draws the graph as wide as its card. The text about the position under the pointer is in a
    /// tooltip.
    pub(crate) fn graph_ui(&self, ui: &mut Ui, height: f32, cx: &mut Cx<'_>) {
        let session = cx.session;
        let game = &session.game;
        let size = vec2(ui.available_width(), height);
        let (plot, response) = ui.allocate_exact_size(size, Sense::click_and_drag());
        if self.points.is_empty() {
            return;
        }
        let current = self.place_of_cursor(game);
        let text = self.text(game, current);
        response.widget_info(|| {
            WidgetInfo::slider(true, current as f64, format!("Evaluation graph: {text}"))
        });
        let graph = ReviewGraph { layout: self, plot };
        let hovered = response.hover_pos().map(|at| graph.nearest(at.x));
        if let Some(target) = navigation_target(ui, &response, &graph, current)
            && let Some(point) = self.points.get(target).filter(|_| target != current)
        {
            cx.ask(GameCommand::Navigate(Navigation::To(point.node)));
        }
        graph.paint(ui, current, hovered);
        if response.has_focus() {
            let stroke = Stroke::new(1.5, Theme::of(ui).accent);
            ui.painter().rect_stroke(plot, RADIUS_BOARD, stroke, egui::StrokeKind::Inside);
            response.show_tooltip_text(text);
        } else if let Some(index) = hovered {
            response.on_hover_text_at_pointer(self.text(game, index));
        }
    }
}

/// The index of the position chosen with the mouse or the keyboard.
fn navigation_target(
    ui: &Ui,
    response: &Response,
    graph: &ReviewGraph,
    current: usize,
) -> Option<usize> {
    if response.is_pointer_button_down_on() || response.clicked() {
        return response.interact_pointer_pos().map(|at| graph.nearest(at.x));
    }
    if !response.has_focus() {
        return None;
    }
    let filter = EventFilter { horizontal_arrows: true, ..EventFilter::default() };
    ui.memory_mut(|memory| memory.set_focus_lock_filter(response.id, filter));
    let last = graph.layout.points.len() - 1;
    let keys = [
        (Key::ArrowLeft, current.saturating_sub(1)),
        (Key::ArrowRight, (current + 1).min(last)),
        (Key::Home, 0),
        (Key::End, last),
    ];
    ui.input(|input| {
        keys.into_iter().find(|(key, _)| input.key_pressed(*key)).map(|(_, index)| index)
    })
}

/// The curve and its rectangle.
struct ReviewGraph<'a> {
    layout: &'a ReviewLayout,
    plot: Rect,
}

impl ReviewGraph<'_> {
    fn x(&self, index: usize) -> f32 {
        let last = self.layout.points.len().saturating_sub(1).max(1);
        self.plot.left() + self.plot.width() * index as f32 / last as f32
    }

    fn y(&self, percent: f64) -> f32 {
        let range = self.plot.y_range().shrink(CURVE_INSET);
        egui::lerp(range.max..=range.min, percent as f32 / 100.0)
    }

    /// The index of the position nearest to `x`.
    fn nearest(&self, x: f32) -> usize {
        let last = self.layout.points.len().saturating_sub(1);
        let share = (x - self.plot.left()) / self.plot.width().max(1.0);
        (share.clamp(0.0, 1.0) * last as f32).round() as usize
    }

    fn paint(&self, ui: &Ui, current: usize, hovered: Option<usize>) {
        let theme = Theme::of(ui);
        let painter = ui.painter();
        painter.rect_filled(self.plot, RADIUS_BOARD, theme.raised);
        let fill = theme.raised.lerp_to_gamma(theme.accent, 0.22);
        for run in self.runs() {
            self.paint_run(painter, &run, fill, theme.accent);
        }
        let middle = Stroke::new(1.0, theme.line.lerp_to_gamma(theme.muted, 0.25));
        painter.hline(self.plot.x_range(), self.plot.center().y, middle);
        if let Some(index) = hovered.filter(|index| *index != current) {
            let stroke = Stroke::new(1.0, theme.muted.gamma_multiply(0.5));
            painter.vline(self.x(index), self.plot.y_range(), stroke);
        }
        painter.vline(self.x(current), self.plot.y_range(), Stroke::new(1.5, theme.muted));
        let inside = self.plot.shrink(MARK_RADIUS + 1.0);
        for (index, point) in self.layout.points.iter().enumerate() {
            let error = point.judgement.filter(|judgement| judgement.is_error());
            if let (Some(error), Some(percent)) = (error, point.percent) {
                let at = inside.clamp(pos2(self.x(index), self.y(percent)));
                let large = index == current || hovered == Some(index);
                let radius = if large { MARK_RADIUS + 1.5 } else { MARK_RADIUS };
                paint_judgement(painter, theme, error, at, radius);
            }
        }
    }

    /// The contiguous reviewed parts of the curve, in screen coordinates.
    fn runs(&self) -> Vec<Vec<egui::Pos2>> {
        let points: Vec<(usize, &ReviewPoint)> = self.layout.points.iter().enumerate().collect();
        let is_reviewed = |run: &&[(usize, &ReviewPoint)]| run[0].1.percent.is_some();
        let place = |(index, point): &(usize, &ReviewPoint)| {
            Some(pos2(self.x(*index), self.y(point.percent?)))
        };
        points
            .chunk_by(|(_, one), (_, next)| one.percent.is_some() == next.percent.is_some())
            .filter(is_reviewed)
            .map(|run| run.iter().filter_map(place).collect())
            .collect()
    }

    fn paint_run(&self, painter: &Painter, run: &[egui::Pos2], fill: Color32, line: Color32) {
        let edges = rounded(run, self.plot).into_iter().map(|at| {
            let cut = corner_cut(at.x, self.plot);
            let top = at.y.max(self.plot.top() + cut);
            [pos2(at.x, top), pos2(at.x, (self.plot.bottom() - cut).max(top))]
        });
        painter.add(Shape::mesh(strip_mesh(edges, fill)));
        painter.add(Shape::line(run.to_vec(), Stroke::new(2.0, line)));
        if let [only] = run {
            painter.circle_filled(*only, 2.0, line);
        }
    }
}

/// A run with additional points at the round corners of the frame.
fn rounded(run: &[egui::Pos2], plot: Rect) -> Vec<egui::Pos2> {
    let mut points = Vec::new();
    for (index, at) in run.iter().enumerate() {
        if let Some(before) = index.checked_sub(1).and_then(|before| run.get(before)) {
            let between = |x: f32| {
                let share = (x - before.x) / (at.x - before.x).max(f32::EPSILON);
                pos2(x, egui::lerp(before.y..=at.y, share))
            };
            let steps = 0..=i32::from(RADIUS_BOARD);
            let left = steps.clone().map(|step| plot.left() + step as f32);
            let right = steps.rev().map(|step| plot.right() - step as f32);
            let inside = |x: &f32| *x > before.x && *x < at.x;
            points.extend(left.chain(right).filter(inside).map(between));
        }
        points.push(*at);
    }
    points
}

/// The height that a round corner takes from the frame at `x`, above and below.
fn corner_cut(x: f32, plot: Rect) -> f32 {
    let radius = f32::from(RADIUS_BOARD);
    let into = (x - plot.left()).min(plot.right() - x).clamp(0.0, radius);
    let aside = radius - into;
    radius - (radius * radius - aside * aside).max(0.0).sqrt()
}
