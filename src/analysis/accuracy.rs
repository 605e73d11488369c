//! How well moves and whole games were played, by Lichess's formulas.

use crate::rules::Color;

/// Evaluations in a window, at least and at most; between, a tenth of the game.
const WINDOW: (usize, usize) = (2, 8);
/// How much a move counts, at least and at most: the spread of win % around it.
const WEIGHT: (f64, f64) = (0.5, 12.0);
/// Below this an accuracy counts as so much in the harmonic mean, which one zero would take all.
const LEAST_HARMONIC: f64 = 1.0;

/// The accuracy of a move from 0 to 100, from the mover's win % before and after it.
pub fn move_accuracy(before: f64, after: f64) -> f64 {
    if after >= before {
        return 100.0;
    }
    let curve = 103.1668 * (-0.04354 * (before - after)).exp() - 3.1669;
    (curve + 1.0).clamp(0.0, 100.0)
}

/// The accuracy of White and of Black, from White's win % of every position from the start on;
/// `first` moves first. `None` for a side without a move.
///
/// Moves count by how much is at stake around them; the mean of their weighted and their harmonic
/// mean is the side's accuracy.
pub fn game_accuracy(white_percents: &[f64], first: Color) -> [Option<f64>; 2] {
    let moves = white_percents.len().saturating_sub(1);
    let window = (moves / 10).clamp(WINDOW.0, WINDOW.1);
    let mut sides = [AccuracyMeans::default(), AccuracyMeans::default()];
    let mut mover = first;
    for (at, pair) in white_percents.windows(2).enumerate() {
        // The first moves share the first window, the others have the window that they end.
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

/// The standard deviation of all these values.
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
    fn a_move_that_drops_nothing_is_perfect_and_one_that_drops_all_is_not() {
        assert_eq!(move_accuracy(40.0, 40.0), 100.0);
        assert_eq!(move_accuracy(40.0, 70.0), 100.0);
        // 103.1668 e^(-0.4354) - 2.1669, worked out by hand.
        assert_near(move_accuracy(60.0, 50.0), 64.583);
        assert_eq!(move_accuracy(100.0, 0.0), 0.0);
        // So small a drop that the formula would give more than there is.
        assert_eq!(move_accuracy(50.01, 50.0), 100.0);
    }

    #[test]
    fn sides_without_a_move_have_no_accuracy() {
        assert_eq!(game_accuracy(&[], Color::White), [None, None]);
        assert_eq!(game_accuracy(&[50.0], Color::White), [None, None]);
        assert_eq!(game_accuracy(&[50.0, 50.0], Color::Black), [None, Some(100.0)]);
    }

    #[test]
    fn one_blunder_costs_the_one_who_made_it() {
        let [white, black] = game_accuracy(&[50.0, 50.0, 50.0, 10.0, 10.0], Color::White);
        assert_eq!(black, Some(100.0));
        // Weights 0.5 and 12 (deviation 20): accuracies 100 and 15.911.
        let bad = move_accuracy(50.0, 10.0);
        let weighted = (0.5 * 100.0 + 12.0 * bad) / 12.5;
        let harmonic = 2.0 / (0.01 + 1.0 / bad);
        assert_near(white.unwrap(), f64::midpoint(weighted, harmonic));
    }

    #[test]
    fn the_windows_of_a_long_game_are_wider() {
        // Sixty plies: windows of six. Only the move at ply 31 drops, and only windows that hold
        // it weigh more than the least.
        let percents: Vec<f64> = (0..=60).map(|ply| if ply < 31 { 50.0 } else { 44.0 }).collect();
        let [white, black] = game_accuracy(&percents, Color::White);
        assert_near(black.unwrap(), 100.0);
        let bad = move_accuracy(50.0, 44.0);
        // Deviations of k values in six that stand six lower: the drop ends the first window it is in.
        let spread = |k: f64| 6.0 * ((k / 6.0) * (1.0 - k / 6.0)).sqrt();
        let (drop, later) = (spread(1.0), spread(3.0) + spread(5.0));
        let weights = 27.0 * 0.5 + drop + later;
        let weighted = (drop * bad + (weights - drop) * 100.0) / weights;
        let harmonic = 30.0 / (29.0 / 100.0 + 1.0 / bad);
        assert_near(white.unwrap(), f64::midpoint(weighted, harmonic));
    }
}
