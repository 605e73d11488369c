//! A recorded node for the sentences about it, and the words on where its alpha and beta come from.

use super::{Recording, Tree, explain::move_phrase, recorder::Visit, visit_tracker::BoundSource};
use minnow_engine::{Bound, Score};

/// The words before a score with this bound: `at least `, `at most `, or `exact` for the true score.
pub(crate) fn bound_words(bound: Bound, exact: &'static str) -> &'static str {
    match bound {
        Bound::Exact => exact,
        Bound::Lower => "at least ",
        Bound::Upper => "at most ",
    }
}

/// A recorded node for the sentences about it.
pub(crate) struct VisitScene<'a, T: Tree> {
    pub tree: &'a T,
    pub recording: &'a Recording,
    pub visit: &'a Visit,
    pub node: T::Node,
    /// The phrase of the move that led here; `None` at the root.
    pub last_move: Option<String>,
}

impl<'a, T: Tree> VisitScene<'a, T> {
    /// The scene of a visit; `None` if the recording has no such visit.
    pub(crate) fn new(tree: &'a T, recording: &'a Recording, visit: usize) -> Option<Self> {
        let visit = recording.visits.get(visit)?;
        let (mut node, mut last_move) = (tree.root(), None);
        if let Some((last, above)) = recording.path_of(visit).split_last() {
            let before = tree.node_at(above);
            last_move = Some(move_phrase(tree, &before, *last));
            node = tree.play(&before, *last);
        }
        Some(VisitScene { tree, recording, visit, node, last_move })
    }

    pub(crate) fn player(&self) -> &'static str {
        self.tree.player(self.visit.is_max)
    }

    pub(crate) fn opponent(&self) -> &'static str {
        self.tree.player(!self.visit.is_max)
    }

    pub(crate) fn text(&self, score: Score) -> String {
        self.tree.score_text(score)
    }

    /// The source of the bound that the player to move has to reach for a cutoff.
    fn cut_source(&self) -> BoundSource {
        let sources = self.visit.sources;
        if self.visit.is_max { sources.beta } else { sources.alpha }
    }

    /// That bound.
    pub(crate) fn cut_bound(&self) -> Score {
        let window = self.visit.window;
        if self.visit.is_max { window.beta } else { window.alpha }
    }

    /// Half a sentence with the reason why the other moves of the player cannot matter: `MAX
    /// already has 70 from move 1`.
    pub(crate) fn cutoff_reason(&self) -> String {
        let is_max = self.visit.is_max;
        let (opponent, bound) = (self.opponent(), self.text(self.cut_bound()));
        let (side, limit) = if is_max { ("above", "beta") } else { ("below", "alpha") };
        match self.cut_source() {
            BoundSource::Visit(number) => self.proven(number, &bound),
            BoundSource::StandPat => {
                format!("{opponent} already has {bound} by standing pat earlier in the line")
            }
            BoundSource::RootWindow => {
                format!("the window at the root asks for nothing {side} {limit} = {bound}")
            }
            BoundSource::AspirationWindow => {
                format!("{limit} = {bound} is the end of the aspiration window, a guess")
            }
            BoundSource::NullWindow => {
                let question = self.null_question().unwrap_or_default();
                let enough = if is_max { "or more" } else { "or less" };
                format!("the null window asks \"{question}\", and {bound} {enough} is enough here")
            }
        }
    }

    /// The bound that the value of a visit proved.
    fn proven(&self, number: usize, bound: &str) -> String {
        let opponent = self.opponent();
        let source = self.visit_phrase(number);
        let exit = self.recording.visits.get(number).and_then(|visit| visit.exit);
        if exit.is_none_or(|exit| exit.score == self.cut_bound()) {
            return format!("{opponent} already has {bound} from {source}");
        }
        let side = if self.visit.is_max { "less" } else { "more" };
        format!("{opponent} already has {side} than {bound} from the null window on {source}")
    }

    /// The move of a visit, with its place unless it is a move of this node's parent: `move 1`,
    /// `move 1 at the root`, `move 2 after move 1, move 3`.
    fn visit_phrase(&self, number: usize) -> String {
        let mut node = self.tree.root();
        let path = self.recording.path(number).into_iter();
        let names = path.map(|branch| {
            let name = move_phrase(self.tree, &node, branch);
            node = self.tree.play(&node, branch);
            name
        });
        let names: Vec<String> = names.collect();
        let Some((name, above)) = names.split_last() else { return "the root".to_owned() };
        let parent = self.recording.visits.get(number).and_then(|visit| visit.parent);
        if parent == self.visit.parent {
            name.clone()
        } else if above.is_empty() {
            format!("{name} at the root")
        } else {
            format!("{name} after {}", above.join(", "))
        }
    }

    /// The question of the null window that this node belongs to: `is move 2 better than 6?`. `None`
    /// if no end of its window is artificial.
    pub(crate) fn null_question(&self) -> Option<String> {
        let visits = &self.recording.visits;
        let is_null = |visit: &&Visit| visit.sources.has_null_end();
        let mut asked = Some(self.visit).filter(is_null)?;
        while let Some(parent) = asked.parent.and_then(|parent| visits.get(parent)).filter(is_null)
        {
            asked = parent;
        }
        let (alpha, beta) = (self.text(asked.window.alpha), self.text(asked.window.beta));
        let Some(branch) = asked.played.filter(|_| asked.parent.is_some()) else {
            return Some(format!("is the root at least {beta}?"));
        };
        let mut path = self.recording.path_of(asked);
        path.pop();
        let name = move_phrase(self.tree, &self.tree.node_at(&path), branch);
        // The node after the move is the opponent's.
        Some(if asked.is_max {
            format!("does {name} hold {} below {beta}?", self.tree.player(true))
        } else {
            format!("is {name} better than {alpha}?")
        })
    }

    /// Sentences about both bounds on entry: `MAX is sure of 5 (alpha), MIN of nothing yet (beta).`
    pub(crate) fn window_text(&self) -> String {
        let sources = self.visit.sources;
        if let Some(question) = self.null_question() {
            let [alpha, beta] = [sources.alpha, sources.beta].map(|s| s == BoundSource::NullWindow);
            let (low, high) = (self.visit.window.alpha, self.visit.window.beta);
            let artificial = if alpha && beta {
                "Both ends are artificial".to_owned()
            } else if beta {
                format!("Beta = {} is artificial", self.text(high))
            } else {
                format!("Alpha = {} is artificial", self.text(low))
            };
            return format!("A null window: {question} {artificial}.");
        }
        let alpha = self.end_text(true);
        let beta = self.end_text(false);
        let both_sure = [&alpha, &beta].iter().all(|text| text.contains(" is sure of "));
        let beta = if both_sure { beta.replacen(" is sure of ", " of ", 1) } else { beta };
        format!("{alpha}, {beta}.")
    }

    fn end_text(&self, is_alpha: bool) -> String {
        let (window, sources) = (self.visit.window, self.visit.sources);
        let (name, score, source) = if is_alpha {
            ("alpha", window.alpha, sources.alpha)
        } else {
            ("beta", window.beta, sources.beta)
        };
        let player = self.tree.player(is_alpha);
        let is_infinite = score.value().abs() >= Score::INFINITE.value();
        let text = self.text(score);
        match source {
            _ if is_infinite => format!("{player} is sure of nothing yet ({name})"),
            BoundSource::Visit(_) | BoundSource::StandPat => {
                format!("{player} is sure of {text} ({name})")
            }
            BoundSource::AspirationWindow => {
                format!("{name} = {text} is the end of the aspiration window, a guess")
            }
            BoundSource::RootWindow | BoundSource::NullWindow => {
                format!("{name} = {text} is the end of the window at the root")
            }
        }
    }
}
