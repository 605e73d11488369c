//! Alerts and the notice: sentences for the user. They lie over the status line and move nothing;
//! sentences that need more room lie over what stands above it, too.

use crate::app::request::Request;
use std::{sync::Arc, time::Duration};

use egui::{
    Align, Area, Button, Color32, Galley, Id, Label, Layout, Rect, RichText, Sense, Ui, UiBuilder,
    vec2,
};
use egui_material_icons::icons;

use super::{MinnowApp, dialogs::hold_below_question, status};
use crate::app::{
    session::{Alert, FileWork, Notice, NoticeUndo, Question, Session, SlowFile},
    ui::theme::{self, SPACE_L, SPACE_S, STATUS_HEIGHT, Theme},
    ui::widgets::icon_button_ui,
};

// Sizes in points.
const BUTTON_WIDTH: f32 = 96.0;
const BUTTON_HEIGHT: f32 = 22.0;
/// Room for the icon before the sentence and the cross behind it.
const ICONS_WIDTH: f32 = 80.0;

/// The time for which information stays, in seconds of egui's clock.
const NOTICE_SECONDS: f64 = 6.0;
/// The same for a notice that offers to undo a change.
const UNDO_NOTICE_SECONDS: f64 = 12.0;

/// One sentence with its buttons.
struct Message {
    text: String,
    is_problem: bool,
    button: Option<MessageButton>,
    /// The actions of the cross; none if the sentence cannot be dismissed.
    dismiss: Vec<Request>,
}

/// A button beside the sentence.
struct MessageButton {
    label: &'static str,
    actions: Vec<Request>,
}

impl Message {
    fn of_alert(index: usize, alert: &Alert) -> Message {
        let dismiss = Request::DismissAlert(index);
        let button = alert.retry.as_ref().map(|path| MessageButton {
            label: "Try again",
            actions: vec![dismiss.clone(), Request::OpenPath(path.clone())],
        });
        let (text, is_problem) = (alert.text.clone(), alert.is_problem);
        Message { text, is_problem, button, dismiss: vec![dismiss] }
    }

    fn of_notice(notice: &Notice) -> Message {
        let button = notice.undo.map(|undo| MessageButton {
            label: "Undo",
            actions: vec![match undo {
                NoticeUndo::Edit => Request::UndoEdit,
                NoticeUndo::Setup => Request::UndoSetup,
                NoticeUndo::NewGame => Request::ReturnToGame,
            }],
        });
        let dismiss = vec![Request::DismissNotice];
        let (text, is_problem) = (notice.text.clone(), notice.is_problem);
        Message { text, is_problem, button, dismiss }
    }

    fn of_slow_file(slow: &SlowFile) -> Message {
        let cancel = Request::CancelFile(slow.work);
        let button = MessageButton { label: "Cancel", actions: vec![cancel] };
        let text = slow_file_text(slow);
        Message { text, is_problem: false, button: Some(button), dismiss: Vec::new() }
    }

    fn icon(&self, theme: &Theme) -> (&'static str, Color32) {
        if self.is_problem {
            (icons::ICON_ERROR.codepoint, theme.bad)
        } else {
            (icons::ICON_INFO.codepoint, theme.accent)
        }
    }
}

/// The sentence of the progress sign.
fn slow_file_text(slow: &SlowFile) -> String {
    let verb = match slow.work {
        FileWork::Reading => "Opening",
        FileWork::Saving => "Saving to",
        FileWork::Exporting => "Making",
    };
    format!("{verb} {}\u{2026}", slow.path.display())
}

/// The current messages, the newest last.
fn messages(session: &Session) -> Vec<Message> {
    let alerts = session.keeping.alerts().iter().enumerate();
    alerts
        .map(|(index, alert)| Message::of_alert(index, alert))
        .chain(session.notice.as_ref().map(Message::of_notice))
        .chain(session.files.slow.as_ref().map(Message::of_slow_file))
        .collect()
}

/// A message laid out for the width of the window.
struct MessageRow {
    message: Message,
    galley: Arc<Galley>,
}

impl MessageRow {
    fn new(ui: &Ui, message: Message, width: f32) -> MessageRow {
        let button = message.button.as_ref().map_or(0.0, |_| BUTTON_WIDTH);
        let room = width - 2.0 * SPACE_L - ICONS_WIDTH - button;
        let layout = |size: f32| {
            let (font, color) = (egui::FontId::proportional(size), Theme::of(ui).text);
            ui.painter().layout(message.text.clone(), font, color, room)
        };
        let line = layout(theme::TEXT_BODY);
        // In a wide window, two small lines lie over the status line and the margin above it only.
        let galley = if line.rows.len() > 1 { layout(theme::TEXT_SMALL) } else { line };
        MessageRow { message, galley }
    }

    fn height(&self, least: f32) -> f32 {
        least.max(self.galley.size().y)
    }

    fn row_ui(self, ui: &mut Ui, rect: Rect, out: &mut Vec<Request>) {
        let theme = Theme::of(ui);
        let MessageRow { message, galley } = self;
        let (icon, color) = message.icon(theme);
        ui.painter().rect_filled(rect, 0, theme.panel.lerp_to_gamma(color, 0.14));
        let inside = UiBuilder::new()
            .max_rect(rect.shrink2(vec2(SPACE_L, 0.0)))
            .layout(Layout::right_to_left(Align::Center));
        let mut ui = ui.new_child(inside);
        ui.spacing_mut().item_spacing.x = SPACE_S;
        ui.spacing_mut().interact_size.y = BUTTON_HEIGHT;
        ui.spacing_mut().button_padding.y = 0.0;
        let close = icons::ICON_CLOSE.codepoint;
        if !message.dismiss.is_empty() && icon_button_ui(&mut ui, close, "Dismiss", true).clicked()
        {
            out.extend(message.dismiss);
        }
        if let Some(button) = message.button
            && ui.add(Button::new(theme::bold(button.label))).clicked()
        {
            out.extend(button.actions);
        }
        ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
            ui.label(RichText::new(icon).size(16.0).color(color));
            ui.add(Label::new(galley));
        });
    }
}

/// Draws messages from the lower edge of the status line upwards. Returns true if the pointer is over them.
fn messages_ui(
    ui: &Ui,
    messages: Vec<Message>,
    line: Rect,
    question: Option<&Question>,
    out: &mut Vec<Request>,
) -> bool {
    let row = |message| MessageRow::new(ui, message, line.width());
    let rows: Vec<MessageRow> = messages.into_iter().map(row).collect();
    let height: f32 = rows.iter().map(|row| row.height(line.height())).sum();
    let area = Area::new(Id::unique("messages")).fixed_pos(line.left_bottom() - vec2(0.0, height));
    let shown = area.constrain(false).fade_in(false).show(ui.ctx(), |ui| {
        hold_below_question(ui, question);
        ui.spacing_mut().item_spacing.y = 0.0;
        for row in rows {
            let size = vec2(line.width(), row.height(line.height()));
            let (rect, _) = ui.allocate_exact_size(size, Sense::hover());
            row.row_ui(ui, rect, out);
        }
        ui.rect_contains_pointer(ui.min_rect())
    });
    shown.inner
}

/// The view state of the notice: the time that it has left.
#[derive(Debug, Default)]
pub(crate) struct NoticeLine {
    /// The number of the notice.
    number: u64,
    /// When it was shown first, or was under the pointer last, in seconds of egui's clock.
    since: f64,
}

impl NoticeLine {
    /// The rest of a notice's time in seconds; it begins anew for another notice, and while `held`.
    fn rest(&mut self, number: u64, lasts: f64, held: bool, now: f64) -> f64 {
        if self.number != number || held {
            (self.number, self.since) = (number, now);
        }
        self.since + lasts - now
    }
}

impl MinnowApp {
    /// Draws the line at the lower edge of the window: the status or, over it, the alerts and the
    /// notice.
    pub(super) fn lower_line_ui(&mut self, ui: &mut Ui, out: &mut Vec<Request>) {
        let messages = messages(&self.state.session);
        let frame = egui::Frame::new().fill(Theme::of(ui).panel);
        let frame = frame.inner_margin(egui::Margin::symmetric(16, 2));
        let panel = egui::Panel::bottom("status").frame(frame).exact_size(STATUS_HEIGHT);
        let shown = panel.show(ui, |ui| {
            if !messages.is_empty() {
                // A screen reader finds no text below a message.
                ui.set_invisible();
            }
            status::status_ui(ui, &self.state, out);
        });
        if messages.is_empty() {
            return;
        }
        // The hidden status may be wider than the window.
        let line = shown.response.rect.intersect(ui.ctx().content_rect());
        let held = messages_ui(ui, messages, line, self.state.question.as_ref(), out);
        self.dismiss_in_time(ui, held, out);
    }

    /// Removes information whose time is over. While it is `held` by the pointer, it stays.
    fn dismiss_in_time(&mut self, ui: &Ui, held: bool, out: &mut Vec<Request>) {
        let session = &self.state.session;
        let Some(notice) = session.notice.as_ref().filter(|notice| !notice.is_problem) else {
            return;
        };
        let lasts = if notice.undo.is_some() { UNDO_NOTICE_SECONDS } else { NOTICE_SECONDS };
        let now = ui.input(|input| input.time);
        let rest = self.notice_line.rest(session.notice_number, lasts, held, now);
        if rest <= 0.0 {
            out.push(Request::DismissNotice);
        } else {
            ui.ctx().request_repaint_after(Duration::from_secs_f64(rest));
        }
    }
}
