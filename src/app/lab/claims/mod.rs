//! The page that measures the claims that texts make about alpha-beta.

mod state;
pub mod view;

pub use state::{Claims, ClaimsAction};
