//! The bibliography of the lab, read from its document.

use std::sync::LazyLock;

const DOCUMENT: &str = include_str!("../../../docs/bibliography.md");

/// A paragraph of the bibliography, without marks of Markdown.
#[derive(Debug, PartialEq, Eq)]
pub enum BibliographyBlock {
    /// The heading of a section.
    Heading(String),
    /// A paragraph, an item of a list, or a row of a table.
    Paragraph(String),
}

/// All blocks, in the order of the document, without its title.
pub fn bibliography() -> &'static [BibliographyBlock] {
    static BLOCKS: LazyLock<Vec<BibliographyBlock>> = LazyLock::new(|| blocks(DOCUMENT));
    &BLOCKS
}

/// The blocks of a document without its title.
fn blocks(document: &str) -> Vec<BibliographyBlock> {
    let mut blocks = Vec::new();
    let mut open = String::new();
    for line in document.lines().skip(1).chain([""]) {
        let starts =
            line.is_empty() || ["## ", "- ", "| "].iter().any(|mark| line.starts_with(mark));
        if starts && !open.is_empty() {
            blocks.push(BibliographyBlock::Paragraph(plain(&std::mem::take(&mut open))));
        }
        if let Some(heading) = line.strip_prefix("## ") {
            blocks.push(BibliographyBlock::Heading(plain(heading)));
        } else if let Some(row) = line.strip_prefix("| ") {
            let cells: Vec<&str> = row.trim_end_matches(" |").split(" | ").collect();
            if cells.first() != Some(&"author") {
                blocks.push(BibliographyBlock::Paragraph(plain(&cells.join("; "))));
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
        let paragraph = |text: &str| BibliographyBlock::Paragraph(text.to_owned());
        let expected = [
            paragraph("Two lines."),
            BibliographyBlock::Heading("A b".to_owned()),
            paragraph("X; \"Y\""),
            paragraph("One two, three"),
            paragraph("four http://d"),
        ];
        assert_eq!(blocks(text), expected);
    }

    #[test]
    fn the_bibliography_is_whole() {
        let blocks = bibliography();
        let texts: Vec<&str> = blocks
            .iter()
            .map(|block| match block {
                BibliographyBlock::Heading(text) | BibliographyBlock::Paragraph(text) => {
                    text.as_str()
                }
            })
            .collect();
        assert!(texts.contains(&"Research") && texts.len() > 15, "{texts:#?}");
        for text in &texts {
            assert!(!text.contains(['|', '*', '<']) && !text.contains("]("), "{text}");
        }
        assert!(texts.iter().any(|text| text.contains("doi:10.1016/0004-3702(75)90019-3")));
    }
}
