//! Bounds of a share that was counted in a sample.

/// The probability that the one-sided bound is exceeded by chance.
const ERROR: f64 = 0.05;

/// The one-sided upper bound at 95 % of a share of which `hits` of `count` were observed (Clopper
/// and Pearson, 1934); 1 without observations.
pub(super) fn upper_bound(hits: u32, count: u32) -> f64 {
    if hits >= count {
        return 1.0;
    }
    let (mut low, mut high) = (0.0, 1.0);
    for _ in 0..50 {
        let middle = f64::midpoint(low, high);
        if at_most(hits, count, middle) > ERROR {
            low = middle;
        } else {
            high = middle;
        }
    }
    high
}

/// The probability of at most `hits` hits in `count` trials of this probability, within (0, 1).
fn at_most(hits: u32, count: u32, probability: f64) -> f64 {
    let odds = probability / (1.0 - probability);
    let mut log_term = f64::from(count) * (1.0 - probability).ln();
    let mut sum = log_term.exp();
    for hit in 1..=hits {
        log_term += (f64::from(count - hit + 1) / f64::from(hit) * odds).ln();
        sum += log_term.exp();
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_agree_with_published_values() {
        // Without a hit the bound is 1 - 0.05^(1 / count).
        for (hits, count, bound) in [(0, 100, 0.029_513), (1, 10, 0.394_163), (5, 20, 0.455_582)] {
            let found = upper_bound(hits, count);
            assert!((found - bound).abs() < 1e-4, "{hits} of {count}: {found}");
        }
        assert_eq!([upper_bound(0, 0), upper_bound(3, 3)], [1.0, 1.0]);
    }

    #[test]
    fn long_samples_keep_their_precision() {
        let found = upper_bound(10, 1_000);
        assert!((0.0165..0.0175).contains(&found), "{found}");
        assert!(upper_bound(0, 1_000_000) < 4e-6);
    }
}
