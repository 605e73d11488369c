//! The scene of a lesson: a tree as text, a tree with the moves of a position, or a position.

use super::super::{
    LabLimits, LabReport, LabSettings, PositionTree, Stop, Technique, TextTree, Tree,
    exercise::node_name, move_phrase, run,
};
use minnow_engine::{Branch, NoObserver, Score};
use minnow_rules::{Color, Move, Position, excerpt};

/// The scene of a lesson.
#[derive(Debug)]
pub enum LessonScene {
    /// A tree with fixed leaves.
    Tree(LessonTree),
    /// A position on a board.
    Position(Position),
}

/// A tree with fixed leaves. Its moves can be those of a position.
#[derive(Debug)]
pub struct LessonTree {
    tree: TextTree,
    board: Option<TreeBoard>,
}

/// The positions of a tree's nodes, and the moves to them in notation.
#[derive(Debug)]
struct TreeBoard {
    /// For each node, the root first.
    positions: Vec<Position>,
    /// For each node; the root has none.
    moves: Vec<String>,
}

/// A node of a lesson's tree, as it is drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LessonNode {
    /// The moves from the root.
    pub path: Vec<Branch>,
    /// The index of the parent among the nodes.
    pub parent: Option<usize>,
    /// The notation of the move to the node; empty at the root.
    pub name: String,
    /// True if MAX moves at the node.
    pub is_max: bool,
    /// The value of a leaf, `?` for a forbidden one; `None` at an inner node.
    pub leaf: Option<String>,
}

impl LessonNode {
    /// `Root`, `Move 2` or `Move 2.1, leaf 12`.
    pub fn label(&self) -> String {
        let place = if self.path.is_empty() {
            "Root".to_owned()
        } else {
            format!("Move {}", node_name(&self.path))
        };
        match &self.leaf {
            Some(leaf) => format!("{place}, leaf {leaf}"),
            None => place,
        }
    }
}

/// The reason why moves do not fit a tree.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TreeMovesError {
    /// A move that is not legal where it stands.
    #[error("\"{}\" cannot be played there", excerpt(.0))]
    Illegal(String),
    /// The number of moves is not the number of nodes below the root.
    #[error("{moves} moves for {nodes} nodes below the root")]
    Count {
        /// The number of moves.
        moves: usize,
        /// The number of nodes below the root.
        nodes: usize,
    },
}

impl LessonTree {
    /// A tree without a board.
    pub fn plain(tree: TextTree) -> LessonTree {
        LessonTree { tree, board: None }
    }

    /// A tree with the moves of a position. `moves` lead to all nodes but the root, in the order of
    /// the tree's text.
    ///
    /// # Errors
    ///
    /// An error if a move is illegal, or if the number of moves is wrong.
    pub fn named(
        tree: TextTree,
        root: Position,
        moves: &[String],
    ) -> Result<LessonTree, TreeMovesError> {
        let mut names = TreeBoard { positions: vec![root], moves: vec![String::new()] };
        let mut rest = moves.iter();
        let mut parents = vec![(tree.root(), 0)];
        let mut nodes = 0;
        // The nodes of the tree and the entries of `names` are both in the order of the text.
        while let Some((node, place)) = parents.pop() {
            if node != tree.root() {
                nodes += 1;
                let Some(text) = rest.next() else { continue };
                let before = names.positions.get(place).copied().unwrap_or(root);
                let mv = before.parse_move(text);
                let mv = mv.map_err(|_| TreeMovesError::Illegal(text.clone()))?;
                names.positions.push(before.play(mv));
                names.moves.push(text.clone());
            }
            let here = names.positions.len() - 1;
            let children = tree.branches(&node).into_iter().rev();
            parents.extend(children.map(|branch| (tree.play(&node, branch), here)));
        }
        if nodes != moves.len() {
            return Err(TreeMovesError::Count { moves: moves.len(), nodes });
        }
        Ok(LessonTree { tree, board: Some(names) })
    }

    /// The tree as text, without its moves.
    pub fn text(&self) -> String {
        self.tree.to_string()
    }

    /// The plies from the root to the deepest leaf.
    pub fn height(&self) -> u32 {
        self.tree.height()
    }

    /// The position of a node, where the tree grows from one.
    pub fn position(&self, path: &[Branch]) -> Option<Position> {
        let node = self.node_at(path);
        self.board.as_ref()?.positions.get(node).copied()
    }

    /// The move that leads to a node, where the tree grows from a position.
    pub fn last_move(&self, path: &[Branch]) -> Option<Move> {
        let (last, before) = path.split_last()?;
        let node = self.node_at(before);
        self.position(before)?.parse_move(&self.name(&node, *last)).ok()
    }

    /// All nodes in the order of the text: each before its children.
    pub fn spots(&self) -> Vec<LessonNode> {
        let mut spots = Vec::new();
        self.add_spots(&mut spots, self.root(), None, Vec::new(), String::new());
        spots
    }

    fn add_spots(
        &self,
        spots: &mut Vec<LessonNode>,
        node: usize,
        parent: Option<usize>,
        path: Vec<Branch>,
        name: String,
    ) {
        let place = spots.len();
        let leaf = match self.end(&node, path.len()) {
            Ok(score) => score.map(|score| self.score_text(score)),
            Err(_) => Some("?".to_owned()),
        };
        let is_max = self.is_max(path.len());
        spots.push(LessonNode { path: path.clone(), parent, name, is_max, leaf });
        for branch in self.branches(&node) {
            let longer = [&path[..], &[branch]].concat();
            let name = self.name(&node, branch);
            self.add_spots(spots, self.play(&node, branch), Some(place), longer, name);
        }
    }
}

impl Tree for LessonTree {
    type Node = usize;

    fn root(&self) -> usize {
        self.tree.root()
    }

    fn root_is_max(&self) -> bool {
        self.tree.root_is_max()
    }

    fn key(&self, node: &usize) -> u64 {
        self.tree.key(node)
    }

    fn end(&self, node: &usize, ply: usize) -> Result<Option<Score>, Stop> {
        self.tree.end(node, ply)
    }

    fn static_value(&self, node: &usize, ply: usize) -> Result<Score, Stop> {
        self.tree.static_value(node, ply)
    }

    fn branches(&self, node: &usize) -> Vec<Branch> {
        self.tree.branches(node)
    }

    fn play(&self, node: &usize, branch: Branch) -> usize {
        self.tree.play(node, branch)
    }

    fn name(&self, node: &usize, branch: Branch) -> String {
        let known = self.board.as_ref().and_then(|board| board.moves.get(self.play(node, branch)));
        known.map_or_else(|| self.tree.name(node, branch), String::clone)
    }

    /// In pawns if the tree has a position; otherwise as written in the text.
    fn score_text(&self, score: Score) -> String {
        match self.board {
            Some(_) if score != Score::INFINITE && score != -Score::INFINITE => score.to_string(),
            _ => self.tree.score_text(score),
        }
    }

    fn player(&self, is_max: bool) -> &'static str {
        let turn = self.board.as_ref().and_then(|b| b.positions.first()).map(Position::turn);
        match (turn, is_max == self.root_is_max()) {
            (None, _) => self.tree.player(is_max),
            (Some(Color::White), true) | (Some(Color::Black), false) => "White",
            (Some(_), _) => "Black",
        }
    }

    fn has_inner_values(&self) -> bool {
        false
    }
}

impl LessonScene {
    /// The depth of a search of this scene: the height of the tree, or `plies`.
    pub fn depth(&self, plies: u32) -> u32 {
        match self {
            LessonScene::Tree(tree) => tree.height().max(1),
            LessonScene::Position(_) => plies,
        }
    }

    /// The position on the board, where there is one.
    pub fn position(&self) -> Option<Position> {
        match self {
            LessonScene::Tree(tree) => tree.position(&[]),
            LessonScene::Position(position) => Some(*position),
        }
    }

    /// Searches the scene without a recording.
    pub fn measure(&self, technique: &Technique, settings: &LabSettings) -> LabReport {
        match self {
            LessonScene::Tree(tree) => run(tree, technique, settings, &mut NoObserver),
            LessonScene::Position(at) => {
                run(&PositionTree::new(*at), technique, settings, &mut NoObserver)
            }
        }
    }

    /// The notation of a value.
    pub fn score_text(&self, score: Score) -> String {
        match self {
            LessonScene::Tree(tree) => tree.score_text(score),
            LessonScene::Position(at) => PositionTree::new(*at).score_text(score),
        }
    }

    /// The notation of a move at the root.
    pub fn move_text(&self, branch: Branch) -> String {
        match self {
            LessonScene::Tree(tree) => tree.name(&tree.root(), branch),
            LessonScene::Position(at) => PositionTree::new(*at).name(at, branch),
        }
    }

    /// The value of a move at the root of a position for the side that makes it, and the phrase of
    /// the best reply, by a search to the depth of `settings`. `None` for a tree, or if a limit is
    /// reached.
    pub fn worth(
        &self,
        branch: Branch,
        technique: &Technique,
        settings: &LabSettings,
    ) -> Option<(Score, Option<String>)> {
        let LessonScene::Position(at) = self else { return None };
        let after = PositionTree::new(*at).play(at, branch);
        let depth = settings.depth.checked_sub(1).filter(|depth| *depth > 0)?;
        let limits = LabLimits::nodes(settings.limits.nodes);
        let settings =
            LabSettings { limits, quiescence: settings.quiescence, ..LabSettings::depth(depth) };
        let tree = PositionTree::new(after);
        let report = run(&tree, technique, &settings, &mut NoObserver);
        let answer = report.answer.filter(|_| report.stopped.is_none())?;
        // From the root, a forced win is one ply further away.
        let further = if answer.score.is_decided() { answer.score.value().signum() } else { 0 };
        let reply = answer.best.map(|reply| move_phrase(&tree, &after, reply));
        Some(((-answer.score).offset(further), reply))
    }
}
