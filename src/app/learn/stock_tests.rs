//! The stock of moments from folders of reviewed games.

use std::{collections::HashMap, fs, path::Path, thread};

use super::{LearnStock, tests::reviewed};
use crate::app::session::{ArchiveClient, KeptLists, KeptThing, Session, for_tests::session};
use minnow_engine::Random;
use minnow_game::{
    Computer, Game, Judgement, MoveVerdict, NodeId, Player, RecordedEval,
    archive::{Archive, ArchiveId},
    save::to_ron,
};
use minnow_jobs::Spawner;
use minnow_rules::{Move, Variant, builtin_variants};
use minnow_study::{
    analysis::{mistake_exercises, moment_name},
    puzzles::{PuzzleResult, PuzzleTry},
};

fn id(number: usize) -> ArchiveId {
    format!("20261122-{number:06}-000-1").parse().unwrap()
}

/// A game of White's, the user, against a level.
fn game_of(date: &str, level: u16) -> Game {
    let mut game = reviewed();
    game.header.players = [Player::Human, Player::Computer(Computer::of_strength(level * 100))];
    game.header.set_tag("Date", date);
    game
}

fn session_of(folder: &Path) -> Session {
    let mut session = session();
    session.archive = ArchiveClient::new(Some(Archive::new(folder)), Spawner::default(), || {});
    session
}

/// Chooses a board, and waits for the job if there is one to do.
fn settle(stock: &mut LearnStock, session: &mut Session, variant: &'static Variant) {
    stock.set_variant(variant);
    stock.tick(session);
    while stock.progress().is_some() {
        thread::yield_now();
        stock.tick(session);
    }
}

fn stock_of(session: &mut Session, variant: &'static Variant) -> LearnStock {
    let mut stock = LearnStock::default();
    settle(&mut stock, session, variant);
    stock
}

fn gardner() -> &'static Variant {
    Variant::by_id("gardner").unwrap()
}

/// A game of random moves, verdicts and players.
fn random_game(random: &mut Random) -> Game {
    let variants = builtin_variants();
    let mut game = Game::new(&variants[random.below(variants.len())]);
    let computer = Player::Computer(Computer::of_strength(500));
    let players =
        [[Player::Human, computer], [computer, Player::Human], [Player::Human, Player::Human]];
    game.header.players = players[random.below(players.len())];
    judge(&mut game, NodeId::ROOT, None, random);
    for _ in 0..random.below(30) {
        let moves: Vec<_> = game.position().legal_moves().iter().collect();
        if moves.is_empty() || game.result().is_some() {
            break;
        }
        let (mv, better) = (moves[random.below(moves.len())], moves[random.below(moves.len())]);
        let Ok(node) = game.play(mv) else { break };
        if random.below(8) > 0 {
            judge(&mut game, node, Some(better), random);
        }
    }
    game
}

/// Gives a move a random verdict with this better move, or the start one without.
fn judge(game: &mut Game, node: NodeId, better: Option<Move>, random: &mut Random) {
    let cp = random.below(1_200) as i32 - 600;
    let judgements = [None, Some(Judgement::Blunder), Some(Judgement::Inaccuracy)];
    let verdict = MoveVerdict {
        evaluation: RecordedEval::Centipawns { cp, depth_plies: 9 },
        judgement: better.and(judgements[random.below(judgements.len())]),
        sentence: "What the review says.".to_owned(),
        better: better.into_iter().collect(),
        is_confirmed: true,
    };
    game.set_verdict(node, verdict);
}

/// The names of the user's moments in a game.
fn moments_of(game: &Game) -> Vec<String> {
    let user = game.header.user();
    let exercises = user.map_or(Vec::new(), |user| mistake_exercises(game, user));
    let name = |before| moment_name(game.node(before).unwrap().position());
    exercises.into_iter().map(|exercise| name(exercise.before)).collect()
}

#[test]
fn all_moments_of_the_users_side_are_found() {
    for seed in 0..4 {
        let mut random = Random(seed);
        let folder = tempfile::tempdir().unwrap();
        let archive = Archive::new(folder.path());
        let games: Vec<Game> = (0..150).map(|_| random_game(&mut random)).collect();
        for (number, game) in games.iter().enumerate() {
            // Without the sync of each file.
            fs::write(archive.path_of(&id(number)), to_ron(game)).unwrap();
        }
        let mut session = session_of(folder.path());
        let mut stock = LearnStock::default();
        for variant in builtin_variants() {
            let of_board = games.iter().enumerate().filter(|(_, game)| game.variant() == variant);
            let mut expected: HashMap<ArchiveId, Vec<String>> =
                of_board.map(|(number, game)| (id(number), moments_of(game))).collect();
            expected.retain(|_, moments| !moments.is_empty());
            settle(&mut stock, &mut session, variant);
            let found: HashMap<ArchiveId, Vec<String>> =
                stock.games().iter().map(|game| (game.id.clone(), game.due.clone())).collect();
            assert_eq!(found, expected, "seed {seed}, {}", variant.id);
            assert_eq!(stock.due(), expected.values().map(Vec::len).sum::<usize>());
            assert_eq!(stock.problem(), None);
        }
    }
}

#[test]
fn games_are_named_by_day_and_opponent() {
    let folder = tempfile::tempdir().unwrap();
    let archive = Archive::new(folder.path());
    let mut named = game_of("2026.11.25", 4);
    named.header.names[1] = "Ada".to_owned();
    let mut black = game_of("2026.11.20", 4);
    black.header.players.swap(0, 1);
    let games = [
        game_of("2026.11.24", 5),
        named,
        black,
        game_of("2026.??.??", 5),
        game_of("2025.12.31", 5),
    ];
    for (number, game) in games.iter().enumerate() {
        archive.keep(&id(number), game).unwrap();
    }
    let mut stock = stock_of(&mut session_of(folder.path()), gardner());
    stock.refresh(&KeptLists::default().learned, "20261125-090000-000");
    let games: Vec<(&str, usize)> =
        stock.games().iter().map(|game| (game.title.as_str(), game.moments)).collect();
    assert_eq!(
        games,
        [
            ("2026.??.??, against Roach", 2),
            ("today, against Ada", 2),
            ("yesterday, against Roach", 2),
            ("5 days ago, against Dace", 1),
            ("2025.12.31, against Roach", 2),
        ]
    );
}

#[test]
fn learned_moments_leave_the_list_until_they_are_due() {
    let folder = tempfile::tempdir().unwrap();
    Archive::new(folder.path()).keep(&id(1), &game_of("2026.11.24", 5)).unwrap();
    let mut stock = stock_of(&mut session_of(folder.path()), gardner());
    let mut tries = KeptLists::default().learned;
    let all = moments_of(&game_of("2026.11.24", 5));
    let due = |stock: &mut LearnStock, tries: &_, now: &str| {
        stock.refresh(tries, now);
        (stock.games().len(), stock.due())
    };
    assert_eq!(due(&mut stock, &tries, "20261125-090000-000"), (1, 2));
    let first = stock.first_position().map(|position| moment_name(&position));
    assert_eq!(first.as_ref(), all.first());
    for (puzzle, result) in all.into_iter().zip([PuzzleResult::Solved, PuzzleResult::Failed]) {
        let ended = "20261125-090000-000".to_owned();
        tries.add(PuzzleTry { ended, puzzle, difficulty: 0, result });
    }
    assert_eq!(due(&mut stock, &tries, "20261125-100000-000"), (0, 0));
    assert_eq!(stock.first_position(), None);
    assert_eq!(due(&mut stock, &tries, "20261126-100000-000"), (1, 1), "the one that was shown");
    assert_eq!(due(&mut stock, &tries, "20270125-100000-000"), (1, 2));
}

#[test]
fn a_broken_file_costs_itself_only() {
    let folder = tempfile::tempdir().unwrap();
    let archive = Archive::new(folder.path());
    for number in 0..3 {
        archive.keep(&id(number), &game_of("2026.11.24", 5)).unwrap();
    }
    fs::write(archive.path_of(&id(1)), "(format: 1").unwrap();
    let stock = stock_of(&mut session_of(folder.path()), gardner());
    assert_eq!((stock.games().len(), stock.due()), (2, 4));
    let problem = stock.problem().unwrap();
    let is_one = problem.starts_with("One game cannot be read: ") && problem.ends_with('.');
    assert!(is_one && problem.contains(id(1).as_str()), "{problem}");
}

#[test]
fn new_games_are_found_on_their_board() {
    let folder = tempfile::tempdir().unwrap();
    let archive = Archive::new(folder.path());
    archive.keep(&id(1), &game_of("2026.11.24", 5)).unwrap();
    let mut session = session_of(folder.path());
    let mut stock = stock_of(&mut session, gardner());
    assert_eq!(stock.games().len(), 1);
    archive.keep(&id(2), &game_of("2026.11.25", 5)).unwrap();
    session.keeping.report(KeptThing::Archive, None);
    settle(&mut stock, &mut session, gardner());
    assert_eq!(stock.games().len(), 2);
    settle(&mut stock, &mut session, Variant::default_variant());
    assert_eq!((stock.games().len(), stock.due()), (0, 0));
}
