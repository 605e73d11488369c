//! Lists of games: those of a file, and the examples. The list of a file is made where the file is read,
//! because a large file has thousands of games.

use super::listed_name;
use minnow_game::pgn::PgnFile;

/// A game in a list of games.
#[derive(Clone, Debug)]
pub struct GameSummary {
    /// The game's number in the file, from 1.
    pub number: usize,
    /// `Ada – Bob`.
    pub players: String,
    pub event: String,
    pub date: String,
    /// The name of the board; the tag's text if the program does not know it.
    pub board: String,
    pub result: String,
    /// Moves of both sides as people count them, rounded up.
    pub moves: usize,
    /// The first problem that loses moves, once the game has been checked.
    pub problem: Option<String>,
    /// The text that the filter searches, in lower case.
    pub searchable: String,
}

/// A file of games with their list.
#[derive(Clone, Debug)]
pub struct GameList {
    pub file: PgnFile,
    pub games: Vec<GameSummary>,
}

impl GameList {
    pub fn new(file: PgnFile) -> GameList {
        let games = (0..file.len()).map(|place| summary(&file, place)).collect();
        GameList { file, games }
    }
}

fn summary(file: &PgnFile, place: usize) -> GameSummary {
    let tags = file.tags(place);
    let tag = |name: &str| {
        let value = tags.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str());
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
    let searchable =
        format!("{players} {event} {date} {result} {moves} moves {board} {others}").to_lowercase();
    let number = place + 1;
    GameSummary { number, players, event, date, board, result, moves, problem: None, searchable }
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
