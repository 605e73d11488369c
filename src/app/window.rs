//! The window: joins the state to egui, the worker, files, the clipboard and the clock.

use std::{
    path::PathBuf,
    time::{Duration, Instant},
};

use egui::{Color32, ColorImage, Context, Event, Frame, Key, Margin, Rect, Ui, vec2};

use super::{
    action::{Action, FileAction, Setting, Tab},
    board::{BoardState, BoardView, Hint, Target, board_ui},
    engine_desk::EngineDesk,
    files::{FileDesk, Picked, Request},
    keeper::Keeper,
    keys::SHORTCUTS,
    layout::{Arrangement, arrangement, fitting_zoom},
    move_sheet::MoveSheet,
    panels::{banner, controls, dialogs, menu, moves, pages, path_box, players, settings, status},
    places::Places,
    settings::ThemeChoice,
    state::{AppState, Effect, Place},
    theme::{self, BoardColors, SPACE_L, SPACE_M, SPACE_S, Theme},
};
use crate::rules::Color;

/// The program as eframe runs it.
pub struct MinnowApp {
    state: AppState,
    board: BoardState,
    /// Whose shapes the board shows.
    board_place: Option<Place>,
    sheet: MoveSheet,
    keeper: Keeper,
    files: FileDesk,
    path_box: path_box::PathBox,
    logo: egui::TextureHandle,
    started: Instant,
    title: String,
}

impl MinnowApp {
    /// Sets the window up: settings, the game that was running, or the file named.
    pub fn new(
        context: &eframe::CreationContext<'_>,
        places: Option<Places>,
        file: Option<PathBuf>,
    ) -> MinnowApp {
        let ctx = &context.egui_ctx;
        theme::install(ctx);
        let wake = ctx.clone();
        let engine = EngineDesk::new(move || wake.request_repaint());
        let (keeper, kept) = Keeper::start(places.as_ref(), file.is_none());
        let seed = std::time::SystemTime::now()
            .duration_since(std::time::UNIX_EPOCH)
            .map_or(1, |since| since.as_nanos() as u64);
        let mut state = AppState::new(kept.settings, engine, seed);
        if let Some(game) = kept.game {
            state.resume_kept(game);
        }
        if let Some(problem) = kept.problem {
            state.error(problem);
        }
        if let Some(path) = file {
            state.apply(Action::File(FileAction::OpenPath(path)), 0);
        }
        let mut app = MinnowApp {
            state,
            board: BoardState::default(),
            board_place: None,
            sheet: MoveSheet::default(),
            keeper,
            files: FileDesk::default(),
            path_box: path_box::PathBox::default(),
            logo: logo(ctx),
            started: Instant::now(),
            title: String::new(),
        };
        app.carry_out(ctx);
        app
    }

    /// Milliseconds since the program started: the time of clocks and replies.
    fn now_ms(&self) -> u64 {
        self.started.elapsed().as_millis() as u64
    }

    /// What the program knows, for tests.
    pub fn state(&self) -> &AppState {
        &self.state
    }

    /// Applies actions and does what they asked of the window.
    fn act(&mut self, ctx: &Context, actions: Vec<Action>) {
        let now_ms = self.now_ms();
        let any = !actions.is_empty();
        for action in actions {
            self.state.apply(action, now_ms);
        }
        if any {
            self.state.tick(now_ms);
            ctx.request_repaint();
        }
        self.carry_out(ctx);
    }

    fn carry_out(&mut self, ctx: &Context) {
        for effect in std::mem::take(&mut self.state.effects) {
            match effect {
                Effect::Copy(text) => ctx.copy_text(text),
                Effect::AskOpen => self.ask(ctx, Request::Open, self.state.suggested_path()),
                Effect::AskSave { suggestion } => self.ask(ctx, Request::Save, suggestion),
                Effect::KeepSettings => self.keeper.keep_settings(&self.state.settings),
                Effect::KeepGame => self.keeper.keep_game(&self.state),
                Effect::ToggleFullScreen => {
                    let now = ctx.input(|input| input.viewport().fullscreen.unwrap_or(false));
                    ctx.send_viewport_cmd(egui::ViewportCommand::Fullscreen(!now));
                }
                Effect::Close => ctx.send_viewport_cmd(egui::ViewportCommand::Close),
            }
        }
    }

    fn ask(&mut self, ctx: &Context, request: Request, suggestion: PathBuf) {
        let wake = ctx.clone();
        self.files.ask(request, suggestion, move || wake.request_repaint());
    }

    /// Answers of dialogs, and files dropped on the window.
    fn arrivals(&mut self, ctx: &Context) -> Vec<Action> {
        let mut actions = Vec::new();
        match self.files.collect() {
            Some(Picked::Path(Request::Open, path)) => {
                actions.push(Action::File(FileAction::OpenPath(path)));
            }
            Some(Picked::Path(Request::Save, path)) => {
                actions.push(Action::File(FileAction::SavePath(path)));
            }
            Some(Picked::NoDialog(request, path)) => self.path_box.open(request, &path),
            Some(Picked::Cancelled) => self.state.after_save = None,
            None => {}
        }
        let dropped =
            ctx.input(|input| input.raw.dropped_files.first().map(|file| file.path().to_owned()));
        actions.extend(dropped.map(|path| Action::File(FileAction::OpenPath(path))));
        if let Some(problem) = self.keeper.problem() {
            self.state.error(problem);
        }
        actions
    }

    /// Zoom, theme and title follow the settings and the game.
    fn follow_settings(&mut self, ctx: &Context) {
        let choice = match self.state.settings.theme {
            ThemeChoice::Light => egui::ThemePreference::Light,
            ThemeChoice::Dark => egui::ThemePreference::Dark,
            ThemeChoice::System => egui::ThemePreference::System,
        };
        if ctx.options(|options| options.theme_preference) != choice {
            ctx.set_theme(choice);
        }
        let unzoomed = ctx.content_rect().size() * ctx.zoom_factor();
        let zoom = fitting_zoom(self.state.settings.zoom, unzoomed);
        if (zoom - ctx.zoom_factor()).abs() > 0.005 {
            ctx.set_zoom_factor(zoom);
        }
        let title = self.state.window_title();
        if title != self.title {
            ctx.send_viewport_cmd(egui::ViewportCommand::Title(title.clone()));
            self.title = title;
        }
    }

    /// Shortcuts, pasted text and typed moves, unless a text field has the keyboard.
    fn keyboard(&mut self, ctx: &Context) -> Vec<Action> {
        let mut actions = Vec::new();
        if ctx.text_edit_focused() {
            return actions;
        }
        let six_files = self.state.variant().files > 5;
        for shortcut in SHORTCUTS {
            // Where the board has an f file, a plain f begins a move.
            let types_file = shortcut.keys.logical_key == Key::F && six_files;
            let typing = !self.state.typed.is_empty() && shortcut.keys.modifiers.is_none();
            let text_key = matches!(shortcut.keys.logical_key, Key::F | Key::H);
            if types_file || typing && text_key {
                continue;
            }
            if ctx.input_mut(|input| input.consume_shortcut(&shortcut.keys)) {
                actions.push(shortcut.action());
            }
        }
        let events = ctx.input(|input| input.events.clone());
        for event in events {
            match event {
                Event::Paste(text) => actions.push(Action::PastePosition(text)),
                Event::Copy => actions.push(Action::CopyFen),
                Event::Text(text) => self.state.type_text(&text),
                _ => {}
            }
        }
        self.zoom_keys(ctx, &mut actions);
        self.typed_keys(ctx, &mut actions);
        actions
    }

    fn zoom_keys(&self, ctx: &Context, actions: &mut Vec<Action>) {
        use egui::gui_zoom::kb_shortcuts::{ZOOM_IN, ZOOM_IN_SECONDARY, ZOOM_OUT, ZOOM_RESET};
        let zoom = self.state.settings.zoom;
        let wishes = [
            (ZOOM_IN, zoom + 0.125),
            (ZOOM_IN_SECONDARY, zoom + 0.125),
            (ZOOM_OUT, zoom - 0.125),
            (ZOOM_RESET, 1.0),
        ];
        for (keys, wish) in wishes {
            if ctx.input_mut(|input| input.consume_shortcut(&keys)) {
                actions.push(Action::Set(Setting::Zoom(wish)));
            }
        }
    }

    fn typed_keys(&mut self, ctx: &Context, actions: &mut Vec<Action>) {
        if self.state.typed.is_empty() {
            return;
        }
        if ctx.input_mut(|input| input.consume_key(egui::Modifiers::NONE, Key::Backspace)) {
            self.state.typed.pop();
        }
        let enter = ctx.input_mut(|input| input.consume_key(egui::Modifiers::NONE, Key::Enter));
        if enter || self.state.typed_is_whole() {
            actions.push(Action::TypedMove(self.state.typed.clone()));
        }
    }

    fn window_ui(&mut self, ui: &mut Ui, out: &mut Vec<Action>) {
        let theme = Theme::of(ui);
        let size = ui.ctx().content_rect().size();
        let arrangement = arrangement(size);
        let bar = Frame::new().fill(theme.panel).inner_margin(Margin::symmetric(16, 4));
        egui::Panel::top("bar").frame(bar).exact_size(theme::BAR_HEIGHT).show(ui, |ui| {
            let drawer = arrangement == Arrangement::Drawer;
            menu::top_bar_ui(ui, &self.state, &self.logo, drawer, out);
        });
        let line = Frame::new().fill(theme.panel).inner_margin(Margin::symmetric(16, 2));
        egui::Panel::bottom("status").frame(line).exact_size(theme::STATUS_HEIGHT).show(ui, |ui| {
            status::status_ui(ui, &self.state);
        });
        self.notice_ui(ui, out);
        match arrangement {
            Arrangement::Wide => {
                side(egui::Panel::left("settings"), theme::LEFT_WIDTH).show(ui, |ui| {
                    self.settings_card_ui(ui, out);
                });
                side(egui::Panel::right("moves"), theme::RIGHT_WIDTH).show(ui, |ui| {
                    self.moves_cards_ui(ui, out);
                });
            }
            Arrangement::Drawer => {
                side(egui::Panel::right("moves"), theme::RIGHT_WIDTH).show(ui, |ui| {
                    self.moves_cards_ui(ui, out);
                });
            }
            Arrangement::TabsBeside => {
                let width = (size.x * 0.44).clamp(200.0, theme::RIGHT_WIDTH);
                side(egui::Panel::right("tabs"), width).show(ui, |ui| self.tabs_ui(ui, out));
            }
            Arrangement::TabsBelow => {
                let height = (size.y * 0.42).clamp(150.0, 360.0);
                side(egui::Panel::bottom("tabs"), height).show(ui, |ui| self.tabs_ui(ui, out));
            }
        }
        let frame = Frame::new().fill(theme.background).inner_margin(SPACE_M as i8);
        egui::CentralPanel::no_frame().frame(frame).show(ui, |ui| self.middle_ui(ui, out));
        if arrangement == Arrangement::Drawer && self.state.drawer_open {
            self.drawer_ui(ui, out);
        }
    }

    fn settings_card_ui(&mut self, ui: &mut Ui, out: &mut Vec<Action>) {
        Theme::of(ui).card().show(ui, |ui| {
            ui.take_available_space();
            settings::settings_ui(ui, &self.state, out);
        });
    }

    fn moves_cards_ui(&mut self, ui: &mut Ui, out: &mut Vec<Action>) {
        let card = Theme::of(ui).card();
        let buttons = egui::Panel::bottom("buttons").frame(Frame::NONE).resizable(false);
        buttons.show_separator_line(false).show(ui, |ui| {
            card.show(ui, |ui| {
                ui.take_available_width();
                controls::controls_ui(ui, &self.state, out);
            });
        });
        let room = Frame::new().inner_margin(Margin { bottom: SPACE_M as i8, ..Margin::ZERO });
        egui::CentralPanel::no_frame().frame(room).show(ui, |ui| {
            card.show(ui, |ui| {
                ui.take_available_space();
                moves::moves_ui(ui, &self.state, &mut self.sheet, out);
            });
        });
    }

    /// The one panel of a small window.
    fn tabs_ui(&mut self, ui: &mut Ui, out: &mut Vec<Action>) {
        let tab = self.state.tab;
        let options = [
            ("Game", tab == Tab::Game),
            ("Moves", tab == Tab::Moves),
            ("Settings", tab == Tab::Settings),
        ];
        if let Some(index) = super::widgets::segmented_ui(ui, "Panel", &options) {
            out.push(Action::SelectTab([Tab::Game, Tab::Moves, Tab::Settings][index]));
        }
        Theme::of(ui).card().inner_margin(SPACE_S as i8).show(ui, |ui| {
            ui.take_available_space();
            match tab {
                Tab::Game => {
                    egui::ScrollArea::vertical().show(ui, |ui| {
                        controls::controls_ui(ui, &self.state, out);
                    });
                }
                Tab::Moves => moves::moves_ui(ui, &self.state, &mut self.sheet, out),
                Tab::Settings => settings::settings_ui(ui, &self.state, out),
            }
        });
    }

    fn drawer_ui(&mut self, ui: &mut Ui, out: &mut Vec<Action>) {
        let theme = Theme::of(ui);
        let room = ui.ctx().content_rect();
        let at = room.min + vec2(SPACE_S, theme::BAR_HEIGHT + SPACE_S);
        let height = room.height() - theme::BAR_HEIGHT - theme::STATUS_HEIGHT - 2.0 * SPACE_S;
        let area = egui::Area::new(egui::Id::unique("drawer")).order(egui::Order::Foreground);
        let shown = area.fixed_pos(at).show(ui.ctx(), |ui| {
            theme.overlay().show(ui, |ui| {
                ui.set_width(theme::LEFT_WIDTH - 2.0 * SPACE_L);
                ui.set_height(height - 2.0 * SPACE_L);
                settings::settings_ui(ui, &self.state, out);
            });
        });
        let elsewhere = ui.input(|input| {
            let pressed = input.pointer.any_pressed();
            pressed
                && input.pointer.interact_pos().is_some_and(|at| !shown.response.rect.contains(at))
        });
        // A press on the drawer's own popups is not elsewhere, nor is one on the bar's button.
        let on_bar = ui
            .input(|input| input.pointer.interact_pos().is_some_and(|at| at.y < theme::BAR_HEIGHT));
        if elsewhere && !on_bar && !egui::Popup::is_any_open(ui.ctx()) {
            out.push(Action::ToggleDrawer);
        }
    }

    fn notice_ui(&mut self, ui: &mut Ui, out: &mut Vec<Action>) {
        let Some(notice) = &self.state.notice else { return };
        status::notice_ui(ui, notice, out);
    }

    /// The board between the two players' strips.
    fn middle_ui(&mut self, ui: &mut Ui, out: &mut Vec<Action>) {
        let now_ms = self.now_ms();
        let below = if self.state.flipped { Color::Black } else { Color::White };
        let room = ui.available_rect_before_wrap();
        let strip = theme::STRIP_HEIGHT;
        let board_room = room.shrink2(vec2(0.0, strip));
        let variant = self.state.variant();
        let geometry = super::board::Geometry::fit(
            board_room,
            ui.pixels_per_point(),
            variant.files,
            variant.ranks,
            self.state.flipped,
        );
        let board = geometry.board_rect();
        let wide = board.width().max(theme::STRIP_WIDTH.min(room.width()));
        let strip_at = |top: f32| {
            Rect::from_center_size(
                egui::pos2(room.center().x, top + strip / 2.0),
                vec2(wide, strip),
            )
        };
        for (color, top) in [(!below, board.top() - strip), (below, board.bottom())] {
            ui.scope_builder(egui::UiBuilder::new().max_rect(strip_at(top)), |ui| {
                players::player_ui(ui, &self.state, color, now_ms);
            });
        }
        ui.scope_builder(egui::UiBuilder::new().max_rect(board_room), |ui| {
            self.the_board_ui(ui, out);
        });
        if !self.state.typed.is_empty() {
            status::typed_ui(ui, &self.state.typed, board);
        }
        if self.state.question.is_none() && self.state.page.is_none() {
            banner::banner_ui(ui, &self.state, board, out);
        }
    }

    fn the_board_ui(&mut self, ui: &mut Ui, out: &mut Vec<Action>) {
        let state = &self.state;
        let place = state.here();
        if self.board_place != Some(place) {
            if self.board_place.is_some_and(|old| old.game_number != place.game_number) {
                self.board.cancel();
            }
            self.board_place = Some(place);
            self.board.set_shapes(state.shapes_here());
        }
        let position = state.game.position();
        let pieces: Vec<_> = position.board().pieces().collect();
        let targets: Vec<Target> = if state.may_move() { state.targets() } else { Vec::new() };
        let node = state.game.node(state.game.cursor());
        let last_move = node.and_then(|node| node.played()).map(|m| (m.from(), m.to()));
        let attacked = [position.turn(), !position.turn()]
            .into_iter()
            .find(|color| position.is_attacked(*color))
            .and_then(|color| position.board().king(color));
        let hint = state.hint.filter(|hint| hint.place == place).map(|hint| {
            if hint.whole {
                Hint::Move(hint.played.from(), hint.played.to())
            } else {
                Hint::Piece(hint.played.from())
            }
        });
        let view = BoardView {
            files: position.variant().files,
            ranks: position.variant().ranks,
            flipped: state.flipped,
            pieces: &pieces,
            movable: state.may_move().then_some(position.turn()),
            targets: &targets,
            last_move,
            attacked_king: attacked,
            hint,
            shapes: &[],
            colors: BoardColors::by_id(&state.settings.board_colors),
            coordinates: true,
            animate: state.settings.animate,
            enabled: state.question.is_none() && state.page.is_none(),
        };
        let output = board_ui(ui, &mut self.board, &view);
        if let Some(Target { from, to, promotion, .. }) = output.played {
            out.push(Action::BoardMove { from, to, promotion });
        }
        if output.shapes_changed {
            self.state.keep_shapes(self.board.shapes());
        }
    }
}

/// A side panel without a frame of its own.
fn side(panel: egui::Panel, size: f32) -> egui::Panel {
    let margin = Margin::same(SPACE_M as i8);
    panel
        .resizable(false)
        .show_separator_line(false)
        .exact_size(size)
        .frame(Frame::new().inner_margin(margin))
}

impl eframe::App for MinnowApp {
    fn logic(&mut self, ctx: &Context, _: &mut eframe::Frame) {
        let actions = self.arrivals(ctx);
        self.act(ctx, actions);
        let now_ms = self.now_ms();
        if let Some(wake_ms) = self.state.tick(now_ms) {
            ctx.request_repaint_after(Duration::from_millis(wake_ms.saturating_sub(now_ms)));
        }
        self.carry_out(ctx);
        self.follow_settings(ctx);
    }

    fn ui(&mut self, ui: &mut Ui, _: &mut eframe::Frame) {
        let mut actions = Vec::new();
        self.window_ui(ui, &mut actions);
        dialogs::question_ui(ui, &self.state, &mut actions);
        pages::page_ui(ui, &self.state, &mut actions);
        self.path_box.path_box_ui(ui, &mut actions);
        let ctx = ui.ctx().clone();
        actions.extend(self.keyboard(&ctx));
        self.act(&ctx, actions);
    }

    fn on_exit(&mut self, _: Option<&eframe::glow::Context>) {
        self.keeper.finish();
    }

    fn clear_color(&self, visuals: &egui::Visuals) -> [f32; 4] {
        visuals.panel_fill.to_normalized_gamma_f32()
    }
}

/// The fish of the top bar, white so that it can be tinted.
fn logo(ctx: &Context) -> egui::TextureHandle {
    let svg = include_str!("../../assets/icon/logo.svg");
    let image = resvg::usvg::Tree::from_str(svg, &resvg::usvg::Options::default())
        .ok()
        .and_then(|tree| rasterised(&tree, 192))
        .unwrap_or_else(|| ColorImage::filled([1, 1], Color32::TRANSPARENT));
    ctx.load_texture("logo", image, egui::TextureOptions::LINEAR)
}

/// A drawing as an image of this width in pixels.
pub(super) fn rasterised(tree: &resvg::usvg::Tree, width: u32) -> Option<ColorImage> {
    let scale = width as f32 / tree.size().width();
    let height = (tree.size().height() * scale).ceil() as u32;
    let mut pixmap = resvg::tiny_skia::Pixmap::new(width, height)?;
    let transform = resvg::tiny_skia::Transform::from_scale(scale, scale);
    resvg::render(tree, transform, &mut pixmap.as_mut());
    let size = [width as usize, height as usize];
    Some(ColorImage::from_rgba_premultiplied(size, pixmap.data()))
}
