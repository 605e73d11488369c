//! A tree's text in the place of the board, with the selected node marked.

use egui::{FontId, Label, Rect, TextFormat, Ui, text::LayoutJob};

use crate::app::{
    lab::TreePage,
    ui::focus::FocusScroll,
    ui::theme::{self, SPACE_S, TEXT_HEADING, TEXT_NOTE, Theme},
};

/// Draws the text into a card.
pub fn tree_text_ui(ui: &mut Ui, page: &TreePage, room: Rect) {
    let theme = Theme::of(ui);
    let Some(recorded) = page.recorded() else { return };
    let Some((text, from)) = recorded.place_in_text(page.selected()) else { return };
    let letters: Vec<char> = text.chars().collect();
    let to = end_of(&letters, from);
    let size = if room.width() >= 240.0 { TEXT_HEADING } else { TEXT_NOTE };
    let mut job = LayoutJob::default();
    let mut add = |part: &[char], color, background| {
        let font_id = FontId::monospace(size);
        let format = TextFormat { font_id, color, background, ..Default::default() };
        job.append(&part.iter().collect::<String>(), 0.0, format);
    };
    let plain = egui::Color32::TRANSPARENT;
    add(letters.get(..from).unwrap_or_default(), theme.muted, plain);
    add(letters.get(from..to).unwrap_or_default(), theme.text, theme.accent_background);
    add(letters.get(to..).unwrap_or_default(), theme.muted, plain);
    ui.label(theme::caption(ui, "The tree as text"));
    ui.add_space(SPACE_S);
    let scroll = egui::ScrollArea::vertical().id_salt("tree text").auto_shrink([false, true]);
    scroll.show_focused(ui, |ui| {
        ui.add(Label::new(job).wrap());
    });
}

/// The end of the node that begins at a letter.
fn end_of(letters: &[char], from: usize) -> usize {
    let mut depth = 0;
    for (index, letter) in letters.iter().enumerate().skip(from) {
        match letter {
            '(' => depth += 1,
            ')' => depth -= 1,
            _ => {}
        }
        let number_ends = depth == 0
            && letters.get(index + 1).is_none_or(|next| matches!(next, ' ' | ',' | '(' | ')'));
        if depth < 0 {
            return index;
        }
        if depth == 0 && (*letter == ')' || number_ends) {
            return index + 1;
        }
    }
    letters.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_nodes_text_ends_with_it() {
        let letters: Vec<char> = "((3 12) (8 -2 ?))".chars().collect();
        let part = |from: usize| letters[from..end_of(&letters, from)].iter().collect::<String>();
        assert_eq!(part(0), "((3 12) (8 -2 ?))");
        assert_eq!(part(1), "(3 12)");
        assert_eq!((part(4), part(11), part(14)), ("12".into(), "-2".into(), "?".into()));
    }
}
