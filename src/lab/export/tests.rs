//! Drawings have all nodes, and are well-formed.

use super::*;
use crate::{
    lab::{LabSettings, PositionTree, Recorder, Technique, TextTree, run},
    rules::{Position, Variant},
};

fn drawing<T: Tree>(tree: &T, id: &str, depth: u32) -> Result<TreeDrawing, DrawingTooLarge> {
    let mut recorder = Recorder::new(100_000);
    run(tree, &Technique::parse(id).unwrap(), &LabSettings::depth(depth), &mut recorder);
    TreeDrawing::new(tree, &recorder.finish())
}

fn sample() -> TreeDrawing {
    drawing(&TextTree::parse("((3 12) (2 8))", true).unwrap(), "negamax", 2).unwrap()
}

#[test]
fn a_drawing_has_visited_and_pruned_nodes() {
    let drawn = sample();
    let values: Vec<&str> = drawn.nodes.iter().map(|node| node.value.as_str()).collect();
    assert_eq!(values, ["3", "3", "3", "12", "\u{2264}2", "2", "8"]);
    let pruned: Vec<bool> = drawn.nodes.iter().map(|node| node.kind.is_none()).collect();
    assert_eq!(pruned, [false, false, false, false, false, false, true]);
    let best: Vec<usize> = (0..7).filter(|node| drawn.nodes[*node].is_best).collect();
    assert_eq!(best, [1, 2, 5]);
    assert_eq!(drawn.nodes[4].window, "3 .. \u{221e}");
}

#[test]
fn a_forbidden_leaf_stays_unknown() {
    let tree = TextTree::parse("((5 9) (3 ?))", true).unwrap();
    let drawn = drawing(&tree, "alpha-beta", 2).unwrap();
    assert_eq!(drawn.nodes.last().unwrap().value, "?");
}

/// Checks that every tag is closed, in order.
fn assert_well_formed(text: &str) {
    let mut open: Vec<&str> = Vec::new();
    for tag in text.split('<').skip(1) {
        let (tag, rest) = tag.split_once('>').expect("a closed tag");
        assert!(!rest.contains('>') && tag.matches('"').count() % 2 == 0, "{tag}");
        let name = tag.split([' ', '/']).find(|word| !word.is_empty()).unwrap_or_default();
        if tag.starts_with('/') {
            assert_eq!(open.pop(), Some(name));
        } else if !tag.ends_with('/') {
            open.push(name);
        }
    }
    assert!(open.is_empty(), "{open:?}");
}

#[test]
fn svg_is_well_formed() {
    let text = sample().write(ExportFormat::Svg);
    assert_well_formed(&text);
    assert!(text.starts_with("<svg xmlns=") && text.contains("stroke-dasharray"), "{text}");
    // A box for each of 7 nodes, 3 in the legend and the background.
    assert_eq!(text.matches("<rect").count(), 11);
    assert_eq!(text.matches("stroke=\"#c0392b\"").count(), 1);
}

#[test]
fn dot_names_every_node_and_edge() {
    let text = sample().write(ExportFormat::Dot);
    assert_eq!((text.matches("fillcolor").count(), text.matches(" -> ").count()), (7, 6));
    assert_eq!(text.matches("style=dashed").count(), 1);
    assert!(text.starts_with("digraph search {") && text.ends_with("}\n"));
}

#[test]
fn tikz_is_balanced_and_escaped() {
    let text = sample().write(ExportFormat::Tikz);
    assert_eq!((text.matches("\\node[").count(), text.matches("\\draw[").count()), (7, 6));
    assert_eq!(text.matches('{').count(), text.matches('}').count());
    assert!(text.contains("MIN $\\le$2") && text.is_ascii(), "{text}");
}

#[test]
fn positions_are_drawn_up_to_a_size() {
    let position = Position::start(Variant::default_variant());
    let tree = PositionTree::new(position);
    let drawn = drawing(&tree, "negamax+captures", 2).unwrap();
    assert!(drawn.nodes.len() > 20 && drawn.nodes.iter().all(|node| node.kind.is_some()));
    for format in [ExportFormat::Svg, ExportFormat::Dot, ExportFormat::Tikz] {
        assert!(drawn.write(format).contains("b1"), "{format:?}");
    }
    assert_well_formed(&drawn.write(ExportFormat::Svg));
    assert_eq!(drawing(&tree, "minimax", 3).err(), Some(DrawingTooLarge));
}
