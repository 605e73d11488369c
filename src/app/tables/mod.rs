//! What several features show of the end-game tables: results in words, moves with their results, and
//! the controls of a build.

pub mod moves;
pub mod text;
pub mod work;
