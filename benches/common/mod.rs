//! The passes of a window that the benches time.

use std::time::{Duration, Instant};

use egui_kittest::Harness;
use minnow::app::MinnowApp;

/// The number of passes of which a figure is taken.
pub(crate) const PASSES: usize = 200;

/// The times of many passes, each after `act`, the shortest first.
pub(crate) fn sorted_passes(
    harness: &mut Harness<'_, MinnowApp>,
    act: impl Fn(&mut Harness<'_, MinnowApp>),
) -> Vec<Duration> {
    let mut times: Vec<Duration> = (0..PASSES)
        .map(|_| {
            act(harness);
            let begun = Instant::now();
            harness.step();
            begun.elapsed()
        })
        .collect();
    times.sort();
    times
}
