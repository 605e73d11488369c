//! The window as a user meets it, without a screen: found by labels, clicked and typed at.
//!
//! One binary, so that the window is linked once. What needs no egui is
//! tested beside the code, in `src/app`.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod analyse;
mod computers;
mod desk;
mod editor;
mod files;
mod keyboard;
mod king;
mod lab;
mod layout;
mod learn;
mod lessons;
mod pgn;
mod play;
mod review;
mod settings;
mod threads;
mod tree;
