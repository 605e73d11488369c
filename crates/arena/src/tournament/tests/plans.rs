//! The files of plans, and the journals of their games.

use std::fs;

use proptest::prelude::*;

use super::*;

#[test]
fn a_plan_has_defaults_and_two_ways_to_write_programs() {
    let short = plan("(players: [Level(3), Random])");
    assert_eq!((short.name.as_str(), short.games, short.seed), ("test", 2, 1));
    assert_eq!(short.variants, ["minichess"]);
    assert_eq!(short.limits, LimitChoice::MoveTime(1_000));
    assert_eq!(short.player_names(), ["Level 3", "Random"]);
    assert!(short.commands().is_empty());
    let rest = "adjudication: (tables: true, resign: (score: 900, moves: 3)), \
                limits: Clock(base_ms: 1000), sprt: (elo0: 0, elo1: 5), \
                players: [Level(1), Program";
    let program = "(name: \"Mine\", command: [\"my engine\", \"-x\"])";
    let one = plan(&format!("({rest}{program}])"));
    assert_eq!(one, plan(&format!("({rest}({program})])")));
    assert_eq!(one.commands(), ["Mine: 'my engine' -x"]);
    assert_eq!(one.adjudication.resign, Some(ResignRule { score: 900, moves: 3 }));
    assert_eq!(one.sprt, Some(SprtPlan { elo0: 0.0, elo1: 5.0, alpha: 0.05, beta: 0.05 }));
}

#[test]
fn no_character_hides_a_command() {
    let text = "(name: \"Cup\\n\\u{1b}[2K2026\", players: [Random, Program(name: \"Mine\", \
                command: [\"sh\", \"rm x\\r\\u{1b}[2K\\n\\u{202e}y\"])])";
    let plan = plan(text);
    assert_eq!(plan.name, "Cup [2K2026");
    assert_eq!(plan.commands(), ["Mine: sh 'rm x\\u{d}\\u{1b}[2K\\u{a}\\u{202e}y'"]);
}

#[test]
fn paths_count_from_the_folder_of_the_plan() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("ann")).unwrap();
    let bot = "(run: [\"python3\", \"player.py\"], plays: [\"minichess\"])";
    fs::write(folder.path().join("ann/bot.ron"), bot).unwrap();
    let text = "(players: [Bot(\"ann\"), Program(name: \"B\", command: [\"bin/b\", \"x/y\"]), \
                Program(name: \"C\", command: [\"c\"], folder: \"c\")])";
    let path = folder.path().join("class.ron");
    let plan = TournamentPlan::parse(text, &path).unwrap();
    let programs: Vec<_> = plan.players.iter().filter_map(PlayerEntry::program).collect();
    assert_eq!(plan.player_names(), ["ann", "B", "C"]);
    assert_eq!(programs[0].command, ["python3", "player.py"]);
    assert_eq!(programs[1].command[0], folder.path().join("bin/b").to_str().unwrap());
    assert_eq!(programs[1].command[1], "x/y", "an argument");
    assert_eq!(programs[2].folder.as_deref(), Some(&*folder.path().join("c")));
    let missing = TournamentPlan::parse("(players: [\nBot(\"bob\"), Random])", &path).unwrap_err();
    let missing = missing.to_string();
    assert!(missing.contains("class.ron:2: \"players\": ") && missing.contains("bob"), "{missing}");
}

#[test]
fn errors_name_field_and_line() {
    let two = "players: [Level(1), Random]";
    for (text, message) in [
        ("(games: 2)", "1: \"players\": a tournament has from 2 to 500 players"),
        ("(players: [Level(1)])", "1: \"players\": a tournament has from 2 to 500 players"),
        ("(\nplayers: [Level(1),\nLevel(13)])", "3: \"players\": there is no level 13"),
        ("(players: [Random,\nRandom])", "\"players\": two players are called \"Random\""),
        (
            "(players: [Random, Program(name: \"a\\u{202e}\", command: [\"a\"])])",
            "has an invisible character",
        ),
        (
            "(players: [Random,\nProgram(name: \"a\", command: [])])",
            "2: \"players\": the program \"a\" has no command",
        ),
        ("(TWO,\nvariants: [\"go\"])", "2: \"variants\": there is no board \"go\""),
        ("(TWO,\nvariants: [])", "2: \"variants\": there is no board"),
        ("(TWO, variants: [\"gardner\", \"gardner\"])", "\"gardner\" stands there twice"),
        ("(TWO,\n\ngames: 3)", "3: \"games\": 3 is not an even number"),
        ("(TWO, format: Swiss(rounds: 1000), games: 102)", "more than 100,000 games"),
        ("(TWO, format: Swiss(rounds: 0))", "\"format\": \"rounds\" is a number from 1"),
        ("(TWO,\nopenings: Lines([\"a2a9\"]))", "2: \"openings\": \"a2a9\" on minichess: "),
        ("(TWO, openings: Lines([]))", "\"openings\": there is no line"),
        ("(TWO, openings: Even(max_score: -1, nodes: 5))", "\"max_score\" is from 0"),
        ("(TWO, limits: Nodes(0))", "\"limits\": 0 nodes are not possible"),
        ("(TWO, limits: Clock(base_ms: 0))", "\"limits\": the time of a clock"),
        ("(TWO, concurrency: 0)", "\"concurrency\": it is the number of games at once"),
        ("(TWO, adjudication: (resign: (score: 0, moves: 1)))", "\"resign\": \"score\""),
        ("(TWO, sprt: (elo0: 5, elo1: 0))", "\"sprt\": \"elo0\" is less than \"elo1\""),
        ("(TWO, sprt: (elo0: 0, elo1: 5, alpha: 0.7))", "\"alpha\" and \"beta\""),
        ("(TWO,\n mooves: 3)", "2:"),
        ("(TWO", "test.ron: "),
        ("players", "test.ron: 1:"),
        ("", "test.ron: "),
    ] {
        let text = text.replace("TWO", two);
        let error = TournamentPlan::parse(&text, Path::new("test.ron")).unwrap_err().to_string();
        assert!(error.contains(message), "{text}\n{error}");
        assert!(error.starts_with("test.ron:"), "{error}");
    }
}

#[test]
fn kept_games_of_another_plan_are_refused() {
    let plan = plan_of(3, TournamentFormat::RoundRobin, 2);
    let ledger = decided(plan.clone(), &mut |_| None);
    let good = ledger.records()[0].clone();
    let of = |number: &str| number.parse::<GameNumber>().unwrap();
    let moved = MoveRecord { mv: "a1a4".into(), score: None, depth: 0, nodes: 0, ms: 0 };
    for (bad, problem) in [
        (GameRecord { number: of("1.4.1a"), ..good.clone() }, "there is no such game"),
        (GameRecord { number: of("2.1.1a"), ..good.clone() }, "there is no such game"),
        (GameRecord { players: [1, 0], ..good.clone() }, "other players meet there"),
        (GameRecord { variant: "gardner".into(), ..good.clone() }, "it is played on silverman4x4"),
        (GameRecord { moves: vec![moved], ..good.clone() }, "\"a1a4\" is not allowed here"),
    ] {
        let Err(error) = Tournament::new(plan.clone(), vec![bad]) else { panic!("{problem}") };
        let error = error.to_string();
        assert!(error.starts_with("the kept game ") && error.contains(problem), "{error}");
    }
    let twice = Tournament::new(plan, vec![good.clone(), good]).unwrap();
    assert_eq!(twice.records().len(), 1);
}

#[test]
fn a_journal_survives_a_torn_line_and_refuses_others() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("cup.games");
    assert_eq!(TournamentFolder::beside(&folder.path().join("cup.ron")), path);
    let plan = plan_of(3, TournamentFormat::RoundRobin, 2);
    let ledger = decided(plan.clone(), &mut |_| None);
    let [first, second, third, ..] = ledger.records() else { panic!("too few games") };
    let journal = path.join("games.ron");
    let append = |records: &[&GameRecord]| {
        let mut opened = TournamentFolder::open(&path, &plan).unwrap();
        records.iter().for_each(|record| opened.folder.append(record).unwrap());
        opened
    };
    let opened = append(&[third, first]);
    let in_use = TournamentFolder::open(&path, &plan).unwrap_err().to_string();
    assert!(in_use.starts_with("another running Minnow plays"), "{in_use}");
    drop(opened);
    let text = fs::read_to_string(&journal).unwrap();
    // Whatever was written of the next line.
    let line = ron::to_string(second).unwrap();
    for bytes in [0, 1, line.len() / 2, line.len()] {
        fs::write(&journal, format!("{text}{}", &line[..bytes])).unwrap();
        let kept = TournamentFolder::read(&path).unwrap();
        assert_eq!((&kept.plan, kept.records.len()), (&plan, 2));
        let opened = append(&[]);
        assert_eq!(opened.records, [third.clone(), first.clone()]);
        let is_told = opened.dropped.is_some_and(|sentence| sentence.contains("games.ron"));
        assert_eq!(is_told, bytes > 0);
        assert_eq!(fs::read_to_string(&journal).unwrap(), text);
    }
    // Another number of threads or place of a program is the same tournament, another seed is not.
    let mut faster = TournamentPlan { concurrency: 4, ..plan.clone() };
    if let PlayerEntry::Program(program) = &mut faster.players[0] {
        program.command[0] = "elsewhere/player".to_owned();
    }
    assert_eq!(TournamentFolder::open(&path, &faster).unwrap().records.len(), 2);
    let other = TournamentPlan { seed: 2, ..plan.clone() };
    let error = TournamentFolder::open(&path, &other).unwrap_err().to_string();
    assert!(error.contains("games of another tournament: \"seed\" differs"), "{error}");
    fs::write(&journal, format!("{text}(no)\n")).unwrap();
    let error = TournamentFolder::open(&path, &plan).unwrap_err().to_string();
    assert!(error.contains("games.ron\", line 4: "), "{error}");
    fs::write(&journal, text.replacen("format:1", "format:2", 1)).unwrap();
    let error = TournamentFolder::open(&path, &plan).unwrap_err().to_string();
    assert!(error.contains("newer version"), "{error}");
    // The heading itself was cut off.
    fs::write(&journal, &text[..40]).unwrap();
    assert!(TournamentFolder::open(&path, &plan).unwrap().records.is_empty());
}

#[test]
fn the_plan_of_a_journal_hides_no_command() {
    let folder = tempfile::tempdir().unwrap();
    let bot = folder.path().join("bot");
    fs::create_dir(&bot).unwrap();
    fs::write(bot.join("bot.ron"), "(run: [\"./evil\"], plays: [])").unwrap();
    let mut plan = plan_of(2, TournamentFormat::RoundRobin, 2);
    let write = |plan: &TournamentPlan| {
        let plan = ron::to_string(plan).unwrap();
        fs::write(folder.path().join("games.ron"), format!("(format:1,plan:{plan})\n")).unwrap();
    };
    let evil = format!("bot: ./evil, in {}", bot.display());
    plan.players[1] = PlayerEntry::Bot(bot);
    write(&plan);
    let read = TournamentFolder::read(folder.path()).unwrap().plan;
    assert_eq!(read.commands(), ["Player 0: player", evil.as_str()]);
    plan.players[1] = PlayerEntry::Random;
    for name in ["Cup\nIt starts nothing.", "Cup\u{200b}"] {
        plan.name = name.to_owned();
        write(&plan);
        let error = TournamentFolder::read(folder.path()).unwrap_err().to_string();
        assert!(error.contains("games.ron\", line 1: \"name\": it has a line end"), "{error}");
    }
}

#[test]
fn records_are_read_as_they_are_written() {
    let score = Some(minnow_external::ReportedScore::Mate(-3));
    let played = MoveRecord { mv: "a2a3".into(), score, depth: 7, nodes: 900, ms: 12 };
    let record = GameRecord {
        number: "1.3.2b".parse().unwrap(),
        variant: "minichess".into(),
        players: [2, 0],
        opening: "b2b3".into(),
        moves: vec![played],
        winner: Some(Color::Black),
        reason: end::FORFEIT.into(),
        fault: Some("\"A\": it said\nno".into()),
        started: 1_700_000_000,
    };
    let line = ron::to_string(&record).unwrap();
    assert!(!line.contains('\n') && line.contains("number:\"1.3.2b\""), "{line}");
    assert_eq!(ron::from_str::<GameRecord>(&line).unwrap(), record);
    assert_eq!(record.faulty_player(), Some(2));
    for text in ["", "1.1.1", "1.1a", "1.0.1a", "1.1.1.1b", "1.1.1c", "a.b.ca", "1.1.1ab"] {
        assert!(text.parse::<GameNumber>().is_err(), "{text}");
    }
}

proptest! {
    #[test]
    fn any_text_is_a_plan_or_an_error(text in "[\\[\\]() :,\"a-zA-Z0-9\n-]{0,80}") {
        let _ = TournamentPlan::parse(&text, Path::new("test.ron"));
        let _ = TournamentPlan::parse(
            &format!("(players: [Level(1), Random], {text})"),
            Path::new("test.ron"),
        );
    }
}
