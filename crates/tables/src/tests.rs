//! The tables against a second way of knowing: a forward search, and the backup of every entry.

use super::*;
use minnow_base::sync::StopFlag;
use minnow_rules::{Position, Variant};

fn built(variant: &str, classes: &[&str]) -> TableSet {
    let mut set = TableSet::new(Variant::by_id(variant).unwrap());
    for class in classes {
        let never = StopFlag::new();
        set.build(&class.parse().unwrap(), &never, &mut |_, _| {}).unwrap();
    }
    set
}

fn value(set: &TableSet, variant: &str, fen: &str) -> Option<TableValue> {
    set.value(&Position::from_fen(Variant::by_id(variant).unwrap(), fen).unwrap())
}

/// The value of a position from the values of its successors, by the rules alone.
fn backup(set: &TableSet, position: &Position) -> TableValue {
    let moves = position.safe_moves();
    if moves.is_empty() {
        return build::end_value(position);
    }
    if position.variant().bare_kings_draw && position.has_bare_kings() {
        return TableValue::Draw;
    }
    let after = |next: &Position| match next.en_passant() {
        None => set.value(next).unwrap(),
        Some(_) => backup(set, next),
    };
    moves.iter().map(|mv| after(&position.play(mv)).before_move()).max().unwrap()
}

#[test]
fn every_entry_is_the_backup_of_its_successors() {
    for (variant, class) in [
        ("minichess", "KPK"),
        ("minichess", "KBK"),
        ("gardner", "KRK"),
        ("silverman4x4", "KRKN"),
        ("silverman4x4", "KRRK"),
        ("silverman4x4", "KPKP"),
        ("silverman4x5", "KPKP"),
        ("silverman4x5", "KPPK"),
        ("diana", "KPK"),
    ] {
        let set = built(variant, &[class]);
        let table = set.table(&class.parse().unwrap()).unwrap().clone();
        let mut decided = 0;
        for (position, value) in table.positions(Variant::by_id(variant).unwrap()) {
            assert_eq!(value, backup(&set, &position), "{variant} {}", position.fen());
            decided += u32::from(value != TableValue::Draw);
        }
        assert!(decided > 10, "{variant} {class}: {decided}");
    }
}

#[test]
fn summaries_count_from_the_first_side() {
    let variant = Variant::by_id("gardner").unwrap();
    let set = built("gardner", &["KRK", "KBK"]);
    let summary = |name: &str| set.table(&name.parse().unwrap()).unwrap().summary(variant);
    let rook = summary("KRK");
    let table = set.table(&"KRK".parse().unwrap()).unwrap();
    assert_eq!(rook.positions, table.all().count() as u64);
    assert_eq!(rook.losses, 0);
    assert_eq!(rook.wins + rook.draws, rook.positions);
    assert!(rook.wins > 3 * rook.draws, "{rook:?}");
    let longest = rook.longest.unwrap();
    assert_eq!(set.value(&longest.start), Some(TableValue::Win(longest.plies)));
    assert!(table.all().all(|value| value != TableValue::Win(longest.plies + 2)));
    let bishop = summary("KBK");
    assert_eq!((bishop.wins, bishop.losses, bishop.longest), (0, 0, None));
}

#[test]
fn known_values_are_found() {
    let set = built("gardner", &["KQK", "KRK", "KBK"]);
    let of = |fen| value(&set, "gardner", fen);
    assert_eq!(of("k4/1Q3/1K3/5/5 b"), Some(TableValue::Loss(0)));
    assert_eq!(of("k4/5/1K3/1Q3/5 w"), Some(TableValue::Win(1)));
    assert_eq!(of("k4/5/1K3/5/1B3 w"), Some(TableValue::Draw));
    assert_eq!(of("k4/2Q2/5/5/4K b"), Some(TableValue::Draw), "stalemate");
    assert_eq!(of("k4/5/1K3/5/1N3 w"), None, "no table");
}

#[test]
fn king_captures_count_to_the_end() {
    let set = built("minichess", &["KQK", "KBK"]);
    let of = |fen| value(&set, "minichess", fen);
    assert_eq!(of("k4/5/1Q3/5/5/4K b"), Some(TableValue::Loss(2)), "stalemate");
    assert_eq!(of("k4/1Q3/1K3/5/5/5 b"), Some(TableValue::Loss(2)), "the king falls");
    assert_eq!(of("k4/1Q3/1K3/5/5/5 w"), Some(TableValue::Win(1)), "the king can be taken");
    let limited = |fen: &str| {
        let position = Position::from_fen(Variant::by_id("minichess").unwrap(), fen).unwrap();
        set.proven_value(&position)
    };
    // White moves at ply 76; the king falls at ply 79 at the earliest.
    let mate_in_one = "k4/5/1K3/1Q3/5/5 w - - 0";
    assert_eq!(limited(&format!("{mate_in_one} 39")), Some(TableValue::Win(3)));
    assert_eq!(limited(&format!("{mate_in_one} 40")), Some(TableValue::Draw));
}

pub(crate) fn gzip(bytes: &[u8]) -> Vec<u8> {
    use std::io::Write;
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

#[test]
fn files_keep_tables_and_show_damage() {
    let set = built("silverman4x4", &["KRK"]);
    let variant = Variant::by_id("silverman4x4").unwrap();
    let class: TableClass = "KRK".parse().unwrap();
    let table = set.table(&class).unwrap();
    let bytes = table.to_bytes(set.rules());
    let read = Table::from_bytes(&bytes, &class, variant).unwrap();
    assert_eq!(read.values(), table.values());
    let error = |bytes: &[u8], class: &str, id| {
        Table::from_bytes(bytes, &class.parse().unwrap(), Variant::by_id(id).unwrap()).err()
    };
    assert_eq!(error(&bytes, "KQK", "silverman4x4"), Some(TableFileError::OtherTable));
    assert_eq!(error(&bytes, "KRK", "silverman4x5"), Some(TableFileError::OtherTable));
    for length in [0, 10, bytes.len() / 2, bytes.len() - 1] {
        assert_eq!(error(&bytes[..length], "KRK", "silverman4x4"), Some(TableFileError::Damaged));
    }
    let other = [&b"minnow-table-999 "[..], &[0; 300]].concat();
    assert_eq!(error(&gzip(&other), "KRK", "silverman4x4"), Some(TableFileError::OtherVersion));
    assert_eq!(error(&gzip(b"a diary\n"), "KRK", "silverman4x4"), Some(TableFileError::Damaged));
    assert_eq!(error(b"no archive", "KRK", "silverman4x4"), Some(TableFileError::Damaged));
    let mut changed = bytes.clone();
    let middle = changed.len() / 2;
    changed[middle] ^= 4;
    assert_eq!(error(&changed, "KRK", "silverman4x4"), Some(TableFileError::Damaged));
}
