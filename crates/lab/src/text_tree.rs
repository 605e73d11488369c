//! Trees written as text: `((3 12) (8 2 ?))`.
//!
//! Integers are leaves, `?` is a leaf that no technique may evaluate, and parentheses hold the
//! children of an inner node.

use std::fmt;

use super::{Stop, Tree, tree::infinity_text};
use minnow_engine::{Branch, Score};
use minnow_rules::{excerpt, visible};

/// The greatest depth of nested parentheses.
pub const MAX_TREE_PLIES: usize = 60;
/// The greatest absolute value of a leaf.
pub const MAX_LEAF: i32 = 20_000;

/// A tree read from text.
///
/// ```
/// use minnow_lab::TextTree;
///
/// let tree = TextTree::parse("((3 12) (8 2 ?))", true)?;
/// assert_eq!(tree.height(), 2);
/// assert_eq!(tree.to_string(), "((3 12) (8 2 ?))");
///
/// let error = TextTree::parse("((3 x) 2)", true).unwrap_err();
/// assert!(error.to_string().starts_with("column 5: \"x\""));
/// # Ok::<(), minnow_lab::TextTreeError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct TextTree {
    /// All nodes, the root first.
    nodes: Vec<TextNode>,
    root_is_max: bool,
}

#[derive(Clone, Debug, PartialEq)]
struct TextNode {
    content: Content,
    /// The column of its start in the text, from 1.
    column: usize,
}

#[derive(Clone, Debug, PartialEq)]
enum Content {
    Leaf(Score),
    Forbidden,
    /// The indices of its children.
    Inner(Vec<usize>),
}

/// The reason why a text is not a tree. Columns count visible characters from 1.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TextTreeError {
    /// The text has neither a leaf nor a parenthesis.
    #[error("column 1: the tree is missing; write one like ((3 12) (8 2))")]
    Empty,
    /// A word is neither an integer nor `?`.
    #[error(
        "column {column}: \"{}\" is neither an integer nor ?, the only leaves a tree can have",
        excerpt(.text)
    )]
    Unreadable {
        /// The word.
        text: String,
        /// Where it begins.
        column: usize,
    },
    /// The absolute value of a leaf is above [`MAX_LEAF`].
    #[error(
        "column {column}: the leaf {} is not between -{MAX_LEAF} and {MAX_LEAF}",
        excerpt(.text)
    )]
    LeafTooLarge {
        /// The leaf as written.
        text: String,
        /// Where it begins.
        column: usize,
    },
    /// Parentheses without children begin in this column.
    #[error("column {0}: \"()\" is a node without moves and without a value")]
    NoChildren(usize),
    /// The parenthesis in this column is not closed.
    #[error("column {0}: this \"(\" is never closed")]
    NotClosed(usize),
    /// The closing parenthesis in this column has no partner.
    #[error("column {0}: this \")\" has no matching \"(\"")]
    NotOpened(usize),
    /// A second tree begins in this column.
    #[error("column {0}: text after the end of the tree")]
    SecondTree(usize),
    /// The parenthesis in this column is nested more than [`MAX_TREE_PLIES`] deep.
    #[error("column {0}: this \"(\" is nested deeper than {MAX_TREE_PLIES} plies")]
    TooDeep(usize),
    /// The node that begins in this column has more than 65,535 children.
    #[error("column {0}: the node that starts here has too many moves")]
    TooManyChildren(usize),
}

impl TextTree {
    /// The branching factor and the height of a uniform tree; `None` for other trees.
    pub fn uniform(&self) -> Option<(u64, u32)> {
        let (breadth, height) = (self.children(0).len(), self.height());
        let is_uniform = breadth > 0 && self.is_uniform(0, breadth, height);
        is_uniform.then_some((breadth as u64, height))
    }

    fn is_uniform(&self, node: usize, breadth: usize, height: u32) -> bool {
        let children = self.children(node);
        let Some(below) = height.checked_sub(1) else { return children.is_empty() };
        let mut subtrees = children.iter();
        children.len() == breadth && subtrees.all(|child| self.is_uniform(*child, breadth, below))
    }

    /// A tree of one leaf.
    pub fn leaf(value: i32, root_is_max: bool) -> TextTree {
        let content = Content::Leaf(Score::centipawns(value));
        TextTree { nodes: vec![TextNode { content, column: 1 }], root_is_max }
    }

    /// Reads the [`visible`] text of a tree; MAX or MIN moves at its root.
    ///
    /// # Errors
    ///
    /// A [`TextTreeError`] with the column of the first mistake.
    pub fn parse(text: &str, root_is_max: bool) -> Result<TextTree, TextTreeError> {
        let mut nodes: Vec<TextNode> = Vec::new();
        let mut open: Vec<usize> = Vec::new();
        for (column, word) in words(&visible(text)) {
            if word == ")" {
                close(&nodes, open.pop(), column)?;
                continue;
            }
            if open.is_empty() && !nodes.is_empty() {
                return Err(TextTreeError::SecondTree(column));
            }
            let index = nodes.len();
            if let Some(parent) = open.last()
                && let Content::Inner(children) = &mut nodes[*parent].content
            {
                children.push(index);
            }
            let content = if word == "(" {
                if open.len() == MAX_TREE_PLIES {
                    return Err(TextTreeError::TooDeep(column));
                }
                open.push(index);
                Content::Inner(Vec::new())
            } else {
                leaf(&word, column)?
            };
            nodes.push(TextNode { content, column });
        }
        match (open.pop(), nodes.is_empty()) {
            (Some(unclosed), _) => Err(TextTreeError::NotClosed(nodes[unclosed].column)),
            (None, true) => Err(TextTreeError::Empty),
            (None, false) => Ok(TextTree { nodes, root_is_max }),
        }
    }

    /// The column of a node's start in the text, in characters from 1.
    pub fn column(&self, node: usize) -> Option<usize> {
        self.nodes.get(node).map(|node| node.column)
    }

    /// The number of nodes.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// False: a tree has a root.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// Plies from the root to the deepest leaf.
    pub fn height(&self) -> u32 {
        self.height_of(0)
    }

    fn height_of(&self, node: usize) -> u32 {
        match &self.nodes[node].content {
            Content::Inner(children) => {
                1 + children.iter().map(|child| self.height_of(*child)).max().unwrap_or(0)
            }
            _ => 0,
        }
    }

    /// The column of the first inner node `depth` plies below the root. A search to that depth
    /// fails there, because inner nodes have no values.
    pub fn inner_node_at(&self, depth: u32) -> Option<usize> {
        self.inner_below(0, depth)
    }

    fn inner_below(&self, node: usize, depth: u32) -> Option<usize> {
        let children = self.children(node);
        if depth == 0 {
            return (!children.is_empty()).then_some(self.nodes[node].column);
        }
        children.iter().find_map(|child| self.inner_below(*child, depth - 1))
    }

    /// The children of a node; none at a leaf.
    pub fn children(&self, node: usize) -> &[usize] {
        match &self.nodes[node].content {
            Content::Inner(children) => children,
            _ => &[],
        }
    }

    /// The text of a node with all nodes below it, as the whole tree is written.
    pub fn text_of(&self, node: usize) -> String {
        let mut text = String::new();
        // Writing to a string cannot fail.
        let _ = self.write_node(&mut text, node);
        text
    }

    fn write_node(&self, output: &mut impl fmt::Write, node: usize) -> fmt::Result {
        match &self.nodes[node].content {
            Content::Leaf(score) => write!(output, "{}", score.value()),
            Content::Forbidden => write!(output, "?"),
            Content::Inner(children) => {
                for (number, child) in children.iter().enumerate() {
                    write!(output, "{}", if number == 0 { "(" } else { " " })?;
                    self.write_node(output, *child)?;
                }
                write!(output, ")")
            }
        }
    }
}

/// The text of an inner node with these children.
pub(crate) fn inner_text(children: impl IntoIterator<Item = String>) -> String {
    format!("({})", children.into_iter().collect::<Vec<_>>().join(" "))
}

/// Checks the node that a parenthesis closes.
fn close(nodes: &[TextNode], opened: Option<usize>, column: usize) -> Result<(), TextTreeError> {
    let Some(node) = opened.and_then(|index| nodes.get(index)) else {
        return Err(TextTreeError::NotOpened(column));
    };
    match &node.content {
        Content::Inner(children) if children.is_empty() => {
            Err(TextTreeError::NoChildren(node.column))
        }
        Content::Inner(children) if children.len() > usize::from(u16::MAX) => {
            Err(TextTreeError::TooManyChildren(node.column))
        }
        _ => Ok(()),
    }
}

fn leaf(word: &str, column: usize) -> Result<Content, TextTreeError> {
    if word == "?" {
        return Ok(Content::Forbidden);
    }
    let text = || word.to_owned();
    let digits = word.strip_prefix(['-', '+']).unwrap_or(word);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(TextTreeError::Unreadable { text: text(), column });
    }
    match word.parse::<i32>() {
        Ok(value) if (-MAX_LEAF..=MAX_LEAF).contains(&value) => {
            Ok(Content::Leaf(Score::centipawns(value)))
        }
        _ => Err(TextTreeError::LeafTooLarge { text: text(), column }),
    }
}

/// The words of a text with their columns: single parentheses, and the text between parentheses and
/// spaces.
fn words(text: &str) -> Vec<(usize, String)> {
    let mut words: Vec<(usize, String)> = Vec::new();
    let mut goes_on = false;
    for (index, letter) in text.chars().enumerate() {
        let alone = matches!(letter, '(' | ')');
        if letter.is_whitespace() || letter == ',' {
            goes_on = false;
        } else if let Some((_, word)) = words.last_mut().filter(|_| goes_on && !alone) {
            word.push(letter);
        } else {
            words.push((index + 1, letter.to_string()));
            goes_on = !alone;
        }
    }
    words
}

impl Tree for TextTree {
    /// The index of the node.
    type Node = usize;

    fn root(&self) -> usize {
        0
    }

    fn root_is_max(&self) -> bool {
        self.root_is_max
    }

    fn key(&self, node: &usize) -> u64 {
        *node as u64
    }

    fn end(&self, node: &usize, _: usize) -> Result<Option<Score>, Stop> {
        let node = &self.nodes[*node];
        match node.content {
            Content::Leaf(score) => Ok(Some(score)),
            Content::Forbidden => Err(Stop::Forbidden { column: node.column }),
            Content::Inner(_) => Ok(None),
        }
    }

    fn static_value(&self, node: &usize, _: usize) -> Result<Score, Stop> {
        Err(Stop::NoValue { column: self.nodes[*node].column })
    }

    fn branches(&self, node: &usize) -> Vec<Branch> {
        (1..=self.children(*node).len() as u16).map(Branch).collect()
    }

    fn play(&self, node: &usize, branch: Branch) -> usize {
        self.children(*node)[usize::from(branch.0) - 1]
    }

    fn name(&self, _: &usize, branch: Branch) -> String {
        branch.0.to_string()
    }

    /// The number as in the text of the tree.
    fn score_text(&self, score: Score) -> String {
        infinity_text(score).map_or_else(|| score.value().to_string(), str::to_owned)
    }

    fn has_inner_values(&self) -> bool {
        false
    }
}

impl fmt::Display for TextTree {
    /// Writes the tree so that it can be read again.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write_node(f, 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn refused(text: &str) -> String {
        TextTree::parse(text, true).unwrap_err().to_string()
    }

    #[test]
    fn trees_survive_writing_and_reading() {
        for text in ["((3 12) (8 2 ?))", "7", "?", "(((5)) ((4 2) (7 -6)))"] {
            assert_eq!(TextTree::parse(text, true).unwrap().to_string(), text);
        }
        let tight = TextTree::parse(" ((3,12)(8 2?)) ", true).unwrap_err();
        assert_eq!(tight, TextTreeError::Unreadable { text: "2?".to_owned(), column: 12 });
        assert_eq!(TextTree::parse("((3,12)(+8 2))", true).unwrap().to_string(), "((3 12) (8 2))");
        assert_eq!(TextTree::parse("(((5)) 1)", true).unwrap().height(), 3);
    }

    #[test]
    fn only_visible_characters_count() {
        for (text, expected) in [
            ("\u{feff}((3\u{a0}12) (8 2))", "((3 12) (8 2))"),
            ("(3\u{200b}\u{2009}\u{2212}6)", "(3 -6)"),
            ("(\u{2013}1 \u{ad}2)\u{1a}", "(-1 2)"),
            ("(1\u{2060}2 ?)\0", "(12 ?)"),
            ("\u{202d}(4\u{3000}5)\u{202c}", "(4 5)"),
        ] {
            assert_eq!(TextTree::parse(text, true).unwrap().to_string(), expected, "{text:?}");
        }
        assert!(refused("(\u{200b}3 x)").starts_with("column 4: \"x\""));
    }

    #[test]
    fn mistakes_have_a_column() {
        assert!(refused("").starts_with("column 1:"));
        assert!(refused("((3 x) 2)").starts_with("column 5: \"x\""));
        assert!(refused("((3 12) ()").starts_with("column 9:"));
        assert!(refused("((3 12)").starts_with("column 1:"));
        assert!(refused("(3))").starts_with("column 4:"));
        assert!(refused("(3) 4").starts_with("column 5:"));
        assert!(refused("(3 99999)").starts_with("column 4: the leaf 99999"));
        assert!(refused("(3 99999999999999999999)").starts_with("column 4:"));
        assert!(refused(&"(".repeat(100_000)).starts_with("column 61:"));
        assert!(refused("(\u{fc} 1)").starts_with("column 2: \"\u{fc}\""));
    }

    proptest! {
        #[test]
        fn any_text_is_read_or_refused(text in "[-()0-9? a]{0,40}") {
            if let Ok(tree) = TextTree::parse(&text, true) {
                let written = tree.to_string();
                prop_assert_eq!(TextTree::parse(&written, true).unwrap().to_string(), written);
            }
        }
    }
}
