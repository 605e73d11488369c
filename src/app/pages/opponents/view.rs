//! The view of the page: the user's rating with its history, match me, and a card for each level.

use egui::{Align, Layout, Response, RichText, Ui, Vec2, vec2};

use super::{
    OpponentsContent, OpponentsPage,
    card::{CardPlace, CardText, card_ui, text_height},
    plot::history_ui,
};
use crate::app::{
    context::Cx,
    request::Request,
    session::{Question, Session, settings::OpponentChoice},
    ui::{
        text::variant_text,
        theme::{self, SPACE_M, SPACE_S, SPACE_XS, Theme},
        widgets::choice_row_ui,
    },
};
use minnow_engine::{LEVELS, Level, Strength, rating_of};
use minnow_game::level_text;
use minnow_study::analysis::{MatchAim, MatchPick};

// Sizes in points.
const TWO_COLUMNS_FROM_WIDTH: f32 = 700.0;
const HISTORY_BESIDE_FROM: f32 = 720.0;
const HISTORY_SIZE: Vec2 = vec2(360.0, 84.0);
const AIM_WIDTH: f32 = 360.0;

/// Draws the page. In its first frame the focus goes to the present opponent.
pub(super) fn opponents_ui(ui: &mut Ui, page: &OpponentsPage, cx: &mut Cx<'_>) {
    let Some(content) = page.content() else {
        // The content comes with the next tick.
        ui.ctx().request_repaint();
        return;
    };
    // The margin keeps the scroll bar off the cards.
    ui.set_max_width(ui.available_width() - SPACE_S);
    rating_ui(ui, content, cx);
    ui.add_space(SPACE_S);
    let current = cx.session.settings.opponent_choice();
    let play = match_card_ui(ui, content, current, cx);
    focus(&play, cx.is_new && current == Some(OpponentChoice::MatchMe));
    let columns = if ui.available_width() >= TWO_COLUMNS_FROM_WIDTH { 2 } else { 1 };
    let width = (ui.available_width() - SPACE_S * (columns - 1) as f32) / columns as f32;
    for row in LEVELS.chunks(columns) {
        let texts: Vec<CardText<'_>> =
            row.iter().map(|level| level_text_of(content, level)).collect();
        let height = texts.iter().map(|text| text_height(ui, text, width)).fold(0.0, f32::max);
        ui.horizontal_top(|ui| {
            ui.spacing_mut().item_spacing.x = SPACE_S;
            for (level, text) in row.iter().zip(&texts) {
                let choice = OpponentChoice::Level(level.number);
                let is_current = current == Some(choice);
                let fish = level.number;
                let place = CardPlace { width, text_height: height, fish, is_current };
                let play = card_ui(ui, place, text, |_| {});
                focus(&play, cx.is_new && is_current);
                if play.clicked() {
                    play_against(choice, cx);
                }
            }
        });
    }
}

/// Begins a game against an opponent.
fn play_against(choice: OpponentChoice, cx: &mut Cx<'_>) {
    cx.ask(Request::Cancel);
    cx.ask(Request::Begin(Box::new(cx.session.game_against(choice))));
}

/// Gives a button the focus, and scrolls to one that gets it.
fn focus(button: &Response, takes_focus: bool) {
    if takes_focus {
        button.request_focus();
    }
    if button.gained_focus() {
        button.scroll_to_me(None);
    }
}

/// Asks for confirmation before the user's rating on this board begins anew.
fn reset_question(session: &Session) -> Question {
    let board = &session.variant().name;
    let games = match session.standing().games() {
        1 => "The game that counts now does not count any more".to_owned(),
        games => format!("The {games} games that count now do not count any more"),
    };
    let text = format!("{games}. They stay among your games.");
    Question::new(&format!("Begin your rating on {board} anew?"), text)
        .cancel("Keep it")
        .choice("Begin anew", Request::ResetRating)
}

/// The user's rating on the board, and its history where there is room.
fn rating_ui(ui: &mut Ui, content: &OpponentsContent, cx: &mut Cx<'_>) {
    let has_history = content.history.len() >= 2;
    let room = ui.available_width();
    let plot = vec2(HISTORY_SIZE.x.min(room), HISTORY_SIZE.y);
    let is_beside = room >= HISTORY_BESIDE_FROM;
    ui.horizontal_top(|ui| {
        ui.vertical(|ui| {
            ui.set_width(if is_beside && has_history { room - plot.x - SPACE_M } else { room });
            ui.spacing_mut().item_spacing.y = SPACE_XS;
            let board = variant_text(content.variant);
            ui.label(theme::caption(ui.ctx(), format!("Your rating on {board}")));
            rating_text_ui(ui, content, cx);
            if let Some(reason) = cx.session.why_uncounted().filter(|_| !cx.session.game.is_empty())
            {
                let text = format!("The game on the board does not count: {reason}.");
                ui.label(RichText::new(text).small());
            }
        });
        if is_beside && has_history {
            history_ui(ui, &content.history, None, plot);
        }
    });
    if !is_beside && has_history {
        history_ui(ui, &content.history, None, plot);
    }
}

fn rating_text_ui(ui: &mut Ui, content: &OpponentsContent, cx: &mut Cx<'_>) {
    let color = Theme::of(ui).muted;
    let small = |text: String| RichText::new(text).small().color(color);
    if content.games == 0 {
        ui.label(theme::bold("Not known yet"));
    } else {
        let (elo, bound) = (content.rating.elo, content.rating.bound());
        ui.label(theme::heading(format!("about {elo:.0} \u{b1} {bound:.0}")));
        let games = if content.games == 1 {
            "1 game counts"
        } else {
            &format!("{} games count", content.games)
        };
        ui.horizontal(|ui| {
            ui.spacing_mut().interact_size.y = 0.0;
            ui.label(small(format!("{games}, recent ones more.")));
            if ui.link(RichText::new("Begin anew\u{2026}").small()).clicked() {
                cx.ask(Request::Ask(Box::new(reset_question(cx.session))));
            }
        });
    }
    ui.label(small(
        "Finished games from the usual start count, without hints, take-backs and analysis. 0 is a \
         player who moves at random."
            .to_owned(),
    ));
}

fn level_text_of<'a>(content: &OpponentsContent, level: &'a Level) -> CardText<'a> {
    let rating = rating_of(content.variant, Strength::of_level(level.number));
    let results = content.levels.get(usize::from(level.number) - 1);
    CardText {
        name: level.name,
        number: format!("level {}", level.number),
        about: level.about,
        rating: format!("about {rating}"),
        results: results.copied().unwrap_or_default().text(),
        play: format!("Play {}, level {}", level.name, level.number),
    }
}

/// The card of match me with the choice of its aim.
fn match_card_ui(
    ui: &mut Ui,
    content: &OpponentsContent,
    current: Option<OpponentChoice>,
    cx: &mut Cx<'_>,
) -> Response {
    let MatchPick { strength, is_at_end } = content.pick;
    let rating = rating_of(content.variant, strength);
    let end = if !is_at_end {
        ""
    } else if strength.is_full() {
        "; there is no stronger opponent"
    } else {
        "; there is no weaker opponent"
    };
    let text = CardText {
        name: "Match me",
        number: String::new(),
        about: "As strong as you: it plays between the levels and follows your results on this board.",
        rating: format!("next: level {}, about {rating}", level_text(strength.hundredths())),
        results: format!("{}{end}", content.matched.text()),
        play: "Play Match me".to_owned(),
    };
    let width = ui.available_width();
    let is_current = current == Some(OpponentChoice::MatchMe);
    let fish = strength.level().number;
    let place = CardPlace { width, text_height: text_height(ui, &text, width), fish, is_current };
    let play = card_ui(ui, place, &text, |ui| {
        ui.with_layout(Layout::top_down(Align::Min), |ui| {
            ui.set_max_width(AIM_WIDTH.min(ui.available_width()));
            let aims = MatchAim::ALL.map(|aim| (aim, aim.text()));
            let aim = cx.session.settings.aim;
            if let Some(aim) = choice_row_ui(ui, "Your score", aim, &aims) {
                cx.change_settings(|changed| changed.aim = aim);
            }
        });
    });
    if play.clicked() {
        play_against(OpponentChoice::MatchMe, cx);
    }
    play
}
