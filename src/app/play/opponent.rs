//! The computer's strength: a level, one for each side where the computer plays both, match me, limits
//! set by hand, or a program of others; and the pause between its moves.

use egui::{
    Align, FontId, Label, Layout, RichText, Slider, TextFormat, Ui, Vec2, WidgetInfo,
    text::LayoutJob, vec2,
};

use super::choices::row_ui;
use crate::app::{
    context::Cx,
    session::{
        HAS_PROGRAMS,
        settings::{CustomLimits, MOST_PAUSE_MS, Sides},
    },
    ui::fish::fish_ui,
    ui::number::{NumberField, limit_text, number_row_ui},
    ui::theme::{
        self, SPACE_S, SPACE_XS, TEXT_BODY, TEXT_HEADING, TEXT_SMALL, Theme, bold_font, caption,
    },
    ui::widgets::{
        choice_row_ui, drop_down_ui, option_ui, seconds_text, value_row_ui, wide_slider_ui,
    },
};
use minnow_engine::{LEVELS, Level, Strength, rating_of};
use minnow_game::level_text;
use minnow_rules::{Color, Variant, counted, grouped};
use minnow_study::analysis::MatchAim;

/// The room of the longest fish, in points.
const FISH_SIZE: Vec2 = vec2(54.0, 36.0);

/// Draws the opponent with its fish, its name and a sentence, and the slider of a level.
pub(super) fn opponent_ui(ui: &mut Ui, cx: &mut Cx<'_>) {
    let settings = &cx.session.settings;
    if settings.sides == Sides::Both {
        ui.label("Two players on this machine.");
    } else if let Some(name) = settings.program_name() {
        let about = match cx.session.lists.program(name) {
            Some(_) => "It starts with its first move and ends with the game.",
            None => "It is not in your list any more. Choose another opponent.",
        };
        described_ui(ui, settings.level, name, "program", about);
    } else if settings.use_custom {
        let about = "The search ends at the first limit it reaches.";
        described_ui(ui, settings.level, "Minnow", "limits of your own", about);
    } else if settings.sides == Sides::None {
        watched_levels_ui(ui, cx);
    } else if settings.uses_match() {
        match_ui(ui, cx);
    } else {
        let mut number = settings.level;
        level_ui(ui, "Level", cx.session.variant(), &mut number);
        if number != settings.level {
            cx.change_settings(|changed| changed.level = number);
        }
    }
}

/// The levels where the computer plays both sides.
fn watched_levels_ui(ui: &mut Ui, cx: &mut Cx<'_>) {
    let (settings, variant) = (&cx.session.settings, cx.session.variant());
    let levels = Color::ALL.map(|color| settings.level_of(color));
    let [mut white, mut black] = levels;
    ui.label(caption(ui.ctx(), "White"));
    level_ui(ui, "Level of White", variant, &mut white);
    ui.label(caption(ui.ctx(), "Black"));
    level_ui(ui, "Level of Black", variant, &mut black);
    if [white, black] != levels {
        cx.change_settings(|changed| {
            changed.level = white;
            if black != changed.level_of(Color::Black) {
                changed.black_level = Some(black);
            }
        });
    }
}

/// The opponent of match me.
fn match_ui(ui: &mut Ui, cx: &Cx<'_>) {
    let session = cx.session;
    let strength = Strength::from_hundredths(session.settings.matched);
    let about = format!(
        "Level {} in this game. The next one follows from your results.",
        level_text(session.settings.matched)
    );
    let rating = format!("about {}", rating_of(session.variant(), strength));
    described_ui(ui, strength.level().number, "Match me", &rating, &about);
    if let Some(reason) = session.why_uncounted().filter(|_| !session.game.is_empty()) {
        let text = format!("This game does not count: {reason}.");
        ui.label(theme::muted(ui.ctx(), text).size(TEXT_SMALL));
    }
}

/// A level with its fish, its rating, its description and its slider.
fn level_ui(ui: &mut Ui, name: &str, variant: &Variant, number: &mut u8) {
    let level = Level::get(*number);
    let rating = rating_of(variant, Strength::of_level(level.number));
    let detail = format!("level {} of {}, about {}", level.number, LEVELS.len(), rating.elo);
    described_ui(ui, level.number, level.name, &detail, level.about);
    let response = wide_slider_ui(ui, Slider::new(number, 1..=LEVELS.len() as u8));
    response.widget_info(|| WidgetInfo::slider(true, f64::from(*number), name));
    ui.scope(|ui| {
        ui.spacing_mut().interact_size.y = 0.0;
        ui.horizontal(|ui| {
            ui.label(theme::muted(ui.ctx(), "easier").size(TEXT_SMALL));
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                ui.label(theme::muted(ui.ctx(), "harder").size(TEXT_SMALL));
            });
        });
    });
}

/// A fish, and beside it a name with a detail, and a sentence in the room of two lines, so that what
/// follows keeps its place.
fn described_ui(ui: &mut Ui, fish: u8, name: &str, detail: &str, about: &str) {
    let theme = Theme::of(ui);
    ui.horizontal_top(|ui| {
        ui.spacing_mut().item_spacing = vec2(SPACE_S, SPACE_XS / 2.0);
        fish_ui(ui, FISH_SIZE, fish, theme.accent, theme.panel);
        ui.vertical(|ui| {
            ui.take_available_width();
            let mut job = LayoutJob::default();
            let bold = TextFormat::simple(bold_font(TEXT_HEADING - 2.0), theme.text);
            job.append(name, 0.0, bold);
            let font = FontId::proportional(TEXT_BODY);
            job.append(&format!(" {detail}"), 0.0, TextFormat::simple(font, theme.muted));
            ui.add(Label::new(job).wrap());
            let height = 2.0 * ui.text_style_height(&egui::TextStyle::Small);
            ui.vertical(|ui| {
                ui.set_min_height(height);
                ui.label(RichText::new(about).small().color(theme.muted));
            });
        });
    });
}

/// The choice between a level, match me and limits set by hand; and what belongs to it.
pub(super) fn strength_ui(ui: &mut Ui, cx: &mut Cx<'_>) {
    let settings = &cx.session.settings;
    row_ui(ui, "Strength", |ui| limits_ui(ui, cx));
    if settings.program_name().is_some() {
        program_limits_ui(ui, cx);
    } else if settings.use_custom {
        let mut custom = settings.custom;
        custom_limits_ui(ui, &mut custom);
        if custom != settings.custom {
            cx.change_settings(|changed| changed.custom = custom);
        }
    } else if settings.uses_match() {
        row_ui(ui, "Your score", |ui| {
            let aims = MatchAim::ALL.map(|aim| (aim, aim.text()));
            if let Some(aim) = choice_row_ui(ui, "Your score", settings.aim, &aims) {
                cx.change_settings(|changed| changed.aim = aim);
            }
        });
    } else if settings.sides.has_one_human() {
        let level = Level::get(settings.level);
        let depth = counted(u64::from(level.depth), "half-move", "half-moves");
        value_row_ui(ui, "Depth, at most", &depth);
        value_row_ui(ui, "Time, at most", &seconds_text(level.time_ms));
        value_row_ui(ui, "Positions, at most", &grouped(level.nodes));
    }
}

fn limits_ui(ui: &mut Ui, cx: &mut Cx<'_>) {
    let session = cx.session;
    let settings = &session.settings;
    let choices = [
        ("Limits from the level", false, false),
        ("Match me", true, false),
        ("Limits of your own", false, true),
    ];
    let program = settings.program_name();
    let now = program.is_none().then_some((settings.uses_match(), settings.use_custom));
    let shown = choices.iter().find(|(_, matches, custom)| now == Some((*matches, *custom)));
    let shown = program.or(shown.map(|(text, ..)| *text)).unwrap_or_default();
    drop_down_ui(ui, "Limits", shown, |ui| {
        for (text, matches, custom) in choices {
            let is_offered = settings.sides.has_one_human() || !matches;
            if is_offered && option_ui(ui, now == Some((matches, custom)), text).clicked() {
                cx.change_settings(|changed| {
                    (changed.match_me, changed.use_custom) = (matches, custom);
                    changed.program = None;
                });
            }
        }
        let has_programs = HAS_PROGRAMS && settings.sides.has_one_human();
        for entry in session.lists.programs().into_iter().filter(|_| has_programs) {
            let is_chosen = program == Some(entry.name.as_str());
            if option_ui(ui, is_chosen, entry.name.as_str()).clicked() {
                cx.change_settings(|changed| changed.program = Some(entry.name.clone()));
            }
        }
    });
}

/// The limits of a program: those set by hand that every program knows, without a clock.
fn program_limits_ui(ui: &mut Ui, cx: &mut Cx<'_>) {
    let settings = &cx.session.settings;
    if cx.session.clock.is_some() {
        ui.label(theme::muted(ui.ctx(), "It plays with the clock.").size(TEXT_SMALL));
        return;
    }
    let mut custom = settings.custom;
    time_and_nodes_ui(ui, &mut custom);
    if custom != settings.custom {
        cx.change_settings(|changed| changed.custom = custom);
    }
}

/// The pause between two moves where the computer plays both sides.
pub(super) fn pause_ui(ui: &mut Ui, cx: &mut Cx<'_>) {
    let mut pause_ms = cx.session.settings.watch_pause_ms;
    value_row_ui(ui, "Time for a move, at least", &seconds_text(pause_ms));
    let slider = Slider::new(&mut pause_ms, 0..=MOST_PAUSE_MS).step_by(250.0);
    let response = wide_slider_ui(ui, slider);
    let seconds = pause_ms as f64 / 1000.0;
    response.widget_info(|| WidgetInfo::slider(true, seconds, "Time for a move, at least"));
    if pause_ms != cx.session.settings.watch_pause_ms {
        cx.change_settings(|changed| changed.watch_pause_ms = pause_ms);
    }
}

/// The custom limits. Depth and nodes may be unlimited.
fn custom_limits_ui(ui: &mut Ui, custom: &mut CustomLimits) {
    let mut depth = custom.depth_plies.unwrap_or(0);
    let plies = NumberField { unit: " half-moves", text: limit_text, ..NumberField::whole(0..=60) };
    number_row_ui(ui, "Depth, at most", &mut depth, &plies);
    custom.depth_plies = (depth > 0).then_some(depth);
    time_and_nodes_ui(ui, custom);
}

fn time_and_nodes_ui(ui: &mut Ui, custom: &mut CustomLimits) {
    let mut nodes = custom.nodes.unwrap_or(0);
    let mut think_s = custom.think_ms as f64 / 1000.0;
    let text = |seconds: f64| format!("{seconds:.2}");
    let seconds = NumberField { range: 0.05..=600.0, step: 0.01, speed: 0.05, unit: " s", text };
    number_row_ui(ui, "Time, at most", &mut think_s, &seconds);
    let positions =
        NumberField { speed: 500.0, text: limit_text, ..NumberField::whole(0..=1_000_000_000) };
    number_row_ui(ui, "Positions, at most", &mut nodes, &positions);
    custom.nodes = (nodes > 0).then_some(nodes);
    custom.think_ms = (think_s * 1000.0).round() as u64;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::ui::fish::KINDS;

    #[test]
    fn each_level_has_a_fish() {
        assert_eq!(LEVELS.len(), KINDS);
    }
}
