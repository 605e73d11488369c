//! The window: joins the state to egui, its background work, files, the clipboard and the clock.

use crate::app::request::Request;
use std::{path::PathBuf, sync::Arc, time::Duration};
use web_time::Instant;

use egui::{Color32, ColorImage, Context, Key, Modifiers, PointerState, Popup, Ui};

use super::{
    first_size::FirstSize,
    game_board::GameBoard,
    games,
    moves::{comment::CommentBox, view::MoveListView},
    pages::PageId,
    review::layout::ReviewLayout,
    screen::AppState,
    session::engine_client::EngineClient,
    session::settings::ThemeChoice,
    session::task::Task,
    session::{ArchiveClient, Background, Effect, FileChoice, FileClient, TableClient},
    shell::{NoticeLine, announcer::Announcer, dialogs},
    sound::{SoundDevice, Speaker},
    storage::path_box,
    storage::places::Places,
    storage::{FileDialogs, autosave::Autosave},
    ui::board::{PlacingState, use_style},
    ui::breakpoints::fitting_zoom,
    ui::drawing::image_of_svg,
    ui::focus::FocusState,
    ui::theme,
};
use minnow_game::archive::Archive;
use minnow_jobs::Spawner;
use minnow_tables::cache::TableCache;

/// The program as eframe runs it.
pub struct MinnowApp {
    pub(super) state: AppState,
    pub(super) board: GameBoard,
    /// The editor's tool and the piece it holds.
    pub(super) placing: PlacingState,
    pub(super) moves: MoveListView,
    pub(super) review: ReviewLayout,
    pub(super) comment: CommentBox,
    pub(super) notice_line: NoticeLine,
    pub(super) autosave: Autosave,
    speaker: Speaker,
    pub(super) files: FileDialogs,
    pub(super) path_box: path_box::PathBox,
    /// True from a paste to the release of its key.
    pub(super) has_pasted: bool,
    /// A file dropped on the window that is not opened yet.
    dropped: Option<PathBuf>,
    pub(super) logo: egui::TextureHandle,
    started: Instant,
    /// The time at which a test holds the clocks.
    held_ms: Option<u64>,
    /// True if the user has closed the window during a save.
    closes_after_save: bool,
    /// The number of the first frame, once it was drawn.
    first_frame: Option<u64>,
    pub(super) title: String,
    focus: FocusState,
    announcer: Announcer,
    first_size: FirstSize,
    /// The question whether the system asks for reduced motion.
    system_motion: Task<bool>,
}

/// A seed of its own for each start.
fn seed() -> u64 {
    let since = web_time::SystemTime::now().duration_since(web_time::UNIX_EPOCH);
    since.map_or(1, |since| since.as_nanos() as u64)
}

impl MinnowApp {
    /// Sets the window up: settings, the game that was running, or the file named.
    pub fn new(
        context: &eframe::CreationContext<'_>,
        places: Option<Places>,
        file: Option<PathBuf>,
    ) -> MinnowApp {
        MinnowApp::with_spawner(context, places, file, Spawner::default())
    }

    /// The same with another way to start threads.
    pub fn with_spawner(
        context: &eframe::CreationContext<'_>,
        places: Option<Places>,
        file: Option<PathBuf>,
        spawner: Spawner,
    ) -> MinnowApp {
        let ctx = &context.egui_ctx;
        theme::install(ctx);
        let wake = waker(ctx);
        let engine = EngineClient::new(spawner.clone(), wake.clone());
        let (autosave, restored) =
            Autosave::start(places.as_ref(), file.as_deref(), spawner.clone(), wake.clone());
        let mut state = AppState::new(restored.settings, engine, seed());
        state.session.lists = restored.lists;
        state.session.pick_opponent();
        #[cfg(target_arch = "wasm32")]
        {
            state.session.page_address = Some(super::page::link_base());
        }
        let tables = state.session.engine.tables.clone();
        let cache = places.as_ref().map(|places| TableCache::at(places.tables()));
        let background = Background::new(spawner.clone(), wake.clone());
        state.session.tables = TableClient::new(tables, cache, background.clone());
        state.session.background = background;
        state.session.files = FileClient::new(spawner.clone(), wake.clone());
        state.session.data_folder = places.as_ref().map(|places| places.data().to_owned());
        let archive = places.as_ref().map(|places| Archive::new(&places.games()));
        state.session.archive = ArchiveClient::new(archive, spawner.clone(), wake);
        restored.archived.into_iter().for_each(|id| state.session.note_rescued(id));
        let rescued = state.session.lists.rescued().cloned();
        state.session.archive.recent.extend(rescued);
        match (restored.game, file) {
            (Some(game), _) => state.begin(games::resume(game)),
            (None, Some(path)) => state.update(Request::OpenPath(path), 0),
            (None, None) if restored.first_start => state.page = Some(PageId::Welcome),
            (None, None) => {}
        }
        restored.alerts.into_iter().for_each(|alert| state.session.keeping.alert(alert));
        let mut app = MinnowApp {
            first_size: FirstSize::new(state.session.settings.window),
            state,
            board: GameBoard::default(),
            placing: PlacingState::default(),
            moves: MoveListView::default(),
            review: ReviewLayout::default(),
            comment: CommentBox::default(),
            notice_line: NoticeLine::default(),
            autosave,
            files: FileDialogs::new(spawner.clone(), context),
            speaker: Speaker::new(spawner),
            path_box: path_box::PathBox::default(),
            has_pasted: false,
            dropped: None,
            logo: logo(ctx),
            started: Instant::now(),
            held_ms: None,
            closes_after_save: false,
            first_frame: None,
            title: String::new(),
            focus: FocusState::default(),
            announcer: Announcer::default(),
            system_motion: Task::default(),
        };
        app.carry_out(ctx);
        app
    }

    /// Asks whether the system's setting is reduced motion.
    #[cfg(not(target_arch = "wasm32"))]
    pub(super) fn ask_for_motion(&mut self, ctx: &Context) {
        self.system_motion.begin(super::system_motion::ask(&Spawner::default(), waker(ctx)));
    }

    /// Takes the system's answer.
    pub fn set_system_motion(&mut self, reduces_motion: bool) {
        self.state.session.settings.system_reduces_motion = reduces_motion;
    }

    /// Writes the game with what is not part of it yet: a comment being typed and the clock.
    pub(super) fn keep_now(&mut self) {
        if let Some(request) = self.comment.finish() {
            self.state.update(request, self.now_ms());
        }
        self.state.session.note_clock(self.now_ms());
        self.autosave.save_game_now(&self.state.session);
    }

    /// Milliseconds since the program started: the time of clocks and replies.
    pub(super) fn now_ms(&self) -> u64 {
        self.held_ms.unwrap_or_else(|| self.started.elapsed().as_millis() as u64)
    }

    /// Holds the time of clocks and replies at these milliseconds, for tests.
    pub fn hold_time(&mut self, now_ms: u64) {
        self.held_ms = Some(now_ms);
    }

    /// The state, for tests.
    pub fn state(&self) -> &AppState {
        &self.state
    }

    /// Starts the sequence of random choices at another seed, for tests.
    pub fn set_seed(&mut self, seed: u64) {
        self.state.session.seed = seed;
    }

    /// Plays sounds on another device, for tests.
    pub fn set_sound_device(&mut self, device: Arc<dyn SoundDevice>) {
        self.speaker.set_device(device);
    }

    /// Applies actions and does what they asked of the window.
    pub(super) fn act(&mut self, ctx: &Context, actions: Vec<Request>) {
        let now_ms = self.now_ms();
        let any = !actions.is_empty();
        // A comment becomes part of the game before an action that may replace the game.
        let written = any.then(|| self.comment.finish()).flatten();
        for action in written.into_iter().chain(actions) {
            self.state.update(action, now_ms);
        }
        if any {
            self.state.tick(now_ms);
            ctx.request_repaint();
        }
        self.carry_out(ctx);
    }

    fn carry_out(&mut self, ctx: &Context) {
        for effect in std::mem::take(&mut self.state.session.effects) {
            match effect {
                Effect::Copy(text) => ctx.copy_text(text),
                Effect::AskFile(query) => self.files.ask(query, waker(ctx)),
                Effect::WriteComment => self.comment.write(),
                Effect::TypePath(query) => self.path_box.open(query, true),
                Effect::CopyPicture(drawing) => {
                    if let Some(image) = image_of_svg(&drawing.svg, drawing.width_px) {
                        ctx.copy_image(image);
                    }
                }
                Effect::KeepSettings => self.autosave.save_settings(&self.state.session.settings),
                Effect::KeepGame => self.autosave.save_game(&self.state.session),
                Effect::KeepClock => self.autosave.save_clock(&self.state.session),
                Effect::Sound(sound) => {
                    self.speaker.play(sound, self.state.session.settings.volume);
                }
                Effect::KeepList(name) => {
                    self.autosave.save_list(name, &self.state.session.lists);
                }
                Effect::Archive(order) => self.autosave.archive(*order),
                Effect::ToggleFullScreen => {
                    let now = ctx.input(|input| input.viewport().fullscreen.unwrap_or(false));
                    ctx.send_viewport_cmd(egui::ViewportCommand::Fullscreen(!now));
                }
                Effect::Close => ctx.send_viewport_cmd(egui::ViewportCommand::Close),
                #[cfg(target_arch = "wasm32")]
                Effect::SaveAllData => super::page::save_all_data(),
                #[cfg(target_arch = "wasm32")]
                Effect::ChooseAllData => super::page::choose_all_data(),
                // Only the web page's menu has them.
                #[cfg(not(target_arch = "wasm32"))]
                Effect::SaveAllData | Effect::ChooseAllData => {}
            }
        }
    }

    /// The request of a file dialog's answer; without a dialog, the path box opens.
    fn request_of_choice(&mut self, choice: FileChoice) -> Option<Request> {
        match choice {
            FileChoice::Chosen(file) => Some(Request::FileChosen(Box::new(file))),
            FileChoice::Cancelled => None,
            FileChoice::NoDialog { query, problem } => {
                if let Some(problem) = problem {
                    self.state.session.error(format!("The file dialog failed: {problem}."));
                }
                self.path_box.open(query, false);
                None
            }
            FileChoice::Browse(query) => {
                self.state.session.ask_file(query);
                Some(Request::Wake)
            }
        }
    }

    /// Answers of dialogs, and files dropped on the window. While a question is open, they wait.
    fn arrivals(&mut self, ctx: &Context) -> Vec<Request> {
        self.note_dropped(ctx);
        let mut actions = Vec::new();
        if self.state.question.is_some() {
            return actions;
        }
        if let Some(choice) = self.files.collect() {
            actions.extend(self.request_of_choice(choice));
        }
        #[cfg(target_arch = "wasm32")]
        actions.extend(super::page::arrivals());
        let dropped = self.dropped.take();
        actions.extend(dropped.map(Request::OpenPath));
        actions
    }

    /// Takes the files dropped in this frame: egui has them in one frame only.
    fn note_dropped(&mut self, ctx: &Context) {
        if cfg!(not(target_arch = "wasm32")) {
            let first = |input: &egui::InputState| input.raw.dropped_files.first().cloned();
            let dropped = ctx.input(first).map(|file| file.path().to_owned());
            self.dropped = dropped.or(self.dropped.take());
        }
        // They have no path on a page, and arrive once they are read.
        #[cfg(target_arch = "wasm32")]
        super::page::read_dropped(ctx);
    }

    /// The second frame proves that the first one reached the screen.
    fn note_frame(&mut self, ctx: &Context) {
        let frame = ctx.cumulative_frame_nr();
        if *self.first_frame.get_or_insert(frame) == frame {
            ctx.request_repaint();
        } else {
            self.autosave.first_frame_shown();
        }
    }

    /// A window that is closed during a save closes after it. Closing loses nothing while the game is
    /// kept on disk; where it is not, the user is asked.
    fn guard_close(&mut self, ctx: &Context) {
        let closing = ctx.input(|input| input.viewport().close_requested());
        if self.state.session.files.is_saving() {
            if closing {
                self.closes_after_save = true;
                ctx.send_viewport_cmd(egui::ViewportCommand::CancelClose);
            }
            return;
        }
        if std::mem::take(&mut self.closes_after_save) && !self.state.has_problem() {
            ctx.send_viewport_cmd(egui::ViewportCommand::Close);
            return;
        }
        if !closing || self.state.may_close {
            return;
        }
        self.autosave.finish();
        let now_ms = self.now_ms();
        self.autosave.collect(&mut self.state.session.keeping, now_ms);
        let session = &self.state.session;
        let is_unsaved = session.game_of_play().is_unsaved();
        let loses_game = is_unsaved && session.keeping.game_problem().is_some();
        if loses_game || self.autosave.has_unwritten_games() || session.plays_remotely() {
            ctx.send_viewport_cmd(egui::ViewportCommand::CancelClose);
            self.act(ctx, vec![Request::AskBeforeClosing]);
        }
    }

    /// Zoom, theme and title follow the settings and the game.
    fn follow_settings(&mut self, ctx: &Context) {
        let settings = &self.state.session.settings;
        theme::follow(ctx, settings.theme == ThemeChoice::Contrast, settings.animates());
        let choice = match settings.theme {
            ThemeChoice::Light => egui::ThemePreference::Light,
            ThemeChoice::Dark | ThemeChoice::Contrast => egui::ThemePreference::Dark,
            ThemeChoice::System => egui::ThemePreference::System,
        };
        if ctx.options(|options| options.theme_preference) != choice {
            ctx.set_theme(choice);
        }
        let settings = &self.state.session.settings;
        use_style(ctx, settings.pieces, settings.pattern);
        let unzoomed = ctx.content_rect().size() * ctx.zoom_factor();
        let zoom = fitting_zoom(self.state.session.settings.zoom, unzoomed);
        if (zoom - ctx.zoom_factor()).abs() > 0.005 {
            ctx.set_zoom_factor(zoom);
            // The pointer has another place in points, which egui learns from its next movement. The
            // old place may be over another group of the open menu.
            ctx.input_mut(|input| input.pointer = PointerState::default());
        }
        let title = self.state.session.window_title();
        if title != self.title {
            #[cfg(target_arch = "wasm32")]
            super::page::set_title(&title);
            ctx.send_viewport_cmd(egui::ViewportCommand::Title(title.clone()));
            self.title = title;
        }
    }
}

impl eframe::App for MinnowApp {
    fn logic(&mut self, ctx: &Context, _: &mut eframe::Frame) {
        let actions = self.arrivals(ctx);
        self.act(ctx, actions);
        let now_ms = self.now_ms();
        let keeping = &mut self.state.session.keeping;
        let retry = self.autosave.collect(keeping, now_ms);
        #[cfg(target_arch = "wasm32")]
        super::page::report(&mut self.state.session);
        if let Some(reduces_motion) = self.system_motion.poll().pop() {
            self.set_system_motion(reduces_motion);
        }
        let wake = self.state.tick(now_ms);
        if let Some(wake_ms) = wake.into_iter().chain(retry).min() {
            ctx.request_repaint_after(Duration::from_millis(wake_ms.saturating_sub(now_ms)));
        }
        self.carry_out(ctx);
        self.guard_close(ctx);
        self.follow_settings(ctx);
    }

    fn ui(&mut self, ui: &mut Ui, _: &mut eframe::Frame) {
        self.note_frame(ui.ctx());
        self.first_size.update(ui.ctx());
        // The release of a held button may go to another window.
        if ui.input(|input| input.events.contains(&egui::Event::WindowFocused(false))) {
            ui.ctx().stop_dragging();
        }
        self.focus.begin_frame(ui.ctx());
        // A text field that Enter closes in this frame still owns the keys before Enter.
        let typing = ui.ctx().text_edit_focused();
        let has_popup = Popup::is_any_open(ui.ctx());
        let mut actions = Vec::from_iter(self.typed_enter(ui.ctx()));
        actions.extend(self.open_move_key(ui.ctx()));
        dialogs::hold_below_question(ui, self.state.question.as_ref());
        self.window_ui(ui, &mut actions);
        let typed = &self.state.session.typed;
        if !typed.is_empty() && !self.state.shown_editor() {
            self.board.typed_ui(ui, typed, &self.state.typed_note());
        }
        dialogs::question_ui(ui, &self.state, &mut actions);
        self.page_ui(ui, &mut actions);
        if let Some(choice) = self.path_box.path_box_ui(ui) {
            actions.extend(self.request_of_choice(choice));
        }
        let ctx = ui.ctx().clone();
        if has_popup {
            // egui closes the list or menu by Escape and leaves the key, which would close the page, too.
            ctx.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Escape));
        }
        actions.extend(self.keyboard(&ctx, typing));
        self.focus.ring_ui(&ctx);
        self.act(&ctx, actions);
        self.announcer.announce_ui(&ctx, &self.state);
        ctx.accesskit_node_builder(egui::accesskit_root_id(), |node| {
            node.set_label(self.title.as_str());
        });
    }

    /// A page is asked for its window by this.
    #[cfg(target_arch = "wasm32")]
    fn as_any_mut(&mut self) -> Option<&mut dyn std::any::Any> {
        Some(self)
    }

    fn on_exit(&mut self, _: Option<&eframe::glow::Context>) {
        self.keep_now();
        let settings = &mut self.state.session.settings;
        if settings.window != self.first_size.place() {
            settings.window = self.first_size.place();
            self.autosave.save_settings(settings);
        }
        self.autosave.finish();
        self.autosave.first_frame_shown();
    }

    fn clear_color(&self, visuals: &egui::Visuals) -> [f32; 4] {
        visuals.panel_fill.to_normalized_gamma_f32()
    }
}

/// A function that makes the window draw a frame, for threads of jobs.
#[cfg(not(target_arch = "wasm32"))]
fn waker(ctx: &Context) -> impl Fn() + Clone + Send + Sync + 'static {
    let ctx = ctx.clone();
    move || ctx.request_repaint()
}

/// The same for the workers of a page, which may not use egui's locks.
#[cfg(target_arch = "wasm32")]
fn waker(_: &Context) -> impl Fn() + Clone + Send + Sync + 'static {
    minnow_jobs::worker::wake_page
}

/// The fish of the top bar, white so that it can be tinted.
fn logo(ctx: &Context) -> egui::TextureHandle {
    let image = image_of_svg(include_str!("../../assets/icon/logo.svg"), 192)
        .unwrap_or_else(|| ColorImage::filled([1, 1], Color32::TRANSPARENT));
    ctx.load_texture("logo", image, egui::TextureOptions::LINEAR)
}
