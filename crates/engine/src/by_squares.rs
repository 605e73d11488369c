//! Numbers that were fitted on a few boards, interpolated for the others by their size.

use minnow_rules::Variant;

/// A number that was fitted to one board.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BoardValue {
    /// The board that the number was fitted to.
    pub variant: &'static Variant,
    /// The number, in a unit of the caller's.
    pub value: f64,
}

/// The value for a variant, interpolated linearly by the number of squares; `None` without a known
/// value. Boards of the same size share the mean of their values; boards beyond the range have the
/// value of the nearest size.
pub(crate) fn by_squares(variant: &Variant, known: &[BoardValue]) -> Option<f64> {
    let mut known = known.to_vec();
    known.sort_by(|a, b| squares(a.variant).total_cmp(&squares(b.variant)));
    let sizes = known.chunk_by(|a, b| squares(a.variant) == squares(b.variant)).map(|same| {
        let mean = same.iter().map(|known| known.value).sum::<f64>() / same.len() as f64;
        (squares(same[0].variant), mean)
    });
    let sizes: Vec<(f64, f64)> = sizes.collect();
    let wanted = squares(variant);
    let between = sizes.windows(2).find(|pair| (pair[0].0..=pair[1].0).contains(&wanted));
    match between {
        Some(pair) => {
            let share = (wanted - pair[0].0) / (pair[1].0 - pair[0].0);
            Some(pair[0].1 + share * (pair[1].1 - pair[0].1))
        }
        None => {
            let nearest =
                sizes.iter().min_by(|a, b| (a.0 - wanted).abs().total_cmp(&(b.0 - wanted).abs()));
            nearest.map(|nearest| nearest.1)
        }
    }
}

fn squares(variant: &Variant) -> f64 {
    f64::from(variant.files) * f64::from(variant.ranks)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_between_and_beyond_are_interpolated() {
        let board = |id: &str| Variant::by_id(id).unwrap();
        let known = [("gardner", 10.0), ("baby", 30.0), ("losalamos", 42.0)]
            .map(|(id, value)| BoardValue { variant: board(id), value });
        // 25 squares share the mean of 10 and 30; 30 lie 5 of 11 squares above.
        assert_eq!(by_squares(board("mallett"), &known), Some(20.0));
        assert_eq!(by_squares(board("petty"), &known), Some(30.0));
        assert_eq!(by_squares(board("silverman4x4"), &known), Some(20.0));
        assert_eq!(by_squares(board("diana"), &known), Some(42.0));
        assert_eq!(by_squares(board("diana"), &[]), None);
    }
}
