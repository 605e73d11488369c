//! All claims, with the sentences that they quote and the rules of their verdicts.

use super::{Claim, ClaimBasis::*, ClaimQuote, measures as by};

const fn quote(text: u8, words: &'static str) -> ClaimQuote {
    ClaimQuote { text, words }
}

/// All claims.
pub static CLAIMS: [Claim; 14] = [
    Claim {
        sentence: "Alpha-beta finds the value of minimax with less work.",
        quotes: &[
            quote(
                0,
                "computing the negamax value of a tree in a way that gives the same answer with less work",
            ),
            quote(
                3,
                "produces the same result as unpruned minimax, but with much greater efficiency",
            ),
            quote(4, "skips these subtrees without changing the minimax result"),
        ],
        basis: Measurement,
        rule: "It holds if every technique returns minimax's value and alpha-beta evaluates fewer \
               leaves.",
        measure: by::same_answer,
    },
    Claim {
        sentence: "To prune anything the search must be at least two plies deep.",
        quotes: &[quote(
            1,
            "For alpha beta pruning to work, we need to search to a depth of atleast 2.",
        )],
        basis: Measurement,
        rule: "It holds if alpha-beta with the full window evaluates every leaf at depth 1, but not at \
               depth 2. A finite beta can cause a cutoff at depth 1, too.",
        measure: by::two_plies,
    },
    Claim {
        sentence: "With the best moves first the leaves fall to about the square root.",
        quotes: &[quote(
            4,
            "Best case (perfect ordering \u{2014} best moves examined first): Time complexity: O(b^(m/2))",
        )],
        basis: Measurement,
        rule: "Leaves of alpha-beta in perfect order, as a power of minimax's leaves. The least \
               number for a uniform tree is b^ceil(d/2) + b^floor(d/2) - 1 (Knuth and Moore, 1975), \
               whose power is clearly above 0.5 at small depths: up to 0.05 above the formula's power it \
               holds, up to 0.15 partly.",
        measure: by::square_root,
    },
    Claim {
        sentence: "Typically alpha-beta gets that square root.",
        quotes: &[quote(
            3,
            "It typically reduces the effective branching factor to its square root",
        )],
        basis: Measurement,
        rule: "Leaves with an order that a program can have (captures, killers, history), as a \
               power of minimax's leaves. The square root is the power 0.5: up to 0.55 the claim \
               holds, up to 0.75, the power of a random order, partly.",
        measure: by::typical_order,
    },
    Claim {
        sentence: "In the same time alpha-beta searches twice as deep as minimax.",
        quotes: &[
            quote(3, "equivalently doubles the number of ply that can be searched in a given time"),
            quote(4, "Alpha-beta can search twice as deep as plain minimax in the same time!"),
        ],
        basis: Measurement,
        rule: "Measured in perfect order, of which the second text speaks; the first one says \
               \u{201c}typically\u{201d}. In a uniform tree depth 2d then takes 2b^d - 1 leaves, \
               which is more than minimax's b^d at depth d, but less than twice as many. It holds \
               if twice minimax's leaves suffice for twice the depth, partly if they suffice for \
               one ply less.",
        measure: by::twice_the_depth,
    },
    Claim {
        sentence: "In random order alpha-beta evaluates about b^(3d/4) leaves.",
        quotes: &[quote(4, "Average case (random ordering): Time complexity: O(b^(3m/4))")],
        basis: Measurement,
        rule: "The mean power over three random orders: from 0.70 to 0.80 it holds, from 0.60 to \
               0.90 partly.",
        measure: by::random_order,
    },
    Claim {
        sentence: "With the worst moves first nothing is pruned.",
        quotes: &[quote(
            4,
            "Worst case (reverse ordering \u{2014} worst moves first): No pruning \u{2014} same as minimax: O(b^m)",
        )],
        basis: Measurement,
        rule: "Leaves of alpha-beta in the reverse of the perfect order and of minimax: it holds \
               if they are equal. For every b and d some tree and order have no cutoff, but the \
               reverse of the perfect order need not be that order.",
        measure: by::worst_order,
    },
    Claim {
        sentence: "The smaller the window, the fewer nodes are searched.",
        quotes: &[quote(1, "The smaller the window size, lesser number of nodes to be searched.")],
        basis: Measurement,
        rule: "Leaves with ever narrower windows around the value: it holds if they never rise. \
               The text does not speak of the second search after a wrong guess; it is measured, \
               but does not count.",
        measure: by::smaller_window,
    },
    Claim {
        sentence: "A guessed window costs accuracy if the value lies outside it.",
        quotes: &[quote(
            3,
            "this will be at the expense of accuracy, if any of the true values of the position lie outside the window",
        )],
        basis: Definition,
        rule: "The result of a window that begins half a pawn above the value. This alpha-beta is \
               fail-hard: its result is never below the window, so it cannot be this value. A \
               fail-soft result may be, but only as a bound.",
        measure: by::wrong_window,
    },
    Claim {
        sentence: "The shallow searches of iterative deepening take less than 1 % of the time.",
        quotes: &[quote(4, "Shallow searches are cheap (< 1% of total time at each depth)")],
        basis: Measurement,
        rule: "The share of nodes in all iterations but the last: it holds up to 1 %.",
        measure: by::shallow_searches,
    },
    Claim {
        sentence: "Killer moves are cheap and save work.",
        quotes: &[quote(3, "Another common, and very cheap, heuristic is the killer heuristic")],
        basis: Measurement,
        rule: "Leaves with killer moves, in percent of those without: it holds below 90 %, partly \
               below 100 %.",
        measure: by::killers,
    },
    Claim {
        sentence: "The parent of an ALL node is always a CUT node.",
        quotes: &[quote(1, "It is obvious that, an ALL node's father will always be a CUT node.")],
        basis: Measurement,
        rule: "Every inner ALL node of a recorded alpha-beta search: it holds if there is no \
               exception.",
        measure: by::all_below_cut,
    },
    Claim {
        sentence: "Memory grows only with b times d.",
        quotes: &[
            quote(2, "For a maximum number of child nodes n for all nodes and depth d: O(b d)"),
            quote(4, "Space: O(bm) \u{2014} depth-first"),
        ],
        basis: Definition,
        rule: "The most moves in memory at a time. A depth-first search holds the moves of one \
               path, so they are at most d times those of the widest node.",
        measure: by::space,
    },
    Claim {
        sentence: "Chess has 35^80 lines of play, about 10^123.5; the best order leaves about 10^62.",
        quotes: &[quote(
            4,
            "Minimax: 35^80 \u{2248} 10^123 nodes [...] Alpha-beta (best case): 35^40 \u{2248} 10^62 nodes",
        )],
        basis: Arithmetic,
        rule: "The powers, calculated: it holds if each exponent of the text differs from the \
               calculated one by less than 1. 35 moves and 80 plies are estimates themselves. Then the same for \
               this board with its own branching factor over 80 plies.",
        measure: by::size_of_chess,
    },
];
