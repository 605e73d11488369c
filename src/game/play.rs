//! Playing a game: moves at the cursor, take-back and redo, playing on from an earlier move, and
//! the ends that the players decide.

use crate::rules::Move;

use super::{Game, GameEnd, NodeId, PlayError};

impl Game {
    /// Plays a move at the cursor and goes there. At the head the game goes on with it; elsewhere
    /// it joins the child that is there or becomes a new variation. Refused where the game is
    /// over. Moves that were only taken back are dropped when another is played instead; if they
    /// hold notes or variations they are kept as a variation.
    pub fn play(&mut self, mv: Move) -> Result<NodeId, PlayError> {
        if let Some(end) = self.outcome() {
            return Err(PlayError::Over(end));
        }
        let parent = self.cursor;
        let id =
            if parent == self.head { self.play_at_head(mv)? } else { self.insert(parent, mv)? };
        self.cursor = id;
        Ok(id)
    }

    fn play_at_head(&mut self, mv: Move) -> Result<NodeId, PlayError> {
        let parent = self.head;
        let expected = self.at(parent).children.first().copied();
        let id = self.insert(parent, mv)?;
        if expected == Some(id) {
            self.redo();
            return Ok(id);
        }
        if let Some(dropped) = expected.filter(|next| self.was_only_taken_back(*next)) {
            self.delete(dropped);
        }
        self.taken_back.clear();
        if self.make_main_line(id) || self.at(id).nesting == 0 {
            self.head = id;
            return Ok(id);
        }
        Err(PlayError::TooDeep)
    }

    /// Whether everything from `next` on was played, taken back and never used otherwise.
    fn was_only_taken_back(&self, next: NodeId) -> bool {
        self.taken_back.last() == Some(&next)
            && self.taken_back.iter().enumerate().all(|(place, id)| {
                let node = self.at(*id);
                let notes = &node.notes;
                node.children.len() == usize::from(place > 0)
                    && notes.comment.is_empty()
                    && notes.marks.is_empty()
                    && notes.shapes.is_empty()
            })
    }

    /// Plays a move at the cursor and makes it the game: what was played after the cursor, or
    /// decided by the players, no longer counts and is kept as a variation.
    pub fn play_on(&mut self, mv: Move) -> Result<NodeId, PlayError> {
        if self.cursor == self.head {
            let decided = self.end.take();
            return self.play(mv).inspect_err(|_| self.end = decided);
        }
        if let Some(end) = self.outcome() {
            return Err(PlayError::Over(end));
        }
        let id = self.insert(self.cursor, mv)?;
        if !self.make_main_line(id) && self.at(id).nesting > 0 {
            return Err(PlayError::TooDeep);
        }
        self.taken_back.clear();
        self.end = None;
        self.head = id;
        self.cursor = id;
        Ok(id)
    }

    /// Takes the last played move back and goes to the position before it; also a resignation, a
    /// draw agreed or a time-out is off. Returns the move's node, `None` at the start.
    pub fn take_back(&mut self) -> Option<NodeId> {
        let taken = self.head;
        let parent = self.at(taken).parent?;
        self.head = parent;
        self.cursor = parent;
        self.end = None;
        self.taken_back.push(taken);
        Some(taken)
    }

    /// Whether `redo` would do something.
    pub fn can_redo(&self) -> bool {
        !self.at(self.head).children.is_empty() && self.result().is_none()
    }

    /// Plays the move again that was last taken back and goes there. Returns its node, `None` if
    /// there is none.
    pub fn redo(&mut self) -> Option<NodeId> {
        if !self.can_redo() {
            return None;
        }
        let next = *self.at(self.head).children.first()?;
        self.head = next;
        self.cursor = next;
        if self.taken_back.pop().is_some_and(|expected| expected != next) {
            self.taken_back.clear();
        }
        Some(next)
    }

    /// Ends the game at the head by what the players decided. `false`, and nothing is changed, if
    /// it is over already or `end` is the rules' to say.
    pub fn conclude(&mut self, end: GameEnd) -> bool {
        let possible = self.result().is_none() && !matches!(end, GameEnd::ByRules(_));
        if possible {
            self.end = Some(end);
        }
        possible
    }

    /// The end that the players decided, whatever the rules say at the head.
    pub fn agreed_end(&self) -> Option<GameEnd> {
        self.end
    }

    /// Sets how many moves of the main line count as played and looks at the last of them;
    /// `false` if it has fewer.
    pub(super) fn set_played(&mut self, plies: u32) -> bool {
        let is_last = |id: &NodeId| self.at(*id).ply() == plies;
        let start = std::iter::once(NodeId::ROOT);
        let head = start.chain(self.continuation(NodeId::ROOT)).find(is_last);
        if let Some(head) = head {
            self.head = head;
            self.cursor = head;
        }
        head.is_some()
    }
}
