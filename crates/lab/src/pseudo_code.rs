//! The techniques as pseudo-code, and the line that an event of a search belongs to.
//!
//! The lines stand beside the functions in `techniques/`. A test checks that every event that a
//! technique emits has its line.

use super::{Algorithm, MoveOrdering, Technique};
use minnow_engine::{ScoreSource, SearchEvent};

/// The step of a search that a line of pseudo-code stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CodeStep {
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
pub struct CodeLine {
    /// The line with its indentation.
    pub text: &'static str,
    step: Option<CodeStep>,
}

/// The driver's lines and the function that searches a node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PseudoCode {
    /// All lines, from the first to the last.
    pub lines: Vec<CodeLine>,
}

impl PseudoCode {
    /// The line that an event belongs to, from 0. `None` if the pseudo-code leaves the step out.
    pub fn line_of(&self, event: &SearchEvent) -> Option<usize> {
        let step = match event {
            SearchEvent::Start { .. } => CodeStep::Start,
            SearchEvent::Enter { .. } => CodeStep::Enter,
            SearchEvent::Leaf { .. } => CodeStep::Leaf,
            SearchEvent::TableHit { .. } => CodeStep::Table,
            SearchEvent::Narrow { .. } => CodeStep::Narrow,
            SearchEvent::CutOff { .. } => CodeStep::CutOff,
            SearchEvent::Again { .. } => CodeStep::Again,
            SearchEvent::Leave { source: ScoreSource::Leaf, .. } => CodeStep::Leaf,
            SearchEvent::Leave { source: ScoreSource::Table, .. } => CodeStep::Table,
            SearchEvent::Leave { source: ScoreSource::Search | ScoreSource::Rule(_), .. } => {
                CodeStep::Leave
            }
        };
        self.lines.iter().position(|line| line.step == Some(step))
    }
}

/// A line that no event belongs to.
pub(crate) const fn line(text: &'static str) -> CodeLine {
    CodeLine { text, step: None }
}

/// The line of a step.
pub(crate) const fn does(step: CodeStep, text: &'static str) -> CodeLine {
    CodeLine { text, step: Some(step) }
}

/// The pseudo-code of a technique for a node where MAX or MIN moves.
pub fn pseudo_code(technique: &Technique, is_max: bool) -> PseudoCode {
    let info = technique.algorithm.info();
    let driver = if technique.iterates() && !info.iterates {
        Algorithm::Deepening.info().driver
    } else {
        info.driver
    };
    let mut lines = driver.to_vec();
    lines.extend_from_slice(if is_max { info.max_code } else { info.min_code });
    if technique.orderings.has(MoveOrdering::Tt) {
        // The search probes the table after the test for a leaf and before it generates moves.
        let settled = "  if the table settles the node: return its value";
        lines.insert(driver.len() + 2, does(CodeStep::Table, settled));
    }
    PseudoCode { lines }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        ALGORITHMS,
        tests::{recorded, start_tree, text_tree},
    };
    use minnow_engine::Window;

    #[test]
    fn every_event_of_every_technique_has_its_line() {
        let tree = start_tree();
        let ids = ALGORITHMS.iter().map(|info| info.id).chain(["scout+tt", "negamax+tt"]);
        for id in ids {
            let technique = Technique::parse(id).unwrap();
            for moment in recorded(&tree, id, 3).moments {
                for is_max in [true, false] {
                    let listing = pseudo_code(&technique, is_max);
                    assert!(listing.line_of(&moment.event).is_some(), "{id}: {:?}", moment.event);
                }
            }
        }
    }

    #[test]
    fn the_loops_of_guessed_windows_are_written_out() {
        let tree = text_tree("((3 12) (2 8))");
        for (id, lines, window) in [
            ("mtdf", ["guess = negamax(root, beta - 1, beta)", "while lower < upper:"], [-1, 0]),
            ("aspiration", ["guess = negamax(root, alpha, beta)", "for each depth:"], [-25, 25]),
        ] {
            let recording = recorded(&tree, id, 2);
            let listing = pseudo_code(&Technique::parse(id).unwrap(), true);
            let text = |line: &CodeLine| line.text.trim();
            let call = listing.line_of(&recording.moments[0].event).unwrap();
            assert_eq!(text(&listing.lines[call]), lines[0]);
            assert!(listing.lines[..call].iter().any(|line| text(line) == lines[1]), "{id}");
            let Window { alpha, beta } = recording.visits[0].window;
            assert_eq!([alpha.value(), beta.value()], window, "{id}: the guess is 0");
        }
    }

    #[test]
    fn the_table_follows_the_leaf() {
        for id in ["mtdf", "negamax+tt", "scout+tt"] {
            let listing = pseudo_code(&Technique::parse(id).unwrap(), true);
            let at = |step| listing.lines.iter().position(|line| line.step == Some(step));
            assert_eq!(at(CodeStep::Table), at(CodeStep::Leaf).map(|leaf| leaf + 1), "{id}");
        }
    }

    #[test]
    fn lines_are_named_for_the_player() {
        let technique = Technique::parse("alpha-beta+tt").unwrap();
        let cut = SearchEvent::CutOff { tried: 1, moves: 2 };
        let line = |is_max: bool| {
            let listing = pseudo_code(&technique, is_max);
            listing.lines[listing.line_of(&cut).unwrap()].text
        };
        assert!(line(true).contains("v >= beta") && line(false).contains("v <= alpha"));
    }
}
