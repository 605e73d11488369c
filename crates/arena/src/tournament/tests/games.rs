//! Games of levels and of small programs.

use super::*;
use minnow_base::sync::StopFlag;
use minnow_runner::Runner;
use minnow_tables::cache::TableCache;

/// Levels and a random player on small boards.
const LEVELS: &str = "(players: [Level(2), Random, Level(1)], games: 4, seed: 5,
    variants: [\"silverman4x4\", \"silverman4x5\"], limits: Nodes(200),
    openings: Even(max_score: 300, nodes: 200), FORMAT)";

fn levels(format: &str) -> TournamentPlan {
    plan(&LEVELS.replace("FORMAT", format))
}

/// Plays what is not kept, until this many games are finished.
fn played(plan: &TournamentPlan, kept: &[GameRecord], games: usize) -> Tournament {
    let mut tournament = Tournament::new(plan.clone(), kept.to_vec()).unwrap();
    let (stop, mut finished) = (StopFlag::new(), 0);
    let mut count = |event: TournamentEvent| {
        finished += usize::from(matches!(event, TournamentEvent::GameEnded { .. }));
        if finished >= games {
            stop.stop();
        }
    };
    tournament.play(&Runner::new(), &stop, &mut count).unwrap();
    tournament
}

/// The games without what depends on the clock of the machine.
fn timeless(tournament: &Tournament) -> Vec<GameRecord> {
    let mut records = tournament.records().to_vec();
    for record in &mut records {
        record.started = 0;
        record.moves.iter_mut().for_each(|played| played.ms = 0);
    }
    records
}

#[test]
fn games_depend_on_neither_threads_nor_stops() {
    for format in ["format: RoundRobin", "format: Swiss(rounds: 2)", "format: Knockout"] {
        let one = levels(format);
        let all = played(&one, &[], usize::MAX);
        assert!(all.missing().is_empty() && all.records().len() >= 16, "{format}");
        let three = TournamentPlan { concurrency: 3, ..one.clone() };
        assert_eq!(timeless(&played(&three, &[], usize::MAX)), timeless(&all), "{format}");
        let stopped = played(&three, &[], 5);
        assert!((5..=8).contains(&stopped.records().len()), "{format}");
        let continued = played(&one, stopped.records(), usize::MAX);
        assert_eq!(timeless(&continued), timeless(&all), "{format}");
    }
    let other = TournamentPlan { seed: 6, ..levels("format: RoundRobin") };
    let all = played(&levels("format: RoundRobin"), &[], usize::MAX);
    assert_ne!(timeless(&played(&other, &[], usize::MAX)), timeless(&all));
}

#[test]
fn kept_games_keep_their_openings() {
    let plan = levels("format: RoundRobin");
    let mut kept = played(&plan, &[], 1).records()[0].clone();
    // As if an engine of another version had found another opening.
    kept.opening.clear();
    kept.moves.clear();
    let all = played(&plan, &[kept], usize::MAX);
    assert!(all.missing().is_empty());
    for record in all.records() {
        assert_eq!(record.opening.is_empty(), record.number.pair == 1, "{record:?}");
    }
}

#[test]
fn both_games_of_a_pair_have_one_opening() {
    let plan = levels("format: RoundRobin");
    let mut kept = timeless(&played(&plan, &[], usize::MAX));
    kept.retain(|record| record.number.pair == 1 && !record.number.is_second);
    // As if versions with different openings had played the first games of two pairs.
    kept.truncate(2);
    kept[0].opening.clear();
    kept[0].moves.clear();
    assert!(!kept[1].opening.is_empty());
    let all = played(&plan, &kept, usize::MAX);
    for pair in all.records().chunks(2) {
        assert_eq!(pair[0].opening, pair[1].opening, "{}", pair[0].number);
    }
}

#[test]
fn a_held_tournament_begins_no_game() {
    let hold = std::sync::Arc::new(StopFlag::new());
    let plan = levels("format: RoundRobin");
    let mut tournament = Tournament::new(plan, Vec::new()).unwrap().with_hold(hold.clone());
    let mut hold_back = |event: TournamentEvent| {
        if matches!(event, TournamentEvent::GameStarted { .. }) {
            hold.stop();
        }
    };
    tournament.play(&Runner::new(), &StopFlag::new(), &mut hold_back).unwrap();
    assert_eq!(tournament.records().len(), 1, "the game under way goes on");
    assert!(!tournament.missing().is_empty());
}

#[test]
fn records_tell_moves_with_scores_and_ends() {
    let all = played(&levels("format: RoundRobin"), &[], usize::MAX);
    let of_level = |record: &GameRecord, number: usize| {
        let plies = record.opening.split_whitespace().count() + number;
        all.plan().players[record.players[plies % 2]] != PlayerEntry::Random
    };
    let mut scored = 0;
    for record in all.records() {
        assert!(!record.reason.is_empty() && record.fault.is_none(), "{record:?}");
        for (number, played) in record.moves.iter().enumerate() {
            assert!(played.score.is_none() || of_level(record, number), "{record:?}");
            scored += usize::from(played.score.is_some() && played.depth > 0);
        }
    }
    assert!(scored > 20, "{scored}");
}

#[test]
fn parts_together_give_the_same_table() {
    let plan = levels("format: RoundRobin");
    let whole = played(&plan, &[], usize::MAX);
    let mut together = Vec::new();
    for part in ["1/3", "2/3", "3/3"] {
        let tournament = Tournament::new(plan.clone(), Vec::new()).unwrap();
        let mut tournament = tournament.with_shard(part.parse().unwrap()).unwrap();
        tournament.play(&Runner::new(), &StopFlag::new(), &mut |_| {}).unwrap();
        together.extend_from_slice(tournament.records());
    }
    let merged = Tournament::new(plan, together).unwrap();
    assert!(merged.missing().is_empty());
    assert_eq!(timeless(&merged), timeless(&whole));
    assert_eq!(merged.standings(), whole.standings());
}

#[test]
fn a_sequential_test_ends_the_tournament() {
    let test = plan(
        "(players: [Level(6), Random], games: 120, variants: [\"silverman4x4\"], \
         limits: Nodes(300), openings: Start, sprt: (elo0: 0, elo1: 80))",
    );
    let one = played(&test, &[], usize::MAX);
    let state = one.standings().sprt.unwrap();
    assert_eq!(state.decision, Some(SprtDecision::Elo1));
    assert!(one.records().len() < 120 && one.missing().is_empty());
    let three = played(&TournamentPlan { concurrency: 3, ..test }, &[], usize::MAX);
    assert_eq!(three.standings().sprt, Some(state), "the order of the games does not matter");
}

#[test]
fn tables_end_games_early() {
    let folder = tempfile::tempdir().unwrap();
    let text = "(players: [Random, Level(1)], variants: [\"silverman4x4\"], games: 6, \
                openings: Start, limits: Nodes(100), adjudication: (tables: true))";
    let tournament = Tournament::new(plan(text), Vec::new()).unwrap();
    let cache = TableCache::at(folder.path()).with_men(3);
    let mut tournament = tournament.with_tables(cache);
    let mut tasks = Vec::new();
    let mut note = |event: TournamentEvent| {
        if let TournamentEvent::Preparing { task, .. } = event {
            tasks.push(task);
        }
    };
    tournament.play(&Runner::new(), &StopFlag::new(), &mut note).unwrap();
    assert!(tasks.iter().any(|task| task == "end-game tables of Silverman 4x4"), "{tasks:?}");
    assert!(tournament.missing().is_empty());
}

#[cfg(unix)]
mod programs {
    use super::*;
    use minnow_external::{ProgramEntry, ProgramLimits};
    use std::time::Duration;

    /// A tournament of a random player and programs of the text protocol, by their names and scripts.
    fn of_scripts(scripts: &[(&str, &str)], limits: LimitChoice) -> TournamentPlan {
        let program = |(name, script): &(&str, &str)| {
            let command = ["sh", "-c", *script].map(str::to_owned);
            let mut entry = ProgramEntry::of_command(name, &command);
            entry.protocol = minnow_external::Protocol::Text;
            PlayerEntry::Program(entry)
        };
        let players = std::iter::once(PlayerEntry::Random).chain(scripts.iter().map(program));
        let variants = vec!["silverman4x4".to_owned()];
        let (format, openings) = (TournamentFormat::Gauntlet, OpeningChoice::Start);
        TournamentPlan {
            format,
            openings,
            limits,
            variants,
            concurrency: 2,
            ..TournamentPlan::of_players(players.collect())
        }
    }

    #[test]
    fn faults_lose_and_the_tournament_goes_on() {
        let scripts = [
            ("Crash", "echo why >&2; exit 4", "it ended with exit status 4 (why)", end::CRASH),
            (
                "Liar",
                "echo hello; cat 3>&1 > /dev/null",
                "\"hello\" is not a move",
                end::ILLEGAL_MOVE,
            ),
            ("Cheat", "echo a1a9; cat 3>&1 > /dev/null", "Cheat: ", end::ILLEGAL_MOVE),
            ("Quiet", "exit 0", "it ended without an answer", end::CRASH),
            ("Flood", "exec head -c 100000000 /dev/zero", "it wrote more than", end::LIMIT),
        ];
        let programs = scripts.map(|(name, script, ..)| (name, script));
        let plan = of_scripts(&programs, LimitChoice::MoveTime(20_000));
        let mut tournament = Tournament::new(plan, Vec::new()).unwrap();
        let mut logs = 0;
        let mut note = |event: TournamentEvent| {
            logs += usize::from(matches!(event, TournamentEvent::Log { .. }));
        };
        tournament.play(&Runner::new(), &StopFlag::new(), &mut note).unwrap();
        assert!(tournament.missing().is_empty() && logs > 0);
        for record in tournament.records() {
            let player = record.players.into_iter().find(|player| *player > 0).unwrap();
            let (name, _, sentence, reason) = scripts[player - 1];
            let fault = record.fault.as_deref().unwrap();
            assert!(fault.starts_with(&format!("{name}: ")) && fault.contains(sentence), "{fault}");
            assert_eq!(record.faulty_player(), Some(player));
            assert_eq!(record.reason, reason);
        }
        let faults = tournament.standings().rows.iter().map(|row| row.faults).sum::<u32>();
        assert_eq!((faults, tournament.records().len()), (10, 10));
    }

    #[test]
    fn late_and_resigning_programs_lose() {
        let scripts =
            [("Late", "exec cat 3>&1 > /dev/null"), ("Meek", "read -r turn; echo resign")];
        let clock = LimitChoice::Clock { base_ms: 100, increment_ms: 0 };
        for (limits, scripts, sentence) in [
            (
                LimitChoice::MoveTime(100),
                &scripts[..],
                "Late: it took longer than 0.1 s for a move",
            ),
            (clock, &scripts[..1], "Late: it ran out of time"),
        ] {
            // No program gets time to start.
            let of_program =
                ProgramLimits { handshake: Duration::ZERO, ..ProgramLimits::default() };
            let conditions = ProgramConditions { limits: of_program, hidden: Vec::new() };
            let tournament = Tournament::new(of_scripts(scripts, limits), Vec::new()).unwrap();
            let mut tournament = tournament.with_conditions(conditions);
            tournament.play(&Runner::new(), &StopFlag::new(), &mut |_| {}).unwrap();
            for record in tournament.records() {
                let late = Some(sentence).filter(|_| record.players.contains(&1));
                let reason = if late.is_some() { end::TIME } else { end::RESIGNED };
                assert_eq!((record.reason.as_str(), record.fault.as_deref()), (reason, late));
                assert_eq!(record.winner.map(|winner| record.players[winner.index()]), Some(0));
            }
            assert_eq!(tournament.records().len(), 2 * scripts.len());
        }
    }

    #[test]
    fn a_program_that_cannot_start_loses_at_once() {
        let mut plan = of_scripts(&[("Gone", "")], LimitChoice::MoveTime(5_000));
        let command = ["/nowhere/at-all".to_owned()];
        plan.players[1] = PlayerEntry::Program(ProgramEntry::of_command("Gone", &command));
        let tournament = played(&plan, &[], usize::MAX);
        assert_eq!(tournament.records().len(), 2);
        for record in tournament.records() {
            let fault = record.fault.as_deref().unwrap();
            assert!(fault.starts_with("Gone: ") && record.moves.is_empty(), "{record:?}");
            assert_eq!(record.reason, end::FORFEIT);
        }
    }

    #[test]
    fn programs_are_tried_while_games_are_left() {
        let (runner, stop) = (Runner::new(), StopFlag::new());
        let mut plan = of_scripts(&[("Quiet", "exit 0")], LimitChoice::MoveTime(5_000));
        let fits = Tournament::new(plan.clone(), Vec::new()).unwrap();
        assert!(fits.try_programs(&runner, &stop).is_ok(), "it starts");
        let command = ["/nowhere/at-all".to_owned()];
        plan.players[1] = PlayerEntry::Program(ProgramEntry::of_command("Gone", &command));
        let gone = Tournament::new(plan.clone(), Vec::new()).unwrap();
        let fault = gone.try_programs(&runner, &stop).unwrap_err().to_string();
        assert!(fault.starts_with("Gone: \"/nowhere/at-all\" cannot be started"), "{fault}");
        assert!(gone.try_programs(&runner, &StopFlag::stopped()).is_ok());
        let over = played(&plan, &[], usize::MAX);
        assert!(over.missing().is_empty() && over.try_programs(&runner, &stop).is_ok());
    }
}
