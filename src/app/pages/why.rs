//! "Why not this move?": the refutation of a move, explained on a page with a sentence at each node.

use egui::{Label, RichText, Ui};

use super::{Page, PageTick};
use crate::app::{
    context::Cx,
    registry::Opener,
    request::Request,
    session::{MoveQuery, Session, Wake, task::Task},
    ui::board::{PositionPicture, mini_board_ui},
    ui::theme::{self, SPACE_L, SPACE_S, SPACE_XS, Theme},
    ui::widgets::{drop_down_ui, note_ui, option_ui, said_ui},
};
use minnow_engine::Branch;
use minnow_lab::{NodeKind, PositionTree, WhyAnswer, WhyNode, answer_why_not, move_phrase};
use minnow_rules::{Move, Position};

// Sizes in points.
const BOARD_FROM_WIDTH: f32 = 560.0;
const BOARD_WIDTH: f32 = 170.0;

const PAGE_WIDTH: f32 = 720.0;

/// The page.
#[derive(Debug, Default)]
pub struct WhyPage {
    query: Option<MoveQuery>,
    pub answer: Option<WhyAnswer>,
    pub task: Task<WhyAnswer>,
}

impl WhyPage {
    pub(super) const OPENER: Option<Opener> = None;

    /// Starts a job that answers the query.
    pub fn ask(&mut self, session: &mut Session, query: MoveQuery) {
        let MoveQuery { position, mv } = query;
        let job = session.engine.ask(move |job| {
            if let Some(answer) = answer_why_not(&position, mv, job.stop_flag()) {
                job.emit(answer);
            }
        });
        (self.query, self.answer) = (Some(query), None);
        self.task.begin(job);
    }
}

impl Page for WhyPage {
    fn title(&self, _: &Session) -> String {
        match &self.query {
            Some(query) => format!("Why not {}?", name_of(&query.position, query.mv)),
            None => "Why not this move?".to_owned(),
        }
    }

    fn width(&self) -> f32 {
        PAGE_WIDTH
    }

    fn ui(&mut self, ui: &mut Ui, cx: &mut Cx<'_>) {
        why_ui(ui, self, cx);
    }

    /// Takes the job's answer.
    fn tick(&mut self, _: &mut Session, _: PageTick) -> Wake {
        self.answer = self.task.poll().pop().or(self.answer.take());
        None
    }
}

/// The notation of a move in the answer.
fn name_of(position: &Position, played: Move) -> String {
    move_phrase(&PositionTree::new(*position), position, Branch::from(played))
}

/// Draws the page's content.
fn why_ui(ui: &mut Ui, why: &WhyPage, cx: &mut Cx<'_>) {
    let Some(query) = &why.query else { return };
    let name = |played| name_of(&query.position, played);
    drop_down_ui(ui, "Move to ask about", &name(query.mv), |ui| {
        for played in query.position.legal_moves() {
            if option_ui(ui, played == query.mv, name(played)).clicked() {
                let position = query.position;
                cx.ask(Request::Explain(MoveQuery { position, mv: played }));
            }
        }
    });
    ui.add_space(SPACE_S);
    match (&why.answer, why.task.is_running()) {
        (Some(answer), _) if ui.available_width() >= BOARD_FROM_WIDTH => {
            let pointed = ui.scope_id().with(("pointed at", query.mv));
            let place = ui.data(|data| data.get_temp::<usize>(pointed)).unwrap_or(0);
            ui.horizontal_top(|ui| {
                ui.spacing_mut().item_spacing.x = SPACE_L;
                if let Some(node) = answer.nodes.get(place).or(answer.nodes.first()) {
                    ui.vertical(|ui| board_ui(ui, node, cx.session));
                }
                let over = ui.vertical(|ui| answer_ui(ui, answer)).inner;
                // The board keeps the last position that was pointed at.
                if let Some(place) = over {
                    ui.data_mut(|data| data.insert_temp(pointed, place));
                }
            });
        }
        (Some(answer), _) => drop(answer_ui(ui, answer)),
        (None, true) => drop(ui.label(theme::muted(ui, "Searching for the refutation\u{2026}"))),
        (None, false) => {
            if let Some(problem) = why.task.problem() {
                let text = format!("There is no answer: {problem}");
                ui.add(Label::new(theme::muted(ui, text)).wrap());
            }
        }
    }
}

/// Draws all sentences. Returns the index of the one under the pointer.
fn answer_ui(ui: &mut Ui, answer: &WhyAnswer) -> Option<usize> {
    let mut over = None;
    ui.spacing_mut().item_spacing.y = SPACE_XS;
    for (place, node) in answer.nodes.iter().enumerate() {
        if node_ui(ui, node) {
            over = Some(place);
        }
    }
    let text = format!(
        "Searched {} half-moves ahead, and captures further. Scores are from the view of the side that \
         makes the move.",
        answer.depth
    );
    note_ui(ui, text);
    over
}

/// The position after a move of the answer.
fn board_ui(ui: &mut Ui, node: &WhyNode, session: &Session) {
    let first = node.moves.split(',').next().unwrap_or_default();
    let picture = PositionPicture {
        flipped: session.flipped,
        last_move: node.mv.map(|mv| (mv.from(), mv.to())),
        ..PositionPicture::of(&node.position, session.settings.board_look())
    };
    let (name, files) = (format!("the position after {first}"), f32::from(picture.files));
    mini_board_ui(ui, &picture, &name, (BOARD_WIDTH / files).floor());
    ui.label(RichText::new(format!("After {first}")).small().color(Theme::of(ui).muted));
}

/// Draws a sentence. Returns whether it is under the pointer.
fn node_ui(ui: &mut Ui, node: &WhyNode) -> bool {
    let theme = Theme::of(ui);
    let (word, color) = match node.kind {
        NodeKind::Pv => ("best", theme.accent),
        NodeKind::Cut => ("one reply is enough", theme.bad),
        NodeKind::All => ("every move fails", theme.second_line),
    };
    let row = ui.horizontal_top(|ui| {
        ui.add_space(node.level as f32 * SPACE_L);
        ui.vertical(|ui| {
            said_ui(ui, color, |ui| {
                ui.spacing_mut().item_spacing.y = SPACE_XS;
                ui.spacing_mut().interact_size.y = theme::NOTE_HEIGHT;
                ui.horizontal_wrapped(|ui| {
                    ui.label(theme::bold(&node.moves));
                    ui.label(RichText::new(word).small().color(color));
                });
                ui.add(Label::new(&node.sentence).wrap());
            });
        });
    });
    ui.rect_contains_pointer(row.response.rect)
}
