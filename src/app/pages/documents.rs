//! The glossary and the bibliography of the lab as pages of the window.

use egui::{Label, Role, TextEdit, Ui, WidgetInfo};

use super::{Page, PageId, PageSubject};
use crate::app::{
    context::Cx,
    registry::Opener,
    request::Request,
    session::Session,
    ui::theme::{self, SPACE_L, SPACE_S, Theme},
};
use minnow_lab::{BibliographyBlock, bibliography, glossary};

/// The glossary; its topic is the words of a search.
#[derive(Default)]
pub struct GlossaryPage {
    search: String,
}

impl GlossaryPage {
    pub(super) const OPENER: Option<Opener> = None;
}

impl Page for GlossaryPage {
    fn title(&self, _: &Session) -> String {
        "Glossary".to_owned()
    }

    fn open(&mut self, subject: PageSubject<'_>, _: &mut Session) {
        subject.topic.clone_into(&mut self.search);
    }

    fn ui(&mut self, ui: &mut Ui, cx: &mut Cx<'_>) {
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = SPACE_L;
            let field = TextEdit::singleline(&mut self.search).hint_text("Search");
            let field = ui.add(field.id_salt("glossary"));
            field.widget_info(|| WidgetInfo::labeled(Role::TextInput, true, "Search the glossary"));
            links_ui(ui, "Bibliography", PageId::Bibliography, cx);
        });
        let mut is_empty = true;
        for term in glossary().iter().filter(|term| term.has(&self.search)) {
            is_empty = false;
            ui.add_space(SPACE_S);
            ui.label(theme::bold(term.term));
            ui.add(Label::new(term.meaning).wrap());
        }
        if is_empty {
            ui.add_space(SPACE_S);
            ui.label(theme::muted(ui, "No term has these words."));
        }
    }
}

/// The bibliography.
#[derive(Default)]
pub struct BibliographyPage;

impl BibliographyPage {
    pub(super) const OPENER: Option<Opener> = None;
}

impl Page for BibliographyPage {
    fn title(&self, _: &Session) -> String {
        "Bibliography".to_owned()
    }

    fn ui(&mut self, ui: &mut Ui, cx: &mut Cx<'_>) {
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = SPACE_L;
            links_ui(ui, "Glossary", PageId::Glossary, cx);
        });
        for block in bibliography() {
            ui.add_space(SPACE_S);
            match block {
                BibliographyBlock::Heading(text) => ui.label(theme::heading(text)),
                BibliographyBlock::Paragraph(text) => ui.add(Label::new(text).wrap()),
            };
        }
    }
}

/// Links to the other document and to the help.
fn links_ui(ui: &mut Ui, name: &str, other: PageId, cx: &mut Cx<'_>) {
    for (text, page) in [(name, other), ("Help", PageId::Help)] {
        if ui.link(egui::RichText::new(text).color(Theme::of(ui).accent)).clicked() {
            cx.ask(Request::Show(page));
        }
    }
}
