//! The strips above and below the board: player, captured pieces, turn, clock.

use egui::{Align, Align2, FontId, Layout, RichText, Ui, vec2};
use egui_material_icons::icons;

use super::{Play, TENTHS_BELOW_MS};
use crate::app::{
    session::{Session, computer_name},
    ui::board::{paint_piece, paint_silhouette},
    ui::text::time_text,
    ui::theme::{self, RADIUS_CONTROL, SPACE_S, SPACE_XS, Theme},
    ui::widgets::{pill_ui, seconds_text},
};
use minnow_engine::{Rating, Strength, rating_of};
use minnow_game::{Player, TimeControl};
use minnow_rules::{Color, Piece, Role};
use minnow_study::analysis::{captured, material, score_text};

// Sizes in points.
const CAPTURED_SIZE: f32 = 20.0;
/// The least width of a clock, so that the width is constant.
const CLOCK_WIDTH: f32 = 86.0;
const CLOCK_STOPPED: &str = "clock stopped";
/// A narrower strip says only that the clock is stopped, and not also whose move it is.
const STOPPED_BELOW: f32 = 440.0;
/// The distance between captured pieces of a kind: they overlap by a third.
const CAPTURED_STEP: f32 = CAPTURED_SIZE * 2.0 / 3.0;
/// The distance between kinds of captured pieces.
const KIND_GAP: f32 = 3.0;
/// Room for the number of a kind that has one picture.
const COUNT_WIDTH: f32 = 9.0;
const OUTLINE_WIDTH: f32 = 0.75;
const LEAD_WIDTH: f32 = 28.0;
/// Room for the words beside the clock.
const WORDS_WIDTH: f32 = 100.0;
/// Room for the turn and the stopped clock.
const STOPPED_WIDTH: f32 = 180.0;
/// A narrower strip has no room for words beside the clock.
const TIGHT_BELOW: f32 = 300.0;

/// Draws the strip of one colour. The right side keeps its width; name and captures share the rest.
pub(super) fn player_ui(ui: &mut Ui, session: &Session, play: &Play, color: Color, now_ms: u64) {
    let theme = Theme::of(ui);
    ui.horizontal_centered(|ui| {
        ui.spacing_mut().item_spacing.x = SPACE_S;
        // In a narrow strip only the running clock shows the turn.
        let tight = session.clock.is_some() && ui.available_width() < TIGHT_BELOW;
        let both = ui.available_width() >= STOPPED_BELOW;
        let turn = turn_text(session, play, color).filter(|_| !tight);
        let is_stopped = turn.is_some_and(|text| text.ends_with(CLOCK_STOPPED));
        let turn = turn.map(|text| if is_stopped && !both { CLOCK_STOPPED } else { text });
        let reply = reply_text(session, play, color).filter(|_| !tight && turn.is_none());
        let mut beside = if session.clock.is_some() { CLOCK_WIDTH + 3.0 * SPACE_S } else { 0.0 };
        if turn.is_some() || reply.is_some() {
            beside += if is_stopped && both { STOPPED_WIDTH } else { WORDS_WIDTH };
        }
        let left = vec2((ui.available_width() - beside).max(0.0), ui.available_height());
        ui.allocate_ui_with_layout(left, Layout::left_to_right(Align::Center), |ui| {
            name_and_captured_ui(ui, session, color);
        });
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            if let Some(clock) = &session.clock {
                let left_ms = clock.remaining_ms(color, now_ms);
                let face = ClockFace {
                    left_ms,
                    is_running: clock.is_running() && clock.turn() == color,
                    is_low: left_ms < low_below_ms(clock.control()),
                };
                clock_ui(ui, face);
            }
            if let Some(text) = turn {
                let pill = pill_ui(ui, text);
                if is_stopped {
                    pill.on_hover_text("The clock starts with your move.");
                }
            } else if let Some(text) = reply {
                ui.label(RichText::new(text).small().color(theme.muted));
            }
            if let Some(text) = thinking_text(session, play, color) {
                let label = egui::Label::new(RichText::new(text).small().color(theme.muted));
                ui.add(label.truncate());
            }
        });
    });
}

/// The strength of a side that the computer plays at a level or between two.
pub(super) fn strength(session: &Session, color: Color) -> Option<Strength> {
    let Player::Computer(computer) = session.player(color) else { return None };
    computer.strength().map(Strength::from_hundredths)
}

/// The rating of such a side.
fn rating(session: &Session, color: Color) -> Option<Rating> {
    Some(rating_of(session.variant(), strength(session, color)?))
}

/// The name with its detail, where there is room, and the captures. A long name is truncated before the
/// captures are, but not below half of the width.
fn name_and_captured_ui(ui: &mut Ui, session: &Session, color: Color) {
    let position = session.game.position();
    let taken = captured(position, session.game.start(), color);
    let lead = material(position, color) - material(position, !color);
    let lead_width = if lead > 0 { LEAD_WIDTH } else { 0.0 };
    let room = ui.available_width();
    let wish = captured_row(&taken, f32::INFINITY).width + lead_width + 2.0 * SPACE_S;
    let PlayerName { name, detail } = name(session, color);
    let wide = |text: &str, font| {
        let muted = Theme::of(ui).muted;
        ui.painter().layout_no_wrap(text.to_owned(), font, muted).size().x
    };
    let name_width = wide(&name, theme::bold_font(theme::TEXT_BODY));
    let detail_width = wide(&detail, FontId::proportional(theme::TEXT_NOTE));
    ui.scope(|ui| {
        ui.set_max_width((room - wish).max(room / 2.0));
        ui.add(egui::Label::new(theme::bold(name)).truncate());
    });
    if !detail.is_empty() && room - wish - name_width >= detail_width + SPACE_S {
        let label = ui.label(theme::muted(ui.ctx(), detail).size(theme::TEXT_NOTE));
        if let Some(rating) = rating(session, color) {
            label.on_hover_text(format!("Rated about {rating} on this board"));
        }
    }
    captured_ui(ui, &taken, !color, ui.available_width() - lead_width);
    if lead > 0 {
        ui.label(RichText::new(format!("+{lead}")).color(Theme::of(ui).muted));
    }
}

/// A player's name, and what is said of the player behind it.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct PlayerName {
    pub name: String,
    pub detail: String,
}

/// The name, by the players who go on; behind it the computer's level, and the odds that the side gives.
pub(super) fn name(session: &Session, color: Color) -> PlayerName {
    let players = Color::ALL.map(|color| session.player(color));
    let name = session.name_among(&session.game.header, players, color);
    let is_unnamed = session.game.header.name(color).is_empty();
    let level = match players[color.index()] {
        Player::Computer(own) if is_unnamed => {
            Some(own.level_text().map_or("own limits".to_owned(), |text| format!("level {text}")))
        }
        Player::Program => Some("program".to_owned()),
        Player::Remote => Some("over a network".to_owned()),
        _ => None,
    };
    let odds = session.game.odds().filter(|odds| odds.giver == color);
    let odds = odds.map(|odds| format!("without {}", odds.piece.text()));
    let detail = level.into_iter().chain(odds).collect::<Vec<_>>().join(", ");
    PlayerName { name, detail }
}

/// The name of the computer, program or player on a server that plays the user, or White where the
/// computer plays both sides.
pub(super) fn opponent_name(session: &Session) -> String {
    let computers = Color::ALL.map(|color| match session.player(color) {
        Player::Computer(computer) => Some(computer_name(computer).to_owned()),
        Player::Program | Player::Remote => Some(name(session, color).name),
        Player::Human | Player::Unknown => None,
    });
    computers.into_iter().flatten().next().unwrap_or("Minnow".to_owned())
}

fn turn_text(session: &Session, play: &Play, color: Color) -> Option<&'static str> {
    if session.end().is_none() && !session.is_human(color) && play.is_draw_offered(session) {
        return Some("offers a draw");
    }
    if session.end().is_some() || session.head_position().turn() != color {
        return None;
    }
    Some(if session.waits_for_computer() {
        if play.paused || play.is_before(session) {
            "waits"
        } else if session.plays_remotely() {
            "to move"
        } else {
            "thinking"
        }
    } else {
        match (session.is_human(!color), session.is_clock_stopped()) {
            (true, false) => "to move",
            (true, true) => "to move, clock stopped",
            (false, false) => "your move",
            (false, true) => "your move, clock stopped",
        }
    })
}

fn reply_text(session: &Session, play: &Play, color: Color) -> Option<String> {
    let ms = play.last_reply_ms?;
    let shown = !session.is_human(color) && session.end().is_none();
    shown.then(|| match ms {
        0..50 => "replied at once".to_owned(),
        ms => format!("replied in {}", seconds_text(ms)),
    })
}

/// Depth, score and line of the current search, if the settings show them.
fn thinking_text(session: &Session, play: &Play, color: Color) -> Option<String> {
    if !session.settings.show_thinking || session.head_position().turn() != color {
        return None;
    }
    let running = session.engine.play.running.as_ref().filter(|_| session.is_thinking());
    let found = play.pending.as_ref().map(|pending| &pending.info);
    let info = found.or(running.and_then(|running| running.info.as_ref()))?;
    let mut position = *session.head_position();
    let mut line = String::new();
    for mv in info.pv.iter().take(4) {
        line.push(' ');
        line.push_str(&minnow_rules::san(&position, *mv));
        position = position.play(*mv);
    }
    let score = if color == Color::White { info.score } else { -info.score };
    Some(match info.depth {
        0 => format!("opening book {line}"),
        depth => format!("depth {depth}  {} {line}", score_text(score, session.head_position())),
    })
}

/// Captured pieces side by side.
#[derive(Debug, Default)]
struct CapturedRow {
    places: Vec<CapturedPlace>,
    width: f32,
}

/// A picture in the row, from the left edge of the row, and the number of pieces that it stands for.
#[derive(Debug)]
struct CapturedPlace {
    role: Role,
    left: f32,
    count: usize,
}

/// The row that fits: a picture of each piece, or else of each kind with its number. Where that is too
/// wide, too, the weakest kinds are left out.
fn captured_row(taken: &[Role], room: f32) -> CapturedRow {
    let kinds: Vec<&[Role]> = taken.chunk_by(|one, other| one == other).collect();
    let each = row_of(&kinds, false);
    if each.width <= room {
        return each;
    }
    let mut shorter = (0..kinds.len()).map(|left_out| row_of(&kinds[left_out..], true));
    shorter.find(|row| row.width <= room).unwrap_or_default()
}

/// A row with one picture for each kind, or for each piece.
fn row_of(kinds: &[&[Role]], counted: bool) -> CapturedRow {
    let mut row = CapturedRow::default();
    for kind in kinds {
        let gap = if row.places.is_empty() { 0.0 } else { KIND_GAP };
        let (start, of_kind) = (row.width + gap, kind.len());
        let (pictures, count) = if counted { (1, of_kind) } else { (of_kind, 1) };
        for (place, role) in kind.iter().take(pictures).enumerate() {
            let left = start + CAPTURED_STEP * place as f32;
            row.places.push(CapturedPlace { role: *role, left, count });
            row.width = left + CAPTURED_SIZE + if count > 1 { COUNT_WIDTH } else { 0.0 };
        }
    }
    row
}

/// Draws the captured pieces, which are of this colour.
fn captured_ui(ui: &mut Ui, taken: &[Role], color: Color, room: f32) {
    if taken.is_empty() {
        return;
    }
    let row = captured_row(taken, room);
    let size = vec2(row.width, CAPTURED_SIZE);
    let (rect, response) = ui.allocate_exact_size(size, egui::Sense::hover());
    let outline = Theme::of(ui).muted;
    for CapturedPlace { role, left, count } in row.places {
        let corner = rect.min + vec2(left, 0.0);
        let cell = egui::Rect::from_min_size(corner, egui::Vec2::splat(CAPTURED_SIZE));
        // A black piece on a dark panel, or a white one on a light panel, needs an edge.
        for (right, down) in [(1.0, 0.0), (-1.0, 0.0), (0.0, 1.0), (0.0, -1.0)] {
            let edge = cell.translate(OUTLINE_WIDTH * vec2(right, down));
            paint_silhouette(ui.painter(), edge, role, outline);
        }
        paint_piece(ui.painter(), cell, Piece { color, role }, 1.0);
        if count > 1 {
            let font = FontId::proportional(theme::TEXT_SMALL);
            let text = count.to_string();
            ui.painter().text(cell.right_center(), Align2::LEFT_CENTER, text, font, outline);
        }
    }
    let names: Vec<&str> = taken.iter().map(|role| role.name()).collect();
    let text = format!("captured: {}", names.join(", "));
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Label, true, &text));
    response.on_hover_text(text);
}

/// The time below which a clock shows that little is left: an eighth of the whole, but 10 to 30
/// seconds.
pub(super) fn low_below_ms(control: TimeControl) -> u64 {
    (control.base_ms / 8).clamp(10_000, 30_000)
}

/// The content of a clock's display.
struct ClockFace {
    left_ms: u64,
    is_running: bool,
    /// True if little time is left.
    is_low: bool,
}

fn clock_ui(ui: &mut Ui, face: ClockFace) {
    let theme = Theme::of(ui);
    let ClockFace { left_ms, is_running, is_low } = face;
    let fill = if is_running { theme.accent_background } else { theme.raised };
    let color = match (is_low, is_running) {
        (true, _) => theme.bad,
        (false, true) => theme.accent,
        (false, false) => theme.text,
    };
    let font = theme::bold_font(theme::TEXT_HEADING);
    let sign = if is_low { icons::ICON_ALARM.codepoint } else { "" };
    let text = format!("{sign}{}", clock_text(left_ms));
    let galley = ui.painter().layout_no_wrap(text, font, color);
    let size = vec2((galley.size().x + 2.0 * SPACE_S).max(CLOCK_WIDTH), galley.size().y + SPACE_XS);
    let (rect, response) = ui.allocate_exact_size(size, egui::Sense::hover());
    response.widget_info(|| {
        let low = if is_low { ", little time" } else { "" };
        let text = format!("clock {}{low}", clock_text(left_ms));
        egui::WidgetInfo::labeled(egui::Role::Label, true, text)
    });
    ui.painter().rect_filled(rect, RADIUS_CONTROL, fill);
    ui.painter().galley(rect.center() - galley.size() / 2.0, galley, color);
}

/// `3:07`, `1:02:05`, and with little time left `0:09.4`.
fn clock_text(left_ms: u64) -> String {
    if left_ms < TENTHS_BELOW_MS {
        return format!("0:{:02}.{}", left_ms / 1000, left_ms / 100 % 10);
    }
    time_text(left_ms / 1000)
}

#[cfg(test)]
mod tests {
    use super::*;

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
    fn little_time_depends_on_the_whole_time() {
        let low = |minutes: u64| {
            low_below_ms(TimeControl { base_ms: minutes * 60_000, ..TimeControl::default() })
        };
        assert_eq!([1, 2, 3, 60].map(low), [10_000, 15_000, 22_500, 30_000]);
    }

    #[test]
    fn captured_pieces_stay_apart_in_any_room() {
        use Role::{Knight, Pawn, Queen, Rook};
        let taken = [Pawn, Pawn, Pawn, Pawn, Pawn, Knight, Rook, Queen];
        for room in [f32::INFINITY, 120.0, 100.0, 60.0, 20.0, 0.0] {
            let row = captured_row(&taken, room);
            assert!(row.width <= room, "{room}: {row:?}");
            for pair in row.places.windows(2) {
                let overlap = pair[0].left + CAPTURED_SIZE - pair[1].left;
                assert!(overlap <= CAPTURED_SIZE / 3.0 + 0.01, "{room}: {row:?}");
            }
        }
        let counts = |room| {
            let places = captured_row(&taken, room).places.into_iter();
            places.map(|place| (place.role, place.count)).collect::<Vec<_>>()
        };
        assert_eq!(counts(f32::INFINITY).len(), taken.len());
        assert_eq!(counts(100.0), [(Pawn, 5), (Knight, 1), (Rook, 1), (Queen, 1)]);
        assert_eq!(counts(45.0), [(Rook, 1), (Queen, 1)]);
    }
}
