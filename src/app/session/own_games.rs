//! The user's games of one board, for work in the background.

use std::ops::ControlFlow;

use super::accuracies;
use minnow_game::{
    archive::{Archive, ArchivedGame},
    store::StoreError,
};
use minnow_jobs::JobContext;
use minnow_rules::Variant;

/// The games of a board in the archive that have moves, the newest first; `None` if the job was
/// stopped.
///
/// # Errors
///
/// That of a folder that cannot be listed.
pub(in crate::app) fn own_games<T>(
    archive: &Archive,
    variant: &'static Variant,
    job: &JobContext<T>,
) -> Result<Option<Vec<ArchivedGame>>, StoreError> {
    let stop = |_, _| {
        if job.is_stopped() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let Some(list) = archive.list(accuracies, stop)? else { return Ok(None) };
    let of_board = |game: &ArchivedGame| game.variant == variant && game.plies > 0;
    let mut games: Vec<ArchivedGame> = list.games.into_iter().filter(of_board).collect();
    games.sort_by(|one, other| other.id.cmp(&one.id));
    Ok(Some(games))
}

#[cfg(test)]
mod tests {
    use super::*;
    use minnow_game::{Game, archive::ArchiveId};
    use minnow_jobs::{JobEvent, Runner, Spawner};

    type Listed = Result<Option<Vec<ArchivedGame>>, StoreError>;

    fn listed(archive: &Archive, variant: &str) -> Listed {
        let (archive, variant) = (archive.clone(), Variant::by_id(variant).unwrap());
        let mut runner = Runner::new("test", Spawner::default(), || {});
        let list = move |job: &JobContext<Listed>| job.emit(own_games(&archive, variant, job));
        match runner.submit(list).wait_event() {
            JobEvent::Output(listed) => listed,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn the_newest_game_of_the_board_is_first() {
        let folder = tempfile::tempdir().unwrap();
        let archive = Archive::new(folder.path());
        let ids = ["20261201-180000-000", "20261203-180000-000", "20261202-180000-000"];
        let ids = ids.map(|time| ArchiveId::from_time(time).unwrap());
        let variant = Variant::by_id("gardner").unwrap();
        for id in &ids {
            let mut game = Game::new(variant);
            game.play(game.start().parse_move("a2a3").unwrap()).unwrap();
            archive.keep(id, &game).unwrap();
        }
        let games = listed(&archive, "gardner").unwrap().unwrap();
        let names: Vec<String> = games.iter().map(|game| game.id.to_string()).collect();
        assert_eq!(names, [1, 2, 0].map(|place| ids[place].to_string()));
        assert_eq!(listed(&archive, "minichess").unwrap().unwrap().len(), 0);
    }

    #[test]
    fn an_unreadable_folder_is_an_error() {
        let file = tempfile::NamedTempFile::new().unwrap();
        let error = listed(&Archive::new(file.path()), "gardner").unwrap_err().to_string();
        assert!(error.contains(&file.path().display().to_string()), "{error}");
        let missing = file.path().with_extension("none");
        assert_eq!(listed(&Archive::new(&missing), "gardner").unwrap().unwrap().len(), 0);
    }
}
