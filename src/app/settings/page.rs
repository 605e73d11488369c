//! The page of all settings: sections with headings on one scrolling page.

use egui::{
    Align, Button, Label, Response, Role, Sense, Slider, TextWrapMode, Ui, WidgetInfo, vec2,
};

use super::look::{board_look_ui, theme_ui, zoom_ui};
use crate::app::{
    context::Cx,
    pages::{Page, PageId, PageSubject},
    registry::Opener,
    request::Request,
    session::settings::{EngineSettings, HASH_SIZES_MB, MOST_LINES},
    session::{Question, Session},
    setting_rows::{Switch, name_ui, reply_ui, switch},
    ui::number::{NumberField, limit_text, number_row_ui},
    ui::theme::{self, CONTROL_HEIGHT, SPACE_L, SPACE_S, SPACE_XS, caption},
    ui::widgets::{drop_down_ui, note_ui, option_ui, segmented_ui, toggle_row_ui, wide_slider_ui},
};
use minnow_engine::{LEVELS, Level, TableSize};
use minnow_jobs::available_cores;

/// A section of the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Section {
    Board,
    Look,
    Sound,
    Play,
    Engine,
    Data,
}

impl Section {
    const ALL: [Section; 6] = [
        Section::Board,
        Section::Look,
        Section::Sound,
        Section::Play,
        Section::Engine,
        Section::Data,
    ];

    fn name(self) -> &'static str {
        match self {
            Section::Board => "Board",
            Section::Look => "Look",
            Section::Sound => "Sound",
            Section::Play => "Play",
            Section::Engine => "Engine",
            Section::Data => "Data",
        }
    }
}

/// The settings that are on or off, each with its section, in their order there.
static SWITCHES: [(Section, Switch); 10] = [
    (Section::Board, switch!("Coordinates", marks.coordinates)),
    (Section::Board, switch!("Dots where a piece can go", marks.targets)),
    (Section::Board, switch!("Mark the last move", marks.last_move)),
    (Section::Board, switch!("Confirm each move", confirm_moves)),
    (Section::Board, switch!("Premoves", premoves)),
    (Section::Sound, switch!("Sounds", sounds)),
    (Section::Play, Switch::WARN_KING),
    (Section::Play, Switch::COACH),
    (Section::Play, Switch::RESIGNS),
    (Section::Play, Switch::SHOW_THINKING),
];

/// The next step of the jump to a chosen section.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Jump {
    #[default]
    Done,
    Focus,
    Scroll,
}

/// The page.
#[derive(Debug, Default)]
pub struct SettingsPage {
    /// The section that the user has chosen among the links, and the next step to it.
    chosen: Option<Section>,
    jump: Jump,
}

impl SettingsPage {
    /// It stands in the menu beside the groups.
    pub(in crate::app) const OPENER: Option<Opener> = None;

    /// A row of links to the sections.
    fn links_ui(&mut self, ui: &mut Ui) {
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing.x = SPACE_L;
            // Else the rectangle of a link that begins a line covers the line above, too.
            ui.style_mut().wrap_mode = Some(TextWrapMode::Extend);
            for section in Section::ALL {
                if ui.link(section.name()).clicked() {
                    (self.chosen, self.jump) = (Some(section), Jump::Focus);
                }
            }
        });
    }

    /// The heading of a section. That of the chosen one takes the focus, so that Tab goes on from there.
    fn heading_ui(&mut self, ui: &mut Ui, section: Section) {
        let is_chosen = self.chosen == Some(section);
        let sense = if is_chosen { Sense::focusable_noninteractive() } else { Sense::hover() };
        ui.add_space(SPACE_S);
        let heading = ui.add(Label::new(theme::heading(section.name())).sense(sense));
        heading.widget_info(|| WidgetInfo::labeled(Role::Heading, true, section.name()));
        if is_chosen {
            self.jump_to(&heading);
        }
    }

    /// A control that has just got the focus is scrolled to the nearest edge, so the heading goes to the
    /// top in the next frame.
    fn jump_to(&mut self, heading: &Response) {
        self.jump = match self.jump {
            Jump::Focus => {
                heading.request_focus();
                heading.ctx.request_repaint();
                Jump::Scroll
            }
            Jump::Scroll => {
                heading.scroll_to_me(Some(Align::TOP));
                Jump::Done
            }
            Jump::Done => Jump::Done,
        };
    }
}

impl Page for SettingsPage {
    fn title(&self, _: &Session) -> String {
        "Settings".to_owned()
    }

    fn open(&mut self, _: PageSubject<'_>, _: &mut Session) {
        *self = SettingsPage::default();
    }

    fn ui(&mut self, ui: &mut Ui, cx: &mut Cx<'_>) {
        ui.spacing_mut().item_spacing.y = SPACE_XS;
        self.links_ui(ui);
        for section in Section::ALL {
            self.heading_ui(ui, section);
            match section {
                Section::Board | Section::Sound => {}
                Section::Look => look_ui(ui, cx),
                Section::Play => play_ui(ui, cx),
                Section::Engine => engine_ui(ui, cx),
                Section::Data => data_ui(ui, cx),
            }
            for (_, switch) in SWITCHES.iter().filter(|(of, _)| *of == section) {
                switch.ui(ui, cx);
            }
            if section == Section::Sound && cx.session.settings.sounds {
                volume_ui(ui, cx);
            }
        }
    }

    /// The user has answered whether to reset the settings.
    fn answered(&mut self, choice: usize, session: &mut Session, _: u64) {
        if choice == 0 {
            let reset = session.settings.reset();
            super::change(session, reset);
        }
    }
}

/// The name of a group in a section.
pub(super) fn group_ui(ui: &mut Ui, name: &str) {
    ui.add_space(SPACE_S);
    ui.label(caption(ui.ctx(), name));
}

fn look_ui(ui: &mut Ui, cx: &mut Cx<'_>) {
    group_ui(ui, "Theme");
    if let Some(theme) = theme_ui(ui, cx.session.settings.theme) {
        cx.change_settings(|changed| changed.theme = theme);
    }
    if let Some(step) = zoom_ui(ui) {
        cx.change_settings(|changed| changed.zoom += step);
    }
    board_look_ui(ui, cx);
    ui.add_space(SPACE_S);
    let animates = cx.session.settings.animates();
    if toggle_row_ui(ui, "Animations", animates) {
        cx.change_settings(|changed| changed.set_animates(!animates));
    }
}

fn volume_ui(ui: &mut Ui, cx: &mut Cx<'_>) {
    let mut volume = cx.session.settings.volume;
    group_ui(ui, &format!("Volume {volume} %"));
    let response = wide_slider_ui(ui, Slider::new(&mut volume, 0..=100).step_by(10.0));
    response.widget_info(|| WidgetInfo::slider(true, f64::from(volume), "Volume"));
    if volume != cx.session.settings.volume {
        cx.change_settings(|changed| changed.volume = volume);
    }
}

/// The settings of every game. Those of the next game stand beside the board.
fn play_ui(ui: &mut Ui, cx: &mut Cx<'_>) {
    name_ui(ui, cx);
    difficulty_ui(ui, cx);
    group_ui(ui, "Reply");
    reply_ui(ui, cx);
    ui.add_space(SPACE_S);
}

/// The level of the next opponent.
fn difficulty_ui(ui: &mut Ui, cx: &mut Cx<'_>) {
    let settings = &cx.session.settings;
    let mut number = settings.level;
    let level = Level::get(number);
    group_ui(ui, &format!("Difficulty {number} of {}: {}", LEVELS.len(), level.name));
    let response = wide_slider_ui(ui, Slider::new(&mut number, 1..=LEVELS.len() as u8));
    response.widget_info(|| WidgetInfo::slider(true, f64::from(number), "Difficulty"));
    let other = match (settings.use_custom, settings.uses_match()) {
        _ if settings.program_name().is_some() => "A program is chosen in its place.",
        (true, _) => "Limits of your own are chosen in its place.",
        (_, true) => "Match me is chosen in its place.",
        _ => level.about,
    };
    note_ui(ui, other);
    if number != settings.level {
        cx.change_settings(|changed| changed.level = number);
    }
}

/// The folders of the data, and the ways to move them.
fn data_ui(ui: &mut Ui, cx: &mut Cx<'_>) {
    let session = cx.session;
    let mut buttons = Vec::new();
    if session.page_address.is_some() {
        buttons.push(("Save all data\u{2026}", Request::SaveAllData));
        buttons.push(("Load all data\u{2026}", Request::LoadAllData));
        ui.label("Settings, games and results are kept in this browser.");
    } else if let Some(folder) = &session.data_folder {
        let place = format!("Games and results are kept in {}.", folder.display());
        ui.add(Label::new(place).wrap());
        if ui.link("Copy the path").clicked() {
            ui.ctx().copy_text(folder.display().to_string());
        }
    } else {
        ui.label("There is no folder for games and results.");
    }
    buttons.push(("Your games\u{2026}", Request::Show(PageId::YourGames)));
    let question = Question::of_page(
        PageId::Settings,
        "Reset the settings?",
        "Board, look, sound, ways of play and engine take their defaults. Your name, the difficulty and \
         the choices for the next game stay.",
        ["Reset", "Cancel"],
    );
    buttons.push(("Reset settings\u{2026}", Request::Ask(Box::new(question))));
    ui.horizontal_wrapped(|ui| {
        for (text, request) in buttons {
            if ui.add(Button::new(text).min_size(vec2(0.0, CONTROL_HEIGHT))).clicked() {
                cx.ask(request);
            }
        }
    });
}

/// The settings of the analysis: threads, memory, lines and limits. They apply at once.
fn engine_ui(ui: &mut Ui, cx: &mut Cx<'_>) {
    let present = cx.session.settings.engine;
    let mut engine = present;
    note_ui(ui, "The search ends at the first limit it reaches.");
    group_ui(ui, "Lines");
    let names: Vec<String> = (1..=MOST_LINES).map(|lines| lines.to_string()).collect();
    let options: Vec<(&str, bool)> =
        names.iter().zip(1..).map(|(name, lines)| (name.as_str(), lines == engine.lines)).collect();
    if let Some(index) = segmented_ui(ui, "Lines", &options) {
        engine.lines = index + 1;
    }
    group_ui(ui, "Limits for a position");
    limits_ui(ui, &mut engine);
    group_ui(ui, "Threads and memory");
    let label = format!("Threads (of {})", available_cores());
    let threads = NumberField { speed: 0.05, ..NumberField::whole(1..=available_cores()) };
    number_row_ui(ui, &label, &mut engine.threads, &threads);
    drop_down_ui(ui, "Memory", &memory_text(engine.hash_mb), |ui| {
        for hash_mb in HASH_SIZES_MB {
            if option_ui(ui, hash_mb == engine.hash_mb, memory_text(hash_mb)).clicked() {
                engine.hash_mb = hash_mb;
            }
        }
    });
    if let Some(text) = cx.session.engine.table_size().and_then(reduced_text) {
        note_ui(ui, text);
    }
    if engine != present {
        cx.change_settings(|changed| changed.engine = engine);
    }
}

/// The sentence for a table that is smaller than wanted.
fn reduced_text(size: TableSize) -> Option<String> {
    size.is_reduced().then(|| format!("In use: {size}."))
}

fn memory_text(hash_mb: usize) -> String {
    format!("Memory: {hash_mb} MB")
}

/// Depth and time. Either may be unlimited.
fn limits_ui(ui: &mut Ui, engine: &mut EngineSettings) {
    let mut depth = engine.depth_plies.unwrap_or(0);
    let mut seconds = engine.seconds.unwrap_or(0);
    let limit =
        |most: u32, unit| NumberField { unit, text: limit_text, ..NumberField::whole(0..=most) };
    let plies = limit(EngineSettings::MOST_PLIES, " half-moves");
    number_row_ui(ui, "Depth, at most", &mut depth, &plies);
    let time = NumberField { speed: 0.2, ..limit(EngineSettings::MOST_SECONDS, " s") };
    number_row_ui(ui, "Time, at most", &mut seconds, &time);
    engine.depth_plies = (depth > 0).then_some(depth);
    engine.seconds = (seconds > 0).then_some(seconds);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::session::settings::Settings;

    #[test]
    fn each_switch_changes_and_keeps_its_value() {
        for (index, (_, switch)) in SWITCHES.iter().enumerate() {
            let mut settings = Settings::default();
            let others = |settings: &Settings| {
                let others = SWITCHES.iter().enumerate().filter(|(other, _)| *other != index);
                others.map(|(_, (_, other))| (other.is_on)(settings)).collect::<Vec<bool>>()
            };
            let (before, others_before) = ((switch.is_on)(&settings), others(&settings));
            for is_on in [!before, before] {
                (switch.set)(&mut settings, is_on);
                let kept = Settings::from_ron(&settings.to_ron().unwrap()).unwrap();
                assert_eq!((switch.is_on)(&kept), is_on, "{}", switch.label);
                assert_eq!(others(&kept), others_before, "{} changes another", switch.label);
            }
        }
    }

    #[test]
    fn only_a_reduced_table_is_mentioned() {
        let text = |in_use_mb| reduced_text(TableSize { wanted_mb: 64, in_use_mb });
        assert_eq!(text(64), None);
        let reduced = "In use: 32 MB of the 64 MB wanted: the system refuses more memory.";
        assert_eq!(text(32).as_deref(), Some(reduced));
    }
}
