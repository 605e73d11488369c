//! The events of the engine's search, checked through the lab's recorder.

use minnow_base::sync::StopFlag;
use minnow_engine::{Root, ScoreSource, SearchEvent, SearchLimits, SearchResult, Searcher};
use minnow_lab::{PositionTree, Recorder, Recording, explain};
use minnow_rules::{Position, Variant};

fn position(variant: &str, fen: &str) -> Position {
    Position::from_fen(Variant::by_id(variant).unwrap(), fen).unwrap()
}

const MOST_NODES: usize = 2_000_000;

/// Quiet and sharp positions, with and without castling.
fn positions() -> [Position; 5] {
    [
        position("minichess", "kqbnr/ppppp/5/5/PPPPP/RNBQK w - - 0 1"),
        position("minichess", "kq1r1/1npQp/2P2/N4/1P1PP/R3K b - - 0 9"),
        position("gardner", "r1bqk/pppp1/3Pp/PPQBP/RN2K w - - 0 4"),
        position("losalamos", "2rk1q/3n2/6/6/3R2/1K1Q2 b - - 0 1"),
        position("chessattack", "r2qk/pbpp1/PpP1p/5/P1QPP/RNBK1 b q - 0 5"),
    ]
}

fn record(position: Position, depth: u32) -> (Recording, SearchResult) {
    let mut recorder = Recorder::new(MOST_NODES);
    let running = StopFlag::new();
    let (root, limits) = (Root::new(position), SearchLimits::depth(depth));
    let mut searcher = Searcher::new(position.variant(), 1);
    let result = searcher.search_observed(&root, &limits, &running, &mut recorder, &mut |_| {});
    (recorder.finish(), result)
}

#[test]
fn all_visits_end_with_the_roots_score() {
    for (position, depth) in positions().iter().flat_map(|p| (1..=4).map(move |d| (*p, d))) {
        let (recording, result) = record(position, depth);
        let at = format!("{} to depth {depth}", position.fen());
        assert_eq!(recording.missed, 0, "{at}");
        assert!(recording.visits.iter().all(|visit| visit.exit.is_some()), "{at}");
        let roots: Vec<usize> = recording.roots().collect();
        assert_eq!(roots.len() as u32, depth, "{at}");
        let last = &recording.visits[*roots.last().expect("there is a root")];
        let exit = last.exit.expect("it was left");
        assert_eq!(
            (last.depth, exit.score, exit.bound),
            (depth, result.info.score, result.info.bound)
        );
        assert_eq!(exit.best, result.best.map(Into::into), "{at}");
        // Every node but the roots follows a move or a null move.
        assert_eq!(
            (recording.visits.len() - roots.len()) as u64,
            result.info.nodes + again(&recording)
        );
    }
}

/// How often a child was searched again: the engine counts moves, not searches.
fn again(recording: &Recording) -> u64 {
    recording.visits.iter().filter(|visit| visit.is_again).count() as u64
}

#[test]
fn child_windows_touch_their_parents_windows() {
    for position in positions() {
        let (recording, _) = record(position, 4);
        for visit in &recording.visits {
            assert_eq!(visit.is_max, visit.ply % 2 == 0);
            let Some(parent) = visit.parent.map(|parent| &recording.visits[parent]) else {
                continue;
            };
            assert_eq!(visit.ply, parent.ply + 1);
            // All windows are from MAX's side, so a child's window lies within its parent's. A null
            // move's window only touches it.
            let (inner, outer) = (visit.window, parent.window);
            assert!(inner.alpha < inner.beta);
            assert!(
                inner.beta >= outer.alpha && inner.alpha <= outer.beta,
                "{visit:?} in {parent:?}"
            );
        }
    }
}

#[test]
fn observing_changes_nothing_and_explains_all_nodes() {
    let start = positions()[1];
    let (recording, watched) = record(start, 4);
    let running = StopFlag::new();
    let silent = Searcher::new(start.variant(), 1).search(
        &Root::new(start),
        &SearchLimits::depth(4),
        &running,
        &mut |_| {},
    );
    assert_eq!((silent.best, silent.info.nodes), (watched.best, watched.info.nodes));
    assert_eq!(silent.info.pv, watched.info.pv);
    let tree = PositionTree::new(start);
    for visit in 0..recording.visits.len() {
        assert!(explain(&tree, &recording, visit).is_some_and(|said| said.ends_with('.')));
    }
    let sources = |wanted: fn(&ScoreSource) -> bool| {
        recording.visits.iter().filter_map(|v| v.exit).filter(|exit| wanted(&exit.source)).count()
    };
    assert!(sources(|source| matches!(source, ScoreSource::Rule(_))) > 0);
    assert!(sources(|source| matches!(source, ScoreSource::Table)) > 0);
    assert!(sources(|source| matches!(source, ScoreSource::Leaf)) > 0);
    assert!(
        recording.moments.iter().any(|moment| matches!(moment.event, SearchEvent::CutOff { .. }))
    );
}
