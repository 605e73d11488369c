//! Drawings have all nodes, and are well-formed.

use super::*;
use crate::{
    ORDERINGS,
    tests::{recorded, start_tree, text_tree},
};

fn drawing<T: Tree>(tree: &T, id: &str, depth: u32) -> Result<TreeDrawing, DrawingError> {
    TreeDrawing::new(tree, &recorded(tree, id, depth), &DrawingScope::whole(id))
}

fn text(drawing: &TreeDrawing, format: ExportFormat) -> String {
    let bytes = LabPicture::Tree(drawing.clone()).bytes(format).unwrap();
    String::from_utf8(bytes).unwrap()
}

fn sample() -> TreeDrawing {
    drawing(&text_tree("((3 12) (2 8))"), "negamax", 2).unwrap()
}

#[test]
fn a_drawing_has_visited_and_pruned_nodes() {
    let drawn = sample();
    let values: Vec<&str> = drawn.nodes.iter().map(|node| node.value.as_str()).collect();
    assert_eq!(values, ["3", "3", "3", "12", "\u{2264}2", "2", "8"]);
    let pruned: Vec<bool> = drawn.nodes.iter().map(|node| node.visits == 0).collect();
    assert_eq!(pruned, [false, false, false, false, false, false, true]);
    let with_kind: Vec<usize> = (0..7).filter(|node| drawn.nodes[*node].kind.is_some()).collect();
    assert_eq!(with_kind, [0, 1, 4], "leaves have no kind");
    let best: Vec<usize> = (0..7).filter(|node| drawn.nodes[*node].is_best).collect();
    assert_eq!(best, [1, 2, 5]);
    assert_eq!(drawn.nodes[4].window, "3 .. \u{221e}");
}

#[test]
fn a_forbidden_leaf_stays_unknown() {
    let drawn = drawing(&text_tree("((5 9) (3 ?))"), "alpha-beta", 2).unwrap();
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
    let text = text(&sample(), ExportFormat::Svg);
    assert_well_formed(&text);
    assert!(text.starts_with("<svg xmlns=") && text.contains("stroke-dasharray"), "{text}");
    // A box for each of 7 nodes, 3 in the legend and the background.
    assert_eq!(text.matches("<rect").count(), 11);
    assert_eq!(text.matches("stroke=\"#c0392b\"").count(), 1);
}

#[test]
fn dot_names_every_node_and_edge() {
    let text = text(&sample(), ExportFormat::Dot);
    assert_eq!((text.matches("fillcolor").count(), text.matches(" -> ").count()), (7, 6));
    assert_eq!(text.matches("style=dashed").count(), 1);
    assert!(text.starts_with("digraph search {") && text.ends_with("}\n"));
}

#[test]
fn tikz_is_balanced_and_escaped() {
    let text = text(&sample(), ExportFormat::Tikz);
    assert_eq!((text.matches("\\node[draw=").count(), text.matches("\\draw[").count()), (7, 6));
    assert_eq!(text.matches("\\node[draw, fill=").count(), 3, "the kinds in the legend");
    assert!(text.contains("{3 .. $\\infty$}") && text.contains("dashed: never visited"), "{text}");
    assert_eq!(text.matches('{').count(), text.matches('}').count());
    assert!(text.contains("MIN $\\le$2") && text.is_ascii(), "{text}");
}

#[test]
fn repeated_visits_are_counted_and_can_be_chosen() {
    let tree = text_tree("((3 12) (2 8))");
    let recording = recorded(&tree, "mtdf", 2);
    let searches = recording.roots().count();
    assert!(searches > 1);
    let whole = TreeDrawing::new(&tree, &recording, &DrawingScope::whole("mtdf")).unwrap();
    assert_eq!(whole.nodes[0].visits, searches);
    let sum: usize = whole.nodes.iter().map(|node| node.visits).sum();
    assert_eq!(sum, recording.visits.len(), "every visit is counted");
    let note = format!("\u{d7}N: visited N times in {searches} searches from the root");
    assert!(text(&whole, ExportFormat::Svg).contains(&note));
    assert!(text(&whole, ExportFormat::Tikz).contains(&format!("($\\times${searches})")));
    let mut visits = 0;
    for search in 0..searches {
        let scope = DrawingScope { search: Some(search), ..DrawingScope::whole("mtdf") };
        let drawn = TreeDrawing::new(&tree, &recording, &scope).unwrap();
        assert_eq!((drawn.nodes[0].visits, drawn.notes.len()), (1, 0));
        assert!(drawn.title.starts_with(&format!("mtdf, search {} of", search + 1)));
        visits += drawn.nodes.iter().map(|node| node.visits).sum::<usize>();
    }
    assert_eq!(visits, recording.visits.len());
    let none = DrawingScope { search: Some(searches), ..DrawingScope::default() };
    let error = TreeDrawing::new(&tree, &recording, &none).unwrap_err().to_string();
    assert!(error.starts_with(&format!("there is no search {}", searches + 1)), "{error}");
}

#[test]
fn a_drawing_of_the_events_so_far_has_open_nodes() {
    let tree = text_tree("((3 12) (2 8))");
    let recording = recorded(&tree, "alpha-beta", 2);
    let at = |events: usize| {
        let scope = DrawingScope { events: Some(events), ..DrawingScope::whole("alpha-beta") };
        TreeDrawing::new(&tree, &recording, &scope).unwrap()
    };
    // The start, the root, its first child and the first leaf with its value.
    let drawn = at(6);
    let values: Vec<&str> = drawn.nodes.iter().map(|node| node.value.as_str()).collect();
    assert_eq!(values[..3], ["\u{2026}", "\u{2026}", "3"]);
    let visits: Vec<usize> = drawn.nodes.iter().map(|node| node.visits).collect();
    assert_eq!(visits, [1, 1, 1, 0, 0, 0, 0]);
    assert_eq!(drawn.notes, ["\u{2026}: the search has not left the node"]);
    assert_eq!(at(recording.moments.len()).nodes, at(usize::MAX).nodes);
}

fn table() -> SlideTable {
    let rows = [["claim", "verdict"], ["A < B & \"C\"", "true"]];
    let rows = rows.map(|row| row.map(str::to_owned).to_vec()).to_vec();
    SlideTable { title: "Claims".to_owned(), rows, has_figures: false }
}

fn plot() -> LeavesPlot {
    let curve = |name: &str, base: f64| {
        let leaves = |depth: u32| CurvePoint { depth, leaves: base.powf(f64::from(depth)) };
        LeavesCurve { name: name.to_owned(), points: (1..=4).map(leaves).collect() }
    };
    let measured = vec![curve("minimax", 6.0), curve("also minimax", 6.0), curve("scout", 2.5)];
    LeavesPlot { title: "Leaves".to_owned(), measured, theory: vec![curve("b^d", 7.0)] }
}

#[test]
fn tables_and_plots_are_well_formed() {
    let (table, plot) = (table().slide(), plot().slide());
    for slide in [&table, &plot] {
        assert_well_formed(&slide.svg());
        assert!(slide.width == 1024.0 && slide.height > 100.0);
        let picture = LabPicture::Slide(slide.clone());
        assert_eq!(picture.bytes(ExportFormat::Dot), Err(PictureError::OnlyTrees));
    }
    assert!(table.svg().contains(">A &lt; B &amp; &quot;C&quot;</text>"));
    // Four points of three curves, and a disc of each in the legend.
    assert_eq!(plot.svg().matches("<circle").count(), 15);
    // The curve of theory ends at the upper edge.
    assert!(plot.svg().contains(">b^d</text>"));
}

#[test]
fn a_long_cell_is_wrapped_inside_the_slide() {
    let mut table = table();
    table.rows[1][0] = "a sentence of many words ".repeat(30);
    let slide = table.slide();
    for mark in &slide.marks {
        if let slide::SlideMark::Text(text) = mark {
            let end = text.at.x + slide::text_width(&text.text, text.size);
            assert!(end <= slide.width && text.at.y <= slide.height, "{text:?}");
        }
    }
}

/// The left and the right end of a text.
fn ends(text: &slide::SlideText) -> [f64; 2] {
    let width = slide::text_width(&text.text, text.size);
    let left = match text.anchor {
        slide::TextAnchor::Start => 0.0,
        slide::TextAnchor::Middle => width / 2.0,
        slide::TextAnchor::End => width,
    };
    [text.at.x - left, text.at.x - left + width]
}

fn texts_of(slide: &Slide) -> impl Iterator<Item = &slide::SlideText> + Clone {
    slide.marks.iter().filter_map(|mark| match mark {
        slide::SlideMark::Text(text) => Some(text),
        _ => None,
    })
}

fn assert_texts_are_whole(slide: &Slide) {
    for text in texts_of(slide) {
        let [left, right] = ends(text);
        assert!(left >= 0.0 && right <= slide.width + 0.01, "{text:?} in {}", slide.width);
    }
}

#[test]
fn texts_are_whole_and_boxes_hold_theirs() {
    let mut plot = plot();
    let all = ORDERINGS.iter().map(|info| info.id).collect::<Vec<_>>().join("+");
    plot.measured[0].name = format!("negamax+{all}");
    assert_texts_are_whole(&plot.slide());
    let trees = [
        "(1)",
        "((3 12) (2 8))",
        "((-20000 20000) (19999 ?))",
        "(((-20000)) ((-19999)) ((-19998)) ((-19997)) ((-19996)) ((-19995)))",
    ];
    for (tree, id) in trees.into_iter().flat_map(|tree| ["mtdf", "minimax"].map(|id| (tree, id))) {
        let tree = text_tree(tree);
        let scope = DrawingScope { stopped: Some(Stop::Nodes), ..DrawingScope::whole(id) };
        let drawn = TreeDrawing::new(&tree, &recorded(&tree, id, 3), &scope).unwrap();
        let slide = drawn.slide();
        assert_texts_are_whole(&slide);
        let texts = texts_of(&slide);
        for mark in &slide.marks {
            let slide::SlideMark::Box { at, width, height, .. } = mark else { continue };
            let inside = |text: &&slide::SlideText| {
                let (x, y) = (text.at.x - at.x, text.at.y - at.y);
                text.anchor == slide::TextAnchor::Middle
                    && (0.0..*width).contains(&x)
                    && (0.0..*height).contains(&y)
            };
            for text in texts.clone().filter(inside) {
                let [left, right] = ends(text);
                assert!(left >= at.x && right <= at.x + width + 0.01, "{text:?} in {mark:?}");
            }
        }
    }
}

#[test]
fn a_png_has_the_letters_and_the_colours() {
    let picture = LabPicture::Tree(sample());
    let bytes = picture.bytes(ExportFormat::Png).unwrap();
    let mut reader = ::png::Decoder::new(std::io::Cursor::new(bytes)).read_info().unwrap();
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut pixels).unwrap();
    assert!(info.width >= 1024, "{}", info.width);
    let count = |color: [u8; 3]| pixels.chunks_exact(4).filter(|pixel| pixel[..3] == color).count();
    // The fill of PV nodes, and the ink of texts and boxes.
    assert!(count([0xcf, 0xe8, 0xd8]) > 5_000 && count([0x1d, 0x24, 0x30]) > 1_000);
    let mut bare = sample().slide();
    bare.marks.retain(|mark| !matches!(mark, slide::SlideMark::Text(_)));
    let bare = LabPicture::Slide(bare).bytes(ExportFormat::Png).unwrap();
    assert_ne!(picture.bytes(ExportFormat::Png).unwrap(), bare, "the letters are drawn");
}

#[test]
fn positions_are_drawn_up_to_a_size() {
    let tree = start_tree();
    let drawn = drawing(&tree, "negamax+captures", 2).unwrap();
    assert!(drawn.nodes.len() > 20 && drawn.nodes.iter().all(|node| node.visits > 0));
    for format in [ExportFormat::Svg, ExportFormat::Dot, ExportFormat::Tikz] {
        assert!(text(&drawn, format).contains("b1"), "{format:?}");
    }
    assert_well_formed(&text(&drawn, ExportFormat::Svg));
    assert_eq!(drawing(&tree, "minimax", 3).err(), Some(DrawingError::TooLarge));
}
