//! The size of the window at its first start: as large as wished, but within the part of the screen
//! that panels and title bars leave. Later starts keep the size of the last one.

use egui::{Context, Vec2, ViewportCommand, vec2};

/// The wished size, in points.
#[cfg(not(target_arch = "wasm32"))]
pub(super) const WISH: Vec2 = vec2(1280.0, 800.0);

/// The height of a title bar that the system does not tell, in points.
const TITLE_BAR: f32 = 37.0;

/// The frames to wait for the size of the title bar, which some systems report late.
const FRAMES: u8 = 3;

/// Shrinks the window in the first frames of the first start.
#[derive(Debug)]
pub(super) struct FirstSize {
    frames_left: u8,
    work_area: Option<Vec2>,
}

/// The screen's sizes as the system reports them, in points.
#[derive(Clone, Copy, Debug)]
struct ScreenRoom {
    /// The part of the screen that panels leave.
    work_area: Option<Vec2>,
    monitor: Option<Vec2>,
    /// The size of the window's own frame with its title bar.
    frame: Vec2,
}

impl FirstSize {
    /// `is_first` is true if no size of an earlier start is known.
    pub(super) fn new(is_first: bool) -> FirstSize {
        FirstSize { frames_left: if is_first { FRAMES } else { 0 }, work_area: None }
    }

    /// Call in every frame.
    pub(super) fn update(&mut self, ctx: &Context) {
        if self.frames_left == 0 {
            return;
        }
        if self.frames_left == FRAMES {
            self.work_area = work_area_px();
        }
        self.frames_left -= 1;
        let scale = ctx.pixels_per_point();
        let (monitor, inner, outer) = ctx.input(|input| {
            let viewport = input.viewport();
            (viewport.monitor_size, viewport.inner_rect, viewport.outer_rect)
        });
        let Some(inner) = inner else { return };
        let frame = outer.map_or(Vec2::ZERO, |outer| (outer.size() - inner.size()).max(Vec2::ZERO));
        let room =
            ScreenRoom { work_area: self.work_area.map(|size| size / scale), monitor, frame };
        let most = largest_size(room);
        let fitting = inner.size().min(most);
        if fitting != inner.size() {
            ctx.send_viewport_cmd(ViewportCommand::InnerSize(fitting));
        }
    }
}

/// The largest size of the window's content. On a screen without a work area nothing but the
/// window's own frame takes room.
fn largest_size(room: ScreenRoom) -> Vec2 {
    let monitor = room.monitor.unwrap_or(Vec2::INFINITY);
    match room.work_area {
        Some(area) => area.min(monitor) - room.frame.max(vec2(0.0, TITLE_BAR)),
        None => monitor - room.frame,
    }
}

/// The size of the work area in pixels, where the system is X11 and its window manager tells it.
#[cfg(target_os = "linux")]
fn work_area_px() -> Option<Vec2> {
    use x11rb::{
        connection::Connection,
        protocol::xproto::{AtomEnum, ConnectionExt},
    };

    if std::env::var_os("WAYLAND_DISPLAY").is_some_and(|name| !name.is_empty()) {
        return None;
    }
    let (connection, screen) = x11rb::connect(None).ok()?;
    let root = connection.setup().roots.get(screen)?.root;
    let atom = connection.intern_atom(true, b"_NET_WORKAREA").ok()?.reply().ok()?.atom;
    let property = connection.get_property(false, root, atom, AtomEnum::CARDINAL, 0, 4).ok()?;
    let property = property.reply().ok()?;
    let values: Vec<u32> = property.value32()?.collect();
    let [_, _, width, height] = values.try_into().ok()?;
    (width > 0 && height > 0).then(|| vec2(width as f32, height as f32))
}

#[cfg(not(target_os = "linux"))]
fn work_area_px() -> Option<Vec2> {
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_window_leaves_room_for_panels_and_title_bar() {
        let frame = vec2(2.0, 30.0);
        let monitor = Some(vec2(1366.0, 768.0));
        let area = Some(vec2(1366.0, 728.0));
        let size = |work_area, monitor, frame| {
            largest_size(ScreenRoom { work_area, monitor, frame }).min(WISH)
        };
        assert_eq!(size(area, monitor, frame), vec2(1280.0, 691.0));
        assert_eq!(size(area, monitor, vec2(0.0, 48.0)), vec2(1280.0, 680.0));
        assert_eq!(size(None, monitor, frame), vec2(1280.0, 738.0));
        assert_eq!(size(None, None, Vec2::ZERO), WISH);
        // The work area may span several monitors.
        let wide = Some(vec2(3840.0, 1040.0));
        assert_eq!(size(wide, Some(vec2(1024.0, 768.0)), frame), vec2(1022.0, 731.0));
    }
}
