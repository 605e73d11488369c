//! The reader of end-game tables.

use std::sync::LazyLock;

use minnow_base::sync::StopFlag;
use minnow_rules::Variant;
use minnow_tables::{Table, TableClass, TableSet};

use super::{check_message, engine::edited};

/// The file of a table, as it is or as changes of the smallest one.
pub fn table(data: &[u8]) {
    static KINGS: LazyLock<Option<TableOfKings>> = LazyLock::new(TableOfKings::new);
    let Some(kings) = &*KINGS else { panic!("the table of two kings can be built") };
    let TableOfKings { set, class, bytes } = kings;
    match Table::from_bytes(&edited(data, bytes), class, set.variant()) {
        Err(error) => check_message(&error),
        Ok(read) => {
            let written = read.to_bytes(set.rules());
            let again = Table::from_bytes(&written, class, set.variant());
            assert!(again.is_ok_and(|again| again.to_bytes(set.rules()) == written));
            read.summary(set.variant());
        }
    }
}

/// The table of two kings on the smallest board.
struct TableOfKings {
    set: TableSet,
    class: TableClass,
    bytes: Vec<u8>,
}

impl TableOfKings {
    fn new() -> Option<TableOfKings> {
        let mut set = TableSet::new(Variant::by_id("silverman4x4")?);
        let class: TableClass = "KK".parse().ok()?;
        let table = set.build(&class, &StopFlag::new(), &mut |_, _| {}).ok()?;
        let bytes = table.to_bytes(set.rules());
        Some(TableOfKings { set, class, bytes })
    }
}
