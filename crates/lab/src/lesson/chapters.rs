//! The built-in lessons in chapters. The order is the teaching order: a lesson uses only techniques
//! that it or an earlier one explains.

use std::{
    ops::Range,
    sync::{Arc, LazyLock},
};

use super::{Lesson, parse_lesson};

/// A chapter of the built-in lessons.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LessonChapter {
    /// The heading.
    pub title: &'static str,
    /// The indices of its lessons among all built-in lessons.
    pub lessons: Range<usize>,
}

/// A lesson's id and its file.
struct LessonFile {
    id: &'static str,
    text: &'static str,
}

/// A chapter's title and its files.
struct ChapterFiles {
    title: &'static str,
    files: &'static [LessonFile],
}

macro_rules! chapter {
    ($title:literal: $($id:literal)+) => {
        ChapterFiles {
            title: $title,
            files: &[$(LessonFile {
                id: $id,
                text: include_str!(concat!("../../../../assets/lessons/", $id, ".ron")),
            }),+],
        }
    };
}

static CHAPTERS: [ChapterFiles; 8] = [
    chapter!("Minimax": "minimax" "zero-sum" "depth-first" "growth"),
    chapter!("Cutoffs": "cut-off" "order" "father" "tie" "one-ply" "course" "back-rank"),
    chapter!("Bounds and nodes":
        "current" "kinds" "cut-node" "grandfather" "deep" "all-node" "equal" "fail-soft" "pv-line"
        "same-move"),
    chapter!("Negamax": "sign-flip" "swapped"),
    chapter!("Move order": "perfect" "captures" "killers" "history" "countermove"),
    chapter!("Iterative deepening":
        "deepening" "depth-cost" "previous" "refutation-table" "table"),
    chapter!("Guessed windows":
        "window" "aspiration" "null-window" "scout" "few-replies" "mtdf"),
    chapter!("On the board": "horizon" "course-real" "mate"),
];

/// The chapters, in order; together they have all built-in lessons.
pub fn builtin_chapters() -> &'static [LessonChapter] {
    static TITLES: LazyLock<Vec<LessonChapter>> = LazyLock::new(|| {
        let mut next = 0;
        let ranges = CHAPTERS.iter().map(|chapter| {
            let first = next;
            next += chapter.files.len();
            LessonChapter { title: chapter.title, lessons: first..next }
        });
        ranges.collect()
    });
    &TITLES
}

/// The built-in lessons, in order.
pub fn builtin_lessons() -> &'static [Arc<Lesson>] {
    static LESSONS: LazyLock<Vec<Arc<Lesson>>> = LazyLock::new(|| {
        let files = CHAPTERS.iter().flat_map(|chapter| chapter.files);
        let lessons = files.map(|file| parse_lesson(file.id, file.text).map(Arc::new));
        let lessons: Result<_, _> = lessons.collect();
        match lessons {
            Ok(lessons) => lessons,
            Err(error) => unreachable!("tests check the built-in lessons: {error}"),
        }
    });
    &LESSONS
}
