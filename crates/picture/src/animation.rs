//! Encodes pictures as an animated GIF.
//!
//! All frames share one palette of the most frequent colours, and a frame holds only the rectangle
//! that differs from the one before. So squares keep their exact colours and files stay small.

use std::{borrow::Cow, collections::HashMap};

use gif::{DisposalMethod, Encoder, EncodingError, Frame, Repeat};

use super::{Pixels, RasterError};

/// The most colours of a GIF.
const MOST_COLORS: usize = 256;
/// Colours nearer than this to a more frequent one get no place of their own: a sum of squares.
const TOO_NEAR: i32 = 48;

type Rgb = [u8; 3];

impl From<EncodingError> for RasterError {
    fn from(error: EncodingError) -> RasterError {
        RasterError::Gif(error.to_string())
    }
}

/// The colours of an animation, and the places of all colours looked up so far.
struct Palette {
    colors: Vec<Rgb>,
    known: HashMap<Rgb, u8>,
}

impl Palette {
    /// The most frequent colours, unless they are nearly alike.
    fn of(colors: impl Iterator<Item = Rgb>) -> Palette {
        let mut counts: HashMap<Rgb, usize> = HashMap::new();
        for color in colors {
            *counts.entry(color).or_default() += 1;
        }
        let mut counted: Vec<_> = counts.into_iter().collect();
        // The colour itself decides between equal counts, so that a game always gives the same file.
        counted.sort_unstable_by(|one, other| other.1.cmp(&one.1).then(one.0.cmp(&other.0)));
        let mut colors: Vec<Rgb> = Vec::new();
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
    fn place(&mut self, color: Rgb) -> u8 {
        let colors = &self.colors;
        *self.known.entry(color).or_insert_with(|| {
            let places = 0..colors.len();
            let nearest = places.min_by_key(|place| distance(colors[*place], color));
            nearest.unwrap_or(0) as u8
        })
    }
}

fn colors_of(pixels: &Pixels) -> impl Iterator<Item = Rgb> {
    let (pixels, _) = pixels.premultiplied_rgba().as_chunks::<4>();
    pixels.iter().map(|[red, green, blue, _]| [*red, *green, *blue])
}

fn distance(one: Rgb, other: Rgb) -> i32 {
    let square = |index: usize| (i32::from(one[index]) - i32::from(other[index])).pow(2);
    square(0) + square(1) + square(2)
}

/// An animated GIF that repeats without end.
pub struct GifAnimation {
    encoder: Encoder<Vec<u8>>,
    palette: Palette,
    width: usize,
    /// The palette places of the last frame.
    last: Vec<u8>,
}

impl GifAnimation {
    /// An animation without frames yet. They have the size of the samples, whose most frequent colours
    /// become the palette.
    ///
    /// # Errors
    ///
    /// [`RasterError::Gif`] for pictures that are too large for a GIF.
    pub fn new(samples: &[Pixels]) -> Result<GifAnimation, RasterError> {
        let size = samples.first().map_or((0, 0), |first| (first.width_px(), first.height_px()));
        let palette = Palette::of(samples.iter().flat_map(colors_of));
        let bytes: Vec<u8> = palette.colors.iter().flatten().copied().collect();
        let mut encoder = Encoder::new(Vec::new(), size.0 as u16, size.1 as u16, &bytes)?;
        encoder.set_repeat(Repeat::Infinite)?;
        Ok(GifAnimation { encoder, palette, width: size.0 as usize, last: Vec::new() })
    }

    /// Adds a picture that is shown for this time.
    ///
    /// # Errors
    ///
    /// [`RasterError::Gif`] for a picture that does not fit.
    pub fn add(&mut self, pixels: &Pixels, delay_ms: u32) -> Result<(), RasterError> {
        let palette = &mut self.palette;
        let places: Vec<u8> = colors_of(pixels).map(|color| palette.place(color)).collect();
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

    /// The content of the file.
    ///
    /// # Errors
    ///
    /// [`RasterError::Gif`] if the end cannot be written.
    pub fn finish(self) -> Result<Vec<u8>, RasterError> {
        Ok(self.encoder.into_inner()?)
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
        let frequent = [234, 223, 200];
        let others = (0..600_usize).map(|place| [(place % 251) as u8, (place * 7 % 251) as u8, 90]);
        let mut palette = Palette::of(std::iter::repeat_n(frequent, 1000).chain(others));
        assert!(palette.colors.len() <= MOST_COLORS);
        let place = palette.place(frequent);
        assert_eq!(palette.colors[usize::from(place)], frequent);
    }
}
