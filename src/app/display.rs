//! Whether a display answers, asked before the window is opened. winit only looks at the variables: it
//! does not try X11 where Wayland fails, and it waits without an end for a display that is silent.

use std::{
    env,
    io::{self, Read, Write},
    os::{
        linux::net::SocketAddrExt,
        unix::{
            fs::FileTypeExt,
            net::{SocketAddr, UnixStream},
        },
    },
    path::PathBuf,
    sync::{
        OnceLock,
        mpsc::{RecvTimeoutError, channel},
    },
    time::Duration,
};

use super::event_loop::{WAYLAND_SOCKET, WindowError};
use minnow_base::files::system;
use minnow_jobs::{JobHandle, Spawner};

/// The time that a display has for an answer.
const PATIENCE: Duration = Duration::from_secs(3);

/// The first bytes of a connection to an X server: the protocol's version, 11.0, without authorization.
/// A server that refuses it answers, too.
const X11_SETUP: [u8; 12] = [b'l', 0, 11, 0, 0, 0, 0, 0, 0, 0, 0, 0];

/// Wayland's request `wl_display.sync`: the object 1, 12 bytes with the operation 0, and the new object 2.
/// A compositor answers it at once.
const WAYLAND_SYNC: [u32; 3] = [1, 12 << 16, 2];

/// The outcome of a probe.
#[derive(Debug)]
enum DisplayProbe {
    /// The connection on which the display has answered.
    Answered(UnixStream),
    /// The display has not answered in time.
    Silent,
    /// There is no connection, or the display has ended it.
    Unreachable,
}

/// True if a Wayland compositor answers, asked once: taking up `WAYLAND_SOCKET` removes it.
pub(super) fn is_wayland() -> bool {
    static IS_WAYLAND: OnceLock<bool> = OnceLock::new();
    *IS_WAYLAND.get_or_init(|| {
        let set = |name| env::var_os(name).filter(|value| !value.is_empty());
        let folder = PathBuf::from(set("XDG_RUNTIME_DIR").unwrap_or_default());
        match env::var(WAYLAND_SOCKET) {
            // A request would take numbers of objects that the window's own requests need.
            Ok(descriptor) => is_open_socket(&descriptor),
            Err(_) => set("WAYLAND_DISPLAY")
                .is_some_and(|name| does_wayland_answer(folder.join(name), PATIENCE)),
        }
    })
}

/// True if the text is the number of an open socket.
fn is_open_socket(descriptor: &str) -> bool {
    let file = descriptor.parse::<i32>().ok().map(|number| format!("/proc/self/fd/{number}"));
    let metadata = file.and_then(|file| system::metadata(file).ok());
    metadata.is_some_and(|metadata| metadata.file_type().is_socket())
}

fn does_wayland_answer(socket: PathBuf, patience: Duration) -> bool {
    let request = WAYLAND_SYNC.into_iter().flat_map(u32::to_ne_bytes).collect();
    let outcome = probe(move || UnixStream::connect(socket), request, patience);
    matches!(outcome, DisplayProbe::Answered(_))
}

/// Waits for an answer of the X server that `DISPLAY` names. Returns the connection, to be kept until the
/// window has its own: some servers end with their last client. `None` if the server is on another
/// machine or cannot be reached, which winit reports.
///
/// # Errors
///
/// [`WindowError::SilentDisplay`] if the server accepts connections and does not answer.
pub(super) fn reach_x11() -> Result<Option<UnixStream>, WindowError> {
    reach_x11_at(&env::var("DISPLAY").unwrap_or_default(), PATIENCE)
}

fn reach_x11_at(name: &str, patience: Duration) -> Result<Option<UnixStream>, WindowError> {
    let Some(number) = local_display(name) else { return Ok(None) };
    match probe(move || connect_x11(number), X11_SETUP.to_vec(), patience) {
        DisplayProbe::Answered(connection) => Ok(Some(connection)),
        DisplayProbe::Silent => Err(WindowError::SilentDisplay),
        DisplayProbe::Unreachable => Ok(None),
    }
}

/// The number of an X display of this machine: 1 in `:1`, `:1.0` and `unix:1`.
fn local_display(name: &str) -> Option<u32> {
    let (host, display) = name.rsplit_once(':')?;
    let number = display.split_once('.').map_or(display, |(number, _)| number);
    if matches!(host, "" | "unix") { number.parse().ok() } else { None }
}

/// Connects to an X server by its abstract socket or, as in a container, by that in the file system.
fn connect_x11(number: u32) -> io::Result<UnixStream> {
    let path = format!("/tmp/.X11-unix/X{number}");
    let name = SocketAddr::from_abstract_name(&path)?;
    UnixStream::connect_addr(&name).or_else(|_| UnixStream::connect(&path))
}

/// Sends a request to a display and waits for the first byte of an answer.
fn probe(
    connect: impl FnOnce() -> io::Result<UnixStream> + Send + 'static,
    request: Vec<u8>,
    patience: Duration,
) -> DisplayProbe {
    let (sender, outcomes) = channel();
    // Connecting has no limit of time, and waits where the queue of a stopped server is full.
    let _job: JobHandle<()> = Spawner::default().start(
        "display",
        || {},
        move |_| {
            let outcome = connect().and_then(|stream| first_answer(stream, &request, patience));
            // The probe may have ended without it.
            let _ = sender.send(outcome);
        },
    );
    match outcomes.recv_timeout(patience) {
        Ok(Ok(stream)) => DisplayProbe::Answered(stream),
        Ok(Err(error)) if is_late(&error) => DisplayProbe::Silent,
        Err(RecvTimeoutError::Timeout) => DisplayProbe::Silent,
        // Without a thread nothing is known of the display, and the window itself fails.
        Ok(Err(_)) | Err(RecvTimeoutError::Disconnected) => DisplayProbe::Unreachable,
    }
}

fn first_answer(
    mut stream: UnixStream,
    request: &[u8],
    patience: Duration,
) -> io::Result<UnixStream> {
    stream.set_read_timeout(Some(patience))?;
    stream.set_write_timeout(Some(patience))?;
    stream.write_all(request)?;
    stream.read_exact(&mut [0])?;
    Ok(stream)
}

fn is_late(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut)
}

#[cfg(test)]
mod tests {
    use std::os::unix::net::UnixListener;

    use super::*;

    /// Longer than any machine takes for an answer.
    const LONG: Duration = Duration::from_secs(60);
    const SHORT: Duration = Duration::from_millis(1);

    #[test]
    fn only_an_open_socket_is_a_connection() {
        use std::os::fd::AsRawFd;

        let (ours, _theirs) = UnixStream::pair().unwrap();
        assert!(is_open_socket(&ours.as_raw_fd().to_string()));
        let file = std::fs::File::open("/dev/null").unwrap();
        let no_socket = file.as_raw_fd().to_string();
        for text in ["", "99999", "-1", "x", "+", no_socket.as_str()] {
            assert!(!is_open_socket(text), "{text}");
        }
    }

    #[test]
    fn an_answer_of_one_byte_is_enough() {
        let (ours, mut theirs) = UnixStream::pair().unwrap();
        theirs.write_all(&[0]).unwrap();
        let outcome = probe(move || Ok(ours), X11_SETUP.to_vec(), LONG);
        assert!(matches!(outcome, DisplayProbe::Answered(_)), "{outcome:?}");
        let mut request = [0; 12];
        theirs.read_exact(&mut request).unwrap();
        assert_eq!(request, X11_SETUP);
    }

    #[test]
    fn a_closed_connection_is_no_answer() {
        let (ours, theirs) = UnixStream::pair().unwrap();
        drop(theirs);
        let outcome = probe(move || Ok(ours), X11_SETUP.to_vec(), LONG);
        assert!(matches!(outcome, DisplayProbe::Unreachable), "{outcome:?}");
    }

    #[test]
    fn connecting_has_a_limit_of_time() {
        let (full, queue) = channel::<()>();
        let connect = move || -> io::Result<UnixStream> {
            let _ = queue.recv();
            Err(io::ErrorKind::ConnectionRefused.into())
        };
        let outcome = probe(connect, X11_SETUP.to_vec(), SHORT);
        assert!(matches!(outcome, DisplayProbe::Silent), "{outcome:?}");
        drop(full);
    }

    #[test]
    fn a_silent_compositor_does_not_answer() {
        let folder = tempfile::tempdir().unwrap();
        let socket = folder.path().join("wayland-0");
        assert!(!does_wayland_answer(socket.clone(), LONG), "there is none");
        let _silent = UnixListener::bind(&socket).unwrap();
        assert!(!does_wayland_answer(socket, SHORT));
    }

    #[test]
    fn a_silent_x_server_does_not_answer() {
        let number = 100_000 + std::process::id();
        let name = SocketAddr::from_abstract_name(format!("/tmp/.X11-unix/X{number}")).unwrap();
        let silent = UnixListener::bind_addr(&name).unwrap();
        let reached = reach_x11_at(&format!(":{number}.0"), SHORT);
        assert!(matches!(reached, Err(WindowError::SilentDisplay)), "{reached:?}");
        drop(silent);
        let reached = reach_x11_at(&format!(":{number}.0"), LONG);
        assert!(matches!(reached, Ok(None)), "{reached:?}");
    }

    #[test]
    fn only_displays_of_this_machine_are_probed() {
        for (name, number) in [
            (":0", Some(0)),
            (":12.1", Some(12)),
            ("unix:3", Some(3)),
            ("localhost:10.0", None),
            ("lab7:0", None),
            ("", None),
            (":", None),
            ("0", None),
        ] {
            assert_eq!(local_display(name), number, "{name}");
        }
    }
}
