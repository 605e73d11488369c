//! The options: their names, ranges and defaults for `uci`, and what `setoption` changes.
//!
//! A number outside its option's range is brought into it, and an `info string` names the value that
//! is used.

use super::{Uci, command::SetOption, strength::elo_range, task::TaskEnd};
use minnow_engine::{LEVELS, Level, Root, TableSize};
use minnow_rules::{Position, Variant, builtin_variants};

/// The default size of the transposition table in MB.
pub(super) const HASH_MB: usize = 16;
/// The largest transposition table on offer, in MB.
const MAX_HASH_MB: usize = 4_096;
/// The most search threads on offer; no board here gains from more.
const MAX_THREADS: usize = 256;
/// The most lines on offer: more than any position here has moves.
const MAX_LINES: usize = 256;
/// The default reserve on the clock for the transmission of a move, in ms.
pub(super) const MOVE_OVERHEAD_MS: u64 = 20;
const MAX_MOVE_OVERHEAD_MS: usize = 5_000;

/// A number outside the range of its option.
#[derive(Debug, thiserror::Error)]
#[error("{option} {value} is not from {min} to {max}: {used} is used")]
struct OutOfRange {
    option: &'static str,
    value: i64,
    min: usize,
    max: usize,
    used: usize,
}

impl Uci {
    /// Answers `uci`: the engine's name, and every option.
    pub(super) fn identify(&self) {
        let levels = LEVELS.len();
        let ratings = elo_range(self.root.position.variant());
        let (min_elo, max_elo) = (ratings.start(), ratings.end());
        let variant = &Variant::default_variant().id;
        let variants = builtin_variants().iter().map(|variant| format!(" var {}", variant.id));
        let options = [
            format!("Hash type spin default {HASH_MB} min 1 max {MAX_HASH_MB}"),
            "Clear Hash type button".to_owned(),
            format!("Threads type spin default 1 min 1 max {MAX_THREADS}"),
            format!("MultiPV type spin default 1 min 1 max {MAX_LINES}"),
            "Ponder type check default false".to_owned(),
            format!("Level type spin default {levels} min 1 max {levels}"),
            "Tables type check default false".to_owned(),
            "UCI_LimitStrength type check default false".to_owned(),
            format!("UCI_Elo type spin default {max_elo} min {min_elo} max {max_elo}"),
            format!(
                "Move Overhead type spin default {MOVE_OVERHEAD_MS} min 0 max {MAX_MOVE_OVERHEAD_MS}"
            ),
            format!("UCI_Variant type combo default {variant}{}", String::from_iter(variants)),
        ];
        self.write_line(&format!("id name Minnow {}", env!("CARGO_PKG_VERSION")));
        self.write_line("id author the Minnow founders");
        for option in options {
            self.write_line(&format!("option name {option}"));
        }
        self.write_line("uciok");
    }

    pub(super) fn set_option(&mut self, option: SetOption) {
        self.end_task(TaskEnd::Replaced);
        match option {
            SetOption::HashMb(megabytes) => {
                self.searcher.resize_table(self.in_range("Hash", megabytes, 1, MAX_HASH_MB));
                self.write_reduced_table();
            }
            SetOption::ClearHash => self.searcher.new_game(),
            SetOption::Threads(threads) => {
                self.set_threads(self.in_range("Threads", threads, 1, MAX_THREADS));
            }
            SetOption::Lines(lines) => self.lines = self.in_range("MultiPV", lines, 1, MAX_LINES),
            SetOption::Level(number) => {
                let number = self.in_range("Level", number, 1, LEVELS.len());
                self.strength.level = Level::get(u8::try_from(number).unwrap_or(u8::MAX));
                self.write_conflicts();
            }
            SetOption::LimitStrength(is_limited) => {
                self.strength.is_limited = is_limited;
                self.write_conflicts();
            }
            SetOption::Elo(elo) => {
                self.strength.elo = Some(elo);
                self.write_conflicts();
            }
            SetOption::Ponder(is_on) => self.names_reply = is_on,
            SetOption::Tables(is_on) => {
                self.tables.set_on(is_on);
                self.set_tables();
            }
            SetOption::MoveOverheadMs(ms) => {
                self.overhead_ms =
                    self.in_range("Move Overhead", ms, 0, MAX_MOVE_OVERHEAD_MS) as u64;
            }
            SetOption::Variant(variant) => {
                self.root = Root::new(Position::start(variant));
                self.has_position = true;
                self.get_ready();
                self.write_conflicts();
                self.set_tables();
            }
        }
    }

    /// The value brought into the option's range. A change is reported.
    fn in_range(&self, option: &'static str, value: i64, min: usize, max: usize) -> usize {
        let used = usize::try_from(value.max(0)).unwrap_or(usize::MAX).clamp(min, max);
        if i64::try_from(used) != Ok(value) {
            self.write_info(&OutOfRange { option, value, min, max, used });
        }
        used
    }

    /// Sets the end-game tables of a new game.
    pub(super) fn set_tables(&mut self) {
        let mut messages = Vec::new();
        let tables = self.tables.of_new_game(self.root.position.variant(), &mut messages);
        self.searcher.set_tables(tables);
        for message in messages {
            self.write_info(&message);
        }
    }

    /// Reports which option decides where those of the strength contradict each other.
    fn write_conflicts(&self) {
        for conflict in self.strength.conflicts(self.root.position.variant()) {
            self.write_info(&conflict);
        }
    }

    fn set_threads(&mut self, wanted: usize) {
        self.searcher.set_threads(wanted);
        let threads = self.searcher.with(self.root.position.variant(), |s| s.threads());
        if threads < wanted {
            self.write_info(&format_args!(
                "the search uses {threads} of {wanted} threads: the system refuses more memory"
            ));
        }
    }

    /// Reports the size of the transposition table if it is smaller than wanted.
    pub(super) fn write_reduced_table(&self) {
        if let Some(size) = self.searcher.table_size().filter(TableSize::is_reduced) {
            self.write_info(&format_args!("the transposition table has {size}"));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{UciOutput, tests::SharedBuffer};
    use minnow_engine::SharedSearcher;
    use minnow_jobs::{Runner, Spawner};

    #[test]
    fn a_value_out_of_range_is_brought_into_it() {
        let buffer = SharedBuffer::default();
        let runner = Runner::new("search", Spawner::default(), || {});
        let uci = Uci::new(UciOutput::new(buffer.clone()), runner, SharedSearcher::new(1));
        for (value, used) in [(1, 1), (64, 64), (4_096, 4_096), (4_097, 4_096), (i64::MAX, 4_096)] {
            assert_eq!(uci.in_range("Hash", value, 1, MAX_HASH_MB), used);
        }
        assert_eq!(
            buffer.lines(),
            [
                "info string Hash 4097 is not from 1 to 4096: 4096 is used",
                "info string Hash 9223372036854775807 is not from 1 to 4096: 4096 is used",
            ]
        );
        assert_eq!(uci.in_range("Move Overhead", i64::MIN, 0, 5_000), 0);
    }
}
