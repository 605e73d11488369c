//! A table as a slide.

use super::slide::{
    FAINT, INK, LINE, SLIDE_WIDTH, Slide, SlidePoint, SlideText, TextAnchor, text_width, wrapped,
};

/// The margin of the slide, the room between two columns, and the height of a line.
const MARGIN: f64 = 28.0;
const COLUMN_GAP: f64 = 18.0;
const LINE_HEIGHT: f64 = 19.0;
const ROW_GAP: f64 = 9.0;
const TEXT: f64 = 14.0;
/// A column that needs no more than this is never narrowed.
const NARROW: f64 = 110.0;

/// A table: the first row has the titles of the columns.
#[derive(Clone, Debug, PartialEq)]
pub struct SlideTable {
    /// The heading above the table.
    pub title: String,
    /// The cells, row by row.
    pub rows: Vec<Vec<String>>,
    /// True for tables of figures: all columns but the first stand at the right.
    pub has_figures: bool,
}

impl SlideTable {
    /// The width of each column. Wide columns share the room that narrow ones leave.
    fn widths(&self) -> Vec<f64> {
        let columns = self.rows.iter().map(Vec::len).max().unwrap_or(0);
        let natural: Vec<f64> = (0..columns)
            .map(|column| {
                let cells = self.rows.iter().filter_map(|row| row.get(column));
                cells.map(|cell| text_width(cell, TEXT)).fold(20.0, f64::max)
            })
            .collect();
        let room = SLIDE_WIDTH - 2.0 * MARGIN - COLUMN_GAP * columns.saturating_sub(1) as f64;
        let narrow: f64 = natural.iter().filter(|width| **width <= NARROW).sum();
        let wide: f64 = natural.iter().filter(|width| **width > NARROW).sum();
        let share = ((room - narrow) / wide.max(1.0)).min(1.0);
        let fitted = |width: &f64| if *width > NARROW { width * share } else { *width };
        natural.iter().map(fitted).collect()
    }

    /// The table as a slide, whose height follows from the rows.
    pub fn slide(&self) -> Slide {
        let widths = self.widths();
        let mut slide = Slide::new(SLIDE_WIDTH, 0.0);
        let title = SlideText::new(MARGIN, MARGIN + 6.0, 17.0, self.title.as_str());
        slide.text(SlideText { is_bold: true, ..title });
        let mut top = MARGIN + 24.0;
        for (number, row) in self.rows.iter().enumerate() {
            let mut left = MARGIN;
            let mut lines = 1;
            for (column, (cell, width)) in row.iter().zip(&widths).enumerate() {
                let parts = wrapped(cell, TEXT, *width);
                lines = lines.max(parts.len());
                let at_right = self.has_figures && column > 0;
                for (line, part) in parts.into_iter().enumerate() {
                    let y = top + LINE_HEIGHT * (line as f64 + 0.8);
                    let x = if at_right { left + width } else { left };
                    let anchor = if at_right { TextAnchor::End } else { TextAnchor::Start };
                    let color = if number == 0 { LINE } else { INK };
                    let is_bold = number == 0 || (column == 0 && !self.has_figures);
                    let text = SlideText { anchor, color, ..SlideText::new(x, y, TEXT, part) };
                    slide.text(SlideText { is_bold, ..text });
                }
                left += width + COLUMN_GAP;
            }
            top += LINE_HEIGHT * lines as f64 + ROW_GAP;
            let y = top - ROW_GAP / 2.0;
            let [from, to] = [MARGIN, SLIDE_WIDTH - MARGIN].map(|x| SlidePoint { x, y });
            slide.line(from, to, if number == 0 { LINE } else { FAINT }, 1.0);
        }
        slide.height = top + MARGIN / 2.0;
        slide
    }
}
