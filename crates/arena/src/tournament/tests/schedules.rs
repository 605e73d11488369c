//! Who meets whom, with results by lot.

use std::collections::{BTreeMap, BTreeSet};

use super::*;

/// The two players of a game, the smaller number first.
fn pair_of(record: &GameRecord) -> [usize; 2] {
    let [one, other] = record.players;
    [one.min(other), one.max(other)]
}

/// The pairs of players of each round.
fn rounds(ledger: &Ledger) -> BTreeMap<u32, BTreeSet<[usize; 2]>> {
    let mut rounds: BTreeMap<u32, BTreeSet<[usize; 2]>> = BTreeMap::new();
    for record in ledger.records() {
        rounds.entry(record.number.round).or_default().insert(pair_of(record));
    }
    rounds
}

#[test]
fn each_pairing_has_both_colours_on_each_board() {
    for (format, pairings) in [(TournamentFormat::RoundRobin, 10), (TournamentFormat::Gauntlet, 4)]
    {
        let plan = plan_of(5, format, 6);
        let ledger = decided(plan, &mut |_| None);
        // White, Black and the board.
        let mut games: BTreeMap<([usize; 2], String), u32> = BTreeMap::new();
        for record in ledger.records() {
            *games.entry((record.players, record.variant.clone())).or_default() += 1;
        }
        assert_eq!(games.len(), pairings * 2 * 2, "{format:?}");
        assert!(games.values().all(|games| *games == 3), "{format:?}: {games:?}");
        assert_eq!(ledger.planned(), Some(ledger.records().len()));
        let is_of_first = |record: &GameRecord| record.players.contains(&0);
        let of_first = ledger.records().iter().filter(|record| is_of_first(record)).count();
        assert_eq!(of_first, 4 * 2 * 6);
    }
}

#[test]
fn openings_change_with_pairs_and_rounds() {
    let plan = plan_of(4, TournamentFormat::Swiss { rounds: 2 }, 4);
    let ledger = decided(plan.clone(), &mut |_| None);
    let games = schedule::games(&plan, schedule::Results::new(ledger.records()));
    let mut used: BTreeMap<(u32, u32), BTreeSet<(usize, usize)>> = BTreeMap::new();
    for game in &games {
        let number = game.number;
        let key = (number.round, number.pairing);
        used.entry(key).or_default().insert((game.board, game.opening));
    }
    assert_eq!(used[&(1, 1)], BTreeSet::from([(0, 0), (0, 1), (1, 0), (1, 1)]));
    assert_eq!(used[&(2, 2)], BTreeSet::from([(0, 2), (0, 3), (1, 2), (1, 3)]));
    assert_eq!(schedule::openings_of_board(&plan), 4);
}

/// The least number of earlier meetings of a pairing of all players, and the fewest byes of the one
/// left out.
fn fewest_repeats(players: &[usize], met: &BTreeMap<[usize; 2], u32>) -> u32 {
    let Some((first, others)) = players.split_first() else { return 0 };
    if players.len() % 2 == 1 {
        let without = |place: usize| {
            let rest: Vec<usize> =
                (0..players.len()).filter(|at| *at != place).map(|at| players[at]).collect();
            fewest_repeats(&rest, met)
        };
        return (0..players.len()).map(without).min().unwrap();
    }
    let with = |place: usize| {
        let mut rest = others.to_vec();
        let second = rest.remove(place);
        let pair = [*first.min(&second), *first.max(&second)];
        met.get(&pair).copied().unwrap_or(0) + fewest_repeats(&rest, met)
    };
    (0..others.len()).map(with).min().unwrap()
}

#[test]
fn swiss_repeats_no_more_meetings_than_it_must() {
    for players in 2..=7 {
        for seed in 1..=6 {
            let format = TournamentFormat::Swiss { rounds: players as u32 + 1 };
            let plan = TournamentPlan { seed, ..plan_of(players, format, 2) };
            let mut random = Random(seed);
            let ledger = decided(plan, &mut |_| by_lot(&mut random));
            let all: Vec<usize> = (0..players).collect();
            let (mut met, mut byes) = (BTreeMap::new(), vec![0; players]);
            let rounds = rounds(&ledger);
            assert_eq!(rounds.len(), players + 1);
            for (round, pairs) in rounds {
                assert_eq!(pairs.len(), players / 2);
                let least = fewest_repeats(&all, &met);
                let repeated: u32 =
                    pairs.iter().map(|pair| met.get(pair).copied().unwrap_or(0)).sum();
                assert_eq!(repeated, least, "{players} players, seed {seed}, round {round}");
                let is_paired = |player: &usize| pairs.iter().any(|pair| pair.contains(player));
                all.iter()
                    .filter(|player| !is_paired(player))
                    .for_each(|player| byes[*player] += 1);
                pairs.into_iter().for_each(|pair| *met.entry(pair).or_default() += 1);
            }
            assert_eq!(byes.iter().sum::<u32>() as usize, (players % 2) * (players + 1));
            assert_eq!(ledger.planned(), Some(ledger.records().len()));
        }
    }
}

#[test]
fn swiss_pairs_winners_with_winners() {
    let plan = plan_of(8, TournamentFormat::Swiss { rounds: 3 }, 2);
    // The player that stands first in the plan wins both games.
    let first_wins = &mut |game: &PlannedGame| {
        let [white, black] = game.players;
        Some(if white < black { Color::White } else { Color::Black })
    };
    let ledger = decided(plan, first_wins);
    let rounds = rounds(&ledger);
    let winners: BTreeSet<usize> = rounds[&1].iter().map(|[first, _]| *first).collect();
    for pair in &rounds[&2] {
        assert_eq!(winners.contains(&pair[0]), winners.contains(&pair[1]), "{rounds:?}");
    }
    let standings = Standings::of(&ledger);
    assert_eq!((standings.rows[0].player, standings.rows[0].points), (0, 12.0));
}

#[test]
fn a_knockout_has_one_winner() {
    for players in 2..=9 {
        let mut random = Random(players as u64);
        let plan = plan_of(players, TournamentFormat::Knockout, 2);
        let ledger = decided(plan, &mut |_| by_lot(&mut random));
        let won = ledger.rounds_won();
        let last = *won.iter().max().unwrap();
        assert_eq!(1 << last, players.next_power_of_two());
        assert_eq!(won.iter().filter(|rounds| **rounds == last).count(), 1, "{won:?}");
        let losers: usize = rounds(&ledger).values().map(BTreeSet::len).sum();
        assert_eq!(losers, players - 1);
        let standings = Standings::of(&ledger);
        assert_eq!((standings.rows[0].rounds_won, standings.planned), (last, None));
    }
}

#[test]
fn tied_matches_get_further_pairs_then_the_first_advances() {
    let plan = plan_of(3, TournamentFormat::Knockout, 2);
    let ledger = decided(plan.clone(), &mut |_| None);
    // The first player has the bye; each match has a pair on both boards and four more.
    assert_eq!(rounds(&ledger)[&1], BTreeSet::from([[1, 2]]));
    assert_eq!(rounds(&ledger)[&2], BTreeSet::from([[0, 1]]));
    assert_eq!(ledger.records().len(), 2 * 2 * (2 + 4));
    assert_eq!(ledger.rounds_won(), [2, 1, 0]);
    // The fourth pair decides.
    let mut fourth = |game: &PlannedGame| {
        let is_last_player = |color: Color| game.players[color.index()] == 2;
        let winner = Color::ALL.into_iter().find(|color| is_last_player(*color));
        winner.filter(|_| game.number.pair == 4)
    };
    let ledger = decided(plan, &mut fourth);
    assert_eq!(ledger.records().len(), 2 * 2 * 4);
    assert_eq!(ledger.rounds_won(), [1, 0, 2]);
}

#[test]
fn rounds_are_drawn_from_the_records_alone() {
    for format in [TournamentFormat::Swiss { rounds: 4 }, TournamentFormat::Knockout] {
        let plan = plan_of(6, format, 2);
        let mut random = Random(3);
        let whole = decided(plan.clone(), &mut |_| by_lot(&mut random));
        let winners: BTreeMap<GameNumber, Option<Color>> =
            whole.records().iter().map(|record| (record.number, record.winner)).collect();
        // As after a stop in each place, with the games in another order.
        for kept in 0..whole.records().len() {
            let known: Vec<GameRecord> = whole.records()[..kept].iter().rev().cloned().collect();
            let mut ledger = Ledger::new(plan.clone(), known).unwrap();
            while let Some(game) = ledger.open_games().pop() {
                let record = record(&plan, &game, winners[&game.number]);
                ledger.add(record);
            }
            assert_eq!(ledger.records(), whole.records(), "{format:?}, {kept} kept");
        }
    }
}

#[test]
fn parts_have_all_games_once() {
    let plan = plan_of(4, TournamentFormat::RoundRobin, 6);
    let whole = Tournament::new(plan.clone(), Vec::new()).unwrap();
    let part = |text: &str| {
        let tournament = Tournament::new(plan.clone(), Vec::new()).unwrap();
        tournament.with_shard(text.parse().unwrap()).unwrap().missing()
    };
    let parts = ["1/4", "2/4", "3/4", "4/4"].map(part);
    assert!(parts.iter().all(|part| !part.is_empty()));
    let mut all = parts.concat();
    all.sort();
    let mut wanted = whole.missing();
    wanted.sort();
    assert_eq!(all, wanted);
    let swiss = plan_of(4, TournamentFormat::Swiss { rounds: 2 }, 2);
    let swiss = Tournament::new(swiss, Vec::new()).unwrap();
    assert!(matches!(swiss.with_shard("1/2".parse().unwrap()), Err(PlanError::Shard)));
}

#[test]
fn tables_count_points_faults_and_meetings() {
    let plan = plan_of(3, TournamentFormat::RoundRobin, 2);
    // The first player wins all, the others draw, and the last one is at fault in one game.
    let winner = &mut |game: &PlannedGame| {
        let of_first = game.players.iter().position(|player| *player == 0);
        of_first.map(|color| Color::ALL[color])
    };
    let ledger = decided(plan.clone(), winner);
    let mut records = ledger.records().to_vec();
    let lost = records.iter_mut().find(|record| record.players == [0, 2]).unwrap();
    lost.fault = Some("Player 2: it ended without an answer".to_owned());
    let standings = Tournament::new(plan, records).unwrap().standings();
    let [first, second, third] = &standings.rows[..] else { panic!("{standings:?}") };
    assert_eq!([first.player, second.player, third.player], [0, 1, 2]);
    assert_eq!((first.wins, first.draws, first.losses, first.points), (8, 0, 0, 8.0));
    assert_eq!((third.wins, third.draws, third.losses, third.points), (0, 4, 4, 2.0));
    assert_eq!([first.faults, second.faults, third.faults], [0, 0, 1]);
    assert!(first.elo > 100.0 && second.elo < 0.0, "{standings:?}");
    assert!((first.elo + second.elo + third.elo).abs() < 1e-6);
    // All points do not bound a rating.
    assert!(first.error.is_infinite() && second.error.is_finite(), "{standings:?}");
    let cross =
        |one: usize, other: usize| standings.cross[one][other].as_ref().map(|tally| tally.counts());
    assert_eq!([cross(0, 1), cross(2, 0), cross(1, 1)], [Some([4, 0, 0]), Some([0, 0, 4]), None]);
    assert_eq!((standings.finished, standings.planned), (12, Some(12)));
}

#[test]
fn complete_pairs_bound_a_rating() {
    let plan = plan_of(2, TournamentFormat::RoundRobin, 2);
    // The first player wins the first pair of games and loses the second one.
    let ledger = decided(plan.clone(), &mut |game: &PlannedGame| {
        let winner = usize::from(game.number.pair > 1);
        let of_winner = game.players.iter().position(|player| *player == winner);
        of_winner.map(|color| Color::ALL[color])
    });
    let ratings = |games: usize| {
        let records = ledger.records()[..games].to_vec();
        let standings = Tournament::new(plan.clone(), records).unwrap().standings();
        standings.rows.iter().map(|row| row.rating().is_some()).collect::<Vec<_>>()
    };
    assert_eq!(ratings(3), [false; 2], "its point is in a game without the second one");
    assert_eq!(ratings(4), [true; 2]);
}

#[test]
fn games_of_a_round_robin_are_numbered_by_their_players() {
    let plan = plan_of(5, TournamentFormat::RoundRobin, 6);
    let ledger = Ledger::new(plan.clone(), Vec::new()).unwrap();
    let games = ledger.open_games();
    assert_eq!(games.len(), 120);
    for game in games {
        let opening = plan.opening_of(game.number);
        let number = plan.round_robin_number(game.players, game.board, opening);
        assert_eq!((number, game.opening), (Some(game.number), opening as usize));
    }
    for (players, board, opening) in
        [([1, 1], 0, 0), ([0, 5], 0, 0), ([0, 1], 2, 0), ([0, 1], 0, 3)]
    {
        assert_eq!(plan.round_robin_number(players, board, opening), None);
    }
    let gauntlet = plan_of(3, TournamentFormat::Gauntlet, 2);
    assert_eq!(gauntlet.round_robin_number([0, 1], 0, 0), None);
}
