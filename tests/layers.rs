//! The arrows between the layers: which folder of `src` may use which, as drawn in README.md.
//!
//! Only paths from the crate's root are looked at (`crate::game::Game`, also
//! in groups, and `super::` where it climbs as far). That no lower layer uses
//! egui is shown by `cargo check --no-default-features`.

mod sources;

use std::path::Path;

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
    let found = |depth| roots(text, depth).map(|(line, name)| (line, name.to_owned()));
    let expected = [(1, "engine"), (1, "game"), (6, "uci")];
    assert!(found(3).eq(expected.map(|(line, name)| (line, name.to_owned()))));
    assert_eq!(roots("use super::super::engine::X;", 2).collect::<Vec<_>>(), [(1, "engine")]);
    assert_eq!(roots("use super::super::engine::X;", 3).count(), 0);
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
    let is_layer = |name: &str| Path::new(env!("CARGO_MANIFEST_DIR")).join("src").join(name).is_dir();
    roots(&code_of(&source.text), depth)
        .filter(|(_, name)| is_layer(name) && *name != layer && !allowed.contains(name))
        .map(|(line, name)| format!("{}:{line}: {layer} may not use {name}", path.display()))
        .collect()
}
