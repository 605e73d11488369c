//! The event loop holds back movements of the pointer that do not change the picture: 60 of them
//! across the board cost 5.96 s of processor time in software rendering without it, 0.14 s with it
//! (`benches/window_cost.py`). All other events go to eframe, which draws a frame after nearly each.

use std::{
    cell::{OnceCell, RefCell},
    rc::Rc,
    time::Duration,
};
#[cfg(target_os = "linux")]
use std::{
    env,
    os::unix::{fs::FileTypeExt, net::UnixStream},
    path::PathBuf,
    sync::OnceLock,
};

use eframe::{AppCreator, EframeWinitApplication, NativeOptions, UserEvent};
use egui::{Context, Pos2, Rect, pos2, vec2};
use web_time::Instant;
use winit::{
    application::ApplicationHandler,
    error::EventLoopError,
    event::{DeviceEvent, DeviceId, ElementState, StartCause, WindowEvent},
    event_loop::{ActiveEventLoop, ControlFlow, EventLoop},
    window::WindowId,
};

use super::{
    first_size::corner_on,
    session::settings::WindowPlace,
    ui::hover::{PictureChange, picture_change},
};
#[cfg(target_os = "linux")]
use minnow_base::files::system;

/// A frame that may wait comes when the pointer has rested this long: before that egui shows no tooltip.
const REST: Duration = Duration::from_millis(200);

/// A frame that takes this long is drawn by the processor; a quick one waits for the vertical blank at
/// most, at 60 a second. Each movement passed on costs three frames, so that slow ones would keep two
/// processors busy while the pointer crosses a page with many controls.
const SLOW_FRAME: Duration = Duration::from_millis(30);

/// A window that could not be opened.
#[derive(Debug, thiserror::Error)]
pub(super) enum WindowError {
    /// There is no display to connect to.
    #[error("there is no display: {0}")]
    NoDisplay(#[from] EventLoopError),
    /// The display has no window with OpenGL for the program. eframe keeps the reason to itself.
    #[error("the display opens no window with OpenGL")]
    NoWindow,
}

/// Runs the window until it is closed. Its corner is that of `place`, if a screen has it.
///
/// # Errors
///
/// If it cannot be opened.
pub(super) fn run(
    name: &str,
    mut options: NativeOptions,
    place: Option<WindowPlace>,
    creator: AppCreator<'_>,
) -> Result<(), WindowError> {
    let screens: Rc<RefCell<Vec<Rect>>> = Rc::default();
    let known = screens.clone();
    options.window_builder = Some(Box::new(move |builder| {
        match place.and_then(|place| corner_on(&known.borrow(), place)) {
            Some(corner) => builder.with_position(corner),
            None => builder,
        }
    }));
    let mut builder = EventLoop::<UserEvent>::with_user_event();
    #[cfg(target_os = "linux")]
    if !is_wayland() {
        winit::platform::x11::EventLoopBuilderExtX11::with_x11(&mut builder);
    }
    let events = builder.build()?;
    let context: Rc<OnceCell<Context>> = Rc::default();
    let created = context.clone();
    let app = eframe::create_native(
        name,
        options,
        Box::new(move |creation| {
            // The closure runs once.
            let _ = created.set(creation.egui_ctx.clone());
            creator(creation)
        }),
        &events,
    );
    let mut app = FilteredApplication { app, context, filter: PointerFilter::default(), screens };
    events.run_app(&mut app)?;
    app.context.get().map(|_| ()).ok_or(WindowError::NoWindow)
}

/// True if a Wayland compositor answers, asked once: taking up `WAYLAND_SOCKET` removes it. winit only
/// looks at the variables, and does not try X11 after a failure.
#[cfg(target_os = "linux")]
pub(super) fn is_wayland() -> bool {
    static IS_WAYLAND: OnceLock<bool> = OnceLock::new();
    *IS_WAYLAND.get_or_init(|| {
        let set = |name| env::var_os(name).filter(|value| !value.is_empty());
        let folder = PathBuf::from(set("XDG_RUNTIME_DIR").unwrap_or_default());
        let answers = |name| UnixStream::connect(folder.join(name)).is_ok();
        match env::var(WAYLAND_SOCKET) {
            Ok(descriptor) => is_open_socket(&descriptor),
            Err(_) => set("WAYLAND_DISPLAY").is_some_and(answers),
        }
    })
}

/// The variable with the number of a connection that the parent process has made. Wayland's library
/// takes it before `WAYLAND_DISPLAY`, even if it is empty.
pub(super) const WAYLAND_SOCKET: &str = "WAYLAND_SOCKET";

/// True if the text is the number of an open socket.
#[cfg(target_os = "linux")]
fn is_open_socket(descriptor: &str) -> bool {
    let file = descriptor.parse::<i32>().ok().map(|number| format!("/proc/self/fd/{number}"));
    let metadata = file.and_then(|file| system::metadata(file).ok());
    metadata.is_some_and(|metadata| metadata.file_type().is_socket())
}

/// Starts the program again at a scale of 1 if a screen has none, as with `Xft.dpi: 0`. winit takes
/// another one only from the environment of the process. Returns if the screens have scales.
#[cfg(target_os = "linux")]
fn restart_without_scale(event_loop: &ActiveEventLoop) {
    use std::{os::unix::process::CommandExt, process::Command};

    const SCALE: &str = "WINIT_X11_SCALE_FACTOR";
    let mut screens = event_loop.available_monitors();
    let have_scales = screens.all(|screen| (0.1..=20.0).contains(&screen.scale_factor()));
    if have_scales || env::var_os(SCALE).is_some() {
        return;
    }
    if let Ok(program) = env::current_exe() {
        // `exec` returns only an error; the window then fails because of the same scale, and says so.
        let _ = Command::new(program).args(env::args_os().skip(1)).env(SCALE, "1").exec();
    }
}

/// eframe's application behind a [`PointerFilter`].
struct FilteredApplication<'a> {
    app: EframeWinitApplication<'a>,
    /// Set when the window exists.
    context: Rc<OnceCell<Context>>,
    filter: PointerFilter<(WindowId, WindowEvent)>,
    /// The screens, in points of a zoom of 1; known when the window is made.
    screens: Rc<RefCell<Vec<Rect>>>,
}

/// Decides which movements of the pointer are held back, and keeps the last one that was: the
/// program receives it before the next event that could depend on it, when a frame has changed the
/// areas, or when the pointer has come to rest on another text or control.
#[derive(Debug)]
struct PointerFilter<E> {
    /// The last position that was passed on.
    at: Option<Pos2>,
    /// The number of buttons that are down.
    down: usize,
    held_back: Option<(Pos2, E)>,
    /// When the movement held back is due, if another text or control is under the pointer.
    due: Option<Instant>,
    /// True if the last frame was a slow one.
    is_slow: bool,
}

impl<E> Default for PointerFilter<E> {
    fn default() -> PointerFilter<E> {
        PointerFilter { at: None, down: 0, held_back: None, due: None, is_slow: false }
    }
}

impl<E> PointerFilter<E> {
    /// The event of a movement, returned unless it is held back.
    fn moved(&mut self, context: &Context, to: Pos2, event: E, now: Instant) -> Option<E> {
        (self.held_back, self.due) = (Some((to, event)), None);
        self.pass_on(context, now)
    }

    /// The movement held back, if it changes the picture that the last frame has left.
    fn pass_on(&mut self, context: &Context, now: Instant) -> Option<E> {
        let to = self.held_back.as_ref()?.0;
        let from = self.at.filter(|_| self.down == 0);
        let change = from.map_or(PictureChange::Now, |from| picture_change(context, from, to));
        let waits = match change {
            PictureChange::None => {
                self.due = None;
                return None;
            }
            PictureChange::Text => true,
            PictureChange::Control => self.is_slow,
            PictureChange::Now => false,
        };
        if !waits {
            return self.take();
        }
        self.due.get_or_insert(now + REST);
        None
    }

    /// Notes a frame and returns the movement held back, if the frame shows another picture at its end.
    fn drawn(&mut self, context: &Context, begun: Instant, now: Instant) -> Option<E> {
        self.is_slow = now - begun >= SLOW_FRAME;
        self.pass_on(context, now)
    }

    /// The movement held back, if it is due.
    fn due_now(&mut self, now: Instant) -> Option<E> {
        if self.due.is_some_and(|due| due <= now) { self.take() } else { None }
    }

    /// The movement held back, which has to come before an event of another kind.
    fn take(&mut self) -> Option<E> {
        let (at, event) = self.held_back.take()?;
        (self.at, self.due) = (Some(at), None);
        Some(event)
    }

    fn button(&mut self, state: ElementState) {
        self.down = match state {
            ElementState::Pressed => self.down + 1,
            ElementState::Released => self.down.saturating_sub(1),
        };
    }

    fn left(&mut self) {
        self.at = None;
    }
}

impl ApplicationHandler<UserEvent> for FilteredApplication<'_> {
    fn resumed(&mut self, event_loop: &ActiveEventLoop) {
        #[cfg(target_os = "linux")]
        restart_without_scale(event_loop);
        let screens = event_loop.available_monitors().map(|screen| {
            let (at, size) = (screen.position(), screen.size());
            let (at, size) =
                (pos2(at.x as f32, at.y as f32), vec2(size.width as f32, size.height as f32));
            Rect::from_min_size(at, size) / screen.scale_factor() as f32
        });
        self.screens.replace(screens.collect());
        self.app.resumed(event_loop);
    }

    fn window_event(&mut self, event_loop: &ActiveEventLoop, window: WindowId, event: WindowEvent) {
        let event = match (event, self.context.get()) {
            (WindowEvent::CursorMoved { device_id, position }, Some(context)) => {
                let scale = f64::from(context.pixels_per_point());
                let at = Pos2::new((position.x / scale) as f32, (position.y / scale) as f32);
                let event = WindowEvent::CursorMoved { device_id, position };
                match self.filter.moved(context, at, (window, event), Instant::now()) {
                    Some((_, event)) => event,
                    None => return,
                }
            }
            // Passed on before a frame, the movement would make eframe draw another one after it.
            (WindowEvent::RedrawRequested, Some(context)) => {
                let begun = Instant::now();
                self.app.window_event(event_loop, window, WindowEvent::RedrawRequested);
                match self.filter.drawn(context, begun, Instant::now()) {
                    Some((_, moved)) => moved,
                    None => return,
                }
            }
            // eframe ignores it; it comes with each movement.
            (WindowEvent::AxisMotion { .. }, _) => return,
            (event, _) => {
                if let Some((window, moved)) = self.filter.take() {
                    self.app.window_event(event_loop, window, moved);
                }
                match &event {
                    WindowEvent::MouseInput { state, .. } => self.filter.button(*state),
                    WindowEvent::CursorLeft { .. } => self.filter.left(),
                    _ => {}
                }
                event
            }
        };
        self.app.window_event(event_loop, window, event);
    }

    fn new_events(&mut self, event_loop: &ActiveEventLoop, cause: StartCause) {
        self.app.new_events(event_loop, cause);
    }

    fn user_event(&mut self, event_loop: &ActiveEventLoop, event: UserEvent) {
        self.app.user_event(event_loop, event);
    }

    fn device_event(&mut self, event_loop: &ActiveEventLoop, id: DeviceId, event: DeviceEvent) {
        // Nothing reads the unscaled motion, for which eframe would draw a frame.
        if !matches!(event, DeviceEvent::MouseMotion { .. }) {
            self.app.device_event(event_loop, id, event);
        }
    }

    fn about_to_wait(&mut self, event_loop: &ActiveEventLoop) {
        if let Some((window, moved)) = self.filter.due_now(Instant::now()) {
            self.app.window_event(event_loop, window, moved);
        }
        self.app.about_to_wait(event_loop);
        if let Some(due) = self.filter.due {
            let until = match event_loop.control_flow() {
                ControlFlow::Wait => due,
                ControlFlow::WaitUntil(until) => until.min(due),
                ControlFlow::Poll => return,
            };
            event_loop.set_control_flow(ControlFlow::WaitUntil(until));
        }
    }

    fn suspended(&mut self, event_loop: &ActiveEventLoop) {
        self.app.suspended(event_loop);
    }

    fn exiting(&mut self, event_loop: &ActiveEventLoop) {
        self.app.exiting(event_loop);
    }

    fn memory_warning(&mut self, event_loop: &ActiveEventLoop) {
        self.app.memory_warning(event_loop);
    }
}

#[cfg(test)]
mod tests {
    use egui::{Id, Modal, RawInput, Rect, Ui, pos2, vec2};

    use super::*;
    use crate::app::ui::hover::{HoverArea, declare_areas};

    /// The context after a pass with an area of 10 times 10 points.
    fn context_with_an_area() -> Context {
        let context = Context::default();
        let rect = Rect::from_min_size(Pos2::ZERO, vec2(10.0, 10.0));
        let mut output = context.run_ui(RawInput::default(), |ui| {
            declare_areas(ui, vec![HoverArea { rect, appearance: 0 }]);
        });
        output.textures_delta.clear();
        context
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn only_an_open_socket_is_a_connection() {
        use std::os::fd::AsRawFd;

        let (ours, _theirs) = UnixStream::pair().unwrap();
        assert!(is_open_socket(&ours.as_raw_fd().to_string()));
        let file = std::fs::File::open("/dev/null").unwrap();
        let no_socket = file.as_raw_fd().to_string();
        for text in ["", "99999", "-1", "x", "+", no_socket.as_str()] {
            assert!(!is_open_socket(text), "{text}");
        }
    }

    #[test]
    fn a_movement_inside_an_area_is_held_back_until_another_event() {
        let context = context_with_an_area();
        let now = Instant::now();
        let mut filter = PointerFilter::default();
        assert_eq!(filter.moved(&context, pos2(1.0, 1.0), 1, now), Some(1), "the first one");
        assert_eq!(filter.moved(&context, pos2(2.0, 1.0), 2, now), None);
        assert_eq!(filter.moved(&context, pos2(3.0, 1.0), 3, now), None);
        assert_eq!(filter.take(), Some(3), "only the last place matters");
        assert_eq!(filter.take(), None);
        assert_eq!(filter.moved(&context, pos2(4.0, 1.0), 3, now), None);
        assert_eq!(filter.pass_on(&context, now), None, "the frame shows the same areas");
        context.run_ui(RawInput::default(), |_| {}).textures_delta.clear();
        assert_eq!(filter.pass_on(&context, now), Some(3), "the area is gone");
        let context = context_with_an_area();
        assert_eq!(filter.moved(&context, pos2(30.0, 1.0), 4, now), Some(4), "it leaves the area");
        assert_eq!(filter.moved(&context, pos2(3.0, 1.0), 5, now), Some(5), "it comes back");
        assert_eq!(filter.moved(&context, pos2(4.0, 1.0), 6, now), None);
        assert_eq!(filter.moved(&context, pos2(40.0, 1.0), 7, now), Some(7));
        assert_eq!(filter.take(), None, "the older place is out of date");
    }

    /// The context after some passes with this inside of a dialog.
    fn context_with_a_dialog(mut inside: impl FnMut(&mut Ui)) -> Context {
        let context = Context::default();
        context.all_styles_mut(|style| style.interaction.selectable_labels = false);
        for _ in 0..3 {
            let screen_rect = Some(Rect::from_min_size(Pos2::ZERO, vec2(300.0, 300.0)));
            let input = RawInput { screen_rect, ..RawInput::default() };
            let mut output = context.run_ui(input, |ui| {
                Modal::new(Id::unique("dialog")).show(ui.ctx(), &mut inside);
            });
            output.textures_delta.clear();
        }
        context
    }

    #[test]
    fn a_movement_over_texts_waits_for_rest() {
        let [mut first, mut second] = [Rect::NOTHING; 2];
        let context = context_with_a_dialog(|ui| {
            ui.add_space(20.0);
            first = ui.label("A text").rect;
            second = ui.label("Another text").rect;
        });
        let mut filter = PointerFilter::default();
        let now = Instant::now();
        let soon = now + REST / 2;
        let above = first.center_top() - vec2(0.0, 10.0);
        assert_eq!(filter.moved(&context, above, 1, now), Some(1), "the first one");
        assert_eq!(filter.moved(&context, above + vec2(1.0, 0.0), 2, now), None);
        assert_eq!(filter.due_now(now + REST), None, "the same picture");
        assert_eq!(filter.moved(&context, first.center(), 3, now), None);
        assert_eq!(filter.pass_on(&context, soon), None, "a frame in between changes nothing");
        assert_eq!(filter.moved(&context, second.center(), 4, soon), None);
        assert_eq!(filter.due_now(now + REST), None, "it has moved since");
        assert_eq!(filter.due_now(soon + REST), Some(4));
        assert_eq!(filter.due_now(soon + REST), None);
    }

    #[test]
    fn after_a_slow_frame_a_control_waits_for_rest() {
        let [mut first, mut second] = [Rect::NOTHING; 2];
        let context = context_with_a_dialog(|ui| {
            first = ui.button("First").rect;
            ui.add_space(20.0);
            second = ui.button("Second").rect;
        });
        let (first, second) = (first.center(), second.center());
        let mut filter = PointerFilter::default();
        let now = Instant::now();
        assert_eq!(filter.moved(&context, first, 1, now), Some(1), "the first one");
        assert_eq!(filter.drawn(&context, now, now + SLOW_FRAME / 2), None);
        assert_eq!(filter.moved(&context, second, 2, now), Some(2), "the frame was quick");
        let end = now + SLOW_FRAME;
        assert_eq!(filter.drawn(&context, now, end), None);
        assert_eq!(filter.moved(&context, first, 3, end), None);
        assert_eq!(filter.due_now(end + REST / 2), None);
        assert_eq!(filter.due_now(end + REST), Some(3));
    }

    #[test]
    fn every_movement_with_a_button_down_is_passed_on() {
        let context = context_with_an_area();
        let now = Instant::now();
        let mut filter = PointerFilter::default();
        filter.moved(&context, pos2(1.0, 1.0), 1, now);
        filter.button(ElementState::Pressed);
        assert_eq!(filter.moved(&context, pos2(2.0, 1.0), 2, now), Some(2));
        filter.button(ElementState::Released);
        assert_eq!(filter.moved(&context, pos2(3.0, 1.0), 3, now), None);
        filter.left();
        assert_eq!(filter.moved(&context, pos2(4.0, 1.0), 4, now), Some(4), "it was outside");
    }
}
