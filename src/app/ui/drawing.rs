//! Vector drawings as images.

use egui::ColorImage;
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
