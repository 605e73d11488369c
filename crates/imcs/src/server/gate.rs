//! The gate before the slow hashes of passwords: one at a time, with a rest after a wrong password, and
//! a short queue. However many clients guess, they cost a part of one core.

use std::{
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicUsize, Ordering::Relaxed},
    },
    thread,
};

use super::limits::ServerLimits;
use crate::password::PasswordHash;

/// The gate.
#[derive(Debug, Default)]
pub(crate) struct PasswordGate {
    turn: Mutex<()>,
    waiting: AtomicUsize,
}

impl PasswordGate {
    /// True if the hash is that of the password; `None` if too many clients wait.
    pub(crate) fn check(
        &self,
        limits: &ServerLimits,
        hash: &PasswordHash,
        password: &str,
    ) -> Option<bool> {
        self.pass(limits, || {
            let is_right = hash.is_of(password);
            if !is_right {
                thread::sleep(limits.wrong_password_pause);
            }
            is_right
        })
    }

    /// Does slow work when its turn has come; `None` if too many clients wait.
    pub(crate) fn pass<T>(&self, limits: &ServerLimits, work: impl FnOnce() -> T) -> Option<T> {
        let _place = Place::take(&self.waiting, limits.password_queue)?;
        let _turn = self.turn.lock().unwrap_or_else(PoisonError::into_inner);
        Some(work())
    }
}

/// A place in the queue, until it is dropped.
struct Place<'a>(&'a AtomicUsize);

impl Place<'_> {
    fn take(waiting: &AtomicUsize, places: usize) -> Option<Place<'_>> {
        let place = Place(waiting);
        // Without room the place is given back at once.
        (waiting.fetch_add(1, Relaxed) < places).then_some(place)
    }
}

impl Drop for Place<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_full_queue_refuses_and_a_free_one_admits() {
        let (gate, mut limits) = (PasswordGate::default(), ServerLimits::default());
        limits.password_queue = 1;
        let inner = gate.pass(&limits, || gate.pass(&limits, || 1));
        assert_eq!(inner, Some(None), "the only place is taken");
        assert_eq!(gate.pass(&limits, || 2), Some(2), "and free again");
    }
}
