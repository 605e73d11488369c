//! Counts the bytes that reading and writing PGN look at or copy. Tests require that the count grows
//! no faster than the text, whatever the speed of the machine.

#[cfg(test)]
thread_local! {
    static STEPS: std::cell::Cell<usize> = const { std::cell::Cell::new(0) };
}

/// Adds to the count of this thread; nothing outside of tests.
#[inline]
pub(super) fn count(bytes: usize) {
    #[cfg(test)]
    STEPS.set(STEPS.get() + bytes + 1);
    #[cfg(not(test))]
    let _ = bytes;
}

/// The steps of some work on this thread.
#[cfg(test)]
pub(super) fn steps_of<R>(work: impl FnOnce() -> R) -> usize {
    let before = STEPS.get();
    work();
    STEPS.get() - before
}
