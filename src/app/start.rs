//! Opening the window, and the message if it cannot be opened or ends by an internal error.

use std::{
    cell::RefCell,
    env,
    ffi::OsString,
    fmt::Write as _,
    io, mem,
    panic::{AssertUnwindSafe, catch_unwind},
    path::{Path, PathBuf},
    process::{Command, ExitCode},
    rc::Rc,
};

use super::{
    MinnowApp,
    event_loop::{self, WAYLAND_SOCKET, WindowError},
    first_size,
    session::{Alert, settings::WindowPlace},
    storage::{
        autosave::GameProblem,
        crash_report::{PanicRecord, PanicRecorder},
        places::Places,
        settings_file::window_place,
    },
};
use minnow_base::files::{FileAccessError, plain_reason, system};
use minnow_rules::excerpt;

/// The name of the .desktop file.
const APP_ID: &str = "minnow";

/// The most files that one start opens, each in a window of its own.
const MAX_FILES: usize = 8;

/// The last sentence where no window can be opened.
const HELP: &str = "`minnow --help` lists what works without a window";

const NO_OPENGL: &str = if cfg!(any(windows, target_os = "macos")) {
    "the desktop opens no window with OpenGL; a newer driver of the graphics card may bring it"
} else {
    "the display opens no window with OpenGL; on Debian, `apt install libgl1 libegl1 \
     libgl1-mesa-dri` installs an OpenGL that works everywhere"
};

/// Follows the text of winit's panic without one of its libraries.
const INSTALL_LIBRARIES: &str = "on Debian, `apt install libxkbcommon-x11-0 libxcursor1 libxi6` \
                                 installs what is most often missing";

/// A part of the text of that panic.
const NOT_LOADED: &str = "could not be loaded";

/// Opens a window for each file, or one without a file, and returns when the first of them is closed.
/// That one names the files that are missing.
pub fn run(mut files: Vec<PathBuf>) -> ExitCode {
    let panics = PanicRecorder::install();
    // Read first: whoever takes up a connection to Wayland removes its variable.
    let displays = DisplayVariables::read();
    let places = Places::of_user();
    let place = places.as_ref().and_then(window_place);
    let mut missing = take_missing(&mut files);
    let mut left_out = files.split_off(files.len().min(MAX_FILES));
    left_out.extend(missing.split_off(missing.len().min(MAX_FILES)));
    let others = files.split_off(files.len().min(1));
    // The outcome of the autosave.
    let autosave: Rc<RefCell<GameProblem>> = Rc::default();
    let (app_places, app_autosave) = (places.clone(), autosave.clone());
    let opened = catch_unwind(AssertUnwindSafe(|| {
        event_loop::run(
            APP_ID,
            window_options(place),
            place,
            Box::new(move |context| {
                let mut app = MinnowApp::new(context, app_places, files.pop());
                let missing = missing.iter().map(|file| missing_text(file));
                let not_opened = others.into_iter().filter_map(open_beside);
                for problem in missing.chain(not_opened).chain(left_out_text(&left_out)) {
                    app.state.session.keeping.alert(Alert::problem(problem));
                }
                app.ask_for_motion(&context.egui_ctx);
                app_autosave.replace(app.autosave.game_problem());
                Ok(Box::new(app))
            }),
        )
    }));
    let message = match opened {
        Ok(Ok(())) => return ExitCode::SUCCESS,
        Ok(Err(error)) => format!("{}. {HELP}", what_is_missing(&error, &displays)),
        Err(_) if !displays.has_display() => format!("{}. {HELP}", displays.none_answers()),
        Err(panic) => {
            let record = panics.find(panic_text(&*panic));
            message_of_panic(&record, places.as_ref(), &autosave.take())
        }
    };
    minnow_program::report(format_args!("minnow: {message}."));
    // Started by a double click, the program has no console there.
    #[cfg(windows)]
    rfd::MessageDialog::new()
        .set_level(rfd::MessageLevel::Error)
        .set_title("Minnow")
        .set_description(format!("{message}."))
        .show();
    ExitCode::FAILURE
}

/// Takes the files out that do not exist. If none exists, the first one stays: opening it says why.
fn take_missing(files: &mut Vec<PathBuf>) -> Vec<PathBuf> {
    let (mut found, mut missing): (Vec<PathBuf>, Vec<PathBuf>) =
        mem::take(files).into_iter().partition(|file| system::exists(file));
    if found.is_empty() && !missing.is_empty() {
        found.push(missing.remove(0));
    }
    *files = found;
    missing
}

/// The sentence about a file that does not exist.
fn missing_text(file: &Path) -> String {
    let error = system::metadata(file).err().unwrap_or(io::ErrorKind::NotFound.into());
    format!("{}.", FileAccessError::read(file, error))
}

/// Opens a file in a window of its own. Returns a sentence if that fails.
fn open_beside(file: PathBuf) -> Option<String> {
    let started =
        env::current_exe().and_then(|program| Command::new(program).arg("--").arg(&file).spawn());
    let error = started.err()?;
    Some(format!("\"{}\" is not opened: {}.", file.display(), plain_reason(&error)))
}

/// The sentence about files that are too many.
fn left_out_text(files: &[PathBuf]) -> Option<String> {
    let names: Vec<String> =
        files.iter().take(20).map(|file| format!("\"{}\"", file.display())).collect();
    let more = match files.len() - names.len() {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    let names = names.join(", ");
    let opens = format!("Minnow opens at most {MAX_FILES} files at once");
    (!files.is_empty()).then(|| format!("{opens}. It has not opened {names}{more}."))
}

fn window_options(place: Option<WindowPlace>) -> eframe::NativeOptions {
    eframe::NativeOptions {
        viewport: egui::ViewportBuilder::default()
            .with_app_id(APP_ID)
            .with_title("Minnow")
            .with_icon(icon())
            .with_inner_size(place.map_or(first_size::WISH, |place| place.size.into()))
            .with_min_inner_size([480.0, 360.0])
            .with_drag_and_drop(true),
        // Nothing but shadows fades, and each pixel costs more with it.
        dithering: false,
        ..eframe::NativeOptions::default()
    }
}

/// The message after a panic. winit panics without its libraries, and no other panic may be taken
/// for that.
fn message_of_panic(
    record: &PanicRecord,
    places: Option<&Places>,
    problem: &GameProblem,
) -> String {
    if record.text.contains(NOT_LOADED) {
        format!("{}; {INSTALL_LIBRARIES}. {HELP}", record.text.trim_end_matches('.'))
    } else {
        internal_error(record, places, problem)
    }
}

/// The error, the place of the game, and how to report the error.
fn internal_error(record: &PanicRecord, places: Option<&Places>, problem: &GameProblem) -> String {
    let mut message = format!("an internal error ended the window: {}. ", record.summary());
    // Writing to a string cannot fail.
    let _ = match (problem.get(), places) {
        (Some(problem), _) => write!(message, "{problem} "),
        (None, Some(places)) if has_journal(places) => write!(
            message,
            "The game is kept in {}, and the next start resumes it. ",
            places.journals().display()
        ),
        (None, _) => Ok(()),
    };
    message.push_str("To report the error, send ");
    if let Some(Ok(path)) = places.map(|places| record.write(places)) {
        let _ = write!(message, "the file {}", path.display());
    } else {
        message.push_str("this message");
    }
    message.push_str(" and the steps before the error to the people who gave you Minnow");
    message
}

/// True if a running game is on disk.
fn has_journal(places: &Places) -> bool {
    let is_journal = |name: &str| name.starts_with("running-") && name.ends_with(".ron");
    let entries = system::read_dir(places.journals()).into_iter().flatten().flatten();
    entries.into_iter().any(|entry| entry.file_name().to_str().is_some_and(is_journal))
}

/// The text of a panic, as the recorder has it.
fn panic_text(panic: &(dyn std::any::Any + Send)) -> &str {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("no reason was given")
}

/// The variables that may name a display, in the order in which they are tried, each with its value.
struct DisplayVariables([(&'static str, Option<OsString>); 2]);

impl DisplayVariables {
    fn read() -> DisplayVariables {
        let variable = |name| (name, env::var_os(name).filter(|value| !value.is_empty()));
        let wayland = match env::var_os(WAYLAND_SOCKET) {
            Some(descriptor) => (WAYLAND_SOCKET, Some(descriptor)),
            None => variable("WAYLAND_DISPLAY"),
        };
        DisplayVariables([wayland, variable("DISPLAY")])
    }

    fn has_display(&self) -> bool {
        cfg!(any(windows, target_os = "macos")) || self.0.iter().any(|(_, value)| value.is_some())
    }

    /// The message without a display, with what was tried.
    fn none_answers(&self) -> String {
        if cfg!(any(windows, target_os = "macos")) {
            return "there is no desktop to open the window on".to_owned();
        }
        let tried = self.0.each_ref().map(|(name, value)| match value {
            Some(value) => {
                format!("{name} \"{}\" does not answer", excerpt(&value.to_string_lossy()))
            }
            None => format!("{name} is not set"),
        });
        format!("there is no display to open the window on ({})", tried.join(", "))
    }
}

/// The message for the user. The library's own texts contain paths of the build machine.
fn what_is_missing(error: &WindowError, displays: &DisplayVariables) -> String {
    match error {
        WindowError::NoDisplay(_) => displays.none_answers(),
        WindowError::NoWindow => NO_OPENGL.to_owned(),
    }
}

/// The icon for title bars and task lists; without one the desktop shows its own.
fn icon() -> egui::IconData {
    let image = super::ui::drawing::image_of_svg(include_str!("../../assets/icon/minnow.svg"), 128);
    image.map_or_else(egui::IconData::default, |image| egui::IconData {
        width: image.size[0] as u32,
        height: image.size[1] as u32,
        rgba: image.pixels.iter().flat_map(|pixel| pixel.to_srgba_unmultiplied()).collect(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_that_are_too_many_are_named() {
        assert_eq!(left_out_text(&[]), None);
        let files: Vec<PathBuf> = (1..=23).map(|number| format!("{number}.pgn").into()).collect();
        let text = |count| left_out_text(&files[..count]).unwrap();
        assert_eq!(
            text(2),
            "Minnow opens at most 8 files at once. It has not opened \"1.pgn\", \"2.pgn\"."
        );
        assert!(text(23).ends_with(", \"20.pgn\" and 3 more."), "{}", text(23));
    }

    #[test]
    fn missing_files_keep_no_other_from_opening() {
        let folder = tempfile::tempdir().unwrap();
        let [good, gone, lost] =
            ["good.minnow.ron", "gone.ron", "lost"].map(|name| folder.path().join(name));
        std::fs::write(&good, "").unwrap();
        let mut files = vec![gone.clone(), good.clone(), lost.clone()];
        assert_eq!(take_missing(&mut files), [gone.clone(), lost.clone()]);
        assert_eq!(files, [good]);
        let expected =
            format!("\"{}\" cannot be opened: there is no such file or folder.", gone.display());
        assert_eq!(missing_text(&gone), expected);
        // The window says why the only one cannot be opened.
        let mut files = vec![gone.clone(), lost.clone()];
        assert_eq!(take_missing(&mut files), [lost]);
        assert_eq!(files, [gone]);
        let mut none = Vec::new();
        assert!(take_missing(&mut none).is_empty() && none.is_empty());
    }

    #[test]
    fn only_missing_libraries_lead_to_package_advice() {
        let message = |text: &str| {
            let record = PanicRecord { text: text.to_owned(), place: String::new() };
            message_of_panic(&record, None, &GameProblem::default())
        };
        let library = message("Library libxkbcommon-x11.so could not be loaded.");
        assert!(
            library.contains("libxkbcommon-x11.so could not be loaded; on Debian, `apt install")
        );
        let thread = message("failed to spawn thread: Os { code: 11, kind: WouldBlock }");
        assert!(thread.starts_with("an internal error ended the window: failed to spawn thread"));
        assert!(!thread.contains("apt"));
    }

    #[test]
    fn an_internal_error_names_game_and_report() {
        let folder = tempfile::tempdir().unwrap();
        let places = Places::below(folder.path());
        let record =
            PanicRecord { text: "a planted fault".to_owned(), place: "src/a.rs:7".to_owned() };
        let none = internal_error(&record, Some(&places), &GameProblem::default());
        assert!(!none.contains("kept"), "there is no game: {none}");
        std::fs::create_dir_all(places.journals()).unwrap();
        std::fs::write(places.journals().join("running-1.ron"), "").unwrap();
        let kept = internal_error(&record, Some(&places), &GameProblem::default());
        let report = places.new_crash_report();
        assert_eq!(
            kept,
            format!(
                "an internal error ended the window: a planted fault (src/a.rs:7). The game is kept \
                 in {}, and the next start resumes it. To report the error, send the file {} and the \
                 steps before the error to the people who gave you Minnow",
                places.journals().display(),
                report.display()
            )
        );
        assert!(report.exists());
        let full = GameProblem::default();
        full.set(Some("The running game is not kept: the disk is full.".to_owned()));
        let lost = internal_error(&record, None, &full);
        assert!(
            lost.contains("not kept: the disk is full. To report the error, send this message")
        );
    }
}
