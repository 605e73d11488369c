//! Editing the game's tree: order of lines, deleting, marks, comments, undo and redo.

use super::layout::line_text;
use crate::app::{
    action::{Action, MovesAction, Tab},
    screen::{AppState, Screen},
    session::{Effect, Mode, Place},
    ui::text::capitalised,
};
use crate::game::{Edit, Game, GameEnd, Mark, Marks, NodeId};

impl AppState {
    pub(in crate::app) fn apply_tree(&mut self, action: MovesAction, now_ms: u64) {
        match action {
            MovesAction::Undo => self.undo_edit(now_ms),
            MovesAction::Redo => self.redo_edit(now_ms),
            MovesAction::Promote(node) => {
                self.rearrange(Edit::Promotion, now_ms, |game| game.promote(node));
            }
            MovesAction::Demote(node) => {
                self.rearrange(Edit::Demotion, now_ms, |game| game.demote(node));
            }
            MovesAction::MakeMainLine(node) => {
                self.rearrange(Edit::MainLine, now_ms, |game| game.make_main_line(node));
            }
            MovesAction::Delete(node) => self.delete(node, now_ms),
            MovesAction::Mark(node, mark) => self.toggle_mark(node, mark),
            MovesAction::Comment { place, text } => self.comment(place, text),
            MovesAction::WriteComment(node) => {
                self.session.game.go_to(node);
                self.play.hint = None;
                self.tab = Tab::Moves;
                self.session.effects.push(Effect::WriteComment);
            }
            MovesAction::PlayFrom(node) => self.play_from(node),
            MovesAction::CopyLine(node) => {
                let text = line_text(&self.session.game, node);
                self.session.copy(text);
            }
        }
    }

    pub(in crate::app) fn undo_edit(&mut self, now_ms: u64) {
        let stood = Standing::of(&self.session.game);
        match self.session.edits.history.undo(&mut self.session.game) {
            Some(edit) => {
                self.after_edit(&stood, now_ms);
                self.session.carry_review_over();
                self.session.info(format!("{} undone.", edit.name()));
            }
            None => self.session.info("There is nothing to undo."),
        }
    }

    pub(in crate::app) fn redo_edit(&mut self, now_ms: u64) {
        let stood = Standing::of(&self.session.game);
        match self.session.edits.history.redo(&mut self.session.game) {
            Some(edit) => {
                self.after_edit(&stood, now_ms);
                self.session.carry_review_over();
                self.session.info(format!("{} redone.", edit.name()));
            }
            None => self.session.info("There is nothing to do again."),
        }
    }

    /// The game is another now. Where it stands elsewhere than before, a search for the next move
    /// is off and the clock shows what it showed there.
    fn after_edit(&mut self, stood: &Standing, now_ms: u64) {
        self.play.hint = None;
        self.session.typed.clear();
        self.session.notice = None;
        if *stood != Standing::of(&self.session.game) {
            self.session.engine.cancel();
            self.play.pending = None;
            self.play.banner = false;
            self.session.set_clock_from(self.session.game.head(), now_ms);
            self.session.note_clock(now_ms);
            if self.mode() == Mode::Play && self.session.waits_for_computer() {
                self.pause(now_ms);
            }
        }
        self.session.revision += 1;
        self.session.keep_game();
    }

    /// Carries out an edit of the tree on a copy, so that one which would change a game that is
    /// being played can be refused. Tells whether it was carried out.
    fn rearrange(
        &mut self,
        edit: Edit,
        now_ms: u64,
        change: impl FnOnce(&mut Game) -> bool,
    ) -> bool {
        let mut changed = self.session.game.clone();
        if !change(&mut changed) {
            self.session.info("That changes nothing here.");
            return false;
        }
        let stood = Standing::of(&self.session.game);
        let goes_on = self.mode() == Mode::Play && self.session.end().is_none();
        if goes_on && stood != Standing::of(&changed) {
            self.session.error(
                "That would change the game that is being played; Analyse (Ctrl+2) allows it.",
            );
            return false;
        }
        self.session.game = changed;
        self.after_edit(&stood, now_ms);
        self.session.record(edit);
        true
    }

    /// Deletes the move that leads to the position shown, and all that follow it.
    pub(in crate::app) fn delete_here(&mut self, now_ms: u64) {
        self.delete(self.session.game.cursor(), now_ms);
    }

    fn delete(&mut self, node: NodeId, now_ms: u64) {
        let plies = subtree_size(&self.session.game, node);
        if node == NodeId::ROOT || plies == 0 {
            return;
        }
        if self.rearrange(Edit::Deletion, now_ms, |game| game.delete(node)) {
            let moves = if plies == 1 { "A move".to_owned() } else { format!("{plies} moves") };
            let how = match self.mode() {
                Mode::Play => "",
                Mode::Analyse | Mode::Lab => " Ctrl+Z undoes it.",
            };
            self.session.info(format!("{moves} deleted.{how}"));
            if let Some(notice) = &mut self.session.notice {
                notice.offers_undo = true;
            }
        }
    }

    /// Only one of the six can be right, so another takes its place.
    fn toggle_mark(&mut self, node: NodeId, mark: Mark) {
        let is_move = node != NodeId::ROOT;
        let Some(notes) = self.session.game.notes_mut(node).filter(|_| is_move) else { return };
        let set = !notes.marks.contains(mark);
        notes.marks = set.then_some(mark).into_iter().collect::<Marks>();
        self.session.touch_as(Edit::Mark);
    }

    fn comment(&mut self, place: Place, text: String) {
        if place.game_number != self.session.game_number {
            return;
        }
        let text = text.trim().to_owned();
        let Some(notes) = self.session.game.notes_mut(place.node) else { return };
        if notes.comment != text {
            notes.comment = text;
            self.session.edits.history.look(place.node);
            self.session.touch_as(Edit::Comment);
        }
    }

    /// A digit marks the move that is looked at, unless it is part of a typed move: one that was
    /// begun, or one that nobody may make at the moment.
    pub(in crate::app) fn type_or_mark(&mut self, text: &str, now_ms: u64) {
        let number = text.parse().ok().and_then(Mark::from_number);
        if let Some(mark) = number.filter(|_| self.session.typed.is_empty()) {
            let covered = self.page().is_some() || self.editor().is_some();
            if !covered && !self.session.edits.is_typing_refused(now_ms) {
                self.toggle_mark(self.session.game.cursor(), mark);
            }
            return;
        }
        let before = self.session.typed.len();
        self.type_text(text);
        if self.session.typed.len() == before && !self.may_move() {
            self.session.edits.refuse(now_ms);
        }
    }

    fn play_from(&mut self, node: NodeId) {
        let Some(position) = self.session.game.node(node).map(|node| *node.position()) else {
            return;
        };
        if let Some(outcome) = position.outcome(1) {
            let end = GameEnd::ByRules(outcome).to_string();
            self.session.error(format!("Nothing can be played from there ({end})."));
        } else if self.guard_unsaved(Action::Moves(MovesAction::PlayFrom(node))) {
            self.screen = Screen::from(Mode::Play);
            self.begin_game(Game::from_position(position), Default::default());
            let number = position.fullmove();
            let turn = capitalised(&position.turn().to_string());
            self.session.info(format!("A new game starts from move {number}; {turn} is to move."));
        }
    }
}

/// Where a game stands: the moves that have been played, and how they ended it.
#[derive(PartialEq)]
struct Standing {
    played: Vec<NodeId>,
    end: Option<GameEnd>,
}

impl Standing {
    fn of(game: &Game) -> Standing {
        Standing { played: game.path(game.head()), end: game.agreed_end() }
    }
}

/// How many moves a deletion would remove; 0 for a node that is gone.
fn subtree_size(game: &Game, top: NodeId) -> usize {
    let mut size = 0;
    let mut open = vec![top];
    while let Some(node) = open.pop().and_then(|id| game.node(id)) {
        size += 1;
        open.extend(node.children());
    }
    size
}
