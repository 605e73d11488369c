//! What a user does with the settings.

use crate::app::session::settings::Settings;

/// An action of the settings panel.
#[derive(Clone, Debug, PartialEq)]
pub enum SettingsAction {
    /// The settings with the user's changes.
    Change(Box<Settings>),
    /// A new game of the variant with this id, which also becomes the setting.
    NewGameOf(String),
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
