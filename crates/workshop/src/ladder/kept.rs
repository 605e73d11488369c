//! The kept results of a ladder: a file for each pairing, so that a long measurement survives a
//! stop.
//!
//! The first three lines name board and seed, and the two players with their settings; a file with
//! another heading is refused. Then a line for each opening: its number, a hash of its moves, the
//! results of the first player's two games (first with White) and their plies.

use std::{collections::BTreeMap, io, path::Path};

use crate::{
    kept_file::{KeptError, KeptFile, result_letter, result_of_letter},
    openings_file::PlayedOpening,
};
use minnow_arena::{FinishedGame, GameResult, OpeningResult, Pairing};
use minnow_program::Failure;
use minnow_rules::{Variant, internal::split_mix_bytes};

/// The results of one opening.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct OpeningRow {
    pub results: [GameResult; 2],
    pub plies: [usize; 2],
}

/// The results of one pairing by the number of the opening, and the file that keeps them.
pub(super) struct KeptPairing {
    pub rows: BTreeMap<usize, OpeningRow>,
    file: Option<KeptFile>,
}

impl KeptPairing {
    /// Results without a file.
    pub(super) fn unkept() -> KeptPairing {
        KeptPairing { rows: BTreeMap::new(), file: None }
    }

    /// Opens the file of a pairing in the folder, or creates it. Refuses a file of other players,
    /// settings, seed or openings.
    pub(super) fn open(
        folder: &Path,
        heading: &str,
        variant: &Variant,
        pairing: &Pairing,
        openings: &[PlayedOpening],
    ) -> Result<KeptPairing, Failure> {
        let [first, second] = pairing.players;
        let path = folder.join(format!("{}.{first}.{second}.txt", variant.id));
        let read = |line: String| {
            let Some((opening, mark, row)) = parse_row(&line) else {
                return Err(KeptError::Row(line));
            };
            match openings.get(opening) {
                Some(known) if opening_mark(known) != mark => Err(KeptError::Opening(opening)),
                _ => Ok((opening, row)),
            }
        };
        let kept = KeptFile::open(&path, heading).and_then(|opened| {
            let rows = opened.lines.into_iter().map(read).collect::<Result<_, KeptError>>()?;
            Ok(KeptPairing { rows, file: Some(opened.file) })
        });
        kept.map_err(|error| Failure::refused(path.display().to_string(), error))
    }

    /// Adds a result and writes it to the file.
    pub(super) fn add(
        &mut self,
        result: &OpeningResult,
        opening: &PlayedOpening,
    ) -> io::Result<()> {
        let plies = result.games.map(|game: FinishedGame| game.plies);
        let row = OpeningRow { results: result.results(), plies };
        self.rows.insert(result.opening, row);
        let Some(file) = &mut self.file else { return Ok(()) };
        let [first, second] = row.results.map(result_letter);
        let [long, short] = row.plies;
        let (number, mark) = (result.opening, opening_mark(opening));
        file.add(&format!("{number} {mark} {first} {second} {long} {short}"))
    }
}

/// Eight digits: a hash of the moves of an opening.
fn opening_mark(opening: &PlayedOpening) -> String {
    format!("{:08x}", split_mix_bytes(0, opening.line.bytes()) as u32)
}

fn parse_row(line: &str) -> Option<(usize, String, OpeningRow)> {
    let words: Vec<&str> = line.split(' ').collect();
    let [opening, mark, first, second, long, short] = words[..] else { return None };
    let results = [result_of_letter(first)?, result_of_letter(second)?];
    let plies = [long.parse().ok()?, short.parse().ok()?];
    Some((opening.parse().ok()?, mark.to_owned(), OpeningRow { results, plies }))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use minnow_arena::PlayerKind;
    use minnow_rules::Color;

    fn opening(line: &str) -> PlayedOpening {
        PlayedOpening { line: line.to_owned(), positions: Vec::new() }
    }

    fn result(opening: usize) -> OpeningResult {
        let game = |winner, plies| FinishedGame { winner, ending: "mate", plies };
        OpeningResult { pairing: 0, opening, games: [game(Some(Color::White), 31), game(None, 80)] }
    }

    #[test]
    fn results_survive_a_stop_and_refuse_others() {
        let folder = tempfile::tempdir().unwrap();
        let variant = Variant::default_variant();
        let players = [PlayerKind::Level(2), PlayerKind::Level(1)];
        let pairing = Pairing { players, openings: 3 };
        let openings = ["a2a3", "b2b3", "c2c3"].map(opening);
        let open = |heading, openings: &[PlayedOpening]| {
            KeptPairing::open(folder.path(), heading, variant, &pairing, openings)
        };
        let mut kept = open("board\nplayers\n", &openings).unwrap();
        for number in [2, 0] {
            kept.add(&result(number), &openings[number]).unwrap();
        }
        let path = folder.path().join("minichess.level-2.level-1.txt");
        let mut again = open("board\nplayers\n", &openings).unwrap();
        assert_eq!(again.rows, kept.rows);
        let row = OpeningRow { results: [GameResult::Win, GameResult::Draw], plies: [31, 80] };
        assert_eq!(again.rows[&2], row);
        again.add(&result(1), &openings[1]).unwrap();
        assert_eq!(open("board\nplayers\n", &openings).unwrap().rows.len(), 3);

        let problem = |opened: Result<KeptPairing, Failure>| opened.err().unwrap().to_string();
        assert!(problem(open("board\nothers\n", &openings)).contains("not of \"others\""));
        let swapped = ["b2b3", "a2a3", "c2c3"].map(opening);
        let text = problem(open("board\nplayers\n", &swapped));
        assert!(text.contains("was another one"), "{text}");
        fs::write(&path, "board\nplayers\n1 2 3\n").unwrap();
        assert!(problem(open("board\nplayers\n", &openings)).contains("\"1 2 3\" is no result"));
    }
}
