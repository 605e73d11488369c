//! Handles the keys that neither a text field nor the board takes.

use crate::app::request::Request;
use egui::{Context, Event, Id, Key, KeyboardShortcut, Modifiers, Popup};

use super::MinnowApp;
use crate::app::{
    context::change_settings,
    keymap,
    session::{Copied, GameCommand, Notice},
};
use minnow_game::Mark;

impl MinnowApp {
    /// Shortcuts, pasted text and typed moves. A text field with the keyboard takes what means
    /// something to it; `typing` is true if one had it at the beginning of the frame.
    pub(in crate::app) fn keyboard(&mut self, ctx: &Context, typing: bool) -> Vec<Request> {
        let mut actions = Vec::from_iter(unanswered_paste(ctx));
        if typing || ctx.text_edit_focused() {
            self.keys_beside_text(ctx, &mut actions);
            self.zoom_keys(ctx, &mut actions);
            return actions;
        }
        let editor = self.state.editor().is_some();
        let page = self.state.is_covered();
        let events = ctx.input(|input| input.events.clone());
        let mut shortcuts = Vec::new();
        for (keys, action) in keymap::shortcuts(&self.state.screen, page) {
            if !self.is_taken(ctx, &keys) && ctx.input_mut(|input| input.consume_shortcut(&keys)) {
                shortcuts.push(keys.logical_key);
                actions.push(action);
            }
        }
        let takes_paste = editor || !page;
        actions.extend(events.iter().filter_map(|event| self.clipboard(event, takes_paste)));
        if !editor {
            let letters = self.typed_letters(&events).into_iter();
            let typed = letters.filter(|(key, _)| key.is_none_or(|key| !shortcuts.contains(&key)));
            actions.extend(typed.map(|(_, text)| Request::from(GameCommand::Type(text))));
            actions.extend(self.mark_key(&events));
        }
        self.zoom_keys(ctx, &mut actions);
        self.typed_keys(ctx, &mut actions);
        actions
    }

    /// The request of an event of the clipboard. With an empty clipboard, only the release of Ctrl+V is an
    /// event.
    fn clipboard(&mut self, event: &Event, takes_paste: bool) -> Option<Request> {
        let refused = |text: &str| Some(Request::Notify(Notice::error(text)));
        match event {
            Event::Copy => Some(Request::Copy(Copied::Fen)),
            Event::Paste(text) => {
                self.has_pasted = true;
                let paste = takes_paste.then(|| Request::Paste(text.clone()));
                paste.or_else(|| refused("Nothing can be pasted here: close the page first."))
            }
            Event::PasteImage(_) => {
                self.has_pasted = true;
                refused("The clipboard holds a picture and no text, so nothing is pasted.")
            }
            Event::Key { key: Key::V, pressed: false, modifiers, .. } => {
                let has_pasted = std::mem::take(&mut self.has_pasted);
                (modifiers.command && !has_pasted).then(nothing_to_paste)
            }
            _ => None,
        }
    }

    /// The shortcuts that mean nothing to a text field: F11, F1, and those with Ctrl. Undo and the
    /// clipboard belong to the text, and F1 would close a form over the screen.
    fn keys_beside_text(&self, ctx: &Context, actions: &mut Vec<Request>) {
        let covered = self.state.is_covered() || self.path_box.is_open();
        for (keys, action) in keymap::shortcuts(&self.state.screen, covered) {
            let is_free = match keys.logical_key {
                Key::F11 => true,
                Key::F1 => !covered,
                Key::Z | Key::C => false,
                _ => keys.modifiers.command,
            };
            if is_free && ctx.input_mut(|input| input.consume_shortcut(&keys)) {
                actions.push(action);
            }
        }
    }

    /// True if the focused control or a move that is being typed takes these keys.
    fn is_taken(&self, ctx: &Context, keys: &KeyboardShortcut) -> bool {
        let key = keys.logical_key;
        let before = ctx.input(|input| self.text_before(&input.events, key)).unwrap_or_default();
        let types = keys.modifiers.is_none()
            && match plain_letter(key) {
                Some(letter) => self.state.takes_letter(letter, &before),
                None => key == Key::Delete && !self.state.session.typed.is_empty(),
            };
        let walks = matches!(
            key,
            Key::ArrowLeft | Key::ArrowRight | Key::ArrowUp | Key::ArrowDown | Key::Home | Key::End
        );
        // A focused button takes Space as a click; the board does not use it.
        let presses = key == Key::Space && !self.board.focused;
        let focused = (walks || presses) && ctx.memory(|memory| memory.focused().is_some());
        types || focused
    }

    /// The mark of the current move whose key is pressed. With Alt, some layouts have other signs on the
    /// keys of digits, so the place of the key counts, too.
    fn mark_key(&self, events: &[Event]) -> Option<Request> {
        let is_shown = !self.state.is_covered() && !self.state.shown_editor();
        let mark_of =
            |key: Key| Mark::ALL.into_iter().find(|mark| key.name() == mark.number().to_string());
        let pressed = |event: &Event| match event {
            Event::Key { key, physical_key, pressed: true, modifiers, .. }
                if modifiers.matches_exact(Modifiers::ALT) =>
            {
                mark_of(*key).or_else(|| mark_of((*physical_key)?))
            }
            _ => None,
        };
        let mark = events.iter().filter(|_| is_shown).find_map(pressed)?;
        Some(Request::Mark(self.state.session.game.cursor(), mark))
    }

    /// The letters that are typed, each with its key. A letter that no move has, as in another keyboard
    /// layout, becomes the one that its key has by its place.
    fn typed_letters(&self, events: &[Event]) -> Vec<(Option<Key>, String)> {
        let mut letters = Vec::new();
        let mut press = None;
        for event in events {
            match event {
                Event::Key { key, physical_key, pressed: true, modifiers, .. } => {
                    press = Some((*key, *physical_key, *modifiers));
                }
                Event::Text(text) => {
                    let Some((key, place, modifiers)) = press.take() else {
                        letters.push((None, text.clone()));
                        continue;
                    };
                    let is_known = text.chars().all(|letter| self.state.is_in_moves(letter));
                    let by_place = place.and_then(|place| letter_of(place, modifiers.shift));
                    let by_place = by_place.filter(|letter| self.state.is_in_moves(*letter));
                    let letter = by_place.filter(|_| !is_known).map(String::from);
                    if !modifiers.alt {
                        letters.push((Some(key), letter.unwrap_or(text.clone())));
                    }
                }
                _ => {}
            }
        }
        letters
    }

    /// The letters typed before a key in the same frame; `None` if there are none.
    fn text_before(&self, events: &[Event], wanted: Key) -> Option<String> {
        let press = events.iter().position(|event| match event {
            Event::Key { key, pressed, .. } => *pressed && *key == wanted,
            _ => false,
        })?;
        let letters = self.typed_letters(&events[..press]).into_iter().map(|(_, text)| text);
        Some(letters.collect::<String>()).filter(|text| !text.is_empty())
    }

    fn zoom_keys(&self, ctx: &Context, actions: &mut Vec<Request>) {
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
                let settings = &self.state.session.settings;
                change_settings(actions, settings, |changed| changed.zoom = wish);
            }
        }
    }

    fn typed_keys(&mut self, ctx: &Context, actions: &mut Vec<Request>) {
        if self.is_covered() || self.state.session.typed.is_empty() {
            return;
        }
        if ctx.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Backspace)) {
            actions.push(Request::from(GameCommand::TypeBackspace));
        }
        if self.state.typed_is_whole() {
            actions.push(Request::from(GameCommand::TypedMove(self.state.session.typed.clone())));
        }
    }

    /// Enter plays the typed move, unless a page or a question takes the key. Called before anything is
    /// drawn, because a focused control would take Enter as a click.
    pub(in crate::app) fn typed_enter(&self, ctx: &Context) -> Option<Request> {
        if self.is_covered() || ctx.text_edit_focused() {
            return None;
        }
        // On a slow display, the letters and Enter may come in one frame.
        if let Some(letters) = ctx.input(|input| self.text_before(&input.events, Key::Enter))
            && let Some(text) = self.state.typed_with(&letters)
        {
            ctx.input_mut(|input| {
                input.consume_key(Modifiers::NONE, Key::Enter);
                input.events.retain(|event| !matches!(event, Event::Text(_)));
            });
            return Some(Request::from(GameCommand::TypedMove(text)));
        }
        if self.state.session.typed.is_empty() {
            return None;
        }
        let enter = ctx.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Enter));
        // A complete move is played without Enter.
        let plays = enter && !self.state.typed_is_whole();
        plays.then(|| Request::from(GameCommand::TypedMove(self.state.session.typed.clone())))
    }

    /// The answer by a key to the question about the open move: Enter gives the usual one, unless a control has
    /// the focus, and Escape takes it back. Called before anything is drawn, because a focused board would
    /// take both keys.
    pub(in crate::app) fn open_move_key(&self, ctx: &Context) -> Option<Request> {
        let usual = self.state.play.open_move(&self.state.session)?.usual_answer();
        if self.is_covered() || Popup::is_any_open(ctx) || ctx.text_edit_focused() {
            return None;
        }
        let pressed = |key| ctx.input_mut(|input| input.consume_key(Modifiers::NONE, key));
        if pressed(Key::Escape) {
            return Some(Request::Cancel);
        }
        let free = self.board.focused || ctx.memory(|memory| memory.focused().is_none());
        (free && pressed(Key::Enter)).then_some(usual)
    }
}

/// Asks for the text of the clipboard, which arrives as an event of a later frame.
#[cfg(not(target_arch = "wasm32"))]
pub(super) fn ask_for_paste(ctx: &Context) {
    ctx.send_viewport_cmd(egui::ViewportCommand::RequestPaste);
    let frame = ctx.cumulative_frame_nr();
    ctx.data_mut(|data| data.insert_temp(paste_id(), frame));
    ctx.request_repaint();
}

/// A sentence if the menu asked for the clipboard in an earlier frame, and no text has come.
fn unanswered_paste(ctx: &Context) -> Option<Request> {
    let asked = ctx.data(|data| data.get_temp::<u64>(paste_id()))?;
    if asked == ctx.cumulative_frame_nr() {
        return None;
    }
    ctx.data_mut(|data| data.remove::<u64>(paste_id()));
    let is_paste = |event: &Event| matches!(event, Event::Paste(_) | Event::PasteImage(_));
    let has_come = ctx.input(|input| input.events.iter().any(is_paste));
    (!has_come).then(nothing_to_paste)
}

/// The key of the number of the frame in which the menu asked for the clipboard.
fn paste_id() -> Id {
    Id::unique("asked for the clipboard")
}

fn nothing_to_paste() -> Request {
    Request::Notify(Notice::error("The clipboard holds no text to paste."))
}

/// The letter that a key types without Shift.
fn plain_letter(key: Key) -> Option<char> {
    letter_of(key, false).filter(char::is_ascii_alphabetic)
}

/// The letter of a key, or its digit, which Shift makes a sign.
fn letter_of(key: Key, shift: bool) -> Option<char> {
    let mut name = key.name().chars();
    let letter = name.next().filter(|_| name.clone().next().is_none())?;
    match letter {
        _ if letter.is_ascii_alphabetic() && shift => Some(letter),
        _ if letter.is_ascii_alphabetic() => Some(letter.to_ascii_lowercase()),
        _ => Some(letter).filter(|letter| letter.is_ascii_digit() && !shift),
    }
}
