//! Computes the sounds as samples: decaying tones and a little noise, so that no recording is
//! needed. The same sound has the same samples every time.

use std::f32::consts::TAU;

use crate::app::session::Sound;
use minnow_engine::Random;

/// Samples per second, of one channel.
pub(super) const SAMPLE_RATE: u32 = 44_100;

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

fn tones(sound: Sound) -> &'static [DecayingTone] {
    match sound {
        Sound::Move => &MOVE,
        Sound::Capture => &CAPTURE,
        Sound::Check => &CHECK,
        Sound::End => &END,
        Sound::LowTime => &LOW_TIME,
    }
}

/// The length of a sound, in milliseconds.
fn length_ms(sound: Sound) -> f32 {
    match sound {
        Sound::Move => 120.0,
        Sound::Capture => 210.0,
        Sound::Check => 420.0,
        Sound::End => 1_000.0,
        Sound::LowTime => 250.0,
    }
}

/// The samples of a sound, from -1 to 1. `volume` is from 0 to 1.
pub(super) fn samples(sound: Sound, volume: f32) -> Vec<f32> {
    let rate = SAMPLE_RATE as f32;
    let count = (length_ms(sound) / 1000.0 * rate) as usize;
    let mut samples = vec![0.0_f32; count];
    let mut noise = Random(0);
    for tone in tones(sound) {
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
    use super::*;

    #[test]
    fn every_sound_has_its_length_and_never_clips() {
        for sound in Sound::ALL {
            let samples = samples(sound, 1.0);
            let ms = samples.len() as f32 * 1000.0 / SAMPLE_RATE as f32;
            assert!((ms - length_ms(sound)).abs() < 0.1, "{sound:?} lasts {ms} ms");
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
