//! The move orderings: a table of ids and explanations, and a file for each rule.
//!
//! A new ordering needs a file with its [`OrderingInfo`] and its [`OrderingRule`], and here a
//! variant of [`MoveOrdering`], a row of [`ORDERINGS`] and an arm of [`rule`]. The command line,
//! the help and the window read the table.

mod captures;
mod history;
mod killers;
mod oracle_order;
mod previous;
mod random;
mod refutation;
mod rule;
mod sorter;
mod tt;

pub use previous::guide_depths;
pub use rule::{MoveRank, NodeMoves, OrderingRule, RankTier, SortContext};
pub use sorter::MoveSorter;

use super::{Tree, run::LabSettings};

/// A rule that decides which move is searched first, by its place in [`ORDERINGS`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveOrdering {
    Captures,
    Previous,
    Killers,
    History,
    Refutation,
    Tt,
    BestFirst,
    WorstFirst,
    Random,
}

/// What users see of an ordering.
#[derive(Debug)]
pub struct OrderingInfo {
    pub ordering: MoveOrdering,
    /// Its name on the command line and in CSV.
    pub id: &'static str,
    /// A line for the help and the window.
    pub about: &'static str,
    /// Whether it needs the minimax values, which no real search has in advance.
    pub needs_oracle: bool,
    /// The ordering that it cannot be combined with.
    pub opposite: Option<MoveOrdering>,
}

/// All orderings, in the order of [`MoveOrdering`].
pub static ORDERINGS: [OrderingInfo; 9] = [
    captures::INFO,
    previous::INFO,
    killers::INFO,
    history::INFO,
    refutation::INFO,
    tt::INFO,
    oracle_order::BEST_FIRST,
    oracle_order::WORST_FIRST,
    random::INFO,
];

/// A new rule that has learnt nothing yet.
fn rule<'a, T: Tree>(
    ordering: MoveOrdering,
    settings: &LabSettings<'a>,
) -> Box<dyn OrderingRule<T> + 'a> {
    match ordering {
        MoveOrdering::Captures => Box::new(captures::Captures),
        MoveOrdering::Previous => Box::<previous::Previous>::default(),
        MoveOrdering::Killers => Box::<killers::Killers>::default(),
        MoveOrdering::History => Box::<history::History>::default(),
        MoveOrdering::Refutation => Box::<refutation::Refutations>::default(),
        MoveOrdering::Tt => Box::new(tt::TableMoves),
        MoveOrdering::BestFirst => Box::new(oracle_order::OracleOrder::best_first(settings)),
        MoveOrdering::WorstFirst => Box::new(oracle_order::OracleOrder::worst_first(settings)),
        MoveOrdering::Random => Box::new(random::Shuffle::new(settings.seed)),
    }
}

impl MoveOrdering {
    /// Its row of [`ORDERINGS`].
    pub fn info(self) -> &'static OrderingInfo {
        &ORDERINGS[self as usize]
    }
}

/// A set of orderings.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OrderingSet(u16);

impl OrderingSet {
    pub fn has(self, ordering: MoveOrdering) -> bool {
        self.0 & (1 << ordering as u16) != 0
    }

    pub fn add(&mut self, ordering: MoveOrdering) {
        self.0 |= 1 << ordering as u16;
    }

    /// The members, in the order of [`ORDERINGS`].
    pub fn list(self) -> Vec<MoveOrdering> {
        let all = ORDERINGS.iter().map(|info| info.ordering);
        all.filter(|ordering| self.has(*ordering)).collect()
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
        for info in &ORDERINGS {
            let back = info.opposite.and_then(|opposite| opposite.info().opposite);
            assert_eq!(back, info.opposite.map(|_| info.ordering), "{}", info.id);
        }
    }

    #[test]
    fn a_set_lists_its_members_in_table_order() {
        let mut set = OrderingSet::default();
        set.add(MoveOrdering::Tt);
        set.add(MoveOrdering::Captures);
        assert_eq!(set.list(), [MoveOrdering::Captures, MoveOrdering::Tt]);
    }
}
