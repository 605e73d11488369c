//! Claims of teaching texts about alpha-beta, each with a measurement on one position.
//!
//! The sentences paraphrase the texts. Each claim states its measurement and the rule of its
//! verdict, so that readers can check both.

mod bench;
mod check_all;
mod measures;

use super::Stop;
use measures as by;

pub use bench::{BenchError, ClaimBench};
pub use check_all::{ClaimsUpdate, check_claims};

/// A claim of the texts that can be measured.
pub struct Claim {
    /// The numbers of the texts that make the claim, 0 to 4.
    pub texts: &'static [u8],
    pub sentence: &'static str,
    /// The measurement, and the rule of the verdict.
    pub rule: &'static str,
    measure: fn(&ClaimBench<'_>) -> Result<ClaimResult, Stop>,
}

/// The result of measuring a claim.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClaimResult {
    pub verdict: ClaimVerdict,
    /// A sentence with the figures.
    pub measured: String,
}

/// The verdict on a claim for one position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClaimVerdict {
    Holds,
    /// The effect exists, but is smaller than claimed.
    Partly,
    Fails,
}

impl ClaimVerdict {
    /// The name for users.
    pub const fn name(self) -> &'static str {
        match self {
            ClaimVerdict::Holds => "True here",
            ClaimVerdict::Partly => "Partly true here",
            ClaimVerdict::Fails => "False here",
        }
    }
}

impl Claim {
    /// Measures the claim.
    ///
    /// # Errors
    ///
    /// A [`Stop`] if a search reaches a limit.
    pub fn check(&self, bench: &ClaimBench<'_>) -> Result<ClaimResult, Stop> {
        (self.measure)(bench)
    }

    /// `text 3`, `texts 0, 3 and 4`.
    pub fn source_text(&self) -> String {
        let numbers: Vec<String> = self.texts.iter().map(u8::to_string).collect();
        match numbers.split_last() {
            Some((last, before)) if !before.is_empty() => {
                format!("texts {} and {last}", before.join(", "))
            }
            _ => format!("text {}", numbers.join("")),
        }
    }
}

/// All claims.
pub static CLAIMS: [Claim; 14] = [
    Claim {
        texts: &[0, 3, 4],
        sentence: "Alpha-beta finds the value of minimax with less work.",
        rule: "It holds if every technique returns minimax's value and alpha-beta evaluates fewer \
               leaves.",
        measure: by::same_answer,
    },
    Claim {
        texts: &[1],
        sentence: "To prune anything the search must be at least two plies deep.",
        rule: "It holds if alpha-beta evaluates every leaf at depth 1, but not at depth 2.",
        measure: by::two_plies,
    },
    Claim {
        texts: &[3, 4],
        sentence: "With the best moves first the branching factor falls to its square root.",
        rule: "Leaves of alpha-beta in the best order, as a power of minimax's leaves: up to 0.55 \
               it holds, up to 0.70 partly, because the formula has a factor of up to 2.",
        measure: by::square_root,
    },
    Claim {
        texts: &[3],
        sentence: "Typically alpha-beta gets that square root.",
        rule: "The same power with an order that a program can have: captures, killers, history.",
        measure: by::typical_order,
    },
    Claim {
        texts: &[3, 4],
        sentence: "In the same time alpha-beta searches twice as deep as minimax.",
        rule: "The depth that the full combination completes within minimax's nodes: it holds at \
               twice minimax's depth, partly at any greater depth.",
        measure: by::twice_the_depth,
    },
    Claim {
        texts: &[4],
        sentence: "In random order alpha-beta evaluates about b^(3d/4) leaves.",
        rule: "The mean power over three random orders: from 0.70 to 0.80 it holds, from 0.60 to \
               0.90 partly.",
        measure: by::random_order,
    },
    Claim {
        texts: &[4],
        sentence: "With the worst move first nothing is pruned.",
        rule: "Leaves of alpha-beta in the worst order and of minimax: it holds if they are equal.",
        measure: by::worst_order,
    },
    Claim {
        texts: &[1],
        sentence: "The smaller the window, the fewer nodes are searched.",
        rule: "Leaves with ever narrower windows around the value: it holds if they never rise, \
               partly if a wrong guess and its second search cost more than no guess.",
        measure: by::smaller_window,
    },
    Claim {
        texts: &[3],
        sentence: "A guessed window costs accuracy if the value lies outside it.",
        rule: "The result of a window half a pawn above the value: it holds if the result is not \
               the value.",
        measure: by::wrong_window,
    },
    Claim {
        texts: &[4],
        sentence: "The shallow searches of iterative deepening take less than 1 % of the time.",
        rule: "The share of nodes in all iterations but the last: it holds up to 1 %.",
        measure: by::shallow_searches,
    },
    Claim {
        texts: &[3],
        sentence: "Killer moves are cheap and save work.",
        rule: "Leaves with killer moves, in percent of those without: it holds below 90 %, partly \
               below 100 %.",
        measure: by::killers,
    },
    Claim {
        texts: &[1],
        sentence: "The parent of an ALL node is always a CUT node.",
        rule: "Every inner ALL node of a recorded alpha-beta search: it holds if there is no \
               exception.",
        measure: by::all_below_cut,
    },
    Claim {
        texts: &[2, 4],
        sentence: "Memory grows only with b times d.",
        rule: "The most moves in memory at a time: it holds if they are at most d times the moves \
               of the widest node.",
        measure: by::space,
    },
    Claim {
        texts: &[4],
        sentence: "Chess has 35^80 = 10^123 lines of play; the best order leaves 10^62.",
        rule: "The powers, calculated; then the same for this board with its own branching factor \
               over 80 plies. It holds if the powers of ten differ by at most 1.",
        measure: by::size_of_chess,
    },
];

#[cfg(test)]
mod tests;
