//! A lesson's tree as boxes: without results while the question is open, with the results of the
//! search once it is answered.

use super::LessonsPage;
use crate::app::{
    lab::diagram::{LabDiagram, kind_tone, node_label},
    ui::diagram::{DiagramNode, Tone},
};
use minnow_engine::Branch;
use minnow_lab::{
    Algorithm, Tree,
    lesson::{LessonNode, LessonReply, LessonSearch, LessonTree},
};

/// The drawing of the lesson's tree.
pub(super) fn drawing(tree: &LessonTree, lessons: &LessonsPage) -> LabDiagram {
    let right = lessons.right_replies();
    // Minimax has no windows, so its nodes have no kinds.
    let kinds = lessons.lesson().technique.algorithm != Algorithm::Minimax;
    LabDiagram::new(tree, lessons.selected(), |spot| {
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
        DiagramNode { name: node_label(spot), best, ..node }
    })
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
    let (tone, kind) =
        if kinds { (kind_tone(exit.kind), exit.kind.name()) } else { (Tone::Plain, "") };
    match move_title(spot) {
        Some(title) => DiagramNode { title, note: format!("{value} {kind}"), tone, ..bare },
        None => DiagramNode { title: value, note: kind.to_owned(), tone, ..bare },
    }
}

/// The note on a node that was not visited: a leaf keeps its number.
fn never_note(bare: &DiagramNode) -> String {
    if bare.note.is_empty() { "not seen".to_owned() } else { bare.note.clone() }
}
