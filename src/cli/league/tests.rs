//! The reports of a small league whose games are given.

use std::{path::PathBuf, sync::atomic::AtomicBool};

use super::*;
use minnow_arena::{
    league::{FoundBlunder, GameKey, LeagueGame, PlayerVersion, ReviewedLoss},
    tournament::{GameNumber, GameRecord, MoveRecord, PlayerEntry, end},
};
use minnow_external::{ProgramEntry, ReportedScore};
use minnow_rules::Color;

/// A name that is harmful as markup and as a formula.
const HOSTILE: &str = "=<script>\"&";

fn entrant(name: &str) -> Entrant {
    let entry = ProgramEntry::of_command(name, &["./player".to_owned()]);
    let player =
        Ok(LeaguePlayer { entry: PlayerEntry::Program(entry), fingerprint: "1".to_owned() });
    let folder = PathBuf::from("/class").join(name);
    Entrant { name: name.to_owned(), has_page: true, folder, player }
}

/// A game of two players by name, after the moves a2a3 and a5a4, lost by the fault of one.
fn game(players: [&str; 2], winner: Color, fault: &str) -> LeagueGame {
    let version = |name: &str| match name.strip_prefix("Level ") {
        Some(level) => PlayerVersion {
            name: name.to_owned(),
            fingerprint: LeaguePlayer::level(level.parse().unwrap()).fingerprint,
        },
        None => PlayerVersion { name: name.to_owned(), fingerprint: "1".to_owned() },
    };
    let made = |mv: &str, ms| MoveRecord {
        mv: mv.to_owned(),
        score: Some(ReportedScore::Centipawns(4_321)),
        depth: 7,
        nodes: 100,
        ms,
    };
    let record = GameRecord {
        number: GameNumber { round: 1, pairing: 1, pair: 1, is_second: false },
        variant: "minichess".to_owned(),
        players: [0, 1],
        opening: String::new(),
        moves: vec![made("a2a3", 1_500), made("a5a4", 20)],
        winner: Some(winner),
        reason: end::CRASH.to_owned(),
        fault: Some(fault.to_owned()),
        started: 0,
    };
    let (players, board) = (players.map(version), "minichess".to_owned());
    LeagueGame { key: GameKey { players, board, opening: 0 }, record }
}

fn rules() -> LeagueRules {
    LeagueRules { limits: LimitChoice::MoveTime(100), openings: OpeningChoice::Start, seed: 1 }
}

fn league(entrants: &[Entrant], games: Vec<LeagueGame>) -> League {
    let students = entrants.iter().filter_map(|entrant| entrant.player.as_ref().ok().cloned());
    let players: Vec<LeaguePlayer> = students.chain([LeaguePlayer::level(1)]).collect();
    let plan = rules().plan("Class", vec!["minichess".to_owned()], &players);
    League::new(plan, &players, games, ProgramConditions::default()).unwrap()
}

#[test]
fn a_report_has_nothing_of_other_students() {
    let broken = Entrant { player: Err("the build failed".to_owned()), ..entrant("cy") };
    let second = Err("another folder has this name".to_owned());
    let second = Entrant { has_page: false, player: second, ..entrant("cy") };
    let entrants = [entrant("ada"), entrant(HOSTILE), broken, second];
    let games = vec![
        game(["ada", "Level 1"], Color::Black, "ada: \"/class/ada/p\" ended (own words)"),
        game(["ada", HOSTILE], Color::White, "bob: it ended (words of bob)"),
        game(["gone", "ada"], Color::White, "ada: it ended (old words)"),
    ];
    let lost = games[0].key.clone();
    let league = league(&entrants, games);
    assert_eq!((league.tournament().records().len(), league.other_games()), (2, 1));
    let (better, sentence) = ("b2b3".to_owned(), "a2a3 loses a pawn.".to_owned());
    let blunder = Some(FoundBlunder { ply: 0, better, sentence });
    let reviews = Reviews::new(vec![ReviewedLoss { game: lost, blunder }]);
    let standings = league.tournament().standings();
    let results: Vec<StudentResults<'_>> = entrants
        .iter()
        .map(|entrant| StudentResults::new(entrant, &league, &standings, &reviews))
        .collect();
    let pages: Vec<String> =
        results.iter().map(|student| page::student_page(&league, &standings, student)).collect();

    let ada = &pages[0];
    for part in [
        "Games lost by a fault of the program: crashes: 1.",
        "<strong>crash</strong>: ada: &quot;p&quot; ended (own words)",
        "1 of 2 possible points: 1 won, 0 drawn, 1 lost.",
        "2 moves in 3.00 s: 1.50 s on average, 1.50 s the longest.",
        "White played <strong>a3</strong>; better is <strong>b3</strong>. a2a3 loses a pawn.",
        "<td>Level 1</td><td>0</td><td>1</td>",
        "&lt;script&gt;&quot;&amp;</td>",
    ] {
        assert!(ada.contains(part), "{part} is missing in {ada}");
    }
    for part in ["words of bob", "old words", "/class", "<script>\"&"] {
        assert!(!ada.contains(part), "{part} is in {ada}");
    }
    // The scores of ada and of the level, but not those of the other student.
    assert_eq!(ada.matches("43.21, depth 7").count(), 3);
    assert!(pages[1].contains("words of bob") && !pages[1].contains("own words"));
    assert!(pages[2].contains("The program does not play: the build failed."));

    let csv = table::csv(&league, &standings, &results);
    let lines: Vec<&str> = csv.lines().collect();
    assert!(lines[0].ends_with("crashes,illegal moves,late moves,limits exceeded,other faults,points against Level 1,remarks"));
    assert!(lines[1].starts_with("ada,") && lines[1].ends_with(",1,2,1,0,1,1,0,0,0,0,0,"), "{csv}");
    assert!(
        lines[2].starts_with("\"'=<script>\"\"&\",") && lines[2].contains(",0,1,0,0,1,1,"),
        "{csv}"
    );
    assert_eq!(lines[3], "cy,,,,,,,,,,,,,,the build failed");
    let html = table::html(&league, &standings, &results);
    assert!(
        html.contains("<a href=\"students/%3D%3Cscript%3E%22%26.html\">=&lt;script&gt;"),
        "{html}"
    );
    assert!(html.contains("<td colspan=\"13\">the build failed</td>"), "{html}");
    assert_eq!(html.matches("students/cy.html").count(), 1, "{html}");
    assert!(html.contains("1 kept game of earlier versions"), "{html}");
}

#[test]
fn stopped_reviews_go_on() {
    let entrants = [entrant("ada")];
    let games = vec![game(["ada", "Level 1"], Color::Black, "ada: it ended")];
    let lost = games[0].key.clone();
    let league = league(&entrants, games);
    let out = tempfile::tempdir().unwrap();
    let mut folder = LeagueFolder::open(out.path(), &rules()).unwrap().folder;
    let mut reviews = Reviews::new(Vec::new());
    for is_stopped in [true, false] {
        let stop = AtomicBool::new(is_stopped);
        let reviewed = reviews.add_missing(&league, 1, &mut folder, &stop);
        assert_eq!((reviewed.is_err(), reviews.has(&lost)), (is_stopped, !is_stopped));
    }
}
