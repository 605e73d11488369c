//! One static page of HTML: standings, ratings, cross table, and every game to replay on a board.
//!
//! The parts that all pages have in common are in `parts`.

use super::{
    format_text, games_text, limit_text, opening_text,
    parts::{document, games, row, table},
    plot::ratings_svg,
    sprt_text,
};
use crate::{
    Tally,
    tournament::{GameRecord, StandingRow, Standings, TournamentPlan},
};
use minnow_base::quoting::markup;

/// The page of a tournament.
pub fn html(plan: &TournamentPlan, records: &[GameRecord], standings: &Standings) -> String {
    let title: &str = if plan.name.is_empty() { "Tournament" } else { &plan.name };
    let plot = ratings_svg(standings).unwrap_or_default();
    let body = format!(
        "{}<h2>Standings</h2>\n{}{plot}<h2>Cross table</h2>\n{}{}",
        about(plan, standings),
        standings_table(standings),
        cross_table(standings),
        games(plan, records),
    );
    document(title, &body)
}

/// The plan and the progress of the games, in sentences.
fn about(plan: &TournamentPlan, standings: &Standings) -> String {
    let games = games_text(standings.finished, standings.planned);
    let boards = markup(&plan.variants.join(", "));
    let (format, limits) = (format_text(plan.format), limit_text(plan.limits));
    let openings = opening_text(&plan.openings);
    let mut text = format!(
        "<p class=\"note\">{games}, {format} on {boards}; {limits}. The games start \
         {openings}, and each pair of games has the same opening with colours swapped.</p>\n"
    );
    if let (Some(test), Some(state)) = (&plan.sprt, &standings.sprt) {
        text += &format!("<p>{}.</p>\n", markup(&sprt_text(test, state)));
    }
    text
}

fn standings_table(standings: &Standings) -> String {
    let names = ["", "player", "games", "points", "won", "drawn", "lost", "Elo", "error", "faults"];
    let head = row("th", names.map(str::to_owned));
    let rows = standings.rows.iter().zip(1..).map(|(standing, place)| {
        let StandingRow { wins, draws, losses, points, faults, .. } = standing;
        let [elo, error] = match standing.rating() {
            Some([elo, error]) => [format!("{elo:+.0}"), format!("\u{b1}{error:.0}")],
            None => [String::new(), String::new()],
        };
        let [place, games] = [place, standing.games()].map(|number: u32| number.to_string());
        let results = [wins, draws, losses].map(u32::to_string);
        let cells = [place, markup(&standing.name), games, points.to_string()];
        row("td", cells.into_iter().chain(results).chain([elo, error, faults.to_string()]))
    });
    table("standings", &head, &rows.collect::<String>())
}

/// The results of each player, in a row, against each other one.
fn cross_table(standings: &Standings) -> String {
    let numbers = (1..=standings.rows.len()).map(|place| place.to_string());
    let head = row("th", [String::new(), "player".to_owned()].into_iter().chain(numbers));
    let tally = |one: usize, other: usize| standings.cross.get(one)?.get(other)?.as_ref();
    let rows = standings.rows.iter().zip(1..).map(|(own, place): (&StandingRow, u32)| {
        let tallies = standings.rows.iter().map(|other| tally(own.player, other.player));
        let cells = tallies.map(|tally| tally.map_or_else(String::new, tally_text));
        row("td", [place.to_string(), markup(&own.name)].into_iter().chain(cells))
    });
    table("cross", &head, &rows.collect::<String>())
}

/// Points of games: `3.5/6`, with wins, draws and losses where the mouse rests.
fn tally_text(tally: &Tally) -> String {
    let [wins, draws, losses] = tally.counts();
    let (points, games) = (tally.points(), wins + draws + losses);
    format!("<span title=\"{tally}\">{points}/{games}</span>")
}
