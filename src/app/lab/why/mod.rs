//! "Why not this move?": the refutation of a move, explained on a page over the window.

mod state;
pub mod view;

pub use state::WhyPage;
