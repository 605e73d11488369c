//! Pictures without a window: SVG to pixels, PNG and animated GIF, letters as outlines of Noto Sans, and
//! the layout of trees.
//!
//! The board, the lab's slides and the exports draw with this crate, so that a picture looks the same
//! in the window and in a file, and needs no font of the system.
//!
//! ```
//! use minnow_picture::Drawing;
//!
//! let square = r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 2"><path d="M0 0h4v2H0z"/></svg>"#;
//! let pixels = Drawing::parse(square)?.pixels(8)?;
//! assert_eq!((pixels.width_px(), pixels.height_px()), (8, 4));
//! assert_eq!(pixels.premultiplied_rgba()[..4], [0, 0, 0, 255]);
//! assert!(pixels.png()?.starts_with(b"\x89PNG"));
//! # Ok::<(), minnow_picture::RasterError>(())
//! ```

#![warn(missing_docs)]

mod animation;
mod glyph;
mod tree_layout;

use resvg::{
    tiny_skia::{Pixmap, Transform},
    usvg::{Options, Tree},
};

pub use animation::GifAnimation;
pub use glyph::{GlyphOutline, text_width};
pub use tree_layout::{TreeLayout, TreePlace};

/// Why a picture cannot be made.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RasterError {
    /// The text is no SVG; the reason is the parser's.
    #[error("the drawing is not readable: {0}")]
    Svg(String),
    /// The pixels do not fit into the memory, or the width or height is 0.
    #[error("the picture is too large for the memory")]
    TooLarge,
    /// The reason is the encoder's.
    #[error("the PNG cannot be written: {0}")]
    Png(String),
    /// The reason is the encoder's.
    #[error("the GIF cannot be written: {0}")]
    Gif(String),
}

/// A drawing that was read from SVG. Its texts are not drawn, see [`GlyphOutline`].
#[derive(Debug)]
pub struct Drawing(Tree);

impl Drawing {
    /// Reads a drawing from the text of an SVG file.
    ///
    /// # Errors
    ///
    /// [`RasterError::Svg`] if the text is not readable.
    pub fn parse(svg: &str) -> Result<Drawing, RasterError> {
        let tree = Tree::from_str(svg, &Options::default());
        tree.map(Drawing).map_err(|error| RasterError::Svg(error.to_string()))
    }

    /// The drawing at this width in pixels; the height follows.
    ///
    /// # Errors
    ///
    /// [`RasterError::TooLarge`] if there is no memory for it.
    pub fn pixels(&self, width_px: u32) -> Result<Pixels, RasterError> {
        let scale = width_px as f32 / self.0.size().width();
        // Rounded up, an exact height could gain an empty row by the error of the scale.
        let height_px = (self.0.size().height() * scale).round() as u32;
        let mut pixmap = Pixmap::new(width_px, height_px).ok_or(RasterError::TooLarge)?;
        resvg::render(&self.0, Transform::from_scale(scale, scale), &mut pixmap.as_mut());
        Ok(Pixels(pixmap))
    }
}

/// The pixels of a drawing.
pub struct Pixels(Pixmap);

impl Pixels {
    /// The number of columns.
    pub fn width_px(&self) -> u32 {
        self.0.width()
    }

    /// The number of rows.
    pub fn height_px(&self) -> u32 {
        self.0.height()
    }

    /// Four bytes for each pixel, row by row from the top; the colours are multiplied by the opacity.
    pub fn premultiplied_rgba(&self) -> &[u8] {
        self.0.data()
    }

    /// The content of a PNG file.
    ///
    /// # Errors
    ///
    /// [`RasterError::Png`].
    pub fn png(&self) -> Result<Vec<u8>, RasterError> {
        let mut rgba = Vec::with_capacity(self.0.data().len());
        for pixel in self.0.pixels() {
            let color = pixel.demultiply();
            rgba.extend([color.red(), color.green(), color.blue(), color.alpha()]);
        }
        let mut bytes = Vec::new();
        let mut encoder = png::Encoder::new(&mut bytes, self.width_px(), self.height_px());
        encoder.set_color(png::ColorType::Rgba);
        encoder.set_depth(png::BitDepth::Eight);
        let written = encoder.write_header().and_then(|mut writer| {
            writer.write_image_data(&rgba)?;
            writer.finish()
        });
        written.map(|()| bytes).map_err(|error| RasterError::Png(error.to_string()))
    }
}
