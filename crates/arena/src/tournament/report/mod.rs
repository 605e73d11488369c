//! The results of a tournament for people and other programs: its games as PGN, its table as CSV, and
//! one page of HTML with both and every game to replay.
//!
//! Everything is made from the plan, the records and the standings. Writing the files is left to the
//! callers.
//!
//! ```
//! use minnow_arena::tournament::{Tournament, TournamentPlan, report::report_files};
//!
//! let text = "(name: \"Two\", players: [Level(1), Random])";
//! let plan = TournamentPlan::parse(text, "two.ron".as_ref())?;
//! let tournament = Tournament::new(plan, Vec::new())?;
//! let (records, standings) = (tournament.records(), tournament.standings());
//! let [games, table, page] = report_files(tournament.plan(), records, &standings);
//! assert_eq!((games.content.as_str(), table.content.lines().count()), ("", 3));
//! assert!(page.content.contains("<h1>Two</h1>"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod board;
mod games;
mod page;
pub mod parts;
mod plot;
#[cfg(test)]
mod tests;
mod words;

pub use board::{BoardArrow, board_svg, piece_symbols};
pub use games::{game_of_record, pgn};
pub use page::html;
pub use plot::ratings_svg;
pub use words::{format_text, games_text, limit_text, opening_text, sprt_text};

use super::{GameRecord, StandingRow, Standings, TournamentPlan};
use minnow_base::quoting::csv_field;

/// The file with the page.
pub const PAGE: &str = "index.html";

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
        ReportFile { name: PAGE, content: html(plan, records, standings) },
    ]
}

/// The standings as CSV, a line for each player in their order. A rating without bounds is empty.
pub fn table_csv(standings: &Standings) -> String {
    let mut csv = "player,games,points,wins,draws,losses,elo,error,faults\n".to_owned();
    for row in &standings.rows {
        let StandingRow { wins, draws, losses, faults, .. } = row;
        let [elo, error] = match row.rating() {
            Some(numbers) => numbers.map(|number| format!("{number:.1}")),
            None => [String::new(), String::new()],
        };
        let (name, games, points) = (csv_field(&row.name), row.games(), row.points);
        csv += &format!("{name},{games},{points},{wins},{draws},{losses},{elo},{error},{faults}\n");
    }
    csv
}

/// Why a game ended, with the fault of the program that lost by it: `mate`, `forfeit: Mine: it ended
/// without an answer`.
pub fn end_text(record: &GameRecord) -> String {
    match &record.fault {
        Some(fault) => format!("{}: {fault}", record.reason),
        None => record.reason.clone(),
    }
}
