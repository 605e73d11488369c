//! What the keyboard does when no text field and no board has it.

use egui::{Context, Event, Key};

use super::MinnowApp;
use crate::app::{
    action::{Action, EditorAction, Setting, WindowAction},
    keys::SHORTCUTS,
    session::{Command, Copied},
};

impl MinnowApp {
    /// Shortcuts, pasted text and typed moves, unless a text field has the keyboard.
    pub(super) fn keyboard(&mut self, ctx: &Context) -> Vec<Action> {
        let mut actions = Vec::new();
        if ctx.text_edit_focused() {
            return actions;
        }
        let six_files = self.state.session.variant().files > 5;
        let editor = self.state.editor().is_some();
        let page = self.state.page().is_some() || editor || self.state.chooser().is_some();
        for shortcut in SHORTCUTS {
            // What a page covers stays as it is.
            let covered = page && !is_about_window(&shortcut.action(), editor);
            // Where the board has an f file, a plain f begins a move.
            let types_file = shortcut.keys.logical_key == Key::F && six_files;
            let typing = !self.state.session.typed.is_empty() && shortcut.keys.modifiers.is_none();
            let text_key =
                matches!(shortcut.keys.logical_key, Key::F | Key::H | Key::X | Key::Delete);
            // Arrows on a focused control are the control's.
            let walks = matches!(
                shortcut.keys.logical_key,
                Key::ArrowLeft
                    | Key::ArrowRight
                    | Key::ArrowUp
                    | Key::ArrowDown
                    | Key::Home
                    | Key::End
            );
            // A focused button takes Space for a click; the board has no use for it.
            let presses = shortcut.keys.logical_key == Key::Space && !self.board_focused;
            let controls = (walks || presses) && ctx.memory(|memory| memory.focused().is_some());
            if covered || types_file || typing && text_key || controls {
                continue;
            }
            if ctx.input_mut(|input| input.consume_shortcut(&shortcut.keys)) {
                actions.push(shortcut.action());
            }
        }
        let events = ctx.input(|input| input.events.clone());
        for event in events {
            match event {
                Event::Paste(text) if editor => {
                    actions.push(Action::Editor(EditorAction::Text(text)));
                }
                Event::Paste(text) if !page => actions.push(Action::Command(Command::Paste(text))),
                Event::Copy => actions.push(Action::Command(Command::Copy(Copied::Fen))),
                Event::Text(text) if !editor => actions.push(Action::Command(Command::Type(text))),
                _ => {}
            }
        }
        self.zoom_keys(ctx, &mut actions);
        self.typed_keys(ctx, &mut actions);
        actions
    }

    fn zoom_keys(&self, ctx: &Context, actions: &mut Vec<Action>) {
        use egui::gui_zoom::kb_shortcuts::{ZOOM_IN, ZOOM_IN_SECONDARY, ZOOM_OUT, ZOOM_RESET};
        let zoom = self.state.session.settings.zoom;
        let wishes = [
            (ZOOM_IN, zoom + 0.125),
            (ZOOM_IN_SECONDARY, zoom + 0.125),
            (ZOOM_OUT, zoom - 0.125),
            (ZOOM_RESET, 1.0),
        ];
        for (keys, wish) in wishes {
            if ctx.input_mut(|input| input.consume_shortcut(&keys)) {
                actions.push(Action::Settings(Setting::Zoom(wish)));
            }
        }
    }

    fn typed_keys(&mut self, ctx: &Context, actions: &mut Vec<Action>) {
        if self.state.session.typed.is_empty() {
            return;
        }
        if ctx.input_mut(|input| input.consume_key(egui::Modifiers::NONE, Key::Backspace)) {
            actions.push(Action::Command(Command::TypeBackspace));
        }
        if self.state.typed_is_whole() {
            actions.push(Action::Command(Command::TypedMove(self.state.session.typed.clone())));
        }
    }

    /// Enter plays what was typed. To be asked before anything is drawn, as a control that has the
    /// focus would take it for a click.
    pub(super) fn typed_enter(&self, ctx: &Context) -> Option<Action> {
        if self.state.session.typed.is_empty() || ctx.text_edit_focused() {
            return None;
        }
        let enter = ctx.input_mut(|input| input.consume_key(egui::Modifiers::NONE, Key::Enter));
        // A whole move is played without it.
        let plays = enter && !self.state.typed_is_whole();
        plays.then(|| Action::Command(Command::TypedMove(self.state.session.typed.clone())))
    }
}

/// Whether an action leaves the game alone. The editor has a board, which can be turned.
fn is_about_window(action: &Action, editor: bool) -> bool {
    matches!(
        action,
        Action::Window(WindowAction::Show(_))
            | Action::Command(Command::Cancel)
            | Action::Window(WindowAction::FullScreen)
            | Action::Window(WindowAction::Quit)
    ) || editor && matches!(action, Action::Command(Command::Flip))
}
