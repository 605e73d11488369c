//! The boards of the games under way, with names and clocks.

use egui::{
    Color32, Label, PointerButton, Rect, Response, Role, Sense, Ui, Vec2, WidgetInfo, vec2,
};

use super::{
    shown::{ShownGame, ShownTournament},
    view::{free_height, row_texts_ui},
};
use crate::app::{
    context::Cx,
    pages::PageId,
    request::Request,
    ui::{
        board::{PositionPicture, mini_board_in_ui},
        text::time_text,
        theme::{self, RADIUS_CONTROL, SPACE_S, SPACE_XS, TEXT_BODY, Theme},
    },
};
use minnow_rules::{Color, counted};

/// The most boards.
const MOST_BOARDS: usize = 9;
const MOST_COLUMNS: usize = 3;

// Sizes in points.
/// The least width of a board's place, and the least and the greatest height of a board.
const LEAST_WIDTH: f32 = 136.0;
const BOARD_HEIGHTS: (f32, f32) = (100.0, 300.0);
/// The room of a clock or a result beside a name, and the height of both.
const CLOCK_WIDTH: f32 = 64.0;
const STRIP_HEIGHT: f32 = 22.0;

/// Draws the boards, or the plan's programs before the first game.
pub(super) fn boards_ui(ui: &mut Ui, shown: &ShownTournament, cx: &mut Cx<'_>) {
    let games: Vec<&ShownGame> = shown.games.iter().flatten().collect();
    if games.is_empty() {
        return empty_ui(ui, shown);
    }
    let boards = games.len().min(MOST_BOARDS);
    let room = ui.available_width();
    let page = free_height(ui) - SPACE_S;
    let width_of = |columns: usize| (room - SPACE_S * (columns - 1) as f32) / columns as f32;
    let board_of = |columns: usize| {
        let height = page / boards.div_ceil(columns) as f32 - 2.0 * STRIP_HEIGHT - SPACE_S;
        height.min(width_of(columns))
    };
    let fitting = ((room + SPACE_S) / (LEAST_WIDTH + SPACE_S)) as usize;
    // The fewest columns with the largest boards: four games stand in two rows of two.
    let columns = (1..=fitting.clamp(1, MOST_COLUMNS).min(boards))
        .rev()
        .max_by(|one, other| board_of(*one).total_cmp(&board_of(*other)))
        .unwrap_or(1);
    let width = width_of(columns);
    let (least, most) = BOARD_HEIGHTS;
    let board = board_of(columns).clamp(least, most.min(width.max(least)));
    let size = vec2(width, board + 2.0 * STRIP_HEIGHT);
    for row in games[..boards].chunks(columns) {
        ui.horizontal_top(|ui| {
            ui.spacing_mut().item_spacing.x = SPACE_S;
            for game in row {
                let response = board_ui(ui, shown, game, size, cx);
                if is_opened(&response) {
                    open(shown.analysis_of_live(&game.live), cx);
                }
            }
        });
    }
    if games.len() > boards {
        let more = counted((games.len() - boards) as u64, "more game", "more games");
        ui.label(theme::muted(ui.ctx(), format!("{more} without a board")));
    }
}

/// True if the user opens a game: by a double click, by Enter or by a screen reader.
fn is_opened(response: &Response) -> bool {
    let by_mouse = response.clicked_by(PointerButton::Primary);
    response.double_clicked() || (response.clicked() && !by_mouse)
}

/// Carries out the request that opens a game in Analyse, in place of the page.
pub(super) fn open(analysis: Option<Request>, cx: &mut Cx<'_>) {
    if let Some(analysis) = analysis {
        cx.ask(Request::Close(PageId::Tournament));
        cx.ask(analysis);
    }
}

/// The players, before the first game.
fn empty_ui(ui: &mut Ui, shown: &ShownTournament) {
    let text = if shown.newest_table().is_some_and(|table| table.is_over) {
        "The tournament is finished: Games has all games."
    } else {
        "No game is under way. Up to nine boards stand here while games are played; a double click on one \
         opens its game in Analyse."
    };
    ui.add(Label::new(theme::muted(ui.ctx(), text)).wrap());
    ui.add_space(SPACE_S);
    ui.label(theme::caption(ui.ctx(), "Players"));
    for entry in &shown.order.plan.players {
        ui.add(Label::new(entry.entry_text()).wrap());
    }
}

/// A board between the names of its players, White's below.
fn board_ui(
    ui: &mut Ui,
    shown: &ShownTournament,
    game: &ShownGame,
    size: Vec2,
    cx: &Cx<'_>,
) -> Response {
    let live = &game.live;
    let (place, response) = ui.allocate_exact_size(size, Sense::click());
    let label = board_text(shown, game);
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &label));
    let theme = Theme::of(ui);
    if response.hovered() || response.has_focus() {
        ui.painter().rect_filled(place.expand(SPACE_XS / 2.0), RADIUS_CONTROL, theme.raised);
    }
    let last = live.moves.last().map(|mv| (mv.from(), mv.to()));
    let look = cx.session.settings.board_look();
    let picture = PositionPicture { last_move: last, ..PositionPicture::of(&live.position, look) };
    let name = format!("The position of game {}", live.number);
    let middle = place.shrink2(vec2(0.0, STRIP_HEIGHT));
    let board = mini_board_in_ui(ui, &picture, &name, middle);
    // The names begin and end with the board, unless it is too narrow for them.
    let names = live.players.map(|player| name_width(ui, shown.name(player)));
    let named = names[0].max(names[1]) + CLOCK_WIDTH;
    let strip_width = board.width().max(named).min(place.width());
    let strip = Rect::from_center_size(place.center(), vec2(strip_width, place.height()));
    let strips = [
        (Color::Black, strip.with_max_y(middle.top())),
        (Color::White, strip.with_min_y(middle.bottom())),
    ];
    for (color, strip) in strips {
        strip_ui(ui, shown, game, color, strip, cx.now_ms);
    }
    response
}

/// The width of a name in bold, in points.
fn name_width(ui: &Ui, name: &str) -> f32 {
    let (font, color) = (theme::bold_font(TEXT_BODY), Color32::PLACEHOLDER);
    ui.painter().layout_no_wrap(name.to_owned(), font, color).size().x
}

/// A player's name, bold while it is to move, and its clock or the result.
fn strip_ui(
    ui: &mut Ui,
    shown: &ShownTournament,
    game: &ShownGame,
    color: Color,
    place: Rect,
    now_ms: u64,
) {
    let live = &game.live;
    let name = shown.name(live.players[color.index()]);
    let is_to_move = live.end.is_none() && live.position.turn() == color;
    let name = if is_to_move { theme::bold(name) } else { theme::muted(ui.ctx(), name) };
    let clock = clock_text(game, color, now_ms);
    let right = match (&live.end, clock) {
        (Some(end), _) if color == Color::White => end.clone(),
        (Some(_), _) => String::new(),
        (None, clock) => clock.unwrap_or_default(),
    };
    let right = if is_to_move { theme::bold(right) } else { theme::muted(ui.ctx(), right) };
    row_texts_ui(ui, place, name, right);
}

/// The time that a player has left; `None` without clocks.
fn clock_text(game: &ShownGame, color: Color, now_ms: u64) -> Option<String> {
    let live = &game.live;
    let left_ms = live.clocks?[color.index()];
    let thinks = live.end.is_none() && live.position.turn() == color;
    let used_ms = if thinks { now_ms.saturating_sub(game.since_ms) } else { 0 };
    Some(time_text(left_ms.saturating_sub(used_ms).div_ceil(1_000)))
}

/// `Game 1.1.2a, Level 1 – Sjaak, Gardner, 12 moves made, White to move`.
fn board_text(shown: &ShownTournament, game: &ShownGame) -> String {
    let live = &game.live;
    let (players, board) = (shown.players_text(live.players), &live.variant.name);
    let moves = counted(live.moves.len() as u64, "move made", "moves made");
    let state = match &live.end {
        Some(end) => end.clone(),
        None => format!("{} to move", live.position.turn()),
    };
    format!("Game {}, {players}, {board}, {moves}, {state}", live.number)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::tournament::live::LiveGame;
    use minnow_rules::{Position, Variant};

    #[test]
    fn only_the_clock_of_the_player_to_move_runs() {
        let variant = Variant::default_variant();
        let live = LiveGame {
            number: "1.1.1a".parse().unwrap(),
            players: [0, 1],
            variant,
            position: Position::start(variant),
            moves: Vec::new(),
            clocks: Some([65_000, 9_001]),
            end: None,
        };
        let game = ShownGame { live, since_ms: 1_000 };
        let text = |color| clock_text(&game, color, 4_000).unwrap();
        assert_eq!(
            (text(Color::White), text(Color::Black)),
            ("1:02".to_owned(), "0:10".to_owned())
        );
        assert_eq!(clock_text(&game, Color::White, 99_000).unwrap(), "0:00");
        let live = LiveGame { end: Some("1-0".to_owned()), ..game.live.clone() };
        let over = ShownGame { live, since_ms: 0 };
        assert_eq!(clock_text(&over, Color::White, 99_000).unwrap(), "1:05");
    }
}
