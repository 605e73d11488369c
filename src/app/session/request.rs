//! What an update wants of the window beyond its own feature. `screen` carries requests out after
//! every action and every tick.

use super::NewGame;

/// One request of a feature.
#[derive(Clone, Debug, PartialEq)]
pub enum Request {
    /// Removes the hint: the position shown has changed.
    DropHint,
    /// The game stands at another position: the reply to the old one is void.
    HeadMoved,
    /// Who plays has changed: the game goes on without the pause and the pending reply.
    SidesChanged,
    /// The game has ended: a question about its next move lapses.
    GameEnded,
    /// Shows the rules of the game on the board.
    ShowRules,
    /// Shows the move list where a window has tabs.
    ShowMoves,
    /// Puts another game on the board, after a question about unsaved work where there is any.
    Begin(Box<NewGame>),
    /// Goes on after the game on the board was saved.
    Proceed(AfterUnsaved),
}

/// What goes on once the user has decided about unsaved work.
#[derive(Clone, Debug, PartialEq)]
pub enum AfterUnsaved {
    Begin(Box<NewGame>),
    Quit,
}
