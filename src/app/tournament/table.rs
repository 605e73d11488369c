//! The table: standings, ratings with their errors, who scored what against whom, and the sequential
//! test.

use egui::{Grid, Label, RichText, ScrollArea, Ui, vec2};

use super::{plot::ratings_ui, shown::ShownTournament};
use crate::app::ui::{
    focus::FocusScroll,
    theme::{self, SPACE_L, SPACE_S, SPACE_XS},
    widgets::note_ui,
};
use minnow_arena::{
    Tally,
    tournament::{
        StandingRow, Standings,
        report::{PAGE, sprt_text},
    },
};

/// The headings of the standings.
const HEADINGS: [&str; 8] = ["", "Player", "Points", "Won", "Drawn", "Lost", "Rating", "Faults"];

/// Draws the table.
pub(super) fn table_ui(ui: &mut Ui, shown: &ShownTournament) {
    let Some(table) = &shown.table else {
        ui.label(theme::muted(ui.ctx(), "Computing the table\u{2026}"));
        return;
    };
    let standings = &table.standings;
    if standings.finished == 0 {
        let text = "The table comes with the first finished game.";
        ui.add(Label::new(theme::muted(ui.ctx(), text)).wrap());
        return;
    }
    if let (Some(plan), Some(state)) = (&shown.order.plan.sprt, &standings.sprt) {
        ui.add(Label::new(format!("{}.", sprt_text(plan, state))).wrap());
        ui.add_space(SPACE_S);
    }
    ScrollArea::horizontal().id_salt("standings").show_focused(ui, |ui| {
        standings_ui(ui, standings);
    });
    ui.add_space(SPACE_S);
    ui.label(theme::caption(ui.ctx(), "Ratings"));
    ratings_ui(ui, &standings.rows);
    note_ui(
        ui,
        "Elo around the mean of all players, with the 95 % error as a bar. Complete pairs of games \
         count.",
    );
    ui.add_space(SPACE_S);
    ui.label(theme::caption(ui.ctx(), "Points of the row against the column"));
    ScrollArea::horizontal().id_salt("cross table").show_focused(ui, |ui| {
        cross_ui(ui, standings);
    });
    ui.add_space(SPACE_S);
    let page = shown.order.folder.join(PAGE);
    let page = page.display();
    note_ui(ui, format!("When it ends or is stopped, a page with every game is written: {page}."));
}

/// A table whose columns are as wide as their texts.
fn table_grid(name: &str) -> Grid {
    Grid::new(name).striped(true).min_col_width(0.0).spacing(vec2(SPACE_L, SPACE_XS))
}

fn standings_ui(ui: &mut Ui, standings: &Standings) {
    let grid = table_grid("standings grid");
    grid.show(ui, |ui| {
        for heading in HEADINGS {
            ui.label(theme::caption(ui.ctx(), heading));
        }
        ui.end_row();
        for (rank, row) in (1..).zip(&standings.rows) {
            ui.label(theme::muted(ui.ctx(), format!("{rank}")));
            ui.label(&row.name);
            ui.label(theme::bold(row.points.to_string()));
            for count in [row.wins, row.draws, row.losses] {
                ui.label(count.to_string());
            }
            ui.label(rating_text(row));
            ui.label(row.faults.to_string());
            ui.end_row();
        }
    });
}

/// `+35 ± 20`; a rating that the results do not bound has no number.
pub(super) fn rating_text(row: &StandingRow) -> String {
    match row.rating() {
        Some([elo, error]) => format!("{} \u{b1} {error:.0}", elo_text(elo)),
        None => "none".to_owned(),
    }
}

/// `+35`, `−20`, `0`: an Elo difference.
pub(super) fn elo_text(elo: f64) -> String {
    if elo.abs() < 0.5 {
        return "0".to_owned();
    }
    format!("{elo:+.0}").replace('-', "\u{2212}")
}

/// A row and a column for each player, in the order of the standings.
fn cross_ui(ui: &mut Ui, standings: &Standings) {
    let grid = table_grid("cross grid");
    grid.show(ui, |ui| {
        ui.label("");
        ui.label("");
        for (rank, _) in (1..).zip(&standings.rows) {
            ui.label(theme::caption(ui.ctx(), format!("{rank}")));
        }
        ui.end_row();
        for (rank, row) in (1..).zip(&standings.rows) {
            ui.label(theme::muted(ui.ctx(), format!("{rank}")));
            ui.label(&row.name);
            for column in &standings.rows {
                ui.label(cell_text(standings, row.player, column.player));
            }
            ui.end_row();
        }
    });
}

/// `2.5 of 4`, `–` for the player itself, nothing for players that have not met.
fn cell_text(standings: &Standings, row: usize, column: usize) -> RichText {
    let tally = standings.cross.get(row).and_then(|cells| cells.get(column)?.as_ref());
    RichText::new(match tally {
        Some(tally) => tally_text(tally),
        None if row == column => "\u{2013}".to_owned(),
        None => String::new(),
    })
}

fn tally_text(tally: &Tally) -> String {
    let [wins, draws, losses] = tally.counts();
    let points = f64::from(wins) + f64::from(draws) / 2.0;
    format!("{points} of {}", wins + draws + losses)
}

#[cfg(test)]
mod tests {
    use super::*;
    use minnow_arena::GameResult;

    #[test]
    fn points_and_ratings_are_short() {
        let mut tally = Tally::default();
        for result in [GameResult::Win, GameResult::Draw, GameResult::Loss] {
            tally.add(result);
        }
        assert_eq!(tally_text(&tally), "1.5 of 3");
        let row = |elo, error| StandingRow {
            player: 0,
            name: String::new(),
            wins: 0,
            draws: 0,
            losses: 0,
            points: 0.0,
            elo,
            error,
            faults: 0,
            rounds_won: 0,
        };
        assert_eq!(rating_text(&row(35.4, 20.0)), "+35 \u{b1} 20");
        assert_eq!(rating_text(&row(0.0, f64::INFINITY)), "none");
        assert_eq!([-20.4, -0.3, 0.0].map(elo_text), ["\u{2212}20", "0", "0"]);
    }
}
