//! The move list: the moves with their variations, comments and review verdicts, and the edits of
//! the game's tree. Play, analysis, review and learning use it; it names none of them.

pub mod comment;
pub mod layout;
pub mod menu;
mod rows;
mod verdict_row;
pub mod view;

use super::{
    keymap::keys_of,
    request::{Request, Tab},
    session::{Effect, Mode, NewGame, Notice, NoticeUndo, Place, Session},
    ui::text::capitalised,
};
use minnow_game::{Edit, EditHistory, Game, GameEnd, Mark, Marks, NodeId, limits};

/// The input of the views: the session, the facts about the screen that they depend on, and what they ask
/// for.
pub struct MovesView<'a> {
    pub session: &'a Session,
    pub mode: Mode,
    /// True if a question or a page covers the window.
    pub covered: bool,
    pub out: &'a mut Vec<Request>,
}

/// Undoes the last edit.
pub fn undo(session: &mut Session, now_ms: u64) {
    step(session, EditHistory::undo, ["undo", "undone"], now_ms);
}

/// Repeats the edit that was undone last.
pub fn redo(session: &mut Session, now_ms: u64) {
    step(session, EditHistory::redo, ["redo", "redone"], now_ms);
}

/// Goes one edit back or on, and says so; `verb` and `done` are its words.
fn step(
    session: &mut Session,
    step: fn(&mut EditHistory, &mut Game) -> Option<Edit>,
    [verb, done]: [&str; 2],
    now_ms: u64,
) {
    let before = session.game.clone();
    let Some(edit) = step(&mut session.edits, &mut session.game) else {
        return session.info(format!("There is nothing to {verb}."));
    };
    after_edit(session, &Standing::of(&before), now_ms);
    session.carry_review_over(&before);
    if edit == Edit::Header {
        // The list of the user's games has the changed names at once.
        session.archive_again();
    }
    session.info(format!("{} {done}.", edit.name()));
}

/// Brings the session in line with the edited game. If the current position changed, the search for
/// the next move ends and the clock shows the times of the new position.
fn after_edit(session: &mut Session, before: &Standing, now_ms: u64) {
    session.requests.push(Request::DropHint);
    session.typed.clear();
    session.notice = None;
    if *before != Standing::of(&session.game) {
        session.engine.cancel();
        session.set_clock_from(session.game.head(), now_ms);
        session.requests.push(Request::HeadMoved);
    }
    session.revision += 1;
    session.keep_game();
}

/// Promotes or demotes the line of a move, makes it the main line, or deletes it; a copy of the tree is
/// edited first, since an edit of a game in progress may be refused. Returns true if it was carried out.
pub fn rearrange(session: &mut Session, edit: Edit, node: NodeId, mode: Mode, now_ms: u64) -> bool {
    let mut changed = session.game.clone();
    let is_changed = match edit {
        Edit::Promotion => changed.promote(node),
        Edit::Demotion => changed.demote(node),
        Edit::MainLine => changed.make_main_line(node),
        Edit::Deletion => changed.delete(node),
        _ => false,
    };
    if !is_changed {
        session.info("The line cannot be moved any further.");
        return false;
    }
    let before = Standing::of(&session.game);
    let goes_on = mode == Mode::Play && session.end().is_none();
    if goes_on && before != Standing::of(&changed) {
        let keys = keys_of(&Request::SelectMode(Mode::Analyse));
        session
            .error(format!("This would change the game in progress. Analyse ({keys}) allows it."));
        return false;
    }
    let unchanged = std::mem::replace(&mut session.game, changed);
    after_edit(session, &before, now_ms);
    session.record(edit, Some(&unchanged));
    true
}

/// Deletes the move before a position, and all moves after it.
pub fn delete(session: &mut Session, node: NodeId, mode: Mode, now_ms: u64) {
    let plies = subtree_size(&session.game, node);
    if node == NodeId::ROOT || plies == 0 {
        return;
    }
    if rearrange(session, Edit::Deletion, node, mode, now_ms) {
        let moves = if plies == 1 { "A move".to_owned() } else { format!("{plies} moves") };
        let how = match mode {
            Mode::Play => "",
            Mode::Train | Mode::Analyse | Mode::Lab => " Ctrl+Z undoes it.",
        };
        let text = format!("{moves} deleted.{how}");
        session.show_notice(Notice::undoable(text, NoticeUndo::Edit));
    }
}

/// Sets the mark of a move, or removes it. A move has at most one of the six marks, so a new one replaces
/// the old one.
pub fn toggle_mark(session: &mut Session, node: NodeId, mark: Mark) {
    let is_move = node != NodeId::ROOT;
    let Some(notes) = session.game.notes_mut(node).filter(|_| is_move) else { return };
    let set = !notes.marks.contains(mark);
    notes.marks = set.then_some(mark).into_iter().collect::<Marks>();
    session.touch_as(Edit::Mark);
}

/// Takes over the text of a comment, unless another game is on the board.
pub fn set_comment(session: &mut Session, place: Place, text: &str) {
    if place.game_number != session.game_number {
        return;
    }
    let Some(notes) = session.game.notes_mut(place.node) else { return };
    let text = limits::cut(text.trim(), limits::MAX_COMMENT_CHARS);
    if notes.shown_comment() != text {
        notes.set_shown_comment(text);
        session.edits.look(place.node);
        session.touch_as(Edit::Comment);
    }
}

/// Shows a position and puts the text cursor into its comment.
pub fn write_comment(session: &mut Session, node: NodeId) {
    session.game.go_to(node);
    session.requests.extend([Request::DropHint, Request::SelectTab(Tab::Moves)]);
    session.effects.push(Effect::WriteComment);
}

/// Begins a new game from a position.
pub fn play_from(session: &mut Session, node: NodeId) {
    let Some(position) = session.game.node(node).map(|node| *node.position()) else {
        return;
    };
    if let Some(outcome) = position.outcome(1) {
        let end = GameEnd::ByRules(outcome);
        session.error(format!("No game can start there: it would be over ({end})."));
        return;
    }
    let number = position.fullmove();
    let turn = capitalised(&position.turn().to_string());
    let text = format!("A new game starts from move {number}; {turn} is to move.");
    session.request_game(NewGame {
        mode: Some(Mode::Play),
        notice: Some(Notice::info(text)),
        ..NewGame::from_position(position)
    });
}

/// The line of the game up to its head, and the result that was agreed.
#[derive(PartialEq)]
struct Standing {
    line: Vec<NodeId>,
    end: Option<GameEnd>,
}

impl Standing {
    fn of(game: &Game) -> Standing {
        Standing { line: game.path(game.head()), end: game.agreed_end() }
    }
}

/// The number of moves that a deletion would remove; 0 for a node that does not exist.
fn subtree_size(game: &Game, top: NodeId) -> usize {
    let mut size = 0;
    let mut open = vec![top];
    while let Some(node) = open.pop().and_then(|id| game.node(id)) {
        size += 1;
        open.extend(node.children());
    }
    size
}
