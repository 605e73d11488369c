//! Games of other people's programs against the players of this crate.
//!
//! A program plays one game. Its protocols belong to `minnow-external`.

use minnow_base::sync::StopFlag;
use minnow_engine::Root;
use minnow_external::{ProgramFault, ProgramPlayer, Turn, TurnLimits};
use minnow_rules::{Color, Move, Position, Variant, result_text};

use super::{FinishedGame, MatchError, Player, engine_game::play_game};

/// The end of a game of a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BotGameEnd {
    /// By the rules.
    Finished(FinishedGame),
    /// The program lost.
    Forfeit(ProgramFault),
}

/// Why a game stops before its end.
enum GameStop {
    Bot(ProgramFault),
    Match(MatchError),
}

/// Plays a game of a program with this colour against a player, from the start of the variant. The
/// limits are those of each of its moves.
///
/// # Errors
///
/// [`MatchError::NoLegalMove`] if the player has no move.
pub fn play_bot_game(
    variant: &'static Variant,
    mut bot: ProgramPlayer,
    color: Color,
    limits: TurnLimits,
    opponent: &mut Player,
) -> Result<BotGameEnd, MatchError> {
    let (start, stop) = (Position::start(variant), StopFlag::new());
    let mut moves: Vec<Move> = Vec::new();
    let played = play_game(&[start], |root: &Root| {
        let mv = if root.position.turn() == color {
            let turn = Turn { start: &start, moves: &moves, position: &root.position, limits };
            bot.choose(&turn, &stop).map_err(GameStop::Bot)?.mv
        } else {
            opponent.choose(root).map_err(GameStop::Match)?
        };
        moves.push(mv);
        Ok(mv)
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

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use crate::PlayerKind;
    use minnow_external::{ProgramEntry, ProgramLimits, Protocol};
    use minnow_runner::Runner;
    use std::time::Duration;

    #[test]
    fn a_program_that_breaks_a_rule_loses() {
        for (script, expected) in [
            ("read -r turn; echo; echo resign", "it resigned"),
            ("echo c2-c5; cat", "the move \"c2-c5\" is not allowed here"),
            ("echo hello; cat", "\"hello\" is not a move; moves are written like a2a3 or a5a6q"),
            ("exit 0", "it ended without an answer"),
            ("echo why >&2; exit 4", "it ended with exit status 4 (why)"),
            ("exec cat 3>&1 > /dev/null", "it took longer than 0.3 s for a move"),
        ] {
            let variant = Variant::default_variant();
            let command = ["sh", "-c", script].map(str::to_owned);
            let entry = ProgramEntry::of_command("bot", &command);
            let entry = ProgramEntry { protocol: Protocol::Text, ..entry };
            let limits = ProgramLimits {
                handshake: Duration::ZERO,
                margin: Duration::ZERO,
                ..ProgramLimits::default()
            };
            let bot = ProgramPlayer::start(&Runner::new(), &entry, variant, &limits).unwrap();
            let movetime_ms = if script.contains("/dev/null") { 300 } else { 20_000 };
            let turn = TurnLimits { movetime_ms: Some(movetime_ms), ..TurnLimits::default() };
            let mut opponent = Player::new(PlayerKind::Random, variant, 1);
            let end = play_bot_game(variant, bot, Color::White, turn, &mut opponent);
            let Ok(BotGameEnd::Forfeit(fault)) = end else { panic!("{script}: {end:?}") };
            assert_eq!(fault.to_string(), expected, "{script}");
        }
    }
}
