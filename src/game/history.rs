//! Undo and redo: the game as it was before each edit.
//!
//! A step is a whole [`Game`], which is cheap because clones share the nodes
//! that did not change. The history is told after each change what the game is
//! now; it does not edit anything itself. Which keys undo what, and what it means for a
//! clock or a search, is the window's business.

use std::{collections::VecDeque, mem::size_of, sync::Arc};

use super::{Game, MoveNode, NodeId};

/// The most steps that are kept.
const MOST_STEPS: usize = 1_000;

/// The most memory that all steps may take, in bytes.
const MOST_BYTES: usize = 64 << 20;

/// What a change of the game was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Edit {
    Move,
    TakeBack,
    /// Resignation, agreement or time-out.
    Conclusion,
    Promotion,
    Demotion,
    MainLine,
    Deletion,
    Comment,
    Mark,
    Shapes,
    /// All verdicts of a review, or their removal.
    Review,
    /// Anything else.
    Change,
}

impl Edit {
    /// As it follows "undo" in a menu.
    pub const fn name(self) -> &'static str {
        match self {
            Edit::Move => "move",
            Edit::TakeBack => "taking back",
            Edit::Conclusion => "end of the game",
            Edit::Promotion => "promoting",
            Edit::Demotion => "demoting",
            Edit::MainLine => "making it the main line",
            Edit::Deletion => "deleting",
            Edit::Comment => "comment",
            Edit::Mark => "mark",
            Edit::Shapes => "drawing",
            Edit::Review => "review",
            Edit::Change => "change",
        }
    }
}

/// The game on the other side of an edit.
#[derive(Clone, Debug)]
struct UndoStep {
    edit: Edit,
    game: Game,
    /// What this step alone keeps in memory, about.
    bytes: usize,
}

/// The steps that lead back, and those that were undone.
#[derive(Clone, Debug)]
pub struct EditHistory {
    /// The game as it is, with the cursor where the user was before the next edit.
    present: Game,
    /// The oldest first.
    past: VecDeque<UndoStep>,
    /// The one to be redone first stands last.
    future: Vec<UndoStep>,
}

impl EditHistory {
    /// A game without a past.
    pub fn new(game: &Game) -> EditHistory {
        EditHistory { present: game.clone(), past: VecDeque::new(), future: Vec::new() }
    }

    /// Notes where the user is before an edit, so that undoing it leads back there.
    pub fn look(&mut self, cursor: NodeId) {
        self.present.go_to(cursor);
    }

    /// Notes that an edit has made the game what it is now. The oldest steps are dropped where
    /// there are too many.
    pub fn record(&mut self, edit: Edit, game: &Game) {
        let before = std::mem::replace(&mut self.present, game.clone());
        self.future.clear();
        let bytes = kept_alone(&before, game);
        self.past.push_back(UndoStep { edit, game: before, bytes });
        let mut kept: usize = self.past.iter().map(|step| step.bytes).sum();
        while self.past.len() > MOST_STEPS || kept > MOST_BYTES {
            kept -= self.past.pop_front().map_or(kept, |step| step.bytes);
        }
    }

    /// The game as it was told last, with the cursor where the user was before the next edit.
    pub fn present(&self) -> &Game {
        &self.present
    }

    /// What `undo` would undo.
    pub fn can_undo(&self) -> Option<Edit> {
        self.past.back().map(|step| step.edit)
    }

    /// What `redo` would redo.
    pub fn can_redo(&self) -> Option<Edit> {
        self.future.last().map(|step| step.edit)
    }

    /// Makes the game what it was before the last edit; its header stays. `None` if there is none.
    pub fn undo(&mut self, game: &mut Game) -> Option<Edit> {
        let UndoStep { edit, game: before, bytes } = self.past.pop_back()?;
        let after = self.replace(game, before);
        self.future.push(UndoStep { edit, game: after, bytes });
        Some(edit)
    }

    /// Makes the game what it was before the last undo; its header stays. `None` if an edit has
    /// come since.
    pub fn redo(&mut self, game: &mut Game) -> Option<Edit> {
        let UndoStep { edit, game: after, bytes } = self.future.pop()?;
        let before = self.replace(game, after);
        self.past.push_back(UndoStep { edit, game: before, bytes });
        Some(edit)
    }

    /// Puts another state of the game in the place of this one, and returns this one.
    fn replace(&mut self, game: &mut Game, mut other: Game) -> Game {
        // The ids of moves that are gone now must not be given to others.
        let ids = game.nodes.len().max(other.nodes.len());
        other.nodes.resize(ids, None);
        other.header = game.header.clone();
        *game = other;
        std::mem::replace(&mut self.present, game.clone())
    }
}

/// The memory that a game takes beside its next version, in bytes: its list of nodes, and those
/// nodes that the two do not share.
fn kept_alone(game: &Game, next: &Game) -> usize {
    let differs = |slot: &usize| match (&game.nodes[*slot], next.nodes.get(*slot)) {
        (Some(node), Some(Some(other))) => !Arc::ptr_eq(node, other),
        (node, _) => node.is_some(),
    };
    let own = (0..game.nodes.len()).filter(differs);
    let nodes: usize = own.filter_map(|slot| game.nodes[slot].as_deref()).map(size_of_node).sum();
    size_of::<Game>() + game.nodes.len() * size_of::<Option<Arc<MoveNode>>>() + nodes
}

fn size_of_node(node: &MoveNode) -> usize {
    let notes = &node.notes;
    let verdict = notes.verdict.as_ref().map_or(0, |verdict| verdict.sentence.len() + 256);
    size_of::<MoveNode>() + notes.comment.len() + verdict
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Position, Variant};

    fn shuttle(plies: usize) -> Game {
        let variant = Variant::by_id("minichess").unwrap();
        let start = Position::from_fen(variant, "k4/5/5/5/5/K3R w - - 0 1").unwrap();
        let mut game = Game::from_position(start);
        for ply in 0..plies {
            let text = ["e1e2", "a6b6", "e2e1", "b6a6"][ply % 4];
            let mv = game.position().parse_move(text).unwrap();
            let id = game.add(game.cursor(), mv).unwrap();
            game.go_to(id);
        }
        game
    }

    fn comment(game: &mut Game, text: &str) {
        let cursor = game.cursor();
        game.notes_mut(cursor).unwrap().comment = text.to_owned();
    }

    #[test]
    fn undo_leads_back_to_where_the_edit_was_made() {
        let mut game = shuttle(8);
        let mut history = EditHistory::new(&game);
        let path = game.path(game.head());
        history.look(path[5]);
        assert!(game.delete(path[5]));
        history.record(Edit::Deletion, &game);
        game.go_to_start();
        assert_eq!(history.undo(&mut game), Some(Edit::Deletion));
        assert_eq!((game.cursor(), game.head()), (path[5], path[8]));
        assert_eq!(history.redo(&mut game), Some(Edit::Deletion));
        assert_eq!((game.cursor(), game.head()), (path[4], path[4]));
        assert_eq!((history.redo(&mut game), history.can_undo()), (None, Some(Edit::Deletion)));
    }

    #[test]
    fn the_id_of_an_undone_move_is_not_given_to_another() {
        let mut game = shuttle(1);
        let mut history = EditHistory::new(&game);
        let reply = |game: &Game, text| game.position().parse_move(text).unwrap();
        let undone = game.add(game.cursor(), reply(&game, "a6b6")).unwrap();
        history.record(Edit::Move, &game);
        history.undo(&mut game);
        assert!(game.node(undone).is_none());
        let other = game.add(game.cursor(), reply(&game, "a6a5")).unwrap();
        assert_ne!(other, undone);
        history.record(Edit::Move, &game);
        assert_eq!(history.can_redo(), None, "another edit came in between");
    }

    #[test]
    fn the_clock_and_the_names_are_not_undone() {
        let mut game = shuttle(2);
        let mut history = EditHistory::new(&game);
        comment(&mut game, "First.");
        history.record(Edit::Comment, &game);
        game.header.names[0] = "Anna".to_owned();
        history.undo(&mut game);
        assert_eq!(
            (game.position().turn(), game.header.names[0].as_str()),
            (game.start().turn(), "Anna")
        );
    }

    #[test]
    fn a_long_session_on_a_long_game_keeps_to_its_memory() {
        let mut game = shuttle(4_000);
        let mut history = EditHistory::new(&game);
        for number in 0..1_200 {
            comment(&mut game, &"x".repeat(number));
            history.record(Edit::Comment, &game);
        }
        let kept: usize = history.past.iter().map(|step| step.bytes).sum();
        assert!(kept <= MOST_BYTES && history.past.len() <= MOST_STEPS);
        assert!(history.past.len() > 500, "only {} steps", history.past.len());
        let shared = history.past.iter().map(|step| step.bytes).min().unwrap();
        assert!(shared < 60_000, "a step takes {shared} bytes of its own");
    }
}
