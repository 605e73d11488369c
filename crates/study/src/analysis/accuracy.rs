//! The accuracy of moves and of whole games, by Lichess's formulas.

use minnow_rules::Color;

/// The size of a window in evaluations: a tenth of the game within this range.
const WINDOW: (usize, usize) = (2, 8);
/// The weight of a move: the standard deviation of win % in its window, within this range.
const WEIGHT: (f64, f64) = (0.5, 12.0);
/// The least accuracy in the harmonic mean, which a single zero would make zero.
const LEAST_HARMONIC: f64 = 1.0;
/// The means of a game without any loss differ from 100 by less than this.
const ROUNDING_ERROR: f64 = 1e-6;

/// The accuracy of a move, 0 to 100, from the mover's win % before and after it.
pub fn move_accuracy(before: f64, after: f64) -> f64 {
    if after >= before {
        return 100.0;
    }
    let curve = 103.1668 * (-0.04354 * (before - after)).exp() - 3.1669;
    (curve + 1.0).clamp(0.0, 100.0)
}

/// Prepares an accuracy for display with this many decimals. Only moves without any loss give 100, so
/// that no error stands beside "100 %".
///
/// ```
/// use minnow_study::analysis::shown_accuracy;
///
/// assert_eq!(shown_accuracy(99.7, 0), 99.0);
/// assert_eq!(shown_accuracy(99.7, 1), 99.7);
/// assert_eq!(shown_accuracy(100.0, 0), 100.0);
/// ```
pub fn shown_accuracy(accuracy: f64, decimals: i32) -> f64 {
    if accuracy < 100.0 - ROUNDING_ERROR {
        accuracy.min(100.0 - 10.0_f64.powi(-decimals))
    } else {
        accuracy
    }
}

/// The accuracies of White and Black, 0 to 100; `None` for a side without a move.
///
/// `white_percents` is White's win % in every position of the game; the side `first` moves first.
/// A side's accuracy is the mean of the weighted mean and the harmonic mean of its moves'
/// accuracies. The weight of a move is the volatility of the win % around it.
///
/// ```
/// use minnow_study::analysis::game_accuracy;
/// use minnow_rules::Color;
///
/// let [white, black] = game_accuracy(&[50.0, 50.0, 50.0, 10.0], Color::White);
/// assert!(white < Some(50.0), "White's second move loses 40 points");
/// assert_eq!(black, Some(100.0));
/// ```
pub fn game_accuracy(white_percents: &[f64], first: Color) -> [Option<f64>; 2] {
    let moves = white_percents.len().saturating_sub(1);
    let window = (moves / 10).clamp(WINDOW.0, WINDOW.1);
    let mut sides = [AccuracyMeans::default(), AccuracyMeans::default()];
    let mut mover = first;
    for (at, pair) in white_percents.windows(2).enumerate() {
        // A move's window ends with it; the first moves share the first whole window.
        let begin = (at + 2).saturating_sub(window);
        let around = &white_percents[begin..(begin + window).min(white_percents.len())];
        let weight = deviation(around).clamp(WEIGHT.0, WEIGHT.1);
        let [before, after] = match mover {
            Color::White => [pair[0], pair[1]],
            Color::Black => [100.0 - pair[0], 100.0 - pair[1]],
        };
        sides[mover.index()].add(move_accuracy(before, after), weight);
        mover = !mover;
    }
    sides.map(|means| means.accuracy())
}

/// The standard deviation of the values.
fn deviation(values: &[f64]) -> f64 {
    let count = values.len().max(1) as f64;
    let mean = values.iter().sum::<f64>() / count;
    (values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / count).sqrt()
}

#[derive(Default)]
struct AccuracyMeans {
    moves: f64,
    weights: f64,
    weighted: f64,
    inverses: f64,
}

impl AccuracyMeans {
    fn add(&mut self, accuracy: f64, weight: f64) {
        self.moves += 1.0;
        self.weights += weight;
        self.weighted += accuracy * weight;
        self.inverses += 1.0 / accuracy.max(LEAST_HARMONIC);
    }

    fn accuracy(&self) -> Option<f64> {
        let mean = || f64::midpoint(self.weighted / self.weights, self.moves / self.inverses);
        (self.moves > 0.0).then(mean)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn assert_near(value: f64, wanted: f64) {
        assert!((value - wanted).abs() < 1e-3, "{value} is not {wanted}");
    }

    #[test]
    fn accuracy_falls_with_the_drop() {
        assert_eq!(move_accuracy(40.0, 40.0), 100.0);
        assert_eq!(move_accuracy(40.0, 70.0), 100.0);
        // 103.1668 e^(-0.4354) - 2.1669, computed by hand.
        assert_near(move_accuracy(60.0, 50.0), 64.583);
        assert_eq!(move_accuracy(100.0, 0.0), 0.0);
        // For so small a drop the unclamped formula exceeds 100.
        assert_eq!(move_accuracy(50.01, 50.0), 100.0);
    }

    #[test]
    fn sides_without_a_move_have_no_accuracy() {
        assert_eq!(game_accuracy(&[], Color::White), [None, None]);
        assert_eq!(game_accuracy(&[50.0], Color::White), [None, None]);
        assert_eq!(game_accuracy(&[50.0, 50.0], Color::Black), [None, Some(100.0)]);
    }

    #[test]
    fn blunders_cost_only_the_side_that_made_them() {
        let [white, black] = game_accuracy(&[50.0, 50.0, 50.0, 10.0, 10.0], Color::White);
        assert_eq!(black, Some(100.0));
        // Weights 0.5 and 12 (deviation 20): accuracies 100 and 15.911.
        let bad = move_accuracy(50.0, 10.0);
        let weighted = (0.5 * 100.0 + 12.0 * bad) / 12.5;
        let harmonic = 2.0 / (0.01 + 1.0 / bad);
        assert_near(white.unwrap(), f64::midpoint(weighted, harmonic));
    }

    #[test]
    fn long_games_have_wider_windows() {
        // Sixty plies have windows of six. Only the move at ply 31 drops, and only windows that
        // contain it weigh more than the minimum.
        let percents: Vec<f64> = (0..=60).map(|ply| if ply < 31 { 50.0 } else { 44.0 }).collect();
        let [white, black] = game_accuracy(&percents, Color::White);
        assert_near(black.unwrap(), 100.0);
        let bad = move_accuracy(50.0, 44.0);
        // The deviation of six values of which k are six lower. The drop ends its first window.
        let spread = |k: f64| 6.0 * ((k / 6.0) * (1.0 - k / 6.0)).sqrt();
        let (drop, later) = (spread(1.0), spread(3.0) + spread(5.0));
        let weights = 27.0 * 0.5 + drop + later;
        let weighted = (drop * bad + (weights - drop) * 100.0) / weights;
        let harmonic = 30.0 / (29.0 / 100.0 + 1.0 / bad);
        assert_near(white.unwrap(), f64::midpoint(weighted, harmonic));
    }
}
