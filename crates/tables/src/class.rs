//! Material classes: the men of both sides, and their names such as `KQKR`.

use std::{fmt, str::FromStr};

use super::index::Indexer;
use minnow_rules::{Board, Color, Role, Variant, excerpt};

/// The men of a table besides the kings, in its own colours: White is the side with more or stronger
/// men, Black the other. The strongest role of a side comes first.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TableClass {
    /// The sides' roles, White's and Black's.
    sides: [Vec<Role>; 2],
}

/// Why a text is not a class; it quotes the text.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ClassNameError {
    /// This text, shortened, is not the letters of two sides, or names more than
    /// [`TableClass::MAX_MEN`] men.
    #[error("\"{0}\" is not a class of men; a class is written like KQKR, each side from its king")]
    Form(String),
    /// A role that the variant does not have.
    #[error("{variant} has no {}, so it has no class \"{name}\"", .role.name())]
    ForeignPiece {
        /// The name of the class, shortened.
        name: String,
        /// The name of the variant.
        variant: String,
        /// The role that the variant does not have.
        role: Role,
    },
}

impl TableClass {
    /// The most men of a class, kings included.
    pub const MAX_MEN: usize = 5;

    /// The class of two sides' roles without their kings. The flag is true if the first side is
    /// Black in the table.
    pub fn of_sides(sides: [Vec<Role>; 2]) -> (TableClass, bool) {
        let [mut white, mut black] = sides;
        for side in [&mut white, &mut black] {
            side.sort_unstable_by(|one, other| other.cmp(one));
        }
        let is_swapped = (white.len(), &white) < (black.len(), &black);
        let sides = if is_swapped { [black, white] } else { [white, black] };
        (TableClass { sides }, is_swapped)
    }

    /// The class of a placement, which has a king a side. The flag is true if White of the placement
    /// is Black in the table.
    pub fn of_board(board: &Board) -> (TableClass, bool) {
        TableClass::of_sides(Color::ALL.map(|color| {
            let men = |role| board.of(color, role).into_iter().map(move |_| role);
            Role::ALL.into_iter().filter(|role| *role != Role::King).flat_map(men).collect()
        }))
    }

    /// The roles of a side without its king, the strongest first.
    pub fn roles(&self, color: Color) -> &[Role] {
        &self.sides[color.index()]
    }

    /// The number of men, kings included.
    pub fn men(&self) -> usize {
        2 + self.sides.iter().map(Vec::len).sum::<usize>()
    }

    /// The number of pawns.
    pub fn pawns(&self) -> usize {
        self.sides.iter().flatten().filter(|role| **role == Role::Pawn).count()
    }

    /// True if only kings, or kings and one knight or bishop, are left.
    pub fn has_bare_kings(&self) -> bool {
        let mut others = self.sides.iter().flatten();
        self.men() <= 3 && others.all(|role| matches!(role, Role::Knight | Role::Bishop))
    }

    /// True if both sides have the same men, so that the table holds White to move alone.
    pub fn is_symmetric(&self) -> bool {
        self.sides[0] == self.sides[1]
    }

    /// All classes of a variant with this many men, each before the classes that lead to it: fewer
    /// pawns first.
    pub fn with_men(variant: &Variant, men: usize) -> Vec<TableClass> {
        let others = men.saturating_sub(2);
        let mut classes: Vec<TableClass> = (0..=others)
            .flat_map(|white| {
                let black = role_lists(variant, others - white);
                role_lists(variant, white).into_iter().flat_map(move |white| {
                    let pairs = black.clone().into_iter().map(move |black| [white.clone(), black]);
                    pairs.map(|sides| TableClass::of_sides(sides).0).collect::<Vec<_>>()
                })
            })
            .collect();
        classes.sort_by(|one, other| one.pawns().cmp(&other.pawns()).then_with(|| one.cmp(other)));
        classes.dedup();
        classes
    }

    /// All classes of a variant with up to this many men, each after those that it needs.
    pub fn up_to(variant: &Variant, men: usize) -> Vec<TableClass> {
        (2..=men).flat_map(|men| TableClass::with_men(variant, men)).collect()
    }

    /// The number of entries of the class's table, a byte each.
    pub fn entries(&self, variant: &'static Variant) -> usize {
        Indexer::new(self, variant).len()
    }

    /// The classes that a capture or a promotion of this class can lead to, each after those that it
    /// needs itself.
    pub fn below(&self, variant: &Variant) -> Vec<TableClass> {
        let mut found = Vec::new();
        self.add_below(variant, &mut found);
        found
    }

    fn add_below(&self, variant: &Variant, found: &mut Vec<TableClass>) {
        for next in self.next_classes(variant) {
            if !found.contains(&next) {
                next.add_below(variant, found);
                found.push(next);
            }
        }
    }

    /// The classes after one capture, promotion, or capture with promotion.
    fn next_classes(&self, variant: &Variant) -> Vec<TableClass> {
        let mut next = Vec::new();
        for color in Color::ALL {
            let (own, other) = (self.roles(color), self.roles(!color));
            let promoted =
                own.iter().position(|role| *role == Role::Pawn).into_iter().flat_map(|pawn| {
                    variant.promotions.iter().map(move |to| replaced(own, pawn, Some(*to)))
                });
            let mut mine: Vec<Vec<Role>> = promoted.collect();
            mine.push(own.to_vec());
            let theirs = (0..other.len()).map(|taken| replaced(other, taken, None));
            let theirs: Vec<Vec<Role>> = theirs.chain([other.to_vec()]).collect();
            for own in &mine {
                for other in &theirs {
                    next.push(TableClass::of_sides([own.clone(), other.clone()]).0);
                }
            }
        }
        next.sort();
        next.dedup();
        next.retain(|class| class != self);
        next
    }

    /// The class with this name in a variant.
    ///
    /// # Errors
    ///
    /// [`ClassNameError`] if the name has another form or a role that the variant lacks.
    pub fn parse(name: &str, variant: &Variant) -> Result<TableClass, ClassNameError> {
        let class: TableClass = name.parse()?;
        match class.sides.iter().flatten().find(|role| !variant.roles().contains(role)) {
            None => Ok(class),
            Some(role) => {
                let (name, variant) = (excerpt(name), variant.name.clone());
                Err(ClassNameError::ForeignPiece { name, variant, role: *role })
            }
        }
    }
}

/// The roles with the one at `index` replaced, or removed.
fn replaced(roles: &[Role], index: usize, by: Option<Role>) -> Vec<Role> {
    let mut roles = roles.to_vec();
    match by {
        Some(role) => roles[index] = role,
        None => drop(roles.remove(index)),
    }
    roles
}

/// All lists of `count` roles of a variant without the king, the strongest first in each.
fn role_lists(variant: &Variant, count: usize) -> Vec<Vec<Role>> {
    let mut lists = vec![Vec::new()];
    for _ in 0..count {
        lists = lists
            .into_iter()
            .flat_map(|list: Vec<Role>| {
                let weakest = list.last().copied().unwrap_or(Role::Queen);
                let roles = variant.roles().iter().filter(move |role| **role <= weakest);
                roles.map(move |role| [list.as_slice(), &[*role]].concat()).collect::<Vec<_>>()
            })
            .collect();
    }
    lists
}

impl fmt::Display for TableClass {
    /// `KQKR`
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for side in &self.sides {
            f.write_str("K")?;
            side.iter().try_for_each(|role| write!(f, "{}", role.letter()))?;
        }
        Ok(())
    }
}

impl FromStr for TableClass {
    type Err = ClassNameError;

    /// Reads `KQKR`: upper-case letters of roles, each side from its king, at most five men.
    fn from_str(text: &str) -> Result<TableClass, ClassNameError> {
        let form = || ClassNameError::Form(excerpt(text));
        let letters = |side: &str| -> Option<Vec<Role>> {
            let role = |letter: char| {
                Role::from_letter(letter)
                    .filter(|role| *role != Role::King && letter.is_ascii_uppercase())
            };
            side.chars().map(role).collect()
        };
        let (white, black) =
            text.strip_prefix('K').and_then(|rest| rest.split_once('K')).ok_or_else(form)?;
        let sides = [letters(white).ok_or_else(form)?, letters(black).ok_or_else(form)?];
        let (class, _) = TableClass::of_sides(sides);
        if class.men() <= TableClass::MAX_MEN { Ok(class) } else { Err(form()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn variant(id: &str) -> &'static Variant {
        Variant::by_id(id).unwrap()
    }

    #[test]
    fn names_are_read_and_written() {
        for (text, name) in [("KQKR", "KQKR"), ("KRKQ", "KQKR"), ("KK", "KK"), ("KPKNB", "KBNKP")] {
            assert_eq!(text.parse::<TableClass>().unwrap().to_string(), name);
        }
        for text in ["", "Q", "KQ", "QKRK", "kqkr", "KXK", "KQKRK", "KQRBKR"] {
            let error = text.parse::<TableClass>().unwrap_err().to_string();
            assert!(error.starts_with(&format!("\"{text}\" is not a class")), "{error}");
        }
        let error = TableClass::parse("KNK", variant("simpler")).unwrap_err().to_string();
        assert_eq!(error, "Simpler has no knight, so it has no class \"KNK\"");
    }

    #[test]
    fn four_men_have_thirty_classes() {
        // Two men of five roles: 15 pairs of one side and 15 of one man a side.
        assert_eq!(TableClass::with_men(variant("minichess"), 4).len(), 30);
        assert_eq!(TableClass::with_men(variant("minichess"), 3).len(), 5);
        assert_eq!(TableClass::with_men(variant("minichess"), 2).len(), 1);
        assert_eq!(TableClass::with_men(variant("losalamos"), 4).len(), 20);
    }

    #[test]
    fn needed_classes_come_first() {
        for variant in ["minichess", "gardner", "losalamos"].map(variant) {
            let mut built: Vec<TableClass> = Vec::new();
            for class in TableClass::up_to(variant, 4) {
                let missing = class.below(variant).into_iter().find(|next| !built.contains(next));
                assert_eq!(missing, None, "{class} of {}", variant.id);
                built.push(class);
            }
        }
        let names = |name: &str| {
            let class: TableClass = name.parse().unwrap();
            class.below(variant("minichess")).iter().map(ToString::to_string).collect::<Vec<_>>()
        };
        assert_eq!(names("KRKB"), ["KK", "KBK", "KRK"]);
        assert_eq!(names("KPK"), ["KK", "KQK"]);
    }
}
