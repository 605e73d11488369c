//! The date and time on the wall, for the records of games.

use jiff::Zoned;

/// The present time in the user's time zone, or in UTC if the system does not say which it is.
#[derive(Clone, Debug)]
pub struct WallTime(Zoned);

impl WallTime {
    pub fn now() -> WallTime {
        WallTime(Zoned::now())
    }

    /// The date as PGN has it: `2026.11.22`.
    pub fn date_tag(&self) -> String {
        self.0.strftime("%Y.%m.%d").to_string()
    }

    /// Date, time and milliseconds as digits: `20261122-182205-417`.
    pub fn digits(&self) -> String {
        format!("{}-{:03}", self.0.strftime("%Y%m%d-%H%M%S"), self.0.millisecond())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_written_in_the_users_zone() {
        let time: Zoned = "2026-11-22T18:22:05.0417+02:00[+02:00]".parse().unwrap();
        let time = WallTime(time);
        assert_eq!(time.date_tag(), "2026.11.22");
        assert_eq!(time.digits(), "20261122-182205-041");
        assert!(minnow_game::is_date(&WallTime::now().date_tag()));
    }
}
