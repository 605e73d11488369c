//! The card of the engine: a switch with the depth beside it, the threat, the number of lines, and the
//! lines.

use egui::{
    Align, Button, Checkbox, FontId, Label, Layout, Popup, Rect, Response, RichText, Role,
    ScrollArea, Sense, Stroke, Ui, WidgetInfo, pos2, vec2,
};
use egui_material_icons::icons;

use super::{
    LiveStatus,
    live::{AnalysisLine, Live, ShownAnalysis},
    program::ProgramAnalysis,
};
use crate::app::{
    context::Cx,
    pages::PageId,
    request::Request,
    session::settings::MOST_LINES,
    session::{HAS_PROGRAMS, MoveQuery, ScreenCommand, Session},
    ui::board::{PositionPicture, mini_board_ui},
    ui::focus::FocusScroll,
    ui::theme::{
        self, RADIUS_CONTROL, ROW_HEIGHT, SPACE_M, SPACE_S, SPACE_XS, TEXT_BODY, TEXT_NOTE, Theme,
        bold_font,
    },
    ui::widgets::{
        SWITCH_HEIGHT, SWITCH_WIDTH, announce_texts, icon_button_ui, menu_list_ui, paint_switch,
    },
};
use minnow_engine::Score;
use minnow_external::Protocol;
use minnow_rules::{Move, Position, counted};
use minnow_study::analysis::{score_text, short_score_text};

// Sizes in points.
const SCORE_WIDTH: f32 = 60.0;
const LINE_HEIGHT: f32 = 30.0;
const LOW_LINE_HEIGHT: f32 = 24.0;
/// The least widths of the card for the word of the switch, for the number of lines, and for the word
/// after that. Without the menu, only the settings have the number.
const NAME_FROM_WIDTH: f32 = 200.0;
const LINES_FROM_WIDTH: f32 = 260.0;
const WORDS_FROM_WIDTH: f32 = 320.0;
const PREVIEW_SQUARE: f32 = 32.0;

/// A move of a line under the pointer.
#[derive(Clone, Copy)]
struct HoveredMove<'a> {
    line: &'a AnalysisLine,
    /// The index of the move in its line.
    index: usize,
    /// The left end of its text on the screen.
    left: f32,
}

impl Live {
    /// Draws the inside of the card: one row while the engine is off. The lines are smaller in a `low`
    /// window, and as many as fit into `room` points, but at least one.
    pub fn card_ui(&mut self, ui: &mut Ui, low: bool, room: f32, cx: &mut Cx<'_>) {
        let top = ui.cursor().top();
        ui.spacing_mut().item_spacing.y = 0.0;
        self.header_ui(ui, cx);
        if !self.is_on && !self.shows_threat {
            return;
        }
        ui.add_space(SPACE_XS);
        let height = if low { LOW_LINE_HEIGHT } else { LINE_HEIGHT };
        let name = self.program.name();
        // A program has as many lines as Minnow, below its name.
        let sources = if name.is_some() { 2.0 } else { 1.0 };
        let room = (room - sources * ROW_HEIGHT - SPACE_XS) / sources;
        let fitting = (room / height).max(1.0) as usize;
        let rows = cx.session.settings.engine.lines.min(fitting);
        let mut hovered = self.rows_ui(ui, None, rows, height, cx);
        let mut is_closed = false;
        if let Some(name) = name {
            is_closed = self.program_header_ui(ui, name, cx.session);
            if let Some(problem) = self.program.problem() {
                problem_ui(ui, problem, rows as f32 * height);
            } else {
                let of_program =
                    ui.push_id("program", |ui| self.rows_ui(ui, Some(name), rows, height, cx));
                hovered = of_program.inner.or(hovered);
            }
        }
        if let Some(hovered) = hovered {
            let lines = egui::Rangef::new(top, ui.cursor().top());
            preview_ui(ui, self.line_start(cx.session), hovered, lines, cx.session);
        }
        if is_closed {
            self.program.choose(None);
            cx.ask(Request::Wake);
        }
    }

    /// The name of the program with its depth and speed, and the button that ends its analysis. Returns
    /// true if it was clicked.
    fn program_header_ui(&self, ui: &mut Ui, name: &str, session: &Session) -> bool {
        let shown = self.program.shown(&self.subject(session));
        let text = match shown.filter(|_| self.program.problem().is_none()) {
            Some(ShownAnalysis { found, fresh }) => {
                let state =
                    if fresh { speed_text(found.nodes_per_second) } else { "kept".to_owned() };
                format!("{name} \u{b7} depth {} \u{b7} {state}", found.depth())
            }
            None => name.to_owned(),
        };
        let size = vec2(ui.available_width(), ROW_HEIGHT);
        let row = ui.allocate_ui_with_layout(size, Layout::right_to_left(Align::Center), |ui| {
            ui.spacing_mut().interact_size.y = ROW_HEIGHT;
            let close = format!("End the analysis by {name}");
            let close = icon_button_ui(ui, icons::ICON_CLOSE.codepoint, &close, true);
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                let label = ui.add(Label::new(theme::bold(&text).size(TEXT_NOTE)).truncate());
                label.on_hover_text(&text);
            });
            close.clicked()
        });
        row.inner
    }

    /// The position in which the lines begin.
    fn line_start(&self, session: &Session) -> Position {
        let position = *session.game.position();
        if self.shows_threat { position.play_null_move() } else { position }
    }

    /// Draws rows of this height, Minnow's or those of the program with this name. Returns the move under the
    /// pointer.
    fn rows_ui<'a>(
        &'a self,
        ui: &mut Ui,
        program: Option<&'a str>,
        rows: usize,
        height: f32,
        cx: &mut Cx<'_>,
    ) -> Option<HoveredMove<'a>> {
        let shown = match program {
            None => self.shown_here(cx.session),
            Some(_) => self.program.shown(&self.subject(cx.session)),
        };
        let words = self.words(cx.session, shown.is_some()).filter(|_| program.is_none());
        let mut hovered = None;
        // Every line has its place from the start, so that the cards below do not move.
        for rank in 0..rows {
            let size = vec2(ui.available_width(), height);
            let (rect, _) = ui.allocate_exact_size(size, Sense::hover());
            let line = shown.and_then(|shown| Some((shown, shown.found.lines.get(rank)?)));
            match (line, words) {
                (Some((shown, line)), _) => {
                    let row = LineRow { program, rank, line, fresh: shown.fresh, rect };
                    hovered = line_ui(ui, self, row, cx).or(hovered);
                }
                (None, Some(words)) if rank == 0 => words_ui(ui, words, rect),
                _ => continue,
            }
            ui.painter().hline(rect.x_range(), rect.top(), Stroke::new(1.0, Theme::of(ui).line));
        }
        hovered
    }

    /// The text in place of lines.
    fn words(&self, session: &Session, any_lines: bool) -> Option<&'static str> {
        match self.status(session) {
            LiveStatus::KingAttacked => Some("The king is attacked: no threat to show."),
            LiveStatus::Over(_) if !any_lines => Some("Nothing left to search."),
            _ => None,
        }
    }

    fn header_ui(&mut self, ui: &mut Ui, cx: &mut Cx<'_>) {
        let width = ui.available_width();
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = SPACE_S;
            ui.spacing_mut().interact_size.y = ROW_HEIGHT;
            ui.spacing_mut().button_padding = vec2(SPACE_XS, 2.0);
            let switch = switch_ui(ui, self.is_on, width >= NAME_FROM_WIDTH);
            if switch.on_hover_text("Analyses the position on the board (Space)").clicked() {
                self.toggle(cx.session);
                cx.ask(Request::Wake);
            }
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                if width >= LINES_FROM_WIDTH {
                    lines_menu_ui(ui, width >= WORDS_FROM_WIDTH, &mut self.program, cx);
                }
                self.threat_ui(ui, cx);
                ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                    self.depth_ui(ui, cx.session);
                });
            });
        });
    }

    fn threat_ui(&mut self, ui: &mut Ui, cx: &mut Cx<'_>) {
        let mut threat = self.shows_threat;
        let words = RichText::new("Threat").size(TEXT_NOTE);
        let checkbox = ui.add(Checkbox::new(&mut threat, words));
        if checkbox.on_hover_text("Show the opponent's threat (X)").clicked() {
            self.toggle_threat();
            cx.ask(Request::Wake);
        }
    }

    /// The depth; the speed and the state of the search are in its hover text.
    fn depth_ui(&self, ui: &mut Ui, session: &Session) {
        let text = self.progress_text(session);
        let depth = text.split(" \u{b7} ").next().unwrap_or_default();
        if depth.is_empty() {
            return;
        }
        let depth = RichText::new(depth).small().color(Theme::of(ui).muted);
        let label = ui.add(Label::new(depth).truncate().show_tooltip_when_elided(false));
        label.widget_info(|| WidgetInfo::labeled(Role::Label, true, &text));
        label.on_hover_text(&text);
    }

    /// `depth 24 · 2.4 M positions/s`, or the reason why no search runs.
    fn progress_text(&self, session: &Session) -> String {
        let known = self.shown_here(session).map(|shown| (shown.found.depth(), shown));
        match (self.status(session), known) {
            (LiveStatus::Over(end), _) => end.to_string(),
            (LiveStatus::KingAttacked, _) => String::new(),
            (LiveStatus::Finished, Some((depth, shown))) => match mate(shown) {
                Some(_) => format!("depth {depth} \u{b7} mate found"),
                None if self.waits_for_review(session) => {
                    format!("depth {depth} \u{b7} continues after the review")
                }
                None => format!("depth {depth} \u{b7} done"),
            },
            (LiveStatus::Searching, Some((depth, shown))) if shown.fresh => {
                format!("depth {depth} \u{b7} {}", speed_text(shown.found.nodes_per_second))
            }
            (LiveStatus::Searching, Some((depth, _))) => {
                let now = self.own.depth_now(&self.subject(session)).unwrap_or(0);
                format!("depth {depth} kept \u{b7} now {now}")
            }
            (LiveStatus::Off, Some((depth, _))) => format!("depth {depth} kept"),
            (LiveStatus::Searching, None) => "depth 0".to_owned(),
            (LiveStatus::Finished | LiveStatus::Off, None) => String::new(),
        }
    }
}

/// Why a program analyses nothing, in the place of its lines. A long text scrolls.
fn problem_ui(ui: &mut Ui, problem: &str, height: f32) {
    let size = vec2(ui.available_width(), height);
    let (place, _) = ui.allocate_exact_size(size, Sense::hover());
    let mut place = ui.new_child(egui::UiBuilder::new().max_rect(place));
    announce_texts(&place);
    let area = ScrollArea::vertical().id_salt("problem").auto_shrink(false);
    area.min_scrolled_height(0.0).show_focused(&mut place, |ui| {
        let text = RichText::new(problem).size(TEXT_NOTE).color(Theme::of(ui).bad);
        ui.add(Label::new(text).wrap());
    });
}

fn words_ui(ui: &mut Ui, words: &str, rect: Rect) {
    let builder = egui::UiBuilder::new().max_rect(rect);
    ui.scope_builder(builder.layout(Layout::left_to_right(Align::Center)), |ui| {
        ui.add(Label::new(theme::muted(ui, words)).truncate());
    });
}

fn mate(shown: ShownAnalysis<'_>) -> Option<i32> {
    shown.found.lines.first()?.score.mate_in()
}

/// `2.4 M positions/s`, `850 k positions/s`.
fn speed_text(nodes_per_second: u64) -> String {
    match nodes_per_second {
        1_000_000.. => format!("{:.1} M positions/s", nodes_per_second as f64 / 1e6),
        1_000.. => format!("{} k positions/s", nodes_per_second / 1_000),
        few => format!("{few} positions/s"),
    }
}

/// The switch of the engine, with its word where there is room.
fn switch_ui(ui: &mut Ui, on: bool, has_word: bool) -> Response {
    let color = Theme::of(ui).text;
    let lay = || ui.painter().layout_no_wrap("Engine".to_owned(), bold_font(TEXT_BODY), color);
    let word = has_word.then(lay);
    let width = word.as_ref().map_or(0.0, |word| SPACE_S + word.size().x);
    let size = vec2(SWITCH_WIDTH + width, ROW_HEIGHT);
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    response.widget_info(|| WidgetInfo::selected(Role::CheckBox, true, on, "Engine"));
    let corner = rect.left_center() - vec2(0.0, SWITCH_HEIGHT / 2.0);
    let track = Rect::from_min_size(corner, vec2(SWITCH_WIDTH, SWITCH_HEIGHT));
    paint_switch(ui, track, on);
    if let Some(word) = word {
        let at = pos2(track.right() + SPACE_S, rect.center().y - word.size().y / 2.0);
        ui.painter().galley(at, word, color);
    }
    response
}

/// The button `3 lines`, or `3` without the word, which opens a menu of other numbers.
fn lines_menu_ui(ui: &mut Ui, has_word: bool, program: &mut ProgramAnalysis, cx: &mut Cx<'_>) {
    let present = cx.session.settings.engine.lines;
    let lines_text = |lines| counted(lines as u64, "line", "lines");
    let words = if has_word { lines_text(present) } else { present.to_string() };
    let words = format!("{words} {}", icons::ICON_EXPAND_MORE.codepoint);
    let words = RichText::new(words).size(TEXT_NOTE);
    let button = ui.add(Button::new(words).frame_when_inactive(false));
    button.widget_info(|| WidgetInfo::labeled(Role::Button, true, lines_text(present)));
    Popup::menu(&button).show(|ui| {
        ui.spacing_mut().interact_size.y = ROW_HEIGHT;
        for lines in 1..=MOST_LINES {
            if ui.selectable_label(lines == present, lines_text(lines)).clicked() {
                cx.change_settings(|changed| changed.engine.lines = lines);
                ui.close();
            }
        }
        ui.separator();
        programs_menu_ui(ui, program, cx);
        if ui.button("Engine settings").clicked() {
            cx.ask(Request::Show(PageId::Settings));
            ui.close();
        }
    });
}

/// The programs of the user's list that can analyse, too.
fn programs_menu_ui(ui: &mut Ui, program: &mut ProgramAnalysis, cx: &mut Cx<'_>) {
    let mut programs = cx.session.lists.programs();
    programs.retain(|entry| HAS_PROGRAMS && entry.protocol == Protocol::Uci);
    if programs.is_empty() {
        return;
    }
    menu_list_ui(ui, |ui| {
        for entry in programs {
            let is_chosen = program.name() == Some(entry.name.as_str());
            if ui.selectable_label(is_chosen, format!("Also by {}", entry.name)).clicked() {
                program.choose((!is_chosen).then(|| entry.name.clone()));
                cx.ask(Request::Wake);
                ui.close();
            }
        }
    });
    ui.separator();
}

/// A line and its place on the screen.
#[derive(Clone, Copy)]
struct LineRow<'a> {
    /// The name of the program that found it; `None` for Minnow.
    program: Option<&'a str>,
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
    live: &Live,
    row: LineRow<'a>,
    cx: &mut Cx<'_>,
) -> Option<HoveredMove<'a>> {
    let theme = Theme::of(ui);
    let LineRow { program, rank, line, fresh, rect } = row;
    let name = match program {
        None => format!("Line {}", rank + 1),
        Some(program) => format!("{program}, line {}", rank + 1),
    };
    let text_color = if fresh { theme.text } else { theme.muted };
    let score = score_text(line.score, &live.line_start(cx.session));
    let score_color = if fresh && leads(line.score) { theme.accent } else { text_color };
    let galley = ui.painter().layout_no_wrap(score.clone(), bold_font(TEXT_BODY), score_color);
    let score_width = SCORE_WIDTH.max(galley.size().x + SPACE_S);
    // The buttons of the moves begin two points before their texts.
    let place = rect.with_max_x(rect.left() + score_width - 2.0);
    let whole = ui.interact(place, ui.scope_id().with(("score", rank)), Sense::hover());
    whole.widget_info(|| {
        let text = format!("{name}, {score}: {}", line.texts.join(" "));
        WidgetInfo::labeled(Role::Label, true, text)
    });
    let at = pos2(rect.left(), rect.center().y - galley.size().y / 2.0);
    ui.painter().galley(at, galley, score_color);
    let mut left = rect.left() + score_width;
    let mut hovered = None;
    for (index, text) in line.texts.iter().enumerate() {
        let font = if index == 0 { bold_font(TEXT_BODY) } else { FontId::proportional(TEXT_BODY) };
        let galley = ui.painter().layout_no_wrap(text.clone(), font, text_color);
        let cell = Rect::from_min_max(
            pos2(left, rect.top() + 2.0),
            pos2(left + galley.size().x, rect.bottom() - 2.0),
        );
        if cell.right() > rect.right() {
            break;
        }
        let id = ui.scope_id().with((rank, index));
        let response = ui.interact(cell.expand2(vec2(2.0, 0.0)), id, Sense::click());
        response.widget_info(|| WidgetInfo::labeled(Role::Button, true, format!("{name}: {text}")));
        if response.hovered() || response.has_focus() {
            let raised = cell.expand2(vec2(3.0, 0.0));
            ui.painter().rect_filled(raised, RADIUS_CONTROL / 2, theme.accent_background);
            hovered = Some(HoveredMove { line, index, left });
        }
        let at = pos2(left, rect.center().y - galley.size().y / 2.0);
        ui.painter().galley(at, galley, text_color);
        if response.clicked() && !live.shows_threat {
            let moves = line.moves[..=index].to_vec();
            cx.ask(ScreenCommand::AddLine { after: cx.session.game.cursor(), moves });
        }
        response.context_menu(|ui| why_ui(ui, live, &line.moves[..=index], cx));
        left = cell.right() + 5.0;
    }
    hovered
}

/// True if White leads by what is shown: a score that is shown as 0.0 leads nobody.
fn leads(score: Score) -> bool {
    score > Score::DRAW && short_score_text(score) != short_score_text(Score::DRAW)
}

/// The menu of a line's last move.
fn why_ui(ui: &mut Ui, live: &Live, moves: &[Move], cx: &mut Cx<'_>) {
    let Some((mv, before)) = moves.split_last() else { return };
    if ui.button("Why not this move?").clicked() {
        let start = live.line_start(cx.session);
        let position = before.iter().fold(start, |at, mv| at.play(*mv));
        cx.ask(Request::Explain(MoveQuery { position, mv: *mv }));
        ui.close();
    }
}

/// The position after the move under the pointer, on a small board below the lines or, without room
/// there, above the card: never over the lines.
fn preview_ui(
    ui: &Ui,
    start: Position,
    hovered: HoveredMove<'_>,
    lines: egui::Rangef,
    session: &Session,
) {
    let HoveredMove { line, index, left } = hovered;
    let moves = line.moves.iter().take(index + 1);
    let position = moves.fold(start, |at, mv| at.play(*mv));
    let variant = position.variant();
    let name = format!("position after {}", line.texts.get(index).map_or("", String::as_str));
    let picture = PositionPicture {
        flipped: session.flipped,
        last_move: line.moves.get(index).map(|mv| (mv.from(), mv.to())),
        ..PositionPicture::of(&position, session.settings.board_look())
    };
    let height = PREVIEW_SQUARE * f32::from(variant.ranks) + 2.0 * SPACE_S;
    let below = lines.max + SPACE_S;
    let fits = below + height <= ui.ctx().content_rect().bottom();
    let top = if fits { below } else { lines.min - height - SPACE_M };
    egui::Area::new(egui::Id::unique("line's position"))
        .order(egui::Order::Tooltip)
        .fixed_pos(pos2(left, top))
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
    fn scores_of_the_same_text_look_the_same() {
        let scores = [-4, 0, 4].map(Score::centipawns);
        assert_eq!(scores.map(short_score_text), ["0.0"; 3]);
        assert_eq!(scores.map(leads), [false; 3]);
        assert!(leads(Score::centipawns(10)) && leads(Score::won_at(1)));
    }

    #[test]
    fn speeds_are_short() {
        for (speed, text) in [
            (2_440_000, "2.4 M positions/s"),
            (850_400, "850 k positions/s"),
            (12, "12 positions/s"),
        ] {
            assert_eq!(speed_text(speed), text);
        }
    }
}
