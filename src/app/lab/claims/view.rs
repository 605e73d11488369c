//! Claims of the texts, each with its measurement on the position on the board.

use egui::{Align, Color32, Label, Layout, RichText, ScrollArea, Ui, vec2};
use egui_material_icons::icons;

use crate::app::{
    lab::{ClaimsAction, ClaimsPage, export_menu::export_menu_ui},
    session::{Out, Session},
    ui::focus::FocusScroll,
    ui::theme::{
        self, CONTROL_HEIGHT, NOTE_HEIGHT, SPACE_S, SPACE_XS, TEXT_HEADING, TEXT_NOTE, Theme,
    },
    ui::widgets::{primary_button, said_ui},
};
use minnow_lab::claims::{CLAIMS, Claim, ClaimResult, ClaimVerdict};
use minnow_rules::Position;

/// All verdicts, in the order of the summary.
const VERDICTS: [ClaimVerdict; 4] =
    [ClaimVerdict::Holds, ClaimVerdict::Partly, ClaimVerdict::Fails, ClaimVerdict::NotMeasured];

/// Draws the page's content: the button, and a row for each claim.
pub fn claims_ui(ui: &mut Ui, claims: &ClaimsPage, out: &mut Out<ClaimsAction>) {
    head_ui(ui, claims, out);
    ui.add_space(SPACE_XS);
    let scroll = ScrollArea::vertical().id_salt("claims").auto_shrink([false, false]);
    scroll.show_focused(ui, |ui| {
        for (place, claim) in CLAIMS.iter().enumerate() {
            claim_ui(ui, claim, claims.finding(place), claims.is_measuring());
            ui.add_space(SPACE_XS);
        }
    });
}

fn head_ui(ui: &mut Ui, claims: &ClaimsPage, out: &mut Out<ClaimsAction>) {
    let size = vec2(ui.available_width(), CONTROL_HEIGHT);
    ui.allocate_ui_with_layout(size, Layout::right_to_left(Align::Center), |ui| {
        let (button, action) = match (claims.is_measuring(), claims.count()) {
            (true, _) => (egui::Button::new("Stop"), ClaimsAction::Stop),
            (false, 0) => (primary_button(ui, "Measure all"), ClaimsAction::Measure),
            (false, _) => (egui::Button::new("Measure again"), ClaimsAction::Measure),
        };
        if ui.add(button).clicked() {
            out.push(action);
        }
        if claims.count() > 0 && export_menu_ui(ui, &[("The table", true)]).is_some() {
            out.push(ClaimsAction::Export);
        }
        ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
            let text = match (claims.is_measuring(), claims.measured()) {
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
                let rule = claim.rule;
                ui.add(Label::new(RichText::new(rule).small().color(theme.muted)).wrap());
            });
        });
    });
}

/// Draws the column beside the page: the summary.
pub fn claims_side_ui(ui: &mut Ui, session: &Session, claims: &ClaimsPage) {
    let scroll = ScrollArea::vertical().id_salt("claims beside").auto_shrink([false, false]);
    scroll.show_focused(ui, |ui| {
        ui.add(Label::new(theme::heading("Claims, checked")).wrap());
        let about = "The texts make big claims for alpha-beta. This page measures each claim on the \
                     position on the board. The rule for the verdict is below the claim.";
        ui.add(Label::new(about).wrap());
        if let Some(problem) = claims.problem() {
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
        if !claims.is_measuring() && claims.measured().is_some_and(is_other) {
            let text =
                "The position on the board has changed. Measure again to check the claims on it.";
            ui.add(Label::new(theme::muted(ui, text)).wrap());
        }
        ui.add_space(SPACE_XS);
        let text = RichText::new("The help's bibliography has what is known of the quoted texts.");
        ui.add(Label::new(text.size(TEXT_NOTE).color(Theme::of(ui).muted)).wrap());
    });
}

fn summary_word(verdict: ClaimVerdict) -> &'static str {
    match verdict {
        ClaimVerdict::Holds => "hold here",
        ClaimVerdict::Partly => "hold partly",
        ClaimVerdict::Fails => "fail here",
        ClaimVerdict::NotMeasured => "could not be measured",
    }
}
