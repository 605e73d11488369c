//! The edits of the game's tree: the order of its lines, deletion, marks, comments, undo and redo.

use super::{MovesAction, layout::line_text};
use crate::app::request::{Request, Tab};
use crate::app::{
    session::{Effect, Mode, NewGame, Notice, NoticeUndo, Place, Session},
    ui::text::capitalised,
};
use minnow_game::{Edit, Game, GameEnd, Mark, Marks, NodeId, limits};

/// Carries out an edit. In play, edits that would change the game in progress are refused.
pub fn update(session: &mut Session, action: MovesAction, mode: Mode, now_ms: u64) {
    match action {
        MovesAction::Undo => undo(session, now_ms),
        MovesAction::Redo => redo(session, now_ms),
        MovesAction::Promote(node) => {
            rearrange(session, Edit::Promotion, mode, now_ms, |game| game.promote(node));
        }
        MovesAction::Demote(node) => {
            rearrange(session, Edit::Demotion, mode, now_ms, |game| game.demote(node));
        }
        MovesAction::MakeMainLine(node) => {
            rearrange(session, Edit::MainLine, mode, now_ms, |game| game.make_main_line(node));
        }
        MovesAction::Delete(node) => delete(session, node, mode, now_ms),
        MovesAction::Mark(node, mark) => toggle_mark(session, node, mark),
        MovesAction::Comment { place, text } => set_comment(session, place, &text),
        MovesAction::WriteComment(node) => {
            session.game.go_to(node);
            session.requests.extend([Request::DropHint, Request::SelectTab(Tab::Moves)]);
            session.effects.push(Effect::WriteComment);
        }
        MovesAction::PlayFrom(node) => play_from(session, node),
        MovesAction::CopyLine(node) => {
            let text = line_text(&session.game, node);
            session.copy(text);
        }
    }
}

/// Undoes the last edit.
pub fn undo(session: &mut Session, now_ms: u64) {
    let before = session.game.clone();
    match session.edits.history.undo(&mut session.game) {
        Some(edit) => {
            after_edit(session, &Standing::of(&before), now_ms);
            session.carry_review_over(&before);
            archive_header(session, edit);
            session.info(format!("{} undone.", edit.name()));
        }
        None => session.info("There is nothing to undo."),
    }
}

/// Repeats the edit that was undone last.
pub fn redo(session: &mut Session, now_ms: u64) {
    let before = session.game.clone();
    match session.edits.history.redo(&mut session.game) {
        Some(edit) => {
            after_edit(session, &Standing::of(&before), now_ms);
            session.carry_review_over(&before);
            archive_header(session, edit);
            session.info(format!("{} redone.", edit.name()));
        }
        None => session.info("There is nothing to redo."),
    }
}

/// Keeps changed names in the list of the user's games at once.
fn archive_header(session: &mut Session, edit: Edit) {
    if edit == Edit::Header {
        session.archive_again();
    }
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
        session.note_clock(now_ms);
        session.requests.push(Request::HeadMoved);
    }
    session.revision += 1;
    session.keep_game();
}

/// Edits a copy of the tree, so that an edit of a game in progress can be refused. Returns true if
/// the edit was carried out.
fn rearrange(
    session: &mut Session,
    edit: Edit,
    mode: Mode,
    now_ms: u64,
    change: impl FnOnce(&mut Game) -> bool,
) -> bool {
    let mut changed = session.game.clone();
    if !change(&mut changed) {
        session.info("The line cannot be moved any further.");
        return false;
    }
    let before = Standing::of(&session.game);
    let goes_on = mode == Mode::Play && session.end().is_none();
    if goes_on && before != Standing::of(&changed) {
        session.error("This would change the game in progress. Analyse (Ctrl+2) allows it.");
        return false;
    }
    let unchanged = std::mem::replace(&mut session.game, changed);
    after_edit(session, &before, now_ms);
    session.record(edit, &unchanged);
    true
}

/// Deletes the move before the position shown, and all moves after it.
pub fn delete_here(session: &mut Session, mode: Mode, now_ms: u64) {
    delete(session, session.game.cursor(), mode, now_ms);
}

fn delete(session: &mut Session, node: NodeId, mode: Mode, now_ms: u64) {
    let plies = subtree_size(&session.game, node);
    if node == NodeId::ROOT || plies == 0 {
        return;
    }
    if rearrange(session, Edit::Deletion, mode, now_ms, |game| game.delete(node)) {
        let moves = if plies == 1 { "A move".to_owned() } else { format!("{plies} moves") };
        let how = match mode {
            Mode::Play => "",
            Mode::Analyse | Mode::Lab => " Ctrl+Z undoes it.",
        };
        let text = format!("{moves} deleted.{how}");
        session.show_notice(Notice::undoable(text, NoticeUndo::Edit));
    }
}

/// Sets the mark on the current move, or removes it.
pub fn toggle_mark_here(session: &mut Session, mark: Mark) {
    toggle_mark(session, session.game.cursor(), mark);
}

/// A move has at most one of the six marks, so a new one replaces the old one.
fn toggle_mark(session: &mut Session, node: NodeId, mark: Mark) {
    let is_move = node != NodeId::ROOT;
    let Some(notes) = session.game.notes_mut(node).filter(|_| is_move) else { return };
    let set = !notes.marks.contains(mark);
    notes.marks = set.then_some(mark).into_iter().collect::<Marks>();
    session.touch_as(Edit::Mark);
}

fn set_comment(session: &mut Session, place: Place, text: &str) {
    if place.game_number != session.game_number {
        return;
    }
    let Some(notes) = session.game.notes_mut(place.node) else { return };
    let text = limits::cut(text.trim(), limits::MAX_COMMENT_CHARS);
    if notes.comment != text {
        text.clone_into(&mut notes.comment);
        session.edits.history.look(place.node);
        session.touch_as(Edit::Comment);
    }
}

fn play_from(session: &mut Session, node: NodeId) {
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
