//! The comment on the move that is looked at, below the move list.
//!
//! What is typed stays here until the field is left or the user pauses; then
//! it becomes one edit of the game, so that undo takes back sentences and not letters.

use egui::{Key, ScrollArea, TextEdit, Ui, WidgetInfo};

use crate::app::{
    action::{Action, MovesAction},
    moves::layout::numbered_text,
    screen::AppState,
    session::{Mode, Place},
    ui::theme::{CONTROL_HEIGHT, SPACE_S, TEXT_NOTE},
};

/// A pause in typing after which the comment becomes part of the game, in seconds.
const PAUSE_SECONDS: f64 = 2.0;

/// The field grows with its text up to this height, in points, and then scrolls.
const MOST_HEIGHT: f32 = 112.0;

/// Where less height than this is left, in points, the moves go before a comment that nobody writes.
const LEAST_ROOM: f32 = 200.0;

/// The field and what has been typed into it.
#[derive(Default)]
pub struct CommentBox {
    /// Whose comment the field shows.
    place: Option<Place>,
    text: String,
    /// The comment as the game has it.
    known: String,
    /// When the last letter was typed, in seconds of egui's time.
    typed_at: f64,
    wants_focus: bool,
    has_focus: bool,
    height: f32,
}

impl CommentBox {
    /// Puts the text cursor into the field when it is shown next.
    pub fn write(&mut self) {
        self.wants_focus = true;
    }

    /// What was typed and is not yet part of the game.
    pub fn finish(&mut self) -> Option<Action> {
        let place = self.place.filter(|_| self.text != self.known)?;
        self.known.clone_from(&self.text);
        Some(Action::Moves(MovesAction::Comment { place, text: self.text.clone() }))
    }

    /// The height that the field takes, in points; `None` where it is not shown: in a game without
    /// a comment at this move, or without room.
    pub fn height(&self, ui: &Ui, state: &AppState) -> Option<f32> {
        let wanted = self.wants_focus || self.has_focus;
        let useful = state.mode() == Mode::Analyse || !comment_here(state).is_empty();
        let shown = wanted || useful && ui.available_height() >= LEAST_ROOM;
        let most = MOST_HEIGHT.min(ui.available_height() * 0.4).max(CONTROL_HEIGHT);
        shown.then(|| self.height.clamp(CONTROL_HEIGHT, most))
    }

    /// Shows the field as high as `height` said, if it is to be shown.
    pub fn comment_ui(
        &mut self,
        ui: &mut Ui,
        state: &AppState,
        height: Option<f32>,
        out: &mut Vec<Action>,
    ) {
        self.follow(state, out);
        let Some(height) = height else { return };
        let node = state.session.game.cursor();
        let name =
            numbered_text(&state.session.game, node).unwrap_or_else(|| "the start".to_owned());
        let hint = format!("Comment on {name}");
        let (width, font) = (ui.available_width(), egui::FontId::proportional(TEXT_NOTE));
        let area = ScrollArea::vertical().id_salt("comment").max_height(height);
        let shown = area.auto_shrink([false, false]).min_scrolled_height(height).show(ui, |ui| {
            let field = TextEdit::multiline(&mut self.text)
                .id_salt("comment")
                .hint_text(hint.as_str())
                .font(font)
                .desired_rows(1)
                .margin(egui::Margin::symmetric(SPACE_S as i8, 6))
                .return_key(egui::KeyboardShortcut::new(egui::Modifiers::NONE, Key::Enter))
                .desired_width(width - SPACE_S);
            ui.add(field)
        });
        let field = shown.inner;
        field.widget_info(|| {
            let mut info = WidgetInfo::labeled(egui::Role::MultilineTextInput, true, &hint);
            info.current_text_value = Some(self.text.clone());
            info
        });
        self.height = field.rect.height();
        if std::mem::take(&mut self.wants_focus) {
            field.request_focus();
        }
        self.has_focus = field.has_focus();
        if field.changed() {
            self.typed_at = ui.input(|input| input.time);
        }
        self.leave(ui, &field, out);
    }

    /// Esc and Ctrl+Enter leave the field; leaving it or a pause makes the text part of the game.
    fn leave(&mut self, ui: &Ui, field: &egui::Response, out: &mut Vec<Action>) {
        let ctrl_enter = self.has_focus
            && ui.input_mut(|input| input.consume_key(egui::Modifiers::COMMAND, Key::Enter));
        if ctrl_enter {
            field.surrender_focus();
        }
        if self.text == self.known {
            return;
        }
        let waited = ui.input(|input| input.time) - self.typed_at;
        if field.lost_focus() || ctrl_enter || waited >= PAUSE_SECONDS {
            // Before whatever made the user leave the field.
            out.splice(0..0, self.finish());
        } else {
            let rest = std::time::Duration::from_secs_f64(PAUSE_SECONDS - waited);
            ui.ctx().request_repaint_after(rest);
        }
    }

    /// Shows the comment of the move that is looked at now; what was typed for another is kept.
    fn follow(&mut self, state: &AppState, out: &mut Vec<Action>) {
        let here = state.session.here();
        let comment = comment_here(state);
        if self.place != Some(here) {
            out.splice(0..0, self.finish());
            self.place = Some(here);
        } else if self.known.trim() == comment || self.text != self.known {
            return;
        }
        comment.clone_into(&mut self.text);
        comment.clone_into(&mut self.known);
    }
}

fn comment_here(state: &AppState) -> &str {
    let node = state.session.game.node(state.session.game.cursor());
    node.map_or("", |node| node.notes.comment.as_str())
}
