//! The colours of the themes.

use egui::{Color32, epaint::Shadow};

use super::Theme;

pub(super) const fn rgb(hex: u32) -> Color32 {
    Color32::from_rgb((hex >> 16) as u8, (hex >> 8) as u8, hex as u8)
}

pub(super) const fn rgba(hex: u32, alpha: u8) -> Color32 {
    Color32::from_rgba_unmultiplied_const((hex >> 16) as u8, (hex >> 8) as u8, hex as u8, alpha)
}

pub(super) const fn shadow(down: i8, blur: u8, color: Color32) -> Shadow {
    Shadow { offset: [0, down], blur, spread: 0, color }
}

pub(super) static DARK: Theme = Theme {
    dark: true,
    background: rgb(0x12171A),
    panel: rgb(0x1A2125),
    raised: rgb(0x222B30),
    line: rgb(0x2F3A40),
    text: rgb(0xE8ECEE),
    muted: rgb(0x94A3AB),
    accent: rgb(0x3DB8A5),
    accent_background: rgb(0x1E3B3A),
    on_accent: rgb(0x0C1F1C),
    focus: rgb(0x7FD4FF),
    good: rgb(0x6FC26A),
    warning: rgb(0xE2A93B),
    bad: rgb(0xE5675F),
    mistake: rgb(0xEE8A45),
    second_line: rgb(0x6AA7E8),
    board_shadow: shadow(4, 20, rgba(0x000000, 110)),
    popup_shadow: shadow(8, 24, rgba(0x000000, 120)),
};

pub(super) static LIGHT: Theme = Theme {
    dark: false,
    background: rgb(0xF4F2ED),
    panel: rgb(0xFFFFFF),
    raised: rgb(0xF0ECE4),
    line: rgb(0xDFD8CB),
    text: rgb(0x1F282C),
    muted: rgb(0x5A686F),
    accent: rgb(0x137263),
    accent_background: rgb(0xDDF0EC),
    on_accent: rgb(0xFFFFFF),
    focus: rgb(0x0B57C4),
    good: rgb(0x3C8A3A),
    warning: rgb(0xB57A0E),
    bad: rgb(0xC6453D),
    mistake: rgb(0xBF560B),
    second_line: rgb(0x2D6DB5),
    board_shadow: shadow(3, 14, rgba(0x3A3220, 60)),
    popup_shadow: shadow(8, 24, rgba(0x3A3220, 50)),
};

/// White and strong colours on black.
pub(super) static CONTRAST: Theme = Theme {
    dark: true,
    background: rgb(0x000000),
    panel: rgb(0x060606),
    raised: rgb(0x181818),
    line: rgb(0xB0B0B0),
    text: rgb(0xFFFFFF),
    muted: rgb(0xDADADA),
    accent: rgb(0xFFD400),
    accent_background: rgb(0x332B00),
    on_accent: rgb(0x000000),
    focus: rgb(0x00E5FF),
    good: rgb(0x62F262),
    warning: rgb(0xFFC04D),
    bad: rgb(0xFF8A80),
    mistake: rgb(0xFFA050),
    second_line: rgb(0x8CCBFF),
    board_shadow: Shadow::NONE,
    popup_shadow: Shadow::NONE,
};

/// The contrast of the colours, by the formula of the Web Content Accessibility Guidelines 2.2 (World Wide
/// Web Consortium, 2023, <https://www.w3.org/TR/WCAG22/>).
#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::ui::{
        board::contrast,
        theme::{BOARD_COLORS, DISABLED_ALPHA, board_marks},
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
            let grounds = [
                ("panel", theme.panel),
                ("background", theme.background),
                ("raised", theme.raised),
            ];
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
                for ground in [square, square.blend(board_marks::LAST_MOVE)] {
                    check(&what("a dot"), ground.blend(board_marks::TARGET), ground, SIGN);
                }
                check(&what("the cursor"), board_marks::CURSOR, square, SIGN);
            }
        }
    }
}
