//! Ratings of the server: logistic Elo with K = 32, as the course's server computes it.

use minnow_rules::Color;

/// The rating of a new player.
pub(crate) const BASE_RATING: i32 = 1000;

/// The most that a game changes a rating.
const K: f64 = 32.0;

/// The ratings of White and Black after a game. Both changes are rounded down.
pub(crate) fn after_game(ratings: [i32; 2], winner: Option<Color>) -> [i32; 2] {
    Color::ALL.map(|color| {
        let (own, other) = (ratings[color.index()], ratings[(!color).index()]);
        let expected = 1.0 / (1.0 + 10_f64.powf(f64::from(other - own) / 400.0));
        let scored = winner.map_or(0.5, |winner| if winner == color { 1.0 } else { 0.0 });
        own + (K * (scored - expected)).floor() as i32
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ratings_follow_the_courses_formula() {
        for (before, winner, after) in [
            ([1000, 1000], Some(Color::White), [1016, 984]),
            ([1000, 1000], None, [1000, 1000]),
            ([1000, 1400], Some(Color::White), [1029, 1370]),
            ([1400, 1000], Some(Color::White), [1402, 997]),
            ([1400, 1000], None, [1386, 1013]),
        ] {
            assert_eq!(after_game(before, winner), after, "{before:?} {winner:?}");
        }
    }
}
