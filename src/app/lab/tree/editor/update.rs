//! The editor's actions, and their effect on the page: its setup follows the edited tree.

use crate::app::{
    lab::{TreePage, tree_setup::TreeInput},
    session::Session,
};
use minnow_lab::{MAX_LEAF, RandomTree, TextTree, Tree, TreeEdit};

/// A move of the cursor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EditorStep {
    /// The node before, or behind, in the same row.
    Left,
    Right,
    /// The parent.
    Up,
    /// The first child.
    Down,
    Root,
    LastLeaf,
}

/// An action of the user in the tree editor. Nodes are those of the tree's text.
#[derive(Clone, Debug, PartialEq)]
pub enum TreeEditorAction {
    Open,
    Close,
    Select(usize),
    Step(EditorStep),
    Edit(TreeEdit),
    /// A typed sign: part of a value, `+` for a child or `,` for a sibling.
    Type(String),
    /// Gives the leaf the typed value.
    Accept,
    /// Removes the last typed sign.
    Backspace,
    Undo,
    Redo,
    /// The settings of the next random tree.
    Random(RandomTree),
    DrawRandom,
    Copy,
    /// A tree's text from the clipboard.
    Paste(String),
}

impl TreePage {
    /// Carries out an action in the editor. A value that is being typed is accepted before
    /// anything else happens.
    pub(in crate::app::lab) fn update_editor(
        &mut self,
        session: &mut Session,
        action: TreeEditorAction,
    ) {
        match action {
            TreeEditorAction::Open => return self.open_editor(),
            _ if !self.editor.is_open() => return,
            TreeEditorAction::Type(sign) => return self.type_sign(session, &sign),
            TreeEditorAction::Backspace => {
                session.typed.pop();
                return;
            }
            _ if !self.accept(session) => return,
            _ => {}
        }
        let editor = &mut self.editor;
        match action {
            TreeEditorAction::Close => editor.set_open(false),
            TreeEditorAction::Select(node) => editor.select(node),
            TreeEditorAction::Step(step) => editor.step(step),
            TreeEditorAction::Edit(edit) => editor.edit(edit),
            TreeEditorAction::Undo => editor.undo(),
            TreeEditorAction::Redo => editor.redo(),
            TreeEditorAction::Random(random) => editor.random = random,
            TreeEditorAction::DrawRandom => editor.draw_random(),
            TreeEditorAction::Copy => session.copy(editor.tree().to_string()),
            TreeEditorAction::Paste(text) => {
                match TextTree::parse(text.trim(), self.setup.root_is_max) {
                    Ok(tree) => editor.take(tree),
                    Err(problem) => editor.refuse(&format!("the text is no tree: {problem}")),
                }
            }
            // Done above.
            TreeEditorAction::Open
            | TreeEditorAction::Accept
            | TreeEditorAction::Type(_)
            | TreeEditorAction::Backspace => {}
        }
        self.follow_editor();
    }

    /// Opens the editor with the tree of the setup, if its text is one.
    fn open_editor(&mut self) {
        self.setup.input = TreeInput::Text;
        self.setup.by_engine = false;
        if let Ok(tree) = TextTree::parse(&self.setup.text, self.setup.root_is_max) {
            self.editor.begin(tree);
        }
        self.editor.set_open(true);
        self.follow_editor();
    }

    /// Gives the open editor the tree of the setup's text, if it is one.
    pub(in crate::app::lab) fn follow_text(&mut self) {
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

    /// Takes a typed sign. A digit replaces the leaf's value once it is accepted.
    fn type_sign(&mut self, session: &mut Session, sign: &str) {
        let typed = &session.typed;
        match sign {
            "+" => self.update_editor(session, TreeEditorAction::Edit(TreeEdit::AddChild)),
            "," => self.update_editor(session, TreeEditorAction::Edit(TreeEdit::AddSibling)),
            "-" if typed.is_empty() && self.editor.on_leaf() => session.typed.push('-'),
            _ if !sign.bytes().all(|byte| byte.is_ascii_digit()) => {}
            // One digit more than any value has, so that a value that is too large is reported.
            _ if typed.len() > MAX_LEAF.to_string().len() => {}
            _ if self.editor.on_leaf() => session.typed.push_str(sign),
            _ => self.editor.edit(TreeEdit::SetValue(0)),
        }
    }

    /// Gives the leaf the typed value, if there is one. Returns false if the value is refused.
    fn accept(&mut self, session: &mut Session) -> bool {
        let typed = std::mem::take(&mut session.typed);
        let Ok(value) = typed.parse() else { return true };
        self.editor.edit(TreeEdit::SetValue(value));
        self.editor.problem().is_none()
    }
}
