//! Sends samples to the sound server over its socket: PulseAudio, or PipeWire in its place.
//!
//! The protocol needs no system library. A connection lasts as long as one sound, so a server that
//! starts later or restarts is found again.

use std::{
    ffi::CString,
    io::{self, BufReader},
    os::unix::net::UnixStream,
    path::Path,
    time::Duration,
};

use pulseaudio::protocol::{
    AuthParams, AuthReply, ChannelMap, ChannelVolume, Command, CreatePlaybackStreamReply,
    DEFAULT_SINK, MAX_VERSION, PlaybackStreamParams, Prop, Props, ProtocolError, SampleFormat,
    SampleSpec, SetClientNameReply, read_command_message, read_reply_message,
    stream::{BufferAttr, StreamFlags},
    write_command_message, write_memblock,
};

use super::SAMPLE_RATE;
use minnow_base::files::{self, plain_reason};

/// The most bytes of the file by which the user is known to the server; it has 256.
const MAX_COOKIE_BYTES: usize = 4096;

/// The time to wait for the server before the sound is dropped; longer than any sound.
const TIMEOUT: Duration = Duration::from_secs(4);

/// The delay of a sound that the server is asked for, in milliseconds.
const LATENCY_MS: u32 = 40;

/// The tags by which replies are matched to commands.
const AUTH: u32 = 0;
const NAME: u32 = 1;
const CREATE: u32 = 2;
const DRAIN: u32 = 3;

/// Why a sound was not heard.
#[derive(Debug, thiserror::Error)]
pub(super) enum ServerError {
    #[error("there is no sound server")]
    NoServer,
    #[error("the sound server cannot be reached: {}", plain_reason(.0))]
    Io(#[from] io::Error),
    #[error("the sound server refuses: {0}")]
    Protocol(#[from] ProtocolError),
}

/// Plays samples from -1 to 1 and returns when they were heard.
///
/// # Errors
///
/// Returns an error if no server answers or it has no device.
pub(super) fn play(samples: &[f32]) -> Result<(), ServerError> {
    let path = pulseaudio::socket_path_from_env().ok_or(ServerError::NoServer)?;
    play_at(&path, samples)
}

fn play_at(socket: &Path, samples: &[f32]) -> Result<(), ServerError> {
    let stream = UnixStream::connect(socket)?;
    stream.set_read_timeout(Some(TIMEOUT))?;
    stream.set_write_timeout(Some(TIMEOUT))?;
    let mut server = BufReader::new(stream);
    let version = greet(&mut server)?;
    let bytes: Vec<u8> = samples.iter().flat_map(|sample| pcm(*sample).to_le_bytes()).collect();
    let create = Command::CreatePlaybackStream(short_stream());
    write_command_message(server.get_mut(), CREATE, &create, version)?;
    let (_, reply) = read_reply_message::<CreatePlaybackStreamReply>(&mut server, version)?;
    write_memblock(server.get_mut(), reply.channel, &bytes, 0)?;
    let drain = Command::DrainPlaybackStream(reply.channel);
    write_command_message(server.get_mut(), DRAIN, &drain, version)?;
    loop {
        match read_command_message(&mut server, version)? {
            (DRAIN, Command::Reply) => return Ok(()),
            (_, Command::Error(error)) => return Err(ProtocolError::ServerError(error).into()),
            // The server reports that the stream starts and that its buffer runs empty.
            _ => {}
        }
    }
}

/// Logs in and names the program. Returns the version of the protocol that both sides know.
fn greet(server: &mut BufReader<UnixStream>) -> Result<u16, ProtocolError> {
    let cookie = pulseaudio::cookie_path_from_env();
    let cookie = cookie.and_then(|path| files::read(&path, MAX_COOKIE_BYTES).ok());
    let auth = AuthParams {
        version: MAX_VERSION,
        supports_shm: false,
        supports_memfd: false,
        cookie: cookie.map_or_else(Vec::new, |read| read.bytes),
    };
    write_command_message(server.get_mut(), AUTH, &Command::Auth(auth), MAX_VERSION)?;
    let (_, reply) = read_reply_message::<AuthReply>(server, MAX_VERSION)?;
    let version = reply.version.min(MAX_VERSION);
    let mut props = Props::new();
    props.set(Prop::ApplicationName, c"Minnow");
    write_command_message(server.get_mut(), NAME, &Command::SetClientName(props), version)?;
    read_reply_message::<SetClientNameReply>(server, version)?;
    Ok(version)
}

/// A stream of one channel that starts at once. The server takes the whole sound in one piece, as
/// its buffer is larger than the target.
fn short_stream() -> PlaybackStreamParams {
    let target = 2 * SAMPLE_RATE * LATENCY_MS / 1_000;
    let mut props = Props::new();
    props.set(Prop::MediaName, c"Minnow");
    props.set(Prop::MediaRole, c"game");
    PlaybackStreamParams {
        sample_spec: SampleSpec {
            format: SampleFormat::S16Le,
            channels: 1,
            sample_rate: SAMPLE_RATE,
        },
        channel_map: ChannelMap::mono(),
        cvolume: Some(ChannelVolume::norm(1)),
        sink_name: Some(CString::from(DEFAULT_SINK)),
        buffer_attr: BufferAttr {
            target_length: target,
            pre_buffering: target,
            ..BufferAttr::default()
        },
        flags: StreamFlags { adjust_latency: true, ..StreamFlags::default() },
        props,
        ..PlaybackStreamParams::default()
    }
}

/// A sample as 16-bit PCM.
fn pcm(sample: f32) -> i16 {
    (sample.clamp(-1.0, 1.0) * f32::from(i16::MAX)).round() as i16
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_missing_server_is_an_error_at_once() {
        let folder = tempfile::tempdir().unwrap();
        let nowhere = play_at(&folder.path().join("native"), &[0.0; 100]);
        assert!(matches!(nowhere, Err(ServerError::Io(_))));
    }

    #[test]
    fn samples_become_16_bit_numbers() {
        assert_eq!([-2.0, -1.0, 0.0, 1.0, 2.0].map(pcm), [-32767, -32767, 0, 32767, 32767]);
    }
}
