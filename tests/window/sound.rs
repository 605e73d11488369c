//! Which events of a game are heard, with a recorder in place of the sound device.

use std::sync::{
    Arc, Mutex,
    mpsc::{Receiver, Sender, channel},
};
use std::time::Duration;

use minnow::app::session::Sound;
use minnow::app::session::settings::Settings;
use minnow::app::sound::SoundDevice;

use crate::desk::{Desk, quick, two_humans};

/// The time after which a test reports that a sound was lost; far longer than it takes.
const HANGS_AFTER: Duration = Duration::from_secs(120);

/// Sends each sound to the test.
struct Recorder(Mutex<Sender<(Sound, f32)>>);

impl SoundDevice for Recorder {
    fn play(&self, sound: Sound, volume: f32) {
        self.0.lock().unwrap().send((sound, volume)).unwrap_or_default();
    }
}

fn heard_by(desk: &mut Desk) -> Receiver<(Sound, f32)> {
    let (sender, sounds) = channel();
    desk.harness.state_mut().set_sound_device(Arc::new(Recorder(Mutex::new(sender))));
    sounds
}

fn next(sounds: &Receiver<(Sound, f32)>) -> Sound {
    sounds.recv_timeout(HANGS_AFTER).expect("a sound").0
}

fn both() -> Settings {
    Settings { sounds: true, ..two_humans() }
}

#[test]
fn an_attack_on_the_king_and_the_end_are_heard() {
    let mut desk = Desk::with(&Settings { warn_king: false, ..both() });
    let sounds = heard_by(&mut desk);
    desk.paste("k4/5/5/1p3/R4/4K w - - 0 1");
    desk.play("a2", "a3");
    assert_eq!(next(&sounds), Sound::Check);
    desk.play("b3", "b2");
    assert_eq!(next(&sounds), Sound::Move, "White's king is not attacked");
    assert!(sounds.try_recv().is_err(), "one sound for each move");
    desk.play("a3", "a6");
    assert_eq!(next(&sounds), Sound::End);
}

#[test]
fn the_reply_resigning_and_moves_in_analysis_are_heard() {
    let mut desk = Desk::with(&Settings { sounds: true, volume: 50, ..quick() });
    let sounds = heard_by(&mut desk);
    desk.play("a2", "a3");
    desk.until_plies(2);
    assert_eq!(sounds.recv_timeout(HANGS_AFTER).unwrap(), (Sound::Move, 0.5));
    next(&sounds);
    desk.click("Resign");
    desk.all("Resign").last().unwrap().click();
    desk.run();
    assert_eq!(next(&sounds), Sound::End);
    desk.click("Analyse");
    desk.press(egui::Modifiers::NONE, egui::Key::Home);
    assert!(sounds.try_recv().is_err(), "walking through the game is silent");
    desk.play("b2", "b3");
    assert_eq!(next(&sounds), Sound::Move);
}

#[test]
fn one_switch_silences_all() {
    let mut desk = Desk::with(&both());
    let sounds = heard_by(&mut desk);
    desk.open_settings();
    assert!(desk.shows("Volume") && desk.says("Volume 60 %"), "the slider and its heading");
    desk.click_in_view_or_not("Sounds");
    assert!(!desk.state().session.settings.sounds && !desk.shows("Volume"));
    desk.close_page();
    desk.play("b2", "b3");
    desk.open_settings();
    desk.click_in_view_or_not("Sounds");
    desk.close_page();
    desk.play("a5", "a4");
    assert_eq!(next(&sounds), Sound::Move);
    assert!(sounds.try_recv().is_err(), "the first move was silent");
}
