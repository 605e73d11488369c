//! Vector drawings as images, and shapes that several features paint.

use egui::{Color32, ColorImage, Mesh, Pos2};
use resvg::{
    tiny_skia::{Pixmap, Transform},
    usvg::{Options, Tree},
};

/// An SVG text as an image of this width in pixels; `None` if it is not readable.
pub fn image_of_svg(svg: &str, width_px: u32) -> Option<ColorImage> {
    let tree = Tree::from_str(svg, &Options::default()).ok()?;
    let scale = width_px as f32 / tree.size().width();
    // Rounded up, an exact height could gain an empty row by the error of the scale.
    let height_px = (tree.size().height() * scale).round() as u32;
    let mut pixmap = Pixmap::new(width_px, height_px)?;
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut pixmap.as_mut());
    let size = [width_px as usize, height_px as usize];
    Some(ColorImage::from_rgba_premultiplied(size, pixmap.data()))
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
