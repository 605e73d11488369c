//! Leaves over depth as a slide, on a logarithmic axis.

use super::slide::{
    FAINT, LINE, SLIDE_WIDTH, Slide, SlideMark, SlidePoint, SlideText, TextAnchor, fitting_size,
};
use minnow_rules::grouped;

/// The height of the plot, and its margins.
const PLOT_HEIGHT: f64 = 420.0;
const LEFT: f64 = 110.0;
const RIGHT: f64 = 90.0;
const TOP: f64 = 56.0;
/// The room for the depths, and the height of a line of the legend.
const BELOW: f64 = 56.0;
const LEGEND: f64 = 24.0;

/// The colours of the curves.
const COLORS: [&str; 7] =
    ["#137263", "#2f5fb3", "#b3730c", "#c0392b", "#1d2430", "#4d8f2a", "#8a4fb0"];

/// The leaves at a depth.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CurvePoint {
    /// Plies.
    pub depth: u32,
    /// The number of leaves; for a curve of theory it need not be whole.
    pub leaves: f64,
}

/// A curve with its name.
#[derive(Clone, Debug, PartialEq)]
pub struct LeavesCurve {
    /// The name in the legend or beside the curve.
    pub name: String,
    /// The points by rising depth.
    pub points: Vec<CurvePoint>,
}

/// A plot of measured curves, and of curves of theory, which are dashed.
#[derive(Clone, Debug, PartialEq)]
pub struct LeavesPlot {
    /// The heading of the plot.
    pub title: String,
    /// The measured curves, each with an entry of the legend.
    pub measured: Vec<LeavesCurve>,
    /// The dashed curves.
    pub theory: Vec<LeavesCurve>,
}

/// The axes of a plot.
struct PlotAxes {
    depths: u32,
    /// The logarithm of the greatest number on the axis.
    top: f64,
}

impl PlotAxes {
    fn of(plot: &LeavesPlot) -> PlotAxes {
        let points = plot.measured.iter().flat_map(|curve| &curve.points);
        let most = points.clone().map(|point| point.leaves).fold(10.0, f64::max);
        let depths = points.map(|point| point.depth).max().unwrap_or(1);
        PlotAxes { depths, top: most.log10().ceil() }
    }

    fn place(&self, depth: f64, leaves: f64) -> SlidePoint {
        let across = (depth - 1.0) / f64::from(self.depths.max(2) - 1);
        let up = leaves.max(1.0).log10() / self.top;
        SlidePoint {
            x: LEFT + across * (SLIDE_WIDTH - LEFT - RIGHT),
            y: TOP + (1.0 - up) * PLOT_HEIGHT,
        }
    }

    fn point(&self, point: &CurvePoint) -> SlidePoint {
        self.place(f64::from(point.depth), point.leaves)
    }

    fn draw(&self, slide: &mut Slide) {
        let right = SLIDE_WIDTH - RIGHT;
        for power in 0..=self.top as u32 {
            let y = self.place(1.0, 10_f64.powi(power as i32)).y;
            let [from, to] = [LEFT, right].map(|x| SlidePoint { x, y });
            slide.line(from, to, FAINT, 1.0);
            let text = SlideText::new(LEFT - 12.0, y + 5.0, 14.0, grouped(10_u64.pow(power)));
            slide.text(SlideText { anchor: TextAnchor::End, color: LINE, ..text });
        }
        let mut below = |x: f64, dy: f64, text: String| {
            let text = SlideText::new(x, TOP + PLOT_HEIGHT + dy, 14.0, text);
            slide.text(SlideText { anchor: TextAnchor::Middle, color: LINE, ..text });
        };
        for depth in 1..=self.depths {
            below(self.place(f64::from(depth), 1.0).x, 22.0, depth.to_string());
        }
        below((LEFT + right) / 2.0, 42.0, "depth in plies".to_owned());
    }
}

impl LeavesPlot {
    /// The plot as a slide, with a logarithmic axis of leaves.
    pub fn slide(&self) -> Slide {
        let axes = PlotAxes::of(self);
        let legend = TOP + PLOT_HEIGHT + BELOW;
        let height = legend + LEGEND * self.measured.len() as f64 + 16.0;
        let mut slide = Slide::new(SLIDE_WIDTH, height);
        let title = SlideText::new(28.0, 34.0, 17.0, self.title.as_str());
        slide.text(SlideText { is_bold: true, ..title });
        axes.draw(&mut slide);
        self.theory.iter().for_each(|curve| theory_curve(&mut slide, &axes, curve));
        for (index, curve) in self.measured.iter().enumerate() {
            let color = COLORS[index % COLORS.len()];
            // A curve that later ones cover is wider, so that its edges stay visible.
            let covered = self.measured[index + 1..].iter().filter(|other| covers(other, curve));
            let width = 2.5 + 4.0 * covered.count() as f64;
            let points: Vec<SlidePoint> =
                curve.points.iter().map(|point| axes.point(point)).collect();
            for step in points.windows(2) {
                slide.line(step[0], step[1], color, width);
            }
            for at in points {
                slide.marks.push(SlideMark::Disc { at, radius: width / 2.0 + 2.0, color });
            }
            let y = legend + LEGEND * (index as f64 + 0.7);
            let at = SlidePoint { x: LEFT, y: y - 5.0 };
            slide.marks.push(SlideMark::Disc { at, radius: 6.0, color });
            let (name, x) = (curve.name.as_str(), LEFT + 16.0);
            let size = fitting_size(name, 15.0, SLIDE_WIDTH - x);
            slide.text(SlideText::new(x, y, size, name));
        }
        slide
    }
}

/// True if a curve has every point of another one.
fn covers(curve: &LeavesCurve, other: &LeavesCurve) -> bool {
    other.points.iter().all(|point| curve.points.contains(point))
}

/// A dashed curve up to the upper edge, with its name at the end.
fn theory_curve(slide: &mut Slide, axes: &PlotAxes, curve: &LeavesCurve) {
    let mut end = None;
    for step in curve.points.windows(2) {
        let (from, mut to) = (axes.point(&step[0]), axes.point(&step[1]));
        if from.y <= TOP {
            break;
        }
        if to.y < TOP {
            let share = (from.y - TOP) / (from.y - to.y);
            to = SlidePoint { x: from.x + share * (to.x - from.x), y: TOP };
        }
        slide.marks.push(SlideMark::Line { from, to, color: LINE, width: 1.2, is_dashed: true });
        end = Some(to);
    }
    if let Some(SlidePoint { x, y }) = end {
        let text = SlideText::new(x + 8.0, y + 5.0, 13.0, curve.name.as_str());
        slide.text(SlideText { color: LINE, ..text });
    }
}
