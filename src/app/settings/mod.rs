//! The settings panel, and the effects of a changed setting. The data are in `session/settings.rs`.

mod action;
mod clock;
mod engine;
mod look;
mod opponent;
mod update;
pub(super) mod view;

pub use action::SettingsAction;
pub(super) use update::update;
