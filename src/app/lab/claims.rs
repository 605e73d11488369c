//! The page that measures the claims that texts make about alpha-beta, on the position on the board.

use egui::{Align, Button, Color32, Label, Layout, RichText, ScrollArea, Ui, vec2};
use egui_material_icons::icons;

use super::{
    LabPage,
    area::{LabLayout, export_menu_ui},
};
use crate::app::{
    context::Cx,
    request::Request,
    session::{NamedPicture, Session, Wake, task::Task},
    ui::focus::FocusScroll,
    ui::theme::{
        self, CONTROL_HEIGHT, NOTE_HEIGHT, SPACE_S, SPACE_XS, TEXT_HEADING, TEXT_NOTE, Theme,
    },
    ui::widgets::{note_ui, primary_button, said_ui},
};
use minnow_lab::{
    LabPicture, SlideTable,
    claims::{CLAIMS, Claim, ClaimResult, ClaimVerdict, ClaimsUpdate, check_claims, claim_rows},
};
use minnow_rules::Position;

/// All verdicts, in the order of the summary.
const VERDICTS: [ClaimVerdict; 4] =
    [ClaimVerdict::Holds, ClaimVerdict::Partly, ClaimVerdict::Fails, ClaimVerdict::NotMeasured];

/// The state of the claims page.
#[derive(Debug, Default)]
pub struct ClaimsPage {
    position: Option<Position>,
    depth: Option<u32>,
    findings: Vec<Option<ClaimResult>>,
    /// True if the next tick starts to measure.
    is_due: bool,
    pub task: Task<ClaimsUpdate>,
}

impl LabPage for ClaimsPage {
    fn column_ui(&mut self, ui: &mut Ui, layout: &mut LabLayout<'_>, cx: &mut Cx<'_>) {
        layout.game_board_ui(ui, cx);
        layout.side_ui(ui, |ui| side_ui(ui, cx.session, self));
    }

    fn ui(&mut self, ui: &mut Ui, layout: &LabLayout<'_>, cx: &mut Cx<'_>) {
        layout.card_ui(ui, layout.page, |ui| page_ui(ui, self, cx));
    }

    fn tick(&mut self, session: &mut Session, _: bool, _: u64) -> Wake {
        if std::mem::take(&mut self.is_due) && !session.has_nothing_to_search() {
            self.begin(session);
        }
        self.poll();
        None
    }
}

impl ClaimsPage {
    pub(super) const NAME: &str = "Claims";

    /// The finding on a claim.
    pub fn finding(&self, claim: usize) -> Option<&ClaimResult> {
        self.findings.get(claim)?.as_ref()
    }

    /// The number of measured claims.
    pub fn count(&self) -> usize {
        self.findings.iter().flatten().count()
    }

    /// The number of claims with a verdict.
    pub fn count_of(&self, verdict: ClaimVerdict) -> usize {
        self.findings.iter().flatten().filter(|found| found.verdict == verdict).count()
    }

    /// The table of the claims, for a slide.
    pub fn picture(&self) -> NamedPicture {
        let rows = claim_rows((0..CLAIMS.len()).map(|claim| self.finding(claim)));
        let title = match self.measured() {
            Some((position, depth)) => format!("{}, to depth {depth}", position.fen()),
            None => "The claims of the texts".to_owned(),
        };
        let table = SlideTable { title, rows, has_figures: false };
        NamedPicture { name: "claims", picture: LabPicture::Slide(table.slide()) }
    }

    /// The measured position and the depth in plies.
    pub fn measured(&self) -> Option<(&Position, u32)> {
        Some((self.position.as_ref()?, self.depth?))
    }

    /// Lets the next tick measure all claims on the position on the board.
    pub fn measure(&mut self) {
        self.is_due = true;
    }

    fn begin(&mut self, session: &mut Session) {
        let position = *session.game.position();
        let job = session.engine.submit(move |job| {
            check_claims(position, job.stop_flag(), &mut |update| job.emit(update));
        });
        let findings = vec![None; CLAIMS.len()];
        *self = ClaimsPage { position: Some(position), findings, ..ClaimsPage::default() };
        self.task.begin(job);
    }

    pub fn stop(&mut self) {
        self.task.abandon("The measurement was stopped.");
    }

    /// Processes the job's updates.
    fn poll(&mut self) {
        for update in self.task.poll() {
            match update {
                ClaimsUpdate::Depth(depth) => self.depth = Some(depth),
                ClaimsUpdate::Claim { index, result } => {
                    if let Some(finding) = self.findings.get_mut(index) {
                        *finding = Some(result);
                    }
                }
                ClaimsUpdate::Unfit(error) => {
                    self.task.set_problem(format!("The claims could not be measured: {error}."));
                }
            }
        }
    }
}

/// Draws the page's content: the button, and a row for each claim.
fn page_ui(ui: &mut Ui, claims: &mut ClaimsPage, cx: &mut Cx<'_>) {
    head_ui(ui, claims, cx);
    ui.add_space(SPACE_XS);
    let scroll = ScrollArea::vertical().id_salt("claims").auto_shrink([false, false]);
    scroll.show_focused(ui, |ui| {
        for (place, claim) in CLAIMS.iter().enumerate() {
            claim_ui(ui, claim, claims.finding(place), claims.task.is_running());
            ui.add_space(SPACE_XS);
        }
    });
}

fn head_ui(ui: &mut Ui, claims: &mut ClaimsPage, cx: &mut Cx<'_>) {
    let size = vec2(ui.available_width(), CONTROL_HEIGHT);
    ui.allocate_ui_with_layout(size, Layout::right_to_left(Align::Center), |ui| {
        let is_measuring = claims.task.is_running();
        let button = match (is_measuring, claims.count()) {
            (true, _) => Button::new("Stop"),
            (false, 0) => primary_button(ui, "Measure all"),
            (false, _) => Button::new("Measure again"),
        };
        let response = ui.add(button);
        if response.clicked() && is_measuring {
            claims.stop();
        } else if response.clicked() {
            claims.measure();
            cx.ask(Request::Wake);
        }
        if claims.count() > 0 && export_menu_ui(ui, &[("The table", true)]).is_some() {
            cx.ask(Request::SaveLabPicture(Box::new(claims.picture())));
        }
        ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
            let text = match (claims.task.is_running(), claims.measured()) {
                (true, _) => format!("Measuring: {} of {}", claims.count(), CLAIMS.len()),
                (false, Some((_, depth))) => format!("Measured to depth {depth}"),
                (false, None) => "What the texts claim, measured on this position".to_owned(),
            };
            ui.add(Label::new(theme::bold(text)).truncate());
        });
    });
}

/// The colour and icon of a verdict; the icon identifies it without colour.
fn sign(theme: &Theme, verdict: Option<ClaimVerdict>) -> (&'static str, Color32) {
    match verdict {
        Some(ClaimVerdict::Holds) => (icons::ICON_CHECK_CIRCLE.codepoint, theme.good),
        Some(ClaimVerdict::Partly) => (icons::ICON_CONTRAST.codepoint, theme.warning),
        Some(ClaimVerdict::Fails) => (icons::ICON_CANCEL.codepoint, theme.bad),
        Some(ClaimVerdict::NotMeasured) => (icons::ICON_HELP.codepoint, theme.muted),
        None => (icons::ICON_RADIO_BUTTON_UNCHECKED.codepoint, theme.muted),
    }
}

fn claim_ui(ui: &mut Ui, claim: &Claim, found: Option<&ClaimResult>, measuring: bool) {
    let theme = Theme::of(ui);
    let (icon, color) = sign(theme, found.map(|found| found.verdict));
    let line = if found.is_some() { color } else { theme.line };
    said_ui(ui, line, |ui| {
        ui.horizontal_top(|ui| {
            ui.spacing_mut().item_spacing.x = SPACE_S;
            ui.label(RichText::new(icon).size(TEXT_HEADING).color(color));
            ui.vertical(|ui| {
                ui.spacing_mut().item_spacing.y = SPACE_XS;
                ui.add(Label::new(theme::bold(claim.sentence)).wrap());
                let note = |text: String| RichText::new(text).size(TEXT_NOTE);
                match found {
                    Some(found) => {
                        let verdict = claim.verdict_name(found.verdict);
                        ui.label(note(format!("{verdict}.")).color(color));
                        ui.add(Label::new(note(found.measured.clone())).wrap());
                    }
                    None if measuring => {
                        ui.label(note("Not measured yet\u{2026}".to_owned()).color(theme.muted));
                    }
                    None => {}
                }
                ui.add(Label::new(note(claim.quoted()).italics()).wrap());
                note_ui(ui, claim.rule);
            });
        });
    });
}

/// Draws the text below the board: the summary.
fn side_ui(ui: &mut Ui, session: &Session, claims: &ClaimsPage) {
    let scroll = ScrollArea::vertical().id_salt("claims beside").auto_shrink([false, false]);
    scroll.show_focused(ui, |ui| {
        ui.add(Label::new(theme::heading("Claims, checked")).wrap());
        let about = "The texts make big claims for alpha-beta. This page measures each claim on the \
                     position on the board. The rule for the verdict is below the claim.";
        ui.add(Label::new(about).wrap());
        if let Some(problem) = claims.task.problem() {
            ui.add(Label::new(RichText::new(problem).color(Theme::of(ui).bad)).wrap());
        }
        ui.spacing_mut().item_spacing.y = SPACE_XS;
        ui.spacing_mut().interact_size.y = NOTE_HEIGHT;
        if claims.count() > 0 {
            for verdict in VERDICTS.into_iter().filter(|verdict| claims.count_of(*verdict) > 0) {
                let (icon, color) = sign(Theme::of(ui), Some(verdict));
                ui.horizontal(|ui| {
                    ui.label(RichText::new(icon).size(TEXT_HEADING).color(color));
                    ui.label(format!("{} {}", claims.count_of(verdict), summary_word(verdict)));
                });
            }
        }
        let is_other = |measured: (&Position, u32)| measured.0 != session.game.position();
        if !claims.task.is_running() && claims.measured().is_some_and(is_other) {
            let text =
                "The position on the board has changed. Measure again to check the claims on it.";
            ui.add(Label::new(theme::muted(ui, text)).wrap());
        }
        ui.add_space(SPACE_XS);
        let text = RichText::new("Sources of the quoted texts: see the bibliography in the help.");
        ui.add(Label::new(text.size(TEXT_NOTE).color(Theme::of(ui).muted)).wrap());
    });
}

fn summary_word(verdict: ClaimVerdict) -> &'static str {
    match verdict {
        ClaimVerdict::Holds => "true here",
        ClaimVerdict::Partly => "partly true here",
        ClaimVerdict::Fails => "false here",
        ClaimVerdict::NotMeasured => "could not be measured",
    }
}
