//! The printed functions of the texts beside the correct ones. The student looks for the error.

use egui::{Button, FontId, Label, RichText, Role, ScrollArea, Sense, Ui, WidgetInfo, vec2};

use super::{PrintedPage, PrintedRuns};
use crate::app::{
    context::Cx,
    lab::area::LabDiagram,
    request::Request,
    ui::diagram::{DiagramNode, Tone},
    ui::focus::FocusScroll,
    ui::text::{capitalised, ticked},
    ui::theme::{self, NOTE_HEIGHT, RADIUS_SWATCH, SPACE_M, SPACE_S, SPACE_XS, TEXT_NOTE, Theme},
    ui::widgets::{
        button_row_ui, drop_down_ui, option_ui, primary_button_if, reveal_once, said_ui,
    },
};
use minnow_engine::Branch;
use minnow_lab::{
    TeachingText, Tree,
    exercise::node_phrase,
    lesson::LessonTree,
    printed::{
        Divergence, FunctionRun, PRINTED_FUNCTIONS, PRINTED_SENTENCES, PrintedCode,
        PrintedFunction, PrintedSentence,
    },
    teaching_text,
};

// Sizes in points.
const LEAST_TEXT_SIZE: f32 = 9.5;
/// From this width on, all four buttons stand in one row.
const ONE_ROW_FROM: f32 = 340.0;
const TREE_HEIGHT: f32 = 210.0;
const MOST_LIST_WIDTH: f32 = 400.0;

/// `A pair of functions, max and min: second error`; it does not name the error.
fn title(at: usize) -> String {
    let text = PRINTED_FUNCTIONS[at].text;
    let earlier = PRINTED_FUNCTIONS[..at].iter().filter(|trap| trap.text == text).count();
    let several = PRINTED_FUNCTIONS.iter().filter(|trap| trap.text == text).count() > 1;
    let number = match earlier {
        _ if !several => "",
        0 => ": first error",
        1 => ": second error",
        _ => ": third error",
    };
    let functions = teaching_text(text).functions;
    with_capital(&format!("{functions}{number}"))
}

/// The sentence with a capital letter, unless it begins with the name of a function: `maxNode`.
fn with_capital(text: &str) -> String {
    let first_word = text.split(' ').next().unwrap_or_default();
    if first_word.contains(char::is_uppercase) { text.to_owned() } else { capitalised(text) }
}

/// Draws the page's content: the function, and the runs of both versions.
pub(super) fn page_ui(ui: &mut Ui, printed: &mut PrintedPage, cx: &mut Cx<'_>) {
    ui.scope(|ui| {
        ui.set_max_width(ui.available_width().min(MOST_LIST_WIDTH));
        drop_down_ui(ui, "All printed functions", &title(printed.at), |ui| {
            for place in 0..PRINTED_FUNCTIONS.len() {
                let done = cx.session.lists.has_learned(&PrintedPage::id_of(place));
                let text = ticked(done, &title(place));
                if option_ui(ui, place == printed.at, text).clicked() {
                    printed.open(place);
                }
            }
        });
    });
    ui.add_space(SPACE_XS);
    let scroll = ScrollArea::vertical().id_salt(("printed page", printed.at));
    scroll.auto_shrink([false, false]).show_focused(ui, |ui| {
        listing_ui(ui, printed, cx);
        ui.add_space(SPACE_M);
        match &printed.runs {
            Some(runs) => {
                runs_ui(ui, printed.trap(), runs);
                if ui.button("Step through the correct search on the tree page").clicked()
                    && let Some(order) = printed.tree_order()
                {
                    cx.ask(Request::RecordTree(Box::new(order)));
                }
            }
            None => {
                let text =
                    "The smallest tree on which the two functions differ, and the run on it:";
                ui.add(Label::new(theme::muted(ui, text)).wrap());
                if ui.button("Run it beside the correct function").clicked() {
                    printed.run();
                }
            }
        }
    });
}

fn listing_ui(ui: &mut Ui, printed: &mut PrintedPage, cx: &mut Cx<'_>) {
    let listing = printed.trap().listing;
    ui.spacing_mut().item_spacing.y = 0.0;
    let font = listing_font(ui, &listing);
    ScrollArea::horizontal().id_salt("listing").auto_shrink([false, true]).show_focused(ui, |ui| {
        for (line, text) in listing.lines.iter().enumerate() {
            if line_ui(ui, printed, line, text, &font) && printed.pick(line) {
                cx.ask(Request::NoteLearned(PrintedPage::id_of(printed.at)));
            }
            if printed.solved && listing.wrong_lines.first() == Some(&line) {
                right_line_ui(ui, listing.right, &font);
            }
        }
    });
    ui.spacing_mut().item_spacing.y = SPACE_S;
}

/// A font small enough for the longest line, down to a readable size.
fn listing_font(ui: &Ui, listing: &PrintedCode) -> FontId {
    let font = FontId::monospace(TEXT_NOTE);
    let width = |text: &str| {
        let galley = ui.painter().layout_no_wrap(text.to_owned(), font.clone(), Theme::of(ui).text);
        galley.size().x + text_left(ui, &font) + SPACE_S
    };
    let longest = listing.lines.iter().map(|text| width(text)).fold(1.0, f32::max);
    let share = (ui.available_width() / longest).min(1.0);
    FontId::monospace((TEXT_NOTE * share).max(LEAST_TEXT_SIZE))
}

/// The width of the line numbers.
fn text_left(ui: &Ui, font: &FontId) -> f32 {
    let (font, color) = (font.clone(), Theme::of(ui).muted);
    ui.painter().layout_no_wrap("00 ".to_owned(), font, color).size().x + SPACE_XS
}

/// A line of the function. Returns whether it was clicked.
fn line_ui(ui: &mut Ui, printed: &PrintedPage, line: usize, text: &str, font: &FontId) -> bool {
    let theme = Theme::of(ui);
    let galley = ui.painter().layout_no_wrap(text.to_owned(), font.clone(), theme.text);
    let left = text_left(ui, font);
    let width = ui.available_width().max(left + galley.size().x + SPACE_S);
    let (rect, response) = ui.allocate_exact_size(vec2(width, NOTE_HEIGHT), Sense::click());
    let name = format!("Line {}: {}", line + 1, text.trim());
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &name));
    let is_error = printed.trap().listing.wrong_lines.contains(&line);
    let picked = printed.picked == Some(line);
    let mark = match (printed.solved && is_error, picked) {
        (true, _) => Some(theme.good),
        (false, true) => Some(theme.warning),
        _ => None,
    };
    if let Some(color) = mark {
        ui.painter().rect_filled(rect, RADIUS_SWATCH, color.gamma_multiply(0.22));
    } else if response.hovered() || response.has_focus() {
        ui.painter().rect_filled(rect, RADIUS_SWATCH, theme.raised);
    }
    let number = ui.painter().layout_no_wrap(format!("{:2}", line + 1), font.clone(), theme.muted);
    let middle = |height: f32| rect.top() + (rect.height() - height) / 2.0;
    let at = egui::pos2(rect.left() + SPACE_XS, middle(number.size().y));
    ui.painter().galley(at, number, theme.muted);
    let at = egui::pos2(rect.left() + left, middle(galley.size().y));
    ui.painter().galley(at, galley, theme.text);
    response.clicked()
}

/// The correct line below the wrong one.
fn right_line_ui(ui: &mut Ui, text: &str, font: &FontId) {
    let color = Theme::of(ui).good;
    let text = RichText::new(text).font(font.clone()).color(color);
    // By default egui makes a row as high as a control.
    ui.scope(|ui| {
        ui.spacing_mut().interact_size.y = NOTE_HEIGHT;
        ui.horizontal(|ui| {
            ui.add_space(text_left(ui, font));
            ui.add(Label::new(text).extend());
        });
    });
}

/// Both runs: the results, and the tree with the values of every node.
fn runs_ui(ui: &mut Ui, trap: &PrintedFunction, runs: &PrintedRuns) {
    let theme = Theme::of(ui);
    ui.label(theme::caption(ui, "On the smallest tree on which they differ"));
    let outcome = |shown: &FunctionRun| {
        let best = match shown.found.best {
            Some(best) => format!(", move {}", best.0),
            None if trap.text == 4 => ", no move".to_owned(),
            None => String::new(),
        };
        let touched =
            shown.forbidden.map_or("", |_| ", and it evaluated the leaf ?, which counts as 0 here");
        format!("{}{best}{touched}", shown.found.value)
    };
    for (name, shown, color) in
        [("As printed", &runs.printed, theme.bad), ("Correct", &runs.right, theme.good)]
    {
        ui.scope(|ui| {
            ui.spacing_mut().interact_size.y = NOTE_HEIGHT;
            ui.horizontal_wrapped(|ui| {
                ui.label(theme::bold(format!("{name}:")).color(color));
                ui.label(outcome(shown));
            });
        });
    }
    drawing(runs).ui(ui, TREE_HEIGHT);
    let all_right = "Every node has the correct value; only the move is missing at the root.";
    let wrong = runs.wrong.as_ref().map_or(all_right.to_owned(), Divergence::text);
    ui.add(Label::new(RichText::new(wrong).size(TEXT_NOTE).color(theme.muted)).wrap());
}

/// The tree with the first node at which the runs differ selected.
fn drawing(runs: &PrintedRuns) -> LabDiagram {
    let tree = LessonTree::plain(runs.tree.clone());
    let value = |shown: &FunctionRun, path: &[Branch]| {
        shown.left.iter().find(|left| left.path == path).map(|left| left.value)
    };
    let text = |value: Option<i32>| value.map_or("\u{2013}".to_owned(), |value| value.to_string());
    let wrong = runs.wrong.as_ref().map(|wrong| wrong.path.as_slice());
    LabDiagram::new(&tree, wrong, |spot| {
        let (printed, right) = (value(&runs.printed, &spot.path), value(&runs.right, &spot.path));
        let tone = match right {
            _ if printed != right || wrong == Some(spot.path.as_slice()) => Tone::Wrong,
            None => Tone::Never,
            Some(_) => Tone::Plain,
        };
        let title = spot.leaf.clone().unwrap_or_else(|| tree.player(spot.is_max).to_owned());
        let note = if printed == right {
            text(right)
        } else if right.is_none() {
            "visited".to_owned()
        } else {
            format!("{}, not {}", text(printed), text(right))
        };
        let name = format!(
            "{}: printed {}, correct {}",
            node_phrase(&spot.path),
            text(printed),
            text(right)
        );
        DiagramNode { title, note, tone, name, ..DiagramNode::default() }
    })
}

/// Draws the column beside the page: the task, and the verdict on the answer.
pub(super) fn side_ui(ui: &mut Ui, printed: &mut PrintedPage) {
    let (at, count) = (printed.at, PRINTED_FUNCTIONS.len());
    ui.label(theme::caption(ui, format!("Printed function {} of {count}", at + 1)));
    let rows = if is_one_row(ui) { 1.0 } else { 2.0 };
    let room = ui.available_height()
        - rows * theme::CONTROL_HEIGHT
        - (rows + 1.0) * ui.spacing().item_spacing.y;
    let scroll = ScrollArea::vertical().id_salt(("printed", at)).auto_shrink([false, false]);
    scroll.max_height(room).show_focused(ui, |ui| {
        ui.add(Label::new(theme::heading("Find the error")).wrap());
        let TeachingText { title, functions } = teaching_text(printed.trap().text);
        let assumption = printed.trap().assumption;
        let text = if assumption.is_empty() {
            format!(
                "{functions}, as in {title}, with an error that is easy to overlook. This listing \
                 is a paraphrase with that error only."
            )
        } else {
            format!(
                "{functions}, after {title}, in a paraphrase, with an error under an \
                 assumption. {assumption}"
            )
        };
        ui.add(Label::new(with_capital(&text)).wrap());
        ui.add(Label::new(theme::bold("Which line is wrong? Click one.")).wrap());
        verdict_ui(ui, printed);
        if printed.hinted && !printed.solved {
            let hint = format!("Hint: {}", printed.trap().listing.hint);
            ui.add(Label::new(theme::muted(ui, hint)).wrap());
        }
        let text = printed.trap().text;
        // The sentences may name the errors of the text's other functions.
        if printed.solved && PRINTED_FUNCTIONS[at + 1..].iter().all(|other| other.text != text) {
            sentences_ui(ui, text);
        }
    });
    buttons_ui(ui, printed, count);
}

/// The sentences of the same text that need a correction.
fn sentences_ui(ui: &mut Ui, text: u8) {
    let sentences = PRINTED_SENTENCES.iter().filter(|sentence| sentence.text == text);
    for (place, PrintedSentence { quote, correction, .. }) in sentences.enumerate() {
        if place == 0 {
            ui.add_space(SPACE_M);
            ui.label(theme::caption(ui, "Sentences of this text"));
        }
        let quote = RichText::new(format!("\u{201c}{quote}\u{201d}")).size(TEXT_NOTE).italics();
        ui.add(Label::new(quote).wrap());
        ui.add(Label::new(RichText::new(*correction).size(TEXT_NOTE)).wrap());
    }
}

fn verdict_ui(ui: &mut Ui, printed: &PrintedPage) {
    let theme = Theme::of(ui);
    let Some(line) = printed.picked else { return };
    let trap = printed.trap();
    let (color, said) = if printed.solved {
        (theme.good, format!("Line {}: {}.", line + 1, trap.title))
    } else {
        (theme.bad, format!("Line {} is correct.", line + 1))
    };
    let block = ui.scope(|ui| {
        said_ui(ui, color, |ui| {
            ui.add(Label::new(theme::bold(&said)).wrap());
            let more = if printed.solved {
                trap.about
            } else {
                "Try a different line, or run it beside the correct function to find the first \
                          node at which they differ."
            };
            ui.add(Label::new(RichText::new(more).size(TEXT_NOTE)).wrap());
        });
    });
    reveal_once(ui, block.response.rect, &said);
}

/// True if the four buttons fit side by side.
fn is_one_row(ui: &Ui) -> bool {
    ui.available_width() >= ONE_ROW_FROM
}

fn buttons_ui(ui: &mut Ui, printed: &mut PrintedPage, count: usize) {
    let (at, solved) = (printed.at, printed.solved);
    let is_last = at + 1 == count;
    let next = primary_button_if(ui, "Next", solved && !is_last);
    let mut buttons = vec![
        (Button::new("Hint"), !solved && !printed.hinted),
        (Button::new("Show me"), !solved),
        (Button::new("Back"), at > 0),
        (next, !is_last),
    ];
    let clicked = if is_one_row(ui) {
        button_row_ui(ui, buttons)
    } else {
        let walk = buttons.split_off(2);
        let help = button_row_ui(ui, buttons);
        let walk = button_row_ui(ui, walk).map(|place| place + 2);
        help.or(walk)
    };
    match clicked {
        Some(0) => printed.hinted = true,
        Some(1) => printed.show(),
        Some(2) => printed.open(at - 1),
        Some(_) => printed.open(at + 1),
        None => {}
    }
}
