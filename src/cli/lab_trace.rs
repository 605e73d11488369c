//! `minnow lab --trace FILE` and `minnow lab check TRACE`: a search as JSON lines, and the
//! comparison of such a trace with the lab's own search.

use std::{
    io::{BufWriter, Write},
    path::Path,
};

use super::Failure;
use minnow_lab::{
    LabReport, LabSettings, Technique, TraceHeader, TraceSubject, TraceVerdict, Tree, check_trace,
    write_trace,
};
use minnow_program as program;

/// Searches with a technique, and writes the trace to a file.
pub(super) fn write<T: Tree>(
    tree: &T,
    subject: &TraceSubject,
    technique: &Technique,
    settings: &LabSettings,
    path: &Path,
) -> Result<LabReport, Failure> {
    let header = TraceHeader::new(tree, subject.clone(), technique, settings);
    program::write_stream("--trace", path, |file| {
        write_trace(tree, technique, settings, &header, BufWriter::new(file))
    })
}

/// Compares a trace with the search that its header names.
pub(super) fn check(output: &mut impl Write, path: &Path) -> Result<(), Failure> {
    let name = path.display();
    let text = program::read_text("check", path)?;
    match check_trace(&text).map_err(|error| Failure::refused(name.to_string(), error))? {
        TraceVerdict::Same { technique, visits } => {
            let all = if visits == 1 {
                "the visit is".to_owned()
            } else {
                format!("all {visits} visits are")
            };
            Ok(writeln!(output, "{name}: {all} as in the search ({technique})")?)
        }
        TraceVerdict::Different(difference) => {
            Err(Failure::Difference(format!("{name}: {difference}")))
        }
        TraceVerdict::Stopped(stop) => {
            Err(Failure::Fault(format!("{name}: the search cannot be completed: {stop}")))
        }
    }
}
