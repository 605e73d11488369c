//! The glossary and the bibliography of the lab as pages of the window. Both come from the documents
//! in `docs/`.

use std::sync::LazyLock;

use egui::{Label, Role, TextEdit, Ui, WidgetInfo};

use super::{Page, PageId, PageSubject};
use crate::app::{
    context::Cx,
    registry::Opener,
    request::Request,
    session::Session,
    ui::theme::{self, SPACE_L, SPACE_S, Theme},
};
use minnow_lab::glossary;

const BIBLIOGRAPHY: &str = include_str!("../../../docs/bibliography.md");

/// A paragraph of a document, without marks of Markdown.
#[derive(Debug, PartialEq, Eq)]
enum DocumentBlock {
    Heading(String),
    Paragraph(String),
}

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
        static BLOCKS: LazyLock<Vec<DocumentBlock>> = LazyLock::new(|| blocks(BIBLIOGRAPHY));
        for block in BLOCKS.iter() {
            ui.add_space(SPACE_S);
            match block {
                DocumentBlock::Heading(text) => ui.label(theme::heading(text)),
                DocumentBlock::Paragraph(text) => ui.add(Label::new(text).wrap()),
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

/// The blocks of a document without its title.
fn blocks(document: &str) -> Vec<DocumentBlock> {
    let mut blocks = Vec::new();
    let mut open = String::new();
    for line in document.lines().skip(1).chain([""]) {
        let starts =
            line.is_empty() || ["## ", "- ", "| "].iter().any(|mark| line.starts_with(mark));
        if starts && !open.is_empty() {
            blocks.push(DocumentBlock::Paragraph(plain(&std::mem::take(&mut open))));
        }
        if let Some(heading) = line.strip_prefix("## ") {
            blocks.push(DocumentBlock::Heading(plain(heading)));
        } else if let Some(row) = line.strip_prefix("| ") {
            let cells: Vec<&str> = row.trim_end_matches(" |").split(" | ").collect();
            if cells.first() != Some(&"author") {
                blocks.push(DocumentBlock::Paragraph(plain(&cells.join("; "))));
            }
        } else if !line.starts_with("|-") {
            let separator = if open.is_empty() { "" } else { " " };
            open = format!("{open}{separator}{}", line.trim_start_matches("- ").trim());
        }
    }
    blocks
}

/// A text without the marks of links and italics. A link leaves its words.
fn plain(text: &str) -> String {
    let mut plain = String::new();
    let mut rest = text;
    while let Some((before, link)) = rest.split_once('[') {
        let Some((words, after)) = link.split_once("](") else { break };
        let behind = after.split_once(')').map_or("", |(_, behind)| behind);
        plain = format!("{plain}{before}{words}");
        rest = behind;
    }
    plain.push_str(rest);
    plain.replace(['*', '<', '>'], "")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn documents_become_plain_paragraphs() {
        let text = "# Title\n\nTwo\nlines.\n\n## A *b*\n\n| author | title |\n|---|---|\n| X | \"Y\" |\n\n\
                    - One [two](https://a.b/%28c%29),\n  three\n- four <http://d>";
        let paragraph = |text: &str| DocumentBlock::Paragraph(text.to_owned());
        let expected = [
            paragraph("Two lines."),
            DocumentBlock::Heading("A b".to_owned()),
            paragraph("X; \"Y\""),
            paragraph("One two, three"),
            paragraph("four http://d"),
        ];
        assert_eq!(blocks(text), expected);
    }

    #[test]
    fn the_bibliography_is_whole() {
        let blocks = blocks(BIBLIOGRAPHY);
        let texts: Vec<&str> = blocks
            .iter()
            .map(|block| match block {
                DocumentBlock::Heading(text) | DocumentBlock::Paragraph(text) => text.as_str(),
            })
            .collect();
        assert!(texts.contains(&"Research") && texts.len() > 15, "{texts:#?}");
        for text in &texts {
            assert!(!text.contains(['|', '*', '<']) && !text.contains("]("), "{text}");
        }
        assert!(texts.iter().any(|text| text.contains("doi:10.1016/0004-3702(75)90019-3")));
    }
}
