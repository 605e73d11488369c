//! The games of the strongest level that come with the program.

use std::sync::OnceLock;

use super::{OpeningTree, parse_tree};
use minnow_rules::Variant;

/// Builds the table of the texts from their variants' ids.
macro_rules! texts {
    ($($id:literal),* $(,)?) => {
        &[$(($id, include_str!(concat!("../../../../assets/openings/", $id, ".txt")))),*]
    };
}

/// The texts by their variants' ids. `minnow-workshop openings` makes them.
const TEXTS: &[(&str, &str)] = texts!["minichess", "gardner", "losalamos", "chessattack"];

/// The openings of the strongest level on this board; `None` if none come with it. The text is read
/// at the first call.
pub fn shipped(variant: &Variant) -> Option<&'static OpeningTree> {
    static TREES: [OnceLock<OpeningTree>; TEXTS.len()] = [const { OnceLock::new() }; TEXTS.len()];
    let ((id, text), tree) = TEXTS.iter().zip(&TREES).find(|((id, _), _)| *id == variant.id)?;
    let builtin = Variant::by_id(id)?;
    Some(tree.get_or_init(|| match parse_tree(builtin, text) {
        Ok(tree) => tree,
        Err(error) => unreachable!("a test reads the built-in openings: {error}"),
    }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use minnow_rules::Position;

    #[test]
    fn built_in_openings_are_read() {
        for (id, text) in TEXTS {
            let variant = Variant::by_id(id).unwrap();
            let tree = parse_tree(variant, text).unwrap_or_else(|error| panic!("{id}: {error}"));
            assert_eq!(shipped(variant), Some(&tree));
            let moves = tree.moves(&Position::start(variant));
            assert!(moves.len() >= 2, "{id}");
            assert!(moves.iter().all(|played| played.score.is_some()), "{id}");
        }
    }
}
