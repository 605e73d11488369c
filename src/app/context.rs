//! The context of a feature that is drawn.

use super::{
    request::Request,
    session::{Session, settings::Settings},
};

/// The data that all features share, the time, and the queue of what others must do.
pub struct Cx<'a> {
    pub session: &'a Session,
    /// Milliseconds of the program's clock.
    pub now_ms: u64,
    /// True in the first frame of a page, which puts the focus on its first control.
    pub is_new: bool,
    requests: &'a mut Vec<Request>,
}

impl<'a> Cx<'a> {
    pub fn new(session: &'a Session, now_ms: u64, requests: &'a mut Vec<Request>) -> Cx<'a> {
        Cx { session, now_ms, is_new: false, requests }
    }

    /// Asks for something that is carried out after drawing.
    pub fn ask(&mut self, request: impl Into<Request>) {
        self.requests.push(request.into());
    }

    /// Asks for a change of the settings.
    pub fn change_settings(&mut self, change: impl FnOnce(&mut Settings)) {
        change_settings(self.requests, &self.session.settings, change);
    }
}

/// Asks for a change of these settings, unless they stay as they are. Several changes of one frame
/// become one request: each alone would begin with the settings before the others.
pub fn change_settings(
    requests: &mut Vec<Request>,
    settings: &Settings,
    change: impl FnOnce(&mut Settings),
) {
    let asked = requests.iter_mut().find_map(|request| match request {
        Request::ChangeSettings(asked) => Some(asked),
        _ => None,
    });
    if let Some(asked) = asked {
        change(asked);
        return;
    }
    let mut changed = settings.clone();
    change(&mut changed);
    if changed != *settings {
        requests.push(Request::ChangeSettings(Box::new(changed)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::session::for_tests::session;

    #[test]
    fn changes_of_one_frame_become_one_request() {
        let session = session();
        let mut requests = Vec::new();
        let mut cx = Cx::new(&session, 0, &mut requests);
        cx.change_settings(|changed| changed.level = session.settings.level);
        cx.ask(Request::NewGame);
        cx.change_settings(|changed| changed.level = 9);
        cx.change_settings(|changed| changed.volume = 10);
        let changed = Settings { level: 9, volume: 10, ..session.settings.clone() };
        assert_eq!(requests, [Request::NewGame, Request::ChangeSettings(Box::new(changed))]);
    }
}
