//! Writes a trace while the search runs.

use std::io::{self, Write};

use serde::Serialize;

use super::{
    TraceEntry, TraceHeader, TraceStop, TraceVisit,
    follow::{TraceObserver, TraceSink},
};
use crate::{LabReport, LabSettings, Technique, Tree, run};

/// Writes each visit as a line. After an error nothing more is written.
struct LineWriter<W: Write> {
    output: W,
    written: io::Result<()>,
}

impl<W: Write> LineWriter<W> {
    fn line(&mut self, content: &impl Serialize) {
        if self.written.is_ok() {
            self.written = serde_json::to_writer(&mut self.output, content)
                .map_err(io::Error::from)
                .and_then(|()| self.output.write_all(b"\n"));
        }
    }
}

impl<W: Write> TraceSink for LineWriter<W> {
    fn entered(&mut self, _: &TraceEntry) {}

    fn left(&mut self, visit: &TraceVisit) {
        self.line(visit);
    }
}

/// Searches a tree with a technique and writes the trace. The trace of a stopped search ends with a
/// line that says so and lists the open nodes.
///
/// # Errors
///
/// The first error of the output.
pub fn write_trace<T: Tree>(
    tree: &T,
    technique: &Technique,
    settings: &LabSettings,
    header: &TraceHeader,
    output: impl Write,
) -> io::Result<LabReport> {
    let mut writer = LineWriter { output, written: Ok(()) };
    writer.line(header);
    let mut observer = TraceObserver::new(tree, writer);
    let report = run(tree, technique, settings, &mut observer);
    let open = observer.open_entries();
    let end = report.stopped.map(|stop| TraceStop { stopped: stop.to_string(), open });
    let mut writer = observer.sink;
    if let Some(end) = end {
        writer.line(&end);
    }
    writer.written?;
    writer.output.flush()?;
    Ok(report)
}
