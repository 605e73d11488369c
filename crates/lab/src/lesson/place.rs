//! Finds the line and column of a mistake in a lesson's file.

use super::{LessonError, LessonProblem};

/// A place in a text. Lines and columns count from 1, columns in characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LessonPlace {
    /// The line.
    pub line: usize,
    /// The column.
    pub column: usize,
}

impl LessonPlace {
    /// The place of a word, or of the beginning of the text if it is not there.
    pub fn of_word(text: &str, word: &str) -> LessonPlace {
        LessonPlace::of_byte(text, text.find(word).unwrap_or(0))
    }

    /// The place of a figure with this label.
    pub fn of_figure(text: &str, label: &str) -> LessonPlace {
        let list = text.find("figures:").unwrap_or(0);
        let own = text[list..].find(&format!("\"{label}\""));
        LessonPlace::of_byte(text, list + own.unwrap_or(0))
    }

    /// The place of a fact in the lesson's list; that of the list if the fact is written in an
    /// unusual way.
    pub fn of_fact(text: &str, index: usize) -> LessonPlace {
        let list = text.find("facts:").unwrap_or(0);
        let own = text[list..].match_indices("(node:").nth(index);
        LessonPlace::of_byte(text, own.map_or(list, |(byte, _)| list + byte))
    }

    /// The place of a byte of the text.
    pub fn of_byte(text: &str, byte: usize) -> LessonPlace {
        let before = text.get(..byte).unwrap_or(text);
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().unwrap_or(before).chars().count() + 1;
        LessonPlace { line, column }
    }
}

impl LessonError {
    /// The place of the mistake in the file with this text: of the bad word, or else of the field
    /// that it belongs to.
    pub fn place(&self, text: &str) -> LessonPlace {
        let quoted = |word: &String| text.find(&format!("\"{word}\"")).map(|byte| byte + 1);
        let byte = match &self.problem {
            LessonProblem::Unreadable(source) => {
                let start = source.span.start;
                return LessonPlace { line: start.line, column: start.col };
            }
            LessonProblem::Tree { text: word, .. }
            | LessonProblem::Technique { text: word, .. }
            | LessonProblem::Variant(word)
            | LessonProblem::Move(word) => quoted(word),
            LessonProblem::Position(_) => text.find("position:"),
            LessonProblem::Naming(_) => text.find("moves:"),
            LessonProblem::Window { .. } => text.find("window:"),
            LessonProblem::Question | LessonProblem::Choices(_) => text.find("ask:"),
        };
        LessonPlace::of_byte(text, byte.unwrap_or(0))
    }
}

#[cfg(test)]
mod tests {
    use crate::lesson::parse_lesson;

    const LESSON: &str = "#![enable(implicit_some)]\n(\n title: \"T\",\n text: [\"A text.\"],\n \
        scene: Tree(\"((3 12) (8 2))\"),\n technique: \"alpha-beta\",\n question: \"Q?\",\n \
        ask: Node(Best),\n right: \"R\",\n figures: [],\n)\n";

    #[track_caller]
    fn assert_place(old: &str, new: &str, line: usize, column: usize) {
        let text = LESSON.replacen(old, new, 1);
        assert_ne!(text, LESSON);
        let error = parse_lesson("own", &text).unwrap_err();
        let place = error.place(&text);
        assert_eq!((place.line, place.column), (line, column), "{error}");
    }

    #[test]
    fn mistakes_have_line_and_column() {
        assert!(parse_lesson("own", LESSON).is_ok());
        assert_place("alpha-beta", "alphabeta", 6, 14);
        assert_place("(8 2)", "(8 x)", 5, 15);
        assert_place("question: \"Q?\"", "questio: \"Q?\"", 7, 2);
        assert_place("Node(Best)", "Move([\"a1a2\"])", 8, 2);
        assert_place(" right:", " window: (5, 5), right:", 9, 2);
    }
}
