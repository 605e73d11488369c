//! The storage's last reports: whether the running game and the settings are on disk, and the alerts
//! that report it to the user.

use minnow_base::files::FileStamp;
use std::path::PathBuf;

use super::KeptListName;
use minnow_game::archive::ArchiveId;

/// The data that the program writes without a command of the user.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeptThing {
    /// The running game, in the journal.
    Game,
    Settings,
    /// A list of the user's data.
    List(KeptListName),
    /// A game of the archive.
    Archive,
    /// All of these, in the browser's storage.
    Page,
}

/// A sentence about storage that stays until the user dismisses it. Unlike a notice, no action
/// replaces it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Alert {
    pub text: String,
    /// A problem rather than a piece of information.
    pub is_problem: bool,
    /// The file that the button *Try again* opens.
    pub retry: Option<PathBuf>,
    /// The alert disappears when this is on disk again.
    subject: Option<KeptThing>,
}

impl Alert {
    pub fn problem(text: impl Into<String>) -> Alert {
        Alert { text: text.into(), is_problem: true, retry: None, subject: None }
    }

    pub fn info(text: impl Into<String>) -> Alert {
        Alert { is_problem: false, ..Alert::problem(text) }
    }

    /// The same alert with a button that opens a file.
    pub fn offering_retry(self, path: PathBuf) -> Alert {
        Alert { retry: Some(path), ..self }
    }
}

/// A game that was kept under another id, because another window has changed its file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MovedGame {
    pub from: ArchiveId,
    /// The stamp of the version that this game was read from.
    pub read: Option<FileStamp>,
    pub to: ArchiveId,
}

/// The storage's last reports, and the alerts that the user has not dismissed.
#[derive(Debug, Default)]
pub struct Keeping {
    /// The data that could not be written, with the reason.
    problems: Vec<(KeptThing, String)>,
    /// The number of games written to the archive.
    pub archive_writes: u64,
    /// Games that the session does not follow yet.
    pub moved: Vec<MovedGame>,
    alerts: Vec<Alert>,
}

impl Keeping {
    /// Why the running game is not on disk, or not in the browser's storage; `None` if it is.
    pub fn game_problem(&self) -> Option<&str> {
        self.problem(KeptThing::Game).or_else(|| self.problem(KeptThing::Page))
    }

    fn problem(&self, thing: KeptThing) -> Option<&str> {
        let found = self.problems.iter().find(|(known, _)| *known == thing);
        found.map(|(_, problem)| problem.as_str())
    }

    /// Why a game is not in the archive that should be, or `None`.
    pub fn archive_problem(&self) -> Option<&str> {
        self.problem(KeptThing::Archive)
    }

    /// The alerts, oldest first.
    pub fn alerts(&self) -> &[Alert] {
        &self.alerts
    }

    /// Takes over the outcome of the last write. A new problem becomes an alert, once; a success
    /// removes it.
    pub fn report(&mut self, thing: KeptThing, problem: Option<String>) {
        if thing == KeptThing::Archive && problem.is_none() {
            self.archive_writes += 1;
        }
        if self.problem(thing) == problem.as_deref() {
            return;
        }
        self.problems.retain(|(known, _)| *known != thing);
        self.problems.extend(problem.iter().map(|text| (thing, text.clone())));
        self.alerts.retain(|alert| alert.subject != Some(thing));
        if let Some(text) = problem {
            self.alert(Alert { subject: Some(thing), ..Alert::problem(text) });
        }
    }

    /// Adds an alert unless one with the same text is shown.
    pub fn alert(&mut self, alert: Alert) {
        if self.alerts.iter().all(|shown| shown.text != alert.text) {
            self.alerts.push(alert);
        }
    }

    /// Removes the alert with this index.
    pub fn dismiss(&mut self, index: usize) {
        if index < self.alerts.len() {
            self.alerts.remove(index);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(keeping: &Keeping) -> Vec<&str> {
        keeping.alerts().iter().map(|alert| alert.text.as_str()).collect()
    }

    #[test]
    fn an_alert_appears_once_until_its_cause_ends() {
        let mut keeping = Keeping::default();
        let full = || Some("The disk is full.".to_owned());
        keeping.report(KeptThing::Game, full());
        assert_eq!(texts(&keeping), ["The disk is full."]);
        keeping.dismiss(0);
        keeping.report(KeptThing::Game, full());
        assert!(texts(&keeping).is_empty(), "the user knows it already");
        assert_eq!(keeping.game_problem(), Some("The disk is full."));
        keeping.report(KeptThing::Game, None);
        assert_eq!(keeping.game_problem(), None);
        keeping.report(KeptThing::Game, full());
        assert_eq!(texts(&keeping), ["The disk is full."], "it has come back");
        keeping.report(KeptThing::Game, None);
        assert!(texts(&keeping).is_empty());
    }

    #[test]
    fn one_cause_gives_one_alert() {
        let mut keeping = Keeping::default();
        keeping.report(KeptThing::Game, Some("No thread.".to_owned()));
        keeping.report(KeptThing::Settings, Some("No thread.".to_owned()));
        assert_eq!(texts(&keeping), ["No thread."]);
        keeping.dismiss(7);
        keeping.alert(Alert::info("Found."));
        assert_eq!(texts(&keeping), ["No thread.", "Found."]);
    }
}
