//! The size of the window at its start: as large as wished or as at the last end, but within the part
//! of the screen that panels and title bars leave. The screen may have become smaller or its scale
//! larger since then.

use egui::{Context, Pos2, Rect, Vec2, ViewportCommand, vec2};

/// The wished size, in points.
#[cfg(not(target_arch = "wasm32"))]
pub(super) const WISH: Vec2 = vec2(1280.0, 800.0);

/// The height of a title bar that the system does not tell, in points.
const TITLE_BAR: f32 = 37.0;

/// The frames to wait for the size of the title bar, which some systems report late.
const FRAMES: u8 = 3;

/// Shrinks the window in its first frames.
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

impl Default for FirstSize {
    fn default() -> FirstSize {
        FirstSize { frames_left: FRAMES, work_area: None }
    }
}

impl FirstSize {
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
        let viewport = ctx.input(|input| input.viewport().clone());
        let fills_screen = [viewport.maximized, viewport.fullscreen].contains(&Some(true));
        let Some(inner) = viewport.inner_rect.filter(|_| !fills_screen) else { return };
        let outer = viewport.outer_rect.unwrap_or(inner);
        let room = ScreenRoom {
            work_area: self.work_area.map(|size| size / scale),
            monitor: viewport.monitor_size,
            frame: (outer.size() - inner.size()).max(Vec2::ZERO),
        };
        let Some(fitting) = room.fitting(Rect::from_min_size(outer.min, inner.size())) else {
            return;
        };
        ctx.send_viewport_cmd(ViewportCommand::InnerSize(fitting.size()));
        if fitting.min != outer.min {
            ctx.send_viewport_cmd(ViewportCommand::OuterPosition(fitting.min));
        }
    }
}

impl ScreenRoom {
    /// The place of a window that is too large; `None` if it fits. The rectangle has the corner of the
    /// window's frame and the size of its content.
    fn fitting(self, window: Rect) -> Option<Rect> {
        // A frame that is not reported yet has some height; sizes are rounded to whole pixels.
        let least = self.work_area.map_or(0.0, |_| 1.0);
        let outer = window.size() + self.frame.max(vec2(0.0, least));
        if outer.min(self.screen() + Vec2::splat(0.5)) == outer {
            return None;
        }
        let size = window.size().min(self.largest());
        let monitor = self.monitor.unwrap_or(Vec2::INFINITY);
        // The system tells where the first monitor is, at the origin, and of no other.
        let is_known = Rect::from_min_size(Pos2::ZERO, monitor).contains(window.min);
        let last = (monitor - size - self.frame).max(Vec2::ZERO).to_pos2();
        let corner = if is_known { window.min.min(last) } else { window.min };
        Some(Rect::from_min_size(corner, size))
    }

    fn screen(self) -> Vec2 {
        let sizes = [self.work_area, self.monitor];
        sizes.into_iter().flatten().fold(Vec2::INFINITY, Vec2::min)
    }

    /// The largest size of the window's content. On a screen without a work area nothing but the
    /// window's own frame takes room.
    fn largest(self) -> Vec2 {
        let title = self.work_area.map_or(0.0, |_| TITLE_BAR);
        self.screen() - self.frame.max(vec2(0.0, title))
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
    use egui::pos2;

    #[test]
    fn the_window_leaves_room_for_panels_and_title_bar() {
        let frame = vec2(2.0, 30.0);
        let monitor = Some(vec2(1366.0, 768.0));
        let area = Some(vec2(1366.0, 728.0));
        let size = |work_area, monitor, frame| {
            let window = Rect::from_min_size(Pos2::ZERO, WISH);
            let room = ScreenRoom { work_area, monitor, frame };
            room.fitting(window).map_or(WISH, |fitting| fitting.size())
        };
        assert_eq!(size(area, monitor, frame), vec2(1280.0, 691.0));
        assert_eq!(size(area, monitor, vec2(0.0, 48.0)), vec2(1280.0, 680.0));
        assert_eq!(size(None, monitor, frame), vec2(1280.0, 738.0));
        assert_eq!(size(None, None, Vec2::ZERO), WISH);
        // The work area may span several monitors.
        let wide = Some(vec2(3840.0, 1040.0));
        assert_eq!(size(wide, Some(vec2(1024.0, 768.0)), frame), vec2(1022.0, 731.0));
    }

    /// eframe shrinks a kept size to the whole screen and keeps the corner in unscaled points.
    #[test]
    fn a_kept_size_fits_a_larger_scale() {
        let monitor = Some(vec2(683.0, 450.0));
        let room = ScreenRoom { work_area: monitor, monitor, frame: vec2(1.0, 12.0) };
        let kept = Rect::from_min_size(pos2(43.0, 57.0), vec2(683.0, 450.0));
        let fitting = Rect::from_min_size(pos2(0.0, 25.0), vec2(682.0, 413.0));
        assert_eq!(room.fitting(kept), Some(fitting));
        let small = Rect::from_min_size(pos2(600.0, 57.0), vec2(640.0, 400.0));
        assert_eq!(room.fitting(small), None, "a window stays where the user has put it");
        let full = Rect::from_min_size(Pos2::ZERO, vec2(682.0, 438.0));
        assert_eq!(room.fitting(full), None, "no more than the screen");
        let bare = ScreenRoom { frame: Vec2::ZERO, ..room };
        let size = bare.fitting(kept).map(|fitting| fitting.size());
        assert_eq!(size, Some(vec2(683.0, 413.0)), "before the frame is known");
        let second = kept.translate(vec2(683.0, 0.0));
        let corner = room.fitting(second).map(|fitting| fitting.min);
        assert_eq!(corner, Some(second.min), "on another monitor");
    }
}
