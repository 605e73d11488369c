//! Judges answers: the nodes that a question asks for are those that its search made so.

use super::{Ask, Choice, Lesson, LessonTree, Scene, Target};
use crate::{
    engine::{Bound, Branch, Score},
    lab::{Kind, Recording, Report, Technique},
    rules::Move,
};

/// A student's answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reply {
    /// The node that these moves from the root lead to.
    Node(Vec<Branch>),
    Move(Move),
    /// The place among the choices.
    Choice(usize),
}

/// What is said to an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    pub right: bool,
    /// Why, in a sentence or more, each to stand by itself.
    pub said: Vec<String>,
}

impl Lesson {
    /// Carries out the lesson's search.
    pub fn record(&self) -> (Report, Recording) {
        self.scene.record(&self.technique, &self.settings)
    }

    /// The right answers; `report` and `recording` are the lesson's own.
    pub fn right_replies(&self, report: &Report, recording: &Recording) -> Vec<Reply> {
        match &self.ask {
            Ask::Move(moves) => moves.iter().copied().map(Reply::Move).collect(),
            Ask::Choice(choices) => {
                let right = choices.iter().enumerate().filter(|(_, choice)| choice.right);
                right.map(|(place, _)| Reply::Choice(place)).collect()
            }
            Ask::Node(target) => {
                let Scene::Tree(tree) = &self.scene else { return Vec::new() };
                let paths = self.nodes(target, tree, report, recording);
                paths.into_iter().map(Reply::Node).collect()
            }
        }
    }

    /// Judges an answer; `report` and `recording` are the lesson's own.
    pub fn judge(&self, report: &Report, recording: &Recording, reply: &Reply) -> Verdict {
        let right = self.right_replies(report, recording).contains(reply);
        let why = self.why(recording, reply);
        let mut said = Vec::new();
        match right {
            true => said.extend([Some(self.right.clone()), why]),
            false => said.extend([why, Some(self.wrong.clone())]),
        }
        let said = said.into_iter().flatten().filter(|text| !text.is_empty()).collect();
        Verdict { right, said }
    }

    /// What there is to say of what was chosen, be it right or wrong.
    fn why(&self, recording: &Recording, reply: &Reply) -> Option<String> {
        match reply {
            Reply::Node(path) => match visits_of(recording, path).last() {
                Some(visit) => self.scene.explain(recording, *visit),
                None => Some("The search never comes here.".to_owned()),
            },
            Reply::Choice(place) => match &self.ask {
                Ask::Choice(choices) => choices.get(*place).map(|Choice { why, .. }| why.clone()),
                _ => None,
            },
            Reply::Move(played) => self.worth_text(*played),
        }
    }

    fn worth_text(&self, played: Move) -> Option<String> {
        let branch = Branch::from(played);
        let worth = self.scene.worth(branch, &Technique::full(), &self.settings)?;
        let (text, plies) = (self.scene.score_text(worth), self.settings.depth);
        let (name, position) = (self.scene.move_text(branch), self.scene.position()?);
        let name = name.split_at_checked(2).map(|(from, to)| format!("{from}-{to}"))?;
        Some(match worth.is_decided() {
            true if worth > Score::DRAW => format!("{name} wins by force: {text}."),
            true => format!("{name} loses by force: {text}."),
            false => {
                format!("Looking {plies} plies ahead, {name} gives {} {text}.", position.turn())
            }
        })
    }

    /// The nodes that are asked for.
    fn nodes(
        &self,
        target: &Target,
        tree: &LessonTree,
        report: &Report,
        recording: &Recording,
    ) -> Vec<Vec<Branch>> {
        let best = report.answer.as_ref().and_then(|answer| answer.best);
        let is_target = |path: &[Branch]| {
            let visits = visits_of(recording, path);
            let first = visits.first().and_then(|visit| recording.visits.get(*visit));
            let exit = first.and_then(|visit| visit.exit);
            match target {
                Target::Best => best.is_some_and(|best| *path == [best]),
                Target::CutOff => first.is_some_and(|visit| visit.cut_off.is_some()),
                Target::LastTried => is_last_tried(recording, path),
                Target::Never => visits.is_empty(),
                Target::OnlyBy(id) => visits.is_empty() && self.is_visited_by(id, path),
                Target::All => {
                    let inner = first.is_some_and(|visit| !visit.children.is_empty());
                    inner && exit.is_some_and(|exit| exit.kind == Kind::All)
                }
                Target::BoundAtRoot => {
                    path.len() == 1 && exit.is_some_and(|exit| exit.bound != Bound::Exact)
                }
                Target::Again => visits.iter().any(|at| recording.visits[*at].is_again),
            }
        };
        let paths = tree.spots().into_iter().map(|spot| spot.path);
        paths.filter(|path| is_target(path)).collect()
    }

    fn is_visited_by(&self, id: &str, path: &[Branch]) -> bool {
        let Ok(technique) = Technique::parse(id) else { return false };
        let (_, recording) = self.scene.record(&technique, &self.settings);
        !visits_of(&recording, path).is_empty()
    }
}

/// The visits of the node that these moves lead to, in the order of the search.
pub fn visits_of(recording: &Recording, path: &[Branch]) -> Vec<usize> {
    let all = 0..recording.visits.len();
    all.filter(|visit| recording.path(*visit) == path).collect()
}

/// Whether the node is the last that was looked at where its parent stopped.
fn is_last_tried(recording: &Recording, path: &[Branch]) -> bool {
    visits_of(recording, path).into_iter().any(|visit| {
        let parent = recording.visits.get(visit).and_then(|visit| visit.parent);
        let parent = parent.and_then(|parent| recording.visits.get(parent));
        parent.is_some_and(|parent| {
            parent.cut_off.is_some() && parent.children.last() == Some(&visit)
        })
    })
}
