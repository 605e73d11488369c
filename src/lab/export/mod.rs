//! A searched tree as a drawing for slides and papers: SVG, DOT or TikZ.
//!
//! A tree that was written as text is drawn whole; what the search never visited is grey. Of a
//! position the drawing has the visited nodes, of iterations and repeated searches the last one.

mod dot;
mod layout;
mod svg;
#[cfg(test)]
mod tests;
mod tikz;

use std::collections::HashMap;

use super::{Recording, Tree, recorder::NodeKind};
use crate::engine::{Bound, Branch};

/// The most nodes of a drawing.
pub const MAX_EXPORT_NODES: usize = 400;

/// A format of drawings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExportFormat {
    Svg,
    /// The language of Graphviz.
    Dot,
    /// A picture for LaTeX.
    Tikz,
}

impl ExportFormat {
    /// The format of a file by the ending of its name: `svg`, `dot`, `gv`, `tex` or `tikz`.
    pub fn of_extension(extension: &str) -> Option<ExportFormat> {
        match extension {
            "svg" => Some(ExportFormat::Svg),
            "dot" | "gv" => Some(ExportFormat::Dot),
            "tex" | "tikz" => Some(ExportFormat::Tikz),
            _ => None,
        }
    }
}

/// A node of a drawing.
#[derive(Clone, Debug, PartialEq, Eq)]
struct ExportNode {
    parent: Option<usize>,
    children: Vec<usize>,
    ply: usize,
    is_max: bool,
    /// The move that leads to the node.
    name: String,
    /// The value; without a visit, that of a leaf.
    value: String,
    /// Alpha and beta on entry.
    window: String,
    /// The actual kind; `None` if the search never left the node.
    kind: Option<NodeKind>,
    /// True if it is the best move of its parent.
    is_best: bool,
    /// True if a cutoff skipped moves of this node.
    has_cutoff: bool,
}

/// A drawing of a searched tree.
#[derive(Clone, Debug)]
pub struct TreeDrawing {
    nodes: Vec<ExportNode>,
    /// The names of MAX and MIN.
    players: [&'static str; 2],
}

/// A tree that is too large for a drawing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the drawing would have more than {MAX_EXPORT_NODES} nodes")]
pub struct DrawingTooLarge;

/// Collects the nodes of a drawing.
struct Collector<'a, T: Tree> {
    tree: &'a T,
    recording: &'a Recording,
    /// The last visit of each node, by its path.
    visits: HashMap<Vec<Branch>, usize>,
    nodes: Vec<ExportNode>,
}

impl TreeDrawing {
    /// The drawing of a recorded search of this tree.
    ///
    /// # Errors
    ///
    /// [`DrawingTooLarge`] if there are more than [`MAX_EXPORT_NODES`] nodes.
    pub fn new<T: Tree>(tree: &T, recording: &Recording) -> Result<TreeDrawing, DrawingTooLarge> {
        let numbers = 0..recording.visits.len();
        let visits = numbers.map(|visit| (recording.path(visit), visit)).collect();
        let mut collector = Collector { tree, recording, visits, nodes: Vec::new() };
        collector.add(&tree.root(), &mut Vec::new(), None)?;
        let players = [tree.player(true), tree.player(false)];
        Ok(TreeDrawing { nodes: collector.nodes, players })
    }

    /// The drawing in a format.
    pub fn write(&self, format: ExportFormat) -> String {
        match format {
            ExportFormat::Svg => svg::write(self),
            ExportFormat::Dot => dot::write(self),
            ExportFormat::Tikz => tikz::write(self),
        }
    }

    /// The player to move at a node.
    fn player(&self, node: &ExportNode) -> &'static str {
        if node.is_max { self.players[0] } else { self.players[1] }
    }
}

impl<T: Tree> Collector<'_, T> {
    fn add(
        &mut self,
        node: &T::Node,
        path: &mut Vec<Branch>,
        parent: Option<usize>,
    ) -> Result<(), DrawingTooLarge> {
        if self.nodes.len() == MAX_EXPORT_NODES {
            return Err(DrawingTooLarge);
        }
        let index = self.nodes.len();
        let drawn = self.node(node, path, parent);
        self.nodes.push(drawn);
        if let Some(parent) = parent {
            self.nodes[parent].children.push(index);
        }
        for branch in self.tree.branches(node) {
            path.push(branch);
            // A position has too many nodes to draw those that were not visited.
            if !self.tree.has_inner_values() || self.visits.contains_key(path.as_slice()) {
                self.add(&self.tree.play(node, branch), path, Some(index))?;
            }
            path.pop();
        }
        Ok(())
    }

    fn node(&self, node: &T::Node, path: &[Branch], parent: Option<usize>) -> ExportNode {
        let visit = self.visits.get(path).and_then(|visit| self.recording.visits.get(*visit));
        let exit = visit.and_then(|visit| visit.exit);
        let text = |score| self.tree.score_text(score);
        let leaf = || match self.tree.end(node, path.len()) {
            Ok(score) => score.map(text).unwrap_or_default(),
            Err(_) => "?".to_owned(),
        };
        let value = exit.map_or_else(leaf, |exit| {
            let sign = match exit.bound {
                Bound::Exact => "",
                Bound::Lower => "\u{2265}",
                Bound::Upper => "\u{2264}",
            };
            format!("{sign}{}", text(exit.score))
        });
        let window = visit
            .map(|visit| format!("{} .. {}", text(visit.window.alpha), text(visit.window.beta)));
        let above = path.split_last().and_then(|(last, above)| {
            let visit = self.visits.get(above)?;
            Some((*last, self.recording.visits.get(*visit)?.exit?))
        });
        ExportNode {
            parent,
            children: Vec::new(),
            ply: path.len(),
            is_max: self.tree.is_max(path.len()),
            name: self.name(path),
            value,
            window: window.unwrap_or_default(),
            kind: exit.map(|exit| exit.kind),
            is_best: above.is_some_and(|(last, exit)| exit.best == Some(last)),
            has_cutoff: visit.is_some_and(|visit| visit.cut_off.is_some()),
        }
    }

    /// The name of the last move.
    fn name(&self, path: &[Branch]) -> String {
        let Some((last, above)) = path.split_last() else { return String::new() };
        let root = self.tree.root();
        let parent = above.iter().fold(root, |node, branch| self.tree.play(&node, *branch));
        self.tree.name(&parent, *last)
    }
}
