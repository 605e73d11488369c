//! A client between games: its commands, and the wait for an opponent.

use std::sync::Arc;

use web_time::Instant;

use super::{
    accounts::Login,
    connection::Connection,
    game::{HostedGame, play_game},
    hall::{Acceptance, Guest, Hall, Offer},
    inbox::{Input, InputEnd, OfferNews},
};
use crate::{
    command::{Command, help_lines},
    lines::MAX_LINE_BYTES,
    wire::{LIST_END, Seat, VERSION, sent},
};

/// The digits of the longest number of a game.
const MAX_ID_DIGITS: usize = 8;

/// The reply to an offer that has no opponent.
const OFFER_GONE: &str = "421 offer countermanded";

/// The step after a command.
enum Step {
    /// This reply, of one line or several, and the next command.
    Reply(String),
    /// This reply and the end of the connection.
    Close(String),
    /// The wait for an opponent.
    Offer { seat: Seat, clocks_ms: [u64; 2] },
    /// A game of another player.
    Accept { id: u32, seat: Seat, name: String },
}

/// A client between games.
struct Session {
    hall: Arc<Hall>,
    connection: Connection,
    name: Option<String>,
    wrong_passwords: u32,
    new_passwords: u32,
}

/// Serves a client until its connection ends or is handed to the player of an offer.
pub(super) fn serve(hall: Arc<Hall>, connection: Connection) {
    let session = Session { hall, connection, name: None, wrong_passwords: 0, new_passwords: 0 };
    session.run();
}

impl Session {
    fn run(mut self) {
        let mut reply = format!("100 imcs {VERSION}");
        loop {
            if self.connection.send(&sent([&reply])).is_err() {
                return;
            }
            reply = match self.next_step() {
                Step::Reply(reply) => reply,
                Step::Close(reply) => return self.say_goodbye(&reply),
                Step::Offer { seat, clocks_ms } => match self.offer(seat, clocks_ms) {
                    Ok(hosted) => return play_game(&self.hall, self.connection, hosted),
                    Err(reply) => reply,
                },
                Step::Accept { id, seat, name } => {
                    let guest = Guest { connection: self.connection, name };
                    match self.hall.accept(id, seat, guest) {
                        Acceptance::Seated => return,
                        Acceptance::Refused { reply, guest } => {
                            self.connection = guest.connection;
                            reply
                        }
                    }
                }
            };
        }
    }

    fn say_goodbye(self, reply: &str) {
        if self.connection.send(&sent([reply])).is_ok() {
            self.connection.finish(self.hall.limits.farewell);
        }
    }

    /// Waits for a command and carries out what needs no other client.
    fn next_step(&mut self) -> Step {
        let limits = &self.hall.limits;
        let patience = if self.name.is_some() { limits.idle } else { limits.login };
        let line = match self.connection.next_input(Instant::now() + patience) {
            Input::Line(line) => line,
            Input::End(end) => return Step::Close(farewell(end)),
            Input::TimedOut => {
                return Step::Close("503 no command came in time: come back later".to_owned());
            }
        };
        match Command::parse(&line) {
            Ok(command) => self.carry_out(command).unwrap_or_else(Step::Reply),
            Err(error) => Step::Reply(error.to_string()),
        }
    }

    /// Carries out a command; an error is a reply that refuses it.
    fn carry_out(&mut self, command: Command<'_>) -> Result<Step, String> {
        let list = |first: String, rows: Vec<String>| {
            let lines = std::iter::once(first).chain(rows).chain([LIST_END.to_owned()]);
            // Without the last line end, which every reply gets.
            Step::Reply(lines.collect::<Vec<_>>().join("\r\n"))
        };
        Ok(match command {
            Command::Help => list(format!("210 imcs {VERSION} help"), help_lines().collect()),
            Command::Quit => Step::Close("200 Goodbye".to_owned()),
            Command::Me { name, password } => self.log_in(name, password),
            Command::Register { name, password } => {
                self.count_new_password()?;
                let reply = self.hall.register(name, password)?;
                self.name = Some(name.to_owned());
                Step::Reply(reply)
            }
            Command::Password { password } => {
                let name = self.name("403 please use the me command first")?.to_owned();
                self.count_new_password()?;
                Step::Reply(self.hall.change_password(&name, password)?)
            }
            Command::List => {
                let rows = self.hall.list();
                list(format!("211 {} available games", rows.len()), rows)
            }
            Command::Ratings => {
                list("212 ratings".to_owned(), self.hall.ratings(self.name.as_deref()))
            }
            Command::Offer { seat, clocks_ms } => {
                self.name("404 must set name first using me command")?;
                Step::Offer { seat, clocks_ms }
            }
            Command::Accept { id, seat } => {
                let name = self.name("406 must set name first using me command")?.to_owned();
                let id = parse_id(id).ok_or("407 bad game id")?;
                Step::Accept { id, seat, name }
            }
            Command::Clean => {
                let name = self.name("406 must set name first using me command")?;
                Step::Reply(format!("204 {} games cleaned", self.hall.take_back(name)))
            }
            Command::Rerate => {
                let name = self.name("403 please use the me command first")?;
                Step::Reply(self.hall.reset_rating(name)?)
            }
        })
    }

    /// The name of the player, or the reply that asks for it.
    fn name(&self, reply: &str) -> Result<&str, String> {
        self.name.as_deref().ok_or_else(|| reply.to_owned())
    }

    fn log_in(&mut self, name: &str, password: &str) -> Step {
        match self.hall.log_in(name, password) {
            Login::Welcome(reply) => {
                self.name = Some(name.to_owned());
                Step::Reply(reply)
            }
            Login::Refused(reply) => Step::Reply(reply),
            Login::Wrong(reply) => {
                self.wrong_passwords += 1;
                let is_last = self.wrong_passwords >= self.hall.limits.wrong_passwords;
                if is_last { Step::Close(reply) } else { Step::Reply(reply) }
            }
        }
    }

    /// Making a hash is slow, and an account is for ever.
    fn count_new_password(&mut self) -> Result<(), String> {
        if self.new_passwords >= self.hall.limits.new_passwords {
            return Err("500 too many new passwords on one connection".to_owned());
        }
        self.new_passwords += 1;
        Ok(())
    }

    /// Waits for an opponent. An error is the reply if there will be none.
    fn offer(&mut self, seat: Seat, clocks_ms: [u64; 2]) -> Result<HostedGame, String> {
        let name = self.name.clone().unwrap_or_default();
        let inbox = self.connection.inbox().clone();
        let id = self.hall.offer(Offer { name: name.clone(), seat, clocks_ms, inbox });
        let waiting = format!("103 {id} game waiting for offer acceptance");
        let deadline = Instant::now() + self.hall.limits.offer;
        let mut news = match self.connection.send(&sent([waiting])) {
            Ok(()) => self.connection.inbox().offer_news(deadline),
            Err(_) => OfferNews::End,
        };
        let is_over = matches!(news, OfferNews::End | OfferNews::TimedOut);
        if is_over && !self.hall.withdraw(id) {
            // Somebody was quicker: the news are there, and come first.
            news = self.connection.inbox().offer_news(deadline);
        }
        match news {
            OfferNews::Accepted { guest, color } => {
                Ok(HostedGame { id, host_name: name, host_color: !color, clocks_ms, guest: *guest })
            }
            OfferNews::TakenBack | OfferNews::TimedOut | OfferNews::End => {
                Err(OFFER_GONE.to_owned())
            }
        }
    }
}

/// The last line for a client whose input has ended.
fn farewell(end: InputEnd) -> String {
    match end {
        InputEnd::Closed => "200 Goodbye".to_owned(),
        InputEnd::LongLine => format!("503 a line is longer than {MAX_LINE_BYTES} bytes"),
        InputEnd::HalfLine => "503 a line had no end in time".to_owned(),
    }
}

/// The number of a game.
fn parse_id(text: &str) -> Option<u32> {
    let is_number = text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|_| is_number && text.len() <= MAX_ID_DIGITS)
}
