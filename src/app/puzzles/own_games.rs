//! The search for puzzles in the user's games, on a thread of low priority.

use std::collections::HashSet;

use crate::app::session::{WallTime, own_games};
use minnow_base::sync::StopFlag;
use minnow_engine::Root;
use minnow_game::{
    Game,
    archive::{Archive, ArchivedGame},
    store::StoreError,
};
use minnow_jobs::{JobContext, lower_thread_priority};
use minnow_rules::Variant;
use minnow_study::puzzles::{FinderLimits, MAX_OF_GAME, OwnPuzzles, Puzzle, PuzzleFinder};

/// A search through the games of a board.
pub(super) struct OwnGamesSearch {
    pub archive: Archive,
    pub variant: &'static Variant,
    /// The names of the games that were searched before.
    pub known: HashSet<String>,
    pub limits: FinderLimits,
}

/// The name of a game in the record: another length is another game.
fn name_of(game: &ArchivedGame) -> String {
    format!("{}/{}", game.id, game.plies)
}

impl OwnGamesSearch {
    /// Looks through the games that are not known, the newest first, and reports what each has, or why
    /// the games cannot be listed.
    pub(super) fn run(self, job: &JobContext<Result<OwnPuzzles, StoreError>>) {
        lower_thread_priority();
        let mut games = match own_games(&self.archive, self.variant, job) {
            Ok(Some(games)) => games,
            Ok(None) => return,
            Err(error) => return job.emit(Err(error)),
        };
        games.retain(|game| !self.known.contains(&name_of(game)));
        let mut finder = PuzzleFinder::new(self.variant, self.limits);
        for (number, listed) in games.iter().enumerate() {
            job.progress(number as u64, games.len() as u64);
            // A game that cannot be read is named by the list of games.
            let Ok(game) = self.archive.open(&listed.id) else { continue };
            let puzzles = puzzles_of(&mut finder, &game, job.stop_flag());
            if job.is_stopped() {
                return;
            }
            job.emit(Ok(OwnPuzzles {
                searched: WallTime::now().digits(),
                variant: self.variant.id.clone(),
                game: name_of(listed),
                puzzles,
            }));
        }
    }
}

/// The puzzles of the moves that were played, as lines of text.
fn puzzles_of(finder: &mut PuzzleFinder, game: &Game, stop: &StopFlag) -> Vec<String> {
    let mut moves = game.main_line_moves();
    let next_root = |root: &Root| {
        let mut next = root.clone();
        next.play(moves.next()?);
        Some(next)
    };
    let roots = std::iter::successors(Some(Root::new(*game.start())), next_root);
    let puzzles = finder.find_all(roots, MAX_OF_GAME, stop);
    puzzles.iter().map(Puzzle::to_string).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use minnow_game::archive::ArchiveId;
    use minnow_jobs::{JobEvent, Runner, Spawner};
    use minnow_rules::Position;
    use minnow_study::puzzles::Puzzle;

    /// A game in which only a mate saves White, as the last move of Black allows.
    fn game_with_puzzle() -> Game {
        let variant = Variant::by_id("gardner").unwrap();
        let start = Position::from_fen(variant, "k4/pp3/5/q3R/4K b - - 0 1").unwrap();
        let mut game = Game::from_position(start);
        game.play(start.parse_move("a2a3").unwrap()).unwrap();
        game
    }

    fn found(archive: &Archive, known: &[&str]) -> Vec<OwnPuzzles> {
        let search = OwnGamesSearch {
            archive: archive.clone(),
            variant: Variant::by_id("gardner").unwrap(),
            known: known.iter().map(|name| (*name).to_owned()).collect(),
            limits: FinderLimits { look: 2_000, verify: 10_000 },
        };
        let mut runner = Runner::new("test", Spawner::default(), || {});
        let mut job = runner.submit(move |job| search.run(job));
        let mut found = Vec::new();
        while !job.is_over() {
            if let JobEvent::Output(game) = job.wait_event() {
                found.push(game.unwrap());
            }
        }
        found
    }

    #[test]
    fn each_game_is_searched_once() {
        let folder = tempfile::tempdir().unwrap();
        let archive = Archive::new(folder.path());
        let id = ArchiveId::from_time("20261201-180000-000").unwrap();
        archive.keep(&id, &game_with_puzzle()).unwrap();
        let [game] = &found(&archive, &[])[..] else { panic!("one game is searched") };
        assert_eq!((game.variant.as_str(), game.game.as_str()), ("gardner", &*format!("{id}/1")));
        let puzzles: Vec<Puzzle> = game
            .puzzles
            .iter()
            .map(|text| Puzzle::parse(Variant::by_id("gardner").unwrap(), text).unwrap())
            .collect();
        let mate = |puzzle: &Puzzle| puzzle.to_string().contains("k4/pp3/q4/4R/4K w - - 0 1; mate");
        assert!(puzzles.iter().any(mate), "{puzzles:?}");
        assert!(found(&archive, &[&game.game]).is_empty());
    }
}
