//! The window without a screen: tests find controls by their labels, click and type.
//!
//! One binary, so that the window is linked once. Code without egui is tested beside it, in
//! `src/app`.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::disallowed_methods)]

mod access;
mod alive;
mod analyse;
mod archive;
mod calm;
mod coach;
mod computers;
mod desk;
mod editor;
mod endings;
mod exercises;
mod explorer;
mod facts;
mod files;
mod keeping;
mod keyboard;
mod king;
mod lab;
mod layout;
mod learn;
mod lessons;
mod manners;
mod menu;
mod network;
mod odds;
mod one_column;
mod opponents;
mod pgn;
mod play;
#[cfg(unix)]
mod programs;
mod prover;
mod puzzles;
mod review;
mod settings;
mod slides;
mod sound;
mod squares;
mod threads;
mod tournament;
mod train;
mod trainer;
mod tree;
mod tree_editor;
