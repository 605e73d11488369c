//! Killed programs and failing disks: every file stays whole, and nothing acknowledged is lost.
//!
//! A test starts this binary again as the program that writes. These tests have their own binary,
//! because a starting process briefly shares its parent's locks, which would disturb other journal
//! tests. `.ci/faults` tries the same and more on the real window.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
mod calls;
mod disk;
mod kills;
mod ledger;
#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
mod shim;
#[path = "../support/mod.rs"]
mod support;
mod vanished;
mod writer;
