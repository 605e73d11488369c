//! A drawing as a TikZ picture for LaTeX. It needs no TikZ library.

use std::fmt::Write;

use super::TreeDrawing;
use crate::recorder::NodeKind;

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
    text + "\\end{tikzpicture}\n"
}
