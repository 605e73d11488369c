//! Changing settings: from the next move on, and kept for the next start.

use crate::app::{
    action::{Action, GamesAction, Setting},
    screen::AppState,
    session::Effect,
    session::engine_client::Purpose,
    session::settings::Sides,
};
use crate::engine::LEVELS;

impl AppState {
    pub(in crate::app) fn apply_setting(&mut self, setting: Setting, now_ms: u64) {
        let settings = &mut self.session.settings;
        match setting {
            Setting::Level(level) => {
                settings.level = level.clamp(1, LEVELS.len() as u8);
                settings.use_custom = false;
            }
            Setting::UseCustom(on) => settings.use_custom = on,
            Setting::Custom(custom) => settings.custom = custom,
            Setting::Sides(sides) => self.set_sides(sides),
            Setting::Variant(id) => {
                self.apply(Action::Games(GamesAction::NewGameOf(id)), now_ms);
                return;
            }
            Setting::Clock(clock) => {
                settings.clock = clock;
                if self.session.game.is_empty() && self.session.document.path.is_none() {
                    self.session.game.header.clock = None;
                    self.session.clock = self.session.clock_of_game();
                }
            }
            Setting::Reply(pace) => settings.reply = pace,
            Setting::Theme(theme) => settings.theme = theme,
            Setting::BoardColors(id) => settings.board_colors = id,
            Setting::Animate(on) => settings.animate = on,
            Setting::WarnKing(on) => settings.warn_king = on,
            Setting::ShowThinking(on) => settings.show_thinking = on,
            Setting::Engine(engine) => self.session.set_engine(engine),
            Setting::Zoom(zoom) => settings.zoom = zoom.clamp(0.75, 2.0),
        }
        self.session.record_players();
        self.session.keep_game();
        self.session.effects.push(Effect::KeepSettings);
    }

    /// The computer stops where it no longer plays, and begins where it now does.
    fn set_sides(&mut self, sides: Sides) {
        self.session.settings.sides = sides;
        self.session.flipped = sides == Sides::Black;
        self.play.paused = false;
        if self.session.engine.running().is_some_and(|running| running.purpose == Purpose::Reply) {
            self.session.engine.cancel();
        }
        self.play.pending = None;
        self.play.hint = None;
    }
}
