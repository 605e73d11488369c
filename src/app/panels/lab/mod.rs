//! The pages of the lab, a file for each.

pub mod claims;
pub mod code;
pub mod compare;
pub mod lessons;
pub mod node;
pub mod printed;
pub mod tree;
pub mod tree_text;
