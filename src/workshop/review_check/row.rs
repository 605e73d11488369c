//! The results of one game as a line of the results' file: eight numbers, then the marks, separated
//! by semicolons.

use std::fmt;

use crate::workshop::kept_file::KeptError;

/// The judge's view of a marked move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum MarkGrade {
    /// The judge finds the move best.
    Best,
    /// The move loses too little for any mark.
    Refuted,
    /// The move is an inaccuracy.
    Weaker,
    Upheld,
}

impl MarkGrade {
    pub const ALL: [MarkGrade; 4] =
        [MarkGrade::Best, MarkGrade::Refuted, MarkGrade::Weaker, MarkGrade::Upheld];

    const fn name(self) -> &'static str {
        match self {
            MarkGrade::Best => "best",
            MarkGrade::Refuted => "refuted",
            MarkGrade::Weaker => "weaker",
            MarkGrade::Upheld => "upheld",
        }
    }
}

/// A mark `?` or `??` of a review.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct CheckedMark {
    /// False if the review withdrew the mark.
    pub is_shown: bool,
    pub grade: MarkGrade,
    /// The loss of the move by the judge, in points of winning chance.
    pub drop: f64,
    /// The position before the move.
    pub fen: String,
    pub played: String,
    /// The review's better move.
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
    /// The moves that the judge finds best.
    pub best: u32,
    pub marks: Vec<CheckedMark>,
}

impl fmt::Display for CheckedMark {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let shown = if self.is_shown { "shown" } else { "withdrawn" };
        let CheckedMark { grade, drop, fen, played, better, .. } = self;
        write!(f, "{shown}:{}:{drop:.1}:{fen}:{played}:{better}", grade.name())
    }
}

impl CheckedMark {
    fn parse(text: &str) -> Option<CheckedMark> {
        let fields: Vec<&str> = text.split(':').collect();
        let [shown, grade, drop, fen, played, better] = fields[..] else { return None };
        let is_shown = shown == "shown";
        if !is_shown && shown != "withdrawn" {
            return None;
        }
        let grade = MarkGrade::ALL.into_iter().find(|own| own.name() == grade)?;
        let [fen, played, better] = [fen, played, better].map(str::to_owned);
        Some(CheckedMark { is_shown, grade, drop: drop.parse().ok()?, fen, played, better })
    }
}

impl fmt::Display for CheckedGame {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let CheckedGame { number, plies, first_nodes, confirming_nodes, compared, .. } = self;
        let [found, answered] = [self.found, self.answered].map(u32::from);
        write!(f, "{number};{plies};{first_nodes};{confirming_nodes};{compared}")?;
        write!(f, ";{found};{answered};{}", self.best)?;
        self.marks.iter().try_for_each(|mark| write!(f, ";{mark}"))
    }
}

impl CheckedGame {
    /// Reads a line of the file.
    ///
    /// # Errors
    ///
    /// [`KeptError::Row`] for any other text.
    pub fn parse(line: &str) -> Result<CheckedGame, KeptError> {
        CheckedGame::read(line).ok_or_else(|| KeptError::Row(line.to_owned()))
    }

    fn read(line: &str) -> Option<CheckedGame> {
        let fields: Vec<&str> = line.split(';').collect();
        let (numbers, marks) = fields.split_at_checked(8)?;
        let numbers: Vec<u64> =
            numbers.iter().map(|text| text.parse()).collect::<Result<_, _>>().ok()?;
        let [number, plies, first_nodes, confirming_nodes, compared, found, answered, best] =
            numbers[..]
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
            best: best.try_into().ok()?,
            marks: marks.iter().map(|text| CheckedMark::parse(text)).collect::<Option<_>>()?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_survive_writing_and_reading() {
        let mark = CheckedMark {
            is_shown: true,
            grade: MarkGrade::Upheld,
            drop: 31.5,
            fen: "k4/3p1/2n2/3Q1/K4 w - - 0 1".to_owned(),
            played: "d2c3".to_owned(),
            better: "d2d4".to_owned(),
        };
        let withdrawn = CheckedMark { is_shown: false, grade: MarkGrade::Best, ..mark.clone() };
        let game = CheckedGame {
            number: 3,
            plies: 41,
            first_nodes: 4_100_000,
            confirming_nodes: 6_000_000,
            compared: 3,
            found: true,
            answered: false,
            best: 27,
            marks: vec![mark, withdrawn],
        };
        let text = game.to_string();
        let begin = "3;41;4100000;6000000;3;1;0;27;shown:upheld:31.5:k4/3p1/2n2/3Q1/K4 w - - 0 1:";
        assert!(text.starts_with(begin), "{text}");
        assert_eq!(CheckedGame::parse(&text).unwrap(), game);
        for bad in ["", "1;2", "1;2;3;4;5;6;7;x", "1;2;3;4;5;1;1;8;shown:best", "1;2;3;4;5;1;1;8;"]
        {
            assert!(CheckedGame::parse(bad).is_err(), "{bad}");
        }
    }
}
