//! The view of the form, of the list of tournaments that were begun here, and of the button that opens
//! a file.

use egui::{Align, Align2, Button, Label, Layout, RichText, Role, TextEdit, Ui, WidgetInfo, vec2};
use egui_material_icons::icons;

use super::{
    PageWork, TournamentPage,
    form::{FormatKind, LimitKind, TournamentForm, other_boards, other_players},
    view::problem_ui,
};
use crate::app::{
    context::Cx,
    pages::PageId,
    request::Request,
    session::{Asker, FileForm, FileQuery, QueryContent},
    ui::{
        number::{NumberField, limit_text, number_row_ui},
        practice_card::practice_row_ui,
        text::variant_text,
        theme::{self, CONTROL_HEIGHT, SPACE_L, SPACE_S, SPACE_XS},
        widgets::{
            choice_row_ui, drop_down_ui, icon_button_ui, note_ui, option_ui, primary_button_if,
        },
    },
};
use minnow_arena::tournament::PlayerEntry;
use minnow_jobs::available_cores;
use minnow_rules::{Variant, counted};

/// From this width on, players and rules stand beside each other, in points.
const TWO_COLUMNS_FROM: f32 = 640.0;
/// The width of a column that is alone, in points.
const MAX_COLUMN: f32 = 520.0;

static OPEN: FileForm = FileForm::open("Open a tournament", &[("Tournaments", &["ron"])]);

/// Draws the form and what is around it.
pub(super) fn form_ui(ui: &mut Ui, page: &mut TournamentPage, cx: &mut Cx<'_>) {
    let about = "Levels and your programs play each other. Before anything starts, you see the command of \
                 each program. To add a program, open Opponents.";
    ui.add(Label::new(theme::muted(ui.ctx(), about)).wrap());
    if let Some(problem) = &page.problem {
        problem_ui(ui, problem);
    }
    ui.add_space(SPACE_S);
    if ui.available_width() >= TWO_COLUMNS_FROM {
        ui.spacing_mut().item_spacing.x = SPACE_L;
        ui.columns(2, |columns| {
            for column in columns.iter_mut() {
                column.spacing_mut().item_spacing.x = SPACE_S;
            }
            // The columns' own layout would spread the words of a text over the width.
            let ragged = Layout::top_down(Align::LEFT);
            if let [left, right] = columns {
                left.with_layout(ragged, |ui| players_ui(ui, &mut page.form, cx));
                right.with_layout(ragged, |ui| rules_ui(ui, &mut page.form));
            }
        });
        ui.spacing_mut().item_spacing.x = SPACE_S;
    } else {
        ui.scope(|ui| {
            ui.set_max_width(ui.available_width().min(MAX_COLUMN));
            players_ui(ui, &mut page.form, cx);
            ui.add_space(SPACE_S);
            rules_ui(ui, &mut page.form);
        });
    }
    ui.add_space(SPACE_S);
    buttons_ui(ui, page, cx);
    listed_ui(ui, page, cx);
}

fn buttons_ui(ui: &mut Ui, page: &mut TournamentPage, cx: &mut Cx<'_>) {
    let lack = page.form.lack();
    ui.horizontal_wrapped(|ui| {
        let least = vec2(0.0, CONTROL_HEIGHT);
        let start = primary_button_if(ui, "Start\u{2026}", lack.is_none()).min_size(least);
        if ui.add_enabled(lack.is_none(), start).clicked() {
            page.do_later(PageWork::AskForForm, cx);
        }
        let open = Button::new("Open a tournament file\u{2026}").min_size(least);
        if ui.add(open).clicked() {
            let suggestion = cx.session.suggested_path().with_file_name("tournament.ron");
            let (asker, content) = (Asker::Page(PageId::Tournament), QueryContent::Nothing);
            cx.ask(Request::AskFile(FileQuery { asker, form: &OPEN, suggestion, content }));
        }
    });
    if let Some(lack) = lack {
        note_ui(ui, lack);
    }
}

/// The tournaments that were begun by the form.
fn listed_ui(ui: &mut Ui, page: &mut TournamentPage, cx: &mut Cx<'_>) {
    if page.stock.listed.is_empty() {
        return;
    }
    ui.add_space(SPACE_S);
    ui.label(theme::caption(ui.ctx(), "Earlier tournaments"));
    let mut chosen = None;
    for listed in &page.stock.listed {
        let games = counted(listed.games as u64, "game", "games");
        let state = if listed.is_over { "finished" } else { "stopped" };
        if practice_row_ui(ui, &listed.name, &format!("{games}, {state}")) {
            chosen = Some(listed.folder.clone());
        }
        note_ui(ui, &listed.about);
    }
    if let Some(folder) = chosen {
        page.do_later(PageWork::OpenFolder(folder), cx);
    }
}

/// The name, the players and the boards.
fn players_ui(ui: &mut Ui, form: &mut TournamentForm, cx: &Cx<'_>) {
    ui.label(theme::caption(ui.ctx(), "Name"));
    let hint = format!("{}, with date and time", form.format.text());
    let edit = TextEdit::singleline(&mut form.name).hint_text(hint);
    let edit = edit.align(Align2::LEFT_CENTER).desired_width(f32::INFINITY);
    let field = ui.add(edit.min_size(vec2(0.0, CONTROL_HEIGHT)));
    field.widget_info(|| WidgetInfo::labeled(Role::TextInput, true, "Name of the tournament"));
    ui.add_space(SPACE_XS);
    let others = |chosen: &[PlayerEntry]| other_players(chosen, &cx.session.lists.programs());
    let words = ["Players", "Add a player"];
    chosen_ui(ui, words, &mut form.players, others, PlayerEntry::name);
    ui.add_space(SPACE_XS);
    let words = ["Boards", "Add a board"];
    let name_of = |board: &&'static Variant| variant_text(board);
    chosen_ui(ui, words, &mut form.boards, other_boards, name_of);
}

/// The chosen entries under a caption, with buttons that remove them and move them up, and the list of
/// those that can be added.
fn chosen_ui<T>(
    ui: &mut Ui,
    [caption, add]: [&str; 2],
    chosen: &mut Vec<T>,
    others: impl FnOnce(&[T]) -> Vec<T>,
    name_of: impl Fn(&T) -> String,
) {
    ui.label(theme::caption(ui.ctx(), caption));
    let (mut removed, mut raised) = (None, None);
    for (place, entry) in chosen.iter().enumerate() {
        let name = name_of(entry);
        let buttons = |ui: &mut Ui| {
            let remove = format!("Remove {name}");
            if icon_button_ui(ui, icons::ICON_CLOSE.codepoint, &remove, true).clicked() {
                removed = Some(place);
            }
            let raise = format!("Move {name} up");
            let icon = icons::ICON_ARROW_UPWARD.codepoint;
            if icon_button_ui(ui, icon, &raise, place > 0).clicked() {
                raised = Some(place);
            }
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                ui.add(Label::new(RichText::new(&name)).truncate());
            });
        };
        ui.horizontal(|ui| ui.with_layout(Layout::right_to_left(Align::Center), buttons));
    }
    if let Some(place) = raised {
        chosen.swap(place - 1, place);
    }
    if let Some(place) = removed {
        chosen.remove(place);
    }
    drop_down_ui(ui, add, add, |ui| {
        for other in others(chosen) {
            if option_ui(ui, false, name_of(&other)).clicked() {
                chosen.push(other);
            }
        }
    });
}

/// Who meets whom, how often, from where and under which limits.
fn rules_ui(ui: &mut Ui, form: &mut TournamentForm) {
    ui.label(theme::caption(ui.ctx(), "Format"));
    if let Some(format) = choice_row_ui(ui, "Format", form.format, &FormatKind::CHOICES) {
        form.format = format;
    }
    note_ui(ui, form.format.about());
    if form.format == FormatKind::Swiss {
        number_row_ui(ui, "Rounds", &mut form.rounds, &NumberField::whole(1..=100));
    }
    number_row_ui(ui, "Pairs of games", &mut form.pairs, &NumberField::whole(1..=10_000));
    note_ui(
        ui,
        "Each pairing plays them on each board: two games from one opening, with the colours swapped.",
    );
    ui.add_space(SPACE_XS);
    ui.label(theme::caption(ui.ctx(), "Limits"));
    if let Some(limit) = choice_row_ui(ui, "Limits", form.limit, &LimitKind::CHOICES) {
        form.limit = limit;
    }
    limits_ui(ui, form);
    ui.add_space(SPACE_XS);
    ui.label(theme::caption(ui.ctx(), "Openings"));
    let openings = [(true, "Judged even"), (false, "Start of the board")];
    if let Some(starts_even) = choice_row_ui(ui, "Openings", form.starts_even, &openings) {
        form.starts_even = starts_even;
    }
    ui.add_space(SPACE_XS);
    let label = "Games at once";
    number_row_ui(ui, label, &mut form.concurrency, &NumberField::whole(1..=64));
    let cores = available_cores();
    if usize::from(form.concurrency) > cores {
        let cores = counted(cores as u64, "core", "cores");
        note_ui(
            ui,
            format!("This computer has {cores}: with more games, players can lose on time."),
        );
    }
}

fn limits_ui(ui: &mut Ui, form: &mut TournamentForm) {
    let seconds = |lowest: f64| NumberField {
        step: 0.01,
        speed: 0.05,
        unit: " s",
        ..NumberField::whole(lowest..=3_600.0)
    };
    match form.limit {
        LimitKind::MoveTime => {
            number_row_ui(ui, "Time for a move", &mut form.move_time_s, &seconds(0.01));
        }
        LimitKind::Clock => {
            let minutes =
                NumberField { step: 0.05, unit: " min", ..NumberField::whole(0.05..=600.0) };
            number_row_ui(ui, "Time for a game", &mut form.base_min, &minutes);
            number_row_ui(ui, "Added for a move", &mut form.increment_s, &seconds(0.0));
        }
        LimitKind::Nodes => {
            let nodes =
                NumberField { text: limit_text, ..NumberField::whole(1..=1_000_000_000_u64) };
            number_row_ui(ui, "Positions for a move", &mut form.nodes, &nodes);
        }
        LimitKind::Depth => {
            number_row_ui(ui, "Depth", &mut form.depth, &NumberField::whole(1..=60));
        }
    }
}
