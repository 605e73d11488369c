//! Makes pictures and animations from positions of the game.

use egui::ColorImage;

use super::{
    ExportOptions,
    gif::{GifWriter, Palette},
};
use crate::app::{
    game_board::position_picture,
    session::{BoardDrawing, Session},
    ui::board::{Arrow, PositionPicture},
    ui::drawing::image_of_svg,
};
use minnow_game::{Game, NodeId};
use minnow_picture::{Drawing, RasterError};
use minnow_rules::Color;

/// The last position is shown for this time, in milliseconds.
const END_MS: u32 = 4_000;
/// The number of frames from which the palette is made, besides the first and the last.
const SAMPLES: usize = 4;

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

fn image(picture: &PositionPicture, width_px: u32) -> Result<ColorImage, String> {
    image_of_svg(&picture.svg(), width_px)
        .ok_or_else(|| "the picture is too large for the memory".to_owned())
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
    let picture = picture_at(session, game, game.cursor(), options)?;
    let shapes = if task_game.is_some() { Vec::new() } else { session.shapes_here() };
    let picture = PositionPicture { arrows: arrows.to_vec(), shapes, ..picture };
    Some(BoardDrawing { svg: picture.svg(), width_px: width_px(&picture, options) })
}

/// The positions of a game, from the start to this node.
pub(super) fn pictures(
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
pub(super) fn png(drawing: &BoardDrawing) -> Result<Vec<u8>, RasterError> {
    Drawing::parse(&drawing.svg)?.pixels(drawing.width_px)?.png()
}

/// Positions as a GIF file, or `None` if `is_stopped` became true.
///
/// # Errors
///
/// Returns the reason if the animation cannot be made.
pub(super) fn animation(
    pictures: &[PositionPicture],
    options: ExportOptions,
    is_stopped: &dyn Fn() -> bool,
) -> Result<Option<Vec<u8>>, String> {
    let Some(first) = pictures.first() else { return Err("the game has no position".to_owned()) };
    let width_px = width_px(first, options);
    let mut samples = Vec::new();
    for picture in samples_of(pictures) {
        samples.push(image(picture, width_px)?);
    }
    let size = samples.first().map_or([0; 2], |image| image.size);
    let palette = Palette::of(&samples);
    drop(samples);
    let mut animation = GifWriter::new(size, palette).map_err(|error| error.to_string())?;
    for (place, picture) in pictures.iter().enumerate() {
        if is_stopped() {
            return Ok(None);
        }
        let is_last = place + 1 == pictures.len();
        let delay_ms = if is_last { END_MS } else { options.move_ms };
        let image = image(picture, width_px)?;
        animation.add(&image, delay_ms).map_err(|error| error.to_string())?;
    }
    animation.finish().map(Some).map_err(|error| error.to_string())
}

/// Pictures with all colours of a game: some of its course, and one with an attacked king.
fn samples_of(pictures: &[PositionPicture]) -> impl Iterator<Item = &PositionPicture> {
    let step = (pictures.len() / SAMPLES).max(1);
    let attacked = pictures.iter().find(|picture| picture.attacked_king.is_some());
    pictures.iter().step_by(step).chain(pictures.last()).chain(attacked)
}
