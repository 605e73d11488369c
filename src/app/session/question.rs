//! Questions to the user: over the window, and for a file. Each says who asked, and the answer returns
//! there.

use std::path::PathBuf;

use super::{Effect, GameToSave, Session};
use crate::app::{pages::PageId, request::Request};
use minnow_game::{Game, NodeId, archive::ArchiveId};
use minnow_lab::LabPicture;

/// An open question.
#[derive(Clone, Debug, PartialEq)]
pub struct Question {
    pub title: String,
    pub text: String,
    /// The first is the default.
    pub choices: Vec<Choice>,
    /// True if the question closes when the game on the board ends.
    pub lapses_at_end: bool,
    /// The page that gets the answer; `None` if the choices have actions.
    pub asker: Option<PageId>,
}

/// One answer: the text of its button and its action. Without an action it closes the question and
/// tells the page that asked.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice {
    pub label: &'static str,
    pub action: Option<Request>,
}

impl Question {
    /// A question without choices.
    pub fn new(title: &str, text: impl Into<String>) -> Question {
        Question {
            title: title.to_owned(),
            text: text.into(),
            choices: Vec::new(),
            lapses_at_end: false,
            asker: None,
        }
    }

    /// A question of a page, which gets the index of the answer and knows what it is about.
    pub fn of_page(
        page: PageId,
        title: &str,
        text: impl Into<String>,
        answers: impl IntoIterator<Item = &'static str>,
    ) -> Question {
        let choices = answers.into_iter().map(|label| Choice { label, action: None }).collect();
        Question { choices, asker: Some(page), ..Question::new(title, text) }
    }

    /// Adds an answer.
    pub fn choice(mut self, label: &'static str, action: Request) -> Question {
        self.choices.push(Choice { label, action: Some(action) });
        self
    }

    /// Adds an answer that does nothing but close the question.
    pub fn cancel(mut self, label: &'static str) -> Question {
        self.choices.push(Choice { label, action: None });
        self
    }

    /// The same question, closed when the game on the board ends.
    pub fn lapsing_at_end(self) -> Question {
        Question { lapses_at_end: true, ..self }
    }
}

/// Who asks for a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asker {
    Page(PageId),
    /// The lessons or the exercises of the lab.
    Lab,
}

/// The kind of choice in a file dialog.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PathPurpose {
    OpenFile,
    OpenFolder,
    SaveFile,
}

/// The form of a file dialog.
#[derive(Debug, PartialEq, Eq)]
pub struct FileForm {
    /// It begins with the word on the button. Behind a colon are the kinds of files, for a box that
    /// does not list them.
    pub title: &'static str,
    pub purpose: PathPurpose,
    /// The kinds of files with their endings in lower case; the first ending is the usual one.
    pub kinds: &'static [FileKinds],
}

/// Files with one of these endings, with their name.
type FileKinds = (&'static str, &'static [&'static str]);

impl FileForm {
    pub const fn open(title: &'static str, kinds: &'static [FileKinds]) -> FileForm {
        FileForm { title, purpose: PathPurpose::OpenFile, kinds }
    }

    pub const fn save(title: &'static str, kinds: &'static [FileKinds]) -> FileForm {
        FileForm { title, purpose: PathPurpose::SaveFile, kinds }
    }

    pub fn endings(&self) -> impl Iterator<Item = &'static str> {
        self.kinds.iter().flat_map(|(_, endings)| endings.iter().copied())
    }
}

/// A question for a file, with the suggested path.
#[derive(Clone, Debug, PartialEq)]
pub struct FileQuery {
    pub asker: Asker,
    pub form: &'static FileForm,
    pub suggestion: PathBuf,
    pub content: QueryContent,
}

/// The content that the user writes to a file. The query carries it, because the window goes on while
/// the dialog is open.
#[derive(Clone, Debug, PartialEq)]
pub enum QueryContent {
    /// Nothing: the file is read, or its content is made once it is chosen.
    Nothing,
    Game(Box<GameToSave>),
    Board(BoardDrawing),
    /// The moves of a game up to a node.
    Animation {
        game: Box<Game>,
        last: NodeId,
    },
    Lab(Box<LabPicture>),
    Text(String),
    /// Games of the archive.
    Games(Vec<ArchiveId>),
}

/// A board as a drawing in SVG, with its width as a picture in pixels.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardDrawing {
    pub svg: String,
    pub width_px: u32,
}

/// The file that the user has chosen.
#[derive(Clone, Debug, PartialEq)]
pub struct ChosenFile {
    pub query: FileQuery,
    pub path: PathBuf,
    /// True if the user has agreed to replace a file with this path.
    pub confirmed: bool,
}

/// The end of a file dialog.
#[derive(Clone, Debug, PartialEq)]
pub enum FileChoice {
    Chosen(ChosenFile),
    Cancelled,
    /// The user wants a dialog in place of the box for a path.
    Browse(FileQuery),
    /// The user types the path: this desktop has no dialogs, or the dialog failed.
    NoDialog {
        query: FileQuery,
        problem: Option<String>,
    },
}

impl Session {
    /// Puts a question to the user.
    pub fn ask(&mut self, question: Question) {
        self.requests.push(Request::Ask(Box::new(question)));
    }

    /// Asks for a file by a dialog.
    pub fn ask_file(&mut self, query: FileQuery) {
        self.effects.push(Effect::AskFile(query));
    }
}
