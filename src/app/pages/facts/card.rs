//! The card of endings in Train: some endings of the board with the user's record in each.

use egui::{Button, Ui, Vec2};

use super::{FactsPage, view::is_worth_training};
use crate::app::{
    context::Cx,
    pages::PageId,
    request::Request,
    session::{Session, TableStatus, TrainingOrder},
    tables::{build_ui, class_text},
    ui::{
        board::PositionPicture,
        practice_card::{PracticeCard, practice_row_ui},
    },
};
use minnow_game::training::{TrainingGoal, TrainingRecord};
use minnow_tables::ClassSummary;

/// The number of endings on the card.
const ROWS: usize = 4;

impl FactsPage {
    /// Draws the card. [`FactsPage::count`] fills it.
    pub(in crate::app) fn card_ui(&self, ui: &mut Ui, size: Vec2, cx: &mut Cx<'_>) {
        let variant = cx.session.train_variant();
        let endings = self.endings(cx.session);
        let first = endings.first().and_then(|class| class.summary.longest.as_ref());
        let look = cx.session.settings.board_look();
        let picture = first.map(|longest| PositionPicture::of(&longest.start, look));
        let card = PracticeCard {
            title: "Endings",
            about: "Win or hold them against perfect defence.",
            picture: picture.map(|picture| (picture, "an ending")),
        };
        let status = cx.session.tables.status(variant);
        let order = |class: &ClassSummary| {
            let (class, goal) = (class.class.clone(), TrainingGoal::Win);
            Request::Train(Box::new(TrainingOrder { variant, class, goal }))
        };
        card.ui(
            ui,
            size,
            cx,
            |ui, cx| {
                if endings.is_empty() {
                    let built = "The end-game tables of this board are needed: they are built once \
                                 and kept.";
                    ui.label(self.status_text(&status, built));
                }
                for class in &endings {
                    let note = record_text(class, cx.session);
                    if practice_row_ui(ui, &class_text(&class.class), &note) {
                        cx.ask(order(class));
                    }
                }
            },
            |ui, cx| match status {
                TableStatus::Missing { .. } | TableStatus::Building(_) => build_ui(ui, &status, cx),
                _ => {
                    let train = Button::new("Train an ending");
                    let train = ui.add_enabled(!endings.is_empty(), train);
                    if let Some(class) = endings.first().filter(|_| train.clicked()) {
                        cx.ask(order(class));
                    }
                    if ui.button("All endings").clicked() {
                        cx.ask(Request::Show(PageId::Facts));
                    }
                }
            },
        );
    }

    /// The endings of the card: those that the user has not won yet come first, then those with the
    /// longest wins.
    fn endings(&self, session: &Session) -> Vec<&ClassSummary> {
        let classes =
            self.sections(session.train_variant()).iter().flat_map(|section| &section.won);
        let mut classes: Vec<&ClassSummary> =
            classes.filter(|class| is_worth_training(class, TrainingGoal::Win)).collect();
        let plies = |class: &ClassSummary| class.summary.longest.as_ref().map(|win| win.plies);
        classes.sort_by_cached_key(|class| {
            let record = record(class, session);
            (record.successes > 0, record.tries == 0, std::cmp::Reverse(plies(class)))
        });
        classes.truncate(ROWS);
        classes
    }
}

fn record(class: &ClassSummary, session: &Session) -> TrainingRecord {
    let (variant, ending) = (&session.train_variant().id, class.class.to_string());
    session.lists.training.record(variant, &ending, TrainingGoal::Win)
}

/// `2 of 3`, or that the ending was never tried.
fn record_text(class: &ClassSummary, session: &Session) -> String {
    let record = record(class, session);
    match record.tries {
        0 => "not tried".to_owned(),
        tries => format!("{} of {tries}", record.successes),
    }
}
