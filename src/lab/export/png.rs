//! Slides and drawings as PNG. Letters are drawn as outlines of Noto Sans, so that a picture needs
//! no font of the system.

use std::fmt::Write;

use resvg::{
    tiny_skia::{Pixmap, Transform},
    usvg::{Options, Tree},
};
use skrifa::{
    FontRef, MetadataProvider,
    instance::{LocationRef, Size},
    outline::{DrawSettings, OutlinePen},
};

use super::slide::{SLIDE_WIDTH, Slide, SlidePoint, SlideText, TextAnchor};

/// Slides up to this width are drawn at twice their size.
const LARGE_WIDTH: f64 = 2.0 * SLIDE_WIDTH;

/// The outline of a letter, digit or sign.
pub struct GlyphOutline {
    /// The data of an SVG path, with y upwards from the base line.
    pub path: String,
    pub width: f32,
    /// Of digits and capitals.
    pub height: f32,
}

impl GlyphOutline {
    /// `None` if the font has no outline of it.
    pub fn new(letter: char, size: f32, is_bold: bool) -> Option<GlyphOutline> {
        let font = if is_bold { notosans::BOLD_TTF } else { notosans::REGULAR_TTF };
        let font = FontRef::new(font).ok()?;
        let (size, location) = (Size::new(size), LocationRef::default());
        let glyph = font.charmap().map(letter)?;
        let mut pen = PathPen(String::new());
        let settings = DrawSettings::unhinted(size, location);
        font.outline_glyphs().get(glyph)?.draw(settings, &mut pen).ok()?;
        let width = font.glyph_metrics(size, location).advance_width(glyph)?;
        let height = font.metrics(size, location).cap_height?;
        Some(GlyphOutline { path: pen.0, width, height })
    }
}

/// Collects an outline as the text of an SVG path.
struct PathPen(String);

impl OutlinePen for PathPen {
    fn move_to(&mut self, x: f32, y: f32) {
        let _ = write!(self.0, "M{x:.2} {y:.2}");
    }

    fn line_to(&mut self, x: f32, y: f32) {
        let _ = write!(self.0, "L{x:.2} {y:.2}");
    }

    fn quad_to(&mut self, control_x: f32, control_y: f32, x: f32, y: f32) {
        let _ = write!(self.0, "Q{control_x:.2} {control_y:.2} {x:.2} {y:.2}");
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        let _ = write!(self.0, "C{x1:.2} {y1:.2} {x2:.2} {y2:.2} {x:.2} {y:.2}");
    }

    fn close(&mut self) {
        self.0.push('Z');
    }
}

/// Writes a text as outlines. A sign without an outline leaves a gap.
fn write_outlines(svg: &mut String, text: &SlideText) {
    let size = text.size as f32;
    let glyphs: Vec<Option<GlyphOutline>> =
        text.text.chars().map(|letter| GlyphOutline::new(letter, size, text.is_bold)).collect();
    let width_of =
        |glyph: &Option<GlyphOutline>| glyph.as_ref().map_or(size / 2.0, |glyph| glyph.width);
    let width: f32 = glyphs.iter().map(width_of).sum();
    let SlidePoint { x, y } = text.at;
    let mut x = match text.anchor {
        TextAnchor::Start => x as f32,
        TextAnchor::Middle => x as f32 - width / 2.0,
        TextAnchor::End => x as f32 - width,
    };
    for glyph in &glyphs {
        if let Some(GlyphOutline { path, .. }) = glyph {
            // Writing to a string cannot fail.
            let _ = writeln!(
                svg,
                "<path transform=\"matrix(1 0 0 -1 {x:.2} {y:.2})\" fill=\"{}\" d=\"{path}\"/>",
                text.color
            );
        }
        x += width_of(glyph);
    }
}

/// A slide as a PNG file, at least 1024 pixels wide.
///
/// # Errors
///
/// The reason if the picture cannot be made.
pub fn png(slide: &Slide) -> Result<Vec<u8>, String> {
    let scale = if slide.width <= LARGE_WIDTH { (SLIDE_WIDTH / slide.width).max(2.0) } else { 1.0 };
    png_of_svg(&slide.svg_with(&write_outlines), (slide.width * scale).round() as u32)
}

/// An SVG text without letters as a PNG file of this width in pixels.
///
/// # Errors
///
/// The reason if the picture cannot be made.
pub fn png_of_svg(svg: &str, width_px: u32) -> Result<Vec<u8>, String> {
    let tree = Tree::from_str(svg, &Options::default()).map_err(|error| error.to_string())?;
    let scale = width_px as f32 / tree.size().width();
    // Rounded up, an exact height could gain an empty row by the error of the scale.
    let height_px = (tree.size().height() * scale).round() as u32;
    let mut pixmap = Pixmap::new(width_px, height_px)
        .ok_or_else(|| "the picture is too large for the memory".to_owned())?;
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut pixmap.as_mut());
    let mut pixels = Vec::with_capacity(pixmap.data().len());
    for pixel in pixmap.pixels() {
        let color = pixel.demultiply();
        pixels.extend([color.red(), color.green(), color.blue(), color.alpha()]);
    }
    let mut bytes = Vec::new();
    let mut encoder = ::png::Encoder::new(&mut bytes, width_px, height_px);
    encoder.set_color(::png::ColorType::Rgba);
    encoder.set_depth(::png::BitDepth::Eight);
    let mut writer = encoder.write_header().map_err(|error| error.to_string())?;
    writer.write_image_data(&pixels).map_err(|error| error.to_string())?;
    writer.finish().map_err(|error| error.to_string())?;
    Ok(bytes)
}
