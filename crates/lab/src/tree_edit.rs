//! Edits of a tree written as text, and random trees.
//!
//! An edit replaces a piece of the tree's text and reads the result, so an edited tree always has a
//! text form, and its nodes are numbered as in any other [`TextTree`]: from the root, 0, each node
//! before its children.

use super::{MAX_LEAF, MAX_TREE_PLIES, TextTree, TextTreeError, text_tree::inner_text};
use minnow_engine::{Branch, Random};

/// The most nodes of an edited or random tree; a drawing has room for as many.
pub(crate) const MAX_EDITED_NODES: usize = super::MAX_EXPORT_NODES;

/// A change of a tree at one of its nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TreeEdit {
    /// Adds a leaf 0 as the last child. A leaf becomes an inner node with its old value as the
    /// only child.
    AddChild,
    /// Adds a leaf 0 behind the node.
    AddSibling,
    /// Removes the node with all nodes below it. A parent without other children becomes a leaf.
    Delete,
    /// Gives a leaf this value.
    SetValue(i32),
    /// Makes a leaf one that must not be evaluated.
    Forbid,
}

/// The reason why a tree cannot be changed or made.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TreeEditError {
    /// The tree would be too large for a drawing.
    #[error("the tree would have more than {MAX_EDITED_NODES} nodes")]
    TooManyNodes,
    /// The tree would have more than [`MAX_TREE_PLIES`] plies.
    #[error("the tree would be deeper than {MAX_TREE_PLIES} plies")]
    TooDeep,
    /// The root was to get a sibling.
    #[error("the root has no siblings")]
    RootSibling,
    /// The root was to be deleted.
    #[error("the root cannot be deleted")]
    RootDeleted,
    /// An inner node was to get a value or to be forbidden.
    #[error("an inner node has no value of its own: delete its children first")]
    InnerValue,
    /// The absolute value of a leaf is above [`MAX_LEAF`].
    #[error("the value {0} is not between -{MAX_LEAF} and {MAX_LEAF}")]
    Value(i64),
    /// The lowest value is above the highest.
    #[error("the lowest value {lowest} is above the highest value {highest}")]
    Range {
        /// The lowest value.
        lowest: i32,
        /// The highest value.
        highest: i32,
    },
    /// The text of the changed tree cannot be read.
    #[error(transparent)]
    Text(#[from] TextTreeError),
}

/// A changed tree, and the node to look at next.
#[derive(Clone, Debug, PartialEq)]
pub struct EditedTree {
    /// The tree after the edit.
    pub tree: TextTree,
    /// The number of the node to look at; the root is 0, and each node comes before its children.
    pub selected: usize,
}

/// The settings of a random uniform tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RandomTree {
    /// Chooses the values.
    pub seed: u64,
    /// Plies, at least 1.
    pub depth: u32,
    /// Moves at every inner node, at least 1.
    pub branching: usize,
    /// The lowest value of a leaf, at least -[`MAX_LEAF`].
    pub lowest: i32,
    /// The highest value of a leaf, at most [`MAX_LEAF`].
    pub highest: i32,
}

impl Default for RandomTree {
    fn default() -> RandomTree {
        RandomTree { seed: 1, depth: 3, branching: 2, lowest: 0, highest: 20 }
    }
}

impl RandomTree {
    /// The tree of these settings; the same settings give the same tree.
    ///
    /// # Errors
    ///
    /// A [`TreeEditError`] if the tree would be too large or its values are out of range.
    pub fn tree(&self, root_is_max: bool) -> Result<TextTree, TreeEditError> {
        let RandomTree { seed, lowest, highest, .. } = *self;
        if lowest > highest {
            return Err(TreeEditError::Range { lowest, highest });
        }
        for value in [lowest, highest] {
            check_value(value)?;
        }
        if self.nodes() > MAX_EDITED_NODES {
            return Err(TreeEditError::TooManyNodes);
        }
        let text = self.text(&mut Random(seed), self.depth);
        TextTree::parse(&text, root_is_max).map_err(edit_error)
    }

    /// The number of nodes, up to one beyond the limit.
    fn nodes(&self) -> usize {
        let (mut nodes, mut level) = (1_usize, 1_usize);
        for _ in 0..self.depth {
            level = level.saturating_mul(self.branching);
            nodes = nodes.saturating_add(level);
            if nodes > MAX_EDITED_NODES {
                break;
            }
        }
        nodes
    }

    fn text(&self, random: &mut Random, depth: u32) -> String {
        if depth == 0 {
            let values = self.highest.abs_diff(self.lowest) as usize + 1;
            return (self.lowest + random.below(values) as i32).to_string();
        }
        inner_text((0..self.branching).map(|_| self.text(random, depth - 1)))
    }
}

impl TextTree {
    /// The tree after a change at a node. An unknown node stands for the root.
    ///
    /// # Errors
    ///
    /// A [`TreeEditError`] if the node does not allow the change, or the tree would be too large.
    pub fn edited(&self, node: usize, edit: TreeEdit) -> Result<EditedTree, TreeEditError> {
        let node = if node < self.len() { node } else { 0 };
        let is_leaf = self.children(node).is_empty();
        let own = self.text_of(node);
        let behind = node + self.size_of(node);
        match edit {
            TreeEdit::AddChild if is_leaf => self.replaced(node, &format!("({own})"), node + 1),
            TreeEdit::AddChild => {
                let open = own.strip_suffix(')').unwrap_or(&own);
                self.replaced(node, &format!("{open} 0)"), behind)
            }
            TreeEdit::AddSibling if node == 0 => Err(TreeEditError::RootSibling),
            TreeEdit::AddSibling => self.replaced(node, &format!("{own} 0"), behind),
            TreeEdit::Delete => self.without(node),
            TreeEdit::SetValue(_) | TreeEdit::Forbid if !is_leaf => Err(TreeEditError::InnerValue),
            TreeEdit::SetValue(value) => {
                check_value(value)?;
                self.replaced(node, &value.to_string(), node)
            }
            TreeEdit::Forbid => self.replaced(node, "?", node),
        }
    }

    /// The number of nodes below and with a node.
    fn size_of(&self, node: usize) -> usize {
        1 + self.children(node).iter().map(|child| self.size_of(*child)).sum::<usize>()
    }

    /// The parent of a node; `None` for the root.
    pub fn parent(&self, node: usize) -> Option<usize> {
        (0..node).rev().find(|above| self.children(*above).contains(&node))
    }

    /// The branches from the root to a node.
    pub fn path_to(&self, node: usize) -> Vec<Branch> {
        let mut path = Vec::new();
        let mut at = node;
        while let Some(parent) = self.parent(at) {
            let number = self.children(parent).iter().position(|child| *child == at);
            path.extend(number.map(|number| Branch(number as u16 + 1)));
            at = parent;
        }
        path.reverse();
        path
    }

    fn without(&self, node: usize) -> Result<EditedTree, TreeEditError> {
        let parent = self.parent(node).ok_or(TreeEditError::RootDeleted)?;
        let siblings = self.children(parent);
        if siblings.len() == 1 {
            let is_leaf = self.children(node).is_empty();
            let value = if is_leaf { self.text_of(node) } else { "0".to_owned() };
            return self.replaced(parent, &value, parent);
        }
        let others = siblings.iter().filter(|sibling| **sibling != node);
        let text = inner_text(others.map(|sibling| self.text_of(*sibling)));
        let number = siblings.iter().position(|sibling| *sibling == node).unwrap_or(0);
        // The next sibling takes the place of the node.
        let before = number.checked_sub(1).and_then(|before| siblings.get(before)).copied();
        let is_last = number + 1 == siblings.len();
        let selected = before.filter(|_| is_last).unwrap_or(node);
        self.replaced(parent, &text, selected)
    }

    /// The tree with another text in the place of a node.
    fn replaced(
        &self,
        node: usize,
        text: &str,
        selected: usize,
    ) -> Result<EditedTree, TreeEditError> {
        let whole = self.text_with(0, &|at| (at == node).then(|| text.to_owned()));
        let tree = TextTree::parse(&whole, super::Tree::root_is_max(self)).map_err(edit_error)?;
        if tree.len() > MAX_EDITED_NODES && tree.len() > self.len() {
            return Err(TreeEditError::TooManyNodes);
        }
        Ok(EditedTree { tree, selected })
    }

    /// The text of the tree in which two nodes, neither below the other, have changed places.
    pub fn exchanged_text(&self, [one, other]: [usize; 2]) -> String {
        self.text_with(0, &|at| match at {
            _ if at == one => Some(self.text_of(other)),
            _ if at == other => Some(self.text_of(one)),
            _ => None,
        })
    }

    /// The text of the subtree at `at`, with the text that `other` gives in the place of a node.
    fn text_with(&self, at: usize, other: &dyn Fn(usize) -> Option<String>) -> String {
        if let Some(text) = other(at) {
            return text;
        }
        let children = self.children(at);
        if children.is_empty() {
            return self.text_of(at);
        }
        inner_text(children.iter().map(|child| self.text_with(*child, other)))
    }
}

fn check_value(value: i32) -> Result<(), TreeEditError> {
    if (-MAX_LEAF..=MAX_LEAF).contains(&value) {
        Ok(())
    } else {
        Err(TreeEditError::Value(value.into()))
    }
}

fn edit_error(error: TextTreeError) -> TreeEditError {
    match error {
        TextTreeError::TooDeep(_) => TreeEditError::TooDeep,
        error => TreeEditError::Text(error),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn tree(text: &str) -> TextTree {
        TextTree::parse(text, true).unwrap()
    }

    fn edited(text: &str, node: usize, edit: TreeEdit) -> (String, usize) {
        let EditedTree { tree, selected } = tree(text).edited(node, edit).unwrap();
        (tree.to_string(), selected)
    }

    #[test]
    fn edits_keep_values_and_select_the_changed_node() {
        use TreeEdit::*;
        let after = |text: &str, node, edit| edited(text, node, edit);
        assert_eq!(after("5", 0, AddChild), ("(5)".to_owned(), 1));
        assert_eq!(after("((3 12) 8)", 1, AddChild), ("((3 12 0) 8)".to_owned(), 4));
        assert_eq!(after("((3 12) 8)", 1, AddSibling), ("((3 12) 0 8)".to_owned(), 4));
        assert_eq!(after("((3 12) 8)", 1, Delete), ("(8)".to_owned(), 1));
        assert_eq!(after("((3 12) 8)", 4, Delete), ("((3 12))".to_owned(), 1));
        assert_eq!(after("((3) 8)", 2, Delete), ("(3 8)".to_owned(), 1));
        assert_eq!(after("(((3)) 8)", 2, Delete), ("(0 8)".to_owned(), 1));
        assert_eq!(after("((3 12) 8)", 3, SetValue(-7)), ("((3 -7) 8)".to_owned(), 3));
        assert_eq!(after("((3 12) 8)", 3, Forbid), ("((3 ?) 8)".to_owned(), 3));
    }

    #[test]
    fn two_moves_of_a_node_change_places() {
        let tree = tree("((3 12) (8 2))");
        let exchanged = |one: &[u16], other: &[u16]| {
            let node = |path: &[u16]| {
                let path: Vec<Branch> = path.iter().copied().map(Branch).collect();
                crate::Tree::node_at(&tree, &path)
            };
            tree.exchanged_text([node(one), node(other)])
        };
        assert_eq!(exchanged(&[1], &[2]), "((8 2) (3 12))");
        assert_eq!(exchanged(&[2, 1], &[2, 2]), "((3 12) (2 8))");
        assert_eq!(exchanged(&[2, 1], &[2, 1]), "((3 12) (8 2))");
    }

    #[test]
    fn limits_are_refused_in_a_sentence() {
        let refused = |text: &str, edit| tree(text).edited(0, edit).unwrap_err().to_string();
        assert_eq!(refused("5", TreeEdit::Delete), "the root cannot be deleted");
        assert_eq!(refused("5", TreeEdit::AddSibling), "the root has no siblings");
        assert!(refused("(5)", TreeEdit::SetValue(1)).starts_with("an inner node has no value"));
        assert!(refused("5", TreeEdit::SetValue(20_001)).starts_with("the value 20001 is not"));
        let full = format!("({})", ["1"; MAX_EDITED_NODES - 1].join(" "));
        assert_eq!(refused(&full, TreeEdit::AddChild), "the tree would have more than 400 nodes");
        let deep = format!("{}1{}", "(".repeat(60), ")".repeat(60));
        let leaf = tree(&deep).edited(60, TreeEdit::AddChild).unwrap_err();
        assert_eq!(leaf.to_string(), "the tree would be deeper than 60 plies");
    }

    #[test]
    fn a_seed_gives_the_same_uniform_tree() {
        let settings = RandomTree { seed: 7, depth: 3, branching: 3, lowest: -5, highest: 5 };
        let tree = settings.tree(false).unwrap();
        assert_eq!((tree.uniform(), settings.tree(false).unwrap()), (Some((3, 3)), tree));
        let refused = |settings: RandomTree| settings.tree(true).unwrap_err();
        let default = RandomTree::default();
        let large = RandomTree { depth: 6, branching: 3, ..default };
        assert_eq!(refused(large), TreeEditError::TooManyNodes);
        assert_eq!(
            refused(RandomTree { lowest: 3, highest: 2, ..default }),
            TreeEditError::Range { lowest: 3, highest: 2 }
        );
        let chain = RandomTree { depth: 61, branching: 1, ..default };
        assert_eq!(refused(chain), TreeEditError::TooDeep);
    }

    fn any_edit() -> impl Strategy<Value = (usize, TreeEdit)> {
        let edit = prop_oneof![
            3 => Just(TreeEdit::AddChild),
            3 => Just(TreeEdit::AddSibling),
            1 => Just(TreeEdit::Delete),
            2 => (-MAX_LEAF - 9..=MAX_LEAF + 9).prop_map(TreeEdit::SetValue),
            1 => Just(TreeEdit::Forbid),
        ];
        (0..600_usize, edit)
    }

    proptest! {
        #[test]
        fn any_edits_give_a_tree_that_reads_back(
            seed in 0..1_000_u64,
            edits in proptest::collection::vec(any_edit(), 0..60),
        ) {
            let mut tree = RandomTree { seed, ..RandomTree::default() }.tree(true).unwrap();
            for (node, edit) in edits {
                let node = node % tree.len();
                let before = tree.len();
                let Ok(EditedTree { tree: next, selected }) = tree.edited(node, edit) else {
                    continue;
                };
                // The tree is equal to the one that its text gives, columns included.
                let text = next.to_string();
                prop_assert_eq!(&TextTree::parse(&text, true).unwrap(), &next);
                prop_assert!(selected < next.len() && next.len() <= MAX_EDITED_NODES);
                let path = next.path_to(selected);
                prop_assert_eq!(crate::Tree::node_at(&next, &path), selected);
                match edit {
                    TreeEdit::AddChild | TreeEdit::AddSibling => {
                        prop_assert_eq!(next.len(), before + 1);
                    }
                    TreeEdit::Delete => prop_assert!(next.len() < before),
                    TreeEdit::SetValue(_) | TreeEdit::Forbid => {
                        prop_assert_eq!((next.len(), selected), (before, node));
                    }
                }
                tree = next;
            }
        }
    }
}
