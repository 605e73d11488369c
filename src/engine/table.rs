//! The transposition table: what earlier searches found out about a position.
//!
//! Slots are two atomic words, the first xor-ed with the second (Hyatt and
//! Mann 2002): a slot torn by two threads fails its check instead of lying.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use super::Score;
use crate::rules::Move;

/// How a score relates to the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// At most the score: no move reached alpha.
    Upper,
    /// At least the score: a move reached beta.
    Lower,
    Exact,
}

/// What a slot says about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    pub played: Option<Move>,
    pub score: Score,
    /// Remaining depth in plies; 0 from quiescence.
    pub depth: u8,
    pub bound: Bound,
    /// The position's static score in centipawns; `None` in check.
    pub static_score: Option<Score>,
}

/// Stands for no static score; evaluations stay clear of it.
const NO_STATIC: i16 = i16::MIN;

#[derive(Default)]
struct Slot {
    check: AtomicU64,
    data: AtomicU64,
}

const SLOTS_IN_CLUSTER: usize = 4;

/// Four slots in one cache line.
#[derive(Default)]
#[repr(align(64))]
struct Cluster([Slot; SLOTS_IN_CLUSTER]);

/// The table. Searches share it by reference; all its operations are safe at the same time.
pub(super) struct Table {
    clusters: Vec<Cluster>,
    /// The number of the running search, to prefer its entries.
    age: u8,
}

const AGE_MASK: u8 = 63;

impl Table {
    /// A table of about `megabytes` MB, at least one.
    pub fn new(megabytes: usize) -> Table {
        let count = megabytes.max(1) * (1 << 20) / size_of::<Cluster>();
        Table { clusters: (0..count).map(|_| Cluster::default()).collect(), age: 0 }
    }

    pub fn clear(&mut self) {
        self.clusters.fill_with(Cluster::default);
        self.age = 0;
    }

    /// Entries of earlier searches are replaced first from now on.
    pub fn start_search(&mut self) {
        self.age = (self.age + 1) & AGE_MASK;
    }

    #[inline]
    fn cluster(&self, key: u64) -> &Cluster {
        let index = (u128::from(key) * self.clusters.len() as u128) >> 64;
        &self.clusters[index as usize]
    }

    /// Asks the processor to fetch the cluster of a key that will be probed soon: waiting for memory
    /// there was a quarter of a search's time, and the hint saves 4 % of it (`docs/engine.md`).
    #[inline]
    #[allow(unsafe_code)]
    pub fn prefetch(&self, key: u64) {
        #[cfg(target_arch = "x86_64")]
        {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            let cluster: *const Cluster = self.cluster(key);
            // SAFETY: a prefetch gives the program nothing and cannot fault, whatever the address;
            // this one is a live reference's. Every x86-64 processor has the instruction.
            unsafe { _mm_prefetch::<_MM_HINT_T0>(cluster.cast()) };
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = key;
    }

    /// What is known of the position with this key; mate scores as seen from `ply`.
    #[inline]
    pub fn probe(&self, key: u64, ply: usize) -> Option<Entry> {
        self.cluster(key).0.iter().find_map(|slot| {
            let data = slot.data.load(Relaxed);
            (slot.check.load(Relaxed) ^ data == key && data != 0).then(|| unpack(data, ply))
        })
    }

    /// Stores an entry in place of the same position's, or of the least useful one.
    pub fn store(&self, key: u64, ply: usize, mut entry: Entry) {
        let cluster = self.cluster(key);
        let mut worst = (&cluster.0[0], i32::MAX);
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
                entry.played = entry.played.or(old.played);
                worst.0 = slot;
                break;
            }
            let staleness = i32::from(self.age.wrapping_sub(age_of(data)) & AGE_MASK);
            let worth = if data == 0 { i32::MIN } else { depth_of(data) - 4 * staleness };
            if worth < worst.1 {
                worst = (slot, worth);
            }
        }
        let data = pack(&entry, ply, self.age);
        worst.0.data.store(data, Relaxed);
        worst.0.check.store(key ^ data, Relaxed);
    }

    /// How full the table is with entries of the running search, in permille of a sample.
    pub fn permille_full(&self) -> usize {
        let sample = self.clusters.len().min(250);
        let used = self.clusters[..sample]
            .iter()
            .flat_map(|cluster| &cluster.0)
            .filter(|slot| {
                let data = slot.data.load(Relaxed);
                data != 0 && age_of(data) == self.age
            })
            .count();
        used * 1000 / (sample * SLOTS_IN_CLUSTER)
    }
}

/// Move 16 bits, score 16, depth 8, bound 2, age 6, static score 16; the upper bound's code is 1, so
/// that no entry is 0.
fn pack(entry: &Entry, ply: usize, age: u8) -> u64 {
    let bound = match entry.bound {
        Bound::Upper => 1_u64,
        Bound::Lower => 2,
        Bound::Exact => 3,
    };
    u64::from(entry.played.map_or(0, Move::bits))
        | u64::from(entry.score.to_table(ply) as u16) << 16
        | u64::from(entry.depth) << 32
        | bound << 40
        | u64::from(age) << 42
        | u64::from(entry.static_score.map_or(NO_STATIC, |s| s.value() as i16) as u16) << 48
}

fn unpack(data: u64, ply: usize) -> Entry {
    Entry {
        played: Move::from_bits(data as u16),
        score: Score::from_table((data >> 16) as i16, ply),
        depth: (data >> 32) as u8,
        bound: match data >> 40 & 3 {
            1 => Bound::Upper,
            2 => Bound::Lower,
            _ => Bound::Exact,
        },
        static_score: match (data >> 48) as i16 {
            NO_STATIC => None,
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
    use crate::rules::{MoveKind, Square};

    fn entry(depth: u8, score: Score) -> Entry {
        let played = Move::new(Square::new(1, 1), Square::new(1, 2), MoveKind::Normal);
        Entry {
            played: Some(played),
            score,
            depth,
            bound: Bound::Lower,
            static_score: Some(Score::centipawns(-25)),
        }
    }

    #[test]
    fn what_is_stored_is_found_again_and_nothing_else() {
        let table = Table::new(1);
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
    fn a_bound_gives_way_to_a_much_deeper_one_at_any_depth() {
        let table = Table::new(1);
        for (key, stays, comes, kept) in [(1, 255, 254, 254), (2, 255, 251, 255), (3, 4, 1, 1)] {
            table.store(key, 0, entry(stays, Score::DRAW));
            table.store(key, 0, entry(comes, Score::DRAW));
            assert_eq!(table.probe(key, 0).map(|found| found.depth), Some(kept));
        }
    }

    #[test]
    fn old_and_shallow_entries_are_replaced_first() {
        let mut table = Table::new(1);
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
