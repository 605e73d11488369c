//! The result of a test: the engine, and which boards it plays.

use minnow_rules::Variant;

use super::{EngineIdentity, ProgramFault};

/// The comparison of an engine's rules of a board with Minnow's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RulesCheck {
    /// The engine counts as many positions after some plies as the rules do.
    Counted,
    /// The engine was not asked to count, or it does not. It is believed.
    Unchecked,
}

/// A board in the test of an engine.
#[derive(Clone, Debug, PartialEq)]
pub struct TestedBoard {
    /// The board.
    pub variant: &'static Variant,
    /// Why the engine cannot play it; [`ProgramFault::Board`] if the engine does not offer it.
    pub result: Result<RulesCheck, ProgramFault>,
}

/// A program that works.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TestedProgram {
    /// Its name and options.
    pub identity: EngineIdentity,
    /// All boards in their usual order; none of a program of the text protocol.
    pub boards: Vec<TestedBoard>,
}
