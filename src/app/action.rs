//! Everything a user can do, as values: menus, shortcuts, panels and tests all say it this way.

use std::path::PathBuf;

use super::{
    board::Shape,
    files::FileRequest,
    lab::LabAction,
    session::Place,
    session::settings::{
        ClockChoice, CustomLimits, EngineSettings, ReplyPace, ReviewDepth, Sides, ThemeChoice,
    },
};
use crate::{
    game::{Mark, NodeId},
    rules::{Color, Move, Piece, Role, Square},
};

/// One thing the user asked for. `AppState::apply` carries it out.
#[derive(Clone, Debug, PartialEq)]
pub enum Action {
    /// A move on the board; the promotion where one was chosen.
    BoardMove {
        from: Square,
        to: Square,
        promotion: Option<Role>,
    },
    /// A move typed on the keyboard, as `c3b4` or `Qxb4`.
    TypedMove(String),
    /// Letters of a move that is being typed.
    Type(String),
    /// Takes the last typed letter back.
    TypeBackspace,
    /// The user's arrows and circles on the position that is looked at.
    KeepShapes(Vec<Shape>),
    /// Takes a move back in play; in analysis undoes the last edit.
    UndoKey,
    /// Plays a move again that was taken back; in analysis does the last undone edit again.
    RedoKey,
    Tree(TreeAction),
    Review(ReviewAction),
    Editor(EditorAction),
    TakeBack,
    Redo,
    /// First the piece, when asked again the move.
    Hint,
    Resign,
    OfferDraw,
    /// The computer plays the best it has found.
    MoveNow,
    /// The computer goes on after a pause.
    Resume,
    /// The computer waits, where it plays both sides.
    Pause,
    Flip,
    Navigate(Navigation),
    NewGame,
    /// A new game of this variant, which also becomes the setting.
    NewGameOf(String),
    /// A position or games as text: FEN, the course's form, or PGN.
    Paste(String),
    /// Text for the clipboard.
    Copy(Copied),
    File(FileAction),
    Choose(ChooserAction),
    Set(Setting),
    /// The answer to the question that is shown.
    Answer(Answer),
    Show(Page),
    CloseOverlay,
    DismissNotice,
    DismissBanner,
    ToggleDrawer,
    SelectMode(Mode),
    /// Live analysis on or off.
    ToggleAnalysis,
    /// What the opponent would do if it were to move, shown or no longer.
    ToggleThreat,
    /// Adds moves after a position as a variation and goes to the last, if the user still looks at it.
    PlayLine {
        after: NodeId,
        moves: Vec<Move>,
    },
    SelectTab(Tab),
    Learn(LearnAction),
    Lab(LabAction),
    FullScreen,
    /// The window is about to close, and the game on the board cannot be kept.
    AskBeforeClosing,
    Quit,
}

/// What goes to the clipboard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Copied {
    /// The position on the board, or in the editor, as a FEN.
    Fen,
    /// The position on the board in the course's form.
    Course,
    /// The whole game as PGN.
    Pgn,
}

/// Looking through the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Navigation {
    Start,
    Back,
    Forward,
    End,
    /// To the position where the game stands.
    Head,
    NextVariation,
    PreviousVariation,
    To(NodeId),
}

/// Editing the game's tree. Moves are named by the positions that they lead to.
#[derive(Clone, Debug, PartialEq)]
pub enum TreeAction {
    Undo,
    Redo,
    Promote(NodeId),
    Demote(NodeId),
    MakeMainLine(NodeId),
    /// Removes a move and everything after it.
    Delete(NodeId),
    /// Removes the move that is looked at and everything after it.
    DeleteHere,
    /// Sets the mark in place of any other, or removes it.
    Mark(NodeId, Mark),
    /// What stands in the comment now; dropped if another game is on the board.
    Comment {
        place: Place,
        text: String,
    },
    /// Goes to a move to write a comment on it.
    WriteComment(NodeId),
    /// A new game that starts from the position after a move.
    PlayFrom(NodeId),
    /// The moves from the start to this one, as text.
    CopyLine(NodeId),
}

/// The review of the whole game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReviewAction {
    /// Reviews the main line, in place of an older review; from play it changes to analysis.
    Start,
    /// Ends the review that runs; what it has found stays.
    Cancel,
    /// Removes every verdict from the game.
    Remove,
}

/// Setting a position up.
#[derive(Clone, Debug, PartialEq)]
pub enum EditorAction {
    /// Opens the editor with the position that is looked at.
    Open,
    Close,
    /// Puts a piece on a square, or empties it.
    Put(Square, Option<Piece>),
    /// Moves whatever stands on the first square to the second.
    Move(Square, Square),
    Turn(Color),
    /// Grants or takes away the variant's castling with this index.
    ToggleCastling(usize),
    TurnNumber(u16),
    /// Changes to the board and rules of the variant with this id.
    Variant(String),
    /// What stands in the text field now.
    Text(String),
    Clear,
    /// The variant's start position.
    Start,
    /// Begins a new game from the position.
    Begin(Mode),
}

/// Files of saved games.
#[derive(Clone, Debug, PartialEq)]
pub enum FileAction {
    /// Ask for a file.
    Open,
    OpenPath(PathBuf),
    /// One of the built-in games, by its place in the list.
    OpenExample(usize),
    Save,
    SaveAs,
    /// Ask for a file to write PGN to.
    SavePgn,
    /// A path to save to; `confirmed` if the user knows what stands there now.
    SavePath {
        path: PathBuf,
        confirmed: bool,
    },
    /// Ask for a path inside the window instead of a dialog of the desktop.
    TypePath(FileRequest),
    /// No file was chosen.
    NoneChosen,
}

/// The list of games of a file that has several.
#[derive(Clone, Debug, PartialEq)]
pub enum ChooserAction {
    /// Show the games that this text fits.
    Filter(String),
    /// Mark the game in this row of those that are shown.
    Mark(usize),
    /// Put the marked game on the board.
    Open,
    Close,
}

/// A setting's new value; kept for the next start.
#[derive(Clone, Debug, PartialEq)]
pub enum Setting {
    Level(u8),
    UseCustom(bool),
    Custom(CustomLimits),
    Sides(Sides),
    Variant(String),
    Clock(Option<ClockChoice>),
    Reply(ReplyPace),
    Theme(ThemeChoice),
    BoardColors(String),
    Animate(bool),
    WarnKing(bool),
    ShowThinking(bool),
    Zoom(f32),
    Engine(EngineSettings),
    Review(ReviewDepth),
}

/// Answers to questions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    Yes,
    /// Where unsaved work is at stake: save it first.
    SaveFirst,
    Cancel,
}

/// Pages over the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Page {
    Keys,
    /// The rules of the variant with this id.
    Rules(String),
    About,
    /// Why a move is not as good as the best one.
    WhyNot,
}

/// Going through a player's errors of a reviewed game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LearnAction {
    /// Begins with the user's own errors, as far as the record tells whose they are.
    Start,
    /// Begins with this side's errors.
    Side(Color),
    /// First the piece, when asked again the move.
    Hint,
    /// The better move and what there is to say about it.
    Show,
    /// Leaves the problem unsolved.
    Skip,
    /// From a problem that is done to the next one; after the last one, to the summary.
    Next,
    Leave,
}

/// What the window is for at the moment; all share the game and the board's place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// A game that goes on from its last move.
    Play,
    /// Any position and any move: what is played becomes a variation.
    Analyse,
    /// Textbook searches of the position, step by step.
    Lab,
}

impl Mode {
    /// In the order of the tabs.
    pub const ALL: [Mode; 3] = [Mode::Play, Mode::Analyse, Mode::Lab];

    /// As the tab says it.
    pub fn name(self) -> &'static str {
        match self {
            Mode::Play => "Play",
            Mode::Analyse => "Analyse",
            Mode::Lab => "Lab",
        }
    }
}

/// What the one side panel of a small window shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tab {
    /// The game's buttons, or the analysis.
    Game,
    Moves,
    Settings,
}
