//! The results of one game as a line of the results' file: seven numbers, then the judged moves,
//! separated by semicolons.

use std::fmt;

use clap::ValueEnum;

/// The mark of the review on a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum MoveMark {
    /// The move never had a mark `?` or `??`.
    None,
    /// The move has such a mark.
    Shown,
    /// The review withdrew its mark.
    Withdrawn,
}

/// The judge's view of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum MoveGrade {
    /// The judge finds the move best.
    Best,
    /// The move loses too little for any mark.
    Refuted,
    /// The move is an inaccuracy.
    Weaker,
    Upheld,
}

/// The name of a mark or a grade in the file.
fn name(value: &impl ValueEnum) -> String {
    value.to_possible_value().map_or_else(String::new, |value| value.get_name().to_owned())
}

/// A move that the judge finds best, or that the review marked `?` or `??`.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct CheckedMove {
    pub mark: MoveMark,
    pub grade: MoveGrade,
    /// The loss of the move by the judge, in points of winning chance.
    pub drop: f64,
    /// The position before the move.
    pub fen: String,
    /// The move, as in UCI.
    pub mv: String,
    /// The review's better move, or the move itself.
    pub better: String,
}

/// The results of one game.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct CheckedGame {
    /// From 1.
    pub number: u32,
    pub plies: u32,
    /// The nodes of the first searches, and of those that confirm marks.
    pub first_nodes: u64,
    pub confirming_nodes: u64,
    /// The marks that were searched again.
    pub compared: u32,
    /// True if the planted blunder is marked `??`.
    pub found: bool,
    /// True if the review names a good move for it.
    pub answered: bool,
    pub moves: Vec<CheckedMove>,
}

impl fmt::Display for CheckedMove {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let CheckedMove { mark, grade, drop, fen, mv, better } = self;
        write!(f, "{}:{}:{drop:.1}:{fen}:{mv}:{better}", name(mark), name(grade))
    }
}

impl CheckedMove {
    fn parse(text: &str) -> Option<CheckedMove> {
        let fields: Vec<&str> = text.split(':').collect();
        let [mark, grade, drop, fen, mv, better] = fields[..] else { return None };
        let mark = MoveMark::from_str(mark, false).ok()?;
        let grade = MoveGrade::from_str(grade, false).ok()?;
        let [fen, mv, better] = [fen, mv, better].map(str::to_owned);
        Some(CheckedMove { mark, grade, drop: drop.parse().ok()?, fen, mv, better })
    }
}

impl fmt::Display for CheckedGame {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let CheckedGame { number, plies, first_nodes, confirming_nodes, compared, .. } = self;
        let [found, answered] = [self.found, self.answered].map(u32::from);
        write!(
            f,
            "{number};{plies};{first_nodes};{confirming_nodes};{compared};{found};{answered}"
        )?;
        self.moves.iter().try_for_each(|mv| write!(f, ";{mv}"))
    }
}

impl CheckedGame {
    /// Reads a line of the file.
    pub(super) fn parse(line: &str) -> Option<CheckedGame> {
        let fields: Vec<&str> = line.split(';').collect();
        let (numbers, moves) = fields.split_at_checked(7)?;
        let numbers: Vec<u64> =
            numbers.iter().map(|text| text.parse()).collect::<Result<_, _>>().ok()?;
        let [number, plies, first_nodes, confirming_nodes, compared, found, answered] = numbers[..]
        else {
            return None;
        };
        Some(CheckedGame {
            number: number.try_into().ok()?,
            plies: plies.try_into().ok()?,
            first_nodes,
            confirming_nodes,
            compared: compared.try_into().ok()?,
            found: found == 1,
            answered: answered == 1,
            moves: moves.iter().map(|text| CheckedMove::parse(text)).collect::<Option<_>>()?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_survive_writing_and_reading() {
        let shown = CheckedMove {
            mark: MoveMark::Shown,
            grade: MoveGrade::Upheld,
            drop: 31.5,
            fen: "k4/3p1/2n2/3Q1/K4 w - - 0 1".to_owned(),
            mv: "d2c3".to_owned(),
            better: "d2d4".to_owned(),
        };
        let best = |mark| CheckedMove { mark, grade: MoveGrade::Best, ..shown.clone() };
        let moves = vec![shown.clone(), best(MoveMark::Withdrawn), best(MoveMark::None)];
        let game = CheckedGame {
            number: 3,
            plies: 41,
            first_nodes: 4_100_000,
            confirming_nodes: 6_000_000,
            compared: 3,
            found: true,
            answered: false,
            moves,
        };
        let text = game.to_string();
        let begin = "3;41;4100000;6000000;3;1;0;shown:upheld:31.5:k4/3p1/2n2/3Q1/K4 w - - 0 1:";
        assert!(text.starts_with(begin), "{text}");
        assert_eq!(CheckedGame::parse(&text).unwrap(), game);
        for bad in ["", "1;2", "1;2;3;4;5;6;x", "1;2;3;4;5;1;1;shown:best", "1;2;3;4;5;1;1;"] {
            assert_eq!(CheckedGame::parse(bad), None, "{bad}");
        }
    }
}
