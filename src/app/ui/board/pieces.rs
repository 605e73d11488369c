//! The pieces' pictures: vector drawings, rasterised at the pixel size they are shown at.
//!
//! Textures are cached per piece and size in egui's memory, so board, captured pieces and promotion
//! share them. While a size keeps changing, as during a window's resize, the nearest size is
//! stretched, and the drawing is rasterised once the size has settled.

use std::collections::HashMap;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use egui::mutex::Mutex;
use egui::{Color32, ColorImage, Context, Id, Painter, Rect, TextureHandle, TextureOptions, pos2};
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};

use crate::rules::{Color, Piece, Role};

/// A size counts as settled after this time, in seconds.
const SETTLE_SECONDS: f64 = 0.1;
/// Textures not shown for this time make room when others are made, in seconds.
const KEEP_SECONDS: f64 = 5.0;
/// The largest texture made; larger squares stretch it.
const MAX_PX: u32 = 1024;

/// The drawings, White's first, each colour in the order of `Role`.
const DRAWINGS: [[&str; 6]; 2] = [
    [
        include_str!("../../../../assets/pieces/wp.svg"),
        include_str!("../../../../assets/pieces/wn.svg"),
        include_str!("../../../../assets/pieces/wb.svg"),
        include_str!("../../../../assets/pieces/wr.svg"),
        include_str!("../../../../assets/pieces/wq.svg"),
        include_str!("../../../../assets/pieces/wk.svg"),
    ],
    [
        include_str!("../../../../assets/pieces/bp.svg"),
        include_str!("../../../../assets/pieces/bn.svg"),
        include_str!("../../../../assets/pieces/bb.svg"),
        include_str!("../../../../assets/pieces/br.svg"),
        include_str!("../../../../assets/pieces/bq.svg"),
        include_str!("../../../../assets/pieces/bk.svg"),
    ],
];

/// A piece for screen readers: `white knight`.
pub fn piece_name(piece: Piece) -> String {
    let color = match piece.color {
        Color::White => "white",
        Color::Black => "black",
    };
    format!("{color} {}", piece.role.name())
}

/// Paints a piece into a square `rect` (in points); `opacity` from 0 to 1.
/// The drawing has its own margins, so `rect` is the whole square.
pub fn paint_piece(painter: &Painter, rect: Rect, piece: Piece, opacity: f32) {
    paint_picture(painter, rect, Picture::Piece(piece), Color32::WHITE.gamma_multiply(opacity));
}

/// Paints a piece's silhouette in one colour, as for captured pieces beside a
/// name: small and readable on a panel of either theme.
pub fn paint_silhouette(painter: &Painter, rect: Rect, role: Role, color: Color32) {
    paint_picture(painter, rect, Picture::Silhouette(role), color);
}

fn paint_picture(painter: &Painter, rect: Rect, picture: Picture, tint: Color32) {
    let size_px = (rect.width() * painter.pixels_per_point()).round().max(1.0) as u32;
    let Some(texture) = texture(painter.ctx(), picture, size_px.min(MAX_PX)) else { return };
    let whole = Rect::from_min_max(pos2(0.0, 0.0), pos2(1.0, 1.0));
    painter.image(texture.id(), rect, whole, tint);
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Picture {
    Piece(Piece),
    Silhouette(Role),
}

#[derive(Default)]
struct Cache {
    textures: HashMap<(Picture, u32), Cached>,
    /// Sizes asked for and not made yet, with the time of the first asking.
    wanted: HashMap<u32, f64>,
}

struct Cached {
    texture: TextureHandle,
    last_used: f64,
}

fn texture(ctx: &Context, picture: Picture, size_px: u32) -> Option<TextureHandle> {
    let cache =
        ctx.data_mut(|data| data.get_temp_mut_or_default::<Arc<Mutex<Cache>>>(Id::NULL).clone());
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

/// The parsed drawings; `None` for an unreadable one (a test checks that all are readable).
fn trees() -> &'static [[Option<Tree>; 6]; 2] {
    static TREES: OnceLock<[[Option<Tree>; 6]; 2]> = OnceLock::new();
    TREES.get_or_init(|| {
        let options = Options::default();
        DRAWINGS.map(|set| set.map(|svg| Tree::from_str(svg, &options).ok()))
    })
}

fn rasterise(picture: Picture, size_px: u32) -> Option<ColorImage> {
    let piece = match picture {
        Picture::Piece(piece) => piece,
        Picture::Silhouette(role) => Piece { color: Color::Black, role },
    };
    let tree = trees()[piece.color.index()][piece.role.index()].as_ref()?;
    let mut pixmap = Pixmap::new(size_px, size_px)?;
    let scale = size_px as f32 / tree.size().width();
    resvg::render(tree, Transform::from_scale(scale, scale), &mut pixmap.as_mut());
    let mut image = ColorImage::from_rgba_premultiplied([size_px as usize; 2], pixmap.data());
    if matches!(picture, Picture::Silhouette(_)) {
        // The light lines inside the dark drawing become gaps.
        for pixel in &mut image.pixels {
            let light = pixel.r().max(pixel.g()).max(pixel.b());
            *pixel = Color32::WHITE.gamma_multiply_u8(pixel.a().saturating_sub(light));
        }
    }
    Some(image)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_drawing_is_readable_and_fills_its_square() {
        for color in Color::ALL {
            for role in Role::ALL {
                let piece = Piece { color, role };
                let image = rasterise(Picture::Piece(piece), 96).unwrap();
                let covered = image.pixels.iter().filter(|pixel| pixel.a() > 128).count();
                let share = covered as f32 / image.pixels.len() as f32;
                assert!((0.1..0.8).contains(&share), "{piece:?} covers {share}");
                assert_eq!(image.pixels[0].a(), 0, "{piece:?} leaves the corner free");
            }
        }
    }

    /// The texture for a size in pixels, in a frame at a time in seconds.
    fn shown(ctx: &Context, size_px: u32, time: f64) -> egui::TextureId {
        let knight = Picture::Piece(Piece { color: Color::White, role: Role::Knight });
        let mut id = None;
        let input = egui::RawInput { time: Some(time), ..Default::default() };
        let mut output =
            ctx.run_ui(input, |_| id = texture(ctx, knight, size_px).map(|texture| texture.id()));
        output.textures_delta.clear();
        id.unwrap()
    }

    #[test]
    fn a_changing_size_stretches_the_nearest_until_it_settles() {
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
        let image = rasterise(Picture::Silhouette(Role::Queen), 96).unwrap();
        let solid = |pixel: &&Color32| pixel.a() > 128;
        assert!(image.pixels.iter().all(|pixel| pixel.r() == pixel.a()));
        let dark = Piece { color: Color::Black, role: Role::Queen };
        let whole = rasterise(Picture::Piece(dark), 96).unwrap();
        let (own, all) = (image.pixels.iter(), whole.pixels.iter());
        assert!(own.filter(solid).count() < all.filter(solid).count());
    }
}
