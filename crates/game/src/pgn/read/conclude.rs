//! The last steps of reading a game: its end, and the limits of a saved game.

use super::{GameReader, PgnFault};
use crate::{
    GameEnd, MoveNumber, NodeId, Notes,
    pgn::{
        lex::{BLANKS, PlacedToken, START, Token, result_of},
        tags,
    },
};
use minnow_rules::{TextPlace, excerpt, visible};

impl GameReader<'_> {
    /// Sets the end of the game: by the rules if they end it, else by the result after the moves,
    /// else by the `Result` tag. `start` is where the game begins.
    pub(super) fn conclude(&mut self, tag: Option<&str>, start: TextPlace) {
        let is_comment = |placed: &&PlacedToken| matches!(placed.token, Token::Comment { .. });
        let last = self.tokens.iter().rev().find(|placed| !is_comment(placed)).copied();
        let last = self.result.or(last);
        let pos = last.map_or(START, |placed| placed.pos);
        let behind = match last.map(|placed| placed.token) {
            Some(Token::Result(result)) => result,
            _ => "*",
        };
        let known = tag.and_then(|tag| result_of(&visible(tag).replace(BLANKS, "")));
        if let (Some(tag), None) = (tag, known) {
            self.report(start, None, PgnFault::Tag(format!("Result {}", excerpt(tag))));
        }
        let tag = known.unwrap_or("*");
        let claimed = if behind == "*" { tag } else { behind };
        if claimed != tag && tag != "*" {
            let other = tag.to_owned();
            self.report(pos, None, PgnFault::Results { taken: claimed, other });
        }
        let cut_short = self.problems.iter().any(|problem| problem.fault.loses_moves());
        match self.game.result().map(GameEnd::result_text) {
            Some(rules) if claimed != "*" && claimed != rules && !cut_short => {
                self.report(pos, None, PgnFault::AgainstRules { claimed, rules });
            }
            Some(_) => {}
            None => self.record_end(claimed),
        }
        let left_ms = self.game.time_left_ms(self.game.head());
        if let (Some(clock), Some(left_ms)) = (&mut self.game.header.clock, left_ms) {
            // A side with 0 ms left would have lost on time.
            clock.left_ms = left_ms.map(|ms| ms.max(1));
        }
    }

    /// Cuts names, tags and notes to the limits of a saved game. The problems name the beginning of
    /// the game or of the notes.
    pub(super) fn cut_to_limits(&mut self, start: TextPlace) {
        for excess in self.game.header.cut_to_limits() {
            self.report(start, None, PgnFault::Excess(excess));
        }
        let place_of = |id: NodeId| self.note_places.get(&id).map(|pos| (id, *pos));
        let over: Vec<(NodeId, TextPlace)> =
            self.game.nodes().filter_map(|node| place_of(node.0)).collect();
        for (id, pos) in over {
            let before = self.game.node_before(id);
            let number = before.map(|before| MoveNumber::next_of(before.position()));
            let cuts = self.game.notes_mut(id).map(Notes::cut_to_limits).unwrap_or_default();
            for excess in cuts {
                self.report(pos, number, PgnFault::Excess(excess));
            }
        }
    }

    /// Ends the game by its result. Removes a `Termination` tag that only repeats the end.
    fn record_end(&mut self, claimed: &str) {
        let termination = self.game.header.tag("Termination");
        let Some(end) = tags::end_of(claimed, termination) else { return };
        if termination.is_some() && termination == tags::termination_text(end) {
            self.game.header.set_tag("Termination", "");
        }
        self.game.conclude(end);
    }
}
