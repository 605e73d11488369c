//! The fit on simulated results with known ratings.

use super::*;

fn fit_ratings(players: usize, pairings: &[PairingResults]) -> RatingFit {
    LogStrengths::most_likely(players, pairings).ratings()
}

/// Results of players with these logarithms of strength, each against the next two, `openings`
/// pairs of games each; equal players draw 1.2 / 3.2 of their games.
fn simulated(logs: &[f64], openings: usize, random: &mut Random) -> Vec<PairingResults> {
    let mut pairings = Vec::new();
    for a in 0..logs.len() {
        for b in (a + 1..logs.len()).take(2) {
            let (win, loss) = (logs[a].exp(), logs[b].exp());
            let draw = 1.2 * (win * loss).sqrt();
            let mut game = || {
                let drawn = random.below(1 << 30) as f64 / f64::from(1 << 30);
                match drawn * (win + draw + loss) {
                    x if x < win => GameResult::Win,
                    x if x < win + draw => GameResult::Draw,
                    _ => GameResult::Loss,
                }
            };
            let openings = (0..openings).map(|_| [game(), game()]).collect();
            pairings.push(PairingResults { players: [a, b], openings });
        }
    }
    pairings
}

/// The ratings that the fit should find.
fn true_elo(logs: &[f64]) -> Vec<f64> {
    logs.iter().map(|log| ELO_PER_UNIT * 2.0 / 3.2 * (log - logs[0])).collect()
}

const LOGS: [f64; 5] = [0.3, 1.1, 1.2, 2.9, 4.0];

#[test]
fn known_ratings_and_draws_are_recovered() {
    let pairings = simulated(&LOGS, 20_000, &mut Random(1));
    let fit = fit_ratings(LOGS.len(), &pairings);
    for (found, known) in fit.elo.iter().zip(true_elo(&LOGS)) {
        assert!((found - known).abs() < 6.0, "{fit:?}");
    }
    assert!((fit.draw_share - 1.2 / 3.2).abs() < 0.005, "{fit:?}");
}

#[test]
fn an_even_step_means_what_it_means_in_elo() {
    // Each scores 75 %, with different shares of draws.
    let games = |wins, draws, losses| {
        let mut results = vec![GameResult::Win; wins];
        results.extend(vec![GameResult::Draw; draws]);
        results.extend(vec![GameResult::Loss; losses]);
        let openings = results.chunks_exact(2).map(|pair| [pair[0], pair[1]]).collect();
        vec![PairingResults { players: [1, 0], openings }]
    };
    for pairings in [games(750, 0, 250), games(600, 300, 100), games(650, 200, 150)] {
        let elo = fit_ratings(2, &pairings).elo[1];
        assert!((elo - 190.85).abs() < 12.0, "{elo}");
    }
}

#[test]
fn error_bounds_cover_in_about_95_percent() {
    let known = true_elo(&LOGS);
    let mut random = Random(5);
    let (mut covered, mut all) = (0.0, 0.0);
    for seed in 0..80 {
        let pairings = simulated(&LOGS, 40, &mut random);
        let errors = fit_with_errors(LOGS.len(), &pairings, 60, seed);
        for player in 1..LOGS.len() {
            let elo = &errors.fit.elo;
            let to_zero = (elo[player] - known[player]).abs();
            let step = (elo[player] - elo[player - 1]) - (known[player] - known[player - 1]);
            covered += f64::from(u8::from(to_zero < errors.error_to(player, &[0])));
            covered += f64::from(u8::from(step.abs() < errors.error_to(player, &[player - 1])));
            all += 2.0;
        }
    }
    assert!((0.92..0.975).contains(&(covered / all)), "{}", covered / all);
}

#[test]
fn the_order_of_pairings_and_openings_does_not_matter() {
    let mut pairings = simulated(&LOGS, 30, &mut Random(3));
    let fit = fit_ratings(LOGS.len(), &pairings);
    pairings.reverse();
    pairings.iter_mut().for_each(|pairing| pairing.openings.reverse());
    for pairing in &mut pairings[..3] {
        pairing.players.reverse();
        pairing.openings.iter_mut().flatten().for_each(|result| *result = result.reversed());
    }
    let again = fit_ratings(LOGS.len(), &pairings);
    for (one, other) in fit.elo.iter().zip(&again.elo) {
        assert!((one - other).abs() < 1e-6, "{fit:?} {again:?}");
    }
}

#[test]
fn a_player_with_all_wins_stays_finite() {
    let win = [GameResult::Win; 2];
    let only_wins = |players| PairingResults { players, openings: vec![win; 50] };
    let errors = fit_with_errors(4, &[only_wins([1, 0]), only_wins([2, 1])], 50, 1);
    let elo = &errors.fit.elo;
    assert!((600.0..3_000.0).contains(&elo[1]) && elo[2] > elo[1] + 600.0, "{elo:?}");
    assert!(elo[3].abs() < 1.0, "without games: {elo:?}");
    assert!(errors.error_to(2, &[0]).is_finite());
}

#[test]
fn the_order_holds_only_where_every_step_is_certain() {
    let order = |openings, logs: &[f64]| {
        let pairings = simulated(logs, openings, &mut Random(9));
        let players: Vec<usize> = (0..logs.len()).collect();
        fit_with_errors(logs.len(), &pairings, 200, 2).joint_order(&players)
    };
    assert!(order(400, &[0.0, 1.0, 2.0, 3.0]).holds());
    let even = order(400, &[0.0, 1.0, 1.0, 2.0]);
    assert!(!even.holds(), "{even:?}");
    assert!(even.low_steps[0] > 0.0 && even.low_steps[2] > 0.0, "{even:?}");
    assert!(!order(8, &[0.0, 0.3, 0.6, 0.9]).holds(), "too few games");
}

#[test]
fn joint_bounds_hold_together_in_about_95_percent() {
    // The second and third player are equal: a bound above 0 there is a false order.
    let logs = [0.0, 0.8, 0.8, 1.6];
    let known = true_elo(&logs);
    let mut random = Random(11);
    let held = (0..100).filter(|seed| {
        let pairings = simulated(&logs, 40, &mut random);
        let errors = fit_with_errors(logs.len(), &pairings, 100, *seed);
        let order = errors.joint_order(&[0, 1, 2, 3]);
        let steps = known.windows(2).map(|pair| pair[1] - pair[0]);
        order.low_steps.iter().zip(steps).all(|(low, step)| *low <= step)
    });
    let held = held.count();
    assert!((88..=99).contains(&held), "{held} of 100");
}

#[test]
fn pairings_of_one_opening_have_pooled_errors() {
    let pairings = simulated(&LOGS, 1, &mut Random(2));
    let apart = fit_with_errors(LOGS.len(), &pairings, 200, 3);
    let pooled = fit_with_pooled_errors(LOGS.len(), &pairings, 200, 3);
    assert_eq!(apart.fit, pooled.fit);
    let [apart, pooled] = [apart, pooled].map(|errors| errors.error_of(|elo| elo[1] - elo[0]));
    assert!(apart < 1e-6 && pooled > 10.0, "{apart} {pooled}");
}

#[test]
fn pooled_errors_of_many_openings_are_the_usual_ones() {
    let pairings = simulated(&LOGS, 200, &mut Random(4));
    let apart = fit_with_errors(LOGS.len(), &pairings, 300, 5);
    let pooled = fit_with_pooled_errors(LOGS.len(), &pairings, 300, 5);
    let [apart, pooled] = [apart, pooled].map(|errors| errors.error_of(|elo| elo[3] - elo[0]));
    assert!((pooled / apart - 1.0).abs() < 0.25, "{apart} {pooled}");
}
