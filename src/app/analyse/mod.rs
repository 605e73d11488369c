//! Live analysis: its state, the search of the position on the board, its card of lines, the
//! evaluation bar and the arrows on the board.

pub mod arrows;
pub mod evaluation_bar;
pub mod live;
mod status;
mod update;
pub mod view;

pub use status::LiveStatus;
