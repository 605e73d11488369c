//! Games of the engine against itself with two sets of the numbers that tune its search.

use super::{FinishedGame, MatchError, engine_game::play_game};
use minnow_base::sync::StopFlag;
use minnow_engine::{SearchLimits, Searcher, internal::with_search_numbers};
use minnow_rules::{Color, Position, Variant};

/// The transposition table of a player, in MB; the searches are short.
const HASH_MB: usize = 4;

/// Two engines that play games with numbers of their own. A game depends on its opening, the numbers
/// and the nodes alone. In a build whose numbers cannot be tuned both play with the defaults.
pub struct NumbersGame {
    /// White's and Black's.
    searchers: [Searcher; 2],
    limits: SearchLimits,
}

impl NumbersGame {
    /// Engines that search this many nodes for each move.
    pub fn new(variant: &'static Variant, nodes: u64) -> NumbersGame {
        let searchers = [(); 2].map(|()| Searcher::new(variant, HASH_MB));
        NumbersGame { searchers, limits: SearchLimits::nodes(nodes) }
    }

    /// Plays a game from the last position of the opening, which holds at least one. `numbers` are
    /// White's and Black's, each in the order of [`minnow_engine::internal::SEARCH_NUMBERS`].
    ///
    /// # Errors
    ///
    /// [`MatchError::NoLegalMove`] if an engine returns no move.
    pub fn play(
        &mut self,
        opening: &[Position],
        numbers: [&[i32]; 2],
    ) -> Result<FinishedGame, MatchError> {
        self.searchers.iter_mut().for_each(Searcher::new_game);
        let never = StopFlag::new();
        play_game(opening, |root| {
            let turn = root.position.turn();
            let searcher = &mut self.searchers[turn.index()];
            let search = || searcher.search(root, &self.limits, &never, &mut |_| {});
            let result = with_search_numbers(numbers[turn.index()], search);
            result.best.ok_or_else(|| MatchError::NoLegalMove {
                player: if turn == Color::White { "White" } else { "Black" }.to_owned(),
                variant: root.position.variant().id.clone(),
                fen: root.position.fen(),
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use minnow_engine::internal::SEARCH_NUMBERS;

    #[test]
    fn games_repeat_whatever_was_played_before() {
        let variant = Variant::by_id("chess4x5").unwrap();
        let numbers: Vec<i32> = SEARCH_NUMBERS.iter().map(|number| number.default).collect();
        let changed: Vec<i32> = SEARCH_NUMBERS.iter().map(|number| number.max).collect();
        let opening = [Position::start(variant)];
        let game =
            |players: &mut NumbersGame| players.play(&opening, [&numbers, &changed]).unwrap();
        let mut players = NumbersGame::new(variant, 300);
        let first = game(&mut players);
        players.play(&opening, [&changed, &numbers]).unwrap();
        assert_eq!(game(&mut players), first);
        assert_eq!(game(&mut NumbersGame::new(variant, 300)), first);
    }
}
