//! The board of a UCI engine: which name it has there, and the rules' file that the engine may need.

use std::path::Path;

use minnow_base::files::plain_reason;
use minnow_rules::{Position, Variant, builtin_variants, perft};

use super::{
    EngineIdentity, ProgramEntry, ProgramFault, UciOptionKind, rules_file::RulesFile,
    variants_ini::has_section,
};

/// The option that names the board.
pub(crate) const VARIANT_OPTION: &str = "UCI_Variant";

/// The option of Fairy-Stockfish and its relatives that names a file with rules.
pub(crate) const RULES_OPTION: &str = "VariantPath";

/// The depth at which the counts of engine and rules are compared. Older versions of Fairy-Stockfish
/// ignore settings that they do not know: they drop the bishops of MiniChess.
const RULES_PLIES: u32 = 2;

/// How the board is set in an engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum BoardChoice {
    /// By the name of the board.
    Named(String),
    /// By its id, once the engine has read its rules.
    ByRules,
    /// By the positions alone: the engine has no choice of boards.
    Unnamed,
}

impl EngineIdentity {
    /// True if the engine offers this board: it lists the board's name, or the name that the entry
    /// gives it; or it reads rules; or the entry says that it plays the board.
    pub fn plays(&self, variant: &Variant, entry: &ProgramEntry) -> bool {
        self.board_choice(variant, entry).is_some()
    }

    /// True if the engine is one of those that read rules. These count positions, so their rules can be
    /// compared.
    pub(crate) fn reads_rules(&self) -> bool {
        self.option(RULES_OPTION).is_some()
    }

    pub(crate) fn board_choice(
        &self,
        variant: &Variant,
        entry: &ProgramEntry,
    ) -> Option<BoardChoice> {
        let told = entry.variants.get(&variant.id);
        let Some(option) = self.option(VARIANT_OPTION) else {
            return told.map(|_| BoardChoice::Unnamed);
        };
        let name = told.unwrap_or(&variant.id);
        let listed = match &option.kind {
            UciOptionKind::Combo { choices, .. } => {
                choices.iter().find(|choice| is_same_name(choice, name))
            }
            _ => Some(name),
        };
        if let Some(listed) = listed {
            return Some(BoardChoice::Named(listed.clone()));
        }
        if self.reads_rules() && needs_rules(variant, entry) {
            return Some(BoardChoice::ByRules);
        }
        let is_trusted = told.is_some() || entry.sets(RULES_OPTION);
        is_trusted.then(|| BoardChoice::Named(name.clone()))
    }
}

/// True if an engine that does not list the board can learn it from the rules' file.
fn needs_rules(variant: &Variant, entry: &ProgramEntry) -> bool {
    let has_own_name = entry.variants.get(&variant.id).is_some_and(|name| *name != variant.id);
    has_section(variant) && !has_own_name && !entry.sets(RULES_OPTION)
}

/// True if two names of boards differ at most in case, blanks and signs, as `Los Alamos` and
/// `losalamos`.
fn is_same_name(one: &str, other: &str) -> bool {
    let letters = |name: &str| {
        let letters = name.chars().filter(|letter| letter.is_alphanumeric());
        letters.flat_map(char::to_lowercase).collect::<String>()
    };
    letters(one) == letters(other)
}

/// The board of a started engine.
pub(crate) struct UciBoard {
    pub(crate) variant: &'static Variant,
    /// Written before the start, because a sandbox shows only what is there then; `None` if no engine
    /// needs it for this board.
    rules: Option<Result<RulesFile, String>>,
    /// True once the engine knows the file's name: it reads the file once, not for each board.
    is_read: bool,
}

impl UciBoard {
    pub(crate) fn new(entry: &ProgramEntry, variant: &'static Variant) -> UciBoard {
        let write = || RulesFile::write().map_err(|error| plain_reason(&error));
        UciBoard { variant, rules: needs_rules(variant, entry).then(write), is_read: false }
    }

    /// The same for an engine that is tried on all boards.
    pub(crate) fn of_all(entry: &ProgramEntry) -> UciBoard {
        let mut boards = builtin_variants().iter();
        let board = boards.find(|variant| needs_rules(variant, entry));
        UciBoard::new(entry, board.unwrap_or(Variant::default_variant()))
    }

    /// The rules' file, if there is one.
    pub(crate) fn rules_path(&self) -> Option<&Path> {
        self.rules.as_ref()?.as_ref().ok().map(RulesFile::path)
    }

    /// The commands that choose the board.
    pub(crate) fn commands(&mut self, choice: &BoardChoice) -> Result<String, ProgramFault> {
        let set = |name: &str| format!("setoption name {VARIANT_OPTION} value {name}\n");
        match (choice, &self.rules) {
            (BoardChoice::Unnamed, _) => Ok(String::new()),
            (BoardChoice::Named(name), _) => Ok(set(name)),
            (BoardChoice::ByRules, Some(Ok(file))) => {
                let path = file.path().display();
                let read = format!("setoption name {RULES_OPTION} value {path}\n");
                let read =
                    if std::mem::replace(&mut self.is_read, true) { "" } else { read.as_str() };
                Ok(format!("{read}{}", set(&self.variant.id)))
            }
            (BoardChoice::ByRules, Some(Err(problem))) => {
                Err(ProgramFault::RulesFile(problem.clone()))
            }
            (BoardChoice::ByRules, None) => Err(ProgramFault::Board(self.variant.name.clone())),
        }
    }

    /// The commands that make an engine count the positions after some plies.
    pub(crate) fn count_commands(&self) -> String {
        format!("position fen {}\ngo perft {RULES_PLIES}\n", self.variant.start_fen)
    }

    /// Compares the engine's count with that of the rules.
    pub(crate) fn check_count(&self, counted: u64) -> Result<(), ProgramFault> {
        let expected = perft(&Position::start(self.variant), RULES_PLIES);
        if counted == expected {
            return Ok(());
        }
        let board = self.variant.name.clone();
        Err(ProgramFault::Rules { board, plies: RULES_PLIES, counted, expected })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::UciOption;

    fn choice(options: &[&str], variant: &str, told: Option<&str>) -> Option<BoardChoice> {
        let options = options.iter().map(|line| UciOption::parse(line).unwrap()).collect();
        let identity = EngineIdentity { options, ..EngineIdentity::default() };
        let mut entry = ProgramEntry::of_command("any", &["any".to_owned()]);
        entry.variants.extend(told.map(|name| (variant.to_owned(), name.to_owned())));
        identity.board_choice(Variant::by_id(variant).unwrap(), &entry)
    }

    #[test]
    fn a_board_is_chosen_by_name_or_by_rules() {
        const COMBO: &str =
            "option name UCI_Variant type combo default chess var chess var Los-Alamos";
        const PATH: &str = "option name VariantPath type string default <empty>";
        let named = |name: &str| Some(BoardChoice::Named(name.to_owned()));
        for (options, variant, told, expected) in [
            (&[COMBO][..], "losalamos", None, named("Los-Alamos")),
            (&[COMBO][..], "minichess", None, None),
            (&[COMBO][..], "minichess", Some("minitchess"), named("minitchess")),
            (&[COMBO, PATH][..], "minichess", None, Some(BoardChoice::ByRules)),
            (&[COMBO, PATH][..], "minichess", Some("minichess"), Some(BoardChoice::ByRules)),
            (&[COMBO, PATH][..], "minichess", Some("mini"), named("mini")),
            (&[COMBO, PATH][..], "gardner", None, None),
            (&["option name UCI_Variant type string"][..], "gardner", None, named("gardner")),
            (&[][..], "gardner", None, None),
            (&[][..], "gardner", Some("gardner"), Some(BoardChoice::Unnamed)),
        ] {
            assert_eq!(choice(options, variant, told), expected, "{options:?} {variant} {told:?}");
        }
    }

    #[test]
    fn rules_are_written_for_boards_that_engines_lack() {
        let entry = ProgramEntry::of_command("any", &["any".to_owned()]);
        let mut board = UciBoard::new(&entry, Variant::default_variant());
        let path = board.rules_path().unwrap().to_owned();
        let text = std::fs::read_to_string(&path).unwrap();
        assert!(text.contains("[minichess:chess]"), "{text}");
        let commands = board.commands(&BoardChoice::ByRules).unwrap();
        assert!(commands.ends_with("setoption name UCI_Variant value minichess\n"), "{commands}");
        let again = board.commands(&BoardChoice::ByRules).unwrap();
        assert_eq!(again, "setoption name UCI_Variant value minichess\n", "it is read once");
        drop(board);
        assert!(!path.exists());
        let known = UciBoard::new(&entry, Variant::by_id("gardner").unwrap());
        assert!(known.rules_path().is_none());
    }
}
