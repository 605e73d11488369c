//! The arrows between the layers: which folder of `src` may use which, as drawn in README.md.
//!
//! Only paths from the crate's root are looked at (`crate::game::Game`, also
//! in groups, and `super::` where it climbs as far). That no lower layer uses
//! egui is shown by `cargo check --no-default-features`.

mod sources;

use sources::{Source, sources};

/// A layer, and the layers it may use besides itself.
const ARROWS: [(&str, &[&str]); 7] = [
    ("rules", &[]),
    ("engine", &["rules"]),
    ("game", &["rules"]),
    ("worker", &["game", "engine", "rules"]),
    ("uci", &["engine", "rules"]),
    ("app", &["worker", "game", "engine", "rules"]),
    ("cli", &["uci", "worker", "game", "engine", "rules"]),
];

/// What makes the rules depend on more than their input.
const NOT_IN_RULES: [&str; 7] =
    ["std::env", "std::fs", "std::io", "std::net", "std::process", "std::thread", "std::time"];

#[test]
fn every_layer_uses_only_the_layers_below_it() {
    let wrong: Vec<String> = sources(&["src"]).iter().flat_map(wrong_uses).collect();
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

#[test]
fn the_rules_know_no_files_threads_or_clocks() {
    for source in sources(&["src/rules"]) {
        for word in NOT_IN_RULES {
            let code = code_of(&source.text);
            assert!(!code.contains(word), "{}: {word}", source.path.display());
        }
    }
}

#[test]
fn uses_are_found_in_groups_and_paths() {
    let text = "use crate::{\n    engine::{Score, rules},\n    game::Game,\n};\n\
                // crate::app\nlet x = crate::uci::run(); // crate::app\n";
    assert_eq!(roots(&code_of(text), 3), [(2, "engine"), (3, "game"), (6, "uci")]);
    assert_eq!(roots("use super::super::engine::X;", 2), [(1, "engine")]);
    assert_eq!(roots("use super::super::engine::X;", 3), []);
}

/// A line for each use that no arrow allows.
fn wrong_uses(source: &Source) -> Vec<String> {
    let path = &source.path;
    let parts: Vec<&str> = path.iter().skip(1).filter_map(|part| part.to_str()).collect();
    let [layer, .., file] = parts[..] else {
        // The crate's root and the binary join everything.
        return Vec::new();
    };
    let Some((_, allowed)) = ARROWS.iter().find(|(name, _)| *name == layer) else {
        return vec![format!("{}: no arrows are drawn for the layer {layer}", path.display())];
    };
    let depth = parts.len() - usize::from(file == "mod.rs");
    let is_wrong = |name: &str| {
        name != layer && !allowed.contains(&name) && ARROWS.iter().any(|(other, _)| *other == name)
    };
    roots(&code_of(&source.text), depth)
        .into_iter()
        .filter(|(_, name)| is_wrong(name))
        .map(|(line, name)| format!("{}:{line}: {layer} may not use {name}", path.display()))
        .collect()
}

/// The text with its comments blanked; lines keep their numbers.
fn code_of(text: &str) -> String {
    let before_comment = |line: &str| line.split("//").next().unwrap_or_default().to_owned();
    text.lines().map(before_comment).collect::<Vec<String>>().join("\n")
}

/// The first names of all paths that start at the crate's root, each with its line, for a file
/// whose module is `depth` modules below the root.
fn roots(code: &str, depth: usize) -> Vec<(usize, &str)> {
    let climb = "super::".repeat(depth);
    let mut found = Vec::new();
    for prefix in ["crate::", &climb] {
        for (at, _) in code.match_indices(prefix) {
            for start in heads(code, at + prefix.len()) {
                let name = code[start..].split(|c: char| !is_part_of_name(c)).next();
                let line = code[..start].matches('\n').count() + 1;
                found.push((line, name.unwrap_or_default()));
            }
        }
    }
    found
}

fn is_part_of_name(letter: char) -> bool {
    letter.is_alphanumeric() || letter == '_'
}

/// Where the names begin that stand at `start`: one, or those of a group in braces.
fn heads(code: &str, start: usize) -> Vec<usize> {
    if !code[start..].starts_with('{') {
        return vec![start];
    }
    let (mut depth, mut expected, mut found) = (0, false, Vec::new());
    for (offset, letter) in code[start..].char_indices() {
        match letter {
            '{' => depth += 1,
            '}' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            break;
        }
        if depth == 1 && matches!(letter, '{' | ',') {
            expected = true;
        } else if expected && is_part_of_name(letter) {
            found.push(start + offset);
            expected = false;
        }
    }
    found
}
