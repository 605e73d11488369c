//! A game as an entry of a list: names, board, result, final position.

use super::ArchiveId;
use crate::{Game, GameStart, Player, TimeControl};
use minnow_rules::{Color, Piece, Square, Variant};

/// The result of a game in the archive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ArchivedResult {
    /// The game can be continued.
    Unfinished,
    /// This side won.
    Won(Color),
    /// A draw.
    Drawn,
}

/// The accuracies of a reviewed game in percent, White first; `None` for a side without one.
pub type Accuracies = [Option<u8>; 2];

/// The findings of a review of a game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ReviewFacts {
    /// In percent.
    pub accuracies: Accuracies,
    /// The names of the positions in which the user erred, in the order of play; none has a `;`.
    pub moments: Vec<String>,
}

/// The facts of a game that a list shows.
#[derive(Clone, Debug, PartialEq)]
pub struct ArchivedGame {
    /// The name of its file in the archive, without the extension.
    pub id: ArchiveId,
    /// The board and rules.
    pub variant: &'static Variant,
    /// The date as PGN has it, which may be incomplete: of the game, else of its first save.
    pub date: String,
    /// White first; the colour where the name is not known.
    pub names: [String; 2],
    /// The strengths of the computer's sides in hundredths of a level, White first.
    pub strengths: [Option<u16>; 2],
    /// The side of the only human.
    pub user: Option<Color>,
    /// True if a human played, also against another one.
    pub is_played: bool,
    /// The end of the game, also by agreement, resignation or time.
    pub result: ArchivedResult,
    /// The plies of the game.
    pub plies: u32,
    /// Those of its review.
    pub accuracies: Accuracies,
    /// Those of its review.
    pub moments: Vec<String>,
    /// Minutes and increment in seconds, as in `3+2`; empty without a clock.
    pub clock: String,
    /// The pieces at the end of the game, as a FEN has them.
    pub placement: String,
    /// How the game began.
    pub start: GameStart,
    /// True if the user took help from the coach or by a hint.
    pub is_helped: bool,
}

impl ArchivedGame {
    /// The entry of a game.
    pub fn new(id: ArchiveId, game: &Game, review: ReviewFacts) -> ArchivedGame {
        let header = &game.header;
        let end = game.node(game.head());
        let position = end.map_or(game.start(), |node| node.position());
        let placement = position.fen().split(' ').next().unwrap_or_default().to_owned();
        let result = game.result().map_or(ArchivedResult::Unfinished, |end| {
            end.winner().map_or(ArchivedResult::Drawn, ArchivedResult::Won)
        });
        ArchivedGame {
            variant: game.variant(),
            date: header.tag("Date").map_or_else(|| id.date(), str::to_owned),
            names: Color::ALL.map(|color| header.shown_name(color).unwrap_or(color.to_string())),
            strengths: header.players.map(|player| match player {
                Player::Computer(computer) => computer.strength(),
                Player::Human | Player::Program | Player::Remote | Player::Unknown => None,
            }),
            user: header.user(),
            is_played: header.players.contains(&Player::Human),
            result,
            plies: end.map_or(0, |node| node.ply()),
            accuracies: review.accuracies,
            moments: review.moments,
            clock: header.clock.map_or(String::new(), |clock| clock_text(clock.control)),
            placement,
            start: game.start_kind(),
            is_helped: header.is_helped(),
            id,
        }
    }

    /// The moves of the game as people count them.
    pub fn moves(&self) -> u32 {
        self.plies.div_ceil(2)
    }

    /// The strength of the computer in hundredths of a level; of two, the higher one.
    pub fn strength(&self) -> Option<u16> {
        self.strengths.into_iter().flatten().max()
    }

    /// The level of the computer, without the hundredths; of two, the higher one.
    pub fn level(&self) -> Option<u8> {
        self.strength().and_then(whole_level)
    }

    /// True if the computer played a side at this level or between it and the next.
    pub fn has_level(&self, level: u8) -> bool {
        self.strengths.into_iter().flatten().any(|strength| whole_level(strength) == Some(level))
    }

    /// The pieces at the end of the game. Characters that are no pieces of this board are left out.
    pub fn pieces(&self) -> Vec<(Square, Piece)> {
        let mut pieces = Vec::new();
        let ranks = self.placement.split('/').zip((0..self.variant.ranks).rev());
        for (row, rank) in ranks {
            let mut file: u8 = 0;
            for letter in row.chars() {
                if let Some(empty) = letter.to_digit(10) {
                    file = file.saturating_add(empty as u8);
                    continue;
                }
                if let Some(piece) =
                    Piece::from_letter(letter).filter(|_| file < self.variant.files)
                {
                    pieces.push((Square::new(file, rank), piece));
                }
                file = file.saturating_add(1);
            }
        }
        pieces
    }
}

fn whole_level(strength: u16) -> Option<u8> {
    u8::try_from(strength / 100).ok()
}

/// `3+2`: minutes and the increment in seconds, with decimals only where they are needed.
fn clock_text(control: TimeControl) -> String {
    let (minutes, seconds) =
        (control.base_ms as f64 / 60_000.0, control.increment_ms as f64 / 1_000.0);
    let hundredths = |value: f64| (value * 100.0).round() / 100.0;
    format!("{}+{}", hundredths(minutes), hundredths(seconds))
}
