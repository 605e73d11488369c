//! The text protocol of `docs/bot.md`: at each of its turns a program gets a block of lines with the
//! position and answers with one line.

use std::time::Duration;

use web_time::Instant;

use minnow_base::sync::StopFlag;
use minnow_rules::{Move, MoveTextError, Position, Variant, excerpt, write_course};

use super::{
    Choice, ProgramFault,
    conversation::{Conversation, POLL_TIME, millis},
    player::AnswerTime,
};

/// The answer of a program that gives up.
const RESIGN: &str = "resign";

/// A program of the text protocol.
pub(crate) struct TextPlayer {
    conversation: Conversation,
    lists_moves: bool,
    /// The time that the start of the program may add to its first answer; zero after it.
    start_time: Duration,
}

impl TextPlayer {
    pub(crate) fn new(
        conversation: Conversation,
        lists_moves: bool,
        start_time: Duration,
    ) -> TextPlayer {
        TextPlayer { conversation, lists_moves, start_time }
    }

    /// The program's move in a position. The first one takes at most the time of a move, because nothing
    /// tells how much of it was the start of the program.
    pub(crate) fn choose(
        &mut self,
        position: &Position,
        time: AnswerTime,
        stop: &StopFlag,
    ) -> Result<Choice, ProgramFault> {
        self.conversation.send(&turn_text(position, self.lists_moves));
        let start_time = std::mem::take(&mut self.start_time);
        let patience = time.with_margin().saturating_add(start_time);
        let begun = Instant::now();
        loop {
            if stop.is_stopped() {
                return Err(ProgramFault::Stopped);
            }
            let Some(rest) = patience.checked_sub(begun.elapsed()) else {
                return Err(ProgramFault::Late(time.time));
            };
            let Some(line) = self.conversation.poll(rest.min(POLL_TIME))? else { continue };
            match line.trim() {
                "" => {}
                RESIGN => return Err(ProgramFault::Resigned),
                text => {
                    let mv = position.parse_move(text).map_err(|error| self.refuse(text, error))?;
                    let took = begun.elapsed();
                    let took = if start_time.is_zero() { took } else { took.min(time.time) };
                    return Ok(Choice { mv, report: None, took_ms: millis(took) });
                }
            }
        }
    }

    /// Tells the program that its move is not one.
    fn refuse(&mut self, text: &str, error: MoveTextError) -> ProgramFault {
        self.conversation.send(&format!("illegal {}: {error}\n\n", excerpt(text)));
        ProgramFault::Move(error)
    }

    pub(crate) fn finish(self, result: &str, reason: &str) {
        self.conversation.finish(&format!("end {result} {reason}\n\n"));
    }

    pub(crate) fn log(&self) -> Vec<String> {
        self.conversation.log()
    }
}

/// The block for a program's turn: the position in the course's form; on boards other than MiniChess
/// the variant and the FEN; the legal moves if it wants them; and an empty line.
fn turn_text(position: &Position, lists_moves: bool) -> String {
    let mut text = write_course(position);
    let variant = position.variant();
    if variant.id != Variant::default_variant().id {
        text.extend([format!("variant {}\n", variant.id), format!("fen {}\n", position.fen())]);
    }
    if lists_moves {
        text.push_str("moves");
        text.extend(position.legal_moves().iter().map(|mv| format!(" {}", dashed(position, mv))));
        text.push('\n');
    }
    text.push('\n');
    text
}

/// The move as the course writes it: `c3-b4`, with the letter of a promotion.
fn dashed(position: &Position, mv: Move) -> String {
    let mut text = position.move_text(mv);
    text.insert(2, '-');
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_turn_is_a_block_that_ends_with_an_empty_line() {
        let start = Position::start(Variant::default_variant());
        let rows = "kqbnr\nppppp\n.....\n.....\nPPPPP\nRNBQK\n";
        assert_eq!(turn_text(&start, false), format!("1 W\n{rows}\n"));
        let gardner = Variant::by_id("gardner").unwrap();
        let promoting = Position::from_fen(gardner, "5/P3k/5/5/K4 w - - 0 9").unwrap();
        let text = turn_text(&promoting, true);
        let fen = format!("variant gardner\nfen {}\nmoves ", promoting.fen());
        assert!(text.starts_with("9 W\n.....\nP...k\n") && text.contains(&fen), "{text}");
        assert!(text.contains(" a4-a5q") && text.ends_with("\n\n"), "{text}");
    }

    #[test]
    fn the_document_shows_what_is_sent() {
        let document = include_str!("../../../docs/bot.md");
        for (id, lists_moves) in [("minichess", true), ("gardner", false)] {
            let start = Position::start(Variant::by_id(id).unwrap());
            let sent = turn_text(&start, lists_moves);
            let lines = sent.lines().map(|line| format!("< {line}"));
            let shown = lines.collect::<Vec<_>>().join("\n");
            assert!(document.contains(shown.trim_end()), "{shown}");
        }
    }
}
