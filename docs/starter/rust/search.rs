//! Starter kit in Rust: minimax on a tree (docs/project.md), and a first player (docs/bot.md).

use std::io::{self, BufRead};

enum Node {
    Leaf(i32),
    Inner(Vec<Node>),
}

/// The next node; nothing at a closing bracket.
fn parse(words: &mut dyn Iterator<Item = String>) -> Option<Node> {
    match words.next()?.as_str() {
        "(" => Some(Node::Inner(std::iter::from_fn(|| parse(words)).collect())),
        ")" => None,
        leaf => leaf.parse().ok().map(Node::Leaf),
    }
}

/// Visits a node, writes its line of the trace, and returns its value. MAX moves at the root.
fn minimax(node: &Node, path: &mut Vec<usize>, parent: Option<usize>, visits: &mut usize) -> i32 {
    let number = *visits;
    *visits += 1;
    let value = match node {
        Node::Leaf(value) => *value,
        Node::Inner(children) => {
            let mut values = Vec::new();
            for (index, child) in children.iter().enumerate() {
                path.push(index + 1);
                values.push(minimax(child, path, Some(number), visits));
                path.pop();
            }
            let best = if path.len() % 2 == 0 { values.iter().max() } else { values.iter().min() };
            *best.expect("an inner node has children")
        }
    };
    let parent = parent.map_or("null".to_owned(), |parent| parent.to_string());
    println!(
        r#"{{"visit": {number}, "parent": {parent}, "path": {path:?}, "alpha": null, "beta": null, "value": {value}}}"#
    );
    value
}

fn main() {
    let mut lines = io::stdin().lock().lines().map_while(Result::ok);
    let mut first = lines.next().unwrap_or_default();
    if !first.starts_with(|letter: char| letter.is_ascii_digit()) {
        let tree = lines.next().unwrap_or_default();
        println!(r#"{{"tree": "{tree}", "technique": "{first}"}}"#);
        let spaced = tree.replace('(', " ( ").replace(')', " ) ");
        let root = parse(&mut spaced.split_whitespace().map(str::to_owned)).expect("a tree");
        minimax(&root, &mut Vec::new(), None, &mut 0);
    }
    while first.starts_with(|letter: char| letter.is_ascii_digit()) {
        // A turn is a block of lines and an empty line; the last line of the block has the moves.
        let moves = lines.by_ref().take_while(|line| !line.is_empty()).last().unwrap_or_default();
        println!("{}", moves.split(' ').nth(1).unwrap_or("resign"));
        first = lines.next().unwrap_or_default();
    }
}
