//! The card of the selected node: an explanation, a scale with alpha and beta, and figures.

use std::sync::Arc;

use egui::{Label, RichText, ScrollArea, Ui};

use super::{
    TreePage,
    canvas::kind_color,
    recorded::move_query,
    scale::{ScaleView, scale_ui},
};
use crate::app::{
    context::Cx,
    request::Request,
    ui::focus::FocusScroll,
    ui::theme::{self, SPACE_S, SPACE_XS, TEXT_NOTE, TEXT_SMALL, Theme},
};
use minnow_engine::{Bound, Score, ScoreSource, Window};
use minnow_lab::{MemoryLine, NodeExit, RecordedTree, TreeSubject, Visit, source_text, why_now};
use minnow_rules::grouped;

/// The chess score halfway to the end of the scale, in centipawns, and the scores marked on it if
/// there is room.
const HALF: i32 = 200;
const FIGURES: [i32; 7] = [0, -1_000, 1_000, -100, 100, -300, 300];

/// Draws the card's content; `describes` is true if the current event is described here and not
/// beside the pseudo-code.
pub(super) fn node_ui(ui: &mut Ui, page: &mut TreePage, describes: bool, cx: &mut Cx<'_>) {
    let Some(recorded) = page.recorded() else {
        ui.add(
            Label::new(theme::muted(ui, "Record a search; this panel then explains each node."))
                .wrap(),
        );
        return;
    };
    let scroll = ScrollArea::vertical().id_salt("node").auto_shrink([false, false]);
    let shown = scroll.show_focused(ui, |ui| {
        ui.spacing_mut().item_spacing.y = SPACE_XS;
        ui.spacing_mut().interact_size.y = theme::NOTE_HEIGHT;
        title_ui(ui, page, recorded);
        ui.add(Label::new(words(page, recorded, describes)).wrap());
        if let Some(query) = move_query(recorded, page.selected)
            && ui.small_button("Why not this move?").clicked()
        {
            cx.ask(Request::Explain(query));
        }
        if let Some(text) = why_now(&recorded.recording, page.selected) {
            fact_ui(ui, "Why this move now", text);
        }
        let window = window_ui(ui, page, recorded);
        facts_ui(ui, page, recorded);
        triangle_ui(ui, page, recorded);
        order_ui(ui, page, recorded);
        window
    });
    if let Some(window) = shown.inner {
        page.setup.window = window;
    }
}

/// The node's kind, once the stepper has passed its end.
fn exit<'a>(page: &TreePage, recorded: &'a RecordedTree) -> Option<(&'a Visit, &'a NodeExit)> {
    let exit = recorded.exit_at(page.selected, page.stepper.at)?;
    recorded.visit(page.selected).map(|visit| (visit, exit))
}

fn title_ui(ui: &mut Ui, page: &TreePage, recorded: &RecordedTree) {
    let theme = Theme::of(ui);
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = SPACE_S;
        ui.label(theme::bold(recorded.name(page.selected)));
        let Some((visit, exit)) = exit(page, recorded) else {
            ui.label(RichText::new("being searched").size(TEXT_SMALL).color(theme.muted));
            return;
        };
        let Some(kind) = exit.kind else { return };
        let text = RichText::new(format!("{} node", kind.name()));
        let text = text.font(theme::bold_font(TEXT_SMALL)).color(kind_color(theme, kind));
        ui.label(text).on_hover_text(kind.meaning());
        if visit.expected != kind {
            let text = format!("expected {}", visit.expected.name());
            ui.label(RichText::new(text).size(TEXT_SMALL).color(theme.muted));
        }
    });
}

/// The description of the current event if it belongs to this node, otherwise of the node's result.
fn words(page: &TreePage, recorded: &RecordedTree, describes: bool) -> String {
    let moment = page.stepper.described_moment().filter(|_| describes);
    let own = moment.filter(|moment| {
        let at = recorded.recording.moments.get(*moment);
        at.is_some_and(|at| at.visit == page.selected)
    });
    if let Some(text) = own.and_then(|moment| recorded.describe_event(moment)) {
        return text;
    }
    match exit(page, recorded) {
        Some(_) => recorded.explain(page.selected).unwrap_or_default(),
        None if page.stepper.at == 0 => {
            "Nothing has happened yet. \"Step\" shows the first event.".to_owned()
        }
        None => recorded.progress_text(page.selected, page.stepper.at),
    }
}

/// Alpha and beta on a scale. At the root the user can set them; returns the window that is set.
fn window_ui(ui: &mut Ui, page: &TreePage, recorded: &RecordedTree) -> Option<Window> {
    let selected = page.selected;
    let visit = recorded.visit(selected)?;
    let theme = Theme::of(ui);
    let at_root = visit.parent.is_none();
    // The window can be set at the end only; before, the scale shows the window of the moment.
    let editable = at_root && page.setup.takes_window() && page.stepper.is_at_end();
    let (half, figures) = measure(recorded);
    let text = |score: Score| recorded.score_text(score);
    let name = if at_root {
        "window at the root".to_owned()
    } else {
        format!("window for {}", recorded.name(selected))
    };
    let stepping = recorded.window_at(selected, page.stepper.at);
    let seen = |window| recorded.seen_window(selected, window);
    let view = ScaleView {
        name: &name,
        window: seen(if editable { page.setup.window } else { stepping }),
        entered: seen(visit.window),
        value: exit(page, recorded)
            .map(|(_, exit)| (recorded.seen_result(selected, exit).0, exit.kind)),
        half,
        figures: &figures,
        text: &text,
        editable,
    };
    ui.add_space(SPACE_XS);
    let mut window = scale_ui(ui, &view).map(seen);
    if editable {
        window = answer_ui(ui, page, recorded).or(window);
        let hint = "Drag \u{3b1} and \u{3b2} to search with another window.";
        ui.add(Label::new(RichText::new(hint).size(TEXT_SMALL).color(theme.muted)).wrap());
    }
    window
}

/// The result of the search with the root's window. Returns the full window if the user asks for it.
fn answer_ui(ui: &mut Ui, page: &TreePage, recorded: &RecordedTree) -> Option<Window> {
    let answer = recorded.report.answer.as_ref().filter(|_| page.stepper.is_at_end())?;
    let score = recorded.score_text(answer.score);
    let text = match answer.bound {
        Bound::Exact => format!("Result: exactly {score}"),
        Bound::Upper => format!("Result: \u{2264} {score}, at most"),
        Bound::Lower => format!("Result: \u{2265} {score}, at least"),
    };
    let row = ui.horizontal_wrapped(|ui| {
        ui.label(theme::bold(text));
        page.setup.window != Window::FULL && ui.small_button("Full window").clicked()
    });
    if let Some((score, bound)) = answer.guessed {
        let side = if bound == Bound::Upper { "at most" } else { "at least" };
        let text = format!(
            "The aspiration window gave only {side} {}, so the root was searched again.",
            recorded.score_text(score)
        );
        ui.add(Label::new(theme::muted(ui, text)).wrap());
    }
    row.inner.then_some(Window::FULL)
}

/// The middle of the scale and its figures: fixed in chess, taken from the leaves in a tree.
fn measure(recorded: &RecordedTree) -> (i32, Vec<i32>) {
    if matches!(recorded.request.subject, TreeSubject::Position(_)) {
        return (HALF, FIGURES.to_vec());
    }
    let visits = recorded.recording.visits.iter().filter_map(|visit| visit.exit);
    let values: Vec<i32> = visits
        .filter(|exit| exit.source == ScoreSource::Leaf)
        .map(|exit| exit.score.value())
        .collect();
    let most = values.iter().map(|value| value.abs()).max().unwrap_or(1).max(1);
    (most, vec![0, -most, most, -most / 2, most / 2])
}

/// The lines of a list, which replays the search's memory and is not made anew in every frame.
#[derive(Clone)]
struct KeptLines {
    /// The number of the recording, and the visit.
    place: (u64, usize),
    lines: Arc<Vec<MemoryLine>>,
}

/// The order of the node's moves, and the killers, histories and table entries of that moment. The
/// two lists are long, so they are closed at first.
fn order_ui(ui: &mut Ui, page: &TreePage, recorded: &RecordedTree) {
    let visit = page.selected;
    let has_order = recorded.visit(visit).is_some_and(|visit| !visit.order.is_empty());
    if !has_order {
        return;
    }
    let section = |ui: &mut Ui, title: &str, lines: &dyn Fn() -> Vec<MemoryLine>| {
        egui::CollapsingHeader::new(RichText::new(title).size(TEXT_NOTE)).show(ui, |ui| {
            let (id, place) = (ui.scope_id().with("lines"), (page.version().0, visit));
            let kept = ui.data(|data| data.get_temp::<KeptLines>(id));
            let kept = kept.filter(|kept| kept.place == place).unwrap_or_else(|| {
                let kept = KeptLines { place, lines: Arc::new(lines()) };
                ui.data_mut(|data| data.insert_temp(id, kept.clone()));
                kept
            });
            for line in kept.lines.iter() {
                fact_ui(ui, &line.title, line.text.clone());
            }
            if kept.lines.is_empty() {
                ui.label(theme::muted(ui, "Nothing yet."));
            }
        });
    };
    section(ui, "Order of its moves", &|| recorded.order_lines(visit));
    section(ui, "Killers, history and table now", &|| recorded.memory_lines(visit));
}

/// A row for each figure.
fn facts_ui(ui: &mut Ui, page: &TreePage, recorded: &RecordedTree) {
    let Some(visit) = recorded.visit(page.selected) else { return };
    let pair = |window: Window| {
        let window = recorded.seen_window(page.selected, window);
        let text = |score| recorded.score_text(score);
        format!("\u{3b1} {}, \u{3b2} {}", text(window.alpha), text(window.beta))
    };
    let mut facts = vec![("Window on entry", pair(visit.window))];
    if recorded.by_mover {
        facts.push((
            "Numbers",
            format!("from the view of {}, who is to move", recorded.player(visit.is_max)),
        ));
    }
    if let Some((_, exit)) = exit(page, recorded) {
        facts.push(("Window on leaving", pair(visit.narrowed)));
        facts.push(("Value", recorded.value_text(page.selected).unwrap_or_default()));
        facts.push(("Value from", source_text(visit, exit).to_owned()));
        facts.push(("Nodes below", grouped(u64::from(recorded.size(page.selected)) - 1)));
    }
    facts.push(("Plies to go", visit.depth.to_string()));
    if visit.is_again {
        facts.push(("Searched", "again, with a wider window".to_owned()));
    }
    let unseen = recorded.unsearched(page.selected);
    if !unseen.is_empty() && exit(page, recorded).is_some() {
        facts.push(("Not visited", unseen.join(", ")));
    }
    ui.add_space(SPACE_XS);
    for (name, text) in facts {
        fact_ui(ui, name, text);
    }
}

/// The rows of the principal variation's table down to the selected node, each one column further in.
fn triangle_ui(ui: &mut Ui, page: &TreePage, recorded: &RecordedTree) {
    let title = RichText::new("Triangular table").size(TEXT_NOTE);
    egui::CollapsingHeader::new(title).show(ui, |ui| {
        let rows = recorded.triangular_table(page.selected, page.stepper.at);
        ScrollArea::horizontal().id_salt("triangular table").show_focused(ui, |ui| {
            egui::Grid::new("triangular table").striped(true).show(ui, |ui| {
                for (ply, row) in rows.iter().enumerate() {
                    ui.label(theme::muted(ui, format!("ply {ply}")));
                    let names = row.iter().map(|visit| recorded.name(*visit));
                    for name in std::iter::repeat_n("", ply).chain(names) {
                        ui.label(RichText::new(name).size(TEXT_NOTE));
                    }
                    ui.end_row();
                }
            });
        });
    });
}

/// A name and a text, which continues below it if it is long.
fn fact_ui(ui: &mut Ui, name: &str, text: String) {
    let theme = Theme::of(ui);
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = egui::vec2(SPACE_S, 0.0);
        ui.label(RichText::new(name).size(TEXT_NOTE).color(theme.muted));
        ui.label(RichText::new(text).size(TEXT_NOTE));
    });
}
