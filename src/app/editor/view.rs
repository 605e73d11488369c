//! The controls of the position editor, beside its board.

use crate::app::request::Request;
use egui::{Button, DragValue, Key, RichText, ScrollArea, TextEdit, Ui, WidgetInfo, vec2};
use egui_material_icons::icons;

use super::{Editor, EditorAction, update::EditorEnding};
use crate::app::{
    session::{Mode, Out, TableStatus},
    ui::focus::FocusScroll,
    ui::table_moves::{TableMoveStyle, table_moves_ui},
    ui::table_text::verdict,
    ui::table_work::{building_ui, missing_ui},
    ui::text::sentence,
    ui::theme::{self, CONTROL_HEIGHT, SPACE_S, SPACE_XS, TEXT_NOTE, Theme, caption},
    ui::widgets::{
        drop_down_ui, icon_button_ui, primary_button, segmented_ui, sized_button_ui, toggle_row_ui,
    },
};
use minnow_rules::{Castling, Color, builtin_variants};

/// Below this width, in points, the title is bold text, and buttons stand below one another.
const HEADING_FROM_WIDTH: f32 = 220.0;

/// The page's title.
const TITLE: &str = "Set up a position";
/// Draws the controls into a card, with the exact results of the position and its moves where there are
/// tables.
pub(super) fn editor_ui(
    ui: &mut Ui,
    editor: &Editor,
    ending: Option<&EditorEnding>,
    out: &mut Out<EditorAction>,
) {
    head_ui(ui, out);
    ScrollArea::vertical().auto_shrink([false, false]).show_focused(ui, |ui| {
        ui.set_max_width(ui.available_width() - SPACE_S);
        setup_ui(ui, editor, out);
        text_ui(ui, editor, out);
        state_ui(ui, editor);
        if let Some(ending) = ending {
            ending_ui(ui, ending, out);
        }
        begin_ui(ui, editor, out);
    });
}

fn head_ui(ui: &mut Ui, out: &mut Out<EditorAction>) {
    ui.horizontal(|ui| {
        let slim = ui.available_width() < HEADING_FROM_WIDTH;
        let title = if slim { theme::bold(TITLE) } else { theme::heading(TITLE) };
        ui.label(title);
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            ui.spacing_mut().button_padding = vec2(SPACE_XS, 0.0);
            if icon_button_ui(ui, icons::ICON_CLOSE.codepoint, "Back to the game", true).clicked() {
                out.ask(Request::Cancel);
            }
        });
    });
}

/// The board, the side to move, the turn number and the castling rights.
fn setup_ui(ui: &mut Ui, editor: &Editor, out: &mut Out<EditorAction>) {
    let (variant, setup) = (editor.variant(), editor.setup());
    drop_down_ui(ui, "Board to set up", &variant.name, |ui| {
        for other in builtin_variants() {
            if ui.selectable_label(other == variant, &other.name).clicked() {
                out.push(EditorAction::Variant(other.id.clone()));
            }
        }
    });
    ui.label(caption(ui.ctx(), "To move"));
    let sides = Color::ALL.map(|color| (color.to_string(), setup.turn == color));
    let options = sides.each_ref().map(|(name, chosen)| (name.as_str(), *chosen));
    if let Some(index) = segmented_ui(ui, "To move", &options) {
        out.push(EditorAction::Turn(Color::ALL[index]));
    }
    ui.horizontal(|ui| {
        let mut number = setup.fullmove;
        let field = DragValue::new(&mut number).range(1..=999).speed(0.1);
        let label = ui.label("Turn number");
        ui.add(field).labelled_by(label.id);
        if number != setup.fullmove {
            out.push(EditorAction::TurnNumber(number));
        }
    });
    if !variant.castlings.is_empty() {
        ui.label(caption(ui.ctx(), "May castle"));
    }
    for (right, castling) in variant.castlings.iter().enumerate() {
        let on = setup.castling_rights >> right & 1 != 0;
        if toggle_row_ui(ui, &castling_text(castling), on) {
            out.push(EditorAction::ToggleCastling(right));
        }
    }
    whole_board_ui(ui, out);
}

/// The buttons that change the whole board: side by side where both fit, else one below the other.
fn whole_board_ui(ui: &mut Ui, out: &mut Out<EditorAction>) {
    let width = ui.available_width();
    let slim = width < HEADING_FROM_WIDTH;
    let size = vec2(if slim { width } else { (width - SPACE_S) / 2.0 }, CONTROL_HEIGHT);
    let align = egui::Align::Min;
    let layout =
        if slim { egui::Layout::top_down(align) } else { egui::Layout::left_to_right(align) };
    let rows = if slim { 2.0 } else { 1.0 };
    let room = vec2(width, rows * CONTROL_HEIGHT + (rows - 1.0) * SPACE_S);
    ui.allocate_ui_with_layout(room, layout, |ui| {
        ui.spacing_mut().button_padding.x = SPACE_XS;
        for (text, action) in
            [("Start position", EditorAction::Start), ("Clear board", EditorAction::Clear)]
        {
            if sized_button_ui(ui, size, true, Button::new(text)).clicked() {
                out.push(action);
            }
        }
    });
}

/// `White, king e1 to c1`.
fn castling_text(castling: &Castling) -> String {
    format!("{}, king {} to {}", castling.color, castling.king_from, castling.king_to)
}

/// The position as text, which the user can copy, type or paste.
fn text_ui(ui: &mut Ui, editor: &Editor, out: &mut Out<EditorAction>) {
    ui.label(caption(ui.ctx(), "FEN, or the course's form"));
    let mut text = editor.text().to_owned();
    let field = TextEdit::multiline(&mut text)
        .id_salt("position text")
        .font(egui::FontId::monospace(TEXT_NOTE))
        .desired_rows(2)
        .return_key(egui::KeyboardShortcut::new(egui::Modifiers::NONE, Key::Enter))
        .desired_width(f32::INFINITY);
    let response = ui.add(field);
    response.widget_info(|| {
        let mut info =
            WidgetInfo::labeled(egui::Role::MultilineTextInput, true, "Position as text");
        info.current_text_value = Some(editor.text().to_owned());
        info
    });
    if response.changed() {
        out.push(EditorAction::Text(text));
    }
}

/// The position's error, or how its game has ended.
fn state_ui(ui: &mut Ui, editor: &Editor) {
    let theme = Theme::of(ui);
    let problem = editor.position().err().map(|problem| (sentence(&problem), theme.bad));
    let result = editor.over().map(|text| (text, theme.muted));
    if let Some((text, color)) = problem.or(result) {
        ui.add(egui::Label::new(RichText::new(text).color(color)).wrap());
    }
}

/// The result of the position and of each move by the tables, or their build.
fn ending_ui(ui: &mut Ui, ending: &EditorEnding, out: &mut Out<EditorAction>) {
    let EditorEnding { position, tables } = ending;
    match tables {
        TableStatus::Ready(set) => {
            if let Some(verdict) = verdict(set, position, &[]) {
                ui.add(egui::Label::new(theme::bold(verdict)).wrap());
            }
            let moves = set.valued_moves(position, &[]).unwrap_or_default();
            ui.scope(|ui| table_moves_ui(ui, position, &moves, TableMoveStyle::Labels));
        }
        TableStatus::Missing { entries } => {
            if missing_ui(ui, *entries).clicked() {
                out.push(EditorAction::BuildTables);
            }
        }
        TableStatus::Building(progress) => {
            let size = vec2(ui.available_width(), CONTROL_HEIGHT);
            let layout = egui::Layout::right_to_left(egui::Align::Center);
            ui.allocate_ui_with_layout(size, layout, |ui| {
                if building_ui(ui, *progress).clicked() {
                    out.ask(Request::StopTables);
                }
            });
        }
        TableStatus::Loading | TableStatus::NoFolder => {}
    }
}

/// The buttons that begin a game.
fn begin_ui(ui: &mut Ui, editor: &Editor, out: &mut Out<EditorAction>) {
    let theme = Theme::of(ui);
    let over = editor.over();
    ui.add_space(SPACE_XS);
    let size = vec2((ui.available_width() - SPACE_S) / 2.0, CONTROL_HEIGHT);
    let fits = editor.position().is_ok();
    ui.horizontal(|ui| {
        ui.spacing_mut().button_padding.x = SPACE_XS;
        let play = primary_button(ui, "Play");
        if sized_button_ui(ui, size, fits && over.is_none(), play).clicked() {
            out.push(EditorAction::Begin(Mode::Play));
        }
        if sized_button_ui(ui, size, fits, Button::new("Analyse")).clicked() {
            out.push(EditorAction::Begin(Mode::Analyse));
        }
    });
    let note = "Both begin a new game. The old one is kept among your games.";
    ui.add(egui::Label::new(RichText::new(note).small().color(theme.muted)).wrap());
}
