//! The menu of a move: marks, comment, edits of its line. It opens by a right click or by its button.

use egui::{Button, Popup, Response, RichText, Role, Ui, WidgetInfo, vec2};

use super::MovesView;
use crate::app::{
    request::Request,
    session::MoveQuery,
    ui::theme::{self, SPACE_XS, Theme, bold_font},
};
use minnow_game::{Edit, Game, Mark, NodeId};

/// In points.
const MENU_WIDTH: f32 = 240.0;

/// Draws the menu of a move, or of the start position, into a popup.
pub fn move_menu_ui(ui: &mut Ui, view: &mut MovesView<'_>, node: NodeId) {
    ui.set_width(MENU_WIDTH);
    ui.spacing_mut().interact_size.y = theme::ROW_HEIGHT;
    let is_move = node != NodeId::ROOT;
    if is_move {
        marks_ui(ui, view, node);
        why_ui(ui, view, node);
    }
    let (game, history) = (&view.session.game, &view.session.edits);
    let mut item = |ui: &mut Ui, text: &str, keys: &str, enabled: bool, request: Request| {
        let response = ui.add_enabled(enabled, Button::new(text).shortcut_text(keys));
        if response.clicked() {
            view.out.push(request);
            ui.close();
        }
        response
    };
    let first = item(ui, "Comment\u{2026}", "", true, Request::WriteComment(node));
    focus_first(ui, &first);
    if is_move {
        let varies = game.node(node).is_some_and(|node| node.nesting() > 0);
        ui.separator();
        item(ui, "Promote variation", "", varies, Request::Rearrange(Edit::Promotion, node));
        item(ui, "Demote", "", may_demote(game, node), Request::Rearrange(Edit::Demotion, node));
        item(ui, "Make main line", "", varies, Request::Rearrange(Edit::MainLine, node));
        let here = node == game.cursor();
        let keys = if here { "Delete" } else { "" };
        item(ui, "Delete from here", keys, true, Request::DeleteFrom(node));
    }
    ui.separator();
    item(ui, "Play from here", "", true, Request::PlayFrom(node));
    item(ui, "Copy line", "", is_move, Request::CopyLine(node));
    ui.separator();
    let named = |word: &str, edit: Option<Edit>| {
        edit.map_or(word.to_owned(), |edit| format!("{word}: {}", edit.name()))
    };
    let (undo, redo) = (history.can_undo(), history.can_redo());
    item(ui, &named("Undo", undo), "", undo.is_some(), Request::UndoEdit);
    item(ui, &named("Redo", redo), "", redo.is_some(), Request::RedoEdit);
}

/// Asks for the move's refutation, in the position before it.
fn why_ui(ui: &mut Ui, view: &mut MovesView<'_>, node: NodeId) {
    let parent = view.session.game.node(node).and_then(|node| node.parent());
    let position =
        parent.and_then(|parent| view.session.game.node(parent)).map(|node| *node.position());
    let mv = view.session.game.node(node).and_then(|node| node.played());
    let Some((position, mv)) = position.zip(mv) else { return };
    if ui.button("Why not this move?").clicked() {
        view.out.push(Request::Explain(MoveQuery { position, mv }));
        ui.close();
    }
}

/// True if a later alternative follows the line of this node.
fn may_demote(game: &Game, node: NodeId) -> bool {
    game.path(node).windows(2).any(|step| {
        let siblings = game.node(step[0]).map_or(&[][..], |node| node.children());
        siblings.last().is_some_and(|last| *last != step[1])
    })
}

/// The six marks side by side.
fn marks_ui(ui: &mut Ui, view: &mut MovesView<'_>, node: NodeId) {
    let set = view.session.game.node(node).map(|node| node.notes.marks).unwrap_or_default();
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = SPACE_XS;
        ui.spacing_mut().button_padding = vec2(0.0, 2.0);
        let width = (ui.available_width() - 5.0 * SPACE_XS) / 6.0;
        for mark in Mark::ALL {
            let color = Theme::of(ui).mark(mark);
            let text = RichText::new(mark.text()).font(bold_font(theme::TEXT_BODY)).color(color);
            let button = Button::selectable(set.contains(mark), text);
            let response = ui.add_sized(vec2(width, theme::ROW_HEIGHT), button);
            let name = format!("Mark {}", mark.text());
            response.widget_info(|| {
                WidgetInfo::selected(Role::Button, true, set.contains(mark), &name)
            });
            if response.on_hover_text(format!("Alt+{}", mark.number())).clicked() {
                view.out.push(Request::Mark(node, mark));
                ui.close();
            }
        }
    });
}

/// Focuses the first entry of a menu that was opened by the keyboard.
fn focus_first(ui: &Ui, first: &Response) {
    let wanted = ui.data_mut(|data| data.remove_temp::<bool>(focus_id()));
    if wanted.is_some() {
        first.request_focus();
    }
}

fn focus_id() -> egui::Id {
    egui::Id::unique("move menu wants the keyboard")
}

/// The menu of the current move, below its button. The keyboard's menu key opens it too.
pub fn open_move_menu_ui(ui: &Ui, button: &Response, view: &mut MovesView<'_>) {
    let key = ui.input_mut(|input| {
        input.consume_key(egui::Modifiers::NONE, egui::Key::Menu)
            || input.consume_key(egui::Modifiers::SHIFT, egui::Key::F10)
    });
    if key && !view.covered {
        ui.data_mut(|data| data.insert_temp(focus_id(), true));
        Popup::toggle_id(ui.ctx(), Popup::default_response_id(button));
    }
    let node = view.session.game.cursor();
    Popup::menu(button).show(|ui| move_menu_ui(ui, view, node));
}
