//! The settings panel and what a changed setting does. The data stand in `session/settings.rs`.

mod engine;
mod update;
pub mod view;
