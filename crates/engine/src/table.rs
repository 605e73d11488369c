//! The transposition table: results of earlier searches, by position key.
//!
//! A slot is two atomic words, the first xor-ed with the second (Hyatt and Mann 2002): a slot that
//! two threads write at once fails its check and is ignored.

use std::{
    fmt,
    sync::atomic::{AtomicU64, Ordering::Relaxed},
};

use super::{Score, Window, params};
use minnow_base::alloc::{MemoryRefused, filled};
use minnow_rules::{Move, Position};

/// The relation of a score to the position's true score.
///
/// ```
/// use minnow_engine::{Bound, Score};
///
/// let (alpha, beta) = (Score::centipawns(-10), Score::centipawns(10));
/// assert_eq!(Bound::of(Score::centipawns(40), alpha, beta), Bound::Lower);
/// assert_eq!(Bound::of(Score::DRAW, alpha, beta), Bound::Exact);
/// assert_eq!(Bound::of(alpha, alpha, beta), Bound::Upper);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// The true score is at most this: no move exceeded alpha.
    Upper,
    /// The true score is at least this: a move reached beta.
    Lower,
    /// This is the true score.
    Exact,
}

impl Bound {
    /// The sign before a score, for users: `≤ ` for at most, `≥ ` for at least, nothing for the true
    /// score.
    pub fn sign(self) -> &'static str {
        match self {
            Bound::Upper => "\u{2264} ",
            Bound::Lower => "\u{2265} ",
            Bound::Exact => "",
        }
    }

    /// The bound that a fail-soft score is after a search with the window (`alpha`, `beta`).
    pub fn of(score: Score, alpha: Score, beta: Score) -> Bound {
        if score >= beta {
            Bound::Lower
        } else if score > alpha {
            Bound::Exact
        } else {
            Bound::Upper
        }
    }

    /// True if `score` with this bound shows that the true score differs from `estimate`, or is
    /// exact.
    #[inline]
    pub(super) fn improves_on(self, estimate: Score, score: Score) -> bool {
        match self {
            Bound::Exact => true,
            Bound::Lower => score > estimate,
            Bound::Upper => score < estimate,
        }
    }
}

/// A result that the table stores for a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TtEntry {
    /// The best move, or the one that caused the cutoff.
    pub mv: Option<Move>,
    pub score: Score,
    /// Remaining depth in plies; 0 from quiescence search.
    pub depth: u8,
    pub bound: Bound,
    /// The uncorrected static evaluation in centipawns; `None` in check.
    pub static_eval: Option<Score>,
}

impl TtEntry {
    /// The score if it answers a search of `depth` plies with this window. It does not when a draw
    /// by lack of progress is near, which the key does not show.
    #[inline]
    pub(crate) fn cutoff(&self, position: &Position, window: Window, depth: i32) -> Option<Score> {
        if i32::from(self.depth) < depth || is_near_progress_limit(position) {
            return None;
        }
        let answers = match self.bound {
            Bound::Exact => true,
            Bound::Lower => self.score >= window.beta,
            Bound::Upper => self.score <= window.alpha,
        };
        answers.then_some(self.score)
    }

    /// The static evaluation, or the entry's score if that is a better estimate.
    pub(crate) fn refine(&self, static_eval: Score) -> Score {
        if self.bound.improves_on(static_eval, self.score) { self.score } else { static_eval }
    }
}

/// True if the draw by lack of progress is so near that stored scores may be wrong.
#[inline]
fn is_near_progress_limit(position: &Position) -> bool {
    let limit_plies = position.variant().progress_plies();
    limit_plies.is_some_and(|limit| {
        u32::from(position.halfmove_clock()) + params::NO_PROGRESS_PLIES >= limit
    })
}

/// The position's key in the table.
///
/// Before a move limit the same placement is worth less with fewer plies left, so the key depends
/// on the plies left: exactly when they are few, in steps when there are more. A score from long
/// before the limit is therefore not used near it.
#[inline]
pub(super) fn tt_key(position: &Position) -> u64 {
    at_ply(position, position.key(), position.ply())
}

/// The likely key after a move, see [`Position::likely_key_after`].
#[inline]
pub(super) fn likely_tt_key_after(position: &Position, mv: Move) -> u64 {
    at_ply(position, position.likely_key_after(mv), position.ply() + 1)
}

#[inline]
fn at_ply(position: &Position, key: u64, ply: u32) -> u64 {
    let Some(limit) = position.variant().ply_limit() else { return key };
    let left = limit.saturating_sub(ply);
    let beyond = left.saturating_sub(params::LIMIT_KEY_PLIES) / params::LIMIT_KEY_STEP;
    let part = u64::from(left.min(params::LIMIT_KEY_PLIES) + beyond);
    key ^ part.wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

/// Stands for a missing static evaluation; evaluations never have this value.
const NO_STATIC_EVAL: i16 = i16::MIN;

#[derive(Default)]
struct Slot {
    /// The key xor-ed with `data`.
    check: AtomicU64,
    data: AtomicU64,
}

const SLOTS_PER_CLUSTER: usize = 4;

/// The slots of one cache line.
#[derive(Default)]
#[repr(align(64))]
struct Cluster([Slot; SLOTS_PER_CLUSTER]);

/// The transposition table. Threads share it by reference; probing and storing are safe at the
/// same time.
pub(super) struct TranspositionTable {
    clusters: Vec<Cluster>,
    /// The number of the running search, from 0 to [`AGE_MASK`].
    age: u8,
}

const AGE_MASK: u8 = 63;

/// The size of a transposition table. The system may refuse the memory for the size wanted; the
/// table then has half of it, or a quarter, and so on.
///
/// ```
/// use minnow_engine::TableSize;
///
/// let size = TableSize { wanted_mb: 1024, in_use_mb: 512 };
/// assert!(size.is_reduced());
/// assert_eq!(size.to_string(), "512 MB of the 1024 MB wanted: the system refuses more memory");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableSize {
    /// The size asked for.
    pub wanted_mb: usize,
    /// 0 for less than 1 MB.
    pub in_use_mb: usize,
}

impl TableSize {
    /// True if the system refused the memory for the size wanted.
    pub fn is_reduced(&self) -> bool {
        self.in_use_mb < self.wanted_mb
    }
}

impl fmt::Display for TableSize {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.in_use_mb {
            0 => write!(f, "less than 1 MB")?,
            in_use_mb => write!(f, "{in_use_mb} MB")?,
        }
        if self.is_reduced() {
            let wanted_mb = self.wanted_mb;
            write!(f, " of the {wanted_mb} MB wanted: the system refuses more memory")?;
        }
        Ok(())
    }
}

const CLUSTERS_PER_MB: usize = (1 << 20) / size_of::<Cluster>();

impl TranspositionTable {
    /// A table of `megabytes` MB, at least 1, or a smaller one if the system refuses the memory.
    pub(crate) fn new(megabytes: usize) -> TranspositionTable {
        let wanted = megabytes.max(1).saturating_mul(CLUSTERS_PER_MB);
        TranspositionTable { clusters: allocate(wanted, empty_clusters), age: 0 }
    }

    /// The size in MB; 0 for less than 1 MB.
    pub(crate) fn megabytes(&self) -> usize {
        self.clusters.len() / CLUSTERS_PER_MB
    }

    /// Removes all entries.
    pub(crate) fn clear(&mut self) {
        self.clusters.fill_with(Cluster::default);
        self.age = 0;
    }

    /// Begins a search: entries of earlier searches are now replaced first.
    pub(crate) fn start_search(&mut self) {
        self.age = (self.age + 1) & AGE_MASK;
    }

    #[inline]
    fn cluster(&self, key: u64) -> &Cluster {
        let index = (u128::from(key) * self.clusters.len() as u128) >> 64;
        &self.clusters[index as usize]
    }

    /// Prefetches the cluster of a key that is probed soon. Memory latency took a quarter of the
    /// search's time; the prefetch saves 4 % of it (`docs/measurements/search.md`).
    #[inline]
    #[cfg_attr(
        target_arch = "x86_64",
        expect(unsafe_code, reason = "the prefetch intrinsic is unsafe; the gain is measured")
    )]
    pub(crate) fn prefetch(&self, key: u64) {
        #[cfg(target_arch = "x86_64")]
        {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            let cluster: *const Cluster = self.cluster(key);
            // SAFETY: a prefetch changes no memory and cannot fault at any address; this address
            // comes from a live reference. Every x86-64 processor has the instruction.
            unsafe { _mm_prefetch::<_MM_HINT_T0>(cluster.cast()) };
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = key;
    }

    /// The entry for this key; mate scores count from the root, the node being at `ply`.
    #[inline]
    pub(crate) fn probe(&self, key: u64, ply: usize) -> Option<TtEntry> {
        self.cluster(key).0.iter().find_map(|slot| {
            let data = slot.data.load(Relaxed);
            (slot.check.load(Relaxed) ^ data == key && data != 0).then(|| unpack(data, ply))
        })
    }

    /// Stores an entry. It replaces the entry of the same key, or else the least useful one of the
    /// cluster: shallow and old entries go first. A much deeper entry of the same key and search
    /// stays, unless the new one is exact.
    pub(crate) fn store(&self, key: u64, ply: usize, mut entry: TtEntry) {
        let cluster = self.cluster(key);
        let (mut target, mut lowest_worth) = (&cluster.0[0], i32::MAX);
        for slot in &cluster.0 {
            let data = slot.data.load(Relaxed);
            if slot.check.load(Relaxed) ^ data == key && data != 0 {
                let old = unpack(data, ply);
                if entry.bound != Bound::Exact
                    && i32::from(entry.depth) + 3 < i32::from(old.depth)
                    && age_of(data) == self.age
                {
                    return;
                }
                entry.mv = entry.mv.or(old.mv);
                target = slot;
                break;
            }
            let staleness = i32::from(self.age.wrapping_sub(age_of(data)) & AGE_MASK);
            let worth = if data == 0 { i32::MIN } else { depth_of(data) - 4 * staleness };
            if worth < lowest_worth {
                (target, lowest_worth) = (slot, worth);
            }
        }
        let data = pack(&entry, ply, self.age);
        target.data.store(data, Relaxed);
        target.check.store(key ^ data, Relaxed);
    }

    /// The share of slots that the running search has filled, in permille, from a sample.
    pub(crate) fn permille_full(&self) -> usize {
        let sample = self.clusters.len().min(250);
        let used = self.clusters[..sample]
            .iter()
            .flat_map(|cluster| &cluster.0)
            .filter(|slot| {
                let data = slot.data.load(Relaxed);
                data != 0 && age_of(data) == self.age
            })
            .count();
        used * 1000 / (sample * SLOTS_PER_CLUSTER)
    }
}

/// Allocates the wanted number of clusters, or the largest that memory allows after halving it
/// again and again.
fn allocate(
    wanted: usize,
    try_allocate: impl Fn(usize) -> Result<Vec<Cluster>, MemoryRefused>,
) -> Vec<Cluster> {
    let smaller = |count: &usize| (*count > 1).then_some(count / 2);
    std::iter::successors(Some(wanted), smaller)
        .find_map(|count| try_allocate(count).ok())
        .unwrap_or_else(|| vec![Cluster::default()])
}

fn empty_clusters(count: usize) -> Result<Vec<Cluster>, MemoryRefused> {
    filled(count, Cluster::default)
}

/// An entry as one word: move 16 bits, score 16, depth 8, bound 2, age 6, static evaluation 16. The
/// upper bound is coded as 1, so that no entry is 0.
fn pack(entry: &TtEntry, ply: usize, age: u8) -> u64 {
    let bound = match entry.bound {
        Bound::Upper => 1_u64,
        Bound::Lower => 2,
        Bound::Exact => 3,
    };
    u64::from(entry.mv.map_or(0, Move::bits))
        | u64::from(entry.score.to_table(ply) as u16) << 16
        | u64::from(entry.depth) << 32
        | bound << 40
        | u64::from(age) << 42
        | u64::from(entry.static_eval.map_or(NO_STATIC_EVAL, |s| s.value() as i16) as u16) << 48
}

fn unpack(data: u64, ply: usize) -> TtEntry {
    TtEntry {
        mv: Move::from_bits(data as u16),
        score: Score::from_table((data >> 16) as i16, ply),
        depth: (data >> 32) as u8,
        bound: match data >> 40 & 3 {
            1 => Bound::Upper,
            2 => Bound::Lower,
            _ => Bound::Exact,
        },
        static_eval: match (data >> 48) as i16 {
            NO_STATIC_EVAL => None,
            value => Some(Score::centipawns(i32::from(value))),
        },
    }
}

fn depth_of(data: u64) -> i32 {
    i32::from((data >> 32) as u8)
}

fn age_of(data: u64) -> u8 {
    (data >> 42) as u8 & AGE_MASK
}

#[cfg(test)]
mod tests {
    use super::*;
    use minnow_rules::{MoveKind, Square};

    fn entry(depth: u8, score: Score) -> TtEntry {
        let mv = Move::new(Square::new(1, 1), Square::new(1, 2), MoveKind::Normal);
        TtEntry {
            mv: Some(mv),
            score,
            depth,
            bound: Bound::Lower,
            static_eval: Some(Score::centipawns(-25)),
        }
    }

    #[test]
    fn refused_memory_makes_the_table_smaller() {
        let refused = || MemoryRefused { bytes: usize::MAX };
        for (limit, expected) in [(5_000, 4_096), (16_384, 16_384), (1, 1), (0, 1)] {
            let bounded = |count| (count <= limit).then(|| empty_clusters(count).unwrap());
            let clusters = allocate(16_384, |count| bounded(count).ok_or_else(refused));
            assert_eq!(clusters.len(), expected, "{limit}");
        }
        let smallest = TranspositionTable { clusters: vec![Cluster::default()], age: 0 };
        assert_eq!(smallest.megabytes(), 0);
        smallest.store(5, 0, entry(7, Score::DRAW));
        assert_eq!(smallest.probe(5, 0), Some(entry(7, Score::DRAW)));
    }

    #[test]
    fn probe_returns_what_was_stored() {
        let table = TranspositionTable::new(1);
        for key in 1..1000_u64 {
            let key = key.wrapping_mul(0x9e37_79b9_7f4a_7c15);
            let stored = entry(7, Score::won_at(9));
            table.store(key, 2, stored);
            assert_eq!(table.probe(key, 2), Some(stored));
            assert_eq!(table.probe(key ^ 1, 2), None);
            assert_eq!(table.probe(key, 3).map(|e| e.score), Some(Score::won_at(10)));
        }
    }

    #[test]
    fn much_deeper_bounds_stay() {
        let table = TranspositionTable::new(1);
        for (key, stays, comes, kept) in [(1, 255, 254, 254), (2, 255, 251, 255), (3, 4, 1, 1)] {
            table.store(key, 0, entry(stays, Score::DRAW));
            table.store(key, 0, entry(comes, Score::DRAW));
            assert_eq!(table.probe(key, 0).map(|found| found.depth), Some(kept));
        }
    }

    #[test]
    fn old_and_shallow_entries_are_replaced_first() {
        let mut table = TranspositionTable::new(1);
        let keys: Vec<u64> = (0..5).map(|low| 0xabcd << 40 | low).collect();
        for (depth, key) in keys[..4].iter().enumerate() {
            table.store(*key, 0, entry(depth as u8 + 10, Score::DRAW));
        }
        table.start_search();
        table.store(keys[4], 0, entry(3, Score::DRAW));
        assert_eq!(table.probe(keys[0], 0), None);
        assert!(keys[1..].iter().all(|key| table.probe(*key, 0).is_some()));
    }
}
