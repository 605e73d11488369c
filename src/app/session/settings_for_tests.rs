//! Settings that tests of several features share.

use super::settings::{CustomLimits, ReplyPace, Settings, Sides};

/// Settings for two humans.
pub fn two_humans() -> Settings {
    Settings { sides: Sides::Both, ..Settings::default() }
}

/// White against a computer that looks two plies ahead and answers at once.
pub fn against_computer() -> Settings {
    let custom = CustomLimits { depth_plies: Some(2), nodes: Some(2_000), think_ms: 600_000 };
    Settings { use_custom: true, custom, reply: ReplyPace::AtOnce, ..Settings::default() }
}

/// White against a computer that thinks until it is stopped.
pub fn against_thinker() -> Settings {
    let custom = CustomLimits { depth_plies: None, nodes: None, think_ms: 600_000 };
    Settings { custom, ..against_computer() }
}
