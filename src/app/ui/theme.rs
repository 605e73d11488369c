//! All colours, sizes and fonts.
//!
//! Widgets take colours from [`Theme::of`] and distances from the constants here, so a change of
//! look changes this file alone. [`install`] gives egui's own widgets the same look. The panels and
//! `board` do the layout and draw squares and pieces.

mod palettes;

use std::sync::Arc;

use egui::epaint::Shadow;
use egui::style::{ScrollAnimation, ScrollStyle, WidgetVisuals};
use egui::{
    Color32, Context, CornerRadius, FontData, FontDefinitions, FontFamily, FontId, FontTweak,
    Frame, Margin, RichText, Stroke, Style, TextStyle, Vec2, Visuals,
};

use minnow_game::Mark;

use palettes::{CONTRAST, DARK, LIGHT, rgb, rgba};

/// The smallest distance, in points; all others are multiples of it.
pub const SPACE_XS: f32 = 4.0;
/// Between a control and the next, in points.
pub const SPACE_S: f32 = 8.0;
/// Between groups of controls, in points.
pub const SPACE_M: f32 = 12.0;
/// Inside cards and between them, in points.
pub const SPACE_L: f32 = 16.0;
/// Between parts of the window, in points.
pub const SPACE_XL: f32 = 24.0;

/// Corner radius of cards, windows and menus, in points.
pub const RADIUS_CARD: u8 = 12;
/// Corner radius of buttons, fields and other controls, in points.
pub const RADIUS_CONTROL: u8 = 8;
/// Corner radius of the board, in points.
pub const RADIUS_BOARD: u8 = 6;

/// Font size of labels within diagrams, in points.
pub const TEXT_TINY: f32 = 11.0;
/// Font size of captions and notes, in points.
pub const TEXT_SMALL: f32 = 12.0;
/// Font size of variations and comments in the move list, in points.
pub const TEXT_NOTE: f32 = 13.0;
/// Font size of ordinary text, in points.
pub const TEXT_BODY: f32 = 14.0;
/// Font size of a heading inside a card, in points.
pub const TEXT_HEADING: f32 = 18.0;
/// Font size of a window's title, in points.
pub const TEXT_TITLE: f32 = 20.0;

/// Height of buttons, fields and combo boxes, in points.
pub const CONTROL_HEIGHT: f32 = 32.0;
/// Height of a row of a list, in points.
pub const ROW_HEIGHT: f32 = 26.0;
/// Height of a line of variations and comments in the move list, in points.
pub const NOTE_HEIGHT: f32 = 20.0;
/// Height of the bar at the top, in points.
pub const BAR_HEIGHT: f32 = 48.0;
/// Height of the status line, in points.
pub const STATUS_HEIGHT: f32 = 24.0;
/// Height of a player's strip, in points.
pub const STRIP_HEIGHT: f32 = 44.0;
/// Height of a player's strip in a low window, in points.
pub const LOW_STRIP_HEIGHT: f32 = 30.0;
/// The strips are at least this wide where there is room, in points.
pub const STRIP_WIDTH: f32 = 400.0;
/// Width of the moves panel with its margins, in points.
pub const RIGHT_WIDTH: f32 = 324.0;
/// Width of the widest panel of lines and moves in analysis, with its margins, in points.
pub const LINES_WIDTH: f32 = 494.0;
/// Width of the evaluation bar, in points.
pub const EVALUATION_BAR_WIDTH: f32 = 22.0;
/// Width of a question, in points.
pub const DIALOG_WIDTH: f32 = 380.0;
/// Width of a page over the window, in points.
pub const PAGE_WIDTH: f32 = 520.0;
/// The list of a file's games.
pub const CHOOSER_WIDTH: f32 = 860.0;
/// Width of a menu, in points.
pub const MENU_WIDTH: f32 = 280.0;
/// Width of the groups and the lists of games of the main menu, in points.
pub const SUBMENU_WIDTH: f32 = 340.0;
/// Corner radius of a colour swatch, in points.
pub const RADIUS_SWATCH: u8 = 5;
/// The duration of a moved piece's glide, in seconds.
pub const MOVE_SECONDS: f64 = 0.18;

/// The opacity of disabled controls.
const DISABLED_ALPHA: f32 = 0.6;
/// The duration of a change of a control, in seconds.
const CHANGE_SECONDS: f32 = 0.12;

/// The name of the bold font family.
const BOLD: &str = "bold";
const REGULAR_FONT: &str = "noto-sans";
const BOLD_FONT: &str = "noto-sans-bold";
const ICON_FONT: &str = "material-icons";

/// The colours of a theme.
#[derive(Debug)]
pub struct Theme {
    /// True if the background is dark.
    pub dark: bool,
    /// Behind everything.
    pub background: Color32,
    /// Cards, bars, menus and windows.
    pub panel: Color32,
    /// Buttons and other controls that stand out from a panel.
    pub raised: Color32,
    /// One-pixel outlines and separators.
    pub line: Color32,
    /// Ordinary text.
    pub text: Color32,
    /// Captions, notes and other text of second rank.
    pub muted: Color32,
    /// The accent: chosen and current items, and the primary button.
    pub accent: Color32,
    /// Behind text in the accent colour.
    pub accent_background: Color32,
    /// Text on the accent itself.
    pub on_accent: Color32,
    /// The ring around the control with the keyboard focus.
    pub focus: Color32,
    /// Success.
    pub good: Color32,
    /// Caution.
    pub warning: Color32,
    /// Errors and losses.
    pub bad: Color32,
    /// Between warning and bad: the mark of a mistake.
    pub mistake: Color32,
    /// A second series in graphs, the second best line.
    pub second_line: Color32,
    /// The soft shadow under the board.
    pub board_shadow: Shadow,
    /// The shadow under menus and windows.
    pub popup_shadow: Shadow,
}

impl Theme {
    /// The colours of the theme egui shows now. A `&Ui` serves as a context too.
    pub fn of(ctx: &Context) -> &'static Theme {
        let shown = ctx.global_style().visuals.panel_fill;
        let is_shown = |theme: &&Theme| theme.background == shown;
        [&LIGHT, &DARK, &CONTRAST].into_iter().find(is_shown).unwrap_or(&LIGHT)
    }

    /// The colour of a move's mark.
    pub fn mark(&self, mark: Mark) -> Color32 {
        match mark {
            Mark::Blunder => self.bad,
            Mark::Mistake => self.mistake,
            Mark::Inaccuracy => self.warning,
            Mark::Good => self.good,
            Mark::Brilliant => self.accent,
            Mark::Interesting => self.second_line,
        }
    }

    /// The frame of a card: panel fill, a one-pixel line, no shadow.
    pub fn card(&self) -> Frame {
        Frame::new()
            .fill(self.panel)
            .stroke(Stroke::new(1.0, self.line))
            .corner_radius(RADIUS_CARD)
            .inner_margin(SPACE_L as i8)
    }

    /// The frame of an overlay: a card with a shadow.
    pub fn overlay(&self) -> Frame {
        self.card().shadow(self.popup_shadow)
    }

    /// `color` moved towards the text colour by `share` (0 to 1): the hover shade.
    fn towards_text(&self, color: Color32, share: f32) -> Color32 {
        color.lerp_to_gamma(self.text, share)
    }

    fn widget(&self, fill: Color32, line: Color32, text: Color32) -> WidgetVisuals {
        WidgetVisuals {
            bg_fill: fill,
            weak_bg_fill: fill,
            bg_stroke: Stroke::new(1.0, line),
            corner_radius: CornerRadius::same(RADIUS_CONTROL),
            fg_stroke: Stroke::new(1.5, text),
            expansion: 0.0,
        }
    }

    fn visuals(&self) -> Visuals {
        let mut visuals = if self.dark { Visuals::dark() } else { Visuals::light() };
        let raised = self.raised;
        let widgets = &mut visuals.widgets;
        widgets.noninteractive = self.widget(self.panel, self.line, self.text);
        widgets.inactive = self.widget(raised, self.line, self.text);
        widgets.hovered = self.widget(
            self.towards_text(raised, 0.06),
            self.towards_text(self.line, 0.2),
            self.text,
        );
        widgets.active = self.widget(self.accent_background, self.accent, self.text);
        widgets.open = self.widget(raised, self.accent, self.text);
        visuals.selection.bg_fill = self.accent_background;
        visuals.selection.stroke = Stroke::new(1.0, self.accent);
        visuals.text_cursor.stroke = Stroke::new(2.0, self.accent);
        visuals.disabled_alpha = DISABLED_ALPHA;
        visuals.weak_text_color = Some(self.muted);
        visuals.hyperlink_color = self.accent;
        visuals.warn_fg_color = self.warning;
        visuals.error_fg_color = self.bad;
        visuals.faint_bg_color = self.panel.lerp_to_gamma(raised, 0.5);
        visuals.extreme_bg_color = self.background;
        visuals.code_bg_color = raised;
        visuals.panel_fill = self.background;
        visuals.window_fill = self.panel;
        visuals.window_stroke = Stroke::new(1.0, self.line);
        visuals.window_corner_radius = CornerRadius::same(RADIUS_CARD);
        visuals.menu_corner_radius = CornerRadius::same(RADIUS_CARD);
        visuals.window_shadow = self.popup_shadow;
        visuals.popup_shadow = self.popup_shadow;
        visuals.indent_has_left_vline = false;
        visuals.slider_trailing_fill = true;
        visuals.handle_shape = egui::style::HandleShape::Circle;
        visuals
    }

    fn style(&self) -> Style {
        let mut style = Style { visuals: self.visuals(), ..Style::default() };
        style.text_styles = [
            (TextStyle::Small, FontId::proportional(TEXT_SMALL)),
            (TextStyle::Body, FontId::proportional(TEXT_BODY)),
            (TextStyle::Button, FontId::proportional(TEXT_BODY)),
            (TextStyle::Heading, bold_font(TEXT_HEADING)),
            (TextStyle::Monospace, FontId::monospace(TEXT_BODY - 1.0)),
        ]
        .into();
        let spacing = &mut style.spacing;
        spacing.item_spacing = Vec2::splat(SPACE_S);
        spacing.button_padding = Vec2::new(SPACE_M, 6.0);
        spacing.interact_size = Vec2::new(40.0, CONTROL_HEIGHT);
        spacing.window_margin = Margin::same(SPACE_L as i8);
        spacing.menu_margin = Margin::same(SPACE_S as i8);
        spacing.menu_spacing = SPACE_XS;
        spacing.indent = SPACE_L;
        spacing.slider_rail_height = 6.0;
        spacing.icon_width = 18.0;
        spacing.icon_width_inner = 10.0;
        spacing.icon_spacing = SPACE_S;
        // Nine entries, as many as the list of clocks has.
        spacing.combo_height = 360.0;
        // A faint bar shows that there is more, before the pointer comes near.
        spacing.scroll =
            ScrollStyle { bar_width: 8.0, dormant_handle_opacity: 0.4, ..ScrollStyle::floating() };
        style.interaction.selectable_labels = false;
        style.animation_time = CHANGE_SECONDS;
        style
    }
}

/// Installs the fonts and both themes' styles. Call once, before the first frame.
pub fn install(ctx: &Context) {
    ctx.set_fonts(fonts());
    ctx.set_style_of(egui::Theme::Dark, DARK.style());
    ctx.set_style_of(egui::Theme::Light, LIGHT.style());
}

/// Takes over the user's choices: the high-contrast theme in place of the dark one, and whether
/// anything moves.
pub fn follow(ctx: &Context, contrast: bool, animate: bool) {
    let dark = if contrast { &CONTRAST } else { &DARK };
    if ctx.style_of(egui::Theme::Dark).visuals.panel_fill != dark.background {
        ctx.set_style_of(egui::Theme::Dark, dark.style());
    }
    let seconds = if animate { CHANGE_SECONDS } else { 0.0 };
    let themes = [egui::Theme::Dark, egui::Theme::Light];
    if themes.iter().any(|theme| ctx.style_of(*theme).animation_time != seconds) {
        let scrolling = Style::default().scroll_animation;
        ctx.all_styles_mut(|style| {
            style.animation_time = seconds;
            style.scroll_animation = if animate { scrolling } else { ScrollAnimation::none() };
        });
    }
}

/// Noto Sans with egui's own fonts behind it, and the icons before egui's
/// emoji fonts, which use some of the same private code points.
fn fonts() -> FontDefinitions {
    let mut fonts = FontDefinitions::default();
    let icons = egui_material_icons::font_insert().data;
    let own = [
        (REGULAR_FONT, FontData::from_static(notosans::REGULAR_TTF).tweak(text_tweak())),
        (BOLD_FONT, FontData::from_static(notosans::BOLD_TTF).tweak(text_tweak())),
        (ICON_FONT, icons),
    ];
    for (name, data) in own {
        fonts.font_data.insert(name.to_owned(), Arc::new(data));
    }
    let fallbacks = fonts.families.get(&FontFamily::Proportional).cloned().unwrap_or_default();
    let family = |first: &str| {
        let mut names = vec![first.to_owned(), ICON_FONT.to_owned()];
        names.extend(fallbacks.iter().cloned());
        names
    };
    fonts.families.insert(FontFamily::Proportional, family(REGULAR_FONT));
    fonts.families.insert(FontFamily::Name(BOLD.into()), family(BOLD_FONT));
    fonts.families.insert(
        FontFamily::Name(egui_material_icons::FONT_FAMILY.into()),
        vec![ICON_FONT.to_owned(), REGULAR_FONT.to_owned()],
    );
    fonts
}

/// Noto Sans has a tall ascent, which would put text a shade too low in buttons.
fn text_tweak() -> FontTweak {
    FontTweak { y_offset_factor: -0.02, ..FontTweak::default() }
}

/// The bold font at a size in points.
pub fn bold_font(size: f32) -> FontId {
    FontId::new(size, FontFamily::Name(BOLD.into()))
}

/// Text of ordinary size in bold.
pub fn bold(text: impl Into<String>) -> RichText {
    RichText::new(text).font(bold_font(TEXT_BODY))
}

/// A heading inside a card.
pub fn heading(text: impl Into<String>) -> RichText {
    RichText::new(text).font(bold_font(TEXT_HEADING))
}

/// The title of a window.
pub fn title(text: impl Into<String>) -> RichText {
    RichText::new(text).font(bold_font(TEXT_TITLE))
}

/// Text of second rank, in the ordinary size.
pub fn muted(ctx: &Context, text: impl Into<String>) -> RichText {
    RichText::new(text).color(Theme::of(ctx).muted)
}

/// The small bold line above a group of controls.
pub fn caption(ctx: &Context, text: impl Into<String>) -> RichText {
    RichText::new(text).font(bold_font(TEXT_SMALL)).color(Theme::of(ctx).muted)
}

/// Adds a slider with a slim rail, filled with the accent, and a small round
/// handle. egui fills the rail with the selection's colour, which
/// elsewhere is the accent's background, so the change is kept to this widget.
pub fn slider_ui(ui: &mut egui::Ui, slider: egui::Slider<'_>) -> egui::Response {
    let theme = Theme::of(ui);
    ui.scope(|ui| {
        ui.spacing_mut().interact_size.y = 20.0;
        let visuals = ui.visuals_mut();
        visuals.selection.bg_fill = theme.accent;
        for widget in [
            &mut visuals.widgets.inactive,
            &mut visuals.widgets.hovered,
            &mut visuals.widgets.active,
        ] {
            widget.fg_stroke = Stroke::new(2.0, theme.accent);
        }
        ui.add(slider)
    })
    .inner
}

/// A pair of square colours.
#[derive(Debug)]
pub struct BoardColors {
    /// The id in the settings file.
    pub id: &'static str,
    /// The name in the page of settings.
    pub name: &'static str,
    /// The light squares.
    pub light: Color32,
    /// The dark squares.
    pub dark: Color32,
}

/// The square colours to choose from; the first is the default.
pub static BOARD_COLORS: [BoardColors; 6] = [
    BoardColors { id: "shore", name: "Shore", light: rgb(0xEADFC8), dark: rgb(0x7FA39C) },
    BoardColors { id: "walnut", name: "Walnut", light: rgb(0xECDCC2), dark: rgb(0xAE8462) },
    BoardColors { id: "meadow", name: "Meadow", light: rgb(0xEBEAD6), dark: rgb(0x88A06C) },
    BoardColors { id: "harbour", name: "Harbour", light: rgb(0xE0E6EA), dark: rgb(0x7E9AB3) },
    BoardColors { id: "heather", name: "Heather", light: rgb(0xE9E2E6), dark: rgb(0x9C88AB) },
    BoardColors { id: "slate", name: "Slate", light: rgb(0xDEDEDA), dark: rgb(0x93999A) },
];

impl BoardColors {
    /// The colours with this id, or the default ones.
    pub fn by_id(id: &str) -> &'static BoardColors {
        BOARD_COLORS.iter().find(|colors| colors.id == id).unwrap_or(&BOARD_COLORS[0])
    }
}

/// White's part of the evaluation bar, and Black's: the same in both themes, as the pieces are.
pub static EVALUATION_BAR: [Color32; 2] = [rgb(0xF4F0E8), rgb(0x2A343A)];

/// The colours of marks on the squares, the same in all themes.
pub mod board_marks {
    use super::{Color32, rgb, rgba};

    /// The squares of the last move.
    pub const LAST_MOVE: Color32 = rgba(0xF7CF54, 128);
    /// The squares of a move that is made as soon as it is the user's turn, and its arrow.
    pub const PREMOVE: Color32 = rgba(0x5A6FB8, 140);
    pub const PREMOVE_ARROW: Color32 = rgba(0x2B3F8C, 190);
    /// The square of the piece that is picked up.
    pub const SELECTED: Color32 = rgba(0x3DB8A5, 153);
    /// Dots and rings on the squares it can go to.
    pub const TARGET: Color32 = rgba(0x0C2422, 190);
    /// The target under the pointer.
    pub const TARGET_HOVERED: Color32 = rgba(0x3DB8A5, 120);
    /// The glow and badge of a king that can be taken.
    pub const ATTACKED: Color32 = rgb(0xD8352B);
    /// The keyboard cursor's frame, and a light line inside it for dark squares.
    pub const CURSOR: Color32 = rgb(0x12302E);
    pub const CURSOR_INNER: Color32 = rgba(0xFFFFFF, 200);
    /// The ring and arrow of a hint.
    pub const HINT: Color32 = rgb(0x0F6F60);
    /// Arrows and circles, in the order of `board::Brush`.
    pub const BRUSHES: [Color32; 6] = [
        rgba(0x2F8A3C, 205),
        rgba(0xC63A32, 205),
        rgba(0x2462B8, 205),
        rgba(0xD9920F, 215),
        rgba(0x2FAF9B, 215),
        rgba(0x4F96E8, 190),
    ];
    /// Over the board while a promotion is being chosen.
    pub const VEIL: Color32 = rgba(0x0E1416, 110);
}
