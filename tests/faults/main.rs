//! Killed programs and failing disks: every file stays whole, and nothing acknowledged is lost.
//!
//! A test starts this binary again as the program that writes. These tests have their own binary,
//! because a starting process briefly shares its parent's locks, which would disturb other journal
//! tests. `.ci/faults` tries the same and more on the real window.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::disallowed_methods,
    clippy::print_stdout
)]

#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
mod calls;
mod disk;
mod kills;
mod ledger;
#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
mod shim;
#[path = "../../crates/game/tests/support/mod.rs"]
mod support;
mod vanished;
mod writer;

/// Held while a process starts, since it shares its parent's locks until it runs its own program;
/// and by a test that releases locks of its own.
static STARTING: std::sync::Mutex<()> = std::sync::Mutex::new(());

/// Waits until no process is starting, and keeps others from it.
fn no_process_starts() -> std::sync::MutexGuard<'static, ()> {
    STARTING.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}
