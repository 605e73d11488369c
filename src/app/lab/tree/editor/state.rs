//! The edited tree with its cursor and its history.

use minnow_lab::{EditedTree, RandomTree, TextTree, Tree, TreeEdit};

use super::EditorStep;

/// The most steps that can be undone.
const MAX_UNDO_STEPS: usize = 500;

/// The state of the editor.
#[derive(Debug)]
pub struct TreeEditor {
    is_open: bool,
    current: EditedTree,
    undone: Vec<EditedTree>,
    before: Vec<EditedTree>,
    /// The reason why the last action changed nothing, as a sentence.
    problem: Option<String>,
    /// The settings of the next random tree.
    pub random: RandomTree,
}

impl Default for TreeEditor {
    /// A closed editor with a tree of one leaf.
    fn default() -> TreeEditor {
        TreeEditor {
            is_open: false,
            current: EditedTree { tree: TextTree::leaf(0, true), selected: 0 },
            undone: Vec::new(),
            before: Vec::new(),
            problem: None,
            random: RandomTree::default(),
        }
    }
}

impl TreeEditor {
    /// Begins with a tree and an empty history; a tree that is there already keeps its own.
    pub fn begin(&mut self, tree: TextTree) {
        if !self.holds(&tree) {
            let (current, random) = (EditedTree { tree, selected: 0 }, self.random);
            *self = TreeEditor { current, random, ..TreeEditor::default() };
        }
    }

    /// True if the editor's tree has the same text and the same player at its root.
    pub fn holds(&self, tree: &TextTree) -> bool {
        tree.root_is_max() == self.tree().root_is_max()
            && tree.to_string() == self.tree().to_string()
    }

    pub fn is_open(&self) -> bool {
        self.is_open
    }

    pub fn set_open(&mut self, is_open: bool) {
        self.is_open = is_open;
        self.problem = None;
    }

    pub fn tree(&self) -> &TextTree {
        &self.current.tree
    }

    /// The node under the cursor.
    pub fn selected(&self) -> usize {
        self.current.selected
    }

    /// True if the node under the cursor is a leaf.
    pub fn on_leaf(&self) -> bool {
        self.tree().children(self.selected()).is_empty()
    }

    pub fn problem(&self) -> Option<&str> {
        self.problem.as_deref()
    }

    pub fn can_undo(&self) -> bool {
        !self.before.is_empty()
    }

    pub fn can_redo(&self) -> bool {
        !self.undone.is_empty()
    }

    /// Changes the tree at the cursor.
    pub fn edit(&mut self, edit: TreeEdit) {
        match self.tree().edited(self.selected(), edit) {
            Ok(next) => self.go_on(next),
            Err(problem) => self.refuse(&problem),
        }
    }

    /// Draws the random tree of the settings.
    pub fn draw_random(&mut self) {
        match self.random.tree(self.tree().root_is_max()) {
            Ok(tree) => self.go_on(EditedTree { tree, selected: 0 }),
            Err(problem) => self.refuse(&problem),
        }
    }

    /// Takes a tree from elsewhere, unless it is the same. The cursor stays if it can.
    pub fn take(&mut self, tree: TextTree) {
        self.problem = None;
        if !self.holds(&tree) {
            let selected = self.selected();
            let selected = if selected < tree.len() { selected } else { 0 };
            self.go_on(EditedTree { tree, selected });
        }
    }

    /// Lets the other player move at the root.
    pub fn set_root(&mut self, is_max: bool) {
        if let Ok(tree) = TextTree::parse(&self.tree().to_string(), is_max) {
            self.take(tree);
        }
    }

    fn go_on(&mut self, next: EditedTree) {
        self.problem = None;
        if next.tree == self.current.tree {
            self.current.selected = next.selected;
            return;
        }
        self.before.push(std::mem::replace(&mut self.current, next));
        if self.before.len() > MAX_UNDO_STEPS {
            self.before.remove(0);
        }
        self.undone.clear();
    }

    pub fn refuse(&mut self, problem: &impl std::fmt::Display) {
        self.problem = Some(crate::app::ui::text::sentence(problem));
    }

    pub fn undo(&mut self) {
        self.problem = None;
        if let Some(before) = self.before.pop() {
            self.undone.push(std::mem::replace(&mut self.current, before));
        }
    }

    pub fn redo(&mut self) {
        self.problem = None;
        if let Some(next) = self.undone.pop() {
            self.before.push(std::mem::replace(&mut self.current, next));
        }
    }

    pub fn select(&mut self, node: usize) {
        self.problem = None;
        if node < self.tree().len() {
            self.current.selected = node;
        }
    }

    /// Moves the cursor. It stays where there is no node in that direction.
    pub fn step(&mut self, step: EditorStep) {
        let (tree, node) = (self.tree(), self.selected());
        let neighbour = |offset: isize| {
            let row = nodes_of_row(tree, tree.path_to(node).len());
            let place = row.iter().position(|other| *other == node)?;
            row.get(place.checked_add_signed(offset)?).copied()
        };
        let to = match step {
            EditorStep::Left => neighbour(-1),
            EditorStep::Right => neighbour(1),
            EditorStep::Up => tree.parent(node),
            EditorStep::Down => tree.children(node).first().copied(),
            EditorStep::Root => Some(0),
            EditorStep::LastLeaf => Some(tree.len() - 1),
        };
        self.select(to.unwrap_or(node));
    }
}

/// The nodes this many plies below the root, from left to right.
fn nodes_of_row(tree: &TextTree, ply: usize) -> Vec<usize> {
    (0..ply)
        .fold(vec![0], |row, _| row.iter().flat_map(|node| tree.children(*node)).copied().collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn editor(text: &str) -> TreeEditor {
        let mut editor = TreeEditor::default();
        editor.begin(TextTree::parse(text, true).unwrap());
        editor
    }

    fn text(editor: &TreeEditor) -> String {
        editor.tree().to_string()
    }

    #[test]
    fn the_cursor_walks_along_rows_and_branches() {
        let mut editor = editor("((3 12) (8 2))");
        let mut go = |steps: &[EditorStep]| {
            steps.iter().for_each(|step| editor.step(*step));
            editor.selected()
        };
        use EditorStep::*;
        assert_eq!(go(&[Down, Down]), 2);
        // The row goes on beyond the parent.
        assert_eq!(go(&[Right, Right]), 5);
        assert_eq!(go(&[Up, Left]), 1);
        assert_eq!((go(&[Left]), go(&[LastLeaf]), go(&[Right]), go(&[Root])), (1, 6, 6, 0));
    }

    #[test]
    fn changes_are_undone_and_redone() {
        let mut editor = editor("(3 12)");
        editor.step(EditorStep::Down);
        editor.edit(TreeEdit::AddChild);
        editor.edit(TreeEdit::SetValue(7));
        editor.set_root(false);
        assert_eq!((text(&editor), editor.selected()), ("((7) 12)".to_owned(), 2));
        for expected in ["((7) 12)", "((3) 12)", "(3 12)", "(3 12)"] {
            editor.undo();
            assert_eq!(text(&editor), expected);
        }
        assert!(!editor.can_undo() && editor.tree().root_is_max());
        (0..3).for_each(|_| editor.redo());
        assert_eq!((text(&editor), editor.can_redo()), ("((7) 12)".to_owned(), false));
        assert!(!editor.tree().root_is_max());
        editor.undo();
        editor.edit(TreeEdit::SetValue(1));
        assert!(!editor.can_redo(), "a change ends what was undone");
    }

    #[test]
    fn what_is_refused_changes_nothing() {
        let mut editor = editor("(3 12)");
        editor.edit(TreeEdit::Delete);
        assert_eq!(editor.problem(), Some("The root cannot be deleted."));
        editor.random.branching = 401;
        editor.draw_random();
        assert_eq!(editor.problem(), Some("The tree would have more than 400 nodes."));
        assert!(text(&editor) == "(3 12)" && !editor.can_undo());
        editor.step(EditorStep::Down);
        assert_eq!(editor.problem(), None);
    }
}
