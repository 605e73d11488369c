//! The window's controls as elements of the page, for screen readers and other programs.
//!
//! egui describes each frame as a tree of AccessKit nodes, which eframe drops in a browser. This plugin
//! passes the differences between two frames to `web/mirror.js`, which keeps an invisible element for
//! each node, in its place. A click on an element comes back as an action on its node. What changes in
//! a live region is said by the page.

use std::{
    collections::{BTreeMap, HashMap},
    sync::Mutex,
};

use egui::{
    Context, Event, FullOutput, RawInput,
    accesskit::{Action, ActionRequest, Live, Node, NodeId, Role, Toggled, TreeId, TreeUpdate},
};
use serde::Serialize;
use wasm_bindgen::prelude::*;

use super::script;
use minnow_base::sync::lock_briefly;
use minnow_jobs::worker::wake_page;

/// The clicks on elements since the last frame, by the numbers of the elements.
static CLICKS: Mutex<Vec<u32>> = Mutex::new(Vec::new());

/// Clicks an element; called by `web/mirror.js`.
#[wasm_bindgen(js_name = clickMirrored)]
pub fn click_mirrored(number: u32) {
    lock_briefly(&CLICKS).push(number);
    wake_page();
}

/// An element for a node.
#[derive(Serialize)]
struct Element {
    id: u32,
    /// The role by WAI-ARIA 1.2; empty if the element has none, `text` for plain text.
    role: &'static str,
    text: String,
    value: Option<String>,
    description: Option<String>,
    number: Option<f64>,
    least: Option<f64>,
    most: Option<f64>,
    disabled: bool,
    pressed: Option<bool>,
    selected: Option<bool>,
    expanded: Option<bool>,
    /// Left, top, width and height in pixels of the page.
    bounds: [f64; 4],
    children: Vec<u32>,
}

/// The differences between two frames.
#[derive(Serialize)]
struct Changes {
    shown: Vec<Element>,
    gone: Vec<u32>,
    /// The element with the focus of the window.
    focus: Option<u32>,
}

/// Keeps the nodes of the last frame and the numbers of their elements.
#[derive(Default)]
pub struct Mirror {
    /// The nodes of the last frame, each with the number of its element.
    shown: HashMap<NodeId, (u32, Node)>,
    next_number: u32,
    focus: Option<NodeId>,
    scale: f32,
    /// The texts of the live regions of the last frame.
    said: BTreeMap<NodeId, String>,
}

impl egui::Plugin for Mirror {
    fn debug_name(&self) -> &'static str {
        "mirror"
    }

    fn setup(&mut self, ctx: &Context) {
        ctx.enable_accesskit();
    }

    fn input_hook(&mut self, _: &Context, input: &mut RawInput) {
        for number in std::mem::take(&mut *lock_briefly(&CLICKS)) {
            let found = self.shown.iter().find(|(_, (shown, _))| *shown == number);
            input.events.extend(found.map(|(id, _)| {
                Event::AccessKitActionRequest(ActionRequest {
                    action: Action::Click,
                    target_tree: TreeId::ROOT,
                    target_node: *id,
                    data: None,
                })
            }));
        }
    }

    fn output_hook(&mut self, ctx: &Context, output: &mut FullOutput) {
        if let Some(update) = output.platform_output.accesskit_update.take() {
            self.show(update, ctx.zoom_factor());
        }
    }
}

impl Mirror {
    /// Shows the tree of a frame; `scale` is the size of a point in pixels of the page.
    fn show(&mut self, update: TreeUpdate, scale: f32) {
        let mut before = std::mem::take(&mut self.shown);
        let is_scaled = self.scale != scale;
        self.scale = scale;
        let mut changed = Vec::new();
        for (id, node) in update.nodes {
            let known = before.remove(&id);
            let number = known.as_ref().map_or_else(
                || {
                    self.next_number += 1;
                    self.next_number
                },
                |(number, _)| *number,
            );
            if is_scaled || known.is_none_or(|(_, old)| old != node) {
                changed.push(id);
            }
            self.shown.insert(id, (number, node));
        }
        let gone: Vec<u32> = before.into_values().map(|(number, _)| number).collect();
        if !changed.is_empty() || !gone.is_empty() || self.focus != Some(update.focus) {
            let shown = changed.iter().filter_map(|id| self.element(*id)).collect();
            let focus = self.shown.get(&update.focus).map(|(number, _)| *number);
            let changes = Changes { shown, gone, focus };
            if let Ok(text) = serde_json::to_string(&changes) {
                script::mirror(&text);
            }
        }
        self.focus = Some(update.focus);
        self.say();
    }

    fn element(&self, id: NodeId) -> Option<Element> {
        let (number, node) = self.shown.get(&id)?;
        let (text, value) = match node.role() {
            Role::Label => (node.label().or(node.value()), None),
            _ => (node.label(), node.value()),
        };
        let bounds = node.bounds().unwrap_or_default();
        let bounds = [bounds.x0, bounds.y0, bounds.width(), bounds.height()];
        let children = node.children().iter().filter_map(|child| self.shown.get(child));
        Some(Element {
            id: *number,
            role: role_of(node.role()),
            text: text.unwrap_or_default().to_owned(),
            value: value.map(str::to_owned),
            description: node.description().map(str::to_owned),
            number: node.numeric_value(),
            least: node.min_numeric_value(),
            most: node.max_numeric_value(),
            disabled: node.is_disabled(),
            pressed: node.toggled().map(|toggled| toggled == Toggled::True),
            selected: node.is_selected(),
            expanded: node.is_expanded(),
            bounds: bounds.map(|length| length * f64::from(self.scale)),
            children: children.map(|(number, _)| *number).collect(),
        })
    }

    /// Says what is new in the live regions.
    fn say(&mut self) {
        let live = self
            .shown
            .iter()
            .filter(|(_, (_, node))| matches!(node.live(), Some(Live::Polite | Live::Assertive)));
        let said: BTreeMap<NodeId, String> = live.map(|(id, _)| (*id, self.text_of(*id))).collect();
        let is_new =
            |(id, text): &(&NodeId, &String)| !text.is_empty() && self.said.get(id) != Some(text);
        let new: Vec<&str> = said.iter().filter(is_new).map(|(_, text)| text.as_str()).collect();
        if !new.is_empty() {
            // One text: the page would replace the first by the second before it is read.
            script::announce(&new.join(" "));
        }
        self.said = said;
    }

    /// The texts of a node and of everything in it.
    fn text_of(&self, id: NodeId) -> String {
        let Some((_, node)) = self.shown.get(&id) else { return String::new() };
        let own = node.label().or(node.value()).map(str::to_owned);
        let inside = node.children().iter().map(|child| self.text_of(*child));
        let texts: Vec<String> =
            own.into_iter().chain(inside).filter(|text| !text.is_empty()).collect();
        texts.join(" ")
    }
}

/// The role of an element.
fn role_of(role: Role) -> &'static str {
    match role {
        Role::Button | Role::DefaultButton => "button",
        Role::CheckBox => "checkbox",
        Role::Switch => "switch",
        Role::RadioButton => "radio",
        Role::RadioGroup => "radiogroup",
        Role::Link => "link",
        Role::TextInput | Role::MultilineTextInput | Role::SearchInput => "textbox",
        Role::SpinButton => "spinbutton",
        Role::Slider => "slider",
        Role::ComboBox => "combobox",
        Role::Tab => "tab",
        Role::TabList => "tablist",
        Role::Image => "img",
        Role::Heading => "heading",
        Role::Dialog | Role::AlertDialog => "dialog",
        Role::Menu => "menu",
        Role::MenuItem => "menuitem",
        Role::ListBox => "listbox",
        Role::ListBoxOption => "option",
        Role::List => "list",
        Role::ListItem => "listitem",
        Role::Tree => "tree",
        Role::TreeItem => "treeitem",
        Role::Grid => "grid",
        Role::Table => "table",
        Role::Row => "row",
        Role::Cell => "cell",
        Role::GridCell => "gridcell",
        Role::RowHeader => "rowheader",
        Role::ColumnHeader => "columnheader",
        Role::ProgressIndicator => "progressbar",
        Role::Label => "text",
        _ => "",
    }
}
