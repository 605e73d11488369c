//! The page of a student. It names other students, and has nothing else of them.

use super::student::{Blunder, FAULT_KINDS, Fault, StudentResults};
use minnow_arena::{
    league::League,
    tournament::{
        GameNumber, PlayerEntry, Standings, TournamentPlan,
        report::{
            BoardArrow, board_svg, limit_text,
            parts::{document, games, row, table},
            piece_symbols, ratings_svg,
        },
    },
};
use minnow_base::quoting::markup;
use minnow_rules::{counted, san};

/// The page.
pub(super) fn student_page(
    league: &League,
    standings: &Standings,
    student: &StudentResults<'_>,
) -> String {
    let plan = league.tournament().plan();
    let mut body = piece_symbols();
    body += &about(plan);
    if let Err(problem) = &student.entrant.player {
        body +=
            &format!("<p><strong>The program does not play: {}.</strong></p>\n", markup(problem));
        return document(&student.entrant.name, &body);
    }
    body += &results(standings, student);
    body += &ratings_svg(&yardsticks(plan, standings, student)).unwrap_or_default();
    body += &against(plan, standings, student);
    body += &faults(student);
    body += &time(student);
    body += &blunders(student);
    body += &games(plan, &student.records);
    document(&student.entrant.name, &body)
}

/// The league in a sentence.
fn about(plan: &TournamentPlan) -> String {
    let (name, boards) = (markup(&plan.name), markup(&plan.variants.join(", ")));
    let limits = limit_text(plan.limits);
    format!("<p class=\"note\">League {name}, on {boards}; {limits}.</p>\n")
}

fn results(standings: &Standings, student: &StudentResults<'_>) -> String {
    let Some((place, own)) = student.standing else { return String::new() };
    let played = own.games();
    let rating = match own.rating() {
        Some([elo, error]) => format!(
            "Rating {elo:+.0} \u{b1} {error:.0} Elo around the mean of all players, with 95 % confidence."
        ),
        None => {
            "There is no rating yet: it needs finished pairs of games, and neither all points nor \
                 none."
                .to_owned()
        }
    };
    let (players, points) = (standings.rows.len(), own.points);
    format!(
        "<h2>Results</h2>\n<p>{points} of {played} possible points: {} won, {} drawn, {} lost. Place {place} of \
         {players}. {rating}</p>\n",
        own.wins, own.draws, own.losses
    )
}

/// The table with the student and the levels alone.
fn yardsticks(
    plan: &TournamentPlan,
    standings: &Standings,
    student: &StudentResults<'_>,
) -> Standings {
    let mut shown = standings.clone();
    shown.rows.retain(|row| {
        let is_level = matches!(plan.players[row.player], PlayerEntry::Level(_));
        is_level || Some(row.player) == student.player
    });
    shown
}

/// The results against each player, the levels first.
fn against(plan: &TournamentPlan, standings: &Standings, student: &StudentResults<'_>) -> String {
    let Some(met) = student.player.and_then(|player| standings.cross.get(player)) else {
        return String::new();
    };
    let mut others: Vec<usize> = (0..plan.players.len()).collect();
    others.sort_by_key(|other| !matches!(plan.players[*other], PlayerEntry::Level(_)));
    let rows = others.into_iter().filter_map(|other| {
        let tally = met.get(other)?.as_ref()?;
        let [wins, draws, losses] = tally.counts();
        let (name, points) = (markup(&plan.players[other].name()), tally.points().to_string());
        let numbers = [wins + draws + losses, wins, draws, losses].map(|number| number.to_string());
        Some(row("td", [name, points].into_iter().chain(numbers)))
    });
    let head = ["against", "points", "games", "won", "drawn", "lost"].map(str::to_owned);
    format!("<h2>Opponents</h2>\n{}", table("against", &row("th", head), &rows.collect::<String>()))
}

/// Links to games.
fn links(games: &[GameNumber]) -> String {
    let link = |number: &GameNumber| format!("<a href=\"#game-{number}\">{number}</a>");
    games.iter().map(link).collect::<Vec<_>>().join(", ")
}

fn faults(student: &StudentResults<'_>) -> String {
    let counts: Vec<String> = FAULT_KINDS
        .iter()
        .zip(student.fault_counts)
        .filter(|(_, count)| *count > 0)
        .map(|((_, kind), count)| format!("{kind}: {count}"))
        .collect();
    if counts.is_empty() {
        return "<h2>Faults</h2>\n<p>No game was lost by a fault of the program.</p>\n".to_owned();
    }
    let cards: String = student.faults.iter().map(fault_card).collect();
    let counts = counts.join("; ");
    format!(
        "<h2>Faults</h2>\n<p>Games lost by a fault of the program: {counts}. Each board shows the \
         position in which it happened.</p>\n<div class=\"cards\">{cards}</div>\n"
    )
}

fn fault_card(fault: &Fault) -> String {
    let board =
        fault.position.as_ref().map_or_else(String::new, |position| board_svg(position, &[]));
    let (reason, sentence) = (markup(&fault.reason), markup(&fault.sentence));
    let side = fault
        .position
        .as_ref()
        .map_or_else(String::new, |position| format!("{} to move. ", position.turn()));
    let games = links(&fault.games);
    format!(
        "<section>{board}<p>{side}<strong>{reason}</strong>: {sentence}. Games: {games}</p></section>\n"
    )
}

fn time(student: &StudentResults<'_>) -> String {
    let time = student.time;
    if time.moves == 0 {
        return "<h2>Time</h2>\n<p>The program has made no move.</p>\n".to_owned();
    }
    let words = |ms: u64| match ms {
        0..1_000 => format!("{ms} ms"),
        _ => format!("{:.2} s", ms as f64 / 1_000.0),
    };
    let moves = counted(time.moves, "move", "moves");
    let [total, mean, longest] =
        [time.total_ms, time.total_ms / time.moves, time.longest_ms].map(words);
    format!("<h2>Time</h2>\n<p>{moves} in {total}: {mean} on average, {longest} the longest.</p>\n")
}

fn blunders(student: &StudentResults<'_>) -> String {
    let mut text = "<h2>The first blunder of each loss</h2>\n".to_owned();
    if !student.blunders.is_empty() {
        let cards: String = student.blunders.iter().map(blunder_card).collect();
        text += &format!(
            "<p>Found by a short search of every position. Red is the move that was played, blue a \
             better one.</p>\n<div class=\"cards\">{cards}</div>\n"
        );
    }
    if !student.other_losses.is_empty() {
        let games = links(&student.other_losses);
        text += &format!("<p>In these lost games it found no single blunder: {games}</p>\n");
    }
    if student.blunders.is_empty() && student.other_losses.is_empty() {
        text += "<p>There is no reviewed loss.</p>\n";
    }
    text
}

fn blunder_card(blunder: &Blunder) -> String {
    let Blunder { game, position, played, better, sentence } = blunder;
    let arrows =
        [BoardArrow { mv: *played, class: "played" }, BoardArrow { mv: *better, class: "better" }];
    let (board, side) = (board_svg(position, &arrows), position.turn());
    let [played, better] = [played, better].map(|mv| markup(&san(position, *mv)));
    let (sentence, game) = (markup(sentence), links(&[*game]));
    format!(
        "<section>{board}<p>{side} played <strong>{played}</strong>; better is \
         <strong>{better}</strong>. {sentence} Game {game}</p></section>\n"
    )
}
