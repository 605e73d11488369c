//! The parts of a text of settings: the named fields of a group, and the value in `Some`.
//!
//! A file of settings may come from another version of the program or be edited by hand. It is read part
//! by part, so that what cannot be read costs only itself, and unknown fields are written back.

use std::fmt;

use ron::value::RawValue;
use serde::{
    Deserialize, Deserializer, Serialize,
    de::{DeserializeOwned, MapAccess, Visitor},
};

use minnow_rules::excerpt;

/// Fields of older versions that are not written back: what they held stands elsewhere now, or nowhere.
const FORMER_FIELDS: [&str; 6] =
    ["recent", "learned", "exercises", "panels.lines", "panels.moves", "panels.settings"];

/// The names and texts of fields, in their order.
type Fields = Vec<(String, Box<RawValue>)>;

/// The parts of a value that has some.
enum Parts {
    /// The fields of `(a: 1, b: 2)` or `Name(a: 1, b: 2)`.
    Group(Fields),
    /// The value in `Some(1)`.
    Present(Box<RawValue>),
}

impl Parts {
    /// `None` for every other text.
    fn of(text: &str) -> Option<Parts> {
        ron::from_str(text).ok()
    }
}

impl<'de> Deserialize<'de> for Parts {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Parts, D::Error> {
        deserializer.deserialize_any(PartsVisitor)
    }
}

struct PartsVisitor;

impl<'de> Visitor<'de> for PartsVisitor {
    type Value = Parts;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("named fields or Some")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Parts, A::Error> {
        let mut fields = Vec::new();
        while let Some((name, value)) = map.next_entry::<String, Box<RawValue>>()? {
            fields.push((name, value.trim_boxed()));
        }
        Ok(Parts::Group(fields))
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<Parts, D::Error> {
        let value = Box::<RawValue>::deserialize(deserializer)?;
        Ok(Parts::Present(value.trim_boxed()))
    }
}

/// Reads the value of a setting without those fields in it that cannot be read, which then have their
/// defaults. Adds these to `unusable`: `engine.threads: "many"`. A group that does not work without such
/// a field, such as a clock without minutes, cannot be read as a whole.
pub(super) fn read_value<T: DeserializeOwned>(
    name: &str,
    text: &RawValue,
    unusable: &mut Vec<String>,
) -> Option<T> {
    let (text, mut unreadable) = (text.get_ron(), Vec::new());
    let rest = readable_part(name, text, &can_read::<T>, &mut unreadable);
    let value = rest.and_then(|rest| ron::from_str(&rest).ok());
    if value.is_some() {
        unusable.append(&mut unreadable);
    } else {
        unusable.push(quoted(name, text));
    }
    value
}

/// True if the fields in a text can be read; others may be missing.
fn can_read<T: DeserializeOwned>(text: &str) -> bool {
    match ron::from_str::<T>(text) {
        Ok(_) => true,
        Err(error) => matches!(error.code, ron::Error::MissingStructField { .. }),
    }
}

/// The readable part of a text, a value at this path: the text itself, or a group without the fields that
/// cannot be read, which are added to `unreadable`. `None` if nothing of it can be read.
///
/// Only where another group, or `None`, could be read does it look into the text. So it goes no deeper
/// than the types of the settings, however deep the text is.
fn readable_part(
    path: &str,
    text: &str,
    can_read: &dyn Fn(&str) -> bool,
    unreadable: &mut Vec<String>,
) -> Option<String> {
    if can_read(text) {
        return Some(text.to_owned());
    }
    match Parts::of(text)? {
        Parts::Present(value) if can_read("None") => {
            let can_read = |part: &str| can_read(&format!("Some({part})"));
            let part = readable_part(path, value.get_ron(), &can_read, unreadable)?;
            Some(format!("Some({part})"))
        }
        Parts::Group(fields) if can_read(&format!("{}()", name_of(text))) => {
            let name = name_of(text);
            let mut readable = Vec::new();
            for (field, value) in fields {
                let (path, value) = (format!("{path}.{field}"), value.get_ron());
                let field = identifier(&field);
                let can_read = |part: &str| can_read(&format!("{name}({field}: {part})"));
                match readable_part(&path, value, &can_read, unreadable) {
                    Some(part) => readable.push(format!("{field}: {part}")),
                    None => unreadable.push(quoted(&path, value)),
                }
            }
            Some(format!("{name}({})", readable.join(", ")))
        }
        _ => None,
    }
}

/// The parts of a setting that were out of range: `engine.hash_mb: 999999`. `text` is its text in the file,
/// `in_file` the value read from it, and `bounded` the value in its range.
pub(super) fn out_of_range<T: Serialize>(
    name: &str,
    text: &RawValue,
    in_file: &T,
    bounded: &T,
) -> Vec<String> {
    let (text, mut parts) = (text.get_ron(), Vec::new());
    if let (Ok(in_file), Ok(bounded)) = (ron::to_string(in_file), ron::to_string(bounded)) {
        add_changed(name, text, &in_file, &bounded, &mut parts);
    }
    if parts.is_empty() { vec![quoted(name, text)] } else { parts }
}

/// Adds the fields of a text, a value at this path, whose texts differ between `in_file` and `bounded`; the
/// whole value if one of the three has no fields.
fn add_changed(path: &str, text: &str, in_file: &str, bounded: &str, parts: &mut Vec<String>) {
    let all = (fields_of(text), fields_of(in_file), fields_of(bounded));
    let (Some(texts), Some(in_file), Some(bounded)) = all else {
        return parts.push(quoted(path, text));
    };
    for (field, text) in texts {
        let value_in = |fields: &Fields| {
            let found = fields.iter().find(|(name, _)| *name == field);
            found.map(|(_, value)| value.get_ron().to_owned())
        };
        let (Some(in_file), Some(bounded)) = (value_in(&in_file), value_in(&bounded)) else {
            continue;
        };
        if in_file != bounded {
            add_changed(&format!("{path}.{field}"), text.get_ron(), &in_file, &bounded, parts);
        }
    }
}

/// The fields of a group, also of one in `Some`.
fn fields_of(text: &str) -> Option<Fields> {
    match Parts::of(text)? {
        Parts::Group(fields) => Some(fields),
        Parts::Present(value) => fields_of(value.get_ron()),
    }
}

/// A value with its name, for a message.
fn quoted(name: &str, text: &str) -> String {
    format!("{name}: {}", excerpt(text))
}

/// The text of settings as this version writes it, with the fields of `old` that it does not know: a
/// newer version may need them again. Those in a group or a `Some` that is gone go with it.
pub fn with_unknown_fields(new: &str, old: &str) -> String {
    merged("", 0, new, old)
}

/// `depth` is the number of groups around the value.
fn merged(path: &str, depth: usize, new: &str, old: &str) -> String {
    match (Parts::of(new), Parts::of(old)) {
        (Some(Parts::Present(new)), Some(Parts::Present(old))) => {
            format!("Some({})", merged(path, depth, new.get_ron(), old.get_ron()))
        }
        (Some(Parts::Group(known)), Some(Parts::Group(others))) if name_of(new).is_empty() => {
            let below = |field: &str| match path {
                "" => field.to_owned(),
                _ => format!("{path}.{field}"),
            };
            let is_unknown = |name: &String| {
                let is_known = known.iter().any(|(field, _)| field == name);
                !is_known && !FORMER_FIELDS.contains(&below(name).as_str())
            };
            let indent = "    ".repeat(depth);
            let line =
                |field: &str, value: &str| format!("{indent}    {}: {value},\n", identifier(field));
            let mut text = "(\n".to_owned();
            for (field, value) in &known {
                let new = value.get_ron();
                let old = others.iter().find(|(name, _)| name == field);
                let value = match old {
                    Some((_, old)) => merged(&below(field), depth + 1, new, old.get_ron()),
                    None => new.to_owned(),
                };
                text.push_str(&line(field, &value));
            }
            for (field, value) in others.iter().filter(|(name, _)| is_unknown(name)) {
                text.push_str(&line(field, value.get_ron()));
            }
            text + &indent + ")"
        }
        _ => new.to_owned(),
    }
}

/// The name before the fields of a group; mostly empty.
fn name_of(text: &str) -> &str {
    text.split_once('(').map_or("", |(name, _)| name.trim())
}

/// The name of a field as RON writes it.
fn identifier(name: &str) -> String {
    let is_plain = |letter: char| letter == '_' || letter.is_ascii_alphanumeric();
    let begins_plain = !name.starts_with(|first: char| first.is_ascii_digit());
    if begins_plain && name.chars().all(is_plain) { name.to_owned() } else { format!("r#{name}") }
}

#[cfg(test)]
mod tests {
    use super::{super::settings::*, *};
    use crate::app::ui::board::ShownMarks;
    use proptest::{prelude::*, sample::select};

    fn changed(change: impl FnOnce(&mut Settings)) -> Settings {
        let mut settings = Settings::default();
        change(&mut settings);
        settings
    }

    #[test]
    fn an_unreadable_field_costs_only_itself() {
        let engine = EngineSettings::default();
        let clock = ClockChoice { delay_seconds: 2, ..ClockChoice::new(3, 0) };
        let place = WindowPlace { size: [900.0, 700.0], corner: None, maximized: true };
        for (text, unusable, expected) in [
            (
                "engine: (threads: \"many\", hash_mb: 32)",
                vec!["engine.threads: \"many\""],
                changed(|settings| settings.engine = EngineSettings { hash_mb: 32, ..engine }),
            ),
            (
                "engine: EngineSettings(threads: [], hash_mb: (), lines: 2, cache: 1)",
                vec!["engine.threads: []", "engine.hash_mb: ()"],
                changed(|settings| settings.engine = EngineSettings { lines: 2, ..engine }),
            ),
            (
                "custom: (depth_plies: Some(-1), nodes: Some(500))",
                vec!["custom.depth_plies: Some(-1)"],
                changed(|settings| settings.custom.nodes = Some(500)),
            ),
            (
                "marks: (targets: Dots(size: 3), last_move: false)",
                vec!["marks.targets: Dots(size: 3)"],
                changed(|settings| {
                    settings.marks = ShownMarks { last_move: false, ..ShownMarks::default() };
                }),
            ),
            (
                "clock: Some((minutes: 3, increment_seconds: Bronstein, delay_seconds: 2))",
                vec!["clock.increment_seconds: Bronstein"],
                changed(|settings| settings.clock = Some(clock)),
            ),
            (
                "window: Some((size: (900.0, 700.0), corner: Some((1.0, left)), maximized: true))",
                vec!["window.corner: Some((1.0, left))"],
                changed(|settings| settings.window = Some(place)),
            ),
        ] {
            let unusable: Vec<String> = unusable.into_iter().map(str::to_owned).collect();
            let text = format!("({text})");
            assert_eq!(Settings::read(&text), Ok((expected, unusable)), "{text}");
        }
    }

    #[test]
    fn a_group_without_a_needed_field_is_named_whole() {
        for text in [
            "odds: Some((giver: You, piece: Rook))",
            "clock: Some((minutes: \"many\", delay_seconds: 2))",
            "window: Some((size: wide, maximized: true))",
            "black_level: Some(300)",
            "engine: 7",
            "volume: (percent: 7)",
            "volume: Some(Some((percent: 7)))",
            "theme: Custom(ink: 0)",
        ] {
            let unusable = vec![text.to_owned()];
            assert_eq!(Settings::read(&format!("({text})")), Ok((Settings::default(), unusable)));
        }
    }

    #[test]
    fn a_number_out_of_range_is_named_alone() {
        let engine = EngineSettings::default();
        let clock =
            ClockChoice { delay_seconds: ClockChoice::MOST_SECONDS, ..ClockChoice::new(3, 2) };
        for (text, unusable, expected) in [
            (
                "engine: (lines: 3, hash_mb: 999999)",
                vec!["engine.hash_mb: 999999"],
                changed(|settings| {
                    settings.engine = EngineSettings { lines: 3, hash_mb: 2048, ..engine };
                }),
            ),
            (
                "engine: EngineSettings(lines: 0, seconds: Some(0), threads: \"many\")",
                vec!["engine.threads: \"many\"", "engine.lines: 0", "engine.seconds: Some(0)"],
                changed(|settings| {
                    settings.engine = EngineSettings { lines: 1, seconds: Some(1), ..engine };
                }),
            ),
            (
                "clock: Some((minutes: 3, increment_seconds: 2, delay_seconds: 60000))",
                vec!["clock.delay_seconds: 60000"],
                changed(|settings| settings.clock = Some(clock)),
            ),
            (
                "window: Some((size: (1.0, 700.0)))",
                vec!["window: Some((size: (1.0, 700.0)))"],
                Settings::default(),
            ),
            ("volume: 200", vec!["volume: 200"], changed(|settings| settings.volume = 100)),
        ] {
            let unusable: Vec<String> = unusable.into_iter().map(str::to_owned).collect();
            let text = format!("({text})");
            assert_eq!(Settings::read(&text), Ok((expected, unusable)), "{text}");
        }
    }

    /// The text of these settings, written over an older text.
    fn written_over(settings: &Settings, old: &str) -> String {
        with_unknown_fields(&settings.to_ron().unwrap(), old)
    }

    #[test]
    fn unknown_fields_are_written_back_in_their_place() {
        let settings = changed(|settings| settings.clock = Some(ClockChoice::new(3, 2)));
        for (old, kept) in [
            ("(glow: 3)", "\n    glow: 3,\n)"),
            ("(level: 7, glass: Some(Frosted(0.5)))", "\n    glass: Some(Frosted(0.5)),\n)"),
            ("Settings(glow: 3 // bright\n, haze: [1, 2])", "\n    glow: 3,\n    haze: [1, 2],\n)"),
            ("(r#night-mode: {\"a\": 1})", "\n    r#night-mode: {\"a\": 1},\n)"),
            ("(engine: (nets: 2, lines: 1))", "\n        nets: 2,\n    ),\n"),
            ("(engine: EngineSettings(nets: 2))", "\n        nets: 2,\n    ),\n"),
            ("(clock: Some((minutes: 1, periods: 5)))", "\n        periods: 5,\n    )),\n"),
            (
                "(marks: (arrows: Red(of: 2), targets: 1))",
                "\n        arrows: Red(of: 2),\n    ),\n",
            ),
        ] {
            let text = written_over(&settings, old);
            assert!(text.contains(kept), "{old}: {text}");
            assert_eq!(Settings::read(&text), Ok((settings.clone(), vec![])), "{text}");
            assert_eq!(written_over(&settings, &text), text, "it stays at the next write");
        }
    }

    #[test]
    fn only_unknown_fields_are_written_back() {
        let settings = changed(|settings| settings.player_name = "A (b: 1, c: 2)".to_owned());
        for old in [
            "()",
            "not settings",
            "(level: 7, theme: Sepia, engine: (threads: \"many\"), player_name: \"Ada\")",
            "(clock: Some((minutes: 1, periods: 5)))",
            "(recent: [\"/a\"], learned: [], exercises: [7])",
            "(panels: (lines: Some(300.0), moves: None, settings: None))",
        ] {
            assert_eq!(written_over(&settings, old), settings.to_ron().unwrap(), "{old}");
        }
    }

    proptest! {
        #[test]
        fn no_old_text_changes_the_settings(words in prop::collection::vec(select(WORDS), 0..30)) {
            let old = words.concat();
            let settings = Settings::default();
            let text = written_over(&settings, &format!("({old})"));
            prop_assert_eq!(Settings::read(&text), Ok((settings.clone(), vec![])), "{}", text);
            if let Ok((read, _)) = Settings::read(&old) {
                prop_assert_eq!(Settings::from_ron(&read.to_ron().unwrap()), Ok(read));
            }
        }
    }

    /// Pieces of texts like settings.
    const WORDS: &[&str] = &[
        "(",
        ")",
        "[",
        "]",
        "{",
        "}",
        ",",
        ": ",
        "Some(",
        "None",
        "level",
        "engine: (",
        "clock: Some((",
        "marks: (",
        "lines: ",
        "minutes: ",
        "glow: ",
        "r#a-b: ",
        "7",
        "-1",
        "0.5",
        "\"a\"",
        "'",
        "Red",
        "// ",
        "\n",
        "/*",
        "*/",
        " ",
        "),",
        "7, ",
    ];
}
