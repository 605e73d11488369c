//! The prover against other ways of knowing: a plain search of all moves, and the set of won
//! positions of a small ending by backward induction over its whole graph.

use std::collections::HashMap;

use super::{dfpn::Dfpn, path::INDEPENDENT, table::ProofTable, *};
use minnow_base::sync::StopFlag;
use minnow_rules::{Color, Position, Variant, builtin_variants, internal::split_mix};

fn position(variant: &str, fen: &str) -> Position {
    Position::from_fen(Variant::by_id(variant).unwrap(), fen).unwrap()
}

fn limits(max_nodes: u64) -> ProveLimits {
    ProveLimits { memory_mb: 1, max_nodes, max_moves: None }
}

fn prove(prover: &mut MateProver, question: &ProveQuestion) -> ProveOutcome {
    prover.prove(question, &StopFlag::new(), &mut |_| {})
}

/// True if the attacker can force a win within `plies`, by a search of all moves.
fn can_force(position: &Position, attacker: Color, plies: u16) -> bool {
    if let Some(outcome) = position.outcome(1) {
        return outcome.winner == Some(attacker);
    }
    if plies == 0 {
        return false;
    }
    let wins = |mv| can_force(&position.play(mv), attacker, plies - 1);
    let mut moves = position.legal_moves().into_iter();
    if position.turn() == attacker { moves.any(wins) } else { moves.all(wins) }
}

/// A position after random moves, with the move number and the clock of the start, or close to the
/// limits.
fn random_position(variant: &'static Variant, seed: u64) -> Position {
    let mut position = Position::start(variant);
    let mut state = split_mix(seed);
    for _ in 0..10 + state % 60 {
        let moves: Vec<_> = position.safe_moves().iter().collect();
        if moves.is_empty() || position.outcome(1).is_some() {
            break;
        }
        state = split_mix(state);
        let captures: Vec<_> =
            moves.iter().copied().filter(|mv| position.captured(*mv).is_some()).collect();
        // Captures lead to positions with few men, where mates are frequent.
        let from = if state.is_multiple_of(3) && !captures.is_empty() { &captures } else { &moves };
        position = position.play(from[(state >> 8) as usize % from.len()]);
    }
    let mut setup = position.setup();
    setup.fullmove = if state.is_multiple_of(4) { 39 } else { 5 };
    setup.halfmove_clock = if state.is_multiple_of(5) { 98 } else { 0 };
    Position::new(&setup, variant).unwrap()
}

#[test]
fn short_wins_agree_with_a_full_search() {
    let (mut won, mut compared) = (0, 0);
    for (at, variant) in builtin_variants().iter().enumerate() {
        for seed in 0..30 {
            let position = random_position(variant, seed * 100 + at as u64);
            if position.outcome(1).is_some() {
                continue;
            }
            for attacker in Color::ALL {
                let is_first = u16::from(position.turn() == attacker);
                let truth =
                    (1..=2).find(|moves| can_force(&position, attacker, 2 * moves - is_first));
                let question = ProveQuestion::new(position, attacker);
                let two_moves = ProveLimits { max_moves: Some(2), ..limits(u64::MAX) };
                let mut prover = MateProver::new(two_moves);
                let found = match prove(&mut prover, &question) {
                    // Whether a capture comes in time is not decided close to the limit.
                    ProveOutcome::Unknown(ProveGap::RuleLimit { .. })
                        if position.halfmove_clock() > 0 =>
                    {
                        continue;
                    }
                    ProveOutcome::Proven(tree) => Some(tree.moves()),
                    ProveOutcome::Disproven { .. } => None,
                    ProveOutcome::Unknown(gap) => panic!("{position:?}: {gap}"),
                };
                assert_eq!(found, truth, "{attacker} in {position:?}");
                won += u32::from(truth.is_some());
                compared += 1;
            }
        }
    }
    assert!(won > 30 && compared > 500, "{won} of {compared}");
}

/// The positions of an ending that the attacker can win, of all that the root leads to.
struct EndingGraph {
    positions: Vec<Position>,
    won: HashMap<u64, bool>,
}

impl EndingGraph {
    fn new(root: Position, attacker: Color) -> EndingGraph {
        let mut positions = vec![root];
        let mut won = HashMap::from([(root.key(), false)]);
        let mut at = 0;
        while at < positions.len() {
            let position = positions[at];
            at += 1;
            for mv in position.legal_moves() {
                let mut setup = position.play(mv).setup();
                (setup.fullmove, setup.halfmove_clock) = (1, 0);
                // A taken king cannot be set up; `is_won` plays it again.
                let Ok(next) = Position::new(&setup, position.variant()) else { continue };
                if won.insert(next.key(), false).is_none() {
                    positions.push(next);
                }
            }
        }
        let mut graph = EndingGraph { positions, won };
        while graph.improve(attacker) {}
        graph
    }

    fn improve(&mut self, attacker: Color) -> bool {
        let mut changed = false;
        for position in &self.positions {
            if !self.won[&position.key()] && self.is_won(position, attacker) {
                self.won.insert(position.key(), true);
                changed = true;
            }
        }
        changed
    }

    fn is_won(&self, position: &Position, attacker: Color) -> bool {
        if let Some(outcome) = position.outcome(1) {
            return outcome.winner == Some(attacker);
        }
        let wins = |mv| {
            let next = position.play(mv);
            match next.outcome(1) {
                Some(outcome) => outcome.winner == Some(attacker),
                None => self.won[&next.key()],
            }
        };
        let mut moves = position.legal_moves().into_iter();
        if position.turn() == attacker { moves.any(wins) } else { moves.all(wins) }
    }
}

/// Compares the prover with the graph of an ending in every `step`th position, and checks the
/// certificates.
fn compare_ending(variant: &str, fen: &str, step: usize) -> [usize; 2] {
    let graph = EndingGraph::new(position(variant, fen), Color::White);
    let mut prover = MateProver::new(ProveLimits { memory_mb: 4, ..limits(200_000) });
    let mut counts = [0; 2];
    for position in graph.positions.iter().step_by(step) {
        let question = ProveQuestion::new(*position, Color::White);
        let expected = graph.won[&position.key()];
        let tree = match prove(&mut prover, &question) {
            ProveOutcome::Proven(tree) => tree,
            ProveOutcome::Disproven { within: None } => {
                let never = StopFlag::new();
                let held = prover.hold(&question, &never, &mut |_| {});
                held.unwrap_or_else(|gap| panic!("{position:?}: {gap}"))
            }
            other => panic!("{position:?}: {other:?}"),
        };
        let proven = tree.goal() != ProofGoal::Hold;
        assert_eq!(proven, expected, "{position:?}");
        let claims = check(&Certificate::new(&tree, &[]).to_bytes()).unwrap();
        assert_eq!(claims[0].entries, tree.len());
        counts[usize::from(proven)] += 1;
    }
    counts
}

/// Decides every `step`th position of an ending without a bound on the length, with one table for
/// all, and counts those that are decided wrongly.
fn wrong_decisions(graph: &EndingGraph, step: usize, ignores_paths: bool) -> usize {
    let mut table = ProofTable::new(4).unwrap();
    let never = StopFlag::new();
    let mut wrong = 0;
    for position in graph.positions.iter().step_by(step) {
        let question = ProveQuestion::new(*position, Color::White);
        let mut report = |_| {};
        let mut search = Dfpn::new(&question, &mut table, &never, &mut report);
        search.ignores_paths = ignores_paths;
        search.max_nodes = 100_000;
        let numbers = search.decide(position, None);
        assert!(numbers.is_proven() || numbers.is_disproven(), "{position:?}: {numbers:?}");
        let is_general = numbers.depends == INDEPENDENT;
        wrong += usize::from(is_general && numbers.is_proven() != graph.won[&position.key()]);
    }
    wrong
}

#[test]
fn disproofs_depend_on_the_path() {
    let mut naive = 0;
    for fen in ["k3/4/P3/K3 w", "k3/4/4/KR2 w"] {
        let graph = EndingGraph::new(position("silverman4x4", fen), Color::White);
        let step = 1 + graph.positions.len() / 500;
        assert_eq!(wrong_decisions(&graph, step, false), 0, "{fen}");
        naive += wrong_decisions(&graph, step, true);
    }
    assert!(naive > 0, "the search without paths is wrong somewhere");
}

#[test]
fn endings_agree_with_their_whole_graph() {
    for (variant, fen, step) in [
        ("silverman4x4", "k3/4/4/KR2 w", 97),
        ("silverman4x4", "k3/4/P3/K3 w", 997),
        ("silverman4x4", "k3/4/4/KQ2 w", 197),
    ] {
        let [drawn, won] = compare_ending(variant, fen, step);
        assert!(drawn + won > 10, "{variant} {fen}: {drawn} drawn, {won} won");
    }
}

#[test]
fn known_values_are_proven() {
    for (variant, fen, moves) in [
        ("silverman4x4", "rqkr/pppp/PPPP/RQKR w - - 0 1", 4),
        ("gardner", "k4/5/1K3/1Q3/5 w - - 0 1", 1),
        // Taking the king counts as a move.
        ("minichess", "k4/5/1K3/1Q3/5/5 w - - 0 1", 2),
        ("minichess", "5/5/1QP2/p3p/P3P/k3K w - - 0 1", 2),
        ("minichess", "5/4K/5/p1p2/ppPp1/kn2R w - - 0 1", 1),
    ] {
        let question = ProveQuestion::new(position(variant, fen), Color::White);
        let outcome = prove(&mut MateProver::new(limits(1_000_000)), &question);
        let ProveOutcome::Proven(tree) = outcome else { panic!("{fen}: {outcome:?}") };
        assert_eq!((tree.moves(), tree.is_shortest()), (moves, true), "{fen}");
        assert!(moves_are_covered(&tree), "{fen}");
    }
}

/// Walks through the whole tree: the plies fall with every move, and each line ends in a win.
fn moves_are_covered(tree: &ProofTree) -> bool {
    let ProofGoal::Win { plies } = tree.goal() else { return false };
    let mut open = vec![ProofWalk { position: *tree.position(), plies }];
    while let Some(at) = open.pop() {
        let steps = tree.steps(&at.position);
        if steps.is_empty() {
            if at.position.outcome(1).and_then(|outcome| outcome.winner) != Some(tree.side()) {
                return false;
            }
            continue;
        }
        for step in steps {
            if step.plies >= at.plies {
                return false;
            }
            open.push(ProofWalk { position: at.position.play(step.mv), plies: step.plies });
        }
    }
    true
}

struct ProofWalk {
    position: Position,
    plies: u16,
}

#[test]
fn limits_on_moves_enter() {
    let outcome = |fen: &str, variant| {
        let question = ProveQuestion::new(position(variant, fen), Color::White);
        prove(&mut MateProver::new(limits(100_000)), &question)
    };
    // The king falls on ply 79 or 81; the limit is ply 80.
    let mate = "k4/5/1K3/1Q3/5/5 w - - 0";
    assert!(matches!(outcome(&format!("{mate} 39"), "minichess"), ProveOutcome::Proven(_)));
    let late = outcome(&format!("{mate} 40"), "minichess");
    assert!(matches!(late, ProveOutcome::Disproven { within: None }), "{late:?}");
    // A mate in four: within the 50 moves, or one ply too late.
    let rook = "k4/5/5/5/1R2K w - -";
    assert!(matches!(outcome(&format!("{rook} 93 90"), "gardner"), ProveOutcome::Proven(_)));
    let late = outcome(&format!("{rook} 94 90"), "gardner");
    let gap = ProveGap::RuleLimit { moves: 4 };
    assert!(matches!(late, ProveOutcome::Unknown(found) if found == gap), "{late:?}");
}

#[test]
fn drawn_positions_of_the_game_are_avoided() {
    let start = position("gardner", "k4/5/1K3/1Q3/5 w - - 4 9");
    let free = ProveQuestion::new(start, Color::White);
    let mut prover = MateProver::new(limits(1_000_000));
    let ProveOutcome::Proven(tree) = prove(&mut prover, &free) else { panic!("a mate in one") };
    // Every position after a first move has occurred twice, except those after one king move.
    let kept = start.parse_move("b3c3").unwrap();
    let others = start.legal_moves().into_iter().filter(|mv| *mv != kept);
    let earlier: Vec<u64> = others.flat_map(|mv| [start.play(mv).key(); 2]).collect();
    let bound = free.with_history(&earlier);
    let ProveOutcome::Proven(longer) = prove(&mut prover, &bound) else { panic!("a longer win") };
    assert_eq!(longer.answer(&start).map(|answer| answer.mv), Some(kept));
    assert!(longer.moves() > tree.moves());
}

#[test]
fn refused_memory_is_an_answer() {
    let question = ProveQuestion::new(Position::start(Variant::default_variant()), Color::White);
    let limits = ProveLimits { memory_mb: usize::MAX >> 20, ..ProveLimits::default() };
    let mut prover = MateProver::new(limits);
    let outcome = prover.prove(&question, &StopFlag::new(), &mut |_| {});
    let ProveOutcome::Unknown(gap) = outcome else { panic!("{outcome:?}") };
    assert!(gap.to_string().starts_with("the system refuses "), "{gap}");
    let hold = prover.hold(&question, &StopFlag::new(), &mut |_| {});
    assert_eq!(hold.unwrap_err(), gap);
}

/// The counts of first moves in the reports of a search from the start.
fn reported_first_moves(remaining: Option<u16>) -> Vec<u16> {
    let start = Position::start(Variant::default_variant());
    let question = ProveQuestion::new(start, Color::White);
    let (mut table, never) = (ProofTable::new(1).unwrap(), StopFlag::new());
    let mut counts = Vec::new();
    let mut report = |progress: ProveProgress| counts.push(progress.first_moves);
    let mut search = Dfpn::new(&question, &mut table, &never, &mut report);
    search.max_nodes = 70_000;
    search.decide(&start, remaining);
    counts
}

#[test]
fn a_bounded_search_counts_no_first_moves() {
    assert_eq!(reported_first_moves(Some(60)), [0, 0]);
    assert!(reported_first_moves(None).iter().all(|count| *count > 0));
}

#[test]
fn a_stopped_prover_stops() {
    let question =
        ProveQuestion::new(position("gardner", "rnbqk/ppppp/5/PPPPP/RNBQK w"), Color::White);
    let mut prover = MateProver::new(limits(u64::MAX));
    let outcome = prover.prove(&question, &StopFlag::stopped(), &mut |_| {});
    assert!(matches!(outcome, ProveOutcome::Unknown(ProveGap::Stopped)), "{outcome:?}");
    let (stop, mut reports) = (StopFlag::new(), Vec::new());
    let outcome = prover.prove(&question, &stop, &mut |progress| {
        reports.push(progress.nodes);
        stop.stop();
    });
    assert!(matches!(outcome, ProveOutcome::Unknown(ProveGap::Stopped)), "{outcome:?}");
    assert_eq!(reports.len(), 1, "{reports:?}");
    let outcome = prove(&mut MateProver::new(limits(1_000)), &question);
    assert!(matches!(outcome, ProveOutcome::Unknown(ProveGap::Nodes)), "{outcome:?}");
}

#[test]
fn memory_is_bounded_and_a_full_table_proves() {
    for memory_mb in [1, 3] {
        let prover = MateProver::new(ProveLimits { memory_mb, ..limits(1) });
        assert!(prover.table_bytes() <= memory_mb << 20);
    }
    let question = ProveQuestion::new(position("gardner", "k4/5/5/5/1R2K w"), Color::White);
    let mut prover = MateProver::with_buckets(limits(u64::MAX), 16);
    let ProveOutcome::Proven(tree) = prove(&mut prover, &question) else { panic!("KR-K is won") };
    assert_eq!(check(&Certificate::new(&tree, &[]).to_bytes()).unwrap()[0].side, Color::White);
}
