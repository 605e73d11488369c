//! Requests: what the user or a feature wants of the rest of the window. One queue keeps them in
//! order; `AppState::update` carries them out after drawing.

use super::{
    cards::CardId,
    lab::{LabKey, LabPageId, TreeOrder},
    pages::PageId,
    session::{
        AfterUnsaved, ChosenFile, Copied, FileQuery, FileWork, GameCommand, Mode, MoveQuery,
        NamedPicture, NewGame, Notice, Place, Question, ScreenCommand, TrainingOrder,
        settings::{ReviewDepth, Settings, Sides},
    },
};
#[cfg(not(target_arch = "wasm32"))]
use minnow_game::Game;
use minnow_game::{Edit, Header, Mark, NodeId};
use minnow_rules::{Move, Variant};
use std::path::PathBuf;

/// One request. Its meaning may depend on the screen.
#[derive(Clone, Debug, PartialEq)]
pub enum Request {
    /// The board of the game, or what stands in its place.
    Game(GameCommand),
    /// A command whose meaning each screen decides.
    Screen(ScreenCommand),

    /// Shows a page over the board.
    Show(PageId),
    /// Shows a page at a topic: the words of a search, the rules of a game.
    ShowTopic(PageId, String),
    /// Closes a page, if it is on the screen.
    Close(PageId),
    /// Opens a card in Analyse with the position on the board; a card may close by its key.
    OpenCard(CardId),
    /// The Escape key: closes the topmost overlay, drops typed letters, or leaves a screen that
    /// covers another.
    Cancel,
    SelectMode(Mode),
    /// Shows a tab of Analyse in a small window.
    SelectTab(Tab),
    FullScreen,
    Flip,
    Quit,
    /// The window's tick is due: a feature has work to begin.
    Wake,

    Ask(Box<Question>),
    /// The choice with this index of the open question.
    Answer(usize),
    DismissQuestion,
    /// Asks for a file or a folder by a dialog.
    AskFile(FileQuery),
    /// The answer of a file dialog, which returns to who asked.
    FileChosen(Box<ChosenFile>),
    /// Shows a notice in place of the present one.
    Notify(Notice),
    DismissNotice,
    /// Removes the alert with this index.
    DismissAlert(usize),

    /// A new game on the board of this one.
    NewGame,
    /// A new game of this variant, which also becomes the setting.
    NewGameOf(String),
    /// Puts another game on the board, after a question about unsaved work if there is any.
    Begin(Box<NewGame>),
    /// Puts another game on the board; the user has agreed to lose the changes of this one.
    Replace(Box<NewGame>),
    /// Puts the game before this one on the board again.
    ReturnToGame,
    /// Goes on after the game on the board was saved.
    Proceed(AfterUnsaved),
    /// Saves the game and then goes on.
    SaveFirst(AfterUnsaved),
    /// Saves the game under another name and then goes on.
    SaveCopyFirst(AfterUnsaved),
    /// Goes on without a save.
    DropUnsaved(AfterUnsaved),
    /// The window is about to close, and the game on the board cannot be autosaved.
    AskBeforeClosing,

    Open,
    OpenPath(PathBuf),
    /// Asks for the path of a game inside the window instead of by a dialog of the desktop.
    OpenByPath,
    /// One of the built-in games, by its index in the list.
    OpenExample(usize),
    /// Saves the game to its file, or asks for one.
    Save,
    SaveAs,
    SaveAsPgn,
    /// The same as `OpenByPath`, to save the game.
    SaveByPath,
    /// Cancels the file that is read or made, or the saves under way.
    CancelFile(FileWork),
    /// Takes over the names and tags of a header for the game with this number.
    EditHeader {
        game_number: u64,
        header: Box<Header>,
    },

    EditPosition,
    /// Restores the position of the editor before the last change of its whole board.
    UndoSetup,
    CopyPicture,
    /// Puts the drawing of the board on the clipboard as SVG.
    CopyDrawing,
    /// Asks for a file to save a picture of the board to.
    SavePicture,
    /// Asks for a file to save the game to as an animation.
    SaveAnimation,
    DropTyped,
    /// Puts text on the clipboard.
    Copy(Copied),
    /// A position or games as text: FEN, the course's form, or PGN.
    Paste(String),
    /// Opens the text after the `#` of the page's address.
    FollowLink(String),

    /// Begins the game whose choices are on the screen.
    StartGame,
    /// Resigns, without a question.
    Resign,
    /// Offers the computer a draw; between two humans the offer counts as accepted.
    OfferDraw,
    AcceptDraw,
    /// Makes the computer play the best move found so far.
    MoveNow,
    /// Lets the computer play on after a pause.
    Resume,
    /// Stops the computer where it plays both sides.
    Pause,
    /// Plays a move that the user was asked about.
    PlayAnyway(Move),
    /// Plays a move from an earlier position; the moves after it become a variation.
    PlayOn(Move),
    /// Shows the fault of the move that the coach asked about, and its refutation.
    ShowFault,

    /// Reviews the game in Analyse.
    StartReview,
    /// Reviews the game that is over, without leaving Play.
    ReviewGame,
    /// Ends the running review; its verdicts stay.
    StopReview,
    /// Removes every verdict from the game.
    RemoveReview,
    /// The effort of the next review.
    ReviewDepth(ReviewDepth),
    /// Asks the program with this name for a second opinion on the move shown.
    AskOpinion(String),
    /// Begins the walk through the user's own errors of a reviewed game.
    StartLearning,
    /// The same, beginning with the error in this position.
    LearnAt(NodeId),
    /// Begins with the due moments of a game of the user's, by its index in the list of these games.
    LearnFrom(usize),
    /// Chooses the board to train on.
    TrainOn(&'static Variant),
    /// Begins the training of an ending.
    Train(Box<TrainingOrder>),
    /// Shows the next puzzle of the user's choice.
    SolvePuzzle,
    /// Begins a timed run with puzzles of the board.
    TimedRun,
    /// Shows the coordinates trainer.
    TrainCoordinates,
    /// Goes on with the task on the board: to the next problem or out of the summary, to another
    /// position of the ending, to the next puzzle, to another run with puzzles or the coordinates.
    NextTask,
    /// Leaves the task and shows the game again, in the workspace that was shown before.
    LeaveTask,
    /// Shows the position of the task in Analyse, while the game of Play waits.
    AnalyseTask,
    /// Shows a game of others in Analyse, while the game of Play waits.
    #[cfg(not(target_arch = "wasm32"))]
    AnalyseGame {
        game: Box<Game>,
        title: String,
    },
    /// Explains why a move is worse than the best one.
    Explain(MoveQuery),
    /// Builds the end-game tables of the board.
    BuildTables,
    /// Ends the build of tables; finished classes are kept.
    StopTables,

    /// The position shown has changed: removes the hint and the open move.
    DropHint,
    /// The game is at another position: the reply to the old one is void.
    HeadMoved,
    /// The user chose the sides: the game goes on without the pause and the pending reply.
    SidesChanged,
    /// The game has ended: a question about its next move closes.
    GameEnded,

    /// The settings with the user's changes.
    ChangeSettings(Box<Settings>),
    /// The sides that the user plays. Choosing them again makes a paused computer go on.
    ChooseSides(Sides),
    /// The user's rating on this board begins anew.
    ResetRating,

    Lab(LabKey),
    ShowLabPage(LabPageId),
    /// Records a search and shows it on the tree page of the lab.
    RecordTree(Box<TreeOrder>),
    /// Opens a folder of lessons of the user's own, or closes the one that is open.
    OpenLessons(Option<PathBuf>),
    /// Opens a set or a sheet of exercises.
    OpenExercise(PathBuf),
    /// Shows the tournament of a file. Nothing starts before the user asks for it.
    #[cfg(not(target_arch = "wasm32"))]
    OpenTournament(PathBuf),
    /// Notes a lesson that is done, or a printed function whose error was found.
    NoteLearned(String),
    /// Asks for a file to save a picture of the lab to.
    SaveLabPicture(Box<NamedPicture>),
    /// Saves everything that the page keeps as one file.
    SaveAllData,
    /// Asks before everything that the page keeps is replaced by the content of such a file.
    LoadAllData,
    ChooseAllData,

    /// Undoes the last edit of the game's tree. The edits name a move by the position after it.
    UndoEdit,
    RedoEdit,
    /// Promotes or demotes the line of a move, or makes it the main line.
    Rearrange(Edit, NodeId),
    /// Deletes a move and all moves after it.
    DeleteFrom(NodeId),
    /// Sets the mark in place of any other, or removes it.
    Mark(NodeId, Mark),
    /// The new text of a comment; ignored if another game is on the board.
    Comment {
        place: Place,
        text: String,
    },
    /// Shows the position after a move and puts the text cursor into its comment.
    WriteComment(NodeId),
    /// A new game that starts from the position after a move.
    PlayFrom(NodeId),
    /// Copies the moves from the start to this one as text.
    CopyLine(NodeId),
}

impl From<GameCommand> for Request {
    fn from(command: GameCommand) -> Request {
        Request::Game(command)
    }
}

impl From<ScreenCommand> for Request {
    fn from(command: ScreenCommand) -> Request {
        Request::Screen(command)
    }
}

/// The content of Analyse's single panel in a small window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tab {
    Analysis,
    Moves,
}
