//! The events of a view: the actions of its own feature, and requests.

use crate::app::request::Request;

/// One event of a view of the feature whose actions are `A`.
#[derive(Clone, Debug, PartialEq)]
pub enum Emitted<A> {
    Own(A),
    Request(Request),
}

/// Collects what the user does in a view, in order.
#[derive(Debug)]
pub struct Out<A>(Vec<Emitted<A>>);

impl<A> Default for Out<A> {
    fn default() -> Out<A> {
        Out(Vec::new())
    }
}

impl<A> Out<A> {
    /// An action of the view's own feature.
    pub fn push(&mut self, action: A) {
        self.0.push(Emitted::Own(action));
    }

    /// A request to the rest of the window.
    pub fn ask(&mut self, request: impl Into<Request>) {
        self.0.push(Emitted::Request(request.into()));
    }

    /// Adds an event.
    pub fn emit(&mut self, event: Emitted<A>) {
        self.0.push(event);
    }

    /// The events as requests.
    pub fn into_requests(self, wrap: impl Fn(A) -> Request) -> impl Iterator<Item = Request> {
        self.0.into_iter().map(move |emitted| match emitted {
            Emitted::Own(action) => wrap(action),
            Emitted::Request(request) => request,
        })
    }
}
