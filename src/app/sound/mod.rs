//! Plays the program's sounds: they are computed as samples when they are heard, decaying tones and a
//! little noise, so that no recording is needed. Each is sent to the system by a job of its own, so that
//! the window never waits for a sound device. The same sound has the same samples every time.
//!
//! A machine without a sound server or device stays silent without a message.

#[cfg(any(windows, target_os = "macos"))]
mod native;
#[cfg(not(any(windows, target_os = "macos", target_arch = "wasm32")))]
mod pulse;

#[cfg(any(windows, target_os = "macos"))]
use native as system;
#[cfg(not(any(windows, target_os = "macos", target_arch = "wasm32")))]
use pulse as system;

use std::{f32::consts::TAU, sync::Arc};

use super::session::Sound;
use minnow_engine::Random;
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
        let samples = samples(sound, volume);
        #[cfg(target_arch = "wasm32")]
        super::page::play_sound(&samples, SAMPLE_RATE);
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

/// Samples per second, of one channel.
const SAMPLE_RATE: u32 = 44_100;

/// The greatest level of a sample at full volume; the rest is headroom for the mixer.
const PEAK: f32 = 0.7;
/// The length of the rise at the beginning, in milliseconds.
const FADE_IN_MS: f32 = 2.0;
/// The length of the fall at the end, in milliseconds.
const FADE_OUT_MS: f32 = 20.0;

/// A tone that decays.
struct DecayingTone {
    start_ms: f32,
    /// The frequency; 0 for noise.
    hz: f32,
    /// The time in which the level falls to 37 %.
    decay_ms: f32,
    level: f32,
}

const fn tone(start_ms: f32, hz: f32, decay_ms: f32, level: f32) -> DecayingTone {
    DecayingTone { start_ms, hz, decay_ms, level }
}

/// Wood on wood: two short tones and a click.
const MOVE: [DecayingTone; 4] = [
    tone(0.0, 310.0, 22.0, 1.0),
    tone(0.0, 742.0, 11.0, 0.55),
    tone(0.0, 1_630.0, 5.0, 0.25),
    tone(0.0, 0.0, 3.0, 0.45),
];
/// The taken piece, then the other in its place.
const CAPTURE: [DecayingTone; 6] = [
    tone(0.0, 520.0, 14.0, 0.7),
    tone(0.0, 1_910.0, 6.0, 0.4),
    tone(0.0, 0.0, 4.0, 0.6),
    tone(62.0, 255.0, 30.0, 1.0),
    tone(62.0, 640.0, 13.0, 0.5),
    tone(62.0, 0.0, 3.0, 0.4),
];
/// A move, and two rising notes: E and A.
const CHECK: [DecayingTone; 6] = [
    tone(0.0, 310.0, 22.0, 0.8),
    tone(0.0, 0.0, 3.0, 0.3),
    tone(20.0, 659.3, 70.0, 0.5),
    tone(20.0, 1_318.5, 40.0, 0.12),
    tone(120.0, 880.0, 90.0, 0.55),
    tone(120.0, 1_760.0, 45.0, 0.12),
];
/// A falling and closing chord: G, E, C with its octave.
const END: [DecayingTone; 6] = [
    tone(0.0, 310.0, 22.0, 0.6),
    tone(40.0, 784.0, 150.0, 0.4),
    tone(170.0, 659.3, 170.0, 0.4),
    tone(300.0, 523.3, 230.0, 0.5),
    tone(300.0, 261.6, 230.0, 0.35),
    tone(300.0, 1_046.5, 120.0, 0.1),
];
/// Two ticks of a clock.
const LOW_TIME: [DecayingTone; 4] = [
    tone(0.0, 1_175.0, 18.0, 0.8),
    tone(0.0, 2_350.0, 8.0, 0.3),
    tone(150.0, 1_175.0, 18.0, 0.8),
    tone(150.0, 2_350.0, 8.0, 0.3),
];

/// The length of a sound in milliseconds, and its tones.
fn parts(sound: Sound) -> (f32, &'static [DecayingTone]) {
    match sound {
        Sound::Move => (120.0, &MOVE),
        Sound::Capture => (210.0, &CAPTURE),
        Sound::Check => (420.0, &CHECK),
        Sound::End => (1_000.0, &END),
        Sound::LowTime => (250.0, &LOW_TIME),
    }
}

/// The samples of a sound, from -1 to 1. `volume` is from 0 to 1.
fn samples(sound: Sound, volume: f32) -> Vec<f32> {
    let rate = SAMPLE_RATE as f32;
    let (length_ms, tones) = parts(sound);
    let count = (length_ms / 1000.0 * rate) as usize;
    let mut samples = vec![0.0_f32; count];
    let mut noise = Random(0);
    for tone in tones {
        let start = (tone.start_ms / 1000.0 * rate) as usize;
        for (index, sample) in samples.iter_mut().skip(start).enumerate() {
            let seconds = index as f32 / rate;
            let wave = if tone.hz > 0.0 {
                (TAU * tone.hz * seconds).sin()
            } else {
                noise_level(&mut noise)
            };
            *sample += tone.level * wave * (-1000.0 * seconds / tone.decay_ms).exp();
        }
    }
    let loudest = samples.iter().fold(0.0_f32, |most, sample| most.max(sample.abs()));
    let scale = PEAK * volume.clamp(0.0, 1.0) / loudest.max(f32::EPSILON);
    let (rise, fall) = (FADE_IN_MS / 1000.0 * rate, FADE_OUT_MS / 1000.0 * rate);
    for (index, sample) in samples.iter_mut().enumerate() {
        let (from_start, to_end) = (index as f32, (count - 1 - index) as f32);
        *sample *= scale * (from_start / rise).min(1.0) * (to_end / fall).min(1.0);
    }
    samples
}

/// A sample of white noise, from -1 to 1.
fn noise_level(random: &mut Random) -> f32 {
    random.draw() as f32 / u64::MAX as f32 * 2.0 - 1.0
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

    #[test]
    fn every_sound_has_its_length_and_never_clips() {
        for sound in Sound::ALL {
            let samples = samples(sound, 1.0);
            let ms = samples.len() as f32 * 1000.0 / SAMPLE_RATE as f32;
            assert!((ms - parts(sound).0).abs() < 0.1, "{sound:?} lasts {ms} ms");
            let loudest = samples.iter().fold(0.0_f32, |most, sample| most.max(sample.abs()));
            assert!((0.3..=PEAK).contains(&loudest), "{sound:?} {loudest}");
        }
    }

    #[test]
    fn sounds_begin_and_end_in_silence() {
        for sound in Sound::ALL {
            let samples = samples(sound, 1.0);
            assert!(samples[0].abs() < 1e-6 && samples[samples.len() - 1].abs() < 1e-6);
            // No step at the edges that would be heard as a click.
            let tail = &samples[samples.len() - 44..];
            assert!(tail.iter().all(|sample| sample.abs() < 0.01), "{sound:?} ends in a click");
            assert!(samples[1].abs() < 0.05, "{sound:?} begins with a step");
        }
    }

    #[test]
    fn volume_scales_and_sounds_differ() {
        let loudest =
            |volume| samples(Sound::Move, volume).iter().fold(0.0_f32, |most, s| most.max(s.abs()));
        assert!((loudest(0.5) * 2.0 - loudest(1.0)).abs() < 1e-3);
        assert!(loudest(0.0) < 1e-6);
        assert_eq!(samples(Sound::End, 1.0), samples(Sound::End, 1.0));
        let mean = |sound| {
            let samples = samples(sound, 1.0);
            samples.iter().map(|s| s.abs()).sum::<f32>() / samples.len() as f32
        };
        assert!(Sound::ALL.iter().all(|sound| mean(*sound) > 0.01), "all can be heard");
        assert_ne!(samples(Sound::Move, 1.0), samples(Sound::Capture, 1.0));
    }
}
