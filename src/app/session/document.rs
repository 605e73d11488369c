//! The game as a document: its file and its id in the archive, whether it is saved, which versions of it
//! are kept, and the dates in its record.

use std::{
    ffi::OsStr,
    path::{Path, PathBuf},
};

use jiff::{Timestamp, Zoned, civil::Date, tz::TimeZone};

use super::{Alert, Document, Effect, GameToSave, GameVersion, MovedGame, Session};
use minnow_base::files::{FileStamp, system};
use minnow_engine::LEVELS;
use minnow_game::{
    Computer, Game, Header, Player, UncountedReason, archive::ArchiveId, file_stem, pgn::to_pgn,
    store::EXTENSION,
};
use minnow_rules::Color;

impl Session {
    pub fn is_unsaved(&self) -> bool {
        self.game_on_board().is_unsaved()
    }

    /// Keeps the game of Play for the next start, and in the archive what is analysed in its place.
    pub fn keep_game(&mut self) {
        if !self.effects.contains(&Effect::KeepGame) {
            self.effects.push(Effect::KeepGame);
        }
        if self.has_waiting_game() && self.is_unsaved() {
            self.archive_game();
        }
    }

    /// The window's title: the file, if there is one, and the program.
    pub fn window_title(&self) -> String {
        let name = self.document.path.as_ref().and_then(|path| path.file_name());
        match name {
            Some(name) => format!("{} \u{2013} Minnow", name.to_string_lossy()),
            None => "Minnow".to_owned(),
        }
    }

    /// The name of the game's file, or of the file that the game was opened from.
    pub fn document_name(&self) -> String {
        let document = &self.document;
        let name = document.path.as_ref().and_then(|path| path.file_name());
        let name = name.map(|name| name.to_string_lossy().into_owned());
        name.or_else(|| document.title.clone()).unwrap_or_default()
    }

    /// The name of a side by the game's record, as in its review.
    pub fn shown_name(&self, color: Color) -> String {
        self.name_in(&self.game.header, color)
    }

    /// The same for the game of a header.
    pub fn name_in(&self, header: &Header, color: Color) -> String {
        self.name_among(header, header.players, color)
    }

    /// The name of a side of these players: `You` and the opponent's name where the user plays the
    /// computer, a program or a player on a server, else the recorded name or the colour.
    pub fn name_among(&self, header: &Header, players: [Player; 2], color: Color) -> String {
        let name = header.name(color);
        match (players[color.index()], players[(!color).index()]) {
            (Player::Human, Player::Computer(_) | Player::Program | Player::Remote)
                if name.is_empty() || name == self.settings.player_name.trim() =>
            {
                "You".to_owned()
            }
            _ if !name.is_empty() => listed_name(name),
            (Player::Computer(own), Player::Computer(other))
                if computer_name(own) == computer_name(other) =>
            {
                format!("{color} ({})", computer_name(own))
            }
            (Player::Computer(own), _) => computer_name(own).to_owned(),
            // The record gets the name with the first move.
            (Player::Program, _) => self.settings.program_name().unwrap_or("Program").to_owned(),
            (Player::Remote, _) => {
                self.remote().map_or("Opponent", |remote| remote.name.as_str()).to_owned()
            }
            _ => color.to_string(),
        }
    }

    /// `level 4` after the name of a computer, if the record has the level and no name of its own.
    pub fn shown_level(&self, color: Color) -> Option<String> {
        let Player::Computer(own) = self.game.header.player(color) else { return None };
        let is_unnamed = self.game.header.name(color).is_empty();
        let level = own.level_text().filter(|_| is_unnamed)?;
        Some(format!("level {level}"))
    }

    /// The suggested path for a save of this game: its own file, else a new one beside the last.
    pub fn suggested_path(&self) -> PathBuf {
        let document = &self.document;
        if let Some(path) = document.path.as_ref().or(document.suggestion.as_ref()) {
            return path.clone();
        }
        let recent = self.lists.recent_files().find_map(Path::parent);
        let folder = recent.map(Path::to_owned).or_else(std::env::home_dir).unwrap_or_default();
        folder.join(format!("{}.{EXTENSION}", file_stem(&self.header_of_file(), self.variant())))
    }

    /// The game on the board, ready to be saved.
    pub fn game_to_save(&self) -> GameToSave {
        let version = GameVersion { game_number: self.game_number, revision: self.revision };
        let (game, document) = (self.game.clone(), self.document.clone());
        GameToSave { game, version, document, next: None }
    }

    /// The whole game as PGN.
    pub fn game_as_pgn(&mut self) -> String {
        self.record_players();
        to_pgn(&self.game)
    }

    /// The header for the name of a file: with the players of a game that goes on, and today's date
    /// for a game without one.
    fn header_of_file(&self) -> Header {
        let mut header = self.game.header.clone();
        header.players = Color::ALL.map(|color| self.player(color));
        if header.tag("Date").is_none() {
            header.set_tag("Date", &WallTime::now().date_tag());
        }
        header
    }

    /// Records the players while the game goes on. In a game beside that of Play the user has no side.
    pub fn record_players(&mut self) {
        if self.end().is_some() || self.has_waiting_game() {
            return;
        }
        let players = Color::ALL.map(|color| self.next_player(color));
        let before = std::mem::replace(&mut self.game.header.players, players);
        self.name_opponent(before);
        if self.game.is_empty() {
            return;
        }
        if before.contains(&Player::Unknown) {
            self.note_uncounted(UncountedReason::Foreign);
        } else if before != players {
            self.note_uncounted(UncountedReason::OpponentChanged);
        }
    }

    /// Records the name of the player on a server, or of the program, that plays. The name of one that
    /// played before goes.
    fn name_opponent(&mut self, before: [Player; 2]) {
        let remote = self.remote().map(|remote| remote.name.as_str());
        let name = remote.or(self.settings.program_name()).unwrap_or_default().to_owned();
        let header = &mut self.game.header;
        for ((player, before), recorded) in header.players.iter().zip(before).zip(&mut header.names)
        {
            match (*player, before) {
                (Player::Program | Player::Remote, _) => recorded.clone_from(&name),
                (_, Player::Program | Player::Remote) => recorded.clear(),
                _ => {}
            }
        }
    }

    /// Records the players before a move. Before the first move, it also records the date, and the
    /// user's name if the user plays against the computer.
    pub fn record_before_move(&mut self) {
        self.record_players();
        if !self.game.is_empty() {
            return;
        }
        self.name_in_archive();
        let players = self.game.header.players;
        if self.game.header.tag("Date").is_none() {
            self.game.header.set_tag("Date", &WallTime::now().date_tag());
        }
        let user = players.iter().position(|player| *player == Player::Human);
        if let Some(user) = user.filter(|_| players[0] != players[1]) {
            let name = &mut self.game.header.names[user];
            if name.is_empty() {
                self.settings.player_name.trim().clone_into(name);
            }
        }
    }
}

/// The name of a computer's level; the program's between two levels and with limits set by hand.
pub fn computer_name(computer: Computer) -> &'static str {
    let level = computer.level.filter(|_| computer.hundredths == 0);
    let level = level.and_then(|number| LEVELS.get(usize::from(number.checked_sub(1)?)));
    level.map_or("Minnow", |level| level.name)
}

/// A recorded name as the window shows it: `Roach, level 5` for `Minnow level 5`, which saved games and
/// PGN hold; other names as they are.
pub fn listed_name(name: &str) -> String {
    let number = name.strip_prefix("Minnow level ");
    let is_number = |text: &&str| text.starts_with(|first: char| first.is_ascii_digit());
    let Some(number) = number.filter(is_number) else { return name.to_owned() };
    let level = number.parse::<u8>().ok();
    let fish = computer_name(Computer { level, ..Computer::default() });
    format!("{fish}, level {number}")
}

/// A version of a game on its way to the archive.
#[derive(Clone, Debug, PartialEq)]
pub struct ArchiveOrder {
    pub id: ArchiveId,
    /// The stamp of the archived version that this one replaces, if it was read.
    pub read: Option<FileStamp>,
    pub game: Game,
}

/// The place of the game on the board in the archive.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ArchivePlace {
    /// `None` until the game is played or kept.
    pub id: Option<ArchiveId>,
    /// The stamp of the game's file, if the game was read from the archive.
    pub read: Option<FileStamp>,
    /// The revision that the archive holds.
    pub revision: Option<u64>,
    /// The time left on the clock that it holds.
    pub left_ms: Option<[u64; 2]>,
}

impl Document {
    /// True if the game comes from a file that the user opened, or was saved to one.
    pub fn is_of_file(&self) -> bool {
        self.path.is_some() || self.suggestion.is_some()
    }
}

impl Session {
    /// True if another game in place of this one would lose changes: they belong into a file, or the
    /// archive cannot be written.
    pub fn would_lose_changes(&self) -> bool {
        let is_kept = !self.document.is_of_file() && self.keeping.archive_problem().is_none();
        self.is_unsaved() && !is_kept
    }

    /// Gives the game its id in the archive, if it has none.
    pub fn name_in_archive(&mut self) {
        if self.archive_place.id.is_none() {
            self.archive_place.id = ArchiveId::from_time(&WallTime::now().digits()).ok();
        }
    }

    /// Keeps the game in the archive, unless it has no moves or has not changed since.
    pub fn archive_game(&mut self) {
        let left_ms = self.time_left_ms();
        let place = &self.archive_place;
        let is_archived = place.revision == Some(self.revision) && place.left_ms == left_ms;
        if self.game.is_empty() || is_archived {
            return;
        }
        self.name_in_archive();
        if let Some(id) = self.archive_place.id.clone() {
            self.archive_place.revision = Some(self.revision);
            self.archive_place.left_ms = left_ms;
            self.archive.recent.insert(id.clone());
            let order = ArchiveOrder { id, read: self.archive_place.read, game: self.game.clone() };
            self.effects.push(Effect::Archive(Box::new(order)));
            self.keep_game();
        }
    }

    /// Keeps a game that is over, and counts its result.
    pub fn archive_if_over(&mut self) {
        if self.end().is_some() {
            self.archive_game();
            self.count_result();
        }
    }

    /// Keeps the changes of a game that the archive has already.
    pub fn archive_again(&mut self) {
        if self.archive_place.revision.is_some() {
            self.archive_game();
        }
    }

    /// Follows games that were kept beside the version of another window.
    pub fn follow_moved_games(&mut self) {
        for MovedGame { from, read, to } in std::mem::take(&mut self.keeping.moved) {
            self.archive.recent.insert(to.clone());
            let waiting = self.waiting.as_mut().map(|waiting| &mut waiting.archive_place);
            for place in [Some(&mut self.archive_place), waiting].into_iter().flatten() {
                if place.id.as_ref() == Some(&from) && place.read == read {
                    (place.id, place.read) = (Some(to.clone()), None);
                }
            }
            if let Some(before) = &mut self.replaced
                && before.archive_id.as_ref() == Some(&from)
                && before.archive_read == read
            {
                (before.archive_id, before.archive_read) = (Some(to), None);
            }
            let text = "Another window has changed the same game. Your games lists both versions.";
            self.keeping.alert(Alert::info(text));
        }
    }

    /// Keeps a game that another one replaces: a game that was played, or work that is in no file.
    pub(super) fn archive_before_leaving(&mut self) {
        let was_played = self.archive_place.id.is_some();
        if was_played || self.is_unsaved() && !self.document.is_of_file() {
            self.archive_game();
        }
    }
}

/// The day of a complete date such as `2026.11.24`, or of a time as digits.
pub fn day_of(text: &str) -> Option<Date> {
    let digits: String = text.chars().filter(|letter| *letter != '.').take(8).collect();
    let (year, month, day) = (digits.get(..4)?, digits.get(4..6)?, digits.get(6..)?);
    Date::new(year.parse().ok()?, month.parse().ok()?, day.parse().ok()?).ok()
}

/// The files of time zones are far smaller.
const MAX_ZONE_BYTES: u64 = 1 << 20;

/// The present time in the user's time zone, or in UTC if the system does not say which it is.
#[derive(Clone, Debug)]
pub struct WallTime(Zoned);

impl WallTime {
    pub fn now() -> WallTime {
        let is_readable = is_readable_zone(std::env::var_os("TZ").as_deref());
        let zone = if is_readable { TimeZone::system() } else { TimeZone::UTC };
        WallTime(Timestamp::now().to_zoned(zone))
    }

    /// The calendar day.
    pub fn day(&self) -> Date {
        self.0.date()
    }

    /// The date as PGN has it: `2026.11.22`.
    pub fn date_tag(&self) -> String {
        self.0.strftime("%Y.%m.%d").to_string()
    }

    /// Date and time for people: `2026.11.22 18:22`.
    #[cfg(not(target_arch = "wasm32"))]
    pub fn minute_text(&self) -> String {
        self.0.strftime("%Y.%m.%d %H:%M").to_string()
    }

    /// Date, time and milliseconds as digits: `20261122-182205-417`.
    pub fn digits(&self) -> String {
        format!("{}-{:03}", self.0.strftime("%Y%m%d-%H%M%S"), self.0.millisecond())
    }

    /// The digits with the zone, for entries of the user's lists: `20261122-182205-417+0200`.
    pub fn stamp(&self) -> String {
        format!("{}{}", self.digits(), self.0.strftime("%z"))
    }
}

/// False if the variable TZ, which may name a file, or the system's zone leads to a device or to a file
/// that is too large. Reading a device such as `/dev/zero` would never end.
fn is_readable_zone(tz: Option<&OsStr>) -> bool {
    let named = tz.and_then(OsStr::to_str).unwrap_or_default();
    let named = named.strip_prefix(':').unwrap_or(named);
    let is_endless = |path: &str| {
        let found = system::metadata(Path::new(path));
        found.is_ok_and(|found| !found.is_file() || found.len() > MAX_ZONE_BYTES)
    };
    ![named, "/etc/localtime"].into_iter().any(is_endless)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::session::for_tests::session;

    #[test]
    fn sides_are_named_by_their_players() {
        let mut session = session();
        let computer = |strength| Player::Computer(Computer::of_strength(strength));
        let mut names = |players, names: [&str; 2]| {
            session.game.header.players = players;
            session.game.header.names = names.map(str::to_owned);
            Color::ALL.map(|color| session.shown_name(color))
        };
        assert_eq!(names([Player::Human, computer(400)], ["", ""]), ["You", "Dace"]);
        assert_eq!(names([computer(430), Player::Human], ["", "Ada"]), ["Minnow", "Ada"]);
        assert_eq!(names([Player::Human; 2], ["", "Ada"]), ["White", "Ada"]);
        assert_eq!(names([computer(400); 2], ["", ""]), ["White (Dace)", "Black (Dace)"]);
        assert_eq!(names([computer(400), computer(430)], ["", ""]), ["Dace", "Minnow"]);
        session.settings.player_name = "Ada".to_owned();
        session.game.header.names = ["Ada".to_owned(), String::new()];
        session.game.header.players = [Player::Human, computer(400)];
        assert_eq!(session.shown_name(Color::White), "You");
        assert_eq!(session.shown_level(Color::Black).as_deref(), Some("level 4"));
    }

    #[test]
    fn levels_in_lists_have_their_fish() {
        for (name, shown) in [
            ("Minnow level 5", "Roach, level 5"),
            ("Minnow level 4.3", "Minnow, level 4.3"),
            ("Minnow level 99", "Minnow, level 99"),
            ("Minnow", "Minnow"),
            ("Minnow level up", "Minnow level up"),
            ("Ada", "Ada"),
        ] {
            assert_eq!(listed_name(name), shown);
        }
    }

    #[test]
    fn times_are_written_in_the_users_zone() {
        let time: Zoned = "2026-11-22T18:22:05.0417+02:00[+02:00]".parse().unwrap();
        let time = WallTime(time);
        assert_eq!(time.date_tag(), "2026.11.22");
        assert_eq!(time.digits(), "20261122-182205-041");
        assert_eq!(time.minute_text(), "2026.11.22 18:22");
        assert_eq!(time.stamp(), "20261122-182205-041+0200");
        assert!(minnow_game::is_date(&WallTime::now().date_tag()));
    }

    #[cfg(unix)]
    #[test]
    fn a_time_zone_is_no_device() {
        for tz in ["", "Europe/Berlin", ":EST5EDT", "<+02>-2", "/no/such/file", "/etc/hosts"] {
            assert!(is_readable_zone(Some(tz.as_ref())), "{tz}");
        }
        for tz in ["/dev/zero", ":/dev/zero", "/usr/../dev/zero"] {
            assert!(!is_readable_zone(Some(tz.as_ref())), "{tz}");
        }
    }
}
