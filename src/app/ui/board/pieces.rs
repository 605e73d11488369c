//! The pictures of pieces and patterned squares: vector drawings, rasterised at the pixel size they
//! are shown at.
//!
//! Textures are cached per picture and size in egui's memory, so board, captured pieces and promotion
//! share them. The chosen piece set and pattern stand there too, for every board of the window. While a size keeps changing, as during a window's resize, the nearest size is
//! stretched, and the drawing is rasterised once the size has settled.

use std::collections::HashMap;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use egui::mutex::Mutex;
use egui::{
    Color32, ColorImage, Context, CornerRadius, Id, Painter, Rect, Shape, TextureHandle,
    TextureOptions, epaint::RectShape, pos2,
};
use minnow_picture::Drawing;

use super::style::{Pattern, PieceSet, Tile};
use crate::app::ui::drawing::{image_of_pixels, image_of_svg};
use crate::app::ui::theme::BoardColors;
use minnow_rules::{Color, Piece, Role, Square};

/// A size counts as settled after this time, in seconds.
const SETTLE_SECONDS: f64 = 0.1;
/// Textures not shown for this time make room when others are made, in seconds.
const KEEP_SECONDS: f64 = 5.0;
/// Squares smaller than this, in points, are plain.
const PATTERN_FROM: f32 = 20.0;
/// Colours of a dark drawing below this level count as solid in a silhouette.
const DARK_BELOW: u8 = 96;
/// The largest texture made; larger squares stretch it.
const MAX_PX: u32 = 1024;

/// A piece for screen readers: `white knight`.
pub fn piece_name(piece: Piece) -> String {
    let color = match piece.color {
        Color::White => "white",
        Color::Black => "black",
    };
    format!("{color} {}", piece.role.name())
}

/// Uses this piece set and pattern for all boards of the window from now on.
pub fn use_style(ctx: &Context, set: PieceSet, pattern: Pattern) {
    let cache = cache(ctx);
    let mut cache = cache.lock();
    cache.set = set;
    cache.pattern = pattern;
}

/// Paints a piece into a square `rect` (in points); `opacity` from 0 to 1.
/// The drawing has its own margins, so `rect` is the whole square.
pub fn paint_piece(painter: &Painter, rect: Rect, piece: Piece, opacity: f32) {
    let set = cache(painter.ctx()).lock().set;
    paint_piece_of(painter, rect, set, piece, opacity);
}

/// Paints a piece of any set, as in a preview.
pub fn paint_piece_of(painter: &Painter, rect: Rect, set: PieceSet, piece: Piece, opacity: f32) {
    let tint = Color32::WHITE.gamma_multiply(opacity);
    paint_picture(painter, rect, CornerRadius::ZERO, Picture::Piece(set, piece), tint);
}

/// Paints a piece's silhouette in one colour, as for captured pieces beside a
/// name: small and readable on a panel of either theme.
pub fn paint_silhouette(painter: &Painter, rect: Rect, role: Role, color: Color32) {
    let set = cache(painter.ctx()).lock().set;
    paint_picture(painter, rect, CornerRadius::ZERO, Picture::Silhouette(set, role), color);
}

/// Paints an empty square.
pub(super) fn paint_square(
    painter: &Painter,
    rect: Rect,
    radius: CornerRadius,
    square: Square,
    colors: &'static BoardColors,
) {
    let pattern = cache(painter.ctx()).lock().pattern;
    paint_square_of(painter, rect, radius, Tile::of(pattern, square), colors);
}

/// Paints a dark square beside a light one in any pattern, as in a preview.
pub fn paint_pattern(
    painter: &Painter,
    rect: Rect,
    pattern: Pattern,
    colors: &'static BoardColors,
) {
    let (left, right) = rect.split_left_right_at_fraction(0.5);
    for (rect, file) in [(left, 0), (right, 1)] {
        let tile = Tile::of(pattern, Square::new(file, 0));
        paint_square_of(painter, rect, CornerRadius::ZERO, tile, colors);
    }
}

fn paint_square_of(
    painter: &Painter,
    rect: Rect,
    radius: CornerRadius,
    tile: Tile,
    colors: &'static BoardColors,
) {
    if tile.pattern == Pattern::Plain || rect.width() < PATTERN_FROM {
        let color = if tile.dark { colors.dark } else { colors.light };
        painter.rect_filled(rect, radius, color);
    } else {
        paint_picture(painter, rect, radius, Picture::Square(tile, colors.id), Color32::WHITE);
    }
}

/// The chosen pattern of the window's boards.
pub(super) fn pattern(ctx: &Context) -> Pattern {
    cache(ctx).lock().pattern
}

fn paint_picture(
    painter: &Painter,
    rect: Rect,
    radius: CornerRadius,
    picture: Picture,
    tint: Color32,
) {
    let size_px = (rect.width() * painter.pixels_per_point()).round().max(1.0) as u32;
    let Some(texture) = texture(painter.ctx(), picture, size_px.min(MAX_PX)) else { return };
    let whole = Rect::from_min_max(pos2(0.0, 0.0), pos2(1.0, 1.0));
    let shape = RectShape::filled(rect, radius, tint).with_texture(texture.id(), whole);
    painter.add(Shape::Rect(shape));
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Picture {
    Piece(PieceSet, Piece),
    Silhouette(PieceSet, Role),
    /// A square in the colours with this id.
    Square(Tile, &'static str),
}

#[derive(Default)]
struct Cache {
    textures: HashMap<(Picture, u32), Cached>,
    /// Requested sizes that are not made yet, with the time of the first request.
    wanted: HashMap<u32, f64>,
    set: PieceSet,
    pattern: Pattern,
}

struct Cached {
    texture: TextureHandle,
    last_used: f64,
}

fn cache(ctx: &Context) -> Arc<Mutex<Cache>> {
    ctx.data_mut(|data| data.get_temp_mut_or_default::<Arc<Mutex<Cache>>>(Id::NULL).clone())
}

fn texture(ctx: &Context, picture: Picture, size_px: u32) -> Option<TextureHandle> {
    let cache = cache(ctx);
    let now = ctx.input(|input| input.time);
    let mut cache = cache.lock();
    if let Some(cached) = cache.textures.get_mut(&(picture, size_px)) {
        cached.last_used = now;
        return Some(cached.texture.clone());
    }
    if let Some(stand_in) = cache.stand_in(picture, size_px, now) {
        ctx.request_repaint_after(Duration::from_secs_f64(SETTLE_SECONDS));
        return Some(stand_in);
    }
    let image = rasterise(picture, size_px)?;
    let name = format!("{picture:?} {size_px}");
    let texture = ctx.load_texture(name, image, TextureOptions::LINEAR);
    cache.textures.retain(|_, cached| now - cached.last_used < KEEP_SECONDS);
    cache.textures.insert((picture, size_px), Cached { texture: texture.clone(), last_used: now });
    Some(texture)
}

impl Cache {
    /// The texture of the nearest size, as long as `size_px` has not settled
    /// and that one is near enough to be stretched for a moment.
    fn stand_in(&mut self, picture: Picture, size_px: u32, now: f64) -> Option<TextureHandle> {
        self.wanted.retain(|_, since| now - *since < KEEP_SECONDS);
        let since = *self.wanted.entry(size_px).or_insert(now);
        if now - since >= SETTLE_SECONDS {
            return None;
        }
        let near = size_px / 2..=size_px.saturating_mul(2);
        let nearest = self
            .textures
            .iter_mut()
            .filter(|((other, px), _)| *other == picture && near.contains(px))
            .min_by_key(|((_, px), _)| px.abs_diff(size_px))?;
        nearest.1.last_used = now;
        Some(nearest.1.texture.clone())
    }
}

/// A parsed drawing; `None` for an unreadable one (a test checks that all are readable).
fn drawing(set: PieceSet, piece: Piece) -> Option<&'static Drawing> {
    static DRAWINGS: [[[OnceLock<Option<Drawing>>; 6]; 2]; PieceSet::ALL.len()] =
        [const { [const { [const { OnceLock::new() }; 6] }; 2] }; PieceSet::ALL.len()];
    let (color, role) = (piece.color.index(), piece.role.index());
    let parse = || Drawing::parse(set.drawings()[color][role]).ok();
    DRAWINGS[set as usize][color][role].get_or_init(parse).as_ref()
}

fn rasterise(picture: Picture, size_px: u32) -> Option<ColorImage> {
    match picture {
        Picture::Piece(set, piece) => rasterise_piece(set, piece, size_px),
        Picture::Silhouette(set, role) => {
            let mut image = rasterise_piece(set, Piece { color: Color::Black, role }, size_px)?;
            // The light lines inside the dark drawing become gaps.
            for pixel in &mut image.pixels {
                let light = pixel.r().max(pixel.g()).max(pixel.b());
                let dark = if light < DARK_BELOW { 0 } else { light };
                *pixel = Color32::WHITE.gamma_multiply_u8(pixel.a().saturating_sub(dark));
            }
            Some(image)
        }
        Picture::Square(tile, colors) => {
            let square = tile.svg(BoardColors::by_id(colors));
            let start = r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">"#;
            image_of_svg(&format!("{start}{square}</svg>"), size_px)
        }
    }
}

fn rasterise_piece(set: PieceSet, piece: Piece, size_px: u32) -> Option<ColorImage> {
    Some(image_of_pixels(&drawing(set, piece)?.pixels(size_px).ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::ui::board::contrast;
    use crate::app::ui::theme::BOARD_COLORS;

    /// The pixels of a piece on a transparent square.
    fn pixels(set: PieceSet, color: Color, role: Role, size_px: u32) -> Vec<Color32> {
        rasterise(Picture::Piece(set, Piece { color, role }), size_px).unwrap().pixels
    }

    #[test]
    fn pieces_can_be_told_apart_at_24_pixels() {
        let differs = |one: &Color32, other: &Color32| {
            one.g().abs_diff(other.g()) > 64 || one.a().abs_diff(other.a()) > 64
        };
        for (set, color) in PieceSet::ALL.into_iter().flat_map(|set| Color::ALL.map(|c| (set, c))) {
            let drawn = Role::ALL.map(|role| (role, pixels(set, color, role, 24)));
            for (index, (role, one)) in drawn.iter().enumerate() {
                for (other_role, other) in &drawn[..index] {
                    let count = one.iter().zip(other).filter(|(one, other)| differs(one, other));
                    let count = count.count();
                    assert!(count >= 16, "{set:?} {color:?} {role:?} {other_role:?}: {count}");
                }
            }
        }
    }

    #[test]
    fn pieces_stand_out_on_every_square() {
        for (set, role) in PieceSet::ALL.into_iter().flat_map(|set| Role::ALL.map(|r| (set, r))) {
            for color in Color::ALL {
                let piece = pixels(set, color, role, 48);
                for square in BOARD_COLORS.iter().flat_map(|colors| [colors.light, colors.dark]) {
                    let seen = |pixel: &&Color32| contrast(square.blend(**pixel), square) >= 3.0;
                    let share = piece.iter().filter(seen).count() as f32 / piece.len() as f32;
                    assert!(share > 0.04, "{set:?} {color:?} {role:?} on {square:?}: {share}");
                }
            }
        }
    }

    #[test]
    fn white_pieces_are_lighter_than_black_ones() {
        for (set, role) in PieceSet::ALL.into_iter().flat_map(|set| Role::ALL.map(|r| (set, r))) {
            let [white, black] = Color::ALL.map(|color| {
                let piece = pixels(set, color, role, 24);
                piece.iter().map(|pixel| u32::from(pixel.g())).sum::<u32>()
            });
            assert!(3 * white > 4 * black, "{set:?} {role:?}: {white} and {black}");
        }
    }

    #[test]
    fn every_drawing_is_readable_and_fills_its_square() {
        for set in PieceSet::ALL {
            for (color, role) in Color::ALL.into_iter().flat_map(|c| Role::ALL.map(|r| (c, r))) {
                let piece = Piece { color, role };
                let image = rasterise(Picture::Piece(set, piece), 96).unwrap();
                let covered = image.pixels.iter().filter(|pixel| pixel.a() > 128).count();
                let share = covered as f32 / image.pixels.len() as f32;
                assert!((0.1..0.8).contains(&share), "{set:?} {piece:?} covers {share}");
                assert_eq!(image.pixels[0].a(), 0, "{set:?} {piece:?} leaves the corner free");
            }
        }
    }

    #[test]
    fn every_pattern_covers_its_square() {
        for pattern in Pattern::ALL {
            for square in [Square::new(0, 0), Square::new(1, 0), Square::new(1, 1)] {
                let tile = Tile::of(pattern, square);
                for size_px in [50, 81, 108] {
                    let image = rasterise(Picture::Square(tile, "walnut"), size_px).unwrap();
                    assert_eq!(image.size, [size_px as usize; 2]);
                    assert!(image.pixels.iter().all(|pixel| pixel.a() == 255), "{tile:?}");
                }
            }
        }
    }

    /// The texture for a size in pixels, in a frame at a time in seconds.
    fn shown(ctx: &Context, size_px: u32, time: f64) -> egui::TextureId {
        let knight =
            Picture::Piece(PieceSet::Minnow, Piece { color: Color::White, role: Role::Knight });
        let mut id = None;
        let input = egui::RawInput { time: Some(time), ..Default::default() };
        let mut output =
            ctx.run_ui(input, |_| id = texture(ctx, knight, size_px).map(|texture| texture.id()));
        output.textures_delta.clear();
        id.unwrap()
    }

    #[test]
    fn a_changing_size_stretches_the_nearest() {
        let ctx = Context::default();
        let first = shown(&ctx, 60, 0.0);
        assert_eq!(shown(&ctx, 64, 1.0), first);
        assert_eq!(shown(&ctx, 70, 1.05), first);
        let settled = shown(&ctx, 70, 1.2);
        assert_ne!(settled, first);
        assert_eq!(shown(&ctx, 70, 1.3), settled);
        assert_ne!(shown(&ctx, 20, 1.3), settled, "too far off to be stretched");
    }

    #[test]
    fn a_silhouette_is_one_colour_with_gaps() {
        for set in PieceSet::ALL {
            let image = rasterise(Picture::Silhouette(set, Role::Queen), 96).unwrap();
            let solid = |pixel: &&Color32| pixel.a() > 128;
            assert!(image.pixels.iter().all(|pixel| pixel.r() == pixel.a()));
            let dark = Piece { color: Color::Black, role: Role::Queen };
            let whole = rasterise(Picture::Piece(set, dark), 96).unwrap();
            let (own, all) = (image.pixels.iter(), whole.pixels.iter());
            assert!(own.filter(solid).count() < all.filter(solid).count());
        }
    }
}
