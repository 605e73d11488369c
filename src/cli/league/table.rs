//! The teacher's table of a league, as CSV and as a page.

use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};

use super::{
    PAGES,
    entrants::Entrant,
    student::{FAULT_KINDS, StudentResults},
};
use minnow_arena::{
    league::League,
    tournament::{
        PlayerEntry, Standings,
        report::{
            games_text, limit_text,
            parts::{document, row, table},
            ratings_svg,
        },
    },
};
use minnow_base::quoting::{csv_field, markup};
use minnow_rules::counted;

/// The table as CSV, the best student first. What a student does not have is empty.
pub(super) fn csv(
    league: &League,
    standings: &Standings,
    students: &[StudentResults<'_>],
) -> String {
    let head: Vec<String> = headings(league).into_iter().chain(["remarks".to_owned()]).collect();
    let rows = in_order(students).map(|student| {
        let numbers = numbers(league, standings, student).into_iter();
        let [name, remark] = [student.entrant.name.as_str(), remark(student)].map(csv_field);
        [name].into_iter().chain(numbers).chain([remark]).collect::<Vec<String>>()
    });
    let lines = [head].into_iter().chain(rows).map(|cells| cells.join(",") + "\n");
    lines.collect()
}

/// The table as a page with links to the students' pages.
pub(super) fn html(
    league: &League,
    standings: &Standings,
    students: &[StudentResults<'_>],
) -> String {
    let plan = league.tournament().plan();
    let headings = headings(league);
    let head = row("th", headings.iter().map(|heading| markup(heading)));
    let rows: String = in_order(students)
        .map(|student| {
            let name = name_cell(student.entrant);
            match &student.entrant.player {
                Ok(_) => row("td", [name].into_iter().chain(numbers(league, standings, student))),
                // Such a student has no numbers.
                Err(problem) => wide_row(&name, &markup(problem), headings.len() - 1),
            }
        })
        .collect();
    let games = games_text(standings.finished, standings.planned);
    let (boards, limits) = (markup(&plan.variants.join(", ")), limit_text(plan.limits));
    let mut body = format!("<p class=\"note\">{games}, on {boards}; {limits}.</p>\n");
    let others = league.other_games();
    if others > 0 {
        let others = counted(others as u64, "kept game", "kept games");
        body += &format!(
            "<p class=\"note\">{others} of earlier versions of programs, of absent folders or of other \
             boards do not count.</p>\n"
        );
    }
    body += &table("league", &head, &rows);
    body += &ratings_svg(standings).unwrap_or_default();
    document(&format!("League {}", plan.name), &body)
}

/// The name of a student, with a link to the page if there is one.
fn name_cell(entrant: &Entrant) -> String {
    let Entrant { name, has_page, .. } = entrant;
    if !has_page {
        return markup(name);
    }
    let page = utf8_percent_encode(name, NON_ALPHANUMERIC);
    format!("<a href=\"{PAGES}/{page}.html\">{}</a>", markup(name))
}

/// A row of two cells, the second of which has the width of several columns.
fn wide_row(name: &str, text: &str, columns: usize) -> String {
    format!("<tr><td>{name}</td><td colspan=\"{columns}\">{text}</td></tr>\n")
}

/// The students by their places, those without one at the end.
fn in_order<'a, 's>(
    students: &'a [StudentResults<'s>],
) -> impl Iterator<Item = &'a StudentResults<'s>> {
    let mut students: Vec<&StudentResults<'s>> = students.iter().collect();
    students.sort_by_key(|student| student.standing.map_or(usize::MAX, |(place, _)| place));
    students.into_iter()
}

/// The levels of the league by their numbers in the plan.
fn levels(league: &League) -> Vec<usize> {
    let players = league.tournament().plan().players.iter();
    let is_level = |entry: &PlayerEntry| matches!(entry, PlayerEntry::Level(_));
    (0..).zip(players).filter(|(_, entry)| is_level(entry)).map(|(number, _)| number).collect()
}

/// The headings of the names and the numbers.
fn headings(league: &League) -> Vec<String> {
    let plan = league.tournament().plan();
    let fixed = ["student", "rating", "error", "points", "games", "won", "drawn", "lost"];
    let kinds = FAULT_KINDS.iter().map(|(_, kind)| *kind);
    let levels = levels(league);
    let levels =
        levels.iter().map(|level| format!("points against {}", plan.players[*level].name()));
    let texts = fixed.into_iter().chain(kinds).map(str::to_owned);
    texts.chain(levels).collect()
}

/// The cells after the name.
fn numbers(league: &League, standings: &Standings, student: &StudentResults<'_>) -> Vec<String> {
    let mut cells = Vec::new();
    match student.standing {
        Some((_, own)) => {
            cells.extend(match own.rating() {
                Some([elo, error]) => [format!("{elo:.0}"), format!("{error:.0}")],
                None => [String::new(), String::new()],
            });
            cells.push(own.points.to_string());
            let numbers = [own.games(), own.wins, own.draws, own.losses];
            cells.extend(numbers.map(|number| number.to_string()));
            cells.extend(student.fault_counts.map(|count| count.to_string()));
        }
        None => cells.extend(std::iter::repeat_n(String::new(), 7 + FAULT_KINDS.len())),
    }
    let met = student.player.and_then(|player| standings.cross.get(player));
    cells.extend(levels(league).into_iter().map(|level| {
        let tally = met.and_then(|met| met.get(level)?.as_ref());
        tally.map_or_else(String::new, |tally| tally.points().to_string())
    }));
    cells
}

/// Why a student does not play.
fn remark<'a>(student: &StudentResults<'a>) -> &'a str {
    student.entrant.player.as_ref().err().map_or("", String::as_str)
}
