//! The files of the export and its copies on the clipboard: pictures and animations of positions of the
//! game. Files are made on a thread of their own.

use std::path::{Path, PathBuf};

use super::{Export, ExportOptions};
use crate::app::{
    game_board::position_picture,
    pages::PageId,
    session::{
        Asker, BoardDrawing, ChosenFile, Effect, ExportEnd, ExportOrder, FileForm, FileQuery,
        MakeContent, NamedPicture, QueryContent, Question, Session,
    },
    ui::board::{Arrow, PositionPicture},
};
use minnow_game::{Game, NodeId};
use minnow_lab::ExportFormat;
use minnow_picture::{Drawing, GifAnimation, Pixels, RasterError};
use minnow_rules::Color;

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

/// The last position is shown for this time, in milliseconds.
const END_MS: u32 = 4_000;
/// The number of frames from which the palette is made, besides the first and the last.
const SAMPLES: usize = 4;

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
        drawing(session, self.task_game.as_ref(), &self.arrows, self.options)
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
                let pictures = pictures(session, game, *last, options);
                Box::new(move |is_stopped| {
                    animation(&pictures, options, is_stopped).map_err(|error| error.to_string())
                })
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
                    Box::new(move |_| png(&drawing).map(Some).map_err(|error| error.to_string()))
                }
            }
            QueryContent::Nothing | QueryContent::Game(_) | QueryContent::Games(_) => return None,
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

/// The position at a node of the game, as it is drawn.
fn picture_at(
    session: &Session,
    game: &Game,
    node: NodeId,
    options: ExportOptions,
) -> Option<PositionPicture> {
    let node = game.node(node)?;
    let flipped = options.side_below.map_or(session.flipped, |side| side == Color::Black);
    let picture = position_picture(session, node.position(), node.played());
    Some(PositionPicture { flipped, ..picture })
}

/// The width of a picture in pixels.
fn width_px(picture: &PositionPicture, options: ExportOptions) -> u32 {
    u32::from(picture.files) * options.square_px
}

fn pixels(picture: &PositionPicture, options: ExportOptions) -> Result<Pixels, RasterError> {
    Drawing::parse(&picture.svg())?.pixels(width_px(picture, options))
}

/// The position shown, with the user's shapes and the given arrows, or that of a task; `None` only if
/// the game has no such position.
fn drawing(
    session: &Session,
    task_game: Option<&Game>,
    arrows: &[Arrow],
    options: ExportOptions,
) -> Option<BoardDrawing> {
    let game = task_game.unwrap_or(&session.game);
    let picture = picture_at(session, game, game.cursor(), options)?;
    let shapes = if task_game.is_some() { Vec::new() } else { session.shapes_here() };
    let picture = PositionPicture { arrows: arrows.to_vec(), shapes, ..picture };
    Some(BoardDrawing { svg: picture.svg(), width_px: width_px(&picture, options) })
}

/// The positions of a game, from the start to this node.
fn pictures(
    session: &Session,
    game: &Game,
    last: NodeId,
    options: ExportOptions,
) -> Vec<PositionPicture> {
    let path = game.path(last);
    path.into_iter().filter_map(|node| picture_at(session, game, node, options)).collect()
}

/// A drawing as a PNG file.
///
/// # Errors
///
/// Returns the reason if the picture cannot be made.
fn png(drawing: &BoardDrawing) -> Result<Vec<u8>, RasterError> {
    Drawing::parse(&drawing.svg)?.pixels(drawing.width_px)?.png()
}

/// Positions as a GIF file, or `None` if `is_stopped` became true.
///
/// # Errors
///
/// Returns the reason if the animation cannot be made.
fn animation(
    pictures: &[PositionPicture],
    options: ExportOptions,
    is_stopped: &dyn Fn() -> bool,
) -> Result<Option<Vec<u8>>, RasterError> {
    let samples = samples_of(pictures).map(|picture| pixels(picture, options));
    let mut animation = GifAnimation::new(&samples.collect::<Result<Vec<Pixels>, _>>()?)?;
    for (place, picture) in pictures.iter().enumerate() {
        if is_stopped() {
            return Ok(None);
        }
        let is_last = place + 1 == pictures.len();
        let delay_ms = if is_last { END_MS } else { options.move_ms };
        animation.add(&pixels(picture, options)?, delay_ms)?;
    }
    animation.finish().map(Some)
}

/// Pictures with all colours of a game: some of its course, and one with an attacked king.
fn samples_of(pictures: &[PositionPicture]) -> impl Iterator<Item = &PositionPicture> {
    let step = (pictures.len() / SAMPLES).max(1);
    let attacked = pictures.iter().find(|picture| picture.attacked_king.is_some());
    pictures.iter().step_by(step).chain(pictures.last()).chain(attacked)
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
