//! Techniques by their ids: an algorithm, and the orderings added to it with `+`.

use super::{ALGORITHMS, Algorithm, MoveOrdering, ORDERINGS, OrderingSet, quote::quotable};

/// The id of the full combination: all orderings that a real search can have.
pub const FULL: &str = "scout+previous+captures+killers+history+refutation+tt";

/// The orderings of [`FULL`].
const FULL_ORDERINGS: [MoveOrdering; 6] = [
    MoveOrdering::Previous,
    MoveOrdering::Captures,
    MoveOrdering::Killers,
    MoveOrdering::History,
    MoveOrdering::Refutation,
    MoveOrdering::Tt,
];

/// The techniques that are compared if none is named: every algorithm alone, negamax with each
/// ordering that needs no oracle, and last the full combination.
pub fn default_techniques() -> Vec<Technique> {
    let mut techniques = Vec::new();
    for info in &ALGORITHMS {
        let alone = Technique::of(info.algorithm);
        techniques.push(alone.clone());
        if info.algorithm == Algorithm::Negamax {
            let orderings = ORDERINGS.iter().filter(|info| !info.needs_oracle);
            techniques.extend(orderings.map(|info| alone.clone().with(info.ordering)));
        }
    }
    techniques.push(Technique::full());
    techniques
}

/// An algorithm with its orderings.
///
/// ```
/// use minnow::lab::{Algorithm, MoveOrdering, Technique};
///
/// let technique = Technique::parse("negamax+captures+tt")?;
/// assert_eq!(technique.algorithm, Algorithm::Negamax);
/// assert!(technique.orderings.has(MoveOrdering::Captures));
/// assert!(!technique.iterates());
/// let error = Technique::parse("negamax+capture").unwrap_err();
/// assert!(error.to_string().starts_with("column 9: unknown ordering \"capture\""));
/// # Ok::<(), minnow::lab::TechniqueError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Technique {
    /// As it was typed.
    pub id: String,
    pub algorithm: Algorithm,
    pub orderings: OrderingSet,
}

/// The reason why a text is not a technique. Columns count characters from 1.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TechniqueError {
    #[error("column {column}: unknown technique \"{}\"; the techniques are {}", quotable(.text), algorithm_ids())]
    UnknownAlgorithm { text: String, column: usize },
    #[error("column {column}: unknown ordering \"{}\"; the orderings are {}", quotable(.text), ordering_ids())]
    UnknownOrdering { text: String, column: usize },
    /// The algorithm takes no orderings.
    #[error("column {column}: \"+{ordering}\" cannot be added to {algorithm}")]
    NoOrderings { algorithm: &'static str, ordering: &'static str, column: usize },
    /// Two orderings that exclude each other.
    #[error("column {column}: {ordering} and {opposite} exclude each other")]
    Contradiction { ordering: &'static str, opposite: &'static str, column: usize },
}

fn algorithm_ids() -> String {
    ALGORITHMS.each_ref().map(|info| info.id).join(", ")
}

fn ordering_ids() -> String {
    ORDERINGS.each_ref().map(|info| info.id).join(", ")
}

impl Technique {
    /// Reads a technique, such as `negamax+captures+tt`.
    ///
    /// # Errors
    ///
    /// A [`TechniqueError`] if an id is unknown, or if the parts cannot be combined.
    pub fn parse(text: &str) -> Result<Technique, TechniqueError> {
        Technique::parse_at(text, 1)
    }

    /// Reads techniques separated by commas.
    ///
    /// # Errors
    ///
    /// A [`TechniqueError`] if an id is unknown, or if the parts cannot be combined.
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

    /// An algorithm with the orderings that it always includes.
    pub fn of(algorithm: Algorithm) -> Technique {
        let info = algorithm.info();
        let mut orderings = OrderingSet::default();
        for ordering in info.built_in {
            orderings.add(*ordering);
        }
        Technique { id: info.id.to_owned(), algorithm, orderings }
    }

    /// The same technique with one more ordering.
    pub fn with(mut self, ordering: MoveOrdering) -> Technique {
        self.id = format!("{}+{}", self.id, ordering.info().id);
        self.orderings.add(ordering);
        self
    }

    /// The full combination: all orderings that need no oracle, except random.
    pub fn full() -> Technique {
        let mut technique = Technique::of(Algorithm::Scout);
        for ordering in FULL_ORDERINGS {
            technique = technique.with(ordering);
        }
        technique
    }

    fn parse_at(text: &str, mut column: usize) -> Result<Technique, TechniqueError> {
        let mut words = text.split('+');
        let first = words.next().unwrap_or_default();
        let Some(algorithm) = ALGORITHMS.iter().find(|info| info.id == first) else {
            return Err(TechniqueError::UnknownAlgorithm { text: first.to_owned(), column });
        };
        let mut technique = Technique::of(algorithm.algorithm);
        text.clone_into(&mut technique.id);
        column += first.chars().count() + 1;
        for word in words {
            let Some(info) = ORDERINGS.iter().find(|info| info.id == word) else {
                return Err(TechniqueError::UnknownOrdering { text: word.to_owned(), column });
            };
            let ordering = info.id;
            if !algorithm.takes_orderings {
                let algorithm = algorithm.id;
                return Err(TechniqueError::NoOrderings { algorithm, ordering, column });
            }
            if let Some(opposite) = info.opposite.filter(|other| technique.orderings.has(*other)) {
                let opposite = opposite.info().id;
                return Err(TechniqueError::Contradiction { ordering, opposite, column });
            }
            technique.orderings.add(info.ordering);
            column += word.chars().count() + 1;
        }
        Ok(technique)
    }

    /// Whether it searches to depth 1 first, then 2, and so on.
    pub fn iterates(&self) -> bool {
        self.orderings.has(MoveOrdering::Previous) || self.algorithm.info().iterates
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_read_with_their_orderings() {
        assert_eq!(Technique::parse(FULL).unwrap(), Technique::full());
        for info in &ALGORITHMS {
            assert_eq!(Technique::parse(info.id).unwrap(), Technique::of(info.algorithm));
        }
        for info in &ORDERINGS {
            let technique = Technique::parse(&format!("negamax+{}", info.id)).unwrap();
            assert_eq!(technique.orderings.list(), [info.ordering]);
        }
    }

    #[test]
    fn default_techniques_can_be_typed() {
        let ids: Vec<String> = default_techniques().into_iter().map(|each| each.id).collect();
        let typed = "minimax,alpha-beta,alpha-beta-soft,shallow,negamax,negamax+captures,\
            negamax+previous,negamax+killers,negamax+history,negamax+refutation,negamax+tt,\
            negamax+random,aspiration,scout,mtdf,deepening,\
            scout+previous+captures+killers+history+refutation+tt";
        assert_eq!(ids.join(","), typed);
        assert_eq!(Technique::parse_list(typed).unwrap(), default_techniques());
    }

    #[test]
    fn unknown_ids_are_quoted_with_their_column() {
        let message = |text: &str| Technique::parse_list(text).unwrap_err().to_string();
        assert!(message("").starts_with("column 1: unknown technique \"\""));
        assert!(message("minimax,alphabeta").starts_with("column 9: unknown technique \"alphab"));
        assert!(message("minimax, negamax+x").starts_with("column 18: unknown ordering \"x\""));
        assert!(message("minimax+tt").starts_with("column 9: \"+tt\""));
        assert!(message("scout+best-first+worst-first").starts_with("column 18"));
    }

    #[test]
    fn a_long_bad_id_is_quoted_in_part() {
        let error = Technique::parse(&"x".repeat(100_000)).unwrap_err();
        assert!(error.to_string().len() < 400, "{error}");
    }
}
