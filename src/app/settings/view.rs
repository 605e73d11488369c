//! The settings panel: opponent, sides, board, clock and reply, or in analysis the engine. The page has
//! the others.
//!
//! A row changes a copy of its value, and asks for a change of the settings where it differs.

use egui::{Button, RichText, ScrollArea, TextEdit, Ui};

use super::{
    clock::clock_ui,
    engine::engine_ui,
    opponent::{opponent_ui, pause_ui},
};
use crate::app::{
    context::Cx,
    pages::PageId,
    request::Request,
    session::{
        Mode,
        settings::{ClockChoice, OddsChoice, ReplyPace, Sides},
    },
    ui::focus::FocusScroll,
    ui::text::variant_text,
    ui::theme::{self, CONTROL_HEIGHT, SPACE_S, SPACE_XS, Theme, caption},
    ui::widgets::{choice_row_ui, drop_down_ui, seconds_text, toggle_row_ui},
};
use minnow_game::{ChessClock, GameStart, Player, limits::MAX_NAME_CHARS};
use minnow_rules::Color;

/// The width of the field for the user's name, in points.
const NAME_WIDTH: f32 = 140.0;

/// The settings panel of a workspace.
#[derive(Debug, Default)]
pub struct SettingsPanel;

impl SettingsPanel {
    /// Draws the panel into a card.
    pub(in crate::app) fn settings_ui(&self, ui: &mut Ui, mode: Mode, cx: &mut Cx<'_>) {
        // The margin keeps the scroll bar off the values.
        let width = ui.available_width() - SPACE_S;
        let area = ScrollArea::vertical().id_salt("settings");
        area.auto_shrink([false, false]).show_focused(ui, |ui| {
            ui.spacing_mut().item_spacing.y = SPACE_XS;
            ui.set_max_width(width);
            match mode {
                Mode::Play => {
                    game_ui(ui, cx);
                    name_ui(ui, cx);
                }
                Mode::Analyse | Mode::Lab => engine_ui(ui, cx),
            }
            ui.add_space(SPACE_S);
            if ui.link("All settings").clicked() {
                cx.ask(Request::Show(PageId::Settings));
            }
        });
    }
}

/// The settings of this game and the next one.
fn game_ui(ui: &mut Ui, cx: &mut Cx<'_>) {
    let session = cx.session;
    let settings = &session.settings;
    let changed = Color::ALL.map(|color| session.player(color) != settings.player(color));
    opponent_ui(ui, changed.contains(&true), cx);
    group_beside_ui(ui, "You play", |ui| {
        let is_human = |color| session.player(color) == Player::Human;
        let changed = Color::ALL.map(|color| is_human(color) != settings.sides.is_human(color));
        next_game_ui(ui, changed.contains(&true));
    });
    sides_ui(ui, cx);
    group_beside_ui(ui, "Board", |ui| {
        if ui.link(RichText::new("Rules of this game").small()).clicked() {
            cx.ask(Request::Show(PageId::Rules));
        }
    });
    variant_ui(ui, cx);
    group_beside_ui(ui, "Clock", |ui| {
        let control = session.clock.as_ref().map(ChessClock::control);
        let waits = settings.clock.map(ClockChoice::control) != control;
        next_game_ui(ui, waits && !session.game.is_empty());
    });
    clock_ui(ui, cx);
    if settings.sides == Sides::None {
        pause_ui(ui, cx);
    } else {
        group_beside_ui(ui, "Reply", |ui| {
            let color = Theme::of(ui).muted;
            ui.label(RichText::new(pace_text(settings.reply)).small().color(color));
        });
        reply_ui(ui, cx);
    }
    group_beside_ui(ui, "Odds", |ui| {
        let waits = settings.new_game(session.variant()).start() != session.game.start();
        let is_of_settings = session.game.start_kind() != GameStart::SetUp;
        next_game_ui(ui, waits && is_of_settings);
    });
    odds_ui(ui, cx);
    if session.variant().king_capture
        && toggle_row_ui(ui, "Warn before losing the king", settings.warn_king)
    {
        cx.change_settings(|changed| changed.warn_king = !settings.warn_king);
    }
    if session.is_against_computer() {
        coach_ui(ui, cx);
        if toggle_row_ui(ui, "Computer may resign", settings.resigns) {
            cx.change_settings(|changed| changed.resigns = !settings.resigns);
        }
    }
    if toggle_row_ui(ui, "Show what it thinks", settings.show_thinking) {
        cx.change_settings(|changed| changed.show_thinking = !settings.show_thinking);
    }
}

/// The switch of the coach, and a note where it is silent.
fn coach_ui(ui: &mut Ui, cx: &mut Cx<'_>) {
    let session = cx.session;
    let asks = session.settings.coach;
    if toggle_row_ui(ui, "Coach asks before bad moves", asks) {
        cx.change_settings(|changed| changed.coach = !asks);
    }
    if asks && session.has_short_clock() {
        let color = Theme::of(ui).muted;
        ui.label(RichText::new("It is silent: the clock is short.").small().color(color));
    }
}

/// The user's name in the records of games.
pub(super) fn name_ui(ui: &mut Ui, cx: &mut Cx<'_>) {
    let mut name = cx.session.settings.player_name.clone();
    labelled_ui(ui, "Your name", |ui| {
        let field = TextEdit::singleline(&mut name).hint_text("You");
        ui.add(field.char_limit(MAX_NAME_CHARS).desired_width(NAME_WIDTH))
    });
    if name != cx.session.settings.player_name {
        cx.change_settings(|changed| changed.player_name = name);
    }
}

/// Notes that a setting does not concern the game on the board.
pub(super) fn next_game_ui(ui: &mut Ui, shown: bool) {
    if shown {
        let color = Theme::of(ui).muted;
        ui.label(RichText::new("From the next game on.").small().color(color));
    }
}

pub(super) fn group_ui(ui: &mut Ui, name: &str) {
    ui.add_space(SPACE_S);
    ui.label(caption(ui.ctx(), name));
}

/// A group's name with a small widget at the right end of its line.
pub(super) fn group_beside_ui(ui: &mut Ui, name: &str, beside: impl FnOnce(&mut Ui)) {
    ui.add_space(SPACE_S);
    name_beside_ui(ui, name, beside);
}

pub(super) fn name_beside_ui(ui: &mut Ui, name: &str, beside: impl FnOnce(&mut Ui)) {
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

fn sides_ui(ui: &mut Ui, cx: &mut Cx<'_>) {
    let name = |sides| match sides {
        Sides::White => "White",
        Sides::Black => "Black",
        Sides::Both => "Both",
        Sides::None => "Watch",
    };
    let choices = Sides::ALL.map(|sides| (sides, name(sides)));
    if let Some(sides) = choice_row_ui(ui, "You play", cx.session.settings.sides, &choices) {
        cx.ask(Request::ChooseSides(sides));
    }
}

/// The button that shows the board of the game and opens the list of all.
fn variant_ui(ui: &mut Ui, cx: &mut Cx<'_>) {
    let text = variant_text(cx.session.variant());
    let icon = egui_material_icons::icons::ICON_GRID_VIEW.codepoint;
    let button = Button::new((text.as_str(), egui::Atom::grow(), RichText::new(icon).size(18.0)));
    let response = ui.add(button.min_size(egui::vec2(ui.available_width(), CONTROL_HEIGHT)));
    response.widget_info(|| {
        let mut info = egui::WidgetInfo::labeled(egui::Role::Button, true, "Board");
        info.current_text_value = Some(text.clone());
        info
    });
    if response.clicked() {
        cx.ask(Request::Show(PageId::Boards));
    }
}

/// The odds that the board allows.
fn odds_ui(ui: &mut Ui, cx: &mut Cx<'_>) {
    let (variant, sides) = (cx.session.variant(), cx.session.settings.sides);
    let text = |odds: Option<OddsChoice>| odds.map_or("None".to_owned(), |odds| odds.text(sides));
    let chosen = cx.session.settings.odds.filter(|odds| odds.is_allowed(variant, sides));
    drop_down_ui(ui, "Odds", &text(chosen), |ui| {
        let choices = OddsChoice::choices(variant, sides).into_iter().map(Some);
        for odds in std::iter::once(None).chain(choices) {
            if ui.selectable_label(chosen == odds, text(odds)).clicked() {
                cx.change_settings(|changed| changed.odds = odds);
                // A click of a screen reader does not close the list.
                ui.close();
            }
        }
    });
}

pub(super) fn reply_ui(ui: &mut Ui, cx: &mut Cx<'_>) {
    let name = |pace| match pace {
        ReplyPace::AtOnce => "At once",
        ReplyPace::Natural => "Natural",
        ReplyPace::Calm => "Calm",
    };
    let choices = ReplyPace::ALL.map(|pace| (pace, name(pace)));
    if let Some(pace) = choice_row_ui(ui, "Reply", cx.session.settings.reply, &choices) {
        cx.change_settings(|changed| changed.reply = pace);
    }
}
