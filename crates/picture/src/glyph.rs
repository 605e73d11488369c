//! Letters as outlines of Noto Sans.

use std::fmt::Write;

use skrifa::{
    FontRef, MetadataProvider,
    instance::{LocationRef, Size},
    outline::{DrawSettings, OutlinePen},
};

/// The outline of a letter, digit or sign.
pub struct GlyphOutline {
    /// The data of an SVG path, with y upwards from the base line.
    pub path: String,
    /// The advance to the next letter, in the unit of the font size.
    pub width: f32,
    /// Of digits and capitals.
    pub height: f32,
}

impl GlyphOutline {
    /// The outline at this font size; `None` if the font has no outline of it.
    pub fn new(letter: char, size: f32, is_bold: bool) -> Option<GlyphOutline> {
        let font = font(is_bold)?;
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

/// The width of a text in Noto Sans, in the unit of the font size. A sign that the font lacks counts
/// half the size.
///
/// ```
/// use minnow_picture::text_width;
///
/// assert!(text_width("wide", 12.0, true) > text_width("till", 12.0, true));
/// assert_eq!(text_width("", 12.0, false), 0.0);
/// ```
pub fn text_width(text: &str, size: f32, is_bold: bool) -> f32 {
    let missing = size / 2.0;
    let Some(font) = font(is_bold) else { return missing * text.chars().count() as f32 };
    let metrics = font.glyph_metrics(Size::new(size), LocationRef::default());
    let charmap = font.charmap();
    let advance = |letter: char| metrics.advance_width(charmap.map(letter)?);
    text.chars().map(|letter| advance(letter).unwrap_or(missing)).sum()
}

fn font(is_bold: bool) -> Option<FontRef<'static>> {
    FontRef::new(if is_bold { notosans::BOLD_TTF } else { notosans::REGULAR_TTF }).ok()
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
