//! Alerts and the notice: sentences for the user that lie over the window, so that the board keeps
//! its size.

use egui::{Align2, Area, Color32, Id, Label, Margin, Order, RichText, Ui, WidgetText};
use egui_material_icons::icons;

use super::MinnowApp;
use crate::app::{
    action::{Action, GamesAction, MovesAction, WindowAction},
    session::{Alert, FileWork, Mode, Notice, NoticeKind, SlowFile},
    ui::breakpoints::notices as sizes,
    ui::theme::{self, Theme},
    ui::widgets::icon_button_ui,
};

/// One sentence with its buttons.
struct Message<'a> {
    text: &'a str,
    is_problem: bool,
    button: Option<MessageButton>,
    /// The actions of the cross; none if the sentence cannot be dismissed.
    dismiss: Vec<Action>,
}

/// A button beside the sentence.
struct MessageButton {
    label: &'static str,
    actions: Vec<Action>,
}

impl<'a> Message<'a> {
    fn of_alert(index: usize, alert: &'a Alert) -> Message<'a> {
        let dismiss = Action::Window(WindowAction::DismissAlert(index));
        let button = alert.retry.as_ref().map(|path| MessageButton {
            label: "Try again",
            actions: vec![dismiss.clone(), Action::Games(GamesAction::OpenPath(path.clone()))],
        });
        Message { text: &alert.text, is_problem: alert.is_problem, button, dismiss: vec![dismiss] }
    }

    fn of_notice(notice: &'a Notice) -> Message<'a> {
        let undo = MessageButton { label: "Undo", actions: vec![Action::Moves(MovesAction::Undo)] };
        Message {
            text: &notice.text,
            is_problem: notice.kind == NoticeKind::Error,
            button: notice.offers_undo.then_some(undo),
            dismiss: vec![Action::Window(WindowAction::DismissNotice)],
        }
    }

    fn of_slow_file(slow: &SlowFile, text: &'a str) -> Message<'a> {
        let cancel = Action::Games(GamesAction::CancelFile(slow.work));
        let button = MessageButton { label: "Cancel", actions: vec![cancel] };
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

impl MinnowApp {
    /// Shows the alerts and the notice below the bar. In the lab they are above the status line, where
    /// they do not hide the switch of the pages.
    pub(super) fn notices_ui(&mut self, ui: &mut Ui, out: &mut Vec<Action>) {
        let session = &self.state.session;
        let alerts = session.keeping.alerts().iter().enumerate();
        let alerts = alerts.map(|(index, alert)| Message::of_alert(index, alert));
        let slow = session.files.slow();
        let slow_text = slow.map(slow_file_text).unwrap_or_default();
        let messages: Vec<Message<'_>> = alerts
            .chain(session.notice.as_ref().map(Message::of_notice))
            .chain(slow.map(|slow| Message::of_slow_file(slow, &slow_text)))
            .collect();
        if messages.is_empty() {
            return;
        }
        let room = ui.ctx().content_rect();
        let (at, pivot) = if self.state.mode() == Mode::Lab {
            let up = egui::vec2(0.0, theme::STATUS_HEIGHT + theme::SPACE_XS);
            (room.center_bottom() - up, Align2::CENTER_BOTTOM)
        } else {
            let down = egui::vec2(0.0, theme::BAR_HEIGHT + theme::SPACE_XS);
            (room.center_top() + down, Align2::CENTER_TOP)
        };
        let most = (room.width() - 2.0 * theme::SPACE_XL).min(theme::PAGE_WIDTH);
        let area = Area::new(Id::unique("notice")).pivot(pivot).fixed_pos(at);
        area.order(Order::Foreground).show(ui.ctx(), |ui| {
            ui.spacing_mut().item_spacing.y = theme::SPACE_XS;
            for message in &messages {
                message_ui(ui, message, most, out);
            }
        });
    }
}

/// The sentence of the progress sign.
fn slow_file_text(slow: &SlowFile) -> String {
    let verb = match slow.work {
        FileWork::Reading => "Opening",
        FileWork::Saving => "Saving to",
    };
    format!("{verb} {}\u{2026}", slow.path.display())
}

fn message_ui(ui: &mut Ui, message: &Message<'_>, most: f32, out: &mut Vec<Action>) {
    let theme = Theme::of(ui);
    let (icon, color) = message.icon(theme);
    let margin = Margin::symmetric(theme::SPACE_M as i8, theme::SPACE_XS as i8);
    theme.overlay().inner_margin(margin).show(ui, |ui| {
        ui.set_max_width(most);
        ui.horizontal(|ui| {
            ui.label(RichText::new(icon).size(18.0).color(color));
            let button = message.button.as_ref().map_or(0.0, |_| sizes::BUTTON_WIDTH);
            let room = most - 2.0 * theme::CONTROL_HEIGHT - theme::SPACE_XL - button;
            let galley = WidgetText::from(message.text).into_galley(
                ui,
                Some(egui::TextWrapMode::Wrap),
                room,
                egui::TextStyle::Body,
            );
            ui.add(Label::new(galley));
            if let Some(button) = &message.button
                && ui.button(button.label).clicked()
            {
                out.extend(button.actions.iter().cloned());
            }
            let close = icons::ICON_CLOSE.codepoint;
            let is_lasting = message.dismiss.is_empty();
            if !is_lasting && icon_button_ui(ui, close, "Dismiss", true).clicked() {
                out.extend(message.dismiss.iter().cloned());
            }
        });
    });
}
