//! The comment on the current move, below the move list.
//!
//! Typed text becomes part of the game when the field loses the focus or after a pause: one edit,
//! so that undo removes sentences and not letters.

use std::borrow::Cow;

use egui::{Key, ScrollArea, TextBuffer, TextEdit, Ui, WidgetInfo, text::LayoutJob};

use super::{MovesView, layout::numbered_text};
use crate::app::{
    request::Request,
    session::{GameVersion, Mode, Place},
    ui::theme::{CONTROL_HEIGHT, SPACE_S, TEXT_NOTE},
};
use minnow_game::limits::MAX_COMMENT_CHARS;

// Sizes in points.
/// The field grows with its text up to this height and then scrolls.
const MOST_COMMENT_HEIGHT: f32 = 112.0;
/// In less height, the move list hides a field without focus.
const COMMENT_FROM_HEIGHT: f32 = 200.0;

/// The pause in typing after which the comment becomes part of the game, in seconds.
const PAUSE_SECONDS: f64 = 2.0;

/// The field and its text.
#[derive(Default)]
pub struct CommentBox {
    /// The position whose comment the field shows.
    place: Option<Place>,
    text: String,
    /// The comment in the game.
    known: String,
    /// The time of the last letter, in seconds of egui's clock.
    typed_at: f64,
    wants_focus: bool,
    has_focus: bool,
    height: f32,
    /// The version of the game that was searched for comments, and whether it has any.
    searched: Option<GameVersion>,
    has_comments: bool,
}

impl CommentBox {
    /// Puts the text cursor into the field when it is shown next.
    pub fn write(&mut self) {
        self.wants_focus = true;
    }

    /// The typed text, if it is not yet part of the game.
    pub fn finish(&mut self) -> Option<Request> {
        let place = self.place.filter(|_| self.text != self.known)?;
        self.known.clone_from(&self.text);
        Some(Request::Comment { place, text: self.text.clone() })
    }

    /// The height of the field in points: one line, and more only while the user writes, so that the
    /// list keeps its height from move to move. `None` if the field is not shown: in play without a
    /// comment in the game, or without room.
    pub fn height(&mut self, ui: &Ui, view: &MovesView<'_>) -> Option<f32> {
        self.look_for_comments(view);
        let wanted = self.wants_focus || self.has_focus;
        let useful = view.mode == Mode::Analyse || self.has_comments;
        let shown = wanted || useful && ui.available_height() >= COMMENT_FROM_HEIGHT;
        let most = MOST_COMMENT_HEIGHT.min(ui.available_height() * 0.4).max(CONTROL_HEIGHT);
        let height = if self.has_focus { self.height } else { CONTROL_HEIGHT };
        shown.then(|| height.clamp(CONTROL_HEIGHT, most))
    }

    /// Notes whether the game has a comment, when it has changed.
    fn look_for_comments(&mut self, view: &MovesView<'_>) {
        let session = view.session;
        let (game_number, revision) = (session.game_number, session.revision);
        let version = Some(GameVersion { game_number, revision });
        if self.searched != version {
            self.searched = version;
            self.has_comments =
                session.game.nodes().any(|(_, node)| !node.notes.shown_comment().is_empty());
        }
    }

    /// Draws the field with the height that `height` returned. Returns the comment once it becomes
    /// part of the game; it precedes whatever made the user leave the field.
    pub fn comment_ui(
        &mut self,
        ui: &mut Ui,
        view: &MovesView<'_>,
        height: Option<f32>,
    ) -> Option<Request> {
        let written = self.follow(view);
        let Some(height) = height else { return written };
        let node = view.session.game.cursor();
        let name =
            numbered_text(&view.session.game, node).unwrap_or_else(|| "the start".to_owned());
        let hint = format!("Comment on {name}");
        let (width, font) = (ui.available_width(), egui::FontId::proportional(TEXT_NOTE));
        // One line, as the field is one line high, unless the user writes.
        let most_rows = if self.has_focus || self.wants_focus { usize::MAX } else { 1 };
        let mut layouter = |ui: &Ui, text: &dyn TextBuffer, width: f32| {
            let (text, color) = (text.as_str().to_owned(), ui.visuals().text_color());
            let mut job = LayoutJob::simple(text, font.clone(), color, width);
            job.wrap.max_rows = most_rows;
            ui.fonts_mut(|fonts| fonts.layout_job(job))
        };
        let area = ScrollArea::vertical().id_salt("comment").max_height(height);
        let shown = area.auto_shrink([false, false]).min_scrolled_height(height).show(ui, |ui| {
            let field = TextEdit::multiline(&mut self.text)
                .id_salt("comment")
                .hint_text(hint.as_str())
                .char_limit(MAX_COMMENT_CHARS)
                .font(font.clone())
                .layouter(&mut layouter)
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
        written.or_else(|| self.leave(ui, &field))
    }

    /// Esc and Ctrl+Enter leave the field. Leaving it, or a pause, makes the text part of the game.
    fn leave(&mut self, ui: &Ui, field: &egui::Response) -> Option<Request> {
        let ctrl_enter = self.has_focus
            && ui.input_mut(|input| input.consume_key(egui::Modifiers::COMMAND, Key::Enter));
        if ctrl_enter {
            field.surrender_focus();
        }
        if self.text == self.known {
            return None;
        }
        let waited = ui.input(|input| input.time) - self.typed_at;
        if field.lost_focus() || ctrl_enter || waited >= PAUSE_SECONDS {
            return self.finish();
        }
        let rest = std::time::Duration::from_secs_f64(PAUSE_SECONDS - waited);
        ui.ctx().request_repaint_after(rest);
        None
    }

    /// Shows the comment of the current move. Returns the text typed for another move.
    fn follow(&mut self, view: &MovesView<'_>) -> Option<Request> {
        let mut written = None;
        let here = view.session.here();
        let node = view.session.game.node(here.node);
        let comment = node.map_or(Cow::Borrowed(""), |node| node.notes.shown_comment());
        if self.place != Some(here) {
            written = self.finish();
            self.place = Some(here);
        } else if self.known.trim() == comment || self.text != self.known {
            return None;
        }
        self.known = comment.into_owned();
        self.text.clone_from(&self.known);
        written
    }
}
