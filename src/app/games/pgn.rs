//! Games from PGN, in files with one or many games, and positions and games from pasted text.

use std::path::{Path, PathBuf};

use super::{Asked, GameFiles, chooser::Chooser};
use crate::app::{
    pages::PageId,
    request::Request,
    session::{Document, GameList, NewGame, Notice, Question, Session},
    ui::text::capitalised,
};
use minnow_game::{
    pgn::{PgnFile, PgnGame, PgnProblem},
    store::EXTENSION,
};
use minnow_rules::{
    Position, PositionTextError, Variant, builtin_variants, excerpt, parse_position_text,
};

impl GameFiles {
    /// Requests the only game of a file, or shows the list of its games.
    pub(super) fn open_file_of_games(
        &mut self,
        list: GameList,
        path: PathBuf,
        session: &mut Session,
    ) {
        if list.file.len() > 1 {
            session.remember(&path);
            session.notice = None;
            return self.show(Chooser::new(list, Some(path)), session);
        }
        let Some(read) = readable(session, list.file.read(0)) else { return };
        let new = new_game_of(read, document_of(&path, None));
        session.request_game(NewGame { remember: Some(path), ..new });
    }

    fn show(&mut self, list: Chooser, session: &mut Session) {
        self.list = Some(list);
        session.requests.push(Request::Show(PageId::GameFiles));
    }

    /// Requests the marked game of the list.
    pub fn open_marked(&mut self, session: &mut Session) {
        let Some(list) = &self.list else { return };
        let Some(read) = readable(session, list.read_marked()) else { return };
        let number = list.rows.marked_place().map(|place| place + 1);
        session.request_game(match &list.path {
            Some(path) => new_game_of(read, document_of(path, number)),
            None => pasted_game(read),
        });
    }

    /// Requests a new game from pasted text: a position or a game in PGN.
    pub fn paste(&mut self, text: &str, session: &mut Session) {
        let looks_like_pgn = is_movetext(text);
        if !looks_like_pgn {
            match parse_position_text(session.variant(), text) {
                Ok(position) => return session.request_game(pasted_position(position)),
                Err(PositionTextError::UnknownForm(_)) => {}
                Err(problem) => return self.ask_for_board(text, &problem, session),
            }
        }
        match PgnFile::parse(text.as_bytes(), session.variant()) {
            Err(problem) if looks_like_pgn => {
                session.error(format!("The pasted game cannot be read: {problem}."));
            }
            Err(_) => {
                let word = excerpt(text.split_whitespace().next().unwrap_or(""));
                session.error(format!(
                    "The pasted text is neither a position nor a game: it begins with \"{word}\"."
                ));
            }
            Ok(file) if file.len() > 1 => {
                self.show(Chooser::new(GameList::new(file), None), session);
            }
            Ok(file) => {
                let Some(read) = readable(session, file.read(0)) else { return };
                let new = pasted_game(read);
                let notice = new.notice.clone();
                let notice = notice.or(Some(Notice::info("The pasted game is on the board.")));
                session.request_game(NewGame { notice, ..new });
            }
        }
    }

    /// Offers the boards on which a pasted position can be played, or reports that there are none.
    fn ask_for_board(&mut self, text: &str, problem: &PositionTextError, session: &mut Session) {
        let on_board = |variant| parse_position_text(variant, text).ok();
        let positions: Vec<Position> = builtin_variants().iter().filter_map(on_board).collect();
        if positions.is_empty() {
            return session.error(format!("The pasted position cannot be played: {problem}."));
        }
        let boards = positions.iter().map(|position| position.variant().name.as_str());
        let name = &session.variant().name;
        let question = Question::of_page(
            PageId::GameFiles,
            "Play it on another board?",
            format!("The pasted position does not fit {name}: {problem}. It fits these games:"),
            boards.chain(["Cancel"]),
        );
        session.ask(question);
        self.asked = Some(Asked::Boards(positions));
    }
}

/// Requests a new game from the position of a link.
pub fn begin_linked(session: &mut Session, variant_id: &str, text: &str) {
    let refused = |problem: &str| format!("The link cannot be followed: {problem}.");
    let Some(variant) = Variant::by_id(variant_id) else {
        return session.error(refused(&format!("there is no board \"{}\"", excerpt(variant_id))));
    };
    match parse_position_text(variant, text) {
        Ok(position) => {
            let notice = Notice::info("A new game starts from the position of the link.");
            let new = NewGame { notice: Some(notice), ..NewGame::from_position(position) };
            session.request_game(new);
        }
        Err(problem) => session.error(refused(&problem.to_string())),
    }
}

pub(super) fn pasted_position(position: Position) -> NewGame {
    let notice = Notice::info("A new game starts from the pasted position.");
    NewGame { notice: Some(notice), ..NewGame::from_position(position) }
}

/// The game, unless no part of it could be read; the user then sees its problems.
fn readable(session: &mut Session, read: Option<PgnGame>) -> Option<PgnGame> {
    let read = read?;
    if read.is_skipped() {
        if let Some(notice) = problem_notice(&read.problems) {
            session.show_notice(notice);
        }
        return None;
    }
    Some(read)
}

fn new_game_of(read: PgnGame, document: Document) -> NewGame {
    let notice = problem_notice(&read.problems);
    NewGame { document, notice, ..NewGame::new(read.game) }
}

/// A pasted game is in no file, so it is unsaved work.
fn pasted_game(read: PgnGame) -> NewGame {
    NewGame { is_unsaved: true, ..new_game_of(read, Document::default()) }
}

/// The document of a game from a PGN file. The game has no file of its own; a new one beside the
/// PGN file is suggested, with the game's number (from 1) where the file has several games.
fn document_of(path: &Path, number: Option<usize>) -> Document {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let numbered = number.map_or(String::new(), |number| format!("-{number}"));
    let title = match number {
        Some(number) => format!("{name}, game {number}"),
        None => name.into_owned(),
    };
    Document {
        suggestion: Some(path.with_file_name(format!("{stem}{numbered}.{EXTENSION}"))),
        title: Some(title),
        ..Document::default()
    }
}

/// The first of a game's problems and the number of the others.
fn problem_notice(problems: &[PgnProblem]) -> Option<Notice> {
    let (first, others) = problems.split_first()?;
    let more = match others.len() {
        0 => String::new(),
        count => format!(" (and {count} more)"),
    };
    Some(Notice::error(capitalised(&format!("{first}{more}."))))
}

/// True if a text begins like PGN: with a tag, a comment, or a move number and its dot.
fn is_movetext(text: &str) -> bool {
    let text = text.trim_start_matches(['\u{feff}', ' ', '\t', '\r', '\n']);
    let behind = text.trim_start_matches(|letter: char| letter.is_ascii_digit());
    text.starts_with(['[', '{', ';', '%'])
        || behind.len() < text.len() && behind.starts_with(['.', '\u{2026}'])
}
