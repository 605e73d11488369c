//! The limits of a game's texts and lists.
//!
//! The readers of saved games and of PGN apply them, and `save_game` and the journal check them
//! before they write, so that every game that is written can be read again. The window applies them
//! where text is entered. Without them, laying out a single comment could need more memory than the
//! machine has. [`MAX_MOVES`](super::MAX_MOVES), [`MAX_NESTING`](super::MAX_NESTING) and
//! [`save::MAX_BYTES`](super::save::MAX_BYTES) limit the tree and the file.

use super::{Header, Notes};

/// The maximum length of a comment, in characters.
pub const MAX_COMMENT_CHARS: usize = 20_000;

/// The maximum number of arrows and circles on a position.
pub const MAX_SHAPES: usize = 200;

/// The maximum length of the sentence of a review's verdict, in characters.
pub const MAX_SENTENCE_CHARS: usize = 1_000;

/// The maximum length of the better line of a review's verdict, in plies.
pub const MAX_BETTER_PLIES: usize = 300;

/// The maximum length of a player's name, in characters.
pub const MAX_NAME_CHARS: usize = 200;

/// The maximum number of tags.
pub const MAX_TAGS: usize = 200;

/// The maximum length of a tag's name, in characters.
pub const MAX_TAG_NAME_CHARS: usize = 100;

/// The maximum length of a tag's value, in characters.
pub const MAX_TAG_CHARS: usize = 1_000;

/// A part of a game that exceeds its limit, as a noun with its limit: "a comment of more than 20000
/// characters".
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Excess {
    /// More than [`MAX_COMMENT_CHARS`].
    #[error("a comment of more than {MAX_COMMENT_CHARS} characters")]
    Comment,
    /// More than [`MAX_SHAPES`].
    #[error("more than {MAX_SHAPES} arrows and circles")]
    Shapes,
    /// More than [`MAX_SENTENCE_CHARS`].
    #[error("a review with a sentence of more than {MAX_SENTENCE_CHARS} characters")]
    Sentence,
    /// More than [`MAX_BETTER_PLIES`].
    #[error("a review with a line of more than {MAX_BETTER_PLIES} moves")]
    Better,
    /// More than [`MAX_NAME_CHARS`].
    #[error("a player's name of more than {MAX_NAME_CHARS} characters")]
    Name,
    /// More than [`MAX_TAGS`].
    #[error("more than {MAX_TAGS} tags")]
    Tags,
    /// More than [`MAX_TAG_NAME_CHARS`].
    #[error("a tag with a name of more than {MAX_TAG_NAME_CHARS} characters")]
    TagName,
    /// More than [`MAX_TAG_CHARS`].
    #[error("a tag with a value of more than {MAX_TAG_CHARS} characters")]
    TagValue,
}

/// The text up to a number of characters.
///
/// ```
/// use minnow_game::limits::cut;
///
/// assert_eq!(cut("\u{fc}ber", 3), "\u{fc}be");
/// assert_eq!(cut("ab", 3), "ab");
/// ```
pub fn cut(text: &str, max_chars: usize) -> &str {
    let end = end_of(text, max_chars).unwrap_or(text.len());
    text.get(..end).unwrap_or(text)
}

/// The byte at which a text exceeds a number of characters; `None` if it does not.
fn end_of(text: &str, max_chars: usize) -> Option<usize> {
    // A character has at least one byte, so short texts need not be counted.
    let is_long = text.len() > max_chars;
    is_long.then(|| text.char_indices().nth(max_chars).map(|(at, _)| at)).flatten()
}

fn is_over(text: &str, max_chars: usize) -> bool {
    end_of(text, max_chars).is_some()
}

/// Cuts a text; `true` if it was too long.
fn shorten(text: &mut String, max_chars: usize) -> bool {
    let end = end_of(text, max_chars);
    if let Some(end) = end {
        text.truncate(end);
    }
    end.is_some()
}

/// Shortens a list; `true` if it was too long.
fn shorten_list<T>(list: &mut Vec<T>, max_items: usize) -> bool {
    let is_over = list.len() > max_items;
    list.truncate(max_items);
    is_over
}

impl Notes {
    /// The first part that exceeds its limit.
    pub fn excess(&self) -> Option<Excess> {
        if is_over(&self.comment, MAX_COMMENT_CHARS) {
            return Some(Excess::Comment);
        }
        if self.shapes.len() > MAX_SHAPES {
            return Some(Excess::Shapes);
        }
        let verdict = self.verdict.as_deref()?;
        if is_over(&verdict.sentence, MAX_SENTENCE_CHARS) {
            return Some(Excess::Sentence);
        }
        (verdict.better.len() > MAX_BETTER_PLIES).then_some(Excess::Better)
    }

    /// Cuts what exceeds its limit, and returns what was cut.
    pub fn cut_to_limits(&mut self) -> Vec<Excess> {
        let mut cuts = vec![
            (Excess::Comment, shorten(&mut self.comment, MAX_COMMENT_CHARS)),
            (Excess::Shapes, shorten_list(&mut self.shapes, MAX_SHAPES)),
        ];
        if let Some(verdict) = &mut self.verdict {
            let sentence = shorten(&mut verdict.sentence, MAX_SENTENCE_CHARS);
            let better = shorten_list(&mut verdict.better, MAX_BETTER_PLIES);
            cuts.extend([(Excess::Sentence, sentence), (Excess::Better, better)]);
        }
        exceeded(cuts)
    }
}

impl Header {
    /// The first part that exceeds its limit.
    pub fn excess(&self) -> Option<Excess> {
        let tag = |over: fn(&(String, String)) -> bool| self.tags.iter().any(over);
        let checks = [
            (Excess::Name, self.names.iter().any(|name| is_over(name, MAX_NAME_CHARS))),
            (Excess::Tags, self.tags.len() > MAX_TAGS),
            (Excess::TagName, tag(|(name, _)| is_over(name, MAX_TAG_NAME_CHARS))),
            (Excess::TagValue, tag(|(_, value)| is_over(value, MAX_TAG_CHARS))),
        ];
        exceeded(checks).first().copied()
    }

    /// Cuts what exceeds its limit, and returns what was cut. A tag whose name is too long is
    /// removed.
    pub fn cut_to_limits(&mut self) -> Vec<Excess> {
        let count = self.tags.len();
        self.tags.retain(|(name, _)| !is_over(name, MAX_TAG_NAME_CHARS));
        let removed = self.tags.len() < count;
        let any = |texts: &mut dyn Iterator<Item = &mut String>, max_chars| {
            let mut cut = false;
            for text in texts {
                cut |= shorten(text, max_chars);
            }
            cut
        };
        exceeded([
            (Excess::Name, any(&mut self.names.iter_mut(), MAX_NAME_CHARS)),
            (Excess::Tags, shorten_list(&mut self.tags, MAX_TAGS)),
            (Excess::TagName, removed),
            (Excess::TagValue, any(&mut self.tags.iter_mut().map(|tag| &mut tag.1), MAX_TAG_CHARS)),
        ])
    }
}

/// The limits whose check was true.
fn exceeded(checks: impl IntoIterator<Item = (Excess, bool)>) -> Vec<Excess> {
    checks.into_iter().filter(|(_, is_over)| *is_over).map(|(excess, _)| excess).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{MoveVerdict, RecordedEval};

    #[test]
    fn limits_count_characters() {
        let long = "\u{20ac}".repeat(MAX_COMMENT_CHARS);
        let mut notes = Notes { comment: long.clone(), ..Notes::default() };
        assert_eq!(notes.excess(), None);
        notes.comment.push('x');
        assert_eq!(notes.excess(), Some(Excess::Comment));
        assert_eq!(notes.cut_to_limits(), [Excess::Comment]);
        assert_eq!((notes.comment, cut("", 0)), (long, ""));
    }

    #[test]
    fn cut_parts_are_within_limits() {
        let shape = "red b3".parse().unwrap();
        let mv = minnow_rules::Position::start(minnow_rules::Variant::default_variant())
            .parse_move("b2b3")
            .unwrap();
        let verdict = MoveVerdict {
            evaluation: RecordedEval::Centipawns { cp: 0, depth_plies: 0 },
            judgement: None,
            sentence: "x".repeat(MAX_SENTENCE_CHARS + 1),
            better: vec![mv; MAX_BETTER_PLIES + 1],
            is_confirmed: false,
        };
        let mut notes = Notes {
            shapes: vec![shape; MAX_SHAPES + 1],
            verdict: Some(Box::new(verdict)),
            ..Notes::default()
        };
        assert_eq!(notes.cut_to_limits(), [Excess::Shapes, Excess::Sentence, Excess::Better]);
        assert_eq!((notes.excess(), notes.shapes.len()), (None, MAX_SHAPES));

        let text = |chars: usize| "y".repeat(chars + 1);
        let mut header = Header {
            names: [String::new(), text(MAX_NAME_CHARS)],
            tags: vec![("A".to_owned(), text(MAX_TAG_CHARS)); MAX_TAGS + 1],
            ..Header::default()
        };
        header.tags.push((text(MAX_TAG_NAME_CHARS), String::new()));
        let all = [Excess::Name, Excess::Tags, Excess::TagName, Excess::TagValue];
        assert_eq!(header.excess(), Some(Excess::Name));
        assert_eq!(header.cut_to_limits(), all);
        assert_eq!((header.excess(), header.tags.len()), (None, MAX_TAGS));
    }
}
