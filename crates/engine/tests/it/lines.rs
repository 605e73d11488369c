//! Several lines for one position, and the end of a search for a mate.

use minnow_base::sync::StopFlag;
use minnow_engine::{Bound, Opponent, Root, SearchInfo, SearchLimits};
use minnow_rules::{Position, Variant, builtin_variants};

use crate::{ask, ask_once, engine, oracle::random_positions, position};

/// All exact scores that a new engine reports about a position. On slow machines it also reports
/// bounds, after a second.
fn reports(position: &Position, limits: &SearchLimits) -> Vec<SearchInfo> {
    let mut reports = Vec::new();
    let root = Root::new(*position);
    let running = StopFlag::new();
    let mut keep = |info: &SearchInfo| {
        if info.bound == Bound::Exact {
            reports.push(info.clone());
        }
    };
    let result = engine(position).search(&root, limits, &running, &mut keep);
    let best = reports.iter().rfind(|info| info.multipv == 1).expect("a best line");
    assert_eq!(result.best, best.pv.first().copied());
    reports
}

#[test]
fn lines_are_ranked_different_and_legal() {
    for variant in builtin_variants() {
        for start in random_positions(variant, 11, 1, 9) {
            let expected = start.safe_moves().len().min(4);
            let reports = reports(&start, &SearchLimits { lines: 4, ..SearchLimits::depth(3) });
            if expected == 0 || reports.iter().any(|info| start.takes_king(info.pv[0])) {
                continue;
            }
            assert_eq!(reports.len(), 3 * expected, "{start:?}");
            for lines in reports.chunks(expected) {
                let ranks: Vec<usize> = lines.iter().map(|info| info.multipv).collect();
                assert_eq!(ranks, (1..=expected).collect::<Vec<_>>());
                assert!(lines.is_sorted_by(|a, b| a.score >= b.score), "{lines:?}");
                for (index, info) in lines.iter().enumerate() {
                    assert_eq!(info.depth, lines[0].depth);
                    assert!(lines[..index].iter().all(|other| other.pv[0] != info.pv[0]));
                    let mut position = start;
                    for mv in &info.pv {
                        assert!(position.legal_moves().contains(*mv), "{start:?}: {info:?}");
                        position = position.play(*mv);
                    }
                }
            }
        }
    }
}

#[test]
fn lines_have_the_scores_of_single_searches() {
    // Short mates, which are found whatever the table contains and the search prunes.
    for (id, fen) in [
        ("minichess", "k4/p2pQ/PP2n/p4/1bp1P/1NQ1K w - - 0 1"),
        ("gardner", "rn2k/pPp2/PPN1p/q3p/4K b - - 0 1"),
    ] {
        let start = position(id, fen);
        let reports = reports(&start, &SearchLimits { lines: 99, ..SearchLimits::depth(7) });
        let last: Vec<&SearchInfo> = reports.iter().filter(|info| info.depth == 7).collect();
        assert_eq!(last.len(), start.safe_moves().len());
        let short_mate = |info: &SearchInfo| info.score.mate_in().filter(|moves| moves.abs() <= 2);
        let mut mates = 0;
        for info in last {
            let alone = SearchLimits { moves: vec![info.pv[0]], ..SearchLimits::depth(7) };
            let alone = ask_once(&start, &alone).info;
            assert_eq!(short_mate(info), short_mate(&alone), "{fen}: {info:?}");
            mates += usize::from(short_mate(info).is_some());
        }
        assert!(mates > 0, "{id} {fen}");
    }
}

#[test]
fn one_line_equals_the_default_search() {
    let start = Position::start(Variant::default_variant());
    let without = ask_once(&start, &SearchLimits::depth(5)).info;
    let one = ask_once(&start, &SearchLimits { lines: 1, ..SearchLimits::depth(5) }).info;
    assert_eq!((one.nodes, one.score, one.pv), (without.nodes, without.score, without.pv));
}

#[test]
fn a_king_capture_is_the_only_line() {
    let start = position("minichess", "kq3/5/5/5/1q3/R3K w - - 0 40");
    let reports = reports(&start, &SearchLimits { lines: 5, ..SearchLimits::depth(3) });
    assert_eq!(reports.len(), 1);
    assert_eq!(reports[0].score.mate_in(), Some(1));
}

#[test]
fn named_moves_get_lines_where_kings_fall() {
    // White can take the king. Black can step off the rook's file or stay on it.
    for (fen, decided) in
        [("k4/5/5/5/5/R3K w - - 0 1", Some(1)), ("k4/5/5/5/5/R3K b - - 0 1", Some(-1))]
    {
        let start = position("minichess", fen);
        let moves: Vec<_> = start.legal_moves().into_iter().collect();
        let limits = SearchLimits { lines: 99, moves: moves.clone(), ..SearchLimits::depth(3) };
        let searched = reports(&start, &limits);
        let last: Vec<_> = searched.iter().filter(|info| info.depth == 3).collect();
        let of_mate = last.iter().filter(|info| info.score.mate_in() == decided);
        assert_eq!((last.len(), of_mate.count()), (moves.len(), 1), "{searched:#?}");
        assert!(last.is_sorted_by(|a, b| a.score >= b.score), "{last:#?}");
        // A stop before the start leaves one iteration.
        let mut lines = Vec::new();
        let (root, stopped) = (Root::new(start), StopFlag::stopped());
        let mut keep = |info: &SearchInfo| lines.push(info.multipv);
        let result = engine(&start).search(&root, &limits, &stopped, &mut keep);
        assert_eq!(lines, (1..=moves.len()).collect::<Vec<_>>());
        assert_eq!(result.info.depth, 1);
    }
}

#[test]
fn a_king_is_left_if_other_moves_are_named() {
    let start = position("minichess", "k4/5/5/5/5/R3K w - - 0 1");
    let [quiet, capture] = ["a1b1", "a1a6"].map(|text| start.parse_move(text).unwrap());
    for (moves, best) in [(vec![quiet], quiet), (vec![quiet, capture], capture)] {
        let limits = SearchLimits { moves, ..SearchLimits::depth(3) };
        let result = ask_once(&start, &limits);
        assert_eq!(result.best, Some(best));
        assert_eq!(result.info.score.mate_in() == Some(1), best == capture);
        let mut searcher = engine(&start);
        let (root, stop) = (Root::new(start), StopFlag::new());
        for level in [1, 5, 8] {
            let opponent = Opponent::of_level(level, 1);
            let played = searcher.play(&root, &opponent, &limits, &stop, &mut |_| {});
            assert_eq!(played.best, Some(best), "level {level}");
        }
    }
}

#[test]
fn wanted_moves_are_searched_even_if_losing() {
    // The king may step beside the other king, which captures it.
    let start = position("minichess", "k4/5/K4/5/4R/5 w - - 0 1");
    let blunder = start.parse_move("a4a5").unwrap();
    assert!(!start.safe_moves().contains(blunder));
    let limits = SearchLimits { moves: vec![blunder], ..SearchLimits::depth(4) };
    let result = ask_once(&start, &limits);
    assert_eq!((result.best, result.info.score.mate_in()), (Some(blunder), Some(-1)));
    let safe = start.safe_moves().iter().next().unwrap();
    let both = SearchLimits { moves: vec![blunder, safe], ..SearchLimits::depth(4) };
    assert_eq!(ask_once(&start, &both).best, Some(safe));
}

#[test]
fn mate_searches_end_with_the_mate() {
    let start = position("minichess", "k4/p2pQ/PP2n/p4/1bp1P/1NQ1K w - - 0 1");
    let within = |mate, depth| {
        let limits = SearchLimits { mate: Some(mate), depth, ..SearchLimits::default() };
        ask(&mut engine(&start), &Root::new(start), &limits).info
    };
    for moves in [2, 3, 50] {
        let info = within(moves, None);
        assert_eq!(info.score.mate_in(), Some(2));
        assert!(info.depth <= 5, "{info:?}");
    }
    // A mate in two does not end the search for a mate in one.
    assert_eq!(within(1, Some(6)).depth, 6);
}
