//! Transcripts: commands in, answers out, through the function that the program runs. `letter.rs` has
//! those about the letter of the protocol.

use std::io::{self, BufRead, Read};

mod letter;

pub(super) use super::session::SharedBuffer;
use super::{Uci, UciCommand, UciOutput, command::SetOption, run, search::fallback_move};
use minnow_engine::{Level, Opponent, SharedSearcher};
use minnow_jobs::{Runner, Spawner};
use minnow_rules::{Position, Variant, builtin_variants, perft};
use minnow_tables::cache::TableCache;

fn new_engine() -> Uci {
    let runner = Runner::new("search", Spawner::default(), || {});
    Uci::new(UciOutput::new(SharedBuffer::default()), runner, SharedSearcher::new(1))
}

/// The answers of a new engine to this input, up to its end.
pub(super) fn answers_of(
    input: impl BufRead,
    spawner: Spawner,
    cache: Option<TableCache>,
) -> Vec<String> {
    let buffer = SharedBuffer::default();
    run(input, buffer.clone(), spawner, cache).unwrap();
    buffer.lines()
}

/// The answers to these commands.
pub(super) fn answers(commands: &str) -> Vec<String> {
    answers_of(commands.as_bytes(), Spawner::default(), None)
}

/// The only answer that starts with this word.
pub(super) fn only<'a>(answers: &'a [String], word: &str) -> &'a str {
    let found: Vec<&String> = answers.iter().filter(|line| line.starts_with(word)).collect();
    assert_eq!(found.len(), 1, "{word} in {answers:#?}");
    found[0]
}

pub(super) fn complaints(answers: &[String]) -> Vec<&str> {
    answers.iter().filter_map(|line| line.strip_prefix("info string ")).collect()
}

/// The deepest iteration reported.
pub(super) fn depth(answers: &[String]) -> u32 {
    let depths = answers.iter().filter_map(|line| line.strip_prefix("info depth "));
    depths.filter_map(|rest| rest.split(' ').next()?.parse().ok()).max().unwrap_or(0)
}

/// An output on a full disk.
struct FullDisk;

impl io::Write for FullDisk {
    fn write(&mut self, _: &[u8]) -> io::Result<usize> {
        Err(io::ErrorKind::StorageFull.into())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// An input that goes on for ever ends the program with its first answer.
#[test]
fn a_full_output_ends_the_protocol() {
    let endless = io::BufReader::new(io::repeat(b'\n'));
    let commands: &[u8] = b"isready\n";
    let error = run(commands.chain(endless), FullDisk, Spawner::default(), None).unwrap_err();
    assert_eq!(error.kind(), io::ErrorKind::StorageFull);
}

#[test]
fn uci_lists_options_and_all_variants() {
    let answers = answers("uci\nisready\n");
    assert!(answers[0].starts_with("id name Minnow "));
    let ready = answers.iter().position(|line| line == "readyok").unwrap();
    assert_eq!(answers[ready - 1], "uciok");
    let variants = only(&answers, "option name UCI_Variant");
    for variant in builtin_variants() {
        assert!(variants.contains(&format!(" var {}", variant.id)), "{variants}");
    }
    for option in [
        "Hash",
        "Clear Hash",
        "Threads",
        "MultiPV",
        "Ponder",
        "Level",
        "UCI_Elo",
        "Move Overhead",
        "Tables",
    ] {
        only(&answers, &format!("option name {option} type"));
    }
}

#[test]
fn a_search_reports_every_depth_and_moves() {
    let answers = answers("position startpos moves a2a3 b5b4\ngo depth 4\n");
    for depth in 1..=4 {
        let info = only(&answers, &format!("info depth {depth} "));
        for word in " seldepth , multipv 1 score , nodes , nps , hashfull , time , pv ".split(',') {
            assert!(info.contains(word), "{info}");
        }
    }
    let best = only(&answers, "bestmove ").strip_prefix("bestmove ").unwrap().to_owned();
    let info = only(&answers, "info depth 4 ");
    assert!(info.contains(&format!(" pv {best}")), "{info}");
    assert_eq!(answers.last().unwrap(), &format!("bestmove {best}"));
}

#[test]
fn bad_commands_are_answered_and_left_out() {
    for (bad, quoted) in [
        ("hello world", "\"hello\""),
        (&"x".repeat(1_000), &format!("\"{}\u{2026}\"", "x".repeat(60))),
        ("position startpos moves a2a9", "a2a9"),
        ("setoption", "name"),
        ("setoption name Colour value red", "\"Colour\""),
        ("setoption name Hash value big", "\"big\""),
        ("setoption name Hash", "\"\""),
        ("setoption name Level value -3", "Level -3 is not from 1 to 12: 1 is used"),
        ("setoption name Threads value two", "\"two\""),
        ("setoption name MultiPV value", "\"\""),
        ("setoption name Move Overhead value 1e3", "\"1e3\""),
        ("setoption name UCI_Variant value draughts", "\"draughts\""),
        ("\u{fc}\u{0}\u{7f}", "\u{fc}"),
    ] {
        let answers = answers(&format!("{bad}\nisready\ngo depth 1\n"));
        let complaints = complaints(&answers);
        assert_eq!(complaints.len(), 1, "{bad}: {answers:#?}");
        assert!(complaints[0].contains(quoted), "{bad}: {}", complaints[0]);
        only(&answers, "readyok");
        only(&answers, "bestmove ");
    }
}

#[test]
fn a_malformed_go_is_answered() {
    for (go, quoted) in [
        ("go depth 2 foo", "\"foo\""),
        ("go depth", "\"\""),
        ("go mate -2", "\"-2\""),
        ("go wtime soon btime 50", "\"soon\""),
        ("go perft deep", "\"deep\""),
        ("go searchmoves a2a9 e2e4 x", "\"a2a9\""),
        ("go searchmoves a2a3 a2a5", "\"a2a5\""),
    ] {
        // The node limit keeps the test fast where a second would be searched.
        let answers = answers(&format!("{go} nodes 300\nisready\n"));
        assert_eq!(complaints(&answers).len(), 1, "{go}: {answers:#?}");
        assert!(complaints(&answers)[0].contains(quoted), "{go}: {answers:#?}");
        only(&answers, "bestmove ");
        only(&answers, "readyok");
    }
}

#[test]
fn a_drawn_game_still_gets_a_move() {
    for (variant, fen) in [
        ("minichess", "k4/5/5/5/5/1R2K w - - 0 41"),
        ("gardner", "k4/5/5/5/1R2K w - - 100 80"),
        ("gardner", "k4/5/5/5/4K w - - 0 1"),
    ] {
        let position = Position::from_fen(Variant::by_id(variant).unwrap(), fen).unwrap();
        assert!(position.outcome(1).is_some_and(|outcome| outcome.winner.is_none()), "{fen}");
        let setup = format!("setoption name UCI_Variant value {variant}\nposition fen {fen}\n");
        let answers = answers(&format!("{setup}go depth 3\n"));
        let best = only(&answers, "bestmove ").strip_prefix("bestmove ").unwrap();
        assert!(position.parse_move(best).is_ok(), "{answers:#?}");
        assert_eq!(complaints(&answers), ["the game is drawn by its rules"]);
    }
    let chosen = "position fen k4/5/5/5/5/1R2K w - - 0 41\ngo depth 1 searchmoves b1b4\n";
    assert_eq!(only(&answers(chosen), "bestmove "), "bestmove b1b4");
}

#[test]
fn every_command_ends_a_count() {
    let stopped = answers("go perft 12\nisready\nstop\nisready\ngo perft 2\n");
    assert_eq!(stopped.iter().filter(|line| *line == "readyok").count(), 2);
    assert!(complaints(&stopped)[0].starts_with("the count was stopped after "), "{stopped:#?}");
    assert_eq!(only(&stopped, "nodes "), "nodes 49");
    let piped = answers("go perft 3\nposition startpos moves a2a3\ngo perft 1\nquit\n");
    let totals: Vec<&String> = piped.iter().filter(|line| line.starts_with("nodes ")).collect();
    assert_eq!(totals.len(), 2, "{piped:#?}");
}

#[test]
fn a_line_without_an_end_is_cut() {
    let endless = io::repeat(b'x').take(3 << 20);
    let input = io::BufReader::new(endless.chain(b"\nisready\ngo depth 1".as_slice()));
    let answers = answers_of(input, Spawner::default(), None);
    assert_eq!(complaints(&answers).len(), 1);
    only(&answers, "readyok");
    only(&answers, "bestmove ");
}

#[test]
fn search_moves_restrict_the_choice() {
    for wanted in ["a2a3", "b1c3", "e2e3"] {
        let answers = answers(&format!("go depth 3 searchmoves {wanted}\n"));
        assert_eq!(only(&answers, "bestmove "), format!("bestmove {wanted}"));
    }
}

#[test]
fn the_end_of_input_stops_endless_searches_only() {
    let limited = answers("go depth 6\n");
    assert_eq!(depth(&limited), 6);
    only(&limited, "bestmove ");
    let endless = answers("go infinite\n");
    only(&endless, "bestmove ");
    let unlimited = answers("go nodes 3000\n");
    only(&unlimited, "bestmove ");
}

#[test]
fn quit_ends_even_a_limited_search() {
    let answers = answers("go depth 100\nquit\nisready\n");
    only(&answers, "bestmove ");
    assert!(!answers.contains(&"readyok".to_owned()), "nothing is read after quit");
}

#[test]
fn a_finished_endless_search_waits_for_stop() {
    // The king can be taken, the game is over, the mate is found: each ends its search at once.
    for fen in
        ["k4/5/5/5/5/R3K w - - 0 1", "k4/5/5/5/5/R3K w - - 0 41", "5/5/1QP2/p3p/P3P/k3K w - - 0 40"]
    {
        let commands = format!("position fen {fen}\ngo infinite\nisready\nstop\nisready\n");
        let answers = answers(&commands);
        let at = |word: &str| answers.iter().position(|line| line.starts_with(word)).unwrap();
        assert!(at("readyok") < at("bestmove"), "{answers:#?}");
        only(&answers, "bestmove ");
    }
}

#[test]
fn a_new_search_ends_the_one_before_it() {
    let answers = answers("go infinite\nposition startpos moves a2a3\ngo depth 2\ngo depth 3\n");
    let best = answers.iter().filter(|line| line.starts_with("bestmove "));
    assert_eq!(best.count(), 3, "{answers:#?}");
    assert!(answers.last().unwrap().starts_with("bestmove "));
}

#[test]
fn every_option_is_understood_in_any_case() {
    let options = "setoption name Hash value 2\nsetoption name hash value 999999999999\n\
        setoption name Hash value 0\nsetoption name Clear Hash\n\
        setoption name Threads value 0\nsetoption name threads value 3\n\
        setoption name MultiPV value 0\nsetoption name multipv value 2\n\
        setoption name LEVEL value 0\nsetoption name Level value 99\n\
        setoption name move overhead value 100000\nsetoption name UCI_Variant value gardner\n";
    let parsed: Vec<_> = options.lines().map(UciCommand::parse).collect();
    assert!(parsed.iter().all(Result::is_ok), "{parsed:?}");
    // Sizes out of range are brought into it; this one is small, for the test's sake.
    let small = options.replace("setoption name hash value 999999999999\n", "");
    let answers = answers(&format!("{small}go depth 2\n"));
    let out_of_range = [
        "Hash 0 is not from 1 to 4096: 1 is used",
        "Threads 0 is not from 1 to 256: 1 is used",
        "MultiPV 0 is not from 1 to 256: 1 is used",
        "Level 0 is not from 1 to 12: 1 is used",
        "Level 99 is not from 1 to 12: 12 is used",
        "Move Overhead 100000 is not from 0 to 5000: 5000 is used",
    ];
    assert_eq!(complaints(&answers), out_of_range);
    only(&answers, "bestmove ");
}

#[test]
fn all_levels_but_twelve_limit_the_search() {
    // So late in the game no book answers.
    let late = Position::start(Variant::default_variant()).fen().replace(" 0 1", " 0 9");
    let deepest = |level: u8| {
        let level = format!("setoption name Level value {level}");
        depth(&answers(&format!("{level}\nposition fen {late}\ngo depth 6\n")))
    };
    assert_eq!(deepest(1), 1);
    assert_eq!(deepest(5), Level::get(5).depth);
    assert_eq!(deepest(12), 6);
    let shallow =
        answers(&format!("setoption name Level value 9\nposition fen {late}\ngo depth 2\n"));
    assert_eq!(depth(&shallow), 2, "the limits of go hold besides the level's");
}

#[test]
fn the_variant_changes_the_rules_and_the_start() {
    let minichess = answers("go perft 3\n");
    let gardner = answers("setoption name UCI_Variant value gardner\ngo perft 3\n");
    assert_ne!(minichess.last(), gardner.last());
    let start = Position::start(Variant::by_id("gardner").unwrap());
    let total = perft(&start, 3);
    assert_eq!(gardner.last().unwrap(), &format!("nodes {total}"));
    assert_eq!(gardner.len() as u64, start.count_legal_moves() + 1);
}

#[test]
fn promotions_carry_their_letter_and_castling_its_rook() {
    let promotion = answers("position fen 4k/P4/5/5/5/4K w - - 0 1\ngo depth 3\n");
    assert_eq!(only(&promotion, "bestmove "), "bestmove a5a6q");
    let castling = "setoption name UCI_Variant value diana\n\
        position fen r2k1r/pppppp/6/6/PPPPPP/R2K1R w KQkq - 0 1\n";
    let searched = answers(&format!("{castling}go depth 2 searchmoves d1f1\n"));
    assert_eq!(only(&searched, "bestmove "), "bestmove d1f1");
    let counted = answers(&format!("{castling}go perft 1\n"));
    only(&counted, "d1f1: 1");
    only(&counted, "d1e1: 1");
}

#[test]
fn a_finished_game_has_no_move() {
    for position in
        ["fen k4/5/5/5/5/R3K w - - 0 1 moves a1a6", "fen 5/4K/5/p1p2/ppPp1/kn1R1 b - - 0 1"]
    {
        let answers = answers(&format!("position {position}\ngo depth 5\n"));
        assert_eq!(answers, ["bestmove (none)"], "{position}");
    }
}

#[test]
fn clocks_and_odd_words_of_go_are_understood() {
    for go in [
        "go wtime 50 btime 50 winc 0 binc 0",
        "go wtime -20 btime 0 movestogo 1",
        "go ponder movetime 5",
        "go mate 1 nodes 2000",
    ] {
        let answers = answers(&format!("{go}\n"));
        assert_eq!(complaints(&answers), Vec::<&str>::new(), "{go}");
        only(&answers, "bestmove ");
    }
}

#[test]
fn lines_are_reported_in_their_order() {
    let answers = answers("setoption name MultiPV value 3\ngo depth 3\n");
    for depth in 1..=3 {
        let start = format!("info depth {depth} ");
        let lines: Vec<&String> = answers.iter().filter(|l| l.starts_with(&start)).collect();
        assert_eq!(lines.len(), 3, "{answers:#?}");
        for (index, line) in lines.iter().enumerate() {
            assert!(line.contains(&format!(" multipv {} ", index + 1)), "{line}");
        }
    }
    let best = only(&answers, "bestmove ").strip_prefix("bestmove ").unwrap();
    let first = answers.iter().rfind(|line| line.contains(" multipv 1 ")).unwrap();
    assert!(first.contains(&format!(" pv {best}")), "{first}");
}

#[test]
fn several_threads_stop_and_go_on() {
    let commands = "setoption name Threads value 5\ngo infinite\nisready\nstop\n\
        setoption name Threads value 2\ngo nodes 2000\n";
    let answers = answers(commands);
    only(&answers, "readyok");
    let best = answers.iter().filter(|line| line.starts_with("bestmove ")).count();
    assert_eq!(best, 2, "{answers:#?}");
}

#[test]
fn unused_protocol_commands_are_no_errors() {
    let answers = answers("debug on\nregister later\nponderhit\nstop\ndebug off\nisready\n");
    assert_eq!(answers, ["readyok"]);
}

#[test]
fn a_mate_search_ends_by_mate_or_depth() {
    let position = "position fen k4/p2pQ/PP2n/p4/1bp1P/1NQ1K w - - 0 1\n";
    for go in ["go mate 2 depth 9\n", "go mate 2\n"] {
        let mated = answers(&format!("{position}{go}"));
        let last = mated.iter().rfind(|line| line.starts_with("info ")).unwrap();
        assert!(last.contains(" score mate 2 ") && depth(&mated) < 9, "{last}");
    }
    let endless = answers("go mate 4294967295\nstop\n");
    only(&endless, "bestmove ");
    let sought = answers("go mate 1\n");
    assert_eq!(depth(&sought), 12);
    only(&sought, "bestmove ");
}

#[test]
fn the_table_is_cleared_before_the_clock_runs() {
    let mut engine = new_engine();
    for command in [
        "setoption name Level value 3",
        "ucinewgame",
        "setoption name UCI_Variant value gardner",
        "ucinewgame",
        "setoption name Level value 12",
        "ucinewgame",
    ] {
        engine.execute(UciCommand::parse(command).unwrap().unwrap());
        let variant = engine.root.position.variant();
        let cleared = engine.searcher.with(variant, |searcher| searcher.get_ready(variant));
        assert!(!cleared, "{command} leaves it to the search");
    }
}

#[test]
fn weak_levels_make_other_mistakes_in_another_game() {
    let mut engine = new_engine();
    let mut opponents = Vec::new();
    for level in [3, 12] {
        engine.execute(UciCommand::SetOption(SetOption::Level(level)));
        for _ in 0..2 {
            opponents.push(engine.opponent());
            engine.execute(UciCommand::NewGame);
        }
    }
    assert_eq!(opponents[..2], [0, 1].map(|game| Some(Opponent::of_level(3, game))));
    assert_eq!(opponents[2..], [None; 2]);
}

#[test]
fn a_failed_search_still_protects_the_king() {
    let minichess = Variant::default_variant();
    let unsearched = |fen| {
        let position = Position::from_fen(minichess, fen).unwrap();
        let mv = fallback_move(&position, &[]);
        mv.map(|mv| (position.move_text(mv), position.safe_moves().contains(mv)))
    };
    assert_eq!(unsearched("kq3/5/5/5/1q3/R3K w - - 0 40").unwrap().0, "a1a6");
    let (_, safe) = unsearched("k4/5/K4/5/4R/5 w - - 0 1").unwrap();
    assert!(safe);
    let (text, safe) = unsearched("k4/5/1Q3/K4/5/5 b - - 0 1").unwrap();
    assert!(!safe && text.starts_with("a6"), "{text}");
    assert_eq!(unsearched("5/4K/5/p1p2/ppPp1/kn1R1 b - - 0 1"), None);
}

#[test]
fn a_search_without_a_thread_gives_a_move() {
    let refusing = || Spawner::new(|_, _| Err(io::Error::other("no more threads")));
    let best = "bestmove a1a6";
    let position = "position fen kq3/5/5/5/1q3/R3K w - - 0 40";
    for (go, last) in [
        ("go depth 3\nisready\nstop", "readyok"),
        ("go infinite\nisready\nstop", best),
        ("go infinite\nisready\nquit", best),
        ("go infinite\nisready\ngo depth 2", best),
    ] {
        let lines = answers_of(format!("{position}\n{go}\n").as_bytes(), refusing(), None);
        let problem = "cannot start the search thread: no more threads; \
            the thread that reads commands searches for at most one second";
        let searches = go.matches("go ").count();
        assert_eq!(complaints(&lines), vec![problem; searches], "{lines:#?}");
        assert_eq!(lines.iter().filter(|line| *line == best).count(), searches, "{lines:#?}");
        assert_eq!(lines.last().unwrap(), last, "{go}");
    }
    let lines = answers_of(b"go depth 3\ngo perft 3\n".as_slice(), refusing(), None);
    assert_eq!(depth(&lines), 3, "the search is carried out");
    only(&lines, "bestmove ");
    assert_eq!(only(&lines, "nodes "), "nodes 473");
}
