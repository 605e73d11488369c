//! The status line: the state of autosave and review, the file, and the game's rules in a few
//! words.

use egui::{Align, Color32, Layout, RichText, TextStyle, Ui};

#[cfg(not(target_arch = "wasm32"))]
use crate::app::pages::PageId;
use crate::app::{
    keymap::keys_of,
    lab::LabPageId,
    request::Request,
    screen::{AppState, BoardTask},
    session::Mode,
    tables::build_percent,
    ui::theme::{self, Theme},
};
use minnow_game::{NodeId, Player};
use minnow_rules::{Color, Stalemate, Variant, counted, grouped};

/// The keys of analysis in the status line.
const ANALYSE_KEYS: &str =
    "Space analysis \u{b7} X threat \u{b7} \u{2190} \u{2192} moves \u{b7} F flip";

/// The keys of the lab: on the tree page with a recording, in the editor and without a recording,
/// and on its other pages. `{play}` stands for the keys of Play.
const TREE_KEYS: &str =
    "\u{2190} \u{2192} step \u{b7} Space play \u{b7} X next cutoff \u{b7} F flip";
const EDITOR_KEYS: &str = "Arrows select \u{b7} + child \u{b7} , sibling \u{b7} Del delete \u{b7} \
                           digits value \u{b7} Ctrl+Z undo";
const START_KEYS: &str =
    "\u{2190} \u{2192} moves \u{b7} {play} back to the game \u{b7} F flip \u{b7} ? all keys";
const LESSON_KEYS: &str = "\u{2190} \u{2192} previous and next \u{b7} ? all keys";
const LAB_KEYS: &str = "{play} back to the game \u{b7} F flip \u{b7} ? all keys";
/// The keys of the tasks: without hints, with hints, and in Learn when a problem is finished.
const NO_HINT_KEYS: &str = "F flip \u{b7} Esc leaves";
const TASK_KEYS: &str = "H hint \u{b7} F flip \u{b7} Esc leaves";
const NEXT_KEYS: &str = "Space next \u{b7} F flip \u{b7} Esc leaves";

/// Between two keys, and between two rules.
const DOT: &str = " \u{b7} ";
const SEMICOLON: &str = "; ";

/// Shown while the running game is not on disk, or not in the browser's storage.
const NOT_KEPT: &str = if cfg!(target_arch = "wasm32") {
    "Game not saved in the browser"
} else {
    "Game not saved on disk"
};

/// The way back from the analysis of a task.
const BACK: &str = "Back to your game";

/// Narrower room than this holds no readable part of the text on the right.
const LEAST_WIDTH: f32 = 40.0;

/// Draws the line.
pub(crate) fn status_ui(ui: &mut Ui, state: &AppState, out: &mut Vec<Request>) {
    let color = Theme::of(ui).muted;
    ui.horizontal_centered(|ui| {
        ui.spacing_mut().item_spacing.x = theme::SPACE_L;
        if let Some(problem) = state.session.keeping.game_problem() {
            let text = RichText::new(NOT_KEPT).small().color(Theme::of(ui).bad);
            ui.label(text).on_hover_text(problem);
        }
        if state.session.has_waiting_game() && ui.link(RichText::new(BACK).small()).clicked() {
            out.push(Request::SelectMode(Mode::Play));
        }
        #[cfg(not(target_arch = "wasm32"))]
        if let Some(text) = state.pages.tournament.run_text()
            && ui.link(RichText::new(text).small()).clicked()
        {
            out.push(Request::Show(PageId::Tournament));
        }
        for text in texts(state) {
            // A path may be longer than the window is wide.
            ui.add(egui::Label::new(RichText::new(text).small().color(color)).truncate());
        }
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let keys = match (state.board_task(), state.mode()) {
                (Some(BoardTask::Learn(learn)), _) if learn.is_done() => NEXT_KEYS,
                (Some(task), _) if task.has_hints() => TASK_KEYS,
                (Some(_), _) => NO_HINT_KEYS,
                (None, Mode::Play | Mode::Train) => "",
                (None, Mode::Analyse) => ANALYSE_KEYS,
                (None, Mode::Lab) => lab_keys(state),
            };
            let text = match keys {
                "" => fitting_parts(ui, &variant_summary(state.session.variant()), SEMICOLON),
                _ if ui.input(|input| input.has_touch_screen()) => String::new(),
                keys => {
                    let play = keys_of(&Request::SelectMode(Mode::Play));
                    fitting_parts(ui, &keys.replace("{play}", &play), DOT)
                }
            };
            if ui.available_width() > LEAST_WIDTH && !text.is_empty() {
                let text = RichText::new(text).small().color(color);
                ui.add(egui::Label::new(text).truncate());
            }
        });
    });
}

/// The first parts of a text, as many as there is room for.
fn fitting_parts(ui: &Ui, text: &str, separator: &str) -> String {
    let font = TextStyle::Small.resolve(ui.style());
    let width = |text: &str| {
        let galley =
            ui.painter().layout_no_wrap(text.to_owned(), font.clone(), Color32::PLACEHOLDER);
        galley.size().x
    };
    let mut shown = text;
    while !shown.is_empty() && width(shown) > ui.available_width() {
        shown = shown.rsplit_once(separator).map_or("", |(first, _)| first);
    }
    shown.to_owned()
}

fn lab_keys(state: &AppState) -> &'static str {
    match state.lab.page {
        LabPageId::Tree if state.shown_editor() => EDITOR_KEYS,
        LabPageId::Tree if state.shown_recording().is_some() => TREE_KEYS,
        LabPageId::Tree => START_KEYS,
        LabPageId::Lessons | LabPageId::Exercises | LabPageId::Printed => LESSON_KEYS,
        LabPageId::Compare | LabPageId::Claims => LAB_KEYS,
    }
}

/// The place in the recorded search, and the figures for comparison.
fn lab_texts(state: &AppState) -> Option<[String; 2]> {
    let page = state.shown_recording()?;
    let (recorded, stepper) = (page.recorded()?, &page.stepper);
    let at = grouped(stepper.at as u64);
    let walk = format!("Event {at} of {}", grouped(stepper.total as u64));
    let best = recorded.minimal.map_or(String::new(), |leaves| {
        format!("The same tree in perfect order: {}", counted(leaves, "leaf", "leaves"))
    });
    Some([walk, best])
}

/// The texts on the left, the most important first.
fn texts(state: &AppState) -> Vec<String> {
    let waiting = waiting_text(state);
    if let Some(lab) = lab_texts(state) {
        return lab.into_iter().chain(waiting).collect();
    }
    let mut texts: Vec<String> = progress_text(state).into_iter().chain(waiting).collect();
    if texts.is_empty() && state.session.keeping.game_problem().is_none() {
        let is_stopped = state.mode() == Mode::Play && state.session.is_clock_stopped();
        let clock = if is_stopped { "; clock stopped" } else { "" };
        texts.push(format!("Game saved automatically{clock}"));
    }
    texts.push(document_text(state));
    texts
}

/// A note on the game that goes on and waits in Play; `None` if there is none. A game of others and
/// moves that were only analysed do not wait.
fn waiting_text(state: &AppState) -> Option<String> {
    let session = &state.session;
    let game = session.game_of_play().game;
    let is_elsewhere = state.board_task().is_some() || state.mode() != Mode::Play;
    let is_played = game.head() != NodeId::ROOT
        && Color::ALL.iter().all(|color| game.header.player(*color) != Player::Unknown);
    if !is_elsewhere || !is_played || game.result().is_some() {
        return None;
    }
    let human = Color::ALL.into_iter().find(|color| session.is_human(*color));
    let user = human.filter(|_| session.settings.sides.has_one_human());
    let opponent = user.map(|user| format!(" against {}", session.name_in(&game.header, !user)));
    let clock = if game.header.clock.is_some() { ", clock stopped" } else { "" };
    Some(format!("Your game{} waits in Play{clock}", opponent.unwrap_or_default()))
}

/// The progress of the review or of the end-game tables.
fn progress_text(state: &AppState) -> Option<String> {
    if let Some(running) = &state.session.review.running {
        return Some(format!("{} half-moves", running.text()));
    }
    // The page from which it was started may be closed.
    let progress = state.session.tables.build_progress()?;
    Some(format!("Building the end-game tables: {} %", build_percent(progress)))
}

/// The file's name, with a note if the game has changes that are not in the file.
fn document_text(state: &AppState) -> String {
    let name = match (&state.session.document.path, &state.session.document.title) {
        (Some(path), _) => path.display().to_string(),
        (None, Some(title)) => title.clone(),
        (None, None) => return String::new(),
    };
    if state.session.is_unsaved() { format!("{name} (changed)") } else { name }
}

/// The rules of a game in a few words.
pub(crate) fn variant_summary(variant: &Variant) -> String {
    let mut words = vec![if variant.king_capture {
        "the king can be taken".to_owned()
    } else {
        "mate wins".to_owned()
    }];
    words.push(match variant.stalemate {
        Stalemate::Loss => "stalemate loses".to_owned(),
        Stalemate::Draw => "stalemate draws".to_owned(),
    });
    if let Some(limit) = variant.move_limit {
        words.push(format!("draw after move {limit}"));
    }
    format!("{}: {}", variant.name, words.join("; "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn summaries_come_from_the_data() {
        let text = |id| variant_summary(Variant::by_id(id).unwrap());
        assert_eq!(
            text("minichess"),
            "MiniChess: the king can be taken; stalemate loses; draw after move 40"
        );
        assert_eq!(text("gardner"), "Gardner: mate wins; stalemate draws");
    }
}
