//! Places the nodes of a drawing: leaves side by side, a parent above the middle of its children.

use super::{SlidePoint, TreeDrawing};

/// The places of all nodes, from (0, 0) on, and the greatest coordinates. A unit is the distance of
/// two leaves, or of two plies.
pub(super) struct DrawingLayout {
    pub points: Vec<SlidePoint>,
    pub right: f64,
    pub bottom: f64,
}

impl DrawingLayout {
    pub(super) fn new(drawing: &TreeDrawing) -> DrawingLayout {
        let nodes = &drawing.nodes;
        let mut points: Vec<SlidePoint> =
            nodes.iter().map(|node| SlidePoint { x: 0.0, y: node.ply as f64 }).collect();
        // Leaves stand in the order of the nodes, which lists each before its children.
        let mut leaves = 0_usize;
        for (node, point) in nodes.iter().zip(&mut points) {
            if node.children.is_empty() {
                point.x = leaves as f64;
                leaves += 1;
            }
        }
        for (index, node) in nodes.iter().enumerate().rev() {
            if let (Some(first), Some(last)) = (node.children.first(), node.children.last()) {
                points[index].x = (points[*first].x + points[*last].x) / 2.0;
            }
        }
        let right = leaves.saturating_sub(1) as f64;
        let bottom = points.iter().map(|point| point.y).fold(0.0, f64::max);
        DrawingLayout { points, right, bottom }
    }
}
