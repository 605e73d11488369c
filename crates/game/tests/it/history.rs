//! Undo and redo of random edits: undoing all restores the original, redoing all the last state,
//! and every state between appears in order.

use crate::support::{all_nodes, assert_sound, grow, step};
use minnow_game::{Edit, EditHistory, Game, NodeId, save::to_ron};
use proptest::prelude::*;

/// The state that undo must restore: the record as a file has it, and the ids of its moves.
fn state(game: &Game) -> (String, Vec<NodeId>, NodeId) {
    (to_ron(game), all_nodes(game), game.head())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn undo_and_redo_restore_every_state(
        variant in 0_usize..64,
        before in prop::collection::vec(any::<(u8, u32)>(), 0..30),
        edits in prop::collection::vec(any::<(u8, u32)>(), 0..50),
    ) {
        let mut game = grow(variant, &before);
        let mut history = EditHistory::new(&game);
        let mut states = vec![state(&game)];
        for (action, number) in edits {
            history.look(game.cursor());
            step(&mut game, action, number);
            let now = state(&game);
            if states.last() != Some(&now) {
                history.record(Edit::Change, &game);
                states.push(now);
            }
        }
        for earlier in states.iter().rev().skip(1) {
            prop_assert_eq!(history.undo(&mut game), Some(Edit::Change));
            prop_assert_eq!(&state(&game), earlier);
            assert_sound(&game);
        }
        prop_assert_eq!(history.undo(&mut game), None);
        for later in states.iter().skip(1) {
            prop_assert_eq!(history.redo(&mut game), Some(Edit::Change));
            prop_assert_eq!(&state(&game), later);
            assert_sound(&game);
        }
        prop_assert_eq!(history.redo(&mut game), None);
    }
}
