//! Textbook searches on one position or tree: what each visits, what it cuts, and why.
//!
//! A [`Technique`] is minimax or a step from it to a modern search. [`run`] carries it out on a
//! [`Tree`] and measures it; an observer may watch, and [`Recorder`] keeps what it saw. The
//! searches are written to be read beside the texts they come from and give minimax's value
//! always; strength and speed are the engine's matter.

pub mod claims;
mod explain;
pub mod lesson;
mod listing;
mod measure;
mod memory;
mod oracle;
mod order;
mod position_tree;
pub mod printed;
mod recorder;
mod run;
mod search;
mod table;
mod technique;
mod techniques;
mod tell;
mod text_tree;
mod tree;
mod why_not;

pub use explain::{explain, spoken};
pub use listing::{Line, Listing, listing};
pub use measure::{Measures, minimal_leaves, uniform_minimum};
pub use position_tree::PositionTree;
pub use recorder::{Exit, Kind, Moment, Recorder, Recording, Visit};
pub use run::{Answer, Limits, Report, Settings, run};
pub use search::Counts;
pub use technique::{
    BASES, Base, DEFAULT, FULL, ORDERINGS, Ordering, Orderings, Technique, TechniqueError,
};
pub use tell::tell;
pub use text_tree::{LARGEST_LEAF, MOST_PLIES, TextTree, TextTreeError};
pub use tree::{Stop, Tree};
pub use why_not::{MOST_NODES, Question, Refutation, RefutationNode, why_not};

#[cfg(test)]
mod tests;
