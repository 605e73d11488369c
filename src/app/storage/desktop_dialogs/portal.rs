//! The dialogs of the desktop's portal, on X11 and Wayland.

use std::{ffi::OsString, os::unix::ffi::OsStringExt, path::PathBuf};

use ashpd::{
    Error, PortalError, WindowIdentifier,
    desktop::{
        ResponseError,
        file_chooser::{FileFilter, SelectedFiles},
    },
};
use percent_encoding::percent_decode_str;
use winit::raw_window_handle::{
    HasDisplayHandle, HasWindowHandle, RawDisplayHandle, RawWindowHandle,
};

use super::{DialogContent, DialogEnd};
use crate::app::session::PathPurpose;

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
    end_of(pollster::block_on(choose(parent, content)))
}

async fn choose(
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
        let request = SelectedFiles::save_file().identifier(parent).title(title).modal(true);
        let request = request.filters(filters).current_name(name.as_str());
        request.current_folder::<PathBuf>(folder)?.send().await?.response()
    } else {
        let request = SelectedFiles::open_file().identifier(parent).title(title).modal(true);
        let request = request.filters(filters).directory(purpose == PathPurpose::OpenFolder);
        request.current_folder::<PathBuf>(folder)?.send().await?.response()
    }
}

fn end_of(chosen: ashpd::Result<SelectedFiles>) -> DialogEnd {
    match chosen {
        Ok(files) => files.uris().first().map(|uri| path_of(uri.as_str())).transpose(),
        Err(Error::Response(ResponseError::Cancelled)) => Ok(None),
        // There is no session bus, or no portal on it.
        Err(Error::Zbus(_) | Error::PortalNotFound(_) | Error::Portal(PortalError::ZBus(_))) => {
            Err(None)
        }
        Err(_) => Err(Some("the desktop has ended it without an answer".to_owned())),
    }
}

/// The path of a URI such as `file:///games/M%C3%BCller.pgn`.
fn path_of(uri: &str) -> Result<PathBuf, Option<String>> {
    let path = uri.strip_prefix("file://");
    let path = path.ok_or_else(|| Some(format!("{uri} is no file of this computer")))?;
    Ok(OsString::from_vec(percent_decode_str(path).collect()).into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_answer_has_an_end() {
        let ended = |error| end_of(Err(error));
        assert_eq!(ended(Error::Response(ResponseError::Cancelled)), Ok(None));
        assert_eq!(ended(Error::Zbus(zbus::Error::InvalidReply)), Err(None));
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
