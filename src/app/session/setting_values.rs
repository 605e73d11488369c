//! The values of single settings: colours and motion, the window and widths of panels, the analysis, and
//! the clock and the odds of the next games.

use serde::{Deserialize, Deserializer, Serialize};

use super::settings::{Settings, Sides};
use minnow_engine::SearchLimits;
use minnow_game::{Game, Odds, OddsPiece, TimeControl};
use minnow_jobs::available_cores;
use minnow_rules::{Color, Variant};

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

/// The widths of panels that the user has changed, in points. `None` follows the window.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct PanelWidths {
    /// The column beside the board in Play and Analyse. Older files have it as the width in Analyse.
    #[serde(alias = "lines")]
    pub column: Option<f32>,
    /// The board's column in the lab.
    pub lab_board: Option<f32>,
}

impl PanelWidths {
    /// The widths that are numbers.
    pub fn within_bounds(self) -> PanelWidths {
        let tame = |width: Option<f32>| width.filter(|width| (100.0..10_000.0).contains(width));
        PanelWidths { column: tame(self.column), lab_board: tame(self.lab_board) }
    }
}

/// The place of the window, in points of a zoom of 1.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct WindowPlace {
    /// Width and height of the content.
    pub size: [f32; 2],
    /// The upper left corner of the frame; `None` where the system does not tell it.
    #[serde(default)]
    pub corner: Option<[f32; 2]>,
    #[serde(default)]
    pub maximized: bool,
}

impl WindowPlace {
    /// The place without a corner that no screen has; `None` if the size is not that of a window.
    pub(super) fn within_bounds(self) -> Option<WindowPlace> {
        let is_size = |points: &f32| (200.0..16_384.0).contains(points);
        let is_near = |points: &f32| points.abs() < 32_768.0;
        let corner = self.corner.filter(|corner| corner.iter().all(is_near));
        self.size.iter().all(is_size).then_some(WindowPlace { corner, ..self })
    }
}

/// The most lines that an analysis shows.
pub const MOST_LINES: usize = 5;

/// The table's sizes to choose from, in MB.
pub const HASH_SIZES_MB: [usize; 8] = [16, 32, 64, 128, 256, 512, 1024, 2048];

/// The settings of the analysis. `None` does not limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct EngineSettings {
    /// From 1 to as many as the machine has cores.
    #[serde(deserialize_with = "present_threads")]
    pub threads: usize,
    /// The size of the table, in MB.
    pub hash_mb: usize,
    /// The number of best moves shown, 1 to [`MOST_LINES`].
    pub lines: usize,
    pub depth_plies: Option<u32>,
    /// For one position.
    pub seconds: Option<u32>,
}

/// A file may come from a machine with more cores.
fn present_threads<'de, D: Deserializer<'de>>(deserializer: D) -> Result<usize, D::Error> {
    usize::deserialize(deserializer).map(|threads| threads.min(available_cores()))
}

impl Default for EngineSettings {
    /// One core is left to the rest of the machine, and a forgotten analysis ends by itself.
    fn default() -> EngineSettings {
        EngineSettings {
            threads: (available_cores() - 1).max(1),
            hash_mb: 64,
            lines: 3,
            depth_plies: Some(40),
            seconds: Some(60),
        }
    }
}

impl EngineSettings {
    /// The greatest depth limit, in plies.
    pub const MOST_PLIES: u32 = 100;
    /// The greatest time limit, in seconds.
    pub const MOST_SECONDS: u32 = 3_600;

    /// The engine's limits for the analysis of a position. The window itself limits the time: with
    /// a time limit, the engine would not search a forced move.
    pub fn limits(&self) -> SearchLimits {
        SearchLimits { depth: self.depth_plies, lines: self.lines, ..SearchLimits::default() }
    }

    /// These settings with every value clamped to its range.
    pub fn within_bounds(self) -> EngineSettings {
        let largest_mb = HASH_SIZES_MB[HASH_SIZES_MB.len() - 1];
        EngineSettings {
            threads: self.threads.clamp(1, available_cores()),
            hash_mb: self.hash_mb.clamp(1, largest_mb),
            lines: self.lines.clamp(1, MOST_LINES),
            depth_plies: self.depth_plies.map(|depth| depth.clamp(1, Self::MOST_PLIES)),
            seconds: self.seconds.map(|seconds| seconds.clamp(1, Self::MOST_SECONDS)),
        }
    }
}

/// A clock for the next game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClockChoice {
    pub minutes: u32,
    /// The seconds beyond the minutes.
    #[serde(default)]
    pub seconds: u32,
    /// Added after each move.
    #[serde(default)]
    pub increment_seconds: u32,
    /// The part of each move that costs no time.
    #[serde(default)]
    pub delay_seconds: u32,
}

impl ClockChoice {
    /// The greatest time for a game, in minutes.
    pub const MOST_MINUTES: u32 = 180;
    /// The least time for a game, in seconds.
    pub const LEAST_SECONDS: u32 = 3;
    /// The greatest increment and delay, in seconds.
    pub const MOST_SECONDS: u32 = 180;

    /// A clock without a delay.
    pub const fn new(minutes: u32, increment_seconds: u32) -> ClockChoice {
        ClockChoice { minutes, seconds: 0, increment_seconds, delay_seconds: 0 }
    }

    /// The time for a game, in seconds.
    pub fn base_seconds(self) -> u32 {
        self.minutes.saturating_mul(60).saturating_add(self.seconds)
    }

    /// These times with another one for a game, in seconds, clamped to its range.
    pub fn with_base(self, seconds: u32) -> ClockChoice {
        let base = seconds.clamp(Self::LEAST_SECONDS, Self::MOST_MINUTES * 60);
        ClockChoice { minutes: base / 60, seconds: base % 60, ..self }
    }

    /// The time that each side gets.
    pub fn control(self) -> TimeControl {
        TimeControl {
            base_ms: u64::from(self.base_seconds()) * 1_000,
            increment_ms: u64::from(self.increment_seconds) * 1_000,
            delay_ms: u64::from(self.delay_seconds) * 1_000,
        }
    }

    /// These times with every value clamped to its range.
    pub(super) fn within_bounds(self) -> ClockChoice {
        let most = Self::MOST_SECONDS;
        ClockChoice {
            increment_seconds: self.increment_seconds.min(most),
            delay_seconds: self.delay_seconds.min(most),
            ..self.with_base(self.base_seconds())
        }
    }
}

/// The player who gives the odds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum OddsGiver {
    /// The user; where humans or computers play both sides, White.
    You,
    Computer,
}

/// Odds for the next games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OddsChoice {
    pub giver: OddsGiver,
    pub piece: OddsPiece,
}

impl OddsChoice {
    /// The odds where these sides are the user's.
    pub fn odds(self, sides: Sides) -> Odds {
        let user = if sides == Sides::Black { Color::Black } else { Color::White };
        let giver = match self.giver {
            OddsGiver::You => user,
            OddsGiver::Computer => !user,
        };
        Odds { giver, piece: self.piece }
    }

    /// `You without a pawn`; where humans or computers play both sides, `White without a pawn`.
    pub fn text(self, sides: Sides) -> String {
        let odds = self.odds(sides);
        match (sides, self.giver) {
            (Sides::Both | Sides::None, _) => odds.text(),
            (_, OddsGiver::You) => format!("You without {}", odds.piece.text()),
            (_, OddsGiver::Computer) => format!("Computer without {}", odds.piece.text()),
        }
    }

    /// True if a board allows these odds.
    pub fn is_allowed(self, variant: &'static Variant, sides: Sides) -> bool {
        self.odds(sides).position(variant).is_some()
    }

    /// The odds that a board allows.
    pub fn choices(variant: &'static Variant, sides: Sides) -> Vec<OddsChoice> {
        let of = |giver| OddsPiece::ALL.into_iter().map(move |piece| OddsChoice { giver, piece });
        let all = [OddsGiver::You, OddsGiver::Computer].into_iter().flat_map(of);
        all.filter(|choice| choice.is_allowed(variant, sides)).collect()
    }
}

impl Settings {
    /// A game of a variant from its start, at the chosen odds if the board allows them.
    pub fn new_game(&self, variant: &'static Variant) -> Game {
        let odds = self.odds.and_then(|choice| choice.odds(self.sides).game(variant));
        odds.unwrap_or_else(|| Game::new(variant))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_users_choice_of_motion_wins_over_the_system() {
        for (system, choice) in [(true, true), (true, false), (false, false), (false, true)] {
            let system_reduces_motion = system;
            let mut settings = Settings { system_reduces_motion, ..Settings::default() };
            settings.set_animates(choice);
            assert_eq!(settings.animates(), choice);
            let text = settings.to_ron().unwrap();
            let restored = Settings::from_ron(&text).unwrap();
            assert!(!restored.system_reduces_motion, "the system's wish is not kept");
            let again = Settings { system_reduces_motion, ..restored };
            assert_eq!(again.animates(), choice, "after a restart");
        }
    }

    #[test]
    fn odds_follow_the_users_side() {
        let choice = OddsChoice { giver: OddsGiver::Computer, piece: OddsPiece::Queen };
        let giver = |sides| {
            let settings = Settings { sides, odds: Some(choice), ..Settings::default() };
            settings.new_game(Variant::default_variant()).odds().map(|odds| odds.giver)
        };
        assert_eq!(giver(Sides::White), Some(Color::Black));
        assert_eq!(giver(Sides::Black), Some(Color::White));
        assert_eq!(choice.text(Sides::White), "Computer without the queen");
        assert_eq!(choice.text(Sides::Both), "Black without the queen");
    }

    #[test]
    fn boards_without_the_piece_begin_normally() {
        let choice = OddsChoice { giver: OddsGiver::You, piece: OddsPiece::Knight };
        let simpler = Variant::by_id("simpler").unwrap();
        assert!(!OddsChoice::choices(simpler, Sides::White).contains(&choice));
        let settings = Settings { odds: Some(choice), ..Settings::default() };
        assert!(settings.new_game(simpler).is_from_normal_start());
        let text = settings.to_ron().unwrap();
        assert_eq!(Settings::from_ron(&text).unwrap().odds, Some(choice));
    }
}
