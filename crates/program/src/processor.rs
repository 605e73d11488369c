//! The check at the start that the processor has the instructions which this build uses.
//!
//! `.cargo/config.toml` compiles for x86-64-v2. `is_x86_feature_detected!` is true for every feature
//! that the compiler may use, so this module asks the processor itself. Without the check, a search
//! on an older processor would end the program by a signal.
//!
//! Only an optimized build gets as far as the sentence there: with debug assertions, the standard
//! library counts bits whenever it makes a slice.

/// An extension of the instruction set. Processors report it in the register ECX of leaf 1.
#[derive(Debug)]
struct InstructionSet {
    name: &'static str,
    bit: u32,
    /// The compiler may use it in this build.
    is_needed: bool,
}

/// The extensions between the first x86-64 and x86-64-v2.
const INSTRUCTION_SETS: [InstructionSet; 6] = [
    InstructionSet { name: "SSE3", bit: 0, is_needed: cfg!(target_feature = "sse3") },
    InstructionSet { name: "SSSE3", bit: 9, is_needed: cfg!(target_feature = "ssse3") },
    InstructionSet { name: "CMPXCHG16B", bit: 13, is_needed: cfg!(target_feature = "cmpxchg16b") },
    InstructionSet { name: "SSE4.1", bit: 19, is_needed: cfg!(target_feature = "sse4.1") },
    InstructionSet { name: "SSE4.2", bit: 20, is_needed: cfg!(target_feature = "sse4.2") },
    InstructionSet { name: "POPCNT", bit: 23, is_needed: cfg!(target_feature = "popcnt") },
];

/// The reason why this processor cannot run this build, in a sentence; `None` if it can.
pub(crate) fn refusal() -> Option<String> {
    refusal_of(&INSTRUCTION_SETS, reported())
}

#[cfg(target_arch = "x86_64")]
fn reported() -> u32 {
    std::arch::x86_64::__cpuid(1).ecx
}

#[cfg(not(target_arch = "x86_64"))]
fn reported() -> u32 {
    0
}

/// The sentence for a processor that reports these bits.
fn refusal_of(sets: &[InstructionSet], reported: u32) -> Option<String> {
    let is_missing = |set: &&InstructionSet| set.is_needed && reported & (1 << set.bit) == 0;
    let missing: Vec<&str> = sets.iter().filter(is_missing).map(|set| set.name).collect();
    if missing.is_empty() {
        return None;
    }
    Some(format!(
        "this build needs a processor from about 2009 or later (x86-64-v2); this one lacks {}",
        missing.join(", ")
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    const SETS: [InstructionSet; 3] = [
        InstructionSet { name: "SSE3", bit: 0, is_needed: false },
        InstructionSet { name: "SSE4.2", bit: 20, is_needed: true },
        InstructionSet { name: "POPCNT", bit: 23, is_needed: true },
    ];

    #[test]
    fn an_old_processor_is_refused_in_a_sentence() {
        let start = "this build needs a processor from about 2009 or later (x86-64-v2)";
        let wanted = format!("{start}; this one lacks SSE4.2, POPCNT");
        assert_eq!(refusal_of(&SETS, 1), Some(wanted));
        let wanted = format!("{start}; this one lacks POPCNT");
        assert_eq!(refusal_of(&SETS, 1 << 20), Some(wanted));
    }

    #[test]
    fn instructions_that_the_build_never_uses_may_lack() {
        assert_eq!(refusal_of(&SETS, (1 << 20) | (1 << 23)), None);
    }

    #[test]
    fn the_processor_of_this_test_is_accepted() {
        assert_eq!(refusal(), None);
    }
}
