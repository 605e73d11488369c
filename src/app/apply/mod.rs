//! The updates of the features, which the screens call.

mod analyse;
mod compare;
mod lab;
mod lessons;
mod play;
mod review;
mod setting;
#[cfg(test)]
mod tests;
mod tick;
mod tree;

pub use analyse::LiveStatus;
pub use tick::TENTHS_BELOW_MS;
