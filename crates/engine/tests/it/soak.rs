//! A thousand fast games between levels, over all variants.
//!
//! As in the window and in matches, each side has an engine, and `minnow-game` is the referee.

use std::collections::BTreeMap;

use minnow_base::sync::StopFlag;
use minnow_engine::{
    LEVELS, Level, MAX_PLY, Opponent, Root, SearchInfo, SearchLimits, SearchResult, Searcher,
};
use minnow_game::{Game, GameEnd};
use minnow_rules::{Move, Position, Role, Variant, builtin_variants};

use crate::oracle::{Random, is_mated, king_capture};

const GAMES: usize = 1_000;
/// Most nodes for a move: enough for two iterations, and fast in a debug build.
const MOST_NODES: usize = 60;
/// One game in this many has [`MOST_NODES_DEEP`], for the depths of pruning and reductions.
const DEEP_EVERY: usize = 20;
const MOST_NODES_DEEP: usize = 3_000;

/// The most plies of a game by its rules: up to the move limit, or all captures and pawn moves with
/// the most plies between them.
fn most_plies(variant: &'static Variant) -> usize {
    if let Some(limit) = variant.ply_limit() {
        return limit as usize;
    }
    let start = Position::start(variant);
    let pawns = start.board().role(Role::Pawn).count() as usize;
    let irreversible =
        start.board().occupied().count() as usize + pawns * usize::from(variant.ranks);
    let between = 2 * usize::from(variant.progress_limit.expect("a limit of one kind"));
    (irreversible + 1) * between
}

/// One side: a level with its engine, and the seed of its mistakes.
struct Side {
    level: &'static Level,
    searcher: Searcher,
    seed: u64,
}

impl Side {
    fn search(&mut self, root: &Root, nodes: usize) -> SearchResult {
        let limits = self.level.limits().tightened(&SearchLimits::nodes(nodes as u64));
        // Without a time limit the games are the same on every machine.
        let limits = SearchLimits { movetime_ms: None, ..limits };
        let opponent = Opponent::of_level(self.level.number, self.seed);
        self.searcher.play(root, &opponent, &limits, &StopFlag::new(), &mut |_| {})
    }
}

/// Checks that the move is legal, keeps the king safe if possible, and captures the opponent's.
fn check_move(position: &Position, result: &SearchResult) {
    let best = result.best.unwrap_or_else(|| panic!("no move: {position:?}"));
    assert!(position.legal_moves().contains(best), "an illegal move: {position:?}");
    if king_capture(position).is_some() {
        assert!(position.takes_king(best), "a king is not captured: {position:?}");
    } else if !position.safe_moves().is_empty() {
        assert!(position.safe_moves().contains(best), "the own king can be captured: {position:?}");
    }
    assert_eq!(
        result.info.pv.first(),
        Some(&best),
        "the best move is not the line's: {position:?}"
    );
}

/// Checks that the line is legal and that the game does not end before it does.
fn check_line(start: &Position, line: &[Move]) {
    let mut position = *start;
    for mv in line {
        assert!(position.outcome(1).is_none(), "a line beyond the game's end: {start:?} {line:?}");
        assert!(position.legal_moves().contains(*mv), "an illegal line: {start:?} {line:?}");
        position = position.play(*mv);
    }
}

/// Checks a mate score: the mate is within the search and the game, is not shorter than its line, and
/// a mate in one is on the board after the move.
fn check_score(position: &Position, info: &SearchInfo) {
    let Some(moves) = info.score.mate_in() else { return };
    let plies = if moves > 0 { 2 * moves - 1 } else { -2 * moves };
    // By the rule of king capture the line continues for two plies after the mate.
    let sane = plies as usize <= MAX_PLY + 2 && info.pv.len() <= plies as usize + 2;
    assert!(sane, "a mate in {moves}: {position:?} {info:?}");
    if let Some(limit) = position.variant().ply_limit() {
        assert!(position.ply() + plies as u32 <= limit, "a mate after the last move: {position:?}");
    }
    let best = info.pv[0];
    if moves == 1 && !position.takes_king(best) {
        assert!(is_mated(&position.play(best)), "no mate: {position:?}");
    }
    assert_ne!(moves, 0, "mated with a move to make: {position:?}");
}

/// Plays a game that begins with random moves, and returns its end.
fn play(
    variant: &'static Variant,
    sides: &mut [Side; 2],
    most_nodes: usize,
    random: &mut Random,
) -> GameEnd {
    let mut game = Game::new(variant);
    let mut root = Root::new(Position::start(variant));
    let opening = random.below(6);
    for ply in 0..=most_plies(variant) {
        if let Some(end) = game.result() {
            return end;
        }
        let position = root.position;
        let safe = position.safe_moves();
        let mv = if ply < opening && !safe.is_empty() {
            safe.iter().nth(random.below(safe.len())).expect("the index is below the length")
        } else {
            let nodes = 1 + random.below(most_nodes);
            let side = &mut sides[ply % 2];
            let result = side.search(&root, nodes);
            check_move(&position, &result);
            check_line(&position, &result.info.pv);
            check_score(&position, &result.info);
            result.best.expect("checked before")
        };
        game.play(mv).expect("a legal move");
        root.play(mv);
        assert_eq!(game.position(), &root.position);
    }
    panic!("the game does not end: {:?}", root.position);
}

#[test]
fn a_thousand_fast_games_end_by_the_rules() {
    let mut random = Random(0x2545_f491_4f6c_dd1d);
    let variants = builtin_variants();
    let mut sides = [1, 2].map(|number| Side {
        level: Level::get(number),
        searcher: Searcher::new(&variants[0], 1),
        seed: 0,
    });
    let mut ends = BTreeMap::new();
    for number in 0..GAMES {
        let variant = &variants[number % variants.len()];
        for side in &mut sides {
            side.level = &LEVELS[random.below(LEVELS.len())];
            side.seed = number as u64;
            side.searcher.new_game();
        }
        let deep = number % DEEP_EVERY == 0;
        let most_nodes = if deep { MOST_NODES_DEEP } else { MOST_NODES };
        let GameEnd::ByRules(outcome) = play(variant, &mut sides, most_nodes, &mut random) else {
            panic!("a game ended without a rule");
        };
        *ends.entry(format!("{:?}", outcome.ending)).or_insert(0) += 1;
    }
    let seen: Vec<&str> = ends.keys().map(String::as_str).collect();
    for end in ["BareKings", "Checkmate", "KingTaken", "MoveLimit", "NoMoves", "Repetition"] {
        assert!(seen.contains(&end), "no game ended by {end}: {ends:?}");
    }
}
