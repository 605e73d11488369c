//! The count of `go perft` as a job that prints the count of each first move.

use std::{
    ops::ControlFlow,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering::Relaxed},
    },
};

use super::UciOutput;
use minnow_base::sync::StopFlag;
use minnow_rules::{Move, Position, try_perft};

/// A count that a later command ends continues up to this many sequences, about a second of work,
/// so that the counts of piped commands are complete.
pub(super) const MAX_LATE_SEQUENCES: u64 = 30_000_000;

/// A count that is ready to start.
#[derive(Clone)]
pub(super) struct PreparedPerft {
    pub position: Position,
    pub depth_plies: u32,
    /// Set when a later command waits for the end of the count.
    pub is_late: Arc<AtomicBool>,
    pub max_late_sequences: u64,
    pub output: UciOutput,
}

impl PreparedPerft {
    /// Counts and prints until the end, or until `stop` is set. While `is_late` is set, the count
    /// is limited to `max_late_sequences`.
    pub(crate) fn run(&self, stop: &StopFlag) {
        let mut total = 0;
        let mut add = |sequences: u64| {
            total += sequences;
            let is_too_late = self.is_late.load(Relaxed) && total > self.max_late_sequences;
            if stop.is_set() || is_too_late {
                return ControlFlow::Break(());
            }
            ControlFlow::Continue(())
        };
        let done = self.count_moves(&mut add);
        self.output.write_line(&match done {
            ControlFlow::Continue(()) => format!("nodes {total}"),
            ControlFlow::Break(()) => {
                format!("info string the count was stopped after {total} sequences")
            }
        });
    }

    /// Prints the count of each first move.
    fn count_moves(&self, add: &mut impl FnMut(u64) -> ControlFlow<()>) -> ControlFlow<()> {
        let Some(plies_below) = self.depth_plies.checked_sub(1) else { return add(1) };
        for mv in self.position.legal_moves().iter() {
            let mut count = 0;
            self.count_below(mv, plies_below, &mut |sequences| {
                count += sequences;
                add(sequences)
            })?;
            self.output.write_line(&format!("{}: {count}", self.position.move_text(mv)));
        }
        ControlFlow::Continue(())
    }

    fn count_below(
        &self,
        mv: Move,
        plies: u32,
        add: &mut impl FnMut(u64) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        match plies {
            0 => add(1),
            _ if self.position.takes_king(mv) => add(0),
            _ => try_perft(&self.position.play(mv), plies, add),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{super::tests::SharedBuffer, *};
    use minnow_rules::{Variant, perft};

    /// The lines of a count of the start position with `stop` and `is_late` set from the start.
    fn lines(depth_plies: u32, stop: bool, is_late: bool) -> Vec<String> {
        let buffer = SharedBuffer::default();
        let count = PreparedPerft {
            position: Position::start(Variant::default_variant()),
            depth_plies,
            is_late: Arc::new(AtomicBool::new(is_late)),
            max_late_sequences: 1_000,
            output: UciOutput::new(buffer.clone()),
        };
        count.run(&if stop { StopFlag::stopped() } else { StopFlag::new() });
        buffer.lines()
    }

    #[test]
    fn moves_and_total_are_printed() {
        let start = Position::start(Variant::default_variant());
        for depth_plies in 0..=4 {
            let lines = lines(depth_plies, false, false);
            let total = perft(&start, depth_plies);
            assert_eq!(lines.last(), Some(&format!("nodes {total}")));
            let count = |line: &String| line.split_once(": ")?.1.parse::<u64>().ok();
            let counts: Vec<u64> = lines.iter().filter_map(count).collect();
            if depth_plies > 0 {
                assert_eq!(counts.iter().sum::<u64>(), total);
            }
        }
    }

    #[test]
    fn a_stop_ends_the_count_at_once() {
        let lines = lines(12, true, false);
        assert_eq!(lines.len(), 1, "{lines:?}");
        assert!(lines[0].starts_with("info string the count was stopped after "), "{lines:?}");
    }

    #[test]
    fn a_late_count_ends_when_it_is_long() {
        assert_eq!(lines(3, false, true).last().unwrap(), "nodes 473");
        let long = lines(12, false, true);
        assert!(long.last().unwrap().starts_with("info string the count was stopped after 1"));
    }
}
