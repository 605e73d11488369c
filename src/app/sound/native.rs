//! Sends samples to the default device of Windows or macOS.

use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

use cpal::{
    SampleFormat,
    traits::{DeviceTrait, HostTrait, StreamTrait},
};

use super::SAMPLE_RATE;

/// The time after which a sound is given up; longer than any sound.
const TIMEOUT: Duration = Duration::from_secs(4);

/// Why a sound was not heard.
#[derive(Debug, thiserror::Error)]
pub(super) enum DeviceError {
    #[error("there is no sound device")]
    NoDevice,
    #[error("the sound device takes samples of another format")]
    Format,
    #[error("the sound device fails: {0}")]
    Device(#[from] cpal::Error),
}

/// Plays samples from -1 to 1 and returns when they were heard.
///
/// # Errors
///
/// Returns an error if there is no device or it refuses the samples.
pub(super) fn play(samples: &[f32]) -> Result<(), DeviceError> {
    let device = cpal::default_host().default_output_device().ok_or(DeviceError::NoDevice)?;
    let config = device.default_output_config()?;
    if config.sample_format() != SampleFormat::F32 {
        return Err(DeviceError::Format);
    }
    let config: cpal::StreamConfig = config.into();
    let channels = usize::from(config.channels).max(1);
    let mut rest = resampled(samples, config.sample_rate).into_iter();
    let (end, ended) = channel();
    let failed = end.clone();
    let fill = move |buffer: &mut [f32], _: &cpal::OutputCallbackInfo| {
        // The buffer after the last sample proves that the last one was heard.
        if rest.len() == 0 {
            let _ = end.send(());
        }
        for frame in buffer.chunks_mut(channels) {
            frame.fill(rest.next().unwrap_or(0.0));
        }
    };
    let give_up = move |_| {
        let _ = failed.send(());
    };
    let stream = device.build_output_stream(config, fill, give_up, None)?;
    stream.play()?;
    match ended.recv_timeout(TIMEOUT) {
        Ok(()) | Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => Ok(()),
    }
}

/// The samples at another rate, interpolated linearly.
fn resampled(samples: &[f32], rate: u32) -> Vec<f32> {
    let step = SAMPLE_RATE as f32 / rate as f32;
    let count = (samples.len() as f32 / step) as usize;
    let at = |index: usize| samples.get(index).copied().unwrap_or(0.0);
    (0..count)
        .map(|index| {
            let place = index as f32 * step;
            let (before, share) = (place as usize, place.fract());
            at(before) * (1.0 - share) + at(before + 1) * share
        })
        .collect()
}
