//! A lesson's tree as boxes: without results while the question is open, with the results of the
//! search once it is answered.

use super::LessonsPage;
use crate::app::{
    lab::area::tone_of,
    ui::diagram::{DiagramNode, Tone},
};
use minnow_engine::Branch;
use minnow_lab::{
    Algorithm, NodeKind, Tree, Visit,
    lesson::{LessonNode, LessonReply, LessonSearch, LessonTree},
};

/// A lesson's tree in the form that the diagram draws.
pub(super) struct LessonDrawing {
    pub nodes: Vec<DiagramNode>,
    /// For each node, the moves from the root.
    pub paths: Vec<Vec<Branch>>,
    /// The player to move in each row.
    pub rows: Vec<String>,
    pub selected: Option<usize>,
}

impl LessonDrawing {
    pub(super) fn new(tree: &LessonTree, lessons: &LessonsPage) -> LessonDrawing {
        let spots = tree.spots();
        let right = lessons.right_replies();
        // Minimax has no windows, so its nodes have no kinds.
        let kinds = lessons.lesson().technique.algorithm != Algorithm::Minimax;
        let nodes = spots.iter().map(|spot| {
            let mut node = match lessons.searched() {
                Some(searched) => searched_node(tree, spot, searched, kinds),
                None => bare_node(tree, spot),
            };
            let is_right = right.contains(&LessonReply::Node(spot.path.clone()));
            let is_chosen = lessons.selected() == Some(spot.path.as_slice());
            if is_right {
                node.tone = Tone::Right;
            } else if is_chosen && !lessons.is_answered() {
                node.tone = Tone::Wrong;
            }
            let best = lessons.searched().is_some_and(|s| leads_here(s, &spot.path));
            DiagramNode { parent: spot.parent, name: name(spot), best, ..node }
        });
        // The last row has leaves only.
        let rows = (0..tree.height() as usize).map(|ply| tree.player(tree.is_max(ply)).to_owned());
        let selected =
            spots.iter().position(|spot| lessons.selected() == Some(spot.path.as_slice()));
        LessonDrawing {
            nodes: nodes.collect(),
            rows: rows.collect(),
            selected,
            paths: spots.iter().map(|spot| spot.path.clone()).collect(),
        }
    }
}

/// `Root`, `Move 2.1, leaf 12` or `c3-d4`.
fn name(spot: &LessonNode) -> String {
    let place = if spot.path.is_empty() {
        "Root".to_owned()
    } else {
        let numbers: Vec<String> = spot.path.iter().map(|b| b.0.to_string()).collect();
        format!("Move {}", numbers.join("."))
    };
    match &spot.leaf {
        Some(leaf) => format!("{place}, leaf {leaf}"),
        None => place,
    }
}

/// `c3-d4`; empty in a tree without a board.
fn move_title(spot: &LessonNode) -> Option<String> {
    let is_move = spot.name.starts_with(|letter: char| letter.is_ascii_lowercase());
    let (from, to) = spot.name.split_at_checked(2).filter(|_| is_move)?;
    Some(format!("{from}-{to}"))
}

fn bare_node(tree: &LessonTree, spot: &LessonNode) -> DiagramNode {
    let value = spot.leaf.clone();
    let player = tree.player(spot.is_max);
    match move_title(spot) {
        Some(title) => DiagramNode { title, note: value.unwrap_or_default(), ..Default::default() },
        None => DiagramNode { title: value.unwrap_or(player.to_owned()), ..Default::default() },
    }
}

/// True if the best line of the search leads to a node.
fn leads_here(searched: &LessonSearch, path: &[Branch]) -> bool {
    (0..path.len()).all(|ply| {
        let exit = searched.visits(&path[..ply]).last().and_then(|visit| visit.exit);
        exit.is_some_and(|exit| exit.best == Some(path[ply]))
    })
}

fn searched_node(
    tree: &LessonTree,
    spot: &LessonNode,
    searched: &LessonSearch,
    kinds: bool,
) -> DiagramNode {
    let bare = bare_node(tree, spot);
    let visits = searched.visits(&spot.path);
    let Some(visit) = visits.last() else {
        return DiagramNode { tone: Tone::Never, note: never_note(&bare), ..bare };
    };
    let Some(exit) = visit.exit.filter(|_| spot.leaf.is_none()) else { return bare };
    let value = format!("{}{}", exit.bound.sign(), tree.score_text(exit.score));
    let (tone, kind) = if kinds { kind_of(visit) } else { (Tone::Plain, "") };
    match move_title(spot) {
        Some(title) => DiagramNode { title, note: format!("{value} {kind}"), tone, ..bare },
        None => DiagramNode { title: value, note: kind.to_owned(), tone, ..bare },
    }
}

/// The note on a node that was not visited: a leaf keeps its number.
fn never_note(bare: &DiagramNode) -> String {
    if bare.note.is_empty() { "not seen".to_owned() } else { bare.note.clone() }
}

fn kind_of(visit: &Visit) -> (Tone, &'static str) {
    let kind = visit.exit.map(|exit| exit.kind);
    (tone_of(kind), kind.map_or("", NodeKind::name))
}
