//! The table of proof and disproof numbers, with a fixed size.
//!
//! A full bucket drops the entry whose subtree was the smallest (Nagai 2002). A lost entry costs a
//! second search of its subtree, never the correctness: the search also keeps the numbers of the
//! nodes that it works on outside the table, and a proof is made from entries that are each true by
//! themselves.

use minnow_base::alloc::{MemoryRefused, filled};

/// A number that stands for infinity: the node is decided.
pub(super) const INFINITE: u32 = 1 << 30;

const BUCKET: usize = 4;

/// Of `work`: this position also has entries for single paths.
const HAS_TWIN: u32 = 1 << 31;

/// The entry of a node.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct ProofEntry {
    key: u64,
    /// The proof number: 0 for a proven win of the attacker.
    pub proof: u32,
    /// The disproof number: 0 if the attacker cannot force a win.
    pub disproof: u32,
    /// Nodes searched below, with `HAS_TWIN`.
    work: u32,
    /// Of a proof, its length in plies at most. Of a disproof for one path, 1 if it rests on a cut at
    /// the maximum depth.
    pub rank: u16,
    /// The bits of the move that proves or disproves; 0 for none.
    pub mv: u16,
}

impl ProofEntry {
    pub(super) fn new(proof: u32, disproof: u32, rank: u16, mv: u16, work: u64) -> ProofEntry {
        let work = work.min(u64::from(HAS_TWIN - 1)) as u32;
        ProofEntry { key: 0, proof, disproof, work, rank, mv }
    }

    pub(super) fn has_twin(&self) -> bool {
        self.work & HAS_TWIN != 0
    }

    fn size(&self) -> u32 {
        self.work & !HAS_TWIN
    }
}

pub(super) struct ProofTable {
    entries: Vec<ProofEntry>,
    buckets: u64,
}

impl ProofTable {
    /// A table of at most `memory_mb` megabytes, at least one.
    pub(super) fn new(memory_mb: usize) -> Result<ProofTable, MemoryRefused> {
        let bytes = memory_mb.max(1).saturating_mul(1 << 20);
        ProofTable::with_buckets(bytes / (BUCKET * size_of::<ProofEntry>()))
    }

    pub(super) fn with_buckets(buckets: usize) -> Result<ProofTable, MemoryRefused> {
        let entries = filled(buckets * BUCKET, ProofEntry::default)?;
        Ok(ProofTable { entries, buckets: buckets as u64 })
    }

    /// The number of entries that fit.
    pub(super) fn len(&self) -> usize {
        self.entries.len()
    }

    pub(super) fn clear(&mut self) {
        self.entries.fill(ProofEntry::default());
    }

    /// The index of the first entry of the key's bucket.
    fn bucket(&self, key: u64) -> usize {
        let bucket = (u128::from(key) * u128::from(self.buckets)) >> 64;
        bucket as usize * BUCKET
    }

    pub(super) fn get(&self, key: u64) -> Option<&ProofEntry> {
        let at = self.bucket(key);
        self.entries[at..at + BUCKET].iter().find(|entry| entry.key == key)
    }

    /// Stores an entry. The mark of twins stays.
    pub(super) fn put(&mut self, key: u64, entry: ProofEntry) {
        let at = self.bucket(key);
        let bucket = &mut self.entries[at..at + BUCKET];
        if let Some(old) = bucket.iter_mut().find(|old| old.key == key) {
            let twin = old.work & HAS_TWIN;
            *old = ProofEntry { key, work: entry.work | twin, ..entry };
        } else if let Some(least) = bucket.iter_mut().min_by_key(|old| old.size()) {
            *least = ProofEntry { key, ..entry };
        }
    }

    /// Marks that entries for single paths exist for the position with this key.
    pub(super) fn mark_twin(&mut self, key: u64) {
        let at = self.bucket(key);
        match self.entries[at..at + BUCKET].iter_mut().find(|entry| entry.key == key) {
            Some(entry) => entry.work |= HAS_TWIN,
            None => self.put(key, ProofEntry { work: HAS_TWIN, ..ProofEntry::new(1, 1, 0, 0, 0) }),
        }
    }

    /// The share of used entries in thousandths, from a sample.
    pub(super) fn fill_permille(&self) -> u32 {
        let sample = &self.entries[..self.entries.len().min(4_000)];
        let used = sample.iter().filter(|entry| entry.key != 0).count();
        (used * 1_000 / sample.len().max(1)) as u32
    }

    #[cfg(test)]
    pub(super) fn bytes(&self) -> usize {
        self.entries.capacity() * size_of::<ProofEntry>()
    }
}
