//! The arithmetic on rows of hidden units: all of a network's work in the search.
//!
//! Each function is compiled twice, for the oldest processors that the program supports and for AVX2 with
//! registers twice as wide. The results are the same integers.

use super::{HIDDEN, HIDDEN_ONE};

/// A hidden layer or one input's row of weights, aligned for SIMD registers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(32))]
pub struct UnitRow(pub [i16; HIDDEN]);

/// The row of no input.
pub(super) const ZERO_ROW: UnitRow = UnitRow([0; HIDDEN]);

/// The weighted sum of so many units fits 32 bits, at the limits on the weights of a file, too.
const PART: usize = 256;

/// Defines a function by a body that the compiler turns into SIMD instructions, and chooses the widest that
/// the processor has when it is called.
macro_rules! widest {
    ($(#[$doc:meta])* fn $name:ident, $plain:ident($($argument:ident: $type:ty),*) $(-> $result:ty)? $body:block) => {
        #[inline(always)]
        fn $plain($($argument: $type),*) $(-> $result)? $body

        $(#[$doc])*
        #[inline]
        #[cfg_attr(
            target_arch = "x86_64",
            expect(unsafe_code, reason = "AVX2 is not on every processor; the gain is measured")
        )]
        pub(super) fn $name($($argument: $type),*) $(-> $result)? {
            #[cfg(target_arch = "x86_64")]
            {
                #[target_feature(enable = "avx2")]
                fn wide($($argument: $type),*) $(-> $result)? {
                    $plain($($argument),*)
                }
                if is_x86_feature_detected!("avx2") {
                    // SAFETY: the processor has AVX2, as the condition says.
                    return unsafe { wide($($argument),*) };
                }
            }
            $plain($($argument),*)
        }
    };
}

widest! {
    /// Sets `after` to `before` plus `put` minus `taken`.
    fn set_moved, set_moved_plain(after: &mut UnitRow, before: &UnitRow, put: &UnitRow, taken: &UnitRow) {
        for (at, sum) in after.0.iter_mut().enumerate() {
            *sum = before.0[at].wrapping_add(put.0[at]).wrapping_sub(taken.0[at]);
        }
    }
}

widest! {
    /// Sets `after` to `before` plus `put` minus `taken` and `captured`, in one pass.
    fn set_captured, set_captured_plain(
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

widest! {
    /// The sum of the clipped and squared units times their weights, where `sums` lack the bias. The limits on
    /// the weights of a file keep a unit times its weight within 16 bits.
    fn weighted_sum, weighted_sum_plain(sums: &UnitRow, bias: &UnitRow, weights: &UnitRow) -> i64 {
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

    #[test]
    fn all_registers_give_the_same_numbers() {
        let mut random = Random(7);
        let mut row = |range: usize| UnitRow([0; HIDDEN].map(|_: i16| random.below(range) as i16));
        for _ in 0..20 {
            let (before, put, taken, captured) = (row(20_000), row(600), row(600), row(600));
            let weights = UnitRow(row(257).0.map(|weight| weight - 128));
            let mut moved = [ZERO_ROW; 4];
            set_moved(&mut moved[0], &before, &put, &taken);
            set_moved_plain(&mut moved[1], &before, &put, &taken);
            set_captured(&mut moved[2], &before, &put, &taken, &captured);
            set_captured_plain(&mut moved[3], &before, &put, &taken, &captured);
            let expected = |at: usize| before.0[at] + put.0[at] - taken.0[at];
            assert_eq!(moved[0], UnitRow(std::array::from_fn(expected)));
            assert_eq!(moved[1], moved[0]);
            let expected = |at: usize| moved[0].0[at] - captured.0[at];
            assert_eq!(moved[2], UnitRow(std::array::from_fn(expected)));
            assert_eq!(moved[3], moved[2]);

            let squared = |unit: i16| i64::from(unit.clamp(0, HIDDEN_ONE)).pow(2);
            let terms = (0..HIDDEN)
                .map(|at| squared(put.0[at] + taken.0[at] - 300) * i64::from(weights.0[at]));
            let (bias, sum) = (UnitRow(taken.0.map(|unit| unit - 300)), terms.sum::<i64>());
            assert_eq!(weighted_sum(&put, &bias, &weights), sum);
            assert_eq!(weighted_sum_plain(&put, &bias, &weights), sum);
        }
    }
}
