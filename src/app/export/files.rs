//! The files of the export and its copies on the clipboard. Files are made on a thread of their own.

use std::path::{Path, PathBuf};

use super::{Export, make};
use crate::app::{
    pages::PageId,
    session::{
        Asker, BoardDrawing, ChosenFile, Effect, ExportEnd, ExportOrder, FileForm, FileQuery,
        MakeContent, NamedPicture, QueryContent, Question, Session,
    },
};
use minnow_lab::ExportFormat;

static PICTURE: FileForm = FileForm::save(
    "Save the board as a picture",
    &[("Picture (PNG)", &["png"]), ("Drawing (SVG)", &["svg"])],
);

static ANIMATION: FileForm =
    FileForm::save("Save the game as an animation", &[("Animation (GIF)", &["gif"])]);

static LAB_PICTURE: FileForm = FileForm::save(
    "Save for a slide: PNG, SVG; trees also DOT, TeX",
    &[
        ("Picture (PNG)", &["png"]),
        ("Drawing (SVG)", &["svg"]),
        ("Tree for Graphviz (DOT)", &["dot"]),
        ("Tree for LaTeX (TikZ)", &["tex"]),
    ],
);

/// The index of the answer that replaces the file.
pub(super) const REPLACE: usize = 1;

/// A file to be made.
#[derive(Debug)]
pub(super) struct ExportedFile {
    content: QueryContent,
    path: PathBuf,
}

impl Export {
    /// Puts a picture of the board on the clipboard.
    pub fn copy_picture(&self, session: &mut Session) {
        if let Some(drawing) = self.drawing(session) {
            session.effects.push(Effect::CopyPicture(drawing));
            session.info("The picture is on the clipboard.");
        }
    }

    /// Puts the drawing of the board on the clipboard as SVG.
    pub fn copy_drawing(&self, session: &mut Session) {
        if let Some(drawing) = self.drawing(session) {
            session.copy(drawing.svg);
        }
    }

    fn drawing(&self, session: &Session) -> Option<BoardDrawing> {
        make::drawing(session, self.task_game.as_ref(), &self.arrows, self.options)
    }

    /// Asks for a file to save a picture of the board to.
    pub fn ask_board(&self, session: &mut Session) {
        if let Some(drawing) = self.drawing(session) {
            ask(session, &PICTURE, None, QueryContent::Board(drawing));
        }
    }

    /// Asks for a file to save the game to as an animation.
    pub fn ask_animation(&self, session: &mut Session) {
        let (game, last) = self.animated(session);
        let content = QueryContent::Animation { game: Box::new(game.clone()), last };
        ask(session, &ANIMATION, None, content);
    }

    /// Asks for a file to save a picture of the lab to.
    pub fn ask_picture(&self, session: &mut Session, named: NamedPicture) {
        let content = QueryContent::Lab(Box::new(named.picture));
        ask(session, &LAB_PICTURE, Some(named.name), content);
    }

    /// Starts to make the chosen file.
    pub(super) fn save(&mut self, file: ChosenFile, session: &mut Session, now_ms: u64) {
        let ChosenFile { query, path: chosen, confirmed } = file;
        let path = absolute(&chosen, query.form);
        // A dialog has asked about a file with the name as typed.
        let replaces = confirmed && chosen.extension() == path.extension();
        let file = ExportedFile { content: query.content, path };
        self.start(file, replaces, session, now_ms);
    }

    /// Starts to make a file.
    pub(super) fn start(
        &mut self,
        file: ExportedFile,
        replaces: bool,
        session: &mut Session,
        now_ms: u64,
    ) {
        let Some(content) = self.make(&file, session) else { return };
        let order = ExportOrder { path: file.path.clone(), replaces, content };
        if session.files.export(order, now_ms) {
            self.making = Some(file);
        } else {
            session.error("Another file is being made. Cancel it first, or wait for its end.");
        }
    }

    /// The work that makes the content of a file.
    fn make(&self, file: &ExportedFile, session: &Session) -> Option<Box<MakeContent>> {
        let options = self.options;
        let content: Box<MakeContent> = match &file.content {
            QueryContent::Animation { game, last } => {
                let pictures = make::pictures(session, game, *last, options);
                Box::new(move |is_stopped| make::animation(&pictures, options, is_stopped))
            }
            QueryContent::Lab(picture) => {
                let (picture, format) = (picture.clone(), format_of(&file.path)?);
                Box::new(move |_| {
                    picture.bytes(format).map(Some).map_err(|error| error.to_string())
                })
            }
            QueryContent::Text(text) => {
                let bytes = text.clone().into_bytes();
                Box::new(move |_| Ok(Some(bytes)))
            }
            QueryContent::Board(drawing) => {
                let drawing = drawing.clone();
                if has_ending(&file.path, "svg") {
                    Box::new(move |_| Ok(Some(drawing.svg.into_bytes())))
                } else {
                    Box::new(move |_| {
                        make::png(&drawing).map(Some).map_err(|error| error.to_string())
                    })
                }
            }
            QueryContent::Nothing | QueryContent::Game(_) => return None,
        };
        Some(content)
    }

    /// Takes the end of a file. Asks if another file would be replaced.
    pub(super) fn take_outcome(&mut self, session: &mut Session) {
        let Some(outcome) = session.files.take_export() else { return };
        let file = outcome.path.display();
        match outcome.result {
            Ok(ExportEnd::Written) => session.info(format!("Saved to {file}.")),
            Ok(ExportEnd::Cancelled) => session.info(format!("Cancelled: {file} was not written.")),
            Ok(ExportEnd::Exists) => {
                self.asked = self.making.take();
                let (text, answers) = (format!("{file} exists already."), ["Cancel", "Replace"]);
                let title = "Replace this file?";
                session.ask(Question::of_page(PageId::Export, title, text, answers));
            }
            Err(error) => session.error(format!("{error}.")),
        }
    }
}

/// Asks for a file beside the game's, with this name or that of the game.
fn ask(session: &mut Session, form: &'static FileForm, name: Option<&str>, content: QueryContent) {
    let game = session.suggested_path();
    let game_name = game.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let of_game = || game_name.split('.').next().filter(|stem| !stem.is_empty()).unwrap_or("game");
    let name = format!("{}.{}", name.unwrap_or_else(of_game), usual_ending(form));
    let (asker, suggestion) = (Asker::Page(PageId::Export), game.with_file_name(name));
    session.ask_file(FileQuery { asker, form, suggestion, content });
}

fn usual_ending(form: &FileForm) -> &'static str {
    form.endings().next().unwrap_or_default()
}

/// The format of a picture of the lab, by the ending of its file.
fn format_of(path: &Path) -> Option<ExportFormat> {
    ExportFormat::of_extension(path.extension()?.to_str()?)
}

fn has_ending(path: &Path, ending: &str) -> bool {
    path.extension().is_some_and(|own| own.eq_ignore_ascii_case(ending))
}

/// The whole path of a file, with its ending.
fn absolute(chosen: &Path, form: &FileForm) -> PathBuf {
    let path = with_ending(chosen, form);
    std::path::absolute(&path).unwrap_or(path)
}

/// The path with the usual ending, unless it has one of the forms that can be written.
fn with_ending(path: &Path, form: &FileForm) -> PathBuf {
    let is_of_lab = form == &LAB_PICTURE && format_of(path).is_some();
    if is_of_lab || form.endings().any(|ending| has_ending(path, ending)) {
        return path.to_owned();
    }
    let mut name = path.as_os_str().to_owned();
    name.push(".");
    name.push(usual_ending(form));
    PathBuf::from(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_get_the_ending_of_their_form() {
        let path = |name: &str, form| with_ending(Path::new(name), form);
        assert_eq!(path("a/board", &PICTURE), Path::new("a/board.png"));
        assert_eq!(path("a/board.SVG", &PICTURE), Path::new("a/board.SVG"));
        assert_eq!(path("a/board.svg", &ANIMATION), Path::new("a/board.svg.gif"));
        assert_eq!(path("a/tree.dot", &LAB_PICTURE), Path::new("a/tree.dot"));
        assert_eq!(path("a/tree", &LAB_PICTURE), Path::new("a/tree.png"));
        assert_eq!(path("a/game 1.5", &ANIMATION), Path::new("a/game 1.5.gif"));
    }
}
