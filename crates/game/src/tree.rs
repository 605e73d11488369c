//! A game as a tree of moves: nodes in an arena, a cursor, and the head of the played part.
//!
//! The first child of every node continues its line, the others are
//! variations. The line of first children from the root is the main line.
//! `head` is the last played node of the main line; the moves after it were
//! taken back and can be redone. No function recurses, so long games cannot
//! exhaust the stack. `edit` changes the order of variations.

use std::sync::Arc;

use minnow_rules::{Move, Position, Variant};

use super::{GameEnd, Header, Notes};

/// The maximum number of moves in a game, variations included.
pub const MAX_MOVES: usize = 100_000;

/// The maximum nesting of variations. Reading a file recurses into them, so the stack sets a limit.
pub const MAX_NESTING: u16 = 40;

/// The id of a node in a game's tree. It is valid until the node is deleted, and never reused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct NodeId(u32);

impl NodeId {
    /// The start position.
    pub const ROOT: NodeId = NodeId(0);

    fn slot(self) -> Option<usize> {
        (self.0 as usize).checked_sub(1)
    }
}

/// A move with the position after it. The root has the start position and no move.
#[derive(Clone, Debug, PartialEq)]
pub struct MoveNode {
    pub(super) parent: Option<NodeId>,
    pub(super) children: Vec<NodeId>,
    played: Option<Move>,
    position: Position,
    ply: u32,
    /// The number of variations on the path from the main line to this node.
    pub(super) nesting: u16,
    /// The notes on the move.
    pub notes: Notes,
}

impl MoveNode {
    /// The node before this one; `None` for the root.
    pub fn parent(&self) -> Option<NodeId> {
        self.parent
    }

    /// The next moves: first the continuation of this line, then the variations.
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

    /// Plies since the start of this game. [`Position::ply`] may differ.
    pub fn ply(&self) -> u32 {
        self.ply
    }

    /// The nesting of variations: 0 on the main line, 1 in its variations, 2 in theirs.
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

/// The record of a game: header, tree of moves, cursor and end.
///
/// Undo keeps clones: ids stay the same, and clones share their common nodes, so that a clone
/// costs 8 bytes a move.
///
/// ```
/// use minnow_game::Game;
/// use minnow_rules::Variant;
///
/// let mut game = Game::new(Variant::default_variant());
/// let c3 = game.play(game.position().parse_move("c2c3")?)?;
/// game.back();
/// let a3 = game.play(game.position().parse_move("a2a3")?)?;
/// let node = game.node(a3).expect("the move just played");
/// assert_eq!((game.head(), node.nesting()), (c3, 1), "the game continues at c3");
/// assert!(game.make_main_line(a3));
/// assert_eq!(game.main_line_end(), a3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Game {
    /// Players, tags and clock.
    pub header: Header,
    root: Arc<MoveNode>,
    /// The other nodes; a node's index is its id minus 1. Deleted nodes leave a gap.
    pub(super) nodes: Vec<Option<Arc<MoveNode>>>,
    pub(super) cursor: NodeId,
    /// The last played node of the main line.
    pub(super) head: NodeId,
    /// The nodes taken back since the last move at the head, the latest last.
    pub(super) taken_back: Vec<NodeId>,
    /// The end that the players decided at the head.
    pub(super) end: Option<GameEnd>,
}

impl Game {
    /// A game from the variant's start position.
    pub fn new(variant: &'static Variant) -> Game {
        Game::from_position(Position::start(variant))
    }

    /// A game from a position with both kings. A save of a game that starts without a king cannot
    /// be read.
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
            root: Arc::new(root),
            nodes: Vec::new(),
            cursor: NodeId::ROOT,
            head: NodeId::ROOT,
            taken_back: Vec::new(),
            end: None,
        }
    }

    /// The same game with an empty header, which may be large.
    pub(super) fn without_header(&self) -> Game {
        let Game { header: _, root, nodes, cursor, head, taken_back, end } = self;
        Game {
            header: Header::default(),
            root: root.clone(),
            nodes: nodes.clone(),
            cursor: *cursor,
            head: *head,
            taken_back: taken_back.clone(),
            end: *end,
        }
    }

    /// True if the roots of both games are the same in memory.
    pub(super) fn shares_root(&self, other: &Game) -> bool {
        Arc::ptr_eq(&self.root, &other.root)
    }

    /// The variant of the game.
    pub fn variant(&self) -> &'static Variant {
        self.root.position.variant()
    }

    /// The position before the first move.
    pub fn start(&self) -> &Position {
        &self.root.position
    }

    /// The node with this id; `None` if it was deleted or belongs to another game.
    pub fn node(&self, id: NodeId) -> Option<&MoveNode> {
        match id.slot() {
            None => Some(&self.root),
            Some(slot) => self.nodes.get(slot)?.as_deref(),
        }
    }

    /// The node before a node; `None` for the root and for an unknown node.
    pub(crate) fn node_before(&self, id: NodeId) -> Option<&MoveNode> {
        self.node(self.node(id)?.parent?)
    }

    /// The alternatives to a move; none if the move is itself a variation.
    pub(crate) fn variations(&self, id: NodeId) -> &[NodeId] {
        match self.node_before(id).and_then(|before| before.children.split_first()) {
            Some((main, variations)) if *main == id => variations,
            _ => &[],
        }
    }

    /// All nodes with their ids in the order of insertion, the root first.
    pub fn nodes(&self) -> impl Iterator<Item = (NodeId, &MoveNode)> {
        let last = self.nodes.len() as u32;
        (0..=last).filter_map(|number| Some((NodeId(number), self.node(NodeId(number))?)))
    }

    pub(super) fn node_mut(&mut self, id: NodeId) -> Option<&mut MoveNode> {
        match id.slot() {
            None => Some(Arc::make_mut(&mut self.root)),
            Some(slot) => self.nodes.get_mut(slot)?.as_mut().map(Arc::make_mut),
        }
    }

    pub(super) fn forget(&mut self, id: NodeId) {
        if let Some(gap) = id.slot().and_then(|slot| self.nodes.get_mut(slot)) {
            *gap = None;
        }
    }

    /// The notes of a node, for editing.
    pub fn notes_mut(&mut self, id: NodeId) -> Option<&mut Notes> {
        Some(&mut self.node_mut(id)?.notes)
    }

    /// The node with this id, which must exist; else the root.
    pub(super) fn at(&self, id: NodeId) -> &MoveNode {
        self.node(id).unwrap_or(&self.root)
    }

    /// The node on display.
    pub fn cursor(&self) -> NodeId {
        self.cursor
    }

    /// The position at the cursor.
    pub fn position(&self) -> &Position {
        &self.at(self.cursor).position
    }

    /// The last node of the main line that was played and not taken back.
    pub fn head(&self) -> NodeId {
        self.head
    }

    /// True if the game has neither moves nor notes.
    pub fn is_empty(&self) -> bool {
        self.root.children.is_empty() && self.root.notes.is_empty()
    }

    /// The ids from the root to a node, both included; empty for an unknown node.
    pub fn path(&self, id: NodeId) -> Vec<NodeId> {
        let parent = |id: &NodeId| self.node(*id)?.parent;
        let known = self.node(id).map(|_| id);
        let mut path: Vec<NodeId> = std::iter::successors(known, parent).collect();
        path.reverse();
        path
    }

    /// The nodes after a node in its line.
    pub fn continuation(&self, id: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        let next = |id: &NodeId| self.node(*id)?.children.first().copied();
        std::iter::successors(next(&id), next)
    }

    /// The moves of the main line.
    pub fn main_line_moves(&self) -> impl Iterator<Item = Move> + '_ {
        self.continuation(NodeId::ROOT).filter_map(|id| self.node(id)?.played)
    }

    /// The last node of the main line.
    pub fn main_line_end(&self) -> NodeId {
        self.continuation(NodeId::ROOT).last().unwrap_or(NodeId::ROOT)
    }

    /// Moves the cursor to a node; `false` if there is no such node.
    pub fn go_to(&mut self, id: NodeId) -> bool {
        let known = self.node(id).is_some();
        if known {
            self.cursor = id;
        }
        known
    }

    /// Moves the cursor to the root.
    pub fn go_to_start(&mut self) {
        self.cursor = NodeId::ROOT;
    }

    /// Moves the cursor to the end of its line.
    pub fn go_to_end(&mut self) {
        self.cursor = self.continuation(self.cursor).last().unwrap_or(self.cursor);
    }

    /// Moves the cursor one move back; `false` at the root.
    pub fn back(&mut self) -> bool {
        self.at(self.cursor).parent.is_some_and(|parent| self.go_to(parent))
    }

    /// Moves the cursor one move forward in its line; `false` at the end.
    pub fn forward(&mut self) -> bool {
        let next = self.at(self.cursor).children.first().copied();
        next.is_some_and(|child| self.go_to(child))
    }

    /// Moves the cursor to the next alternative to its move; `false` if there is none.
    pub fn next_variation(&mut self) -> bool {
        self.go_to_sibling(|place| place.checked_add(1))
    }

    /// Moves the cursor to the previous alternative to its move; `false` if there is none.
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

    /// The child that a move leads to; `None` if the tree does not have it.
    pub fn child(&self, parent: NodeId, mv: Move) -> Option<NodeId> {
        let leads = |id: &&NodeId| self.node(**id).is_some_and(|node| node.played == Some(mv));
        self.node(parent)?.children.iter().find(leads).copied()
    }

    /// Adds a move after a node and returns its node; an existing one is reused. The cursor stays.
    /// The move becomes the head if it extends the main line at the head of a game that is not
    /// over. Moves after a draw by rule are accepted, for analysis.
    ///
    /// # Errors
    ///
    /// Returns a [`PlayError`] if there is no such node, the move is illegal, or the game is full.
    pub fn add(&mut self, parent: NodeId, mv: Move) -> Result<NodeId, PlayError> {
        let extends =
            parent == self.head && self.at(parent).children.is_empty() && self.result().is_none();
        let id = self.insert(parent, mv)?;
        if extends {
            self.head = id;
        }
        Ok(id)
    }

    /// Adds a move after a node and returns its node; an existing one is reused. Cursor and head
    /// stay.
    ///
    /// # Errors
    ///
    /// Returns a [`PlayError`] if there is no such node, the move is illegal, or the game is full.
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

    /// How often the position of a node occurred on the path to it, itself included. No position
    /// from before a capture or pawn move can recur, so counting stops there.
    pub fn occurrences(&self, id: NodeId) -> u8 {
        let Some(node) = self.node(id) else { return 0 };
        let parent = |node: &&MoveNode| self.node(node.parent?);
        let reversible = usize::from(node.position.halfmove_clock());
        let same = std::iter::successors(Some(node), parent)
            .take(reversible + 1)
            .filter(|earlier| earlier.position.key() == node.position.key());
        u8::try_from(same.count()).unwrap_or(u8::MAX)
    }

    /// The end of the game at a node: by the rules or, at the head, by the players.
    pub fn end_at(&self, id: NodeId) -> Option<GameEnd> {
        let by_rules = self.node(id)?.position.outcome(self.occurrences(id));
        by_rules.map(GameEnd::ByRules).or(self.end.filter(|_| id == self.head))
    }

    /// The end of the game at the cursor; `None` if it continues there.
    pub fn outcome(&self) -> Option<GameEnd> {
        self.end_at(self.cursor)
    }

    /// The end of the game; `None` while it continues.
    pub fn result(&self) -> Option<GameEnd> {
        self.end_at(self.head)
    }

    /// Milliseconds that each side had left at a node, White first: from the last notes on the path
    /// to it, else from the time control. `None` for a game without a clock.
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
