//! The tree editor: a tree as boxes that are added, deleted and given values by mouse and keyboard.
//!
//! The edits themselves are `minnow_lab::TreeEdit`. The text of the page's setup and the editor's
//! tree follow each other, and every change is recorded anew by the chosen technique.

mod view;

use super::TreePage;
use crate::app::{
    lab::{LabKey, tree_setup::TreeInput},
    session::{GameCommand, Session},
    ui::text::sentence,
};
use minnow_base::history::History;
use minnow_lab::{EditedTree, RandomTree, TextTree, Tree, TreeEdit, parse_leaf};
use minnow_rules::visible;

pub(super) use view::tree_editor_ui;

/// The most bytes that are typed for a value.
const MOST_SIGNS: usize = 24;

/// The most steps that can be undone.
const MAX_UNDO_STEPS: usize = 500;

/// The state of the editor.
#[derive(Debug)]
pub struct TreeEditor {
    is_open: bool,
    current: EditedTree,
    history: History<EditedTree>,
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
            history: History::new(MAX_UNDO_STEPS),
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
        self.history.next_undo().is_some()
    }

    pub fn can_redo(&self) -> bool {
        self.history.next_redo().is_some()
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
        self.history.record(std::mem::replace(&mut self.current, next));
    }

    pub fn refuse(&mut self, problem: &impl std::fmt::Display) {
        self.problem = Some(sentence(problem));
    }

    pub fn undo(&mut self) {
        self.problem = None;
        self.history.undo(|step| std::mem::swap(step, &mut self.current));
    }

    pub fn redo(&mut self) {
        self.problem = None;
        self.history.redo(|step| std::mem::swap(step, &mut self.current));
    }

    pub fn select(&mut self, node: usize) {
        self.problem = None;
        if node < self.tree().len() {
            self.current.selected = node;
        }
    }

    /// Moves the cursor: back and forward in its row, to the parent or the first child, to the root at the
    /// start or the last leaf at the end. It stays where there is no node in that direction.
    pub fn step(&mut self, key: LabKey) {
        let (tree, node) = (self.tree(), self.selected());
        let neighbour = |offset: isize| {
            let row = nodes_of_row(tree, tree.path_to(node).len());
            let place = row.iter().position(|other| *other == node)?;
            row.get(place.checked_add_signed(offset)?).copied()
        };
        let to = match key {
            LabKey::Back => neighbour(-1),
            LabKey::Forward => neighbour(1),
            LabKey::Parent => tree.parent(node),
            LabKey::Child => tree.children(node).first().copied(),
            LabKey::Start => Some(0),
            LabKey::End => Some(tree.len() - 1),
            _ => None,
        };
        self.select(to.unwrap_or(node));
    }
}

impl TreePage {
    /// Changes the edited tree after a value that is being typed is accepted. The setup's text follows,
    /// and the node under the cursor is shown. Nothing changes if the value is refused.
    pub fn edit(&mut self, typed: &mut String, change: impl FnOnce(&mut TreeEditor)) {
        if self.accept(typed) {
            change(&mut self.editor);
            self.follow_editor();
        }
    }

    /// Carries out a key in the editor, which shows the result of the search and not its steps.
    pub(super) fn editor_key(&mut self, key: LabKey, typed: &mut String) {
        if matches!(key, LabKey::Play | LabKey::NextCutoff) {
            return;
        }
        self.edit(typed, |editor| match key {
            LabKey::AddChild => editor.edit(TreeEdit::AddChild),
            LabKey::Delete => editor.edit(TreeEdit::Delete),
            LabKey::Undo => editor.undo(),
            LabKey::Redo => editor.redo(),
            _ => editor.step(key),
        });
    }

    /// Takes typed signs: parts of a value, `+` for a child or `,` for a sibling.
    pub(super) fn editor_command(&mut self, command: GameCommand, typed: &mut String) {
        match command {
            GameCommand::Type(sign) => self.type_sign(&sign, typed),
            GameCommand::TypedMove(_) => self.edit(typed, |_| {}),
            GameCommand::TypeBackspace => drop(typed.pop()),
            GameCommand::Navigate(_)
            | GameCommand::Move(_)
            | GameCommand::DeleteHere
            | GameCommand::KeepShapes(_) => {}
        }
    }

    /// Takes a tree's text from the clipboard.
    pub fn paste(&mut self, text: &str, typed: &mut String) {
        let tree = TextTree::parse(text.trim(), self.setup.root_is_max);
        self.edit(typed, |editor| match tree {
            Ok(tree) => editor.take(tree),
            Err(problem) => editor.refuse(&format!("the text is not a tree: {problem}")),
        });
    }

    /// Puts the edited tree on the clipboard as text.
    pub fn copy(&mut self, session: &mut Session) {
        let mut text = None;
        self.edit(&mut session.typed, |editor| text = Some(editor.tree().to_string()));
        if let Some(text) = text {
            session.copy(text);
        }
    }

    /// Opens the editor with the tree of the setup, if its text is one.
    pub fn open_editor(&mut self) {
        self.setup.input = TreeInput::Text;
        self.setup.by_engine = false;
        if let Ok(tree) = TextTree::parse(&self.setup.text, self.setup.root_is_max) {
            self.editor.begin(tree);
        }
        self.editor.set_open(true);
        self.follow_editor();
    }

    /// Gives the open editor the tree of the setup's text, if it is one.
    pub fn follow_text(&mut self) {
        if !self.editor.is_open() {
            return;
        }
        if let Ok(tree) = TextTree::parse(&self.setup.text, self.setup.root_is_max) {
            self.editor.take(tree);
        }
    }

    /// Gives the setup the editor's tree, and shows the node under the cursor.
    fn follow_editor(&mut self) {
        let tree = self.editor.tree();
        let is_max = tree.root_is_max();
        let written = TextTree::parse(&self.setup.text, is_max);
        if !written.is_ok_and(|written| self.editor.holds(&written)) {
            self.setup.text = tree.to_string();
        }
        self.setup.root_is_max = is_max;
        self.select_edited();
    }

    /// Takes a typed sign. What is typed on a leaf replaces its value once it is accepted.
    fn type_sign(&mut self, sign: &str, typed: &mut String) {
        match sign {
            "+" => self.edit(typed, |editor| editor.edit(TreeEdit::AddChild)),
            "," if typed.is_empty() => self.edit(typed, |editor| editor.edit(TreeEdit::AddSibling)),
            _ if sign.trim().is_empty() => {}
            // No value has as many signs, so that what is too long is refused as a whole.
            _ if typed.len() > MOST_SIGNS => {}
            _ if self.editor.on_leaf() => typed.push_str(sign),
            _ => self.editor.edit(TreeEdit::SetValue(0)),
        }
    }

    /// Gives the leaf the typed value, if there is one. Returns false if the value is refused.
    fn accept(&mut self, typed: &mut String) -> bool {
        let text = std::mem::take(typed);
        if text.is_empty() {
            return true;
        }
        match parse_leaf(&visible(&text)) {
            Ok(value) => self.editor.edit(TreeEdit::SetValue(value)),
            Err(problem) => self.editor.refuse(&problem),
        }
        self.editor.problem().is_none()
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
        let mut go = |keys: &[LabKey]| {
            keys.iter().for_each(|key| editor.step(*key));
            editor.selected()
        };
        use LabKey::*;
        assert_eq!(go(&[Child, Child]), 2);
        // The row goes on beyond the parent.
        assert_eq!(go(&[Forward, Forward]), 5);
        assert_eq!(go(&[Parent, Back]), 1);
        assert_eq!((go(&[Back]), go(&[End]), go(&[Forward]), go(&[Start])), (1, 6, 6, 0));
    }

    #[test]
    fn changes_are_undone_and_redone() {
        let mut editor = editor("(3 12)");
        editor.step(LabKey::Child);
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
        editor.step(LabKey::Child);
        assert_eq!(editor.problem(), None);
    }
}
