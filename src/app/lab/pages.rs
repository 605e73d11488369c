//! The table of the lab's pages: their names, their views and their place in the window.
//!
//! A new page needs its own folder, a variant of [`LabPage`], its entry here and an action in
//! `LabAction`.

use egui::{Rect, Ui};

use super::{
    Lab, LabAction,
    area::{LabViews, in_card_ui},
    claims::view::{claims_side_ui, claims_ui},
    compare::view::{compare_side_ui, compare_ui},
    exercises::{side::exercises_side_ui, view::exercises_ui},
    lessons::{board::lesson_column_ui, view::lessons_ui},
    printed::view::{printed_side_ui, printed_ui},
    tree::area::{tree_page_ui, tree_side_ui},
};
use crate::app::{
    game_board::BoardFlags,
    session::{Out, Session},
};

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
    /// Tasks on a tree that are marked.
    Exercises,
    /// Functions printed in texts, each with an error.
    Printed,
    /// Measured claims of the texts.
    Claims,
}

/// The data that the lab's views read.
#[derive(Clone, Copy)]
pub struct LabContext<'a> {
    pub session: &'a Session,
    pub lab: &'a Lab,
    /// The actions that the boards allow.
    pub flags: BoardFlags,
}

/// The rectangles that a page draws in.
#[derive(Clone, Copy, Debug)]
pub struct PageRooms {
    /// True if the window is low or narrow, so that margins shrink.
    pub low: bool,
    pub gap: f32,
    /// The whole column beside the page.
    pub column: Rect,
    /// The text below or beside the board, where there is room for it.
    pub side: Option<Rect>,
    pub page: Rect,
}

/// The content of the column beside a page.
pub enum PageColumn {
    /// The game's board, or the position of the recording, with a side text.
    Board(fn(&mut Ui, LabContext<'_>, &PageRooms, &mut Out<LabAction>)),
    /// A column of its own. Returns whether its board, if any, has the keyboard focus.
    Own(
        fn(&mut Ui, LabContext<'_>, &mut LabViews, &PageRooms, &mut Out<LabAction>) -> Option<bool>,
    ),
}

/// The content of the page itself.
pub enum PageBody {
    /// The inside of one card.
    Card(fn(&mut Ui, LabContext<'_>, &mut Out<LabAction>)),
    /// Cards that the page arranges itself.
    Cards(fn(&mut Ui, LabContext<'_>, &mut LabViews, &PageRooms, &mut Out<LabAction>)),
}

/// A page's entry in the table.
pub struct PageEntry {
    pub name: &'static str,
    pub column: PageColumn,
    pub body: PageBody,
}

impl LabPage {
    /// In the order of the switch.
    pub const ALL: [LabPage; 6] = [
        LabPage::Tree,
        LabPage::Compare,
        LabPage::Lessons,
        LabPage::Exercises,
        LabPage::Printed,
        LabPage::Claims,
    ];

    /// The label in the switch.
    pub fn name(self) -> &'static str {
        self.entry().name
    }

    /// True if the page stands beside the game's board.
    pub fn has_game_board(self) -> bool {
        matches!(self.entry().column, PageColumn::Board(_))
    }

    /// The page's row of the table.
    pub fn entry(self) -> PageEntry {
        match self {
            LabPage::Tree => PageEntry {
                name: "Tree",
                column: PageColumn::Board(tree_side_ui),
                body: PageBody::Cards(tree_page_ui),
            },
            LabPage::Compare => PageEntry {
                name: "Compare",
                column: PageColumn::Board(|ui, context, _, _| {
                    compare_side_ui(ui, context.session, &context.lab.compare);
                }),
                body: PageBody::Card(|ui, context, out| {
                    out.part(LabAction::Compare, |out| compare_ui(ui, &context.lab.compare, out));
                }),
            },
            LabPage::Lessons => PageEntry {
                name: "Lessons",
                column: PageColumn::Own(lesson_column_ui),
                body: PageBody::Card(|ui, context, out| {
                    out.part(LabAction::Lesson, |out| {
                        lessons_ui(ui, context.session, &context.lab.lessons, out)
                    });
                }),
            },
            LabPage::Exercises => exercises_entry(),
            LabPage::Printed => printed_entry(),
            LabPage::Claims => PageEntry {
                name: "Claims",
                column: PageColumn::Board(|ui, context, _, _| {
                    claims_side_ui(ui, context.session, &context.lab.claims);
                }),
                body: PageBody::Card(|ui, context, out| {
                    out.part(LabAction::Claims, |out| claims_ui(ui, &context.lab.claims, out));
                }),
            },
        }
    }
}

/// The exercises, with their questions in the column.
fn exercises_entry() -> PageEntry {
    PageEntry {
        name: "Exercises",
        column: PageColumn::Own(|ui, context, _, rooms, out| {
            in_card_ui(ui, rooms.low, |ui| {
                out.part(LabAction::Exercise, |out| {
                    exercises_side_ui(ui, context.session, &context.lab.exercises, out);
                });
            });
            None
        }),
        body: PageBody::Card(|ui, context, out| {
            out.part(LabAction::Exercise, |out| {
                exercises_ui(ui, context.session, &context.lab.exercises, out);
            });
        }),
    }
}

/// The printed functions, with the verdict in the column.
fn printed_entry() -> PageEntry {
    PageEntry {
        name: "As printed",
        column: PageColumn::Own(|ui, context, _, rooms, out| {
            in_card_ui(ui, rooms.low, |ui| {
                out.part(LabAction::Printed, |out| {
                    printed_side_ui(ui, &context.lab.printed, out);
                });
            });
            None
        }),
        body: PageBody::Card(|ui, context, out| {
            out.part(LabAction::Printed, |out| {
                printed_ui(ui, context.session, &context.lab.printed, out)
            });
        }),
    }
}
