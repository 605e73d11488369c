//! A window in a test: its folder, its harness, and the user's actions as functions.

use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use egui::accesskit::Role;
use egui::{Event, Key, Modifiers, PointerButton, Pos2, Rect, Vec2};
use egui_kittest::kittest::{AccessKitNode, By, NodeT, Queryable};
use egui_kittest::{Harness, Node};
use minnow::app::MinnowApp;
use minnow::app::pages::PageId;
use minnow::app::screen::AppState;
use minnow::app::session::settings::{CustomLimits, ReplyPace, Settings, Sides};
use minnow::app::storage::places::Places;
use minnow_game::{Game, save::to_ron};
use minnow_jobs::Spawner;
use minnow_rules::{Move, Position, Variant, san};

/// The time after which a test reports that the computer hangs; far longer than it takes.
const HANGS_AFTER: Duration = Duration::from_secs(600);
/// The interval of frames while nothing requests one.
const LOOK_AGAIN: Duration = Duration::from_millis(20);

/// The seed of the random choices, so that a test repeats.
const SEED: u64 = 1;

pub(crate) const WIDE: Vec2 = Vec2::new(1280.0, 800.0);

/// Settings for a test: the computer answers at once, with limits that do not depend on time.
pub(crate) fn quick() -> Settings {
    Settings {
        use_custom: true,
        custom: CustomLimits { depth_plies: Some(2), nodes: Some(2_000), think_ms: 600_000 },
        reply: ReplyPace::AtOnce,
        watch_pause_ms: 0,
        animate: false,
        sounds: false,
        ..Settings::default()
    }
}

/// The same for two humans.
pub(crate) fn two_humans() -> Settings {
    Settings { sides: Sides::Both, ..quick() }
}

/// The same with a computer that only the depth limits.
pub(crate) fn to_depth(depth_plies: u32) -> Settings {
    let depth_plies = Some(depth_plies);
    let custom = CustomLimits { depth_plies, nodes: None, ..quick().custom };
    Settings { custom, ..quick() }
}

/// A folder in which a window finds these settings.
pub(crate) fn folder_with(settings: &Settings) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let file = Places::below(folder.path()).settings_file();
    std::fs::create_dir_all(file.parent().unwrap()).unwrap();
    std::fs::write(file, settings.to_ron().unwrap()).unwrap();
    folder
}

/// A game of MiniChess with these moves.
pub(crate) fn game(moves: &str) -> Game {
    let mut game = Game::new(Variant::default_variant());
    for text in moves.split_whitespace() {
        let mv = game.position().parse_move(text).unwrap();
        game.play(mv).unwrap();
    }
    game
}

/// A game from a position of a variant.
pub(crate) fn game_from(variant: &str, fen: &str) -> Game {
    let variant = Variant::by_id(variant).unwrap();
    Game::from_position(Position::from_fen(variant, fen).unwrap())
}

pub(crate) fn key_event(key: Key, pressed: bool, modifiers: Modifiers) -> Event {
    Event::Key { key, physical_key: None, pressed, repeat: false, modifiers }
}

/// A running window.
pub(crate) struct Desk {
    pub harness: Harness<'static, MinnowApp>,
    wakes: Receiver<()>,
    folder: Option<tempfile::TempDir>,
}

impl Desk {
    /// A window with quick settings in a folder of its own.
    pub(crate) fn new() -> Desk {
        Desk::with(&quick())
    }

    pub(crate) fn with(settings: &Settings) -> Desk {
        Desk::open_in(folder_with(settings), None, WIDE)
    }

    /// A window of this size that keeps its folder until it is closed.
    pub(crate) fn open_in(folder: tempfile::TempDir, file: Option<PathBuf>, size: Vec2) -> Desk {
        let desk = Desk::open(folder.path(), file, size);
        Desk { folder: Some(folder), ..desk }
    }

    /// A window of this size with a saved game, in analysis.
    pub(crate) fn analysing(game: &Game, settings: &Settings, size: Vec2) -> Desk {
        Desk::analysing_in(folder_with(settings), game, size)
    }

    /// The window's own folder.
    pub(crate) fn folder(&self) -> &Path {
        self.folder.as_ref().expect("the window has a folder of its own").path()
    }

    /// The same in a folder with settings.
    pub(crate) fn analysing_in(folder: tempfile::TempDir, game: &Game, size: Vec2) -> Desk {
        let path = folder.path().join("game.minnow.ron");
        std::fs::write(&path, to_ron(game)).unwrap();
        let mut desk = Desk::open_in(folder, Some(path), size);
        desk.harness.run();
        desk.click("Analyse");
        desk
    }

    /// A window that keeps its files below `folder`, with a game's file if one is named.
    pub(crate) fn open(folder: &Path, file: Option<PathBuf>, size: Vec2) -> Desk {
        Desk::with_spawner(folder, file, size, Spawner::default())
    }

    /// The same with another way to start threads.
    pub(crate) fn with_spawner(
        folder: &Path,
        file: Option<PathBuf>,
        size: Vec2,
        spawner: Spawner,
    ) -> Desk {
        let places = Places::below(folder);
        let harness =
            Harness::builder().with_size(size).with_max_steps(30).build_eframe(move |context| {
                let mut app = MinnowApp::with_spawner(context, Some(places), file, spawner);
                app.set_seed(SEED);
                app
            });
        let (wake, wakes) = channel();
        harness.ctx.set_request_repaint_callback(move |_| wake.send(()).unwrap_or_default());
        let mut desk = Desk { harness, wakes, folder: None };
        desk.wait_for_files();
        if desk.state().page == Some(PageId::Welcome) {
            desk.press(Modifiers::NONE, Key::Escape);
        }
        desk
    }

    /// Lets the window work until it has nothing more to draw and no file under way.
    pub(crate) fn run(&mut self) {
        self.harness.run();
        self.wait_for_files();
    }

    fn wait_for_files(&mut self) {
        let begun = Instant::now();
        while self.state().session.files.is_busy() && self.state().question.is_none() {
            assert!(begun.elapsed() < HANGS_AFTER, "a file hangs: {}", self.notice());
            let _ = self.wakes.recv_timeout(LOOK_AGAIN);
            self.harness.run();
        }
    }

    pub(crate) fn state(&self) -> &AppState {
        self.harness.state().state()
    }

    /// Lets the window work until `done`, however long the computer takes.
    #[track_caller]
    pub(crate) fn until(&mut self, what: &str, done: impl Fn(&AppState) -> bool) {
        let begun = Instant::now();
        loop {
            self.harness.step();
            if done(self.state()) {
                break;
            }
            let question = &self.state().question;
            let hangs = begun.elapsed() > HANGS_AFTER;
            assert!(
                !hangs,
                "never came: {what}; {question:?} {:?} {}",
                self.moves(),
                self.notice()
            );
            // A wake that was sent before this step costs one more step.
            let _ = self.wakes.recv_timeout(LOOK_AGAIN);
        }
        self.harness.run();
    }

    /// Waits until this many plies have been played.
    #[track_caller]
    pub(crate) fn until_plies(&mut self, plies: usize) {
        self.until(&format!("{plies} plies"), |state| {
            state.session.game.path(state.session.game.head()).len() == plies + 1
        });
    }

    /// Everything with this label, the topmost last.
    pub(crate) fn all<'a>(&'a self, label: &'a str) -> Vec<Node<'a>> {
        self.harness.query_all_by_label(label).collect()
    }

    pub(crate) fn shows(&self, label: &str) -> bool {
        !self.all(label).is_empty()
    }

    /// True if any text in the window contains these words.
    pub(crate) fn says(&self, words: &str) -> bool {
        self.harness.query_all_by_label_contains(words).next().is_some()
    }

    pub(crate) fn rect(&self, label: &str) -> Rect {
        self.all(label).last().unwrap_or_else(|| panic!("no \"{label}\"")).rect()
    }

    /// Clicks the topmost widget with this label.
    pub(crate) fn click(&mut self, label: &str) {
        self.set_going(label);
        self.run();
    }

    /// Clicks something after which the window does not come to rest by itself, such as the start of a game
    /// between computers.
    pub(crate) fn set_going(&mut self, label: &str) {
        let nodes = self.all(label);
        let Some(node) = nodes.last() else { panic!("there is no \"{label}\" to click") };
        assert!(!node.accesskit_node().is_disabled(), "\"{label}\" is disabled");
        node.click();
        self.harness.step();
    }

    /// Clicks as a screen reader does, also on something that is scrolled out of view.
    pub(crate) fn click_in_view_or_not(&mut self, label: &str) {
        let nodes = self.all(label);
        nodes.last().unwrap_or_else(|| panic!("there is no \"{label}\"")).click_accesskit();
        self.run();
    }

    pub(crate) fn is_enabled(&self, label: &str) -> bool {
        self.all(label).last().is_some_and(|node| !node.accesskit_node().is_disabled())
    }

    /// Clicks two squares of the board, named as in `b1`.
    pub(crate) fn play(&mut self, from: &str, to: &str) {
        for square in [from, to] {
            self.click_at(self.square(square).center());
        }
    }

    /// Plays moves that are named as in `a2a3 a5a4`.
    pub(crate) fn play_all(&mut self, moves: &str) {
        moves.split_whitespace().for_each(|text| self.play(&text[..2], &text[2..4]));
    }

    /// Plays a move of the position on the board.
    pub(crate) fn make(&mut self, mv: Move) {
        let text = self.state().board_game().position().move_text(mv);
        self.play_all(&text);
    }

    pub(crate) fn click_at(&mut self, at: Pos2) {
        self.harness.drag_at(at);
        self.harness.drop_at(at);
        self.run();
    }

    /// Unfolds the choices of the game on the board, the rarer ones among them.
    pub(crate) fn unfold(&mut self) {
        for (folded, first) in [("This game: ", "Board"), ("More", "Players: Two players")] {
            if !self.shows(first) {
                let begins = |node: &AccessKitNode<'_>| {
                    node.label().is_some_and(|label| label.starts_with(folded))
                };
                self.harness.get(By::new().role(Role::Button).predicate(begins)).click_accesskit();
                self.run();
            }
        }
    }

    /// Opens the menu of the game's buttons and clicks an entry like `click_part`.
    pub(crate) fn game_menu(&mut self, words: &str) {
        self.click("Game menu");
        self.click_part(words);
    }

    /// Resigns and confirms it.
    pub(crate) fn resign(&mut self) {
        self.click("Resign");
        self.click("Resign");
    }

    /// Gives the keyboard to the topmost control with this label.
    pub(crate) fn focus(&mut self, label: &str) {
        let nodes = self.all(label);
        nodes.last().unwrap_or_else(|| panic!("there is no \"{label}\"")).focus();
        self.run();
    }

    /// The name of the control with the focus: of the square, while the board has it.
    pub(crate) fn focused(&self) -> String {
        let nodes = self.harness.root().children_recursive();
        let mut focused = nodes.filter(|node| node.is_focused());
        focused.next().and_then(|node| node.accesskit_node().label()).unwrap_or_default()
    }

    /// Lets egui's clock go on by some seconds.
    pub(crate) fn pass_seconds(&mut self, seconds: f64) {
        let now = self.harness.ctx.input(|input| input.time);
        self.harness.input_mut().time = Some(now + seconds);
        self.harness.step();
        self.harness.input_mut().time = None;
        self.run();
    }

    /// Clicks a place with the right button. Each frame is a quarter of a second for egui, and a press
    /// that it sees for 0.8 seconds is no click: the release must follow in the next frame.
    pub(crate) fn click_right(&mut self, at: Pos2) {
        self.harness.hover_at(at);
        for pressed in [true, false] {
            let (button, modifiers) = (PointerButton::Secondary, Modifiers::NONE);
            self.harness.event(Event::PointerButton { pos: at, button, pressed, modifiers });
        }
        self.run();
    }

    pub(crate) fn press(&mut self, modifiers: Modifiers, key: Key) {
        self.harness.key_press_modifiers(modifiers, key);
        self.run();
    }

    /// Types as a keyboard does: a press of the key and its text come in one frame.
    pub(crate) fn type_text(&mut self, text: &str) {
        for letter in text.chars() {
            let key = Key::from_name(&letter.to_ascii_uppercase().to_string()).unwrap();
            let modifiers = match letter {
                'A'..='Z' | '?' => Modifiers::SHIFT,
                _ => Modifiers::NONE,
            };
            let text = Event::Text(letter.to_string());
            self.harness.input_mut().events.extend([key_event(key, true, modifiers), text]);
            self.harness.step();
            self.harness.input_mut().events.push(key_event(key, false, modifiers));
            self.run();
        }
    }

    /// Passes a text to the field with the focus.
    pub(crate) fn insert(&mut self, text: &str) {
        self.harness.event(Event::Text(text.to_owned()));
        self.run();
    }

    /// Replaces the content of the field with the focus.
    pub(crate) fn replace(&mut self, text: &str) {
        self.press(Modifiers::COMMAND, Key::A);
        self.insert(text);
    }

    /// Types a path into the box that takes the place of a file dialog.
    pub(crate) fn enter_path(&mut self, path: &Path) {
        assert!(self.shows("Path of the file"));
        self.replace(&path.display().to_string());
        self.press(Modifiers::NONE, Key::Enter);
        assert!(!self.shows("Path of the file"));
    }

    pub(crate) fn paste(&mut self, text: &str) {
        self.harness.event(Event::Paste(text.to_owned()));
        self.run();
    }

    /// The moves up to the current position of the game, in SAN.
    pub(crate) fn moves(&self) -> Vec<String> {
        let game = &self.state().session.game;
        let path = game.path(game.head());
        let sans = path.windows(2).map(|pair| {
            let played = game.node(pair[1]).unwrap().played().unwrap();
            san(game.node(pair[0]).unwrap().position(), played)
        });
        sans.collect()
    }

    /// The half-moves before the position on the board.
    pub(crate) fn ply(&self) -> usize {
        let game = self.state().board_game();
        game.path(game.cursor()).len() - 1
    }

    pub(crate) fn fen(&self) -> String {
        self.state().board_game().position().fen()
    }

    /// The alerts and the notice, separated by spaces.
    pub(crate) fn notice(&self) -> String {
        let session = &self.state().session;
        let alerts = session.keeping.alerts().iter().map(|alert| alert.text.as_str());
        let notice = session.notice.as_ref().map(|notice| notice.text.as_str());
        alerts.chain(notice).collect::<Vec<_>>().join(" ")
    }

    /// The square on the screen.
    pub(crate) fn square(&self, name: &str) -> Rect {
        self.harness.get_by_label_contains(&format!("{name}, ")).rect()
    }

    /// Begins a game on the board whose card has a text that fits.
    pub(crate) fn choose_board(&mut self, fits: impl Fn(&str) -> bool) {
        self.unfold();
        self.click_in_view_or_not("Board");
        let fits = |node: &AccessKitNode<'_>| node.label().is_some_and(|label| fits(&label));
        let cards = By::new().role(Role::Button).predicate(fits);
        self.harness.get_all(cards).last().unwrap().click_accesskit();
        self.run();
    }

    /// Opens a drop-down list and takes the entry whose text fits, in view or not.
    pub(crate) fn choose(&mut self, list: &str, fits: impl Fn(&str) -> bool) {
        let by = By::new().role(Role::ComboBox).label(list);
        self.harness.get(by).click();
        self.run();
        let fits = |node: &AccessKitNode<'_>| node.label().is_some_and(|label| fits(&label));
        self.harness.get(By::new().role(Role::Button).predicate(fits)).click_accesskit();
        self.run();
    }

    /// The texts of all labels that contain these words.
    pub(crate) fn labels_with(&self, words: &str) -> Vec<String> {
        let nodes = self.harness.query_all_by_label_contains(words);
        // The words of a plain text are its value.
        let words_of = |node: Node<'_>| {
            let node = node.accesskit_node();
            node.label().or_else(|| node.value())
        };
        nodes.filter_map(words_of).collect()
    }

    /// Types a number into the field with this label.
    pub(crate) fn set_number(&mut self, field: &str, number: &str) {
        self.harness.get(By::new().role(Role::SpinButton).label(field)).click();
        self.run();
        self.replace(number);
        self.press(Modifiers::NONE, Key::Enter);
    }

    /// Moves the board's keyboard cursor to a square.
    pub(crate) fn go_to_square(&mut self, square: &str) {
        let place = |text: &str| text.bytes().take(2).map(i32::from).collect::<Vec<_>>();
        let board = self.harness.get_by_label("board").value().unwrap();
        let (from, to) = (place(&board), place(square));
        let (right, up) = (to[0] - from[0], to[1] - from[1]);
        let steps = [
            (right, Key::ArrowRight),
            (-right, Key::ArrowLeft),
            (up, Key::ArrowUp),
            (-up, Key::ArrowDown),
        ];
        for (count, key) in steps {
            (0..count).for_each(|_| self.press(Modifiers::NONE, key));
        }
        assert!(self.harness.get_by_label("board").value().unwrap().starts_with(square));
    }

    /// Clicks the only thing whose label contains these words: menus add their keys to them.
    pub(crate) fn click_part(&mut self, words: &str) {
        self.harness.get_by_label_contains(words).click();
        self.run();
    }

    /// A group of the open menu; its entries are its parts.
    pub(crate) fn menu_group(&self, group: &str) -> Node<'_> {
        let mut parts = self.harness.get_by_label("Menu").children_recursive();
        let found = parts.find(|node| node.accesskit_node().label().as_deref() == Some(group));
        found.unwrap_or_else(|| panic!("the menu has no \"{group}\""))
    }

    /// Opens a group of the menu.
    pub(crate) fn open_menu(&mut self, group: &str) {
        self.click("Menu");
        self.menu_group(group).click();
        self.run();
    }

    /// Opens a group of the menu and clicks its entry like `click_part`.
    pub(crate) fn menu(&mut self, group: &str, words: &str) {
        self.open_menu(group);
        self.click_part(words);
    }

    /// Opens the page of settings.
    pub(crate) fn open_settings(&mut self) {
        self.press(Modifiers::COMMAND, Key::Comma);
        assert_eq!(self.state().page, Some(PageId::Settings));
    }

    pub(crate) fn close_page(&mut self) {
        self.press(Modifiers::NONE, Key::Escape);
        assert_eq!(self.state().page, None);
    }

    /// Clicks a menu's entry like `click_part` and returns the text that it put on the clipboard.
    pub(crate) fn copy_with(&mut self, words: &str) -> String {
        self.harness.get_by_label_contains(words).click();
        self.harness.step();
        let commands = self.harness.output().platform_output.commands.clone();
        self.run();
        let copied = commands.into_iter().find_map(|command| match command {
            egui::OutputCommand::CopyText(text) => Some(text),
            _ => None,
        });
        copied.expect("something to copy")
    }
}
