//! A command as people type it: split into words as a POSIX shell splits them, without its expansions.

use super::ProgramEntry;

/// Why a command line cannot be split.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CommandLineError {
    /// A quotation mark has no partner.
    #[error("the quotation mark {mark} at character {column} is not closed")]
    Unclosed {
        /// `'` or `"`.
        mark: char,
        /// The character, from 1.
        column: usize,
    },
    /// Nothing follows the last backslash.
    #[error("nothing follows the backslash at the end")]
    LoneBackslash,
    /// There is no word.
    #[error("the command is empty")]
    Empty,
}

/// The characters that a backslash keeps from their meaning between double quotation marks.
const ESCAPABLE: [char; 4] = ['"', '\\', '$', '`'];

impl ProgramEntry {
    /// The command as text, which [`ProgramEntry::parse_command_line`] reads back.
    pub fn command_line(&self) -> String {
        self.command.iter().map(|word| quoted(word)).collect::<Vec<_>>().join(" ")
    }

    /// Splits a command line into words. Blanks separate words; `'...'` keeps everything, `"..."` all
    /// but a backslash before one of `"`, `\`, `$` and `` ` ``; elsewhere a backslash keeps the next
    /// character. Nothing is expanded.
    ///
    /// # Errors
    ///
    /// A [`CommandLineError`] if a mark is not closed or there is no word.
    pub fn parse_command_line(text: &str) -> Result<Vec<String>, CommandLineError> {
        let mut splitter = WordSplitter::default();
        let mut letters = (1..).zip(text.chars());
        while let Some((column, letter)) = letters.next() {
            match letter {
                '\'' | '"' => splitter.read_quoted(letter, column, &mut letters)?,
                '\\' => {
                    let (_, next) = letters.next().ok_or(CommandLineError::LoneBackslash)?;
                    splitter.push(next);
                }
                _ if letter.is_whitespace() => splitter.end_word(),
                _ => splitter.push(letter),
            }
        }
        splitter.end_word();
        if splitter.words.is_empty() { Err(CommandLineError::Empty) } else { Ok(splitter.words) }
    }
}

#[derive(Default)]
struct WordSplitter {
    words: Vec<String>,
    /// The word that has begun; it may be empty, as in `''`.
    word: Option<String>,
}

impl WordSplitter {
    fn push(&mut self, letter: char) {
        self.word.get_or_insert_default().push(letter);
    }

    fn end_word(&mut self) {
        self.words.extend(self.word.take());
    }

    /// Reads up to the partner of a quotation mark.
    fn read_quoted(
        &mut self,
        mark: char,
        column: usize,
        letters: &mut impl Iterator<Item = (usize, char)>,
    ) -> Result<(), CommandLineError> {
        let unclosed = CommandLineError::Unclosed { mark, column };
        let word = self.word.get_or_insert_default();
        while let Some((_, letter)) = letters.next() {
            if letter == mark {
                return Ok(());
            }
            if letter != '\\' || mark == '\'' {
                word.push(letter);
                continue;
            }
            let Some((_, next)) = letters.next() else { return Err(unclosed) };
            if !ESCAPABLE.contains(&next) {
                word.push('\\');
            }
            word.push(next);
        }
        Err(unclosed)
    }
}

/// A word as a shell would read it back, in quotation marks if it needs them.
fn quoted(word: &str) -> String {
    let is_plain = |letter: char| letter.is_alphanumeric() || "-_./:=,+@%".contains(letter);
    if !word.is_empty() && word.chars().all(is_plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', "'\\''"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn split(text: &str) -> Result<Vec<String>, CommandLineError> {
        ProgramEntry::parse_command_line(text)
    }

    #[test]
    fn words_are_split_as_by_a_shell() {
        for (text, words) in [
            ("  fairy-stockfish  load\tx.ini ", &["fairy-stockfish", "load", "x.ini"][..]),
            ("'my engine' \"a b\"c d\\ e", &["my engine", "a bc", "d e"][..]),
            ("a '' \"\"", &["a", "", ""][..]),
            ("\"a\\\"b\\n\" 'c\\d'", &["a\"b\\n", "c\\d"][..]),
            ("echo $HOME *;x", &["echo", "$HOME", "*;x"][..]),
        ] {
            assert_eq!(split(text).unwrap(), words, "{text}");
        }
    }

    #[test]
    fn a_line_that_cannot_be_split_is_refused() {
        for (text, expected) in [
            ("ab 'c", "the quotation mark ' at character 4 is not closed"),
            ("\"a\\\"", "the quotation mark \" at character 1 is not closed"),
            ("a\\", "nothing follows the backslash at the end"),
            ("  ", "the command is empty"),
        ] {
            assert_eq!(split(text).unwrap_err().to_string(), expected, "{text}");
        }
    }

    proptest! {
        #[test]
        fn a_command_is_read_back(words in prop::collection::vec(any::<String>(), 1..4)) {
            let entry = ProgramEntry::of_command("any", &words);
            prop_assert_eq!(split(&entry.command_line()), Ok(words));
        }

        #[test]
        fn any_text_is_split_or_refused(text in any::<String>()) {
            let _ = split(&text);
        }
    }
}
