//! Trees, tables and plots for slides and papers: SVG and PNG, trees also as DOT and TikZ.
//!
//! A tree that was written as text is drawn whole; what the search never visited is grey. Of a
//! position the drawing has the visited nodes. A node that was visited several times, in
//! iterations, re-searches or passes of MTD(f), shows its last visit and their number; a
//! [`DrawingScope`] restricts the drawing to one search from the root, or to the events so far.

mod dot;
mod paper;
mod plot;
mod png;
mod slide;
mod svg;
mod table;
#[cfg(test)]
mod tests;
mod tikz;

use std::{collections::HashMap, ops::Range};

use super::{Recording, Stop, Tree, recorder::NodeKind};
use minnow_engine::{Branch, SearchEvent, Window};
use minnow_picture::{RasterError, TreeLayout};

pub use paper::{PaperError, paper_html, paper_pages};
pub use plot::{CurvePoint, LeavesCurve, LeavesPlot};
pub use slide::{Slide, SlidePoint};
pub use table::SlideTable;

/// The value of a node that the search has not left.
const OPEN: &str = "\u{2026}";
/// The legend of the lines and windows of a drawing.
const LEGEND: &str = "thick: the best move; dashed: never visited; below a box: alpha .. beta";

/// The most nodes of a drawing.
pub const MAX_EXPORT_NODES: usize = 400;

/// A format of drawings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExportFormat {
    /// Scalable Vector Graphics.
    Svg,
    /// Pixels, drawn from the SVG.
    Png,
    /// The language of Graphviz.
    Dot,
    /// A picture for LaTeX.
    Tikz,
}

impl ExportFormat {
    /// The format of a file by the ending of its name: `svg`, `png`, `dot`, `gv`, `tex` or `tikz`.
    pub fn of_extension(extension: &str) -> Option<ExportFormat> {
        match extension.to_ascii_lowercase().as_str() {
            "svg" => Some(ExportFormat::Svg),
            "png" => Some(ExportFormat::Png),
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
    is_leaf: bool,
    is_max: bool,
    /// The move that leads to the node.
    name: String,
    /// The value; without a visit, that of a leaf.
    value: String,
    /// Alpha and beta on entry.
    window: String,
    /// The actual kind; `None` at a leaf, and if the search has not left the node.
    kind: Option<NodeKind>,
    /// The number of visits; the drawing shows the last one.
    visits: usize,
    /// True if it is the best move of its parent.
    is_best: bool,
    /// True if a cutoff skipped moves of this node.
    has_cutoff: bool,
}

impl ExportNode {
    /// The value, with the number of visits if there are several.
    fn counted_value(&self) -> String {
        if self.visits > 1 {
            format!("{} (\u{d7}{})", self.value, self.visits)
        } else {
            self.value.clone()
        }
    }
}

/// A drawing of a searched tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TreeDrawing {
    nodes: Vec<ExportNode>,
    /// The names of MAX and MIN.
    players: [&'static str; 2],
    /// The technique, and the search that is drawn.
    title: String,
    /// Sentences below the legend.
    notes: Vec<String>,
}

/// The part of a recording that is drawn.
#[derive(Clone, Debug, Default)]
pub struct DrawingScope {
    /// The name of the technique.
    pub technique: String,
    /// The number of one search from the root, from 0; without it, all of them.
    pub search: Option<usize>,
    /// The number of events of the recording that have happened; without it, all of them.
    pub events: Option<usize>,
    /// The reason if the search ended early.
    pub stopped: Option<Stop>,
}

impl DrawingScope {
    /// A whole recording of this technique.
    pub fn whole(technique: &str) -> DrawingScope {
        DrawingScope { technique: technique.to_owned(), ..DrawingScope::default() }
    }
}

/// The reason why there is no drawing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DrawingError {
    /// The drawing has more than [`MAX_EXPORT_NODES`] nodes.
    #[error("the drawing would have more than {MAX_EXPORT_NODES} nodes")]
    TooLarge,
    /// Searches count from 1.
    #[error("there is no search {wanted}: the technique searches {searches} times from the root")]
    NoSearch {
        /// The number of the search that was asked for.
        wanted: usize,
        /// The number of searches from the root.
        searches: usize,
    },
}

/// The visits of a node in the scope.
#[derive(Clone, Copy, Debug, Default)]
struct DrawnVisits {
    last: usize,
    count: usize,
    /// True if the search has left the last visit.
    is_left: bool,
}

/// Collects the nodes of a drawing.
struct Collector<'a, T: Tree> {
    tree: &'a T,
    recording: &'a Recording,
    /// The visits of each node, by its path.
    visits: HashMap<Vec<Branch>, DrawnVisits>,
    nodes: Vec<ExportNode>,
}

/// The visits of the scope, by the paths of their nodes.
fn visits_in(
    recording: &Recording,
    drawn: &Range<usize>,
    scope: &DrawingScope,
) -> HashMap<Vec<Branch>, DrawnVisits> {
    let mut visits: HashMap<Vec<Branch>, DrawnVisits> = HashMap::new();
    let events = scope.events.unwrap_or(usize::MAX).min(recording.moments.len());
    for moment in &recording.moments[..events] {
        let visit = moment.visit;
        if !drawn.contains(&visit) {
            continue;
        }
        match moment.event {
            SearchEvent::Enter { .. } => {
                let seen = visits.entry(recording.path(visit)).or_default();
                *seen = DrawnVisits { last: visit, count: seen.count + 1, is_left: false };
            }
            SearchEvent::Leave { .. } => {
                if let Some(seen) = visits.get_mut(&recording.path(visit)) {
                    seen.is_left = true;
                }
            }
            _ => {}
        }
    }
    visits
}

impl TreeDrawing {
    /// The drawing of a recorded search of this tree.
    ///
    /// # Errors
    ///
    /// A [`DrawingError`] if there are more than [`MAX_EXPORT_NODES`] nodes, or no such search.
    pub fn new<T: Tree>(
        tree: &T,
        recording: &Recording,
        scope: &DrawingScope,
    ) -> Result<TreeDrawing, DrawingError> {
        let roots: Vec<usize> = recording.roots().collect();
        let searches = roots.len();
        let (mut drawn, mut title) = (0..recording.visits.len(), scope.technique.clone());
        if let Some(search) = scope.search {
            let error = DrawingError::NoSearch { wanted: search + 1, searches };
            let start = roots.get(search).copied().ok_or(error)?;
            drawn = start..roots.get(search + 1).copied().unwrap_or(drawn.end);
            title += &format!(", search {} of {searches}", search + 1);
            let window = window_text(tree, recording.visits[start].window);
            title += &format!(", window {window}");
        }
        let visits = visits_in(recording, &drawn, scope);
        let mut collector = Collector { tree, recording, visits, nodes: Vec::new() };
        collector.add(&tree.root(), String::new(), &mut Vec::new(), None)?;
        let players = [tree.player(true), tree.player(false)];
        let notes = notes(&collector.nodes, scope, searches);
        Ok(TreeDrawing { nodes: collector.nodes, players, title, notes })
    }

    /// The drawing of a tree before a search, to be written on. It has neither a title nor a legend.
    ///
    /// # Errors
    ///
    /// [`DrawingError::TooLarge`] if there are more than [`MAX_EXPORT_NODES`] nodes.
    pub fn blank<T: Tree>(tree: &T) -> Result<TreeDrawing, DrawingError> {
        let mut drawing = TreeDrawing::new(tree, &Recording::default(), &DrawingScope::default())?;
        // Nodes without a visit are grey.
        drawing.nodes.iter_mut().for_each(|node| node.visits = 1);
        Ok(drawing)
    }

    /// The drawing as a slide.
    pub fn slide(&self) -> Slide {
        svg::slide(self)
    }

    fn layout(&self) -> TreeLayout {
        let parents: Vec<Option<usize>> = self.nodes.iter().map(|node| node.parent).collect();
        TreeLayout::new(&parents)
    }

    /// Title and notes, each on a line.
    fn caption(&self) -> String {
        let lines = std::iter::once(&self.title).chain(&self.notes);
        lines.map(String::as_str).collect::<Vec<_>>().join("\n")
    }

    /// The player to move at a node.
    fn player(&self, node: &ExportNode) -> &'static str {
        if node.is_max { self.players[0] } else { self.players[1] }
    }

    /// The words in a node's box: the value, and at an inner node the player before it.
    fn label(&self, node: &ExportNode) -> String {
        let value = node.counted_value();
        if node.is_leaf {
            return value;
        }
        format!("{} {value}", self.player(node)).trim().to_owned()
    }
}

/// Alpha and beta.
fn window_text<T: Tree>(tree: &T, window: Window) -> String {
    format!("{} .. {}", tree.score_text(window.alpha), tree.score_text(window.beta))
}

/// The sentences below a drawing.
fn notes(nodes: &[ExportNode], scope: &DrawingScope, searches: usize) -> Vec<String> {
    let mut notes = Vec::new();
    if nodes.iter().any(|node| node.visits > 1) {
        let all = if scope.search.is_none() && searches > 1 {
            format!(" in {searches} searches from the root")
        } else {
            String::new()
        };
        notes.push(format!("\u{d7}N: visited N times{all}; the last visit is drawn"));
    }
    if nodes.iter().any(|node| node.value == OPEN) {
        notes.push(format!("{OPEN}: the search has not left the node"));
    }
    notes.extend(scope.stopped.map(|stop| format!("the search is not complete: {stop}")));
    notes
}

impl<T: Tree> Collector<'_, T> {
    /// Adds a node, to which a move with this name leads, and the nodes below it.
    fn add(
        &mut self,
        node: &T::Node,
        name: String,
        path: &mut Vec<Branch>,
        parent: Option<usize>,
    ) -> Result<(), DrawingError> {
        if self.nodes.len() == MAX_EXPORT_NODES {
            return Err(DrawingError::TooLarge);
        }
        let index = self.nodes.len();
        let drawn = self.node(node, name, path, parent);
        self.nodes.push(drawn);
        if let Some(parent) = parent {
            self.nodes[parent].is_leaf = false;
        }
        for branch in self.tree.branches(node) {
            path.push(branch);
            // A position has too many nodes to draw those that were not visited.
            if !self.tree.has_inner_values() || self.visits.contains_key(path.as_slice()) {
                let name = self.tree.name(node, branch);
                self.add(&self.tree.play(node, branch), name, path, Some(index))?;
            }
            path.pop();
        }
        Ok(())
    }

    /// A node without its children.
    fn node(
        &self,
        node: &T::Node,
        name: String,
        path: &[Branch],
        parent: Option<usize>,
    ) -> ExportNode {
        let drawn = self.visits.get(path).copied();
        let visit = drawn.and_then(|drawn| self.recording.visits.get(drawn.last));
        let is_left = drawn.is_some_and(|drawn| drawn.is_left);
        let exit = visit.and_then(|visit| visit.exit).filter(|_| is_left);
        let is_open = drawn.is_some() && exit.is_none();
        let text = |score| self.tree.score_text(score);
        let leaf = || match self.tree.end(node, path.len()) {
            Ok(score) => score.map(text).unwrap_or_default(),
            Err(_) => "?".to_owned(),
        };
        let open = || if is_open { OPEN.to_owned() } else { leaf() };
        let value = exit.map_or_else(open, |exit| {
            // Without the blank: boxes are narrow.
            format!("{}{}", exit.bound.sign().trim_end(), text(exit.score))
        });
        let window = visit.map(|visit| window_text(self.tree, visit.window));
        let above = path.split_last().and_then(|(last, above)| {
            let drawn = self.visits.get(above).filter(|drawn| drawn.is_left)?;
            Some((*last, self.recording.visits.get(drawn.last)?.exit?))
        });
        ExportNode {
            parent,
            is_leaf: true,
            is_max: self.tree.is_max(path.len()),
            name,
            value,
            window: window.unwrap_or_default(),
            kind: exit.and_then(|exit| exit.kind),
            visits: drawn.map_or(0, |drawn| drawn.count),
            is_best: above.is_some_and(|(last, exit)| exit.best == Some(last)),
            has_cutoff: is_left && visit.is_some_and(|visit| visit.cut_off.is_some()),
        }
    }
}

/// A picture for a slide or paper.
#[derive(Clone, Debug, PartialEq)]
pub enum LabPicture {
    /// A searched tree.
    Tree(TreeDrawing),
    /// A table or a plot.
    Slide(Slide),
}

/// The reason why a picture cannot be written.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PictureError {
    /// A table or plot has no form in DOT or TikZ.
    #[error("only trees can be written as DOT or TikZ: choose a name that ends in .svg or .png")]
    OnlyTrees,
    /// The pixels or the PNG cannot be made.
    #[error(transparent)]
    Png(#[from] RasterError),
}

impl LabPicture {
    /// The content of a file.
    ///
    /// # Errors
    ///
    /// A [`PictureError`] if the picture has no such format.
    pub fn bytes(&self, format: ExportFormat) -> Result<Vec<u8>, PictureError> {
        let slide = || match self {
            LabPicture::Tree(drawing) => drawing.slide(),
            LabPicture::Slide(slide) => slide.clone(),
        };
        match (format, self) {
            (ExportFormat::Svg, _) => Ok(slide().svg().into_bytes()),
            (ExportFormat::Png, _) => Ok(png::png(&slide())?),
            (ExportFormat::Dot, LabPicture::Tree(drawing)) => Ok(dot::write(drawing).into_bytes()),
            (ExportFormat::Tikz, LabPicture::Tree(drawing)) => {
                Ok(tikz::write(drawing).into_bytes())
            }
            (ExportFormat::Dot | ExportFormat::Tikz, LabPicture::Slide(_)) => {
                Err(PictureError::OnlyTrees)
            }
        }
    }
}
