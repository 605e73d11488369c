//! All keyboard shortcuts in one table: what the window obeys and what the page of keys lists.

use egui::{Key, KeyboardShortcut, Modifiers};

use super::{
    action::{Action, FileAction, GamesAction, Page, WindowAction},
    session::{Command, Copied, Mode, Navigation},
};

/// What a shortcut does. Pasting and typed moves are text and handled by the window.
#[derive(Clone, Copy, Debug)]
pub struct Shortcut {
    pub keys: KeyboardShortcut,
    pub text: &'static str,
    action: fn() -> Action,
}

impl Shortcut {
    pub fn action(&self) -> Action {
        (self.action)()
    }
}

const NONE: Modifiers = Modifiers::NONE;
const CTRL: Modifiers = Modifiers::COMMAND;
const CTRL_SHIFT: Modifiers = Modifiers { shift: true, ..Modifiers::COMMAND };

macro_rules! shortcuts {
    ($($modifiers:ident $key:ident $text:literal $action:expr;)*) => {
        &[$(Shortcut {
            keys: KeyboardShortcut::new($modifiers, Key::$key),
            text: $text,
            action: || $action,
        }),*]
    };
}

/// Every shortcut. Those with more modifiers come before those with fewer, as egui lets a press
/// with more of them match.
pub static SHORTCUTS: &[Shortcut] = shortcuts! {
    NONE ArrowLeft "One move back" Action::Command(Command::Navigate(Navigation::Back));
    NONE ArrowRight "One move on" Action::Command(Command::Navigate(Navigation::Forward));
    NONE Home "To the start" Action::Command(Command::Navigate(Navigation::Start));
    NONE End "To the end" Action::Command(Command::Navigate(Navigation::End));
    NONE ArrowUp "Variation before" Action::Command(Command::Navigate(Navigation::PreviousVariation));
    NONE ArrowDown "Variation after" Action::Command(Command::Navigate(Navigation::NextVariation));
    NONE F "Turn the board" Action::Command(Command::Flip);
    NONE H "Hint: the piece, then the move" Action::Command(Command::Hint);
    CTRL_SHIFT Z "Redo" Action::Command(Command::Redo);
    CTRL Z "Take back; in analysis, undo" Action::Command(Command::Undo);
    NONE Delete "Delete the move and what follows" Action::Command(Command::DeleteHere);
    CTRL N "New game" Action::Command(Command::NewGame);
    CTRL O "Open a game" Action::Games(GamesAction::File(FileAction::Open));
    CTRL_SHIFT S "Save under another name" Action::Games(GamesAction::File(FileAction::SaveAs));
    CTRL S "Save" Action::Games(GamesAction::File(FileAction::Save));
    CTRL E "Set up a position" Action::Command(Command::EditPosition);
    CTRL_SHIFT C "Copy the position in the course's form" Action::Command(Command::Copy(Copied::Course));
    NONE Space "Analysis on, off" Action::Command(Command::ToggleAnalysis);
    NONE X "Threat: what would the opponent do" Action::Command(Command::ToggleThreat);
    CTRL L "Learn from the errors of a reviewed game" Action::Command(Command::Learn);
    CTRL R "Review the game" Action::Command(Command::StartReview);
    CTRL Num1 "Play" Action::Command(Command::SelectMode(Mode::Play));
    CTRL Num2 "Analyse" Action::Command(Command::SelectMode(Mode::Analyse));
    CTRL Num3 "Lab: see how a search thinks" Action::Command(Command::SelectMode(Mode::Lab));
    NONE F11 "Full screen" Action::Window(WindowAction::FullScreen);
    NONE Questionmark "All keys" Action::Window(WindowAction::Show(Page::Keys));
    NONE Escape "Close, cancel" Action::Command(Command::Cancel);
    CTRL Q "Quit" Action::Window(WindowAction::Quit);
};

/// Keys that are not in the table because egui turns them into text or the board takes them.
pub static OTHER_KEYS: &[(&str, &str)] = &[
    ("Ctrl+C", "Copy the position (FEN)"),
    ("Ctrl+V", "Play from a copied position, open a copied game (PGN)"),
    ("c3b4, Qxb4", "Type a move; Enter plays it"),
    ("1 to 6", "Mark the move: ! ? !! ?? !? ?!"),
    ("H, Space, Esc", "Learning from errors: hint, next, leave"),
    ("\u{2190} \u{2192}, Space, X", "In the lab: step, play, next cutoff"),
    ("Menu key", "What can be done with the move"),
    ("Tab", "Reach the board and the buttons"),
    ("Arrows, Enter", "On the board: move the cursor, pick up, put down"),
    ("Right button", "Drag an arrow, click a circle"),
    ("Right button", "Where the chosen piece can go, on a move in a list: why not this move?"),
    ("Ctrl+Plus, Ctrl+Minus", "Larger, smaller"),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_shortcuts_share_their_keys() {
        for (index, one) in SHORTCUTS.iter().enumerate() {
            for other in &SHORTCUTS[index + 1..] {
                assert_ne!(one.keys, other.keys, "{} and {}", one.text, other.text);
            }
        }
    }
}
