//! Starts programs of others and bounds what they can do: time, memory, output and processes.
//!
//! A program is started by a [`Launch`], which [`BotFile`] can supply. [`Runner::run`] gives it an
//! input and returns its output; [`Runner::start`] returns a [`Child`] to talk to line by line, with
//! a deadline for each line. Whatever happens, the whole tree of its processes ends with the value.
//!
//! If bubblewrap is installed and works, a program has no network, reads the disk and writes nothing.
//! On Linux the kernel bounds a fork bomb, for root by a control group. [`Runner::is_unbounded`] is true
//! where root has no such bound, [`Runner::gaps`] names what is missing. What the programs say to each
//! other is left to the callers.
//!
//! ```
//! use std::{path::Path, time::Duration};
//!
//! use minnow_runner::{Launch, RunLimits, Runner};
//!
//! let runner = Runner::new();
//! let limits = RunLimits { time: Duration::from_secs(10), ..RunLimits::default() };
//! let command = ["sort".to_owned()];
//! let launch = Launch { limits, ..Launch::new(&command, Path::new("/")) };
//! # if cfg!(unix) {
//! assert_eq!(runner.run(&launch, "b\na\n")?, "a\nb\n");
//! # }
//! # Ok::<(), minnow_runner::RunFault>(())
//! ```

#![warn(missing_docs)]
#![cfg_attr(test, allow(clippy::disallowed_methods))]

mod bot_file;
mod child;
mod control_group;
mod launcher;
mod processes;
mod sandbox;
#[cfg(all(test, target_os = "linux"))]
mod tests;

pub use bot_file::{BOT_FILE, BotFile, BotFileError, Protocol};
pub use child::{Child, PolledLine, RunFault};
pub use sandbox::{Launch, RunLimits, Runner};
