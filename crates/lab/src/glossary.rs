//! The glossary of the lab, read from its document, and the terms that a text uses.

use std::sync::LazyLock;

/// A term with its meaning.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GlossaryTerm {
    /// Its names, separated by commas, such as `branching factor, b`.
    pub term: &'static str,
    /// The explanation, in one or more sentences.
    pub meaning: &'static str,
}

impl GlossaryTerm {
    /// The names of the term that a text may use; single letters are left out.
    fn names(&self) -> impl Iterator<Item = &'static str> {
        self.term.split(", ").filter(|name| name.len() > 1)
    }

    /// True if the term or its meaning has these words.
    pub fn has(&self, words: &str) -> bool {
        let words = words.trim().to_lowercase();
        [self.term, self.meaning].iter().any(|text| text.to_lowercase().contains(&words))
    }

    /// The place of its first use in a text, in bytes; `lower` is the text in small letters. Names
    /// with capitals are found as they are written, others at the start of a sentence, too.
    fn place_in(&self, text: &str, lower: &str) -> Option<usize> {
        let place = |name: &'static str| {
            let has_capitals = name.chars().any(char::is_uppercase);
            place_of(if has_capitals { text } else { lower }, name)
        };
        self.names().filter_map(place).min()
    }
}

/// All terms, in the order of the document.
pub fn glossary() -> &'static [GlossaryTerm] {
    static TERMS: LazyLock<Vec<GlossaryTerm>> = LazyLock::new(|| {
        let document: &'static str = include_str!("../../../docs/glossary.md");
        let rows = document.lines().filter_map(|line| line.strip_prefix("| ")?.strip_suffix(" |"));
        let terms = rows.filter_map(|row| row.split_once(" | ")).skip(1);
        terms.map(|(term, meaning)| GlossaryTerm { term, meaning }).collect()
    });
    &TERMS
}

/// The terms that a text uses, in the order of their first use.
pub fn terms_in(text: &str) -> Vec<&'static GlossaryTerm> {
    let lower = text.to_ascii_lowercase();
    let places = glossary().iter().filter_map(|term| Some((term.place_in(text, &lower)?, term)));
    let mut found: Vec<(usize, &GlossaryTerm)> = places.collect();
    found.sort_by_key(|(place, _)| *place);
    found.into_iter().map(|(_, term)| term).collect()
}

/// The first place of a name as a whole word, with an `s` for the plural or not.
fn place_of(text: &str, name: &str) -> Option<usize> {
    let is_of_word = |letter: char| letter.is_alphanumeric() || letter == '-';
    let places = text.match_indices(name).map(|(place, _)| place);
    let mut whole = places.filter(|place| {
        let before = text[..*place].chars().next_back();
        let after = &text[place + name.len()..];
        let after = after.strip_prefix('s').unwrap_or(after).chars().next();
        !before.is_some_and(is_of_word) && !after.is_some_and(is_of_word)
    });
    whole.next()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terms_are_found_as_whole_words() {
        let terms = |text| terms_in(text).iter().map(|term| term.term).collect::<Vec<_>>();
        assert_eq!(terms("Cutoffs need alpha; an ALL node"), ["cutoff", "alpha", "ALL node"]);
        assert_eq!(terms("All nodes of an alphabet, maxi, fail-softly"), [""; 0]);
        assert_eq!(terms("The branching factor b of MIN"), ["branching factor, b", "MAX, MIN"]);
    }

    #[test]
    fn a_search_finds_terms_and_meanings() {
        let found = |words| glossary().iter().filter(|term| term.has(words)).count();
        assert_eq!(found(""), glossary().len());
        assert!(found("Knuth") == 0 && found("fishing") == 0);
        assert!(found("STAND PAT") == 1 && found("ply") > 1);
    }
}
