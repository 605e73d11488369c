//! A drawing as a TikZ picture for LaTeX. It needs no TikZ library.

use std::fmt::Write;

use super::{LEGEND, TreeDrawing};
use crate::recorder::{NODE_KINDS, NodeKind};

/// The distances of leaves and plies, in centimetres.
const LEAF_STEP: f64 = 1.4;
const PLY_STEP: f64 = 1.8;

/// A text for LaTeX: signs of comparison and infinity as formulas, reserved characters escaped.
fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    for letter in text.chars() {
        match letter {
            '\u{2264}' => escaped.push_str("$\\le$"),
            '\u{2265}' => escaped.push_str("$\\ge$"),
            '\u{d7}' => escaped.push_str("$\\times$"),
            '\u{2026}' => escaped.push_str("\\dots"),
            '\u{221e}' => escaped.push_str("$\\infty$"),
            '#' | '%' | '&' | '_' | '{' | '}' | '$' => {
                escaped.push('\\');
                escaped.push(letter);
            }
            _ => escaped.push(letter),
        }
    }
    escaped
}

fn fill(kind: Option<NodeKind>) -> &'static str {
    match kind {
        Some(NodeKind::Pv) => "green!18",
        Some(NodeKind::Cut) => "red!16",
        Some(NodeKind::All) => "blue!14",
        None => "white",
    }
}

pub(super) fn write(drawing: &TreeDrawing) -> String {
    let layout = drawing.layout();
    let mut text = "% \\usepackage{tikz}\n".to_owned();
    for line in drawing.caption().lines() {
        text += &format!("% {}\n", escaped(line));
    }
    text += "\\begin{tikzpicture}[font=\\small]\n";
    for (index, (node, place)) in drawing.nodes.iter().zip(&layout.places).enumerate() {
        let corners = if node.is_max { "" } else { ", rounded corners=6pt" };
        let ink = if node.visits > 0 { "black" } else { "black!35" };
        // Writing to a string cannot fail.
        let _ = writeln!(
            text,
            "  \\node[draw={ink}, text={ink}, fill={}{corners}] (n{index}) at ({:.2}, {:.2}) \
             {{{}}};",
            fill(node.kind),
            place.x * LEAF_STEP,
            -(place.row as f64) * PLY_STEP,
            escaped(&drawing.label(node)),
        );
    }
    for (index, node) in drawing.nodes.iter().enumerate() {
        let Some(parent) = node.parent else { continue };
        let style = match (node.visits, node.is_best) {
            (0, _) => "dashed, black!35",
            (_, true) => "very thick, green!50!black",
            (_, false) => "black!60",
        };
        let _ = writeln!(
            text,
            "  \\draw[{style}] (n{parent}) -- node[right, font=\\scriptsize] {{{}}} (n{index});",
            escaped(&node.name),
        );
    }
    text + &windows(drawing) + &legend(drawing) + "\\end{tikzpicture}\n"
}

/// Alpha and beta below the inner nodes, over the lines to their children.
fn windows(drawing: &TreeDrawing) -> String {
    let nodes = drawing.nodes.iter().enumerate();
    let inner = nodes.filter(|(_, node)| !node.is_leaf && !node.window.is_empty());
    let lines = inner.map(|(index, node)| {
        let window = escaped(&node.window);
        format!(
            "  \\node[below=1pt, inner sep=1pt, fill=white, font=\\scriptsize] at (n{index}.south) \
             {{{window}}};\n"
        )
    });
    lines.collect()
}

/// The colours of the kinds, the lines and windows, and the notes, below the tree.
fn legend(drawing: &TreeDrawing) -> String {
    let y = -(drawing.layout().last_row as f64 + 1.0) * PLY_STEP;
    let mut text = String::new();
    for (place, kind) in (0..).zip(NODE_KINDS) {
        let (x, fill) = (LEAF_STEP * f64::from(place), fill(Some(kind)));
        let name = kind.name();
        // Writing to a string cannot fail.
        let _ = writeln!(text, "  \\node[draw, fill={fill}] at ({x:.2}, {y:.2}) {{{name}}};");
    }
    let words = std::iter::once(LEGEND).chain(drawing.notes.iter().map(String::as_str));
    for (line, words) in (1..).zip(words) {
        let y = y - 0.6 * f64::from(line);
        let words = escaped(words).replace("    ", "\\quad ");
        let _ = writeln!(text, "  \\node[anchor=west] at (-0.5, {y:.2}) {{{words}}};");
    }
    text
}
