//! The clock of the next game: none, a usual one, or times of one's own.

use egui::{DragValue, Ui};

use crate::app::{
    context::Cx,
    session::settings::ClockChoice,
    ui::widgets::{drop_down_ui, labelled_ui, option_ui, segmented_ui},
};

/// The clocks that stand in the row.
const USUAL: [(&str, Option<ClockChoice>); 3] = [
    ("None", None),
    ("3+2", Some(ClockChoice::new(3, 2))),
    ("10+5", Some(ClockChoice::new(10, 5))),
];

/// The clocks of the list, from bullet to an hour.
const LISTED: [(&str, ClockChoice); 9] = [
    ("Bullet 1+0", ClockChoice::new(1, 0)),
    ("Bullet 2+1", ClockChoice::new(2, 1)),
    ("Blitz 3+0", ClockChoice::new(3, 0)),
    ("Blitz 5+0", ClockChoice::new(5, 0)),
    ("Blitz 5, delay 3 s", ClockChoice { delay_seconds: 3, ..ClockChoice::new(5, 0) }),
    ("Rapid 15+10", ClockChoice::new(15, 10)),
    ("Rapid 25, delay 5 s", ClockChoice { delay_seconds: 5, ..ClockChoice::new(25, 0) }),
    ("Classical 30+20", ClockChoice::new(30, 20)),
    ("Classical 60+0", ClockChoice::new(60, 0)),
];

/// Draws the row, and for another clock the list and its times.
pub(super) fn clock_ui(ui: &mut Ui, cx: &mut Cx<'_>) {
    let present = cx.session.settings.clock;
    let mut clock = present;
    let is_other = USUAL.iter().all(|(_, usual)| *usual != present);
    let mut options: Vec<(&str, bool)> =
        USUAL.iter().map(|(text, usual)| (*text, *usual == present)).collect();
    options.push(("Other", is_other));
    match segmented_ui(ui, "Clock", &options) {
        Some(index) if index < USUAL.len() => clock = USUAL[index].1,
        Some(_) if !is_other => clock = Some(ClockChoice::new(5, 0)),
        _ => {}
    }
    if let Some(clock) = clock.as_mut().filter(|_| is_other) {
        other_ui(ui, clock);
    }
    if clock != present {
        cx.change_settings(|changed| changed.clock = clock);
    }
}

fn other_ui(ui: &mut Ui, clock: &mut ClockChoice) {
    let listed = LISTED.iter().find(|(_, listed)| listed == clock);
    let name = listed.map_or("Times of your own", |(name, _)| *name);
    drop_down_ui(ui, "Times", name, |ui| {
        for (name, listed) in LISTED {
            if option_ui(ui, listed == *clock, name).clicked() {
                *clock = listed;
            }
        }
    });
    let seconds = 0..=ClockChoice::MOST_SECONDS;
    labelled_ui(ui, "Minutes", |ui| {
        let field = DragValue::new(&mut clock.minutes).range(1..=ClockChoice::MOST_MINUTES);
        ui.add(field.speed(0.1))
    });
    labelled_ui(ui, "Increment, seconds a move", |ui| {
        ui.add(DragValue::new(&mut clock.increment_seconds).range(seconds.clone()).speed(0.1))
    });
    labelled_ui(ui, "Delay, seconds a move", |ui| {
        ui.add(DragValue::new(&mut clock.delay_seconds).range(seconds).speed(0.1))
    });
}
