//! Closed strategies: a move for each position that a side can get into, so that it never loses.
//!
//! The solver supposes that every position can be held and follows one move from each. A position
//! all of whose moves turn out to lose is lost, and the positions before it choose anew (Liu and
//! Smolka 1998). A repetition needs no special case: it only leads back into the strategy. The
//! result depends on no path, so graph-history interaction does not arise.
//!
//! The table of the search chooses the moves: first those that it knows to be safe, then those that
//! it found the hardest to refute. Moves that a short search refutes are left out.

use std::collections::HashMap;

use super::{
    dfpn::Dfpn,
    extract::{Answers, needs_answer},
    node::evaluate,
    tree::ProofAnswer,
};
use minnow_rules::{Move, Position};

/// Nodes for the refutation of a move.
const REFUTE_NODES: u64 = 100;

/// Entries of the table that take as much memory as a place: the places take at most as much as the
/// table.
const ENTRIES_PER_PLACE: usize = 12;

/// A position with the holding side to move.
struct HoldPlace {
    position: Position,
    /// The move of the strategy at present.
    mv: Option<Move>,
    /// The moves that were tried, by their order of generation.
    tried: Vec<bool>,
    is_lost: bool,
    /// Places whose move at that time leads here.
    before: Vec<ChosenMove>,
}

/// A move that the place had when it was noted.
struct ChosenMove {
    place: u32,
    mv: Move,
}

/// A strategy in the making.
struct Holding<'s, 'a> {
    search: &'s mut Dfpn<'a>,
    places: Vec<HoldPlace>,
    by_key: HashMap<u64, u32>,
    /// Places that need a move.
    open: Vec<u32>,
    max_nodes: u64,
    max_places: usize,
}

impl Dfpn<'_> {
    /// The answers of a closed strategy for the side that is not the attacker; `None` if there is
    /// none, or the search is over.
    pub(super) fn holding_answers(&mut self, root: &Position) -> Option<Answers> {
        let max_nodes = self.max_nodes;
        let max_places = self.table.len() / ENTRIES_PER_PLACE;
        let (places, by_key, open) = (Vec::new(), HashMap::new(), Vec::new());
        let mut holding = Holding { search: self, places, by_key, open, max_nodes, max_places };
        let found = holding.run(root);
        self.max_nodes = max_nodes;
        found
    }
}

impl Holding<'_, '_> {
    fn run(&mut self, root: &Position) -> Option<Answers> {
        let roots = if root.turn() == self.search.question.attacker {
            self.places_after(root)?
        } else if needs_answer(self.search.question, root) {
            vec![self.place(root)]
        } else {
            Vec::new()
        };
        while let Some(place) = self.open.pop() {
            if self.search.is_over() || self.places.len() > self.max_places {
                return None;
            }
            self.choose(place);
            if roots.iter().any(|root| self.places[*root as usize].is_lost) {
                return None;
            }
        }
        Some(self.reached(roots))
    }

    /// The place of a position, a new one if need be.
    fn place(&mut self, position: &Position) -> u32 {
        let next = self.places.len() as u32;
        let place = *self.by_key.entry(position.key()).or_insert(next);
        if place == next {
            let (tried, before) = (vec![false; position.count_safe_moves() as usize], Vec::new());
            self.places.push(HoldPlace {
                position: *position,
                mv: None,
                tried,
                is_lost: false,
                before,
            });
            self.open.push(place);
        }
        place
    }

    /// The places after every move of the attacker; `None` if one of these wins at once or leads to
    /// a place that is lost.
    fn places_after(&mut self, position: &Position) -> Option<Vec<u32>> {
        let question = self.search.question;
        let replies: Vec<Position> =
            position.legal_moves().iter().map(|mv| position.play(mv)).collect();
        let loses = |next: &Position| {
            let known = self.by_key.get(&next.key());
            evaluate(question, next, None).is_proven()
                || known.is_some_and(|place| self.places[*place as usize].is_lost)
        };
        if evaluate(question, position, None).is_proven() || replies.iter().any(loses) {
            return None;
        }
        let open = replies.into_iter().filter(|next| needs_answer(question, next));
        Some(open.map(|next| self.place(&next)).collect())
    }

    /// Gives a place its next move, or finds it lost.
    fn choose(&mut self, at: u32) {
        let place = &self.places[at as usize];
        if place.mv.is_some() || place.is_lost {
            return;
        }
        let position = place.position;
        while let Some(mv) = self.next_move(at) {
            let after = position.play(mv);
            if self.is_refuted(&after) {
                continue;
            }
            if let Some(places) = self.places_after(&after) {
                self.places[at as usize].mv = Some(mv);
                for next in places {
                    self.places[next as usize].before.push(ChosenMove { place: at, mv });
                }
                return;
            }
        }
        self.places[at as usize].is_lost = true;
        for before in std::mem::take(&mut self.places[at as usize].before) {
            let place = &mut self.places[before.place as usize];
            if place.mv == Some(before.mv) {
                place.mv = None;
                self.open.push(before.place);
            }
        }
    }

    /// The most promising move of those that were not tried.
    fn next_move(&mut self, at: u32) -> Option<Move> {
        let place = &self.places[at as usize];
        let (position, search) = (&place.position, &*self.search);
        let moves = position.safe_moves();
        let untried = moves.iter().enumerate().filter(|(number, _)| !place.tried[*number]);
        let (number, mv) = untried.max_by_key(|(_, mv)| {
            let after = position.play(*mv);
            let numbers = search
                .entry(&after, None)
                .unwrap_or_else(|| evaluate(search.question, &after, None));
            (numbers.proof, std::cmp::Reverse(numbers.disproof))
        })?;
        self.places[at as usize].tried[number] = true;
        Some(mv)
    }

    /// True if a short search finds a win of the attacker.
    fn is_refuted(&mut self, after: &Position) -> bool {
        self.search.max_nodes = self.max_nodes.min(self.search.nodes + REFUTE_NODES);
        let numbers = self.search.decide(after, None);
        self.search.max_nodes = self.max_nodes;
        numbers.is_proven()
    }

    /// The answers of the places that the final moves lead to.
    fn reached(&self, roots: Vec<u32>) -> Answers {
        let mut answers = Answers::new();
        let mut open: Vec<Position> =
            roots.iter().map(|root| self.places[*root as usize].position).collect();
        while let Some(position) = open.pop() {
            let place = self.by_key.get(&position.key()).map(|place| &self.places[*place as usize]);
            let Some(mv) = place.and_then(|place| place.mv) else { continue };
            if answers.insert(position.key(), ProofAnswer { mv, plies: 0 }).is_none() {
                let after = position.play(mv);
                open.extend(after.legal_moves().iter().map(|mv| after.play(mv)));
            }
        }
        answers
    }
}
