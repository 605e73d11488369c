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
