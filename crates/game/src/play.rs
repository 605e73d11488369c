//! Playing a game: moves at the cursor, take-back, redo, continuing from an earlier move, and
//! ends decided by the players.

use minnow_rules::Move;

use super::{Game, GameEnd, NodeId, PlayError};

impl Game {
    /// Plays a move at the cursor and moves the cursor to it.
    ///
    /// At the head the move continues the game; elsewhere it joins an existing child or becomes a
    /// new variation. A new move at the head replaces moves that were taken back; they stay as a
    /// variation if they have notes or variations.
    ///
    /// # Errors
    ///
    /// Returns a [`PlayError`] if the game is over at the cursor, the move is illegal, or the game
    /// is full.
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

    /// True if the moves from `next` on were taken back and have neither notes nor variations.
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

    /// Plays a move at the cursor and continues the game from it. The moves played after the cursor
    /// become a variation, and a decision of the players is dropped.
    ///
    /// # Errors
    ///
    /// Returns a [`PlayError`] if the rules end the game at the cursor, the move is illegal, or the
    /// game is full.
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

    /// Takes the last played move back and moves the cursor before it. Drops a resignation, an
    /// agreed draw or a time-out. Returns the move's node; `None` at the start.
    pub fn take_back(&mut self) -> Option<NodeId> {
        let taken = self.head;
        let parent = self.at(taken).parent?;
        self.head = parent;
        self.cursor = parent;
        self.end = None;
        self.taken_back.push(taken);
        Some(taken)
    }

    /// True if `redo` has a move to play.
    pub fn can_redo(&self) -> bool {
        !self.at(self.head).children.is_empty() && self.result().is_none()
    }

    /// Plays the move that was taken back last and moves the cursor to it. Returns its node; `None`
    /// if there is none.
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

    /// Ends the game at the head by a decision of the players. Returns `false` without a change if
    /// the game is over already or `end` is [`GameEnd::ByRules`].
    pub fn conclude(&mut self, end: GameEnd) -> bool {
        let possible = self.result().is_none() && !matches!(end, GameEnd::ByRules(_));
        if possible {
            self.end = Some(end);
        }
        possible
    }

    /// Drops an agreed draw and keeps the moves. Returns `false` if no draw was agreed.
    pub fn withdraw_agreement(&mut self) -> bool {
        self.end.take_if(|end| *end == GameEnd::Agreed).is_some()
    }

    /// The end decided by the players, even if the rules end the game at the head, too.
    pub fn agreed_end(&self) -> Option<GameEnd> {
        self.end
    }

    /// Sets how many plies of the main line count as played and moves the cursor to the last of
    /// them. Returns `false` without a change if the main line has fewer.
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
