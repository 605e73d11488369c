//! The rarer choices of a game, which fold out, and the words for those that are not the usual ones.

use egui::Ui;

use super::{
    choices::{next_game_ui, row_ui},
    opponent::{pause_ui, strength_ui},
};
use crate::app::{
    context::Cx,
    request::Request,
    session::{
        Session,
        settings::{OddsChoice, ReplyPace, Settings, Sides},
    },
    setting_rows::{Switch, name_ui, reply_ui},
    ui::widgets::{drop_down_ui, note_ui, option_ui, segmented_ui},
};
use minnow_game::GameStart;
use minnow_rules::Color;
use minnow_study::analysis::MatchAim;

/// Draws the choices.
pub(super) fn more_ui(ui: &mut Ui, cx: &mut Cx<'_>) {
    let session = cx.session;
    let settings = &session.settings;
    row_ui(ui, "Players", |ui| players_ui(ui, cx));
    if settings.sides != Sides::Both {
        strength_ui(ui, cx);
    }
    row_ui(ui, "Odds", |ui| odds_ui(ui, cx));
    let waits = settings.new_game(session.variant()).start() != session.game.start();
    next_game_ui(ui, waits && session.game.start_kind() != GameStart::SetUp);
    match settings.sides {
        Sides::None => pause_ui(ui, cx),
        Sides::Both => {}
        Sides::White | Sides::Black => row_ui(ui, "Reply", |ui| reply_ui(ui, cx)),
    }
    if session.variant().king_capture && settings.sides != Sides::None {
        Switch::WARN_KING.ui(ui, cx);
    }
    if session.settings.sides.has_one_human() {
        Switch::COACH.ui(ui, cx);
        if settings.coach && session.plays_remotely() {
            note_ui(ui, "It is silent: the game is over a network.");
        } else if settings.coach && session.has_short_clock() {
            note_ui(ui, "It is silent: the clock is short.");
        }
        Switch::RESIGNS.ui(ui, cx);
    }
    if settings.sides != Sides::Both {
        Switch::SHOW_THINKING.ui(ui, cx);
    }
    name_ui(ui, cx);
}

/// The words for the choices that are not the usual ones, in their order on the screen.
pub(super) fn other_choices(session: &Session) -> Vec<String> {
    let settings = &session.settings;
    let usual = Settings::default();
    let named_if = |is_other: bool, words: &str| is_other.then(|| words.to_owned());
    let has_computer = settings.sides != Sides::Both;
    let is_against = session.settings.sides.has_one_human();
    let is_allowed = |odds: &OddsChoice| odds.is_allowed(session.variant(), settings.sides);
    let odds = settings.odds.filter(is_allowed);
    let reply = match settings.reply {
        ReplyPace::AtOnce => "replies at once",
        ReplyPace::Natural | ReplyPace::Calm => "calm replies",
    };
    let aim = format!("aim: {}", settings.aim.name().to_lowercase());
    let name = format!("name: {}", settings.player_name);
    [
        named_if(!has_computer, "two players"),
        named_if(settings.sides == Sides::None, "watch"),
        settings.program_name().map(str::to_owned),
        named_if(
            settings.use_custom && has_computer && settings.program_name().is_none(),
            "limits of your own",
        ),
        named_if(settings.uses_match(), "match me"),
        named_if(settings.uses_match() && settings.aim != MatchAim::default(), &aim),
        odds.map(|odds| {
            format!(
                "{} odds",
                odds.piece.text().trim_start_matches("a ").trim_start_matches("the ")
            )
        }),
        named_if(is_against && settings.reply != usual.reply, reply),
        named_if(
            settings.sides == Sides::None && settings.watch_pause_ms != usual.watch_pause_ms,
            "another pace",
        ),
        named_if(
            !settings.warn_king && session.variant().king_capture && settings.sides != Sides::None,
            "no warning",
        ),
        named_if(settings.coach && is_against, "coach"),
        named_if(!settings.resigns && is_against, "never resigns"),
        named_if(settings.show_thinking && has_computer, "shows what it thinks"),
        named_if(!settings.player_name.is_empty(), &name),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// Who plays: the user against the computer, two people, or the computer alone.
fn players_ui(ui: &mut Ui, cx: &mut Cx<'_>) {
    let sides = cx.session.settings.sides;
    // The user takes the side to move, so that no move surprises.
    let to_move = match cx.session.head_position().turn() {
        Color::White => Sides::White,
        Color::Black => Sides::Black,
    };
    let has_program = cx.session.settings.program_name().is_some();
    let against = if has_program { "You and a program" } else { "You and Minnow" };
    let options = [
        (against, sides.has_one_human()),
        ("Two players", sides == Sides::Both),
        ("Watch", sides == Sides::None),
    ];
    if let Some(index) = segmented_ui(ui, "Players", &options) {
        let own = if sides.has_one_human() { sides } else { to_move };
        cx.ask(Request::ChooseSides([own, Sides::Both, Sides::None][index]));
    }
}

/// The odds that the board allows.
fn odds_ui(ui: &mut Ui, cx: &mut Cx<'_>) {
    let (variant, sides) = (cx.session.variant(), cx.session.settings.sides);
    let text = |odds: Option<OddsChoice>| odds.map_or("None".to_owned(), |odds| odds.text(sides));
    let chosen = cx.session.settings.odds.filter(|odds| odds.is_allowed(variant, sides));
    drop_down_ui(ui, "Odds", &text(chosen), |ui| {
        let choices = OddsChoice::choices(variant, sides).into_iter().map(Some);
        for odds in std::iter::once(None).chain(choices) {
            if option_ui(ui, chosen == odds, text(odds)).clicked() {
                cx.change_settings(|changed| changed.odds = odds);
            }
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::session::{for_tests::session, settings::OddsGiver};
    use minnow_game::OddsPiece;

    #[test]
    fn only_unusual_choices_are_named() {
        let mut session = session();
        assert!(other_choices(&session).is_empty());
        let odds = OddsChoice { giver: OddsGiver::Computer, piece: OddsPiece::Knight };
        session.settings.odds = Some(odds);
        session.settings.coach = true;
        assert_eq!(other_choices(&session), ["knight odds", "coach"]);
        session.settings = Settings { sides: Sides::Both, warn_king: false, ..Settings::default() };
        assert_eq!(other_choices(&session), ["two players", "no warning"]);
    }
}
