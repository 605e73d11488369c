//! Minnow: chess on small boards, with a strong engine and a look inside its search.
//!
//! The layers and what they may use are drawn in `README.md`.

pub mod analysis;
#[cfg(feature = "gui")]
pub mod app;
pub mod arena;
pub mod cli;
pub mod engine;
pub mod game;
pub mod lab;
pub mod program;
pub mod rules;
pub mod uci;
pub mod worker;
pub mod workshop;
