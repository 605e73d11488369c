//! `minnow tournament merge FILE FOLDER...`: joins the parts of a tournament that several machines have
//! played.

use std::{
    collections::{BTreeMap, BTreeSet, btree_map::Entry},
    io::Write,
    path::{Path, PathBuf},
};

use clap::Args;

use super::{Failure, bad_input, open, read_plan, write_results};
use minnow_arena::tournament::{
    GameNumber, GameRecord, OpenedTournament, Tournament, TournamentFolder,
};
use minnow_program as program;
use minnow_rules::counted;

/// The most games that a report lists by their numbers.
const MAX_LISTED: usize = 20;

/// The parts of a tournament.
#[derive(Debug, Args)]
pub(super) struct MergeArgs {
    /// The tournament whose parts were played
    file: PathBuf,
    /// The folders of its parts
    #[arg(required = true, value_name = "FOLDER")]
    parts: Vec<PathBuf>,
    /// The folder for the games together and their results; by default NAME.games beside NAME.ron
    #[arg(long, value_name = "FOLDER")]
    out: Option<PathBuf>,
}

/// Writes the games of all parts and their results into one folder, and fails if a game is missing or
/// was played twice differently.
pub(super) fn run(output: &mut impl Write, args: &MergeArgs) -> Result<(), Failure> {
    let plan = read_plan(&args.file)?;
    let of_part = |part: &PathBuf| -> Result<Vec<GameRecord>, Failure> {
        let none =
            || bad_input(format_args!("\"{}\" has no games of a tournament", part.display()));
        TournamentFolder::records_of(part, &plan).map_err(bad_input)?.ok_or_else(none)
    };
    let parts = args.parts.iter().map(of_part).collect::<Result<Vec<_>, Failure>>()?;
    let out = args.out.clone().unwrap_or_else(|| TournamentFolder::beside(&args.file));
    let OpenedTournament { mut folder, records, .. } = open(&out, &plan)?;
    let kept: BTreeSet<GameNumber> = records.iter().map(|record| record.number).collect();
    let mut joined = JoinedGames::default();
    records.into_iter().for_each(|record| joined.add(record, &out));
    for (records, part) in parts.into_iter().zip(&args.parts) {
        records.into_iter().for_each(|record| joined.add(record, part));
    }
    // Games that do not fit are refused before one of them is written.
    let tournament = Tournament::new(plan, joined.records()).map_err(bad_input)?;
    for record in tournament.records().iter().filter(|record| !kept.contains(&record.number)) {
        folder.append(record).map_err(|error| Failure::refused("--out", error))?;
    }
    write_results(output, &tournament, &folder)?;
    for double in &joined.doubles {
        program::report(format_args!("minnow: {double}"));
    }
    let missing = tournament.missing();
    if missing.is_empty() && joined.doubles.is_empty() {
        return Ok(());
    }
    let doubles = counted(joined.doubles.len() as u64, "game was", "games were");
    let missing = missing_text(&missing);
    Err(Failure::Difference(format!("{missing}; {doubles} played twice differently")))
}

/// A game with the folder that it is from.
struct JoinedGame {
    record: GameRecord,
    folder: PathBuf,
}

/// The games of several folders. The first of several games with one number counts.
#[derive(Default)]
struct JoinedGames {
    games: BTreeMap<GameNumber, JoinedGame>,
    /// Sentences without a full stop about games that were played twice differently.
    doubles: Vec<String>,
}

impl JoinedGames {
    fn records(&self) -> Vec<GameRecord> {
        self.games.values().map(|joined| joined.record.clone()).collect()
    }

    fn add(&mut self, record: GameRecord, folder: &Path) {
        match self.games.entry(record.number) {
            Entry::Vacant(vacant) => {
                vacant.insert(JoinedGame { record, folder: folder.to_owned() });
            }
            Entry::Occupied(known) => {
                let first = known.get();
                if !is_same_game(&first.record, &record) {
                    let number = record.number;
                    let (first, second) = (first.folder.display(), folder.display());
                    self.doubles.push(format!(
                        "game {number} differs in \"{first}\", which counts, and in \"{second}\""
                    ));
                }
            }
        }
    }
}

/// True if two records tell the same game; times may differ.
fn is_same_game(one: &GameRecord, other: &GameRecord) -> bool {
    let game = |record: &GameRecord| {
        let moves: Vec<String> = record.moves.iter().map(|made| made.mv.clone()).collect();
        let (variant, opening) = (record.variant.clone(), record.opening.clone());
        (variant, opening, record.players, moves, record.winner, record.reason.clone())
    };
    game(one) == game(other)
}

/// Which games are missing: `no game is missing`, `2 games are missing: 1.1.1a, 1.1.1b`.
fn missing_text(missing: &[GameNumber]) -> String {
    let count = match missing.len() {
        0 => return "no game is missing".to_owned(),
        1 => "1 game is".to_owned(),
        count => format!("{} are", counted(count as u64, "game", "games")),
    };
    let listed = missing.iter().take(MAX_LISTED).map(GameNumber::to_string);
    let more = if missing.len() > MAX_LISTED { ", ..." } else { "" };
    format!("{count} missing: {}{more}", listed.collect::<Vec<_>>().join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn missing_games_are_listed_up_to_a_bound() {
        let number = |pair| GameNumber { round: 1, pairing: 1, pair, is_second: false };
        let numbers: Vec<GameNumber> = (1..=25).map(number).collect();
        for (missing, text) in [
            (&numbers[..0], "no game is missing"),
            (&numbers[..1], "1 game is missing: 1.1.1a"),
            (&numbers[..2], "2 games are missing: 1.1.1a, 1.1.2a"),
        ] {
            assert_eq!(missing_text(missing), text);
        }
        let all = missing_text(&numbers);
        assert!(
            all.starts_with("25 games are missing: ") && all.ends_with("1.1.20a, ..."),
            "{all}"
        );
    }
}
