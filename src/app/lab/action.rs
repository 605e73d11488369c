//! The actions of the user in the lab, as values.

use super::{
    ClaimsAction, CompareAction, ExerciseAction, LabPage, LessonAction, PrintedAction,
    TreePageAction,
};

/// An action of the user in the lab.
#[derive(Clone, Debug, PartialEq)]
pub enum LabAction {
    Page(LabPage),
    Lesson(LessonAction),
    Exercise(ExerciseAction),
    Printed(PrintedAction),
    Claims(ClaimsAction),
    Compare(CompareAction),
    Tree(TreePageAction),
}
