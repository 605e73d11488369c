//! The data of the graph and the card, made from the game's verdicts and kept until the game changes.
//! A review that was opened from a file looks the same as a new one.

use minnow_game::{Game, Judgement, NodeId};
use minnow_rules::Color;
use minnow_study::analysis::{Summary, WinCurve, mistake_exercises, mover_percent, summary};

use crate::app::{
    moves::layout::numbered_text,
    session::{GameVersion, Session},
};

/// A position of the main line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct ReviewPoint {
    pub node: NodeId,
    /// White's win %; `None` if the position was not reviewed.
    pub percent: Option<f64>,
    /// The judgement of the move that led here.
    pub judgement: Option<Judgement>,
    /// The side that made it.
    pub mover: Color,
}

/// The number of moves that the review has judged, and of all moves of the main line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PlyCount {
    pub judged: usize,
    pub total: usize,
}

/// The positions of the main line from the start, and the summary of the review.
#[derive(Debug, Default)]
pub(crate) struct ReviewLayout {
    made_for: Option<GameVersion>,
    pub(super) points: Vec<ReviewPoint>,
    /// `None` without a review.
    pub(super) summary: Option<Summary>,
    /// True for a side with errors to practise, White's first.
    has_problems: [bool; 2],
}

impl ReviewLayout {
    /// True if a review can be drawn.
    pub(crate) fn has_graph(&mut self, session: &Session) -> bool {
        self.follow(session);
        self.summary.is_some() || session.review.running.is_some()
    }

    /// Follows the game on the board.
    pub(super) fn follow(&mut self, session: &Session) {
        self.update(&session.game, session.game_number, session.revision);
    }

    /// Makes the data again if the game or its revision differs from that of the last call.
    fn update(&mut self, game: &Game, game_number: u64, revision: u64) {
        let current = Some(GameVersion { game_number, revision });
        if self.made_for == current {
            return;
        }
        self.made_for = current;
        self.summary = summary(game);
        self.has_problems = Color::ALL.map(|side| !mistake_exercises(game, side).is_empty());
        let curve = WinCurve::of(game.variant());
        let line = std::iter::once(NodeId::ROOT).chain(game.continuation(NodeId::ROOT));
        let point = |id: NodeId| {
            let node = game.node(id)?;
            let verdict = node.notes.verdict.as_ref();
            let percent =
                |evaluation| mover_percent(curve, evaluation, node.position(), Color::White);
            Some(ReviewPoint {
                node: id,
                percent: verdict.map(|verdict| percent(verdict.evaluation)),
                judgement: verdict.and_then(|verdict| verdict.judgement),
                mover: !node.position().turn(),
            })
        };
        self.points = line.filter_map(point).collect();
    }

    pub(super) fn plies(&self) -> PlyCount {
        let judged = |pair: &&[ReviewPoint]| pair.iter().all(|point| point.percent.is_some());
        PlyCount {
            judged: self.points.windows(2).filter(judged).count(),
            total: self.points.len().saturating_sub(1),
        }
    }

    pub(super) fn has_errors(&self) -> bool {
        let is_error = |judgement: Judgement| judgement.is_error();
        self.points.iter().any(|point| point.judgement.is_some_and(is_error))
    }

    /// True if the user of the game, or a side where no user is known, has errors to practise.
    pub(super) fn has_problems(&self, user: Option<Color>) -> bool {
        match user {
            Some(user) => self.has_problems[user.index()],
            None => self.has_problems.contains(&true),
        }
    }

    /// The points of winning chance that the move to this position lost.
    pub(super) fn drop_at(&self, index: usize) -> Option<f64> {
        let after = self.points.get(index)?;
        let before = self.points.get(index.checked_sub(1)?)?.percent?;
        let gained = after.percent? - before;
        Some(if after.mover == Color::White { -gained } else { gained })
    }

    /// The index of the last position of the main line on the path to the cursor.
    pub(super) fn place_of_cursor(&self, game: &Game) -> usize {
        let path = game.path(game.cursor());
        let same = path.iter().zip(&self.points).take_while(|(id, point)| **id == point.node);
        same.count().saturating_sub(1)
    }

    /// The next move of this side with this judgement after a position; from the end the search
    /// wraps around to the start.
    pub(super) fn next(&self, mover: Color, judgement: Judgement, after: usize) -> Option<NodeId> {
        let fits =
            |point: &&ReviewPoint| point.mover == mover && point.judgement == Some(judgement);
        let (before, behind) = self.points.split_at((after + 1).min(self.points.len()));
        behind.iter().chain(before).find(fits).map(|point| point.node)
    }

    /// The text about a position: `6… Ka5 drops 43 points of winning chance`.
    pub(super) fn text(&self, game: &Game, index: usize) -> String {
        let Some(point) = self.points.get(index) else { return String::new() };
        let name = numbered_text(game, point.node).unwrap_or_else(|| "start".to_owned());
        let drop = self.drop_at(index).unwrap_or(0.0).round().max(0.0) as u32;
        let points = if drop == 1 { "point" } else { "points" };
        match (point.judgement, point.percent) {
            (_, None) => name,
            (Some(Judgement::OnlyMove), _) => format!("{name} is the only good move"),
            // Reviews by older versions call a mate lost or allowed in a decided game an error.
            (Some(_), Some(percent)) if drop == 0 => {
                let mover_wins = (percent >= 50.0) == (point.mover == Color::White);
                if mover_wins {
                    format!("{name} is slower, but still wins")
                } else {
                    format!("{name} loses faster; the game was lost already")
                }
            }
            (Some(Judgement::MissedWin), _) => {
                format!("{name} misses a win: {drop} {points} of winning chance")
            }
            (Some(_), _) => format!("{name} drops {drop} {points} of winning chance"),
            (None, Some(percent)) => format!("{name}: White's winning chance {percent:.0} %"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::session::for_tests::game;
    use minnow_game::{MoveVerdict, RecordedEval};

    fn centipawns(cp: i32, judgement: Option<Judgement>) -> MoveVerdict {
        let evaluation = RecordedEval::Centipawns { cp, depth_plies: 9 };
        MoveVerdict { judgement, is_confirmed: true, ..MoveVerdict::unjudged(evaluation) }
    }

    fn mate(moves: i32, judgement: Option<Judgement>) -> MoveVerdict {
        let evaluation = RecordedEval::Mate { moves, depth_plies: 9 };
        MoveVerdict { evaluation, ..centipawns(0, judgement) }
    }

    /// Four plies; these are the verdicts of the last ones.
    fn reviewed(verdicts: Vec<MoveVerdict>) -> Game {
        let mut game = game("c2c3 a5a4 b2b3 d5d4");
        let nodes: Vec<NodeId> = game.continuation(NodeId::ROOT).collect();
        for (node, verdict) in nodes[4 - verdicts.len()..].iter().zip(verdicts) {
            game.set_verdict(*node, verdict);
        }
        game
    }

    /// Black's second move is a blunder.
    fn partly_reviewed() -> Game {
        let blunder = centipawns(300, Some(Judgement::Blunder));
        reviewed(vec![centipawns(0, None), centipawns(0, None), blunder])
    }

    #[test]
    fn a_partial_review_counts_plies_and_errors() {
        let game = partly_reviewed();
        let mut layout = ReviewLayout::default();
        layout.update(&game, 1, 1);
        assert_eq!(layout.plies(), PlyCount { judged: 2, total: 4 });
        assert!(layout.summary.as_ref().unwrap().is_partial);
        assert_eq!(layout.points[1].percent, None);
        assert_eq!(layout.points[3].percent, Some(50.0));
        assert_eq!(layout.text(&game, 4), "2\u{2026} d4 drops 24 points of winning chance");
        assert_eq!(layout.text(&game, 3), "2. b3: White's winning chance 50 %");
        assert_eq!((layout.text(&game, 0), layout.place_of_cursor(&game)), ("start".to_owned(), 4));
    }

    #[test]
    fn problems_are_of_the_user() {
        let mut game = partly_reviewed();
        let has_problems = |game: &Game| {
            let mut layout = ReviewLayout::default();
            layout.update(game, 1, 1);
            [None, Some(Color::White), Some(Color::Black)].map(|user| layout.has_problems(user))
        };
        assert_eq!(has_problems(&game), [false; 3], "no better move is known");
        let last = game.head();
        let before = *game.node(game.node(last).unwrap().parent().unwrap()).unwrap().position();
        let better = vec![before.parse_move("c5c4").unwrap()];
        game.set_verdict(last, MoveVerdict { better, ..centipawns(300, Some(Judgement::Blunder)) });
        assert_eq!(has_problems(&game), [true, false, true]);
    }

    #[test]
    fn errors_in_decided_games_name_no_drop() {
        let inaccuracy = Some(Judgement::Inaccuracy);
        let before = [mate(4, None), mate(3, None)];
        let errors = [centipawns(2_900, inaccuracy), mate(5, inaccuracy)];
        let game = reviewed([before, errors].concat());
        let mut layout = ReviewLayout::default();
        layout.update(&game, 1, 1);
        assert_eq!(layout.text(&game, 3), "2. b3 is slower, but still wins");
        assert_eq!(layout.text(&game, 4), "2\u{2026} d4 loses faster; the game was lost already");
    }

    #[test]
    fn the_next_error_wraps_around_the_end() {
        let game = partly_reviewed();
        let mut layout = ReviewLayout::default();
        layout.update(&game, 1, 1);
        let last = game.head();
        for after in [0, 3, 4] {
            assert_eq!(layout.next(Color::Black, Judgement::Blunder, after), Some(last));
        }
        assert_eq!(layout.next(Color::White, Judgement::Blunder, 0), None);
    }
}
