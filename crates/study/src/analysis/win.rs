//! Win chances from scores: a curve for each board, fitted to the engine's own games on it.
//!
//! The curves are data (`assets/win_curves.ron`); `docs/measurements/review.md` describes the fit.

use std::sync::LazyLock;

use serde::Deserialize;

use minnow_engine::Score;
use minnow_rules::Variant;

/// The win % of a score in centipawns on one board: `100 / (1 + exp(-k centipawns))`. This is
/// Lichess's curve with a slope for each board.
///
/// ```
/// use minnow_study::analysis::WinCurve;
/// use minnow_engine::Score;
/// use minnow_rules::Variant;
///
/// let curve = WinCurve::of(Variant::default_variant());
/// assert_eq!(curve.percent(Score::DRAW), 50.0);
/// assert_eq!(curve.percent(Score::won_at(3)), 100.0);
/// assert!(curve.percent(Score::centipawns(100)) > 50.0);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WinCurve {
    /// The slope per centipawn, positive.
    pub k: f64,
}

/// An entry of the data file.
#[derive(Debug, Deserialize)]
struct CurveEntry {
    board: String,
    /// The slope in thousandths per centipawn.
    k: f64,
}

impl WinCurve {
    /// The curve fitted to a built-in variant.
    ///
    /// # Panics
    ///
    /// If the variant is not among those of [`minnow_rules::builtin_variants`].
    pub fn of(variant: &Variant) -> WinCurve {
        match fitted().iter().find(|fitted| fitted.board == variant.id) {
            Some(fitted) => WinCurve { k: fitted.k / 1000.0 },
            None => unreachable!("a test finds a curve for each variant"),
        }
    }

    /// The expected result in percent, 0 to 100, from the score's point of view; a draw is 50. Mate
    /// scores give 100 or 0.
    pub fn percent(self, score: Score) -> f64 {
        if !score.is_decided() {
            100.0 / (1.0 + (-self.k * f64::from(score.value())).exp())
        } else if score.value() > 0 {
            100.0
        } else {
            0.0
        }
    }

    /// The score with this win %, to the nearest centipawn; a forced win or loss for 100 and 0.
    pub(super) fn score(self, percent: f64) -> Score {
        if percent >= 100.0 {
            Score::won_at(0)
        } else if percent <= 0.0 {
            Score::lost_at(0)
        } else {
            Score::centipawns(((percent / (100.0 - percent)).ln() / self.k).round() as i32)
        }
    }
}

fn fitted() -> &'static [CurveEntry] {
    static FITTED: LazyLock<Vec<CurveEntry>> =
        LazyLock::new(|| match ron::from_str(include_str!("../../../../assets/win_curves.ron")) {
            Ok(fitted) => fitted,
            Err(error) => unreachable!("the built-in win_curves.ron is tested: {error}"),
        });
    &FITTED
}

#[cfg(test)]
mod tests {
    use super::*;
    use minnow_rules::builtin_variants;

    #[test]
    fn each_board_has_one_curve() {
        let boards = fitted().iter().map(|fitted| fitted.board.as_str());
        let variants = builtin_variants().iter().map(|variant| variant.id.as_str());
        assert_eq!(boards.collect::<Vec<_>>(), variants.collect::<Vec<_>>());
        assert!(fitted().iter().all(|fitted| (1.0..=12.0).contains(&fitted.k)));
    }

    #[test]
    fn the_document_has_the_extreme_slopes() {
        let words: Vec<&str> =
            include_str!("../../../../docs/review.md").split_whitespace().collect();
        let document = words.join(" ");
        let steepness = |a: &&CurveEntry, b: &&CurveEntry| a.k.total_cmp(&b.k);
        let extremes = [fitted().iter().min_by(steepness), fitted().iter().max_by(steepness)];
        for CurveEntry { board, k } in extremes.into_iter().flatten() {
            let slope = format!("{:.5} on {board}", k / 1000.0);
            assert!(document.contains(&slope), "{slope}");
        }
    }

    #[test]
    fn scores_survive_conversion_to_percent() {
        let curve = WinCurve { k: 0.004 };
        let scores = [-1240, -3, 0, 77].map(Score::centipawns);
        for score in scores.into_iter().chain([Score::won_at(0), Score::lost_at(0)]) {
            assert_eq!(curve.score(curve.percent(score)), score);
        }
    }

    #[test]
    fn draws_are_half_and_mates_certain() {
        let curve = WinCurve { k: 0.004 };
        assert_eq!(curve.percent(Score::DRAW), 50.0);
        assert_eq!(curve.percent(Score::won_at(9)), 100.0);
        assert_eq!(curve.percent(Score::lost_at(0)), 0.0);
        let [up, down] = [250, -250].map(|cp| curve.percent(Score::centipawns(cp)));
        assert!((up - 73.105_857).abs() < 1e-4 && (up + down - 100.0).abs() < 1e-9);
    }
}
