//! Traces of searches of positions: iterations, standing pat, and searches that were stopped.

use super::{cutoffs::source_of_end, is_max, number, technique, trace};
use minnow_lab::{
    Algorithm, LabLimits, LabSettings, PositionTree, Technique, TraceHeader, TraceSubject,
    check_trace, write_trace,
};
use minnow_rules::{Position, Variant};
use serde_json::Value;

#[test]
fn positions_deepen_and_stand_pat() {
    let position =
        Position::from_fen(Variant::default_variant(), "kqbnr/p1ppp/1p3/P4/1PPPP/RNBQK w - - 0 2")
            .expect("a position");
    let tree = PositionTree::new(position);
    let settings = LabSettings { quiescence: true, ..LabSettings::depth(3) };
    let mut stood_pat = 0;
    for algorithm in [Algorithm::Deepening, Algorithm::AlphaBeta, Algorithm::Scout, Algorithm::Mtdf]
    {
        let technique = Technique::of(algorithm);
        let subject = TraceSubject::of_position(&position);
        let trace = trace(&tree, subject, &technique, &settings);
        assert_eq!(trace.header["fen"], Value::from(position.fen()));
        assert_eq!(trace.header["variant"], "minichess");
        let counts = trace.report.counts;
        let leaves = trace.visits.iter().filter(|visit| !visit["static"].is_null()).count() as u64;
        assert_eq!(leaves, counts.leaves, "{}", technique.id);
        let last = trace.visits.last().expect("a visit");
        let iterations = if technique.iterates() { 3 } else { 1 };
        assert_eq!(number(&last["iteration"]), iterations, "{}", technique.id);
        for cut in trace.visits.iter().filter(|visit| !visit["cutoff"].is_null()) {
            let source = source_of_end(&trace, cut, is_max(cut));
            assert_eq!(cut["cutoff"]["source"], source, "{}: {cut}", technique.id);
            stood_pat += usize::from(source == "stand pat");
        }
        let mover = trace.visits[1]["move"].as_str().expect("a move");
        assert!(position.parse_move(mover).is_ok(), "{mover}");
    }
    assert!(stood_pat > 10, "only {stood_pat} cutoffs by standing pat");
}

#[test]
fn the_trace_of_a_stopped_search_says_so() {
    let position = Position::start(Variant::default_variant());
    let tree = PositionTree::new(position);
    let technique = technique("scout+captures+tt");
    let subject = TraceSubject::of_position(&position);
    let whole = LabSettings::depth(3);
    let header = TraceHeader::new(&tree, subject, &technique, &whole);
    let lines = |nodes: u64| -> Vec<Value> {
        let settings = LabSettings { limits: LabLimits::nodes(nodes), ..whole };
        let mut text = Vec::new();
        write_trace(&tree, &technique, &settings, &header, &mut text).expect("a trace");
        let text = String::from_utf8(text).expect("UTF-8");
        text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
    };
    let complete = lines(1_000_000);
    assert!(complete.iter().all(|line| line["stopped"].is_null()));
    let nodes = complete.len() - 1;
    for limit in [1, 2, 17, nodes / 2, nodes - 1] {
        let stopped = lines(limit as u64);
        let (end, left) = stopped[1..].split_last().expect("a last line");
        assert_eq!(end["stopped"], "it needs more nodes than allowed");
        let open = end["open"].as_array().expect("a list");
        // Each visit that was entered is either complete or open.
        assert_eq!(left.len() + open.len(), limit);
        assert_eq!(left, &complete[1..=left.len()], "the others are as in the whole trace");
        for pair in open.windows(2) {
            assert_eq!(pair[0]["parent"], pair[1]["visit"]);
        }
        for entry in open {
            let number = &entry["visit"];
            let same = complete.iter().find(|line| &line["visit"] == number).expect("the visit");
            for field in ["path", "max", "alpha", "beta", "parent"] {
                assert_eq!(entry[field], same[field], "{field} of visit {number}");
            }
        }
        let text: Vec<String> = stopped.iter().map(Value::to_string).collect();
        let refused = check_trace(&text.join("\n")).expect_err("an incomplete trace").to_string();
        assert!(refused.contains("was stopped (it needs more nodes than allowed)"), "{refused}");
    }
}
