//! Traces of the lab's searches: every field follows from the tree, and the source of every bound
//! agrees with a second implementation that reads it backwards from the values.

use std::collections::HashMap;

use minnow_engine::{Random, Score, Window};
use minnow_lab::{
    ALGORITHMS, Algorithm, LabLimits, LabReport, LabSettings, ORDERINGS, PositionTree, Recorder,
    Recording, Technique, TextTree, TraceHeader, TraceSubject, Tree, check_trace, explain, run,
    write_trace,
};
use minnow_rules::{Position, Variant};
use serde_json::Value;

/// Every algorithm alone, with each ordering, and with all that need no oracle.
fn techniques() -> Vec<Technique> {
    let mut techniques: Vec<Technique> =
        ALGORITHMS.iter().map(|info| Technique::of(info.algorithm)).collect();
    for info in ALGORITHMS.iter().filter(|info| info.takes_orderings) {
        let alone = Technique::of(info.algorithm);
        let orderings = ORDERINGS.iter().map(|info| info.ordering);
        techniques.extend(orderings.map(|ordering| alone.clone().with(ordering)));
        let real = ORDERINGS.iter().filter(|info| !info.needs_oracle && info.opposite.is_none());
        techniques.push(real.fold(alone, |all, info| all.with(info.ordering)));
    }
    techniques
}

/// A tree as text with up to four moves at a node and leaves of few values, so that there are ties.
fn random_tree(random: &mut Random, depth: u32) -> String {
    if depth == 0 || random.below(9) == 0 {
        return (random.below(80) as i32 - 40).to_string();
    }
    let children: Vec<String> =
        (0..=random.below(4)).map(|_| random_tree(random, depth - 1)).collect();
    format!("({})", children.join(" "))
}

/// A trace: the header, and the visits by their numbers.
struct Trace {
    header: Value,
    visits: Vec<Value>,
    /// The numbers of the visits in the order of the lines.
    lines: Vec<usize>,
    /// The numbers of the children of each visit.
    children: Vec<Vec<usize>>,
    report: LabReport,
}

impl Trace {
    /// The children of a visit, in the order of entry.
    fn children(&self, visit: &Value) -> impl Iterator<Item = &Value> {
        self.children[number(&visit["visit"])].iter().map(|child| &self.visits[*child])
    }

    /// The earlier children of the parent.
    fn earlier(&self, parent: &Value, child: &Value) -> Vec<&Value> {
        self.children(parent).take_while(|other| other["visit"] != child["visit"]).collect()
    }
}

fn trace<T: Tree>(
    tree: &T,
    subject: TraceSubject,
    technique: &Technique,
    settings: &LabSettings,
) -> Trace {
    let header = TraceHeader::new(tree, subject, technique, settings);
    let mut text = Vec::new();
    let report = write_trace(tree, technique, settings, &header, &mut text).expect("a trace");
    let text = String::from_utf8(text).expect("UTF-8");
    let mut lines = text.lines().map(|line| serde_json::from_str::<Value>(line).expect("JSON"));
    let header = lines.next().expect("a header");
    let mut visits: Vec<Value> = lines.collect();
    let lines = visits.iter().map(|visit| number(&visit["visit"])).collect();
    visits.sort_by_key(|visit| number(&visit["visit"]));
    let mut children = vec![Vec::new(); visits.len()];
    for (child, visit) in visits.iter().enumerate() {
        if let Some(parent) = visit["parent"].as_u64() {
            children[parent as usize].push(child);
        }
    }
    Trace { header, visits, lines, children, report }
}

fn text_tree(text: &str, root_is_max: bool) -> TextTree {
    TextTree::parse(text, root_is_max).expect("a tree")
}

fn technique(id: &str) -> Technique {
    Technique::parse(id).expect("a technique")
}

/// The settings of a search of the whole tree.
fn settings(tree: &TextTree, window: Window) -> LabSettings<'static> {
    LabSettings { window, ..LabSettings::depth(tree.height().max(1)) }
}

fn text_trace(tree: &TextTree, technique: &Technique, window: Window) -> Trace {
    let subject = TraceSubject::Tree { tree: tree.to_string() };
    trace(tree, subject, technique, &settings(tree, window))
}

fn number(value: &Value) -> usize {
    value.as_u64().unwrap_or_else(|| panic!("{value} is no number")) as usize
}

/// Beyond all values.
const INFINITE: i64 = 1_000_000;

fn alpha(visit: &Value) -> i64 {
    visit["alpha"].as_i64().unwrap_or(-INFINITE)
}

fn beta(visit: &Value) -> i64 {
    visit["beta"].as_i64().unwrap_or(INFINITE)
}

fn value(visit: &Value) -> i64 {
    visit["value"].as_i64().expect("a value")
}

fn is_max(visit: &Value) -> bool {
    visit["max"].as_bool().expect("max")
}

/// The question of the null window that a node belongs to, by the values of the visits: it is that
/// of the highest node with an artificial end. `None` outside null windows.
fn null_question(trace: &Trace, visit: &Value) -> Option<String> {
    let is_null = |visit: &&Value| {
        [true, false].iter().any(|at_beta| source_of_end(trace, visit, *at_beta) == "null window")
    };
    let parent = |visit: &Value| visit["parent"].as_u64().map(|at| &trace.visits[at as usize]);
    let mut asked = Some(visit).filter(is_null)?;
    while let Some(above) = parent(asked).filter(is_null) {
        asked = above;
    }
    Some(match path(asked).last() {
        None => format!("is the root at least {}?", beta(asked)),
        Some(number) if is_max(asked) => {
            format!("does move {number} hold MAX below {}?", beta(asked))
        }
        Some(number) => format!("is move {number} better than {}?", alpha(asked)),
    })
}

/// The source of a node's beta or alpha on entry by the values of the visits: from the node upwards,
/// the first ancestor whose earlier children or static value made the bound what it is.
fn source_of_end(trace: &Trace, cut: &Value, looks_at_beta: bool) -> Value {
    let end = |visit: &Value| if looks_at_beta { beta(visit) } else { alpha(visit) };
    let wanted = end(cut);
    let mut child = cut;
    while let Some(above) = child["parent"].as_u64() {
        let parent = &trace.visits[above as usize];
        let earlier = trace.earlier(parent, child);
        // Only the player at the parent can have moved this bound there.
        let mut setter = None;
        let mut standing = end(parent);
        if is_max(parent) != looks_at_beta {
            let better = |one: i64, than: i64| if looks_at_beta { one < than } else { one > than };
            if let Some(own) = parent["static"].as_i64().filter(|own| better(*own, standing)) {
                (standing, setter) = (own, Some(Value::from("stand pat")));
            }
            for (index, other) in earlier.iter().enumerate() {
                // A null window only decides that the same move is searched again.
                let next = earlier.get(index + 1).copied().unwrap_or(child);
                if next["path"] != other["path"] && better(value(other), standing) {
                    (standing, setter) = (value(other), Some(other["visit"].clone()));
                }
            }
        }
        if standing == wanted {
            if let Some(setter) = setter {
                return setter;
            }
        } else if wanted.abs() != INFINITE {
            // The parent chose another bound: one of its own making.
            let before = earlier.last().filter(|other| other["path"] == child["path"]);
            return before.map_or(Value::from("null window"), |before| before["visit"].clone());
        }
        child = parent;
    }
    let technique = trace.header["technique"].as_str().expect("a technique");
    let whole = if looks_at_beta { 1 } else { 0 };
    if technique.starts_with("mtdf") {
        Value::from("null window")
    } else if trace.header["window"][whole] == child[if looks_at_beta { "beta" } else { "alpha" }] {
        Value::from("root window")
    } else {
        Value::from("aspiration window")
    }
}

/// `move 2 after move 1, move 3`: a visit as the sentence at another names it.
fn phrase(trace: &Trace, visit: usize, sibling_of: &Value) -> String {
    let path: Vec<String> =
        path(&trace.visits[visit]).iter().map(|number| format!("move {number}")).collect();
    let (last, above) = path.split_last().expect("a move");
    if trace.visits[visit]["parent"] == sibling_of["parent"] {
        last.clone()
    } else if above.is_empty() {
        format!("{last} at the root")
    } else {
        format!("{last} after {}", above.join(", "))
    }
}

/// The words by which the explanation of a cutoff has to name the source.
fn words(trace: &Trace, cut: &Value, source: &Value) -> String {
    let (opponent, wanted) = if is_max(cut) { ("MIN", beta(cut)) } else { ("MAX", alpha(cut)) };
    match source.as_str() {
        Some("root window") => "; the window at the root asks for nothing".to_owned(),
        Some("null window") => {
            let question = null_question(trace, cut).expect("a null window");
            format!("; the null window asks \"{question}\"")
        }
        Some("aspiration window") => "is the end of the aspiration window, a guess".to_owned(),
        Some(other) => panic!("{other} in a tree without quiescence search"),
        None => {
            let visit = number(source);
            let from = phrase(trace, visit, cut);
            let proven = value(&trace.visits[visit]);
            if wanted == proven {
                return format!("; {opponent} already has {wanted} from {from}, so");
            }
            let side = if wanted < proven { "more" } else { "less" };
            format!(
                "; {opponent} already has {side} than {wanted} from the null window on {from}, so"
            )
        }
    }
}

fn record(tree: &TextTree, technique: &Technique, window: Window) -> Recording {
    let mut recorder = Recorder::new(usize::MAX);
    run(tree, technique, &settings(tree, window), &mut recorder);
    recorder.finish()
}

fn random_window(random: &mut Random) -> Window {
    if random.below(3) > 0 {
        return Window::FULL;
    }
    let alpha = random.below(60) as i32 - 40;
    Window::new(Score::centipawns(alpha), Score::centipawns(alpha + 1 + random.below(30) as i32))
}

#[test]
fn ten_thousand_cutoffs_name_their_sources() {
    let (mut random, techniques) = (Random(15), techniques());
    let (mut cutoffs, mut sources) = (0, HashMap::<String, usize>::new());
    while cutoffs < 10_000 {
        let depth = 3 + random.below(3) as u32;
        let text = random_tree(&mut random, depth);
        let window = random_window(&mut random);
        let tree = text_tree(&text, random.below(2) == 0);
        for technique in &techniques {
            let trace = text_trace(&tree, technique, window);
            let recording = record(&tree, technique, window);
            for cut in trace.visits.iter().filter(|visit| !visit["cutoff"].is_null()) {
                let source = source_of_end(&trace, cut, is_max(cut));
                let about = format!("{} {window:?} {text}: {cut}", technique.id);
                assert_eq!(cut["cutoff"]["source"], source, "{about}");
                let sentence = explain(&tree, &recording, number(&cut["visit"])).expect("a node");
                let expected = words(&trace, cut, &source);
                assert!(sentence.contains(&expected), "{expected} not in {sentence}, {about}");
                let class = source.as_str().unwrap_or("visit").to_owned();
                *sources.entry(class).or_default() += 1;
                cutoffs += 1;
            }
        }
    }
    for class in ["visit", "root window", "null window", "aspiration window"] {
        let count = sources.get(class).copied().unwrap_or(0);
        assert!(count > 50, "only {count} cutoffs by {class}: {sources:?}");
    }
}

/// The explanation of the cutoff at the end of a path.
fn cutoff_at(tree: &TextTree, id: &str, path: &[u16]) -> String {
    let recording = record(tree, &technique(id), Window::FULL);
    let at = |visit: &usize| {
        let own: Vec<u16> = recording.path(*visit).iter().map(|branch| branch.0).collect();
        own == path && recording.visits[*visit].cut_off.is_some()
    };
    let visit = (0..recording.visits.len()).find(at).expect("a cutoff");
    explain(tree, &recording, visit).expect("a sentence")
}

#[test]
fn the_deep_cutoff_is_root_move_ones() {
    let tree = text_tree("(5 (((4 9) (3 8)) 2))", true);
    for id in ["alpha-beta", "scout", "negamax"] {
        let sentence = cutoff_at(&tree, id, &[2, 1, 2]);
        assert!(sentence.contains("MAX already has 5 from move 1 at the root"), "{id}: {sentence}");
    }
}

#[test]
fn null_windows_are_explained_by_their_question() {
    let check = |text: &str, root_is_max, id: &str, path: &[u16], words: &str| {
        let sentence = cutoff_at(&text_tree(text, root_is_max), id, path);
        assert!(sentence.contains(&format!("the null window asks {words}")), "{sentence}");
    };
    // MAX has 6; node 2.1 is a MAX node below the null window of move 2.
    let better = "\"is move 2 better than 6?\", and 7 or more is enough";
    check("(6 ((9 1) 7))", true, "scout", &[2, 1], better);
    let below = "\"does move 2 hold MAX below -6?\", and -7 or less";
    check("(-6 ((-9 -1) -7))", false, "scout", &[2, 1], below);
    check("((7 9) 3)", true, "mtdf", &[], "\"is the root at least 0?\", and 0 or more");
}

/// Plain minimax of a tree's text from MAX's view.
fn minimax(tree: &TextTree, node: usize, ply: usize) -> i64 {
    if let Ok(Some(score)) = tree.end(&node, ply) {
        return score.value().into();
    }
    let children = tree.branches(&node).into_iter().map(|branch| tree.play(&node, branch));
    let values = children.map(|child| minimax(tree, child, ply + 1));
    if tree.is_max(ply) { values.max() } else { values.min() }.expect("a child")
}

fn path(visit: &Value) -> Vec<usize> {
    visit["path"].as_array().expect("a path").iter().map(number).collect()
}

/// The kind that follows from value and window.
fn kind(visit: &Value) -> &'static str {
    let (high, low) = if is_max(visit) { ("cut", "all") } else { ("all", "cut") };
    if value(visit) >= beta(visit) {
        high
    } else if value(visit) <= alpha(visit) {
        low
    } else {
        "pv"
    }
}

/// The expected kind by the parent's and by the place in the order of search.
fn expected(trace: &Trace, visit: &Value) -> &'static str {
    let Some(parent) = visit["parent"].as_u64() else { return "pv" };
    let parent = &trace.visits[parent as usize];
    let earlier = trace.earlier(parent, visit);
    let is_first = earlier.iter().all(|other| other["path"] == visit["path"]);
    match (parent["expected"].as_str(), is_first) {
        (Some("pv"), true) => "pv",
        (Some("cut"), _) => "all",
        _ => "cut",
    }
}

/// Checks the fields of one visit that follow from the tree and the other visits.
fn check_visit(trace: &Trace, tree: &TextTree, visit: &Value, about: &str) {
    let about = format!("{about}: {visit}");
    let path = path(visit);
    let node = path.iter().fold(tree.root(), |node, number| tree.children(node)[number - 1]);
    assert_eq!(is_max(visit), tree.is_max(path.len()), "{about}");
    let leaf = tree.end(&node, path.len()).expect("a value").map(|score| i64::from(score.value()));
    if visit["table"]["settles"] != Value::Bool(true) {
        assert_eq!(visit["static"].as_i64(), leaf, "{about}");
    }
    let id = trace.header["technique"].as_str().expect("a technique");
    if id.split('+').next() == Some("alpha-beta") {
        assert!((alpha(visit)..=beta(visit)).contains(&value(visit)), "{about}");
        let clamped = leaf.map(|leaf| leaf.clamp(alpha(visit), beta(visit)));
        assert!(clamped.is_none_or(|leaf| leaf == value(visit)), "{about}");
    }
    let truth = minimax(tree, node, path.len());
    let holds = match visit["bound"].as_str() {
        Some("exact") => value(visit) == truth,
        Some("lower") => value(visit) <= truth && value(visit) >= beta(visit),
        Some("upper") => value(visit) >= truth && value(visit) <= alpha(visit),
        _ => false,
    };
    assert!(holds, "{truth} at {about}");
    assert_eq!(visit["kind"], kind(visit), "{about}");
    assert_eq!(visit["expected"], expected(trace, visit), "{about}");
    let children: Vec<&Value> = trace.children(visit).collect();
    let moves = tree.branches(&node).len();
    let mut tried: Vec<&Value> = children.iter().map(|child| &child["path"]).collect();
    tried.dedup();
    if visit["cutoff"].is_null() {
        assert!(tried.is_empty() || tried.len() == moves, "{about}");
    } else {
        assert_eq!(number(&visit["cutoff"]["tried"]), tried.len(), "{about}");
        assert_eq!(number(&visit["cutoff"]["moves"]), moves, "{about}");
        assert!(tried.len() < moves, "{about}");
    }
    if let Some(best) = visit["best"].as_u64().filter(|_| !tried.is_empty()) {
        let is_best =
            |path: &&Value| path.as_array().and_then(|path| path.last()?.as_u64()) == Some(best);
        assert!(tried.iter().any(is_best), "{about}");
    }
    for child in children {
        let own = self::path(child);
        assert_eq!(own[..own.len() - 1], path, "{about}");
    }
    check_order(visit, &tried, moves, &about);
}

/// The children are searched in the order that `ordered_by` lists.
fn check_order(visit: &Value, tried: &[&Value], moves: usize, about: &str) {
    let Some(order) = visit["ordered_by"].as_array() else { return };
    assert_eq!(order.len(), moves, "{about}");
    for (child, ordered) in tried.iter().zip(order) {
        let last = child.as_array().and_then(|path| path.last());
        assert_eq!(last, Some(&ordered["move"]), "{about}");
        assert!(ordered["rule"].is_null() || ordered["rule"].is_string(), "{about}");
        assert!(ordered["rank"].is_i64(), "{about}");
    }
}

/// The lines come in the order of the exits: each visit after its children, which lie between it
/// and its next sibling.
fn check_exits(trace: &Trace) {
    let mut open: Vec<usize> = Vec::new();
    let mut next = 0;
    for line in &trace.lines {
        while open.last() != Some(line) {
            assert_eq!(trace.visits[next]["parent"].as_u64(), open.last().map(|at| *at as u64));
            open.push(next);
            next += 1;
        }
        open.pop();
    }
    assert!(open.is_empty() && next == trace.visits.len());
}

#[test]
fn every_field_follows_from_the_tree() {
    let (mut random, techniques) = (Random(4), techniques());
    for number in 0..12 {
        let text = random_tree(&mut random, 1 + number % 4);
        let window = random_window(&mut random);
        let tree = text_tree(&text, random.below(2) == 0);
        for technique in &techniques {
            let trace = text_trace(&tree, technique, window);
            let about = format!("{} {window:?} {text}", technique.id);
            check_exits(&trace);
            for visit in &trace.visits {
                check_visit(&trace, &tree, visit, &about);
            }
            let count = |field: &str| {
                trace.visits.iter().filter(|visit| !visit[field].is_null()).count() as u64
            };
            let counts = trace.report.counts;
            let found = [trace.visits.len() as u64, count("static"), count("cutoff")];
            assert_eq!(found, [counts.nodes, counts.leaves, counts.cutoffs], "{about}");
        }
    }
}

#[test]
fn searches_of_the_root_have_their_purpose() {
    let purposes = |text: &str, id: &str| {
        let trace = text_trace(&text_tree(text, true), &technique(id), Window::FULL);
        let roots = trace.visits.iter().filter(|visit| visit["parent"].is_null());
        let facts = |visit: &Value| {
            let purpose = visit["purpose"].as_str().expect("a purpose").to_owned();
            (purpose, number(&visit["iteration"]))
        };
        roots.map(facts).collect::<Vec<_>>()
    };
    let named = |purposes: &[&str]| {
        purposes.iter().map(|purpose| ((*purpose).to_owned(), 1)).collect::<Vec<_>>()
    };
    assert_eq!(purposes("((300 120) (80 20))", "aspiration"), named(&["full", "re-search"]));
    assert_eq!(purposes("((3 12) (2 8))", "mtdf"), named(&["null", "null"]));
    assert_eq!(purposes("((3 12) (2 8))", "scout"), named(&["full"]));
    let tree = text_tree("((3 12) (8 9))", true);
    let trace = text_trace(&tree, &technique("scout"), Window::FULL);
    let second = trace.visits.iter().filter(|visit| visit["path"] == Value::from(vec![2]));
    let purposes: Vec<&Value> = second.map(|visit| &visit["purpose"]).collect();
    assert_eq!(purposes, ["null", "re-search"]);
}

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
