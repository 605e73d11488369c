//! Text files of [`Sample`]s, a line each: `variant;FEN;score;points;game`.

use std::{fmt::Write, num::ParseIntError, path::Path};

use minnow_arena::Sample;
use minnow_program::{Failure, read_text};
use minnow_rules::{FenError, Position, Variant};

/// A line that is not a sample.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}, \"{text}\": {source}")]
pub(super) struct SampleError {
    /// The line's number, from 1.
    pub line: usize,
    /// The whole line.
    pub text: String,
    pub source: SampleFault,
}

/// A fault in a line.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum SampleFault {
    #[error("a sample has five fields: variant;FEN;score;points;game")]
    Fields,
    #[error("there is no variant \"{0}\"")]
    Variant(String),
    #[error(transparent)]
    Position(#[from] FenError),
    #[error("\"{text}\" is not a score in centipawns")]
    Score { text: String, source: ParseIntError },
    #[error("\"{0}\" is neither 0, 0.5 nor 1")]
    Points(String),
    #[error("\"{text}\" is not the number of a game")]
    Game { text: String, source: ParseIntError },
}

/// The text of samples, a line each.
pub(super) fn write_samples(samples: &[Sample]) -> String {
    let mut text = String::new();
    for Sample { position, score, points, game } in samples {
        let (id, fen) = (&position.variant().id, position.fen());
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{id};{fen};{score};{points};{game}");
    }
    text
}

/// Reads the text of [`write_samples`].
pub(super) fn parse_samples(text: &str) -> Result<Vec<Sample>, SampleError> {
    let numbered = (1..).zip(text.lines());
    numbered
        .map(|(line, text)| {
            parse_sample(text).map_err(|source| SampleError { line, text: text.to_owned(), source })
        })
        .collect()
}

/// Reads the samples in the file that an option names.
pub(super) fn read_samples(option: &str, path: &Path) -> Result<Vec<Sample>, Failure> {
    parse_samples(&read_text(option, path)?)
        .map_err(|error| Failure::refused_file(option, path, error))
}

fn parse_sample(line: &str) -> Result<Sample, SampleFault> {
    let fields: Vec<&str> = line.split(';').collect();
    let &[id, fen, score, points, game] = fields.as_slice() else {
        return Err(SampleFault::Fields);
    };
    let variant = Variant::by_id(id).ok_or_else(|| SampleFault::Variant(id.to_owned()))?;
    let position = Position::from_fen(variant, fen)?;
    let score =
        score.parse().map_err(|source| SampleFault::Score { text: score.to_owned(), source })?;
    let points = match points {
        "0" => 0.0,
        "0.5" => 0.5,
        "1" => 1.0,
        _ => return Err(SampleFault::Points(points.to_owned())),
    };
    let game =
        game.parse().map_err(|source| SampleFault::Game { text: game.to_owned(), source })?;
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
