//! Claims of teaching texts about alpha-beta, each with a measurement on one position.
//!
//! Each claim quotes the sentences of the texts, and states its measurement and the rule of its
//! verdict, so that readers can check both.
//!
//! ```
//! use minnow_base::sync::StopFlag;
//! use minnow_lab::claims::{CLAIMS, ClaimBench, ClaimVerdict};
//! use minnow_rules::{Position, Variant};
//!
//! let fen = "kqr2/p2b1/1pp1p/1PP1P/2QPB/R3K b - - 3 9";
//! let position = Position::from_fen(Variant::default_variant(), fen)?;
//! let stop = StopFlag::new();
//! let max_nodes = 9_000;
//! let bench = ClaimBench::new(position, max_nodes, &stop)?;
//! // Alpha-beta finds the value of minimax with less work.
//! assert_eq!(CLAIMS[0].check(&bench)?.verdict, ClaimVerdict::Holds);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod bench;
mod check_all;
mod list;
mod measures;

use super::{Stop, teaching_text};

pub use bench::{BenchError, ClaimBench};
pub use check_all::{ClaimsUpdate, check_claims};
pub use list::CLAIMS;

/// A claim of the texts that can be measured.
pub struct Claim {
    /// The claim in the lab's words.
    pub sentence: &'static str,
    /// The sentences of the texts.
    pub quotes: &'static [ClaimQuote],
    /// The basis of the verdict.
    pub basis: ClaimBasis,
    /// The measurement, and the rule of the verdict.
    pub rule: &'static str,
    measure: fn(&ClaimBench<'_>) -> Result<ClaimResult, Stop>,
}

/// A sentence of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClaimQuote {
    /// The number of the text, 0 to 4.
    pub text: u8,
    /// The sentence as the text has it.
    pub words: &'static str,
}

/// The basis of a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClaimBasis {
    /// A measurement, which can turn out either way.
    Measurement,
    /// The definition of the search: no measurement can refute the claim.
    Definition,
    /// Arithmetic, whatever the position.
    Arithmetic,
}

/// The result of measuring a claim.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClaimResult {
    /// Whether the claim is true here.
    pub verdict: ClaimVerdict,
    /// A sentence with the figures.
    pub measured: String,
}

/// The verdict on a claim for one position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClaimVerdict {
    /// The claim is true here.
    Holds,
    /// The effect exists, but is smaller than claimed.
    Partly,
    /// The claim is false here.
    Fails,
    /// The measurement reached a limit.
    NotMeasured,
}

/// The rows of a table of the claims with their results, as far as there are any; the titles of the
/// columns come first.
pub fn claim_rows<'a>(results: impl Iterator<Item = Option<&'a ClaimResult>>) -> Vec<Vec<String>> {
    let titles = ["Claim", "Verdict", "Measured"].map(str::to_owned).to_vec();
    let row = |(claim, result): (&Claim, Option<&ClaimResult>)| {
        let verdict = result.map_or("Not measured", |result| claim.verdict_name(result.verdict));
        let measured = result.map_or(String::new(), |result| result.measured.clone());
        vec![claim.sentence.to_owned(), verdict.to_owned(), measured]
    };
    std::iter::once(titles).chain(CLAIMS.iter().zip(results).map(row)).collect()
}

impl ClaimResult {
    /// The result of a measurement that reached this limit.
    fn not_measured(limit: Stop) -> ClaimResult {
        let measured = format!("This could not be measured here: {limit}.");
        ClaimResult { verdict: ClaimVerdict::NotMeasured, measured }
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

    /// The name of a verdict on this claim, for users.
    pub fn verdict_name(&self, verdict: ClaimVerdict) -> &'static str {
        match (verdict, self.basis) {
            (ClaimVerdict::Holds, ClaimBasis::Measurement) => "True here",
            (ClaimVerdict::Holds, ClaimBasis::Definition) => "True by definition",
            (ClaimVerdict::Holds, ClaimBasis::Arithmetic) => "True by arithmetic",
            (ClaimVerdict::Partly, _) => "Partly true here",
            (ClaimVerdict::Fails, _) => "False here",
            (ClaimVerdict::NotMeasured, _) => "Not measured here",
        }
    }

    /// The quoted sentences, each with the title of its text in brackets, separated by semicolons.
    pub fn quoted(&self) -> String {
        let quote = |ClaimQuote { text, words }: &ClaimQuote| {
            format!("\u{201c}{words}\u{201d} ({})", teaching_text(*text).title)
        };
        self.quotes.iter().map(quote).collect::<Vec<_>>().join("; ")
    }
}

#[cfg(test)]
mod tests;
