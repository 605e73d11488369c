//! The setup of the next recording: the tree, the technique, the depth and the root's window.

use minnow_engine::Window;
use minnow_lab::{
    Algorithm, ENGINE_NAME, MoveOrdering, Technique, TextTree, TextTreeError, TreeRequest,
    TreeSubject, WindowUse,
};
use minnow_rules::Position;

/// The greatest depth that can be chosen, in plies.
pub(super) const DEEPEST: u32 = 10;
/// The first content of the text field; alpha-beta does not evaluate its last leaf.
const FIRST_TEXT: &str = "((3 12) (8 2 ?))";

/// The tree that is searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TreeInput {
    /// The current position of the game.
    Board,
    /// A tree written as text.
    Text,
}

/// The choices of the tree page.
#[derive(Clone, Debug, PartialEq)]
pub struct TreeSetup {
    pub input: TreeInput,
    pub text: String,
    /// True if MAX moves at the root of a tree written as text.
    pub root_is_max: bool,
    pub base: Algorithm,
    /// The engine's own search in place of a technique's.
    pub by_engine: bool,
    /// In the order in which they were added.
    pub orderings: Vec<MoveOrdering>,
    /// Plies, 1 to [`DEEPEST`]. A tree written as text is searched to its last leaf.
    pub depth: u32,
    pub quiescence: bool,
    /// MAX's window at the root.
    pub window: Window,
}

impl Default for TreeSetup {
    fn default() -> TreeSetup {
        TreeSetup {
            input: TreeInput::Board,
            text: FIRST_TEXT.to_owned(),
            root_is_max: true,
            base: Algorithm::AlphaBeta,
            by_engine: false,
            orderings: Vec::new(),
            depth: 3,
            quiescence: false,
            window: Window::FULL,
        }
    }
}

/// The reason why a setup cannot be recorded.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TreeSetupError {
    #[error("the engine searches chess positions only")]
    EngineWithoutPosition,
    #[error(transparent)]
    Text(#[from] TextTreeError),
}

impl TreeSetup {
    /// The default search of a tree written as text.
    pub fn of_text(text: String, root_is_max: bool) -> TreeSetup {
        TreeSetup { input: TreeInput::Text, text, root_is_max, ..TreeSetup::default() }
    }

    /// True if orderings can be added to the search.
    pub fn takes_orderings(&self) -> bool {
        !self.by_engine && self.base.info().takes_orderings
    }

    /// True if alpha and beta at the root can be set: minimax has none, the engine has its own.
    pub fn takes_window(&self) -> bool {
        !self.by_engine && self.base.info().window != WindowUse::Ignored
    }

    pub fn has(&self, ordering: MoveOrdering) -> bool {
        self.takes_orderings() && self.orderings.contains(&ordering)
    }

    /// Adds an ordering or removes it. A new ordering replaces its opposite.
    pub fn toggle(&mut self, ordering: MoveOrdering) {
        if let Some(index) = self.orderings.iter().position(|one| *one == ordering) {
            self.orderings.remove(index);
            return;
        }
        let opposite = ordering.info().opposite;
        self.orderings.retain(|one| Some(*one) != opposite);
        self.orderings.push(ordering);
    }

    /// The name of the algorithm or of the engine.
    pub fn name(&self) -> &'static str {
        if self.by_engine {
            return ENGINE_NAME;
        }
        self.base.info().id
    }

    pub fn technique(&self) -> Technique {
        let mut technique = Technique::of(self.base);
        for ordering in self.orderings.iter().filter(|one| self.has(**one)) {
            if !technique.orderings.has(*ordering) {
                technique = technique.with(*ordering);
            }
        }
        technique
    }

    /// The recording to make, with this position on the board.
    ///
    /// # Errors
    ///
    /// A [`TreeSetupError`] if the tree's text is wrong, or the engine is to search it.
    pub fn request(&self, position: &Position) -> Result<TreeRequest, TreeSetupError> {
        let (subject, depth) = match self.input {
            TreeInput::Board => (TreeSubject::Position(*position), self.depth),
            TreeInput::Text if self.by_engine => {
                return Err(TreeSetupError::EngineWithoutPosition);
            }
            TreeInput::Text => {
                let tree = TextTree::parse(&self.text, self.root_is_max)?;
                let depth = tree.height().max(1);
                (TreeSubject::Text { text: self.text.clone(), tree }, depth)
            }
        };
        let window = if self.takes_window() { self.window } else { Window::FULL };
        let quiescence = self.quiescence && self.input == TreeInput::Board;
        let (technique, by_engine) = (self.technique(), self.by_engine);
        Ok(TreeRequest { subject, technique, by_engine, depth, quiescence, window })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use minnow_rules::Variant;

    #[test]
    fn choices_become_a_technique() {
        let mut setup = TreeSetup { base: Algorithm::Scout, ..TreeSetup::default() };
        setup.toggle(MoveOrdering::Captures);
        setup.toggle(MoveOrdering::Tt);
        assert_eq!(setup.technique(), Technique::parse("scout+captures+tt").unwrap());
        setup.toggle(MoveOrdering::Captures);
        setup.base = Algorithm::Mtdf;
        assert_eq!(setup.technique(), Technique::parse("mtdf").unwrap());
        setup.base = Algorithm::Minimax;
        assert_eq!(setup.technique(), Technique::of(Algorithm::Minimax));
        setup.toggle(MoveOrdering::PerfectOrder);
        setup.toggle(MoveOrdering::ReverseOrder);
        assert_eq!(setup.orderings, [MoveOrdering::Tt, MoveOrdering::ReverseOrder]);
    }

    #[test]
    fn a_text_is_searched_whole_or_refused() {
        let position = Position::start(Variant::default_variant());
        let mut setup =
            TreeSetup { input: TreeInput::Text, quiescence: true, ..TreeSetup::default() };
        let request = setup.request(&position).unwrap();
        assert_eq!((request.depth, request.quiescence), (2, false));
        setup.text = "((3 12)".to_owned();
        assert!(setup.request(&position).unwrap_err().to_string().starts_with("column 1"));
    }
}
