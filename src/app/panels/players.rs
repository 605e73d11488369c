//! The strips above and below the board: who plays, what has been taken, whose turn, what time.

use egui::{Align, Layout, RichText, Ui, vec2};

use crate::{
    app::{
        TENTHS_BELOW_MS,
        board::paint_silhouette,
        state::AppState,
        theme::{self, RADIUS_CONTROL, SPACE_S, SPACE_XS, Theme},
        widgets::{pill_ui, seconds_text},
    },
    rules::{Color, Position, Role},
};

/// The side of a captured piece's picture, in points.
const CAPTURED_SIZE: f32 = 18.0;

/// A clock's least width, in points, so that it does not change with the digits.
const CLOCK_WIDTH: f32 = 64.0;

/// Draws the strip of one colour.
pub fn player_ui(ui: &mut Ui, state: &AppState, color: Color, now_ms: u64) {
    let theme = Theme::of(ui);
    ui.horizontal_centered(|ui| {
        ui.spacing_mut().item_spacing.x = SPACE_S;
        ui.label(theme::bold(name(state, color)));
        captured_ui(ui, state.game.position(), state.game.start(), color);
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            if let Some(clock) = &state.clock {
                let left_ms = clock.remaining_ms(color, now_ms);
                let running = clock.is_running() && clock.turn() == color;
                clock_ui(ui, left_ms, running);
            }
            if let Some(text) = turn_text(state, color) {
                pill_ui(ui, text);
            } else if let Some(text) = reply_text(state, color) {
                ui.label(RichText::new(text).small().color(theme.muted));
            }
            if let Some(text) = thinking_text(state, color) {
                let label = egui::Label::new(RichText::new(text).small().color(theme.muted));
                ui.add(label.truncate());
            }
        });
    });
}

/// The names where the record has them, else the roles of this game.
fn name(state: &AppState, color: Color) -> String {
    let recorded = state.game.header.name(color);
    if !recorded.is_empty() {
        return recorded.to_owned();
    }
    match (state.is_human(color), state.is_human(!color)) {
        (true, true) => color.to_string(),
        (true, false) => "You".to_owned(),
        (false, true) => state.settings.opponent_name(),
        (false, false) => format!("{color}: {}", state.settings.opponent_name()),
    }
}

fn turn_text(state: &AppState, color: Color) -> Option<&'static str> {
    if state.end().is_some() || state.head_position().turn() != color {
        return None;
    }
    match () {
        () if state.waits_for_computer() && state.paused => Some("waits"),
        () if state.waits_for_computer() => Some("thinking"),
        () if state.is_human(!color) => Some("to move"),
        () => Some("your move"),
    }
}

fn reply_text(state: &AppState, color: Color) -> Option<String> {
    let ms = state.last_reply_ms?;
    let shown = !state.is_human(color) && state.end().is_none();
    shown.then(|| match ms {
        0..50 => "replied at once".to_owned(),
        ms => format!("replied in {}", seconds_text(ms)),
    })
}

/// Depth, score and line of the search under way, if wanted.
fn thinking_text(state: &AppState, color: Color) -> Option<String> {
    if !state.settings.show_thinking || state.head_position().turn() != color {
        return None;
    }
    let running = state.engine.running().filter(|_| state.is_thinking());
    let found = state.pending.as_ref().map(|pending| &pending.info);
    let info = found.or(running.and_then(|running| running.info.as_ref()))?;
    let mut position = *state.head_position();
    let mut line = String::new();
    for played in info.line.iter().take(4) {
        line.push(' ');
        line.push_str(&crate::rules::san(&position, *played));
        position = position.play(*played);
    }
    Some(format!("depth {}  {} {line}", info.depth, info.score))
}

/// What `color` has taken, and how far ahead that puts it.
fn captured_ui(ui: &mut Ui, position: &Position, start: &Position, color: Color) {
    let taken = captured(position, start, color);
    let theme = Theme::of(ui);
    if !taken.is_empty() {
        let step = CAPTURED_SIZE * 0.62;
        let width = step * (taken.len() - 1) as f32 + CAPTURED_SIZE;
        let (rect, response) =
            ui.allocate_exact_size(vec2(width, CAPTURED_SIZE), egui::Sense::hover());
        for (index, role) in taken.iter().enumerate() {
            let corner = rect.min + vec2(step * index as f32, 0.0);
            let cell = egui::Rect::from_min_size(corner, egui::Vec2::splat(CAPTURED_SIZE));
            paint_silhouette(ui.painter(), cell, *role, theme.muted);
        }
        let names: Vec<&str> = taken.iter().map(|role| role.name()).collect();
        response.on_hover_text(format!("taken: {}", names.join(", ")));
    }
    let lead = material(position, color) - material(position, !color);
    if lead > 0 {
        ui.label(RichText::new(format!("+{lead}")).color(theme.muted));
    }
}

/// The roles that `color` has taken since the start, weakest first. A pawn that was promoted is
/// not counted as taken.
fn captured(position: &Position, start: &Position, color: Color) -> Vec<Role> {
    let count = |board: &crate::rules::Board, role| board.of(!color, role).count() as i32;
    let lost = |role| count(start.board(), role) - count(position.board(), role);
    let promoted: i32 = Role::ALL
        .into_iter()
        .filter(|role| *role != Role::Pawn)
        .map(|role| (-lost(role)).max(0))
        .sum();
    Role::ALL
        .into_iter()
        .flat_map(|role| {
            let extra = if role == Role::Pawn { promoted } else { 0 };
            std::iter::repeat_n(role, (lost(role) - extra).max(0) as usize)
        })
        .collect()
}

/// The usual worth of pieces in pawns.
fn material(position: &Position, color: Color) -> i32 {
    let worth =
        [(Role::Pawn, 1), (Role::Knight, 3), (Role::Bishop, 3), (Role::Rook, 5), (Role::Queen, 9)];
    worth.iter().map(|(role, worth)| worth * position.board().of(color, *role).count() as i32).sum()
}

fn clock_ui(ui: &mut Ui, left_ms: u64, running: bool) {
    let theme = Theme::of(ui);
    let low = left_ms < TENTHS_BELOW_MS;
    let (fill, color) = match (running, low) {
        (true, true) => (theme.accent_background, theme.bad),
        (true, false) => (theme.accent_background, theme.accent),
        (false, _) => (theme.raised, theme.text),
    };
    let font = theme::bold_font(theme::TEXT_HEADING);
    let galley = ui.painter().layout_no_wrap(clock_text(left_ms), font, color);
    let size = vec2((galley.size().x + 2.0 * SPACE_S).max(CLOCK_WIDTH), galley.size().y + SPACE_XS);
    let (rect, response) = ui.allocate_exact_size(size, egui::Sense::hover());
    response.widget_info(|| {
        egui::WidgetInfo::labeled(egui::Role::Label, true, format!("clock {}", clock_text(left_ms)))
    });
    ui.painter().rect_filled(rect, RADIUS_CONTROL, fill);
    ui.painter().galley(rect.center() - galley.size() / 2.0, galley, color);
}

/// `3:07`, `1:02:05`, and `0:09.4` when little is left.
fn clock_text(left_ms: u64) -> String {
    if left_ms < TENTHS_BELOW_MS {
        return format!("0:{:02}.{}", left_ms / 1000, left_ms / 100 % 10);
    }
    let seconds = left_ms / 1000;
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    if hours > 0 {
        format!("{hours}:{minutes:02}:{seconds:02}")
    } else {
        format!("{minutes}:{seconds:02}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Variant;

    #[test]
    fn clocks_show_tenths_only_when_little_is_left() {
        for (ms, text) in [
            (180_000, "3:00"),
            (187_999, "3:07"),
            (3_725_000, "1:02:05"),
            (10_000, "0:10"),
            (9_450, "0:09.4"),
            (0, "0:00.0"),
        ] {
            assert_eq!(clock_text(ms), text);
        }
    }

    #[test]
    fn captures_and_lead_follow_the_board_and_promotions() {
        let variant = Variant::default_variant();
        let start = Position::start(variant);
        // Black has lost queen and pawn; one black pawn has become a queen.
        let position = Position::from_fen(variant, "k1bnr/ppp2/5/5/PPPPq/RNBQK b - - 0 9").unwrap();
        assert_eq!(captured(&position, &start, Color::White), [Role::Pawn, Role::Pawn]);
        assert_eq!(captured(&position, &start, Color::Black), [Role::Pawn]);
        assert_eq!(material(&start, Color::White), material(&start, Color::Black));
    }
}
