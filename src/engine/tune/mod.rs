//! Fits the evaluation's weights to the engine's own games.
//!
//! [`play()`] makes [`Sample`]s: quiet positions with the search's score and the
//! game's result. [`fit()`] moves the weights so that the bare evaluation
//! foretells both (the method of Peter Österlund's "Texel's tuning method",
//! 2014, with gradients). [`fit_net`] does the same for a network. Files and the command line are left to the caller.

mod fit;
mod net;
mod play;
mod sample;

pub use fit::{Errors, FitOptions, Fitted, fit};
pub use net::{FittedNet, NetOptions, fit_net};
pub use play::{PlayPlan, play};
pub use sample::{Sample, SampleError, parse_samples, write_samples};

use crate::engine::eval::WeightsError;
use std::fmt;

/// Why weights could not be fitted.
#[derive(Clone, Debug, PartialEq)]
pub enum TuneError {
    /// The weights to start from.
    Start(WeightsError),
    /// Too few games for a tenth of them to be held out, or no quiet position.
    TooFew { games: usize },
    /// The ids of two variants, where one was wanted.
    TwoBoards([String; 2]),
}

impl fmt::Display for TuneError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TuneError::Start(error) => write!(f, "{error}"),
            TuneError::TwoBoards([one, other]) => {
                write!(f, "a network is fitted to one board, not \"{one}\" and \"{other}\"")
            }
            TuneError::TooFew { games } => {
                write!(f, "{games} games with quiet positions are too few to fit weights to")
            }
        }
    }
}

impl std::error::Error for TuneError {}
