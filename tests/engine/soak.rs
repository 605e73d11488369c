//! A thousand fast games of the levels against each other, over all variants, without a fault.
//!
//! The games are played through the library as the window and the matches play them: an engine for
//! each side, and the game layer as the referee.

use std::{collections::BTreeMap, sync::atomic::AtomicBool};

use minnow::engine::{
    LEVELS, Level, MAX_PLY, Root, SearchInfo, SearchLimits, SearchResult, Searcher,
};
use minnow::game::{Game, GameEnd};
use minnow::rules::{Move, Position, Role, Variant, builtin_variants};

use crate::oracle::{Random, is_mated, king_capture};

const GAMES: usize = 1_000;
/// The most nodes of a move: so few that the games take seconds unoptimized, and enough for two
/// iterations and more.
const MOST_NODES: usize = 60;
/// One game in so many gets nodes for the depths where the search prunes and reduces.
const DEEP_EVERY: usize = 20;
const MOST_NODES_DEEP: usize = 3_000;

/// How many plies a game can last by its rules: to the move limit, or from one capture or pawn
/// move to the next as long as nothing else may be played.
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

/// One side: a level with its engine, and what it overlooks in this game.
struct Side {
    level: &'static Level,
    searcher: Searcher,
    seed: u64,
}

impl Side {
    fn search(&mut self, root: &Root, nodes: usize) -> SearchResult {
        let limits = self.level.limits().tightened(&SearchLimits::nodes(nodes as u64));
        // Without the ceiling of time the games are the same on every machine.
        let limits = SearchLimits { movetime_ms: None, ..limits };
        let handicap = self.level.handicap(self.seed);
        self.searcher.search(root, &limits, handicap, &AtomicBool::new(false), &mut |_| {})
    }
}

/// The move is allowed, keeps the king where that is possible, and takes the other's.
fn check_move(position: &Position, result: &SearchResult) {
    let best = result.best.unwrap_or_else(|| panic!("no move: {position:?}"));
    assert!(position.legal_moves().contains(best), "an illegal move: {position:?}");
    if king_capture(position).is_some() {
        assert!(position.takes_king(best), "a king is left standing: {position:?}");
    } else if !position.safe_moves().is_empty() {
        assert!(position.safe_moves().contains(best), "a king is left to be taken: {position:?}");
    }
    assert_eq!(result.info.pv.first(), Some(&best), "another move than its line's: {position:?}");
}

/// The line can be played to its end, and no game is over before that.
fn check_line(start: &Position, line: &[Move]) {
    let mut position = *start;
    for played in line {
        assert!(position.outcome(1).is_none(), "a line beyond the game's end: {start:?} {line:?}");
        assert!(
            position.legal_moves().contains(*played),
            "a line that cannot be played: {start:?} {line:?}"
        );
        position = position.play(*played);
    }
}

/// A mate comes within the search and the game, is not shorter than the line to it, and stands on
/// the board where it is said to be one move away.
fn check_score(position: &Position, info: &SearchInfo) {
    let Some(moves) = info.score.mate_in() else { return };
    let plies = if moves > 0 { 2 * moves - 1 } else { -2 * moves };
    // After the mate the king is taken two plies on, where that is the rule.
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

/// Plays a game from some random moves on, and says how it ended by the rules.
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
        let played = if ply < opening && !safe.is_empty() {
            safe.iter().nth(random.below(safe.len())).expect("there are so many")
        } else {
            let nodes = 1 + random.below(most_nodes);
            let side = &mut sides[ply % 2];
            let result = side.search(&root, nodes);
            check_move(&position, &result);
            check_line(&position, &result.info.pv);
            check_score(&position, &result.info);
            result.best.expect("checked before")
        };
        game.play(played).expect("a legal move");
        root.play(played);
        assert_eq!(game.position(), &root.position);
    }
    panic!("the game does not end: {:?}", root.position);
}

#[test]
fn a_thousand_fast_games_go_without_a_fault() {
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
            panic!("nobody resigns here");
        };
        *ends.entry(format!("{:?}", outcome.ending)).or_insert(0) += 1;
    }
    let seen: Vec<&str> = ends.keys().map(String::as_str).collect();
    for end in ["BareKings", "Checkmate", "KingTaken", "MoveLimit", "NoMoves", "Repetition"] {
        assert!(seen.contains(&end), "no game ended by {end}: {ends:?}");
    }
}
