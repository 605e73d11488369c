//! Two choices of a position, each searched alone, until two searches agree about a claim.
//!
//! A first search with few nodes makes a claim about the choices, such as a mark or that an answer
//! is good enough. A search with more nodes confirms it; if they disagree, a third one decides.

use super::{ReviewLimits, position_value::PositionValue};
use minnow_engine::SearchLimits;
use minnow_rules::Move;

/// The effort of a search in relation to a review's first search of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SearchEffort {
    First,
    Confirming,
    /// After two searches that disagree.
    Deciding,
}

impl SearchEffort {
    /// The factor on nodes and time.
    fn factor(self) -> u64 {
        match self {
            SearchEffort::First => 1,
            SearchEffort::Confirming => 10,
            SearchEffort::Deciding => 30,
        }
    }

    /// The plies that are added to a limit of depth; a ply takes two to three times the nodes.
    fn extra_plies(self) -> u32 {
        match self {
            SearchEffort::First => 0,
            SearchEffort::Confirming => 3,
            SearchEffort::Deciding => 5,
        }
    }

    /// The limits for a search of these moves alone with this effort.
    pub(super) fn limits(self, review: ReviewLimits, moves: Vec<Move>) -> SearchLimits {
        SearchLimits {
            depth: review.depth.map(|depth| depth.saturating_add(self.extra_plies())),
            nodes: review.nodes.map(|nodes| nodes.saturating_mul(self.factor())),
            movetime_ms: review.movetime_ms.map(|time| time.saturating_mul(self.factor())),
            moves,
            threads: Some(1),
            ..SearchLimits::default()
        }
    }
}

/// One side of a comparison.
#[derive(Clone, Debug)]
pub(super) struct MoveChoice {
    /// The moves that are searched alone; empty if the value is known.
    pub moves: Vec<Move>,
    /// The search ends when it finds a mate in at most this many moves.
    pub mate: Option<u32>,
    /// The value of the last search.
    pub value: Option<PositionValue>,
}

impl MoveChoice {
    /// A choice that is searched.
    pub(super) fn searched(moves: Vec<Move>) -> MoveChoice {
        MoveChoice { moves, mate: None, value: None }
    }

    /// A choice whose value the caller knows.
    pub(super) fn known() -> MoveChoice {
        MoveChoice::searched(Vec::new())
    }

    fn is_open(&self) -> bool {
        !self.moves.is_empty() && self.value.is_none()
    }
}

/// A comparison under way.
#[derive(Clone, Debug)]
pub(super) struct MoveComparison<C> {
    /// The better or best move, and the one that is judged against it.
    pub better: MoveChoice,
    pub judged: MoveChoice,
    /// The claim of the search before; `None` before the first search.
    claim: Option<C>,
    effort: SearchEffort,
}

impl<C: PartialEq> MoveComparison<C> {
    /// `claim` is that of a first search, if there was one.
    pub(super) fn new(
        claim: Option<C>,
        better: MoveChoice,
        judged: MoveChoice,
    ) -> MoveComparison<C> {
        let effort = match claim {
            Some(_) => SearchEffort::Confirming,
            None => SearchEffort::First,
        };
        MoveComparison { better, judged, claim, effort }
    }

    /// The limits of the next search; `None` if both values are there.
    pub(super) fn next_limits(&self, review: ReviewLimits) -> Option<SearchLimits> {
        let open = self.open()?;
        let limits = self.effort.limits(review, open.moves.clone());
        Some(SearchLimits { mate: open.mate, ..limits })
    }

    /// True if a value is missing.
    pub(super) fn is_open(&self) -> bool {
        self.open().is_some()
    }

    fn open(&self) -> Option<&MoveChoice> {
        [&self.judged, &self.better].into_iter().find(|choice| choice.is_open())
    }

    /// Takes in the value of the search with [`MoveComparison::next_limits`].
    pub(super) fn take(&mut self, value: PositionValue) {
        let is_confirmed = self.effort != SearchEffort::First;
        let choices = [&mut self.judged, &mut self.better];
        if let Some(open) = choices.into_iter().find(|choice| choice.is_open()) {
            open.value = Some(PositionValue { is_confirmed, ..value });
        }
    }

    /// Compares the claim of the present values with that of the search before. Returns `true` if
    /// the present values stand; otherwise the choices are to be searched with more effort.
    pub(super) fn settles(&mut self, claim: C) -> bool {
        let agrees = self.claim.as_ref() == Some(&claim);
        self.effort = match self.effort {
            SearchEffort::First => SearchEffort::Confirming,
            SearchEffort::Confirming if !agrees => SearchEffort::Deciding,
            SearchEffort::Confirming | SearchEffort::Deciding => return true,
        };
        self.claim = Some(claim);
        self.better.value = None;
        self.judged.value = None;
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use minnow_rules::{Position, Variant};

    const REVIEW: ReviewLimits = ReviewLimits { depth: None, nodes: Some(100), movetime_ms: None };

    /// The nodes of the searches until a comparison ends, whose searches make these claims in turn.
    fn nodes(first: Option<bool>, claims: &[bool]) -> Vec<u64> {
        let position = Position::start(Variant::default_variant());
        let moves: Vec<Move> = position.safe_moves().iter().collect();
        let [better, judged] = [0, 1].map(|at| MoveChoice::searched(vec![moves[at]]));
        let mut comparison = MoveComparison::new(first, better, judged);
        let mut nodes = Vec::new();
        for claim in claims {
            while let Some(limits) = comparison.next_limits(REVIEW) {
                let expected = moves[usize::from(nodes.len() % 2 == 0)];
                assert_eq!(limits.moves, [expected], "one move alone");
                nodes.extend(limits.nodes);
                comparison.take(PositionValue::unknown());
            }
            if comparison.settles(*claim) {
                return nodes;
            }
        }
        panic!("no end after {claims:?}");
    }

    #[test]
    fn agreeing_searches_end_a_comparison() {
        assert_eq!(nodes(Some(true), &[true]), [1_000, 1_000]);
        assert_eq!(nodes(None, &[true, true]), [100, 100, 1_000, 1_000]);
    }

    #[test]
    fn a_third_search_decides_between_two() {
        assert_eq!(nodes(Some(true), &[false, true]), [1_000, 1_000, 3_000, 3_000]);
        assert_eq!(nodes(Some(true), &[false, false]), [1_000, 1_000, 3_000, 3_000]);
    }

    #[test]
    fn known_values_are_not_searched() {
        let mv = Position::start(Variant::default_variant()).safe_moves().iter().next().unwrap();
        let known = MoveChoice::known();
        let mut comparison = MoveComparison::new(Some(true), known, MoveChoice::searched(vec![mv]));
        assert!(comparison.next_limits(REVIEW).is_some());
        comparison.take(PositionValue::unknown());
        assert_eq!(comparison.next_limits(REVIEW), None);
        assert!(comparison.judged.value.as_ref().is_some_and(|value| value.is_confirmed));
        assert!(comparison.settles(true));
    }

    #[test]
    fn limits_of_depth_and_time_grow_too() {
        let review = ReviewLimits { depth: Some(6), nodes: None, movetime_ms: Some(20) };
        let limits = SearchEffort::Confirming.limits(review, Vec::new());
        assert_eq!((limits.depth, limits.movetime_ms, limits.nodes), (Some(9), Some(200), None));
    }
}
