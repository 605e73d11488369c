//! The functions of the page's script that the window calls; `web/start.js` defines them.

use wasm_bindgen::prelude::*;

use super::storage::StoredPart;

#[wasm_bindgen]
extern "C" {
    /// Shows that the program has ended by an error.
    #[wasm_bindgen(js_name = minnowFailed)]
    pub fn failed(text: &str);

    /// Stores files; `contents` has `undefined` for a file that is gone. Calls `noteStored` at the end.
    #[wasm_bindgen(js_name = minnowStore)]
    pub fn store(
        part: StoredPart,
        paths: Vec<String>,
        contents: js_sys::Array,
        modified_ms: Vec<f64>,
    );

    /// Gives the user a file, as a download.
    #[wasm_bindgen(js_name = minnowDownload)]
    pub fn download(name: &str, content: js_sys::Uint8Array);

    /// Stores files as [`store`] does, and loads the page again with them; meanwhile nothing else is
    /// stored. Calls `noteNotReplaced` if it fails.
    #[wasm_bindgen(js_name = minnowReplaceData)]
    pub fn replace_data(paths: Vec<String>, contents: js_sys::Array, modified_ms: Vec<f64>);

    /// Shows the browser's file chooser for a file with all data. Calls `takeAllData` at the end, or
    /// `noteNotReplaced` if the browser has no storage for the data.
    #[wasm_bindgen(js_name = minnowChooseData)]
    pub fn choose_all_data();

    /// Shows the browser's file chooser. Calls `takeChosen` at the end.
    #[wasm_bindgen(js_name = minnowChoose)]
    pub fn choose(accepted: &str, several: bool);

    /// Plays samples from -1 to 1 at this rate.
    #[wasm_bindgen(js_name = minnowPlay)]
    fn play(samples: js_sys::Float32Array, rate: u32);

    /// True if the user asks for less motion.
    #[wasm_bindgen(js_name = minnowReducesMotion)]
    pub fn is_motion_reduced() -> bool;

    /// Has a screen reader say a sentence.
    #[wasm_bindgen(js_name = minnowAnnounce)]
    pub fn announce(text: &str);

    /// Changes the elements that screen readers see; the text is JSON.
    #[wasm_bindgen(js_name = minnowMirror)]
    pub fn mirror(changes: &str);

    /// Reads the clipboard. Calls `takePasted`, or `notePasteRefused` if the browser refuses.
    #[wasm_bindgen(js_name = minnowPaste)]
    pub fn read_clipboard();

    /// The address of the page without what follows `#`.
    #[wasm_bindgen(js_name = minnowAddress)]
    pub fn link_base() -> String;

    /// Sets the title of the page.
    #[wasm_bindgen(js_name = minnowTitle)]
    pub fn set_title(title: &str);
}

/// Plays samples from -1 to 1; returns at once.
pub fn play_sound(samples: &[f32], rate: u32) {
    play(js_sys::Float32Array::from(samples), rate);
}
