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
