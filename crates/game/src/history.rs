//! Undo and redo: the states of a game before each edit.
//!
//! A step is a whole [`Game`], which is cheap because clones share their unchanged nodes. Steps have no
//! header, since undo keeps it; an edit of names and tags is noted beside its step. The owner edits the
//! game and records the new state here after each edit. The window maps keys to undo and adapts clock
//! and search.

use std::{mem::size_of, sync::Arc};

use super::{DrawnShape, Game, Header, MoveNode, NodeId};
use minnow_base::history::History;
use minnow_rules::Move;

/// The maximum number of steps.
const MAX_STEPS: usize = 1_000;

/// The maximum memory of all steps, in bytes.
const MAX_KEPT_BYTES: usize = 64 << 20;

/// The kind of an edit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Edit {
    /// A move was played.
    Move,
    /// Moves were taken back.
    TakeBack,
    /// Resignation, agreement or time-out.
    Conclusion,
    /// A variation went one place up among the alternatives.
    Promotion,
    /// A variation went one place down among the alternatives.
    Demotion,
    /// A variation became the main line.
    MainLine,
    /// Moves were deleted.
    Deletion,
    /// A comment was written, changed or removed.
    Comment,
    /// A mark was set or removed.
    Mark,
    /// Arrows or circles were drawn or removed.
    Shapes,
    /// Names, date or tags.
    Header,
    /// A review's verdicts were written or removed.
    Review,
    /// Anything else.
    Change,
}

impl Edit {
    /// The noun that begins a message such as "Deletion undone".
    pub const fn name(self) -> &'static str {
        match self {
            Edit::Move => "Move",
            Edit::TakeBack => "Take-back",
            Edit::Conclusion => "End of the game",
            Edit::Promotion => "Promotion of the line",
            Edit::Demotion => "Demotion of the line",
            Edit::MainLine => "Change of the main line",
            Edit::Deletion => "Deletion",
            Edit::Comment => "Comment",
            Edit::Mark => "Mark",
            Edit::Shapes => "Drawing",
            Edit::Header => "Change of names and tags",
            Edit::Review => "Review",
            Edit::Change => "Change",
        }
    }
}

/// An edit with the state of the game that undoing or redoing it restores.
#[derive(Clone, Debug)]
struct UndoStep {
    edit: Edit,
    game: Game,
    /// The change of names and tags, if the edit is one.
    header: Option<Box<HeaderEdit>>,
    /// The approximate memory that only this step holds.
    bytes: usize,
}

/// A change of names and tags.
#[derive(Clone, Debug)]
struct HeaderEdit {
    before: Header,
    after: Header,
}

/// The undo and redo steps of a game.
#[derive(Clone, Debug)]
pub struct EditHistory {
    /// The current state, with the cursor at the node shown before the next edit.
    present: Game,
    steps: History<UndoStep>,
}

impl EditHistory {
    /// A history without steps.
    pub fn new(game: &Game) -> EditHistory {
        let steps =
            History::new(MAX_STEPS).with_max_bytes(MAX_KEPT_BYTES, |step: &UndoStep| step.bytes);
        EditHistory { present: game.without_header(), steps }
    }

    /// Records the node shown before an edit, so that undoing the edit shows it again.
    pub fn look(&mut self, cursor: NodeId) {
        self.present.go_to(cursor);
    }

    /// Records the state of the game after an edit. Drops the oldest steps beyond the limits of
    /// number and memory.
    pub fn record(&mut self, edit: Edit, game: &Game) {
        let before = std::mem::replace(&mut self.present, game.without_header());
        let bytes = kept_alone(&before, game);
        self.steps.record(UndoStep { edit, game: before, header: None, bytes });
    }

    /// Notes the names and tags before and after the edit that was recorded last, so that undo and
    /// redo change them.
    pub fn note_header(&mut self, before: Header, after: Header) {
        self.steps.amend(|step| {
            step.bytes += size_of_header(&before) + size_of_header(&after);
            step.header = Some(Box::new(HeaderEdit { before, after }));
        });
    }

    /// The state recorded last, without its header and with the cursor at the node shown before the
    /// next edit.
    pub fn present(&self) -> &Game {
        &self.present
    }

    /// The edit that `undo` would undo.
    pub fn can_undo(&self) -> Option<Edit> {
        self.steps.next_undo().map(|step| step.edit)
    }

    /// The edit that `redo` would redo.
    pub fn can_redo(&self) -> Option<Edit> {
        self.steps.next_redo().map(|step| step.edit)
    }

    /// Restores the state before the last edit. The header stays, except for the names and tags that
    /// the edit has changed. `None` if there is no edit.
    pub fn undo(&mut self, game: &mut Game) -> Option<Edit> {
        let EditHistory { present, steps } = self;
        let step = steps.undo(|step| {
            exchange(&mut step.game, game, present);
            if let Some(change) = &step.header {
                change_header(&mut game.header, &change.after, &change.before);
            }
        })?;
        Some(step.edit)
    }

    /// Restores the state before the last undo; the header as [`EditHistory::undo`] does. `None` if
    /// there is nothing to redo.
    pub fn redo(&mut self, game: &mut Game) -> Option<Edit> {
        let EditHistory { present, steps } = self;
        let step = steps.redo(|step| {
            exchange(&mut step.game, game, present);
            if let Some(change) = &step.header {
                change_header(&mut game.header, &change.before, &change.after);
            }
        })?;
        Some(step.edit)
    }
}

/// Puts the state of a step in place of the game's, and leaves the `present` one in the step.
fn exchange(kept: &mut Game, game: &mut Game, present: &mut Game) {
    // Ids of removed moves must not be reused.
    let ids = game.nodes.len().max(kept.nodes.len());
    kept.nodes.resize(ids, None);
    kept.header = std::mem::take(&mut game.header);
    std::mem::swap(game, kept);
    *kept = std::mem::replace(present, game.without_header());
}

/// Changes the names and tags that differ between two headers. What the program has recorded since
/// stays.
fn change_header(header: &mut Header, from: &Header, to: &Header) {
    for (name, (old, new)) in header.names.iter_mut().zip(from.names.iter().zip(&to.names)) {
        if old != new {
            name.clone_from(new);
        }
    }
    if header.tags == from.tags {
        header.tags.clone_from(&to.tags);
        return;
    }
    for (name, _) in from.tags.iter().chain(&to.tags) {
        if from.tag(name) != to.tag(name) {
            header.set_tag(name, to.tag(name).unwrap_or_default());
        }
    }
}

fn size_of_header(header: &Header) -> usize {
    let tags = header.tags.iter().map(|(name, value)| name.len() + value.len());
    let names = header.names.iter().map(String::len);
    size_of::<Header>() + tags.chain(names).sum::<usize>()
}

/// The memory in bytes that a game takes besides its next version: its list of nodes, and the
/// nodes that the two do not share.
fn kept_alone(game: &Game, next: &Game) -> usize {
    let differs = |slot: &usize| match (&game.nodes[*slot], next.nodes.get(*slot)) {
        (Some(node), Some(Some(other))) => !Arc::ptr_eq(node, other),
        (node, _) => node.is_some(),
    };
    let own = (0..game.nodes.len()).filter(differs);
    let nodes: usize = own.filter_map(|slot| game.nodes[slot].as_deref()).map(size_of_node).sum();
    let root = game.node(NodeId::ROOT).filter(|_| !game.shares_root(next)).map_or(0, size_of_node);
    size_of::<Game>() + game.nodes.len() * size_of::<Option<Arc<MoveNode>>>() + nodes + root
}

fn size_of_node(node: &MoveNode) -> usize {
    let notes = &node.notes;
    let verdict = notes.verdict.as_ref().map_or(0, |verdict| {
        verdict.sentence.len() + verdict.better.len() * size_of::<Move>() + 256
    });
    let shapes = notes.shapes.len() * size_of::<DrawnShape>();
    size_of::<MoveNode>() + notes.comment.len() + shapes + verdict
}

#[cfg(test)]
mod tests {
    use super::*;
    use minnow_rules::{Position, Variant};

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
    fn undo_shows_the_node_of_the_edit() {
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
    fn names_and_tags_are_undone_and_later_records_stay() {
        let mut game = shuttle(1);
        let mut history = EditHistory::new(&game);
        game.header.set_tag("Event", "Club");
        let before = game.header.clone();
        game.header.names[0] = "Ada".to_owned();
        game.header.set_tag("Event", "");
        game.header.set_tag("Round", "2");
        history.record(Edit::Header, &game);
        history.note_header(before.clone(), game.header.clone());
        let after = game.header.clone();
        assert_eq!(history.undo(&mut game), Some(Edit::Header));
        assert_eq!(game.header, before);
        assert_eq!(history.redo(&mut game), Some(Edit::Header));
        assert_eq!(game.header, after);
        game.header.set_tag("Date", "2026.11.22");
        game.header.names[1] = "Minnow".to_owned();
        history.undo(&mut game);
        assert_eq!(game.header.names, ["", "Minnow"]);
        let tags = ["Event", "Round", "Date"].map(|name| game.header.tag(name));
        assert_eq!(tags, [Some("Club"), None, Some("2026.11.22")]);
    }

    #[test]
    fn ids_of_undone_moves_are_not_reused() {
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
    fn undo_keeps_clock_and_names() {
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
    fn long_sessions_stay_within_the_memory_limit() {
        let mut game = shuttle(4_000);
        let mut history = EditHistory::new(&game);
        for number in 0..1_200 {
            comment(&mut game, &"x".repeat(number));
            history.record(Edit::Comment, &game);
        }
        let bytes: Vec<usize> = history.steps.past().map(|step| step.bytes).collect();
        assert!(bytes.iter().sum::<usize>() <= MAX_KEPT_BYTES && bytes.len() <= MAX_STEPS);
        assert!(bytes.len() > 500, "only {} steps", bytes.len());
        let shared = bytes.into_iter().min().unwrap();
        assert!(shared < 60_000, "a step takes {shared} bytes of its own");
    }
}
