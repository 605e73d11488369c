//! The update of the user's games: it carries out the actions and takes the answers of the archive.

use std::path::Path;

use super::{ArchiveAction, FormTarget, GameList, HeaderForm};
use crate::app::session::{
    Adoption, ArchiveEvent, ArchiveOrder, ArchivePurpose, Effect, FileRequest, Mode, NewGame,
    Notice, NoticeUndo, Question, Session,
};
use minnow_base::files::system;
use minnow_game::{
    archive::{ArchiveId, ArchiveList},
    store::{StampedGame, StoreError},
};
use minnow_rules::{counted, grouped};

/// The data of the page, which stay while it is closed.
#[derive(Debug, Default)]
pub struct ArchivePage {
    pub list: GameList,
    /// The changes since the page was opened, for undo; the last one last.
    pub undo: Vec<ArchiveUndo>,
    /// A sentence about the files that could not be read, or about the outcome of the last request.
    pub message: Option<String>,
    /// True until the first list has arrived.
    pub is_waiting: bool,
    /// The number of games that had been written when the list was asked for.
    listed_writes: u64,
}

/// A change of the list that can be undone.
#[derive(Clone, Debug)]
pub enum ArchiveUndo {
    Deletion(ArchiveId),
    /// The version of a game before its names and tags were changed.
    Header(Box<ArchiveOrder>),
}

/// The reply of an update to the screen.
pub enum ArchiveReply {
    ShowPage,
    ClosePage,
    ShowForm(Box<HeaderForm>),
    CloseForm,
    /// Shows the game on the board in this workspace.
    ShowBoard(Mode),
    Ask(Question<ArchiveAction>),
}

impl ArchivePage {
    /// Asks for the list.
    fn refresh(&mut self, session: &mut Session) {
        self.listed_writes = session.keeping.archive_writes();
        self.is_waiting = self.list.total() == 0 && session.archive.has_folder();
        session.archive.list();
    }
}

/// Carries out an action; `form` is the form, where it is shown.
pub fn update(
    session: &mut Session,
    page: &mut ArchivePage,
    form: Option<&mut HeaderForm>,
    action: ArchiveAction,
) -> Option<ArchiveReply> {
    match action {
        ArchiveAction::Show => {
            (page.message, page.undo) = (None, Vec::new());
            page.refresh(session);
            return Some(ArchiveReply::ShowPage);
        }
        ArchiveAction::Close => return Some(ArchiveReply::ClosePage),
        ArchiveAction::Filter(filter) => page.list.set_filter(filter),
        ArchiveAction::Mark(row) => page.list.mark(row),
        ArchiveAction::Analyse => return open(session, page, ArchivePurpose::Analyse),
        ArchiveAction::Continue => return open(session, page, ArchivePurpose::Continue),
        ArchiveAction::EditMarked => return open(session, page, ArchivePurpose::EditHeader),
        ArchiveAction::Delete => {
            if let Some(id) = marked_id(page) {
                session.archive.delete(id);
            }
        }
        ArchiveAction::Undo => undo(session, page),
        ArchiveAction::AskExport => {
            if page.list.rows() > 0 {
                let suggestion = session.suggested_path().with_file_name("Your games.pgn");
                session.effects.push(Effect::AskExport { request: FileRequest::Games, suggestion });
            }
        }
        ArchiveAction::Export { path, confirmed } => {
            return export(session, page, &path, confirmed);
        }
        ArchiveAction::EditBoard => return Some(form_of_board(session)),
        ArchiveAction::Change(fields) => form?.fields = fields,
        ArchiveAction::SaveForm => return save_form(session, page, form?),
        ArchiveAction::CloseForm => return Some(ArchiveReply::CloseForm),
    }
    None
}

fn marked_id(page: &ArchivePage) -> Option<ArchiveId> {
    page.list.marked_game().map(|game| game.id.clone())
}

/// Opens the marked game, or shows it if it is on the board already.
fn open(
    session: &mut Session,
    page: &ArchivePage,
    purpose: ArchivePurpose,
) -> Option<ArchiveReply> {
    let id = marked_id(page)?;
    if session.archive_place.id.as_ref() != Some(&id) {
        session.archive.open(id, purpose);
        return None;
    }
    match purpose {
        ArchivePurpose::Analyse => Some(ArchiveReply::ShowBoard(Mode::Analyse)),
        ArchivePurpose::Continue => Some(ArchiveReply::ShowBoard(Mode::Play)),
        ArchivePurpose::EditHeader => Some(form_of_board(session)),
    }
}

/// Undoes the last change of the list.
fn undo(session: &mut Session, page: &mut ArchivePage) {
    match page.undo.pop() {
        Some(ArchiveUndo::Deletion(id)) => session.archive.restore(vec![id]),
        Some(ArchiveUndo::Header(before)) => session.effects.push(Effect::Archive(before)),
        None => {}
    }
}

fn form_of_board(session: &Session) -> ArchiveReply {
    let target = FormTarget::Board(session.here());
    ArchiveReply::ShowForm(Box::new(HeaderForm::new(target, &session.game.header)))
}

/// Writes the shown games to a file, after a question if there is one already.
fn export(
    session: &mut Session,
    page: &mut ArchivePage,
    path: &Path,
    confirmed: bool,
) -> Option<ArchiveReply> {
    let path =
        if path.extension().is_some() { path.to_owned() } else { path.with_extension("pgn") };
    if !confirmed && system::exists(&path) {
        let text = format!("{} exists already.", path.display());
        let replace = ArchiveAction::Export { path, confirmed: true };
        let question = Question::new("Replace this file?", text).cancel("Cancel");
        return Some(ArchiveReply::Ask(question.choice("Replace", replace)));
    }
    let ids = page.list.shown_ids();
    page.message = Some(format!("Writing {} games\u{2026}", grouped(ids.len() as u64)));
    session.archive.export(ids, &path);
    None
}

/// Writes the form into its game.
fn save_form(
    session: &mut Session,
    page: &mut ArchivePage,
    form: &mut HeaderForm,
) -> Option<ArchiveReply> {
    if !form.fields.is_valid() {
        return None;
    }
    match &mut form.target {
        FormTarget::Board(place) if place.game_number == session.game_number => {
            if session.edit_header(|header| form.fields.write_into(header)) {
                let text = "Names and tags changed.";
                session.show_notice(Notice::undoable(text, NoticeUndo::Edit));
            }
        }
        // Another game has come onto the board.
        FormTarget::Board(_) => {}
        FormTarget::Archived(order) => {
            let before = order.clone();
            form.fields.write_into(&mut order.game.header);
            if order.game.header != before.game.header {
                session.effects.push(Effect::Archive(order.clone()));
                page.undo.push(ArchiveUndo::Header(before));
            }
        }
    }
    Some(ArchiveReply::CloseForm)
}

/// Takes the answers of the archive; `is_shown` is true while the page is shown.
pub fn tick(session: &mut Session, page: &mut ArchivePage, is_shown: bool) -> Option<ArchiveReply> {
    let mut reply = None;
    for event in session.archive.events() {
        reply = take_event(session, page, event).or(reply);
    }
    let is_old = page.listed_writes != session.keeping.archive_writes();
    if is_shown && is_old && !session.archive.is_busy() {
        page.refresh(session);
    }
    reply
}

fn take_event(
    session: &mut Session,
    page: &mut ArchivePage,
    event: ArchiveEvent,
) -> Option<ArchiveReply> {
    match event {
        ArchiveEvent::Listed(Ok(list)) => take_list(page, list),
        ArchiveEvent::Listed(Err(error)) => page.message = Some(format!("{error}.")),
        ArchiveEvent::ListInterrupted => page.refresh(session),
        ArchiveEvent::Opened { game: Err(error), .. } => page.message = Some(format!("{error}.")),
        ArchiveEvent::Opened { id, purpose, game: Ok(game) } => {
            return take_game(session, id, purpose, game);
        }
        ArchiveEvent::Moved { ids, deleted, error } => {
            page.message = error.map(|error| format!("{error}."));
            if deleted {
                ids.iter().for_each(|id| page.list.remove(id));
                page.undo.extend(ids.into_iter().map(ArchiveUndo::Deletion));
            } else {
                page.refresh(session);
            }
        }
        ArchiveEvent::Exported { report: Err(error), .. } => {
            page.message = Some(format!("{error}."));
        }
        ArchiveEvent::Exported { path, report: Ok(report) } => {
            let games = counted(report.games as u64, "game", "games");
            let mut message = format!("{games} written to {}.", path.display());
            if report.is_large {
                message.push_str(" Minnow itself reads files of at most 16 MB.");
            }
            if let Some(error) = report.damaged {
                message.push_str(&format!(" Left out: {error}."));
            }
            page.message = Some(message);
        }
        ArchiveEvent::Failed(problem) => page.message = Some(format!("{problem}.")),
    }
    None
}

fn take_list(page: &mut ArchivePage, list: ArchiveList) {
    page.is_waiting = false;
    page.list.replace(list.games);
    if !list.damaged.is_empty() {
        page.message = damaged_text(&list.damaged);
    }
}

/// One sentence about all files that cannot be read.
fn damaged_text(damaged: &[StoreError]) -> Option<String> {
    let (first, others) = damaged.split_first()?;
    Some(match others.len() {
        0 => format!("One game cannot be read: {first}."),
        count => format!("{} games cannot be read; first: {first}.", count + 1),
    })
}

fn take_game(
    session: &mut Session,
    id: ArchiveId,
    purpose: ArchivePurpose,
    game: Box<StampedGame>,
) -> Option<ArchiveReply> {
    let StampedGame { game, stamp } = *game;
    let (mode, adopts) = match purpose {
        ArchivePurpose::EditHeader => {
            let header = game.header.clone();
            let order = ArchiveOrder { id, read: Some(stamp), game };
            let form = HeaderForm::new(FormTarget::Archived(Box::new(order)), &header);
            return Some(ArchiveReply::ShowForm(Box::new(form)));
        }
        ArchivePurpose::Analyse => (Mode::Analyse, Adoption::Nothing),
        ArchivePurpose::Continue => (Mode::Play, Adoption::Players),
    };
    session.request_game(NewGame {
        archive_id: Some(id),
        archive_read: Some(stamp),
        is_archived: true,
        mode: Some(mode),
        adopts,
        ..NewGame::new(game)
    });
    Some(ArchiveReply::ClosePage)
}
