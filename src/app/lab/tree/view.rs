//! The page of a recorded search: the choices above its tree, the stepper below.

use egui::{Align, Button, Label, Layout, RichText, Slider, Ui, vec2};
use egui_material_icons::icons;

use super::{
    TreePage,
    canvas::{TreeScene, ZOOM_PER_PRESS, tree_view_ui},
    editor::tree_editor_ui,
    forms::setup_form_ui,
    recorded::move_query,
    stepper::SPEEDS,
};
use crate::app::{
    context::Cx,
    lab::{
        LabKey, LabPageId,
        area::export_menu_ui,
        tree_setup::{DEEPEST, TreeInput},
    },
    request::Request,
    session::{NamedPicture, Notice, Session},
    ui::focus::FocusScroll,
    ui::text::sentence,
    ui::theme::{self, CONTROL_HEIGHT, SPACE_S, SPACE_XS, TEXT_SMALL, Theme},
    ui::widgets::{drop_down_ui, icon_button_ui, option_ui, pill_ui, primary_button},
};
use minnow_lab::{ALGORITHMS, DrawingScope, ENGINE_NAME, LabPicture, RecordedTree};
use minnow_rules::grouped;

// Sizes in points.
const WORDS_FROM_WIDTH: f32 = 560.0;
const ZOOM_BUTTONS_FROM_WIDTH: f32 = 94.0;
/// The height of a row of controls, which buttons with an icon fill.
const CONTROLS_HEIGHT: f32 = 38.0;
/// Below this width, there is no room for the word on the button that records.
const SLIM_BELOW: f32 = 270.0;
const LIST_WIDTH: f32 = 170.0;
const NARROW_LIST_WIDTH: f32 = 104.0;
const OPTIONS_HEIGHT: f32 = 460.0;
const PLAY_WIDTH: f32 = 66.0;
const SPEED_WIDTH: f32 = 104.0;
const EMPTY_WIDTH: f32 = 420.0;
/// An empty page has a paragraph from this height on.
const EMPTY_TEXT_FROM: f32 = 220.0;

pub(super) fn tree_ui(ui: &mut Ui, page: &mut TreePage, cx: &mut Cx<'_>) {
    let wide = ui.available_width() >= WORDS_FROM_WIDTH;
    head_ui(ui, page, wide, cx);
    notes_ui(ui, page, cx.session);
    if page.editor.is_open() {
        tree_editor_ui(ui, page, cx);
    } else if page.recorded().is_some() {
        canvas_ui(ui, page, cx);
        stepper_ui(ui, page, wide, cx);
    } else {
        empty_ui(ui, page, cx);
    }
}

/// The tree of the recording, with room for the stepper below it.
fn canvas_ui(ui: &mut Ui, page: &mut TreePage, cx: &mut Cx<'_>) {
    let below = CONTROLS_HEIGHT + ui.spacing().item_spacing.y;
    let place = ui.available_rect_before_wrap();
    let place = place.with_max_y(place.bottom() - below);
    ui.advance_cursor_after_rect(place);
    let Some(recorded) = page.recorded.as_deref() else { return };
    let shown = TreeScene {
        recorded,
        version: (page.number, page.folds),
        folded: &page.folded,
        at: page.stepper.at,
        selected: page.selected,
        glides: cx.session.settings.animates(),
    };
    let done = tree_view_ui(ui, &mut page.view, place, &shown);
    if let Some(query) = done.asked.and_then(|visit| move_query(recorded, visit)) {
        cx.ask(Request::Explain(query));
    }
    if let Some(visit) = done.selected {
        page.select(visit);
    }
    if let Some(visit) = done.folded {
        page.toggle_fold(visit);
    }
}

/// The choices of the next recording.
fn head_ui(ui: &mut Ui, page: &mut TreePage, wide: bool, cx: &mut Cx<'_>) {
    let size = vec2(ui.available_width(), CONTROLS_HEIGHT);
    let slim = size.x < SLIM_BELOW;
    ui.allocate_ui_with_layout(size, Layout::left_to_right(Align::Center), |ui| {
        if !wide {
            ui.spacing_mut().item_spacing.x = SPACE_XS;
            ui.spacing_mut().button_padding.x = SPACE_XS;
        }
        technique_ui(ui, page, if wide { LIST_WIDTH } else { NARROW_LIST_WIDTH });
        depth_ui(ui, page, wide);
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            record_ui(ui, page, slim);
            let options = if wide {
                ui.button("Options")
            } else {
                icon_button_ui(ui, icons::ICON_TUNE.codepoint, "Options", true)
            };
            options_ui(ui, &options, page);
            tree_export_ui(ui, page, cx);
            if wide && page.recorded().is_some() && !page.editor.is_open() {
                ui.add_space(SPACE_S);
                ui.scope(|ui| {
                    if icon_button_ui(ui, icons::ICON_CODE.codepoint, "Pseudo-code", true).clicked()
                    {
                        page.code_hidden = !page.code_hidden;
                    }
                    zoom_ui(ui, page);
                });
            }
        });
    });
}

/// The menu of the tree's pictures.
fn tree_export_ui(ui: &mut Ui, page: &TreePage, cx: &mut Cx<'_>) {
    let Some(recorded) = page.recorded() else { return };
    let entries = [
        ("The search shown", true),
        ("All searches together", recorded.roots.len() > 1),
        ("The state at this event", !page.stepper.is_at_end()),
    ];
    let Some(chosen) = export_menu_ui(ui, &entries) else { return };
    let root = recorded.root_of(page.selected);
    let search = recorded.roots.iter().position(|other| *other == root);
    // A technique that searches once needs no number.
    let one = search.filter(|_| chosen != 1 && recorded.roots.len() > 1);
    let scope = DrawingScope {
        search: one,
        events: (chosen == 2).then_some(page.stepper.at),
        stopped: recorded.report.stopped,
        technique: recorded.technique_name().to_owned(),
    };
    cx.ask(match recorded.drawing(&scope) {
        Ok(drawing) => {
            let picture = LabPicture::Tree(drawing);
            Request::SaveLabPicture(Box::new(NamedPicture { name: "tree", picture }))
        }
        Err(problem) => Request::Notify(Notice::error(sentence(&problem))),
    });
}

fn technique_ui(ui: &mut Ui, page: &mut TreePage, width: f32) {
    let setup = &mut page.setup;
    let name = setup.name();
    ui.allocate_ui(vec2(width, CONTROL_HEIGHT), |ui| {
        let combo = |ui: &mut Ui| {
            // High enough to show all algorithms at once.
            ui.spacing_mut().item_spacing.y = 0.0;
            ui.spacing_mut().interact_size.y = theme::ROW_HEIGHT;
            ui.spacing_mut().button_padding.y = 2.0;
            for info in ALGORITHMS {
                let chosen = setup.base == info.algorithm && !setup.by_engine;
                let row = option_ui(ui, chosen, info.id).on_hover_text(info.about);
                if row.clicked() {
                    (setup.base, setup.by_engine) = (info.algorithm, false);
                }
            }
            let about =
                "Minnow's own search: these techniques and more, and pruning rules that may err";
            let row = option_ui(ui, setup.by_engine, ENGINE_NAME).on_hover_text(about);
            if row.clicked() {
                setup.by_engine = true;
            }
        };
        drop_down_ui(ui, "Technique", name, combo);
    });
}

fn depth_ui(ui: &mut Ui, page: &mut TreePage, wide: bool) {
    if page.setup.input == TreeInput::Text {
        let edit = icons::ICON_EDIT.codepoint;
        if !page.editor.is_open() && icon_button_ui(ui, edit, "Edit the tree", true).clicked() {
            page.open_editor();
        }
        if wide {
            ui.label(theme::muted(ui, "to its last leaf"));
        }
        return;
    }
    let depth = &mut page.setup.depth;
    ui.scope(|ui| {
        ui.spacing_mut().item_spacing.x = 0.0;
        ui.spacing_mut().button_padding.x = if wide { SPACE_XS } else { 0.0 };
        let less = icons::ICON_REMOVE.codepoint;
        if icon_button_ui(ui, less, "One ply less", *depth > 1).clicked() {
            *depth -= 1;
        }
        let text = if wide { format!("depth {depth}") } else { depth.to_string() };
        ui.label(text).on_hover_text("Depth in plies (moves of one side)");
        let more = icons::ICON_ADD.codepoint;
        if icon_button_ui(ui, more, "One ply more", *depth < DEEPEST).clicked() {
            *depth += 1;
        }
    });
}

/// The button; `slim` shows an icon in place of the word.
fn record_ui(ui: &mut Ui, page: &mut TreePage, slim: bool) {
    let is_searching = page.searching().is_some();
    let (text, icon) = if is_searching {
        ("Stop", icons::ICON_STOP)
    } else {
        ("Record", icons::ICON_FIBER_MANUAL_RECORD)
    };
    let button = primary_button(ui, if slim { icon.codepoint } else { text });
    let response = ui.scope(|ui| {
        ui.spacing_mut().button_padding.x = SPACE_S;
        ui.add(button)
    });
    let response = response.inner;
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, text));
    if response.clicked() && is_searching {
        page.stop();
    } else if response.clicked() {
        page.record_here();
    }
}

/// The menu with orderings, quiescence search, and the tree as text.
fn options_ui(ui: &Ui, button: &egui::Response, page: &mut TreePage) {
    let popup = egui::Popup::from_toggle_button_response(button)
        .close_behavior(egui::PopupCloseBehavior::CloseOnClickOutside);
    let room = ui.ctx().content_rect().height() - 2.0 * theme::BAR_HEIGHT;
    popup.show(|ui| {
        ui.set_width(theme::MENU_WIDTH);
        let scroll = egui::ScrollArea::vertical().max_height(room);
        // Without a minimum height the form would stay as high as in its first frame.
        scroll.min_scrolled_height(room.min(OPTIONS_HEIGHT)).show_focused(ui, |ui| {
            setup_form_ui(ui, page);
        });
    });
}

fn zoom_ui(ui: &mut Ui, page: &mut TreePage) {
    let view = &mut page.view;
    ui.spacing_mut().item_spacing.x = 0.0;
    ui.spacing_mut().button_padding.x = 6.0;
    let fit = icons::ICON_FIT_SCREEN.codepoint;
    if icon_button_ui(ui, fit, "Whole tree", !view.shows_all()).clicked() {
        view.show_all();
    }
    if ui.available_width() < ZOOM_BUTTONS_FROM_WIDTH {
        return;
    }
    if icon_button_ui(ui, icons::ICON_ZOOM_IN.codepoint, "Zoom in", true).clicked() {
        view.zoom(ZOOM_PER_PRESS);
    }
    let far = icons::ICON_ZOOM_OUT.codepoint;
    if icon_button_ui(ui, far, "Zoom out", !view.shows_all()).clicked() {
        view.zoom(1.0 / ZOOM_PER_PRESS);
    }
    let selected = page.selected;
    let folds = page.recorded().is_some_and(|recorded| recorded.size(selected) > 1);
    let (icon, text) = if page.folded.contains(&selected) {
        (icons::ICON_UNFOLD_MORE.codepoint, "Unfold the node")
    } else {
        (icons::ICON_UNFOLD_LESS.codepoint, "Fold the node")
    };
    if icon_button_ui(ui, icon, text, folds).clicked() {
        page.toggle_fold(selected);
    }
}

/// The notes on the recording as a whole.
fn notes_ui(ui: &mut Ui, page: &mut TreePage, session: &Session) {
    let theme = Theme::of(ui);
    let note = |ui: &mut Ui, icon: &str, color, text: String| {
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = SPACE_XS;
            ui.label(RichText::new(icon).size(16.0).color(color));
            ui.add(Label::new(RichText::new(text).size(TEXT_SMALL).color(color)).wrap());
        });
    };
    // The editor has the problem beside the tree's text.
    if let Some(problem) = page.problem().filter(|_| !page.editor.is_open()) {
        note(ui, icons::ICON_ERROR.codepoint, theme.bad, format!("The tree: {problem}."));
    }
    if let Some(nodes) = page.searching().filter(|nodes| *nodes > 0) {
        let text = format!("Searching\u{2026} {} nodes so far", grouped(nodes));
        note(ui, icons::ICON_ACCOUNT_TREE.codepoint, theme.accent, text);
    }
    let technique = page.setup.technique();
    if technique.id.contains('+') && !page.setup.by_engine {
        ui.horizontal_wrapped(|ui| {
            for part in technique.id.split('+').skip(1) {
                pill_ui(ui, &format!("+ {part}"));
            }
        });
    }
    let Some(recorded) = page.recorded() else { return };
    if let Some(text) = recorded.cut_text() {
        note(ui, icons::ICON_WARNING.codepoint, theme.warning, text);
    }
    let chosen = searches_ui(ui, page, recorded);
    if page.records_another(session) && page.searching().is_none() {
        let text = "Recorded from another position. \"Record\" takes the position on the board.";
        note(ui, icons::ICON_INFO.codepoint, theme.muted, text.to_owned());
    }
    if let Some(root) = chosen {
        page.select(root);
    }
}

/// The switch between the searches of a technique that searches from the root more than once. Returns
/// the root of the search to show.
fn searches_ui(ui: &mut Ui, page: &TreePage, recorded: &RecordedTree) -> Option<usize> {
    let roots = &recorded.roots;
    if roots.len() < 2 {
        return None;
    }
    let root = recorded.root_of(page.selected);
    let index = roots.iter().position(|one| *one == root).unwrap_or(0);
    let row = ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = SPACE_XS;
        ui.spacing_mut().button_padding.x = SPACE_XS;
        let before = index.checked_sub(1).and_then(|before| roots.get(before));
        let icon = icons::ICON_CHEVRON_LEFT.codepoint;
        let back = icon_button_ui(ui, icon, "Previous search", before.is_some()).clicked();
        let text = format!("Search {} of {}: {}", index + 1, roots.len(), recorded.root_text(root));
        ui.label(RichText::new(text).size(TEXT_SMALL));
        let after = roots.get(index + 1);
        let icon = icons::ICON_CHEVRON_RIGHT.codepoint;
        let on = icon_button_ui(ui, icon, "Next search", after.is_some()).clicked();
        before.filter(|_| back).or(after.filter(|_| on)).copied()
    });
    row.inner
}

/// The stepper through the events.
fn stepper_ui(ui: &mut Ui, page: &mut TreePage, wide: bool, cx: &mut Cx<'_>) {
    let size = vec2(ui.available_width(), CONTROLS_HEIGHT);
    ui.allocate_ui_with_layout(size, Layout::left_to_right(Align::Center), |ui| {
        ui.spacing_mut().item_spacing.x = if wide { SPACE_S } else { 0.0 };
        ui.spacing_mut().button_padding.x = if wide { SPACE_S + 2.0 } else { 6.0 };
        let (is_begun, is_over) = (page.stepper.at > 0, page.stepper.is_at_end());
        let cuts = page.recorded().is_some_and(|recorded| recorded.report.counts.cutoffs > 0);
        let buttons = [
            (icons::ICON_FIRST_PAGE, "To the beginning", is_begun, LabKey::Start),
            (icons::ICON_CHEVRON_LEFT, "Step back", is_begun, LabKey::Back),
            (icons::ICON_CHEVRON_RIGHT, "Step", !is_over, LabKey::Forward),
            (icons::ICON_CONTENT_CUT, "Next cutoff", cuts, LabKey::NextCutoff),
        ];
        for (icon, text, enabled, key) in buttons {
            let response = if wide && key != LabKey::Start {
                ui.add_enabled(enabled, Button::new(text))
            } else {
                icon_button_ui(ui, icon.codepoint, text, enabled)
            };
            if response.clicked() {
                page.walk(key, cx.now_ms);
            }
        }
        play_ui(ui, page, wide, cx);
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            if !wide {
                zoom_ui(ui, page);
            }
            scrub_ui(ui, page);
        });
    });
}

fn play_ui(ui: &mut Ui, page: &mut TreePage, wide: bool, cx: &mut Cx<'_>) {
    let playing = page.stepper.is_playing();
    let (icon, text) = if playing {
        (icons::ICON_PAUSE.codepoint, "Pause")
    } else {
        (icons::ICON_PLAY_ARROW.codepoint, "Play")
    };
    let label = "Play the search";
    let response = if wide {
        let text = theme::bold(text).color(Theme::of(ui).accent);
        ui.add(Button::new(text).min_size(vec2(PLAY_WIDTH, 0.0)))
    } else {
        icon_button_ui(ui, icon, label, true)
    };
    if wide {
        response
            .widget_info(|| egui::WidgetInfo::selected(egui::Role::Button, true, playing, label));
    }
    if response.clicked() {
        page.walk(LabKey::Play, cx.now_ms);
        cx.ask(Request::Wake);
    }
    if wide {
        speed_ui(ui, page, cx.now_ms);
    }
}

fn speed_ui(ui: &mut Ui, page: &mut TreePage, now_ms: u64) {
    let speed = page.stepper.speed;
    let name = |index: usize| SPEEDS.get(index).map_or("", |speed| speed.1);
    let list = |ui: &mut Ui| {
        for index in 0..SPEEDS.len() {
            if option_ui(ui, index == speed, name(index)).clicked() {
                page.stepper.set_speed(index, now_ms);
            }
        }
    };
    ui.allocate_ui(vec2(SPEED_WIDTH, CONTROL_HEIGHT), |ui| {
        drop_down_ui(ui, "Events a second", name(speed), list);
    });
}

/// A slider through all events.
fn scrub_ui(ui: &mut Ui, page: &mut TreePage) {
    let total = page.stepper.total;
    let width = ui.available_width() - SPACE_S;
    if width < 48.0 || total == 0 {
        return;
    }
    let mut at = page.stepper.at;
    ui.spacing_mut().slider_width = width;
    let slider = theme::slider_ui(ui, Slider::new(&mut at, 0..=total).show_value(false));
    slider.widget_info(|| egui::WidgetInfo::slider(true, at as f64, "Events so far".to_owned()));
    if slider.changed() {
        page.step_to(at);
    }
}

/// The page without a recording: how to make one, and a link to the lessons for beginners.
fn empty_ui(ui: &mut Ui, page: &mut TreePage, cx: &mut Cx<'_>) {
    let has_room = ui.available_height() >= EMPTY_TEXT_FROM;
    let top = (ui.available_height() * 0.3 - 40.0).max(0.0);
    ui.add_space(top);
    ui.vertical_centered(|ui| {
        ui.set_max_width(ui.available_width().min(EMPTY_WIDTH));
        ui.label(theme::heading("Watch a search"));
        if has_room {
            let text = "Choose a technique and a depth in plies. Each position the search visits \
                        becomes a node. Step through the search event by event and see the reason \
                        for each cutoff.";
            ui.add(Label::new(theme::muted(ui, text)).wrap());
            ui.add_space(SPACE_S);
        }
        let text = match page.setup.input {
            TreeInput::Board => "Record this position",
            TreeInput::Text => "Record this tree",
        };
        if page.searching().is_none() && ui.add(primary_button(ui, text)).clicked() {
            page.record_here();
        }
        ui.add_space(SPACE_XS);
        if ui.link("Draw a tree of your own").clicked() {
            page.open_editor();
        }
        if ui.link("New to search? Begin with the lessons").clicked() {
            cx.ask(Request::ShowLabPage(LabPageId::Lessons));
        }
    });
}
