//! Opens the window, and explains what is missing where it cannot be opened.

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    path::PathBuf,
    process::ExitCode,
};

use super::{MinnowApp, storage::places::Places};

/// The name of the .desktop file and of the folder in which eframe keeps the window's size. It must
/// never change.
const APP_ID: &str = "minnow";

/// Opens the window, with a saved game if one is named, and returns when it is closed.
pub fn run(file: Option<PathBuf>) -> ExitCode {
    let options = eframe::NativeOptions {
        viewport: egui::ViewportBuilder::default()
            .with_app_id(APP_ID)
            .with_title("Minnow")
            .with_icon(icon())
            .with_inner_size([1280.0, 800.0])
            .with_min_inner_size([480.0, 360.0])
            .with_drag_and_drop(true),
        ..eframe::NativeOptions::default()
    };
    let places = Places::of_user();
    // winit panics where libxkbcommon-x11 is missing; the user gets a sentence here, too.
    let opened = catch_unwind(AssertUnwindSafe(|| {
        eframe::run_native(
            APP_ID,
            options,
            Box::new(|context| Ok(Box::new(MinnowApp::new(context, places, file)))),
        )
    }));
    let missing = match opened {
        Ok(Ok(())) => return ExitCode::SUCCESS,
        Ok(Err(error)) => what_is_missing(&error),
        Err(_) if has_display() => {
            "the window failed to open; on Debian, `apt install libxkbcommon-x11-0 libxcursor1 libxi6` \
             installs what is most often missing"
        }
        Err(_) => NO_DISPLAY,
    };
    eprintln!("minnow: {missing}. `minnow --help` lists what works without a window.");
    ExitCode::FAILURE
}

const NO_DISPLAY: &str = "there is no display to open the window on (DISPLAY and WAYLAND_DISPLAY \
                          are not set or do not answer)";

fn has_display() -> bool {
    let set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    set("DISPLAY") || set("WAYLAND_DISPLAY")
}

/// The message for the user. The library's own texts contain paths of the build machine.
fn what_is_missing(error: &eframe::Error) -> &'static str {
    match error {
        eframe::Error::WinitEventLoop(_) | eframe::Error::Winit(_) => NO_DISPLAY,
        eframe::Error::Glutin(_)
        | eframe::Error::NoGlutinConfigs(..)
        | eframe::Error::OpenGL(_) => {
            "the display offers no OpenGL; on Debian, `apt install libgl1 libegl1 libgl1-mesa-dri` \
             installs one that works everywhere"
        }
        _ => "the window could not be opened",
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
