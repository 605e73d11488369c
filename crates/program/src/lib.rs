//! Shared by the two programs: parsing a command line, errors, and exit statuses.
//!
//! Errors go to standard error in one sentence. The exit status is 2 for bad usage or input and 1
//! for a failure.
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
    fs::{self, File},
    io::{self, Read, Write},
    path::Path,
    process::ExitCode,
};

use clap::{Parser, error::ErrorKind};

#[cfg(windows)]
pub use self::console::{attach_to_parent, leave};
use minnow_rules::{Variant, excerpt};

/// The maximum size of a text that an option names, 256 MiB. Positions for a fit are large.
const MAX_TEXT_BYTES: u64 = 256 << 20;

/// The exit status for bad usage or input.
const BAD_INPUT_STATUS: u8 = 2;

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
    /// The standard output cannot be written; to [`finish`] a closed pipe is no failure.
    #[error("the output could not be written: {0}")]
    Output(#[from] io::Error),
}

impl Failure {
    /// The failure of an option or file, with the error that describes it.
    pub fn refused(
        subject: impl Into<String>,
        source: impl Into<Box<dyn Error + Send + Sync>>,
    ) -> Failure {
        Failure::Refused { subject: subject.into(), source: source.into() }
    }

    fn status(&self) -> ExitCode {
        match self {
            Failure::BadInput(_) | Failure::Refused { .. } | Failure::Reported => {
                ExitCode::from(BAD_INPUT_STATUS)
            }
            Failure::Difference(_) | Failure::Fault(_) | Failure::Output(_) => ExitCode::FAILURE,
        }
    }
}

/// Checks the processor and parses the command line of the program `name`.
///
/// # Errors
///
/// The exit status, after help, the version or an error has been printed.
pub fn parse<C: Parser>(name: &str) -> Result<C, ExitCode> {
    if let Some(refusal) = processor::refusal() {
        report(name, &refusal);
        return Err(ExitCode::FAILURE);
    }
    C::try_parse().map_err(|error| match error.kind() {
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => {
            // A closed output does not make a request for help fail.
            let _ = error.print();
            ExitCode::SUCCESS
        }
        _ => {
            report(name, &first_sentence(&error.to_string()));
            ExitCode::from(BAD_INPUT_STATUS)
        }
    })
}

/// Writes an error of the command line.
fn report(name: &str, error: &str) {
    eprintln!("{name}: {error}");
    #[cfg(windows)]
    console::tell_without_console(name, error);
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
        Ok(()) => ExitCode::SUCCESS,
        // The reader has closed the pipe, as `| head` does.
        Err(Failure::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => {
            ExitCode::SUCCESS
        }
        Err(failure @ Failure::Reported) => failure.status(),
        Err(failure) => {
            eprintln!("{name}: {failure}");
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

/// Reads the text file that an option names. It may be a pipe, as in `--board <(command)`, but has
/// at most `MAX_TEXT_BYTES`.
///
/// # Errors
///
/// [`Failure::Refused`] with the option, the path and the reason.
pub fn read_text(option: &str, path: &Path) -> Result<String, Failure> {
    read_limited(path, MAX_TEXT_BYTES)
        .map_err(|error| Failure::refused(format!("{option} {}", path.display()), error))
}

/// Writes the file that an option names.
///
/// # Errors
///
/// [`Failure::Refused`] with the option, the path and the reason.
pub fn write_file(option: &str, path: &Path, content: impl AsRef<[u8]>) -> Result<(), Failure> {
    fs::write(path, content)
        .map_err(|error| Failure::refused(format!("{option} {}", path.display()), error))
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

/// Reads a text, at most one byte beyond the limit, because a device has no end.
fn read_limited(path: &Path, max_bytes: u64) -> io::Result<String> {
    let mut bytes = Vec::new();
    File::open(path)?.take(max_bytes + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > max_bytes {
        return Err(io::Error::other(format!("it is larger than {} MB", max_bytes >> 20)));
    }
    let mut text = String::from_utf8(bytes).map_err(|_| io::Error::other("it is not text"))?;
    // Editors on Windows write a byte order mark.
    if text.starts_with('\u{feff}') {
        text.remove(0);
    }
    Ok(text)
}
