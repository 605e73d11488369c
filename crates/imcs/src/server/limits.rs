//! The limits of a server, and the pace of a client's lines.

use std::time::Duration;

use web_time::Instant;

/// The limits of a server. The default is meant for a class.
#[derive(Clone, Copy, Debug)]
pub struct ServerLimits {
    /// Connections at a time; further ones are refused by a line.
    pub connections: usize,
    /// Connections at a time from one address.
    pub connections_per_address: usize,
    /// The wait for a command before login.
    pub login: Duration,
    /// The wait for a command after login.
    pub idle: Duration,
    /// The wait for the end of a line that has begun.
    pub half_line: Duration,
    /// The wait for somebody who accepts an offer.
    pub offer: Duration,
    /// The wait for a client that does not read what it is sent.
    pub write: Duration,
    /// The wait, after a game, for a client to take the result.
    pub farewell: Duration,
    /// The lines of a client that are read without a pause.
    pub burst_lines: u32,
    /// The pace of the lines after those.
    pub lines_per_second: u32,
    /// All accounts.
    pub accounts: usize,
    /// The new accounts and new passwords of a connection.
    pub new_passwords: u32,
    /// The wrong passwords after which a connection is closed.
    pub wrong_passwords: u32,
    /// How long all checks of passwords rest after a wrong one.
    pub wrong_password_pause: Duration,
    /// The clients that wait for a check of a password at a time.
    pub password_queue: usize,
    /// The rounds of PBKDF2 in a password's hash.
    pub password_rounds: u32,
}

impl Default for ServerLimits {
    fn default() -> ServerLimits {
        ServerLimits {
            connections: 128,
            connections_per_address: 64,
            login: Duration::from_secs(60),
            idle: Duration::from_secs(15 * 60),
            half_line: Duration::from_secs(20),
            offer: Duration::from_secs(12 * 60 * 60),
            write: Duration::from_secs(5),
            farewell: Duration::from_secs(2),
            burst_lines: 200,
            lines_per_second: 50,
            accounts: 10_000,
            new_passwords: 3,
            wrong_passwords: 3,
            wrong_password_pause: Duration::from_millis(250),
            password_queue: 32,
            password_rounds: 210_000,
        }
    }
}

/// Spaces the lines of a client, as a bucket of tokens does.
#[derive(Debug)]
pub(crate) struct LinePace {
    /// The time of a line.
    interval: Duration,
    burst: Duration,
    /// When all tokens are there again.
    full_at: Instant,
}

impl LinePace {
    pub(crate) fn new(limits: &ServerLimits, now: Instant) -> LinePace {
        let interval = Duration::from_secs(1) / limits.lines_per_second.max(1);
        LinePace { interval, burst: interval * limits.burst_lines, full_at: now }
    }

    /// Counts a line; returns how long the client has to wait before it.
    pub(crate) fn wait_for_next(&mut self, now: Instant) -> Duration {
        self.full_at = self.full_at.max(now) + self.interval;
        self.full_at.saturating_duration_since(now).saturating_sub(self.burst)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_burst_is_free_and_the_lines_after_it_are_spaced() {
        let limits =
            ServerLimits { burst_lines: 3, lines_per_second: 10, ..ServerLimits::default() };
        let begun = Instant::now();
        let mut pace = LinePace::new(&limits, begun);
        let mut wait_ms =
            |at_ms| pace.wait_for_next(begun + Duration::from_millis(at_ms)).as_millis();
        assert_eq!([0, 0, 0, 0, 100, 1000].map(&mut wait_ms), [0, 0, 0, 100, 100, 0]);
        assert_eq!([1000, 1000, 1000].map(&mut wait_ms), [0, 0, 100]);
    }
}
