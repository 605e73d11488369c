//! The update of the export: copies to the clipboard, and files that are made on a thread of their
//! own.

use std::path::{Path, PathBuf};

use super::{Export, ExportAction, make};
use crate::app::{
    session::{
        Effect, ExportEnd, ExportOrder, FileRequest, MakeContent, NamedPicture, Question, Session,
    },
    ui::board::Arrow,
};
use minnow_game::store::PGN_EXTENSION;
use minnow_lab::ExportFormat;

impl Export {
    /// Carries out an action; `arrows` are those of the program on the board. Returns a question if
    /// the user has to decide.
    pub fn update(
        &mut self,
        session: &mut Session,
        arrows: &[Arrow],
        action: ExportAction,
        now_ms: u64,
    ) -> Option<Question<ExportAction>> {
        match action {
            ExportAction::CopyPicture => {
                let drawing = make::drawing(session, arrows, self.options)?;
                let (svg, width_px) = (drawing.svg, drawing.width_px);
                session.effects.push(Effect::CopyPicture { svg, width_px });
                session.info("The picture is on the clipboard.");
            }
            ExportAction::CopySvg => {
                session.copy(make::drawing(session, arrows, self.options)?.svg);
            }
            ExportAction::Save(request) => {
                let suggestion = suggestion(session, request);
                session.effects.push(Effect::AskExport { request, suggestion });
            }
            ExportAction::SaveTo { request, path, confirmed } => {
                self.save(session, arrows, request, &path, confirmed, now_ms)?;
            }
        }
        None
    }

    /// Starts to write a text that another page has made.
    pub fn save_text(
        &mut self,
        session: &mut Session,
        request: FileRequest,
        chosen: &Path,
        confirmed: bool,
        text: String,
        now_ms: u64,
    ) {
        let path = absolute(chosen, request);
        let replaces = confirmed && chosen.extension() == path.extension();
        let content: Box<MakeContent> = Box::new(move |_| Ok(Some(text.into_bytes())));
        self.start(session, request, ExportOrder { path, replaces, content }, now_ms);
    }

    /// Asks for a file to save a picture of the lab to.
    pub fn ask_picture(&mut self, session: &mut Session, named: NamedPicture) {
        self.lab_picture = Some(named.picture);
        let request = FileRequest::LabPicture;
        let suggestion = session.suggested_path().with_file_name(format!("{}.png", named.name));
        session.effects.push(Effect::AskExport { request, suggestion });
    }

    /// Starts to make a file.
    fn save(
        &mut self,
        session: &mut Session,
        arrows: &[Arrow],
        request: FileRequest,
        chosen: &Path,
        confirmed: bool,
        now_ms: u64,
    ) -> Option<()> {
        let path = absolute(chosen, request);
        // A dialog has asked about a file with the name as typed.
        let replaces = confirmed && chosen.extension() == path.extension();
        let options = self.options;
        let content: Box<MakeContent> = if request == FileRequest::Animation {
            let scenes = make::scenes(session, options);
            Box::new(move |is_stopped| make::animation(&scenes, options, is_stopped))
        } else if request == FileRequest::LabPicture {
            let (picture, format) = (self.lab_picture.clone()?, format_of(&path)?);
            Box::new(move |_| picture.bytes(format).map(Some).map_err(|error| error.to_string()))
        } else {
            let drawing = make::drawing(session, arrows, options)?;
            if has_ending(&path, "svg") {
                Box::new(move |_| Ok(Some(drawing.svg.into_bytes())))
            } else {
                Box::new(move |_| make::png(&drawing).map(Some).map_err(|error| error.to_string()))
            }
        };
        self.start(session, request, ExportOrder { path, replaces, content }, now_ms);
        Some(())
    }

    fn start(
        &mut self,
        session: &mut Session,
        request: FileRequest,
        order: ExportOrder,
        now_ms: u64,
    ) {
        let path = order.path.clone();
        if session.files.export(order, now_ms) {
            self.last = Some((request, path));
        } else {
            session.error("Another file is being made. Cancel it first, or wait for its end.");
        }
    }

    /// Takes the end of a file. Returns a question if another file would be replaced.
    pub fn take_outcome(&mut self, session: &mut Session) -> Option<Question<ExportAction>> {
        let outcome = session.files.take_export()?;
        let file = outcome.path.display();
        match outcome.result {
            Ok(ExportEnd::Written) => session.info(format!("Saved to {file}.")),
            Ok(ExportEnd::Cancelled) => session.info(format!("Cancelled: {file} was not written.")),
            Ok(ExportEnd::Exists) => {
                let (request, path) = self.last.take()?;
                let replace = ExportAction::SaveTo { request, path, confirmed: true };
                let question =
                    Question::new("Replace this file?", format!("{file} exists already."));
                return Some(question.cancel("Cancel").choice("Replace", replace));
            }
            Err(error) => session.error(format!("{error}.")),
        }
        None
    }
}

/// The suggested file, beside the game's.
fn suggestion(session: &Session, request: FileRequest) -> PathBuf {
    let game = session.suggested_path();
    let name = game.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let stem = name.split('.').next().filter(|stem| !stem.is_empty()).unwrap_or("game");
    game.with_file_name(format!("{stem}.{}", ending(request)))
}

/// The usual ending of a file for this purpose.
fn ending(request: FileRequest) -> &'static str {
    match request {
        FileRequest::Animation => "gif",
        FileRequest::Games => PGN_EXTENSION,
        FileRequest::HandIn | FileRequest::Exercise | FileRequest::Lessons => "ron",
        FileRequest::Picture | FileRequest::LabPicture | FileRequest::Open | FileRequest::Save => {
            "png"
        }
    }
}

/// The format of a picture of the lab, by the ending of its file.
fn format_of(path: &Path) -> Option<ExportFormat> {
    ExportFormat::of_extension(path.extension()?.to_str()?)
}

fn has_ending(path: &Path, ending: &str) -> bool {
    path.extension().is_some_and(|own| own.eq_ignore_ascii_case(ending))
}

/// The whole path of a file, with its ending.
fn absolute(chosen: &Path, request: FileRequest) -> PathBuf {
    let path = with_ending(chosen, request);
    std::path::absolute(&path).unwrap_or(path)
}

/// The path with the usual ending, unless it has one of the forms that can be written.
fn with_ending(path: &Path, request: FileRequest) -> PathBuf {
    let usual = ending(request);
    let is_drawing = match request {
        FileRequest::Picture => has_ending(path, "svg"),
        FileRequest::LabPicture => format_of(path).is_some(),
        _ => false,
    };
    if is_drawing || has_ending(path, usual) {
        return path.to_owned();
    }
    let mut name = path.as_os_str().to_owned();
    name.push(".");
    name.push(usual);
    PathBuf::from(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_get_the_ending_of_their_form() {
        let path = |name: &str, request| with_ending(Path::new(name), request);
        let (picture, animation) = (FileRequest::Picture, FileRequest::Animation);
        assert_eq!(path("a/board", picture), Path::new("a/board.png"));
        assert_eq!(path("a/board.SVG", picture), Path::new("a/board.SVG"));
        assert_eq!(path("a/board.svg", animation), Path::new("a/board.svg.gif"));
        let lab = FileRequest::LabPicture;
        assert_eq!(path("a/tree.dot", lab), Path::new("a/tree.dot"));
        assert_eq!(path("a/tree", lab), Path::new("a/tree.png"));
        assert_eq!(path("a/game 1.5", animation), Path::new("a/game 1.5.gif"));
    }
}
