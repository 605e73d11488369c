//! The window in the lab: the switch of its pages, the board with what is said of it, and the page.

use egui::{Frame, Margin, Rect, Ui, UiBuilder, pos2, vec2};

use super::MinnowApp;
use crate::{
    app::{
        action::Action,
        game_board::{Scene, typed_ui},
        lab::{
            LabAction, LabPage, claims, compare, lessons, printed,
            tree::{code, node, recorded::RecordedTree, tree_text, view as tree},
        },
        session::{Out, Place},
        ui::board::{Arrow, Brush, Geometry},
        ui::breakpoints::{Arrangement, is_low},
        ui::theme::{CONTROL_HEIGHT, SPACE_L, SPACE_M, SPACE_S, SPACE_XS, Theme},
        ui::widgets::segmented_ui,
    },
    game::NodeId,
    rules::Move,
};

/// Width of the board's column where there is room, in points: at least this, or this share of the
/// window.
const BOARD_COLUMN: f32 = 340.0;
const BOARD_COLUMN_SHARE: f32 = 0.26;
/// In a small window, the share of the board's column or row, and of what there is to read.
const BOARD_SHARE: f32 = 0.4;
const TEXT_SHARE: f32 = 0.5;
/// The switch of the pages is not stretched beyond this width, in points.
const SWITCH_WIDTH: f32 = 560.0;
/// Below the board there is a card from this height on, in points; where less would be left, the
/// board takes no more than a share of its column.
const CARD_FROM_HEIGHT: f32 = 140.0;
const LEAST_CARD_HEIGHT: f32 = 90.0;
const MOST_OF_COLUMN: f32 = 0.6;
/// And beside it from this width on.
const CARD_FROM_WIDTH: f32 = 150.0;
/// The pseudo-code is shown where this much is left for the tree, in points.
const TREE_FROM_HEIGHT: f32 = 340.0;
/// Where the board has no card below it, the words on a node get this share of the page.
const WORDS_SHARE: f32 = 0.34;
const LEAST_WORDS: f32 = 76.0;

/// Where things are in the lab.
struct LabLayout {
    low: bool,
    gap: f32,
    /// The board and what is below it.
    column: Rect,
    board: Rect,
    /// Below the board, where there is room for it.
    side: Option<Rect>,
    /// The switch of the pages: above the page, or where that is below the board, above all.
    switch: Rect,
    page: Rect,
}

impl MinnowApp {
    pub(in crate::app) fn lab_window_ui(
        &mut self,
        ui: &mut Ui,
        arrangement: Arrangement,
        out: &mut Vec<Action>,
    ) {
        // In a narrow window there is as little room as in a low one.
        let narrow = arrangement == Arrangement::TabsBelow;
        let low = narrow || is_low(ui.ctx().content_rect().size());
        let margin = if low { SPACE_S } else { SPACE_L };
        let frame = Frame::new().fill(Theme::of(ui).background).inner_margin(margin as i8);
        egui::CentralPanel::no_frame().frame(frame).show(ui, |ui| {
            let layout = self.lab_layout(ui, arrangement, low);
            self.lab_column_ui(ui, &layout, out);
            self.lab_page_ui(ui, &layout, out);
        });
    }

    /// The board with what is said of it, or what a page has in their place.
    fn lab_column_ui(&mut self, ui: &mut Ui, layout: &LabLayout, out: &mut Vec<Action>) {
        let place = |rect: Rect| UiBuilder::new().max_rect(rect);
        match self.state.lab.page {
            LabPage::Lessons => {
                ui.scope_builder(place(layout.column), |ui| {
                    self.lesson_column_ui(ui, layout.low, out);
                });
            }
            LabPage::Printed => {
                ui.scope_builder(place(layout.column), |ui| {
                    self.lab_side_ui(ui, layout.low, false, out);
                });
            }
            LabPage::Tree | LabPage::Compare | LabPage::Claims => {
                ui.scope_builder(place(layout.board), |ui| self.lab_board_ui(ui, layout, out));
                if let Some(side) = layout.side {
                    let told = self.code_shown(layout).is_some()
                        && layout.page.width() >= code::WORDS_FROM;
                    ui.scope_builder(place(side), |ui| self.lab_side_ui(ui, layout.low, told, out));
                }
            }
        }
    }

    fn lab_layout(&self, ui: &Ui, arrangement: Arrangement, low: bool) -> LabLayout {
        let room = ui.available_rect_before_wrap();
        let gap = if low { SPACE_S } else { SPACE_M };
        let below_switch = CONTROL_HEIGHT + if low { SPACE_XS } else { SPACE_M };
        let top = room.top();
        let room = match arrangement {
            Arrangement::TabsBelow => room.with_min_y(top + below_switch),
            _ => room,
        };
        let (column, page) = match arrangement {
            Arrangement::Wide | Arrangement::Drawer => {
                let width = BOARD_COLUMN.max(room.width() * BOARD_COLUMN_SHARE);
                room.split_left_right_at_x(room.left() + width)
            }
            Arrangement::TabsBeside => room.split_left_right_at_fraction(BOARD_SHARE),
            Arrangement::TabsBelow => {
                let reads = matches!(self.state.lab.page, LabPage::Lessons | LabPage::Printed);
                room.split_top_bottom_at_fraction(if reads { TEXT_SHARE } else { BOARD_SHARE })
            }
        };
        let page = match arrangement {
            Arrangement::TabsBelow => page.with_min_y(page.top() + gap),
            _ => page.with_min_x(page.left() + gap).with_min_y(top + below_switch),
        };
        let size = vec2(page.width().min(SWITCH_WIDTH), CONTROL_HEIGHT);
        let switch = Rect::from_min_size(pos2(page.left(), top), size);
        let (board, side) = self.lab_board_layout(ui, column, gap, arrangement);
        LabLayout { low, gap, column, board, side, switch, page }
    }

    /// Where in its column or row the board is, and the room for what is said of it: beside the
    /// board in a row, else below it. Where the whole column would be the board's, it is smaller.
    fn lab_board_layout(
        &self,
        ui: &Ui,
        column: Rect,
        gap: f32,
        arrangement: Arrangement,
    ) -> (Rect, Option<Rect>) {
        let variant = self.state.session.variant();
        let (files, ranks) = (variant.files, variant.ranks);
        let fits = |room: Rect| {
            let pixels = ui.pixels_per_point();
            Geometry::fit(room, pixels, files, ranks, self.state.session.flipped)
                .board_rect()
                .size()
        };
        if arrangement == Arrangement::TabsBelow {
            let board = column.with_max_x(column.left() + fits(column).x);
            let side = column.with_min_x(board.right() + gap);
            return match side.width() >= CARD_FROM_WIDTH {
                true => (board, Some(side)),
                false => (column, None),
            };
        }
        let left = |height: f32| column.height() - height - gap;
        let mut height = fits(column).y;
        if left(height) < CARD_FROM_HEIGHT {
            let most = column.top() + column.height() * MOST_OF_COLUMN;
            height = fits(column.with_max_y(most)).y;
        }
        let board = column.with_max_y(column.top() + height);
        match left(height) >= LEAST_CARD_HEIGHT {
            true => (board, Some(column.with_min_y(board.bottom() + gap))),
            false => (column, None),
        }
    }

    /// The board, or what stands in its place.
    fn lab_board_ui(&mut self, ui: &mut Ui, layout: &LabLayout, out: &mut Vec<Action>) {
        let recorded = self.state.shown_recording().and_then(|page| page.recorded());
        let scene = recorded.map(|recorded| {
            let page = &self.state.lab.tree;
            node_scene(recorded, page.selected(), page.stepper.at())
        });
        match scene {
            Some(Some(scene)) => {
                let place =
                    Place { game_number: self.state.session.game_number, node: NodeId::ROOT };
                self.board.follow_plain(place);
                let (flags, mut events) = (self.board_flags(), Out::default());
                let session = &self.state.session;
                let output = self.board.scene_ui(ui, session, &scene, flags, &mut events);
                self.board.explain(&scene.position, &output, &mut events);
                out.extend(events.into_actions(Action::Lab));
            }
            Some(None) => {
                lab_card(ui, layout.low).show(ui, |ui| {
                    ui.take_available_space();
                    tree_text::tree_text_ui(ui, &self.state.lab.tree, layout.board);
                });
            }
            None => {
                self.the_board_ui(ui, out);
                if !self.state.session.typed.is_empty() {
                    typed_ui(ui, &self.state.session.typed, layout.board);
                }
            }
        }
    }

    /// What is said of what is shown; `told` if another part of the page says it in words.
    pub(in crate::app) fn lab_side_ui(
        &mut self,
        ui: &mut Ui,
        low: bool,
        told: bool,
        out: &mut Vec<Action>,
    ) {
        lab_card(ui, low).show(ui, |ui| {
            ui.take_available_space();
            let (session, lab) = (&self.state.session, &self.state.lab);
            let mut emitted: Out<LabAction> = Out::default();
            let lab_out = &mut emitted;
            match lab.page {
                LabPage::Tree => {
                    lab_out.part(LabAction::Tree, |out| node::node_ui(ui, &lab.tree, !told, out))
                }
                LabPage::Compare => compare::view::compare_side_ui(ui, session, &lab.compare),
                LabPage::Lessons => lab_out.part(LabAction::Lesson, |out| {
                    lessons::view::lessons_side_ui(ui, &lab.lessons, out)
                }),
                LabPage::Printed => lab_out.part(LabAction::Printed, |out| {
                    printed::view::printed_side_ui(ui, &lab.printed, out)
                }),
                LabPage::Claims => claims::view::claims_side_ui(ui, session, &lab.claims),
            }
            out.extend(emitted.into_actions(Action::Lab));
        });
    }

    /// The switch, and the page that it chooses.
    fn lab_page_ui(&mut self, ui: &mut Ui, layout: &LabLayout, out: &mut Vec<Action>) {
        let page = self.state.lab.page;
        ui.scope_builder(UiBuilder::new().max_rect(layout.switch), |ui| {
            let options = LabPage::ALL.map(|one| (one.name(), one == page));
            if let Some(index) = segmented_ui(ui, "Lab", &options) {
                out.push(Action::Lab(LabAction::Page(LabPage::ALL[index])));
            }
        });
        if page == LabPage::Tree {
            self.tree_page_ui(ui, layout, out);
            return;
        }
        ui.scope_builder(UiBuilder::new().max_rect(layout.page), |ui| {
            lab_card(ui, layout.low).show(ui, |ui| {
                ui.take_available_space();
                let (session, lab) = (&self.state.session, &self.state.lab);
                let mut emitted: Out<LabAction> = Out::default();
                let lab_out = &mut emitted;
                match page {
                    LabPage::Tree => {}
                    LabPage::Compare => lab_out.part(LabAction::Compare, |out| {
                        compare::view::compare_ui(ui, &lab.compare, out)
                    }),
                    LabPage::Lessons => lab_out.part(LabAction::Lesson, |out| {
                        lessons::view::lessons_ui(ui, session, &lab.lessons, out)
                    }),
                    LabPage::Printed => lab_out.part(LabAction::Printed, |out| {
                        printed::view::printed_ui(ui, session, &lab.printed, out)
                    }),
                    LabPage::Claims => lab_out.part(LabAction::Claims, |out| {
                        claims::view::claims_ui(ui, &lab.claims, out)
                    }),
                }
                out.extend(emitted.into_actions(Action::Lab));
            });
        });
    }

    /// The height of the pseudo-code's card, where there is room for it.
    fn code_shown(&self, layout: &LabLayout) -> Option<f32> {
        let margin = if layout.low { SPACE_S } else { SPACE_L };
        let height = code::code_height(&self.state.lab.tree)? + 2.0 * margin;
        let left = layout.page.height() - layout.gap - height;
        (layout.side.is_some() && left >= TREE_FROM_HEIGHT).then_some(height)
    }

    /// The tree, and below it the pseudo-code, or the words that have no place below the board.
    fn tree_page_ui(&mut self, ui: &mut Ui, layout: &LabLayout, out: &mut Vec<Action>) {
        let room = layout.page;
        let words = layout.side.is_none() && self.state.lab.tree.recorded().is_some();
        let below = match words {
            true => Some((room.height() * WORDS_SHARE).max(LEAST_WORDS)),
            false => self.code_shown(layout),
        };
        let bottom = below.map_or(room.bottom(), |height| room.bottom() - height - layout.gap);
        ui.scope_builder(UiBuilder::new().max_rect(room.with_max_y(bottom)), |ui| {
            lab_card(ui, layout.low).show(ui, |ui| {
                ui.take_available_space();
                let (session, page) = (&self.state.session, &self.state.lab.tree);
                let mut emitted = Out::default();
                tree::tree_ui(ui, session, page, &mut self.lab_tree, &mut emitted);
                let wrap = |action| Action::Lab(LabAction::Tree(action));
                out.extend(emitted.into_actions(wrap));
            });
        });
        let Some(height) = below else { return };
        let place = room.with_min_y(room.bottom() - height);
        ui.scope_builder(UiBuilder::new().max_rect(place), |ui| {
            lab_card(ui, layout.low).show(ui, |ui| {
                ui.take_available_space();
                if words {
                    let mut emitted = Out::default();
                    node::node_ui(ui, &self.state.lab.tree, true, &mut emitted);
                    let wrap = |action| Action::Lab(LabAction::Tree(action));
                    out.extend(emitted.into_actions(wrap));
                } else {
                    code::code_ui(ui, &self.state.lab.tree);
                }
            });
        });
    }
}

/// The position at a node of a recording that began from one, with the best reply as an arrow.
fn node_scene(recorded: &RecordedTree, visit: usize, at: usize) -> Option<Scene> {
    let position = recorded.position(visit)?;
    let node = recorded.visit(visit)?;
    let read = |branch: crate::engine::Branch| Move::from_bits(branch.0);
    let exit = node.exit.filter(|_| recorded.is_left(visit, at));
    let best = exit.and_then(|exit| exit.best).and_then(read);
    let arrow = best.map(|played| {
        let to = position.target_square(played);
        Arrow::new(played.from(), to, Brush::Best, 1.0)
    });
    Some(Scene {
        position,
        last_move: node.played.and_then(read),
        hint: None,
        arrows: arrow.into_iter().collect(),
        shapes_kept: false,
    })
}

/// A card with less margin in a low window.
fn lab_card(ui: &Ui, low: bool) -> Frame {
    let margin = if low { SPACE_S } else { SPACE_L };
    Theme::of(ui).card().inner_margin(Margin::same(margin as i8))
}
