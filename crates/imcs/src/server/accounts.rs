//! Accounts as the clients see them: register, log in, change the password, reset the rating. Each
//! function returns a reply of the protocol.

use minnow_base::files::FileAccessError;

use super::hall::{Hall, HallState};
use crate::password::PasswordHash;

/// The most characters of a name or a password.
const MAX_NAME: usize = 32;
const MAX_PASSWORD: usize = 128;

/// The reply if too many clients wait for the check of a password.
const BUSY: &str = "500 the server is busy: come back later";

/// The reply to a client that is logged in to an account which does not exist.
const NO_ACCOUNT: &str = "500 you do not exist: go away";

/// The result of a login.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Login {
    /// It is right.
    Welcome(String),
    /// It is wrong.
    Wrong(String),
    /// It was not checked.
    Refused(String),
}

impl Hall {
    /// Checks the password of an account.
    pub(crate) fn log_in(&self, name: &str, password: &str) -> Login {
        let welcome = || Login::Welcome(format!("201 hello {name}"));
        let hash = {
            let state = self.lock();
            if state.known.has(name, password) {
                return welcome();
            }
            match state.store.account(name) {
                Some(account) => account.password.clone(),
                None => {
                    let reply = "400 no such username: please use register command";
                    return Login::Refused(reply.to_owned());
                }
            }
        };
        match self.gate.check(&self.limits, &hash, password) {
            None => Login::Refused(BUSY.to_owned()),
            Some(false) => Login::Wrong("401 wrong password".to_owned()),
            Some(true) => {
                let mut state = self.lock();
                // It may have been changed meanwhile.
                if state.store.account(name).is_some_and(|account| account.password == hash) {
                    state.known.note(name, password);
                }
                welcome()
            }
        }
    }

    /// Makes an account.
    ///
    /// # Errors
    ///
    /// The reply that says why not.
    pub(crate) fn register(&self, name: &str, password: &str) -> Result<String, String> {
        let is_letter = |byte: u8| byte.is_ascii_alphanumeric() || b"._-".contains(&byte);
        if name.len() > MAX_NAME || !name.bytes().all(is_letter) {
            return Err("410 illegal characters in username".to_owned());
        }
        check_password(password)?;
        let accounts = self.limits.accounts;
        self.lock().check_free(name, accounts)?;
        let hash = self.hash(password)?;
        let kept = {
            // Another client may have taken the name meanwhile, and must not take it before it is kept.
            let mut state = self.lock();
            state.check_free(name, accounts)?;
            state.keep_password(name, password, hash)
        };
        kept.map_err(|error| self.not_kept(&error))?;
        self.report(&format!("{name} has registered"));
        Ok(format!("202 hello new user {name}"))
    }

    /// Changes the password of a player who is logged in.
    ///
    /// # Errors
    ///
    /// The reply that says why not.
    pub(crate) fn change_password(&self, name: &str, password: &str) -> Result<String, String> {
        check_password(password)?;
        if self.lock().store.account(name).is_none() {
            return Err(NO_ACCOUNT.to_owned());
        }
        let hash = self.hash(password)?;
        let kept = self.lock().keep_password(name, password, hash);
        kept.map_err(|error| self.not_kept(&error))?;
        Ok(format!("203 password change for user {name}"))
    }

    /// Gives a player who is logged in the rating of a new one.
    ///
    /// # Errors
    ///
    /// The reply that says why not.
    pub(crate) fn reset_rating(&self, name: &str) -> Result<String, String> {
        let reset = self.lock().store.reset_rating(name);
        reset.map_err(|error| self.not_kept(&error))?;
        Ok(format!("206 rating reset for user {name}"))
    }

    fn hash(&self, password: &str) -> Result<PasswordHash, String> {
        let rounds = self.limits.password_rounds;
        let hashed = self.gate.pass(&self.limits, || PasswordHash::new(password, rounds));
        hashed.ok_or_else(|| BUSY.to_owned())?.map_err(|error| self.not_kept(&error))
    }

    /// Tells the person who runs the server what is wrong, and the client that something is.
    fn not_kept(&self, error: &dyn std::error::Error) -> String {
        self.report(&error.to_string());
        "500 the server cannot keep that: come back later".to_owned()
    }
}

impl HallState {
    /// Refuses a name that is taken, and a new account beyond the limit.
    fn check_free(&self, name: &str, accounts: usize) -> Result<(), String> {
        if self.store.account(name).is_some() {
            let text = "402 username already exists: please use password command to change";
            return Err(text.to_owned());
        }
        let is_full = self.store.account_count() >= accounts;
        if is_full { Err("500 the server has no room for users".to_owned()) } else { Ok(()) }
    }

    fn keep_password(
        &mut self,
        name: &str,
        password: &str,
        hash: PasswordHash,
    ) -> Result<(), FileAccessError> {
        self.store.set_password(name, hash)?;
        self.known.note(name, password);
        Ok(())
    }
}

fn check_password(password: &str) -> Result<(), String> {
    let is_bad = |letter: char| letter.is_control() || letter.is_whitespace();
    if password.chars().count() > MAX_PASSWORD || password.chars().any(is_bad) {
        return Err("411 illegal characters in password".to_owned());
    }
    Ok(())
}
