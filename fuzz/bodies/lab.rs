//! The readers of the lab: lessons and trees written as text.

use minnow_lab::{TextTree, lesson::parse_lesson};

use super::check_message;

/// A lesson's file.
pub fn lesson(data: &[u8]) {
    if let Err(error) = parse_lesson("fuzz", &String::from_utf8_lossy(data)) {
        check_message(&error);
    }
}

/// A tree such as `((3 12) (8 2))`.
pub fn tree(data: &[u8]) {
    match TextTree::parse(&String::from_utf8_lossy(data), true) {
        Err(error) => check_message(&error),
        Ok(tree) => {
            let text = tree.to_string();
            let again = TextTree::parse(&text, true);
            assert_eq!(again.map(|again| again.to_string()), Ok(text));
            if let Some((_, height)) = tree.uniform() {
                assert_eq!(height, tree.height());
            }
            assert_eq!(tree.inner_node_at(tree.height()), None);
        }
    }
}
