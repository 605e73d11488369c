//! The search algorithms: a table of ids and explanations, and a file for each.
//!
//! A new algorithm needs a file with its [`AlgorithmInfo`], its pseudo-code and its function, and
//! here a variant of [`Algorithm`], a row of [`ALGORITHMS`] and an arm of
//! [`LabSearch::root_value`], or of [`LabSearch::iteration`] if it chooses its own windows.

mod alpha_beta;
mod aspiration;
mod minimax;
mod mtdf;
mod negamax;
mod scout;
mod shallow;
mod soft;

use super::{
    LabAnswer, MoveOrdering, Stop, Tree,
    pseudo_code::{CodeLine, CodeStep, does},
    search::{LabSearch, SearchNode},
};
use minnow_engine::{Observer, RootEnds, Score, Window};
use soft::SoftValue;

pub(crate) use scout::{ReSearch, ScoutForm};

/// A search algorithm, by its place in [`ALGORITHMS`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Algorithm {
    /// Every node to the last ply.
    Minimax,
    /// Alpha-beta with a function for each player, fail-hard.
    AlphaBeta,
    /// Alpha-beta with a function for each player, fail-soft.
    AlphaBetaSoft,
    /// One bound, without deep cutoffs: F1 of Knuth and Moore, 1975.
    Shallow,
    /// Alpha-beta in one function, fail-soft.
    Negamax,
    /// Iterative deepening with a window around the last score.
    Aspiration,
    /// Principal variation search, with null windows once a move has raised alpha.
    Scout,
    /// Iterative deepening by null windows until both bounds meet.
    Mtdf,
    /// Iterative deepening with negamax.
    Deepening,
}

/// The part of the root's window that an algorithm uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WindowUse {
    /// None: its values are always exact.
    Ignored,
    /// The upper bound of the player at the root: lower values are exact.
    BetaOnly,
    /// Both: only values between them are exact.
    AlphaAndBeta,
}

/// The properties of an algorithm, for users and for the search.
#[derive(Debug)]
pub struct AlgorithmInfo {
    /// The algorithm that the row is about.
    pub algorithm: Algorithm,
    /// Its name on the command line and in CSV.
    pub id: &'static str,
    /// A line for the help and the window.
    pub about: &'static str,
    /// True if orderings can be added to it.
    pub takes_orderings: bool,
    /// The orderings that it always includes.
    pub built_in: &'static [MoveOrdering],
    /// The part of the window that it uses.
    pub window: WindowUse,
    /// True if it searches to depth 1 first, then 2, and so on.
    pub iterates: bool,
    /// The choice of depth and window as pseudo-code.
    pub driver: &'static [CodeLine],
    /// The function of MAX's nodes as pseudo-code.
    pub max_code: &'static [CodeLine],
    /// The function of MIN's nodes as pseudo-code.
    pub min_code: &'static [CodeLine],
}

/// The driver of an algorithm that searches the root once.
const SEARCH_ROOT: &[CodeLine] = &[does(CodeStep::Start, "search the root")];

impl AlgorithmInfo {
    /// An algorithm that takes orderings, uses alpha and beta, and searches the root once.
    const fn new(
        algorithm: Algorithm,
        id: &'static str,
        about: &'static str,
        max_code: &'static [CodeLine],
        min_code: &'static [CodeLine],
    ) -> AlgorithmInfo {
        AlgorithmInfo {
            algorithm,
            id,
            about,
            takes_orderings: true,
            built_in: &[],
            window: WindowUse::AlphaAndBeta,
            iterates: false,
            driver: SEARCH_ROOT,
            max_code,
            min_code,
        }
    }
}

/// All algorithms, in the order of [`Algorithm`].
pub static ALGORITHMS: &[AlgorithmInfo] = &[
    minimax::INFO,
    alpha_beta::INFO,
    soft::INFO,
    shallow::INFO,
    negamax::INFO,
    aspiration::INFO,
    scout::INFO,
    mtdf::INFO,
    negamax::DEEPENING,
];

impl Algorithm {
    /// Its row of [`ALGORITHMS`].
    pub fn info(self) -> &'static AlgorithmInfo {
        &ALGORITHMS[self as usize]
    }

    /// True if it is fail-hard: no inner node returns a value outside its window.
    pub fn is_fail_hard(self) -> bool {
        self == Algorithm::AlphaBeta
    }
}

impl<T: Tree, O: Observer> LabSearch<'_, T, O> {
    /// Searches to one depth; `last` is the score of the iteration before.
    pub(crate) fn iteration(
        &mut self,
        algorithm: Algorithm,
        depth: u32,
        window: Window,
        last: Option<Score>,
    ) -> Result<LabAnswer, Stop> {
        match algorithm {
            Algorithm::Aspiration => self.aspiration(depth, window, last),
            Algorithm::Mtdf => self.mtdf(depth, window, last),
            _ => self.search_root(algorithm, depth, window, RootEnds::WINDOW),
        }
    }

    /// The root's value. Value and window are MAX's.
    pub(crate) fn root_value(
        &mut self,
        algorithm: Algorithm,
        root: &SearchNode<T>,
        window: Window,
    ) -> Result<Score, Stop> {
        let own = self.flip_window(root, window);
        let score = match algorithm {
            Algorithm::Minimax => return self.minimax(root),
            Algorithm::AlphaBeta => return self.alpha_beta(root, window),
            Algorithm::AlphaBetaSoft => {
                let SoftValue { value, best } = self.soft(root, window)?;
                self.root_best = best;
                return Ok(value);
            }
            Algorithm::Shallow => self.shallow(root, own.beta)?,
            Algorithm::Scout => self.scout(root, own)?,
            Algorithm::Negamax | Algorithm::Aspiration | Algorithm::Mtdf | Algorithm::Deepening => {
                self.negamax(root, own)?
            }
        };
        Ok(self.flip(root, score))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn table_follows_the_enum() {
        for (index, info) in ALGORITHMS.iter().enumerate() {
            assert_eq!(info.algorithm as usize, index, "{}", info.id);
            assert_eq!(info.algorithm.info().id, info.id);
        }
    }
}
