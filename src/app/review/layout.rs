//! A review as the graph and the card show it, made from the game's verdicts and kept until the game
//! changes. So a game that was opened with a review shows it like one that was reviewed just now.

use crate::{
    analysis::{Summary, WinCurve, mover_percent, summary},
    game::{Game, Judgement, NodeId},
    rules::Color,
};

use crate::app::moves::layout::numbered_text;

/// A position of the main line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    pub node: NodeId,
    /// White's win %; `None` where the review has not been.
    pub percent: Option<f64>,
    /// What the move that led here is called.
    pub judgement: Option<Judgement>,
    /// Who made it.
    pub mover: Color,
}

/// The positions of the main line from the start, and the review in figures.
#[derive(Debug, Default)]
pub struct ReviewSheet {
    made_for: Option<(u64, u64)>,
    points: Vec<Point>,
    summary: Option<Summary>,
}

impl ReviewSheet {
    /// Makes the sheet again if the game or its revision differ from the last call's.
    pub fn update(&mut self, game: &Game, game_number: u64, revision: u64) {
        let wanted = Some((game_number, revision));
        if self.made_for == wanted {
            return;
        }
        self.made_for = wanted;
        self.summary = summary(game);
        let curve = WinCurve::of(game.variant());
        let line = std::iter::once(NodeId::ROOT).chain(game.continuation(NodeId::ROOT));
        let point = |id: NodeId| {
            let node = game.node(id)?;
            let verdict = node.notes.verdict.as_ref();
            let percent =
                |evaluation| mover_percent(curve, evaluation, node.position(), Color::White);
            Some(Point {
                node: id,
                percent: verdict.map(|verdict| percent(verdict.evaluation)),
                judgement: verdict.and_then(|verdict| verdict.judgement),
                mover: !node.position().turn(),
            })
        };
        self.points = line.filter_map(point).collect();
    }

    pub fn points(&self) -> &[Point] {
        &self.points
    }

    /// `None` without a review.
    pub fn summary(&self) -> Option<&Summary> {
        self.summary.as_ref()
    }

    /// Moves that the review has judged, and all of them.
    pub fn plies(&self) -> (usize, usize) {
        let judged = |pair: &&[Point]| pair.iter().all(|point| point.percent.is_some());
        (self.points.windows(2).filter(judged).count(), self.points.len().saturating_sub(1))
    }

    /// How many points of winning chance the move that led to this position gave away.
    pub fn drop_at(&self, index: usize) -> Option<f64> {
        let after = self.points.get(index)?;
        let before = self.points.get(index.checked_sub(1)?)?.percent?;
        let gained = after.percent? - before;
        Some(if after.mover == Color::White { -gained } else { gained })
    }

    /// Where the last position of the main line stands on the way to the one that is looked at.
    pub fn place_of_cursor(&self, game: &Game) -> usize {
        let path = game.path(game.cursor());
        let same = path.iter().zip(&self.points).take_while(|(id, point)| **id == point.node);
        same.count().saturating_sub(1)
    }

    /// The next move of this side after a position that is called so, from the end on again from
    /// the start.
    pub fn next(&self, mover: Color, judgement: Judgement, after: usize) -> Option<NodeId> {
        let fits = |point: &&Point| point.mover == mover && point.judgement == Some(judgement);
        let (before, behind) = self.points.split_at((after + 1).min(self.points.len()));
        behind.iter().chain(before).find(fits).map(|point| point.node)
    }

    /// What is to be said of a position: `6… Ka5 drops 43 points of winning chance`.
    pub fn text(&self, game: &Game, index: usize) -> String {
        let Some(point) = self.points.get(index) else { return String::new() };
        let name = numbered_text(game, point.node).unwrap_or_else(|| "start".to_owned());
        let drop = self.drop_at(index).unwrap_or(0.0).round().max(0.0) as u32;
        let points = if drop == 1 { "point" } else { "points" };
        match (point.judgement, point.percent) {
            (_, None) => name,
            (Some(Judgement::OnlyMove), _) => format!("{name} is the only move"),
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
    use crate::game::{MoveVerdict, RecordedEval};
    use crate::rules::Variant;

    /// Four plies of which the last three positions are judged; Black's second move is a blunder.
    fn partly_reviewed() -> Game {
        let mut game = Game::new(Variant::default_variant());
        for (text, cp, judgement) in [
            ("c2c3", None, None),
            ("a5a4", Some(0), None),
            ("b2b3", Some(0), None),
            ("d5d4", Some(300), Some(Judgement::Blunder)),
        ] {
            let played = game.position().parse_move(text).unwrap();
            let id = game.play(played).unwrap();
            if let Some(cp) = cp {
                let evaluation = RecordedEval::Centipawns { cp, depth_plies: 9 };
                let (sentence, better) = (String::new(), Vec::new());
                game.set_verdict(id, MoveVerdict { evaluation, judgement, sentence, better });
            }
        }
        game
    }

    #[test]
    fn a_part_is_counted_and_its_error_said() {
        let game = partly_reviewed();
        let mut sheet = ReviewSheet::default();
        sheet.update(&game, 1, 1);
        assert_eq!(sheet.plies(), (2, 4));
        assert!(sheet.summary().unwrap().is_partial);
        assert_eq!(sheet.points()[1].percent, None);
        assert_eq!(sheet.points()[3].percent, Some(50.0));
        assert_eq!(sheet.text(&game, 4), "2\u{2026} d4 drops 23 points of winning chance");
        assert_eq!(sheet.text(&game, 3), "2. b3: White's winning chance 50 %");
        assert_eq!((sheet.text(&game, 0), sheet.place_of_cursor(&game)), ("start".to_owned(), 4));
    }

    #[test]
    fn the_next_error_is_looked_for_round_the_end() {
        let game = partly_reviewed();
        let mut sheet = ReviewSheet::default();
        sheet.update(&game, 1, 1);
        let last = game.head();
        for after in [0, 3, 4] {
            assert_eq!(sheet.next(Color::Black, Judgement::Blunder, after), Some(last));
        }
        assert_eq!(sheet.next(Color::White, Judgement::Blunder, 0), None);
    }
}
