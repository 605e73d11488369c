//! The section of games over a network: the server and the user's account there, the offers of others,
//! and the user's own. Each button opens a connection, and nothing else does. The password stays in the
//! memory of the window alone.

use std::fmt;

use egui::{Align, Button, Label, Layout, Role, TextEdit, Ui, WidgetInfo};

use super::{program_form::text_ui, programs::framed_ui};
use crate::app::{
    context::Cx,
    request::Request,
    session::{RemoteStart, Session},
    ui::number::{NumberField, number_row_ui},
    ui::text::{capitalised, time_text},
    ui::theme::{self, SPACE_S, Theme},
    ui::widgets::{
        button_row_ui, choice_row_ui, note_ui, said_ui, section_heading_ui, toggle_row_ui,
    },
};
use minnow_imcs::{
    JoinRequest, ListedOffer, OfferTerms, RemoteEvent, RemoteGame, RemoteSeat, Seat,
};
use minnow_rules::{Color, counted, excerpt};

/// The most offers that are shown.
const MAX_SHOWN: usize = 50;

/// The most minutes of a side, the protocol's day.
const MAX_MINUTES: u32 = 24 * 60;

/// The fields of the section.
struct ServerForm {
    /// `HOST` or `HOST:PORT`.
    address: String,
    name: String,
    password: String,
    /// True to make the account.
    is_new: bool,
    /// The user's colour in an offer.
    seat: Seat,
    /// The user's time in an offer, and the opponent's.
    minutes: [u32; 2],
}

impl Default for ServerForm {
    fn default() -> ServerForm {
        let minutes = OfferTerms::default().clocks_ms.map(|ms| (ms / 60_000) as u32);
        ServerForm {
            address: String::new(),
            name: String::new(),
            password: String::new(),
            is_new: false,
            seat: Seat::Any,
            minutes,
        }
    }
}

impl ServerForm {
    /// The connection for this game; a sentence if a field is empty.
    fn request(&self, seat: RemoteSeat) -> Result<JoinRequest, String> {
        let (address, name) = (self.address.trim(), self.name.trim());
        if address.is_empty() {
            return Err("Enter the name or the address of the server.".to_owned());
        }
        if name.is_empty() || self.password.is_empty() {
            return Err("Enter your name and your password on the server.".to_owned());
        }
        Ok(JoinRequest {
            address: address.to_owned(),
            name: name.to_owned(),
            password: self.password.clone(),
            is_new: self.is_new,
            seat,
        })
    }

    fn offer(&self) -> RemoteSeat {
        let clocks_ms = self.minutes.map(|minutes| u64::from(minutes) * 60_000);
        RemoteSeat::Offer(OfferTerms { seat: self.seat, clocks_ms })
    }
}

/// The section.
#[derive(Default)]
pub(super) struct NetworkSection {
    form: ServerForm,
    /// The list as the server sent it last.
    offers: Option<Vec<ListedOffer>>,
    /// The connection that the next tick opens.
    wanted: Option<JoinRequest>,
    line: Option<RemoteGame>,
    /// True while the user's offer is on the server's list.
    is_waiting: bool,
    /// The button that was pressed last, beside which the problem stands.
    cause: ConnectionCause,
    problem: Option<String>,
    /// The account that the last connection has made.
    made_account: Option<String>,
}

/// A button that opens a connection.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum ConnectionCause {
    #[default]
    List,
    /// To accept the offer with this number.
    Accept(u32),
    Offer,
}

impl ConnectionCause {
    fn of(seat: &RemoteSeat) -> ConnectionCause {
        match seat {
            RemoteSeat::Browse => ConnectionCause::List,
            RemoteSeat::Accept { id, .. } => ConnectionCause::Accept(*id),
            RemoteSeat::Offer(_) => ConnectionCause::Offer,
        }
    }
}

impl fmt::Debug for NetworkSection {
    /// Without the password.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("NetworkSection").finish_non_exhaustive()
    }
}

impl NetworkSection {
    /// True from a button to the server's answer, and while an offer waits.
    pub(super) fn is_connected(&self) -> bool {
        self.line.is_some() || self.wanted.is_some()
    }

    /// True while the user's offer waits for an opponent.
    pub(super) fn is_waiting(&self) -> bool {
        self.is_waiting
    }

    /// Draws the section.
    pub(super) fn section_ui(&mut self, ui: &mut Ui, cx: &mut Cx<'_>) {
        ui.add_space(SPACE_S);
        section_heading_ui(ui, "Over a network");
        note_ui(
            ui,
            "MiniChess with other people and programs on a server of the course's protocol, IMCS. Minnow \
             connects when you press a button here, and never otherwise.",
        );
        if let Some(remote) = cx.session.remote().filter(|_| cx.session.plays_remotely()) {
            ui.label(format!("You are playing {}.", remote.name));
            return;
        }
        if self.is_waiting {
            self.connected_ui(ui);
            self.account_ui(ui);
            return;
        }
        // All stays in its place meanwhile: a shorter page would scroll, and hide the answer.
        let is_free = !self.is_connected();
        ui.add_enabled_ui(is_free, |ui| self.server_ui(ui));
        if is_free {
            self.list_button_ui(ui, cx);
        } else {
            self.connected_ui(ui);
        }
        self.account_ui(ui);
        self.problem_ui(ui, ConnectionCause::List);
        ui.add_enabled_ui(is_free, |ui| {
            self.offers_ui(ui, cx);
            self.own_offer_ui(ui, cx);
        });
    }

    /// The account that was made, which the next connections use.
    fn account_ui(&self, ui: &mut Ui) {
        let Some(name) = &self.made_account else { return };
        let text =
            format!("The account {} is made. You log in with it from now on.", excerpt(name));
        let color = Theme::of(ui).good;
        said_ui(ui, color, |ui| drop(ui.add(Label::new(text).wrap())));
    }

    /// The problem, if this button was its cause.
    fn problem_ui(&self, ui: &mut Ui, cause: ConnectionCause) {
        let Some(problem) = self.problem.as_ref().filter(|_| self.cause == cause) else { return };
        let color = Theme::of(ui).bad;
        said_ui(ui, color, |ui| drop(ui.add(Label::new(problem.as_str()).wrap())));
    }

    fn list_button_ui(&mut self, ui: &mut Ui, cx: &mut Cx<'_>) {
        let text = if self.offers.is_some() { "Refresh the offers" } else { "Show the offers" };
        if button_row_ui(ui, vec![(Button::new(text), true)]).is_some() {
            self.ask(RemoteSeat::Browse, cx);
        }
    }

    fn connected_ui(&mut self, ui: &mut Ui) {
        let (text, button) = if self.is_waiting {
            let text = "Your offer waits for an opponent. You can close this page; the game then comes to \
                        the board by itself.";
            (text, "Take the offer back")
        } else {
            ("Waiting for the server\u{2026}", "Cancel the connection")
        };
        ui.add(Label::new(text).wrap());
        if button_row_ui(ui, vec![(Button::new(button), true)]).is_some() {
            self.hang_up();
            ui.ctx().request_repaint();
        }
    }

    /// The server and the account.
    fn server_ui(&mut self, ui: &mut Ui) {
        let form = &mut self.form;
        text_ui(
            ui,
            "Server",
            &mut form.address,
            "host or host:port; the port is 3589 unless given",
        );
        text_ui(ui, "Your name on the server", &mut form.name, "letters and digits");
        ui.label(theme::caption(ui.ctx(), "Password"));
        let field = TextEdit::singleline(&mut form.password).password(true).char_limit(128);
        let field = ui.add(field.desired_width(f32::INFINITY));
        field.widget_info(|| WidgetInfo::labeled(Role::PasswordInput, true, "Password"));
        note_ui(
            ui,
            "It travels unencrypted, so use one that you use nowhere else. Minnow does not keep it.",
        );
        if toggle_row_ui(ui, "Make a new account", form.is_new) {
            form.is_new = !form.is_new;
        }
    }

    fn offers_ui(&mut self, ui: &mut Ui, cx: &mut Cx<'_>) {
        let Some(offers) = &self.offers else { return };
        if offers.is_empty() {
            ui.label("Nobody offers a game.");
        }
        let mut accepted = None;
        for offer in offers.iter().take(MAX_SHOWN) {
            if offer_ui(ui, offer) {
                accepted = Some(RemoteSeat::Accept { id: offer.id, seat: Seat::Any });
            }
            self.problem_ui(ui, ConnectionCause::Accept(offer.id));
        }
        let hidden = offers.len().saturating_sub(MAX_SHOWN) as u64;
        if hidden > 0 {
            note_ui(ui, format!("The server has {} more.", counted(hidden, "offer", "offers")));
        }
        if let Some(seat) = accepted {
            self.ask(seat, cx);
        }
    }

    /// The terms of an offer of the user's.
    fn own_offer_ui(&mut self, ui: &mut Ui, cx: &mut Cx<'_>) {
        ui.label(theme::caption(ui.ctx(), "An offer of your own"));
        let form = &mut self.form;
        let seats = [
            (Seat::Color(Color::White), "White"),
            (Seat::Color(Color::Black), "Black"),
            (Seat::Any, "Either"),
        ];
        if let Some(seat) = choice_row_ui(ui, "Your colour", form.seat, &seats) {
            form.seat = seat;
        }
        let minutes = NumberField::whole(1..=MAX_MINUTES);
        let [own, other] = &mut form.minutes;
        number_row_ui(ui, "Your minutes", own, &minutes);
        number_row_ui(ui, "Your opponent's minutes", other, &minutes);
        if button_row_ui(ui, vec![(Button::new("Offer a game"), true)]).is_some() {
            self.ask(self.form.offer(), cx);
        }
        self.problem_ui(ui, ConnectionCause::Offer);
        note_ui(
            ui,
            "The game takes the place of the one on the board, which stays in Your games. It does not count \
             for your rating here.",
        );
    }

    /// Has the next tick connect, if the fields are complete and the board is free.
    fn ask(&mut self, seat: RemoteSeat, cx: &mut Cx<'_>) {
        let takes_board = seat != RemoteSeat::Browse;
        (self.cause, self.made_account) = (ConnectionCause::of(&seat), None);
        self.problem = match self.form.request(seat) {
            Err(problem) => Some(problem),
            Ok(_) if takes_board && cx.session.would_lose_changes() => {
                Some("Save the game on the board first; the new one takes its place.".to_owned())
            }
            Ok(request) => {
                self.wanted = Some(request);
                None
            }
        };
        cx.ask(Request::Wake);
    }

    fn hang_up(&mut self) {
        (self.line, self.wanted, self.is_waiting) = (None, None, false);
    }

    /// Connects if the user has asked for it, and takes what the server has sent.
    pub(super) fn tick(&mut self, session: &mut Session) {
        if let Some(request) = self.wanted.take() {
            let (spawner, wake) = (&session.background.spawner, session.background.wake());
            self.line = Some(RemoteGame::join(spawner, request, wake));
        }
        let events = self.line.as_mut().map_or(Vec::new(), RemoteGame::events);
        let mut events = events.into_iter();
        while let Some(event) = events.next() {
            match event {
                // The next connection logs in.
                RemoteEvent::LoggedIn => {
                    if std::mem::take(&mut self.form.is_new) {
                        self.made_account = Some(self.form.name.trim().to_owned());
                    }
                }
                RemoteEvent::Waiting(_) => self.is_waiting = true,
                RemoteEvent::Offers(offers) => {
                    self.offers = Some(offers);
                    self.hang_up();
                }
                RemoteEvent::Started { start, opponent, player } => {
                    if let Some(line) = self.line.take() {
                        let events = events.collect();
                        let start = RemoteStart { line, start, opponent, player, events };
                        session.request_remote_game(start);
                    }
                    self.hang_up();
                    // The list is old after a game.
                    self.offers = None;
                    return;
                }
                RemoteEvent::Failed(problem) => {
                    let problem = problem_text(&problem);
                    if self.is_waiting {
                        // The page may have been closed since.
                        session.error(format!("Your offer of a game is gone. {problem}"));
                    }
                    self.problem = Some(problem);
                    self.hang_up();
                }
                RemoteEvent::Game(_) => {}
            }
        }
    }
}

/// A failure as a sentence. The refusals that the user can answer here name what the page has; others keep
/// the server's words.
fn problem_text(problem: &str) -> String {
    const ANSWERS: [(&str, &str); 4] = [
        ("400 no such username", "There is no account of this name: choose Make a new account."),
        ("401 wrong password", "The account of this name has another password."),
        (
            "402 username already exists",
            "There is an account of this name already: choose another name, or log in without Make a new \
             account.",
        ),
        ("408 no such game", "This offer is gone: refresh the offers."),
    ];
    let reply = problem.strip_prefix("the server refuses: ").unwrap_or_default();
    let answer = ANSWERS.iter().find(|(known, _)| reply.starts_with(known));
    answer.map_or_else(|| format!("{}.", capitalised(problem)), |(_, text)| (*text).to_owned())
}

/// An offer in a row. Returns true if the user accepts it.
fn offer_ui(ui: &mut Ui, offer: &ListedOffer) -> bool {
    let (id, player) = (offer.id, excerpt(&offer.player));
    framed_ui(ui, false, |ui| {
        let layout = Layout::right_to_left(Align::Center);
        let row = ui.horizontal(|ui| {
            ui.with_layout(layout, |ui| {
                let accept = ui.add(Button::new("Accept"));
                accept.widget_info(|| {
                    let label = format!("Accept game {id} of {player}");
                    WidgetInfo::labeled(Role::Button, true, label)
                });
                ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                    ui.add(Label::new(theme::bold(&player)).truncate());
                    ui.add(Label::new(theme::muted(ui.ctx(), terms_text(&offer.terms))).truncate());
                });
                accept.clicked()
            })
            .inner
        });
        row.inner
    })
}

/// `plays White, 5:00 each`.
fn terms_text(terms: &OfferTerms) -> String {
    let colour = match terms.seat {
        Seat::Color(color) => format!("plays {color}"),
        Seat::Any => "plays either side".to_owned(),
    };
    let [own, other] = terms.clocks_ms.map(|ms| time_text(ms / 1000));
    if own == other {
        format!("{colour}, {own} each")
    } else {
        format!("{colour}, {own} against your {other}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_form_is_complete_or_says_what_is_missing() {
        let filled = |address: &str, name: &str, password: &str| ServerForm {
            address: address.to_owned(),
            name: name.to_owned(),
            password: password.to_owned(),
            ..ServerForm::default()
        };
        for (address, name, password, expected) in [
            (" ", "ada", "secret", Err("Enter the name or the address of the server.")),
            ("host", " ", "secret", Err("Enter your name and your password on the server.")),
            ("host", "ada", "", Err("Enter your name and your password on the server.")),
            (" host:80 ", " ada ", "secret", Ok(("host:80", "ada"))),
        ] {
            let request = filled(address, name, password).request(RemoteSeat::Browse);
            let found = request.as_ref().map(|request| (&*request.address, &*request.name));
            assert_eq!(found.map_err(|problem| problem.as_str()), expected, "{address:?}");
        }
    }

    #[test]
    fn known_refusals_name_what_the_page_has() {
        for (problem, expected) in [
            (
                "the server refuses: 400 no such username: please use register command",
                "There is no account of this name: choose Make a new account.",
            ),
            ("the server refuses: 499 full", "The server refuses: 499 full."),
            (
                "the connection is lost: 400 no such username",
                "The connection is lost: 400 no such username.",
            ),
        ] {
            assert_eq!(problem_text(problem), expected);
        }
    }

    #[test]
    fn terms_are_told_from_the_other_side() {
        let terms = |seat, clocks_ms| terms_text(&OfferTerms { seat, clocks_ms });
        assert_eq!(terms(Seat::Any, [300_000; 2]), "plays either side, 5:00 each");
        let white = terms(Seat::Color(Color::White), [60_000, 90_000]);
        assert_eq!(white, "plays White, 1:00 against your 1:30");
    }

    #[test]
    fn no_debug_text_has_the_password() {
        let mut section = NetworkSection::default();
        section.form.password = "secret".to_owned();
        assert!(!format!("{section:?}").contains("secret"));
    }
}
