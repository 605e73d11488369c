//! The options that an engine lists, each by its type, and the boards that it plays, in the form of a
//! program. What has its default is not kept.

use std::collections::BTreeMap;

use egui::{CollapsingHeader, Ui};

use super::program_form::text_ui;
use crate::app::ui::{
    number::{NumberField, number_row_ui},
    text::variant_text,
    theme,
    widgets::{drop_down_ui, note_ui, option_ui, toggle_row_ui},
};
use minnow_external::{EngineIdentity, ProgramEntry, UciOption, UciOptionKind};
use minnow_rules::{Variant, builtin_variants};

/// The options that Minnow sets itself.
const OWN_OPTIONS: [&str; 6] =
    ["UCI_Variant", "VariantPath", "MultiPV", "Ponder", "UCI_AnalyseMode", "UCI_Chess960"];

/// Draws the options, folded.
pub(super) fn options_ui(
    ui: &mut Ui,
    identity: &EngineIdentity,
    set: &mut BTreeMap<String, String>,
) {
    let is_own =
        |option: &&UciOption| OWN_OPTIONS.iter().any(|own| option.name.eq_ignore_ascii_case(own));
    let options: Vec<&UciOption> = identity.options.iter().filter(|one| !is_own(one)).collect();
    if options.is_empty() {
        return;
    }
    CollapsingHeader::new("Options").id_salt("engine options").show(ui, |ui| {
        for option in options {
            ui.push_id(&option.name, |ui| engine_option_ui(ui, option, set));
        }
    });
}

/// Draws an option. A value that is its default is dropped.
fn engine_option_ui(ui: &mut Ui, option: &UciOption, set: &mut BTreeMap<String, String>) {
    let UciOption { name, kind } = option;
    let default = default_text(kind);
    let value = set.get(name).cloned().unwrap_or_else(|| default.clone());
    let new = match kind {
        UciOptionKind::Check { .. } => {
            let is_on = value == "true";
            toggle_row_ui(ui, name, is_on).then(|| (!is_on).to_string())
        }
        UciOptionKind::Spin { default, min, max } => {
            let mut number = value.parse::<i64>().unwrap_or(*default);
            number_row_ui(ui, name, &mut number, &NumberField::whole(*min..=*max));
            Some(number.to_string())
        }
        UciOptionKind::Combo { choices, .. } => {
            ui.label(theme::caption(ui.ctx(), name));
            let mut chosen = None;
            drop_down_ui(ui, name, &value, |ui| {
                for choice in choices {
                    if option_ui(ui, *choice == value, choice).clicked() {
                        chosen = Some(choice.clone());
                    }
                }
            });
            chosen
        }
        UciOptionKind::Button => {
            let is_on = set.contains_key(name);
            if toggle_row_ui(ui, &format!("{name}, at each start"), is_on) {
                if is_on {
                    set.remove(name);
                } else {
                    set.insert(name.clone(), String::new());
                }
            }
            return;
        }
        UciOptionKind::Text { .. } => {
            let mut text = value.clone();
            text_ui(ui, name, &mut text, "empty");
            Some(text)
        }
    };
    match new {
        Some(new) if new == default => drop(set.remove(name)),
        Some(new) => drop(set.insert(name.clone(), new)),
        None => {}
    }
}

fn default_text(kind: &UciOptionKind) -> String {
    match kind {
        UciOptionKind::Check { default } => default.to_string(),
        UciOptionKind::Spin { default, .. } => default.to_string(),
        UciOptionKind::Combo { default, .. } | UciOptionKind::Text { default } => default.clone(),
        UciOptionKind::Button => String::new(),
    }
}

/// Draws the boards, folded: whether the engine plays each, and its own name for it.
pub(super) fn boards_ui(
    ui: &mut Ui,
    identity: &EngineIdentity,
    entry: &ProgramEntry,
    variants: &mut BTreeMap<String, String>,
) {
    let plays = |variant: &Variant| identity.plays(variant, entry);
    let played = builtin_variants().iter().filter(|variant| plays(variant)).count();
    let all = builtin_variants().len();
    let title = format!("Boards: it plays {played} of {all}");
    CollapsingHeader::new(title).id_salt("engine boards").show(ui, |ui| {
        note_ui(
            ui,
            "An engine may know a board by another name. With a name here, Minnow asks for that board \
             even if the engine does not list it.",
        );
        for variant in builtin_variants() {
            let mut name = variants.get(&variant.id).cloned().unwrap_or_default();
            let state = if plays(variant) { "plays" } else { "not offered" };
            let label = format!("{} ({state})", variant_text(variant));
            text_ui(ui, &label, &mut name, variant.id.as_str());
            // The blank before the next word stays; the entry has the name without it.
            if name.trim().is_empty() {
                variants.remove(&variant.id);
            } else {
                variants.insert(variant.id.clone(), name);
            }
        }
    });
}
