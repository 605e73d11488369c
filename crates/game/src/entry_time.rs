//! The time of an entry in the user's lists: local time and zone. Rows and due dates count by the user's
//! calendar days, and an entry far after the present is from a clock that was wrong.

use std::ops::Range;

use chrono::NaiveDate;

const MINUTES_OF_DAY: i64 = 24 * 60;

/// An entry that lies further after the present is from a clock that was wrong. Less may come from a
/// clock that was set back, or from a flight if the zone is not known.
const FUTURE_MINUTES: i64 = 12 * 60;

/// The time of an entry, to the minute.
///
/// ```
/// use minnow_game::EntryTime;
///
/// let time = |text| EntryTime::parse(text).expect("a time");
/// let tokyo = time("20261126-010000-000+0900");
/// let here = time("20261125-180000-000-0800");
/// assert_eq!((tokyo.day() - here.day(), tokyo.minutes_since(here)), (1, -600));
/// assert!(!tokyo.is_future(here), "a flight west");
/// assert!(time("20310101-120000-000").is_future(here), "a clock that was wrong");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EntryTime {
    /// The local time, in minutes from the beginning of 1970.
    local: i64,
    /// In minutes east of UTC; `None` in entries of older versions.
    zone: Option<i64>,
}

impl EntryTime {
    /// Reads digits such as `20261122-182205-417+0100`. Older versions wrote no zone.
    pub fn parse(text: &str) -> Option<EntryTime> {
        let number = |range: Range<usize>| {
            let digits = text.get(range)?;
            let is_number = digits.bytes().all(|byte| byte.is_ascii_digit());
            is_number.then(|| digits.parse::<u32>().ok()).flatten()
        };
        let year = i32::try_from(number(0..4)?).ok()?;
        let day = NaiveDate::from_ymd_opt(year, number(4..6)?, number(6..8)?)?;
        let time = day.and_hms_opt(number(9..11)?, number(11..13)?, 0)?;
        let local = time.and_utc().timestamp() / 60;
        let zone = text.get(19..).and_then(zone_minutes);
        (text.get(8..9) == Some("-")).then_some(EntryTime { local, zone })
    }

    /// The user's calendar day, in days from 1970-01-01.
    pub fn day(self) -> i64 {
        self.local.div_euclid(MINUTES_OF_DAY)
    }

    /// The calendar day in the zone of another time.
    fn day_in_zone_of(self, other: EntryTime) -> i64 {
        (self.local - self.zone_shift(other)).div_euclid(MINUTES_OF_DAY)
    }

    /// The minutes by which this zone is further east than another; 0 if one of them is not known.
    fn zone_shift(self, other: EntryTime) -> i64 {
        self.zone.zip(other.zone).map_or(0, |(own, other)| own - other)
    }

    /// The minutes from another time to this one. Without both zones the local times count.
    pub fn minutes_since(self, other: EntryTime) -> i64 {
        self.local - other.local - self.zone_shift(other)
    }

    /// True for an entry of a clock that was wrong: it lies far after `now`.
    pub fn is_future(self, now: EntryTime) -> bool {
        self.minutes_since(now) > FUTURE_MINUTES
    }

    /// True if a row of days goes on from this time to a `later` one: they are of the same day or of
    /// consecutive days, by the zone of either. So a flight over the date line skips no day.
    pub fn leads_to(self, later: EntryTime) -> bool {
        later.day() - self.day() <= 1
            || later.day() - self.day_in_zone_of(later) <= 1
            || later.day_in_zone_of(self) - self.day() <= 1
    }
}

/// The minutes east of UTC of a text such as `+0100`.
fn zone_minutes(text: &str) -> Option<i64> {
    let (sign, digits) = text.split_at_checked(1)?;
    let sign = match sign {
        "+" => 1,
        "-" => -1,
        _ => return None,
    };
    let [hours, minutes] = [digits.get(..2)?, digits.get(2..4)?].map(str::parse::<i64>);
    Some(sign * (60 * hours.ok()? + minutes.ok()?))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn time(text: &str) -> EntryTime {
        EntryTime::parse(text).unwrap()
    }

    #[test]
    fn days_follow_the_calendar() {
        assert_eq!(time("19700101-000000-000").day(), 0);
        assert_eq!(time("20000301-235959-999").day(), 11_017);
        for (one, next) in [("20261231", "20270101"), ("20240228", "20240229")] {
            let [one, next] = [one, next].map(|day| time(&format!("{day}-120000-000")));
            assert_eq!(next.day() - one.day(), 1);
        }
    }

    #[test]
    fn texts_that_are_no_times_are_refused() {
        for text in ["", "yesterday", "20261301-120000-000", "20260229-120000-000", "20261122"] {
            assert_eq!(EntryTime::parse(text), None, "{text}");
        }
        for text in ["20261122-240000-000", "20261122 120000-000", "2026112\u{e9}-120000"] {
            assert_eq!(EntryTime::parse(text), None, "{text}");
        }
        let odd = time("20261122-120000-000 and more");
        assert_eq!(odd, time("20261122-120000-000"), "a zone that cannot be read is not known");
    }

    #[test]
    fn a_small_step_back_is_no_future() {
        let now = time("20261025-021000-000+0100");
        for text in ["20261025-025900-000+0200", "20261025-025900-000", "20261025-140000-000"] {
            assert!(!time(text).is_future(now), "{text}");
        }
        for text in ["20261025-150000-000+0100", "20261026-021000-000", "20310101-000000-000"] {
            assert!(time(text).is_future(now), "{text}");
        }
    }

    #[test]
    fn a_row_survives_the_date_line() {
        let before = time("20261125-080000-000-0800");
        let after = time("20261127-200000-000+0900");
        assert!(before.leads_to(after));
        assert!(!before.leads_to(time("20261127-080000-000-0800")), "a day was left out");
        assert!(!before.leads_to(time("20261127-000100-000")), "so it is without a zone");
    }

    proptest! {
        #[test]
        fn any_text_is_read_without_a_panic(text in "\\PC{0,30}") {
            let _ = EntryTime::parse(&text);
        }

        #[test]
        fn a_zone_changes_no_instant(minutes in 0..1_400_i64, zone in -12..=14_i64) {
            let utc = EntryTime { local: 29_000_000 + minutes, zone: Some(0) };
            let local = EntryTime { local: utc.local + 60 * zone, zone: Some(60 * zone) };
            prop_assert_eq!(local.minutes_since(utc), 0);
            prop_assert_eq!(local.day_in_zone_of(utc), utc.day());
            prop_assert!(local.leads_to(utc) && utc.leads_to(local));
        }
    }
}
