//! The settings panel, and the effects of a changed setting. The data are in `session/settings.rs`.

mod action;
mod clock;
mod engine;
mod look;
mod opponent;
mod update;
pub mod view;

pub use action::SettingsAction;
pub use update::update;
