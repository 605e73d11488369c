//! Locks between threads and the flag that pauses and stops work, for the desktop and for a browser.
//!
//! A thread of the machine waits for a lock. The thread of a page may not: the browser ends a program
//! that tries. So whatever the page and its workers share is locked by [`lock_briefly`], which never
//! waits there.
//!
//! ```
//! use std::sync::Mutex;
//!
//! use minnow_base::sync::lock_briefly;
//!
//! let count = Mutex::new(1);
//! *lock_briefly(&count) += 1;
//! assert_eq!(*lock_briefly(&count), 2);
//! ```

mod stop_flag;

use std::sync::{Mutex, MutexGuard, PoisonError, TryLockError};

pub use stop_flag::StopFlag;

/// Locks a mutex whose owners release it soon, also after a panic of an owner: use it for data that
/// are valid at any time. An owner must not wait for anything meanwhile.
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
