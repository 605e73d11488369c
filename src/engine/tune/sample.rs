//! A position of a game for the fitting, and the lines of text it is kept in.

use std::{fmt, fmt::Write};

use crate::rules::{Position, Variant};

/// A quiet position with what became of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Sample {
    pub position: Position,
    /// What the search found, in centipawns from White's view.
    pub score: i32,
    /// White's points in the game: 0, 0.5 or 1.
    pub points: f32,
    /// The number of the game, the same for all its positions.
    pub game: u32,
}

/// A line that is no sample.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SampleError {
    /// Its number, from 1.
    pub line: usize,
    /// The whole line.
    pub text: String,
    /// What is wrong with it, in a clause.
    pub problem: String,
}

impl fmt::Display for SampleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, \"{}\": {}", self.line, self.text, self.problem)
    }
}

impl std::error::Error for SampleError {}

/// A line for each sample: `variant;FEN;score;points;game`.
pub fn write_samples(samples: &[Sample]) -> String {
    let mut text = String::new();
    for Sample { position, score, points, game } in samples {
        let (id, fen) = (&position.variant().id, position.fen());
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{id};{fen};{score};{points};{game}");
    }
    text
}

/// Reads what [`write_samples`] wrote.
pub fn parse_samples(text: &str) -> Result<Vec<Sample>, SampleError> {
    let numbered = text.lines().enumerate();
    numbered
        .map(|(at, line)| {
            parse_sample(line).map_err(|problem| SampleError {
                line: at + 1,
                text: line.to_owned(),
                problem,
            })
        })
        .collect()
}

fn parse_sample(line: &str) -> Result<Sample, String> {
    let fields: Vec<&str> = line.split(';').collect();
    let &[id, fen, score, points, game] = fields.as_slice() else {
        return Err("a sample has five fields: variant;FEN;score;points;game".to_owned());
    };
    let variant = Variant::by_id(id).ok_or_else(|| format!("there is no variant \"{id}\""))?;
    let position = Position::from_fen(variant, fen).map_err(|error| error.to_string())?;
    let score = score.parse().map_err(|_| format!("\"{score}\" is no score in centipawns"))?;
    let points = match points {
        "0" => 0.0,
        "0.5" => 0.5,
        "1" => 1.0,
        _ => return Err(format!("\"{points}\" is neither 0, 0.5 nor 1")),
    };
    let game = game.parse().map_err(|_| format!("\"{game}\" is no number of a game"))?;
    Ok(Sample { position, score, points, game })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn samples_survive_writing_and_reading() {
        let samples: Vec<Sample> = ["minichess", "diana"]
            .into_iter()
            .zip([0.0, 0.5])
            .map(|(id, points)| {
                let position = Position::start(Variant::by_id(id).unwrap());
                Sample { position, score: -37, points, game: 12 }
            })
            .collect();
        assert_eq!(parse_samples(&write_samples(&samples)).unwrap(), samples);
    }

    #[test]
    fn wrong_lines_are_named() {
        let problem = |text: &str| parse_samples(text).unwrap_err().to_string();
        let start = "minichess;kqbnr/ppppp/5/5/PPPPP/RNBQK w - - 0 1";
        assert!(problem("a;b").starts_with("line 1, \"a;b\": a sample has five fields"));
        assert!(problem(&format!("{start};1;1;1\n{start};x;1;1")).starts_with("line 2"));
        assert!(problem(&format!("{start};1;0.7;1")).ends_with("\"0.7\" is neither 0, 0.5 nor 1"));
        assert!(problem("chess;8/8 w;1;1;1").ends_with("there is no variant \"chess\""));
    }
}
