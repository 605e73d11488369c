//! `minnow lab --export FILE`: a searched tree, the table or a plot as a file for slides and
//! papers.

use std::{ffi::OsStr, path::Path};

use clap::{Args, ValueEnum};

use super::Failure;
use minnow_base::sync::StopFlag;
use minnow_lab::{
    CompareUpdate, ComparedTechnique, Comparison, CurvePoint, DrawingScope, ExportFormat,
    LabPicture, LabSettings, LeavesCurve, LeavesPlot, MAX_EXPORT_NODES, Recorder, SlideTable,
    THEORY, Technique, Tree, TreeDrawing, WholeTree, run,
};
use minnow_program::write_file;
use minnow_rules::Position;

/// Nodes that are entered several times have as many visits.
const MAX_VISITS: usize = 50 * MAX_EXPORT_NODES;

/// The content of an exported file.
#[derive(Clone, Copy, Debug, PartialEq, ValueEnum)]
pub(super) enum DrawnContent {
    /// The tree that one technique searches
    Tree,
    /// The table of the techniques
    Table,
    /// Their leaves over the depth, up to --depth
    Plot,
}

/// The arguments of an export.
#[derive(Debug, Args)]
pub(super) struct ExportArgs {
    /// Write a tree, the table or a plot to a file; the ending of its name is the format: .svg,
    /// .png, and for a tree .dot (Graphviz) or .tex (TikZ)
    #[arg(long, value_name = "FILE", conflicts_with = "positions")]
    pub(super) export: Option<std::path::PathBuf>,
    /// The content of the exported file
    #[arg(long, value_name = "CONTENT", default_value = "tree", requires = "export")]
    pub(super) draw: DrawnContent,
    /// Draw only search N from the root, counted from 1: an iteration, or a pass of mtdf. Without
    /// it every node shows its last visit and their number
    #[arg(long, value_name = "N", requires = "export",
        value_parser = clap::value_parser!(u32).range(1..))]
    pub(super) search: Option<u32>,
}

impl ExportArgs {
    /// The file, if this is its content.
    pub(super) fn path_of(&self, content: DrawnContent) -> Option<&Path> {
        self.export.as_deref().filter(|_| self.draw == content)
    }
}

/// Writes a picture in the format that the file's name asks for.
fn write(path: &Path, picture: &LabPicture) -> Result<(), Failure> {
    let bytes = picture
        .bytes(format_of(path)?)
        .map_err(|error| Failure::refused_file("--export", path, error))?;
    write_file("--export", path, bytes)
}

fn format_of(path: &Path) -> Result<ExportFormat, Failure> {
    let extension = path.extension().and_then(OsStr::to_str).unwrap_or_default();
    ExportFormat::of_extension(extension).ok_or_else(|| {
        let problem = "the file's name ends in none of .svg, .png, .dot, .gv, .tex and .tikz";
        Failure::refused_file("--export", path, problem)
    })
}

/// Searches with a technique, and writes the tree.
pub(super) fn write_tree<T: Tree>(
    tree: &T,
    technique: &Technique,
    settings: &LabSettings,
    args: &ExportArgs,
) -> Result<(), Failure> {
    let Some(path) = args.path_of(DrawnContent::Tree) else { return Ok(()) };
    format_of(path)?;
    let mut recorder = Recorder::new(MAX_VISITS);
    let report = run(tree, technique, settings, &mut recorder);
    let scope = DrawingScope {
        search: args.search.map(|search| search as usize - 1),
        stopped: report.stopped,
        ..DrawingScope::whole(&technique.id)
    };
    let drawing = TreeDrawing::new(tree, &recorder.finish(), &scope)
        .map_err(|error| Failure::refused_file("--export", path, error))?;
    write(path, &LabPicture::Tree(drawing))
}

/// Writes the table with these rows, the titles of the columns first.
pub(super) fn write_table(title: String, rows: &[Vec<String>], path: &Path) -> Result<(), Failure> {
    let table = SlideTable { title, rows: rows.to_vec(), has_figures: true };
    write(path, &LabPicture::Slide(table.slide()))
}

/// Searches a position to all depths up to the last, and writes the plot.
pub(super) fn write_plot(
    position: Position,
    techniques: &[Technique],
    settings: &LabSettings,
    path: &Path,
) -> Result<(), Failure> {
    format_of(path)?;
    let compared = techniques.iter().cloned().enumerate();
    let compared = compared.map(|(index, technique)| ComparedTechnique { index, technique });
    let (depth, quiescence) = (settings.depth, settings.quiescence);
    let comparison = Comparison { position, techniques: compared.collect(), depth, quiescence };
    let curve =
        |technique: &Technique| LeavesCurve { name: technique.id.clone(), points: Vec::new() };
    let mut measured: Vec<LeavesCurve> = techniques.iter().map(curve).collect();
    let mut whole_tree: Vec<WholeTree> = Vec::new();
    comparison.run(&StopFlag::new(), &mut |update| match update {
        CompareUpdate::WholeTree(whole) => whole_tree.push(whole),
        CompareUpdate::Cell(cell) if cell.stopped.is_none() => {
            let point = CurvePoint { depth: cell.depth, leaves: cell.leaves as f64 };
            measured[cell.technique].points.push(point);
        }
        CompareUpdate::Cell(_) => {}
    });
    let theory = THEORY.map(|curve| {
        let leaves =
            |depth| curve.leaves(&whole_tree, depth).map(|leaves| CurvePoint { depth, leaves });
        LeavesCurve {
            name: curve.name.to_owned(),
            points: (1..=depth).filter_map(leaves).collect(),
        }
    });
    let title = "Leaves of the last iteration, over depth".to_owned();
    let plot = LeavesPlot { title, measured, theory: theory.to_vec() };
    write(path, &LabPicture::Slide(plot.slide()))
}

/// Writes a table of sentences.
pub(super) fn write_sentences(
    title: &str,
    rows: Vec<Vec<String>>,
    path: &Path,
) -> Result<(), Failure> {
    let table = SlideTable { title: title.to_owned(), rows, has_figures: false };
    write(path, &LabPicture::Slide(table.slide()))
}
