//! Trees written as text: `((3 12) (8 2 ?))`.
//!
//! Integers are leaves, `?` is a leaf that no technique may evaluate, and brackets hold the children
//! of an inner node. Nested lists of programming languages, such as `[[3, 12], [8, 2]]`, are read, too.

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

/// The reason why a word is not a leaf. Each error quotes the word, cut to 60 characters.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LeafError {
    /// A number with decimals or groups.
    #[error("\"{0}\" has a point or a comma, and a leaf is an integer")]
    Decimal(String),
    /// Neither a number nor `?`.
    #[error("\"{0}\" is neither an integer nor ?, the only leaves a tree can have")]
    Unreadable(String),
    /// The absolute value is above [`MAX_LEAF`].
    #[error("the leaf {0} is not between -{MAX_LEAF} and {MAX_LEAF}")]
    TooLarge(String),
}

/// The reason why a text is not a tree. Columns count visible characters from 1.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TextTreeError {
    /// The text has neither a leaf nor a bracket.
    #[error("column 1: the tree is missing; write one like ((3 12) (8 2))")]
    Empty,
    /// A word is not a leaf.
    #[error("column {column}: {error}")]
    Leaf {
        /// The column where it begins.
        column: usize,
        /// The reason.
        #[source]
        error: LeafError,
    },
    /// Brackets without children begin in this column.
    #[error("column {0}: empty brackets are a node without moves and without a value")]
    NoChildren(usize),
    /// The bracket in this column is not closed.
    #[error("column {0}: this bracket is never closed")]
    NotClosed(usize),
    /// The closing bracket in this column has no partner of its form.
    #[error("column {0}: this bracket does not close the last one that is open")]
    NotOpened(usize),
    /// A second tree begins in this column.
    #[error("column {0}: text after the end of the tree")]
    SecondTree(usize),
    /// The bracket in this column is nested more than [`MAX_TREE_PLIES`] deep.
    #[error("column {0}: this bracket is nested deeper than {MAX_TREE_PLIES} plies")]
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
        let mut open: Vec<OpenNode> = Vec::new();
        for (column, word) in words(&visible(text)) {
            if [")", "]", "}"].contains(&word.as_str()) {
                let opened = open.pop().filter(|node| node.closing == word);
                close(&nodes, opened.map(|node| node.index), column)?;
                continue;
            }
            if open.is_empty() && !nodes.is_empty() {
                return Err(TextTreeError::SecondTree(column));
            }
            let index = nodes.len();
            if let Some(parent) = open.last()
                && let Content::Inner(children) = &mut nodes[parent.index].content
            {
                children.push(index);
            }
            let content = if let Some(closing) = closing(&word) {
                if open.len() == MAX_TREE_PLIES {
                    return Err(TextTreeError::TooDeep(column));
                }
                open.push(OpenNode { index, closing });
                Content::Inner(Vec::new())
            } else if word == "?" {
                Content::Forbidden
            } else {
                let value =
                    parse_leaf(&word).map_err(|error| TextTreeError::Leaf { column, error })?;
                Content::Leaf(Score::centipawns(value))
            };
            nodes.push(TextNode { content, column });
        }
        match (open.pop(), nodes.is_empty()) {
            (Some(unclosed), _) => Err(TextTreeError::NotClosed(nodes[unclosed.index].column)),
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

    /// The nodes without children, in the order of the text.
    pub fn leaves(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.nodes.len()).filter(|node| self.children(*node).is_empty())
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

/// An inner node whose bracket is not closed yet.
struct OpenNode {
    index: usize,
    /// The bracket that closes it.
    closing: &'static str,
}

/// The bracket that closes this one; `None` for other words.
fn closing(word: &str) -> Option<&'static str> {
    match word {
        "(" => Some(")"),
        "[" => Some("]"),
        "{" => Some("}"),
        _ => None,
    }
}

/// Checks the node that a bracket closes.
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

/// Reads the value of a leaf.
///
/// # Errors
///
/// A [`LeafError`] if the word is not an integer from -[`MAX_LEAF`] to [`MAX_LEAF`].
pub fn parse_leaf(word: &str) -> Result<i32, LeafError> {
    let digits = word.strip_prefix(['-', '+']).unwrap_or(word);
    let is_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    if digits.is_empty() || !is_digits(digits) {
        let plain = digits.replace(['.', ','], "");
        let is_number = !plain.is_empty() && is_digits(&plain);
        let error = if is_number { LeafError::Decimal } else { LeafError::Unreadable };
        return Err(error(excerpt(word)));
    }
    let value = word.parse::<i32>().ok();
    let value = value.filter(|value| (-MAX_LEAF..=MAX_LEAF).contains(value));
    value.ok_or_else(|| LeafError::TooLarge(excerpt(word)))
}

/// The words of a text with their columns: single brackets, and the text between brackets, commas and
/// spaces.
fn words(text: &str) -> Vec<(usize, String)> {
    let mut words: Vec<(usize, String)> = Vec::new();
    let mut goes_on = false;
    for (index, letter) in text.chars().enumerate() {
        let alone = "()[]{}".contains(letter);
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
        let error = LeafError::Unreadable("2?".to_owned());
        assert_eq!(tight, TextTreeError::Leaf { column: 12, error });
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
    fn nested_lists_are_trees() {
        for (list, text) in [
            ("[[3,12],[8,2]]", "((3 12) (8 2))"),
            ("[[3, 12,], [8, ?]]", "((3 12) (8 ?))"),
            ("{{3, 12}, {8, -2}}", "((3 12) (8 -2))"),
            ("([3 12] [8 2])", "((3 12) (8 2))"),
            ("[[[5]],\n [4, 2]]", "(((5)) (4 2))"),
        ] {
            assert_eq!(TextTree::parse(list, true).unwrap().to_string(), text, "{list}");
        }
        for (list, column) in [("[3,12)", 6), ("[[3,12]", 1), ("[3],[4]", 5), ("[[],3]", 2)] {
            assert!(refused(list).starts_with(&format!("column {column}: ")), "{}", refused(list));
        }
    }

    #[test]
    fn what_is_wrong_with_a_number_is_named() {
        for (text, problem) in [
            ("(3 2.5)", "column 4: \"2.5\" has a point or a comma, and a leaf is an integer"),
            ("(3 -.5)", "column 4: \"-.5\" has a point or a comma, and a leaf is an integer"),
            ("(3 1e3)", "column 4: \"1e3\" is neither an integer nor ?"),
            ("(3 --3)", "column 4: \"--3\" is neither an integer nor ?"),
            ("(3 20001)", "column 4: the leaf 20001 is not between -20000 and 20000"),
        ] {
            assert!(refused(text).starts_with(problem), "{}", refused(text));
        }
        assert_eq!(parse_leaf("2,5"), Err(LeafError::Decimal("2,5".to_owned())));
        assert_eq!(parse_leaf("+7"), Ok(7));
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
        fn any_text_is_read_or_refused(text in "[-()\\[\\]{},.0-9? a]{0,40}") {
            if let Ok(tree) = TextTree::parse(&text, true) {
                let written = tree.to_string();
                prop_assert_eq!(TextTree::parse(&written, true).unwrap().to_string(), written);
            }
        }
    }
}
