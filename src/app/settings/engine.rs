//! The settings of the analysis: threads, memory, lines and limits. They apply at once.

use egui::{DragValue, RichText, Ui};

use super::page::group_ui;
use crate::app::{
    context::Cx,
    session::settings::{EngineSettings, HASH_SIZES_MB, MOST_LINES},
    ui::theme::Theme,
    ui::widgets::{drop_down_ui, labelled_ui, open_text, option_ui, segmented_ui},
};
use minnow_engine::TableSize;
use minnow_jobs::available_cores;

/// Draws the group.
pub(super) fn engine_ui(ui: &mut Ui, cx: &mut Cx<'_>) {
    let present = cx.session.settings.engine;
    let mut engine = present;
    let color = Theme::of(ui).muted;
    ui.label(RichText::new("The search ends at the first limit it reaches.").small().color(color));
    group_ui(ui, "Lines");
    let names: Vec<String> = (1..=MOST_LINES).map(|lines| lines.to_string()).collect();
    let options: Vec<(&str, bool)> =
        names.iter().zip(1..).map(|(name, lines)| (name.as_str(), lines == engine.lines)).collect();
    if let Some(index) = segmented_ui(ui, "Lines", &options) {
        engine.lines = index + 1;
    }
    group_ui(ui, "Limits for a position");
    limits_ui(ui, &mut engine);
    group_ui(ui, "Engine");
    labelled_ui(ui, &format!("Threads (of {})", available_cores()), |ui| {
        ui.add(DragValue::new(&mut engine.threads).range(1..=available_cores()).speed(0.05))
    });
    drop_down_ui(ui, "Memory", &memory_text(engine.hash_mb), |ui| {
        for hash_mb in HASH_SIZES_MB {
            if option_ui(ui, hash_mb == engine.hash_mb, memory_text(hash_mb)).clicked() {
                engine.hash_mb = hash_mb;
            }
        }
    });
    if let Some(text) = cx.session.engine.table_size().and_then(reduced_text) {
        ui.label(RichText::new(text).small().color(color));
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
    labelled_ui(ui, "Depth, at most", |ui| {
        let field = DragValue::new(&mut depth).range(0..=EngineSettings::MOST_PLIES).speed(0.1);
        ui.add(field.custom_formatter(|depth, _| open_text(depth, "plies")))
    });
    labelled_ui(ui, "Time, at most", |ui| {
        let field = DragValue::new(&mut seconds).range(0..=EngineSettings::MOST_SECONDS).speed(0.2);
        ui.add(field.custom_formatter(|seconds, _| open_text(seconds, "s")))
    });
    engine.depth_plies = (depth > 0).then_some(depth);
    engine.seconds = (seconds > 0).then_some(seconds);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_reduced_table_is_mentioned() {
        let text = |in_use_mb| reduced_text(TableSize { wanted_mb: 64, in_use_mb });
        assert_eq!(text(64), None);
        let reduced = "In use: 32 MB of the 64 MB wanted: the system refuses more memory.";
        assert_eq!(text(32).as_deref(), Some(reduced));
    }
}
