//! Answers "Why not this move?" for a window: the refutation as sentences with their positions.

use super::{
    LabLimits, LabSettings, NodeKind, PositionTree, RefutationQuery, Stop, Technique, Tree,
    move_phrase, run, why_not,
};
use minnow_base::sync::StopFlag;
use minnow_engine::{Branch, NoObserver, Score};
use minnow_rules::{Move, Position};

/// The depth of the answer in plies, before quiescence search; less if it takes too many nodes.
const MAX_DEPTH: u32 = 5;
/// The most nodes of one depth.
const MAX_DEPTH_NODES: u64 = 1_500_000;
/// A move that loses no more than this against the best one is good enough.
const MARGIN_CP: i32 = 30;

/// The answer to "Why not this move?".
#[derive(Clone, Debug, PartialEq)]
pub struct WhyAnswer {
    /// The depth of the search, in plies.
    pub depth: u32,
    /// The nodes in the order of the explanation, that of the move in question first.
    pub nodes: Vec<WhyNode>,
}

/// A node of the answer.
#[derive(Clone, Debug, PartialEq)]
pub struct WhyNode {
    /// Its distance from the move in question, in plies.
    pub level: usize,
    /// The moves that lead here.
    pub moves: String,
    /// The actual kind of the node.
    pub kind: NodeKind,
    /// The explanation for users.
    pub sentence: String,
    /// The position after the first of the moves.
    pub position: Position,
    /// The first of the moves.
    pub mv: Option<Move>,
}

/// Answers why a move is not the best one, at the greatest depth that takes few enough nodes.
/// `None` if `stop` was set.
pub fn answer_why_not(position: &Position, mv: Move, stop: &StopFlag) -> Option<WhyAnswer> {
    let tree = PositionTree::new(*position);
    let limits = LabLimits { nodes: MAX_DEPTH_NODES, deadline: None, stop: Some(stop) };
    for depth in (1..=MAX_DEPTH).rev() {
        let settings = LabSettings { limits, quiescence: true, ..LabSettings::depth(depth) };
        if let Ok(nodes) = answer_at(&tree, mv.into(), &settings) {
            return Some(WhyAnswer { depth, nodes });
        }
        if stop.is_set() {
            break;
        }
    }
    None
}

fn answer_at(
    tree: &PositionTree<'_>,
    tried: Branch,
    settings: &LabSettings<'_>,
) -> Result<Vec<WhyNode>, Stop> {
    let report = run(tree, &Technique::full(), settings, &mut NoObserver);
    let answer = report.answer.filter(|_| report.stopped.is_none()).ok_or(Stop::Nodes)?;
    let best = answer.best.unwrap_or(tried);
    if best == tried {
        return Ok(vec![best_node(tree, best, answer.score)]);
    }
    let query = RefutationQuery { tried, best, value: answer.score, margin_cp: MARGIN_CP };
    let mut nodes: Vec<WhyNode> = Vec::new();
    for node in why_not(tree, &query, settings)? {
        let parent = node.parent.and_then(|parent| nodes.get(parent));
        let level = parent.map_or(0, |parent| parent.level + 1);
        let before = tree.node_at(node.path.split_last().map_or(&[], |(_, before)| before));
        let names: Vec<String> =
            node.moves.iter().map(|branch| move_phrase(tree, &before, *branch)).collect();
        nodes.push(WhyNode {
            level,
            moves: names.join(", "),
            kind: node.kind,
            sentence: node.sentence,
            position: node.path.last().map_or(before, |last| tree.play(&before, *last)),
            mv: node.path.last().and_then(|last| Move::from_bits(last.0)),
        });
    }
    Ok(nodes)
}

/// The only node of an answer about the best move.
fn best_node(tree: &PositionTree<'_>, best: Branch, score: Score) -> WhyNode {
    let name = move_phrase(tree, &tree.root(), best);
    let sentence = match score.mate_in() {
        Some(moves) if moves < 0 => format!("{name} is best, but loses in {}.", -moves),
        Some(moves) => format!("{name} is the best move: it wins in {moves}."),
        None => format!("{name} is the best move, worth {}.", tree.score_text(score)),
    };
    let (position, mv) = (tree.play(&tree.root(), best), Move::from_bits(best.0));
    WhyNode { level: 0, moves: name, kind: NodeKind::Pv, sentence, position, mv }
}

#[cfg(test)]
mod tests {
    use super::*;
    use minnow_rules::Variant;

    fn position(fen: &str) -> Position {
        Position::from_fen(Variant::default_variant(), fen).unwrap()
    }

    #[test]
    fn all_moves_but_the_best_are_refuted() {
        let position = position("k1b1r/pp1np/2Pp1/P4/1BPPP/RQ2K b - - 0 9");
        let tree = PositionTree::new(position);
        let settings = LabSettings { quiescence: true, ..LabSettings::depth(3) };
        let answers: Vec<Vec<WhyNode>> = position
            .legal_moves()
            .iter()
            .map(|mv| answer_at(&tree, mv.into(), &settings).unwrap())
            .collect();
        let best = answers.iter().filter(|nodes| nodes[0].sentence.contains("is the best move"));
        assert_eq!(best.count(), 1);
        let refuted: Vec<_> = answers.iter().filter(|nodes| nodes.len() > 1).collect();
        assert!(refuted.len() > 5);
        assert!(refuted.iter().all(|nodes| nodes[0].level == 0 && nodes[1].level == 1));
    }

    #[test]
    fn the_best_move_wins_or_loses_in_words() {
        let sentence = |fen, text: &str| {
            let position = position(fen);
            let tree = PositionTree::new(position);
            let mv = position.parse_move(text).unwrap();
            let score = |value| best_node(&tree, mv.into(), value).sentence;
            [Score::won_at(1), Score::lost_at(2), Score::DRAW].map(score)
        };
        let [wins, loses, draws] = sentence("k4/5/5/5/5/R3K w - - 0 1", "a1b1");
        assert!(wins.ends_with(" is the best move: it wins in 1."), "{wins}");
        assert!(loses.ends_with(" is best, but loses in 1."), "{loses}");
        assert!(draws.contains(" is the best move, worth "), "{draws}");
    }

    #[test]
    fn a_stopped_question_has_no_answer() {
        let position = position("k1b1r/pp1np/2Pp1/P4/1BPPP/RQ2K b - - 0 9");
        let mv = position.legal_moves().iter().next().unwrap();
        assert_eq!(answer_why_not(&position, mv, &StopFlag::stopped()), None);
    }
}
