//! The view of the card: the choice of the source, and a row for each move with its evaluation, a bar
//! of the results, the number of games and the share of the levels' book.

use egui::{
    Align, Align2, FontId, Label, Layout, Rect, Role, ScrollArea, Sense, Ui, WidgetInfo, pos2, vec2,
};
use egui_material_icons::icons;

use super::{Explorer, ExplorerRow, ExplorerSource};
use crate::app::{
    context::Cx,
    request::Request,
    session::{GameCommand, Session},
    ui::{
        focus::FocusScroll,
        theme::{
            self, EVALUATION_BAR, RADIUS_SWATCH, SPACE_S, SPACE_XS, TEXT_SMALL, Theme, bold_font,
        },
        widgets::{icon_button_ui, segmented_ui},
    },
};
use minnow_engine::LEVELS;
use minnow_rules::{Position, counted, san};
use minnow_study::{
    analysis::{score_text, short_score_text},
    explorer::ResultCounts,
};

// Sizes in points.
const ROW_HEIGHT: f32 = 22.0;
/// The most rows without scrolling, and the least that a card with little room shows.
const MAX_ROWS: f32 = 6.0;
const LEAST_ROWS: f32 = 2.0;
const MOVE_WIDTH: f32 = 58.0;
const SCORE_WIDTH: f32 = 42.0;
const GAMES_WIDTH: f32 = 44.0;
const BOOK_WIDTH: f32 = 44.0;
const LONG_CAPTION_WIDTH: f32 = 130.0;
const PERCENT_SIZE: f32 = 10.0;
/// A narrower part of the bar has no text.
const LEAST_TEXT_WIDTH: f32 = 26.0;

impl Explorer {
    pub(super) fn card_ui(&mut self, ui: &mut Ui, cx: &mut Cx<'_>) {
        ui.spacing_mut().item_spacing.y = SPACE_S;
        let closes = ui.horizontal(|ui| {
            ui.label(theme::caption(ui, "Opening explorer"));
            let close = icons::ICON_CLOSE.codepoint;
            let layout = Layout::right_to_left(Align::Center);
            ui.with_layout(layout, |ui| {
                icon_button_ui(ui, close, "Close the opening explorer", true)
            })
        });
        if source_ui(ui, &mut self.source) {
            cx.ask(Request::Wake);
        }
        self.rows_ui(ui, cx);
        // The rest of this frame still shows the card.
        if closes.inner.inner.clicked() {
            self.is_open = false;
        }
    }

    fn rows_ui(&self, ui: &mut Ui, cx: &mut Cx<'_>) {
        let position = cx.session.game.position();
        let rows = self.rows(position);
        let has_text = rows.is_empty() || !self.has_games(cx.session.variant());
        if let Some(problem) = self.problem().filter(|_| !has_text) {
            // The rows are of an earlier count.
            ui.add(Label::new(theme::muted(ui, problem.to_owned())).wrap());
        }
        if has_text {
            let text = empty_text(self, cx.session);
            ui.add(Label::new(theme::muted(ui, text)).wrap());
        }
        if rows.is_empty() {
            return;
        }
        header_ui(ui);
        let fitting = (ui.available_height() / ROW_HEIGHT).clamp(LEAST_ROWS, MAX_ROWS);
        let height = fitting.min(rows.len() as f32) * ROW_HEIGHT;
        let scroll = ScrollArea::vertical().auto_shrink([false, true]).max_height(height);
        scroll.min_scrolled_height(height).show_focused(ui, |ui| {
            ui.spacing_mut().item_spacing.y = 0.0;
            for row in &rows {
                if row_ui(ui, position, row) {
                    cx.ask(GameCommand::Move(row.mv));
                }
            }
        });
    }
}

/// Returns true if the user chooses a source.
fn source_ui(ui: &mut Ui, source: &mut ExplorerSource) -> bool {
    let strongest = format!("Level {}", LEVELS.len());
    let options = ExplorerSource::ALL.map(|choice| {
        let name = match choice {
            ExplorerSource::Strongest => strongest.as_str(),
            ExplorerSource::OwnGames => "Your games",
            ExplorerSource::Examples => "Examples",
        };
        (name, choice == *source)
    });
    let chosen = segmented_ui(ui, "Games of", &options);
    if let Some(index) = chosen {
        *source = ExplorerSource::ALL[index];
    }
    chosen.is_some()
}

/// The sentence in place of rows.
fn empty_text(explorer: &Explorer, session: &Session) -> String {
    if let Some(progress) = explorer.reading() {
        return format!("Reading your games: {} of {}\u{2026}", progress.done, progress.total);
    }
    if let Some(problem) = explorer.problem() {
        return problem.to_owned();
    }
    let has_games = explorer.has_games(session.variant());
    match (explorer.source, has_games) {
        (ExplorerSource::OwnGames, _) if session.archive.archive.is_none() => {
            "There is no folder for your games.".to_owned()
        }
        (ExplorerSource::Strongest, true) => {
            format!("No game of level {} has reached this position twice.", LEVELS.len())
        }
        (ExplorerSource::OwnGames, true) => "None of your games has this position.".to_owned(),
        (ExplorerSource::Examples, true) => "No example has this position.".to_owned(),
        (ExplorerSource::Strongest, false) => {
            format!("No games of level {} come with this board.", LEVELS.len())
        }
        (ExplorerSource::OwnGames, false) => "You have no games on this board yet.".to_owned(),
        (ExplorerSource::Examples, false) => "No example is of this board.".to_owned(),
    }
}

/// The places of the columns in a row, which is one control; `egui_extras` would make each cell one.
struct Columns {
    mv: Rect,
    score: Rect,
    bar: Rect,
    games: Rect,
    book: Rect,
}

impl Columns {
    fn of(row: Rect) -> Columns {
        let column = |left: f32, right: f32| {
            Rect::from_min_max(pos2(left, row.top()), pos2(right, row.bottom()))
        };
        let score_left = row.left() + MOVE_WIDTH;
        let bar_left = score_left + SCORE_WIDTH;
        let book_left = row.right() - BOOK_WIDTH;
        let games_left = book_left - GAMES_WIDTH;
        Columns {
            mv: column(row.left(), score_left),
            score: column(score_left, bar_left),
            bar: column(bar_left, games_left),
            games: column(games_left, book_left),
            book: column(book_left, row.right()),
        }
    }
}

fn header_ui(ui: &mut Ui) {
    let size = vec2(ui.available_width(), TEXT_SMALL + SPACE_XS);
    let (rect, _) = ui.allocate_exact_size(size, Sense::hover());
    let columns = Columns::of(rect);
    let color = Theme::of(ui).muted;
    let font = FontId::proportional(TEXT_SMALL);
    let painter = ui.painter();
    let left = |at: Rect| at.left_center() + vec2(SPACE_XS, 0.0);
    let is_wide = columns.bar.width() >= LONG_CAPTION_WIDTH;
    let results = if is_wide { "White, draws, Black" } else { "Results" };
    let captions = [(columns.mv, "Move"), (columns.score, "Score"), (columns.bar, results)];
    for (place, text) in captions {
        painter.text(left(place), Align2::LEFT_CENTER, text, font.clone(), color);
    }
    for (place, text) in [(columns.games, "Games"), (columns.book, "Book")] {
        painter.text(place.right_center(), Align2::RIGHT_CENTER, text, font.clone(), color);
    }
}

/// A move. Returns true if it is clicked, which makes it on the board.
fn row_ui(ui: &mut Ui, position: &Position, row: &ExplorerRow) -> bool {
    let size = vec2(ui.available_width(), ROW_HEIGHT);
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    let name = san(position, row.mv);
    let words = row_words(position, row);
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &words));
    let theme = Theme::of(ui);
    let columns = Columns::of(rect);
    let painter = ui.painter();
    if response.hovered() || response.has_focus() {
        painter.rect_filled(rect, RADIUS_SWATCH, theme.raised);
    }
    if response.has_focus() {
        let stroke = egui::Stroke::new(1.5, theme.focus);
        painter.rect_stroke(rect, RADIUS_SWATCH, stroke, egui::StrokeKind::Inside);
    }
    let left = |at: Rect| at.left_center() + vec2(SPACE_XS, 0.0);
    let font = FontId::proportional(TEXT_SMALL);
    let bold = bold_font(TEXT_SMALL);
    painter.text(left(columns.mv), Align2::LEFT_CENTER, name, bold, theme.text);
    if let Some(score) = row.score {
        let text = short_score_text(score);
        painter.text(left(columns.score), Align2::LEFT_CENTER, text, font.clone(), theme.text);
    }
    bar_ui(ui, columns.bar.shrink2(vec2(SPACE_XS, 4.0)), row.results);
    let games = match row.results.games() {
        0 => "\u{2013}".to_owned(),
        games => games.to_string(),
    };
    let book = row.book_percent.map_or("\u{2013}".to_owned(), |percent| format!("{percent} %"));
    let right = |place: Rect, text: String| {
        ui.painter().text(
            place.right_center(),
            Align2::RIGHT_CENTER,
            text,
            font.clone(),
            theme.muted,
        );
    };
    right(columns.games, games);
    right(columns.book, book);
    response.on_hover_text(words).clicked()
}

/// The shares of the results, White's at the left.
fn bar_ui(ui: &Ui, rect: Rect, results: ResultCounts) {
    let finished = results.finished();
    let theme = Theme::of(ui);
    let painter = ui.painter().with_clip_rect(rect);
    if finished == 0 {
        painter.rect_filled(rect, RADIUS_SWATCH, theme.raised);
        return;
    }
    let [white, black] = EVALUATION_BAR;
    let grey = white.lerp_to_gamma(black, 0.45);
    let parts = [
        (results.white, white, black),
        (results.draws, grey, black),
        (results.black, black, white),
    ];
    let mut left = rect.left();
    for ((count, fill, ink), percent) in parts.into_iter().zip(results.percents()) {
        let width = rect.width() * count as f32 / finished as f32;
        let part = Rect::from_min_size(pos2(left, rect.top()), vec2(width, rect.height()));
        painter.rect_filled(part, 0, fill);
        if width >= LEAST_TEXT_WIDTH {
            let font = FontId::proportional(PERCENT_SIZE);
            painter.text(part.center(), Align2::CENTER_CENTER, format!("{percent} %"), font, ink);
        }
        left += width;
    }
    let outline = egui::Stroke::new(1.0, theme.line);
    painter.rect_stroke(rect, 0, outline, egui::StrokeKind::Inside);
}

/// `Na3, evaluation +0.2, 40 games: White won 10, 20 were drawn, Black won 10; book 35 %`
fn row_words(position: &Position, row: &ExplorerRow) -> String {
    let mut words = san(position, row.mv);
    if let Some(score) = row.score {
        words += &format!(", evaluation {}", score_text(score, &position.play(row.mv)));
    }
    let ResultCounts { white, draws, black, open } = row.results;
    match row.results.games() {
        0 => words += ", not played in these games",
        games => {
            let games = counted(u64::from(games), "game", "games");
            words += &format!(", {games}: White won {white}, {draws} drawn, Black won {black}");
        }
    }
    if open > 0 {
        words += &format!(", {open} not finished");
    }
    if let Some(percent) = row.book_percent {
        words += &format!("; book {percent} %");
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;
    use minnow_engine::Score;
    use minnow_rules::Variant;

    #[test]
    fn a_row_is_read_as_a_sentence() {
        let start = Position::start(Variant::default_variant());
        let mv = start.parse_move("b1a3").unwrap();
        let row = |results, score, book_percent| {
            row_words(&start, &ExplorerRow { mv, results, score, book_percent })
        };
        let results = ResultCounts { white: 1, draws: 2, black: 3, open: 4 };
        assert_eq!(
            row(results, Some(Score::centipawns(20)), Some(35)),
            "Na3, evaluation +0.2, 10 games: White won 1, 2 drawn, Black won 3, 4 not finished; \
             book 35 %"
        );
        let none = ResultCounts::default();
        assert_eq!(row(none, None, None), "Na3, not played in these games");
    }
}
