//! What a feature gets while it is drawn.

use super::{request::Request, session::Session};

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
}
