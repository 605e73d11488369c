//! Sets of rules: variants that differ only in start, castling or limits share their tables.

use std::fmt::Write;

use minnow_rules::{Role, Stalemate, Variant};

/// The rules that the tables of a variant depend on, as a short text that also names their folder.
///
/// ```
/// use minnow_rules::Variant;
/// use minnow_tables::RuleSet;
///
/// let of = |id| RuleSet::of(Variant::by_id(id).expect("a built-in variant"));
/// assert_eq!(of("gardner"), of("baby"));
/// assert_ne!(of("gardner"), of("minichess"));
/// assert_eq!(of("minichess").name(), "5x6-nbrq-q-step-capture-lose-limit");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct RuleSet(String);

impl RuleSet {
    /// The rules of a variant.
    pub fn of(variant: &Variant) -> RuleSet {
        let letters = |mut roles: Vec<Role>| -> String {
            roles.sort_unstable();
            roles.iter().map(|role| role.letter().to_ascii_lowercase()).collect()
        };
        let mut pieces: Vec<Role> = variant.roles().to_vec();
        pieces.retain(|role| !matches!(role, Role::Pawn | Role::King));
        let (pieces, promotions) = (letters(pieces), letters(variant.promotions.clone()));
        let mut name = format!("{}-{pieces}-{promotions}", variant.size_text());
        let loses = variant.stalemate == Stalemate::Loss;
        for (holds, word) in [
            (variant.bishop_step, "step"),
            (variant.king_capture, "capture"),
            (loses, "lose"),
            (variant.move_limit.is_some(), "limit"),
            (variant.double_step, "double"),
            (variant.double_step && variant.en_passant, "passant"),
            (variant.bare_kings_draw, "bare"),
        ] {
            if holds {
                // Writing to a string does not fail.
                let _ = write!(name, "-{word}");
            }
        }
        RuleSet(name)
    }

    /// The name: lower-case letters, digits and hyphens.
    pub fn name(&self) -> &str {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use minnow_rules::builtin_variants;

    #[test]
    fn the_built_in_variants_have_twelve_sets() {
        let sets: HashSet<RuleSet> = builtin_variants().iter().map(RuleSet::of).collect();
        assert_eq!(sets.len(), 12, "{sets:?}");
    }
}
