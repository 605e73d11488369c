//! What a user can do in the lab, as values.

use super::{ClaimsAction, CompareAction, LabPage, LessonAction, PrintedAction, TreePageAction};

/// One thing the user asked the lab for.
#[derive(Clone, Debug, PartialEq)]
pub enum LabAction {
    Page(LabPage),
    Lesson(LessonAction),
    Printed(PrintedAction),
    Claims(ClaimsAction),
    Compare(CompareAction),
    Tree(TreePageAction),
}
