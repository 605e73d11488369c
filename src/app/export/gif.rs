//! Encodes pictures as an animated GIF.
//!
//! All frames share one palette of the most frequent colours, and a frame holds only the rectangle
//! that differs from the one before. So squares keep their exact colours and files stay small.

use std::borrow::Cow;
use std::collections::HashMap;

use egui::{Color32, ColorImage};
use gif::{DisposalMethod, Encoder, EncodingError, Frame, Repeat};

/// The most colours of a GIF.
const MOST_COLORS: usize = 256;
/// Colours nearer than this to a more frequent one get no place of their own: a sum of squares.
const TOO_NEAR: i32 = 48;

/// The colours of an animation, and the places of all colours looked up so far.
pub(super) struct Palette {
    colors: Vec<[u8; 3]>,
    known: HashMap<[u8; 3], u8>,
}

impl Palette {
    /// The most frequent colours of some pictures, unless they are nearly alike.
    pub(super) fn of(samples: &[ColorImage]) -> Palette {
        let mut counts: HashMap<[u8; 3], usize> = HashMap::new();
        for pixel in samples.iter().flat_map(|image| &image.pixels) {
            *counts.entry(rgb(*pixel)).or_default() += 1;
        }
        let mut counted: Vec<_> = counts.into_iter().collect();
        // The color itself decides between equal counts, so that a game always gives the same file.
        counted.sort_unstable_by(|one, other| other.1.cmp(&one.1).then(one.0.cmp(&other.0)));
        let mut colors: Vec<[u8; 3]> = Vec::new();
        for (color, _) in counted {
            if colors.len() == MOST_COLORS {
                break;
            }
            if colors.iter().all(|chosen| distance(*chosen, color) >= TOO_NEAR) {
                colors.push(color);
            }
        }
        if colors.is_empty() {
            colors.push([0; 3]);
        }
        Palette { colors, known: HashMap::new() }
    }

    /// The place of the nearest colour.
    fn place(&mut self, color: [u8; 3]) -> u8 {
        let colors = &self.colors;
        *self.known.entry(color).or_insert_with(|| {
            let places = 0..colors.len();
            let nearest = places.min_by_key(|place| distance(colors[*place], color));
            nearest.unwrap_or(0) as u8
        })
    }
}

fn rgb(pixel: Color32) -> [u8; 3] {
    [pixel.r(), pixel.g(), pixel.b()]
}

fn distance(one: [u8; 3], other: [u8; 3]) -> i32 {
    let square = |index: usize| (i32::from(one[index]) - i32::from(other[index])).pow(2);
    square(0) + square(1) + square(2)
}

/// Writes an animation that repeats without end.
pub(super) struct GifWriter {
    encoder: Encoder<Vec<u8>>,
    palette: Palette,
    width: usize,
    /// The palette places of the last frame.
    last: Vec<u8>,
}

impl GifWriter {
    /// An animation of pictures of this size in pixels.
    ///
    /// # Errors
    ///
    /// Returns an error for a picture that is too large for a GIF.
    pub(super) fn new(size: [usize; 2], palette: Palette) -> Result<GifWriter, EncodingError> {
        let bytes: Vec<u8> = palette.colors.iter().flatten().copied().collect();
        let mut encoder = Encoder::new(Vec::new(), size[0] as u16, size[1] as u16, &bytes)?;
        encoder.set_repeat(Repeat::Infinite)?;
        Ok(GifWriter { encoder, palette, width: size[0], last: Vec::new() })
    }

    /// Adds a picture that is shown for this time.
    ///
    /// # Errors
    ///
    /// Returns an error for a picture that does not fit.
    pub(super) fn add(&mut self, image: &ColorImage, delay_ms: u32) -> Result<(), EncodingError> {
        let palette = &mut self.palette;
        let places: Vec<u8> = image.pixels.iter().map(|pixel| palette.place(rgb(*pixel))).collect();
        let area = Area::of_change(&self.last, &places, self.width);
        let rows = (area.top..area.bottom).flat_map(|row| {
            let start = row * self.width;
            places[start + area.left..start + area.right].iter().copied()
        });
        let frame = Frame {
            delay: (delay_ms / 10) as u16,
            dispose: DisposalMethod::Keep,
            left: area.left as u16,
            top: area.top as u16,
            width: (area.right - area.left) as u16,
            height: (area.bottom - area.top) as u16,
            buffer: Cow::Owned(rows.collect()),
            ..Frame::default()
        };
        self.encoder.write_frame(&frame)?;
        self.last = places;
        Ok(())
    }

    /// The bytes of the file.
    ///
    /// # Errors
    ///
    /// Returns an error if the end cannot be written.
    pub(super) fn finish(self) -> Result<Vec<u8>, EncodingError> {
        self.encoder.into_inner()
    }
}

/// A rectangle in pixels; the ends are exclusive.
#[derive(Debug, PartialEq, Eq)]
struct Area {
    left: usize,
    top: usize,
    right: usize,
    bottom: usize,
}

impl Area {
    /// The smallest area that holds every change; one pixel if nothing changes.
    fn of_change(before: &[u8], after: &[u8], width: usize) -> Area {
        if before.len() != after.len() {
            return Area { left: 0, top: 0, right: width, bottom: after.len() / width.max(1) };
        }
        let mut area: Option<Area> = None;
        for (place, _) in before.iter().zip(after).enumerate().filter(|(_, (old, new))| old != new)
        {
            let (x, y) = (place % width, place / width);
            let area = area.get_or_insert(Area { left: x, top: y, right: x + 1, bottom: y + 1 });
            area.left = area.left.min(x);
            area.right = area.right.max(x + 1);
            area.bottom = y + 1;
        }
        area.unwrap_or(Area { left: 0, top: 0, right: 1, bottom: 1 })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_area_of_a_change_is_as_small_as_it_can_be() {
        let before = [0_u8; 20];
        let mut after = before;
        (after[6], after[13]) = (1, 1);
        let area = Area::of_change(&before, &after, 5);
        assert_eq!(area, Area { left: 1, top: 1, right: 4, bottom: 3 });
        assert_eq!(Area::of_change(&[], &after, 5).bottom, 4, "the first frame is whole");
        assert_eq!(Area::of_change(&before, &before, 5).right, 1);
    }

    #[test]
    fn a_palette_keeps_frequent_colours_exactly() {
        let frequent = Color32::from_rgb(234, 223, 200);
        let mut image = ColorImage::filled([40, 40], frequent);
        for (place, pixel) in image.pixels.iter_mut().enumerate().take(600) {
            *pixel = Color32::from_rgb((place % 251) as u8, (place * 7 % 251) as u8, 90);
        }
        let mut palette = Palette::of(&[image]);
        assert!(palette.colors.len() <= MOST_COLORS);
        let place = palette.place(rgb(frequent));
        assert_eq!(palette.colors[usize::from(place)], rgb(frequent));
    }
}
