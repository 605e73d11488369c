//! A game as a tree of moves: nodes in an arena, a cursor, and the end of what has been played.
//!
//! The first child of every node continues its line, the others are
//! variations; the line of first children from the root is the main line.
//! `head` is how far the main line has been played: what follows it has been
//! taken back and can be redone. Nothing here recurses, so long games are as
//! safe as short ones. Changing the order of variations is `edit`'s part.

use std::sync::Arc;

use crate::rules::{Move, Position, Variant};

use super::{GameEnd, Header, Notes};

/// The most moves that one game holds, variations included.
pub const MAX_MOVES: usize = 100_000;

/// How deep variations may nest. Reading a file recurses into them, so the stack sets a limit.
pub const MAX_NESTING: u16 = 40;

/// A position in a game's tree. Ids stay valid until their node is deleted and are not reused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct NodeId(u32);

impl NodeId {
    /// The start position.
    pub const ROOT: NodeId = NodeId(0);

    fn slot(self) -> Option<usize> {
        (self.0 as usize).checked_sub(1)
    }
}

/// A move with the position after it; for the root, the start position alone.
#[derive(Clone, Debug)]
pub struct MoveNode {
    pub(super) parent: Option<NodeId>,
    pub(super) children: Vec<NodeId>,
    played: Option<Move>,
    position: Position,
    ply: u32,
    /// How many variations one has to enter to come here from the main line.
    pub(super) nesting: u16,
    pub notes: Notes,
}

impl MoveNode {
    pub fn parent(&self) -> Option<NodeId> {
        self.parent
    }

    /// The next moves: first the one that continues this line, then the variations.
    pub fn children(&self) -> &[NodeId] {
        &self.children
    }

    /// The move that led here; `None` for the root.
    pub fn played(&self) -> Option<Move> {
        self.played
    }

    /// The position after the move.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Moves from the start of this game to here; the position's own count may differ.
    pub fn ply(&self) -> u32 {
        self.ply
    }

    /// 0 on the main line, 1 in its variations, 2 in theirs.
    pub fn nesting(&self) -> u16 {
        self.nesting
    }
}

/// Why a move was not added to a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlayError {
    /// The node was deleted or belongs to another game.
    #[error("this place in the game no longer exists")]
    NoSuchNode,
    /// The rules do not allow the move in this position.
    #[error("the move {}{} is not allowed here", .0.from(), .0.to())]
    Illegal(Move),
    /// The game has ended.
    #[error("the game is over ({0})")]
    Over(GameEnd),
    /// Variations nest at most [`MAX_NESTING`] deep.
    #[error("variations cannot nest more than {MAX_NESTING} deep")]
    TooDeep,
    /// A game holds at most [`MAX_MOVES`] moves.
    #[error("a game holds at most {MAX_MOVES} moves")]
    TooMany,
}

/// The record of a game. Cloning it is how an editor keeps a step to undo: ids stay the same, and
/// clones share the nodes in which they do not differ, so a clone costs 8 bytes a move.
#[derive(Clone, Debug)]
pub struct Game {
    pub header: Header,
    root: MoveNode,
    /// Every other node, at its id less one; deleted ones leave a gap.
    pub(super) nodes: Vec<Option<Arc<MoveNode>>>,
    pub(super) cursor: NodeId,
    /// The end of the played part of the main line.
    pub(super) head: NodeId,
    /// What was taken back from the head since a move was played there, the latest last.
    pub(super) taken_back: Vec<NodeId>,
    /// How the players ended the game at the head.
    pub(super) end: Option<GameEnd>,
}

impl Game {
    /// A game from the variant's start.
    pub fn new(variant: &'static Variant) -> Game {
        Game::from_position(Position::start(variant))
    }

    /// A game from any position that has both kings; one whose king has been taken cannot be the
    /// start of a saved game.
    pub fn from_position(position: Position) -> Game {
        let notes = Notes::default();
        let root = MoveNode {
            parent: None,
            children: vec![],
            played: None,
            position,
            ply: 0,
            nesting: 0,
            notes,
        };
        Game {
            header: Header::default(),
            root,
            nodes: Vec::new(),
            cursor: NodeId::ROOT,
            head: NodeId::ROOT,
            taken_back: Vec::new(),
            end: None,
        }
    }

    pub fn variant(&self) -> &'static Variant {
        self.root.position.variant()
    }

    /// The position before the first move.
    pub fn start(&self) -> &Position {
        &self.root.position
    }

    /// The node, unless it has been deleted or belongs to another game.
    pub fn node(&self, id: NodeId) -> Option<&MoveNode> {
        match id.slot() {
            None => Some(&self.root),
            Some(slot) => self.nodes.get(slot)?.as_deref(),
        }
    }

    /// Every node with its id, the root first, in the order in which they were added.
    pub fn nodes(&self) -> impl Iterator<Item = (NodeId, &MoveNode)> {
        let last = self.nodes.len() as u32;
        (0..=last).filter_map(|number| Some((NodeId(number), self.node(NodeId(number))?)))
    }

    pub(super) fn node_mut(&mut self, id: NodeId) -> Option<&mut MoveNode> {
        match id.slot() {
            None => Some(&mut self.root),
            Some(slot) => self.nodes.get_mut(slot)?.as_mut().map(Arc::make_mut),
        }
    }

    pub(super) fn forget(&mut self, id: NodeId) {
        if let Some(gap) = id.slot().and_then(|slot| self.nodes.get_mut(slot)) {
            *gap = None;
        }
    }

    /// The notes of a node, to be changed.
    pub fn notes_mut(&mut self, id: NodeId) -> Option<&mut Notes> {
        Some(&mut self.node_mut(id)?.notes)
    }

    /// A node known to exist; the root stands in should it not.
    pub(super) fn at(&self, id: NodeId) -> &MoveNode {
        self.node(id).unwrap_or(&self.root)
    }

    /// The node that is looked at.
    pub fn cursor(&self) -> NodeId {
        self.cursor
    }

    /// The position that is looked at.
    pub fn position(&self) -> &Position {
        &self.at(self.cursor).position
    }

    /// Where the game stands: the last move that has been played and not taken back.
    pub fn head(&self) -> NodeId {
        self.head
    }

    /// Whether there is nothing but the start position, untouched.
    pub fn is_empty(&self) -> bool {
        self.root.children.is_empty() && self.root.notes.is_empty()
    }

    /// The ids from the start position to a node, both included; empty for an unknown node.
    pub fn path(&self, id: NodeId) -> Vec<NodeId> {
        let parent = |id: &NodeId| self.node(*id)?.parent;
        let known = self.node(id).map(|_| id);
        let mut path: Vec<NodeId> = std::iter::successors(known, parent).collect();
        path.reverse();
        path
    }

    /// The nodes that follow a node in its line, without it.
    pub fn continuation(&self, id: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        let next = |id: &NodeId| self.node(*id)?.children.first().copied();
        std::iter::successors(next(&id), next)
    }

    /// The last node of the main line.
    pub fn main_line_end(&self) -> NodeId {
        self.continuation(NodeId::ROOT).last().unwrap_or(NodeId::ROOT)
    }

    /// Looks at a node; `false` if there is no such node.
    pub fn go_to(&mut self, id: NodeId) -> bool {
        let known = self.node(id).is_some();
        if known {
            self.cursor = id;
        }
        known
    }

    pub fn go_to_start(&mut self) {
        self.cursor = NodeId::ROOT;
    }

    /// Goes to the end of the line that is looked at.
    pub fn go_to_end(&mut self) {
        self.cursor = self.continuation(self.cursor).last().unwrap_or(self.cursor);
    }

    /// Goes one move back; `false` at the start.
    pub fn back(&mut self) -> bool {
        self.at(self.cursor).parent.is_some_and(|parent| self.go_to(parent))
    }

    /// Goes one move on in this line; `false` at its end.
    pub fn forward(&mut self) -> bool {
        let next = self.at(self.cursor).children.first().copied();
        next.is_some_and(|child| self.go_to(child))
    }

    /// Goes to the next alternative to the last move; `false` if there is none.
    pub fn next_variation(&mut self) -> bool {
        self.go_to_sibling(|place| place.checked_add(1))
    }

    /// Goes to the alternative before, which may be the main line; `false` if there is none.
    pub fn previous_variation(&mut self) -> bool {
        self.go_to_sibling(|place| place.checked_sub(1))
    }

    fn go_to_sibling(&mut self, other: impl Fn(usize) -> Option<usize>) -> bool {
        let sibling = self.at(self.cursor).parent.and_then(|parent| {
            let siblings = &self.at(parent).children;
            let place = siblings.iter().position(|id| *id == self.cursor)?;
            siblings.get(other(place)?).copied()
        });
        sibling.is_some_and(|id| self.go_to(id))
    }

    /// The child that a move leads to.
    pub fn child(&self, parent: NodeId, mv: Move) -> Option<NodeId> {
        let leads = |id: &&NodeId| self.node(**id).is_some_and(|node| node.played == Some(mv));
        self.node(parent)?.children.iter().find(leads).copied()
    }

    /// Adds a move after any node, or finds it there; the cursor stays. Only legality is asked
    /// for, so that analysis may look beyond a draw. The played part of the game grows only from
    /// its head, while the game is not over.
    pub fn add(&mut self, parent: NodeId, mv: Move) -> Result<NodeId, PlayError> {
        let extends =
            parent == self.head && self.at(parent).children.is_empty() && self.result().is_none();
        let id = self.insert(parent, mv)?;
        if extends {
            self.head = id;
        }
        Ok(id)
    }

    /// Adds a move after any node, or finds it there, without touching cursor or head: the game
    /// stands where it stood.
    pub fn insert(&mut self, parent: NodeId, mv: Move) -> Result<NodeId, PlayError> {
        if let Some(known) = self.child(parent, mv) {
            return Ok(known);
        }
        let before = self.node(parent).ok_or(PlayError::NoSuchNode)?;
        if !before.position.legal_moves().contains(mv) {
            return Err(PlayError::Illegal(mv));
        }
        let nesting = before.nesting + u16::from(!before.children.is_empty());
        if nesting > MAX_NESTING {
            return Err(PlayError::TooDeep);
        }
        if self.nodes.len() >= MAX_MOVES {
            return Err(PlayError::TooMany);
        }
        let node = MoveNode {
            parent: Some(parent),
            children: Vec::new(),
            played: Some(mv),
            position: before.position.play(mv),
            ply: before.ply + 1,
            nesting,
            notes: Notes::default(),
        };
        self.nodes.push(Some(Arc::new(node)));
        let id = NodeId(self.nodes.len() as u32);
        if let Some(before) = self.node_mut(parent) {
            before.children.push(id);
        }
        Ok(id)
    }

    /// How often the position of a node has stood on the board on the way to it, itself included.
    /// Captures and pawn moves end the search, as no earlier position can come back after them.
    pub fn occurrences(&self, id: NodeId) -> u8 {
        let Some(node) = self.node(id) else { return 0 };
        let parent = |node: &&MoveNode| self.node(node.parent?);
        let reversible = usize::from(node.position.halfmove_clock());
        let same = std::iter::successors(Some(node), parent)
            .take(reversible + 1)
            .filter(|earlier| earlier.position.key() == node.position.key());
        u8::try_from(same.count()).unwrap_or(u8::MAX)
    }

    /// How the game is over at a node: by the rules, or, at the head, by what the players decided.
    pub fn end_at(&self, id: NodeId) -> Option<GameEnd> {
        let by_rules = self.node(id)?.position.outcome(self.occurrences(id));
        by_rules.map(GameEnd::ByRules).or(self.end.filter(|_| id == self.head))
    }

    /// How the game is over at the cursor, if it is.
    pub fn outcome(&self) -> Option<GameEnd> {
        self.end_at(self.cursor)
    }

    /// How the game ended; `None` while it goes on.
    pub fn result(&self) -> Option<GameEnd> {
        self.end_at(self.head)
    }

    /// Milliseconds that each side had left at a node, White's first: the last notes on the way
    /// there, else the start of the time control. `None` for a game without a clock.
    pub fn time_left_ms(&self, id: NodeId) -> Option<[u64; 2]> {
        let control = self.header.clock?.control;
        let mut left = [None; 2];
        let parent = |node: &&MoveNode| self.node(node.parent?);
        for node in std::iter::successors(self.node(id), parent) {
            let mover = !node.position.turn();
            if node.played.is_some() && left[mover.index()].is_none() {
                left[mover.index()] = node.notes.clock_ms;
            }
            if left.iter().all(Option::is_some) {
                break;
            }
        }
        Some(left.map(|left| left.unwrap_or(control.base_ms)))
    }
}
