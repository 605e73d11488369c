//! Exercises on paper: pages with trees and questions for students, or with the answers for the
//! teacher. What the drawing of the tree has room for is answered in it.

use super::{
    DrawingError, DrawingScope, TreeDrawing,
    slide::{LINE, Slide, SlidePoint, SlideText, wrapped},
};
use crate::exercise::{ExerciseKey, ExerciseTask};

// A page of A4 and what is on it, in units of 1/96 inch, as in SVG.
const PAGE_WIDTH: f64 = 793.0;
const PAGE_HEIGHT: f64 = 1122.0;
const MARGIN: f64 = 44.0;
const TEXT_WIDTH: f64 = PAGE_WIDTH - 2.0 * MARGIN;
const HEADING_SIZE: f64 = 15.0;
const TEXT_SIZE: f64 = 12.0;
const CODE_SIZE: f64 = 10.5;
const CODE_INDENT: f64 = 24.0;
/// The width of a space in a listing.
const CODE_SPACE: f64 = 6.0;
/// The height of a line in units of its letters.
const LINE_STEP: f64 = 1.4;
/// The distance of two lines to write on, and the ends of the line for a name.
const WRITING_STEP: f64 = 26.0;
const NAME_LINE: [f64; 2] = [44.0, 360.0];
const GAP: f64 = 20.0;
const MAX_TREE_HEIGHT: f64 = 360.0;
const MAX_TREE_SCALE: f64 = 0.7;
/// A tree with more leaves would be too small to read and write on.
const MAX_PAPER_LEAVES: usize = 36;

/// The reason why an exercise cannot be printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PaperError {
    /// The tree has too many leaves.
    #[error(
        "a page has room for a tree of {MAX_PAPER_LEAVES} leaves, and that of the seed {seed} has \
         {leaves}"
    )]
    TooWide {
        /// The seed of the exercise.
        seed: u64,
        /// The leaves of its tree.
        leaves: usize,
    },
    /// The tree cannot be drawn.
    #[error(transparent)]
    Drawing(#[from] DrawingError),
}

/// The pages with some exercises, as many on each as there is room for. With `has_answers` they are
/// the teacher's; without a student's name there is a line for it.
///
/// # Errors
///
/// A [`PaperError`] if a tree does not fit a page.
pub fn paper_pages(
    keys: &[ExerciseKey],
    student: &str,
    has_answers: bool,
) -> Result<Vec<Slide>, PaperError> {
    let mut pages: Vec<Slide> = Vec::new();
    let mut bottom = PAGE_HEIGHT;
    for key in keys {
        let leaves = key.tree.leaves().count();
        if leaves > MAX_PAPER_LEAVES {
            return Err(PaperError::TooWide { seed: key.seed, leaves });
        }
        let exercise = if has_answers { key_of(key) } else { sheet_of(key, student) }?;
        if bottom + exercise.height > PAGE_HEIGHT - MARGIN {
            pages.push(Slide::new(PAGE_WIDTH, PAGE_HEIGHT));
            bottom = MARGIN;
        }
        if let Some(page) = pages.last_mut() {
            page.place(&exercise, SlidePoint { x: MARGIN, y: bottom }, 1.0);
        }
        bottom += exercise.height + GAP;
    }
    Ok(pages)
}

/// All pages as one web page, which a browser prints on a sheet of paper for each.
pub fn paper_html(pages: &[Slide]) -> String {
    let pages: String = pages.iter().map(Slide::svg).collect();
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<title>Exercises</title>\n\
         <style>@page {{ size: A4; margin: 0 }} body {{ margin: 0 }} svg {{ display: block }} \
         svg + svg {{ break-before: page }}</style>\n{pages}</html>\n"
    )
}

/// The exercise for a student. Slides of exercises have the width of a page's text, and their height
/// grows with what is added.
fn sheet_of(key: &ExerciseKey, student: &str) -> Result<Slide, PaperError> {
    let mut sheet = Slide::new(TEXT_WIDTH, 0.0);
    add_heading(&mut sheet, &format!("{} \u{b7} seed {}", key.set.title, key.seed));
    add_text(&mut sheet, &format!("Name: {student}"));
    if student.is_empty() {
        let [from, to] = NAME_LINE.map(|x| SlidePoint { x, y: sheet.height });
        sheet.line(from, to, LINE, 1.0);
    }
    add_tree(&mut sheet, &TreeDrawing::blank(&key.tree)?);
    add_text(
        &mut sheet,
        "MAX moves at the root. Alpha-beta searches from left to right, fail-soft. Values are MAX's.",
    );
    for (number, task) in (1..).zip(&key.set.tasks) {
        add_text(&mut sheet, &format!("{number}. {}", question(*task)));
        match task {
            ExerciseTask::BestOrder => {
                for _ in 0..2 {
                    sheet.height += WRITING_STEP;
                    let [from, to] = [0.0, TEXT_WIDTH].map(|x| SlidePoint { x, y: sheet.height });
                    sheet.line(from, to, LINE, 1.0);
                }
            }
            ExerciseTask::Slip => add_listing(&mut sheet, key),
            _ => {}
        }
    }
    Ok(sheet)
}

/// The exercise with the right answers.
fn key_of(key: &ExerciseKey) -> Result<Slide, PaperError> {
    let mut sheet = Slide::new(TEXT_WIDTH, 0.0);
    add_heading(&mut sheet, &format!("Key: {} \u{b7} seed {}", key.set.title, key.seed));
    let scope = DrawingScope::whole("alpha-beta, fail-soft");
    add_tree(&mut sheet, &TreeDrawing::new(&key.tree, &key.recording, &scope)?);
    for (number, task) in (1..).zip(&key.set.tasks) {
        add_text(&mut sheet, &format!("{number}. {}: {}", task.words(), answer(key, *task)));
    }
    Ok(sheet)
}

/// A task whose answer is written on paper.
fn question(task: ExerciseTask) -> &'static str {
    match task {
        ExerciseTask::Pruned => {
            "Cross out the branches that alpha-beta prunes: only the highest, not those below them."
        }
        ExerciseTask::Windows => {
            "Below each inner node that is visited, except the root, write alpha and beta on entry."
        }
        ExerciseTask::LeafOrder => "Number the leaves below their boxes in the order of visit.",
        ExerciseTask::Kinds => {
            "Beside each inner node that is visited, except the root, write its kind: CUT if its \
             value reached the opponent's bound, ALL if no move improved the player's own bound, \
             PV between the two."
        }
        ExerciseTask::BestOrder => {
            "Write the tree with its moves reordered so that alpha-beta evaluates the fewest \
             leaves, as in ((3 12) (2 8))."
        }
        ExerciseTask::Slip => "One line of this function is wrong. Mark it.",
    }
}

/// The right answer to a task.
fn answer(key: &ExerciseKey, task: ExerciseTask) -> String {
    let answers = &key.answers;
    let texts: Vec<String> = match task {
        ExerciseTask::Pruned if answers.pruned.is_empty() => vec!["none".to_owned()],
        ExerciseTask::Pruned => answers.pruned.clone(),
        ExerciseTask::Windows => {
            let windows = answers.windows.iter();
            let text = windows.map(|window| format!("{}: {}", window.node, window.text()));
            return text.collect::<Vec<_>>().join("; ");
        }
        ExerciseTask::LeafOrder => answers.leaf_order.iter().map(i32::to_string).collect(),
        ExerciseTask::Kinds => {
            let kinds = answers.kinds.iter();
            kinds.map(|kind| format!("{} {}", kind.node, kind.kind.to_uppercase())).collect()
        }
        ExerciseTask::BestOrder => vec![answers.best_order.clone()],
        ExerciseTask::Slip => {
            let feedback = key.feedback(task, answers).into_iter();
            feedback.map(|answer| format!("{} {}", answer.right, answer.why)).collect()
        }
    };
    texts.join(", ")
}

/// Adds a text in as many lines as it needs.
fn add_lines(sheet: &mut Slide, text: &str, size: f64, is_bold: bool) {
    for line in wrapped(text, size, TEXT_WIDTH) {
        sheet.height += LINE_STEP * size;
        let text = SlideText::new(0.0, sheet.height - 0.3 * size, size, line);
        sheet.text(SlideText { is_bold, ..text });
    }
}

fn add_heading(sheet: &mut Slide, text: &str) {
    add_lines(sheet, text, HEADING_SIZE, true);
}

fn add_text(sheet: &mut Slide, text: &str) {
    sheet.height += 0.5 * TEXT_SIZE;
    add_lines(sheet, text, TEXT_SIZE, false);
}

fn add_tree(sheet: &mut Slide, drawing: &TreeDrawing) {
    let tree = drawing.slide();
    let scale = MAX_TREE_SCALE.min(TEXT_WIDTH / tree.width).min(MAX_TREE_HEIGHT / tree.height);
    let x = (TEXT_WIDTH - scale * tree.width) / 2.0;
    sheet.place(&tree, SlidePoint { x, y: sheet.height }, scale);
    sheet.height += scale * tree.height;
}

/// Adds the function with a wrong line, its lines numbered.
fn add_listing(sheet: &mut Slide, key: &ExerciseKey) {
    if !key.assumption().is_empty() {
        add_text(sheet, key.assumption());
    }
    for (number, line) in (1..).zip(key.listing()) {
        sheet.height += LINE_STEP * CODE_SIZE;
        let y = sheet.height - 0.3 * CODE_SIZE;
        let code = line.trim_start();
        // SVG joins spaces.
        let indent = CODE_INDENT + CODE_SPACE * (line.len() - code.len()) as f64;
        sheet.text(SlideText::new(0.0, y, CODE_SIZE, format!("{number}")));
        sheet.text(SlideText::new(indent, y, CODE_SIZE, code));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        exercise::ExerciseSet,
        export::slide::{SlideMark, TextAnchor, text_width},
    };

    fn keys(set: &ExerciseSet, seeds: std::ops::Range<u64>) -> Vec<ExerciseKey> {
        seeds.map(|seed| ExerciseKey::new(set, seed).unwrap()).collect()
    }

    fn of_size(depth: u32, branching: usize) -> ExerciseSet {
        ExerciseSet { depth, branching, ..ExerciseSet::default() }
    }

    #[test]
    fn all_is_on_the_paper() {
        for (depth, branching) in [(2, 2), (2, 4), (3, 3), (5, 2)] {
            let keys = keys(&of_size(depth, branching), 0..9);
            for has_answers in [false, true] {
                for page in paper_pages(&keys, "", has_answers).unwrap() {
                    for mark in &page.marks {
                        let [left, right, lower] = extent(mark);
                        let about = format!("{depth} plies, {branching} moves: {mark:?}");
                        assert!(left >= 0.0 && right <= PAGE_WIDTH, "{about}");
                        assert!(lower <= PAGE_HEIGHT - MARGIN + 1.0, "{about}");
                    }
                }
            }
        }
    }

    /// The least and the greatest x and the greatest y.
    fn extent(mark: &SlideMark) -> [f64; 3] {
        match mark {
            SlideMark::Box { at, width, height, .. } => [at.x, at.x + width, at.y + height],
            SlideMark::Line { from, to, .. } => {
                [from.x.min(to.x), from.x.max(to.x), from.y.max(to.y)]
            }
            SlideMark::Disc { at, radius, .. } => [at.x - radius, at.x + radius, at.y + radius],
            SlideMark::Text(text) => {
                let width = text_width(&text.text, text.size);
                let left = match text.anchor {
                    TextAnchor::Start => text.at.x,
                    TextAnchor::Middle => text.at.x - width / 2.0,
                    TextAnchor::End => text.at.x - width,
                };
                [left, left + width, text.at.y]
            }
        }
    }

    #[test]
    fn several_small_trees_share_a_page() {
        let set = ExerciseSet { tasks: vec![ExerciseTask::Pruned], ..of_size(2, 2) };
        let keys = keys(&set, 1..6);
        let pages = paper_pages(&keys, "", false).unwrap();
        assert!((2..keys.len()).contains(&pages.len()), "{}", pages.len());
        let html = paper_html(&pages);
        assert_eq!(html.matches("<svg ").count(), pages.len());
        for key in &keys {
            assert!(html.contains(&format!("Alpha-beta \u{b7} seed {}<", key.seed)), "{html}");
        }
        assert!(paper_html(&paper_pages(&keys, "A<b", false).unwrap()).contains("Name: A&lt;b"));
    }

    #[test]
    fn the_sheet_has_questions_and_the_key_answers() {
        let keys = keys(&ExerciseSet::default(), 7..8);
        let [sheet, key] = [false, true]
            .map(|has_answers| paper_html(&paper_pages(&keys, "Ada", has_answers).unwrap()));
        // Pruned branches are dashed, and nodes have the colours of their kinds.
        for sign in ["stroke-dasharray", "#cfe8d8", "leaf order: "] {
            assert!(key.contains(sign) && !sheet.contains(sign), "{sign}");
        }
        assert!(sheet.contains("Cross out the branches") && !key.contains("Cross out"));
    }

    #[test]
    fn a_tree_that_is_too_wide_is_named() {
        let set = ExerciseSet { highest: 2_000, ..of_size(5, 4) };
        let error = paper_pages(&keys(&set, 5..6), "", false).unwrap_err();
        assert_eq!(error, PaperError::TooWide { seed: 5, leaves: 1_024 });
    }
}
