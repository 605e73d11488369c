//! The name and the options of an engine, as it lists them.

use std::{fmt, str::SplitWhitespace};

use minnow_rules::excerpt;

/// The type of an option's value, with its default.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum UciOptionKind {
    /// `true` or `false`.
    Check {
        /// The default.
        default: bool,
    },
    /// A whole number.
    Spin {
        /// The default, within the range.
        default: i64,
        /// The least value.
        min: i64,
        /// The greatest value.
        max: i64,
    },
    /// One of several texts.
    Combo {
        /// The default, one of the choices.
        default: String,
        /// The choices, at least one.
        choices: Vec<String>,
    },
    /// An action without a value.
    Button,
    /// Any text in a line.
    Text {
        /// The default; empty for `<empty>`.
        default: String,
    },
}

/// An option that an engine lists.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UciOption {
    /// The name, perhaps with blanks.
    pub name: String,
    /// The type of its value.
    pub kind: UciOptionKind,
}

/// Why a value does not fit an option; each text names the option.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OptionError {
    /// The engine has no such option.
    #[error("it has no option \"{}\"", excerpt(.0))]
    Unknown(String),
    /// The value is not of the option's type.
    #[error("its option \"{}\" takes {expected}, not \"{}\"", excerpt(.option), excerpt(.value))]
    Value {
        /// The option.
        option: String,
        /// The values that it takes.
        expected: String,
        /// The value.
        value: String,
    },
}

/// The result of a handshake.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EngineIdentity {
    /// The engine's own name, or that of the entry if it has none.
    pub name: String,
    /// The author; may be empty.
    pub author: String,
    /// The options, in the engine's order.
    pub options: Vec<UciOption>,
}

impl EngineIdentity {
    /// The option of this name, whatever its case.
    pub fn option(&self, name: &str) -> Option<&UciOption> {
        self.options.iter().find(|option| option.name.eq_ignore_ascii_case(name))
    }
}

/// The parts of an `option` line as texts.
#[derive(Default)]
struct OptionParts {
    name: String,
    kind: String,
    default: String,
    min: String,
    max: String,
    choices: Vec<String>,
}

impl OptionParts {
    /// Reads the words after `option`. A name may hold keywords, such as `min`, up to `type`.
    fn read(words: SplitWhitespace<'_>) -> OptionParts {
        let mut parts = OptionParts::default();
        // The keyword of the part that has begun.
        let mut part = "";
        for word in words {
            let begins_part = match part {
                "" => word == "name",
                "name" => word == "type",
                _ => ["default", "min", "max", "var"].contains(&word),
            };
            if begins_part {
                part = word;
                if part == "var" {
                    parts.choices.push(String::new());
                }
                continue;
            }
            let text = match part {
                "name" => Some(&mut parts.name),
                "type" => Some(&mut parts.kind),
                "default" => Some(&mut parts.default),
                "min" => Some(&mut parts.min),
                "max" => Some(&mut parts.max),
                _ => parts.choices.last_mut(),
            };
            if let Some(text) = text {
                if !text.is_empty() {
                    text.push(' ');
                }
                text.push_str(word);
            }
        }
        parts
    }

    /// The type; a number that is missing does not bound, and a default is brought into its range.
    fn kind(self) -> Option<UciOptionKind> {
        let number = |text: &str| text.parse::<i64>().ok();
        Some(match self.kind.to_ascii_lowercase().as_str() {
            "check" => UciOptionKind::Check { default: self.default.eq_ignore_ascii_case("true") },
            "spin" => {
                let min = number(&self.min).unwrap_or(i64::MIN);
                let max = number(&self.max).unwrap_or(i64::MAX).max(min);
                let default = number(&self.default).unwrap_or(0).clamp(min, max);
                UciOptionKind::Spin { default, min, max }
            }
            "combo" => {
                let mut choices = self.choices;
                choices.retain(|choice| !choice.is_empty());
                if !choices.contains(&self.default) && !self.default.is_empty() {
                    choices.insert(0, self.default.clone());
                }
                let first = choices.first()?.clone();
                let default = if self.default.is_empty() { first } else { self.default };
                UciOptionKind::Combo { default, choices }
            }
            "button" => UciOptionKind::Button,
            "string" => {
                let is_empty = self.default == "<empty>";
                let default = if is_empty { String::new() } else { self.default };
                UciOptionKind::Text { default }
            }
            _ => return None,
        })
    }
}

impl UciOption {
    /// Reads a line `option name NAME type TYPE ...`; `None` if it has no name, another type, or no
    /// choice. Numbers that are missing or out of range are mended.
    pub fn parse(line: &str) -> Option<UciOption> {
        let mut words = line.split_whitespace();
        if words.next() != Some("option") {
            return None;
        }
        let mut parts = OptionParts::read(words);
        let name = std::mem::take(&mut parts.name);
        let kind = parts.kind()?;
        (!name.is_empty()).then_some(UciOption { name, kind })
    }

    /// Checks a value that the user chose.
    ///
    /// # Errors
    ///
    /// [`OptionError::Value`] if the value is not of the option's type, or has a line end.
    pub fn check(&self, value: &str) -> Result<(), OptionError> {
        let is_right = match &self.kind {
            UciOptionKind::Check { .. } => ["true", "false"].contains(&value),
            UciOptionKind::Spin { min, max, .. } => {
                value.parse().is_ok_and(|number: i64| (*min..=*max).contains(&number))
            }
            UciOptionKind::Combo { choices, .. } => choices.iter().any(|choice| choice == value),
            UciOptionKind::Button | UciOptionKind::Text { .. } => {
                !value.contains(['\n', '\r', '\0'])
            }
        };
        if is_right {
            return Ok(());
        }
        let expected = self.kind.to_string();
        Err(OptionError::Value { option: self.name.clone(), expected, value: value.to_owned() })
    }

    /// The command that sets the option to a checked value, with its line end.
    pub(crate) fn set_text(&self, value: &str) -> String {
        let name = &self.name;
        match &self.kind {
            UciOptionKind::Button => format!("setoption name {name}\n"),
            UciOptionKind::Text { .. } if value.is_empty() => {
                format!("setoption name {name} value <empty>\n")
            }
            _ => format!("setoption name {name} value {value}\n"),
        }
    }
}

/// The values of the type, as in "takes a whole number from 1 to 8".
impl fmt::Display for UciOptionKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            UciOptionKind::Check { .. } => f.write_str("true or false"),
            UciOptionKind::Spin { min: i64::MIN, max: i64::MAX, .. } => {
                f.write_str("a whole number")
            }
            UciOptionKind::Spin { min, max, .. } => {
                write!(f, "a whole number from {min} to {max}")
            }
            UciOptionKind::Combo { choices, .. } => {
                write!(f, "one of {}", excerpt(&choices.join(", ")))
            }
            UciOptionKind::Button => f.write_str("no value"),
            UciOptionKind::Text { .. } => f.write_str("a text in one line"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn kind(line: &str) -> Option<UciOptionKind> {
        UciOption::parse(line).map(|option| option.kind)
    }

    #[test]
    fn options_of_each_type_are_read() {
        let texts = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect();
        for (line, name, expected) in [
            ("option name Clear Hash type button", "Clear Hash", UciOptionKind::Button),
            (
                "option name Ponder type check default false",
                "Ponder",
                UciOptionKind::Check { default: false },
            ),
            (
                "option name Nodes min type spin default 5 min 1 max 9",
                "Nodes min",
                UciOptionKind::Spin { default: 5, min: 1, max: 9 },
            ),
            (
                "option name Style type combo default very solid var very solid var wild",
                "Style",
                UciOptionKind::Combo {
                    default: "very solid".to_owned(),
                    choices: texts(&["very solid", "wild"]),
                },
            ),
            (
                "option  name Path type string default <empty>",
                "Path",
                UciOptionKind::Text { default: String::new() },
            ),
        ] {
            let option = UciOption::parse(line).unwrap();
            assert_eq!((option.name.as_str(), option.kind), (name, expected), "{line}");
        }
    }

    #[test]
    fn odd_options_are_mended_or_left_out() {
        let spin = |default, min, max| Some(UciOptionKind::Spin { default, min, max });
        assert_eq!(kind("option name A type spin default 99 min 1 max 8"), spin(8, 1, 8));
        assert_eq!(kind("option name A type spin default x min 5 max 2"), spin(5, 5, 5));
        assert_eq!(kind("option name A type spin"), spin(0, i64::MIN, i64::MAX));
        let choices = vec!["x".to_owned()];
        let combo = Some(UciOptionKind::Combo { default: "x".to_owned(), choices });
        assert_eq!(kind("option name A type combo default x"), combo);
        assert_eq!(kind("option name A type combo var x"), combo);
        for line in [
            "",
            "option",
            "option name A",
            "option name A type",
            "option name A type file default x",
            "option name A type combo",
            "option name type check default true",
            "options name A type button",
        ] {
            assert_eq!(UciOption::parse(line), None, "{line}");
        }
    }

    #[test]
    fn a_value_of_another_type_is_refused() {
        for (line, good, bad, expected) in [
            ("option name A type check", "true", "yes", "true or false, not \"yes\""),
            (
                "option name A type spin min 1 max 8",
                "8",
                "9",
                "a whole number from 1 to 8, not \"9\"",
            ),
            ("option name A type combo var x var y", "y", "z", "one of x, y, not \"z\""),
            ("option name A type string", "", "a\nquit", "a text in one line, not \"a quit\""),
        ] {
            let option = UciOption::parse(line).unwrap();
            assert_eq!(option.check(good), Ok(()), "{line}");
            let error = option.check(bad).unwrap_err().to_string();
            assert_eq!(error, format!("its option \"A\" takes {expected}"));
        }
    }

    proptest! {
        #[test]
        fn any_line_is_read_or_left_out(words in prop::collection::vec(
            prop_oneof![
                Just("option".to_owned()), Just("name".to_owned()), Just("type".to_owned()),
                Just("spin".to_owned()), Just("combo".to_owned()), Just("var".to_owned()),
                Just("min".to_owned()), Just("max".to_owned()), Just("default".to_owned()),
                any::<i64>().prop_map(|number| number.to_string()), any::<String>(),
            ],
            0..12,
        )) {
            let option = UciOption::parse(&format!("option {}", words.join(" ")));
            if let Some(UciOption { kind: UciOptionKind::Spin { default, min, max }, .. }) = option {
                prop_assert!(min <= default && default <= max);
            }
        }
    }
}
