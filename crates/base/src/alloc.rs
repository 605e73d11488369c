//! Memory of a size that a user or a file chooses. Elsewhere an allocation that fails ends the program.

use std::{hint::black_box, path::Path};

use crate::files::{load_text, size_text};

/// A smaller size is left to the system.
const LARGE_BYTES: usize = 64 << 20;

/// A smaller vector has few pages of any size.
#[cfg(target_os = "linux")]
const HUGE_PAGES_FROM: usize = 4 << 20;
/// The size of small pages in bytes. Where they are larger, the advice may be refused.
#[cfg(target_os = "linux")]
const PAGE: usize = 4 << 10;

/// The most bytes of Linux's text about the memory.
const MAX_MEMINFO_BYTES: usize = 1 << 16;

/// Memory that the system refuses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the system refuses {} of memory", size_text(*bytes))]
pub struct MemoryRefused {
    /// The size asked for.
    pub bytes: usize,
}

/// A vector of this length; `value` makes each element.
///
/// # Errors
///
/// [`MemoryRefused`] with the size of the vector.
pub fn filled<T>(len: usize, value: impl FnMut() -> T) -> Result<Vec<T>, MemoryRefused> {
    let mut filled = Vec::new();
    let bytes = len.saturating_mul(size_of::<T>());
    check_available(bytes)?;
    filled.try_reserve_exact(len).map_err(|_| MemoryRefused { bytes })?;
    ask_for_huge_pages(&mut filled);
    filled.resize_with(len, value);
    Ok(filled)
}

/// Asks Linux to back a large vector, which is still empty, by pages of 2 MB. Finding the place of a page takes
/// much of the time of random reads, and 512 times as few pages stay at hand. Refusals change nothing.
#[cfg(target_os = "linux")]
#[expect(unsafe_code, reason = "the system's function takes a raw pointer; the gain is measured")]
fn ask_for_huge_pages<T>(vector: &mut Vec<T>) {
    let spare = vector.spare_capacity_mut();
    let bytes = size_of_val(spare);
    if bytes >= HUGE_PAGES_FROM {
        // The advice begins at a page, as the system wants: the one that holds the vector's first element.
        let start = spare.as_mut_ptr().map_addr(|address| address - address % PAGE);
        // SAFETY: this advice never changes what memory holds, and the system checks the range.
        unsafe { libc::madvise(start.cast(), bytes, libc::MADV_HUGEPAGE) };
    }
}

#[cfg(not(target_os = "linux"))]
fn ask_for_huge_pages<T>(_: &mut Vec<T>) {}

/// Checks that the system gives this many bytes: reserves them without using them, and frees them.
///
/// # Errors
///
/// [`MemoryRefused`] with the size.
pub fn check_room(bytes: usize) -> Result<(), MemoryRefused> {
    check_available(bytes)?;
    let mut probe: Vec<u8> = Vec::new();
    let reserved = probe.try_reserve_exact(bytes);
    // Without this the compiler may remove the allocation.
    black_box(&mut probe);
    reserved.map_err(|_| MemoryRefused { bytes })
}

/// Linux gives out more memory than there is, and ends a program that uses it.
fn check_available(bytes: usize) -> Result<(), MemoryRefused> {
    let is_refused = bytes >= LARGE_BYTES
        && load_text(Path::new("/proc/meminfo"), MAX_MEMINFO_BYTES)
            .is_ok_and(|meminfo| available_bytes(&meminfo).is_some_and(|most| bytes > most));
    if is_refused { Err(MemoryRefused { bytes }) } else { Ok(()) }
}

/// The memory that Linux has for programs without ending others, in bytes.
fn available_bytes(meminfo: &str) -> Option<usize> {
    let kilobytes = |name: &str| -> Option<usize> {
        let amount = meminfo.lines().find_map(|line| line.strip_prefix(name))?;
        amount.trim().strip_suffix(" kB")?.parse().ok()
    };
    let sum = kilobytes("MemAvailable:")?.saturating_add(kilobytes("SwapFree:")?);
    Some(sum.saturating_mul(1 << 10))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn available_memory_is_that_of_linux() {
        let text =
            "MemTotal:  9000 kB\nMemFree:   10 kB\nMemAvailable:    300 kB\nSwapFree: 20 kB\n";
        assert_eq!(available_bytes(text), Some(320 << 10));
        for text in ["", "MemAvailable: 300 kB\n", "MemAvailable: many kB\nSwapFree: 0 kB\n"] {
            assert_eq!(available_bytes(text), None, "{text}");
        }
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn memory_that_others_use_is_refused() {
        let meminfo = load_text(Path::new("/proc/meminfo"), MAX_MEMINFO_BYTES).unwrap();
        let bytes = available_bytes(&meminfo).unwrap().saturating_mul(4);
        assert_eq!(check_available(bytes), Err(MemoryRefused { bytes }));
        assert_eq!(check_available(1 << 10), Ok(()));
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn large_vectors_ask_for_huge_pages() {
        if !Path::new("/sys/kernel/mm/transparent_hugepage").exists() {
            return;
        }
        let large = filled(2 * HUGE_PAGES_FROM, || 0_u8).unwrap();
        let address = large.as_ptr() as usize + HUGE_PAGES_FROM;
        // Each mapping is a line with its addresses, followed by lines with its properties.
        let maps = std::fs::read_to_string("/proc/self/smaps").unwrap();
        let holds = |line: &str| {
            let range = line.split(' ').next().and_then(|range| range.split_once('-'));
            let bounds =
                range.map(|(start, end)| [start, end].map(|n| usize::from_str_radix(n, 16)));
            matches!(bounds, Some([Ok(start), Ok(end)]) if (start..end).contains(&address))
        };
        let mut lines = maps.lines().skip_while(|line| !holds(line));
        let flags = lines.find(|line| line.starts_with("VmFlags:")).unwrap();
        assert!(flags.split(' ').any(|flag| flag == "hg"), "{flags}");
    }

    #[test]
    fn refused_memory_is_named() {
        assert_eq!(filled(3, || 7_u32), Ok(vec![7; 3]));
        assert_eq!(check_room(1 << 10), Ok(()));
        for bytes in [isize::MAX as usize, usize::MAX] {
            assert_eq!(check_room(bytes), Err(MemoryRefused { bytes }));
            assert_eq!(filled(bytes, || 0_u8), Err(MemoryRefused { bytes }));
        }
        let refused = filled(usize::MAX, || 0_u64).unwrap_err();
        assert_eq!(refused.bytes, usize::MAX, "no overflow");
        let text = MemoryRefused { bytes: 30_000 << 20 }.to_string();
        assert_eq!(text, "the system refuses 30000 MB of memory");
    }
}
