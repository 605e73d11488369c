//! The tables of a ladder, as Markdown: scores, ratings, and the targets of the steps.

use std::io::{self, Write};

use super::plan::LadderPlan;
use minnow_arena::{PairingResults, PlayerKind, RatingErrors, Tally, fit_with_errors};
use minnow_engine::{LEVELS, Rating, RatingColumn};
use minnow_study::analysis::expected_points;

/// The score against the level below, in percent: at least and at most.
const STEP_PERCENT: [f64; 2] = [56.0, 80.0];
/// The largest score against the level three above, in percent.
const MOST_AGAINST_THIRD: f64 = 38.0;
/// The score of each link of the bridge, in percent: at least and at most.
const LINK_PERCENT: [f64; 2] = [10.0, 90.0];

/// The results of a ladder with their fit.
pub(super) struct LadderReport<'a> {
    plan: &'a LadderPlan,
    players: Vec<PlayerKind>,
    results: &'a [PairingResults],
    errors: RatingErrors,
}

/// A score in percent with the reach of its 95 % bounds.
#[derive(Clone, Copy, Debug)]
struct PercentScore {
    percent: f64,
    error: f64,
    /// False for a score that the ratings predict.
    is_played: bool,
}

impl<'a> LadderReport<'a> {
    /// Fits the ratings; `samples` bootstrap samples give the errors.
    pub(super) fn new(
        plan: &'a LadderPlan,
        results: &'a [PairingResults],
        samples: u32,
        seed: u64,
    ) -> LadderReport<'a> {
        let players = plan.players();
        let errors = fit_with_errors(players.len(), results, samples, seed);
        LadderReport { plan, players, results, errors }
    }

    /// Writes all tables.
    pub(super) fn write(&self, output: &mut impl Write) -> io::Result<()> {
        self.write_scores(output)?;
        self.write_ratings(output)?;
        self.write_steps(output)?;
        self.write_links(output)
    }

    fn write_scores(&self, output: &mut impl Write) -> io::Result<()> {
        writeln!(
            output,
            "| player | against | score | 95 % bounds | W, D, L |\n|---|---|---|---|---|"
        )?;
        for pairing in self.results {
            let [first, second] = pairing.players.map(|player| self.players[player]);
            let tally = tally(pairing);
            let PercentScore { percent, error, .. } = PercentScore::played(&tally);
            let (low, high) = ((percent - error).max(0.0), (percent + error).min(100.0));
            let [wins, draws, losses] = tally.counts();
            write!(output, "| {first} | {second} | {percent:.1} % | {low:.1} to {high:.1} % ")?;
            writeln!(output, "| {wins}, {draws}, {losses} |")?;
        }
        Ok(())
    }

    fn write_ratings(&self, output: &mut impl Write) -> io::Result<()> {
        let zero = self.players[0];
        writeln!(output, "\n| player | rating | error to the neighbours | error to {zero} |")?;
        writeln!(output, "|---|---|---|---|")?;
        for (number, player) in self.players.iter().enumerate() {
            let Rating { elo, error } = self.rating(number);
            let to_zero = self.errors.error_to(number, &[0]).round();
            writeln!(output, "| {player} | {elo} | {error} | {to_zero} |")?;
        }
        let draws = 100.0 * self.errors.fit.draw_share;
        writeln!(output, "\nEqual players draw {draws:.0} % of their games.")
    }

    /// The rating of the player with this number, with its error to the neighbours.
    fn rating(&self, number: usize) -> Rating {
        let last = self.players.len() - 1;
        let neighbours: Vec<usize> = [number.checked_sub(1), (number < last).then_some(number + 1)]
            .into_iter()
            .flatten()
            .filter(|other| self.is_level(*other) || !self.is_level(number))
            .collect();
        Rating {
            elo: self.errors.fit.elo[number].round() as i32,
            error: self.errors.error_to(number, &neighbours).round() as i32,
        }
    }

    fn is_level(&self, number: usize) -> bool {
        matches!(self.players[number], PlayerKind::Level(_))
    }

    fn write_steps(&self, output: &mut impl Write) -> io::Result<()> {
        let [least, most] = STEP_PERCENT;
        writeln!(output, "\nSteps of {least} to {most} % against the level below, and at most")?;
        writeln!(output, "{MOST_AGAINST_THIRD} % against the one three above:\n")?;
        let levels: Vec<u8> = self.plan.levels.numbers().collect();
        for pair in levels.windows(2) {
            let score = self.score(PlayerKind::Level(pair[1]), PlayerKind::Level(pair[0]));
            let verdict = if score.percent < least {
                "too close"
            } else if score.percent > most {
                "too far"
            } else {
                "met"
            };
            writeln!(output, "- {} against {}: {score}, {verdict}", pair[1], pair[0])?;
        }
        for four in levels.windows(4) {
            let score = self.score(PlayerKind::Level(four[0]), PlayerKind::Level(four[3]));
            let verdict = if score.percent <= MOST_AGAINST_THIRD { "met" } else { "too high" };
            writeln!(output, "- {} against {}: {score}, {verdict}", four[0], four[3])?;
        }
        let numbers: Vec<usize> =
            (0..self.players.len()).filter(|number| self.is_level(*number)).collect();
        let order = self.errors.joint_order(&numbers);
        let steps: Vec<String> = order.low_steps.iter().map(|low| format!("{low:.0}")).collect();
        let verdict = if order.holds() { "holds" } else { "is not certain" };
        writeln!(
            output,
            "\nThe order of the levels {verdict} with 95 % joint confidence; the steps"
        )?;
        writeln!(output, "are together at least {} Elo.", steps.join(", "))
    }

    fn write_links(&self, output: &mut impl Write) -> io::Result<()> {
        let routes = self.plan.routes();
        if routes.is_empty() {
            return Ok(());
        }
        let [least, most] = LINK_PERCENT;
        writeln!(output, "\nLinks to the random player, each {least} to {most} %:\n")?;
        let mut links: Vec<[PlayerKind; 2]> = Vec::new();
        for link in routes.iter().flatten() {
            if !links.contains(link) {
                links.push(*link);
            }
        }
        for [stronger, weaker] in &links {
            let score = self.score(*stronger, *weaker);
            let verdict = if is_link(score) { "met" } else { "not met" };
            writeln!(output, "- {stronger} against {weaker}: {score}, {verdict}")?;
        }
        let holds = |route: &Vec<[PlayerKind; 2]>| {
            route.iter().all(|[stronger, weaker]| is_link(self.score(*stronger, *weaker)))
        };
        let verdict = if routes.iter().any(holds) { "A" } else { "No" };
        writeln!(
            output,
            "\n{verdict} route from the random player to the levels has such links only."
        )
    }

    /// The score of one player against another: played, or predicted by the ratings.
    fn score(&self, first: PlayerKind, second: PlayerKind) -> PercentScore {
        let number = |wanted| self.players.iter().position(|kind| *kind == wanted).unwrap_or(0);
        let wanted = [number(first), number(second)];
        let is_swapped = |pairing: &&PairingResults| pairing.players == [wanted[1], wanted[0]];
        let played = |pairing| PercentScore::played(&tally(pairing));
        if let Some(pairing) = self.results.iter().find(|pairing| pairing.players == wanted) {
            return played(pairing);
        }
        if let Some(pairing) = self.results.iter().find(is_swapped) {
            let score = played(pairing);
            return PercentScore { percent: 100.0 - score.percent, ..score };
        }
        let percent = |elo: &[f64]| 100.0 * expected_points(elo[wanted[0]] - elo[wanted[1]]);
        let error = self.errors.error_of(percent);
        PercentScore { percent: percent(&self.errors.fit.elo), error, is_played: false }
    }

    /// The column of ratings for the program. Levels that were not measured keep their steps from
    /// the measured ones in the old column; the column is then provisional.
    pub(super) fn column(&self, board: &str, old: &RatingColumn) -> RatingColumn {
        let measured = |index: usize| {
            let wanted = PlayerKind::Level(index as u8 + 1);
            self.players.iter().position(|kind| *kind == wanted).map(|number| self.rating(number))
        };
        let known: Vec<Option<Rating>> = (0..LEVELS.len()).map(measured).collect();
        let rating = |index: usize| {
            known[index].unwrap_or_else(|| {
                let distance = |other: &usize| other.abs_diff(index);
                let with = (0..LEVELS.len()).filter(|other| known[*other].is_some());
                let nearest = with.min_by_key(distance).unwrap_or(index);
                let base = known[nearest].map_or(old.elo[nearest], |rating| rating.elo);
                let elo = base + old.elo[index] - old.elo[nearest];
                Rating { elo, error: old.error[index] }
            })
        };
        let ratings: Vec<Rating> = (0..LEVELS.len()).map(rating).collect();
        RatingColumn {
            board: board.to_owned(),
            provisional: known.contains(&None),
            elo: ratings.iter().map(|rating| rating.elo).collect(),
            error: ratings.iter().map(|rating| rating.error).collect(),
        }
    }
}

impl PercentScore {
    fn played(tally: &Tally) -> PercentScore {
        let (percent, error) = (100.0 * tally.score(), 100.0 * tally.score_error());
        PercentScore { percent, error, is_played: true }
    }
}

impl std::fmt::Display for PercentScore {
    /// `63.2 % ± 4.1`
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let PercentScore { percent, error, is_played } = self;
        let source = if *is_played { "" } else { " by the ratings" };
        write!(f, "{percent:.1} % ± {error:.1}{source}")
    }
}

/// True if a score lets the difference of two players be measured.
fn is_link(score: PercentScore) -> bool {
    let [least, most] = LINK_PERCENT;
    (least..=most).contains(&score.percent)
}

fn tally(pairing: &PairingResults) -> Tally {
    let mut tally = Tally::default();
    pairing.openings.iter().flatten().for_each(|result| tally.add(*result));
    tally
}

#[cfg(test)]
mod tests {
    use super::*;
    use minnow_arena::GameResult;

    /// A pairing of 40 games of which the first player wins this many and loses the others.
    fn pairing(first: usize, second: usize, wins: usize) -> PairingResults {
        let result = |at| if at < wins { GameResult::Win } else { GameResult::Loss };
        let openings = (0..20).map(|at| [result(2 * at), result(2 * at + 1)]).collect();
        PairingResults { players: [first, second], openings }
    }

    fn plan(levels: &str, bridge: Vec<u8>) -> LadderPlan {
        LadderPlan { levels: levels.parse().unwrap(), apart: 1, bridge, games: 40, top_games: 40 }
    }

    #[test]
    fn tables_judge_steps_order_and_links() {
        // random, bridge-0, careful, then levels 1 to 4.
        let plan = plan("1-4", vec![0]);
        let results = [
            pairing(1, 0, 38),
            pairing(2, 1, 30),
            pairing(3, 1, 24),
            pairing(4, 3, 28),
            pairing(5, 4, 35),
            pairing(6, 5, 21),
        ];
        let mut text = Vec::new();
        LadderReport::new(&plan, &results, 100, 1).write(&mut text).unwrap();
        let text = String::from_utf8(text).unwrap();
        for wanted in [
            "| level-2 | level-1 | 70.0 % | ",
            "| 28, 0, 12 |",
            "| random | 0 | ",
            "- 2 against 1: 70.0 % ± ",
            ", met\n- 3 against 2: 87.5 % ± ",
            ", too far\n- 4 against 3: 52.5 % ± ",
            ", too close\n",
            " by the ratings, met\n",
            "The order of the levels is not certain",
            "- bridge-0 against random: 95.0 % ± ",
            ", not met\n- level-1 against bridge-0: 60.0 % ± ",
            "\nNo route from the random player to the levels has such links only.\n",
        ] {
            assert!(text.contains(wanted), "{wanted} in {text}");
        }
    }

    #[test]
    fn a_route_may_go_over_the_careful_player() {
        let plan = plan("1-1", vec![0]);
        // Level 1 wins all but two games against bridge-0, and half against the careful player.
        let pairings = |careful| {
            [pairing(1, 0, 24), pairing(3, 1, 38), pairing(2, 1, careful), pairing(3, 2, 20)]
        };
        let holds = |careful| {
            let results = pairings(careful);
            let mut text = Vec::new();
            LadderReport::new(&plan, &results, 50, 1).write(&mut text).unwrap();
            String::from_utf8(text).unwrap().contains("\nA route from the random player")
        };
        assert!(holds(30) && !holds(39));
    }

    #[test]
    fn unmeasured_levels_keep_their_old_steps() {
        let old = RatingColumn {
            board: "gardner".into(),
            provisional: true,
            elo: (0..12).map(|level| 400 + 100 * level).collect(),
            error: vec![90; 12],
        };
        let plan = plan("1-3", vec![0]);
        let results = [pairing(1, 0, 20), pairing(3, 1, 20), pairing(4, 3, 30), pairing(5, 4, 30)];
        let column = LadderReport::new(&plan, &results, 50, 1).column("gardner", &old);
        assert!(column.provisional);
        assert_eq!(column.elo[0], 0);
        assert!((150..230).contains(&column.elo[1]), "{column:?}");
        assert_eq!(column.elo[11], column.elo[2] + 900);
        assert_eq!(column.error[3..], [90; 9]);
    }
}
