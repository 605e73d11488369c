//! The table: standings, ratings with their errors, who scored what against whom, and the sequential
//! test.

use egui::{
    Align, Grid, Label, Layout, RichText, ScrollArea, TextStyle, TextWrapMode, Ui, WidgetText, vec2,
};

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

/// Draws the table.
pub(super) fn table_ui(ui: &mut Ui, shown: &ShownTournament, is_running: bool) {
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
    note_ui(ui, ratings_note(&standings.rows));
    ui.add_space(SPACE_S);
    ui.label(theme::caption(ui.ctx(), "Points of the row against the column"));
    ScrollArea::horizontal().id_salt("cross table").show_focused(ui, |ui| {
        cross_ui(ui, standings);
    });
    ui.add_space(SPACE_S);
    report_ui(ui, shown, is_running);
}

/// The games that ratings count, and the reason why players have none.
fn ratings_note(rows: &[StandingRow]) -> String {
    const COUNT: &str = "Elo around the mean of all players, with the 95 % error as a bar. Complete pairs of \
                         games count.";
    const NONE: &str = "A player gets a rating once it has won and lost points in complete pairs of games \
                        whose results differ.";
    match rows.iter().filter(|row| row.rating().is_some()).count() {
        0 => NONE.to_owned(),
        rated if rated == rows.len() => COUNT.to_owned(),
        _ => format!("{COUNT} {NONE}"),
    }
}

/// The page with every game: the promise of it, or its path.
fn report_ui(ui: &mut Ui, shown: &ShownTournament, is_running: bool) {
    if is_running {
        return note_ui(ui, "When it ends or is stopped, a page with every game is written.");
    }
    if shown.has_report {
        let page = shown.order.folder.join(PAGE).display().to_string();
        note_ui(ui, format!("A page with every game was written: {page}."));
        if ui.link("Copy the path").clicked() {
            ui.ctx().copy_text(page);
        }
    }
}

/// A table whose columns are as wide as their texts.
fn table_grid(name: &str) -> Grid {
    Grid::new(name).striped(true).min_col_width(0.0).spacing(vec2(SPACE_L, SPACE_XS))
}

/// The width of the widest of some texts, in points.
fn width_of(ui: &Ui, texts: impl Iterator<Item = RichText>) -> f32 {
    let width = |text: RichText| {
        let text = WidgetText::from(text);
        text.into_galley(ui, Some(TextWrapMode::Extend), f32::INFINITY, TextStyle::Body).size().x
    };
    texts.map(width).fold(0.0, f32::max)
}

/// Texts below each other that end at the same place, the heading first: the cells of a column.
struct NumberColumn {
    texts: Vec<RichText>,
    width: f32,
}

impl NumberColumn {
    fn new(ui: &Ui, heading: &str, numbers: impl Iterator<Item = RichText>) -> NumberColumn {
        let heading = theme::caption(ui.ctx(), heading);
        let texts: Vec<RichText> = [heading].into_iter().chain(numbers).collect();
        NumberColumn { width: width_of(ui, texts.iter().cloned()).ceil(), texts }
    }

    /// Draws the cell of a row, the heading in row 0.
    fn cell_ui(&self, ui: &mut Ui, row: usize) {
        let size = vec2(self.width, ui.spacing().interact_size.y);
        ui.allocate_ui_with_layout(size, Layout::right_to_left(Align::Center), |ui| {
            if let Some(text) = self.texts.get(row) {
                ui.label(text.clone());
            }
        });
    }
}

fn standings_ui(ui: &mut Ui, standings: &Standings) {
    let rows = &standings.rows;
    let column = |heading: &str, text: &dyn Fn(&StandingRow) -> RichText| {
        NumberColumn::new(ui, heading, rows.iter().map(text))
    };
    let columns = [
        column("Points", &|row| theme::bold(row.points.to_string())),
        column("Won", &|row| row.wins.to_string().into()),
        column("Drawn", &|row| row.draws.to_string().into()),
        column("Lost", &|row| row.losses.to_string().into()),
        column("Rating", &|row| rating_text(row).into()),
        column("Faults", &|row| row.faults.to_string().into()),
    ];
    let ranks = ranks(ui, rows.len());
    let grid = table_grid("standings grid");
    grid.show(ui, |ui| {
        for row in 0..=rows.len() {
            ranks.cell_ui(ui, row);
            match row.checked_sub(1).and_then(|place| rows.get(place)) {
                Some(row) => ui.label(&row.name),
                None => ui.label(theme::caption(ui.ctx(), "Player")),
            };
            for column in &columns {
                column.cell_ui(ui, row);
            }
            ui.end_row();
        }
    });
}

/// The column of the ranks, from 1.
fn ranks(ui: &Ui, rows: usize) -> NumberColumn {
    let rank = |rank: usize| theme::muted(ui.ctx(), rank.to_string());
    NumberColumn::new(ui, "", (1..=rows).map(rank))
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
    let rows = &standings.rows;
    let column = |(rank, column): (usize, &StandingRow)| {
        let cells = rows.iter().map(|row| cell_text(standings, row.player, column.player));
        NumberColumn::new(ui, &rank.to_string(), cells)
    };
    let columns: Vec<NumberColumn> = (1..).zip(rows).map(column).collect();
    let ranks = ranks(ui, rows.len());
    let grid = table_grid("cross grid");
    grid.show(ui, |ui| {
        for row in 0..=rows.len() {
            ranks.cell_ui(ui, row);
            let name = row.checked_sub(1).and_then(|place| rows.get(place));
            ui.label(name.map_or("", |row| row.name.as_str()));
            for column in &columns {
                column.cell_ui(ui, row);
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
