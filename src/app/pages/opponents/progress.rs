//! The card of progress in Train: the user's rating on the board with its error, and the results.

use egui::{Ui, Vec2, vec2};
use jiff::civil::Date;

use super::{ResultTally, plot::history_ui};
use crate::app::{
    context::Cx,
    pages::PageId,
    request::Request,
    session::{Session, WallTime, day_of},
    ui::{
        practice_card::PracticeCard,
        text::variant_text,
        theme::{self, SPACE_S},
    },
};
use minnow_engine::{LEVELS, Strength};
use minnow_game::results::CountedGame;
use minnow_rules::Variant;
use minnow_study::analysis::{BoardStanding, PlayerRating};

/// The number of opponents on the card.
const ROWS: usize = 3;
/// The least height of the plot above results, and that of a row of results, in points.
const PLOT_HEIGHT: f32 = 100.0;
const ROW_HEIGHT: f32 = 23.0;

/// The user's results on a board, computed when they have changed.
#[derive(Debug, Default)]
pub struct Progress {
    known: Option<BoardProgress>,
}

#[derive(Debug)]
struct BoardProgress {
    variant: &'static Variant,
    results: usize,
    /// The ratings after the last games, the oldest first.
    history: Vec<PlayerRating>,
    /// The day of the first of these games, and of the last one.
    days: [Option<Date>; 2],
    /// The levels against which most games were played, with the results.
    opponents: Vec<(&'static str, ResultTally)>,
}

impl Progress {
    /// Draws the card.
    pub fn card_ui(&mut self, ui: &mut Ui, size: Vec2, cx: &mut Cx<'_>) {
        let progress = self.of(cx.session);
        let board = variant_text(progress.variant);
        let about = match progress.history.len() {
            0 => format!("No game on {board} counts for your rating yet."),
            1 => format!("Rating on {board}, after one game."),
            games => format!("Rating on {board} and its error, last {games} games."),
        };
        let card = PracticeCard { title: "Your progress", about: &about, picture: None };
        let is_empty = progress.history.is_empty();
        card.ui(
            ui,
            size,
            cx,
            |ui, _| progress.content_ui(ui),
            |ui, cx| {
                let text =
                    if is_empty { "Choose an opponent" } else { "All opponents and ratings" };
                if ui.button(text).clicked() {
                    cx.ask(Request::Show(PageId::Opponents));
                }
            },
        );
    }

    fn of(&mut self, session: &Session) -> &BoardProgress {
        let (variant, results) = (session.train_variant(), session.lists.results.len());
        let is_same = |known: &BoardProgress| known.variant == variant && known.results == results;
        let known = self.known.take().filter(is_same);
        self.known.insert(known.unwrap_or_else(|| BoardProgress::new(session, variant)))
    }
}

impl BoardProgress {
    fn new(session: &Session, variant: &'static Variant) -> BoardProgress {
        let list = &session.lists.results;
        let history = BoardStanding::new(list, variant).history();
        let games = list.games_on(&variant.id);
        let shown = &games[games.len().saturating_sub(history.len())..];
        let day = |game: Option<&&CountedGame>| day_of(&game?.ended);
        BoardProgress {
            variant,
            results: list.len(),
            history,
            days: [day(shown.first()), day(shown.last())],
            opponents: opponents(&games),
        }
    }

    fn content_ui(&self, ui: &mut Ui) {
        if let [only] = self.history.as_slice() {
            let text = format!("{:.0} \u{b1} {:.0}", only.elo, only.bound());
            ui.label(theme::heading(text));
        }
        let rows = ROW_HEIGHT * self.opponents.len() as f32 + SPACE_S;
        let room = ui.available_height();
        let has_rows = room >= PLOT_HEIGHT + rows || self.history.len() < 2;
        if self.history.len() >= 2 {
            let height = if has_rows { room - rows } else { room };
            let today = WallTime::now().day();
            let days = self.days.map(|day| day_text(day, today));
            let days = Some(days.each_ref().map(String::as_str));
            history_ui(ui, &self.history, days, vec2(ui.available_width(), height));
        }
        if has_rows {
            for (name, tally) in &self.opponents {
                ui.label(theme::muted(ui.ctx(), format!("{name}: {}", tally.text())));
            }
        }
    }
}

/// The levels against which most games count, with the results.
fn opponents(games: &[&CountedGame]) -> Vec<(&'static str, ResultTally)> {
    let mut tallies: Vec<(&'static str, ResultTally)> =
        LEVELS.iter().map(|level| (level.name, ResultTally::default())).collect();
    for game in games {
        let level = Strength::from_hundredths(game.strength).level().number;
        if let Some((_, tally)) = tallies.get_mut(usize::from(level) - 1) {
            tally.add(game.outcome);
        }
    }
    tallies.retain(|(_, tally)| tally.games() > 0);
    tallies.sort_by_key(|(_, tally)| std::cmp::Reverse(tally.games()));
    tallies.truncate(ROWS);
    tallies
}

/// `12 Nov`, or `today`; empty for a day that is not known.
fn day_text(day: Option<Date>, today: Date) -> String {
    match day {
        Some(day) if day == today => "today".to_owned(),
        Some(day) => day.strftime("%-d %b").to_string(),
        None => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use minnow_game::results::UserOutcome;

    #[test]
    fn days_are_short() {
        let day = |time| day_text(day_of(time), day_of("20261125-090000-000").unwrap());
        assert_eq!(day("20261125-000001-000"), "today");
        assert_eq!(day("20261112-235959-000"), "12 Nov");
        assert_eq!(day("2026"), "");
    }

    #[test]
    fn the_most_frequent_opponents_come_first() {
        let game = |strength, outcome| CountedGame {
            id: "1".parse().unwrap(),
            ended: String::new(),
            variant: "minichess".to_owned(),
            strength,
            outcome,
            aim_percent: None,
        };
        let games = [
            game(200, UserOutcome::Won),
            game(430, UserOutcome::Lost),
            game(400, UserOutcome::Won),
            game(400, UserOutcome::Won),
        ];
        let found = opponents(&games.iter().collect::<Vec<_>>());
        let texts: Vec<String> =
            found.iter().map(|(name, tally)| format!("{name}: {}", tally.text())).collect();
        assert_eq!(texts, ["Dace: 2 won, 0 drawn, 1 lost", "Stickleback: 1 won, 0 drawn, 0 lost"]);
    }
}
