//! The card of the prover in Analyse: it looks for a proof that a side wins from the position on the
//! board, and the moves of a proof are then walked through on the board.

mod place;
mod search;
mod view;

use egui::{Key, Modifiers, Ui};
use minnow_game::GameEnd;
use place::ProofPlace;
use search::{ProverEvent, search};

use super::Card;
use crate::app::{
    context::Cx,
    registry::{MenuGroup, Opener, OpenerKeys},
    session::{Place, Session, task::Task},
};
use minnow_engine::Root;
use minnow_prove::{ProofTree, ProveGap, ProveQuestion};
use minnow_rules::{Color, Position, counted};

/// The prover of the window.
#[derive(Default)]
pub struct Prover {
    proof: Option<Proof>,
    work: Task<ProverEvent>,
}

/// A search for a proof and its findings.
struct Proof {
    /// The place in the game that the proof begins from.
    pub start: Place,
    pub position: Position,
    /// The side whose win is searched for, or was searched for last.
    pub asked: Color,
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
        let Some(Root { position, earlier, .. }) = session.root_at(session.game.cursor()) else {
            return;
        };
        let sides = [position.turn(), !position.turn()];
        let questions = sides.map(|side| ProveQuestion::new(position, side).with_history(&earlier));
        let memory_mb = session.settings.engine.hash_mb;
        self.work.begin(session.background.start("prover", move |job| {
            search(questions.into(), memory_mb, job);
        }));
        self.proof = Some(Proof {
            start: session.here(),
            position,
            asked: position.turn(),
            findings: [None; 2],
            tree: None,
        });
    }

    /// True if there is a proof or a search for one.
    pub fn is_open(&self) -> bool {
        self.proof.is_some()
    }

    pub fn is_searching(&self) -> bool {
        self.work.is_running()
    }

    /// The positions that were searched.
    fn nodes(&self) -> u64 {
        self.work.progress().done
    }

    /// The result of a search that has ended, in one or two sentences.
    fn verdict(&self) -> Option<String> {
        let proof = self.proof.as_ref().filter(|_| !self.is_searching())?;
        Some(self.work.problem().map_or_else(|| proof.verdict(), str::to_owned))
    }

    /// The place of the position on the board in the proof.
    fn place(&self, session: &Session) -> ProofPlace {
        self.proof.as_ref().map_or(ProofPlace::Elsewhere, |proof| ProofPlace::of(proof, session))
    }
}

impl Proof {
    fn take(&mut self, event: ProverEvent) {
        match event {
            ProverEvent::Asks(side) => self.asked = side,
            ProverEvent::Won(tree) => self.tree = Some(*tree),
            ProverEvent::NoWin(side) => self.findings[side.index()] = Some(Finding::NoWin),
            ProverEvent::Undecided(side, gap) => {
                self.findings[side.index()] = Some(Finding::Undecided(gap));
            }
        }
    }

    fn verdict(&self) -> String {
        if let Some(tree) = &self.tree {
            let shortest = if tree.is_shortest() { " No win is shorter." } else { "" };
            return format!("{}{shortest}", won_text(tree.side(), tree.moves()));
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
}

/// `White wins in at most 9 moves, proven.`
fn won_text(side: Color, moves: u16) -> String {
    let moves = counted(u64::from(moves), "move", "moves");
    format!("{side} wins in at most {moves}, proven.")
}

#[cfg(test)]
mod tests {
    use super::*;
    use minnow_rules::Variant;

    fn proof(events: Vec<ProverEvent>) -> Proof {
        let position = Position::start(Variant::default_variant());
        let start = Place { game_number: 1, node: minnow_game::NodeId::ROOT };
        let mut proof =
            Proof { start, position, asked: Color::White, findings: [None; 2], tree: None };
        events.into_iter().for_each(|event| proof.take(event));
        proof
    }

    #[test]
    fn what_is_not_known_is_not_claimed() {
        let stopped = |side| ProverEvent::Undecided(side, ProveGap::Stopped);
        let verdict = |events| proof(events).verdict();
        assert_eq!(verdict(vec![stopped(Color::White)]), "Not decided: the search was stopped.");
        assert_eq!(
            verdict(vec![ProverEvent::NoWin(Color::White), stopped(Color::Black)]),
            "White cannot force a win, proven. Whether Black can is not decided: the search was \
             stopped."
        );
        let neither = vec![ProverEvent::NoWin(Color::White), ProverEvent::NoWin(Color::Black)];
        assert_eq!(verdict(neither), "A draw, proven: neither side can force a win.");
    }
}
