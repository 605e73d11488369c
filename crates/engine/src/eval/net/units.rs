//! The arithmetic on rows of hidden units: all of a network's work in the search.
//!
//! Each function is compiled for the oldest processors that the program supports, for AVX2 with registers twice
//! as wide and for AVX-512 with those four times as wide. The results are the same integers.

use super::{HIDDEN, HIDDEN_ONE};

/// A hidden layer or one input's row of weights, aligned for SIMD registers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
pub struct UnitRow(pub [i16; HIDDEN]);

/// The row of no input.
pub(super) const ZERO_ROW: UnitRow = UnitRow([0; HIDDEN]);

/// The weighted sum of so many units fits 32 bits, at the limits on the weights of a file, too.
const PART: usize = 256;

/// The widest registers that the functions below use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Registers {
    /// Those of the oldest processors that the program supports.
    Oldest,
    #[cfg(target_arch = "x86_64")]
    Avx2,
    #[cfg(target_arch = "x86_64")]
    Avx512,
}

impl Registers {
    /// The widest of this processor, or those that a test chooses.
    #[inline]
    fn in_use() -> Registers {
        #[cfg(test)]
        if let Some(registers) = tests::CHOSEN.get() {
            return registers;
        }
        #[cfg(target_arch = "x86_64")]
        if is_x86_feature_detected!("avx512bw") {
            return Registers::Avx512;
        } else if is_x86_feature_detected!("avx2") {
            return Registers::Avx2;
        }
        Registers::Oldest
    }
}

/// Defines a function by a body that the compiler turns into SIMD instructions, once for each kind of
/// registers.
macro_rules! for_all_registers {
    ($(#[$doc:meta])* fn $name:ident($($argument:ident: $type:ty),*) $(-> $result:ty)? $body:block) => {
        $(#[$doc])*
        #[inline]
        #[cfg_attr(
            target_arch = "x86_64",
            expect(unsafe_code, reason = "not every processor has AVX; the gain is measured")
        )]
        pub(super) fn $name($($argument: $type),*) $(-> $result)? {
            #[inline(always)]
            fn oldest($($argument: $type),*) $(-> $result)? $body

            #[cfg(target_arch = "x86_64")]
            #[target_feature(enable = "avx2")]
            fn avx2($($argument: $type),*) $(-> $result)? {
                oldest($($argument),*)
            }

            #[cfg(target_arch = "x86_64")]
            #[target_feature(enable = "avx512bw")]
            fn avx512($($argument: $type),*) $(-> $result)? {
                oldest($($argument),*)
            }

            match Registers::in_use() {
                Registers::Oldest => oldest($($argument),*),
                // SAFETY: the processor has these registers.
                #[cfg(target_arch = "x86_64")]
                Registers::Avx2 => unsafe { avx2($($argument),*) },
                // SAFETY: the processor has these registers.
                #[cfg(target_arch = "x86_64")]
                Registers::Avx512 => unsafe { avx512($($argument),*) },
            }
        }
    };
}

for_all_registers! {
    /// Sets `after` to `before` plus `put` minus `taken`.
    fn set_moved(after: &mut UnitRow, before: &UnitRow, put: &UnitRow, taken: &UnitRow) {
        for (at, sum) in after.0.iter_mut().enumerate() {
            *sum = before.0[at].wrapping_add(put.0[at]).wrapping_sub(taken.0[at]);
        }
    }
}

for_all_registers! {
    /// Sets `after` to `before` plus `put` minus `taken` and `captured`, in one pass.
    fn set_captured(
        after: &mut UnitRow,
        before: &UnitRow,
        put: &UnitRow,
        taken: &UnitRow,
        captured: &UnitRow
    ) {
        for (at, sum) in after.0.iter_mut().enumerate() {
            let moved = before.0[at].wrapping_add(put.0[at]).wrapping_sub(taken.0[at]);
            *sum = moved.wrapping_sub(captured.0[at]);
        }
    }
}

for_all_registers! {
    /// The sum of the clipped and squared units times their weights, where `sums` lack the bias. The limits on
    /// the weights of a file keep a unit times its weight within 16 bits.
    fn weighted_sum(sums: &UnitRow, bias: &UnitRow, weights: &UnitRow) -> i64 {
        let parts = (0..HIDDEN).step_by(PART).map(|part| {
            let term = |at: usize| {
                let unit = sums.0[at].wrapping_add(bias.0[at]).clamp(0, HIDDEN_ONE);
                i32::from(unit.wrapping_mul(weights.0[at])) * i32::from(unit)
            };
            i64::from((part..part + PART).map(term).sum::<i32>())
        });
        parts.sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;
    use std::cell::Cell;

    thread_local! {
        /// The registers that a test chooses.
        pub(super) static CHOSEN: Cell<Option<Registers>> = const { Cell::new(None) };
    }

    /// All registers of this processor.
    fn registers() -> Vec<Registers> {
        let widest = Registers::in_use();
        #[cfg(target_arch = "x86_64")]
        let all = [Registers::Oldest, Registers::Avx2, Registers::Avx512];
        #[cfg(not(target_arch = "x86_64"))]
        let all = [Registers::Oldest];
        all.into_iter().filter(|registers| *registers <= widest).collect()
    }

    #[test]
    fn all_registers_give_the_same_numbers() {
        for registers in registers() {
            CHOSEN.set(Some(registers));
            let mut random = Random(7);
            let mut row =
                |range: usize| UnitRow([0; HIDDEN].map(|_: i16| random.below(range) as i16));
            for _ in 0..20 {
                let (before, put, taken, captured) = (row(20_000), row(600), row(600), row(600));
                let weights = UnitRow(row(257).0.map(|weight| weight - 128));
                let [mut moved, mut exchanged] = [ZERO_ROW; 2];
                set_moved(&mut moved, &before, &put, &taken);
                let expected = |at: usize| before.0[at] + put.0[at] - taken.0[at];
                assert_eq!(moved, UnitRow(std::array::from_fn(expected)), "{registers:?}");
                set_captured(&mut exchanged, &before, &put, &taken, &captured);
                let expected = |at: usize| moved.0[at] - captured.0[at];
                assert_eq!(exchanged, UnitRow(std::array::from_fn(expected)), "{registers:?}");

                let squared = |unit: i16| i64::from(unit.clamp(0, HIDDEN_ONE)).pow(2);
                let terms = (0..HIDDEN)
                    .map(|at| squared(put.0[at] + taken.0[at] - 300) * i64::from(weights.0[at]));
                let (bias, sum) = (UnitRow(taken.0.map(|unit| unit - 300)), terms.sum::<i64>());
                assert_eq!(weighted_sum(&put, &bias, &weights), sum, "{registers:?}");
            }
        }
    }
}
