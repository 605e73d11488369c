//! The fish of the levels, drawn as shapes: a body between two curves, a tail, fins, and marks.
//!
//! Places are shares of the fish's length: the nose is at 0, the end of the tail at 1, and heights
//! count up and down from the middle of the body.

use egui::{Color32, Painter, Pos2, Rect, Sense, Shape, Stroke, Ui, Vec2, pos2};

use super::drawing::strip_mesh;

/// The place at which body and tail meet, as a share of the length.
const TAIL_FROM: f32 = 0.76;

/// The number of points along the back.
const STEPS: usize = 24;

/// A fin on the back.
#[derive(Clone, Copy, Debug)]
struct FinShape {
    from: f32,
    to: f32,
    height: f32,
    /// True for a fin of separate spines.
    spiny: bool,
}

/// Marks on the body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum FishMarks {
    Plain,
    Stripes,
    Spots,
}

/// The shape of a fish.
#[derive(Clone, Copy, Debug)]
struct FishShape {
    /// The length as a share of the longest fish's.
    length: f32,
    /// Half of the greatest height.
    depth: f32,
    /// The place of the greatest height: small for a blunt head, large for a pointed one.
    deepest: f32,
    /// The depth of the notch in the tail; negative for a round tail.
    fork: f32,
    fins: &'static [FinShape],
    marks: FishMarks,
    barbels: bool,
    eye: f32,
}

const fn fin(from: f32, to: f32, height: f32) -> FinShape {
    FinShape { from, to, height, spiny: false }
}

const fn spines(from: f32, to: f32, height: f32) -> FinShape {
    FinShape { from, to, height, spiny: true }
}

/// A fish without marks and barbels, for the entries of [`FISH`].
const PLAIN: FishShape = FishShape {
    length: 1.0,
    depth: 0.15,
    deepest: 0.36,
    fork: 0.06,
    fins: &[],
    marks: FishMarks::Plain,
    barbels: false,
    eye: 0.024,
};

/// The number of fish, one for each level.
pub const KINDS: usize = 12;

/// The fish of the levels from 1 on.
#[rustfmt::skip]
static FISH: [FishShape; KINDS] = [
    // Fry: mostly an eye.
    FishShape { length: 0.40, depth: 0.16, deepest: 0.26, fork: 0.03, eye: 0.052,
        fins: &[fin(0.42, 0.60, 0.06)], ..PLAIN },
    // Stickleback.
    FishShape { length: 0.46, depth: 0.15, deepest: 0.36, fork: 0.02, eye: 0.036,
        fins: &[spines(0.26, 0.50, 0.11), fin(0.54, 0.68, 0.07)], ..PLAIN },
    // Gudgeon.
    FishShape { length: 0.52, depth: 0.13, deepest: 0.30, fork: 0.07, eye: 0.030,
        fins: &[fin(0.34, 0.48, 0.09)], marks: FishMarks::Spots, barbels: true },
    // Dace.
    FishShape { length: 0.57, depth: 0.14, deepest: 0.36, fork: 0.10, eye: 0.030,
        fins: &[fin(0.38, 0.52, 0.10)], ..PLAIN },
    // Roach.
    FishShape { length: 0.62, depth: 0.20, deepest: 0.38, fork: 0.11, eye: 0.030,
        fins: &[fin(0.36, 0.52, 0.11)], ..PLAIN },
    // Perch.
    FishShape { length: 0.67, depth: 0.19, deepest: 0.34, fork: 0.05, eye: 0.028,
        fins: &[spines(0.26, 0.50, 0.13), fin(0.53, 0.67, 0.08)], marks: FishMarks::Stripes, ..PLAIN },
    // Chub.
    FishShape { length: 0.72, depth: 0.17, deepest: 0.30, fork: 0.06, eye: 0.024,
        fins: &[fin(0.38, 0.53, 0.08)], ..PLAIN },
    // Trout.
    FishShape { length: 0.78, depth: 0.16, deepest: 0.36, fork: 0.02, eye: 0.024,
        fins: &[fin(0.36, 0.52, 0.09), fin(0.66, 0.71, 0.04)], marks: FishMarks::Spots, ..PLAIN },
    // Salmon.
    FishShape { length: 0.84, depth: 0.17, deepest: 0.40, fork: 0.06, eye: 0.022,
        fins: &[fin(0.38, 0.54, 0.10), fin(0.67, 0.72, 0.04)], ..PLAIN },
    // Zander.
    FishShape { length: 0.89, depth: 0.14, deepest: 0.38, fork: 0.06, eye: 0.024,
        fins: &[spines(0.26, 0.46, 0.10), fin(0.50, 0.69, 0.08)], marks: FishMarks::Stripes, ..PLAIN },
    // Catfish.
    FishShape { length: 0.95, depth: 0.15, deepest: 0.18, fork: -0.05, eye: 0.014,
        fins: &[fin(0.28, 0.35, 0.07)], barbels: true, ..PLAIN },
    // Pike: the fin far back, for a fast start.
    FishShape { length: 1.00, depth: 0.11, deepest: 0.46, fork: 0.08, eye: 0.020,
        fins: &[fin(0.58, 0.73, 0.10)], marks: FishMarks::Spots, ..PLAIN },
];

impl FishShape {
    /// Half of the height at a place of the body.
    fn half_height(&self, x: f32) -> f32 {
        let stem = 0.22 * self.depth;
        if x < self.deepest {
            let share = 1.0 - x / self.deepest;
            self.depth * (1.0 - share * share).max(0.0).sqrt()
        } else {
            let share = ((x - self.deepest) / (TAIL_FROM - self.deepest)).min(1.0);
            let smooth = share * share * (3.0 - 2.0 * share);
            self.depth + smooth * (stem - self.depth)
        }
    }
}

/// The colours of a fish.
#[derive(Clone, Copy, Debug)]
struct FishColors {
    body: Color32,
    fins: Color32,
    /// The eye and the marks.
    marks: Color32,
}

/// A fish in a rectangle, which the longest fish fills.
struct FishPainter<'a> {
    painter: &'a Painter,
    fish: &'static FishShape,
    colors: FishColors,
    /// The nose, and the length in points.
    nose: Pos2,
    length: f32,
}

/// Draws the fish of a level, from 1, in one colour on a background, into room for the longest fish.
pub fn fish_ui(ui: &mut Ui, size: Vec2, level: u8, color: Color32, background: Color32) {
    let (rect, _) = ui.allocate_exact_size(size, Sense::hover());
    if ui.is_rect_visible(rect) {
        let fins = color.lerp_to_gamma(background, 0.35);
        let colors = FishColors { body: color, fins, marks: background };
        paint_fish(ui.painter(), rect, level, colors);
    }
}

/// Paints a fish in the middle of a rectangle.
fn paint_fish(painter: &Painter, rect: Rect, level: u8, colors: FishColors) {
    let index = usize::from(level.max(1) - 1).min(FISH.len() - 1);
    let Some(fish) = FISH.get(index) else { return };
    let length = rect.width() * fish.length;
    let nose = pos2(rect.center().x - length / 2.0, rect.center().y);
    let fish = FishPainter { painter, fish, colors, nose, length };
    fish.tail();
    fish.fins();
    fish.body();
    fish.marks();
}

impl FishPainter<'_> {
    /// A place on the screen; `up` counts from the middle of the body.
    fn at(&self, x: f32, up: f32) -> Pos2 {
        pos2(self.nose.x + x * self.length, self.nose.y - up * self.length)
    }

    fn fill(&self, corners: &[[f32; 2]], color: Color32) {
        let points = corners.iter().map(|[x, up]| self.at(*x, *up)).collect();
        self.painter.add(Shape::convex_polygon(points, color, Stroke::NONE));
    }

    fn line(&self, points: &[[f32; 2]], width: f32, color: Color32) {
        let points = points.iter().map(|[x, up]| self.at(*x, *up)).collect();
        self.painter.add(Shape::line(points, Stroke::new(width, color)));
    }

    fn tail(&self) {
        let (stem, spread) = (0.18 * self.fish.depth, 0.13 + 0.2 * self.fish.depth);
        let notch = [0.97 - self.fish.fork, 0.0];
        let root = TAIL_FROM - 0.03;
        for side in [1.0, -1.0] {
            let lobe = [[root, 0.0], [root, side * stem], [0.99, side * spread], notch];
            self.fill(&lobe, self.colors.fins);
        }
    }

    fn fins(&self) {
        let fish = self.fish;
        for fin in fish.fins {
            let back = |x: f32| fish.half_height(x) - 0.02;
            let top = fish.half_height(fin.from) + fin.height;
            if fin.spiny {
                let step = (fin.to - fin.from) / 4.0;
                for number in 0..4 {
                    let x = fin.from + step * number as f32;
                    let height = fin.height * (1.0 - 0.14 * number as f32);
                    let tip = [x + 0.35 * step, fish.half_height(x) + height];
                    self.fill(&[[x, back(x)], tip, [x + step, back(x + step)]], self.colors.fins);
                }
            } else {
                let shoulder = [fin.from + 0.3 * (fin.to - fin.from), top];
                let end = [fin.to + 0.02, fish.half_height(fin.to) + 0.3 * fin.height];
                let corners = [[fin.from, back(fin.from)], shoulder, end, [fin.to, back(fin.to)]];
                self.fill(&corners, self.colors.fins);
            }
        }
        let belly = |x: f32| -fish.half_height(x) + 0.02;
        for [from, size] in [[0.34, 0.09], [0.58, 0.08]] {
            let tip = [from + 0.8 * size, belly(from) - 0.7 * size];
            self.fill(
                &[[from, belly(from)], [from + size, belly(from + size)], tip],
                self.colors.fins,
            );
        }
    }

    /// The body as strips, whose edge a line makes smooth.
    fn body(&self) {
        let place = |step: usize| {
            // Closer together at the blunt nose.
            let share = step as f32 / STEPS as f32;
            TAIL_FROM * share * share.sqrt()
        };
        let (mut back, mut belly) = (Vec::new(), Vec::new());
        for step in 0..=STEPS {
            let x = place(step);
            let half = self.fish.half_height(x);
            back.push(self.at(x, half));
            belly.push(self.at(x, -half));
        }
        let edges = back.iter().zip(&belly).map(|(above, below)| [*above, *below]);
        self.painter.add(Shape::mesh(strip_mesh(edges, self.colors.body)));
        let edge = back.into_iter().chain(belly.into_iter().rev()).collect();
        self.painter.add(Shape::closed_line(edge, Stroke::new(1.0, self.colors.body)));
    }

    fn marks(&self) {
        let (fish, color) = (self.fish, self.colors.marks);
        let soft = color.gamma_multiply(0.55);
        match fish.marks {
            FishMarks::Plain => {}
            FishMarks::Stripes => {
                for x in [0.32, 0.42, 0.52, 0.62] {
                    let half = fish.half_height(x);
                    let stripe = [[x, 0.85 * half], [x + 0.015, -0.2 * half]];
                    self.line(&stripe, 0.03 * self.length, soft);
                }
            }
            FishMarks::Spots => {
                for (number, x) in [0.30, 0.38, 0.46, 0.54, 0.62, 0.68].into_iter().enumerate() {
                    let up = fish.half_height(x) * if number % 2 == 0 { 0.5 } else { 0.05 };
                    self.painter.circle_filled(self.at(x, up), 0.014 * self.length, soft);
                }
            }
        }
        let gill = 0.23 * TAIL_FROM + 0.05;
        let half = 0.62 * fish.half_height(gill);
        self.line(&[[gill, half], [gill + 0.025, 0.0], [gill, -half]], 1.2, soft);
        if fish.barbels {
            for [from, to] in [[[0.03, -0.05], [-0.02, -0.15]], [[0.07, -0.09], [0.05, -0.19]]] {
                self.line(&[from, to], 1.2, self.colors.body);
            }
        }
        let eye = self.at(0.11, 0.3 * fish.half_height(0.11));
        self.painter.circle_filled(eye, (fish.eye * self.length).max(1.4), color);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_fish_is_longer_than_the_one_below() {
        assert!(FISH.is_sorted_by(|below, above| below.length < above.length));
    }

    #[test]
    fn fins_stand_on_bodies_without_gaps() {
        for fish in &FISH {
            assert!(fish.fins.iter().all(|fin| fin.from > 0.0 && fin.to < TAIL_FROM + 0.01));
            let heights: Vec<f32> = (0..=76).map(|x| fish.half_height(x as f32 / 100.0)).collect();
            assert!(
                heights.iter().all(|height| *height <= fish.depth + 1e-6 && height.is_finite())
            );
            assert!(heights[76] > 0.0 && heights[0] < 1e-3);
        }
    }
}
