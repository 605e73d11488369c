//! Copying where the browser gives a page no clipboard, as over http from another machine. eframe only
//! logs an error there.

use egui::{Context, FullOutput, OutputCommand};

use super::{refuse, script};

/// Copies by the page's script what eframe could not copy.
#[derive(Default)]
pub struct ClipboardFallback;

impl egui::Plugin for ClipboardFallback {
    fn debug_name(&self) -> &'static str {
        "clipboard"
    }

    fn output_hook(&mut self, _: &Context, output: &mut FullOutput) {
        if script::has_clipboard() {
            return;
        }
        for command in &output.platform_output.commands {
            match command {
                OutputCommand::CopyText(text) if !script::copy(text) => {
                    refuse("The browser does not let this page copy.");
                }
                OutputCommand::CopyImage(_) => refuse(
                    "The browser lets only pages with an https address copy pictures; save the \
                     picture instead.",
                ),
                _ => {}
            }
        }
    }
}
