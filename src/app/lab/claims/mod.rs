//! The page that measures the claims that texts make about alpha-beta.

mod state;
mod update;
pub mod view;

pub use state::{ClaimsAction, ClaimsPage};
