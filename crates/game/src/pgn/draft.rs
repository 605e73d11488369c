//! The notes of a move while its game is read. A move may have any number of comments and glyphs, so
//! adding one must not depend on those before it.

use super::comment::{may_begin_line, plain_comment, take_commands};
use super::signs::{SignSet, WrittenGlyph};
use super::steps;
use crate::{Mark, Notes};
use minnow_rules::{Bitboard, TextPlace};

/// Notes to which comments and glyphs are added. A comment costs time in proportion to its own
/// length, a glyph the same time always.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct NotesDraft {
    /// The notes without the comment.
    notes: Notes,
    /// The signs at the start of the comment.
    signs: SignSet,
    /// The comment after its signs.
    text: String,
    /// The place in the file where the notes begin.
    pos: Option<TextPlace>,
}

impl NotesDraft {
    /// The place in the file where the notes begin.
    pub(super) fn pos(&self) -> Option<TextPlace> {
        self.pos
    }

    /// The draft for a note at this place of the file.
    pub(super) fn at(&mut self, pos: TextPlace) -> &mut NotesDraft {
        self.pos.get_or_insert(pos);
        self
    }

    /// Adds the commands and the text of a comment. Shapes must be on the board.
    pub(super) fn add_comment(&mut self, comment: &str, board: Bitboard) {
        steps::count(comment.len());
        let text = take_commands(&mut self.notes, comment, board);
        self.add_text(&text);
    }

    /// Adds a part of the file to the comment, without its commands.
    pub(super) fn add_verbatim(&mut self, text: &str) {
        steps::count(text.len());
        self.add_text(&plain_comment(text));
    }

    /// Adds a word of prose to the last paragraph of the comment.
    pub(super) fn add_word(&mut self, word: &str) {
        if self.text.is_empty() {
            self.add_text(word);
        } else if !word.is_empty() {
            steps::count(word.len());
            self.text.push(' ');
            self.text.push_str(word);
        }
    }

    /// Adds a paragraph to the comment. After signs alone it continues their line.
    fn add_text(&mut self, text: &str) {
        steps::count(text.len());
        if self.text.is_empty() {
            self.text.push_str(self.signs.take_from(text));
        } else if !text.is_empty() {
            let begins = text.split(' ').next().is_some_and(may_begin_line);
            self.text.push(if begins { '\n' } else { ' ' });
            self.text.push_str(text);
        }
    }

    /// Adds a numbered glyph as a mark or as a sign before the comment. `$0` has no meaning. Digits
    /// that are not a glyph's number are prose.
    pub(super) fn add_glyph(&mut self, digits: &str) {
        steps::count(digits.len());
        let Ok(number) = digits.parse::<u8>() else { return self.add_word(&format!("${digits}")) };
        match Mark::from_number(number) {
            Some(mark) => self.add_mark(mark),
            None if number > 0 => drop(self.signs.insert(number)),
            None => {}
        }
    }

    fn add_mark(&mut self, mark: Mark) {
        if !self.notes.marks.contains(mark) {
            self.notes.marks.toggle(mark);
        }
    }

    /// Adds a mark or sign that is written out.
    pub(super) fn add_written(&mut self, glyph: WrittenGlyph) {
        match glyph {
            WrittenGlyph::Mark(mark) => self.add_mark(mark),
            WrittenGlyph::Sign(number) => drop(self.signs.insert(number)),
        }
    }

    /// Adds other notes on the same move behind these.
    pub(super) fn append(&mut self, other: NotesDraft) {
        other.notes.marks.iter().for_each(|mark| self.add_mark(mark));
        self.notes.shapes.extend(&other.notes.shapes);
        self.notes.evaluation = self.notes.evaluation.or(other.notes.evaluation);
        self.notes.clock_ms = self.notes.clock_ms.or(other.notes.clock_ms);
        self.notes.used_ms = self.notes.used_ms.or(other.notes.used_ms);
        self.pos = self.pos.or(other.pos);
        self.add_text(&other.finish().comment);
    }

    /// The notes with the comment.
    pub(super) fn finish(mut self) -> Notes {
        steps::count(self.text.len());
        self.notes.comment = self.signs.text();
        if !self.notes.comment.is_empty() && !self.text.is_empty() {
            self.notes.comment.push(' ');
        }
        self.notes.comment.push_str(&self.text);
        self.notes
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pgn::signs::take_glyphs;

    #[test]
    fn glyphs_become_marks_or_signs() {
        let mut draft = NotesDraft::default();
        draft.add_glyph("14");
        draft.add_glyph("3");
        draft.add_comment("keeps the pawn", Bitboard::EMPTY);
        for digits in ["0", "", "999", "200", "14"] {
            draft.add_glyph(digits);
        }
        for glyph in take_glyphs("?!=").0 {
            draft.add_written(glyph);
        }
        draft.add_word("only");
        let notes = draft.finish();
        assert_eq!(notes.comment, "+/= $200 = keeps the pawn $ $999 only");
        let marks: Vec<Mark> = notes.marks.iter().collect();
        assert_eq!(marks, [Mark::Brilliant, Mark::Inaccuracy]);
    }

    #[test]
    fn comments_join_as_if_they_were_one() {
        let joined = |texts: &[&str]| {
            let mut draft = NotesDraft::default();
            texts.iter().for_each(|text| draft.add_comment(text, Bitboard::EMPTY));
            draft.finish().comment
        };
        assert_eq!(joined(&["one", "two"]), "one\ntwo");
        assert_eq!(joined(&["=", "one", "%two"]), "= one %two");
        assert_eq!(joined(&["=", "+- = x", ""]), "= +- = x");
        let mut early = NotesDraft::default();
        early.add_comment("+- early", Bitboard::EMPTY);
        let mut late = NotesDraft::default();
        late.add_glyph("10");
        late.append(early.clone());
        late.append(early);
        assert_eq!(late.finish().comment, "= +- early\n+- early");
    }
}
