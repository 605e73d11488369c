//! The page of the endings of a board: for each class of men the share of positions that are won,
//! drawn and lost, and its longest win. A job counts them once for a set of tables; they stay while
//! the page is closed.

mod card;
mod view;

use egui::Ui;

use super::{Page, PageSubject, PageTick};
use crate::app::{
    context::Cx,
    registry::{MenuGroup, Opener},
    session::{Session, TableStatus, Wake, task::Task},
    ui::{text::variant_text, theme},
};
use minnow_jobs::JobContext;
use minnow_rules::{Color, Variant};
use minnow_tables::{ClassSummary, TableSet};

/// Classes with as many men a side.
#[derive(Clone, Debug, PartialEq)]
pub struct FactsSection {
    pub heading: &'static str,
    /// The classes in which a side can win, those with the greatest share of wins first.
    pub won: Vec<ClassSummary>,
    /// The classes in which no position is won.
    pub drawn: Vec<ClassSummary>,
}

/// The set of tables that was counted.
#[derive(Clone, Copy, Debug, PartialEq)]
struct CountedSet {
    variant: &'static Variant,
    /// A set that is loaded again may have more tables.
    tables: usize,
}

/// The page.
#[derive(Debug, Default)]
pub struct FactsPage {
    /// The board that the page is about.
    variant: Option<&'static Variant>,
    counted: Option<CountedSet>,
    sections: Vec<FactsSection>,
    work: Task<Vec<ClassSummary>>,
}

impl FactsPage {
    pub(super) const OPENER: Option<Opener> =
        Some(Opener { group: MenuGroup::Help, text: "Endings of this game", keys: None });

    /// The facts of a variant; none before they are counted.
    pub fn sections(&self, variant: &Variant) -> &[FactsSection] {
        let fits = self.counted.is_some_and(|counted| counted.variant == variant);
        if fits { &self.sections } else { &[] }
    }

    fn variant(&self, session: &Session) -> &'static Variant {
        self.variant.unwrap_or(session.variant())
    }

    /// Looks for the tables of a board, and counts them once.
    pub fn count(&mut self, session: &mut Session, variant: &'static Variant) {
        session.tables.look_for(variant);
        if let TableStatus::Ready(set) = session.tables.status(variant) {
            let counted = CountedSet { variant, tables: set.all().count() };
            if self.counted != Some(counted) {
                self.counted = Some(counted);
                self.sections.clear();
                let work = move |job: &JobContext<_>| count(&set, variant, job);
                self.work.begin(session.background.start("tables", work));
            }
        }
        for classes in self.work.poll() {
            self.sections = sections_of(classes);
        }
    }

    /// Why there are no facts, as a sentence: `missing` if the tables have to be built.
    fn status_text<'a>(&'a self, status: &TableStatus, missing: &'a str) -> &'a str {
        match status {
            TableStatus::Ready(_) => self.work.problem().unwrap_or("Counting the positions."),
            TableStatus::Loading => "Reading the tables.",
            TableStatus::NoFolder => "There is no folder in which tables can be kept.",
            TableStatus::Missing { .. } | TableStatus::Building(_) => missing,
        }
    }
}

impl Page for FactsPage {
    fn title(&self, session: &Session) -> String {
        format!("Endings of {}", variant_text(self.variant(session)))
    }

    fn open(&mut self, subject: PageSubject<'_>, _: &mut Session) {
        self.variant = Some(subject.variant);
    }

    fn width(&self) -> f32 {
        theme::CHOOSER_WIDTH
    }

    fn ui(&mut self, ui: &mut Ui, cx: &mut Cx<'_>) {
        view::facts_ui(ui, self, cx);
    }

    /// Looks for the tables of the board while the page is shown, and counts them once.
    fn tick(&mut self, session: &mut Session, at: PageTick) -> Wake {
        if !at.is_shown {
            return None;
        }
        let variant = self.variant(session);
        self.count(session, variant);
        None
    }
}

fn count(set: &TableSet, variant: &'static Variant, job: &JobContext<Vec<ClassSummary>>) {
    let tables = set.in_order();
    let mut classes = Vec::with_capacity(tables.len());
    for table in &tables {
        if job.is_stopped() {
            return;
        }
        classes.push(table.class_summary(variant));
    }
    job.emit(classes);
}

/// The classes, which are ordered by their men, in sections.
fn sections_of(classes: Vec<ClassSummary>) -> Vec<FactsSection> {
    let mut sections: Vec<FactsSection> = Vec::new();
    for class in classes {
        let heading = heading_of(&class);
        let index = sections.iter().position(|section| section.heading == heading);
        let index = index.unwrap_or_else(|| {
            sections.push(FactsSection { heading, won: Vec::new(), drawn: Vec::new() });
            sections.len() - 1
        });
        let section = &mut sections[index];
        match class.summary.longest {
            Some(_) => section.won.push(class),
            None => section.drawn.push(class),
        }
    }
    for section in &mut sections {
        section.won.sort_by(|one, other| share_of_wins(other).total_cmp(&share_of_wins(one)));
    }
    sections
}

fn share_of_wins(class: &ClassSummary) -> f64 {
    class.summary.wins as f64 / class.summary.positions.max(1) as f64
}

fn heading_of(class: &ClassSummary) -> &'static str {
    match Color::ALL.map(|color| class.class.roles(color).len()) {
        [0, 0] => "Kings only",
        [1, 0] => "One man more",
        [2, 0] => "Two men more",
        [1, 1] => "One man each",
        _ => "Five men",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::session::for_tests::tables;

    #[test]
    fn classes_stand_in_sections_the_most_won_first() {
        let set = tables("silverman4x4");
        let variant = set.variant();
        let classes = set.in_order().into_iter().map(|table| table.class_summary(variant));
        let sections = sections_of(classes.collect());
        let headings: Vec<&str> = sections.iter().map(|section| section.heading).collect();
        assert_eq!(headings, ["Kings only", "One man more"]);
        assert_eq!(sections[0].won.len() + sections[1].won.len() + sections[1].drawn.len(), 5);
        let more = &sections[1];
        assert_eq!(more.won[0].class.to_string(), "KRK");
        assert!(more.won.windows(2).all(|pair| share_of_wins(&pair[0]) >= share_of_wins(&pair[1])));
        assert!(more.drawn.iter().all(|class| class.summary.draws == class.summary.positions));
        assert_eq!(sections[0].drawn[0].class.to_string(), "KK");
    }
}
