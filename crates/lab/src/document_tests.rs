//! The documents about the lab name lessons, claims and printed functions that exist.

use super::{
    claims::CLAIMS,
    glossary,
    lesson::{builtin_chapters, builtin_lessons},
    printed::{PRINTED_FUNCTIONS, PRINTED_SENTENCES},
};
use minnow_rules::grouped;

const README: &str = include_str!("../../../README.md");
const TEXTS: &str = include_str!("../../../docs/texts.md");
const LAB: &str = include_str!("../../../docs/lab.md");
const GLOSSARY: &str = include_str!("../../../docs/glossary.md");
const BIBLIOGRAPHY: &str = include_str!("../../../docs/bibliography.md");

/// True if the lab has this place, such as `lesson *The first cutoff*`.
fn exists(place: &str) -> bool {
    let Some((kind, title)) = place.strip_suffix('*').and_then(|place| place.split_once(" *"))
    else {
        return false;
    };
    match kind {
        "lesson" => builtin_lessons().iter().any(|lesson| lesson.title == title),
        "claim" => CLAIMS.iter().any(|claim| claim.sentence == title),
        "function" => PRINTED_FUNCTIONS.iter().any(|function| function.title == title),
        "sentence" => PRINTED_SENTENCES.iter().any(|sentence| sentence.quote.starts_with(title)),
        "option" => include_str!("../../../docs/manual.md").contains(title),
        _ => false,
    }
}

/// The places of a cell; titles may contain semicolons.
fn places(cell: &str) -> Vec<String> {
    cell.split("*; ").map(|place| format!("{}*", place.trim_end_matches('*'))).collect()
}

/// The rows of a document's tables, as cells, without heads and rules.
fn rows(document: &str) -> Vec<Vec<&str>> {
    let rows = document.lines().filter_map(|line| line.strip_prefix("| ")?.strip_suffix(" |"));
    let rows = rows.map(|row| row.split(" | ").collect::<Vec<_>>());
    rows.filter(|cells| !matches!(cells[0], "statement" | "term" | "author")).collect()
}

#[test]
fn every_statement_has_a_place_in_the_lab() {
    let rows = rows(TEXTS);
    assert!(rows.len() > 60, "{} statements", rows.len());
    for cells in &rows {
        assert_eq!(cells.len(), 2, "{cells:?}");
        for place in places(cells[1]) {
            assert!(exists(&place), "there is no {place}, for: {}", cells[0]);
        }
    }
    assert!(!exists("lesson *No lesson*") && !exists("page *Claims*"));
    assert_eq!(TEXTS.matches("\n## ").count(), 5, "a section for each text");
}

#[test]
fn every_finding_belongs_to_a_statement() {
    let all: Vec<String> = rows(TEXTS).iter().flat_map(|cells| places(cells[1])).collect();
    let counts = |place: String| all.iter().filter(|named| **named == place).count();
    for claim in &CLAIMS {
        assert!(counts(format!("claim *{}*", claim.sentence)) > 0, "{}", claim.sentence);
    }
    for function in &PRINTED_FUNCTIONS {
        assert!(counts(format!("function *{}*", function.title)) > 0, "{}", function.title);
    }
    for sentence in &PRINTED_SENTENCES {
        let named = all.iter().filter_map(|place| place.strip_prefix("sentence *"));
        let mut named = named.filter_map(|title| title.strip_suffix('*'));
        assert!(named.any(|title| sentence.quote.starts_with(title)), "{}", sentence.quote);
    }
}

#[test]
fn the_guide_lists_all_chapters() {
    for chapter in builtin_chapters() {
        let count = chapter.lessons.len();
        let row = format!("| {} | {count} |", chapter.title);
        assert!(LAB.contains(&row), "docs/lab.md lacks: {row}");
    }
}

#[test]
fn lessons_and_chapters_are_counted_right() {
    let words = ["six", "seven", "eight", "nine", "ten", "eleven", "twelve"];
    let (lessons, chapters) = (builtin_lessons().len(), words[builtin_chapters().len() - 6]);
    let documents = [("README.md", README, "exercises"), ("docs/lab.md", LAB, "lessons")];
    for (name, document, kind) in documents {
        let count = format!("{lessons} short {kind} in {chapters} chapters");
        assert!(document.replace('\n', " ").contains(&count), "{name} lacks: {count}");
    }
}

#[test]
fn counts_in_the_guide_come_from_the_lesson() {
    let mate = builtin_lessons().iter().find(|lesson| lesson.id == "mate").unwrap();
    let counts = mate.figures.iter().flat_map(|figure| {
        let expected = &figure.expected;
        [expected.leaves, expected.all_leaves].into_iter().flatten()
    });
    let counts: Vec<String> = counts.map(grouped).collect();
    assert_eq!(counts.len(), 3, "{counts:?}");
    for count in counts {
        assert!(LAB.contains(&count), "docs/lab.md lacks {count}");
    }
}

#[test]
fn the_glossary_is_sorted_and_sources_are_listed() {
    let rows = rows(GLOSSARY);
    let terms: Vec<String> = rows.iter().map(|cells| cells[0].to_lowercase()).collect();
    assert!(terms.is_sorted() && terms.len() > 40, "{terms:?}");
    assert!(rows.iter().all(|cells| cells.len() == 2 && cells[1].ends_with('.')), "{rows:?}");
    assert!(rows.iter().map(|cells| cells[0]).eq(glossary().iter().map(|term| term.term)));
    let sources = self::rows(BIBLIOGRAPHY);
    assert_eq!(sources.len(), 5, "the five texts");
    for author in ["Knuth", "Akl", "Pearl", "Marsland", "Fishburn", "Reinefeld", "Plaat", "Norvig"]
    {
        assert!(BIBLIOGRAPHY.contains(author), "{author} is missing");
    }
}
