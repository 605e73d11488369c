//! Asks for memory before helper threads use it: an allocation that fails would end the program.

use std::hint::black_box;

/// Memory in bytes that a helper thread needs with its stack, histories and search state, and that
/// is left free for the rest of the program.
const HELPER_BYTES: usize = 16 << 20;

/// True if the system has memory for one more helper thread.
pub(super) fn has_room_for_helper() -> bool {
    has_room(HELPER_BYTES)
}

/// Reserves this many bytes, without using them, and frees them.
fn has_room(bytes: usize) -> bool {
    let mut probe: Vec<u8> = Vec::new();
    let is_reserved = probe.try_reserve_exact(bytes).is_ok();
    // Without this the compiler may remove the allocation.
    black_box(&mut probe);
    is_reserved
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn refused_memory_is_noticed() {
        assert!(has_room(1 << 10));
        assert!(!has_room(isize::MAX as usize));
        assert!(!has_room(usize::MAX));
    }
}
