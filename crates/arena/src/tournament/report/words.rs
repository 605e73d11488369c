//! A plan in words, for the page and the command.

use crate::tournament::{
    LimitChoice, OpeningChoice, SprtDecision, SprtPlan, SprtState, TournamentFormat,
};
use minnow_rules::{counted, grouped};

/// The format: `round robin`, `Swiss, 5 rounds`.
pub fn format_text(format: TournamentFormat) -> String {
    match format {
        TournamentFormat::RoundRobin => "round robin".to_owned(),
        TournamentFormat::Gauntlet => "gauntlet".to_owned(),
        TournamentFormat::Swiss { rounds } => {
            format!("Swiss, {}", counted(u64::from(rounds), "round", "rounds"))
        }
        TournamentFormat::Knockout => "knockout".to_owned(),
    }
}

/// The finished games: `5 of 12 games`, or `12 games` if these are all. `planned` is `None` where results
/// decide how many follow.
pub fn games_text(finished: usize, planned: Option<usize>) -> String {
    let counted = |games: usize| counted(games as u64, "game", "games");
    match planned.filter(|planned| *planned != finished) {
        Some(planned) => format!("{} of {}", grouped(finished as u64), counted(planned)),
        None => counted(finished),
    }
}

/// The time or effort of the players: `0.1 s for a move`, `60 s for a game and 0.5 s for a move`.
pub fn limit_text(limits: LimitChoice) -> String {
    match limits {
        LimitChoice::MoveTime(ms) => format!("{} s for a move", seconds(ms)),
        LimitChoice::Nodes(nodes) => format!("{} for a move", counted(nodes, "node", "nodes")),
        LimitChoice::Depth(depth) => format!("depth {depth}"),
        LimitChoice::Clock { base_ms, increment_ms: 0 } => {
            format!("{} s for a game", seconds(base_ms))
        }
        LimitChoice::Clock { base_ms, increment_ms } => {
            let [base, increment] = [base_ms, increment_ms].map(seconds);
            format!("{base} s for a game and {increment} s for a move")
        }
    }
}

fn seconds(ms: u64) -> String {
    (ms as f64 / 1_000.0).to_string()
}

/// The start of the games: `at the start of the board`.
pub fn opening_text(openings: &OpeningChoice) -> String {
    match openings {
        OpeningChoice::Start => "at the start of the board".to_owned(),
        OpeningChoice::Even { max_score, .. } => {
            let pawns = f64::from(*max_score) / 100.0;
            format!("after random moves with a score of {pawns} pawns at most")
        }
        OpeningChoice::Lines(lines) => {
            format!("after {}", counted(lines.len() as u64, "given line", "given lines"))
        }
    }
}

/// A sequential test: its hypotheses, where it stands, and its decision.
pub fn sprt_text(test: &SprtPlan, state: &SprtState) -> String {
    let (SprtPlan { elo0, elo1, .. }, SprtState { llr, lower, upper, elo, .. }) = (test, state);
    let pairs = counted(state.pairs.iter().map(|count| u64::from(*count)).sum(), "pair", "pairs");
    let decision = match state.decision {
        None => "not decided".to_owned(),
        Some(SprtDecision::Elo0) => format!("{elo0} Elo or less is accepted"),
        Some(SprtDecision::Elo1) => format!("{elo1} Elo or more is accepted"),
    };
    format!(
        "Sequential test between {elo0} and {elo1} normalized Elo: {decision}; {pairs}, {elo:+.1} \
         Elo, log-likelihood ratio {llr:.2} within {lower:.2} and {upper:.2}"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_are_counted_in_words() {
        for (finished, planned, text) in [
            (1_122, Some(1_122), "1,122 games"),
            (1_000, Some(1_122), "1,000 of 1,122 games"),
            (0, Some(1), "0 of 1 game"),
            (1, None, "1 game"),
        ] {
            assert_eq!(games_text(finished, planned), text);
        }
    }
}
