//! The numbers that tune the search, declared once, and changeable in a build for measurements.
//!
//! Without the feature `tunable` each number is a function that returns a constant, so the compiler
//! sees the constant. With it, each thread has values of its own, so that two sets of values can play
//! each other in one process; helper threads of a search have the defaults. Only
//! `minnow-workshop` has that feature, and nothing enables it by itself.

/// A number that tunes the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SearchNumber {
    /// As in `params.rs`.
    pub name: &'static str,
    /// The value in a build without the feature `tunable`.
    pub default: i32,
    /// The smallest value that makes sense.
    pub min: i32,
    /// The largest value that makes sense.
    pub max: i32,
    /// A change that a match may notice.
    pub step: i32,
}

/// Declares numbers as `name = default, min..=max, step;` and makes a function of each name.
macro_rules! search_numbers {
    ($($(#[$doc:meta])* $name:ident = $default:literal, $min:literal..=$max:literal, $step:literal;)+) => {
        /// All numbers that can be tuned, in the order of `params.rs`.
        pub const SEARCH_NUMBERS: &[$crate::search_numbers::SearchNumber] = &[
            $($crate::search_numbers::SearchNumber {
                name: stringify!($name),
                default: $default,
                min: $min,
                max: $max,
                step: $step,
            }),+
        ];

        /// The index of each number.
        #[cfg(feature = "tunable")]
        #[expect(non_camel_case_types, reason = "these are the names of the functions")]
        enum NumberIndex {
            $($name),+
        }

        #[cfg(feature = "tunable")]
        thread_local! {
            static VALUES: [std::cell::Cell<i32>; SEARCH_NUMBERS.len()] =
                const { [$(std::cell::Cell::new($default)),+] };
        }

        $(
            $(#[$doc])*
            #[inline(always)]
            #[cfg(not(feature = "tunable"))]
            pub(crate) const fn $name() -> i32 {
                $default
            }

            $(#[$doc])*
            #[inline(always)]
            #[cfg(feature = "tunable")]
            pub(crate) fn $name() -> i32 {
                VALUES.with(|values| values[NumberIndex::$name as usize].get())
            }
        )+

        /// Calls `work` with these values of the numbers, in the order of [`SEARCH_NUMBERS`], for
        /// searches with one thread. Without the feature `tunable` the numbers keep their defaults.
        pub fn with_search_numbers<R>(values: &[i32], work: impl FnOnce() -> R) -> R {
            set_numbers(values.iter().copied());
            let result = work();
            set_numbers(SEARCH_NUMBERS.iter().map(|number| number.default));
            result
        }

        #[cfg(feature = "tunable")]
        fn set_numbers(values: impl Iterator<Item = i32>) {
            VALUES.with(|own| own.iter().zip(values).for_each(|(number, value)| number.set(value)));
        }

        #[cfg(not(feature = "tunable"))]
        fn set_numbers(_: impl Iterator<Item = i32>) {}
    };
}
pub(crate) use search_numbers;

/// True if this build has the feature `tunable`.
pub const ARE_NUMBERS_TUNABLE: bool = cfg!(feature = "tunable");

#[cfg(test)]
mod tests {
    use crate::params::{SEARCH_NUMBERS, aspiration_width, with_search_numbers};
    use std::collections::HashSet;

    #[test]
    fn defaults_are_in_range_and_names_unique() {
        for number in SEARCH_NUMBERS {
            assert!((number.min..=number.max).contains(&number.default), "{number:?}");
            assert!((1..=number.max - number.min).contains(&number.step), "{number:?}");
        }
        let names: HashSet<&str> = SEARCH_NUMBERS.iter().map(|number| number.name).collect();
        assert_eq!(names.len(), SEARCH_NUMBERS.len());
    }

    #[test]
    fn values_change_in_tunable_builds_only() {
        let default = aspiration_width();
        assert_eq!(default, SEARCH_NUMBERS[0].default);
        let mut values: Vec<i32> = SEARCH_NUMBERS.iter().map(|number| number.default).collect();
        values[0] += 7;
        let changed = if super::ARE_NUMBERS_TUNABLE { default + 7 } else { default };
        assert_eq!(with_search_numbers(&values, aspiration_width), changed);
        assert_eq!(aspiration_width(), default);
    }
}
