//! What a user can do in the lab, as values.

use super::{ClaimsAction, CompareAction, LessonAction, PrintedAction, TreePageAction};

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

/// The lab's pages.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LabPage {
    /// A recorded search as a tree.
    #[default]
    Tree,
    /// Techniques side by side.
    Compare,
    /// Short lessons with questions.
    Lessons,
    /// The functions of the texts with their traps.
    Printed,
    /// Sentences of the texts, measured.
    Claims,
}

impl LabPage {
    /// In the order of the switch.
    pub const ALL: [LabPage; 5] =
        [LabPage::Tree, LabPage::Compare, LabPage::Lessons, LabPage::Printed, LabPage::Claims];

    /// As the switch says it.
    pub fn name(self) -> &'static str {
        match self {
            LabPage::Tree => "Tree",
            LabPage::Compare => "Compare",
            LabPage::Lessons => "Lessons",
            LabPage::Printed => "As printed",
            LabPage::Claims => "Claims",
        }
    }
}
