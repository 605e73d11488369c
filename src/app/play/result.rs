//! The card with the result of a finished game: what it was, what it did to the user's rating, and what
//! comes next.

use egui::{Align, Button, Label, Layout, Ui, vec2};

use super::{Play, actions::rematch};
use crate::app::{
    context::Cx,
    pages::PageId,
    request::Request,
    session::{Session, settings::OpponentChoice},
    ui::text::capitalised,
    ui::theme::{self, SPACE_S, Theme},
    ui::widgets::{button_row_ui, primary_button_if, sized_button_ui},
};
use minnow_engine::{LEVELS, Level};
use minnow_game::{GameEnd, Player};
use minnow_rules::{
    Color::{self, Black, White},
    Ending, Outcome, counted,
};

// Sizes in points.
const REVIEW_HEIGHT: f32 = 40.0;
/// In less width, the rating stands below its name.
const RATING_BESIDE_FROM: f32 = 260.0;

/// The effect of a game on the user's rating, kept while the game and the results stay.
#[derive(Debug)]
pub(super) struct RatingNews {
    game_number: u64,
    results: usize,
    line: RatingLine,
}

#[derive(Clone, Debug, PartialEq)]
enum RatingLine {
    /// The game has no rating: no single human played a level to its end.
    None,
    /// It does not count, and why.
    Uncounted(String),
    /// The rating with its error, and its change in Elo.
    Rating { text: String, change: Option<i64> },
}

impl Play {
    /// Draws the card.
    pub(super) fn result_ui(&mut self, ui: &mut Ui, end: GameEnd, cx: &mut Cx<'_>) {
        ui.take_available_width();
        ui.spacing_mut().item_spacing.y = SPACE_S;
        let session = cx.session;
        ui.add(Label::new(theme::title(headline(session, end))).wrap());
        let reason = reason(session, end);
        if !reason.is_empty() {
            ui.add(Label::new(theme::muted(ui.ctx(), reason)).wrap());
        }
        rating_ui(ui, session, self.rating_line(session));
        if !session.game.is_empty() {
            let size = vec2(ui.available_width(), REVIEW_HEIGHT);
            let may_review = session.review.running.is_none();
            let button = primary_button_if(ui, "Review", may_review);
            if sized_button_ui(ui, size, may_review, button).clicked() {
                cx.ask(Request::StartReview);
            }
        }
        let next = next_opponent(session, end);
        let is_remote = session.game.header.players.contains(&Player::Remote);
        // A server pairs players by offers.
        let again = if is_remote { "Opponents" } else { "Rematch" };
        let mut buttons = vec![(Button::new(again), true)];
        let text = next.map_or("New game".to_owned(), |next| format!("Next: {}", next.name));
        buttons.push((Button::new(text), true));
        match (button_row_ui(ui, buttons), next) {
            (Some(0), _) if is_remote => cx.ask(Request::Show(PageId::Opponents)),
            (Some(0), _) => cx.ask(Request::Begin(Box::new(rematch(session)))),
            (Some(_), Some(next)) => {
                let game = session.game_against(OpponentChoice::Level(next.number));
                cx.ask(Request::Begin(Box::new(game)));
            }
            (Some(_), None) => cx.ask(Request::NewGame),
            (None, _) => {}
        }
        self.moments_ui(ui, cx);
    }

    /// The effect of the game on the rating, computed once for the game and the results.
    fn rating_line(&mut self, session: &Session) -> RatingLine {
        let (game_number, results) = (session.game_number, session.lists.results.len());
        let is_of = |news: &&RatingNews| (news.game_number, news.results) == (game_number, results);
        if let Some(news) = self.rating.as_ref().filter(is_of) {
            return news.line.clone();
        }
        let line = rating_line(session);
        self.rating = Some(RatingNews { game_number, results, line: line.clone() });
        line
    }
}

fn rating_line(session: &Session) -> RatingLine {
    if let Some(reason) = session.why_uncounted() {
        return RatingLine::Uncounted(format!("This game does not count: {reason}."));
    }
    let results = &session.lists.results;
    let id = session.archive_place.id.as_ref().filter(|id| results.has(id));
    let Some(id) = id.filter(|_| session.user().is_some()) else { return RatingLine::None };
    let standing = session.standing();
    let games = results.games_on(&session.variant().id);
    // The change is that of the last game.
    let is_last = games.last().is_some_and(|last| last.id == *id);
    let change = standing.last_change().filter(|_| is_last).map(|change| change.round() as i64);
    let text = format!("{:.0} \u{b1} {:.0}", standing.rating.elo, standing.rating.bound());
    RatingLine::Rating { text, change }
}

fn rating_ui(ui: &mut Ui, session: &Session, line: RatingLine) {
    let theme = Theme::of(ui);
    let (text, change) = match line {
        RatingLine::None => return,
        RatingLine::Uncounted(text) => {
            ui.add(Label::new(theme::muted(ui.ctx(), text)).wrap());
            return;
        }
        RatingLine::Rating { text, change } => (text, change),
    };
    let name = theme::muted(ui.ctx(), format!("Your rating on {}", session.variant().name));
    let value = theme::bold(text);
    let change = change.map(|change| match change {
        0.. => theme::bold(format!("+{change}")).color(theme.good),
        _ => theme::bold(format!("\u{2212}{}", -change)).color(theme.bad),
    });
    if ui.available_width() < RATING_BESIDE_FROM {
        ui.add(Label::new(name).wrap());
        ui.horizontal(|ui| {
            ui.label(value);
            if let Some(change) = change {
                ui.label(change);
            }
        });
        return;
    }
    ui.horizontal(|ui| {
        ui.label(name);
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            if let Some(change) = change {
                ui.label(change);
            }
            ui.label(value);
        });
    });
}

/// The level after the one that the user has beaten; `None` after another result, and where there
/// is none.
fn next_opponent(session: &Session, end: GameEnd) -> Option<&'static Level> {
    // A game of others has no record of its players.
    let header = &session.game.header;
    let winner = end.winner().filter(|winner| header.player(*winner) == Player::Human)?;
    let Player::Computer(beaten) = header.player(!winner) else { return None };
    let is_level = beaten.hundredths == 0 && !session.settings.uses_match();
    let number = usize::from(beaten.level.filter(|_| is_level)?);
    LEVELS.get(number)
}

/// The result: `You won` if exactly one human plays. A game without records of its players, as from a
/// file, is one of others.
pub(super) fn headline(session: &Session, end: GameEnd) -> String {
    let players = session.game.header.players;
    let is_human = |color| session.player(color) == Player::Human;
    let one_human = !players.contains(&Player::Unknown) && is_human(White) != is_human(Black);
    match end.winner() {
        None => "A draw".to_owned(),
        Some(winner) if one_human && is_human(winner) => "You won".to_owned(),
        Some(_) if one_human => "You lost".to_owned(),
        Some(winner) => format!("{winner} won"),
    }
}

/// How the game ended, without the result: `White took the king in 16 moves.`; empty if that is not
/// known.
pub(super) fn reason(session: &Session, end: GameEnd) -> String {
    let moves = |side| counted(moves_of(session, side), "move", "moves");
    match end {
        GameEnd::ByRules(Outcome { ending: Ending::KingTaken, winner: Some(winner) }) => {
            format!("{winner} took the king in {}.", moves(winner))
        }
        GameEnd::ByRules(Outcome { ending: Ending::Checkmate, winner: Some(winner) }) => {
            format!("{winner} mated in {}.", moves(winner))
        }
        _ => {
            let text = end.to_string();
            let result = end.winner().map_or("Draw".to_owned(), |winner| format!("{winner} wins"));
            let cause = text.strip_prefix(&result).unwrap_or(&text).trim_start_matches(':').trim();
            if cause.is_empty() { String::new() } else { format!("{}.", capitalised(cause)) }
        }
    }
}

/// The moves that a side has made up to the head of the game.
fn moves_of(session: &Session, side: Color) -> u64 {
    let is_of = |node: &&minnow_game::NodeId| {
        let node = session.game.node(**node);
        node.is_some_and(|node| node.parent().is_some() && node.position().turn() != side)
    };
    session.game.path(session.game.head()).iter().filter(is_of).count() as u64
}
