//! The settings panel: opponent, sides, board, clock, replies and looks; in analysis the engine's.

use egui::{DragValue, RichText, ScrollArea, Slider, Ui};

use super::engine::engine_ui;
use crate::{
    app::{
        action::{Action, Page, Setting, WindowAction},
        screen::AppState,
        session::Mode,
        session::settings::{ClockChoice, CustomLimits, ReplyPace, Sides, ThemeChoice},
        ui::theme::{self, BOARD_COLORS, SPACE_S, SPACE_XS, Theme, caption, heading},
        ui::widgets::{
            drop_down_ui, grouped, pill_ui, seconds_text, segmented_ui, toggle_row_ui, value_row_ui,
        },
    },
    engine::{LEVELS, Level},
    rules::{Variant, builtin_variants},
};

/// Draws the panel into a card's inside.
pub fn settings_ui(ui: &mut Ui, state: &AppState, out: &mut Vec<Action>) {
    ScrollArea::vertical().auto_shrink([false, false]).show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = SPACE_XS;
        // The scroll bar gets a margin of its own, so that it never lies over a value.
        ui.set_max_width(ui.available_width() - SPACE_S);
        match state.mode() {
            Mode::Play => game_ui(ui, state, out),
            Mode::Analyse | Mode::Lab => engine_ui(ui, state, out),
        }
        group_ui(ui, "Look");
        look_ui(ui, state, out);
    });
}

/// What the next game, or the rest of this one, is to be like.
fn game_ui(ui: &mut Ui, state: &AppState, out: &mut Vec<Action>) {
    opponent_ui(ui, state, out);
    group_ui(ui, "You play");
    sides_ui(ui, state, out);
    group_beside_ui(ui, "Board", |ui| {
        if ui.link(RichText::new("Rules of this game").small()).clicked() {
            out.push(Action::Window(WindowAction::Show(Page::Rules(
                state.session.variant().id.clone(),
            ))));
        }
    });
    variant_ui(ui, state, out);
    group_ui(ui, "Clock");
    clock_ui(ui, state, out);
    group_beside_ui(ui, "Reply", |ui| {
        let color = Theme::of(ui).muted;
        ui.label(RichText::new(pace_text(state.session.settings.reply)).small().color(color));
    });
    reply_ui(ui, state, out);
}

pub(super) fn group_ui(ui: &mut Ui, name: &str) {
    ui.add_space(SPACE_S);
    ui.label(caption(ui.ctx(), name));
}

/// A group's name with something small at the right end of its line.
fn group_beside_ui(ui: &mut Ui, name: &str, beside: impl FnOnce(&mut Ui)) {
    ui.add_space(SPACE_S);
    let size = egui::vec2(ui.available_width(), theme::TEXT_HEADING);
    ui.allocate_ui_with_layout(size, egui::Layout::left_to_right(egui::Align::Center), |ui| {
        ui.label(caption(ui.ctx(), name));
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), beside);
    });
}

/// `0.4–1.2 s`.
fn pace_text(pace: ReplyPace) -> String {
    match pace.range_ms() {
        (_, 0) => String::new(),
        (least, most) => format!("{:.1}\u{2013}{}", least as f64 / 1000.0, seconds_text(most)),
    }
}

fn opponent_ui(ui: &mut Ui, state: &AppState, out: &mut Vec<Action>) {
    let theme = Theme::of(ui);
    let settings = &state.session.settings;
    ui.label(caption(ui.ctx(), "Opponent"));
    let level = Level::get(settings.level);
    ui.horizontal(|ui| {
        if settings.use_custom {
            ui.label(heading("Own limits"));
        } else {
            ui.label(heading(format!("Level {}", level.number)));
            pill_ui(ui, level.name);
        }
    });
    let about = if settings.use_custom {
        "The first limit that is reached ends the search."
    } else {
        level.about
    };
    ui.label(RichText::new(about).small().color(theme.muted));
    if settings.use_custom {
        custom_limits_ui(ui, settings.custom, out);
    } else {
        let mut number = settings.level;
        ui.spacing_mut().slider_width = ui.available_width();
        let slider = Slider::new(&mut number, 1..=LEVELS.len() as u8).show_value(false);
        let response = theme::slider_ui(ui, slider);
        response.widget_info(|| egui::WidgetInfo::slider(true, f64::from(number), "Level"));
        if response.drag_stopped() {
            // Else the arrow keys would go on changing the level instead of walking through moves.
            response.surrender_focus();
        }
        if number != settings.level {
            out.push(Action::Settings(Setting::Level(number)));
        }
        value_row_ui(ui, "Depth, at most", &plies_text(level.depth));
        value_row_ui(ui, "Time, at most", &seconds_text(level.time_ms));
        value_row_ui(ui, "Positions, at most", &grouped(level.nodes));
    }
    let choices = ["Limits from the level", "Limits of your own"];
    drop_down_ui(ui, "Limits", choices[usize::from(settings.use_custom)], |ui| {
        for (custom, text) in [(false, choices[0]), (true, choices[1])] {
            if ui.selectable_label(settings.use_custom == custom, text).clicked() {
                out.push(Action::Settings(Setting::UseCustom(custom)));
            }
        }
    });
}

fn plies_text(depth: u32) -> String {
    if depth == 1 { "1 ply".to_owned() } else { format!("{depth} plies") }
}

/// Depth, time and nodes set by hand; depth and nodes may be left open.
fn custom_limits_ui(ui: &mut Ui, custom: CustomLimits, out: &mut Vec<Action>) {
    let mut changed = custom;
    let mut depth = custom.depth_plies.unwrap_or(0);
    let mut nodes = custom.nodes.unwrap_or(0);
    let mut think_s = custom.think_ms as f64 / 1000.0;
    labelled_ui(ui, "Depth, at most", |ui| {
        let field = DragValue::new(&mut depth).range(0..=60).speed(0.1);
        ui.add(field.custom_formatter(|depth, _| open_text(depth, "plies")))
    });
    labelled_ui(ui, "Time, at most", |ui| {
        let field = DragValue::new(&mut think_s).range(0.05..=600.0).speed(0.05);
        ui.add(field.max_decimals(2).suffix(" s"))
    });
    labelled_ui(ui, "Positions, at most", |ui| {
        let field = DragValue::new(&mut nodes).range(0..=1_000_000_000_u64).speed(500.0);
        ui.add(field.custom_formatter(|nodes, _| match nodes as u64 {
            0 => "any".to_owned(),
            nodes => grouped(nodes),
        }))
    });
    changed.depth_plies = (depth > 0).then_some(depth);
    changed.nodes = (nodes > 0).then_some(nodes);
    changed.think_ms = (think_s * 1000.0).round() as u64;
    if changed != custom {
        out.push(Action::Settings(Setting::Custom(changed)));
    }
}

pub(super) fn open_text(value: f64, unit: &str) -> String {
    if value < 1.0 { "any".to_owned() } else { format!("{value:.0} {unit}") }
}

pub(super) fn labelled_ui(ui: &mut Ui, label: &str, field: impl FnOnce(&mut Ui) -> egui::Response) {
    let text = RichText::new(label).color(Theme::of(ui).muted);
    ui.horizontal(|ui| {
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            let field = field(ui);
            ui.with_layout(egui::Layout::left_to_right(egui::Align::Center), |ui| {
                let label = ui.add(egui::Label::new(text).truncate());
                field.labelled_by(label.id);
            });
        });
    });
}

fn sides_ui(ui: &mut Ui, state: &AppState, out: &mut Vec<Action>) {
    let chosen = state.session.settings.sides;
    let options = [
        ("White", chosen == Sides::White),
        ("Black", chosen == Sides::Black),
        ("Both", chosen == Sides::Both),
        ("None", chosen == Sides::None),
    ];
    if let Some(index) = segmented_ui(ui, "You play", &options) {
        out.push(Action::Settings(Setting::Sides(Sides::ALL[index])));
    }
}

/// `MiniChess 5×6`.
pub fn variant_text(variant: &Variant) -> String {
    let sized = variant.name.contains(char::is_numeric) && variant.name.contains('x');
    let name = if sized {
        variant.name.replace('x', "\u{d7}")
    } else {
        format!("{} {}", variant.name, variant.size_text().replace('x', "\u{d7}"))
    };
    name.trim().to_owned()
}

fn variant_ui(ui: &mut Ui, state: &AppState, out: &mut Vec<Action>) {
    let current = state.session.variant();
    drop_down_ui(ui, "Board", &variant_text(current), |ui| {
        for variant in builtin_variants() {
            let chosen = variant == current;
            if ui.selectable_label(chosen, variant_text(variant)).clicked() && !chosen {
                out.push(Action::Settings(Setting::Variant(variant.id.clone())));
            }
        }
    });
}

fn clock_ui(ui: &mut Ui, state: &AppState, out: &mut Vec<Action>) {
    let chosen = state.session.settings.clock;
    let fixed = |minutes, increment_seconds| Some(ClockChoice { minutes, increment_seconds });
    let presets = [("None", None), ("3+2", fixed(3, 2)), ("10+5", fixed(10, 5))];
    let own = presets.iter().all(|(_, preset)| *preset != chosen);
    let mut options: Vec<(&str, bool)> =
        presets.iter().map(|(text, preset)| (*text, *preset == chosen)).collect();
    options.push(("Other", own));
    match segmented_ui(ui, "Clock", &options) {
        Some(index) if index < presets.len() => {
            out.push(Action::Settings(Setting::Clock(presets[index].1)));
        }
        Some(_) if !own => out.push(Action::Settings(Setting::Clock(fixed(5, 0)))),
        _ => {}
    }
    if let Some(clock) = chosen.filter(|_| own) {
        let mut changed = clock;
        labelled_ui(ui, "Minutes", |ui| {
            ui.add(DragValue::new(&mut changed.minutes).range(1..=180).speed(0.1))
        });
        labelled_ui(ui, "Seconds a move", |ui| {
            ui.add(DragValue::new(&mut changed.increment_seconds).range(0..=180).speed(0.1))
        });
        if changed != clock {
            out.push(Action::Settings(Setting::Clock(Some(changed))));
        }
    }
    if !state.session.game.is_empty() && chosen.is_some() != state.session.clock.is_some() {
        let color = Theme::of(ui).muted;
        ui.label(RichText::new("From the next game on.").small().color(color));
    }
}

fn reply_ui(ui: &mut Ui, state: &AppState, out: &mut Vec<Action>) {
    let settings = &state.session.settings;
    let options = ReplyPace::ALL.map(|pace| {
        let name = match pace {
            ReplyPace::AtOnce => "At once",
            ReplyPace::Natural => "Natural",
            ReplyPace::Calm => "Calm",
        };
        (name, pace == settings.reply)
    });
    if let Some(index) = segmented_ui(ui, "Reply", &options) {
        out.push(Action::Settings(Setting::Reply(ReplyPace::ALL[index])));
    }
    let toggles = [
        ("Warn before losing the king", settings.warn_king, Setting::WarnKing as fn(bool) -> _),
        ("Show what it thinks", settings.show_thinking, Setting::ShowThinking),
        ("Animate moves", settings.animate, Setting::Animate),
    ];
    let shown = toggles.into_iter().skip(usize::from(!state.session.variant().king_capture));
    for (label, on, setting) in shown {
        if toggle_row_ui(ui, label, on) {
            out.push(Action::Settings(setting(!on)));
        }
    }
}

fn look_ui(ui: &mut Ui, state: &AppState, out: &mut Vec<Action>) {
    let settings = &state.session.settings;
    let themes = [
        ("Light", ThemeChoice::Light),
        ("Dark", ThemeChoice::Dark),
        ("System", ThemeChoice::System),
    ];
    let options = themes.map(|(name, choice)| (name, choice == settings.theme));
    if let Some(index) = segmented_ui(ui, "Theme", &options) {
        out.push(Action::Settings(Setting::Theme(themes[index].1)));
    }
    ui.add_space(SPACE_XS);
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = SPACE_S;
        for colors in &BOARD_COLORS {
            if swatch_ui(ui, colors, settings.board_colors == colors.id).clicked() {
                out.push(Action::Settings(Setting::BoardColors(colors.id.to_owned())));
            }
        }
    });
}

/// Two squares in a board's colours, framed if they are the chosen ones.
fn swatch_ui(ui: &mut Ui, colors: &theme::BoardColors, chosen: bool) -> egui::Response {
    let theme = Theme::of(ui);
    let (rect, response) = ui.allocate_exact_size(egui::vec2(32.0, 20.0), egui::Sense::click());
    let label = format!("Board colours: {}", colors.name);
    response.widget_info(|| {
        egui::WidgetInfo::selected(egui::Role::RadioButton, true, chosen, label.clone())
    });
    let (left, right) = rect.split_left_right_at_fraction(0.5);
    let painter = ui.painter();
    let (w, e) = (theme::RADIUS_SWATCH, 0);
    painter.rect_filled(left, egui::CornerRadius { nw: w, sw: w, ne: e, se: e }, colors.light);
    painter.rect_filled(right, egui::CornerRadius { nw: e, sw: e, ne: w, se: w }, colors.dark);
    if chosen || response.has_focus() {
        let stroke = egui::Stroke::new(2.0, theme.accent);
        painter.rect_stroke(rect, w, stroke, egui::StrokeKind::Outside);
    }
    response.on_hover_text(colors.name)
}
