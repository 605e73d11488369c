//! `minnow lab --export FILE`: the tree of one search as a drawing for slides and papers.

use std::{ffi::OsStr, fs, path::Path};

use super::Failure;
use crate::lab::{
    ExportFormat, LabSettings, MAX_EXPORT_NODES, Recorder, Technique, Tree, TreeDrawing, run,
};

/// Nodes that are entered several times have as many visits.
const MAX_VISITS: usize = 50 * MAX_EXPORT_NODES;

/// Searches with a technique, and writes the drawing.
pub(super) fn write<T: Tree>(
    tree: &T,
    technique: &Technique,
    settings: &LabSettings,
    path: &Path,
) -> Result<(), Failure> {
    let subject = || format!("--export {}", path.display());
    let extension = path.extension().and_then(OsStr::to_str).unwrap_or_default();
    let format = ExportFormat::of_extension(extension).ok_or_else(|| {
        let problem = "the file's name ends in none of .svg, .dot, .gv, .tex and .tikz";
        Failure::BadInput(format!("{}: {problem}", subject()))
    })?;
    let mut recorder = Recorder::new(MAX_VISITS);
    run(tree, technique, settings, &mut recorder);
    let recording = recorder.finish();
    let drawing =
        TreeDrawing::new(tree, &recording).map_err(|error| Failure::refused(subject(), error))?;
    fs::write(path, drawing.write(format)).map_err(|error| Failure::refused(subject(), error))
}
