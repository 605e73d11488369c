//! The updates of the features, which the screens call.

mod analyse;
mod compare;
mod lab;
mod lessons;
mod review;

pub use analyse::LiveStatus;
