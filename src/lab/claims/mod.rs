//! What the texts claim of alpha-beta, each claim beside a measurement on one position.
//!
//! The sentences are the project's own; what they say is the texts'. A claim names what is measured
//! and the rule by which the verdict falls, so that nobody has to take it on trust.

mod bench;
mod measures;

use super::Stop;
use measures as by;

pub use bench::{BenchError, ClaimBench};

/// A sentence of the texts, to be checked.
pub struct Claim {
    /// In which texts it stands, 0 to 4.
    pub texts: &'static [u8],
    pub sentence: &'static str,
    /// What is measured, and what decides.
    pub rule: &'static str,
    measure: fn(&ClaimBench<'_>) -> Result<ClaimResult, Stop>,
}

/// What a measurement says to a claim.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClaimResult {
    pub verdict: ClaimVerdict,
    /// With the figures.
    pub measured: String,
}

/// Whether a claim holds on the position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClaimVerdict {
    Holds,
    /// It points the right way, and not as far as it says.
    Partly,
    Fails,
}

impl ClaimVerdict {
    /// As it is shown.
    pub const fn name(self) -> &'static str {
        match self {
            ClaimVerdict::Holds => "holds here",
            ClaimVerdict::Partly => "holds partly here",
            ClaimVerdict::Fails => "fails here",
        }
    }
}

impl Claim {
    /// Measures it.
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
        rule: "It holds if every technique gives minimax's value and alpha-beta looks at fewer \
               leaves.",
        measure: by::same_answer,
    },
    Claim {
        texts: &[1],
        sentence: "To prune anything the search must be at least two plies deep.",
        rule: "It holds if alpha-beta looks at every leaf of one ply, and not at every leaf of two.",
        measure: by::two_plies,
    },
    Claim {
        texts: &[3, 4],
        sentence: "With the best moves first the branching factor falls to its square root.",
        rule: "Leaves of alpha-beta in the oracle's best order, as a power of minimax's leaves: up \
               to 0.55 it holds, up to 0.70 partly, as the formula has a factor of up to 2.",
        measure: by::square_root,
    },
    Claim {
        texts: &[3],
        sentence: "Typically alpha-beta gets that square root.",
        rule: "The same power with orders that a program can know: captures, killers, history.",
        measure: by::typical_order,
    },
    Claim {
        texts: &[3, 4],
        sentence: "In the time of minimax alpha-beta searches twice as deep.",
        rule: "The depth that the full combination finishes within minimax's nodes: at twice the \
               depth it holds, at any greater depth partly.",
        measure: by::twice_the_depth,
    },
    Claim {
        texts: &[4],
        sentence: "In random order the number of leaves grows like b^(3d/4).",
        rule: "The mean power over three shuffles: from 0.70 to 0.80 it holds, from 0.60 to 0.90 \
               partly.",
        measure: by::random_order,
    },
    Claim {
        texts: &[4],
        sentence: "With the worst moves first nothing is pruned at all.",
        rule: "Leaves in the oracle's worst order against minimax's: it holds if they are equal.",
        measure: by::worst_order,
    },
    Claim {
        texts: &[1],
        sentence: "The smaller the window, the fewer nodes are searched.",
        rule: "Leaves with narrower and narrower windows around the value: it holds if they never \
               rise, and partly if a wrong guess with its second search costs more than no guess.",
        measure: by::smaller_window,
    },
    Claim {
        texts: &[3],
        sentence: "A guessed window costs accuracy if the value lies outside it.",
        rule: "The answer to a window half a pawn above the value: it holds if the answer is not \
               the value.",
        measure: by::wrong_window,
    },
    Claim {
        texts: &[4],
        sentence: "The shallow searches of iterative deepening take less than 1 % of the time.",
        rule: "Nodes of all iterations but the last against all nodes: up to 1 % it holds.",
        measure: by::shallow_searches,
    },
    Claim {
        texts: &[3],
        sentence: "Trying the last move that cut off on the same ply first is cheap and saves work.",
        rule: "Leaves with killers against those without: below 90 % it holds, below 100 % partly.",
        measure: by::killers,
    },
    Claim {
        texts: &[1],
        sentence: "The parent of an ALL node is always a CUT node.",
        rule: "Every inner ALL node of a recorded alpha-beta search is looked up: it holds if there \
               is no exception.",
        measure: by::all_below_cut,
    },
    Claim {
        texts: &[2, 4],
        sentence: "Memory grows with b times d only.",
        rule: "The most moves that wait on the path at one time: it holds if they are no more than \
               d times the moves of the widest node.",
        measure: by::space,
    },
    Claim {
        texts: &[4],
        sentence: "Chess has 35^80 = 10^123 lines of play, and the best order leaves 10^62.",
        rule: "The powers are worked out, and the same is done for this board with its own branching \
               factor over 80 plies. It holds if the powers of ten are within 1.",
        measure: by::size_of_chess,
    },
];

#[cfg(test)]
mod tests;
