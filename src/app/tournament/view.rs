//! The view of the page: the form, or the tournament with its state, its buttons and its parts.

use egui::{
    Align, Button, Label, Layout, Rect, RichText, ScrollArea, TextStyle, Ui, UiBuilder, vec2,
};

use super::{
    PageWork, TITLE, TournamentPage,
    boards::boards_ui,
    form_view::form_ui,
    games::games_ui,
    plan_text,
    run::TournamentRun,
    shown::{ShownTournament, TournamentTab},
    table::table_ui,
};
use crate::app::{
    context::Cx,
    pages::page_height,
    ui::{
        theme::{self, CONTROL_HEIGHT, SPACE_S, SPACE_XS, Theme},
        widgets::{
            THIN_BAR_HEIGHT, announce_texts, choice_row_ui, drop_down_ui, note_ui, option_ui,
            primary_button_if, thin_bar,
        },
    },
};
use minnow_rules::{counted, grouped};

// Sizes in points.
const MAX_TABS_WIDTH: f32 = 440.0;
const LOG_LIST_WIDTH: f32 = 240.0;
/// From this width on, the state stands beside the buttons.
const STATE_BESIDE_FROM: f32 = 480.0;
/// The least height of the log and of the list of games.
const MIN_LIST: f32 = 130.0;

/// Draws the page.
pub(super) fn page_ui(ui: &mut Ui, page: &mut TournamentPage, cx: &mut Cx<'_>) {
    if page.shown.is_none() {
        if page.stock.is_reading() {
            ui.label(theme::muted(ui.ctx(), "Reading the tournament\u{2026}"));
        } else {
            form_ui(ui, page, cx);
        }
        return;
    }
    head_ui(ui, page, cx);
    let is_running = page.is_running();
    let Some(shown) = &mut page.shown else { return };
    ui.add_space(SPACE_S);
    ui.scope(|ui| {
        ui.set_max_width(ui.available_width().min(MAX_TABS_WIDTH));
        if let Some(tab) = choice_row_ui(ui, "Show", shown.tab, &TournamentTab::CHOICES) {
            shown.tab = tab;
        }
    });
    // Below the tabs, they move neither a tab nor a button.
    if let Some(problem) = &shown.problem {
        problem_ui(ui, problem);
    } else if let Some(note) = &shown.note {
        note_ui(ui, note);
    }
    ui.add_space(SPACE_S);
    match shown.tab {
        TournamentTab::Boards => boards_ui(ui, shown, cx),
        TournamentTab::Table => table_ui(ui, shown, is_running),
        TournamentTab::Games => games_ui(ui, shown, cx),
        TournamentTab::Log => log_ui(ui, shown, is_running),
    }
}

/// The name, the plan, the buttons and the state. Each part keeps its height, so that no button moves
/// under the pointer.
fn head_ui(ui: &mut Ui, page: &mut TournamentPage, cx: &mut Cx<'_>) {
    let Some(shown) = &page.shown else { return };
    let plan = &shown.order.plan;
    if plan.name != TITLE {
        ui.add(Label::new(theme::heading(&plan.name)).wrap());
    }
    ui.add(Label::new(RichText::new(plan_text(plan)).small()).wrap());
    let (share, state) = (share_done(shown), state_text(shown, page.run.as_ref()));
    let is_beside = ui.available_width() >= STATE_BESIDE_FROM;
    let row = vec2(ui.available_width(), CONTROL_HEIGHT);
    ui.allocate_ui_with_layout(row, Layout::left_to_right(Align::Center), |ui| {
        buttons_ui(ui, page, cx);
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            // Not where *Stop* was.
            if page.run.is_none() {
                let all = Button::new("All tournaments").min_size(vec2(0.0, CONTROL_HEIGHT));
                if ui.add(all).clicked() {
                    page.do_later(PageWork::ShowForm, cx);
                }
            }
            if is_beside {
                ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                    ui.add(Label::new(&state).truncate());
                });
            }
        });
    });
    if !is_beside {
        ui.add(Label::new(&state).truncate());
    }
    match share {
        Some(share) => _ = ui.add(thin_bar(ui, share)),
        None => _ = ui.allocate_space(vec2(0.0, THIN_BAR_HEIGHT)),
    }
}

/// A sentence on what went wrong. Screen readers announce it.
pub(super) fn problem_ui(ui: &mut Ui, problem: &str) {
    let text = RichText::new(problem).color(Theme::of(ui).bad);
    ui.scope(|ui| {
        announce_texts(ui);
        ui.add(Label::new(text).wrap());
    });
}

fn buttons_ui(ui: &mut Ui, page: &mut TournamentPage, cx: &mut Cx<'_>) {
    let least = vec2(0.0, CONTROL_HEIGHT);
    if let Some(run) = &mut page.run {
        let text = if run.is_paused { "Continue" } else { "Pause" };
        let pause = Button::new(text).min_size(least);
        let about = "No more games begin; those under way go on";
        if ui.add_enabled(!run.is_stopping(), pause).on_hover_text(about).clicked() {
            run.set_paused(!run.is_paused);
        }
        let stop = Button::new("Stop").min_size(least);
        let about = "Ends the games under way and their programs; finished games are kept";
        if ui.add_enabled(!run.is_stopping(), stop).on_hover_text(about).clicked() {
            run.stop();
        }
        return;
    }
    let Some(shown) = &page.shown else { return };
    if shown.newest_table().is_none_or(|table| !table.is_over) {
        let text = if shown.records.is_empty() { "Start\u{2026}" } else { "Go on\u{2026}" };
        let start = primary_button_if(ui, text, true).min_size(least);
        if ui.add(start).clicked() {
            page.do_later(PageWork::AskForShown, cx);
        }
    }
}

/// Whether it is played, and how far it is.
fn state_text(shown: &ShownTournament, run: Option<&TournamentRun>) -> String {
    let done = progress_text(shown);
    let under_way = shown.under_way();
    let under_way_text = counted(under_way as u64, "game under way goes", "games under way go");
    match run {
        None if shown.newest_table().is_some_and(|table| table.is_over) => {
            format!("Finished after {}.", counted(shown.records.len() as u64, "game", "games"))
        }
        None if shown.records.is_empty() => "Not started.".to_owned(),
        None => format!("Stopped: {done}."),
        Some(run) if run.is_stopping() => format!("Stopping: {done}."),
        Some(run) if run.is_paused && under_way > 0 => {
            format!("Paused: {done}, {under_way_text} on.")
        }
        Some(run) if run.is_paused => format!("Paused: {done}."),
        Some(_) => match &shown.preparation {
            Some(preparation) => {
                let percent = (100.0 * preparation.done).round();
                format!("Preparing the {}: {percent} %.", preparation.task)
            }
            None => format!("Playing: {done}."),
        },
    }
}

/// `5 of 12 games finished`.
pub(super) fn progress_text(shown: &ShownTournament) -> String {
    let finished = shown.records.len() as u64;
    let planned = shown.table.as_ref().and_then(|table| table.standings.planned);
    match planned {
        Some(planned) => {
            format!(
                "{} of {} finished",
                grouped(finished),
                counted(planned as u64, "game", "games")
            )
        }
        None => format!("{} finished", counted(finished, "game", "games")),
    }
}

/// The share of the games that is finished, where their number is known and one is finished.
fn share_done(shown: &ShownTournament) -> Option<f32> {
    let planned = shown.table.as_ref()?.standings.planned.filter(|planned| *planned > 0)?;
    let share = (shown.records.len() as f32 / planned as f32).min(1.0);
    // An empty bar would still show its round end.
    (share > 0.0).then_some(share)
}

/// A text at the left of a place, as long as there is room, and one at its right.
pub(super) fn row_texts_ui(ui: &mut Ui, place: Rect, left: RichText, right: RichText) {
    let row = UiBuilder::new().max_rect(place).layout(Layout::right_to_left(Align::Center));
    let mut row = ui.new_child(row);
    row.spacing_mut().item_spacing.x = SPACE_S;
    row.label(right);
    row.with_layout(Layout::left_to_right(Align::Center), |ui| {
        ui.add(Label::new(left).truncate());
    });
}

/// The height that the page has left where it does not scroll, in points.
pub(super) fn free_height(ui: &Ui) -> f32 {
    let used = ui.cursor().top() - ui.min_rect().top();
    page_height(ui.ctx()) - used
}

/// The height of a list that takes the room that the page has, above parts of a height in points.
pub(super) fn list_height(ui: &Ui, below: f32) -> f32 {
    // Rounding must not bring a scroll bar.
    (free_height(ui) - below - SPACE_XS).floor().max(MIN_LIST)
}

/// The reason why a program has no log, as sentences.
fn no_log_text(shown: &ShownTournament, is_running: bool) -> &'static str {
    let players = &shown.order.plan.players;
    if players.iter().all(|player| player.program().is_none()) {
        "No program plays here: levels have no log."
    } else if is_running {
        "No log yet. After each game, the last lines that its programs read and wrote stand here. Levels \
         have no log."
    } else {
        "No log: it has the lines of programs since the last start in this window, and no program has \
         played since."
    }
}

/// The lines that a program has read and written.
fn log_ui(ui: &mut Ui, shown: &mut ShownTournament, is_running: bool) {
    let with_logs: Vec<usize> =
        (0..shown.logs.len()).filter(|player| !shown.logs[*player].is_empty()).collect();
    if !with_logs.contains(&shown.log_player) {
        shown.log_player = with_logs.first().copied().unwrap_or(0);
    }
    let Some(log) = shown.logs.get(shown.log_player).filter(|log| !log.is_empty()) else {
        let text = no_log_text(shown, is_running);
        ui.add(Label::new(theme::muted(ui.ctx(), text)).wrap());
        return;
    };
    let mut chosen = shown.log_player;
    let size = vec2(LOG_LIST_WIDTH.min(ui.available_width()), CONTROL_HEIGHT);
    ui.allocate_ui(size, |ui| {
        drop_down_ui(ui, "Log of", shown.name(shown.log_player), |ui| {
            for player in with_logs {
                if option_ui(ui, player == chosen, shown.name(player)).clicked() {
                    chosen = player;
                }
            }
        });
    });
    ui.label(RichText::new("> is what it wrote, < what it read.").small());
    ui.add_space(SPACE_XS);
    let height = list_height(ui, 0.0);
    let row_height = ui.text_style_height(&TextStyle::Monospace);
    let area = ScrollArea::both().id_salt("log").max_height(height).min_scrolled_height(height);
    area.auto_shrink(false).stick_to_bottom(true).show_rows(
        ui,
        row_height,
        log.len(),
        |ui, rows| {
            for line in log.range(rows) {
                ui.add(Label::new(RichText::new(line).monospace()).extend());
            }
        },
    );
    shown.log_player = chosen;
}
