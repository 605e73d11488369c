//! The card of the buttons: above them in one line what the computer answers, and beside it the button
//! that makes the computer move, where it applies.

use egui::{
    Align, Button, Color32, Label, Layout, Popup, RichText, Role, TextStyle, Ui, UiBuilder,
    WidgetInfo, vec2,
};
use egui_material_icons::icons;

use super::{
    Play,
    column::over_text,
    players::opponent_name,
    remote::{NO_DRAWS, NO_HINTS, NO_TAKE_BACK},
};
use crate::app::{
    context::Cx,
    request::Request,
    session::{Question, ScreenCommand, Session, settings::Sides},
    ui::breakpoints::is_slim,
    ui::focus::leave_control,
    ui::theme::{self, CONTROL_HEIGHT, ROW_HEIGHT, SPACE_S, SPACE_XS, TEXT_NOTE, Theme},
    ui::widgets::{button_row_ui, primary_button, primary_button_if, sized_button_ui},
};
use minnow_rules::san;

// Sizes in points.
const MENU_BUTTON_WIDTH: f32 = 40.0;
const MENU_WIDTH: f32 = 220.0;
/// The height of the answer's line in a small window.
const SLIM_HEIGHT: f32 = 24.0;
/// The height of a line of the answer: two fit, so that a longer answer moves nothing.
const ANSWER_LINE: f32 = CONTROL_HEIGHT / 2.0;
/// The width of the button beside the answer.
const MOVE_BUTTON_WIDTH: f32 = 96.0;

/// A button and what it asks for.
struct Control {
    text: &'static str,
    is_enabled: bool,
    /// Why a game on a server does not have it. It is disabled then.
    lack: Option<&'static str>,
    request: Request,
}

/// The question before the user resigns.
pub(in crate::app) fn resign_question() -> Question {
    Question::new("Resign this game?", "Your opponent wins.")
        .cancel("Keep playing")
        .choice("Resign", Request::Resign)
}

/// The question before the user offers a draw.
fn draw_question(session: &Session) -> Question {
    let text = match session.user() {
        Some(_) => format!("If {} accepts, the game ends in a draw.", opponent_name(session)),
        None => "The game ends in a draw if both of you agree.".to_owned(),
    };
    Question::new("Offer a draw?", text)
        .cancel("Keep playing")
        .choice("Offer draw", Request::OfferDraw)
        .lapsing_at_end()
}

/// The buttons of a game that goes on. They stay the same from its first move to its last.
fn controls(session: &Session) -> Vec<Control> {
    if session.end().is_some() {
        return Vec::new();
    }
    let is_remote = session.plays_remotely();
    let control = |text, is_enabled, request| Control { text, is_enabled, lack: None, request };
    let unless_remote = |control: Control, lack| {
        let lack = is_remote.then_some(lack);
        Control { is_enabled: control.is_enabled && lack.is_none(), lack, ..control }
    };
    let take_back = control("Take back", session.can_take_back(), ScreenCommand::Undo.into());
    let take_back = unless_remote(take_back, NO_TAKE_BACK);
    if session.settings.sides == Sides::None {
        return vec![take_back];
    }
    let has_moves = !session.game.is_empty();
    let resign = Request::Ask(Box::new(resign_question()));
    // In the opponent's turn there is nothing to ask: the line above the buttons says when to offer.
    let draw = if session.waits_for_human() {
        Request::Ask(Box::new(draw_question(session)))
    } else {
        Request::OfferDraw
    };
    vec![
        take_back,
        unless_remote(control("Hint", true, ScreenCommand::Hint.into()), NO_HINTS),
        unless_remote(control("Draw", has_moves, draw), NO_DRAWS),
        control("Resign", has_moves, resign),
    ]
}

/// The button that makes the computer move: after a pause, or at once while it thinks.
fn move_control(session: &Session, play: &Play) -> Option<Control> {
    (session.waits_for_computer() && !session.plays_remotely()).then(|| {
        let (text, request) = if play.paused {
            ("Continue", Request::Resume)
        } else {
            ("Move now", Request::MoveNow)
        };
        Control { text, is_enabled: true, lack: None, request }
    })
}

/// The buttons with their least widths in one row, or in two where one has no room for them and the menu.
fn rows(ui: &Ui, controls: Vec<Control>) -> Vec<Vec<(Control, f32)>> {
    let font = TextStyle::Button.resolve(ui.style());
    let wide = |control: &Control| {
        let (text, color) = (control.text.to_owned(), Color32::PLACEHOLDER);
        let galley = ui.painter().layout_no_wrap(text, font.clone(), color);
        galley.size().x + 2.0 * SPACE_XS
    };
    let widths: Vec<f32> = controls.iter().map(wide).collect();
    let gaps = SPACE_S * widths.len() as f32;
    let fits = widths.iter().sum::<f32>() + gaps + MENU_BUTTON_WIDTH <= ui.available_width();
    let in_row = if fits { controls.len() } else { controls.len().div_ceil(2) };
    let mut first: Vec<(Control, f32)> = controls.into_iter().zip(widths).collect();
    let second = first.split_off(in_row);
    if second.is_empty() { vec![first] } else { vec![first, second] }
}

impl Play {
    /// Draws the content of the card.
    pub(super) fn controls_ui(&mut self, ui: &mut Ui, cx: &mut Cx<'_>) {
        let slim = is_slim(ui.ctx().content_rect().size());
        ui.spacing_mut().item_spacing = vec2(SPACE_S, if slim { SPACE_XS } else { SPACE_S });
        // With this padding the longest label fits half of the narrowest column.
        ui.spacing_mut().button_padding.x = SPACE_XS;
        let height = if slim { SLIM_HEIGHT } else { CONTROL_HEIGHT };
        self.answer_ui(ui, height, cx);
        self.asked_ui(ui, cx);
        let is_open = self.open_move(cx.session).is_some();
        // An id of its own keeps the focus on its button when a row above appears, and off the buttons that
        // take the place of others.
        let id = ui.scope_id().with(if is_open { "answers" } else { "buttons" });
        ui.scope_builder(UiBuilder::new().scope_id(id), |ui| {
            if is_open {
                self.open_move_ui(ui, cx);
            } else {
                self.buttons_ui(ui, cx);
            }
        });
    }

    /// The answer, in a line of this height that stays while there is none.
    fn answer_ui(&self, ui: &mut Ui, height: f32, cx: &mut Cx<'_>) {
        let control = move_control(cx.session, self);
        let open = self.open_move(cx.session);
        let warns = open.is_some_and(|open| open.loses_king);
        let said = self.answer_text(cx.session).or_else(|| self.hint_text(cx.session));
        let uncounted = self.uncounted_text(cx.session).filter(|_| open.is_none());
        let text = said.into_iter().chain(uncounted).collect::<Vec<_>>().join(" ");
        let beside = control.as_ref().map_or(0.0, |_| MOVE_BUTTON_WIDTH + SPACE_S);
        let line = vec2(ui.available_width(), height);
        ui.allocate_ui_with_layout(line, Layout::left_to_right(Align::Center), |ui| {
            ui.spacing_mut().button_padding.y = 0.0;
            ui.set_min_height(height);
            let size = vec2(ui.available_width() - beside, height);
            if !text.is_empty() {
                ui.allocate_ui_with_layout(size, Layout::left_to_right(Align::Center), |ui| {
                    let color = if warns { Theme::of(ui).warning } else { Theme::of(ui).muted };
                    let text = RichText::new(text).color(color).size(TEXT_NOTE);
                    ui.add(Label::new(text.line_height(Some(ANSWER_LINE))).wrap());
                });
            }
            let Some(Control { text, request, .. }) = control else { return };
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                let button = primary_button_if(ui, text, self.paused);
                let size = vec2(MOVE_BUTTON_WIDTH, height);
                if sized_button_ui(ui, size, true, button).clicked() {
                    cx.ask(request);
                }
            });
        });
    }

    /// Draws the answers to the question about the open move, the usual one first. They take as many rows as
    /// the buttons in whose place they stand, so that nothing else moves.
    fn open_move_ui(&mut self, ui: &mut Ui, cx: &mut Cx<'_>) {
        let Some(open) = &mut self.open_move else { return };
        if std::mem::take(&mut open.is_new) {
            // Enter answers the question, and not the control from which the move was typed.
            leave_control(ui.ctx());
        }
        let play = ("Play it", Request::PlayAnyway(open.mv));
        let back = ("Take it back", Request::from(ScreenCommand::Undo));
        let (usual, other) = if open.loses_king { (back, play) } else { (play, back) };
        let first = (primary_button(ui, usual.0), true);
        let second = (Button::new(other.0), true);
        let clicked = if rows(ui, controls(cx.session)).len() == 1 {
            button_row_ui(ui, vec![first, second])
        } else {
            let first = button_row_ui(ui, vec![first]);
            let second = button_row_ui(ui, vec![second]).map(|_| 1);
            first.or(second)
        };
        match clicked {
            Some(0) => cx.ask(usual.1),
            Some(_) => cx.ask(other.1),
            None => {}
        }
    }

    /// `Hint: Nc3.`, or first only the piece.
    pub(in crate::app) fn hint_text(&self, session: &Session) -> Option<String> {
        let hint = self.hint_here(session)?;
        let position = session.game.position();
        if hint.whole {
            return Some(format!("Hint: {}.", san(position, hint.mv)));
        }
        let piece = position.board().piece_on(hint.mv.from())?;
        Some(format!("Hint: the {} on {}.", piece.role.name(), hint.mv.from()))
    }

    /// The buttons in their rows; at the end the menu.
    fn buttons_ui(&self, ui: &mut Ui, cx: &mut Cx<'_>) {
        let mut rows = rows(ui, controls(cx.session)).into_iter().peekable();
        while let Some(row) = rows.next() {
            self.row_ui(ui, row, rows.peek().is_none(), cx);
        }
    }

    /// Buttons with their least widths, which fill the row. After the end of the game there are none, and
    /// the row says which game it was.
    fn row_ui(&self, ui: &mut Ui, row: Vec<(Control, f32)>, has_menu: bool, cx: &mut Cx<'_>) {
        let menu = if has_menu { MENU_BUTTON_WIDTH + SPACE_S } else { 0.0 };
        let room = ui.available_width() - menu;
        let count = row.len() as f32;
        let least = row.iter().map(|(_, width)| *width).sum::<f32>() + SPACE_S * (count - 1.0);
        let spare = (room - least) / count.max(1.0);
        let is_over = row.is_empty();
        ui.horizontal(|ui| {
            for (Control { text, is_enabled, lack, request }, width) in row {
                let size = vec2(width + spare, CONTROL_HEIGHT);
                let response = sized_button_ui(ui, size, is_enabled, Button::new(text));
                if response.clicked() {
                    cx.ask(request);
                }
                if let Some(lack) = lack {
                    // No tooltip reaches a screen reader. The keys give the reason above the buttons.
                    ui.ctx().accesskit_node_builder(response.id, |node| node.set_description(lack));
                    response.on_disabled_hover_text(lack);
                }
            }
            if has_menu {
                // From the right, so that it stands at the same place without the buttons.
                let layout = Layout::right_to_left(Align::Center);
                ui.with_layout(layout, |ui| {
                    self.menu_ui(ui, cx);
                    if is_over {
                        ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                            let text = theme::muted(ui.ctx(), over_text(cx.session));
                            ui.add(Label::new(text.size(TEXT_NOTE)).truncate());
                        });
                    }
                });
            }
        });
    }

    /// The menu of what is needed less often.
    fn menu_ui(&self, ui: &mut Ui, cx: &mut Cx<'_>) {
        let icon = RichText::new(icons::ICON_MORE_HORIZ.codepoint).size(18.0);
        let size = vec2(MENU_BUTTON_WIDTH, CONTROL_HEIGHT);
        // The sign is higher than words; the button is not.
        ui.spacing_mut().button_padding.y = 0.0;
        let response = sized_button_ui(ui, size, true, Button::new(icon));
        response.widget_info(|| WidgetInfo::labeled(Role::Button, true, "Game menu"));
        Popup::menu(&response).show(|ui| {
            ui.set_width(MENU_WIDTH);
            ui.spacing_mut().interact_size.y = ROW_HEIGHT;
            for (text, keys, request) in self.menu(cx.session) {
                if ui.add(Button::new(text).shortcut_text(keys)).clicked() {
                    cx.ask(request);
                    ui.close();
                }
            }
        });
    }

    /// The entries that apply, with their keys.
    fn menu(&self, session: &Session) -> Vec<(&'static str, &'static str, Request)> {
        let goes_on = session.end().is_none();
        let is_watched = session.settings.sides == Sides::None;
        let entries: [Option<(&str, &str, Request)>; 4] = [
            (!goes_on && session.can_take_back())
                .then(|| ("Take back", "Ctrl+Z", ScreenCommand::Undo.into())),
            session.game.can_redo().then(|| ("Redo", "Ctrl+Shift+Z", ScreenCommand::Redo.into())),
            (is_watched && goes_on && !self.paused).then_some(("Pause", "", Request::Pause)),
            Some(("Turn the board", "F", Request::Flip)),
        ];
        entries.into_iter().flatten().collect()
    }
}
