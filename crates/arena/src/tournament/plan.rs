//! The plan of a tournament: who plays whom, on which boards, from which openings, under which limits.
//!
//! A plan is what its file holds, in RON. Reading it is left to `parse`, and what its values may be
//! to `check`.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use crate::PlayerKind;
use minnow_external::ProgramEntry;
use minnow_rules::{Variant, visible};

/// A tournament as its file holds it. Every field but `players` has a default.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct TournamentPlan {
    /// The event, for PGN and headings. Default: the name of the file.
    pub name: String,
    /// Who meets whom. Default: a round robin.
    pub format: TournamentFormat,
    /// The ids of the boards, each of which every pairing plays. Default: the program's first board.
    pub variants: Vec<String>,
    /// The players, at least two, with different names.
    pub players: Vec<PlayerEntry>,
    /// The games of a pairing on each board. An even number: both games of a pair have the same
    /// opening, with colours swapped. Default: 2.
    pub games: u32,
    /// The positions in which the games start. Default: openings that a search calls even.
    pub openings: OpeningChoice,
    /// The time or effort of the players. Default: 1 s for a move.
    pub limits: LimitChoice,
    /// The number of games at once, 1 to 256. Default: 1.
    pub concurrency: u16,
    /// The rules that end a game early. Default: none.
    pub adjudication: Adjudication,
    /// A sequential test of the first player against the second, which ends the tournament when it
    /// is decided. Default: none.
    pub sprt: Option<SprtPlan>,
    /// Decides openings and the moves of levels. Default: 1.
    pub seed: u64,
}

impl Default for TournamentPlan {
    /// A plan without players, which cannot be played yet.
    fn default() -> TournamentPlan {
        TournamentPlan {
            name: String::new(),
            format: TournamentFormat::default(),
            variants: vec![Variant::default_variant().id.clone()],
            players: Vec::new(),
            games: 2,
            openings: OpeningChoice::default(),
            limits: LimitChoice::default(),
            concurrency: 1,
            adjudication: Adjudication::default(),
            sprt: None,
            seed: 1,
        }
    }
}

/// Who meets whom.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum TournamentFormat {
    /// Every player meets every other one.
    #[default]
    RoundRobin,
    /// The first player meets all others.
    Gauntlet,
    /// Each round pairs players with similar points that have not met, see `swiss`.
    Swiss {
        /// The number of rounds, at least 1.
        rounds: u32,
    },
    /// Who loses a match is out, see `knockout`.
    Knockout,
}

/// A player of a tournament.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum PlayerEntry {
    /// The level with this number, from 1.
    Level(u8),
    /// Any move that keeps its king.
    Random,
    /// A program.
    Program(ProgramEntry),
    /// The program of a folder with a `bot.ron`. [`TournamentPlan::parse`] replaces it by what that
    /// file says.
    Bot(PathBuf),
}

/// The positions in which the games start.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum OpeningChoice {
    /// At the start of the board.
    Start,
    /// After random moves that a search calls even.
    Even {
        /// The largest score of either side, in centipawns.
        max_score: i32,
        /// The nodes of the search for each opening.
        nodes: u64,
    },
    /// After these lines of moves in coordinate notation, each separated by spaces. Every board must
    /// allow every line.
    Lines(Vec<String>),
}

impl Default for OpeningChoice {
    fn default() -> OpeningChoice {
        OpeningChoice::Even { max_score: 50, nodes: 20_000 }
    }
}

/// The time or effort of the players. With nodes or depth, games of levels can be repeated exactly.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum LimitChoice {
    /// Milliseconds for each move.
    MoveTime(u64),
    /// Nodes for each move.
    Nodes(u64),
    /// Plies for each move.
    Depth(u32),
    /// A clock for each player. Who exceeds it loses.
    Clock {
        /// The time at the start of a game, in milliseconds.
        base_ms: u64,
        /// Added after each move, in milliseconds.
        #[serde(default)]
        increment_ms: u64,
    },
}

impl Default for LimitChoice {
    fn default() -> LimitChoice {
        LimitChoice::MoveTime(1_000)
    }
}

/// The rules that end a game before its end by the rules of the board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Adjudication {
    /// A position with few men gets the result of the end-game tables.
    pub tables: bool,
    /// A player that has lost by its own scores resigns.
    pub resign: Option<ResignRule>,
    /// A game that both players call equal is a draw.
    pub draw: Option<DrawRule>,
    /// A game is a draw after this many plies, the opening included. Every game is one after 1,000.
    pub max_plies: Option<u32>,
}

/// A player loses once its last scores are all low enough. Only its own scores count, so that no
/// program wins by the scores that it claims.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ResignRule {
    /// Centipawns below zero, more than 0.
    pub score: i32,
    /// The number of the player's moves in a row, at least 1.
    pub moves: u32,
}

/// A game is a draw once the last scores of both players are all near zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DrawRule {
    /// Centipawns from zero, either way.
    pub score: i32,
    /// The number of each player's moves in a row, at least 1.
    pub moves: u32,
    /// The rule applies from this move of the game on; moves count as in its notation.
    #[serde(default)]
    pub from_move: u32,
}

/// A sequential test between two hypotheses on the strength of the first player, in normalized Elo.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SprtPlan {
    /// The difference of the null hypothesis.
    pub elo0: f64,
    /// That of the alternative, more than `elo0`.
    pub elo1: f64,
    /// The chance to accept `elo1` if `elo0` is true, between 0 and 0.5. Default: 0.05.
    #[serde(default = "default_error_rate")]
    pub alpha: f64,
    /// The chance to accept `elo0` if `elo1` is true, between 0 and 0.5. Default: 0.05.
    #[serde(default = "default_error_rate")]
    pub beta: f64,
}

fn default_error_rate() -> f64 {
    0.05
}

impl PlayerEntry {
    /// The name in tables and PGN: `Level 3`, `Random`, the program's name, or that of the bot's folder.
    pub fn name(&self) -> String {
        match self {
            PlayerEntry::Level(number) => format!("Level {number}"),
            PlayerEntry::Random => "Random".to_owned(),
            PlayerEntry::Program(program) => program.name.clone(),
            PlayerEntry::Bot(folder) => {
                let name = folder.file_name().unwrap_or(folder.as_os_str());
                name.to_string_lossy().into_owned()
            }
        }
    }

    /// The program that the player is, if it is one of other people.
    pub fn program(&self) -> Option<&ProgramEntry> {
        match self {
            PlayerEntry::Program(program) => Some(program),
            PlayerEntry::Level(_) | PlayerEntry::Random | PlayerEntry::Bot(_) => None,
        }
    }

    /// `NAME: COMMAND, in FOLDER` of a program in one line, without the folder if it has none of its own;
    /// else the name. It is what the user is asked about, so nothing in it can hide a part of it:
    /// invisible characters stand there by their numbers.
    pub fn entry_text(&self) -> String {
        let Some(program) = self.program() else { return with_numbers(&self.name()) };
        let folder = program.folder.as_ref();
        let folder = folder.map_or(String::new(), |folder| format!(", in {}", folder.display()));
        with_numbers(&format!("{}: {}{folder}", program.name, program.command_line()))
    }

    /// The player of Minnow itself.
    pub(super) fn kind(&self) -> Option<PlayerKind> {
        match self {
            PlayerEntry::Level(number) => Some(PlayerKind::Level(*number)),
            PlayerEntry::Random => Some(PlayerKind::Random),
            PlayerEntry::Program(_) | PlayerEntry::Bot(_) => None,
        }
    }
}

impl TournamentPlan {
    /// A plan of these players, otherwise with the defaults.
    pub fn of_players(players: Vec<PlayerEntry>) -> TournamentPlan {
        TournamentPlan { players, ..TournamentPlan::default() }
    }

    /// The names of the players, in the order of the plan.
    pub fn player_names(&self) -> Vec<String> {
        self.players.iter().map(PlayerEntry::name).collect()
    }

    /// The full command of each program that the tournament starts, as [`PlayerEntry::entry_text`] has it.
    pub fn commands(&self) -> Vec<String> {
        let programs = self.players.iter().filter(|player| player.program().is_some());
        programs.map(PlayerEntry::entry_text).collect()
    }
}

/// True for line ends, other control characters, and those that are never shown.
pub(super) fn is_invisible(letter: char) -> bool {
    letter.is_control() || visible(letter.encode_utf8(&mut [0; 4])).is_empty()
}

/// A text with `\u{1b}` in place of an invisible character.
fn with_numbers(text: &str) -> String {
    let mut shown = String::new();
    for letter in text.chars() {
        if is_invisible(letter) {
            shown.extend(letter.escape_unicode());
        } else {
            shown.push(letter);
        }
    }
    shown
}
