//! Vector drawings as images, and shapes that several features paint.

use egui::{Color32, ColorImage, Mesh, Pos2, Rangef};
use minnow_picture::{Drawing, Pixels};

/// The distances of the lines of a grid of ratings, in Elo.
const ELO_STEPS: [f32; 6] = [50.0, 100.0, 200.0, 250.0, 500.0, 1000.0];

/// The least range of a plot of ratings, in Elo.
const LEAST_ELO_RANGE: f64 = 200.0;

/// An SVG text as an image of this width in pixels; `None` if it is not readable.
pub fn image_of_svg(svg: &str, width_px: u32) -> Option<ColorImage> {
    Some(image_of_pixels(&Drawing::parse(svg).ok()?.pixels(width_px).ok()?))
}

/// The pixels as an image of egui.
pub fn image_of_pixels(pixels: &Pixels) -> ColorImage {
    let size = [pixels.width_px() as usize, pixels.height_px() as usize];
    ColorImage::from_rgba_premultiplied(size, pixels.premultiplied_rgba())
}

/// A strip of one colour between two edges, from the pairs of points across it.
pub fn strip_mesh(pairs: impl IntoIterator<Item = [Pos2; 2]>, color: Color32) -> Mesh {
    let mut mesh = Mesh::default();
    for [one, other] in pairs {
        mesh.colored_vertex(one, color);
        mesh.colored_vertex(other, color);
    }
    for pair in 0..(mesh.vertices.len() as u32 / 2).saturating_sub(1) {
        let first = 2 * pair;
        mesh.add_triangle(first, first + 1, first + 2);
        mesh.add_triangle(first + 1, first + 2, first + 3);
    }
    mesh
}

/// The range of a plot of ratings, each with its error, at steps of 50 Elo; `None` without a rating.
pub fn elo_range(ratings: impl Iterator<Item = [f64; 2]>) -> Option<Rangef> {
    let ranges = ratings.map(|[elo, error]| [elo - error, elo + error]);
    let [least, most] = ranges.reduce(|one, other| [one[0].min(other[0]), one[1].max(other[1])])?;
    let least = (least / 50.0).floor() * 50.0;
    let most = ((most / 50.0).ceil() * 50.0).max(least + LEAST_ELO_RANGE);
    Some(Rangef::new(least as f32, most as f32))
}

/// The ratings at which a plot of this length has lines: round ones, at least `least` points apart.
pub fn elo_grid(range: Rangef, length: f32, least: f32) -> Vec<f32> {
    let is_wide = |step: &f32| length * step / range.span() >= least;
    let step = ELO_STEPS.into_iter().find(is_wide).unwrap_or(range.span());
    let first = (range.min / step).ceil() * step;
    (0..).map(|index| first + index as f32 * step).take_while(|elo| *elo <= range.max).collect()
}
