//! A slide: lines, boxes and texts in light colours, written as SVG.
//!
//! A slide that is 1024 units wide is readable on a screen of 1024 pixels.

use std::fmt::Write;

use minnow_base::quoting::markup;

/// The width of tables and plots, and the width up to which trees are fitted.
pub(super) const SLIDE_WIDTH: f64 = 1024.0;

/// The least size of letters.
pub(super) const LEAST_SIZE: f64 = 8.0;

/// The colours of texts, lines, and what is of second rank.
pub(super) const INK: &str = "#1d2430";
pub(super) const LINE: &str = "#6b7686";
pub(super) const FAINT: &str = "#b9c0ca";

/// A place on a slide, from its upper left corner.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SlidePoint {
    /// The distance from the left edge.
    pub x: f64,
    /// The distance from the upper edge.
    pub y: f64,
}

/// The side of a text that stands at its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextAnchor {
    /// The left side.
    Start,
    /// The middle.
    Middle,
    /// The right side.
    End,
}

/// A text on one line.
#[derive(Clone, Debug, PartialEq)]
pub struct SlideText {
    /// The place on the base line.
    pub at: SlidePoint,
    /// The part of the text that stands at the place.
    pub anchor: TextAnchor,
    /// The size of the font, in units of the slide.
    pub size: f64,
    /// True for bold letters.
    pub is_bold: bool,
    /// The colour as in SVG, such as `#1d2430`.
    pub color: &'static str,
    /// The words, not escaped.
    pub text: String,
}

impl SlideText {
    /// A text that begins at its place.
    pub fn new(x: f64, y: f64, size: f64, text: impl Into<String>) -> SlideText {
        let at = SlidePoint { x, y };
        let anchor = TextAnchor::Start;
        SlideText { at, anchor, size, is_bold: false, color: INK, text: text.into() }
    }
}

/// An element of a slide.
#[derive(Clone, Debug, PartialEq)]
pub enum SlideMark {
    /// A rectangle with round corners.
    Box {
        /// The upper left corner.
        at: SlidePoint,
        /// The extent to the right.
        width: f64,
        /// The extent downwards.
        height: f64,
        /// The radius of the corners.
        radius: f64,
        /// The colour inside.
        fill: &'static str,
        /// The colour of the edge.
        stroke: &'static str,
    },
    /// A straight line.
    Line {
        /// One end.
        from: SlidePoint,
        /// The other end.
        to: SlidePoint,
        /// The colour of the line.
        color: &'static str,
        /// The width of the line.
        width: f64,
        /// True for a dashed line.
        is_dashed: bool,
    },
    /// A filled circle.
    Disc {
        /// The centre.
        at: SlidePoint,
        /// The radius.
        radius: f64,
        /// The colour inside.
        color: &'static str,
    },
    /// A text on one line.
    Text(SlideText),
}

/// A slide.
#[derive(Clone, Debug, PartialEq)]
pub struct Slide {
    /// The extent to the right, in units of the slide.
    pub width: f64,
    /// The extent downwards.
    pub height: f64,
    /// The elements; later ones cover earlier ones.
    pub marks: Vec<SlideMark>,
}

impl Slide {
    /// An empty slide of this size.
    pub fn new(width: f64, height: f64) -> Slide {
        Slide { width, height, marks: Vec::new() }
    }

    /// Adds a text.
    pub fn text(&mut self, text: SlideText) {
        self.marks.push(SlideMark::Text(text));
    }

    /// Adds a straight line that is not dashed.
    pub fn line(&mut self, from: SlidePoint, to: SlidePoint, color: &'static str, width: f64) {
        self.marks.push(SlideMark::Line { from, to, color, width, is_dashed: false });
    }

    /// Adds the elements of another slide, with its upper left corner at this place.
    pub(super) fn place(&mut self, other: &Slide, at: SlidePoint, scale: f64) {
        let point = |of: SlidePoint| SlidePoint { x: at.x + scale * of.x, y: at.y + scale * of.y };
        // Sizes are written as they are.
        let size = |of: f64| (100.0 * scale * of).round() / 100.0;
        self.marks.extend(other.marks.iter().cloned().map(|mark| match mark {
            SlideMark::Box { at, width, height, radius, fill, stroke } => SlideMark::Box {
                at: point(at),
                width: size(width),
                height: size(height),
                radius: size(radius),
                fill,
                stroke,
            },
            SlideMark::Line { from, to, color, width, is_dashed } => {
                let (from, to, width) = (point(from), point(to), size(width));
                SlideMark::Line { from, to, color, width, is_dashed }
            }
            SlideMark::Disc { at, radius, color } => {
                SlideMark::Disc { at: point(at), radius: size(radius), color }
            }
            SlideMark::Text(text) => {
                SlideMark::Text(SlideText { at: point(text.at), size: size(text.size), ..text })
            }
        }));
    }

    /// The slide as SVG, with its texts as text.
    pub fn svg(&self) -> String {
        self.svg_with(&|svg, text| {
            let SlideText { at: SlidePoint { x, y }, anchor, size, is_bold, color, text } = text;
            let anchor = match anchor {
                TextAnchor::Start => "",
                TextAnchor::Middle => " text-anchor=\"middle\"",
                TextAnchor::End => " text-anchor=\"end\"",
            };
            let weight = if *is_bold { " font-weight=\"bold\"" } else { "" };
            // Writing to a string cannot fail.
            let _ = writeln!(
                svg,
                "<text x=\"{x:.1}\" y=\"{y:.1}\" font-size=\"{size}\" \
                 fill=\"{color}\"{anchor}{weight}>{}</text>",
                markup(text)
            );
        })
    }

    /// The slide as SVG; `write_text` writes each text.
    pub fn svg_with(&self, write_text: &dyn Fn(&mut String, &SlideText)) -> String {
        let Slide { width, height, marks } = self;
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.0} {height:.0}\" \
             width=\"{width:.0}\" height=\"{height:.0}\" font-family=\"Noto Sans, Arial, \
             sans-serif\">\n<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n"
        );
        for mark in marks {
            match mark {
                SlideMark::Text(text) => write_text(&mut svg, text),
                mark => write_shape(&mut svg, mark),
            }
        }
        svg + "</svg>\n"
    }
}

fn write_shape(svg: &mut String, mark: &SlideMark) {
    let _ = match mark {
        SlideMark::Box { at: SlidePoint { x, y }, width, height, radius, fill, stroke } => {
            writeln!(
                svg,
                "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{height:.1}\" \
                 rx=\"{radius}\" fill=\"{fill}\" stroke=\"{stroke}\"/>"
            )
        }
        SlideMark::Line { from, to, color, width, is_dashed } => {
            let dashes = if *is_dashed { " stroke-dasharray=\"4 4\"" } else { "" };
            writeln!(
                svg,
                "<line x1=\"{:.1}\" y1=\"{:.1}\" x2=\"{:.1}\" y2=\"{:.1}\" stroke=\"{color}\" \
                 stroke-width=\"{width}\"{dashes}/>",
                from.x, from.y, to.x, to.y
            )
        }
        SlideMark::Disc { at: SlidePoint { x, y }, radius, color } => {
            writeln!(svg, "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius}\" fill=\"{color}\"/>")
        }
        SlideMark::Text(_) => Ok(()),
    };
}

/// The width of a text in bold letters of Noto Sans, which other letters do not exceed.
pub(super) fn text_width(text: &str, size: f64) -> f64 {
    f64::from(minnow_picture::text_width(text, size as f32, true))
}

/// The size of a text, from the least size to this one, that fits a width.
pub(super) fn fitting_size(text: &str, most: f64, width: f64) -> f64 {
    (most * width / text_width(text, most).max(1.0)).clamp(LEAST_SIZE, most)
}

/// A text in lines that are no wider than this, where its words allow.
pub(super) fn wrapped(text: &str, size: f64, width: f64) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            // A hundredth of a point allows for rounding.
            Some(line) if text_width(&format!("{line} {word}"), size) <= width + 0.01 => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}
