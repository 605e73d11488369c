//! The facts that a lesson's text states about its recorded search, compared with the record.

use serde::Deserialize;

use super::{Lesson, LessonScene, LessonSearch, figure::bound_text};
use crate::NodeKind;
use minnow_engine::Branch;

/// The facts about a visit of a node; fields that the lesson leaves out are not checked.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct VisitFacts {
    /// The child numbers from the root.
    pub node: Vec<u16>,
    /// The number of the visit of this node, from 1; the first if it is left out.
    pub visit: Option<usize>,
    /// Alpha and beta on entry, `-∞` and `∞` if they are infinite.
    pub alpha: Option<String>,
    /// Written like `alpha`.
    pub beta: Option<String>,
    /// The returned value, with `≤` or `≥` if it is a bound.
    pub value: Option<String>,
    /// `PV`, `CUT` or `ALL`; a leaf has none.
    pub kind: Option<String>,
    /// The number of moves searched before the cutoff, 0 if there was none.
    pub tried: Option<usize>,
    /// True if the node must not be visited.
    pub never: bool,
}

impl VisitFacts {
    /// The node as the texts name it: `root` or `2.1`.
    fn name(&self) -> String {
        let numbers: Vec<String> = self.node.iter().map(u16::to_string).collect();
        if numbers.is_empty() { "root".to_owned() } else { numbers.join(".") }
    }

    /// Compares the facts with the record of a search. Returns the first difference.
    fn difference(&self, scene: &LessonScene, searched: &LessonSearch) -> Option<String> {
        let path: Vec<Branch> = self.node.iter().copied().map(Branch).collect();
        let visits = searched.visits(&path);
        let name = self.name();
        if self.never {
            return (!visits.is_empty()).then(|| format!("node {name} is visited"));
        }
        let number = self.visit.unwrap_or(1);
        let Some(visit) = visits.get(number.wrapping_sub(1)) else {
            return Some(format!("node {name} has no visit {number}"));
        };
        let Some(exit) = visit.exit else { return Some(format!("node {name} was not left")) };
        let tried = visit.cut_off.map_or(0, |(tried, _)| tried);
        let compared = [
            ("alpha", &self.alpha, scene.score_text(visit.window.alpha)),
            ("beta", &self.beta, scene.score_text(visit.window.beta)),
            ("the value", &self.value, bound_text(scene, exit.score, exit.bound)),
            ("the kind", &self.kind, exit.kind.map_or("none", NodeKind::name).to_owned()),
            ("tried", &self.tried.map(|tried| tried.to_string()), tried.to_string()),
        ];
        compared.into_iter().find_map(|(what, stated, found)| {
            let differs = stated.as_ref().is_some_and(|stated| *stated != found);
            differs.then(|| format!("at node {name} {what} is {found}"))
        })
    }
}

/// A fact that the record of a lesson's search contradicts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrongFact {
    /// Its index in the lesson's list.
    pub index: usize,
    /// The recorded value, as a sentence part.
    pub difference: String,
}

impl Lesson {
    /// The first fact that the record of the lesson's search contradicts.
    pub fn wrong_fact(&self, searched: &LessonSearch) -> Option<WrongFact> {
        self.facts.iter().enumerate().find_map(|(index, facts)| {
            let difference = facts.difference(&self.scene, searched)?;
            Some(WrongFact { index, difference })
        })
    }
}
