//! The card of the analysis: its switch, the depth and the speed of the search, and the lines.

use crate::app::request::Request;
use egui::{
    Align, Button, FontId, Layout, Popup, Rect, RichText, Role, Sense, Stroke, Ui, WidgetInfo, vec2,
};

use super::{
    AnalyseAction, LiveStatus,
    live::{AnalysisLine, Live, ShownAnalysis},
};
use crate::app::{
    session::settings::MOST_LINES,
    session::{MoveQuery, Out, ScreenCommand, Session},
    ui::board::{PositionPicture, mini_board_ui},
    ui::theme::{self, RADIUS_CONTROL, SPACE_M, SPACE_S, TEXT_BODY, Theme, bold_font},
};
use minnow_engine::Score;
use minnow_rules::{Move, Position, counted};
use minnow_study::analysis::score_text;

// Sizes in points.
const SCORE_WIDTH: f32 = 60.0;
const LINE_HEIGHT: f32 = 30.0;
const LOW_LINE_HEIGHT: f32 = 24.0;
/// In a narrower card, the header has fewer words.
const TIGHT_BELOW: f32 = 340.0;
/// In a narrower card, the header does not offer the number of lines and shows only the depth.
const NARROW_BELOW: f32 = 240.0;
const PREVIEW_SQUARE: f32 = 32.0;

/// The data of the card.
#[derive(Clone, Copy)]
pub struct AnalysisCard<'a> {
    pub session: &'a Session,
    pub live: &'a Live,
}

impl AnalysisCard<'_> {
    /// The position in which the lines begin.
    fn start(self) -> Position {
        let position = *self.session.game.position();
        let threat = self.live.subject(self.session).threat;
        if threat { position.play_null_move() } else { position }
    }
}

/// A move of a line under the pointer.
#[derive(Clone, Copy)]
struct HoveredMove<'a> {
    line: &'a AnalysisLine,
    /// The index of the move in its line.
    index: usize,
    /// The left end of its text on the screen.
    left: f32,
}

/// Draws the inside of the card, with smaller lines in a `low` window.
pub fn analysis_ui(ui: &mut Ui, card: AnalysisCard, low: bool, out: &mut Out<AnalyseAction>) {
    let top = ui.cursor().top();
    ui.spacing_mut().item_spacing.y = 0.0;
    header_ui(ui, card, out);
    ui.add_space(theme::SPACE_XS);
    let height = if low { LOW_LINE_HEIGHT } else { LINE_HEIGHT };
    let shown = card.live.shown_here(card.session);
    let words = words(card, shown.is_some());
    let mut hovered = None;
    // Every line has its place from the start, so that the cards below do not move.
    for rank in 0..card.session.settings.engine.lines {
        let size = vec2(ui.available_width(), height);
        let (rect, _) = ui.allocate_exact_size(size, Sense::hover());
        let line = shown.and_then(|shown| Some((shown, shown.found.lines.get(rank)?)));
        match (line, words) {
            (Some((shown, line)), _) => {
                let row = LineRow { rank, line, fresh: shown.fresh, rect };
                hovered = line_ui(ui, card, row, out).or(hovered);
            }
            (None, Some(words)) if rank == 0 => words_ui(ui, words, rect),
            _ => continue,
        }
        ui.painter().hline(rect.x_range(), rect.bottom(), Stroke::new(1.0, Theme::of(ui).line));
    }
    if let Some(hovered) = hovered {
        let lines = egui::Rangef::new(top, ui.cursor().top());
        preview_ui(ui, card, hovered, lines);
    }
}

/// The text in place of lines.
fn words(card: AnalysisCard, any_lines: bool) -> Option<&'static str> {
    match card.live.status(card.session) {
        LiveStatus::KingAttacked => Some("The king is attacked: there is no threat to show."),
        _ if any_lines => None,
        LiveStatus::Off => Some("Space analyses the position on the board."),
        LiveStatus::Over(_) => Some("Nothing left to search."),
        LiveStatus::Searching | LiveStatus::Finished => None,
    }
}

fn words_ui(ui: &mut Ui, words: &str, rect: Rect) {
    let builder = egui::UiBuilder::new().max_rect(rect);
    ui.scope_builder(builder.layout(Layout::left_to_right(Align::Center)), |ui| {
        let color = Theme::of(ui).muted;
        ui.add(egui::Label::new(RichText::new(words).color(color)).truncate());
    });
}

fn header_ui(ui: &mut Ui, card: AnalysisCard, out: &mut Out<AnalyseAction>) {
    let wide = ui.available_width();
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = SPACE_S;
        ui.spacing_mut().interact_size.y = theme::ROW_HEIGHT;
        let on = card.live.is_on();
        let color = Theme::of(ui).accent;
        let switch = pill_button_ui(ui, if on { "on" } else { "off" }, on, color);
        switch.widget_info(|| WidgetInfo::selected(Role::CheckBox, true, on, "Analysis"));
        if switch.on_hover_text("Analysis (Space)").clicked() {
            out.ask(ScreenCommand::ToggleAnalysis);
        }
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            if wide >= NARROW_BELOW {
                lines_menu_ui(ui, card, out);
            }
            let threat = card.live.asks_threat(card.session.game.cursor());
            let color = Theme::of(ui).bad;
            let button = pill_button_ui(ui, "threat", threat, color);
            button.widget_info(|| WidgetInfo::selected(Role::CheckBox, true, threat, "Threat"));
            if button.on_hover_text("Show the opponent's threat (X)").clicked() {
                out.ask(ScreenCommand::ToggleThreat);
            }
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                let text = progress_text(card, wide < TIGHT_BELOW);
                let depth = text.split(" \u{b7} ").next().unwrap_or_default();
                let text = if wide >= NARROW_BELOW { &text } else { depth };
                let text = RichText::new(text).small();
                ui.add(egui::Label::new(text.color(Theme::of(ui).muted)).truncate());
            });
        });
    });
}

/// `depth 24 · 2.4 M positions/s`, or the reason why no search runs.
fn progress_text(card: AnalysisCard, tight: bool) -> String {
    let status = card.live.status(card.session);
    let subject = card.live.subject(card.session);
    let known = card.live.shown_here(card.session).map(|shown| (shown.found.depth(), shown));
    match (status, known) {
        (LiveStatus::Over(end), _) => end.to_string(),
        (LiveStatus::KingAttacked, _) => String::new(),
        (LiveStatus::Finished, Some((depth, shown))) => match mate(shown) {
            Some(_) => format!("depth {depth} \u{b7} mate found"),
            None if card.live.waits_for_review(card.session) => {
                format!("depth {depth} \u{b7} continues after the review")
            }
            None => format!("depth {depth} \u{b7} done"),
        },
        (LiveStatus::Searching, Some((depth, shown))) if shown.fresh => {
            format!("depth {depth} \u{b7} {}", speed_text(shown.found.nodes_per_second, tight))
        }
        (LiveStatus::Searching, Some((depth, _))) => {
            let now = card.live.depth_now(&subject).unwrap_or(0);
            format!("depth {depth} kept \u{b7} now {now}")
        }
        (LiveStatus::Off, Some((depth, _))) => format!("depth {depth} \u{b7} kept"),
        (LiveStatus::Searching, None) => "depth 0".to_owned(),
        (LiveStatus::Finished | LiveStatus::Off, None) => String::new(),
    }
}

fn mate(shown: ShownAnalysis<'_>) -> Option<i32> {
    shown.found.lines.first()?.score.mate_in()
}

/// `2.4 M positions/s`, `850 k positions/s`.
fn speed_text(nodes_per_second: u64, tight: bool) -> String {
    let unit = if tight { "/s" } else { "positions/s" };
    let space = if tight { "" } else { " " };
    match nodes_per_second {
        1_000_000.. => format!("{:.1} M{space}{unit}", nodes_per_second as f64 / 1e6),
        1_000.. => format!("{} k{space}{unit}", nodes_per_second / 1_000),
        few => format!("{few} {unit}"),
    }
}

/// A small round button that is filled while it is on.
fn pill_button_ui(ui: &mut Ui, text: &str, on: bool, color: egui::Color32) -> egui::Response {
    let theme = Theme::of(ui);
    let color = if on { color } else { theme.muted };
    let fill = if on { theme.panel.lerp_to_gamma(color, 0.16) } else { theme.panel };
    let text = RichText::new(text).font(bold_font(theme::TEXT_SMALL)).color(color);
    ui.spacing_mut().button_padding = vec2(SPACE_S + 2.0, 2.0);
    let stroke = if on { Stroke::new(1.5, color) } else { Stroke::new(1.0, theme.line) };
    ui.add(Button::new(text).fill(fill).stroke(stroke).corner_radius(11).min_size(vec2(0.0, 22.0)))
}

/// The button `3 lines`, which opens a menu of other numbers.
fn lines_menu_ui(ui: &mut Ui, card: AnalysisCard, out: &mut Out<AnalyseAction>) {
    let engine = card.session.settings.engine;
    let lines_text = |lines| counted(lines as u64, "line", "lines");
    let text = RichText::new(lines_text(engine.lines)).small().color(Theme::of(ui).muted);
    let button = ui.add(Button::new(text).frame_when_inactive(false));
    Popup::menu(&button).show(|ui| {
        ui.spacing_mut().interact_size.y = theme::ROW_HEIGHT;
        for lines in 1..=MOST_LINES {
            if ui.selectable_label(lines == engine.lines, lines_text(lines)).clicked() {
                out.push(AnalyseAction::Lines(lines));
                ui.close();
            }
        }
        ui.separator();
        if ui.button("Engine settings").clicked() {
            out.push(AnalyseAction::ShowSettings);
            ui.close();
        }
    });
}

/// A line and its place on the screen.
#[derive(Clone, Copy)]
struct LineRow<'a> {
    /// 0 for the best line.
    rank: usize,
    line: &'a AnalysisLine,
    /// True if the line comes from the running search, or the search is finished.
    fresh: bool,
    rect: Rect,
}

/// Draws the score of a line and as many of its moves as fit. A click on a move adds the line up to
/// there to the game. Returns the move under the pointer.
fn line_ui<'a>(
    ui: &mut Ui,
    card: AnalysisCard,
    row: LineRow<'a>,
    out: &mut Out<AnalyseAction>,
) -> Option<HoveredMove<'a>> {
    let theme = Theme::of(ui);
    let LineRow { rank, line, fresh, rect } = row;
    let text_color = if fresh { theme.text } else { theme.muted };
    let winning = fresh && line.score > Score::DRAW;
    let score_color = if winning { theme.accent } else { text_color };
    let score = score_text(line.score, &card.start());
    let galley = ui.painter().layout_no_wrap(score.clone(), bold_font(TEXT_BODY), score_color);
    let score_width = SCORE_WIDTH.max(galley.size().x + SPACE_S);
    // The buttons of the moves begin two points before their texts.
    let place = rect.with_max_x(rect.left() + score_width - 2.0);
    let whole = ui.interact(place, ui.scope_id().with(("score", rank)), Sense::hover());
    whole.widget_info(|| {
        let text = format!("Line {}, {score}: {}", rank + 1, line.texts.join(" "));
        WidgetInfo::labeled(Role::Label, true, text)
    });
    let at = egui::pos2(rect.left(), rect.center().y - galley.size().y / 2.0);
    ui.painter().galley(at, galley, score_color);
    let mut left = rect.left() + score_width;
    let mut hovered = None;
    for (index, text) in line.texts.iter().enumerate() {
        let font = if index == 0 { bold_font(TEXT_BODY) } else { FontId::proportional(TEXT_BODY) };
        let galley = ui.painter().layout_no_wrap(text.clone(), font, text_color);
        let cell = Rect::from_min_max(
            egui::pos2(left, rect.top() + 2.0),
            egui::pos2(left + galley.size().x, rect.bottom() - 2.0),
        );
        if cell.right() > rect.right() {
            break;
        }
        let id = ui.scope_id().with((rank, index));
        let response = ui.interact(cell.expand2(vec2(2.0, 0.0)), id, Sense::click());
        response.widget_info(|| {
            WidgetInfo::labeled(Role::Button, true, format!("Line {}: {text}", rank + 1))
        });
        if response.hovered() || response.has_focus() {
            let raised = cell.expand2(vec2(3.0, 0.0));
            ui.painter().rect_filled(raised, RADIUS_CONTROL / 2, theme.accent_background);
            hovered = Some(HoveredMove { line, index, left });
        }
        let at = egui::pos2(left, rect.center().y - galley.size().y / 2.0);
        ui.painter().galley(at, galley, text_color);
        if response.clicked() && !card.live.subject(card.session).threat {
            let moves = line.moves[..=index].to_vec();
            out.ask(ScreenCommand::AddLine { after: card.session.game.cursor(), moves });
        }
        response.context_menu(|ui| why_ui(ui, card, &line.moves[..=index], out));
        left = cell.right() + 5.0;
    }
    hovered
}

/// The menu of a line's last move.
fn why_ui(ui: &mut Ui, card: AnalysisCard, moves: &[Move], out: &mut Out<AnalyseAction>) {
    let Some((mv, before)) = moves.split_last() else { return };
    if ui.button("Why not this move?").clicked() {
        let position = before.iter().fold(card.start(), |at, mv| at.play(*mv));
        out.ask(Request::Explain(MoveQuery { position, mv: *mv }));
        ui.close();
    }
}

/// The position after the move under the pointer, on a small board below the lines or, without room
/// there, above the card: never over the lines.
fn preview_ui(ui: &Ui, card: AnalysisCard, hovered: HoveredMove, lines: egui::Rangef) {
    let HoveredMove { line, index, left } = hovered;
    let moves = line.moves.iter().take(index + 1);
    let position = moves.fold(card.start(), |at, mv| at.play(*mv));
    let variant = position.variant();
    let name = format!("position after {}", line.texts.get(index).map_or("", String::as_str));
    let picture = PositionPicture {
        flipped: card.session.flipped,
        last_move: line.moves.get(index).map(|mv| (mv.from(), mv.to())),
        ..PositionPicture::of(&position, card.session.settings.board_look())
    };
    let height = PREVIEW_SQUARE * f32::from(variant.ranks) + 2.0 * SPACE_S;
    let below = lines.max + SPACE_S;
    let fits = below + height <= ui.ctx().content_rect().bottom();
    let top = if fits { below } else { lines.min - height - SPACE_M };
    egui::Area::new(egui::Id::unique("line's position"))
        .order(egui::Order::Tooltip)
        .fixed_pos(egui::pos2(left, top))
        .interactable(false)
        .show(ui.ctx(), |ui| {
            Theme::of(ui).overlay().inner_margin(SPACE_S as i8).show(ui, |ui| {
                mini_board_ui(ui, &picture, &name, PREVIEW_SQUARE);
            });
        });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn speeds_are_short() {
        for (speed, text) in [
            (2_440_000, "2.4 M positions/s"),
            (850_400, "850 k positions/s"),
            (12, "12 positions/s"),
        ] {
            assert_eq!(speed_text(speed, false), text);
        }
        assert_eq!(speed_text(2_440_000, true), "2.4 M/s");
    }
}
