//! The card of the prover in Analyse: it looks for a proof that a side wins from the position on the
//! board, and the moves of a proof are then walked through on the board.

mod view;

use egui::{Key, Modifiers, Ui};
use minnow_game::GameEnd;

use super::Card;
use crate::app::{
    context::Cx,
    registry::{MenuGroup, Opener, OpenerKeys},
    session::{Place, Session, task::Task},
};
use minnow_prove::{ProofAnswer, ProofTree, ProveGap, ProveProgress};
use minnow_rules::{Color, Position, counted};
use minnow_study::win_search::{ExpectedMate, WinSearchEvent, search_win};

/// The prover of the window.
#[derive(Default)]
pub struct Prover {
    proof: Option<Proof>,
    work: Task<WinSearchEvent>,
}

/// A search for a proof and its findings.
struct Proof {
    /// The place in the game that the proof begins from.
    pub start: Place,
    pub position: Position,
    /// The side whose win is searched for, or was searched for last.
    pub asked: Color,
    /// The mate whose line is tried first, if the engine has found one.
    expected: Option<ExpectedMate>,
    /// How far the search for that side is, once it has taken a while.
    progress: Option<ProveProgress>,
    /// The findings about wins of White and Black; `None` before there is one.
    findings: [Option<Finding>; 2],
    pub tree: Option<ProofTree>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Finding {
    NoWin,
    Undecided(ProveGap),
}

impl Card for Prover {
    fn name(&self) -> &'static str {
        "Prove a win"
    }

    fn applies(&self, _: &Session) -> bool {
        self.is_open()
    }

    fn precedence(&self) -> u8 {
        2
    }

    fn advises(&self, _: bool) -> bool {
        self.is_open()
    }

    /// Begins a proof of the position on the board.
    fn open(&mut self, _: bool, session: &mut Session) {
        match session.game.outcome() {
            Some(end @ GameEnd::ByRules(_)) => session.info(format!("Nothing to prove: {end}.")),
            // A player may have resigned too early.
            Some(_) | None => self.start(session),
        }
    }

    fn close(&mut self) {
        *self = Prover::default();
    }

    fn ui(&mut self, ui: &mut Ui, cx: &mut Cx<'_>) {
        if view::card_ui(ui, self, cx) {
            self.close();
        }
    }

    /// Takes the answers of the search. A proof of another game closes.
    fn tick(&mut self, session: &mut Session, _: bool) {
        let events = self.work.poll();
        let Some(proof) = &mut self.proof else { return };
        if proof.start.game_number != session.game_number {
            return self.close();
        }
        events.into_iter().for_each(|event| proof.take(event));
    }
}

impl Prover {
    pub(super) const OPENER: Option<Opener> = Some(Opener {
        group: MenuGroup::Position,
        text: "Prove a win",
        keys: Some(OpenerKeys::new(
            Modifiers::COMMAND,
            Key::M,
            "Prove a win from the position on the board",
        )),
    });

    /// Looks for a proof of the position on the board, in place of another.
    fn start(&mut self, session: &Session) {
        let Some(root) = session.root_at(session.game.cursor()) else { return };
        self.proof = Some(Proof::new(session.here(), root.position));
        let memory_mb = session.settings.engine.hash_mb;
        self.work.begin(session.background.start("prover", move |job| {
            search_win(&root, memory_mb, job.stop_flag(), &mut |event| match event {
                WinSearchEvent::Nodes { done, total } => job.progress(done, total),
                event => job.emit(event),
            });
        }));
    }

    /// True if there is a proof or a search for one.
    pub fn is_open(&self) -> bool {
        self.proof.is_some()
    }

    pub fn is_searching(&self) -> bool {
        self.work.is_running()
    }

    /// The progress of the search: the engine's mate, the positions, and the moves decided.
    fn tried(&self) -> impl Iterator<Item = String> {
        let proof = self.proof.as_ref();
        let mate = proof.and_then(|proof| proof.expected);
        let expected = mate.map(|mate| expected_text(mate.side, self.is_searching()));
        let searched = counted(self.work.progress().done, "position", "positions");
        let details = proof.and_then(|proof| Some(proof.progress_text(proof.progress?)));
        [expected, Some(format!("{searched} searched")), details].into_iter().flatten()
    }

    /// The result of a search that has ended, in one or two sentences.
    fn verdict(&self) -> Option<String> {
        let proof = self.proof.as_ref().filter(|_| !self.is_searching())?;
        Some(self.work.problem().map_or_else(|| proof.verdict(), str::to_owned))
    }
}

impl Proof {
    fn new(start: Place, position: Position) -> Proof {
        let (asked, findings) = (position.turn(), [None; 2]);
        Proof { start, position, asked, expected: None, progress: None, findings, tree: None }
    }

    fn take(&mut self, event: WinSearchEvent) {
        match event {
            // They are the progress of the job.
            WinSearchEvent::Nodes { .. } => {}
            WinSearchEvent::Expects(mate) => self.expected = Some(mate),
            WinSearchEvent::Searched(progress) => self.progress = Some(progress),
            WinSearchEvent::Asks(side) => {
                self.asked = side;
                self.progress = None;
            }
            WinSearchEvent::Won(tree) => self.tree = Some(*tree),
            WinSearchEvent::NoWin(side) => self.findings[side.index()] = Some(Finding::NoWin),
            WinSearchEvent::Undecided(side, gap) => {
                self.findings[side.index()] = Some(Finding::Undecided(gap));
            }
        }
    }

    /// True if the question has no answer for one of the sides.
    fn is_undecided(&self) -> bool {
        self.tree.is_none() && self.findings.iter().any(|found| *found != Some(Finding::NoWin))
    }

    /// `3 of 12 first moves ruled out, at least 45 positions to prove, table 20 % full`
    fn progress_text(&self, progress: ProveProgress) -> String {
        let ProveProgress { first_moves, decided_moves, least_proof, .. } = progress;
        let table = format!("table {} % full", progress.fill_permille / 10);
        if first_moves == 0 {
            return table;
        }
        let decided = if self.asked == self.position.turn() {
            format!(
                "{decided_moves} of {} ruled out",
                counted(first_moves.into(), "first move", "first moves")
            )
        } else {
            format!(
                "{decided_moves} of {} answered",
                counted(first_moves.into(), "defence", "defences")
            )
        };
        let left = counted(least_proof.into(), "position", "positions");
        format!("{decided}, at least {left} to prove, {table}")
    }

    fn verdict(&self) -> String {
        if let Some(tree) = &self.tree {
            let shortest = if tree.is_shortest() { " No win is shorter." } else { "" };
            let moves = counted(u64::from(tree.moves()), "move", "moves");
            return format!("{} wins in at most {moves}, proven.{shortest}", tree.side());
        }
        let has_no_win = |side: &Color| self.findings[side.index()] == Some(Finding::NoWin);
        let sides: Vec<Color> = Color::ALL.into_iter().filter(has_no_win).collect();
        let gap = Color::ALL.iter().find_map(|side| match self.findings[side.index()] {
            Some(Finding::Undecided(gap)) => Some(gap),
            Some(Finding::NoWin) | None => None,
        });
        let gap = gap.unwrap_or(ProveGap::Stopped);
        match sides[..] {
            [side] => format!(
                "{side} cannot force a win, proven. Whether {} can is not decided: {gap}.",
                !side
            ),
            [] => format!("Not decided: {gap}."),
            _ => "A draw, proven: neither side can force a win.".to_owned(),
        }
    }

    /// The moves of the proof in the position on the board: the one of the winning side, or every move
    /// of the other. `None` if the game does not lead there from the start of the proof by moves of
    /// the proof, so that nothing is proven about the position.
    fn steps_here(&self, session: &Session) -> Option<Vec<ProofStep>> {
        let game = &session.game;
        let path = game.path(game.cursor());
        let at = path.iter().position(|id| *id == self.start.node)?;
        if *game.node(path[at])?.position() != self.position {
            return None;
        }
        let Some(tree) = &self.tree else {
            return (path.len() == at + 1).then(Vec::new);
        };
        let mut position = self.position;
        for node in path[at + 1..].iter().filter_map(|id| game.node(*id)) {
            let is_answered = position.turn() != tree.side()
                || tree.answer(&position).is_some_and(|answer| Some(answer.mv) == node.played());
            if !is_answered {
                return None;
            }
            position = *node.position();
        }
        if matches!(game.outcome(), Some(GameEnd::ByRules(_))) {
            return Some(Vec::new());
        }
        let step = |answer: ProofAnswer| {
            let moves_left = tree.moves_after(&position, answer);
            ProofStep { answer, moves_left }
        };
        Some(tree.steps(&position).into_iter().map(step).collect())
    }
}

/// `The engine sees a win by White; its line is tried first`. The length of the win is left to the
/// proof, which may find a shorter one.
fn expected_text(winner: Color, is_searching: bool) -> String {
    let verb = if is_searching { "is" } else { "was" };
    format!("The engine sees a win by {winner}; its line {verb} tried first")
}

/// A move of a proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct ProofStep {
    answer: ProofAnswer,
    /// Moves of the winner to the end of the game after it, at most.
    moves_left: u16,
}

#[cfg(test)]
mod tests {
    use super::*;
    use minnow_rules::Variant;

    fn proof(events: Vec<WinSearchEvent>) -> Proof {
        let position = Position::start(Variant::default_variant());
        let start = Place { game_number: 1, node: minnow_game::NodeId::ROOT };
        let mut proof = Proof::new(start, position);
        events.into_iter().for_each(|event| proof.take(event));
        proof
    }

    #[test]
    fn what_is_not_known_is_not_claimed() {
        let stopped = |side| WinSearchEvent::Undecided(side, ProveGap::Stopped);
        let verdict = |events| proof(events).verdict();
        assert_eq!(verdict(vec![stopped(Color::White)]), "Not decided: the search was stopped.");
        assert_eq!(
            verdict(vec![WinSearchEvent::NoWin(Color::White), stopped(Color::Black)]),
            "White cannot force a win, proven. Whether Black can is not decided: the search was \
             stopped."
        );
        assert!(proof(vec![stopped(Color::White)]).is_undecided());
        let neither =
            vec![WinSearchEvent::NoWin(Color::White), WinSearchEvent::NoWin(Color::Black)];
        assert_eq!(verdict(neither), "A draw, proven: neither side can force a win.");
    }

    #[test]
    fn progress_names_moves_and_positions() {
        let progress = ProveProgress {
            nodes: 1 << 18,
            deepest_plies: 30,
            fill_permille: 204,
            first_moves: 12,
            decided_moves: 3,
            least_proof: 45,
        };
        let text = |side, progress| proof(vec![WinSearchEvent::Asks(side)]).progress_text(progress);
        assert_eq!(
            text(Color::White, progress),
            "3 of 12 first moves ruled out, at least 45 positions to prove, table 20 % full"
        );
        let one = ProveProgress { decided_moves: 0, first_moves: 1, least_proof: 1, ..progress };
        assert_eq!(
            text(Color::Black, one),
            "0 of 1 defence answered, at least 1 position to prove, table 20 % full"
        );
        let along_a_line = ProveProgress { first_moves: 0, ..progress };
        assert_eq!(text(Color::White, along_a_line), "table 20 % full");
    }

    #[test]
    fn the_engines_win_is_named_without_its_length() {
        let text = |is_searching| expected_text(Color::Black, is_searching);
        assert_eq!(text(true), "The engine sees a win by Black; its line is tried first");
        assert_eq!(text(false), "The engine sees a win by Black; its line was tried first");
    }
}
