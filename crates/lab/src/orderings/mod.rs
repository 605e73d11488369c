//! The move orderings: a table of names and explanations, and a file for each rule.
//!
//! A new ordering needs a file with its [`OrderingInfo`] and its [`OrderingRule`], and here a
//! variant of [`MoveOrdering`], a row of [`ORDERINGS`] and an arm of [`rule`]; if no tier fits, also
//! a variant of [`RankTier`]. Command line, help, window and tests read the table, and a test
//! demands a lesson that explains the ordering.

mod captures;
mod countermove;
mod fewest_replies;
mod history;
mod killers;
mod oracle_order;
mod previous_iteration;
mod pv;
mod random;
mod refutation_table;
mod rule;
mod set;
mod sorter;
mod tt;

pub(crate) use previous_iteration::guide_depths;
pub(crate) use rule::{
    CutoffMoves, MemoryReport, MoveRank, NodeMoves, NodeResult, OrderingRule, Ranking, SortContext,
};
pub use set::OrderingSet;
pub(crate) use sorter::MoveSorter;

use super::{Tree, run::LabSettings};

/// A rule that decides which move is searched first, by its place in [`ORDERINGS`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveOrdering {
    /// Captures and promotions first, by MVV-LVA.
    Captures,
    /// The move that caused the last cutoff on the same ply.
    Killers,
    /// Moves that often caused a cutoff first.
    History,
    /// The last move that refuted the opponent's move.
    Countermove,
    /// In null windows, the move that leaves the fewest replies.
    FewestReplies,
    /// The principal variation of the last iteration.
    Pv,
    /// For each root move, the line that decided it in the last iteration.
    RefutationTable,
    /// The results of the earlier iterations at the node.
    PreviousIteration,
    /// The best moves of the transposition table, and its cutoffs.
    Tt,
    /// The best move by minimax first.
    PerfectOrder,
    /// The worst move by minimax first.
    ReverseOrder,
    /// A random order by [`LabSettings::seed`].
    Random,
}

/// All orderings, in the order of [`MoveOrdering`].
pub static ORDERINGS: &[OrderingInfo] = &[
    captures::INFO,
    killers::INFO,
    history::INFO,
    countermove::INFO,
    fewest_replies::INFO,
    pv::INFO,
    refutation_table::INFO,
    previous_iteration::INFO,
    tt::INFO,
    oracle_order::PERFECT,
    oracle_order::REVERSE,
    random::INFO,
];

/// A new rule without any results.
fn rule<'a, T: Tree>(
    ordering: MoveOrdering,
    settings: &LabSettings<'a>,
) -> Box<dyn OrderingRule<T> + 'a> {
    match ordering {
        MoveOrdering::Captures => Box::new(captures::Captures),
        MoveOrdering::Killers => Box::<killers::Killers>::default(),
        MoveOrdering::History => Box::<history::History>::default(),
        MoveOrdering::Countermove => Box::<countermove::Countermoves>::default(),
        MoveOrdering::FewestReplies => Box::new(fewest_replies::FewestReplies),
        MoveOrdering::Pv => Box::new(pv::VariationMoves),
        MoveOrdering::RefutationTable => Box::<refutation_table::RefutationTable>::default(),
        MoveOrdering::PreviousIteration => Box::<previous_iteration::PreviousIterations>::default(),
        MoveOrdering::Tt => Box::new(tt::TableMoves),
        MoveOrdering::PerfectOrder => Box::new(oracle_order::OracleOrder::new(settings, true)),
        MoveOrdering::ReverseOrder => Box::new(oracle_order::OracleOrder::new(settings, false)),
        MoveOrdering::Random => Box::new(random::Shuffle::new(settings.seed)),
    }
}

/// A class of moves; the later ones are searched first. A tier below [`RankTier::Quiet`] would have
/// no effect, as [`MoveRank`] explains.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum RankTier {
    /// All moves that no other rule ranks; sorted by history.
    #[default]
    Quiet,
    Countermove,
    Killer,
    Capture,
    /// The score of the move in an earlier iteration.
    EarlierScore,
    /// The next move of a line in the refutation table.
    RefutationLine,
    /// The second best move of the transposition table, from a shallower search.
    SecondTableMove,
    /// The best move of the earlier iteration that guides less well.
    SecondGuide,
    /// The best move of the earlier iteration that guides best.
    FirstGuide,
    /// The best move of the transposition table.
    TableMove,
    /// The move of the last iteration's principal variation.
    PrincipalVariation,
    /// The minimax value.
    MinimaxValue,
}

/// The properties of an ordering, for users and for the search.
#[derive(Debug)]
pub struct OrderingInfo {
    /// The ordering that the row is about.
    pub ordering: MoveOrdering,
    /// Its name on the command line and in CSV.
    pub id: &'static str,
    /// Names that older versions gave it, still read. One may stand for several orderings.
    pub old_ids: &'static [&'static str],
    /// A line for the help and the window.
    pub about: &'static str,
    /// True if the full combination includes it.
    pub in_full: bool,
    /// True if it reorders by earlier iterations, so that the search deepens iteratively.
    pub iterates: bool,
    /// True if it needs the minimax values, which no real search has in advance.
    pub needs_oracle: bool,
    /// The ordering that it cannot be combined with.
    pub opposite: Option<MoveOrdering>,
}

impl OrderingInfo {
    /// An ordering outside the full combination, without any other property.
    const fn new(ordering: MoveOrdering, id: &'static str, about: &'static str) -> OrderingInfo {
        OrderingInfo {
            ordering,
            id,
            old_ids: &[],
            about,
            in_full: false,
            iterates: false,
            needs_oracle: false,
            opposite: None,
        }
    }
}

impl MoveOrdering {
    /// Its row of [`ORDERINGS`].
    pub fn info(self) -> &'static OrderingInfo {
        &ORDERINGS[self as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn table_follows_the_enum() {
        for (index, info) in ORDERINGS.iter().enumerate() {
            assert_eq!(info.ordering as usize, index, "{}", info.id);
            assert_eq!(info.ordering.info().id, info.id);
        }
    }

    #[test]
    fn opposites_are_mutual() {
        for info in ORDERINGS {
            let back = info.opposite.and_then(|opposite| opposite.info().opposite);
            assert_eq!(back, info.opposite.map(|_| info.ordering), "{}", info.id);
        }
    }
}
