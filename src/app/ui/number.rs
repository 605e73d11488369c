//! Fields for numbers. A field takes what is typed as a whole, or keeps its value and says below it what
//! it has not taken.

use std::{cell::RefCell, ops::RangeInclusive};

use egui::{DragValue, Event, Id, Label, Response, RichText, Ui, emath::Numeric};

use super::{
    theme::Theme,
    widgets::{announce_texts, labelled_ui},
};
use minnow_rules::{excerpt, grouped, visible};

/// The numbers that a field takes, and how it writes them.
#[derive(Clone, Debug)]
pub struct NumberField {
    pub range: RangeInclusive<f64>,
    /// The distance between two values: 1 for whole numbers.
    pub step: f64,
    /// The change for each point that the pointer is dragged.
    pub speed: f64,
    /// The unit behind a number; empty for none.
    pub unit: &'static str,
    /// Writes a value without its unit.
    pub text: fn(f64) -> String,
}

/// A sentence on what a field has not taken, as long as the field is drawn in every pass and has the same
/// value.
#[derive(Clone, Default)]
struct Refusal {
    pass: u64,
    value: f64,
    text: String,
}

impl NumberField {
    /// Takes the whole numbers of a range.
    pub fn whole(range: RangeInclusive<impl Numeric>) -> NumberField {
        let range = range.start().to_f64()..=range.end().to_f64();
        NumberField { range, step: 1.0, speed: 0.1, unit: "", text: plain_text }
    }

    /// Reads the text of a field with this value; `None` if the field does not take it.
    fn read(&self, typed: &str, value: f64) -> Option<f64> {
        let typed = visible(typed);
        let typed = typed.trim();
        let number = typed.strip_suffix(self.unit.trim()).unwrap_or(typed).trim_end();
        if number == (self.text)(value) {
            return Some(value);
        }
        let none = Some(0.0).filter(|none| number == (self.text)(*none));
        let is_grouped = (self.text)(10_000.0).contains(',');
        let decimals = if self.step < 1.0 { 2 } else { 0 };
        let read = none.or_else(|| parse_number(number, is_grouped, decimals))?;
        let steps = read / self.step;
        let fits = (steps - steps.round()).abs() < 1e-6 && self.range.contains(&read);
        fits.then_some(read)
    }

    fn refusal(&self, typed: &str, value: f64) -> String {
        let (lowest, highest) = (plain_text(*self.range.start()), (self.text)(*self.range.end()));
        let (kind, steps) = if self.step < 1.0 {
            ("number", format!(" in steps of {}", self.step))
        } else {
            ("whole number", String::new())
        };
        let (typed, kept) = (excerpt(typed), (self.text)(value));
        format!("\"{typed}\" is not a {kind} from {lowest} to {highest}{steps}, so {kept} stays.")
    }
}

/// Reads a number with at most so many decimals behind one point or comma. With `is_grouped`, commas
/// separate groups of three digits instead.
fn parse_number(text: &str, is_grouped: bool, decimals: usize) -> Option<f64> {
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    let plain = match digits.split_once(',') {
        Some((first, groups)) if is_grouped => {
            let is_whole =
                (1..=3).contains(&first.len()) && groups.split(',').all(|group| group.len() == 3);
            is_whole.then(|| digits.replace(',', ""))?
        }
        _ => digits.replacen(',', ".", 1),
    };
    let is_number = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
    let fits = match plain.split_once('.') {
        Some((whole, fraction)) => {
            is_number(whole) && is_number(fraction) && (1..=decimals).contains(&fraction.len())
        }
        None => is_number(&plain),
    };
    let number: f64 = plain.parse().ok().filter(|_| fits)?;
    Some(if text.starts_with('-') { -number } else { number })
}

/// A number with at most two decimals.
fn plain_text(value: f64) -> String {
    let is_whole = value.fract() == 0.0;
    let shown = if is_whole { value } else { (value * 100.0).round() / 100.0 };
    shown.to_string()
}

/// The value of a limit: `10,000`, or `any` for 0.
pub fn limit_text(value: f64) -> String {
    if value < 1.0 { "any".to_owned() } else { grouped(value as u64) }
}

/// A field for a number. [`refusal_ui`] shows what it has not taken.
pub fn number_ui<N: Numeric>(ui: &mut Ui, value: &mut N, field: &NumberField) -> Response {
    let before = value.to_f64();
    let refused = RefCell::new(None);
    let read = |typed: &str| {
        let read = field.read(typed, before);
        if read.is_none() {
            refused.replace(Some(field.refusal(typed, before)));
        }
        read
    };
    let has_unit = (field.text)(before).ends_with(|letter: char| letter.is_ascii_digit());
    let drag = DragValue::new(value)
        .range(field.range.clone())
        .speed(field.speed)
        .suffix(if has_unit { field.unit } else { "" })
        .custom_formatter(|value, _| (field.text)(value))
        .custom_parser(read)
        .update_while_editing(false);
    let response = ui.add(drag);
    let (id, pass) = (refusal_id(&response), ui.ctx().cumulative_pass_nr());
    // After Enter, a field of a page has the focus and shows what it has refused.
    let is_over = response.has_focus() && is_typing(ui) || response.changed();
    let stays = |kept: &Refusal| !is_over && kept.pass + 1 >= pass && kept.value == before;
    let kept = ui.data_mut(|data| data.remove_temp::<Refusal>(id)).filter(stays);
    if let Some(text) = refused.into_inner().or(kept.map(|kept| kept.text)) {
        ui.data_mut(|data| data.insert_temp(id, Refusal { pass, value: before, text }));
    }
    response
}

/// True if a key is pressed or a text arrives in this frame.
fn is_typing(ui: &Ui) -> bool {
    let is_typed =
        |event: &Event| matches!(event, Event::Text(_) | Event::Key { pressed: true, .. });
    ui.input(|input| input.events.iter().any(is_typed))
}

fn refusal_id(field: &Response) -> Id {
    field.id.with("refused")
}

/// Shows what a field has not taken. Screen readers announce it.
pub fn refusal_ui(ui: &mut Ui, field: &Response) {
    let refusal = ui.data(|data| data.get_temp::<Refusal>(refusal_id(field)));
    let Some(Refusal { text, .. }) = refusal else { return };
    let text = RichText::new(text).small().color(Theme::of(ui).bad);
    ui.scope(|ui| {
        announce_texts(ui);
        ui.add(Label::new(text).wrap());
    });
}

/// A label on the left and its number on the right; below them what the field has not taken.
pub fn number_row_ui<N: Numeric>(ui: &mut Ui, label: &str, value: &mut N, field: &NumberField) {
    let response = labelled_ui(ui, label, |ui| number_ui(ui, value, field));
    refusal_ui(ui, &response);
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn positions() -> NumberField {
        NumberField { text: limit_text, unit: " positions", ..NumberField::whole(0..=1_000_000) }
    }

    fn seconds() -> NumberField {
        let text = |value: f64| format!("{value:.2}");
        NumberField { range: 0.05..=600.0, step: 0.01, speed: 0.05, unit: " s", text }
    }

    #[test]
    fn a_number_is_taken_whole_or_refused() {
        let leaf = NumberField::whole(-20_000..=20_000);
        let minutes = NumberField { step: 0.05, ..NumberField::whole(0.05..=180.0) };
        for (field, typed, read) in [
            (positions(), "250,000", Some(250_000.0)),
            (positions(), "1,000,000", Some(1_000_000.0)),
            (positions(), " 300 positions ", Some(300.0)),
            (positions(), "any", Some(0.0)),
            (positions(), "10,0000", None),
            (positions(), "1,00", None),
            (positions(), ",000", None),
            (positions(), "250.000", None),
            (positions(), "1e5", None),
            (positions(), "1,000,001", None),
            (positions(), "-1", None),
            (seconds(), "0,5", Some(0.5)),
            (seconds(), "0.5 s", Some(0.5)),
            (seconds(), ".25", Some(0.25)),
            (seconds(), "0.055", None),
            (seconds(), "1,500", None),
            (seconds(), "0,5,5", None),
            (seconds(), "5.", None),
            (seconds(), "", None),
            (seconds(), "600.01", None),
            (leaf.clone(), "\u{2212}7", Some(-7.0)),
            (leaf.clone(), "+7", Some(7.0)),
            (leaf.clone(), "\u{feff}\u{2010}7\u{200b}\u{a0}", Some(-7.0)),
            (leaf.clone(), "-+7", None),
            (leaf.clone(), "2.5", None),
            (leaf.clone(), "2,5", None),
            (leaf.clone(), "2,500", None),
            (leaf, "3 5", None),
            (minutes.clone(), "1,5", Some(1.5)),
            (minutes.clone(), "0.25", Some(0.25)),
            (minutes.clone(), "0.01", None),
            (minutes, "500", None),
        ] {
            assert_eq!(field.read(typed, 42.0), read, "{typed:?}");
        }
        assert_eq!(seconds().read("0.33", 0.333), Some(0.333), "nothing was typed");
    }

    #[test]
    fn a_refusal_names_text_and_range() {
        let text = "\"0,5,5\" is not a number from 0.05 to 600.00 in steps of 0.01, so 2.00 stays.";
        assert_eq!(seconds().refusal("0,5,5", 2.0), text);
        let text = "\"10,0000\" is not a whole number from 0 to 1,000,000, so any stays.";
        assert_eq!(positions().refusal("10,0000", 0.0), text);
    }

    proptest! {
        #[test]
        fn what_is_written_is_read(number in 0_u32..=1_000_000, hundredths in 5_u32..=60_000) {
            let number = f64::from(number);
            prop_assert_eq!(positions().read(&limit_text(number), 42.0), Some(number));
            let value = f64::from(hundredths) / 100.0;
            for typed in [plain_text(value), plain_text(value).replace('.', ",")] {
                let read = seconds().read(&typed, 0.0).unwrap_or_default();
                prop_assert!((read - value).abs() < 1e-9, "{} {}", typed, read);
            }
        }

        #[test]
        fn no_digit_is_left_out(typed in "[-+., 0-9]{0,9}") {
            let digits = |text: &str| text.replace(|letter: char| !letter.is_ascii_digit(), "");
            for field in [positions(), NumberField::whole(-20_000..=20_000)] {
                if let Some(read) = field.read(&typed, 42.0) {
                    let (read, typed) = (digits(&read.abs().to_string()), digits(&typed));
                    let typed = typed.trim_start_matches('0');
                    prop_assert_eq!(read.trim_start_matches('0'), typed);
                }
            }
        }
    }
}
