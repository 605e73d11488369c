//! The page of the user's games: filters, the list and its buttons. Only the rows in view are laid
//! out.

use egui::{
    Align, Align2, Button, Color32, FontId, Id, Key, Label, Layout, Modifiers, Rect, Response,
    RichText, Role, Sense, TextEdit, Ui, UiBuilder, WidgetInfo, pos2, text::LayoutJob,
    text::TextWrapping, vec2,
};
use egui_material_icons::icons;

use super::{
    ArchiveFilter, ArchiveSort, ArchiveUndo, GameList, ResultKind, Work, YourGames,
    list::{accuracy_text, names_text, odds_text, result_text},
};
use crate::app::{
    context::Cx,
    request::Request,
    session::{ArchivePurpose, Session, listed_name},
    ui::{
        board::{BoardLook, PositionPicture, mini_board_ui},
        focus::default_focus,
        theme::{
            self, CONTROL_HEIGHT, RADIUS_CONTROL, SPACE_M, SPACE_S, SPACE_XS, TEXT_BODY,
            TEXT_SMALL, Theme, bold_font,
        },
        widgets::{dialog_ui, drop_down_ui, icon_button_ui, option_ui, primary_button_if},
    },
};
use minnow_game::archive::ArchivedGame;
use minnow_rules::{Color, counted, grouped};

// Sizes in points.
const MOST_WIDTH: f32 = 940.0;
/// From this width on, the filters stand in one row.
const WIDE_FROM: f32 = 900.0;
/// The height of everything around the list, and with the filters in two rows.
const AROUND_LIST: f32 = 290.0;
const AROUND_NARROW_LIST: f32 = 352.0;
pub(super) const ROW_HEIGHT: f32 = 64.0;
const DROP_DOWN_WIDTH: f32 = 165.0;
/// The longer side of the board in a row.
const BOARD_SIDE: f32 = 54.0;
/// The distance of the two lines of text from the row's middle.
const LINE_OFFSET: f32 = 10.0;
const RESULT_WIDTH: f32 = 150.0;
/// The widths of the buttons of which one is bold, so that the others keep their places.
const OPEN_WIDTH: f32 = 138.0;
const CONTINUE_WIDTH: f32 = 88.0;

/// Shows the page over the window.
pub(super) fn your_games_ui(ui: &mut Ui, page: &mut YourGames, cx: &mut Cx<'_>) {
    let closed = dialog_ui(ui, "your games", MOST_WIDTH, |ui| {
        let wide = ui.available_width() >= WIDE_FROM;
        let around = if wide { AROUND_LIST } else { AROUND_NARROW_LIST };
        let height = (ui.ctx().content_rect().height() - around).max(2.0 * ROW_HEIGHT);
        keys(ui, page, (height / ROW_HEIGHT) as usize, cx);
        title_ui(ui, &page.list, cx);
        filter_ui(ui, &mut page.list, wide);
        ui.add_space(SPACE_XS);
        ui.scope(|ui| list_ui(ui, page, height, cx));
        ui.add_space(SPACE_XS);
        message_ui(ui, page, cx);
        buttons_ui(ui, page, cx);
    });
    if closed {
        cx.ask(Request::Cancel);
    }
}

/// The list takes Up, Down, Enter and Delete although the filter has the keyboard focus.
fn keys(ui: &mut Ui, page: &mut YourGames, rows_of_page: usize, cx: &mut Cx<'_>) {
    let in_filter = ui.memory(|memory| memory.focused()) == Some(filter_id());
    if egui::Popup::is_any_open(ui.ctx()) || !in_filter {
        return;
    }
    let list = &mut page.list;
    let none = Modifiers::NONE;
    let typing = !list.filter().words.is_empty();
    list.rows.mark_by_keys(ui, rows_of_page);
    let pressed =
        |modifiers, key| ui.input_mut(|input| input.count_and_consume_key(modifiers, key)) > 0;
    if pressed(none, Key::Enter) {
        page.begin(YourGames::open_as_wanted, cx);
    }
    if !typing && pressed(none, Key::Delete) {
        page.begin(YourGames::delete, cx);
    }
    if !typing && !page.undo.is_empty() && pressed(Modifiers::COMMAND, Key::Z) {
        page.begin(YourGames::undo, cx);
    }
}

fn filter_id() -> Id {
    Id::unique("filter of your games")
}

fn title_ui(ui: &mut Ui, list: &GameList, cx: &mut Cx<'_>) {
    ui.horizontal(|ui| {
        ui.label(theme::title("Your games"));
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            if icon_button_ui(ui, icons::ICON_CLOSE.codepoint, "Close", true).clicked() {
                cx.ask(Request::Cancel);
            }
            ui.label(theme::muted(ui.ctx(), list.count_text()));
        });
    });
}

fn filter_ui(ui: &mut Ui, list: &mut GameList, wide: bool) {
    let mut filter = list.filter().clone();
    let gap = ui.spacing().item_spacing.x;
    let room = ui.available_width();
    if wide {
        ui.horizontal(|ui| {
            let lists = DROP_DOWN_WIDTH;
            words_ui(ui, &mut filter, room - 4.0 * (lists + gap));
            drop_downs_ui(ui, list, lists, &mut filter);
        });
    } else {
        words_ui(ui, &mut filter, room);
        ui.horizontal(|ui| drop_downs_ui(ui, list, (room - 3.0 * gap) / 4.0, &mut filter));
    }
    ui.horizontal_wrapped(|ui| {
        ui.checkbox(&mut filter.hides_short_games, "Only games you played, at least four moves");
        if let Some(text) = list.hidden_text()
            && ui.link(text).on_hover_text("Show all games").clicked()
        {
            filter.hides_short_games = false;
        }
    });
    if filter != *list.filter() {
        list.set_filter(filter);
    }
}

fn words_ui(ui: &mut Ui, filter: &mut ArchiveFilter, width: f32) {
    let hint = "Find by name, date or board";
    let edit = TextEdit::singleline(&mut filter.words).id(filter_id()).hint_text(hint);
    let edit = edit.desired_width(width).align(Align2::LEFT_CENTER);
    let field = ui.add(edit.min_size(vec2(0.0, CONTROL_HEIGHT)));
    field.widget_info(|| WidgetInfo::labeled(Role::TextInput, true, "Find"));
    default_focus(&field);
}

fn drop_downs_ui(ui: &mut Ui, list: &GameList, width: f32, filter: &mut ArchiveFilter) {
    let board = |id: &String| list.boards.iter().find(|v| v.id == *id).map(|v| v.name.clone());
    let boards = list.boards.iter().map(|v| (Some(v.id.clone()), v.name.clone()));
    let boards = std::iter::once((None, "All boards".to_owned())).chain(boards).collect();
    let shown = filter.board.as_ref().and_then(board).unwrap_or("All boards".to_owned());
    choice_ui(ui, width, "Board", &shown, boards, &mut filter.board);

    let level_text = |level: u8| listed_name(&format!("Minnow level {level}"));
    let levels = list.levels.iter().map(|level| (Some(*level), level_text(*level)));
    let levels = std::iter::once((None, "All levels".to_owned())).chain(levels).collect();
    let shown = filter.level.map_or("All levels".to_owned(), level_text);
    choice_ui(ui, width, "Level", &shown, levels, &mut filter.level);

    let results = ResultKind::ALL.into_iter().map(|kind| (Some(kind), kind.name().to_owned()));
    let results = std::iter::once((None, "All results".to_owned())).chain(results).collect();
    let shown = filter.result.map_or("All results", ResultKind::name).to_owned();
    choice_ui(ui, width, "Result", &shown, results, &mut filter.result);

    let orders = ArchiveSort::ALL.map(|(sort, name)| (sort, name.to_owned())).to_vec();
    let shown = ArchiveSort::ALL.into_iter().find(|(sort, _)| *sort == filter.sort);
    let shown = shown.map_or("", |(_, name)| name);
    choice_ui(ui, width, "Order", shown, orders, &mut filter.sort);
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
                if option_ui(ui, *chosen == value, text).clicked() {
                    *chosen = value;
                }
            }
        });
    });
}

fn list_ui(ui: &mut Ui, page: &mut YourGames, height: f32, cx: &mut Cx<'_>) {
    let games = &page.list;
    if games.rows.count() == 0 {
        return empty_ui(ui, page, cx.session, height);
    }
    let look = cx.session.settings.board_look();
    let name = "marked row of your games";
    let clicked = games.rows.rows_ui(ui, name, ROW_HEIGHT, height, |ui, rect, row| {
        let marked = row == games.rows.marked();
        Some(row_ui(ui, rect, row, marked, games.row(row)?, look))
    });
    if let Some((row, opens)) = clicked {
        page.list.rows.mark(row);
        if opens {
            page.begin(YourGames::open_as_wanted, cx);
        }
    }
}

/// Draws a row of the list: the final board, names, facts and result. `row` is its index among the shown
/// ones.
fn row_ui(
    ui: &mut Ui,
    rect: Rect,
    row: usize,
    marked: bool,
    game: &ArchivedGame,
    look: BoardLook,
) -> Response {
    let theme = Theme::of(ui);
    let response = ui.interact(rect, ui.scope_id().with(row), Sense::click());
    let mut label = format!("{}, {}, {}", names_text(game), result_text(game), facts_text(game));
    let accuracy = accuracy_text(game);
    if !accuracy.is_empty() {
        label.push_str(&format!(", {accuracy}"));
    }
    response.widget_info(|| WidgetInfo::selected(Role::ListBoxOption, true, marked, &label));
    if marked || response.hovered() {
        let fill = if marked { theme.accent_background } else { theme.raised };
        ui.painter().rect_filled(rect.shrink2(vec2(0.0, 1.0)), RADIUS_CONTROL, fill);
    }
    board_ui(ui, rect, game, look);
    let color = match ResultKind::of(game) {
        Some(ResultKind::Won) => theme.good,
        Some(ResultKind::Lost) => theme.bad,
        _ => theme.text,
    };
    let (bold, small) = (bold_font(TEXT_BODY), FontId::proportional(TEXT_SMALL));
    let room = rect.with_min_x(rect.left() + BOARD_SIDE + 2.0 * SPACE_M);
    let room = room.with_max_x(rect.right() - SPACE_S);
    let upper = [(names_text(game), theme.text), (result_text(game), color)];
    let lower = [(facts_text(game), theme.muted), (accuracy, theme.muted)];
    let mut is_cut = line_ui(ui, room.translate(vec2(0.0, -LINE_OFFSET)), upper, bold);
    is_cut |= line_ui(ui, room.translate(vec2(0.0, LINE_OFFSET)), lower, small);
    if is_cut { response.on_hover_text(label) } else { response }
}

/// A line of a row: a text at its left, and one that ends at its right, which may take half of the line.
/// Returns true if one of them is cut.
fn line_ui(ui: &Ui, line: Rect, texts: [(String, Color32); 2], font: FontId) -> bool {
    let [left, right] = texts;
    let whole = ui.painter().layout_no_wrap(right.0.clone(), font.clone(), right.1).size().x;
    let room = whole.min(line.width() / 2.0);
    let middle = line.right() - room;
    let left_room = line.width() - room.max(RESULT_WIDTH) - SPACE_S;
    let is_left_cut = text_ui(ui, line.left_center(), left_room, &left.0, font.clone(), left.1);
    text_ui(ui, pos2(middle, line.center().y), room, &right.0, font, right.1) || is_left_cut
}

/// Date, board, moves and clock.
fn facts_text(game: &ArchivedGame) -> String {
    let moves = counted(game.moves() as u64, "move", "moves");
    let odds = odds_text(game).unwrap_or_default();
    let parts = [game.date.clone(), game.variant.name.clone(), odds, moves, game.clock.clone()];
    let parts: Vec<String> = parts.into_iter().filter(|part| !part.is_empty()).collect();
    parts.join(" \u{b7} ")
}

/// The final position, with the user's side below.
fn board_ui(ui: &mut Ui, row: Rect, game: &ArchivedGame, look: BoardLook) {
    let (files, ranks) = (game.variant.files, game.variant.ranks);
    let square = BOARD_SIDE / f32::from(files.max(ranks));
    let size = square * vec2(f32::from(files), f32::from(ranks));
    let center = pos2(row.left() + SPACE_M + BOARD_SIDE / 2.0, row.center().y);
    let picture = PositionPicture {
        flipped: game.user == Some(Color::Black),
        ..PositionPicture::new(game.variant, game.pieces(), look)
    };
    let place = UiBuilder::new().max_rect(Rect::from_center_size(center, size));
    ui.scope_builder(place, |ui| mini_board_ui(ui, &picture, "the final position", square));
}

/// A line of text, truncated where it is too long; `at` is the middle of its left edge. Returns true if it
/// is cut.
fn text_ui(ui: &Ui, at: egui::Pos2, room: f32, text: &str, font: FontId, color: Color32) -> bool {
    let mut job = LayoutJob::simple_singleline(text.to_owned(), font, color);
    job.wrap = TextWrapping::truncate_at_width(room.max(0.0));
    let galley = ui.painter().layout_job(job);
    let place = Align2::LEFT_CENTER.anchor_size(at, galley.size()).min;
    let is_cut = galley.elided;
    ui.painter().galley(place, galley, color);
    is_cut
}

fn empty_ui(ui: &mut Ui, page: &YourGames, session: &Session, height: f32) {
    let text = match (page.is_waiting, session.archive.progress) {
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
fn message_ui(ui: &mut Ui, page: &mut YourGames, cx: &mut Cx<'_>) {
    let deleted = page.undo.iter().filter(|undo| matches!(undo, ArchiveUndo::Deletion(_))).count();
    let changed = match (page.undo.last(), deleted) {
        (None, _) => None,
        (Some(ArchiveUndo::Header(_)), _) => Some("Names and tags changed.".to_owned()),
        (Some(ArchiveUndo::Deletion(_)), 1) => Some("1 game deleted.".to_owned()),
        (Some(ArchiveUndo::Deletion(_)), count) => Some(format!("{count} games deleted.")),
    };
    let problem = cx.session.keeping.archive_problem().map(str::to_owned);
    let text = problem.or_else(|| page.message.clone()).or_else(|| changed.clone());
    let size = vec2(ui.available_width(), CONTROL_HEIGHT);
    ui.allocate_ui_with_layout(size, Layout::right_to_left(Align::Center), |ui| {
        if changed.is_some() && ui.button("Undo").clicked() {
            page.begin(YourGames::undo, cx);
        }
        ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
            if let Some(text) = text.filter(|text| !text.is_empty()) {
                ui.add(Label::new(RichText::new(&text).small()).truncate()).on_hover_text(text);
            }
        });
    });
}

fn buttons_ui(ui: &mut Ui, page: &mut YourGames, cx: &mut Cx<'_>) {
    let any = page.list.marked_game().is_some();
    let unfinished = page.list.is_unfinished_marked();
    let export = if page.list.filter().shows_all() {
        "Export all as PGN\u{2026}"
    } else {
        "Export these as PGN\u{2026}"
    };
    ui.horizontal_wrapped(|ui| {
        let size = vec2(0.0, CONTROL_HEIGHT);
        let open = primary_button_if(ui, "Open in Analyse", any && !unfinished);
        let resume = primary_button_if(ui, "Continue", unfinished);
        let buttons: [(Button<'_>, bool, Work); 5] = [
            (open.min_size(vec2(OPEN_WIDTH, CONTROL_HEIGHT)), any, |page, session| {
                page.open_marked(ArchivePurpose::Analyse, session);
            }),
            (resume.min_size(vec2(CONTINUE_WIDTH, CONTROL_HEIGHT)), unfinished, |page, session| {
                page.open_marked(ArchivePurpose::Continue, session);
            }),
            (Button::new("Names and tags\u{2026}").min_size(size), any, |page, session| {
                page.open_marked(ArchivePurpose::EditHeader, session);
            }),
            (Button::new("Delete").min_size(size), any, YourGames::delete),
            (Button::new(export).min_size(size), any, YourGames::ask_export),
        ];
        for (button, enabled, work) in buttons {
            if ui.add_enabled(enabled, button).clicked() {
                page.begin(work, cx);
            }
        }
    });
}
