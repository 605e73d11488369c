//! The techniques as pseudo-code, and which line of it an event of a search stands for.
//!
//! The lines are ours and say what the functions in `techniques/` do; a test holds every event that
//! a technique sends against its listing.

use super::{Base, Technique, technique::Ordering};
use crate::engine::{ScoreSource, SearchEvent};

/// What a line of pseudo-code does, as far as a search tells of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Step {
    /// The driver chooses depth and window.
    Start,
    Enter,
    Leaf,
    Table,
    Narrow,
    CutOff,
    Again,
    Leave,
}

/// A line of pseudo-code, indented by spaces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Line {
    pub text: &'static str,
    step: Option<Step>,
}

/// The function that searches a node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listing {
    pub lines: Vec<Line>,
}

impl Listing {
    /// The line that an event stands for, from 0. `None` where the listing leaves it out.
    pub fn line_of(&self, event: &SearchEvent) -> Option<usize> {
        let step = match event {
            SearchEvent::Start { .. } => Step::Start,
            SearchEvent::Enter { .. } => Step::Enter,
            SearchEvent::Leaf { .. } => Step::Leaf,
            SearchEvent::TableHit { .. } => Step::Table,
            SearchEvent::Narrow { .. } => Step::Narrow,
            SearchEvent::CutOff { .. } => Step::CutOff,
            SearchEvent::Again { .. } => Step::Again,
            SearchEvent::Leave { source: ScoreSource::Leaf, .. } => Step::Leaf,
            SearchEvent::Leave { source: ScoreSource::Table, .. } => Step::Table,
            SearchEvent::Leave { source: ScoreSource::Search | ScoreSource::Rule(_), .. } => {
                Step::Leave
            }
        };
        self.lines.iter().position(|line| line.step == Some(step))
    }
}

const fn line(text: &'static str) -> Line {
    Line { text, step: None }
}

const fn does(step: Step, text: &'static str) -> Line {
    Line { text, step: Some(step) }
}

/// The listing of a technique for a node where MAX or MIN moves.
pub fn listing(technique: &Technique, is_max: bool) -> Listing {
    let mut lines = vec![driver(technique)];
    let body = match (technique.base, is_max) {
        (Base::Minimax, true) => &MINIMAX_MAX[..],
        (Base::Minimax, false) => &MINIMAX_MIN,
        (Base::AlphaBeta, true) => &HARD_MAX,
        (Base::AlphaBeta, false) => &HARD_MIN,
        (Base::AlphaBetaSoft, true) => &SOFT_MAX,
        (Base::AlphaBetaSoft, false) => &SOFT_MIN,
        (Base::Shallow, _) => &SHALLOW,
        (Base::Scout, _) => &SCOUT,
        (Base::Negamax | Base::Aspiration | Base::Mtdf | Base::Deepening, _) => &NEGAMAX,
    };
    lines.extend_from_slice(body);
    if technique.orderings.has(Ordering::Tt) {
        // The table is asked after the leaves, before the moves.
        lines.insert(3, does(Step::Table, "  if the table settles it: return what it says"));
    }
    Listing { lines }
}

/// What chooses depth and window, in a line.
fn driver(technique: &Technique) -> Line {
    let text = match technique.base {
        Base::Aspiration => "for each depth: search around the last value; outside it, again",
        Base::Mtdf => "for each depth: zero windows until both bounds meet",
        _ if technique.iterates() => "for depth 1, 2, 3 and so on: search the root",
        _ => "search the root",
    };
    does(Step::Start, text)
}

static MINIMAX_MAX: [Line; 8] = [
    does(Step::Enter, "max(node):"),
    does(Step::Leaf, "  if it is a leaf: return its value"),
    line("  best = -\u{221e}"),
    line("  for each move:"),
    line("    v = min(node after the move)"),
    line("    if v > best:"),
    line("      best = v"),
    does(Step::Leave, "  return best"),
];

static MINIMAX_MIN: [Line; 8] = [
    does(Step::Enter, "min(node):"),
    does(Step::Leaf, "  if it is a leaf: return its value"),
    line("  best = +\u{221e}"),
    line("  for each move:"),
    line("    v = max(node after the move)"),
    line("    if v < best:"),
    line("      best = v"),
    does(Step::Leave, "  return best"),
];

static HARD_MAX: [Line; 7] = [
    does(Step::Enter, "max(node, alpha, beta):"),
    does(Step::Leaf, "  if it is a leaf: return its value, kept in the window"),
    line("  for each move:"),
    line("    v = min(node after the move, alpha, beta)"),
    does(Step::CutOff, "    if v >= beta: return beta        (cut-off)"),
    does(Step::Narrow, "    if v > alpha: alpha = v"),
    does(Step::Leave, "  return alpha"),
];

static HARD_MIN: [Line; 7] = [
    does(Step::Enter, "min(node, alpha, beta):"),
    does(Step::Leaf, "  if it is a leaf: return its value, kept in the window"),
    line("  for each move:"),
    line("    v = max(node after the move, alpha, beta)"),
    does(Step::CutOff, "    if v <= alpha: return alpha      (cut-off)"),
    does(Step::Narrow, "    if v < beta: beta = v"),
    does(Step::Leave, "  return beta"),
];

static SOFT_MAX: [Line; 9] = [
    does(Step::Enter, "max(node, alpha, beta):"),
    does(Step::Leaf, "  if it is a leaf: return its value"),
    line("  best = -\u{221e}"),
    line("  for each move:"),
    line("    v = min(node after the move, alpha, beta)"),
    line("    if v > best: best = v, and keep the move"),
    does(Step::CutOff, "    if best >= beta: stop            (cut-off)"),
    does(Step::Narrow, "    if best > alpha: alpha = best"),
    does(Step::Leave, "  return best and its move"),
];

static SOFT_MIN: [Line; 9] = [
    does(Step::Enter, "min(node, alpha, beta):"),
    does(Step::Leaf, "  if it is a leaf: return its value"),
    line("  best = +\u{221e}"),
    line("  for each move:"),
    line("    v = max(node after the move, alpha, beta)"),
    line("    if v < best: best = v, and keep the move"),
    does(Step::CutOff, "    if best <= alpha: stop           (cut-off)"),
    does(Step::Narrow, "    if best < beta: beta = best"),
    does(Step::Leave, "  return best and its move"),
];

static SHALLOW: [Line; 8] = [
    does(Step::Enter, "f1(node, bound):      (values of the side to move)"),
    does(Step::Leaf, "  if it is a leaf: return its value"),
    line("  best = -\u{221e}"),
    line("  for each move:"),
    line("    v = -f1(node after the move, -best)"),
    does(Step::Narrow, "    if v > best: best = v"),
    does(Step::CutOff, "    if best >= bound: stop           (cut-off)"),
    does(Step::Leave, "  return best"),
];

static NEGAMAX: [Line; 9] = [
    does(Step::Enter, "negamax(node, alpha, beta):   (values of the side to move)"),
    does(Step::Leaf, "  if it is a leaf: return its value"),
    line("  best = -\u{221e}"),
    line("  for each move:"),
    line("    v = -negamax(node after the move, -beta, -alpha)"),
    line("    if v > best: best = v"),
    does(Step::CutOff, "    if best >= beta: stop            (cut-off)"),
    does(Step::Narrow, "    if best > alpha: alpha = best"),
    does(Step::Leave, "  return best"),
];

static SCOUT: [Line; 11] = [
    does(Step::Enter, "scout(node, alpha, beta):     (values of the side to move)"),
    does(Step::Leaf, "  if it is a leaf: return its value"),
    line("  best = -\u{221e}"),
    line("  for each move:"),
    line("    the first that counts: v = -scout(next, -beta, -alpha)"),
    line("    the others: v = -scout(next, -alpha - 1, -alpha)"),
    does(Step::Again, "    if alpha < v < beta: again, with the wide window"),
    line("    if v > best: best = v"),
    does(Step::CutOff, "    if best >= beta: stop            (cut-off)"),
    does(Step::Narrow, "    if best > alpha: alpha = best"),
    does(Step::Leave, "  return best"),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        lab::{BASES, PositionTree, Recorder, Settings, run},
        rules::{Position, Variant},
    };

    #[test]
    fn every_event_of_every_technique_has_its_line() {
        let tree = PositionTree::new(Position::start(Variant::default_variant()));
        let ids = BASES.map(|(_, id, _)| id).into_iter().chain(["scout+tt", "negamax+tt"]);
        for id in ids {
            let technique = Technique::parse(id).unwrap();
            let mut recorder = Recorder::new(100_000);
            run(&tree, &technique, &Settings::depth(3), &mut recorder);
            for moment in recorder.finish().moments {
                for is_max in [true, false] {
                    let listing = listing(&technique, is_max);
                    assert!(listing.line_of(&moment.event).is_some(), "{id}: {:?}", moment.event);
                }
            }
        }
    }

    #[test]
    fn lines_are_named_for_the_player() {
        let technique = Technique::parse("alpha-beta+tt").unwrap();
        let cut = SearchEvent::CutOff { tried: 1, moves: 2 };
        let line = |is_max: bool| {
            let listing = listing(&technique, is_max);
            listing.lines[listing.line_of(&cut).unwrap()].text
        };
        assert!(line(true).contains("v >= beta") && line(false).contains("v <= alpha"));
    }
}
