//! The looks to choose from: piece sets, and patterns of the squares.
//!
//! A pattern is an SVG drawing of one square in the board's two colours, so that the window and
//! exported pictures show the same. All drawings were made for this project.

use std::fmt::Write as _;

use egui::Color32;
use serde::{Deserialize, Serialize};

use crate::app::ui::theme::BoardColors;
use minnow_rules::{Piece, Square};

use super::paint::is_dark;

/// The drawings of a set, White's first, each colour in the order of `Role`.
pub(super) type Drawings = [[&'static str; 6]; 2];

macro_rules! drawings {
    ($set:literal) => {
        [drawings!($set, "w"), drawings!($set, "b")]
    };
    ($set:literal, $side:literal) => {
        [
            include_str!(concat!("../../../../assets/pieces/", $set, "/", $side, "p.svg")),
            include_str!(concat!("../../../../assets/pieces/", $set, "/", $side, "n.svg")),
            include_str!(concat!("../../../../assets/pieces/", $set, "/", $side, "b.svg")),
            include_str!(concat!("../../../../assets/pieces/", $set, "/", $side, "r.svg")),
            include_str!(concat!("../../../../assets/pieces/", $set, "/", $side, "q.svg")),
            include_str!(concat!("../../../../assets/pieces/", $set, "/", $side, "k.svg")),
        ]
    };
}

/// Makes [`PieceSet`] from a list of names, each with its folder below `assets/pieces`.
macro_rules! piece_sets {
    ($($(#[$attribute:meta])* $set:ident: $folder:literal,)+) => {
        /// A set of twelve drawings.
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
        pub enum PieceSet {
            $($(#[$attribute])* $set,)+
        }

        impl PieceSet {
            pub const ALL: [PieceSet; [$($folder),+].len()] = [$(PieceSet::$set),+];

            pub fn name(self) -> &'static str {
                match self {
                    $(PieceSet::$set => stringify!($set),)+
                }
            }

            pub(super) fn drawings(self) -> &'static Drawings {
                match self {
                    $(PieceSet::$set => {
                        static DRAWINGS: Drawings = drawings!($folder);
                        &DRAWINGS
                    })+
                }
            }
        }
    };
}

piece_sets! {
    /// Turned figures with an outline.
    #[default]
    Minnow: "minnow",
    /// Flat figures with a shaded half.
    Blocks: "blocks",
    /// Discs with a figure.
    Tokens: "tokens",
    /// Large solid figures of few shapes, for small boards and low vision.
    Pebbles: "pebbles",
    /// Figures with fine lines, each on a shell, as in an old book.
    Shells: "shells",
}

impl PieceSet {
    /// The drawing of a piece as SVG elements of a square of 100 by 100.
    pub(super) fn svg_of(self, piece: Piece) -> &'static str {
        let whole = self.drawings()[piece.color.index()][piece.role.index()];
        let start = whole.find('>').map_or(0, |place| place + 1);
        let end = whole.rfind("</svg>").unwrap_or(whole.len());
        whole.get(start..end).unwrap_or_default()
    }
}

/// The pattern of the squares.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Pattern {
    /// One colour for each square.
    #[default]
    Plain,
    /// The grain of wood, different from square to square.
    Wood,
    /// Dark squares hatched as in printed diagrams.
    Print,
    /// Waves.
    Ripple,
    /// Tiles with bevelled edges.
    Tiles,
}

/// A square's pattern: its dark or light form, and one of a few variations.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Tile {
    pub pattern: Pattern,
    pub dark: bool,
    /// Below [`VARIATIONS`].
    pub variation: u8,
}

/// The number of different drawings of wood in one colour.
const VARIATIONS: u8 = 4;

impl Tile {
    pub(super) fn of(pattern: Pattern, square: Square) -> Tile {
        let variation = match pattern {
            Pattern::Wood => {
                let (file, rank) = (square.file(), square.rank());
                (5 * file + 3 * rank + file * rank) % VARIATIONS
            }
            Pattern::Plain | Pattern::Print | Pattern::Ripple | Pattern::Tiles => 0,
        };
        Tile { pattern, dark: is_dark(square), variation }
    }

    /// The drawing as SVG elements of a square of 100 by 100.
    pub(super) fn svg(self, colors: &BoardColors) -> String {
        let base = if self.dark { colors.dark } else { colors.light };
        let [low, high] = self.tones(colors);
        let mut svg = String::new();
        match self.pattern {
            Pattern::Plain => fill(&mut svg, base),
            Pattern::Wood => {
                fill(&mut svg, base);
                grain(&mut svg, low, self.variation);
            }
            Pattern::Print => {
                fill(&mut svg, high);
                if self.dark {
                    hatching(&mut svg, low);
                }
            }
            Pattern::Ripple => {
                fill(&mut svg, base);
                waves(&mut svg, low, high);
            }
            Pattern::Tiles => {
                fill(&mut svg, base);
                bevel(&mut svg, low, high);
            }
        }
        svg
    }

    /// The darkest and the lightest colour of the pattern.
    pub(super) fn tones(self, colors: &BoardColors) -> [Color32; 2] {
        let base = if self.dark { colors.dark } else { colors.light };
        let darker = |share| base.lerp_to_gamma(Color32::BLACK, share);
        let lighter = |share| base.lerp_to_gamma(Color32::WHITE, share);
        match self.pattern {
            Pattern::Plain => [base, base],
            Pattern::Wood => [darker(0.07), base],
            Pattern::Print if self.dark => [base, colors.light],
            Pattern::Print => [base, base],
            Pattern::Ripple => [darker(0.05), lighter(0.14)],
            Pattern::Tiles => [darker(0.12), lighter(0.22)],
        }
    }
}

/// The least contrast of small text on the squares.
const TEXT_CONTRAST: f32 = 4.5;

/// The colour of a coordinate on this tile: the tile's own, darkened until it can be read.
pub(super) fn coordinate_color(tile: Tile, colors: &BoardColors) -> Color32 {
    let base = if tile.dark { colors.dark } else { colors.light };
    let tones = tile.tones(colors);
    let readable =
        |color: &Color32| tones.iter().all(|tone| contrast(*color, *tone) >= TEXT_CONTRAST);
    let shades = (6..20).map(|step| base.lerp_to_gamma(Color32::BLACK, step as f32 / 20.0));
    let mut shades = shades.filter(readable);
    shades.next().unwrap_or(Color32::BLACK)
}

/// The contrast ratio of two opaque colours by WCAG 2.2, from 1 to 21.
pub fn contrast(one: Color32, other: Color32) -> f32 {
    let luminance = |color: Color32| {
        let linear = egui::Rgba::from(color);
        0.2126 * linear.r() + 0.7152 * linear.g() + 0.0722 * linear.b() + 0.05
    };
    let (one, other) = (luminance(one), luminance(other));
    one.max(other) / one.min(other)
}

impl Pattern {
    pub const ALL: [Pattern; 5] =
        [Pattern::Plain, Pattern::Wood, Pattern::Print, Pattern::Ripple, Pattern::Tiles];

    pub fn name(self) -> &'static str {
        match self {
            Pattern::Plain => "Plain",
            Pattern::Wood => "Wood",
            Pattern::Print => "Print",
            Pattern::Ripple => "Ripple",
            Pattern::Tiles => "Tiles",
        }
    }
}

/// `#EADFC8`.
pub(super) fn hex(color: Color32) -> String {
    format!("#{:02X}{:02X}{:02X}", color.r(), color.g(), color.b())
}

// Writing to a string cannot fail.

fn fill(svg: &mut String, color: Color32) {
    let _ = write!(svg, r#"<rect width="100" height="100" fill="{}"/>"#, hex(color));
}

/// The start of elements that are cut off at the square's edges.
const CLIPPED: &str = r#"<svg width="100" height="100" viewBox="0 0 100 100">"#;

/// Lines along the wood, upright or level by the variation.
fn grain(svg: &mut String, color: Color32, variation: u8) {
    let shift = f32::from(variation) * 3.7;
    let turn = if variation.is_multiple_of(2) { "" } else { r#" transform="matrix(0 1 1 0 0 0)""# };
    svg.push_str(CLIPPED);
    let _ = write!(svg, r#"<g fill="none" stroke="{}"{turn}>"#, hex(color));
    for (line, width) in [2.2, 1.2, 3.0, 1.0, 2.4, 1.6, 2.8].into_iter().enumerate() {
        let y = 6.0 + 14.2 * line as f32 + shift % 9.0;
        let bend = if line % 2 == 0 { 5.0 + shift } else { -3.0 - shift / 2.0 };
        let _ = write!(
            svg,
            r#"<path stroke-width="{width}" d="M0 {y:.1}C35 {:.1} 60 {:.1} 100 {y:.1}"/>"#,
            y + bend,
            y - bend * 0.6,
        );
    }
    svg.push_str("</g></svg>");
}

/// Diagonal lines that continue on the next square.
fn hatching(svg: &mut String, color: Color32) {
    svg.push_str(CLIPPED);
    let _ = write!(svg, r#"<path fill="none" stroke="{}" stroke-width="4.6" d=""#, hex(color));
    for line in 0..=16 {
        let x = 12.5 * line as f32 - 100.0;
        let _ = write!(svg, "M{} 105L{} -5", x - 5.0, x + 105.0);
    }
    svg.push_str("\"/></svg>");
}

/// Light waves, each with its shadow.
fn waves(svg: &mut String, low: Color32, high: Color32) {
    for (color, shift) in [(low, 2.6), (high, 0.0)] {
        let color = hex(color);
        let _ = write!(svg, r#"<path fill="none" stroke="{color}" stroke-width="2.4" d=""#);
        for line in 0..4 {
            let y = 12.5 + 25.0 * line as f32 + shift;
            let _ = write!(
                svg,
                "M0 {y:.1}Q12.5 {:.1} 25 {y:.1}T50 {y:.1}T75 {y:.1}T100 {y:.1}",
                y - 9.0
            );
        }
        svg.push_str("\"/>");
    }
}

/// Light on the upper and left edge, shadow on the others.
fn bevel(svg: &mut String, low: Color32, high: Color32) {
    let (low, high) = (hex(low), hex(high));
    let _ = write!(
        svg,
        r#"<path fill="{high}" d="M0 0H100L96 4H4V96L0 100Z"/><path fill="{low}" d="M100 100H0L4 96H96V4L100 0Z"/>"#
    );
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::ui::theme::{BOARD_COLORS, board_marks};

    fn tiles() -> impl Iterator<Item = Tile> {
        Pattern::ALL
            .into_iter()
            .flat_map(|pattern| [false, true].map(|dark| Tile { pattern, dark, variation: 0 }))
    }

    #[test]
    fn coordinates_can_be_read_on_every_pattern() {
        for colors in &BOARD_COLORS {
            for tile in tiles() {
                let text = coordinate_color(tile, colors);
                for tone in tile.tones(colors) {
                    let ratio = contrast(text, tone);
                    assert!(ratio >= TEXT_CONTRAST, "{} {tile:?}: {ratio:.2}", colors.id);
                }
            }
        }
    }

    #[test]
    fn target_dots_can_be_seen_on_every_pattern() {
        for colors in &BOARD_COLORS {
            for tile in tiles() {
                // The bevels of tiles lie at the edges, far from the dot.
                let plain = Tile { pattern: Pattern::Plain, ..tile };
                let under = if tile.pattern == Pattern::Tiles { plain } else { tile };
                for tone in under.tones(colors) {
                    let ratio = contrast(tone.blend(board_marks::TARGET), tone);
                    assert!(ratio >= 3.0, "{} {tile:?}: {ratio:.2}", colors.id);
                }
            }
        }
    }

    #[test]
    fn dark_and_light_squares_differ_in_every_pattern() {
        for colors in &BOARD_COLORS {
            for pattern in Pattern::ALL {
                let light = Tile { pattern, dark: false, variation: 0 };
                let dark = Tile { pattern, dark: true, variation: 0 };
                assert_ne!(light.svg(colors), dark.svg(colors));
            }
        }
        let wood = |square| Tile::of(Pattern::Wood, square);
        assert_ne!(wood(Square::new(0, 0)), wood(Square::new(1, 1)), "no two planks alike");
    }

    #[test]
    fn every_set_has_its_own_drawings() {
        let mut seen = std::collections::HashSet::new();
        for set in PieceSet::ALL {
            for svg in set.drawings().iter().flatten() {
                assert!(seen.insert(*svg));
                assert!(svg.starts_with("<svg xmlns=") && svg.contains(r#"viewBox="0 0 100 100""#));
            }
        }
    }
}
