//! The card of the live analysis: on or off, how deep and how fast, and the lines found.

use egui::{
    Align, Align2, Button, FontId, Layout, Popup, Rect, RichText, Role, Sense, Stroke, Ui,
    WidgetInfo, vec2,
};

use crate::{
    app::{
        action::{Action, Setting, Tab, WindowAction},
        analyse::LiveStatus,
        analyse::live::{AnalysisLine, ShownAnalysis, score_text},
        moves::menu::why_not_ui,
        screen::AppState,
        session::Command,
        session::settings::{EngineSettings, MOST_LINES},
        ui::board::{MiniBoard, mini_board_ui},
        ui::theme::{
            self, BoardColors, RADIUS_CONTROL, SPACE_M, SPACE_S, TEXT_BODY, Theme, bold_font,
        },
    },
    engine::Score,
    rules::{Move, Position},
};

/// Room for a line's score, in points.
const SCORE_WIDTH: f32 = 60.0;
/// The height of a line, in points.
const LINE_HEIGHT: f32 = 30.0;
/// The height of a line in a low window, in points.
const LOW_LINE_HEIGHT: f32 = 24.0;
/// In a card slimmer than this, in points, the header has room for fewer words.
const TIGHT_BELOW: f32 = 340.0;
/// In a card slimmer than this, in points, the number of lines is left to the settings, and of
/// the progress only the depth is said.
const NARROW_BELOW: f32 = 240.0;
/// The squares of the board beside a line's move, in points.
const PREVIEW_SQUARE: f32 = 32.0;

/// Draws the analysis into a card's inside.
pub fn analysis_ui(ui: &mut Ui, state: &AppState, low: bool, out: &mut Vec<Action>) {
    let top = ui.cursor().top();
    ui.spacing_mut().item_spacing.y = 0.0;
    header_ui(ui, state, out);
    ui.add_space(theme::SPACE_XS);
    let height = if low { LOW_LINE_HEIGHT } else { LINE_HEIGHT };
    let shown = state.live_shown();
    let words = words(state, shown.is_some());
    let mut hovered = None;
    // Every line keeps its place, so that what is below stays where it is.
    for rank in 0..state.session.settings.engine.lines {
        let size = vec2(ui.available_width(), height);
        let (rect, _) = ui.allocate_exact_size(size, Sense::hover());
        let line = shown.and_then(|shown| Some((shown, shown.found.lines.get(rank)?)));
        match (line, words) {
            (Some((shown, line)), _) => {
                let under = line_ui(ui, state, (rank, line), shown.fresh, rect, out);
                hovered = under.map(|(index, left)| (line, index, left)).or(hovered);
            }
            (None, Some(words)) if rank == 0 => words_ui(ui, words, rect),
            _ => continue,
        }
        ui.painter().hline(rect.x_range(), rect.bottom(), Stroke::new(1.0, Theme::of(ui).line));
    }
    if let Some((line, index, left)) = hovered {
        let lines = egui::Rangef::new(top, ui.cursor().top());
        preview_ui(ui, state, (line, index), left, lines);
    }
}

/// What is said in place of lines.
fn words(state: &AppState, any_lines: bool) -> Option<&'static str> {
    match state.live_status() {
        LiveStatus::KingAttacked => Some("The king is attacked: no time for a pass."),
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

fn header_ui(ui: &mut Ui, state: &AppState, out: &mut Vec<Action>) {
    let wide = ui.available_width();
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = SPACE_S;
        ui.spacing_mut().interact_size.y = theme::ROW_HEIGHT;
        let on = state.live.is_on();
        let color = Theme::of(ui).accent;
        let switch = pill_button_ui(ui, if on { "on" } else { "off" }, on, color);
        switch.widget_info(|| WidgetInfo::selected(Role::CheckBox, true, on, "Analysis"));
        if switch.on_hover_text("Analysis (Space)").clicked() {
            out.push(Action::Command(Command::ToggleAnalysis));
        }
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            if wide >= NARROW_BELOW {
                lines_menu_ui(ui, state, out);
            }
            let threat = state.live.asks_threat(state.session.game.cursor());
            let color = Theme::of(ui).bad;
            let button = pill_button_ui(ui, "threat", threat, color);
            button.widget_info(|| WidgetInfo::selected(Role::CheckBox, true, threat, "Threat"));
            if button.on_hover_text("What would the opponent do (X)").clicked() {
                out.push(Action::Command(Command::ToggleThreat));
            }
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                let text = match progress_text(state, wide < TIGHT_BELOW) {
                    text if wide >= NARROW_BELOW => text,
                    text => text.split(" \u{b7} ").next().unwrap_or_default().to_owned(),
                };
                let text = RichText::new(text).small();
                ui.add(egui::Label::new(text.color(Theme::of(ui).muted)).truncate());
            });
        });
    });
}

/// `depth 24 · 2.4 M positions/s`, or why there is nothing going on.
fn progress_text(state: &AppState, tight: bool) -> String {
    let status = state.live_status();
    let subject = state.live_subject();
    let known = state.live_shown().map(|shown| (shown.found.depth(), shown));
    match (status, known) {
        (LiveStatus::Over(end), _) => end.to_string(),
        (LiveStatus::KingAttacked, _) => String::new(),
        (LiveStatus::Finished, Some((depth, shown))) => match mate(shown) {
            Some(_) => format!("depth {depth} \u{b7} mate found"),
            None if state.live_waits() => format!("depth {depth} \u{b7} goes on after the review"),
            None => format!("depth {depth} \u{b7} done"),
        },
        (LiveStatus::Searching, Some((depth, shown))) if shown.fresh => {
            format!("depth {depth} \u{b7} {}", speed_text(shown.found.nodes_per_second, tight))
        }
        (LiveStatus::Searching, Some((depth, _))) => {
            let now = state.live.depth_now(&subject).unwrap_or(0);
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
    let stroke = Stroke::new(1.0, if on { fill } else { theme.line });
    ui.add(Button::new(text).fill(fill).stroke(stroke).corner_radius(11).min_size(vec2(0.0, 22.0)))
}

/// `3 lines`, which opens the choice of another number.
fn lines_menu_ui(ui: &mut Ui, state: &AppState, out: &mut Vec<Action>) {
    let engine = state.session.settings.engine;
    let lines_text = |lines| format!("{lines} {}", if lines == 1 { "line" } else { "lines" });
    let text = RichText::new(lines_text(engine.lines)).small().color(Theme::of(ui).muted);
    let button = ui.add(Button::new(text).frame_when_inactive(false));
    Popup::menu(&button).show(|ui| {
        ui.spacing_mut().interact_size.y = theme::ROW_HEIGHT;
        for lines in 1..=MOST_LINES {
            if ui.selectable_label(lines == engine.lines, lines_text(lines)).clicked() {
                out.push(Action::Settings(Setting::Engine(EngineSettings { lines, ..engine })));
                ui.close();
            }
        }
        ui.separator();
        if ui.button("Engine settings").clicked() {
            out.push(Action::Window(WindowAction::SelectTab(Tab::Settings)));
            if !state.drawer_open() {
                out.push(Action::Window(WindowAction::ToggleDrawer));
            }
            ui.close();
        }
    });
}

/// One line: its score and as many of its moves as there is room for. A click on a move plays the
/// line in up to there. Returns the move under the pointer, and where it begins.
fn line_ui(
    ui: &mut Ui,
    state: &AppState,
    (rank, line): (usize, &AnalysisLine),
    fresh: bool,
    rect: Rect,
    out: &mut Vec<Action>,
) -> Option<(usize, f32)> {
    let theme = Theme::of(ui);
    let (text_color, score_color) = match fresh {
        false => (theme.muted, theme.muted),
        true if line.score > Score::DRAW => (theme.text, theme.accent),
        true => (theme.text, theme.text),
    };
    let score = score_text(line.score);
    let centre = rect.left_center();
    let font = bold_font(TEXT_BODY);
    ui.painter().text(centre, Align2::LEFT_CENTER, score, font, score_color);
    let mut left = rect.left() + SCORE_WIDTH;
    let mut under = None;
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
            under = Some((index, left));
        }
        let at = egui::pos2(left, rect.center().y - galley.size().y / 2.0);
        ui.painter().galley(at, galley, text_color);
        if response.clicked() && !state.live_subject().threat {
            let moves = line.moves[..=index].to_vec();
            out.push(Action::Command(Command::AddLine {
                after: state.session.game.cursor(),
                moves,
            }));
        }
        response.context_menu(|ui| why_ui(ui, state, &line.moves[..=index], out));
        left = cell.right() + 5.0;
    }
    under
}

/// The menu of a line's last move.
fn why_ui(ui: &mut Ui, state: &AppState, moves: &[Move], out: &mut Vec<Action>) {
    let start = match state.live_subject().threat {
        true => state.session.game.position().play_null_move(),
        false => *state.session.game.position(),
    };
    if let Some((played, before)) = moves.split_last() {
        let position = before.iter().fold(start, |at, played| at.play(*played));
        why_not_ui(ui, position, *played, out);
    }
}

/// The position after a line's move, on a small board below the lines or, without room there, above
/// the card: never over the lines.
fn preview_ui(
    ui: &Ui,
    state: &AppState,
    (line, index): (&AnalysisLine, usize),
    left: f32,
    lines: egui::Rangef,
) {
    let mut position: Position = match state.live_subject().threat {
        true => state.session.game.position().play_null_move(),
        false => *state.session.game.position(),
    };
    for played in line.moves.iter().take(index + 1) {
        position = position.play(*played);
    }
    let pieces: Vec<_> = position.board().pieces().collect();
    let variant = position.variant();
    let name = format!("position after {}", line.texts.get(index).map_or("", String::as_str));
    let view = MiniBoard {
        name: &name,
        files: variant.files,
        ranks: variant.ranks,
        flipped: state.session.flipped,
        pieces: &pieces,
        last_move: line.moves.get(index).map(|played| (played.from(), played.to())),
        colors: BoardColors::by_id(&state.session.settings.board_colors),
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
                mini_board_ui(ui, &view, PREVIEW_SQUARE);
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
