//! The user's settings, as they are kept on disk.
//!
//! They are stored as RON. A setting that is missing or has an unknown value takes its default, and one
//! out of range comes back into it; `setting_texts.rs` reads groups of settings in the same way. An
//! unreadable file is set aside before it is written again. One declaration gives each setting its type,
//! default and range. What the user has done is in `user_records.rs`.

use minnow_base::files::StoredPath;

use ron::{error::SpannedResult, value::RawValue};
use serde::{Deserialize, Deserializer, Serialize, de::DeserializeOwned};

use super::setting_texts::{out_of_range, read_value};
use crate::app::ui::{
    board::{BoardLook, Pattern, PieceSet, ShownMarks},
    theme::BoardColors,
};
use minnow_engine::{LEVELS, Strength};
use minnow_game::limits::{MAX_NAME_CHARS, cut};
use minnow_rules::{Color, Variant};
use minnow_study::analysis::{MatchAim, ReviewLimits};

pub use super::{
    opponent_settings::OpponentChoice,
    setting_texts::with_unknown_fields,
    setting_values::{
        ClockChoice, EngineSettings, HASH_SIZES_MB, MOST_LINES, OddsChoice, OddsGiver, PanelWidths,
        ThemeChoice, WindowPlace,
    },
};

/// The longest pause between two moves of the computer against itself, in milliseconds.
pub const MOST_PAUSE_MS: u64 = 10_000;

/// The sides that humans play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Sides {
    /// The human plays White.
    White,
    Black,
    /// Two humans.
    Both,
    /// The computer plays itself.
    None,
}

impl Sides {
    pub const ALL: [Sides; 4] = [Sides::White, Sides::Black, Sides::Both, Sides::None];

    pub fn is_human(self, color: Color) -> bool {
        match self {
            Sides::White => color == Color::White,
            Sides::Black => color == Color::Black,
            Sides::Both => true,
            Sides::None => false,
        }
    }

    /// True if a human plays against the computer.
    pub fn has_one_human(self) -> bool {
        matches!(self, Sides::White | Sides::Black)
    }
}

/// Limits set by hand, in place of a level. `None` does not limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct CustomLimits {
    pub depth_plies: Option<u32>,
    pub nodes: Option<u64>,
    /// Always present, so that no search is endless.
    pub think_ms: u64,
}

impl Default for CustomLimits {
    fn default() -> CustomLimits {
        CustomLimits { depth_plies: Some(6), nodes: None, think_ms: 2_000 }
    }
}

impl CustomLimits {
    fn within_bounds(self) -> CustomLimits {
        CustomLimits {
            depth_plies: self.depth_plies.map(|depth| depth.clamp(1, 60)),
            nodes: self.nodes.map(|nodes| nodes.clamp(1, 1_000_000_000)),
            think_ms: self.think_ms.clamp(10, 600_000),
        }
    }
}

/// The pause before the computer's reply, so that the user sees it happen: longer in hard positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ReplyPace {
    AtOnce,
    Natural,
    Calm,
}

impl ReplyPace {
    pub const ALL: [ReplyPace; 3] = [ReplyPace::AtOnce, ReplyPace::Natural, ReplyPace::Calm];

    /// The shortest and the longest reply in milliseconds, thinking included.
    pub fn range_ms(self) -> (u64, u64) {
        match self {
            ReplyPace::AtOnce => (0, 0),
            ReplyPace::Natural => (300, 2_000),
            ReplyPace::Calm => (1_000, 4_000),
        }
    }
}

/// The thoroughness of a review.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ReviewDepth {
    Quick,
    /// The default of `minnow review`.
    Normal,
    Deep,
}

impl ReviewDepth {
    pub const ALL: [ReviewDepth; 3] = [ReviewDepth::Quick, ReviewDepth::Normal, ReviewDepth::Deep];

    pub fn name(self) -> &'static str {
        match self {
            ReviewDepth::Quick => "Quick",
            ReviewDepth::Normal => "Normal",
            ReviewDepth::Deep => "Deep",
        }
    }

    /// The limits of the search of each position.
    pub fn limits(self) -> ReviewLimits {
        let nodes = match self {
            ReviewDepth::Quick => Some(10_000),
            ReviewDepth::Normal => ReviewLimits::default().nodes,
            ReviewDepth::Deep => Some(1_000_000),
        };
        ReviewLimits { nodes, ..ReviewLimits::default() }
    }
}

/// Declares the settings: each field with its default and, where a file may hold a value out of range,
/// the function that brings it back.
macro_rules! settings {
    ($($(#[$meta:meta])* $field:ident: $Type:ty = $default:expr $(, $bound:expr)?;)+) => {
        /// The user's settings. Every field has a default, so that older files stay readable.
        #[derive(Clone, Debug, PartialEq, Serialize)]
        pub struct Settings {
            $($(#[$meta])* pub $field: $Type,)+
        }

        /// The texts of the settings in a file.
        #[derive(Default, Deserialize)]
        #[serde(rename = "Settings", default)]
        struct SettingTexts {
            $($(#[$meta])* #[serde(deserialize_with = "raw")] $field: Option<Box<RawValue>>,)+
        }

        impl Default for Settings {
            fn default() -> Settings {
                Settings { $($field: $default,)+ }
            }
        }

        impl Settings {
            /// The settings in a file's text, and the values in it that are unknown or out of range:
            /// `theme: Sepia`, `engine.threads: "many"`. Defaults take the place of unknown ones.
            ///
            /// # Errors
            ///
            /// Returns the place and the cause if the text is not settings in RON.
            pub fn read(text: &str) -> SpannedResult<(Settings, Vec<String>)> {
                let texts: SettingTexts = ron::from_str(text)?;
                let (mut settings, mut unusable) = (Settings::default(), Vec::new());
                $(if let Some(text) = &texts.$field {
                    let bound = |value: $Type| {
                        $(let value = bounded(value, $bound);)?
                        value
                    };
                    let name = stringify!($field);
                    take_value(&mut settings.$field, name, text, bound, &mut unusable);
                })+
                Ok((settings, unusable))
            }

            /// These settings where they differ from `known`, else those of `others`.
            pub fn changed_from(self, known: &Settings, others: Settings) -> Settings {
                Settings {
                    $($field: if self.$field == known.$field {
                        others.$field
                    } else {
                        self.$field
                    },)+
                }
            }

            /// These settings with every value clamped to its range, since a file may hold anything.
            pub fn within_bounds(mut self) -> Settings {
                $($(self.$field = bounded(self.$field, $bound);)?)+
                self
            }
        }
    };
}

settings! {
    /// A number of [`LEVELS`], from 1. Where the computer plays both sides, White's.
    level: u8 = 4, known_level;
    /// Black's level where the computer plays both sides; `None` if it is White's.
    black_level: Option<u8> = None, |level| level.map(known_level);
    /// In place of the level, in games of one human.
    match_me: bool = false;
    aim: MatchAim = MatchAim::default();
    /// The strength that match me has picked for the game on the board, in hundredths of a level.
    matched: u16 = 400, |matched| Strength::from_hundredths(matched).hundredths();
    /// The aim that it was picked for.
    matched_aim: MatchAim = MatchAim::default();
    /// In place of the level or match me.
    use_custom: bool = false;
    custom: CustomLimits = CustomLimits::default(), CustomLimits::within_bounds;
    /// The name of a program in the user's list that plays in place of the level, match me and the
    /// limits, in games of one human.
    program: Option<String> = None,
        |name| name.map(|name| cut(&name, MAX_NAME_CHARS).to_owned());
    sides: Sides = Sides::White;
    /// True if the user's side is drawn for each new game against the computer.
    draws_side: bool = false;
    /// True if the rarer choices of a new game are unfolded.
    unfolds_choices: bool = false;
    /// The user's name in the records of games against the computer; may be empty.
    player_name: String = String::new(), |name| cut(&name, MAX_NAME_CHARS).to_owned();
    /// The variant of the next new game.
    variant: String = "minichess".to_owned();
    clock: Option<ClockChoice> = None, |clock| clock.map(ClockChoice::within_bounds);
    /// Of the next new games, on boards that allow them.
    odds: Option<OddsChoice> = None;
    reply: ReplyPace = ReplyPace::Natural;
    /// The least time of a move where the computer plays both sides.
    watch_pause_ms: u64 = 1_000, |pause_ms| pause_ms.min(MOST_PAUSE_MS);
    theme: ThemeChoice = ThemeChoice::System;
    board_colors: String = "shore".to_owned();
    pieces: PieceSet = PieceSet::default();
    pattern: Pattern = Pattern::default();
    /// The marks of every board.
    marks: ShownMarks = ShownMarks::default();
    /// False if the user wants nothing to move: neither pieces nor controls.
    animate: bool = true;
    /// True if the user wants animations although the system asks for less motion.
    animate_anyway: bool = false;
    /// True if the system asks for less motion.
    #[serde(skip)]
    system_reduces_motion: bool = false;
    /// Sounds of moves and of the end of a game.
    sounds: bool = true;
    /// In percent, 0 to 100.
    volume: u8 = 60, |volume| volume.min(100);
    /// Lets the user choose a move while the computer thinks.
    premoves: bool = true;
    /// Asks before each move of a game.
    confirm_moves: bool = false;
    warn_king: bool = true;
    /// Asks before a move against the computer that loses much.
    coach: bool = false;
    /// Lets the computer resign a hopeless game against a human.
    resigns: bool = true;
    /// Depth, score and line while the computer thinks.
    show_thinking: bool = false;
    engine: EngineSettings = EngineSettings::default(), EngineSettings::within_bounds;
    review: ReviewDepth = ReviewDepth::Normal;
    /// Points per pixel of the whole window, 0.75 to 2. A step may lead past an end, but not far.
    zoom: f32 = 1.0, |zoom| if (0.5..2.5).contains(&zoom) { zoom.clamp(0.75, 2.0) } else { 1.0 };
    /// The window at its last end; `None` where the system has not told.
    window: Option<WindowPlace> = None, |place| place.and_then(WindowPlace::within_bounds);
    panels: PanelWidths = PanelWidths::default(), PanelWidths::within_bounds;
    /// The folder of lessons of the user's own.
    lesson_folder: Option<StoredPath> = None;
}

fn raw<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Box<RawValue>>, D::Error> {
    Box::<RawValue>::deserialize(deserializer).map(|text| Some(text.trim_boxed()))
}

/// Replaces a value by that of a text, if it can be read. What is unknown or out of range is added to
/// `unusable`.
fn take_value<T: Clone + PartialEq + DeserializeOwned + Serialize>(
    value: &mut T,
    name: &str,
    text: &RawValue,
    bound: impl FnOnce(T) -> T,
    unusable: &mut Vec<String>,
) {
    let Some(in_file) = read_value::<T>(name, text, unusable) else { return };
    *value = bound(in_file.clone());
    if *value != in_file {
        unusable.extend(out_of_range(name, text, &in_file, value));
    }
}

fn bounded<T>(value: T, bound: impl FnOnce(T) -> T) -> T {
    bound(value)
}

fn known_level(level: u8) -> u8 {
    level.clamp(1, LEVELS.len() as u8)
}

impl Settings {
    /// The settings in a file's text.
    ///
    /// # Errors
    ///
    /// Returns the place and the cause if the text is not settings in RON.
    pub fn from_ron(text: &str) -> SpannedResult<Settings> {
        Settings::read(text).map(|(settings, _)| settings)
    }

    /// The text for a file.
    ///
    /// # Errors
    ///
    /// Returns an error for values that RON cannot write; settings have none.
    pub fn to_ron(&self) -> Result<String, ron::Error> {
        ron::ser::to_string_pretty(self, ron::ser::PrettyConfig::default())
    }

    /// The look of every board.
    pub fn board_look(&self) -> BoardLook {
        BoardLook {
            colors: BoardColors::by_id(&self.board_colors),
            pieces: self.pieces,
            pattern: self.pattern,
            marks: self.marks,
            animate: self.animates(),
        }
    }

    /// These settings with the choices of `other` that follow from what the user opened: the variant of
    /// the last new game and the folder of lessons.
    pub fn with_opened_of(self, other: &Settings) -> Settings {
        Settings {
            variant: other.variant.clone(),
            lesson_folder: other.lesson_folder.clone(),
            ..self
        }
    }

    /// The defaults. What the user has entered and the choices of a game stay, because they would change
    /// the game on the board.
    pub fn reset(&self) -> Settings {
        let old = self.clone();
        Settings {
            level: old.level,
            black_level: old.black_level,
            match_me: old.match_me,
            aim: old.aim,
            matched: old.matched,
            matched_aim: old.matched_aim,
            use_custom: old.use_custom,
            custom: old.custom,
            program: old.program,
            sides: old.sides,
            draws_side: old.draws_side,
            player_name: old.player_name,
            variant: old.variant,
            clock: old.clock,
            odds: old.odds,
            system_reduces_motion: old.system_reduces_motion,
            window: old.window,
            lesson_folder: old.lesson_folder,
            ..Settings::default()
        }
    }

    /// The variant of the next new game.
    pub fn variant(&self) -> &'static Variant {
        Variant::by_id(&self.variant).unwrap_or_else(Variant::default_variant)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use minnow_jobs::available_cores;

    #[test]
    fn settings_survive_a_round_trip() {
        let mut settings = Settings { level: 9, use_custom: true, ..Settings::default() };
        settings.clock = Some(ClockChoice { delay_seconds: 1, ..ClockChoice::new(3, 2) });
        settings.black_level = Some(7);
        settings.lesson_folder = Some(StoredPath("/tmp/lessons".into()));
        let text = settings.to_ron().unwrap();
        assert_eq!(Settings::from_ron(&text).unwrap(), settings);
    }

    #[test]
    fn a_reset_keeps_the_choices_of_the_game() {
        let sides = Sides::Black;
        let chosen = Settings { level: 9, sides, draws_side: true, ..Settings::default() };
        let changed = Settings {
            confirm_moves: true,
            volume: 10,
            theme: ThemeChoice::Dark,
            zoom: 1.5,
            ..chosen.clone()
        };
        assert_eq!(changed.reset(), chosen);
    }

    #[test]
    fn missing_and_wild_values_become_valid() {
        let settings = Settings::from_ron("(level: 77)").unwrap();
        assert_eq!((settings.level, settings.sides), (12, Sides::White));
        for zoom in ["0.0", "-1.0", "NaN", "inf", "100.0"] {
            let text = format!("(zoom: {zoom}, window: Some((size: ({zoom}, 500.0))))");
            assert_eq!(Settings::from_ron(&text), Ok(Settings::default()), "{zoom}");
        }
    }

    #[test]
    fn an_unknown_value_costs_only_itself() {
        for value in [
            "theme: Sepia",
            "theme: Some(Dark)",
            "volume: \"loud\"",
            "level: 300",
            "clock: Some((minutes: -1))",
            "player_name: None",
            "zoom: NaN",
            "window: Some((size: (10.0, 500.0)))",
        ] {
            let text = format!("({value}, window_glass: true, board_colors: \"harbour\")");
            let board_colors = "harbour".to_owned();
            let settings = Settings { board_colors, ..Settings::default() };
            assert_eq!(Settings::read(&text), Ok((settings, vec![value.to_owned()])));
        }
        assert!(Settings::read("(theme: Dark").is_err());
    }

    #[test]
    fn engine_settings_leave_a_core_and_are_tamed() {
        let engine = EngineSettings::default();
        assert!((1..=available_cores()).contains(&engine.threads));
        assert!(available_cores() == 1 || engine.threads < available_cores());
        let wild = "(engine: (threads: 9999, hash_mb: 0, lines: 77, depth_plies: Some(0)))";
        let tamed = Settings::from_ron(wild).unwrap().engine;
        assert_eq!((tamed.threads, tamed.hash_mb, tamed.lines), (available_cores(), 1, MOST_LINES));
        assert_eq!((tamed.depth_plies, tamed.seconds), (Some(1), engine.seconds));
    }
}
