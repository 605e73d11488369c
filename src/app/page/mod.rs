//! The program as a web page: its start, its storage, and what the page does for the window.
//!
//! `web/start.js` is the other half. It loads the stored files into memory, starts the window, and
//! calls the functions exported here; what the window needs from the page it provides as functions
//! named in [`script`].

#![expect(
    unreachable_pub,
    reason = "what the page calls is exported by wasm-bindgen, which wants it `pub`"
)]

mod bench;
mod data;
pub mod dialogs;
mod mirror;
mod script;
mod storage;

use crate::app::request::Request;
use std::{
    cell::RefCell,
    path::{Path, PathBuf},
    sync::Mutex,
};

use eframe::{WebOptions, WebRunner};
use egui::Context;
use wasm_bindgen::prelude::*;
use web_sys::HtmlCanvasElement;

use super::{
    MinnowApp,
    session::{Alert, KeptThing, Session},
    storage::places::Places,
};
use minnow_base::sync::lock_briefly;
use minnow_engine::{StaticEvaluation, Strength, rating_of};
use minnow_jobs::worker::wake_page;
use minnow_rules::{Position, builtin_variants};
use minnow_study::analysis::WinCurve;

pub use data::save_all_data;
pub(super) use dialogs::read_dropped;
use mirror::Mirror;
pub use script::{choose_all_data, link_base, play_sound, read_clipboard, set_title};

/// The folder above those of [`Places`]. Files that the user opens and saves have no folder, so that
/// sentences name them as the user does.
const ROOT: &str = "/minnow";

thread_local! {
    /// The running window; only on the page's thread.
    static RUNNER: RefCell<Option<WebRunner>> = const { RefCell::new(None) };
    static CONTEXT: RefCell<Option<Context>> = const { RefCell::new(None) };
}

/// The requests of the page since the last frame.
static ARRIVED: Mutex<Vec<Request>> = Mutex::new(Vec::new());

/// Sentences about what has gone wrong since the last frame, which stay until the user dismisses them.
static PROBLEMS: Mutex<Vec<String>> = Mutex::new(Vec::new());

/// Sentences about what the browser did not allow since the last frame.
static REFUSALS: Mutex<Vec<String>> = Mutex::new(Vec::new());

/// The actions that have arrived since the last call: pasted text, dropped files and links.
pub(super) fn arrivals() -> Vec<Request> {
    std::mem::take(&mut *lock_briefly(&ARRIVED))
}

/// Shows what has gone wrong since the last call.
pub(super) fn report(session: &mut Session) {
    session.keeping.report(KeptThing::Page, storage::problem());
    for text in std::mem::take(&mut *lock_briefly(&PROBLEMS)) {
        session.keeping.alert(Alert::problem(text));
    }
    std::mem::take(&mut *lock_briefly(&REFUSALS)).into_iter().for_each(|text| session.error(text));
}

fn complain(problem: String) {
    lock_briefly(&PROBLEMS).push(problem);
    wake_page();
}

/// Says what the browser does not allow.
fn refuse(problem: &str) {
    lock_briefly(&REFUSALS).push(problem.to_owned());
    wake_page();
}

fn arrive(action: Request) {
    lock_briefly(&ARRIVED).push(action);
    wake_page();
}

/// Opens the window on a canvas. With `keeps`, files are stored; without, the browser has no storage.
///
/// # Errors
///
/// The browser's error, as where there is no WebGL.
#[wasm_bindgen(js_name = startWindow)]
pub async fn start_window(canvas: HtmlCanvasElement, keeps: bool) -> Result<(), JsValue> {
    storage::watch();
    make_shared_data();
    let places = keeps.then(|| Places::below(Path::new(ROOT)));
    let runner = WebRunner::new();
    // After eframe's own, which has nothing to show.
    let earlier = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |info| {
        earlier(info);
        script::failed(&info.to_string());
    }));
    let created = Box::new(move |creation: &eframe::CreationContext<'_>| {
        CONTEXT.with(|context| context.replace(Some(creation.egui_ctx.clone())));
        creation.egui_ctx.add_plugin(Mirror::default());
        let mut app = MinnowApp::new(creation, places, None);
        app.set_system_motion(script::is_motion_reduced());
        Ok(Box::new(app) as Box<dyn eframe::App>)
    });
    runner.start(canvas, WebOptions { dithering: false, ..WebOptions::default() }, created).await?;
    RUNNER.with(|running| running.replace(Some(runner)));
    Ok(())
}

/// Makes what the page and its workers share and what is made when it is first used: the page must
/// not wait for a worker that is making it.
fn make_shared_data() {
    for variant in builtin_variants() {
        let _ = StaticEvaluation::new(variant).score(&Position::start(variant));
        let _ = (WinCurve::of(variant), rating_of(variant, Strength::of_level(12)));
    }
}

/// Draws a frame; called when a worker has news.
#[wasm_bindgen(js_name = drawFrame)]
pub fn draw_frame() {
    CONTEXT.with_borrow(|context| {
        if let Some(context) = context {
            context.request_repaint();
        }
    });
}

/// Keeps the game and its clock in memory before it returns; called when the page is hidden or left.
/// The page stores them next.
#[wasm_bindgen(js_name = keepNow)]
pub fn keep_now() {
    RUNNER.with_borrow(|runner| {
        if let Some(mut app) = runner.as_ref().and_then(WebRunner::app_mut::<MinnowApp>) {
            app.keep_now();
        }
    });
}

/// Follows a link: takes what stands behind the `#` of the address.
#[wasm_bindgen(js_name = takeLink)]
pub fn take_link(fragment: String) {
    arrive(Request::FollowLink(fragment));
}

/// Takes text from the clipboard.
#[wasm_bindgen(js_name = takePasted)]
pub fn take_pasted(text: String) {
    arrive(Request::Paste(text));
}

/// Says that the browser lets the page read no clipboard.
#[wasm_bindgen(js_name = notePasteRefused)]
pub fn note_paste_refused() {
    refuse("The browser does not let this page read the clipboard; press Ctrl+V.");
}

/// The path of a file of the user with this name.
fn user_file(name: &str) -> PathBuf {
    name.replace(['/', '\\'], "_").into()
}
