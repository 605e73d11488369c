//! Places the nodes of a tree: leaves side by side, a parent above the middle of its children.

/// The place of a node. Units are the distance of two leaves, and of two rows.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct TreePlace {
    /// The distance of its middle from that of the first leaf.
    pub x: f64,
    /// The number of nodes above it.
    pub row: usize,
    /// The middles of the first and the last child; `None` at a leaf.
    pub children: Option<(f64, f64)>,
}

/// The places of a tree's nodes.
///
/// ```
/// use minnow_picture::TreeLayout;
///
/// // A root whose first child has two leaves, and whose second child is a leaf.
/// let layout = TreeLayout::new(&[None, Some(0), Some(1), Some(1), Some(0)]);
/// let x: Vec<f64> = layout.places.iter().map(|place| place.x).collect();
/// assert_eq!(x, [1.25, 0.5, 0.0, 1.0, 2.0]);
/// assert_eq!((layout.leaves, layout.last_row), (3, 2));
/// assert_eq!(layout.places[0].children, Some((0.5, 2.0)));
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TreeLayout {
    /// In the order of the nodes.
    pub places: Vec<TreePlace>,
    /// The number of leaves.
    pub leaves: usize,
    /// The row of the deepest node; the root's is 0.
    pub last_row: usize,
}

impl TreeLayout {
    /// The layout of a tree by the index of each node's parent. Nodes are in the order of the tree's
    /// text: each before its children.
    pub fn new(parents: &[Option<usize>]) -> TreeLayout {
        let mut layout = TreeLayout::default();
        for parent in parents {
            let above = parent.and_then(|parent| layout.places.get(parent));
            let row = above.map_or(0, |above| above.row + 1);
            layout.last_row = layout.last_row.max(row);
            layout.places.push(TreePlace { row, ..TreePlace::default() });
        }
        // From the end, children come before their parents, and the last leaf is the first.
        for (index, parent) in parents.iter().enumerate().rev() {
            let x = match layout.places[index].children {
                Some((first, last)) => f64::midpoint(first, last),
                None => {
                    layout.leaves += 1;
                    -(layout.leaves as f64)
                }
            };
            layout.places[index].x = x;
            if let Some(above) = parent.and_then(|parent| layout.places.get_mut(parent)) {
                above.children = Some((x, above.children.map_or(x, |(_, last)| last)));
            }
        }
        let leaves = layout.leaves as f64;
        for place in &mut layout.places {
            place.x += leaves;
            place.children = place.children.map(|(first, last)| (first + leaves, last + leaves));
        }
        layout
    }
}
