//! The update of this feature: it passes every action to the function that carries it out.

use super::{ChooserAction, GamesAction, chooser::Chooser, files, pgn, saving};
use crate::app::session::{AfterUnsaved, Effect, FileWork, Overwrite, Question, Session};
use minnow_game::store::PGN_EXTENSION;

/// The reply of an update to the screen.
pub enum GamesReply {
    Ask(Question<GamesAction>),
    /// Shows the list of a file's games.
    ShowChooser(Box<Chooser>),
    CloseChooser,
}

/// Carries out an action; `chooser` is the list of games, where it is shown.
pub fn update(
    session: &mut Session,
    chooser: Option<&mut Chooser>,
    action: GamesAction,
    now_ms: u64,
) -> Option<GamesReply> {
    match action {
        GamesAction::NewGameOf(id) => session.request_game_of(&id),
        GamesAction::Open => session.effects.push(Effect::AskOpen),
        GamesAction::OpenPath(path) => files::open_path(session, &path, false, now_ms),
        GamesAction::OpenTheirs(path) => {
            session.after_save = None;
            files::open_path(session, &path, true, now_ms);
        }
        GamesAction::OpenExample(index) => files::open_example(session, index),
        GamesAction::Save => {
            session.after_save = None;
            saving::save(session, now_ms);
        }
        GamesAction::SaveAs => {
            session.after_save = None;
            session.effects.push(Effect::AskSave { suggestion: session.suggested_path() });
        }
        GamesAction::SavePgn => {
            session.after_save = None;
            let suggestion = session.suggested_path();
            let suggestion = suggestion.with_extension("").with_extension(PGN_EXTENSION);
            session.effects.push(Effect::AskSave { suggestion });
        }
        GamesAction::Overwrite { path, found } => {
            saving::save_to(session, path, Overwrite::Unchanged(found), now_ms);
        }
        GamesAction::SaveBeside(path) => {
            saving::save_to(session, path, Overwrite::Beside, now_ms);
        }
        GamesAction::SavePath { path, confirmed } => {
            saving::save_path(session, path, confirmed, now_ms);
        }
        GamesAction::CancelFile(FileWork::Reading) => session.files.cancel_read(),
        GamesAction::CancelFile(FileWork::Saving) => session.files.cancel_save(),
        GamesAction::CancelFile(FileWork::Exporting) => session.files.cancel_export(),
        GamesAction::TypePath(request) => {
            let path = session.suggested_path();
            session.effects.push(Effect::TypePath { request, path });
        }
        GamesAction::NoneChosen => session.after_save = None,
        GamesAction::PasteInto { variant_id, text } => pgn::paste_into(session, &variant_id, &text),
        GamesAction::Choose(action) => return choose(session, chooser?, action),
    }
    None
}

/// Saves the game, asks for a file if it has none, and then goes on with `next`.
pub fn save_first(session: &mut Session, next: AfterUnsaved, now_ms: u64) {
    session.after_save = Some(next);
    saving::save(session, now_ms);
}

/// Asks for another file to save the game to, and then goes on with `next`.
pub fn save_copy_first(session: &mut Session, next: AfterUnsaved) {
    session.after_save = Some(next);
    session.effects.push(Effect::AskSave { suggestion: session.suggested_path() });
}

fn choose(
    session: &mut Session,
    chooser: &mut Chooser,
    action: ChooserAction,
) -> Option<GamesReply> {
    match action {
        ChooserAction::Filter(text) => chooser.set_filter(text),
        ChooserAction::Mark(row) => chooser.mark(row),
        ChooserAction::Open => pgn::open_marked(session, chooser),
        ChooserAction::Close => return Some(GamesReply::CloseChooser),
    }
    None
}
