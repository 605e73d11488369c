//! Lists of games: those of a file, and the examples. The texts that a filter searches are made where
//! the file is read, because a large file has many thousands of games; a row is made when it is drawn.

use super::listed_name;
use minnow_game::{limits, pgn::PgnFile};

/// A game in a list of games.
#[derive(Clone, Debug)]
pub struct GameSummary {
    /// `Ada – Bob`.
    pub players: String,
    pub event: String,
    pub date: String,
    /// The name of the board; the tag's text if the program does not know it.
    pub board: String,
    pub result: String,
    /// Moves of both sides as people count them, rounded up.
    pub moves: usize,
    /// Other texts that the filter searches.
    others: String,
}

/// A file of games with the texts that a filter searches.
#[derive(Clone, Debug)]
pub struct GameList {
    pub file: PgnFile,
    /// For each game its tags and length in lower case.
    pub searchable: Vec<String>,
}

impl GameList {
    pub fn new(file: PgnFile) -> GameList {
        let text_of = |place| searchable(&summary(&file, place));
        let searchable = (0..file.len()).map(text_of).collect();
        GameList { file, searchable }
    }

    /// The game at a place of the file, from 0.
    pub fn summary(&self, place: usize) -> GameSummary {
        summary(&self.file, place)
    }
}

fn searchable(game: &GameSummary) -> String {
    let GameSummary { players, event, date, board, result, moves, others } = game;
    format!("{players} {event} {date} {result} {moves} moves {board} {others}").to_lowercase()
}

fn summary(file: &PgnFile, place: usize) -> GameSummary {
    let tags = file.tags(place);
    let tag = |name: &str| {
        let value = tags.iter().find(|(known, _)| known == name).map(|(_, value)| value);
        let value = value.map(|value| limits::cut(value, limits::MAX_TAG_CHARS));
        value.filter(|value| value.contains(|c| c != '?' && c != '.')).unwrap_or("").to_owned()
    };
    let player = |name| Some(tag(name)).filter(|name| !name.is_empty());
    let names = ["White", "Black"].map(|name| player(name).unwrap_or("?".to_owned()));
    let players = names.each_ref().map(|name| listed_name(name)).join(" \u{2013} ");
    let moves = file.plies(place).div_ceil(2);
    let (event, date, result) = (tag("Event"), tag("Date"), tag("Result"));
    let result = if result.is_empty() { "*".to_owned() } else { result };
    let board =
        file.variant_of(&tags).map_or_else(|| tag("Variant"), |variant| variant.name.clone());
    let [white, black] = names;
    let others = [white, black, tag("Site"), tag("Round"), tag("Variant")].join(" ");
    GameSummary { players, event, date, board, result, moves, others }
}

/// A built-in game.
#[derive(Debug)]
pub struct Example {
    pub title: &'static str,
    /// The saved game's text.
    pub text: &'static str,
}

macro_rules! examples {
    ($($title:literal $file:literal;)*) => {
        &[$(Example { title: $title, text: include_str!(concat!("../../../saves/", $file)) }),*]
    };
}

/// The files of `saves/`, in the order of the menu.
pub static EXAMPLES: &[Example] = examples! {
    "The king is taken (MiniChess)" "king-hunt.minnow.ron";
    "Stalemate loses (MiniChess)" "stalemate-loses.minnow.ron";
    "A draw after forty moves (MiniChess)" "move-limit.minnow.ron";
    "A study with a queen (MiniChess)" "course-position.minnow.ron";
    "Openings of Gardner chess" "gardner-study.minnow.ron";
    "Double step, en passant, castling (Chess Attack)" "chess-attack.minnow.ron";
    "Los Alamos" "los-alamos.minnow.ron";
    "Silverman 4×4, solved" "silverman-solved.minnow.ron";
    "An unfinished game (Microchess)" "microchess-unfinished.minnow.ron";
};
