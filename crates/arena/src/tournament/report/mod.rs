//! What a tournament leaves to people and other programs: its games as PGN, its table as CSV, and one
//! page of HTML with both and every game to replay.
//!
//! Everything is made from the plan, the records and the standings. Writing the files is left to the
//! callers.

mod games;
mod page;
mod plot;
#[cfg(test)]
mod tests;
mod words;

pub use games::{game_of_record, pgn};
pub use page::html;
pub use words::{format_text, limit_text, opening_text, sprt_text};

use super::{GameRecord, StandingRow, Standings, TournamentPlan};
use minnow_base::quoting::csv_field;

/// A file of a tournament's results.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReportFile {
    /// Its name in the folder of the tournament.
    pub name: &'static str,
    /// Its whole content.
    pub content: String,
}

/// All files of the results: the games, the table and the page.
pub fn report_files(
    plan: &TournamentPlan,
    records: &[GameRecord],
    standings: &Standings,
) -> [ReportFile; 3] {
    let games: Vec<String> = records.iter().map(|record| pgn(plan, record)).collect();
    [
        ReportFile { name: "games.pgn", content: games.join("\n") },
        ReportFile { name: "table.csv", content: table_csv(standings) },
        ReportFile { name: "index.html", content: html(plan, records, standings) },
    ]
}

/// The standings as CSV, a line for each player in their order. A rating that no game supports is
/// empty.
pub fn table_csv(standings: &Standings) -> String {
    let mut csv = "player,games,points,wins,draws,losses,elo,error,faults\n".to_owned();
    for row in &standings.rows {
        let StandingRow { wins, draws, losses, faults, .. } = row;
        let [elo, error] = [row.elo, row.error].map(|number| finite_text(number, 1));
        let (name, games, points) = (csv_field(&row.name), wins + draws + losses, row.points);
        csv += &format!("{name},{games},{points},{wins},{draws},{losses},{elo},{error},{faults}\n");
    }
    csv
}

/// A number with this many digits after the point; empty if it is not finite.
fn finite_text(number: f64, digits: usize) -> String {
    // Adding zero turns -0 into 0.
    if number.is_finite() { format!("{:.digits$}", number + 0.0) } else { String::new() }
}

/// Why a game ended, with the fault of the program that lost by it.
fn end_text(record: &GameRecord) -> String {
    match &record.fault {
        Some(fault) => format!("{}: {fault}", record.reason),
        None => record.reason.clone(),
    }
}
