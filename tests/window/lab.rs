//! The lab as a user meets it.

use egui::{Key, Modifiers};

use crate::desk::Desk;
use minnow::app::action::Mode;
use minnow::app::lab::LabPage;

#[test]
fn the_lab_opens_beside_play_and_analysis_and_keeps_its_page() {
    let mut desk = Desk::new();
    desk.press(Modifiers::COMMAND, Key::Num3);
    assert_eq!(desk.state().mode, Mode::Lab);
    desk.click("Lab: Claims");
    assert_eq!(desk.state().lab.page, LabPage::Claims);
    desk.click("Play");
    assert_eq!(desk.state().mode, Mode::Play);
    desk.click("Lab");
    assert_eq!(desk.state().lab.page, LabPage::Claims);
}
