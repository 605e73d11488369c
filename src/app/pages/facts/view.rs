//! The view of the page: the state of the tables, or the classes in sections. The card of a class has the
//! start of its longest win on a small board, its men, the shares of wins, draws and losses, and the
//! buttons that open the start in Analyse and begin a training.

use egui::{
    Align, Button, CornerRadius, Frame, Label, Layout, Margin, Rect, RichText, Role, Sense, Stroke,
    Ui, Vec2, WidgetInfo, pos2, vec2,
};

use super::{FactsPage, FactsSection};
use crate::app::{
    context::Cx,
    request::Request,
    session::{Mode, NewGame, Session, TrainingOrder},
    tables::{build_row_ui, class_text, share_text},
    ui::{
        board::{PositionPicture, mini_board_in_ui},
        text::capitalised,
        theme::{self, CONTROL_HEIGHT, RADIUS_CONTROL, SPACE_M, SPACE_S, SPACE_XS, Theme},
        widgets::note_ui,
    },
};
use minnow_game::training::{TrainingGoal, TrainingRecord};
use minnow_rules::{Color, Variant, counted, grouped};
use minnow_tables::{ClassSummary, LongestWin, TableSummary};

// Sizes in points.
const TWO_COLUMNS_FROM_WIDTH: f32 = 700.0;
const BUILD_WIDTH: f32 = 360.0;
const BOARD_SIDE: f32 = 96.0;
const BAR_HEIGHT: f32 = 6.0;
const BUTTON_WIDTH: f32 = 64.0;

/// Draws the page.
pub(super) fn facts_ui(ui: &mut Ui, page: &FactsPage, cx: &mut Cx<'_>) {
    ui.spacing_mut().item_spacing.y = SPACE_S;
    let sections = page.sections(page.variant(cx.session));
    if sections.is_empty() {
        status_ui(ui, page, cx);
        return;
    }
    note_ui(
        ui,
        "The exact result of every position with these men and a king on each side. Counted for \
         the side named first, whoever is to move; where both sides have the same men, for the side \
         to move. Move limits and repetitions do not count.",
    );
    for section in sections {
        section_ui(ui, section, cx);
    }
}

/// The way to the facts while there are none.
fn status_ui(ui: &mut Ui, page: &FactsPage, cx: &mut Cx<'_>) {
    let status = cx.session.tables.status(page.variant(cx.session));
    let missing = "Which endings are won on this board? The end-game tables hold the exact result of \
                   every position with up to four men. They are built once, in the background, and \
                   kept.";
    ui.add(Label::new(page.status_text(&status, missing)).wrap());
    let width = BUILD_WIDTH.min(ui.available_width());
    build_row_ui(ui, width, &status, cx);
}

fn section_ui(ui: &mut Ui, section: &FactsSection, cx: &mut Cx<'_>) {
    ui.add_space(SPACE_M - SPACE_S);
    ui.label(theme::heading(section.heading));
    let columns = if ui.available_width() >= TWO_COLUMNS_FROM_WIDTH { 2 } else { 1 };
    let width = (ui.available_width() - SPACE_S * (columns - 1) as f32) / columns as f32;
    for row in section.won.chunks(columns) {
        ui.horizontal_top(|ui| {
            ui.spacing_mut().item_spacing.x = SPACE_S;
            for class in row {
                card_ui(ui, class, width, cx);
            }
        });
    }
    for class in &section.drawn {
        note_ui(ui, drawn_text(class));
    }
}

/// The sentence on a class without a win.
fn drawn_text(class: &ClassSummary) -> String {
    let (men, positions) = (class_text(&class.class), grouped(class.summary.positions));
    format!("{men} ({}): all {positions} positions are draws.", class.class)
}

/// Draws the card of a class that has a win, `width` points wide.
fn card_ui(ui: &mut Ui, class: &ClassSummary, width: f32, cx: &mut Cx<'_>) {
    let Some(longest) = &class.summary.longest else { return };
    let picture = PositionPicture::of(&longest.start, cx.session.settings.board_look());
    let theme = Theme::of(ui);
    let stroke = Stroke::new(1.0, theme.line);
    let frame = Frame::new().fill(theme.background).stroke(stroke).corner_radius(RADIUS_CONTROL);
    frame.inner_margin(Margin::same((SPACE_S - stroke.width) as i8)).show(ui, |ui| {
        ui.set_width(width - 2.0 * SPACE_S);
        ui.horizontal_top(|ui| {
            ui.spacing_mut().item_spacing = vec2(SPACE_M, SPACE_XS);
            let (place, _) = ui.allocate_exact_size(Vec2::splat(BOARD_SIDE), Sense::hover());
            let name = format!("longest win of {}", class_text(&class.class).to_lowercase());
            mini_board_in_ui(ui, &picture, &name, place);
            ui.vertical(|ui| {
                ui.set_width(ui.available_width());
                ui.set_min_height(BOARD_SIDE);
                class_ui(ui, class);
                longest_ui(ui, class, longest, cx);
                training_ui(ui, class, longest.start.variant(), cx);
            });
        });
    });
}

/// The men, the bar, and the figures.
fn class_ui(ui: &mut Ui, class: &ClassSummary) {
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = SPACE_S;
        ui.spacing_mut().interact_size.y = 0.0;
        ui.label(theme::bold(class_text(&class.class)));
        ui.label(theme::caption(ui, class.class.to_string()));
    });
    bar_ui(ui, &class.summary);
    ui.add(Label::new(RichText::new(shares_text(&class.summary)).small()).wrap());
    note_ui(ui, counted(class.summary.positions, "position", "positions"));
}

/// The shares of wins, draws and losses as parts of a bar; the text below names them.
fn bar_ui(ui: &mut Ui, summary: &TableSummary) {
    let theme = Theme::of(ui);
    let size = vec2(ui.available_width(), BAR_HEIGHT);
    let (bar, _) = ui.allocate_exact_size(size, Sense::hover());
    let mut left = bar.left();
    let parts =
        [(summary.wins, theme.good), (summary.draws, theme.line), (summary.losses, theme.bad)];
    for (part, color) in parts {
        let right = left + bar.width() * part as f32 / summary.positions.max(1) as f32;
        let place = Rect::from_min_max(pos2(left, bar.top()), pos2(right, bar.bottom()));
        ui.painter().rect_filled(place, CornerRadius::ZERO, color);
        left = right;
    }
}

/// `71 % won, 28 % drawn, 1 % lost`; what never happens is left out.
fn shares_text(summary: &TableSummary) -> String {
    let parts =
        [(summary.wins, "won"), (summary.draws, "drawn"), (summary.losses, "lost")].into_iter();
    let shown = parts.filter(|(part, _)| *part > 0);
    let texts: Vec<String> = shown
        .map(|(part, word)| format!("{} {word}", share_text(part, summary.positions)))
        .collect();
    texts.join(", ")
}

/// The longest win with the button that opens its start.
fn longest_ui(ui: &mut Ui, class: &ClassSummary, longest: &LongestWin, cx: &mut Cx<'_>) {
    let size = vec2(ui.available_width(), CONTROL_HEIGHT - SPACE_XS);
    ui.allocate_ui_with_layout(size, Layout::right_to_left(Align::Center), |ui| {
        let button = Button::new("Analyse").min_size(vec2(BUTTON_WIDTH, size.y));
        let button = ui.add(button).on_hover_text("Opens the start of the longest win.");
        let men = class_text(&class.class);
        button.widget_info(|| {
            WidgetInfo::labeled(Role::Button, true, format!("Analyse {}", men.to_lowercase()))
        });
        if button.gained_focus() {
            button.scroll_to_me(None);
        }
        if button.clicked() {
            cx.ask(Request::Cancel);
            let game = NewGame::from_position(longest.start);
            cx.ask(Request::Begin(Box::new(NewGame { mode: Some(Mode::Analyse), ..game })));
        }
        ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
            ui.add(Label::new(RichText::new(longest_text(longest)).small()).wrap());
        });
    });
}

/// The buttons that begin a training of the ending, and the record in it.
fn training_ui(ui: &mut Ui, class: &ClassSummary, variant: &'static Variant, cx: &mut Cx<'_>) {
    let size = vec2(ui.available_width(), CONTROL_HEIGHT - SPACE_XS);
    ui.allocate_ui_with_layout(size, Layout::right_to_left(Align::Center), |ui| {
        let goals = [TrainingGoal::Hold, TrainingGoal::Win];
        for goal in goals.into_iter().filter(|goal| is_worth_training(class, *goal)) {
            let text = match goal {
                TrainingGoal::Win => "Win it",
                TrainingGoal::Hold => "Hold it",
            };
            let button = ui.add(Button::new(text).min_size(vec2(BUTTON_WIDTH, size.y)));
            let men = class_text(&class.class).to_lowercase();
            button
                .widget_info(|| WidgetInfo::labeled(Role::Button, true, format!("{text}: {men}")));
            if button.gained_focus() {
                button.scroll_to_me(None);
            }
            if button.clicked() {
                let order = TrainingOrder { variant, class: class.class.clone(), goal };
                cx.ask(Request::Train(Box::new(order)));
            }
        }
        ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
            note_ui(ui, training_text(class, variant, cx.session));
        });
    });
}

/// A side holds a draw with men of its own, or against a pawn; a bare king against pieces draws only by
/// taking one.
pub(super) fn is_worth_training(class: &ClassSummary, goal: TrainingGoal) -> bool {
    match goal {
        TrainingGoal::Win => class.summary.wins > 0,
        TrainingGoal::Hold => {
            let has_men = !class.class.roles(Color::Black).is_empty();
            class.summary.draws > 0 && (has_men || class.class.pawns() > 0)
        }
    }
}

/// `Won 3 of 5, held 1 of 2`; what was never tried is left out.
fn training_text(class: &ClassSummary, variant: &Variant, session: &Session) -> String {
    let ending = class.class.to_string();
    let goals = [(TrainingGoal::Win, "won"), (TrainingGoal::Hold, "held")];
    let texts = goals.into_iter().filter_map(|(goal, word)| {
        let record = session.lists.training.record(&variant.id, &ending, goal);
        let TrainingRecord { tries, successes } = record;
        (tries > 0).then(|| format!("{word} {successes} of {tries}"))
    });
    capitalised(&texts.collect::<Vec<String>>().join(", "))
}

/// `Longest win: 12 moves`, with the winner where it is the side named last.
fn longest_text(longest: &LongestWin) -> String {
    let moves = match longest.plies.div_ceil(2) {
        0 => "the king is taken at once".to_owned(),
        moves => counted(u64::from(moves), "move", "moves"),
    };
    match longest.start.turn() {
        Color::White => format!("Longest win: {moves}"),
        Color::Black => format!("Longest win: {moves}, by Black"),
    }
}
