//! Analyse: any position and any move; a new move becomes a variation.

use super::AppState;
use crate::app::{
    action::{Action, AnalyseAction, Tab},
    moves, review,
    session::{Command, Effect, settings::EngineSettings},
    settings,
};
use crate::rules::Move;

impl AppState {
    pub(super) fn update_in_analyse(&mut self, action: Action, now_ms: u64) {
        match action {
            Action::Command(command) => self.command_in_analyse(command, now_ms),
            Action::Analyse(action) => self.update_analyse(action),
            Action::Moves(action) => self.update_moves(action, now_ms),
            Action::Review(action) => review::update::update(&mut self.session, action),
            Action::Games(action) => self.update_games(action, now_ms),
            Action::Settings(action) => settings::update(&mut self.session, action),
            Action::Lab(action) => self.update_lab(action, now_ms),
            // The game waits, and the other screens are not shown.
            Action::Play(_) | Action::Learn(_) | Action::Editor(_) => {}
            Action::Window(action) => self.update_window(action, now_ms),
        }
    }

    fn update_analyse(&mut self, action: AnalyseAction) {
        match action {
            AnalyseAction::Lines(lines) => {
                let engine = EngineSettings { lines, ..self.session.settings.engine };
                self.session.set_engine(engine);
                self.session.effects.push(Effect::KeepSettings);
            }
            AnalyseAction::ShowSettings => {
                self.tab = Tab::Settings;
                if !self.drawer_open() {
                    self.toggle_drawer();
                }
            }
        }
    }

    /// Adds the user's move as a variation.
    pub(in crate::app) fn add_move(&mut self, mv: Move) {
        if self.may_move() {
            self.session.add_move(mv);
        }
    }

    /// Commands on a board whose moves become variations: here and, where no page of the lab takes
    /// them, in the lab.
    pub(super) fn command_in_analyse(&mut self, command: Command, now_ms: u64) {
        match command {
            Command::Move(mv) => self.add_move(mv),
            Command::TypedMove(text) => self.typed_move(&text, now_ms),
            Command::Type(text) => self.type_or_mark(&text, now_ms),
            Command::TypeBackspace => drop(self.session.typed.pop()),
            Command::KeepShapes(shapes) => self.session.keep_shapes(&shapes),
            Command::Navigate(navigation) => self.navigate(navigation),
            Command::Undo => moves::update::undo(&mut self.session, now_ms),
            Command::Redo => moves::update::redo(&mut self.session, now_ms),
            Command::DeleteHere => self.delete_here(now_ms),
            Command::ToggleAnalysis => self.live.toggle(&self.session),
            Command::ToggleThreat => self.live.toggle_threat(&self.session),
            Command::AddLine { after, moves } => self.session.add_line(after, &moves),
            Command::Flip => self.session.flipped = !self.session.flipped,
            Command::Cancel => self.cancel(),
            Command::SelectMode(mode) => self.select_mode(mode, now_ms),
            Command::EditPosition => self.open_editor(),
            Command::StartReview => self.start_review(now_ms),
            Command::Learn => self.start_learning(now_ms),
            Command::Explain(query) => self.ask_why(query),
            Command::NewGame => self.new_game_here(),
            Command::Copy(what) => self.copy_what(what),
            Command::Paste(text) => self.paste(&text),
            // A hint is for a game that is being played.
            Command::Hint => {}
        }
    }
}
