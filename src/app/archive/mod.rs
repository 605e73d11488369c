//! The user's games: a list of every game that was played, with filters, and the form for names,
//! date and tags.
//!
//! Games enter the archive by themselves (`session/document.rs`). This page lists them, opens,
//! deletes and exports them.

mod form;
mod list;
mod view;

use egui::{Key, Modifiers, Ui};

use crate::app::{
    context::Cx,
    pages::{Page, PageId, PageSubject, PageTick},
    registry::{MenuGroup, Opener, OpenerKeys},
    request::Request,
    session::{
        Adoption, ArchiveEvent, ArchiveOrder, ArchivePurpose, Asker, ChosenFile, Effect, FileForm,
        FileQuery, Mode, NewGame, QueryContent, Question, Session, Wake, damaged_text,
    },
};
use minnow_base::files::{size_text, system};
use minnow_game::{
    archive::{ArchiveId, ExportReport},
    pgn::MAX_BYTES,
    store::StampedGame,
};
use minnow_rules::{counted, grouped};

pub use form::{HeaderForm, NamesPage, TagField};
pub use list::{ArchiveFilter, ArchiveSort, GameList, ResultKind};

static EXPORT: FileForm = FileForm::save("Export games as PGN", &[("PGN", &["pgn"])]);

/// The index of the answer that replaces the file.
const REPLACE: usize = 1;

/// Work that needs more than a view has; it begins at the next tick.
type Work = fn(&mut YourGames, &mut Session);

/// The page of the user's games. Its list stays while it is closed.
#[derive(Debug)]
pub struct YourGames {
    pub list: GameList,
    /// The changes since the page was opened, for undo; the last one last.
    undo: Vec<ArchiveUndo>,
    /// A sentence about the files that could not be read, or about the outcome of the last request.
    pub message: Option<String>,
    /// True until the first list has arrived.
    pub is_waiting: bool,
    /// The form for a game of the list, which is shown in place of the list.
    pub form: Option<ArchivedForm>,
    /// The number of games that had been written when the list was asked for.
    listed_writes: u64,
    /// The file that the open question is about.
    asked: Option<ChosenFile>,
    due: Vec<Work>,
}

impl Default for YourGames {
    /// A page whose list hides short games.
    fn default() -> YourGames {
        let mut list = GameList::default();
        list.set_filter(ArchiveFilter { hides_short_games: true, ..ArchiveFilter::default() });
        YourGames {
            list,
            undo: Vec::new(),
            message: None,
            is_waiting: false,
            form: None,
            listed_writes: 0,
            asked: None,
            due: Vec::new(),
        }
    }
}

/// A game of the list, and the form for its names and tags.
#[derive(Debug)]
pub struct ArchivedForm {
    order: Box<ArchiveOrder>,
    form: HeaderForm,
}

/// A change of the list that can be undone.
#[derive(Debug)]
enum ArchiveUndo {
    Deletion(ArchiveId),
    /// The version of a game before its names and tags were changed.
    Header(Box<ArchiveOrder>),
}

impl Page for YourGames {
    fn title(&self, _: &Session) -> String {
        "Your games".to_owned()
    }

    fn has_own_frame(&self) -> bool {
        true
    }

    fn open(&mut self, _: PageSubject<'_>, session: &mut Session) {
        (self.message, self.undo, self.form) = (None, Vec::new(), None);
        self.refresh(session);
    }

    fn close(&mut self, _: &mut Session) {
        self.form = None;
    }

    fn ui(&mut self, ui: &mut Ui, cx: &mut Cx<'_>) {
        match &mut self.form {
            None => view::your_games_ui(ui, self, cx),
            Some(ArchivedForm { form, .. }) => match form.form_ui(ui) {
                Some(true) => self.begin(YourGames::save_form, cx),
                Some(false) => self.form = None,
                None => {}
            },
        }
    }

    fn answered(&mut self, choice: usize, session: &mut Session, _: u64) {
        if let Some(file) = self.asked.take().filter(|_| choice == REPLACE) {
            self.export(ChosenFile { confirmed: true, ..file }, session);
        }
    }

    fn chosen(&mut self, mut file: ChosenFile, session: &mut Session, _: u64) {
        if file.path.extension().is_none() {
            file.path.set_extension("pgn");
            // The dialog has asked about the name as typed.
            file.confirmed = false;
        }
        self.export(file, session);
    }

    /// Does what the user asked for, and takes the answers of the archive.
    fn tick(&mut self, session: &mut Session, at: PageTick) -> Wake {
        for work in std::mem::take(&mut self.due) {
            work(self, session);
        }
        for event in std::mem::take(&mut session.archive.events) {
            self.take(event, session);
        }
        let is_old = self.listed_writes != session.keeping.archive_writes;
        if at.is_shown && self.form.is_none() && is_old && !session.archive.is_busy() {
            self.refresh(session);
        }
        None
    }
}

impl YourGames {
    pub(in crate::app) const OPENER: Option<Opener> = Some(Opener {
        group: MenuGroup::Games,
        text: "Your games\u{2026}",
        keys: Some(OpenerKeys::new(Modifiers::COMMAND, Key::G, "Your games")),
    });

    /// Asks for the list.
    fn refresh(&mut self, session: &mut Session) {
        self.listed_writes = session.keeping.archive_writes;
        self.is_waiting = self.list.total() == 0 && session.archive.archive.is_some();
        session.archive.list();
    }

    /// Leaves work to the next tick.
    fn begin(&mut self, work: Work, cx: &mut Cx<'_>) {
        self.due.push(work);
        cx.ask(Request::Wake);
    }

    /// Opens the marked game, or shows it if it is on the board already.
    pub fn open_marked(&mut self, purpose: ArchivePurpose, session: &mut Session) {
        let Some(id) = self.marked_id() else { return };
        if session.archive_place.id.as_ref() != Some(&id) {
            return session.archive.open(id, purpose);
        }
        let mode = match purpose {
            ArchivePurpose::Analyse => Mode::Analyse,
            ArchivePurpose::Continue => Mode::Play,
            ArchivePurpose::EditHeader => {
                return session.requests.push(Request::Show(PageId::Names));
            }
        };
        let close = Request::Close(PageId::YourGames);
        session.requests.extend([close, Request::SelectMode(mode)]);
    }

    /// Opens the marked game where it is wanted: an unfinished one in Play.
    fn open_as_wanted(&mut self, session: &mut Session) {
        let is_unfinished = self.list.is_unfinished_marked();
        let purpose =
            if is_unfinished { ArchivePurpose::Continue } else { ArchivePurpose::Analyse };
        self.open_marked(purpose, session);
    }

    fn marked_id(&self) -> Option<ArchiveId> {
        self.list.marked_game().map(|game| game.id.clone())
    }

    fn delete(&mut self, session: &mut Session) {
        if let Some(id) = self.marked_id() {
            session.archive.delete(id);
        }
    }

    /// Undoes the last change of the list.
    fn undo(&mut self, session: &mut Session) {
        match self.undo.pop() {
            Some(ArchiveUndo::Deletion(id)) => session.archive.restore(id),
            Some(ArchiveUndo::Header(before)) => session.effects.push(Effect::Archive(before)),
            None => {}
        }
    }

    /// Asks for a file to write the shown games to.
    pub fn ask_export(&mut self, session: &mut Session) {
        if self.list.rows.count() > 0 {
            let suggestion = session.suggested_path().with_file_name("Your games.pgn");
            let asker = Asker::Page(PageId::YourGames);
            let content = QueryContent::Games(self.list.shown_ids());
            session.ask_file(FileQuery { asker, form: &EXPORT, suggestion, content });
        }
    }

    /// Writes the games that were shown when the user asked, after a question if the file exists already.
    fn export(&mut self, file: ChosenFile, session: &mut Session) {
        if !file.confirmed && system::exists(&file.path) {
            let text = format!("{} exists already.", file.path.display());
            let (title, answers) = ("Replace this file?", ["Cancel", "Replace"]);
            self.asked = Some(file);
            return session.ask(Question::of_page(PageId::YourGames, title, text, answers));
        }
        let QueryContent::Games(ids) = file.query.content else { return };
        self.message = Some(format!("Writing {} games\u{2026}", grouped(ids.len() as u64)));
        session.archive.export(ids, &file.path);
    }

    /// Writes the form into its game.
    fn save_form(&mut self, session: &mut Session) {
        let form = self.form.take_if(|shown| shown.form.is_valid());
        let Some(ArchivedForm { order: before, form }) = form else { return };
        let mut order = before.clone();
        form.write_into(&mut order.game.header);
        if order.game.header != before.game.header {
            session.effects.push(Effect::Archive(order));
            self.undo.push(ArchiveUndo::Header(before));
        }
    }

    fn take(&mut self, event: ArchiveEvent, session: &mut Session) {
        match event {
            ArchiveEvent::Listed(Ok(list)) => {
                self.is_waiting = false;
                self.list.recent.clone_from(&session.archive.recent);
                self.list.replace(&session.archive.games);
                self.message = damaged_text(&list.damaged).or(self.message.take());
            }
            ArchiveEvent::ListInterrupted => self.refresh(session),
            ArchiveEvent::Opened { id, purpose, game: Ok(game) } => {
                self.take_game(id, purpose, *game, session);
            }
            ArchiveEvent::Deleted { id, result: Ok(()) } => {
                self.message = None;
                self.list.remove(&id);
                self.undo.push(ArchiveUndo::Deletion(id));
            }
            ArchiveEvent::Restored(result) => {
                self.message = result.err().map(|error| format!("{error}."));
                self.refresh(session);
            }
            ArchiveEvent::Exported { path, report: Ok(report) } => {
                self.message = Some(exported_text(&path.display().to_string(), report));
            }
            ArchiveEvent::Listed(Err(error))
            | ArchiveEvent::Opened { game: Err(error), .. }
            | ArchiveEvent::Deleted { result: Err(error), .. }
            | ArchiveEvent::Exported { report: Err(error), .. } => {
                self.message = Some(format!("{error}."));
            }
            ArchiveEvent::Failed(problem) => self.message = Some(format!("{problem}.")),
        }
    }

    fn take_game(
        &mut self,
        id: ArchiveId,
        purpose: ArchivePurpose,
        game: StampedGame,
        session: &mut Session,
    ) {
        let StampedGame { game, stamp } = game;
        let (mode, adopts) = match purpose {
            ArchivePurpose::EditHeader => {
                let form = HeaderForm::new(&game.header);
                let order = Box::new(ArchiveOrder { id, read: Some(stamp), game });
                self.form = Some(ArchivedForm { order, form });
                return;
            }
            ArchivePurpose::Analyse => (Mode::Analyse, Adoption::Nothing),
            ArchivePurpose::Continue => (Mode::Play, Adoption::Players),
        };
        session.requests.push(Request::Close(PageId::YourGames));
        session.request_game(NewGame {
            archive_id: Some(id),
            archive_read: Some(stamp),
            is_archived: true,
            mode: Some(mode),
            adopts,
            ..NewGame::new(game)
        });
    }
}

/// The outcome of an export to a path.
fn exported_text(path: &str, report: ExportReport) -> String {
    let games = counted(report.games as u64, "game", "games");
    let most = || format!(" Minnow itself reads files of at most {}.", size_text(MAX_BYTES));
    let large = report.is_large.then(most).unwrap_or_default();
    let damaged = report.damaged.map(|error| format!(" Left out: {error}.")).unwrap_or_default();
    format!("{games} written to {path}.{large}{damaged}")
}
