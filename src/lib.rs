//! Minnow: chess on small boards, with a strong engine and a look inside its search.
pub mod game;
pub mod rules;
