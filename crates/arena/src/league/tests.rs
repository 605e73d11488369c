//! Leagues whose players come and go between runs.

use std::path::Path;

use super::*;
use crate::tournament::FolderError;

fn rules(nodes: u64) -> LeagueRules {
    LeagueRules { limits: LimitChoice::Nodes(nodes), openings: OpeningChoice::Start, seed: 7 }
}

fn player(entry: PlayerEntry, fingerprint: &str) -> LeaguePlayer {
    LeaguePlayer { entry, fingerprint: fingerprint.to_owned() }
}

/// Plays what is missing between these players, and returns the league and the number of games played.
fn played(folder: &Path, players: &[LeaguePlayer]) -> (League, usize) {
    let rules = rules(100);
    let OpenedLeague { mut folder, games, .. } = LeagueFolder::open(folder, &rules).unwrap();
    let plan = rules.plan("Test", vec!["silverman4x4".to_owned()], players);
    let conditions = ProgramConditions::default();
    let mut league = League::new(plan, players, games, conditions).unwrap();
    let mut finished = 0;
    let mut count = |event: TournamentEvent| {
        finished += usize::from(matches!(event, TournamentEvent::GameEnded { .. }));
    };
    league.play(&mut folder, &Runner::new(), &StopFlag::new(), &mut count).unwrap();
    assert!(league.tournament().missing().is_empty());
    (league, finished)
}

#[test]
fn players_come_and_go_and_change() {
    let folder = tempfile::tempdir().unwrap();
    let [one, two, random] = [PlayerEntry::Level(1), PlayerEntry::Level(2), PlayerEntry::Random]
        .map(|entry| player(entry, "a"));
    let changed = player(PlayerEntry::Random, "b");
    let all = [one.clone(), two.clone(), random.clone()];
    let (first, games) = played(folder.path(), &all);
    assert_eq!((games, first.other_games()), (6, 0));
    for (players, games, others) in [
        (vec![one.clone(), random.clone()], 0, 4),
        (vec![one.clone(), two.clone(), changed], 4, 4),
        (vec![two, one, random], 0, 4),
    ] {
        let (league, played) = played(folder.path(), &players);
        assert_eq!((played, league.other_games()), (games, others), "{players:?}");
    }
    // The first players again: their games have the same keys and the same results.
    let (again, games) = played(folder.path(), &all);
    assert_eq!((games, again.other_games()), (0, 4));
    assert_eq!(again.tournament().standings(), first.tournament().standings());
    let keys = |league: &League| {
        league.tournament().records().iter().map(|game| league.key(game)).collect::<Vec<_>>()
    };
    assert_eq!(keys(&again), keys(&first));
}

#[test]
fn a_folder_belongs_to_rules() {
    let folder = tempfile::tempdir().unwrap();
    let opened = LeagueFolder::open(folder.path(), &rules(100)).unwrap();
    let in_use = LeagueFolder::open(folder.path(), &rules(100)).unwrap_err();
    assert!(matches!(in_use, FolderError::InUse(_)));
    drop(opened);
    let other = LeagueFolder::open(folder.path(), &rules(200)).unwrap_err();
    assert!(other.to_string().contains("\"limits\" differs"), "{other}");
}

#[test]
fn reviews_go_with_their_games() {
    let folder = tempfile::tempdir().unwrap();
    let players = [1, 2].map(|level| player(PlayerEntry::Level(level), "a"));
    let (league, _) = played(folder.path(), &players);
    let game = league.key(&league.tournament().records()[0]);
    let open = || LeagueFolder::open(folder.path(), &rules(100)).unwrap();
    open().folder.append_review(&ReviewedLoss { game, blunder: None }).unwrap();
    assert_eq!(open().reviews.len(), 1);
    std::fs::remove_file(folder.path().join("games.ron")).unwrap();
    assert!(open().reviews.is_empty());
}

#[test]
fn a_level_has_a_version() {
    let [one, three] = [1, 3].map(LeaguePlayer::level);
    assert_eq!(one, LeaguePlayer::level(1));
    assert_ne!(one.fingerprint, three.fingerprint);
    assert_eq!(one.fingerprint.len(), 16);
}
