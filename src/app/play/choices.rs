//! The choices of a game: opponent, side, board, clock, and the rarer ones, which fold out. Before the
//! first move they stand in the card *New game*; during a game they fold out of its line, and say what
//! waits for the next game.

use egui::{
    Align, Align2, FontId, Layout, Role, Sense, TextFormat, Ui, WidgetInfo, text::LayoutJob, vec2,
};
use egui_material_icons::icons;

use super::{
    more::{more_ui, other_choices},
    opponent::opponent_ui,
    players::opponent_name,
};
use crate::app::{
    context::Cx,
    pages::PageId,
    request::Request,
    session::{
        Question, computer_name,
        settings::{ClockChoice, Sides},
    },
    ui::number::{NumberField, number_row_ui},
    ui::text::{variant_difference, variant_text},
    ui::theme::{
        self, CONTROL_HEIGHT, RADIUS_CONTROL, SPACE_S, SPACE_XS, TEXT_BODY, TEXT_NOTE, TEXT_SMALL,
        Theme, bold_font,
    },
    ui::widgets::{
        drop_down_ui, option_ui, paint_row_hover, primary_button, segmented_ui, sized_button_ui,
    },
};
use minnow_game::{ChessClock, NodeId, Player};
use minnow_rules::Color;

// Sizes in points.
const LABEL_WIDTH: f32 = 78.0;
/// In less width, the name of a choice stands above it.
const BESIDE_FROM_WIDTH: f32 = 240.0;
const START_HEIGHT: f32 = 44.0;
const BEGINS_HEIGHT: f32 = 18.0;
const SMALL_START_WIDTH: f32 = 104.0;
/// Room for the link to all opponents, which the menu has, too.
const LINK_WIDTH: f32 = 88.0;
const ICON_SIZE: f32 = 18.0;

/// The clocks that stand in the row.
const USUAL: [(&str, Option<ClockChoice>); 3] = [
    ("None", None),
    ("3+2", Some(ClockChoice::new(3, 2))),
    ("10+5", Some(ClockChoice::new(10, 5))),
];

/// The clocks of the list, from bullet to an hour.
const LISTED: [(&str, ClockChoice); 10] = [
    ("Bullet 0.5+0", ClockChoice { seconds: 30, ..ClockChoice::new(0, 0) }),
    ("Bullet 1+0", ClockChoice::new(1, 0)),
    ("Bullet 2+1", ClockChoice::new(2, 1)),
    ("Blitz 3+0", ClockChoice::new(3, 0)),
    ("Blitz 5+0", ClockChoice::new(5, 0)),
    ("Blitz 5, delay 3 s", ClockChoice { delay_seconds: 3, ..ClockChoice::new(5, 0) }),
    ("Rapid 15+10", ClockChoice::new(15, 10)),
    ("Rapid 25, delay 5 s", ClockChoice { delay_seconds: 5, ..ClockChoice::new(25, 0) }),
    ("Classical 30+20", ClockChoice::new(30, 20)),
    ("Classical 60+0", ClockChoice::new(60, 0)),
];

/// Draws the heading of the choices; in a low column with the button that starts the game.
pub(super) fn heading_ui(ui: &mut Ui, is_low: bool, cx: &mut Cx<'_>) {
    let height = if is_low { CONTROL_HEIGHT } else { theme::TEXT_TITLE };
    let size = vec2(ui.available_width(), height);
    ui.allocate_ui_with_layout(size, Layout::left_to_right(Align::Center), |ui| {
        let heading = ui.label(theme::heading("New game"));
        // The button of this name is at the top of the window.
        let text = "Choices of the new game";
        heading.widget_info(|| WidgetInfo::labeled(Role::Label, true, text));
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            if is_low {
                start_button_ui(ui, vec2(SMALL_START_WIDTH, CONTROL_HEIGHT), cx);
            } else if ui.available_width() >= LINK_WIDTH
                && ui.link(egui::RichText::new("All opponents").small()).clicked()
            {
                cx.ask(Request::Show(PageId::Opponents));
            }
        });
    });
}

/// Draws the button that starts the game, and the other way to start it.
pub(super) fn start_ui(ui: &mut Ui, cx: &mut Cx<'_>) {
    ui.spacing_mut().item_spacing.y = SPACE_XS;
    let width = ui.available_width();
    start_button_ui(ui, vec2(width, START_HEIGHT), cx);
    let text = theme::muted(ui.ctx(), begins_text(cx)).size(TEXT_SMALL);
    ui.add_sized(vec2(width, BEGINS_HEIGHT), egui::Label::new(text).truncate());
}

/// The height of what `start_ui` draws.
pub(super) fn start_height() -> f32 {
    START_HEIGHT + SPACE_XS + BEGINS_HEIGHT
}

fn start_button_ui(ui: &mut Ui, size: egui::Vec2, cx: &mut Cx<'_>) {
    let button = primary_button(ui, "Start game");
    if sized_button_ui(ui, size, true, button).clicked() {
        cx.ask(Request::StartGame);
    }
}

/// The other way to start the game, or who makes the first move.
fn begins_text(cx: &Cx<'_>) -> String {
    let session = cx.session;
    match session.player(session.head_position().turn()) {
        Player::Computer(computer) => format!("{} begins", computer_name(computer)),
        Player::Program | Player::Remote => format!("{} begins", opponent_name(session)),
        Player::Human | Player::Unknown => "or make a move".to_owned(),
    }
}

/// Draws the choices. During a game, they say what waits for the next one.
pub(super) fn choices_ui(ui: &mut Ui, cx: &mut Cx<'_>) {
    let session = cx.session;
    let settings = &session.settings;
    let changed = Color::ALL.map(|color| session.player(color) != settings.player(color));
    opponent_ui(ui, cx);
    next_game_ui(ui, changed.contains(&true));
    if settings.sides.has_one_human() {
        row_ui(ui, "You play", |ui| sides_ui(ui, cx));
        let is_human = |color| session.player(color) == Player::Human;
        let changed = Color::ALL.map(|color| is_human(color) != settings.sides.is_human(color));
        next_game_ui(ui, changed.contains(&true));
    }
    row_ui(ui, "Board", |ui| board_ui(ui, cx));
    row_ui(ui, "Clock", |ui| clock_ui(ui, cx));
    let control = session.clock.as_ref().map(ChessClock::control);
    let waits = settings.clock.map(ClockChoice::control) != control;
    next_game_ui(ui, waits && !session.game.is_empty());
    if fold_ui(ui, cx) {
        cx.change_settings(|changed| changed.unfolds_choices = !changed.unfolds_choices);
    }
    if settings.unfolds_choices {
        more_ui(ui, cx);
    }
}

/// A choice with its name before it, or above it in little room. Screen readers get the name from the
/// control itself.
pub(super) fn row_ui(ui: &mut Ui, name: &str, control: impl FnOnce(&mut Ui)) {
    let name_ui = |ui: &mut Ui, size: egui::Vec2| {
        let (rect, _) = ui.allocate_exact_size(size, Sense::hover());
        let (font, color) = (bold_font(TEXT_SMALL), Theme::of(ui).muted);
        ui.painter().text(rect.left_center(), Align2::LEFT_CENTER, name, font, color);
    };
    if ui.available_width() < BESIDE_FROM_WIDTH {
        name_ui(ui, vec2(ui.available_width(), theme::TEXT_HEADING));
        control(ui);
        return;
    }
    ui.horizontal_top(|ui| {
        name_ui(ui, vec2(LABEL_WIDTH, CONTROL_HEIGHT));
        ui.vertical(|ui| {
            ui.take_available_width();
            control(ui);
        });
    });
}

/// Notes that a choice does not concern the game on the board.
pub(super) fn next_game_ui(ui: &mut Ui, shown: bool) {
    if shown {
        ui.label(theme::muted(ui.ctx(), "From the next game on.").size(TEXT_SMALL));
    }
}

/// The side of the user; *Either* is drawn for each new game.
fn sides_ui(ui: &mut Ui, cx: &mut Cx<'_>) {
    let settings = &cx.session.settings;
    let is = |sides| !settings.draws_side && settings.sides == sides;
    let options =
        [("White", is(Sides::White)), ("Black", is(Sides::Black)), ("Either", settings.draws_side)];
    match segmented_ui(ui, "You play", &options) {
        Some(2) => {
            let drawn = cx.session.game.is_empty().then(|| cx.session.drawn_side());
            cx.change_settings(|changed| {
                changed.draws_side = true;
                changed.sides = drawn.unwrap_or(changed.sides);
            });
        }
        Some(index) => {
            let sides = [Sides::White, Sides::Black][index];
            if settings.draws_side {
                cx.change_settings(|changed| changed.draws_side = false);
            }
            if cx.session.game.head() == NodeId::ROOT || cx.session.end().is_some() {
                cx.ask(Request::ChooseSides(sides));
            } else if settings.sides != sides {
                cx.ask(Request::Ask(Box::new(swap_question(sides))));
            }
        }
        None => {}
    }
}

/// The question before the user takes over the computer's side of a game under way.
fn swap_question(sides: Sides) -> Question {
    let side = if sides == Sides::White { Color::White } else { Color::Black };
    let text =
        format!("You take over {side} with its clock, and the computer takes over your side.");
    Question::new("Swap sides in this game?", text)
        .cancel("Keep my side")
        .choice("Swap sides", Request::ChooseSides(sides))
}

/// The button that shows the board of the game with its difference in a few words, and opens the list of
/// all boards.
fn board_ui(ui: &mut Ui, cx: &mut Cx<'_>) {
    let theme = Theme::of(ui);
    let variant = cx.session.variant();
    let (name, difference) = (variant_text(variant), variant_difference(variant));
    let width = ui.available_width();
    let lay = |between: &str, gap: f32| {
        let mut job = LayoutJob::default();
        job.append(&name, 0.0, TextFormat::simple(bold_font(TEXT_BODY), theme.text));
        let font = FontId::proportional(TEXT_NOTE);
        let difference = format!("{between}{difference}");
        job.append(&difference, gap, TextFormat::simple(font, theme.muted));
        job.wrap.max_width = width - ICON_SIZE - 3.0 * SPACE_S;
        ui.painter().layout_job(job)
    };
    let in_one_line = lay("", SPACE_S);
    let galley = if in_one_line.rows.len() > 1 { lay("\n", 0.0) } else { in_one_line };
    let size = vec2(width, (galley.size().y + 2.0 * SPACE_XS).max(CONTROL_HEIGHT));
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    response.widget_info(|| {
        let mut info = WidgetInfo::labeled(Role::Button, true, "Board");
        info.current_text_value = Some(format!("{name}, {difference}"));
        info
    });
    let visuals = ui.style().interact(&response);
    let stroke = egui::StrokeKind::Inside;
    ui.painter().rect(rect, RADIUS_CONTROL, visuals.weak_bg_fill, visuals.bg_stroke, stroke);
    let at = rect.left_center() + vec2(SPACE_S, -galley.size().y / 2.0);
    ui.painter().galley(at, galley, theme.text);
    let (at, icon) = (rect.right_center() - vec2(SPACE_S, 0.0), icons::ICON_EXPAND_MORE.codepoint);
    let font = FontId::proportional(ICON_SIZE);
    ui.painter().text(at, Align2::RIGHT_CENTER, icon, font, theme.muted);
    if response.clicked() {
        cx.ask(Request::Show(PageId::Boards));
    }
}

/// The clock of the next game: none, a usual one, or for another one the list and its times.
fn clock_ui(ui: &mut Ui, cx: &mut Cx<'_>) {
    let present = cx.session.settings.clock;
    let mut clock = present;
    let is_other = USUAL.iter().all(|(_, usual)| *usual != present);
    let mut options: Vec<(&str, bool)> =
        USUAL.iter().map(|(text, usual)| (*text, *usual == present)).collect();
    options.push(("Other", is_other));
    match segmented_ui(ui, "Clock", &options) {
        Some(index) if index < USUAL.len() => clock = USUAL[index].1,
        Some(_) if !is_other => clock = Some(ClockChoice::new(5, 0)),
        _ => {}
    }
    if let Some(clock) = clock.as_mut().filter(|_| is_other) {
        other_clock_ui(ui, clock);
    }
    if clock != present {
        cx.change_settings(|changed| changed.clock = clock);
    }
}

fn other_clock_ui(ui: &mut Ui, clock: &mut ClockChoice) {
    let listed = LISTED.iter().find(|(_, listed)| listed == clock);
    let name = listed.map_or("Times of your own", |(name, _)| *name);
    drop_down_ui(ui, "Times", name, |ui| {
        for (name, listed) in LISTED {
            if option_ui(ui, listed == *clock, name).clicked() {
                *clock = listed;
            }
        }
    });
    let most_minutes = f64::from(ClockChoice::MOST_MINUTES);
    let range = f64::from(ClockChoice::LEAST_SECONDS) / 60.0..=most_minutes;
    let field = NumberField { step: 0.05, ..NumberField::whole(range) };
    let mut minutes = f64::from(clock.base_seconds()) / 60.0;
    number_row_ui(ui, "Minutes", &mut minutes, &field);
    *clock = clock.with_base((minutes * 60.0).round() as u32);
    let seconds = NumberField::whole(0..=ClockChoice::MOST_SECONDS);
    let increment = &mut clock.increment_seconds;
    number_row_ui(ui, "Increment, seconds a move", increment, &seconds);
    number_row_ui(ui, "Delay, seconds a move", &mut clock.delay_seconds, &seconds);
}

/// The line of the rarer choices, which names those that are not the usual ones. Returns true if it was
/// clicked.
fn fold_ui(ui: &mut Ui, cx: &Cx<'_>) -> bool {
    let theme = Theme::of(ui);
    let is_open = cx.session.settings.unfolds_choices;
    let others = other_choices(cx.session).join(", ");
    let (label, about) = if others.is_empty() {
        ("More".to_owned(), "two players, match me, coach, odds, limits")
    } else {
        (format!("More: {others}"), "")
    };
    let icon = if is_open { icons::ICON_EXPAND_LESS } else { icons::ICON_EXPAND_MORE };
    let width = ui.available_width();
    let font = FontId::proportional(TEXT_BODY);
    let text = format!("{label} {}", icon.codepoint);
    let galley = ui.painter().layout(text, font, theme.accent, width);
    let height = (galley.size().y + SPACE_XS).max(theme::ROW_HEIGHT);
    let (rect, response) = ui.allocate_exact_size(vec2(width, height), Sense::click());
    response.widget_info(|| WidgetInfo::selected(Role::Button, true, is_open, &label));
    paint_row_hover(ui, &response);
    let at = rect.left_center() - vec2(0.0, galley.size().y / 2.0);
    let left = width - galley.size().x - SPACE_S;
    ui.painter().galley(at, galley, theme.accent);
    let font = FontId::proportional(TEXT_NOTE);
    let about = ui.painter().layout_no_wrap(about.to_owned(), font, theme.muted);
    if about.size().x <= left {
        let at = rect.right_center() - vec2(about.size().x, about.size().y / 2.0);
        ui.painter().galley(at, about, theme.muted);
    }
    response.clicked()
}
