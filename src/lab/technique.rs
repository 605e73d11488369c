//! The techniques by their ids: a search, and with `+` the orderings that are added to it.

use std::fmt;

/// The searches that orderings can be added to, and the two that have none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Base {
    Minimax,
    AlphaBeta,
    AlphaBetaSoft,
    Shallow,
    Negamax,
    Aspiration,
    Scout,
    Mtdf,
    Deepening,
}

/// A rule for what to try first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ordering {
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

/// All searches: id, and what it is.
pub const BASES: [(Base, &str, &str); 9] = [
    (Base::Minimax, "minimax", "every node to the last ply: the oracle that all others must equal"),
    (Base::AlphaBeta, "alpha-beta", "a MAX and a MIN function, fail-hard, triangular variation"),
    (Base::AlphaBetaSoft, "alpha-beta-soft", "the same fail-soft: value and move are returned"),
    (Base::Shallow, "shallow", "one bound only, no deep cut-offs (Knuth and Moore's F1)"),
    (Base::Negamax, "negamax", "alpha-beta in one function, fail-soft"),
    (Base::Aspiration, "aspiration", "iterations with a window around the last value"),
    (
        Base::Scout,
        "scout",
        "all moves but the first with a zero window (principal variation search)",
    ),
    (Base::Mtdf, "mtdf", "zero windows only, from the last value on; has tt built in"),
    (Base::Deepening, "deepening", "negamax iterated from depth 1 on"),
];

/// All orderings: id, and what it is.
pub const ORDERINGS: [(Ordering, &str, &str); 9] = [
    (
        Ordering::Captures,
        "captures",
        "captures and promotions, dear victims and cheap attackers first",
    ),
    (
        Ordering::Previous,
        "previous",
        "what earlier iterations found best after the same moves; adds them",
    ),
    (Ordering::Killers, "killers", "the last move that cut off on the same ply"),
    (Ordering::History, "history", "moves that cut off often"),
    (
        Ordering::Refutation,
        "refutation",
        "the last refutation of the move just played; in zero windows the cheapest",
    ),
    (
        Ordering::Tt,
        "tt",
        "a transposition table: its move, and cut-offs at equal depth, by replies' entries too",
    ),
    (Ordering::BestFirst, "best-first", "by the values of minimax: the bound from below"),
    (Ordering::WorstFirst, "worst-first", "the same upside down"),
    (Ordering::Random, "random", "shuffled, see --seed"),
];

/// What the full combination is made of.
pub const FULL: &str = "scout+previous+captures+killers+history+refutation+tt";

/// The techniques that are compared if none are named.
pub const DEFAULT: &str = "minimax,alpha-beta,alpha-beta-soft,shallow,negamax,negamax+captures,\
    negamax+previous,negamax+killers,negamax+history,negamax+refutation,negamax+tt,negamax+random,\
    aspiration,scout,mtdf,deepening,scout+previous+captures+killers+history+refutation+tt";

/// A set of orderings.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Orderings(u16);

impl Orderings {
    pub fn has(self, ordering: Ordering) -> bool {
        self.0 & (1 << ordering as u16) != 0
    }

    /// Those that are in the set, in the order of [`ORDERINGS`].
    pub fn list(self) -> Vec<Ordering> {
        let all = ORDERINGS.into_iter().map(|(ordering, ..)| ordering);
        all.filter(|ordering| self.has(*ordering)).collect()
    }

    fn add(&mut self, ordering: Ordering) {
        self.0 |= 1 << ordering as u16;
    }
}

/// A search with its orderings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Technique {
    /// As it was typed.
    pub id: String,
    pub base: Base,
    pub orderings: Orderings,
}

/// Why a text names no technique. Columns count characters from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TechniqueError {
    UnknownBase {
        text: String,
        column: usize,
    },
    UnknownOrdering {
        text: String,
        column: usize,
    },
    /// The search knows no orderings.
    NoOrderings {
        base: &'static str,
        text: String,
        column: usize,
    },
    /// Best first and worst first at once.
    Contradiction {
        column: usize,
    },
}

impl fmt::Display for TechniqueError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TechniqueError::UnknownBase { text, column } => {
                let ids = BASES.map(|(_, id, _)| id).join(", ");
                write!(f, "column {column}: there is no technique \"{text}\", only {ids}")
            }
            TechniqueError::UnknownOrdering { text, column } => {
                let ids = ORDERINGS.map(|(_, id, _)| id).join(", ");
                write!(f, "column {column}: there is no ordering \"{text}\", only {ids}")
            }
            TechniqueError::NoOrderings { base, text, column } => {
                write!(f, "column {column}: \"+{text}\" cannot be added to {base}")
            }
            TechniqueError::Contradiction { column } => {
                write!(f, "column {column}: best-first and worst-first exclude each other")
            }
        }
    }
}

impl std::error::Error for TechniqueError {}

impl Technique {
    /// Reads `negamax+captures+tt`.
    pub fn parse(text: &str) -> Result<Technique, TechniqueError> {
        Technique::parse_at(text, 1)
    }

    /// Reads techniques separated by commas.
    pub fn parse_list(text: &str) -> Result<Vec<Technique>, TechniqueError> {
        let mut column = 1;
        let mut techniques = Vec::new();
        for word in text.split(',') {
            let spaces = word.chars().count() - word.trim_start().chars().count();
            techniques.push(Technique::parse_at(word.trim(), column + spaces)?);
            column += word.chars().count() + 1;
        }
        Ok(techniques)
    }

    /// The same search with one more ordering.
    pub fn with(mut self, ordering: Ordering) -> Technique {
        let id = ORDERINGS.iter().find(|entry| entry.0 == ordering).map_or("", |entry| entry.1);
        self.id = format!("{}+{id}", self.id);
        self.orderings.add(ordering);
        self
    }

    /// The full combination of all orderings that do not ask the oracle.
    pub fn full() -> Technique {
        let mut technique = Technique::of(Base::Scout);
        let usual = ["previous", "captures", "killers", "history", "refutation", "tt"];
        for (ordering, ..) in ORDERINGS.iter().filter(|(_, id, _)| usual.contains(id)) {
            technique.orderings.add(*ordering);
        }
        FULL.clone_into(&mut technique.id);
        technique
    }

    /// A search without orderings.
    pub fn of(base: Base) -> Technique {
        let id = BASES.iter().find(|entry| entry.0 == base).map_or("", |entry| entry.1);
        let mut orderings = Orderings::default();
        if base == Base::Mtdf {
            orderings.add(Ordering::Tt);
        }
        Technique { id: id.to_owned(), base, orderings }
    }

    fn parse_at(text: &str, mut column: usize) -> Result<Technique, TechniqueError> {
        let mut words = text.split('+');
        let first = words.next().unwrap_or_default();
        let Some((base, base_id, _)) = BASES.into_iter().find(|entry| entry.1 == first) else {
            return Err(TechniqueError::UnknownBase { text: first.to_owned(), column });
        };
        let mut technique = Technique::of(base);
        text.clone_into(&mut technique.id);
        column += first.chars().count() + 1;
        for word in words {
            let text = word.to_owned();
            let Some((ordering, ..)) = ORDERINGS.into_iter().find(|entry| entry.1 == word) else {
                return Err(TechniqueError::UnknownOrdering { text, column });
            };
            if matches!(base, Base::Minimax | Base::Shallow) {
                return Err(TechniqueError::NoOrderings { base: base_id, text, column });
            }
            technique.orderings.add(ordering);
            let has = |ordering| technique.orderings.has(ordering);
            if has(Ordering::BestFirst) && has(Ordering::WorstFirst) {
                return Err(TechniqueError::Contradiction { column });
            }
            column += word.chars().count() + 1;
        }
        Ok(technique)
    }

    /// Whether it searches depth 1 first, then 2, and so on.
    pub fn iterates(&self) -> bool {
        self.orderings.has(Ordering::Previous)
            || matches!(self.base, Base::Aspiration | Base::Mtdf | Base::Deepening)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_read_with_their_orderings() {
        assert_eq!(Technique::parse(FULL).unwrap(), Technique::full());
        assert_eq!(Technique::parse_list(DEFAULT).unwrap().len(), 17);
        for (base, id, _) in BASES {
            assert_eq!(Technique::parse(id).unwrap(), Technique::of(base));
        }
        for (ordering, id, _) in ORDERINGS {
            let technique = Technique::parse(&format!("negamax+{id}")).unwrap();
            assert!(technique.orderings.has(ordering) && technique.orderings.0.count_ones() == 1);
        }
    }

    #[test]
    fn unknown_ids_are_quoted_with_their_column() {
        let message = |text: &str| Technique::parse_list(text).unwrap_err().to_string();
        assert!(message("").starts_with("column 1: there is no technique \"\""));
        assert!(
            message("minimax,alphabeta").starts_with("column 9: there is no technique \"alphab")
        );
        assert!(message("minimax, negamax+x").starts_with("column 18: there is no ordering \"x\""));
        assert!(message("minimax+tt").starts_with("column 9: \"+tt\""));
        assert!(message("scout+best-first+worst-first").starts_with("column 18"));
    }
}
