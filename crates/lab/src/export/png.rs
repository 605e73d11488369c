//! Slides and drawings as PNG. Letters are drawn as outlines of Noto Sans, so that a picture needs
//! no font of the system.

use std::fmt::Write;

use minnow_picture::{Drawing, GlyphOutline, RasterError, text_width};

use super::slide::{SLIDE_WIDTH, Slide, SlidePoint, SlideText, TextAnchor};

/// Slides up to this width are drawn at twice their size.
const LARGE_WIDTH: f64 = 2.0 * SLIDE_WIDTH;

/// Writes a text as outlines. A sign without an outline leaves a gap.
fn write_outlines(svg: &mut String, text: &SlideText) {
    let size = text.size as f32;
    let glyphs = text.text.chars().map(|letter| GlyphOutline::new(letter, size, text.is_bold));
    let width = text_width(&text.text, size, text.is_bold);
    let SlidePoint { x, y } = text.at;
    let mut x = match text.anchor {
        TextAnchor::Start => x as f32,
        TextAnchor::Middle => x as f32 - width / 2.0,
        TextAnchor::End => x as f32 - width,
    };
    for glyph in glyphs {
        if let Some(GlyphOutline { path, .. }) = &glyph {
            // Writing to a string cannot fail.
            let _ = writeln!(
                svg,
                "<path transform=\"matrix(1 0 0 -1 {x:.2} {y:.2})\" fill=\"{}\" d=\"{path}\"/>",
                text.color
            );
        }
        x += glyph.map_or(size / 2.0, |glyph| glyph.width);
    }
}

/// A slide as a PNG file, at least 1024 pixels wide.
pub(super) fn png(slide: &Slide) -> Result<Vec<u8>, RasterError> {
    let scale = if slide.width <= LARGE_WIDTH { (SLIDE_WIDTH / slide.width).max(2.0) } else { 1.0 };
    let drawing = Drawing::parse(&slide.svg_with(&write_outlines))?;
    drawing.pixels((slide.width * scale).round() as u32)?.png()
}
