//! Proofs: forced wins and forced draws by proof-number search, and certificates of them.
//!
//! [`MateProver`] decides a [`ProveQuestion`]: can a side force a win from this position? A *yes*
//! comes with a [`ProofTree`] that holds an answer to every defence; its bound on the length falls on
//! every path, so the bound is part of the proof. A *no* comes with a closed strategy of the other
//! side, by which it never loses. [`Certificate`] is a file of such trees, and [`check`] verifies one
//! by the rules alone, without the search.
//!
//! `docs/proofs.md` explains the method and how repetition, the limits on moves and the earlier game
//! enter. The crate has no I/O, clock or threads: the stop flag and the report come as arguments.
//!
//! ```
//! use minnow_base::sync::StopFlag;
//! use minnow_prove::{MateProver, ProveLimits, ProveOutcome, ProveQuestion};
//! use minnow_rules::{Color, Position, Variant};
//!
//! let variant = Variant::by_id("silverman4x4").expect("a built-in variant");
//! let question = ProveQuestion::new(Position::start(variant), Color::White);
//! let mut prover = MateProver::new(ProveLimits { memory_mb: 4, ..ProveLimits::default() });
//! let outcome = prover.prove(&question, &StopFlag::new(), &mut |_| {});
//! let ProveOutcome::Proven(tree) = outcome else { panic!("it is a mate in four") };
//! assert_eq!(tree.moves(), 4);
//! ```

#![warn(missing_docs)]
#![cfg_attr(test, allow(clippy::disallowed_methods))]

mod certificate;
mod check;
mod dfpn;
mod extract;
mod hold;
mod node;
mod path;
mod prover;
mod table;
mod tree;

#[cfg(test)]
mod certificate_tests;
#[cfg(test)]
mod tests;

pub use certificate::Certificate;
pub use check::{
    CertificateError, CheckedClaim, CheckedPlace, MAX_CERTIFICATE_BYTES, MAX_CERTIFICATE_POSITIONS,
    check,
};
pub use prover::{MateProver, ProveGap, ProveLimits, ProveOutcome, ProveProgress, ProveQuestion};
pub use tree::{ProofAnswer, ProofGoal, ProofTree};
