//! The kind of a dropped file. Games, exercises and lessons have the same extension, so the content
//! decides.

use minnow_game::store::is_pgn;
use minnow_lab::lesson::parse_lesson;

/// The kind of a file's content.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileKind {
    Game,
    /// A set of exercises, or a sheet.
    Exercise,
    Lesson,
}

impl FileKind {
    /// The kind of a file by its name and content. A lesson or an exercise with a mistake keeps its
    /// kind, so that its own reader names the mistake; anything else counts as a game.
    pub fn of(name: &str, content: &[u8]) -> FileKind {
        let text = match std::str::from_utf8(content) {
            Ok(text) if !is_pgn(name.as_ref()) => text,
            _ => return FileKind::Game,
        };
        if parse_lesson(name, text).is_ok() {
            return FileKind::Lesson;
        }
        let has = |field: &&str| text.contains(*field);
        if has(&"format:") {
            // Every save has this field, and its comments may hold any words.
            FileKind::Game
        } else if ["scene:", "question:", "right:"].iter().all(has) {
            FileKind::Lesson
        } else if ["answers:", "branching:", "depth:", "highest:", "tasks:", "trees:"]
            .iter()
            .any(has)
        {
            FileKind::Exercise
        } else {
            FileKind::Game
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use minnow_lab::exercise::ExerciseSet;

    fn kind(name: &str, text: &str) -> FileKind {
        FileKind::of(name, text.as_bytes())
    }

    #[test]
    fn lessons_and_exercises_are_told_from_games() {
        let lesson = include_str!("../../../assets/lessons/all-node.ron");
        assert_eq!(kind("a.ron", lesson), FileKind::Lesson);
        let broken = lesson.replace("technique:", "techniqe:");
        assert_eq!(kind("a.ron", &broken), FileKind::Lesson);
        let set = ron::to_string(&ExerciseSet::default()).unwrap();
        assert_eq!(kind("a.ron", &set), FileKind::Exercise);
        assert_eq!(kind("a.ron", "(depth: 9, branching: 2)"), FileKind::Exercise);
        assert_eq!(kind("a.ron", "(title: \"Week 3\", depth: 4)"), FileKind::Exercise);
        assert_eq!(kind("a.ron", "(trees: [\"((3 12) (8 2))\"])"), FileKind::Exercise);
        let save = include_str!("../../../saves/silverman-solved.minnow.ron");
        assert_eq!(kind("a.minnow.ron", save), FileKind::Game);
    }

    #[test]
    fn words_in_a_game_do_not_change_its_kind() {
        let save = "(format: 1, comment: \"scene: question: right: answers:\")";
        assert_eq!(kind("a.minnow.ron", save), FileKind::Game);
        assert_eq!(kind("a.PGN", "{ answers: } *"), FileKind::Game);
        assert_eq!(FileKind::of("a.ron", &[0xff]), FileKind::Game);
    }
}
