//! The computer's strength: a level, one for each side where the computer plays both, match me, or
//! limits set by hand; and the pause between its moves.

use egui::{DragValue, Response, RichText, Slider, Ui, WidgetInfo};

use super::view::{group_beside_ui, labelled_ui, name_beside_ui, next_game_ui, open_text};
use crate::app::{
    context::Cx,
    pages::PageId,
    request::Request,
    session::settings::{CustomLimits, MOST_PAUSE_MS, Sides},
    ui::theme::{self, Theme, caption, heading},
    ui::widgets::{choice_row_ui, drop_down_ui, pill_ui, seconds_text, value_row_ui},
};
use minnow_engine::{LEVELS, Level, Strength, rating_of};
use minnow_game::level_text;
use minnow_rules::{Color, Variant, counted, grouped};
use minnow_study::analysis::MatchAim;

/// Draws the group; `waits` is true if the choice counts from the next game on.
pub(super) fn opponent_ui(ui: &mut Ui, waits: bool, cx: &mut Cx<'_>) {
    let settings = &cx.session.settings;
    let is_watched = settings.sides == Sides::None && !settings.use_custom;
    name_beside_ui(ui, if is_watched { "White" } else { "Opponent" }, |ui| {
        next_game_ui(ui, waits);
        if !waits && ui.link(RichText::new("All opponents").small()).clicked() {
            cx.ask(Request::Show(PageId::Opponents));
        }
    });
    if settings.use_custom {
        ui.label(heading("Own limits"));
        about_ui(ui, "The search ends at the first limit it reaches.");
        let mut custom = settings.custom;
        custom_limits_ui(ui, &mut custom);
        if custom != settings.custom {
            cx.change_settings(|changed| changed.custom = custom);
        }
    } else if is_watched {
        watched_levels_ui(ui, cx);
    } else if settings.uses_match() {
        match_ui(ui, cx);
    } else {
        let mut number = settings.level;
        level_ui(ui, "Level", cx.session.variant(), &mut number);
        let level = Level::get(number);
        value_row_ui(ui, "Depth, at most", &plies_text(level.depth));
        value_row_ui(ui, "Time, at most", &seconds_text(level.time_ms));
        value_row_ui(ui, "Positions, at most", &grouped(level.nodes));
        if number != settings.level {
            cx.change_settings(|changed| changed.level = number);
        }
    }
    limits_ui(ui, cx);
}

/// The levels where the computer plays both sides.
fn watched_levels_ui(ui: &mut Ui, cx: &mut Cx<'_>) {
    let (settings, variant) = (&cx.session.settings, cx.session.variant());
    let levels = Color::ALL.map(|color| settings.level_of(color));
    let [mut white, mut black] = levels;
    level_ui(ui, "Level of White", variant, &mut white);
    group_beside_ui(ui, "Black", |_| {});
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

/// The choice between a level, match me and limits set by hand.
fn limits_ui(ui: &mut Ui, cx: &mut Cx<'_>) {
    let settings = &cx.session.settings;
    let choices = [
        ("Limits from the level", false, false),
        ("Match me", true, false),
        ("Limits of your own", false, true),
    ];
    let now = (settings.uses_match(), settings.use_custom);
    let shown = choices.iter().find(|(_, matches, custom)| now == (*matches, *custom));
    drop_down_ui(ui, "Limits", shown.map_or("", |(text, ..)| *text), |ui| {
        for (text, matches, custom) in choices {
            let is_offered = settings.sides.has_one_human() || !matches;
            if is_offered && ui.selectable_label(now == (matches, custom), text).clicked() {
                cx.change_settings(|changed| {
                    (changed.match_me, changed.use_custom) = (matches, custom);
                });
            }
        }
    });
}

/// The opponent of match me, and the choice of its aim.
fn match_ui(ui: &mut Ui, cx: &mut Cx<'_>) {
    let session = cx.session;
    let settings = &session.settings;
    let strength = Strength::from_hundredths(settings.matched);
    ui.horizontal(|ui| {
        ui.label(heading("Match me"));
        pill_ui(ui, &format!("about {}", rating_of(session.variant(), strength)));
    });
    let text = format!(
        "Level {} in this game. The next one follows from your results.",
        level_text(settings.matched)
    );
    about_ui(ui, &text);
    ui.label(caption(ui.ctx(), "Your score, on average"));
    let aims = MatchAim::ALL.map(|aim| (aim, aim.text()));
    if let Some(aim) = choice_row_ui(ui, "Your score", settings.aim, &aims) {
        cx.change_settings(|changed| changed.aim = aim);
    }
    if let Some(reason) = session.why_uncounted().filter(|_| !session.game.is_empty()) {
        let color = Theme::of(ui).muted;
        let text = format!("This game does not count: {reason}.");
        ui.label(RichText::new(text).small().color(color));
    }
}

/// A level with its fish, its rating, its description and its slider.
fn level_ui(ui: &mut Ui, name: &str, variant: &Variant, number: &mut u8) {
    let level = Level::get(*number);
    ui.horizontal(|ui| {
        ui.label(heading(format!("Level {}", level.number)));
        ui.label(theme::muted(ui.ctx(), level.name));
        let rating = rating_of(variant, Strength::of_level(level.number));
        let pill = pill_ui(ui, &rating.to_string());
        pill.on_hover_text(format!("Rated about {rating} on this board"));
    });
    about_ui(ui, level.about);
    ui.spacing_mut().slider_width = ui.available_width();
    let slider = Slider::new(number, 1..=LEVELS.len() as u8).show_value(false);
    let response = theme::slider_ui(ui, slider);
    response.widget_info(|| WidgetInfo::slider(true, f64::from(*number), name));
    release_focus(&response);
}

/// A sentence in the room of two lines, so that what follows keeps its place.
fn about_ui(ui: &mut Ui, text: &str) {
    let height = 2.0 * ui.text_style_height(&egui::TextStyle::Small);
    let color = Theme::of(ui).muted;
    ui.vertical(|ui| {
        ui.set_min_height(height);
        ui.label(RichText::new(text).small().color(color));
    });
}

/// Takes the focus off a slider after a drag.
pub(super) fn release_focus(response: &Response) {
    if response.drag_stopped() {
        // Without the focus, the arrow keys navigate the game again.
        response.surrender_focus();
    }
}

/// The pause between two moves where the computer plays both sides.
pub(super) fn pause_ui(ui: &mut Ui, cx: &mut Cx<'_>) {
    let mut pause_ms = cx.session.settings.watch_pause_ms;
    group_beside_ui(ui, "Time for a move, at least", |ui| {
        let color = Theme::of(ui).muted;
        ui.label(RichText::new(seconds_text(pause_ms)).small().color(color));
    });
    ui.spacing_mut().slider_width = ui.available_width();
    let slider = Slider::new(&mut pause_ms, 0..=MOST_PAUSE_MS).step_by(250.0).show_value(false);
    let response = theme::slider_ui(ui, slider);
    let seconds = pause_ms as f64 / 1000.0;
    response.widget_info(|| WidgetInfo::slider(true, seconds, "Time for a move, at least"));
    release_focus(&response);
    if pause_ms != cx.session.settings.watch_pause_ms {
        cx.change_settings(|changed| changed.watch_pause_ms = pause_ms);
    }
}

fn plies_text(depth: u32) -> String {
    counted(u64::from(depth), "ply", "plies")
}

/// The custom limits. Depth and nodes may be unlimited.
fn custom_limits_ui(ui: &mut Ui, custom: &mut CustomLimits) {
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
    custom.depth_plies = (depth > 0).then_some(depth);
    custom.nodes = (nodes > 0).then_some(nodes);
    custom.think_ms = (think_s * 1000.0).round() as u64;
}
