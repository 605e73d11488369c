//! The editor's screen: its board and its controls.

use egui::{
    Align, Button, Frame, Key, Label, Layout, Panel, RichText, ScrollArea, TextEdit, Ui, Vec2,
    WidgetInfo, vec2,
};
use egui_material_icons::icons;

use super::Editor;
use crate::app::{
    context::Cx,
    request::Request,
    session::{Mode, TableStatus},
    tables::{TableMoveStyle, build_row_ui, table_moves_ui, verdict},
    ui::board::{PlacingChange, PlacingState, PlacingView, PositionPicture, placing_ui},
    ui::breakpoints::{Arrangement, beside_width, is_low},
    ui::focus::FocusScroll,
    ui::number::{NumberField, number_row_ui},
    ui::text::sentence,
    ui::theme::{self, CONTROL_HEIGHT, SPACE_M, SPACE_S, SPACE_XS, TEXT_NOTE, Theme, caption},
    ui::widgets::{
        drop_down_ui, icon_button_ui, note_ui, option_ui, primary_button, segmented_ui, side_panel,
        sized_button_ui, toggle_row_ui,
    },
};
use minnow_rules::{Castling, Color, builtin_variants};

/// Below this width, in points, the title is bold text, and buttons stand below one another.
const HEADING_FROM_WIDTH: f32 = 220.0;

/// The page's title.
const TITLE: &str = "Set up a position";

/// The part of the window below the bars.
#[derive(Clone, Copy, Debug)]
pub(crate) struct EditorArea {
    pub arrangement: Arrangement,
    /// False while something lies over the board.
    pub is_board_enabled: bool,
}

impl Editor {
    /// Fills the area with the controls in a panel and the board beside or above them.
    pub(crate) fn ui(
        &mut self,
        ui: &mut Ui,
        placing: &mut PlacingState,
        area: EditorArea,
        cx: &mut Cx<'_>,
    ) {
        let size = ui.ctx().content_rect().size();
        let is_small = !matches!(area.arrangement, Arrangement::Wide);
        controls_panel(area.arrangement, size).show(ui, |ui| {
            let card = Theme::of(ui).card();
            let card = if is_small { card.inner_margin(SPACE_S as i8) } else { card };
            card.show(ui, |ui| {
                ui.take_available_space();
                self.controls_ui(ui, cx);
            });
        });
        let margin = if is_low(size) { SPACE_XS } else { SPACE_M };
        let frame = Frame::new().fill(Theme::of(ui).background).inner_margin(margin as i8);
        egui::CentralPanel::no_frame().frame(frame).show(ui, |ui| {
            self.board_ui(ui, placing, area.is_board_enabled, cx);
        });
    }

    fn board_ui(
        &mut self,
        ui: &mut Ui,
        placing: &mut PlacingState,
        enabled: bool,
        cx: &mut Cx<'_>,
    ) {
        let (pieces, look) = (self.setup.board.pieces(), cx.session.settings.board_look());
        let picture = PositionPicture {
            flipped: cx.session.flipped,
            ..PositionPicture::new(self.variant, pieces.collect(), look)
        };
        let view = PlacingView { picture: &picture, roles: self.variant.roles(), enabled };
        for change in placing_ui(ui, placing, &view) {
            match change {
                PlacingChange::Put(at, piece) => self.put(at, piece),
                PlacingChange::Moved(from, to) => self.move_piece(from, to),
            }
            // The controls, which are drawn already, show it in the next frame.
            cx.ask(Request::Wake);
        }
    }

    /// The controls, with the exact results of the position and its moves where there are tables.
    fn controls_ui(&mut self, ui: &mut Ui, cx: &mut Cx<'_>) {
        head_ui(ui, cx);
        ScrollArea::vertical().auto_shrink([false, false]).show_focused(ui, |ui| {
            ui.set_max_width(ui.available_width() - SPACE_S);
            self.setup_ui(ui, cx);
            self.text_ui(ui);
            state_ui(ui, self);
            self.ending_ui(ui, cx);
            begin_ui(ui, self, cx);
        });
    }

    /// The board, the side to move, the turn number and the castling rights.
    fn setup_ui(&mut self, ui: &mut Ui, cx: &mut Cx<'_>) {
        let shown = self.variant;
        drop_down_ui(ui, "Board to set up", &shown.name, |ui| {
            for other in builtin_variants() {
                if option_ui(ui, other == shown, &other.name).clicked() {
                    self.replace(cx, "The board was changed.", |editor| {
                        editor.change_variant(other);
                    });
                }
            }
        });
        ui.label(caption(ui.ctx(), "To move"));
        let sides = Color::ALL.map(|color| (color.to_string(), self.setup.turn == color));
        let options = sides.each_ref().map(|(name, chosen)| (name.as_str(), *chosen));
        if let Some(index) = segmented_ui(ui, "To move", &options) {
            self.change(|setup| setup.turn = Color::ALL[index]);
        }
        let mut number = self.setup.fullmove;
        number_row_ui(ui, "Turn number", &mut number, &NumberField::whole(1..=u16::MAX));
        if number != self.setup.fullmove {
            self.change(|setup| setup.fullmove = number);
        }
        let variant = self.variant;
        if !variant.castlings.is_empty() {
            ui.label(caption(ui.ctx(), "May castle"));
        }
        for (right, castling) in variant.castlings.iter().enumerate() {
            let on = self.setup.castling_rights >> right & 1 != 0;
            if toggle_row_ui(ui, &castling_text(castling), on) {
                self.change(|setup| setup.castling_rights ^= 1 << right);
            }
        }
        self.whole_board_ui(ui, cx);
    }

    /// The buttons that change the whole board: side by side where both fit, else one below the
    /// other.
    fn whole_board_ui(&mut self, ui: &mut Ui, cx: &mut Cx<'_>) {
        let width = ui.available_width();
        let slim = width < HEADING_FROM_WIDTH;
        let size = vec2(if slim { width } else { (width - SPACE_S) / 2.0 }, CONTROL_HEIGHT);
        let align = Align::Min;
        let layout = if slim { Layout::top_down(align) } else { Layout::left_to_right(align) };
        let rows = if slim { 2.0 } else { 1.0 };
        let room = vec2(width, rows * CONTROL_HEIGHT + (rows - 1.0) * SPACE_S);
        ui.allocate_ui_with_layout(room, layout, |ui| {
            ui.spacing_mut().button_padding.x = SPACE_XS;
            if sized_button_ui(ui, size, true, Button::new("Start position")).clicked() {
                self.replace(cx, "The start position was set up.", Editor::start);
            }
            if sized_button_ui(ui, size, true, Button::new("Clear board")).clicked() {
                self.replace(cx, "The board was cleared.", Editor::clear);
            }
        });
    }

    /// The position as text, which the user can copy, type or paste.
    fn text_ui(&mut self, ui: &mut Ui) {
        ui.label(caption(ui.ctx(), "FEN, or the course's form"));
        let field = TextEdit::multiline(&mut self.text)
            .id_salt("position text")
            .font(egui::FontId::monospace(TEXT_NOTE))
            .desired_rows(2)
            .return_key(egui::KeyboardShortcut::new(egui::Modifiers::NONE, Key::Enter))
            .desired_width(f32::INFINITY);
        let response = ui.add(field);
        response.widget_info(|| {
            let mut info =
                WidgetInfo::labeled(egui::Role::MultilineTextInput, true, "Position as text");
            info.current_text_value = Some(self.text.clone());
            info
        });
        if response.changed() {
            self.read_text();
        }
    }

    /// The result of the position and of each move by the tables, or their build; nothing if the
    /// game is over or there is no table for so many men.
    fn ending_ui(&self, ui: &mut Ui, cx: &mut Cx<'_>) {
        let Ok(position) = self.position() else { return };
        let goes_on = position.outcome(1).is_none();
        let tables = cx.session.tables.status_for(&position).filter(|_| goes_on);
        match tables {
            Some(TableStatus::Ready(set)) => {
                if let Some(verdict) = verdict(&set, &position, &[]) {
                    ui.add(Label::new(theme::bold(verdict)).wrap());
                }
                let moves = set.valued_moves(&position, &[]).unwrap_or_default();
                ui.scope(|ui| table_moves_ui(ui, &position, &moves, TableMoveStyle::Labels));
            }
            Some(status) => {
                let width = ui.available_width();
                build_row_ui(ui, width, &status, cx);
            }
            None => {}
        }
    }
}

fn controls_panel(arrangement: Arrangement, window: Vec2) -> Panel {
    match arrangement {
        Arrangement::Wide => side_panel(Panel::right("editor"), theme::RIGHT_WIDTH),
        Arrangement::TabsBeside => side_panel(Panel::right("editor"), beside_width(window)),
        Arrangement::TabsBelow => side_panel(Panel::bottom("editor"), panel_height(window)),
    }
}

/// The height of the controls below the board.
fn panel_height(window: Vec2) -> f32 {
    (window.y * 0.38).clamp(150.0, 340.0)
}

fn head_ui(ui: &mut Ui, cx: &mut Cx<'_>) {
    ui.horizontal(|ui| {
        let slim = ui.available_width() < HEADING_FROM_WIDTH;
        let title = if slim { theme::bold(TITLE) } else { theme::heading(TITLE) };
        ui.label(title);
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            ui.spacing_mut().button_padding = vec2(SPACE_XS, 0.0);
            if icon_button_ui(ui, icons::ICON_CLOSE.codepoint, "Back to the game", true).clicked() {
                cx.ask(Request::Cancel);
            }
        });
    });
}

/// `White, king e1 to c1`.
fn castling_text(castling: &Castling) -> String {
    format!("{}, king {} to {}", castling.color, castling.king_from, castling.king_to)
}

/// The position's error, or how its game has ended.
fn state_ui(ui: &mut Ui, editor: &Editor) {
    let theme = Theme::of(ui);
    let problem = editor.position().err().map(|problem| (sentence(&problem), theme.bad));
    let result = editor.over().map(|text| (text, theme.muted));
    if let Some((text, color)) = problem.or(result) {
        ui.add(Label::new(RichText::new(text).color(color)).wrap());
    }
}

/// The buttons that begin a game.
fn begin_ui(ui: &mut Ui, editor: &Editor, cx: &mut Cx<'_>) {
    ui.add_space(SPACE_XS);
    let size = vec2((ui.available_width() - SPACE_S) / 2.0, CONTROL_HEIGHT);
    let fits = editor.position().is_ok();
    let goes_on = editor.over().is_none();
    ui.horizontal(|ui| {
        ui.spacing_mut().button_padding.x = SPACE_XS;
        let buttons = [
            (primary_button(ui, "Play"), fits && goes_on, Mode::Play),
            (Button::new("Analyse"), fits, Mode::Analyse),
        ];
        for (button, enabled, mode) in buttons {
            if sized_button_ui(ui, size, enabled, button).clicked()
                && let Some(new) = editor.new_game(mode)
            {
                cx.ask(Request::Begin(Box::new(new)));
            }
        }
    });
    let note = "Both begin a new game. The old one is kept among your games.";
    note_ui(ui, note);
}
