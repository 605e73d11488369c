//! Judges answers: the nodes that a question asks for are those that its search made so.

use super::{Ask, Choice, Lesson, LessonTree, Scene, Target};
use crate::{
    engine::{Bound, Branch, Score},
    lab::{Base, Kind, Recording, Technique, explain, recorder::Visit},
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

/// The search that a lesson on a tree shows; empty on a position.
#[derive(Clone, Debug, Default)]
pub struct Searched {
    /// The best move at the root.
    best: Option<Branch>,
    pub recording: Recording,
}

impl Searched {
    /// The visits of the node that these moves lead to, in the order of the search.
    pub fn visits(&self, path: &[Branch]) -> Vec<&Visit> {
        let all = 0..self.recording.visits.len();
        let here = all.filter(|visit| self.recording.path(*visit) == path);
        here.filter_map(|visit| self.recording.visits.get(visit)).collect()
    }

    fn last_visit(&self, path: &[Branch]) -> Option<usize> {
        (0..self.recording.visits.len()).rfind(|visit| self.recording.path(*visit) == path)
    }

    /// Whether the node is the last that was looked at where its parent stopped.
    fn is_last_tried(&self, path: &[Branch]) -> bool {
        let Some(visit) = self.last_visit(path) else { return false };
        let parent = self.recording.visits.get(visit).and_then(|visit| visit.parent);
        let parent = parent.and_then(|parent| self.recording.visits.get(parent));
        parent.is_some_and(|parent| {
            parent.cut_off.is_some() && parent.children.last() == Some(&visit)
        })
    }
}

impl Lesson {
    /// Carries out the lesson's search.
    pub fn search(&self) -> Searched {
        self.search_with(&self.technique)
    }

    fn search_with(&self, technique: &Technique) -> Searched {
        let Scene::Tree(tree) = &self.scene else { return Searched::default() };
        let (report, recording) = tree.record(technique, &self.settings);
        Searched { best: report.answer.and_then(|answer| answer.best), recording }
    }

    /// The right answers, by the lesson's own search.
    pub fn right_replies(&self, searched: &Searched) -> Vec<Reply> {
        match &self.ask {
            Ask::Move(moves) => moves.iter().copied().map(Reply::Move).collect(),
            Ask::Choice(choices) => {
                let right = choices.iter().enumerate().filter(|(_, choice)| choice.right);
                right.map(|(place, _)| Reply::Choice(place)).collect()
            }
            Ask::Node(target) => {
                let Scene::Tree(tree) = &self.scene else { return Vec::new() };
                let paths = self.nodes(target, tree, searched);
                paths.into_iter().map(Reply::Node).collect()
            }
        }
    }

    /// Judges an answer, by the lesson's own search.
    pub fn judge(&self, searched: &Searched, reply: &Reply) -> Verdict {
        let right = self.right_replies(searched).contains(reply);
        let why = self.why(searched, reply);
        let mut said = Vec::new();
        match right {
            // Minimax knows no windows, which is what there would be to say.
            true if self.technique.base == Base::Minimax => said.push(Some(self.right.clone())),
            true => said.extend([Some(self.right.clone()), why]),
            false => said.extend([why, Some(self.wrong.clone())]),
        }
        let said = said.into_iter().flatten().filter(|text| !text.is_empty()).collect();
        Verdict { right, said }
    }

    /// What there is to say of what was chosen, be it right or wrong.
    fn why(&self, searched: &Searched, reply: &Reply) -> Option<String> {
        match reply {
            Reply::Node(path) => match (&self.scene, searched.last_visit(path)) {
                (Scene::Tree(tree), Some(visit)) => explain(tree, &searched.recording, visit),
                _ => Some("The search never comes here.".to_owned()),
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
        let (worth, reply) = self.scene.worth(branch, &Technique::full(), &self.settings)?;
        let (text, plies) = (self.scene.score_text(worth), self.settings.depth);
        let (name, position) = (self.scene.move_text(branch), self.scene.position()?);
        let name = name.split_at_checked(2).map(|(from, to)| format!("{from}-{to}"))?;
        let (mover, other) = (position.turn(), !position.turn());
        let answer = reply.map_or(String::new(), |reply| format!(": {other} answers {reply}"));
        Some(match worth.is_decided() {
            true if worth > Score::DRAW => format!("{name} wins by force: {text}."),
            true => format!("{name} loses by force ({text}){answer}."),
            false => format!("Looking {plies} plies ahead, {name} gives {mover} {text}{answer}."),
        })
    }

    /// The nodes that are asked for.
    fn nodes(&self, target: &Target, tree: &LessonTree, searched: &Searched) -> Vec<Vec<Branch>> {
        let other = match target {
            Target::OnlyBy(id) => Technique::parse(id).ok().map(|other| self.search_with(&other)),
            _ => None,
        };
        let is_target = |path: &[Branch]| {
            let visits = searched.visits(path);
            let first = visits.first();
            let exit = first.and_then(|visit| visit.exit);
            match target {
                Target::Best => searched.best.is_some_and(|best| *path == [best]),
                Target::CutOff => first.is_some_and(|visit| visit.cut_off.is_some()),
                Target::LastTried => searched.is_last_tried(path),
                Target::Never => visits.is_empty(),
                Target::OnlyBy(_) => {
                    let by_other = other.as_ref().is_some_and(|by| !by.visits(path).is_empty());
                    visits.is_empty() && by_other
                }
                Target::All => {
                    let inner = first.is_some_and(|visit| !visit.children.is_empty());
                    inner && exit.is_some_and(|exit| exit.kind == Kind::All)
                }
                Target::BoundAtRoot => {
                    path.len() == 1 && exit.is_some_and(|exit| exit.bound != Bound::Exact)
                }
                Target::Again => visits.iter().any(|visit| visit.is_again),
            }
        };
        let paths = tree.spots().into_iter().map(|spot| spot.path);
        paths.filter(|path| is_target(path)).collect()
    }
}
