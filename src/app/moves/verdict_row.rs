//! The verdict of a review as a row of the move list: the sentence in a tinted box and below it the
//! better line. A click on one of its moves adds the line up to there as a variation.

use std::sync::Arc;

use egui::{Color32, FontId, Galley, Rect, Role, Sense, Ui, Vec2, WidgetInfo, vec2};

use super::{MovesView, layout::VerdictContent, rows::flow};
use crate::app::{
    session::{GameCommand, Mode, Navigation, ScreenCommand},
    ui::theme::{NOTE_HEIGHT, SPACE_S, SPACE_XS, TEXT_NOTE, Theme},
};

// Sizes in points.
const VERDICT_BAR_WIDTH: f32 = 3.0;
const VERDICT_MARGIN: f32 = 3.0;

/// A row laid out for a width.
pub(super) struct VerdictRow<'a> {
    content: &'a VerdictContent,
    sentence: Arc<Galley>,
    /// The moves of the better line, the first and the last with a bracket.
    words: Vec<Arc<Galley>>,
    /// The left edge of each word, and its line.
    places: Vec<(f32, usize)>,
}

impl<'a> VerdictRow<'a> {
    /// Lays a row out for a width of `room` points.
    pub(super) fn new(ui: &Ui, content: &'a VerdictContent, room: f32) -> VerdictRow<'a> {
        let theme = Theme::of(ui);
        let room = room - VERDICT_BAR_WIDTH - 2.0 * SPACE_S;
        let font = FontId::proportional(TEXT_NOTE);
        let sentence =
            ui.painter().layout(content.sentence.clone(), font.clone(), theme.text, room);
        let lay = |text| ui.painter().layout_no_wrap(text, font.clone(), Color32::PLACEHOLDER);
        let words: Vec<_> = bracketed(&content.better).map(lay).collect();
        let places = flow(words.iter().map(|word| word.size().x), room);
        VerdictRow { content, sentence, words, places }
    }

    pub(super) fn height(&self) -> f32 {
        let lines = self.places.last().map_or(0, |(_, line)| line + 1);
        let better = NOTE_HEIGHT * lines as f32;
        self.sentence.size().y + better + 2.0 * SPACE_XS + 2.0 * VERDICT_MARGIN
    }

    /// Draws the row into its place.
    pub(super) fn verdict_ui(self, ui: &mut Ui, view: &mut MovesView<'_>, rect: Rect) {
        let theme = Theme::of(ui);
        let color = theme.mark(self.content.judgement.mark());
        let rect = rect.shrink2(vec2(0.0, VERDICT_MARGIN));
        let id = ui.scope_id().with(("verdict", self.content.node));
        let response = ui.interact(rect, id, Sense::hover());
        response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &self.content.sentence));
        ui.painter().rect_filled(rect, 4, theme.panel.lerp_to_gamma(color, 0.10));
        let bar = Rect::from_min_size(rect.min, vec2(VERDICT_BAR_WIDTH, rect.height()));
        ui.painter().rect_filled(bar, 0, color);
        let corner = rect.min + vec2(VERDICT_BAR_WIDTH + SPACE_S, SPACE_XS);
        let below = corner + vec2(0.0, self.sentence.size().y);
        ui.painter().galley(corner, self.sentence.clone(), theme.text);
        for (index, (word, (right, line))) in self.words.iter().zip(&self.places).enumerate() {
            let size = Vec2::new(word.size().x, NOTE_HEIGHT);
            let place = Rect::from_min_size(below + vec2(*right, *line as f32 * NOTE_HEIGHT), size);
            let lit = self.word_ui(ui, view, index, place);
            let color = if lit { theme.accent } else { theme.muted };
            let at = place.left_center() - vec2(0.0, word.size().y / 2.0);
            ui.painter().galley(at, word.clone(), color);
        }
    }

    /// A move of the better line; a click adds the line up to it. Returns true if it is
    /// highlighted.
    fn word_ui(&self, ui: &mut Ui, view: &mut MovesView<'_>, last: usize, place: Rect) -> bool {
        let node = view.session.game.node(self.content.node);
        let Some((node, text)) = node.zip(self.content.better.get(last)) else { return false };
        let (Mode::Analyse, Some(before)) = (view.mode, node.parent()) else { return false };
        let id = ui.scope_id().with(("better", self.content.node, last));
        let response = ui.interact(place.expand2(vec2(2.0, 0.0)), id, Sense::click());
        response.widget_info(|| {
            WidgetInfo::labeled(Role::Button, true, format!("Better line: {text}"))
        });
        if response.clicked()
            && let Some(verdict) = &node.notes.verdict
        {
            let moves = verdict.better.iter().take(last + 1).copied().collect();
            view.out.push(GameCommand::Navigate(Navigation::To(before)).into());
            view.out.push(ScreenCommand::AddLine { after: before, moves }.into());
        }
        let lit = response.hovered() || response.has_focus();
        if lit {
            let theme = Theme::of(ui);
            ui.painter().rect_filled(place.expand2(vec2(3.0, 0.0)), 4, theme.accent_background);
        }
        lit
    }
}

/// The words of a line in brackets: `(1. a3`, `b4)`.
fn bracketed(line: &[String]) -> impl Iterator<Item = String> {
    let words = line.iter().enumerate();
    words.map(move |(index, word)| {
        let open = if index == 0 { "(" } else { "" };
        let close = if index + 1 == line.len() { ")" } else { "" };
        format!("{open}{word}{close}")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn brackets_stand_at_the_words() {
        let line = ["1\u{2026} d4", "2. c3"].map(str::to_owned);
        assert_eq!(bracketed(&line).collect::<Vec<_>>().join(" "), "(1\u{2026} d4 2. c3)");
        assert_eq!(bracketed(&line[..1]).collect::<Vec<_>>(), ["(1\u{2026} d4)"]);
    }
}
