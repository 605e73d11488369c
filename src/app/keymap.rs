//! The keys of every screen, one table each. The keyboard handler, the page of all keys and the table
//! in README.md come from these tables and the keys of the registries.

use crate::app::request::Request;
use egui::{Key, KeyboardShortcut, Modifiers};

use super::{
    lab::LabKey,
    pages::PageId,
    registry::{self, MenuGroup, Opener, OpenerKeys},
    screen::{BoardTask, Screen},
    session::{Copied, GameCommand, Mode, Navigation, ScreenCommand},
};

/// Keys that the keyboard handler takes.
#[derive(Debug)]
struct Shortcut {
    keys: KeyboardShortcut,
    text: &'static str,
    request: fn() -> Request,
}

/// Keys and clicks that the board, a list or typed text takes; here for the page of keys.
#[derive(Debug)]
struct KeyNote {
    keys: &'static str,
    text: &'static str,
}

/// A row of the page of keys.
pub(super) struct KeyRow {
    pub keys: String,
    pub text: &'static str,
}

/// A group of bindings that belong together, with its heading. Cards and pages declare their own keys
/// (see [`registry`](super::registry)).
#[derive(Debug)]
pub(super) struct KeyTable {
    pub title: &'static str,
    /// The keys of cards and pages of these parts of the menu belong to the table.
    groups: &'static [MenuGroup],
    shortcuts: &'static [Shortcut],
    notes: &'static [KeyNote],
}

impl KeyTable {
    fn openers(&self) -> impl Iterator<Item = (OpenerKeys, Request)> {
        let own = |(opener, request): (Opener, Request)| {
            let is_own = self.groups.contains(&opener.group);
            opener.keys.filter(|_| is_own).map(|keys| (keys, request))
        };
        registry::openers().filter_map(own)
    }

    /// The shortcuts. egui lets a press with Shift match a shortcut without it, so a table lists
    /// Ctrl+Shift+Z before Ctrl+Z.
    fn shortcuts(&self) -> impl Iterator<Item = (KeyboardShortcut, Request)> {
        let shortcuts = self.shortcuts.iter().map(|own| (own.keys, (own.request)()));
        shortcuts.chain(self.openers().map(|(opener, request)| (opener.keys, request)))
    }

    /// The rows of the page of keys, with `format` for shortcuts.
    pub(super) fn rows(&self, format: impl Fn(&KeyboardShortcut) -> String) -> Vec<KeyRow> {
        let row = |keys, text| KeyRow { keys: keys_text(&keys, &format), text };
        let shortcuts = self.shortcuts.iter().map(|own| row(own.keys, own.text));
        let openers = self.openers().map(|(opener, _)| row(opener.keys, opener.text));
        let notes =
            self.notes.iter().map(|note| KeyRow { keys: note.keys.to_owned(), text: note.text });
        shortcuts.chain(openers).chain(notes).collect()
    }
}

/// The keys as the user reads them; `format` writes all but the question mark, which is Shift and
/// another key on many keyboards.
pub(super) fn keys_text(
    keys: &KeyboardShortcut,
    format: impl Fn(&KeyboardShortcut) -> String,
) -> String {
    match keys.logical_key {
        Key::Questionmark => "?".to_owned(),
        _ => format(keys),
    }
}

/// `Ctrl+Shift+Z`, as sentences and documents write it.
fn documented(keys: &KeyboardShortcut) -> String {
    let mut text = String::new();
    if keys.modifiers.command {
        text.push_str("Ctrl+");
    }
    if keys.modifiers.shift {
        text.push_str("Shift+");
    }
    text + keys.logical_key.name()
}

/// The keys of a request, for a sentence; empty if it has none on the screens with a game.
pub(super) fn keys_of(request: &Request) -> String {
    let own = GAMES.shortcuts.iter().find(|own| (own.request)() == *request);
    own.map_or(String::new(), |own| documented(&own.keys))
}

const NONE: Modifiers = Modifiers::NONE;
const CTRL: Modifiers = Modifiers::COMMAND;
const CTRL_SHIFT: Modifiers = Modifiers { shift: true, ..Modifiers::COMMAND };

/// A table: its title, the groups whose openers it has, its shortcuts and its notes.
macro_rules! key_table {
    (
        $title:literal, [$($group:ident),*];
        $($modifiers:ident $key:ident $text:literal $request:expr;)*
        $($keys:literal => $note:literal;)*
    ) => {
        KeyTable {
            title: $title,
            groups: &[$(MenuGroup::$group),*],
            shortcuts: &[$(Shortcut {
                keys: KeyboardShortcut::new($modifiers, Key::$key),
                text: $text,
                request: || $request.into(),
            },)*],
            notes: &[$(KeyNote { keys: $keys, text: $note },)*],
        }
    };
}

/// The window as a whole; these keys work on every screen and over every page.
static WINDOW: KeyTable = key_table! {
    "Everywhere", [Look, Help];
    NONE F11 "Full screen" Request::FullScreen;
    NONE Escape "Close, cancel" Request::Cancel;
    CTRL Q "Quit" Request::Quit;
    CTRL Comma "Settings" Request::Show(PageId::Settings);
    "Ctrl+Plus, Ctrl+Minus, Ctrl+0" => "Larger, smaller, normal size";
    "Tab" => "Go to the board and the buttons";
};

/// Games and files, on every screen but the editor.
static GAMES: KeyTable = key_table! {
    "Games and files", [Games, Share];
    CTRL N "New game" Request::NewGame;
    CTRL O "Open a game" Request::Open;
    CTRL_SHIFT S "Save under another name" Request::SaveAs;
    CTRL S "Save" Request::Save;
    CTRL E "Set up a position" Request::EditPosition;
    CTRL_SHIFT C "Copy the position in the course's form" Request::Copy(Copied::Course);
    CTRL Num1 "Play" Request::SelectMode(Mode::Play);
    CTRL Num2 "Train" Request::SelectMode(Mode::Train);
    CTRL Num3 "Analyse" Request::SelectMode(Mode::Analyse);
    CTRL Num4 "Lab" Request::SelectMode(Mode::Lab);
    "Ctrl+C" => "Copy the position (FEN)";
    "Ctrl+V" => "Open a copied position or game (FEN, PGN)";
};

/// Walking through the game, in Play and Analyse.
static MOVES: KeyTable = key_table! {
    "The game, in Play and Analyse", [];
    NONE ArrowLeft "One move back" GameCommand::Navigate(Navigation::Back);
    NONE ArrowRight "One move forward" GameCommand::Navigate(Navigation::Forward);
    NONE Home "To the start" GameCommand::Navigate(Navigation::Start);
    NONE End "To the end" GameCommand::Navigate(Navigation::End);
    NONE ArrowUp "Previous variation" GameCommand::Navigate(Navigation::PreviousVariation);
    NONE ArrowDown "Next variation" GameCommand::Navigate(Navigation::NextVariation);
    NONE F "Turn the board (on boards without an f file)" Request::Flip;
    NONE Delete "Delete the move and all that follow" GameCommand::DeleteHere;
    CTRL R "Review the game" Request::StartReview;
    CTRL L "Learn from the mistakes of a reviewed game" Request::StartLearning;
    "c3b4, Qxb4" => "Type a move; Enter plays the second form";
    "Alt+1 to Alt+6" => "Mark the move: ! ? !! ?? !? ?!";
    "Menu" => "The menu of the move";
    "Arrows, Enter" => "On the board: move the cursor, pick up, put down";
    "Right button" => "Draw an arrow or a circle; on the target of a chosen piece or a move: why not this move?";
};

static PLAY: KeyTable = key_table! {
    "Play", [];
    NONE H "Hint: the piece, then the move" ScreenCommand::Hint;
    NONE Y "Accept the draw that Minnow offers" Request::AcceptDraw;
    CTRL_SHIFT Z "Redo" ScreenCommand::Redo;
    CTRL Z "Take back" ScreenCommand::Undo;
};

static ANALYSE: KeyTable = key_table! {
    "Analyse", [Position];
    NONE Space "Analysis on or off" ScreenCommand::ToggleAnalysis;
    NONE X "The opponent's threat" ScreenCommand::ToggleThreat;
    CTRL_SHIFT Z "Redo an edit" ScreenCommand::Redo;
    CTRL Z "Undo an edit" ScreenCommand::Undo;
};

static LEARN: KeyTable = key_table! {
    "Learn from your mistakes", [];
    NONE H "Hint: the piece, then the move" ScreenCommand::Hint;
    NONE Space "Next" ScreenCommand::ToggleAnalysis;
    NONE F "Turn the board (on boards without an f file)" Request::Flip;
    "Escape" => "Leave";
};

static TASK: KeyTable = key_table! {
    "Endings, puzzles and squares", [];
    NONE H "Hint: the piece, then the move" ScreenCommand::Hint;
    CTRL Z "Take back the move that gave away an ending" ScreenCommand::Undo;
    NONE F "Turn the board (on boards without an f file)" Request::Flip;
    "Enter" => "The next puzzle after the end of one; begin a run with the squares";
    "a3" => "Name the marked square by its file and rank";
    "Escape" => "Leave";
};

static EDITOR: KeyTable = key_table! {
    "Set up a position", [];
    NONE F "Turn the board" Request::Flip;
    "Ctrl+V" => "Paste a copied position";
};

static LAB: KeyTable = key_table! {
    "Lab", [];
    NONE ArrowLeft "One step, lesson or move back" Request::Lab(LabKey::Back);
    NONE ArrowRight "One step, lesson or move forward" Request::Lab(LabKey::Forward);
    NONE Home "To the start" Request::Lab(LabKey::Start);
    NONE End "To the end" Request::Lab(LabKey::End);
    NONE ArrowUp "The node's parent" Request::Lab(LabKey::Parent);
    NONE ArrowDown "The node's first child" Request::Lab(LabKey::Child);
    NONE Space "Play the recorded search" Request::Lab(LabKey::Play);
    NONE X "Next cutoff" Request::Lab(LabKey::NextCutoff);
    NONE F "Turn the board (on boards without an f file)" Request::Flip;
    NONE Delete "Delete the move and all that follow" Request::Lab(LabKey::Delete);
    NONE Insert "Add a child in the tree editor" Request::Lab(LabKey::AddChild);
    CTRL R "Review the game" Request::StartReview;
    CTRL L "Learn from the mistakes of a reviewed game" Request::StartLearning;
    CTRL_SHIFT Z "Redo an edit" Request::Lab(LabKey::Redo);
    CTRL Z "Undo an edit" Request::Lab(LabKey::Undo);
    "Arrows, Home, End" => "In the tree editor: move the selection";
    "+ and ," => "In the tree editor: add a child, add a sibling";
    "0 to 9, -" => "In the tree editor: the value of a leaf; Enter accepts it";
    "Delete" => "In the tree editor: delete the node";
};

/// All tables, in the order of the page of keys.
pub(super) static ALL: [&KeyTable; 9] =
    [&WINDOW, &GAMES, &MOVES, &PLAY, &ANALYSE, &LEARN, &TASK, &EDITOR, &LAB];

/// The tables of a screen; those of the window while a page covers it.
fn tables(screen: &Screen, is_covered: bool) -> &'static [&'static KeyTable] {
    match screen {
        _ if is_covered => const { &[&WINDOW] },
        Screen::Play => const { &[&PLAY, &MOVES, &GAMES, &WINDOW] },
        Screen::Analyse => const { &[&ANALYSE, &MOVES, &GAMES, &WINDOW] },
        Screen::Task { task: BoardTask::Learn(_), .. } => const { &[&LEARN, &GAMES, &WINDOW] },
        Screen::Task { .. } => const { &[&TASK, &GAMES, &WINDOW] },
        Screen::Train => const { &[&GAMES, &WINDOW] },
        Screen::Editor { .. } => const { &[&EDITOR, &WINDOW] },
        Screen::Lab => const { &[&LAB, &GAMES, &WINDOW] },
    }
}

/// The shortcuts of a screen, in the order of its tables.
pub(super) fn shortcuts(
    screen: &Screen,
    is_covered: bool,
) -> impl Iterator<Item = (KeyboardShortcut, Request)> {
    tables(screen, is_covered).iter().flat_map(|table| table.shortcuts())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::{
        editor::Editor,
        learn::Learn,
        session::{TrainingBoard, for_tests::session},
    };
    use minnow_game::Game;
    use minnow_rules::{Color, Position, Variant};

    fn screens() -> [Screen; 6] {
        let variant = Variant::default_variant();
        let board = TrainingBoard::new(&mut session(), Game::new(variant));
        let learn = Learn::new(board, Color::White);
        let task = BoardTask::Learn(Box::new(learn));
        let editor = Editor::new(&Position::start(variant));
        [
            Screen::Play,
            Screen::Analyse,
            Screen::Task { task, mode: Mode::Play, flipped_before: false },
            Screen::Editor { editor: Box::new(editor), mode: Mode::Play },
            Screen::Train,
            Screen::Lab,
        ]
    }

    #[test]
    fn no_shortcut_hides_a_later_one() {
        for screen in screens() {
            let shortcuts: Vec<_> = shortcuts(&screen, false).map(|(keys, _)| keys).collect();
            for (index, keys) in shortcuts.iter().enumerate() {
                let hides = |later: &&KeyboardShortcut| {
                    later.logical_key == keys.logical_key
                        && later.modifiers.matches_logically(keys.modifiers)
                };
                let hidden = shortcuts[index + 1..].iter().find(hides);
                assert_eq!(hidden, None, "behind {keys:?} in {screen:?}");
            }
        }
    }

    /// The table of README.md: a row for each key table.
    fn markdown() -> String {
        let mut text = String::from("| where | keys |\n|---|---|\n");
        for table in ALL {
            let rows = table.rows(documented).into_iter();
            let entries: Vec<String> =
                rows.map(|row| format!("**{}** {}", row.keys, row.text)).collect();
            text.push_str(&format!("| {} | {} |\n", table.title, entries.join(" \u{b7} ")));
        }
        text
    }

    #[test]
    fn the_readme_lists_the_keys_of_the_tables() {
        let readme = include_str!("../../README.md");
        let (_, rest) = readme.split_once("<!-- keys -->\n").expect("the table's beginning");
        let (table, _) = rest.split_once("<!-- /keys -->").expect("the table's end");
        let wanted = markdown();
        assert!(table.trim() == wanted.trim(), "README.md should have:\n{wanted}");
    }
}
