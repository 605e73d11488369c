//! The numbers that tune the search, measured and tuned by games of the engine against itself.
//!
//! Only a build with the feature `tunable` can change them:
//! `cargo build --release -p minnow-workshop --features tunable`.

mod numbers_match;
mod optimizer;
mod series;
mod spsa;
mod values;

pub(super) use numbers_match::{NumbersMatchArgs, run as run_match};
pub(super) use spsa::{SpsaArgs, run as run_spsa};

use minnow_engine::internal::ARE_NUMBERS_TUNABLE;
use minnow_program::Failure;

fn check_build() -> Result<(), Failure> {
    if ARE_NUMBERS_TUNABLE {
        return Ok(());
    }
    Err(Failure::BadInput(
        "the numbers of this build are fixed; `cargo build --release -p minnow-workshop --features \
         tunable` makes one that can change them"
            .into(),
    ))
}
