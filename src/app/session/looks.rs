//! The settings of colours and motion.

use serde::{Deserialize, Serialize};

use super::settings::Settings;

/// The window's colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ThemeChoice {
    Light,
    Dark,
    System,
    /// High contrast: white on black.
    Contrast,
}

impl ThemeChoice {
    pub const ALL: [ThemeChoice; 4] =
        [ThemeChoice::Light, ThemeChoice::Dark, ThemeChoice::System, ThemeChoice::Contrast];

    pub fn name(self) -> &'static str {
        match self {
            ThemeChoice::Light => "Light",
            ThemeChoice::Dark => "Dark",
            ThemeChoice::System => "System",
            ThemeChoice::Contrast => "Contrast",
        }
    }
}

impl Settings {
    /// True if pieces and controls move: unless the system asks for less motion or the user has
    /// switched it off. The user's choice wins.
    pub fn animates(&self) -> bool {
        self.animate && (self.animate_anyway || !self.system_reduces_motion)
    }

    /// Takes the user's choice.
    pub fn set_animates(&mut self, animates: bool) {
        self.animate = animates;
        self.animate_anyway = animates && self.system_reduces_motion;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_system_sets_the_default_of_motion() {
        let mut settings = Settings::default();
        assert!(settings.animates());
        settings.system_reduces_motion = true;
        assert!(!settings.animates());
        let stored = |settings: &Settings| Settings::from_ron(&settings.to_ron().unwrap()).unwrap();
        assert!(stored(&settings).animates(), "the system's wish is not kept");
    }

    #[test]
    fn the_users_choice_of_motion_wins_over_the_system() {
        for (system, choice) in [(true, true), (true, false), (false, false), (false, true)] {
            let system_reduces_motion = system;
            let mut settings = Settings { system_reduces_motion, ..Settings::default() };
            settings.set_animates(choice);
            assert_eq!(settings.animates(), choice);
            let text = settings.to_ron().unwrap();
            let restored = Settings::from_ron(&text).unwrap();
            let again = Settings { system_reduces_motion, ..restored };
            assert_eq!(again.animates(), choice, "after a restart");
        }
    }
}
