//! Locks and signals between threads, for the desktop and for a browser.
//!
//! A thread of the machine waits for a lock. The thread of a page may not: the browser ends a program
//! that tries. So whatever the page and its workers share is locked by [`lock_briefly`], which never
//! waits there.
//!
//! A page without shared memory has no workers: there the jobs run on the page's own thread, in turns
//! with the window. A job gives its turn up in [`give_way`] and while it waits for a [`Signal`].

#[cfg(all(target_arch = "wasm32", not(target_feature = "atomics")))]
mod turns;
/// Elsewhere threads do not take turns.
#[cfg(not(all(target_arch = "wasm32", not(target_feature = "atomics"))))]
mod turns {
    #[inline]
    pub fn give_way(_waits: bool) {}
    pub fn notify() {}
}

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError, TryLockError};

/// True if jobs share the window's thread.
const TAKES_TURNS: bool = cfg!(all(target_arch = "wasm32", not(target_feature = "atomics")));

/// Locks a mutex whose owners release it soon, also after a panic of an owner: use it for data that
/// are valid at any time. An owner must not call [`give_way`] or wait for a signal meanwhile.
///
/// On the machine this waits. In a browser it tries again and again until the lock is free.
pub fn lock_briefly<T: ?Sized>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    if cfg!(not(target_arch = "wasm32")) {
        return mutex.lock().unwrap_or_else(PoisonError::into_inner);
    }
    loop {
        match mutex.try_lock() {
            Ok(guard) => return guard,
            Err(TryLockError::Poisoned(poisoned)) => return poisoned.into_inner(),
            Err(TryLockError::WouldBlock) => std::hint::spin_loop(),
        }
    }
}

/// Lets the window draw and read its input where jobs share its thread, and returns when it is the
/// job's turn again. Long work calls this wherever it looks at its stop flag, every few milliseconds
/// or more often. Elsewhere, and on the window's own turn, it does nothing.
#[inline]
pub fn give_way() {
    turns::give_way(false);
}

/// Tells waiting threads that something has changed which a mutex guards.
#[derive(Debug, Default)]
pub struct Signal(Condvar);

impl Signal {
    /// Ends the wait of all threads that wait for this signal. Call it after the change.
    pub fn notify(&self) {
        turns::notify();
        self.0.notify_all();
    }

    /// Releases the lock and waits for the signal, then locks again. It may also return without the
    /// signal, so the caller looks again at what it waits for. The thread of a page must not call
    /// this.
    pub fn wait<'a, T>(&self, mutex: &'a Mutex<T>, lock: MutexGuard<'a, T>) -> MutexGuard<'a, T> {
        if TAKES_TURNS {
            drop(lock);
            turns::give_way(true);
            return lock_briefly(mutex);
        }
        self.0.wait(lock).unwrap_or_else(PoisonError::into_inner)
    }
}
