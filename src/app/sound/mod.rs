//! Plays the program's sounds: they are computed when they are heard, and each is sent to the system
//! by a job of its own, so that the window never waits for a sound device.
//!
//! A machine without a sound server or device stays silent without a message.

#[cfg(any(windows, target_os = "macos"))]
mod native;
#[cfg(not(any(windows, target_os = "macos", target_arch = "wasm32")))]
mod pulse;
mod synth;

#[cfg(any(windows, target_os = "macos"))]
use native as system;
#[cfg(not(any(windows, target_os = "macos", target_arch = "wasm32")))]
use pulse as system;

use std::sync::Arc;

use super::session::Sound;
use minnow_jobs::{JobHandle, Spawner};

/// The most sounds that are heard at once; others are dropped.
const MOST_AT_ONCE: usize = 4;

/// Plays a sound to its end, on the thread that calls it.
pub trait SoundDevice: Send + Sync {
    /// `volume` is from 0 to 1.
    fn play(&self, sound: Sound, volume: f32);
}

/// The sound system of the desktop.
struct SystemDevice;

impl SoundDevice for SystemDevice {
    fn play(&self, sound: Sound, volume: f32) {
        let samples = synth::samples(sound, volume);
        #[cfg(target_arch = "wasm32")]
        super::page::play_sound(&samples, synth::SAMPLE_RATE);
        // Without a sound server or device there is nothing to do.
        #[cfg(not(target_arch = "wasm32"))]
        let _ = system::play(&samples);
    }
}

/// Starts the job of each sound.
pub struct Speaker {
    spawner: Spawner,
    device: Arc<dyn SoundDevice>,
    playing: Vec<JobHandle<()>>,
}

impl Speaker {
    /// A speaker that uses the sound system of the desktop.
    pub fn new(spawner: Spawner) -> Speaker {
        Speaker { spawner, device: Arc::new(SystemDevice), playing: Vec::new() }
    }

    /// Uses another device, as in a test.
    pub fn set_device(&mut self, device: Arc<dyn SoundDevice>) {
        self.device = device;
    }

    /// Plays a sound at a volume in percent; returns at once.
    pub fn play(&mut self, sound: Sound, volume_percent: u8) {
        self.playing.retain_mut(|job| {
            job.events();
            !job.is_over()
        });
        if self.playing.len() >= MOST_AT_ONCE || volume_percent == 0 {
            return;
        }
        let device = self.device.clone();
        let volume = f32::from(volume_percent.min(100)) / 100.0;
        // Only the page itself can play sounds, and it does not wait for them.
        if cfg!(target_arch = "wasm32") {
            device.play(sound, volume);
            return;
        }
        let job = self.spawner.start("sound", || {}, move |_| device.play(sound, volume));
        self.playing.push(job);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::{
        Barrier,
        atomic::{AtomicUsize, Ordering},
    };

    use super::*;

    /// Counts the sounds; each lasts until the test lets it end.
    struct Slow {
        begun: AtomicUsize,
        end: Barrier,
    }

    impl SoundDevice for Slow {
        fn play(&self, _: Sound, _: f32) {
            self.begun.fetch_add(1, Ordering::SeqCst);
            self.end.wait();
        }
    }

    #[test]
    fn a_flood_of_sounds_is_cut() {
        let slow =
            Arc::new(Slow { begun: AtomicUsize::new(0), end: Barrier::new(MOST_AT_ONCE + 1) });
        let mut speaker = Speaker::new(Spawner::default());
        speaker.set_device(slow.clone());
        for _ in 0..20 {
            speaker.play(Sound::Move, 50);
        }
        slow.end.wait();
        for job in speaker.playing.drain(..) {
            job.wait().unwrap();
        }
        assert_eq!(slow.begun.load(Ordering::SeqCst), MOST_AT_ONCE);
        speaker.play(Sound::Move, 0);
        assert!(speaker.playing.is_empty(), "silence needs no job");
    }

    #[test]
    fn a_refused_thread_is_no_problem() {
        let refusing = Spawner::new(|_, _| Err(std::io::Error::other("no more threads")));
        let mut speaker = Speaker::new(refusing);
        for _ in 0..20 {
            speaker.play(Sound::End, 50);
        }
        assert!(speaker.playing.len() <= 1);
    }
}
