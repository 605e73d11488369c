//! Editing the tree: the order of variations, and deleting.
//!
//! Every edit keeps two promises: variations never nest deeper than a file may
//! say, and the head stays on the main line.

use super::{Game, MAX_NESTING, NodeId};

impl Game {
    /// Moves the variation that holds this node one place up, the first one onto the main line it
    /// branches from. `false` if nothing changed: on the main line, or if lines would nest too deep.
    pub fn promote(&mut self, id: NodeId) -> bool {
        self.shift(id, |place, _| place.checked_sub(1))
    }

    /// Moves the line that holds this node one place down, behind its next alternative. `false`
    /// if nothing changed: without a later alternative, or if lines would nest too deep.
    pub fn demote(&mut self, id: NodeId) -> bool {
        self.shift(id, |place, len| Some(place + 1).filter(|next| *next < len))
    }

    /// Makes the path to this node the main line. `false` if nothing changed: it is there
    /// already, or lines would nest too deep.
    pub fn make_main_line(&mut self, id: NodeId) -> bool {
        let path = self.path(id);
        let mut undo = Vec::new();
        for step in path.windows(2) {
            let [parent, child] = *step else { continue };
            let Some(place) = self.place_of(parent, child).filter(|place| *place > 0) else {
                continue;
            };
            if let Some(node) = self.node_mut(parent) {
                node.children[..=place].rotate_right(1);
            }
            undo.push((parent, place));
        }
        let Some((top, _)) = undo.first().copied() else { return false };
        if self.renumber(top) {
            self.settle();
            return true;
        }
        for (parent, place) in undo {
            if let Some(node) = self.node_mut(parent) {
                node.children[..=place].rotate_left(1);
            }
        }
        self.renumber(top);
        false
    }

    /// Removes a node with everything after it. A cursor or head inside goes to where the line
    /// was cut; if a variation takes the place of the main line, the head goes to its end.
    /// `false` for the root and unknown nodes.
    pub fn delete(&mut self, id: NodeId) -> bool {
        let Some(parent) = self.node(id).and_then(|node| node.parent) else { return false };
        if let Some(node) = self.node_mut(parent) {
            node.children.retain(|child| *child != id);
        }
        let mut doomed = vec![id];
        while let Some(id) = doomed.pop() {
            doomed.extend(&self.at(id).children);
            self.forget(id);
        }
        if self.node(self.cursor).is_none() {
            self.cursor = parent;
        }
        self.renumber(parent);
        self.settle();
        true
    }

    fn place_of(&self, parent: NodeId, child: NodeId) -> Option<usize> {
        self.node(parent)?.children.iter().position(|id| *id == child)
    }

    /// Swaps the nearest node on the way back that has a partner, as `partner` of its place and
    /// the number of its siblings says, with that partner.
    fn shift(&mut self, id: NodeId, partner: impl Fn(usize, usize) -> Option<usize>) -> bool {
        let mut id = id;
        while let Some(parent) = self.node(id).and_then(|node| node.parent) {
            let len = self.at(parent).children.len();
            let place = self.place_of(parent, id);
            if let Some((place, other)) = place.and_then(|at| Some((at, partner(at, len)?))) {
                return self.swap(parent, place, other);
            }
            id = parent;
        }
        false
    }

    fn swap(&mut self, parent: NodeId, place: usize, other: usize) -> bool {
        let exchange = |game: &mut Game| {
            if let Some(node) = game.node_mut(parent) {
                node.children.swap(place, other);
            }
            game.renumber(parent)
        };
        let fits = exchange(self);
        if fits {
            self.settle();
        } else {
            exchange(self);
        }
        fits
    }

    /// Works the nesting of everything below a node out again; `false` if it is too deep.
    fn renumber(&mut self, top: NodeId) -> bool {
        let mut deepest = 0;
        let mut open = vec![top];
        while let Some(id) = open.pop() {
            let nesting = self.at(id).nesting;
            let children = self.at(id).children.clone();
            for (place, child) in children.iter().enumerate() {
                let right = nesting.saturating_add(u16::from(place > 0));
                deepest = deepest.max(right);
                // A node that stays as it is remains shared with the steps kept for undo.
                if self.at(*child).nesting != right
                    && let Some(node) = self.node_mut(*child)
                {
                    node.nesting = right;
                }
            }
            open.extend(children);
        }
        deepest <= MAX_NESTING
    }

    /// After an edit: a head that is no longer on the main line goes to its end, where nothing
    /// has been decided, and what had been taken back is an ordinary line.
    fn settle(&mut self) {
        self.taken_back.clear();
        if self.node(self.head).is_none_or(|node| node.nesting > 0) {
            self.head = self.main_line_end();
            self.end = None;
        }
    }
}
