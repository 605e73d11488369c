//! Edits of the game and their undo steps, and the running review, which writes its verdicts into the
//! game meanwhile.

use super::{Notice, NoticeUndo, Place, Session, engine_client::ProgramProblem};
use crate::app::ui::{
    board::{Brush, Shape},
    text::sentence,
};
use minnow_engine::SearchResult;
use minnow_game::{Edit, Game, Header, MoveNode, NodeId, ShapeColor, limits::MAX_SHAPES};
use minnow_jobs::JobHandle;
use minnow_rules::{Move, counted};
use minnow_study::analysis::ReviewProgress;

/// The review of the game on the board.
#[derive(Debug, Default)]
pub struct Reviewing {
    pub running: Option<RunningReview>,
    /// The last completed review of this game.
    pub completed: Option<Completed>,
    /// The second opinion that is asked.
    pub opinion: Option<AskedOpinion>,
}

/// A program's opinion on a move, while it is asked.
#[derive(Debug)]
pub struct AskedOpinion {
    pub name: String,
    /// The position after the move.
    pub place: Place,
    pub job: JobHandle<Result<SearchResult, ProgramProblem>>,
}

/// A review under way.
#[derive(Clone, Debug)]
pub struct RunningReview {
    /// The main line that is reviewed.
    line: Vec<NodeId>,
    pub progress: ReviewProgress,
    started_ms: u64,
}

/// The size of a completed review.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Completed {
    pub plies: usize,
    pub took_ms: u64,
}

impl Completed {
    /// `Review complete: 14 half-moves, 6 s.`
    pub fn text(self) -> String {
        let plies = counted(self.plies as u64, "half-move", "half-moves");
        let time = match self.took_ms.div_ceil(1000) {
            seconds @ 0..60 => format!("{seconds} s"),
            seconds => format!("{} min {} s", seconds / 60, seconds % 60),
        };
        format!("Review complete: {plies}, {time}.")
    }
}

impl RunningReview {
    /// `Reviewing 21 of 33`, in half-moves: a move is reviewed with the positions on both sides of it.
    pub fn text(&self) -> String {
        let ReviewProgress { done, total, .. } = self.progress;
        format!("Reviewing {} of {}", done.saturating_sub(1), total.saturating_sub(1))
    }

    /// True if the game's main line is still the reviewed one.
    pub fn fits(&self, game: &Game) -> bool {
        game.continuation(NodeId::ROOT).eq(self.line.iter().copied())
    }
}

impl Reviewing {
    pub fn begin(&mut self, game: &Game, now_ms: u64) {
        let line: Vec<NodeId> = game.continuation(NodeId::ROOT).collect();
        let progress = ReviewProgress { done: 0, total: line.len() + 1, searches: 0 };
        self.running = Some(RunningReview { line, progress, started_ms: now_ms });
        self.completed = None;
    }

    pub fn set_progress(&mut self, progress: ReviewProgress) {
        if let Some(running) = &mut self.running {
            running.progress = progress;
        }
    }

    /// Notes that the review is complete.
    pub fn complete(&mut self, now_ms: u64) {
        if let Some(running) = self.running.take() {
            let took_ms = now_ms.saturating_sub(running.started_ms);
            self.completed = Some(Completed { plies: running.line.len(), took_ms });
        }
    }

    /// Forgets the reviews: the game's was removed, or another game is on the board.
    pub fn forget(&mut self) {
        *self = Reviewing::default();
    }
}

impl Session {
    /// Notes an edit of the game that has deleted no move; it can be undone from now on.
    pub fn touch_as(&mut self, edit: Edit) {
        // All verdicts of a running review are still in the game.
        self.record(edit, None);
        self.revision += 1;
        self.keep_game();
    }

    /// Takes over the names and tags of a header, if this game is on the board; the change can be
    /// undone.
    pub fn edit_header(&mut self, game_number: u64, edited: Header) {
        let Header { names, tags, .. } = edited;
        let header = Header { names, tags, ..self.game.header.clone() };
        if game_number != self.game_number || header == self.game.header {
            return;
        }
        let before = std::mem::replace(&mut self.game.header, header);
        self.touch_as(Edit::Header);
        self.edits.note_header(before, self.game.header.clone());
        self.archive_again();
        self.show_notice(Notice::undoable("Names and tags changed.", NoticeUndo::Edit));
    }

    /// Records an edit for undo. An edit of the main line ends the running review, whose verdicts are
    /// those of the game `before` the edit, or of the present one.
    pub fn record(&mut self, edit: Edit, before: Option<&Game>) {
        let Some(running) = &self.review.running else {
            self.edits.record(edit, &self.game);
            return;
        };
        if running.fits(&self.game) {
            let mut step = self.game.clone();
            step.take_review_of(self.edits.present());
            self.edits.record(edit, &step);
            return;
        }
        let mut reviewed = self.edits.present().clone();
        reviewed.take_review_of(before.unwrap_or(&self.game));
        if reviewed.has_review() {
            self.edits.record(Edit::Review, &reviewed);
        }
        self.edits.record(edit, &self.game);
        self.end_for_edit();
    }

    /// Takes the running review's verdicts over from the game before an undo or redo; a different main
    /// line ends the review.
    pub fn carry_review_over(&mut self, before: &Game) {
        let Some(running) = &self.review.running else { return };
        if running.fits(&self.game) {
            self.game.take_review_of(before);
        } else {
            self.end_for_edit();
        }
    }

    pub fn end_for_edit(&mut self) {
        self.engine.cancel_review();
        self.review.running = None;
        self.info("The review ended because the game was changed.");
    }

    /// Goes to the position after a move, which is added as a variation if it is new.
    pub fn add_move(&mut self, mv: Move) {
        self.notice = None;
        self.add_variation(&[mv]);
        self.sound_of(self.game.cursor());
    }

    /// Adds an analysed line, if its position is still on the board.
    pub fn add_line(&mut self, after: NodeId, moves: &[Move]) {
        if self.game.cursor() == after {
            self.add_variation(moves);
        }
    }

    /// Adds missing moves after the cursor and goes to the last one. If they begin a better line of the
    /// review, the rest of that line is added, too. Neither the head nor the main line changes.
    fn add_variation(&mut self, moves: &[Move]) {
        let start = self.game.cursor();
        let mut node = start;
        let (mut added, mut plies) = (false, 0);
        for mv in moves {
            added |= self.game.child(node, *mv).is_none();
            match self.game.insert(node, *mv) {
                Ok(next) => (node, plies) = (next, plies + 1),
                Err(problem) => {
                    self.error(sentence(&problem));
                    break;
                }
            }
        }
        self.game.go_to(node);
        for mv in self.rest_of_better_line(start, &moves[..plies]) {
            let Ok(next) = self.game.insert(node, mv) else { break };
            (node, added) = (next, true);
        }
        if added {
            self.touch_as(Edit::Move);
        }
        self.typed.clear();
    }

    /// The moves after these in the better line of a move after `start`; empty where the game has
    /// moves there already.
    fn rest_of_better_line(&self, start: NodeId, moves: &[Move]) -> Vec<Move> {
        let children = |node| self.game.node(node).map_or(&[][..], MoveNode::children);
        if moves.is_empty() || !children(self.game.cursor()).is_empty() {
            return Vec::new();
        }
        let verdicts =
            children(start).iter().filter_map(|id| self.game.node(*id)?.notes.verdict.as_deref());
        let mut rests = verdicts.filter_map(|verdict| verdict.better.strip_prefix(moves));
        rests.next().map(<[Move]>::to_vec).unwrap_or_default()
    }

    /// The arrows and circles kept with the position shown.
    pub fn shapes_here(&self) -> Vec<Shape> {
        let notes = self.game.node(self.game.cursor()).map(|node| &node.notes);
        notes.map_or(Vec::new(), |notes| notes.shapes.iter().map(|s| shown_shape(*s)).collect())
    }

    /// Keeps the user's arrows and circles with the position shown.
    pub fn keep_shapes(&mut self, shapes: &[Shape]) {
        let cursor = self.game.cursor();
        if let Some(notes) = self.game.notes_mut(cursor) {
            let kept = shapes.iter().filter_map(|shape| kept_shape(*shape));
            notes.shapes = kept.take(MAX_SHAPES).collect();
            self.touch_as(Edit::Shapes);
        }
    }
}

fn shown_shape(shape: minnow_game::DrawnShape) -> Shape {
    let brush = match shape.color {
        ShapeColor::Green => Brush::Green,
        ShapeColor::Red => Brush::Red,
        ShapeColor::Yellow => Brush::Yellow,
        ShapeColor::Blue => Brush::Blue,
    };
    Shape::arrow(shape.from, shape.to, brush)
}

/// The program's own shapes are not kept.
fn kept_shape(shape: Shape) -> Option<minnow_game::DrawnShape> {
    let color = match shape.brush {
        Brush::Green => ShapeColor::Green,
        Brush::Red => ShapeColor::Red,
        Brush::Yellow => ShapeColor::Yellow,
        Brush::Blue => ShapeColor::Blue,
        Brush::Best | Brush::Second => return None,
    };
    Some(minnow_game::DrawnShape { color, from: shape.from, to: shape.to.unwrap_or(shape.from) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::session::for_tests::game;

    #[test]
    fn progress_and_end_count_half_moves() {
        let mut review = Reviewing::default();
        review.begin(&game("a2a3 a5a4 b2b3"), 0);
        let text = |review: &Reviewing| review.running.as_ref().unwrap().text();
        assert_eq!(text(&review), "Reviewing 0 of 3");
        review.set_progress(ReviewProgress { done: 4, total: 4, searches: 0 });
        assert_eq!(text(&review), "Reviewing 3 of 3");
        review.complete(125_000);
        let end = review.completed.unwrap().text();
        assert_eq!(end, "Review complete: 3 half-moves, 2 min 5 s.");
    }
}
