//! Shared by the two programs: parsing a command line, reading and writing what it names, errors, and
//! exit statuses.
//!
//! Errors go to standard error in one sentence. The exit status is 2 for bad usage or input, a path
//! that leads nowhere included, and 1 for a failure, such as an output on a full disk.
//!
//! ```
//! use minnow_program::{Failure, variant};
//!
//! assert!(variant("gardner").is_ok());
//! let Err(Failure::BadInput(sentence)) = variant("chess") else { panic!("it is no variant") };
//! assert!(sentence.contains("\"chess\""));
//! ```

#![warn(missing_docs)]

#[cfg(windows)]
mod console;
mod processor;

use std::{
    error::Error,
    fmt::Display,
    io::{self, Write},
    path::Path,
    process::ExitCode,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

use clap::{Parser, error::ErrorKind};

#[cfg(windows)]
pub use self::console::{attach_to_parent, leave};
use minnow_base::files::{self, FileAccessError, plain_reason};
use minnow_rules::{Variant, excerpt};

/// The maximum size of a text that an option names, 256 MiB. Positions for a fit are large.
const MAX_TEXT_BYTES: usize = 256 << 20;

/// The path that stands for the standard input.
const STANDARD_INPUT: &str = "-";

/// The paths that stand for the standard output. The system's own name for it may lead to an ordinary
/// file, which would be replaced while this program writes to it.
const STANDARD_OUTPUT: [&str; 2] = ["-", "/dev/stdout"];

/// The exit status for bad usage or input.
const BAD_INPUT_STATUS: u8 = 2;

/// True once a line to the standard error could not be written.
static IS_REPORT_LOST: AtomicBool = AtomicBool::new(false);

/// Why a verb failed. The message is one sentence for the user.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// Bad input; the text quotes it.
    #[error("{0}")]
    BadInput(String),
    /// Bad input that another error describes.
    #[error("{subject}: {source}")]
    Refused {
        /// The option with its value, or the file.
        subject: String,
        /// The error that describes what is wrong.
        source: Box<dyn Error + Send + Sync>,
    },
    /// A comparison that found a difference.
    #[error("{0}")]
    Difference(String),
    /// A bug in the program.
    #[error("{0}")]
    Fault(String),
    /// Bad input that has already been reported.
    #[error("the input has errors")]
    Reported,
    /// An output besides the standard output cannot be written; the text names it.
    #[error("{0}")]
    Unwritten(String),
    /// The same, already reported.
    #[error("an output could not be written")]
    UnwrittenReported,
    /// The standard output cannot be written; to [`finish`] a closed pipe is no failure.
    #[error("the output could not be written: {}", plain_reason(.0))]
    Output(#[from] io::Error),
}

impl Failure {
    /// The failure of an option or file, with the error that describes it: [`Failure::Unwritten`] if
    /// that is [a failed write](FileAccessError::is_failed_write) or has one as its source. An error of
    /// the system is put into plain words.
    pub fn refused(
        subject: impl Into<String>,
        source: impl Into<Box<dyn Error + Send + Sync>>,
    ) -> Failure {
        let source: Box<dyn Error + Send + Sync> = source.into();
        let source = match source.downcast::<io::Error>() {
            Ok(error) => plain_reason(&error).into(),
            Err(source) => source,
        };
        let subject = subject.into();
        if is_failed_write(&*source) {
            return Failure::Unwritten(format!("{subject}: {source}"));
        }
        Failure::Refused { subject, source }
    }

    /// The failure that an error describes in full, as [`Failure::refused`] judges it.
    pub fn described(error: impl Into<Box<dyn Error + Send + Sync>>) -> Failure {
        let error: Box<dyn Error + Send + Sync> = error.into();
        if is_failed_write(&*error) {
            Failure::Unwritten(error.to_string())
        } else {
            Failure::BadInput(error.to_string())
        }
    }

    /// The failure of an output that an option names, with the system's error: bad input if the path is
    /// at fault.
    pub fn unwritten(subject: impl Into<String>, error: &io::Error) -> Failure {
        let (subject, reason) = (subject.into(), plain_reason(error));
        if files::is_wrong_path(error) {
            Failure::Refused { subject, source: reason.into() }
        } else {
            Failure::Unwritten(format!("{subject}: {reason}"))
        }
    }

    /// The failure of a file that an option names.
    pub fn refused_file(
        option: &str,
        path: &Path,
        source: impl Into<Box<dyn Error + Send + Sync>>,
    ) -> Failure {
        Failure::refused(format!("{option} {}", path.display()), source)
    }

    fn status(&self) -> ExitCode {
        match self {
            Failure::BadInput(_) | Failure::Refused { .. } | Failure::Reported => {
                ExitCode::from(BAD_INPUT_STATUS)
            }
            Failure::Difference(_)
            | Failure::Fault(_)
            | Failure::Unwritten(_)
            | Failure::UnwrittenReported
            | Failure::Output(_) => ExitCode::FAILURE,
        }
    }
}

/// True if an error or one of its sources is a failed write.
fn is_failed_write(error: &(dyn Error + 'static)) -> bool {
    let mut cause = Some(error);
    while let Some(error) = cause {
        if error.downcast_ref::<FileAccessError>().is_some_and(FileAccessError::is_failed_write) {
            return true;
        }
        cause = error.source();
    }
    false
}

/// Checks the processor and parses the command line of the program `name`.
///
/// # Errors
///
/// The exit status, after help, the version or an error has been printed.
pub fn parse<C: Parser>(name: &str) -> Result<C, ExitCode> {
    if let Some(refusal) = processor::refusal() {
        report_usage(name, &refusal);
        return Err(ExitCode::FAILURE);
    }
    // Without a handler the signal ends the program; with one, the write fails.
    #[cfg(unix)]
    let _ = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, Arc::<AtomicBool>::default());
    C::try_parse().map_err(|error| match error.kind() {
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => {
            finish(name, error.print().map_err(Failure::from))
        }
        _ => {
            report_usage(name, &first_sentence(&error.to_string()));
            ExitCode::from(BAD_INPUT_STATUS)
        }
    })
}

/// A flag that is set once the user or the system asks the program to end (Ctrl+C, SIGTERM). The second
/// time the program ends at once. On systems other than Unix it ends the first time.
pub fn interruption() -> Arc<AtomicBool> {
    let is_asked = Arc::<AtomicBool>::default();
    #[cfg(unix)]
    for signal in [signal_hook::consts::SIGINT, signal_hook::consts::SIGTERM] {
        // In this order: the first signal must not find the flag set. Without a handler it ends the
        // program.
        let _ = signal_hook::flag::register_conditional_default(signal, Arc::clone(&is_asked));
        let _ = signal_hook::flag::register(signal, Arc::clone(&is_asked));
    }
    is_asked
}

/// Writes an error of the command line.
fn report_usage(name: &str, error: &str) {
    report(format_args!("{name}: {error}"));
    #[cfg(windows)]
    console::tell_without_console(name, error);
}

/// The standard error. Where it takes nothing, the program goes on, and [`finish`] returns a failure, so
/// writing to it never fails.
#[derive(Debug)]
pub struct ReportStream;

impl Write for ReportStream {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = io::stderr().write_all(bytes);
        // The reader may have closed the pipe.
        if written.is_err_and(|error| error.kind() != io::ErrorKind::BrokenPipe) {
            IS_REPORT_LOST.store(true, Ordering::Relaxed);
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Writes a line to the [`ReportStream`].
pub fn report(line: impl Display) {
    report_text(format_args!("{line}\n"));
}

/// Writes a text to the [`ReportStream`], in one piece because other threads report, too.
pub fn report_text(text: impl Display) {
    let _ = ReportStream.write_all(text.to_string().as_bytes());
}

/// The first paragraph of a parser's error in one line, without its label.
fn first_sentence(text: &str) -> String {
    let paragraph = text.split("\n\n").next().unwrap_or(text);
    let words: Vec<&str> = paragraph.split_whitespace().collect();
    words.join(" ").trim_start_matches("error: ").to_owned()
}

/// Flushes the output of a verb, reports its failure and returns the exit status of the program
/// `name`.
pub fn finish(name: &str, done: Result<(), Failure>) -> ExitCode {
    match done.and_then(|()| Ok(io::stdout().flush()?)) {
        Ok(()) if IS_REPORT_LOST.load(Ordering::Relaxed) => ExitCode::FAILURE,
        Ok(()) => ExitCode::SUCCESS,
        // The reader has closed the pipe, as `| head` does.
        Err(Failure::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => {
            ExitCode::SUCCESS
        }
        Err(failure @ (Failure::Reported | Failure::UnwrittenReported)) => failure.status(),
        Err(failure) => {
            report(format_args!("{name}: {failure}"));
            failure.status()
        }
    }
}

/// The variant with the id that the user typed.
///
/// # Errors
///
/// [`Failure::BadInput`] for an unknown id.
pub fn variant(id: &str) -> Result<&'static Variant, Failure> {
    Variant::by_id(id).ok_or_else(|| {
        let hint = "`minnow variants` lists them";
        Failure::BadInput(format!("there is no variant \"{}\"; {hint}", excerpt(id)))
    })
}

/// Reads the file that an option names, or the standard input if the path is `-`. Pipes and devices
/// are refused, because reading one may never end.
///
/// # Errors
///
/// [`Failure::Refused`] with the option, the path and the reason.
pub fn read_bytes(option: &str, path: &Path, max_bytes: usize) -> Result<Vec<u8>, Failure> {
    let read = if path == Path::new(STANDARD_INPUT) {
        files::read_stream(io::stdin().lock(), max_bytes)
    } else {
        files::read(path, max_bytes).map(|read| read.bytes)
    };
    read.map_err(|error| Failure::refused_file(option, path, error))
}

/// Reads a text of at most `MAX_TEXT_BYTES` as [`read_bytes`] does.
///
/// # Errors
///
/// Those of [`read_bytes`], and [`Failure::Refused`] if it is not UTF-8.
pub fn read_text(option: &str, path: &Path) -> Result<String, Failure> {
    let bytes = read_bytes(option, path, MAX_TEXT_BYTES)?;
    let text = String::from_utf8(bytes);
    let mut text = text.map_err(|_| Failure::refused_file(option, path, "it is not text"))?;
    // Editors on Windows write a byte order mark.
    if text.starts_with('\u{feff}') {
        text.remove(0);
    }
    Ok(text)
}

/// True if a file that an option names is the standard output.
pub fn is_standard_output(path: &Path) -> bool {
    STANDARD_OUTPUT.iter().any(|name| path == Path::new(name))
}

/// The stream for what a command prints: the standard error if one of the files that it writes takes
/// the standard output.
pub fn output_beside<'a>(files: impl IntoIterator<Item = &'a Path>) -> Box<dyn Write> {
    if files.into_iter().any(is_standard_output) {
        Box::new(ReportStream)
    } else {
        Box::new(io::stdout().lock())
    }
}

/// Writes the file that an option names, as [`write_stream`] does.
///
/// # Errors
///
/// Those of [`write_stream`].
pub fn write_file(option: &str, path: &Path, content: impl AsRef<[u8]>) -> Result<(), Failure> {
    write_stream(option, path, |file| file.write_all(content.as_ref()))
}

/// Writes the file that an option names, as a whole: after a failure, the old file is there. A pipe or
/// device is written in place, and `-` is the standard output.
///
/// # Errors
///
/// [`Failure::Unwritten`] with the option, the path and the reason, [`Failure::Refused`] if the path is
/// at fault; [`Failure::Output`] for the standard output.
pub fn write_stream<T>(
    option: &str,
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> io::Result<T>,
) -> Result<T, Failure> {
    if is_standard_output(path) {
        return Ok(write(&mut io::stdout())?);
    }
    files::write_stream(path, write).map_err(|error| Failure::refused(option, error))
}

/// Writes the result of a command to the file that `--out` names; without it, to the standard output.
///
/// # Errors
///
/// As for [`write_file`]; [`Failure`] of an output that cannot be written.
pub fn write_output(
    output: &mut impl Write,
    out: Option<&Path>,
    text: &str,
) -> Result<(), Failure> {
    match out {
        Some(path) => write_file("--out", path, text),
        None => Ok(output.write_all(text.as_bytes())?),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_of_the_system_are_put_into_plain_words() {
        let missing = || io::Error::from(io::ErrorKind::NotFound);
        let reason = "there is no such file or folder";
        let failure = Failure::refused_file("--set", Path::new("a"), missing());
        assert_eq!(failure.to_string(), format!("--set a: {reason}"));
        let failure = Failure::from(missing());
        assert_eq!(failure.to_string(), format!("the output could not be written: {reason}"));
    }

    /// An error with a source.
    #[derive(Debug, thiserror::Error)]
    #[error("{0}")]
    struct FolderFault(#[from] FileAccessError);

    #[test]
    fn failed_writes_and_bad_input_differ_in_status() {
        let path = Path::new("a");
        let (failed, bad) = (ExitCode::FAILURE, ExitCode::from(BAD_INPUT_STATUS));
        for (kind, of_write) in [
            (io::ErrorKind::StorageFull, failed),
            (io::ErrorKind::FileTooLarge, failed),
            (io::ErrorKind::PermissionDenied, failed),
            (io::ErrorKind::NotFound, bad),
            (io::ErrorKind::IsADirectory, bad),
        ] {
            let write = || FileAccessError::write(path, kind.into());
            for (failure, expected) in [
                (Failure::refused("--out", write()), of_write),
                (Failure::refused_file("--out", path, FolderFault(write())), of_write),
                (Failure::described(FolderFault(write())), of_write),
                (Failure::unwritten("--out a", &kind.into()), of_write),
                (Failure::refused("--set", FileAccessError::read(path, kind.into())), bad),
                (Failure::refused_file("--set", path, io::Error::from(kind)), bad),
            ] {
                let status = format!("{:?}", failure.status());
                assert_eq!(status, format!("{expected:?}"), "{failure:?}");
            }
        }
    }

    #[test]
    fn the_standard_output_has_two_names() {
        for (name, expected) in [("-", true), ("/dev/stdout", true), ("./-", false), ("", false)] {
            assert_eq!(is_standard_output(Path::new(name)), expected, "{name}");
        }
    }
}
