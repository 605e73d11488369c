//! The settings of the analysis: threads, memory, lines and limits.

use serde::{Deserialize, Serialize};

use minnow_engine::SearchLimits;
use minnow_jobs::available_cores;

/// The most lines that an analysis shows.
pub const MOST_LINES: usize = 5;

/// The table's sizes to choose from, in MB.
pub const HASH_SIZES_MB: [usize; 8] = [16, 32, 64, 128, 256, 512, 1024, 2048];

/// The settings of the analysis. `None` does not limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct EngineSettings {
    /// From 1 to as many as the machine has cores.
    pub threads: usize,
    /// The size of the table, in MB.
    pub hash_mb: usize,
    /// The number of best moves shown, 1 to [`MOST_LINES`].
    pub lines: usize,
    pub depth_plies: Option<u32>,
    /// For one position.
    pub seconds: Option<u32>,
}

impl Default for EngineSettings {
    /// One core is left to the rest of the machine, and a forgotten analysis ends by itself.
    fn default() -> EngineSettings {
        EngineSettings {
            threads: (available_cores() - 1).max(1),
            hash_mb: 64,
            lines: 3,
            depth_plies: Some(40),
            seconds: Some(60),
        }
    }
}

impl EngineSettings {
    /// The greatest depth limit, in plies.
    pub const MOST_PLIES: u32 = 100;
    /// The greatest time limit, in seconds.
    pub const MOST_SECONDS: u32 = 3_600;

    /// The engine's limits for the analysis of a position. The window itself limits the time: with
    /// a time limit, the engine would not search a forced move.
    pub fn limits(&self) -> SearchLimits {
        SearchLimits { depth: self.depth_plies, lines: self.lines, ..SearchLimits::default() }
    }

    /// These settings with every value clamped to its range.
    pub fn within_bounds(self) -> EngineSettings {
        let largest_mb = HASH_SIZES_MB[HASH_SIZES_MB.len() - 1];
        EngineSettings {
            threads: self.threads.clamp(1, available_cores()),
            hash_mb: self.hash_mb.clamp(1, largest_mb),
            lines: self.lines.clamp(1, MOST_LINES),
            depth_plies: self.depth_plies.map(|depth| depth.clamp(1, Self::MOST_PLIES)),
            seconds: self.seconds.map(|seconds| seconds.clamp(1, Self::MOST_SECONDS)),
        }
    }
}
