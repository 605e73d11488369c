//! Reports of games and players with hostile names.

use super::*;
use crate::tournament::{
    GameNumber, LimitChoice, MoveRecord, PlayerEntry, SprtDecision, SprtPlan, SprtState, end,
};
use minnow_external::{ProgramEntry, ReportedScore};
use minnow_game::{GameEnd, Notes, RecordedEval, pgn::read_pgn};
use minnow_rules::{Color, Variant};

/// Text that is harmful as markup, script, a command of PGN and a formula.
const HOSTILE: &str = "=</script><b id=\"x\"> [%eval 9] <!-- '";

fn plan() -> TournamentPlan {
    let hostile = ProgramEntry::of_command(HOSTILE, &["true".to_owned()]);
    let players = vec![PlayerEntry::Level(3), PlayerEntry::Program(hostile)];
    let mut plan = TournamentPlan::of_players(players);
    plan.name = HOSTILE.to_owned();
    plan.variants = vec!["gardner".to_owned()];
    plan
}

fn made(mv: &str, score: ReportedScore, depth: u32, ms: u64) -> MoveRecord {
    MoveRecord { mv: mv.to_owned(), score: Some(score), depth, nodes: 100, ms }
}

fn record(reason: &str, winner: Option<Color>, fault: Option<&str>) -> GameRecord {
    GameRecord {
        number: GameNumber { round: 1, pairing: 2, pair: 3, is_second: true },
        variant: "gardner".to_owned(),
        players: [1, 0],
        opening: "b2b3".to_owned(),
        moves: vec![
            made("a4b3", ReportedScore::Centipawns(-31), 4, 1_250),
            made("a2b3", ReportedScore::Mate(3), 9, 50),
            made("c4b3", ReportedScore::Mate(-2), 70_000, 0),
        ],
        winner,
        reason: reason.to_owned(),
        fault: fault.map(str::to_owned),
        started: 1_795_737_600,
    }
}

fn standings() -> Standings {
    let row = |player: usize, name: &str, elo: f64| StandingRow {
        player,
        name: name.to_owned(),
        wins: 3,
        draws: 1,
        losses: 2,
        points: 3.5,
        elo,
        error: 40.5,
        faults: 1,
        rounds_won: 0,
    };
    let rows = vec![row(1, HOSTILE, 60.0), row(0, "Level 3", -60.0)];
    let cross = vec![vec![None, None], vec![None, None]];
    Standings { rows, cross, sprt: None, finished: 6, planned: Some(8) }
}

#[test]
fn a_record_reads_back_from_its_pgn() {
    let fault = format!("Evil: it wrote {HOSTILE}");
    let text = pgn(&plan(), &record(end::FORFEIT, Some(Color::Black), Some(&fault)));
    let games = read_pgn(text.as_bytes(), Variant::default_variant()).unwrap();
    let [read] = &games[..] else { panic!("{text}") };
    assert!(read.problems.is_empty(), "{:?}", read.problems);
    let game = &read.game;
    let mut start = *game.start();
    let mut moves = Vec::new();
    for mv in game.main_line_moves() {
        moves.push(start.move_text(mv));
        start = start.play(mv);
    }
    assert_eq!(moves, ["b2b3", "a4b3", "a2b3", "c4b3"]);
    let notes: Vec<&Notes> =
        game.path(game.head()).into_iter().filter_map(|id| Some(&game.node(id)?.notes)).collect();
    let found: Vec<_> = notes.iter().map(|notes| (notes.evaluation, notes.used_ms)).collect();
    let mate = |moves, depth_plies| Some(RecordedEval::Mate { moves, depth_plies });
    let expected = [
        (None, None),
        (None, None),
        (Some(RecordedEval::Centipawns { cp: 31, depth_plies: 4 }), Some(1_250)),
        (mate(3, 9), Some(50)),
        (mate(2, u16::MAX), Some(0)),
    ];
    assert_eq!(found, expected, "{text}");
    assert!(notes[4].comment.starts_with("forfeit: Evil: it wrote =</script>"), "{text}");
    assert_eq!(game.header.names, [HOSTILE.to_owned(), "Level 3".to_owned()]);
    let tags = ["Date", "Round", "Termination"].map(|name| game.header.tag(name));
    assert_eq!(tags, [Some("2026.11.27"), Some("1.2.3b"), Some("rules infraction")]);
    assert_eq!(game.result(), Some(GameEnd::Recorded(Some(Color::Black))));
}

#[test]
fn pgn_names_the_kind_of_an_end() {
    let mut with_clock = plan();
    with_clock.limits = LimitChoice::Clock { base_ms: 60_000, increment_ms: 500 };
    for (reason, winner, result, termination) in [
        (end::TIME, Some(Color::White), "1-0", "[Termination \"time forfeit\"]"),
        (end::RESIGNED, Some(Color::Black), "0-1", "[Termination \"resignation\"]"),
        (end::DRAW_RULE, None, "1/2-1/2", "[Termination \"adjudication\"]"),
        (end::TABLES, Some(Color::Black), "0-1", "[Termination \"adjudication\"]"),
    ] {
        let text = pgn(&with_clock, &record(reason, winner, None));
        for part in
            [format!("[Result \"{result}\"]").as_str(), termination, "[TimeControl \"60+0.500\"]"]
        {
            assert!(text.contains(part), "{part} is missing in {text}");
        }
        assert!(text.contains(reason.split(' ').next().unwrap()), "{text}");
    }
}

#[test]
fn a_game_of_other_rules_has_no_pgn() {
    let mut unknown = record(end::TIME, None, None);
    unknown.moves.push(made("a1a9", ReportedScore::Centipawns(0), 1, 1));
    assert_eq!(pgn(&plan(), &unknown), "");
    unknown.variant = "chess".to_owned();
    assert_eq!(pgn(&plan(), &unknown), "");
}

#[test]
fn the_page_holds_names_as_text_only() {
    let records = [record(end::FORFEIT, Some(Color::Black), Some(HOSTILE))];
    let page = html(&plan(), &records, &standings());
    assert_eq!(page.matches("</script>").count(), 2, "the data and the script");
    assert!(!page.contains("<b id=") && !page.contains("<!--"), "{page}");
    assert!(page.contains("<h1>=&lt;/script&gt;&lt;b id=&quot;x&quot;&gt;"), "{page}");
    let data = page.split("id=\"data\">").nth(1).and_then(|rest| rest.split("</script>").next());
    let games: serde_json::Value = serde_json::from_str(data.unwrap()).unwrap();
    assert_eq!(games[0]["id"], "1.2.3b");
    assert_eq!(games[0]["reason"], format!("forfeit: {HOSTILE}"));
    let moves = &games[0]["moves"];
    assert_eq!(moves[0], serde_json::json!(["b3", "b2-b3P", ""]));
    assert_eq!(moves[1], serde_json::json!(["axb3", "b3pa4-", "+0.31, depth 4, 1.25 s"]));
    assert!(page.contains("href=\"#game-1.2.3b\""), "{page}");
    assert!(!page.contains("src=") && !page.contains("url("), "it loads nothing");
}

#[test]
fn the_table_holds_no_formula() {
    let csv = table_csv(&standings());
    let lines: Vec<&str> = csv.lines().collect();
    assert_eq!(lines[0], "player,games,points,wins,draws,losses,elo,error,faults");
    assert!(lines[1].starts_with("\"'=</script><b id=\"\"x\"\"> "), "{csv}");
    assert_eq!(lines[2], "Level 3,6,3.5,3,1,2,-60.0,40.5,1");
}

#[test]
fn a_rating_without_bounds_is_not_drawn() {
    let mut standings = standings();
    let drawn = |standings: &Standings| {
        plot::ratings_svg(standings).map_or(0, |svg| svg.matches("<circle").count())
    };
    assert_eq!(drawn(&standings), 2);
    standings.rows[0].error = f64::INFINITY;
    assert_eq!(drawn(&standings), 1);
    standings.rows[1].elo = f64::NAN;
    assert_eq!(drawn(&standings), 0);
    assert!(table_csv(&standings).ends_with("Level 3,6,3.5,3,1,2,,,1\n"));
}

#[test]
fn a_decided_test_names_what_is_accepted() {
    let test = SprtPlan { elo0: 0.0, elo1: 5.0, alpha: 0.05, beta: 0.05 };
    let decision = Some(SprtDecision::Elo1);
    let pairs = [1, 2, 30, 20, 9];
    let state = SprtState { pairs, llr: 2.96, lower: -2.94, upper: 2.94, elo: 12.34, decision };
    assert_eq!(
        sprt_text(&test, &state),
        "Sequential test between 0 and 5 normalized Elo: 5 Elo or more is accepted; 62 pairs, +12.3 \
         Elo, log-likelihood ratio 2.96 within -2.94 and 2.94"
    );
}
