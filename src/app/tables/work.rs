//! The controls of a build of end-game tables: the button that begins it, and its progress with the
//! button that ends it.

use egui::{ProgressBar, Response, Ui};

use crate::app::ui::theme::{self, SPACE_S, Theme};
use minnow_jobs::JobProgress;

/// In points.
const BAR_HEIGHT: f32 = 6.0;

/// The button that begins the build of tables with this many entries.
pub fn missing_ui(ui: &mut Ui, entries: u64) -> Response {
    let millions = (entries as f64 / 1e6).max(0.1);
    let text = format!(
        "With four men or fewer the result of every position can be known. \
         {millions:.1} million positions are worked out once and kept."
    );
    ui.button("Build the tables").on_hover_text(text)
}

/// The progress of a build, drawn from right to left; returns the button that ends it.
pub fn building_ui(ui: &mut Ui, progress: Option<JobProgress>) -> Response {
    let share =
        progress.map_or(0.0, |progress| progress.done as f32 / progress.total.max(1) as f32);
    let percent = (100.0 * share) as u32;
    ui.spacing_mut().item_spacing.x = SPACE_S;
    let stop = ui.button("Stop");
    ui.label(theme::muted(ui, format!("Building: {percent} %")));
    let bar = ProgressBar::new(share).fill(Theme::of(ui).accent);
    ui.add(bar.desired_height(BAR_HEIGHT).desired_width(ui.available_width()));
    stop
}
