//! The form of a program: its name, command, folder and protocol, the test of its handshake, and after a
//! test its options and the boards that it plays.

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
};

use egui::{Button, Label, Response, RichText, Role, TextEdit, Ui, WidgetInfo};

use super::program_options::{TestOf, boards_ui, options_ui};
use crate::app::{
    context::Cx,
    pages::PageId,
    request::Request,
    session::{
        Asker, ChosenFile, FileForm, FileQuery, PathPurpose, QueryContent, Session, task::Task,
    },
    ui::text::sentence,
    ui::theme::{self, SPACE_XS, Theme},
    ui::widgets::{button_row_ui, choice_row_ui, note_ui, said_ui, toggle_row_ui},
};
use minnow_base::files::system;
use minnow_external::{EngineIdentity, ProgramEntry, Protocol, TestedProgram};
use minnow_game::limits::{MAX_NAME_CHARS, cut};
use minnow_runner::BOT_FILE;

/// The most characters of a command, a folder or the value of an option.
pub(super) const MAX_TEXT_CHARS: usize = 4_000;

static PROGRAM_FILE: FileForm = FileForm::open("Choose a program", &[]);
static FOLDER: FileForm =
    FileForm { title: "Choose a folder to start in", purpose: PathPurpose::OpenFolder, kinds: &[] };

/// The form.
#[derive(Debug, Default)]
pub(super) struct ProgramForm {
    /// The name of the entry that is changed; `None` for a new one.
    old_name: Option<String>,
    name: String,
    /// The name that the last test has filled in. The next test replaces it if it still stands.
    filled_name: Option<String>,
    command: String,
    folder: String,
    protocol: Protocol,
    lists_moves: bool,
    options: BTreeMap<String, String>,
    variants: BTreeMap<String, String>,
    /// Why the form cannot be kept or tested.
    problem: Option<String>,
    /// The program that the next tick tests.
    wanted_test: Option<ProgramEntry>,
    test: Task<Result<TestedProgram, String>>,
    /// The last test that was begun, and what it found.
    tested: Option<ProgramEntry>,
    found: Option<Result<TestedProgram, String>>,
    /// The message that the page has scrolled to.
    revealed: Option<String>,
    isolation_look: Task<Result<(), String>>,
    has_looked: bool,
    /// The result of the look at the isolation; an error says what is missing.
    isolation: Option<Result<(), String>>,
}

/// How the user leaves the form.
pub(super) enum FormEnd {
    Keep(ProgramEntry),
    Cancel,
}

impl ProgramForm {
    /// The form of an entry of the list.
    pub(super) fn of(entry: &ProgramEntry) -> ProgramForm {
        let folder = entry.folder.as_ref().map(|folder| folder.display().to_string());
        ProgramForm {
            old_name: Some(entry.name.clone()),
            name: entry.name.clone(),
            command: entry.command_line(),
            folder: folder.unwrap_or_default(),
            protocol: entry.protocol,
            lists_moves: entry.lists_moves,
            options: entry.options.clone(),
            variants: entry.variants.clone(),
            ..ProgramForm::default()
        }
    }

    pub(super) fn is_of(&self, name: &str) -> bool {
        self.old_name.as_deref() == Some(name)
    }

    pub(super) fn old_name(&self) -> Option<String> {
        self.old_name.clone()
    }

    pub(super) fn is_testing(&self) -> bool {
        self.test.is_running() || self.wanted_test.is_some()
    }

    /// The entry under a name; a sentence if it cannot be used.
    fn entry(&self, name: &str) -> Result<ProgramEntry, String> {
        let command = ProgramEntry::parse_command_line(&self.command).map_err(|e| sentence(&e))?;
        let folder = self.folder.trim();
        let boards = self.variants.iter();
        let entry = ProgramEntry {
            folder: (!folder.is_empty()).then(|| PathBuf::from(folder)),
            protocol: self.protocol,
            options: self.options.clone(),
            variants: boards.map(|(id, name)| (id.clone(), name.trim().to_owned())).collect(),
            lists_moves: self.lists_moves && self.protocol == Protocol::Text,
            ..ProgramEntry::of_command(name, &command)
        };
        entry.check().map_err(|problem| sentence(&problem))?;
        Ok(entry)
    }

    /// The entry to keep, under a name that no other one has.
    fn entry_to_keep(&self, session: &Session) -> Result<ProgramEntry, String> {
        // A longer one would be cut in settings and games, which then name no program of the list.
        let name = cut(self.name.trim(), MAX_NAME_CHARS).trim_end();
        if name.is_empty() && self.command.trim().is_empty() {
            return Err("Enter a command, and give the program a name.".to_owned());
        }
        let entry = self.entry(if name.is_empty() { "program" } else { name })?;
        if name.is_empty() {
            return Err("Give the program a name.".to_owned());
        }
        if !self.is_of(name) && session.lists.program(name).is_some() {
            return Err(format!("There is a program \"{name}\" already. Choose another name."));
        }
        Ok(entry)
    }

    /// The result of the last test, as long as it is about what the form says.
    fn found(&self) -> Option<&Result<TestedProgram, String>> {
        let (tested, now) = (self.tested.as_ref()?, self.entry("tested").ok()?);
        let start =
            |entry: &ProgramEntry| (entry.command.clone(), entry.folder.clone(), entry.protocol);
        self.found.as_ref().filter(|_| start(tested) == start(&now))
    }

    /// The gaps of the isolation, as a sentence.
    fn isolation_text(&self) -> Option<String> {
        let isolation = self.isolation.as_ref()?;
        isolation.as_ref().err().map(sentence)
    }

    /// Draws the form. Returns how the user leaves it.
    pub(super) fn form_ui(&mut self, ui: &mut Ui, cx: &mut Cx<'_>) -> Option<FormEnd> {
        text_ui(ui, "Name of the program", &mut self.name, "its own name after a test");
        text_ui(ui, "Command", &mut self.command, "/usr/games/engine --option 'with blanks'");
        if ui.link(RichText::new("Choose the file\u{2026}").small()).clicked() {
            ask_file(&PROGRAM_FILE, cx);
        }
        text_ui(ui, "Folder to start in", &mut self.folder, "the folder of the command");
        if ui.link(RichText::new("Choose the folder\u{2026}").small()).clicked() {
            ask_file(&FOLDER, cx);
        }
        ui.add_space(SPACE_XS);
        ui.label(theme::caption(ui.ctx(), "Protocol"));
        let protocols = [(Protocol::Uci, "UCI"), (Protocol::Text, "Text")];
        if let Some(protocol) = choice_row_ui(ui, "Protocol", self.protocol, &protocols) {
            self.protocol = protocol;
        }
        if self.protocol == Protocol::Text
            && toggle_row_ui(ui, "It wants the legal moves", self.lists_moves)
        {
            self.lists_moves = !self.lists_moves;
        }
        ui.add_space(SPACE_XS);
        let end = self.buttons_ui(ui, cx);
        // All messages stand below the buttons, which would move under the pointer.
        self.problem_ui(ui);
        if let Some(text) = self.isolation_text() {
            let text = RichText::new(text).small().color(Theme::of(ui).bad);
            ui.add(Label::new(text).wrap());
        }
        self.result_ui(ui);
        end
    }

    fn buttons_ui(&mut self, ui: &mut Ui, cx: &mut Cx<'_>) -> Option<FormEnd> {
        let is_testing = self.is_testing();
        let test = if is_testing { "Testing\u{2026}" } else { "Test" };
        let buttons = vec![
            (Button::new(test), !is_testing),
            (Button::new("Keep"), true),
            (Button::new("Cancel"), true),
        ];
        match button_row_ui(ui, buttons)? {
            0 => {
                match self.entry(if self.name.trim().is_empty() { "program" } else { &self.name }) {
                    Ok(entry) => (self.wanted_test, self.problem) = (Some(entry), None),
                    Err(problem) => self.problem = Some(problem),
                }
                cx.ask(Request::Wake);
                None
            }
            1 => match self.entry_to_keep(cx.session) {
                Ok(entry) => Some(FormEnd::Keep(entry)),
                Err(problem) => {
                    self.problem = Some(problem);
                    ui.ctx().request_repaint();
                    None
                }
            },
            _ => Some(FormEnd::Cancel),
        }
    }

    /// Why the form cannot be kept or tested, or why the program cannot be used.
    fn problem_text(&self) -> Option<String> {
        let of_test = || match self.found()? {
            Err(problem) => Some(format!("It cannot be used: {problem}.")),
            Ok(_) => None,
        };
        let of_form = self.problem.clone().or_else(|| self.test.problem().map(str::to_owned));
        of_form.or_else(of_test)
    }

    /// Draws the problem, and scrolls to a new one.
    fn problem_ui(&mut self, ui: &mut Ui) {
        let problem = self.problem_text();
        if let Some(text) = &problem {
            let color = Theme::of(ui).bad;
            let shown = ui.scope(|ui| {
                said_ui(ui, color, |ui| drop(ui.add(Label::new(text.as_str()).wrap())));
            });
            if problem != self.revealed {
                ui.scroll_to_rect(shown.response.rect, None);
            }
        }
        self.revealed = problem;
    }

    /// The result of a test: after a handshake the options and the boards.
    fn result_ui(&mut self, ui: &mut Ui) {
        let theme = Theme::of(ui);
        let program = match self.found() {
            Some(Ok(program)) => program.clone(),
            Some(Err(_)) => return,
            None if self.protocol == Protocol::Uci => {
                note_ui(ui, "Test shows its options and the boards that it plays.");
                return;
            }
            None => return,
        };
        said_ui(ui, theme.good, |ui| {
            ui.add(Label::new(found_text(&program.identity, self.protocol)).wrap());
        });
        if self.protocol != Protocol::Uci {
            return;
        }
        options_ui(ui, &program.identity, &mut self.options);
        if let (Ok(now), Some(entry)) = (self.entry("tested"), &self.tested) {
            let test = TestOf { program: &program, entry };
            boards_ui(ui, &test, &now, &mut self.variants);
        }
    }

    /// Looks at the isolation once, starts the test that is wanted, and takes its result.
    pub(super) fn tick(&mut self, session: &Session) {
        if !self.has_looked {
            self.isolation_look.begin(session.engine.programs.isolation());
            self.has_looked = true;
        }
        self.isolation = self.isolation_look.poll().pop().or(self.isolation.take());
        if let Some(entry) = self.wanted_test.take() {
            self.test.begin(session.engine.programs.test(entry.clone()));
            (self.tested, self.found) = (Some(entry), None);
        }
        if let Some(found) = self.test.poll().pop() {
            if let Ok(program) = &found {
                self.fill_name(&program.identity);
            }
            self.found = Some(found);
        }
    }

    /// Takes the engine's own name, unless the user has typed one.
    fn fill_name(&mut self, identity: &EngineIdentity) {
        let is_typed =
            !self.name.trim().is_empty() && self.filled_name.as_ref() != Some(&self.name);
        if !is_typed && self.protocol == Protocol::Uci {
            cut(&identity.name, MAX_NAME_CHARS).clone_into(&mut self.name);
            self.filled_name = Some(self.name.clone());
        }
    }

    /// Takes the file or the folder that the user has chosen.
    pub(super) fn chosen(&mut self, file: &ChosenFile) {
        let path = file.path.display().to_string();
        if file.query.form.purpose != PathPurpose::OpenFolder {
            // Quoted where it has blanks.
            self.command = ProgramEntry::of_command("", &[path]).command_line();
        } else if system::exists(&file.path.join(BOT_FILE)) {
            self.fill_from_bot(&file.path);
        } else {
            self.folder = path;
        }
    }

    /// Takes over what the `bot.ron` of a folder says.
    fn fill_from_bot(&mut self, folder: &Path) {
        match ProgramEntry::from_bot_folder(folder) {
            Ok(entry) => {
                let (old_name, name) = (self.old_name.take(), std::mem::take(&mut self.name));
                *self = ProgramForm { old_name, ..ProgramForm::of(&entry) };
                if !name.trim().is_empty() {
                    self.name = name;
                }
            }
            Err(problem) => self.problem = Some(sentence(&problem)),
        }
    }
}

/// `Sjaak II 1.4.1 by Evert Glebbeek answers.`
fn found_text(identity: &EngineIdentity, protocol: Protocol) -> String {
    match (protocol, identity.author.is_empty()) {
        (Protocol::Text, _) => "It starts. Whether it plays shows in a game.".to_owned(),
        (Protocol::Uci, true) => format!("{} answers.", identity.name),
        (Protocol::Uci, false) => format!("{} by {} answers.", identity.name, identity.author),
    }
}

fn ask_file(form: &'static FileForm, cx: &mut Cx<'_>) {
    cx.ask(Request::AskFile(FileQuery {
        asker: Asker::Page(PageId::Opponents),
        form,
        suggestion: std::env::home_dir().unwrap_or_default(),
        content: QueryContent::Nothing,
    }));
}

/// A text with its name above it.
pub(super) fn text_ui(ui: &mut Ui, label: &str, text: &mut String, hint: &'static str) -> Response {
    let title = theme::caption(ui.ctx(), label);
    field_ui(ui, title, label, text, hint)
}

/// A text with a title in its own style above it.
pub(super) fn field_ui(
    ui: &mut Ui,
    title: RichText,
    label: &str,
    text: &mut String,
    hint: &'static str,
) -> Response {
    ui.add_space(SPACE_XS);
    ui.label(title);
    let field = TextEdit::singleline(text).char_limit(MAX_TEXT_CHARS).hint_text(hint);
    let response = ui.add(field.desired_width(f32::INFINITY));
    response.widget_info(|| WidgetInfo::labeled(Role::TextInput, true, label));
    response
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::session::for_tests::session;
    use egui_kittest::{Harness, kittest::Queryable};
    use minnow_runner::Runner;

    fn form(name: &str, command: &str) -> ProgramForm {
        let (name, command) = (name.to_owned(), command.to_owned());
        ProgramForm { name, command, ..ProgramForm::default() }
    }

    #[test]
    fn a_form_is_kept_whole_or_says_why_not() {
        let mut session = session();
        session.keep_program(form("Amy", "amy").entry("Amy").unwrap());
        for (name, command, problem) in [
            (" ", "bob", Some("Give the program a name.")),
            ("Amy", "bob", Some("There is a program \"Amy\" already. Choose another name.")),
            ("Bob", "", Some("The command is empty.")),
            (" ", "", Some("Enter a command, and give the program a name.")),
            (" ", "bob 'x", Some("The quotation mark ' at character 5 is not closed.")),
            ("Bob", "bob 'x", Some("The quotation mark ' at character 5 is not closed.")),
            (" Bob ", "bob 'a b'", None),
        ] {
            let kept = form(name, command).entry_to_keep(&session);
            assert_eq!(kept.as_ref().err().map(String::as_str), problem, "{name}, {command}");
            if let Ok(entry) = kept {
                assert_eq!(
                    (entry.name.as_str(), &entry.command[..]),
                    ("Bob", &["bob", "a b"].map(str::to_owned)[..])
                );
                let again = ProgramForm::of(&entry);
                assert!(again.is_of("Bob"));
                assert_eq!(again.entry("Bob"), Ok(entry));
            }
        }
        let long = form(&"x".repeat(MAX_NAME_CHARS + 9), "bob").entry_to_keep(&session).unwrap();
        assert_eq!(long.name.len(), MAX_NAME_CHARS);
        let own = ProgramForm { old_name: Some("Amy".to_owned()), ..form("Amy", "amy -x") };
        assert!(own.entry_to_keep(&session).is_ok(), "its own name");
    }

    #[test]
    fn no_message_moves_a_button() {
        let session = session();
        let place = |mut form: ProgramForm| {
            let mut requests = Vec::new();
            let builder = Harness::builder().with_context_setup(theme::install);
            let harness = builder.build_ui(|ui| {
                form.form_ui(ui, &mut Cx::new(&session, 0, &mut requests));
            });
            harness.get_by_label("Keep").rect()
        };
        let open = Some(Err("nothing separates programs".to_owned()));
        let problem = Some("The command is empty.".to_owned());
        let mut tested = form("Amy", "amy");
        tested.tested = tested.entry("Amy").ok();
        tested.found = Some(Ok(TestedProgram::default()));
        let usual = place(ProgramForm::default());
        assert_eq!(usual, place(ProgramForm { isolation: open, ..ProgramForm::default() }));
        assert_eq!(usual, place(ProgramForm { problem, ..ProgramForm::default() }));
        assert_eq!(usual, place(tested));
    }

    #[test]
    fn a_folder_with_a_bot_fills_the_form() {
        let folder = tempfile::tempdir().unwrap();
        let choose = |form: &mut ProgramForm| {
            let query = FileQuery {
                asker: Asker::Page(PageId::Opponents),
                form: &FOLDER,
                suggestion: PathBuf::new(),
                content: QueryContent::Nothing,
            };
            form.chosen(&ChosenFile { query, path: folder.path().to_owned(), confirmed: true });
        };
        let mut own = form("", "amy");
        choose(&mut own);
        assert_eq!((own.command.as_str(), own.folder.is_empty()), ("amy", false));
        let file = folder.path().join(BOT_FILE);
        std::fs::write(&file, "(run: [\"python3\", \"bot.py\"], plays: [])").unwrap();
        choose(&mut own);
        assert_eq!((own.command.as_str(), own.protocol), ("python3 bot.py", Protocol::Text));
        assert!(!own.name.is_empty() && own.old_name.is_none());
        std::fs::write(&file, "(run: 7)").unwrap();
        choose(&mut own);
        assert!(own.problem.is_some());
    }

    #[test]
    fn a_board_may_have_a_name_of_two_words() {
        let mut form = form("Amy", "amy");
        let id = "losalamos".to_owned();
        // As typed before the second word.
        form.variants.insert(id.clone(), "Los ".to_owned());
        assert_eq!(form.entry("Amy").unwrap().variants[&id], "Los");
        assert_eq!(form.variants[&id], "Los ");
    }

    #[test]
    fn a_form_says_what_isolation_lacks() {
        let session = session();
        let mut form = form("Amy", "amy");
        while form.isolation.is_none() {
            form.tick(&session);
            std::thread::yield_now();
        }
        let expected = Runner::new().gaps().map_or(Ok(()), Err);
        form.tick(&session);
        assert_eq!(form.isolation, Some(expected), "it stays");
        form.isolation = Some(Ok(()));
        assert_eq!(form.isolation_text(), None);
        form.isolation = Some(Err("it can write".to_owned()));
        assert_eq!(form.isolation_text().as_deref(), Some("It can write."));
    }

    #[test]
    fn a_test_replaces_the_name_of_the_last_one() {
        let mut form = form("", "amy");
        let identity =
            |name: &str| EngineIdentity { name: name.to_owned(), ..EngineIdentity::default() };
        for name in ["Amy 1", "Amy 2"] {
            form.fill_name(&identity(name));
            assert_eq!(form.name, name);
        }
        form.name = "Own".to_owned();
        form.fill_name(&identity("Amy 3"));
        assert_eq!(form.name, "Own", "the user has typed it");
    }

    #[test]
    fn a_result_is_about_the_tested_command() {
        let mut form = form("Amy", "amy");
        form.tested = form.entry("Amy").ok();
        form.found = Some(Ok(TestedProgram::default()));
        assert!(form.found().is_some());
        form.command = "amy -x".to_owned();
        assert!(form.found().is_none());
    }
}
