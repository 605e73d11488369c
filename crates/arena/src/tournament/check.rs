//! The limits of the values of a plan.

use std::collections::HashSet;

use super::{
    Adjudication, FieldError, LimitChoice, OpeningChoice, PlayerEntry, SprtPlan, TournamentFormat,
    TournamentPlan, openings::Opening, plan::is_invisible, schedule,
};
use minnow_engine::{LEVELS, Level};
use minnow_rules::{Variant, excerpt};

/// The most players of a tournament.
const MAX_PLAYERS: usize = 500;
/// The most games of a pairing on a board, and of all pairings together. Of more games the journal
/// would exceed the size up to which it can be read again.
const MAX_GAMES: u32 = 100_000;
const MAX_ALL_GAMES: usize = 100_000;
/// The most rounds of a Swiss tournament.
const MAX_ROUNDS: u32 = 1_000;
/// The most games at once.
const MAX_CONCURRENCY: u16 = 256;
/// The longest time of a move or a clock, a day.
const MAX_MS: u64 = 24 * 60 * 60 * 1_000;
/// The largest normalized Elo of a hypothesis, either way: a test of players that differ more needs
/// a few games only, and its likelihoods are no longer exact.
const MAX_SPRT_ELO: f64 = 200.0;

/// An error if a value is not as a sentence says.
fn require(is_met: bool, field: &'static str, problem: &str) -> Result<(), FieldError> {
    if is_met { Ok(()) } else { Err(FieldError::new(field, problem)) }
}

impl TournamentPlan {
    /// Checks all values.
    ///
    /// # Errors
    ///
    /// A [`FieldError`] of the first one that cannot be used.
    pub fn check(&self) -> Result<(), FieldError> {
        let is_shown = !self.name.contains(is_invisible);
        require(is_shown, "name", "it has a line end or another invisible character")?;
        self.check_players()?;
        self.check_boards()?;
        let is_even = self.games > 0 && self.games.is_multiple_of(2) && self.games <= MAX_GAMES;
        let problem = format!(
            "{} is not an even number from 2 to 100,000; games come in pairs with the colours swapped",
            self.games
        );
        require(is_even, "games", &problem)?;
        let is_round = |rounds: u32| (1..=MAX_ROUNDS).contains(&rounds);
        let has_rounds = match self.format {
            TournamentFormat::Swiss { rounds } => is_round(rounds),
            TournamentFormat::RoundRobin
            | TournamentFormat::Gauntlet
            | TournamentFormat::Knockout => true,
        };
        require(has_rounds, "format", "\"rounds\" is a number from 1 to 1,000")?;
        let of_match = 2 * schedule::pairs_of_match(self) as usize;
        let of_knockout = of_match * (self.players.len() - 1);
        let games = schedule::planned_games(self).unwrap_or(of_knockout);
        let is_bounded = games <= MAX_ALL_GAMES;
        require(is_bounded, "games", "all pairings together have more than 100,000 games")?;
        self.check_openings()?;
        check_limits(self.limits)?;
        let is_possible = (1..=MAX_CONCURRENCY).contains(&self.concurrency);
        require(is_possible, "concurrency", "it is the number of games at once, from 1 to 256")?;
        check_adjudication(&self.adjudication)?;
        self.sprt.map_or(Ok(()), |sprt| self.check_sprt(&sprt))
    }

    fn check_players(&self) -> Result<(), FieldError> {
        let is_count = (2..=MAX_PLAYERS).contains(&self.players.len());
        require(is_count, "players", "a tournament has from 2 to 500 players")?;
        let mut names = HashSet::new();
        for player in &self.players {
            let refused =
                |problem: String, near: String| Err(FieldError::new("players", problem).near(near));
            let name = player.name();
            match player {
                PlayerEntry::Level(level) if !Level::exists(*level) => {
                    let problem =
                        format!("there is no level {level}; levels are 1 to {}", LEVELS.len());
                    return refused(problem, format!("Level({level})"));
                }
                PlayerEntry::Program(program) => {
                    if let Err(error) = program.check() {
                        return refused(error.to_string(), format!("\"{name}\""));
                    }
                }
                PlayerEntry::Level(_) | PlayerEntry::Random | PlayerEntry::Bot(_) => {}
            }
            if name.contains(is_invisible) {
                let problem = format!("the name \"{}\" has an invisible character", excerpt(&name));
                return refused(problem, name);
            }
            if !names.insert(name.clone()) {
                let problem = format!("two players are called \"{}\"", excerpt(&name));
                return refused(problem, format!("\"{name}\""));
            }
        }
        Ok(())
    }

    fn check_boards(&self) -> Result<(), FieldError> {
        require(!self.variants.is_empty(), "variants", "there is no board")?;
        self.boards()?;
        let mut seen = HashSet::new();
        match self.variants.iter().find(|id| !seen.insert(id.as_str())) {
            Some(id) => Err(FieldError::new("variants", format!("\"{id}\" stands there twice"))),
            None => Ok(()),
        }
    }

    fn check_openings(&self) -> Result<(), FieldError> {
        match &self.openings {
            OpeningChoice::Start => Ok(()),
            OpeningChoice::Even { max_score, nodes } => {
                let is_score = (0..=10_000).contains(max_score);
                require(is_score, "openings", "\"max_score\" is from 0 to 10,000 centipawns")?;
                let is_count = (1..=1_000_000_000).contains(nodes);
                require(is_count, "openings", "\"nodes\" is from 1 to 1,000,000,000")
            }
            OpeningChoice::Lines(lines) => {
                require(!lines.is_empty(), "openings", "there is no line")?;
                let boards = self.boards()?;
                for line in lines {
                    boards.iter().copied().try_for_each(|board| check_line(line, board))?;
                }
                Ok(())
            }
        }
    }

    fn check_sprt(&self, sprt: &SprtPlan) -> Result<(), FieldError> {
        let SprtPlan { elo0, elo1, alpha, beta } = *sprt;
        require(self.players.len() == 2, "sprt", "a sequential test has exactly two players")?;
        let is_match = match self.format {
            TournamentFormat::RoundRobin | TournamentFormat::Gauntlet => true,
            TournamentFormat::Swiss { .. } | TournamentFormat::Knockout => false,
        };
        require(is_match, "sprt", "a sequential test is a round robin or a gauntlet")?;
        let is_elo = |elo: f64| (-MAX_SPRT_ELO..=MAX_SPRT_ELO).contains(&elo);
        let are_elo = is_elo(elo0) && is_elo(elo1) && elo0 < elo1;
        let problem = "\"elo0\" is less than \"elo1\", and both are from -200 to 200";
        require(are_elo, "sprt", problem)?;
        let is_rate = |rate: f64| rate > 0.0 && rate < 0.5;
        let are_rates = is_rate(alpha) && is_rate(beta);
        require(are_rates, "sprt", "\"alpha\" and \"beta\" are between 0 and 0.5")
    }
}

fn check_line(line: &str, board: &'static Variant) -> Result<(), FieldError> {
    let refused = |problem: String| {
        let problem = format!("\"{}\" on {}: {problem}", excerpt(line), board.id);
        FieldError::new("openings", problem).near(format!("\"{line}\""))
    };
    let opening = Opening::read(board, line).map_err(|error| refused(error.to_string()))?;
    match opening.last().outcome(1) {
        Some(_) => Err(refused("the line ends the game".to_owned())),
        None => Ok(()),
    }
}

fn check_limits(limits: LimitChoice) -> Result<(), FieldError> {
    let is_time = |ms: u64| (1..=MAX_MS).contains(&ms);
    match limits {
        LimitChoice::MoveTime(ms) => {
            require(is_time(ms), "limits", "the time of a move is from 1 ms to a day")
        }
        LimitChoice::Nodes(nodes) => require(nodes > 0, "limits", "0 nodes are not possible"),
        LimitChoice::Depth(depth) => require(depth > 0, "limits", "a depth of 0 is not possible"),
        LimitChoice::Clock { base_ms, increment_ms } => {
            let is_clock = is_time(base_ms) && increment_ms <= MAX_MS;
            require(is_clock, "limits", "the time of a clock is from 1 ms to a day")
        }
    }
}

fn check_adjudication(rules: &Adjudication) -> Result<(), FieldError> {
    let resigns = rules.resign.is_none_or(|rule| rule.score > 0 && rule.moves > 0);
    require(resigns, "resign", "\"score\" and \"moves\" are more than 0")?;
    let draws = rules.draw.is_none_or(|rule| rule.score >= 0 && rule.moves > 0);
    require(draws, "draw", "\"score\" is at least 0, and \"moves\" more than 0")?;
    require(rules.max_plies != Some(0), "max_plies", "0 plies are no game")
}
