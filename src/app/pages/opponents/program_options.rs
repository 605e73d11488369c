//! The options that an engine lists, each by its type, and the boards that it plays, in the form of a
//! program. What has its default is not kept.

use std::collections::BTreeMap;

use egui::{CollapsingHeader, Label, RichText, Ui};

use super::program_form::{field_ui, text_ui};
use crate::app::ui::{
    number::{NumberField, number_ui, refusal_ui},
    text::{sentence, variant_text},
    theme::Theme,
    widgets::{drop_down_ui, labelled_in_ui, note_ui, option_ui, said_ui, toggle_row_ui},
};
use minnow_external::{
    EngineIdentity, ProgramEntry, ProgramFault, RulesCheck, TestedProgram, UciOption, UciOptionKind,
};
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
    // The style of the switches' labels.
    let title = RichText::new(name).color(Theme::of(ui).text);
    let new = match kind {
        UciOptionKind::Check { .. } => {
            let is_on = value == "true";
            toggle_row_ui(ui, name, is_on).then(|| (!is_on).to_string())
        }
        UciOptionKind::Spin { default, min, max } => {
            let mut number = value.parse::<i64>().unwrap_or(*default);
            let field = NumberField::whole(*min..=*max);
            let shown = labelled_in_ui(ui, title, |ui| number_ui(ui, &mut number, &field));
            refusal_ui(ui, &shown);
            Some(number.to_string())
        }
        UciOptionKind::Combo { choices, .. } => {
            ui.label(title);
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
            field_ui(ui, title, name, &mut text, "empty");
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

/// A test, and the entry that was tested.
pub(super) struct TestOf<'a> {
    pub program: &'a TestedProgram,
    pub entry: &'a ProgramEntry,
}

/// The use of a board by an engine.
#[derive(Debug, PartialEq)]
enum BoardState<'a> {
    Plays,
    /// A game would try it without a comparison of the rules, or the name is newer than the test.
    Unchecked,
    NotOffered,
    Fails(&'a ProgramFault),
}

impl TestOf<'_> {
    /// The engine's use of a board by the test. A board whose name in the form is newer counts as unchecked.
    fn state(&self, variant: &Variant, now: &ProgramEntry) -> BoardState<'_> {
        let is_tested = self.entry.variants.get(&variant.id) == now.variants.get(&variant.id);
        let mut boards = self.program.boards.iter();
        let board = boards.find(|board| board.variant == variant).filter(|_| is_tested);
        match board.map(|board| &board.result) {
            Some(Ok(RulesCheck::Counted)) => BoardState::Plays,
            Some(Err(ProgramFault::Board(_))) => BoardState::NotOffered,
            Some(Err(fault)) => BoardState::Fails(fault),
            None if !self.program.identity.plays(variant, now) => BoardState::NotOffered,
            Some(Ok(RulesCheck::Unchecked)) | None => BoardState::Unchecked,
        }
    }

    /// The head of the list: `it plays 18 of 19`, or `it offers` if some of the boards are unchecked.
    fn boards_title(&self, now: &ProgramEntry) -> String {
        let count = |state: &BoardState<'_>| {
            let boards = builtin_variants().iter();
            boards.filter(|variant| self.state(variant, now) == *state).count()
        };
        let (plays, unchecked) = (count(&BoardState::Plays), count(&BoardState::Unchecked));
        let verb = if unchecked > 0 { "offers" } else { "plays" };
        format!("Boards: it {verb} {} of {}", plays + unchecked, builtin_variants().len())
    }

    /// The boards that the engine offers and cannot play; a single one with the reason.
    fn failures(&self, now: &ProgramEntry) -> Option<String> {
        let boards = builtin_variants().iter();
        let failed = boards.filter_map(|variant| match self.state(variant, now) {
            BoardState::Fails(fault) => Some((variant.name.as_str(), fault)),
            _ => None,
        });
        match &failed.collect::<Vec<_>>()[..] {
            [] => None,
            [(name, fault)] => Some(format!("It cannot play {name}: {fault}.")),
            failed => {
                let names: Vec<&str> = failed.iter().map(|(name, _)| *name).collect();
                let names = names.join(", ");
                Some(format!("It cannot play {names}. The list of boards has the reasons."))
            }
        }
    }
}

/// Draws the boards that fail, and folded all boards: whether the engine plays each, and its own name for
/// it.
pub(super) fn boards_ui(
    ui: &mut Ui,
    test: &TestOf<'_>,
    entry: &ProgramEntry,
    variants: &mut BTreeMap<String, String>,
) {
    if let Some(failures) = test.failures(entry) {
        let color = Theme::of(ui).warning;
        said_ui(ui, color, |ui| drop(ui.add(Label::new(failures).wrap())));
    }
    CollapsingHeader::new(test.boards_title(entry)).id_salt("engine boards").show(ui, |ui| {
        note_ui(
            ui,
            "An engine may know a board by another name. With a name here, Minnow asks for that board \
             even if the engine does not list it.",
        );
        for variant in builtin_variants() {
            let mut name = variants.get(&variant.id).cloned().unwrap_or_default();
            let state = test.state(variant, entry);
            let words = match state {
                BoardState::Plays => "plays",
                BoardState::Unchecked => "offered, its rules are not checked",
                BoardState::NotOffered => "not offered",
                BoardState::Fails(_) => "cannot play",
            };
            let label = format!("{} ({words})", variant_text(variant));
            text_ui(ui, &label, &mut name, variant.id.as_str());
            if let BoardState::Fails(fault) = state {
                note_ui(ui, sentence(fault));
            }
            // The blank before the next word stays; the entry has the name without it.
            if name.trim().is_empty() {
                variants.remove(&variant.id);
            } else {
                variants.insert(variant.id.clone(), name);
            }
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use minnow_external::TestedBoard;

    fn fault(variant: &Variant) -> ProgramFault {
        let board = variant.name.clone();
        ProgramFault::Rules { board, plies: 2, counted: 0, expected: 49 }
    }

    #[test]
    fn boards_that_fail_are_named_and_not_counted() {
        let boards = builtin_variants();
        let all = boards.len();
        let tested = |failing: usize, good: RulesCheck| {
            let of = |(index, variant): (usize, &'static Variant)| {
                let result = if index < failing { Err(fault(variant)) } else { Ok(good) };
                TestedBoard { variant, result }
            };
            let boards = boards.iter().enumerate().map(of).collect();
            TestedProgram { boards, ..TestedProgram::default() }
        };
        let entry = ProgramEntry::of_command("any", &["any".to_owned()]);
        let told = |failing, good| {
            let program = tested(failing, good);
            let test = TestOf { program: &program, entry: &entry };
            (test.boards_title(&entry), test.failures(&entry).unwrap_or_default())
        };
        let (first, second) = (&boards[0].name, &boards[1].name);
        let (title, failures) = told(0, RulesCheck::Unchecked);
        assert_eq!((title, &*failures), (format!("Boards: it offers {all} of {all}"), ""));
        let (title, failures) = told(1, RulesCheck::Counted);
        assert_eq!(title, format!("Boards: it plays {} of {all}", all - 1));
        assert_eq!(failures, format!("It cannot play {first}: {}.", fault(&boards[0])));
        let (_, failures) = told(2, RulesCheck::Counted);
        assert!(failures.starts_with(&format!("It cannot play {first}, {second}. ")), "{failures}");
    }

    #[test]
    fn a_name_newer_than_the_test_is_unchecked() {
        let variant = Variant::default_variant();
        let board = TestedBoard { variant, result: Err(fault(variant)) };
        let program = TestedProgram { boards: vec![board], ..TestedProgram::default() };
        let entry = ProgramEntry::of_command("any", &["any".to_owned()]);
        let mut now = entry.clone();
        now.variants.insert(variant.id.clone(), "mini".to_owned());
        let test = TestOf { program: &program, entry: &entry };
        assert_eq!(test.state(variant, &entry), BoardState::Fails(&fault(variant)));
        assert_eq!(test.state(variant, &now), BoardState::Unchecked);
    }
}
