//! The actions of the settings panel.

use crate::app::session::settings::{Settings, Sides};

/// An action of the settings panel.
#[derive(Clone, Debug, PartialEq)]
pub enum SettingsAction {
    /// The settings with the user's changes.
    Change(Box<Settings>),
    /// The sides that the user plays. Choosing them again makes a paused computer go on.
    Sides(Sides),
    /// Shows all boards, to begin a game on one of them.
    ChooseBoard,
    /// Shows all opponents, to begin a game against one of them.
    ChooseOpponent,
    /// Shows the rules of the game on the board.
    ShowRules,
}

impl SettingsAction {
    /// These settings with a change.
    pub fn change(settings: &Settings, change: impl FnOnce(&mut Settings)) -> SettingsAction {
        let mut changed = settings.clone();
        change(&mut changed);
        SettingsAction::Change(Box::new(changed))
    }
}
