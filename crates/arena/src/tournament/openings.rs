//! The openings of each board of a tournament.

use std::collections::BTreeMap;

use super::{OpeningChoice, TournamentPlan, schedule};
use crate::EvenOpenings;
use minnow_base::sync::StopFlag;
use minnow_rules::{Move, MoveTextError, Position, Variant};

/// The most openings of a board. Further pairs begin with the first one again.
const MAX_OPENINGS: usize = 500;

/// An opening.
pub(super) struct Opening {
    /// The moves in coordinate notation, separated by spaces.
    pub line: String,
    pub moves: Vec<Move>,
    /// From the start of the board on, at least that one.
    pub positions: Vec<Position>,
}

impl Opening {
    /// Reads a line.
    ///
    /// # Errors
    ///
    /// The first move that the board does not allow.
    pub(super) fn read(variant: &'static Variant, line: &str) -> Result<Opening, MoveTextError> {
        let mut position = Position::start(variant);
        let (mut moves, mut positions, mut words) = (Vec::new(), vec![position], Vec::new());
        for text in line.split_whitespace() {
            let mv = position.parse_move(text)?;
            words.push(position.move_text(mv));
            position = position.play(mv);
            moves.push(mv);
            positions.push(position);
        }
        Ok(Opening { line: words.join(" "), moves, positions })
    }

    /// The position in which the players begin.
    pub(super) fn last(&self) -> Position {
        self.positions[self.positions.len() - 1]
    }
}

/// The openings of a board, at least one.
pub(super) struct BoardOpenings {
    openings: Vec<Opening>,
}

impl BoardOpenings {
    /// The openings of a checked plan; `None` if none was found, also because of a stop. `report` gets
    /// the share that is done. Openings of finished games by their numbers, `kept`, stay as they are: an
    /// engine of another version finds other ones.
    pub(super) fn prepare(
        plan: &TournamentPlan,
        variant: &'static Variant,
        kept: &BTreeMap<usize, String>,
        stop: &StopFlag,
        report: &mut dyn FnMut(f32),
    ) -> Option<BoardOpenings> {
        let lines: Vec<String> = match &plan.openings {
            OpeningChoice::Start => vec![String::new()],
            OpeningChoice::Lines(lines) => lines.clone(),
            OpeningChoice::Even { max_score, nodes } => {
                let count = schedule::openings_of_board(plan).clamp(1, MAX_OPENINGS);
                let kept_line = |number: usize| kept.get(&number).cloned();
                let all_kept: Option<Vec<String>> = (0..count).map(kept_line).collect();
                all_kept.unwrap_or_else(|| {
                    let (max_score, nodes, seed) = (*max_score, *nodes, plan.seed);
                    let threads = usize::from(plan.concurrency);
                    let search = EvenOpenings { variant, nodes, max_score, seed, threads };
                    let mut report = |found: usize| report(found as f32 / count as f32);
                    let found = search.find_until(count, stop, &mut report);
                    let lines = found.into_iter().map(|opening| opening.line).enumerate();
                    lines.map(|(number, line)| kept_line(number).unwrap_or(line)).collect()
                })
            }
        };
        let openings = lines.iter().map(|line| Opening::read(variant, line));
        let openings: Vec<Opening> = openings.collect::<Result<_, _>>().ok()?;
        (!openings.is_empty()).then_some(BoardOpenings { openings })
    }

    /// The opening with a number, from 0; after the last one comes the first again.
    pub(super) fn get(&self, number: usize) -> &Opening {
        &self.openings[number % self.openings.len()]
    }
}
