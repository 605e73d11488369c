//! The keys of every screen, one table each. The keyboard handler, the page of all keys and the table
//! in README.md come from these tables.

use egui::{Key, KeyboardShortcut, Modifiers};

use super::{
    action::{
        Action, ArchiveAction, ExplorerAction, GamesAction, Page, PlayAction, ProverAction,
        WindowAction,
    },
    lab::{LabAction, TreeEditorAction, TreePageAction},
    screen::Screen,
    session::{Copied, GameCommand, Mode, Navigation, ProgramCommand, ScreenCommand},
};
use minnow_lab::TreeEdit;

/// A shortcut, or keys that something else handles.
#[derive(Clone, Copy, Debug)]
pub(super) enum Binding {
    /// Handled by the keyboard handler.
    Shortcut { keys: KeyboardShortcut, text: &'static str, action: fn() -> Action },
    /// Keys and clicks that the board, a list or typed text handles; here for the page of keys.
    Note { keys: &'static str, text: &'static str },
}

impl Binding {
    /// The effect, as the page of keys describes it.
    pub(super) fn text(&self) -> &'static str {
        match self {
            Binding::Shortcut { text, .. } | Binding::Note { text, .. } => text,
        }
    }

    /// The keys, with `format` for shortcuts.
    pub(super) fn keys_text(&self, format: impl Fn(&KeyboardShortcut) -> String) -> String {
        match self {
            Binding::Note { keys, .. } => (*keys).to_owned(),
            Binding::Shortcut { keys, .. } if keys.logical_key == Key::Questionmark => {
                "?".to_owned()
            }
            Binding::Shortcut { keys, .. } => format(keys),
        }
    }
}

/// A group of bindings that belong together, with its heading.
#[derive(Debug)]
pub(super) struct KeyTable {
    pub title: &'static str,
    pub bindings: &'static [Binding],
}

const NONE: Modifiers = Modifiers::NONE;
const CTRL: Modifiers = Modifiers::COMMAND;
const CTRL_SHIFT: Modifiers = Modifiers { shift: true, ..Modifiers::COMMAND };

macro_rules! bindings {
    ($($modifiers:ident $key:ident $text:literal $action:expr;)* $($keys:literal => $note:literal;)*) => {
        &[
            $(Binding::Shortcut {
                keys: KeyboardShortcut::new($modifiers, Key::$key),
                text: $text,
                action: || $action.into(),
            },)*
            $(Binding::Note { keys: $keys, text: $note },)*
        ]
    };
}

/// The window as a whole; these keys work on every screen and over every page.
static WINDOW: KeyTable = KeyTable {
    title: "Everywhere",
    bindings: bindings! {
        NONE Questionmark "All keys" WindowAction::Show(Page::Keys);
        NONE F1 "Help" WindowAction::Show(Page::Help);
        NONE F11 "Full screen" WindowAction::FullScreen;
        NONE Escape "Close, cancel" ProgramCommand::Cancel;
        CTRL Q "Quit" WindowAction::Quit;
        "Ctrl+Plus, Ctrl+Minus, Ctrl+0" => "Larger, smaller, normal size";
        "Tab" => "Go to the board and the buttons";
    },
};

/// Games and files, on every screen but the editor.
static GAMES: KeyTable = KeyTable {
    title: "Games and files",
    bindings: bindings! {
        CTRL N "New game" ProgramCommand::NewGame;
        CTRL G "Your games" ArchiveAction::Show;
        CTRL P "Opponents" WindowAction::Show(Page::Opponents);
        CTRL U "Puzzles" WindowAction::Show(Page::Puzzles);
        CTRL I "Names, date and tags of the game" ArchiveAction::EditBoard;
        CTRL O "Open a game" GamesAction::Open;
        CTRL_SHIFT S "Save under another name" GamesAction::SaveAs;
        CTRL S "Save" GamesAction::Save;
        CTRL E "Set up a position" ProgramCommand::EditPosition;
        CTRL_SHIFT C "Copy the position in the course's form" ProgramCommand::Copy(Copied::Course);
        CTRL Num1 "Play" ProgramCommand::SelectMode(Mode::Play);
        CTRL Num2 "Analyse" ProgramCommand::SelectMode(Mode::Analyse);
        CTRL Num3 "Lab" ProgramCommand::SelectMode(Mode::Lab);
        "Ctrl+C" => "Copy the position (FEN)";
        "Ctrl+V" => "Open a copied position or game (FEN, PGN)";
    },
};

/// Walking through the game, in Play and Analyse.
static MOVES: KeyTable = KeyTable {
    title: "The game, in Play and Analyse",
    bindings: bindings! {
        NONE ArrowLeft "One move back" GameCommand::Navigate(Navigation::Back);
        NONE ArrowRight "One move forward" GameCommand::Navigate(Navigation::Forward);
        NONE Home "To the start" GameCommand::Navigate(Navigation::Start);
        NONE End "To the end" GameCommand::Navigate(Navigation::End);
        NONE ArrowUp "Previous variation" GameCommand::Navigate(Navigation::PreviousVariation);
        NONE ArrowDown "Next variation" GameCommand::Navigate(Navigation::NextVariation);
        NONE F "Turn the board (on boards without an f file)" ProgramCommand::Flip;
        NONE Delete "Delete the move and all that follow" GameCommand::DeleteHere;
        CTRL R "Review the game" ProgramCommand::StartReview;
        CTRL L "Learn from the mistakes of a reviewed game" ProgramCommand::Learn;
        "c3b4, Qxb4" => "Type a move; Enter plays the second form";
        "1 to 6" => "Mark the move: ! ? !! ?? !? ?!";
        "Menu" => "The menu of the move";
        "Arrows, Enter" => "On the board: move the cursor, pick up, put down";
        "Right button" => "Draw an arrow or a circle; on the target of a chosen piece or a move: why not this move?";
    },
};

static PLAY: KeyTable = KeyTable {
    title: "Play",
    bindings: bindings! {
        NONE H "Hint: the piece, then the move" ScreenCommand::Hint;
        NONE Y "Accept the draw that Minnow offers" PlayAction::AcceptDraw;
        CTRL_SHIFT Z "Redo" ScreenCommand::Redo;
        CTRL Z "Take back" ScreenCommand::Undo;
    },
};

static ANALYSE: KeyTable = KeyTable {
    title: "Analyse",
    bindings: bindings! {
        NONE Space "Analysis on or off" ScreenCommand::ToggleAnalysis;
        NONE X "The opponent's threat" ScreenCommand::ToggleThreat;
        CTRL B "Opening explorer" ExplorerAction::Toggle;
        CTRL M "Prove a win from the position on the board" ProverAction::Start;
        CTRL_SHIFT Z "Redo an edit" ScreenCommand::Redo;
        CTRL Z "Undo an edit" ScreenCommand::Undo;
    },
};

static LEARN: KeyTable = KeyTable {
    title: "Learn from your mistakes",
    bindings: bindings! {
        NONE H "Hint: the piece, then the move" ScreenCommand::Hint;
        NONE Space "Next" ScreenCommand::ToggleAnalysis;
        NONE F "Turn the board" ProgramCommand::Flip;
        "Escape" => "Leave";
    },
};

static TASK: KeyTable = KeyTable {
    title: "Endings and puzzles",
    bindings: bindings! {
        NONE F "Turn the board" ProgramCommand::Flip;
        "Enter" => "The next puzzle, after the end of one";
        "Escape" => "Leave";
    },
};

static EDITOR: KeyTable = KeyTable {
    title: "Set up a position",
    bindings: bindings! {
        NONE F "Turn the board" ProgramCommand::Flip;
        "Ctrl+V" => "Paste a copied position";
    },
};

static LAB: KeyTable = KeyTable {
    title: "Lab",
    bindings: bindings! {
        NONE ArrowLeft "One step, lesson or move back" GameCommand::Navigate(Navigation::Back);
        NONE ArrowRight "One step, lesson or move forward" GameCommand::Navigate(Navigation::Forward);
        NONE Home "To the start" GameCommand::Navigate(Navigation::Start);
        NONE End "To the end" GameCommand::Navigate(Navigation::End);
        NONE ArrowUp "The node's parent" GameCommand::Navigate(Navigation::PreviousVariation);
        NONE ArrowDown "The node's first child" GameCommand::Navigate(Navigation::NextVariation);
        NONE Space "Play the recorded search" ScreenCommand::ToggleAnalysis;
        NONE X "Next cutoff" ScreenCommand::ToggleThreat;
        NONE F "Turn the board" ProgramCommand::Flip;
        NONE Delete "Delete the move and all that follow" GameCommand::DeleteHere;
        NONE Insert "Add a child in the tree editor" add_child();
        CTRL R "Review the game" ProgramCommand::StartReview;
        CTRL L "Learn from the mistakes of a reviewed game" ProgramCommand::Learn;
        CTRL_SHIFT Z "Redo an edit" ScreenCommand::Redo;
        CTRL Z "Undo an edit" ScreenCommand::Undo;
        "Arrows, Home, End" => "In the tree editor: move the selection";
        "+ and ," => "In the tree editor: add a child, add a sibling";
        "0 to 9, -" => "In the tree editor: the value of a leaf; Enter accepts it";
        "Delete" => "In the tree editor: delete the node";
    },
};

/// The action of a key in the tree editor.
fn add_child() -> Action {
    let action = TreeEditorAction::Edit(TreeEdit::AddChild);
    Action::Lab(LabAction::Tree(TreePageAction::Editor(action)))
}

/// All tables, in the order of the page of keys.
pub(super) static ALL: [&KeyTable; 9] =
    [&WINDOW, &GAMES, &MOVES, &PLAY, &ANALYSE, &LEARN, &TASK, &EDITOR, &LAB];

/// The tables of a screen.
pub(super) fn tables(screen: &Screen) -> &'static [&'static KeyTable] {
    match screen {
        Screen::Play => const { &[&PLAY, &MOVES, &GAMES, &WINDOW] },
        Screen::Analyse => const { &[&ANALYSE, &MOVES, &GAMES, &WINDOW] },
        Screen::Learn(_) => const { &[&LEARN, &GAMES, &WINDOW] },
        Screen::Task(_) => const { &[&TASK, &GAMES, &WINDOW] },
        Screen::Editor { .. } => const { &[&EDITOR, &WINDOW] },
        Screen::Lab => const { &[&LAB, &GAMES, &WINDOW] },
    }
}

/// The tables while a page covers the screen.
pub(super) fn tables_of_page() -> &'static [&'static KeyTable] {
    const { &[&WINDOW] }
}

/// The shortcuts of some tables, in their order. egui lets a press with Shift match a shortcut
/// without it, so a table lists Ctrl+Shift+Z before Ctrl+Z.
pub(super) fn shortcuts(
    tables: &[&'static KeyTable],
) -> impl Iterator<Item = (KeyboardShortcut, fn() -> Action)> {
    tables.iter().flat_map(|table| table.bindings).filter_map(|binding| match binding {
        Binding::Shortcut { keys, action, .. } => Some((*keys, *action)),
        Binding::Note { .. } => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::{editor::Editor, learn::Learn};
    use minnow_game::Game;
    use minnow_rules::{Color, Position, Variant};

    fn screens() -> [Screen; 5] {
        let variant = Variant::default_variant();
        let learn = Learn::new(&Game::new(variant), Color::White, false);
        let editor = Editor::new(&Position::start(variant));
        [
            Screen::Play,
            Screen::Analyse,
            Screen::Learn(Box::new(learn)),
            Screen::Editor { editor: Box::new(editor), mode: Mode::Play },
            Screen::Lab,
        ]
    }

    #[test]
    fn no_shortcut_hides_a_later_one() {
        for screen in screens() {
            let shortcuts: Vec<_> = shortcuts(tables(&screen)).map(|(keys, _)| keys).collect();
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

    /// `Ctrl+Shift+Z`, as documents write it.
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

    /// The table of README.md: a row for each key table.
    fn markdown() -> String {
        let mut text = String::from("| where | keys |\n|---|---|\n");
        for table in ALL {
            let entry = |binding: &Binding| {
                format!("**{}** {}", binding.keys_text(documented), binding.text())
            };
            let entries: Vec<String> = table.bindings.iter().map(entry).collect();
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
