//! The updates of the features, which the screens call.

mod analyse;
mod review;

pub use analyse::LiveStatus;
