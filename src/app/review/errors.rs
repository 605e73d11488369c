//! The errors of both sides in the card of the review: in words, or as signs with their numbers. Each
//! count leads to the next error of its kind.

use egui::{Align, FontId, Layout, Rect, Role, Sense, Ui, WidgetInfo, vec2};

use super::view::{LEAST_NAME_WIDTH, name_ui, row_ui, sized_ui};
use crate::app::{
    session::Session,
    ui::theme::{self, NOTE_HEIGHT, SPACE_S, SPACE_XS, TEXT_NOTE, TEXT_SMALL, Theme},
    ui::widgets::paint_judgement,
};
use minnow_game::Judgement;
use minnow_rules::Color;
use minnow_study::analysis::Summary;

/// The width of a count as a sign with its number, in points.
const SIGN_WIDTH: f32 = 30.0;

/// The errors that are counted.
const COUNTED: [Judgement; 4] =
    [Judgement::Blunder, Judgement::Mistake, Judgement::Inaccuracy, Judgement::MissedWin];

/// The errors of both sides in one row: in words, or as signs with their numbers where the words have
/// no room. Returns the kind that was clicked, and its side.
pub(super) fn errors_ui(
    ui: &mut Ui,
    summary: &Summary,
    session: &Session,
) -> Option<(Color, Judgement)> {
    let sides = Color::ALL.map(|color| SideErrors::new(color, summary, session));
    let has_room = {
        let words = sides.each_ref().map(SideErrors::words).join(" ");
        let font = FontId::proportional(TEXT_NOTE);
        let galley = ui.painter().layout_no_wrap(words, font, Theme::of(ui).text);
        galley.size().x + 2.0 * SPACE_S <= ui.available_width()
    };
    let room = ui.available_width() - SPACE_XS;
    let wishes = sides.each_ref().map(|side| side.signs_width(ui));
    let widths = if wishes[0] + wishes[1] <= room { wishes } else { [room / 2.0; 2] };
    let mut clicked = None;
    row_ui(ui, NOTE_HEIGHT, Layout::left_to_right(Align::Center), |ui| {
        ui.spacing_mut().item_spacing.x = SPACE_XS;
        for (side, width) in sides.iter().zip(widths) {
            let judgement = if has_room { side.words_ui(ui) } else { side.signs_ui(ui, width) };
            clicked = judgement.map(|judgement| (side.color, judgement)).or(clicked);
        }
    });
    clicked
}

/// The errors of one side, by kind.
struct SideErrors {
    color: Color,
    name: String,
    counts: Vec<ErrorCount>,
}

impl SideErrors {
    fn new(color: Color, summary: &Summary, session: &Session) -> SideErrors {
        let side = &summary.sides[color.index()];
        let counts =
            COUNTED.map(|judgement| ErrorCount { judgement, count: side.count(judgement) });
        SideErrors {
            color,
            name: session.shown_name(color),
            counts: counts.into_iter().filter(|count| count.count > 0).collect(),
        }
    }

    /// `You: 1 blunder, 2 mistakes.`
    fn words(&self) -> String {
        let counts: Vec<String> = self.counts.iter().map(ErrorCount::text).collect();
        let counts = if counts.is_empty() { "no errors".to_owned() } else { counts.join(", ") };
        format!("{}: {counts}.", self.name)
    }

    /// Returns the kind that was clicked.
    fn words_ui(&self, ui: &mut Ui) -> Option<Judgement> {
        if self.counts.is_empty() {
            sized_ui(ui, &self.words(), TEXT_NOTE);
            return None;
        }
        sized_ui(ui, &format!("{}:", self.name), TEXT_NOTE);
        let mut clicked = None;
        let last = self.counts.len() - 1;
        for (index, count) in self.counts.iter().enumerate() {
            let words = format!("{}{}", count.text(), if index == last { "." } else { "," });
            let font = FontId::proportional(TEXT_NOTE);
            let color = Theme::of(ui).muted;
            let galley = ui.painter().layout_no_wrap(words, font, color);
            let (is_clicked, rect) = count.button_ui(ui, &self.name, galley.size());
            ui.painter().galley(rect.min, galley, color);
            clicked = is_clicked.then_some(count.judgement).or(clicked);
        }
        clicked
    }

    /// The width of the whole name with the signs.
    fn signs_width(&self, ui: &Ui) -> f32 {
        let (font, color) = (FontId::proportional(TEXT_SMALL), Theme::of(ui).text);
        let name = ui.painter().layout_no_wrap(self.name.clone(), font, color);
        let name = name.size().x.ceil().max(LEAST_NAME_WIDTH);
        name + SIGN_WIDTH * self.counts.len() as f32 + SPACE_S
    }

    /// Draws the name and the signs in this width. Returns the kind that was clicked.
    fn signs_ui(&self, ui: &mut Ui, width: f32) -> Option<Judgement> {
        let cell = SIGN_WIDTH.min(width / self.counts.len().max(1) as f32);
        let name_width = width - cell * self.counts.len() as f32 - SPACE_S;
        let mut clicked = None;
        let size = vec2(width, NOTE_HEIGHT);
        ui.allocate_ui_with_layout(size, Layout::left_to_right(Align::Center), |ui| {
            ui.set_width(width);
            ui.spacing_mut().item_spacing.x = 0.0;
            if name_width >= LEAST_NAME_WIDTH {
                name_ui(ui, &self.name, name_width);
                ui.add_space(SPACE_XS);
            }
            for count in &self.counts {
                let (is_clicked, rect) = count.button_ui(ui, &self.name, vec2(cell, NOTE_HEIGHT));
                count.paint_sign(ui, rect);
                clicked = is_clicked.then_some(count.judgement).or(clicked);
            }
        });
        clicked
    }
}

/// The number of one side's errors of a kind.
struct ErrorCount {
    judgement: Judgement,
    count: usize,
}

impl ErrorCount {
    /// `1 blunder`, `2 inaccuracies`.
    fn text(&self) -> String {
        let name = self.judgement.name();
        match (self.judgement, self.count) {
            (_, 1) => format!("1 {name}"),
            (Judgement::Inaccuracy, count) => format!("{count} inaccuracies"),
            (_, count) => format!("{count} {name}s"),
        }
    }

    /// The place of the count, which leads to the next error of its kind. True if it was clicked.
    fn button_ui(&self, ui: &mut Ui, side: &str, size: egui::Vec2) -> (bool, Rect) {
        let (rect, response) = ui.allocate_exact_size(size, Sense::click());
        let text = self.text();
        response.widget_info(|| WidgetInfo::labeled(Role::Button, true, format!("{side}: {text}")));
        if response.hovered() || response.has_focus() {
            let raised = rect.expand2(vec2(2.0, 0.0));
            ui.painter().rect_filled(raised, theme::RADIUS_SWATCH, Theme::of(ui).raised);
        }
        let is_clicked = response.on_hover_text(format!("{text}: go to the next one")).clicked();
        (is_clicked, rect)
    }

    /// The sign of the error with its number.
    fn paint_sign(&self, ui: &Ui, rect: Rect) {
        let theme = Theme::of(ui);
        let middle = rect.left_center() + vec2(6.0, 0.0);
        paint_judgement(ui.painter(), theme, self.judgement, middle, 5.0);
        let at = rect.left_center() + vec2(14.0, 0.0);
        let (font, number) = (FontId::proportional(TEXT_SMALL), self.count.to_string());
        ui.painter().text(at, egui::Align2::LEFT_CENTER, number, font, theme.text);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_have_singular_and_plural() {
        let text = |judgement, count| ErrorCount { judgement, count }.text();
        assert_eq!(text(Judgement::Blunder, 1), "1 blunder");
        assert_eq!(text(Judgement::Inaccuracy, 0), "0 inaccuracies");
        assert_eq!(text(Judgement::MissedWin, 2), "2 missed wins");
    }
}
