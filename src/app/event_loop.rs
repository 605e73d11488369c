//! The event loop holds back movements of the pointer that do not change the picture: 60 of them
//! across the board cost 5.96 s of processor time in software rendering without it, 0.14 s with it
//! (`benches/window_cost.py`). All other events go to eframe, which draws a frame after nearly each.

use std::{cell::OnceCell, rc::Rc, time::Duration};

use eframe::{AppCreator, EframeWinitApplication, NativeOptions, UserEvent};
use egui::{Context, Pos2};
use winit::{
    application::ApplicationHandler,
    error::EventLoopError,
    event::{DeviceEvent, DeviceId, ElementState, StartCause, WindowEvent},
    event_loop::{ActiveEventLoop, EventLoop},
    window::WindowId,
};

use super::ui::hover::{PictureChange, picture_change};

/// The frame for another text under the pointer may wait this long; its tooltip appears later anyway.
const TEXT_DELAY: Duration = Duration::from_millis(200);

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

/// Runs the window until it is closed.
///
/// # Errors
///
/// If it cannot be opened.
pub(super) fn run(
    name: &str,
    options: NativeOptions,
    creator: AppCreator<'_>,
) -> Result<(), WindowError> {
    let events = EventLoop::<UserEvent>::with_user_event().build()?;
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
    let mut app = FilteredApplication { app, context, filter: PointerFilter::default() };
    events.run_app(&mut app)?;
    app.context.get().map(|_| ()).ok_or(WindowError::NoWindow)
}

/// eframe's application behind a [`PointerFilter`].
struct FilteredApplication<'a> {
    app: EframeWinitApplication<'a>,
    /// Set when the window exists.
    context: Rc<OnceCell<Context>>,
    filter: PointerFilter<(WindowId, WindowEvent)>,
}

/// Decides which movements of the pointer are held back, and keeps the last one that was: the
/// program receives it before the next event that could depend on it, or when a frame has changed
/// the areas.
#[derive(Debug)]
struct PointerFilter<E> {
    /// The last position that was passed on.
    at: Option<Pos2>,
    /// The number of buttons that are down.
    down: usize,
    held_back: Option<(Pos2, E)>,
}

impl<E> Default for PointerFilter<E> {
    fn default() -> PointerFilter<E> {
        PointerFilter { at: None, down: 0, held_back: None }
    }
}

impl<E> PointerFilter<E> {
    /// The event of a movement, returned unless it is held back.
    fn moved(&mut self, context: &Context, to: Pos2, event: E) -> Option<E> {
        let change = if self.down == 0 { self.change_to(context, to) } else { PictureChange::Now };
        if change == PictureChange::Now {
            self.held_back = None;
            self.at = Some(to);
            return Some(event);
        }
        self.held_back = Some((to, event));
        wake_for(change, context);
        None
    }

    fn change_to(&self, context: &Context, to: Pos2) -> PictureChange {
        self.at.map_or(PictureChange::Now, |from| picture_change(context, from, to))
    }

    /// The movement held back that takes the place of a frame, because it brings a frame of its own with
    /// the text under the pointer.
    fn before_frame(&mut self, context: &Context) -> Option<E> {
        let to = self.held_back.as_ref()?.0;
        let waits = self.change_to(context, to) == PictureChange::Later;
        if waits { self.before_other() } else { None }
    }

    /// The movement held back, if the frame that was just drawn shows another picture at its end.
    fn after_frame(&mut self, context: &Context) -> Option<E> {
        let to = self.held_back.as_ref()?.0;
        let change = self.change_to(context, to);
        wake_for(change, context);
        if change == PictureChange::Now { self.before_other() } else { None }
    }

    /// The movement that has to come before an event of another kind.
    fn before_other(&mut self) -> Option<E> {
        let (at, event) = self.held_back.take()?;
        self.at = Some(at);
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

/// Asks for the frame of a change that may wait.
fn wake_for(change: PictureChange, context: &Context) {
    if change == PictureChange::Later {
        context.request_repaint_after(TEXT_DELAY);
    }
}

impl ApplicationHandler<UserEvent> for FilteredApplication<'_> {
    fn resumed(&mut self, event_loop: &ActiveEventLoop) {
        self.app.resumed(event_loop);
    }

    fn window_event(&mut self, event_loop: &ActiveEventLoop, window: WindowId, event: WindowEvent) {
        let event = match (event, self.context.get()) {
            (WindowEvent::CursorMoved { device_id, position }, Some(context)) => {
                let scale = f64::from(context.pixels_per_point());
                let at = Pos2::new((position.x / scale) as f32, (position.y / scale) as f32);
                let event = WindowEvent::CursorMoved { device_id, position };
                match self.filter.moved(context, at, (window, event)) {
                    Some((_, event)) => event,
                    None => return,
                }
            }
            // Passed on before a frame, the movement would make eframe draw another one after it.
            (WindowEvent::RedrawRequested, Some(context)) => {
                if let Some((_, moved)) = self.filter.before_frame(context) {
                    moved
                } else {
                    self.app.window_event(event_loop, window, WindowEvent::RedrawRequested);
                    let Some((_, moved)) = self.filter.after_frame(context) else { return };
                    moved
                }
            }
            // eframe ignores it; it comes with each movement.
            (WindowEvent::AxisMotion { .. }, _) => return,
            (event, _) => {
                if let Some((window, moved)) = self.filter.before_other() {
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
        self.app.about_to_wait(event_loop);
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
    use egui::{Id, Modal, RawInput, Rect, pos2, vec2};

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

    #[test]
    fn a_movement_inside_an_area_is_held_back_until_another_event() {
        let context = context_with_an_area();
        let mut filter = PointerFilter::default();
        assert_eq!(filter.moved(&context, pos2(1.0, 1.0), 1), Some(1), "the first one");
        assert_eq!(filter.moved(&context, pos2(2.0, 1.0), 2), None);
        assert_eq!(filter.moved(&context, pos2(3.0, 1.0), 3), None);
        assert_eq!(filter.before_other(), Some(3), "only the last place matters");
        assert_eq!(filter.before_other(), None);
        assert_eq!(filter.moved(&context, pos2(4.0, 1.0), 3), None);
        assert_eq!(filter.after_frame(&context), None, "the frame shows the same areas");
        context.run_ui(RawInput::default(), |_| {}).textures_delta.clear();
        assert_eq!(filter.after_frame(&context), Some(3), "the area is gone");
        let context = context_with_an_area();
        assert_eq!(filter.moved(&context, pos2(30.0, 1.0), 4), Some(4), "it leaves the area");
        assert_eq!(filter.moved(&context, pos2(3.0, 1.0), 5), Some(5), "it comes back");
        assert_eq!(filter.moved(&context, pos2(4.0, 1.0), 6), None);
        assert_eq!(filter.moved(&context, pos2(40.0, 1.0), 7), Some(7));
        assert_eq!(filter.before_other(), None, "the older place is out of date");
    }

    #[test]
    fn a_movement_onto_a_text_waits_for_a_frame() {
        let context = Context::default();
        context.all_styles_mut(|style| style.interaction.selectable_labels = false);
        let mut text = Rect::NOTHING;
        for _ in 0..3 {
            let screen_rect = Some(Rect::from_min_size(Pos2::ZERO, vec2(300.0, 300.0)));
            let input = RawInput { screen_rect, ..RawInput::default() };
            let mut output = context.run_ui(input, |ui| {
                Modal::new(Id::unique("dialog")).show(ui.ctx(), |ui| {
                    ui.add_space(20.0);
                    text = ui.label("A text").rect;
                });
            });
            output.textures_delta.clear();
        }
        let mut filter = PointerFilter::default();
        let above = text.center_top() - vec2(0.0, 10.0);
        assert_eq!(filter.moved(&context, above, 1), Some(1), "the first one");
        assert_eq!(filter.moved(&context, above + vec2(1.0, 0.0), 2), None);
        assert_eq!(filter.before_frame(&context), None, "the same picture");
        assert_eq!(filter.moved(&context, text.center(), 3), None);
        assert_eq!(filter.after_frame(&context), None, "it waits for its own frame");
        assert_eq!(filter.before_frame(&context), Some(3));
        assert_eq!(filter.before_frame(&context), None);
    }

    #[test]
    fn every_movement_with_a_button_down_is_passed_on() {
        let context = context_with_an_area();
        let mut filter = PointerFilter::default();
        filter.moved(&context, pos2(1.0, 1.0), 1);
        filter.button(ElementState::Pressed);
        assert_eq!(filter.moved(&context, pos2(2.0, 1.0), 2), Some(2));
        filter.button(ElementState::Released);
        assert_eq!(filter.moved(&context, pos2(3.0, 1.0), 3), None);
        filter.left();
        assert_eq!(filter.moved(&context, pos2(4.0, 1.0), 4), Some(4), "it was outside");
    }
}
