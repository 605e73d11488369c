//! Games of other people's programs: the text protocol of `docs/bot.md`.
//!
//! A program plays one game. At each of its turns it gets a block of lines with the position and
//! answers with one line. Starting it and its limits belong to `minnow-runner`.

use std::time::Duration;
use web_time::Instant;

use super::{FinishedGame, MatchError, Player, engine_game::play_game};
use minnow_engine::Root;
use minnow_rules::{
    Color, Move, MoveTextError, Position, Variant, excerpt, result_text, write_course,
};
use minnow_runner::{BotFile, Child, Launch, RunFault, Runner};

/// The answer of a program that gives up.
const RESIGN: &str = "resign";

/// The time in which a program may end by itself after the game.
const END_TIME: Duration = Duration::from_millis(500);

/// Why a program lost a game that was not over; each text is a sentence about it without a full stop.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BotFault {
    /// It gave up.
    #[error("it resigned")]
    Resigned,
    /// Its answer is not a move of the position.
    #[error("{0}")]
    Move(#[from] MoveTextError),
    /// It closed its output instead of an answer.
    #[error("it ended without an answer")]
    NoAnswer,
    /// It exceeded a limit or failed.
    #[error("{0}")]
    Run(#[from] RunFault),
}

/// The end of a game of a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BotGameEnd {
    /// By the rules.
    Finished(FinishedGame),
    /// The program lost.
    Forfeit(BotFault),
}

/// A program that plays a game.
pub struct BotPlayer {
    child: Child,
    lists_moves: bool,
    /// For each answer.
    time: Duration,
}

/// Why a game stops before its end.
enum GameStop {
    Bot(BotFault),
    Match(MatchError),
}

impl BotPlayer {
    /// Starts the program; the time of the launch is that of each answer.
    ///
    /// # Errors
    ///
    /// [`RunFault::NotStarted`] if the system refuses.
    pub fn start(
        runner: &Runner,
        launch: &Launch<'_>,
        bot: &BotFile,
    ) -> Result<BotPlayer, RunFault> {
        let child = runner.start(launch)?;
        Ok(BotPlayer { child, lists_moves: bot.moves, time: launch.limits.time })
    }

    /// The program's move in a position.
    ///
    /// # Errors
    ///
    /// A [`BotFault`] if there is none; the game is lost.
    pub fn choose(&mut self, position: &Position) -> Result<Move, BotFault> {
        self.child.send(&turn_text(position, self.lists_moves));
        let deadline = Instant::now() + self.time;
        loop {
            let Some(line) = self.child.line(deadline)? else {
                self.child.wait(deadline)?;
                return Err(BotFault::NoAnswer);
            };
            match line.trim() {
                "" => {}
                RESIGN => return Err(BotFault::Resigned),
                text => return position.parse_move(text).map_err(|error| self.refuse(text, error)),
            }
        }
    }

    /// Tells the program that its move is not one.
    fn refuse(&mut self, text: &str, error: MoveTextError) -> BotFault {
        self.child.send(&format!("illegal {}: {error}\n\n", excerpt(text)));
        BotFault::Move(error)
    }

    /// Tells the program the result, and waits a moment for its end.
    fn finish(mut self, result: &str, reason: &str) {
        self.child.send(&format!("end {result} {reason}\n\n"));
        self.child.close_input();
        // The game is over: what the program does now costs it nothing.
        let _ = self.child.wait(Instant::now() + END_TIME);
    }
}

/// Plays a game of a program with this colour against a player, from the start of the variant.
///
/// # Errors
///
/// [`MatchError::NoLegalMove`] if the player has no move.
pub fn play_bot_game(
    variant: &'static Variant,
    mut bot: BotPlayer,
    color: Color,
    opponent: &mut Player,
) -> Result<BotGameEnd, MatchError> {
    let played = play_game(&[Position::start(variant)], |root: &Root| {
        if root.position.turn() == color {
            bot.choose(&root.position).map_err(GameStop::Bot)
        } else {
            opponent.choose(root).map_err(GameStop::Match)
        }
    });
    match played {
        Ok(game) => {
            bot.finish(result_text(game.winner), game.ending);
            Ok(BotGameEnd::Finished(game))
        }
        Err(GameStop::Bot(fault)) => {
            bot.finish(result_text(Some(!color)), &fault.to_string());
            Ok(BotGameEnd::Forfeit(fault))
        }
        Err(GameStop::Match(error)) => Err(error),
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
    use crate::PlayerKind;
    use std::path::Path;

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

    #[cfg(unix)]
    #[test]
    fn a_program_that_breaks_a_rule_loses() {
        for (script, expected) in [
            ("read -r turn; echo; echo resign", "it resigned"),
            ("echo c2-c5; cat", "the move \"c2-c5\" is not allowed here"),
            ("echo hello; cat", "\"hello\" is not a move; moves are written like a2a3 or a5a6q"),
            ("exit 0", "it ended without an answer"),
            ("echo why >&2; exit 4", "it ended with exit status: 4 (why)"),
            ("exec cat > /dev/null", "it took longer than 0.3 s"),
        ] {
            let (runner, variant) = (Runner::new(), Variant::default_variant());
            let command = ["sh", "-c", script].map(str::to_owned);
            let mut launch = Launch::new(&command, Path::new("/"));
            if script.contains("/dev/null") {
                launch.limits.time = Duration::from_millis(300);
            }
            let bot = BotFile { build: vec![], run: vec![], plays: vec![], moves: false };
            let bot = BotPlayer::start(&runner, &launch, &bot).unwrap();
            let mut opponent = Player::new(PlayerKind::Random, variant, 1);
            let end = play_bot_game(variant, bot, Color::White, &mut opponent);
            let Ok(BotGameEnd::Forfeit(fault)) = end else { panic!("{script}: {end:?}") };
            assert_eq!(fault.to_string(), expected, "{script}");
        }
    }
}
