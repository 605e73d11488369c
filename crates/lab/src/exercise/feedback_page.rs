//! The page of HTML with a student's marks, each answer beside the right one, and the searched tree.

use super::{AnswerFeedback, ClassMember, StudentMarks, TaskMark};
use crate::{DrawingScope, TreeDrawing};
use minnow_base::quoting::markup;

const STYLE: &str = "body{font-family:sans-serif;max-width:60em;margin:2em auto;padding:0 1em;\
    color:#222;background:#fff}.wrong{color:#a31515}.right{color:#1b6b3f}p{margin:.2em 0}\
    small{color:#555;display:block}svg{max-width:100%;height:auto}";

/// The feedback for a student. It names no other student.
pub fn feedback_page(member: &ClassMember, row: &StudentMarks) -> String {
    let ClassMember { student, key, .. } = member;
    let (title, name) = (markup(&key.set.title), markup(&student.name));
    let StudentMarks { marks, remarks, .. } = row;
    let remarks: String = remarks
        .iter()
        .map(|remark| format!("<p class=\"wrong\">{}</p>\n", markup(remark)))
        .collect();
    let tasks: String = marks.tasks.iter().map(|mark| task_html(member, row, *mark)).collect();
    let scope = DrawingScope::whole("Alpha-beta, from left to right");
    let drawing = TreeDrawing::new(&key.tree, &key.recording, &scope);
    let drawing = drawing.map_or(String::new(), |drawing| drawing.slide().svg());
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head><meta charset=\"utf-8\">\
         <title>{title}: {name}</title><style>{STYLE}</style></head>\n<body>\n<h1>{title}</h1>\n\
         <p><b>{name}</b> ({}): {} of {} points, {} %</p>\n{remarks}{drawing}{tasks}</body>\n\
         </html>\n",
        markup(&student.id),
        marks.points(),
        marks.most(),
        marks.percent(),
    )
}

fn task_html(member: &ClassMember, row: &StudentMarks, mark: TaskMark) -> String {
    let answers = member.key.feedback(mark.task, &row.answers);
    let answers: String = answers.iter().map(answer_html).collect();
    let TaskMark { task, points, most } = mark;
    format!("<h2>{}: {points} of {most}</h2>\n<p>{}</p>\n{answers}", task.words(), task.question())
}

fn answer_html(answer: &AnswerFeedback) -> String {
    let (class, word) = if answer.is_right { ("right", "Right.") } else { ("wrong", "Wrong.") };
    let (right, why) = (markup(&answer.right), markup(&answer.why));
    format!("<p class=\"{class}\">{word} {right}<small>{why}</small></p>\n")
}
