//! A drawing in the language of Graphviz.

use std::fmt::Write;

use super::{
    ExportNode, TreeDrawing,
    slide::FAINT,
    svg::{BEST, fill, ink},
};

/// A text in quotation marks.
fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n"))
}

pub(super) fn write(drawing: &TreeDrawing) -> String {
    let mut text = "digraph search {\n  node [shape=box style=filled fontname=\"Noto Sans\"];\n  \
                    edge [arrowhead=none fontname=\"Noto Sans\"];\n"
        .to_owned();
    // Writing to a string cannot fail.
    let _ = writeln!(text, "  label={};", quoted(&drawing.caption()));
    for (index, node) in drawing.nodes.iter().enumerate() {
        let shape = if node.is_max { "box" } else { "ellipse" };
        let ink = ink(node);
        let _ = writeln!(
            text,
            "  n{index} [label={} shape={shape} fillcolor=\"{}\" color=\"{ink}\" \
             fontcolor=\"{ink}\" tooltip={}];",
            quoted(&drawing.label(node)),
            fill(node.kind),
            quoted(&node.window),
        );
    }
    for (index, ExportNode { parent, name, visits, is_best, .. }) in
        drawing.nodes.iter().enumerate()
    {
        let Some(parent) = parent else { continue };
        let style = match (visits, is_best) {
            (0, _) => format!(" style=dashed color=\"{FAINT}\""),
            (_, true) => format!(" penwidth=2.5 color=\"{BEST}\""),
            (_, false) => String::new(),
        };
        let _ = writeln!(text, "  n{parent} -> n{index} [label={}{style}];", quoted(name));
    }
    text + "}\n"
}
