//! The page of the user's games: filters, the list and its buttons. Only the rows in view are laid
//! out.

use egui::{
    Align, Button, Id, Key, Label, Layout, Modal, Modifiers, Rect, RichText, ScrollArea, TextEdit,
    Ui, WidgetInfo, vec2,
};
use egui_material_icons::icons;

use super::{
    ArchiveAction, ArchiveFilter, ArchivePage, ArchiveSort, ArchiveUndo, ResultKind,
    row::{RowClick, RowPlace, row_ui},
};
use crate::app::{
    session::{Out, Session},
    ui::{
        focus::default_focus,
        list_keys::row_after_keys,
        theme::{self, BoardColors, CONTROL_HEIGHT, SPACE_S, SPACE_XS, Theme},
        widgets::{drop_down_ui, icon_button_ui, primary_button_if},
    },
};
use minnow_game::archive::ArchivedResult;
use minnow_rules::grouped;

// Sizes in points.
const MOST_WIDTH: f32 = 940.0;
/// The least room beside the list and the form, for their margins.
pub(super) const AROUND_WIDTH: f32 = 64.0;
/// From this width on, the filters stand in one row.
const WIDE_FROM: f32 = 760.0;
/// The height of everything around the list, and with the filters in two rows.
const AROUND_LIST: f32 = 250.0;
const AROUND_NARROW_LIST: f32 = 290.0;
pub(super) const ROW_HEIGHT: f32 = 64.0;
const DROP_DOWN_WIDTH: f32 = 140.0;

/// Shows the page over the window.
pub fn archive_page_ui(
    ui: &mut Ui,
    page: &ArchivePage,
    session: &Session,
    out: &mut Out<ArchiveAction>,
) {
    let room = ui.ctx().content_rect().size();
    let frame = Theme::of(ui).overlay();
    let modal = Modal::new(Id::unique("your games")).frame(frame).show(ui, |ui| {
        ui.set_width(MOST_WIDTH.min(room.x - AROUND_WIDTH));
        let wide = ui.available_width() >= WIDE_FROM;
        let around = if wide { AROUND_LIST } else { AROUND_NARROW_LIST };
        let height = (room.y - around).max(2.0 * ROW_HEIGHT);
        keys(ui, page, (height / ROW_HEIGHT) as usize, out);
        title_ui(ui, page, out);
        filter_ui(ui, page, wide, out);
        ui.add_space(SPACE_XS);
        ui.scope(|ui| list_ui(ui, page, session, height, out));
        ui.add_space(SPACE_XS);
        message_ui(ui, page, session, out);
        buttons_ui(ui, page, out);
    });
    if modal.should_close() {
        out.push(ArchiveAction::Close);
    }
}

/// The list takes Up, Down, Enter and Delete although the filter has the keyboard focus.
fn keys(ui: &mut Ui, page: &ArchivePage, rows_of_page: usize, out: &mut Out<ArchiveAction>) {
    let list = &page.list;
    let none = Modifiers::NONE;
    let typing = !list.filter().words.is_empty();
    let is_open = egui::Popup::is_any_open(ui.ctx());
    if is_open {
        return;
    }
    let in_filter = ui.memory(|memory| memory.focused()) == Some(filter_id());
    if !in_filter {
        return;
    }
    let row = row_after_keys(ui, list.marked(), list.rows(), rows_of_page);
    let pressed =
        |modifiers, key| ui.input_mut(|input| input.count_and_consume_key(modifiers, key)) > 0;
    if row != list.marked() {
        out.push(ArchiveAction::Mark(row));
    }
    if pressed(none, Key::Enter) {
        out.push(ArchiveAction::Analyse);
    }
    if !typing && pressed(none, Key::Delete) {
        out.push(ArchiveAction::Delete);
    }
    if !typing && !page.undo.is_empty() && pressed(Modifiers::COMMAND, Key::Z) {
        out.push(ArchiveAction::Undo);
    }
}

fn filter_id() -> Id {
    Id::unique("filter of your games")
}

fn title_ui(ui: &mut Ui, page: &ArchivePage, out: &mut Out<ArchiveAction>) {
    ui.horizontal(|ui| {
        ui.label(theme::title("Your games"));
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            if icon_button_ui(ui, icons::ICON_CLOSE.codepoint, "Close", true).clicked() {
                out.push(ArchiveAction::Close);
            }
            ui.label(theme::muted(ui.ctx(), page.list.count_text()));
        });
    });
}

fn filter_ui(ui: &mut Ui, page: &ArchivePage, wide: bool, out: &mut Out<ArchiveAction>) {
    let mut filter = page.list.filter().clone();
    let gap = ui.spacing().item_spacing.x;
    let room = ui.available_width();
    if wide {
        ui.horizontal(|ui| {
            let lists = DROP_DOWN_WIDTH;
            words_ui(ui, &mut filter, room - 4.0 * (lists + gap));
            drop_downs_ui(ui, page, lists, &mut filter);
        });
    } else {
        words_ui(ui, &mut filter, room);
        ui.horizontal(|ui| drop_downs_ui(ui, page, (room - 3.0 * gap) / 4.0, &mut filter));
    }
    if filter != *page.list.filter() {
        out.push(ArchiveAction::Filter(filter));
    }
}

fn words_ui(ui: &mut Ui, filter: &mut ArchiveFilter, width: f32) {
    let hint = "Find by name, date or board";
    let edit = TextEdit::singleline(&mut filter.words).id(filter_id()).hint_text(hint);
    let edit = edit.desired_width(width).align(egui::Align2::LEFT_CENTER);
    let field = ui.add(edit.min_size(vec2(0.0, CONTROL_HEIGHT)));
    field.widget_info(|| WidgetInfo::labeled(egui::Role::TextInput, true, "Find"));
    default_focus(&field);
}

fn drop_downs_ui(ui: &mut Ui, page: &ArchivePage, width: f32, filter: &mut ArchiveFilter) {
    let list = &page.list;
    let board = |id: &String| list.boards().iter().find(|v| v.id == *id).map(|v| v.name.clone());
    let boards = list.boards().iter().map(|v| (Some(v.id.clone()), v.name.clone()));
    let boards = std::iter::once((None, "All boards".to_owned())).chain(boards).collect();
    let shown = filter.board.as_ref().and_then(board).unwrap_or("All boards".to_owned());
    choice_ui(ui, width, "Board", &shown, boards, &mut filter.board);

    let level_text = |level: u8| format!("Level {level}");
    let levels = list.levels().iter().map(|level| (Some(*level), level_text(*level)));
    let levels = std::iter::once((None, "All levels".to_owned())).chain(levels).collect();
    let shown = filter.level.map_or("All levels".to_owned(), level_text);
    choice_ui(ui, width, "Level", &shown, levels, &mut filter.level);

    let results = ResultKind::ALL.into_iter().map(|kind| (Some(kind), kind.name().to_owned()));
    let results = std::iter::once((None, "All results".to_owned())).chain(results).collect();
    let shown = filter.result.map_or("All results", ResultKind::name).to_owned();
    choice_ui(ui, width, "Result", &shown, results, &mut filter.result);

    let orders = ArchiveSort::ALL.into_iter().map(|sort| (sort, sort.name().to_owned())).collect();
    choice_ui(ui, width, "Order", filter.sort.name(), orders, &mut filter.sort);
}

/// A drop-down list of values with their texts.
fn choice_ui<T: PartialEq>(
    ui: &mut Ui,
    width: f32,
    name: &str,
    shown: &str,
    values: Vec<(T, String)>,
    chosen: &mut T,
) {
    ui.allocate_ui(vec2(width, CONTROL_HEIGHT), |ui| {
        drop_down_ui(ui, name, shown, |ui| {
            for (value, text) in values {
                if ui.selectable_label(*chosen == value, text).clicked() {
                    *chosen = value;
                }
            }
        });
    });
}

fn list_ui(
    ui: &mut Ui,
    page: &ArchivePage,
    session: &Session,
    height: f32,
    out: &mut Out<ArchiveAction>,
) {
    let list = &page.list;
    if list.rows() == 0 {
        empty_ui(ui, page, session, height);
        return;
    }
    ui.spacing_mut().item_spacing.y = 0.0;
    let colors = BoardColors::by_id(&session.settings.board_colors);
    let row_height = ROW_HEIGHT;
    let area = ScrollArea::vertical().max_height(height).min_scrolled_height(height);
    area.auto_shrink(false).show_rows(ui, row_height, list.rows(), |ui, range| {
        ui.set_min_height(height);
        let width = ui.available_width();
        let top = ui.min_rect().min - vec2(0.0, range.start as f32 * row_height);
        let rect = |row: usize| {
            Rect::from_min_size(top + vec2(0.0, row as f32 * row_height), vec2(width, row_height))
        };
        for row in range {
            let Some(game) = list.row(row) else { continue };
            let place = RowPlace { rect: rect(row), row, marked: list.marked() == row, colors };
            match row_ui(ui, place, game) {
                Some(RowClick::Mark) => out.push(ArchiveAction::Mark(row)),
                Some(RowClick::Open) => {
                    out.push(ArchiveAction::Mark(row));
                    out.push(ArchiveAction::Analyse);
                }
                None => {}
            }
        }
        show_marked(ui, page, rect(list.marked()));
    });
}

/// Scrolls to the marked row when it has changed.
fn show_marked(ui: &Ui, page: &ArchivePage, rect: Rect) {
    let id = Id::unique("marked row of your games");
    let marked = (page.list.marked(), page.list.rows());
    let before = ui.data_mut(|data| data.get_temp::<(usize, usize)>(id));
    if before != Some(marked) {
        ui.data_mut(|data| data.insert_temp(id, marked));
        ui.scroll_to_rect(rect, None);
    }
}

fn empty_ui(ui: &mut Ui, page: &ArchivePage, session: &Session, height: f32) {
    let text = match (page.is_waiting, session.archive.progress()) {
        (true, Some(progress)) if progress.total > 0 => {
            let [done, total] = [progress.done, progress.total].map(grouped);
            format!("Reading your games: {done} of {total}")
        }
        (true, _) => "Reading your games\u{2026}".to_owned(),
        (false, _) if page.list.total() > 0 => "No game fits these filters.".to_owned(),
        (false, _) => "No games yet. Every game that you play is kept here.".to_owned(),
    };
    let size = vec2(ui.available_width(), height);
    ui.allocate_ui_with_layout(size, Layout::top_down(Align::Center), |ui| {
        ui.set_min_height(height);
        ui.add_space(height / 2.0 - SPACE_S);
        ui.label(theme::muted(ui.ctx(), text));
    });
}

/// The line between list and buttons: the last message, or the last change with its undo.
fn message_ui(ui: &mut Ui, page: &ArchivePage, session: &Session, out: &mut Out<ArchiveAction>) {
    let deleted = page.undo.iter().filter(|undo| matches!(undo, ArchiveUndo::Deletion(_))).count();
    let changed = match (page.undo.last(), deleted) {
        (None, _) => None,
        (Some(ArchiveUndo::Header(_)), _) => Some("Names and tags changed.".to_owned()),
        (Some(ArchiveUndo::Deletion(_)), 1) => Some("1 game deleted.".to_owned()),
        (Some(ArchiveUndo::Deletion(_)), count) => Some(format!("{count} games deleted.")),
    };
    let text = session
        .keeping
        .archive_problem()
        .map(str::to_owned)
        .or_else(|| page.message.clone())
        .or_else(|| changed.clone())
        .unwrap_or_default();
    let size = vec2(ui.available_width(), CONTROL_HEIGHT);
    ui.allocate_ui_with_layout(size, Layout::right_to_left(Align::Center), |ui| {
        if changed.is_some() && ui.button("Undo").clicked() {
            out.push(ArchiveAction::Undo);
        }
        ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
            let label = Label::new(RichText::new(&text).small()).truncate();
            if !text.is_empty() {
                ui.add(label).on_hover_text(&text);
            }
        });
    });
}

fn buttons_ui(ui: &mut Ui, page: &ArchivePage, out: &mut Out<ArchiveAction>) {
    let marked = page.list.marked_game();
    let any = marked.is_some();
    let unfinished = marked.is_some_and(|game| game.result == ArchivedResult::Unfinished);
    let export = if page.list.filter().shows_all() {
        "Export all as PGN\u{2026}"
    } else {
        "Export these as PGN\u{2026}"
    };
    ui.horizontal_wrapped(|ui| {
        let size = vec2(0.0, CONTROL_HEIGHT);
        let buttons = [
            (primary_button_if(ui, "Open in Analyse", any), any, ArchiveAction::Analyse),
            (Button::new("Continue"), unfinished, ArchiveAction::Continue),
            (Button::new("Names and tags\u{2026}"), any, ArchiveAction::EditMarked),
            (Button::new("Delete"), any, ArchiveAction::Delete),
            (Button::new(export), any, ArchiveAction::AskExport),
        ];
        for (button, enabled, action) in buttons {
            if ui.add_enabled(enabled, button.min_size(size)).clicked() {
                out.push(action);
            }
        }
    });
}
