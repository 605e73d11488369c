//! Sentences of the texts that are wrong or need a condition, each with its correction.
//!
//! The functions of the texts stand beside this file; a test demonstrates each correction.

/// A sentence of a text and its correction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PrintedSentence {
    /// The number of the text, 0 to 4.
    pub text: u8,
    /// The words of the text.
    pub quote: &'static str,
    /// The mistake in them, or the condition that they need.
    pub correction: &'static str,
}

/// All sentences, in the order of the texts.
pub static PRINTED_SENTENCES: [PrintedSentence; 13] = [
    PrintedSentence {
        text: 0,
        quote: "Black gives it a negamax value of -0.5",
        correction: "White is to move in this position (21 W), so its negamax value is White's, 0.5. \
                     The -0.5 is the value after the change of the sign, from Black's view one ply \
                     above.",
    },
    PrintedSentence {
        text: 0,
        quote: "Our worst possible value is the negation of our opponent's best value so far; we \
                will call it a",
        correction: "This is the definition of b. In the code a is the best value so far of the \
                     side to move: its own moves raise it. The negated best value of the opponent \
                     is b, which a value must reach for a cutoff.",
    },
    PrintedSentence {
        text: 0,
        quote: "if v' > b return v'",
        correction: "The test of the first move should be >=, like that of the others. The > costs \
                     nodes where the first move exactly reaches the bound, but never changes the \
                     value.",
    },
    PrintedSentence {
        text: 1,
        quote: "This is score of -INFINITY",
        correction: "Alpha starts at -INFINITY, too, and a move must exceed alpha to be stored. If \
                     every move loses, none is. A mate needs a finite score below all evaluations; \
                     if it depends on the ply, it also tells a near mate from a distant one.",
    },
    PrintedSentence {
        text: 1,
        quote: "If you find even 1 child of yours having value < 5, then please don't look at your \
                other children",
        correction: "A value of exactly 5 is enough: a tie does not make this move better than the \
                     brother. The code of the text tests <= and is right.",
    },
    PrintedSentence {
        text: 1,
        quote: "If a MAX node OR a MIN node has atleast 1 SON of value > alpha and value < beta \
                i.e. alpha < value < beta Then such a node is a PV node",
        correction: "At least one son is not enough: this also holds at a CUT node whose first moves \
                     lie inside the window before one reaches the bound. A PV node also needs that \
                     no move reaches the bound.",
    },
    PrintedSentence {
        text: 1,
        quote: "It is obvious that, an ALL node's father will always be a CUT node",
        correction: "True of plain alpha-beta. With the null windows of Scout, a better move fails \
                     high below a PV node: an ALL node whose parent is a PV node.",
    },
    PrintedSentence {
        text: 2,
        quote: "After all positions have been considered",
        correction: "After all positions that are not pruned: alpha-beta never considers the others, \
                     and returns the same value.",
    },
    PrintedSentence {
        text: 2,
        quote: "The maximizing player prunes moves that score below the lower bound alpha",
        correction: "A move below alpha prunes nothing: MAX ignores it and searches on, since a \
                     later move may be better. MAX prunes its other moves when one reaches beta, \
                     and MIN when one falls to alpha.",
    },
    PrintedSentence {
        text: 3,
        quote: "When beta becomes less than alpha",
        correction: "Less than or equal: a position whose value equals a bound cannot improve it. \
                     The code of the text tests <= and is right.",
    },
    PrintedSentence {
        text: 4,
        quote: "the current MAX value already exceeds what MIN would allow",
        correction: "Or equals it, as the condition v >= beta says. In the same way \u{201c}falls \
                     below\u{201d} at v <= alpha includes a tie: the move elsewhere is at least as \
                     good, not always better.",
    },
    PrintedSentence {
        text: 4,
        quote: "prune any remaining children of right MIN",
        correction: "None remains: in the example ? is the last child, so a 2 there prunes nothing. \
                     Alpha-beta evaluates all four leaves; with a third child it would skip that \
                     one.",
    },
    PrintedSentence {
        text: 4,
        quote: "Worst case (reverse ordering \u{2014} worst moves first): No pruning",
        correction: "For every branching factor and depth some tree has an order without any \
                     cutoff, but not every tree has one. The reverse of the perfect order is not \
                     always the worst: from four plies on it often prunes.",
    },
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{LabSettings, NodeKind, Recorder, Recording, Technique, TextTree, run};
    use minnow_engine::{NoObserver, Score, Window};

    fn recorded(text: &str, root_is_max: bool, id: &str) -> (i32, Recording) {
        let tree = TextTree::parse(text, root_is_max).unwrap();
        let mut recorder = Recorder::new(1_000);
        let technique = Technique::parse(id).unwrap();
        let report = run(&tree, &technique, &LabSettings::depth(tree.height()), &mut recorder);
        assert_eq!(report.stopped, None, "{text} by {id}");
        (report.answer.unwrap().score.value(), recorder.finish())
    }

    #[test]
    fn a_tie_with_the_bound_is_a_cutoff() {
        // Texts 1 and 3: the leaf ? must not be evaluated.
        assert_eq!(recorded("((5 9) (5 ?))", true, "alpha-beta").0, 5);
    }

    #[test]
    fn a_move_worth_alpha_is_not_stored() {
        let tree = TextTree::parse("((-9 4) (-9))", true).unwrap();
        let best = |alpha: i32| {
            let window = Window { alpha: Score::DRAW.offset(alpha), ..Window::FULL };
            let settings = LabSettings { window, ..LabSettings::depth(2) };
            let technique = Technique::parse("alpha-beta").unwrap();
            run(&tree, &technique, &settings, &mut NoObserver).answer.unwrap().best
        };
        assert!(best(-9).is_none() && best(-10).is_some());
    }

    #[test]
    fn cut_nodes_may_have_moves_inside_the_window() {
        let (_, recording) = recorded("(10 (7 12 ?))", false, "alpha-beta");
        let node = recording.visits.iter().find(|visit| visit.cut_off == Some((2, 3))).unwrap();
        let first = recording.visits[node.children[0]].exit.unwrap().score;
        assert!(first > node.window.alpha && first < node.window.beta);
        assert_eq!(node.exit.unwrap().kind, Some(NodeKind::Cut));
    }

    #[test]
    fn scout_has_all_nodes_below_pv_nodes() {
        let exceptions = |id: &str| {
            let (_, recording) = recorded("((3 12) (5 6))", true, id);
            let kind = |visit: usize| recording.visits[visit].exit.unwrap().kind;
            let inner = recording.visits.iter().filter(|visit| !visit.children.is_empty());
            let all = inner.filter(|visit| visit.exit.unwrap().kind == Some(NodeKind::All));
            all.filter(|visit| visit.parent.and_then(kind) == Some(NodeKind::Pv)).count()
        };
        assert_eq!((exceptions("alpha-beta"), exceptions("scout")), (0, 1));
    }

    #[test]
    fn a_move_below_alpha_prunes_nothing() {
        assert_eq!(recorded("(3 1 9)", true, "alpha-beta").0, 9);
    }

    /// A tree of four plies with two moves at each node.
    type BinaryTree = [[[[i32; 2]; 2]; 2]; 2];

    /// Alpha-beta with the moves of each inner node in the order that its bit gives. Returns the
    /// value; `leaves` counts.
    fn alpha_beta(
        leaves: &[i32],
        swaps: u32,
        node: usize,
        window: [i32; 2],
        count: &mut u32,
    ) -> i32 {
        let Some(plies) = leaves.len().checked_ilog2().filter(|plies| *plies > 0) else {
            *count += 1;
            return leaves[0];
        };
        let [mut alpha, mut beta] = window;
        let is_swapped = swaps >> node & 1 == 1;
        let (first, second) = leaves.split_at(leaves.len() / 2);
        for half in if is_swapped { [1, 0] } else { [0, 1] } {
            let child = [first, second][half];
            let value = alpha_beta(child, swaps, 2 * node + 1 + half, [alpha, beta], count);
            if plies % 2 == 0 {
                alpha = alpha.max(value);
            } else {
                beta = beta.min(value);
            }
            if alpha >= beta {
                break;
            }
        }
        if plies % 2 == 0 { alpha } else { beta }
    }

    #[test]
    fn some_trees_have_a_cutoff_in_every_order() {
        let tree: BinaryTree =
            [[[[13, 7], [1, 11]], [[2, 3], [9, 12]]], [[[8, 16], [6, 5]], [[4, 10], [15, 14]]]];
        let leaves = tree.as_flattened().as_flattened().as_flattened();
        // A bit for each of the 15 inner nodes.
        let evaluated = (0..1 << 15).map(|swaps| {
            let mut count = 0;
            alpha_beta(leaves, swaps, 0, [i32::MIN, i32::MAX], &mut count);
            count
        });
        assert_eq!(evaluated.max(), Some(15));
    }

    #[test]
    fn sentences_are_in_the_order_of_the_texts() {
        assert!(PRINTED_SENTENCES.is_sorted_by_key(|sentence| sentence.text));
        assert!(PRINTED_SENTENCES.iter().all(|sentence| sentence.text <= 4));
    }
}
