//! Games from PGN, in files with one or many games, and positions and games from pasted text.

use std::{
    fmt::Display,
    path::{Path, PathBuf},
};

use super::{Asked, GameFiles, chooser::Chooser};
use crate::app::{
    pages::PageId,
    request::Request,
    session::{Document, GameList, NewGame, Notice, Question, Session},
    ui::text::capitalised,
};
use minnow_game::{
    pgn::{PgnFault, PgnFile, PgnGame, PgnProblem},
    store::EXTENSION,
};
use minnow_rules::{
    Position, PositionTextError, Variant, builtin_variants, excerpt, parse_position_text, visible,
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
        let Some(read) = list.file.read(0) else { return };
        let boards = list.file.on_other_boards(0, &read);
        let new = |read| {
            let new = new_game_of(read, document_of(&path, None));
            NewGame { remember: Some(path.clone()), ..new }
        };
        self.request_read(read, boards, new, session);
    }

    /// Requests a game that was read. If its start does not fit the board, offers those that it fits, and
    /// if no part of it could be read, reports its problems.
    fn request_read(
        &mut self,
        read: PgnGame,
        boards: Vec<PgnGame>,
        new: impl Fn(PgnGame) -> NewGame,
        session: &mut Session,
    ) {
        if !read.is_skipped() {
            return session.request_game(new(read));
        }
        let start = read.problems.iter().find_map(|problem| match &problem.fault {
            PgnFault::Start { error, .. } => Some(error),
            _ => None,
        });
        if let Some(error) = start.filter(|_| !boards.is_empty()) {
            let games = boards.into_iter().map(new).collect();
            return self.offer_boards("start of the game", error, games, session);
        }
        if let Some(notice) = problem_notice(&read.problems) {
            session.show_notice(notice);
        }
    }

    fn show(&mut self, list: Chooser, session: &mut Session) {
        self.list = Some(list);
        session.requests.push(Request::Show(PageId::GameFiles));
    }

    /// Requests the marked game of the list.
    pub fn open_marked(&mut self, session: &mut Session) {
        let Some(list) = &self.list else { return };
        let Some(read) = list.read_marked() else { return };
        let boards = list.marked_on_other_boards(&read);
        let number = list.rows.marked_place().map(|place| place + 1);
        let path = list.path.clone();
        let new = |read| match &path {
            Some(path) => new_game_of(read, document_of(path, number)),
            None => pasted_game(read),
        };
        self.request_read(read, boards, new, session);
    }

    /// Requests a new game from pasted text: a position or a game in PGN.
    pub fn paste(&mut self, text: &str, session: &mut Session) {
        let no_position = match parse_position_text(session.variant(), text) {
            Ok(position) => return session.request_game(pasted_position(position)),
            Err(problem) => problem,
        };
        match PgnFile::parse(text.as_bytes(), session.variant()) {
            Err(problem) if is_movetext(text) => {
                session.error(format!("The pasted game cannot be read: {problem}."));
            }
            Err(_) => match no_position {
                PositionTextError::Empty => session.error("The pasted text has only blanks."),
                PositionTextError::UnknownForm(word) => session.error(format!(
                    "The pasted text is neither a position nor a game: it begins with \"{word}\"."
                )),
                problem => self.ask_for_board(text, &problem, session),
            },
            Ok(file) if file.len() > 1 => {
                self.show(Chooser::new(GameList::new(file), None), session);
            }
            Ok(file) => {
                let Some(read) = file.read(0) else { return };
                let boards = file.on_other_boards(0, &read);
                let new = |read| {
                    let new = pasted_game(read);
                    let is_read = Notice::info("The pasted game is on the board.");
                    NewGame { notice: new.notice.clone().or(Some(is_read)), ..new }
                };
                self.request_read(read, boards, new, session);
            }
        }
    }

    /// Offers the boards on which a pasted position can be played, or reports that there are none.
    fn ask_for_board(&mut self, text: &str, problem: &PositionTextError, session: &mut Session) {
        let on_board = |variant| parse_position_text(variant, text).ok();
        let positions = builtin_variants().iter().filter_map(on_board);
        let games: Vec<NewGame> = positions.map(pasted_position).collect();
        if games.is_empty() {
            return session.error(format!("The pasted position cannot be played: {problem}."));
        }
        self.offer_boards("pasted position", problem, games, session);
    }

    /// Asks on which board a game begins whose start does not fit the one in use.
    fn offer_boards(
        &mut self,
        what: &str,
        problem: &dyn Display,
        games: Vec<NewGame>,
        session: &mut Session,
    ) {
        let boards = games.iter().map(|new| new.game.variant().name.as_str());
        let name = &session.variant().name;
        let question = Question::of_page(
            PageId::GameFiles,
            "Play it on another board?",
            format!("The {what} does not fit {name}: {problem}. It fits these games:"),
            boards.chain(["Cancel"]),
        );
        session.ask(question);
        self.asked = Some(Asked::Boards(games));
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

fn pasted_position(position: Position) -> NewGame {
    let notice = Notice::info("A new game starts from the pasted position.");
    NewGame { notice: Some(notice), ..NewGame::from_position(position) }
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

/// True if a text begins like PGN: with a tag, a comment, or a move number and its dot or its move. A side
/// follows the number of the course's form.
fn is_movetext(text: &str) -> bool {
    let text = visible(text);
    let text = text.trim_start();
    let behind = text.trim_start_matches(|letter: char| letter.is_ascii_digit());
    let word = behind.split_whitespace().next().unwrap_or_default();
    let is_move = word.starts_with(|letter: char| letter.is_ascii_alphabetic())
        && word.contains(|letter: char| letter.is_ascii_digit())
        && !word.contains('/');
    text.starts_with(['[', '{', ';', '%'])
        || behind.len() < text.len() && (is_move || behind.starts_with(['.', '\u{2026}']))
}
