//! Makes pictures and animations from positions of the game.

use egui::ColorImage;

use super::{
    ExportOptions,
    gif::{GifWriter, Palette},
};
use crate::app::{
    session::Session,
    ui::board::{Arrow, BoardLook, BoardPicture},
    ui::drawing::image_of_svg,
};
use minnow_game::{Game, NodeId};
use minnow_picture::{Drawing, RasterError};
use minnow_rules::{Color, Piece, Square};

/// The last position is shown for this time, in milliseconds.
const END_MS: u32 = 4_000;
/// The number of frames from which the palette is made, besides the first and the last.
const SAMPLES: usize = 4;

/// A position as it is drawn.
#[derive(Clone, Debug)]
pub(super) struct Scene {
    files: u8,
    ranks: u8,
    flipped: bool,
    pieces: Vec<(Square, Piece)>,
    last_move: Option<(Square, Square)>,
    attacked_king: Option<Square>,
    look: BoardLook,
}

impl Scene {
    /// The position at a node of the game.
    fn of(session: &Session, game: &Game, node: NodeId, options: ExportOptions) -> Option<Scene> {
        let node = game.node(node)?;
        let position = node.position();
        Some(Scene {
            files: position.variant().files,
            ranks: position.variant().ranks,
            flipped: options.side_below.map_or(session.flipped, |side| side == Color::Black),
            pieces: position.board().pieces().collect(),
            last_move: node.played().map(|mv| (mv.from(), mv.to())),
            attacked_king: position.attacked_king(),
            look: session.settings.board_look(),
        })
    }

    fn picture<'a>(&'a self, arrows: &'a [Arrow]) -> BoardPicture<'a> {
        BoardPicture {
            files: self.files,
            ranks: self.ranks,
            flipped: self.flipped,
            pieces: &self.pieces,
            last_move: self.last_move,
            attacked_king: self.attacked_king,
            arrows,
            shapes: &[],
            look: self.look,
        }
    }

    /// The width of a picture in pixels.
    fn width_px(&self, options: ExportOptions) -> u32 {
        u32::from(self.files) * options.square_px
    }

    fn image(&self, width_px: u32) -> Result<ColorImage, String> {
        image_of_svg(&self.picture(&[]).svg(), width_px).ok_or_else(too_large)
    }
}

/// A board as a drawing, with its width as a picture.
#[derive(Clone, Debug)]
pub(super) struct BoardDrawing {
    pub svg: String,
    pub width_px: u32,
}

/// The position shown, with the user's shapes and the given arrows, or that of a task; `None` only if
/// the game has no such position.
pub(super) fn drawing(
    session: &Session,
    task_game: Option<&Game>,
    arrows: &[Arrow],
    options: ExportOptions,
) -> Option<BoardDrawing> {
    let game = task_game.unwrap_or(&session.game);
    let scene = Scene::of(session, game, game.cursor(), options)?;
    let shapes = if task_game.is_some() { Vec::new() } else { session.shapes_here() };
    let picture = BoardPicture { shapes: &shapes, ..scene.picture(arrows) };
    Some(BoardDrawing { svg: picture.svg(), width_px: scene.width_px(options) })
}

/// The positions of the game, from the start to its last move.
pub(super) fn scenes(session: &Session, options: ExportOptions) -> Vec<Scene> {
    let game = &session.game;
    let path = game.path(game.head());
    path.into_iter().filter_map(|node| Scene::of(session, game, node, options)).collect()
}

/// A drawing as a PNG file.
///
/// # Errors
///
/// Returns the reason if the picture cannot be made.
pub(super) fn png(drawing: &BoardDrawing) -> Result<Vec<u8>, RasterError> {
    Drawing::parse(&drawing.svg)?.pixels(drawing.width_px)?.png()
}

/// Positions as a GIF file, or `None` if `is_stopped` became true.
///
/// # Errors
///
/// Returns the reason if the animation cannot be made.
pub(super) fn animation(
    scenes: &[Scene],
    options: ExportOptions,
    is_stopped: &dyn Fn() -> bool,
) -> Result<Option<Vec<u8>>, String> {
    let Some(first) = scenes.first() else { return Err("the game has no position".to_owned()) };
    let width_px = first.width_px(options);
    let mut samples = Vec::new();
    for scene in samples_of(scenes) {
        samples.push(scene.image(width_px)?);
    }
    let size = samples.first().map_or([0; 2], |image| image.size);
    let palette = Palette::of(&samples);
    drop(samples);
    let mut animation = GifWriter::new(size, palette).map_err(|error| error.to_string())?;
    for (place, scene) in scenes.iter().enumerate() {
        if is_stopped() {
            return Ok(None);
        }
        let is_last = place + 1 == scenes.len();
        let delay_ms = if is_last { END_MS } else { options.move_ms };
        let image = scene.image(width_px)?;
        animation.add(&image, delay_ms).map_err(|error| error.to_string())?;
    }
    animation.finish().map(Some).map_err(|error| error.to_string())
}

/// Scenes with all colours of a game: some of its course, and one with an attacked king.
fn samples_of(scenes: &[Scene]) -> impl Iterator<Item = &Scene> {
    let step = (scenes.len() / SAMPLES).max(1);
    let attacked = scenes.iter().find(|scene| scene.attacked_king.is_some());
    scenes.iter().step_by(step).chain(scenes.last()).chain(attacked)
}

fn too_large() -> String {
    "the picture is too large for the memory".to_owned()
}
