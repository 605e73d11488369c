//! A record of a tournament as a game with evaluations, times and the reason of its end, and its PGN.

use super::end_text;
use crate::tournament::{GameRecord, LimitChoice, MoveRecord, TournamentPlan, end};
use minnow_external::ReportedScore;
use minnow_game::{
    ClockState, Game, GameEnd, Header, NodeId, RecordedEval, TimeControl,
    limits::{MAX_COMMENT_CHARS, MAX_NAME_CHARS, MAX_TAG_CHARS, cut},
    pgn::to_pgn,
    utc_date,
};
use minnow_rules::{Color, Variant};

/// The game of a record in PGN. Empty if the board or a move is not of this program's rules, which a
/// tournament refuses before it starts.
pub fn pgn(plan: &TournamentPlan, record: &GameRecord) -> String {
    game_of_record(plan, record).map_or_else(String::new, |game| to_pgn(&game))
}

/// The game of a record: evaluations from White's view, the time of each move, and the reason of the
/// end as a comment on the last move. `None` if the board or a move is not of this program's rules.
pub fn game_of_record(plan: &TournamentPlan, record: &GameRecord) -> Option<Game> {
    let mut game = Game::new(Variant::by_id(&record.variant)?);
    game.header = header(plan, record);
    for text in record.opening.split_whitespace() {
        play(&mut game, text)?;
    }
    for made in &record.moves {
        let mover = game.position().turn();
        let id = play(&mut game, &made.mv)?;
        let notes = game.notes_mut(id)?;
        notes.evaluation = evaluation(made, mover);
        notes.used_ms = Some(made.ms);
    }
    // A program's words must not be read as a command of PGN.
    let comment = end_text(record).replace("[%", "[ %");
    let last = game.head();
    cut(&comment, MAX_COMMENT_CHARS).clone_into(&mut game.notes_mut(last)?.comment);
    conclude(&mut game, record);
    Some(game)
}

fn play(game: &mut Game, text: &str) -> Option<NodeId> {
    let mv = game.position().parse_move(text).ok()?;
    game.play(mv).ok()
}

fn header(plan: &TournamentPlan, record: &GameRecord) -> Header {
    let name = |player: usize| {
        let name = plan.players.get(player).map_or_else(String::new, |entry| entry.name());
        cut(&name, MAX_NAME_CHARS).to_owned()
    };
    let mut header = Header { names: record.players.map(name), ..Header::default() };
    header.set_tag("Event", cut(&plan.name, MAX_TAG_CHARS));
    header.set_tag("Date", &utc_date(record.started).unwrap_or_default());
    header.set_tag("Round", &record.number.to_string());
    if let LimitChoice::Clock { base_ms, increment_ms } = plan.limits {
        let control = TimeControl { base_ms, increment_ms, delay_ms: 0 };
        header.clock = Some(ClockState { control, left_ms: [base_ms; 2] });
    }
    header
}

/// The score of a move from White's view.
fn evaluation(made: &MoveRecord, mover: Color) -> Option<RecordedEval> {
    let sign = if mover == Color::White { 1 } else { -1 };
    let depth_plies = u16::try_from(made.depth).unwrap_or(u16::MAX);
    Some(match made.score? {
        ReportedScore::Centipawns(cp) => {
            RecordedEval::Centipawns { cp: cp.saturating_mul(sign), depth_plies }
        }
        ReportedScore::Mate(moves) => {
            RecordedEval::Mate { moves: moves.saturating_mul(sign), depth_plies }
        }
    })
}

/// Ends a game that the rules have not ended, and names the kind of its end as PGN does.
fn conclude(game: &mut Game, record: &GameRecord) {
    let loser = record.winner.map(|winner| !winner);
    let (decision, termination) = match (record.reason.as_str(), loser) {
        (end::RESIGNED, Some(loser)) => (GameEnd::Resigned(loser), ""),
        (end::TIME, Some(loser)) => (GameEnd::TimeOut(loser), ""),
        (end::FORFEIT, _) => (GameEnd::Recorded(record.winner), "rules infraction"),
        (reason, _) if end::is_adjudication(reason) => {
            (GameEnd::Recorded(record.winner), "adjudication")
        }
        _ => (GameEnd::Recorded(record.winner), ""),
    };
    if game.conclude(decision) {
        game.header.set_tag("Termination", termination);
    }
}
