//! Judges answers. The right nodes of a question follow from the lesson's own search.

use super::{Lesson, LessonChoice, LessonScene, LessonTask, LessonTree, TargetNodes};
use crate::{
    Algorithm, NodeKind, RecordedSearch, Recording, Technique, explain::explanation,
    record_technique, recorder::Visit,
};
use minnow_engine::{Bound, Branch, Score};
use minnow_rules::Move;

/// The most nodes of a recording; the trees of lessons are smaller.
const MAX_RECORDED: usize = 2_000;

/// A student's answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LessonReply {
    /// The node that these moves from the root lead to.
    Node(Vec<Branch>),
    /// A move on the board.
    Move(Move),
    /// The index of the choice.
    Choice(usize),
}

/// The verdict on an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LessonVerdict {
    /// True if the answer is right.
    pub right: bool,
    /// The reasons, one or two paragraphs.
    pub reasons: Vec<String>,
}

/// The recorded search of a lesson on a tree; empty on a position.
#[derive(Clone, Debug, Default)]
pub struct LessonSearch {
    /// The best move at the root.
    best: Option<Branch>,
    /// The search, up to 2,000 nodes.
    pub recording: Recording,
}

impl LessonSearch {
    /// The visits of the node after these moves, in the order of the search.
    pub fn visits(&self, path: &[Branch]) -> Vec<&Visit> {
        let all = 0..self.recording.visits.len();
        let here = all.filter(|visit| self.recording.path(*visit) == path);
        here.filter_map(|visit| self.recording.visits.get(visit)).collect()
    }

    fn last_visit(&self, path: &[Branch]) -> Option<usize> {
        (0..self.recording.visits.len()).rfind(|visit| self.recording.path(*visit) == path)
    }

    /// True if the node is the last child searched before its parent's cutoff.
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
    /// Runs the lesson's search.
    pub fn search(&self) -> LessonSearch {
        self.search_with(&self.technique)
    }

    fn search_with(&self, technique: &Technique) -> LessonSearch {
        let LessonScene::Tree(tree) = &self.scene else { return LessonSearch::default() };
        let RecordedSearch { recording, report } =
            record_technique(tree, technique, &self.settings, MAX_RECORDED, &mut |_| {});
        LessonSearch { best: report.answer.and_then(|answer| answer.best), recording }
    }

    /// The right answers, by the lesson's own search.
    pub fn right_replies(&self, searched: &LessonSearch) -> Vec<LessonReply> {
        match &self.ask {
            LessonTask::Move(moves) => moves.iter().copied().map(LessonReply::Move).collect(),
            LessonTask::Choice(choices) => {
                let right = choices.iter().enumerate().filter(|(_, choice)| choice.right);
                right.map(|(place, _)| LessonReply::Choice(place)).collect()
            }
            LessonTask::Node(target) => {
                let LessonScene::Tree(tree) = &self.scene else { return Vec::new() };
                let paths = self.nodes(target, tree, searched);
                paths.into_iter().map(LessonReply::Node).collect()
            }
        }
    }

    /// Judges an answer, by the lesson's own search.
    pub fn judge(&self, searched: &LessonSearch, reply: &LessonReply) -> LessonVerdict {
        let right = self.right_replies(searched).contains(reply);
        let why = self.why(searched, reply);
        // Minimax has no windows, so the explanation of a node would add nothing.
        let is_minimax = self.technique.algorithm == Algorithm::Minimax;
        let reasons = if !right {
            [why, Some(self.wrong.clone())]
        } else {
            [Some(self.right.clone()), why.filter(|_| !is_minimax)]
        };
        let reasons = reasons.into_iter().flatten().filter(|text| !text.is_empty()).collect();
        LessonVerdict { right, reasons }
    }

    /// The explanation of an answer, right or wrong.
    fn why(&self, searched: &LessonSearch, reply: &LessonReply) -> Option<String> {
        match reply {
            LessonReply::Node(path) => match (&self.scene, searched.last_visit(path)) {
                (LessonScene::Tree(tree), Some(visit)) => {
                    explanation(tree, &searched.recording, visit, self.names_kinds)
                }
                _ => Some("The search never visits this node.".to_owned()),
            },
            LessonReply::Choice(place) => match &self.ask {
                LessonTask::Choice(choices) => {
                    choices.get(*place).map(|LessonChoice { why, .. }| why.clone())
                }
                _ => None,
            },
            LessonReply::Move(mv) => self.worth_text(*mv),
        }
    }

    fn worth_text(&self, mv: Move) -> Option<String> {
        let branch = Branch::from(mv);
        let (worth, reply) = self.scene.worth(branch, &Technique::full(), &self.settings)?;
        let text = self.scene.score_text(worth);
        let plies = self.settings.depth;
        let (name, position) = (self.scene.move_text(branch), self.scene.position()?);
        let name = name.split_at_checked(2).map(|(from, to)| format!("{from}-{to}"))?;
        let (mover, other) = (position.turn(), !position.turn());
        let answer = reply.map_or(String::new(), |reply| format!(": {other} answers {reply}"));
        Some(if !worth.is_decided() {
            format!("Looking {plies} plies ahead, {name} gives {mover} {text}{answer}.")
        } else if worth > Score::DRAW {
            format!("{name} wins by force: {text}.")
        } else {
            format!("{name} loses by force ({text}){answer}.")
        })
    }

    /// The nodes that answer the question.
    fn nodes(
        &self,
        target: &TargetNodes,
        tree: &LessonTree,
        searched: &LessonSearch,
    ) -> Vec<Vec<Branch>> {
        let other = match target {
            TargetNodes::OnlyBy(id) => {
                Technique::parse(id).ok().map(|other| self.search_with(&other))
            }
            _ => None,
        };
        let is_target = |path: &[Branch]| {
            let visits = searched.visits(path);
            let first = visits.first();
            let exit = first.and_then(|visit| visit.exit);
            match target {
                TargetNodes::Best => searched.best.is_some_and(|best| *path == [best]),
                TargetNodes::CutOff => first.is_some_and(|visit| visit.cut_off.is_some()),
                TargetNodes::LastTried => searched.is_last_tried(path),
                TargetNodes::Never => visits.is_empty(),
                TargetNodes::OnlyBy(_) => {
                    let by_other = other.as_ref().is_some_and(|by| !by.visits(path).is_empty());
                    visits.is_empty() && by_other
                }
                TargetNodes::All => exit.is_some_and(|exit| exit.kind == Some(NodeKind::All)),
                TargetNodes::BoundAtRoot => {
                    path.len() == 1 && exit.is_some_and(|exit| exit.bound != Bound::Exact)
                }
                TargetNodes::Again => visits.iter().any(|visit| visit.is_again),
            }
        };
        let paths = tree.spots().into_iter().map(|spot| spot.path);
        paths.filter(|path| is_target(path)).collect()
    }
}
