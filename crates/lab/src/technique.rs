//! Techniques by their ids: an algorithm, and the orderings added to it with `+`.

use super::{ALGORITHMS, Algorithm, MoveOrdering, ORDERINGS, OrderingSet, techniques::ScoutForm};
use minnow_rules::excerpt;

/// The id of the full combination: principal variation search with all orderings that help it.
pub const FULL: &str = "scout+full";

/// The techniques that are compared if none is named: every algorithm alone, negamax with each
/// ordering that needs no oracle, and last the full combination.
pub fn default_techniques() -> Vec<Technique> {
    let mut techniques = Vec::new();
    for info in ALGORITHMS {
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

/// The techniques among which a user chooses: the default ones, with the full combination last; before
/// it, combinations of a few orderings, of all of them with other algorithms, and the two orders that
/// need an oracle.
pub fn offered_techniques() -> Vec<Technique> {
    let mut techniques = default_techniques();
    let full = techniques.pop();
    let (orderings, negamax) = (OrderingSet::full(), Technique::of(Algorithm::Negamax));
    techniques.extend([
        negamax
            .clone()
            .with(MoveOrdering::Captures)
            .with(MoveOrdering::Killers)
            .with(MoveOrdering::History),
        Technique::of(Algorithm::Scout).with_all(orderings.without(MoveOrdering::Tt)),
        Technique::of(Algorithm::Aspiration).with_all(orderings),
        Technique::of(Algorithm::Mtdf).with_all(orderings),
        negamax.clone().with(MoveOrdering::PerfectOrder),
        negamax.with(MoveOrdering::ReverseOrder),
    ]);
    techniques.extend(full);
    techniques
}

/// An algorithm with its orderings.
///
/// ```
/// use minnow_lab::{Algorithm, MoveOrdering, Technique};
///
/// let technique = Technique::parse("negamax+captures+tt")?;
/// assert_eq!(technique.algorithm, Algorithm::Negamax);
/// assert!(technique.orderings.has(MoveOrdering::Captures));
/// assert!(!technique.iterates());
/// let error = Technique::parse("negamax+capture").unwrap_err();
/// assert!(error.to_string().starts_with("column 9: unknown ordering \"capture\""));
/// # Ok::<(), minnow_lab::TechniqueError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Technique {
    /// As it was typed.
    pub id: String,
    /// The search.
    pub algorithm: Algorithm,
    /// The orderings that it uses, those that the algorithm always includes among them.
    pub orderings: OrderingSet,
    /// The form of Scout, for the comparison with a student's program.
    pub(crate) scout_form: ScoutForm,
}

/// The reason why a text is not a technique. Columns count characters from 1.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TechniqueError {
    /// The first word is no algorithm.
    #[error("column {column}: unknown technique \"{}\"; the techniques are {}", excerpt(.text), algorithm_ids())]
    UnknownAlgorithm {
        /// The word.
        text: String,
        /// The column where it begins.
        column: usize,
    },
    /// A word after the first is no ordering.
    #[error("column {column}: unknown ordering \"{}\"; the orderings are {}", excerpt(.text), ordering_ids())]
    UnknownOrdering {
        /// The word.
        text: String,
        /// The column where it begins.
        column: usize,
    },
    /// The algorithm takes no orderings.
    #[error("column {column}: \"+{ordering}\" cannot be added to {algorithm}")]
    NoOrderings {
        /// The id of the algorithm.
        algorithm: &'static str,
        /// The ordering as typed.
        ordering: String,
        /// The column where it begins.
        column: usize,
    },
    /// Two orderings that exclude each other.
    #[error("column {column}: {ordering} and {opposite} exclude each other")]
    Contradiction {
        /// The id of the later ordering.
        ordering: &'static str,
        /// The id of the earlier one.
        opposite: &'static str,
        /// The column where the later one begins.
        column: usize,
    },
}

fn algorithm_ids() -> String {
    ALGORITHMS.iter().map(|info| info.id).collect::<Vec<_>>().join(", ")
}

fn ordering_ids() -> String {
    ORDERINGS.iter().map(|info| info.id).collect::<Vec<_>>().join(", ")
}

impl Technique {
    /// The explanation of the technique and its orderings, a line for each.
    pub fn about(&self) -> String {
        let mut text = format!("{}: {}.", self.id, self.algorithm.info().about);
        for ordering in self.orderings.list() {
            let info = ordering.info();
            text += &format!("\n{}: {}.", info.id, info.about);
        }
        text
    }

    /// The name in tables and plots: `full combination`, `scout + captures`.
    pub fn name(&self) -> String {
        let (id, full) = (self.algorithm.info().id, OrderingSet::full());
        match self.orderings {
            orderings if orderings == full && self.algorithm == Algorithm::Scout => {
                "full combination".to_owned()
            }
            orderings if orderings == full => format!("full, {id}"),
            orderings if orderings == full.without(MoveOrdering::Tt) => {
                format!("full, {id}, no table")
            }
            _ => self.id.replace('+', " + "),
        }
    }

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
        let orderings = info.built_in.iter().copied().collect();
        let scout_form = ScoutForm::default();
        Technique { id: info.id.to_owned(), algorithm, orderings, scout_form }
    }

    /// The same technique with one more ordering.
    pub fn with(mut self, ordering: MoveOrdering) -> Technique {
        self.id = format!("{}+{}", self.id, ordering.info().id);
        self.orderings.add(ordering);
        self
    }

    /// The same technique with all orderings of a set.
    pub fn with_all(self, orderings: OrderingSet) -> Technique {
        let missing = orderings.list().into_iter().filter(|one| !self.orderings.has(*one));
        missing.collect::<Vec<_>>().into_iter().fold(self, Technique::with)
    }

    /// The full combination, with the id [`FULL`].
    pub fn full() -> Technique {
        let full = Technique::of(Algorithm::Scout).with_all(OrderingSet::full());
        Technique { id: FULL.to_owned(), ..full }
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
            let orderings = OrderingSet::named(word);
            if orderings.is_empty() {
                return Err(TechniqueError::UnknownOrdering { text: word.to_owned(), column });
            }
            if !algorithm.takes_orderings {
                let (algorithm, ordering) = (algorithm.id, word.to_owned());
                return Err(TechniqueError::NoOrderings { algorithm, ordering, column });
            }
            for info in orderings.list().into_iter().map(MoveOrdering::info) {
                if let Some(other) = info.opposite.filter(|other| technique.orderings.has(*other)) {
                    let (ordering, opposite) = (info.id, other.info().id);
                    return Err(TechniqueError::Contradiction { ordering, opposite, column });
                }
                technique.orderings.add(info.ordering);
            }
            column += word.chars().count() + 1;
        }
        Ok(technique)
    }

    /// True if it searches to depth 1 first, then 2, and so on.
    pub fn iterates(&self) -> bool {
        self.algorithm.info().iterates
            || self.orderings.list().into_iter().any(|ordering| ordering.info().iterates)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn ids_are_read_with_their_orderings() {
        assert_eq!(Technique::parse(FULL).unwrap(), Technique::full());
        for info in ALGORITHMS {
            assert_eq!(Technique::parse(info.id).unwrap(), Technique::of(info.algorithm));
        }
        for info in ORDERINGS {
            let technique = Technique::parse(&format!("negamax+{}", info.id)).unwrap();
            assert_eq!(technique.orderings.list(), [info.ordering]);
        }
    }

    #[test]
    fn offered_techniques_differ_and_can_be_typed() {
        let offered = offered_techniques();
        let ids: HashSet<&str> = offered.iter().map(|each| each.id.as_str()).collect();
        assert_eq!(ids.len(), offered.len(), "each is on offer once");
        for technique in &offered {
            assert_eq!(Technique::parse(&technique.id).as_ref(), Ok(technique));
        }
    }

    #[test]
    fn default_techniques_can_be_typed() {
        let ids: Vec<String> = default_techniques().into_iter().map(|each| each.id).collect();
        assert_eq!(Technique::parse_list(&ids.join(",")).unwrap(), default_techniques());
        let count = |start: &str| ids.iter().filter(|id| id.starts_with(start)).count();
        let real = ORDERINGS.iter().filter(|info| !info.needs_oracle).count();
        assert_eq!(count("negamax+"), real);
        assert_eq!(ids.len(), ALGORITHMS.len() + real + 1);
        assert_eq!(ids.last().map(String::as_str), Some(FULL));
    }

    #[test]
    fn full_stands_for_all_its_orderings() {
        let members: Vec<_> = ORDERINGS.iter().filter(|info| info.in_full).collect();
        let ids: Vec<&str> = members.iter().map(|info| info.id).collect();
        let oldest: Vec<&str> =
            members.iter().map(|info| info.old_ids.first().copied().unwrap_or(info.id)).collect();
        assert!(ids.len() > 5 && ids != oldest, "{ids:?} {oldest:?}");
        for names in [ids, oldest] {
            let spelt = Technique::parse(&format!("scout+{}", names.join("+"))).unwrap();
            assert_eq!(spelt.orderings, Technique::full().orderings, "{names:?}");
        }
        let full = Technique::of(Algorithm::Mtdf).with_all(OrderingSet::full());
        assert_eq!(full.id.matches("+tt").count(), 0, "{}", full.id);
        assert_eq!(full.orderings, Technique::parse("mtdf+full").unwrap().orderings);
    }

    #[test]
    fn unknown_ids_are_quoted_with_their_column() {
        let message = |text: &str| Technique::parse_list(text).unwrap_err().to_string();
        assert!(message("").starts_with("column 1: unknown technique \"\""));
        assert!(message("minimax,alphabeta").starts_with("column 9: unknown technique \"alphab"));
        assert!(message("minimax, negamax+x").starts_with("column 18: unknown ordering \"x\""));
        assert!(message("minimax+tt").starts_with("column 9: \"+tt\""));
        assert!(message("scout+best-first+worst-first").starts_with("column 18: reverse-order"));
    }

    #[test]
    fn a_long_bad_id_is_quoted_in_part() {
        let error = Technique::parse(&"x".repeat(100_000)).unwrap_err();
        assert!(error.to_string().len() < 400, "{error}");
    }
}
