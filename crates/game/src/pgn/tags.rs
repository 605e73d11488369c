//! Conversion between PGN's tags and the header of a game.
//!
//! A [`Game`] has fields for names, variant, start, result, time control and
//! termination; its header keeps all other tags in their order. PGN stores only
//! the name of a computer player, so opening a PGN game starts no engine.

use std::collections::{HashMap, HashSet};

use super::super::{ClockState, Game, GameEnd, Header, TimeControl};
use super::{brackets::JOINS, lex::ends_name};
use minnow_rules::{Color, Variant, builtin_variants, visible};

/// The seven tags that every PGN game has, in this order.
const ROSTER: [&str; 7] = ["Event", "Site", "Date", "Round", "White", "Black", "Result"];

/// Tags that a [`Game`] stores in fields.
const OWN: [&str; 6] = ["White", "Black", "Result", "Variant", "SetUp", "FEN"];

/// Further names of variants, as `plain` writes them, with the variants' ids.
const OTHER_NAMES: [(&str, &str); 3] =
    [("minitchess", "minichess"), ("minit", "minichess"), ("simplernoknight", "simpler")];

/// The variant of a name: an id or name in any spelling, optionally followed by `chess`.
pub(super) fn variant_of(name: &str) -> Option<&'static Variant> {
    let name = plain(name);
    let known = |name: &str| {
        let other = OTHER_NAMES.iter().find(|(other, _)| *other == name).map(|(_, id)| *id);
        let name = other.unwrap_or(name);
        builtin_variants().iter().find(|v| v.id == name || plain(&v.name) == name)
    };
    let endings = ["", "chess", "minichess"];
    endings.iter().find_map(|ending| known(name.strip_suffix(ending)?))
}

/// The ASCII letters and digits of a name, in lower case.
fn plain(name: &str) -> String {
    name.chars().filter(char::is_ascii_alphanumeric).map(|c| c.to_ascii_lowercase()).collect()
}

/// A tag's value without escapes, on one line.
pub(super) fn unescape(value: &str) -> String {
    let mut out = String::with_capacity(value.len());
    let mut letters = value.chars().peekable();
    while let Some(letter) = letters.next() {
        let escaped = letters.next_if(|next| letter == '\\' && ['"', '\\'].contains(next));
        out.push(printable(escaped.unwrap_or(letter)));
    }
    out
}

/// A value with escapes, on one line.
fn escape(value: &str) -> String {
    let mut out = String::with_capacity(value.len());
    for letter in value.chars() {
        if letter == '"' || letter == '\\' {
            out.push('\\');
        }
        out.push(printable(letter));
    }
    out
}

/// The character, or a blank for a control character.
fn printable(letter: char) -> char {
    if letter.is_control() { ' ' } else { letter }
}

/// The value of the tag with this name, in any case. Placeholders such as `?` and `-` count as missing.
pub(super) fn own_tag<'a>(tags: &'a [(String, String)], name: &str) -> Option<&'a str> {
    let tag = tags.iter().find(|(known, _)| known.eq_ignore_ascii_case(name));
    let is_placeholder = |value: &str| visible(value).chars().all(|letter| " ?-.".contains(letter));
    tag.map(|(_, value)| value.as_str()).filter(|value| !is_placeholder(value))
}

/// The visible name of a tag, with `_` for each character that would end it.
pub(super) fn plain_name(name: &str) -> String {
    let name = visible(name);
    let name = name.trim_end_matches(JOINS).chars();
    name.map(|letter| if ends_name(letter) { '_' } else { letter }).collect()
}

/// The name by which a tag is known: the case of letters counts only in tags of other programs.
pub(super) fn known_name(name: &str) -> &str {
    OWN.into_iter().find(|own| own.eq_ignore_ascii_case(name)).unwrap_or(name)
}

fn is_own(name: &str) -> bool {
    OWN.contains(&known_name(name))
}

/// The header for a list of tags of different names, with the full time on the clock. Placeholders
/// in the seven tags, such as `?`, are dropped.
pub(super) fn header(tags: Vec<(String, String)>) -> Header {
    let name = |tag| own_tag(&tags, tag).unwrap_or("").to_owned();
    let mut header = Header { names: [name("White"), name("Black")], ..Header::default() };
    for (name, value) in tags {
        if name == "TimeControl" {
            header.clock = parse_time_control(&value)
                .map(|control| ClockState { control, left_ms: [control.base_ms; 2] });
            if header.clock.is_some() {
                continue;
            }
        }
        let placeholder = ROSTER.contains(&name.as_str())
            && value.chars().all(|letter| letter == '?' || letter == '.');
        if !placeholder && !is_own(&name) {
            header.tags.push((name, value));
        }
    }
    // The order in which they are written.
    let place = |name: &String| ROSTER.iter().position(|known| known == name);
    header.tags.sort_by_key(|(name, _)| place(name).unwrap_or(ROSTER.len()));
    header
}

/// Reads `300`, `300+2` or `300+2d5`: base time, increment and delay in seconds. The base time is
/// not 0.
fn parse_time_control(text: &str) -> Option<TimeControl> {
    let (text, delay) = text.split_once('d').unwrap_or((text, "0"));
    let (base, increment) = text.split_once('+').unwrap_or((text, "0"));
    let ms = |text: &str| -> Option<u64> {
        let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
        let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
        if !digits(whole) || !digits(fraction) || fraction.len() > 3 {
            return None;
        }
        let fraction: u64 = format!("{fraction:0<3}").parse().ok()?;
        whole.parse::<u64>().ok()?.checked_mul(1_000)?.checked_add(fraction)
    };
    let base_ms = ms(base).filter(|base_ms| *base_ms > 0)?;
    Some(TimeControl { base_ms, increment_ms: ms(increment)?, delay_ms: ms(delay)? })
}

fn time_control_text(control: TimeControl) -> String {
    let seconds = |ms: u64| match ms % 1_000 {
        0 => (ms / 1_000).to_string(),
        rest => format!("{}.{rest:03}", ms / 1_000),
    };
    let delay = match control.delay_ms {
        0 => String::new(),
        delay_ms => format!("d{}", seconds(delay_ms)),
    };
    format!("{}+{}{delay}", seconds(control.base_ms), seconds(control.increment_ms))
}

/// The end of a game with this result and `Termination` tag.
pub(super) fn end_of(result: &str, termination: Option<&str>) -> Option<GameEnd> {
    let winner = match result {
        "1-0" => Some(Color::White),
        "0-1" => Some(Color::Black),
        "1/2-1/2" => None,
        _ => return None,
    };
    let termination = termination.unwrap_or("").to_ascii_lowercase();
    let mentions = |word: &str| termination.contains(word);
    Some(match winner {
        Some(winner) if mentions("time") => GameEnd::TimeOut(!winner),
        Some(winner) if mentions("resign") => GameEnd::Resigned(!winner),
        Some(winner) if mentions("program fail") => GameEnd::Forfeited(!winner),
        Some(winner) if mentions("connection lost") => GameEnd::Disconnected(!winner),
        None if mentions("agree") => GameEnd::Agreed,
        _ => GameEnd::Recorded(winner),
    })
}

/// The `Termination` tag of an end; `None` if the result alone determines it.
pub(super) fn termination_text(end: GameEnd) -> Option<&'static str> {
    match end {
        GameEnd::TimeOut(_) => Some("time forfeit"),
        GameEnd::Resigned(_) => Some("resignation"),
        GameEnd::Forfeited(_) => Some("program failure"),
        GameEnd::Disconnected(_) => Some("connection lost"),
        GameEnd::Agreed => Some("agreement"),
        GameEnd::ByRules(_) | GameEnd::Recorded(_) => None,
    }
}

/// The end of the game as PGN has it: moves that were taken back count as played.
fn written_end(game: &Game) -> Option<GameEnd> {
    let by_rules = |end: &GameEnd| matches!(end, GameEnd::ByRules(_));
    game.end_at(game.main_line_end()).filter(by_rules).or(game.result())
}

/// The result tag: `1-0` and so on, `*` for an unfinished game.
pub(super) fn result_text(game: &Game) -> &'static str {
    written_end(game).map_or("*", GameEnd::result_text)
}

/// Writes one line for each tag: the seven tags, variant, start, and all others.
pub(super) fn write_tags(game: &Game, out: &mut String) {
    let header = &game.header;
    let mut tag = |name: &str, value: &str| {
        let value = escape(value);
        ["[", name, " \"", &value, "\"]\n"].into_iter().for_each(|part| out.push_str(part));
    };
    let player_name = |color| header.shown_name(color).unwrap_or("?".to_owned());
    for name in ROSTER {
        match name {
            "White" => tag(name, &player_name(Color::White)),
            "Black" => tag(name, &player_name(Color::Black)),
            "Result" => tag(name, result_text(game)),
            "Date" => tag(name, header.tag(name).unwrap_or("????.??.??")),
            _ => tag(name, header.tag(name).unwrap_or("?")),
        }
    }
    tag("Variant", &game.variant().id);
    if !game.is_from_normal_start() {
        tag("SetUp", "1");
        tag("FEN", &game.start().fen());
    }
    if let Some(clock) = header.clock {
        tag("TimeControl", &time_control_text(clock.control));
    }
    let end = written_end(game);
    let termination = end
        .and_then(termination_text)
        .filter(|_| end != end_of(result_text(game), header.tag("Termination")));
    if let Some(text) = termination {
        tag("Termination", text);
    }
    let mut names = HashSet::new();
    let mut counts: HashMap<String, usize> = HashMap::new();
    for (name, value) in &header.tags {
        let name = plain_name(name);
        let is_written = is_own(&name)
            || ROSTER.contains(&name.as_str())
            || (name == "TimeControl" && header.clock.is_some())
            || (name == "Termination" && termination.is_some());
        if !name.is_empty() && !is_written {
            // A reader takes the first of two tags with the same name.
            let mut unique = name.clone();
            while !names.insert(unique.clone()) {
                let count = counts.entry(name.clone()).or_insert(1);
                *count += 1;
                unique = format!("{name}_{count}");
            }
            tag(&unique, value);
        }
    }
}
