//! The contrast of the themes' colours, by the formula of the Web Content Accessibility Guidelines 2.2
//! (World Wide Web Consortium, 2023, <https://www.w3.org/TR/WCAG22/>).

use egui::Color32;

use crate::app::ui::board::contrast;

use super::{
    BOARD_COLORS, BOARD_MARKS, CONTRAST, DARK, DISABLED_ALPHA, LIGHT, Theme, palettes::rgb,
};

/// The least contrast of text, and of everything else that must be seen.
const TEXT: f32 = 4.5;
const SIGN: f32 = 3.0;

const THEMES: [(&str, &Theme); 3] =
    [("light", &LIGHT), ("dark", &DARK), ("high contrast", &CONTRAST)];

#[track_caller]
fn check(what: &str, color: Color32, ground: Color32, least: f32) {
    let ratio = contrast(color, ground);
    assert!(ratio >= least, "{what}: {ratio:.2} of {least}");
}

#[test]
fn the_formula_gives_known_ratios() {
    assert!((contrast(Color32::BLACK, Color32::WHITE) - 21.0).abs() < 1e-3);
    assert!((contrast(rgb(0x777777), Color32::WHITE) - 4.48).abs() < 0.01);
}

#[test]
fn text_can_be_read_in_every_theme() {
    for (name, theme) in THEMES {
        let grounds =
            [("panel", theme.panel), ("background", theme.background), ("raised", theme.raised)];
        for (place, ground) in grounds {
            check(&format!("{name}, text on {place}"), theme.text, ground, TEXT);
            check(&format!("{name}, muted on {place}"), theme.muted, ground, TEXT);
            check(&format!("{name}, accent on {place}"), theme.accent, ground, TEXT);
        }
        let chosen = theme.accent_background;
        check(&format!("{name}, accent on its background"), theme.accent, chosen, TEXT);
        check(&format!("{name}, text on the accent"), theme.on_accent, theme.accent, TEXT);
        let disabled = theme.panel.lerp_to_gamma(theme.text, DISABLED_ALPHA);
        check(&format!("{name}, disabled controls"), disabled, theme.panel, SIGN);
    }
}

#[test]
fn signs_can_be_seen_in_every_theme() {
    for (name, theme) in THEMES {
        let signs = [
            ("captured pieces", theme.muted),
            ("a switch", theme.muted),
            ("a switch that is on", theme.accent),
            ("the frame of a chosen chip", theme.accent),
            ("the focus ring", theme.focus),
            ("good", theme.good),
            ("warning", theme.warning),
            ("bad", theme.bad),
            ("mistake", theme.mistake),
            ("the second line", theme.second_line),
        ];
        for (what, color) in signs {
            for ground in [theme.panel, theme.background, theme.raised] {
                check(&format!("{name}, {what}"), color, ground, SIGN);
            }
        }
    }
}

#[test]
fn marks_can_be_seen_on_both_squares_of_every_board() {
    for colors in &BOARD_COLORS {
        for (which, square) in [("light", colors.light), ("dark", colors.dark)] {
            let what = |mark: &str| format!("{mark} on a {which} square of {}", colors.name);
            for ground in [square, square.blend(BOARD_MARKS.last_move)] {
                check(&what("a dot"), ground.blend(BOARD_MARKS.target), ground, SIGN);
            }
            check(&what("the cursor"), BOARD_MARKS.cursor, square, SIGN);
        }
    }
}
