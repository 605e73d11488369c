//! A set of orderings, and the names that stand for one.

use super::{MoveOrdering, ORDERINGS, OrderingInfo};

/// The name of all orderings of the full combination together.
pub(super) const FULL_ID: &str = "full";

/// A set of orderings: a bit for each, so at most 32.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OrderingSet(u32);

impl OrderingSet {
    /// The orderings of the full combination.
    pub fn full() -> OrderingSet {
        OrderingSet::select(|info| info.in_full)
    }

    /// The orderings that a name stands for: its own name, an older one, or `full`. Empty if the
    /// name is unknown.
    pub fn named(id: &str) -> OrderingSet {
        if id == FULL_ID {
            return OrderingSet::full();
        }
        OrderingSet::select(|info| info.id == id || info.old_ids.contains(&id))
    }

    fn select(is_member: impl Fn(&OrderingInfo) -> bool) -> OrderingSet {
        ORDERINGS.iter().filter(|info| is_member(info)).map(|info| info.ordering).collect()
    }

    /// True without any member.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// True if the ordering is a member.
    pub fn has(self, ordering: MoveOrdering) -> bool {
        self.0 & (1 << ordering as u32) != 0
    }

    /// Adds an ordering, unless it is a member.
    pub fn add(&mut self, ordering: MoveOrdering) {
        self.0 |= 1 << ordering as u32;
    }

    /// The set without one of its members.
    #[must_use]
    pub fn without(self, ordering: MoveOrdering) -> OrderingSet {
        OrderingSet(self.0 & !(1 << ordering as u32))
    }

    /// The members, in the order of [`ORDERINGS`].
    pub fn list(self) -> Vec<MoveOrdering> {
        let all = ORDERINGS.iter().map(|info| info.ordering);
        all.filter(|ordering| self.has(*ordering)).collect()
    }
}

impl FromIterator<MoveOrdering> for OrderingSet {
    fn from_iter<I: IntoIterator<Item = MoveOrdering>>(orderings: I) -> OrderingSet {
        let mut set = OrderingSet::default();
        orderings.into_iter().for_each(|ordering| set.add(ordering));
        set
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_lists_its_members_in_table_order() {
        let set: OrderingSet = [MoveOrdering::Tt, MoveOrdering::Captures].into_iter().collect();
        assert_eq!(set.list(), [MoveOrdering::Captures, MoveOrdering::Tt]);
        assert_eq!(set.without(MoveOrdering::Tt).list(), [MoveOrdering::Captures]);
    }

    #[test]
    fn old_names_stand_for_today_s_orderings() {
        let list = |id| OrderingSet::named(id).list();
        assert_eq!(list("previous"), [MoveOrdering::PreviousIteration]);
        assert_eq!(list("refutation"), [MoveOrdering::Countermove, MoveOrdering::FewestReplies]);
        assert_eq!(list("best-first"), [MoveOrdering::PerfectOrder]);
        assert_eq!(list("worst-first"), [MoveOrdering::ReverseOrder]);
        assert!(OrderingSet::named("").is_empty());
    }

    #[test]
    fn each_name_is_unique() {
        for info in ORDERINGS {
            assert_eq!(OrderingSet::named(info.id).list(), [info.ordering]);
            assert_ne!(info.id, FULL_ID);
        }
    }
}
