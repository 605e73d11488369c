//! The dialogs of the desktop's portal, on X11 and Wayland. The user may take any time for a choice, but
//! the session bus and the portal have limits.

use std::{
    ffi::OsString,
    io,
    os::unix::ffi::OsStringExt,
    path::PathBuf,
    pin::pin,
    sync::Arc,
    task::{Context, Poll, Wake, Waker},
    thread::{self, Thread},
    time::Duration,
};

use ashpd::{
    Error, PortalError, WindowIdentifier,
    desktop::{
        ResponseError,
        file_chooser::{FileFilter, SelectedFiles},
    },
};
use percent_encoding::percent_decode_str;
use web_time::Instant;
use winit::raw_window_handle::{
    HasDisplayHandle, HasWindowHandle, RawDisplayHandle, RawWindowHandle,
};
use zbus::{Connection, Message, connection::Builder};

use super::{DialogContent, DialogEnd};
use crate::app::session::PathPurpose;

/// The time in which the session bus and the portal, which the bus may have to start first, answer. Each
/// later call has as much.
const PATIENCE: Duration = Duration::from_secs(5);

/// The problem of a desktop that exceeds it.
const NO_ANSWER: &str = "the desktop does not answer";

/// The program's window, if there is one.
pub(super) struct ParentWindow {
    window: Option<RawWindowHandle>,
    display: Option<RawDisplayHandle>,
}

impl ParentWindow {
    pub(super) fn new(window: &(impl HasWindowHandle + HasDisplayHandle)) -> ParentWindow {
        ParentWindow {
            window: window.window_handle().ok().map(|handle| handle.as_raw()),
            display: window.display_handle().ok().map(|handle| handle.as_raw()),
        }
    }

    /// The window's name for the portal. Wayland's compositor is asked for it.
    pub(super) fn identify(&self) -> Option<WindowIdentifier> {
        let window = self.window.as_ref()?;
        pollster::block_on(WindowIdentifier::from_raw_handle(window, self.display.as_ref()))
    }
}

/// Shows a dialog and waits for its answer.
pub(super) fn show(parent: Option<WindowIdentifier>, content: DialogContent) -> DialogEnd {
    match within(PATIENCE, reach_portal(Builder::session())) {
        Some(Ok(bus)) => end_of(pollster::block_on(choose(bus, parent, content))),
        Some(Err(error)) => end_of(Err(error.into())),
        None => Err(Some(NO_ANSWER.to_owned())),
    }
}

/// Connects to the session bus and waits until the portal answers. Asked first, because the library's call
/// for a dialog returns only with the user's choice.
async fn reach_portal(bus: zbus::Result<Builder<'_>>) -> zbus::Result<Connection> {
    let bus = bus?.method_timeout(PATIENCE).build().await?;
    let portal = Some("org.freedesktop.portal.Desktop");
    let path = "/org/freedesktop/portal/desktop";
    let peer = Some("org.freedesktop.DBus.Peer");
    answer_of(bus.call_method(portal, path, peer, "Ping", &()).await).map(|()| bus)
}

/// Fails if the portal has not answered in time: the library would go on with a call for each of its
/// properties. Another error is an answer, too, which the call for the dialog then has as well.
fn answer_of(ping: zbus::Result<Message>) -> zbus::Result<()> {
    match ping {
        Err(error) if is_late(&error) => Err(error),
        _ => Ok(()),
    }
}

/// Waits for a future on this thread; `None` if it takes longer than the limit.
fn within<F: Future>(limit: Duration, future: F) -> Option<F::Output> {
    struct Unparker(Thread);

    impl Wake for Unparker {
        fn wake(self: Arc<Self>) {
            self.0.unpark();
        }
    }

    let mut future = pin!(future);
    let waker = Waker::from(Arc::new(Unparker(thread::current())));
    let mut context = Context::from_waker(&waker);
    let end = Instant::now() + limit;
    loop {
        if let Poll::Ready(output) = future.as_mut().poll(&mut context) {
            return Some(output);
        }
        let left = end.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return None;
        }
        thread::park_timeout(left);
    }
}

async fn choose(
    bus: Connection,
    parent: Option<WindowIdentifier>,
    content: DialogContent,
) -> ashpd::Result<SelectedFiles> {
    let DialogContent { purpose, title, folder, name, kinds } = content;
    let filters = kinds.into_iter().map(|(name, endings)| {
        endings.iter().fold(FileFilter::new(name), |filter, ending| match ending.as_str() {
            "*" => filter.glob("*"),
            ending => filter.glob(&format!("*.{ending}")),
        })
    });
    if purpose == PathPurpose::SaveFile {
        let request = SelectedFiles::save_file().connection(Some(bus)).identifier(parent);
        let request = request.title(title).modal(true).filters(filters).current_name(name.as_str());
        request.current_folder::<PathBuf>(folder)?.send().await?.response()
    } else {
        let request = SelectedFiles::open_file().connection(Some(bus)).identifier(parent);
        let request = request
            .title(title)
            .modal(true)
            .filters(filters)
            .directory(purpose == PathPurpose::OpenFolder);
        request.current_folder::<PathBuf>(folder)?.send().await?.response()
    }
}

fn end_of(chosen: ashpd::Result<SelectedFiles>) -> DialogEnd {
    match chosen {
        Ok(files) => files.uris().first().map(|uri| path_of(uri.as_str())).transpose(),
        Err(Error::Response(ResponseError::Cancelled)) => Ok(None),
        Err(Error::Zbus(error) | Error::Portal(PortalError::ZBus(error))) if is_late(&error) => {
            Err(Some(NO_ANSWER.to_owned()))
        }
        // There is no session bus, or no portal on it.
        Err(Error::Zbus(_) | Error::PortalNotFound(_) | Error::Portal(PortalError::ZBus(_))) => {
            Err(None)
        }
        Err(_) => Err(Some("the desktop has ended it without an answer".to_owned())),
    }
}

/// True if a call has exceeded its limit.
fn is_late(error: &zbus::Error) -> bool {
    matches!(error, zbus::Error::InputOutput(error) if error.kind() == io::ErrorKind::TimedOut)
}

/// The path of a URI such as `file:///games/M%C3%BCller.pgn`.
fn path_of(uri: &str) -> Result<PathBuf, Option<String>> {
    let path = uri.strip_prefix("file://");
    let path = path.ok_or_else(|| Some(format!("{uri} is no file of this computer")))?;
    Ok(OsString::from_vec(percent_decode_str(path).collect()).into())
}

#[cfg(test)]
mod tests {
    use std::os::unix::net::UnixListener;

    use super::*;

    #[test]
    fn a_silent_session_bus_ends_the_wait() {
        let folder = tempfile::tempdir().unwrap();
        let socket = folder.path().join("bus");
        let listener = UnixListener::bind(&socket).unwrap();
        let address = format!("unix:path={}", socket.display());
        let reach = |limit| {
            let bus = Builder::address(address.as_str());
            within(limit, reach_portal(bus)).map(|reached| reached.is_ok())
        };
        assert_eq!(reach(Duration::from_millis(1)), None);
        drop(listener);
        assert_eq!(reach(Duration::from_secs(60)), Some(false), "it is gone");
    }

    #[test]
    fn waiting_for_a_future_has_a_limit() {
        let short = Duration::from_millis(1);
        assert_eq!(within(short, std::future::pending::<u8>()), None);
        assert_eq!(within(Duration::ZERO, async { 7 }), Some(7));
        let (mut waits, long) = (true, Duration::from_secs(60));
        let later = std::future::poll_fn(|context| {
            context.waker().wake_by_ref();
            if std::mem::take(&mut waits) { Poll::Pending } else { Poll::Ready(7) }
        });
        assert_eq!(within(long, later), Some(7));
    }

    #[test]
    fn every_answer_has_an_end() {
        let ended = |error| end_of(Err(error));
        assert_eq!(ended(Error::Response(ResponseError::Cancelled)), Ok(None));
        assert_eq!(ended(Error::Zbus(zbus::Error::InvalidReply)), Err(None));
        let late = || zbus::Error::from(io::Error::from(io::ErrorKind::TimedOut));
        for error in [Error::Zbus(late()), Error::Portal(PortalError::ZBus(late()))] {
            assert_eq!(ended(error), Err(Some(NO_ANSWER.to_owned())));
        }
        assert!(answer_of(Err(late())).is_err(), "no dialog is asked for");
        assert!(answer_of(Err(zbus::Error::InvalidReply)).is_ok());
        for error in [Error::Response(ResponseError::Other), Error::NoResponse] {
            let problem = "the desktop has ended it without an answer".to_owned();
            assert_eq!(ended(error), Err(Some(problem)));
        }
    }

    #[test]
    fn paths_are_those_of_the_uris() {
        let path = path_of("file:///games/M%C3%BCller%20100%25.pgn");
        assert_eq!(path, Ok("/games/M\u{fc}ller 100%.pgn".into()));
        let problem = "https://example.org/a.pgn is no file of this computer".to_owned();
        assert_eq!(path_of("https://example.org/a.pgn"), Err(Some(problem)));
    }
}
