//! The tables of one set of rules, and probing them.

use std::{collections::HashMap, sync::Arc};

use super::{
    BuildStopped, Progress, RuleSet, TableClass, TableValue, build,
    index::{Indexer, Placement},
};
use minnow_base::sync::StopFlag;
use minnow_rules::{Color, Position, Role, Variant};

/// The values of all positions of a class.
pub struct Table {
    class: TableClass,
    indexer: Indexer,
    values: Vec<u8>,
}

impl Table {
    /// A table of values in the order of the class's numbers; `None` if there are too few or many.
    pub(super) fn new(
        class: TableClass,
        variant: &'static Variant,
        values: Vec<u8>,
    ) -> Option<Table> {
        let indexer = Indexer::new(&class, variant);
        (values.len() == indexer.len()).then_some(Table { class, indexer, values })
    }

    /// The men of the table.
    pub fn class(&self) -> &TableClass {
        &self.class
    }

    /// The number of entries; some belong to no position.
    pub fn entries(&self) -> usize {
        self.values.len()
    }

    /// The values of all positions.
    pub fn all(&self) -> impl Iterator<Item = TableValue> + '_ {
        self.values.iter().filter_map(|byte| TableValue::from_byte(*byte))
    }

    /// The value with this number; `None` if it belongs to no position.
    pub fn value_at(&self, number: usize) -> Option<TableValue> {
        TableValue::from_byte(*self.values.get(number)?)
    }

    /// The position with this number, in the table's colours.
    pub fn position_at(&self, number: usize, variant: &'static Variant) -> Option<Position> {
        self.indexer.placement(number)?.position(variant)
    }

    /// The numbering of the positions.
    pub(super) fn indexer(&self) -> &Indexer {
        &self.indexer
    }

    /// The values by number, as bytes.
    pub(super) fn values(&self) -> &[u8] {
        &self.values
    }

    /// The positions with their values, in the table's colours.
    pub fn positions<'a>(
        &'a self,
        variant: &'static Variant,
    ) -> impl Iterator<Item = (Position, TableValue)> + 'a {
        (0..self.values.len()).filter_map(move |number| {
            let value = self.value_at(number)?;
            Some((self.position_at(number, variant)?, value))
        })
    }
}

/// The tables of one set of rules. Cloning shares them.
#[derive(Clone)]
pub struct TableSet {
    /// A variant with these rules.
    variant: &'static Variant,
    rules: RuleSet,
    /// The tables by the men of White and Black, in both orders. The flag is true where White is
    /// Black in the table.
    tables: HashMap<u64, (Arc<Table>, bool)>,
    /// The most men of a table.
    men: u32,
}

impl TableSet {
    /// A set without tables for the rules of a variant.
    pub fn new(variant: &'static Variant) -> TableSet {
        TableSet { variant, rules: RuleSet::of(variant), tables: HashMap::new(), men: 0 }
    }

    /// The variant that the set was made for, one of those with its rules.
    pub fn variant(&self) -> &'static Variant {
        self.variant
    }

    /// The rules of the set.
    pub fn rules(&self) -> &RuleSet {
        &self.rules
    }

    /// The table of a class.
    pub fn table(&self, class: &TableClass) -> Option<&Arc<Table>> {
        self.tables.get(&men_of_class(class, false)).map(|(table, _)| table)
    }

    /// True if the tables hold the rules of a variant.
    pub fn fits(&self, variant: &Variant) -> bool {
        std::ptr::eq(self.variant, variant) || self.rules == RuleSet::of(variant)
    }

    /// The most men of a table; 0 without tables.
    #[inline]
    pub fn men(&self) -> u32 {
        self.men
    }

    /// All tables, in no order.
    pub fn all(&self) -> impl Iterator<Item = &Table> {
        let unswapped = self.tables.values().filter(|(_, is_swapped)| !is_swapped);
        unswapped.map(|(table, _)| &**table)
    }

    /// Adds a table. It must belong to the rules of the set.
    pub fn add(&mut self, table: Arc<Table>) {
        self.men = self.men.max(table.class.men() as u32);
        for is_swapped in [true, false] {
            let men = men_of_class(&table.class, is_swapped);
            self.tables.insert(men, (table.clone(), is_swapped));
        }
    }

    /// Builds the table of a class and adds it. Tables that a capture or promotion leads to are
    /// built before it if the set lacks them. `report` gets the progress of each class.
    ///
    /// # Errors
    ///
    /// [`BuildStopped`] if `stop` is set, a win is too long for a table, or the memory does not suffice.
    /// Finished tables stay.
    pub fn build(
        &mut self,
        class: &TableClass,
        stop: &StopFlag,
        report: &mut dyn FnMut(&TableClass, Progress),
    ) -> Result<Arc<Table>, BuildStopped> {
        for needed in class.below(self.variant) {
            if self.table(&needed).is_none() {
                self.build_one(&needed, stop, report)?;
            }
        }
        self.build_one(class, stop, report)
    }

    /// Builds all tables of a variant with up to this many men.
    ///
    /// # Errors
    ///
    /// Those of [`TableSet::build`].
    pub fn built(
        variant: &'static Variant,
        men: usize,
        stop: &StopFlag,
    ) -> Result<TableSet, BuildStopped> {
        let mut set = TableSet::new(variant);
        for class in TableClass::up_to(variant, men) {
            set.build(&class, stop, &mut |_, _| {})?;
        }
        Ok(set)
    }

    fn build_one(
        &mut self,
        class: &TableClass,
        stop: &StopFlag,
        report: &mut dyn FnMut(&TableClass, Progress),
    ) -> Result<Arc<Table>, BuildStopped> {
        let mut report = |progress| report(class, progress);
        let values = build::build(class, self.variant, self, stop, &mut report)?;
        let indexer = Indexer::new(class, self.variant);
        let table = Arc::new(Table { class: class.clone(), indexer, values });
        self.add(table.clone());
        Ok(table)
    }

    /// The value of a position, without regard to move limits, the 50-move rule and repetitions;
    /// `None` if the set has no table for it, or it has castling rights or an en passant capture.
    pub fn value(&self, position: &Position) -> Option<TableValue> {
        if is_placement(position) { self.value_of_placement(position) } else { None }
    }

    /// The value of a position under its move limit.
    ///
    /// `None` also if a win exists that the 50-move rule may prevent: the clock and the distance
    /// together exceed it.
    pub fn proven_value(&self, position: &Position) -> Option<TableValue> {
        let value = self.value(position)?;
        let variant = position.variant();
        if let Some(limit) = variant.ply_limit() {
            return Some(value.within(limit.saturating_sub(position.ply())));
        }
        let limit = variant.progress_plies();
        let left = limit.map(|limit| limit.saturating_sub(u32::from(position.halfmove_clock())));
        match (value.plies(), left) {
            (Some(plies), Some(left)) if u32::from(plies) > left => None,
            _ => Some(value),
        }
    }

    /// The value of a placement with its side to move.
    pub(super) fn value_of_placement(&self, position: &Position) -> Option<TableValue> {
        let board = position.board();
        if board.occupied().count() > self.men || board.king(position.turn()).is_none() {
            return None;
        }
        let men = men_by(|color, role| board.of(color, role).count());
        let (table, is_swapped) = self.tables.get(&men)?;
        if position.is_attacked(!position.turn()) {
            return Some(TableValue::Win(1));
        }
        let number = table.indexer.number(&Placement::of(position, *is_swapped))?;
        TableValue::from_byte(table.values[number])
    }
}

/// The number of each role of each colour, in four bits each.
fn men_by(count: impl Fn(Color, Role) -> u32) -> u64 {
    let mut men = 0;
    for color in Color::ALL {
        for role in Role::ALL.into_iter().filter(|role| *role != Role::King) {
            men = men << 4 | u64::from(count(color, role));
        }
    }
    men
}

/// The men of a class, whose White is Black if `is_swapped`.
fn men_of_class(class: &TableClass, is_swapped: bool) -> u64 {
    men_by(|color, role| {
        let color = if is_swapped { !color } else { color };
        class.roles(color).iter().filter(|own| **own == role).count() as u32
    })
}

/// True if a position is no more than its men and the side to move: without castling rights and
/// without a pending en passant capture. Tables have no other positions.
pub(crate) fn is_placement(position: &Position) -> bool {
    position.castling_rights() == 0 && position.en_passant().is_none()
}

/// True if a table of at most this many men can have the position.
pub fn has_few_men(position: &Position, most: usize) -> bool {
    is_placement(position) && position.board().occupied().count() as usize <= most
}

#[cfg(test)]
impl TableSet {
    /// The built tables of a variant with up to this many men.
    pub fn up_to(variant_id: &str, men: usize) -> TableSet {
        let variant = Variant::by_id(variant_id).unwrap();
        TableSet::built(variant, men, &StopFlag::new()).unwrap()
    }
}
