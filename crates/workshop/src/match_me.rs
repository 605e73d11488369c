//! `minnow-workshop match-me`: plays *match me* against simulated players of known ratings.
//!
//! The results are drawn by the logistic curve from the true ratings of player and opponent, with a
//! share of draws. `docs/measurements/match-me.md` has the results.

use std::io::Write;

use clap::Args;

use minnow_engine::{Random, Strength};
use minnow_program::{Failure, variant};
use minnow_rules::Variant;
use minnow_study::analysis::{
    BoardStanding, MatchAim, PlayerRating, RatedGame, expected_points, opponent_elo,
};

/// The games of a player, and those of them before the score is measured.
const GAMES: usize = 60;
const GAMES_BEFORE: usize = 15;

/// The largest difference of a player's score from the wanted one, as a share.
const TOLERANCE: f64 = 0.12;

/// The levels whose ratings the simulated players have.
const LEVELS: [u8; 5] = [2, 4, 6, 8, 10];

/// The arguments of `match-me`.
#[derive(Debug, Args)]
pub(crate) struct MatchMeArgs {
    /// The variant's id
    #[arg(long, value_name = "ID", default_value = "minichess")]
    variant: String,
    /// Simulated players of each rating
    #[arg(long, value_name = "N", default_value_t = 1000)]
    players: u32,
    /// Elo that a player gains from game to game
    #[arg(long, value_name = "ELO", default_value_t = 0.0)]
    learns: f64,
    /// Seed of the results
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
}

/// Simulated players of one rating.
#[derive(Clone, Copy, Debug)]
struct PlayerGroup {
    variant: &'static Variant,
    aim: MatchAim,
    true_elo: f64,
    /// The Elo gained from game to game.
    learns: f64,
    /// The probability of a draw between equal players.
    draws: f64,
    players: u32,
}

/// The outcome of a group.
#[derive(Clone, Copy, Debug)]
struct GroupOutcome {
    /// The mean score in percent.
    mean_percent: f64,
    /// The share of players within the tolerance, in percent.
    near_percent: f64,
    /// The mean difference of the rating from the true one after the last game, in Elo.
    rating_error: f64,
    /// The mean change of the opponent's rating from game to game, in Elo.
    step: f64,
}

pub(super) fn run(output: &mut impl Write, args: &MatchMeArgs) -> Result<(), Failure> {
    let variant = variant(&args.variant)?;
    writeln!(
        output,
        "| level | aim | draws | score | within {:.0} | rating off by | step |\n|---|---|---|---|---|---|---|",
        100.0 * TOLERANCE
    )?;
    for level in LEVELS {
        for aim in MatchAim::ALL {
            for draws in [0.0, 0.3] {
                let true_elo = opponent_elo(variant, Strength::of_level(level));
                let (learns, players) = (args.learns, args.players);
                let group = PlayerGroup { variant, aim, true_elo, learns, draws, players };
                let outcome = simulate(group, &mut Random(args.seed));
                writeln!(
                    output,
                    "| {level} | {} % | {:.0} % | {:.1} % | {:.1} % | {:.0} | {:.0} |",
                    aim.percent(),
                    100.0 * draws,
                    outcome.mean_percent,
                    outcome.near_percent,
                    outcome.rating_error,
                    outcome.step,
                )?;
            }
        }
    }
    Ok(())
}

fn simulate(group: PlayerGroup, random: &mut Random) -> GroupOutcome {
    let aim_points = f64::from(group.aim.percent()) / 100.0;
    let prior = BoardStanding::new(&Default::default(), group.variant).rating;
    let (mut points, mut near, mut rating_error, mut steps) = (0.0, 0, 0.0, 0.0);
    for _ in 0..group.players {
        let games = play_games(group, prior, random);
        let measured = games.iter().skip(GAMES_BEFORE);
        let score = measured.map(|game| game.points).sum::<f64>() / (GAMES - GAMES_BEFORE) as f64;
        points += score;
        near += u32::from((score - aim_points).abs() <= TOLERANCE);
        let true_elo = group.true_elo + group.learns * GAMES as f64;
        rating_error += (prior.after(&games).elo - true_elo).abs();
        let change = |pair: &[RatedGame]| (pair[1].opponent_elo - pair[0].opponent_elo).abs();
        steps += games.windows(2).skip(GAMES_BEFORE).map(change).sum::<f64>();
    }
    let players = f64::from(group.players);
    GroupOutcome {
        mean_percent: 100.0 * points / players,
        near_percent: 100.0 * f64::from(near) / players,
        rating_error: rating_error / players,
        step: steps / players / (GAMES - 1 - GAMES_BEFORE) as f64,
    }
}

/// The games of one player.
fn play_games(group: PlayerGroup, prior: PlayerRating, random: &mut Random) -> Vec<RatedGame> {
    let mut games = Vec::with_capacity(GAMES);
    for number in 0..GAMES {
        let standing = BoardStanding::of_games(group.variant, prior, games);
        let opponent_elo = opponent_elo(group.variant, standing.pick(group.aim).strength);
        let true_elo = group.true_elo + group.learns * number as f64;
        let expected = expected_points(true_elo - opponent_elo);
        let drawn = group.draws * 2.0 * expected.min(1.0 - expected);
        // 53 bits fill the mantissa.
        let chance = (random.draw() >> 11) as f64 / (1_u64 << 53) as f64;
        let points = match chance {
            chance if chance < expected - drawn / 2.0 => 1.0,
            chance if chance < expected + drawn / 2.0 => 0.5,
            _ => 0.0,
        };
        let aim_points = Some(f64::from(group.aim.percent()) / 100.0);
        games = standing.into_games();
        games.push(RatedGame { opponent_elo, points, aim_points });
    }
    games
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The command shows the same for 1,000 players and more ratings.
    #[test]
    fn players_score_what_they_want() {
        let variant = Variant::default_variant();
        for (level, draws) in [(3, 0.0), (8, 0.3)] {
            let true_elo = opponent_elo(variant, Strength::of_level(level));
            for aim in MatchAim::ALL {
                let group = PlayerGroup { variant, aim, true_elo, learns: 0.0, draws, players: 60 };
                let outcome = simulate(group, &mut Random(7));
                let off = outcome.mean_percent - f64::from(aim.percent());
                assert!(off.abs() <= 3.0, "level {level}, {aim:?}: {outcome:?}");
                assert!(outcome.near_percent >= 90.0, "level {level}, {aim:?}: {outcome:?}");
            }
        }
    }
}
