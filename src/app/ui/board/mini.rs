//! A small board to look at: a picture of a position, nothing to click.

use egui::{Rect, Role, Sense, Ui, UiBuilder, WidgetInfo, vec2};

use super::{PositionPicture, paint};

/// Draws the picture with squares of this size in points; the name is for screen readers.
pub fn mini_board_ui(ui: &mut Ui, picture: &PositionPicture, name: &str, square_size: f32) {
    let size = square_size * vec2(f32::from(picture.files), f32::from(picture.ranks));
    let (room, response) = ui.allocate_exact_size(size, Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Image, true, name));
    paint::paint_still(ui.painter(), &picture.geometry(room, ui.pixels_per_point()), picture);
}

/// Draws the picture as large as it fits into the middle of `place`.
pub fn mini_board_in_ui(ui: &mut Ui, picture: &PositionPicture, name: &str, place: Rect) {
    let [files, ranks] = [picture.files, picture.ranks].map(f32::from);
    let square = (place.width() / files).min(place.height() / ranks).floor();
    let middle = Rect::from_center_size(place.center(), square * vec2(files, ranks));
    mini_board_ui(&mut ui.new_child(UiBuilder::new().max_rect(middle)), picture, name, square);
}
