//! The forms of the tree page: its options with the tree itself, the orderings and quiescence, and a
//! tree's text in the place of the board.

use egui::{
    Button, FontId, Label, Rect, RichText, ScrollArea, TextEdit, TextFormat, Ui, text::LayoutJob,
};

use super::TreePage;
use crate::app::{
    lab::tree_setup::TreeInput,
    ui::focus::FocusScroll,
    ui::theme::{self, SPACE_S, SPACE_XS, TEXT_HEADING, TEXT_NOTE, TEXT_SMALL, Theme},
    ui::widgets::{segmented_ui, toggle_row_ui},
};
use minnow_engine::Window;
use minnow_lab::ORDERINGS;

/// The keys of the editor, for users.
const KEYS: &str = "Arrow keys move the selection. + or Insert adds a child, a comma adds a sibling, \
                    Delete removes the node. Digits and - give a leaf its value, Enter accepts it.";

/// Draws the form behind the options.
pub(super) fn setup_form_ui(ui: &mut Ui, page: &mut TreePage) {
    ui.spacing_mut().item_spacing.y = SPACE_XS;
    ui.label(theme::caption(ui, "Search"));
    let is_text = page.setup.input == TreeInput::Text;
    let options = [("The board", !is_text), ("A tree as text", is_text)];
    if let Some(index) = segmented_ui(ui, "Searched", &options) {
        page.setup.input = if index == 0 { TreeInput::Board } else { TreeInput::Text };
    }
    if is_text {
        text_ui(ui, page);
        if !page.editor.is_open() && ui.button("Edit the tree").clicked() {
            page.open_editor();
        }
    }
    ui.add_space(SPACE_S);
    ui.label(theme::caption(ui, "Move ordering"));
    orderings_ui(ui, page);
    let setup = &mut page.setup;
    if !is_text {
        ui.add_space(SPACE_XS);
        let text = "Quiescence search at the last ply";
        if toggle_row_ui(ui, text, setup.quiescence) {
            setup.quiescence = !setup.quiescence;
        }
    }
    if setup.window != Window::FULL && setup.takes_window() {
        let text = "Back to the full window at the root";
        if ui.button(text).clicked() {
            setup.window = Window::FULL;
        }
    }
    if toggle_row_ui(ui, "Negamax numbers: the mover's view", page.by_mover) {
        page.show_by_mover(!page.by_mover);
    }
    let text = "In boxes, scale and figures. Sentences keep the view of MAX.";
    ui.add(Label::new(RichText::new(text).size(TEXT_SMALL).color(Theme::of(ui).muted)).wrap());
}

/// The field with the tree's text, and the player at its root.
fn text_ui(ui: &mut Ui, page: &mut TreePage) {
    let theme = Theme::of(ui);
    let field = TextEdit::multiline(&mut page.setup.text)
        .font(egui::TextStyle::Monospace)
        .desired_rows(2)
        .desired_width(f32::INFINITY)
        .id_salt("tree text");
    let response = ui.add(field);
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::TextInput, true, "Tree"));
    if response.changed() {
        page.follow_text();
    }
    let (words, color) = match page.problem() {
        Some(problem) => (problem.to_owned(), theme.bad),
        None => (
            "Numbers are leaves from MAX's view; ? is a leaf that must not be evaluated."
                .to_owned(),
            theme.muted,
        ),
    };
    ui.add(Label::new(RichText::new(words).size(TEXT_SMALL).color(color)).wrap());
    let is_max = page.setup.root_is_max;
    let options = [("MAX begins", is_max), ("MIN begins", !is_max)];
    if let Some(index) = segmented_ui(ui, "Root", &options) {
        page.setup.root_is_max = index == 0;
        page.editor.set_root(index == 0);
    }
}

/// A chip for each ordering.
fn orderings_ui(ui: &mut Ui, page: &mut TreePage) {
    let setup = &mut page.setup;
    if !setup.takes_orderings() {
        let text = if setup.by_engine {
            "The engine has its own move ordering.".to_owned()
        } else {
            format!("{} does not order its moves.", setup.name())
        };
        ui.add(Label::new(theme::muted(ui, text)).wrap());
        return;
    }
    let built_in = setup.technique().orderings;
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = egui::Vec2::splat(SPACE_XS);
        ui.spacing_mut().button_padding = egui::vec2(SPACE_S, 2.0);
        ui.spacing_mut().interact_size.y = theme::ROW_HEIGHT;
        for info in ORDERINGS {
            let ordering = info.ordering;
            let fixed = built_in.has(ordering) && !setup.has(ordering);
            let button = Button::new(info.id).selected(built_in.has(ordering));
            let response = ui.add_enabled(!fixed, button).on_hover_text(info.about);
            if response.clicked() {
                setup.toggle(ordering);
            }
        }
    });
}

/// Draws the edited tree as text, the player at the root, and the keys.
pub(super) fn tree_form_ui(ui: &mut Ui, page: &mut TreePage) {
    let scroll = ScrollArea::vertical().id_salt("tree form").auto_shrink([false, false]);
    scroll.show_focused(ui, |ui| {
        ui.label(theme::caption(ui, "The tree as text"));
        text_ui(ui, page);
        ui.add_space(SPACE_S);
        ui.add(Label::new(theme::muted(ui, KEYS)).wrap());
    });
}

/// Draws the text of the recorded tree with the selected node marked.
pub(super) fn tree_text_ui(ui: &mut Ui, page: &TreePage, room: Rect) {
    let theme = Theme::of(ui);
    let Some(recorded) = page.recorded() else { return };
    let Some((text, from)) = recorded.place_in_text(page.selected) else { return };
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
    let scroll = ScrollArea::vertical().id_salt("tree text").auto_shrink([false, true]);
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
