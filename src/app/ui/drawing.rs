//! Vector drawings as images, and shapes that several features paint.

use egui::{Color32, ColorImage, Mesh, Pos2};
use minnow_picture::{Drawing, Pixels};

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
