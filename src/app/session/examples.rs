//! The games of the menu "Examples": the files of `saves/`, built into the program.

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

/// In the order of the menu.
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
