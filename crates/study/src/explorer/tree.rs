//! The counts of the moves of games.

use std::collections::{HashMap, HashSet};

use minnow_engine::Score;
use minnow_game::{Game, GameEnd};
use minnow_rules::{Color, Move, Position};

/// The end of a game for the counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameScore {
    /// This side won.
    Won(Color),
    /// A draw.
    Drawn,
    /// The game was not finished.
    Open,
}

/// How many games ended how.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ResultCounts {
    /// Won by White.
    pub white: u32,
    /// Drawn.
    pub draws: u32,
    /// Won by Black.
    pub black: u32,
    /// Not finished.
    pub open: u32,
}

impl ResultCounts {
    /// The number of games.
    pub fn games(self) -> u32 {
        self.finished() + self.open
    }

    /// The number of games with a result.
    pub fn finished(self) -> u32 {
        self.white + self.draws + self.black
    }

    /// The shares of White's wins, the draws and Black's wins among them, in percent. They add up to 100:
    /// those with the largest remainders are rounded up. Zeros if no game has a result.
    pub fn percents(self) -> [u32; 3] {
        let counts = [self.white, self.draws, self.black];
        let total = self.finished().max(1);
        let mut percents = counts.map(|count| 100 * count / total);
        let remainders = counts.map(|count| 100 * count % total);
        let missing = remainders.iter().sum::<u32>() / total;
        let mut order = [0, 1, 2];
        order.sort_by_key(|index: &usize| std::cmp::Reverse(remainders[*index]));
        for index in order.into_iter().take(missing as usize) {
            percents[index] += 1;
        }
        percents
    }

    /// Counts a game.
    pub fn add(&mut self, score: GameScore) {
        match score {
            GameScore::Won(Color::White) => self.white += 1,
            GameScore::Won(Color::Black) => self.black += 1,
            GameScore::Drawn => self.draws += 1,
            GameScore::Open => self.open += 1,
        }
    }

    pub(super) fn add_all(&mut self, other: ResultCounts) {
        self.white += other.white;
        self.draws += other.draws;
        self.black += other.black;
        self.open += other.open;
    }
}

/// A move of a position, with the games in which it was played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlayedMove {
    /// A legal move of the position.
    pub mv: Move,
    /// The ends of these games.
    pub results: ResultCounts,
    /// The evaluation after the move from White's view, if a search found one.
    pub score: Option<Score>,
}

/// The moves that games of one board have played, by position.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct OpeningTree {
    moves: HashMap<u64, Vec<PlayedMove>>,
}

impl OpeningTree {
    /// Counts the moves of a game's main line up to `plies`. A move that the game repeats in the same
    /// position counts once.
    pub fn add_game(&mut self, game: &Game, plies: usize) {
        let score = match game.result().map(GameEnd::winner) {
            Some(Some(winner)) => GameScore::Won(winner),
            Some(None) => GameScore::Drawn,
            None => GameScore::Open,
        };
        self.add_moves(game.start(), game.main_line_moves(), plies, score);
    }

    /// Counts the moves up to the first one that is not legal.
    fn add_moves(
        &mut self,
        start: &Position,
        moves: impl IntoIterator<Item = Move>,
        plies: usize,
        score: GameScore,
    ) {
        let mut position = *start;
        let mut seen = HashSet::new();
        for mv in moves.into_iter().take(plies) {
            if !position.legal_moves().contains(mv) {
                return;
            }
            if seen.insert((position.key(), mv)) {
                self.played(&position, mv).results.add(score);
            }
            position = position.play(mv);
        }
    }

    /// The entry of a move, made if there is none.
    pub(super) fn played(&mut self, position: &Position, mv: Move) -> &mut PlayedMove {
        let moves = self.moves.entry(position.key()).or_default();
        let at = moves.iter().position(|played| played.mv == mv).unwrap_or_else(|| {
            moves.push(PlayedMove { mv, results: ResultCounts::default(), score: None });
            moves.len() - 1
        });
        &mut moves[at]
    }

    /// The moves played in a position, the most frequent first.
    pub fn moves(&self, position: &Position) -> Vec<PlayedMove> {
        let legal = position.legal_moves();
        let all = self.moves.get(&position.key()).into_iter().flatten();
        let mut moves: Vec<PlayedMove> =
            all.filter(|played| legal.contains(played.mv)).copied().collect();
        moves.sort_by_key(|played| std::cmp::Reverse(played.results.games()));
        moves
    }

    /// True if no game was counted.
    pub fn is_empty(&self) -> bool {
        self.moves.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::moves_of;
    use minnow_rules::Variant;

    /// A tree of games that begin at the start.
    fn tree(games: &[(&str, GameScore)]) -> (OpeningTree, Position) {
        let start = Position::start(Variant::default_variant());
        let mut tree = OpeningTree::default();
        for (text, score) in games {
            tree.add_moves(&start, moves_of(&start, text), 20, *score);
        }
        (tree, start)
    }

    #[test]
    fn shares_add_up_to_a_hundred() {
        let shares = |[white, draws, black]: [u32; 3]| {
            ResultCounts { white, draws, black, open: 5 }.percents()
        };
        assert_eq!(shares([2, 3, 2]), [29, 43, 28]);
        assert_eq!(shares([1, 1, 1]), [34, 33, 33]);
        assert_eq!(shares([0, 14, 1]), [0, 93, 7]);
        assert_eq!((shares([0, 6, 0]), shares([0; 3])), ([0, 100, 0], [0; 3]));
    }

    #[test]
    fn the_most_frequent_move_comes_first() {
        let white = GameScore::Won(Color::White);
        let (tree, start) =
            tree(&[("b2b3", GameScore::Open), ("a2a3", white), ("a2a3", GameScore::Drawn)]);
        let moves = tree.moves(&start);
        assert_eq!(start.move_text(moves[0].mv), "a2a3");
        let expected = ResultCounts { white: 1, draws: 1, ..ResultCounts::default() };
        assert_eq!((moves[0].results, moves[1].results.finished()), (expected, 0));
        assert_eq!(moves[1].results.games(), 1);
    }

    #[test]
    fn transpositions_share_their_counts() {
        let (tree, start) = tree(&[
            ("a2a3 a5a4 b1c3 d6e4", GameScore::Drawn),
            ("b1c3 a5a4 a2a3 d6e4", GameScore::Won(Color::Black)),
        ]);
        let line = moves_of(&start, "a2a3 a5a4 b1c3");
        let joined = line.iter().fold(start, |position, mv| position.play(*mv));
        let [reply] = tree.moves(&joined)[..] else { panic!("one reply") };
        assert_eq!((reply.results.draws, reply.results.black), (1, 1));
    }

    #[test]
    fn a_repeated_move_counts_once_a_game() {
        let (tree, start) = tree(&[("b1c3 d6e4 c3b1 e4d6 b1c3", GameScore::Drawn)]);
        assert_eq!(tree.moves(&start)[0].results.games(), 1);
    }
}
