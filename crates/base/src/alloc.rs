//! Memory of a size that a user or a file chooses. Elsewhere an allocation that fails ends the program.

use std::hint::black_box;

use crate::files::size_text;

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
    filled.try_reserve_exact(len).map_err(|_| MemoryRefused { bytes })?;
    filled.resize_with(len, value);
    Ok(filled)
}

/// Reserves this many bytes, without using them, and frees them: what follows will need them.
///
/// # Errors
///
/// [`MemoryRefused`] with the size.
pub fn check_room(bytes: usize) -> Result<(), MemoryRefused> {
    let mut probe: Vec<u8> = Vec::new();
    let reserved = probe.try_reserve_exact(bytes);
    // Without this the compiler may remove the allocation.
    black_box(&mut probe);
    reserved.map_err(|_| MemoryRefused { bytes })
}

#[cfg(test)]
mod tests {
    use super::*;

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
