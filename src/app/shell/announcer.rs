//! Sentences for screen readers about what changes without the focus: moves, an attacked king, hints,
//! notices, questions and the result.

use egui::{Context, Id, Role, accesskit::Live};

use crate::app::{screen::AppState, ui::board::Hint};
use minnow_game::{GameEnd, NodeId};
use minnow_rules::{Color, Move, Position};

/// Compares the state with that of the frame before.
#[derive(Default)]
pub(crate) struct Announcer {
    heard: Option<Heard>,
}

/// The state that was announced last.
#[derive(Clone, PartialEq)]
struct Heard {
    game_number: u64,
    /// True while the position of a task is analysed in place of the game.
    is_beside: bool,
    /// The number of the game on the board, which is another one in a task.
    board_number: u64,
    head: NodeId,
    cursor: NodeId,
    end: Option<GameEnd>,
    hint: Option<String>,
    notice: Option<String>,
    alerts: Vec<String>,
    question: Option<String>,
    answer: Option<String>,
    uncounted: Option<String>,
}

impl Heard {
    fn new(state: &AppState) -> Heard {
        let (session, game) = (&state.session, state.board_game());
        let alerts = session.keeping.alerts().iter().map(|alert| alert.text.clone());
        let question = state.question.as_ref();
        Heard {
            game_number: session.game_number,
            is_beside: session.has_waiting_game(),
            board_number: state.board_place().game_number,
            head: game.head(),
            cursor: game.cursor(),
            end: game.result(),
            hint: hint_text(state),
            notice: session.notice.as_ref().map(|notice| notice.text.clone()),
            alerts: alerts.collect(),
            question: question.map(|question| format!("{}. {}", question.title, question.text)),
            answer: state.play.answer_text(session),
            uncounted: state.play.uncounted_text(session),
        }
    }
}

impl Announcer {
    /// Puts the news of this frame into a live region, which a screen reader reads aloud.
    pub(crate) fn announce_ui(&mut self, ctx: &Context, state: &AppState) {
        let news = self.news(state);
        let text = news.join(" ");
        if text.is_empty() {
            return;
        }
        let shown = ctx.accesskit_node_builder(Id::unique("announcement"), |node| {
            node.set_role(Role::Status);
            node.set_live(Live::Polite);
            node.set_label(text);
        });
        if shown.is_some() {
            // The next frame has no such node, so that the same sentence can be announced again.
            ctx.request_repaint();
        }
    }

    /// The sentences about what has changed since the last call.
    fn news(&mut self, state: &AppState) -> Vec<String> {
        let now = Heard::new(state);
        let Some(before) = self.heard.replace(now.clone()) else {
            // The messages that wait at the start.
            return now.alerts.into_iter().chain(now.notice).chain(now.question).collect();
        };
        if before == now {
            return Vec::new();
        }
        let mut news = Vec::new();
        if before.board_number == now.board_number {
            news.extend(move_news(state, &before));
        } else {
            news.push(board_text(state, &before).to_owned());
        }
        let changed = |old: &Option<String>, new: &Option<String>| {
            new.clone().filter(|new| old.as_ref() != Some(new))
        };
        news.extend(now.end.filter(|end| before.end != Some(*end)).map(|end| format!("{end}.")));
        news.extend(changed(&before.hint, &now.hint));
        news.extend(now.alerts.into_iter().filter(|alert| !before.alerts.contains(alert)));
        news.extend(changed(&before.notice, &now.notice));
        news.extend(changed(&before.question, &now.question));
        news.extend(changed(&before.answer, &now.answer));
        news.extend(changed(&before.uncounted, &now.uncounted));
        news
    }
}

/// The new content of the board, in words.
fn board_text(state: &AppState, before: &Heard) -> &'static str {
    let is_beside = state.session.has_waiting_game();
    if before.game_number != state.session.game_number && before.is_beside == is_beside {
        "Another game."
    } else if is_beside {
        "The position, in Analyse."
    } else if state.board_task().is_some() {
        "Another position."
    } else {
        "Back to the game."
    }
}

/// The moves played since the last time, or the move that the user has gone to.
fn move_news(state: &AppState, before: &Heard) -> Vec<String> {
    let game = state.board_game();
    if game.cursor() == before.cursor {
        return Vec::new();
    }
    let path = game.path(game.cursor());
    let new = path.iter().position(|node| *node == before.cursor).map_or(path.len(), |at| at + 1);
    let went_back = new >= path.len();
    let from = if went_back { path.len().saturating_sub(1) } else { new };
    let mut news: Vec<String> = Vec::new();
    for node in path.into_iter().skip(from.max(1)).rev().take(2) {
        let node = game.node(node);
        let parent = node.and_then(|node| node.parent()).and_then(|parent| game.node(parent));
        let mv = node.and_then(|node| node.played());
        news.extend(parent.zip(mv).map(|(parent, mv)| move_text(parent.position(), mv)));
    }
    news.reverse();
    if game.cursor() == NodeId::ROOT {
        news.push("The start of the game.".to_owned());
    }
    let position = game.position();
    let attacked = Color::ALL.into_iter().find(|color| position.is_attacked(*color));
    news.extend(attacked.map(|color| format!("The king of {color} is attacked.")));
    news
}

/// `White: knight b1 takes c3.`
fn move_text(position: &Position, mv: Move) -> String {
    let piece = position.board().piece_on(mv.from());
    let name = piece.map_or("piece", |piece| piece.role.name());
    let to = position.target_square(mv);
    let mut text = format!("{}: {name} {}", position.turn(), mv.from());
    match position.captured(mv) {
        Some(role) => text.push_str(&format!(" takes {} {to}", role.name())),
        None => text.push_str(&format!(" to {to}")),
    }
    if let Some(role) = mv.promotion() {
        text.push_str(&format!(", becomes {}", role.name()));
    }
    text + "."
}

fn hint_text(state: &AppState) -> Option<String> {
    if let Some(task) = state.board_task() {
        let position = task.board().game.position();
        return Some(match task.hint()? {
            Hint::Piece(square) => format!("Hint: the piece on {square}."),
            Hint::Move(from, to) => {
                let is_shown = |mv: &Move| mv.from() == from && position.target_square(*mv) == to;
                let mv = position.legal_moves().into_iter().find(is_shown)?;
                format!("Hint: {}", move_text(position, mv))
            }
        });
    }
    let hint = state.play.hint_here(&state.session)?;
    if !hint.whole {
        return state.play.hint_text(&state.session);
    }
    Some(format!("Hint: {}", move_text(state.session.game.position(), hint.mv)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::request::Request;
    use crate::app::{
        screen::tests::begin,
        session::{GameCommand, Navigation, for_tests::two_humans, settings::Settings},
    };

    fn news_after(state: &mut AppState, announcer: &mut Announcer, command: GameCommand) -> String {
        state.update(Request::from(command), 0);
        announcer.news(state).join(" ")
    }

    #[test]
    fn moves_and_steps_are_announced_once() {
        let (mut state, _) = begin(two_humans());
        let mut announcer = Announcer::default();
        assert!(announcer.news(&state).is_empty());
        let typed = |text: &str| GameCommand::TypedMove(text.to_owned());
        let news = news_after(&mut state, &mut announcer, typed("b1c3"));
        assert_eq!(news, "White: knight b1 to c3.");
        assert!(announcer.news(&state).is_empty());
        let news = news_after(&mut state, &mut announcer, typed("b5b4"));
        assert_eq!(news, "Black: pawn b5 to b4.");
        let back = GameCommand::Navigate(Navigation::Back);
        let news = news_after(&mut state, &mut announcer, back.clone());
        assert_eq!(news, "White: knight b1 to c3.");
        let news = news_after(&mut state, &mut announcer, back);
        assert_eq!(news, "The start of the game.");
        let news = news_after(&mut state, &mut announcer, typed("Qx"));
        assert!(news.contains("Qx"), "the notice about it: {news}");
    }

    #[test]
    fn the_question_about_an_open_move_is_announced() {
        let (mut state, _) = begin(Settings { confirm_moves: true, ..two_humans() });
        let mut announcer = Announcer::default();
        assert!(announcer.news(&state).is_empty());
        let typed = GameCommand::TypedMove("a2a3".to_owned());
        assert_eq!(news_after(&mut state, &mut announcer, typed), "Play a3?");
    }
}
