//! The share of the width that each node of a recorded tree gets: pure functions, no egui.
//!
//! A node's children share its width by their weights, so the width of the whole tree is always 1,
//! and nodes keep their places while stepping. The weight of a subtree grows more slowly than its
//! size; otherwise a few large subtrees would leave no width for the others.

use std::collections::HashSet;

use crate::app::lab::tree::recorded::RecordedTree;

/// The weight of a subtree is the sum of its children's weights to this power.
const GROWTH: f32 = 0.55;
/// The weight of a branch that was not searched, and the minimum and maximum weight of all such
/// branches of a node together.
const STUMP: f32 = 0.15;
const LEAST_STUMPS: f32 = 0.3;
const MOST_STUMPS: f32 = 0.8;

/// A part of the tree's width, from 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Span {
    pub from: f64,
    pub to: f64,
}

impl Span {
    pub(super) const WHOLE: Span = Span { from: 0.0, to: 1.0 };

    pub(super) fn width(self) -> f64 {
        self.to - self.from
    }

    pub(super) fn middle(self) -> f64 {
        (self.from + self.to) / 2.0
    }
}

/// The weights of all nodes of a recording.
#[derive(Clone, Debug, Default)]
pub(super) struct Weights {
    own: Vec<f32>,
    /// The weight of a node's children and stumps together.
    inside: Vec<f32>,
    stumps: Vec<f32>,
    /// The number of rows of the unfolded subtree, the node's own included.
    rows: Vec<u8>,
}

impl Weights {
    /// The weights of a tree without the children of folded nodes.
    pub(super) fn new(recorded: &RecordedTree, folded: &HashSet<usize>) -> Weights {
        let visits = &recorded.recording.visits;
        let count = visits.len();
        let (mut own, mut inside) = (vec![1.0f32; count], vec![0.0f32; count]);
        let mut stumps = vec![0.0f32; count];
        let mut rows = vec![1u8; count];
        for (index, visit) in visits.iter().enumerate().rev() {
            if folded.contains(&index) {
                inside[index] = 0.0;
                rows[index] = 1;
            } else if let Some((tried, moves)) = visit.cut_off {
                let each = inside[index] / visit.children.len().max(1) as f32;
                let room = (STUMP * (moves - tried) as f32).clamp(LEAST_STUMPS, MOST_STUMPS);
                stumps[index] = each.max(1.0) * room;
                inside[index] += stumps[index];
            }
            own[index] = inside[index].powf(GROWTH).max(1.0);
            if let Some(parent) = visit.parent {
                inside[parent] += own[index];
                rows[parent] = rows[parent].max(rows[index].saturating_add(1));
            }
        }
        Weights { own, inside, stumps, rows }
    }

    /// The children of a node that is not folded, each with its part of the node's span.
    pub(super) fn children<'a>(
        &'a self,
        recorded: &'a RecordedTree,
        visit: usize,
        span: Span,
    ) -> impl Iterator<Item = (usize, Span)> + 'a {
        let children = recorded.visit(visit).map_or(&[][..], |visit| &visit.children);
        let inside = f64::from(self.inside.get(visit).copied().unwrap_or(0.0));
        // Folded nodes show no children.
        let children = if inside > 0.0 { children } else { &[] };
        let mut from = span.from;
        children.iter().map(move |child| {
            let own = f64::from(self.own.get(*child).copied().unwrap_or(1.0));
            let part = Span { from, to: from + span.width() * own / inside };
            from = part.to;
            (*child, part)
        })
    }

    /// The number of rows of the unfolded subtree, the node's own included.
    pub(super) fn rows(&self, visit: usize) -> usize {
        usize::from(self.rows.get(visit).copied().unwrap_or(1))
    }

    /// The span of a node's branches that were not searched: the last part of its own.
    pub(super) fn stumps(&self, visit: usize, span: Span) -> Option<Span> {
        let stumps = f64::from(self.stumps.get(visit).copied()?);
        let inside = f64::from(self.inside.get(visit).copied()?);
        (stumps > 0.0).then(|| Span { from: span.to - span.width() * stumps / inside, ..span })
    }

    /// The span of a node within the width of its root.
    pub(super) fn span_of(&self, recorded: &RecordedTree, visit: usize) -> Span {
        let mut path = vec![visit];
        while let Some(parent) = path.last().and_then(|at| recorded.visit(*at)?.parent) {
            path.push(parent);
        }
        let mut span = Span::WHOLE;
        for pair in path.windows(2).rev() {
            let found = self.children(recorded, pair[1], span).find(|(child, _)| *child == pair[0]);
            span = found.map_or(span, |(_, part)| part);
        }
        span
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::lab::tree::recorded::tests::recorded;

    #[test]
    fn children_and_stumps_fill_their_parent() {
        let recorded = recorded("((3 12 5) (2 8 1 9))");
        let weights = Weights::new(&recorded, &HashSet::new());
        let spans: Vec<(usize, Span)> = weights.children(&recorded, 0, Span::WHOLE).collect();
        assert_eq!((spans.len(), spans[0].1.from), (2, 0.0));
        assert_eq!(spans[0].1.to, spans[1].1.from);
        assert!((spans[1].1.to - 1.0).abs() < 1e-6);
        assert_eq!(weights.stumps(0, Span::WHOLE), None);
        // One of the second move's four replies is searched; the others are stumps beside it.
        let (cut, place) = spans[1];
        let (_, leaf) = weights.children(&recorded, cut, place).next().unwrap();
        let stumps = weights.stumps(cut, place).unwrap();
        assert!((leaf.to - stumps.from).abs() < 1e-6 && stumps.to == place.to);
        assert_eq!(weights.span_of(&recorded, cut + 1), leaf);
    }

    #[test]
    fn folded_nodes_weigh_as_a_leaf() {
        let recorded = recorded("((3 12 5) (2 8 1 9))");
        let weights = Weights::new(&recorded, &HashSet::from([1]));
        assert_eq!(weights.children(&recorded, 1, Span::WHOLE).count(), 0);
        assert_eq!(weights.own[1], 1.0);
    }
}
