//! The size of the window at its start: as large as wished or as at the last end, but within the part
//! of the screen that panels and title bars leave. The screen may have become smaller or its scale
//! larger since then.

use egui::{Context, Pos2, Rect, Vec2, ViewportCommand, ViewportInfo, vec2};

use super::session::settings::WindowPlace;

/// The wished size, in points.
#[cfg(not(target_arch = "wasm32"))]
pub(super) const WISH: Vec2 = vec2(1280.0, 800.0);

/// The height of a title bar that the system does not tell, in points.
const TITLE_BAR: f32 = 37.0;

/// The frames to wait for the size of the title bar, which some systems report late.
const FRAMES: u8 = 3;

/// Shrinks or maximizes the window in its first frames, and follows its place for the next start.
#[derive(Debug)]
pub(super) struct FirstSize {
    frames_left: u8,
    work_area: Option<Vec2>,
    /// While the window fills the screen, the place that it goes back to.
    place: Option<WindowPlace>,
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
    /// For a window that was at this place at its last end.
    pub(super) fn new(place: Option<WindowPlace>) -> FirstSize {
        FirstSize { frames_left: FRAMES, work_area: None, place }
    }

    /// The window's place; `None` where the system does not tell it.
    pub(super) fn place(&self) -> Option<WindowPlace> {
        self.place
    }

    /// Call in every frame.
    pub(super) fn update(&mut self, ctx: &Context) {
        let viewport = ctx.input(|input| input.viewport().clone());
        // On Wayland a window learns its screen after the first frames, and never its corner.
        let is_placed = viewport.inner_rect.is_some() || viewport.monitor_size.is_some();
        if !is_placed || viewport.minimized == Some(true) {
            return;
        }
        let size = viewport.inner_rect.unwrap_or(ctx.content_rect()).size();
        if self.frames_left > 0 {
            self.fit(ctx, &viewport, size);
        } else if fills_screen(&viewport) {
            if let Some(place) = &mut self.place {
                place.maximized = viewport.maximized == Some(true);
            }
        } else {
            let zoom = ctx.zoom_factor();
            let corner = viewport.outer_rect.map(|outer| (outer.min * zoom).into());
            self.place = Some(WindowPlace { size: (size * zoom).into(), corner, maximized: false });
        }
    }

    fn fit(&mut self, ctx: &Context, viewport: &ViewportInfo, size: Vec2) {
        let scale = ctx.pixels_per_point();
        if self.frames_left == FRAMES {
            self.work_area = work_area_px();
        }
        self.frames_left -= 1;
        if self.frames_left == 0 && self.place.is_some_and(|place| place.maximized) {
            // A hidden window, as before the first frame, is not maximized on X11.
            ctx.send_viewport_cmd(ViewportCommand::Maximized(true));
        }
        if fills_screen(viewport) {
            return;
        }
        let work_area = self.work_area.map(|size| size / scale);
        let monitor = viewport.monitor_size;
        let room = match (viewport.inner_rect, viewport.outer_rect) {
            (Some(inner), Some(outer)) => {
                let frame = (outer.size() - inner.size()).max(Vec2::ZERO);
                ScreenRoom { work_area, monitor, frame }
            }
            _ => ScreenRoom::without_places(work_area, monitor),
        };
        let corner = viewport.outer_rect.or(viewport.inner_rect).map(|rect| rect.min);
        let window = Rect::from_min_size(corner.unwrap_or_default(), size);
        let Some(fitting) = room.fitting(window) else { return };
        ctx.send_viewport_cmd(ViewportCommand::InnerSize(fitting.size()));
        if corner.is_some_and(|corner| corner != fitting.min) {
            ctx.send_viewport_cmd(ViewportCommand::OuterPosition(fitting.min));
        }
    }
}

fn fills_screen(viewport: &ViewportInfo) -> bool {
    [viewport.maximized, viewport.fullscreen].contains(&Some(true))
}

/// The window's corner at its last end, if the middle of its title bar is on one of these screens.
#[cfg(not(target_arch = "wasm32"))]
pub(super) fn corner_on(screens: &[Rect], place: WindowPlace) -> Option<Pos2> {
    let corner = Pos2::from(place.corner?);
    let title = corner + vec2(place.size[0] / 2.0, TITLE_BAR / 2.0);
    screens.iter().any(|screen| screen.contains(title)).then_some(corner)
}

impl ScreenRoom {
    /// For systems that tell neither corners nor panels, such as Wayland. Assumes one panel, as high as a
    /// title bar.
    fn without_places(work_area: Option<Vec2>, monitor: Option<Vec2>) -> ScreenRoom {
        let behind_panel = monitor.map(|size| size - vec2(0.0, TITLE_BAR));
        ScreenRoom { work_area: work_area.or(behind_panel), monitor, frame: Vec2::ZERO }
    }

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

    if super::event_loop::is_wayland() {
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
        let wayland = |monitor| ScreenRoom::without_places(None, Some(monitor));
        let tall = Rect::from_min_size(Pos2::ZERO, WISH);
        let fitting = wayland(vec2(1280.0, 800.0)).fitting(tall).map(|fitting| fitting.size());
        assert_eq!(fitting, Some(vec2(1280.0, 726.0)));
        assert_eq!(wayland(vec2(1920.0, 1080.0)).fitting(tall), None);
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

    #[test]
    fn a_place_on_no_screen_is_not_used() {
        let screen = |left, width| Rect::from_min_size(pos2(left, 0.0), vec2(width, 800.0));
        let screens = [screen(0.0, 1280.0), screen(1280.0, 1920.0)];
        for (corner, is_used) in [
            (Some([10.0, 20.0]), true),
            (Some([2_000.0, 700.0]), true),
            (Some([-600.0, 20.0]), true),
            (Some([-700.0, 20.0]), false),
            (Some([3_300.0, 20.0]), false),
            (Some([10.0, 900.0]), false),
            (Some([10.0, -40.0]), false),
            (None, false),
        ] {
            let place = WindowPlace { size: WISH.into(), corner, maximized: false };
            let used = corner_on(&screens, place);
            assert_eq!(used, corner.filter(|_| is_used).map(Pos2::from), "{corner:?}");
            assert_eq!(corner_on(&screens[..0], place), None);
        }
    }

    /// Runs a frame with this viewport. Returns the commands to the window.
    fn frame(first: &mut FirstSize, viewport: ViewportInfo) -> Vec<ViewportCommand> {
        let ctx = Context::default();
        let mut input = egui::RawInput {
            screen_rect: Some(Rect::from_min_size(Pos2::ZERO, vec2(900.0, 700.0))),
            ..egui::RawInput::default()
        };
        input.viewports.insert(egui::ViewportId::ROOT, viewport);
        let mut output = ctx.run_ui(input, |ui| first.update(ui.ctx()));
        output.textures_delta.clear();
        let output = output.viewport_output.remove(&egui::ViewportId::ROOT);
        output.map(|output| output.commands).unwrap_or_default()
    }

    #[test]
    fn the_place_is_followed_and_a_maximized_one_comes_back() {
        let monitor_size = Some(vec2(1366.0, 768.0));
        let size = [900.0, 700.0];
        let mut first = FirstSize::new(None);
        frame(&mut first, ViewportInfo::default());
        assert_eq!((first.frames_left, first.place()), (FRAMES, None), "it is not told yet");
        // Wayland tells the screen alone.
        let wayland = || ViewportInfo { monitor_size, ..ViewportInfo::default() };
        first.frames_left = 0;
        frame(&mut first, wayland());
        let normal = WindowPlace { size, corner: None, maximized: false };
        assert_eq!(first.place(), Some(normal));
        let rect = Rect::from_min_size(pos2(30.0, 40.0), vec2(800.0, 600.0));
        let placed = ViewportInfo { inner_rect: Some(rect), outer_rect: Some(rect), ..wayland() };
        frame(&mut first, placed.clone());
        let normal = WindowPlace { size: [800.0, 600.0], corner: Some([30.0, 40.0]), ..normal };
        assert_eq!(first.place(), Some(normal));
        frame(&mut first, ViewportInfo { maximized: Some(true), ..placed.clone() });
        let maximized = WindowPlace { maximized: true, ..normal };
        assert_eq!(first.place(), Some(maximized), "it keeps the size to go back to");
        let mut next = FirstSize { frames_left: 1, ..FirstSize::new(first.place()) };
        assert!(frame(&mut next, placed).contains(&ViewportCommand::Maximized(true)));
    }
}
