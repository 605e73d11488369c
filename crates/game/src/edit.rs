//! Editing the tree: the order of variations, and deletion.
//!
//! Every edit keeps two invariants: variations nest at most `MAX_NESTING` deep,
//! and the head stays on the main line.

use super::{Game, MAX_NESTING, NodeId};

impl Game {
    /// Moves the variation that contains this node one place up; the first variation becomes the
    /// line it branches from. Returns `false` without a change if the node is on the main line or
    /// lines would nest too deep.
    pub fn promote(&mut self, id: NodeId) -> bool {
        self.shift(id, |place, _| place.checked_sub(1))
    }

    /// Moves the line that contains this node one place down, behind its next alternative. Returns
    /// `false` without a change if there is no later alternative or lines would nest too deep.
    pub fn demote(&mut self, id: NodeId) -> bool {
        self.shift(id, |place, len| Some(place + 1).filter(|next| *next < len))
    }

    /// Makes the path to this node the main line. Returns `false` without a change if it is the
    /// main line already or lines would nest too deep.
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

    /// Removes a node and everything after it. A cursor or head in the removed part moves to the
    /// parent of the node. If a variation replaces the main line, the head moves to its end.
    /// Returns `false` for the root and unknown nodes.
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

    /// Swaps the nearest node, from `id` back to the root, for which `partner` gives the place of a
    /// sibling. `partner` takes the node's place among its siblings and their number.
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

    /// Recomputes the nesting of all nodes below `top`; `false` if one is too deep.
    fn renumber(&mut self, top: NodeId) -> bool {
        let mut deepest = 0;
        let mut open = vec![top];
        while let Some(id) = open.pop() {
            let nesting = self.at(id).nesting;
            let children = self.at(id).children.clone();
            for (place, child) in children.iter().enumerate() {
                let right = nesting.saturating_add(u16::from(place > 0));
                deepest = deepest.max(right);
                // Unchanged nodes stay shared with the undo steps, so only changed ones are written.
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

    /// Restores the head after an edit: a head off the main line moves to the end of the main line,
    /// and the players' decision is dropped. Moves taken back become an ordinary line.
    fn settle(&mut self) {
        self.taken_back.clear();
        if self.node(self.head).is_none_or(|node| node.nesting > 0) {
            self.head = self.main_line_end();
            self.end = None;
        }
    }
}
