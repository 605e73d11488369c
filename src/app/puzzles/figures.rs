//! stand-in
use super::{PuzzlesPage, stock::PuzzleChoice};
use crate::app::session::{Session, WallTime};
use minnow_rules::{Position, Variant, builtin_variants};
use minnow_study::puzzles::solved_days;

pub(in crate::app) struct PuzzleRating {
    pub value: f64,
    pub error: f64,
}
pub(in crate::app) struct PuzzleFigures {
    pub due: usize,
    pub fresh: usize,
    pub solved: usize,
    pub rating: Option<PuzzleRating>,
    pub days_in_row: u32,
    pub best_run: Option<u32>,
}
pub(in crate::app) fn boards_with_puzzles() -> Vec<&'static Variant> {
    builtin_variants().iter().take(3).collect()
}
impl PuzzlesPage {
    pub(in crate::app) fn figures(&mut self, session: &Session) -> Option<PuzzleFigures> {
        let now = WallTime::now().digits();
        let counts = self.stock(session).counts(PuzzleChoice::default(), &now);
        let days = solved_days(&session.lists.puzzles, &now);
        (counts.all > 0).then(|| PuzzleFigures {
            due: counts.due,
            fresh: counts.new,
            solved: session.lists.puzzles.len(),
            rating: None,
            days_in_row: days.days as u32,
            best_run: None,
        })
    }
    pub(in crate::app) fn next_position(&mut self, session: &Session) -> Option<Position> {
        self.next(session, None).map(|stocked| stocked.puzzle.start)
    }
}
